"""Where things may be put: sets of fields that ``explain`` and the generator share, so that both agree."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from hexlib.grid import bits, mask
from hexlib.knee_deep.board import DISTANCE, HQ_MASK, NEIGHBOUR_MASK
from hexlib.knee_deep.components import UNIT_NAMES, UNITS, Card
from hexlib.knee_deep.state import ALL_FIELDS, BOTH_HQ, EXTRACTOR, N_UNITS

if TYPE_CHECKING:
    from hexlib.knee_deep.state import KneeDeepState

__all__ = [
    "SPREAD",
    "around",
    "beside",
    "build_sites",
    "builder_sites",
    "card_vehicles",
    "deploy_sites",
    "deploy_sources",
    "extractor_sites",
    "free_of_pieces",
    "free_sites",
    "play_cost",
    "reaches",
]


def free_of_pieces(state: KneeDeepState, rule: str) -> int:
    """The fields without a piece, as long as the rule that asks for it is in force; else all of them."""
    rules = state.game.rules
    if not rules.on(rule) or not rules.on("kdh.move.one_unit_per_field"):
        return ALL_FIELDS
    return ALL_FIELDS & ~(state.own[0] | state.own[1])


def deploy_sources(state: KneeDeepState, seat: int) -> int:
    """HQ fields and deploying structures of the seat."""
    out = HQ_MASK[seat] if state.hq_health(seat) else 0
    for kind in state.kit[seat].sources:
        out |= state.by[seat * N_UNITS + kind]
    if state.game.rules.reading["new_factory"] == "next-turn":
        out &= ~state.newly_built
    return out


def beside(fields: int) -> int:
    """All neighbours of a set of fields."""
    out = 0
    for f in bits(fields):
        out |= NEIGHBOUR_MASK[f]
    return out


class _Spread(dict[int, int]):
    """Set of fields -> all their neighbours; filled as it is asked, within a bound."""

    def __missing__(self, fields: int) -> int:
        if len(self) > 100_000:
            self.clear()
        out = self[fields] = beside(fields)
        return out


SPREAD = _Spread()


class _Reach(dict[int, int]):
    """The ground near a field that may be entered -> how far a piece on the field gets; within a bound.

    What lies further off than the piece can go makes no difference. So the same few grounds come again and again, in
    this game and in others, and the flood over the board is done once for each.
    """

    __slots__ = ("field", "steps")

    def __init__(self, field: int, steps: int) -> None:
        super().__init__()
        self.field, self.steps = field, steps

    def __missing__(self, ground: int) -> int:
        if len(self) > 200:
            self.clear()
        seen = frontier = NEIGHBOUR_MASK[self.field] & ground
        for _ in range(self.steps - 1):
            frontier = SPREAD[frontier] & ground & ~seen
            seen |= frontier
        self[ground] = seen
        return seen


@cache
def reaches(steps: int) -> tuple[tuple[int, _Reach], ...]:
    """For each field the set of the fields at most that many steps away, and how far one gets over which of them."""
    return tuple(
        (mask(t for t, far in enumerate(row) if far <= steps), _Reach(f, steps)) for f, row in enumerate(DISTANCE)
    )


def around(fields: int, steps: int) -> int:
    """The fields at most that many steps from one of the set, whatever lies between; the set itself among them."""
    for _ in range(steps):
        fields |= SPREAD[fields]
    return fields


def deploy_sites(state: KneeDeepState, seat: int) -> int:
    """The fields on which the seat may deploy a vehicle (Phase 2 > 1)."""
    rules, land = state.game.rules, state.land
    out = free_of_pieces(state, "kdh.deploy.no_units")
    if rules.on("kdh.deploy.no_terrain"):
        out &= land.open | BOTH_HQ
    if not rules.empty_literal:
        out &= ~BOTH_HQ
    if rules.on("kdh.deploy.adjacent_own_source"):
        out &= beside(deploy_sources(state, seat))
    return out


def free_sites(state: KneeDeepState) -> int:
    """The fields on which a structure may stand, whoever builds it (Phase 2 > 3)."""
    rules, land = state.game.rules, state.land
    out = free_of_pieces(state, "kdh.build.on_empty_field")
    for rule, fields in (
        ("kdh.mountain.no_build", land.mountain),
        ("kdh.material.no_build", land.material),
        ("kdh.energy.no_build", land.energy),
        ("kdh.hq.no_build", BOTH_HQ),
    ):
        if rules.on(rule):
            out &= ~fields
    return out


def builder_sites(state: KneeDeepState, seat: int) -> int:
    """The fields with enough of the seat's builders beside them."""
    rules = state.game.rules
    builders = state.builders(seat) & ~state.spent
    once = beside(builders)
    if not rules.on("kdh.build.two_builders") or state.kit[seat].builders_needed == 1:
        return once
    reading = rules.reading["builders"]
    out = 0
    if reading == "one-and-any":
        vehicles = state.vehicles(seat)
        for f in bits(once):
            if (NEIGHBOUR_MASK[f] & vehicles).bit_count() >= 2:
                out |= 1 << f
        return out
    for f in bits(once):
        near = NEIGHBOUR_MASK[f] & builders
        if near.bit_count() >= 2 and (reading == "two" or any(NEIGHBOUR_MASK[b] & near for b in bits(near))):
            out |= 1 << f
    return out


def extractor_sites(state: KneeDeepState) -> int:
    """Where a ruling lets an extractor stand."""
    if state.game.rules.extractor_beside:
        return beside(state.land.material | state.land.energy)
    return ALL_FIELDS


def build_sites(state: KneeDeepState, seat: int, kind: int) -> int:
    """The fields on which the seat may build that structure (Phase 2 > 3)."""
    out = free_sites(state) & builder_sites(state, seat)
    return out & extractor_sites(state) if kind == EXTRACTOR else out


def card_vehicles(state: KneeDeepState, seat: int) -> int:
    """The vehicles that a card of the seat means: its own (Basic Rules: Cards, B)."""
    out = state.vehicles(seat)
    if not state.game.rules.on("kdh.cards.own_by_default"):
        out |= state.vehicles(1 - seat)
    return out


def play_cost(state: KneeDeepState, card: Card) -> tuple[int, int]:
    """Material and Energy that playing the card takes."""
    rules = state.game.rules
    material, energy = (card.material if rules.on("kdh.cards.pay_material") else 0), 0
    if card.place and rules.reading["card_build_cost"] == "both":
        kind = UNIT_NAMES.index(card.place)
        if not UNITS[kind].is_vehicle:  # the ruling is about structures
            kit = state.kit[state.seat_asked]
            material += kit.material[kind]
            energy += kit.energy[kind]
    return material, energy
