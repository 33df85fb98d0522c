"""What every card and every ability does, worked out by hand from its text."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hexlib.knee_deep.components import CARDS, COMPANIONS
from hexlib.knee_deep.state import KneeDeepState

from .helpers import PLAIN, act, facts, legal, on, put, why

QUIET = {"companions": ["bukseon-tech", "bukseon-trickster"]}
STILL = {"companions": ["gondwana-tech", "gondwana-trickster"]}
"""Companions whose abilities count in no war."""
ZONE = "C2-D2-D3"


def war(
    bukseon: dict[str, str],
    gondwana: dict[str, str],
    b: dict[str, Any] | None = None,
    g: dict[str, Any] | None = None,
    attacker: str = "Bukseon",
    **more: Any,
) -> KneeDeepState:
    """A war in the zone that is about to come."""
    active = "Gondwana" if attacker == "Bukseon" else "Bukseon"
    state = PLAIN.position(
        put(bukseon, gondwana, b={**QUIET, **(b or {})}, g={**STILL, **(g or {})}, active=active, marker=ZONE, **more)
    )
    act(state, "end")
    return state


def fought(state: KneeDeepState, bukseon: str = "none", gondwana: str = "none") -> tuple[list[int], int]:
    """The totals and the points to assign, when both have laid what they lay."""
    first = facts(state)["player"]
    events = act(state, f"war {bukseon if first == 'Bukseon' else gondwana}")
    events += act(state, f"war {gondwana if first == 'Bukseon' else bukseon}")
    return next(list(e["power"]) for e in events if e.kind == "war.power"), state.surplus


G = "Gondwana"
WAR_CARDS: list[tuple[str, dict[str, str], dict[str, str], str, list[int], int]] = [
    # card of Bukseon's, the pieces, who attacks, combat power, points that the winner may assign
    ("orbital-barrage", {"palooza": "D3.0"}, {"tank": "D2.0 D2.1"}, "Bukseon", [3, 2], 1),  # 4 less 2
    ("orbital-barrage", {"palooza": "D3.0"}, {"acv": "D2.0"}, "Bukseon", [3, 0], 3),  # never below 0
    ("covering-fire", {"turret": "D3.0"}, {"palooza": "D2.0"}, "Bukseon", [4, 3], 1),
    ("covering-fire", {"turret": "D3.0 D3.1 D3.2"}, {"palooza": "D2.0"}, "Bukseon", [10, 3], 7),  # 4 at most
    ("pincer", {"acv": "C2.0 D2.1 D3.0"}, {"palooza": "D2.0"}, "Bukseon", [7, 3], 4),
    ("last-stand", {"palooza": "D3.0"}, {"acv": "D2.0 D2.1"}, "Bukseon", [5, 2], 3),
    ("reactive-armour", {"acv": "D3.0"}, {"palooza": "D2.0 D2.1"}, "Bukseon", [2, 6], 2),  # 4 less 2
    ("reactive-armour", {"palooza": "D3.0"}, {"tank": "D2.0"}, "Bukseon", [4, 2], 2),
    ("overcharge", {"palooza": "D3.0"}, {"tank": "D2.0"}, "Bukseon", [6, 2], 4),
    ("overcharge", {"palooza": "D3.0 D3.1 C2.0"}, {"tank": "D2.0"}, "Bukseon", [15, 2], 13),  # 6 at most
    ("star-lance", {"tank": "D3.0"}, {"turret": "D2.0 D2.1", "tank": "C2.0"}, "Bukseon", [4, 2], 2),
    ("smart-rounds", {"palooza": "D3.0"}, {"tank": "D2.0"}, "Bukseon", [5, 2], 5),  # 3 and 2 more
    ("smart-rounds", {"acv": "D3.0"}, {"palooza": "D2.0", "acv": "D2.1"}, "Bukseon", [3, 4], 1),  # only for a winner
    ("force-field", {"acv": "D3.0", "extractor": "D3.1"}, {"palooza": "D2.0 D2.1", "acv": "C2.0"}, G, [5, 7], 1),
    ("smokescreen", {"acv": "D3.0"}, {"palooza": "D2.0 D2.1"}, "Gondwana", [2, 6], 0),
    ("smokescreen", {"acv": "D3.0"}, {"palooza": "D2.0 D2.1 C2.0"}, "Gondwana", [2, 9], 3),
    ("double-bluff", {"tank": "D3.0"}, {"tank": "D2.0"}, "Bukseon", [4, 2], 2),
    ("evacuation", {"acv": "D3.0", "tank": "D3.1"}, {"palooza": "D2.0 D2.1"}, "Bukseon", [5, 6], 1),
    ("decoy", {"tank": "D3.0"}, {"acv": "D2.0"}, "Bukseon", [2, 1], 1),
    ("war-bots", {"acv": "D3.0"}, {"tank": "D2.0"}, "Bukseon", [3, 2], 1),
    ("tank-column", {"tank": "D3.0 D3.1 D3.2"}, {"tank": "D2.0"}, "Bukseon", [9, 2], 7),
    ("sling", {"tank": "D3.1 D3.4"}, {"tank": "D2.0"}, "Bukseon", [7, 2], 5),
    ("barrier", {"acv": "D3.1 D3.0 D3.4"}, {"tank": "D2.0"}, "Bukseon", [7, 2], 5),
    ("skirmish", {"acv": "D3.1 D3.0 D3.2"}, {"tank": "D2.0"}, "Bukseon", [7, 2], 5),
]


@pytest.mark.parametrize(("card", "mine", "theirs", "attacker", "power", "points"), WAR_CARDS)
def test_a_war_card(
    card: str, mine: dict[str, str], theirs: dict[str, str], attacker: str, power: list[int], points: int
) -> None:
    state = war(mine, theirs, b={"hand": [card]}, attacker=attacker)
    assert fought(state, bukseon=card) == (power, points)
    if not points:  # the winner may assign nothing, so nobody is asked
        assert facts(state)["phase"] == "place"


def test_a_vehicle_in_ambush() -> None:
    """A mountain beside one of the vehicles; it may lie outside the zone."""
    hand = {"hand": ["ambush"]}
    state = war({"acv": "D3.0"}, {"tank": "D2.0"}, b=hand, terrain_fields={"D3.1": "mountain"})
    assert fought(state, bukseon="ambush") == ([3, 2], 1)
    for kind, field in (("material", "D3.1"), ("mountain", "D4.0")):
        state = war({"acv": "D3.0"}, {"tank": "D2.0"}, b=hand, terrain_fields={field: kind})
        assert why(state, "war ambush") == ("kdh.warcard.conditions",)


def test_a_decoy_takes_the_effect_of_the_enemys_card() -> None:
    """Tank against ACV and War Bots: 2 to 3 without the Decoy, 2 to 1 with it."""
    for card, expected in (("none", ([2, 3], 1)), ("decoy", ([2, 1], 1))):
        state = war({"tank": "D3.0"}, {"acv": "D2.0"}, b={"hand": ["decoy"]}, g={"hand": ["war-bots"]})
        assert fought(state, card, "war-bots") == expected
    # the defender's Decoy is resolved first: the attacker's does nothing any more
    state = war({"tank": "D3.0"}, {"acv": "D2.0"}, b={"hand": ["decoy"]}, g={"hand": ["decoy"]})
    assert fought(state, "decoy", "decoy") == ([2, 1], 1)
    # what a cancelled card would do beside its combat power does not happen either
    state = war({"acv": "D3.0"}, {"tank": "D2.0"}, b={"hand": ["smart-rounds"]}, g={"hand": ["decoy"]})
    assert fought(state, "smart-rounds", "decoy") == ([1, 2], 1)


def test_double_bluff_takes_a_card_from_the_hand() -> None:
    state = war({"tank": "D3.0"}, {"tank": "D2.0"}, b={"hand": ["double-bluff"]}, g={"hand": ["sling"]})
    fought(state, "double-bluff")
    assert (state.hand[1], state.discard[1]) == ((), ("sling",))


def test_evacuated_pieces_go_back_to_the_supply() -> None:
    state = war(
        {"acv": "D3.0", "tank": "D3.1"},
        {"palooza": "D2.0 D2.1", "acv": "C2.0"},
        b={"hand": ["evacuation"]},
        g={"hand": ["sling"]},
    )
    fought(state, "evacuation")
    act(state, "damage D3.1")
    assert on(state, "D3.1") == "empty"
    assert facts(state)["scrapyard"] == [0, 0]
    assert state.supply[1] == 5  # all five tanks again


@pytest.mark.parametrize(
    ("card", "mine", "theirs", "attacker"),
    [
        ("orbital-barrage", {"palooza": "D3.0"}, {"tank": "D2.0"}, "Gondwana"),
        ("covering-fire", {"palooza": "D3.0", "turret": "E3.0"}, {"tank": "D2.0"}, "Bukseon"),
        ("pincer", {"acv": "C2.0 D3.1 D3.0", "turret": "D2.1"}, {"tank": "D2.0"}, "Bukseon"),
        ("last-stand", {"palooza": "D3.0"}, {"tank": "D2.0"}, "Bukseon"),
        ("overcharge", {"tank": "D3.0", "palooza": "E3.0"}, {"tank": "D2.0"}, "Bukseon"),
        ("force-field", {"acv": "D3.0", "extractor": "D3.1"}, {"tank": "D2.0"}, "Bukseon"),
        ("force-field", {"acv": "D3.0", "extractor": "E3.0"}, {"tank": "D2.0"}, "Gondwana"),
        ("smokescreen", {"acv": "D3.0"}, {"tank": "D2.0"}, "Bukseon"),
        ("tank-column", {"tank": "D3.0 D3.1 E3.0"}, {"tank": "D2.0"}, "Bukseon"),
    ],
)
def test_a_war_card_whose_condition_does_not_hold(
    card: str, mine: dict[str, str], theirs: dict[str, str], attacker: str
) -> None:
    state = war(mine, theirs, b={"hand": [card]}, attacker=attacker)
    if facts(state)["player"] != "Bukseon":
        act(state, "war none")
    assert why(state, f"war {card}") == ("kdh.warcard.conditions",)


# -- Action cards ------------------------------------------------------------------------------------------------------


def mine(pieces: dict[str, str], card: str, theirs: dict[str, str] | None = None, **more: Any) -> KneeDeepState:
    """Bukseon's phase 2 with that card, 3 Material and 2 Energy."""
    b = {**QUIET, "material": 3, "energy": 2, "hand": [card], **more.pop("b", {})}
    return PLAIN.position(put(pieces, theirs, b=b, g=STILL, **more))


