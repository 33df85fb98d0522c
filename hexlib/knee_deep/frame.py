"""The window on the battlefield that a picture shows: what is in it, how large, and the part that never changes.

The grid is turned so that the rows of sectors lie level; pieces and text stay upright.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from hexlib.draw.hexes import Layout, Point, area_path
from hexlib.draw.scene import Icon, Layer, Path, Shape, Text, Use
from hexlib.draw.shapes import chip, chip_width, stroke
from hexlib.draw.theme import LINE, OPACITY, PIECE
from hexlib.grid import DIRECTIONS, Hex
from hexlib.knee_deep.board import (
    CENTRES,
    HEXES,
    HQ_FIELDS,
    NEIGHBOURS,
    POINT_SECTORS,
    SECTOR_OF,
    SECTORS,
    parse_field,
    parse_point,
)
from hexlib.knee_deep.components import MOUNTAIN, OPEN, TERRAIN_NAMES

__all__ = [
    "NARROW",
    "TURN",
    "WIDE",
    "Frame",
    "board_layer",
    "frame",
    "hq_middle",
    "sector_names",
    "shortest",
    "what_lies",
    "zone_fields",
    "zone_shapes",
]

WIDE, NARROW = 1200, 390
"""Widths in px of a picture across a page and of one on a phone."""
TURN: Point = (2.5 / math.sqrt(7), -0.5 * math.sqrt(3) / math.sqrt(7))
"""Cosine and sine of the turn, -19.1 degrees."""
DEGREES = math.degrees(math.atan2(TURN[1], TURN[0]))


def _tint(centre: Hex) -> str:
    """One of three tints, so that no two neighbouring sectors share one."""
    q, r = centre
    return "abc"[((3 * q + r) // 7 - (2 * r - q) // 7) % 3]


def _points() -> tuple[tuple[int, int], ...]:
    at = {h: i for i, h in enumerate(HEXES)}
    found: dict[tuple[int, ...], tuple[int, int]] = {}
    for f, (q, r) in enumerate(HEXES):
        for k in range(6):
            a, b = ((q + DIRECTIONS[j][0], r + DIRECTIONS[j][1]) for j in (k - 1, k))
            if a in at and b in at:
                trio = tuple(sorted({SECTOR_OF[f], SECTOR_OF[at[a]], SECTOR_OF[at[b]]}))
                if len(trio) == 3:
                    found.setdefault(trio, (f, k))
    return tuple(found[trio] for trio in POINT_SECTORS)


_POINT_AT = _points()


def zone_fields(point: int) -> tuple[int, ...]:
    """The 21 fields round a marker's place."""
    return tuple(7 * s + k for s in POINT_SECTORS[point] for k in range(7))


@dataclass(frozen=True, eq=False)
class Frame:
    """A picture's size, its layout, and what of the board lies in it. Made once for each size and window."""

    width: float
    height: float
    layout: Layout
    k: float
    """Drawing scale: what stroke widths are multiplied by."""
    label: float
    """Size of labels in px."""
    subject: tuple[int, ...]
    """The fields that a close-up is about; empty for the whole board."""
    about: int | None
    """The marker's place that a close-up is about; all other sectors lie under a veil then."""
    centres: tuple[Point, ...]
    """Middle of each of the 217 fields, in px."""
    visible: tuple[int, ...]
    """The fields whose middle lies in the picture."""
    shown: tuple[int, ...]
    """The fields of which anything lies in the picture."""

    @property
    def closed(self) -> bool:
        """Whether this is a close-up."""
        return bool(self.subject)

    @property
    def veiled(self) -> bool:
        """Whether what is not the subject lies under a veil."""
        return self.about is not None

    @property
    def piece(self) -> float:
        """Half-width of a piece."""
        inr = self.layout.inradius
        return float(inr * PIECE["base" if inr >= 20 else "base_small"])

    def point(self, point: int) -> Point:
        """Where a marker's place lies."""
        f, k = _POINT_AT[point]
        return self.layout.corner(HEXES[f], k)

    def point_turn(self, point: int) -> float:
        """The turn in degrees that lays a marker's arms on the edges of the fields."""
        return round((_POINT_AT[point][1] + 1) * 60 % 120 + DEGREES, 2)

    def inside(self, x: float, y: float, margin: float = 0.0) -> bool:
        """Whether a point lies in the picture."""
        return margin <= x <= self.width - margin and margin <= y <= self.height - margin

    def outline(self, fields: Iterable[int], inset: float = 0.0) -> list[list[Point]]:
        """Closed loops round a set of fields."""
        return self.layout.outline((HEXES[f] for f in fields), inset)


