"""Why an action is not allowed: the one road to legality.

``reasons(state, action)`` yields every reason against the action, most telling first, and nothing for a legal one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from hexlib.game import Action, Reason
from hexlib.grid import bits
from hexlib.knee_deep import moves, war
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
from hexlib.knee_deep.components import CARDS, UNIT_NAMES, UNITS, Card, Unit
from hexlib.knee_deep.options import HAND_LIMIT
from hexlib.knee_deep.sites import (
    beside,
    build_sites,
    builder_sites,
    card_sites,
    card_targets,
    card_vehicles,
    deploy_sites,
    deploy_sources,
    extractor_sites,
    free_of_pieces,
    free_sites,
    play_cost,
)
from hexlib.knee_deep.state import (
    BOTH_HQ,
    EXTRACTOR,
    N_UNITS,
    OVER,
    PLACE,
)
from hexlib.knee_deep.timing import cause_of_end, malformed, wrong_time

if TYPE_CHECKING:
    from hexlib.knee_deep.state import KneeDeepState

__all__ = ["reasons"]

# -- words -------------------------------------------------------------------------------------------------------------


def _some(fields: int, most: int = 3) -> str:
    names = [FIELDS[f] for f in bits(fields)]
    return ", ".join(names[:most]) + (f" and {len(names) - most} more" if len(names) > most else "")


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]


def _short(state: KneeDeepState, rule: str, what: str, material: int, energy: int, hint: str = "") -> Iterator[Reason]:
    """The seat to act cannot pay."""
    seat = state.seat_asked
    for need, have, name in ((material, state.material[seat], "Material"), (energy, state.energy[seat], "Energy")):
        if need > have:
            yield Reason(rule, f"{what} costs {need} {name}; {state.game.seats[seat]} has {have}.", (), hint)


def _none_left(state: KneeDeepState, unit: Unit) -> str:
    owner = state.game.seats[state.active]
    return f"All {unit.supply} of {owner}'s {unit.noun} pieces are in use or lost; the supply is empty."


def _occupied(state: KneeDeepState, field: int) -> str:
    piece = state.piece(field)
    return f"{state.game.seats[piece[1]]}'s {UNITS[piece[0]].noun}" if piece else "nothing"


# -- one function a kind of action -------------------------------------------------------------------------------------


def _keep(state: KneeDeepState, action: Keep | Mulligan) -> Iterator[Reason]:
    return iter(())


def _deploy(state: KneeDeepState, action: Deploy) -> Iterator[Reason]:
    rules, seat = state.game.rules, state.active
    unit = UNITS[action.unit]
    name = FIELDS[action.field]
    if not unit.is_vehicle:
        yield Reason(
            "kdh.deploy.vehicle_types", f"{_capital(unit.a_noun)} is a structure; structures are built, not deployed."
        )
        return
    if rules.on("kdh.deploy.pay_first"):
        cheaper = [
            u.noun
            for u, m in zip(UNITS, rules.unit_material, strict=True)
            if u.is_vehicle and m <= state.material[seat]
        ]
        hint = f"Enough for: {', '.join(cheaper)}." if cheaper else ""
        yield from _short(
            state, "kdh.deploy.pay_first", _capital(unit.a_noun), rules.unit_material[action.unit], 0, hint
        )
    if rules.on("kdh.deploy.from_supply") and not state.supply[seat * N_UNITS + action.unit]:
        yield Reason("kdh.deploy.from_supply", _none_left(state, unit))
    sites = deploy_sites(state, seat)
    spot = 1 << action.field
    if spot & sites:
        return
    hint = f"Free beside HQ and factories: {_some(sites)}." if sites else "No field beside HQ or factories is free."
    land = state.land
    if spot & (land.mountain | land.material | land.energy) and rules.on("kdh.deploy.no_terrain"):
        what = "a mountain" if spot & land.mountain else "a resource field"
        yield Reason("kdh.deploy.no_terrain", f"{name} is {what}; a vehicle enters on an empty field.", (name,), hint)
    elif spot & ~free_of_pieces(state, "kdh.deploy.no_units"):
        text = f"{name} is taken by {_occupied(state, action.field)}; a vehicle enters on an empty field."
        yield Reason("kdh.deploy.no_units", text, (name,), hint)
    elif spot & BOTH_HQ and not rules.empty_literal:
        yield Reason("kdh.board.empty_field", f"{name} is part of an HQ, so it is not empty.", (name,), hint)
    if rules.on("kdh.deploy.adjacent_own_source") and not spot & beside(deploy_sources(state, seat)):
        yield Reason(
            "kdh.deploy.adjacent_own_source",
            f"{name} is not beside {state.game.seats[seat]}'s HQ or one of its factories.",
            (name,),
            hint,
        )


def _move(state: KneeDeepState, action: Move) -> Iterator[Reason]:
    rules, seat = state.game.rules, state.active
    source = FIELDS[action.source]
    piece = state.piece(action.source)
    if piece is None or piece[1] != seat:
        what = f"{_occupied(state, action.source)} stands there" if piece else "the field is empty"
        yield Reason(
            "kdh.move.up_to_movement", f"No vehicle of {state.game.seats[seat]} stands on {source}: {what}.", (source,)
        )
        return
    unit = UNITS[piece[0]]
    if not unit.is_vehicle:
        yield Reason(
            "kdh.deploy.vehicle_types", f"{_capital(unit.a_noun)} is a structure; structures do not move.", (source,)
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


def _site_reasons(state: KneeDeepState, field: int, kind: int, hint: str) -> Iterator[Reason]:
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
        text = f"{name} is taken by {_occupied(state, field)}; a structure needs an empty field."
        yield Reason("kdh.build.on_empty_field", text, (name,), hint)


def _build(state: KneeDeepState, action: Build) -> Iterator[Reason]:
    rules, seat = state.game.rules, state.active
    unit = UNITS[action.unit]
    name = FIELDS[action.field]
    if unit.is_vehicle:
        yield Reason("kdh.build.types", f"{_capital(unit.a_noun)} is a vehicle; vehicles are deployed, not built.")
        return
    if rules.on("kdh.build.pay_first"):
        material, energy = rules.unit_material[action.unit], rules.unit_energy[action.unit]
        yield from _short(state, "kdh.build.pay_first", _capital(unit.a_noun), material, energy)
    if rules.on("kdh.build.from_supply") and not state.supply[seat * N_UNITS + action.unit]:
        yield Reason("kdh.build.from_supply", _none_left(state, unit))
    sites = build_sites(state, seat, action.unit)
    hint = f"Two builders stand beside {_some(sites)}." if sites else ""
    yield from _site_reasons(state, action.field, action.unit, hint)
    if not builder_sites(state, seat) >> action.field & 1:
        near = NEIGHBOUR_MASK[action.field] & state.builders(seat) & ~state.spent
        count = near.bit_count()
        have = "none stands" if not count else "one stands" if count == 1 else f"{count} stand"
        text = f"Beside {name} two of {state.game.seats[seat]}'s vehicles that can build are needed; {have} there."
        yield Reason("kdh.build.two_builders", text, (name, *(FIELDS[f] for f in bits(near))), hint)


def _held(state: KneeDeepState, seat: int, card: str) -> Iterator[Reason]:
    if card not in state.hand[seat]:
        have = ", ".join(dict.fromkeys(CARDS[c].title for c in state.hand[seat])) or "no card"
        text = f"{state.game.seats[seat]} does not hold {CARDS[card].title}; the hand holds {have}."
        yield Reason("kdh.actions.unlimited", text)


def _play(state: KneeDeepState, action: Play) -> Iterator[Reason]:
    rules, seat = state.game.rules, state.seat_asked
    card = CARDS[action.card]
    held = list(_held(state, seat, action.card))
    yield from held
    if card.is_war:
        if rules.on("kdh.cards.war_only_in_battle"):
            yield Reason("kdh.cards.war_only_in_battle", f"{card.title} is a War card; it can be played only in a war.")
        elif action.fields:
            yield Reason("kdh.cards.resolve_text", f"{card.title} is played on no field.")
        return
    material, energy = play_cost(state, card)
    yield from _short(state, "kdh.cards.pay_material", card.title, material, energy)
    if held:
        return
    yield from _target_reasons(state, seat, card, action.fields)


def _target_reasons(state: KneeDeepState, seat: int, card: Card, fields: tuple[int, ...]) -> Iterator[Reason]:
    """Why the card's text does not allow those fields."""
    rules = state.game.rules
    me = state.game.seats[seat]
    choices = card_targets(state, seat, card)
    if fields in choices:
        return
    if not choices:
        if rules.on("kdh.cards.conditions_must_hold") or fields:
            what = "an empty field beside an own vehicle" if card.place else "an own vehicle on the map"
            text = f"{card.title} needs {what}; {me} has none."
            if card.place and not state.supply[seat * N_UNITS + UNIT_NAMES.index(card.place)]:
                text = f"{card.title} takes a {card.place} from the supply, and {me}'s is empty."
            yield Reason("kdh.cards.conditions_must_hold", text)
        return
    wanted = 2 if card.relocate else 1
    if len(fields) != wanted:
        form = "the vehicle's field and the field to go to" if card.relocate else "the field to place it on"
        yield Reason(
            "kdh.cards.resolve_text",
            f"{card.title} needs to know {form}.",
            (),
            f"For example: {Play(card.name, choices[0])}.",
        )
        return
    rule = card.rules[1] if len(card.rules) > 1 else "kdh.cards.resolve_text"
    if card.relocate:
        source, target = fields
        piece = state.piece(source)
        if not card_vehicles(state, seat) >> source & 1:
            text = (
                f"{card.title} carries one of {me}'s vehicles; on {FIELDS[source]} stands {_occupied(state, source)}."
            )
            yield Reason(rule, text, (FIELDS[source],))
            if piece is not None and piece[1] != seat:
                yield Reason("kdh.cards.own_by_default", "A card means the vehicles of the player who plays it.")
        if not state.empty() >> target & 1:
            text = f"{FIELDS[target]} is not empty; {card.title} puts the vehicle on an empty field."
            yield Reason(rule, text, (FIELDS[target],))
        return
    kind = UNIT_NAMES.index(card.place)
    sites = card_sites(state, seat, kind)
    hint = f"Possible: {_some(sites)}."
    yield from _site_reasons(state, fields[0], kind, hint)
    if not beside(card_vehicles(state, seat)) >> fields[0] & 1:
        enemy = beside(state.vehicles(1 - seat)) >> fields[0] & 1
        yield Reason(rule, f"No vehicle of {me} stands beside {FIELDS[fields[0]]}.", (FIELDS[fields[0]],), hint)
        if enemy:
            yield Reason("kdh.cards.own_by_default", "A card means the vehicles of the player who plays it.")
    elif not sites >> fields[0] & 1 and free_sites(state) >> fields[0] & 1:
        yield Reason(
            rule, f"More than one vehicle stands beside {FIELDS[fields[0]]} (ruling K91).", (FIELDS[fields[0]],), hint
        )