def paid(state: KneeDeepState) -> int:
    return 3 - state.material[0]


def test_orbital_drop() -> None:
    """D4.0 is three fields from D3.0, D4.4 two; round the enemy HQ it is the same."""
    state = mine({}, "orbital-drop", {"acv": "D3.0"})
    for far, near in (("D4.0", "D4.4"), ("G4.0", "A3.1")):
        assert legal(state, f"play orbital-drop {far}")
        assert not legal(state, f"play orbital-drop {near}")
    act(state, "play orbital-drop D4.0")
    assert (on(state, "D4.0"), paid(state)) == ("Bukseon tank", 3)


def test_supply_pods() -> None:
    state = mine({}, "supply-pods")
    act(state, "play supply-pods")
    assert (state.material[0], state.energy[0]) == (4, 3)


def test_forced_march() -> None:
    """A Palooza goes two fields now, a tank three; only in this turn."""
    state = mine({"palooza": "D3.0", "tank": "B1.0"}, "forced-march", b={"energy": 5})
    assert not legal(state, "move D3.0-D4.4")
    act(state, "play forced-march")
    assert paid(state) == 1
    assert legal(state, "move D3.0-D4.4")
    assert legal(state, "move B1.0-B2.0")
    assert not legal(state, "move D3.0-D4.0")
    act(state, "end; end; end; end")
    assert facts(state)["active"] == "Bukseon"
    assert not legal(state, "move D3.0-D4.4")


