"""The canonical text of a record: the standard library reads TOML and does not write it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from hexlib.record import FORMAT, Expect, Record, Step

__all__ = ["write"]

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r", "\x7f": "\\u007F"}


def write(record: Record) -> str:
    """The canonical text; see :func:`hexlib.record.dumps`."""
    head: dict[str, Any] = {"format": FORMAT, "game": record.game.name, "title": record.title}
    for name in ("section", "shows", "seat", "intro", "outcome"):
        if getattr(record, name):
            head[name] = getattr(record, name)
    blocks = ["".join(_pairs(head))]
    if record.moves:
        blocks.append("moves = [\n" + "".join(f"  {_string(move)},\n" for move in record.moves) + "]\n")
    for name in ("table", "options"):
        if getattr(record, name):
            blocks.append(f"[{name}]\n" + "".join(_pairs(_sorted(getattr(record, name)))))
    if record.rulings:
        blocks.append("[rulings]\n" + "".join(_pairs(_sorted(record.rulings))))
    if record.position is not None:
        blocks.extend(_tables("position", record.position))
    else:
        blocks.append(f"[setup]\nseed = {record.seed}\n")
    blocks.extend(block for step in record.steps for block in _step("step", step))
    for branch in record.branches:
        values: dict[str, Any] = {"name": branch.name, "title": branch.title}
        if branch.outcome:
            values["outcome"] = branch.outcome
        if branch.after != len(record.steps):
            values["after"] = branch.after
        blocks.append("[[branch]]\n" + "".join(_pairs(values)))
        blocks.extend(block for step in branch.steps for block in _step("branch.step", step))
    return "\n".join(blocks)


def _step(name: str, step: Step) -> Iterator[str]:
    values: dict[str, Any] = {}
    for key in ("action", "say", "rules", "decisive"):
        if getattr(step, key):
            values[key] = getattr(step, key)
    yield f"[[{name}]]\n" + "".join(_pairs(values))
    if step.ask:
        ask = {"question": step.ask.question, "choices": step.ask.choices, "answer": step.ask.answer}
        yield f"[{name}.ask]\n" + "".join(_pairs({**ask, "why": step.ask.why} if step.ask.why else ask))
    if step.expect:
        yield f"[{name}.expect]\n" + "".join(_pairs(_expect(step.expect)))


def _expect(expect: Expect) -> dict[str, Any]:
    out = _sorted(expect.measures)
    for key in ("events", "not_events", "legal"):
        if getattr(expect, key):
            out[key] = getattr(expect, key)
    if expect.illegal:
        out["illegal"] = [
            {"action": i.action, "rule": i.rules[0] if len(i.rules) == 1 else i.rules} for i in expect.illegal
        ]
    if expect.legal_count is not None:
        out["legal_count"] = expect.legal_count
    return out


def _sorted(table: Mapping[str, Any]) -> dict[str, Any]:
    """Single values before tables, each in alphabetical order: equal tables give equal texts."""
    return dict(sorted(table.items(), key=lambda item: (isinstance(item[1], Mapping), item[0])))


def _tables(name: str, table: Mapping[str, Any]) -> Iterator[str]:
    """A table under its own header, and the tables inside it under theirs."""
    ordered = _sorted(table)
    inner = [key for key, value in ordered.items() if isinstance(value, Mapping)]
    values = {key: value for key, value in ordered.items() if key not in inner}
    if values or not inner:
        yield f"[{name}]\n" + "".join(_pairs(values))
    for key in inner:
        yield from _tables(f"{name}.{_key(key)}", ordered[key])


def _pairs(table: Mapping[str, Any]) -> Iterator[str]:
    for key, value in table.items():
        yield f"{_key(key)} = {_value(value)}\n"


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else _string(key)


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return _string(value)
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key(k)} = {_value(v)}" for k, v in _sorted(value).items()) + " }" if value else "{}"
    if isinstance(value, Sequence):
        return "[" + ", ".join(map(_value, value)) + "]"
    return repr(value)


def _string(text: str) -> str:
    return '"' + "".join(_ESCAPES.get(c) or (c if ord(c) >= 0x20 else f"\\u{ord(c):04X}") for c in text) + '"'
