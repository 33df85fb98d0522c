"""What no single line of code enforces: statements that the data say, and permissions that follow from the engine."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest

import hexlib
from hexlib.draw.scene import Icon
from hexlib.game import State
from hexlib.knee_deep import components
from hexlib.knee_deep.actions import Build, Deploy, Draw, End, Move, Play, Recycle
from hexlib.knee_deep.board import DISTANCE, FIELDS, parse_field
from hexlib.knee_deep.components import CARDS, COMPANIONS, UNITS
from hexlib.knee_deep.diagrams import card_scene
from hexlib.knee_deep.state import PHASES

GAME = hexlib.game("knee-deep-in-hexes")
VEHICLES = [u for u in UNITS if u.is_vehicle]
STRUCTURES = [u for u in UNITS if not u.is_vehicle]


def position(**parts: Any) -> State:
    """A position in Bukseon's action phase, without terrain unless it is asked for."""
    return GAME.position({"active": "Bukseon", "phase": "actions", "terrain": "none", **parts})


def after(state: State, *actions: str) -> State:
    for action in actions:
        state.apply_action(GAME.parse_action(action))
    return state


@pytest.mark.rule("kdh.actions.any_order")
def test_actions_may_come_in_any_order() -> None:
    actions = ("deploy acv G2.1", "move E1.1-E1.2", "draw", "recycle sling", "play improvised-turret F2.0")
    boards = set()
    for order in permutations(actions):
        state = position(
            pieces={"Bukseon": {"tank": ["E1.1"], "palooza": ["F2.1"]}},
            Bukseon={
                "material": 3,
                "energy": 2,
                "hand": ["sling", "improvised-turret"],
                "draw": ["barrier", "barrier"],
            },
        )
        boards.add(str(after(state, *order)))
    assert len(boards) == 1


@pytest.mark.rule("kdh.actions.repeatable", "kdh.recycle.repeatable", "kdh.cards.any_number")
def test_the_same_action_may_be_taken_again() -> None:
    state = position(
        pieces={"Bukseon": {"tank": ["E1.1"]}},
        Bukseon={
            "material": 7,
            "energy": 4,
            "hand": ["improvised-turret", "improvised-turret", "carry-all", "sling", "sling"],
            "draw": ["barrier", "barrier", "skirmish", "skirmish"],
        },
    )
    after(state, "draw", "draw", "recycle sling", "recycle sling", "move E1.1-E1.2", "move E1.2-E1.3")
    after(state, "play improvised-turret E1.0", "play improvised-turret E1.2", "play carry-all E1.3-D3.0")
    assert GAME.measure(state, "material") == [1, 0]
    assert GAME.measure(state, "energy") == [0, 0]


@pytest.mark.rule("kdh.deploy.stat_cost_unit", "kdh.deploy.vehicle_uses", "kdh.build.ability_default")
def test_vehicles_cost_material_and_move_build_and_strike() -> None:
    assert all(v.material > 0 and v.energy == 0 for v in VEHICLES)
    assert all(v.move > 0 and v.power > 0 for v in VEHICLES)
    assert [u.name for u in UNITS if u.builds] == ["acv"]


@pytest.mark.rule("kdh.deploy.stat_movement")
@pytest.mark.parametrize("unit", VEHICLES, ids=lambda u: u.name)
def test_movement_is_the_number_of_fields_for_one_energy(unit: components.Unit) -> None:
    state = position(pieces={"Bukseon": {unit.name: ["D3.0"]}}, Bukseon={"energy": 1})
    start = parse_field("D3.0")
    reached = {a.target for a in state.legal_actions() if isinstance(a, Move)}
    assert reached == {f for f in range(len(FIELDS)) if 0 < DISTANCE[start][f] <= unit.move}


@pytest.mark.rule("kdh.deploy.stat_combat", "kdh.stats.columns")
@pytest.mark.parametrize("unit", UNITS, ids=lambda u: u.name)
def test_combat_power_is_what_a_piece_adds(unit: components.Unit) -> None:
    state = GAME.position(
        {
            "active": "Gondwana",
            "phase": "actions",
            "terrain": "none",
            "marker": "C2-D2-D3",
            "pieces": {"Bukseon": {unit.name: ["D3.0"]}, "Gondwana": {"extractor": ["C2.0"]}},
        }
    )
    assert GAME.measure(state, "power") == [unit.power, 0]
    printed = {"acv": (1, 1, 3), "tank": (2, 2, 2), "palooza": (3, 3, 1)}
    assert (unit.power, unit.health, unit.move) == printed.get(unit.name, (2 * (unit.name == "turret"), 2, 0))


@pytest.mark.rule("kdh.move.duplicate_deploy_sentence")
def test_moving_costs_no_material() -> None:
    state = position(pieces={"Bukseon": {"palooza": ["D3.0"]}}, Bukseon={"material": 3, "energy": 1})
    after(state, "move D3.0-D3.1")
    assert GAME.measure(state, "material") == [3, 0]


@pytest.mark.rule("kdh.move.repeated_resource_note")
def test_the_note_that_is_printed_twice_holds_once() -> None:
    state = position(
        terrain_fields={"D3.0": "material"},
        pieces={"Bukseon": {"extractor": ["D3.1", "D3.4"]}, "Gondwana": {"extractor": ["D3.2"]}},
    )
    assert GAME.measure(state, "income") == ["4/2", "4/2"]


