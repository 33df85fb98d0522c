"""A record of a whole game: options, a seed, moves before the first step, and how the table was set."""

from __future__ import annotations

import re

import pytest

import hexlib
from hexlib.record import Record, RecordError, Step

TEXT = """format = 1
game = "knee-deep-in-hexes"
title = "A game"
moves = ["keep", "mulligan"]
[table]
seats = ["person", "search"]
open = false
[options]
deck = "simple"
bukseon = "bukseon-tech+bukseon-trickster"
[setup]
seed = 7
[[step]]
say = "Here."
"""


def test_options_and_moves_make_the_start() -> None:
    record = hexlib.loads(TEXT)
    assert record.game.measure(record.start(), "phase") == "actions"
    assert record.start().companions[0] == ("bukseon-tech", "bukseon-trickster")
    assert record.table == {"seats": ["person", "search"], "open": False}
    assert hexlib.loads(hexlib.dumps(record)) == record


@pytest.mark.parametrize(
    ("old", "new", "key", "words"),
    [
        ('deck = "simple"', 'deck = "pinochle"', "options.deck", "casual, simple, advanced"),
        ('deck = "simple"', 'dek = "simple"', "options.dek", "bukseon, gondwana, deck, board"),
        ('"mulligan"]', '"war sling"]', "moves[2]", "not allowed"),
        ('"mulligan"]', '"flying"]', "moves[2]", "flying"),
        ('"search"]', '"grandmaster"]', "table.seats[2]", "person, random, greedy, search"),
        ('"person", "search"', '"person"', "table.seats", "2 seats"),
        ("open = false", "open = 1", "table.open", "true or false"),
        ("open = false", 'names = ["Ann"]', "table.names", "2 seats, this has 1"),
        ("open = false", f'names = ["Ann", "{"B" * 41}"]', "table.names[2]", "at most 40"),
        ("open = false", "seed = -1", "table.seed", "from 0"),
    ],
)
def test_what_is_wrong_is_named(old: str, new: str, key: str, words: str) -> None:
    with pytest.raises(RecordError, match=re.escape(words)) as caught:
        hexlib.loads(TEXT.replace(old, new))
    assert caught.value.key == key
    assert caught.value.line


def test_people_have_names_of_their_own() -> None:
    record = hexlib.loads(TEXT.replace("open = false", 'names = ["Ann", "Bob"]\nseed = 12'))
    assert record.table == {"seats": ["person", "search"], "names": ["Ann", "Bob"], "seed": 12}
    assert hexlib.loads(hexlib.dumps(record)) == record
    assert "Ann" not in hexlib.dumps(record.shared(0))


def test_a_long_game_is_bounded() -> None:
    many = ", ".join(['"keep"'] * 4001)
    with pytest.raises(RecordError, match="at most 4000"):
        hexlib.loads(TEXT.replace('"keep", "mulligan"', many))


def test_a_shared_game_has_no_seed_and_no_seats() -> None:
    record = hexlib.loads(TEXT)
    whole = Record(record.game, "A game", (Step(action="end"),), options=record.options, moves=record.moves, seed=7)
    text = hexlib.dumps(whole.shared(None))
    assert "seed" not in text
    assert "moves" not in text
    assert "person" not in text
