"""What lies on the stack in whole sentences: what it is, whose, what it aims at, and what it would do now.

All of it rests on public facts, so every seat reads the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hexlib.hexygame.board import FIELDS
from hexlib.hexygame.combat import attack_sum, defense_sum, in_range_now, loss, strike_order
from hexlib.hexygame.components import ARTIFACT, ENCHANTMENT, TYPES
from hexlib.hexygame.items import (
    ABILITY,
    ATTACK,
    CARD_DRAW,
    CLEANUP,
    DRAW,
    END,
    MAIN,
    MOVE,
    MULLIGAN,
    OVER,
    REGENERATES,
    SPELL,
    TRIGGER,
    Item,
)
from hexlib.hexygame.pieces import piece_text, sphere
from hexlib.hexygame.vocabulary import ability_text, trigger_text
from hexlib.hexygame.words import item_text

if TYPE_CHECKING:
    from hexlib.hexygame.state import HexyState

__all__ = ["Told", "next_text", "tell", "top_place"]


class Told(NamedTuple):
    """An item in words."""

    text: str
    """What it is and whose: "Blue casts Gust (wizardry)"."""
    notes: tuple[str, ...]
    """What it aims at, what its card says, and what it would do now."""
    icon: str
    rules: tuple[str, ...]
    """Ids of the statements behind it."""


def tell(state: HexyState, item: Item) -> Told:
    """The item in words, as things stand now."""
    who = state.game.seats[item.seat]
    if item.type == SPELL:
        return _spell(state, item, who)
    if item.type == ABILITY:
        return _ability(state, item, who)
    if item.type == TRIGGER:
        return _trigger(state, item, who)
    if item.type == MOVE:
        return _move(state, item, who)
    if item.type == ATTACK:
        return _attack(state, item, who)
    if item.type == CARD_DRAW:
        return Told(f"{who} draws a card", (), "card_back", ("hexy.draw_phase.draw_under_stack",))
    return _score(state, item, who)


def _aim(state: HexyState, item: Item) -> str:
    """What it is aimed at: "Aimed at Orange's Scout on e5, to be put on e6."; empty where it has no target."""
    if state.aims_at_stack(item):
        for place, other in enumerate(state.stack, 1):
            if other.sid == item.target:
                return f"Aimed at #{place}, {item_text(state, other)}."
        return "Its target has left the stack: nothing will happen."
    if item.target >= 0:
        field = state.find(item.target)
        if field < 0:
            return "Its target is gone: nothing will happen."
        to = f", to be put on {FIELDS[item.field]}" if item.field >= 0 else ""
        return f"Aimed at {piece_text(state, field)}{to}."
    return f"Aimed at {FIELDS[item.field]}." if item.field >= 0 else ""


def _spell(state: HexyState, item: Item, who: str) -> Told:
    card = state.game.cards.cards[item.kind]
    text = f"{who} casts {card.title} ({TYPES[card.type]})"
    icon = TYPES[card.type]
    if card.type <= ARTIFACT:
        where = FIELDS[item.field]
        note, rules = f"It will enter on {where}.", ("hexy.cards.board_resolves_to_battlefield",)
        if item.field in state.at:
            note, rules = f"{where} is taken by now: it cannot enter there.", ("hexy.sphere.only_empty",)
        elif state.game.rules.sphere_again and not sphere(state, item.seat) >> item.field & 1:
            note = f"{where} is outside {who}'s Sphere of Influence by now: it cannot enter there."
            rules = ("hexy.sphere.only_in_own_sphere",)
        return Told(text, (note,), icon, rules)
    if card.type == ENCHANTMENT:
        field = state.find(item.target)
        if field < 0:
            return Told(text, ("Its host is gone: it will go to the graveyard.",), icon, ())
        notes = (f"It will go under {piece_text(state, field)}.", card.text)
        return Told(text, notes, icon, ("hexy.cards.enchantment_goes_under",))
    return Told(text, tuple(filter(None, (_aim(state, item), card.text))), icon, ("hexy.cards.virtual_to_graveyard",))


def _source(state: HexyState, item: Item) -> str:
    """ "Blue's Lookout on d4", or where it was."""
    field = state.find(item.source)
    if field >= 0:
        return piece_text(state, field)
    where = f" from {FIELDS[item.place]}" if item.place >= 0 else ""
    return f"{state.game.seats[item.seat]}'s {state.game.cards.cards[item.kind].title}{where}, which is gone"


def _ability(state: HexyState, item: Item, who: str) -> Told:
    ability = state.game.cards.cards[item.kind].abilities[item.nth]
    notes = tuple(filter(None, (_aim(state, item), ability_text(ability))))
    return Told(f"{who} uses an ability of {_source(state, item)}", notes, "ability", ("hexy.stack.reaction",))


def _trigger(state: HexyState, item: Item, who: str) -> Told:
    text = f"An ability of {_source(state, item)} has triggered"
    if item.nth == REGENERATES:
        return Told(text, ("Regeneration: add 1 point to it.",), "regeneration", ("hexy.regeneration.add",))
    return Told(text, (trigger_text(state.game.cards.cards[item.kind].triggers[item.nth]),), "trigger", ())


def _move(state: HexyState, item: Item, who: str) -> Told:
    source, target = state.find(item.source), FIELDS[item.field]
    if source < 0:
        return Told(f"{who} moves a card that is gone", ("Nothing will happen.",), "movement", ("hexy.move.stack",))
    title = state.game.cards.cards[state.at[source].kind].title
    note: tuple[str, ...] = ()
    if item.field in state.at:
        note = (f"{target} is taken by now: the move will fail.",)
    elif state.map.distance[source][item.field] > 1:
        note = (f"{target} is not adjacent any more: the move will fail.",)
    return Told(f"{who} moves {title} from {FIELDS[source]} to {target}", note, "movement", ("hexy.move.stack",))


def _attack(state: HexyState, item: Item, who: str) -> Told:
    field = item.field
    target = state.at.get(field)
    team = [state.find(uid) for uid in item.team]
    there = [f for f in team if f >= 0]
    cards = state.game.cards.cards
    by = " and ".join(f"{cards[state.at[f].kind].title} on {FIELDS[f]}" for f in there) or "cards that are gone"
    rules: tuple[str, ...] = ("hexy.attack.stack", "hexy.attack.resolve_after_responses")
    if target is None or target.uid != item.target:
        text = f"{who} attacks {FIELDS[field]} with {by}"
        return Told(text, ("The attacked card is not there any more: nothing will happen.",), "attack", rules)
    text = f"{who} attacks {piece_text(state, field)} with {by}"
    able = in_range_now(state, item)
    if not able:
        return Told(text, ("No attacker is in range any more: nothing will happen.",), "attack", rules)
    attack = attack_sum(state, able)
    notes = [f"Attack {attack} less defense {target.defense}: {_points(loss(state, attack, target.defense))}."]
    if len(able) > 1:
        notes.insert(0, "An ambush: the attackers' numbers are added together.")
        rules = (*rules, "hexy.ambush.sum_attack")
    if item.counter >= 0:
        notes += _counter(state, item, able)
        rules = (*rules, "hexy.combat.simultaneous")
    return Told(text, tuple(notes), "attack", rules)


def _counter(state: HexyState, item: Item, able: list[int]) -> list[str]:
    struck = state.find(item.counter)
    target = state.at[item.field]
    if struck not in able:
        return ["The counterstrike has lost its object."]
    defense = defense_sum(state, able, struck)
    what = f"Counterstrike on {piece_text(state, struck)}: attack {target.attack} less defense {defense}: "
    order = strike_order(state, able, struck, target)
    when = ("Both strike at once.", "The attack strikes first.", "The counterstrike comes first.")[order]
    return [what + _points(loss(state, target.attack, defense)) + ".", when]


def _points(n: int) -> str:
    return "no point is lost" if n <= 0 else "1 point is lost" if n == 1 else f"{n} points are lost"


def _score(state: HexyState, item: Item, who: str) -> Told:
    occupant = state.at.get(state.map.centre)
    rules = ("hexy.end_phase.under_stack", "hexy.end_phase.center")
    if occupant is not None and (occupant.owner == item.seat or state.game.rules.occupier_scores):
        now = state.winning[occupant.owner]
        name = state.game.seats[occupant.owner]
        note = f"{name} is on the Center Point: the Winning Dice goes from {now} to {now + 1}."
    else:
        note = f"{who} is not on the Center Point: nothing will happen."
    return Told(f"{who}'s Winning Dice step", (note,), "d12", rules)


# -- what happens next -------------------------------------------------------------------------------------------------


def top_place(state: HexyState) -> int:
    """Place of the item that resolves next, from 1; 0 for an empty stack."""
    rules = state.game.rules
    if not state.stack:
        return 0
    if not rules.last_in_first_out:
        return 1
    if not rules.attack_after_responses and state.attack_on_stack() >= 0:
        return state.attack_on_stack() + 1
    return len(state.stack)


def next_text(state: HexyState) -> str:
    """Who decides, and what happens if both pass."""
    names, rules = state.game.seats, state.game.rules
    if state.phase == OVER:
        return "The game is over."
    who, other = names[state.asked], names[1 - state.asked]
    if state.phase == MULLIGAN:
        return f"{who} keeps the hand, or shuffles it in and draws one card fewer."
    if state.wait is not None:
        return f"{who} chooses a hex; then play goes on."
    if state.pending:
        return f"{who} says which of the waiting abilities goes on the stack next; what goes on last resolves first."
    place = top_place(state)
    if place:
        what = f"#{place} resolves ({item_text(state, state.stack[place - 1])})"
        what += f", and {names[state.active]} has priority again" if rules.active_first else ""
    elif state.after_combat:
        what = f"{names[state.active]} is back in the Main Phase"
    else:
        what = _phase_end(state)
    if state.passes and not rules.basic:
        return f"{other} has passed. {who} has priority: if {who} passes too, {what}."
    if state.phase == MAIN and not state.stack and rules.leaves_alone and state.asked == state.active:
        return f"{who} has priority: on a pass {what}."
    return f"{who} has priority. If {who} passes, {other} has priority; if both pass, {what}."


def _phase_end(state: HexyState) -> str:
    active, other = state.game.seats[state.active], state.game.seats[1 - state.active]
    if state.phase == DRAW:
        return f"the Draw Phase ends and {active}'s Main Phase begins"
    if state.phase == MAIN:
        return "the Main Phase ends; in the Cleanup Phase all dice are taken off, then comes the End Phase"
    if state.phase in (CLEANUP, END):
        return f"the turn ends and {other}'s begins"
    return "the phase ends"
