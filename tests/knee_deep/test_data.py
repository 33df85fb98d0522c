"""Pins of what the rulebook prints: numbers, names and counts that no code needs to cite."""

from __future__ import annotations

import pytest

from hexlib.knee_deep.components import CARDS, DECKS, TERRAIN, UNITS, Unit
from hexlib.knee_deep.options import HAND_LIMIT
from hexlib.knee_deep.state import PHASES

from .helpers import PLAIN, act, legal, on, put

UNIT: dict[str, Unit] = {u.name: u for u in UNITS}


def stats(name: str) -> tuple[int, int, int, int, int]:
    """Material, Energy, combat power, health, movement."""
    u = UNIT[name]
    return u.material, u.energy, u.power, u.health, u.move


# -- the stats table ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("kdh.stats.columns", "kdh.stats.acv", "kdh.stats.tank")
def test_stats_of_acv_and_tank() -> None:
    assert stats("acv") == (1, 0, 1, 1, 3)
    assert stats("tank") == (2, 0, 2, 2, 2)
    assert UNIT["acv"].builds
    assert not UNIT["tank"].builds


@pytest.mark.rule("kdh.stats.palooza", "kdh.stats.extractor")
def test_stats_of_palooza_and_extractor() -> None:
    assert stats("palooza") == (3, 0, 3, 3, 1)
    assert stats("extractor") == (1, 0, 0, 2, 0)


@pytest.mark.rule("kdh.stats.factory", "kdh.stats.turret")
def test_stats_of_factory_and_turret() -> None:
    assert stats("factory") == (1, 0, 0, 2, 0)
    assert stats("turret") == (0, 1, 2, 2, 0)
    assert UNIT["factory"].deploys


@pytest.mark.rule("kdh.unit.acv.cost", "kdh.unit.acv.move", "kdh.unit.acv.cp")
def test_acv_numbers() -> None:
    assert (UNIT["acv"].material, UNIT["acv"].move, UNIT["acv"].power) == (1, 3, 1)


@pytest.mark.rule("kdh.unit.acv.hp", "kdh.unit.acv.only_builder", "kdh.build.ability_default")
def test_only_the_acv_builds() -> None:
    assert UNIT["acv"].health == 1
    assert [u.name for u in UNITS if u.builds] == ["acv"]


@pytest.mark.rule("kdh.unit.tank.cost", "kdh.unit.tank.move")
def test_tank_cost_and_movement() -> None:
    assert (UNIT["tank"].material, UNIT["tank"].move) == (2, 2)


@pytest.mark.rule("kdh.unit.tank.cp", "kdh.unit.tank.hp")
def test_tank_power_and_health() -> None:
    assert (UNIT["tank"].power, UNIT["tank"].health) == (2, 2)


@pytest.mark.rule("kdh.unit.palooza.cost", "kdh.unit.palooza.move")
def test_palooza_cost_and_movement() -> None:
    assert (UNIT["palooza"].material, UNIT["palooza"].move) == (3, 1)


@pytest.mark.rule("kdh.unit.palooza.cp", "kdh.unit.palooza.hp")
def test_the_palooza_is_the_strongest() -> None:
    assert (UNIT["palooza"].power, UNIT["palooza"].health) == (3, 3)
    assert max(UNITS, key=lambda u: u.power).name == "palooza"


@pytest.mark.rule("kdh.unit.factory.cost", "kdh.unit.factory.hp", "kdh.unit.factory.only_deployer")
def test_factory_numbers() -> None:
    assert (UNIT["factory"].material, UNIT["factory"].energy, UNIT["factory"].health) == (1, 0, 2)
    assert [u.name for u in UNITS if u.deploys] == ["factory"]


@pytest.mark.rule("kdh.unit.extractor.cost", "kdh.unit.extractor.hp")
def test_extractor_numbers() -> None:
    assert (UNIT["extractor"].material, UNIT["extractor"].energy, UNIT["extractor"].health) == (1, 0, 2)


