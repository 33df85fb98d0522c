"""The look: every colour, size and width comes from ``tokens.toml``; painters add nothing of their own.

A role such as "board.tint.a" is the CSS variable ``--hx-board-tint-a`` on a page. Roles that begin with "seat." and no
number ("seat.fill") belong to the owner of what is drawn; :func:`owned` resolves them.
"""

from __future__ import annotations

import tomllib
from importlib import resources
from typing import Any

__all__ = [
    "LINE",
    "OPACITY",
    "PIECE",
    "RADIUS",
    "ROLES",
    "THEMES",
    "TOKENS",
    "TYPE",
    "colour",
    "css",
    "owned",
    "paint",
    "variable",
]

TOKENS: dict[str, Any] = tomllib.loads((resources.files(__package__) / "tokens.toml").read_text("utf-8"))
TYPE: dict[str, Any] = TOKENS["type"]
LINE: dict[str, float] = TOKENS["line"]
"""Stroke widths in px at drawing scale 1."""
RADIUS: dict[str, float] = TOKENS["radius"]
PIECE: dict[str, Any] = TOKENS["piece"]
"""Sizes of pieces, in fractions of a field's inradius."""
OPACITY: dict[str, float] = TOKENS["opacity"]
THEMES: tuple[str, ...] = tuple(TOKENS["meta"]["themes"])
ROLES: tuple[str, ...] = tuple(TOKENS["light"])
"""Every paint role that a scene may name, besides "none"."""

_UNOWNED = {"seat.fill": "page", "seat.glyph": "text", "seat.edge": "text", "seat.lip": "panel"}
_NEUTRAL = {
    "seat.fill": "neutral.fill",
    "seat.glyph": "neutral.glyph",
    "seat.edge": "neutral.edge",
    "seat.lip": "neutral.lip",
}


def variable(role: str) -> str:
    """The CSS variable of a role: ``variable("board.tint.a") == "--hx-board-tint-a"``."""
    return "--hx-" + role.replace(".", "-").replace("_", "-")


def colour(role: str, theme: str = "light") -> str:
    """The colour of a role as ``#rrggbb``.

    Raises:
        KeyError: there is no such role or theme.
    """
    value: str = TOKENS[theme][role]
    return value


def paint(role: str, theme: str | None = None) -> str:
    """What a painter writes for a role: a colour, or without a theme or, without a theme, the page's variable."""
    if role == "none":
        return role
    if theme is None:
        return f"var({variable(role)},{colour(role)})"
    return colour(role, theme)


def owned(role: str, seat: int | None, base: bool = False) -> str:
    """The role with its owner put in: "seat.fill" of seat 1 is "seat.1.fill".

    Without a seat, a piece (``base``) is neutral and a bare icon takes the colours of text on the page.
    """
    if not role.startswith("seat.") or role[5].isdigit():
        return role
    if seat is None:
        return _NEUTRAL[role] if base else _UNOWNED[role]
    return f"seat.{seat}.{role[5:]}"


def css() -> str:
    """The tokens as CSS variables.

    They follow the book theme's switch (``data-theme``), JupyterLab's (``data-jp-theme-light``), and the system's
    where no script ran; print is light, and reduced motion sets every duration to zero.
    """
    motion = {k: v for k, v in TOKENS["motion"].items() if k not in ("reduced", "easing")}

    def colours(theme: str) -> str:
        return ";".join(f"{variable(role)}:{TOKENS[theme][role]}" for role in ROLES)

    times = ";".join(f"--hx-{k}:{v}ms" for k, v in motion.items())
    still = ";".join(f"--hx-{k}:{TOKENS['motion']['reduced']}ms" for k in motion)
    return (
        f":root{{{times};--hx-easing:{TOKENS['motion']['easing']}}}\n"
        f":root,html[data-theme=light],body[data-jp-theme-light=true]{{{colours('light')}}}\n"
        f"@media (prefers-color-scheme:dark){{html:not([data-theme]){{{colours('dark')}}}}}\n"
        f"html[data-theme=dark],body[data-jp-theme-light=false]{{{colours('dark')}}}\n"
        f"@media print{{:root:root,:root:root body{{{colours('light')}}}}}\n"
        f"@media (prefers-reduced-motion:reduce){{:root{{{still}}}}}\n"
        f"@media print{{:root{{{still}}}}}\n"
    )
