"""Opponents in HexyGame: they play legally, begin what they can finish, say why, and know no more than their seat."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from hexlib.game import Rng
from hexlib.hexygame.actions import Attack, Burn, Cast, Discard, Pass
from hexlib.hexygame.advice import HexyAdviser, decides, funding, settle
from hexlib.hexygame.evaluate import WIN, evaluate, reach_of
from hexlib.hexygame.state import HexyState
from hexlib.opponents import opponent
from hexlib.opponents.search import SearchOpponent
from tests.hexygame.helpers import GAME, play, position, random_position


def field(name: str) -> int:
    from hexlib.hexygame.board import parse_field

    return parse_field(name)


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_greedy_beats_chance(seed: int) -> None:
    state = GAME.new_initial_state(seed=seed)
    mine = seed % 2
    players = [opponent("random", GAME, seed), opponent("random", GAME, seed)]
    players[mine] = opponent("greedy", GAME, seed)
    while not state.is_terminal():
        choice = players[state.asked].choose(state.view(state.asked))
        assert choice.why
        assert choice.why[0].islower()
        state.apply_action(choice.action)
    assert state.returns()[mine] == 1


def test_a_search_plays_on_and_keeps_its_plan() -> None:
    state = GAME.new_initial_state(seed=3)
    players = [opponent("search", GAME, 1), opponent("greedy", GAME, 1)]
    for _ in range(60):
        choice = players[state.asked].choose(state.view(state.asked), 3)
        state.apply_action(choice.action)
    assert state.turn > 1


def test_what_is_begun_is_finished() -> None:
    """A Brute costs three energy: the points are taken off, and then it is cast, not something else."""
    state = position(
        blue={"e2": {"card": "forge", "points": 5}}, orange={"e8": "spire"}, b={"hand": ["brute"]}, o={"hand": ["owl"]}
    )
    player = opponent("greedy", GAME, 1)
    done = []
    while not any(isinstance(a, Cast) for a in done) and len(done) < 6:
        done.append(player.choose(state.view(0)).action)
        state.apply_action(done[-1])
    assert [type(a) for a in done] == [Burn, Cast]
    assert done[0] == Burn(field("e2"), 3)
    assert done[1].card == "brute"  # type: ignore[union-attr]


def test_a_plan_names_each_step_of_an_intention() -> None:
    """Energy taken for one thing is not spent on another when the plan is looked at again: each step stands in it."""
    state = position(
        blue={"e2": {"card": "forge", "points": 5}}, orange={"e8": "spire"}, b={"hand": ["brute"]}, o={"hand": ["owl"]}
    )
    adviser = HexyAdviser(GAME)
    first = next(a for a in adviser.candidates(state, 0) if isinstance(a, Burn))
    worth = adviser.worth(state, 0, first)
    begun = state.clone()
    adviser.follow(begun, 0, first)
    assert (begun.asked, sum(begun.pool[0]), len(begun.hand[0])) == (0, 3, 1)  # nothing but the energy is taken yet
    (then,) = adviser.candidates(begun, 0)
    assert isinstance(then, Cast)
    adviser.follow(begun, 0, then)
    assert adviser.evaluate(begun, 0) == worth  # what the first step is worth is what comes of all of them
    player = opponent("search", GAME, 1)
    assert player.choose(state.view(0), 3).action == first
    state.apply_action(first)
    assert player.choose(state.view(0), 3).action == then


def test_a_plan_that_cannot_be_followed_again_is_let_go() -> None:
    player = opponent("search", GAME, 1)
    assert isinstance(player, SearchOpponent)
    state = position(blue={"e2": "forge"}, orange={"e8": "spire"})
    found = []

    def ranked() -> Iterator[None]:
        found.append((yield from player._ranked(state, 0, (Burn(field("e2"), 2), Burn(field("e2"), 2)))))

    list(ranked())
    assert found == [[]]


def test_the_flag_is_entered_and_a_kill_is_seen() -> None:
    win = position(
        blue={"e8": {"card": "wolf", "die": 1}, "e2": "forge"}, orange={"c4": "spire"}, b={"energy": {"green": 1}}
    )
    choice = opponent("greedy", GAME).choose(win.view(0))
    assert str(choice.action) == "move e8-e9"
    assert choice.why == "moves the Wolf into the enemy Flag and wins"
    kill = position(
        blue={"d4": {"card": "brute", "die": 1}, "e2": "forge"},
        orange={"d5": {"card": "storm-eagle", "points": 2}, "d6": {"card": "archer", "points": 2}, "e8": "spire"},
        b={"energy": {"red": 1}},
    )
    choice = opponent("greedy", GAME).choose(kill.view(0))
    assert not isinstance(choice.action, Pass)
    assert not isinstance(choice.action, Attack) or "destroy" in choice.why


def test_funding_takes_what_is_missing_and_leaves_the_last_point() -> None:
    state = position(
        blue={"e2": {"card": "forge", "points": 3}, "d2": {"card": "grove", "points": 2}},
        orange={"e8": "spire"},
        b={"hand": ["brute"], "energy": {"red": 1}},
    )
    number = GAME.cards.number["brute"]
    steps = funding(state, 0, (2, 1, 0, 0), number)
    assert steps is not None
    assert sum(a.points for a in steps if isinstance(a, Burn)) == 2
    after = state.clone()
    for step in steps:
        after.push(step)
    assert all(p.points >= 1 for p in after.at.values())
    assert len(after.at) == len(state.at)
    assert after.explain(GAME.parse_action("cast brute@e3"))
    assert funding(state, 0, (0, 0, 0, 1), number) is None  # no violet anywhere
    assert funding(state, 0, (9, 0, 0, 0), number) is None


def test_candidates_are_legal_and_settling_comes_to_a_decision() -> None:
    for seed in range(25):
        rng = Rng(seed)
        state = random_position(GAME, rng)
        adviser = HexyAdviser(GAME)
        for _ in range(12):
            if state.is_terminal():
                break
            found = adviser.candidates(state, state.asked)
            assert found
            for action in found:
                assert state.explain(action), action
            after = state.clone()
            settle(after)
            assert after.is_terminal() or decides(after)
            state.push(rng.choice(found))


def test_values() -> None:
    state: HexyState = position(blue={"e5": "wolf", "e2": "forge"}, orange={"e8": "spire", "b4": "wolf"})
    assert evaluate(state, 0) > 0  # the same cards, but Blue is on the Center Point
    assert evaluate(state, 0) == -evaluate(state, 1)
    assert reach_of(state, field("e8"), field("e9"), 3) == 1
    assert reach_of(state, field("e5"), field("e9"), 3) == 4
    won = play(position(blue={"e8": {"card": "wolf", "die": 1}}, b={"energy": {"green": 1}}), "move e8-e9", "pass2")
    assert evaluate(won, 0) == WIN


def test_nothing_of_the_enemy_s_hand_decides_or_is_told() -> None:
    for seed in range(8):
        rng = Rng(seed)
        state = random_position(GAME, rng)
        if state.is_terminal():
            continue
        seat = state.asked
        twin = state.clone()
        twin.hand[1 - seat] = tuple(sorted(rng.below(len(GAME.cards)) for _ in state.hand[1 - seat]))
        first = opponent("greedy", GAME, 1).choose(state.view(seat))
        assert first == opponent("greedy", GAME, 1).choose(twin.view(seat))
        held = {GAME.cards.cards[kind].title for kind in state.hand[seat]}
        seen = {GAME.cards.cards[p.kind].title for p in state.at.values()}
        named = {title for title in held - seen if title in first.why}
        shown = {GAME.cards[a.card].title for a in [first.action] if isinstance(a, (Cast, Discard))}
        assert named <= shown  # what is cast or discarded now, everybody sees
