"""The maps (Map): hexagons of hexes with two Flags and a Center Point, read from ``cards/maps.toml``.

A field is a number that means the same on every map: its column (``a`` is 0) times ``STRIDE`` plus its place in the
column, counted from the bottom. Columns stand upright, so the hexes are flat-topped, as in hexagonal chess.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any

from hexlib.game import NotationError
from hexlib.grid import Hex, distance, mask, neighbours

__all__ = ["FIELDS", "MAPS", "NO_FIELD", "STRIDE", "Map", "load_maps", "parse_field"]

STRIDE = 11
"""Numbers kept for each column: a map has at most 11 columns of at most 11 fields."""
FIELDS: tuple[str, ...] = tuple(f"{column}{row}" for column in "abcdefghijk" for row in range(1, STRIDE + 1))
"""The name of every field number."""
NO_FIELD = -1
_NUMBER = {name: i for i, name in enumerate(FIELDS)}
_NAME = re.compile(r"[a-k](1[01]|[1-9])")


def parse_field(text: str) -> int:
    """The field of that name.

    Raises:
        NotationError: it is not the name of a field on any map.
    """
    found = _NUMBER.get(text)
    if found is None:
        raise NotationError(f"{text[:40]!r} is not a field; write a column and a number, as d4")
    return found


class Map:
    """A map and what follows from it: neighbours, distances, sets of fields. Immutable, shared by all states on it."""

    __slots__ = (
        "axial",
        "beside",
        "centre",
        "distance",
        "fields",
        "flags",
        "mask",
        "name",
        "neighbours",
        "radius",
        "title",
        "within",
    )

    def __init__(
        self, name: str, title: str, radius: int, flags: tuple[int, int], centre: int, without: tuple[int, ...] = ()
    ) -> None:
        self.name, self.title, self.radius = name, title, radius
        self.axial: dict[int, Hex] = {}
        """Axial coordinates of each field, the middle of the hexagon at (0, 0), y downwards, flat-topped hexes."""
        for q in range(-radius, radius + 1):
            bottom = min(radius, radius - q)
            for row in range(2 * radius + 1 - abs(q)):
                field = (q + radius) * STRIDE + row
                if field not in without:
                    self.axial[field] = (q, bottom - row)
        number = {h: f for f, h in self.axial.items()}
        self.fields: tuple[int, ...] = tuple(sorted(self.axial))
        self.mask = mask(self.fields)
        self.flags = flags
        self.centre = centre
        every = range(len(FIELDS))
        self.neighbours: tuple[tuple[int, ...], ...] = tuple(
            tuple(sorted(number[n] for n in neighbours(self.axial[f]) if n in number)) if f in self.axial else ()
            for f in every
        )
        """For each field number the fields beside it, ascending."""
        self.beside: tuple[int, ...] = tuple(mask(n) for n in self.neighbours)
        """The same as sets."""
        self.distance: dict[int, dict[int, int]] = {
            a: {b: distance(self.axial[a], self.axial[b]) for b in self.fields} for a in self.fields
        }
        """Steps between two fields, holes in the map not minded."""
        self.within: tuple[tuple[int, ...], ...] = tuple(
            tuple(mask(g for g, d in self.distance[f].items() if 0 < d <= n) if f in self.axial else 0 for f in every)
            for n in range(2 * radius + 1)
        )
        """``within[n][field]``: the set of the other fields at most ``n`` steps away."""

    def __repr__(self) -> str:
        return f"<Map {self.name}: {len(self.fields)} fields>"


_KEYS = {"title", "radius", "flags", "centre", "without"}


def _read(name: str, data: Any) -> Map:
    where = f"map.{name}"
    if not isinstance(data, Mapping):
        raise ValueError(f"{where}: expected a table")
    for key in data:
        if key not in _KEYS:
            raise ValueError(f"{where}: unknown key {key!r}; a map has {', '.join(sorted(_KEYS))}")
    radius = data.get("radius")
    if not isinstance(radius, int) or isinstance(radius, bool) or not 1 <= radius <= STRIDE // 2:
        raise ValueError(f"{where}.radius: expected a whole number from 1 to {STRIDE // 2}, got {radius!r}")

    def field(key: str, text: Any) -> int:
        column, row = (ord(text[0]) - ord("a"), int(text[1:])) if _is_name(text) else (99, 99)
        height = 2 * radius + 1 - abs(column - radius)
        if column > 2 * radius or row > height:
            raise ValueError(f"{where}.{key}: {text!r} is not a field of a hexagon with radius {radius}")
        return parse_field(text)

    flags = data.get("flags")
    if not isinstance(flags, list) or len(flags) != 2:
        raise ValueError(f"{where}.flags: expected the names of two fields, Blue's flag first")
    first, second = field("flags", flags[0]), field("flags", flags[1])
    centre = field("centre", data.get("centre"))
    without = tuple(field("without", text) for text in data.get("without", ()))
    if len({first, second, centre, *without}) != 3 + len(without):
        raise ValueError(f"{where}: flags, centre and missing fields must all be different")
    out = Map(name, str(data.get("title", name)), radius, (first, second), centre, without)
    far = [out.distance[centre][f] for f in (first, second)]
    if far[0] != far[1]:
        raise ValueError(f"{where}: the flags are {far[0]} and {far[1]} steps from the centre; both must be as far")
    ways = [_walk(out, f, centre) for f in (first, second)]
    if None in ways:
        raise ValueError(f"{where}: there is no way from {FIELDS[(first, second)[ways.index(None)]]} to the centre")
    if ways[0] != ways[1]:
        text = f"on foot the flags are {ways[0]} and {ways[1]} steps from the centre; both must be as far"
        raise ValueError(f"{where}: {text}")
    return out


def _walk(board: Map, start: int, goal: int) -> int | None:
    """Steps of the shortest way over fields that there are, or None."""
    front, seen, steps = {start}, {start}, 0
    while goal not in front:
        front = {n for f in front for n in board.neighbours[f]} - seen
        if not front:
            return None
        seen |= front
        steps += 1
    return steps


def _is_name(text: Any) -> bool:
    return isinstance(text, str) and _NAME.fullmatch(text) is not None


def load_maps(text: str) -> dict[str, Map]:
    """The maps in a TOML text of the form of ``cards/maps.toml``.

    Raises:
        ValueError: not TOML, an unknown key, a field off the map, or flags that are not equally far from the centre.
    """
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"maps: this is not TOML: {error}") from None
    if set(data) != {"map"} or not isinstance(data["map"], dict):
        raise ValueError("maps: expected tables [map.NAME] and nothing else")
    return {name: _read(name, entry) for name, entry in data["map"].items()}


@cache
def _maps() -> dict[str, Map]:
    return load_maps((resources.files(__package__) / "cards" / "maps.toml").read_text("utf-8"))


MAPS: dict[str, Map] = _maps()
"""The maps of the book by name: ``small`` (37 fields), ``standard`` (61), ``large`` (91)."""
