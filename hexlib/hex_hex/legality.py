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
from hexlib.hex_hex.answering import answer, holds, in_turn, not_now, yielding
from hexlib.hex_hex.deeds import scorched_cards
from hexlib.hex_hex.flight import (
    borrowable,
    choices,
    command_choices,
    commanded,
    not_there,
    open_hexes,
)
from hexlib.hex_hex.frames import (
    ANSWER,
    BORROW,
    BY_COMMAND,
    CAST,
    CHOOSE,
    DEALT,
    HEXED,
    KEEP,
    LEAST,
    OPPOSITE,
    OVER,
    RACE,
    REVENGE,
    SHOW,
    STACK,
    TURNED_UP,
    WINDOWS,
)  # fmt: skip
from hexlib.hex_hex.hexed import may_pass_over, when_hexed
from hexlib.hex_hex.laws import opposite, penalty_reasons
from hexlib.hex_hex.pieces import number
from hexlib.hex_hex.reacting import out_of_turn, react
from hexlib.hex_hex.windows import useful, waiting

if TYPE_CHECKING:
    from hexlib.hex_hex.components import Card
    from hexlib.hex_hex.state import HexHexState

__all__ = ["against", "normal", "reasons"]


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


def _cast(state: HexHexState, action: Cast) -> Iterator[Reason]:
    if state.agenda[-1][0] != CAST:
        yield not_now(state, "hexhex.play.cast_aloud", "A Hex is cast once, at the beginning of a round")
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
        found = list(holds(state, seat, action.card))
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
            yield not_now(state, "hexhex.start.no_other_cards", text, "Only cards that are played when dealt are.")
        return
    if card.moment == "dealt":
        yield not_now(state, "hexhex.dealt.check_immediately", f"{card.title} is played at once when it is dealt")
        return
    if kind == HEXED:
        yield from _when_hexed(state, action, card)
        return
    if card.moment == "hexed":
        yield from _too_early(state, action, card)
        return
    if kind == ANSWER and open_hexes(state, seat):
        yield from answer(state, action, card)
    else:
        yield from out_of_turn(state, action, card)


def _when_dealt(state: HexHexState, action: Play, card: Card) -> Iterator[Reason]:
    rules = state.game.rules
    seat = action.seat
    if card.moment != "dealt":
        before = any(f[0] == CAST for f in state.agenda)
        rule = "hexhex.start.no_other_cards" if before else "hexhex.faq.draw_fire_immediate"
        if before and not rules.on(rule):
            rule = "hexhex.play.cast_aloud"
        yield not_now(state, rule, f"{card.title} must wait")
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
    found = list(holds(state, seat, action.card))
    by_law = state.agenda[-1][0] == STACK and card.order
    if (found and not by_law) or not card.order:
        yield from found
        if not card.order:
            yield Reason("hexhex.card.foretell.effect", f"{card.title} stacks no hand.")
        return
    if state.agenda[-1][0] not in (DEALT, STACK):
        yield not_now(state, "hexhex.dealt.check_immediately", f"{card.title} is played at once when it is dealt")
        return
    if seat != state.asked:
        yield Reason("hexhex.start.play_dealt_cards", f"{NAMES[state.asked]}'s cards come first.")
        return
    rest = list(state.hand[seat])
    if not by_law:
        rest.remove(action.card)
    rest = [c for c in rest if not rules.cards[c].order]  # a second one of its kind stacks anew what is left
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
        yield Reason(
            "hexhex.faq.foretell_legal_order", "The cards are stacked in an order in which they may be played."
        )


def _when_hexed(state: HexHexState, action: Play, card: Card) -> Iterator[Reason]:
    frame = state.agenda[-1]
    seat = frame[1].holder
    if action.seat != seat:
        text = f"{NAMES[seat]} is Hexed; {card.title} is too late, or too early"
        rule = "hexhex.hexhex.out_of_turn" if card.race else "hexhex.phrase.only_when_hexed"
        yield not_now(state, rule, text)
    elif card.moment != "hexed":
        text = f"{NAMES[seat]} is Hexed already; {card.title} cannot pass a Hex that has gone off"
        yield not_now(state, "hexhex.when_hexed.trigger", text)
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
        yield not_now(state, "hexhex.phrase.out_of_turn", "There is nothing to let go by")


def _choose(state: HexHexState, action: Choose) -> Iterator[Reason]:
    if state.agenda[-1][0] == OPPOSITE:
        rule = "hexhex.law.sample_dealt_opposite"
        found = list(in_turn(state, action.seat, OPPOSITE, rule, ""))
        yield from found
        if not found and action.target not in opposite(state, action.seat):
            names = " or ".join(NAMES[t] for t in opposite(state, action.seat))
            text = f"{NAMES[action.target]} does not sit opposite {NAMES[action.seat]}."
            yield Reason(rule, text, (), f"{names} does.")
        return
    found = list(in_turn(state, action.seat, CHOOSE, "hexhex.faq.command_choice", "There is nothing to choose"))
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
    yield from in_turn(state, action.seat, LEAST, rule, "A dealer is selected for the last round and tie-breakers")


