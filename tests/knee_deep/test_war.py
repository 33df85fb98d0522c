"""The war: where it is fought, what counts, who is hit, and how the game ends."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from hexlib.knee_deep import war
from hexlib.knee_deep.actions import HQ, Damage
from hexlib.knee_deep.board import FIELDS, HEXES, POINTS, ZONE_MASK, parse_field
from hexlib.knee_deep.state import KneeDeepState

from .helpers import BUKSEON, GONDWANA, PLAIN, act, event, facts, game, kinds, legal, on, put, why

ALL = (1 << 217) - 1
ZONE = "C2-D2-D3"


def at(state: KneeDeepState, q: int, r: int) -> str:
    """The name of the field at those coordinates (the middle of the board is 0, 0)."""
    return FIELDS[HEXES.index((q, r))]


def battle(
    bukseon: dict[str, str] | None,
    gondwana: dict[str, str] | None,
    b: tuple[str, ...] = (),
    g: tuple[str, ...] = (),
    zone: str = ZONE,
    **more: Any,
) -> KneeDeepState:
    """Gondwana has finished acting; Bukseon's marker is resolved."""
    data = put(bukseon, gondwana, b={"hand": list(b)}, g={"hand": list(g)}, active="Gondwana", marker=zone, **more)
    state = PLAIN.position(data)
    act(state, "end")
    return state


def formation(
    kind: str, fields: list[str], units: str = "tank", zone: int = ALL, made: Any = PLAIN, **more: Any
) -> bool:
    """Whether vehicles on those fields stand in the formation."""
    state = made.position(put({units: " ".join(fields)}, **more))
    found = war.formation(state, BUKSEON, kind, zone)
    assert set(found) <= {parse_field(f) for f in fields}
    return bool(found)


# -- formations --------------------------------------------------------------------------------------------------------

AXES = ((1, 0), (0, 1), (-1, 1))


@pytest.mark.rule("kdh.card.sling.formation")
def test_sling_in_all_six_directions_and_nowhere_else() -> None:
    """Every second field within three steps: only the six that lie two steps straight away make a Sling."""
    state = PLAIN.position(put())
    right = {(2, 0), (0, 2), (-2, 2), (-2, 0), (0, -2), (2, -2)}
    for q in range(-3, 4):
        for r in range(-3, 4):
            if (q, r) != (0, 0) and (q, r) in HEXES:
                assert formation("sling", ["D3.0", at(state, q, r)]) == ((q, r) in right), (q, r)


@pytest.mark.rule("kdh.card.barrier.formation")
def test_barrier_on_three_axes_and_without_gaps() -> None:
    state = PLAIN.position(put())
    for q, r in AXES:
        line = [at(state, q * n, r * n) for n in (-2, -1, 0, 1, 2)]
        for trio in combinations(range(5), 3):
            consecutive = trio[2] - trio[0] == 2
            assert formation("barrier", [line[n] for n in trio]) == consecutive
        assert not formation("barrier", line[:2])
    assert not formation("barrier", ["D3.0", "D3.1", "D3.2"])  # a triangle
    assert not formation("barrier", ["D3.4", "D3.0", "D3.2"])  # a bend


@pytest.mark.rule("kdh.card.skirmish.formation")
def test_skirmish_is_three_that_touch() -> None:
    for k in range(1, 7):
        assert formation("skirmish", ["D3.0", f"D3.{k}", f"D3.{k % 6 + 1}"])
        assert not formation("skirmish", ["D3.0", f"D3.{k}", f"D3.{(k + 1) % 6 + 1}"])  # a bend
        assert not formation("skirmish", ["D3.0", f"D3.{k}", f"D3.{(k + 2) % 6 + 1}"])  # a line
    assert not formation("skirmish", ["D3.1", "D3.3", "D3.5"])  # each two steps from the others


def test_formations_on_the_rim() -> None:
    """On the rim and across sectors: the board's edge takes nothing away but fields."""
    assert formation("sling", ["A1.4", "A1.1"])
    assert formation("barrier", ["A1.4", "A1.0", "A1.1"])
    assert formation("barrier", ["A1.0", "A1.1", "A2.4"]) is False
    assert formation("skirmish", ["A1.4", "A1.5", "A1.0"])
    assert formation("sling", ["B5.6", "C4.1"]) is False


