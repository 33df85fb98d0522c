"""The words of a picture of the battlefield: its title, what it shows, and what each place in it is called."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Protocol

from hexlib.draw.scene import Spot
from hexlib.knee_deep.actions import HQ
from hexlib.knee_deep.board import FIELDS, HQ_FIELDS, POINTS, SECTOR_OF, SECTORS
from hexlib.knee_deep.components import UNITS
from hexlib.knee_deep.frame import Frame, what_lies

__all__ = ["BoardView", "desc_of", "spots", "title_of"]


class BoardView(Protocol):
    """What a picture needs to know; every view of Knee Deep in Hexes has it."""

    @property
    def game(self) -> Any:
        """The game; its ``seats`` are the names."""

    @property
    def seat(self) -> int | None:
        """Whose view it is."""

    @property
    def pieces(self) -> tuple[tuple[int, int, int], ...]:
        """Field, kind and owner of each piece on the board."""

    @property
    def terrain(self) -> tuple[int, ...]:
        """What lies on each of the 217 fields."""

    @property
    def marker(self) -> tuple[int, int] | None:
        """The place of the marker on the board, and its owner."""

    @property
    def hq_health(self) -> tuple[int, int]:
        """The health of each HQ."""


def _joined(parts: Sequence[str]) -> str:
    return parts[0] if len(parts) == 1 else ", ".join(parts[:-1]) + " and " + parts[-1]


@lru_cache(maxsize=32)
def _spots(window: Frame, names: tuple[str, str], pieces: Any, terrain: Any, marker: Any) -> tuple[Spot, ...]:
    at = {f: f"{names[seat]} {UNITS[unit].title}" for f, unit, seat in pieces}
    out = []
    for f in window.visible:
        x, y = window.centres[f]
        what = at.get(f) or what_lies(f, terrain[f])
        out.append(Spot(FIELDS[f], x, y, round(window.layout.s, 2), "field", f"{FIELDS[f]}, {what}"))
    for p, name in enumerate(POINTS):
        x, y = (round(v, 2) for v in window.point(p))
        if window.inside(x, y):
            what = f"war zone marker of {names[marker[1]]}" if marker and marker[0] == p else "place for a marker"
            out.append(Spot(name, x, y, round(window.layout.s * 0.6, 2), "point", f"{name}, {what}"))
    return tuple(out)


def spots(window: Frame, view: BoardView) -> tuple[Spot, ...]:
    """Every field and every marker's place in the picture, with words for a screen reader."""
    names = view.game.seats
    return _spots(window, (names[0], names[1]), view.pieces, view.terrain, view.marker)


def title_of(window: Frame, point: int | None) -> str:
    """A picture's title: the war zone, or what it closes up on."""
    if point is not None:
        return ("The war zone " if window.closed else "The battlefield with the war zone ") + POINTS[point]
    if not window.closed:
        return "The battlefield"
    sectors = list(dict.fromkeys(SECTORS[SECTOR_OF[f]] for f in window.subject))
    return ("Sector " if len(sectors) == 1 else "Sectors ") + _joined(sectors)


def desc_of(
    view: BoardView,
    window: Frame,
    point: int | None,
    selected: Sequence[int],
    way: tuple[int, ...],
    lost: Sequence[tuple[int, int, int]],
    formations: Sequence[tuple[Sequence[int], str]],
) -> str:
    """The pieces in the picture by owner, the marker, the last move."""
    seen = set(window.visible)
    out = []
    for seat, name in enumerate(view.game.seats):
        mine: dict[int, list[str]] = {}
        for f, unit, owner in sorted(view.pieces):
            if owner == seat and f in seen:
                mine.setdefault(unit, []).append(FIELDS[f])
        have = [f"{UNITS[unit].title} on {_joined(fields)}" for unit, fields in sorted(mine.items())]
        if set(HQ_FIELDS[seat]) & seen:
            have.append(f"HQ in {SECTORS[SECTOR_OF[HQ_FIELDS[seat][0]]]} with {view.hq_health[seat]} health")
        out.append(f"{name}: {', '.join(have) or 'no piece here'}.")
    if view.marker:
        out.append(f"{view.game.seats[view.marker[1]]}'s war zone marker is on {POINTS[view.marker[0]]}.")
    elif point is not None:
        out.append(f"The sectors of {POINTS[point]} are marked as a war zone.")
    for f, unit, seat in lost:
        what = "HQ" if f == HQ else f"{UNITS[unit].title} on {FIELDS[f]}"
        out.append(f"{view.game.seats[seat]}'s {what} is crossed out.")
    for fields, label in formations:
        out.append(f"A dashed line joins {_joined([FIELDS[f] for f in fields])}{': ' if label else ''}{label}.")
    for place in selected:
        out.append(f"{POINTS[place - HQ - 1] if place > HQ else FIELDS[place]} is selected.")
    if len(way) > 1:
        out.append(f"An arrow shows the move from {FIELDS[way[0]]} to {FIELDS[way[-1]]}.")
    return " ".join(out)
