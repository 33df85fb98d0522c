"""Rules that are broken on purpose: each is noticed by an example, and each broken game can be played."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexlib import Rng
from hexlib.record import Record, load
from tools.mutation import mutate

from .helpers import choose, game

EXAMPLES = Path(__file__).resolve().parents[2] / "book" / "hex-hex-next" / "examples"
PLAIN = game(rulings={"cards": "both"})


@pytest.fixture(scope="module")
def records() -> tuple[Record, ...]:
    return tuple(load(path) for path in sorted(EXAMPLES.rglob("*.toml")))


def test_the_examples_notice_every_broken_rule(records: tuple[Record, ...]) -> None:
    survivors = [str(m.broken) for m in mutate(records, PLAIN.breaks()) if m.survived]
    assert survivors == []


def test_an_example_fails_when_what_it_shows_is_broken(records: tuple[Record, ...]) -> None:
    breaks: dict[str, list[str]] = {}
    for b in PLAIN.breaks():
        breaks.setdefault(b.rule, []).append(str(b))
    idle = [
        f"{Path(record.source).stem}: {rule}"
        for record in records
        for rule in record.shows
        if rule in breaks and all(record.check(record.game.without(b), first=True) for b in breaks[rule])
    ]
    assert idle == []


def test_the_list_is_sound() -> None:
    statements = PLAIN.rulebook.statements
    names = [str(b) for b in PLAIN.breaks()]
    assert len(set(names)) == len(names)
    for b in PLAIN.breaks():
        assert b.rule in statements
        assert b.text.endswith(".")
        assert PLAIN.without(b.rule).broken
    with pytest.raises(KeyError, match="did you mean"):
        PLAIN.without("hexhex.hexed.no_self_targets")


@pytest.mark.parametrize("broken", [str(b) for b in PLAIN.breaks()])
def test_a_broken_game_can_be_played(broken: str) -> None:
    made = PLAIN.without(broken)
    state = made.new_initial_state(1)
    rng = Rng(1)
    for _ in range(60):
        if state.is_terminal():
            break
        action = choose(rng, state)
        checked = state.clone()
        checked.apply_action(action)
        state.push(action)
        assert checked == state
