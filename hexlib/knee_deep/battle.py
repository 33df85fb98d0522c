"""The steps of a war (Resolve Enemy War Zone Marker) and the count of a full scrapyard. The course of the turn
round them stands in ``turn.py``; who is at war and what counts, in ``war.py``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexlib.knee_deep import war
from hexlib.knee_deep.actions import HQ, Damage
from hexlib.knee_deep.board import FIELDS, HQ_MASK
from hexlib.knee_deep.components import UNIT_NAMES, UNITS, Card
from hexlib.knee_deep.effects import cards_move
from hexlib.knee_deep.pieces import Log, note, remove, wreck
from hexlib.knee_deep.state import DAMAGE, N_UNITS

if TYPE_CHECKING:
    from hexlib.knee_deep.state import KneeDeepState

__all__ = ["count", "destroy", "reveal", "scrapyard_result"]


def reveal(state: KneeDeepState, log: Log) -> None:
    """Step 2: both cards are turned up; the defender's is resolved first."""
    rules = state.game.rules
    owner = war.attacker(state)
    order = (1 - owner, owner) if rules.on("kdh.reveal.defender_resolves_first") else (owner, 1 - owner)
    state.open_cards = True
    if state.laid != [(), ()]:
        note(log, "war.reveal", "The War cards are turned up.", "kdh.reveal.both", "kdh.reveal.defender_resolves_first")
    for seat in order:
        if not state.laid[seat]:
            continue
        role = "attacker" if seat == owner else "defender"
        void = war.cancelled(state, seat)
        works = war.working(state, seat)
        for name in state.laid[seat]:
            card = state.game.cards[name]
            own, less = war.card_worth(state, seat, card) if card in works else (0, 0)
            if seat == owner and not rules.on("kdh.reveal.both"):
                own = less = 0
            state.bonus[seat] += own
            state.bonus[1 - seat] -= less
            if log is not None:
                note(
                    log,
                    f"war.card.{role}",
                    f"{state.game.seats[seat]}'s {card.title}: {_worth(card, own, less, void)}.",
                    "kdh.power.bonuses",
                    *card.rules[:1],
                    *(() if card.rules else ("kdh.cards.text_over_rules",)),
                    player=seat,
                    card=name,
                    power=own,
                    **({"weaken": less} if less else {}),
                )
    for seat in order:
        for card in war.working(state, seat):
            cards_move(state, seat, card.effect, ("kdh.cards.resolve_text",), log)


def _worth(card: Card, own: int, less: int, void: bool) -> str:
    """What a card that is turned up does, in a few words."""
    if void:
        return "cancelled by the enemy's card"
    effect = card.effect
    parts = [f"+{own} combat power"] if own or not (less or effect.cancel) else []
    if less:
        parts.append(f"the enemy loses {less} combat power")
    if effect.cancel:
        parts.append("the enemy's War card has no effect")
    return ", ".join(parts)


def count(state: KneeDeepState, log: Log) -> bool:
    """Steps 3 and 4: combat power, the winner and the surplus. False in a tie."""
    rules = state.game.rules
    owner = war.attacker(state)
    zone = war.war_zone(state)
    abilities = [war.ability_bonuses(state, s) for s in (0, 1)]
    totals = [
        max(0, state.piece_power(s, zone) + sum(worth for _, worth in abilities[s]) + state.bonus[s]) for s in (0, 1)
    ]
    names = state.game.seats
    for s in (0, 1):
        for title, worth in abilities[s]:
            text = f"{names[s]}'s {title}: +{worth} combat power."
            cited = ("kdh.companions.ability_always_on", "kdh.power.bonuses")
            note(log, "war.ability", text, *cited, player=s, ability=title, power=worth)
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
        return False
    difference = state.surplus
    state.surplus = war.points(state, winner, difference)
    state.phase = DAMAGE
    state.seat_asked = winner
    note(
        log,
        "war.result",
        f"{names[winner]} wins with a surplus of {difference}.",
        "kdh.power.higher_wins",
        "kdh.war.win_by_more_cp",
        "kdh.result.difference",
        winner=winner,
        surplus=difference,
    )
    if state.surplus != difference:
        what = "point" if state.surplus == 1 else "points"
        text = f"By the cards, {names[winner]} has {state.surplus} {what} to assign."
        note(log, "war.points", text, "kdh.cards.text_over_rules", "kdh.cards.resolve_text", points=state.surplus)
    return state.surplus > 0


def destroy(state: KneeDeepState, action: Damage, log: Log) -> tuple[list[int], bool]:
    """Step 5: pieces to the scrapyard, the HQ with its whole health or not at all.

    Returns the codes of the destroyed pieces in the order of the fields, and whether the HQ has fallen.
    """
    rules = state.game.rules
    names = state.game.seats
    winner = state.seat_asked
    loser = 1 - winner
    spent = 0
    destroyed: list[int] = []
    hq_down = False
    rescued = war.rescued(state, loser)
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
        for mark in ("fresh", "moved", "spent", "newly_built"):
            setattr(state, mark, getattr(state, mark) & ~(1 << target))
        kind = code % N_UNITS
        saved = rescued and code // N_UNITS == loser
        if saved:
            state.supply[code] += 1
        else:
            wreck(state, code)
            destroyed.append(code)
        end = f"is hit for {price} and goes back to the supply" if saved else f"is destroyed for {price}"
        note(
            log,
            "damage",
            f"{names[code // N_UNITS]}'s {UNITS[kind].noun} on {FIELDS[target]} {end}.",
            *(("kdh.cards.text_over_rules",) if saved else ()),
            "kdh.damage.destroy_at_full",
            "kdh.damage.all_or_nothing",
            *(() if saved else ("kdh.scrapyard.destination",)),
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
        note(
            log,
            "damage.lost",
            f"{left} unused {'point' if left == 1 else 'points'} {what}.",
            "kdh.damage.leftover_lost",
            points=left,
        )
    else:
        state.carried[winner] = 0
    return destroyed, hq_down


def scrapyard_result(state: KneeDeepState, destroyed: list[int]) -> tuple[int, str, list[str]]:
    """The scrapyard is full: lower health lost wins, then fewer pieces destroyed, then nobody (End of Game).

    Returns the winner (2 for a draw), a sentence and the rules.
    """
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
    return won, text, cited
