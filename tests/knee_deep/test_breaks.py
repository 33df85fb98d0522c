"""Each rule that can be broken on purpose: what the real game does, and what the broken one does, side by side."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from hexlib import Rng
from hexlib.knee_deep.actions import End, Zone
from hexlib.knee_deep.breaks import BREAKS, SETUP_BREAKS
from hexlib.knee_deep.components import CARD_NAMES, UNITS
from hexlib.knee_deep.game import KneeDeep
from hexlib.knee_deep.state import N_UNITS, KneeDeepState
from hexlib.rules import Rulebook

from .helpers import PLAIN, act, event, facts, game, kinds, legal, lively, on, put, random_action

Ask = Callable[[KneeDeep], Any]
CASES: dict[str, tuple[Ask, Any, Any]] = {}
"""``str`` of a break -> a question to a game, the right answer, the answer of the broken game."""


def differs(name: str, right: Any, wrong: Any, ask: Ask) -> None:
    assert name not in CASES
    CASES[name] = ask, right, wrong


def may(data: dict[str, Any], text: str, first: str = "") -> Ask:
    """Whether an action is legal, after other ones."""

    def ask(made: KneeDeep) -> bool:
        state = made.position(data)
        act(state, first)
        return legal(state, text)

    return ask


def then(data: dict[str, Any], script: str, what: Callable[[KneeDeepState], Any] | str) -> Ask:
    """A measure, or something else of the state, after some actions."""

    def ask(made: KneeDeep) -> Any:
        state = made.position(data)
        act(state, script)
        return made.measure(state, what) if isinstance(what, str) else what(state)

    return ask


def forbids(name: str, data: dict[str, Any], text: str, first: str = "") -> None:
    """A rule that forbids the action: legal only where it is broken."""
    differs(name, False, True, may(data, text, first))


def permits(name: str, data: dict[str, Any], text: str, first: str = "") -> None:
    """A rule that allows the action: legal only where it holds."""
    differs(name, True, False, may(data, text, first))


def material(state: KneeDeepState) -> int:
    return state.material[0]


def phase(state: KneeDeepState) -> Any:
    return facts(state)["phase"]


def player(state: KneeDeepState) -> Any:
    return facts(state)["player"]


def winner(state: KneeDeepState) -> Any:
    return facts(state)["winner"]


def hand(state: KneeDeepState) -> int:
    return len(state.hand[0])


# -- the start, Power Up -----------------------------------------------------------------------------------------------

EARN = {"terrain_fields": {"D3.1": "material"}, "phase": "power-up"}

forbids("kdh.start.phase_order", put({"acv": "D3.0"}, b={"energy": 1}), "move D3.0-D3.1", "end")
differs("kdh.start.first_round_no_draw", 0, 1, then(put(phase="power-up", round=1, b={"draw": ["sling"]}), "", hand))
differs("kdh.start.first_round_minus_one_material", 2, 3, then(put(phase="power-up", round=1), "", material))
differs("kdh.powerup.companion_income", 4, 1, then(put({"extractor": "D3.0"}, **EARN), "", material))
differs("kdh.powerup.extractor_income", 4, 3, then(put({"extractor": "D3.0"}, **EARN), "", material))
differs("kdh.powerup.enemy_extractor_ignored", 3, 4, then(put(None, {"extractor": "D3.0"}, **EARN), "", material))
differs("kdh.powerup.track", 4, 0, then(put({"extractor": "D3.0"}, **EARN), "", material))
differs("kdh.powerup.draw_one", 1, 0, then(put(phase="power-up", b={"draw": ["sling"]}), "", hand))
SEVENTH = put(phase="power-up", b={"hand": ["sling"] * 6, "draw": ["barrier"]})
differs("kdh.powerup.hand_limit_six", "power-up", "actions", then(SEVENTH, "", phase))
differs("kdh.powerup.discard_excess_now", "power-up", "actions", then(SEVENTH, "", phase))
differs(
    "kdh.powerup.field_counted_once=per_extractor", 4, 5, then(put({"extractor": "D3.0 D3.2"}, **EARN), "", material)
)
differs(
    "kdh.powerup.field_counted_again_next_turn=once_a_game",
    4,
    3,
    then(put({"extractor": "D3.0"}, **EARN), "end; end; end; end", material),
)

# -- deploy ------------------------------------------------------------------------------------------------------------

forbids("kdh.deploy.pay_first", put(b={"material": 1}), "deploy tank G2.1")
forbids("kdh.deploy.from_supply", put({"palooza": "D3.0 D3.1 D3.2"}, b={"material": 3}), "deploy palooza G2.1")
forbids("kdh.deploy.adjacent_own_source", put(b={"material": 1}), "deploy acv D3.0")
forbids("kdh.deploy.no_terrain", put(b={"material": 1}, terrain_fields={"G2.1": "mountain"}), "deploy acv G2.1")
forbids("kdh.deploy.no_units", put({"tank": "G2.1"}, b={"material": 1}), "deploy acv G2.1")
ONE_POINT = put({"tank": "D3.0"}, {"acv": "D2.0"}, active="Gondwana", marker="C2-D2-D3")
permits("kdh.deploy.health_equals_cost=one_more", ONE_POINT, "damage D2.0", "end; war none; war none")

# -- move --------------------------------------------------------------------------------------------------------------

ONE = {"energy": 1}
WALLED = dict.fromkeys(("D3.5", "D3.6", "D3.2", "D3.3", "D3.4"), "mountain")
BEHIND = put({"palooza": "D3.0", "tank": "D3.1"}, b={"energy": 2}, terrain_fields=WALLED)

forbids("kdh.move.up_to_movement", put({"palooza": "D3.0"}, b=ONE), "move D3.0-C4.2")
forbids("kdh.move.one_energy_each", put({"palooza": "D3.0"}), "move D3.0-D3.1")
forbids("kdh.move.no_stacking", BEHIND, "move D3.0-D4.5")
forbids("kdh.move.no_multiple_in_single_action", BEHIND, "move D3.0-D4.5")
forbids("kdh.move.finish_before_next", BEHIND, "move D3.0-D4.5")
forbids("kdh.move.no_mountain", put({"tank": "D3.0"}, b=ONE, terrain_fields={"D3.1": "mountain"}), "move D3.0-D4.5")
forbids("kdh.move.no_resource", put({"tank": "D3.0"}, b=ONE, terrain_fields={"D3.1": "energy"}), "move D3.0-D4.5")
forbids("kdh.move.no_enemy_units", put({"tank": "D3.0"}, {"acv": "D3.1"}, b=ONE), "move D3.0-D4.5")
forbids("kdh.move.no_hq", put({"tank": "G2.1"}, b=ONE), "move G2.1-G2.4")
permits("kdh.move.pass_through_friendly", put({"tank": "D3.0 D3.1"}, b=ONE), "move D3.0-D4.5")
forbids("kdh.move.end_on_empty", put({"tank": "D3.0", "acv": "D3.1"}, b=ONE), "move D3.0-D3.1")
forbids("kdh.move.one_unit_per_field", put({"tank": "D3.0", "acv": "D3.1"}, b=ONE), "move D3.0-D3.1")
AGAIN = put({"acv": "D3.0"}, b={"energy": 2})
differs(
    "kdh.move.repeat_pays_again",
    0,
    1,
    then(AGAIN, "move D3.0-D3.1; move D3.1-D3.0", lambda state: state.energy[0]),
)

# -- build -------------------------------------------------------------------------------------------------------------

TWO = {"acv": "D3.1 D3.4"}


def site(kind: str) -> dict[str, Any]:
    return put(TWO, b={"energy": 1}, terrain_fields={"D3.0": kind})


forbids("kdh.build.pay_first", put(TWO), "build factory D3.0")
forbids("kdh.build.from_supply", put({**TWO, "factory": "C2.0 C3.0"}, b={"material": 1}), "build factory D3.0")
forbids("kdh.build.on_empty_field", put({**TWO, "tank": "D3.0"}, b={"material": 1}), "build factory D3.0")
forbids("kdh.build.two_builders", put({"acv": "D3.1", "tank": "D3.4"}, b={"material": 1}), "build factory D3.0")
differs(
    "kdh.build.builders_remain",
    ("Bukseon acv", "Bukseon acv", 4),
    ("empty", "empty", 6),
    then(
        put(TWO, b={"material": 1}),
        "build factory D3.0",
        lambda state: (on(state, "D3.1"), on(state, "D3.4"), state.supply[0]),
    ),
)
forbids("kdh.mountain.no_build", site("mountain"), "build turret D3.0")
forbids("kdh.material.no_build", site("material"), "build turret D3.0")
forbids("kdh.energy.no_build", site("energy"), "build turret D3.0")
forbids("kdh.hq.no_build", put({"acv": "G2.1 G2.4"}, b={"energy": 1}), "build turret G2.0")

# -- cards -------------------------------------------------------------------------------------------------------------

CARRY = {"material": 2, "hand": ["carry-all"]}

forbids("kdh.cards.war_only_in_battle", put(b={"hand": ["war-bots"]}), "play war-bots")
forbids("kdh.cards.action_only_own_action_phase", put({"tank": "D3.0"}, b=CARRY), "play carry-all D3.0-A1.0", "end")
forbids(
    "kdh.cards.no_action_in_war",
    put({"tank": "D3.0"}, {"tank": "D2.0"}, b=CARRY, marker="C2-D2-D3"),
    "play carry-all D3.0-A1.0",
    "end; war none",
)
forbids("kdh.cards.pay_material", put({"tank": "D3.0"}, b={**CARRY, "material": 1}), "play carry-all D3.0-A1.0")
differs(
    "kdh.cards.resolve_text",
    "Bukseon tank",
    "empty",
    then(put({"tank": "D3.0"}, b=CARRY), "play carry-all D3.0-A1.0", lambda state: on(state, "A1.0")),
)
forbids("kdh.cards.conditions_must_hold", put(b=CARRY), "play carry-all")
forbids("kdh.cards.own_by_default", put({"acv": "C1.0"}, {"tank": "D3.0"}, b=CARRY), "play carry-all D3.0-A1.0")
forbids("kdh.drawaction.cost", put(b={"draw": ["sling"]}), "draw")
permits("kdh.drawaction.limit_suspended", put(b={"material": 1, "hand": ["sling"] * 6, "draw": ["sling"]}), "draw")
forbids("kdh.recycle.cost", put(b={"hand": ["sling"], "draw": ["barrier"]}), "recycle sling")
forbids("kdh.recycle.discard_before_draw", put(b={**ONE, "hand": ["sling"], "draw": ["barrier"]}), "recycle barrier")
forbids("kdh.recycle.needs_card", put(b={**ONE, "draw": ["barrier"]}), "recycle sling")
permits(
    "kdh.recycle.limit_suspended",
    put(b={"energy": 1, "hand": ["sling"] * 7, "draw": ["sling"]}),
    "recycle sling",
)

# -- markers and war ---------------------------------------------------------------------------------------------------


def war(
    bukseon: dict[str, str] | None,
    gondwana: dict[str, str] | None,
    zone: str = "C2-D2-D3",
    b: tuple[str, ...] = (),
    g: tuple[str, ...] = (),
    **more: Any,
) -> dict[str, Any]:
    """Gondwana's turn with Bukseon's marker on the board, and cards in the hands."""
    return put(bukseon, gondwana, b={"hand": list(b)}, g={"hand": list(g)}, active="Gondwana", marker=zone, **more)


PASS = "end; war none; war none"
DOUBLE = ("damage D2.0 D2.1", PASS)
FOUR_TO_TWO = {"acv": "D3.5", "palooza": "D3.1"}, {"tank": "D2.0"}

forbids("kdh.war.declare_end_of_turn", put({"acv": "D3.0"}), "zone C2-D2-D3")
differs(
    "kdh.war.only_in_zones",
    [1, 2],
    [4, 2],
    then(war({"acv": "D3.5", "palooza": "A1.0"}, {"tank": "D2.0"}), "", "power"),
)


def far_apart(made: KneeDeep) -> tuple[bool, int]:
    """Any three sectors may be named, though the list of choices stays that of the 42 corners."""
    state = made.position(put())
    act(state, "end")
    return bool(state.explain(made.parse_action("zone A1-D3-G4"))), len(state.legal_actions())


differs("kdh.war.marker_on_three_sector_point", (False, 43), (True, 43), far_apart)
differs(
    "kdh.war.zone_is_three_sectors",
    [4, 2],
    [1, 0],
    then(war({"acv": "D3.5", "palooza": "D3.1"}, {"tank": "D2.0"}), "", "power"),
)
differs(
    "kdh.war.when",
    ("actions", "Gondwana"),
    ("war-cards", "Bukseon"),
    then(
        put(*FOUR_TO_TWO),
        "end; zone C2-D2-D3",
        lambda state: (phase(state), player(state)),
    ),
)
differs("kdh.war.enemy_first", "war-cards", "place", then(war(*FOUR_TO_TWO), "end", phase))


def first_of_war(data: dict[str, Any]) -> Ask:
    """Whether a war is fought when the active player has finished acting."""

    def ask(made: KneeDeep) -> str:
        return next(k for k in kinds(act(made.position(data), "end")) if k.startswith("war"))

    return ask


differs("kdh.war.condition_units", "war", "war.none", first_of_war(war(*FOUR_TO_TWO)))
differs("kdh.war.condition_hq", "war", "war.none", first_of_war(war({"tank": "A3.1"}, None, "A3-A4-B4")))
differs("kdh.war.no_war", "war.none", "war", first_of_war(war({"tank": "D3.0"}, None)))
differs("kdh.war.five_steps", "war-cards", "damage", then(war(*FOUR_TO_TWO), "end", phase))
differs(
    "kdh.war.no_war_marker_returned", "none", "C2-D2-D3 Bukseon", then(war({"tank": "D3.0"}, None), "end", "marker")
)
differs("kdh.war.win_by_more_cp=fewer", "Bukseon", "Gondwana", then(war(*FOUR_TO_TWO), PASS, player))
differs("kdh.war.cp_sources=one_each", [4, 2], [2, 1], then(war(*FOUR_TO_TWO), "", "power"))
TIE = war({"tank": "D3.0"}, {"turret": "D2.0"})
differs(
    "kdh.war.tie=attacker_wins",
    ("place", "Gondwana", 0),
    ("damage", "Bukseon", 1),
    then(TIE, PASS, lambda state: (phase(state), player(state), state.surplus)),
)
differs(
    "kdh.power.tie_no_result=defender_wins",
    ("place", 0),
    ("damage", 1),
    then(TIE, PASS, lambda state: (phase(state), state.surplus)),
)
differs("kdh.warcard.attacker_first", "Bukseon", "Gondwana", then(war(*FOUR_TO_TWO), "end", player))
forbids("kdh.warcard.one_each", war(*FOUR_TO_TWO, b=("war-bots", "war-bots")), "war war-bots", "end; war war-bots")
differs(
    "kdh.warcard.face_down",
    ((4, 2), ("?",)),
    ((6, 2), ("war-bots",)),
    then(
        war(*FOUR_TO_TWO, b=("war-bots",)),
        "end; war war-bots",
        lambda state: (state.view(1).power, state.view(1).laid[0]),
    ),
)
differs(
    "kdh.warcard.defender_response",
    ("war-cards", "Gondwana"),
    ("damage", "Bukseon"),
    then(war(*FOUR_TO_TWO, g=("war-bots",)), "end; war none", lambda state: (phase(state), player(state))),
)
BENT = war(*FOUR_TO_TWO, b=("sling", "barrier", "skirmish"))
forbids("kdh.warcard.conditions", BENT, "war sling", "end")
forbids("kdh.formation.bonus_condition", BENT, "war sling", "end")
forbids("kdh.card.sling.formation", BENT, "war sling", "end")
forbids("kdh.card.barrier.formation", BENT, "war barrier", "end")
forbids("kdh.card.skirmish.formation", BENT, "war skirmish", "end")
forbids(
    "kdh.warcard.structures_not_formation",
    war({"tank": "D3.4", "turret": "D3.1"}, {"tank": "D2.0"}, b=("sling",)),
    "war sling",
    "end",
)
permits(
    "kdh.card.sling.gap_content",
    war({"tank": "D3.4 D3.1"}, {"tank": "D3.0"}, b=("sling",)),
    "war sling",
    "end",
)


def order_of_cards(made: KneeDeep) -> list[str]:
    state = made.position(war(*FOUR_TO_TWO, b=("war-bots",), g=("war-bots",)))
    return [k for k in kinds(act(state, "end; war war-bots; war war-bots")) if k.startswith("war.card")]


differs(
    "kdh.reveal.defender_resolves_first",
    ["war.card.defender", "war.card.attacker"],
    ["war.card.attacker", "war.card.defender"],
    order_of_cards,
)


def fought(data: dict[str, Any], script: str) -> Ask:
    """The totals that the war ends with."""

    def ask(made: KneeDeep) -> Any:
        return event(act(made.position(data), script), "war.power")["power"]

    return ask


BOTS = war(*FOUR_TO_TWO, b=("war-bots",), g=("war-bots",))
differs("kdh.reveal.both", (6, 4), (4, 4), fought(BOTS, "end; war war-bots; war war-bots"))
differs("kdh.power.bonuses=none", (6, 4), (4, 2), fought(BOTS, "end; war war-bots; war war-bots"))
differs(
    "kdh.power.vehicles_turrets=vehicles_only",
    (3, 2),
    (1, 2),
    fought(war({"acv": "D3.0", "turret": "D3.1"}, {"tank": "D2.0"}), PASS),
)
differs("kdh.power.higher_wins=lower", "Bukseon", "Gondwana", then(war(*FOUR_TO_TWO), PASS, player))
differs("kdh.result.difference=full_total", 2, 4, then(war(*FOUR_TO_TWO), PASS, lambda state: state.surplus))
permits("kdh.result.targets", war({"palooza": "D3.0", "acv": "D3.1"}, {"acv": "D2.0", "extractor": "D2.1"}), *DOUBLE)
forbids("kdh.result.winner_unharmed", war(*FOUR_TO_TWO), "damage D3.5", PASS)
differs(
    "kdh.damage.destroy_at_full",
    ("empty", [0, 1]),
    ("Gondwana tank", [0, 0]),
    then(war(*FOUR_TO_TWO), f"{PASS}; damage D2.0", lambda state: (on(state, "D2.0"), facts(state)["scrapyard"])),
)
differs("kdh.damage.leftover_lost", [0, 0], [2, 0], then(war(*FOUR_TO_TWO), f"{PASS}; damage none", "carried"))
forbids("kdh.damage.all_or_nothing", war({"palooza": "D3.0"}, {"tank": "D2.0"}), "damage D2.0", PASS)

# -- the HQ and the end ------------------------------------------------------------------------------------------------

AT_HQ = war({"palooza": "A3.1", "acv": "A3.2"}, None, "A3-A4-B4")
HQ_FALLS = f"{PASS}; damage hq"

differs("kdh.hq.no_cp=two", [4, 0], [4, 2], then(AT_HQ, "", "power"))
differs("kdh.hq.hp_sum=larger", [4, 4], [2, 2], then(put(), "", "hq"))
forbids("kdh.hq.full_damage_at_once", war({"palooza": "A3.1"}, None, "A3-A4-B4"), "damage hq", PASS)
differs("kdh.hq.destroyed_ends", "Bukseon", "none", then(AT_HQ, HQ_FALLS, winner))
differs("kdh.end.hq", "Bukseon", "none", then(AT_HQ, HQ_FALLS, winner))
differs("kdh.end.winner_hq=loser", "Bukseon", "Gondwana", then(AT_HQ, HQ_FALLS, winner))


def yard(bukseon: dict[str, int], gondwana: dict[str, int]) -> dict[str, Any]:
    """A Palooza of Bukseon's is about to beat a tank with so many pieces lost before."""
    data = war({"palooza": "D3.0"}, {"tank": "D2.0"})
    data["pieces"]["Bukseon"]["acv"] = ["D3.1"]
    data["Bukseon"]["scrapyard"], data["Gondwana"]["scrapyard"] = bukseon, gondwana
    return data


