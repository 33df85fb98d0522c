"""Who may act, attack, join and strike back: the conditions of Action, Attack, Ambush and Flying."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from hexlib.game import Reason
from hexlib.hexygame.actions import Attack, Counter, Join
from hexlib.hexygame.board import FIELDS
from hexlib.hexygame.components import CREATURE
from hexlib.hexygame.hints import can_attack, in_range_of, names, reaches_flyers
from hexlib.hexygame.items import ANSWERED, Item, Piece
from hexlib.hexygame.pieces import piece_text
from hexlib.hexygame.timing import may_act
from hexlib.hexygame.vocabulary import FLYING

if TYPE_CHECKING:
    from hexlib.hexygame.state import HexyState

__all__ = ["actor", "counter", "join", "joiner", "strikes_back_at", "target", "together"]


def actor(state: HexyState, field: int, rule: str) -> Iterator[Reason]:
    """Why the card on the field may neither move nor attack."""
    rules, seat = state.game.rules, state.asked
    name = FIELDS[field]
    piece = state.at.get(field)
    if piece is None or piece.owner != seat:
        yield Reason(rule, f"No card of {state.game.seats[seat]} stands on {name}.", (name,))
        return
    if rules.creatures_act and piece.type != CREATURE:
        yield Reason("hexy.action.spend", f"{piece_text(state, field)} is no creature (ruling H52).", (name,))
    if rules.needs_die and not piece.die:
        text = f"{piece_text(state, field)} has no action die."
        hint = f"Its die comes in {state.game.seats[seat]}'s next Actions Phase." if piece.actions else ""
        yield Reason("hexy.action.none_without_die", text, (name,), hint)


def in_range(state: HexyState, source: int, field: int) -> Iterator[Reason]:
    """Why the card on ``source`` cannot reach the one on ``field``: distance and Flying."""
    piece, other = state.at[source], state.at[field]
    far = state.map.distance[source][field]
    both = (FIELDS[source], FIELDS[field])
    if far > piece.distance:
        text = f"{both[1]} is {far} hexes from {both[0]}; the attack distance is {piece.distance}."
        yield Reason("hexy.attack.any_board_card", text, both, in_range_of(state, source))
    if other.keys & FLYING and state.game.rules.flyers_safe and not reaches_flyers(piece):
        text = f"{piece_text(state, field)} flies; {piece_text(state, source)} is no creature that can attack it."
        yield Reason("hexy.flying.attackable_by", text, both, can_attack(state, field))


def target(state: HexyState, source: int, field: int) -> Iterator[Reason]:
    """Why the card on ``field`` cannot be attacked."""
    other = state.at.get(field)
    name = FIELDS[field]
    rule = "hexy.attack.any_board_card"
    if other is None:
        text = f"No board card stands on {name}." if state.map.mask >> field & 1 else f"There is no {name} on this map."
        yield Reason(rule, text, (name,), in_range_of(state, source))
        return
    if other.owner == state.asked:
        yield Reason(rule, f"{piece_text(state, field)} is one's own card.", (name,), in_range_of(state, source))
    if state.game.rules.creatures_attacked and other.type != CREATURE:
        yield Reason(rule, f"{piece_text(state, field)} is no creature (ruling H57).", (name,))
    yield from in_range(state, source, field)


def together(state: HexyState, action: Attack) -> Iterator[Reason]:
    """Why these may not attack together at once."""
    if not state.game.rules.join_at_declaration:
        text = "Others join after the attack is declared: write join and a field (ruling H69)."
        yield Reason("hexy.ambush.join", text)
        return
    for field in action.others:
        yield from joiner(state, field, state.at[action.source], action.target)


def joiner(state: HexyState, field: int, leader: Piece | None, at: int) -> Iterator[Reason]:
    """Why the card on the field may not join an attack on ``at``, costs aside."""
    rules = state.game.rules
    stopped = list(actor(state, field, "hexy.ambush.join"))
    if stopped:
        yield from stopped
        return
    piece = state.at[field]
    if not rules.any_may_join:
        for one, name in ((piece, FIELDS[field]), (leader, "")):
            if one is not None and one.type != CREATURE:
                text = "Only creatures join, and only a creature's attack (ruling H100)."
                yield Reason("hexy.ambush.join", text, (name,) if name else ())
                break
    if at in state.at:
        yield from in_range(state, field, at)


def join(state: HexyState, action: Join) -> Iterator[Reason]:
    """Why the card may not join the attack on the stack (Ambush)."""
    rules = state.game.rules
    rule = "hexy.ambush.join"
    place = state.attack_on_stack()
    if place < 0:
        yield Reason(rule, "There is no attack on the stack to join.")
        return
    item = state.stack[place]
    if state.asked != item.seat or not may_act(state):
        yield Reason(rule, f"Only {state.game.seats[item.seat]}'s creatures share the target, with priority.")
        return
    if rules.join_at_declaration:
        yield Reason(rule, "Ambushers are named when the attack is declared (ruling H69).")
    if rules.join_before_answer and item.flags & ANSWERED:
        yield Reason(rule, "The defender has had priority already (ruling H90).")
    piece = state.at.get(action.source)
    if piece is not None and piece.uid in item.team:
        yield Reason(rule, f"{piece_text(state, action.source)} takes part already.", (FIELDS[action.source],))
        return
    if not _there(state, item):
        yield Reason(rule, f"The target is not on {FIELDS[item.field]} any more.", (FIELDS[item.field],))
        return
    leader = state.find(item.team[0])
    yield from joiner(state, action.source, state.at.get(leader), item.field)


def _there(state: HexyState, item: Item) -> bool:
    piece = state.at.get(item.field)
    return piece is not None and piece.uid == item.target


def counter(state: HexyState, action: Counter) -> Iterator[Reason]:
    """Why the counterstrike may not be declared (Attack)."""
    rules = state.game.rules
    name = FIELDS[action.source]
    window = "hexy.attack.counter_window_after_pass"
    place = state.attack_on_stack()
    if place < 0:
        yield Reason(window, "There is no attack on the stack to answer.")
        return
    item = state.stack[place]
    if state.asked == item.seat or not may_act(state):
        seats = state.game.seats
        text = f"The counterstrike is {seats[1 - item.seat]}'s, after {seats[item.seat]} has passed."
        yield Reason(window, text)
        return
    if item.counter >= 0 and rules.counter_once:
        yield Reason("hexy.ambush.counter_single", "The counterstrike is declared already, against one attacker.")
    piece = state.at.get(action.source)
    if action.source != item.field or piece is None or piece.uid != item.target:
        text = f"Only the attacked card on {FIELDS[item.field]} may strike back."
        if not _there(state, item):
            text = "The attacked card is not where it was attacked any more."
        yield Reason("hexy.counter.any_board_card", text, (name,))
        return
    if rules.counter_needs_attack and not piece.attack:
        text = f"{piece_text(state, action.source)} has attack 0."
        yield Reason("hexy.counter.condition_attack", text, (name,))
    first = item.counter < 0 or rules.counter_once
    if rules.counter_needs_no_die and piece.die and first:
        text = f"An action die on {piece.die} lies on {piece_text(state, action.source)}."
        yield Reason("hexy.counter.condition_no_die", text, (name,))
        if piece.die == 6:
            yield Reason("hexy.counter.once_per_turn", "A counterstrike in this turn leaves its die.", (name,))
    if action.by_point and piece.points == 1 and rules.keep_counter_point and rules.counter_costs:
        text = f"{piece_text(state, action.source)} cannot pay with its last point (ruling H60)."
        yield Reason("hexy.counter.cost_choice", text, (name,))
    struck = state.at.get(action.target)
    if struck is None or struck.uid not in item.team:
        text = f"No attacker stands on {FIELDS[action.target]}."
        there = sorted(f for f in map(state.find, item.team) if f >= 0)
        hint = f"Attackers: {names(there)}." if there else ""
        yield Reason("hexy.ambush.counter_single", text, (FIELDS[action.target],), hint)
        return
    yield from strikes_back_at(state, action.source, action.target)


def strikes_back_at(state: HexyState, source: int, field: int) -> Iterator[Reason]:
    """Why the counterstrike of the card on ``source`` does not reach the one on ``field`` (ruling H64)."""
    piece = state.at.get(source)
    far = state.map.distance[source][field]
    if piece is not None and far > piece.distance and not state.game.rules.counter_any_range:
        text = f"{FIELDS[field]} is {far} hexes away; {piece_text(state, source)} has attack distance {piece.distance}."
        yield Reason("hexy.counter.any_board_card", text, (FIELDS[source], FIELDS[field]))
