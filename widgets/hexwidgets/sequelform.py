"""What comes after a game, as widgets: the law of the winner, the game that has been set up, or the same once more."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from html import escape
from typing import Any

from hexlib.game import Action, Option
from hexlib.sequel import Blank, Sequel
from hexwidgets.parts import Kit, put

__all__ = ["Calls", "SequelForm"]

Guard = Callable[[Callable[[], None]], None]


class SequelForm:
    """The choices after a game that is over.

    Args:
        kit: makes the widgets.
        guard: runs a callback and shows what goes wrong.
        begin: called with the choices, by name, when the next game is to begin.
        again: called when the same game is to be played once more.
    """

    def __init__(
        self, kit: Kit, guard: Guard, begin: Callable[[Mapping[str, str]], None], again: Callable[[], None]
    ) -> None:
        self._kit = kit
        self._guard = guard
        self._begin = begin
        self._sequel: Sequel | None = None
        self._tried = False
        self._busy = False
        self._made: dict[tuple[str, str], Any] = {}
        self.note, self.told, self.faults = kit.html(), kit.html(), kit.html()
        self.fields = kit.row(classes=("hx-fields",))
        self.begin_button = kit.button("", "Begin", self._pressed, "hx-first")
        self.again_button = kit.button(
            "Play again", "The same game once more, with a new deal", lambda: guard(again), "hx-first"
        )
        buttons = kit.row(self.begin_button, self.again_button)
        self.box = kit.column("hx-setup", self.note, self.fields, self.told, self.faults, buttons)
        put(self.box, shown=False)

    @property
    def shown(self) -> bool:
        """Whether there is something to press."""
        return "hx-gone" not in self.box._dom_classes

    def focus(self) -> None:
        """Put the keyboard's focus on the button that goes on."""
        (self.again_button if self._sequel is None else self.begin_button).focus()

    def show(self, over: bool, sequel: Sequel | None, proposed: Mapping[str, str] | None, who: str) -> None:
        """Show what can follow.

        Args:
            over: whether the game has ended; nothing is shown before.
            sequel: what the rules know of.
            proposed: what an opponent chooses who has the choice.
            who: what the table calls whoever has the choice.
        """
        classes = ("hx-setup", "hx-panel", "hx-sequel")
        put(self.box, shown=over, _dom_classes=classes)
        if not over:
            self._sequel = None
            return
        new = sequel != self._sequel
        self._sequel = sequel
        self._tried = self._tried and not new
        put(self.again_button, shown=sequel is None)
        put(self.begin_button, shown=sequel is not None, description=sequel.title if sequel is not None else "")
        put(self.note, shown=sequel is not None, value=f"<p>{escape(sequel.note)}</p>" if sequel is not None else "")
        if sequel is None or proposed is not None:
            put(self.fields, shown=False, children=())
            put(self.faults, value="")
            told = sequel.tell(proposed or {}) if sequel is not None else ""
            put(
                self.told, shown=bool(told), value=f"<p><b>{escape(f'{who} lays down: {told}')}</b></p>" if told else ""
            )
            return
        if new:
            self._arrange(sequel)
        self._refresh()

    def _arrange(self, sequel: Sequel) -> None:
        """Make the fields of this sequel, or take those that were made before."""
        self._busy = True
        try:
            children = []
            for option in sequel.options:
                choices = [(label, name) for name, label in option.choices]
                found = self._widget(option)
                put(found, description=option.title, options=choices)
                put(found, value=option.default)
                children.append(found)
            for blank in sequel.blanks:
                found = self._widget(blank)
                put(found, value=blank.default)
                children.append(found)
            put(self.fields, shown=bool(children), children=tuple(children))
        finally:
            self._busy = False

    def _widget(self, field: Option | Blank) -> Any:
        kind = field.kind if isinstance(field, Blank) else "option"
        key = (kind, field.name)
        if key not in self._made:
            if isinstance(field, Option):
                made = self._kit.dropdown(field.title)
            elif kind == "long":
                made = self._kit.area(field.title)
                put(made, placeholder=field.hint)
            else:
                bounds = f"{field.low} to {field.high}" if kind == "number" else field.hint
                made = self._kit.text(field.title, bounds)
            made.observe(self._changed, "value")
            self._made[key] = made
        return self._made[key]

    def choices(self) -> dict[str, str]:
        """What the fields say, by name; those that are not asked for are left out."""
        sequel = self._sequel
        if sequel is None:
            return {}
        out = {option.name: str(self._widget(option).value) for option in sequel.options}
        out |= {b.name: str(self._widget(b).value) for b in sequel.blanks if _wanted(b, out)}
        return out

    def _changed(self, _: Any) -> None:
        if not self._busy:
            self._guard(self._refresh)

    def _refresh(self) -> None:
        sequel = self._sequel
        if sequel is None:
            return
        choices = self.choices()
        for blank in sequel.blanks:
            put(self._widget(blank), shown=_wanted(blank, choices))
        told = sequel.tell(choices)
        put(self.told, shown=bool(told), value=f'<p role="status">{escape(told)}</p>' if told else "")
        problems = sequel.problems(choices) if self._tried else {}
        titles = {option.name: option.title for option in sequel.options}
        titles |= {blank.name: blank.title for blank in sequel.blanks}
        items = "".join(f"<li><b>{escape(titles.get(n, n))}</b>: {escape(text)}.</li>" for n, text in problems.items())
        put(
            self.faults,
            value=f'<div class="hx-message hx-refused" role="alert"><ul>{items}</ul></div>' if items else "",
        )

    def _pressed(self) -> None:
        def press() -> None:
            sequel = self._sequel
            if sequel is None:
                return
            choices = self.choices()
            if self.fields.children and sequel.problems(choices):
                self._tried = True
                self._refresh()
                return
            self._begin(choices)

        self._guard(press)


def _wanted(blank: Blank, choices: Mapping[str, str]) -> bool:
    return blank.only is None or choices.get(blank.only[0]) == blank.only[1]


class Calls:
    """What people may call at any time, such as a penalty: a list and a button.

    Args:
        kit: makes the widgets.
        guard: runs a callback and shows what goes wrong.
        call: called with the action.
    """

    def __init__(self, kit: Kit, guard: Guard, call: Callable[[Action], None]) -> None:
        self._calls: tuple[Action, ...] = ()
        self._call = call
        self.list = kit.dropdown("A law is broken")
        self.button = kit.button("Call the penalty", "Play goes on where it was", lambda: guard(self._pressed))
        self.box = kit.row(self.list, self.button)
        put(self.box, shown=False)

    def show(self, calls: tuple[Action, ...]) -> None:
        """Show these, or nothing where there are none."""
        put(self.box, shown=bool(calls))
        if calls != self._calls:
            self._calls = calls
            put(self.list, options=[(str(action), i) for i, action in enumerate(calls)])
            put(self.list, index=0 if calls else None)

    def _pressed(self) -> None:
        index = self.list.value
        if index is not None and index < len(self._calls):
            self._call(self._calls[index])
