"""The worked example of the rulebook, on the fixed map, sentence by sentence."""

from __future__ import annotations

import pytest

from hexlib.knee_deep.state import KneeDeepState

from .helpers import PLAIN, act, event, facts, legal, on, why

START = {
    "round": 5,
    "active": "Bukseon",
    "phase": "power-up",
    "pieces": {
        "Bukseon": {"acv": ["E1.1"], "palooza": ["E2.6"]},
        "Gondwana": {"extractor": ["C2.4", "C1.5"], "tank": ["B2.6", "A4.5"]},
    },
    "Bukseon": {"hand": ["sling"]},
    "Gondwana": {"hand": ["carry-all", "improvised-turret", "war-bots"]},
}
ATTACK = "move E1.1-D2.5; move E2.6-D2.2; end; zone C1-C2-D2"
ANSWER = "move B2.6-B3.4; move B3.4-C2.6; play carry-all A4.5-C2.0; play improvised-turret C2.2"


def after(script: str = "") -> KneeDeepState:
    state = PLAIN.position(START)
    act(state, script)
    return state


def power(state: KneeDeepState) -> list[int]:
    return list(PLAIN.measure(state, "power"))


@pytest.mark.rule("kdh.example.plan", "kdh.example.four_nil", "kdh.example.declare")
def test_bukseon_declares() -> None:
    """The extractors bring Gondwana 1 Material and 1 Energy; ACV and Palooza make 4-0."""
    state = after()
    assert PLAIN.measure(state, "income") == ["3/2", "4/3"]
    act(state, "move E1.1-D2.5; move E2.6-D2.2; end")
    assert facts(state)["phase"] == "place"
    act(state, "zone C1-C2-D2")
    assert facts(state)["marker"] == "C1-C2-D2 Bukseon"
    assert power(state) == [4, 0]


@pytest.mark.rule("kdh.example.resolve_time", "kdh.example.tank_two_energy")
def test_a_tank_comes_for_two_energy() -> None:
    state = after(ATTACK)
    assert (facts(state)["phase"], facts(state)["player"]) == ("actions", "Gondwana")
    assert (state.material[1], state.energy[1]) == (4, 3)
    assert "kdh.move.up_to_movement" in why(state, "move B2.6-C2.6")  # one action is not enough
    act(state, "move B2.6-B3.4; move B3.4-C2.6")
    assert state.energy[1] == 3 - 2
    assert power(state) == [4, 2]


@pytest.mark.rule("kdh.example.carry_all_four_four", "kdh.card.carry_all.cost", "kdh.card.carry_all.effect")
def test_carry_all_brings_a_second_tank() -> None:
    state = after(f"{ATTACK}; move B2.6-B3.4; move B3.4-C2.6")
    act(state, "play carry-all A4.5-C2.0")
    assert state.material[1] == 4 - 2
    assert state.energy[1] == 1  # no Energy, however far
    assert power(state) == [4, 4]


@pytest.mark.rule("kdh.example.four_six", "kdh.card.improvised_turret.cost", "kdh.card.improvised_turret.effect")
def test_a_turret_beside_one_tank() -> None:
    state = after(f"{ATTACK}; {ANSWER}")
    assert state.material[1] == 1
    assert state.energy[1] == 1
    assert on(state, "C2.2") == "Gondwana turret"
    assert power(state) == [4, 6]


@pytest.mark.rule("kdh.example.war_after_actions", "kdh.example.two_points_spent", "kdh.example.extractors_survive")
def test_without_war_cards() -> None:
    state = after(f"{ATTACK}; {ANSWER}")
    assert facts(state)["phase"] == "actions"
    act(state, "end")
    assert (facts(state)["phase"], facts(state)["active"], facts(state)["player"]) == (
        "war-cards",
        "Gondwana",
        "Bukseon",
    )
    events = act(state, "war none; war none")
    assert event(events, "war.result")["surplus"] == 2
    assert {str(a) for a in state.legal_actions()} == {"damage none", "damage D2.5"}  # the Palooza has three health
    events = act(state, "damage D2.5")
    assert event(events, "damage.lost")["points"] == 1
    assert [on(state, f) for f in ("C2.4", "C1.5", "D2.2", "D2.5")] == [
        "Gondwana extractor",
        "Gondwana extractor",
        "Bukseon palooza",
        "empty",
    ]


@pytest.mark.rule("kdh.example.seven_six", "kdh.example.neutral_plus_three", "kdh.example.surplus_one_useless")
def test_with_the_sling_alone() -> None:
    state = after(f"{ATTACK}; {ANSWER}; end; war sling")
    assert state.view(0).power == (7, 6)
    assert state.view(1).power == (4, 6)
    events = act(state, "war none")
    assert event(events, "war.power")["power"] == (7, 6)
    assert (facts(state)["player"], state.surplus) == ("Bukseon", 1)
    assert [str(a) for a in state.legal_actions()] == ["damage none"]
    act(state, "damage none")
    assert facts(state)["scrapyard"] == [0, 0]


@pytest.mark.rule("kdh.example.seven_eight", "kdh.example.acv_scrapped", "kdh.card.war_bots.effect")
def test_with_sling_and_war_bots() -> None:
    state = after(f"{ATTACK}; {ANSWER}; end; war sling")
    events = act(state, "war war-bots")
    assert event(events, "war.card.attacker")["power"] == 3
    assert event(events, "war.card.defender")["power"] == 2
    assert event(events, "war.power")["power"] == (7, 8)
    assert (facts(state)["player"], state.surplus) == ("Gondwana", 1)
    assert not legal(state, "damage D2.2")
    act(state, "damage D2.5")
    assert facts(state)["scrapyard"] == [1, 0]
    assert on(state, "D2.2") == "Bukseon palooza"
    assert facts(state)["phase"] == "place"
    act(state, "end")
    assert on(state, "D2.5") == "empty"
    assert state.supply[0] == 5  # it does not come back