LAST = f"{PASS}; damage D2.0"
differs("kdh.end.scrapyard", "Bukseon", "none", then(yard({"acv": 5}, {"acv": 6}), LAST, winner))
differs("kdh.end.winner_scrapyard=higher", "Bukseon", "Gondwana", then(yard({"acv": 5}, {"acv": 6}), LAST, winner))
# eight health each; Bukseon has destroyed seven pieces for it, Gondwana five
differs("kdh.end.tie=more", "Gondwana", "Bukseon", then(yard({"acv": 2, "tank": 3}, {"acv": 6}), LAST, winner))

# -- phases 4 and 5 ----------------------------------------------------------------------------------------------------

permits("kdh.place.optional", put({"acv": "D3.0"}), "end", "end")
differs("kdh.exhaust.empty_pool", 0, 3, then(put(b={"material": 3}), "end; end", material))
differs(
    "kdh.exhaust.discard_to_six",
    ("exhaust", "Bukseon"),
    ("actions", "Gondwana"),
    then(put(b={"hand": ["sling"] * 7}), "end; end", lambda state: (phase(state), player(state))),
)


# -- the start, and what the chapters before the first turn say again --------------------------------------------------

OPENING = put(
    phase="mulligan",
    round=1,
    asked="Bukseon",
    b={"hand": ["sling"] * 3, "draw": ["sling"] * 3},
    g={"hand": ["sling"] * 3, "draw": ["sling"] * 3},
)
differs("kdh.start.mulligan_whole_hand", 3, 2, then(OPENING, "mulligan", hand))
differs("kdh.start.mulligan_reshuffle", 0, 3, then(OPENING, "mulligan", lambda state: len(state.discard[0])))
forbids("kdh.start.mulligan_timing", put(b={"hand": ["sling"]}), "mulligan")
differs("kdh.start.all_phases", "war-cards", "actions", then(war(*FOUR_TO_TWO), "end", phase))
differs("kdh.start.next_turn", "Gondwana", "Bukseon", then(put(), "end; end", player))
differs(
    "kdh.cards.no_reshuffle",
    (0, 2),
    (1, 0),
    then(
        put(phase="power-up", b={"discard": ["sling", "barrier"]}),
        "",
        lambda state: (hand(state), len(state.discard[0])),
    ),
)
BEATEN = f"{PASS}; damage D2.0"
supply = then(war(*FOUR_TO_TWO), BEATEN, lambda state: (facts(state)["scrapyard"], state.supply[N_UNITS + 1]))
differs("kdh.scrapyard.destination", ([0, 1], 4), ([0, 0], 5), supply)
differs("kdh.advanced.destroyed_not_returned", ([0, 1], 4), ([0, 0], 5), supply)
differs("kdh.companions.income_every_turn", 3, 0, then(put(phase="power-up", round=2), "", material))
TECH = {"energy": 1, "companions": ["gondwana-general", "gondwana-tech"]}
permits("kdh.companions.ability_always_on", put(None, {"tank": "D3.0"}, g=TECH, active="Gondwana"), "move D3.0-D4.3")
ALONE = {"energy": 1, "companions": ["bukseon-tech", "bukseon-general"]}
permits("kdh.cards.text_over_rules", put({"acv": "D3.0"}, b=ALONE), "build turret D3.1")
differs("kdh.tracker.count_at_turn_start", 4, 1, then(put({"extractor": "D3.0"}, **EARN), "", material))
differs("kdh.tracker.move_tracker", 4, 0, then(put({"extractor": "D3.0"}, **EARN), "", material))
forbids("kdh.hq.no_move_through", put({"tank": "G2.1"}, b=ONE), "move G2.1-G2.4")
ACROSS = "move D3.0-D4.5"
forbids("kdh.material.no_move_through", put({"tank": "D3.0"}, b=ONE, terrain_fields={"D3.1": "material"}), ACROSS)
forbids("kdh.energy.no_move_through", put({"tank": "D3.0"}, b=ONE, terrain_fields={"D3.1": "energy"}), ACROSS)
forbids("kdh.mountain.no_move", put({"tank": "D3.0"}, b=ONE, terrain_fields={"D3.1": "mountain"}), ACROSS)
TAKEN = put({"acv": "D3.0 D3.2", "turret": "D3.1"}, b={"material": 1})
forbids("kdh.material.extractor_site_empty", TAKEN, "build extractor D3.1")
differs("kdh.goal.end_on_hq", "Bukseon", "none", then(AT_HQ, HQ_FALLS, winner))
differs("kdh.goal.win_by_hq=loser", "Bukseon", "Gondwana", then(AT_HQ, HQ_FALLS, winner))
differs("kdh.goal.end_on_scrapyard", "Bukseon", "none", then(yard({"acv": 5}, {"acv": 6}), LAST, winner))
differs("kdh.goal.win_by_scrapyard=higher", "Bukseon", "Gondwana", then(yard({"acv": 5}, {"acv": 6}), LAST, winner))
differs(
    "kdh.goal.tie_fewer_kills=more", "Gondwana", "Bukseon", then(yard({"acv": 2, "tank": 3}, {"acv": 6}), LAST, winner)
)
differs("kdh.companions.hq_hp=larger", [4, 4], [2, 2], then(put(), "", "hq"))
BOTH = war({"palooza": "A3.1 A3.2"}, {"acv": "A4.2"}, "A3-A4-B4")
BOTH["Bukseon"]["scrapyard"], BOTH["Gondwana"]["scrapyard"] = {"tank": 5, "palooza": 1}, {"acv": 5}
differs("kdh.goal.scrapyard_needs_both_hqs", "Bukseon", "Gondwana", then(BOTH, f"{PASS}; damage A4.2 hq", winner))

