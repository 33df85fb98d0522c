"""The proof by random games (`python -m bench proof`): a few of them here, and that it would notice a fault."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

from bench.proof import Watch, Wrong, brute_power, choose, play, set_up
from hexlib import Rng
from hexlib.knee_deep import pieces
from hexlib.knee_deep.board import HQ_FIELDS, parse_field
from hexlib.knee_deep.state import N_UNITS, KneeDeepState, land

FEW = range(24)


@pytest.mark.parametrize("seed", FEW)
def test_a_random_game_keeps_every_promise(seed: int) -> None:
    """All deck kinds, both boards and companions by chance; what is dear is looked at twice as often."""
    done = play(seed, dense=2)
    assert done.end in ("hq", "scrapyard", "limit")
    assert {"doors", "positions", "eyes", "lists", "words", "income"} <= set(done.looks)


def test_the_games_are_of_every_kind() -> None:
    tables = [set_up(seed) for seed in range(24)]
    assert {(t.game.deck, t.game.board) for t in tables} == {
        (deck, board) for deck in ("casual", "simple", "advanced") for board in ("fixed", "modular")
    }
    assert {c for t in tables for pair in t.companions for c in pair} == set(tables[0].game.cards.companions)
    assert len({t.companions for t in tables}) > 12
    assert {t.starting for t in tables} == {0, 1}


@cache
def _middle() -> KneeDeepState:
    state, rng = set_up(4), Rng(4)
    while not (state.round > 5 and any(m >= 0 for m in state.marker) and all(state.own) and state.phase == 2):
        state.push(choose(rng, state, False))
    return state


def middle() -> KneeDeepState:
    """A moment with pieces of both sides and a marker on the board."""
    return _middle().clone()


def lose_a_piece(state: KneeDeepState) -> None:
    pieces.remove(state, next(f for f, code in enumerate(state.at) if code))


def one_field_too_many(state: KneeDeepState) -> None:
    state.at[next(f for f, code in enumerate(state.at) if not code)] = 1


def in_the_hq(state: KneeDeepState) -> None:
    pieces.shift(state, next(f for f, code in enumerate(state.at) if code), HQ_FIELDS[0][0])


def on_a_mountain(state: KneeDeepState) -> None:
    there = next(f for f, code in enumerate(state.at) if code)
    terrain = list(state.land.terrain)
    terrain[there] = 1
    state.land = land(tuple(terrain))


def twice_on_a_field(state: KneeDeepState) -> None:
    there = next(f for f, code in enumerate(state.at) if code)
    code = (state.at[there] - 1) % N_UNITS + N_UNITS * (1 - (state.at[there] - 1) // N_UNITS)
    state.by[code] |= 1 << there
    state.supply[code] -= 1


def a_card_in_two_places(state: KneeDeepState) -> None:
    seat = 0 if state.draw[0] else 1
    state.discard[seat] = (*state.discard[seat], state.draw[seat][0])


def a_card_of_the_other(state: KneeDeepState) -> None:
    state.draw[0], state.draw[1] = state.draw[1], state.draw[0]


def a_reshuffle(state: KneeDeepState) -> None:
    """Not the number of cards is wrong, but where they are."""
    taken = state.hand[0][:1] or state.discard[0][:1]
    if state.hand[0]:
        state.hand[0] = state.hand[0][1:]
    else:
        state.discard[0] = state.discard[0][1:]
    state.draw[0] = (*state.draw[0], *taken)


def two_markers(state: KneeDeepState) -> None:
    state.marker = [3, 4]


def an_own_marker(state: KneeDeepState) -> None:
    state.marker[0], state.marker[1] = state.marker[1], state.marker[0]


def a_full_pool(state: KneeDeepState) -> None:
    state.energy[1 - state.active] = 1


def debts(state: KneeDeepState) -> None:
    state.material[state.active] = -1


def a_wounded_hq(state: KneeDeepState) -> None:
    state.hq_hits[0] = 1


def a_fallen_hq(state: KneeDeepState) -> None:
    state.hq_hits[0] = state.game.hq_health(state.companions[0])


def too_many_wrecks(state: KneeDeepState) -> None:
    for code in (0, 1, 2, 3, 4):
        n = min(3, state.supply[code])
        state.supply[code] -= n
        state.scrap[code] += n


def a_token_more(state: KneeDeepState) -> None:
    state.tokens += 1


def points_in_peace(state: KneeDeepState) -> None:
    state.surplus = 1


def a_boost_without_a_kit(state: KneeDeepState) -> None:
    state.boosts = ("forced-march",)


def other_companions(state: KneeDeepState) -> None:
    a, b = state.companions
    state.companions = (tuple(reversed(a)), b)


def two_turns(state: KneeDeepState) -> None:
    state.round += 1


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (lose_a_piece, "is lost or made"),
        (one_field_too_many, "fields and pieces differ"),
        (in_the_hq, "stands in an HQ"),
        (on_a_mountain, "stands on terrain"),
        (twice_on_a_field, "two pieces on"),
        (a_card_in_two_places, "a card is lost, made or in two places"),
        (a_card_of_the_other, "a card is lost, made or in two places"),
        (a_reshuffle, "a draw pile has grown"),
        (two_markers, "two markers on the board"),
        (an_own_marker, "an own marker on the board before phase 4"),
        (a_full_pool, "a pool was not emptied"),
        (debts, "less than no resources"),
        (a_wounded_hq, "an HQ took damage and stands"),
        (a_fallen_hq, "an HQ has fallen and the game goes on"),
        (too_many_wrecks, "the scrapyard is full and the game goes on"),
        (a_token_more, "a terrain token is lost or made"),
        (points_in_peace, "surplus 1 in actions"),
        (a_boost_without_a_kit, "a kit that does not fit"),
        (other_companions, "companions have changed"),
        (two_turns, "a player has two turns"),
    ],
    ids=lambda value: value.__name__ if callable(value) else "",
)
def test_a_fault_is_noticed(spoil: Callable[[KneeDeepState], None], says: str) -> None:
    state = middle()
    watch = Watch(state)
    watch.phase = "actions"
    watch.whole(state)
    spoil(state)
    with pytest.raises(Wrong) as caught:
        watch.whole(state)
    assert says in str(caught.value)


def test_a_wrong_income_is_noticed() -> None:
    state = set_up(0)
    watch = Watch(state)
    watch.whole(state)
    while state.phase != 2:
        state.push(state.legal_actions()[0])
        if state.phase == 2:
            state.material[state.active] += 1
    watch.turn = (0, 1 - state.active)
    with pytest.raises(Wrong, match="income is"):
        watch.whole(state)


def test_a_wrong_winner_is_noticed() -> None:
    state, rng = set_up(6), Rng(6)
    while not state.is_terminal():
        state.push(choose(rng, state, False))
    watch = Watch(state)
    watch.whole(state)
    state.winner = (state.winner + 1) % 3
    with pytest.raises(Wrong, match="winner"):
        watch.whole(state)


def test_power_by_brute_force() -> None:
    """By hand: an ACV, a Palooza and a turret of Bukseon's stand in the three sectors, a tank outside."""
    from .helpers import PLAIN, put

    state = PLAIN.position(
        put({"acv": "C2.0", "palooza": "D2.1", "turret": "D3.0", "tank": "A1.0"}, {"acv": "D2.0"}, marker="C2-D2-D3")
    )
    marker = next(m for m in state.marker if m >= 0)
    assert state.at[parse_field("A1.0")]
    assert (brute_power(state, 0, marker), brute_power(state, 1, marker)) == (6, 1)
