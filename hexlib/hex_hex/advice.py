"""What opponents are told about HEX HEX NEXT: what is good, which actions are worth a look, and why one was chosen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from hexlib.game import CHANCE, SIMULTANEOUS, Action, State, View
from hexlib.hex_hex import reasoning
from hexlib.hex_hex.actions import Cast, Choose, Pass, Play, React, Together
from hexlib.hex_hex.evaluate import WIN, danger, evaluate
from hexlib.hex_hex.frames import ANSWER, RACE, SHOW, WINDOWS
from hexlib.hex_hex.state import HexHexState
from hexlib.hex_hex.views import HexHexView
from hexlib.opponents.base import Adviser

__all__ = ["HexHexAdviser"]

MOST = 14
"""How many actions are looked at for one decision."""


class HexHexAdviser(Adviser):
    """Evaluation, candidates and reasons of HEX HEX NEXT.

    A search looks to the end of the round: the next one brings new cards, about which nothing can be known.
    """

    win = WIN
    depth: ClassVar[int] = 0
    chancy: ClassVar[bool] = True

    def evaluate(self, state: State, seat: int) -> float:
        """See ``evaluate.py``."""
        return evaluate(state, seat) if isinstance(state, HexHexState) else super().evaluate(state, seat)

    def candidates(self, state: State, seat: int) -> Sequence[Action]:
        """The legal actions that look best at a glance, the best first. For chance one outcome, drawn from the state's
        own numbers."""
        if not isinstance(state, HexHexState):
            return super().candidates(state, seat)
        if seat == CHANCE:
            outcomes = state.legal_actions()
            return [outcomes[state.rng % len(outcomes)]]
        legal = state.legal_actions(seat)
        if len(legal) < 2:
            return legal
        ranked = sorted(range(len(legal)), key=lambda i: (-_glance(state, seat, legal[i]), i))
        return [legal[i] for i in ranked[:MOST]]

    def follow(self, state: State, seat: int, action: Action) -> None:
        """Do the action; where several ready cards the others do what looks best at a glance; then all windows go by,
        and the step is played to its end."""
        if not isinstance(state, HexHexState):
            super().follow(state, seat, action)
            return
        if state.current_player() == SIMULTANEOUS:
            others = [s for s in state.committing() if s != seat]
            readied = [action] if seat in state.committing() else []
            state.push(Together((*readied, *(self.candidates(state, s)[0] for s in others))))
        else:
            state.push(action)
        for _ in range(200):
            kind = state.agenda[-1][0]
            if kind in WINDOWS:
                state.push(Pass(state.asked))
            elif kind == SHOW:
                state.push(state.legal_actions()[0])
            elif kind == ANSWER and state.ready:
                asked = state.committing()[0]
                state.push(self.candidates(state, asked)[0])
            else:
                return

    def to_act(self, state: State, seat: int) -> int:
        """Whose action is tried next; in the race it is chance."""
        if isinstance(state, HexHexState) and state.agenda[-1][0] == RACE:
            return CHANCE
        return super().to_act(state, seat)

    def turn(self, state: State) -> object:
        """The round."""
        return state.round if isinstance(state, HexHexState) else super().turn(state)

    def samples(self, view: View) -> int:
        """In a window, and where several Hexes fly, others' hands matter: some guesses are averaged."""
        if not isinstance(view, HexHexView):
            return 1
        return 4 if view.phase in ("arrive", "react", "card", "hexcard", "answer") else 2

    def why(self, state: State, seat: int, action: Action) -> str:
        """See ``reasoning.py``."""
        if not isinstance(state, HexHexState):
            return super().why(state, seat, action)
        return reasoning.why(state, seat, action)


def _glance(state: HexHexState, seat: int, action: Action) -> float:
    """How good an action looks without trying it: whom it aims at, and what the card is kept for."""
    if isinstance(action, Pass):
        return 1.0
    if isinstance(action, (Cast, Choose)):
        return _aim(state, seat, action.target)
    if isinstance(action, React):
        return 0.6
    if not isinstance(action, Play):
        return 0.0
    card = state.game.rules.cards[action.other or action.card]
    value = 0.0
    if card.race or card.detonate:
        value -= 0.8
    if action.target >= 0:
        value += _aim(state, seat, action.target)
    elif card.ways in ("left", "right"):
        n = state.game.rules.n
        value += _aim(state, seat, (seat + (1 if card.ways == "left" else -1)) % n) + 0.1
    elif card.ways == "sender":
        value += 0.6
    return value - (0.15 if card.ways == "any" else 0.0) + (0.2 if card.token else 0.0)


def _aim(state: HexHexState, seat: int, target: int) -> float:
    """How good a target a player is: few cards, much Voice."""
    if target == seat:
        return -2.0
    lead = state.voice[target] - sum(state.voice) / len(state.voice)
    return 1.5 * danger(len(state.hand[target])) + 0.08 * lead
