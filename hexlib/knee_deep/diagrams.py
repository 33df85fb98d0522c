"""Small pictures for the book: cards, units, formations, a sector, an HQ, the trackers, the key of the board.

Each is a scene with one layer, "picture", at the size in which it is meant to be read.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from hexlib.draw.hexes import Layout, Point, area_path, line_path
from hexlib.draw.icons import ICONS
from hexlib.draw.scene import Icon, Layer, Path, Scene, Shape, Text
from hexlib.draw.shapes import arrow, badge, bent, chip, chip_width, dashed, ghost, paragraph, rectangle, token
from hexlib.draw.text import width as text_width
from hexlib.draw.theme import OPACITY, PIECE, RADIUS
from hexlib.grid import DIRECTIONS, Hex
from hexlib.knee_deep.box_diagrams import box_scene
from hexlib.knee_deep.card_art import draw_signs, signs
from hexlib.knee_deep.components import CARDS, COMPANIONS, UNITS, Card, Unit
from hexlib.knee_deep.frame import TURN
from hexlib.knee_deep.setup_diagrams import (
    arrows_scene,
    deck_scene,
    parts_scene,
    supply_scene,
    terrain_scene,
    terrains_scene,
)

__all__ = [
    "arrows_scene",
    "box_scene",
    "card_scene",
    "companion_scene",
    "deck_scene",
    "formation_scene",
    "formations_scene",
    "hq_scene",
    "key_scene",
    "parts_scene",
    "sector_scene",
    "supply_scene",
    "terrain_scene",
    "terrains_scene",
    "trackers_scene",
    "unit_scene",
]

FORMATIONS: Mapping[str, tuple[Hex, ...]] = {
    "sling": ((-1, 0), (1, 0)),
    "barrier": ((-1, 0), (0, 0), (1, 0)),
    "skirmish": ((0, 0), (1, 0), (0, 1)),
}
"""Fields of one example of each formation."""
_VEHICLES = ("palooza", "acv", "tank")
_STRUCTURES = tuple(u.name for u in UNITS if not u.is_vehicle)
_WORDS = {
    "sling": "two vehicles in line with exactly one field between them",
    "barrier": "three vehicles side by side in a straight line",
    "skirmish": "three vehicles in a triangle, each beside the other two",
}


def _scene(width: float, height: float, title: str, desc: str, shapes: Sequence[Shape]) -> Scene:
    return Scene(width, height, title, desc, (Layer("picture", tuple(shapes)),))


def _r(value: float) -> float:
    return round(value, 1)


def _piece(layout: Layout, h: Hex, name: str, seat: int | None = None) -> Icon:
    x, y = layout.at(h)
    return Icon(name, _r(x), _r(y), _r(layout.inradius * PIECE["base"]), seat, base=True)


def _fields(layout: Layout, cells: Sequence[Hex], lit: Sequence[Hex]) -> list[Shape]:
    """Fields of a diagram; those that matter are lighter."""
    return [layout.tile(h, 1.0, f"board.tint.{'a' if h in lit else 'c'}", "field.edge", 1.0) for h in cells]


def _centred(s: float, cells: Sequence[Hex], x: float, y: float, turn: Point = (1.0, 0.0)) -> Layout:
    """A layout of hexes of size ``s`` that has those cells round (x, y)."""
    points = [Layout(s, turn=turn).at(h) for h in cells]
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    return Layout(s, x - (min(xs) + max(xs)) / 2, y - (min(ys) + max(ys)) / 2, turn)


def _around(cells: Sequence[Hex]) -> list[Hex]:
    """Those cells and their neighbours, row by row."""
    out = {(q + a, r + b) for q, r in cells for a, b in ((0, 0), *DIRECTIONS)}
    return sorted(out, key=lambda h: (h[1], h[0]))


# ---- formations


def _formation(name: str, x: float, y: float, s: float, seat: int | None = None) -> list[Shape]:
    fields = FORMATIONS[name]
    if name != "skirmish":
        cells = [(-1, 0), (0, 0), (1, 0), (-1, 1), (0, 1), (0, -1), (1, -1)]
    else:
        cells = [(0, 0), (1, 0), (0, 1), (-1, 1), (1, 1), (0, -1), (1, -1), (2, -1)]
    layout = _centred(s, cells, x, y)
    line = [layout.at(h) for h in fields]
    if name == "skirmish":
        line.append(line[0])
    out = _fields(layout, cells, fields)
    out += dashed(line, "hl.last" if seat is None else f"seat.{seat}.edge", s / 34)
    for kind, (px, py) in zip(_VEHICLES, line, strict=False):  # a little smaller, so that the line shows between them
        out.append(Icon(kind, _r(px), _r(py), _r(layout.inradius * 0.74), seat, base=True))
    return out


def formation_scene(name: str) -> Scene:
    """A formation (sling, barrier or skirmish) on a few fields.

    Raises:
        KeyError: there is no such formation.
    """
    words = _WORDS[name]
    return _scene(
        300, 200, f"The formation {name.title()}", words[0].upper() + words[1:] + ".", _formation(name, 150, 100, 38)
    )


def formations_scene() -> Scene:
    """The three formations, one beside the other, each with its name."""
    shapes: list[Shape] = []
    for i, name in enumerate(FORMATIONS):
        x = 120 + 240 * i
        shapes += [*_formation(name, x, 92, 31), Text(x, 196, name.title(), 15, strong=True)]
    desc = " ".join(f"{name.title()}: {words}." for name, words in _WORDS.items())
    return _scene(720, 210, "The three formations", desc, shapes)


# ---- cards


def _cost(x: float, y: float, u: float, material: int, edge: str) -> list[Shape]:
    """The price of a card: a number and the sign of Material on a hexagon."""
    layout = Layout(30 * u, x, y, (math.sqrt(3) / 2, 0.5))
    return [
        layout.tile((0, 0), 1.0, "card.paper", edge, _r(3 * u)),
        Text(_r(x - 10 * u), _r(y + 8 * u), str(material), _r(23 * u), "card.text", True),
        token(x + 11 * u, y, 12 * u, "material"),
        Icon("material", _r(x + 11 * u), _r(y), _r(7.4 * u)),
    ]


def _card(kind: str, title: str, sub: str, sign: Icon, art: Sequence[Shape], u: float) -> list[Shape]:
    """The frame that all cards have: band, sign, title, picture."""
    w, h, band = 350 * u, 490 * u, 62 * u
    role = f"card.{kind}"
    head = f"M1 {_r(band)}L1 14A13 13 0 0 1 14 1L{_r(w - 14)} 1A13 13 0 0 1 {_r(w - 1)} 14L{_r(w - 1)} {_r(band)}Z"
    return [
        Path(rectangle(1, 1, w - 2, h - 2, RADIUS["card"]), "card.paper", "card.edge", 2.0),
        Path(head, role),
        sign,
        Text(_r(68 * u), _r(31 * u), title, _r((22 if len(title) < 18 else 19) * u), "card.band.text", True, "start"),
        Text(_r(68 * u), _r(50 * u), sub, _r(max(10, 12.5 * u)), "card.band.text", False, "start"),
        Path(rectangle(14 * u, band + 12 * u, w - 28 * u, 244 * u, _r(8 * u)), "card.art"),
        *art,
    ]


def _body(text: str, u: float, y: float = 346) -> list[Shape]:
    """The text of a card, smaller if it is long."""
    for size in (16.5, 15, 14, 13):
        out, end = paragraph(22 * u, y * u, text, _r(max(11, size * u)), 306 * u, "card.text")
        if end <= 462 * u:
            break
    return out


def _foot(u: float, text: str, reconstructed: bool, sign: str = "", authority: int = 0) -> list[Shape]:
    """The line below the text: what a copy costs in authority, the sign of the companion, whose card it is."""
    w, y = 350 * u, 454 * u
    size = _r(max(10, 12 * u))
    out: list[Shape] = [Path(line_path([(14 * u, y - 6 * u), (w - 14 * u, y - 6 * u)]), stroke="card.edge", width=0.75)]
    at = 22 * u
    if authority:
        out.append(Icon("authority", _r(at + 7 * u), _r(y + 11.5 * u), _r(8 * u)))
        out.append(Text(_r(at + 18 * u), _r(y + 16 * u), str(authority), size, "card.text", True, "start"))
        at += 36 * u
    if sign in ICONS:
        out.append(Path(rectangle(_r(at - 2 * u), _r(y + 1.5 * u), _r(20 * u), _r(20 * u), 3.0), "card.companion"))
        out.append(Icon(sign, _r(at + 8 * u), _r(y + 11.5 * u), _r(7.5 * u)))
        at += 24 * u
    out.append(Text(_r(at), _r(y + 16 * u), text, size, "card.text", False, "start"))
    if reconstructed:
        out += chip(w - 16 * u - chip_width("Reconstruction", size) / 2, y + 11.5 * u, "Reconstruction", size)
    return out


def _power(u: float, power: int) -> tuple[Shape, Shape]:
    return badge((350 - 46) * u, (74 + 32) * u, 20 * u, f"+{power}")


_VALUES = {"title": "its name", "text": "its text", "effect": "its effect", "cost": "its cost"}


def card_scene(name: str, width: float | str = 320) -> Scene:
    """A strategy card, 5 to 7, about ``width`` px wide: its picture is a diagram of what it needs or does.

    A card with a value that the rulebook does not print carries the badge "Reconstruction".

    Raises:
        KeyError: there is no such card.
    """
    card = CARDS[name]
    u = float(width) / 350
    kind = "war" if card.is_war else "action"
    sign = Icon(f"{kind}_card", _r(36 * u), _r(31 * u), _r(20 * u))
    sub = f"{kind.title()} card{', signature' if card.signature else ''}"
    shapes = _card(kind, card.title, sub, sign, _art(card, u), u)
    if card.material:
        shapes += _cost(36 * u, 84 * u, u, card.material, f"card.{kind}")
    text = _body(card.text, u)
    desc = f"{kind.title()} card. {card.text}"
    if card.owner in COMPANIONS:
        holder = COMPANIONS[card.owner]
        foot = _foot(u, holder.title, True, holder.type, card.authority)  # whose it is and what it costs is invented
        desc += f" A card of {holder.title}, {holder.type} of {holder.faction}; {card.authority} authority."
    else:
        copies = f"{card.copies} {'copy' if card.copies == 1 else 'copies'}"
        foot = _foot(u, f"Neutral, {copies}", bool(card.reconstructed))
    if card.material:
        desc += f" It costs {card.material} Material."
    values = [_VALUES.get(v, v) for v in card.reconstructed]
    if card.owner in COMPANIONS:
        values += ["whose it is", "its authority"]
    if values:
        desc += f" A reconstruction: the rulebook does not print {' or '.join(values)}."
    return _scene(_r(350 * u), _r(490 * u), f"The card {card.title}", desc, [*shapes, *text, *foot])


def _art(card: Card, u: float) -> list[Shape]:
    """The diagram of a card, in its picture's box round (175, 196) by ``u``."""
    x, y = 175 * u, 196 * u
    if card.formation:
        return [
            *_formation(card.formation, x, y, (38 if card.formation == "skirmish" else 42) * u),
            *_power(u, card.power),
        ]
    if card.vehicles and card.power:
        return [*_gathering(card.vehicles, x, y + 8 * u, 34 * u), *_power(u, card.power)]
    if card.place in _STRUCTURES and card.effect.where in ("", "vehicle"):
        return _placing(card.place, x, y, 42 * u)
    if card.relocate == "vehicle" and not card.effect.within:
        return _carrying(x, y, 34 * u)
    return draw_signs(signs(card), x, y, u)


