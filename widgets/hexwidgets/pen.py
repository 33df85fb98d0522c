"""Draws the shapes of a scene on one ipycanvas Canvas with as few commands as possible.

A :class:`Pen` knows what the canvas's context holds (colours, widths, transform) and sends only what changes. Icons and
large outlines become Path2D widgets, made once and shared by every board.
"""

from __future__ import annotations

import math
import secrets
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from ipycanvas import Canvas, Path2D

from hexlib.draw.icons import parts
from hexlib.draw.scene import Circle, Icon, Path, Shape, Text, Use
from hexlib.draw.theme import TYPE, colour
from hexwidgets.outlines import Box, arc_curves, commands, shifted

__all__ = ["MOST_OUTLINES", "Pen", "held", "outline"]

MOST_OUTLINES = 600
"""Path2D widgets of the whole process. They can never be closed safely (a command on its way to the page may still
name one), so beyond this number outlines are drawn command by command."""
LONG = 160
"""Characters of a path from which on it is worth a Path2D."""


class _Outline(Path2D):  # type: ignore[misc]
    """A Path2D with a short id, since every drawing command repeats it."""

    def __init__(self, value: str, model_id: str) -> None:
        self.set_trait("value", value)
        super(Path2D, self).__init__(model_id=model_id)


_OUTLINES: dict[str, _Outline] = {}
_MARK = secrets.token_hex(3)


def outline(d: str) -> _Outline | None:
    """The one Path2D of that path; ``None`` if there are already too many."""
    found = _OUTLINES.get(d)
    if found is None and len(_OUTLINES) < MOST_OUTLINES:
        found = _OUTLINES[d] = _Outline(d, f"hx{_MARK}{len(_OUTLINES):x}")
    return found


@contextmanager
def held(canvas: Any) -> Iterator[None]:
    """Collect all drawing and send it as one message; after an exception send none of it.

    ipycanvas' own ``hold_canvas`` leaves the whole process holding when the block raises.
    """
    manager = canvas._canvas_manager
    was, current = manager._caching, manager._current_canvas
    drawn, buffers = len(manager._commands_cache), len(manager._buffers_cache)
    manager._caching = True
    try:
        yield
        if not was:
            manager.flush()
    except BaseException:
        del manager._commands_cache[drawn:]
        del manager._buffers_cache[buffers:]
        manager._current_canvas = current
        raise
    finally:
        manager._caching = was


