"""For each ruling a position where its readings differ, with the outcome that each of them has by the rulebook."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import Any

import pytest

import hexlib
from hexlib.knee_deep import war
from hexlib.knee_deep.actions import War
from hexlib.knee_deep.board import DISTANCE, NEIGHBOUR_MASK, POINTS, ZONE_MASK
from hexlib.knee_deep.game import KneeDeep
from hexlib.knee_deep.opening import KneeDeepSetup
from hexlib.knee_deep.opening_actions import Finish
from hexlib.knee_deep.opening_state import SetupState
from hexlib.knee_deep.state import KneeDeepState
from hexlib.rules import Rulebook

from .helpers import BUKSEON, GONDWANA, PLAIN, act, event, facts, game, kinds, legal, on, put, why

RULINGS = Rulebook.load("knee_deep").rulings
SWITCHES = [r for r in RULINGS.values() if r.kind == "switch"]

Case = Callable[[KneeDeep], Any]
CASES: dict[str, tuple[Case, dict[str, Any]]] = {}
"""Ruling -> what to do and ask, and the answer that each reading gives."""


def case(name: str, **answers: Any) -> Callable[[Case], Case]:
    def keep(ask: Case) -> Case:
        CASES[name] = ask, {reading.replace("_", "-"): answer for reading, answer in answers.items()}
        return ask

    return keep


def verdict(state: KneeDeepState, text: str) -> str:
    """ "legal", or the rule that forbids it first."""
    return "legal" if legal(state, text) else why(state, text)[0]


# -- the board and the start -------------------------------------------------------------------------------------------


@case("empty_field", full="kdh.board.empty_field", literal="legal")
def _(made: KneeDeep) -> Any:
    """A vehicle is to enter on a part of its own HQ, which lies beside another part of it."""
    return verdict(made.position(put(b={"material": 1})), "deploy acv G2.2")


@case("mulligan", shuffle_first={"sling", "barrier"}, draw_first={"barrier"})
def _(made: KneeDeep) -> Any:
    """Three Slings are given back to a pile of three Barriers: which cards can the new hand hold?"""
    seen: set[str] = set()
    for rng in range(40):
        state = made.position(
            put(phase="mulligan", b={"hand": ["sling"] * 3, "draw": ["barrier"] * 3}, asked="Bukseon", round=1)
        )
        state.rng = rng
        act(state, "mulligan")
        assert len(state.hand[BUKSEON]) == len(state.draw[BUKSEON]) == 3
        seen |= set(state.hand[BUKSEON])
    return seen


@case("first_round_material", after=2, before=3)
def _(made: KneeDeep) -> Any:
    """The starting player's Material in round one, with an income of three."""
    return made.position(put(phase="power-up", round=1)).material[BUKSEON]


# -- Power Up ----------------------------------------------------------------------------------------------------------


@case("same_kind_fields", each=5, once=4)
def _(made: KneeDeep) -> Any:
    """One extractor beside two Material fields."""
    state = made.position(
        put({"extractor": "D3.0"}, phase="power-up", terrain_fields={"D3.1": "material", "D3.4": "material"})
    )
    return state.material[BUKSEON]


@case("power_up_draw", draw_then_discard=("power-up", 7, 0), no_draw_at_six=("actions", 6, 1))
def _(made: KneeDeep) -> Any:
    """Six cards in hand and one in the pile: the phase, the hand and the pile after Power Up."""
    state = made.position(put(phase="power-up", b={"hand": ["sling"] * 6, "draw": ["barrier"]}))
    return facts(state)["phase"], len(state.hand[BUKSEON]), len(state.draw[BUKSEON])


@case(
    "empty_pile",
    refused=("none", "kdh.cards.no_reshuffle"),
    nothing=("none", "legal"),
    loses=("Gondwana", "kdh.cards.no_reshuffle"),
)
def _(made: KneeDeep) -> Any:
    """The pile is empty at the Power Up; then a card is to be bought."""
    state = made.position(put(phase="power-up"))
    return facts(state)["winner"], verdict(state, "draw")


