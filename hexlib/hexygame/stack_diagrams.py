"""Small pictures about the turn and the stack: the six phases, the stack as sheets, the way of priority."""

from __future__ import annotations

from collections.abc import Sequence

from hexlib.draw.icons import ICONS
from hexlib.draw.scene import Circle, Icon, Layer, Path, Scene, Shape, Text
from hexlib.draw.shapes import arrow, paragraph, rectangle
from hexlib.draw.text import width as text_width
from hexlib.draw.theme import RADIUS

__all__ = ["phases_scene", "priority_scene", "stack_scene"]

WIDTH = 400
"""All of these are as wide as a phone's column."""


def _scene(height: float, title: str, desc: str, shapes: Sequence[Shape]) -> Scene:
    return Scene(WIDTH, height, title, desc, (Layer("picture", tuple(shapes)),))


PHASES: tuple[tuple[str, str, str, str], ...] = (
    ("Energy Phase", "1 point on each of your buildings", "building", "on top of the stack"),
    ("Actions Phase", "your dice off, then on again", "die_2", "under the stack"),
    ("Draw Phase", "you draw a card", "card_back", "the draw lies under the stack"),
    ("Main Phase", "cast, move, attack, use abilities", "creature", "everything goes on top"),
    ("Cleanup Phase", "all dice off", "die_1", "on top of the stack"),
    ("End Phase", "on the Center Point: Winning Dice + 1", "d12", "the step lies under the stack"),
)
"""Name, what happens, sign, and where things go, of each phase."""
_OPEN = ("Draw Phase", "Main Phase", "End Phase")


def phases_scene(current: str = "") -> Scene:
    """The six phases of a turn; those in which both get priority are marked, one may be lit ("main").

    Raises:
        ValueError: there is no such phase.
    """
    lit = [n for n, *_ in PHASES if current and n.lower().startswith(current.lower())]
    if current and not lit:
        raise ValueError(f"there is no phase {current!r}; write one of energy, actions, draw, main, cleanup, end")
    shapes: list[Shape] = []
    desc = []
    for i, (name, what, icon, where) in enumerate(PHASES):
        y = 2 + 72 * i
        edge = ("hl.selected.edge", 2.4) if name in lit else ("panel.edge", 1.0)
        shapes.append(Path(rectangle(2, y, 396, 62, RADIUS["panel"]), "panel", *edge))
        seat = 0 if icon in ("d12", "card_back") else None
        shapes.append(Icon(icon, 34, y + 31, 16, seat, base=icon in ("building", "creature")))
        shapes.append(Text(66, y + 24, f"{i + 1}. {name}", 15, "text", True, "start"))
        shapes.append(Text(66, y + 42, what, 12, "text", False, "start"))
        open_ = name in _OPEN
        shapes.append(
            Text(66, y + 56, where if open_ else f"what triggers: {where}", 10.5, "text.muted", False, "start")
        )
        word = "both may act" if open_ else "nobody acts"
        wide = text_width(word, 11, True) + 14
        fill, ink = ("hl.reachable", "hl.case") if open_ else ("panel.slot", "text")
        shapes.append(Path(rectangle(390 - wide, y + 8, wide, 20, 4), fill))
        shapes.append(Text(round(390 - wide / 2, 1), y + 22, word, 11, ink, True))
        if i:
            shapes += arrow([(34, y - 13), (34, y + 3)], "text", 0.6)
        desc.append(f"{i + 1}. {name}: {what}; {word}; {where}.")
    return _scene(2 + 72 * len(PHASES) - 8, "The six phases of a turn", " ".join(desc), shapes)


_KINDS = {
    "attack": ("attack", "Attack"),
    "move": ("movement", "Move"),
    "ability": ("ability", "Ability"),
    "trigger": ("trigger", "Trigger"),
    "draw": ("card_back", "Card draw"),
    "winning": ("d12", "Winning Dice step"),
    "counter": ("counterstrike", "Counterstrike"),
    **{
        name: (name, name.capitalize())
        for name in ("building", "creature", "artifact", "enchantment", "wizardry", "sorcery")
    },
}
_SAMPLE = ("Orange:wizardry:Negate", "Blue:wizardry:Spark", "Orange:trigger:Millstone", "Blue:draw")