def test_more_vehicles_do_not_hide_a_formation() -> None:
    crowd = ["D3.0", "D2.0", "C2.0", "D3.4", "D3.1"]
    assert formation("sling", crowd)
    assert formation("barrier", crowd)
    assert not formation("skirmish", crowd)


@pytest.mark.rule("kdh.formation.bonus_condition")
def test_only_vehicles_in_the_zone_count() -> None:
    """A Barrier with one tank outside the zone is none (D3.1 and D4.5 are neighbours across its border)."""
    zone = ZONE_MASK[POINTS.index(ZONE)]
    assert formation("barrier", ["D3.4", "D3.0", "D3.1"], zone=zone)
    assert not formation("barrier", ["D3.0", "D3.1", "D4.5"], zone=zone)
    assert formation("barrier", ["D3.0", "D3.1", "D4.5"])


@pytest.mark.rule("kdh.card.sling.gap_content")
@pytest.mark.parametrize(
    "more",
    [
        {},
        {"terrain_fields": {"D3.0": "mountain"}},
        {"terrain_fields": {"D3.0": "material"}},
        {"terrain_fields": {"D3.0": "energy"}},
        {"gondwana": {"palooza": "D3.0"}},
        {"gondwana": {"factory": "D3.0"}},
    ],
)
def test_anything_may_lie_in_the_middle_of_a_sling(more: dict[str, Any]) -> None:
    enemy = more.pop("gondwana", {}) if more else {}
    state = PLAIN.position(put({"tank": "D3.4 D3.1"}, enemy or None, **more))
    assert war.formation(state, BUKSEON, "sling", ALL)


def test_an_own_piece_may_lie_in_the_middle_of_a_sling() -> None:
    for unit in ("acv", "turret"):
        state = PLAIN.position(put({"tank": "D3.4 D3.1", unit: "D3.0"}))
        assert war.formation(state, BUKSEON, "sling", ALL) == (parse_field("D3.1"), parse_field("D3.4"))


@pytest.mark.rule("kdh.warcard.structures_not_formation")
def test_structures_are_no_members() -> None:
    for kind, vehicles, structure in (
        ("sling", "D3.4", "D3.1"),
        ("barrier", "D3.4 D3.1", "D3.0"),
        ("skirmish", "D3.0 D3.1", "D3.2"),
    ):
        state = PLAIN.position(put({"tank": vehicles, "turret": structure}))
        assert not war.formation(state, BUKSEON, kind, ALL)
        assert war.formation_with_structures(state, BUKSEON, kind, ALL)


def test_enemy_vehicles_are_no_members() -> None:
    state = PLAIN.position(put({"tank": "D3.4"}, {"tank": "D3.1"}))
    assert not war.formation(state, BUKSEON, "sling", ALL)
    assert not war.formation(state, GONDWANA, "sling", ALL)


# -- whether there is a war --------------------------------------------------------------------------------------------


@pytest.mark.rule("kdh.war.condition_units", "kdh.war.no_war", "kdh.war.no_war_marker_returned")
@pytest.mark.parametrize(
    ("bukseon", "gondwana", "happens"),
    [
        ({"acv": "D3.0"}, {"acv": "D2.0"}, True),
        ({"extractor": "D3.0"}, {"extractor": "D2.0"}, True),  # 0-0: a war all the same
        ({"acv": "D3.0"}, None, False),
        (None, {"acv": "D3.0"}, False),
        (None, None, False),
        ({"acv": "D4.5"}, {"acv": "D2.0"}, False),  # next to the zone is not inside
    ],
)
def test_a_war_needs_pieces_of_both(bukseon: Any, gondwana: Any, happens: bool) -> None:
    data = put(bukseon, gondwana, active="Gondwana", marker=ZONE)
    state = PLAIN.position(data)
    events = act(state, "end")
    assert facts(state)["phase"] == ("war-cards" if happens else "place")
    assert facts(state)["marker"] == (f"{ZONE} Bukseon" if happens else "none")
    assert ("marker.return" in kinds(events)) != happens