# -- actions -----------------------------------------------------------------------------------------------------------


@case("new_factory", at_once="legal", next_turn="kdh.deploy.adjacent_own_source")
def _(made: KneeDeep) -> Any:
    state = made.position(put({"acv": "D3.1 D3.4"}, b={"material": 2}))
    act(state, "build factory D3.0")
    return verdict(state, "deploy acv D3.2")


@case("new_vehicle", at_once="legal", next_turn="kdh.move.up_to_movement")
def _(made: KneeDeep) -> Any:
    state = made.position(put(b={"material": 1, "energy": 1}))
    act(state, "deploy acv G2.1")
    return verdict(state, "move G2.1-G2.6")


@case("stacking", separate="kdh.move.no_stacking", pooled=("legal", 0))
def _(made: KneeDeep) -> Any:
    """A Palooza with a friend on the next field and a goal behind the friend, two Energy."""
    walls = dict.fromkeys(("D3.5", "D3.6", "D3.2", "D3.3", "D3.4"), "mountain")
    state = made.position(put({"palooza": "D3.0", "tank": "D3.1"}, b={"energy": 2}, terrain_fields=walls))
    said = why(state, "move D3.0-D4.5")
    if said:
        return said[-1]
    act(state, "move D3.0-D4.5")
    return "legal", state.energy[BUKSEON]


@case("own_hq", blocks="kdh.move.no_hq", open="legal")
def _(made: KneeDeep) -> Any:
    """A tank on one side of its own HQ and a goal straight behind it."""
    state = made.position(put({"tank": "G2.1"}, b={"energy": 1}))
    return verdict(state, "move G2.1-G2.4")


@case("movement", path="kdh.move.no_mountain", straight="legal")
def _(made: KneeDeep) -> Any:
    state = made.position(put({"tank": "D3.0"}, b={"energy": 1}, terrain_fields={"D3.1": "mountain"}))
    return verdict(state, "move D3.0-D4.5")


@case("turret_cost", energy=("legal", "kdh.build.pay_first"), material=("kdh.build.pay_first", "legal"))
def _(made: KneeDeep) -> Any:
    """Two ACVs and one Energy; two ACVs and one Material."""
    one, other = (made.position(put({"acv": "D3.1 D3.4"}, b={name: 1})) for name in ("energy", "material"))
    out = verdict(one, "build turret D3.0"), verdict(other, "build turret D3.0")
    paid = one if out[0] == "legal" else other
    act(paid, "build turret D3.0")
    assert (paid.energy[BUKSEON], paid.material[BUKSEON]) == (0, 0)
    return out


@case(
    "builders",
    two=("legal", "legal", "kdh.build.two_builders"),
    touching=("legal", "kdh.build.two_builders", "kdh.build.two_builders"),
    one_and_any=("legal", "legal", "legal"),
)
def _(made: KneeDeep) -> Any:
    """Beside the site: two ACVs that touch; two that do not; one ACV and a tank."""
    out = []
    for pieces in ({"acv": "D3.1 D3.2"}, {"acv": "D3.1 D3.4"}, {"acv": "D3.1", "tank": "D3.2"}):
        out.append(verdict(made.position(put(pieces, b={"material": 1})), "build factory D3.0"))
    alone = made.position(put({"acv": "D3.1"}, b={"material": 1}))
    assert verdict(alone, "build factory D3.0") == "kdh.build.two_builders"
    return tuple(out)


@case("extractor_site", anywhere=("legal", "legal"), beside_resource=("kdh.unit.extractor.function", "legal"))
def _(made: KneeDeep) -> Any:
    """An extractor far from any resource, and one beside a Material field."""
    state = made.position(put({"acv": "D3.1 D3.5 D2.1"}, b={"material": 1}, terrain_fields={"D2.2": "material"}))
    return verdict(state, "build extractor D3.0"), verdict(state, "build extractor D3.4")


