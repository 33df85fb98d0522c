"""The list of legal actions.

Two generators: a general one that asks the same functions of ``sites.py`` as ``explain`` (any rulings, any broken
rule), and a fast one for the plain game, from tables and a bounded cache of ready move lists. A property test holds
them together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexlib.game import Action
from hexlib.grid import bits
from hexlib.knee_deep import moves, sites, war
from hexlib.knee_deep.actions import (
    STEPS,
    Build,
    Damage,
    Deploy,
    Discard,
    Draw,
    End,
    Housekeeping,
    Keep,
    Move,
    Mulligan,
    Play,
    Recycle,
    War,
    Zone,
)
from hexlib.knee_deep.board import DISTANCE, FIELDS, HQ_MASK, NEIGHBOUR_MASK, POINTS
from hexlib.knee_deep.components import CARD_NAMES, CARDS, UNIT_NAMES, UNITS
from hexlib.knee_deep.state import (
    ACTIONS,
    BUILDERS,
    DAMAGE,
    DEPLOYERS,
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
    from collections.abc import Sequence

    from hexlib.knee_deep.state import KneeDeepState

__all__ = ["general_actions", "legal_actions"]

_END = End()
_DRAW = Draw()
_OPENING: tuple[Action, ...] = (Keep(), Mulligan())
_ZONES: tuple[Action, ...] = tuple(Zone(p) for p in range(len(POINTS)))
_ZONES_AND_END: tuple[Action, ...] = (*_ZONES, _END)
_RECYCLE = {name: Recycle(name) for name in CARD_NAMES}
_DISCARD = {name: Discard(name) for name in CARD_NAMES}
_WAR = {name: War(name) for name in CARD_NAMES}
_NO_CARD = War(None)
_ALL = range(len(FIELDS))
_MOVES: tuple[tuple[Move, ...], ...] = tuple(tuple(Move(a, b) for b in _ALL) for a in _ALL)
_DEPLOY = tuple(tuple(Deploy(k, f) for f in _ALL) for k in range(N_UNITS))
_BUILD = tuple(tuple(Build(k, f) for f in _ALL) for k in range(N_UNITS))
_NEAR = tuple(
    tuple(sum(1 << f for f in _ALL if DISTANCE[a][f] <= n) for a in _ALL) for n in range(max(u.move for u in UNITS) + 1)
)
"""For each range and field the fields within it."""
_BESIDE_HQ = tuple(sites.beside(m) for m in HQ_MASK)
_CACHE_LIMIT = 60_000


def legal_actions(state: KneeDeepState) -> Sequence[Action]:
    """Every legal action of the seat to act, in a fixed order."""
    if not state.game.rules.plain:
        return general_actions(state)
    phase = state.phase
    if phase == ACTIONS:
        return _fast(state)
    if phase == PLACE:
        return _ZONES_AND_END
    return general_actions(state)


# -- the plain game, fast ----------------------------------------------------------------------------------------------


def _moves_from(field: int, steps: int, through: int, goal: int) -> tuple[Move, ...]:
    seen = frontier = 1 << field
    for _ in range(steps):
        around = 0
        while frontier:
            low = frontier & -frontier
            around |= NEIGHBOUR_MASK[low.bit_length() - 1]
            frontier ^= low
        frontier = around & through & ~seen
        if not frontier:
            break
        seen |= frontier
    row = _MOVES[field]
    return tuple([row[f] for f in bits(seen & goal & ~(1 << field))])


def _fast(state: KneeDeepState) -> list[Action]:
    seat = state.active
    by, own, supply = state.by, state.own, state.supply
    first = seat * N_UNITS
    mine, theirs = own[seat], own[1 - seat]
    open_land = state.land.open
    material, energy = state.material[seat], state.energy[seat]
    out: list[Action] = []
    empty = open_land & ~(mine | theirs)
    if energy:
        cache = state.land.cache
        through = open_land & ~theirs
        for kind in VEHICLES:
            fields = by[first + kind]
            if fields:
                steps = UNITS[kind].move
                near = _NEAR[steps]
                while fields:
                    low = fields & -fields
                    fields ^= low
                    f = low.bit_length() - 1
                    around = near[f]
                    key = (f, steps, through & around, mine & around)
                    found = cache.get(key)
                    if found is None:
                        if len(cache) >= _CACHE_LIMIT:
                            cache.clear()
                        found = cache[key] = _moves_from(f, steps, through, empty)
                    out += found
    if material:
        sources = 0
        for kind in DEPLOYERS:
            sources |= by[first + kind]
        beside = _BESIDE_HQ[seat]
        while sources:
            low = sources & -sources
            sources ^= low
            beside |= NEIGHBOUR_MASK[low.bit_length() - 1]
        entry = beside & empty
        if entry:
            fields_list = list(bits(entry))
            for kind in VEHICLES:
                if UNITS[kind].material <= material and supply[first + kind]:
                    row = _DEPLOY[kind]
                    out += [row[f] for f in fields_list]
    if material or energy:
        builders = 0
        for kind in BUILDERS:
            builders |= by[first + kind]
        if builders & (builders - 1):
            once = twice = 0
            while builders:
                low = builders & -builders
                builders ^= low
                around = NEIGHBOUR_MASK[low.bit_length() - 1]
                twice |= once & around
                once |= around
            twice &= empty
            if twice:
                fields_list = list(bits(twice))
                for kind in STRUCTURES:
                    unit = UNITS[kind]
                    if unit.material <= material and unit.energy <= energy and supply[first + kind]:
                        row_b = _BUILD[kind]
                        out += [row_b[f] for f in fields_list]
    hand = state.hand[seat]
    pile = state.draw[seat]
    if hand:
        last = ""
        for name in hand:
            if name == last:
                continue
            last = name
            card = CARDS[name]
            if not card.is_war and card.material <= material:
                if card.relocate:
                    out += _relocations(state, name, seat, empty)
                elif card.place and supply[first + UNIT_NAMES.index(card.place)]:
                    near_mine = 0
                    for kind in VEHICLES:
                        for f in bits(by[first + kind]):
                            near_mine |= NEIGHBOUR_MASK[f]
                    out += [_placement(name, f) for f in bits(near_mine & empty)]
            if energy and pile:
                out.append(_RECYCLE[name])
    if material and pile:
        out.append(_DRAW)
    out.append(_END)
    return out


_PLAYS: dict[tuple[str, tuple[int, ...]], Play] = {}


def _play(name: str, fields: tuple[int, ...]) -> Play:
    found = _PLAYS.get((name, fields))
    if found is None:
        found = _PLAYS[name, fields] = Play(name, fields)
    return found


def _placement(name: str, field: int) -> Play:
    return _play(name, (field,))


def _relocations(state: KneeDeepState, name: str, seat: int, empty: int) -> list[Action]:
    targets = list(bits(empty))
    out: list[Action] = []
    for kind in VEHICLES:
        for source in bits(state.by[seat * N_UNITS + kind]):
            out += [_play(name, (source, f)) for f in targets]
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
        return [_DISCARD[name] for name in dict.fromkeys(state.hand[seat])]
    if state.phase == DAMAGE:
        return [Damage(chosen) for chosen in war.damage_sets(state)]
    candidates = {WAR_CARDS: _war_candidates, PLACE: _place_candidates, ACTIONS: _action_candidates}[state.phase](state)
    return [action for action in candidates if state.explain(action)]


def _war_candidates(state: KneeDeepState) -> list[Action]:
    hand = list(dict.fromkeys(state.hand[state.seat_asked]))
    out: list[Action] = [_WAR[name] for name in hand]
    if not state.game.rules.on("kdh.cards.no_action_in_war"):
        out += _plays(state, state.seat_asked)
    return [*out, _NO_CARD]


def _place_candidates(state: KneeDeepState) -> list[Action]:
    rules = state.game.rules
    early: list[Action] = []
    if not rules.on("kdh.start.phase_order"):
        early = _action_candidates(state)[:-1]
    elif not rules.on("kdh.cards.action_only_own_action_phase"):
        early = _plays(state, state.active)
    return [*early, *_ZONES_AND_END]


def _plays(state: KneeDeepState, seat: int) -> list[Action]:
    out: list[Action] = []
    for name in dict.fromkeys(state.hand[seat]):
        card = CARDS[name]
        if card.is_war:
            if not state.game.rules.on("kdh.cards.war_only_in_battle"):
                out.append(Play(name))
            continue
        targets = sites.card_targets(state, seat, card)
        out += [_play(name, fields) for fields in targets]
        if not targets and not state.game.rules.on("kdh.cards.conditions_must_hold"):
            out.append(Play(name))
    return out


def _action_candidates(state: KneeDeepState) -> list[Action]:
    rules, seat = state.game.rules, state.active
    out: list[Action] = []
    for kind in VEHICLES:
        for f in bits(state.by[seat * N_UNITS + kind]):
            out += [_MOVES[f][t] for t in bits(moves.reach(state, seat, f))]
    entry = list(bits(sites.deploy_sites(state, seat)))
    for kind in VEHICLES:
        out += [_DEPLOY[kind][f] for f in entry]
    for kind in STRUCTURES:
        out += [_BUILD[kind][f] for f in bits(sites.build_sites(state, seat, kind))]
    plays = _plays(state, seat)
    hand = state.hand[seat]
    for name in dict.fromkeys(hand):
        out += [p for p in plays if isinstance(p, Play) and p.card == name]
        out.append(_RECYCLE[name])
    if not rules.on("kdh.recycle.needs_card") and not hand:
        out += _RECYCLE.values()
    elif not rules.on("kdh.recycle.discard_before_draw"):
        out += [_RECYCLE[name] for name in state.draw[seat][:1] if name not in hand]
    out.append(_DRAW)
    if not rules.on("kdh.war.declare_end_of_turn"):
        out += _ZONES
    return [*out, _END]
