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
from hexlib.hex_hex.components import BEFORES, COMPELS
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
            beside = seats[seats.index(name) - 1]
            table["standing"] = [draw(st.sampled_from(["bind", "no-mans-hand", f"shackle > {beside}"]))]
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


_flag = st.booleans()
_MARKS = st.fixed_dictionaries(
    {},
    optional={
        "loss": st.integers(0, 2),
        "gain": st.integers(0, 2),
        "sting": st.integers(0, 2),
        "thrice": _flag,
        "compel": st.sampled_from(COMPELS),
    },
)
_PASS = st.fixed_dictionaries(
    {"pass": st.sampled_from(["left", "right", "across", "any", "sender"])},
    optional={"before": st.sampled_from(BEFORES), "copy": _flag, "not_first": _flag, "immune": _flag}
    | {"keeps_sender": _flag, "challenge": _flag, "mark": _MARKS},
)
_WIDE = st.fixed_dictionaries(
    {"pass": st.sampled_from(["most", "both", "onward", "holder"])},
    optional={"before": st.sampled_from(BEFORES), "mark": _MARKS, "not_first": _flag},
)
_ELSE = st.sampled_from(["dismiss", "detonate", "twixt"]).map(lambda name: {name: True})
_STAYS = st.fixed_dictionaries(
    {"standing": st.sampled_from(["borrow", "bind"])}, optional={"enduring": _flag, "draw": st.integers(0, 2)}
)
_MADE: dict[str, st.SearchStrategy[dict[str, Any]]] = {
    "intended": _PASS | _WIDE | _ELSE | st.just({"before": "rotate"}) | st.just({"race": 2}),
    "arrival": st.sampled_from([{"scorch": 1}, {"command": True}, {"charm": True}]),
    "reaction": st.sampled_from([{"cancel": "take"}, {"cancel": "discard"}]),
    "any": st.sampled_from([{"detonate": True}, {"race": 1}, {"detonate": True, "not_first": True}]),
    "hexed": st.sampled_from([{"pox": True}, {"spares": "neighbours"}, {"spares": "gain", "counts": CARDS[0]}]),
    "dealt": _STAYS
    | st.sampled_from([{"order": True}, {"conjure": True, "draw": 1}, {"discard_hand": True}])
    | st.just({"standing": "shackle", "name": True}),
}


@st.composite
def decks(draw: st.DrawFn) -> dict[str, Any]:
    """A deck of cards that nobody has thought of."""
    cards = {}
    for k in range(draw(st.integers(4, 12))):
        moment = draw(st.sampled_from([*["intended"] * 4, *_MADE]))
        text = draw(st.sampled_from(["To the left.", "To the right.", "Somewhere."]))
        cards[f"c{k}"] = {"title": f"Card {k}", "text": text, "moment": moment, "effect": draw(_MADE[moment])}
    return {"card": cards, "deck": {**dict.fromkeys(cards, 5), "turn-aside-left": 9, "turn-aside-right": 9}}


@few
@given(decks(), st.sampled_from([3, 4, 6]), st.integers(0, 999), st.booleans())
def test_a_deck_of_ones_own_plays_on(deck: dict[str, Any], players: int, seed: int, law: bool) -> None:
    made = game(players=players, deck=deck, laws=("opposite",) if law else ())
    state = made.new_initial_state(seed)
    rng, cards = Rng(seed), whole(state)
    for number in range(150):
        if state.is_terminal():
            break
        assert whole(state) == cards
        if number % 10 == 0:
            for seat in range(players):
                assert set(state.legal_actions(seat)) == set(general_actions(state, seat))
        action = choose(rng, state)
        checked = state.clone()
        checked.apply_action(action)
        state.push(action)
        assert checked == state
