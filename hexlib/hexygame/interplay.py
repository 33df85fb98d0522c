"""How a player puts an action together on a screen: card or piece first, then the target."""

from __future__ import annotations

from collections import Counter as Copies
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from hexlib.game import Action, Pick
from hexlib.hexygame.actions import (
    Attack,
    Burn,
    Cast,
    Choose,
    Counter,
    Discard,
    Join,
    Keep,
    Move,
    Mulligan,
    Order,
    Pass,
    Use,
)
from hexlib.hexygame.board import FIELDS, NO_FIELD
from hexlib.hexygame.components import TYPES
from hexlib.hexygame.items import REGENERATES
from hexlib.hexygame.vocabulary import cost_text

if TYPE_CHECKING:
    from hexlib.hexygame.views import HexyView

__all__ = ["about", "intend", "picks", "trays"]

HIDDEN = "?"


def _field(view: HexyView, field: int) -> Pick:
    piece = view.public.at.get(field)
    label = FIELDS[field]
    if piece is not None:
        card = view.game.cards.cards[piece.kind]
        label = f"{view.game.seats[piece.owner]}'s {card.title} on {FIELDS[field]}"
    return Pick("field", FIELDS[field], label)


def _stack(view: HexyView, place: int) -> Pick:
    texts = view.stack_texts
    label = texts[place - 1] if place <= len(texts) else f"item {place}"
    return Pick("button", f"#{place}", f"On the stack: {label}")


def _card(view: HexyView, name: str) -> Pick:
    return Pick("card", name, view.game.cards[name].title if name in view.game.cards.number else name)


def _button(name: str, label: str) -> Pick:
    return Pick("button", name, label)


def picks(action: Action, view: HexyView) -> tuple[Pick, ...]:
    """The stages of an action; see :meth:`hexlib.game.Game.picks`."""
    match action:
        case Cast(card, target, to, place, _):
            first = (_card(view, card), _button("cast", "Cast it"))
            return (*first, *_aim(view, target, to, place))
        case Discard(card):
            return _card(view, card), _button("discard", "Discard it for 1 energy")
        case Use(source, ability, target, to, place, _):
            first = (_field(view, source), _button(f"use {ability}", _ability(view, source, ability)))
            return (*first, *_aim(view, target, to, place))
        case Burn(field, points):
            label = f"Take {points} point{'' if points == 1 else 's'} for energy"
            return _field(view, field), _button(f"burn {points}", label)
        case Move(source, target, _):
            return _field(view, source), _field(view, target)
        case Attack(source, target, others, _):
            return (_field(view, source), *(_field(view, f) for f in others), _field(view, target))
        case Join(source, _):
            return _field(view, source), _button("join", "Join the attack")
        case Counter(source, target, by_point, _):
            how = _button("pay point", "Pay 1 point") if by_point else _button("pay energy", "Pay 1 energy")
            return _field(view, source), _field(view, target), how
        case Order(field, number):
            return _field(view, field), _button(
                f"order {number}", f"Next on the stack: {_waiting(view, field, number)}"
            )
        case Choose(field):
            return (_field(view, field),)
        case Keep():
            return (_button("keep", "Keep this hand"),)
        case Mulligan():
            return (_button("mulligan", "Shuffle it in and draw one fewer"),)
        case Pass():
            return (_button("pass", "Pass"),)
    raise TypeError(f"not an action of HexyGame: {action!r}")


def _aim(view: HexyView, target: int, to: int, place: int) -> tuple[Pick, ...]:
    if place:
        return (_stack(view, place),)
    out = (_field(view, target),) if target != NO_FIELD else ()
    return (*out, _field(view, to)) if to != NO_FIELD else out


def _ability(view: HexyView, source: int, number: int) -> str:
    from hexlib.hexygame.deeds import abilities_of
    from hexlib.hexygame.vocabulary import ability_text

    there = abilities_of(view.public, source) if source in view.public.at else []
    if number > len(there):
        return f"Use its ability {number}"
    kind, index = there[number - 1]
    return ability_text(view.game.cards.cards[kind].abilities[index])


def _waiting(view: HexyView, field: int, number: int) -> str:
    """What the waiting ability does, in the words of its card."""
    from hexlib.hexygame.stack import choices
    from hexlib.hexygame.vocabulary import trigger_text

    here = [item for item in choices(view.public) if item.place == field]
    if number > len(here):
        return f"its ability {number}"
    item = here[number - 1]
    if item.nth == REGENERATES:
        return "Regeneration: add 1 point."
    return trigger_text(view.game.cards.cards[item.kind].triggers[item.nth])


def trays(view: HexyView) -> tuple[Pick, ...]:
    """The hand of the seat that decides, as far as the viewer knows it; each card once."""
    if view.player is None:
        return ()
    copies = Copies(name for name in view.hand(view.player) if name != HIDDEN)
    return tuple(replace(_card(view, name), number=n) for name, n in copies.items())


def about(pick: Pick, view: HexyView) -> str:
    """A card of the hand in words: type, cost, numbers and text. No card is printed in the rulebook."""
    if pick.kind != "card" or pick.id not in view.game.cards.number:
        return ""
    card = view.game.cards[pick.id]
    numbers = f", attack {card.attack}, defense {card.defense}, points {card.initial}" if card.is_board else ""
    head = f"{TYPES[card.type].capitalize()}, costs {cost_text(card.cost)}{numbers}."
    made = "A reconstruction." if card.source == "reconstruction" else ""
    return " ".join(filter(None, (head, card.text, made)))


def intend(chosen: Sequence[Pick], view: HexyView) -> Action | None:
    """The action that the picks mean, legal or not; see :meth:`hexlib.game.Game.intend`."""
    if not chosen:
        return None
    first, rest = chosen[0], chosen[1:]
    fields = [FIELDS.index(p.id) for p in chosen if p.kind == "field" and p.id in FIELDS]
    place = next((int(p.id[1:]) for p in chosen if p.kind == "button" and p.id[1:].isdigit() and p.id[0] == "#"), 0)
    if first.kind == "button":
        plain: dict[str, Action] = {"keep": Keep(), "mulligan": Mulligan(), "pass": Pass()}
        return plain.get(first.id)
    if first.kind == "card":
        if not rest:
            return None
        if rest[0].id == "discard":
            return Discard(first.id)
        target, to = [*fields, NO_FIELD, NO_FIELD][:2]
        return Cast(first.id, target, to, place)
    if not fields:
        return None
    if view.public.wait is not None:
        return Choose(fields[0])
    return _from_field(fields, next((p.id for p in rest if p.kind == "button" and p.id[0] != "#"), ""), place, view)


def _from_field(fields: list[int], button: str, place: int, view: HexyView) -> Action | None:
    source = fields[0]
    verb, _, value = button.partition(" ")
    number = int(value) if value.isdigit() else 1
    target, to = [*fields[1:], NO_FIELD, NO_FIELD][:2]
    if verb == "use":
        return Use(source, number, target, to, place)
    if verb == "burn":
        return Burn(source, number)
    if verb == "join":
        return Join(source)
    if verb == "order":
        return Order(source, number)
    if verb == "pay" and target != NO_FIELD:
        return Counter(source, target, value == "point")
    if target == NO_FIELD:
        return None
    there = view.public.at.get(fields[-1])
    if len(fields) == 2 and (there is None or there.owner == view.public.asked):
        return Move(source, target)
    return Attack(source, fields[-1], tuple(sorted(fields[1:-1])))