def _gathering(vehicles: Sequence[tuple[str, int]], x: float, y: float, s: float) -> list[Shape]:
    """Vehicles somewhere in a war zone."""
    cells = [(q, r) for r in (-1, 0, 1) for q in range(-2 + (r < 0), 3 - (r > 0))]
    layout = _centred(s, cells, x, y)
    out = _fields(layout, cells, ())
    w = 5.0 * s / 34
    d = area_path(layout.outline(cells))
    out.append(Path(d, "hl.war", opacity=OPACITY["zone"]))
    out.append(Path(d, stroke="hl.case", width=_r(w + 3)))
    out.append(Path(d, stroke="hl.war", width=_r(w)))
    spots = [(-1, -1), (1, 0), (-1, 1), (1, -1), (-2, 0)]
    names = [name for name, count in vehicles for _ in range(count)]
    return out + [_piece(layout, h, name) for h, name in zip(spots, names, strict=False)]


def _placing(unit: str, x: float, y: float, s: float) -> list[Shape]:
    """A structure put on a field beside a vehicle."""
    cells = _around([(0, 0)])
    layout = _centred(s, cells, x, y)
    out = _fields(layout, cells, [(0, 0), (1, 0)])
    d, w = area_path([layout.hexagon((1, 0), 0.92)]), _r(2.4 * s / 34)
    out += [
        _piece(layout, (0, 0), "tank"),
        Path(d, stroke="hl.last", width=w, dash=(_r(5 * s / 34), _r(4 * s / 34))),
        _piece(layout, (1, 0), unit),
    ]
    return out


