"""The box laid out on the table: a picture of every component with its number."""

from __future__ import annotations

from collections.abc import Callable

from hexlib.draw.hexes import Layout, area_path
from hexlib.draw.scene import Icon, Layer, Path, Scene, Shape, Text
from hexlib.draw.shapes import rectangle, token
from hexlib.draw.theme import RADIUS
from hexlib.grid import DIRECTIONS
from hexlib.knee_deep import modular
from hexlib.knee_deep.board import HEXES, HQ_FIELDS
from hexlib.knee_deep.components import CARDS, COMPANIONS, MOUNTAIN, OPEN, TERRAIN, TERRAIN_NAMES, UNITS
from hexlib.knee_deep.frame import NARROW, TURN

__all__ = ["TOKENS", "box_scene"]

TOKENS = 56
"""Terrain tokens in the box."""
_SEATS = ("Bukseon", "Gondwana")

Draw = Callable[[float, float, float], list[Shape]]
"""Draws a component round a point; the third number is half the height that it has."""


def _piece(name: str) -> Draw:
    def draw(x: float, y: float, r: float) -> list[Shape]:
        return [Icon(name, x + dx * r * 0.92, y, round(r * 0.74, 1), seat, base=True) for seat, dx in ((0, -1), (1, 1))]

    return draw


def _markers(x: float, y: float, r: float) -> list[Shape]:
    out: list[Shape] = []
    for seat, at in ((0, x - r * 0.92), (1, x + r * 0.92)):
        out += [Icon("war_arms", at, y, round(r * 0.76, 1), seat), Icon("war_marker", at, y, r * 0.38, seat, base=True)]
    return out


def _trackers(x: float, y: float, r: float) -> list[Shape]:
    out: list[Shape] = []
    step = r * 0.5
    for row, (kind, seat) in enumerate((k, s) for s in (0, 1) for k in ("material", "energy")):
        top = round(y - r + row * step, 1)
        at = round(x - 3 * step, 1), round(top + step * 0.42, 1)
        out += [token(*at, round(step * 0.48, 1), kind), Icon(kind, *at, round(step * 0.3, 1))]
        for i in range(5):
            box = rectangle(round(x - 2.4 * step + i * step * 1.1, 1), top, round(step, 1), round(step * 0.84, 1), 2.0)
            out.append(Path(box, f"seat.{seat}.fill" if i == 0 else "panel.slot"))
    return out


def _stack(*faces: tuple[str, str], seat: int | None = None) -> Draw:
    """Cards side by side, each on two others: the role of its colour and its sign; a stripe of the owner's colour."""

    def draw(x: float, y: float, r: float) -> list[Shape]:
        out: list[Shape] = []
        w, h = round(r * 1.06, 1), round(r * 1.64, 1)
        step = round(r * 1.42, 1)
        for i, (role, sign) in enumerate(faces):
            left = x - w / 2 + (i - (len(faces) - 1) / 2) * step - 2
            for shift in (4.0, 2.0, 0.0):
                card = rectangle(round(left + shift, 1), round(y - h / 2 - 2 + shift, 1), w, h, RADIUS["chip"])
                out.append(Path(card, role, "card.paper", 1.0))
            out.append(Icon(sign, round(left + w / 2, 1), round(y - 2, 1), round(r * 0.36, 1)))
            if seat is not None:
                stripe = rectangle(round(left, 1), round(y + h / 2 - 2 - r * 0.26, 1), w, round(r * 0.26, 1))
                out.append(Path(stripe, f"seat.{seat}.fill"))
        return out

    return draw


def _tokens(x: float, y: float, r: float) -> list[Shape]:
    out: list[Shape] = []
    for i, name in enumerate(TERRAIN_NAMES[MOUNTAIN:]):
        at = round(x + (i - 1) * r * 1.7, 1)
        layout = Layout(r * 0.72, at, y, TURN)
        out += [layout.tile((0, 0), 0.96, f"terrain.{name}"), Icon(name, at, y, round(r * 0.42, 1))]
    return out


def _terrain_card(x: float, y: float, r: float) -> list[Shape]:
    card = next(iter(modular.TERRAIN_CARDS.values()))
    cells = [(0, 0), *DIRECTIONS]
    layout = Layout(r * 0.36, x, y - 1, TURN)
    w, h = round(r * 2.1, 1), round(r * 2, 1)
    out: list[Shape] = []
    for shift in (4.0, 2.0, 0.0):
        box = rectangle(round(x - w / 2 + shift - 2, 1), round(y - h / 2 + shift - 2, 1), w, h, RADIUS["chip"])
        out.append(Path(box, "card.paper", "card.edge", 1.0))
    out += [layout.tile(h, 1.0, "board.tint.a", "field.edge", 0.75) for h in cells]
    out.append(Path(area_path(layout.outline(cells)), stroke="sector.edge", width=1.5))
    for k, kind in card.fields:
        cx, cy = layout.at(cells[k])
        out.append(layout.tile(cells[k], 0.92, f"terrain.{TERRAIN_NAMES[kind]}"))
        out.append(Icon(TERRAIN_NAMES[kind], round(cx, 1), round(cy, 1), round(r * 0.19, 1)))
    return out


