"""Pictures for the chapters before the first turn: the board's parts, the modular board, a supply, a deck.

Each is a scene that the book's directive ``picture`` finds through ``diagrams.py``.
"""

from __future__ import annotations

from itertools import pairwise

from hexlib.draw.hexes import Layout, area_path
from hexlib.draw.icons import ICONS
from hexlib.draw.scene import Icon, Layer, Path, Scene, Shape, Text
from hexlib.draw.shapes import arrow, badge, rectangle, token
from hexlib.draw.text import width as text_width
from hexlib.draw.theme import RADIUS
from hexlib.grid import DIRECTIONS
from hexlib.knee_deep import modular
from hexlib.knee_deep.board import CENTRES, FIELDS, HQ_FIELDS, parse_field
from hexlib.knee_deep.components import CARDS, COMPANIONS, OPEN, TERRAIN, TERRAIN_NAMES, UNITS
from hexlib.knee_deep.decks import BOX
from hexlib.knee_deep.frame import NARROW, TURN, Frame, board_layer, frame

__all__ = [
    "arrows_scene",
    "deck_scene",
    "parts_scene",
    "supply_scene",
    "terrain_scene",
    "terrain_shapes",
    "terrains_scene",
]

_BOARD = 780
"""Width of the board in these pictures."""


def _panel(x: float, y: float, w: float, h: float) -> Path:
    return Path(rectangle(x, y, w, h, RADIUS["panel"]), "panel")


def _tracker(x: float, y: float, kind: str, seat: int) -> list[Shape]:
    """A resource tracker from 0 to 7."""
    out: list[Shape] = [token(x + 12, y + 14, 13, kind, "panel.edge"), Icon(kind, x + 12, y + 14, 8)]
    for i in range(8):
        box = rectangle(x + 30 + 25 * i, y + 2, 22, 24, RADIUS["chip"])
        out.append(Path(box, f"seat.{seat}.fill" if i == 0 else "panel.slot"))
        ink = f"seat.{seat}.glyph" if i == 0 else "text.muted"
        out.append(Text(x + 41 + 25 * i, y + 19, str(i), 12, ink, i == 0))
    return out


def parts_scene(size: str = "wide") -> Scene:
    """The board and its parts, with the numbers of the chapter: HQ, tracker, scrapyard, Material, Energy, mountain.

    ``size`` is "wide" or "narrow"; on a phone trackers and scrapyard lie above and below the board.
    """
    narrow = _narrow(size)
    width = NARROW if narrow else _BOARD
    window = frame(width)
    board, symbols = board_layer(window, TERRAIN)
    if narrow:
        return _parts_below(window, board, symbols)
    left = width + 24.0
    w = 244.0
    shapes: list[Shape] = [
        *_trackers(left, 10, w, 1),
        *_trackers(left, window.height - 106, w, 0),
        *_scrapyard(left, window.height / 2 - 120, w, 3),
    ]
    shapes += _numbers(
        window, 13, (left + w - 24, window.height - 89), (left + w - 24, window.height / 2 - 99), HQ_NUMBER_AWAY
    )
    layers = (board, Layer("picture", tuple(shapes)))
    return Scene(left + w + 6, window.height, "The board and its parts", _PARTS, layers, (), symbols)


def _parts_below(window: Frame, board: Layer, symbols: dict[str, tuple[Shape, ...]]) -> Scene:
    """The same for a phone: the board, and below it both players' trackers and the scrapyard."""
    w, top = window.width - 8, window.height + 10
    shapes: list[Shape] = [
        *_trackers(4, top, w, 1),
        *_trackers(4, top + 106, w, 0),
        *_scrapyard(4, top + 212, w, 6),
    ]
    shapes += _numbers(window, 10, (w - 18, top + 123), (w - 18, top + 231), (-22.0, -10.0))
    layers = (board, Layer("picture", tuple(shapes)))
    return Scene(window.width, top + 212 + 140, "The board and its parts", _PARTS, layers, (), symbols)


_NAMES = ("an HQ", "the resource trackers", "the scrapyard", "a Material field", "an Energy field", "a mountain")
_PARTS = (
    "The battlefield of 31 sectors, the scrapyard and two trackers for each player. "
    + ", ".join(f"{i} is {name}" for i, name in enumerate(_NAMES, 1))
    + "."
)
HQ_NUMBER_AWAY = (-34.0, -16.0)
"""From the middle of an HQ to its number, in px."""


