"""What cards and companions do, as signs and numbers: the pictures of cards that no board diagram fits."""

from __future__ import annotations

from hexlib.draw.scene import Icon, Shape, Text
from hexlib.draw.shapes import token
from hexlib.draw.text import width as text_width
from hexlib.knee_deep.components import UNIT_NAMES, Card, Effect

__all__ = ["Sign", "draw_signs", "signs"]

Sign = tuple[str, str]
"""An icon, and what stands beside it."""

_BOOSTS = {
    "cost": "material",
    "move": "movement",
    "builders": "build",
    "build_with": "build",
    "deploy_beside": "deploy",
    "cross": "mountain",
    "deploy_draw": "card_back",
}


def signs(card: Card) -> tuple[Sign, ...]:
    """What the card does, one sign for each thing; never empty."""
    return _war(card.effect) + _action(card.effect) or (("action_card", ""),)


def _war(e: Effect) -> tuple[Sign, ...]:
    out: list[Sign] = []
    if e.power:
        out.append(("combat", f"+{e.power}"))
    out += [(unit, f"+{n} each") for unit, n in e.per]
    if e.weaken:
        out.append(("combat", f"-{e.weaken}"))
    out += [(unit, f"-{n} each") for unit, n in e.weaken_per]
    if e.cancel:
        out.append(("mark_illegal", "cancelled"))
    if e.shield:
        out.append(("health", f"{e.shield} less"))
    if e.damage:
        out.append(("attack", f"{e.damage} more"))
    if e.rescue:
        out.append(("scrap", "saved"))
    return tuple(out)


def _action(e: Effect) -> tuple[Sign, ...]:
    out: list[Sign] = []
    if e.place:
        out.append((e.place, "placed"))
    if e.relocate:
        unit = e.relocate.split()[-1]
        out.append((unit if unit in UNIT_NAMES else "tank", "moved"))
    if e.swap:
        out.append(("movement", "swap"))
    if e.strike:
        out.append(("attack", f"up to {e.strike}"))
    if e.lay:
        out.append((e.lay, "new"))
    if e.turn[0]:
        out += [(e.turn[0], "becomes"), (e.turn[1], "")]
    if e.marker:
        out.append(("war_marker", "moves"))
    if e.salvage:
        out.append((e.salvage, "back"))
    out += [(kind, f"+{n}") for kind, n in zip(("material", "energy"), e.gain, strict=True) if n]
    if e.boost is not None:
        out += [(icon, "this turn") for name, icon in _BOOSTS.items() if getattr(e.boost, name)]
    if e.draw:
        out.append(("card_back", f"+{e.draw}"))
    if e.discard:
        out.append(("card_back", f"-{e.discard}"))
    return tuple(out)


def draw_signs(found: tuple[Sign, ...], x: float, y: float, u: float, seat: int | None = None) -> list[Shape]:
    """The signs one below the other round (x, y); one alone is large."""
    rows = found[:3]
    step = (0.0, 130.0, 96.0, 72.0)[len(rows)] * u
    r = round((52, 40, 30)[len(rows) - 1] * u, 1)
    size = round((52, 40, 30)[len(rows) - 1] * u, 1)
    if max(len(text) for _, text in rows) > 4:  # words instead of a number
        size = round(min(size, 32 * u), 1)
    wide = max((text_width(text, size, True) for _, text in rows), default=0.0)
    left = x - (2 * r + (14 * u + wide if wide else 0)) / 2 + r
    out: list[Shape] = []
    for i, (icon, text) in enumerate(rows):
        at = y + step * (i - (len(rows) - 1) / 2)
        cx, cy = round(left, 1), round(at, 1)
        if icon in ("material", "energy", "mountain"):
            out += [token(cx, cy, r, icon), Icon(icon, cx, cy, round(r * 0.62, 1))]
        elif icon in UNIT_NAMES:
            out.append(Icon(icon, cx, cy, round(r * 0.86, 1), seat, base=True))
        else:
            out.append(Icon(icon, cx, cy, round(r * 0.86, 1), seat))
        if text:
            out.append(
                Text(round(left + r + 14 * u, 1), round(at + size * 0.35, 1), text, size, "card.text", True, "start")
            )
    return out
