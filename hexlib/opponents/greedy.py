"""The opponent that looks one action ahead."""

from __future__ import annotations

from collections.abc import Iterator

from hexlib.game import Action, State, View
from hexlib.opponents.base import SLICE, Choice, Opponent, Progress, rng_for

__all__ = ["GreedyOpponent"]


class GreedyOpponent(Opponent):
    """Does what the game's evaluation likes best right afterwards; of equals the first in the adviser's order.

    Where hidden things decide (a face-down card) it averages over some guesses.
    """

    name = "greedy"

    def think(self, view: View, iterations: int | None = None) -> Iterator[Progress]:
        """One iteration, in steps of ``SLICE`` positions."""
        rng = rng_for(view, self.seed)
        worlds: list[State] = []
        for _ in range(max(1, self.adviser.samples(view))):
            state, seat = self._state(view, rng)
            worlds.append(state)
        adviser = self.adviser
        best: Action | None = None
        best_value = 0.0
        looked = 0
        for action in adviser.candidates(worlds[0], seat):
            value = sum(adviser.worth(world, seat, action) for world in worlds)
            looked += len(worlds)
            if best is None or value > best_value + 1e-9:
                best, best_value = action, value
            if looked % SLICE < len(worlds):
                yield Progress(0, 1, looked, Choice(best, "has not finished thinking"))
        assert best is not None
        yield Progress(1, 1, looked, Choice(best, adviser.why(worlds[0], seat, best)))
