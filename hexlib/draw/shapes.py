"""What several pictures are made of: chips, badges, arrows, ghosts, rounded boxes. All return shapes of a scene."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from hexlib.draw.hexes import Layout, Loop, Point, area_path, line_path, num
from hexlib.draw.icons import ICONS
from hexlib.draw.scene import Circle, Path, Shape, Text
from hexlib.draw.text import width, wrap
from hexlib.draw.theme import LINE, RADIUS, TYPE

__all__ = [
    "arrow",
    "badge",
    "bent",
    "chip",
    "chip_width",
    "cross",
    "dashed",
    "ghost",
    "paragraph",
    "rectangle",
    "ring",
    "stroke",
    "token",
]


def rectangle(x: float, y: float, w: float, h: float, r: float = 0.0) -> str:
    """The ``d`` of a box with rounded corners."""
    if not r:
        return area_path([[(x, y), (x + w, y), (x + w, y + h), (x, y + h)]])
    r = min(r, w / 2, h / 2)
    out = f"M{num(x + r)} {num(y)}"
    for x1, y1, x2, y2 in (
        (x + w - r, y, x + w, y + r),
        (x + w, y + h - r, x + w - r, y + h),
        (x + r, y + h, x, y + h - r),
        (x, y + r, x + r, y),
    ):
        out += f"L{num(x1)} {num(y1)}A{num(r)} {num(r)} 0 0 1 {num(x2)} {num(y2)}"
    return out + "Z"


def stroke(name: str, scale: float, least: float = 0.0) -> float:
    """A stroke width of the look at that drawing scale, but at least so many px."""
    return round(max(LINE[name] * scale, least), 2)


def chip_width(text: str, size: float) -> float:
    """How wide a chip with that text is."""
    return width(text, size, True) + size * 1.1


def chip(
    x: float, y: float, text: str, size: float, fill: str = "badge.fill", ink: str = "badge.text", edge: str = "none"
) -> tuple[Shape, Shape]:
    """A short label on a plate round (x, y)."""
    w, h = chip_width(text, size), size * 1.7
    plate = Path(rectangle(x - w / 2, y - h / 2, w, h, RADIUS["chip"]), fill, edge, 0.0 if edge == "none" else 1.0)
    return plate, Text(round(x, 1), round(y + size * 0.36, 1), text, size, ink, True)


def badge(
    x: float, y: float, r: float, text: str, fill: str = "badge.fill", ink: str = "badge.text", least: float = 0.0
) -> tuple[Shape, Shape]:
    """A number on a disc round (x, y), with a casing."""
    size = round(max(TYPE["micro"], least, r * 1.2), 1)
    disc = Circle(round(x, 1), round(y, 1), round(r, 1), fill, "hl.case", round(max(1.2, r * 0.16), 1))
    return disc, Text(round(x, 1), round(y + size * 0.36, 1), text, size, ink, True)


def paragraph(
    x: float, y: float, text: str, size: float, room: float, fill: str = "text", strong: bool = False
) -> tuple[list[Shape], float]:
    """A text in lines of at most ``room`` px from the baseline ``y`` on, and the baseline of the line after it."""
    out: list[Shape] = []
    for line in wrap(text, size, room, strong):
        out.append(Text(round(x, 1), round(y, 1), line, size, fill, strong, "start"))
        y += size * TYPE["line_height"]
    return out, y


def token(x: float, y: float, r: float, kind: str, edge: str = "none") -> Path:
    """The hexagonal ground of a resource or terrain sign, lying on a side, of half-width ``r``."""
    layout = Layout(r, x, y, (math.sqrt(3) / 2, 0.5))
    return layout.tile((0, 0), 1.0, f"terrain.{kind}", edge, 0.0 if edge == "none" else 1.0)


def ring(layout: Layout, loop: Loop, scale: float, fill: str, edge: str) -> list[Shape]:
    """A closed highlight with a casing on both sides."""
    d, w = area_path([loop]), stroke("ring", scale, 2.2)
    return [
        Path(d, stroke=edge, width=round(w + 2 * stroke("casing", scale, 1.2), 2)),
        Path(d, stroke=fill, width=w),
    ]


def dashed(points: Sequence[Point], role: str, scale: float) -> list[Shape]:
    """A dashed line with a casing, as a formation has it."""
    d, w = line_path(points), round(5 * scale, 2)
    return [
        Path(d, stroke="hl.case", width=round(w + 2 * stroke("casing", scale), 2)),
        Path(d, stroke=role, width=w, dash=(round(9 * scale, 1), round(6 * scale, 1))),
    ]


def cross(layout: Layout, x: float, y: float, scale: float) -> list[Shape]:
    """The hatch of a refused field; the cross on it is the icon ``mark_illegal``. Empty where it could not be read."""
    if layout.inradius < 17:
        return []
    r = layout.inradius * 0.8
    half = math.sqrt(0.5)
    d = ""
    for i in (-1.5, -0.5, 0.5, 1.5):
        o = i * r * 0.46
        h = math.sqrt(max(0.0, r * r - o * o)) * 0.96
        d += line_path([(x + half * (o - h), y + half * (o + h)), (x + half * (o + h), y + half * (o - h))])
    w = round(LINE["field"] * scale * 1.7, 2)
    return [Path(d, stroke="hl.case", width=round(w + 2.6 * scale, 2)), Path(d, stroke="hl.illegal", width=w)]


def ghost(x: float, y: float, r: float, seat: int | None, scale: float) -> list[Shape]:
    """The dashed outline of an owner's base, where a piece stood."""
    d = _scaled(ICONS["base_neutral" if seat is None else f"base_{seat}"]["detail"]["d"], x, y, r)
    w = stroke("ring", scale, 2)
    return [
        Path(d, stroke="hl.case", width=round(w + stroke("casing", scale), 2)),
        Path(d, stroke="hl.last", width=round(w * 0.7, 2), dash=(round(5 * scale, 1), round(4 * scale, 1))),
    ]