def _draw(state: KneeDeepState, action: Draw) -> Iterator[Reason]:
    rules, seat = state.game.rules, state.active
    if rules.on("kdh.drawaction.cost"):
        yield from _short(state, "kdh.drawaction.cost", "A card", 1, 0)
    if not rules.on("kdh.drawaction.limit_suspended") and len(state.hand[seat]) >= HAND_LIMIT:
        yield Reason(
            "kdh.powerup.hand_limit_six", f"The hand holds {len(state.hand[seat])} cards; the limit is {HAND_LIMIT}."
        )
    if not state.draw[seat] and rules.reading["empty_pile"] != "nothing":
        yield Reason("kdh.cards.no_reshuffle", f"{state.game.seats[seat]}'s draw pile is empty and stays so.")


def _recycle(state: KneeDeepState, action: Recycle) -> Iterator[Reason]:
    rules, seat = state.game.rules, state.active
    if rules.on("kdh.recycle.cost"):
        yield from _short(state, "kdh.recycle.cost", "Recycling", 0, 1)
    if not state.hand[seat]:
        if rules.on("kdh.recycle.needs_card"):
            yield Reason("kdh.recycle.needs_card", f"{state.game.seats[seat]} has no card to discard.")
    elif rules.on("kdh.recycle.discard_before_draw") or action.card not in state.draw[seat][:1]:
        for reason in _held(state, seat, action.card):
            yield Reason("kdh.recycle.discard_before_draw", reason.text)
    if not rules.on("kdh.recycle.limit_suspended") and len(state.hand[seat]) > HAND_LIMIT:
        yield Reason(
            "kdh.powerup.hand_limit_six", f"The hand holds {len(state.hand[seat])} cards; the limit is {HAND_LIMIT}."
        )
    if not state.draw[seat] and rules.reading["recycle_empty"] == "refused":
        yield Reason(
            "kdh.cards.no_reshuffle", f"{state.game.seats[seat]}'s draw pile is empty: there is nothing to draw."
        )


