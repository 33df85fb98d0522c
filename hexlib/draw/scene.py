"""A scene: what to draw, as data.

A game's ``picture.py`` makes scenes, two painters draw them (``draw/svg.py`` and the ipycanvas one of ``hexwidgets``),
so that the printed picture and the live board cannot differ. Lengths are px at the scene's logical size, y grows
downwards, angles are degrees clockwise. Paint is named by theme role ("board.tint.a"), never by colour.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

__all__ = [
    "BESIDE",
    "Circle",
    "Icon",
    "Layer",
    "Path",
    "Scene",
    "Shape",
    "Spot",
    "Text",
    "Use",
    "names_in",
    "pixels",
]

BESIDE = 640
"""Width in px of a picture with words at its side: little more than it is shown at, so that no text gets too small."""


@dataclass(frozen=True, slots=True)
class Path:
    """An outline in absolute M, L, C, Q, A and Z."""

    d: str
    fill: str = "none"
    stroke: str = "none"
    width: float = 0.0
    dash: tuple[float, ...] = ()
    opacity: float = 1.0
    cap: str = "butt"


@dataclass(frozen=True, slots=True)
class Circle:
    """A circle round (x, y)."""

    x: float
    y: float
    r: float
    fill: str = "none"
    stroke: str = "none"
    width: float = 0.0
    opacity: float = 1.0


@dataclass(frozen=True, slots=True)
class Icon:
    """A named icon, its unit box scaled by ``r`` and turned by ``turn`` round (x, y).

    ``seat`` owns it (roles ``seat.*`` resolve to it). With ``base`` the icon is a piece: it stands on the owner's
    base of half-width ``r``, as the look has it.
    """

    name: str
    x: float
    y: float
    r: float
    seat: int | None = None
    turn: float = 0.0
    base: bool = False
    opacity: float = 1.0


@dataclass(frozen=True, slots=True)
class Text:
    """A short text; ``y`` is the baseline and ``x`` the point that ``anchor`` (start, middle, end) names."""

    x: float
    y: float
    text: str
    size: float
    fill: str = "text"
    strong: bool = False
    anchor: str = "middle"


@dataclass(frozen=True, slots=True)
class Use:
    """A shape of ``Scene.symbols`` drawn at several places: ``at`` lists the offsets."""

    symbol: str
    at: tuple[tuple[float, float], ...]


Shape = Path | Circle | Icon | Text | Use


@dataclass(frozen=True, slots=True)
class Layer:
    """One group of shapes. Painters may cache a layer that is equal to the one drawn before."""

    name: str
    shapes: tuple[Shape, ...]


@dataclass(frozen=True, slots=True)
class Spot:
    """A place that can be pointed at: a field or a corner of fields."""

    id: str
    x: float
    y: float
    r: float
    """Radius in px within which a pointer means this spot."""
    kind: str = "field"
    label: str = ""
    """What a screen reader says: "D2.5, Bukseon ACV"."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A picture: layers from bottom to top, places to point at, and words for those who cannot see it."""

    width: float
    height: float
    title: str
    desc: str
    layers: tuple[Layer, ...]
    spots: tuple[Spot, ...] = ()
    symbols: Mapping[str, tuple[Shape, ...]] = field(default_factory=dict)

    def layer(self, name: str) -> Layer | None:
        """The layer of that name, if there is one."""
        return next((layer for layer in self.layers if layer.name == name), None)

    def spot_at(self, x: float, y: float, kind: str = "field") -> Spot | None:
        """The nearest spot of the kind that reaches (x, y)."""
        best, found = float("inf"), None
        for spot in self.spots:
            if spot.kind == kind:
                d = (spot.x - x) ** 2 + (spot.y - y) ** 2
                if d <= spot.r**2 and d < best:
                    best, found = d, spot
        return found


def pixels(width: float | str, wide: float, narrow: float) -> float:
    """The width of a picture in px, where it may be called "wide" or "narrow".

    Raises:
        ValueError: it is called something else.
    """
    if not isinstance(width, str):
        return width
    named = {"wide": wide, "narrow": narrow}
    if width not in named:
        raise ValueError(f"{width!r} is not a width; write a number of px, wide or narrow")
    return named[width]


def names_in(places: str | Iterable[str] | None) -> tuple[str, ...]:
    """Names of places, written with spaces or commas between them, or one by one."""
    if isinstance(places, str):
        return tuple(places.replace(",", " ").split())
    return tuple(places or ())
