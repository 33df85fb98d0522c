"""The table: a whole game as one ipywidget, for JupyterLab and for pages.

It paints a :class:`~hexwidgets.match.Match` and forwards input. What nobody at the device decides runs on the event
loop in slices, so that the board answers meanwhile.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import ipywidgets as w
from traitlets import Unicode, observe, validate

from hexlib.draw.scene import BESIDE
from hexlib.draw.svg import img
from hexlib.draw.theme import THEMES
from hexlib.game import Game
from hexlib.record import RecordError
from hexwidgets import markup, style, tablemarkup
from hexwidgets.board import Board
from hexwidgets.controller import Controller
from hexwidgets.entry import Entry
from hexwidgets.keeping import as_example, fitting, kept_text, restored, shared_text
from hexwidgets.match import Match
from hexwidgets.messages import Message, plain, spoken
from hexwidgets.panels import Panels
from hexwidgets.parts import GONE, Kit, put
from hexwidgets.plans import Plan, plan
from hexwidgets.race import RaceTrack
from hexwidgets.sequelform import Calls, SequelForm
from hexwidgets.sequels import again, begins_by_itself, follow, proposed, sequel_of
from hexwidgets.setupform import SetupForm

if TYPE_CHECKING:
    from hexlib.draw.scene import Scene, Spot
    from hexwidgets.player import Player

__all__ = ["Table", "table"]

Later = Callable[[float, Callable[[], None]], Callable[[], None]]
"""Calls something after so many seconds; the result takes that back."""


def on_the_loop(seconds: float, call: Callable[[], None]) -> Callable[[], None]:
    """By the event loop that runs now: Jupyter's, or the page's."""
    return asyncio.get_running_loop().call_later(seconds, call).cancel


class Table(w.VBox):  # type: ignore[misc]
    """A form to set a game up, then the game.

    Args:
        first: what the form proposes.
        match: a game that has begun; without one the form is shown.
        theme: "light" or "dark"; the page may set the trait later.
        width: px of the board's picture, or "wide" or "narrow".
        rule_link: address of a rule's statement, with ``{id}`` in it; empty for no links.
        theme_switch: whether there is a button for light and dark; a page has its own.
        file: where the game is kept after every action.
        later: calls something after some seconds; by default on the running event loop.
        strict: raise unexpected errors as well as showing them.
    """

    theme = Unicode("light", help="light or dark").tag(sync=True)
    kept = Unicode("", help="the whole game as a text, to come back to; empty before it begins").tag(sync=True)

    def __init__(
        self,
        first: Plan,
        match: Match | None = None,
        *,
        theme: str = "light",
        width: float | str = BESIDE,
        rule_link: str = "",
        theme_switch: bool = True,
        file: Path | None = None,
        later: Later = on_the_loop,
        strict: bool = False,
    ) -> None:
        self.strict = strict
        self.match = match or Match(first, strict=strict)
        self.playing = match is not None
        self.example: Player | None = None
        self._first = first
        self._home = first.home
        self._width = width
        self._rule_link = rule_link
        self._file = file
        self._later = later
        self._cancel: Callable[[], None] | None = None
        self._busy = False
        self._acting: tuple[Match, int] | None = None
        self._unwatch: Callable[[], None] = lambda: None
        self._kit = Kit()
        theme = theme if theme in THEMES else THEMES[0]
        self._make(theme, theme_switch)
        super().__init__(self._arranged(), theme=theme, layout=self._kit.layout, _dom_classes=_classes(theme))
        self._bind(self.match)

    @validate("theme")
    def _valid_theme(self, proposal: Any) -> str:
        value = proposal["value"]
        return value if value in THEMES else "light"

    @observe("theme")
    def _new_theme(self, change: Any) -> None:
        put(self, _dom_classes=_classes(change["new"]))
        self.guard(lambda: setattr(self.board, "theme", change["new"]))
        self.guard(lambda: setattr(self.race, "theme", change["new"]))
        if self.example is not None:
            self.example.theme = change["new"]
        put(self.theme_button, description=_other(change["new"]).capitalize())

    # ---- making -------------------------------------------------------------------------------------------------

    def _make(self, theme: str, theme_switch: bool) -> None:
        kit, m = self._kit, self.match
        self.form = SetupForm(kit, self._first, self.guard, self.start)
        self.board = Board(m.scene(width=self._width), theme=theme)
        self.board.guard = self.guard
        self.board.on_pick = lambda spot: self.match.click(spot.id, spot.kind)
        self.board.on_hover = self._hovered
        self.board.on_escape = lambda: self.match.cancel()
        self.board.on_leave = self._left
        self.strip, self.status, self.messages, self.under = (kit.html() for _ in range(4))
        self.news, self.history, self.curtain = kit.html(), kit.html(), kit.html()
        self.show_me = self._button("", "Show me my cards", self._sit_down, "hx-first")
        self.curtain_box = kit.column("hx-curtainbox", self.curtain, self.show_me)
        self.sequel = SequelForm(
            kit,
            self.guard,
            lambda choices: self.start(follow(self.match, choices)),
            lambda: self.start(again(self.match)),
        )
        self.calls = Calls(kit, self.guard, lambda action: self.match.call(action))
        self.entry = Entry(kit, m, self.guard)
        self.panels = Panels(kit, self.entry.press, self._rule_link)
        self.race = RaceTrack(kit, self.guard, theme)
        self.race.later = self._later
        self.race.on_lost = lambda seat: self.match.lost_race(seat, "race")
        self.race.on_declared = lambda seat: self.match.lost_race(seat)
        self.race.on_chance = lambda: self.match.race_by_chance()
        self.eyes = kit.dropdown("Seen by")
        self.eyes.observe(self._eyes_chosen, "index")
        steps = (
            ("First", "The start of the game", lambda: self.match.review(0)),
            ("Back", "The move before", lambda: self.match.step(-1)),
            ("Forward", "The next move", lambda: self.match.step(1)),
            ("To the present", "Play on", lambda: self.match.review(len(self.match.turns))),
        )
        self.steps = [self._button(*step, "hx-small") for step in steps]
        self.undo_button = self._button("Undo", "Take the last action back", lambda: self.match.undo())
        self.redo_button = self._button("Redo", "Do it again", lambda: self.match.redo())
        self.hide_button = self._button("Hide my cards", "Let the curtain down", lambda: self.match.hide())
        self.hurry_button = self._button("Move now", "Let the opponent answer at once", lambda: self.match.hurry())
        self.pause_button = self._button("", "", lambda: self.match.pause(not self.match.paused))
        self.window_button = self._button(
            "", "", lambda: self.match.stop_everywhere(not self.match.plan.every_window), "hx-small"
        )
        self.keep_button = self._button("Keep, share, load", "The game as a text", self._toggle_texts, "hx-small")
        self.example_button = self._button(
            "Open as an example",
            "The moves round this one, to step through and to try others",
            self._example,
            "hx-small",
        )
        self.new_button = self._button("New game", "Back to the form; this game is kept", self._new, "hx-small")
        self.theme_button = self._button(_other(theme).capitalize(), "Light or dark", self._swap_theme, "hx-small")
        put(self.theme_button, shown=theme_switch)
        self.text = kit.area("Text")
        self.download = kit.html()
        self.text_note = kit.html()
        self.text_buttons = kit.row(
            self._button("To go on later", "The whole game; it holds hidden cards", self._show_kept),
            self._button("To pass on", "Only what the eyes on show may know", self._show_shared),
            self._button("Load this text", "Go on with the game in the text below", self._load),
        )
        self.texts = kit.column("hx-texts", self.text_buttons, self.text_note, self.text, self.download)
        put(self.texts, shown=False)
        put(self.text, shown=True)
        self.back_button = self._button("Close the example", "Back to the game", self._close_example)
        self.example_box = kit.column("hx-examplebox")
        self.resume_button = self._button("Back to the game", "Go on with the game that has begun", self._resume)
        self.form_load = self._button("Load a game", "From a text", self._toggle_texts)
        self.style_sheet = kit.html(style.sheet())

    def _button(self, text: str, tip: str, press: Callable[[], None], *classes: str) -> Any:
        return self._kit.button(text, tip, lambda: self.guard(press), *classes)

    def _arranged(self) -> tuple[Any, ...]:
        kit = self._kit
        review = kit.row(*self.steps, classes=("hx-review",))
        left = kit.column("hx-left", self.board, self.under, review, kit.row(self.eyes))
        acts = kit.row(self.undo_button, self.redo_button, self.hide_button, self.hurry_button, self.pause_button)
        right = kit.column(
            "hx-right",
            self.status,
            self.sequel.box,
            self.curtain_box,
            self.messages,
            self.race.box,
            self.entry.box,
            self.calls.box,
            acts,
            self.panels.box,
        )
        tools = kit.row(self.window_button, self.keep_button, self.example_button, self.new_button, self.theme_button)
        main = kit.box(left, right, kit.column("hx-below", self.news), classes=("hx-main",))
        self.game_box = kit.column("hx-game", self.strip, main, self.history, tools)
        self.form_box = kit.column("hx-form", self.form.box, kit.row(self.resume_button, self.form_load))
        return (self.style_sheet, self.form_box, self.game_box, self.texts, self.example_box)

    def close(self) -> None:
        """Take the table away with all its widgets; nothing goes on thinking."""
        self._stop()
        self._unwatch()
        self._close_example()
        for canvas in self.board._canvases:
            canvas.close()
        self.board.close()
        self.race.close()
        self._kit.close()
        super().close()

    # ---- games --------------------------------------------------------------------------------------------------

    def _bind(self, match: Match) -> None:
        self._stop()
        self._unwatch()
        self.match = self.entry.controller = match
        self._unwatch = match.on_change(self.refresh)
        self.refresh()

    def start(self, plan: Plan) -> None:
        """Begin a game."""
        self.playing = True
        self._bind(Match(plan, strict=self.strict))

    def load(self, text: str) -> None:
        """Go on with the game that a text holds.

        Raises:
            RecordError: the text is not a record of this game; the game on the table stays.
        """
        match = restored(fitting(text, self._home), seats=self.match.plan.seats, strict=self.strict)
        self.playing = True
        self._bind(match)

    def _new(self) -> None:
        self.playing = False
        self._stop()
        put(self.texts, shown=False)
        self.refresh()

    def _resume(self) -> None:
        self.playing = True
        self.refresh()

    # ---- what goes on by itself -----------------------------------------------------------------------------------

    def _stop(self) -> None:
        if self._cancel is not None:
            self._cancel()
            self._cancel = None

    def _go_on(self) -> None:
        wait = 2.0 if begins_by_itself(self.match) else 0.05 if self.match.busy else 0.0
        if wait and self._cancel is None and self.playing:
            try:
                self._cancel = self._later(wait, self._work)
            except RuntimeError:  # no event loop: a plain program, which has nobody to keep waiting
                self.match.run()

    def _work(self) -> None:
        self._cancel = None
        self.guard(self._worked)

    def _worked(self) -> None:
        if not self.playing:
            return
        if begins_by_itself(self.match):
            return self.start(follow(self.match))
        wait = self.match.work()
        if wait is not None and self._cancel is None:
            self._cancel = self._later(wait, self._work)
        put(self.hurry_button, shown=self.match.thought > 0)

    # ---- painting -----------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Paint the game as it is now."""
        self.guard(self._refresh)

    def _refresh(self) -> None:
        m = self.match
        self._busy = True
        try:
            put(self.form_box, shown=not self.playing)
            put(self.game_box, shown=self.playing)
            put(self.resume_button, shown=bool(m.turns))
            if self.playing:
                self._refresh_game(m)
        finally:
            self._busy = False
        self._hand_on_focus(m)
        self._keep()
        self._go_on()

    def _refresh_game(self, m: Match) -> None:
        put(self.strip, value=markup.strip(m.sides(), m.headline()))
        put(self.status, value=tablemarkup.status(m))
        put(self.messages, value=markup.message(m.message, self._rule_link))
        put(self.curtain, value=tablemarkup.curtain(m))
        put(self.curtain_box, shown=m.curtain is not None)
        if m.curtain is not None:
            put(self.show_me, description=f"I am {m.plan.named(m.curtain)}, show me")
        self._refresh_sequel(m)
        targets = m.choices()
        self.board.kinds = ("point", "field") if any(p.kind == "point" for p in targets) else ("field",)
        self.board.show(m.scene(width=self._width))
        waits = self._acting == (m, m.seat) and self._only_waits(m)
        if not waits:
            self._acting = (m, m.seat) if m.may_act else None
        put(self.under, value=self.entry.refresh(m.may_act, waits))
        self.calls.show(m.calls())
        self.panels.show(m.view.panels(), targets, m.chosen())
        self.race.show(m.racers(), m.game.seats, m.plan.seats, len(m.turns))
        put(self.news, value=tablemarkup.news(m))
        put(self.history, value=tablemarkup.log(m, self._rule_link))
        eyes = m.eyes
        put(self.eyes, shown=len(eyes) > 1 and m.curtain is None)
        if tuple(self.eyes.options) != tuple((name, seat) for seat, name in eyes):
            put(self.eyes, options=[(name, seat) for seat, name in eyes])
        put(self.eyes, index=[seat for seat, _ in eyes].index(m.seat) if m.seat in dict(eyes) else None)
        at_start, at_end = m.at_turn == 0, m.reviewing is None
        for button, off in zip(self.steps, (at_start, at_start, at_end, at_end), strict=True):
            put(button, disabled=off)
        put(self.undo_button, disabled=not m.can_undo)
        put(self.redo_button, shown=m.plan.open, disabled=not m.can_redo)
        put(self.hide_button, shown=m.plan.curtained and m.present is not None and not (m.unasked or m.revealed))
        machines = len(m.plan.people) < m.game.num_players
        put(self.hurry_button, shown=m.thought > 0)
        put(
            self.pause_button,
            shown=machines and not m.over,
            description="Opponents go on" if m.paused else "Opponents wait",
            tooltip="Stop and go on",
        )
        put(
            self.window_button,
            shown=bool(m.plan.people) and not m.over,
            description="Go on by itself" if m.plan.every_window else "Stop at every window",
            tooltip="Whether to stop where nothing but passing can be done",
        )

    def _refresh_sequel(self, m: Match) -> None:
        """What comes after the game, once it is over and nobody looks back."""
        over = m.over and m.reviewing is None
        sequel = sequel_of(m) if over else None
        who = m.plan.who(sequel.seat) if sequel is not None and sequel.seat >= 0 else ""
        self.sequel.show(over, sequel, proposed(m, sequel), who)

    def _only_waits(self, m: Match) -> bool:
        """Whether the person whose eyes look waits for others, and will act again with the same eyes."""
        away = m.over or m.reviewing is not None or m.curtain is not None or m.racers()
        return not m.may_act and not away and (m.plan.open or m.seat in m.plan.people)

    def _hand_on_focus(self, m: Match) -> None:
        """A button that was pressed and is off or gone would drop the focus to the top of the page: hand it on."""
        pressed = self._kit.pressed
        if pressed is None or (self.playing and self._only_waits(m)):
            return
        self._kit.pressed = None
        there = not pressed.disabled and any(widget is pressed for widget in _on_show(self))
        if there and (pressed.description == self._kit.pressed_as or not self.entry.uses_again(pressed)):
            return
        if not self.playing:
            self.form.start_button.focus()
        elif m.curtain is not None:
            self.show_me.focus()
        elif m.may_act:
            self.entry.choose_button.focus()
        elif self.sequel.shown:
            self.sequel.focus()
        else:
            next((b for b in self.steps if not b.disabled), self.keep_button).focus()

    def _keep(self) -> None:
        """The text of the game for the page, and for the file; a game that follows another is kept before its first
        action."""
        if not self.playing or not (self.match.turns or self.match.plan.position is not None):
            return
        text = kept_text(self.match)
        if text != self.kept:
            self.kept = text
            if self._file is not None:
                self._file.write_text(text, "utf-8")

    # ---- input --------------------------------------------------------------------------------------------------

    def guard(self, call: Callable[[], None]) -> None:
        """Run a callback; an exception becomes a line in the message area instead of vanishing."""
        try:
            call()
        except RecordError as error:
            self._say("error", str(error))
        except ValueError as error:
            self._say("error", plain(error))
            if self.strict:
                raise
        except Exception as error:
            self._say("error", f"Something went wrong here: {plain(error) or type(error).__name__}")
            if self.strict:
                raise

    def _say(self, kind: str, text: str) -> None:
        value = markup.message(Message(kind, plain(text)))
        self.messages.value = value
        self.text_note.value = value if "hx-gone" not in self.texts._dom_classes else ""
        if not self.playing:
            self.form.about.value = value

    def _hovered(self, spot: Spot | None) -> None:
        chosen = ", ".join(spoken(p) for p in self.match.chosen())
        words = spot.label or spot.id if spot is not None else f"Selected: {chosen}" if chosen else ""
        put(self.under, value=f'<p class="hx-title" role="status">{escape(words)}</p>' if words else "")

    def _left(self, backwards: bool) -> None:
        """Tab in the canvas: ipycanvas keeps the key, so the focus is moved by hand."""
        ahead = self.entry.choose_button if self.match.may_act else self.keep_button
        (self.new_button if backwards else ahead).focus()

    def _sit_down(self) -> None:
        seat = self.match.curtain
        if seat is not None:
            self.match.sit_down(seat)

    def _eyes_chosen(self, change: Any) -> None:
        if not self._busy and change["new"] is not None:
            self.guard(lambda: self.match.look(self.match.eyes[change["new"]][0]))

    def _swap_theme(self) -> None:
        self.theme = _other(self.theme)

    # ---- texts, examples ------------------------------------------------------------------------------------------

    def _toggle_texts(self) -> None:
        hidden = "hx-gone" in self.texts._dom_classes
        put(self.text, value="")
        put(self.download, value="")
        put(self.text_note, value="<p>Make a text of this game, or paste one here and load it.</p>" if hidden else "")
        put(self.texts, shown=hidden)  # last, so that nothing typed into it is wiped away

    def _show_text(self, text: str, note: str, name: str) -> None:
        put(self.text, value=text)
        put(self.download, value=tablemarkup.download(text, name))
        put(self.text_note, value=f"<p>{escape(note)}</p>")

    def _show_kept(self) -> None:
        hidden = "" if self.match.revealed else " It holds the hidden cards too: do not peek."
        self._show_text(kept_text(self.match), f"The whole game. Load it here to go on.{hidden}", self.match.game.name)

    def _show_shared(self) -> None:
        eyes = dict(self.match.eyes).get(self.match.seat, "a bystander")
        note = f"What {eyes[:1].lower() + eyes[1:] if eyes.startswith('A ') else eyes} may know of the latest moves."
        if self.match.revealed:
            note = "The whole game; nothing in it is hidden any more."
        self._show_text(shared_text(self.match), note, f"{self.match.game.name}-shared")

    def _load(self) -> None:
        self.load(self.text.value)
        self._toggle_texts()

    def _example(self) -> None:
        from hexwidgets.player import Player

        self._close_example()
        record, frame = as_example(self.match)
        seat = record.seat or None
        controller = Controller(record, step=frame, seat=seat, strict=self.strict)
        self.example = Player(
            controller, theme=self.theme, width=self._width, rule_link=self._rule_link, theme_switch=False
        )
        put(self.example_box, children=(self.back_button, self.example))
        put(self.game_box, shown=False)
        self._stop()

    def _close_example(self) -> None:
        if self.example is None:
            return
        example, self.example = self.example, None
        put(self.example_box, children=())
        example.close()
        self.refresh()

    # ---- without a screen -----------------------------------------------------------------------------------------

    def __repr__(self) -> str:
        return self.match.describe() if self.playing else f"{self.match.game.title}: a table, not begun"

    __str__ = __repr__

    def _repr_mimebundle_(self, **keys: Any) -> dict[str, Any]:
        """The widget, and for those who cannot show one its text and its picture."""
        bundle: dict[str, Any] = super()._repr_mimebundle_(**keys) or {}
        bundle["text/plain"] = repr(self)
        bundle["text/html"] = img(self._scene())
        return bundle

    def _scene(self) -> Scene:
        return self.match.scene(width=self._width)