def _bounds(loops: Iterable[Iterable[Point]]) -> tuple[float, float, float, float]:
    points = [p for loop in loops for p in loop]
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    return min(xs), min(ys), max(xs), max(ys)


def _scale(s: float) -> float:
    return 0.3 + 0.02 * s


def _close_up(close: tuple[str, ...]) -> tuple[tuple[int, ...], int | None]:
    """The fields that the words name, and the first place for a marker among them."""
    fields: set[int] = set()
    points = [parse_point(word) for word in close if "-" in word]
    for word in close:
        if word in CENTRES:
            fields.update(range(7 * SECTORS.index(word), 7 * SECTORS.index(word) + 7))
        elif "-" not in word:
            fields.add(parse_field(word))
    for point in points:
        fields.update(zone_fields(point))
    return tuple(sorted(fields)), points[0] if points else None


@lru_cache(maxsize=64)
def frame(width: float, close: tuple[str, ...] = ()) -> Frame:
    """The window of that width on the whole board, or closed up on places, sectors and fields.

    Raises:
        NotationError: a word of ``close`` names nothing on the board.
        ValueError: the width is under 240 px.
    """
    if width < 240:
        raise ValueError(f"a picture of the board needs 240 px, got {width:g}")
    label = round(max(10.0, min(20.0, width / 60)), 1)
    subject, about = _close_up(close)
    unit = Layout(1.0, turn=TURN)
    if subject:
        x0, y0, x1, y1 = _bounds(unit.hexagon(HEXES[f]) for f in subject)
        tall = width * (1.2 if width < 600 else 0.72)
        air = 1.5 if width < 600 else 1.9
        s = min(66.0, max(34.0, width * 0.07), width / (x1 - x0 + air), tall / (y1 - y0 + air))
        height = round(max((y1 - y0 + air) * s, width * 0.42))
        ox, oy = width / 2 - (x0 + x1) / 2 * s, height / 2 - (y0 + y1) / 2 * s
    else:
        x0, y0, x1, y1 = _bounds(unit.outline(HEXES))
        left, rim = label + 10, 6 * 2
        s = (width - left - 4 - rim * 0.3) / (x1 - x0 + rim * 0.02)
        grow = 6 * _scale(s) + 2
        height = round((y1 - y0) * s + 2 * grow + 4)
        ox, oy = left + grow - x0 * s, 2 + grow - y0 * s
    layout = Layout(s, ox, oy, TURN)
    centres = tuple((round(x, 2), round(y, 2)) for x, y in map(layout.at, HEXES))
    visible = tuple(f for f, (x, y) in enumerate(centres) if 0 <= x <= width and 0 <= y <= height)
    shown = tuple(f for f, (x, y) in enumerate(centres) if -s < x < width + s and -s < y < height + s)
    return Frame(width, height, layout, _scale(s), label, subject, about, centres, visible, shown)


