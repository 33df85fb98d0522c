"""Corners where two rulings, or a rule and a card of one's own, meet."""

from __future__ import annotations

import pytest

from hexlib.hexygame.components import load_cards
from hexlib.hexygame.game import HexyGame
from tests.hexygame.helpers import GAME, game, get, legal, play, position, rules

OWN = HexyGame(
    cards=load_cards(
        """
[card.totem]
title = "Totem"
type = "artifact"
rarity = "common"
numbers = [0, 1, 0, 1]
ability = [
    { points = 1, do = [{ damage = 1, to = "all creatures", beside = true }] },
    { main = true, do = [{ draw = 1 }] },
    { target = { what = "hex" }, do = [{ recall = true }] },
]
"""
    )
)


def test_an_ability_whose_source_is_gone_acts_from_where_it_was() -> None:
    made = {}
    for field in ("d4", "d7"):
        state = position(OWN, blue={"e2": "forge", field: "totem"}, orange={"e8": "spire", "d5": "bear", "d8": "bear"})
        made[field] = play(state, f"use {field}")
        assert get(state, "stack") == [f"Blue use {field}=totem!"]
        assert OWN.position(state.position()) == state
    assert made["d4"] != made["d7"]
    assert get(play(made["d4"], "pass2"), "points")["d5"] == 4
    assert get(play(made["d7"], "pass2"), "points")["d8"] == 4


@pytest.mark.rule("hexy.draw_phase.wizardry_allowed", "hexy.end_phase.wizardry_allowed", "hexy.stack.reaction")
def test_an_ability_that_waits_for_the_main_phase_says_so_itself() -> None:
    def at(phase: str) -> tuple[str, ...]:
        state = position(OWN, blue={"e2": "forge", "d4": "totem"}, b={"hand": ["red-energy"]}, phase=phase)
        if phase == "main":
            play(state, "cast red-energy")
        return rules(state, "use d4:2")

    assert at("draw")[0] == "hexy.draw_phase.wizardry_allowed"
    assert at("end")[0] == "hexy.end_phase.wizardry_allowed"
    assert at("main")[0] == "hexy.stack.reaction"
    for phase in ("draw", "end", "main"):
        assert "hexy.building.common_ability" not in at(phase)


def test_one_hex_is_one_hex() -> None:
    state = position(OWN, blue={"e2": "forge", "d4": "totem"}, b={"graveyard": ["wolf"]})
    assert rules(state, "use d4:3>e3") == ()
    assert rules(state, "use d4:3>e3>e4") == ("hexy.stack.reaction",)
    state = position(blue={"e2": "forge"}, b={"hand": ["recall"], "energy": {"green": 3}})
    assert rules(state, "cast recall@e3>e4") == ("hexy.stack.declare",)


@pytest.mark.rule("hexy.sphere.only_empty", "hexy.map.flag_loss")
def test_a_flag_that_is_closed_cannot_be_chosen_instead() -> None:
    hand = {"hand": ["wolf", "gust"], "energy": {"green": 1, "violet": 1}}
    taken = ("cast wolf@e7", "cast gust@d6>e7", "pass2", "pass2")
    open_flag = position(game(taken_hex="retarget"), blue={"e8": "forge", "d6": "bear"}, b=hand)
    assert "choose e9" in legal(play(open_flag, *taken))
    closed = position(
        game(taken_hex="retarget", enemy_flag_cast="forbidden"), blue={"e8": "forge", "d6": "bear"}, b=hand
    )
    play(closed, *taken)
    assert "choose d8" in legal(closed)
    assert "choose e9" not in legal(closed)

    blue = {"e2": "forge", "d1": {"card": "stag", "die": 1}, "d2": "bear"}
    own = position(game(blocked_move="choose", own_flag="until-building"), blue=blue, b=hand)
    play(own, "move d1-c1", "cast gust@d2>c1", "pass2", "pass2")
    assert legal(own) == ["choose d2"]  # beside d1 lie c1, d2, e1 and e2; e1 is the Flag


@pytest.mark.rule("hexy.ambush.join")
def test_an_ambush_declared_at_once_may_be_as_large_as_one_can_pay() -> None:
    made = game(join_time="with-declaration")
    wolves = {f: {"card": "wolf", "die": 1} for f in ("c4", "c5", "d4", "d6", "e5", "e6")}
    state = position(made, blue=wolves, orange={"d5": "obelisk"}, b={"energy": {"red": 6}})
    attacks = [a for a in legal(state) if a.startswith("attack d4")]
    assert len(attacks) == 2**5  # any of the five others
    assert "attack d4+c4+c5+d6+e5+e6>d5" in attacks
    state = position(made, blue=wolves, orange={"d5": "obelisk"}, b={"energy": {"red": 2}})
    assert len([a for a in legal(state) if a.startswith("attack d4")]) == 1 + 5


@pytest.mark.rule("hexy.ambush.counter_single")
def test_attackers_cannot_name_one_out_of_the_defender_s_reach() -> None:
    blue = {"d4": {"card": "wolf", "die": 1}, "c5": {"card": "wolf", "die": 1}, "d3": {"card": "archer", "die": 1}}
    sides = {"blue": blue, "orange": {"d5": "bear"}, "b": {"energy": {"red": 3}}}
    clash = ("attack d4>d5", "join c5", "join d3", "pass", "counter d5>d4 pay point")
    state = play(position(game(ambush_victim="attackers"), **sides), *clash)
    assert legal(state) == ["choose c5", "choose d4"]
    assert rules(state, "choose d3") == ("hexy.counter.any_board_card",)
    state = play(position(game(ambush_victim="attackers", counter_range="always"), **sides), *clash)
    assert legal(state) == ["choose c5", "choose d3", "choose d4"]


@pytest.mark.rule("hexy.map.flag_loss", "hexy.map.win_twelve")
def test_a_game_that_is_over_can_be_written_and_read() -> None:
    flag = position(blue={"e2": "forge", "e8": {"card": "wolf", "die": 1}}, b={"energy": {"red": 1}})
    play(flag, "move e8-e9", "pass2")
    dice = position(game(win_check="continuously"), blue={"e2": "forge"}, b={"hand": ["oath"], "winning": 11})
    dice.pool[0] = (3, 0, 0, 0)
    play(dice, "cast oath", "pass2")
    for state in (flag, dice):
        assert get(state, "winner") == "Blue"
        assert state.game.position(state.position()) == state


def test_the_buttons_for_waiting_abilities_say_what_they_do() -> None:
    blue = {"e2": "forge", "d3": "millstone", "d4": {"card": "troll", "points": 1}}
    state = position(blue=blue, phase="draw", b={"library": ["wolf"]})
    labels = [GAME.picks(action, state.view(0))[1].label for action in state.legal_actions()]
    assert labels == [
        "Next on the stack: At the beginning of your Draw Phase: your opponent mills 1 card.",
        "Next on the stack: Regeneration: add 1 point.",
    ]
