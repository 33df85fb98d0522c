"""Why an action is not allowed: the one road to legality.

``reasons(state, action)`` yields every reason against the action, most telling first, and nothing for a legal one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from hexlib.game import Action, Reason
from hexlib.grid import bits
from hexlib.knee_deep import legality_cards, moves, war
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
from hexlib.knee_deep.board import FIELDS, NEIGHBOUR_MASK, POINT_SECTORS, POINTS, SECTORS
from hexlib.knee_deep.components import UNITS
from hexlib.knee_deep.refusals import capital, held, none_left, occupied, short, site_reasons, some
from hexlib.knee_deep.sites import beside, build_sites, builder_sites, deploy_sites, deploy_sources, free_of_pieces
from hexlib.knee_deep.state import (
    BOTH_HQ,
    N_UNITS,
    OVER,
    PLACE,
)
from hexlib.knee_deep.timing import cause_of_end, malformed, wrong_time

if TYPE_CHECKING:
    from hexlib.knee_deep.state import KneeDeepState

__all__ = ["reasons"]


# -- one function a kind of action -------------------------------------------------------------------------------------


def _keep(state: KneeDeepState, action: Keep | Mulligan) -> Iterator[Reason]:
    return iter(())


def _deploy(state: KneeDeepState, action: Deploy) -> Iterator[Reason]:
    rules, seat = state.game.rules, state.active
    unit = UNITS[action.unit]
    name = FIELDS[action.field]
    if not unit.is_vehicle:
        yield Reason(
            "kdh.deploy.vehicle_types", f"{capital(unit.a_noun)} is a structure; structures are built, not deployed."
        )
        return
    if rules.on("kdh.deploy.pay_first"):
        cheaper = [
            u.noun
            for u, m in zip(UNITS, state.kit[seat].material, strict=True)
            if u.is_vehicle and m <= state.material[seat]
        ]
        hint = f"Enough for: {', '.join(cheaper)}." if cheaper else ""
        yield from short(
            state, "kdh.deploy.pay_first", capital(unit.a_noun), state.kit[seat].material[action.unit], 0, hint
        )
    if rules.on("kdh.deploy.from_supply") and not state.supply[seat * N_UNITS + action.unit]:
        yield Reason("kdh.deploy.from_supply", none_left(state, unit))
    sites = deploy_sites(state, seat)
    spot = 1 << action.field
    if spot & sites:
        return
    hint = f"Free beside HQ and factories: {some(sites)}." if sites else "No field beside HQ or factories is free."
    land = state.land
    if spot & (land.mountain | land.material | land.energy) and rules.on("kdh.deploy.no_terrain"):
        what = "a mountain" if spot & land.mountain else "a resource field"
        yield Reason("kdh.deploy.no_terrain", f"{name} is {what}; a vehicle enters on an empty field.", (name,), hint)
    elif spot & ~free_of_pieces(state, "kdh.deploy.no_units"):
        text = f"{name} is taken by {occupied(state, action.field)}; a vehicle enters on an empty field."
        yield Reason("kdh.deploy.no_units", text, (name,), hint)
    elif spot & BOTH_HQ and not rules.empty_literal:
        yield Reason("kdh.board.empty_field", f"{name} is part of an HQ, so it is not empty.", (name,), hint)
    if rules.on("kdh.deploy.adjacent_own_source") and not spot & beside(deploy_sources(state, seat)):
        text = f"{name} is not beside {state.game.seats[seat]}'s HQ or one of its factories."
        young = state.newly_built & NEIGHBOUR_MASK[action.field] & state.own[seat]
        if young:
            text = f"The factory on {some(young)} was built this turn and does not deploy yet (ruling K35)."
        yield Reason("kdh.deploy.adjacent_own_source", text, (name,), hint)


def _move(state: KneeDeepState, action: Move) -> Iterator[Reason]:
    rules, seat = state.game.rules, state.active
    source = FIELDS[action.source]
    piece = state.piece(action.source)
    if piece is None or piece[1] != seat:
        what = f"{occupied(state, action.source)} stands there" if piece else "the field is empty"
        yield Reason(
            "kdh.move.up_to_movement", f"No vehicle of {state.game.seats[seat]} stands on {source}: {what}.", (source,)
        )
        return
    unit = UNITS[piece[0]]
    if not unit.is_vehicle:
        yield Reason(
            "kdh.deploy.vehicle_types", f"{capital(unit.a_noun)} is a structure; structures do not move.", (source,)
        )
        return
    if rules.reading["new_vehicle"] == "next-turn" and state.fresh >> action.source & 1:
        yield Reason(
            "kdh.move.up_to_movement", f"The {unit.noun} on {source} was deployed this turn (ruling K36).", (source,)
        )
    if state.spent >> action.source & 1:
        yield Reason(
            "kdh.build.builders_remain", f"The {unit.noun} on {source} has built this turn (ruling K49).", (source,)
        )
    price = moves.cost(state, seat, action.source, action.target)
    if price > state.energy[seat]:
        text = f"A movement action costs 1 Energy; {state.game.seats[seat]} has {state.energy[seat]}."
        if price > 1:
            text = f"That way costs {price} Energy; {state.game.seats[seat]} has {state.energy[seat]}."
        yield Reason("kdh.move.one_energy_each", text)
    yield from moves.why_not_there(state, seat, action.source, action.target)


def _build(state: KneeDeepState, action: Build) -> Iterator[Reason]:
    rules, seat = state.game.rules, state.active
    unit = UNITS[action.unit]
    name = FIELDS[action.field]
    if unit.is_vehicle:
        yield Reason("kdh.build.types", f"{capital(unit.a_noun)} is a vehicle; vehicles are deployed, not built.")
        return
    if rules.on("kdh.build.pay_first"):
        material, energy = state.kit[seat].material[action.unit], state.kit[seat].energy[action.unit]
        yield from short(state, "kdh.build.pay_first", capital(unit.a_noun), material, energy)
    if rules.on("kdh.build.from_supply") and not state.supply[seat * N_UNITS + action.unit]:
        yield Reason("kdh.build.from_supply", none_left(state, unit))
    sites = build_sites(state, seat, action.unit)
    hint = f"Two builders stand beside {some(sites)}." if sites else ""
    yield from site_reasons(state, action.field, action.unit, hint)
    if not builder_sites(state, seat) >> action.field & 1:
        near = NEIGHBOUR_MASK[action.field] & state.builders(seat) & ~state.spent
        count = near.bit_count()
        have = "none stands" if not count else "one stands" if count == 1 else f"{count} stand"
        number = state.kit[seat].builders_needed
        needed = {1: "one", 2: "two"}.get(number, str(number))
        verb = "is" if number == 1 else "are"
        whose = f"of {state.game.seats[seat]}'s vehicles"
        text = f"Beside {name} {needed} {whose} that can build {verb} needed; {have} there."
        if number > 1 and rules.reading["builders"] == "touching":
            apart = ", apart" if count > 1 else ""
            text = f"Beside {name} two {whose} that can build and touch are needed; {have} there{apart}."
        elif number > 1 and rules.reading["builders"] == "one-and-any":
            text = f"Beside {name} one {whose} that can build and one more are needed; {have} there that can build."
        yield Reason("kdh.build.two_builders", text, (name, *(FIELDS[f] for f in bits(near))), hint)


def _no_pile(state: KneeDeepState, seat: int) -> bool:
    """Whether there is no card to draw, now or ever again (Basic Rules: Cards, C)."""
    refilled = state.discard[seat] and not state.game.rules.on("kdh.cards.no_reshuffle")
    return not state.draw[seat] and not refilled


def _draw(state: KneeDeepState, action: Draw) -> Iterator[Reason]:
    rules, seat = state.game.rules, state.active
    if rules.on("kdh.drawaction.cost"):
        yield from short(state, "kdh.drawaction.cost", "A card", 1, 0)
    if not rules.on("kdh.drawaction.limit_suspended") and len(state.hand[seat]) >= state.kit[seat].hand_limit:
        yield Reason(
            "kdh.powerup.hand_limit_six",
            f"The hand holds {len(state.hand[seat])} cards; the limit is {state.kit[seat].hand_limit}.",
        )
    if _no_pile(state, seat) and rules.reading["empty_pile"] != "nothing":
        yield Reason("kdh.cards.no_reshuffle", f"{state.game.seats[seat]}'s draw pile is empty and stays so.")


def _recycle(state: KneeDeepState, action: Recycle) -> Iterator[Reason]:
    rules, seat = state.game.rules, state.active
    if rules.on("kdh.recycle.cost"):
        yield from short(state, "kdh.recycle.cost", "Recycling", 0, 1)
    if not state.hand[seat]:
        if rules.on("kdh.recycle.needs_card"):
            yield Reason("kdh.recycle.needs_card", f"{state.game.seats[seat]} has no card to discard.")
    elif rules.on("kdh.recycle.discard_before_draw") or action.card not in state.draw[seat][:1]:
        for reason in held(state, seat, action.card):
            yield Reason("kdh.recycle.discard_before_draw", reason.text)
    if not rules.on("kdh.recycle.limit_suspended") and len(state.hand[seat]) > state.kit[seat].hand_limit:
        yield Reason(
            "kdh.powerup.hand_limit_six",
            f"The hand holds {len(state.hand[seat])} cards; the limit is {state.kit[seat].hand_limit}.",
        )
    if _no_pile(state, seat) and rules.reading["recycle_empty"] == "refused":
        yield Reason(
            "kdh.cards.no_reshuffle", f"{state.game.seats[seat]}'s draw pile is empty: there is nothing to draw."
        )


def _discard(state: KneeDeepState, action: Discard) -> Iterator[Reason]:
    return held(state, state.active, action.card)


def _zone(state: KneeDeepState, action: Zone) -> Iterator[Reason]:
    rules, seat = state.game.rules, state.active
    if state.marker[seat] >= 0:
        yield Reason("kdh.war.no_war_marker_returned", f"{state.game.seats[seat]}'s marker is already on the board.")
    if rules.reading["phase_4"] == "after-resolving" and not state.resolved:
        yield Reason("kdh.place.optional", "No enemy marker was resolved this turn (ruling K61).")
    if action.point < 0 and rules.on("kdh.war.marker_on_three_sector_point"):
        named = {SECTORS.index(s) for s in action.sectors.split("-")}
        near = [POINTS[i] for i, trio in enumerate(POINT_SECTORS) if len(named & set(trio)) == 2]
        hint = f"Near by: {', '.join(near[:3])}." if near else "For example: C1-C2-D2."
        trio = action.sectors.replace("-", ", ")
        text = f"{trio} do not meet in one corner; a marker stands where exactly three sectors meet."
        yield Reason(
            "kdh.war.marker_on_three_sector_point", text, tuple(f"{SECTORS[s]}.0" for s in sorted(named)), hint
        )


def _affordable(targets: list[int]) -> str:
    """Which single targets the surplus would pay for."""
    names = ["the HQ" if t == HQ else FIELDS[t] for t in targets]
    if not names:
        return "It is not enough for any target."
    return f"It would do for {names[0]}." if len(names) == 1 else f"It would do for any one of {', '.join(names)}."


def _damage(state: KneeDeepState, action: Damage) -> Iterator[Reason]:
    winner = state.seat_asked
    loser = 1 - winner
    allowed = war.targets(state)
    names = state.game.seats
    zone = war.war_zone(state)
    for t in action.targets:
        if t in allowed:
            continue
        if t == HQ:
            yield Reason("kdh.war.only_in_zones", f"{names[loser]}'s HQ is not in the war zone.")
            continue
        piece = state.piece(t)
        name = FIELDS[t]
        if not zone >> t & 1:
            yield Reason("kdh.war.only_in_zones", f"{name} is not in the war zone.", (name,))
        elif piece is None:
            yield Reason("kdh.result.targets", f"Nothing stands on {name}.", (name,))
        else:
            yield Reason(
                "kdh.result.winner_unharmed",
                f"On {name} stands {occupied(state, t)}; only the loser's pieces are hit.",
                (name,),
            )
    if any(t not in allowed for t in action.targets):
        return
    total = sum(war.target_cost(state, t) for t in action.targets)
    fields = tuple(FIELDS[t] for t in action.targets if t != HQ)
    if total > state.surplus:
        affordable = [t for t in allowed if war.target_cost(state, t) <= state.surplus]
        hint = _affordable(affordable)
        rule = "kdh.hq.full_damage_at_once" if action.targets == (HQ,) else "kdh.damage.all_or_nothing"
        text = f"That takes {total} points; the surplus is {state.surplus}."
        if len(action.targets) == 1:
            what = (
                f"{names[loser]}'s HQ"
                if action.targets[0] == HQ
                else f"The {UNITS[state.at[action.targets[0]] - 1 - loser * N_UNITS].noun}"
            )
            text = f"{what} has {total} health; the surplus is {state.surplus}."
        elif total - state.surplus < total:
            yield Reason(
                "kdh.result.difference",
                f"The winner has {state.surplus} to assign, the difference of the totals.",
                fields,
            )
        yield Reason(rule, text, fields, hint)
    elif not state.game.rules.on("kdh.result.targets") and len(action.targets) > 1:
        yield Reason("kdh.result.targets", "Only one piece may be destroyed.", fields)
    elif action.targets not in war.damage_sets(state):
        yield Reason(
            "kdh.damage.leftover_lost",
            f"As many of the {state.surplus} points as possible must be spent (ruling K66).",
            fields,
        )


def _end(state: KneeDeepState, action: End) -> Iterator[Reason]:
    rules, seat = state.game.rules, state.active
    if state.phase == PLACE and not rules.on("kdh.place.optional") and state.marker[seat] < 0:
        yield Reason("kdh.place.optional", f"{state.game.seats[seat]} has to place the marker.")


def _housekeeping(state: KneeDeepState, action: Housekeeping) -> Iterator[Reason]:
    due = state.todo[0] if state.todo else "nothing"
    if due != action.step:
        yield Reason("kdh.start.all_phases", f"Not now: what is to be done is {due}.")


_REASONS: dict[type[Action], Callable[[KneeDeepState, Any], Iterator[Reason]]] = {
    Keep: _keep,
    Mulligan: _keep,
    Deploy: _deploy,
    Move: _move,
    Build: _build,
    Play: legality_cards.play,
    Draw: _draw,
    Recycle: _recycle,
    Discard: _discard,
    Zone: _zone,
    War: legality_cards.war_card,
    Damage: _damage,
    End: _end,
    Housekeeping: _housekeeping,
}


def reasons(state: KneeDeepState, action: Action) -> Iterator[Reason]:
    """Every reason against the action, most telling first."""
    entry = _REASONS.get(type(action))
    if entry is None or malformed(state, action):
        yield Reason("kdh.actions.list", f"{action!r} is not an action of Knee Deep in Hexes.")
        return
    if state.phase == OVER:
        yield Reason(cause_of_end(state), "The game is over.")
        return
    early = list(wrong_time(state, action))
    if early:
        yield from early
        return
    yield from entry(state, action)