def _symbols(layout: Layout, k: float, terrain: Iterable[int]) -> dict[str, tuple[Shape, ...]]:
    """The shapes of the board that recur: a sector's ground, its fields' edges, its outline; terrain tiles."""
    local = Layout(layout.s, turn=TURN)
    flower = area_path(local.outline([(0, 0), *DIRECTIONS]))
    inner = area_path([local.hexagon((0, 0))])
    for j in range(6):  # from the middle field's corner to the sector's edge
        a, b = local.corner((0, 0), j), local.corner((0, 0), j, 2.0)
        inner += f"M{a[0]:.1f} {a[1]:.1f}L{b[0]:.1f} {b[1]:.1f}"
    out: dict[str, tuple[Shape, ...]] = {f"sector-{t}": (Path(flower, f"board.tint.{t}"),) for t in "abc"}
    out["fields"] = (Path(inner, stroke="field.edge", width=stroke("field", k, LINE["hair"])),)
    out["sector"] = (Path(flower, stroke="sector.edge", width=stroke("sector", k, 1.4)),)
    for kind in sorted(set(terrain) - {OPEN}):
        name = TERRAIN_NAMES[kind]
        size = round(local.inradius * PIECE["terrain"] * 0.88, 1)
        out[name] = (local.tile((0, 0), 0.92, f"terrain.{name}"), Icon(name, 0, 0, size))
    return out


@lru_cache(maxsize=64)
def board_layer(window: Frame, terrain: tuple[int, ...]) -> tuple[Layer, dict[str, tuple[Shape, ...]]]:
    """The layer "board" and the symbols it uses: the same objects for every picture with that window and terrain."""
    layout, k = window.layout, window.k
    shapes: list[Shape] = [
        Path(area_path(layout.outline(HEXES, -6 * k)), "board.ground", "board.rim", stroke("rim", k, 1.5))
    ]

    def near(h: Hex) -> bool:
        x, y = layout.at(h)
        return window.inside(x, y, -2.7 * layout.s)

    def places(hexes: Iterable[Hex]) -> tuple[Point, ...]:
        return tuple((round(x, 1), round(y, 1)) for x, y in map(layout.at, hexes))

    seen = [h for h in CENTRES.values() if near(h)]
    for tint in "abc":
        shapes.append(Use(f"sector-{tint}", places(h for h in seen if _tint(h) == tint)))
    shapes.append(Use("fields", places(seen)))
    for kind in range(MOUNTAIN, len(TERRAIN_NAMES)):
        at = places(HEXES[f] for f in window.shown if terrain[f] == kind)
        if at:
            shapes.append(Use(TERRAIN_NAMES[kind], at))
    shapes.append(Use("sector", places(seen)))
    for seat, fields in enumerate(HQ_FIELDS):
        if set(fields) & set(window.shown):
            d = area_path(window.outline(fields, layout.s * 0.06))
            edge = round(max(1.0, layout.s * 0.05), 2)
            shapes.append(Path(d, f"seat.{seat}.lip", f"seat.{seat}.edge", edge))
            x, y = hq_middle(window, seat)
            shapes.append(Icon("hq", x, y, round(layout.s * (1.28 if seat == 0 else 1.4), 1), seat, base=True))
    if not window.closed:
        for row in "ABCDEFG":
            y = layout.at(CENTRES[f"{row}1"])[1]
            x = round(window.label * 0.8, 1)
            shapes.append(Text(x, round(y + window.label * 0.36, 1), row, window.label, "text.muted", True))
    used = _symbols(layout, k, (terrain[f] for f in window.shown))
    return Layer("board", tuple(shapes)), used


@lru_cache(maxsize=128)
def zone_shapes(window: Frame, point: int, terrain: tuple[int, ...]) -> tuple[Shape, ...]:
    """The tint of a war zone, which leaves terrain tiles alone, and its outline."""
    fields = zone_fields(point)
    tint = area_path(window.outline(fields))
    for f in fields:
        if terrain[f] != OPEN:
            tint += area_path([window.layout.hexagon(HEXES[f], 0.92)[::-1]])
    width = stroke("zone", window.k, 3)
    d = area_path(window.outline(fields, width / 2))
    return (
        Path(tint, "hl.war", opacity=OPACITY["zone"]),
        Path(d, stroke="hl.case", width=round(width + 2 * stroke("casing", window.k, 1.2), 2)),
        Path(d, stroke="hl.war", width=width),
    )