@case("builders_after", free=("legal", "legal"), spent=("kdh.build.builders_remain", "kdh.build.two_builders"))
def _(made: KneeDeep) -> Any:
    """After building, one of the builders is to move, and both are to build again."""
    state = made.position(put({"acv": "D3.5 D3.0"}, b={"material": 2, "energy": 1}))
    act(state, "build factory D3.6")
    return verdict(state, "move D3.0-D3.1"), verdict(state, "build extractor D3.4")


@case("card_build_cost", card_only=("legal", 1), both=("kdh.cards.pay_material", 0))
def _(made: KneeDeep) -> Any:
    """Improvised Turret with one Material and no Energy; and what is left of one Energy after playing it."""
    hand = {"material": 1, "hand": ["improvised-turret"]}
    poor = made.position(put({"tank": "D3.0"}, b=hand))
    rich = made.position(put({"tank": "D3.0"}, b={**hand, "energy": 1}))
    act(rich, "play improvised-turret D3.1")
    assert rich.material[BUKSEON] == 0
    return verdict(poor, "play improvised-turret D3.1"), rich.energy[BUKSEON]


@case(
    "improvised_vehicles", at_least_one=("legal", "legal"), exactly_one=("legal", "kdh.card.improvised_turret.effect")
)
def _(made: KneeDeep) -> Any:
    """A field beside one own vehicle, and one beside two."""
    state = made.position(put({"tank": "D3.0 D3.5"}, b={"material": 1, "hand": ["improvised-turret"]}))
    return verdict(state, "play improvised-turret D3.1"), verdict(state, "play improvised-turret D3.4")


@case("recycle_empty", refused="kdh.cards.no_reshuffle", discard=("legal", ()))
def _(made: KneeDeep) -> Any:
    state = made.position(put(b={"energy": 1, "hand": ["sling"]}))
    said = verdict(state, "recycle sling")
    if said != "legal":
        return said
    act(state, "recycle sling")
    assert state.energy[BUKSEON] == 0
    assert state.discard[BUKSEON] == ("sling",)
    return said, state.hand[BUKSEON]


def test_what_a_vehicle_has_done_goes_with_it() -> None:
    """A vehicle carried off keeps the marks of its turn; the next one on its field does not get them."""
    hand = {"material": 5, "energy": 3, "hand": ["carry-all"]}
    state = game(new_vehicle="next-turn").position(put({"tank": "G2.5"}, b=hand))
    act(state, "deploy acv G2.1; play carry-all G2.1-D3.0")
    assert why(state, "move D3.0-D3.1") == ("kdh.move.up_to_movement",)
    act(state, "move G2.5-G2.6; move G2.6-G2.1")
    assert legal(state, "move G2.1-G2.6")
    state = game(builders_after="spent").position(put({"acv": "D3.1 D3.4 C2.0"}, b=hand))
    act(state, "build factory D3.0; play carry-all D3.1-C2.2")
    assert why(state, "build factory C2.1") == ("kdh.build.two_builders",)
    state = game("kdh.move.repeat_pays_again").position(put({"acv": "D3.0"}, b=hand))
    act(state, "move D3.0-D3.1; play carry-all D3.1-C2.0; move C2.0-C2.1")
    assert state.energy[BUKSEON] == 2


# -- the war -----------------------------------------------------------------------------------------------------------

WAR = put(
    {"acv": "D3.5", "palooza": "D3.1"},
    {"tank": "D2.0"},
    b={"hand": ["war-bots", "sling"]},
    g={"hand": ["war-bots"]},
    active="Gondwana",
    marker="C2-D2-D3",
)
"""Bukseon attacks with 4 against 2. The two vehicles are two steps apart but not in line."""


def at_war(made: KneeDeep, **more: Any) -> KneeDeepState:
    state = made.position({**WAR, **more})
    act(state, "end")
    return state