class Pen:
    """Draws on one canvas; ``scale`` is buffer px for each px of the scene."""

    def __init__(self, canvas: Canvas, scale: float, theme: str) -> None:
        self.canvas = canvas
        self.scale = scale
        self.theme = theme
        self._known: dict[str, Any] = {}

    def forget(self) -> None:
        """The context is new, or what it holds is not known."""
        self._known = {}

    def _set(self, name: str, value: Any) -> None:
        if self._known.get(name) != value:
            setattr(self.canvas, name, value)
            self._known[name] = value

    def _transform(self, x: float = 0.0, y: float = 0.0, r: float = 1.0, turn: float = 0.0) -> None:
        wanted = (round(x, 3), round(y, 3), r, turn)
        if self._known.get("transform") == wanted:
            return
        s = self.scale
        if turn:
            c, n = math.cos(math.radians(turn)) * r * s, math.sin(math.radians(turn)) * r * s
            matrix = (c, n, -n, c, x * s, y * s)
        else:
            matrix = (r * s, 0, 0, r * s, x * s, y * s)
        self.canvas.set_transform(*(round(v, 4) for v in matrix))
        self._known["transform"] = wanted

    def clear(self, width: float, height: float) -> None:
        """Wipe the canvas."""
        self._transform()
        self.canvas.clear_rect(0, 0, width, height)

    @contextmanager
    def window(self, boxes: Iterable[Box]) -> Iterator[None]:
        """Wipe these boxes (in whole buffer px) and let drawing through nowhere else."""
        saved = dict(self._known)
        self.canvas.save()
        self.canvas.set_transform(1, 0, 0, 1, 0, 0)
        self._known["transform"] = None
        self.canvas.begin_path()
        sizes = [(left, top, right - left, bottom - top) for left, top, right, bottom in boxes]
        for size in sizes:
            self.canvas.rect(*size)
        self.canvas.clip()
        for size in sizes:
            self.canvas.clear_rect(*size)
        yield
        self.canvas.restore()
        self._known = saved

    def draw(self, shapes: Iterable[Shape], symbols: Mapping[str, tuple[Shape, ...]]) -> None:
        """Draw the shapes, from bottom to top."""
        for shape in shapes:
            self._draw(shape, symbols, 0.0, 0.0)

    def _draw(self, shape: Shape, symbols: Mapping[str, tuple[Shape, ...]], dx: float, dy: float) -> None:
        if isinstance(shape, Icon):
            self._icon(shape, dx, dy)
        elif isinstance(shape, Path):
            self._transform(dx, dy)
            self._alpha(shape.opacity)
            self._path(shape.d, shape.fill, shape.stroke, shape.width, shape.dash, shape.cap)
        elif isinstance(shape, Circle):
            self._transform(dx, dy)
            self._circle(shape)
        elif isinstance(shape, Text):
            self._transform(dx, dy)
            self._text(shape)
        else:
            self._use(shape, symbols, dx, dy)

    def _use(self, use: Use, symbols: Mapping[str, tuple[Shape, ...]], dx: float, dy: float) -> None:
        """A symbol at many places: its paths as one outline, everything else place by place."""
        for shape in symbols[use.symbol]:
            if isinstance(shape, Path) and len(use.at) > 1 and shape.opacity == 1:
                self._transform(dx, dy)
                self._alpha(1.0)
                places = tuple((round(x, 1), round(y, 1)) for x, y in use.at)
                self._path(shifted(shape.d, places), shape.fill, shape.stroke, shape.width, shape.dash, shape.cap)
            else:
                for x, y in use.at:
                    self._draw(shape, symbols, dx + round(x, 1), dy + round(y, 1))

    def _alpha(self, opacity: float) -> None:
        self._set("global_alpha", round(opacity, 3))

    def _stroke_style(self, role: str, width: float, dash: tuple[float, ...], cap: str) -> None:
        self._set("stroke_style", colour(role, self.theme))
        self._set("line_width", round(width, 3))
        self._set("line_join", "round")
        self._set("line_cap", cap)
        if self._known.get("dash", ()) != dash:
            self.canvas.set_line_dash([round(n, 3) for n in dash])
            self._known["dash"] = dash

    def _path(self, d: str, fill: str, stroke: str, width: float, dash: tuple[float, ...], cap: str) -> None:
        if fill == "none" and stroke == "none":
            return
        path = outline(d) if len(d) > LONG or "A" in d else None
        if path is None:
            self._trace(d)
        if fill != "none":
            self._set("fill_style", colour(fill, self.theme))
            self.canvas.fill(path if path is not None else "nonzero")
        if stroke != "none":
            self._stroke_style(stroke, width, dash, cap)
            self.canvas.stroke(path)

    def _trace(self, d: str) -> None:
        """The path as drawing commands."""
        canvas = self.canvas
        canvas.begin_path()
        x = y = 0.0
        for name, n in commands(d):
            if name == "M":
                canvas.move_to(*n)
            elif name == "L":
                canvas.line_to(*n)
            elif name == "Q":
                canvas.quadratic_curve_to(*n)
            elif name == "C":
                canvas.bezier_curve_to(*n)
            elif name == "A":
                for curve in arc_curves(x, y, n):
                    canvas.bezier_curve_to(*curve)
            else:
                canvas.close_path()
            if n:
                x, y = n[-2], n[-1]

    def _circle(self, c: Circle) -> None:
        self._alpha(c.opacity)
        x, y, r = round(c.x, 1), round(c.y, 1), round(c.r, 1)
        if c.fill != "none":
            self._set("fill_style", colour(c.fill, self.theme))
            self.canvas.fill_circle(x, y, r)
        if c.stroke != "none":
            self._stroke_style(c.stroke, c.width, (), "butt")
            self.canvas.stroke_circle(x, y, r)

    def _icon(self, icon: Icon, dx: float, dy: float) -> None:
        self._alpha(icon.opacity)
        x, y, r = round(icon.x, 1) + dx, round(icon.y, 1) + dy, round(icon.r, 3)
        for part in parts(icon.name, icon.seat, icon.base):
            if part.dy or part.scale != 1:
                self._transform_inner(x, y, r, icon.turn, part.dy, part.scale)
            else:
                self._transform(x, y, r, icon.turn)
            path = outline(part.d)
            if path is None:
                self._trace(part.d)
            if part.fill != "none":
                self._set("fill_style", colour(part.fill, self.theme))
                self.canvas.fill(path if path is not None else "nonzero")
            if part.stroke != "none":
                self._stroke_style(part.stroke, part.width, (), "butt")
                self.canvas.stroke(path)

    def _transform_inner(self, x: float, y: float, r: float, turn: float, dy: float, scale: float) -> None:
        """The icon's transform, then a shift by ``dy`` and a scale, both in its unit box."""
        a = math.radians(turn)
        self._transform(x - math.sin(a) * dy * r, y + math.cos(a) * dy * r, r * scale, turn)

    def _text(self, t: Text) -> None:
        self._alpha(1.0)
        weight = TYPE["strong"] if t.strong else TYPE["regular"]
        self._set("font", f"{weight} {round(t.size, 1):g}px {TYPE['sans']}")
        self._set("text_align", {"start": "start", "middle": "center", "end": "end"}[t.anchor])
        self._set("text_baseline", "alphabetic")
        self._set("fill_style", colour(t.fill, self.theme))
        self.canvas.fill_text(t.text, round(t.x, 1), round(t.y, 1))