@pytest.mark.rule("kdh.war.condition_hq")
def test_an_hq_counts_as_presence() -> None:
    """Either side's HQ with a piece of the other (K63); an HQ alone is no war."""
    for bukseon, gondwana, zone, happens in (
        ({"acv": "A3.1"}, None, "A3-A4-B4", True),
        (None, {"acv": "G2.1"}, "F2-G1-G2", True),
        (None, None, "A3-A4-B4", False),
        (None, {"acv": "A3.1"}, "A3-A4-B4", False),
    ):
        state = battle(bukseon, gondwana, zone=zone)
        assert (facts(state)["phase"] == "war-cards") == happens


@pytest.mark.rule("kdh.war.delayed", "kdh.war.when", "kdh.war.opponent_may_react")
def test_the_war_waits_for_the_end_of_the_opponents_turn() -> None:
    state = PLAIN.position(put({"acv": "D3.0"}, {"acv": "D2.0"}))
    events = act(state, "end; zone C2-D2-D3")
    assert "war" not in kinds(events)
    assert (facts(state)["phase"], facts(state)["player"]) == ("actions", "Gondwana")
    act(state, "move D2.0-C1.0")  # it reacts: the ACV leaves the zone
    assert "war.none" in kinds(act(state, "end"))


@pytest.mark.rule("kdh.war.enemy_first", "kdh.war.declare_end_of_turn", "kdh.place.optional")
def test_the_own_marker_comes_after_the_enemys() -> None:
    state = battle({"acv": "D3.0"}, {"acv": "D2.0"})
    assert why(state, "zone A1-A2-B2") == ("kdh.war.enemy_first",)
    act(state, "war none; war none")
    assert facts(state)["phase"] == "place"
    assert facts(state)["marker"] == "none"
    assert legal(state, "zone A1-A2-B2")
    assert legal(state, "end")
    act(state, "zone A1-A2-B2")
    assert facts(state)["marker"] == "A1-A2-B2 Gondwana"
    assert facts(state)["active"] == "Bukseon"


# -- the five steps ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("kdh.war.five_steps", "kdh.warcard.attacker_first", "kdh.reveal.defender_resolves_first")
def test_the_steps_in_order() -> None:
    state = battle({"acv": "D3.5", "palooza": "D3.1"}, {"tank": "D2.0"}, b=("war-bots",), g=("war-bots",))
    assert facts(state)["player"] == "Bukseon"  # the attacker owns the marker, though it is Gondwana's turn
    assert facts(state)["active"] == "Gondwana"
    act(state, "war war-bots")
    assert facts(state)["player"] == "Gondwana"
    events = act(state, "war war-bots")
    assert [k for k in kinds(events) if k.startswith("war.")] == [
        "war.lay",
        "war.lay.card",
        "war.reveal",
        "war.card.defender",
        "war.card.attacker",
        "war.power",
        "war.result",
    ]
    assert facts(state)["player"] == "Bukseon"
    assert kinds(act(state, "damage D2.0")) == ["damage", "marker.return"]


@pytest.mark.rule("kdh.warcard.one_each", "kdh.warcard.defender_response", "kdh.reveal.both")
@pytest.mark.parametrize(
    ("script", "power"),
    [
        ("war none; war none", (3, 2)),
        ("war war-bots; war none", (5, 2)),
        ("war none; war war-bots", (3, 4)),
        ("war war-bots; war war-bots", (5, 4)),
    ],
)
def test_each_lays_one_card_or_none(script: str, power: tuple[int, int]) -> None:
    state = battle({"palooza": "D3.0"}, {"tank": "D2.0"}, b=("war-bots",), g=("war-bots",))
    before = [len(h) for h in state.hand]
    events = act(state, script)
    assert event(events, "war.power")["power"] == power
    cards = script.count("war-bots")
    act(state, "damage none")
    assert sum(before) - sum(len(h) for h in state.hand) == cards
    assert sum(len(d) for d in state.discard) == cards  # K56
    assert state.laid == [(), ()]


