"""Positions and actions from strangers: refused with the place of the mistake, and nothing else ever escapes."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hexlib import NotationError, PositionError
from hexlib.knee_deep.actions import parse
from hexlib.knee_deep.board import FIELDS, POINTS
from hexlib.knee_deep.components import CARD_NAMES, COMPANIONS, UNIT_NAMES

from .helpers import PLAIN, act, facts, game, put

EVIL = "<script>alert(1)</script>"
few = settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))


def pieces(**units: Any) -> dict[str, Any]:
    return {"pieces": {"Bukseon": units}}


BAD: list[tuple[dict[str, Any], str, str]] = [
    # two pieces on a field, more pieces than there are, pieces where none can stand
    (pieces(tank=["D3.0", "D3.0"]), "pieces.Bukseon.tank[1]", "already taken by Bukseon's tank"),
    (
        {"pieces": {"Bukseon": {"tank": ["D3.0"]}, "Gondwana": {"acv": ["D3.1", "D3.0"]}}},
        "pieces.Gondwana.acv[1]",
        "D3.0 is already taken by Bukseon's tank; a field holds one piece",
    ),
    (pieces(palooza=["D3.0", "D3.1", "D3.2", "D3.3"]), "pieces.Bukseon.palooza[3]", "3 in all"),
    (
        {**pieces(factory=["D3.0", "D3.1"]), "Bukseon": {"scrapyard": {"factory": 1}}},
        "pieces.Bukseon.factory[1]",
        "the lost ones counted",
    ),
    (pieces(tank=["G2.0"]), "pieces.Bukseon.tank[0]", "G2.0 is part of an HQ"),
    (pieces(tank=["A3.5"]), "pieces.Bukseon.tank[0]", "A3.5 is part of an HQ"),
    (pieces(tank=["A1.1"]), "pieces.Bukseon.tank[0]", "A1.1 is a mountain field"),
    (pieces(tank=["C2.5"]), "pieces.Bukseon.tank[0]", "C2.5 is a material field"),
    (pieces(tank=["D3.9"]), "pieces.Bukseon.tank[0]", "'D3.9' is not one of A1.0 to G4.6"),
    (pieces(tank=[EVIL]), "pieces.Bukseon.tank[0]", "is not one of"),
    (pieces(tank=[3]), "pieces.Bukseon.tank[0]", "'3' is not one of"),
    (pieces(tank=[["D3.0"]]), "pieces.Bukseon.tank[0]", "is not one of"),
    (pieces(tank="D3.0"), "pieces.Bukseon.tank", "expected a list, got a text"),
    (pieces(tank={"D3.0": 1}), "pieces.Bukseon.tank", "expected a list, got a table"),
    (pieces(tank=["D3.0"] * 300), "pieces.Bukseon.tank", "300 entries; at most 217"),
    (pieces(drone=["D3.0"]), "pieces.Bukseon.drone", "unknown key; there are acv, extractor"),
    ({"pieces": {"Red": {}}}, "pieces.Red", "unknown key; there are Bukseon, Gondwana"),
    ({"pieces": {EVIL: {}}}, f"pieces.{EVIL}", "unknown key"),
    ({"pieces": []}, "pieces", "expected a table, got a list"),
    ({"pieces": {"Bukseon": 1}}, "pieces.Bukseon", "expected a table, got a number"),
    # numbers
    ({"Bukseon": {"material": -1}}, "Bukseon.material", "-1 is out of range; it goes from 0 to 99"),
    ({"Bukseon": {"material": 10**30}}, "Bukseon.material", "is out of range"),
    ({"Bukseon": {"energy": True}}, "Bukseon.energy", "expected a whole number, got true or false"),
    ({"Bukseon": {"energy": 1.0}}, "Bukseon.energy", "expected a whole number, got a decimal number"),
    ({"Bukseon": {"energy": "1"}}, "Bukseon.energy", "expected a whole number, got a text"),
    ({"Bukseon": {"energy": None}}, "Bukseon.energy", "expected a whole number"),
    ({"round": 0}, "round", "0 is out of range; it goes from 1 to 60"),
    ({"round": 61}, "round", "61 is out of range"),
    ({"Bukseon": {"scrapyard": {"tank": 6}}}, "Bukseon.scrapyard.tank", "6 is out of range; it goes from 0 to 5"),
    ({"Bukseon": {"scrapyard": {"hq": 1}}}, "Bukseon.scrapyard.hq", "unknown key"),
    ({"Bukseon": {"scrapyard": [1]}}, "Bukseon.scrapyard", "expected a table, got a list"),
    ({"Bukseon": {"scrapyard": {"tank": 5, "acv": 6, "turret": 1}}}, "phase", "12 pieces fill the scrapyard"),
    ({"Bukseon": {"hq_hits": 2}}, "Bukseon.hq_hits", "does not add up"),
    ({"Bukseon": {"hq_hits": 4}}, "Bukseon.hq_hits", "the HQ is destroyed, so the game is over"),
    ({"Bukseon": {"hq_hits": 5}}, "Bukseon.hq_hits", "5 is out of range; it goes from 0 to 4"),
    ({"Bukseon": {"carried": 1}}, "Bukseon.carried", "not kept"),
    # words and cards
    ({"active": "Red"}, "active", "'Red' is not one of Bukseon, Gondwana"),
    ({"active": EVIL}, "active", "is not one of Bukseon, Gondwana"),
    ({"active": 0}, "active", "a number is not one of"),
    ({"starting": ["Bukseon"]}, "starting", "a list is not one of"),
    ({"phase": "war"}, "phase", "'war' is not one of mulligan, power-up, actions"),
    ({"terrain": "moon"}, "terrain", "'moon' is not one of fixed, none"),
    ({"terrain_fields": {"D3.0": "lava"}}, "terrain_fields.D3.0", "'lava' is not one of open, mountain"),
    ({"terrain_fields": {"D3.0": ["open"]}}, "terrain_fields.D3.0", "is not one of open, mountain"),
    ({"terrain_fields": {"Z3.0": "open"}}, "terrain_fields.Z3.0", "unknown key"),
    ({"terrain_fields": {"G2.0": "mountain"}}, "terrain_fields.G2.0", "an HQ stands there"),
    ({"terrain_fields": "none"}, "terrain_fields", "expected a table, got a text"),
    ({"Bukseon": {"hand": ["ace"]}}, "Bukseon.hand[0]", "'ace' is not one of sling, barrier"),
    ({"Bukseon": {"hand": ["sling", 7]}}, "Bukseon.hand[1]", "'7' is not one of"),
    ({"Bukseon": {"hand": ["war-bot"]}}, "Bukseon.hand[0]", "and 35 more; did you mean 'war-bots'?"),
    ({"Bukseon": {"draw": ["sling"] * 61}}, "Bukseon.draw", "61 entries; at most 60"),
    ({"Bukseon": {"companions": ["bukseon-general"]}}, "Bukseon.companions", "two different companions"),
    ({"Bukseon": {"companions": ["bukseon-general"] * 2}}, "Bukseon.companions", "two different companions"),
    ({"Bukseon": {"companions": ["bukseon-general", "gondwana-general"]}}, "Bukseon.companions", "does not belong"),
    ({"Bukseon": {"companions": ["x", "y"]}}, "Bukseon.companions[0]", "'x' is not one of"),
    ({"Bukseon": {"gold": 1}}, "Bukseon.gold", "unknown key; there are carried, companions"),
    ({"Bukseon": "rich"}, "Bukseon", "expected a table, got a text"),
    ({"turn": 1}, "turn", "unknown key"),
    ({EVIL: 1}, EVIL, "unknown key"),
    ({"x" * 500: 1}, "x" * 60, "unknown key"),
    # the marker
    ({"marker": "A1-D3-G4"}, "marker", "do not meet in one corner"),
    ({"marker": "C1-C2"}, "marker", "name three different sectors"),
    ({"marker": EVIL}, "marker", "name three different sectors"),
    ({"marker": 14}, "marker", "expected a text such as C1-C2-D2, got a number"),
    ({"marker": ["C1-C2-D2"]}, "marker", "got a list"),
    ({"marker_owner": "Bukseon"}, "marker_owner", "there is no marker"),
    ({"marker": "C1-C2-D2", "marker_owner": "Red"}, "marker_owner", "is not one of Bukseon, Gondwana"),
    ({"marker": "C1-C2-D2", "phase": "place"}, "marker", "Gondwana's marker has been resolved before"),
    ({"marker": "C1-C2-D2", "phase": "exhaust", "todo": ["exhaust"]}, "marker", "has been resolved before"),
]

WAR = put({"palooza": "D3.0"}, {"acv": "D2.0"}, active="Gondwana", marker="C2-D2-D3")

BAD_COURSE: list[tuple[dict[str, Any], str, str]] = [
    ({"phase": "war-cards"}, "phase", "a war needs Gondwana's marker on the board"),
    ({"phase": "damage"}, "phase", "a war needs Gondwana's marker"),
    ({"phase": "war-cards", "marker": "C1-C2-D2"}, "phase", "there is no war in that zone"),
    ({**WAR, "phase": "damage", "surplus": 3}, "surplus", "the totals are 3 to 1, so it is 2"),
    ({**WAR, "phase": "damage", "surplus": 0}, "surplus", "0 is out of range"),
    ({**WAR, "phase": "damage", "asked": "Gondwana"}, "asked", "Bukseon assigns damage"),
    ({**WAR, "phase": "damage", "bonus": {"Gondwana": 2}}, "phase", "the totals are 3 to 3: nobody assigns damage"),
    # a card of the enemy can take combat power away, so a bonus may be below 0
    (
        {**WAR, "phase": "damage", "bonus": {"Gondwana": -1}, "surplus": 2},
        "surplus",
        "the totals are 3 to 0, so it is 3",
    ),
    ({**WAR, "phase": "damage", "bonus": {"Gondwana": -100}}, "bonus.Gondwana", "out of range"),
    ({**WAR, "phase": "damage", "bonus": [2, 0]}, "bonus", "expected a table"),
    ({**WAR, "phase": "war-cards", "laid": {"Bukseon": ["carry-all"]}}, "laid.Bukseon[0]", "is an Action card"),
    ({**WAR, "phase": "war-cards", "laid": {"Bukseon": ["sling"] * 2}}, "laid.Bukseon", "one War card at most"),
    ({**WAR, "phase": "war-cards", "laid": {"Bukseon": "sling"}}, "laid.Bukseon", "expected a list"),
    ({**WAR, "phase": "war-cards", "laid": ["sling"]}, "laid", "expected a table"),
    ({**WAR, "phase": "war-cards", "open_cards": 1}, "open_cards", "expected true or false, got a number"),
    ({**WAR, "phase": "war-cards", "asked": "Red"}, "asked", "is not one of"),
    ({"laid": {"Bukseon": ["sling"]}}, "laid", "has no place in phase actions"),
    ({"bonus": {"Bukseon": 1}}, "bonus", "has no place in phase actions"),
    ({"surplus": 1}, "surplus", "has no place in phase actions"),
    ({"open_cards": True}, "open_cards", "has no place in phase actions"),
    ({"asked": "Gondwana"}, "asked", "has no place in phase actions"),
    ({"winner": "Bukseon"}, "winner", "has no place in phase actions"),
    ({"phase": "over", "winner": "none"}, "winner", "'none' is not one of Bukseon, Gondwana, draw"),
    ({"resolved": "yes"}, "resolved", "expected true or false, got a text"),
    ({"todo": ["exhaust"]}, "todo", "in phase actions there can be due: nothing"),
    ({"phase": "power-up", "todo": ["income"]}, "todo", "there can be due: income, power-up-draw"),
    ({"phase": "power-up", "todo": ["dance"]}, "todo[0]", "'dance' is not one of"),
    ({"phase": "power-up", "todo": "income"}, "todo", "expected a list"),
]


@pytest.mark.parametrize(("data", "key", "says"), BAD + BAD_COURSE)
def test_an_impossible_position_is_refused(data: dict[str, Any], key: str, says: str) -> None:
    with pytest.raises(PositionError) as caught:
        PLAIN.position(data)
    assert caught.value.key == key
    assert says in str(caught.value)
    assert str(caught.value).startswith(key)
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize("data", [None, [], "x", 3, True])
def test_a_position_is_a_table(data: Any) -> None:
    with pytest.raises(PositionError, match="expected a table"):
        PLAIN.position(data)


def test_an_empty_position_is_the_middle_of_nothing() -> None:
    state = PLAIN.position({})
    assert facts(state)["phase"] == "actions"
    assert facts(state)["round"] == 2
    assert facts(state)["hq"] == [4, 4]
    assert state.supply == [6, 5, 3, 4, 2, 3] * 2


def test_terrain_on_top_of_the_map() -> None:
    state = PLAIN.position({"terrain_fields": {"A1.1": "open", "D3.0": "energy"}, **pieces(tank=["A1.1"])})
    board = PLAIN.measure(state, "board")
    assert (board["A1.1"], board["D3.0"], board["C2.5"]) == ("Bukseon tank", "energy", "material")
    bare = PLAIN.measure(PLAIN.position({"terrain": "none"}), "board")
    assert sorted(set(bare.values())) == ["Bukseon hq", "Gondwana hq", "empty"]


def test_a_marker_belongs_to_the_other_player_unless_said() -> None:
    assert facts(PLAIN.position({"marker": "C1-C2-D2"}))["marker"] == "C1-C2-D2 Gondwana"
    own = PLAIN.position({"marker": "D2-C2-C1", "marker_owner": "Bukseon"})
    assert facts(own)["marker"] == "C1-C2-D2 Bukseon"


def test_a_war_in_the_middle() -> None:
    state = PLAIN.position({**WAR, "phase": "war-cards", "Gondwana": {"hand": ["war-bots"]}})
    assert facts(state)["player"] == "Bukseon"
    act(state, "war none; war none")
    again = PLAIN.position({**WAR, "phase": "damage"})
    assert (facts(again)["player"], again.surplus) == ("Bukseon", 2)
    act(again, "damage D2.0")
    over = PLAIN.position({"phase": "over", "winner": "Gondwana"})
    assert over.is_terminal()
    assert over.returns() == [-1.0, 1.0]


def test_what_cannot_be_may_be_in_a_broken_game() -> None:
    """A record's position must load in the game in which its rule is broken."""
    broken = game("kdh.mountain.no_build")
    assert broken.position({"pieces": {"Bukseon": {"turret": ["A1.1"]}}})
    assert game("kdh.damage.leftover_lost").position({"Bukseon": {"carried": 2}}).carried == [2, 0]
    assert game("kdh.end.scrapyard").position({"Bukseon": {"scrapyard": {"tank": 5, "acv": 6, "turret": 1}}})
    assert game(hq_damage="accumulates").position({"Bukseon": {"hq_hits": 3}}).hq_health(0) == 1


