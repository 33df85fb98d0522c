"""The book's examples notice every rule that is broken on purpose, save those that survivors.toml explains."""

from __future__ import annotations

import hexlib
from tools.mutation import GAMES, examples, expected_survivors, finished, mutate, table


def test_the_examples_notice_every_broken_rule() -> None:
    mutations = mutate(examples(), finished())
    survivors = expected_survivors()
    print(table(mutations, survivors))
    assert {str(m.broken) for m in mutations if m.survived} == set(survivors)


def test_what_code_enforces_can_be_broken() -> None:
    """Every break names a statement, once for each variant, and says what happens."""
    for game in map(hexlib.game, GAMES):
        seen = set()
        for broken in game.breaks():
            assert broken.rule in game.rulebook.statements
            assert broken.text.endswith((".", ".)"))
            assert str(broken) not in seen
            seen.add(str(broken))