def _carrying(x: float, y: float, s: float) -> list[Shape]:
    """A vehicle lifted from one field and set down on another far off."""
    cells = [(-2, 0), (-1, 0), (-2, 1), (1, 0), (2, 0), (1, 1)]
    layout = _centred(s, cells, x, y)
    a, b = layout.at((-2, 0)), layout.at((2, 0))
    out = _fields(layout, cells, [(-2, 0), (2, 0)])
    out += ghost(*a, layout.inradius * PIECE["base"], None, s / 34)
    out += arrow(bent(a, b, 0.2), "hl.last", s / 26, layout.inradius * 0.9, layout.inradius * 0.95)
    return [*out, _piece(layout, (2, 0), "tank")]


def companion_scene(name: str, width: float | str = 320) -> Scene:
    """A companion card: type, income, what it adds to the HQ's health, special ability. All are reconstructions.

    Raises:
        KeyError: there is no such companion.
    """
    c = COMPANIONS[name]
    u = float(width) / 350
    seat = ("Bukseon", "Gondwana").index(c.faction)
    kind = c.type if c.type in ICONS else "general"
    sign = Icon(kind, _r(36 * u), _r(31 * u), _r(20 * u))
    art: list[Shape] = [Icon("hq", _r(96 * u), _r(194 * u), _r(66 * u), seat, base=True)]
    for i, (icon, value, label) in enumerate(
        (("material", c.material, "Material"), ("energy", c.energy, "Energy"), ("health", c.hq, "HQ health"))
    ):
        x, y = 190 * u, (142 + 52 * i) * u
        if icon == "health":
            art.append(Icon("health", _r(x), _r(y), _r(14 * u)))
        else:
            art += [token(x, y, 17 * u, icon, "panel.edge"), Icon(icon, _r(x), _r(y), _r(11 * u))]
        art.append(Text(_r(x + 26 * u), _r(y + 8 * u), f"+{value}", _r(21 * u), "card.text", True, "start"))
        art.append(Text(_r(x + 66 * u), _r(y + 5 * u), label, _r(max(10, 13 * u)), "card.text", False, "start"))
    shapes = _card("companion", c.title, f"Companion: {c.type.title()}", sign, art, u)
    each = f"Each turn: {c.material} Material and {c.energy} Energy. The HQ has {c.hq} more health."
    ability = Text(_r(22 * u), _r(348 * u), c.ability.title, _r(max(12, 16.5 * u)), "card.text", True, "start")
    text = [ability, *_body(c.ability.text, u, 372)]
    desc = f"Companion of {c.faction}. {each} {c.ability.title}: {c.ability.text} A reconstruction."
    return _scene(
        _r(350 * u), _r(490 * u), f"The companion {c.title}", desc, [*shapes, *text, *_foot(u, c.faction, True)]
    )


