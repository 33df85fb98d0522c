"""What stands beside the board as a list: a stack drawn as a stack, what is in the air, a log of a round.

Everything comes from :meth:`hexlib.game.View.panels`; no game is known here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from typing import Any

from hexlib.draw.panels import panel
from hexlib.game import Line, Panel, Pick
from hexwidgets.markup import safe_link
from hexwidgets.messages import rule_name
from hexwidgets.parts import Buttons, Kit, put

__all__ = ["Panels"]


class Panels:
    """The panels of a view, and a button for each line that may be pointed at now.

    ``address`` is that of a rule's statement, with ``{id}`` in it.
    """

    def __init__(self, kit: Kit, press: Callable[[Pick], None], address: str = "") -> None:
        self._kit = kit
        self._address = address
        self._press = press
        self._made: list[tuple[Any, Buttons]] = []
        self.box = kit.column("hx-panels")

    def show(self, panels: Sequence[Panel], choices: Sequence[Pick], chosen: Sequence[Pick] = ()) -> None:
        """Show these panels; ``choices`` are the picks that may be made now."""
        while len(self._made) < len(panels):
            self._made.append((self._kit.html(), Buttons(self._kit, self._press)))
        for (text, buttons), each in zip(self._made, panels, strict=False):
            put(text, value=panel(each, self._cited))
            there = [line for line in each.lines if line.pick is not None and line.pick in (*choices, *chosen)]
            buttons.show(
                (line.pick, _named(line), f"Choose {_named(line)}", ("hx-on",) if line.pick in chosen else ())
                for line in there
            )
        shown = [part for text, buttons in self._made[: len(panels)] for part in (text, buttons.box)]
        put(self.box, shown=bool(panels), children=tuple(shown))

    def _cited(self, rule: str) -> str:
        link = safe_link(self._address.replace("{id}", rule)) if self._address else ""
        name = f"\N{SECTION SIGN} {escape(rule_name(rule))}"
        return f'<a href="{escape(link)}">{name}</a>' if link else f"<span>{name}</span>"


def _named(line: Line) -> str:
    return f"{line.label} {line.text}".strip()[:60]
