"""How one game leads to the next: a set-up to the game itself, a game to another under a new law, or to the same again.

What follows begins where a record can begin: from a seed, or from a ``[position]``.
"""

from __future__ import annotations

import abc
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from hexlib.game import Game, Option, Rng

__all__ = ["Blank", "Follow", "Sequel", "SequelError"]


class SequelError(ValueError):
    """Choices that cannot be; ``problems`` says what is wrong, by the name of the option or blank."""

    def __init__(self, problems: Mapping[str, str]) -> None:
        super().__init__(" ".join(problems.values()))
        self.problems = dict(problems)


@dataclass(frozen=True, slots=True)
class Follow:
    """A game that comes after another: what a record of it says, and who plays where."""

    game: Game
    """With its options and rulings."""
    seed: int
    """Of everything that chance decides."""
    seats: tuple[int, ...]
    """For each seat the seat of the game before whose player takes it."""
    options: Mapping[str, str] = field(default_factory=dict)
    """Those of the game's options that are not as they were, or all that matter where it is another game."""
    position: Mapping[str, Any] | None = None
    """The start, where the seed alone does not say it."""


@dataclass(frozen=True, slots=True)
class Blank:
    """Something to write into a form before a game begins."""

    name: str
    title: str
    kind: str = "text"
    """``"text"`` (one line), ``"long"`` (several) or ``"number"``."""
    default: str = ""
    low: int = 0
    high: int = 0
    """Bounds of a number."""
    hint: str = ""
    """An example, or what to write."""
    only: tuple[str, str] | None = None
    """The option and its choice with which it is asked for; ``None``: always."""


@dataclass(frozen=True)
class Sequel(abc.ABC):
    """What can come after a game that is over."""

    title: str
    """What a button says: "Begin the game"."""
    note: str = ""
    """One sentence: who chooses, and what."""
    seat: int = -1
    """Who chooses; -1 where there is nothing to choose, or where it does not matter who does."""
    options: tuple[Option, ...] = ()
    blanks: tuple[Blank, ...] = ()

    def problems(self, choices: Mapping[str, str]) -> dict[str, str]:
        """What is wrong with the choices, by the name of the option or blank; empty if it may begin."""
        known = {option.name: [name for name, _ in option.choices] for option in self.options}
        return {
            name: f"{name} is one of {', '.join(known[name])}, not {value!r}"
            for name, value in choices.items()
            if name in known and value not in known[name]
        }

    def tell(self, choices: Mapping[str, str]) -> str:
        """What the choices amount to, in a sentence or two; empty where there is nothing to tell."""
        return ""

    def propose(self, rng: Rng) -> dict[str, str]:
        """What an opponent chooses who plays that seat."""
        return {option.name: option.default for option in self.options}

    @abc.abstractmethod
    def begin(self, choices: Mapping[str, str], seed: int) -> Follow:
        """The game that follows.

        Raises:
            SequelError: the choices cannot be; see :meth:`problems`.
        """
