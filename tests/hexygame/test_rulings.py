"""A position for each switch: it shows that the readings differ, and which one is in force."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from hexlib.hexygame.game import HexyGame
from hexlib.hexygame.options import DEFAULTS
from hexlib.rules import Rulebook
from tests.hexygame.helpers import game, get, legal, play, position, rules

BOOK = Rulebook.load("hexygame")
SWITCHES = [r for r in BOOK.rulings.values() if r.kind == "switch"]
OWN, FOE = {"e2": "forge"}, {"e8": "spire"}
CASES: dict[str, tuple[Callable[[HexyGame], Any], dict[str, Any]]] = {}


def case(**expected: Any) -> Callable[[Callable[[HexyGame], Any]], Callable[[HexyGame], Any]]:
    """The function's name is the ruling's; ``expected`` gives what it returns under each reading."""

    def note(function: Callable[[HexyGame], Any]) -> Callable[[HexyGame], Any]:
        readings = {key.replace("_", "-"): value for key, value in expected.items()}
        CASES[function.__name__.lstrip("_")] = (function, readings)
        return function

    return note


def brawl(of: HexyGame, attacker: Any, defender: Any, **more: Any) -> Any:
    blue, orange = {"d4": attacker, **OWN}, {"d5": defender, **FOE}
    return position(of, blue=blue, orange=orange, b={"energy": {"red": 4}}, o={"energy": {"green": 4}}, **more)


@case(any="Blue", movement="none")
def _flag_entry(of: HexyGame) -> Any:
    state = position(of, blue={"e8": "forge"}, orange={"d7": "spire"}, b={"hand": ["scout"], "energy": {"red": 1}})
    return get(play(state, "cast scout@e9", "pass2"), "winner")


@case(allowed=(), until_building=("hexy.sphere.flag_if_no_building",))
def _own_flag(of: HexyGame) -> Any:
    state = position(of, blue=OWN, orange=FOE, b={"hand": ["scout"], "energy": {"red": 1}})
    return rules(state, "cast scout@e1")


@case(active=[1, 1], occupier=[1, 2])
def _centre_scorer(of: HexyGame) -> Any:
    state = position(of, blue=OWN, orange={"e5": "walker", **FOE}, phase="end")
    return get(play(state, "pass2"), "winning")


@case(on_resolution="none", continuously="Blue")
def _win_check(of: HexyGame) -> Any:
    state = position(of, blue=OWN, orange=FOE, b={"hand": ["oath"], "energy": {"red": 3}, "winning": 11})
    return get(play(state, "cast oath", "pass2"), "winner")


@case(alone="Blue", in_turn="Orange")
def _mulligans(of: HexyGame) -> Any:
    cards = ["forge"] * 8
    state = position(of, phase="mulligan", b={"hand": cards, "library": cards}, o={"hand": cards, "library": cards})
    return get(play(state, "mulligan"), "player")


@case(beginner="draw", both="main")
def _first_turn(of: HexyGame) -> Any:
    state = position(of, turn=1, blue=OWN, orange=FOE, o={"library": ["owl"]})
    return get(play(state, "pass2", "pass2", "pass2"), "phase")


@case(graveyard=("Blue", 1), retarget=("Blue", 0))
def _taken_hex(of: HexyGame) -> Any:
    state = position(
        of, blue=OWN, orange={"f3": "scout", **FOE}, b={"hand": ["scout"], "energy": {"red": 1}},
        o={"hand": ["gust"], "energy": {"violet": 1}},
    )  # fmt: skip
    play(state, "cast scout@e3", "pass", "cast gust@f3>e3", "pass2", "pass2")
    if of.rulings["taken_hex"] == "retarget":
        assert legal(state) == ["choose d1", "choose d2", "choose e1", "choose f1", "choose f2"]
        assert of.position(state.position()) == state
        assert rules(state, "choose e3") == ("hexy.sphere.only_empty",)
        assert rules(state, "pass")
        play(state, "choose d2")
        assert get(state, "board")["d2"] == "Blue scout 2 die 2"
    return get(state, "player"), get(state, "graveyard")[0]


@case(both="empty", cast="Blue wolf 3")
def _sphere_time(of: HexyGame) -> Any:
    state = position(
        of, blue={"e3": {"card": "forge", "points": 2}}, orange=FOE, b={"hand": ["wolf"], "energy": {"green": 1}},
        o={"hand": ["spark"], "energy": {"red": 1}},
    )  # fmt: skip
    play(state, "cast wolf@e4", "pass", "cast spark@e3", "pass2", "pass2")
    return get(state, "board").get("e4", "empty")


@case(nowhere=[], neighbours=["cast grove@d1", "cast grove@e2", "cast grove@f1"])
def _blocked_flag(of: HexyGame) -> Any:
    state = position(of, blue={"e1": "scout"}, orange=FOE, b={"hand": ["grove"], "energy": {"colourless": 1}})
    return [a for a in legal(state) if a.startswith("cast")]


@case(allowed=(), forbidden=("hexy.map.flag_loss",))
def _enemy_flag_cast(of: HexyGame) -> Any:
    state = position(of, blue={"e8": "forge"}, orange={"d7": "spire"}, b={"hand": ["scout"], "energy": {"red": 1}})
    return rules(state, "cast scout@e9")


@case(any=(), own=("hexy.cards.enchantment_targets_board",))
def _enchant_whose(of: HexyGame) -> Any:
    state = position(of, blue=OWN, orange=FOE, b={"hand": ["shackles"], "energy": {"violet": 1}})
    return rules(state, "cast shackles@e8")


@case(priority="draw", any_time="energy")
def _discard_time(of: HexyGame) -> Any:
    state = position(of, blue=OWN, orange=FOE, b={"hand": ["bear"], "library": ["owl"]}, phase="energy")
    if of.rulings["discard_time"] == "any-time":
        assert legal(state) == ["discard bear", "pass"]
        assert rules(state, "burn e2 1") == ("hexy.energy_phase.no_play",)
        assert of.position(state.position()) == state
        play(state, "discard bear")
        assert get(state, "pools") == ["1 colourless", "none"]
        play(state, "pass2")
        assert get(state, "phase") == "actions"
        assert get(state, "pools") == ["none", "none"]
        return "energy"
    return get(state, "phase")


@case(allowed=(), forbidden=("hexy.energy.last_point_destroys",))
def _last_point_energy(of: HexyGame) -> Any:
    state = position(of, blue={"e2": {"card": "forge", "points": 1}}, orange=FOE)
    return rules(state, "burn e2 1")


@case(any=(), own_main=("hexy.building.common_ability",))
def _common_ability(of: HexyGame) -> Any:
    state = position(of, blue=OWN, orange={"e3": "spire"})
    return rules(state, "use e2>e3")


@case(wasted=(), illegal=("hexy.points.max_six",))
def _full_building(of: HexyGame) -> Any:
    state = position(of, blue={"e3": {"card": "grove", "points": 6}, **OWN}, orange=FOE)
    return rules(state, "use e2>e3")


@case(
    group=["order d2 1", "order e2 1"],
    in_turn=["Blue draw", "Blue trigger f2", "Blue trigger e2", "Blue trigger d2"],
)
def _actions_triggers(of: HexyGame) -> Any:
    blue = {"e2": "nursery", "d2": "nursery", "f2": "war-drum"}
    state = position(of, blue=blue, orange=FOE, b={"library": ["owl"]}, phase="energy")
    return get(state, "stack") if get(state, "phase") == "draw" else legal(state)


@case(
    active_first=["Blue winning", "Blue trigger f2", "Orange trigger e6"],
    other_first=["Blue winning", "Orange trigger e6", "Blue trigger f2"],
)
def _trigger_order(of: HexyGame) -> Any:
    state = position(of, blue={"f2": "mulch", **OWN}, orange={"e6": "lookout", **FOE})
    return get(play(state, "pass2"), "stack")


@case(both=("Orange", "main"), active_alone=("Blue", "end"))
def _leave_main(of: HexyGame) -> Any:
    state = play(position(of, blue=OWN, orange=FOE), "pass")
    return get(state, "player"), get(state, "phase")


@case(board=(), creatures=("hexy.action.spend",))
def _actors(of: HexyGame) -> Any:
    state = position(of, blue={"d4": {"card": "walker", "die": 1}, **OWN}, orange=FOE, b={"energy": {"red": 1}})
    return rules(state, "move d4-d5")


@case(fails="Blue wolf 3", choose="empty")
def _blocked_move(of: HexyGame) -> Any:
    state = position(
        of, blue={"d4": {"card": "wolf", "die": 1}, **OWN}, orange={"e6": "scout", **FOE}, b={"energy": {"red": 1}},
        o={"hand": ["gust"], "energy": {"violet": 1}},
    )  # fmt: skip
    play(state, "move d4-d5", "pass", "cast gust@e6>d5", "pass2", "pass2")
    if of.rulings["blocked_move"] == "choose":
        assert legal(state) == ["choose c3", "choose c4", "choose d3", "choose e4", "choose e5"]
        assert of.position(state.position()) == state
        play(state, "choose c4")
    return get(state, "board").get("d4", "empty")


@case(any=(), creatures=("hexy.attack.any_board_card",))
def _attack_targets(of: HexyGame) -> Any:
    return rules(brawl(of, {"card": "wolf", "die": 1}, "spire"), "attack d4>d5")


@case(either=6, point_without_die="empty")
def _counter_cost(of: HexyGame) -> Any:
    state = play(brawl(of, {"card": "wolf", "die": 1}, "bear"), "attack d4>d5", "pass", "counter d5>d4 pay point")
    return get(state, "dice").get("d5", "empty")


@case(dies=(), forbidden=("hexy.counter.cost_choice",))
def _last_point_counter(of: HexyGame) -> Any:
    state = brawl(of, {"card": "wolf", "die": 1}, {"card": "bear", "points": 1})
    return rules(play(state, "attack d4>d5", "pass"), "counter d5>d4 pay point")


@case(in_range=("hexy.counter.any_board_card",), always=())
def _counter_range(of: HexyGame) -> Any:
    state = position(
        of, blue={"d4": {"card": "archer", "die": 1}, **OWN}, orange={"d6": "bear", **FOE}, b={"energy": {"red": 1}}
    )
    return rules(play(state, "attack d4>d6", "pass"), "counter d6>d4 pay point")


def _pack(of: HexyGame, **more: Any) -> Any:
    return position(
        of, blue={"d4": {"card": "warden", "die": 1}, "e5": {"card": "bear", "die": 1}, **OWN},
        orange={"d5": "hydra", **FOE}, b={"energy": {"red": 4}}, o={"energy": {"green": 4}}, **more,
    )  # fmt: skip


@case(on_stack=(True, False), with_declaration=(False, True))
def _join_time(of: HexyGame) -> Any:
    state = _pack(of)
    together = "attack d4+e5>d5" in legal(state)
    if together:
        other = play(state.clone(), "attack d4+e5>d5")
        assert get(other, "stack") == ["Blue attack d4+e5>d5"]
        assert get(other, "energy") == [2, 4]
    assert bool(rules(state, "attack d4+e5>d5")) != together
    play(state, "attack d4>d5")
    return "join e5" in legal(state), together


@case(resolution=True, before_answer=False)
def _join_until(of: HexyGame) -> Any:
    state = play(_pack(of), "attack d4>d5", "pass", "counter d5>d4 pay energy")
    assert of.position(state.position()) == state
    return "join e5" in legal(state)


@case(creatures=False, any_card=True)
def _joiners(of: HexyGame) -> Any:
    state = position(
        of, blue={"d4": {"card": "wolf", "die": 1}, "e5": {"card": "walker", "die": 1}, **OWN},
        orange={"d5": "hydra", **FOE}, b={"energy": {"red": 4}},
    )  # fmt: skip
    return "join e5" in legal(play(state, "attack d4>d5"))


@case(defender=[0, 5], attackers=[3, 2])
def _ambush_victim(of: HexyGame) -> Any:
    """5 - (1 + 1) = 3 points for the one that is struck."""
    state = play(_pack(of), "attack d4>d5", "join e5", "pass", "counter d5>d4 pay energy")
    if of.rulings["ambush_victim"] == "attackers":
        assert (get(state, "player"), legal(state)) == ("Blue", ["choose d4", "choose e5"])
        assert of.position(state.position()) == state
        play(state, "choose e5")
    points = get(play(state, "pass2"), "points")
    return [points.get(f, 0) for f in ("d4", "e5")]


@case(countered=False, any=True)
def _ambush_priority(of: HexyGame) -> Any:
    state = position(
        of, blue={"d4": {"card": "pikeman", "die": 1}, "e5": {"card": "wolf", "points": 2, "die": 1}, **OWN},
        orange={"d5": {"card": "brute", "points": 3}, **FOE}, b={"energy": {"red": 4}}, o={"energy": {"green": 4}},
    )  # fmt: skip
    play(state, "attack d4>d5", "join e5", "pass", "counter d5>e5 pay energy", "pass2")
    return "e5" in get(state, "board")  # 4 - 1: dead, unless the Pikeman's priority counts for the Wolf


@case(no=2, still="empty")
def _dead_counter(of: HexyGame) -> Any:
    state = brawl(of, {"card": "pikeman", "die": 1}, {"card": "brute", "points": 1})
    play(state, "attack d4>d5", "pass", "counter d5>d4 pay energy", "pass2")
    return get(state, "points").get("d4", "empty")


@case(counter_first="empty", attack_first=3)
def _counter_priority(of: HexyGame) -> Any:
    state = brawl(of, {"card": "wolf", "die": 1}, {"card": "duellist", "points": 2})
    play(state, "attack d4>d5", "pass", "counter d5>d4 pay energy", "pass2")
    return get(state, "points").get("d4", "empty")


@case(simultaneous="empty", attacker_first=2)
def _both_priority(of: HexyGame) -> Any:
    state = brawl(of, {"card": "pikeman", "die": 1}, {"card": "duellist", "points": 2})
    play(state, "attack d4>d5", "pass", "counter d5>d4 pay energy", "pass2")
    return get(state, "points").get("d4", "empty")


@case(own=["Blue draw"], every=["Blue draw", "Orange trigger d6:regeneration"])
def _regeneration_turn(of: HexyGame) -> Any:
    orange = {"d6": {"card": "troll", "points": 1}, **FOE}
    return get(position(of, blue=OWN, orange=orange, b={"library": ["owl"]}, phase="draw"), "stack")


@case(chosen=["none", "none"], every=["none", "2 violet"])
def _lost_points(of: HexyGame) -> Any:
    state = position(of, blue=OWN, orange=FOE, b={"hand": ["spark"], "energy": {"red": 1}})
    return get(play(state, "cast spark@e8", "pass2"), "pools")


@case(advanced=["Blue cast scout@e3"], basic=[])
def _stack_rules(of: HexyGame) -> Any:
    state = position(of, blue=OWN, orange=FOE, b={"hand": ["scout"], "energy": {"red": 1}})
    return get(play(state, "cast scout@e3"), "stack")


@case(main="main", cleanup="end")
def _after_combat(of: HexyGame) -> Any:
    return get(play(brawl(of, {"card": "wolf", "die": 1}, "bear"), "attack d4>d5", "pass2", "pass2"), "phase")


@case(skip=3, grow=4)
def _empty_library_energy(of: HexyGame) -> Any:
    return get(position(of, blue=OWN, orange=FOE, phase="energy"), "points")["e2"]


@case(
    on_top=["Blue winning", "Blue trigger d2", "Blue trigger e5"],
    above_step=["Blue winning", "Blue trigger e5", "Blue trigger d2"],
)
def _phase_triggers(of: HexyGame) -> Any:
    state = position(of, blue={"d2": "mulch", "e5": "beacon", **OWN}, orange=FOE)
    return get(play(state, "pass2"), "stack")


@pytest.mark.parametrize("ruling", SWITCHES, ids=lambda r: r.name)
def test_each_switch_has_a_position_where_it_matters(ruling: Any) -> None:
    function, expected = CASES[ruling.name]
    assert next(iter(expected)) == ruling.default == DEFAULTS[ruling.name]
    assert set(expected) == {key for key, _ in ruling.readings}
    got = {key: function(game(**{ruling.name: key})) for key, _ in ruling.readings}
    assert got == expected
    assert len({str(v) for v in got.values()}) > 1


def test_there_is_a_case_for_each_switch_and_no_other() -> None:
    assert set(CASES) == {r.name for r in SWITCHES}


def test_every_ruling_of_the_list_is_there() -> None:
    ids = {r.id for r in BOOK.rulings.values()}
    assert {f"H{n:02d}" for n in range(1, 109)} <= ids
    assert {r.kind for r in BOOK.rulings.values()} == {"switch", "parameter", "note"}
    assert set(DEFAULTS) == {r.name for r in BOOK.rulings.values() if r.kind != "note"}