@pytest.mark.rule("kdh.unit.turret.cost_energy", "kdh.unit.turret.cp", "kdh.unit.turret.hp")
def test_turret_numbers() -> None:
    assert (UNIT["turret"].material, UNIT["turret"].energy) == (0, 1)
    assert (UNIT["turret"].power, UNIT["turret"].health) == (2, 2)


@pytest.mark.rule("kdh.unit.turret.only_armed_structure")
def test_the_turret_is_the_only_structure_with_combat_points() -> None:
    assert [u.name for u in UNITS if not u.is_vehicle and u.power] == ["turret"]


@pytest.mark.rule("kdh.deploy.vehicle_types", "kdh.build.types")
def test_three_kinds_of_vehicle_and_three_of_structure() -> None:
    assert [u.name for u in UNITS if u.is_vehicle] == ["acv", "tank", "palooza"]
    assert sorted(u.name for u in UNITS if not u.is_vehicle) == ["extractor", "factory", "turret"]


@pytest.mark.rule("kdh.deploy.health_equals_cost", "kdh.damage.reference_hp", "kdh.deploy.stat_cost_unit")
def test_health() -> None:
    """A vehicle costs Material only, and has as much health as it costs; the reference table says the rest."""
    vehicles = [u for u in UNITS if u.is_vehicle]
    assert all(u.energy == 0 and u.health == u.material for u in vehicles)
    assert {u.name: u.health for u in UNITS} == {
        "acv": 1,
        "turret": 2,
        "tank": 2,
        "extractor": 2,
        "palooza": 3,
        "factory": 2,
    }


@pytest.mark.rule("kdh.supply.acvs", "kdh.supply.tanks", "kdh.supply.paloozas")
def test_supply_of_vehicles() -> None:
    assert [UNIT[name].supply for name in ("acv", "tank", "palooza")] == [6, 5, 3]


@pytest.mark.rule("kdh.supply.extractors", "kdh.supply.turrets", "kdh.supply.factories")
def test_supply_of_structures() -> None:
    assert [UNIT[name].supply for name in ("extractor", "turret", "factory")] == [4, 3, 2]


def test_totals_of_a_supply() -> None:
    """Derived from the printed numbers: 23 pieces, 43 health, 25 combat points of vehicles, 31 with turrets."""
    assert sum(u.supply for u in UNITS) == 23
    assert sum(u.supply * u.health for u in UNITS) == 43
    assert sum(u.supply * u.power for u in UNITS if u.is_vehicle) == 25
    assert sum(u.supply * u.power for u in UNITS) == 31


@pytest.mark.rule("kdh.components.acv", "kdh.components.tank", "kdh.components.palooza")
def test_vehicles_in_the_box() -> None:
    assert [2 * UNIT[name].supply for name in ("acv", "tank", "palooza")] == [12, 10, 6]


@pytest.mark.rule("kdh.components.extractor", "kdh.components.factory", "kdh.components.turret")
def test_structures_in_the_box() -> None:
    assert [2 * UNIT[name].supply for name in ("extractor", "factory", "turret")] == [8, 4, 6]


@pytest.mark.rule("kdh.components.terrain_fields")
def test_terrain_tokens_in_the_box() -> None:
    assert sum(t != 0 for t in TERRAIN) <= 56


# -- phases and actions ------------------------------------------------------------------------------------------------


@pytest.mark.rule("kdh.help.overview", "kdh.start.phase_order")
def test_the_phases_in_order() -> None:
    """The five phases, of which the third is a war in its steps with two decisions: cards and damage."""
    assert PHASES == ("mulligan", "power-up", "actions", "war-cards", "damage", "place", "exhaust", "over")


@pytest.mark.rule("kdh.actions.list", "kdh.help.actions_summary")
def test_six_kinds_of_action() -> None:
    state = PLAIN.position(
        put(
            {"acv": "D3.5 D3.6"},
            b={"material": 5, "energy": 5, "hand": ["improvised-turret", "sling"], "draw": ["sling"]},
        )
    )
    words = {str(a).split()[0] for a in state.legal_actions()}
    assert words == {"deploy", "move", "build", "play", "draw", "recycle", "end"}


