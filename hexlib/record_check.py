"""Replaying a record: what happens at each step, and where it differs from what the record expects."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hexlib.game import Action, Event, Game, NotationError, PositionError, State
from hexlib.record import Expect, Record, Step

__all__ = [
    "EMPTY",
    "Difference",
    "Moment",
    "Outcome",
    "Report",
    "check",
    "compare",
    "expectations",
    "replay",
    "value_text",
]

EMPTY = "empty"
"""What a record calls an entry that a measured table does not have, for example a field with no piece on it."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """One expectation and what came of it."""

    what: str
    """What is expected, for example ``"power"`` or ``"board D2.5"``."""
    expected: str
    got: str
    holds: bool


@dataclass(frozen=True, slots=True)
class Difference:
    """A place where a replay differs from the record."""

    branch: str | None
    step: int
    """Number of the step in its line, from 1; 0 if the record could not be started."""
    action: str
    what: str
    expected: str
    got: str
    position: str
    """The text board at that moment."""

    def __str__(self) -> str:
        line = f"branch {self.branch}, " if self.branch else ""
        action = f" `{self.action}`" if self.action else ""
        where = f"step {self.step}" if self.step else "start"
        return f"{line}{where}{action}: {self.what} expected {self.expected}, got {self.got}"


@dataclass(frozen=True, slots=True)
class Moment:
    """What the board is like after one step of a replay."""

    index: int
    """Place of the step in its line, from 0."""
    step: Step
    state: State
    """A copy of the state after the step."""
    events: tuple[Event, ...]
    outcomes: tuple[Outcome, ...]
    problems: tuple[Difference, ...]
    """Those of the outcomes that do not hold."""
    stopped: bool = False
    """Whether the step's action was not allowed, so that the line ends here."""


@dataclass(frozen=True, slots=True)
class Report:
    """The result of checking a record."""

    source: str
    differences: tuple[Difference, ...]
    lines: int
    steps: int
    """How many steps were replayed, the shared beginning of branches once."""
    expectations: int

    @property
    def ok(self) -> bool:
        """Whether everything holds."""
        return not self.differences

    def __bool__(self) -> bool:
        return self.ok

    def __str__(self) -> str:
        if self.ok:
            return f"{self.source}: {self.lines} lines, {self.steps} steps, {self.expectations} expectations: all hold"
        out: list[str] = []
        for line in dict.fromkeys(d.branch for d in self.differences):
            mine = [d for d in self.differences if d.branch == line]
            # What comes after the first step that differs mostly follows from it.
            first = [d for d in mine if d.step == mine[0].step]
            out.extend(f"{self.source}, {d}" for d in first)
            out.extend("    " + row for row in first[0].position.splitlines())
            if len(mine) > len(first):
                out.append(f"    and {len(mine) - len(first)} more in later steps of this line")
        return "\n".join(out)


