"""Opponents play legal actions from what their seat may know, and the same ones for the same seed."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import pytest

import hexlib
from hexlib.knee_deep.game import KneeDeep
from hexlib.knee_deep.state import KneeDeepState
from hexlib.opponents import OPPONENTS, Choice, Opponent, Progress, opponent, within

GAME = KneeDeep()
SHORT = KneeDeep(rulings={"round_limit": 6})
WAR = {
    "round": 5,
    "active": "Gondwana",
    "phase": "war-cards",
    "marker": "C1-C2-D2",
    "pieces": {
        "Bukseon": {"acv": ["D2.5"], "palooza": ["D2.2"]},
        "Gondwana": {"extractor": ["C2.4"], "tank": ["C2.6", "C2.0"], "turret": ["C2.2"]},
    },
    "Bukseon": {"hand": ["sling", "barrier"]},
    "Gondwana": {"hand": ["war-bots", "sling"]},
}


def play(state: KneeDeepState, players: list[Opponent], most: int = 400) -> list[str]:
    out = []
    while not state.is_terminal() and len(out) < most:
        seat = state.current_player()
        choice = players[seat].choose(state.view(seat))
        assert choice.why
        state.apply_action(choice.action)
        out.append(str(choice.action))
    return out


@pytest.mark.parametrize("name", ["random", "greedy"])
def test_every_choice_is_legal_and_repeatable(name: str) -> None:
    def game() -> list[str]:
        return play(SHORT.new_initial_state(seed=3), [opponent(name, SHORT, seed=1), opponent(name, SHORT, seed=2)])

    first = game()
    assert len(first) > 20
    assert game() == first


def test_search_plays_a_turn_of_legal_actions() -> None:
    state = SHORT.new_initial_state(seed=5)
    actions = play(state, [opponent("search", SHORT), opponent("search", SHORT)], most=8)
    assert len(actions) == 8


@pytest.mark.parametrize("name", OPPONENTS)
def test_hidden_cards_do_not_change_a_choice(name: str) -> None:
    """Bukseon decides on a War card; what Gondwana holds is another thing in each state."""
    answers = set()
    for hand in (["war-bots", "sling"], ["carry-all", "barrier"], ["skirmish", "improvised-turret"]):
        state = GAME.position({**WAR, "Gondwana": {"hand": hand}})
        answers.add(str(opponent(name, GAME, seed=4).choose(state.view(0)).action))
    assert len(answers) == 1


@pytest.mark.parametrize("name", ["greedy", "search"])
def test_the_acv_is_taken_where_nothing_dearer_can_be(name: str) -> None:
    """Gondwana has won by 2: the Palooza needs 3, the ACV 1."""
    state = GAME.position(WAR)
    for text in ("war none", "war none"):
        state.apply_action(GAME.parse_action(text))
    choice = opponent(name, GAME).choose(state.view(1))
    assert str(choice.action) == "damage D2.5"
    assert "ACV" in choice.why


@pytest.mark.parametrize("name", ["greedy", "search"])
def test_an_hq_that_can_be_destroyed_is(name: str) -> None:
    pieces = {"Bukseon": {"palooza": ["A3.1"], "tank": ["A3.2"]}, "Gondwana": {"acv": ["A3.3"]}}
    state = GAME.position(
        {"round": 9, "active": "Gondwana", "phase": "war-cards", "marker": "A3-A4-B4", "pieces": pieces}
    )
    for text in ("war none", "war none"):
        state.apply_action(GAME.parse_action(text))
    choice = opponent(name, GAME).choose(state.view(0))
    assert "hq" in str(choice.action)


def test_greedy_beats_random() -> None:
    wins = 0
    for seed in range(4):
        state = GAME.new_initial_state(seed=seed)
        mine = seed % 2
        players = [opponent("random", GAME, seed=seed), opponent("random", GAME, seed=seed)]
        players[mine] = opponent("greedy", GAME, seed=seed)
        play(state, players, most=20_000)
        wins += state.winner == mine
    assert wins >= 3


def test_thinking_comes_in_steps_that_hold_an_answer() -> None:
    state = GAME.new_initial_state(seed=1)
    for text in ("keep", "keep"):
        state.apply_action(GAME.parse_action(text))
    reports = list(opponent("search", GAME).think(state.view(state.current_player()), 4))
    assert len(reports) > 4
    steps = [b.looked - a.looked for a, b in itertools.pairwise(reports)]
    assert max(steps) < 200
    assert all(state.explain(r.best.action) for r in reports)


def test_a_clock_ends_the_thinking() -> None:
    def endless() -> Iterator[Progress]:
        for n in range(10**9):
            yield Progress(n, 10**9, n, Choice(GAME.parse_action("end"), "waits"))

    ticks = iter(range(100))
    assert str(within(endless(), 5, lambda: next(ticks)).action) == "end"
    assert next(ticks) < 12


def test_what_cannot_be_asked_is_said() -> None:
    state = GAME.new_initial_state(seed=1)
    waiting = 1 - state.current_player()
    with pytest.raises(ValueError, match="nothing to decide"):
        opponent("greedy", GAME).choose(state.view(waiting))
    with pytest.raises(ValueError, match="one seat"):
        opponent("greedy", GAME).choose(state.view(hexlib.TABLE))
    with pytest.raises(KeyError, match="random"):
        opponent("oracle", GAME)
