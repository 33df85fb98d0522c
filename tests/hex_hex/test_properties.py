"""What holds in every state: seeded play of whole games with three to six players."""

from __future__ import annotations

from collections import Counter

import pytest

from hexlib import SIMULTANEOUS, TABLE, TERMINAL, IllegalAction, Rng
from hexlib.hex_hex.actions import NAMES
from hexlib.hex_hex.generate import general_actions
from hexlib.hex_hex.pieces import shuffled
from hexlib.hex_hex.state import HexHexState

from .helpers import any_action, choose, game, play, table, whole

GAMES = [(n, cards) for n in (3, 4, 5, 6) for cards in ("next", "both")]
PLAIN = game()


@pytest.mark.parametrize(("players", "cards"), [*GAMES, (4, "original")])
def test_whole_games_keep_everything_together(players: int, cards: str) -> None:
    """Cards are in one place, Voice is accounted for event by event, every Hex ends, and so does the game."""
    made = game(players=players, rulings={"cards": cards})
    full = Counter(made.rules.set.copies)
    for seed in range(2):
        final = None
        for state, action in play(seed, made):
            assert whole(state) == full
            assert all(h.holder != h.sender for h in state.hexes)
            assert len({h.num for h in state.hexes}) == len(state.hexes)
            after = state.clone()
            before, hexes, rounds = list(state.voice), {h.num for h in state.hexes}, state.round
            events = after.apply_action(action)
            moved = [0] * players
            for event in events:
                assert event.text
                assert all(rule in made.rulebook.statements for rule in event.rules)
                if event.kind == "voice":
                    moved[event["player"]] += event["delta"]
                    assert event["delta"] != 0
            assert [v + d for v, d in zip(before, moved, strict=True)] == after.voice
            gone = hexes - {h.num for h in after.hexes}
            told = {e["hex"] for e in events if e.kind in ("hexed", "dismissed") and "hex" in dict(e.data)}
            wiped = any(e.kind == "hexhex" for e in events)
            assert wiped or gone <= told, "a Hex vanished without a word"
            if after.round > rounds:
                assert not after.hexes or after.phase == "dealt" or after.phase == "cast" or after.phase == "least"
            final = after
        assert final is not None
        assert final.current_player() == TERMINAL
        assert final.legal_actions() == ()
        assert final.round >= players + 1
        best = max(final.voice)
        assert final.voice.count(best) == 1
        assert final.returns()[final.winner] == 1.0
        assert final.winner == final.voice.index(best)


def test_seeded_games_reach_everything() -> None:
    """The play above is worth something only if it gets everywhere."""
    phases, kinds = set(), set()
    for players, cards in GAMES:
        for state, action in play(3, game(players=players, rulings={"cards": cards})):
            phases.add(state.phase)
            kinds.add(type(action).__name__)
            if state.current_player() == SIMULTANEOUS:
                kinds.add("several")
    assert phases >= {
        "cast", "dealt", "least", "arrive", "answer", "react", "card", "hexed", "show", "race", "borrow", "keep",
    }  # fmt: skip
    assert kinds >= {"Cast", "Play", "React", "Pass", "Together", "several", "Last", "Dealer"}


@pytest.mark.parametrize(("players", "cards"), GAMES)
def test_both_doors_lead_to_the_same_state(players: int, cards: str) -> None:
    made = game(players=players, rulings={"cards": cards})
    for seed in (5, 6):
        for state, action in play(seed, made):
            checked, fast = state.clone(), state.clone()
            checked.apply_action(action)
            fast.push(action)
            assert checked.key() == fast.key()
            assert checked == fast


@pytest.mark.parametrize(("players", "cards"), GAMES)
def test_generators_and_explain_agree(players: int, cards: str) -> None:
    made = game(players=players, rulings={"cards": cards})
    rng = Rng(players)
    for number, (state, _) in enumerate(play(7, made)):
        if number % 2:
            continue
        for seat in range(players):
            fast = list(state.legal_actions(seat))
            assert len(set(fast)) == len(fast)
            assert set(fast) == set(general_actions(state, seat))
            assert all(state.explain(a) for a in fast)
            for _ in range(3):
                action = any_action(rng, state)
                verdict = state.explain(action)
                assert all(r.rule in made.rulebook.statements and r.text for r in verdict.reasons)


@pytest.mark.parametrize("players", [3, 6])
def test_positions_round_trip_in_every_state(players: int) -> None:
    made = game(players=players, rulings={"cards": "both"}, laws=("elbow", "revenge"))
    for state, _ in play(8, made):
        again = made.position(state.position())
        assert again.key() == state.key()


@pytest.mark.parametrize("players", [4, 6])
def test_a_log_replays(players: int) -> None:
    made = game(players=players)
    log = []
    end: HexHexState | None = None
    for state, action in play(9, made):
        log.append(str(action))
        end = state
    again = made.new_initial_state(9)
    for text in log:
        again.apply_action(made.parse_action(text))
    assert end is not None
    assert end.is_terminal()
    assert again == end


def test_the_same_seed_gives_the_same_game() -> None:
    first = [(str(a), s.key()) for s, a in play(11, PLAIN)]
    assert first == [(str(a), s.key()) for s, a in play(11, PLAIN)]
    assert first[0][1] != PLAIN.new_initial_state(12).key()


