"""Every statement of the rulebook is cited by the code or pinned by a test of the data, and proved by a test."""

from __future__ import annotations

from hexlib.rules import Rulebook
from tools.trace import collect


def test_every_statement_has_its_code_and_its_test() -> None:
    trace = collect("hexygame")
    assert trace.mistakes == []
    gaps = {rule: set(trace.gaps(rule)) - {"place"} for rule in trace.rulebook.statements}
    assert {rule: missing for rule, missing in gaps.items() if missing} == {}


def test_the_rulebook_is_whole() -> None:
    book = Rulebook.load("hexygame")
    assert len(book.statements) == 145
    assert sum(len(book.in_chapter(c.slug)) for c in book.chapters) == 145
    assert [c.title for c in book.chapters][:4] == ["1) Game rules", "2) Cards", "3) Map", "4) Phases"]
    assert book.chapter_of("hexy.attack.cost").slug == "attack"


def test_every_ruling_names_real_sections() -> None:
    book = Rulebook.load("hexygame")
    for ruling in book.rulings.values():
        assert ruling.section in book.sections, ruling.name
        assert ruling.rules