@pytest.mark.rule("kdh.actions.any_order", "kdh.actions.repeatable", "kdh.actions.unlimited")
def test_actions_in_any_order_and_number() -> None:
    state = PLAIN.position(
        put({"acv": "D3.5 D3.6"}, b={"material": 9, "energy": 9, "hand": ["sling", "sling"], "draw": ["barrier"] * 6})
    )
    act(state, "draw; move D3.6-D3.0; build turret D3.4; recycle sling; deploy acv G2.1; draw; move D3.0-D3.6")
    act(state, "recycle sling; deploy acv G2.6; build turret C2.2; draw; recycle barrier")
    assert state.material == [9 - 5, 0]
    assert state.energy == [9 - 7, 0]
    assert not legal(state, "draw")  # six cards were drawn and the pile is empty; what is left is Material
    assert legal(state, "deploy tank G2.5")


@pytest.mark.rule("kdh.deploy.vehicle_uses", "kdh.deploy.stat_movement", "kdh.deploy.stat_combat")
def test_what_vehicles_are_for() -> None:
    """They move (movement is fields for one Energy), build, and strike with their combat points."""
    state = PLAIN.position(
        put(
            {"acv": "D3.5 D3.6", "palooza": "C2.0"},
            {"extractor": "C2.1"},
            b={"material": 1, "energy": 1},
        )
    )
    act(state, "build factory C2.2; move C2.0-C2.6; end; zone C2-C3-D3; end; war none; war none")
    assert state.game.measure(state, "power") == [5, 0]
    act(state, "damage C2.1")
    assert on(state, "C2.1") == "empty"


@pytest.mark.rule("kdh.build.purposes", "kdh.build.hq_not_structure")
def test_what_structures_are_for() -> None:
    """Extractors earn, factories deploy away from the HQ, turrets fight. The HQ is no kind of structure."""
    state = PLAIN.position(
        put(
            {"extractor": "D3.0", "factory": "D3.3", "turret": "D2.0"},
            {"acv": "D2.1"},
            phase="power-up",
            marker="D2-D3-E2",
            terrain_fields={"D3.1": "material"},
        )
    )
    assert state.material[0] == 3 + 1
    assert legal(state, "deploy acv D3.4")
    assert state.game.measure(state, "power") == [2, 1]
    assert "hq" not in {u.name for u in UNITS}


@pytest.mark.rule("kdh.move.duplicate_deploy_sentence", "kdh.move.example_acv")
def test_moving_takes_energy_only() -> None:
    """An ACV goes up to three fields for one Energy, and no Material."""
    state = PLAIN.position(put({"acv": "D3.0"}, b={"material": 0, "energy": 1}))
    assert legal(state, "move D3.0-D4.6")
    act(state, "move D3.0-D4.6")
    assert (state.material[0], state.energy[0]) == (0, 0)


@pytest.mark.rule("kdh.move.repeated_resource_note")
def test_the_repeated_note_on_resources_says_the_same() -> None:
    """Two own extractors at one field earn once, an enemy's beside it changes nothing."""
    state = PLAIN.position(
        put(
            {"extractor": "D3.0 D3.2"},
            {"extractor": "D4.4"},
            terrain_fields={"D3.1": "material"},
        )
    )
    assert state.game.measure(state, "income") == ["4/2", "4/2"]


# -- cards -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("kdh.cards.two_types", "kdh.cards.action_identification", "kdh.warcard.identification")
def test_two_types_of_card() -> None:
    war = {name for name, card in CARDS.items() if card.is_war}
    assert war >= {"sling", "barrier", "skirmish", "war-bots", "tank-column"}
    assert set(CARDS) - war >= {"improvised-turret", "improvised-extractor", "improvised-factory", "carry-all"}
    assert len(war) == 3 + 16  # three neutral names, two for each companion
    assert len(set(CARDS) - war) == 3 + 16


