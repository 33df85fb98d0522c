"""Every statement of the finished chapters lives in the code, in a test and on a page; every id cited exists."""

from __future__ import annotations

import pytest

from tools.books import BOOKS, Book
from tools.trace import Trace, collect, coverage_markdown


@pytest.fixture(scope="module", params=BOOKS, ids=str)
def book(request: pytest.FixtureRequest) -> Book:
    found = request.param
    assert isinstance(found, Book)
    return found


@pytest.fixture(scope="module")
def trace(book: Book) -> Trace:
    return collect(book)


def test_every_citation_is_right(trace: Trace) -> None:
    assert trace.mistakes == []


def test_finished_chapters_are_traced(trace: Trace) -> None:
    missing = trace.missing()
    assert not missing, f"{len(missing)} statements:\n" + "\n".join(missing)


def test_the_list_of_chapters_to_come_is_exact(trace: Trace) -> None:
    """A chapter may be called ``later`` only as long as it lacks something."""
    for chapter in trace.rulebook.chapters:
        if chapter.later:
            gaps = [s.id for s in trace.rulebook.in_chapter(chapter.slug) if trace.gaps(s.id)]
            assert gaps, f"{chapter.title} is traced completely: take `later` from it in rules.toml"


def test_the_page_shows_every_finished_statement(book: Book, trace: Trace) -> None:
    page = coverage_markdown(book)
    for statement in trace.finished():
        assert f"{{rule}}`{statement.id}`" in page
    assert "none yet" not in page


def test_a_gap_is_found(trace: Trace) -> None:
    """The collector itself can fail: what nobody cites has gaps, and a citation of nothing is a mistake."""
    bare = Trace(trace.rulebook, trace.slug)
    rule, elsewhere = (next(iter(trace.rulebook.in_chapter(c.slug))).id for c in trace.rulebook.chapters[:2])
    assert bare.gaps(rule) == ("code", "test", "place")
    assert len(bare.missing()) == len(bare.finished())
    nonsense = rule.partition(".")[0] + ".war.nonsense"
    bare.cite(bare.code, nonsense, "war.py")
    assert bare.mistakes == [f"war.py: there is no statement {nonsense!r}"]
    bare.cite(bare.pages, rule, f"{trace.rulebook.chapter_of(elsewhere).slug}.md")
    assert "place" in bare.gaps(rule)  # told, but not in its own chapter
    bare.cite(bare.pages, rule, f"{trace.rulebook.chapter_of(rule).slug}.md")
    assert bare.gaps(rule) == ("code", "test")
