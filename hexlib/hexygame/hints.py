"""The nearest legal way, for a reason that says why something is not allowed. What a hint names can be done."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from hexlib.hexygame.board import FIELDS, NO_FIELD
from hexlib.hexygame.components import BUILDING
from hexlib.hexygame.pieces import sphere
from hexlib.hexygame.timing import may_act
from hexlib.hexygame.vocabulary import FLYING, REACH, Cost, Target

if TYPE_CHECKING:
    from hexlib.hexygame.items import Piece
    from hexlib.hexygame.state import HexyState

__all__ = ["can_attack", "count", "free_fields", "gather", "in_range_of", "names", "targets"]


def names(fields: Iterable[int], most: int = 5) -> str:
    """ "d4, e5 and 2 more"."""
    found = [FIELDS[f] for f in fields]
    return ", ".join(found[:most]) + (f" and {len(found) - most} more" if len(found) > most else "")


def free_fields(state: HexyState, mask: int) -> str:
    """Names of the empty fields of a set of fields."""
    return names(f for f in state.map.fields if mask >> f & 1 and f not in state.at)


def count(n: int, noun: str) -> str:
    """ "1 ability", "2 abilities"."""
    many = f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s"
    return f"{n} {noun if n == 1 else many}"


def gather(state: HexyState, cost: Cost, card: int = -1, spare: int = NO_FIELD) -> str:
    """How the seat to act could bring together the energy for the cost: "First burn e2 2; discard 1 card."

    Args:
        cost: what is to be paid.
        card: a card of the hand that must not be discarded, because it is the one to be cast.
        spare: a field whose building must keep its points.
    """
    if not may_act(state):
        return ""
    seat, rules = state.asked, state.game.rules
    pool = list(state.pool[seat])
    left: dict[int, int] = {}
    for field in sorted(state.at):
        piece = state.at[field]
        own = piece.owner == seat and piece.type == BUILDING and field != spare
        if own and state.game.cards.cards[piece.kind].per_point:
            # The last point of a building may carry the Sphere into which a spell is to be cast.
            left[field] = piece.points - (1 if rules.keep_last_point or card >= 0 else 0)
    taken: dict[int, int] = {}

    def burn(need: int, colour: int | None) -> int:
        """Take points until the need is met; what is still missing."""
        for field in left:
            made = state.game.cards.cards[state.at[field].kind]
            while need > 0 and left[field] > 0 and colour in (None, made.yields):
                left[field] -= 1
                taken[field] = taken.get(field, 0) + 1
                pool[made.yields] += made.per_point
                need -= made.per_point
        return need

    for colour in (1, 2, 3):
        if burn(cost[colour] - pool[colour], colour) > 0:
            return ""
    missing = burn(sum(cost) - sum(pool), None)
    cards = len(state.hand[seat]) - (card in state.hand[seat])
    if missing > cards:
        return ""
    steps = [f"burn {FIELDS[f]} {n}" for f, n in sorted(taken.items())]
    if missing > 0:
        steps.append(f"discard {count(missing, 'card')}")
    return f"First {'; '.join(steps)}." if steps else ""


def reaches_flyers(piece: Piece) -> bool:
    """Whether it may attack a flyer: a creature that flies, has Reach or an attack distance of two or more."""
    return piece.type == 1 and (bool(piece.keys & (FLYING | REACH)) or piece.distance >= 2)


def in_range_of(state: HexyState, source: int) -> str:
    """What the card on the field may attack: "In range: d5, e6."; empty for nothing."""
    piece = state.at[source]
    far = state.map.distance[source]
    found = [
        f
        for f in sorted(state.at)
        if state.at[f].owner != piece.owner
        and far[f] <= piece.distance
        and (not state.at[f].keys & FLYING or reaches_flyers(piece))
    ]
    return f"In range: {names(found)}." if found else ""


def can_attack(state: HexyState, field: int) -> str:
    """Which cards of the seat to act could attack the flyer on the field."""
    found = [
        f
        for f in sorted(state.at)
        if state.at[f].owner == state.asked
        and state.at[f].die
        and reaches_flyers(state.at[f])
        and state.map.distance[f][field] <= state.at[f].distance
    ]
    kinds = "Flyers, Reach or an attack distance of 2 can."
    return f"These can: {names(found)}." if found else kinds


def targets(state: HexyState, target: Target, source: int) -> str:
    """What may be aimed at instead: "Possible: d5, e6."; empty for nothing."""
    from hexlib.hexygame.generate import aims

    if target.what == "hex":
        listed = free_fields(state, sphere(state, state.asked))
        return f"Free in the Sphere: {listed}." if listed else ""
    found = list(aims(state, target, source, sorted(state.at)))
    if target.what in ("spell", "activity"):
        places = [f"#{place}" for _, _, place in found]
        return f"Possible: {', '.join(places[:5])}." if places else ""
    if target.push:
        pairs = [f"{FIELDS[a]}>{FIELDS[b]}" for a, b, _ in found]
        return f"Possible: {', '.join(pairs[:5])}{' and more' if len(pairs) > 5 else ''}." if pairs else ""
    return f"Possible: {names(f for f, _, _ in found)}." if found else ""
