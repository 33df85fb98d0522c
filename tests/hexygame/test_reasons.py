"""Why an action is refused: the rule, the numbers, the fields and the nearest legal way."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import hexlib.hexygame
from hexlib.game import Action, Rng
from hexlib.hexygame.actions import Attack, Cast, Counter, Join, Move, Use
from hexlib.hexygame.board import FIELDS
from hexlib.hexygame.game import HexyGame
from tests.hexygame.helpers import GAME, game, play, position, random_position

BASE = {"blue": {"e2": "forge"}, "orange": {"e8": "spire"}}


@dataclass(frozen=True)
class Refusal:
    """An action that is refused after some others, and what the reader must be told."""

    rule: str
    action: str
    data: dict[str, Any]
    says: str
    fields: str
    hint: str
    first: tuple[str, ...]
    made: HexyGame


TABLE: list[Refusal] = []


def no(
    rule: str,
    action: str,
    says: str,
    *first: str,
    blue: dict[str, Any] | None = None,
    orange: dict[str, Any] | None = None,
    fields: str = "",
    hint: str = "",
    made: HexyGame = GAME,
    **more: Any,
) -> None:
    data = {"blue": {**BASE["blue"], **(blue or {})}, "orange": {**BASE["orange"], **(orange or {})}, **more}
    TABLE.append(Refusal(rule, action, data, says, fields, hint, first, made))


RICH = {"colourless": 2, "red": 4, "green": 4, "violet": 4}
WOLF, BEAR = {"card": "wolf", "die": 1}, {"card": "bear", "die": 1}
FIGHT: dict[str, Any] = {"blue": {"d4": WOLF}, "orange": {"d5": "bear"}, "b": {"energy": {"red": 2}}}
PACK: dict[str, Any] = {
    "blue": {"d4": WOLF, "e5": BEAR, "c4": {"card": "walker", "die": 1}},
    "orange": {"d5": "hydra"},
    "b": {"energy": {"red": 4}},
    "o": {"energy": {"green": 2}},
}

# -- opening hands and choices -----------------------------------------------------------------------------------------

HANDS: dict[str, Any] = {"phase": "mulligan", "b": {"hand": []}, "o": {"hand": ["owl"]}}
no("hexy.start.mulligan", "keep", "The opening hands are settled.")
no("hexy.start.mulligan", "mulligan", "The opening hands are settled.")
no("hexy.start.mulligan_repeat", "mulligan", "An empty hand", hint="Keep it.", **HANDS)
no("hexy.start.draw_eight", "pass", "Blue first keeps the hand or takes a mulligan.", **HANDS)
TRIGGERS: dict[str, Any] = {"blue": {"d2": "mulch", "f3": "mulch"}}
no("hexy.energy_phase.triggers_stack", "order d2 1", "No abilities wait")
no(
    "hexy.energy_phase.triggers_stack",
    "order d2 2",
    "there is no number 2",
    "pass2",
    fields="d2",
    hint="Possible: order d2 1, order f3 1.",
    **TRIGGERS,
)
no("hexy.cleanup.no_play", "pass", "Nobody may act in the Cleanup Phase; Blue only puts waiting", "pass2", **TRIGGERS)
no("hexy.stack.resolve_term", "choose d4", "There is no hex to choose.")
RETARGET = game(taken_hex="retarget")
TAKEN: dict[str, Any] = {
    "orange": {"f3": "scout"},
    "b": {"hand": ["scout"], "energy": {"red": 1}},
    "o": {"hand": ["gust"], "energy": {"violet": 1}},
}
GUST = ("cast scout@e3", "pass", "cast gust@f3>e3", "pass2", "pass2")
no("hexy.stack.resolve_term", "pass", "Blue has to choose a hex first.", *GUST, made=RETARGET, **TAKEN)
no(
    "hexy.sphere.only_empty",
    "choose e3",
    "e3 is not one of the hexes",
    *GUST,
    fields="e3",
    hint="Possible: d1, d2, e1, f1, f2.",
    made=RETARGET,
    **TAKEN,
)
no(
    "hexy.ambush.counter_single",
    "choose c4",
    "No attacker stands on c4.",
    "attack d4>d5",
    "join e5",
    "pass",
    "counter d5>d4 pay point",
    fields="c4",
    made=game(ambush_victim="attackers"),
    **PACK,
)

# -- energy ------------------------------------------------------------------------------------------------------------

no("hexy.energy.from_building_points", "burn d4 1", "No building of Blue stands on d4.", fields="d4")
no("hexy.energy.from_building_points", "burn e8 1", "No building of Blue stands on e8.")
no("hexy.energy.from_building_points", "burn e2 4", "has 3 points, not 4", hint="At most burn e2 3.")
no("hexy.energy.from_building_points", "burn e3 1", "gives no energy", blue={"e3": "thornwall"})
no("hexy.energy.last_point_destroys", "burn e2 3", "its last point", made=game(last_point_energy="forbidden"))
no("hexy.cards.card_vs_spell", "discard wolf", "Wolf is not in Blue's hand.")
no("hexy.cards.card_vs_spell", "cast wolf@e3", "Wolf is not in Blue's hand.")
HAND: dict[str, Any] = {"b": {"hand": ["bear", "gust", "keen-edge", "negate", "recall", "spark", "wings"]}}
FULL: dict[str, Any] = {"b": {"hand": HAND["b"]["hand"], "energy": RICH, "graveyard": ["wolf"]}}
no(
    "hexy.energy.fill_first",
    "cast bear@e3",
    "Bear costs 1 green and 2 more; Blue has no energy.",
    hint="First burn d2 1; burn e2 2.",
    blue={"d2": {"card": "grove", "points": 2}},
    **HAND,
)
no("hexy.energy.fill_first", "cast spark@e8", "Spark costs 1 red; Blue has no energy.", hint="First burn e2 1.", **HAND)
no(
    "hexy.energy.pool_pays",
    "cast bear@e3 with green green",
    "Those energies do not pay for it: Bear costs",
    b={"hand": ["bear"], "energy": {"red": 3, "green": 1}},
)
no(
    "hexy.energy.fill_first",
    "use e3:2",
    "The ability costs 1 violet",
    blue={"e3": "library"},
)

# -- where and at what -------------------------------------------------------------------------------------------------

no("hexy.cards.board_targets_free_hex", "cast bear", "cast on one free hex, as cast bear@d4", **FULL)
no("hexy.cards.board_targets_free_hex", "cast bear@k11", "There is no k11 on this map.", **FULL)
no(
    "hexy.sphere.only_empty",
    "cast bear@e3",
    "e3 is taken by Orange's Owl on e3.",
    fields="e3",
    hint="Free in the Sphere: d1, d2, e1, f1, f2.",
    orange={"e3": "owl"},
    **FULL,
)
no("hexy.sphere.only_in_own_sphere", "cast bear@e5", "e5 is not in Blue's Sphere", hint="Free in the Sphere", **FULL)
no("hexy.sphere.only_in_own_sphere", "cast recall@e5", "e5 is not in Blue's Sphere", **FULL)
no("hexy.sphere.only_empty", "cast recall@e2", "e2 is taken by Blue's Forge", **FULL)
no(
    "hexy.map.flag_loss",
    "cast bear@e9",
    "e9 is the enemy Flag (ruling H22)",
    blue={"d8": "forge"},
    made=game(enemy_flag_cast="forbidden"),
    **FULL,
)
no(
    "hexy.sphere.flag_if_no_building",
    "cast bear@e1",
    "own Flag (ruling H04)",
    made=game(own_flag="until-building"),
    **FULL,
)
no(
    "hexy.cards.enchantment_targets_board",
    "cast wings",
    "It needs a target: a creature.",
    hint="Possible: e3.",
    blue={"e3": "wolf"},
    **FULL,
)
no("hexy.cards.enchantment_targets_board", "cast wings@e2", "Blue's Forge on e2 is no creature.", **FULL)
no(
    "hexy.cards.enchantment_targets_board",
    "cast keen-edge@e4",
    "No board card stands on e4.",
    hint="Possible: e2, e8.",
    **FULL,
)
no("hexy.cards.enchantment_targets_board", "cast keen-edge@e8", "(ruling H26)", made=game(enchant_whose="own"), **FULL)
no("hexy.stack.declare", "cast spark@k11", "There is no k11 on this map.", **FULL)
no("hexy.stack.declare", "cast negate@#1", "which has 0 items", **FULL)
no(
    "hexy.stack.declare",
    "cast negate@#1",
    "Item 1 of the stack is no spell.",
    "use e2>e3",
    blue={"e3": "grove"},
    **FULL,
)
no("hexy.stack.declare", "cast gust@e8", "It needs a free hex", **FULL)
no("hexy.stack.declare", "cast gust@e8>e2", "e2 is taken by", fields="e2", **FULL)
no("hexy.stack.declare", "cast gust@e8>e5", "e5 is too far from e8.", fields="e8 e5", hint="Possible: e2>d1", **FULL)
no("hexy.stack.declare", "cast spark@e8>e7", "It takes one target only.", **FULL)
no("hexy.stack.declare", "cast insight@e8", "It has no target.", b={"hand": ["insight"], "energy": RICH})
no(
    "hexy.stack.declare",
    "cast halt@#1",
    "Item 1 of the stack is Blue's.",
    "cast spark@e8",
    b={"hand": ["halt", "spark"], "energy": RICH},
)
no(
    "hexy.stack.declare",
    "cast unmake@e2",
    "is not an enemy's",
    hint="Possible: e8.",
    b={"hand": ["unmake"], "energy": RICH},
)
no("hexy.stack.declare", "cast second-wind@e8", "is not the own side's", b={"hand": ["second-wind"], "energy": RICH})

# -- abilities ---------------------------------------------------------------------------------------------------------

no("hexy.stack.reaction", "use d4", "No card of Blue stands on d4.", fields="d4")
no("hexy.stack.reaction", "use e2:2", "has 1 ability to activate")
no(
    "hexy.building.common_ability_cost",
    "use e2>e3",
    "2 points must be removed; Blue's Forge on e2 has 1.",
    blue={"e2": {"card": "forge", "points": 1}, "e3": "grove"},
)
no(
    "hexy.building.common_ability_cost",
    "use e2>e8",
    "e8 is 6 hexes from e2; at most 1",
    fields="e2 e8",
    hint="Possible: e3.",
    blue={"e3": "grove"},
)
no("hexy.building.common_ability_cost", "use e2>e2", "cannot be its own target")
no(
    "hexy.building.common_ability",
    "use e2>e3",
    "(ruling H33)",
    orange={"e3": "grove"},
    made=game(common_ability="own-main"),
)
no(
    "hexy.points.max_six",
    "use e2>e3",
    "has 6 points already (ruling H97)",
    blue={"e3": {"card": "grove", "points": 6}},
    made=game(full_building="illegal"),
)
no(
    "hexy.action.none_without_die",
    "use e3>d2",
    "uses 1 action; the die",
    blue={"e3": "captain", "d2": "wolf"},
    b={"energy": RICH},
)

# -- when --------------------------------------------------------------------------------------------------------------

no(
    "hexy.timing.non_wizardry",
    "cast sprite@e7",
    "Sprite needs one's own turn; it is Blue's.",
    "pass",
    o={"hand": ["sprite"], "energy": RICH},
)
no(
    "hexy.draw_phase.no_sorcery_speed",
    "cast bear@e3",
    "Bear needs the Main Phase; this is the Draw Phase.",
    phase="draw",
    **FULL,
)
no("hexy.end_phase.no_sorcery_speed", "cast bear@e3", "this is the End Phase", phase="end", **FULL)
no("hexy.move.when", "move e8-e7", "A move needs one's own turn", "pass", orange={"e8": {"card": "spire", "die": 1}})
no("hexy.attack.active_only", "attack e8>e2", "An attack needs one's own turn", "pass")
no("hexy.stack.sorcery_speed", "cast bear@e3", "in the Main Phase, on an empty stack", "cast spark@e8", **FULL)
no(
    "hexy.main.nonempty_stack",
    "cast bear@e3",
    "needs an empty stack",
    "cast spark@e8",
    hint="Both pass until it is empty.",
    **FULL,
)
no(
    "hexy.attack.after_combat_priority",
    "move e2-e3",
    "after a combat both first have priority",
    "attack d4>d5",
    "pass2",
    hint="Both pass first.",
    **FIGHT,
)
no(
    "hexy.general.italics",
    "cast spark@e2",
    "in the basic game",
    "attack d4>d5",
    "pass",
    made=game(stack_rules="basic"),
    blue={"d4": WOLF},
    orange={"d5": "bear"},
    b={"energy": {"red": 2}},
    o={"hand": ["spark"], "energy": RICH},
)
no(
    "hexy.actions_phase.no_play",
    "cast bear@e3",
    "nobody may act in the Actions Phase",
    phase="actions",
    stage="open",
    made=game(discard_time="any-time"),
    **FULL,
)
no(
    "hexy.energy_phase.no_play",
    "burn e2 1",
    "Taking energy: nobody may act",
    phase="energy",
    stage="open",
    made=game(discard_time="any-time"),
    **FULL,
)

# -- moves and attacks -------------------------------------------------------------------------------------------------

no("hexy.move.any_board_card", "move d4-d5", "No card of Blue stands on d4.", fields="d4")
no(
    "hexy.action.none_without_die",
    "move d4-d5",
    "has no action die",
    hint="Blue's next Actions Phase",
    blue={"d4": "wolf"},
)
no("hexy.action.spend", "move e2-e3", "is no creature (ruling H52)", made=game(actors="creatures"))
no(
    "hexy.move.cost_energy",
    "move d4-d5",
    "A move costs 1 of any colour; Blue has no energy.",
    hint="First burn e2 1.",
    blue={"d4": WOLF},
)
no(
    "hexy.move.one_hex",
    "move d4-d6",
    "d6 is not adjacent to d4",
    fields="d4 d6",
    hint="Free beside d4: c3, c4, d3, e4, e5.",
    **FIGHT,
)
no("hexy.move.one_hex", "move d4-d5", "d5 is taken by Orange's Bear on d5.", fields="d5", **FIGHT)
no("hexy.move.one_hex", "move d4-k11", "There is no k11 on this map.", **FIGHT)
no("hexy.attack.any_board_card", "attack c4>d5", "No card of Blue stands on c4.", **FIGHT)
no("hexy.attack.any_board_card", "attack d4>e4", "No board card stands on e4.", hint="In range: d5.", **FIGHT)
no(
    "hexy.attack.any_board_card",
    "attack d4>e8",
    "e8 is 4 hexes from d4; the attack distance is 1.",
    hint="In range: d5.",
    **FIGHT,
)
no("hexy.attack.any_board_card", "attack d4>e2", "is one's own card", **FIGHT)
no(
    "hexy.attack.any_board_card",
    "attack d4>d5",
    "no creature (ruling H57)",
    blue={"d4": WOLF},
    orange={"d5": "spire"},
    b={"energy": RICH},
    made=game(attack_targets="creatures"),
)
no(
    "hexy.attack.cost",
    "attack d4>d5",
    "The attack costs 1 of any colour",
    hint="First burn e2 1.",
    blue={"d4": WOLF},
    orange={"d5": "bear"},
)
no(
    "hexy.flying.attackable_by",
    "attack d4>d5",
    "Orange's Owl on d5 flies",
    fields="d4 d5",
    hint="These can: e4.",
    blue={"d4": WOLF, "e4": {"card": "archer", "die": 1}},
    orange={"d5": "owl"},
    b={"energy": RICH},
)

# -- ambush and counterstrike ------------------------------------------------------------------------------------------

no("hexy.ambush.join", "attack d4+e5>d5", "Others join after the attack is declared", **PACK)
no("hexy.ambush.join", "join e5", "There is no attack on the stack to join.", **PACK)
no("hexy.ambush.join", "join d4", "takes part already", "attack d4>d5", **PACK)
no("hexy.ambush.join", "join c4", "Only creatures join", "attack d4>d5", fields="c4", **PACK)
no("hexy.ambush.join", "join e5", "Only creatures join, and only a creature's attack", "attack c4>d5", **PACK)
no("hexy.ambush.join", "join d5", "Only Blue's creatures", "attack d4>d5", "pass", **PACK)
no("hexy.ambush.join", "join e5", "(ruling H69)", "attack d4>d5", made=game(join_time="with-declaration"), **PACK)
no(
    "hexy.ambush.join",
    "join e5",
    "(ruling H90)",
    "attack d4>d5",
    "pass",
    "counter d5>d4 pay point",
    made=game(join_until="before-answer"),
    **PACK,
)
no(
    "hexy.ambush.join",
    "join e5",
    "The target is not on d5 any more.",
    "attack d4>d5",
    "cast gust@d5>d6",
    "pass2",
    **{**PACK, "b": {"hand": ["gust"], "energy": RICH}},
)
no(
    "hexy.ambush.cost_each",
    "join e5",
    "Joining costs 1 of any colour",
    "attack d4>d5",
    hint="First burn e2 1.",
    **{**PACK, "b": {"energy": {"red": 1}}},
)
no(
    "hexy.attack.counter_window_after_pass",
    "counter d5>d4 pay point",
    "There is no attack on the stack to answer.",
    **FIGHT,
)
no(
    "hexy.attack.counter_window_after_pass",
    "counter d5>d4 pay point",
    "is Orange's, after Blue has passed",
    "attack d4>d5",
    **FIGHT,
)
no(
    "hexy.counter.any_board_card",
    "counter e8>d4 pay point",
    "Only the attacked card on d5",
    "attack d4>d5",
    "pass",
    **FIGHT,
)
no(
    "hexy.counter.any_board_card",
    "counter d5>d4 pay point",
    "not where it was attacked",
    "attack d4>d5",
    "cast gust@d5>d6",
    "pass2",
    "pass",
    **{**FIGHT, "b": {"hand": ["gust"], "energy": RICH}},
)
no(
    "hexy.counter.condition_attack",
    "counter d5>d4 pay point",
    "has attack 0",
    "attack d4>d5",
    "pass",
    fields="d5",
    **{**FIGHT, "orange": {"d5": "spire"}},
)
no(
    "hexy.counter.condition_no_die",
    "counter d5>d4 pay point",
    "An action die on 2 lies on",
    "attack d4>d5",
    "pass",
    **{**FIGHT, "orange": {"d5": {"card": "scout", "die": 2}}},
)
no(
    "hexy.counter.once_per_turn",
    "counter d5>d4 pay point",
    "leaves its die",
    "attack d4>d5",
    "pass",
    **{**FIGHT, "orange": {"d5": {"card": "bear", "die": 6}}},
)
no(
    "hexy.counter.cost_choice",
    "counter d5>d4 pay energy",
    "costs 1 of any colour; Orange has no energy",
    "attack d4>d5",
    "pass",
    hint="First burn e8 1.",
    **FIGHT,
)
no(
    "hexy.counter.cost_choice",
    "counter d5>d4 pay point",
    "its last point (ruling H60)",
    "attack d4>d5",
    "pass",
    made=game(last_point_counter="forbidden"),
    **{**FIGHT, "orange": {"d5": {"card": "bear", "points": 1}}},
)
no(
    "hexy.ambush.counter_single",
    "counter d5>c4 pay point",
    "No attacker stands on c4.",
    "attack d4>d5",
    "join e5",
    "pass",
    hint="Attackers: d4, e5.",
    **PACK,
)
no(
    "hexy.ambush.counter_single",
    "counter d5>e5 pay point",
    "declared already",
    "attack d4>d5",
    "join e5",
    "pass",
    "counter d5>d4 pay point",
    "pass",
    **PACK,
)
no(
    "hexy.counter.any_board_card",
    "counter d6>d4 pay point",
    "d4 is 2 hexes away",
    "attack d4>d6",
    "pass",
    blue={"d4": {"card": "archer", "die": 1}},
    orange={"d6": "bear"},
    b={"energy": RICH},
)


@pytest.mark.parametrize("refusal", TABLE, ids=lambda r: f"{r.rule} {r.action}")
def test_a_refusal(refusal: Refusal) -> None:
    state = play(position(refusal.made, **refusal.data), *refusal.first)
    verdict = state.explain(state.game.parse_action(refusal.action))
    assert not verdict
    found = [r for r in verdict.reasons if r.rule == refusal.rule and refusal.says in r.text]
    assert found, f"{refusal.rule} {refusal.says!r} is not among {[str(r) for r in verdict.reasons]}"
    reason = found[0]
    if refusal.fields:
        assert reason.fields == tuple(refusal.fields.split())
    assert refusal.hint in reason.hint
    assert reason.text[0].isupper() or reason.text[0].isdigit() or reason.text[0] in "abcdefghijk"
    assert reason.text.endswith((".", ").")), reason.text
    assert len(set(verdict.reasons)) == len(verdict.reasons)


def test_every_rule_that_code_gives_as_a_reason_is_reached() -> None:
    folder = Path(hexlib.hexygame.__file__).parent
    cited = set()
    for name in ("legality.py", "clash.py", "timing.py"):
        cited |= set(re.findall(r'"(hexy\.[a-z0-9_.]+)"', (folder / name).read_text("utf-8")))
    reached = {r.rule for r in TABLE}
    elsewhere = {
        "hexy.general.turns",  # the game is over: below
        "hexy.main.options",  # an action of another game: below
        "hexy.stack.wizardry_speed",  # a phase in which nobody may act has its own rule
    }
    assert cited - reached == elsewhere


def test_a_game_that_is_over_and_an_action_of_another_game() -> None:
    class Castle(Action):
        """Not of this game."""

    state = position()
    assert state.explain(Castle()).rules == ("hexy.main.options",)
    over = GAME.position({"phase": "over", "winner": "Blue"})
    assert over.explain(GAME.parse_action("pass")).rules == ("hexy.general.turns",)
    assert over.legal_actions() == ()
    assert over.current_player() == hexlib.TERMINAL


def test_several_reasons_come_together() -> None:
    state = position(blue={"e2": "forge"}, orange={"e8": "spire", "e7": "owl"}, b={"hand": ["bear"]}, phase="draw")
    said = state.explain(GAME.parse_action("cast bear@e7")).rules
    assert said == (
        "hexy.draw_phase.no_sorcery_speed",
        "hexy.timing.non_wizardry",
        "hexy.stack.sorcery_speed",
        "hexy.energy.fill_first",
        "hexy.sphere.only_empty",
        "hexy.cards.board_targets_free_hex",
        "hexy.sphere.only_in_own_sphere",
    )


def _tries(state: Any, rng: Rng) -> list[Action]:
    fields = list(state.map.fields)
    own = [f for f, p in state.at.items() if p.owner == state.asked] or fields
    out: list[Action] = []
    for name in state.view(state.asked).hand(state.asked):
        out += [Cast(name, rng.choice(fields)), Cast(name)]
    for f in own:
        out += [Move(f, rng.choice(fields)), Attack(f, rng.choice(fields)), Join(f), Use(f, 1, rng.choice(fields))]
        out.append(Counter(f, rng.choice(fields)))
    return out


LISTED = re.compile(r"(?:Free in the Sphere|Free beside \w+): (.+?)(?: and \d+ more)?\.")
MONEY = {"hexy.energy.fill_first", "hexy.move.cost_energy", "hexy.attack.cost", "hexy.ambush.cost_each"}


def _gathered(state: Any, action: Action, steps: str) -> Any:
    """The state after what the hint says: "burn e2 2; discard 1 card"."""
    rich = state.clone()
    for step in steps.split("; "):
        if step.startswith("burn"):
            rich.apply_action(GAME.parse_action(step))
            continue
        for _ in range(int(step.split()[1])):
            spare = list(rich.view(rich.asked).hand(rich.asked))
            if isinstance(action, Cast):
                spare.remove(action.card)
            rich.apply_action(GAME.parse_action(f"discard {spare[0]}"))
    return rich


def test_hints_can_be_followed() -> None:
    """The energy that a hint brings together pays, and the fields that it lists are possible."""
    paid = listed = 0
    for seed in range(60):
        rng = Rng(seed)
        state = random_position(GAME, rng)
        for _ in range(8):
            if state.is_terminal() or state.pending:
                break
            for action in _tries(state, rng):
                for reason in state.explain(action).reasons:
                    if match := re.fullmatch(r"First (.+)\.", reason.hint):
                        rich = _gathered(state, action, match[1])
                        assert rich.pending or not MONEY & set(rich.explain(action).rules), (action, reason.hint)
                        paid += 1
                    elif match := LISTED.fullmatch(reason.hint):
                        for name in match[1].split(", "):
                            first = action.card if isinstance(action, Cast) else action.source  # type: ignore[attr-defined]
                            there = type(action)(first, FIELDS.index(name))  # type: ignore[call-arg]
                            assert not {"hexy.sphere.only_empty", "hexy.move.one_hex"} & set(state.explain(there).rules)
                        listed += 1
            state.push(rng.choice(state.legal_actions()))
    assert paid > 100
    assert listed > 100
