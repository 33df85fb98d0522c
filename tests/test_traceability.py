"""Every statement of the finished chapters lives in the code, in a test and on a page; every id cited exists."""

from __future__ import annotations

import pytest

from tools.trace import Trace, collect, coverage_markdown


@pytest.fixture(scope="module")
def trace() -> Trace:
    return collect()


def test_every_citation_is_right(trace: Trace) -> None:
    assert trace.mistakes == []


def test_finished_chapters_are_traced(trace: Trace) -> None:
    missing = trace.missing()
    assert not missing, f"{len(missing)} statements:\n" + "\n".join(missing)


def test_the_list_of_chapters_to_come_is_exact(trace: Trace) -> None:
    """A chapter may be called ``later`` only as long as it lacks something."""
    later = [c for c in trace.rulebook.chapters if c.later]
    assert later == []
    for chapter in later:
        gaps = [s.id for s in trace.rulebook.in_chapter(chapter.slug) if trace.gaps(s.id)]
        assert gaps, f"{chapter.title} is traced completely: take `later` from it in rules.toml"


def test_the_page_shows_every_finished_statement(trace: Trace) -> None:
    page = coverage_markdown()
    for statement in trace.finished():
        assert f"{{rule}}`{statement.id}`" in page
    assert "none yet" not in page


def test_a_gap_is_found(trace: Trace) -> None:
    """The collector itself can fail: what nobody cites has gaps, and a citation of nothing is a mistake."""
    bare = Trace(trace.rulebook, trace.slug)
    assert bare.gaps("kdh.war.when") == ("code", "test", "place")
    assert len(bare.missing()) == len(bare.finished())
    bare.cite(bare.code, "kdh.war.nonsense", "war.py")
    assert bare.mistakes == ["war.py: there is no statement 'kdh.war.nonsense'"]
    bare.cite(bare.pages, "kdh.war.when", "exhaust.md")
    assert "place" in bare.gaps("kdh.war.when")  # told, but not in its own chapter
