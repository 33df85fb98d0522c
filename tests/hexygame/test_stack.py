"""The stack, priority and triggers, beyond what the book's examples show."""

from __future__ import annotations

import pytest

from tests.hexygame.helpers import GAME, get, legal, play, position, rules

ORANGE_ENDS = {"turn": 4, "active": "Orange", "phase": "end", "stage": "open"}


@pytest.mark.rule("hexy.stack.lifo", "hexy.energy_phase.triggers_stack")
def test_triggers_of_both_players_the_active_player_s_go_first_on_the_stack() -> None:
    """Blue's two are ordered by Blue, Orange's two by Orange, and Orange's resolve first (H39, H92)."""
    state = position(
        blue={"f3": "mulch", "d2": "mulch", "e2": "grove"},
        orange={"e6": "lookout", "d6": "lookout", "e8": "spire"},
    )
    play(state, "pass2")
    assert get(state, "phase") == "cleanup"
    assert (get(state, "player"), legal(state)) == ("Blue", ["order d2 1", "order f3 1"])
    play(state, "order f3 1")
    assert (get(state, "player"), legal(state)) == ("Orange", ["order d6 1", "order e6 1"])
    assert rules(state, "order f3 1")
    play(state, "order e6 1")
    assert get(state, "phase") == "end"
    assert get(state, "stack") == [
        "Blue winning",
        "Blue trigger f3",
        "Blue trigger d2",
        "Orange trigger e6",
        "Orange trigger d6",
    ]


def test_two_waiting_abilities_of_one_card() -> None:
    text = (
        '[card.twin]\ntitle = "Twin"\ntype = "creature"\nrarity = "rare"\nnumbers = [1, 0, 1, 2]\n'
        'trigger = [{ when = "end", do = [{ heal = 1 }] }, { when = "end", do = [{ mill = 1 }] }]\n'
    )
    import hexlib

    own = hexlib.game("hexygame", cards=text)
    state = position(own, blue={"e3": "twin"}, phase="end", o={"library": ["owl"]})  # type: ignore[arg-type]
    assert legal(state) == ["order e3 1", "order e3 2"]
    play(state, "order e3 2")
    assert get(state, "stack") == ["Blue winning", "Blue trigger e3:2", "Blue trigger e3"]
    assert state.game.position(state.position()) == state
    play(state, "pass2")
    assert get(state, "points") == {"e3": 3}


@pytest.mark.rule("hexy.points.last_removed_destroys", "hexy.stack.lifo")
def test_a_dying_card_s_ability_goes_on_top_and_resolves() -> None:
    state = position(
        blue={"e2": "forge"},
        orange={"d5": {"card": "sapper", "points": 1}, "d6": {"card": "wolf", "points": 2}, "e8": "spire"},
        b={"hand": ["spark", "spark"], "energy": {"red": 2}},
    )
    play(state, "cast spark@d6", "cast spark@d5", "pass2")
    assert get(state, "stack") == ["Blue cast spark@d6", "Orange trigger d5=sapper!"]
    assert state.game.position(state.position()) == state
    play(state, "pass2")
    assert get(state, "points")["d6"] == 1  # the Sapper's explosion took one
    play(state, "pass2")
    assert "d6" not in get(state, "points")


def test_an_attack_trigger_lies_on_the_attack() -> None:
    state = position(
        blue={"d4": {"card": "torchbearer", "points": 2, "die": 1}, "e2": "forge"},
        orange={"d5": {"card": "brute", "points": 4}, "e8": "spire"},
        b={"energy": {"red": 1}},
    )
    play(state, "attack d4>d5")
    assert get(state, "stack") == ["Blue attack d4>d5", "Blue trigger d4"]
    play(state, "pass2", "pass2")
    assert get(state, "points")["d5"] == 2  # 3 - 1


def test_a_countered_move_and_a_negated_attack() -> None:
    for action in ("move d4-d3", "attack d4>d5"):
        state = position(
            blue={"d4": {"card": "wolf", "die": 1}, "e2": "forge"},
            orange={"d5": "bear", "e8": "spire"},
            b={"energy": {"red": 1}},
            o={"hand": ["halt"], "energy": {"violet": 2}},
        )
        play(state, action, "pass", "cast halt@#1", "pass2")
        assert get(state, "stack") == []
        assert get(state, "board")["d4"] == "Blue wolf 3"
        assert get(state, "points")["d5"] == 5
        assert not get(state, "after_combat")