def _rim(fields: tuple[int, ...], area: frozenset[Hex], layout: Layout) -> list[Point]:
    """The corners of some fields of an area that lie on the area's edge."""
    out = []
    for q, r in (HEXES[f] for f in fields):
        for k in range(6):
            a, b = DIRECTIONS[k - 1], DIRECTIONS[k]
            if (q + a[0], r + a[1]) not in area or (q + b[0], r + b[1]) not in area:
                out.append(layout.corner((q, r), k))
    return out


_HQS = frozenset(f for fields in HQ_FIELDS for f in fields)


@lru_cache(maxsize=128)
def sector_names(window: Frame, point: int | None) -> tuple[Shape, ...]:
    """Chips with the names of sectors: a war zone's ride on its outline, in a close-up the others have theirs below.

    They stand where three fields meet, so no piece hides one, and do not move when pieces do.
    """
    marked = POINT_SECTORS[point] if point is not None else ()
    taken: list[tuple[float, float, float]] = []
    out: list[Shape] = []

    def place(s: int, area: Iterable[int], dx: float, dy: float, fill: str, ink: str, least: float = 0.0) -> None:
        half, high = chip_width(SECTORS[s], window.label) / 2, window.label * 0.85
        own = tuple(range(7 * s, 7 * s + 7))
        plates = [p for f in own if f in _HQS for p in window.layout.hexagon(HEXES[f])]
        least = 0.0 if plates else least
        ends = _rim(own, frozenset(HEXES[f] for f in area), window.layout)
        free = [
            (x * dx + y * dy, x, y)
            for x, y in ends
            if all(abs(x - u) + abs(y - w) > window.layout.s * 0.5 for u, w in plates)
            and half + 2 <= x <= window.width - half - 2
            and max(high + 2, least) <= y <= window.height - high - 2
            and all(abs(x - u) > half + v + 2 or abs(y - w) > 2 * high + 2 for u, w, v in taken)
        ]
        if free:
            _, x, y = max(free)
            taken.append((x, y, half))
            out.extend(chip(x, y, SECTORS[s], window.label, fill, ink))

    riding: dict[int, int] = {s: point for s in marked if point is not None}
    if window.about is not None:  # the names of a war zone to be stand where they will stand then
        riding = dict.fromkeys(POINT_SECTORS[window.about], window.about) | riding
    for s, p in riding.items():
        x, y = window.layout.at(CENTRES[SECTORS[s]])
        ox, oy = window.point(p)
        paint = ("hl.war", "hl.case") if s in marked else ("board.ground", "text.muted")
        place(s, zone_fields(p), x - ox, y - oy, *paint)
    if window.closed:
        for s, name in enumerate(SECTORS):
            x, y = window.layout.at(CENTRES[name])
            if s not in riding and window.inside(x, y):
                place(s, range(7 * s, 7 * s + 7), 0.1, 1.0, "board.ground", "text.muted", y)
    return tuple(out)


def hq_middle(window: Frame, seat: int) -> Point:
    """The corner at which the three fields of an HQ meet."""
    points = [window.centres[f] for f in HQ_FIELDS[seat]]
    return round(sum(p[0] for p in points) / 3, 1), round(sum(p[1] for p in points) / 3, 1)


def what_lies(field: int, terrain: int) -> str:
    """What is printed on a field, in words."""
    for seat, fields in enumerate(HQ_FIELDS):
        if field in fields:
            return f"{('Bukseon', 'Gondwana')[seat]} HQ"
    return ("empty", "mountain", "material field", "energy field")[terrain]


def shortest(source: int, target: int, closed: set[int]) -> tuple[int, ...]:
    """The fields of a shortest way that enters none of the closed ones, both ends included; just the ends if none."""
    come: dict[int, int] = {source: source}
    front = [source]
    while front and target not in come:
        following = []
        for f in front:
            for n in NEIGHBOURS[f]:
                if n not in come and (n not in closed or n == target):
                    come[n] = f
                    following.append(n)
        front = following
    if target not in come:
        return source, target
    way = [target]
    while way[-1] != source:
        way.append(come[way[-1]])
    return tuple(reversed(way))
