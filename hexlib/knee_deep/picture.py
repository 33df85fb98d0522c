"""The battlefield as a picture: what one seat may see of a state, as a scene.

:func:`scene` draws the board; the small pictures (cards, units, formations …) are in ``diagrams.py``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from hexlib.draw.hexes import Point, area_path
from hexlib.draw.scene import Circle, Icon, Layer, Path, Scene, Shape, Text, names_in, pixels
from hexlib.draw.shapes import arrow, badge, bent, chip, chip_width, cross, dashed, ghost, rectangle, ring, stroke
from hexlib.draw.theme import OPACITY, RADIUS
from hexlib.game import Action, Event
from hexlib.knee_deep.actions import HQ, Build, Damage, Deploy, Move, Play, parse
from hexlib.knee_deep.board import (
    DISTANCE,
    FIELDS,
    HEXES,
    HQ_FIELDS,
    LINES,
    POINTS,
    parse_field,
    parse_point,
)
from hexlib.knee_deep.captions import BoardView, desc_of, spots, title_of
from hexlib.knee_deep.components import OPEN, STANDARD, UNIT_NAMES, UNITS
from hexlib.knee_deep.diagrams import (
    card_scene,
    companion_scene,
    formation_scene,
    formations_scene,
    hq_scene,
    key_scene,
    sector_scene,
    trackers_scene,
    unit_scene,
)
from hexlib.knee_deep.frame import (
    NARROW,
    WIDE,
    Frame,
    board_layer,
    frame,
    hq_middle,
    sector_names,
    shortest,
    zone_fields,
    zone_shapes,
)

__all__ = [
    "NARROW",
    "WIDE",
    "BoardView",
    "card_scene",
    "companion_scene",
    "formation_scene",
    "formations_scene",
    "hq_scene",
    "key_scene",
    "scene",
    "sector_scene",
    "spots",
    "trackers_scene",
    "unit_scene",
]


Place = str | int
"""A field or a marker's place by name, or a field's number."""


def scene(
    view: BoardView,
    *,
    width: float | str = "wide",
    close: str | Iterable[str] | None = None,
    zone: str | None = None,
    selected: Place | Iterable[Place] | None = None,
    targets: Iterable[Place] | Mapping[Any, int] = (),
    route: Sequence[Place] = (),
    refused: Iterable[Place] = (),
    last: Action | str | Sequence[Place] | None = None,
    lost: Iterable[tuple[int, int, int]] = (),
    formation: Sequence[Place] = (),
    formation_label: str = "",
    events: Iterable[Event] = (),
    hover: Place | None = None,
    badges: bool = True,
    labels: bool = True,
    title: str = "",
) -> Scene:
    """The battlefield as the view has it; layers "board", "zone", "pieces", "marks" and "hover", from bottom to top.

    Args:
        view: what is on the board.
        width: px, or "wide" (1200) or "narrow" (390); a narrow picture is composed anew, not scaled.
        close: what to close up on: marker places, sectors and fields, as words ("C1-C2-D2 E1.1"). With a marker's
            place among them all other sectors lie under a veil.
        zone: a marker's place to show as the war zone; by default the marker's.
        selected: the field of the selected piece, or several places.
        targets: fields and marker places that may be chosen; a mapping gives each its cost, shown if over 1.
        route: the fields that a move enters, its start first.
        refused: fields that an illegal try was about.
        last: the last action, or the fields of its way; shown as an arrow from a ghost. Hidden while a piece is
            selected.
        lost: field, kind and owner of pieces just destroyed; field 217 is the owner's HQ.
        formation: the fields of a formation's vehicles, joined by a dashed line; three that touch are closed.
        formation_label: what stands beside it: "Sling +3".
        events: what has just happened; shows the way of a move, pieces destroyed, the formations of War cards turned
            up, and in a close-up the zone of a war that has just ended.
        hover: the field or marker's place under the pointer; its name is shown.
        badges: whether pieces in the war zone carry their combat power.
        labels: whether sectors are named.
        title: instead of the picture's own title.

    Raises:
        NotationError: a name is not one of the board.
    """
    window = frame(pixels(width, WIDE, NARROW), names_in(close))
    gone, lines, told, over = _happened(events, view)
    point = parse_point(zone) if zone else view.marker[0] if view.marker else window.about if over else None
    if told and (last is None or isinstance(last, (str, Move))):
        last = told
    if formation:
        lines.append((tuple(_field(f) for f in formation), formation_label))
    chosen = () if selected is None else _places((selected,) if isinstance(selected, (str, int)) else selected)
    drawing = _Drawing(view, window, point, (*lost, *gone), labels)
    board, symbols = board_layer(window, view.terrain)
    under, way = drawing.under(chosen, last, lines)
    costs = targets if isinstance(targets, Mapping) else dict.fromkeys(targets, 1)
    ahead = [_field(f) for f in route]
    marks = drawing.marks(dict(zip(_places(costs), costs.values(), strict=True)), ahead, _places(refused), badges)
    for fields, words in lines:
        marks += drawing.formation_chip(fields, words) if words else []
    layers = (
        board,
        Layer("zone", (*drawing.zone(), *under)),
        Layer("pieces", tuple(drawing.pieces())),
        Layer("marks", tuple(marks)),
        Layer("hover", tuple(drawing.hover(hover)) if hover is not None else ()),
    )
    desc = desc_of(view, window, point, chosen, way, (*lost, *gone), lines)
    title = title or title_of(window, point)
    return Scene(window.width, window.height, title, desc, layers, spots(window, view), symbols)


def _field(place: Place) -> int:
    return place if isinstance(place, int) else parse_field(place)


def _places(places: Iterable[Place]) -> tuple[int, ...]:
    """Numbers of places: fields as they are, a marker's places after the last field and the HQ."""
    return tuple(HQ + 1 + parse_point(p) if isinstance(p, str) and "-" in p else _field(p) for p in places)