@pytest.mark.rule("kdh.power.vehicles_turrets", "kdh.war.cp_sources", "kdh.war.only_in_zones")
@pytest.mark.parametrize(
    ("pieces", "power"),
    [
        ({"acv": "D3.0"}, 1),
        ({"tank": "D3.0"}, 2),
        ({"palooza": "D3.0"}, 3),
        ({"turret": "D3.0"}, 2),
        ({"extractor": "D3.0"}, 0),
        ({"factory": "D3.0"}, 0),
        ({"acv": "D3.0 D3.1", "palooza": "D2.1", "turret": "D2.2", "extractor": "D2.3"}, 7),
        # one of each, and the commander's Combined Arms: 9 and 3
        ({"acv": "D3.0 D3.1", "tank": "C2.0", "palooza": "D2.1", "turret": "D2.2", "extractor": "D2.3"}, 12),
        ({"acv": "D3.0", "palooza": "D4.5 E3.0 A1.0"}, 1),
    ],
)
def test_combat_power(pieces: dict[str, str], power: int) -> None:
    state = battle(pieces, {"extractor": "D2.0"})
    assert state.game.measure(state, "power") == [power, 0]
    events = act(state, "war none; war none")
    assert event(events, "war.power")["power"] == (power, 0)
    assert state.surplus == power


@pytest.mark.rule("kdh.power.bonuses")
@pytest.mark.parametrize(
    ("card", "pieces", "power"),
    [
        ("sling", {"tank": "D3.4", "acv": "D3.1"}, 3 + 3),
        ("war-bots", {"acv": "D3.0"}, 1 + 2),
        ("barrier", {"acv": "D3.4 D3.0 D3.1"}, 3 + 4),
        ("skirmish", {"acv": "D3.4 D3.0 D3.5"}, 3 + 4),
        ("tank-column", {"tank": "D3.0 D2.1 C2.0"}, 6 + 3),
    ],
)
def test_what_each_card_adds(card: str, pieces: dict[str, str], power: int) -> None:
    state = battle(pieces, {"turret": "D2.0"}, b=(card,))
    assert event(act(state, f"war {card}; war none"), "war.power")["power"] == (power, 2)


def test_a_war_card_means_the_vehicles_of_its_player() -> None:
    """K57: the defender's formation for the defender's card, though the marker is the attacker's."""
    state = battle({"tank": "D2.0"}, {"acv": "D3.4 D3.0 D3.1"}, b=("barrier",), g=("barrier",))
    assert not legal(state, "war barrier")
    act(state, "war none")
    assert legal(state, "war barrier")


@pytest.mark.rule("kdh.war.tie", "kdh.power.tie_no_result")
def test_a_tie() -> None:
    state = battle({"tank": "D3.0"}, {"turret": "D2.0"})
    events = act(state, "war none; war none")
    assert kinds(events)[-2:] == ["war.tie", "marker.return"]
    assert facts(state)["phase"] == "place"
    assert facts(state)["scrapyard"] == [0, 0]
    assert (on(state, "D3.0"), on(state, "D2.0")) == ("Bukseon tank", "Gondwana turret")


@pytest.mark.rule("kdh.war.win_by_more_cp", "kdh.power.higher_wins", "kdh.result.difference")
@pytest.mark.parametrize(
    ("bukseon", "gondwana", "winner", "surplus"),
    [
        ({"palooza": "D3.0"}, {"acv": "D2.0"}, "Bukseon", 2),
        ({"acv": "D3.0"}, {"palooza": "D2.0"}, "Gondwana", 2),
        ({"tank": "D3.0 D3.1"}, {"palooza": "D2.0"}, "Bukseon", 1),
    ],
)
def test_the_winner_and_the_surplus(bukseon: Any, gondwana: Any, winner: str, surplus: int) -> None:
    state = battle(bukseon, gondwana)
    act(state, "war none; war none")
    assert (facts(state)["player"], state.surplus) == (winner, surplus)


# -- damage ------------------------------------------------------------------------------------------------------------


def sets_by_hand(health: dict[int, int], surplus: int) -> set[tuple[int, ...]]:
    """Every set of targets whose whole health the surplus pays for."""
    targets = sorted(health)
    return {
        chosen
        for n in range(len(targets) + 1)
        for chosen in combinations(targets, n)
        if sum(health[t] for t in chosen) <= surplus
    }


