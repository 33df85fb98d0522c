"""Power Up and the six kinds of action: what each costs, where it is possible, and what it changes."""

from __future__ import annotations

from typing import Any

import pytest

from .helpers import PLAIN, act, event, facts, kinds, legal, on, put, why

ONE = {"energy": 1}


def power_up(pieces: dict[str, str] | None, enemy: dict[str, str] | None = None, **more: Any) -> tuple[int, int]:
    """Bukseon's Material and Energy after Power Up; the companions alone bring 3 and 2."""
    state = PLAIN.position(put(pieces, enemy, phase="power-up", **more))
    return state.material[0], state.energy[0]


BOTH = {"D3.1": "material", "D3.4": "energy"}


@pytest.mark.rule("kdh.powerup.companion_income", "kdh.powerup.track")
def test_companions_pay() -> None:
    assert power_up(None) == (3, 2)
    state = PLAIN.position(put(phase="power-up", g={"material": 1}))
    assert (state.material, state.energy) == ([3, 1], [2, 0])  # the opponent's trackers stay put


@pytest.mark.rule("kdh.powerup.extractor_income", "kdh.powerup.extractor_example", "kdh.unit.extractor.function")
def test_an_extractor_pays_for_each_field_beside_it() -> None:
    assert power_up({"extractor": "D3.0"}, terrain_fields=BOTH) == (4, 3)
    assert power_up({"extractor": "D3.0"}) == (3, 2)
    assert power_up({"factory": "D3.0"}, terrain_fields=BOTH) == (3, 2)
    assert power_up({"extractor": "D3.2"}, terrain_fields={"D3.5": "material"}) == (3, 2)  # not beside it
    state = PLAIN.position(put({"extractor": "D3.0"}, phase="power-up", terrain_fields=BOTH))
    for _ in range(3):  # every round as long as it stands
        act(state, "end; end; end; end")
        assert (state.material[0], state.energy[0]) == (4, 3)


@pytest.mark.rule("kdh.powerup.field_counted_once", "kdh.powerup.field_counted_again_next_turn")
def test_a_field_pays_a_player_once_a_turn() -> None:
    state = PLAIN.position(put({"extractor": "D3.0 D3.2 D4.4"}, phase="power-up", terrain_fields={"D3.1": "material"}))
    assert state.material[0] == 4
    act(state, "end; end; end; end")
    assert state.material[0] == 4


@pytest.mark.rule("kdh.powerup.enemy_extractor_ignored")
def test_enemy_extractors_are_ignored() -> None:
    shared = {"terrain_fields": {"D3.1": "material"}}
    assert power_up(None, {"extractor": "D3.0"}, **shared) == (3, 2)
    assert power_up({"extractor": "D3.2"}, {"extractor": "D3.0"}, **shared) == (4, 2)
    state = PLAIN.position(put({"extractor": "D3.2"}, {"extractor": "D3.0"}, phase="power-up", **shared))
    act(state, "end; end")
    assert state.material[1] == 4  # the field pays its other neighbour as well


@pytest.mark.rule("kdh.powerup.draw_one")
def test_one_card_is_drawn_from_the_top() -> None:
    state = PLAIN.position(put(phase="power-up", b={"hand": ["sling"], "draw": ["war-bots", "barrier"]}))
    assert state.hand[0] == ("sling", "war-bots")
    assert state.draw[0] == ("barrier",)
    assert (state.material[0], state.energy[0]) == (3, 2)  # free of charge


# -- deploy ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("kdh.deploy.pay_first", "kdh.deploy.from_supply")
def test_deploying_pays_and_takes_from_the_supply() -> None:
    state = PLAIN.position(put(b={"material": 6}))
    for unit, left, supply in (("acv", 5, 5), ("tank", 3, 4), ("palooza", 0, 2)):
        field = {"acv": "G2.1", "tank": "G2.4", "palooza": "G2.5"}[unit]
        act(state, f"deploy {unit} {field}")
        assert state.material[0] == left
        assert PLAIN.measure(state, "supply")[unit] == f"{supply}/{ {'acv': 6, 'tank': 5, 'palooza': 3}[unit] }"
        assert on(state, field) == f"Bukseon {unit}"
    assert not legal(state, "deploy acv G2.6")