def _last(state: HexHexState, action: Last) -> Iterator[Reason]:
    if state.agenda[-1][0] != RACE:
        yield not_now(state, "hexhex.hexhex.last_player", "There is no race")


def _show(state: HexHexState, action: Show) -> Iterator[Reason]:
    found = list(in_turn(state, action.seat, SHOW, "hexhex.scorch.show", "There is nothing to show"))
    if found:
        yield from found
        return
    yield from holds(state, action.seat, action.card)
    word = state.agenda[-1][2]
    if action.card in state.hand[action.seat] and action.card not in scorched_cards(state, action.seat, word):
        title = state.game.rules.cards[action.card].title
        yield Reason("hexhex.scorch.show", f"The word {word} does not stand on {title}.")


def _borrow(state: HexHexState, action: Borrow) -> Iterator[Reason]:
    rule = "hexhex.no_mans_hand.borrow"
    found = list(in_turn(state, action.seat, BORROW, rule, "There is nothing to borrow"))
    if found:
        yield from found
    elif action.target == action.seat:
        yield Reason(rule, "The card comes from another player.")
    elif not borrowable(state, action.target):
        yield Reason(rule, f"{NAMES[action.target]} has no card that was not borrowed already in this round.")


def _keep(state: HexHexState, action: Keep) -> Iterator[Reason]:
    yield from in_turn(
        state, action.seat, KEEP, "hexhex.bind.keep", "Hands are kept or discarded at the end of a round"
    )


def _revenge(state: HexHexState, action: Revenge) -> Iterator[Reason]:
    rule = "hexhex.law.sample_revenge"
    found = list(in_turn(state, action.seat, REVENGE, rule, "There is no revenge to take"))
    yield from found
    if not found and action.target == action.seat:
        yield Reason(rule, "Revenge is taken on another player.")


_WHY: dict[type[Action], Callable[[Any, Any], Iterator[Reason]]] = {
    Cast: _cast,
    Play: _play,
    React: react,
    Choose: _choose,
    Order: _order,
    Dealer: _dealer,
    Last: _last,
    Pass: _pass,
    Show: _show,
    Borrow: _borrow,
    Keep: _keep,
    Yield: yielding,
    Revenge: _revenge,
    Penalty: penalty_reasons,
}


def reasons(state: HexHexState, action: Action) -> Iterator[Reason]:
    """Every reason against the action; nothing for a legal one."""
    if state.agenda[-1][0] == OVER and not isinstance(action, Together):
        yield Reason("hexhex.win.most", "The game is over.")
        return
    yield from _WHY[type(action)](state, action)


def against(state: HexHexState, action: Action) -> Iterator[Reason]:
    """Every reason against an action of any make, also one that no player could mean."""
    wrong = _malformed(state, action)
    if wrong is not None:
        yield wrong
    elif isinstance(action, Together):
        yield from _together(state, action)
    else:
        yield from reasons(state, normal(state, action))


def _malformed(state: HexHexState, action: Action) -> Reason | None:
    """Why the action means nothing at this table: no such player, no such card, no such action."""
    rules = state.game.rules
    if isinstance(action, Together):
        return next((wrong for each in action.actions if (wrong := _malformed(state, each))), None)
    if type(action) not in _WHY:
        return Reason("hexhex.play.follow_card", f"{str(action)[:60]!r} is not an action of HEX HEX NEXT.")
    # Nobody is -1 where a player need not be named; a pass without a name is of whoever is asked.
    optional = -1 if isinstance(action, (Play, Pass)) else 0
    lowest = {"seat": -1 if isinstance(action, Pass) else 0, "target": optional, "on": 0}
    for name, least in lowest.items():
        seat = getattr(action, name, 0)
        if type(seat) is not int or not least <= seat < rules.n:
            text = f"There is no seat {seat!r}: {number(rules.n, 'player')} sit at this table."
            return Reason("hexhex.components.voice_cards", text, (), "Seats are counted from 0.")
    cards = [*getattr(action, "cards", ()), *([action.card] if hasattr(action, "card") else [])]
    if getattr(action, "other", ""):
        cards.append(action.other)  # type: ignore[attr-defined]
    unknown = next((card for card in cards if card not in rules.cards), None)
    return None if unknown is None else Reason("hexhex.components.cards", f"There is no card {unknown!r}.")


def _together(state: HexHexState, action: Together) -> Iterator[Reason]:
    """Several players commit at once: each action by itself, as all are chosen unseen."""
    seats = [getattr(a, "seat", -1) for a in action.actions]
    if state.agenda[-1][0] != ANSWER or len(state.committing()) < 2:
        yield not_now(state, "hexhex.multi.simultaneous", "Only players with Hexes act at the same time")
        return
    if len(set(seats)) < len(seats):
        yield Reason("hexhex.multi.ready_cards", "Each player readies one card at a time.")
    for each in action.actions:
        if not isinstance(each, (Play, Yield)):
            yield Reason("hexhex.multi.ready_cards", f"{each} is not a card that is readied.")
            continue
        yield from reasons(state, normal(state, each))