def test_negate_reaches_spells_only_and_not_the_phase_s_own_step() -> None:
    state = position(
        blue={"e2": "forge"},
        b={"hand": ["halt", "negate"], "energy": {"violet": 4}, "library": ["wolf"]},
        phase="draw",
    )
    assert get(state, "stack") == ["Blue draw"]
    assert rules(state, "cast negate@#1")
    assert rules(state, "cast halt@#1")
    assert rules(state, "cast negate@#2")
    assert rules(state, "cast negate")


def test_a_negated_negate() -> None:
    state = position(
        blue={"e2": "forge"},
        orange={"d6": {"card": "wolf", "points": 2}, "e8": "spire"},
        b={"hand": ["negate", "spark"], "energy": {"violet": 2, "red": 1}},
        o={"hand": ["negate"], "energy": {"violet": 2}},
    )
    play(state, "cast spark@d6", "pass", "cast negate@#1", "cast negate@#2", "pass2")
    assert get(state, "stack") == ["Blue cast spark@d6"]
    play(state, "pass2")
    assert "d6" not in get(state, "board")
    assert get(state, "graves") == [["negate", "spark"], ["negate", "wolf"]]


def test_the_hexes_of_a_stack_of_pushes() -> None:
    """Two Gusts on one card: the upper one moves it, the lower one finds its hex too far and does nothing."""
    state = position(
        blue={"e2": "spire"},
        orange={"d5": "wolf", "e8": "spire"},
        b={"hand": ["gust", "gust"], "energy": {"violet": 2}},
    )
    play(state, "cast gust@d5>d4", "cast gust@d5>d6", "pass2")
    assert get(state, "board")["d6"] == "Orange wolf 3"
    assert get(state, "stack") == ["Blue cast gust@d6>d4"]
    play(state, "pass2")
    assert get(state, "board")["d6"] == "Orange wolf 3"


@pytest.mark.rule("hexy.stack.priority_pass", "hexy.stack.priority_active_first")
def test_taking_energy_does_not_reopen_the_passing() -> None:
    state = position(blue={"e2": "forge"}, orange={"e8": "spire"}, o={"hand": ["owl"]})
    play(state, "pass", "burn e8 1", "discard owl")
    assert (get(state, "player"), get(state, "passes"), get(state, "phase")) == ("Orange", 1, "main")
    play(state, "pass")
    assert get(state, "phase") == "end"


def test_a_response_reopens_it() -> None:
    state = position(
        blue={"e2": "forge"}, orange={"e8": "spire"}, o={"hand": ["violet-energy"]}, b={"hand": ["red-energy"]}
    )
    play(state, "pass", "cast violet-energy")
    assert (get(state, "player"), get(state, "passes")) == ("Blue", 0)
    play(state, "pass2")
    assert (get(state, "player"), get(state, "phase"), get(state, "pools")) == ("Blue", "main", ["none", "1 violet"])
    play(state, "cast red-energy")
    assert get(state, "stack") == ["Blue cast red-energy"]


def test_enchantments_change_numbers_and_wear_off_only_with_the_host() -> None:
    state = position(
        blue={"e3": {"card": "wolf", "under": ["keen-edge"]}, "e2": "forge"},
        b={"hand": ["bark-skin", "long-stride", "rage", "wings"], "energy": {"green": 2, "red": 1, "violet": 1}},
        orange={"e8": "spire"},
    )
    play(state, "cast bark-skin@e3", "pass2", "cast long-stride@e3", "pass2", "cast wings@e3", "pass2")
    assert get(state, "numbers")["e3"] == "3/1/2"
    assert get(state, "keywords")["e3"] == "flying, ease of movement"
    play(state, "cast rage@e3", "pass2")
    assert get(state, "numbers")["e3"] == "5/1/2"
    play(state, "pass2", "pass2", "pass2")
    assert get(state, "turn") == 6
    assert get(state, "numbers")["e3"] == "3/1/2"  # what lasted until the end of the turn is over


