"""The window on the map that a picture shows: what is in it, how large, and the part that never changes.

Columns stand upright, so hexes lie on a side; the fields are named as on a board for hexagonal chess.
"""

from __future__ import annotations

import math
from collections.abc import Container, Iterable
from dataclasses import dataclass
from functools import lru_cache

from hexlib.draw.hexes import Layout, Point, area_path
from hexlib.draw.scene import Circle, Icon, Layer, Path, Shape, Text, Use
from hexlib.draw.shapes import stroke
from hexlib.draw.theme import OPACITY
from hexlib.hexygame.board import FIELDS, Map, parse_field

__all__ = ["NARROW", "TURN", "WIDE", "Frame", "board_layer", "frame", "free_shapes", "sphere_shapes"]

WIDE, NARROW = 880, 390
"""Widths in px of a picture across a page and of one on a phone."""
TURN: Point = (math.sqrt(3) / 2, 0.5)
"""Cosine and sine of the turn that lays hexes on a side, 30 degrees."""


@dataclass(frozen=True, eq=False)
class Frame:
    """A picture's size, its layout, and what of the map lies in it. Made once for each size, map and window."""

    map: Map
    width: float
    height: float
    layout: Layout
    k: float
    """Drawing scale: what stroke widths are multiplied by."""
    label: float
    """Size of labels in px."""
    subject: tuple[int, ...]
    """The fields that a close-up is about; empty for the whole map."""
    centres: dict[int, Point]
    """Middle of each field, in px."""
    visible: tuple[int, ...]
    """The fields whose middle lies in the picture."""
    shown: tuple[int, ...]
    """The fields of which anything lies in the picture."""

    @property
    def inradius(self) -> float:
        """Half the height of a field."""
        return self.layout.inradius

    @property
    def roomy(self) -> bool:
        """Whether there is room for the names of cards."""
        return self.layout.inradius >= 36

    def inside(self, x: float, y: float, margin: float = 0.0) -> bool:
        """Whether a point lies in the picture."""
        return margin <= x <= self.width - margin and margin <= y <= self.height - margin


def _scale(s: float) -> float:
    return 0.35 + 0.014 * s


def _bounds(loops: Iterable[Iterable[Point]]) -> tuple[float, float, float, float]:
    points = [p for loop in loops for p in loop]
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    return min(xs), min(ys), max(xs), max(ys)


@lru_cache(maxsize=64)
def frame(board: Map, width: float, close: tuple[str, ...] = ()) -> Frame:
    """The window of that width on the whole map, or closed up on some fields.

    Raises:
        NotationError: a word of ``close`` names no field.
        ValueError: the width is under 240 px.
    """
    if width < 240:
        raise ValueError(f"a picture of the map needs 240 px, got {width:g}")
    subject = tuple(sorted({parse_field(word) for word in close} & set(board.fields)))
    unit = Layout(1.0, turn=TURN)
    if subject:
        x0, y0, x1, y1 = _bounds(unit.hexagon(board.axial[f]) for f in subject)
        air = 1.7
        tall = width * (1.1 if width < 600 else 0.75)
        s = min(84.0, width / (x1 - x0 + air), tall / (y1 - y0 + air))
        height = round(max((y1 - y0 + air) * s, width * 0.45))
        ox, oy = width / 2 - (x0 + x1) / 2 * s, height / 2 - (y0 + y1) / 2 * s
    else:
        x0, y0, x1, y1 = _bounds(unit.outline(board.axial.values()))
        margin = 9.0 if width < 600 else 26.0
        s = (width - 2 * margin) / (x1 - x0)
        height = round((y1 - y0) * s + 2 * margin)
        ox, oy = width / 2 - (x0 + x1) / 2 * s, height / 2 - (y0 + y1) / 2 * s
    layout = Layout(s, ox, oy, TURN)
    label = round(max(10.0, min(13.5, layout.inradius * 0.24)), 1)
    centres = {f: (round(x, 2), round(y, 2)) for f, (x, y) in ((f, layout.at(h)) for f, h in board.axial.items())}
    visible = tuple(f for f, (x, y) in centres.items() if 0 <= x <= width and 0 <= y <= height)
    shown = tuple(f for f, (x, y) in centres.items() if -s < x < width + s and -s < y < height + s)
    return Frame(board, width, height, layout, _scale(s), label, subject, centres, visible, shown)


@lru_cache(maxsize=64)
def board_layer(window: Frame) -> tuple[Layer, dict[str, tuple[Shape, ...]]]:
    """The layer "board" and the symbols it uses: the same objects for every picture with that window."""
    layout, k, board = window.layout, window.k, window.map
    local = Layout(layout.s, turn=TURN)
    symbols: dict[str, tuple[Shape, ...]] = {
        "field": (local.tile((0, 0), 1.0, "board.tint.a", "field.edge", stroke("field", k, 0.75)),)
    }
    ground = area_path(layout.outline(board.axial.values(), -7 * k))
    shapes: list[Shape] = [Path(ground, "board.ground", "board.rim", stroke("rim", k, 1.5))]
    shapes.append(Use("field", tuple((round(x, 1), round(y, 1)) for x, y in (window.centres[f] for f in window.shown))))
    for seat, flag in enumerate(board.flags):
        if flag in window.shown:
            edge = stroke("piece", k, 1.2)
            shapes.append(layout.tile(board.axial[flag], 0.9, f"seat.{seat}.fill", f"seat.{seat}.edge", edge))
    if board.centre in window.shown:
        shapes.append(layout.tile(board.axial[board.centre], 0.9, "none", "text", stroke("sector", k, 1.4)))
    return Layer("board", tuple(shapes)), symbols


def free_shapes(window: Frame, taken: Container[int], covered: Container[int] = ()) -> list[Shape]:
    """Flags and Center Point where they are free, and the names of fields that are not ``covered`` by something.

    With little room only free fields have their names.
    """
    board, inr, size = window.map, window.inradius, window.label
    out: list[Shape] = []
    for f in window.shown:
        x, y = (round(v, 1) for v in window.centres[f])
        if f in board.flags and f not in taken:
            out.append(Icon("flag", x, y, round(inr * 0.5, 1), board.flags.index(f)))
        elif f == board.centre and f not in taken:
            out.append(Icon("centre", x, y, round(inr * 0.58, 1)))
        if f in board.flags or f in covered or (f in taken and not window.roomy):
            continue
        at = round(y - inr * 0.93 + size * 0.86, 1)
        if window.inside(x, at, size):
            out.append(Text(x, at, FIELDS[f], size, "text.muted"))
    return out


@lru_cache(maxsize=256)
def sphere_shapes(window: Frame, fields: tuple[int, ...], seat: int) -> tuple[Shape, ...]:
    """A Sphere of Influence: discs for Blue, hexagons for Orange, so that the two can be told apart without colour."""
    seen = [f for f in fields if f in window.shown]
    if not seen:
        return ()
    role, wash = f"seat.{seat}.wash", OPACITY["sphere"]
    r = window.inradius * 0.84
    if seat == 0:
        middles = [window.centres[f] for f in seen]
        return tuple(Circle(round(x, 1), round(y, 1), round(r, 1), role, opacity=wash) for x, y in middles)
    loops = [window.layout.hexagon(window.map.axial[f], 0.88) for f in seen]
    return (Path(area_path(loops), role, opacity=wash),)
