"""Outlines of scenes as numbers: commands, arcs as curves, offsets, boxes. Plain Python, cached by the path's text."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from functools import lru_cache

from hexlib.draw.icons import parts
from hexlib.draw.scene import Circle, Icon, Path, Shape, Text
from hexlib.draw.text import box as text_box

__all__ = ["Box", "Command", "arc_curves", "bounds", "commands", "path_box", "shifted"]

Command = tuple[str, tuple[float, ...]]
Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""

_TOKEN = re.compile(r"[MLCQAZ]|-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?")
_COUNT = {"M": 2, "L": 2, "C": 6, "Q": 4, "A": 7, "Z": 0}


@lru_cache(maxsize=4096)
def commands(d: str) -> tuple[Command, ...]:
    """The commands of a path in absolute M, L, C, Q, A and Z, one set of numbers each.

    Raises:
        ValueError: the path has another command, or a number too few.
    """
    out: list[Command] = []
    word, numbers = "", []
    tokens = _TOKEN.findall(d)
    if re.sub(r"[\s,]+", "", d) != "".join(tokens):
        raise ValueError(f"a path in absolute M, L, C, Q, A and Z was expected, not {d[:60]!r}")
    for token in [*tokens, "M"]:
        if token not in _COUNT:
            numbers.append(float(token))
            continue
        need = _COUNT[word] if word else 0
        if len(numbers) % (need or 1) or (word and need and not numbers) or (numbers and not need):
            raise ValueError(f"{word} takes {need} numbers in {d[:60]!r}")
        if word == "Z":
            out.append(("Z", ()))
        for i in range(0, len(numbers), need or 1):
            name = "L" if word == "M" and i else word
            out.append((name, tuple(numbers[i : i + need])))
        word, numbers = token, []
    return tuple(out)


@lru_cache(maxsize=4096)
def path_box(d: str) -> Box:
    """A box that the outline lies in (control points count, arcs by their whole ellipse)."""
    xs: list[float] = []
    ys: list[float] = []
    for name, numbers in commands(d):
        if name == "A":
            rx, ry, x, y = 2 * abs(numbers[0]), 2 * abs(numbers[1]), numbers[5], numbers[6]
            px, py = (xs[-1], ys[-1]) if xs else (x, y)
            far = 2 * max(rx, ry)
            span = math.hypot(x - px, y - py)
            reach = max(0.0, min(far, max(rx, ry)) - span / 2) if span else far
            xs += [x - reach, x + reach, px - reach, px + reach, x]
            ys += [y - reach, y + reach, py - reach, py + reach, y]
        else:
            xs += numbers[0::2]
            ys += numbers[1::2]
    return (min(xs), min(ys), max(xs), max(ys)) if xs else (0.0, 0.0, 0.0, 0.0)


@lru_cache(maxsize=512)
def shifted(d: str, at: tuple[tuple[float, float], ...]) -> str:
    """The outline at several places, as one path."""
    steps = commands(d)
    out = []
    for dx, dy in at:
        for name, numbers in steps:
            if name == "A":
                moved: list[float] = [*numbers[:5], numbers[5] + dx, numbers[6] + dy]
            else:
                moved = [n + (dy if i % 2 else dx) for i, n in enumerate(numbers)]
            out.append(name + " ".join(f"{round(n, 3):g}" for n in moved))
    return "".join(out)


@lru_cache(maxsize=1024)
def _icon_box(name: str, seat: int | None, base: bool) -> Box:
    boxes = []
    for part in parts(name, seat, base):
        left, top, right, bottom = path_box(part.d)
        half = part.width / 2
        boxes.append(
            (
                (left - half) * part.scale,
                (top - half) * part.scale + part.dy,
                (right + half) * part.scale,
                (bottom + half) * part.scale + part.dy,
            )
        )
    return _around(boxes)


def _around(boxes: list[Box]) -> Box:
    if not boxes:
        return (0.0, 0.0, 0.0, 0.0)
    return (min(b[0] for b in boxes), min(b[1] for b in boxes), max(b[2] for b in boxes), max(b[3] for b in boxes))


def bounds(shape: Shape, symbols: Mapping[str, tuple[Shape, ...]] | None = None) -> Box:
    """A box, in px of the scene, that nothing of the shape leaves."""
    if isinstance(shape, Path):
        left, top, right, bottom = path_box(shape.d)
        half = shape.width * 0.75 if shape.stroke != "none" else 0.0
        return (left - half, top - half, right + half, bottom + half)
    if isinstance(shape, Circle):
        reach = shape.r + (shape.width / 2 if shape.stroke != "none" else 0.0)
        return (shape.x - reach, shape.y - reach, shape.x + reach, shape.y + reach)
    if isinstance(shape, Icon):
        left, top, right, bottom = _icon_box(shape.name, shape.seat, shape.base)
        if shape.turn:
            reach = math.hypot(max(-left, right), max(-top, bottom))
            left, top, right, bottom = -reach, -reach, reach, reach
        r = shape.r
        return (shape.x + left * r, shape.y + top * r, shape.x + right * r, shape.y + bottom * r)
    if isinstance(shape, Text):
        left, top, right, bottom = text_box(shape)
        return (left - 2, top - shape.size * 0.3, right + 2, bottom + shape.size * 0.2)
    boxes = [bounds(inner, symbols) for inner in (symbols or {}).get(shape.symbol, ())]
    left, top, right, bottom = _around(boxes)
    return _around([(left + x, top + y, right + x, bottom + y) for x, y in shape.at])


def arc_curves(x: float, y: float, numbers: tuple[float, ...]) -> list[tuple[float, ...]]:
    """An A command from (x, y) as cubic curves: two control points and an end each."""
    rx, ry, turn, large, sweep, ex, ey = numbers
    rx, ry = abs(rx), abs(ry)
    if (x, y) == (ex, ey):
        return []
    if not rx or not ry:
        return [(x, y, ex, ey, ex, ey)]
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    hx, hy = (x - ex) / 2, (y - ey) / 2
    px, py = c * hx + s * hy, c * hy - s * hx
    grow = math.sqrt(max(1.0, (px / rx) ** 2 + (py / ry) ** 2))
    rx, ry = rx * grow, ry * grow
    under = (rx * py) ** 2 + (ry * px) ** 2
    k = math.sqrt(max(0.0, (rx * ry) ** 2 / under - 1)) * (-1 if bool(large) == bool(sweep) else 1)
    ux, uy = k * rx * py / ry, -k * ry * px / rx
    cx, cy = c * ux - s * uy + (x + ex) / 2, s * ux + c * uy + (y + ey) / 2
    first = math.atan2((py - uy) / ry, (px - ux) / rx)
    whole = math.atan2((-py - uy) / ry, (-px - ux) / rx) - first
    if sweep and whole < 0:
        whole += 2 * math.pi
    elif not sweep and whole > 0:
        whole -= 2 * math.pi
    count = max(1, math.ceil(abs(whole) / (math.pi / 2) - 1e-9))
    step = whole / count
    reach = 4 / 3 * math.tan(step / 4)

    def at(u: float, v: float) -> tuple[float, float]:
        return round(cx + c * rx * u - s * ry * v, 4), round(cy + s * rx * u + c * ry * v, 4)

    out: list[tuple[float, ...]] = []
    for i in range(count):
        a, b = first + i * step, first + (i + 1) * step
        out.append(
            at(math.cos(a) - reach * math.sin(a), math.sin(a) + reach * math.cos(a))
            + at(math.cos(b) + reach * math.sin(b), math.sin(b) - reach * math.cos(b))
            + at(math.cos(b), math.sin(b))
        )
    return out
