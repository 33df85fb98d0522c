"""The tokens on the map: a board card with its numbers, die, keywords and enchantments, as shapes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hexlib.draw.scene import Circle, Icon, Path, Shape, Text
from hexlib.draw.shapes import rectangle
from hexlib.draw.text import width as text_width
from hexlib.hexygame.vocabulary import KEYWORDS

__all__ = ["COLOUR_ICONS", "KEY_ICONS", "Token", "number", "pips", "token_shapes"]

_KEYS = ("flying", "reach", "haste", "priority", "regeneration", "ease")
KEY_ICONS: dict[int, str] = dict(zip(KEYWORDS.values(), _KEYS, strict=True))
"""The sign of each keyword."""
COLOUR_ICONS = ("energy_any", "energy_red", "energy_green", "energy_violet")
"""The sign of each colour of energy."""


@dataclass(frozen=True, slots=True)
class Token:
    """What is drawn of a board card."""

    sign: str
    """Icon of its type."""
    title: str
    owner: int
    attack: int
    defense: int
    points: int
    die: int
    """What its Action Die shows; 0 for none."""
    spent: bool = False
    """Whether it could have a die now and has none."""
    keys: int = 0
    distance: int = 1
    changed: tuple[bool, bool] = (False, False)
    """Whether attack and defense differ from what the card prints."""
    under: tuple[tuple[str, int], ...] = ()
    """Title and owner of each enchantment beneath it."""

    @property
    def signs(self) -> tuple[str, ...]:
        """The icons of its keywords, and of an attack distance over one."""
        out = [icon for bit, icon in KEY_ICONS.items() if self.keys & bit]
        return (*out, "range") if self.distance > 1 else tuple(out)


def number(icon: str, x: float, y: float, r: float, text: str, ink: str, least: float = 10.0) -> list[Shape]:
    """A number on its plate."""
    size = round(max(least, r * 1.42), 1)
    x, y = round(x, 1), round(y, 1)
    return [Icon(icon, x, y, round(r, 1)), Text(x, round(y + size * 0.36, 1), text, size, ink, True)]


def pips(pool: Sequence[int], x: float, y: float, r: float, most: int = 99) -> list[Shape]:
    """Energy as signs in a row from (x, y) to the right; a number where there are more than ``most`` of a colour."""
    out: list[Shape] = []
    for icon, n in zip(COLOUR_ICONS, pool, strict=True):
        for _ in range(n if n <= most else 1):
            out.append(Icon(icon, round(x, 1), round(y, 1), round(r, 1)))
            x += r * 2.15
        if n > most:
            size = round(max(10.0, r * 1.5), 1)
            out.append(Text(round(x - r * 0.7, 1), round(y + size * 0.36, 1), str(n), size, "text", True, "start"))
            x += text_width(str(n), size, True) + r * 0.6
    return out


def token_shapes(token: Token, x: float, y: float, inr: float, named: bool, label: float = 11.0) -> list[Shape]:
    """The token on a field round (x, y) of half-height ``inr``.

    Points stand at the upper left, the Action Die at the upper right, attack lower left, defense lower right. With
    ``named`` the card's name stands at the bottom of the field.
    """
    if named:
        base, up, plate = inr * 0.46, inr * 0.04, inr * 0.2
        ox, top, low = inr * 0.5, -inr * 0.5, inr * 0.4
    else:
        base, up, plate = inr * 0.62, 0.0, max(inr * 0.27, 6.8)
        ox, top, low = inr * 0.59, -inr * 0.68, inr * 0.66
    out: list[Shape] = [Icon(token.sign, round(x, 1), round(y - up, 1), round(base, 1), token.owner, base=True)]
    for right, icon, value, ink, other in (
        (-1, "plate_attack", token.attack, "stat.attack.text", token.changed[0]),
        (1, "plate_defense", token.defense, "stat.defense.text", token.changed[1]),
    ):
        px, py = x + right * ox, y + low
        if other:
            ring = round(max(1.6, plate * 0.2), 1)
            out.append(Circle(round(px, 1), round(py, 1), round(plate * 1.32, 1), "hl.selected.edge"))
            out.append(Circle(round(px, 1), round(py, 1), round(plate * 1.32 - ring * 0.2, 1), "hl.selected"))
        out += number(icon, px, py, plate, str(value), ink)
    out += number("plate_points", x - ox * 0.92, y + top, plate * 0.94, str(token.points), "domino.pip")
    dx, dy, r = x + ox * 0.98, y + top, plate
    if token.die:
        out.append(Icon(f"die_{min(token.die, 6)}", round(dx, 1), round(dy, 1), round(r, 1)))
    elif token.spent:
        box = rectangle(dx - r * 0.82, dy - r * 0.82, r * 1.64, r * 1.64, r * 0.4)
        dash = (round(max(2.0, r * 0.36), 1), round(max(1.6, r * 0.28), 1))
        out.append(Path(box, "board.tint.a", "text.muted", 1.4, dash))
    out += _signs(token, x, y - up * 2, inr, named)
    if named:
        size = label
        while size > 10 and text_width(token.title, size) > inr * 1.5:
            size -= 0.5
        out.append(Text(round(x, 1), round(y + inr * 0.86, 1), token.title, size, "text"))
    return out


def _signs(token: Token, x: float, y: float, inr: float, named: bool) -> list[Shape]:
    """Keywords at the right, enchantments at the left; what has no room on its side goes to the other."""
    r, off, step = (inr * 0.155, inr * 0.76, inr * 0.34) if named else (inr * 0.23, inr * 0.92, 0.0)
    most = 2 if named else 1
    right = list(token.signs)
    left: list[tuple[str, int]] = [("enchantment", owner) for _, owner in token.under[:most]]
    while len(right) > most and len(left) < most:
        left.append((right.pop(), -1))
    out: list[Shape] = []
    for side, signs in ((1, [(icon, -1) for icon in right[:most]]), (-1, left)):
        for i, (icon, owner) in enumerate(signs):
            sx, sy = round(x + side * off, 1), round(y + step * (i - (len(signs) - 1) / 2), 1)
            if owner >= 0:
                out.append(Icon(icon, sx, sy, round(r * 1.15, 1), owner, base=True))
                continue
            out.append(Circle(sx, sy, round(r, 1), "panel", "panel.edge", 0.8))
            out.append(Icon(icon, sx, sy, round(r * 0.72, 1)))
    return out
