"""Small pictures for the book: cards, deflections, tokens, the table and its seats, how a round and a step go.

Each is a scene with one layer, "picture", at the size in which it is meant to be read. A page asks for one by its name
and words: ``card rot`` is ``card_scene("rot")``.
"""

from __future__ import annotations

from collections.abc import Sequence

from hexlib.draw.hexes import Point
from hexlib.draw.scene import Circle, Icon, Layer, Path, Scene, Shape, Text
from hexlib.draw.shapes import arrow, badge, bent, chip, chip_width, paragraph, rectangle
from hexlib.draw.theme import RADIUS
from hexlib.hex_hex.actions import NAMES
from hexlib.hex_hex.components import Card, card_set
from hexlib.hex_hex.picture import fan, hex_token, seat_sign
from hexlib.hex_hex.words import card_icon, effect_icon, joined, times

__all__ = [
    "card_scene",
    "cards_scene",
    "deflection_scene",
    "hex_scene",
    "kinds_scene",
    "round_scene",
    "seats_scene",
    "sequence_scene",
    "table_scene",
    "tokens_scene",
    "track_scene",
]

_GROUPS = {
    "basic": ("Basic deflection", "card.action"),
    "enhanced": ("Enhanced deflection", "card.companion"),
    "counter": ("Counter Hex", "card.war"),
    "hexed": ("Play only when Hexed", "hex.token"),
    "dealt": ("Play when dealt", "terrain.material"),
    "special": ("HEX HEX", "badge.fill"),
}
_MOMENTS = {
    "intended": "When you are the Intended",
    "arrival": "When another is the Intended",
    "reaction": "As a card comes into play",
    "any": "Even if it is not your turn",
    "hexed": "Only when Hexed",
    "dealt": "At once, when dealt",
}


def _scene(width: float, height: float, title: str, desc: str, shapes: Sequence[Shape]) -> Scene:
    return Scene(width, height, title, desc, (Layer("picture", tuple(shapes)),))


def _r(value: float) -> float:
    return round(value, 1)


def _known(name: str) -> Card:
    cards = card_set("both").cards
    if name not in cards:
        raise KeyError(f"there is no card {name!r}; there are {', '.join(cards)}")
    return cards[name]


# -- cards -------------------------------------------------------------------------------------------------------------


def card_scene(name: str, width: float | str = 240) -> Scene:
    """A card, 5 to 7: what it does as a diagram, when it may be played, its text, its dot.

    A card with words or an effect that the rulebook does not print carries the badge "Reconstruction".

    Raises:
        KeyError: there is no such card.
    """
    card = _known(name)
    u = float(width) / 240
    shapes, desc = _card(card, 0.0, 0.0, u)
    return _scene(_r(240 * u), _r(336 * u), f"The card {card.title}", desc, shapes)


def cards_scene(*names: str) -> Scene:
    """Up to four cards side by side.

    Raises:
        KeyError: there is no such card.
        ValueError: there are none, or more than four.
    """
    if not 1 <= len(names) <= 4:
        raise ValueError("name one to four cards")
    shapes: list[Shape] = []
    told = []
    for i, name in enumerate(names):
        drawn, desc = _card(_known(name), 250.0 * i, 0.0, 1.0)
        shapes += drawn
        told.append(f"{_known(name).title}: {desc}")
    titles = joined([_known(n).title for n in names])
    return _scene(250.0 * len(names) - 10, 336, f"The cards {titles}", " ".join(told), shapes)


_VALUES = {"text": "its text", "effect": "its effect", "group": "its kind", "moment": "when it is played"}


