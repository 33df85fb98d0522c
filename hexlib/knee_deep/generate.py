"""The list of legal actions.

Two generators: a general one that asks the same functions of ``sites.py`` as ``explain`` (any rulings, any broken
rule), and a fast one for the plain game, from tables of ready actions and sets of fields. A property test holds them
together.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, overload

from hexlib.game import Action
from hexlib.grid import bits
from hexlib.knee_deep import effects, moves, sites, war
from hexlib.knee_deep.actions import (
    STEPS,
    Build,
    Damage,
    Deploy,
    Draw,
    End,
    Housekeeping,
    Keep,
    Move,
    Mulligan,
    War,
    Zone,
)
from hexlib.knee_deep.board import FIELDS, HQ_MASK, NEIGHBOUR_MASK, POINTS
from hexlib.knee_deep.components import ENERGY, MATERIAL, MOUNTAIN
from hexlib.knee_deep.sites import SPREAD
from hexlib.knee_deep.state import (
    ACTIONS,
    DAMAGE,
    EXHAUST,
    MULLIGAN,
    N_UNITS,
    PLACE,
    POWER_UP,
    STRUCTURES,
    VEHICLES,
    WAR_CARDS,
)

if TYPE_CHECKING:
    from hexlib.knee_deep.state import KneeDeepState

__all__ = ["general_actions", "legal_actions"]

_END = End()
_DRAW = Draw()
_OPENING: tuple[Action, ...] = (Keep(), Mulligan())
_ZONES: tuple[Action, ...] = tuple(Zone(p) for p in range(len(POINTS)))
_ZONES_AND_END: tuple[Action, ...] = (*_ZONES, _END)
_NO_CARD = War(None)
_ALL = range(len(FIELDS))
_MOVES: tuple[tuple[Move, ...], ...] = tuple(tuple(Move(a, b) for b in _ALL) for a in _ALL)
_DEPLOY = tuple(tuple(Deploy(k, f) for f in _ALL) for k in range(N_UNITS))
_BUILD = tuple(tuple(Build(k, f) for f in _ALL) for k in range(N_UNITS))
_BESIDE_HQ = tuple(sites.beside(m) for m in HQ_MASK)


def legal_actions(state: KneeDeepState) -> Sequence[Action]:
    """Every legal action of the seat to act, in a fixed order."""
    if not state.game.rules.plain:
        return general_actions(state)
    phase = state.phase
    if phase == ACTIONS:
        return _fast(state)
    if phase == PLACE:
        return _ZONES_AND_END
    if phase == WAR_CARDS:
        return _war_fast(state)
    return general_actions(state)


def _war_fast(state: KneeDeepState) -> list[Action]:
    seat = state.seat_asked
    hand = dict.fromkeys(state.hand[seat])
    plans = state.game.plans
    out: list[Action] = [
        plans[name].lay for name in hand if plans[name].is_war and war.card_condition_holds(state, seat, name)
    ]
    out.append(_NO_CARD)
    return out


# -- the plain game, fast ----------------------------------------------------------------------------------------------


Ready = Sequence[Action] | effects.Plays
"""Actions that differ in their last field alone, by that field."""


class Legal(Sequence[Action]):
    """Legal actions as a sequence that makes its items when they are asked for.

    It holds rows of ready actions, one for each field, with the set of the fields that are legal, and then single
    actions. Length, index, iteration and membership are those of the full list.
    """

    __slots__ = ("_length", "_rows", "_singles")

    def __init__(self, rows: list[tuple[Ready, int]], singles: list[Action]) -> None:
        self._rows = rows
        self._singles = singles
        length = len(singles)
        for _, fields in rows:
            length += fields.bit_count()
        self._length = length

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[Action]:
        for row, fields in self._rows:
            for f in bits(fields):
                yield row[f]
        yield from self._singles

    @overload
    def __getitem__(self, index: int) -> Action: ...
    @overload
    def __getitem__(self, index: slice) -> list[Action]: ...
    def __getitem__(self, index: int | slice) -> Action | list[Action]:
        if isinstance(index, slice):
            return list(self)[index]
        if index < 0:
            index += self._length
        if index < 0:
            raise IndexError(f"there are {self._length} legal actions")
        for row, fields in self._rows:
            count = fields.bit_count()
            if index < count:
                while index:
                    fields &= fields - 1
                    index -= 1
                return row[(fields & -fields).bit_length() - 1]
            index -= count
        return self._singles[index]

    def __contains__(self, action: object) -> bool:
        return any(action == other for other in self)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<{self._length} legal actions: {', '.join(map(str, self[:8]))}{', ...' if self._length > 8 else ''}>"


def _fast(state: KneeDeepState) -> Legal:
    seat = state.active
    kit = state.kit[seat]
    by, supply = state.by, state.supply
    first = seat * N_UNITS
    mine, theirs = state.own[seat], state.own[1 - seat]
    open_land = state.land.open
    empty = open_land & ~(mine | theirs)
    material, energy = state.material[seat], state.energy[seat]
    rows: list[tuple[Ready, int]] = []
    singles: list[Action] = []
    if energy:
        plain = open_land & ~theirs
        for kind, steps, cross in kit.movers:
            fields = by[first + kind]
            if not fields:
                continue
            through = plain | _crossed(state, cross) & ~theirs if cross else plain
            reach = sites.reaches(steps)
            while fields:
                low = fields & -fields
                fields ^= low
                f = low.bit_length() - 1
                near, known = reach[f]
                goal = known[near & through] & empty
                if goal:
                    rows.append((_MOVES[f], goal))
    if material or kit.free:
        beside = _BESIDE_HQ[seat]
        for kind in kit.sources:
            if by[first + kind]:
                beside |= SPREAD[by[first + kind]]
        entry = beside & empty
        if entry:
            for kind, price in kit.deployable:
                if price <= material and supply[first + kind]:
                    rows.append((_DEPLOY[kind], entry))
    if material or energy or kit.free:
        once = twice = 0
        for kind in kit.builders:
            fields = by[first + kind]
            while fields:
                low = fields & -fields
                fields ^= low
                near = NEIGHBOUR_MASK[low.bit_length() - 1]
                twice |= once & near
                once |= near
        twice = (once if kit.builders_needed == 1 else twice) & empty
        if twice:
            for kind, m, e in kit.buildable:
                if m <= material and e <= energy and supply[first + kind]:
                    rows.append((_BUILD[kind], twice))
    hand = state.hand[seat]
    if hand:
        recycles = energy and state.draw[seat]
        plans = state.game.plans
        last = ""
        for name in hand:
            if name == last:
                continue
            last = name
            plan = plans[name]
            if recycles:
                singles.append(plan.recycle)
            if plan.is_war or plan.material > material:
                continue
            for chosen, goal in effects.targets(state, seat, plan):
                rows.append((plan.row(chosen), goal))
    if material and state.draw[seat]:
        singles.append(_DRAW)
    singles.append(_END)
    return Legal(rows, singles)


_BITS = ((MOUNTAIN, "mountain"), (MATERIAL, "material"), (ENERGY, "energy"))


def _crossed(state: KneeDeepState, cross: int) -> int:
    """The terrain that a kind of vehicle may cross."""
    out = 0
    for bit, name in _BITS:
        if cross >> bit & 1:
            out |= getattr(state.land, name)
    return out


# -- any game ----------------------------------------------------------------------------------------------------------


def general_actions(state: KneeDeepState) -> list[Action]:
    """The same list from the rules as ``explain`` states them, in the same order."""
    seat = state.seat_asked
    if state.todo:
        return [Housekeeping(step) for step in STEPS if step == state.todo[0]]
    if state.phase == MULLIGAN:
        return list(_OPENING)
    if state.phase in (POWER_UP, EXHAUST):
        return [state.game.plans[name].discard for name in dict.fromkeys(state.hand[seat])]
    if state.phase == DAMAGE:
        return [Damage(chosen) for chosen in war.damage_sets(state)]
    return {WAR_CARDS: _war_actions, PLACE: _place_actions, ACTIONS: _phase_2_actions}[state.phase](state)


def _legal(state: KneeDeepState, actions: Iterable[Action]) -> list[Action]:
    return [action for action in actions if state.explain(action)]


def _row(state: KneeDeepState, actions: list[Action]) -> list[Action]:
    """Actions that differ only in their field, on fields that the sites of ``explain`` allow: what else there is to
    ask (time, cost, supply) has one answer for all of them."""
    return actions if actions and state.explain(actions[0]) else []


def _war_actions(state: KneeDeepState) -> list[Action]:
    out = _legal(state, [state.game.plans[name].lay for name in dict.fromkeys(state.hand[state.seat_asked])])
    if not state.game.rules.on("kdh.cards.no_action_in_war"):
        out += _plays(state, state.seat_asked)
    return out + _legal(state, [_NO_CARD])


def _place_actions(state: KneeDeepState) -> list[Action]:
    rules = state.game.rules
    early: list[Action] = []
    if not rules.on("kdh.start.phase_order"):
        early = _phase_2_actions(state)[:-1]
    elif not rules.on("kdh.cards.action_only_own_action_phase"):
        early = _plays(state, state.active)
    return list(dict.fromkeys([*early, *_row(state, list(_ZONES)), *_legal(state, [_END])]))


def _plays(state: KneeDeepState, seat: int) -> list[Action]:
    out: list[Action] = []
    for name in dict.fromkeys(state.hand[seat]):
        plan = state.game.plans[name]
        rows = [] if plan.is_war else effects.targets(state, seat, plan)
        choices: list[Action] = [plan.row(chosen)[f] for chosen, last in rows for f in bits(last)]
        out += _row(state, choices or [plan.play])
    return out


def _phase_2_actions(state: KneeDeepState) -> list[Action]:
    rules, seat = state.game.rules, state.active
    out: list[Action] = []
    for kind in VEHICLES:
        for f in bits(state.by[seat * N_UNITS + kind]):
            ways: list[Action] = [_MOVES[f][t] for t in bits(moves.reach(state, seat, f))]
            out += _legal(state, ways) if rules.pooled else _row(state, ways)
    entry = list(bits(sites.deploy_sites(state, seat)))
    for kind in VEHICLES:
        out += _row(state, [_DEPLOY[kind][f] for f in entry])
    for kind in STRUCTURES:
        out += _row(state, [_BUILD[kind][f] for f in bits(sites.build_sites(state, seat, kind))])
    out += _plays(state, seat)
    hand = state.hand[seat]
    recycled = list(dict.fromkeys(hand))
    if not rules.on("kdh.recycle.needs_card") and not hand:
        recycled = list(state.game.cards.names)
    elif not rules.on("kdh.recycle.discard_before_draw"):
        recycled += [name for name in state.draw[seat][:1] if name not in hand]
    out += _legal(state, [*(state.game.plans[name].recycle for name in recycled), _DRAW])
    if not rules.on("kdh.war.declare_end_of_turn"):
        out += _row(state, list(_ZONES))
    if not rules.on("kdh.start.mulligan_timing"):
        out.append(_OPENING[1])
    return out + _legal(state, [_END])