def _scaled(d: str, x: float, y: float, r: float) -> str:
    """A path of a unit box, moved and scaled; arcs must be circular."""
    out, command = "", ""
    numbers: list[float] = []

    def flush() -> str:
        if command == "A":
            rx, ry, turn, large, sweep, px, py = numbers
            return f"A{num(rx * r)} {num(ry * r)} {turn:g} {large:g} {sweep:g} {num(x + px * r)} {num(y + py * r)}"
        pairs = zip(numbers[::2], numbers[1::2], strict=True)
        return command + " ".join(f"{num(x + px * r)} {num(y + py * r)}" for px, py in pairs)

    for piece in _split(d):
        if piece.isalpha():
            out += flush()
            numbers, command = [], piece
        else:
            numbers.append(float(piece))
    return out + flush()


def _split(d: str) -> Iterable[str]:
    for c in "MLCQAZ":
        d = d.replace(c, f" {c} ")
    return d.split()


def bent(a: Point, b: Point, bend: float) -> list[Point]:
    """A curve from a to b as a line of 25 points; ``bend`` is its rise over its length."""
    cx = (a[0] + b[0]) / 2 - (b[1] - a[1]) * bend
    cy = (a[1] + b[1]) / 2 + (b[0] - a[0]) * bend
    out = []
    for i in range(25):
        t = i / 24
        u = 1 - t
        out.append((u * u * a[0] + 2 * t * u * cx + t * t * b[0], u * u * a[1] + 2 * t * u * cy + t * t * b[1]))
    return out


def _long(a: Point, b: Point) -> float:
    return math.sqrt((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2)


def _trim(points: list[Point], by: float) -> list[Point]:
    """The line without its first ``by`` px."""
    while len(points) > 1:
        (x, y), (u, v) = points[:2]
        long = _long(points[0], points[1])
        if long > by:
            t = by / long
            return [(x + (u - x) * t, y + (v - y) * t), *points[1:]]
        by -= long
        points = points[1:]
    return points


def arrow(points: Sequence[Point], role: str, scale: float, start: float = 0.0, stop: float = 0.0) -> list[Shape]:
    """An arrow along the points with a casing, begun ``start`` px late and ended ``stop`` px early."""
    w, case = stroke("arrow", scale, 2.4), stroke("casing", scale, 1.2)
    line = _trim(_trim(list(points), start)[::-1], stop)[::-1]
    if len(line) < 2:
        return []
    head = w * 2.9
    shaft = _trim(line[::-1], head * 0.8)[::-1]
    tip, neck = line[-1], shaft[-1]
    long = _long(neck, tip) or 1.0
    ux, uy = (tip[0] - neck[0]) / long, (tip[1] - neck[1]) / long
    bx, by = tip[0] - ux * head, tip[1] - uy * head
    barb = head * 0.56
    point = area_path([[tip, (bx - uy * barb, by + ux * barb), (bx + uy * barb, by - ux * barb)]])
    out: list[Shape] = []
    d = line_path(shaft) if len(shaft) > 1 else ""
    if d:
        out.append(Path(d, stroke="hl.case", width=round(w + 2 * case, 2), cap="round"))
    out.append(Path(point, "hl.case", "hl.case", round(2 * case, 2)))
    if d:
        out.append(Path(d, stroke=role, width=w, cap="round"))
    out.append(Path(point, role))
    return out
