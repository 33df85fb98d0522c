"""Opponents of HEX HEX NEXT: legal, repeatable, blind to what their seat may not see, and not foolish."""

from __future__ import annotations

import pytest

from hexlib.game import CHANCE, SIMULTANEOUS, Action, Rng
from hexlib.hex_hex.state import HexHexState
from hexlib.opponents import OPPONENTS, PlayoutOpponent, opponent

from .helpers import ACROSS, LEFT, RIGHT, game, table

CAST = {"phase": "cast", "dealer": "Ann", "caster": "Bob"}


def game_of(names: list[str], seed: int, iterations: int | None = None) -> tuple[list[str], HexHexState]:
    made = game(players=len(names), rulings={"cards": "both"})
    state = made.new_initial_state(seed)
    players = [opponent(name, made, seed=i) for i, name in enumerate(names)]
    rng, out = Rng(seed), []
    while not state.is_terminal():
        if state.current_player() == CHANCE:
            state.apply_action(rng.choice(state.legal_actions()))
            continue
        several = state.current_player() == SIMULTANEOUS
        seats = sorted(state.committing()) if several else [state.current_player()]
        chosen = {}
        for seat in seats:
            choice = players[seat].choose(state.view(seat), iterations)
            assert choice.why
            chosen[seat] = choice.action
            out.append(f"{choice.action}: {choice.why}")
        if several:
            state.apply_actions(chosen)
        else:
            state.apply_action(chosen[seats[0]])
    return out, state


@pytest.mark.parametrize("players", [3, 6])
def test_whole_games_of_legal_actions_that_come_again(players: int) -> None:
    names = ["greedy", "random"] * 3
    first, state = game_of(names[:players], 5)
    assert state.winner >= 0
    assert len(first) > 30
    assert game_of(names[:players], 5)[0] == first


def test_the_search_plays_a_whole_game() -> None:
    told, state = game_of(["search", "random", "random"], 2, 4)
    assert state.winner >= 0
    assert any(line.startswith("Ann") for line in told)
    assert isinstance(opponent("search", state.game), PlayoutOpponent)


@pytest.mark.parametrize("name", OPPONENTS)
def test_what_others_hold_does_not_change_a_choice(name: str) -> None:
    one = table("#1 Ann > Bob", "#2 Ann > Cid", Bob=[LEFT, "rot", ACROSS], Cid=["duck", ACROSS], Ann=[RIGHT, "null"])
    two = table("#1 Ann > Bob", "#2 Ann > Cid", Bob=[LEFT, "rot", ACROSS], Cid=["thine", LEFT], Ann=["absorb", "rend"])
    player = opponent(name, one.game, seed=3)
    again = opponent(name, two.game, seed=3)
    assert player.choose(one.view(1), 5) == again.choose(two.view(1), 5)


def test_a_card_readied_unseen_is_not_told_by_the_reason() -> None:
    state = table("#1 Ann > Bob", "#2 Ann > Cid", Bob=["rot", "rend"], Cid=["duck", ACROSS], Ann=[RIGHT])
    for name in ("greedy", "search"):
        assert opponent(name, state.game, seed=1).choose(state.view(1), 4).why == "readies a card for Hex #1"


@pytest.mark.parametrize("name", ["greedy", "search"])
def test_the_first_hex_goes_to_somebody_who_cannot_answer(name: str) -> None:
    hand = [LEFT, RIGHT, ACROSS, LEFT]
    state = table(Ann=hand, Bob=hand, Cid=hand, Dee=[], **CAST)
    choice = opponent(name, state.game, seed=1).choose(state.view(1), 12)
    assert str(choice.action) == "Bob: cast > Dee"
    assert choice.why == "casts at Dee, who has no card left"


@pytest.mark.parametrize("name", ["greedy", "search"])
def test_a_hex_is_sent_to_the_side_where_it_hits(name: str) -> None:
    """Cid on the left holds nothing, Ann on the right holds five cards."""
    state = table("#1 Dee > Bob", Ann=[LEFT] * 5, Bob=[RIGHT, LEFT], Cid=[], Dee=[LEFT] * 5)
    choice = opponent(name, state.game, seed=1).choose(state.view(1), 12)
    assert str(choice.action) == f"Bob: {LEFT}"


def test_nobody_is_asked_who_has_nothing_to_decide() -> None:
    state = table("#1 Dee > Bob", Bob=[RIGHT, LEFT])
    with pytest.raises(ValueError, match="Cid has nothing to decide"):
        opponent("search", state.game).choose(state.view(2))
    with pytest.raises(ValueError, match="one seat"):
        opponent("greedy", state.game).choose(state.view(None))


def test_what_the_adviser_likes_gets_more_voice_than_chance() -> None:
    """One among three who play at random, in enough games that luck is the smaller part: 0.9 Voice a game is usual.

    A table of whole opponents is printed by the benchmark.
    """
    made = game(rulings={"cards": "both"})
    adviser = made.adviser()
    gain = 0.0
    for seed in range(200):
        state, own, rng = made.new_initial_state(seed), seed % 4, Rng(seed)

        def choice(state: HexHexState, seat: int, own: int = own, rng: Rng = rng) -> Action:
            if seat != own:
                return rng.choice(state.legal_actions(seat))
            found = adviser.candidates(state, seat)
            return found[0] if len(found) == 1 else max(found, key=lambda a: adviser.worth(state, seat, a))

        while not state.is_terminal():
            player = state.current_player()
            if player == CHANCE:
                state.push(rng.choice(state.legal_actions()))
            elif player == SIMULTANEOUS:
                state.push_actions({s: choice(state, s) for s in state.committing()})
            else:
                state.push(choice(state, player))
        gain += state.voice[own] - (sum(state.voice) - state.voice[own]) / 3
    assert gain > 0