# -- all of them -------------------------------------------------------------------------------------------------------


def test_every_break_has_a_position() -> None:
    names = [str(b) for b in BREAKS]
    assert len(set(names)) == len(names)
    assert set(CASES) == set(names)
    assert PLAIN.breaks() == BREAKS


@pytest.mark.parametrize("name", CASES)
def test_what_the_rule_is_for(name: str) -> None:
    ask, right, wrong = CASES[name]
    assert right != wrong
    assert ask(PLAIN) == right
    assert ask(PLAIN.without(name)) == wrong


def test_each_break_says_what_it_does() -> None:
    statements = Rulebook.load("knee_deep").statements
    for b in BREAKS:
        assert b.rule in statements
        assert b.text[0].isupper()
        assert b.text.endswith((".", ").")), b
        assert str(b) == (b.rule if b.variant == "off" else f"{b.rule}={b.variant}")
    assert len({b.text for b in BREAKS}) == len(BREAKS)


def test_every_rule_of_the_finished_chapters_that_forbids_or_computes_can_be_broken() -> None:
    book = Rulebook.load("knee_deep")
    can = {b.rule for b in (*BREAKS, *SETUP_BREAKS)}
    cannot = [
        s.id
        for s in book.statements.values()
        if s.kind in ("prohibition", "obligation", "computation", "ending")
        and not book.chapter_of(s.id).later
        and s.id not in can
    ]
    assert cannot == []