def test_flank() -> None:
    """Three fields away, over whatever lies between; not four."""
    ring = dict.fromkeys(["D3.1", "D3.2", "D3.3", "D3.4", "D3.5", "D3.6"], "mountain")
    state = mine({"palooza": "D3.0"}, "flank", terrain_fields=ring)
    assert not legal(state, "play flank D3.0-D4.1")
    act(state, "play flank D3.0-D4.0")
    assert (on(state, "D4.0"), on(state, "D3.0"), paid(state), state.energy[0]) == ("Bukseon palooza", "empty", 1, 2)


def test_turret_grid() -> None:
    state = mine({"extractor": "D3.0", "tank": "B1.0"}, "turret-grid")
    assert not legal(state, "play turret-grid B1.1")
    act(state, "play turret-grid D3.1")
    assert (on(state, "D3.1"), paid(state), state.energy[0]) == ("Bukseon turret", 1, 2)


@pytest.mark.parametrize(("extractors", "gain"), [("D3.0", 1), ("D3.0 D3.1", 2), ("D3.0 D3.1 D3.2 D3.3", 2)])
def test_deep_drilling(extractors: str, gain: int) -> None:
    state = mine({"extractor": extractors}, "deep-drilling")
    act(state, "play deep-drilling")
    assert state.material[0] == 3 + gain
    assert why(mine({}, "deep-drilling"), "play deep-drilling") == ("kdh.cards.conditions_must_hold",)


