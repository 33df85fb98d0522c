"""The course of a turn: what each action does, and the housekeeping between two decisions.

Every function takes ``log``: a list that receives the events, or None for the fast door. The numbers of the steps in
``_run`` follow the rulebook: Power Up, Actions, the enemy's marker, the own marker, Exhaust.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hexlib.game import Action, Event, Rng
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
from hexlib.knee_deep.board import FIELDS, HQ_MASK, NEIGHBOUR_MASK
from hexlib.knee_deep.components import CARD_NAMES, CARDS, COMPANIONS, UNIT_NAMES, UNITS
from hexlib.knee_deep.options import HAND_LIMIT
from hexlib.knee_deep.state import (
    ACTIONS,
    DAMAGE,
    DEPLOYERS,
    EXHAUST,
    EXTRACTOR,
    MULLIGAN,
    N_UNITS,
    OVER,
    PLACE,
    POWER_UP,
    WAR_CARDS,
    free_form_marker,
    marker_name,
)

if TYPE_CHECKING:
    from hexlib.knee_deep.state import KneeDeepState

__all__ = ["begin_turn", "do", "income"]

Log = list[Event] | None
_CARD_ORDER = {name: i for i, name in enumerate(CARD_NAMES)}
_CARD_KEY = _CARD_ORDER.__getitem__


def note(log: Log, kind: str, text: str, *rules: str, seen_by: int | None = None, **data: Any) -> None:
    """Add an event to the log; ``seen_by`` is the one seat that may know it, None for everybody."""
    if log is not None:
        log.append(Event(kind, text, rules, tuple(data.items()), None if seen_by is None else frozenset({seen_by})))


# -- cards -------------------------------------------------------------------------------------------------------------


def take_card(state: KneeDeepState, seat: int, log: Log, *rules: str) -> bool:
    """Draw the top card; False if the pile is empty, which is never refilled (Basic Rules: Cards, C)."""
    pile = state.draw[seat]
    name = state.game.seats[seat]
    if not pile:
        note(log, "draw.none", f"{name}'s draw pile is empty: no card.", "kdh.cards.no_reshuffle", player=seat)
        return False
    state.draw[seat] = pile[1:]
    state.hand[seat] = tuple(sorted((*state.hand[seat], pile[0]), key=_CARD_KEY))
    if log is not None:
        note(log, "draw", f"{name} draws a card.", *rules, player=seat)
        note(log, "draw.card", f"{name} draws {CARDS[pile[0]].title}.", seen_by=seat, player=seat, card=pile[0])
    return True


def lose_card(state: KneeDeepState, seat: int, card: str) -> None:
    """Move a card from the hand to the discard pile, face up (K56)."""
    hand = list(state.hand[seat])
    if card in hand:
        hand.remove(card)
        state.hand[seat] = tuple(hand)
        state.discard[seat] = (*state.discard[seat], card)


# -- pieces ------------------------------------------------------------------------------------------------------------


def put(state: KneeDeepState, kind: int, seat: int, field: int) -> None:
    """Put a piece on a field. A piece that a broken rule let stand there goes back to its owner's supply."""
    if state.at[field]:
        old = state.at[field] - 1
        remove(state, field)
        state.supply[old] += 1
    code = seat * N_UNITS + kind
    spot = 1 << field
    state.at[field] = code + 1
    state.by[code] |= spot
    state.own[seat] |= spot


