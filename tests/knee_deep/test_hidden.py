"""Hidden is hidden: what a seat cannot see changes nothing of what it gets."""

from __future__ import annotations

from typing import Any

import pytest

from hexlib import TABLE, Rng
from hexlib.knee_deep.components import CARD_NAMES, CARDS
from hexlib.knee_deep.state import KneeDeepState

from .helpers import BUKSEON, GONDWANA, PLAIN, act, game, kinds, lively, put, random_action
from .test_properties import play

SEATS = (0, 1, None, TABLE)

SLING_WAR = put(
    {"acv": "D2.5", "palooza": "D2.2"},
    {"tank": "C2.6 C2.0", "turret": "C2.2", "extractor": "C2.4 C1.5"},
    b={"hand": ["sling", "skirmish"], "draw": ["barrier", "war-bots"]},
    g={"hand": ["war-bots", "barrier"], "draw": ["sling"]},
    active="Gondwana",
    marker="C1-C2-D2",
)
"""The worked example before the war: 4-6 on the board, a Sling for Bukseon, War Bots for Gondwana."""


def told(state: KneeDeepState, seat: int | None, with_scene: bool = True) -> list[Any]:
    """Everything that a seat is given."""
    view = state.view(seat)
    out: list[Any] = [view, dict(view.facts()), view.sides(), view.headline()]
    if with_scene:
        out.append(state.game.scene(view))
    return out


def shuffled_for(state: KneeDeepState, seat: int | None, rng: Rng) -> KneeDeepState:
    """Another state that the seat could not tell from this one: its hidden cards are any others."""
    other = state.clone()
    other.rng = rng.next64()
    for owner in (0, 1):
        other.draw[owner] = tuple(rng.choice(CARD_NAMES) for _ in state.draw[owner])
        if seat not in (owner, TABLE):
            other.hand[owner] = tuple(sorted((rng.choice(CARD_NAMES) for _ in state.hand[owner]), key=CARD_NAMES.index))
        if seat != owner and not state.open_cards:
            war = [c for c in CARD_NAMES if CARDS[c].is_war]
            other.laid[owner] = tuple(rng.choice(war) for _ in state.laid[owner])
    return other


@pytest.mark.parametrize("seed", range(3))
def test_what_is_hidden_changes_nothing_that_is_told(seed: int) -> None:
    rng = Rng(seed)
    for number, (state, _) in enumerate(play(seed)):
        for seat in SEATS:
            other = shuffled_for(state, seat, rng)
            pictured = number % 80 == 0
            assert told(state, seat, pictured) == told(other, seat, pictured)


def test_a_face_down_card_of_any_kind_looks_the_same() -> None:
    state = PLAIN.position(SLING_WAR)
    act(state, "end; war sling")
    for seat in (GONDWANA, None, TABLE):
        for name in ("barrier", "skirmish", "war-bots", "tank-column"):
            other = state.clone()
            other.laid[BUKSEON] = (name,)
            assert told(state, seat) == told(other, seat)
    other = state.clone()
    other.laid[BUKSEON] = ("war-bots",)
    assert told(state, BUKSEON) != told(other, BUKSEON)


@pytest.mark.rule("kdh.example.seven_six", "kdh.warcard.face_down")
def test_seven_six_is_known_to_the_owner_alone() -> None:
    state = PLAIN.position(SLING_WAR)
    act(state, "end; war sling")
    power = {seat: state.view(seat).power for seat in SEATS}
    assert power == {BUKSEON: (7, 6), GONDWANA: (4, 6), None: (4, 6), TABLE: (4, 6)}
    assert state.game.measure(state, "power") == [4, 6]
    assert state.game.measure(state, "power_with_cards") == [7, 6]
    assert "Bukseon leads 7-6" in state.view(BUKSEON).headline()
    assert "Gondwana leads 4-6" in state.view(GONDWANA).headline()
    assert [s.total for s in state.view(BUKSEON).sides()] == ["7", "6"]
    assert [s.total for s in state.view(GONDWANA).sides()] == ["4", "6"]
    chips = {seat: [c for c in state.view(seat).sides()[0].chips if c.icon == "war_card"] for seat in SEATS}
    assert [(c.label, c.value) for c in chips[BUKSEON]] == [("Sling", "+3")]
    for seat in (GONDWANA, None, TABLE):
        assert [(c.label, c.value) for c in chips[seat]] == [("a face-down War card", "?")]


def test_the_reveal_tells_everybody() -> None:
    made = game(manual=("reveal", "count"))
    state = made.position(SLING_WAR)
    act(state, "end; war sling; war war-bots")
    assert state.view(None).power == (4, 6)
    act(state, "do reveal")
    for seat in SEATS:
        assert state.view(seat).power == (7, 8)
        assert [c.label for c in state.view(seat).sides()[0].chips if c.icon == "war_card"] == ["Sling"]


def test_hands_and_piles() -> None:
    state = PLAIN.position(SLING_WAR)
    own, enemy = state.view(BUKSEON), state.view(GONDWANA)
    assert own.hands == (("sling", "skirmish"), ("?", "?"))
    assert enemy.hands[0] == ("?", "?")
    assert enemy.draw_piles == own.draw_piles == (2, 1)
    assert state.view(None).hands == (("?", "?"), ("?", "?"))
    assert "?" not in state.view(TABLE).hands[0] + state.view(TABLE).hands[1]
    assert state.view(None).facts()["cards"] == [["?", "?"], ["?", "?"]]
    for seat in SEATS:
        assert "barrier" not in str(state.view(seat).facts()["draw_pile"])


