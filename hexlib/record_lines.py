"""Where a key stands in a TOML text: ``tomllib`` does not say, and an error message should."""

from __future__ import annotations

import re

__all__ = ["Key", "line_of", "show"]

Key = tuple[str | int, ...]
"""The path of a value; places in arrays count from 0."""

_NAME = r"""(?:[A-Za-z0-9_-]+|"(?:[^"\\\n]|\\.)*"|'[^'\n]*')"""
_DOTTED = rf"{_NAME}(?:[ \t]*\.[ \t]*{_NAME})*"
_HEADER = re.compile(rf"[ \t]*(\[\[?)[ \t]*({_DOTTED})[ \t]*\]")
_PAIR = re.compile(rf"[ \t]*({_DOTTED})[ \t]*=")
_PART = re.compile(_NAME)
_TOKEN = re.compile(
    r'"""(?:\\[\s\S]|(?!""")[^\\])*"""'
    r"|'''(?:(?!''')[\s\S])*'''"
    r'|"(?:[^"\\\n]|\\.)*"'
    r"|'[^'\n]*'"
    r"|\#[^\n]*"
    r"|[\[\]{}\n]"
)


def show(key: Key) -> str:
    """The path as a reader sees it: ``step[3].expect.power``, places counted from 1."""
    out = ""
    for part in key:
        if isinstance(part, int):
            out += f"[{part + 1}]"
        else:
            name = part if re.fullmatch(r"[A-Za-z0-9_-]+", part) else f'"{part}"'
            out += f".{name}" if out else name
    return out if len(out) <= 200 else out[:197] + "..."


def _parts(dotted: str) -> list[str]:
    return [p[1:-1] if p[0] in "\"'" else p for p in _PART.findall(dotted)]


def line_of(text: str, key: Key, exact: bool = False) -> int:
    """The line, from 1, where the value or, unless ``exact``, the nearest table round it stands; 0 if nowhere."""
    found = _scan(text)
    if exact:
        return found.get(key, 0)
    for end in range(len(key), 0, -1):
        if key[:end] in found:
            return found[key[:end]]
    return 0


def _scan(text: str) -> dict[Key, int]:
    """Line of every header and of every key that begins a line."""
    found: dict[Key, int] = {}
    counts: dict[Key, int] = {}
    table: Key = ()
    line, start, depth = 1, 0, 0
    while start < len(text):
        if depth == 0:
            table = _note(text, start, line, table, found, counts)
        # Skip to the end of the line, or of the value if it runs over several lines.
        position = start
        while True:
            token = _TOKEN.search(text, position)
            if token is None:
                return found
            position = token.end()
            word = token.group()
            line += word.count("\n")
            if word in "[{":
                depth += 1
            elif word in "]}":
                depth = max(0, depth - 1)
            elif word == "\n":
                break
        start = position
    return found


def _note(text: str, start: int, line: int, table: Key, found: dict[Key, int], counts: dict[Key, int]) -> Key:
    """Write down what begins at ``start``; the table that holds there afterwards."""
    header = _HEADER.match(text, start)
    if header:
        here: Key = ()
        parts = _parts(header.group(2))
        for i, part in enumerate(parts):
            here += (part,)
            if i == len(parts) - 1 and header.group(1) == "[[":
                counts[here] = counts.get(here, -1) + 1
            if here in counts:
                found.setdefault(here, line)
                here += (counts[here],)
        found.setdefault(here, line)
        return here
    pair = _PAIR.match(text, start)
    if pair:
        here = table
        for part in _parts(pair.group(1)):
            here += (part,)
            found.setdefault(here, line)
    return table
