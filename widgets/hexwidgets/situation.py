"""What there is to see of an example or a play: frames, eyes, choices, targets, rules, outcome.

It has no inputs; those are in ``controller.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from hexlib.game import TABLE, Action, Break, Event, Game, Pick, Side, State, View
from hexwidgets.example import Broken, Example, Outcome, compare
from hexwidgets.messages import Message, visible
from hexwidgets.stage import Stage

if TYPE_CHECKING:
    from hexlib.draw.scene import Scene
    from hexlib.lesson import Frame
    from hexlib.record import Ask, Record

__all__ = ["BOARD_KINDS", "Situation", "Turn"]

BOARD_KINDS: Final = ("field", "point")
"""Kinds of pick that are made on the board."""
HIDDEN: Final = "a hidden action"


@dataclass(frozen=True, slots=True)
class Turn:
    """One action of the reader's play."""

    before: State
    player: int
    action: Action
    events: tuple[Event, ...]
    by: str = ""
    """Who or what did it, where it matters: "person", an opponent's name, "itself", "chance", "race"."""
    why: str = ""
    """What an opponent says about it, without its subject."""


class Situation:
    """An example or a play as one reader sees it.

    Args:
        record: the example; without one, ``game`` or ``state`` says what is played.
        branch: the line of the record to show; ``None`` is the main one.
        step: the frame to show first, counted from 0.
        seat: the eyes: a seat's number or name, ``TABLE``, or ``None`` for the record's own.
        game: the game where there is no record, or the one to use in place of the record's.
        state: the position to play from where there is no record.
        broken: rules that are broken on purpose, as :meth:`hexlib.game.Game.without` takes them.
        strict: raise unexpected errors after the message is set; for tests.

    Raises:
        ValueError: nothing to play, or a branch, step, seat or rule that does not exist.
    """

    def __init__(
        self,
        record: Record | None = None,
        *,
        branch: str | None = None,
        step: int = 0,
        seat: int | str | None = None,
        game: Game | None = None,
        state: State | None = None,
        broken: Iterable[str] = (),
        strict: bool = False,
    ) -> None:
        original = game or (record.game if record is not None else state.game if state is not None else None)
        if original is None:
            raise ValueError("nothing to play: give a record, a game or a state")
        self.strict = strict
        self.record = record
        self.original: Game = original
        """The game with no rule broken by this reader."""
        self.game: Game = original
        self.broken: tuple[str, ...] = ()
        self.report: tuple[Broken, ...] = ()
        """What the broken rules do to each line of the example."""
        self.message = Message("info", "")
        self.mode = "play" if record is None else "example"
        self.seat = self._seat(seat)
        self.branch: str | None = None
        self.at = 0
        self.asking = False
        self.answers: dict[tuple[str | None, int], str] = {}
        self.turns: tuple[Turn, ...] = ()
        self.future: tuple[Turn, ...] = ()
        self.left: tuple[str | None, int] | None = None
        """Where the reader took over from the example."""
        self._example = Example(record) if record is not None else None
        self._now: State | None = None
        self._stage: Stage | None = None
        self._view: View | None = None
        self._watchers: tuple[Callable[[], None], ...] = ()
        self._depth = 0
        if record is None:
            self._now = state.clone() if state is not None else original.new_initial_state()
        elif branch is not None and branch not in record.lines:
            there = ", ".join(str(name) for name in record.lines[1:]) or "none"
            raise ValueError(f"the record has no branch {branch!r}; its branches: {there}")
        self.branch = branch if record is not None else None
        if list(broken):
            self._break(tuple(broken))
        if record is not None:
            self.at = self._clamp(step)

    # ---- observers ----------------------------------------------------------------------------------------------

    def on_change(self, watcher: Callable[[], None]) -> Callable[[], None]:
        """Call ``watcher`` after every change; the result takes it away again."""
        self._watchers = (*self._watchers, watcher)

        def remove() -> None:
            self._watchers = tuple(w for w in self._watchers if w is not watcher)

        return remove

    def _tell(self) -> None:
        for watcher in self._watchers:
            watcher()

    # ---- what there is to see -----------------------------------------------------------------------------------

    @property
    def title(self) -> str:
        """What is being played."""
        return self.record.title if self.record is not None else self.game.title

    @property
    def frames(self) -> tuple[Frame, ...]:
        """The frames of the chosen line; empty without a record."""
        return () if self._example is None else self._example.frames(self.branch, self.seat, self.game)

    @property
    def frame(self) -> Frame | None:
        """The frame on show; ``None`` while the reader plays."""
        frames = self.frames if self.mode == "example" else ()
        return frames[self.at] if self.at < len(frames) else None

    @property
    def branches(self) -> tuple[tuple[str | None, str], ...]:
        """Name and title of every line of the example."""
        if self._example is None or self.record is None:
            return ()
        return tuple((name, self._example.title(name)) for name in self.record.lines)

    @property
    def view(self) -> View:
        """What the chosen eyes may know now."""
        if self._view is None:
            frame = self.frame
            self._view = frame.view if frame is not None else self._state().view(self.seat)
        return self._view

    def sides(self) -> tuple[Side, ...]:
        """The score strip."""
        return self.view.sides()

    def headline(self) -> str:
        """One line over the strip."""
        return self.view.headline()

    def events(self) -> tuple[str, ...]:
        """What just happened, as far as the eyes may know."""
        frame = self.frame
        if frame is not None:
            return tuple(frame.events)
        return tuple(e.text for e in visible(self.turns[-1].events, self.seat)) if self.turns else ()

    def rules(self) -> tuple[str, ...]:
        """The ids of the rules to show now: those of a refusal first, then those of what just happened."""
        frame = self.frame
        if frame is not None:
            said: tuple[str, ...] = tuple(frame.rules)
        else:
            said = tuple(r for e in (visible(self.turns[-1].events, self.seat) if self.turns else ()) for r in e.rules)
        return tuple(dict.fromkeys((*self.message.rules, *said, *(b.partition("=")[0] for b in self.broken))))

    def statement(self, rule: str) -> str:
        """What a rule says; empty if the rulebook has no such id."""
        found = self.original.rulebook.statements.get(rule)
        return found.text if found is not None else ""

    def breakable(self, rule: str) -> tuple[Break, ...]:
        """The ways in which a rule can be broken on purpose; empty if it cannot."""
        return tuple(b for b in self.original.breaks() if b.rule == rule)

    def log(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Each action of the play with what happened, as far as the eyes may know."""
        return tuple((self.named(t), tuple(e.text for e in visible(t.events, self.seat))) for t in self.turns)

    def named(self, turn: Turn) -> str:
        """The notation of an action, or that it is hidden from the eyes."""
        return str(turn.action) if self._open(str(turn.action), turn.player, turn.events) else HIDDEN

    def _open(self, action: str, player: int, events: Sequence[Event]) -> bool:
        """Whether the eyes may read it: it is their own action, or nothing in it is told only by hidden events."""
        if player == self.seat:
            return True
        words = [w for w in action.casefold().replace("-", " ").split()[1:] if len(w) > 1]
        known = _told(visible(events, self.seat))
        hidden = _told([e for e in events if not e.visible_to(self.seat)])
        return not any(w in hidden and w not in known for w in words)

    def action(self) -> str:
        """The notation of the action that led here, as far as the eyes may know; empty where there is none."""
        if self.mode == "play":
            return self.named(self.turns[-1]) if self.turns else ""
        frame = self.frame
        if frame is None or not frame.action or self._example is None:
            return ""
        before = self._example.state(self.branch, self.at - 1, self.game) if self.at else None
        moment = self._example.moments(self.branch, self.game)[self.at]
        player = before.current_player() if before is not None else -1
        return frame.action if self._open(frame.action, player, moment.events) else HIDDEN

    def scene(self, **options: Any) -> Scene:
        """The picture for the chosen eyes, with what is selected, possible, refused and what just happened."""
        shown: dict[str, Any] = {}
        if self.mode == "play":
            chosen = tuple(p.id for p in self.chosen() if p.kind in BOARD_KINDS)
            shown = {"selected": chosen, "targets": self.targets(), "refused": self.message.fields}
            if self.turns and not chosen and not self.message.fields:
                last = self.turns[-1]
                shown |= {"last": last.action, "events": visible(last.events, self.seat)}
        elif self._example is not None and self.frame is not None:
            moment = self._example.moments(self.branch, self.game)[self.at]
            shown["events"] = visible(moment.events, self.seat)
            if self.frame.action:
                shown["last"] = self.game.parse_action(self.frame.action)
        return self.game.scene(self.view, **(shown | options))

    def _state(self) -> State:
        """The full state; never shown, only asked for views, legality and copies."""
        if self.mode == "play":
            assert self._now is not None
            return self._now
        assert self._example is not None
        return self._example.state(self.branch, self.at, self.game)

    # ---- the example

    def _clamp(self, step: int) -> int:
        return max(0, min(step, len(self.frames) - 1))

    @property
    def ask(self) -> Ask | None:
        """The question that the reader is being asked before the next frame."""
        frames = self.frames
        return frames[self.at + 1].ask if self.asking and self.at + 1 < len(frames) else None

    @property
    def at_end(self) -> bool:
        """Whether the chosen line has no further frame."""
        return self.at + 1 >= len(self.frames)

    def ways_on(self) -> tuple[tuple[str, str], ...]:
        """Name and title of the branches that begin where the line on show ends; empty before its end."""
        if self.record is None or self.mode == "play" or not self.at_end or self.asking:
            return ()
        here = len(self.record.line(self.branch))
        if self.at + 1 < here:
            return ()
        return tuple(
            (b.name, b.title or b.name) for b in self.record.branches if b.after == here and b.name != self.branch
        )

    def _fresh(self) -> None:
        """The position or the eyes have changed."""
        self._stage = self._view = None

    # ---- whose eyes

    @property
    def eyes(self) -> tuple[tuple[int, str], ...]:
        """The eyes that the reader may choose: number and name."""
        return ((TABLE, "Everybody (open table)"), *enumerate(self.game.seats))

    def _seat(self, seat: int | str | None) -> int:
        names = self.original.seats
        if seat is None:
            return self.record.viewer if self.record is not None else TABLE
        if isinstance(seat, str) and seat in names:
            return names.index(seat)
        if isinstance(seat, int) and (seat == TABLE or 0 <= seat < len(names)):
            return seat
        raise ValueError(f"there is no seat {seat!r}; there are {', '.join(names)}")

    @property
    def to_act(self) -> int | None:
        """The seat that decides now; ``None`` when nobody does."""
        player = self._state().current_player()
        return player if player >= 0 else None

    @property
    def may_act(self) -> bool:
        """Whether the reader plays and the chosen eyes are those of the seat that decides (or of the whole table)."""
        return self.mode == "play" and self.to_act is not None and self.seat in (TABLE, self.to_act)

    # ---- staged input

    @property
    def stage(self) -> Stage:
        """The action being put together."""
        if self._stage is None:
            actions: Sequence[Action] = self._state().legal_actions() if self.may_act else ()
            self._stage = Stage(self.game, self.view, actions)
        return self._stage

    def chosen(self) -> tuple[Pick, ...]:
        """The picks made so far."""
        return self.stage.chosen if self.mode == "play" else ()

    def choices(self) -> tuple[Pick, ...]:
        """What may be picked next: what a keyboard and a screen reader use. Empty when the reader may not act."""
        return self.stage.choices() if self.mode == "play" else ()

    def targets(self) -> Mapping[str, int]:
        """The places on the board to highlight, with what each costs where the game says so (1 otherwise).

        While an action is begun, all its next places; before that only where the choice is one of places alone.
        """
        choices = self.choices()
        if not self.chosen() and any(p.kind not in (*BOARD_KINDS, "button") for p in choices):
            return {}
        cost: Callable[..., int] = getattr(self.game, "pick_cost", lambda picks, view: 1)
        return {p.id: cost((*self.chosen(), p), self.view) for p in choices if p.kind in BOARD_KINDS}

    def tray(self, kind: str) -> tuple[tuple[Pick, bool], ...]:
        """The cards (``"card"``) or supply (``"supply"``) of the seat that decides, as far as the eyes may see them,
        each with whether it can be picked now; those that cannot may be tried, and the refusal says why."""
        if not self.may_act:
            return ()
        now = {p: p for p in (*self.choices(), *self.stage.first()) if p.kind == kind}
        there = dict.fromkeys(p for p in self._trays() if p.kind == kind)
        return tuple((replace(now.get(p, p), number=p.number), p in now) for p in {**there, **now})

    def about(self, pick: Pick) -> str:
        """What a card or a piece of a tray costs and does, in a sentence or two."""
        return self.game.about(pick, self.stage.view)

    def _trays(self) -> Iterable[Pick]:
        """All cards and supply on the table, by the game's own ``trays`` or else from the facts."""
        trays: Callable[[View], Iterable[Pick]] | None = getattr(self.game, "trays", None)
        if trays is not None:
            return trays(self.view)
        hands = self.view.facts().get("cards", ())
        mine = hands[self.to_act] if self.to_act is not None and self.to_act < len(hands) else ()
        labels = {p.id: p for p in (*self.stage.first(), *self.choices()) if p.kind == "card"}
        return [
            labels.get(name, Pick("card", name, name.replace("-", " ").capitalize())) for name in mine if name != "?"
        ]

    def buttons(self) -> tuple[Pick, ...]:
        """The choices that are neither on the board nor in a tray."""
        return tuple(p for p in self.choices() if p.kind == "button")

    # ---- the play

    @property
    def can_undo(self) -> bool:
        """Whether there is an action or a pick to take back."""
        return self.mode == "play" and bool(self.turns or self.chosen())

    @property
    def can_redo(self) -> bool:
        """Whether an action taken back can be done again."""
        return self.mode == "play" and bool(self.future)

    def _break(self, rules: tuple[str, ...]) -> None:
        try:
            game = self.original.without(*rules) if rules else self.original
        except KeyError as error:
            raise ValueError(f"{error.args[0] if error.args else rules} cannot be broken on purpose") from None
        self.report = self._example.broken(game) if self._example is not None and rules else ()
        self.game, self.broken = game, rules
        if self._now is not None:
            self._now = _under(self._now, game)
            self.turns = tuple(Turn(_under(t.before, game), t.player, t.action, t.events) for t in self.turns)
            self.future = tuple(Turn(_under(t.before, game), t.player, t.action, t.events) for t in self.future)
        self._fresh()
        self.asking = False
        if self.record is not None and self.mode == "example":
            self.at = self._clamp(self.at)
        self.message = Message("notice", self.notice() or "All rules hold again.")

    def notice(self) -> str:
        """What the reader must know while rules are broken; empty in the real game."""
        texts = [
            b.text
            for rule in self.broken
            for b in self.breakable(rule.partition("=")[0])
            if str(b) == rule or b.rule == rule
        ][: len(self.broken)]
        return "This is not the real game. " + " ".join(texts) if self.broken else ""

    def outcome(self) -> Outcome | None:
        """The documented outcome beside the reader's; ``None`` while the example is on show."""
        if self._example is None or self.mode != "play" or self.left is None or self._now is None:
            return None
        after = [*(t.before for t in self.turns[1:]), self._now]
        played = [
            (t.action, state, " ".join(e.text for e in visible(t.events, self.seat)))
            for t, state in zip(self.turns, after, strict=False)
        ]
        return compare(self._example, self.left, played, self._now)

    def describe(self) -> str:
        """The situation in a few lines of text, the same for the same situation."""
        where = f"frame {self.at + 1} of {len(self.frames)}" if self.mode == "example" else f"{len(self.turns)} played"
        eyes = dict(self.eyes)[self.seat]
        lines = [f"{self.title}: {self.branch or 'main'}, {where}, seen by {eyes}"]
        if self.broken:
            lines.append(f"broken: {', '.join(self.broken)}")
        lines.append(self.headline())
        for side in self.sides():
            role = f" {side.role}" if side.role else ""
            rows = ", ".join(f"{k} {v}" for k, v in side.rows)
            lines.append(f"{side.name}{role}: {side.total or '-'}" + (f" ({rows})" if rows else ""))
        if self.mode == "play":
            lines.append(f"{len(self.choices())} choices")
        if self.message.text:
            lines.append(str(self.message))
        return "\n".join(lines)


def _told(events: Iterable[Event]) -> str:
    """All words and values of some events."""
    parts = [part for e in events for part in (e.text, *(str(value) for _, value in e.data))]
    return " ".join(parts).casefold().replace("-", " ")


def _under(state: State, game: Game) -> State:
    """The same position, from now on under the rules of ``game``."""
    out = state.clone()
    out.game = game  # type: ignore[misc]  # every state has the slot
    return out
