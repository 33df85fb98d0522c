"""What the opponents of Knee Deep in Hexes see, say and find."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from bench.proof import set_up
from hexlib import Rng
from hexlib.knee_deep.actions import Deploy, Move, Play, Recycle, War, Zone
from hexlib.knee_deep.advice import KneeDeepAdviser
from hexlib.knee_deep.board import HQ_MASK, ZONE_MASK
from hexlib.knee_deep.evaluate import WIN, evaluate
from hexlib.knee_deep.game import KneeDeep
from hexlib.knee_deep.state import PHASES, KneeDeepState
from hexlib.opponents import Opponent, SearchOpponent, opponent, within
from hexlib.opponents.base import SLICE

GAME = KneeDeep()
ADVISER = KneeDeepAdviser()


def position(pieces: dict[str, Any], game: KneeDeep = GAME, **more: Any) -> KneeDeepState:
    return game.position({"round": 6, "pieces": pieces, **more})


def states(seed: int, every: int, most: int = 30) -> list[KneeDeepState]:
    """Moments of a game that greedy opponents play, with every kind of decision."""
    state = GAME.new_initial_state(seed=seed)
    players = [opponent("greedy", GAME, seed=s) for s in (1, 2)]
    out: list[KneeDeepState] = []
    for number in itertools.count():
        if state.is_terminal() or len(out) == most:
            return out
        if number % every == 0 or state.phase not in (2, 5):
            out.append(state.clone())
        seat = state.current_player()
        state.push(players[seat].choose(state.view(seat)).action)
    return out


def hidden_changed(state: KneeDeepState, seat: int, rng: Rng) -> KneeDeepState:
    """The same but for what the seat cannot see: the enemy's hand and face-down card, and both draw piles."""
    other = state.clone()
    enemy = 1 - seat
    other.rng = rng.next64()
    pool = rng.shuffled((*other.hand[enemy], *other.draw[enemy]))
    held = len(other.hand[enemy])
    other.hand[enemy], other.draw[enemy] = tuple(pool[:held]), tuple(pool[held:])
    other.draw[seat] = tuple(rng.shuffled(other.draw[seat]))
    if other.laid[enemy] and not other.open_cards:
        other.laid[enemy] = ("war-bots",) if other.laid[enemy] != ("war-bots",) else ("sling",)
    return other


@pytest.mark.parametrize(("name", "iterations", "every"), [("random", 1, 4), ("greedy", 1, 4), ("search", 2, 25)])
def test_no_choice_and_no_reason_depends_on_what_is_hidden(name: str, iterations: int, every: int) -> None:
    rng = Rng(7)
    seen = set()
    for state in states(seed=11, every=every, most=24 if name != "search" else 10):
        seat = state.current_player()
        seen.add(PHASES[state.phase])
        other = hidden_changed(state, seat, rng)
        assert other != state
        answers = [opponent(name, GAME, seed=3).choose(s.view(seat), iterations) for s in (state, other)]
        assert answers[0] == answers[1]
        assert state.explain(answers[0].action)
    assert {"mulligan", "actions"} <= seen


def test_reasons_tell_the_table_nothing_of_the_hand() -> None:
    """Whatever the seat holds, the sentence on an action is the same."""
    rng = Rng(1)
    said = set()
    for state in states(seed=12, every=3, most=40):
        seat = state.current_player()
        other = state.clone()
        for action in ADVISER.candidates(state, seat):
            if isinstance(action, Play):
                continue  # it is laid open
            named = {action.card} if isinstance(action, (Recycle, War)) and action.card else set()
            pool = rng.shuffled((*state.hand[seat], *state.draw[seat]))
            kept = [c for c in state.hand[seat] if c in named][:1]
            rest = [c for c in pool if c not in kept]
            other.hand[seat] = tuple(kept + rest[: len(state.hand[seat]) - len(kept)])
            why = ADVISER.why(state, seat, action)
            assert why == ADVISER.why(other, seat, action)
            said.add(why.split()[0])
    assert {"drives", "deploys", "stops:", "keeps"} <= said


def test_a_war_card_is_explained_without_its_name() -> None:
    state = position(
        {"Bukseon": {"acv": ["D2.5"], "palooza": ["D2.2"]}, "Gondwana": {"tank": ["C2.6", "C2.0"]}},
        active="Gondwana",
        phase="war-cards",
        marker="C1-C2-D2",
        Bukseon={"hand": ["sling", "war-bots"]},
    )
    reasons = {ADVISER.why(state, 0, GAME.parse_action(text)) for text in ("war sling", "war war-bots")}
    assert reasons == {"lays a War card face down: before the cards it is 4-4"}


@pytest.mark.parametrize("name", ["greedy", "search"])
def test_steps_of_thinking_are_short(name: str) -> None:
    for state in states(seed=13, every=30, most=8):
        seat = state.current_player()
        looked = [0, *(r.looked for r in opponent(name, GAME).think(state.view(seat), 3))]
        assert max(b - a for a, b in itertools.pairwise(looked)) <= SLICE + ADVISER.samples(state.view(seat))


