"""Opponents set up the game as well: companions, draft and decks, from what their seat may know."""

from __future__ import annotations

from collections import Counter

import pytest

from hexlib.knee_deep.components import CARDS
from hexlib.knee_deep.decks import explain
from hexlib.knee_deep.opening import KneeDeepSetup
from hexlib.knee_deep.opening_actions import Choose, Take
from hexlib.knee_deep.opening_advice import card_value
from hexlib.knee_deep.opening_state import SetupState
from hexlib.opponents import opponent


def played(name: str, variant: str, seed: int, board: str = "fixed") -> tuple[SetupState, list[str], list[str]]:
    """The set-up at its end, what was done and what was said."""
    game = KneeDeepSetup(variant=variant, board=board)
    state = game.new_initial_state(seed)
    players = [opponent(name, game, seed=seed + s) for s in (0, 1)]
    done, said = [], []
    while not state.is_terminal():
        seat = state.current_player()
        choice = players[seat].choose(state.view(seat), 1)
        state.apply_action(choice.action)
        done.append(str(choice.action))
        said.append(choice.why)
        assert len(done) < 600
    return state, done, said


@pytest.mark.parametrize(("name", "variant"), [("greedy", "simple"), ("greedy", "advanced"), ("search", "simple")])
def test_a_whole_set_up_is_played(name: str, variant: str) -> None:
    state, done, said = played(name, variant, 3, "modular")
    for seat in (0, 1):
        assert not explain(state.deck(seat), state.companions[seat], variant, pool=state.pool(seat))
        assert sum(state.deck(seat).values()) == 25
    assert not [text for text in done if text.startswith("remove")]
    assert all(said)
    assert state.begin(1).phase == 0
    titles = [card.title for card in CARDS.values()]
    assert not [text for text in said if any(title in text for title in titles)]


def test_of_two_cards_the_better_one_is_kept() -> None:
    """A Decoy (3 authority, no condition) against a Forced March (1, and it costs)."""
    assert card_value(CARDS["decoy"]) > card_value(CARDS["forced-march"])
    game = KneeDeepSetup(variant="simple")
    state = game.new_initial_state(4)
    kept: Counter[bool] = Counter()
    while not state.is_terminal():
        seat = state.current_player()
        drawn = [CARDS[c] for c in state.drawn]
        action = opponent("greedy", game).choose(state.view(seat)).action
        if isinstance(action, Take) and card_value(drawn[0]) != card_value(drawn[1]):
            kept[card_value(CARDS[action.card]) == max(map(card_value, drawn))] += 1
        state.push(action)
        if state.stage == "deck":
            break
    assert kept[True] > 3 * kept[False]


def test_what_a_seat_cannot_see_does_not_change_its_choice() -> None:
    game = KneeDeepSetup(variant="simple")
    state = game.new_initial_state(9)
    while state.stage != "draft" or len(state.pile) > 20:
        state.push(opponent("greedy", game).choose(state.view(state.asked)).action)
    other = state.clone()
    other.pile = tuple(reversed(state.pile))
    seat = state.asked
    assert opponent("greedy", game, 1).choose(state.view(seat)) == opponent("greedy", game, 1).choose(other.view(seat))


def test_companions_are_told_in_numbers() -> None:
    game = KneeDeepSetup()
    state = game.new_initial_state(1)
    for _ in range(2):
        state.push(state.legal_actions()[0])
    choice = opponent("greedy", game).choose(state.view(state.asked))
    assert isinstance(choice.action, Choose)
    assert "Energy a turn, an HQ of" in choice.why