def test_a_computation_without_its_variant_takes_the_first() -> None:
    assert game("kdh.result.difference") == game("kdh.result.difference=full_total")
    assert game("kdh.result.difference").broken == {"kdh.result.difference=full_total"}


def test_breaking_twice_is_breaking_once_and_order_does_not_matter() -> None:
    one = game("kdh.move.no_mountain", "kdh.place.optional")
    assert one == game("kdh.place.optional").without("kdh.move.no_mountain").without("kdh.move.no_mountain")
    assert hash(one) == hash(game("kdh.place.optional", "kdh.move.no_mountain"))
    assert PLAIN.broken == frozenset()
    assert PLAIN.without() == PLAIN


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("kdh.move.no_mountains", "did you mean 'kdh.move.no_mountain'?"),
        ("kdh.unit.tank.cost", "'kdh.unit.tank.cost' is not a rule that can be broken on purpose"),
        ("kdh.result.difference=half", "did you mean 'kdh.result.difference"),
        ("", "'' is not a rule that can be broken on purpose"),
        ("nonsense", "'nonsense' is not a rule that can be broken on purpose"),
    ],
)
def test_what_cannot_be_broken(name: str, says: str) -> None:
    with pytest.raises(KeyError) as caught:
        PLAIN.without(name)
    assert says in str(caught.value)
    with pytest.raises(KeyError):
        KneeDeep(broken=frozenset({name}))


