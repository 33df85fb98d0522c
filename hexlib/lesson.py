"""A record as a lesson: frames to step through, and the documented outcome beside the engine's.

The static page, the notebook and the live widget take their frames from here, so they cannot tell different stories.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from hexlib.draw.scene import Scene
from hexlib.game import Event, Game, Side, State, View
from hexlib.record import Ask, Record, Step
from hexlib.record_check import Difference, Outcome, expectations

__all__ = ["Frame", "Picture", "expected_text", "frame", "frames", "outcome_text", "picture"]


@dataclass(frozen=True, slots=True)
class Frame:
    """One step of a lesson, as one seat may see it."""

    number: int
    """From 1."""
    action: str
    say: str
    events: tuple[str, ...]
    """A sentence for each event that the seat may know."""
    rules: tuple[str, ...]
    """Ids of the rules to show beside the step, each once."""
    sides: tuple[Side, ...]
    headline: str
    view: View
    ask: Ask | None
    decisive: bool
    holds: bool
    differences: tuple[Difference, ...]


def frame(
    state: State,
    events: Iterable[Event],
    seat: int | None,
    *,
    number: int = 1,
    step: Step | None = None,
    problems: tuple[Difference, ...] = (),
) -> Frame:
    """The frame of one moment, also of one that no record holds (a reader playing on)."""
    step = Step() if step is None else step
    seen = [e for e in events if e.visible_to(seat)]
    view = state.view(seat)
    return Frame(
        number=number,
        action=step.action,
        say=step.say,
        events=tuple(str(e) for e in seen),
        rules=tuple(dict.fromkeys([*step.rules, *(rule for e in seen for rule in e.rules)])),
        sides=view.sides(),
        headline=view.headline(),
        view=view,
        ask=step.ask,
        decisive=step.decisive,
        holds=not problems,
        differences=problems,
    )


def frames(
    record: Record, branch: str | None = None, seat: int | None = None, game: Game | None = None
) -> tuple[Frame, ...]:
    """One frame a step of the main line or of a branch, from the record's start.

    ``seat`` is a seat or ``TABLE``; by default the record's own. With a broken ``game`` the frames end after the first
    step that it does not allow.
    """
    seat = record.viewer if seat is None else seat
    return tuple(
        frame(m.state, m.events, seat, number=m.index + 1, step=m.step, problems=m.problems)
        for m in record.replay(branch, game)
    )


@dataclass(frozen=True, slots=True)
class Picture:
    """A scene for a notebook, as an image: JupyterLab shows no inline SVG in a notebook that it does not trust."""

    scene: Scene

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        from hexlib.draw.svg import img

        return {"text/html": img(self.scene), "text/plain": str(self)}

    def __str__(self) -> str:
        return f"{self.scene.title}. {self.scene.desc}"


def picture(record: Record, branch: str | None = None, step: int | None = None) -> Picture:
    """The board of a record for a notebook: after that step (from 1), by default the first decisive one or the last."""
    moments = frames(record, branch)
    if step is None:
        step = next((f.number for f in moments if f.decisive), len(moments))
    return Picture(record.game.scene(moments[step - 1].view))


def outcome_text(record: Record, game: Game | None = None) -> str:
    """What the record expects, line by line, beside what the engine says: expected, got, holds."""
    lines = _Lines(record)
    for name in record.lines:
        first = lines.begin(name)
        for moment in record.replay(name, game):
            if moment.index >= first:
                lines.step(moment.index, moment.step, moment.outcomes)
    return lines.text()


def expected_text(record: Record) -> str:
    """What :func:`outcome_text` must print if everything holds: made from the record alone, without replaying it."""
    lines = _Lines(record)
    for name in record.lines:
        first = lines.begin(name)
        for index, step in enumerate(record.line(name)[first:], first):
            lines.step(index, step, expectations(step.expect))
    return lines.text()


class _Lines:
    """The text of an outcome cell, built up line by line."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.out: list[str] = []
        self.count = self.bad = 0

    def begin(self, name: str | None) -> int:
        """Start a line of the record; the place where its own steps begin, after those of the main line."""
        title, outcome, first = self.record.title, self.record.outcome, 0
        if name is not None:
            branch = self.record.branch(name)
            title, outcome, first = f"Branch {name}: {branch.title}", branch.outcome, branch.after
            self.out.append("")
        self.out.append(title)
        if outcome:
            self.out.append(f"Documented outcome: {outcome}")
        return first

    def step(self, index: int, step: Step, outcomes: tuple[Outcome, ...]) -> None:
        if not outcomes:
            return
        action = f": {step.action}" if step.action else ""
        self.out.append(f"step {index + 1}{action}")
        for outcome in outcomes:
            self.count += 1
            self.bad += not outcome.holds
            word = "holds" if outcome.holds else "DIFFERS"
            self.out.append(f"  {outcome.what}: expected {outcome.expected} | got {outcome.got} | {word}")

    def text(self) -> str:
        total = f"{self.count} expectations: " + (f"{self.bad} differ" if self.bad else "all hold")
        return "\n".join([*self.out, "", total])