def test_switcheroo() -> None:
    state = mine({"tank": "D3.0", "acv": "A1.0"}, "switcheroo", {"acv": "D3.1"})
    assert not legal(state, "play switcheroo D3.0-D3.1")
    act(state, "play switcheroo D3.0-A1.0")
    assert (on(state, "D3.0"), on(state, "A1.0"), paid(state)) == ("Bukseon acv", "Bukseon tank", 1)


def test_false_flag() -> None:
    """The corner beside shares two of the three sectors."""
    state = mine({"tank": "D3.0"}, "false-flag", {"tank": "C2.0"}, marker=ZONE)
    assert not legal(state, "play false-flag A1-A2-B2")
    act(state, "play false-flag C2-C3-D3")
    assert (facts(state)["marker"], paid(state)) == ("C2-C3-D3 Gondwana", 3)
    assert why(mine({"tank": "D3.0"}, "false-flag"), "play false-flag C2-C3-D3") == ("kdh.cards.conditions_must_hold",)


def test_orbital_strike() -> None:
    """Two health, two fields: a tank at D4.4, but no Palooza, and no tank at D4.0."""
    state = mine({"acv": "D3.0"}, "orbital-strike", {"tank": "D4.4 D4.0", "palooza": "D3.1"})
    assert not legal(state, "play orbital-strike D4.0")
    assert not legal(state, "play orbital-strike D3.1")
    act(state, "play orbital-strike D4.4")
    assert (on(state, "D4.4"), facts(state)["scrapyard"], paid(state)) == ("empty", [0, 1], 2)


def test_field_landing() -> None:
    state = mine({"acv": "D3.0", "turret": "B1.0"}, "field-landing")
    assert not legal(state, "deploy acv D3.1")
    act(state, "play field-landing")
    assert not legal(state, "deploy acv B1.1")
    act(state, "deploy acv D3.1")
    assert paid(state) == 1


def test_field_repairs() -> None:
    state = mine({}, "field-repairs", b={"scrapyard": {"tank": 2}, "draw": ["sling"]})
    act(state, "play field-repairs")
    assert (facts(state)["scrapyard"], state.supply[1], state.hand[0], paid(state)) == ([1, 0], 4, ("sling",), 0)
    state = mine({}, "field-repairs", b={"scrapyard": {"acv": 1}})
    assert why(state, "play field-repairs") == ("kdh.cards.conditions_must_hold",)


