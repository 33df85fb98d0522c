"""A record: an example of the book, a bug report or a shared game, as one TOML text.

A record names a game, a start (a position or a seed), steps with what to expect after each, and named branches. It
comes from strangers, so reading it is strict and bounded (``record_text.py``); it holds data only, never code.
``load``, ``loads``, ``dump`` and ``dumps`` read and write it, :meth:`Record.check` replays it and compares.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hexlib.game import TABLE, Game, IllegalAction, PositionError, State

if TYPE_CHECKING:
    from hexlib.record_check import Moment, Report

__all__ = [
    "Ask",
    "Branch",
    "Expect",
    "Illegal",
    "Record",
    "RecordError",
    "Step",
    "dump",
    "dumps",
    "load",
    "loads",
]

FORMAT = 1
"""The version of the format that this module reads and writes."""


class RecordError(ValueError):
    """A text that is not a record. The message says where and what would be right.

    ``key`` is the path of the value at fault, for example ``"step[3].expect.power"``, counted from 1; ``line`` is its
    line in the text, or 0 where it cannot be told.
    """

    def __init__(self, message: str, *, key: str = "", line: int = 0, source: str = "") -> None:
        where = ", ".join(part for part in (source, f"line {line}" if line else "", key) if part)
        super().__init__(f"{where}: {message}" if where else message)
        self.message = message
        self.key = key
        self.line = line
        self.source = source


@dataclass(frozen=True, slots=True)
class Ask:
    """A question put to the reader before the step's result is shown."""

    question: str
    choices: tuple[str, ...]
    answer: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class Illegal:
    """An action that must not be allowed, and the rules that must be among the reasons."""

    action: str
    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Expect:
    """What must hold after a step."""

    measures: Mapping[str, Any] = field(default_factory=dict)
    """Name and value of each measure; of a table only the listed keys are compared."""
    events: tuple[str, ...] = ()
    """Kinds of event that the step must cause, in this order; others may stand between."""
    not_events: tuple[str, ...] = ()
    legal: tuple[str, ...] = ()
    illegal: tuple[Illegal, ...] = ()
    legal_count: int | None = None

    def __bool__(self) -> bool:
        return self != Expect()


@dataclass(frozen=True, slots=True)
class Step:
    """One action, or a look at the board where ``action`` is empty."""

    action: str = ""
    say: str = ""
    rules: tuple[str, ...] = ()
    decisive: bool = False
    ask: Ask | None = None
    expect: Expect = field(default_factory=Expect)


@dataclass(frozen=True, slots=True)
class Branch:
    """Another way the record goes on, after the first ``after`` steps of the main line."""

    name: str
    title: str
    outcome: str
    after: int
    steps: tuple[Step, ...]


