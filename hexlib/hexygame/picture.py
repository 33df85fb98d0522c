"""The map as a picture: what one seat may see of a state, as a scene.

:func:`scene` draws the map with its cards, and what lies on the stack as arrows and numbers on it; the stack itself
is a panel beside the map (``panels.py``). The small pictures (cards, keywords, the stack) are in ``diagrams.py``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from hexlib.draw.hexes import area_path
from hexlib.draw.scene import Icon, Layer, Path, Scene, Shape, Text, names_in, pixels
from hexlib.draw.shapes import arrow, badge, bent, chip, chip_width, cross, ghost, ring, stroke
from hexlib.game import Action, Event, NotationError
from hexlib.hexygame.actions import Burn, Cast, Counter, Join, Use, parse
from hexlib.hexygame.board import FIELDS, parse_field
from hexlib.hexygame.captions import desc_of, spent, spots, title_of
from hexlib.hexygame.components import ARTIFACT, TYPES
from hexlib.hexygame.frame import NARROW, WIDE, Frame, board_layer, frame, free_shapes, sphere_shapes
from hexlib.hexygame.items import ABILITY, ATTACK, MOVE, SPELL, TRIGGER, Item, Piece
from hexlib.hexygame.pieces import sphere
from hexlib.hexygame.tokens import Token, pips, token_shapes

if TYPE_CHECKING:
    from hexlib.hexygame.views import HexyView

__all__ = ["NARROW", "WIDE", "scene", "token_of"]

Place = str | int
"""A field by name or number."""


def scene(
    view: HexyView,
    *,
    width: float | str = "wide",
    close: str | Iterable[str] | None = None,
    selected: Place | Iterable[Place] | None = None,
    targets: Iterable[Place] | Mapping[Any, int] = (),
    route: Sequence[Place] = (),
    refused: Iterable[Place] = (),
    last: Action | str | Sequence[Place] | None = None,
    events: Iterable[Event] = (),
    hover: Place | None = None,
    labels: bool = True,
    stack: bool = True,
    title: str = "",
) -> Scene:
    """The map as the view has it; layers "board", "zone", "pieces", "marks" and "hover", from bottom to top.

    Args:
        view: what is on the map.
        width: px, or "wide" (880) or "narrow" (390); a narrow picture is composed anew, not scaled.
        close: fields to close up on, as words ("d4 e5").
        selected: the field of the selected card, or several.
        targets: fields that may be chosen; a mapping gives each its cost, shown if over 1.
        route: the fields of a move being put together, its start first.
        refused: fields that an illegal try was about; a name that is no field is passed over.
        last: the last action, or the fields of its way. Hidden while something is selected.
        events: what has just happened: the way of a move, points gained and lost, cards destroyed.
        hover: the field under the pointer; its name is shown.
        labels: whether cards are named where there is room, and the Winning Dice and pools stand in the corners.
        stack: whether the items of the stack are shown on the map.
        title: instead of the picture's own title.

    Raises:
        NotationError: a name of ``close``, ``selected``, ``targets`` or ``route`` is no field.
        ValueError: the width is no width.
    """
    window = frame(view.public.map, pixels(width, WIDE, NARROW), names_in(close))
    chosen = () if selected is None else _places((selected,) if isinstance(selected, (str, int)) else selected)
    drawing = _Drawing(view, window, labels)
    board, symbols = board_layer(window)
    drawing.happened(events)
    under = drawing.under(chosen, last)
    costs = targets if isinstance(targets, Mapping) else dict.fromkeys(targets, 1)
    marks = drawing.stack() if stack else []
    marks += drawing.marks(dict(zip(_places(costs), costs.values(), strict=True)), _places(route), _known(refused))
    layers = (
        board,
        Layer("zone", (*drawing.zone(), *under, *drawing.below)),
        Layer("pieces", tuple(drawing.pieces())),
        Layer("marks", tuple(marks)),
        Layer("hover", tuple(drawing.hover(hover)) if hover is not None else ()),
    )
    desc = desc_of(view, window, view.stack_texts[::-1], chosen, sorted(drawing.lost), drawing.way)
    return Scene(
        window.width, window.height, title or title_of(window, view), desc, layers, spots(window, view), symbols
    )


def _field(place: Place) -> int:
    return place if isinstance(place, int) else parse_field(place)


def _places(places: Iterable[Place]) -> tuple[int, ...]:
    return tuple(_field(p) for p in places)


def _known(places: Iterable[Place]) -> tuple[int, ...]:
    """The fields among some names; a reason may also be about a card of the hand or an item of the stack."""
    out = []
    for place in places:
        try:
            out.append(_field(place))
        except NotationError:
            continue
    return tuple(out)


def token_of(view: HexyView, piece: Piece) -> Token:
    """What is drawn of a board card."""
    cards = view.game.cards.cards
    card = cards[piece.kind]
    return Token(
        TYPES[piece.type],
        card.title,
        piece.owner,
        piece.attack,
        piece.defense,
        piece.points,
        piece.die,
        spent(view, piece),
        piece.keys,
        piece.distance,
        (piece.attack != card.attack, piece.defense != card.defense),
        tuple((cards[kind].title, owner) for kind, owner in piece.under),
    )


class _Drawing:
    """The layers of one picture above the board."""

    def __init__(self, view: HexyView, window: Frame, labels: bool) -> None:
        self.view, self.w, self.labels = view, window, labels
        self.state = view.public
        self.at = self.state.at
        shown = [f for f in window.shown if f in self.at]
        self.order = sorted(shown, key=lambda f: (window.centres[f][1], window.centres[f][0]))
        self.way: tuple[int, ...] = ()
        self.lost: set[int] = set()
        self.change: dict[int, int] = {}
        self.below: list[Shape] = []
        """Rings of the stack and the marks: cards and their names stand on them."""
        self.chips: dict[int, int] = {}
        """How many chips of the stack a field has already."""

    def happened(self, events: Iterable[Event]) -> None:
        """Take from events the way of a move, points gained and lost, and cards destroyed."""
        for event in events:
            data = dict(event.data)
            if event.kind in ("move", "push"):
                self.way = (parse_field(data["source"]), parse_field(data["target"]))
            elif event.kind in ("points.gain", "points.lose"):
                f = parse_field(data["field"])
                self.change[f] = self.change.get(f, 0) + (1 if event.kind == "points.gain" else -1) * data["points"]
            elif event.kind in ("destroy", "bounce") and "field" in data:
                self.lost.add(parse_field(data["field"]))

    # ---- under the cards

    def zone(self) -> list[Shape]:
        """Both Spheres of Influence, and in the corners the Winning Dice and energy pools."""
        out: list[Shape] = []
        for seat in (0, 1):
            inside = sphere(self.state, seat)
            fields = tuple(f for f in self.state.map.fields if inside >> f & 1 and f not in self.at)
            out += sphere_shapes(self.w, tuple(f for f in fields if f not in self.state.map.flags), seat)
            flag = self.state.map.flags[seat]
            if flag in fields:
                out += self._flag_ring(flag, seat)
        out += free_shapes(self.w, self.at, self.chips)
        if self.labels and not self.w.subject:
            out += self._corner(1, self.w.width, 0.0)
            out += self._corner(0, 0.0, self.w.height)
        return out

    def _flag_ring(self, flag: int, seat: int) -> list[Shape]:
        """A dashed ring on a Flag that is the Sphere of Influence."""
        w = self.w
        d = area_path([w.layout.hexagon(w.map.axial[flag], 0.76)])
        dash = (round(5 * w.k, 1), round(4 * w.k, 1))
        return [Path(d, stroke=f"seat.{seat}.glyph", width=stroke("sector", w.k, 1.4), dash=dash)]

    def _corner(self, seat: int, x: float, y: float) -> list[Shape]:
        """The Winning Dice and the energy pool of a seat, in the free corner nearest to its Flag."""
        w, state = self.w, self.state
        big = w.roomy
        r = 27.0 if big else 15.0
        inward = 1 if x == 0 else -1
        cx = x + inward * (r + (14 if big else 7))
        cy = y + (r + 12 if big else r + 5) * (1 if y == 0 else -1)
        size = 20.0 if big else 13.0
        value = str(state.winning[seat])
        out: list[Shape] = [Icon("d12", round(cx, 1), round(cy, 1), r, seat)]
        out.append(Text(round(cx, 1), round(cy + size * 0.36, 1), value, size, f"seat.{seat}.glyph", True))
        edge = cx + inward * (r + (8 if big else 4))
        anchor = "start" if inward > 0 else "end"
        if big:
            name = f"{self.view.game.seats[seat]}: {value} of 12"
            out.append(Text(round(edge, 1), round(cy - 4, 1), name, 14, f"seat.{seat}.text", True, anchor))
        pool = state.pool[seat]
        if sum(pool):
            pr = 8.5 if big else 6.0
            kinds = [n for n in pool if n]
            most = 3 if big else 1
            long = sum(pr * 2.15 * n if n <= most else pr * 4.6 for n in kinds)
            py = cy + (14 if big else 0)
            out += pips(pool, edge + pr if inward > 0 else edge - long + pr, py, pr, most)
        return out

    def under(self, selected: Sequence[int], last: Action | str | Sequence[Place] | None) -> list[Shape]:
        """Marks that cards stand on: the last move or action, the selection."""
        out: list[Shape] = []
        if not selected:
            out += self._last(last)
        for f in dict.fromkeys(selected):
            out += self._ring(f, "hl.selected", "hl.selected.edge")
        return out

    def _ring(self, f: int, role: str, edge: str) -> list[Shape]:
        w = self.w
        if f not in w.centres:
            return []
        return ring(w.layout, w.layout.hexagon(w.map.axial[f], 0.93), w.k, role, edge)

    def _last(self, last: Action | str | Sequence[Place] | None) -> list[Shape]:
        w, inr = self.w, self.w.inradius
        if isinstance(last, str):
            last = parse(last)
        if last is not None and not isinstance(last, Action):
            self.way = _places(last)
        if len(self.way) > 1 and all(f in w.centres for f in self.way):
            points = [w.centres[f] for f in self.way]
            out: list[Shape] = []
            if self.way[-1] in self.at:
                out += ghost(*points[0], inr * 0.5, self.at[self.way[-1]].owner, w.k)
            return out + arrow(points, "hl.last", w.k, inr * 0.5, inr * 0.86)
        if isinstance(last, (Burn, Use, Counter, Join)):
            field = last.field if isinstance(last, Burn) else last.source
            return self._dashed(field)
        if isinstance(last, Cast) and last.target in w.centres:
            return self._dashed(last.target)
        return []

    def _dashed(self, f: int, role: str = "hl.last") -> list[Shape]:
        """A dashed ring inside a field."""
        w = self.w
        if f not in w.centres:
            return []
        d, width = area_path([w.layout.hexagon(w.map.axial[f], 0.91)]), stroke("ring", w.k, 2) * 0.7
        dash = (round(6 * w.k, 1), round(4 * w.k, 1))
        return [
            Path(d, stroke="hl.case", width=round(width + 2 * stroke("casing", w.k), 2)),
            Path(d, stroke=role, width=round(width, 2), dash=dash),
        ]

    # ---- cards

    def pieces(self) -> list[Shape]:
        """The board cards by height on the page."""
        w, out = self.w, list[Shape]()
        named = self.labels and w.roomy
        for f in self.order:
            out += token_shapes(token_of(self.view, self.at[f]), *w.centres[f], w.inradius, named, w.label)
        return out

    # ---- over the cards

    def stack(self) -> list[Shape]:
        """What lies on the stack, where it will happen: arrows, ghosts, and the place in the stack as a number."""
        out: list[Shape] = []
        for place, item in enumerate(self.state.stack, 1):
            out += self._item(item, f"#{place}")
        return out

    def _item(self, item: Item, name: str) -> list[Shape]:
        state = self.state
        source = state.find(item.source) if item.source >= 0 else -1
        if item.type == ATTACK:
            return self._attack(item, name)
        if item.type == MOVE:
            if source < 0:
                return []
            shapes = self._arrow(source, item.field, f"seat.{item.seat}.fill")
            return [*shapes, *self._expected(item.field, item.seat, name)]
        if item.type == SPELL and self.view.game.cards.cards[item.kind].type <= ARTIFACT:
            return self._expected(item.field, item.seat, name)
        if item.type not in (SPELL, ABILITY, TRIGGER):
            return []
        if state.aims_at_stack(item):
            return self._chip(source, item.seat, name) if source >= 0 else []
        target = state.find(item.target) if item.target >= 0 else -1
        out: list[Shape] = []
        if target >= 0:
            if source >= 0 and source != target:
                out += self._arrow(source, target, f"seat.{item.seat}.fill")
            self.below += self._dashed(target, f"seat.{item.seat}.fill")
            if item.field >= 0:
                out += self._arrow(target, item.field, f"seat.{item.seat}.fill")
            return [*out, *self._chip(target, item.seat, name)]
        if item.type == SPELL and item.field >= 0:
            return self._expected(item.field, item.seat, name)
        return self._chip(source, item.seat, name) if source >= 0 else []

    def _attack(self, item: Item, name: str) -> list[Shape]:
        w, inr, out = self.w, self.w.inradius, list[Shape]()
        field = item.field
        struck = self.state.find(item.counter) if item.counter >= 0 else -1
        if field not in w.centres:
            return []
        for uid in item.team:
            f = self.state.find(uid)
            if f < 0:
                continue
            a, b = w.centres[f], w.centres[field]
            if f == struck:
                out += arrow(bent(a, b, 0.14), "hl.war", w.k, inr * 0.6, inr * 0.94)
                out += arrow(bent(b, a, 0.14), f"seat.{1 - item.seat}.fill", w.k, inr * 0.6, inr * 0.94)
            else:
                out += arrow([a, b], "hl.war", w.k, inr * 0.6, inr * 0.98)
        return [*out, *self._chip(field, item.seat, name)]

    def _arrow(self, source: int, target: int, role: str) -> list[Shape]:
        w, inr = self.w, self.w.inradius
        if source not in w.centres or target not in w.centres or source == target:
            return []
        stop = 0.98 if target in self.at else 0.56
        return arrow([w.centres[source], w.centres[target]], role, w.k, inr * 0.62, inr * stop)

    def _expected(self, f: int, seat: int, name: str) -> list[Shape]:
        """Where something will stand: the outline of a base; if the field is taken by now, a cross."""
        w = self.w
        if f not in w.centres:
            return []
        x, y = w.centres[f]
        out: list[Shape] = []
        if f in self.at:
            r = round(w.inradius * 0.2, 1)
            out.append(Icon("mark_illegal", round(x + w.inradius * 0.9, 1), round(y, 1), r))
        else:
            out += ghost(x, y, w.inradius * 0.5, seat, w.k)
        return [*out, *self._chip(f, seat, name)]

    def _chip(self, f: int, seat: int, name: str) -> list[Shape]:
        """The number of an item of the stack, at the top of a field."""
        w = self.w
        if f not in w.centres:
            return []
        n = self.chips.get(f, 0)
        self.chips[f] = n + 1
        x, y = w.centres[f]
        size = w.label if w.roomy else 10.0
        step = chip_width(name, size) + 2
        sides = (0, 1, -1, 2, -2)
        at = x + sides[n % 5] * step
        half = step / 2 + 1
        at = min(max(at, half), w.width - half)
        free = f not in self.at
        up = y - w.inradius * ((0.5 if free else 0.98) if w.roomy else (0.72 if free else 1.08))
        fill, ink, edge = (f"seat.{seat}.{part}" for part in ("fill", "glyph", "edge"))
        return list(chip(at, max(up, size), name, size, fill, ink, edge))

    def marks(self, targets: Mapping[int, int], route: Sequence[int], refused: Sequence[int]) -> list[Shape]:
        """What may be chosen, the route, what was refused, points gained and lost, what was destroyed."""
        w, inr, out = self.w, self.w.inradius, list[Shape]()
        for f, cost in targets.items():
            if f in route or f in refused or f not in w.shown:
                continue
            x, y = w.centres[f]
            if f in self.at:
                self.below += self._ring(f, "hl.reachable", "hl.case")
            elif cost > 1:
                out += badge(x, y, max(inr * 0.3, 7.5), str(cost), "hl.reachable", "hl.case")
            else:
                out.append(Icon("mark_reachable", round(x, 1), round(y, 1), round(inr * 0.42, 1)))
        if len(route) > 1:
            start = 0.62 if route[0] in self.at else 0.0
            out += arrow([w.centres[f] for f in route], "hl.reachable", w.k, inr * start, 0.0)
        for f in dict.fromkeys(refused):
            out += self._refused(f)
        for f, by in self.change.items():
            if by and f in self.at and f in w.centres:
                out += self._points(f, by)
        for f in self.lost:
            if f in w.centres and f not in self.at:
                x, y = w.centres[f]
                out.append(Icon("mark_illegal", round(x, 1), round(y, 1), round(inr * 0.44, 1)))
        return out

    def _points(self, f: int, by: int) -> list[Shape]:
        """Points just gained or lost, beside the number of points."""
        w, (x, y) = self.w, self.w.centres[f]
        size = w.label if w.roomy else 10.0
        text = f"+{by}" if by > 0 else f"-{-by}"
        at = x - w.inradius * (0.9 if w.roomy else 1.0)
        half = chip_width(text, size) / 2
        at = min(max(at, half + 1), w.width - half - 1)
        role = "hl.reachable" if by > 0 else "hl.illegal"
        return list(chip(at, y - w.inradius * (0.42 if w.roomy else 0.5), text, size, role, "hl.case"))

    def _refused(self, f: int) -> list[Shape]:
        """Hatch and cross; where a card stands, a ring round it and the cross beside it."""
        w, inr = self.w, self.w.inradius
        if f not in w.centres:
            return []
        x, y = w.centres[f]
        if f in self.at:
            corner = Icon("mark_illegal", round(x - inr * 0.9, 1), round(y, 1), round(inr * 0.26, 1))
            self.below += self._ring(f, "hl.illegal", "hl.case")
            return [corner]
        return [*cross(w.layout, x, y, w.k), Icon("mark_illegal", round(x, 1), round(y, 1), round(inr * 0.36, 1))]

    def hover(self, place: Place) -> list[Shape]:
        """The outline of the field that the pointer is on, and its name with the card there."""
        w = self.w
        known = _known([place])
        if not known or known[0] not in w.centres:
            return []
        f = known[0]
        x, y = w.centres[f]
        piece = self.at.get(f)
        name = FIELDS[f]
        if piece is not None:
            name += f" {self.view.game.cards.cards[piece.kind].title}"
        out = ring(w.layout, w.layout.hexagon(w.map.axial[f], 0.96), w.k * 0.6, "text", "hl.case")
        size = max(w.label, 11.0)
        half, above = chip_width(name, size) / 2 + 2, w.inradius + size
        x = min(max(x, half), w.width - half)
        y = y - above if y - above > size else y + above
        return [*out, *chip(x, y, name, size)]
