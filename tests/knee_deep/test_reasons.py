"""Why an action is refused: the rule, the numbers, the fields and the nearest legal way."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import hexlib.knee_deep
from hexlib import Reason, Rng
from hexlib.grid import bits
from hexlib.knee_deep.actions import Build, Damage, Deploy, Move, Play
from hexlib.knee_deep.board import FIELDS
from hexlib.knee_deep.game import KneeDeep

from .helpers import PLAIN, act, facts, game, put, why
from .test_properties import play


@dataclass(frozen=True)
class Refusal:
    """An action that is refused after some others, and what the reader must be told."""

    rule: str
    action: str
    data: dict[str, Any]
    says: tuple[str, ...]
    """Parts of the sentence: the numbers and names."""
    fields: tuple[str, ...] = ()
    hint: str = ""
    first: str = ""
    made: KneeDeep = PLAIN


TABLE: list[Refusal] = []


def no(
    rule: str,
    action: str,
    data: dict[str, Any],
    *says: str,
    fields: str = "",
    hint: str = "",
    first: str = "",
    made: KneeDeep = PLAIN,
) -> None:
    TABLE.append(Refusal(rule, action, data, says, tuple(fields.split()), hint, first, made))


ONE = {"energy": 1}

# -- deploy ------------------------------------------------------------------------------------------------------------

no(
    "kdh.deploy.pay_first",
    "deploy tank A3.1",
    put(active="Gondwana", g={"material": 1}),
    "A tank costs 2 Material; Gondwana has 1.",
    hint="Enough for: ACV.",
)
no(
    "kdh.deploy.pay_first",
    "deploy palooza G2.1",
    put(b={"material": 2}),
    "A Palooza costs 3 Material; Bukseon has 2.",
    hint="Enough for: ACV, tank.",
)
no("kdh.deploy.pay_first", "deploy acv G2.1", put(), "An ACV costs 1 Material; Bukseon has 0.")
no(
    "kdh.deploy.from_supply",
    "deploy palooza G2.1",
    put({"palooza": "D3.0 D3.1"}, b={"material": 3, "scrapyard": {"palooza": 1}}),
    "All 3 of Bukseon's Palooza",
    "supply is empty",
)
no(
    "kdh.deploy.no_terrain",
    "deploy acv G2.1",
    put(b={"material": 1}, terrain_fields={"G2.1": "mountain"}),
    "G2.1 is a mountain",
    fields="G2.1",
    hint="G2.4",
)
no(
    "kdh.deploy.no_terrain",
    "deploy acv G2.1",
    put(b={"material": 1}, terrain_fields={"G2.1": "energy"}),
    "G2.1 is a resource field",
    fields="G2.1",
)
no(
    "kdh.deploy.no_units",
    "deploy acv G2.1",
    put(None, {"tank": "G2.1"}, b={"material": 1}),
    "G2.1 is taken by Gondwana's tank",
    fields="G2.1",
)
no("kdh.board.empty_field", "deploy acv G2.2", put(b={"material": 1}), "G2.2 is part of an HQ", fields="G2.2")
no(
    "kdh.deploy.adjacent_own_source",
    "deploy acv D3.0",
    put(b={"material": 1}),
    "D3.0 is not beside Bukseon's HQ or one of its factories",
    fields="D3.0",
    hint="Free beside HQ and factories: ",
)
no(
    "kdh.deploy.adjacent_own_source",
    "deploy acv A3.1",
    put(b={"material": 1}),
    "A3.1 is not beside Bukseon's HQ",
    fields="A3.1",
)
no(
    "kdh.deploy.vehicle_types",
    "deploy turret G2.1",
    put(b={"energy": 1}),
    "A turret is a structure; structures are built",
)
no(
    "kdh.deploy.vehicle_types",
    "move D3.0-D3.1",
    put({"extractor": "D3.0"}, b=ONE),
    "An extractor is a structure; structures do not move",
    fields="D3.0",
)

# -- move --------------------------------------------------------------------------------------------------------------

no("kdh.move.one_energy_each", "move D3.0-D3.1", put({"tank": "D3.0"}), "costs 1 Energy; Bukseon has 0.")
no(
    "kdh.move.one_energy_each",
    "move D3.0-D4.6",
    put({"palooza": "D3.0"}, b={"energy": 1}),
    "That way costs 3 Energy; Bukseon has 1.",
    made=game(stacking="pooled"),
)
no(
    "kdh.move.up_to_movement",
    "move D3.0-D4.6",
    put({"tank": "D3.0"}, b=ONE),
    "A tank moves up to 2 for one Energy; D4.6 is 3 fields away.",
    fields="D3.0 D4.6",
    hint="2 Energy would do, with a stop on",
)
no(
    "kdh.move.up_to_movement",
    "move D3.0-D4.5",
    put({"tank": "D3.0"}, b=ONE, terrain_fields={"D3.1": "mountain"}),
    "the free way to D4.5 is 3 fields long",
    fields="D4.5",
)
no(
    "kdh.move.up_to_movement",
    "move D3.0-D3.1",
    put(b=ONE),
    "No vehicle of Bukseon stands on D3.0",
    "empty",
    fields="D3.0",
)
no(
    "kdh.move.up_to_movement",
    "move D3.0-D3.1",
    put(None, {"acv": "D3.0"}, b=ONE),
    "No vehicle of Bukseon stands on D3.0",
    "Gondwana's ACV",
    fields="D3.0",
)
no(
    "kdh.move.up_to_movement",
    "move G2.1-G2.6",
    put(b={"material": 1, "energy": 1}),
    "G2.1 was deployed this turn (ruling K36)",
    first="deploy acv G2.1",
    made=game(new_vehicle="next-turn"),
)
no(
    "kdh.move.no_stacking",
    "move D3.0-D4.5",
    put({"palooza": "D3.0"}, b={"energy": 2}),
    "Two Energy do not make one long movement",
)
no(
    "kdh.move.no_mountain",
    "move D3.0-D3.1",
    put({"tank": "D3.0"}, b=ONE, terrain_fields={"D3.1": "mountain"}),
    "D3.1 is a mountain",
    fields="D3.1",
)
no(
    "kdh.move.no_mountain",
    "move D3.0-D4.5",
    put({"tank": "D3.0"}, b=ONE, terrain_fields={"D3.1": "mountain"}),
    "A mountain (D3.1) stands between D3.0 and D4.5.",
    fields="D3.1",
)
no(
    "kdh.move.no_resource",
    "move D3.0-D3.1",
    put({"tank": "D3.0"}, b=ONE, terrain_fields={"D3.1": "material"}),
    "D3.1 is a Material field",
    fields="D3.1",
)
no(
    "kdh.move.no_resource",
    "move D3.0-D4.5",
    put({"tank": "D3.0"}, b=ONE, terrain_fields={"D3.1": "energy"}),
    "A resource field (D3.1) stands between",
    fields="D3.1",
)
no(
    "kdh.move.no_enemy_units",
    "move D3.0-D3.1",
    put({"tank": "D3.0"}, {"turret": "D3.1"}, b=ONE),
    "D3.1 is taken by Gondwana's turret",
    fields="D3.1",
)
no(
    "kdh.move.no_enemy_units",
    "move D3.0-D4.5",
    put({"tank": "D3.0"}, {"turret": "D3.1"}, b=ONE),
    "An enemy piece (D3.1) stands between",
    fields="D3.1",
)
no("kdh.move.no_hq", "move G2.1-G2.0", put({"tank": "G2.1"}, b=ONE), "G2.0 is part of an HQ", fields="G2.0")
no(
    "kdh.move.no_hq",
    "move G2.1-G2.4",
    put({"tank": "G2.1"}, b=ONE),
    "An HQ (G2.0) stands between G2.1 and G2.4",
    fields="G2.0",
)
no(
    "kdh.move.end_on_empty",
    "move D3.0-D3.1",
    put({"tank": "D3.0 D3.1"}, b=ONE),
    "D3.1 is taken by Bukseon's tank",
    fields="D3.1",
)
no(
    "kdh.move.end_on_empty",
    "move D3.0-D3.0",
    put({"tank": "D3.0"}, b=ONE),
    "ends on another field than it began on: D3.0",
    fields="D3.0",
)
no(
    "kdh.move.one_unit_per_field",
    "move D3.0-D3.1",
    put({"tank": "D3.0"}, {"acv": "D3.1"}, b=ONE),
    "D3.1 is taken by Gondwana's ACV",
    fields="D3.1",
    made=game("kdh.move.no_enemy_units"),
)
no(
    "kdh.build.builders_remain",
    "move D3.1-D3.2",
    put({"acv": "D3.1 D3.4"}, b={"material": 1, "energy": 1}),
    "The ACV on D3.1 has built this turn (ruling K49)",
    fields="D3.1",
    first="build factory D3.0",
    made=game(builders_after="spent"),
)

# -- build -------------------------------------------------------------------------------------------------------------

PAIR = {"acv": "D3.1 D3.4"}


def land(kind: str) -> dict[str, Any]:
    return put(PAIR, b={"energy": 1}, terrain_fields={"D3.0": kind})


no("kdh.build.pay_first", "build turret D3.0", put(PAIR), "A turret costs 1 Energy; Bukseon has 0.")
no("kdh.build.pay_first", "build extractor D3.0", put(PAIR), "An extractor costs 1 Material; Bukseon has 0.")
no(
    "kdh.build.from_supply",
    "build factory D3.0",
    put(PAIR, b={"material": 1, "scrapyard": {"factory": 2}}),
    "All 2 of Bukseon's factory",
    "supply is empty",
)
no("kdh.build.types", "build tank D3.0", put(PAIR, b={"material": 2}), "A tank is a vehicle; vehicles are deployed")
no(
    "kdh.build.on_empty_field",
    "build turret D3.0",
    put(PAIR, {"tank": "D3.0"}, b=ONE),
    "D3.0 is taken by Gondwana's tank",
    fields="D3.0",
)
no("kdh.mountain.no_build", "build turret D3.0", land("mountain"), "D3.0 is a mountain", fields="D3.0")
no("kdh.material.no_build", "build turret D3.0", land("material"), "D3.0 is a Material field", fields="D3.0")
no("kdh.energy.no_build", "build turret D3.0", land("energy"), "D3.0 is an Energy field", fields="D3.0")
no("kdh.hq.no_build", "build turret G2.0", put({"acv": "G2.1 G2.4"}, b=ONE), "G2.0 is part of an HQ", fields="G2.0")
no(
    "kdh.build.two_builders",
    "build turret D3.0",
    put({"acv": "D3.1", "tank": "D3.4"}, b=ONE),
    "two of Bukseon's vehicles that can build",
    "one stands there",
    fields="D3.0 D3.1",
)
no("kdh.build.two_builders", "build turret D3.0", put({"tank": "D3.4"}, b=ONE), "none stands there", fields="D3.0")
no("kdh.build.two_builders", "build turret A1.0", put(PAIR, b=ONE), "none stands there", fields="A1.0")
no(
    "kdh.unit.extractor.function",
    "build extractor D3.0",
    put(PAIR, b={"material": 1}),
    "No resource field lies beside D3.0 (ruling K48)",
    fields="D3.0",
    made=game(extractor_site="beside-resource"),
)

# -- cards -------------------------------------------------------------------------------------------------------------

CARRY = {"material": 2, "hand": ["carry-all"]}
TURRET = {"material": 1, "hand": ["improvised-turret"]}

no(
    "kdh.actions.unlimited",
    "play carry-all D3.0-D3.1",
    put({"tank": "D3.0"}, b={"material": 2, "hand": ["sling"]}),
    "Bukseon does not hold Carry All; the hand holds Sling.",
)
no(
    "kdh.actions.unlimited",
    "play carry-all D3.0-D3.1",
    put({"tank": "D3.0"}, b={"material": 2}),
    "the hand holds no card",
)
no(
    "kdh.cards.pay_material",
    "play carry-all D3.0-D3.1",
    put({"tank": "D3.0"}, b={**CARRY, "material": 1}),
    "Carry All costs 2 Material; Bukseon has 1.",
)
no("kdh.cards.war_only_in_battle", "play sling", put(b={"hand": ["sling"]}), "Sling is a War card")
no("kdh.cards.war_only_in_battle", "war sling", put(b={"hand": ["sling"]}), "Sling can be played only in a war")
no("kdh.cards.conditions_must_hold", "play carry-all", put(b=CARRY), "Carry All needs", "Bukseon has none")
no(
    "kdh.cards.conditions_must_hold",
    "play improvised-turret D3.0",
    put(b=TURRET),
    "Improvised Turret needs an empty field beside",
    "Bukseon has none",
)
no(
    "kdh.cards.conditions_must_hold",
    "play improvised-turret D3.0",
    put({"tank": "D3.1", "turret": "A1.0 A1.1 A1.2"}, b=TURRET),
    "takes a turret from the supply",
    "Bukseon's is empty",
)
no(
    "kdh.cards.resolve_text",
    "play carry-all",
    put({"tank": "D3.0"}, b=CARRY),
    "Carry All needs to know the vehicle's field",
    hint="For example: play carry-all D3.0-A1.0.",
)
no(
    "kdh.cards.resolve_text",
    "play improvised-turret",
    put({"tank": "D3.0"}, b=TURRET),
    "needs to know the field to place it on",
    hint="For example: play improvised-turret ",
)
no(
    "kdh.card.carry_all.effect",
    "play carry-all D3.1-A1.0",
    put({"tank": "D3.0"}, b=CARRY),
    "on D3.1 stands nothing",
    fields="D3.1",
)
no(
    "kdh.card.carry_all.effect",
    "play carry-all D3.0-D3.1",
    put({"tank": "D3.0"}, {"acv": "D3.1"}, b=CARRY),
    "D3.1 is not empty",
    fields="D3.1",
)
no(
    "kdh.card.carry_all.effect",
    "play carry-all D3.0-A3.0",
    put({"tank": "D3.0"}, b=CARRY),
    "A3.0 is not empty",
    fields="A3.0",
)
no(
    "kdh.cards.own_by_default",
    "play carry-all D3.1-A1.0",
    put({"tank": "D3.0"}, {"acv": "D3.1"}, b=CARRY),
    "means the vehicles of the player who plays it",
)
no(
    "kdh.cards.own_by_default",
    "play improvised-turret D4.5",
    put({"tank": "D2.0"}, {"acv": "D3.1"}, b=TURRET),
    "means the vehicles of the player who plays it",
)
no(
    "kdh.card.improvised_turret.effect",
    "play improvised-turret A1.0",
    put({"tank": "D3.0"}, b=TURRET),
    "No vehicle of Bukseon stands beside A1.0",
    fields="A1.0",
    hint="Possible: ",
)
no(
    "kdh.card.improvised_turret.effect",
    "play improvised-turret D3.1",
    put({"tank": "D3.0 D3.2"}, b=TURRET),
    "More than one vehicle stands beside D3.1 (ruling K91)",
    fields="D3.1",
    made=game(improvised_vehicles="exactly-one"),
)
no(
    "kdh.mountain.no_build",
    "play improvised-turret D3.1",
    put({"tank": "D3.0"}, b=TURRET, terrain_fields={"D3.1": "mountain"}),
    "D3.1 is a mountain",
    fields="D3.1",
)
no("kdh.drawaction.cost", "draw", put(b={"draw": ["sling"]}), "A card costs 1 Material; Bukseon has 0.")
no("kdh.cards.no_reshuffle", "draw", put(b={"material": 1}), "Bukseon's draw pile is empty")
no("kdh.cards.no_reshuffle", "recycle sling", put(b={"energy": 1, "hand": ["sling"]}), "Bukseon's draw pile is empty")
no(
    "kdh.recycle.cost",
    "recycle sling",
    put(b={"hand": ["sling"], "draw": ["sling"]}),
    "Recycling costs 1 Energy; Bukseon has 0.",
)
no("kdh.recycle.needs_card", "recycle sling", put(b={"energy": 1, "draw": ["sling"]}), "Bukseon has no card to discard")
no(
    "kdh.recycle.discard_before_draw",
    "recycle barrier",
    put(b={"energy": 1, "hand": ["sling"], "draw": ["barrier"]}),
    "Bukseon does not hold Barrier; the hand holds Sling.",
)
no(
    "kdh.powerup.hand_limit_six",
    "draw",
    put(b={"material": 1, "hand": ["sling"] * 6, "draw": ["sling"]}),
    "The hand holds 6 cards; the limit is 6.",
    made=game("kdh.drawaction.limit_suspended"),
)
no(
    "kdh.powerup.hand_limit_six",
    "recycle sling",
    put(b={"energy": 1, "hand": ["sling"] * 7, "draw": ["sling"]}),
    "The hand holds 7 cards; the limit is 6.",
    made=game("kdh.recycle.limit_suspended"),
)

# -- the wrong time ----------------------------------------------------------------------------------------------------

WAR = put(
    {"acv": "D3.5", "palooza": "D3.1"},
    {"tank": "D2.0", "extractor": "C2.0"},
    b={"hand": ["sling", "war-bots", "carry-all"]},
    g={"hand": ["tank-column", "improvised-turret"], "material": 2},
    active="Gondwana",
    marker="C2-D2-D3",
)
SEVEN = {"hand": ["sling"] * 7}

no("kdh.start.phase_order", "draw", put(), "phase 2, Actions", "phase 4", first="end")
no("kdh.start.phase_order", "move D3.0-D3.1", put({"acv": "D3.0"}, b=ONE), "phase 2", "phase 4", first="end")
no("kdh.start.phase_order", "draw", put(phase="mulligan", asked="Bukseon"), "phase 2, Actions", "opening hand")
no("kdh.start.mulligan_timing", "mulligan", put(), "before the game", "phase 2, Actions")
no("kdh.start.mulligan_timing", "keep", put(), "before the game", "phase 2, Actions")
no(
    "kdh.start.all_phases",
    "draw",
    put(phase="power-up"),
    "do: income",
    hint="Write: do income.",
    made=game(manual=("income",)),
)
no("kdh.start.all_phases", "do exhaust", put(), "Not now: what is to be done is nothing.")
no("kdh.exhaust.discard_to_six", "discard sling", put(b={"hand": ["sling"]}), "where the hand limit asks for it")
no(
    "kdh.exhaust.discard_to_six",
    "end",
    put(b=SEVEN),
    "First 1 card must go: the hand holds 7, the limit is 6.",
    first="end; end",
)
no(
    "kdh.powerup.discard_excess_now",
    "draw",
    put(phase="power-up", b={"hand": ["sling"] * 7, "draw": ["sling"]}),
    "First 2 cards must go: the hand holds 8, the limit is 6.",
)
no("kdh.war.declare_end_of_turn", "zone C2-D2-D3", put(), "in phase 4", "now it is phase 2, Actions")
no("kdh.war.enemy_first", "zone C2-D2-D3", WAR, "Bukseon's marker has to be resolved", "a war, step 1", first="end")
no(
    "kdh.war.delayed",
    "damage C2.0",
    put({"acv": "D3.0"}, {"extractor": "C2.0"}),
    "Nothing can be hit at once",
    "phase 2, Actions",
)
no("kdh.war.five_steps", "damage D2.0", WAR, "in the last step of a war", "a war, step 1", first="end")
no("kdh.war.five_steps", "draw", WAR, "phase 2, Actions", "a war, step 1", first="end")
no("kdh.war.five_steps", "draw", WAR, "a war, step 5", first="end; war none; war none")
no("kdh.war.when", "war tank-column", WAR, "The war in Bukseon's zone is fought when Gondwana has finished acting.")
no("kdh.war.only_in_zones", "war none", put(), "no marker waits to be resolved")
no(
    "kdh.war.no_war",
    "war none",
    put({"acv": "D3.0"}, None, active="Gondwana", marker="C2-D2-D3"),
    "the marker has been resolved",
    first="end",
)
no(
    "kdh.cards.action_only_own_action_phase",
    "play carry-all D3.0-A1.0",
    put({"tank": "D3.0"}, b=CARRY),
    "phase 2",
    "phase 4",
    first="end",
)
no("kdh.cards.no_action_in_war", "play improvised-turret D2.1", WAR, "phase 2", "a war, step 1", first="end; war none")
no(
    "kdh.cards.no_action_in_war",
    "war improvised-turret",
    WAR,
    "Improvised Turret is an Action card",
    first="end; war none",
)
no("kdh.cards.war_only_in_battle", "war war-bots", WAR, "now it is a war, step 5", first="end; war none; war none")
no("kdh.cards.war_only_in_battle", "play sling", WAR, "step 1 of a war", first="end")

# -- markers and the war -----------------------------------------------------------------------------------------------

no(
    "kdh.war.marker_on_three_sector_point",
    "zone A1-D3-G4",
    put(),
    "A1, D3, G4 do not meet in one corner",
    fields="A1.0 D3.0 G4.0",
    hint="C1-C2-D2",
    first="end",
)
no(
    "kdh.war.marker_on_three_sector_point",
    "zone C1-C2-C3",
    put(),
    "C1, C2, C3 do not meet",
    fields="C1.0 C2.0 C3.0",
    hint="Near by: B2-C1-C2, ",
    first="end",
)
no(
    "kdh.war.no_war_marker_returned",
    "zone C1-C2-D2",
    put(marker="C2-D2-D3", marker_owner="Bukseon"),
    "Bukseon's marker is already on the board",
    first="end",
)
no("kdh.place.optional", "end", put(), "Bukseon has to place the marker", first="end", made=game("kdh.place.optional"))
no(
    "kdh.place.optional",
    "zone C1-C2-D2",
    put(),
    "No enemy marker was resolved this turn (ruling K61)",
    first="end",
    made=game(phase_4="after-resolving"),
)
no(
    "kdh.warcard.conditions",
    "war sling",
    WAR,
    "Sling needs two vehicles in line with exactly one field between them; Bukseon has 2 vehicles in the zone",
    fields="D3.1 D3.5",
    first="end",
)
no(
    "kdh.warcard.conditions",
    "war tank-column",
    WAR,
    "Tank Column needs 3 tanks of Gondwana in the zone; there is 1.",
    fields="D2.0",
    first="end; war none",
)
no("kdh.actions.unlimited", "war barrier", WAR, "Bukseon does not hold Barrier", first="end")
no(
    "kdh.warcard.structures_not_formation",
    "war sling",
    put(
        {"tank": "D3.4", "turret": "D3.1"}, {"acv": "D2.0"}, b={"hand": ["sling"]}, active="Gondwana", marker="C2-D2-D3"
    ),
    "Structures do not count",
    first="end",
)
no(
    "kdh.card.sling.gap_content",
    "war sling",
    put({"tank": "G2.1 G2.4"}, {"tank": "G1.0"}, b={"hand": ["sling"]}, active="Gondwana", marker="F2-G1-G2"),
    "A part of an HQ lies between the two (ruling K94).",
    first="end",
    made=game(sling_over_hq="breaks"),
)
no(
    "kdh.warcard.defender_response",
    "war tank-column",
    WAR,
    "The attacker has laid no card to answer (ruling K55)",
    first="end; war none",
    made=game(defender_card="answer"),
)
no(
    "kdh.cards.anatomy",
    "war war-bots",
    WAR,
    "War Bots costs 1 Material; Bukseon has 0.",
    first="end",
    made=game(war_card_cost="material"),
)

HIT = "end; war none; war none"

no(
    "kdh.damage.all_or_nothing",
    "damage D2.0 C2.0",
    WAR,
    "That takes 4 points; the surplus is 2.",
    fields="C2.0 D2.0",
    hint="any one of C2.0, D2.0",
    first=HIT,
)
no(
    "kdh.result.difference",
    "damage D2.0 C2.0",
    WAR,
    "The winner has 2 to assign, the difference of the totals",
    fields="C2.0 D2.0",
    first=HIT,
)
no(
    "kdh.damage.all_or_nothing",
    "damage D2.0",
    put({"palooza": "D3.0"}, {"tank": "D2.0"}, active="Gondwana", marker="C2-D2-D3"),
    "The tank has 2 health; the surplus is 1.",
    fields="D2.0",
    hint="not enough for any target",
    first=HIT,
)
no(
    "kdh.hq.full_damage_at_once",
    "damage hq",
    put({"palooza": "A3.1"}, None, active="Gondwana", marker="A3-A4-B4"),
    "Gondwana's HQ has 4 health; the surplus is 3.",
    first=HIT,
)
no("kdh.war.only_in_zones", "damage A1.0", WAR, "A1.0 is not in the war zone", fields="A1.0", first=HIT)
no("kdh.war.only_in_zones", "damage hq", WAR, "Gondwana's HQ is not in the war zone", first=HIT)
no("kdh.result.targets", "damage D3.0", WAR, "Nothing stands on D3.0", fields="D3.0", first=HIT)
no(
    "kdh.result.targets",
    "damage D2.0 D2.1",
    put({"palooza": "D3.0", "acv": "D3.1"}, {"acv": "D2.0", "extractor": "D2.1"}, active="Gondwana", marker="C2-D2-D3"),
    "Only one piece",
    fields="D2.0 D2.1",
    first=HIT,
    made=game("kdh.result.targets"),
)
no(
    "kdh.result.winner_unharmed",
    "damage D3.5",
    WAR,
    "On D3.5 stands Bukseon's ACV; only the loser's pieces are hit",
    fields="D3.5",
    first=HIT,
)
no(
    "kdh.damage.leftover_lost",
    "damage none",
    WAR,
    "As many of the 2 points as possible must be spent (ruling K66)",
    first=HIT,
    made=game(unused_points="as-many-as-possible"),
)
no(
    "kdh.end.hq",
    "draw",
    put({"palooza": "A3.1", "acv": "A3.2"}, None, active="Gondwana", marker="A3-A4-B4"),
    "The game is over",
    first=f"{HIT}; damage hq",
)
no(
    "kdh.start.rounds",
    "draw",
    put(round=60, active="Gondwana", starting="Bukseon"),
    "The game is over",
    first="end; end",
)
no(
    "kdh.end.scrapyard",
    "draw",
    put(
        {"palooza": "D3.0", "acv": "D3.1"},
        {"tank": "D2.0"},
        b={"scrapyard": {"tank": 5}},
        g={"scrapyard": {"acv": 6}},
        active="Gondwana",
        marker="C2-D2-D3",
    ),
    "The game is over",
    first=f"{HIT}; damage D2.0",
)


# -- the tests ---------------------------------------------------------------------------------------------------------


def _name(refusal: Refusal) -> str:
    return f"{refusal.rule}-{refusal.action.replace(' ', '_')}"


@pytest.mark.parametrize("refusal", TABLE, ids=map(_name, TABLE))
def test_a_refusal(refusal: Refusal) -> None:
    state = refusal.made.position(refusal.data)
    act(state, refusal.first)
    verdict = state.explain(state.game.parse_action(refusal.action))
    assert not verdict
    found = [r for r in verdict.reasons if r.rule == refusal.rule and all(part in r.text for part in refusal.says)]
    assert found, f"{refusal.rule} {refusal.says} is not among {[str(r) for r in verdict.reasons]}"
    reason = found[0]
    if refusal.fields:
        assert reason.fields == refusal.fields
    assert refusal.hint in reason.hint
    assert reason.text[0].isupper()
    assert reason.text.endswith((".", ").")), reason.text


def test_no_reason_is_said_twice() -> None:
    for refusal in TABLE:
        state = refusal.made.position(refusal.data)
        act(state, refusal.first)
        reasons = state.explain(state.game.parse_action(refusal.action)).reasons
        assert len(set(reasons)) == len(reasons), refusal


def test_every_rule_that_code_gives_as_a_reason_is_reached() -> None:
    """The ids in the modules that make reasons; those that only switch something on or off are named here."""
    folder = Path(hexlib.knee_deep.__file__).parent
    cited = set()
    for name in ("legality.py", "legality_cards.py", "moves.py", "refusals.py", "timing.py"):
        cited |= set(re.findall(r'"(kdh\.[a-z0-9_.]+)"', (folder / name).read_text("utf-8")))
    asked = {
        "kdh.move.pass_through_friendly",
        "kdh.move.repeat_pays_again",
        "kdh.drawaction.limit_suspended",
        "kdh.recycle.limit_suspended",
        "kdh.actions.list",
        "kdh.cards.text_over_rules",
        "kdh.warcard.three_tanks_example",
    }
    assert {r.rule for r in TABLE} >= cited - asked
    assert asked <= cited


def test_every_broken_prohibition_of_phase_2_is_named_as_a_reason() -> None:
    """What ``without`` allows is what the reason forbids: the rule that is broken is the one that was named."""
    from .test_breaks import CASES

    named = {r.rule for r in TABLE}
    forbidden = [name for name, (_, right, wrong) in CASES.items() if right is False and wrong is True]
    elsewhere = {
        # one act of moving, said in three ways; the reason is given once
        "kdh.move.no_multiple_in_single_action",
        "kdh.move.finish_before_next",
        # a missing formation is one reason, the condition of the card
        "kdh.formation.bonus_condition",
        "kdh.card.sling.formation",
        "kdh.card.barrier.formation",
        "kdh.card.skirmish.formation",
        # after the first card the other player is asked
        "kdh.warcard.one_each",
        # said a second time in another chapter; the reason cites the chapter of the action
        "kdh.hq.no_move_through",
        "kdh.material.no_move_through",
        "kdh.energy.no_move_through",
        "kdh.mountain.no_move",
        "kdh.material.extractor_site_empty",
    }
    assert {name for name in forbidden if name not in named} == elsewhere


def test_an_action_of_another_game_is_refused() -> None:
    class Castle(Play):
        """Not of this game."""

    state = PLAIN.position(put())
    assert state.explain(Castle("sling")).rules == ("kdh.actions.list",)


def test_several_reasons_come_together() -> None:
    """Neither the money, nor the supply, nor the place: all three are said."""
    state = PLAIN.position(put(b={"scrapyard": {"palooza": 3}}))
    assert why(state, "deploy palooza D3.0") == (
        "kdh.deploy.pay_first",
        "kdh.deploy.from_supply",
        "kdh.deploy.adjacent_own_source",
    )


def test_hints_tell_the_truth() -> None:
    """What the hint of a move names can be done."""
    state = PLAIN.position(put({"tank": "D3.0"}, b={"energy": 2}))
    reason = state.explain(PLAIN.parse_action("move D3.0-C4.3")).reasons[0]
    match = re.fullmatch(r"2 Energy would do, with a stop on (\S+); or start from (\S+)\.", reason.hint)
    assert match
    stop, start = match.groups()
    assert stop == start
    act(state, f"move D3.0-{stop}; move {stop}-C4.3")
    assert state.energy[0] == 0


@pytest.mark.parametrize("seed", range(3))
def test_hints_can_be_followed(seed: int) -> None:
    """In whole games: the stops that a hint names lead there, and the fields that it lists are possible."""
    rng = Rng(seed)
    followed = 0
    for state, _ in play(seed):
        if facts(state)["phase"] != "actions":
            continue
        rich = state.clone()
        rich.material[rich.active], rich.energy[rich.active] = 9, 9
        vehicles = list(bits(rich.vehicles(rich.active)))
        if not vehicles:
            continue
        source, target = rng.choice(vehicles), rng.below(len(FIELDS))
        for action in (Move(source, target), Deploy(rng.below(3), target), Build(3 + rng.below(3), target)):
            for reason in rich.explain(action).reasons:
                hint = reason.hint
                if match := re.fullmatch(r"(\d+) Energy would do, with a stop on (.+); or start from (.+)\.", hint):
                    stops = match[2].split(" and ")
                    assert len(stops) + 1 == int(match[1])
                    assert stops[-1] == match[3]
                    if int(match[1]) <= 9:
                        walk = rich.clone()
                        for a, b in pairwise([FIELDS[source], *stops, FIELDS[target]]):
                            act(walk, f"move {a}-{b}")
                        followed += 1
                elif match := re.search(r"(?:Free beside HQ and factories:|Two builders stand beside) (.+)\.$", hint):
                    assert isinstance(action, Deploy | Build)
                    for name in re.findall(r"[A-G]\d\.\d", match[1]):
                        there = type(action)(action.unit, FIELDS.index(name))
                        said = {r.rule for r in rich.explain(there).reasons}
                        assert not said - {"kdh.deploy.from_supply", "kdh.build.from_supply"}, str(there)
                        followed += 1
    assert followed > 20


def test_a_stop_that_is_taken_is_named() -> None:
    """A Palooza cannot stop where a friend stands, so two Energy do not take it past."""
    walls = dict.fromkeys(("D3.5", "D3.6", "D3.2", "D3.3", "D3.4"), "mountain")
    state = PLAIN.position(put({"palooza": "D3.0", "tank": "D3.1"}, b={"energy": 2}, terrain_fields=walls))
    reasons = state.explain(PLAIN.parse_action("move D3.0-D4.5")).reasons
    assert [r.rule for r in reasons] == ["kdh.move.up_to_movement", "kdh.move.no_stacking"]
    assert reasons[1].hint == "D3.1 is taken, so no movement can end there."


def test_wild_actions_get_a_reason_and_no_traceback() -> None:
    state = PLAIN.position(WAR)
    act(state, HIT)
    for targets in ((216,), (0, 1, 2, 217), tuple(range(217))):
        assert state.explain(Damage(targets)).reasons
    assert isinstance(state.explain(Play("carry-all", (1, 2, 3))).reasons[0], Reason)