@pytest.mark.rule("kdh.damage.all_or_nothing", "kdh.result.targets", "kdh.war.winner_assigns_excess")
def test_all_sets_of_targets() -> None:
    """9 points against 3: ACV 1, tank 2, extractor 2, factory 2 in the zone; a turret outside is safe."""
    state = battle(
        {"palooza": "D3.0 D3.1 D3.2"},
        {"acv": "D2.0", "tank": "D2.1", "extractor": "C2.0", "factory": "C2.3", "turret": "D4.0"},
    )
    act(state, "war none; war none")
    assert state.surplus == 6
    health = {parse_field("D2.0"): 1, parse_field("D2.1"): 2, parse_field("C2.0"): 2, parse_field("C2.3"): 2}
    listed = [a.targets for a in state.legal_actions() if isinstance(a, Damage)]
    assert len(listed) == len(set(listed)) == len(state.legal_actions())
    assert set(listed) == sets_by_hand(health, 6)
    assert () in listed
    assert len(listed) == 15  # all subsets of four but the full one, which takes 7
    for chosen in (*sets_by_hand(health, 99), (parse_field("D4.0"),), (parse_field("D3.0"),)):
        assert bool(state.explain(Damage(chosen))) == (chosen in listed)


@pytest.mark.rule("kdh.damage.destroy_at_full", "kdh.scrapyard.destination", "kdh.damage.leftover_lost")
def test_the_destroyed_go_to_the_scrapyard_and_the_rest_is_lost() -> None:
    state = battle({"palooza": "D3.0", "acv": "D3.1"}, {"acv": "D2.0", "extractor": "D2.1"})
    act(state, "war none; war none")
    supply = state.supply[:]
    events = act(state, "damage D2.0")
    assert event(events, "damage.lost")["points"] == 2
    assert on(state, "D2.0") == "empty"
    assert on(state, "D2.1") == "Gondwana extractor"
    assert facts(state)["scrapyard"] == [0, 1]
    assert state.supply == supply  # not back to the supply
    assert state.carried == [0, 0]


@pytest.mark.rule("kdh.result.winner_unharmed", "kdh.war.declarer_can_lose")
def test_the_attacker_can_lose() -> None:
    state = battle({"acv": "D3.0"}, {"palooza": "D2.0"})
    act(state, "war none; war none")
    assert facts(state)["player"] == "Gondwana"
    assert not legal(state, "damage D2.0")
    act(state, "damage D3.0")
    assert facts(state)["scrapyard"] == [1, 0]


# -- the HQ ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("kdh.hq.no_cp", "kdh.hq.not_structure")
def test_an_hq_has_no_combat_points() -> None:
    state = battle({"acv": "A3.1"}, {"acv": "A3.2"}, zone="A3-A4-B4")
    assert state.game.measure(state, "power") == [1, 1]


@pytest.mark.rule("kdh.hq.hp_sum", "kdh.hq.example_four")
def test_hq_health_is_the_sum_of_the_companions() -> None:
    state = PLAIN.position(put())
    assert facts(state)["hq"] == [4, 4]
    assert PLAIN.hq_health(("bukseon-general", "bukseon-commander")) == 2 + 2


@pytest.mark.rule("kdh.hq.full_damage_at_once", "kdh.hq.destroyed_ends", "kdh.end.winner_hq")
@pytest.mark.parametrize(("vehicles", "surplus"), [({"palooza": "A3.1"}, 3), ({"tank": "A3.1 A3.2"}, 4)])
def test_an_hq_falls_at_once_or_not_at_all(vehicles: dict[str, str], surplus: int) -> None:
    state = battle(vehicles, None, zone="A3-A4-B4")
    act(state, "war none; war none")
    assert state.surplus == surplus
    assert legal(state, "damage hq") == (surplus >= 4)
    if surplus >= 4:
        events = act(state, "damage hq")
        assert kinds(events)[-1] == "over"
        assert state.is_terminal()
        assert facts(state)["winner"] == "Bukseon"
        assert facts(state)["hq"] == [4, 0]
        assert state.returns() == [1.0, -1.0]
        assert facts(state)["marker"] == "A3-A4-B4 Bukseon"  # K99: all stays as it lies
    else:
        act(state, "damage none")
        assert facts(state)["hq"] == [4, 4]


