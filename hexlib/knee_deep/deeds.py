"""What each action does to the state. ``do`` is both doors: with a log it tells what happened, without it is fast."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hexlib.game import Action, Rng
from hexlib.grid import bits
from hexlib.knee_deep import battle, effects, moves, turn, war
from hexlib.knee_deep.actions import (
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
from hexlib.knee_deep.board import FIELDS, NEIGHBOUR_MASK
from hexlib.knee_deep.components import UNIT_NAMES, UNITS, Card
from hexlib.knee_deep.pieces import Log, from_supply, lose_card, note, remove, shift, sort_hand, take_card
from hexlib.knee_deep.sites import play_cost
from hexlib.knee_deep.state import ACTIONS, DEPLOYERS, MULLIGAN, N_UNITS, PLACE, POWER_UP, free_form_marker, marker_name

if TYPE_CHECKING:
    from hexlib.knee_deep.state import KneeDeepState

__all__ = ["do"]


def _keep(state: KneeDeepState, action: Keep, log: Log) -> None:
    note(log, "keep", f"{state.game.seats[state.seat_asked]} keeps the hand.", "kdh.start.mulligan_once")
    _after_mulligan(state, log)


def _mulligan(state: KneeDeepState, action: Mulligan, log: Log) -> None:
    seat = state.seat_asked
    rng = Rng(state.rng)
    old, pile = state.hand[seat], state.draw[seat]
    if state.game.rules.reading["mulligan"] == "draw-first":
        new, rest = pile[: len(old)], rng.shuffled((*pile[len(old) :], *old))
    else:
        mixed = tuple(rng.shuffled((*pile, *old)))
        new, rest = mixed[: len(old)], list(mixed[len(old) :])
    if state.game.broken:
        new, rest = _wrong_mulligan(state, old, pile, tuple(new), rest)
    state.rng = rng.state
    state.hand[seat] = sort_hand(state, new)
    state.draw[seat] = tuple(rest)
    note(
        log,
        "mulligan",
        f"{state.game.seats[seat]} draws a new hand.",
        "kdh.start.mulligan_whole_hand",
        "kdh.start.mulligan_reshuffle",
    )
    if state.phase == MULLIGAN:
        _after_mulligan(state, log)


def _wrong_mulligan(
    state: KneeDeepState, old: tuple[str, ...], pile: tuple[str, ...], new: tuple[str, ...], rest: list[str]
) -> tuple[tuple[str, ...], list[str]]:
    """New hand and pile where a rule of the mulligan is broken on purpose."""
    rules, seat = state.game.rules, state.seat_asked
    if not rules.on("kdh.start.mulligan_reshuffle"):
        state.discard[seat] = (*state.discard[seat], *old)
        new, rest = pile[: len(old)], list(pile[len(old) :])
    if not rules.on("kdh.start.mulligan_whole_hand"):
        new, rest = new[:-1], [*rest, *new[-1:]]
    return new, rest


def _after_mulligan(state: KneeDeepState, log: Log) -> None:
    if state.seat_asked == state.starting:
        state.seat_asked = 1 - state.starting
    else:
        turn.begin_turn(state, log)


def _deploy(state: KneeDeepState, action: Deploy, log: Log) -> None:
    seat = state.active
    rules = state.game.rules
    kit = state.kit[seat]
    paid = kit.material[action.unit] if rules.on("kdh.deploy.pay_first") else 0
    state.material[seat] -= paid
    from_supply(state, action.unit, seat, action.field)
    state.fresh |= 1 << action.field
    if log is not None:
        name = state.game.seats[seat]
        text = f"{name} pays {paid} Material and deploys {UNITS[action.unit].a_noun} on {FIELDS[action.field]}."
        cited = ("kdh.deploy.pay_first", "kdh.deploy.from_supply", "kdh.deploy.adjacent_own_source")
        note(log, "deploy", text, *cited, unit=UNIT_NAMES[action.unit], field=FIELDS[action.field], material=paid)
    for _ in range(kit.deploy_draw[action.unit]):
        if state.draw[seat]:
            take_card(state, seat, log, "kdh.companions.ability_always_on")


def _move(state: KneeDeepState, action: Move, log: Log) -> None:
    seat = state.active
    source, target = action.source, action.target
    rules = state.game.rules
    paid = 1 if rules.plain else moves.cost(state, seat, source, target)
    way = moves.route(state, seat, source, target) if log is not None else []
    again = state.moved >> source & 1
    state.energy[seat] -= paid
    code = shift(state, source, target)
    state.moved |= 1 << target
    if log is not None:
        cited = ["kdh.move.one_energy_each", "kdh.move.up_to_movement"]
        if any(state.own[seat] >> f & 1 for f in way[1:-1]):
            cited.append("kdh.move.pass_through_friendly")
        if any(state.land.terrain[f] for f in way[1:-1]) and not rules.broken:
            cited += ["kdh.cards.text_over_rules", "kdh.companions.ability_always_on"]
        if again:
            cited += ["kdh.move.repeat_pays_again", "kdh.move.repeat_allowed", "kdh.move.multiple_energy_same_vehicle"]
        unit = UNITS[code % N_UNITS]
        way_text = f"from {FIELDS[source]} to {FIELDS[target]} for {paid} Energy"
        text = f"{state.game.seats[seat]}'s {unit.noun} moves {way_text}."
        names = tuple(FIELDS[f] for f in way)
        note(
            log,
            "move",
            text,
            *cited,
            unit=unit.name,
            source=FIELDS[source],
            target=FIELDS[target],
            path=names,
            energy=paid,
        )


def _build(state: KneeDeepState, action: Build, log: Log) -> None:
    seat = state.active
    rules = state.game.rules
    kit = state.kit[seat]
    material, energy = kit.material[action.unit], kit.energy[action.unit]
    if not rules.on("kdh.build.pay_first"):
        material = energy = 0
    state.material[seat] -= material
    state.energy[seat] -= energy
    if not rules.plain:
        near = state.builders(seat) & NEIGHBOUR_MASK[action.field]
        if rules.reading["builders_after"] == "spent":
            state.spent |= near
        if not rules.on("kdh.build.builders_remain"):
            for f in bits(near):
                state.supply[remove(state, f)] += 1
    from_supply(state, action.unit, seat, action.field)
    if action.unit in DEPLOYERS:
        state.newly_built |= 1 << action.field
    if log is not None:
        price = f"{energy} Energy" if energy else f"{material} Material"
        text = (
            f"{state.game.seats[seat]} pays {price} and builds {UNITS[action.unit].a_noun} on {FIELDS[action.field]}."
        )
        cited = ["kdh.build.pay_first", "kdh.build.two_builders", "kdh.build.from_supply", "kdh.build.builders_remain"]
        if energy:
            cited.append("kdh.unit.turret.cost_energy")
        if kit.builders_needed == 1:
            cited += ["kdh.cards.text_over_rules", "kdh.companions.ability_always_on"]
        note(
            log,
            "build",
            text,
            *cited,
            unit=UNIT_NAMES[action.unit],
            field=FIELDS[action.field],
            material=material,
            energy=energy,
        )


def _play(state: KneeDeepState, action: Play, log: Log) -> None:
    seat = state.seat_asked
    rules = state.game.rules
    card = state.game.cards[action.card]
    material, energy = play_cost(state, card)
    ready = rules.plain or effects.allows(state, seat, state.game.plans[action.card], action)
    state.material[seat] -= material
    state.energy[seat] -= energy
    lose_card(state, seat, action.card)
    told = _told(card)
    if log is not None:
        paid = [f"{n} {what}" for n, what in ((material, "Material"), (energy, "Energy")) if n]
        price = f"for {' and '.join(paid) or 'nothing'}"
        cited = ["kdh.cards.pay_material", "kdh.cards.resolve_text", *told]
        if not material:
            cited.insert(0, "kdh.cards.no_cost_free")
        note(
            log,
            "play",
            f"{state.game.seats[seat]} plays {card.title} {price}.",
            *cited,
            card=card.name,
            material=material,
        )
    if not ready or card.is_war or not rules.on("kdh.cards.resolve_text"):
        return
    destroyed = effects.resolve(state, seat, action, card, told, log)
    if destroyed:
        turn.scrapyard_full(state, destroyed, log)


def _told(card: Card) -> list[str]:
    """What the card's own statements say of its effect; how many copies there are is no reason for what happens."""
    own = [rule for rule in card.rules if not rule.startswith("kdh.casual.")]
    return own or ["kdh.cards.text_over_rules"]


