"""Positions and plays for the tests of HexyGame."""

from __future__ import annotations

from typing import Any

import hexlib
from hexlib.game import Rng
from hexlib.hexygame.board import FIELDS, MAPS
from hexlib.hexygame.game import HexyGame
from hexlib.hexygame.state import HexyState

GAME: HexyGame = hexlib.game("hexygame")  # type: ignore[assignment]


def game(**rulings: str | int) -> HexyGame:
    made = hexlib.game("hexygame", rulings=rulings)
    assert isinstance(made, HexyGame)
    return made


def position(
    of: HexyGame = GAME,
    *,
    blue: dict[str, Any] | None = None,
    orange: dict[str, Any] | None = None,
    b: dict[str, Any] | None = None,
    o: dict[str, Any] | None = None,
    **rest: Any,
) -> HexyState:
    """A position in Blue's Main Phase; ``blue`` and ``orange`` are board cards, ``b`` and ``o`` hands and pools."""
    pieces = {"Blue": blue or {}, "Orange": orange or {}}
    return of.position({"turn": 5, "pieces": pieces, "Blue": b or {}, "Orange": o or {}, **rest})


def play(state: HexyState, *actions: str) -> HexyState:
    """Do the actions by the checked door; ``pass2`` is two passes."""
    for text in actions:
        for one in ("pass", "pass") if text == "pass2" else (text,):
            state.apply_action(state.game.parse_action(one))
    return state


def get(state: HexyState, name: str) -> Any:
    return state.game.measure(state, name)


def rules(state: HexyState, action: str) -> tuple[str, ...]:
    """The rules that forbid the action; empty for a legal one."""
    return state.explain(state.game.parse_action(action)).rules


def legal(state: HexyState) -> list[str]:
    return [str(a) for a in state.legal_actions()]


def random_position(of: HexyGame, rng: Rng) -> HexyState:
    """Cards strewn over a map, any hands and pools, any phase: a start from which much can happen."""
    cards = of.cards
    board = MAPS[rng.choice(["small", "standard", "standard"])]
    fields = [f for f in board.fields if f not in board.flags and board.distance[board.centre][f] <= 3]
    kinds = [c for c in cards.cards if c.is_board]
    auras = [c.name for c in cards.cards if c.aura]
    pieces: dict[str, dict[str, Any]] = {"Blue": {}, "Orange": {}}
    for f in rng.shuffled(fields)[: 2 + rng.below(10)]:
        card = rng.choice(kinds)
        entry: dict[str, Any] = {"card": card.name, "points": 1 + rng.below(card.limit)}
        if rng.below(2):
            entry["die"] = rng.choice([0, 1, 2, 3, 6])
        if not rng.below(3):
            entry["under"] = [f"{rng.choice(['Blue', 'Orange'])} {rng.choice(auras)}"]
        if not rng.below(6):
            entry["until_end"] = [rng.below(3) - 1, rng.below(3)]
        pieces[rng.choice(["Blue", "Orange"])][FIELDS[f]] = entry

    def side() -> dict[str, Any]:
        return {
            "hand": [rng.choice(cards.names) for _ in range(rng.below(8))],
            "library": [rng.choice(cards.names) for _ in range(rng.below(12))],
            "graveyard": [rng.choice(cards.names) for _ in range(rng.below(4))],
            "energy": {colour: rng.below(4) for colour in ("colourless", "red", "green", "violet")},
            "winning": 1 + rng.below(11),
        }

    data = {
        "turn": 3 + rng.below(20),
        "active": rng.choice(["Blue", "Orange"]),
        "map": board.name,
        "phase": rng.choice(["main", "main", "main", "energy", "actions", "draw", "cleanup", "end"]),
        "pieces": pieces,
        "Blue": side(),
        "Orange": side(),
    }
    return of.position(data)
