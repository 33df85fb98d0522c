"""Where things lie on a picture of the table: seats, Hexes in flight, the words beside them.

The viewer sits at the bottom, everybody else clockwise from there, each to the left of the one before. The sizes hang
on the number of players and the width alone, so that all pictures of one game fit one another.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from hexlib.draw.hexes import Point
from hexlib.draw.scene import Layer, Path, pixels

__all__ = ["NARROW", "WIDE", "Box", "Flight", "Place", "Table", "board_layer", "curve", "place_flights", "table"]

WIDE, NARROW = 960, 390
"""Widths in px of a picture across a page and of one on a phone."""

Box = tuple[float, float, float, float]
"""Left, top, right and bottom in px."""

_PLACES: dict[tuple[bool, int], tuple[float, tuple[Point, ...]]] = {
    (True, 3): (640, ((480, 539), (150, 214), (810, 214))),
    (True, 4): (680, ((480, 579), (125, 336), (480, 101), (835, 336))),
    (True, 5): (704, ((480, 603), (125, 412), (268, 101), (692, 101), (835, 412))),
    (True, 6): (760, ((480, 659), (125, 492), (125, 252), (480, 101), (835, 252), (835, 492))),
    (False, 3): (600, ((195, 500), (66, 166), (324, 166))),
    (False, 4): (680, ((195, 580), (66, 342), (195, 132), (324, 342))),
    (False, 5): (690, ((195, 590), (66, 390), (66, 132), (324, 132), (324, 390))),
    (False, 6): (790, ((195, 690), (66, 484), (66, 268), (195, 132), (324, 268), (324, 484))),
}
"""By whether it is wide and the number of players: height, and the middle of each seat, the viewer's first."""


@dataclass(frozen=True)
class Table:
    """The sizes of one picture."""

    wide: bool
    n: int
    scale: float
    """Of all lengths."""
    height: float
    places: tuple[Point, ...]
    """The middle of each seat, the one at the bottom first."""
    box: Point
    """Width and height of a seat."""
    token: float
    """Half-height of a Hex."""
    text: float
    """Size of the words beside Hexes and in hands."""

    @property
    def width(self) -> float:
        """In px."""
        return (WIDE if self.wide else NARROW) * self.scale

    @property
    def middle(self) -> Point:
        """The middle of the table."""
        ys = [y for _, y in self.places]
        return self.width / 2, (min(ys) + max(ys)) / 2

    def seat_box(self, place: int, pad: float = 0.0) -> Box:
        """The outline of a seat."""
        x, y = self.places[place]
        w, h = self.box[0] / 2 + pad, self.box[1] / 2 + pad
        return x - w, y - h, x + w, y + h


@lru_cache(maxsize=32)
def table(width: float | str, n: int) -> Table:
    """The table for so many players; ``width`` is "wide", "narrow" or a number of px.

    Raises:
        ValueError: the width is not one.
    """
    width = pixels(width, WIDE, NARROW)
    if not 200 <= width <= 4000:
        raise ValueError(f"a picture is 200 to 4000 px wide, not {width:g}")
    wide = width >= 560
    k = width / (WIDE if wide else NARROW)
    height, places = _PLACES[wide, n]
    box = (234.0, 170.0) if wide else (124.0, 148.0)
    return Table(
        wide,
        n,
        k,
        round(height * k, 1),
        tuple((x * k, y * k) for x, y in places),
        (box[0] * k, box[1] * k),
        (27.0 if wide else 17.5) * k,
        max(10.0, (12.5 if wide else 10.0) * k),
    )


_KAPPA = 4 * (math.sqrt(2) - 1) / 3
"""How far the handles of a quarter of an ellipse reach."""


def _ellipse(cx: float, cy: float, rx: float, ry: float) -> str:
    a, b = rx * _KAPPA, ry * _KAPPA

    def p(x: float, y: float) -> str:
        return f"{round(cx + x, 1):g} {round(cy + y, 1):g}"

    return (
        f"M{p(-rx, 0)}C{p(-rx, -b)} {p(-a, -ry)} {p(0, -ry)}C{p(a, -ry)} {p(rx, -b)} {p(rx, 0)}"
        f"C{p(rx, b)} {p(a, ry)} {p(0, ry)}C{p(-a, ry)} {p(-rx, b)} {p(-rx, 0)}Z"
    )