# ---- units, sector, HQ, trackers, key


def unit_scene(name: str) -> Scene:
    """A vehicle or structure in both owners' colours, with its values.

    Raises:
        KeyError: there is no such unit.
    """
    unit = next((u for u in UNITS if u.name == name), None)
    if unit is None:
        raise KeyError(name)
    x = 178.0
    kind = "Vehicle" if unit.is_vehicle else "Structure"
    shapes: list[Shape] = [
        Path(rectangle(0, 0, 400, 140, RADIUS["panel"]), "panel"),
        Icon(name, 50, 70, 36, 0, base=True),
        Icon(name, 124, 70, 36, 1, base=True),
        Text(x, 32, unit.title, 18, "text", True, "start"),
        Text(384, 32, kind, 12, "text.muted", False, "end"),
    ]
    cost = ("material", unit.material) if unit.material else ("energy", unit.energy)
    cells = [(cost[0], cost[1], "Cost"), ("movement", unit.move, "Fields")]
    cells += [("combat", unit.power, "Power"), ("health", unit.health, "Health")]
    if not unit.is_vehicle:
        del cells[1]
    for i, (icon, value, label) in enumerate(cells):
        cx = x + 4 + 54 * i
        if icon in ("material", "energy"):
            shapes += [token(cx + 8, 62, 13, icon, "panel.edge"), Icon(icon, cx + 8, 62, 8.5)]
        else:
            shapes.append(Icon(icon, cx + 8, 62, 10))
        shapes.append(Text(cx + 25, 67.5, str(value), 16, "text", True, "start"))
        shapes.append(Text(cx - 3, 90, label, 11, "text.muted", False, "start"))
    notes = _abilities(unit)
    shapes.append(Path(line_path([(x, 102), (384, 102)]), stroke="panel.edge", width=0.75))
    at = x
    for icon, words in notes:
        if icon:
            shapes.append(Icon(icon, at + 7, 118, 8))
            at += 20
        shapes.append(Text(_r(at), 122, words, 11, "text", False, "start"))
        at += text_width(words, 11) + 12
    moves = f", moves {unit.move} fields for one Energy" if unit.is_vehicle else ""
    desc = (
        f"{kind}. Costs {cost[1]} {cost[0].title()}{moves}; combat power {unit.power}, health {unit.health}. "
        + ". ".join(words for _, words in notes)
        + "."
    )
    return _scene(400, 140, unit.title, desc, shapes)


