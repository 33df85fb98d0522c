"""Random whole games keep what the rules promise, and the watch that looks at them notices what does not."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bench.proof_hexygame import Wrong, _cards, check, play
from hexlib.hexygame.state import HexyState
from tests.hexygame.helpers import position


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_random_game_to_the_end(seed: int) -> None:
    out = play(seed)
    assert out.end in ("flag", "dice", "limit")
    assert out.looks["doors"] > 0


def _twice(state: HexyState) -> None:
    state.hand[0] += state.hand[0][:1]


def _too_many(state: HexyState) -> None:
    f = next(iter(state.at))
    state.at[f] = state.at[f]._replace(points=7)


def _die(state: HexyState) -> None:
    f = next(iter(state.at))
    state.at[f] = state.at[f]._replace(die=7)


def _debt(state: HexyState) -> None:
    state.pool[1] = (-1, 0, 0, 0)


def _dice(state: HexyState) -> None:
    state.winning[0] = 12


@pytest.mark.parametrize("spoil", [_twice, _too_many, _die, _debt, _dice])
def test_a_fault_is_noticed(spoil: Callable[[HexyState], None]) -> None:
    state = position(blue={"d4": "wolf"}, orange={"e8": "spire"}, b={"hand": ["spark", "brute"]})
    decks = _cards(state)
    check(state, decks)
    spoil(state)
    with pytest.raises(Wrong):
        check(state, decks)