@lru_cache(maxsize=32)
def board_layer(t: Table) -> Layer:
    """The table top, which never changes."""
    cx, cy = t.middle
    ys = [y for _, y in t.places]
    rx = t.width / 2 - t.box[0] * (0.42 if t.wide else 0.36)
    ry = (max(ys) - min(ys)) / 2 + t.box[1] * 0.06
    if t.n in (3, 5):
        ry += t.box[1] * 0.16
    rim = round((12 if t.wide else 8) * t.scale, 1)
    return Layer(
        "board",
        (
            Path(_ellipse(cx, cy, rx, ry), "table.top", "table.rim", rim),
            Path(
                _ellipse(cx, cy, rx - 2 * rim, ry - 2 * rim),
                stroke="table.line",
                width=round(1.2 * t.scale, 2),
                dash=(round(3 * t.scale, 1), round(6 * t.scale, 1)),
            ),
        ),
    )


# -- flights -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Flight:
    """What is to be placed: from one place at the table to another, with words of that size beside its token."""

    source: int
    target: int
    words: Point
    """Width and height of the words; (0, 0) for none."""
    tail: float = 0.0
    """How far the effects reach to the right of the token."""
    near: bool = False
    """Whether the token lies close to its target: it has gone off there."""
    bare: bool = False
    """Whether it is only a way, without a token: where a card will send its Hex."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where one flight goes."""

    points: tuple[Point, ...]
    """The way from the edge of one seat to that of the other."""
    token: Point
    words: Point
    """The middle of the words."""


def _overlap(a: Box, b: Box) -> float:
    w, h = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    return w * h if w > 0 and h > 0 else 0.0


def _inside(p: Point, b: Box) -> bool:
    return b[0] < p[0] < b[2] and b[1] < p[1] < b[3]


def curve(t: Table, source: int, target: int, pull: float, aside: float) -> tuple[Point, ...]:
    """A way from seat to seat that bows towards the middle of the table by ``pull`` (0 to 1), and ``aside`` px besides.

    Only what lies outside both seats.
    """
    (ax, ay), (bx, by), (cx, cy) = t.places[source], t.places[target], t.middle
    long = math.sqrt((bx - ax) ** 2 + (by - ay) ** 2) or 1.0
    mx, my = (ax + bx) / 2, (ay + by) / 2
    # twice the pull, since a curve comes only half-way to its handle
    hx = mx + (cx - mx) * pull * 1.6 - (by - ay) / long * aside * 2
    hy = my + (cy - my) * pull * 1.6 + (bx - ax) / long * aside * 2
    gap = 7 * t.scale
    closed = t.seat_box(source, gap * 1.2), t.seat_box(target, gap * 1.5)
    out = []
    for i in range(41):
        u = i / 40
        v = 1 - u
        p = (v * v * ax + 2 * u * v * hx + u * u * bx, v * v * ay + 2 * u * v * hy + u * u * by)
        if not _inside(p, closed[0]) and not _inside(p, closed[1]):
            out.append((round(p[0], 1), round(p[1], 1)))
    return tuple(out)


def place_flights(t: Table, flights: Sequence[Flight], taken: Iterable[Box] = ()) -> tuple[Place, ...]:
    """A place for each flight, in this order: ways apart from one another, tokens and words over nothing else."""
    return _placed(t, tuple(flights), tuple(taken))


@lru_cache(maxsize=256)
def _placed(t: Table, flights: tuple[Flight, ...], taken: tuple[Box, ...]) -> tuple[Place, ...]:
    fixed = [t.seat_box(p, 3 * t.scale) for p in range(t.n)] + list(taken)
    full = list(fixed)
    ways: list[tuple[Point, ...]] = []
    tokens: list[Point] = []
    for f in flights:
        way = _way(t, f, full, ways)
        ways.append(way)
        tokens.append(way[-1] if f.bare else _token(t, f, way, full))
        if not f.bare:
            full.append(_token_box(t, f, tokens[-1]))
            if f.words[0]:
                full.append(_words_box(f, _words(t, f, way, tokens[-1], full)[1]))
    # Words once more, now that every token has its place.
    full = fixed + [_token_box(t, f, at) for f, at in zip(flights, tokens, strict=True) if not f.bare]
    out = []
    for f, way, at in zip(flights, ways, tokens, strict=True):
        words = at
        if f.words[0] and not f.bare:
            words = _words(t, f, way, at, full)[1]
            full.append(_words_box(f, words))
        out.append(Place(way, at, words))
    return tuple(out)