def _card(card: Card, x: float, y: float, u: float) -> tuple[list[Shape], str]:
    w, h, band = 240 * u, 336 * u, 44 * u
    kind, role = _GROUPS[card.group]
    ink = "badge.text" if card.group == "special" else "card.band.text"
    if card.group == "dealt":
        ink = "terrain.material.ore"
    if card.group == "hexed":
        ink = "hex.glyph"
    x1, y1 = x + w, y + h
    top = (
        f"M{_r(x + 1)} {_r(y + band)}L{_r(x + 1)} {_r(y + 13)}A12 12 0 0 1 {_r(x + 13)} {_r(y + 1)}L{_r(x1 - 13)} "
        f"{_r(y + 1)}A12 12 0 0 1 {_r(x1 - 1)} {_r(y + 13)}L{_r(x1 - 1)} {_r(y + band)}Z"
    )
    size = (16.5 if len(card.title) < 18 else 14 if len(card.title) < 24 else 12.5) * u
    left = x + 14 * u
    out: list[Shape] = [
        Path(rectangle(x + 1, y + 1, w - 2, h - 2, RADIUS["card"] - 2), "card.paper", "card.edge", 2.0),
        Path(top, role),
        Text(_r(left), _r(y + 20 * u), card.title, _r(max(10, size)), ink, True, "start"),
        Text(_r(left), _r(y + 36 * u), kind, _r(max(10, 11.5 * u)), ink, False, "start"),
    ]
    if card.token:  # the dot: its token stays on the Hex
        out += [Icon(effect_icon(card), _r(x1 - 24 * u), _r(y + 22 * u), _r(15 * u))]
    out.append(Path(rectangle(x + 10 * u, y + band + 8 * u, w - 20 * u, 118 * u, 7 * u), "card.art"))
    out += _art(card, x + w / 2, y + band + 67 * u, u)
    ty = y + band + 146 * u
    drawn: list[Shape] = []
    moment = Text(_r(left), _r(ty), _MOMENTS[card.moment], _r(max(10, 11 * u)), "text.muted", True, "start")
    for text_size in (13.5, 12.5, 11.5, 10.8):
        drawn, end = paragraph(left, ty + 18 * u, card.text, _r(max(10, text_size * u)), w - 28 * u, "card.text")
        if end <= y1 - 26 * u:
            break
    out += [moment, *drawn]
    ours = [_VALUES[v] for v in card.reconstructed if v in _VALUES]
    if ours:
        tag = max(10, 10.5 * u)
        out += chip(x1 - 12 * u - chip_width("Reconstruction", tag) / 2, y1 - 15 * u, "Reconstruction", _r(tag))
    desc = f"{kind}. {_MOMENTS[card.moment]}. {card.text}"
    if card.token:
        desc += " It has a dot: its token stays on the Hex."
    if ours:
        desc += f" A reconstruction: the rulebook does not print {joined(ours)}."
    return out, desc


_SPOTS: dict[str, Point] = {"you": (0, 38), "left": (-74, 4), "right": (74, 4), "across": (0, -40)}
"""Where the players of a card's diagram sit, by their place."""


def _art(card: Card, x: float, y: float, u: float) -> list[Shape]:
    """Where the card sends the Hex, as a table from above; or a large sign."""
    ways: dict[str, tuple[str, ...]] = {
        "left": ("left",),
        "right": ("right",),
        "across": ("across",),
        "any": ("left", "across", "right"),
        "most": ("left", "across", "right"),
        "holder": ("left", "across", "right"),
        "both": ("left", "right"),
        "sender": ("right", "right"),
        "onward": ("left",),
    }
    targets = ways.get(card.ways, ())
    if not targets:
        icon = card_icon(card)
        r = 40 * u
        shapes: list[Shape] = hex_token(x, y, r * 0.95) if icon == "hex" else [Icon(icon, _r(x), _r(y), _r(r))]
        if card.scorch or card.race:
            number = card.scorch or -card.race
            shapes += badge(x + r * 1.2, y - r * 0.7, 15 * u, f"{number:+d}")
        return shapes
    at = {k: (x + px * u, y + py * u) for k, (px, py) in _SPOTS.items()}
    out: list[Shape] = [Path(_oval(x, y, 78 * u, 42 * u), "table.top", "table.rim", _r(4 * u))]
    for name, (px, py) in at.items():
        if name == "you":
            out += [Icon("base_neutral", _r(px), _r(py), _r(11 * u))]
        else:
            out.append(Icon("base_neutral", _r(px), _r(py), _r(9 * u), opacity=0.9))
    you = at["you"]
    for i, target in enumerate(targets):
        bend = {"left": 0.22, "right": -0.22, "across": 0.0}[target]
        if target == "right" and card.ways == "sender":
            bend = (-0.42, -0.08)[i]
        start = at["right"] if card.ways == "onward" else you
        if card.ways == "onward":
            bend = 0.5
        sure = card.ways not in ("any", "most", "holder")
        role = "hex.token" if sure or i == 1 else "hl.last"
        out += arrow(bent(start, at[target], bend), role, u * (0.95 if sure else 0.7), 13 * u, 14 * u)
    if card.ways == "onward":
        out += hex_token(x, y - 2 * u, 13 * u)
    else:
        out += hex_token(you[0], you[1] - 20 * u, 13 * u, [effect_icon(card)] if card.token else [])
    if card.ways == "holder" or card.ways == "most":
        count = 3 if card.ways == "most" else 1
        out += fan(at["across"][0] - 15 * u, at["across"][1] - u, 10 * u, count, 30 * u, None)
    return out


