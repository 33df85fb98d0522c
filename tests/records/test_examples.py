"""Every example of the book holds, and really proves the statements that it shows."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from hexlib.record import dumps, load, loads

BOOK = Path(__file__).resolve().parents[2] / "book"
FILES = sorted(BOOK.glob("*/examples/**/*.toml"))


def _shown(file: Path) -> list[str]:
    shows: list[str] = tomllib.loads(file.read_text("utf-8")).get("shows", [])
    return shows


def test_there_are_examples() -> None:
    assert len(FILES) >= 50


@pytest.mark.parametrize(
    "file",
    [
        pytest.param(file, id="/".join(file.parts[-2:]), marks=pytest.mark.rule(*_shown(file)))
        for file in FILES
    ],
)  # fmt: skip
def test_an_example_holds(file: Path) -> None:
    record = load(file)
    assert 1 <= len(record.shows) <= 3
    assert record.section
    assert record.outcome
    report = record.check()
    assert report, str(report)
    assert loads(dumps(record), str(file)) == record


@pytest.mark.parametrize("file", [pytest.param(f, id="/".join(f.parts[-2:])) for f in FILES])
def test_an_example_notices_when_what_it_shows_is_broken(file: Path) -> None:
    """A statement of a rule that can be broken is really tested: without the rule the example fails."""
    record = load(file)
    for broken in record.game.breaks():
        if broken.rule in record.shows:
            assert not record.check(record.game.without(str(broken)), first=True), f"{broken} is not noticed"
