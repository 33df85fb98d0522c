"""What happens when an attack resolves (Attack, Ambush, Combat priority)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from hexlib.hexygame.board import FIELDS
from hexlib.hexygame.items import Item, Piece
from hexlib.hexygame.pieces import Log, lose_points, note, piece_text
from hexlib.hexygame.vocabulary import PRIORITY, listed

if TYPE_CHECKING:
    from hexlib.hexygame.state import HexyState

__all__ = ["attack_sum", "defense_sum", "fight", "in_range_now", "loss", "strike_order"]


def fight(state: HexyState, item: Item, log: Log) -> None:
    """Attack and counterstrike, at once or one after the other."""
    field = item.field
    target = state.at.get(field)
    if target is None or target.uid != item.target:
        text = f"The attacked card is not on {FIELDS[field]} any more: the attack does nothing."
        note(log, "fizzle", text, "hexy.attack.resolve_after_responses")
        return
    team = in_range_now(state, item)
    if not team:
        text = "No attacker is in range any more: the attack does nothing."
        note(log, "fizzle", text, "hexy.attack.resolve_after_responses")
        return
    struck = state.find(item.counter) if item.counter >= 0 else -1
    if struck not in team:
        struck = -1
    if struck < 0:
        _strike(state, team, field, log, "hexy.combat.no_counter_no_loss")
        return
    order = strike_order(state, team, struck, target)
    if order == 0:
        _clash(state, team, struck, field, log)
    elif order > 0:
        _strike(state, team, field, log, "hexy.combat_priority.separate", "hexy.combat_priority.attack_first")
        survived = field in state.at and state.at[field].uid == target.uid
        if survived or state.game.rules.dead_strike_back:
            _strike_back(state, team, struck, target, log, "hexy.combat_priority.separate")
    else:
        _strike_back(state, team, struck, target, log, "hexy.combat_priority.as_counterstriker")
        left = [f for f in team if f in state.at and state.at[f].uid in item.team]
        if left and field in state.at:
            _strike(state, left, field, log, "hexy.combat_priority.separate")


def in_range_now(state: HexyState, item: Item) -> list[int]:
    """The attackers that are still there and in range, the first one first (rulings H101, H102)."""
    far = state.map.distance
    out = []
    for uid in item.team:
        f = state.find(uid)
        if f >= 0 and far[f][item.field] <= state.at[f].distance:
            out.append(f)
    return out


def strike_order(state: HexyState, team: Sequence[int], struck: int, target: Piece) -> int:
    """0: both strike at once; 1: the attack first; -1: the counterstrike first (Combat priority)."""
    rules = state.game.rules
    if not rules.simultaneous:
        return 1
    if not rules.separate:
        return 0
    holders = team if rules.any_ambusher_priority else [struck]
    attacker = any(state.at[f].keys & PRIORITY for f in holders)
    counter = bool(target.keys & PRIORITY) and rules.counter_priority
    if attacker and counter:
        return 1 if rules.both_attacker_first else 0
    if attacker:
        return 1 if rules.attack_first else -1
    if counter:
        return 1 if rules.counter_priority_literal else -1
    return 0


def attack_sum(state: HexyState, team: Sequence[int]) -> int:
    """The attack numbers of all attackers together (Ambush)."""
    numbers = [state.at[f].attack for f in team]
    return max(numbers) if state.game.rules.strongest_only else sum(numbers)


def defense_sum(state: HexyState, team: Sequence[int], struck: int) -> int:
    """The defense numbers of all attackers together (Ambush)."""
    if state.game.rules.single_defense:
        return state.at[struck].defense
    return sum(state.at[f].defense for f in team)


def loss(state: HexyState, attack: int, defense: int) -> int:
    """Points lost: attack less defense, and never below nothing (Attack)."""
    rules = state.game.rules
    if rules.defense_ignored:
        return attack
    difference = attack - defense
    return difference if rules.negative_heals else max(0, difference)


def _strike(state: HexyState, team: Sequence[int], field: int, log: Log, *rules: str) -> None:
    """The attackers strike the target; nobody strikes back at the same time."""
    attack, defense = attack_sum(state, team), state.at[field].defense
    lost = loss(state, attack, defense)
    if log is not None:
        cited = [*_cited(lost, len(team) > 1, "hexy.ambush.sum_attack"), *rules]
        text = f"{_team(state, team)} strikes {piece_text(state, field)}: {_sum(attack, defense, lost)}."
        note(log, "combat.strike", text, *cited, field=FIELDS[field], loss=lost)
    lose_points(state, field, lost, log, "hexy.combat.damage")


def _strike_back(state: HexyState, team: Sequence[int], struck: int, target: Piece, log: Log, *rules: str) -> None:
    """The counterstrike alone, when it comes before or after the attack."""
    team = [f for f in team if f in state.at]
    attack, defense = target.attack, defense_sum(state, team, struck)
    lost = loss(state, attack, defense)
    if log is not None:
        cited = [*_cited(lost, len(team) > 1, "hexy.ambush.sum_defense"), *rules]
        text = f"The counterstrike hits {piece_text(state, struck)}: {_sum(attack, defense, lost)}."
        note(log, "combat.counter", text, *cited, field=FIELDS[struck], loss=lost)
    for f in _victims(state, team, struck):
        lose_points(state, f, lost, log, "hexy.combat.damage")


def _clash(state: HexyState, team: Sequence[int], struck: int, field: int, log: Log) -> None:
    """Attack and counterstrike at the same time: both losses follow from the numbers before (ruling H62)."""
    attack, defense = attack_sum(state, team), state.at[field].defense
    lost = loss(state, attack, defense)
    back, cover = state.at[field].attack, defense_sum(state, team, struck)
    lost_back = loss(state, back, cover)
    if log is not None:
        ambush = len(team) > 1
        text = f"{_team(state, team)} strikes {piece_text(state, field)}: {_sum(attack, defense, lost)}."
        cited = ["hexy.combat.simultaneous", *_cited(lost, ambush, "hexy.ambush.sum_attack")]
        note(log, "combat.strike", text, *cited, field=FIELDS[field], loss=lost)
        text = f"The counterstrike hits {piece_text(state, struck)} at the same time: {_sum(back, cover, lost_back)}."
        cited = ["hexy.combat.simultaneous", *_cited(lost_back, ambush, "hexy.ambush.sum_defense")]
        if ambush:
            cited += ["hexy.ambush.counter_loss_single", "hexy.ambush.counter_single"]
        note(log, "combat.counter", text, *cited, field=FIELDS[struck], loss=lost_back)
    lose_points(state, field, lost, log, "hexy.combat.damage")
    for f in _victims(state, team, struck):
        lose_points(state, f, lost_back, log, "hexy.combat.damage")


def _victims(state: HexyState, team: Sequence[int], struck: int) -> list[int]:
    if state.game.rules.counter_hits_one:
        return [struck]
    return [f for f in team if f in state.at]


def _cited(lost: int, ambush: bool, sum_rule: str) -> list[str]:
    out = ["hexy.combat.damage"]
    if ambush:
        out.append(sum_rule)
    if lost <= 0:
        out.append("hexy.combat.damage_floor")
    return out


def _team(state: HexyState, team: Sequence[int]) -> str:
    if len(team) == 1:
        return piece_text(state, team[0])
    return f"An ambush of {listed([piece_text(state, f) for f in team])}"


def _sum(attack: int, defense: int, lost: int) -> str:
    return f"{attack} - {defense}, {lost} lost"
