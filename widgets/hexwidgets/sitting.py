"""A game at a table as those in the seats may see it: whose eyes, the curtain, the log, looking and taking back.

Where several people share the device a curtain falls between them: nothing but what a bystander may know is on show
until the next one says who they are. What is done by itself is in ``match.py``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final

from hexlib.game import (
    SIMULTANEOUS,
    TABLE,
    TERMINAL,
    Action,
    Event,
    Pick,
    Rng,
    State,
    View,
)
from hexwidgets.controller import Controller, reader_input
from hexwidgets.messages import Message, visible
from hexwidgets.plans import PERSON, Plan
from hexwidgets.situation import BOARD_KINDS, Turn
from hexwidgets.stage import Stage
from hexwidgets.thinking import Thought

if TYPE_CHECKING:
    from hexlib.draw.scene import Scene

__all__ = ["BYSTANDER", "Entry", "Sitting"]

_WORD = re.compile(r"[a-z]+")
BYSTANDER: Final = -3
"""As the eyes of a match: what everybody may know, and nothing else."""
GUESSES = 3
"""How many guesses of the hidden things an action must come out the same in to be taken back."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the log, as the eyes may know it."""

    number: int
    """Which turn it is; for :meth:`Match.review`."""
    who: str
    action: str
    events: tuple[str, ...]
    rules: tuple[str, ...]
    why: str