@pytest.mark.rule("kdh.deploy.adjacent_own_source", "kdh.deploy.no_terrain", "kdh.deploy.no_units")
def test_where_a_vehicle_may_be_deployed() -> None:
    """By hand: the neighbours of G2.0, G2.2 and G2.3, without themselves; and those of an own factory."""
    state = PLAIN.position(
        put(
            {"factory": "D3.0", "acv": "D3.1"},
            {"factory": "B2.0", "tank": "D3.2"},
            b={"material": 1},
            terrain_fields={"D3.3": "mountain", "D3.4": "energy", "G2.5": "material"},
        )
    )
    fields = {str(a).split()[2] for a in state.legal_actions() if str(a).startswith("deploy acv")}
    beside_hq = {"G2.1", "G2.4", "G2.6", "G3.4"}
    assert fields == {"D3.5", "D3.6"} | beside_hq


# -- move --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("kdh.move.up_to_movement", "kdh.move.one_energy_each")
@pytest.mark.parametrize(("unit", "most"), [("acv", 3), ("tank", 2), ("palooza", 1)])
def test_a_vehicle_moves_up_to_its_movement_for_one_energy(unit: str, most: int) -> None:
    line = ["D3.1", "D4.5", "D4.6", "C4.3"]
    for steps, target in enumerate(line, 1):
        state = PLAIN.position(put({unit: "D3.0"}, b=ONE))
        assert legal(state, f"move D3.0-{target}") == (steps <= most)
        if steps <= most:
            act(state, f"move D3.0-{target}")
            assert state.energy[0] == 0
            assert (on(state, "D3.0"), on(state, target)) == ("empty", f"Bukseon {unit}")


@pytest.mark.rule("kdh.move.no_mountain", "kdh.move.no_resource")
def test_terrain_is_neither_crossed_nor_entered() -> None:
    for kind in ("mountain", "material", "energy"):
        state = PLAIN.position(put({"tank": "D3.0"}, b=ONE, terrain_fields={"D3.1": kind}))
        assert not legal(state, "move D3.0-D3.1")
        assert not legal(state, "move D3.0-D4.5")
        assert legal(state, "move D3.0-C3.3")  # round it


@pytest.mark.rule("kdh.move.no_enemy_units", "kdh.move.no_hq")
def test_enemies_and_hqs_are_neither_crossed_nor_entered() -> None:
    for unit in ("acv", "extractor"):
        state = PLAIN.position(put({"tank": "D3.0"}, {unit: "D3.1"}, b=ONE))
        assert not legal(state, "move D3.0-D3.1")
        assert not legal(state, "move D3.0-D4.5")
    for tank, over, behind in (("G2.1", "G2.0", "G2.4"), ("A3.1", "A3.0", "A3.4")):  # the own and the enemy's
        state = PLAIN.position(put({"tank": tank}, b=ONE))
        assert not legal(state, f"move {tank}-{over}")
        assert not legal(state, f"move {tank}-{behind}")


@pytest.mark.rule("kdh.move.pass_through_friendly", "kdh.move.end_on_empty", "kdh.move.one_unit_per_field")
def test_friends_are_passed_but_not_joined() -> None:
    for unit in ("acv", "turret"):
        state = PLAIN.position(put({"tank": "D3.0", unit: "D3.1"}, b=ONE))
        assert legal(state, "move D3.0-D4.5")
        assert not legal(state, "move D3.0-D3.1")
        events = act(state, "move D3.0-D4.5")
        assert event(events, "move")["path"] == ("D3.0", "D3.1", "D4.5")
        assert "kdh.move.pass_through_friendly" in event(events, "move").rules