@dataclass(frozen=True)
class Record:
    """A checked record: its game exists, its position can be, its actions and rule ids are well formed.

    Two records are equal when they say the same, wherever they were read.
    """

    game: Game
    title: str
    steps: tuple[Step, ...]
    section: str = ""
    shows: tuple[str, ...] = ()
    seat: str = ""
    """Name of the seat through whose eyes the record is shown; empty for the open table."""
    intro: str = ""
    outcome: str = ""
    branches: tuple[Branch, ...] = ()
    position: Mapping[str, Any] | None = None
    """The ``[position]``, as the game wants it; without one the start comes from ``seed``."""
    seed: int | None = None
    rulings: Mapping[str, str | int] = field(default_factory=dict)
    """The rulings that the record itself sets."""
    options: Mapping[str, str] = field(default_factory=dict)
    """What was agreed before the play besides rulings (:meth:`hexlib.game.Game.options`); ``game`` has them in it."""
    moves: tuple[str, ...] = ()
    """What was played before the first step, in notation: a whole game is a seed and its moves."""
    table: Mapping[str, Any] = field(default_factory=dict)
    """How a play at a table was set: ``seats`` (who plays each), their ``names`` where those are not the seats' own,
    ``open`` hands, ``every_window``, and the ``seed`` of opponents and races where the start is a position."""
    source: str = field(default="<text>", compare=False)
    """Where it was read, for messages."""

    @property
    def viewer(self) -> int:
        """The seat that ``seat`` names, or ``TABLE``."""
        return self.game.seats.index(self.seat) if self.seat else TABLE

    @property
    def lines(self) -> tuple[str | None, ...]:
        """The name of every line: ``None`` for the main one, then the branches'."""
        return (None, *(b.name for b in self.branches))

    def branch(self, name: str) -> Branch:
        """The branch of that name.

        Raises:
            KeyError: there is none; the message lists those there are.
        """
        for branch in self.branches:
            if branch.name == name:
                return branch
        there = ", ".join(b.name for b in self.branches) or "none"
        raise KeyError(f"{self.source} has no branch {name!r}; its branches: {there}")

    def line(self, branch: str | None = None) -> tuple[Step, ...]:
        """The steps of the main line, or of a branch from the record's start to the branch's end."""
        if branch is None:
            return self.steps
        found = self.branch(branch)
        return self.steps[: found.after] + found.steps

    def start(self, game: Game | None = None) -> State:
        """A fresh state at the record's start, after its ``moves``; ``game`` replaces the record's own, for example
        with a broken one.

        Raises:
            PositionError: the position cannot be under that game, or a move is not allowed.
        """
        game = self.game if game is None else game
        state = game.new_initial_state(seed=self.seed) if self.position is None else game.position(self.position)
        for i, move in enumerate(self.moves, 1):
            try:
                state.apply_action(game.parse_action(move))
            except IllegalAction as error:
                raise PositionError(f"moves[{i}]", str(error.verdict)) from None
        return state

    def replay(self, branch: str | None = None, game: Game | None = None) -> Iterator[Moment]:
        """One :class:`~hexlib.record_check.Moment` a step; ends after a step whose action is illegal."""
        from hexlib.record_check import replay

        return replay(self, branch, game)

    def check(self, game: Game | None = None, *, first: bool = False) -> Report:
        """Replay every line and compare; with ``first`` stop at the first difference."""
        from hexlib.record_check import check

        return check(self, game, first=first)

    def shared(self, seat: int | None = None) -> Record:
        """The record as that seat may pass it on: no seed, and no card in it that the seat may not know."""
        from hexlib.record_share import shared

        return shared(self, seat)


GameMaker = Callable[[str, Mapping[str, "str | int"]], Game]


def _make_game(name: str, rulings: Mapping[str, str | int]) -> Game:
    import hexlib

    return hexlib.game(name, rulings=rulings)


def loads(text: str, source: str = "<text>", *, games: GameMaker | None = None) -> Record:
    """The record that the text holds.

    ``games`` makes a game from its slug and rulings; by default :func:`hexlib.game`.

    Raises:
        RecordError: it is not a record; nothing else is ever raised, whatever the text.
    """
    from hexlib.record_text import read

    return read(text, source, games or _make_game)


def load(path: str | Path, *, games: GameMaker | None = None) -> Record:
    """The record in that file.

    Raises:
        RecordError: it is not a record.
        OSError: it cannot be read.
    """
    from hexlib.record_text import MAX_BYTES

    path = Path(path)
    with path.open("rb") as file:
        data = file.read(MAX_BYTES + 1)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        if len(data) <= MAX_BYTES:
            line = data.count(b"\n", 0, error.start) + 1
            raise RecordError("this is not UTF-8 text", line=line, source=str(path)) from None
        text = data.decode("utf-8", "replace")
    return loads(text, str(path), games=games)


def dumps(record: Record) -> str:
    """The canonical text of the record: equal records give equal texts, and ``loads`` gives the record back."""
    from hexlib.record_write import write

    return write(record)


def dump(record: Record, path: str | Path) -> None:
    """Write the canonical text of the record to that file."""
    Path(path).write_text(dumps(record), "utf-8", newline="\n")
