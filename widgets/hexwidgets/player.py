"""The player: a board, what is happening, and everything a reader can do, as one ipywidget.

The same widget runs in JupyterLab and in the book's pages (only base, controls and ipycanvas widgets). It paints the
:class:`~hexwidgets.controller.Controller` and forwards input; it decides nothing.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import ipywidgets as w
from traitlets import Unicode, observe, validate

from hexlib.draw.svg import img
from hexlib.draw.theme import THEMES
from hexlib.game import Game, Pick, State
from hexwidgets import markup, style
from hexwidgets.board import Board
from hexwidgets.controller import Controller
from hexwidgets.messages import Message, plain, spoken

if TYPE_CHECKING:
    from hexlib.draw.scene import Scene, Spot
    from hexlib.record import Record

__all__ = ["Player", "play"]

MOST_RULES = 16
"""Rules shown at once."""


def _button(text: str, tip: str, *classes: str) -> Any:
    button = w.Button(description=text, tooltip=tip)
    for name in classes:
        button.add_class(name)
    return button


def _shown(widget: Any, on: bool) -> None:
    widget.layout.display = None if on else "none"


@dataclass(frozen=True)
class Way:
    """A line that goes on where the one on show ends."""

    branch: str


class Buttons(w.Box):  # type: ignore[misc]
    """A row of buttons that are made once and used again, since widgets are never freed."""

    def __init__(self, press: Callable[[Any], None]) -> None:
        super().__init__()
        self.add_class("hx-row")
        self._press = press
        self._pool: list[Any] = []
        self._values: list[Any] = []

    def _made(self, i: int) -> Any:
        button = w.Button()
        button.on_click(lambda _: self._press(self._values[i]))
        return button

    def show(self, items: Iterable[tuple[Any, str, str, tuple[str, ...]]]) -> None:
        """Show one button for each value, text, tooltip and classes."""
        wanted = list(items)
        while len(self._pool) < len(wanted):
            self._pool.append(self._made(len(self._pool)))
        self._values = [value for value, *_ in wanted]
        for button, (_, text, tip, classes) in zip(self._pool, wanted, strict=False):
            button.description, button.tooltip = text, tip
            button._dom_classes = classes
        self.children = tuple(self._pool[: len(wanted)])
        _shown(self, bool(wanted))


class Player(w.VBox):  # type: ignore[misc]
    """Shows a controller and lets a reader play.

    Args:
        controller: what to show.
        theme: "light" or "dark"; the page may set the trait later.
        width: px of the board's picture, or "wide" or "narrow" as the game understands them.
        close: what the picture closes up on, as the game understands it; empty for the whole board.
        rule_link: address of a rule's statement, with ``{id}`` in it; empty for no links.
    """

    theme = Unicode("light", help="light or dark").tag(sync=True)

    def __init__(
        self,
        controller: Controller,
        *,
        theme: str = "light",
        width: float | str = 760,
        close: str = "",
        rule_link: str = "",
    ) -> None:
        super().__init__()
        self.controller = controller
        self.strict = controller.strict
        self._options: dict[str, Any] = {"width": width}
        self._close = close
        self._closed = bool(close)
        self._rule_link = rule_link
        self._busy = False
        self.theme = theme
        self.add_class("hx-player")
        self.add_class(f"hx-{theme}")
        self._make()
        self.children = self._arranged()
        self.refresh()
        controller.on_change(self.refresh)

    @validate("theme")
    def _valid_theme(self, proposal: Any) -> str:
        value = proposal["value"]
        return value if value in THEMES else "light"

    @observe("theme")
    def _new_theme(self, change: Any) -> None:
        if hasattr(self, "board"):
            self.remove_class(f"hx-{change['old']}")
            self.add_class(f"hx-{change['new']}")
            self.guard(lambda: setattr(self.board, "theme", change["new"]))

    # ---- making -------------------------------------------------------------------------------------------------

    def _make(self) -> None:
        c = self.controller
        self.board = Board(self._scene(), theme=self.theme)
        self.board.guard = self.guard
        self.board.on_pick = self._picked
        self.board.on_hover = self._hovered
        self.board.on_escape = c.cancel
        self.board.on_leave = self._left
        self.notice, self.strip, self.narration, self.question = (w.HTML() for _ in range(4))
        self.messages, self.under, self.outcome, self.history = (w.HTML() for _ in range(4))
        self.back_button = self._does(_button("Back", "The step before"), c.back)
        self.next_button = self._does(_button("Next", "The next step", "hx-first"), c.next)
        self.play_button = self._does(_button("Play from here", "Take over from this step"), self._switch)
        self.undo_button = self._does(_button("Undo", "Take the last action back"), c.undo)
        self.redo_button = self._does(_button("Redo", "Do it again"), c.redo)
        self.reset_button = self._does(_button("Undo all", "Take everything back"), c.undo_all)
        self.zoom_button = self._does(_button("Whole board", "Close-up or whole board"), self._zoom)
        self.branches = w.Dropdown(description="Line", options=[(title, name) for name, title in c.branches])
        self.branches.observe(self._branch_chosen, "index")
        self.eyes = w.Dropdown(description="Seen by", options=[(name, seat) for seat, name in c.eyes])
        self.eyes.observe(self._eyes_chosen, "index")
        self.answers = Buttons(self._answered)
        self.choices = w.Dropdown(description="Choices")
        self.choose_button = self._does(_button("Choose", "Make the choice shown", "hx-first"), self._choose)
        self.cancel_button = self._does(_button("Cancel", "Take the last pick back"), c.cancel)
        self.options = Buttons(self._press)
        self.hand = Buttons(self._press)
        self.supply = Buttons(self._press)
        self.hand_title, self.supply_title = w.HTML(), w.HTML()
        self.typed = w.Text(description="Or type", placeholder="an action, a field, a card", continuous_update=True)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # there is no other way to hear of Enter
            self.typed.on_submit(lambda _: self.guard(self._type))
        self.type_button = self._does(_button("Do", "Do what is typed"), self._type)
        self.rule_rows: list[Any] = []
        self.rules_title = w.HTML('<p class="hx-title">Rules at work here</p>')
        self.rules = w.VBox()
        self.mend_button = self._does(_button("Mend all rules", "The real game again", "hx-small"), self._mend)
        self.share_button = self._does(_button("Show as a record", "The play as text", "hx-small"), self._share)
        self.theme_button = self._does(_button("Dark", "Light or dark", "hx-small"), self._swap_theme)
        self.record_text = w.Textarea(description="Record", disabled=False)
        self.style_sheet = w.HTML(style.sheet())

    def _does(self, button: Any, call: Callable[[], None]) -> Any:
        button.on_click(lambda _: self.guard(call))
        return button

    def _arranged(self) -> tuple[Any, ...]:
        def row(*children: Any) -> Any:
            box = w.Box(children)
            box.add_class("hx-row")
            return box

        def column(name: str, *children: Any) -> Any:
            box = w.VBox(children)
            box.add_class(name)
            return box

        steps = row(self.back_button, self.next_button, self.play_button, self.undo_button, self.redo_button)
        self.steps = steps
        self.entry = column(
            "hx-entry",
            row(self.choices, self.choose_button, self.cancel_button),
            self.options,
            self.hand_title,
            self.hand,
            self.supply_title,
            self.supply,
            row(self.typed, self.type_button),
        )
        left = column("hx-left", self.board, self.under, steps, row(self.branches, self.eyes))
        rules = column("hx-rules", self.rules_title, self.rules)
        right = column(
            "hx-right", self.narration, self.question, self.answers, self.messages, self.entry, self.outcome, rules
        )
        main = w.Box([left, right])
        main.add_class("hx-main")
        tools = row(self.reset_button, self.zoom_button, self.mend_button, self.share_button, self.theme_button)
        foot = column("hx-foot", tools, self.record_text, self.history)
        return (self.style_sheet, self.notice, self.strip, main, foot)

    # ---- painting -----------------------------------------------------------------------------------------------

    def _scene(self) -> Scene:
        options = dict(self._options)
        if self._close and self._closed:
            options["close"] = self._close
        return self.controller.scene(**options)

    def refresh(self) -> None:
        """Paint the controller as it is now."""
        self.guard(self._refresh)

    def _refresh(self) -> None:
        c = self.controller
        self._busy = True
        try:
            playing = c.mode == "play"
            self.notice.value = markup.notice(c)
            self.strip.value = markup.strip(c.sides(), c.headline())
            self.narration.value = markup.narration(c)
            self.question.value = markup.asked(c)
            self.messages.value = markup.message(c.message)
            self.outcome.value = markup.outcome(c.outcome())
            self.history.value = markup.log(c)
            targets = c.choices()
            self.board.kinds = ("point", "field") if any(p.kind == "point" for p in targets) else ("field",)
            self.board.show(self._scene())
            self._refresh_steps(playing)
            self._refresh_entry(playing)
            self._refresh_rules()
        finally:
            self._busy = False

    def _refresh_steps(self, playing: bool) -> None:
        c, recorded = self.controller, self.controller.record is not None
        _shown(self.back_button, not playing)
        _shown(self.next_button, not playing)
        self.back_button.disabled = c.at == 0 and not c.asking
        self.next_button.disabled = c.at_end
        self.next_button.description = "Show me" if c.asking else "Next"
        _shown(self.play_button, recorded)
        self.play_button.description = "Back to the example" if playing else "Play from here"
        for button in (self.undo_button, self.redo_button, self.reset_button):
            _shown(button, playing)
        self.undo_button.disabled, self.redo_button.disabled = not c.can_undo, not c.can_redo
        self.reset_button.disabled = not c.turns
        _shown(self.branches, not playing and len(c.branches) > 1)
        names = [name for name, _ in c.branches]
        if c.branch in names:
            self.branches.index = names.index(c.branch)
        self.eyes.index = [seat for seat, _ in c.eyes].index(c.seat)
        ask = c.ask
        if ask is not None:
            self.answers.show((choice, choice, f"My guess: {choice}", ()) for choice in ask.choices)
        else:
            self.answers.show((Way(name), title, f"Go on with: {title}", ("hx-first",)) for name, title in c.ways_on())
        _shown(self.zoom_button, bool(self._close))
        self.zoom_button.description = "Whole board" if self._closed else "Close-up"
        _shown(self.mend_button, bool(c.broken))
        self.theme_button.description = "Light" if self.theme == "dark" else "Dark"
        _shown(self.record_text, bool(self.record_text.value))

    def _refresh_entry(self, playing: bool) -> None:
        c = self.controller
        _shown(self.entry, playing)
        choices, chosen = c.choices(), c.chosen()
        labels = _told_apart([spoken(p) for p in choices])
        if labels != [label for label, _ in self.choices.options]:
            self.choices.options = list(zip(labels, range(len(choices)), strict=True))
            self.choices.index = 0 if choices else None
        self._choices = choices
        self.choices.disabled = self.choose_button.disabled = not choices
        _shown(self.cancel_button, bool(chosen))
        so_far = ", ".join(spoken(p) for p in chosen)
        self.under.value = f'<p class="hx-title">Selected: {escape(so_far)}</p>' if so_far else ""
        self.options.show((p, spoken(p), spoken(p), ()) for p in c.buttons()) if playing else self.options.show(())
        for kind, box, title, name in (
            ("card", self.hand, self.hand_title, "Cards"),
            ("supply", self.supply, self.supply_title, "Supply"),
        ):
            tray = c.tray(kind) if playing else ()
            box.show((p, spoken(p), _tray_tip(name, p, now), _tray_classes(p, now, chosen)) for p, now in tray)
            title.value = f'<p class="hx-title">{name}</p>' if tray else ""

    def _refresh_rules(self) -> None:
        c = self.controller
        wanted = c.rules()[:MOST_RULES]
        broken = {name.partition("=")[0] for name in c.broken}
        while len(self.rule_rows) < len(wanted):
            self.rule_rows.append(self._rule_row(len(self.rule_rows)))
        self._rules = wanted
        for (_, text, button), name in zip(self.rule_rows, wanted, strict=False):
            text.value = markup.rule(c, name, self._rule_link)
            ways = c.breakable(name)
            _shown(button, bool(ways))
            button.description = "Mend this rule" if name in broken else "Break this rule"
            button.tooltip = f"{button.description}: {name}. " + (ways[0].text if ways else "")
        self.rules.children = tuple(box for box, *_ in self.rule_rows[: len(wanted)])
        _shown(self.rules_title, bool(wanted))

    def _rule_row(self, i: int) -> tuple[Any, Any, Any]:
        text, button = w.HTML(), _button("", "", "hx-small")
        button.on_click(lambda _: self._toggle(i))
        box = w.Box([text, button])
        box.add_class("hx-row")
        box.add_class("hx-rulerow")
        return box, text, button

    # ---- input --------------------------------------------------------------------------------------------------

    def guard(self, call: Callable[[], None]) -> None:
        """Run a callback; an exception becomes a line in the message area instead of vanishing."""
        try:
            call()
        except Exception as error:
            text = f"Something went wrong here: {plain(error) or type(error).__name__}"
            self.messages.value = markup.message(Message("error", text))
            if self.strict:
                raise

    def _picked(self, spot: Spot) -> None:
        self.controller.click(spot.id, spot.kind)

    def _hovered(self, spot: Spot | None) -> None:
        chosen = ", ".join(spoken(p) for p in self.controller.chosen())
        words = spot.label or spot.id if spot is not None else f"Selected: {chosen}" if chosen else ""
        self.under.value = f'<p class="hx-title" role="status">{escape(words)}</p>' if words else ""

    def _left(self, backwards: bool) -> None:
        """Tab in the canvas: ipycanvas keeps the key, so the focus is moved by hand."""
        ahead = [self.undo_button, self.play_button] if self.controller.mode == "play" else [self.next_button]
        behind = self.rule_rows[0][2] if backwards and self.rule_rows else self.share_button
        usable = [b for b in ahead if not b.disabled] or [self.play_button, self.eyes]
        (behind if backwards else usable[0]).focus()

    def _switch(self) -> None:
        if self.controller.mode == "play":
            self.controller.back_to_example()
        else:
            self.controller.play_on()

    def _zoom(self) -> None:
        self._closed = not self._closed
        self.refresh()

    def _branch_chosen(self, change: Any) -> None:
        if not self._busy and change["new"] is not None:
            self.guard(lambda: self.controller.choose_branch(self.controller.branches[change["new"]][0]))

    def _eyes_chosen(self, change: Any) -> None:
        if not self._busy and change["new"] is not None:
            self.guard(lambda: self.controller.look(self.controller.eyes[change["new"]][0]))

    def _choose(self) -> None:
        index = self.choices.value
        if index is not None and index < len(self._choices):
            self.controller.choose(self._choices[index])

    def _answered(self, value: str | Way) -> None:
        if isinstance(value, Way):
            self.guard(lambda: self.controller.go_on(value.branch))
        else:
            self.guard(lambda: self.controller.answer(value))

    def _press(self, pick: Pick) -> None:
        self.guard(lambda: self.controller.choose(pick))

    def _type(self) -> None:
        text = self.typed.value
        self.controller.type_text(text)
        if self.controller.message.kind not in ("refused", "error"):
            self.typed.value = ""

    def _toggle(self, i: int) -> None:
        if i < len(self._rules):
            self.guard(lambda: self.controller.toggle_rule(self._rules[i]))

    def _mend(self) -> None:
        self.controller.break_rules(())

    def _share(self) -> None:
        self.record_text.value = "" if self.record_text.value else self.controller.share()
        _shown(self.record_text, bool(self.record_text.value))
        self.share_button.description = "Hide the record" if self.record_text.value else "Show as a record"

    def _swap_theme(self) -> None:
        self.theme = "light" if self.theme == "dark" else "dark"
        self.refresh()

    # ---- without a screen -----------------------------------------------------------------------------------------

    def __repr__(self) -> str:
        return self.controller.describe()

    __str__ = __repr__

    def _repr_mimebundle_(self, **keys: Any) -> dict[str, Any]:
        """The widget, and for those who cannot show one its text and its picture."""
        bundle: dict[str, Any] = super()._repr_mimebundle_(**keys) or {}
        bundle["text/plain"] = repr(self)
        bundle["text/html"] = img(self._scene())
        return bundle


def _tray_tip(name: str, pick: Pick, now: bool) -> str:
    return f"{name}: {spoken(pick)}" + ("" if now else " (not possible now; try it to see why)")


def _tray_classes(pick: Pick, now: bool, chosen: tuple[Pick, ...]) -> tuple[str, ...]:
    classes = ["hx-card"] if pick.kind == "card" else []
    if not now and pick not in chosen:
        classes.append("hx-idle")
    if pick in chosen:
        classes.append("hx-on")
    return tuple(classes)


def _told_apart(labels: list[str]) -> list[str]:
    """Labels with a number behind those that would be equal."""
    seen: dict[str, int] = {}
    out = []
    for label in labels:
        seen[label] = seen.get(label, 0) + 1
        out.append(label if seen[label] == 1 else f"{label} ({seen[label]})")
    return out


def play(
    source: Record | Game | State | Controller | Path | str,
    *,
    branch: str | None = None,
    step: int = 0,
    seat: int | str | None = None,
    broken: Iterable[str] = (),
    theme: str = "light",
    width: float | str = 760,
    close: str = "",
    rule_link: str = "",
    strict: bool = False,
) -> Player:
    """A player for a record, its text or its file, for a game or for a position.

    Args:
        source: a record, a path to one (a ``str`` without a line break), the text of one, a game, or a state.
        branch: name of the line to show.
        step: frame to show first, from 0.
        seat: whose eyes: number or name of a seat, or ``TABLE``; the record's own by default.
        broken: rules to break from the start.
        theme: "light" or "dark".
        width: px of the board's picture.
        close: what to close up on.
        rule_link: address of a rule's statement, with ``{id}`` in it.
        strict: raise unexpected errors as well as showing them.

    Raises:
        RecordError: the text is not a record.
        ValueError: no such branch, seat or rule.
    """
    from hexlib.record import load, loads

    if not isinstance(source, Controller):
        if isinstance(source, Path) or (isinstance(source, str) and "\n" not in source):
            source = load(source)
        elif isinstance(source, str):
            source = loads(source)
        keys: dict[str, Any] = {"branch": branch, "step": step, "seat": seat, "broken": tuple(broken)}
        if isinstance(source, Game):
            source = Controller(game=source, seat=seat, broken=tuple(broken), strict=strict)
        elif isinstance(source, State):
            source = Controller(state=source, seat=seat, broken=tuple(broken), strict=strict)
        else:
            source = Controller(source, strict=strict, **keys)
    return Player(source, theme=theme, width=width, close=close, rule_link=rule_link)
