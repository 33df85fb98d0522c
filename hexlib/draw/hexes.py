"""Where hexes lie on a picture: from axial coordinates to px, corners, outlines of sets of hexes.

Only square roots are used, never sines, so that every Python gives the same bytes.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from hexlib.draw.scene import Path
from hexlib.grid import DIRECTIONS, Hex

__all__ = ["Layout", "Loop", "Point", "area_path", "line_path", "num"]

Point = tuple[float, float]
Loop = list[Point]
_ROOT3 = math.sqrt(3)
_CORNERS: tuple[Point, ...] = (
    (_ROOT3 / 2, -0.5),
    (_ROOT3 / 2, 0.5),
    (0.0, 1.0),
    (-_ROOT3 / 2, 0.5),
    (-_ROOT3 / 2, -0.5),
    (0.0, -1.0),
)


def num(value: float) -> str:
    """A length with one decimal at most, and no minus before nought."""
    text = f"{value:.1f}"
    if text.endswith(".0"):
        text = text[:-2]
    return "0" if text == "-0" else text


def area_path(loops: Iterable[Sequence[Point]]) -> str:
    """The ``d`` of closed outlines. A loop that runs the other way round is a hole in the one round it."""
    return "".join("M" + "L".join(f"{num(x)} {num(y)}" for x, y in loop) + "Z" for loop in loops)


def line_path(points: Sequence[Point]) -> str:
    """The ``d`` of an open line."""
    return "M" + "L".join(f"{num(x)} {num(y)}" for x, y in points)


class Layout:
    """Places hexes of circumradius ``s`` px with the hex (0, 0) at ``(ox, oy)``.

    ``turn`` is the cosine and sine of the grid's turn; unturned hexes stand on a point.
    """

    __slots__ = ("cos", "inradius", "ox", "oy", "s", "sin")

    def __init__(self, s: float, ox: float = 0.0, oy: float = 0.0, turn: Point = (1.0, 0.0)) -> None:
        self.s, self.ox, self.oy = s, ox, oy
        self.cos, self.sin = turn
        self.inradius = s * _ROOT3 / 2

    def _turned(self, x: float, y: float) -> Point:
        return x * self.cos - y * self.sin, x * self.sin + y * self.cos

    def at(self, h: Hex) -> Point:
        """The middle of a hex."""
        x, y = self._turned(_ROOT3 * self.s * (h[0] + h[1] / 2), 1.5 * self.s * h[1])
        return self.ox + x, self.oy + y

    def corner(self, h: Hex, k: int, scale: float = 1.0) -> Point:
        """Corner ``k`` of a hex; it lies between the directions ``k - 1`` and ``k``."""
        x, y = self.at(h)
        dx, dy = self._turned(*_CORNERS[k % 6])
        return x + self.s * scale * dx, y + self.s * scale * dy

    def hexagon(self, h: Hex, scale: float = 1.0) -> Loop:
        """The six corners of a hex, clockwise."""
        return [self.corner(h, k, scale) for k in range(6)]

    def outline(self, hexes: Iterable[Hex], inset: float = 0.0) -> list[Loop]:
        """Closed loops round a set of hexes, clockwise (holes the other way), moved inwards by ``inset`` px."""
        inside = set(hexes)
        following: dict[frozenset[Hex], tuple[frozenset[Hex], Point]] = {}

        def meeting(h: Hex, k: int) -> frozenset[Hex]:
            a, b = DIRECTIONS[k - 1], DIRECTIONS[k % 6]
            return frozenset((h, (h[0] + a[0], h[1] + a[1]), (h[0] + b[0], h[1] + b[1])))

        for h in sorted(inside):
            for k, (q, r) in enumerate(DIRECTIONS):
                if (h[0] + q, h[1] + r) not in inside:
                    following[meeting(h, k)] = (meeting(h, (k + 1) % 6), self.corner(h, k))
        loops: list[Loop] = []
        while following:
            here = next(iter(following))
            loop: Loop = []
            while here in following:
                here, point = following.pop(here)
                loop.append(point)
            loops.append(loop)
        if inset:
            loops = [[_inset(p[i - 1], p[i], p[(i + 1) % len(p)], inset) for i in range(len(p))] for p in loops]
        return loops

    def tile(self, h: Hex, scale: float, fill: str, stroke: str = "none", width: float = 0.0) -> Path:
        """A hexagon of that fraction of a field, painted."""
        return Path(area_path([self.hexagon(h, scale)]), fill, stroke, width)


def _inset(a: Point, p: Point, b: Point, by: float) -> Point:
    """The corner ``p`` of a clockwise outline, after both its edges moved inwards."""

    def normal(u: Point, v: Point) -> Point:
        dx, dy = v[0] - u[0], v[1] - u[1]
        long = math.sqrt(dx * dx + dy * dy)
        return -dy / long, dx / long

    n, m = normal(a, p), normal(p, b)
    k = by / (1 + n[0] * m[0] + n[1] * m[1])
    return p[0] + (n[0] + m[0]) * k, p[1] + (n[1] + m[1]) * k
