"""What the build does once in the page's Python before it writes the memory snapshot: open a board of every game.

Tables are filled and late imports done, so that the reader's first board starts from there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

__all__ = ["RECORDS", "run"]

RECORDS = (
    """format = 1
game = "knee-deep-in-hexes"
title = "Warm-up"
section = "Phase 2 - Actions"
shows = ["kdh.unit.acv.move"]
outcome = "A board of every kind of widget has been made once."
[position]
active = "Bukseon"
[position.pieces.Bukseon]
acv = ["E1.1"]
palooza = ["E2.6"]
[position.pieces.Gondwana]
tank = ["C2.0"]
turret = ["C2.2"]
extractor = ["C1.5"]
[position.Bukseon]
material = 2
energy = 2
hand = ["sling", "carry-all"]
[[step]]
say = "Before."
[[step]]
action = "move E1.1-D2.5"
say = "After."
""",
)
"""One small record a game."""


def run(play: Callable[[dict[str, Any]], str], leave: Callable[[str], None]) -> None:
    """Play and leave each record; ``play`` returns the model's id or raises."""
    for record in RECORDS:
        for step in (0, 1):
            leave(play({"record": record, "branch": None, "step": step, "seat": None, "broken": []}))
    leave(play({"table": {"game": "knee-deep-in-hexes", "seats": ["person", "person"]}}))  # nobody thinks there
