"""A record that may be passed on: what one seat cannot know is taken out of it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from hexlib.game import TABLE, Event, PositionError, Rng
from hexlib.record import Branch, Expect, Record, Step
from hexlib.record_check import Moment, compare

__all__ = ["shared"]

_SAMPLES = 32
"""How many times the hidden part is drawn anew to find out which entries of the position are hidden at all."""

_Slot = tuple[str, str, int]
"""A place in a list of a table of the position: table, key, place."""


def shared(record: Record, seat: int | None = None) -> Record:
    """The record as the seat may pass it on; ``None`` is a bystander, ``TABLE`` shows both hands.

    The start becomes a position in which everything that the seat cannot know is drawn at random, except what the
    recorded actions themselves give away, and there is no seed. A line ends before an action whose content the seat
    never learns. Expectations stay if the seat can tell whether they hold, words if they were written for its eyes. If
    the recorded actions cannot happen from such a start, the record is only where they led.
    """
    record = replace(record, table={})
    if seat not in (TABLE, record.viewer):
        record = _without_words(record)
    open_record = _knowable(_without_secrets(record, seat), seat)
    view = open_record.start().view(seat)
    samples = [dict(view.determinize(Rng(n)).position()) for n in range(_SAMPLES)]
    story = _story(open_record, seat)
    original = open_record.start().position()
    hidden = [s for s in _slots(original) if any(_get(sample, s) != _get(original, s) for sample in samples)]

    def with_kept(kept: set[_Slot]) -> Record | None:
        position = _mixed(original, samples[0], hidden, kept)
        candidate = replace(open_record, position=position, seed=None, moves=())
        try:
            return candidate if _story(candidate, seat) == story else None
        except PositionError:
            return None

    best = with_kept(set(hidden))
    if best is None:
        return _only_the_end(record, seat)
    # Give up every hidden entry that the recorded actions can do without: as many at once as will go.
    kept = set(hidden)
    groups = [hidden]
    while groups:
        group = groups.pop()
        found = with_kept(kept.difference(group))
        if found is not None:
            kept, best = kept.difference(group), found
        elif len(group) > 1:
            groups += [group[: len(group) // 2], group[len(group) // 2 :]]
    return best


def _story(record: Record, seat: int | None) -> list[Any]:
    """What the seat sees of every line, and whether all holds."""
    out: list[Any] = []
    for name in record.lines:
        for moment in record.replay(name):
            seen = tuple(str(e) for e in moment.events if e.visible_to(seat))
            out.append((seen, dict(moment.state.view(seat).facts()), [str(p) for p in moment.problems]))
    return out


def _without_secrets(record: Record, seat: int | None) -> Record:
    """The record with each line cut before the first action whose content the seat never learns."""
    steps = record.steps[: _known(list(record.replay()), seat, record)]
    branches: list[Branch] = []
    for branch in record.branches:
        own = _known(list(record.replay(branch.name)), seat, record) - branch.after
        if own > 0 and branch.after <= len(steps):
            branches.append(replace(branch, steps=branch.steps[:own]))
    return replace(record, steps=steps or (Step(say=record.intro),), branches=tuple(branches))


def _without_words(record: Record) -> Record:
    """The record without prose: what was written for other eyes may name a card that these do not see."""

    def bare(steps: Sequence[Step]) -> tuple[Step, ...]:
        return tuple(replace(step, say="", ask=None) for step in steps)

    branches = tuple(replace(b, outcome="", steps=bare(b.steps)) for b in record.branches)
    return replace(record, intro="", outcome="", steps=bare(record.steps), branches=branches)


def _knowable(record: Record, seat: int | None) -> Record:
    """The record with those expectations of which the seat can tell whether they hold."""
    steps = tuple(_told(moment, seat) for moment in record.replay())
    branches = tuple(
        replace(b, steps=tuple(_told(moment, seat) for moment in list(record.replay(b.name))[b.after :]))
        for b in record.branches
    )
    return replace(record, steps=steps, branches=branches)


def _told(moment: Moment, seat: int | None) -> Step:
    """The step with the expectations that come out alike however the hidden part is drawn."""
    expect = moment.step.expect
    if not expect:
        return moment.step
    view = moment.state.view(seat)
    samples = [view.determinize(Rng(n)) for n in range(_SAMPLES)]

    def alike(part: Expect) -> bool:
        true = compare(part, moment.state, ())
        return all(compare(part, sample, ()) == true for sample in samples)

    measures: dict[str, Any] = {}
    for name, value in expect.measures.items():
        if isinstance(value, Mapping):
            value = {key: inner for key, inner in value.items() if alike(Expect({name: {key: inner}}))}
        if value != {} and alike(Expect({name: value})):
            measures[name] = value
    seen = {event.kind for event in moment.events if event.visible_to(seat)}
    count = expect.legal_count
    return replace(
        moment.step,
        expect=Expect(
            measures=measures,
            events=tuple(kind for kind in expect.events if kind in seen),
            not_events=expect.not_events,
            legal=tuple(text for text in expect.legal if alike(Expect(legal=(text,)))),
            illegal=tuple(entry for entry in expect.illegal if alike(Expect(illegal=(entry,)))),
            legal_count=count if count is not None and alike(Expect(legal_count=count)) else None,
        ),
    )


def _known(moments: Sequence[Moment], seat: int | None, record: Record) -> int:
    """How many steps of the line the seat may know."""
    said = [_words(" ".join(map(_full, (e for e in m.events if e.visible_to(seat))))) for m in moments]
    for i, moment in enumerate(moments):
        if any(not e.visible_to(seat) for e in moment.events):
            content = _words(" ".join(moment.step.action.split()[1:]))
            if not content <= set().union(*said[i:]):
                return i
    return len(moments)


def _full(event: Event) -> str:
    return f"{event.text} {' '.join(str(value) for _, value in event.data)}"


def _words(text: str) -> set[str]:
    return set(re.findall(r"[a-z0-9.]+", text.lower()))


def _slots(position: Mapping[str, Any]) -> list[_Slot]:
    return [
        (table, key, i)
        for table, inner in position.items()
        if isinstance(inner, Mapping)
        for key, value in inner.items()
        if isinstance(value, (list, tuple))
        for i in range(len(value))
    ]


def _get(position: Mapping[str, Any], slot: _Slot) -> Any:
    table, key, i = slot
    values = position.get(table, {}).get(key, ())
    return values[i] if i < len(values) else None


def _mixed(
    original: Mapping[str, Any], sample: Mapping[str, Any], hidden: Sequence[_Slot], kept: set[_Slot]
) -> dict[str, Any]:
    """The sample with the kept entries as they are in the original; the others of that table make room for them."""
    out = {
        table: {k: list(v) if isinstance(v, (list, tuple)) else v for k, v in inner.items()}
        if isinstance(inner, Mapping)
        else inner
        for table, inner in sample.items()
    }
    for table in {slot[0] for slot in hidden}:
        slots = [slot for slot in hidden if slot[0] == table]
        if any(_get(sample, slot) is None for slot in slots):
            continue
        taken = Counter(_get(original, slot) for slot in slots if slot in kept)
        rest: list[Any] = []
        for slot in slots:
            value = _get(sample, slot)
            if taken[value]:
                taken[value] -= 1
            else:
                rest.append(value)
        # What is kept and not in the sample takes the place of entries that are: a position may hold cards of any deck.
        for slot in slots:
            out[table][slot[1]][slot[2]] = _get(original, slot) if slot in kept else rest.pop(0)
    return out


def _only_the_end(record: Record, seat: int | None) -> Record:
    """The last position of the main line, as the seat knows it, and nothing of how it came about."""
    last = list(record.replay())[-1]
    position = dict(last.state.view(seat).determinize(Rng(0)).position())
    return replace(
        Record(record.game, record.title, (Step(),), seat=record.seat, position=position),
        rulings=record.rulings,
        options=record.options,
    )
