"""Pictures for the chapters before the first turn: the board's parts, the modular board, a supply, a deck.

Each is a scene that the book's directive ``picture`` finds through ``diagrams.py``.
"""

from __future__ import annotations

from itertools import pairwise

from hexlib.draw.hexes import Layout, area_path
from hexlib.draw.icons import ICONS
from hexlib.draw.scene import Icon, Layer, Path, Scene, Shape, Text
from hexlib.draw.shapes import arrow, badge, rectangle
from hexlib.draw.text import width as text_width
from hexlib.draw.theme import RADIUS
from hexlib.grid import DIRECTIONS
from hexlib.knee_deep import modular
from hexlib.knee_deep.board import CENTRES, FIELDS, HQ_FIELDS, parse_field
from hexlib.knee_deep.components import CARDS, COMPANIONS, OPEN, TERRAIN, TERRAIN_NAMES, UNITS
from hexlib.knee_deep.decks import BOX
from hexlib.knee_deep.frame import TURN, board_layer, frame

__all__ = ["arrows_scene", "deck_scene", "parts_scene", "supply_scene", "terrain_scene", "terrains_scene"]

_BOARD = 780
"""Width of the board in these pictures."""


def _panel(x: float, y: float, w: float, h: float) -> Path:
    return Path(rectangle(x, y, w, h, RADIUS["panel"]), "panel")


def _tracker(x: float, y: float, kind: str, seat: int) -> list[Shape]:
    """A resource tracker from 0 to 7."""
    out: list[Shape] = [Icon(kind, x + 12, y + 14, 10)]
    for i in range(8):
        box = rectangle(x + 30 + 25 * i, y + 2, 22, 24, RADIUS["chip"])
        out.append(Path(box, f"seat.{seat}.fill" if i == 0 else "panel.slot"))
        ink = f"seat.{seat}.glyph" if i == 0 else "text.muted"
        out.append(Text(x + 41 + 25 * i, y + 19, str(i), 12, ink, i == 0))
    return out


