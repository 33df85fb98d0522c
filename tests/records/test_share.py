"""A shared record gives away no seed and no card that the one who shares it cannot know."""

from __future__ import annotations

from pathlib import Path

import pytest

import hexlib
from hexlib import TABLE
from hexlib.record import Record, dumps, load, loads

EXAMPLES = Path(__file__).resolve().parents[2] / "book" / "knee-deep-in-hexes" / "examples"
HEAD = 'format = 1\ngame = "knee-deep-in-hexes"\ntitle = "Shared"\n'


def cards(record: Record, side: str, *lists: str) -> list[str]:
    assert record.position is not None
    table = record.position[side]
    return [card for name in lists for card in table[name]]


@pytest.mark.parametrize("seat", [0, 1, None])
def test_the_war_example_can_be_shared(seat: int | None) -> None:
    record = load(EXAMPLES / "war" / "step-by-step.toml")
    shared = record.shared(seat)
    assert shared.check(), str(shared.check())
    assert loads(dumps(shared)) == shared
    assert [b.name for b in shared.branches] == [b.name for b in record.branches]
    # The cards that the actions name must be there; what never shows is drawn anew.
    assert "sling" in cards(shared, "Bukseon", "hand", "draw")
    assert {"carry-all", "improvised-turret", "war-bots"} <= set(cards(shared, "Gondwana", "hand", "draw"))
    for side in ("Bukseon", "Gondwana"):
        assert cards(shared, side, "draw") != cards(record, side, "draw")


def test_no_seed_and_no_hidden_hand() -> None:
    record = loads(HEAD + '[setup]\nseed = 99\n[[step]]\n[[step]]\naction = "keep"\n[[step]]\naction = "keep"\n')
    shared = record.shared(0)
    assert shared.seed is None
    assert "seed" not in dumps(shared)
    assert shared.check()
    true = record.start().position()
    mine = shared.start().position()
    assert mine["Bukseon"]["hand"] == true["Bukseon"]["hand"]
    assert sorted(mine["Gondwana"]["hand"] + mine["Gondwana"]["draw"]) == sorted(
        true["Gondwana"]["hand"] + true["Gondwana"]["draw"]
    )
    assert (mine["Gondwana"]["hand"], mine["Gondwana"]["draw"]) != (true["Gondwana"]["hand"], true["Gondwana"]["draw"])


def test_a_card_that_still_lies_face_down_is_not_shared() -> None:
    game = hexlib.game("knee-deep-in-hexes")
    record = load(EXAMPLES / "war" / "step-by-step.toml")
    laid = next(i for i, s in enumerate(record.line("sling"), 1) if s.action == "war sling")
    steps = "".join(f'[[step]]\naction = "{s.action}"\n' for s in record.line("sling")[:laid] if s.action)
    # The seed of a position: the same start, and only the steps up to the laid card.
    text = dumps(record)
    position = text[text.index("[position]") : text.index("[[step]]")]
    cut = loads(HEAD + position + steps)
    theirs = cut.shared(1)
    assert "war sling" not in dumps(theirs)
    assert "war sling" in dumps(cut.shared(0))
    assert game.seats[theirs.start().current_player()] == "Bukseon"


WAR = """
intro = "Bukseon holds a Decoy."
[position]
active = "Gondwana"
marker = "D2-D3-E2"
terrain = "none"
[position.pieces.Bukseon]
tank = ["D3.0", "D3.2"]
[position.pieces.Gondwana]
tank = ["E2.0"]
[position.Bukseon]
hand = ["decoy", "pincer", "sling"]
[position.Gondwana]
hand = ["war-bots"]
[[step]]
action = "end"
say = "Bukseon thinks about the Decoy."
[step.ask]
question = "Will Bukseon lay the Decoy?"
choices = ["yes", "no"]
answer = "yes"
[step.expect]
power = [4, 2]
hand = [3, 1]
cards = [["sling", "pincer", "decoy"], ["war-bots"]]
board = { "E2.0" = "Gondwana tank" }
legal = ["war decoy", "war none"]
illegal = [{ action = "end", rule = "kdh.war.five_steps" }]
legal_count = 2
[[step]]
action = "war decoy"
say = "There it is."
[step.expect]
power = [4, 2]
power_with_cards = [4, 2]
events = ["war.lay", "war.lay.card"]
[[step]]
action = "war none"
"""


def test_expectations_and_words_give_no_card_away() -> None:
    """Gondwana shares what it saw: it never learned Bukseon's hand before the reveal, so nothing may tell of it."""
    record = loads(HEAD + WAR)
    assert record.check(), str(record.check())
    theirs = record.shared(1)
    text = dumps(theirs)
    assert "Bukseon holds" not in text
    assert "thinks" not in text
    assert "Will Bukseon" not in text
    first, second, *_ = theirs.steps
    assert dict(first.expect.measures) == {"power": [4, 2], "hand": [3, 1], "board": {"E2.0": "Gondwana tank"}}
    assert (first.expect.legal, first.expect.legal_count) == (("war none",), None)
    assert [entry.action for entry in first.expect.illegal] == ["end"]
    assert second.expect.events == ("war.lay",)
    assert sorted(cards(theirs, "Bukseon", "hand")) != ["decoy", "pincer", "sling"]
    assert loads(text) == theirs
    assert theirs.check()


def test_the_open_table_and_the_own_eyes_keep_every_word() -> None:
    record = loads(HEAD + WAR)
    assert record.shared(TABLE).steps[0] == record.steps[0]
    own = loads(HEAD + 'seat = "Bukseon"' + WAR)
    assert own.shared(0).intro == "Bukseon holds a Decoy."
    assert "war decoy" in own.shared(0).steps[0].expect.legal
