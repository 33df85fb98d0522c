"""Hidden hands, windows of priority, and passing that tells nothing."""

from __future__ import annotations

import pytest

import hexlib
from hexlib.game import TABLE, Rng
from hexlib.hexygame.passing import STOPS, passes_by_itself, run_on
from hexlib.hexygame.state import HexyState
from hexlib.record import Record, Step
from tests.hexygame.helpers import GAME, get, play, position, random_position


def duel(hand: list[str], **more: object) -> HexyState:
    return position(
        blue={"d4": {"card": "wolf", "die": 1}, "e2": "forge"},
        orange={"d5": "bear", "e8": "spire"},
        b={"hand": ["bear", "spark"], "energy": {"red": 3}, "library": ["scout", "forge"]},
        o={"hand": hand, "library": ["owl", "gust"], "energy": {"violet": 2}},
        **more,  # type: ignore[arg-type]
    )


def test_a_seat_sees_its_own_hand_only() -> None:
    state = duel(["negate", "owl"])
    assert set(state.view(0).hand(0)) == {"bear", "spark"}
    assert state.view(0).hand(1) == ("?", "?")
    assert state.view(1).hand(0) == ("?", "?")
    assert state.view(None).facts()["cards"] == [["?", "?"], ["?", "?"]]
    assert "?" not in str(state.view(TABLE).facts()["cards"])
    assert state.view(0).facts()["hand"] == [2, 2]
    assert state.view(0).public.library == [(-1, -1), (-1, -1)]


def test_a_drawn_card_is_its_owner_s() -> None:
    state = duel([], phase="draw")
    events = state.apply_action(GAME.parse_action("pass")) + state.apply_action(GAME.parse_action("pass"))
    seen = [e.kind for e in events if e.visible_to(1)]
    assert "draw" in seen
    assert "draw.card" not in seen
    assert [e["card"] for e in events if e.kind == "draw.card" and e.visible_to(0)] == ["scout"]


def test_every_window_stops_by_default() -> None:
    state = duel(["owl"])
    assert run_on(state, {}) == []
    assert not any(passes_by_itself(duel(["owl"]).view(seat), "every") for seat in (0, 1))


@pytest.mark.parametrize("hand", [[], ["negate", "gust"], ["owl", "forge"], ["violet-energy"]])
def test_a_pause_tells_nothing_of_the_hand(hand: list[str]) -> None:
    """With public stops, where a seat is stopped is the same whatever it holds."""
    for text in ("", "pass", "cast spark@d5, pass", "attack d4>d5, pass", "pass, pass", "cast spark@d5"):
        actions = text.split(", ") if text else []
        state, twin = play(duel(hand), *actions), play(duel(["owl"] * len(hand)), *actions)
        asked = state.current_player()
        answers = {passes_by_itself(state.view(seat), "public") for seat in (0, 1, None)}
        assert len(answers) == 1
        assert answers == {passes_by_itself(twin.view(asked), "public")}


def test_an_automatic_pass_looks_like_any_other() -> None:
    by_hand, by_itself = play(duel(["owl"]), "pass"), play(duel(["owl"]), "pass")
    told = by_hand.apply_action(GAME.parse_action("pass"))
    # Blue stops everywhere; Orange only waits here, so it passes and the Main Phase ends.
    assert run_on(by_itself, {1: "public"}) == told
    assert by_itself == by_hand
    assert get(by_itself, "phase") == "end"


def test_where_the_public_stops_are() -> None:
    stops = {0: "public", 1: "public"}
    state = duel(["owl"], phase="draw")
    run_on(state, stops)
    assert (get(state, "phase"), get(state, "player")) == ("main", "Blue")  # the card is drawn, nobody was stopped
    play(state, "burn e2 1", "attack d4>d5")
    run_on(state, stops)
    assert get(state, "player") == "Orange"  # Blue waits for its own attack; Orange has something to answer
    play(state, "counter d5>d4 pay point")
    assert run_on(state, stops) == []  # the counterstrike is something for Blue to answer
    play(state, "pass2")
    run_on(state, stops)
    assert (get(state, "stack"), get(state, "player"), get(state, "after_combat")) == ([], "Blue", False)
    play(state, "pass")
    run_on(state, stops)
    assert (get(state, "turn"), get(state, "player"), get(state, "phase")) == (6, "Orange", "main")


