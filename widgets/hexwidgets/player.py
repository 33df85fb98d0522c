"""The player: a board, what is happening, and everything a reader can do, as one ipywidget.

The same widget runs in JupyterLab and in the book's pages (only base, controls and ipycanvas widgets). It paints the
:class:`~hexwidgets.controller.Controller` and forwards input; it decides nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import ipywidgets as w
from traitlets import Unicode, observe, validate

from hexlib.draw.scene import BESIDE
from hexlib.draw.svg import img
from hexlib.draw.theme import THEMES
from hexlib.game import Game, State
from hexwidgets import markup, style
from hexwidgets.board import Board
from hexwidgets.controller import Controller
from hexwidgets.entry import Entry
from hexwidgets.messages import Message, plain, spoken
from hexwidgets.panels import Panels
from hexwidgets.parts import Buttons, Kit, put

if TYPE_CHECKING:
    from hexlib.draw.scene import Scene, Spot
    from hexlib.record import Record

__all__ = ["Player", "play"]

MOST_RULES = 16
"""Rules shown at once."""
HOME = "Back to the example"


@dataclass(frozen=True)
class Way:
    """A line that goes on where the one on show ends."""

    branch: str


class Player(w.VBox):  # type: ignore[misc]
    """Shows a controller and lets a reader play.

    Args:
        controller: what to show.
        theme: "light" or "dark"; the page may set the trait later.
        width: px of the board's picture, or "wide" or "narrow" as the game understands them.
        close: what the picture closes up on, as the game understands it; empty for the whole board.
        rule_link: address of a rule's statement, with ``{id}`` in it; empty for no links.
        theme_switch: whether there is a button for light and dark; a page has its own.
        way_back: whether a play that breaks no rule has a button back to the example; a page has its own.
    """

    theme = Unicode("light", help="light or dark").tag(sync=True)

    def __init__(
        self,
        controller: Controller,
        *,
        theme: str = "light",
        width: float | str = BESIDE,
        close: str = "",
        rule_link: str = "",
        theme_switch: bool = True,
        way_back: bool = True,
    ) -> None:
        self.controller = controller
        self._way_back = way_back
        self.strict = controller.strict
        self._options: dict[str, Any] = {"width": width}
        self._close = close
        self._closed = bool(close)
        self._rule_link = rule_link
        self._busy = False
        self._kit = Kit()
        theme = theme if theme in THEMES else THEMES[0]
        self._make(theme, theme_switch)
        super().__init__(
            self._arranged(), theme=theme, layout=self._kit.layout, _dom_classes=("hx-player", f"hx-{theme}")
        )
        self.refresh()
        self._unwatch = controller.on_change(self.refresh)

    @validate("theme")
    def _valid_theme(self, proposal: Any) -> str:
        value = proposal["value"]
        return value if value in THEMES else "light"

    @observe("theme")
    def _new_theme(self, change: Any) -> None:
        put(self, _dom_classes=("hx-player", f"hx-{change['new']}"))
        self.guard(lambda: setattr(self.board, "theme", change["new"]))
        put(self.theme_button, description=_other_theme(change["new"]).capitalize())

    # ---- making -------------------------------------------------------------------------------------------------

    def _make(self, theme: str, theme_switch: bool) -> None:
        c, kit = self.controller, self._kit
        self.board = Board(self._scene(), theme=theme)
        self.board.guard = self.guard
        self.board.on_pick = self._picked
        self.board.on_hover = self._hovered
        self.board.on_escape = c.cancel
        self.board.on_leave = self._left
        self.notice, self.strip, self.narration, self.question = (kit.html() for _ in range(4))
        self.messages, self.under, self.outcome, self.history = (kit.html() for _ in range(4))
        self.back_button = self._button("Back", "The step before", c.back)
        self.next_button = self._button("Next", "The next step", c.next, "hx-first")
        self.play_button = self._button("Play from here", "Take over from this step", self._switch)
        self.undo_button = self._button("Undo", "Take the last action back", c.undo)
        self.redo_button = self._button("Redo", "Do it again", c.redo)
        self.reset_button = self._button("Undo all", "Take everything back", c.undo_all)
        self.zoom_button = self._button("Whole board", "Close-up or whole board", self._zoom)
        self.branches = kit.dropdown("Line", [(title, name) for name, title in c.branches])
        self.branches.observe(self._branch_chosen, "index")
        self.eyes = kit.dropdown("Seen by", [(name, seat) for seat, name in c.eyes])
        self.eyes.observe(self._eyes_chosen, "index")
        self.answers = Buttons(kit, self._answered)
        self.parts = entry = Entry(kit, c, self.guard)
        self.choices, self.choose_button, self.cancel_button = entry.choices, entry.choose_button, entry.cancel_button
        self.options, self.hand, self.supply = entry.options, entry.hand, entry.supply
        self.typed, self.type_button, self.entry = entry.typed, entry.type_button, entry.box
        self.panels = Panels(kit, entry.press, self._rule_link)
        self.rule_rows: list[tuple[Any, Any, Any]] = []
        self.rules_title = kit.html('<p class="hx-title">Rules at work here</p>')
        self.rules = kit.column("hx-rulelist")
        self.mend_button = self._button("Mend all rules", "The real game again", self._mend, "hx-small")
        self.share_button = self._button("Show as a record", "The play as text", self._share, "hx-small")
        self.theme_button = self._button(
            _other_theme(theme).capitalize(), "Light or dark", self._swap_theme, "hx-small"
        )
        put(self.theme_button, shown=theme_switch)
        self.record_text = kit.area("Record")
        self.style_sheet = kit.html(style.sheet())

    def _button(self, text: str, tip: str, press: Callable[[], None], *classes: str) -> Any:
        return self._kit.button(text, tip, lambda: self.guard(press), *classes)

    def _arranged(self) -> tuple[Any, ...]:
        kit = self._kit
        steps = kit.row(self.back_button, self.next_button, self.play_button, self.undo_button, self.redo_button)
        left = kit.column("hx-left", self.board, self.under, steps, kit.row(self.branches, self.eyes))
        right = kit.column(
            "hx-right",
            self.narration,
            self.question,
            self.answers.box,
            self.messages,
            self.outcome,
            self.panels.box,
            self.entry,
            kit.column("hx-rules", self.rules_title, self.rules),
        )
        tools = kit.row(self.reset_button, self.zoom_button, self.mend_button, self.share_button, self.theme_button)
        foot = kit.column("hx-foot", tools, self.record_text, self.history)
        return (self.style_sheet, self.notice, self.strip, kit.box(left, right, classes=("hx-main",)), foot)

    def close(self) -> None:
        """Take the player away with all its widgets."""
        self._unwatch()
        for canvas in self.board._canvases:
            canvas.close()
        self.board.close()
        self._kit.close()
        super().close()

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
            put(self.notice, value=markup.notice(c))
            put(self.strip, value=markup.strip(c.sides(), c.headline()))
            put(self.narration, value=markup.narration(c))
            put(self.question, value=markup.asked(c))
            put(self.messages, value=markup.message(c.message, self._rule_link))
            put(self.outcome, value=markup.outcome(c.outcome()))
            put(self.history, value=markup.log(c))
            targets = c.choices()
            self.board.kinds = ("point", "field") if any(p.kind == "point" for p in targets) else ("field",)
            self.board.show(self._scene())
            self._refresh_steps(playing)
            self._refresh_entry(playing)
            self._refresh_rules()
        finally:
            self._busy = False

    def _refresh_steps(self, playing: bool) -> None:
        c = self.controller
        put(self.back_button, shown=not playing, disabled=c.at == 0 and not c.asking)
        put(
            self.next_button,
            shown=not playing,
            disabled=c.at_end,
            description="Show me" if c.asking else "Next",
        )
        put(
            self.play_button,
            shown=c.record is not None and (self._way_back or not playing or bool(c.broken)),
            description=(HOME if self._way_back else "Back to the steps") if playing else "Play from here",
        )
        put(self.undo_button, shown=playing, disabled=not c.can_undo)
        put(self.redo_button, shown=playing, disabled=not c.can_redo)
        put(self.reset_button, shown=playing, disabled=not c.turns)
        names = [name for name, _ in c.branches]
        index = names.index(c.branch) if c.branch in names else None
        put(self.branches, shown=not playing and len(names) > 1, index=index)
        put(self.eyes, index=[seat for seat, _ in c.eyes].index(c.seat))
        ask = c.ask
        if ask is not None:
            self.answers.show((choice, choice, f"My guess: {choice}", ()) for choice in ask.choices)
        else:
            self.answers.show((Way(name), title, f"Go on with: {title}", ("hx-first",)) for name, title in c.ways_on())
        put(self.zoom_button, shown=bool(self._close), description="Whole board" if self._closed else "Close-up")
        put(self.mend_button, shown=bool(c.broken))

    def _refresh_entry(self, playing: bool) -> None:
        put(self.under, value=self.parts.refresh(playing))
        self.panels.show(self.controller.view.panels(), self.controller.choices(), self.controller.chosen())

    def _refresh_rules(self) -> None:
        c = self.controller
        wanted = c.rules()[:MOST_RULES]
        broken = {name.partition("=")[0] for name in c.broken}
        while len(self.rule_rows) < len(wanted):
            self.rule_rows.append(self._rule_row(len(self.rule_rows)))
        self._rules = wanted
        for (_, text, button), name in zip(self.rule_rows, wanted, strict=False):
            put(text, value=markup.rule(c, name, self._rule_link))
            ways = c.breakable(name)
            verb = "Mend this rule" if name in broken else "Break this rule"
            tip = f"{verb}: {name}. {ways[0].text}" if ways else ""
            put(button, shown=bool(ways), description=verb, tooltip=tip)
        put(self.rules, children=tuple(box for box, *_ in self.rule_rows[: len(wanted)]))
        put(self.rules_title, shown=bool(wanted))

    def _rule_row(self, i: int) -> tuple[Any, Any, Any]:
        text = self._kit.html()
        button = self._kit.button("", "", lambda: self._toggle(i), "hx-small")
        return self._kit.row(text, button, classes=("hx-rulerow",)), text, button

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
        put(self.under, value=f'<p class="hx-title" role="status">{escape(words)}</p>' if words else "")

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

    def _answered(self, value: str | Way) -> None:
        if isinstance(value, Way):
            self.guard(lambda: self.controller.go_on(value.branch))
        else:
            self.guard(lambda: self.controller.answer(value))

    def _toggle(self, i: int) -> None:
        if i < len(self._rules):
            self.guard(lambda: self.controller.toggle_rule(self._rules[i]))

    def _mend(self) -> None:
        self.controller.break_rules(())

    def _share(self) -> None:
        text = "" if self.record_text.value else self.controller.share()
        put(self.record_text, shown=bool(text), value=text)
        put(self.share_button, description="Hide the record" if text else "Show as a record")

    def _swap_theme(self) -> None:
        self.theme = _other_theme(self.theme)

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


def _other_theme(theme: str) -> str:
    return "light" if theme == "dark" else "dark"


def play(
    source: Record | Game | State | Controller | Path | str,
    *,
    branch: str | None = None,
    step: int = 0,
    seat: int | str | None = None,
    broken: Iterable[str] = (),
    theme: str = "light",
    width: float | str = BESIDE,
    close: str = "",
    rule_link: str = "",
    theme_switch: bool = True,
    way_back: bool = True,
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
        theme_switch: whether there is a button for light and dark.
        way_back: whether a play that breaks no rule has a button back to the example.
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
    return Player(
        source,
        theme=theme,
        width=width,
        close=close,
        rule_link=rule_link,
        theme_switch=theme_switch,
        way_back=way_back,
    )