def test_pieces_and_the_hq_in_one_war() -> None:
    """K69: 8 points against an ACV's 1: the HQ (4), the ACV (1) and a factory (2) together."""
    state = battle({"tank": "A3.1 A3.2 A3.4 A4.5"}, {"acv": "A4.0", "factory": "B4.0"}, zone="A3-A4-B4")
    act(state, "war none; war none")
    assert state.surplus == 7
    health = {parse_field("A4.0"): 1, parse_field("B4.0"): 2, HQ: 4}
    assert {a.targets for a in state.legal_actions() if isinstance(a, Damage)} == sets_by_hand(health, 7)
    act(state, "damage A4.0 B4.0 hq")
    assert facts(state)["winner"] == "Bukseon"
    assert facts(state)["scrapyard"] == [0, 2]


@pytest.mark.rule("kdh.end.hq")
def test_damage_to_an_hq_adds_up_only_by_ruling() -> None:
    state = game(hq_damage="accumulates").position(
        put({"tank": "A3.1"}, None, active="Gondwana", marker="A3-A4-B4", g={"hq_hits": 2})
    )
    act(state, "end; war none; war none; damage hq")
    assert facts(state)["winner"] == "Bukseon"


# -- the full scrapyard ------------------------------------------------------------------------------------------------


def full(bukseon: dict[str, int], gondwana: dict[str, int], target: str = "tank") -> KneeDeepState:
    """Bukseon destroys one more piece of Gondwana's; so many have been lost before."""
    state = battle(
        {"palooza": "D3.0", "acv": "D3.1"},
        {target: "D2.0"},
        b=(),
        g=(),
        Bukseon={"scrapyard": bukseon},
        Gondwana={"scrapyard": gondwana},
    )
    act(state, "war none; war none; damage D2.0")
    return state


@pytest.mark.rule("kdh.end.scrapyard", "kdh.end.winner_scrapyard")
@pytest.mark.parametrize(
    ("bukseon", "gondwana", "winner"),
    [
        ({"acv": 5}, {"acv": 6}, "Bukseon"),  # 5 against 6 + 2 health
        ({"tank": 5}, {"acv": 6}, "Gondwana"),  # 10 against 8
        ({"acv": 4}, {"acv": 6}, "none"),  # eleven pieces: not full
    ],
)
def test_less_health_lost_wins(bukseon: Any, gondwana: Any, winner: str) -> None:
    state = full(bukseon, gondwana)
    assert state.is_terminal() == (winner != "none")
    assert facts(state)["winner"] == winner


@pytest.mark.rule("kdh.end.tie")
@pytest.mark.parametrize(
    ("bukseon", "gondwana", "winner"),
    [
        # 8 health each: seven pieces of Gondwana's, five of Bukseon's; Gondwana has destroyed fewer
        ({"acv": 2, "tank": 3}, {"acv": 6}, "Gondwana"),
        # 12 health each: five of Gondwana's, seven of Bukseon's; Bukseon has destroyed fewer
        ({"acv": 2, "tank": 5}, {"palooza": 2, "tank": 2}, "Bukseon"),
        # 9 health each and six pieces each: nobody wins (K82)
        ({"acv": 3, "tank": 3}, {"acv": 3, "tank": 2}, "draw"),
    ],
)
def test_ties_of_the_scrapyard(bukseon: Any, gondwana: Any, winner: str) -> None:
    state = full(bukseon, gondwana)
    assert facts(state)["winner"] == winner
    assert state.returns() == {"Bukseon": [1.0, -1.0], "Gondwana": [-1.0, 1.0], "draw": [0.0, 0.0]}[winner]