@case("war_card_cost", free=("legal", 1), material=("kdh.cards.anatomy", 0))
def _(made: KneeDeep) -> Any:
    """The attacker's pool is empty; the defender has one Material left: what remains of it?"""
    state = at_war(made, Gondwana={"hand": ["war-bots"], "material": 1})
    out = verdict(state, "war war-bots")
    act(state, "war none")
    before = state.clone()
    before.apply_action(War("war-bots"))
    return out, before.material[GONDWANA]


@case("bluff", no="kdh.warcard.conditions", yes=("legal", (4, 2)))
def _(made: KneeDeep) -> Any:
    """A Sling without its formation may not be laid, or is worth nothing."""
    state = at_war(made)
    said = verdict(state, "war sling")
    if said != "legal":
        return said
    events = act(state, "war sling; war none")
    return said, event(events, "war.power")["power"]


@case("formation_check", on_resolution=(4, 2), when_laid=(7, 2))
def _(made: KneeDeep) -> Any:
    """The Sling lies on the table, and its formation does not stand any more when the cards are turned up."""
    state = made.position({**WAR, "phase": "war-cards", "laid": {"Bukseon": ["sling"]}, "asked": "Gondwana"})
    return event(act(state, "war none"), "war.power")["power"]


@case("defender_card", free=("legal", "legal"), answer=("kdh.warcard.defender_response", "legal"))
def _(made: KneeDeep) -> Any:
    """The defender's card after a pass, and after a card."""
    passed, laid = at_war(made), at_war(made)
    act(passed, "war none")
    act(laid, "war war-bots")
    return verdict(passed, "war war-bots"), verdict(laid, "war war-bots")


@case("phase_4", every_turn=("legal", "legal"), after_resolving=("kdh.place.optional", "legal"))
def _(made: KneeDeep) -> Any:
    """A turn without an enemy marker, and one in which a marker was resolved."""
    quiet = made.position(put({"acv": "D3.0"}))
    act(quiet, "end")
    busy = made.position(put({"acv": "D3.0"}, marker="A1-A2-B2"))
    act(busy, "end")
    return verdict(quiet, "zone C1-C2-D2"), verdict(busy, "zone C1-C2-D2")


@case("hq_presence", both=("war", "damage", "Gondwana", 2), defender_only=("war.none", "place", "Gondwana", 0))
def _(made: KneeDeep) -> Any:
    """Bukseon's own marker stands at its own HQ, with a Gondwana tank beside it and no piece of Bukseon's."""
    state = made.position(put(None, {"tank": "G2.1"}, active="Gondwana", marker="F2-G1-G2"))
    first = act(state, "end")[1].kind
    if facts(state)["phase"] == "war-cards":
        act(state, "war none; war none")
    return first, facts(state)["phase"], facts(state)["player"], state.surplus


@case("unused_points", allowed=("legal", "legal"), as_many_as_possible=("kdh.damage.leftover_lost", "legal"))
def _(made: KneeDeep) -> Any:
    """A surplus of two against one tank: nothing is to be destroyed, or the tank."""
    state = at_war(made)
    act(state, "war none; war none")
    assert state.surplus == 2
    return verdict(state, "damage none"), verdict(state, "damage D2.0")


@case("hq_damage", one_war="kdh.hq.full_damage_at_once", accumulates=("legal", 1))
def _(made: KneeDeep) -> Any:
    """A surplus of three against an HQ of four."""
    state = made.position(put(None, {"palooza": "G2.1"}, marker="F2-G1-G2", marker_owner="Gondwana"))
    act(state, "end; war none; war none")
    assert state.surplus == 3
    said = verdict(state, "damage hq")
    if said != "legal":
        return said
    act(state, "damage hq")
    return said, state.hq_health(BUKSEON)