def test_breaks_combine() -> None:
    """Over a mountain, for nothing, as far as one likes, and onto a friend."""
    walls = dict.fromkeys(("D3.1", "D3.2", "D3.3", "D3.4", "D3.5", "D3.6"), "mountain")
    data = put({"palooza": "D3.0", "tank": "G4.0"}, terrain_fields=walls)
    all_four = ("kdh.move.no_mountain", "kdh.move.one_energy_each", "kdh.move.up_to_movement", "kdh.move.end_on_empty")
    assert legal(game(*all_four).position(data), "move D3.0-G4.0")
    for rule in all_four:
        assert not legal(game(*(r for r in all_four if r != rule)).position(data), "move D3.0-G4.0")


def test_a_war_in_three_sectors_far_apart() -> None:
    """Where that rule is broken, the zone is still the three sectors that were named."""
    state = game("kdh.war.marker_on_three_sector_point").position(put({"acv": "A1.0"}, {"tank": "G4.0"}))
    act(state, "end; zone G4-D3-A1")
    assert facts(state)["marker"] == "A1-D3-G4 Bukseon"
    assert facts(state)["power"] == [1, 2]
    again = state.game.position(state.position())
    assert again == state
    act(state, "end; war none; war none; damage A1.0")
    assert on(state, "A1.0") == "empty"