def test_terraform() -> None:
    """The extractor beside the new Material field earns from the next turn on."""
    state = mine({"acv": "D3.0", "extractor": "D3.2"}, "terraform", terrain_fields={"D3.1": "mountain"})
    assert PLAIN.measure(state, "income")[0] == "3/2"
    act(state, "play terraform D3.1")
    assert (on(state, "D3.1"), paid(state)) == ("material", 1)
    assert PLAIN.measure(state, "income")[0] == "4/2"
    far = mine({"acv": "D3.0"}, "terraform", terrain_fields={"D4.0": "mountain"})
    assert not legal(far, "play terraform D4.0")


def test_assembly_line() -> None:
    state = mine({}, "assembly-line")
    act(state, "play assembly-line; deploy palooza G2.1")
    assert paid(state) == 1 + 2
    state = mine({}, "assembly-line")
    act(state, "play assembly-line; deploy tank G2.1; deploy tank G2.4")
    assert paid(state) == 1 + 1 + 1


def test_tractor_beam() -> None:
    state = mine({"acv": "A1.0"}, "tractor-beam", {"palooza": "D3.0", "turret": "D2.0"})
    assert not legal(state, "play tractor-beam D3.0-D4.0")
    assert not legal(state, "play tractor-beam D2.0-D2.1")
    assert not legal(state, "play tractor-beam A1.0-A1.1")
    act(state, "play tractor-beam D3.0-D4.4")
    assert (on(state, "D4.4"), on(state, "D3.0"), paid(state)) == ("Gondwana palooza", "empty", 2)


def test_rockslide() -> None:
    state = mine({"acv": "D3.0"}, "rockslide", tokens=1)
    assert not legal(state, "play rockslide D4.0")
    act(state, "play rockslide D4.4")
    assert (on(state, "D4.4"), state.tokens, paid(state)) == ("mountain", 0, 1)
    none = mine({"acv": "D3.0"}, "rockslide", tokens=0)
    assert why(none, "play rockslide D4.4") == ("kdh.cards.conditions_must_hold",)


def test_carry_all_and_the_improvised_cards() -> None:
    state = mine({"tank": "D3.0"}, "carry-all", {"acv": "D4.0"})
    assert not legal(state, "play carry-all D4.0-A1.0")
    act(state, "play carry-all D3.0-A1.0")
    assert (on(state, "A1.0"), paid(state)) == ("Bukseon tank", 2)
    for kind in ("turret", "extractor", "factory"):
        state = mine({"tank": "D3.0"}, f"improvised-{kind}")
        assert not legal(state, f"play improvised-{kind} D4.0")
        act(state, f"play improvised-{kind} D3.1")
        assert (on(state, "D3.1"), paid(state), state.energy[0]) == (f"Bukseon {kind}", 1, 2)


# -- abilities ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("kdh.companions.ability_always_on")
def test_orbital_battery() -> None:
    """Turrets in E2 and C3, which touch the zone: 1 each. One far away, or in the zone itself, adds nothing more."""
    general = {"companions": ["bukseon-general", "bukseon-tech"]}
    state = war({"acv": "D3.0", "turret": "E2.0 C3.0 G4.0"}, {"acv": "D2.0"}, b=general)
    assert fought(state) == ([3, 1], 2)
    state = war({"acv": "D3.0", "turret": "D3.1"}, {"acv": "D2.0"}, b=general)
    assert fought(state) == ([3, 1], 2)


def test_combined_arms() -> None:
    pieces = {"acv": "D3.0", "tank": "D3.1", "palooza": "D3.2", "turret": "D3.3"}
    commander = {"companions": ["bukseon-commander", "bukseon-tech"]}
    assert fought(war(pieces, {"acv": "D2.0"}, b=commander)) == ([8 + 3, 1], 10)
    assert fought(war({**pieces, "turret": "E3.0"}, {"acv": "D2.0"}, b=commander)) == ([6, 1], 5)