@pytest.mark.rule("kdh.build.purposes", "kdh.build.hq_not_structure")
def test_each_structure_has_its_use_and_the_hq_is_none() -> None:
    assert [u.name for u in STRUCTURES] == ["extractor", "factory", "turret"]
    assert [u.name for u in STRUCTURES if u.deploys] == ["factory"]
    assert [u.name for u in STRUCTURES if u.power] == ["turret"]
    assert "hq" not in components.UNIT_NAMES


@pytest.mark.rule("kdh.cards.two_types", "kdh.cards.action_identification", "kdh.warcard.identification")
@pytest.mark.parametrize("card", CARDS.values(), ids=lambda c: c.name)
def test_a_card_is_a_war_or_an_action_card_and_looks_it(card: components.Card) -> None:
    scene = card_scene(card.name)
    signs = {s.name: s for layer in scene.layers for s in layer.shapes if isinstance(s, Icon)}
    mine, other = ("war_card", "action_card") if card.is_war else ("action_card", "war_card")
    assert mine in signs
    assert other not in signs
    assert signs[mine].x < scene.width / 2  # the upper left corner
    assert signs[mine].y < scene.height / 3
    # A War card gives its player combat power, takes some from the enemy, or undoes the enemy's card. An Action card
    # does something in phase 2: a piece, a field, a marker, resources, cards, or what holds for the turn.
    e = card.effect
    in_war = bool(e.power or e.per or e.weaken or e.weaken_per or e.cancel)
    in_turn = bool(
        e.place
        or e.relocate
        or e.swap
        or e.strike
        or e.lay
        or e.turn[0]
        or e.marker
        or e.salvage
        or any(e.gain)
        or e.boost
    )
    assert (in_war, in_turn) == (card.is_war, not card.is_war)


@pytest.mark.rule("kdh.cards.no_cost_free")
def test_an_action_card_without_a_cost_is_free(monkeypatch: pytest.MonkeyPatch) -> None:
    free = replace(CARDS["improvised-turret"], material=0)
    hand = {"hand": ["improvised-turret"]}
    state = position(pieces={"Bukseon": {"tank": ["D3.0"]}}, Bukseon=hand)
    play = GAME.parse_action("play improvised-turret D3.1")
    assert not state.explain(play)
    monkeypatch.setitem(CARDS, "improvised-turret", free)
    assert state.explain(play)
    after(state, str(play))
    assert GAME.measure(state, "board")["D3.1"] == "Bukseon turret"


@pytest.mark.rule("kdh.war.declarer_can_lose", "kdh.war.winner_assigns_excess")
def test_the_player_who_declares_a_war_can_lose_it() -> None:
    state = GAME.position(
        {
            "active": "Gondwana",
            "phase": "actions",
            "terrain": "none",
            "marker": "C2-D2-D3",
            "pieces": {"Bukseon": {"acv": ["D3.0"]}, "Gondwana": {"tank": ["C2.0"]}},
        }
    )
    after(state, "end", "war none", "war none")
    assert GAME.seats[state.current_player()] == "Gondwana"
    after(state, "damage D3.0")
    assert GAME.measure(state, "scrapyard") == [1, 0]


@pytest.mark.rule("kdh.damage.reference_hp")
def test_health() -> None:
    assert {u.name: u.health for u in UNITS} == {
        "acv": 1,
        "tank": 2,
        "palooza": 3,
        "extractor": 2,
        "factory": 2,
        "turret": 2,
    }


@pytest.mark.rule("kdh.help.overview")
def test_a_turn_goes_through_its_phases_in_the_printed_order() -> None:
    state = GAME.position(
        {
            "active": "Gondwana",
            "phase": "actions",
            "terrain": "none",
            "marker": "C2-D2-D3",
            "pieces": {"Bukseon": {"acv": ["D3.0"]}, "Gondwana": {"tank": ["C2.0"]}},
        }
    )
    seen = [GAME.measure(state, "phase")]
    for action in ("end", "war none", "war none", "damage none", "end"):
        after(state, action)
        seen.append(GAME.measure(state, "phase"))
    assert seen == ["actions", "war-cards", "war-cards", "damage", "place", "actions"]
    order = [PHASES.index(p) for p in ("power-up", "actions", "war-cards", "damage", "place", "exhaust")]
    assert order == sorted(order)


@pytest.mark.rule("kdh.help.actions_summary")
def test_the_action_phase_offers_what_the_overview_names_and_deploying_too() -> None:
    state = position(
        pieces={"Bukseon": {"acv": ["D3.1", "D3.2"]}},
        Bukseon={"material": 3, "energy": 2, "hand": ["improvised-turret"], "draw": ["sling"]},
    )
    kinds = {type(a) for a in state.legal_actions()}
    assert kinds == {Deploy, Move, Build, Play, Draw, Recycle, End}


def test_companions_pay_what_the_examples_take_for_granted() -> None:
    """Reconstructed numbers: three Material, two Energy and 4 health for the two companions of either side."""
    for names in GAME.companions:  # type: ignore[attr-defined]
        pair = [COMPANIONS[name] for name in names]
        assert [sum(c.material for c in pair), sum(c.energy for c in pair), sum(c.hq for c in pair)] == [3, 2, 4]