def laid(made: KneeDeep, card: str, vehicles: str, zone: str, **more: Any) -> str:
    """Bukseon lays a card with tanks on those fields (four at most) against a turret in the zone."""
    state = made.position(
        put(
            {"tank": vehicles},
            {"turret": more.pop("enemy", f"{zone[:2]}.4")},
            b={"hand": [card]},
            active="Gondwana",
            marker=zone,
            **more,
        )
    )
    act(state, "end")
    return verdict(state, f"war {card}")


@case("sling_line", axis=("legal", "kdh.warcard.conditions"), distance=("legal", "legal"))
def _(made: KneeDeep) -> Any:
    """Two steps east; one step east and one south-east."""
    straight = laid(made, "sling", "D3.4 D3.1", "C2-D2-D3")
    bent = laid(made, "sling", "D3.4 D3.2", "C2-D2-D3")
    return straight, bent


@case("barrier_line", consecutive=("legal", "kdh.warcard.conditions"), gaps=("legal", "legal"))
def _(made: KneeDeep) -> Any:
    """Three side by side; three of one line with a gap."""
    return laid(made, "barrier", "D3.4 D3.0 D3.1", "C2-D2-D3"), laid(made, "barrier", "D2.0 D3.5 D3.6", "C2-D2-D3")


@case("skirmish_triangle", adjacent=("legal", "kdh.warcard.conditions"), any=("legal", "legal"))
def _(made: KneeDeep) -> Any:
    """Three that touch each other; three far apart and not in line."""
    return laid(made, "skirmish", "D3.4 D3.0 D3.5", "C2-D2-D3"), laid(made, "skirmish", "C2.0 D2.0 D3.0", "C2-D2-D3")


@case("face_down_power", owner=((4, 2), (6, 2)), public=((6, 2), (6, 2)))
def _(made: KneeDeep) -> Any:
    """Bukseon has laid War Bots: what a bystander sees, and what Bukseon sees."""
    state = at_war(made)
    act(state, "war war-bots")
    return state.view(None).power, state.view(BUKSEON).power


@case("sling_over_hq", holds="legal", breaks="kdh.warcard.conditions")
def _(made: KneeDeep) -> Any:
    """Two tanks on both sides of an HQ's middle."""
    return laid(made, "sling", "G2.1 G2.4", "F2-G1-G2", enemy="G1.0")


@case("three_tanks", at_least=("legal", "legal"), exactly=("legal", "kdh.warcard.conditions"))
def _(made: KneeDeep) -> Any:
    """Three tanks in the zone; four."""
    three, four = "D3.0 D3.1 D2.0", "D3.0 D3.1 D2.0 C2.0"
    return laid(made, "tank-column", three, "C2-D2-D3"), laid(made, "tank-column", four, "C2-D2-D3")


@case("overfull", all="Bukseon", first="Gondwana")
def _(made: KneeDeep) -> Any:
    """Eleven pieces lie in the scrapyard, 9 health of Bukseon's and 6 of Gondwana's; then Gondwana loses two more."""
    state = made.position(
        put(
            {"palooza": "D3.0 D3.1"},
            {"extractor": "D2.0 D2.1"},
            b={"scrapyard": {"tank": 4, "acv": 1}},
            g={"scrapyard": {"acv": 6}},
            active="Gondwana",
            marker="C2-D2-D3",
        )
    )
    act(state, "end; war none; war none; damage D2.0 D2.1")
    return facts(state)["winner"]


# -- the set-up --------------------------------------------------------------------------------------------------------

PAIR = {"faction": "Bukseon", "companions": ["bukseon-general", "bukseon-commander"]}
OTHER = {"faction": "Gondwana", "companions": ["gondwana-general", "gondwana-commander"]}


def setup(made: KneeDeep, ann: dict[str, Any] | None = None, **more: Any) -> SetupState:
    """A set-up under the rulings of the game; Ann plays Bukseon and Bob Gondwana."""
    return KneeDeepSetup(rulings=made.rulings).position({"Ann": {**PAIR, **(ann or {})}, "Bob": OTHER, **more})