def _oval(cx: float, cy: float, rx: float, ry: float) -> str:
    k = 0.5523
    a, b = rx * k, ry * k

    def p(px: float, py: float) -> str:
        return f"{_r(cx + px):g} {_r(cy + py):g}"

    return (
        f"M{p(-rx, 0)}C{p(-rx, -b)} {p(-a, -ry)} {p(0, -ry)}C{p(a, -ry)} {p(rx, -b)} {p(rx, 0)}"
        f"C{p(rx, b)} {p(a, ry)} {p(0, ry)}C{p(-a, ry)} {p(-rx, b)} {p(-rx, 0)}Z"
    )


def kinds_scene() -> Scene:
    """The five kinds of cards, each with its sign, in the order of the rulebook, and HEX HEX apart."""
    rows = (
        ("left", "Basic deflections", "send the Hex left, right or across"),
        ("enhanced", "Enhanced deflections", "send it on with an effect; a dot leaves a token on it"),
        ("counter", "Counter Hexes", "cancel, steal, challenge or scorch"),
        ("hexed", "Play only when Hexed", "work only once a Hex goes off on you"),
        ("dealt", "Play when dealt", "are played before the round; some stay as Standing Effects"),
    )
    shapes: list[Shape] = [Path(rectangle(0, 0, 560, 264, RADIUS["panel"]), "panel")]
    for i, (icon, title, words) in enumerate(rows):
        y = 32 + 50 * i
        shapes += [
            Icon(icon, 34, y, 15),
            Text(66, y - 2, title, 15, "text", True, "start"),
            Text(66, y + 16, words, 12.5, "text.muted", False, "start"),
        ]
    desc = " ".join(f"{title}: {words}." for _, title, words in rows)
    return _scene(560, 264, "The five kinds of cards", desc, shapes)


# -- the table ---------------------------------------------------------------------------------------------------------


def _players(players: str | int) -> int:
    try:
        n = int(players)
    except ValueError:
        n = 0
    if not 3 <= n <= 6:
        raise ValueError(f"{players!r} is not a number of players from 3 to 6")
    return n


_RING: dict[int, tuple[Point, ...]] = {
    3: ((0, 100), (-150, -46), (150, -46)),
    4: ((0, 100), (-166, 0), (0, -100), (166, 0)),
    5: ((0, 100), (-166, 24), (-98, -86), (98, -86), (166, 24)),
    6: ((0, 100), (-154, 52), (-154, -52), (0, -100), (154, -52), (154, 52)),
}
"""Seats round a small table, clockwise from the bottom."""


def _ring(n: int, x: float, y: float) -> tuple[list[Shape], list[Point]]:
    """A small table with signs and names; and where everybody sits."""
    at = [(x + px, y + py) for px, py in _RING[n]]
    out: list[Shape] = [Path(_oval(x, y, 168, 100), "table.top", "table.rim", 8.0)]
    for s, (px, py) in enumerate(at):
        out += seat_sign(s, px, py, 22, NAMES[s][0])
        side = "end" if px < x - 10 else "start" if px > x + 10 else "middle"
        dx = -30 if side == "end" else 30 if side == "start" else 0
        dy = 5 if dx else (40 if py > y else -30)
        out.append(Text(_r(px + dx), _r(py + dy), NAMES[s], 14, f"seat.{s}.text", True, side))
    return out, at