def test_lone_builder() -> None:
    for other, allowed in (("bukseon-tech", True), ("bukseon-trickster", False)):
        state = PLAIN.position(put({"acv": "D3.0"}, b={"companions": ["bukseon-general", other], "material": 1}))
        assert legal(state, "build extractor D3.1") is allowed


def test_hill_runners() -> None:
    """Across a mountain, but not onto it; not across Material, and only with an ACV."""
    wall = ("D3.1", "D3.2", "D3.3", "D3.4", "D3.5", "D3.6")

    def at(unit: str, terrain: str, companion: str = "bukseon-trickster") -> KneeDeepState:
        b = {"companions": ["bukseon-general", companion], "energy": 1}
        return PLAIN.position(put({unit: "D3.0"}, b=b, terrain_fields=dict.fromkeys(wall, terrain)))

    assert legal(at("acv", "mountain"), "move D3.0-D4.4")
    assert legal(at("acv", "mountain"), "move D3.0-D4.0")
    assert not legal(at("acv", "mountain"), "move D3.0-D3.1")
    assert not legal(at("acv", "material"), "move D3.0-D4.4")
    assert not legal(at("acv", "mountain", "bukseon-tech"), "move D3.0-D4.4")
    assert not legal(at("tank", "mountain"), "move D3.0-D4.4")
    assert not at("palooza", "mountain").legal_actions()[:-1]


def test_supply_ship() -> None:
    """A card for a Palooza that is paid for, none for a tank."""
    g = {"companions": ["gondwana-general", "gondwana-tech"], "material": 5, "draw": ["sling", "barrier"]}
    state = PLAIN.position(put(g=g, active="Gondwana"))
    act(state, "deploy palooza A3.1")
    assert state.hand[1] == ("sling",)
    act(state, "deploy tank A3.3")
    assert state.hand[1] == ("sling",)


def test_dug_in() -> None:
    g = {"companions": ["gondwana-commander", "gondwana-tech"]}
    assert fought(war({"acv": "D3.0"}, {"turret": "D2.0 D2.1"}, g=g)) == ([1, 4 + 2], 5)
    assert fought(war({"acv": "D3.0"}, {"turret": "D2.0 E3.0"}, g=g)) == ([1, 2], 1)


def test_new_engines() -> None:
    g = {"energy": 1, "companions": ["gondwana-general", "gondwana-tech"]}
    state = PLAIN.position(put(None, {"tank": "D3.0", "palooza": "B1.0"}, g=g, active="Gondwana"))
    assert legal(state, "move D3.0-D4.0")
    assert not legal(state, "move D3.0-D4.1")
    assert legal(state, "move B1.0-B2.4")
    assert not legal(state, "move B1.0-B2.3")


def test_up_the_sleeve() -> None:
    """Two cards in Power Up, and eight may stay in the hand."""
    hand = {"hand": ["sling"] * 6, "draw": ["barrier"] * 3}
    state = PLAIN.position(put(g={**STILL, **hand}, active="Gondwana", phase="power-up"))
    assert facts(state)["phase"] == "actions"
    assert len(state.hand[1]) == 8
    plain = {"companions": ["gondwana-general", "gondwana-commander"], **hand}
    state = PLAIN.position(put(g=plain, active="Gondwana", phase="power-up"))
    assert facts(state)["phase"] == "power-up"
    assert len(state.hand[1]) == 7


def test_every_card_and_companion_is_tested_here() -> None:
    text = Path(__file__).read_text("utf-8")
    assert [name for name in CARDS if name not in text and name.split("-")[0] != "improvised"] == []
    titles = [c.ability.title for c in COMPANIONS.values()]
    assert [t for t in titles if f"def test_{t.lower().replace(' ', '_')}(" not in text] == []