@pytest.mark.rule("kdh.cards.anatomy", "kdh.cards.no_cost_free")
def test_what_a_card_shows() -> None:
    """Type, cost in Material and text; War cards have no cost (K52). An Action card without a cost is free."""
    for card in CARDS.values():
        assert card.title
        assert card.text
        assert card.material == 0 or not card.is_war
    free = {c.name for c in CARDS.values() if not c.is_war and not c.material}
    assert free == {"supply-pods", "deep-drilling", "field-landing", "field-repairs"}
    state = PLAIN.position(put(b={"hand": ["supply-pods", "carry-all"]}))
    assert legal(state, "play supply-pods")
    assert not any(str(a).startswith("play carry-all") for a in state.legal_actions())


@pytest.mark.rule("kdh.card.carry_all.cost", "kdh.card.carry_all.effect")
def test_carry_all() -> None:
    card = CARDS["carry-all"]
    assert (card.is_war, card.material, card.relocate, card.place) == (False, 2, "vehicle", "")


@pytest.mark.rule("kdh.card.improvised_turret.cost", "kdh.card.improvised_turret.effect")
def test_improvised_turret() -> None:
    card = CARDS["improvised-turret"]
    assert (card.is_war, card.material, card.place) == (False, 1, "turret")


@pytest.mark.rule("kdh.card.war_bots.effect", "kdh.example.neutral_plus_three", "kdh.warcard.three_tanks_example")
def test_printed_war_cards() -> None:
    assert CARDS["war-bots"].power == 2
    assert CARDS["war-bots"].formation == ""
    assert (CARDS["sling"].power, CARDS["sling"].formation) == (3, "sling")
    assert CARDS["tank-column"].vehicles == (("tank", 3),)


@pytest.mark.rule("kdh.casual.sling_count", "kdh.casual.barrier_count", "kdh.casual.skirmish_count")
def test_neutral_war_cards_in_a_deck() -> None:
    assert [CARDS[name].copies for name in ("sling", "barrier", "skirmish")] == [2, 2, 2]


@pytest.mark.rule("kdh.casual.improvised_turret_count", "kdh.casual.improvised_extractor_count")
def test_improvised_cards_in_a_deck() -> None:
    assert [CARDS[f"improvised-{name}"].copies for name in ("turret", "extractor", "factory")] == [1, 1, 1]


@pytest.mark.rule("kdh.casual.six_war", "kdh.casual.three_action", "kdh.casual.nine_neutral")
def test_nine_neutral_cards() -> None:
    neutral = [card for card in CARDS.values() if card.owner == "neutral"]
    assert sum(c.copies for c in neutral if c.is_war) == 6
    assert sum(c.copies for c in neutral if not c.is_war) == 3
    assert DECKS["printed"]["sling"] == 2


@pytest.mark.rule("kdh.powerup.hand_limit_six")
def test_the_hand_limit() -> None:
    assert HAND_LIMIT == 6


# -- the numbers of the worked example ---------------------------------------------------------------------------------


@pytest.mark.rule("kdh.example.extractor_stats", "kdh.example.need_four", "kdh.example.surplus_one_useless")
def test_numbers_of_the_two_extractors() -> None:
    extractor = UNIT["extractor"]
    assert (extractor.power, extractor.health) == (0, 2)
    assert 2 * extractor.health == 4  # the surplus that destroys both
    assert min(UNIT[name].health for name in ("extractor", "tank", "turret")) > 1  # what a surplus of 1 would hit


@pytest.mark.rule("kdh.powerup.two_resources")
def test_two_resources() -> None:
    state = PLAIN.position(put(phase="power-up"))
    assert [k for k in state.view(None).facts() if k in ("material", "energy")] == ["material", "energy"]
    assert (state.material[0], state.energy[0]) == (3, 2)
