"""What the build does once in the page's Python before it writes the memory snapshot: open a board of every game.

Tables are filled and late imports done, so that the reader's first board starts from there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

__all__ = ["RECORDS", "run"]

RECORDS = (
    'format = 1\ngame = "knee-deep-in-hexes"\ntitle = "Warm-up"\nsection = "-"\nshows = []\noutcome = ""\n'
    '[position]\nactive = "Bukseon"\n[position.pieces.Bukseon]\nacv = ["E1.1"]\n[[step]]\nsay = "-"\n'
    '[[step]]\naction = "move E1.1-D2.5"\nsay = "-"\n',
)
"""One small record a game."""


def run(play: Callable[[dict[str, Any]], str], leave: Callable[[str], None]) -> None:
    """Play and leave each record; ``play`` returns the model's id or raises."""
    for record in RECORDS:
        for step in (0, 1):
            leave(play({"record": record, "branch": None, "step": step, "seat": None, "broken": []}))
