"""The opponent that tries each action in many guessed worlds.

For games in which luck and hidden cards decide so much that no plan holds. In every guessed world (determinization)
each action that is still in question is done and played out at random to the end of the turn, then judged by the game's
evaluation; all actions meet the same worlds. After a third of the worlds, and after two, the weaker half is dropped
(flat Monte Carlo with sequential halving).
"""

from __future__ import annotations

from collections.abc import Iterator

from hexlib.game import SIMULTANEOUS, TERMINAL, Action, Rng, State, View
from hexlib.opponents.base import SLICE, Choice, Opponent, Progress, rng_for

__all__ = ["PlayoutOpponent"]

_LIMIT = 2000
"""How many actions a playout may take."""


class PlayoutOpponent(Opponent):
    """Plays what did best in the playouts; of equals the first in the adviser's order."""

    name = "search"
    iterations = 60

    def think(self, view: View, iterations: int | None = None) -> Iterator[Progress]:
        """One iteration is one guessed world."""
        rng = rng_for(view, self.seed)
        world, seat = self._state(view, rng)
        adviser = self.adviser
        choices = list(adviser.candidates(world, seat))
        of = iterations or self.iterations
        if len(choices) == 1:
            yield Progress(of, of, 0, Choice(choices[0], adviser.why(world, seat, choices[0])))
            return
        total = dict.fromkeys(choices, 0.0)
        answer = Choice(choices[0], adviser.why(world, seat, choices[0]))
        looked = 0
        for done in range(of):
            if done:
                world, _ = self._state(view, rng)
            for number, action in enumerate(choices):
                if self._may(world, seat, action):
                    total[action] += self._outcome(world, seat, action, rng)
                looked += 1
                if number % SLICE == SLICE - 1:
                    yield Progress(done, of, looked, answer)
            if done + 1 in (of // 3, 2 * of // 3) and len(choices) > 3:
                choices = sorted(choices, key=lambda a: -total[a])[: (len(choices) + 1) // 2]
            best = max(choices, key=total.__getitem__)
            if best != answer.action:
                answer = Choice(best, adviser.why(world, seat, best))
            yield Progress(done + 1, of, looked, answer)

    def _may(self, world: State, seat: int, action: Action) -> bool:
        """Whether a guess allows the action; what is legal may hang on hidden things."""
        return action in world.legal_actions(seat)

    def _outcome(self, world: State, seat: int, action: Action, rng: Rng) -> float:
        """Do the action in a copy of the world, play on at random to the end of the turn, and judge."""
        adviser, state = self.adviser, world.clone()
        turn = adviser.turn(state)
        if state.current_player() == SIMULTANEOUS:
            self._commit(state, rng, {seat: action})
        else:
            state.push(action)
        for _ in range(_LIMIT):
            player = state.current_player()
            if player == TERMINAL or adviser.turn(state) != turn:
                break
            if player == SIMULTANEOUS:
                self._commit(state, rng, {})
            else:
                state.push(adviser.guess(state, player, rng))
        return adviser.evaluate(state, seat)

    def _commit(self, state: State, rng: Rng, given: dict[int, Action]) -> None:
        seats = [s for s in range(state.game.num_players) if s not in given and state.legal_actions(s)]
        state.push_actions(given | {s: self.adviser.guess(state, s, rng) for s in seats})