def _draw(state: KneeDeepState, action: Draw, log: Log) -> None:
    if state.game.rules.on("kdh.drawaction.cost"):
        state.material[state.active] -= 1
    take_card(state, state.active, log, "kdh.drawaction.cost", "kdh.drawaction.limit_suspended")


def _recycle(state: KneeDeepState, action: Recycle, log: Log) -> None:
    seat = state.active
    rules = state.game.rules
    if rules.on("kdh.recycle.cost"):
        state.energy[seat] -= 1
    cited = ("kdh.recycle.cost", "kdh.recycle.discard_before_draw", "kdh.recycle.limit_suspended")
    if not rules.on("kdh.recycle.discard_before_draw"):
        take_card(state, seat, log, *cited)
        lose_card(state, seat, action.card)
    note(
        log,
        "recycle",
        f"{state.game.seats[seat]} discards {state.game.cards[action.card].title} for 1 Energy.",
        *cited,
        card=action.card,
    )
    if rules.on("kdh.recycle.discard_before_draw"):
        lose_card(state, seat, action.card)
        take_card(state, seat, log, *cited)


def _discard(state: KneeDeepState, action: Discard, log: Log) -> None:
    lose_card(state, state.active, action.card)
    rules = ["kdh.exhaust.discard_to_six"]
    if state.phase == POWER_UP:
        rules = ["kdh.powerup.discard_excess_now", "kdh.powerup.discard_choice", "kdh.powerup.hand_limit_six"]
    note(
        log,
        "discard",
        f"{state.game.seats[state.active]} discards {state.game.cards[action.card].title}.",
        *rules,
        card=action.card,
    )


