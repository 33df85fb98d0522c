"""The signs: outlines in a unit box, read from ``icons.toml``, and what a painter draws for one of them.

Both painters draw an :class:`~hexlib.draw.scene.Icon` from the same :class:`Part` list: move to (x, y), turn, scale
by r, then for each part scale by ``part.scale`` after a shift of ``part.dy`` and paint its path.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from hexlib.draw.theme import PIECE, owned, paint

__all__ = ["ICONS", "Part", "parts", "sign"]

ICONS: dict[str, dict[str, Any]] = tomllib.loads((resources.files(__package__) / "icons.toml").read_text("utf-8"))
_ROLES = ("body", "detail", "accent")
_EDGE = 0.085
"""Outline of a base, in its unit box."""
_SHIFT = {2: 0.2, 3: -0.08, 4: -0.16}
"""How far a sign sits below the middle of its owner's base, which is not the middle of the top face."""


@dataclass(frozen=True, slots=True)
class Part:
    """One path of an icon, in the icon's unit box."""

    d: str
    fill: str
    stroke: str = "none"
    width: float = 0.0
    dy: float = 0.0
    scale: float = 1.0


@cache
def parts(name: str, seat: int | None = None, base: bool = False) -> tuple[Part, ...]:
    """The paths of an icon from bottom to top, with roles that name the owner.

    With ``base`` the sign stands on its owner's base (the neutral one without an owner).

    Raises:
        KeyError: there is no such icon.
    """
    sign = ICONS[name]
    dy, scale, out = 0.0, 1.0, []
    if base:
        plate = ICONS["base_neutral" if seat is None else f"base_{seat}"]
        edge = owned("seat.edge", seat, True)
        out = [Part(plate[r]["d"], owned(plate[r]["fill"], seat, True), edge, _EDGE) for r in _ROLES if r in plate]
        dy = -0.06 if seat is None else _SHIFT.get(seat, -0.06)
        scale = 0.6 if seat is None else PIECE["glyph"][seat]
    out += [Part(sign[r]["d"], owned(sign[r]["fill"], seat, base), dy=dy, scale=scale) for r in _ROLES if r in sign]
    return tuple(out)


@cache
def sign(name: str, seat: int | None = None) -> str:
    """An icon as a small picture beside its words, on its owner's base where there is one; nothing without an icon."""
    if name not in ICONS:
        return ""
    body = ""
    for part in parts(name, seat, seat is not None):
        line = f' stroke="{paint(part.stroke)}" stroke-width="{part.width:g}"' if part.stroke != "none" else ""
        place = f' transform="translate(0 {part.dy:g})scale({part.scale:g})"' if part.dy or part.scale != 1 else ""
        body += f'<path d="{part.d}" fill="{paint(part.fill)}"{line}{place}/>'
    return f'<svg class="hx-icon" viewBox="-1.05 -1.05 2.1 2.1" aria-hidden="true" focusable="false">{body}</svg>'
