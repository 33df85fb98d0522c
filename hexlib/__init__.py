"""Hexbook's engine: rulebooks that can be played. Plain Python, standard library only.

>>> import hexlib
>>> state = hexlib.game("knee-deep-in-hexes").new_initial_state(seed=1)
>>> state.is_terminal()
False
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from hexlib.game import (
    CHANCE,
    SIMULTANEOUS,
    TABLE,
    TERMINAL,
    Action,
    Break,
    Event,
    Game,
    IllegalAction,
    NotationError,
    Option,
    PositionError,
    Reason,
    Rng,
    State,
    Verdict,
    View,
)
from hexlib.record import Record, RecordError, dump, dumps, load, loads

__version__ = "0.2.0"

__all__ = [
    "CHANCE",
    "SIMULTANEOUS",
    "TABLE",
    "TERMINAL",
    "Action",
    "Break",
    "Event",
    "Game",
    "IllegalAction",
    "NotationError",
    "Option",
    "PositionError",
    "Reason",
    "Record",
    "RecordError",
    "Rng",
    "State",
    "Verdict",
    "View",
    "dump",
    "dumps",
    "game",
    "games",
    "load",
    "loads",
]


_GAMES = {
    "knee-deep-in-hexes": ("hexlib.knee_deep.game", "KneeDeep"),
    "knee-deep-in-hexes-setup": ("hexlib.knee_deep.opening", "KneeDeepSetup"),
    "hexygame": ("hexlib.hexygame.game", "HexyGame"),
    "hex-hex-next": ("hexlib.hex_hex.game", "HexHex"),
}
"""Name -> module and class; a game's room is opened when it is asked for."""


def games() -> tuple[str, ...]:
    """The names that :func:`game` knows."""
    return tuple(_GAMES)


def game(name: str, **options: Any) -> Game:
    """The game of that name.

    Args:
        name: one of :func:`games`.
        options: ``rulings={...}``, ``broken={...}``, and what the game itself adds.

    Raises:
        KeyError: there is no such game.
        ValueError: an option is wrong; the message says what would be right.
    """
    if name not in _GAMES:
        raise KeyError(f"there is no game {name!r}; there are {', '.join(games())}")
    module, kind = _GAMES[name]
    made: Game = getattr(import_module(module), kind)(**options)
    return made