def allowed(state: SetupState, text: str) -> str:
    """ "legal", or the rule that forbids it first."""
    found = state.explain(state.game.parse_action(text)).rules
    return found[0] if found else "legal"


@case("terrain_picture", as_shown=("mountain", "material"), mirrored=("material", "mountain"))
def _(made: KneeDeep) -> Any:
    """Ridge shows a mountain on field 1 and Material on field 4. What lies in G1?"""
    state = KneeDeepSetup(rulings=made.rulings).position({"stage": "board", "cards": ["ridge"]})
    for text in ("reveal", "lay G1"):
        state.apply_action(state.game.parse_action(text))
    board = state.game.measure(state, "board")
    return board["G1.1"], board["G1.4"]


@case("terrain_path", twelve=(12, 2), all=(14, 0))
def _(made: KneeDeep) -> Any:
    """How many sectors get a card on either half, and how many cards are left?"""
    state = KneeDeepSetup(rulings=made.rulings).position({"stage": "board", "seed": 1})
    while not state.explain(Finish()):
        for action in state.legal_actions():
            state.apply_action(action)
    return len(state.laid), len(state.cards)


@case("draft_leftover", dealt=[25, 25], discarded=[24, 24])
def _(made: KneeDeep) -> Any:
    """How many cards has each pool when the draft of 50 is over?"""
    state = setup(made, stage="draft", variant="simple")
    while state.stage == "draft":
        state.push(state.legal_actions()[0])
    return state.game.measure(state, "pool")


@case("foreign_cards", companion=1, faction=0)
def _(made: KneeDeep) -> Any:
    """Bukseon's Trickster is not one of Ann's companions. Is a card of his foreign to her?"""
    return setup(made, {"added": ["decoy"]}, stage="deck", variant="advanced").foreign(0)


@case("authority_pays_for", foreign=0, all=3)
def _(made: KneeDeep) -> Any:
    """Where only the other faction's cards are foreign: what does a Decoy of the own Trickster cost?"""
    rulings = {**made.rulings, "foreign_cards": "faction"}
    return setup(KneeDeep(rulings=rulings), {"added": ["decoy"]}, stage="deck", variant="advanced").authority(0)


@case("pool_too_foreign", stands="kdh.simple.max_four_foreign", relaxed="legal")
def _(made: KneeDeep) -> Any:
    """The pool has four neutral cards; four foreign ones are in the deck. A fifth?"""
    foreign = ["decoy", "ambush", "force-field", "terraform", "smart-rounds"]
    neutral = ["sling", "sling", "barrier", "skirmish"]
    ann = {"kept": [*foreign, *neutral], "added": [*foreign[:4], *neutral]}
    return allowed(setup(made, ann, stage="deck", variant="simple"), "add smart-rounds")


# -- all of them -------------------------------------------------------------------------------------------------------


def test_every_switch_has_a_position() -> None:
    assert {(name, reading) for name, (_, answers) in CASES.items() for reading in answers} == {
        (r.name, reading) for r in SWITCHES for reading, _ in r.readings
    }
    for name, (_, answers) in CASES.items():
        some = list(answers.values())
        assert all(a != b for a, b in combinations(some, 2)), f"{name}: two readings give the same answer"


@pytest.mark.parametrize(
    ("name", "reading"), [(name, reading) for name, (_, answers) in CASES.items() for reading in answers]
)
def test_reading(name: str, reading: str) -> None:
    ask, answers = CASES[name]
    assert ask(game(**{name: reading})) == answers[reading]


@pytest.mark.parametrize("name", CASES)
def test_the_default_is_the_first_reading(name: str) -> None:
    ask, answers = CASES[name]
    assert ask(PLAIN) == answers[str(RULINGS[name].default)]


