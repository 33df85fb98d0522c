"""The player's building blocks. They share one layout and one style a kind: each would be a message and a model more.

What is hidden is hidden by a class, so that no widget needs a layout of its own. Widgets are never freed by ipywidgets:
rows of buttons use theirs again, and :meth:`Kit.close` closes everything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import ipywidgets as w

__all__ = ["GONE", "Buttons", "Kit", "put"]

GONE = "hx-gone"


def put(widget: Any, *, shown: bool | None = None, **traits: Any) -> None:
    """Change some traits of a widget in one message, or none if nothing is new."""
    if shown is not None:
        classes = tuple(c for c in traits.pop("_dom_classes", widget._dom_classes) if c != GONE)
        traits["_dom_classes"] = classes if shown else (*classes, GONE)
    new = {name: value for name, value in traits.items() if getattr(widget, name) != value}
    if new:
        with widget.hold_sync():
            for name, value in new.items():
                setattr(widget, name, value)


class Kit:
    """Makes widgets for one player."""

    def __init__(self) -> None:
        self.layout = w.Layout()
        self.pressed: Any = None
        """The button that was pressed last; whoever hands the focus on sets it back."""
        self.pressed_as = ""
        """What stood on it then: a button that is used again for something else is another one to its reader."""
        self._styles: dict[type[Any], Any] = {}
        self._made: list[Any] = []

    def _make(self, kind: type[Any], classes: Sequence[str], **traits: Any) -> Any:
        if "style" in kind.class_trait_names():
            if kind in self._styles:
                traits["style"] = self._styles[kind]
            widget = kind(layout=self.layout, _dom_classes=tuple(classes), **traits)
            self._styles[kind] = widget.style
        else:
            widget = kind(layout=self.layout, _dom_classes=tuple(classes), **traits)
        self._made.append(widget)
        return widget

    def html(self, value: str = "", *classes: str) -> Any:
        """A piece of HTML."""
        return self._make(w.HTML, classes, value=value)

    def button(self, text: str, tip: str, press: Callable[[], None], *classes: str) -> Any:
        """A button that calls ``press``."""
        button = self._make(w.Button, classes, description=text, tooltip=tip)
        button.on_click(lambda _: self._press(button, press))
        return button

    def _press(self, button: Any, press: Callable[[], None]) -> None:
        self.pressed, self.pressed_as = button, button.description
        press()

    def dropdown(self, label: str, options: Sequence[tuple[str, Any]] = ()) -> Any:
        """A list to choose one from."""
        return self._make(w.Dropdown, (), description=label, options=list(options))

    def text(self, label: str, hint: str) -> Any:
        """A line to type in."""
        return self._make(w.Text, (), description=label, placeholder=hint)

    def area(self, label: str) -> Any:
        """A text of several lines."""
        return self._make(w.Textarea, (GONE,), description=label)

    def row(self, *children: Any, classes: Sequence[str] = ()) -> Any:
        """Children side by side, in more lines where there is no room."""
        return self._make(w.Box, ("hx-row", *classes), children=children)

    def box(self, *children: Any, classes: Sequence[str]) -> Any:
        """Children as the style sheet has them."""
        return self._make(w.Box, classes, children=children)

    def column(self, name: str, *children: Any) -> Any:
        """Children one below the other."""
        return self._make(w.VBox, (name,), children=children)

    def close(self) -> None:
        """Close every widget made, with the layout and the styles."""
        for widget in [*self._made, *self._styles.values(), self.layout]:
            widget.close()


class Buttons:
    """A row of buttons that are made once and used again."""

    def __init__(self, kit: Kit, press: Callable[[Any], None]) -> None:
        self._kit = kit
        self._press = press
        self._values: list[Any] = []
        self.buttons: list[Any] = []
        """All that were made; the first few are on show."""
        self.box = kit.row(classes=(GONE,))

    def _made(self, i: int) -> Any:
        return self._kit.button("", "", lambda: self._press(self._values[i]))

    def show(self, items: Iterable[tuple[Any, str, str, tuple[str, ...]]]) -> None:
        """Show one button for each value, text, tooltip and classes."""
        wanted = list(items)
        while len(self.buttons) < len(wanted):
            self.buttons.append(self._made(len(self.buttons)))
        self._values = [value for value, *_ in wanted]
        for button, (_, text, tip, classes) in zip(self.buttons, wanted, strict=False):
            put(button, description=text, tooltip=tip, _dom_classes=classes)
        put(self.box, shown=bool(wanted), children=tuple(self.buttons[: len(wanted)]))