def parts_scene() -> Scene:
    """The board and its parts, with the numbers of the chapter: HQ, tracker, scrapyard, Material, Energy, mountain."""
    window = frame(_BOARD)
    board, symbols = board_layer(window, TERRAIN)
    left = _BOARD + 24.0
    w = 244.0
    shapes: list[Shape] = [
        _panel(left, 10, w, 96),
        Text(left + 12, 32, "Gondwana's trackers", 13, "text", True, "start"),
        *_tracker(left + 6, 42, "material", 1),
        *_tracker(left + 6, 72, "energy", 1),
        _panel(left, window.height - 106, w, 96),
        Text(left + 12, window.height - 84, "Bukseon's trackers", 13, "text", True, "start"),
        *_tracker(left + 6, window.height - 74, "material", 0),
        *_tracker(left + 6, window.height - 44, "energy", 0),
    ]
    top: float = window.height / 2 - 120
    shapes += [_panel(left, top, w, 240), Text(left + 12, top + 26, "Scrapyard", 13, "text", True, "start")]
    for i in range(12):
        x, y = left + 20 + 70 * (i % 3), top + 42 + 47 * (i // 3)
        shapes.append(Path(rectangle(x, y, 62, 40, RADIUS["chip"]), "panel.slot", "panel.edge", 1.0))
        shapes.append(Icon("scrap", x + 31, y + 20, 11, opacity=0.45))
    hq = [window.centres[f] for f in HQ_FIELDS[0]]
    numbers: list[tuple[float, float]] = [
        (sum(p[0] for p in hq) / 3 - 34, sum(p[1] for p in hq) / 3 - 16),
        (left + w - 24, window.height - 89),
        (left + w - 24, top + 21),
        *(window.centres[parse_field(name)] for name in ("C2.5", "D2.4", "C3.0")),
    ]
    for i, (x, y) in enumerate(numbers, 1):
        shift = 15.0 if i > 3 else 0.0
        shapes += badge(round(x - shift, 1), round(y - shift, 1), 13, str(i))
    names = ("an HQ", "the resource trackers", "the scrapyard", "a Material field", "an Energy field", "a mountain")
    desc = "The battlefield of 31 sectors, the scrapyard and two trackers for each player. "
    desc += ", ".join(f"{i} is {name}" for i, name in enumerate(names, 1)) + "."
    layers = (board, Layer("picture", tuple(shapes)))
    return Scene(left + w + 6, window.height, "The board and its parts", desc, layers, (), symbols)


def arrows_scene() -> Scene:
    """The order in which the sectors of a modular board are laid."""
    window = frame(_BOARD)
    board, symbols = board_layer(window, (OPEN,) * len(FIELDS))
    way = modular.way()
    middle = {s: window.centres[parse_field(f"{s}.0")] for s in CENTRES}
    shapes: list[Shape] = []
    for a, b in pairwise(way):
        shapes += arrow([middle[a], middle[b]], "hl.reachable", 1.0, 20, 20)
    for i, sector in enumerate(way, 1):
        x, y = middle[sector]
        shapes += badge(round(x, 1), round(y, 1), 15, str(i), "hl.reachable", "hl.case")
        x, y = middle[modular.opposite(sector)]
        shapes += badge(round(x, 1), round(y, 1), 12, str(i), "badge.fill", "badge.text")
    desc = f"Sectors in this order: {', '.join(way)}. Each number stands again in the sector opposite, laid with it."
    layers = (board, Layer("picture", tuple(shapes)))
    return Scene(_BOARD, window.height, "The arrows of the modular board", desc, layers, (), symbols)


def _terrain(name: str, x: float, y: float, s: float) -> list[Shape]:
    """A terrain card's sector round (x, y), its title below."""
    card = modular.TERRAIN_CARDS[name]
    cells = [(0, 0), *DIRECTIONS]
    layout = Layout(s, x, y, TURN)
    out: list[Shape] = [layout.tile(h, 1.0, "board.tint.a", "field.edge", 1.0) for h in cells]
    out.append(Path(area_path(layout.outline(cells)), stroke="sector.edge", width=2.5))
    for k, kind in card.fields:
        cx, cy = layout.at(cells[k])
        what = TERRAIN_NAMES[kind]
        out.append(layout.tile(cells[k], 0.92, f"terrain.{what}"))
        out.append(Icon(what, round(cx, 1), round(cy, 1), round(s * 0.52, 1)))
    out.append(Text(round(x, 1), round(y + 3.45 * s, 1), card.title, round(max(11.0, s * 0.6), 1), "text", True))
    return out


def terrain_scene(name: str) -> Scene:
    """One terrain card.

    Raises:
        KeyError: there is no such terrain card.
    """
    card = modular.TERRAIN_CARDS[name]
    shapes = [_panel(0, 0, 220, 240), *_terrain(name, 110, 100, 34)]
    desc = f"{card.text[0].upper()}{card.text[1:]}. A reconstruction."
    return Scene(220, 240, f"The terrain card {card.title}", desc, (Layer("picture", tuple(shapes)),))


def terrains_scene() -> Scene:
    """All 14 terrain cards."""
    shapes: list[Shape] = [_panel(0, 0, 980, 340)]
    for i, name in enumerate(modular.TERRAIN_CARDS):
        shapes += _terrain(name, 70 + 140 * (i % 7), 66 + 166 * (i // 7), 22)
    desc = " ".join(f"{card.title}: {card.text}." for card in modular.TERRAIN_CARDS.values())
    return Scene(980, 340, "The 14 terrain cards", desc, (Layer("picture", tuple(shapes)),))


def supply_scene() -> Scene:
    """What lies in each player's supply when the game begins."""
    shapes: list[Shape] = [_panel(0, 0, 860, 190)]
    words = []
    for i, unit in enumerate(UNITS):
        x = 66 + 122 * i
        shapes += [Icon(unit.name, x, 46, 27, 0, base=True), Icon(unit.name, x, 116, 27, 1, base=True)]
        shapes.append(Text(x, 172, f"{unit.supply} {unit.title}", 14, "text", True))
        words.append(f"{unit.supply} {unit.title}")
    for seat, y in ((0, 46), (1, 116)):
        shapes += [Icon("war_arms", 800, y + 2, 26, seat), Icon("war_marker", 800, y + 2, 13, seat, base=True)]
    shapes.append(Text(800, 172, "1 marker", 14, "text", True))
    desc = f"In each colour {', '.join(words)} and a war zone marker."
    return Scene(860, 190, "The supply of each player", desc, (Layer("picture", tuple(shapes)),))


def deck_scene(one: str, two: str) -> Scene:
    """The casual deck of two companions: eight cards of each, and the nine neutral ones.

    Raises:
        KeyError: there is no such companion.
    """
    shapes: list[Shape] = [_panel(0, 0, 860, 236)]
    groups = [(COMPANIONS[name].title, name) for name in (one, two)] + [("Neutral", "neutral")]
    said = []
    for i, (title, owner) in enumerate(groups):
        x = 22.0 + 284 * i
        kind = COMPANIONS[owner].type if owner in COMPANIONS else ""
        if kind in ICONS:
            shapes.append(Icon(kind, x + 12, 26, 13))
        number = sum(n for card, n in BOX.casual((one, two)).items() if CARDS[card].owner == owner)
        shapes.append(Text(x + (32 if kind in ICONS else 0), 31, f"{title}: {number} cards", 15, "text", True, "start"))
        for j, card in enumerate(c for c in CARDS.values() if c.owner == owner):
            y = 50 + 29 * j
            role = "card.war" if card.is_war else "card.action"
            text = f"{card.copies} {card.title}"
            shapes.append(Path(rectangle(x, y, text_width(text, 13, True) + 42, 24, RADIUS["chip"]), role))
            shapes.append(Icon("war_card" if card.is_war else "action_card", x + 15, y + 12, 8))
            shapes.append(Text(x + 30, y + 16.5, text, 13, "card.band.text", True, "start"))
            said.append(text)
    desc = f"25 cards: {', '.join(said)}. War cards are red, Action cards green."
    return Scene(860, 236, "A casual deck", desc, (Layer("picture", tuple(shapes)),))