@pytest.mark.rule("kdh.move.no_stacking", "kdh.move.no_multiple_in_single_action", "kdh.move.finish_before_next")
def test_two_energy_are_two_movements_each_ending_on_an_empty_field() -> None:
    state = PLAIN.position(put({"palooza": "D3.0"}, b={"energy": 2}))
    assert not legal(state, "move D3.0-D4.5")
    act(state, "move D3.0-D3.1; move D3.1-D4.5")
    assert state.energy[0] == 0
    walls = dict.fromkeys(("D3.5", "D3.6", "D3.2", "D3.3", "D3.4"), "mountain")
    state = PLAIN.position(put({"palooza": "D3.0", "acv": "D3.1"}, b={"energy": 2}, terrain_fields=walls))
    assert not [a for a in state.legal_actions() if str(a).startswith("move D3.0")]  # no stop, no way past


@pytest.mark.rule("kdh.move.repeat_allowed", "kdh.move.repeat_pays_again", "kdh.move.multiple_energy_same_vehicle")
def test_the_same_vehicle_again_and_again() -> None:
    state = PLAIN.position(put({"acv": "D3.0"}, b={"energy": 3}))
    for left, way in ((2, "D3.0-D4.6"), (1, "D4.6-D3.1"), (0, "D3.1-D3.0")):
        act(state, f"move {way}")
        assert state.energy[0] == left
    assert why(state, "move D3.0-D3.1") == ("kdh.move.one_energy_each",)


# -- build -------------------------------------------------------------------------------------------------------------

PAIR = {"acv": "D3.1 D3.4"}


@pytest.mark.rule("kdh.build.pay_first", "kdh.build.from_supply", "kdh.build.builders_remain")
def test_building_pays_takes_from_the_supply_and_leaves_the_builders() -> None:
    for unit, material, energy, total in (("extractor", 0, 1, 4), ("factory", 0, 1, 2), ("turret", 1, 0, 3)):
        state = PLAIN.position(put(PAIR, b={"material": 1, "energy": 1}))
        act(state, f"build {unit} D3.0")
        assert (state.material[0], state.energy[0]) == (material, energy)
        assert PLAIN.measure(state, "supply")[unit] == f"{total - 1}/{total}"
        assert [on(state, f) for f in ("D3.0", "D3.1", "D3.4")] == [f"Bukseon {unit}", "Bukseon acv", "Bukseon acv"]
    state = PLAIN.position(put(PAIR, b={"material": 1, "energy": 1}))
    act(state, "build factory D3.0; move D3.1-D3.2")  # and they may still move


@pytest.mark.rule("kdh.build.two_builders", "kdh.build.on_empty_field")
def test_where_a_structure_may_be_built() -> None:
    """D3.1 and D3.5 have two neighbours in common; a tank, an enemy ACV or a single ACV are not enough."""
    state = PLAIN.position(put({"acv": "D3.1 D3.5", "tank": "D2.0"}, {"acv": "D4.0"}, b={"material": 1}))
    fields = {str(a).split()[2] for a in state.legal_actions() if str(a).startswith("build factory")}
    assert fields == {"D3.0", "D3.6"}
    for data in (
        put({"acv": "D3.1 D3.5", "tank": "D3.0"}, b=ONE),
        put({"acv": "D3.1 D3.5"}, {"acv": "D3.0"}, b=ONE),
    ):
        assert not legal(PLAIN.position(data), "build turret D3.0")


# -- cards -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("kdh.cards.pay_material", "kdh.cards.resolve_text", "kdh.cards.any_number")
def test_action_cards_are_paid_resolved_and_put_away() -> None:
    hand = ["carry-all", "improvised-turret", "improvised-factory", "improvised-extractor"]
    state = PLAIN.position(put({"tank": "A1.0"}, b={"material": 5, "hand": hand}))
    act(state, "play carry-all A1.0-D3.0; play improvised-turret D3.1")
    act(state, "play improvised-factory D3.2; play improvised-extractor D3.3")
    assert state.material[0] == 0
    assert state.energy[0] == 0
    assert [on(state, f"D3.{k}").split()[1] for k in range(4)] == ["tank", "turret", "factory", "extractor"]
    assert on(state, "A1.0") == "empty"
    assert state.hand[0] == ()
    assert state.discard[0] == ("carry-all", "improvised-turret", "improvised-factory", "improvised-extractor")


