"""What the tests of HEX HEX NEXT share: tables to play on, random play, and what holds in every state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import hexlib
from hexlib.game import SIMULTANEOUS, Action, Event, Rng
from hexlib.hex_hex.actions import NAMES, Play, Together
from hexlib.hex_hex.game import HexHex
from hexlib.hex_hex.pieces import in_agenda
from hexlib.hex_hex.state import HexHexState

LEFT, RIGHT, ACROSS = "turn-aside-left", "turn-aside-right", "deflect-across"


def game(**options: Any) -> HexHex:
    """A game with options; ``players``, ``rulings``, ``broken``, ``laws`` and so on."""
    made = hexlib.game("hex-hex-next", **options)
    assert isinstance(made, HexHex)
    return made


def table(*hexes: str, made: HexHex | None = None, **parts: Any) -> HexHexState:
    """A position at the beginning of a step, or of a round if there is no Hex: ``Bob=["rot"]`` is a hand."""
    made = made or game()
    data: dict[str, Any] = {"hexes": list(hexes)} if hexes else {}
    for key, value in parts.items():
        data[key] = {"hand": value} if key in NAMES and isinstance(value, list) else value
    return made.position(data)


def do(state: HexHexState, *texts: str) -> list[Event]:
    """Do actions through the checked door; what happened in all of them."""
    out: list[Event] = []
    for text in texts:
        out += state.apply_action(state.game.parse_action(text))
    return out


def rules_against(state: HexHexState, text: str) -> tuple[str, ...]:
    """Ids of the rules against an action, without the game's prefix."""
    verdict = state.explain(state.game.parse_action(text))
    assert not verdict, f"{text} is legal"
    return tuple(rule.removeprefix("hexhex.") for rule in verdict.rules)


def voices(state: HexHexState) -> str:
    """The Voice of all, as "5 5 5 5"."""
    return " ".join(map(str, state.voice))


def whole(state: HexHexState) -> Counter[str]:
    """Every card, wherever it is."""
    out = Counter(state.deck) + Counter(state.discard) + Counter(state.buried) + Counter(in_agenda(state))
    for cards in (*state.hand, *state.played, *state.spent, *state.down):
        out += Counter(cards)
    for pairs in (*state.standing, *state.borrowed):
        out += Counter(card for card, _ in pairs)
    out -= Counter(card for cards in state.granted for card in cards)
    for entry in state.ready:
        out += Counter([entry.card, *([entry.other] if entry.other else [])])
    return out


def choose(rng: Rng, state: HexHexState) -> Action:
    """One legal action at random; of all who ready cards, together."""
    if state.current_player() == SIMULTANEOUS:
        return Together(tuple(rng.choice(state.legal_actions(s)) for s in sorted(state.committing())))
    return rng.choice(state.legal_actions())


def play(seed: int, made: HexHex, most: int = 6000) -> Iterator[tuple[HexHexState, Action]]:
    """Every state of a game with the action that is about to be done in it (through the fast door)."""
    state = made.new_initial_state(seed)
    rng = Rng(seed)
    for _ in range(most):
        if state.is_terminal():
            return
        action = choose(rng, state)
        yield state, action
        state.push(action)
    raise AssertionError("the game does not end")


def any_action(rng: Rng, state: HexHexState) -> Play:
    """A play that need not make sense."""
    n = state.game.num_players
    cards = list(state.game.rules.cards)
    hexes = tuple(sorted({rng.below(4) + 1 for _ in range(rng.below(3))}))
    return Play(
        rng.below(n), rng.choice(cards), hexes, rng.below(n + 1) - 1, rng.choice(cards) if rng.below(8) == 0 else ""
    )
