"""The player without a screen: step through an example, play on from any step, ask why something is not allowed.

Plain Python, no Jupyter. A :class:`Controller` holds what the reader sees and may do; widgets paint it and forward
input. Every input method leaves either a new, complete situation or the old one with a message that says why.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from typing import Any, Concatenate, ParamSpec, TypeVar, cast

from hexlib.game import TABLE, Action, IllegalAction, NotationError, Pick
from hexwidgets.messages import Message, plain, refusal, spoken, visible
from hexwidgets.situation import BOARD_KINDS, Situation, Turn
from hexwidgets.stage import Stage

__all__ = ["Controller", "Turn", "reader_input"]

MOST_TURNS = 2000
"""Actions of one play; more are refused with a message, so that a page left open cannot grow without end."""
MOST_TYPED = 200
"""Characters of a typed action."""
_P = ParamSpec("_P")
_C = TypeVar("_C", bound="Controller")


def reader_input(
    method: Callable[Concatenate[_C, _P], None],
) -> Callable[Concatenate[_C, _P], None]:
    """An input of the reader: nothing half-applied, every error a message, observers told once at the end."""

    @functools.wraps(method)
    def run(self: _C, *args: _P.args, **kwargs: _P.kwargs) -> None:
        saved = dict(self.__dict__)
        self._depth += 1
        try:
            method(self, *args, **kwargs)
        except Exception as error:
            depth = self._depth
            self.__dict__.clear()
            self.__dict__.update(saved, _depth=depth, _stage=None)
            if isinstance(error, IllegalAction):
                self.message = refusal(error.verdict.action, error.verdict)
            elif isinstance(error, NotationError):
                self.message = Message("error", plain(error))
            else:
                self.message = Message("error", f"That did not work: {plain(error) or type(error).__name__}")
                if self.strict:
                    raise
        finally:
            self._depth -= 1
            if not self._depth:
                self._tell()

    return cast("Callable[Concatenate[_C, _P], None]", run)


class Controller(Situation):
    """An example or a play as one reader sees it, and what the reader can do about it.

    Every input method sets :attr:`message`; none raises (except with ``strict``, after the message is set).
    """

    # ---- the example --------------------------------------------------------------------------------------------

    @reader_input
    def next(self) -> None:
        """The next frame; where the record asks something first, the question, and the frame on the second call."""
        self._leave_play()
        self.message = Message("info", "")
        if self.at_end:
            self.message = Message("info", "This is the end of the line.")
        elif (
            not self.asking
            and self.frames[self.at + 1].ask is not None
            and (self.branch, self.at + 1) not in self.answers
        ):
            self.asking = True
        else:
            self._show(self.at + 1)

    @reader_input
    def back(self) -> None:
        """The frame before."""
        self._leave_play()
        self.message = Message("info", "")
        if self.asking:
            self.asking = False
        else:
            self._show(self.at - 1)

    @reader_input
    def go(self, step: int) -> None:
        """Show a frame, counted from 0; beyond the ends, the first or last."""
        self._leave_play()
        self.message = Message("info", "")
        self._show(step)

    @reader_input
    def choose_branch(self, branch: str | None) -> None:
        """Show another line, at the same frame where both still agree, else where they part."""
        if self.record is None or branch not in self.record.lines:
            raise ValueError(f"there is no branch {branch!r}")
        self._leave_play()
        old, new = self.record.line(self.branch), self.record.line(branch)
        same = next((i for i, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new)))
        self.branch = branch
        self.message = Message("info", "")
        self._show(min(self.at, max(0, same - 1)))

    @reader_input
    def go_on(self, branch: str) -> None:
        """Go on with a branch that begins where the line on show ends."""
        if branch not in dict(self.ways_on()):
            raise ValueError(f"{branch!r} does not begin here")
        self.branch = branch
        self.next()

    @reader_input
    def answer(self, choice: str) -> None:
        """The reader's guess; shows the frame and how it compares."""
        ask = self.ask
        if ask is None:
            raise ValueError("nothing is being asked now")
        if choice not in ask.choices:
            raise ValueError(f"{choice!r} is not one of the answers")
        self.answers = {**self.answers, (self.branch, self.at + 1): choice}
        said = f"You said: {choice}. " + ("That is right." if choice == ask.answer else f"It is: {ask.answer}.")
        self._show(self.at + 1)
        self.message = Message("answer", f"{said} {ask.why}".strip())

    def _show(self, step: int) -> None:
        self.at = self._clamp(step)
        self.asking = False
        self._fresh()

    def _leave_play(self) -> None:
        if self._example is None:
            raise ValueError("there is no example to go back to")
        if self.mode == "play":
            self.mode = "example"
            self._fresh()

    # ---- whose eyes ---------------------------------------------------------------------------------------------

    @reader_input
    def look(self, seat: int | str) -> None:
        """See with another seat's eyes, or ``TABLE``."""
        self.seat = self._seat(seat)
        self.message = Message("info", "")  # the one on show may tell what the new eyes may not know
        self._fresh()

    # ---- staged input -------------------------------------------------------------------------------------------

    @reader_input
    def click(self, spot: str, kind: str = "field") -> None:
        """A place on the board was pointed at."""
        self.choose(Pick(kind, spot))

    @reader_input
    def choose(self, pick: Pick) -> None:
        """Make a pick: go a stage further, finish the action, take the pick back, or be told why not."""
        if self.mode != "play":
            self.message = Message("info", "This is the example. Choose “Play from here” to move pieces yourself.")
            return
        stage = self.stage
        self.message = Message("info", "")
        if not self.may_act:
            self.message = Message("info", self._waiting())
            return
        if pick in stage.chosen and stage.find(pick) is None:  # two cards alike are two picks
            stage.drop(pick)
            return
        try:
            action = stage.choose(pick)
        except KeyError:
            self._cannot(stage, pick)
            return
        if action is not None:
            self._do(action)

    def _cannot(self, stage: Stage, pick: Pick) -> None:
        """A pick that is no choice: say why, or begin another action with it."""
        action = stage.attempt(pick)
        if action is None and stage.chosen and pick.kind not in BOARD_KINDS:
            stage.clear()  # a card or a button has nothing to do with the piece selected: begin anew
            if pick in stage.first():
                self.choose(pick)
                return
            action = stage.attempt(pick)
        verdict = self._state().explain(action) if action is not None else None
        if action is not None and verdict:
            self._finish(stage, action)
            return
        if verdict is not None and action is not None:
            self.message = refusal(action, verdict)
        if stage.chosen and pick in stage.first():
            stage.clear()
            stage.choose(pick)
            if self.message.reasons:
                text = f"{self.message.text} {spoken(pick)} is selected instead."
                self.message = Message("refused", text, self.message.reasons)
        elif not self.message.text:
            self.message = Message("info", f"{spoken(pick)}: nothing to do there now. {self._now_possible()}".strip())

    def _finish(self, stage: Stage, action: Action) -> None:
        """Do what was meant by another way than the list's; what ends with a button waits for it."""
        path = self.game.picks(action, self.view)
        if len(path) > 1 and path[-1].kind == "button" and stage.follow(path[:-1]):
            return
        self._do(action)

    def _now_possible(self) -> str:
        names = [spoken(p) for p in self.choices()]
        if not names:
            return ""
        few = ", ".join(names[:6]) + (f" and {len(names) - 6} more" if len(names) > 6 else "")
        return f"The choices: {few}."

    def _waiting(self) -> str:
        if self.to_act is None:
            return "The game is over."
        return f"{self.game.seats[self.to_act]} decides now. Look with their eyes, or with everybody's, to go on."

    @reader_input
    def type_text(self, text: str) -> None:
        """A typed action ("move B2.6-B2.0"), place ("B2.6"), card or choice."""
        text = " ".join(text[: MOST_TYPED + 1].split())
        if not text:
            return
        if len(text) > MOST_TYPED:
            raise NotationError(f"an action has at most {MOST_TYPED} characters")
        if self.mode != "play":
            self.choose(Pick("field", text))
            return
        known = [*self.choices(), *(p for kind in ("card", "supply") for p, _ in self.tray(kind))]
        wanted = text.casefold()
        found = next((p for p in known if wanted in (p.id.casefold(), spoken(p).casefold())), None)
        if found is None and (spot := self._spot(wanted)) is not None:
            found = Pick(spot[0], spot[1], spot[1])
        if found is not None:
            self.choose(found)
            return
        action = self.game.parse_action(text)
        if not self.may_act:
            self.message = Message("info", self._waiting())
            return
        verdict = self._state().explain(action)
        if verdict:
            self._do(action)
        else:
            self.message = refusal(action, verdict)

    def _spot(self, wanted: str) -> tuple[str, str] | None:
        return next(((s.kind, s.id) for s in self.scene().spots if s.id.casefold() == wanted), None)

    @reader_input
    def cancel(self) -> None:
        """Take the last pick back."""
        self.stage.back()
        self.message = Message("info", "")

    # ---- the play -----------------------------------------------------------------------------------------------

    def _do(self, action: Action) -> None:
        """Do a legal action on a copy, and keep the copy only if all went well."""
        if len(self.turns) >= MOST_TURNS:
            raise ValueError(f"a play has at most {MOST_TURNS} actions; undo some or start again")
        before = self._state()
        after = before.clone()
        player = before.current_player()
        events = tuple(after.apply_action(action))
        keeps = bool(self.future) and self.future[0].action == action
        self.turns = (*self.turns, Turn(before, player, action, events))
        self.future = self.future[1:] if keeps else ()
        self._now = after
        self._fresh()
        self.message = Message("done", " ".join(e.text for e in visible(events, self.seat)))

    @reader_input
    def play_on(self) -> None:
        """Take over from the frame on show. The same frame as last time goes on with what was played there."""
        if self.mode == "play":
            return
        here = (self.branch, self.at)
        if self.left != here or self._now is None or self._now.game != self.game:
            assert self._example is not None
            self._now = self._example.state(self.branch, self.at, self.game)
            self.turns = self.future = ()
            self.left = here
        self.mode = "play"
        self.asking = False
        self._fresh()
        self.message = Message("info", "You play now, for every side." if self.seat == TABLE else "You play now.")

    @reader_input
    def back_to_example(self) -> None:
        """Show the example again where the reader took over; the play is kept for :meth:`play_on`."""
        self._leave_play()
        if self.left is not None:
            self.branch = self.left[0]
            self._show(self.left[1])
        self.message = Message("info", "This is the example again.")

    @reader_input
    def undo(self) -> None:
        """Take the picks of a begun action back, or else the last action."""
        if not self.can_undo:
            self.message = Message("info", "There is nothing to take back.")
        elif self.chosen():
            self.stage.clear()
            self.message = Message("info", "")
        else:
            self._undo()
            self.message = Message("info", f"Taken back: {self.named(self.future[0])}.")

    def _undo(self) -> None:
        turn = self.turns[-1]
        self.turns, self.future = self.turns[:-1], (turn, *self.future)
        self._now = turn.before
        self._fresh()

    @reader_input
    def redo(self) -> None:
        """Do the action that was taken back last."""
        if not self.can_redo:
            self.message = Message("info", "There is nothing to do again.")
        else:
            self._do(self.future[0].action)

    @reader_input
    def undo_all(self) -> None:
        """Take everything back, to where the reader took over."""
        while self.mode == "play" and self.turns:
            self._undo()
        self.stage.clear()
        self.message = Message("info", "Everything is taken back.")

    # ---- broken rules, outcome, sharing ---------------------------------------------------------------------------

    @reader_input
    def break_rules(self, rules: Iterable[str]) -> None:
        """Play with exactly these rules broken (none mends them all) and see what becomes of the example."""
        self._break(tuple(dict.fromkeys(rules)))

    @reader_input
    def toggle_rule(self, rule: str) -> None:
        """Break a rule, or mend it."""
        kept = tuple(b for b in self.broken if b.partition("=")[0] != rule.partition("=")[0])
        self._break(kept if len(kept) < len(self.broken) else (*self.broken, rule))

    def share(self) -> str:
        """The play, or the line up to the frame on show, as the text of a record, with nothing that the eyes may not
        know."""
        from hexlib.record import Record, Step, dumps

        told = [*self._example.played(*(self.left or (self.branch, self.at)))] if self._example is not None else []
        start: dict[str, Any] = {}
        if self.record is not None:
            start = {"position": self.record.position, "seed": self.record.seed, "rulings": self.record.rulings}
        else:
            first = self.turns[0].before if self.turns else self._state()
            start = {"position": first.position()}
        if self.mode == "play":
            told += [str(t.action) for t in self.turns]
        steps = tuple(Step(action=action) for action in told) or (Step(),)
        whole = Record(game=self.original, title=f"{self.title}, played on", steps=steps, **start)
        return dumps(whole.shared(None if self.seat == TABLE else self.seat))