def crowded(**more: Any) -> KneeDeepState:
    vehicles = {
        "acv": ["F2.0", "F2.1", "F2.2", "F2.3", "F2.5", "F2.6"],
        "tank": ["F3.0", "F3.1", "F3.2", "F3.4", "F3.5"],
        "palooza": ["E2.0", "E2.1", "E2.2"],
    }
    hand = {"hand": ["carry-all"], "material": 6, "energy": 4}
    return position(
        {"Gondwana": {"acv": ["A3.3"], "extractor": ["B4.6"]}, "Bukseon": vehicles},
        Bukseon=hand,
        terrain="none",
        **more,
    )


def test_thousands_of_actions_are_sifted() -> None:
    state = crowded()
    legal = state.legal_actions()
    kept = list(ADVISER.candidates(state, 0))
    assert len(legal) > 2000
    assert 20 < len(kept) < 250
    assert set(kept) <= set(legal)
    assert len(kept) == len(set(kept))
    assert str(kept[0]) == "end"
    movers = {a.source for a in legal if isinstance(a, Move)}
    assert {a.source for a in kept if isinstance(a, Move)} == movers


def test_an_hq_that_stands_alone_is_attacked() -> None:
    """Fourteen combat power stand before an empty HQ of four; three Material do not help Gondwana."""
    tanks = {"tank": ["A3.2", "A3.3", "B3.0", "B3.1"], "palooza": ["A3.1", "B3.6"]}
    pieces = {"Bukseon": tanks, "Gondwana": {"extractor": ["E1.1"]}}
    for name in ("greedy", "search"):
        state = position(pieces, phase="place", terrain="none")
        choice = opponent(name, GAME).choose(state.view(0))
        assert isinstance(choice.action, Zone)
        assert ZONE_MASK[choice.action.point] & HQ_MASK[1]
        assert "Gondwana's HQ falls to 4 points" in choice.why


def test_a_vehicle_that_cannot_help_leaves_the_zone() -> None:
    state = position(
        {"Bukseon": {"acv": ["D2.5"]}, "Gondwana": {"tank": ["C2.6", "C2.0"], "palooza": ["D2.2"]}},
        marker="C1-C2-D2",
        Bukseon={"energy": 1},
    )
    zone = state.zone_fields(state.marker[1])
    for name in ("greedy", "search"):
        choice = opponent(name, GAME).choose(state.view(0))
        assert isinstance(choice.action, Move)
        assert not zone >> choice.action.target & 1
        assert choice.why == "takes the ACV out of the zone because Gondwana leads 7-1"


def test_a_zone_that_can_be_held_is_held() -> None:
    """The extractor cannot drive away; a Palooza from the HQ beside it turns 2-3 into 5-3."""
    state = position(
        {"Gondwana": {"extractor": ["A3.1"], "tank": ["A3.3"]}, "Bukseon": {"palooza": ["B3.0"]}},
        active="Gondwana",
        marker="A3-B3-B4",
        Gondwana={"material": 3},
    )
    choice = opponent("greedy", GAME).choose(state.view(1))
    assert isinstance(choice.action, Deploy)
    assert choice.why == "deploys a Palooza in the zone: 2-3 becomes 5-3"


def test_cards_that_only_prepare_other_actions_are_played() -> None:
    """Supply Pods cost nothing and pay for one vehicle more; Field Landing brings two tanks to the enemy's HQ."""
    state = position({}, Bukseon={"hand": ["supply-pods", "sling"], "material": 1}, terrain="none")
    told = str(opponent("greedy", GAME).choose(state.view(0)).why)
    played = []
    while state.phase == PHASES.index("actions"):
        action = opponent("greedy", GAME).choose(state.view(0)).action
        played.append(str(action))
        state.push(action)
    assert "play supply-pods" in played, told
    state = position(
        {"Bukseon": {"palooza": ["A3.3"], "acv": ["F2.0", "F2.1"]}},
        Bukseon={"hand": ["field-landing"], "material": 5},
        terrain="none",
    )
    assert str(opponent("greedy", GAME).choose(state.view(0)).action) == "play field-landing"


def test_a_card_that_prepares_nothing_is_kept() -> None:
    """Cheaper tanks are of no use with no tank and no Palooza left."""
    lost = {"tank": 5, "palooza": 3}
    state = position({}, Bukseon={"hand": ["assembly-line"], "material": 4, "scrapyard": lost}, terrain="none")
    actions = {str(a) for a in state.legal_actions()}
    assert "play assembly-line" in actions
    assert str(opponent("greedy", GAME).choose(state.view(0)).action) != "play assembly-line"