def _on_show(widget: Any) -> Iterator[Any]:
    """A widget and all that it shows."""
    if GONE not in widget._dom_classes:
        yield widget
        for child in getattr(widget, "children", ()):
            yield from _on_show(child)


def _classes(theme: str) -> tuple[str, ...]:
    return "hx-player", "hx-tabletop", f"hx-{theme}"


def _other(theme: str) -> str:
    return "light" if theme == "dark" else "dark"


def table(
    game: str | Game = "knee-deep-in-hexes",
    seats: Sequence[str] | None = None,
    *,
    options: Mapping[str, str] | None = None,
    rulings: Mapping[str, str | int] | None = None,
    seed: int | None = None,
    open: bool = False,
    every_window: bool = False,
    start: bool | None = None,
    text: str = "",
    file: str | Path | None = None,
    theme: str = "light",
    width: float | str = BESIDE,
    rule_link: str = "",
    theme_switch: bool = True,
    later: Later = on_the_loop,
    strict: bool = False,
) -> Table:
    """A table for a whole game.

    >>> table("knee-deep-in-hexes")  # doctest: +SKIP
    >>> table("hex-hex-next", ["person", "person", "search", "greedy"], file="evening.toml")  # doctest: +SKIP

    Args:
        game: its name, or a game with rulings of its own.
        seats: who plays each seat: ``"person"``, ``"random"``, ``"greedy"`` or ``"search"``; the last named goes for
            the rest.
        options: the game's options by name; see :meth:`hexlib.game.Game.options`.
        rulings: readings and numbers by name.
        seed: of everything that chance decides; by default a fresh one.
        open: whether everybody sees all hands.
        every_window: whether people are stopped also where the game would go on by itself.
        start: begin at once; otherwise the form comes first. By default at once where ``seats`` or ``text`` is given.
        text: a game to go on with, as :attr:`Table.kept` or the table's text has it.
        file: where the game is kept after every action; what is there is gone on with.
        theme: "light" or "dark".
        width: px of the board's picture.
        rule_link: address of a rule's statement, with ``{id}`` in it.
        theme_switch: whether there is a button for light and dark.
        later: calls something after some seconds; by default on the running event loop.
        strict: raise unexpected errors as well as showing them.

    Raises:
        KeyError: there is no such game.
        ValueError: a seat, option or ruling is wrong, or the text is not a record of this game.
    """
    first = plan(game, seats, options=options, rulings=rulings, seed=seed, open=open, every_window=every_window)
    path = Path(file) if file is not None else None
    if path is not None and path.is_file() and not text:
        text = path.read_text("utf-8")
    match = None
    if text:
        match = restored(fitting(text, first.game.name), seats=first.seats, strict=strict)
    elif start or (start is None and seats is not None):
        match = Match(first, strict=strict)
    return Table(
        first,
        match,
        theme=theme,
        width=width,
        rule_link=rule_link,
        theme_switch=theme_switch,
        file=path,
        later=later,
        strict=strict,
    )