@pytest.mark.rule("hexy.map.win_twelve", "hexy.end_phase.win")
def test_a_dice_above_twelve_wins_when_the_step_resolves() -> None:
    state = position(blue={"e2": "forge"}, orange={"e8": "spire"}, b={"winning": 14})
    play(state, "pass2")
    assert get(state, "winner") == "none"
    play(state, "pass2")
    assert get(state, "winner") == "Blue"


def test_house_limit() -> None:
    from tests.hexygame.helpers import game

    state = position(game(turn_limit=5), blue={"e2": "forge"}, orange={"e8": "spire"})
    play(state, "pass2", "pass2", "pass2")
    assert (get(state, "phase"), get(state, "winner"), state.returns()) == ("over", "draw", [0.0, 0.0])


def test_every_phase_has_a_card_that_triggers_in_it() -> None:
    wolf = {"card": "wolf", "points": 1}
    state = position(
        blue={"e2": "nursery", "f2": "war-drum", "d2": "elder-oak", "e3": wolf, "d3": "signal-fire"},
        orange={"e8": "spire"},
        b={"library": ["wolf", "bear"]},
        **ORANGE_ENDS,
    )
    play(state, "pass2")
    assert get(state, "stack") == ["Blue draw", "Blue trigger f2", "Blue trigger e2", "Blue trigger d2"]
    play(state, "pass2", "pass2", "pass2", "pass2", "pass2")
    assert get(state, "phase") == "main"
    assert get(state, "stack") == ["Blue trigger d3"]
    play(state, "pass2")
    assert get(state, "pools") == ["1 red", "none"]
    assert get(state, "numbers")["e3"] == "3/0/1"


@pytest.mark.rule("hexy.stack.picture")
def test_an_activity_is_what_is_declared_and_no_ability() -> None:
    """A move, an attack and a spell are activities; the ability of a card, used or triggered, is none."""
    state = position(
        blue={"e4": {"card": "ember-tower", "points": 4}, "d4": {"card": "wolf", "die": 2}},
        orange={"d5": "bear", "e8": "spire"},
        b={"energy": {"red": 4, "green": 2}, "hand": ["spark"]},
        o={"hand": ["halt"], "energy": {"violet": 4}},
    )
    assert not rules(play(state.clone(), "attack d4>d5", "pass"), "cast halt@#1")
    assert not rules(play(state.clone(), "move d4-c4", "pass"), "cast halt@#1")
    assert not rules(play(state.clone(), "cast spark@d5", "pass"), "cast halt@#1")
    used = [a for a in legal(state) if a.startswith("use e4:2")]
    assert used
    after = play(state, used[0], "pass")
    assert rules(after, "cast halt@#1") == ("hexy.stack.declare",)
    assert "cast halt@#1" not in legal(after)


@pytest.mark.rule("hexy.draw_phase.wizardry_allowed", "hexy.end_phase.wizardry_allowed")
def test_a_wizardry_that_says_otherwise_waits_for_the_main_phase() -> None:
    for phase, rule in (("draw", "hexy.draw_phase.wizardry_allowed"), ("end", "hexy.end_phase.wizardry_allowed")):
        state = position(
            blue={"e2": "forge"}, orange={"e8": "spire"},
            b={"hand": ["insight", "spark"], "library": ["owl"], "energy": {"violet": 3, "red": 2}}, phase=phase,
        )  # fmt: skip
        assert rules(state, "cast insight")[0] == rule
        assert not rules(state, "cast spark@e8")


# -- worked by hand from the rulebook ----------------------------------------------------------------------------------


@pytest.mark.rule("hexy.ambush.sum_attack", "hexy.ambush.sum_defense", "hexy.ambush.counter_loss_single")
def test_three_attackers_and_one_counterstrike() -> None:
    """Attack 3 + 2 + 4 = 9 less defense 1: all six points. Counterstrike 5 on the Bear against 1 + 0 + 1: 3 points."""
    state = position(
        blue={"c4": {"card": "bear", "die": 1}, "d4": {"card": "wolf", "die": 1}, "e5": {"card": "brute", "die": 1}},
        orange={"d5": {"card": "hydra", "points": 6}, "e8": "spire"},
        b={"energy": {"green": 3}},
        o={"energy": {"violet": 1}},
    )
    play(state, "attack c4>d5", "join d4", "join e5", "pass", "counter d5>c4 pay energy", "pass2")
    assert get(state, "points") == {"c4": 2, "d4": 3, "e5": 4, "e8": 3}
    assert get(state, "after_combat")
    assert get(state, "pools") == ["none", "none"]


