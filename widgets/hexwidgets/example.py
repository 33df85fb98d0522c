"""A record as the controller plays it: its lines, frame by frame, in the real game or in one with broken rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from hexlib.game import Action, Game, State
from hexwidgets.messages import shown

if TYPE_CHECKING:
    from hexlib.lesson import Frame
    from hexlib.record import Record
    from hexlib.record_check import Moment

__all__ = ["Broken", "Example", "Outcome", "Row", "compare"]

MOST_LINES = 24
"""Replayed lines that are kept; a reader who breaks many rules gets the older ones replayed again."""


@dataclass(frozen=True, slots=True)
class Broken:
    """What becomes of one line of the example when rules are broken."""

    branch: str | None
    title: str
    text: str
    """The first difference of the line's own steps in one sentence; empty where there is none."""
    step: int = 0
    """The step that differs, counted from 1 (for a branch maybe one of the main line's); 0 where none does."""


@dataclass(frozen=True, slots=True)
class Row:
    """One documented fact beside the reader's."""

    name: str
    documented: str
    yours: str

    @property
    def same(self) -> bool:
        """Whether they agree."""
        return self.documented == self.yours


@dataclass(frozen=True, slots=True)
class Outcome:
    """The documented outcome beside the reader's."""

    branch: str | None
    documented: str
    yours: str
    rows: tuple[Row, ...]
    finished: bool
    """Whether the reader's play has come to where the documented line ends, or to the end of the game."""

    @property
    def same(self) -> bool:
        """Whether every documented fact holds in the reader's play too."""
        return all(row.same for row in self.rows)


class Example:
    """The lines of a record, replayed on demand and kept."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self._moments: dict[tuple[str | None, frozenset[str]], tuple[Moment, ...]] = {}
        self._frames: dict[tuple[str | None, frozenset[str], int], tuple[Frame, ...]] = {}

    def title(self, branch: str | None) -> str:
        """The name of a line for the reader."""
        if branch is None:
            return self.record.title if not self.record.branches else "The main line"
        return self.record.branch(branch).title or branch

    def moments(self, branch: str | None, game: Game) -> tuple[Moment, ...]:
        """The states after each step; shorter than the line where a step is illegal."""
        key = (branch, game.broken)
        if key not in self._moments:
            self._trim()
            self._moments[key] = tuple(self.record.replay(branch, game))
        return self._moments[key]

    def frames(self, branch: str | None, seat: int, game: Game) -> tuple[Frame, ...]:
        """What the seat is shown at each step."""
        from hexlib.lesson import frame

        key = (branch, game.broken, seat)
        if key not in self._frames:
            self._trim()
            self._frames[key] = tuple(
                frame(m.state, m.events, seat, number=m.index + 1, step=m.step, problems=m.problems)
                for m in self.moments(branch, game)
            )
        return self._frames[key]

    def _trim(self) -> None:
        if len(self._moments) + len(self._frames) >= MOST_LINES:
            self._moments.clear()
            self._frames.clear()

    def state(self, branch: str | None, at: int, game: Game) -> State:
        """A copy of the state that frame ``at`` shows."""
        moments = self.moments(branch, game)
        return moments[at].state.clone() if at < len(moments) else self.record.start(game)

    def actions(self, branch: str | None) -> tuple[str, ...]:
        """The notation of a line's actions, without the steps that only look."""
        return tuple(step.action for step in self.record.line(branch) if step.action)

    def played(self, branch: str | None, at: int) -> tuple[str, ...]:
        """The notation of the actions up to and with frame ``at``."""
        return tuple(step.action for step in self.record.line(branch)[: at + 1] if step.action)

    def broken(self, game: Game) -> tuple[Broken, ...]:
        """The first difference of every line in a game with broken rules."""
        report = self.record.check(game)
        out: list[Broken] = []
        for branch in self.record.lines:
            first = next((d for d in report.differences if d.branch == branch), None)
            if first is None:
                out.append(Broken(branch, self.title(branch), "", self._before(branch, out)))
                continue
            action = f" after {first.action}" if first.action else ""
            text = f"step {first.step}: {first.what}{action}: expected {first.expected}, got {first.got}"
            out.append(Broken(branch, self.title(branch), text, first.step))
        return tuple(out)

    def _before(self, branch: str | None, found: Sequence[Broken]) -> int:
        """The step of the main line that differs before the branch begins; 0 if none does."""
        main = found[0].step if found else 0
        return main if branch is not None and main <= self.record.branch(branch).after else 0

    def nearest(self, actions: Sequence[str], left: str | None) -> str | None:
        """The line that begins as the reader played, for the longest stretch; ``left`` if several do."""

        def common(branch: str | None) -> int:
            pairs = zip(self.actions(branch), actions, strict=False)
            return next((i for i, (a, b) in enumerate(pairs) if a != b), min(len(self.actions(branch)), len(actions)))

        return max(self.record.lines, key=lambda b: (common(b), b == left, common(b) == len(self.actions(b))))


def compare(
    example: Example, left: tuple[str | None, int], played: Sequence[tuple[Action, State, str]], now: State
) -> Outcome:
    """The documented outcome beside the reader's.

    ``left`` is the branch and frame where the reader took over, ``played`` each action with the state after it and
    what happened, in sentences that the reader may know. What is compared are the facts that the record expects after
    the last decisive step of the line that the reader's play is nearest to.
    """
    before = example.played(*left)
    mine = [*before, *(str(action) for action, _, _ in played)]
    branch = example.nearest(mine, left[0])
    record, line = example.record, example.record.line(branch)
    told = [i for i, s in enumerate(line) if s.action and s.expect.measures]
    key = next((i for i in reversed(told) if line[i].decisive), told[-1] if told else None)
    documented = [s.action for s in line[: key + 1] if s.action] if key is not None else []
    end = _end(documented, mine, len(before))
    state = played[end][1] if end is not None else now
    rows = _rows(line[key].expect.measures, state) if key is not None else ()
    text = (record.branch(branch).outcome if branch is not None else "") or record.outcome
    story = played[end][2] if end is not None else played[-1][2] if played else ""
    return Outcome(branch, text, story, rows, end is not None or now.is_terminal())


def _end(documented: Sequence[str], mine: Sequence[str], before: int) -> int | None:
    """The reader's action that ends what the example shows: the same as documented, or as many of its kind."""
    if not documented:
        return None
    if list(mine[: len(documented)]) == list(documented):
        return len(documented) - 1 - before if len(documented) > before else None
    kinds = [text.partition(" ")[0] for text in documented[before:]]
    if not kinds:
        return None
    same = [i for i, text in enumerate(mine[before:]) if text.partition(" ")[0] == kinds[-1]]
    return same[kinds.count(kinds[-1]) - 1] if len(same) >= kinds.count(kinds[-1]) else None


def _rows(measures: Mapping[str, Any], state: State) -> tuple[Row, ...]:
    rows = []
    for name, value in measures.items():
        try:
            got = state.game.measure(state, name)
        except KeyError:
            continue
        label = name.replace("_", " ")
        if isinstance(value, dict):
            there = got if isinstance(got, dict) else {}
            rows += [Row(f"{label} {k}", shown(v), shown(there.get(k, "empty"))) for k, v in value.items()]
        else:
            rows.append(Row(label, shown(value), shown(got)))
    return tuple(rows)
