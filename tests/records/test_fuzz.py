"""Whatever the text, reading a record ends in a record or a RecordError, and quickly."""

from __future__ import annotations

import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexlib.record import RecordError, dumps, loads
from hexlib.record_text import MAX_BYTES
from hexlib.record_write import _key, _value

from .toy import TEXT, toys

LINES = TEXT.splitlines()
NAMES = st.sampled_from(
    [
        "format", "game", "title", "section", "shows", "seat", "intro", "outcome", "rulings", "setup", "seed",
        "position", "heap", "turn", "secrets", "step", "action", "say", "rules", "decisive", "ask", "question",
        "choices", "answer", "why", "expect", "events", "not_events", "legal", "illegal", "rule", "legal_count",
        "branch", "name", "after", "winner", "pair", "Ann", "most", "__class__", "a.b", "", "ä",
    ]
)  # fmt: skip
SCALARS = st.one_of(
    st.text(max_size=20),
    st.integers(),
    st.integers(min_value=10**18, max_value=10**30),
    st.booleans(),
    st.floats(),
    st.sampled_from(["toy", "Ann", "take 2", "take 9", "toy.end", "toy.take.one_each", "1", "Play > End"]),
)
VALUES: st.SearchStrategy[Any] = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(NAMES, inner, max_size=4),
    max_leaves=12,
)


def attempt(text: str) -> None:
    """Read the text: an error must be one that a reader can use, a record must round-trip and replay."""
    refused: RecordError | None = None
    try:
        record = loads(text, games=toys)
    except RecordError as error:
        refused = error
    if refused is None:
        assert loads(dumps(record), games=toys) == record
        record.check()
    else:
        assert 0 < len(str(refused)) < 2000
        assert "\x1b" not in str(refused)
        assert refused.line <= text.count("\n") + 1


@given(st.text(max_size=300))
@settings(max_examples=150, deadline=None)
def test_any_text(text: str) -> None:
    attempt(text)


@given(st.dictionaries(NAMES, VALUES, max_size=8))
@settings(max_examples=250, deadline=None)
def test_any_tables(data: dict[str, Any]) -> None:
    attempt("".join(f"{_key(k)} = {_value(v)}\n" for k, v in data.items()))


@given(st.data())
@settings(max_examples=250, deadline=None)
def test_a_good_record_with_one_value_replaced(data: st.DataObject) -> None:
    lines = list(LINES)
    i = data.draw(st.sampled_from([n for n, line in enumerate(lines) if " = " in line]))
    key, _, _ = lines[i].partition(" = ")
    if data.draw(st.booleans()):
        lines[i] = f"{key} = {_value(data.draw(VALUES))}"
    else:
        lines[i] = f"{_key(data.draw(NAMES))} = {_value(data.draw(VALUES))}"
    attempt("\n".join(lines))


@given(st.data())
@settings(max_examples=150, deadline=None)
def test_a_good_record_cut_and_shuffled(data: st.DataObject) -> None:
    chosen = data.draw(st.lists(st.sampled_from(LINES), max_size=40))
    attempt("\n".join(chosen))
    start = data.draw(st.integers(0, len(TEXT)))
    end = data.draw(st.integers(start, len(TEXT)))
    attempt(TEXT[:start] + data.draw(st.text(max_size=5)) + TEXT[end:])


BOMBS = {
    "brackets": "[" * 200_000,
    "array": "a = " + "[" * 100_000 + "]" * 100_000,
    "tables": "a = " + "{a = " * 40_000,
    "dots": "a" + ".a" * 120_000 + " = 1",
    "header dots": "[a" + ".a" * 120_000 + "]",
    "quoted dots": '"a"' + '."a"' * 60_000 + " = 1",
    "long name": "a" * 250_000 + " = 1",
    "spaces": "a" + " " * 250_000 + "= 1",
    "quotes": '"' * 250_000,
    "backslashes": 'a = """' + "\\" * 250_000,
    "many tables": "[[step]]\n" * 28_000,
    "many keys": "".join(f"k{i}=1\n" for i in range(25_000)),
    "long integer": "a = " + "9" * 250_000,
    "hexadecimal": "a = 0x" + "f" * 250_000,
    "long float": "a = " + "9" * 125_000 + "." + "9" * 125_000,
    "newlines": "\n" * 262_000,
}


@pytest.mark.parametrize("name", BOMBS)
def test_bombs(name: str) -> None:
    text = BOMBS[name]
    assert len(text) <= MAX_BYTES
    begin = time.perf_counter()
    with pytest.raises(RecordError):
        loads(text, games=toys)
    assert time.perf_counter() - begin < 5
