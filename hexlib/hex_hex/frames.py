"""What a state is made of: the frames of its agenda, Hexes, and cards that lie ready."""

from __future__ import annotations

from typing import Any, NamedTuple

__all__ = ["BY_COMMAND", "PHASES", "PREMATURE", "WINDOWS", "Entry", "Frame", "Hex"]

(
    OVER, NEXT, END, KEEP, STEP, CAST, DEAL, DEALT, LEAST, ARRIVE, BORROW, ANSWER, REVEAL, CHOOSE, REACT, CARD, MOVE,
    OFF, HEXED, HEXCARD, SHOW, RACE, REVENGE, OPPOSITE, STACK,
) = range(25)  # fmt: skip
PHASES = (
    "over", "next", "end", "keep", "step", "cast", "deal", "dealt", "least", "arrive", "borrow", "answer", "reveal",
    "choose", "react", "card", "move", "off", "hexed", "hexcard", "show", "race", "revenge", "opposite", "stack",
)  # fmt: skip
"""Names of the frames; those at which play can rest are the phases of the game."""

COMMITTED, TURNED_UP, SAFE, DONE = range(4)
"""How far an :class:`Entry` is: unseen; turned up and open to be cancelled; past that; effects before the pass done."""
PREMATURE = -1
"""Points of a frame ``OFF`` whose Hex was made to go off before its time by Detonate."""
BY_COMMAND = -2
"""Target of an entry whose target another player will choose."""


class Hex(NamedTuple):
    """A Hex in play: a red token with the enhanced tokens on it."""

    num: int
    holder: int
    """The Intended."""
    sender: int
    way: int
    """1 if it came to the left, -1 to the right, 0 from across the table."""
    tokens: tuple[str, ...] = ()
    """Cards with a dot, in the order in which they were played."""
    challenger: int = -1


class Entry(NamedTuple):
    """A card that answers Hexes in this step."""

    seat: int
    card: str
    hexes: tuple[int, ...]
    target: int
    other: str
    stage: int
    owner: int = -1
    """Whose card it is, if it is borrowed; otherwise -1."""
    chooser: int = -1
    """Who chose the target by Command; otherwise -1."""


Frame = tuple[Any, ...]
"""One thing to be done: its kind and what it needs. The last one of the agenda is done first."""

WINDOWS = (ARRIVE, REACT, CARD, HEXCARD)
