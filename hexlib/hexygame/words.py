"""Names for what lies on the stack, for events, views and records."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexlib.hexygame.board import FIELDS
from hexlib.hexygame.items import ABILITY, ATTACK, CARD_DRAW, MOVE, REGENERATES, SPELL, TRIGGER, Item

if TYPE_CHECKING:
    from hexlib.hexygame.state import HexyState

__all__ = ["item_notation", "item_text"]


def item_notation(state: HexyState, item: Item) -> str:
    """The item as records write it: the seat, and what it declared, ``Blue cast gust@d4>d5``.

    A target that is gone is written ``-``; a card attacked on e6 that now stands on f6 is ``e6/f6``.
    """
    return f"{state.game.seats[item.seat]} {_declared(state, item)}"


def _declared(state: HexyState, item: Item) -> str:
    if item.type == SPELL:
        card = state.game.cards.cards[item.kind]
        aim = aim_text(state, item)
        return f"cast {card.name}{'@' + aim if aim else ''}"
    if item.type == ABILITY:
        aim = aim_text(state, item)
        between = "" if not aim else "@" if aim.startswith("#") else ">"
        return f"use {source_text(state, item)}{between}{aim}"
    if item.type == TRIGGER:
        return f"trigger {source_text(state, item)}"
    if item.type == MOVE:
        return f"move {_where(state, item.source)}-{FIELDS[item.field]}"
    if item.type == ATTACK:
        return _attack(state, item)
    return "draw" if item.type == CARD_DRAW else "winning"


def source_text(state: HexyState, item: Item) -> str:
    """``d4``, or ``d4:2`` for the second ability of the card on d4.

    ``=name`` follows where another card gives the ability (an enchantment), ``!`` where the card is gone.
    """
    field = state.find(item.source)
    number = ":regeneration" if item.nth == REGENERATES else f":{item.nth + 1}" if item.nth else ""
    name = f"={state.game.cards.cards[item.kind].name}"
    if field >= 0:
        return FIELDS[field] + number + ("" if state.at[field].kind == item.kind else name)
    return f"{FIELDS[item.place]}{number}{name}!"


def aim_text(state: HexyState, item: Item) -> str:
    """``d4``, ``d4>d5``, ``#1``, ``-`` for a target that is gone; empty for none."""
    if state.aims_at_stack(item):
        place = next((n for n, other in enumerate(state.stack, 1) if other.sid == item.target), 0)
        return f"#{place}" if place else "-"
    if item.target >= 0:
        return _where(state, item.target) + (f">{FIELDS[item.field]}" if item.field >= 0 else "")
    return FIELDS[item.field] if item.field >= 0 else ""


def _where(state: HexyState, uid: int) -> str:
    field = state.find(uid)
    return FIELDS[field] if field >= 0 else "-"


def _attack(state: HexyState, item: Item) -> str:
    team = "+".join(_where(state, uid) for uid in item.team)
    now = state.find(item.target)
    target = FIELDS[item.field] + ("" if now == item.field else f"/{FIELDS[now] if now >= 0 else '-'}")
    out = f"attack {team}>{target}"
    if item.counter >= 0:
        out += f" counter {_where(state, item.counter)}"
    return out


def item_text(state: HexyState, item: Item) -> str:
    """The item in words: "Blue's Gust", "Orange's attack"."""
    who = state.game.seats[item.seat]
    if item.type == SPELL:
        return f"{who}'s {state.game.cards.cards[item.kind].title}"
    if item.type in (ABILITY, TRIGGER):
        return f"the ability of {who}'s {state.game.cards.cards[item.kind].title}"
    if item.type in (MOVE, ATTACK):
        return f"{who}'s {'move' if item.type == MOVE else 'attack'}"
    return f"{who}'s card draw" if item.type == CARD_DRAW else f"{who}'s Winning Dice step"
