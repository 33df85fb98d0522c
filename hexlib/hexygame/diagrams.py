"""Small pictures for the book: cards, tokens, keywords, maps, Spheres, attacks.

Each function ``<kind>_scene`` takes words and returns a scene at the size in which it is meant to be read. Those about
the turn and the stack are in ``stack_diagrams.py``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from hexlib.draw.hexes import Layout, line_path
from hexlib.draw.scene import Circle, Icon, Layer, Path, Scene, Shape, Text
from hexlib.draw.shapes import chip, chip_width, paragraph, rectangle
from hexlib.draw.text import width as text_width
from hexlib.draw.theme import RADIUS
from hexlib.game import TABLE
from hexlib.hexygame.board import MAPS
from hexlib.hexygame.components import BUILDING, COMMON, COPIES, STANDARD, TYPES, Card
from hexlib.hexygame.frame import TURN
from hexlib.hexygame.stack_diagrams import phases_scene, priority_scene, stack_scene
from hexlib.hexygame.tokens import COLOUR_ICONS, KEY_ICONS, Token, number, pips, token_shapes
from hexlib.hexygame.vocabulary import COLOURS, KEYWORDS, ability_text, cost_text, keys_text

if TYPE_CHECKING:
    from hexlib.hexygame.game import HexyGame

__all__ = [
    "attack_scene",
    "card_scene",
    "dice_scene",
    "energy_scene",
    "key_scene",
    "keyword_scene",
    "keywords_scene",
    "map_scene",
    "phases_scene",
    "piece_scene",
    "priority_scene",
    "sphere_scene",
    "stack_scene",
]

KEYWORD_WORDS: Mapping[str, str] = {
    "flying": "Flyers, Reach and attack distance 2 or more can attack it.",
    "reach": "It can attack flyers.",
    "haste": "It enters with its die on the number of its actions.",
    "combat-priority": "Its blow falls first; the other one follows.",
    "regeneration": "In the Draw Phase it gets a lost point back.",
    "ease-of-movement": "It moves without energy; an action it still takes.",
}
_BANDS = ("badge.fill", "card.war", "card.action", "card.companion")


def _scene(width: float, height: float, title: str, desc: str, shapes: Sequence[Shape]) -> Scene:
    return Scene(width, height, title, desc, (Layer("picture", tuple(shapes)),))


def _r(value: float) -> float:
    return round(value, 1)


@cache
def _game(board: str = "standard") -> HexyGame:
    from hexlib.hexygame.game import HexyGame

    return HexyGame(map=board)


def _card(name: str) -> Card:
    if name not in STANDARD.number:
        raise KeyError(f"there is no card {name!r}")
    return STANDARD[name]


def _token(card: Card, points: int | None = None, die: int | None = None) -> Token:
    return Token(
        TYPES[card.type],
        card.title,
        0,
        card.attack,
        card.defense,
        card.initial if points is None else points,
        card.actions if die is None else die,
        False,
        card.keys,
        card.distance,
    )


# -- cards -------------------------------------------------------------------------------------------------------------


def card_scene(name: str, width: float = 320) -> Scene:
    """A card, 5 to 7: colour, cost, type, rarity, the four numbers of a board card, its text, and that it is our own.

    Raises:
        KeyError: there is no such card.
    """
    card, u = _card(name), float(width) / 350
    w, h, band = 350 * u, 490 * u, 62 * u
    ink = "card.band.text" if card.colour else "badge.text"
    head = f"M1 {_r(band)}L1 14A13 13 0 0 1 14 1L{_r(w - 14)} 1A13 13 0 0 1 {_r(w - 1)} 14L{_r(w - 1)} {_r(band)}Z"
    kind = TYPES[card.type].title()
    shapes: list[Shape] = [
        Path(rectangle(1, 1, w - 2, h - 2, RADIUS["card"]), "card.paper", "card.edge", 2.0),
        Path(head, _BANDS[card.colour]),
        Circle(_r(36 * u), _r(31 * u), _r(21 * u), "card.paper"),
        Icon(TYPES[card.type], _r(36 * u), _r(31 * u), _r(13 * u)),
        Text(_r(68 * u), _r(30 * u), card.title, _r(22 * u), ink, True, "start"),
        Text(_r(68 * u), _r(50 * u), f"{kind}, {card.rarity}", _r(max(10, 12.5 * u)), ink, False, "start"),
        Path(rectangle(14 * u, band + 12 * u, w - 28 * u, 214 * u, _r(8 * u)), "card.art"),
    ]
    shapes += _cost(card, w - 16 * u, 31 * u, u)
    shapes += _numbers(card, 175 * u, 181 * u, u) if card.is_board else _sign(card, 175 * u, 181 * u, u)
    y = 316.0
    for size in (15.5, 14.0, 12.8):
        text, end = paragraph(22 * u, y * u, card.text, _r(max(11, size * u)), 306 * u, "card.text")
        more: list[Shape] = []
        if card.type == BUILDING:
            common = f"Every building: {ability_text(COMMON)[0].lower()}{ability_text(COMMON)[1:]}"
            more, end = paragraph(22 * u, end + 5 * u, common, _r(max(10, 12 * u)), 306 * u, "card.text")
        if end <= 450 * u:
            break
    shapes += [*text, *more]
    most = COPIES.get(card.rarity)
    foot = f"{most} in a deck at most" if most else "Any number in a deck"
    size = _r(max(10, 12 * u))
    line = [(14 * u, 452 * u), (w - 14 * u, 452 * u)]
    shapes.append(Path(line_path(line), stroke="card.edge", width=0.75))
    shapes.append(Text(_r(22 * u), _r(474 * u), foot, size, "card.text", False, "start"))
    if card.source == "reconstruction":
        shapes += chip(w - 16 * u - chip_width("Reconstruction", size) / 2, 469 * u, "Reconstruction", size)
    cost = "It costs nothing." if not sum(card.cost) else f"It costs {cost_text(card.cost)}."
    desc = f"{kind}, {card.rarity}. {cost} "
    if card.is_board:
        desc += f"Attack {card.attack}, defense {card.defense}, actions {card.actions}, points {card.points}. "
    desc += card.text
    if card.source == "reconstruction":
        desc += " A reconstruction: the rulebook prints no card."
    return _scene(_r(w), _r(h), f"The card {card.title}", desc.strip(), shapes)


def _cost(card: Card, right: float, y: float, u: float) -> list[Shape]:
    """The cost as energy signs that end at ``right``."""
    r = 9.5 * u
    if not sum(card.cost):
        return []
    long = sum(card.cost) * r * 2.15
    plate = Path(rectangle(right - long - r * 0.7, y - r * 1.5, long + r * 1.4, r * 3, r * 1.5), "card.paper")
    return [plate, *pips(card.cost, right - long + r * 1.05, y, r)]


def _numbers(card: Card, x: float, y: float, u: float) -> list[Shape]:
    """The four numbers round the card's sign, as they stand on the map, each with its name."""
    layout = Layout(96 * u, x, y, TURN)
    out: list[Shape] = [layout.tile((0, 0), 1.0, "board.tint.a", "field.edge", 1.0)]
    out += token_shapes(_token(card), x, y, layout.inradius * 0.94, False)
    size = _r(max(10.5, 13 * u))
    for label, value, dx, dy in (
        ("Points", card.points, -1, -1),
        ("Actions", card.actions, 1, -1),
        ("Attack", card.attack, -1, 1),
        ("Defense", card.defense, 1, 1),
    ):
        anchor = "start" if dx < 0 else "end"
        at = x + dx * 151 * u
        out.append(Text(_r(at), _r(y + dy * 88 * u + 5 * u), f"{label} {value}", size, "card.text", False, anchor))
    return out


