"""One game after another at a table: a set-up and its game, a series under laws, the same once more."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from hexwidgets.keeping import as_example, fitting, kept_text, restored, shared_text
from hexwidgets.match import Match
from hexwidgets.plans import Plan, plan
from hexwidgets.sequels import again, follow, proposed, sequel_of
from hexwidgets.sitting import BYSTANDER

import hexlib
from hexlib.game import SIMULTANEOUS, TABLE, Rng
from hexlib.hex_hex.laws import SAMPLES
from hexlib.hex_hex.state import HexHexState
from hexlib.knee_deep.opening_state import SetupState
from hexlib.knee_deep.state import KneeDeepState
from hexlib.opponents import OPPONENTS
from hexlib.record import RecordError
from hexlib.sequel import SequelError

KDH, SETUP, HEXY, HEXHEX = "knee-deep-in-hexes", "knee-deep-in-hexes-setup", "hexygame", "hex-hex-next"


def set_up(m: Match, stop: str = "") -> list[tuple[str, int | None]]:
    """Let people act until the set-up is complete or a stage comes; each stage asked, and whose curtain had fallen."""
    rng = Rng(7)
    asked: list[tuple[str, int | None]] = []
    m.run()
    while not m.over and setup_state(m).stage != stop:
        asked.append((setup_state(m).stage, m.curtain))
        if m.curtain is not None:
            m.sit_down(m.curtain)
        legal = [a for a in m._live().legal_actions() if not str(a).startswith(("remove", "redraft"))]
        ready = [a for a in legal if str(a) == "ready"]
        m.type_text(str((ready or [rng.choice(legal)])[0]))
        m.run()
    return asked


def setup_state(m: Match) -> SetupState:
    state = m._live()
    assert isinstance(state, SetupState)
    return state


def two_people(variant: str, board: str = "modular") -> Match:
    return Match(plan(SETUP, ["person", "person"], options={"variant": variant, "board": board}, seed=8), strict=True)


# ---- setting Knee Deep in Hexes up ----------------------------------------------------------------------------------


def test_two_people_set_up_and_the_curtain_falls_only_where_cards_are_secret() -> None:
    m = two_people("simple")
    asked = set_up(m)
    stages = Counter(stage for stage, _ in asked)
    assert stages == {"board": 25, "faction": 2, "companions": 2, "draft": 24, "deck": 20}
    assert all(curtain is None for stage, curtain in asked if stage in ("board", "faction", "companions"))
    before_drafters = [curtain for stage, curtain in asked if stage == "draft"]
    first = setup_state(m).first
    assert before_drafters == [(first, 1 - first)[i % 2] for i in range(24)]
    assert [curtain is not None for stage, curtain in asked if stage == "deck"].count(True) == 2


def test_whoever_was_not_asked_who_they_are_sees_nothing_secret_afterwards() -> None:
    """The last companions may be the first drafter's: the device may still lie in other hands."""
    m = two_people("simple", "fixed")
    set_up(m, "draft")
    first = setup_state(m).first
    assert m.curtain == first
    assert m.seat == BYSTANDER
    assert m.view.facts()["drawn"] == ["?", "?"]
    assert m.choices() == ()
    m.present, m.unasked = first, True  # as if the decision before had been theirs
    m._settle()
    assert m.curtain == first
    assert m.seat == BYSTANDER


def test_either_of_two_companions_may_be_pointed_at_first() -> None:
    m = two_people("casual", "fixed")
    set_up(m, "companions")
    shown_first = {pick.id for pick in m.choices()}
    seat = m.to_act
    assert len(shown_first) == 4
    names = sorted(shown_first, reverse=True)[:2]
    for name in names:
        m.choose(next(pick for pick in m.choices() if pick.id == name))
    assert seat is not None
    assert sorted(setup_state(m).companions[seat], reverse=True) == names


def test_a_set_up_ends_with_pools_and_decks_still_secret() -> None:
    m = two_people("simple", "fixed")
    set_up(m)
    assert m.over
    last = m.present
    assert last is not None
    other = setup_state(m).pools[1 - last]
    assert dict(m.eyes).keys() == {BYSTANDER, last}
    assert set(dict(m.eyes)) & {TABLE, 1 - last} == set()
    assert m.view.facts()["foreign"][1 - last] == -1
    text = shared_text(m)
    assert "seed" not in text
    assert "seats" not in text
    record = hexlib.loads(text)
    assert record.check().ok
    passed = list(record.replay())[-1].state
    assert isinstance(passed, SetupState)
    kept, _, dealt = passed.pools[1 - last]
    assert (sorted(kept), sorted(dealt)) != (sorted(other[0]), sorted(other[2]))
    assert as_example(m)[0].seed is None