@pytest.mark.rule(
    "kdh.cards.war_only_in_battle", "kdh.cards.action_only_own_action_phase", "kdh.cards.no_action_in_war"
)
def test_when_cards_are_played() -> None:
    hand = {"material": 2, "hand": ["war-bots", "carry-all"]}
    state = PLAIN.position(put({"tank": "D3.0"}, {"acv": "D2.0"}, b=hand, marker="C2-D2-D3"))
    assert not legal(state, "war war-bots")
    assert not legal(state, "play war-bots")
    assert legal(state, "play carry-all D3.0-A1.0")
    act(state, "end; war none")
    assert legal(state, "war war-bots")
    assert not legal(state, "play carry-all D3.0-A1.0")
    act(state, "war none; damage none")
    assert not legal(state, "play carry-all D3.0-A1.0")
    assert not legal(state, "war war-bots")


@pytest.mark.rule("kdh.cards.conditions_must_hold", "kdh.warcard.conditions")
def test_a_card_whose_condition_fails_cannot_be_played() -> None:
    state = PLAIN.position(put(b={"material": 2, "hand": ["carry-all", "improvised-turret"]}))
    assert not [a for a in state.legal_actions() if str(a).startswith("play")]
    war = put({"tank": "D3.0 D3.1"}, {"acv": "D2.0"}, b={"hand": ["sling", "tank-column"]}, active="Gondwana")
    state = PLAIN.position({**war, "marker": "C2-D2-D3"})
    act(state, "end")
    assert [str(a) for a in state.legal_actions()] == ["war none"]


@pytest.mark.rule("kdh.drawaction.cost")
def test_a_card_for_one_material() -> None:
    state = PLAIN.position(put(b={"material": 2, "draw": ["war-bots", "sling"]}))
    act(state, "draw")
    assert (state.material[0], state.hand[0], state.draw[0]) == (1, ("war-bots",), ("sling",))
    act(state, "draw")
    assert not legal(state, "draw")


@pytest.mark.rule("kdh.recycle.cost", "kdh.recycle.discard_before_draw", "kdh.recycle.repeatable")
def test_recycling() -> None:
    state = PLAIN.position(put(b={"energy": 2, "hand": ["sling"], "draw": ["barrier", "war-bots"]}))
    assert not legal(state, "recycle barrier")  # the card to come cannot be the one to go
    act(state, "recycle sling")
    assert (state.energy[0], state.hand[0], state.discard[0]) == (1, ("barrier",), ("sling",))
    act(state, "recycle barrier")
    assert (state.energy[0], state.hand[0], state.discard[0]) == (0, ("war-bots",), ("sling", "barrier"))


@pytest.mark.rule("kdh.recycle.needs_card", "kdh.recycle.limit_suspended")
def test_recycling_needs_a_card_and_no_room() -> None:
    state = PLAIN.position(put(b={"energy": 1, "draw": ["barrier"]}))
    assert not [a for a in state.legal_actions() if str(a).startswith("recycle")]
    state = PLAIN.position(put(b={"energy": 1, "hand": ["sling"] * 8, "draw": ["barrier"]}))
    act(state, "recycle sling")
    assert len(state.hand[0]) == 8


@pytest.mark.rule("kdh.cards.no_reshuffle")
def test_an_empty_pile_stays_empty() -> None:
    state = PLAIN.position(put(phase="power-up", b={"hand": ["sling"], "discard": ["barrier"] * 3}))
    assert (state.hand[0], state.draw[0], state.discard[0]) == (("sling",), (), ("barrier",) * 3)
    assert not legal(state, "draw")
    assert not legal(state, "recycle sling")
    assert facts(state)["phase"] == "actions"
    assert kinds(act(state, "end; end")).count("draw.none") == 1  # Gondwana has no pile either