def _abilities(unit: Unit) -> list[tuple[str, str]]:
    out = [("", f"{unit.supply} a side")]
    if unit.builds:
        out.append(("build", "Builds structures"))
    if unit.deploys:
        out.append(("deploy", "Deploys vehicles"))
    return out


def sector_scene(name: str = "C2") -> Scene:
    """A sector and its seven fields with their numbers: 0 in the middle, 1 to 6 clockwise from the east."""
    cells = [(0, 0), *DIRECTIONS]
    layout = _centred(46, cells, 160, 130, TURN)
    shapes: list[Shape] = [layout.tile(h, 1.0, "board.tint.b", "field.edge", 1.0) for h in cells]
    shapes.append(Path(area_path(layout.outline(cells)), stroke="sector.edge", width=3.0))
    for k, h in enumerate(cells):
        x, y = layout.at(h)
        shapes.append(Text(_r(x), _r(y + 7), str(k), 20, "text", True))
    shapes.append(Text(160, 272, f"Field 5 of sector {name} is {name}.5", 13, "text.muted"))
    desc = f"Seven fields: 0 in the middle, round it 1 to 6 clockwise from the east. A name has both: {name}.5."
    return _scene(320, 284, f"The sector {name}", desc, shapes)


def hq_scene(seat: int | str) -> Scene:
    """An HQ on its three fields, with four health; the seat is 0 or 1, also as a text.

    Raises:
        IndexError: there is no such seat.
    """
    seat = int(seat)
    name = ("Bukseon", "Gondwana")[seat]
    cells = [(0, 0), *DIRECTIONS]
    mine = [(0, 0), (0, 1), (-1, 1)] if seat == 0 else [(0, 0), (0, -1), (1, -1)]
    layout = _centred(40, cells, 150, 118, TURN)
    shapes: list[Shape] = [layout.tile(h, 1.0, "board.tint.c", "field.edge", 1.0) for h in cells]
    d = area_path(layout.outline(mine, layout.s * 0.06))
    shapes.append(Path(area_path(layout.outline(cells)), stroke="sector.edge", width=2.5))
    shapes.append(Path(d, f"seat.{seat}.lip", f"seat.{seat}.edge", 2.0))
    points = [layout.at(h) for h in mine]
    x, y = sum(p[0] for p in points) / 3, sum(p[1] for p in points) / 3
    shapes.append(Icon("hq", _r(x), _r(y), _r(layout.s * (1.28 if seat == 0 else 1.4)), seat, base=True))
    for i in range(4):
        shapes.append(Icon("health", _r(150 + 24 * (i - 1.5)), 252, 9))
    desc = f"It fills three fields of its sector. Hearts show its health: {name}'s two companions give it four."
    return _scene(300, 270, f"{name}'s HQ", desc, shapes)