def _board(x: float, y: float, r: float) -> list[Shape]:
    """The battlefield, small: tints and terrain, no edges of fields."""
    xs, ys = zip(*(Layout(1.0, turn=TURN).at(h) for h in HEXES), strict=True)
    s = r / ((max(ys) - min(ys)) / 2 + 1)
    layout = Layout(s, x - s * (max(xs) + min(xs)) / 2, y - s * (max(ys) + min(ys)) / 2, TURN)
    out: list[Shape] = [Path(area_path(layout.outline(HEXES, -2.0)), "board.ground", "board.rim", 1.5)]
    out.append(Path(area_path(layout.outline(HEXES)), "board.tint.a"))
    for sector in range(31):
        cells = HEXES[7 * sector : 7 * sector + 7]
        out.append(Path(area_path(layout.outline(cells)), stroke="sector.edge", width=0.8))
    for kind in range(OPEN + 1, len(TERRAIN_NAMES)):
        loops = [layout.hexagon(HEXES[f], 0.86) for f, k in enumerate(TERRAIN) if k == kind]
        out.append(Path(area_path(loops), f"terrain.{TERRAIN_NAMES[kind]}"))
    for seat, fields in enumerate(HQ_FIELDS):
        points = [layout.at(HEXES[f]) for f in fields]
        cx, cy = sum(p[0] for p in points) / 3, sum(p[1] for p in points) / 3
        out.append(Icon("hq", round(cx, 1), round(cy, 1), round(s * 1.9, 1), seat, base=True))
    return out


def _things() -> list[tuple[Draw, str, str, int, int]]:
    """Each component: how it is drawn, its number and name, a second line, columns and rows that it takes."""
    out: list[tuple[Draw, str, str, int, int]] = [(_board, "1 game board", "31 sectors, 217 fields", 2, 2)]
    out.append((_trackers, "4 resource trackers", "two a player", 1, 1))
    out.append((_markers, "2 war zone markers", "one a player", 1, 1))
    for unit in UNITS:
        plural = "Factories" if unit.name == "factory" else f"{unit.title}s"
        out.append((_piece(unit.name), f"{2 * unit.supply} {plural}", f"{unit.supply} a player", 1, 1))
    for seat, faction in enumerate(_SEATS):
        mine = [c for c in COMPANIONS.values() if c.faction == faction]
        cards = sum(c.copies for c in CARDS.values() if c.owner in {m.name for m in mine})
        out.append((_stack(("card.companion", "general"), seat=seat), f"{len(mine)} companions", faction, 1, 1))
        faces = (("card.war", "war_card"), ("card.action", "action_card"))
        out.append((_stack(*faces, seat=seat), f"{cards} faction cards", faction, 1, 1))
    neutral = 2 * sum(c.copies for c in CARDS.values() if c.owner == "neutral")
    faces = (("card.war", "war_card"), ("card.action", "action_card"))
    out.append((_stack(*faces), f"{neutral} neutral cards", "nine a player", 1, 1))
    out.append((_terrain_card, f"{len(modular.TERRAIN_CARDS)} terrain cards", "for the modular board", 1, 1))
    out.append((_tokens, f"{TOKENS} terrain tokens", "mountain, Material, Energy; two-sided", 2, 1))
    return out


def box_scene(size: str = "wide") -> Scene:
    """Everything in the box with its number; ``size`` is "wide" (five columns) or "narrow" (three).

    Raises:
        ValueError: the size is neither "wide" nor "narrow".
    """
    if size not in ("wide", "narrow"):
        raise ValueError(f"{size!r} is not a size; write wide or narrow")
    columns, width, high = (3, NARROW, 120.0) if size == "narrow" else (5, 980, 136.0)
    gap = 8.0
    cell = (width + gap) / columns
    taken: set[tuple[int, int]] = set()
    shapes: list[Shape] = []
    said = []
    for draw, name, note, across, down in _things():
        if size == "narrow" and across == 2 and down == 1:
            across = 3
        at = next(
            (c, r)
            for r in range(30)
            for c in range(columns - across + 1)
            if not any((c + i, r + j) in taken for i in range(across) for j in range(down))
        )
        taken |= {(at[0] + i, at[1] + j) for i in range(across) for j in range(down)}
        x, y = round(at[0] * cell, 1), at[1] * (high + gap)
        w, h = round(across * cell - gap, 1), down * (high + gap) - gap
        shapes.append(Path(rectangle(x, y, w, h, RADIUS["panel"]), "panel"))
        middle = round(x + w / 2, 1)
        shapes += draw(middle, round(y + (h - 44) / 2 + 4, 1), round((h - 44) / 2 - 8, 1))
        small = 11.0 if size == "narrow" else 12.0
        shapes.append(Text(middle, y + h - 26, name, small + 2 if size == "wide" else 11.0, "text", True))
        shapes.append(Text(middle, y + h - 10, note, small, "text.muted"))
        said.append(name)
    height = (max(r for _, r in taken) + 1) * (high + gap) - gap
    desc = f"{', '.join(said)}."
    return Scene(width, height, "What is in the box", desc, (Layer("picture", tuple(shapes)),))