# -- anything at all ---------------------------------------------------------------------------------------------------

WORDS = st.sampled_from(
    [
        *FIELDS[:40], *POINTS[:6], *CARD_NAMES, *UNIT_NAMES, *COMPANIONS, "Bukseon", "Gondwana", "draw", "none",
        "fixed", "actions", "power-up", "war-cards", "damage", "place", "exhaust", "over", "mulligan", "income", "",
        "material", "mountain", "open", EVIL, "\x00", "D3.0\n", "é",
    ]
)  # fmt: skip
KEYS = st.sampled_from(
    [
        "round", "active", "starting", "phase", "marker", "marker_owner", "terrain", "terrain_fields", "pieces",
        "asked", "laid", "open_cards", "bonus", "surplus", "winner", "resolved", "todo", "Bukseon", "Gondwana",
        "material", "energy", "hand", "draw", "discard", "scrapyard", "companions", "hq_hits", "carried", "acv", "tank",
        "D3.0", "turret", "x",
    ]
)  # fmt: skip
LEAVES = st.one_of(
    WORDS,
    st.integers(-3, 130),
    st.booleans(),
    st.none(),
    st.floats(allow_nan=True),
    st.text(max_size=12),
    st.integers(),
)
JUNK = st.recursive(
    LEAVES,
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(KEYS, inner, max_size=5)),
    max_leaves=24,
)