def test_the_hq_decides_when_both_ends_come_at_once() -> None:
    """K84: by the scrapyard Bukseon would lose."""
    state = battle(
        {"tank": "A3.1 A3.2 A3.4"},
        {"acv": "A4.0"},
        zone="A3-A4-B4",
        Bukseon={"scrapyard": {"palooza": 2, "turret": 3}},
        Gondwana={"scrapyard": {"acv": 5, "turret": 1}},
    )
    act(state, "war none; war none; damage A4.0 hq")
    assert sum(facts(state)["scrapyard"]) == 12
    assert facts(state)["winner"] == "Bukseon"


# -- Exhaust and the hand limit ----------------------------------------------------------------------------------------


@pytest.mark.rule("kdh.exhaust.empty_pool", "kdh.exhaust.discard_to_six")
def test_exhaust() -> None:
    state = PLAIN.position(put(b={"material": 3, "energy": 2, "hand": ["sling"] * 4 + ["barrier"] * 4}))
    events = act(state, "end; end")
    assert event(events, "exhaust")["material"] == 3
    assert (state.material[0], state.energy[0]) == (0, 0)
    assert (facts(state)["phase"], facts(state)["player"]) == ("exhaust", "Bukseon")
    act(state, "discard sling")
    assert facts(state)["phase"] == "exhaust"
    act(state, "discard barrier")
    assert facts(state)["player"] == "Gondwana"
    assert len(state.hand[0]) == 6
    assert state.discard[0] == ("sling", "barrier")


@pytest.mark.rule("kdh.powerup.discard_excess_now", "kdh.powerup.discard_choice", "kdh.drawaction.limit_suspended")
def test_the_hand_limit_holds_at_power_up_and_not_in_phase_2() -> None:
    state = PLAIN.position(put(phase="power-up", b={"hand": ["sling"] * 6, "draw": ["barrier"] * 3}))
    assert facts(state)["phase"] == "power-up"
    assert {str(a) for a in state.legal_actions()} == {"discard sling", "discard barrier"}
    act(state, "discard sling")
    assert facts(state)["phase"] == "actions"
    act(state, "draw")
    assert len(state.hand[0]) == 7
    act(state, "recycle sling")  # the limit does not bite until the end of the turn
    assert len(state.hand[0]) == 7


@pytest.mark.rule("kdh.start.next_turn", "kdh.start.rounds", "kdh.start.all_phases")
def test_a_round_is_a_turn_each() -> None:
    state = PLAIN.position(put(round=4))
    events = act(state, "end; end")
    assert (facts(state)["round"], facts(state)["active"]) == (4, "Gondwana")
    assert [k for k in kinds(events) if k in ("actions.end", "zone.none", "exhaust", "turn", "income")] == [
        "actions.end",
        "zone.none",
        "exhaust",
        "turn",
        "income",
    ]
    act(state, "end; end")
    assert (facts(state)["round"], facts(state)["active"]) == (5, "Bukseon")


@pytest.mark.rule("kdh.start.first_round_only_starter", "kdh.start.first_round_no_draw")
def test_only_the_starter_is_held_back_in_round_one() -> None:
    state = PLAIN.new_initial_state(3)
    act(state, "keep; keep")
    first = state.active
    assert (state.material[first], state.energy[first], len(state.hand[first])) == (2, 2, 3)
    act(state, "end; end")
    second = state.active
    assert second != first
    assert (state.material[second], state.energy[second], len(state.hand[second])) == (3, 2, 4)
    act(state, "end; end")
    assert (state.material[first], len(state.hand[first])) == (3, 4)


@pytest.mark.rule("kdh.start.draw_three", "kdh.start.mulligan_whole_hand", "kdh.start.mulligan_reshuffle")
def test_the_mulligan() -> None:
    state = PLAIN.new_initial_state(9)
    assert [len(h) for h in state.hand] == [3, 3]
    whole = sorted((*state.hand[0], *state.draw[0]))
    assert facts(state)["player"] == facts(state)["active"]  # the starting player decides first (K22)
    one = state.seat_asked
    act(state, "mulligan")
    assert len(state.hand[one]) == 3
    assert sorted((*state.hand[one], *state.draw[one])) == whole
    assert state.discard == [(), ()]
    assert state.seat_asked == 1 - one
    act(state, "keep")
    assert facts(state)["phase"] == "actions"
    assert not legal(state, "mulligan")