def stack_scene(*items: str) -> Scene:
    """A stack as sheets, the top first; each item is written ``Blue:wizardry:Gust``, ``Orange:trigger:War-Drum`` or
    ``Blue:draw``. Without items, a sample of a Draw Phase.

    Raises:
        ValueError: an item is not of that form.
    """
    told = [_item(text) for text in items or _SAMPLE]
    high = 46 + 54 * len(told) + 34
    shapes: list[Shape] = [Path(rectangle(0, 0, WIDTH, high, RADIUS["panel"]), "panel")]
    shapes.append(Text(16, 27, "The stack", 16, "text", True, "start"))
    shapes.append(Text(384, 27, "the top resolves first", 12, "text.muted", False, "end"))
    desc = []
    for i in range(len(told) - 1, -1, -1):
        seat, icon, kind, title = told[i]
        place = len(told) - i
        x, y = 14 + 7 * min(i, 6), 40 + 54 * i
        shapes += _sheet(x, y, 330, seat, icon, kind, title, f"#{place}", i == 0)
    for i, (seat, _, kind, title) in enumerate(told):
        desc.append(f"#{len(told) - i}: {('Blue', 'Orange')[seat]}, {kind}{': ' + title if title else ''}.")
    y = 40 + 54 * len(told) + 16
    shapes.append(Text(16, y + 8, "Below everything: what was there first.", 12, "text.muted", False, "start"))
    return _scene(high, "A stack", "Top first. " + " ".join(desc), shapes)


def _item(text: str) -> tuple[int, str, str, str]:
    seat, _, rest = text.partition(":")
    kind, _, title = rest.partition(":")
    if seat not in ("Blue", "Orange") or kind not in _KINDS:
        raise ValueError(f"{text!r} is no item of a stack; write Blue:wizardry:Gust, with one of {', '.join(_KINDS)}")
    return ("Blue", "Orange").index(seat), *_KINDS[kind], title.replace("-", " ")


def _sheet(
    x: float, y: float, w: float, seat: int, icon: str, kind: str, title: str, place: str, top: bool
) -> list[Shape]:
    """One sheet of the stack: thickness below, owner's base at the left, its place at the right."""
    who = ("Blue", "Orange")[seat]
    has_base = icon in ICONS and icon not in ("d12", "attack", "movement", "card_back")
    sign: list[Shape] = [Icon(icon, x + 28, y + 24, 16, seat, base=True)]
    if not has_base:
        sign = [Icon("d12", x + 28, y + 24, 16, seat)] if icon == "d12" else sign
    fill, ink = ("badge.fill", "badge.text") if top else ("panel.slot", "text")
    first, second = (f"{who}: {kind.lower()}", title) if title else (f"{who}", kind)
    return [
        Path(rectangle(x, y + 5, w, 48, 8), "neutral.lip"),
        Path(rectangle(x, y, w, 48, 8), "card.paper", "card.edge", 2.0 if top else 1.4),
        *sign,
        Text(x + 56, y + 20, first, 11.5, "card.text", False, "start"),
        Text(x + 56, y + 37, second, 14.5, "card.text", True, "start"),
        Circle(x + w - 28, y + 24, 15, fill),
        Text(x + w - 28, y + 28.5, place, 12.5, ink, True),
    ]


_STEPS = (
    ("Something is declared", "A spell, move, attack or ability goes on top.", -1),
    ("The active player has priority", "Answer: back to the top of this picture. Or pass.", 0),
    ("The other player has priority", "Answer: back to the top of this picture. Or pass.", 1),
    ("Both have passed in a row", "The top of the stack resolves, and only the top.", -1),
    ("The active player has priority again", "On an empty stack, both passing ends the phase.", 0),
)


def priority_scene() -> Scene:
    """The way of priority from a declaration to its resolution."""
    shapes: list[Shape] = []
    for i, (title, words, seat) in enumerate(_STEPS):
        y = 2 + 84 * i
        shapes.append(Path(rectangle(44, y, 354, 64, RADIUS["panel"]), "panel", "panel.edge", 1.0))
        if seat >= 0:
            shapes.append(Path(rectangle(44, y, 7, 64, 3), f"seat.{seat}.fill"))
        shapes.append(Text(64, y + 25, title, 14.5, "text", True, "start"))
        shapes += paragraph(64, y + 45, words, 12, 320, "text.muted")[0]
        if i:
            shapes += arrow([(221, y - 19), (221, y + 1)], "text", 0.7)
    back = [(44, 2 + 84 * 4 + 32), (20, 2 + 84 * 4 + 32), (20, 2 + 84 + 32), (42, 2 + 84 + 32)]
    shapes += arrow(back, "hl.reachable", 0.8)
    desc = " ".join(f"{i + 1}. {title}. {words}" for i, (title, words, _) in enumerate(_STEPS))
    return _scene(2 + 84 * len(_STEPS) - 18, "The way of priority", desc, shapes)