@st.composite
def nearly_right(draw: st.DrawFn) -> dict[str, Any]:
    """A sound position in which some values have been replaced by anything."""
    data: dict[str, Any] = {
        "round": 3,
        "active": draw(st.sampled_from(["Bukseon", "Gondwana"])),
        "phase": draw(st.sampled_from(["power-up", "actions", "war-cards", "damage", "place", "exhaust", "over"])),
        "marker": "C2-D2-D3",
        "terrain": draw(st.sampled_from(["none", "fixed"])),
        "pieces": {"Bukseon": {"palooza": ["D3.0"]}, "Gondwana": {"acv": ["D2.0"], "extractor": ["C2.0"]}},
        "Bukseon": {"material": 2, "energy": 1, "hand": ["sling"], "draw": ["barrier"]},
        "Gondwana": {"hand": ["war-bots"], "scrapyard": {"acv": 1}},
    }
    for _ in range(draw(st.integers(0, 3))):
        where = draw(st.sampled_from(["top", "Bukseon", "Gondwana", "pieces"]))
        target = data if where == "top" else data.get(where)
        if isinstance(target, dict):
            target[draw(KEYS)] = draw(JUNK)
    return data


def survives(data: Any) -> None:
    """Refused with a PositionError, or a state that can be looked at, played on and written down."""
    try:
        state = PLAIN.position(data)
    except PositionError:
        return
    assert state.view(None).headline()
    assert str(state)
    again = PLAIN.position(state.position())
    assert again.position() == state.position()
    for _ in range(4):
        actions = list(state.legal_actions())
        assert bool(actions) != state.is_terminal()
        if not actions:
            break
        assert state.explain(actions[-1])
        state.apply_action(actions[-1])
    assert sum(m >= 0 for m in state.marker) <= 1


