"""What must hold in every game, whatever is played."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexlib.game import TABLE, IllegalAction, Rng
from hexlib.hexygame.actions import Cast, Discard, Mulligan, Pass
from hexlib.hexygame.components import WIZARDRY
from hexlib.hexygame.generate import general_actions
from hexlib.hexygame.items import DRAW, END, MAIN, OVER, SPELL
from hexlib.hexygame.state import HexyState
from tests.hexygame.helpers import GAME, game, random_position

SEEDS = st.integers(0, 2**32)
BASIC = game(stack_rules="basic")


def cards_everywhere(state: HexyState) -> list[int]:
    """How many of the cards of each owner there are, wherever they lie."""
    out = []
    for seat in (0, 1):
        n = len(state.hand[seat]) + len(state.library[seat]) + len(state.grave[seat])
        for piece in state.at.values():
            n += (piece.owner == seat) + sum(owner == seat for _, owner in piece.under)
        n += sum(item.type == SPELL and item.seat == seat for item in state.stack)
        if state.wait and state.wait[1].type == SPELL:
            n += state.wait[1].seat == seat
        out.append(n)
    return out


def check(state: HexyState) -> None:
    cards = state.game.cards.cards
    for field, piece in state.at.items():
        assert state.map.mask >> field & 1
        assert 1 <= piece.points <= cards[piece.kind].limit
        assert 0 <= piece.die <= 6
        assert cards[piece.kind].is_board
        assert all(cards[kind].aura for kind, _ in piece.under)
    assert len({p.uid for p in state.at.values()}) == len(state.at)
    assert all(n >= 0 for pool in state.pool for n in pool)
    assert all(n >= 0 for n in state.winning)
    assert all(hand == tuple(sorted(hand)) for hand in state.hand)
    if state.phase not in (OVER, DRAW, MAIN, END):
        # Nobody may act in the other phases; at most waiting abilities are put in order there.
        assert state.pending or state.kept < 3
    if state.phase == MAIN and state.after_combat:
        casts = [a for a in state.legal_actions() if isinstance(a, Cast)]
        assert all(GAME.cards[a.card].type == WIZARDRY for a in casts)


def walk(state: HexyState, rng: Rng, steps: int) -> Counter[str]:
    """Play at random, more often something than nothing, and check everything at each step."""
    seen: Counter[str] = Counter()
    total = cards_everywhere(state)
    for _ in range(steps):
        if state.is_terminal():
            break
        legal = list(state.legal_actions())
        assert legal == general_actions(state)
        assert len(set(map(str, legal))) == len(legal)
        busy = [a for a in legal if not isinstance(a, (Pass, Discard))]
        action = rng.choice(busy) if busy and rng.below(3) else rng.choice(legal)
        assert state.game.parse_action(str(action)) == action
        fast = state.clone()
        before = state.clone()
        turn, phase = state.turn, state.phase
        events = state.apply_action(action)
        fast.push(action)
        assert fast == state
        assert before != state or isinstance(action, Pass)
        check(state)
        assert cards_everywhere(state) == total
        if (state.turn, state.phase) != (turn, phase) and state.phase != OVER:
            # In the basic game a Signal Fire may have filled the new phase's pool by itself.
            assert state.pool == [(0, 0, 0, 0)] * 2 or state.game.rules.basic
        if phase == END and state.turn != turn:
            assert not before.stack  # the stack is empty when the turn ends
        for event in events:
            seen[event.kind] += 1
            assert all(rule in GAME.rulebook.statements for rule in event.rules), event
    return seen


@given(SEEDS)
@settings(max_examples=25, deadline=None)
def test_from_any_position(seed: int) -> None:
    rng = Rng(seed)
    walk(random_position(GAME, rng), rng, 40)


@given(SEEDS)
@settings(max_examples=8, deadline=None)
def test_from_any_position_without_the_stack_rules(seed: int) -> None:
    rng = Rng(seed)
    walk(random_position(BASIC, rng), rng, 40)


READINGS = [
    (name, key)
    for name, ruling in GAME.rulebook.rulings.items()
    if ruling.kind == "switch"
    for key, _ in ruling.readings
    if key != ruling.default
]


@pytest.mark.parametrize(("name", "reading"), READINGS)
def test_every_reading_can_be_played_from_the_shuffle(name: str, reading: str) -> None:
    made = game(**{name: reading}, turn_limit=12)
    rng = Rng(len(name) * 31 + len(reading))
    state = made.new_initial_state(seed=5)
    total = cards_everywhere(state)
    for _ in range(4000):
        if state.is_terminal():
            break
        legal = state.legal_actions()
        busy = [a for a in legal if not isinstance(a, (Pass, Discard, Mulligan))]
        state.push(rng.choice(busy) if busy and rng.below(3) else rng.choice(legal))
        assert cards_everywhere(state) == total
    assert state.is_terminal()


def test_whole_games_end() -> None:
    endings = Counter()
    for seed in range(12):
        rng = Rng(seed)
        state = GAME.new_initial_state(seed=seed)
        steps = 0
        while not state.is_terminal():
            legal = state.legal_actions()
            busy = [a for a in legal if not isinstance(a, (Pass, Discard))]
            state.push(rng.choice(busy) if busy and rng.below(4) else rng.choice(legal))
            steps += 1
            assert steps < 20_000
        check(state)
        endings[state.winner] += 1
        assert sum(state.returns()) == 0
    assert sum(endings.values()) == 12


def test_the_walks_see_everything() -> None:
    """The positions are such that everything can happen, or the properties would prove little."""
    seen: set[str] = set()
    for seed in range(250):
        rng = Rng(seed)
        state = random_position(GAME, rng)
        for _ in range(25):
            if state.is_terminal():
                break
            legal = state.legal_actions()
            busy = [a for a in legal if not isinstance(a, (Pass, Discard))]
            action = rng.choice(busy) if busy and rng.below(3) else rng.choice(legal)
            seen |= {e.kind for e in state.apply_action(action)}
    wanted = {
        "after-combat", "bounce", "boost", "combat.counter", "combat.strike", "declare.attack", "declare.counter",
        "declare.move", "destroy", "die", "discard", "draw", "draw.none", "enchant", "energy", "enter", "fizzle",
        "join", "mill", "move", "negate", "over", "phase.skipped", "points.gain", "points.lose", "push", "trigger",
        "triggers", "winning", "winning.none",
    }  # fmt: skip
    assert wanted <= seen, wanted - seen


@given(SEEDS, st.integers(0, 30))
@settings(max_examples=25, deadline=None)
def test_position_round_trip(seed: int, steps: int) -> None:
    rng = Rng(seed)
    state = random_position(GAME, rng)
    for _ in range(steps):
        if state.is_terminal():
            break
        state.push(rng.choice(state.legal_actions()))
    again = GAME.position(state.position())
    again.rng = state.rng
    assert again == state
    assert again.position() == state.position()
    assert list(again.legal_actions()) == list(state.legal_actions())


@given(SEEDS)
@settings(max_examples=15, deadline=None)
def test_an_illegal_action_changes_nothing(seed: int) -> None:
    rng = Rng(seed)
    state, other = random_position(GAME, rng), random_position(GAME, rng)
    if state.is_terminal() or other.is_terminal():
        return
    for action in other.legal_actions():
        before = state.clone()
        verdict = state.explain(action)
        assert state == before
        if not verdict:
            assert all(r.rule in GAME.rulebook.statements and r.text.endswith(".") for r in verdict.reasons)
            with pytest.raises(IllegalAction):
                state.apply_action(action)
            assert state == before
        else:
            assert action in state.legal_actions()


@given(SEEDS)
@settings(max_examples=15, deadline=None)
def test_hidden_is_hidden(seed: int) -> None:
    """Whatever a seat cannot see may change, and nothing that reaches the seat does."""
    rng = Rng(seed)
    state = random_position(GAME, rng)
    for _ in range(rng.below(20)):
        if state.is_terminal():
            return
        state.push(rng.choice(state.legal_actions()))
    if state.is_terminal():
        return
    for seat in (0, 1, None, TABLE):
        view = state.view(seat)
        other = view.determinize(rng)
        assert other.view(seat) == view
        assert other.view(seat).facts() == view.facts()
        assert other.view(seat).sides() == view.sides()
        assert other.view(seat).headline() == view.headline()
        assert "-1" not in str(view.facts()["cards"])
    asked = state.current_player()
    twin = state.view(asked).determinize(rng)
    assert list(twin.legal_actions()) == list(state.legal_actions())
    action = rng.choice(state.legal_actions())
    here, there = state.clone(), twin.clone()
    seen = [e for e in here.apply_action(action) if e.visible_to(asked)]
    also = [e for e in there.apply_action(action) if e.visible_to(asked)]
    drawn = [e.kind for e in seen if e.kind in ("draw.card", "mill", "over")]
    if not drawn:
        assert [str(e) for e in seen] == [str(e) for e in also]


def test_the_same_seed_gives_the_same_game() -> None:
    def text(seed: int) -> str:
        rng = Rng(seed)
        state = GAME.new_initial_state(seed=seed)
        out = []
        for _ in range(150):
            if state.is_terminal():
                break
            action = rng.choice(state.legal_actions())
            out.append(f"{action} {[str(e) for e in state.apply_action(action)]}")
        return "\n".join(out)

    assert text(5) == text(5)
    assert text(5) != text(6)


def test_payments_can_be_spelled_out() -> None:
    state = GAME.position(
        {
            "turn": 3,
            "pieces": {"Blue": {"e2": "forge"}},
            "Blue": {"hand": ["bear"], "energy": {"colourless": 1, "red": 2, "green": 2}},
        }
    )
    for text, left in (
        ("cast bear@e3", (0, 1, 1, 0)),
        ("cast bear@e3 with red red", (1, 0, 1, 0)),
        ("cast bear@e3 with green red", (1, 1, 0, 0)),
    ):
        fresh = state.clone()
        action = GAME.parse_action(text)
        assert GAME.parse_action(str(action)) == action
        fresh.apply_action(action)
        assert fresh.pool[0] == left
    assert not state.explain(GAME.parse_action("cast bear@e3 with green green"))
    assert not state.explain(GAME.parse_action("cast bear@e3 with red"))