def test_own_stops_use_the_own_cards() -> None:
    for hand, stopped in ((["owl"], False), (["negate"], True)):
        state = play(duel(hand), "cast spark@d5", "pass")
        assert passes_by_itself(state.view(1), "own") != stopped
    with pytest.raises(ValueError, match="only the seat's own view"):
        passes_by_itself(state.view(0), "own")
    with pytest.raises(ValueError, match="there is no 'never'"):
        passes_by_itself(state.view(0), "never")
    assert STOPS == ("every", "public", "own")


def test_an_order_of_triggers_and_a_choice_always_stop() -> None:
    state = position(blue={"d2": "mulch", "f3": "mulch", "e2": "forge"}, orange={"e8": "spire"})
    play(state, "pass2")
    assert get(state, "waiting")
    assert run_on(state, {0: "public", 1: "public"}) == []


def test_a_shared_record_holds_no_hidden_card() -> None:
    state = duel(["negate", "unmake"])
    record = Record(GAME, "Shared", (Step(action="cast spark@d5"), Step("pass")), position=state.position())
    for seat in (0, None):
        shared = record.shared(seat)
        assert shared.seed is None
        assert shared.check()
        text = hexlib.dumps(shared)
        assert "unmake" not in text or shared.position["Orange"]["hand"] != ["negate", "unmake"]  # type: ignore[index]
        assert hexlib.loads(text) == shared


def test_the_picks_of_legal_actions_form_a_tree_and_mean_them() -> None:
    for seed in range(40):
        rng = Rng(seed)
        state = random_position(GAME, rng)
        for _ in range(6):
            if state.is_terminal():
                break
            view = state.view(state.current_player())
            paths = {}
            for action in state.legal_actions():
                chosen = GAME.picks(action, view)
                assert GAME.intend(chosen, view) == action
                assert tuple(chosen) not in paths
                paths[tuple(chosen)] = action
            for path in paths:
                assert not any(path[:n] in paths for n in range(1, len(path)))
            state.push(rng.choice(state.legal_actions()))


def test_the_text_board() -> None:
    text = str(play(duel(["owl"]), "cast spark@d5"))
    assert "Turn 5, Blue's Main Phase: Blue has priority, 1 on the stack." in text
    assert "b:C3" in text
    assert "o:B3" in text
    assert "stack 1: Blue cast spark@d5" in text
    assert "d5: Orange bear 3/1/1, 5 points" in text


def test_the_tray_shows_the_hand_of_the_seat_that_decides() -> None:
    state = duel(["negate", "negate", "owl"])
    assert {p.id for p in GAME.trays(state.view(0))} == {"bear", "spark"}
    assert GAME.trays(state.view(1)) == ()  # Blue decides, and Orange does not see Blue's hand
    play(state, "pass")
    assert [p.id for p in GAME.trays(state.view(1))] == ["owl", "negate"]


def test_an_attack_that_others_could_join_is_not_passed_over() -> None:
    """An ambush is joined with priority on one's own attack, so its player is asked there; public facts decide."""
    for hand, energy, beside, stopped in (
        (["owl"], {}, "wolf", True),  # any card would pay
        ([], {"red": 1}, "wolf", True),
        ([], {}, "wolf", False),  # nothing to pay with
        (["owl"], {}, "walker", False),  # an artifact does not join
    ):
        blue = {"d4": {"card": "wolf", "die": 1}, "c4": {"card": beside, "die": 1}}
        pool = {"energy": {"red": energy.get("red", 0) + 1}, "hand": hand}
        state = play(position(blue=blue, orange={"d5": "bear", "e8": "spire"}, b=pool), "attack d4>d5")
        assert (GAME.automatic(state.view(0)) is None) == stopped
        assert passes_by_itself(state.view(None)) != stopped
    play(
        state := position(blue={**blue, "c4": {"card": "wolf", "die": 1}}, orange={"d5": "bear"}, b=pool),
        "attack d4>d5",
    )
    play(state, "discard owl", "join c4")
    assert GAME.automatic(state.view(0)) is not None  # nobody is left to join
