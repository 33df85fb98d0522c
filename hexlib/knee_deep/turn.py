"""The course of a turn: what each action does, and the housekeeping between two decisions.

Every function takes ``log``: a list that receives the events, or None for the fast door. The numbers of the steps in
``_run`` follow the rulebook: Power Up, Actions, the enemy's marker, the own marker, Exhaust.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexlib.grid import bits
from hexlib.knee_deep import battle, war
from hexlib.knee_deep.board import FIELDS, NEIGHBOUR_MASK
from hexlib.knee_deep.kit import refit
from hexlib.knee_deep.pieces import Log, note, take_card
from hexlib.knee_deep.state import (
    ACTIONS,
    EXHAUST,
    EXTRACTOR,
    N_UNITS,
    OVER,
    PLACE,
    POWER_UP,
    WAR_CARDS,
    marker_name,
)

if TYPE_CHECKING:
    from hexlib.knee_deep.state import KneeDeepState

__all__ = [
    "after_damage",
    "begin_turn",
    "income",
    "run",
    "scrapyard_full",
    "step",
    "to_phase_3",
    "to_phase_4",
    "to_phase_5",
]


# -- income ------------------------------------------------------------------------------------------------------------


def income(state: KneeDeepState, seat: int) -> tuple[int, int, int, int, int]:
    """What a Power Up brings the seat now: Material and Energy of its companions, then the same of its extractors,
    then the set of the resource fields that pay."""
    rules = state.game.rules
    land = state.land
    material = energy = 0
    once = not rules.on("kdh.companions.income_every_turn") and state.round > 1
    if rules.on("kdh.powerup.companion_income") and not once:
        for name in state.companions[seat]:
            companion = state.game.cards.companions[name]
            material += companion.material
            energy += companion.energy
    from_material = from_energy = paying = 0
    if rules.on("kdh.powerup.extractor_income"):
        extractors = state.by[seat * N_UNITS + EXTRACTOR]
        if not rules.on("kdh.powerup.enemy_extractor_ignored"):
            extractors |= state.by[(1 - seat) * N_UNITS + EXTRACTOR]
        resources = land.material | land.energy
        per_extractor = "kdh.powerup.field_counted_once=per_extractor" in rules.broken
        once_a_kind = rules.reading["same_kind_fields"] == "once"
        for f in bits(extractors):
            beside = NEIGHBOUR_MASK[f] & resources
            if not per_extractor:
                beside &= ~paying
            if "kdh.powerup.field_counted_again_next_turn=once_a_game" in rules.broken:
                beside &= ~state.paid[seat]
            m, e = (beside & land.material).bit_count(), (beside & land.energy).bit_count()
            from_material += min(m, 1) if once_a_kind else m
            from_energy += min(e, 1) if once_a_kind else e
            paying |= beside
    return material, energy, from_material, from_energy, paying


def _gain(state: KneeDeepState, log: Log) -> None:
    """Phase 1, 1) Gain resources."""
    seat = state.active
    rules = state.game.rules
    material, energy, from_material, from_energy, paying = income(state, seat)
    if rules.broken:
        state.paid[seat] |= paying
    if rules.on("kdh.powerup.track"):
        state.material[seat] += material + from_material
        state.energy[seat] += energy + from_energy
    if log is not None:
        name = state.game.seats[seat]
        cited = ["kdh.powerup.companion_income"]
        text = f"{name} gains {material} Material and {energy} Energy from its companions"
        if paying:
            cited += ["kdh.powerup.extractor_income", "kdh.powerup.extractor_example"]
            text += f", {from_material} Material and {from_energy} Energy from extractors"
            beside = [
                f for f in bits(paying) if (NEIGHBOUR_MASK[f] & state.by[seat * N_UNITS + EXTRACTOR]).bit_count() > 1
            ]
            if beside:
                cited.append("kdh.powerup.field_counted_once")
            cited.append("kdh.powerup.field_counted_again_next_turn")
        enemy = state.by[(1 - seat) * N_UNITS + EXTRACTOR]
        if any(NEIGHBOUR_MASK[f] & (state.land.material | state.land.energy) for f in bits(enemy)):
            cited.append("kdh.powerup.enemy_extractor_ignored")
        cited += [
            "kdh.powerup.track",
            "kdh.powerup.two_resources",
            "kdh.tracker.count_at_turn_start",
            "kdh.tracker.move_tracker",
        ]
        note(
            log,
            "income",
            text + ".",
            *cited,
            player=seat,
            material=material + from_material,
            energy=energy + from_energy,
            fields=tuple(FIELDS[f] for f in bits(paying)),
        )
    if _handicapped(state) and rules.on("kdh.start.first_round_minus_one_material"):
        lost = min(1, state.material[seat]) if rules.reading["first_round_material"] == "after" else 0
        state.material[seat] -= lost
        note(
            log,
            "first-round",
            f"{state.game.seats[seat]} begins the game and gives up {lost} Material.",
            "kdh.start.first_round_minus_one_material",
            "kdh.start.first_round_only_starter",
            material=lost,
        )


def _handicapped(state: KneeDeepState) -> bool:
    return state.round == 1 and state.active == state.starting


def _power_up_draw(state: KneeDeepState, log: Log) -> None:
    """Phase 1, 2) Draw a card."""
    seat = state.active
    rules = state.game.rules
    if not rules.on("kdh.powerup.draw_one"):
        return
    if _handicapped(state) and rules.on("kdh.start.first_round_no_draw"):
        note(
            log,
            "draw.skipped",
            f"{state.game.seats[seat]} begins the game and does not draw.",
            "kdh.start.first_round_no_draw",
        )
        return
    kit = state.kit[seat]
    if rules.reading["power_up_draw"] == "no-draw-at-six" and len(state.hand[seat]) >= kit.hand_limit:
        note(
            log,
            "draw.skipped",
            f"{state.game.seats[seat]} holds {len(state.hand[seat])} cards and does not draw.",
            "kdh.powerup.hand_limit_six",
        )
        return
    if not take_card(state, seat, log, "kdh.powerup.draw_one") and rules.reading["empty_pile"] == "loses":
        _finish(state, 1 - seat, log, "The draw pile is empty.", "kdh.cards.no_reshuffle")
        return
    for _ in range(kit.draw - 1):
        if not state.draw[seat]:
            return
        take_card(state, seat, log, "kdh.companions.ability_always_on", "kdh.cards.text_over_rules")


# -- the course of the turn --------------------------------------------------------------------------------------------


def begin_turn(state: KneeDeepState, log: Log) -> None:
    """Phase 1 of the active player begins."""
    state.phase = POWER_UP
    state.seat_asked = state.active
    state.todo = ("income", "power-up-draw")
    if log is not None:
        text = f"Round {state.round}: {state.game.seats[state.active]}'s turn."
        note(log, "turn", text, "kdh.start.next_turn", player=state.active)
    run(state, log)


def run(state: KneeDeepState, log: Log) -> None:
    """Do housekeeping until a player has to decide."""
    while state.phase != OVER:
        if state.todo:
            if state.todo[0] in state.game.rules.manual:
                return
            step(state, state.todo[0], log)
        elif not _onwards(state, log):
            return


def step(state: KneeDeepState, name: str, log: Log) -> None:
    """Do one step of housekeeping."""
    state.todo = state.todo[1:]
    _STEPS[name](state, log)


def _over_limit(state: KneeDeepState) -> bool:
    return len(state.hand[state.active]) > state.kit[state.active].hand_limit


def _onwards(state: KneeDeepState, log: Log) -> bool:
    """With no housekeeping left, go to the next phase if nobody has to decide in this one."""
    phase = state.phase
    rules = state.game.rules
    if phase == POWER_UP:
        limited = rules.on("kdh.powerup.hand_limit_six") and rules.on("kdh.powerup.discard_excess_now")
        if limited and _over_limit(state):
            return False
        state.phase = ACTIONS
        return False
    if phase == EXHAUST:
        if rules.on("kdh.exhaust.discard_to_six") and _over_limit(state):
            return False
        _next_turn(state, log)
        return True
    return False


def _next_turn(state: KneeDeepState, log: Log) -> None:
    rules = state.game.rules
    state.fresh = state.moved = state.spent = state.newly_built = 0
    state.resolved = False
    if state.boosts:
        state.boosts = ()
        refit(state)
    if state.active != state.starting and state.round >= state.game.rules.round_limit:
        _finish(state, 2, log, f"{state.game.rules.round_limit} rounds are over: a draw by the house limit.")
        return
    if rules.on("kdh.start.next_turn"):
        state.active = 1 - state.active
    if state.active == state.starting or not rules.on("kdh.start.next_turn"):
        state.round += 1
    begin_turn(state, log)


def to_phase_3(state: KneeDeepState, log: Log) -> None:
    """The active player has finished acting: resolve the enemy's marker, if there is one."""
    owner = war.attacker(state)
    if state.marker[owner] < 0:
        to_phase_4(state, log)
        return
    state.resolved = True
    happens, rule = war.at_war(state)
    if not happens:
        if log is not None:
            note(log, "war.none", f"No war in {marker_name(state.marker[owner])}: one side has nothing there.", rule)
        state.todo = ("return-marker",)
        state.phase = PLACE
        if not state.game.rules.on("kdh.war.no_war_marker_returned"):
            state.todo = ()
        _after_phase_3(state, log)
        return
    if log is not None:
        where = marker_name(state.marker[owner])
        text = f"War in {where}: {state.game.seats[owner]} attacks."
        cited = (rule, "kdh.war.five_steps", "kdh.war.when", "kdh.war.delayed")
        note(log, "war", text, *cited, zone=where, attacker=owner)
    state.phase = WAR_CARDS
    state.laid = [(), ()]
    state.bonus = [0, 0]
    state.open_cards = False
    first = owner if state.game.rules.on("kdh.warcard.attacker_first") else 1 - owner
    state.seat_asked = first
    if not state.game.rules.on("kdh.war.five_steps"):
        state.todo = ("reveal", "count")


