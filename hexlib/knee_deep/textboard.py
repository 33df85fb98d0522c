"""The battlefield in plain characters, for terminals, tests and error messages."""

from __future__ import annotations

from collections.abc import Sequence

from hexlib.knee_deep.board import HQ_FIELDS, POINT_SECTORS, POINTS, ROWS
from hexlib.knee_deep.components import UNITS

__all__ = ["LEGEND", "text_board"]

_TERRAIN = (" . ", " ^ ", " m ", " e ")
_SEATS = "BG"


def _signs() -> tuple[str, ...]:
    """A letter for each kind of piece: the first of its name that is free; vehicles are capitals, structures not."""
    taken = {"m", "e", "H"}
    out = []
    for unit in UNITS:
        letters = unit.name.upper() if unit.is_vehicle else unit.name
        sign = next((c for c in letters if c.isalpha() and c not in taken), "?")
        taken.add(sign)
        out.append(sign)
    return tuple(out)


_SIGNS = _signs()
_PLACES = (((5, 5), (9, 6)), ((3, 4), (7, 0), (11, 1)), ((5, 3), (9, 2)))
"""For each of a sector's three lines: column and number of its fields."""
_PITCH = 16

LEGEND = "\n".join(
    (
        "  ".join(["B: Bukseon  G: Gondwana  H HQ", *(f"{c} {u.title}" for c, u in zip(_SIGNS, UNITS, strict=True))]),
        ". empty  ^ mountain  m material  e energy  * war zone; fields: 5 6 above, 4 0 1, 3 2 below",
    )
)
"""What the characters mean, in two lines."""


def text_board(
    pieces: Sequence[tuple[int, int, int]],
    terrain: Sequence[int],
    marker: tuple[int, int] | None = None,
    legend: bool = True,
) -> str:
    """The 31 sectors as they lie, three lines each; "B:T" is Bukseon's tank.

    Args:
        pieces: field, kind and owner of each piece.
        terrain: what lies on each of the 217 fields.
        marker: the marker's place and owner.
        legend: whether to explain the characters.
    """
    cells = [_TERRAIN[kind] for kind in terrain]
    for seat, fields in enumerate(HQ_FIELDS):
        for f in fields:
            cells[f] = f"{_SEATS[seat]}:H"
    for f, unit, seat in pieces:
        cells[f] = f"{_SEATS[seat]}:{_SIGNS[unit]}"
    zone = POINT_SECTORS[marker[0]] if marker else ()
    lines: list[str] = []
    sector = 0
    for row, width in enumerate(ROWS):
        for number, places in enumerate(_PLACES):
            line = [" "] * (_PITCH * 5)
            for i in range(width):
                left = _PITCH * i + (5 - width) * _PITCH // 2
                if number == 0:
                    name = f"{'ABCDEFG'[row]}{i + 1}{'*' if sector + i in zone else ''}"
                    line[left : left + len(name)] = name
                for column, k in places:
                    line[left + column : left + column + 3] = cells[7 * (sector + i) + k]
            lines.append("".join(line).rstrip())
        sector += width
        if row < len(ROWS) - 1:
            lines.append("")
    if marker:
        lines += ["", f"War zone marker: {('Bukseon', 'Gondwana')[marker[1]]} on {POINTS[marker[0]]}"]
    if legend:
        lines += ["", LEGEND]
    return "\n".join(lines)
