"""How good a position is for a seat: cards on the map, ways to the Flag, the Center Point, Winning Dice, hands."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from hexlib.hexygame.components import BUILDING, CREATURE, Card
from hexlib.hexygame.items import MAIN, Piece
from hexlib.hexygame.vocabulary import EASE, FLYING, HASTE, PRIORITY, REACH, REGENERATION

if TYPE_CHECKING:
    from hexlib.hexygame.board import Map
    from hexlib.hexygame.state import HexyState

__all__ = ["WIN", "evaluate", "reach_of", "worth"]

WIN = 1000.0
CARD = 1.4
"""What a card in the hand is worth; over seven cards little more is gained."""
ENERGY = 0.1
"""What energy in the pool is worth: it is gone at the end of the phase."""
FLAG_NOW, FLAG_SOON = 90.0, 14.0
"""A card that can enter the enemy Flag this turn, or in its owner's next."""
CENTRE = 3.0
_KEYS = {FLYING: 1.6, REACH: 0.5, HASTE: 0.1, PRIORITY: 1.0, REGENERATION: 1.0, EASE: 0.6}


def worth(card: Card, piece: Piece) -> float:
    """What a board card is worth where it stands, apart from its place."""
    extras = 0.9 * len(card.triggers) + 0.5 * len(card.abilities)
    if card.type == BUILDING:
        return 3.2 + 0.75 * min(piece.points, 5) + 0.4 * piece.attack + 0.25 * piece.defense + extras
    keys = _of_keys(piece.keys) if piece.keys else 0.0
    if card.type == CREATURE:
        fight = 1.1 * piece.attack + 0.9 * piece.defense + 0.7 * piece.actions
        return fight + 0.65 * piece.points + keys + 0.4 * (piece.distance - 1) + extras
    fight = piece.attack + 0.4 * piece.actions if piece.actions else 0.2 * piece.attack
    return 0.8 + 0.45 * piece.points + 0.3 * piece.defense + fight + keys + extras


@cache
def _of_keys(keys: int) -> float:
    return sum(v for bit, v in _KEYS.items() if keys & bit)


def reach_of(state: HexyState, field: int, goal: int, most: int) -> int:
    """Steps of the shortest free way to the goal; more than ``most`` if there is none that short."""
    if state.map.distance[field][goal] > most:
        return most + 1
    if goal in state.at:
        return most + 1
    at, neighbours = state.at, state.map.neighbours
    front, seen = [field], {field}
    for step in range(1, most + 1):
        following = []
        for f in front:
            for n in neighbours[f]:
                if n == goal:
                    return step
                if n not in seen and n not in at:
                    seen.add(n)
                    following.append(n)
        front = following
    return most + 1


def evaluate(state: HexyState, seat: int) -> float:
    """The worth of the position for the seat: 0 is even, up to ``WIN``."""
    if state.winner >= 0:
        return 0.0 if state.winner == 2 else WIN if state.winner == seat else -WIN
    return _side(state, seat) - _side(state, 1 - seat)


def _side(state: HexyState, seat: int) -> float:
    cards, board = state.game.cards.cards, state.map
    goal, own = board.flags[1 - seat], board.flags[seat]
    far = board.distance[goal]
    on_turn = state.active == seat and state.phase == MAIN
    total = 0.0
    buildings = 0
    threat = 0.0
    for f, piece in state.at.items():
        if piece.owner != seat:
            continue
        card = cards[piece.kind]
        total += worth(card, piece)
        if card.type == BUILDING:
            buildings += 1
            total += _shelter(board, f, own)
        if piece.actions:
            total += 0.3 * (2 * board.radius - far[f])
            total += 0.08 * (board.radius - board.distance[board.centre][f])
            moves = piece.die if on_turn else piece.actions
            if moves:
                steps = reach_of(state, f, goal, moves)
                if steps <= moves:
                    threat = max(threat, FLAG_NOW if on_turn else FLAG_SOON)
        if f == board.centre:
            total += CENTRE + (1.5 if state.winning[seat] >= 9 else 0.0)
    total += threat
    total -= 0.5 * max(0, buildings - 5)
    if not buildings:
        total -= 4.0
    hand = len(state.hand[seat])
    total += CARD * min(hand, 7) + 0.3 * max(0, hand - 7)
    total += ENERGY * sum(state.pool[seat])
    winning = state.winning[seat]
    return total + 1.6 * winning + 0.16 * winning * winning


def _shelter(board: Map, field: int, own: int) -> float:
    """A little for buildings ahead, whose Sphere reaches further."""
    return 0.12 * min(board.distance[own][field], board.radius)