@pytest.mark.parametrize("variant", ["casual", "simple", "advanced"])
def test_the_game_goes_to_those_who_chose_its_sides(variant: str) -> None:
    m = two_people(variant)
    m = Match(replace(m.plan, seats=("person", "greedy")), strict=True)
    set_up(m)
    state = setup_state(m)
    sequel = sequel_of(m)
    assert sequel is not None
    assert sequel.title == "Begin the game"
    made = follow(m, seed=99)
    bukseon = state.factions.index("Bukseon")
    assert made.seats == (("person", "greedy")[bukseon], ("person", "greedy")[1 - bukseon])
    assert made.names == (("Ann", "Bob")[bukseon], ("Ann", "Bob")[1 - bukseon])
    person = made.people[0]
    assert made.named(person) == f"{made.game.seats[person]} (Ann)"
    assert made.who(1 - person) == f"{made.game.seats[1 - person]} (sensible)"
    game = Match(made, strict=True)
    start = game._live()
    assert isinstance(start, KneeDeepState)
    assert start.land.terrain == state.terrain
    assert start.starting == (0 if state.first == bukseon else 1)
    for seat, owner in ((0, bukseon), (1, 1 - bukseon)):
        assert Counter([*start.hand[seat], *start.draw[seat]]) == Counter(state.decks[owner])
        assert made.game.companions[seat] == state.companions[owner]  # type: ignore[attr-defined]
    game.run()
    assert game.to_act == person


def test_the_way_from_the_set_up_to_the_game_can_be_kept_at_any_place() -> None:
    m = two_people("simple")
    set_up(m, "deck")
    back = restored(fitting(kept_text(m), KDH), strict=True)
    assert kept_text(back) == kept_text(m)
    assert back.game == m.game
    assert back._live() == m._live()
    set_up(back)
    made = follow(back, seed=4)
    game = Match(made, strict=True)
    assert game.plan.seed == m.plan.seed  # one play, one place in the browser
    text = kept_text(game)
    again_there = restored(fitting(text, KDH), strict=True)
    assert again_there.plan == made
    assert again_there._live() == game._live()
    assert kept_text(again_there) == text
    first = game.curtain
    assert first is not None
    assert not any(card.replace("-", " ") in repr(game.view.facts()) for card in game._live().hand[first])  # type: ignore[attr-defined]
    with pytest.raises(RecordError, match="another table's game"):
        fitting(kept_text(m), HEXY)


def test_a_shared_game_after_a_set_up_holds_no_hidden_card_and_no_name() -> None:
    m = two_people("simple", "fixed")
    set_up(m)
    game = Match(follow(m, seed=4), strict=True)
    for _ in range(2):
        assert game.curtain is not None
        game.sit_down(game.curtain)
        game.type_text("keep")
    assert game.curtain is not None
    game.sit_down(game.curtain)
    text = shared_text(game)
    assert "names" not in text
    assert "seed" not in text
    record = hexlib.loads(text)
    assert record.check().ok
    start = record.start()
    live = game._live()
    assert isinstance(start, KneeDeepState)
    assert isinstance(live, KneeDeepState)
    assert sorted(start.draw[game.seat]) != [] != sorted(live.draw[1 - game.seat])
    assert start.draw[1 - game.seat] != live.draw[1 - game.seat]
    assert start.decks.cards[1 - game.seat] != live.decks.cards[1 - game.seat]


@pytest.mark.parametrize("kind", list(OPPONENTS))
def test_an_opponent_of_every_kind_sets_up_with_a_person(kind: str) -> None:
    made = plan(SETUP, ["person", kind], options={"variant": "simple", "board": "modular"}, seed=5, think=0.0)
    m = Match(made, strict=True)
    set_up(m)
    assert setup_state(m).stage == "ready"
    game = Match(follow(m), strict=True)
    game.run()
    assert game.to_act == game.plan.people[0]


def test_nobody_makes_a_deck_for_ever() -> None:
    """After so many changes nothing is taken out again, and what is still to add can be added."""
    m = Match(plan(SETUP, ["random", "random"], options={"variant": "advanced"}, seed=5), strict=True)
    for _ in range(900):
        if m.over:
            break
        m.work(60.0)
    assert m.over
    changes = [str(t.action).split()[0] for t in m.turns]
    assert changes.count("remove") < 240