def test_clones_are_independent_and_every_slot_counts() -> None:
    for state, action in play(2, PLAIN):
        before = state.key()
        copy = state.clone()
        copy.push(action)
        assert state.key() == before
    state = PLAIN.new_initial_state(1)
    for name in set(HexHexState.__slots__) - {"game", "cached"}:
        other = state.clone()
        value = getattr(other, name)
        assert not isinstance(value, list) or value is not getattr(state, name)
        setattr(other, name, [*value, "x"] if isinstance(value, list) else "x")
        assert other != state, f"{name} does not count"


def test_an_illegal_action_changes_nothing() -> None:
    rng = Rng(4)
    for number, (state, _) in enumerate(play(4, PLAIN)):
        if number % 5:
            continue
        before = state.key()
        for _ in range(4):
            action = any_action(rng, state)
            if not state.explain(action):
                with pytest.raises(IllegalAction) as caught:
                    state.apply_action(action)
                assert str(action) in str(caught.value)
                assert state.key() == before


def test_readied_cards_do_not_hang_on_who_is_faster() -> None:
    """Whoever readies first, the same state comes of it."""
    for players in (4, 6):
        made = game(players=players, rulings={"cards": "both"})
        several = 0
        for state, _ in play(10, made):
            if state.current_player() != SIMULTANEOUS:
                continue
            several += 1
            rng = Rng(several)
            acts = {s: rng.choice(state.legal_actions(s)) for s in state.committing()}
            one, other, together = state.clone(), state.clone(), state.clone()
            for s in sorted(acts):
                one.apply_action(acts[s])
            for s in sorted(acts, reverse=True):
                other.apply_action(acts[s])
            together.apply_actions(acts)
            assert one == together
            if one.phase != "answer":  # the order in which cards lie ready is no part of the rules
                assert sorted(one.voice) == sorted(other.voice)
                assert one.hexes == other.hexes
                assert one.hand == other.hand
        assert several


def test_shuffling_is_fair_and_pinned() -> None:
    rng = Rng(0)
    assert shuffled(rng, "abcde") == shuffled(Rng(0), "abcde")
    counts = Counter("".join(shuffled(rng, "abc")) for _ in range(6000))
    assert len(counts) == 6
    assert all(850 < k < 1150 for k in counts.values())
    firsts = Counter(shuffled(rng, range(94))[0] for _ in range(4700))  # type: ignore[arg-type]
    assert len(firsts) == 94
    assert max(firsts.values()) < 100


# -- hidden is hidden --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "cards"), [(3, "next"), (4, "both"), (6, "next")])
def test_what_a_seat_cannot_see_changes_nothing_for_it(players: int, cards: str) -> None:
    """Another state that looks the same gives the same view, and a sampled one shows what the real one shows."""
    made = game(players=players, rulings={"cards": cards})
    rng = Rng(1)
    for number, (state, _) in enumerate(play(13, made)):
        if number % 4:
            continue
        for seat in (*range(players), None):
            view = state.view(seat)
            sample = view.determinize(rng)
            assert sample.view(seat) == view
            for other in range(players):
                hand = view.hands[other]
                if other != seat:
                    assert set(hand) <= {"?"}
            assert "?" not in str(sample.hand)
            if seat is not None and seat in state.deciding():
                assert set(sample.legal_actions(seat)) == set(state.legal_actions(seat))


@pytest.mark.parametrize("players", [4, 6])
def test_passing_and_readying_leave_no_trace(players: int) -> None:
    """What is done unseen changes nothing that another seat sees, until it is turned up."""
    made = game(players=players)
    seen = 0
    for state, _ in play(17, made):
        if state.phase not in ("arrive", "react", "card", "answer"):
            continue
        for seat in state.deciding():
            for action in state.legal_actions(seat)[-1:]:
                after = state.clone()
                events = after.apply_action(action)
                if any(e.seen_by is None for e in events) or after.phase != state.phase:
                    continue  # something was turned up, or the window has closed
                seen += 1
                for other in range(players):
                    if other != seat:
                        assert after.view(other) == state.view(other)
                        assert not [e for e in events if e.visible_to(other)]
    assert seen > 5


def test_events_tell_nobody_what_is_hidden() -> None:
    """A card that was drawn, dealt, moved or borrowed unseen is named only to those who may know it."""
    made = game(players=5)
    for state, action in play(19, made):
        after = state.clone()
        for event in after.apply_action(action):
            if event.kind in ("draw.card", "deal.cards", "knock.card", "borrow.card", "foretell.cards", "ready"):
                assert event.seen_by is not None
                assert len(event.seen_by) <= 2


def test_windows_can_ask_everybody() -> None:
    """With ``asks_all`` even a player without a card for the window is asked, so that no pause tells anything."""
    quiet = table("#1 Ann > Bob", Bob=["turn-aside-left"], Cid=["rot"], Dee=["rot"])
    assert quiet.phase == "answer"
    made = game(asks_all=True)
    asked = table("#1 Ann > Bob", made=made, Bob=["turn-aside-left"], Cid=["rot"], Dee=["rot"])
    assert asked.phase == "arrive"
    assert [NAMES[s] for s in asked.deciding()] == ["Cid", "Dee", "Bob"]
    for state, action in play(3, made):
        assert action in state.legal_actions() or state.current_player() == SIMULTANEOUS
    assert state.is_terminal()


def test_views_have_words() -> None:
    made = game(players=5)
    rng = Rng(3)
    state = made.new_initial_state(21)
    while not state.is_terminal():
        for seat in (None, 0, TABLE):
            view = state.view(seat)
            assert view.headline().endswith((".", "?"))
            assert len(view.sides()) == 5
            assert view.text()
            assert list(view.facts())
        assert str(state)
        state.push(choose(rng, state))
    assert "wins" in state.view(None).headline()