def _formation(kind: str, seat: int, view: BoardView) -> tuple[int, ...]:
    """The seat's vehicles in the war zone that stand in that formation, if any do."""
    zone = zone_fields(view.marker[0]) if view.marker else range(len(FIELDS))
    own = sorted(f for f, unit, owner in view.pieces if owner == seat and f in zone and UNITS[unit].is_vehicle)
    for a in own:
        for line in LINES[a][:3]:
            if kind == "sling" and len(line) > 1 and line[1] in own:
                return a, line[1]
            if kind == "barrier" and len(line) > 1 and line[0] in own and line[1] in own:
                return a, line[0], line[1]
        for b in own:
            for c in own:
                if kind == "skirmish" and a < b < c and DISTANCE[a][b] == DISTANCE[b][c] == DISTANCE[a][c] == 1:
                    return a, b, c
    return ()


def _happened(
    events: Iterable[Event], view: BoardView
) -> tuple[list[tuple[int, int, int]], list[tuple[tuple[int, ...], str]], tuple[str, ...], bool]:
    """What events say: pieces destroyed (field, kind, owner), formations (fields, label), a move's way, and whether a
    war has just ended."""
    lost: list[tuple[int, int, int]] = []
    lines: list[tuple[tuple[int, ...], str]] = []
    way: tuple[str, ...] = ()
    over = False
    for event in events:
        data = dict(event.data)
        if event.kind == "damage" and "unit" in data:
            lost.append((parse_field(data["field"]), UNIT_NAMES.index(data["unit"]), data["player"]))
        elif event.kind == "damage.hq":
            lost.append((HQ, 0, data["player"]))
        elif event.kind == "move" and "path" in data:
            way = data["path"]
        elif event.kind == "marker.return":
            over = True
        elif event.kind.startswith("war.card.") and data["power"] > 0:
            card = getattr(view.game, "cards", STANDARD)[data["card"]]
            fields = _formation(card.formation, data["player"], view) if card.formation else ()
            if fields:
                lines.append((fields, f"{card.title} +{data['power']}"))
    return lost, lines, way, over


