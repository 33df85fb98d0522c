"""Why an action is not allowed: the one road to legality.

``reasons(state, action)`` yields every reason against the action, most telling first, and nothing for a legal one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from hexlib.game import Action, Reason
from hexlib.hex_hex.actions import (
    NAMES,
    Borrow,
    Cast,
    Choose,
    Dealer,
    Keep,
    Last,
    Order,
    Pass,
    Penalty,
    Play,
    React,
    Revenge,
    Show,
    Together,
    Yield,
)
from hexlib.hex_hex.deeds import scorched_cards
from hexlib.hex_hex.flight import (
    borrowable,
    borrows,
    choices,
    command_choices,
    commanded,
    destinations,
    maddened,
    not_there,
    open_hexes,
    pool,
)
from hexlib.hex_hex.frames import (
    ANSWER,
    ARRIVE,
    BORROW,
    BY_COMMAND,
    CARD,
    CAST,
    CHOOSE,
    DEALT,
    HEXCARD,
    HEXED,
    KEEP,
    LEAST,
    OVER,
    RACE,
    REACT,
    REVENGE,
    SHOW,
    TURNED_UP,
    WINDOWS,
    Hex,
)  # fmt: skip
from hexlib.hex_hex.hexed import may_pass_over, when_hexed
from hexlib.hex_hex.laws import penalty_reasons
from hexlib.hex_hex.pieces import number
from hexlib.hex_hex.windows import useful, waiting

if TYPE_CHECKING:
    from hexlib.hex_hex.components import Card
    from hexlib.hex_hex.state import HexHexState

__all__ = ["normal", "reasons", "reasons_together"]

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
}


def normal(state: HexHexState, action: Action) -> Action:
    """The action as the lists have it: without a number where there is one Hex, with a target where there is one."""
    if isinstance(action, Pass):
        return Pass(state.asked) if action.seat < 0 else action
    if isinstance(action, Yield):
        held = state.holding(action.seat)
        return Yield(action.seat) if len(held) == 1 and action.hexes == (held[0].num,) else action
    if not isinstance(action, (Play, React)):
        return action
    seat, hexes = action.seat, action.hexes
    card = state.game.rules.cards[action.card]
    if isinstance(action, React):
        held = state.holding(action.on)
        if len(hexes) == 1 and card.scorch and len(held) == 1 and hexes == (held[0].num,):
            return React(seat, action.card, action.on, action.word)
        if len(hexes) == 1 and card.cancel:
            entries = [e for e in state.ready if e.seat == action.on and e.stage == TURNED_UP]
            if len(entries) == 1 and hexes[0] in entries[0].hexes:
                return React(seat, action.card, action.on)
        return action
    mine = open_hexes(state, seat) if state.agenda[-1][0] == ANSWER else []
    held = state.holding(seat) if mine else list(state.hexes)
    if len(hexes) == 1 and not card.twixt and len(held) == 1 and hexes == (held[0].num,):
        hexes = ()
    target = action.target
    if target < 0 and mine and not card.twixt:
        h = mine[0] if not hexes else state.hex(hexes[0])
        found = choices(state, seat, card, h)
        if found is not None and h is not None and not commanded(state, seat, card, h):
            free = [t for t in found if not any(not_there(state, seat, card, h, (t,)))]
            target = free[0] if len(free) == 1 else -1
    if hexes == action.hexes and target == action.target:
        return action
    return Play(seat, action.card, hexes, target, action.other)


# -- words -------------------------------------------------------------------------------------------------------------


def _wait(state: HexHexState) -> str:
    return _NOW.get(state.agenda[-1][0], "something else comes first")


def _not_now(state: HexHexState, rule: str, what: str, hint: str = "") -> Reason:
    return Reason(rule, f"{what}: now {_wait(state)}.", (), hint)


def _holds(state: HexHexState, seat: int, name: str) -> Iterator[Reason]:
    """The card must be in the hand."""
    if name not in state.hand[seat]:
        title = state.game.rules.cards[name].title
        who = NAMES[seat]
        text = f"{who} does not hold {title}."
        if state.foretold >> seat & 1 and state.hand[seat]:
            text = f"{who} does not hold {title}; the top card of the stack is all that may be played."
        yield Reason("hexhex.play.respond_face_up", text)


def _in_turn(state: HexHexState, seat: int, kind: int, rule: str, what: str) -> Iterator[Reason]:
    """The action belongs to one moment and one player."""
    if state.agenda[-1][0] != kind:
        yield _not_now(state, rule, what)
    elif seat != state.asked:
        yield Reason(rule, f"It is for {NAMES[state.asked]} to decide, not for {NAMES[seat]}.")


# -- one function a kind of action -------------------------------------------------------------------------------------


def _cast(state: HexHexState, action: Cast) -> Iterator[Reason]:
    if state.agenda[-1][0] != CAST:
        yield _not_now(state, "hexhex.play.cast_aloud", "A Hex is cast once, at the beginning of a round")
        return
    if action.seat != state.asked:
        rule = "hexhex.play.left_of_dealer" if state.round <= state.game.rules.n else "hexhex.last.least_voice_casts"
        text = f"{NAMES[state.asked]} casts in this round, not {NAMES[action.seat]}; {NAMES[state.dealer]} dealt."
        yield Reason(rule, text)
    if action.target == action.seat and state.game.rules.on("hexhex.hexed.no_self_target"):
        yield Reason("hexhex.hexed.no_self_target", "Nobody may Hex themselves.", (), "Name another player.")


def _play(state: HexHexState, action: Play) -> Iterator[Reason]:
    rules = state.game.rules
    seat, kind = action.seat, state.agenda[-1][0]
    card = rules.cards[action.card]
    borrowed = kind == ANSWER and any(c == action.card for c, _ in state.borrowed[seat])
    if not borrowed:
        found = list(_holds(state, seat, action.card))
        if found:
            yield from found
            return
    if kind == RACE and card.race:
        rule = "hexhex.hexhex.first_cancels_second"
        yield Reason(rule, "The first HEX HEX has ended the round; a second one is void.")
        return
    if kind == DEALT:
        yield from _when_dealt(state, action, card)
        return
    if kind in (CAST, LEAST):
        text = f"{card.title} cannot be played before the round begins"
        if rules.on("hexhex.start.no_other_cards") or not card.race:
            yield _not_now(state, "hexhex.start.no_other_cards", text, "Only cards that are played when dealt are.")
        return
    if card.moment == "dealt":
        yield _not_now(state, "hexhex.dealt.check_immediately", f"{card.title} is played at once when it is dealt")
        return
    if kind == HEXED:
        yield from _when_hexed(state, action, card)
        return
    if card.moment == "hexed":
        yield from _too_early(state, action, card)
        return
    if kind == ANSWER and open_hexes(state, seat):
        yield from _answer(state, action, card)
    else:
        yield from _out_of_turn(state, action, card)


def _when_dealt(state: HexHexState, action: Play, card: Card) -> Iterator[Reason]:
    rules = state.game.rules
    seat = action.seat
    if card.moment != "dealt":
        before = any(f[0] == CAST for f in state.agenda)
        rule = "hexhex.start.no_other_cards" if before else "hexhex.faq.draw_fire_immediate"
        if before and not rules.on(rule):
            rule = "hexhex.play.cast_aloud"
        yield _not_now(state, rule, f"{card.title} must wait")
        return
    if seat != state.asked:
        text = f"Cards that were dealt are played from the dealer's left: {NAMES[state.asked]} is before {NAMES[seat]}."
        yield Reason("hexhex.start.play_dealt_cards", text)
    needs = card.names or card.conjure
    if card.order:
        text = f"{card.title} needs the order of the hand."
        yield Reason("hexhex.card.foretell.effect", text, (), f"Write {card.name} and the cards, with commas.")
    elif needs and action.target < 0:
        rule = "hexhex.shackle.name" if card.names else "hexhex.card.conjure.effect"
        yield Reason(rule, f"{card.title} names a player.", (), f"Write {card.name} > and a player.")
    elif not needs and action.target >= 0:
        yield Reason(card.rules[0] if card.rules else "hexhex.play.follow_card", f"{card.title} names nobody.")
    elif needs and action.target == seat:
        rule = "hexhex.shackle.name" if card.names else "hexhex.hexed.no_self_target"
        yield Reason(rule, f"{NAMES[seat]} names another player, not themselves.")
    if action.hexes or action.other:
        yield Reason("hexhex.play.follow_card", f"{card.title} is not about a Hex in play.")


def _order(state: HexHexState, action: Order) -> Iterator[Reason]:
    rules = state.game.rules
    seat = action.seat
    card = rules.cards[action.card]
    found = list(_holds(state, seat, action.card))
    if found or not card.order:
        yield from found
        if not card.order:
            yield Reason("hexhex.card.foretell.effect", f"{card.title} stacks no hand.")
        return
    if state.agenda[-1][0] != DEALT:
        yield _not_now(state, "hexhex.dealt.check_immediately", f"{card.title} is played at once when it is dealt")
        return
    if seat != state.asked:
        yield Reason("hexhex.start.play_dealt_cards", f"{NAMES[state.asked]}'s cards come first.")
        return
    rest = list(state.hand[seat])
    rest.remove(action.card)
    others = [rules.cards[c].title for c in rest if rules.cards[c].moment == "dealt"]
    if others:
        text = f"{others[0]} is played when dealt and is not stacked; it comes before {card.title}."
        yield Reason("hexhex.faq.foretell_dealt", text)
        return
    if sorted(rest) != sorted(action.cards):
        there = ",".join(rest) or "no card"
        yield Reason("hexhex.card.foretell.effect", f"The stack holds each card of the hand once: {there}.")
        return
    yield from _stacked(state, action)


def _stacked(state: HexHexState, action: Order) -> Iterator[Reason]:
    """The order must be one in which the cards may be played (FAQs)."""
    rules = state.game.rules
    cards = [rules.cards[c] for c in action.cards]
    late = [c.moment == "hexed" for c in cards]
    if rules.on("hexhex.faq.foretell_when_hexed_bottom") and late != sorted(late):
        wrong = next(c for i, c in enumerate(cards) if late[i] and not all(late[i:]))
        text = f"{wrong.title} is played only when Hexed, so it lies below all other cards."
        yield Reason("hexhex.faq.foretell_when_hexed_bottom", text)
    free = [c for c in cards if c.moment != "hexed"]
    if (
        rules.on("hexhex.faq.foretell_legal_order")
        and free
        and free[0].not_first
        and any(not c.not_first for c in free)
    ):
        text = f"{free[0].title} may not be the first card of a round, so it is not on top."
        yield Reason("hexhex.faq.foretell_dismiss", text)
        yield Reason("hexhex.faq.foretell_legal_order", "The cards are stacked in an order in which they may be played.")


def _when_hexed(state: HexHexState, action: Play, card: Card) -> Iterator[Reason]:
    frame = state.agenda[-1]
    seat = frame[1].holder
    if action.seat != seat:
        text = f"{NAMES[seat]} is Hexed; {card.title} is too late, or too early"
        rule = "hexhex.hexhex.out_of_turn" if card.race else "hexhex.phrase.only_when_hexed"
        yield _not_now(state, rule, text)
    elif card.moment != "hexed":
        text = f"{NAMES[seat]} is Hexed already; {card.title} cannot pass a Hex that has gone off"
        yield _not_now(state, "hexhex.when_hexed.trigger", text)
    elif action.card not in useful(state, seat):
        text = f"{card.title} is not on top of {NAMES[seat]}'s stack."
        yield Reason("hexhex.card.foretell.effect", text)
    elif action.hexes or action.target >= 0 or action.other:
        yield Reason("hexhex.when_hexed.one_per_hexing", f"{card.title} is about the Hex that went off, nothing else.")


def _too_early(state: HexHexState, action: Play, card: Card) -> Iterator[Reason]:
    rules = state.game.rules
    mine = open_hexes(state, action.seat)
    can = state.agenda[-1][0] == ANSWER and mine
    if can and not rules.on("hexhex.phrase.only_when_hexed"):
        return
    own = card.rules[1] if len(card.rules) > 1 else "hexhex.phrase.only_when_hexed"
    text = f"{card.title} is played only when Hexed; {NAMES[action.seat]} is not."
    hint = "A card that passes the Hex comes first." if can else ""
    yield Reason("hexhex.phrase.only_when_hexed", text, (), hint)
    yield Reason(own, f"{card.title} waits until a Hex goes off on its holder.")
    if can:
        yield Reason("hexhex.phrase.only_when_hexed_pass_first", "The Hex before them can still be passed.")


def _answer(state: HexHexState, action: Play, card: Card) -> Iterator[Reason]:
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
        yield from _if_maddened(state, seat, card)
        return
    if not action.hexes and len(state.holding(seat)) > 1:
        which = " and ".join(f"#{n}" for n in nums)
        yield Reason("hexhex.multi.separate_cards", f"Hexes {which} are before {who}; say which.", (), f"As #{nums[0]}.")
        return
    if len(action.hexes) > 1:
        yield Reason("hexhex.multi.separate_cards", f"{card.title} answers one Hex; each needs a card of its own.")
        return
    wrong = [n for n in action.hexes if n not in nums]
    if wrong:
        yield Reason("hexhex.play.intended", f"Hex #{wrong[0]} does not wait for an answer of {who}.")
        return
    h = mine[0] if not action.hexes else next(x for x in mine if x.num == action.hexes[0])
    yield from _first_card(state, seat, card)
    if card.ways:
        yield from _aimed(state, action, card, h)
    elif card.detonate:
        yield from _named(state, action, card)
        yield from _if_maddened(state, seat, card)
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


def _first_card(state: HexHexState, seat: int, card: Card) -> Iterator[Reason]:
    if card.not_first and not state.firsts[seat] and state.game.rules.on("hexhex.start.first_card_condition"):
        text = f"{card.title} may not be the first card that {NAMES[seat]} plays in a round; it would be."
        yield Reason("hexhex.start.first_card_condition", text, (), "Cards played when dealt do not count.")


def _if_maddened(state: HexHexState, seat: int, card: Card) -> Iterator[Reason]:
    """Out-of-turn cards are barred to the Intended of a Maddened Hex (X48)."""
    rules = state.game.rules
    if card.race and rules.reading["maddened_hexhex"] == "legal":
        return
    if not rules.on("hexhex.fixation.out_of_turn_ok") and any(maddened(state, s) for s in range(rules.n)):
        yield Reason("hexhex.fixation.out_of_turn_ok", "Nobody plays out of turn in this broken game.")
    if maddened(state, seat) and rules.on("hexhex.fixation.intended_illegal"):
        text = f"{NAMES[seat]} is the Intended of a Maddened Hex and may not play {card.title}."
        yield Reason("hexhex.fixation.intended_illegal", text, (), "Pass the Hex as compelled.")


def _named(state: HexHexState, action: Play, card: Card) -> Iterator[Reason]:
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
        return Reason("hexhex.challenge.target", f"{target} holds no card and cannot be challenged.", (), f"{names} can.")
    if card.ways == "most":
        text = f"{target} holds {number(len(state.hand[action.target]), 'card')}, not the most."
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
        yield Reason(rule, f"{card.title} answers two Hexes before {who}; there are {len(nums)}.")
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
    yield from why


def _out_of_turn(state: HexHexState, action: Play, card: Card) -> Iterator[Reason]:
    """A card of one's own that is played when it is not one's turn."""
    rules = state.game.rules
    seat, kind = action.seat, state.agenda[-1][0]
    who = NAMES[seat]
    if card.moment != "any":
        if card.moment in ("arrival", "reaction"):
            text = f"{card.title} is played on a player."
            yield Reason("hexhex.play.follow_card", text, (), f"Write {card.name} ! and a player.")
        else:
            text = f"No Hex waits for an answer of {who}; {card.title} is played by the Intended"
            yield _not_now(state, "hexhex.phrase.when_intended", text)
        return
    fits = (ARRIVE, REACT, CARD) if card.race else (ARRIVE,)
    if kind not in fits:
        rule = "hexhex.hexhex.out_of_turn" if card.race else "hexhex.card.detonate.out_of_turn"
        yield _not_now(state, rule, f"{card.title} cannot be played at this moment")
        return
    if not waiting(state.agenda[-1]) >> seat & 1:
        yield Reason("hexhex.phrase.out_of_turn", f"{who} has let this moment go by.")
    if action.card not in useful(state, seat):
        yield Reason("hexhex.card.foretell.effect", f"{card.title} is not on top of {who}'s stack.")
    yield from _if_maddened(state, seat, card)
    if kind == ARRIVE and any(h.holder == seat for h in state.hexes) and not maddened(state, seat):
        text = f"{who} is the Intended and plays {card.title} as the answer, in a moment."
        yield Reason("hexhex.phrase.when_intended", text)
    if card.race:
        if not rules.on("hexhex.hexhex.out_of_turn"):
            yield Reason("hexhex.hexhex.out_of_turn", f"{card.title} is only for the Intended in this broken game.")
        if action.target >= 0 or action.hexes:
            yield Reason("hexhex.hexhex.dismisses_all", f"{card.title} is about every Hex in play and names nobody.")
        return
    yield from _first_card(state, seat, card)
    yield from _named(state, action, card)
    nums = [h.num for h in state.hexes if h.num < state.step_from]
    if not action.hexes and len(state.hexes) > 1:
        yield Reason("hexhex.multi.many", f"There are {len(nums)} Hexes in play; say which.", (), f"As #{nums[0]}.")
    elif len(action.hexes) > 1 or (action.hexes and action.hexes[0] not in nums):
        yield Reason("hexhex.multi.many", f"{card.title} is about one Hex in play.")


def _react(state: HexHexState, action: React) -> Iterator[Reason]:
    rules = state.game.rules
    seat, kind = action.seat, state.agenda[-1][0]
    card = rules.cards[action.card]
    who = NAMES[seat]
    found = list(_holds(state, seat, action.card))
    if found:
        yield from found
        return
    if card.moment not in ("arrival", "reaction"):
        yield Reason("hexhex.play.follow_card", f"{card.title} is not played against a player.", (), "Leave the ! out.")
        return
    before = any(f[0] in (CAST, LEAST) for f in state.agenda)
    if before:
        text = f"{card.title} cannot be played before the round begins"
        yield _not_now(state, "hexhex.start.no_other_cards", text)
        yield _not_now(state, "hexhex.phrase.out_of_turn", text)
        return
    fits = (ARRIVE,) if card.moment == "arrival" else (REACT, CARD, HEXCARD)
    if card.moment == "arrival" and not rules.on("hexhex.scorch.timing") and card.scorch:
        fits = (ARRIVE, ANSWER, REACT)
    if kind not in fits:
        rule = "hexhex.scorch.timing" if card.moment == "arrival" else "hexhex.faq.cancel_as_played"
        yield _not_now(state, rule, f"{card.title} is not for this moment")
        return
    if kind in WINDOWS and not waiting(state.agenda[-1]) >> seat & 1:
        yield Reason("hexhex.phrase.out_of_turn", f"{who} has let this moment go by.")
    if action.card not in useful(state, seat):
        yield Reason("hexhex.card.foretell.effect", f"{card.title} is not on top of {who}'s stack.")
    yield from _if_maddened(state, seat, card)
    if card.cancel and not rules.on("hexhex.absorb.out_of_turn") and not state.holding(seat):
        yield Reason("hexhex.absorb.out_of_turn", f"{card.title} is only for the Intended in this broken game.")
    if action.on == seat:
        rule = "hexhex.scorch.timing" if card.moment == "arrival" else "hexhex.faq.cancel_as_played"
        yield Reason(rule, f"{card.title} is played on another player, not on oneself.")
        return
    if card.cancel:
        yield from _cancels(state, action, card)
    else:
        yield from _on_intended(state, action, card)


def _cancels(state: HexHexState, action: React, card: Card) -> Iterator[Reason]:
    rules = state.game.rules
    frame = state.agenda[-1]
    on = NAMES[action.on]
    if action.word:
        yield Reason("hexhex.play.follow_card", f"{card.title} names no direction.")
    if frame[0] in (CARD, HEXCARD):
        if frame[1] != action.on:
            text = f"The card on the table is {NAMES[frame[1]]}'s, not {on}'s."
            yield Reason("hexhex.faq.cancel_as_played", text)
            return
        if action.hexes:
            yield Reason("hexhex.play.follow_card", "The card on the table needs no number.")
        name = frame[2]
    else:
        entries = [e for e in state.ready if e.stage == TURNED_UP and e.seat == action.on]
        if not entries:
            text = f"{on} has no card that was turned up just now and can still be cancelled."
            yield Reason("hexhex.faq.cancel_as_played", text, (), "A cancelling card works only as a card is played.")
            return
        if len(entries) > 1 and not action.hexes:
            nums = ", ".join(f"#{n}" for e in entries for n in e.hexes)
            yield Reason("hexhex.absorb.cancel_and_take", f"{on} played several cards; say the Hex: {nums}.")
            return
        if len(entries) == 1 and action.hexes and action.hexes != entries[0].hexes[:1]:
            yield Reason("hexhex.absorb.cancel_and_take", f"{on} played one card, on another Hex.")
            return
        entries = [e for e in entries if not action.hexes or action.hexes[0] in e.hexes]
        if not entries or len(action.hexes) > 1:
            yield Reason("hexhex.absorb.cancel_and_take", f"{on} played no card on that Hex.")
            return
        if action.hexes and len(entries[0].hexes) > 1 and action.hexes != entries[0].hexes[:1]:
            yield Reason("hexhex.absorb.cancel_and_take", f"Name it by its first Hex, #{entries[0].hexes[0]}.")
            return
        name = entries[0].other or entries[0].card
        if not rules.on("hexhex.faq.cancel_maddened_pass") and maddened(state, action.on):
            yield Reason("hexhex.faq.cancel_maddened_pass", "Not in this broken game.")
    if not rules.on("hexhex.faq.cancel_fixation") and rules.cards[name].compel:
        yield Reason("hexhex.faq.cancel_fixation", "Not in this broken game.")
    if rules.cards[name].immune and rules.on("hexhex.hexhex.uncancellable"):
        yield Reason("hexhex.hexhex.uncancellable", f"No card cancels {rules.cards[name].title}.")


def _on_intended(state: HexHexState, action: React, card: Card) -> Iterator[Reason]:
    rules = state.game.rules
    on, who = NAMES[action.on], NAMES[action.seat]
    held = [h for h in state.holding(action.on) if h.num < state.step_from]
    if not held:
        yield Reason("hexhex.scorch.timing", f"{on} is not the Intended: no Hex has just come to them.")
        return
    if card.scorch:
        if not action.word:
            yield Reason("hexhex.scorch.choose_direction", f"{card.title} names left or right.", (), "Add one of them.")
        nums = [h.num for h in held]
        if len(nums) > 1 and not action.hexes:
            yield Reason("hexhex.multi.same_target", f"{len(nums)} Hexes are before {on}; say which.", (), f"As #{nums[0]}.")
        elif (len(nums) == 1 and action.hexes) or len(action.hexes) > 1 or any(n not in nums for n in action.hexes):
            yield Reason("hexhex.multi.same_target", f"{card.title} is about one Hex before {on}.")
        return
    if action.word or action.hexes:
        yield Reason("hexhex.play.follow_card", f"{card.title} names a player and nothing else.")
    if card.command and state.command[action.on] >= 0:
        text = f"{NAMES[state.command[action.on]]} commands {on} already."
        yield Reason("hexhex.faq.command_choice", text)
    if card.charm and state.charmed[action.on] >> action.seat & 1:
        yield Reason("hexhex.faq.command_ignores_charm", f"{on} is under {who}'s Charm already.")
    del rules


def _yield(state: HexHexState, action: Yield) -> Iterator[Reason]:
    """Letting a Hex go off on purpose."""
    rules = state.game.rules
    seat, who = action.seat, NAMES[action.seat]
    mine = open_hexes(state, seat) if state.agenda[-1][0] == ANSWER else []
    if not mine:
        yield _not_now(state, "hexhex.phrase.when_intended", f"No Hex waits for an answer of {who}")
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


def _pass(state: HexHexState, action: Pass) -> Iterator[Reason]:
    kind = state.agenda[-1][0]
    who = NAMES[action.seat]
    if kind in WINDOWS:
        if not waiting(state.agenda[-1]) >> action.seat & 1 or not state.hand[action.seat]:
            yield Reason("hexhex.phrase.out_of_turn", f"This moment has gone by for {who}.")
    elif kind == HEXED:
        if action.seat != state.asked:
            yield Reason("hexhex.when_hexed.must_play", f"{NAMES[state.asked]} is Hexed, not {who}.")
        elif not may_pass_over(state, state.agenda[-1]):
            card = state.game.rules.cards[when_hexed(state, action.seat)[0]].title
            text = f"{who} is Hexed and holds {card}, which must be played, for good or bad."
            yield Reason("hexhex.when_hexed.must_play", text)
    elif kind == REVENGE:
        if action.seat != state.asked:
            yield Reason("hexhex.law.sample_revenge", f"Revenge is {NAMES[state.asked]}'s.")
    elif kind == ANSWER and open_hexes(state, action.seat):
        text = f"{who} is the Intended and must answer if a card can."
        yield Reason("hexhex.hexed.not_voluntary", text)
    else:
        yield _not_now(state, "hexhex.phrase.out_of_turn", "There is nothing to let go by")


def _choose(state: HexHexState, action: Choose) -> Iterator[Reason]:
    found = list(_in_turn(state, action.seat, CHOOSE, "hexhex.faq.command_choice", "There is nothing to choose"))
    if found:
        yield from found
        return
    entry = next(e for e in state.ready if e.target == BY_COMMAND and state.command[e.seat] == action.seat)
    if action.target in command_choices(state, entry):
        return
    title = state.game.rules.cards[entry.card].title
    if action.target == action.seat:
        yield Reason("hexhex.hexed.no_self_target", f"{NAMES[action.seat]} may not send the Hex to themselves.")
        return
    names = " or ".join(NAMES[t] for t in command_choices(state, entry))
    text = f"{NAMES[entry.seat]}'s {title} cannot go to {NAMES[action.target]}."
    yield Reason("hexhex.faq.command_choice", text, (), f"It goes to {names}.")


def _dealer(state: HexHexState, action: Dealer) -> Iterator[Reason]:
    rule = "hexhex.last.least_voice_selects"
    yield from _in_turn(state, action.seat, LEAST, rule, "A dealer is selected for the last round and tie-breakers")


def _last(state: HexHexState, action: Last) -> Iterator[Reason]:
    if state.agenda[-1][0] != RACE:
        yield _not_now(state, "hexhex.hexhex.last_player", "There is no race")


def _show(state: HexHexState, action: Show) -> Iterator[Reason]:
    found = list(_in_turn(state, action.seat, SHOW, "hexhex.scorch.show", "There is nothing to show"))
    if found:
        yield from found
        return
    yield from _holds(state, action.seat, action.card)
    word = state.agenda[-1][2]
    if action.card in state.hand[action.seat] and action.card not in scorched_cards(state, action.seat, word):
        title = state.game.rules.cards[action.card].title
        yield Reason("hexhex.scorch.show", f"The word {word} does not stand on {title}.")


def _borrow(state: HexHexState, action: Borrow) -> Iterator[Reason]:
    rule = "hexhex.no_mans_hand.borrow"
    found = list(_in_turn(state, action.seat, BORROW, rule, "There is nothing to borrow"))
    if found:
        yield from found
    elif action.target == action.seat:
        yield Reason(rule, "The card comes from another player.")
    elif not borrowable(state, action.target):
        yield Reason(rule, f"{NAMES[action.target]} has no card that was not borrowed already in this round.")


def _keep(state: HexHexState, action: Keep) -> Iterator[Reason]:
    yield from _in_turn(state, action.seat, KEEP, "hexhex.bind.keep", "Hands are kept or discarded at the end of a round")


def _revenge(state: HexHexState, action: Revenge) -> Iterator[Reason]:
    rule = "hexhex.law.sample_revenge"
    found = list(_in_turn(state, action.seat, REVENGE, rule, "There is no revenge to take"))
    yield from found
    if not found and action.target == action.seat:
        yield Reason(rule, "Revenge is taken on another player.")


_WHY: dict[type[Action], Callable[[Any, Any], Iterator[Reason]]] = {
    Cast: _cast,
    Play: _play,
    React: _react,
    Choose: _choose,
    Order: _order,
    Dealer: _dealer,
    Last: _last,
    Pass: _pass,
    Show: _show,
    Borrow: _borrow,
    Keep: _keep,
    Yield: _yield,
    Revenge: _revenge,
    Penalty: penalty_reasons,
}


def reasons(state: HexHexState, action: Action) -> Iterator[Reason]:
    """Every reason against the action; nothing for a legal one."""
    if state.agenda[-1][0] == OVER and not isinstance(action, Together):
        yield Reason("hexhex.win.most", "The game is over.")
        return
    yield from _WHY[type(action)](state, action)


def reasons_together(state: HexHexState, action: Together) -> Iterator[Reason]:
    """Several players commit at once: each action by itself, as all are chosen unseen."""
    seats = [getattr(a, "seat", -1) for a in action.actions]
    if state.agenda[-1][0] != ANSWER or len(state.committing()) < 2:
        yield _not_now(state, "hexhex.multi.simultaneous", "Only players with Hexes act at the same time")
        return
    if len(set(seats)) < len(seats):
        yield Reason("hexhex.multi.ready_cards", "Each player readies one card at a time.")
    for each in action.actions:
        if not isinstance(each, (Play, Yield)):
            yield Reason("hexhex.multi.ready_cards", f"{each} is not a card that is readied.")
            continue
        yield from reasons(state, normal(state, each))
