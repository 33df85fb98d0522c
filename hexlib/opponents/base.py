"""What every opponent is, and what a game has to tell it.

An :class:`Opponent` is given a view, never a state: what its seat may not know cannot reach it. It thinks in small
steps, so that a page stays alive, and an answer is ready after every step. What is good in a game, which actions are
worth a thought and why one was chosen, the game says with its :class:`Adviser`.
"""

from __future__ import annotations

import abc
import zlib
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import ClassVar

from hexlib.game import CHANCE, SIMULTANEOUS, TERMINAL, Action, Game, Rng, State, View

__all__ = ["SLICE", "Adviser", "Choice", "Opponent", "Progress", "rng_for", "within"]

SLICE = 12
"""How many positions an opponent looks at between two reports of :meth:`Opponent.think`."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What an opponent does and why; ``why`` holds nothing that the other seats may not know."""

    action: Action
    why: str
    """One sentence without its subject: "builds an extractor on C2.4, worth 2 Material a turn"."""


@dataclass(frozen=True, slots=True)
class Progress:
    """A report between two steps of thinking."""

    done: int
    """Iterations finished."""
    of: int
    """Iterations that it will be."""
    looked: int
    """Positions looked at so far."""
    best: Choice
    """What it would do if it had to answer now."""


class Adviser:
    """What a game knows about playing it well. The defaults know only who has won.

    ``state`` is always a full state that was drawn from a view (:meth:`hexlib.game.View.determinize`); ``seat`` is the
    one for whom the adviser speaks. Hidden things of other seats are guesses, so an adviser had better not count them.
    """

    win: ClassVar[float] = 1000.0
    """What a game won is worth, in the units of :meth:`evaluate`; it is above everything else."""
    depth: ClassVar[int] = 2
    """How many turns a search plays out after the present one."""
    chancy: ClassVar[bool] = False
    """Whether luck and hidden things decide so much that a search had better try each action in many guessed worlds
    than plan (:class:`hexlib.opponents.playouts.PlayoutOpponent`)."""

    def evaluate(self, state: State, seat: int) -> float:
        """How good the state is for the seat; 0 is even, up to ``win``."""
        return self.win * state.returns()[seat]

    def candidates(self, state: State, seat: int) -> Sequence[Action]:
        """The legal actions of the seat that are worth a look; at least one where there is any. For ``CHANCE`` one
        outcome to reckon with."""
        return state.legal_actions()[:1] if seat == CHANCE else state.legal_actions(seat)

    def to_act(self, state: State, seat: int) -> int:
        """Whose action a search for the seat tries next: a seat, ``CHANCE`` or ``TERMINAL``. Where several commit at
        once it is the seat itself, if it is among them."""
        player = state.current_player()
        if player != SIMULTANEOUS:
            return player
        seats: list[int] = [seat, *range(state.game.num_players)]
        return next(s for s in seats if state.legal_actions(s))

    def follow(self, state: State, seat: int, action: Action) -> None:
        """Do the action on the state, which is the searcher's own copy. Where several commit at once, the others do
        the first thing that they may."""
        if state.current_player() != SIMULTANEOUS:
            state.push(action)
            return
        others = [s for s in range(state.game.num_players) if s != seat and state.legal_actions(s)]
        state.apply_actions({seat: action, **{s: self.candidates(state, s)[0] for s in others}})

    def worth(self, state: State, seat: int, action: Action) -> float:
        """How good it is for the seat to do the action: the evaluation right afterwards, unless a game looks further
        where an action only prepares others."""
        after = state.clone()
        self.follow(after, seat, action)
        return self.evaluate(after, seat)

    def guess(self, state: State, player: int, rng: Rng) -> Action:
        """What a player, or ``CHANCE``, does in a playout; cheap, by default anything legal."""
        return rng.choice(state.legal_actions() if player == CHANCE else state.legal_actions(player))

    def turn(self, state: State) -> object:
        """A value that changes when a new turn begins: a search plans and looks ahead in whole turns."""
        return state.current_player()

    def samples(self, view: View) -> int:
        """How many guesses of the hidden things a one-ply look should average over; 1 where they do not matter."""
        return 1

    def why(self, state: State, seat: int, action: Action) -> str:
        """One sentence, without its subject, on what the action is for, from facts that every seat may know."""
        return f"plays {action}"


def rng_for(view: View, seed: int) -> Rng:
    """Random numbers that depend on the seed and on what the view shows, and on nothing else."""
    shown = repr(dict(view.facts())).encode("utf-8", "backslashreplace")
    return Rng(seed ^ zlib.crc32(shown) << 16)


class Opponent(abc.ABC):
    """A player of one game.

    Args:
        game: the game that it plays; its adviser is asked.
        seed: the same seed, the same views and the same number of iterations give the same choices.
        adviser: another one than ``game.adviser()``.
    """

    name: ClassVar[str]
    iterations: int = 1
    """How many iterations it takes for a choice unless told otherwise."""

    def __init__(self, game: Game, seed: int = 0, adviser: Adviser | None = None) -> None:
        self.game = game
        self.seed = seed
        self.adviser = adviser or game.adviser()

    @abc.abstractmethod
    def think(self, view: View, iterations: int | None = None) -> Iterator[Progress]:
        """Think in steps of at most about ``SLICE`` positions; every report holds an answer.

        Args:
            view: all that its seat may know; that seat is to act.
            iterations: how many iterations to take at most; by default those of the opponent.

        Raises:
            ValueError: there is nothing to choose for the view's seat.
        """

    def choose(self, view: View, iterations: int | None = None) -> Choice:
        """Think to the end and answer."""
        return deque(self.think(view, iterations), maxlen=1)[0].best

    def _state(self, view: View, rng: Rng) -> tuple[State, int]:
        """A state that looks like the view, and the seat.

        Raises:
            ValueError: nobody asks that seat.
        """
        if view.seat is None or view.seat < 0:
            raise ValueError("an opponent plays one seat; give it state.view(seat) of that seat")
        state = view.determinize(rng)
        if state.current_player() == TERMINAL or not state.legal_actions(view.seat):
            raise ValueError(f"{self.game.seats[view.seat]} has nothing to decide here")
        return state, view.seat


def within(thinking: Iterator[Progress], seconds: float, clock: Callable[[], float] = perf_counter) -> Choice:
    """Let an opponent think until it has finished or the time is up, but for one iteration at least.

    The clock only decides how many iterations there are: the answer is the one after that many.
    """
    end = clock() + seconds
    best: Choice | None = None
    for report in thinking:
        best = report.best
        if report.done and clock() >= end:
            break
    if best is None:
        raise ValueError("the opponent has thought to the end already")
    return best