def value_text(value: Any) -> str:
    """A value as a reader sees it: ``[7, 8]`` is "7-8"."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {value_text(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, Sequence) and not isinstance(value, str):
        parts = [value_text(v) for v in value]
        return ("-" if parts and all(p.isdigit() for p in parts) else ", ").join(parts) or "none"
    return str(value)


def _plain(value: Any) -> Any:
    """The value with tuples as lists and keys as texts, as TOML would hold it."""
    if isinstance(value, Mapping):
        return {str(key): _plain(inner) for key, inner in value.items()}
    if isinstance(value, (tuple, list)):
        return [_plain(inner) for inner in value]
    return value


def _same(expected: Any, got: Any) -> bool:
    # True is 1 in Python; in a record it is not.
    return bool(expected == got) and isinstance(expected, bool) == isinstance(got, bool)


def expectations(expect: Expect) -> tuple[Outcome, ...]:
    """What the record says, as if everything held: made without any engine."""
    out: list[Outcome] = []
    for name, value in expect.measures.items():
        if isinstance(value, Mapping):
            out.extend(_held(f"{name} {key}", value_text(inner)) for key, inner in value.items())
        else:
            out.append(_held(name, value_text(value)))
    if expect.events:
        out.append(_held("events", ", ".join(expect.events)))
    out.extend(_held(f"event {kind}", "none") for kind in expect.not_events)
    out.extend(_held(text, "legal") for text in expect.legal)
    out.extend(_held(i.action, f"not allowed by {', '.join(i.rules)}") for i in expect.illegal)
    if expect.legal_count is not None:
        out.append(_held("legal actions", str(expect.legal_count)))
    return tuple(out)


def _held(what: str, expected: str) -> Outcome:
    return Outcome(what, expected, expected, True)


def compare(expect: Expect, state: State, events: Sequence[Event]) -> tuple[Outcome, ...]:
    """The same list as :func:`expectations`, with what the engine says."""
    got = [*_measured(expect, state), *_happened(expect, events), *_allowed(expect, state)]
    return tuple(
        e if ok else Outcome(e.what, e.expected, text, False)
        for e, (ok, text) in zip(expectations(expect), got, strict=True)
    )


def _measured(expect: Expect, state: State) -> Iterator[tuple[bool, str]]:
    for name, value in expect.measures.items():
        measured = _plain(state.game.measure(state, name))
        if not isinstance(value, Mapping):
            yield _same(_plain(value), measured), value_text(measured)
            continue
        for key, inner in value.items():
            found = measured.get(key, EMPTY) if isinstance(measured, dict) else measured
            yield _same(_plain(inner), found), value_text(found)


def _happened(expect: Expect, events: Sequence[Event]) -> Iterator[tuple[bool, str]]:
    kinds = [e.kind for e in events]
    if expect.events:
        rest = iter(kinds)
        yield all(kind in rest for kind in expect.events), ", ".join(kinds) or "none"
    for kind in expect.not_events:
        yield kind not in kinds, str(next((e for e in events if e.kind == kind), ""))


def _allowed(expect: Expect, state: State) -> Iterator[tuple[bool, str]]:
    for text in expect.legal:
        verdict = state.explain(state.game.parse_action(text))
        yield bool(verdict), "not allowed: " + " ".join(map(str, verdict.reasons))
    for illegal in expect.illegal:
        verdict = state.explain(state.game.parse_action(illegal.action))
        yield (
            set(illegal.rules) <= set(verdict.rules),
            ("legal" if verdict else f"not allowed by {', '.join(verdict.rules)}"),
        )
    if expect.legal_count is not None:
        count = 0 if state.is_terminal() else len(state.legal_actions())
        yield count == expect.legal_count, str(count)


def replay(record: Record, branch: str | None = None, game: Game | None = None) -> Iterator[Moment]:
    """One moment a step; see :meth:`hexlib.record.Record.replay`."""
    return _run(record.start(game), record.line(branch), 0, branch)


def _run(state: State, steps: Sequence[Step], first: int, branch: str | None) -> Iterator[Moment]:
    """Play the steps on the state itself; ``first`` is the place of the first of them in its line."""
    for index, step in enumerate(steps, first):
        events: tuple[Event, ...] = ()
        stopped = False
        if step.action:
            try:
                action: Action = state.game.parse_action(step.action)
                verdict = state.explain(action)
            except NotationError as error:  # only under another game than the record's own
                stopped, reason = True, str(error)
            else:
                stopped, reason = not verdict, " ".join(map(str, verdict.reasons))
                if verdict:
                    events = tuple(state._apply(action))
        if stopped:
            outcomes: tuple[Outcome, ...] = (Outcome("the action", "legal", f"not allowed: {reason}", False),)
        else:
            outcomes = compare(step.expect, state, events)
        problems: tuple[Difference, ...] = ()
        if not all(o.holds for o in outcomes):
            board = str(state)
            problems = tuple(
                Difference(branch, index + 1, step.action, o.what, o.expected, o.got, board)
                for o in outcomes
                if not o.holds
            )
        yield Moment(index, step, state.clone(), events, outcomes, problems, stopped)
        if stopped:
            return


def check(record: Record, game: Game | None = None, *, first: bool = False) -> Report:
    """Replay every line once and compare; see :meth:`hexlib.record.Record.check`."""
    differences: list[Difference] = []
    steps = count = lines = 0
    try:
        start = record.start(game)
    except PositionError as error:  # only under another game than the record's own
        difference = Difference(None, 0, "", "the position", "possible", str(error), "")
        return Report(record.source, (difference,), 0, 0, 0)
    # The state at which each branch begins, kept while the main line is played.
    begins: dict[int, State] = {0: start.clone()}
    wanted = {b.after for b in record.branches}
    for name in record.lines:
        if name is None:
            moments = _run(start, record.steps, 0, None)
        else:
            branch = record.branch(name)
            if branch.after not in begins:
                continue  # the main line stopped before; that is reported already
            moments = _run(begins[branch.after].clone(), branch.steps, branch.after, name)
        lines += 1
        for moment in moments:
            steps += 1
            count += len(moment.outcomes)
            differences.extend(moment.problems)
            if differences and first:
                return Report(record.source, tuple(differences), lines, steps, count)
            if name is None and not moment.stopped and moment.index + 1 in wanted:
                begins[moment.index + 1] = moment.state
    return Report(record.source, tuple(differences), lines, steps, count)