def _sign(card: Card, x: float, y: float, u: float) -> list[Shape]:
    """The sign of a card without numbers, and of an enchantment what it changes."""
    out: list[Shape] = [Icon(TYPES[card.type], _r(x), _r(y), _r(58 * u), None, base=True)]
    aura = card.aura
    if aura is None:
        energy = next((e.energy for e in card.play if sum(e.energy)), None)
        if energy is not None:
            long = sum(energy) * 30 * u
            out += pips(energy, x - long / 2 + 15 * u, y + 84 * u, 14 * u)
        return out
    at = [
        ("plate_attack", aura.attack, "stat.attack.text", -1),
        ("plate_defense", aura.defense, "stat.defense.text", 1),
    ]
    for icon, value, ink, side in at:
        if value:
            out += number(icon, x + side * 100 * u, y, 26 * u, f"{value:+d}", ink)
    keys = [icon for bit, icon in KEY_ICONS.items() if aura.keys & bit]
    for i, icon in enumerate(keys):
        out.append(Icon(icon, _r(x + 100 * u), _r(y + 60 * u * i), _r(22 * u)))
    return out


# -- tokens and signs --------------------------------------------------------------------------------------------------


def piece_scene(name: str = "wolf", points: str = "", die: str = "") -> Scene:
    """A board card as it stands on the map, its numbers named; points and die may be given.

    Raises:
        KeyError: there is no such card.
        ValueError: it is not a board card, or a number is none.
    """
    card = _card(name)
    if not card.is_board:
        raise ValueError(f"{card.title} is not a board card")
    token = _token(card, int(points) if points else None, int(die) if die else None)
    layout = Layout(78, 190, 84, TURN)
    shapes: list[Shape] = [layout.tile((0, 0), 1.0, "board.tint.a", "field.edge", 1.0)]
    shapes += token_shapes(token, 190, 84, layout.inradius, True, 13.5)
    words = (
        (100, 40, "points left", "end"),
        (280, 40, f"Action Die: {token.die or 'none'}", "start"),
        (100, 116, "attack", "end"),
        (280, 116, "defense", "start"),
    )
    shapes += [Text(x, y + 4.5, text, 13, "text", False, anchor) for x, y, text, anchor in words]
    signs = [n.replace("-", " ") for n, bit in KEYWORDS.items() if card.keys & bit]
    shapes += [Text(282, 80, ", ".join(signs), 13, "text.muted", False, "start")] if signs else []
    desc = f"Attack {card.attack} lower left, defense {card.defense} lower right, {token.points} points upper left, "
    desc += f"die {token.die} upper right." if token.die else "no die."
    return _scene(400, 168, f"{card.title} on the map", desc, shapes)