def _after_phase_3(state: KneeDeepState, log: Log) -> None:
    """The marker is resolved. Phase 4 follows, unless a broken rule has turned the two round."""
    state.seat_asked = state.active
    rules = state.game.rules
    if not rules.on("kdh.war.enemy_first") or not rules.on("kdh.war.when"):
        state.phase = EXHAUST
        state.todo += ("exhaust",)
    else:
        to_phase_4(state, log)


def to_phase_4(state: KneeDeepState, log: Log) -> None:
    """The active player may place the own marker (Phase 4)."""
    state.phase = PLACE
    state.seat_asked = state.active


def to_phase_5(state: KneeDeepState, log: Log) -> None:
    """The turn ends (Phase 5); broken rules may still send a marker to be resolved first."""
    rules = state.game.rules
    if not rules.on("kdh.war.enemy_first") and not state.resolved and state.marker[1 - state.active] >= 0:
        to_phase_3(state, log)
        return
    if not rules.on("kdh.war.when") and not state.resolved and state.marker[state.active] >= 0:
        to_phase_3(state, log)
        return
    state.phase = EXHAUST
    state.seat_asked = state.active
    state.todo = ("exhaust",)


def _exhaust(state: KneeDeepState, log: Log) -> None:
    """Phase 5."""
    seat = state.active
    if state.game.rules.on("kdh.exhaust.empty_pool"):
        lost = state.material[seat], state.energy[seat]
        state.material[seat] = state.energy[seat] = 0
        if log is not None:
            text = f"{state.game.seats[seat]} empties the pool: {lost[0]} Material and {lost[1]} Energy are lost."
            note(log, "exhaust", text, "kdh.exhaust.empty_pool", player=seat, material=lost[0], energy=lost[1])