# ---- once more ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [KDH, HEXY, HEXHEX])
def test_play_again_keeps_the_choices_and_the_seats(game: str) -> None:
    options = {KDH: {"deck": "advanced"}, HEXY: {"map": "small"}, HEXHEX: {"cards": "both"}}[game]
    m = Match(plan(game, ["person", "random"], options=options, seed=5, every_window=True))
    made = again(m, 6)
    assert (made.seats, made.options, made.every_window, made.game) == (
        m.plan.seats,
        m.plan.options,
        True,
        m.plan.game,
    )
    assert made.seed == 6
    assert str(Match(made)._live()) != str(m._live()) or Match(made)._live() != m._live()
    assert again(m).seed != again(m).seed


def test_play_again_after_a_set_up_shuffles_the_same_decks() -> None:
    m = two_people("simple")
    set_up(m)
    first = Match(follow(m, seed=4))
    second = Match(again(first, 6))
    one, two = first._live(), second._live()
    assert isinstance(one, KneeDeepState)
    assert isinstance(two, KneeDeepState)
    assert two.decks == one.decks
    assert two.land.terrain == one.land.terrain
    assert two.draw != one.draw
    assert second.plan.names == first.plan.names
    assert second.plan.seats == first.plan.seats
    assert {Match(again(first, n))._live().starting for n in range(8)} == {0, 1}  # type: ignore[attr-defined]


def test_play_again_from_the_middle_of_a_game_begins_there() -> None:
    position = {"round": 3, "active": "Gondwana", "Gondwana": {"hand": ["sling"]}}
    made = Plan(hexlib.game(KDH), ("person", "random"), 5, position=position)
    once = Match(again(Match(made), 6))
    assert once._live() == Match(made)._live()


# ---- a series under laws --------------------------------------------------------------------------------------------


@cache
def finished() -> tuple[str, ...]:
    """The actions of a whole game for three, played at random."""
    m = Match(plan(HEXHEX, ["random"] * 3, seed=12))
    m.run()
    assert m.over
    return tuple(str(turn.action) for turn in m.turns)


def series(kinds: list[str], **keys: Any) -> Match:
    return Match(replace(plan(HEXHEX, kinds, seed=12, open=True), open=False, **keys), finished(), strict=True)


def winner(m: Match) -> int:
    state = m._live()
    assert isinstance(state, HexHexState)
    return state.winner


def laws(m: Match) -> list[str]:
    state = m._live()
    assert isinstance(state, HexHexState)
    return [law.name for law in state.laws]


def test_the_winner_lays_down_a_law_and_the_deal_goes_on_to_the_left() -> None:
    m = series(["person"] * 3)
    sequel = sequel_of(m)
    assert sequel is not None
    assert sequel.seat == winner(m)
    assert proposed(m, sequel_of(m)) is None
    offered = [name for name, _ in sequel.options[0].choices]
    assert offered == [name for name in SAMPLES if name != "cancel"] + ["own", "none"]
    made = follow(m, {"law": "elbow"}, seed=3)
    second = Match(made)
    assert laws(second) == ["elbow"]
    assert made.seats == m.plan.seats
    assert made.names == ()
    before, after = m._live(), second._live()
    assert after.first_dealer == (before.first_dealer + 1) % 3  # type: ignore[attr-defined]
    back = restored(fitting(kept_text(second), HEXHEX), strict=True)
    assert back._live() == second._live()
    assert back.plan == second.plan


def test_laws_add_up_and_can_be_cancelled() -> None:
    m = series(["person"] * 3)
    own = {"law": "own", "name": "No pointing", "text": "Keep your hands down.", "voice": "2", "cards": "0"}
    over = m._live()
    assert isinstance(over, HexHexState)
    first = follow(m, {"law": "pronoun"}, seed=3)
    over.laws = Match(first)._live().laws  # type: ignore[attr-defined]  # the next game, as if played to the same end
    second = follow(m, own, seed=3)
    assert laws(Match(second)) == ["pronoun", "no-pointing"]
    over.laws = Match(second)._live().laws  # type: ignore[attr-defined]
    sequel = sequel_of(m)
    assert sequel is not None
    assert "'no-pointing' is cancelled" in sequel.tell({"law": "cancel"})
    assert laws(Match(follow(m, {"law": "cancel"}, seed=3))) == ["pronoun"]
    assert laws(Match(follow(m, {"law": "none"}, seed=3))) == ["pronoun", "no-pointing"]
    assert "pronoun" not in dict(sequel.options[0].choices)
    assert "in force already" in sequel.problems(own)["name"]