def test_the_middle_of_a_sling_lies_in_the_zone_anyway() -> None:
    """K74 is a note: of two fields opposite each other round a third, one lies in the third one's sector."""
    for zone in ZONE_MASK:
        fields = [f for f in range(217) if zone >> f & 1]
        for a, b in combinations(fields, 2):
            if DISTANCE[a][b] == 2:
                assert NEIGHBOUR_MASK[a] & NEIGHBOUR_MASK[b] & zone
    state = PLAIN.position(put({"tank": "D3.4 D3.1"}, marker="C2-D2-D3", marker_owner="Bukseon"))
    assert war.formation(state, BUKSEON, "sling", ZONE_MASK[POINTS.index("C2-D2-D3")])


# -- parameters and mistakes -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [0, 4, 7])
def test_formation_bonus(number: int) -> None:
    """K70: what Barrier and Skirmish add; Sling's 3 is printed."""
    for card, fields, worth in (
        ("barrier", "D3.4 D3.0 D3.1", number),
        ("skirmish", "D3.4 D3.0 D3.5", number),
        ("sling", "D3.4 D3.1", 3),
    ):
        state = game(formation_bonus=number).position(
            put({"tank": fields}, {"turret": "D2.4"}, b={"hand": [card]}, active="Gondwana", marker="C2-D2-D3")
        )
        events = act(state, f"end; war {card}; war none")
        tanks = len(fields.split())
        assert event(events, "war.power")["power"] == (2 * tanks + worth, 2)


@pytest.mark.parametrize(("places", "over"), [(1, True), (2, False), (12, False)])
def test_scrapyard_places(places: int, over: bool) -> None:
    state = at_war(game(scrapyard_places=places))
    act(state, "war none; war none; damage D2.0")
    assert state.is_terminal() == over
    assert facts(state)["winner"] == ("Bukseon" if over else "none")


@pytest.mark.parametrize("rounds", [1, 3])
def test_round_limit(rounds: int) -> None:
    state = game(round_limit=rounds).new_initial_state(1)
    turns = 0
    act(state, "keep; keep")
    while not state.is_terminal():
        turns += kinds(act(state, "end; end")).count("exhaust")
    assert turns == 2 * rounds
    assert facts(state)["winner"] == "draw"


@pytest.mark.parametrize(
    ("rulings", "says"),
    [
        ({"turet_cost": "energy"}, "there is no ruling 'turet_cost'; did you mean 'turret_cost'?"),
        ({"zzz": "energy"}, "there is no ruling 'zzz'"),
        ({"hq_size": "reading"}, "there is no ruling 'hq_size'"),  # a note has no choice
        ({"turret_cost": "gold"}, "ruling turret_cost has the readings energy, material, not 'gold'"),
        ({"turret_cost": 1}, "ruling turret_cost has the readings energy, material, not 1"),
        ({"turret_cost": ["energy"]}, "ruling turret_cost has the readings"),
        ({"round_limit": 0}, "ruling round_limit is a whole number from 1 to 1000, not 0"),
        ({"round_limit": True}, "ruling round_limit is a whole number from 1 to 1000, not True"),
        ({"formation_bonus": "4"}, "ruling formation_bonus is a whole number from 0 to 20, not '4'"),
        ({"scrapyard_places": 47}, "ruling scrapyard_places is a whole number from 1 to 46, not 47"),
        ({"scrapyard_places": 2.5}, "ruling scrapyard_places is a whole number from 1 to 46, not 2.5"),
    ],
)
def test_wrong_rulings_are_named(rulings: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match="ruling") as caught:
        hexlib.game("knee-deep-in-hexes", rulings=rulings)
    assert says in str(caught.value)


def test_wrong_options_are_named() -> None:
    with pytest.raises(ValueError, match="there is no step 'shuffle' to do by hand; there are income"):
        game(manual=("shuffle",))
    with pytest.raises(ValueError, match="there is no deck 'mine'; there are casual, simple, advanced, printed"):
        KneeDeep(deck="mine")


def test_rulings_do_not_leak_into_other_games() -> None:
    game(turret_cost="material")
    assert PLAIN.rulings["turret_cost"] == "energy"
    assert on(PLAIN.position(put()), "G2.0") == "Bukseon hq"
