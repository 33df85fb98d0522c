"""What stands beside the board as a list: a stack drawn as a stack, what is in the air, a log of a round.

Everything comes from :meth:`hexlib.game.View.panels`; no game is known here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from typing import Any

from hexlib.draw.theme import paint
from hexlib.game import Line, Panel, Pick
from hexwidgets.markup import sign
from hexwidgets.messages import rule_name
from hexwidgets.parts import Buttons, Kit, put

__all__ = ["Panels", "panel"]

DEEPEST = 5
"""How many steps the entries of a stack are set back; the ones below stay there."""


class Panels:
    """The panels of a view, and a button for each line that may be pointed at now."""

    def __init__(self, kit: Kit, press: Callable[[Pick], None]) -> None:
        self._kit = kit
        self._press = press
        self._made: list[tuple[Any, Buttons]] = []
        self.box = kit.column("hx-panels")

    def show(self, panels: Sequence[Panel], choices: Sequence[Pick], chosen: Sequence[Pick] = ()) -> None:
        """Show these panels; ``choices`` are the picks that may be made now."""
        while len(self._made) < len(panels):
            self._made.append((self._kit.html(), Buttons(self._kit, self._press)))
        for (text, buttons), each in zip(self._made, panels, strict=False):
            put(text, value=panel(each))
            there = [line for line in each.lines if line.pick is not None and line.pick in (*choices, *chosen)]
            buttons.show(
                (line.pick, _named(line), f"Choose {_named(line)}", ("hx-on",) if line.pick in chosen else ())
                for line in there
            )
        shown = [part for text, buttons in self._made[: len(panels)] for part in (text, buttons.box)]
        put(self.box, shown=bool(panels), children=tuple(shown))


def _named(line: Line) -> str:
    return f"{line.label} {line.text}".strip()[:60]


def panel(each: Panel) -> str:
    """One panel as HTML: an ordered list, because the order says what comes first."""
    stack = each.kind == "stack"
    lines = "".join(_line(line, depth if stack else 0, stack) for depth, line in enumerate(each.lines))
    body = f'<ol class="hx-lines{" hx-stack" if stack else ""}">{lines}</ol>' if lines else ""
    if not lines:
        body = f'<p class="hx-hint">{"The stack is empty." if stack else "Nothing here now."}</p>'
    foot = f'<p class="hx-panelfoot">{escape(each.foot)}</p>' if each.foot else ""
    name = escape(each.title)
    return f'<section class="hx-panel" aria-label="{name}"><p class="hx-title">{name}</p>{body}{foot}</section>'


def _line(line: Line, depth: int, stack: bool) -> str:
    style = f"--hx-side:{paint(f'seat.{line.seat % 6}.fill')}" if line.seat >= 0 else ""
    if stack:
        style += f";--hx-depth:{min(depth, DEEPEST)};z-index:{max(1, 40 - depth)}"
    first = ' <span class="hx-toptag">resolves first</span>' if stack and depth == 0 else ""
    notes = "".join(f"<small>{escape(note)}</small>" for note in line.notes)
    rules = "".join(f" <code>{escape(rule_name(rule))}</code>" for rule in line.rules[:2])
    rules = f'<small class="hx-hint">{rules}</small>' if rules else ""
    icon = sign(line.icon, line.seat if line.seat >= 0 else None)
    return (
        f'<li class="hx-line" style="{style.strip(";")}">{icon}<span class="hx-linetext"><b>{escape(line.label)}</b> '
        f"{escape(line.text)}{first}{notes}{rules}</span></li>"
    )