@few
@given(JUNK)
def test_junk_is_refused(data: Any) -> None:
    survives(data)


@few
@given(st.dictionaries(KEYS, JUNK, max_size=6))
def test_junk_under_known_keys_is_refused(data: dict[str, Any]) -> None:
    survives(data)


@few
@given(nearly_right())
def test_nearly_right_positions_are_refused_or_sound(data: dict[str, Any]) -> None:
    survives(data)


# -- actions -----------------------------------------------------------------------------------------------------------

GOOD = (
    "keep", "mulligan", "move B2.6-B2.0", "deploy tank A3.2", "build turret C2.2", "play carry-all A4.5-C2.0", "draw",
    "play improvised-turret C2.2", "play sling", "recycle barrier", "discard sling", "zone C1-C2-D2", "war sling",
    "war none", "damage D2.5 E1.2 hq", "damage none", "damage hq", "end", "do income",
)  # fmt: skip


@pytest.mark.parametrize("text", GOOD)
def test_the_notation_reads_back(text: str) -> None:
    assert str(parse(text)) == text
    assert parse(f"  {text.replace(' ', '   ')}\n") == parse(text)


def test_the_order_of_targets_and_sectors_does_not_matter() -> None:
    assert parse("damage hq E1.2 D2.5") == parse("damage D2.5 E1.2 hq")
    assert parse("zone D2-C1-C2") == parse("zone C1-C2-D2")
    assert str(parse("zone G4-D3-A1")) == "zone A1-D3-G4"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "'' is not an action; it begins with one of keep, mulligan"),
        ("fly B2.6", "'fly B2.6' is not an action"),
        ("Move B2.6-B2.0", "is not an action"),
        ("move", "'move': write a move as move B2.6-B2.0"),
        ("move B2.6", "write a move as move B2.6-B2.0"),
        ("move B2.6 B2.0", "write a move as"),
        ("move B2.6-B2.9", "'move B2.6-B2.9': 'B2.9' is not a field: after the sector comes .0"),
        ("deploy tank", "write a deployment as deploy tank A3.2"),
        ("deploy truck A3.2", "'truck' is not a vehicle or structure; there are acv, tank, palooza"),
        ("build turret H9.0", "there is no sector 'H9'"),
        ("play", "write a card as play carry-all"),
        ("play ace A1.0", "'ace' is not a card; there are 38 of them, as sling"),
        ("play war-bot", "'war-bot' is not a card; there are 38 of them, as sling; did you mean 'war-bots'?"),
        ("play sling A1.0 A1.2", "write a card as"),
        ("recycle", "recycle and one card, as recycle barrier"),
        ("discard none", "'none' is not a card"),
        ("zone C1-C2", "name three different sectors"),
        ("war", "war and a card or none"),
        ("war maybe", "'maybe' is not a card"),
        ("damage", "write what is destroyed, as damage D2.5 E1.2 hq, or damage none"),
        ("damage D2.5 D2.5", "a field stands twice"),
        ("damage hq hq", "a field stands twice"),
        ("end now", "write end alone"),
        ("do sleep", "'sleep' is not a step; there are income"),
        (EVIL, "is not an action"),
    ],
)
def test_wrong_notation_is_quoted_and_corrected(text: str, says: str) -> None:
    with pytest.raises(NotationError) as caught:
        PLAIN.parse_action(text)
    assert says in str(caught.value)
    assert repr(text)[1:-1] in str(caught.value)


def test_long_texts_are_cut() -> None:
    for text in ("x" * 100_000, "damage " + "D3.0 " * 10_000, "move " + "A" * 100_000, "zone " + "C1-" * 100_000):
        with pytest.raises(NotationError) as caught:
            parse(text)
        assert len(str(caught.value)) < 1200


@settings(few, max_examples=250)
@given(
    st.one_of(
        st.text(max_size=40),
        st.lists(
            st.one_of(
                st.sampled_from(
                    ["move", "deploy", "zone", "damage", "war", "play", "do", "build", "recycle", "hq", "end"]
                ),
                WORDS,
                st.tuples(WORDS, WORDS).map("-".join),
                st.text(max_size=6),
            ),
            max_size=5,
        ).map(" ".join),
    )
)
def test_only_a_notation_error_escapes(text: str) -> None:
    try:
        action = parse(text)
    except NotationError:
        return
    assert parse(str(action)) == action
    PLAIN.position({}).explain(action)