def _discard(state: KneeDeepState, action: Discard) -> Iterator[Reason]:
    return _held(state, state.active, action.card)


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


def _war(state: KneeDeepState, action: War) -> Iterator[Reason]:
    rules, seat = state.game.rules, state.seat_asked
    if action.card is None:
        return
    card = CARDS[action.card]
    yield from _held(state, seat, action.card)
    if not card.is_war:
        if rules.on("kdh.cards.no_action_in_war"):
            yield Reason(
                "kdh.cards.no_action_in_war", f"{card.title} is an Action card; in a war only War cards are played."
            )
        return
    owner = war.attacker(state)
    if seat != owner and rules.reading["defender_card"] == "answer" and not state.laid[owner]:
        yield Reason("kdh.warcard.defender_response", "The attacker has laid no card to answer (ruling K55).")
    if rules.reading["war_card_cost"] == "material":
        yield from _short(state, "kdh.cards.anatomy", card.title, 1, 0)
    bluff = rules.reading["bluff"] == "yes" or not rules.on("kdh.warcard.conditions")
    if not bluff and not war.card_condition_holds(state, seat, action.card):
        yield from _condition_reasons(state, seat, card)


def _condition_reasons(state: KneeDeepState, seat: int, card: Card) -> Iterator[Reason]:
    zone = war.war_zone(state)
    me = state.game.seats[seat]
    mine = state.vehicles(seat) & zone
    fields = tuple(FIELDS[f] for f in bits(mine))
    if card.vehicles:
        kind, number = card.vehicles[0]
        have = (state.by[seat * N_UNITS + UNIT_NAMES.index(kind)] & zone).bit_count()
        yield Reason(
            "kdh.warcard.conditions",
            f"{card.title} needs {number} {kind}s of {me} in the zone; there are {have}.",
            fields,
        )
        return
    need = {
        "sling": "two vehicles in line with exactly one field between them",
        "barrier": "three vehicles side by side in a line",
        "skirmish": "three vehicles in a triangle",
    }[card.formation]
    count_text = "1 vehicle" if mine.bit_count() == 1 else f"{mine.bit_count()} vehicles"
    text = f"{card.title} needs {need}; {me} has {count_text} in the zone, and none stand so."
    yield Reason("kdh.warcard.conditions", text, fields)
    if war.formation_with_structures(state, seat, card.formation, zone):
        yield Reason("kdh.warcard.structures_not_formation", "Structures do not count as members of a formation.")


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
                f"On {name} stands {_occupied(state, t)}; only the loser's pieces are hit.",
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
    Play: _play,
    Draw: _draw,
    Recycle: _recycle,
    Discard: _discard,
    Zone: _zone,
    War: _war,
    Damage: _damage,
    End: _end,
    Housekeeping: _housekeeping,
}


def reasons(state: KneeDeepState, action: Action) -> Iterator[Reason]:
    """Every reason against the action, most telling first."""
    entry = _REASONS.get(type(action))
    if entry is None or malformed(action):
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