def keyword_scene(name: str) -> Scene:
    """The sign of a keyword and what it does, in one line.

    Raises:
        KeyError: there is no such keyword.
    """
    words = KEYWORD_WORDS[name]
    title = name.replace("-", " ").capitalize()
    shapes: list[Shape] = [Path(rectangle(0, 0, 400, 64, RADIUS["panel"]), "panel")]
    shapes += _keyword(name, title, words, 32)
    return _scene(400, 64, title, words, shapes)


def _keyword(name: str, title: str, words: str, y: float) -> list[Shape]:
    size = 12.0
    while size > 10 and text_width(words, size) > 324:
        size -= 0.5
    return [
        Circle(34, y, 20, "board.tint.a", "panel.edge", 1.0),
        Icon(KEY_ICONS[KEYWORDS[name]], 34, y, 14),
        Text(66, y - 4, title, 15, "text", True, "start"),
        Text(66, y + 14, words, size, "text.muted", False, "start"),
    ]


def keywords_scene() -> Scene:
    """All keywords with their signs."""
    names = list(KEYWORD_WORDS)
    high = 60 * len(names) + 12
    shapes: list[Shape] = [Path(rectangle(0, 0, 400, high, RADIUS["panel"]), "panel")]
    for i, name in enumerate(names):
        shapes += _keyword(name, name.replace("-", " ").capitalize(), KEYWORD_WORDS[name], 36 + 60 * i)
    desc = " ".join(f"{keys_text(KEYWORDS[n]).capitalize()}: {w}" for n, w in KEYWORD_WORDS.items())
    return _scene(400, high, "The keywords and their signs", desc, shapes)