@pytest.mark.rule("hexy.ambush.counter_single", "hexy.counter.once_per_turn")
def test_a_second_counterstrike_finds_a_die_there() -> None:
    state = position(
        blue={"c4": {"card": "bear", "die": 1}, "d4": {"card": "wolf", "die": 1}},
        orange={"d5": {"card": "hydra", "points": 6}, "e8": "spire"},
        b={"energy": {"green": 4}},
        o={"energy": {"violet": 3}},
    )
    play(state, "attack d4>d5", "pass", "counter d5>d4 pay energy", "pass2", "pass2")
    # wolf 2 - 1 = 1 off the hydra; hydra 5 - 0 off the wolf, which had three points
    assert get(state, "points") == {"c4": 5, "d5": 5, "e8": 3}
    play(state, "attack c4>d5", "pass")
    assert rules(state, "counter d5>c4 pay energy") == ("hexy.counter.condition_no_die", "hexy.counter.once_per_turn")


@pytest.mark.rule("hexy.combat_priority.attack_first")
def test_the_first_blow_kills_and_nothing_comes_back() -> None:
    state = position(
        blue={"d4": {"card": "duellist", "die": 1}},
        orange={"d5": {"card": "raider", "points": 2}, "e8": "spire"},
        b={"energy": {"green": 1}},
        o={"energy": {"violet": 1}},
    )
    play(state, "attack d4>d5", "pass", "counter d5>d4 pay energy", "pass2")
    assert get(state, "points") == {"d4": 3, "e8": 3}


@pytest.mark.rule("hexy.end_phase.under_stack", "hexy.end_phase.respond", "hexy.end_phase.win")
def test_the_twelfth_point_is_answered_and_not_scored() -> None:
    """Eleven on the dice, a Wolf on the Center Point. Orange pushes it away in answer to the step under the stack."""
    state = position(
        blue={"e5": "wolf", "e2": "forge"}, orange={"e8": "spire"},
        b={"winning": 11}, o={"hand": ["gust"], "energy": {"violet": 3}}, phase="end",
    )  # fmt: skip
    unanswered = play(state.clone(), "pass2")
    assert get(unanswered, "winner") == "Blue"
    play(state, "pass", "cast gust@e5>e6")
    assert get(state, "stack") == ["Blue winning", "Orange cast gust@e5>e6"]
    play(state, "pass2")
    assert get(state, "stack") == ["Blue winning"]
    play(state, "pass2")
    assert get(state, "winning") == [11, 1]
    assert get(state, "winner") == "none"


@pytest.mark.rule("hexy.start.mulligan", "hexy.start.mulligan_repeat")
def test_mulligans_down_to_nothing() -> None:
    state = GAME.new_initial_state(seed=11)
    seat = state.current_player()
    for left in range(7, -1, -1):
        play(state, "mulligan")
        if state.current_player() != seat:
            play(state, "keep")
        assert len(state.hand[seat]) == left
    assert "mulligan" not in legal(state)
    assert legal(state) == ["keep"]


@pytest.mark.rule("hexy.start.first_turn_main")
def test_the_beginners_first_turn_has_no_energy_dice_or_draw() -> None:
    state = play(GAME.new_initial_state(seed=12), "keep", "keep")
    first = state.active
    assert (get(state, "turn"), get(state, "phase"), get(state, "hand")) == (1, "main", [8, 8])
    play(state, "pass2")
    assert get(state, "stack") == [f"{GAME.seats[first]} winning"]
    play(state, "pass2", "pass2")
    assert (get(state, "turn"), get(state, "phase"), state.active) == (2, "draw", 1 - first)
    assert get(state, "stack") == [f"{GAME.seats[1 - first]} draw"]
