"""Why an opponent does what it does: one sentence from facts that everybody at the table may know.

A sentence has no subject ("takes the ACV out of the zone because Bukseon leads 6-4"), so that it can follow a name.
It never tells which card is held or lies face down, nor whether one is held.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hexlib.game import Action
from hexlib.grid import bits
from hexlib.knee_deep import war
from hexlib.knee_deep.actions import (
    HQ,
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
from hexlib.knee_deep.board import DISTANCE, FIELDS, HQ_MASK, NEIGHBOUR_MASK
from hexlib.knee_deep.components import UNITS
from hexlib.knee_deep.ground import FAR, ground
from hexlib.knee_deep.state import ACTIONS, EXTRACTOR, N_UNITS, STRUCTURES, KneeDeepState, marker_name

__all__ = ["why"]

_CLOSE = 6
"""Fields to a structure that count as near."""


def why(state: KneeDeepState, seat: int, action: Action) -> str:
    """What the action is for, in the state before it."""
    return _WHY[type(action)](state, seat, action)


# -- what is said of a place -------------------------------------------------------------------------------------------


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" + ("" if number == 1 else "s")


def _pending_zone(state: KneeDeepState) -> int:
    """The zone of the enemy marker that the turn will resolve, or 0."""
    return war.war_zone(state) if state.marker[war.attacker(state)] >= 0 else 0


def _powers(state: KneeDeepState, seat: int, zone: int) -> tuple[int, int]:
    """Combat power of the seat and of its enemy in a zone, with the cards that lie open."""
    mine, theirs = (state.piece_power(s, zone) + state.bonus[s] for s in (seat, 1 - seat))
    return mine, theirs


def _lead(state: KneeDeepState, seat: int, zone: int) -> str:
    """ "Bukseon leads 6-4", or "it is 4-4"."""
    mine, theirs = _powers(state, seat, zone)
    if mine == theirs:
        return f"it is {mine}-{theirs}"
    leader = seat if mine > theirs else 1 - seat
    return f"{state.game.seats[leader]} leads {max(mine, theirs)}-{min(mine, theirs)}"


def _after(state: KneeDeepState, action: Action) -> KneeDeepState:
    after = state.clone()
    after.push(action)
    return after


def _becomes(state: KneeDeepState, seat: int, zone: int, action: Action) -> str:
    old, new = _powers(state, seat, zone), _powers(_after(state, action), seat, zone)
    return f"{old[0]}-{old[1]} becomes {new[0]}-{new[1]}"


def _yield(state: KneeDeepState, seat: int, field: int) -> str:
    """ "2 Material and 1 Energy a turn": what an extractor on the field would add."""
    on = ground(state.land)
    held = state.by[seat * N_UNITS + EXTRACTOR]
    (m1, e1), (m2, e2) = on.paid(held), on.paid(held | 1 << field)
    parts = [f"{n} {name}" for n, name in ((m2 - m1, "Material"), (e2 - e1, "Energy")) if n]
    return " and ".join(parts) + " a turn" if parts else ""


def _structures(state: KneeDeepState, seat: int) -> int:
    return sum(state.by[seat * N_UNITS + kind] for kind in STRUCTURES)


def _siege(state: KneeDeepState, seat: int, field: int) -> str:
    """How far the field is from where the enemy HQ can be attacked."""
    steps = ground(state.land).road[seat][field]
    enemy = state.game.seats[1 - seat]
    if steps >= FAR:
        return ""
    if not steps:
        return f"where {enemy}'s HQ can be attacked"
    return f"{_count(steps, 'field')} from where {enemy}'s HQ can be attacked"


# -- vehicles ----------------------------------------------------------------------------------------------------------


def _move(state: KneeDeepState, seat: int, action: Move) -> str:
    return _drives(state, seat, action, action.source, action.target, "drives", "brings", "takes")


def _drives(
    state: KneeDeepState, seat: int, action: Action, source: int, target: int, drives: str, brings: str, takes: str
) -> str:
    unit = UNITS[(state.at[source] - 1) % N_UNITS]
    the, enemy = f"the {unit.noun}", state.game.seats[1 - seat]
    zone = _pending_zone(state)
    was, is_ = zone >> source & 1, zone >> target & 1
    if was and not is_:
        mine, theirs = _powers(state, seat, zone)
        if mine <= theirs:
            return f"{takes} {the} out of the zone because {_lead(state, seat, zone)}"
        return f"{takes} {the} out of the zone, which stands at {'-'.join(map(str, _powers(state, seat, zone)))}"
    if is_ and not was and unit.power:
        return f"{brings} {the} into the zone: {_becomes(state, seat, zone, action)}"
    on = ground(state.land)
    if unit.builds:
        for_site = _builders_meet(state, seat, source, target)
        if for_site:
            return f"{brings} {the} to {FIELDS[target]}, {for_site}"
    before, after = on.road[seat][source], on.road[seat][target]
    if after == 0 < before:
        return f"{brings} {the} to {FIELDS[target]}, {_siege(state, seat, target)}"
    prey = _structures(state, 1 - seat)
    near = min(bits(prey), key=DISTANCE[target].__getitem__, default=None)
    if near is not None and DISTANCE[target][near] < DISTANCE[source][near] and DISTANCE[target][near] <= _CLOSE:
        what = UNITS[(state.at[near] - 1) % N_UNITS].noun
        away = _count(DISTANCE[target][near], "field")
        return f"{brings} {the} closer to {enemy}'s {what} on {FIELDS[near]}: {away} away now"
    if after < before:
        return f"{drives} {the} on: {FIELDS[target]} is {_siege(state, seat, target)}"
    if on.home[seat][target] < on.home[seat][source]:
        return f"{brings} {the} back to {FIELDS[target]}, nearer its own HQ"
    return f"{drives} {the} to {FIELDS[target]}, the better place"


def _builders_meet(state: KneeDeepState, seat: int, source: int, target: int) -> str:
    """What the builders beside a field could build once the one has come to the target."""
    on = ground(state.land)
    others = state.builders(seat) & ~(1 << source)
    alone = state.kit[seat].builders_needed == 1
    if not state.supply[seat * N_UNITS + EXTRACTOR] or not (others or alone):
        return ""
    free = state.empty() & ~(1 << target)
    best = max(
        (
            f
            for f in on.sites[seat]
            if NEIGHBOUR_MASK[f] >> target & 1 and (alone or NEIGHBOUR_MASK[f] & others) and free >> f & 1
        ),
        key=lambda f: on.more_income(state.by[seat * N_UNITS + EXTRACTOR], f),
        default=None,
    )
    if best is not None and (worth := _yield(state, seat, best)):
        return f"so that {'it' if alone else 'two'} can build an extractor on {FIELDS[best]}, worth {worth}"
    return ""


def _deploy(state: KneeDeepState, seat: int, action: Deploy) -> str:
    unit = UNITS[action.unit]
    zone = _pending_zone(state)
    if zone >> action.field & 1 and unit.power:
        return f"deploys {unit.a_noun} in the zone: {_becomes(state, seat, zone, action)}"
    builders, needed = state.builders(seat).bit_count(), state.kit[seat].builders_needed
    if unit.builds and builders < needed:
        text = "two are needed" if needed == 2 else f"{needed} {'is' if needed == 1 else 'are'} needed"
        return f"deploys {unit.a_noun}: {text} to build, and it has {'none' if not builders else 'one'}"
    if not NEIGHBOUR_MASK[action.field] & HQ_MASK[seat] and (far := _siege(state, seat, action.field)):
        return f"deploys {unit.a_noun} on {FIELDS[action.field]}, {far}"
    mine = state.piece_power(seat, state.own[seat])
    text = f"deploys {unit.a_noun}: {mine + unit.power} combat power on the map against "
    return text + str(state.piece_power(1 - seat, state.own[1 - seat]))


# -- structures and cards ----------------------------------------------------------------------------------------------


def _build(state: KneeDeepState, seat: int, action: Build) -> str:
    return _places(state, seat, action, action.unit, action.field, "builds")


def _places(state: KneeDeepState, seat: int, action: Action, kind: int, field: int, verb: str) -> str:
    unit = UNITS[kind]
    text = f"{verb} {unit.a_noun} on {FIELDS[field]}"
    zone = _pending_zone(state)
    if zone >> field & 1 and unit.power:
        return f"{text}, in the zone: {_becomes(state, seat, zone, action)}"
    if kind == EXTRACTOR and (worth := _yield(state, seat, field)):
        return f"{text}, worth {worth}"
    if (unit.deploys or unit.is_vehicle) and (far := _siege(state, seat, field)):
        return f"{text}: new vehicles enter there, {far}" if unit.deploys else f"{text}, {far}"
    if unit.power:
        return f"{text}: {unit.power} combat power that stays"
    return f"{text}: one more piece on the map"


def _play(state: KneeDeepState, seat: int, action: Play) -> str:
    after = state.clone()
    told = [e.text.rstrip(".") for e in after.apply_action(action) if e.visible_to(None)]
    text = told[0].removeprefix(f"{state.game.seats[seat]} ")
    came = list(bits(after.own[seat] & ~state.own[seat]))
    went = list(bits(state.own[seat] & ~after.own[seat]))
    if len(came) == 1:
        if len(went) == 1 and state.at[went[0]] == after.at[came[0]]:
            return f"{text} and {_drives(state, seat, action, went[0], came[0], 'carries', 'carries', 'carries')}"
        if not went:
            return f"{text} and {_places(state, seat, action, (after.at[came[0]] - 1) % N_UNITS, came[0], 'places')}"
    return f"{text}: {told[1]}" if len(told) > 1 else text


def _war(state: KneeDeepState, seat: int, action: War) -> str:
    lays = "no War card" if action.card is None else "a War card face down"
    return f"lays {lays}: before the cards {_lead(state, seat, war.war_zone(state))}"


# -- the marker and the war --------------------------------------------------------------------------------------------


def _zone(state: KneeDeepState, seat: int, action: Zone) -> str:
    after = _after(state, action)
    marker = after.marker[seat]
    zone = state.game.zone_fields(marker) if marker >= 0 else 0
    enemy = 1 - seat
    name = state.game.seats[enemy]
    mine, theirs = _powers(state, seat, zone)
    text = f"places the marker on {marker_name(marker) if marker >= 0 else action}"
    lead = f"it has {mine} combat power there against {theirs}"
    if HQ_MASK[enemy] & zone:
        return f"{text}: {lead}, and {name}'s HQ falls to {_count(state.hq_health(enemy), 'point')}"
    prey = _structures(state, enemy) & zone
    if prey:
        f = next(bits(prey))
        return f"{text}: {lead}, and the {UNITS[(state.at[f] - 1) % N_UNITS].noun} on {FIELDS[f]} cannot drive away"
    return f"{text}: {lead}"


def _damage(state: KneeDeepState, seat: int, action: Damage) -> str:
    if not action.targets:
        return f"destroys nothing: {_count(state.surplus, 'point')} would not pay for anything that matters"
    if HQ in action.targets and war.target_cost(state, HQ) >= state.hq_health(1 - seat):
        return f"destroys {state.game.seats[1 - seat]}'s HQ and wins"
    names = [
        f"{state.game.seats[1 - seat]}'s HQ" if t == HQ else f"the {UNITS[(state.at[t] - 1) % N_UNITS].noun}"
        for t in action.targets
    ]
    what = names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
    return f"destroys {what} with a surplus of {_count(state.surplus, 'point')}"


def _end(state: KneeDeepState, seat: int, action: End) -> str:
    if state.phase != ACTIONS:
        return "places no marker: no zone promises a gain"
    zone = _pending_zone(state)
    if zone and war.at_war(state)[0]:
        return f"lets the war come: {_lead(state, seat, zone)} in the zone"
    if not state.material[seat] and not state.energy[seat]:
        return "stops: nothing is left to pay with"
    return "stops: no other action would help"


def _said(text: str) -> Callable[[KneeDeepState, int, Any], str]:
    return lambda state, seat, action: text


_WHY: dict[type[Action], Callable[[KneeDeepState, int, Any], str]] = {
    Keep: _said("keeps the opening hand"),
    Mulligan: _said("draws a new opening hand"),
    Deploy: _deploy,
    Move: _move,
    Build: _build,
    Play: _play,
    Draw: _said("draws a card for 1 Material, which would be lost at the end of the turn"),
    Recycle: _said("exchanges a card for 1 Energy, which would be lost at the end of the turn"),
    Discard: _said("discards a card because the hand is over its limit"),
    Zone: _zone,
    War: _war,
    Damage: _damage,
    End: _end,
    Housekeeping: lambda state, seat, action: f"does the next step, {action.step}",
}
