"""Putting an action together on a screen: picks lead to actions and back; any rulings can be played."""

from __future__ import annotations

import pytest

from hexlib import TABLE, Rng
from hexlib.game import Pick
from hexlib.knee_deep.actions import STEPS, Build, Deploy, Move, Play
from hexlib.knee_deep.generate import general_actions
from hexlib.rules import Rulebook

from .helpers import PLAIN, act, game, lively, put, random_action
from .test_properties import play


@pytest.mark.parametrize("seed", range(3))
def test_picks_mean_the_action_they_were_made_from(seed: int) -> None:
    for number, (state, chosen) in enumerate(play(seed)):
        view = state.view(state.current_player())
        some = state.legal_actions() if number % 15 == 0 else [chosen]
        seen: dict[tuple[Pick, ...], str] = {}
        for action in some:
            picks = PLAIN.picks(action, view)
            assert picks
            assert PLAIN.intend(picks, view) == action
            assert picks not in seen, f"{action} and {seen[picks]} are put together in the same way"
            seen[picks] = str(action)
            assert all(p.kind in ("field", "point", "card", "supply", "button") and p.label for p in picks)
        for one in seen:
            longer = [other for other in seen if len(other) > len(one) and other[: len(one)] == one]
            assert not longer, f"{seen[one]} would be done before {seen[longer[0]]} can be"


def test_half_an_action_means_nothing_yet() -> None:
    state = PLAIN.position(put({"tank": "D3.0"}, b={"energy": 1, "material": 2, "hand": ["carry-all"]}))
    view = state.view(0)
    tank = PLAIN.picks(Move(0, 1), view)[0]
    assert PLAIN.intend((), view) is None
    assert PLAIN.intend((Pick("field", "D3.0"),), view) is None
    assert tank == Pick("field", "A1.0")
    assert PLAIN.intend((Pick("button", "recycle"),), view) is None
    assert PLAIN.intend((Pick("point", "A1-D3-G4"),), view) is None
    assert PLAIN.intend((Pick("button", "fly"),), view) is None


def test_a_wrong_intention_is_an_action_that_says_why() -> None:
    """A click on a piece that cannot move, or on a supply that cannot be paid, is answered by a reason."""
    state = PLAIN.position(put({"turret": "D3.0"}, {"tank": "D3.1"}, b={"hand": ["sling"]}))
    view = state.view(0)
    for pick, kind in (
        (Pick("field", "D3.0"), Move),
        (Pick("field", "D3.1"), Move),
        (Pick("field", "D2.0"), Move),
        (Pick("supply", "palooza"), Deploy),
        (Pick("supply", "turret"), Build),
        (Pick("card", "sling"), Play),
    ):
        action = PLAIN.intend((pick,), view)
        assert isinstance(action, kind)
        assert state.explain(action).reasons


def test_labels_name_pieces_and_prices() -> None:
    state = PLAIN.position(put({"tank": "D3.0"}, b={"material": 9, "energy": 9}))
    view = state.view(TABLE)
    by_word = {str(a).split()[0]: PLAIN.picks(a, view) for a in state.legal_actions()}
    assert by_word["move"][0].label.startswith("Bukseon")
    assert "D3.0" in by_word["move"][0].label
    assert any("3 Material" in PLAIN.picks(a, view)[0].label for a in state.legal_actions() if "palooza" in str(a))


# -- other games than the plain one ------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(8))
def test_any_rulings_can_be_played(seed: int) -> None:
    """A draw of readings, steps by hand: both doors agree, the list agrees with ``explain``, positions read back."""
    rng = Rng(seed)
    rulings = {
        r.name: rng.choice([reading for reading, _ in r.readings])
        for r in Rulebook.load("knee_deep").rulings.values()
        if r.kind == "switch" and rng.below(2)
    }
    if rulings.get("phase_4") == "after-resolving":
        del rulings["phase_4"]  # then nobody can ever place the first marker
    made = game(manual=tuple(step for step in STEPS if rng.below(4) == 0), **rulings)
    state = made.new_initial_state(seed)
    for number in range(160):
        if state.is_terminal():
            break
        listed = state.legal_actions()
        assert listed == general_actions(state)
        tried = random_action(rng, state)
        assert bool(state.explain(tried)) == (tried in listed), str(tried)
        if number % 40 == 0:
            assert all(state.explain(a) for a in listed)
        action = lively(rng, state)
        copy = state.clone()
        copy.apply_action(action)
        state.push(action)
        assert copy == state
        for seat in (0, 1, None, TABLE):
            assert state.view(seat).determinize(rng).view(seat) == state.view(seat)
        if number % 10 == 0:
            assert made.position(state.position()).position() == state.position()


def test_rulings_and_breaks_together() -> None:
    made = game("kdh.move.no_mountain", "kdh.result.difference", hq_damage="accumulates", stacking="pooled")
    state = made.new_initial_state(1)
    rng = Rng(1)
    for _ in range(60):
        if state.is_terminal():
            break
        act(state, str(lively(rng, state)))
