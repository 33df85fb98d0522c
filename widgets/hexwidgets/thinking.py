"""An opponent's thinking, a slice at a time, so that the board stays alive meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import perf_counter

from hexlib.game import View
from hexlib.opponents import Choice, Opponent, Progress

__all__ = ["Thought"]


class Thought:
    """One choice in the making.

    Args:
        opponent: who thinks.
        view: all that it may know.
        seconds: how long it may take, once it has an idea; time between slices does not count.
        clock: seconds, for tests.
    """

    def __init__(
        self, opponent: Opponent, view: View, seconds: float, clock: Callable[[], float] = perf_counter
    ) -> None:
        self._steps: Iterator[Progress] = opponent.think(view)
        self._left = seconds
        self._clock = clock
        self.report: Progress | None = None
        self.hurried = False

    @property
    def part(self) -> float:
        """How much of the thinking is done, 0 to 1."""
        return self.report.done / self.report.of if self.report is not None and self.report.of else 0.0

    def on(self, seconds: float) -> Choice | None:
        """Think for about that long; the choice once it is made.

        Raises:
            ValueError: the opponent found nothing to choose.
        """
        start = self._clock()
        while True:
            report = next(self._steps, None)
            used = self._clock() - start
            if report is None:
                return self._best()
            self.report = report
            if (report.done or self.hurried) and (used >= self._left or self.hurried or report.done >= report.of):
                return report.best
            if used >= seconds:
                self._left -= used
                return None

    def _best(self) -> Choice:
        if self.report is None:
            raise ValueError("it had no idea at all")
        return self.report.best
