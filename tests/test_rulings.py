"""The pages of rulings: every ruling is told once, and every reading of a switch has a record that only it can keep."""

from __future__ import annotations

import re

import pytest
from hexpage.rulebooks import READINGS, record_of_reading

import hexlib
from hexlib.record import load
from tools.books import BOOKS, Book

TOLD = re.compile(r"^\s*(?:`{3,}|:{3,})\{ruling\}[ \t]+(\S+)", re.MULTILINE)


def told(book: Book) -> list[str]:
    """The rulings that the book's pages show, in their order."""
    return [name for page in sorted(book.folder().glob("*.md")) for name in TOLD.findall(page.read_text("utf-8"))]


WITH_PAGE = [book for book in BOOKS if told(book)]
SWITCHES = [(book, r.name) for book in WITH_PAGE for r in book.rulebook.rulings.values() if r.kind == "switch"]


@pytest.mark.parametrize("book", WITH_PAGE, ids=str)
def test_every_ruling_is_told_once(book: Book) -> None:
    assert sorted(told(book)) == sorted(book.rulebook.rulings)


@pytest.mark.parametrize("book", WITH_PAGE, ids=str)
def test_no_record_of_a_reading_is_left_over(book: Book) -> None:
    wanted = {
        record_of_reading(r.name, reading)
        for r in book.rulebook.rulings.values()
        if r.kind == "switch"
        for reading, _ in r.readings
    }
    there = {path.relative_to(book.folder()).as_posix() for path in (book.folder() / READINGS).glob("*.toml")}
    assert there == wanted


@pytest.mark.parametrize(("book", "name"), SWITCHES, ids=[f"{b}-{name}" for b, name in SWITCHES])
def test_each_reading_is_played_where_it_matters(book: Book, name: str) -> None:
    """Its record plays under the reading and holds, and holds under none of the others."""
    readings = [reading for reading, _ in book.rulebook.rulings[name].readings]
    for reading in readings:
        record = load(book.folder() / record_of_reading(name, reading))
        assert record.rulings.get(name) == reading
        assert record.check()
        for other in readings:
            game = hexlib.game(record.game.name, rulings={**record.rulings, name: other})
            assert bool(record.check(game, first=True)) == (other == reading), other