def table_scene(players: str | int = 4) -> Scene:
    """Who sits where: each player's left is the next one clockwise.

    Raises:
        ValueError: not 3 to 6 players.
    """
    n = _players(players)
    shapes, at = _ring(n, 240, 150)
    for s in range(n):
        a, b = at[s], at[(s + 1) % n]
        shapes += arrow(bent(a, b, -0.16 if n > 4 else -0.1), "hl.last", 0.75, 34, 36)
    shapes += [
        Icon("dealer", 240 + 40, 250 + 2, 10),
        *chip(240, 150, "to the left", 13),
    ]
    order = joined(NAMES[:n])
    desc = f"Clockwise sit {order}. Each arrow goes to the left. Ann deals, so Bob, on Ann's left, casts the first Hex."
    shapes.append(Icon("caster", _r(at[1][0] + (at[1][0] < 240) * 34 - (at[1][0] > 240) * 34), _r(at[1][1] - 20), 10))
    return _scene(480, 300, f"A table of {n}", desc, shapes)


def deflection_scene(kind: str = "left", players: str | int = 5) -> Scene:
    """Where a basic deflection sends the Hex of the player at the bottom: "left", "right" or "across".

    Raises:
        ValueError: it is none of the three, or not 3 to 6 players.
    """
    if kind not in ("left", "right", "across"):
        raise ValueError(f"{kind!r} is not left, right or across")
    n = _players(players)
    shapes, at = _ring(n, 240, 150)
    ways = {"left": [1], "right": [n - 1], "across": [1, 2] if n == 3 else list(range(2, n - 1))}
    targets = ways[kind]
    for t in targets:
        mid = (at[0][0] + at[t][0]) / 2 - 240
        bend = 0.14 if mid < -5 else -0.14 if mid > 5 else 0.0
        shapes += arrow(bent(at[0], at[t], bend), "hex.token", 1.0, 40, 32)
    shapes += hex_token(240, 212, 20)
    title = {"left": "Turn Aside Left", "right": "Turn Aside Right", "across": "Deflect Across"}[kind]
    who = [NAMES[t] for t in targets]
    desc = f"{title} at a table of {n}: Ann's Hex goes to {who[0]}."
    if len(who) > 1:
        desc = f"{title} at a table of {n}: Ann sends the Hex to {', '.join(who[:-1])} or {who[-1]}, as Ann chooses."
    return _scene(480, 300, f"{title}, {n} players", desc, shapes)


def seats_scene() -> Scene:
    """The six players' signs: colour, form and first letter."""
    shapes: list[Shape] = []
    for s, name in enumerate(NAMES):
        x = 50 + 92 * s
        shapes += [*seat_sign(s, x, 40, 28, name[0]), Text(x, 94, name, 15, f"seat.{s}.text", True)]
    return _scene(560, 106, "The six players", f"Clockwise from the first seat: {joined(NAMES)}.", shapes)


# -- Hexes and tokens --------------------------------------------------------------------------------------------------


_EFFECTS = ("rend", "rot", "double-and-thrice", "maddening-fixation", "behest-hex")


def tokens_scene() -> Scene:
    """The red token and the five kinds of enhanced tokens, each with its name."""
    shapes: list[Shape] = [Path(rectangle(0, 0, 640, 118, RADIUS["panel"]), "panel")]
    names = []
    for i, name in enumerate(("", *_EFFECTS)):
        x = 56 + 106 * i
        title = "Hex" if not name else _known(name).title
        names.append(title)
        if name:
            icon = Icon(effect_icon(_known(name)), x, 44, 25)
            shapes += [Circle(x, 47, 25, "effect.edge"), icon, Circle(x, 44, 23.8, stroke="effect.edge", width=1.5)]
        else:
            shapes += hex_token(x, 44, 26)
        words = title.split(" ") if len(title) > 12 else [title]
        lines = [" ".join(words[:-1]), words[-1]] if len(words) > 1 else words
        for j, line in enumerate(lines):
            shapes.append(Text(x, 92 + 15 * j, line, 12.5, "text", j == 0 and not name))
    return _scene(640, 118, "The tokens", f"A red Hex token, and enhanced tokens for {joined(names[1:])}.", shapes)


