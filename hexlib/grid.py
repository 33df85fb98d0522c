"""Axial hexes: directions, distance, lines and rings. Sets of fields as integers, one bit a field.

Coordinates are ``(q, r)`` with y downwards; direction 0 is east and the others follow clockwise.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

__all__ = ["DIRECTIONS", "Hex", "bits", "distance", "mask", "neighbours", "ring"]

Hex = tuple[int, int]

DIRECTIONS: tuple[Hex, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""East, south-east, south-west, west, north-west, north-east (pointy-topped, before any turn of the picture)."""


def neighbours(h: Hex) -> list[Hex]:
    """The six neighbours, in the order of ``DIRECTIONS``."""
    return [(h[0] + q, h[1] + r) for q, r in DIRECTIONS]


def distance(a: Hex, b: Hex) -> int:
    """Number of steps between two hexes on an open grid."""
    q, r = a[0] - b[0], a[1] - b[1]
    return max(abs(q), abs(r), abs(q + r))


def ring(centre: Hex, radius: int) -> list[Hex]:
    """The hexes at exactly that distance, clockwise from the one furthest east; the centre itself for radius 0."""
    if radius == 0:
        return [centre]
    q, r = centre[0] + radius, centre[1]
    out = []
    for side in (2, 3, 4, 5, 0, 1):
        for _ in range(radius):
            out.append((q, r))
            q, r = q + DIRECTIONS[side][0], r + DIRECTIONS[side][1]
    return out


def mask(fields: Iterable[int]) -> int:
    """The set of those field numbers as one integer."""
    out = 0
    for f in fields:
        out |= 1 << f
    return out


def bits(fields: int) -> Iterator[int]:
    """The field numbers in a set, ascending."""
    while fields:
        low = fields & -fields
        yield low.bit_length() - 1
        fields ^= low