def trackers_scene(material: int = 3, energy: int = 2, slots: int = 9) -> Scene:
    """The two resource trackers of one player, set to those numbers."""
    shapes: list[Shape] = []
    high = max(slots, material + 1, energy + 1)
    step = 38.0
    for row, (kind, value) in enumerate((("material", material), ("energy", energy))):
        y = 24 + 44 * row
        shapes += [token(20, y, 16, kind, "panel.edge"), Icon(kind, 20, y, 10.5)]
        for i in range(high):
            x, on = 46 + step * i, i == value
            shapes.append(Path(rectangle(x, y - 15, step - 5, 30, RADIUS["chip"]), "text" if on else "panel.slot"))
            ink = "panel" if on else "text.muted"
            shapes.append(Text(_r(x + (step - 5) / 2), y + 5, str(i), 14, ink, on))
    desc = f"Material stands at {material}, Energy at {energy}."
    return _scene(46 + step * high, 92, "The resource trackers", desc, shapes)


def key_scene() -> Scene:
    """What the signs on the board mean."""
    rows = (
        ("mountain", "Mountain: blocks"),
        ("material", "Material field"),
        ("energy", "Energy field"),
        ("zone", "War zone: three sectors"),
        ("marker", "War zone marker"),
        ("last", "Last move"),
        ("0", "Round base: Bukseon"),
        ("1", "Cut corners: Gondwana"),
    )
    shapes: list[Shape] = [Path(rectangle(0, 0, 560, 172, RADIUS["panel"]), "panel")]
    for i, (kind, label) in enumerate(rows):
        x, y = 36 + 280 * (i // 4), 28 + 39 * (i % 4)
        if kind in ("mountain", "material", "energy"):
            layout = Layout(16, x, y, TURN)
            shapes += [layout.tile((0, 0), 1.0, f"terrain.{kind}"), Icon(kind, x, y, 9.5)]
        elif kind == "zone":
            shapes.append(Path(rectangle(x - 15, y - 10, 30, 20, 4), stroke="hl.war", width=4.0))
        elif kind == "marker":
            shapes += [Icon("war_arms", x, y + 2, 17, 0), Icon("war_marker", x, y + 2, 8, 0, base=True)]
        elif kind == "last":
            shapes += arrow([(x - 17, y), (x + 17, y)], "hl.last", 1.0)
        else:
            shapes.append(Icon("tank", x, y, 15, int(kind), base=True))
        shapes.append(Text(x + 32, y + 5, label, 14, "text", False, "start"))
    return _scene(560, 172, "Key to the board", ". ".join(label for _, label in rows) + ".", shapes)
