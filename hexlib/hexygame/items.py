"""Board cards, items of the stack, and the names of phases and places: what a state is made of."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["AIMED_AT", "ITEM_TYPES", "PHASES", "Item", "Piece"]

MULLIGAN, ENERGY, ACTIONS, DRAW, MAIN, CLEANUP, END, OVER = range(8)
PHASES = ("mulligan", "energy", "actions", "draw", "main", "cleanup", "end", "over")

BEGIN, PLACED, OPEN = range(3)
"""Stages of a phase: it begins; its opening step and triggers are done; players have priority."""

SPELL, ABILITY, TRIGGER, MOVE, ATTACK, CARD_DRAW, SCORE = range(7)
"""What an item of the stack can be; the last two are the Draw Phase's card and the End Phase's Winning Dice."""
ITEM_TYPES = ("spell", "ability", "trigger", "move", "attack", "draw", "winning")

AIMED_AT = {"spell": (SPELL,), "activity": (SPELL, MOVE, ATTACK)}
"""What on the stack may be a target: an activity is a declared move, attack, counterstrike or spell (ruling H50)."""

REGENERATES = -1
"""As ``Item.nth`` of a trigger: the keyword Regeneration."""

TOP, BOTTOM, IN_TURN = range(3)
"""Where the waiting triggers go: on the stack, under it, or under it in the order in which they triggered."""

ANSWERED = 1
"""``Item.flags`` of an attack: the defender has had priority since it was declared."""


class Piece(NamedTuple):
    """A board card on the battlefield, with its numbers as they are now. Immutable: a change makes a new one."""

    uid: int
    """Tells two copies of a card apart as long as they are on the battlefield."""
    kind: int
    """The card's number in the set."""
    type: int
    owner: int
    points: int
    die: int
    """What its Action Die shows; 0 for no die."""
    attack: int
    defense: int
    actions: int
    keys: int
    distance: int
    under: tuple[tuple[int, int], ...] = ()
    """Enchantments beneath it: number of the card and owner, in the order in which they came."""
    until_end: tuple[int, int, int] = (0, 0, 0)
    """Attack, defense and keywords added until the end of the turn."""


class Item(NamedTuple):
    """Something on the stack, or a trigger that waits to be put there."""

    sid: int
    type: int
    seat: int
    kind: int = -1
    """Number of the card that is cast, or whose ability it is."""
    nth: int = 0
    """Which of the card's abilities or triggers."""
    source: int = -1
    """``uid`` of the board card that acts."""
    place: int = -1
    """Where that card was."""
    target: int = -1
    """``uid`` of the target, or ``sid`` of an item that is the target."""
    field: int = -1
    """A hex: of a board spell, of a push, of a move, of the attacked card."""
    team: tuple[int, ...] = ()
    """``uid`` of every attacker, the one that declared first."""
    counter: int = -1
    """``uid`` of the attacker against which the counterstrike is declared."""
    flags: int = 0