def _token_box(t: Table, f: Flight, at: Point) -> Box:
    """What a token, its number and its effects cover."""
    r = t.token
    return at[0] - r * 1.25, at[1] - r * 1.1, at[0] + r + f.tail, at[1] + r * 1.1


def _words_box(f: Flight, at: Point) -> Box:
    w, h = f.words[0] / 2 + 2, f.words[1] / 2 + 2
    return at[0] - w, at[1] - h, at[0] + w, at[1] + h


def _way(t: Table, f: Flight, full: Sequence[Box], ways: Sequence[tuple[Point, ...]]) -> tuple[Point, ...]:
    """The best way: short and gently bent, over nothing else, apart from the others."""
    step = (34 if t.wide else 20) * t.scale
    best: tuple[float, tuple[Point, ...]] | None = None
    for pull in (0.45, 0.7, 0.95, 0.2, 1.2):
        for aside in (0.0, step, -step, 2 * step, -2 * step, 3 * step, -3 * step):
            way = curve(t, f.source, f.target, pull, aside)
            if len(way) < 6:
                continue
            cost = abs(pull - 0.45) * 60 + abs(aside) / step * 6 + len(way) * 0.2 + max(0, 18 - len(way)) * 14
            for p in way[::2]:
                cost += 40 * sum(_inside(p, b) for b in full)
                if not (0 < p[0] < t.width and 0 < p[1] < t.height):
                    cost += 400
                for other in ways:
                    cost += sum(abs(p[0] - q[0]) + abs(p[1] - q[1]) < step * 0.6 for q in other[::3]) * 5
            if best is None or cost < best[0]:
                best = cost, way
    if best:
        return best[1]
    return curve(t, f.source, f.target, 0.5, 0.0) or (t.middle, t.places[f.target])


def _token(t: Table, f: Flight, way: tuple[Point, ...], full: Sequence[Box]) -> Point:
    """The best place on the way for the token, so that its words have room too."""
    best: tuple[float, Point] | None = None
    wish = 0.86 if f.near else 0.56
    for share in (0.86, 0.78, 0.7) if f.near else (0.56, 0.48, 0.64, 0.4, 0.72, 0.3, 0.8):
        at = way[min(len(way) - 1, int(len(way) * share))]
        box = _token_box(t, f, at)
        cost = abs(share - wish) * 250 + 3 * sum(_overlap(box, b) for b in full)
        if f.words[0]:
            cost += _words(t, f, way, at, full)[0]
        if best is None or cost < best[0]:
            best = cost, at
    assert best is not None
    return best[1]


def _words(t: Table, f: Flight, way: tuple[Point, ...], at: Point, full: Sequence[Box]) -> tuple[float, Point]:
    """The best place for the words beside a token, after its cost: below, above or at a side."""
    r, gap = t.token, 4 * t.scale
    w, h = f.words[0] / 2, f.words[1] / 2
    x, y = at
    mid, low, high = x + f.tail / 2, y + r * 1.2 + h + gap, y - r * 1.05 - h - gap
    places = [(mid, low), (mid, high), (x + r + f.tail + w + gap, y), (x - r * 1.3 - w - gap, y)]
    places += [(mid - w * 0.6, low), (mid + w * 0.6, low), (mid - w * 0.6, high), (mid + w * 0.6, high)]
    best: tuple[float, Point] | None = None
    for k, (lx, ly) in enumerate(places):
        box = (lx - w, ly - h, lx + w, ly + h)
        cost = k * 6 + 3 * sum(_overlap(box, b) for b in full) + 2 * _outside(t, box)
        cost += 14 * sum(_inside(p, box) for p in way[::3]) + 90 * _inside(way[-1], box)
        if best is None or cost < best[0]:
            best = cost, (round(lx, 1), round(ly, 1))
    assert best is not None
    return best


def _outside(t: Table, b: Box) -> float:
    """How much of a box lies outside the picture."""
    whole = (b[2] - b[0]) * (b[3] - b[1])
    return 40 * (whole - _overlap(b, (2.0, 2.0, t.width - 2, t.height - 2)))