def energy_scene() -> Scene:
    """The four kinds of energy."""
    shapes: list[Shape] = [Path(rectangle(0, 0, 400, 84, RADIUS["panel"]), "panel")]
    for i, (icon, name) in enumerate(zip(COLOUR_ICONS, COLOURS, strict=True)):
        x = 50 + 100 * i
        shapes += [Icon(icon, x, 34, 16), Text(x, 70, name.capitalize(), 13, "text")]
    return _scene(400, 84, "Four kinds of energy", "Colourless, red, green and violet energy.", shapes)


def dice_scene() -> Scene:
    """Action Dice, the dominoes that count points, and a twelve-sided Winning Dice for each."""
    shapes: list[Shape] = [Path(rectangle(0, 0, 400, 196, RADIUS["panel"]), "panel")]
    for i in range(6):
        shapes.append(Icon(f"die_{i + 1}", 158 + 42 * i, 36, 15))
        shapes.append(Icon(f"domino_{i + 1}", 158 + 42 * i, 98, 27))
    for y, title, words in (
        (32, "Action Dice", "actions left"),
        (94, "Dominoes", "points on a card"),
        (158, "Winning Dice", "to twelve"),
    ):
        shapes.append(Text(16, y, title, 14, "text", True, "start"))
        shapes.append(Text(16, y + 17, words, 11.5, "text.muted", False, "start"))
    for seat, x in ((0, 168), (1, 236)):
        shapes += [Icon("d12", x, 162, 24, seat), Text(x, 168, "1", 18, f"seat.{seat}.glyph", True)]
    desc = "Six faces of an Action Die, dominoes with one to six points, and both players' Winning Dice showing 1."
    return _scene(400, 196, "Dice and dominoes", desc, shapes)