def _count(state: KneeDeepState, log: Log) -> None:
    if not battle.count(state, log):
        clear_table(state, log)


def after_damage(state: KneeDeepState, destroyed: list[int], hq_down: bool, log: Log) -> None:
    """The end of the game, if the damage brings it; otherwise the turn goes on."""
    rules, names = state.game.rules, state.game.seats
    winner = state.seat_asked
    wrecks_first = not rules.on("kdh.goal.scrapyard_needs_both_hqs") and sum(state.scrap) >= rules.scrapyard_places
    if hq_down and not wrecks_first and rules.on("kdh.hq.destroyed_ends") and rules.on("kdh.end.hq"):
        won = 1 - winner if "kdh.end.winner_hq=loser" in rules.broken else winner
        text = f"{names[1 - winner]}'s HQ is destroyed."
        _finish(state, won, log, text, "kdh.end.hq", "kdh.end.winner_hq", "kdh.hq.destroyed_ends")
    elif not scrapyard_full(state, destroyed, log):
        clear_table(state, log)


def scrapyard_full(state: KneeDeepState, destroyed: list[int], log: Log) -> bool:
    """End the game if the scrapyard is full after those pieces were destroyed; whether it was."""
    rules = state.game.rules
    if sum(state.scrap) < rules.scrapyard_places or not rules.on("kdh.end.scrapyard"):
        return False
    won, text, cited = battle.scrapyard_result(state, destroyed)
    _finish(state, won, log, text, *cited)
    return True


def clear_table(state: KneeDeepState, log: Log) -> None:
    """After the war: used cards to their piles, the marker back to its owner (K56, K77)."""
    for seat in (0, 1):
        if state.laid[seat]:
            state.discard[seat] = (*state.discard[seat], *state.laid[seat])
    state.laid = [(), ()]
    state.bonus = [0, 0]
    state.open_cards = False
    state.surplus = 0
    state.todo = ("return-marker",)
    _after_phase_3(state, log)


def _return_marker(state: KneeDeepState, log: Log) -> None:
    owner = war.attacker(state)
    state.marker[owner] = -1
    if log is not None:
        text = f"The marker goes back to {state.game.seats[owner]}."
        note(log, "marker.return", text, "kdh.war.no_war_marker_returned", player=owner)


def _finish(state: KneeDeepState, winner: int, log: Log, text: str, *rules: str) -> None:
    """The game is over; all stays as it lies (K99)."""
    state.phase = OVER
    state.winner = winner
    state.todo = ()
    result = "A draw." if winner == 2 else f"{state.game.seats[winner]} wins."
    note(log, "over", f"{text} {result}", *rules, winner=winner)


_STEPS = {
    "income": _gain,
    "power-up-draw": _power_up_draw,
    "reveal": battle.reveal,
    "count": _count,
    "return-marker": _return_marker,
    "exhaust": _exhaust,
}
