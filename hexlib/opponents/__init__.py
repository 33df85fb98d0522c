"""Opponents for every game: random, greedy, and a search within a budget.

>>> import hexlib
>>> from hexlib.opponents import opponent
>>> game = hexlib.game("knee-deep-in-hexes")
>>> state = game.new_initial_state(seed=1)
>>> str(opponent("greedy", game).choose(state.view(state.current_player())).action)
'keep'
"""

from __future__ import annotations

from hexlib.game import Game
from hexlib.opponents.base import Adviser, Choice, Opponent, Progress, within
from hexlib.opponents.greedy import GreedyOpponent
from hexlib.opponents.playouts import PlayoutOpponent
from hexlib.opponents.random import RandomOpponent
from hexlib.opponents.search import SearchOpponent

__all__ = [
    "OPPONENTS",
    "Adviser",
    "Choice",
    "GreedyOpponent",
    "Opponent",
    "PlayoutOpponent",
    "Progress",
    "RandomOpponent",
    "SearchOpponent",
    "opponent",
    "within",
]

OPPONENTS: dict[str, type[Opponent]] = {o.name: o for o in (RandomOpponent, GreedyOpponent, SearchOpponent)}
"""The kinds by name, weakest first. In a chancy game "search" is a :class:`PlayoutOpponent`."""


def opponent(name: str, game: Game, seed: int = 0) -> Opponent:
    """The opponent of that name for the game.

    Raises:
        KeyError: there is no such opponent.
    """
    try:
        if name == PlayoutOpponent.name and game.adviser().chancy:
            return PlayoutOpponent(game, seed)
        return OPPONENTS[name](game, seed)
    except KeyError:
        raise KeyError(f"there is no opponent {name!r}; there are {', '.join(OPPONENTS)}") from None
