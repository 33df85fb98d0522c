"""A whole game at a table without a screen: people and opponents in the seats, and nothing is lost.

Plain Python, no Jupyter. People act through the inputs of the controller; what nobody at the device decides (opponents,
chance, passes that go without saying) is done by :meth:`Match.work`, a slice at a time, so that the board stays alive.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from time import perf_counter

from hexlib.game import CHANCE, SIMULTANEOUS, TABLE, Action, IllegalAction, Rng
from hexlib.opponents import Choice, Opponent, opponent
from hexwidgets.controller import reader_input
from hexwidgets.messages import Message, plain, visible
from hexwidgets.plans import PERSON, Plan
from hexwidgets.sitting import BYSTANDER, Sitting
from hexwidgets.situation import Turn
from hexwidgets.thinking import Thought

__all__ = ["MOST_ACTIONS", "Match"]

MOST_ACTIONS = 4000
"""Actions of one game, as many as a record holds."""
FORESEEN = 8
"""How many guesses of the hidden things a pass must go by itself in, to go by itself where hands are hidden."""
PACE = 0.5
"""Seconds between what opponents do, so that people can follow."""


class Match(Sitting):
    """A whole game; the arguments are those of :class:`~hexwidgets.sitting.Sitting`."""

    def __init__(
        self,
        plan: Plan,
        moves: Iterable[str] = (),
        *,
        strict: bool = False,
        clock: Callable[[], float] = perf_counter,
    ) -> None:
        super().__init__(plan, moves, strict=strict, clock=clock)
        self.paused = False
        """Whether opponents wait."""
        self._opponents: dict[int, Opponent] = {}
        self._thinker = -1

    # ---- doing ---------------------------------------------------------------------------------------------------

    def _do(self, action: Action) -> None:
        """A person's action."""
        seat = self.to_act
        if action in self.game.calls(self._live().view(TABLE)):
            self.call(action)
            return
        if seat is None:
            raise ValueError(self._waiting())
        keeps = bool(self.future) and self.future[0].action == action
        self._take(seat, action, PERSON)
        self.future = self.future[1:] if keeps else ()

    def _take(self, seat: int, action: Action, by: str, why: str = "") -> None:
        """Do a seat's action, or keep it until the others have chosen too."""
        if self._live().current_player() != SIMULTANEOUS:
            self._apply(seat, action, by, why)
            return
        verdict = self._live().explain(action)
        if not verdict:
            raise IllegalAction(verdict)
        self.committed = (*self.committed, (seat, action, why))
        if self.deciding:
            name = self.game.seats[seat]
            self.message = Message("info", f"{name} has chosen." if by != PERSON else "Your choice is kept unseen.")
            self._settle()
            if by == PERSON and self.seat == BYSTANDER:
                self.message = Message("info", f"{name} has chosen.")
            return
        chosen = {s: a for s, a, _ in self.committed}
        whys = [f"{self.plan.who(s)} {w}" for s, _, w in self.committed if w]
        self.committed = ()
        self._apply(SIMULTANEOUS, self.game.together(chosen), "together", "; ".join(whys), chosen)

    def _apply(
        self, player: int, action: Action, by: str, why: str = "", chosen: dict[int, Action] | None = None
    ) -> None:
        """Do a legal action on a copy, and keep the copy only if all went well."""
        if len(self.turns) >= MOST_ACTIONS:
            raise ValueError(f"a game at this table has at most {MOST_ACTIONS} actions; save it to keep it")
        before = self._live()
        after = before.clone()
        events = tuple(after.apply_action(action) if chosen is None else after.apply_actions(chosen))
        turn = Turn(before, player, action, events, by, why)
        self.turns = (*self.turns, turn)
        self._now = after
        self._thought = None
        self._settle()
        told = " ".join(e.text for e in visible(events, self.seat))
        entry = self._entry(len(self.turns) - 1)
        because = f" {self.plan.who(player)} {entry.why}." if entry is not None and entry.why and player >= 0 else ""
        self.message = Message("done", f"{told}{because}".strip())

    def calls(self) -> tuple[Action, ...]:
        """What people may call now, whoever decides, as far as the eyes may know."""
        if self.over or self.reviewing is not None or not self.plan.people:
            return ()
        return self.game.calls(self.view)

    @reader_input
    def call(self, action: Action) -> None:
        """Call a penalty; play goes on where it was. A choice kept unseen that lost its card is made anew."""
        seat = getattr(action, "seat", -1)
        verdict = self._live().explain(action)
        if not verdict:
            raise IllegalAction(verdict)
        self.committed = tuple(each for each in self.committed if each[0] != seat)
        self._apply(seat, action, PERSON)

    @reader_input
    def pause(self, paused: bool) -> None:
        """Let opponents wait, or go on."""
        self.paused = paused
        self._thought = None if paused else self._thought
        self.message = Message("info", "The opponents wait." if paused else "")

    @reader_input
    def stop_everywhere(self, every_window: bool) -> None:
        """Whether people are stopped also where the game would go on by itself."""
        self.plan = replace(self.plan, every_window=every_window)
        self.message = Message("info", "")

    # ---- the race ------------------------------------------------------------------------------------------------

    def racers(self) -> tuple[tuple[int, Action], ...]:
        """Who is in a race of hands now, where people are to say who was last; empty elsewhere."""
        if self.over or self.reviewing is not None or self._live().current_player() != CHANCE:
            return ()
        racers = self.game.race(self._live().view(None))
        people = [seat for seat, _ in racers if self.plan.seats[seat] == PERSON]
        if len(people) < 2:
            return ()
        return racers

    @reader_input
    def lost_race(self, seat: int, how: str = "declared") -> None:
        """That seat was the last."""
        action = dict(self.racers()).get(seat)
        if action is None:
            raise ValueError("there is no race now")
        self._apply(CHANCE, action, how)

    @reader_input
    def race_by_chance(self) -> None:
        """Let chance say who was the last."""
        racers = self.racers()
        if not racers:
            raise ValueError("there is no race now")
        self._apply(CHANCE, self._luck().choice(racers)[1], "chance")

    def _luck(self) -> Rng:
        return Rng(self.plan.seed ^ 0x5EED ^ len(self.turns) << 20)

    # ---- what goes on by itself ----------------------------------------------------------------------------------

    @property
    def busy(self) -> bool:
        """Whether :meth:`work` has something to do."""
        if self.over or self.reviewing is not None or len(self.turns) >= MOST_ACTIONS:
            return False
        if self._live().current_player() == CHANCE:
            return not self.racers()
        if not self.paused and any(self.plan.seats[s] != PERSON for s in self.deciding):
            return True
        return self._by_itself() is not None

    @property
    def thinker(self) -> int | None:
        """The opponent whose turn it is; ``None`` when a person or chance decides."""
        if self.over or self.reviewing is not None:
            return None
        return next((s for s in self.deciding if self.plan.seats[s] != PERSON), None)

    @property
    def thought(self) -> float:
        """How much of its thinking the opponent has done, 0 to 1."""
        return self._thought.part if self._thought is not None else 0.0

    def _by_itself(self) -> tuple[int, Action] | None:
        """What a seat does without being asked.

        Where people hide their cards from each other, only what a bystander could foresee goes by itself for a person:
        a curtain that falls for some and not for others would tell what they hold.
        """
        state = self._live()
        for seat in self.deciding:
            person = self.plan.seats[seat] == PERSON
            if person and (self.plan.every_window or (self.chosen() and seat == self.to_act)):
                continue
            if person and self.plan.curtained and not self._foreseen(seat):
                continue
            action = self.game.automatic(state.view(seat))
            if action is not None and state.explain(action):
                return seat, action
        return None

    def _foreseen(self, seat: int) -> bool:
        """Whether a bystander could tell that the seat goes on by itself: it does so with any hand it might hold."""
        rng = Rng(len(self.turns))
        view = self._live().view(None)
        return all(self.game.automatic(view.determinize(rng).view(seat)) is not None for _ in range(FORESEEN))

    def work(self, seconds: float = 0.03) -> float | None:
        """Do what nobody at the device decides, for about that long. Seconds to wait before the next call; ``None``
        when a person is to act, the game is over, or opponents wait."""
        before = len(self.turns), len(self.committed), self.message
        try:
            wait = self._work(seconds)
        except Exception as error:
            self._thought = None
            self.paused = True
            self.message = Message("error", f"The game cannot go on by itself: {plain(error) or type(error).__name__}")
            wait = None
            if self.strict:
                self._tell()
                raise
        if before != (len(self.turns), len(self.committed), self.message):
            self._tell()
        return wait

    def _work(self, seconds: float) -> float | None:
        end = self.clock() + seconds
        while self.busy:
            if self._live().current_player() == CHANCE:
                self._chance()
                return PACE
            found = self._by_itself()
            if found is not None:
                self._take(found[0], found[1], "itself")
                if self.clock() >= end:
                    return 0.0
                continue
            seat = self.thinker
            assert seat is not None
            choice = self._think(seat, max(0.002, end - self.clock()))
            if choice is None:
                return 0.0
            if not self.busy:
                return None
            return PACE if self.turns and self._entry(len(self.turns) - 1) is not None else 0.0
        return None

    def _chance(self) -> None:
        racers = self.game.race(self._live().view(None))
        luck = self._luck()
        if not racers:
            self._apply(CHANCE, luck.choice(self._live().legal_actions()), "chance")
            return
        people = [seat for seat, _ in racers if self.plan.seats[seat] == PERSON]
        seat, action = luck.choice(racers)
        self._apply(CHANCE, action, "chance")
        told = f"{self.game.seats[seat]} was the last; chance said so, for those in the race who have no hands."
        if len(people) == len(racers):
            told = f"{self.game.seats[seat]} was the last, by chance."
        self.message = Message("done", f"{told} {self.message.text}".strip())

    def _think(self, seat: int, seconds: float) -> Choice | None:
        """Let the opponent think for a slice; its choice, once it is made and done."""
        try:
            if self._thought is None or self._thinker != seat:
                self._thought = Thought(self._player(seat), self._live().view(seat), self.plan.think, self.clock)
                self._thinker = seat
            choice = self._thought.on(seconds)
            if choice is None:
                return None
            verdict = self._live().explain(choice.action)
            if not verdict:
                raise IllegalAction(verdict)
            if getattr(choice.action, "seat", seat) not in (seat, -1):
                raise ValueError(f"{choice.action} is another seat's to do")
        except Exception as error:
            return self._stumble(seat, error)
        self._take(seat, choice.action, self.plan.seats[seat], choice.why)
        return choice

    def _player(self, seat: int) -> Opponent:
        if seat not in self._opponents:
            seed = (self.plan.seed ^ 0xB07 * (seat + 1)) & 0xFFFFFFFF
            self._opponents = {**self._opponents, seat: opponent(self.plan.seats[seat], self.game, seed)}
        return self._opponents[seat]

    def _stumble(self, seat: int, error: Exception) -> Choice:
        """An opponent failed: say so, and do something legal in its place, so that the game goes on."""
        self._thought = None
        self._opponents = {s: o for s, o in self._opponents.items() if s != seat}
        action = self._luck().choice(list(self._live().legal_actions(seat)))
        said = f"{self.plan.who(seat)} failed ({plain(error) or type(error).__name__})."
        self._take(seat, action, "chance")
        told = f" {self.message.text}" if self.message.kind == "done" else ""
        self.message = Message("notice", f"{said} A legal action was drawn at random in its place.{told}")
        return Choice(action, "")

    @reader_input
    def hurry(self) -> None:
        """Let the opponent that is thinking answer at once."""
        if self._thought is None:
            self.message = Message("info", "Nobody is thinking now.")
            return
        self._thought.hurried = True

    def run(self, most: int = MOST_ACTIONS) -> None:
        """Work until a person is to act or the game is over; for tests and for programs."""
        for _ in range(most):
            if self.work(60.0) is None:
                return