def test_a_law_that_would_end_a_round_is_refused_with_the_rule() -> None:
    m = series(["person"] * 3)
    bad = {"law": "own", "name": "hush", "text": "Say nothing.", "voice": "0", "penalty": "the round is over"}
    with pytest.raises(SequelError) as caught:
        follow(m, bad)
    assert "may not end a round" in caught.value.problems["penalty"]
    assert "hexhex.law.no_round_ending_penalty" in str(caught.value)
    with pytest.raises(SequelError, match="voice is a number from 0 to 9"):
        follow(m, bad | {"penalty": "", "voice": "many"})
    with pytest.raises(SequelError, match="has a name"):
        follow(m, bad | {"penalty": "", "voice": "1", "name": "!"})
    with pytest.raises(SequelError, match="law is one of"):
        follow(m, {"law": "silly"})


def test_an_opponent_that_has_won_chooses_by_itself_and_the_same_after_coming_back() -> None:
    m = series(["person" if s != winner(series(["person"] * 3)) else "greedy" for s in range(3)])
    chosen = proposed(m, sequel_of(m))
    assert chosen is not None
    assert chosen["law"] in SAMPLES
    assert laws(Match(follow(m, {"law": "none"}, seed=3))) == [chosen["law"]]  # nobody else chooses for it
    back = restored(fitting(kept_text(m), HEXHEX))
    assert proposed(back, sequel_of(back)) == chosen


def test_the_table_calls_a_penalty_whoever_decides() -> None:
    m = Match(follow(series(["person"] * 3), {"law": "elbow"}, seed=3), strict=True)
    m.run()
    assert m.curtain is not None  # nobody has to sit down first
    other = next(s for s in range(3) if s != m.to_act)
    before = m._live().voice  # type: ignore[attr-defined]
    called = next(action for action in m.calls() if getattr(action, "seat", None) == other)
    assert str(called) == f"{m.game.seats[other]}: penalty elbow"
    waits = m.to_act
    m.call(called)
    after = m._live().voice  # type: ignore[attr-defined]
    assert [b - a for a, b in zip(before, after, strict=True)] == [-1 if s == other else 0 for s in range(3)]
    assert m.to_act == waits
    assert m.entries()[-1].events[0].startswith(f"{m.game.seats[other]} has broken the law")
    back = restored(fitting(kept_text(m), HEXHEX), strict=True)
    assert back._live() == m._live()


def test_a_penalty_in_cards_names_only_cards_that_the_eyes_see() -> None:
    m = Match(follow(series(["person"] * 3), {"law": "pronoun"}, seed=3), strict=True)
    m.run()
    assert m.calls() == ()
    seat = m.curtain
    assert seat is not None
    m.sit_down(seat)
    assert {getattr(action, "seat", None) for action in m.calls()} == {seat}
    assert len(m.calls()) == len(set(m._live().hand[seat]))  # type: ignore[attr-defined]


def test_a_penalty_while_several_choose_unseen_leaves_the_others_choices() -> None:
    hands = {name: {"hand": ["rot", "turn-aside-left"]} for name in ("Ann", "Bob", "Cid")}
    position = {"hexes": ["#1 Cid > Ann", "#2 Cid > Bob"], "laws": ["elbow"], **hands}
    made = plan(HEXHEX, ["person"] * 3, seed=5, open=True)  # windows ask only those who could use them
    m = Match(replace(made, open=False, position=position), strict=True)
    assert m._live().current_player() == SIMULTANEOUS
    assert m.deciding == (0, 1)
    m.sit_down(0)
    m.type_text("Ann: rot > Cid")
    kept = m.committed
    assert [seat for seat, *_ in kept] == [0]
    m.type_text("Cid: penalty elbow")
    m.call(next(action for action in m.calls() if getattr(action, "seat", None) == 1))
    assert m.committed == kept
    m.call(next(action for action in m.calls() if getattr(action, "seat", None) == 0))
    assert m.committed == ()


def test_nothing_follows_a_game_that_goes_on() -> None:
    for game in (KDH, SETUP, HEXY, HEXHEX):
        m = Match(plan(game, ["person"], seed=5))
        assert sequel_of(m) is None
        with pytest.raises(ValueError, match="nothing follows"):
            follow(m)
