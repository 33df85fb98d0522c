"""Records of HexyGame from strangers: whatever stands in them, reading ends in a record or a RecordError."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexlib.game import NotationError, PositionError
from hexlib.record import RecordError, dumps, loads
from hexlib.record_write import _pairs, _tables
from tests.hexygame.helpers import GAME

HEAD = 'format = 1\ngame = "hexygame"\ntitle = "From a stranger"\n'
FIELD = st.sampled_from(["e1", "e2", "e5", "e8", "e9", "d4", "d5", "c4", "a1", "k11", "z9", "", "e0"])
CARD = st.sampled_from(
    ["forge", "wolf", "walker", "spark", "wings", "negate", "nursery", "mulch", "scout", "nuke", "?"]
)
ODD = st.one_of(
    st.integers(-2, 9), st.text(max_size=4), st.booleans(), st.floats(), st.lists(st.integers(), max_size=2)
)
CARDS = st.lists(CARD, max_size=8)
PIECE = CARD | st.fixed_dictionaries(
    {},
    optional={
        "card": CARD | ODD,
        "points": st.integers(-1, 9) | ODD,
        "die": st.integers(-1, 7) | ODD,
        "under": st.lists(st.sampled_from(["wings", "Orange shackles", "Red wings", "wolf", ""]), max_size=3) | ODD,
        "until_end": st.lists(st.integers(-3, 3), max_size=3) | ODD,
        "gains": st.lists(st.sampled_from(["flying", "haste", "x"]), max_size=2) | ODD,
    },
)
PIECES = st.dictionaries(FIELD, PIECE | ODD, max_size=6)
ITEM = st.sampled_from(
    ["Blue draw", "Orange winning", "Blue cast spark@e5", "Blue cast spark@-", "Orange cast negate@#1",
     "Orange cast negate@#0", "Blue cast wolf@e3", "Blue cast gust@e5>e4", "Blue cast gust@e5", "Blue move d4-d5",
     "Blue move --d5", "Blue attack d4>d5", "Blue attack d4+c4>d5 counter d4", "Blue attack ->d5/-", "Blue use e2>e3",
     "Blue use e2:9", "Blue use e2:1=forge!>e3", "Blue trigger e2", "Blue trigger d4:regeneration", "Blue trigger",
     "Blue trigger d4:2=mulch!", "Red draw", "", "Blue", "Blue cast", "Blue cast wings@e5", "Blue cast recall@e3"]
)  # fmt: skip
SIDE = st.fixed_dictionaries(
    {},
    optional={
        "hand": CARDS | ODD,
        "library": CARDS | ODD,
        "graveyard": CARDS | ODD,
        "energy": st.dictionaries(st.sampled_from(["red", "colourless", "blue"]), st.integers(-1, 99), max_size=2)
        | ODD,
        "winning": st.integers(-1, 13) | ODD,
        "hnad": ODD,
    },
)
SEAT = st.sampled_from(["Blue", "Orange", "Red"])
POSITION = st.fixed_dictionaries(
    {},
    optional={
        "turn": st.integers(-1, 90) | ODD,
        "active": SEAT | ODD,
        "starting": SEAT | ODD,
        "player": SEAT | ODD,
        "passes": st.integers(-1, 2) | ODD,
        "phase": st.sampled_from(["mulligan", "energy", "actions", "draw", "main", "cleanup", "end", "over", "tea"])
        | ODD,
        "stage": st.sampled_from(["begin", "placed", "open", "shut"]) | ODD,
        "map": st.sampled_from(["small", "standard", "large", "huge"]) | ODD,
        "stack": st.lists(ITEM, max_size=4) | ODD,
        "waiting": st.lists(ITEM, max_size=3) | ODD,
        "placed": st.lists(ITEM, max_size=2) | ODD,
        "place": st.sampled_from(["top", "under", "in-turn", "x"]) | ODD,
        "choose": st.lists(st.sampled_from(["hex", "victim"]) | ITEM, max_size=3) | ODD,
        "after_combat": st.booleans() | ODD,
        "answered": st.booleans() | ODD,
        "kept": st.integers(-1, 4) | ODD,
        "winner": SEAT | ODD,
        "pieces": st.fixed_dictionaries({}, optional={"Blue": PIECES, "Orange": PIECES, "Red": PIECES}) | ODD,
        "Blue": SIDE | ODD,
        "Orange": SIDE | ODD,
    },
)
ACTION = st.sampled_from(
    ["pass", "keep", "mulligan", "discard wolf", "burn e2 1", "cast wolf@e3", "cast spark@e5", "cast negate@#1",
     "cast gust@e5>e4", "use e2>e3", "use e2:2", "move d4-d5", "attack d4>d5", "attack d4+c4>d5", "join c4",
     "counter d5>d4 pay point", "counter d5>d4 pay energy with red", "order e2 1", "choose d4", "move d4-k11"]
)  # fmt: skip


def text_of(position: dict[str, Any], actions: list[str]) -> str:
    steps = "".join(f'[[step]]\naction = "{a}"\n' for a in actions) or "[[step]]\n"
    return HEAD + "\n".join(_tables("position", position)) + steps


def attempt(text: str) -> None:
    """A record must replay, round-trip and show itself without an error; a refusal says why."""
    refused: RecordError | None = None
    try:
        record = loads(text)
    except RecordError as error:
        refused = error
    if refused is not None:
        assert 0 < len(str(refused)) < 2000
        return
    assert loads(dumps(record)) == record
    str(record.check())
    state = record.start()
    assert GAME.position(state.position()).position() == state.position()
    if not state.is_terminal():
        for action in state.legal_actions():
            state.clone().apply_action(action)


@given(POSITION, st.lists(ACTION, max_size=4))
@settings(max_examples=250, deadline=None)
def test_any_position(position: dict[str, Any], actions: list[str]) -> None:
    attempt(text_of(position, actions))


SOUND = st.fixed_dictionaries(
    {
        "pieces": st.fixed_dictionaries(
            {
                "Blue": st.just(
                    {"e2": {"card": "forge", "points": 3}, "d4": {"card": "wolf", "die": 1}, "c4": "mulch"}
                ),
                "Orange": st.just({"e8": "spire", "d5": "brute", "e5": {"card": "owl", "under": ["wings"]}}),
            }
        )
    },
    optional={
        "stack": st.lists(ITEM, max_size=3),
        "phase": st.sampled_from(["energy", "actions", "draw", "main", "cleanup", "end"]),
        "waiting": st.lists(ITEM, max_size=2),
        "choose": st.tuples(st.sampled_from(["hex", "victim"]), ITEM).map(list),
        "player": st.sampled_from(["Blue", "Orange"]),
        "Blue": st.just({"hand": ["wolf", "spark", "gust"], "energy": {"red": 2}, "library": ["forge"]}),
        "Orange": st.just({"hand": ["negate"], "energy": {"violet": 2}}),
    },
)


@given(SOUND, st.lists(ACTION, max_size=4))
@settings(max_examples=150, deadline=None)
def test_sound_pieces_with_any_stack(position: dict[str, Any], actions: list[str]) -> None:
    attempt(text_of(position, actions))


@given(st.dictionaries(st.text(max_size=20), ODD, max_size=3))
@settings(max_examples=40, deadline=None)
def test_any_rulings(rulings: dict[str, Any]) -> None:
    attempt(HEAD + "[rulings]\n" + "".join(_pairs(rulings)) + "[setup]\nseed = 1\n[[step]]\n")


@given(st.integers(0, 2**64 - 1), st.lists(st.integers(0, 500), max_size=40))
@settings(max_examples=15, deadline=None)
def test_a_game_from_a_seed(seed: int, choices: list[int]) -> None:
    record = loads(HEAD + f"[setup]\nseed = {seed}\n[[step]]\n")
    state = record.start()
    actions = []
    for choice in choices:
        legal = state.legal_actions()
        action = legal[choice % len(legal)]
        actions.append(str(action))
        state.apply_action(action)
    steps = "".join(f'[[step]]\naction = "{a}"\n' for a in actions) or "[[step]]"
    again = loads(HEAD + f"[setup]\nseed = {seed}\n" + steps)
    assert again.check()
    *_, last = again.replay()
    assert last.state == state


@pytest.mark.parametrize(
    ("position", "key"),
    [
        ({"pieces": {"Blue": {"e3": "wolf"}, "Orange": {"e3": "owl"}}}, "position.pieces.Orange.e3"),
        ({"pieces": {"Blue": {"e9": "wolf"}}}, "position.pieces.Blue.e9"),
        ({"pieces": {"Blue": {"k11": "wolf"}}}, "position.pieces.Blue.k11"),
        ({"pieces": {"Blue": {"e3": "spark"}}}, "position.pieces.Blue.e3.card"),
        ({"pieces": {"Blue": {"e3": {"card": "wolf", "points": 7}}}}, "position.pieces.Blue.e3.points"),
        ({"pieces": {"Red": {"e3": "wolf"}}}, "position.pieces.Red"),
        ({"Blue": {"energy": {"red": -1}}}, "position.Blue.energy.red"),
        ({"Blue": {"hand": ["<script>"]}}, "position.Blue.hand"),
        ({"stack": ["Blue cast spark@e3"]}, "position.stack"),
        ({"stack": ["Orange cast negate@#1"]}, "position.stack"),
        ({"phaze": "main"}, "position.phaze"),
    ],
)
def test_impossible_positions_are_refused_with_key_and_line(position: dict[str, Any], key: str) -> None:
    with pytest.raises(RecordError) as caught:
        loads(text_of({"active": "Blue", **position}, []), "stranger.toml")
    assert caught.value.key.startswith(key)
    assert caught.value.line > 3
    assert str(caught.value).startswith("stranger.toml, line ")


def test_the_error_names_the_path() -> None:
    with pytest.raises(
        PositionError, match=r"stack\[0\]: 'Red draw' is not an item of the stack; write Blue cast gust"
    ):
        GAME.position({"stack": ["Red draw"]})


@given(st.text(max_size=60) | ACTION.map(lambda a: a.replace(" ", "  ")) | ACTION.map(lambda a: a[:-1]))
@settings(max_examples=150, deadline=None)
def test_any_text_as_an_action(text: str) -> None:
    refused = ""
    try:
        action = GAME.parse_action(text)
    except NotationError as error:
        refused = str(error)
    assert len(refused) < 600
    if not refused:
        assert GAME.parse_action(str(action)) == action