def hex_scene(*effects: str) -> Scene:
    """One Hex with the tokens of those cards on it, in this order, and what it will cost and give.

    Raises:
        KeyError: there is no such card.
        ValueError: a card leaves no token.
    """
    from hexlib.hex_hex.game import HexHex

    for name in effects:
        if not _known(name).token:
            raise ValueError(f"{_known(name).title} has no dot, so it leaves no token")
    facts = HexHex(rulings={"cards": "both"}).rules.facts[tuple(effects)]
    shapes: list[Shape] = [Path(rectangle(0, 0, 380, 116, RADIUS["panel"]), "panel")]
    shapes += hex_token(62, 52, 36, [effect_icon(_known(n)) for n in effects])
    titles = [_known(n).title for n in effects]
    left = 118.0 + (36 * (0.45 + 0.85 * (len(effects) - 1)) if effects else 0.0)
    wide = max(380.0, left + 208)
    words, y = paragraph(left, 32, ", ".join(times(titles)) or "A plain Hex", 15, wide - left - 12, "text", True)
    lines = [f"Hexed: -{facts.loss} Voice", f"Sender: +{facts.gain} Voice"]
    if facts.sting:
        lines.append(f"At each arrival: -{facts.sting}")
    if facts.compel:
        lines.append("to the fullest hand" if facts.compel == "most" else f"must go {facts.compel}")
    shapes += words
    for line in lines:
        shapes.append(Text(_r(left), _r(y), line, 13, "text", False, "start"))
        y += 18
    height = max(116.0, y + 2)
    shapes[0] = Path(rectangle(0, 0, wide, height, RADIUS["panel"]), "panel")
    desc = f"A Hex with {joined(titles) if titles else 'no token'}. {'; '.join(lines)}."
    return _scene(_r(wide), _r(height), "A Hex and its tokens", desc, shapes)


def track_scene(voice: str | int = 5) -> Scene:
    """A Voice card: the track with the bead on a number; everybody starts at 5.

    Raises:
        ValueError: not a number from 0 to 10.
    """
    try:
        value = int(voice)
    except ValueError:
        value = -1
    if not 0 <= value <= 10:
        raise ValueError(f"{voice!r} is not a number from 0 to 10")
    shapes: list[Shape] = [Path(rectangle(0, 0, 560, 92, RADIUS["panel"]), "panel")]
    for i in range(11):
        x = 40 + 48 * i
        seat = 0 if i == value else None
        if seat is None:
            shapes.append(Path(_diamond(x, 46, 20), "card.paper", "panel.edge", 1.5))
            shapes.append(Text(x, 51, str(i), 14, "card.text"))
        else:
            shapes += [Icon("voice", x, 46, 30, 0), Text(x, 53, str(i), 19, "seat.0.glyph", True)]
    shapes.append(Text(280, 86, "Voice can fall below 0 and rise above 10", 11.5, "text.muted"))
    desc = f"A row of numbers from 0 to 10 with the Voice token on {value}."
    return _scene(560, 92, f"Voice {value}", desc, shapes)


def _diamond(x: float, y: float, r: float) -> str:
    return f"M{_r(x)} {_r(y - r)}L{_r(x + r)} {_r(y)}L{_r(x)} {_r(y + r)}L{_r(x - r)} {_r(y)}Z"


# -- how things go -----------------------------------------------------------------------------------------------------