class _Drawing:
    """The layers of one picture above the board."""

    def __init__(
        self,
        view: BoardView,
        window: Frame,
        point: int | None,
        lost: tuple[tuple[int, int, int], ...],
        labels: bool,
    ) -> None:
        self.view, self.w, self.point, self.lost, self.labels = view, window, point, lost, labels
        self.at = {f: (unit, seat) for f, unit, seat in view.pieces}
        self.ways: list[Sequence[int]] = []
        """Fields of each arrow drawn."""
        self.in_zone: tuple[int, ...] = zone_fields(point) if point is not None else ()
        self.subject = frozenset(window.subject) | set(self.in_zone) if window.veiled else frozenset()
        shown = [f for f in window.shown if f in self.at]
        self.order = sorted(shown, key=lambda f: (window.centres[f][1], window.centres[f][0]))
        self.full: list[tuple[float, float, float, float]] = []
        """Boxes that labels keep away from: middle, half-width, half-height."""
        for f in self.order:
            self.full.append((*window.centres[f], window.piece * 0.95, window.piece * 0.95))
        if view.marker:
            r = window.layout.s * 0.5
            self.full.append((*window.point(view.marker[0]), r, r))

    def _piece(self, f: int) -> Icon:
        unit, seat = self.at[f]
        x, y = self.w.centres[f]
        return Icon(UNIT_NAMES[unit], round(x, 1), round(y, 1), round(self.w.piece, 1), seat, base=True)

    # ---- under the pieces

    def zone(self) -> list[Shape]:
        """What lies far off under the veil, the zone's tint and outline, the names of sectors."""
        w, out = self.w, list[Shape]()
        if w.veiled:
            out += [self._piece(f) for f in self.order if f not in self.subject]
            hole = area_path(w.outline(self.subject))
            sheet = area_path([[(0, 0), (0, w.height), (w.width, w.height), (w.width, 0)]])
            out.append(Path(sheet + hole, "page", opacity=OPACITY["veil"]))
        if self.point is not None:
            out += zone_shapes(w, self.point, self.view.terrain)
        if self.labels and w.layout.s >= 24:
            out += sector_names(w, self.point)
        return out

    def _free(self, text: str, ends: Iterable[Point], worth: Any) -> Point | None:
        """The best of some places for a chip: not over a piece or another chip, then of the greatest worth."""
        w, hx, hy = self.w, chip_width(text, self.w.label) / 2, self.w.label * 0.85
        best: tuple[float, float, Point] | None = None
        for x, y in ends:
            if not (hx + 2 <= x <= w.width - hx - 2 and hy + 2 <= y <= w.height - hy - 2):
                continue
            over = 0.0
            for bx, by, rx, ry in self.full:
                across = min(x + hx, bx + rx) - max(x - hx, bx - rx)
                down = min(y + hy, by + ry) - max(y - hy, by - ry)
                if across > 0 and down > 0:
                    over += across * down
            key = (-round(over), worth((x, y)))
            if best is None or key > best[:2]:
                best = (*key, (x, y))
        if best is None:
            return None
        self.full.append((*best[2], hx + 2, hy + 2))
        return best[2]

    def under(
        self,
        selected: Sequence[int],
        last: Action | str | Sequence[Place] | None,
        formations: Sequence[tuple[Sequence[int], str]],
    ) -> tuple[list[Shape], tuple[int, ...]]:
        """Marks that pieces stand on: the last move, the formation, the selection. Also the last move's fields."""
        w, out, way = self.w, list[Shape](), tuple[int, ...]()
        if last is not None and not selected:
            shapes, way = self._last(parse(last) if isinstance(last, str) else last)
            out += shapes
            if len(way) > 1:
                self.ways.append(way)
        for fields, _ in formations:
            points = [w.centres[f] for f in fields]
            if len(fields) == 3 and all(DISTANCE[a][b] == 1 for a in fields for b in fields if a != b):
                points.append(points[0])
            seat = self.at[fields[0]][1] if fields[0] in self.at else 0
            out += dashed(points, f"seat.{seat}.edge", w.k)
        for place in dict.fromkeys(map(self._whole, selected)):
            out += self._ring(place, "hl.selected", "hl.selected.edge")
        return out, way

    def _whole(self, place: int) -> int:
        """The place, or the number of the HQ's middle field if it is one of an HQ's."""
        return next((fields[0] for fields in HQ_FIELDS if place in fields), place)

    def _ring(self, place: int, role: str, edge: str) -> list[Shape]:
        """A ring round a field, an HQ or a marker's place."""
        w = self.w
        if place > HQ:
            x, y = w.point(place - HQ - 1)
            r, width = round(w.layout.s * 0.56, 1), stroke("ring", w.k, 2.2)
            case = round(width + 2 * stroke("casing", w.k, 1.2), 2)
            x, y = round(x, 1), round(y, 1)
            return [Circle(x, y, r, stroke=edge, width=case), Circle(x, y, r, stroke=role, width=width)]
        hq = next((fields for fields in HQ_FIELDS if place in fields), None)
        if hq:
            return ring(w.layout, w.outline(hq, w.layout.s * 0.07)[0], w.k, role, edge)
        return ring(w.layout, w.layout.hexagon(HEXES[place], 0.93), w.k, role, edge)

    def _last(self, last: Action | Sequence[Place]) -> tuple[list[Shape], tuple[int, ...]]:
        w, inr = self.w, self.w.layout.inradius
        if isinstance(last, (Deploy, Build)):
            return self._placed(last.field), (last.field,)
        if isinstance(last, Play) and len(last.fields) == 1:
            return self._placed(last.fields[0]), last.fields
        if isinstance(last, Damage):
            known = {f for f, _, _ in self.lost}
            self.lost += tuple((f, -1, 0) for f in last.targets if f != HQ and f not in known)
            return [], ()
        if isinstance(last, Move):
            way = self._way(last.source, last.target)
        elif isinstance(last, Play):
            way = last.fields
        elif isinstance(last, Action):
            return [], ()
        else:
            way = tuple(_field(f) for f in last)
        if len(way) < 2:
            return [], way
        points = [w.centres[f] for f in way]
        flight = len(way) == 2 and DISTANCE[way[0]][way[1]] > 1 and isinstance(last, Play)
        line = bent(points[0], points[1], -0.16) if flight else points
        out: list[Shape] = []
        if way[-1] in self.at:
            out += ghost(*points[0], w.piece, self.at[way[-1]][1], w.k)
        short = len(way) == 2 and DISTANCE[way[0]][way[1]] == 1
        out += arrow(line, "hl.last", w.k, inr * (0.5 if short else 0.98), inr * 0.86)
        return out, way

    def _placed(self, field: int) -> list[Shape]:
        """A ring round a piece that has just come to the board."""
        w = self.w
        d, width = area_path([w.layout.hexagon(HEXES[field], 0.9)]), stroke("ring", w.k, 2) * 0.7
        dash = (round(5 * w.k, 1), round(4 * w.k, 1))
        return [
            Path(d, stroke="hl.case", width=round(width + 2 * stroke("casing", w.k), 2)),
            Path(d, stroke="hl.last", width=round(width, 2), dash=dash),
        ]

    def _way(self, source: int, target: int) -> tuple[int, ...]:
        """The fields of a move, found again from what now stands on the board."""
        if target not in self.at:
            return source, target
        seat = self.at[target][1]
        shut = {f for f, kind in enumerate(self.view.terrain) if kind != OPEN}
        shut |= {f for f, (_, owner) in self.at.items() if owner != seat}
        shut |= {f for fields in HQ_FIELDS for f in fields}
        return shortest(source, target, shut)

    # ---- pieces

    def pieces(self) -> list[Shape]:
        """The pieces by height on the page, so that lips overlap rightly, then the marker and the HQs' health."""
        w = self.w
        out: list[Shape] = [self._piece(f) for f in self.order if not w.veiled or f in self.subject]
        if self.view.marker:
            point, seat = self.view.marker
            x, y = (round(v, 1) for v in w.point(point))
            if w.inside(x, y, -w.layout.s):
                s = w.layout.s
                out.append(Icon("war_arms", x, y, round(s * 0.98, 1), seat, turn=w.point_turn(point)))
                out.append(Icon("war_marker", x, y, round(s * 0.46, 1), seat, base=True))
        if w.layout.s >= 24:
            for seat, fields in enumerate(HQ_FIELDS):
                if set(fields) & set(w.visible):
                    out += self._health(seat)
        return out

    def _health(self, seat: int) -> list[Shape]:
        w, text, size = self.w, str(self.view.hq_health[seat]), self.w.label
        x, y = hq_middle(w, seat)
        x, y = x + w.layout.s * 1.16, y + w.layout.s * 0.98
        wide, high = size * 2.9, size * 1.7
        if not (w.inside(x - wide / 2, y - high / 2) and w.inside(x + wide / 2, y + high / 2)):
            return []
        return [
            Path(rectangle(x - wide / 2, y - high / 2, wide, high, RADIUS["chip"]), "panel", "panel.edge", 1.0),
            Icon("health", round(x - size * 0.6, 1), round(y, 1), round(size * 0.52, 1)),
            Text(round(x + size * 0.62, 1), round(y + size * 0.36, 1), text, size, "text", True),
        ]

    # ---- over the pieces

    def marks(
        self, targets: Mapping[int, int], route: Sequence[int], refused: Sequence[int], badges: bool
    ) -> list[Shape]:
        """What may be chosen, the route, what was refused, what was destroyed, combat power."""
        w, inr, out = self.w, self.w.layout.inradius, list[Shape]()
        for place, cost in {self._whole(p): c for p, c in targets.items()}.items():
            if place in route or place in refused or (place < HQ and place not in w.shown):
                continue
            x, y = w.point(place - HQ - 1) if place > HQ else w.centres[place]
            if place in self.at or any(place in fields for fields in HQ_FIELDS):
                out += self._ring(place, "hl.reachable", "hl.case")
            elif cost > 1 and w.inside(x, y, 12):
                out += badge(x, y, max(inr * 0.44, 7.5), str(cost), "hl.reachable", "hl.case")
            else:
                out.append(Icon("mark_reachable", round(x, 1), round(y, 1), round(inr * 0.62, 1)))
        if len(route) > 1:
            start = 1.02 if route[0] in self.at else 0.0
            out += arrow([w.centres[f] for f in route], "hl.reachable", w.k, inr * start, 0.0)
            self.ways.append(route)
        for place in dict.fromkeys(map(self._whole, refused)):
            out += self._refused(place)
        for f, unit, seat in self.lost:
            out += self._destroyed(f, unit, seat)
        if badges and inr >= 20:
            r = max(8.5, inr * 0.27)
            for f in self.order:
                x, y = self._corner(f)
                if f in self.in_zone and w.inside(x, y, r + 1):
                    out += badge(x, y, r, str(UNITS[self.at[f][0]].power))
        return out

    def _corner(self, f: int) -> Point:
        """Where a piece's number sits: at its lower right, elsewhere if an arrow comes in there."""
        (x, y), inr = self.w.centres[f], self.w.layout.inradius
        dx = dy = 0.0
        for way in self.ways:
            if f in (way[0], way[-1]):
                u, v = self.w.centres[way[1] if f == way[0] else way[-2]]
                dx, dy = u - x, v - y
        if dx > 0 and dy > 0.2 * dx:
            return (x - inr * 0.62, y + inr * 0.58) if dy < 2.4 * dx else (x + inr * 0.62, y - inr * 0.62)
        return x + inr * 0.62, y + inr * 0.58

    def _refused(self, place: int) -> list[Shape]:
        """Hatch and cross; where a piece stands, a ring round it and the cross at its upper left."""
        w, inr = self.w, self.w.layout.inradius
        x, y = w.point(place - HQ - 1) if place > HQ else w.centres[place]
        if place in self.at or any(place in fields for fields in HQ_FIELDS):
            o = inr * 0.54
            corner = Icon("mark_illegal", round(x - o, 1), round(y - o, 1), round(inr * 0.36, 1))
            return [*self._ring(place, "hl.illegal", "hl.case"), corner]
        hatch = cross(w.layout, x, y, w.k) if place < HQ else []
        return [*hatch, Icon("mark_illegal", round(x, 1), round(y, 1), round(inr * 0.42, 1))]

    def _destroyed(self, f: int, unit: int, seat: int) -> list[Shape]:
        w, inr = self.w, self.w.layout.inradius
        if f == HQ:
            x, y = hq_middle(w, seat)
            return [Icon("mark_illegal", round(x - inr, 1), round(y - inr, 1), round(inr * 0.5, 1))]
        x, y = (round(v, 1) for v in w.centres[f])
        if f in self.at:
            o = inr * 0.54
            return [Icon("mark_illegal", round(x - o, 1), round(y - o, 1), round(inr * 0.34, 1))]
        r = round(w.piece, 1)
        if unit < 0:
            return [Icon("mark_illegal", x, y, round(r * 0.7, 1))]
        faded = Icon(UNIT_NAMES[unit], x, y, r, seat, base=True, opacity=0.45)
        return [faded, Icon("mark_illegal", round(x - r * 0.6, 1), round(y - r * 0.6, 1), round(r * 0.5, 1))]

    def formation_chip(self, fields: Sequence[int], text: str) -> list[Shape]:
        """The name of a formation, beside its line where there is room."""
        w = self.w
        points = [w.centres[f] for f in fields]
        x, y = sum(p[0] for p in points) / len(points), sum(p[1] for p in points) / len(points)
        s = w.layout.s
        ends = [(x + dx * s, y + dy * s) for dx, dy in _AROUND]
        best = self._free(text, ends, lambda p: -abs(p[0] - x) - abs(p[1] - y))
        return list(chip(*(best or (x, y)), text, w.label))

    def hover(self, place: Place) -> list[Shape]:
        """The outline and the name of what the pointer is on."""
        w = self.w
        if isinstance(place, str) and "-" in place:
            x, y = w.point(parse_point(place))
            name = POINTS[parse_point(place)]
            case = round(stroke("ring", w.k, 2.2) + 2 * stroke("casing", w.k, 1.2), 2)
            r = round(w.layout.s * 0.5, 1)
            x, y = round(x, 1), round(y, 1)
            out: list[Shape] = [Circle(x, y, r, stroke="hl.case", width=case)]
            out.append(Circle(x, y, r, stroke="text", width=stroke("ring", w.k, 2.2)))
        else:
            f = _field(place)
            name, (x, y) = FIELDS[f], w.centres[f]
            out = ring(w.layout, w.layout.hexagon(HEXES[f], 0.96), w.k * 0.6, "text", "hl.case")
        half, above = chip_width(name, w.label) / 2 + 2, w.layout.s + w.label
        x = min(max(x, half), w.width - half)
        y = y - above if y - above > w.label else y + above
        return [*out, *chip(x, y, name, w.label)]


_AROUND = ((0.1, 0.3), (0, 0.5), (0, -0.5), (0.4, 0.6), (-0.4, 0.6), (0, 0.9), (0, -0.9), (1.2, 0.4), (-1.2, 0.4))
"""Where a formation's name may stand, from the middle of the formation, in circumradii."""
