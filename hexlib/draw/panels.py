"""What stands beside a board as a list, as HTML for a page and for a widget: a stack is drawn as a stack.

Everything comes from :meth:`hexlib.game.View.panels`; no game is known here.
"""

from __future__ import annotations

from collections.abc import Callable
from html import escape

from hexlib.draw.icons import sign
from hexlib.draw.theme import paint
from hexlib.game import Line, Panel

__all__ = ["STYLE", "panel"]

DEEPEST = 5
"""How many steps the entries of a stack are set back; the ones below stay there."""

STYLE = """
.hx-title{font-size:12px;font-weight:700;color:var(--hx-text-muted);margin:0}
.hx-hint{color:var(--hx-text-muted)}
.hx-lines{list-style:none;margin:6px 0 4px!important;padding:0!important}
.hx-line{display:flex;gap:8px;align-items:flex-start;padding:6px 8px;
border-left:4px solid var(--hx-side,var(--hx-panel-edge));
margin:0 0 4px;background:var(--hx-page);border-radius:6px}
.hx-linetext{min-width:0}
.hx-line small{display:block;color:var(--hx-text-muted);font-size:12px}
.hx-stack .hx-line{position:relative;border:1px solid var(--hx-panel-edge);
border-left:6px solid var(--hx-side,var(--hx-panel-edge));
margin:-7px calc((5 - var(--hx-depth))*6px) 0 calc(var(--hx-depth)*6px);padding:11px 8px 7px}
.hx-stack .hx-line:first-child{margin-top:0;padding-top:7px;border-color:var(--hx-text);
border-left-color:var(--hx-side)}
.hx-panelfoot{margin:4px 0 0!important;font-size:13px;color:var(--hx-text-muted)}
"""
"""The rules of style for :func:`panel`; the colours are the theme's variables."""


def panel(each: Panel, cite: Callable[[str], str]) -> str:
    """One panel as HTML: an ordered list, because the order says what comes first.

    ``cite`` makes the HTML of a citation from a rule's id.
    """
    stack = each.kind == "stack"
    lines = "".join(_line(line, depth if stack else 0, stack, cite) for depth, line in enumerate(each.lines))
    body = f'<ol class="hx-lines{" hx-stack" if stack else ""}">{lines}</ol>' if lines else ""
    if not lines and not each.foot:
        body = f'<p class="hx-hint">{"The stack is empty." if stack else "Nothing here now."}</p>'
    foot = f'<p class="hx-panelfoot">{escape(each.foot)}</p>' if each.foot else ""
    name = escape(each.title)
    kind = "stack" if stack else "list"
    title = f'<p class="hx-title">{name}</p>'
    return f'<section class="hx-panel hx-panel-{kind}" aria-label="{name}">{title}{body}{foot}</section>'


def _line(line: Line, depth: int, stack: bool, cite: Callable[[str], str]) -> str:
    style = f"--hx-side:{paint(f'seat.{line.seat % 6}.fill')}" if line.seat >= 0 else ""
    if stack:
        style += f";--hx-depth:{min(depth, DEEPEST)};z-index:{max(1, 40 - depth)}"
    notes = "".join(f"<small>{escape(note)}</small>" for note in line.notes)
    rules = " ".join(map(cite, line.rules[:2]))
    rules = f'<small class="hx-hint">{rules}</small>' if rules else ""
    icon = sign(line.icon, line.seat if line.seat >= 0 else None)
    return (
        f'<li class="hx-line" style="{style.strip(";")}">{icon}<span class="hx-linetext"><b>{escape(line.label)}</b> '
        f"{escape(line.text)}{notes}{rules}</span></li>"
    )
