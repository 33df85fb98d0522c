"""What the tests of tables share."""

from __future__ import annotations

from collections.abc import Callable

import pytest


class Loop:
    """An event loop that a test turns by hand."""

    def __init__(self) -> None:
        self.jobs: list[Callable[[], None]] = []

    def later(self, seconds: float, call: Callable[[], None]) -> Callable[[], None]:
        self.jobs.append(call)
        return lambda: self.jobs.remove(call) if call in self.jobs else None

    def run(self, most: int = 400) -> None:
        for _ in range(most):
            if not self.jobs:
                return
            self.jobs.pop(0)()


@pytest.fixture
def loop() -> Loop:
    return Loop()