def key_scene() -> Scene:
    """What the signs on the map mean."""
    rows: tuple[tuple[str, str], ...] = (
        ("0", "Round: Blue's"),
        ("1", "Cut corners: Orange's"),
        ("creature", "Creature"),
        ("building", "Building"),
        ("artifact", "Artifact"),
        ("points", "Points left"),
        ("die", "Actions left"),
        ("spent", "No actions this turn"),
        ("attack", "Attack"),
        ("defense", "Defense"),
        ("changed", "Changed from the card"),
        ("enchantment", "Enchantment beneath"),
        ("sphere", "Blue's Sphere"),
        ("sphere1", "Orange's Sphere"),
        ("flag", "Flag"),
        ("centre", "Center Point"),
        ("chip", "Place in the stack"),
        ("range", "Attack distance 2 or more"),
    )
    half = (len(rows) + 1) // 2
    high = 24 + 38 * half
    shapes: list[Shape] = [Path(rectangle(0, 0, 400, high, RADIUS["panel"]), "panel")]
    for i, (kind, label) in enumerate(rows):
        x, y = 30 + 194 * (i // half), 30 + 38 * (i % half)
        shapes += _key(kind, x, y)
        size = 12.5 if text_width(label, 12.5) < 150 else 11.0
        shapes.append(Text(x + 24, y + 4.5, label, size, "text", False, "start"))
    return _scene(400, high, "Key to the map", ". ".join(label for _, label in rows) + ".", shapes)


def _key(kind: str, x: float, y: float) -> list[Shape]:
    if kind in ("0", "1"):
        return [Icon("creature", x, y, 15, int(kind), base=True)]
    if kind in ("creature", "building", "artifact"):
        return [Icon(kind, x, y, 12)]
    if kind == "points":
        return number("plate_points", x, y, 11, "3", "domino.pip")
    if kind == "die":
        return [Icon("die_2", x, y, 12)]
    if kind == "spent":
        return [Path(rectangle(x - 10, y - 10, 20, 20, 5), "board.tint.a", "text.muted", 1.4, (4, 3))]
    if kind == "attack":
        return number("plate_attack", x, y, 12, "2", "stat.attack.text")
    if kind == "defense":
        return number("plate_defense", x, y, 12, "1", "stat.defense.text")
    if kind == "changed":
        ring = [Circle(x, y, 15.4, "hl.selected.edge"), Circle(x, y, 14.8, "hl.selected")]
        return [*ring, *number("plate_attack", x, y, 11, "3", "stat.attack.text")]
    if kind == "enchantment":
        return [Icon("enchantment", x, y, 12, 0, base=True)]
    if kind in ("sphere", "sphere1"):
        layout = Layout(16, x, y, TURN)
        out: list[Shape] = [layout.tile((0, 0), 1.0, "board.tint.a", "field.edge", 1.0)]
        if kind == "sphere":
            return [*out, Circle(x, y, 11.5, "seat.0.wash", opacity=0.22)]
        d = layout.tile((0, 0), 0.86, "seat.1.wash").d
        return [*out, Path(d, "seat.1.wash", opacity=0.22)]
    if kind == "chip":
        return list(chip(x, y, "#2", 12, "seat.0.fill", "seat.0.glyph", "seat.0.edge"))
    if kind == "flag":
        return [Layout(16, x, y, TURN).tile((0, 0), 1.0, "seat.0.fill", "seat.0.edge", 1.0), Icon("flag", x, y, 8, 0)]
    return [Icon(kind, x, y, 12)]


# -- maps and positions ------------------------------------------------------------------------------------------------


def _position(board: str, **data: Any) -> Any:
    return _game(board).position({"turn": 5, **data})


def map_scene(name: str = "standard", width: str = "420") -> Scene:
    """An empty map with both Flags and the Center Point.

    Raises:
        KeyError: there is no map of that name.
    """
    from hexlib.hexygame.picture import scene

    board = MAPS[name]
    view = _position(name, pieces={}).view(TABLE)
    return scene(view, width=float(width), labels=False, title=f"{board.title}: {len(board.fields)} fields")


def sphere_scene(which: str = "buildings") -> Scene:
    """Both Spheres of Influence on the small map: ``flag`` before the first building, or ``buildings``.

    Raises:
        ValueError: another word.
    """
    from hexlib.hexygame.picture import scene

    if which not in ("flag", "buildings"):
        raise ValueError(f"{which!r} is no picture of a Sphere; write flag or buildings")
    pieces = {"Blue": {"d2": "forge", "c3": "grove"}, "Orange": {"e5": "spire"}} if which == "buildings" else {}
    view = _position("small", pieces=pieces).view(TABLE)
    return scene(view, width=420, labels=False, title="The Sphere of Influence")


_ATTACKS: Mapping[str, tuple[str, ...]] = {
    "plain": ("attack d4>d5",),
    "counter": ("attack d4>d5", "pass", "counter d5>d4 pay energy"),
    "ambush": ("attack d4>d5", "join e5"),
    "ambush-counter": ("attack d4>d5", "join e5", "pass", "counter d5>e5 pay energy"),
}


def attack_scene(kind: str = "plain") -> Scene:
    """An attack on the stack: ``plain``, ``counter``, ``ambush`` or ``ambush-counter``.

    Raises:
        KeyError: another word.
    """
    from hexlib.hexygame.picture import scene

    steps = _ATTACKS[kind]
    blue = {"d4": {"card": "wolf", "die": 1}, "e5": {"card": "bear", "die": 1}}
    state = _position(
        "standard",
        pieces={"Blue": blue, "Orange": {"d5": "duellist"}},
        Blue={"energy": {"green": 2}},
        Orange={"energy": {"violet": 1}},
    )
    for text in steps:
        state.apply_action(state.game.parse_action(text))
    view = state.view(TABLE)
    return scene(view, width=420, close="d4 d5 e5", title=f"An attack: {kind.replace('-', ' with ')}")