def remove(state: KneeDeepState, field: int) -> int:
    """Take the piece off a field; returns seat * number of kinds + kind."""
    code = state.at[field] - 1
    spot = ~(1 << field)
    state.at[field] = 0
    state.by[code] &= spot
    state.own[code // N_UNITS] &= spot
    return code


def from_supply(state: KneeDeepState, kind: int, seat: int, field: int) -> None:
    """Put a piece of the supply on the board."""
    code = seat * N_UNITS + kind
    if state.supply[code]:
        state.supply[code] -= 1
    put(state, kind, seat, field)


# -- income ------------------------------------------------------------------------------------------------------------


def income(state: KneeDeepState, seat: int) -> tuple[int, int, int, int, int]:
    """What a Power Up brings the seat now: Material and Energy of its companions, then the same of its extractors,
    then the set of the resource fields that pay."""
    rules = state.game.rules
    land = state.land
    material = energy = 0
    if rules.on("kdh.powerup.companion_income"):
        for name in state.companions[seat]:
            material += COMPANIONS[name].material
            energy += COMPANIONS[name].energy
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
            beside = [f for f in bits(paying) if (NEIGHBOUR_MASK[f] & state.by[seat * N_UNITS + EXTRACTOR]).bit_count() > 1]
            if beside:
                cited.append("kdh.powerup.field_counted_once")
            cited.append("kdh.powerup.field_counted_again_next_turn")
        enemy = state.by[(1 - seat) * N_UNITS + EXTRACTOR]
        if any(NEIGHBOUR_MASK[f] & (state.land.material | state.land.energy) for f in bits(enemy)):
            cited.append("kdh.powerup.enemy_extractor_ignored")
        cited += ["kdh.powerup.track", "kdh.powerup.two_resources", "kdh.tracker.count_at_turn_start", "kdh.tracker.move_tracker"]
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
        if rules.reading["first_round_material"] == "after" and state.material[seat]:
            state.material[seat] -= 1
        note(
            log,
            "first-round",
            f"{state.game.seats[seat]} begins the game and gives up one Material.",
            "kdh.start.first_round_minus_one_material",
            "kdh.start.first_round_only_starter",
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
    if rules.reading["power_up_draw"] == "no-draw-at-six" and len(state.hand[seat]) >= HAND_LIMIT:
        note(log, "draw.skipped", f"{state.game.seats[seat]} holds {HAND_LIMIT} cards and does not draw.", "kdh.powerup.hand_limit_six")
        return
    if not take_card(state, seat, log, "kdh.powerup.draw_one") and rules.reading["empty_pile"] == "loses":
        _finish(state, 1 - seat, log, "The draw pile is empty.", "kdh.cards.no_reshuffle")


# -- the course of the turn --------------------------------------------------------------------------------------------


def begin_turn(state: KneeDeepState, log: Log) -> None:
    """Phase 1 of the active player begins."""
    state.phase = POWER_UP
    state.seat_asked = state.active
    state.todo = ("income", "power-up-draw")
    note(log, "turn", f"Round {state.round}: {state.game.seats[state.active]}'s turn.", "kdh.start.next_turn", player=state.active)
    run(state, log)


def run(state: KneeDeepState, log: Log) -> None:
    """Do housekeeping until a player has to decide."""
    while state.phase != OVER:
        if state.todo:
            step = state.todo[0]
            if step in state.game.rules.manual:
                return
            state.todo = state.todo[1:]
            _STEPS[step](state, log)
        elif not _onwards(state, log):
            return


def _over_limit(state: KneeDeepState) -> bool:
    return len(state.hand[state.active]) > HAND_LIMIT


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
    state.fresh = state.moved = state.spent = state.newly_built = 0
    state.resolved = False
    state.active = 1 - state.active
    if state.active == state.starting:
        state.round += 1
        if state.round > state.game.rules.round_limit:
            _finish(state, 2, log, f"{state.game.rules.round_limit} rounds are over: a draw by the house limit.")
            return
    begin_turn(state, log)


def _to_phase_3(state: KneeDeepState, log: Log) -> None:
    """The active player has finished acting: resolve the enemy's marker, if there is one."""
    owner = war.attacker(state)
    if state.marker[owner] < 0:
        _to_phase_4(state, log)
        return
    state.resolved = True
    happens, rule = war.at_war(state)
    where = marker_name(state.marker[owner])
    if not happens:
        note(log, "war.none", f"No war in {where}: one side has nothing there.", rule, "kdh.war.no_war")
        state.todo = ("return-marker",)
        state.phase = PLACE
        if not state.game.rules.on("kdh.war.no_war_marker_returned"):
            state.todo = ()
        _after_phase_3(state, log)
        return
    note(
        log,
        "war",
        f"War in {where}: {state.game.seats[owner]} attacks.",
        rule,
        "kdh.war.five_steps",
        "kdh.war.when",
        "kdh.war.delayed",
        zone=where,
        attacker=owner,
    )
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
        _to_phase_4(state, log)


def _to_phase_4(state: KneeDeepState, log: Log) -> None:
    state.phase = PLACE
    state.seat_asked = state.active


def _to_phase_5(state: KneeDeepState, log: Log) -> None:
    rules = state.game.rules
    if not rules.on("kdh.war.enemy_first") and not state.resolved and state.marker[1 - state.active] >= 0:
        _to_phase_3(state, log)
        return
    if not rules.on("kdh.war.when") and not state.resolved and state.marker[state.active] >= 0:
        _to_phase_3(state, log)
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
        text = f"{state.game.seats[seat]} empties the pool: {lost[0]} Material and {lost[1]} Energy are lost."
        note(log, "exhaust", text, "kdh.exhaust.empty_pool", player=seat, material=lost[0], energy=lost[1])


# -- the war -----------------------------------------------------------------------------------------------------------


def _reveal(state: KneeDeepState, log: Log) -> None:
    """Step 2: both cards are turned up; the defender's is resolved first."""
    rules = state.game.rules
    owner = war.attacker(state)
    order = (1 - owner, owner) if rules.on("kdh.reveal.defender_resolves_first") else (owner, 1 - owner)
    state.open_cards = True
    if state.laid != [(), ()]:
        note(log, "war.reveal", "The War cards are turned up.", "kdh.reveal.both", "kdh.reveal.defender_resolves_first")
    for seat in order:
        for name in state.laid[seat]:
            role = "attacker" if seat == owner else "defender"
            worth = war.card_worth(state, seat, name)
            if seat == owner and not rules.on("kdh.reveal.both"):
                worth = 0
            state.bonus[seat] += worth
            text = f"{state.game.seats[seat]}'s {CARDS[name].title}: +{worth} combat power."
            note(log, f"war.card.{role}", text, "kdh.power.bonuses", *CARDS[name].rules[:1], player=seat, card=name, power=worth)


def _count(state: KneeDeepState, log: Log) -> None:
    """Steps 3 and 4: combat power, the winner and the surplus."""
    rules = state.game.rules
    owner = war.attacker(state)
    zone = war.war_zone(state)
    totals = [state.piece_power(s, zone) + state.bonus[s] for s in (0, 1)]
    names = state.game.seats
    note(
        log,
        "war.power",
        f"Combat power: {names[0]} {totals[0]}, {names[1]} {totals[1]}.",
        "kdh.power.vehicles_turrets",
        "kdh.power.bonuses",
        "kdh.war.cp_sources",
        *(("kdh.hq.no_cp",) if zone & (HQ_MASK[0] | HQ_MASK[1]) else ()),
        power=tuple(totals),
    )
    state.surplus = abs(totals[0] - totals[1])
    winner = 0 if totals[0] > totals[1] else 1
    if rules.broken:
        if state.surplus == 0 and "kdh.war.tie=attacker_wins" in rules.broken:
            winner, state.surplus = owner, 1
        elif state.surplus == 0 and "kdh.power.tie_no_result=defender_wins" in rules.broken:
            winner, state.surplus = 1 - owner, 1
        elif rules.broken & {"kdh.war.win_by_more_cp=fewer", "kdh.power.higher_wins=lower"}:
            winner = 1 - winner
        if state.surplus and "kdh.result.difference=full_total" in rules.broken:
            state.surplus = totals[winner]
        state.surplus += state.carried[winner] if state.surplus else 0
    if state.surplus == 0:
        note(log, "war.tie", f"A tie at {totals[0]}: no damage.", "kdh.war.tie", "kdh.power.tie_no_result")
        _clear_table(state, log)
        return
    state.phase = DAMAGE
    state.seat_asked = winner
    note(
        log,
        "war.result",
        f"{names[winner]} wins with a surplus of {state.surplus}.",
        "kdh.power.higher_wins",
        "kdh.war.win_by_more_cp",
        "kdh.result.difference",
        winner=winner,
        surplus=state.surplus,
    )


def _clear_table(state: KneeDeepState, log: Log) -> None:
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
    name = state.game.seats[owner]
    state.marker[owner] = -1
    note(log, "marker.return", f"The marker goes back to {name}.", "kdh.war.no_war_marker_returned", player=owner)


def _destroy(state: KneeDeepState, action: Damage, log: Log) -> None:
    """Step 5: pieces to the scrapyard, the HQ with its whole health or not at all."""
    rules = state.game.rules
    names = state.game.seats
    winner = state.seat_asked
    loser = 1 - winner
    spent = 0
    destroyed: list[int] = []
    hq_down = False
    for target in action.targets:
        price = war.target_cost(state, target)
        if target == HQ:
            if war.hq_adds_up(state):
                price = min(state.surplus - spent, state.hq_health(loser))
                state.hq_hits[loser] += price
            else:
                state.hq_hits[loser] = state.hq_health(loser)
            spent += price
            hq_down = state.hq_health(loser) == 0
            what = "is destroyed" if hq_down else f"takes {price} and has {state.hq_health(loser)} left"
            cited = ("kdh.hq.full_damage_at_once", "kdh.hq.hp_sum", "kdh.hq.not_structure")
            note(log, "damage.hq", f"{names[loser]}'s HQ {what}.", *cited, player=loser)
            continue
        spent += price
        if not rules.on("kdh.damage.destroy_at_full"):
            continue
        code = remove(state, target)
        kind = code % N_UNITS
        state.scrap[code] += 1
        destroyed.append(code)
        note(
            log,
            "damage",
            f"{names[code // N_UNITS]}'s {UNITS[kind].title} on {FIELDS[target]} is destroyed for {price}.",
            "kdh.damage.destroy_at_full",
            "kdh.damage.all_or_nothing",
            "kdh.scrapyard.destination",
            field=FIELDS[target],
            unit=UNIT_NAMES[kind],
            player=code // N_UNITS,
        )
    left = state.surplus - spent
    if not action.targets:
        note(log, "damage.none", f"{names[winner]} destroys nothing.", "kdh.damage.all_or_nothing", player=winner)
    if left > 0:
        state.carried[winner] = 0 if rules.on("kdh.damage.leftover_lost") else left
        what = "is lost" if left == 1 else "are lost"
        note(log, "damage.lost", f"{left} unused {'point' if left == 1 else 'points'} {what}.", "kdh.damage.leftover_lost", points=left)
    else:
        state.carried[winner] = 0
    if hq_down and rules.on("kdh.hq.destroyed_ends") and rules.on("kdh.end.hq"):
        won = loser if "kdh.end.winner_hq=loser" in rules.broken else winner
        _finish(state, won, log, f"{names[loser]}'s HQ is destroyed.", "kdh.end.hq", "kdh.end.winner_hq", "kdh.hq.destroyed_ends")
        return
    if sum(state.scrap) >= rules.scrapyard_places and rules.on("kdh.end.scrapyard"):
        _scrapyard_end(state, destroyed, log)
        return
    _clear_table(state, log)


def _scrapyard_end(state: KneeDeepState, destroyed: list[int], log: Log) -> None:
    """The scrapyard is full: lower health lost wins, then fewer pieces destroyed, then nobody (End of Game)."""
    rules = state.game.rules
    scrap = state.scrap[:]
    if rules.reading["overfull"] == "first":
        for code in reversed(destroyed):
            if sum(scrap) > rules.scrapyard_places:
                scrap[code] -= 1
    lost = [sum(scrap[s * N_UNITS + k] * rules.health[k] for k in range(N_UNITS)) for s in (0, 1)]
    kills = [sum(scrap[(1 - s) * N_UNITS : (2 - s) * N_UNITS]) for s in (0, 1)]
    names = state.game.seats
    text = f"The scrapyard is full; health lost: {names[0]} {lost[0]}, {names[1]} {lost[1]}."
    cited = ["kdh.end.scrapyard", "kdh.end.winner_scrapyard"]
    won = 2
    if lost[0] != lost[1]:
        won = 0 if lost[0] < lost[1] else 1
        if "kdh.end.winner_scrapyard=higher" in rules.broken:
            won = 1 - won
    else:
        cited.append("kdh.end.tie")
        text += f" Pieces destroyed: {names[0]} {kills[0]}, {names[1]} {kills[1]}."
        if kills[0] != kills[1]:
            won = 0 if kills[0] < kills[1] else 1
            if "kdh.end.tie=more" in rules.broken:
                won = 1 - won
    _finish(state, won, log, text, *cited)


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
    "reveal": _reveal,
    "count": _count,
    "return-marker": _return_marker,
    "exhaust": _exhaust,
}


# -- what each action does ---------------------------------------------------------------------------------------------


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
    state.rng = rng.state
    state.hand[seat] = tuple(sorted(new, key=_CARD_KEY))
    state.draw[seat] = tuple(rest)
    note(log, "mulligan", f"{state.game.seats[seat]} draws a new hand.", "kdh.start.mulligan_whole_hand", "kdh.start.mulligan_reshuffle")
    _after_mulligan(state, log)


def _after_mulligan(state: KneeDeepState, log: Log) -> None:
    if state.seat_asked == state.starting:
        state.seat_asked = 1 - state.starting
    else:
        begin_turn(state, log)


def _deploy(state: KneeDeepState, action: Deploy, log: Log) -> None:
    seat = state.active
    rules = state.game.rules
    paid = rules.unit_material[action.unit] if rules.on("kdh.deploy.pay_first") else 0
    state.material[seat] -= paid
    from_supply(state, action.unit, seat, action.field)
    state.fresh |= 1 << action.field
    if log is not None:
        text = f"{state.game.seats[seat]} pays {paid} Material and deploys {_an(action.unit)} on {FIELDS[action.field]}."
        cited = ("kdh.deploy.pay_first", "kdh.deploy.from_supply", "kdh.deploy.adjacent_own_source")
        note(log, "deploy", text, *cited, unit=UNIT_NAMES[action.unit], field=FIELDS[action.field], material=paid)


def _move(state: KneeDeepState, action: Move, log: Log) -> None:
    seat = state.active
    source, target = action.source, action.target
    rules = state.game.rules
    paid = 1 if rules.plain else moves.cost(state, seat, source, target)
    way = moves.route(state, seat, source, target) if log is not None else []
    again = state.moved >> source & 1
    state.energy[seat] -= paid
    code = remove(state, source)
    put(state, code % N_UNITS, seat, target)
    here, there = 1 << source, 1 << target
    state.moved = (state.moved & ~here) | there
    if state.fresh & here:
        state.fresh = (state.fresh & ~here) | there
    if state.spent & here:
        state.spent = (state.spent & ~here) | there
    if log is not None:
        cited = ["kdh.move.one_energy_each", "kdh.move.up_to_movement"]
        if any(state.own[seat] >> f & 1 for f in way[1:-1]):
            cited.append("kdh.move.pass_through_friendly")
        if again:
            cited += ["kdh.move.repeat_pays_again", "kdh.move.repeat_allowed", "kdh.move.multiple_energy_same_vehicle"]
        unit = UNITS[code % N_UNITS]
        text = f"{state.game.seats[seat]}'s {unit.title} moves from {FIELDS[source]} to {FIELDS[target]} for {paid} Energy."
        names = tuple(FIELDS[f] for f in way)
        note(log, "move", text, *cited, unit=unit.name, source=FIELDS[source], target=FIELDS[target], path=names, energy=paid)


def _build(state: KneeDeepState, action: Build, log: Log) -> None:
    seat = state.active
    rules = state.game.rules
    material, energy = rules.unit_material[action.unit], rules.unit_energy[action.unit]
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
        price = f"{material} Material" if material else f"{energy} Energy"
        text = f"{state.game.seats[seat]} pays {price} and builds {_an(action.unit)} on {FIELDS[action.field]}."
        cited = ["kdh.build.pay_first", "kdh.build.two_builders", "kdh.build.from_supply", "kdh.build.builders_remain"]
        if energy:
            cited.append("kdh.unit.turret.cost_energy")
        note(log, "build", text, *cited, unit=UNIT_NAMES[action.unit], field=FIELDS[action.field], material=material, energy=energy)


def _play(state: KneeDeepState, action: Play, log: Log) -> None:
    from hexlib.knee_deep.legality import play_cost

    seat = state.seat_asked
    rules = state.game.rules
    card = CARDS[action.card]
    material, energy = play_cost(state, card)
    state.material[seat] -= material
    state.energy[seat] -= energy
    lose_card(state, seat, action.card)
    if log is not None:
        price = "for nothing" if not material else f"for {material} Material"
        cited = ["kdh.cards.pay_material", "kdh.cards.resolve_text", *card.rules]
        if not material:
            cited.insert(0, "kdh.cards.no_cost_free")
        note(log, "play", f"{state.game.seats[seat]} plays {card.title} {price}.", *cited, card=card.name, material=material)
    if not rules.on("kdh.cards.resolve_text") or not action.fields:
        return
    if card.place:
        kind = UNIT_NAMES.index(card.place)
        from_supply(state, kind, seat, action.fields[0])
        if kind in DEPLOYERS:
            state.newly_built |= 1 << action.fields[0]
        note(log, "place", f"{_an(kind).capitalize()} is placed on {FIELDS[action.fields[0]]}.", *card.rules, field=FIELDS[action.fields[0]])
    elif card.relocate:
        source, target = action.fields
        code = remove(state, source)
        put(state, code % N_UNITS, code // N_UNITS, target)
        text = f"The {UNITS[code % N_UNITS].title} is carried from {FIELDS[source]} to {FIELDS[target]}."
        note(log, "relocate", text, *card.rules, source=FIELDS[source], target=FIELDS[target])


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
    note(log, "recycle", f"{state.game.seats[seat]} discards {CARDS[action.card].title} for 1 Energy.", *cited, card=action.card)
    if rules.on("kdh.recycle.discard_before_draw"):
        lose_card(state, seat, action.card)
        take_card(state, seat, log, *cited)


def _discard(state: KneeDeepState, action: Discard, log: Log) -> None:
    lose_card(state, state.active, action.card)
    rules = ("kdh.exhaust.discard_to_six",)
    if state.phase == POWER_UP:
        rules = ("kdh.powerup.discard_excess_now", "kdh.powerup.discard_choice", "kdh.powerup.hand_limit_six")  # type: ignore[assignment]
    note(log, "discard", f"{state.game.seats[state.active]} discards {CARDS[action.card].title}.", *rules, card=action.card)


def _zone(state: KneeDeepState, action: Zone, log: Log) -> None:
    seat = state.active
    state.marker[seat] = action.point if action.point >= 0 else free_form_marker(action.sectors)
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
        _to_phase_5(state, log)


def _end(state: KneeDeepState, action: End, log: Log) -> None:
    name = state.game.seats[state.active]
    if state.phase == ACTIONS:
        note(log, "actions.end", f"{name} has finished acting.", "kdh.start.phase_order", "kdh.actions.list", "kdh.war.enemy_first")
        if state.game.rules.on("kdh.war.enemy_first") and state.game.rules.on("kdh.war.when"):
            _to_phase_3(state, log)
        else:
            _to_phase_4(state, log)
    else:
        note(log, "zone.none", f"{name} places no marker.", "kdh.place.optional")
        _to_phase_5(state, log)


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
        note(log, "war.lay.card", f"It is {CARDS[action.card].title}.", *CARDS[action.card].rules, seen_by=seat, player=seat, card=action.card)
        if not rules.on("kdh.warcard.one_each"):
            return
    first = owner if rules.on("kdh.warcard.attacker_first") else 1 - owner
    if seat == first and not (seat == owner and not rules.on("kdh.warcard.defender_response")):
        state.seat_asked = 1 - seat
    else:
        state.todo = ("reveal", "count")


def _housekeeping(state: KneeDeepState, action: Housekeeping, log: Log) -> None:
    state.todo = state.todo[1:]
    _STEPS[action.step](state, log)


def _an(unit: int) -> str:
    title = UNITS[unit].title
    return f"an {title}" if title.startswith("A") else f"an {title.lower()}" if title[0] in "EIO" else f"a {title.lower()}"


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
    Damage: _destroy,
    End: _end,
    Housekeeping: _housekeeping,
}


def do(state: KneeDeepState, action: Action, log: Log) -> None:
    """Do a legal action, then the housekeeping that follows from it."""
    _DO[type(action)](state, action, log)
    if state.phase != ACTIONS or state.todo:
        run(state, log)
