"""Sentences and reasons that several kinds of action share."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from hexlib.game import Reason
from hexlib.grid import bits
from hexlib.knee_deep.board import FIELDS
from hexlib.knee_deep.components import UNITS, Unit
from hexlib.knee_deep.sites import extractor_sites, free_sites
from hexlib.knee_deep.state import BOTH_HQ, EXTRACTOR

if TYPE_CHECKING:
    from hexlib.knee_deep.state import KneeDeepState

__all__ = ["capital", "held", "none_left", "occupied", "short", "site_reasons", "some"]


def some(fields: int, most: int = 3) -> str:
    """The names of the fields, the first few of them."""
    names = [FIELDS[f] for f in bits(fields)]
    return ", ".join(names[:most]) + (f" and {len(names) - most} more" if len(names) > most else "")


def capital(text: str) -> str:
    """With a capital letter."""
    return text[0].upper() + text[1:]


def short(state: KneeDeepState, rule: str, what: str, material: int, energy: int, hint: str = "") -> Iterator[Reason]:
    """The seat to act cannot pay."""
    seat = state.seat_asked
    for need, have, name in ((material, state.material[seat], "Material"), (energy, state.energy[seat], "Energy")):
        if need > have:
            yield Reason(rule, f"{what} costs {need} {name}; {state.game.seats[seat]} has {have}.", (), hint)


def none_left(state: KneeDeepState, unit: Unit) -> str:
    """The supply is empty."""
    owner = state.game.seats[state.active]
    return f"All {unit.supply} of {owner}'s {unit.noun} pieces are in use or lost; the supply is empty."


def occupied(state: KneeDeepState, field: int) -> str:
    """What stands on the field: "Bukseon's tank", or "nothing"."""
    piece = state.piece(field)
    return f"{state.game.seats[piece[1]]}'s {UNITS[piece[0]].noun}" if piece else "nothing"


def site_reasons(state: KneeDeepState, field: int, kind: int, hint: str) -> Iterator[Reason]:
    """Why no structure may stand on the field."""
    spot, name, land = 1 << field, FIELDS[field], state.land
    if spot & free_sites(state):
        if kind == EXTRACTOR and not spot & extractor_sites(state):
            yield Reason(
                "kdh.unit.extractor.function", f"No resource field lies beside {name} (ruling K48).", (name,), hint
            )
        return
    if spot & land.mountain:
        yield Reason("kdh.mountain.no_build", f"{name} is a mountain; nothing is built there.", (name,), hint)
    elif spot & land.material:
        yield Reason("kdh.material.no_build", f"{name} is a Material field; nothing is built there.", (name,), hint)
    elif spot & land.energy:
        yield Reason("kdh.energy.no_build", f"{name} is an Energy field; nothing is built there.", (name,), hint)
    elif spot & BOTH_HQ:
        yield Reason("kdh.hq.no_build", f"{name} is part of an HQ; nothing is built there.", (name,), hint)
    else:
        text = f"{name} is taken by {occupied(state, field)}; a structure needs an empty field."
        yield Reason("kdh.build.on_empty_field", text, (name,), hint)


def held(state: KneeDeepState, seat: int, card: str) -> Iterator[Reason]:
    """The seat does not hold the card."""
    if card not in state.hand[seat]:
        cards = state.game.cards
        have = ", ".join(dict.fromkeys(cards[c].title for c in state.hand[seat])) or "no card"
        text = f"{state.game.seats[seat]} does not hold {cards[card].title}; the hand holds {have}."
        yield Reason("kdh.actions.unlimited", text)
