"""The opponent that plans whole turns and plays them out against a greedy enemy.

It guesses the hidden things a few times (determinization), makes a plan for the rest of the turn by taking the best
action by one-ply evaluation again and again, and then improves the plan: at some decision it takes another of the good
actions and goes on greedily from there. Every plan is played out over the enemy's turn and its own next one, both
greedily, and judged by the game's evaluation (online planning by evolution of turns, as in Hero Academy; the playing
out is that of a search with rollouts cut by evaluation). The best plan's first action is the answer, and the plan is
kept: as long as everything comes as foreseen, the next answers are ready at once.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass
from typing import TypeVar

from hexlib.game import TERMINAL, Action, Game, Rng, State, View
from hexlib.opponents.base import SLICE, Adviser, Choice, Opponent, Progress, rng_for

__all__ = ["SearchOpponent"]

_T = TypeVar("_T")
Steps = Generator[None, None, Action]
Prefix = tuple[Action, ...]


@dataclass(slots=True)
class _Plan:
    actions: Prefix
    value: float


class SearchOpponent(Opponent):
    """Plans its turn; see the module.

    Args:
        game: the game that it plays; its adviser is asked.
        seed: see :class:`hexlib.opponents.base.Opponent`.
        adviser: another one than ``game.adviser()``.
        depth: how many turns are played out after the present one; by default as many as the adviser says.
        worlds: how many guesses of the hidden things a promising plan is tried in.
    """

    name = "search"
    iterations = 24

    def __init__(
        self, game: Game, seed: int = 0, adviser: Adviser | None = None, *, depth: int | None = None, worlds: int = 2
    ) -> None:
        super().__init__(game, seed, adviser)
        self.depth = self.adviser.depth if depth is None else depth
        self.worlds = worlds
        self._next: list[tuple[View, Action]] = []
        self._looked = 0
        self._slice = 0

    def think(self, view: View, iterations: int | None = None) -> Iterator[Progress]:
        """One iteration is one plan; see :class:`hexlib.opponents.base.Opponent`."""
        rng = rng_for(view, self.seed)
        guesses = self.adviser.samples(view)
        worlds = [self._state(view, rng)[0] for _ in range(max(self.worlds, guesses))]
        seat = view.seat
        assert seat is not None
        of = iterations or self.iterations
        self._looked = self._slice = 0
        choices = self.adviser.candidates(worlds[0], seat)
        planned = self._planned(view)
        if planned is None and len(choices) > 1:
            self._next = []  # where there is no choice (a window in which it only passes) the plan is kept for later
        first = choices[0] if planned is None else planned
        answer = Choice(first, self.adviser.why(worlds[0], seat, first))
        if planned is not None or len(choices) == 1:
            yield Progress(of, of, 0, answer)
            return
        best: _Plan | None = None
        seen: dict[frozenset[Action], float] = {}
        left: dict[Prefix, list[Action]] = {}
        for done in range(of):
            prefix: Prefix = ()
            if best is not None:
                prefix = yield from self._reporting(self._vary(worlds[0], seat, best, left, rng), done, of, answer)
                if not prefix:
                    break
            bar = None if guesses > 1 or best is None else best.value
            plan = yield from self._reporting(self._try(worlds, seat, prefix, seen, bar), done, of, answer)
            if best is None or plan.value > best.value:
                best = plan
                answer = Choice(best.actions[0], self.adviser.why(worlds[0], seat, best.actions[0]))
                self._remember(worlds[0], seat, best)
            yield Progress(done + 1, of, self._looked, answer)
        yield Progress(of, of, self._looked, answer)

    def _reporting(
        self, steps: Generator[None, None, _T], done: int, of: int, answer: Choice
    ) -> Generator[Progress, None, _T]:
        """Run the steps, with a report after each."""
        while True:
            try:
                next(steps)
            except StopIteration as end:
                result: _T = end.value
                return result
            self._slice = 0
            yield Progress(done, of, self._looked, answer)

    # -- one plan --------------------------------------------------------------------------------------------------

    def _try(
        self, worlds: list[State], seat: int, prefix: Prefix, seen: dict[frozenset[Action], float], bar: float | None
    ) -> Generator[None, None, _Plan]:
        """Complete the plan in the first world and judge it there; in the others as long as it may
        come over the bar."""
        state = worlds[0].clone()
        actions = yield from self._own_turn(state, seat, prefix)
        same = frozenset(actions)
        if same in seen:
            return _Plan(actions, seen[same])
        total = yield from self._outcome(state, seat)
        tried = 1
        if bar is None or total > bar:
            for world in worlds[1:]:
                state = world.clone()
                yield from self._own_turn(state, seat, actions)
                total += yield from self._outcome(state, seat)
                tried += 1
                if bar is not None and total / tried <= bar:
                    break
        seen[same] = total / tried
        return _Plan(actions, total / tried)

    def _own_turn(self, state: State, seat: int, prefix: Prefix) -> Generator[None, None, Prefix]:
        """Play to the end of the present turn: the prefix as far as it is legal, the rest greedily."""
        adviser = self.adviser
        turn = adviser.turn(state)
        notes: dict[int, dict[Action, float]] = {}
        given = iter(prefix)
        actions: list[Action] = []
        while adviser.to_act(state, seat) != TERMINAL and adviser.turn(state) == turn:
            mover = adviser.to_act(state, seat)
            action = next(given, None) if mover == seat else None
            if action is not None and not state.explain(action):
                action, given = None, iter(())
            if action is None:
                action = yield from self._greedy(state, mover, notes.setdefault(mover, {}))
            if mover == seat:
                actions.append(action)
            adviser.follow(state, mover, action)
        return tuple(actions)

    def _outcome(self, state: State, seat: int) -> Generator[None, None, float]:
        """Play the next turns greedily and judge what comes out."""
        adviser = self.adviser
        for _ in range(self.depth):
            turn = adviser.turn(state)
            notes: dict[int, dict[Action, float]] = {}
            while adviser.to_act(state, seat) != TERMINAL and adviser.turn(state) == turn:
                mover = adviser.to_act(state, seat)
                action = yield from self._greedy(state, mover, notes.setdefault(mover, {}))
                adviser.follow(state, mover, action)
        return adviser.evaluate(state, seat)

    def _greedy(self, state: State, mover: int, notes: dict[Action, float]) -> Steps:
        """The best action by one ply, lazily: what was worked out a few actions ago is looked at again only where it
        comes first."""
        choices = self.adviser.candidates(state, mover)
        if len(choices) == 1:
            return choices[0]
        base = self.adviser.evaluate(state, mover)
        fresh: set[Action] = set()
        for action in choices:
            if action not in notes:
                notes[action] = self._gain(state, mover, action, base)
                fresh.add(action)
                if self._slice >= SLICE:
                    yield
        while True:
            best = max(choices, key=notes.__getitem__)
            if best in fresh:
                return best
            notes[best] = self._gain(state, mover, best, base)
            fresh.add(best)
            if self._slice >= SLICE:
                yield

    def _gain(self, state: State, mover: int, action: Action, base: float) -> float:
        self._looked += 1
        self._slice += 1
        return self.adviser.worth(state, mover, action) - base

    # -- other plans -----------------------------------------------------------------------------------------------

    def _vary(
        self, world: State, seat: int, best: _Plan, left: dict[Prefix, list[Action]], rng: Rng
    ) -> Generator[None, None, Prefix]:
        """The beginning of the best plan up to some decision, and there the best action not yet tried; () if there is
        nothing left to try."""
        places = list(range(len(best.actions)))
        while places:
            cut = places.pop(rng.below(len(places)))
            prefix = best.actions[:cut]
            if prefix not in left:
                left[prefix] = yield from self._ranked(world, seat, prefix)
            others = left[prefix]
            if best.actions[cut] in others:
                others.remove(best.actions[cut])
            if others:
                # mostly the best one, sometimes the next ones
                pick = 0
                while pick + 1 < len(others) and pick < 4 and rng.below(3) == 0:
                    pick += 1
                return (*prefix, others.pop(pick))
        return ()

    def _ranked(self, world: State, seat: int, prefix: Prefix) -> Generator[None, None, list[Action]]:
        """The candidates after the prefix, best first."""
        state = world.clone()
        adviser = self.adviser
        notes: dict[int, dict[Action, float]] = {}
        for action in prefix:
            while adviser.to_act(state, seat) not in (seat, TERMINAL):
                mover = adviser.to_act(state, seat)
                other = yield from self._greedy(state, mover, notes.setdefault(mover, {}))
                adviser.follow(state, mover, other)
            if adviser.to_act(state, seat) == TERMINAL or not state.explain(action):
                return []  # the others have gone another way this time
            adviser.follow(state, seat, action)
        while adviser.to_act(state, seat) not in (seat, TERMINAL):
            mover = adviser.to_act(state, seat)
            other = yield from self._greedy(state, mover, notes.setdefault(mover, {}))
            adviser.follow(state, mover, other)
        ranked = []
        for number, action in enumerate(adviser.candidates(state, seat)):
            ranked.append((-self._gain(state, seat, action, 0.0), number, action))
            if self._slice >= SLICE:
                yield
        return [action for _, _, action in sorted(ranked, key=lambda r: r[:2])]

    # -- keeping the plan ------------------------------------------------------------------------------------------

    def _planned(self, view: View) -> Action | None:
        """The next action of the plan, if all has come as foreseen."""
        for number, (foreseen, action) in enumerate(self._next):
            if foreseen == view:
                self._next = self._next[number:]
                return action
        return None

    def _remember(self, world: State, seat: int, best: _Plan) -> None:
        """Note what the seat will see before each further action of its plan, up to the next decision of another."""
        state = world.clone()
        self._next = []
        for action in best.actions:
            if self.adviser.to_act(state, seat) != seat or not state.explain(action):
                break
            self._next.append((state.view(seat), action))
            self.adviser.follow(state, seat, action)
