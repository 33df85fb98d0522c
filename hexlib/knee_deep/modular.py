"""The modular board: 14 terrain cards laid out sector by sector (Setting Up a Modular Board).

The cards and the way of the arrows are a reconstruction (rulings K06, K08, K10); ``cards/terrain-cards.toml`` holds
them. The board is laid from its bottom-left corner; each card also fills the sector opposite, so that both players have
the same ground before them (ruling K04).
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from typing import Any

from hexlib.game import Rng
from hexlib.knee_deep.board import FIELDS, HQ_MASK, HQ_SECTORS, SECTORS, mirror, parse_field
from hexlib.knee_deep.components import OPEN, TERRAIN_NAMES

__all__ = [
    "PATH",
    "TERRAIN_CARDS",
    "TOKENS",
    "TerrainCard",
    "opposite",
    "random_terrain",
    "shown",
    "spare_tokens",
    "tokens",
    "way",
]

_LEFT_RIGHT = (0, 4, 3, 2, 1, 6, 5)
"""Where each field of a sector is when the sector is seen in a mirror."""
_SHORT = 12
"""Sectors that the arrows visit on either half by the default reading of ruling K06."""


@dataclass(frozen=True, slots=True)
class TerrainCard:
    """A terrain card: which fields of a sector get which token."""

    name: str
    title: str
    fields: tuple[tuple[int, int], ...]
    """Number of the field in its sector, and the kind of terrain."""

    @property
    def text(self) -> str:
        """ "a mountain on field 1 and Material on field 4"."""
        words = {"mountain": "a mountain", "material": "Material", "energy": "Energy"}
        return " and ".join(f"{words[TERRAIN_NAMES[kind]]} on field {k}" for k, kind in self.fields)


def _load(data: Mapping[str, Any]) -> dict[str, TerrainCard]:
    """The terrain cards of the file, checked.

    Raises:
        ValueError: a card is wrong; the message names it.
    """
    out = {}
    for name, entry in data["card"].items():
        where = f"terrain-cards.toml: card.{name}"
        if set(entry) != {"title", "fields"}:
            raise ValueError(f"{where}: a card has a title and fields")
        for field, kind in entry["fields"].items():
            if field not in "0123456" or len(field) != 1 or kind not in TERRAIN_NAMES[1:]:
                raise ValueError(f"{where}.fields.{field}: a number from 0 to 6 and mountain, material or energy")
        fields = sorted((int(k), TERRAIN_NAMES.index(kind)) for k, kind in entry["fields"].items())
        out[name] = TerrainCard(name, entry["title"], tuple(fields))
    return out


_DATA = tomllib.loads((resources.files(__package__) / "cards" / "terrain-cards.toml").read_text("utf-8"))
TERRAIN_CARDS: dict[str, TerrainCard] = _load(_DATA)
PATH: tuple[str, ...] = tuple(_DATA["path"])
"""The sectors in the order of the arrows, on the lower half; their mirrors make the upper half."""
TOKENS: int = _DATA["tokens"]
"""Terrain tokens in the box, each with two faces (Components)."""


def way(rulings: Mapping[str, Any] | None = None, broken: Iterable[str] = ()) -> tuple[str, ...]:
    """The sectors that get a card, in order; two cards are left over unless ruling K06 says otherwise."""
    whole = (rulings or {}).get("terrain_path", "twelve") == "all"
    path = PATH if whole else PATH[:_SHORT]
    if "kdh.modular.not_on_hq" in broken:  # the arrows then cross the HQ sector beside the corner
        return (path[0], HQ_SECTORS[0], *path[1:])
    return path


def opposite(sector: str) -> str:
    """The sector on the other side of the middle: ``opposite("G1") == "A4"``."""
    return SECTORS[mirror(parse_field(f"{sector}.0")) // 7]


def shown(
    card: str, rulings: Mapping[str, Any] | None = None, broken: Iterable[str] = ()
) -> tuple[tuple[int, int], ...]:
    """What the card puts into the sector at hand: number of the field in the sector, and the kind of terrain."""
    fields: Sequence[tuple[int, int]] = TERRAIN_CARDS[card].fields
    if (rulings or {}).get("terrain_picture", "as-shown") == "mirrored":
        fields = [(_LEFT_RIGHT[k], kind) for k, kind in fields]
    if "kdh.modular.orientation" in broken:  # one field on, clockwise
        fields = [(k % 6 + 1 if k else 0, kind) for k, kind in fields]
    return tuple(sorted(fields))


def tokens(
    card: str, sector: str, rulings: Mapping[str, Any] | None = None, broken: Iterable[str] = ()
) -> tuple[tuple[int, int], ...]:
    """Field and kind of each token that the card brings, in the sector and in the one opposite."""
    broken = frozenset(broken)
    here = [(parse_field(f"{sector}.{k}"), kind) for k, kind in shown(card, rulings, broken)]
    there = [(mirror(f), kind) for f, kind in here] if "kdh.modular.mirrored_sector" not in broken else []
    hq = HQ_MASK[0] | HQ_MASK[1]
    return tuple((f, kind) for f, kind in (*here, *there) if not hq >> f & 1)


def random_terrain(rng: Rng, rulings: Mapping[str, Any] | None = None) -> tuple[int, ...]:
    """A whole modular board: the terrain of each field, from a shuffled pile of terrain cards."""
    out = [OPEN] * len(FIELDS)
    for sector, card in zip(way(rulings), rng.shuffled(TERRAIN_CARDS), strict=False):
        for f, kind in tokens(card, sector, rulings):
            out[f] = kind
    return tuple(out)


def spare_tokens(terrain: Iterable[int]) -> int:
    """Tokens beside the board, which cards may bring into play (ruling K07)."""
    return TOKENS - sum(kind != OPEN for kind in terrain)
