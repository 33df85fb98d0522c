"""Moving pieces and cards about, and writing down what happened."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from hexlib.game import Event, Rng
from hexlib.knee_deep.state import N_UNITS

if TYPE_CHECKING:
    from hexlib.knee_deep.state import KneeDeepState

__all__ = ["Log", "from_supply", "lose_card", "note", "put", "remove", "shift", "sort_hand", "take_card", "wreck"]

Log = list[Event] | None


def sort_hand(state: KneeDeepState, cards: Iterable[str]) -> tuple[str, ...]:
    """Cards in the order of the catalogue, as hands are kept."""
    return tuple(sorted(cards, key=state.game.card_order))


def note(log: Log, kind: str, text: str, *rules: str, seen_by: int | None = None, **data: Any) -> None:
    """Add an event to the log; ``seen_by`` is the one seat that may know it, None for everybody."""
    if log is not None:
        log.append(Event(kind, text, rules, tuple(data.items()), None if seen_by is None else frozenset({seen_by})))


# -- cards -------------------------------------------------------------------------------------------------------------


def take_card(state: KneeDeepState, seat: int, log: Log, *rules: str) -> bool:
    """Draw the top card; False if the pile is empty, which is never refilled (Basic Rules: Cards, C)."""
    if not state.draw[seat] and not state.game.rules.on("kdh.cards.no_reshuffle"):
        rng = Rng(state.rng)
        state.draw[seat], state.discard[seat] = tuple(rng.shuffled(state.discard[seat])), ()
        state.rng = rng.state
    pile = state.draw[seat]
    name = state.game.seats[seat] if log is not None else ""
    if not pile:
        note(log, "draw.none", f"{name}'s draw pile is empty: no card.", "kdh.cards.no_reshuffle", player=seat)
        return False
    state.draw[seat] = pile[1:]
    state.hand[seat] = sort_hand(state, (*state.hand[seat], pile[0]))
    if not state.draw[seat] and not state.game.rules.on("kdh.cards.no_reshuffle"):
        rng = Rng(state.rng)
        state.draw[seat], state.discard[seat] = tuple(rng.shuffled(state.discard[seat])), ()
        state.rng = rng.state
    if log is not None:
        note(log, "draw", f"{name} draws a card.", *rules, player=seat)
        note(
            log,
            "draw.card",
            f"{name} draws {state.game.cards[pile[0]].title}.",
            seen_by=seat,
            player=seat,
            card=pile[0],
        )
    return True


def lose_card(state: KneeDeepState, seat: int, card: str) -> None:
    """Move a card from the hand to the discard pile, face up (K56)."""
    hand = list(state.hand[seat])
    if card in hand:
        hand.remove(card)
        state.hand[seat] = tuple(hand)
        state.discard[seat] = (*state.discard[seat], card)


# -- pieces ------------------------------------------------------------------------------------------------------------


def put(state: KneeDeepState, kind: int, seat: int, field: int) -> None:
    """Put a piece on a field. A piece that a broken rule let stand there goes back to its owner's supply."""
    if state.at[field]:
        old = state.at[field] - 1
        remove(state, field)
        state.supply[old] += 1
    code = seat * N_UNITS + kind
    spot = 1 << field
    state.at[field] = code + 1
    state.by[code] |= spot
    state.own[seat] |= spot


def remove(state: KneeDeepState, field: int) -> int:
    """Take the piece off a field; returns seat * number of kinds + kind."""
    code = state.at[field] - 1
    spot = ~(1 << field)
    state.at[field] = 0
    state.by[code] &= spot
    state.own[code // N_UNITS] &= spot
    return code


def shift(state: KneeDeepState, source: int, target: int) -> int:
    """Move a piece to another field, with what has been done with it this turn; returns its code as ``remove`` does."""
    if state.at[target]:  # a broken rule lets pieces stand on one another
        code = remove(state, source)
        put(state, code % N_UNITS, code // N_UNITS, target)
    else:
        code = state.at[source] - 1
        swap = 1 << source | 1 << target
        state.at[source], state.at[target] = 0, code + 1
        state.by[code] ^= swap
        state.own[code // N_UNITS] ^= swap
    here, there = 1 << source, 1 << target
    if (state.fresh | state.moved | state.spent) & here:
        for name in ("fresh", "moved", "spent"):
            marks = getattr(state, name)
            if marks & here:
                setattr(state, name, marks & ~here | there)
    return code


def wreck(state: KneeDeepState, code: int) -> None:
    """A destroyed piece goes to the scrapyard, and not back to the supply (The Game Board, 3; ruling K20)."""
    (state.scrap if state.game.rules.on("kdh.scrapyard.destination") else state.supply)[code] += 1


def from_supply(state: KneeDeepState, kind: int, seat: int, field: int) -> None:
    """Put a piece of the supply on the board."""
    code = seat * N_UNITS + kind
    if state.supply[code]:
        state.supply[code] -= 1
    put(state, kind, seat, field)