_STEPS = {
    "round": (
        ("dealer", "Deal", "five cards each"),
        ("dealt", "Cards played when dealt", "before anything else"),
        ("caster", "Cast", "the first Hex, aloud"),
        ("any", "Pass", "card after card, all Hexes at once"),
        ("hexed", "Hexed", "until no Hex is left"),
        ("bead", "Score", "discard, and deal goes left"),
    ),
    "step": (
        ("intended", "A Hex arrives", "Scorch, Command, Charm"),
        ("card_back", "Choose", "a card for each Hex, unseen"),
        ("left", "Turn up", "all at the same time"),
        ("counter", "Cancel", "Absorb, Null"),
        ("rotate", "Effects before", "Knock Aside and the like"),
        ("hex", "Move", "all Hexes together"),
    ),
    "hexed": (
        ("hexed", "It goes off", "no card passes it"),
        ("counter", "Last chance", "a card played only when Hexed"),
        ("voice", "Lose", "1 Voice, more by its tokens"),
        ("bead", "Gain", "1 Voice for the sender"),
    ),
}


def sequence_scene(kind: str = "step") -> Scene:
    """In which order things go: of a "round", of one "step" of it, or when somebody is "hexed".

    Raises:
        KeyError: there is no such sequence.
    """
    if kind not in _STEPS:
        raise KeyError(f"there is no sequence {kind!r}; there are {', '.join(_STEPS)}")
    steps = _STEPS[kind]
    shapes: list[Shape] = []
    for i, (icon, title, words) in enumerate(steps):
        y = 8 + 64 * i
        shapes.append(Path(rectangle(46, y, 384, 50, RADIUS["panel"]), "panel"))
        shapes += badge(22, y + 25, 15, str(i + 1))
        if icon == "hex":
            shapes += hex_token(78, y + 25, 15)
        else:
            seat = 0 if icon in ("card_back", "bead", "voice") else None
            shapes.append(Icon(icon, 78, y + 25, 15, seat))
        shapes.append(Text(108, y + 22, title, 15, "text", True, "start"))
        shapes.append(Text(108, y + 40, words, 12.5, "text.muted", False, "start"))
        if i + 1 < len(steps):
            shapes += arrow([(22, y + 43), (22, y + 71)], "hl.last", 0.6)
    title = {"round": "A round", "step": "One step of a round", "hexed": "When a Hex goes off"}[kind]
    desc = " ".join(f"{i + 1}. {t}: {w}." for i, (_, t, w) in enumerate(steps))
    return _scene(440, 64.0 * len(steps) + 2, title, desc, shapes)


def round_scene(players: str | int = 5) -> Scene:
    """Who deals and who casts in each round: one round more than there are players, the last by the least Voice.

    Raises:
        ValueError: not 3 to 6 players.
    """
    n = _players(players)
    shapes: list[Shape] = [Path(rectangle(0, 0, 460, 46.0 * (n + 1) + 40, RADIUS["panel"]), "panel")]
    for x, icon, label in ((180, "dealer", "deals"), (330, "caster", "casts")):
        shapes += [Icon(icon, x, 24, 10), Text(x + 18, 29, label, 13, "text.muted", False, "start")]
    for i in range(n + 1):
        y = 62 + 46 * i
        shapes.append(Text(24, y + 5, f"Round {i + 1}", 14, "text", True, "start"))
        if i < n:
            for x, s in ((180, i), (330, (i + 1) % n)):
                shapes += seat_sign(s, x, y, 15, NAMES[s][0])
                shapes.append(Text(x + 24, y + 5, NAMES[s], 14, f"seat.{s}.text", True, "start"))
        else:
            shapes.append(Text(170, y + 5, "whom the caster selects", 12.5, "text", False, "start"))
            shapes.append(Text(330, y + 5, "least Voice", 12.5, "text", False, "start"))
    desc = " ".join(f"Round {i + 1}: {NAMES[i]} deals, {NAMES[(i + 1) % n]} casts." for i in range(n))
    desc += f" Round {n + 1}: the player with least Voice casts, and selects who deals."
    return _scene(460, 46.0 * (n + 1) + 40, f"The rounds of {n} players", desc, shapes)
