"""A shared record gives away no seed and no card that the one who shares it cannot know."""

from __future__ import annotations

from pathlib import Path

import pytest

import hexlib
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
