"""The battlefield: 217 fields in 31 sectors, the places for a marker, the two HQs.

A field is a number from 0 to 216 inside the engine and a name outside it: "D3.0" is the middle of the board, 0 is a
sector's centre and 1 to 6 run clockwise from east. A marker's place is a number from 0 to 41 and is named by its three
sectors, "C1-C2-D2". The arrangement is a reconstruction (rulings K01 to K03); the counts are the rulebook's.
"""

from __future__ import annotations

from itertools import takewhile

from hexlib.game import NotationError
from hexlib.grid import DIRECTIONS, Hex, distance, mask, neighbours

__all__ = [
    "CENTRES",
    "DISTANCE",
    "FIELDS",
    "HEXES",
    "HQ_FIELDS",
    "HQ_MASK",
    "HQ_SECTORS",
    "LINES",
    "NEIGHBOURS",
    "NEIGHBOUR_MASK",
    "POINTS",
    "POINT_SECTORS",
    "ROWS",
    "SECTORS",
    "SECTOR_MASK",
    "SECTOR_OF",
    "ZONE_MASK",
    "field_name",
    "mirror",
    "parse_field",
    "parse_point",
]

ROWS = (4, 5, 4, 5, 4, 5, 4)
"""Number of sectors in the rows A to G."""


def _centres() -> dict[str, Hex]:
    """Sector name -> axial coordinates of its centre; (2, 1) and (-1, 3) span the lattice of the sectors."""
    out: dict[str, Hex] = {}
    for row, width in enumerate(ROWS):
        down = row - 3
        for i in range(width):
            along = i - (width - 1) / 2 - down / 2
            a = round(along)
            out[f"{'ABCDEFG'[row]}{i + 1}"] = (2 * a - down, a + 3 * down)
    return out


CENTRES: dict[str, Hex] = _centres()
SECTORS: tuple[str, ...] = tuple(CENTRES)
HEXES: tuple[Hex, ...] = tuple(h for c in CENTRES.values() for h in (c, *neighbours(c)))
"""Axial coordinates of each field."""
FIELDS: tuple[str, ...] = tuple(f"{s}.{k}" for s in SECTORS for k in range(7))
"""Name of each field."""
SECTOR_OF: tuple[int, ...] = tuple(i // 7 for i in range(len(FIELDS)))

_AT: dict[Hex, int] = {h: i for i, h in enumerate(HEXES)}
_BY_NAME: dict[str, int] = {name: i for i, name in enumerate(FIELDS)}

NEIGHBOURS: tuple[tuple[int, ...], ...] = tuple(tuple(_AT[n] for n in neighbours(h) if n in _AT) for h in HEXES)
NEIGHBOUR_MASK: tuple[int, ...] = tuple(mask(ns) for ns in NEIGHBOURS)
SECTOR_MASK: tuple[int, ...] = tuple(mask(range(7 * s, 7 * s + 7)) for s in range(len(SECTORS)))
DISTANCE: tuple[tuple[int, ...], ...] = tuple(tuple(distance(a, b) for b in HEXES) for a in HEXES)
"""Steps between two fields if nothing stood in the way."""
LINES: tuple[tuple[tuple[int, ...], ...], ...] = tuple(
    tuple(
        tuple(_AT[h] for h in takewhile(_AT.__contains__, ((x + q * n, y + r * n) for n in range(1, 6))))
        for q, r in DIRECTIONS
    )
    for x, y in HEXES
)
"""For each field and direction, up to five fields straight on, nearest first; the line ends at the rim."""


def _points() -> dict[tuple[int, int, int], int]:
    found: set[tuple[int, int, int]] = set()
    for a, ns in enumerate(NEIGHBOURS):
        for b in ns:
            for c in ns:
                if c in NEIGHBOURS[b]:
                    trio = sorted({SECTOR_OF[a], SECTOR_OF[b], SECTOR_OF[c]})
                    if len(trio) == 3:
                        found.add((trio[0], trio[1], trio[2]))
    return {trio: i for i, trio in enumerate(sorted(found))}


_POINTS = _points()
POINT_SECTORS: tuple[tuple[int, int, int], ...] = tuple(_POINTS)
POINTS: tuple[str, ...] = tuple("-".join(SECTORS[s] for s in trio) for trio in POINT_SECTORS)
"""Name of each place for a marker: the corners where exactly three sectors meet."""
ZONE_MASK: tuple[int, ...] = tuple(SECTOR_MASK[a] | SECTOR_MASK[b] | SECTOR_MASK[c] for a, b, c in POINT_SECTORS)
"""The 21 fields of each war zone."""

HQ_SECTORS: tuple[str, str] = ("G2", "A3")
"""Bukseon's and Gondwana's HQ sector."""


def field_name(field: int) -> str:
    """The name of a field: ``field_name(0) == "A1.0"``."""
    return FIELDS[field]


def parse_field(text: str) -> int:
    """The field of that name.

    Raises:
        NotationError: there is no such field; the message says what a name looks like.
    """
    try:
        return _BY_NAME[text]
    except KeyError:
        pass
    if text.upper() in _BY_NAME:
        raise NotationError(f"{text!r} is not a field: sectors are written large, as in {text.upper()}")
    sector, dot, spot = text.partition(".")
    if sector in CENTRES:
        raise NotationError(f"{text!r} is not a field: after the sector comes .0 (its centre) to .6, as in {sector}.0")
    if dot or spot:
        raise NotationError(f"{text!r} is not a field: there is no sector {sector!r}; they run from A1 to G4")
    raise NotationError(f"{text!r} is not a field: write a sector and a number from 0 to 6, as in D3.0")


def parse_point(text: str) -> int:
    """The marker's place of that name; its three sectors may come in any order.

    Raises:
        NotationError: the text does not name three sectors of the board.
        KeyError: those three sectors do not meet in one corner.
    """
    names = text.split("-")
    unknown = [n for n in names if n not in CENTRES]
    if len(names) != 3 or len(set(names)) != 3 or unknown:
        raise NotationError(f"{text!r} is not a place for a marker: name three different sectors, as in C1-C2-D2")
    a, b, c = sorted(SECTORS.index(n) for n in names)
    return _POINTS[a, b, c]


def mirror(field: int) -> int:
    """The field opposite, through the middle of the board."""
    q, r = HEXES[field]
    return _AT[-q, -r]


HQ_FIELDS: tuple[tuple[int, ...], tuple[int, ...]] = (
    tuple(parse_field(f"G2.{k}") for k in (0, 2, 3)),
    tuple(parse_field(f"A3.{k}") for k in (0, 5, 6)),
)
HQ_MASK: tuple[int, int] = (mask(HQ_FIELDS[0]), mask(HQ_FIELDS[1]))
