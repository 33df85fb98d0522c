"""Records of the real game from strangers: whatever stands in them, reading ends in a record or a RecordError."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexlib.knee_deep.board import FIELDS
from hexlib.knee_deep.components import CARD_NAMES, UNIT_NAMES
from hexlib.record import RecordError, dumps, loads
from hexlib.record_write import _pairs, _tables

HEAD = 'format = 1\ngame = "knee-deep-in-hexes"\ntitle = "From a stranger"\n'
SIDES = ("Bukseon", "Gondwana")
FIELD = st.sampled_from([*FIELDS, "Z9.9", "A3.0", ""])
CARD = st.sampled_from([*CARD_NAMES, "nuke", "?"])
ODD = st.one_of(
    st.integers(-2, 9), st.text(max_size=4), st.booleans(), st.floats(), st.lists(st.integers(), max_size=2)
)
CARDS = st.lists(CARD, max_size=8)
PIECES = st.dictionaries(
    st.sampled_from([*UNIT_NAMES, "mech"]),
    st.lists(FIELD, max_size=7, unique=True) | ODD,
    max_size=4,
)
SIDE = st.fixed_dictionaries(
    {},
    optional={
        "material": st.integers(0, 9) | ODD,
        "energy": st.integers(0, 9) | ODD,
        "hand": CARDS | ODD,
        "draw": CARDS | ODD,
        "discard": CARDS | ODD,
        "scrapyard": st.dictionaries(st.sampled_from(UNIT_NAMES), st.integers(-1, 7), max_size=3) | ODD,
        "companions": st.lists(st.sampled_from(["bukseon-general", "gondwana-tech", "x"]), max_size=3) | ODD,
        "energie": ODD,
    },
)
POSITION = st.fixed_dictionaries(
    {},
    optional={
        "round": st.integers(-1, 70) | ODD,
        "active": st.sampled_from([*SIDES, "Blue"]) | ODD,
        "starting": st.sampled_from(SIDES) | ODD,
        "phase": st.sampled_from(
            ["mulligan", "power-up", "actions", "war-cards", "damage", "place", "exhaust", "over", "tea"]
        )
        | ODD,
        "marker": st.sampled_from(["C1-C2-D2", "A1-A2-G4", "none", ""]) | ODD,
        "marker_owner": st.sampled_from(SIDES) | ODD,
        "terrain": st.sampled_from(["fixed", "none", "random"]) | ODD,
        "terrain_fields": st.dictionaries(FIELD, st.sampled_from(["open", "material", "lava"]), max_size=3) | ODD,
        "pieces": st.fixed_dictionaries({}, optional={"Bukseon": PIECES, "Gondwana": PIECES, "Red": PIECES}) | ODD,
        "Bukseon": SIDE | ODD,
        "Gondwana": SIDE | ODD,
    },
)
ACTION = st.sampled_from(
    ["end", "draw", "keep", "mulligan", "war none", "war sling", "damage none", "damage hq", "zone C1-C2-D2",
     "move D3.0-D3.1", "deploy acv G2.1", "build turret D3.0", "discard sling", "recycle sling", "play carry-all",
     "play carry-all D3.0-D3.1", "do income", "do exhaust"]
)  # fmt: skip


def attempt(text: str) -> str:
    """What came of it; a record must also replay, round-trip and show itself without an error."""
    refused: RecordError | None = None
    try:
        record = loads(text)
    except RecordError as error:
        refused = error
    if refused is not None:
        assert 0 < len(str(refused)) < 2000
        return str(refused)
    assert loads(dumps(record)) == record
    return str(record.check())


def text_of(position: dict[str, Any], actions: list[str]) -> str:
    steps = "".join(f'[[step]]\naction = "{a}"\n' for a in actions) or "[[step]]\n"
    return HEAD + "\n".join(_tables("position", position)) + steps


@given(POSITION, st.lists(ACTION, max_size=4))
@settings(max_examples=300, deadline=None)
def test_any_position(position: dict[str, Any], actions: list[str]) -> None:
    attempt(text_of(position, actions))


@given(st.dictionaries(st.text(max_size=20), ODD, max_size=3))
@settings(max_examples=60, deadline=None)
def test_any_rulings(rulings: dict[str, Any]) -> None:
    attempt(HEAD + "[rulings]\n" + "".join(_pairs(rulings)) + "[setup]\nseed = 1\n[[step]]\n")


@given(st.integers(0, 2**64 - 1), st.lists(st.integers(0, 500), max_size=25))
@settings(max_examples=30, deadline=None)
def test_a_game_from_a_seed(seed: int, choices: list[int]) -> None:
    record = loads(HEAD + f"[setup]\nseed = {seed}\n[[step]]\n")
    state = record.start()
    actions = []
    for choice in choices:
        legal = state.legal_actions()
        action = legal[choice % len(legal)]
        actions.append(str(action))
        state.apply_action(action)
    again = loads(
        HEAD + f"[setup]\nseed = {seed}\n" + ("".join(f'[[step]]\naction = "{a}"\n' for a in actions) or "[[step]]")
    )
    assert again.check()
    *_, last = again.replay()
    assert str(last.state) == str(state)


@pytest.mark.parametrize(
    ("position", "key"),
    [
        ({"pieces": {"Bukseon": {"tank": ["D3.0"]}, "Gondwana": {"acv": ["D3.0"]}}}, "position.pieces.Gondwana.acv"),
        ({"pieces": {"Bukseon": {"palooza": ["D3.0", "D3.1", "D3.2", "D3.3"]}}}, "position.pieces.Bukseon.palooza"),
        ({"pieces": {"Bukseon": {"tank": ["A3.0"]}}}, "position.pieces.Bukseon.tank"),
        ({"pieces": {"Red": {"tank": ["D3.1"]}}}, "position.pieces.Red"),
        ({"Bukseon": {"material": -1}}, "position.Bukseon.material"),
        ({"Bukseon": {"energy": "many"}}, "position.Bukseon.energy"),
        ({"Bukseon": {"hand": ["<script>"]}}, "position.Bukseon.hand"),
        ({"marker": "A1-A2-G4"}, "position.marker"),
        ({"phaze": "actions"}, "position.phaze"),
    ],
)
def test_impossible_positions_are_refused_with_key_and_line(position: dict[str, Any], key: str) -> None:
    text = text_of({"active": "Bukseon", **position}, [])
    with pytest.raises(RecordError) as caught:
        loads(text, "stranger.toml")
    assert caught.value.key.startswith(key)
    assert caught.value.line > 3
    assert str(caught.value).startswith("stranger.toml, line ")