def test_a_broken_game_with_rulings() -> None:
    made = game("kdh.move.no_mountain", own_hq="open")
    assert made.rulings["own_hq"] == "open"
    assert legal(made.position(put({"tank": "G2.1"}, b=ONE)), "move G2.1-G2.4")


MIDDLE = put(
    {"acv": "D3.1 D3.2", "tank": "D2.0 C2.0", "palooza": "D2.1", "extractor": "D2.3", "turret": "D3.4"},
    {"acv": "D3.5 D2.5", "tank": "C2.3 C2.1", "palooza": "D3.6", "factory": "C3.0", "turret": "D2.6"},
    b={"material": 4, "energy": 3, "hand": ["sling", "war-bots", "carry-all"], "draw": list(CARD_NAMES)},
    g={"hand": ["war-bots", "barrier", "improvised-turret"], "draw": list(CARD_NAMES[::-1])},
    marker="C2-D2-D3",
    terrain="fixed",
    terrain_fields=dict.fromkeys(("D2.1", "D2.4", "C2.1", "C3.0", "C2.5"), "open") | {"D2.2": "material"},
)


@pytest.mark.parametrize("name", CASES)
def test_broken_games_can_be_played(name: str) -> None:
    """Some turns from the middle of a battle: both doors agree, and the list agrees with ``explain``."""
    made = PLAIN.without(name)
    state = made.position(MIDDLE)
    rng = Rng(len(name))
    for number in range(60):
        if state.is_terminal():
            break
        action = lively(rng, state) if number % 6 else End()
        listed = state.legal_actions()
        if action not in listed:
            action = listed[rng.below(len(listed))]
        tried = random_action(rng, state)
        if not (isinstance(tried, Zone) and tried.point < 0):
            assert bool(state.explain(tried)) == (tried in listed), str(tried)
        if number % 20 == 0:
            assert all(state.explain(a) for a in listed)
            assert len(set(listed)) == len(listed)
        copy = state.clone()
        copy.apply_action(action)
        state.push(action)
        assert copy == state
        assert state.view(None).sides()
        assert not state.own[0] & state.own[1]
        assert min(*state.material, *state.energy, *state.supply) >= 0
        for code, fields in enumerate(state.by):
            unit = UNITS[code % len(UNITS)]
            assert fields.bit_count() + state.supply[code] + state.scrap[code] <= unit.supply + (
                30 if "from_supply" in name else 0
            )


@pytest.mark.parametrize("seed", range(3))
def test_everything_broken_at_once_can_be_played(seed: int) -> None:
    rng = Rng(seed)
    chosen = [str(b) for b in BREAKS if rng.below(3) == 0]
    state = PLAIN.without(*chosen).position(MIDDLE)
    for _ in range(15):
        if state.is_terminal():
            break
        action = lively(rng, state)
        copy = state.clone()
        copy.apply_action(action)
        state.push(action)
        assert copy == state
