"""The stack: putting things on it, and what resolving its top does (Stack)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexlib.hexygame import combat
from hexlib.hexygame.board import FIELDS
from hexlib.hexygame.components import ARTIFACT, BUILDING, ENCHANTMENT
from hexlib.hexygame.effects import do_effects, score, won
from hexlib.hexygame.items import (
    ABILITY,
    ATTACK,
    BOTTOM,
    CARD_DRAW,
    IN_TURN,
    MAIN,
    MOVE,
    REGENERATES,
    SCORE,
    SPELL,
    TOP,
    TRIGGER,
    Item,
)
from hexlib.hexygame.pieces import (
    Log,
    change,
    draw_card,
    enter,
    finish,
    gain_points,
    move_piece,
    note,
    piece_text,
    sphere,
    to_hand,
)
from hexlib.hexygame.words import item_text

if TYPE_CHECKING:
    from hexlib.hexygame.state import HexyState

__all__ = ["choices", "declare", "order_next", "put_waiting", "resolve", "settle"]


def declare(state: HexyState, item: Item, log: Log) -> None:
    """Put a declared spell or action on the stack; the active player gets priority (Stack)."""
    rules = state.game.rules
    state.stack = (*state.stack, item) if rules.declared_on_top else (item, *state.stack)
    state.passes = 0
    state.asked = state.active if rules.active_first else 1 - state.active
    if log is not None:
        cited = ["hexy.stack.declare", "hexy.stack.priority_active_first"]
        if item.type == MOVE:
            cited.append("hexy.move.stack")
        elif item.type == ATTACK:
            cited.append("hexy.attack.stack")
        elif item.type == SPELL:
            cited.append("hexy.cards.card_vs_spell")
        if state.phase == MAIN:
            cited.append("hexy.main.top_of_stack")
        if item.type != ABILITY:
            cited.append("hexy.stack.picture")
        note(log, "stack", f"{_upper(item_text(state, item))} goes on the stack.", *cited, place=len(state.stack))


# -- triggers that wait ------------------------------------------------------------------------------------------------


def choices(state: HexyState) -> list[Item]:
    """The waiting triggers of the player whose are placed next (rulings H39, H92)."""
    first = state.active if state.game.rules.active_triggers_first else 1 - state.active
    mine = [item for item in state.pending if item.seat == first]
    return mine or list(state.pending)


def put_waiting(state: HexyState, log: Log) -> bool:
    """Put waiting triggers on the stack; False when their owner has to say which goes next."""
    rules = state.game.rules
    while state.pending:
        waiting = choices(state)
        if len(waiting) > 1 and state.where != IN_TURN:
            state.asked = waiting[0].seat
            return False
        order_next(state, waiting[0], log)
    placed = state.placed
    if placed:
        if state.where == TOP:
            state.stack += placed
        elif state.where == BOTTOM:
            state.stack = placed + state.stack
        else:
            state.stack = placed[::-1] + state.stack  # the first to trigger resolves first
        state.placed = ()
        state.where = 0
        state.passes = 0
        state.asked = state.active if rules.active_first else 1 - state.active
    return True


def order_next(state: HexyState, item: Item, log: Log) -> None:
    """Give one waiting trigger its place, above those that have theirs."""
    state.pending = tuple(other for other in state.pending if other is not item)
    state.placed += (item,)
    if log is not None:
        text = f"{_upper(item_text(state, item))} goes on the stack."
        note(log, "trigger", text, player=item.seat, card=state.game.cards.cards[item.kind].name)


# -- resolving ---------------------------------------------------------------------------------------------------------


def resolve(state: HexyState, log: Log) -> None:
    """Resolve the top item; then the active player has priority again (ruling H45)."""
    rules = state.game.rules
    stack = state.stack
    place = len(stack) - 1
    if not rules.last_in_first_out:
        place = 0
    elif not rules.attack_after_responses and state.attack_on_stack() >= 0:
        place = state.attack_on_stack()
    item = stack[place]
    state.stack = stack[:place] + stack[place + 1 :]
    state.passes = 0
    state.asked = state.active if rules.active_first else 1 - state.active
    if log is not None:
        text = f"{_upper(item_text(state, item))} resolves."
        note(log, "resolve", text, "hexy.stack.lifo", "hexy.stack.resolve_term", type=item.type)
    _RESOLVE[item.type](state, item, log)


def _spell(state: HexyState, item: Item, log: Log) -> None:
    card = state.game.cards.cards[item.kind]
    rules = state.game.rules
    if card.type <= ARTIFACT:
        _board_spell(state, item, log)
    elif card.type == ENCHANTMENT:
        field = state.find(item.target)
        if field < 0 or not rules.enchantment_under:
            if log is not None:
                note(log, "fizzle", f"{card.title} enchants nothing and goes to the graveyard.")
            state.grave[item.seat] += (item.kind,)
            return
        change(state, field, under=(*state.at[field].under, (item.kind, item.seat)))
        if log is not None:
            text = f"{card.title} goes under {piece_text(state, field)}."
            note(log, "enchant", text, "hexy.cards.enchantment_goes_under", card=card.name, field=FIELDS[field])
    else:
        if card.target.what and card.target.what != "hex" and not _target_there(state, item):
            note(log, "fizzle", f"The target of {card.title} is gone: nothing happens.")
        else:
            do_effects(state, item, card.play, log)
        if rules.virtual_to_grave:
            state.grave[item.seat] += (item.kind,)
        else:
            to_hand(state, item.seat, item.kind)
        if log is not None:
            text = f"{card.title} goes to the graveyard."
            note(log, "graveyard", text, "hexy.cards.virtual_to_graveyard", card=card.name)


def _target_there(state: HexyState, item: Item) -> bool:
    if state.aims_at_stack(item):
        return any(other.sid == item.target for other in state.stack)
    return state.find(item.target) >= 0


def _board_spell(state: HexyState, item: Item, log: Log) -> None:
    rules = state.game.rules
    if not rules.board_to_field:
        state.grave[item.seat] += (item.kind,)
        return
    taken = item.field in state.at
    outside = not taken and rules.sphere_again and not sphere(state, item.seat) >> item.field & 1
    if (taken or outside) and rules.in_sphere_only:
        card = state.game.cards.cards[item.kind]
        if log is not None:
            why = "taken" if taken else "outside the Sphere of Influence now"
            rule = "hexy.sphere.only_empty" if taken else "hexy.sphere.only_in_own_sphere"
            note(log, "fizzle", f"{FIELDS[item.field]} is {why}: {card.title} cannot enter there.", rule)
        if rules.retarget and spots(state, item):
            state.wait = ("hex", item)
            state.asked = item.seat
            return
        state.grave[item.seat] += (item.kind,)
        note(log, "graveyard", f"{card.title} goes to the graveyard.", card=card.name)
        return
    if taken:
        state.grave[item.seat] += (item.kind,)
        return
    enter(state, item.kind, item.seat, item.field, log, "hexy.cards.board_resolves_to_battlefield")


def spots(state: HexyState, item: Item) -> list[int]:
    """The hexes that may be chosen instead, under a ruling (H18, H53); what may not be cast or moved onto at all is not
    among them (H04, H22)."""
    rules, seat = state.game.rules, item.seat
    if item.type == MOVE:
        here = state.find(item.source)
        found = [f for f in state.map.neighbours[here] if f not in state.at]
    else:
        allowed = sphere(state, seat)
        closed = state.map.flags[1 - seat] if rules.enemy_flag_closed else -1
        found = [f for f in state.map.fields if allowed >> f & 1 and f not in state.at and f != closed]
    if rules.own_flag_closes and any(p.owner == seat and p.type == BUILDING for p in state.at.values()):
        found = [f for f in found if f != state.map.flags[seat]]
    return found


def settle(state: HexyState, field: int, log: Log) -> None:
    """Go on with what waited for a hex."""
    assert state.wait is not None
    item = state.wait[1]
    state.wait = None
    state.asked = state.active
    if item.type == MOVE:
        move_piece(state, state.find(item.source), field, True, log)
    else:
        enter(state, item.kind, item.seat, field, log, "hexy.cards.board_resolves_to_battlefield")


def _ability(state: HexyState, item: Item, log: Log) -> None:
    ability = state.game.cards.cards[item.kind].abilities[item.nth]
    if ability.target.what and ability.target.what != "hex" and not _target_there(state, item):
        note(log, "fizzle", "The target is gone: nothing happens.")
        return
    do_effects(state, item, ability.do, log)


def _trigger(state: HexyState, item: Item, log: Log) -> None:
    if item.nth != REGENERATES:
        do_effects(state, item, state.game.cards.cards[item.kind].triggers[item.nth].do, log)
        return
    field = state.find(item.source)
    if field < 0:
        return
    piece = state.at[field]
    initial = state.game.cards.cards[piece.kind].initial
    # Checked when it triggers and again here (ruling H93).
    if piece.points < initial or not state.game.rules.regenerate_to_initial:
        gain_points(state, field, 1, log, "hexy.regeneration.add")
    else:
        note(log, "fizzle", "It has its initial points again: nothing.", "hexy.regeneration.not_above_initial")


def _move(state: HexyState, item: Item, log: Log) -> None:
    source = state.find(item.source)
    if source < 0:
        note(log, "fizzle", "The card that was to move is gone: nothing happens.")
        return
    far = state.map.distance[source][item.field] > 1 and state.game.rules.one_hex
    if item.field in state.at or far:
        if log is not None:
            why = "not adjacent any more" if far else "taken"
            note(log, "fizzle", f"{FIELDS[item.field]} is {why}: the move fails.", "hexy.move.one_hex")
        if state.game.rules.choose_move and spots(state, item):
            state.wait = ("hex", item)
            state.asked = item.seat
        return
    if log is not None:
        text = f"{piece_text(state, source)} moves to {FIELDS[item.field]}."
        rules = ("hexy.move.stack", "hexy.move.one_hex")
        note(log, "move", text, *rules, source=FIELDS[source], target=FIELDS[item.field])
    move_piece(state, source, item.field, True, log)


def _attack(state: HexyState, item: Item, log: Log) -> None:
    rules = state.game.rules
    combat.fight(state, item, log)
    if rules.window_after_combat and state.winner < 0:
        state.after_combat = True
        first, second = state.game.seats[state.active], state.game.seats[1 - state.active]
        text = f"After the combat {first} has priority, then {second}."
        note(log, "after-combat", text, "hexy.attack.after_combat_priority")


def _draw(state: HexyState, item: Item, log: Log) -> None:
    drawn = draw_card(state, item.seat, log, "hexy.draw_phase.draw")
    if not drawn and not state.game.rules.empty_library_safe:
        text = f"{state.game.seats[item.seat]} cannot draw."
        finish(state, 1 - item.seat, log, text, "hexy.draw_phase.empty_library")


def _score(state: HexyState, item: Item, log: Log) -> None:
    """The increment: who is on the Center Point is looked at now, not when it was put there (End Phase)."""
    rules = state.game.rules
    occupant = state.at.get(state.map.centre)
    if occupant is not None and rules.centre_scores and (occupant.owner == item.seat or rules.occupier_scores):
        cited = ("hexy.end_phase.center", "hexy.map.center_increment", "hexy.map.center_any_board_card")
        score(state, occupant.owner, 1, log, *cited, "hexy.end_phase.active_only")
        won(state, occupant.owner, log)
    else:
        note(log, "winning.none", f"{state.game.seats[item.seat]} is not on the Center Point.", "hexy.end_phase.center")
    won(state, item.seat, log)


_RESOLVE = {
    SPELL: _spell,
    ABILITY: _ability,
    TRIGGER: _trigger,
    MOVE: _move,
    ATTACK: _attack,
    CARD_DRAW: _draw,
    SCORE: _score,
}


def _upper(text: str) -> str:
    return text[0].upper() + text[1:]
