"""Why a card does not answer a Hex, and the words that all reasons share."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from hexlib.game import Reason
from hexlib.hex_hex.actions import NAMES, Play, Yield
from hexlib.hex_hex.flight import (
    borrows,
    card_counts,
    choices,
    commanded,
    destinations,
    maddened,
    not_there,
    open_hexes,
    pool,
)  # fmt: skip
from hexlib.hex_hex.frames import (
    ANSWER,
    ARRIVE,
    BORROW,
    CARD,
    CAST,
    CHOOSE,
    DEALT,
    HEXCARD,
    HEXED,
    KEEP,
    LEAST,
    OPPOSITE,
    OVER,
    RACE,
    REACT,
    REVENGE,
    SHOW,
    STACK,
    Hex,
)  # fmt: skip
from hexlib.hex_hex.pieces import number

if TYPE_CHECKING:
    from hexlib.hex_hex.components import Card
    from hexlib.hex_hex.state import HexHexState

__all__ = ["answer", "first_card", "holds", "if_maddened", "in_turn", "named_player", "not_now", "yielding"]

_NOW = {
    OVER: "the game is over",
    CAST: "the first Hex of the round has not been cast",
    DEALT: "cards that are played when dealt come first",
    LEAST: "the dealer of this round is not selected yet",
    ARRIVE: "Hexes have just arrived, and cards may be played out of turn",
    BORROW: "cards are being borrowed",
    ANSWER: "the Intended answers",
    CHOOSE: "the player of Command chooses",
    REACT: "cards have just been turned up, and may be cancelled",
    CARD: "a card has just been played, and may be cancelled",
    HEXCARD: "a card has just been played, and may be cancelled",
    HEXED: "a Hexed player plays a card for it",
    SHOW: "a scorched player shows a card",
    RACE: "HEX HEX was played, and everybody drops their cards",
    KEEP: "hands are kept or discarded",
    REVENGE: "a Hexed player may take revenge",
    OPPOSITE: "a player opposite is chosen",
    STACK: "a hand is stacked by the law",
}


def _wait(state: HexHexState) -> str:
    return _NOW.get(state.agenda[-1][0], "something else comes first")


def not_now(state: HexHexState, rule: str, what: str, hint: str = "") -> Reason:
    """A reason that ends with what is going on at the moment."""
    return Reason(rule, f"{what}: now {_wait(state)}.", (), hint)


def holds(state: HexHexState, seat: int, name: str) -> Iterator[Reason]:
    """The card must be in the hand."""
    if name not in state.hand[seat]:
        title = state.game.rules.cards[name].title
        who = NAMES[seat]
        text = f"{who} does not hold {title}."
        if state.foretold >> seat & 1 and state.hand[seat]:
            text = f"{who} does not hold {title}; the top card of the stack is all that may be played."
        yield Reason("hexhex.play.respond_face_up", text)


def in_turn(state: HexHexState, seat: int, kind: int, rule: str, what: str) -> Iterator[Reason]:
    """The action belongs to one moment and one player."""
    if state.agenda[-1][0] != kind:
        yield not_now(state, rule, what)
    elif seat != state.asked:
        yield Reason(rule, f"It is for {NAMES[state.asked]} to decide, not for {NAMES[seat]}.")


def answer(state: HexHexState, action: Play, card: Card) -> Iterator[Reason]:
    """An answer of the Intended."""
    rules = state.game.rules
    seat = action.seat
    who = NAMES[seat]
    cards = pool(state, seat)
    if borrows(state, seat) and action.card not in cards:
        text = f"{who} answers with a borrowed card only, by No Man's Hand."
        yield Reason("hexhex.no_mans_hand.borrow", text)
        return
    if action.card not in cards:
        top = rules.cards[cards[0]].title if cards else "no card"
        text = f"By Foretell {who} plays the stack from the top: next is {top}, not {card.title}."
        yield Reason("hexhex.card.foretell.effect", text)
        yield Reason("hexhex.faq.foretell_no_dig", "There is no searching further down the stack.")
        return
    if not card.answers and not card.twixt:
        rule = "hexhex.scorch.timing" if card.scorch else "hexhex.hexed.when_unable"
        yield Reason(rule, f"{card.title} does not answer a Hex.", (), "It is played on another player.")
        return
    mine = open_hexes(state, seat)
    nums = [h.num for h in mine]
    if action.other or card.twixt:
        yield from _twixt(state, action, card, mine)
        return
    if card.race:
        if action.hexes or action.target >= 0:
            yield Reason("hexhex.hexhex.dismisses_all", f"{card.title} is about every Hex in play and names nobody.")
        yield from if_maddened(state, seat, card)
        return
    if not action.hexes and len(state.holding(seat)) > 1:
        which = " and ".join(f"#{n}" for n in nums)
        yield Reason(
            "hexhex.multi.separate_cards", f"Hexes {which} are before {who}; say which.", (), f"As #{nums[0]}."
        )
        return
    if len(action.hexes) > 1:
        yield Reason("hexhex.multi.separate_cards", f"{card.title} answers one Hex; each needs a card of its own.")
        return
    wrong = [n for n in action.hexes if n not in nums]
    if wrong:
        yield Reason("hexhex.play.intended", f"Hex #{wrong[0]} does not wait for an answer of {who}.")
        return
    h = mine[0] if not action.hexes else next(x for x in mine if x.num == action.hexes[0])
    yield from first_card(state, seat, card)
    if card.ways:
        yield from _aimed(state, action, card, h)
    elif card.detonate:
        yield from named_player(state, action, card)
        yield from if_maddened(state, seat, card)
    else:
        if action.target >= 0:
            yield Reason("hexhex.play.follow_card", f"{card.title} names nobody.")
        if card.before and maddened(state, seat) and not rules.on("hexhex.fixation.nightmare_legal"):
            yield Reason("hexhex.fixation.nightmare_legal", f"{card.title} is illegal in this broken game.")
        if card.dismiss and h.tokens and rules.facts[h.tokens].compel and _trumps(state):
            rule = "hexhex.fixation.other_direction_goes_off"
            text = f"{card.title} does not pass the Maddened Hex #{h.num} where it has to go."
            yield Reason(rule, text)
            yield Reason("hexhex.fixation.compel_trumps", "A Compel in play overrides it.")


def _trumps(state: HexHexState) -> bool:
    rules = state.game.rules
    return rules.on("hexhex.fixation.compel_trumps") and rules.on("hexhex.fixation.other_direction_goes_off")


def first_card(state: HexHexState, seat: int, card: Card) -> Iterator[Reason]:
    """Some cards may not be the first one of a round (Starting the Game)."""
    if card.not_first and not state.firsts[seat] and state.game.rules.on("hexhex.start.first_card_condition"):
        text = f"{card.title} may not be the first card that {NAMES[seat]} plays in a round; it would be."
        yield Reason("hexhex.start.first_card_condition", text, (), "Cards played when dealt do not count.")


def if_maddened(state: HexHexState, seat: int, card: Card) -> Iterator[Reason]:
    """Out-of-turn cards are barred to the Intended of a Maddened Hex (X48)."""
    rules = state.game.rules
    if card.race and rules.reading["maddened_hexhex"] == "legal":
        return
    if not rules.on("hexhex.fixation.out_of_turn_ok") and any(maddened(state, s) for s in range(rules.n)):
        yield Reason("hexhex.fixation.out_of_turn_ok", "Nobody plays out of turn in this broken game.")
    if maddened(state, seat) and rules.on("hexhex.fixation.intended_illegal"):
        text = f"{NAMES[seat]} is the Intended of a Maddened Hex and may not play {card.title}."
        yield Reason("hexhex.fixation.intended_illegal", text, (), "Pass the Hex as compelled.")


def named_player(state: HexHexState, action: Play, card: Card) -> Iterator[Reason]:
    """Detonate names another player (Getting Hexed)."""
    if action.target < 0:
        yield Reason("hexhex.card.detonate.out_of_turn", f"{card.title} names a player.", (), "Add > and a player.")
    elif action.target == action.seat and state.game.rules.on("hexhex.hexed.no_self_target"):
        text = f"{NAMES[action.seat]} may not make a Hex go off on themselves."
        yield Reason("hexhex.hexed.no_self_target", text, (), "Name another player.")
        yield Reason("hexhex.hexed.no_self_target_reason", "Not even with a card that would profit from it.")


def _aimed(state: HexHexState, action: Play, card: Card, h: Hex) -> Iterator[Reason]:
    """The target of a card that passes the Hex."""
    rules = state.game.rules
    seat, who = action.seat, NAMES[action.seat]
    found = choices(state, seat, card, h)
    if found is None:
        if action.target >= 0:
            text = f"{card.title} leaves no choice of target."
            yield Reason(card.rules[0] if card.rules else "hexhex.play.follow_card", text, (), "Leave the name out.")
            return
        yield from not_there(state, seat, card, h, destinations(state, seat, card, h, -1))
        return
    if commanded(state, seat, card, h):
        if action.target >= 0:
            chooser = NAMES[state.command[seat]]
            text = f"By Command {chooser} chooses where {who}'s card sends the Hex."
            yield Reason("hexhex.faq.command_choice", text, (), "Leave the name out.")
        return
    if action.target < 0:
        names = ", ".join(NAMES[t] for t in found) or "nobody"
        yield Reason("hexhex.play.follow_card", f"{card.title} needs a target: {names}.", (), "Add > and a player.")
        return
    if action.target == seat and rules.on("hexhex.hexed.no_self_target"):
        text = f"{who} may not send the Hex to themselves."
        yield Reason("hexhex.hexed.no_self_target", text, (), "Name another player.")
        return
    if action.target not in found:
        yield _not_among(state, action, card, found)
    yield from not_there(state, seat, card, h, (action.target,))


def _not_among(state: HexHexState, action: Play, card: Card, found: tuple[int, ...]) -> Reason:
    target = NAMES[action.target]
    names = " or ".join(NAMES[t] for t in found) or "nobody"
    if card.ways == "across":
        rules = state.game.rules
        n = rules.n
        side = "left" if (action.target - action.seat) % n == 1 else "right"
        text = f"{target} sits to {NAMES[action.seat]}'s {side}, not across the table."
        if rules.reading["across"] == "opposite" and (action.target - action.seat) % n not in (1, n - 1):
            text = f"{target} does not sit opposite {NAMES[action.seat]} (ruling X17)."
        return Reason("hexhex.phrase.across", text, (), f"Across: {names}.")
    if card.ways == "holder":
        return Reason(
            "hexhex.challenge.target", f"{target} holds no card and cannot be challenged.", (), f"{names} can."
        )
    if card.ways == "most":
        text = f"{target} holds {number(card_counts(state)[action.target], 'card')}, not the most."
        return Reason("hexhex.fixation.pass_most", text, (), f"It goes to {names}.")
    return Reason("hexhex.play.follow_card", f"{card.title} cannot go to {target}.", (), f"It goes to {names}.")


def _twixt(state: HexHexState, action: Play, card: Card, mine: list[Hex]) -> Iterator[Reason]:
    rules = state.game.rules
    rule = "hexhex.faq.twixt_two_compulsions"
    seat, who = action.seat, NAMES[action.seat]
    if not card.twixt or not action.other:
        text = f"{card.title} is played alone." if action.other else f"{card.title} is played with one other card."
        yield Reason(rule, text, (), "Write twixt, the other card and two Hexes.")
        return
    other = rules.cards[action.other]
    held = list(pool(state, seat))
    if action.card in held:
        held.remove(action.card)
    if action.other not in held:
        yield Reason("hexhex.play.respond_face_up", f"{who} does not hold {other.title} besides {card.title}.")
        return
    if not other.ways:
        yield Reason(rule, f"{other.title} does not pass a Hex, so {card.title} cannot go with it.")
        return
    nums = [h.num for h in mine]
    if len(action.hexes) != 2 or any(n not in nums for n in action.hexes):
        there = f"name two of {', '.join(f'#{n}' for n in nums)}" if len(nums) > 1 else f"there is only #{nums[0]}"
        yield Reason(rule, f"{card.title} answers two Hexes before {who}; {there}.")
        return
    why: list[Reason] = []
    for h in mine:
        if h.num not in action.hexes:
            continue
        found = choices(state, seat, other, h)
        bad: list[Reason] = []
        if found is None and action.target >= 0:
            bad = [Reason("hexhex.play.follow_card", f"{other.title} leaves no choice of target.")]
        elif found is not None and action.target < 0:
            bad = [Reason("hexhex.play.follow_card", f"{other.title} needs a target.", (), "Add > and a player.")]
        elif found is not None and action.target not in found:
            plain = Play(seat, other.name, (), action.target)
            bad = [_not_among(state, plain, other, found)]
        else:
            bad = list(not_there(state, seat, other, h, destinations(state, seat, other, h, action.target)))
        if not bad:
            return  # one of the two is enough; the other Hex then goes off
        why += bad
    yield from dict.fromkeys(why)


def yielding(state: HexHexState, action: Yield) -> Iterator[Reason]:
    """Letting a Hex go off on purpose."""
    rules = state.game.rules
    seat, who = action.seat, NAMES[action.seat]
    mine = open_hexes(state, seat) if state.agenda[-1][0] == ANSWER else []
    if not mine:
        yield not_now(state, "hexhex.phrase.when_intended", f"No Hex waits for an answer of {who}")
        return
    nums = [h.num for h in mine]
    if (len(state.holding(seat)) > 1) != bool(action.hexes) or any(n not in nums for n in action.hexes):
        yield Reason("hexhex.multi.same_target", f"Say which of the Hexes before {who}, if there are several.")
        return
    if rules.reading["answer"] == "may" or not rules.on("hexhex.hexed.not_voluntary"):
        return
    from hexlib.hex_hex.generate import cards_that_answer

    found = [a for a in cards_that_answer(state, seat) if isinstance(a, Play)]
    able = [a for a in found if not action.hexes or not a.hexes or action.hexes[0] in a.hexes]
    if rules.reading["means"] == "pass":
        able = [a for a in able if rules.cards[a.card].ways or a.other or rules.cards[a.card].before]
    if not able:
        if rules.reading["means"] == "pass":
            return
        yield Reason("hexhex.hexed.when_unable", f"{who} cannot answer, so the Hex goes off by itself.")
        return
    text = f"{who} can get rid of the Hex with {rules.cards[able[0].card].title} and may not let it go off."
    yield Reason("hexhex.hexed.not_voluntary", text, (), f"For example: {able[0]}.")
    yield Reason("hexhex.when_hexed.no_choice", "Nobody may choose to be Hexed.")