class Sitting(Controller):
    """A whole game and those who play it.

    Args:
        plan: what was agreed.
        moves: actions already played, in notation.
        strict: raise unexpected errors after the message is set; for tests.
        clock: seconds, for tests.

    Raises:
        NotationError, IllegalAction: of ``moves``.
    """

    def __init__(
        self,
        plan: Plan,
        moves: Iterable[str] = (),
        *,
        strict: bool = False,
        clock: Callable[[], float] = perf_counter,
    ) -> None:
        game = plan.game
        start = game.new_initial_state(seed=plan.seed) if plan.position is None else game.position(plan.position)
        super().__init__(state=start, game=game, seat=TABLE, strict=strict)
        self.plan = plan
        self.clock = clock
        self.present: int | None = None
        """The person who has said who they are; ``None`` while the curtain is down."""
        self.unasked = False
        """Whether that person was not asked who they are, because nothing is hidden from anybody at this decision."""
        self.committed: tuple[tuple[int, Action, str], ...] = ()
        """Who has chosen already where several choose at once, what, and why."""
        self.reviewing: int | None = None
        """How many turns the board shows, while somebody looks back."""
        self._thought: Thought | None = None
        self._told: dict[tuple[int, int], tuple[Turn, Entry | None]] = {}
        self._back: tuple[Turn | None, bool] = (None, False)
        state = start
        for text in moves:
            before, player, action = state, state.current_player(), game.parse_action(text)
            state = before.clone()
            self.turns = (*self.turns, Turn(before, player, action, tuple(state.apply_action(action))))
        self._now = state
        self.seat = BYSTANDER
        self._settle()

    # ---- who decides, who looks ----------------------------------------------------------------------------------

    @property
    def deciding(self) -> tuple[int, ...]:
        """The seats that have something to decide now, those that have chosen already left out."""
        state = self._live()
        player = state.current_player()
        if player == SIMULTANEOUS:
            done = [seat for seat, *_ in self.committed]
            return tuple(s for s in range(self.game.num_players) if s not in done and state.legal_actions(s))
        return (player,) if player >= 0 else ()

    @property
    def to_act(self) -> int | None:
        """The seat that the device waits for, or an opponent's; ``None`` when nobody decides, or while looking back."""
        if self.reviewing is not None:
            return None
        asked = self.deciding
        if self.present in asked:
            return self.present
        people = [s for s in asked if self.plan.seats[s] == PERSON]
        return next(iter((*people, *asked)), None)

    @property
    def may_act(self) -> bool:
        """Whether a person who may see their own cards decides now."""
        seat = self.to_act
        if seat is None or self.plan.seats[seat] != PERSON:
            return False
        return self.seat in (TABLE, seat) or (self.unasked and self.present == seat)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._live().current_player() == TERMINAL

    @property
    def revealed(self) -> bool:
        """Whether nothing is hidden from anybody: at an open table, and when a game is over that ends in the open."""
        return self.plan.open or (self.over and not self.game.closed)

    @property
    def curtain(self) -> int | None:
        """The seat that has to say who it is before anything but the public view is shown; ``None``: no curtain."""
        seat = self.to_act
        if self.over or seat is None or not self.plan.curtained or self.seat != BYSTANDER or self.may_act:
            return None
        return seat if self.plan.seats[seat] == PERSON else None

    @property
    def eyes(self) -> tuple[tuple[int, str], ...]:
        """The eyes that may be chosen: what everybody may know always; more only where nothing is hidden from it."""
        out: list[tuple[int, str]] = [(BYSTANDER, "A bystander")]
        if self.revealed or not self.plan.people:
            out = [(TABLE, "Everybody (open table)"), *out, *enumerate(self.game.seats)]
        elif len(self.plan.people) == 1:
            out.append((self.plan.people[0], self.game.seats[self.plan.people[0]]))
        elif self.present is not None and not self.unasked:
            out.append((self.present, self.game.seats[self.present]))
        return tuple(out)

    def _settle(self) -> None:
        """Whose eyes look now that something has happened."""
        people = self.plan.people
        if not people:
            if self.seat not in (TABLE, BYSTANDER):
                self.seat = BYSTANDER
        elif self.plan.open:
            self.seat = TABLE
        elif len(people) == 1:
            self.seat = self.present = people[0]
        else:
            wanted = [s for s in self.deciding if s in people]
            if wanted and (self.present not in wanted or self.unasked):
                self.unasked = len(wanted) == 1 and self._nothing_hidden(wanted[0])
                self.present = wanted[0] if self.unasked else None
            self.seat = BYSTANDER if self.present is None or self.unasked else self.present
        self._fresh()

    def _nothing_hidden(self, seat: int) -> bool:
        """Whether the seat knows no more than everybody at its decision: then no curtain has to fall before it."""
        state = self._live()
        if state.current_player() == SIMULTANEOUS:
            return False
        own, public = state.view(seat), state.view(None)
        return dict(own.facts()) == dict(public.facts()) and own.panels() == public.panels()

    @property
    def view(self) -> View:
        """What the chosen eyes may know now."""
        if self._view is None:
            self._view = self._state().view(None if self.seat == BYSTANDER else self.seat)
        return self._view

    def _live(self) -> State:
        assert self._now is not None
        return self._now

    def _state(self) -> State:
        """The state on show, which is an earlier one while somebody looks back."""
        if self.reviewing is not None and self.reviewing < len(self.turns):
            return self.turns[self.reviewing].before
        return self._live()

    @property
    def stage(self) -> Stage:
        """The action that the deciding person puts together."""
        if self._stage is None:
            seat, may = self.to_act, self.may_act
            actions: Sequence[Action] = self._live().legal_actions(seat) if may else ()
            self._stage = Stage(self.game, self._live().view(seat) if may else self.view, actions)
        return self._stage

    def _trays(self) -> Iterable[Pick]:
        return self.game.trays(self.stage.view) or super()._trays()

    def _waiting(self) -> str:
        if self.reviewing is not None:
            return "You are looking back. Go to the present to play on."
        if self.over:
            return "The game is over."
        seat = self.to_act
        if self.curtain is not None:
            return f"{self.game.seats[self.curtain]} has to take the device first."
        return f"{self.plan.who(seat)} decides now." if seat is not None else "Chance decides now."

    @reader_input
    def sit_down(self, seat: int) -> None:
        """ "I am Ann, show me": the curtain rises for the person who decides."""
        if seat != self.curtain:
            raise ValueError(self._waiting())
        self.present = self.seat = seat
        self.unasked = False
        self._fresh()
        self.message = Message("info", "")

    @reader_input
    def hide(self) -> None:
        """The curtain falls: whoever goes on must say who they are again."""
        if not self.plan.curtained:
            raise ValueError("there is nobody to hide the cards from")
        self.present, self.unasked = None, False
        self.seat = BYSTANDER
        self._fresh()
        self.message = Message("info", "")

    @reader_input
    def look(self, seat: int | str) -> None:
        """See with other eyes, where nothing is hidden from them."""
        if seat not in dict(self.eyes):
            raise ValueError("these hands are hidden from you")
        assert isinstance(seat, int)
        self.seat = seat
        self.message = Message("info", "")
        self._fresh()

    # ---- what happened -------------------------------------------------------------------------------------------

    def _entry(self, number: int) -> Entry | None:
        """A turn as the eyes may know it; ``None`` where they may not know that anybody did anything."""
        turn, key = self.turns[number], (self.seat, number)
        if key not in self._told or self._told[key][0] is not turn:
            self._told[key] = turn, self._telling(number)
        return self._told[key][1]

    def _telling(self, number: int) -> Entry | None:
        turn = self.turns[number]
        seen = visible(turn.events, self.seat)
        own = self.seat == TABLE or turn.player == self.seat
        if not seen and not own:
            return None
        rules = tuple(dict.fromkeys(r for e in seen for r in e.rules))
        told = tuple(e.text for e in seen)
        if not own and not self._known_to_act(turn):
            return Entry(number + 1, "", "", told, rules, "")
        name = self.named(turn)
        who = self.plan.who(turn.player) if turn.player >= 0 else ""
        return Entry(number + 1, who, name, told, rules, turn.why if name == str(turn.action) else "")

    def _known_to_act(self, turn: Turn) -> bool:
        """Whether the eyes may know who did it: it was said before who is asked, or what happened tells it.

        In a window somebody passes and nobody may know that they were asked at all, although what was waiting for it
        then happens before everybody's eyes.
        """
        if turn.player < 0:
            return True
        view = turn.before.view(None if self.seat == BYSTANDER else self.seat)
        if view.facts().get("player") in (None, self.game.seats[turn.player]):
            return True
        words = set(_WORD.findall(str(turn.action).lower()))
        seen = visible(turn.events, self.seat)
        told = " ".join(f"{e.text} {' '.join(str(value) for _, value in e.data)}" for e in seen).lower()
        return "pass" not in words and words <= set(_WORD.findall(told.replace("-", " ")))

    def entries(self, since: int = 0) -> tuple[Entry, ...]:
        """The log from a turn on, as the eyes may know it."""
        last = len(self.turns) if self.reviewing is None else self.reviewing
        return tuple(e for i in range(since, last) if (e := self._entry(i)) is not None)

    def log(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Each action with what happened, as far as the eyes may know."""
        return tuple((e.action, e.events) for e in self.entries())

    def news(self) -> tuple[Entry, ...]:
        """What happened since the person at the device last did something."""
        mine = [i for i, t in enumerate(self.turns) if t.player == self.seat and t.by == PERSON]
        return self.entries(mine[-1] if mine else max(0, len(self.turns) - 12))

    def events(self) -> tuple[str, ...]:
        """What just happened, as far as the eyes may know."""
        last = len(self.turns) if self.reviewing is None else self.reviewing
        return tuple(e.text for e in visible(self.turns[last - 1].events, self.seat)) if last else ()

    def rules(self) -> tuple[str, ...]:
        """The ids of the rules to show now: those of a refusal first, then those of what just happened."""
        last = len(self.turns) if self.reviewing is None else self.reviewing
        seen = visible(self.turns[last - 1].events, self.seat) if last else ()
        return tuple(dict.fromkeys((*self.message.rules, *(r for e in seen for r in e.rules))))

    def shown_turn(self) -> Turn | None:
        """The turn that led to what is on show."""
        last = len(self.turns) if self.reviewing is None else self.reviewing
        return self.turns[last - 1] if last else None

    def scene(self, **options: Any) -> Scene:
        """The picture for the chosen eyes, with what is selected, possible, refused and what just happened."""
        chosen = tuple(p.id for p in self.chosen() if p.kind in BOARD_KINDS)
        shown: dict[str, Any] = {"selected": chosen, "targets": self.targets(), "refused": self.message.fields}
        turn = self.shown_turn()
        if turn is not None and not chosen and not self.message.fields:
            shown["events"] = visible(turn.events, self.seat)
            entry = self._entry(self.at_turn - 1)
            if entry is not None and entry.action == str(turn.action):
                shown["last"] = turn.action
        return self.game.scene(self.view, **(shown | options))

    # ---- taking back, looking back -------------------------------------------------------------------------------

    @property
    def can_undo(self) -> bool:
        """Whether there is a pick to take back, or an action: any on an open table, else one's own last one, where it
        told its player nothing that was hidden."""
        if self.reviewing is not None:
            return False
        if self.chosen():
            return True
        if not self.turns or self.curtain is not None:
            return False
        if self.plan.open:
            return any(t.by == PERSON for t in self.turns)
        last = self.turns[-1]
        if last.by != PERSON or last.player != self.seat or self.over:
            return False
        if self._back[0] is not last:
            self._back = (last, self._harmless(last))
        return self._back[1]

    def _harmless(self, turn: Turn) -> bool:
        """Whether the player knew before what would come of it: it comes out the same whatever is hidden."""
        if any(e.seen_by is not None for e in turn.events):
            return False

        def told(state: State, events: Iterable[Event]) -> tuple[object, ...]:
            return [str(e) for e in events], dict(state.view(turn.player).facts())

        real = told(self._live(), turn.events)
        rng = Rng(len(self.turns))
        view = turn.before.view(turn.player)
        for _ in range(GUESSES):
            guess = view.determinize(rng)
            try:
                events = guess.apply_action(turn.action)
            except ValueError:
                return False
            if told(guess, events) != real:
                return False
        return True

    def _undo(self) -> None:
        last = max(i for i, t in enumerate(self.turns) if t.by == PERSON)
        turn = self.turns[last]
        self.turns, self.future = self.turns[:last], (turn, *self.future)
        self._now = turn.before
        self.committed = ()
        self._thought = None
        self._settle()

    @reader_input
    def undo_all(self) -> None:
        """Take back all that can be taken back."""
        while self.can_undo and self.turns and not self.chosen():
            self._undo()
        self.stage.clear()
        self.message = Message("info", "Everything that can be taken back is taken back.")

    @reader_input
    def review(self, turns: int) -> None:
        """Show the board after so many turns; the whole game is at the end, and play goes on only there."""
        at = max(0, min(turns, len(self.turns)))
        self.reviewing = None if at == len(self.turns) else at
        self._thought = None
        self.message = Message("info", "")
        self._fresh()

    def stops(self) -> tuple[int, ...]:
        """The turns at which :meth:`review` has something new for the eyes; the first is the start, the last is now."""
        shown = [i + 1 for i in range(len(self.turns)) if self._entry(i) is not None]
        return tuple(dict.fromkeys((0, *shown[:-1], len(self.turns))))

    @reader_input
    def step(self, by: int) -> None:
        """Look so many steps further on, or back."""
        stops = self.stops()
        here = max(i for i, turn in enumerate(stops) if turn <= self.at_turn)
        self.review(stops[max(0, min(here + by, len(stops) - 1))])

    @property
    def at_turn(self) -> int:
        """How many turns the board shows."""
        return len(self.turns) if self.reviewing is None else self.reviewing