def test_events_of_hidden_cards_are_seen_by_their_owner() -> None:
    state = PLAIN.position(
        put({"acv": "D3.0"}, b={"material": 3, "energy": 1, "hand": ["sling"], "draw": ["barrier"] * 3})
    )
    events = act(state, "draw")
    assert kinds(events) == ["draw", "draw.card"]
    assert [e.visible_to(BUKSEON) for e in events] == [True, True]
    assert [e.visible_to(GONDWANA) for e in events] == [True, False]
    assert "Barrier" not in events[0].text
    assert all(value != "barrier" for _, value in events[0].data)
    state = PLAIN.position(SLING_WAR)
    events = act(state, "end; war sling")
    hidden = [e for e in events if "Sling" in e.text or ("card", "sling") in e.data]
    assert hidden
    assert all(e.seen_by == frozenset({BUKSEON}) for e in hidden)
    # a card of another name leaves the same public trace
    other = PLAIN.position(SLING_WAR)
    other.hand[BUKSEON] = ("war-bots", "war-bots")
    traces = [[e for e in heard if e.visible_to(GONDWANA)] for heard in (events, act(other, "end; war war-bots"))]
    assert traces[0] == traces[1]


@pytest.mark.parametrize("seed", range(2))
def test_public_events_do_not_depend_on_hidden_cards(seed: int) -> None:
    """What a bystander hears of an action is the same whatever lies in the draw piles."""
    rng = Rng(seed)
    for state, action in play(seed):
        if str(action).split()[0] not in ("draw", "recycle", "end", "keep", "zone", "discard"):
            continue
        other = state.clone()
        other.draw = [tuple(rng.choice(CARD_NAMES) for _ in pile) for pile in state.draw]
        copy = state.clone()
        heard = [e for e in copy.apply_action(action) if e.visible_to(None)]
        assert heard == [e for e in other.apply_action(action) if e.visible_to(None)]
        assert copy.view(None) == other.view(None)


@pytest.mark.parametrize("seed", range(2))
def test_reasons_tell_the_actor_nothing_hidden(seed: int) -> None:
    """The one to act learns from a refusal only what follows from public facts and the own hand."""
    rng = Rng(seed)
    for state, _ in play(seed):
        seat = state.current_player()
        other = shuffled_for(state, seat, rng)
        action = random_action(rng, state)
        assert state.explain(action).reasons == other.explain(action).reasons, str(action)
        assert list(state.legal_actions()) == list(other.legal_actions())


@pytest.mark.parametrize("seed", range(3))
def test_determinize_gives_a_state_that_looks_the_same(seed: int) -> None:
    rng = Rng(seed)
    for number, (state, _) in enumerate(play(seed)):
        if number % 3:
            continue
        for seat in SEATS:
            view = state.view(seat)
            sample = view.determinize(rng)
            assert sample.view(seat) == view
            assert [len(h) for h in sample.hand] == [len(h) for h in state.hand]
            if seat == state.current_player():
                assert list(sample.legal_actions()) == list(state.legal_actions())


def test_determinize_keeps_the_decks_and_varies() -> None:
    """Every sampled side holds the 25 cards of its casual deck; the hidden ones differ from sample to sample."""
    state = PLAIN.new_initial_state(4)
    rng = Rng(1)
    owners = (
        ("neutral", "bukseon-general", "bukseon-commander"),
        ("neutral", "gondwana-general", "gondwana-commander"),
    )
    decks = [sorted(c for c in CARD_NAMES for _ in range(CARDS[c].copies) if CARDS[c].owner in mine) for mine in owners]
    assert [len(deck) for deck in decks] == [25, 25]
    samples = [state.view(BUKSEON).determinize(rng) for _ in range(12)]
    for sample in samples:
        for seat in (0, 1):
            assert sorted((*sample.hand[seat], *sample.draw[seat])) == decks[seat]
        assert sample.hand[BUKSEON] == state.hand[BUKSEON]
    assert len({sample.hand[GONDWANA] for sample in samples}) > 3
    assert len({sample.draw[BUKSEON] for sample in samples}) == 12


def test_a_sampled_face_down_card_could_have_been_laid() -> None:
    """Bukseon, the attacker, has two vehicles in a Sling, in one sector, and fewer pieces than the enemy.

    So no Barrier, Skirmish or Pincer, and no Covering Fire without a turret. The other side's cards are not there.
    """
    state = PLAIN.position(SLING_WAR)
    act(state, "end; war sling")
    rng = Rng(9)
    found = {state.view(GONDWANA).determinize(rng).laid[BUKSEON] for _ in range(60)}
    assert found == {("sling",), ("orbital-barrage",), ("last-stand",)}


def test_play_goes_on_in_a_sampled_state() -> None:
    rng = Rng(2)
    for number, (state, _) in enumerate(play(2)):
        if number % 12:
            continue
        sample = state.view(state.current_player()).determinize(rng)
        for _ in range(15):
            if sample.is_terminal():
                break
            sample.apply_action(lively(rng, sample))


def test_hash_and_equality_of_views() -> None:
    state = PLAIN.new_initial_state(1)
    assert state.view(0) == state.clone().view(0)
    assert state.view(0) != state.view(1)
    assert state.view(0).player == state.current_player()