def test_a_decoy_is_laid_against_a_face_down_card() -> None:
    """Two against three: without the enemy's card only a point is lost, with any of its cards the extractor too."""
    state = position(
        {"Bukseon": {"tank": ["D3.0"], "extractor": ["D3.1"]}, "Gondwana": {"tank": ["D2.0"], "acv": ["D2.1"]}},
        active="Bukseon",
        phase="actions",
        marker="C2-D2-D3",
        Bukseon={"hand": ["decoy", "overcharge"]},
        Gondwana={"hand": ["tank-column", "war-bots"]},
        terrain="none",
    )
    for text in ("end", "war war-bots"):
        state.apply_action(GAME.parse_action(text))
    assert str(opponent("greedy", GAME).choose(state.view(0)).action) == "war decoy"


def test_one_builder_is_enough_for_the_engineer() -> None:
    """With Lone Builder a single ACV is told to build, and no second one is asked for."""
    pair = ["bukseon-tech", "bukseon-general"]
    state = position({"Bukseon": {"acv": ["G2.1"]}}, Bukseon={"companions": pair, "material": 1, "energy": 1})
    why = {ADVISER.why(state, 0, a) for a in state.legal_actions() if isinstance(a, (Deploy, Move))}
    assert not any("two are needed" in text for text in why)
    assert any("so that it can build an extractor" in text for text in why)


@pytest.mark.parametrize("seed", range(6))
def test_every_companion_card_and_deck_is_played(seed: int) -> None:
    """The first rounds of games with companions, decks and boards by chance: legal actions, told in words."""
    state = set_up(seed)
    players = [opponent("greedy", state.game, seed=s) for s in (0, 1)]
    for _ in range(60):
        if state.is_terminal():
            break
        seat = state.current_player()
        choice = players[seat].choose(state.view(seat))
        assert choice.why
        state.apply_action(choice.action)


def test_a_plan_is_kept_while_all_comes_as_foreseen() -> None:
    state = position(
        {"Bukseon": {"acv": ["F2.0", "F3.4"]}, "Gondwana": {"acv": ["B3.0", "B3.1"]}},
        Bukseon={"material": 3, "energy": 2, "draw": ["sling"]},
        terrain="none",
    )
    player = SearchOpponent(GAME, seed=2)
    state.apply_action(player.choose(state.view(0), 3).action)
    reports = list(player.think(state.view(0), 3))
    assert [r.looked for r in reports] == [0]
    assert state.explain(reports[0].best.action)
    other = position(
        {"Bukseon": {"tank": ["F2.0"]}, "Gondwana": {"acv": ["B3.0"]}}, Bukseon={"energy": 2}, terrain="none"
    )
    assert next(reversed(list(player.think(other.view(0), 3)))).looked > 0


def test_a_clock_only_decides_how_many_iterations_there_are() -> None:
    state = position(
        {"Bukseon": {"acv": ["F2.0", "F3.4"], "tank": ["E2.0"]}, "Gondwana": {"acv": ["B3.0", "B3.1"]}},
        Bukseon={"material": 3, "energy": 2, "draw": ["sling"]},
        terrain="none",
    )
    finished: dict[int, Any] = {}
    for report in SearchOpponent(GAME, seed=5).think(state.view(0), 6):
        finished.setdefault(report.done, report.best)
    now = itertools.count()
    thinking = SearchOpponent(GAME, seed=5).think(state.view(0), 6)
    late = within(thinking, 1, lambda: float(next(now)))
    assert late == finished[1]
    assert "not finished" not in late.why


@pytest.mark.parametrize("seed", range(2))
def test_the_evaluation_is_even_and_bounded(seed: int) -> None:
    """What is good for one is bad for the other, but for the cards that each knows of its own."""
    for state in states(seed=20 + seed, every=5):
        bare = state.clone()
        bare.hand, bare.laid, bare.marker = [(), ()], [(), ()], [-1, -1]
        if PHASES[bare.phase] == "actions":
            assert evaluate(bare, 0) + evaluate(bare, 1) == pytest.approx(0.3 * _threats(bare), abs=1e-6)
        assert abs(evaluate(state, 0)) < WIN


def _threats(state: KneeDeepState) -> float:
    from hexlib.knee_deep.evaluate import threats
    from hexlib.knee_deep.ground import ground
    from hexlib.knee_deep.state import N_UNITS

    on = ground(state.land)
    power = on.powers(state.by[:N_UNITS]), on.powers(state.by[N_UNITS:])
    return threats(state, 0, on, power) + threats(state, 1, on, power)


@pytest.mark.parametrize(
    "change", [{"rulings": {"turret_cost": "material", "hq_damage": "accumulates"}}, {"broken": ["kdh.place.optional"]}]
)
def test_other_readings_and_broken_rules_are_played(change: dict[str, Any]) -> None:
    game = KneeDeep(**{**change, "rulings": {**change.get("rulings", {}), "round_limit": 4}})
    players: list[Opponent] = [opponent("greedy", game), opponent("search", game)]
    state = game.new_initial_state(seed=8)
    while not state.is_terminal():
        seat = state.current_player()
        state.apply_action(players[seat].choose(state.view(seat), 2).action)
