"""What holds in every state: seeded play of whole games, and positions made by Hypothesis."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hexlib import TABLE, TERMINAL, Action, IllegalAction, Rng
from hexlib.knee_deep.board import FIELDS, POINTS
from hexlib.knee_deep.components import CARD_NAMES, TERRAIN_NAMES, UNITS
from hexlib.knee_deep.game import KneeDeep
from hexlib.knee_deep.generate import general_actions
from hexlib.knee_deep.state import BOTH_HQ, KneeDeepState

from .helpers import PLAIN, check_whole, every_field_action, game, lively, random_action

TURN_MARKS = ("rng", "paid")
"""What a position does not keep: the seed, and what only a game with a broken rule counts."""

few = settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))


def play(seed: int, made: KneeDeep = PLAIN, most: int = 4000) -> Iterator[tuple[KneeDeepState, Action]]:
    """Every state of a game with the action that is about to be done in it (through the fast door)."""
    state = made.new_initial_state(seed)
    rng = Rng(seed)
    for _ in range(most):
        if state.is_terminal():
            return
        action = lively(rng, state)
        yield state, action
        state.push(action)
    raise AssertionError("the game does not end")


OPEN = [f for f in range(len(FIELDS)) if not BOTH_HQ >> f & 1]
NEAR = [f for f in OPEN if FIELDS[f][:2] in ("C2", "C3", "D2", "D3", "D4", "E2", "E3", "F2", "F3", "G1", "G2", "G3")]


@st.composite
def positions(draw: st.DrawFn) -> dict[str, Any]:
    """Crowded positions of the action phase: pieces close together, terrain of any kind, cards and resources."""
    fields = draw(st.lists(st.sampled_from(NEAR), unique=True, max_size=26))
    terrain = {FIELDS[f]: draw(st.sampled_from(TERRAIN_NAMES)) for f in fields[18:]}
    left = {(seat, u.name): u.supply for seat in ("Bukseon", "Gondwana") for u in UNITS}
    pieces: dict[str, dict[str, list[str]]] = {}
    for f in fields[:18]:
        seat = draw(st.sampled_from(("Bukseon", "Gondwana")))
        unit = draw(st.sampled_from([u.name for u in UNITS]))
        if left[seat, unit]:
            left[seat, unit] -= 1
            pieces.setdefault(seat, {}).setdefault(unit, []).append(FIELDS[f])
    seat_table = st.fixed_dictionaries(
        {
            "material": st.integers(0, 5),
            "energy": st.integers(0, 4),
            "hand": st.lists(st.sampled_from(CARD_NAMES), max_size=8),
            "draw": st.lists(st.sampled_from(CARD_NAMES), max_size=3),
        }
    )
    data = {
        "round": draw(st.integers(1, 9)),
        "active": draw(st.sampled_from(("Bukseon", "Gondwana"))),
        "terrain": "none",
        "terrain_fields": terrain,
        "pieces": pieces,
        "Bukseon": draw(seat_table),
        "Gondwana": draw(seat_table),
    }
    if draw(st.booleans()):
        data["marker"] = draw(st.sampled_from(POINTS))
    return data


def agreed(state: KneeDeepState) -> set[Action]:
    """The legal actions, after checking that both generators and ``explain`` say the same."""
    fast, general = list(state.legal_actions()), general_actions(state)
    differs = [f"{a} / {b}" for a, b in zip_longest(fast, general) if a != b][:1]
    assert not differs
    found = set(fast)
    assert len(found) == len(fast), "an action is listed twice"
    return found


# -- whole games -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(6))
def test_whole_games_keep_everything_together(seed: int) -> None:
    ended, wars = False, 0
    for state, action in play(seed):
        check_whole(state)
        assert state.round <= 60
        assert action in state.legal_actions()
        wars += str(action).startswith("damage")
        after = state.clone()
        after.push(action)
        ended = after.is_terminal()
    assert ended
    assert after.current_player() == TERMINAL
    assert after.legal_actions() == ()
    assert after.winner in (0, 1, 2)
    assert after.returns() == {0: [1.0, -1.0], 1: [-1.0, 1.0], 2: [0.0, 0.0]}[after.winner]
    assert wars, "these games are to hold wars"


def test_seeded_games_reach_every_end() -> None:
    """The play above is worth something only if it gets everywhere: phases, both winners, the scrapyard."""
    phases, words, ends = set(), set(), set()
    for seed in range(14):
        for state, action in play(seed):
            phases.add(state.phase)
            words.add(str(action).split()[0])
            last = state.clone()
        last.push(action)
        ends.add((last.winner, sum(last.scrap) >= 12, any(last.hq_hits)))
    assert phases == {0, 1, 2, 3, 4, 5, 6} - {1, 6} | (phases & {1, 6})
    assert words >= {"keep", "mulligan", "deploy", "move", "build", "play", "draw", "recycle", "zone", "war", "damage"}
    assert {w for w, full, _ in ends if full} >= {0, 1}


@pytest.mark.parametrize("seed", range(4))
def test_both_doors_lead_to_the_same_state(seed: int) -> None:
    for state, action in play(seed):
        checked, fast = state.clone(), state.clone()
        events = checked.apply_action(action)
        fast.push(action)
        assert checked == fast
        assert checked.key() == fast.key()
        assert events
        assert all(e.text and e.kind for e in events)


@pytest.mark.parametrize("seed", [11, 12])
def test_the_same_seed_gives_the_same_game(seed: int) -> None:
    first = [(str(action), state.key()) for state, action in play(seed)]
    second = [(str(action), state.key()) for state, action in play(seed)]
    assert first == second
    assert first[0][1] != PLAIN.new_initial_state(seed + 1).key()


def test_the_start_of_seed_1_is_pinned() -> None:
    """The same bytes on every Python: a change here breaks every stored seed."""
    state = PLAIN.new_initial_state(1)
    rng = Rng(1)
    assert state.starting == rng.below(2)
    neutral = ["sling", "barrier", "skirmish", "improvised-turret", "improvised-extractor", "improvised-factory"]
    theirs = (
        "orbital-barrage covering-fire orbital-drop supply-pods pincer last-stand forced-march flank",
        "carry-all star-lance evacuation orbital-strike war-bots tank-column field-landing field-repairs",
    )
    for seat in (0, 1):
        names = [
            *neutral,
            *theirs[seat].split(),
        ]  # nine neutral cards, then the two companions'
        pile = rng.shuffled([c for c in names for _ in range(1 if c.startswith("improvised") else 2)])
        assert len(pile) == 25
        assert sorted(state.hand[seat]) == sorted(pile[:3])
        assert list(state.draw[seat]) == pile[3:]
    assert state.rng == rng.state


@pytest.mark.parametrize("seed", range(3))
def test_a_log_replays(seed: int) -> None:
    log = [str(action) for _, action in play(seed)]
    *_, (end, _) = play(seed)  # one state that the generator plays to its end
    again = PLAIN.new_initial_state(seed)
    for text in log:
        again.apply_action(PLAIN.parse_action(text))
    assert end.is_terminal()
    assert again == end


def test_the_list_of_actions_is_a_sequence() -> None:
    """It makes its items when they are asked for, and says the same by every way of asking."""
    for number, (state, _) in enumerate(play(1)):
        if number % 10:
            continue
        found = state.legal_actions()
        whole = list(found)
        assert len(found) == len(whole)
        assert [found[i] for i in range(len(whole))] == whole
        assert [found[i] for i in range(-len(whole), 0)] == whole
        assert list(found[2:9:3]) == whole[2:9:3]
        assert list(found[::-1]) == whole[::-1]
        assert all(action in found for action in whole)
        assert list(reversed(found)) == whole[::-1]
        assert found.index(whole[-1]) == len(whole) - 1
        for beyond in (len(whole), -len(whole) - 1):
            with pytest.raises(IndexError):
                found[beyond]


def test_clones_are_independent() -> None:
    for state, action in play(3):
        before = state.key()
        copy = state.clone()
        assert copy == state
        copy.push(action)
        assert state.key() == before
        assert copy.key() != before
        other = state.clone()
        for name in ("at", "by", "own", "supply", "scrap", "material", "energy", "hand", "draw", "discard", "marker"):
            assert getattr(other, name) is not getattr(state, name)
        for name in ("laid", "bonus", "hq_hits", "carried", "paid"):
            assert getattr(other, name) is not getattr(state, name)


def test_every_slot_is_copied_and_counts_for_equality() -> None:
    state = PLAIN.new_initial_state(1)
    for name in KneeDeepState.__slots__:
        assert hasattr(state.clone(), name)
    for name in set(KneeDeepState.__slots__) - {"game", "land", "kit"}:  # the kit follows from companions and boosts
        other = state.clone()
        value = getattr(other, name)
        changed: Any = "x" if not isinstance(value, list) else [*value, "x"]
        setattr(other, name, changed)
        assert other != state, f"{name} does not count"


@pytest.mark.parametrize("seed", range(3))
def test_generators_and_explain_agree_in_whole_games(seed: int) -> None:
    rng = Rng(seed + 100)
    for number, (state, _) in enumerate(play(seed)):
        found = agreed(state)
        for _ in range(6):
            action = random_action(rng, state)
            assert bool(state.explain(action)) == (action in found), str(action)
        if number % 25 == 0:
            for action in found:
                assert state.explain(action), str(action)


@pytest.mark.parametrize("seed", range(3))
def test_illegal_actions_change_nothing(seed: int) -> None:
    rng = Rng(seed)
    refused = 0
    for state, _ in play(seed):
        action = random_action(rng, state)
        verdict = state.explain(action)
        if verdict:
            continue
        refused += 1
        before = state.key()
        with pytest.raises(IllegalAction) as caught:
            state.apply_action(action)
        assert state.key() == before
        assert caught.value.verdict == verdict
        assert all(r.rule in PLAIN.rulebook.statements and r.text.endswith((".", ").")) for r in verdict.reasons)
        assert all(f in FIELDS for r in verdict.reasons for f in r.fields)
        assert str(state) in str(caught.value)
    assert refused > 100


@pytest.mark.parametrize("seed", range(3))
def test_actions_read_back_from_their_text(seed: int) -> None:
    rng = Rng(seed)
    for number, (state, _) in enumerate(play(seed)):
        some = state.legal_actions() if number % 40 == 0 else [random_action(rng, state)]
        for action in some:
            assert PLAIN.parse_action(str(action)) == action
            assert hash(PLAIN.parse_action(str(action))) == hash(action)


def round_trips(state: KneeDeepState) -> None:
    again = state.game.position(state.position())
    for name in TURN_MARKS:
        setattr(again, name, getattr(state, name))
    for name in KneeDeepState.__slots__:
        if name not in ("game", "land"):
            assert getattr(again, name) == getattr(state, name), name
    assert again == state
    assert again.position() == state.position()


@pytest.mark.parametrize("seed", range(3))
def test_positions_read_back(seed: int) -> None:
    for number, (state, action) in enumerate(play(seed)):
        if number % 7 == 0 or not str(action).startswith(("move", "deploy", "draw")):
            round_trips(state)
    assert state.is_terminal()  # the generator has done the last action
    round_trips(state)


@pytest.mark.parametrize("seed", range(2))
def test_positions_read_back_with_everything_by_hand(seed: int) -> None:
    """Also between two steps of the housekeeping."""
    made = game(manual=("income", "power-up-draw", "reveal", "count", "return-marker", "exhaust"))
    seen = set()
    for number, (state, _) in enumerate(play(seed, made)):
        if state.todo:
            seen.add(state.todo[0])
            assert [str(a) for a in state.legal_actions()] == [f"do {state.todo[0]}"]
        if state.todo or number % 9 == 0:
            round_trips(state)
    assert seen == {"income", "power-up-draw", "reveal", "count", "return-marker", "exhaust"}


def test_housekeeping_by_hand_leads_to_the_same_game() -> None:
    """The same actions with the housekeeping done by hand in between."""
    made = game(manual=("income", "power-up-draw", "reveal", "count", "return-marker", "exhaust"))
    slow = made.new_initial_state(5)
    for state, action in play(5):
        while slow.todo:
            slow.apply_action(slow.legal_actions()[0])
        assert slow.key() == state.key()
        slow.apply_action(action)


def test_the_game_ends_after_60_rounds() -> None:
    """A house limit (K85): nobody does anything, and it is a draw."""
    state = PLAIN.new_initial_state(2)
    actions = 0
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[-1])
        actions += 1
        assert actions < 60 * 2 * 4
    assert state.winner == 2
    assert state.view(None).facts()["round"] == 60
    assert state.returns() == [0.0, 0.0]


def test_views_and_pictures_never_fail() -> None:
    for number, (state, _) in enumerate(play(4)):
        for seat in (0, 1, None, TABLE):
            view = state.view(seat)
            assert view.headline()
            assert len(view.sides()) == 2
            if number % 60 == 0:
                assert PLAIN.scene(view)
        assert str(state)
        assert "turn>" in repr(state)


# -- positions by Hypothesis -------------------------------------------------------------------------------------------


@few
@given(positions(), st.integers(0, 2**32))
def test_generators_agree_in_crowded_positions(data: dict[str, Any], seed: int) -> None:
    state = PLAIN.position(data)
    found = agreed(state)
    rng = Rng(seed)
    for _ in range(60):
        action = random_action(rng, state)
        assert bool(state.explain(action)) == (action in found), str(action)


@settings(few, max_examples=6)
@given(positions())
def test_explain_agrees_with_the_list_on_every_field(data: dict[str, Any]) -> None:
    """Each deployment, building and move that can be said at all."""
    state = PLAIN.position(data)
    found = agreed(state)
    for action in every_field_action(state):
        assert bool(state.explain(action)) == (action in found), str(action)


@few
@given(positions(), st.integers(0, 2**32))
def test_play_from_crowded_positions(data: dict[str, Any], seed: int) -> None:
    state = PLAIN.position(data)
    rng = Rng(seed)
    for _ in range(25):
        if state.is_terminal():
            break
        action = lively(rng, state)
        checked = state.clone()
        checked.apply_action(action)
        state.push(action)
        assert checked == state
        assert not state.own[0] & state.own[1]
        for code, fields in enumerate(state.by):
            unit = UNITS[code % len(UNITS)]
            assert fields.bit_count() + state.supply[code] + state.scrap[code] == unit.supply
        assert min(*state.material, *state.energy, *state.supply) >= 0
        assert sum(m >= 0 for m in state.marker) <= 1
        round_trips(state)


@settings(few, max_examples=15)
@given(positions())
def test_a_move_never_goes_further_than_its_path(data: dict[str, Any]) -> None:
    """A second, plain way to compute where a vehicle can go: walk step by step over the lists of neighbours."""
    from hexlib.knee_deep.actions import Move
    from hexlib.knee_deep.board import NEIGHBOURS

    state = PLAIN.position(data)
    seat = state.active
    if not state.energy[seat]:
        return
    listed = {(a.source, a.target) for a in state.legal_actions() if isinstance(a, Move)}
    walked = set()
    for source in range(len(FIELDS)):
        piece = state.piece(source)
        if piece is None or piece[1] != seat or not UNITS[piece[0]].is_vehicle:
            continue
        reached = {source}
        for _ in range(UNITS[piece[0]].move):
            for f in list(reached):
                for n in NEIGHBOURS[f]:
                    there = state.piece(n)
                    if not state.land.terrain[n] and not BOTH_HQ >> n & 1 and (there is None or there[1] == seat):
                        reached.add(n)
        walked |= {(source, f) for f in reached if state.piece(f) is None}
    assert listed == walked