def _narrow(size: str) -> bool:
    """Whether the picture is for a phone.

    Raises:
        ValueError: the size is neither "wide" nor "narrow".
    """
    if size not in ("wide", "narrow"):
        raise ValueError(f"{size!r} is not a size; write wide or narrow")
    return size == "narrow"


def _trackers(x: float, y: float, w: float, seat: int) -> list[Shape]:
    title = f"{('Bukseon', 'Gondwana')[seat]}'s trackers"
    return [
        _panel(x, y, w, 96),
        Text(x + 12, y + 22, title, 13, "text", True, "start"),
        *_tracker(x + 6, y + 32, "material", seat),
        *_tracker(x + 6, y + 62, "energy", seat),
    ]


def _scrapyard(x: float, y: float, w: float, columns: int) -> list[Shape]:
    """Twelve places; each slot is as wide as the panel allows."""
    step = (w - 24) / columns
    out: list[Shape] = [
        _panel(x, y, w, 240 if columns == 3 else 140),
        Text(x + 12, y + 26, "Scrapyard", 13, "text", True, "start"),
    ]
    for i in range(12):
        cx, cy = x + 16 + step * (i % columns), y + 42 + 47 * (i // columns)
        out.append(
            Path(rectangle(round(cx, 1), cy, round(step - 8, 1), 40, RADIUS["chip"]), "panel.slot", "panel.edge", 1.0)
        )
        out.append(Icon("scrap", round(cx + (step - 8) / 2, 1), cy + 20, 11, opacity=0.45))
    return out


def _numbers(
    window: Frame, r: float, tracker: tuple[float, float], scrapyard: tuple[float, float], away: tuple[float, float]
) -> list[Shape]:
    """The badges 1 to 6, each beside its part."""
    hq = [window.centres[f] for f in HQ_FIELDS[0]]
    at: list[tuple[float, float]] = [
        (sum(p[0] for p in hq) / 3 + away[0], sum(p[1] for p in hq) / 3 + away[1]),
        tracker,
        scrapyard,
    ]
    shift = r * 1.15
    for name in ("C2.5", "D2.4", "C3.0"):
        x, y = window.centres[parse_field(name)]
        at.append((x - shift, y - shift))
    out: list[Shape] = []
    for i, (x, y) in enumerate(at, 1):
        out += badge(round(x, 1), round(y, 1), r, str(i))
    return out


def arrows_scene(size: str = "wide") -> Scene:
    """The order in which the sectors of a modular board are laid; ``size`` is "wide" or "narrow"."""
    narrow = _narrow(size)
    width, large, small = (NARROW, 10, 8) if narrow else (_BOARD, 15, 12)
    window = frame(width)
    board, symbols = board_layer(window, (OPEN,) * len(FIELDS))
    way = modular.way()
    middle = {s: window.centres[parse_field(f"{s}.0")] for s in CENTRES}
    shapes: list[Shape] = []
    for a, b in pairwise(way):
        shapes += arrow([middle[a], middle[b]], "hl.reachable", 1.0, large + 5, large + 5)
    for i, sector in enumerate(way, 1):
        x, y = middle[sector]
        shapes += badge(round(x, 1), round(y, 1), large, str(i), "hl.reachable", "hl.case")
        x, y = middle[modular.opposite(sector)]
        shapes += badge(round(x, 1), round(y, 1), small, str(i), "badge.fill", "badge.text")
    desc = f"Sectors in this order: {', '.join(way)}. Each number stands again in the sector opposite, laid with it."
    layers = (board, Layer("picture", tuple(shapes)))
    return Scene(width, window.height, "The arrows of the modular board", desc, layers, (), symbols)


def terrain_shapes(name: str, x: float, y: float, s: float) -> list[Shape]:
    """The sector that a terrain card shows, round (x, y); ``s`` is the side of a field."""
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
    return out


def _terrain(name: str, x: float, y: float, s: float) -> list[Shape]:
    """A terrain card's sector round (x, y), its title below."""
    card = modular.TERRAIN_CARDS[name]
    out = terrain_shapes(name, x, y, s)
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


def terrains_scene(size: str = "wide") -> Scene:
    """All 14 terrain cards; ``size`` is "wide" (two rows) or "narrow" (five)."""
    columns, width, s = (3, NARROW, 20.0) if _narrow(size) else (7, 980, 22.0)
    step, row = width / columns, 166 if columns == 7 else 148
    height = 8 + row * -(-len(modular.TERRAIN_CARDS) // columns)
    shapes: list[Shape] = [_panel(0, 0, width, height)]
    for i, name in enumerate(modular.TERRAIN_CARDS):
        shapes += _terrain(name, step * (i % columns + 0.5), 66 + row * (i // columns), s)
    desc = " ".join(f"{card.title}: {card.text}." for card in modular.TERRAIN_CARDS.values())
    return Scene(width, height, "The 14 terrain cards", desc, (Layer("picture", tuple(shapes)),))


def supply_scene(size: str = "wide") -> Scene:
    """What lies in each player's supply when the game begins; ``size`` is "wide" or "narrow"."""
    narrow = _narrow(size)
    columns, width = (4, NARROW) if narrow else (7, 860)
    step, row, r = width / columns, 190, 27 if not narrow else 22
    shapes: list[Shape] = [_panel(0, 0, width, row * (2 if narrow else 1))]
    words = []
    things = [*((u.name, u.supply, u.title) for u in UNITS), ("", 1, "marker")]
    for i, (name, number, title) in enumerate(things):
        x, top = round(step * (i % columns + 0.5), 1), row * (i // columns)
        for seat, y in ((0, top + 46), (1, top + 116)):
            if name:
                shapes.append(Icon(name, x, y, r, seat, base=True))
            else:
                shapes += [Icon("war_arms", x, y + 2, 26, seat), Icon("war_marker", x, y + 2, 13, seat, base=True)]
        shapes.append(Text(x, top + 172, f"{number} {title}", 14 if not narrow else 13, "text", True))
        words.append(f"{number} {title}")
    desc = f"In each colour {', '.join(words[:-1])} and a war zone marker."
    return Scene(
        width, row * (2 if narrow else 1), "The supply of each player", desc, (Layer("picture", tuple(shapes)),)
    )


def deck_scene(one: str, two: str, size: str = "wide") -> Scene:
    """The casual deck of two companions: eight cards of each, and the nine neutral ones.

    ``size`` is "wide" (three columns) or "narrow" (one below the other).

    Raises:
        KeyError: there is no such companion.
    """
    narrow = _narrow(size)
    width = NARROW if narrow else 860
    shapes: list[Shape] = []
    groups = [(COMPANIONS[name].title, name) for name in (one, two)] + [("Neutral", "neutral")]
    said = []
    left, top, end = 22.0, 0.0, 0.0
    for i, (title, owner) in enumerate(groups):
        if narrow:
            left, top = 16.0, end
        else:
            left, top = 22.0 + 284 * i, 0.0
        kind = COMPANIONS[owner].type if owner in COMPANIONS else ""
        if kind in ICONS:
            shapes.append(Path(rectangle(left, top + 14, 24, 24, RADIUS["chip"]), "card.companion"))
            shapes.append(Icon(kind, left + 12, top + 26, 9))
        number = sum(n for card, n in BOX.casual((one, two)).items() if CARDS[card].owner == owner)
        at = left + (32 if kind in ICONS else 0)
        shapes.append(Text(at, top + 31, f"{title}: {number} cards", 15, "text", True, "start"))
        y = top + 50
        for card in (c for c in CARDS.values() if c.owner == owner):
            role = "card.war" if card.is_war else "card.action"
            text = f"{card.copies} {card.title}"
            shapes.append(Path(rectangle(left, y, text_width(text, 13, True) + 42, 24, RADIUS["chip"]), role))
            shapes.append(Icon("war_card" if card.is_war else "action_card", left + 15, y + 12, 8))
            shapes.append(Text(left + 30, y + 16.5, text, 13, "card.band.text", True, "start"))
            said.append(text)
            y += 29
        end = max(end, y)
    desc = f"25 cards: {', '.join(said)}. War cards are red, Action cards green."
    layers = (Layer("picture", (_panel(0, 0, width, end + 12), *shapes)),)
    return Scene(width, end + 12, "A casual deck", desc, layers)
