"""Positions made by Hypothesis: whatever lies on the table, the doors agree and the round has an end."""

from __future__ import annotations

import contextlib
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hexlib import IllegalAction, PositionError, Rng
from hexlib.game import Action
from hexlib.hex_hex.actions import (
    NAMES,
    Borrow,
    Cast,
    Choose,
    Dealer,
    Keep,
    Last,
    Order,
    Pass,
    Penalty,
    Play,
    React,
    Revenge,
    Show,
    Together,
    Yield,
)
from hexlib.hex_hex.generate import general_actions

from .helpers import choose, game, whole

few = settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
GAMES = {n: game(players=n, rulings={"cards": "both"}) for n in (3, 4, 6)}
CARDS = [n for n, c in GAMES[4].rules.cards.items() if c.moment != "dealt"]
TOKENS = [n for n, c in GAMES[4].rules.cards.items() if c.token]


@st.composite
def positions(draw: st.DrawFn) -> tuple[int, dict[str, Any]]:
    """A step with one to five Hexes, full and empty hands, Standing Effects, Charms and Commands."""
    n = draw(st.sampled_from(list(GAMES)))
    seats = NAMES[:n]
    hexes = []
    for k in range(1, draw(st.integers(1, 5)) + 1):
        a, b = draw(st.lists(st.sampled_from(seats), min_size=2, max_size=2, unique=True))
        tokens = draw(st.lists(st.sampled_from(TOKENS), max_size=2))
        challenged = ["challenged"] if draw(st.integers(0, 5)) == 0 else []
        hexes.append(" ".join([f"#{k} {a} > {b}", *tokens, *challenged]))
    data: dict[str, Any] = {"hexes": hexes, "round": draw(st.integers(1, n + 2)), "seed": draw(st.integers(0, 99))}
    for name in seats:
        hand = draw(st.lists(st.sampled_from(CARDS), max_size=5))
        table: dict[str, Any] = {"hand": hand, "voice": draw(st.integers(-3, 9))}
        if draw(st.integers(0, 6)) == 0:
            table["standing"] = [draw(st.sampled_from(["bind", "no-mans-hand", f"shackle > {seats[0]}"]))]
        if draw(st.integers(0, 6)) == 0:
            table["foretold"] = True
        if draw(st.integers(0, 5)) == 0:
            table["charmed_by"] = [draw(st.sampled_from([s for s in seats if s != name]))]
        if draw(st.integers(0, 5)) == 0:
            table["played"] = draw(st.lists(st.sampled_from(CARDS), max_size=3))
        data[name] = table
    return n, data


@few
@given(positions(), st.integers(0, 10**6))
def test_any_table_plays_on(made: tuple[int, dict[str, Any]], seed: int) -> None:
    n, data = made
    state = GAMES[n].position(data)
    rng = Rng(seed)
    first, cards = state.round, whole(state)
    for _ in range(120):
        if state.is_terminal() or state.round > first:
            break
        assert whole(state) == cards
        for seat in range(n):
            assert set(state.legal_actions(seat)) == set(general_actions(state, seat))
            if seat in state.deciding():
                assert state.legal_actions(seat)
        assert GAMES[n].position(state.position()) == state
        action = choose(rng, state)
        checked = state.clone()
        checked.apply_action(action)
        state.push(action)
        assert checked == state
    else:
        raise AssertionError("the round does not end")


SEATS = st.sampled_from([-7, -1, 0, 1, 3, 5, 9])
NAMED = st.sampled_from(["rot", "turn-aside-left", "foretell", "scorch", "twixt", "hex-hex", "no such card", ""])
HEXES = st.lists(st.sampled_from([-3, 0, 1, 2, 500]), max_size=3).map(tuple)
_single = st.one_of(
    st.builds(Cast, SEATS, SEATS),
    st.builds(Play, SEATS, NAMED, HEXES, SEATS, NAMED),
    st.builds(React, SEATS, NAMED, SEATS, st.sampled_from(["", "left", "up"]), HEXES),
    st.builds(Order, SEATS, NAMED, st.lists(NAMED, max_size=3).map(tuple)),
    st.builds(Penalty, SEATS, st.sampled_from(["elbow", "pronoun", "x"]), st.lists(NAMED, max_size=2).map(tuple)),
    st.builds(Yield, SEATS, HEXES),
    st.builds(Show, SEATS, NAMED),
    st.builds(Keep, SEATS, st.booleans()),
    *(st.builds(kind, SEATS, SEATS) for kind in (Choose, Dealer, Borrow, Revenge)),
    *(st.builds(kind, SEATS) for kind in (Last, Pass)),
)
ACTIONS = _single | st.lists(_single, max_size=3).map(lambda found: Together(tuple(found)))


@few
@given(positions(), st.integers(0, 400), st.lists(ACTIONS, min_size=8, max_size=8))
def test_an_action_of_any_make_is_explained(made: tuple[int, dict[str, Any]], seed: int, acts: list[Action]) -> None:
    """Seats and cards that are not at this table are reasons like any other; what is refused changes nothing."""
    n, data = made
    state = GAMES[n].position(data)
    rng = Rng(seed)
    for action in acts:
        if state.is_terminal():
            break
        before = state.key()
        verdict = state.explain(action)
        assert str(verdict)
        if verdict:
            state.apply_action(action)
            continue
        assert all(r.text and r.rule in GAMES[n].rulebook.statements for r in verdict.reasons)
        with pytest.raises(IllegalAction):
            state.apply_action(action)
        assert state.key() == before
        state.push(choose(rng, state))


_junk = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-5, 300)
    | st.sampled_from(["Ann", "Bob", "rot", "#1 Ann > Bob", "end", "-", ""]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["hand", "voice", "Ann"]), inner, max_size=3)
    ),
    max_leaves=6,
)
_KEYS = "round dealer caster hexes deck phase agenda ready asked lost laws tally Ann Bob seed next_hex winner x"
_keys = st.sampled_from(_KEYS.split())


@few
@given(st.dictionaries(_keys, _junk, max_size=4))
def test_nonsense_is_refused_with_a_key(data: dict[str, Any]) -> None:
    with contextlib.suppress(PositionError):
        GAMES[4].position(data)


@few
@given(positions(), st.integers(0, 400), st.sampled_from(["agenda", "ready", "hexes", "asked", "lost", "Ann"]))
def test_a_changed_position_is_refused_or_plays(made: tuple[int, dict[str, Any]], seed: int, key: str) -> None:
    """A record from a stranger: a sound position with one part changed never breaks the engine."""
    n, data = made
    state = GAMES[n].position(data)
    rng = Rng(seed)
    for _ in range(rng.below(8)):
        if state.is_terminal():
            break
        state.push(choose(rng, state))
    whole_position = state.position()
    other = GAMES[n].position(data).position()
    whole_position[key] = other[key]
    try:
        mixed = GAMES[n].position(whole_position)
    except PositionError:
        return
    for _ in range(15):
        if mixed.is_terminal():
            break
        found = mixed.legal_actions()
        if not found:
            break
        mixed.apply_action(found[0])
