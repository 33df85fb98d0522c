"""The opponent that draws its action from the full legal list."""

from __future__ import annotations

from collections.abc import Iterator

from hexlib.game import View
from hexlib.opponents.base import Choice, Opponent, Progress, rng_for

__all__ = ["RandomOpponent"]


class RandomOpponent(Opponent):
    """Every legal action is as likely as any other."""

    name = "random"

    def think(self, view: View, iterations: int | None = None) -> Iterator[Progress]:
        """One step."""
        rng = rng_for(view, self.seed)
        state, seat = self._state(view, rng)
        action = rng.choice(state.legal_actions(seat))
        yield Progress(1, 1, 0, Choice(action, "draws its action at random"))
