"""Records as lessons: frames, sharing, and putting actions together on a screen."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexlib import TABLE
from hexlib.lesson import frames, outcome_text
from hexlib.record import dumps, load, loads

from .helpers import game, play

EXAMPLES = Path(__file__).resolve().parents[2] / "book" / "hex-hex-next" / "examples"
FILES = sorted(EXAMPLES.rglob("*.toml"))


@pytest.mark.parametrize("file", FILES[::5], ids=lambda f: f.stem)
def test_frames_and_outcome(file: Path) -> None:
    record = load(file)
    for seat in (TABLE, 0):
        for frame in frames(record, seat=seat):
            assert frame.headline
            assert len(frame.sides) == record.game.num_players
            assert all(rule in record.game.rulebook.statements for rule in frame.rules)
    assert "all hold" in outcome_text(record)


@pytest.mark.parametrize("name", ["several-hexes/all-at-once", "counter-hexes/absorb", "faqs/draw-fire"])
def test_a_record_can_be_shared(name: str) -> None:
    """A shared record holds no seed of its own and no card that the seat may not know."""
    record = load(EXAMPLES / f"{name}.toml")
    shared = record.shared(0)
    assert shared.seed is None
    assert loads(dumps(shared)) == shared
    assert shared.check()


@pytest.mark.parametrize("players", [3, 5])
def test_picks_mean_their_action(players: int) -> None:
    """What the stages on a screen put together is the action that they were taken from."""
    made = game(players=players, rulings={"cards": "both"})
    for number, (state, _) in enumerate(play(23, made)):
        if number % 3:
            continue
        for seat in state.deciding():
            view = state.view(seat)
            for action in list(state.legal_actions(seat))[:40]:
                picks = made.picks(action, view)
                assert picks
                assert made.intend(picks, view) == action