def _zone(state: KneeDeepState, action: Zone, log: Log) -> None:
    seat = state.active
    state.marker[seat] = action.point if action.point >= 0 else free_form_marker(action.sectors)
    if log is not None:
        where = marker_name(state.marker[seat])
        note(
            log,
            "zone",
            f"{state.game.seats[seat]} declares war in {where}.",
            "kdh.place.optional",
            "kdh.war.marker_on_three_sector_point",
            "kdh.war.zone_is_three_sectors",
            "kdh.war.declare_end_of_turn",
            "kdh.war.opponent_may_react",
            player=seat,
            zone=where,
        )
    if state.phase == PLACE:
        turn.to_phase_5(state, log)


def _end(state: KneeDeepState, action: End, log: Log) -> None:
    if state.phase == ACTIONS:
        if log is not None:
            cited = ("kdh.start.phase_order", "kdh.actions.list", "kdh.war.enemy_first")
            note(log, "actions.end", f"{state.game.seats[state.active]} has finished acting.", *cited)
        if not state.game.rules.on("kdh.start.all_phases"):
            turn.to_phase_5(state, log)
        elif state.game.rules.on("kdh.war.enemy_first") and state.game.rules.on("kdh.war.when"):
            turn.to_phase_3(state, log)
        else:
            turn.to_phase_4(state, log)
    else:
        if log is not None:
            text = f"{state.game.seats[state.active]} places no marker."
            note(log, "zone.none", text, "kdh.place.optional")
        turn.to_phase_5(state, log)


def _war(state: KneeDeepState, action: War, log: Log) -> None:
    seat = state.seat_asked
    rules = state.game.rules
    owner = war.attacker(state)
    name = state.game.seats[seat]
    cited = ["kdh.warcard.face_down", "kdh.warcard.one_each"]
    cited.append("kdh.warcard.attacker_first" if seat == owner else "kdh.warcard.defender_response")
    if action.card is None:
        note(log, "war.pass", f"{name} plays no War card.", *cited[1:], player=seat)
    else:
        hand = list(state.hand[seat])
        hand.remove(action.card)
        state.hand[seat] = tuple(hand)
        state.laid[seat] = (*state.laid[seat], action.card)
        if rules.reading["war_card_cost"] == "material":
            state.material[seat] -= 1
        note(log, "war.lay", f"{name} lays a War card face down.", *cited, player=seat)
        note(
            log,
            "war.lay.card",
            f"It is {state.game.cards[action.card].title}.",
            *state.game.cards[action.card].rules,
            seen_by=seat,
            player=seat,
            card=action.card,
        )
        if not rules.on("kdh.warcard.one_each"):
            return
    first = owner if rules.on("kdh.warcard.attacker_first") else 1 - owner
    if seat == first and not (seat == owner and not rules.on("kdh.warcard.defender_response")):
        state.seat_asked = 1 - seat
    else:
        state.todo = ("reveal", "count")


def _damage(state: KneeDeepState, action: Damage, log: Log) -> None:
    destroyed, hq_down = battle.destroy(state, action, log)
    turn.after_damage(state, destroyed, hq_down, log)


def _housekeeping(state: KneeDeepState, action: Housekeeping, log: Log) -> None:
    turn.step(state, action.step, log)


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]


_DO: dict[type[Action], Any] = {
    Keep: _keep,
    Mulligan: _mulligan,
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


def do(state: KneeDeepState, action: Action, log: Log) -> None:
    """Do a legal action, then the housekeeping that follows from it."""
    _DO[type(action)](state, action, log)
    if state.phase != ACTIONS or state.todo:
        turn.run(state, log)
