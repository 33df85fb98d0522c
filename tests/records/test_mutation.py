"""The books' examples notice every rule that is broken on purpose, save those that survivors.toml explains."""

from __future__ import annotations

import pytest

import hexlib
from tools.books import BOOKS, Book
from tools.mutation import breaks, examples, expected_survivors, mutate, table


@pytest.mark.parametrize("book", BOOKS, ids=str)
def test_the_examples_notice_every_broken_rule(book: Book) -> None:
    mutations = mutate(examples(book), breaks(book))
    survivors = expected_survivors(book)
    print(table(mutations, survivors))
    assert {str(m.broken) for m in mutations if m.survived} == set(survivors)
    assert len(survivors) <= len(mutations) / 20


@pytest.mark.parametrize("name", hexlib.games())
def test_what_code_enforces_can_be_broken(name: str) -> None:
    """Every break names a statement, once for each variant, and says what happens."""
    game = hexlib.game(name)
    seen = set()
    for broken in game.breaks():
        assert broken.rule in game.rulebook.statements
        assert broken.text.endswith((".", ".)"))
        assert str(broken) not in seen
        seen.add(str(broken))


def test_without_its_example_a_break_survives() -> None:
    """The check itself can fail: take away what notices a break, and it is a survivor."""
    book = BOOKS[1]
    records = [r for r in examples(book) if r.title][:40]
    (broken,) = (b for b in breaks(book) if str(b) == "hexy.move.one_hex")
    noticing = [r for r in records if not r.check(r.game.without(str(broken)), first=True)]
    kept = [r for r in records if r not in noticing]
    assert mutate(kept, [broken])[0].survived
