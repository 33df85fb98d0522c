"""Pieces, cards and companions of the game as it comes, and the fixed map."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from pathlib import Path

from hexlib.knee_deep import cardfile
from hexlib.knee_deep.board import FIELDS, mirror, parse_field
from hexlib.knee_deep.cardfile import CardFileError
from hexlib.knee_deep.vocabulary import (
    ENERGY,
    FORMATIONS,
    MATERIAL,
    MOUNTAIN,
    NEUTRAL,
    OPEN,
    TERRAIN_NAMES,
    TYPES,
    Ability,
    Card,
    CardSet,
    Companion,
    Condition,
    Effect,
    Modifier,
    Unit,
)

__all__ = [
    "CARDS",
    "CARD_NAMES",
    "COMPANIONS",
    "DECKS",
    "ENERGY",
    "FACTIONS",
    "FORMATIONS",
    "MATERIAL",
    "MOUNTAIN",
    "NEUTRAL",
    "OPEN",
    "STANDARD",
    "TERRAIN",
    "TERRAIN_NAMES",
    "TYPES",
    "UNITS",
    "UNIT_NAMES",
    "Ability",
    "Card",
    "CardFileError",
    "CardSet",
    "Companion",
    "Condition",
    "Effect",
    "Modifier",
    "Unit",
    "cards_from",
]

FACTIONS = ("Bukseon", "Gondwana")
"""Names of the two factions, which are the seats' names too (K13)."""


def _text(name: str) -> str:
    return (resources.files(__package__) / "cards" / name).read_text("utf-8")


_TEXTS = {name: _text(name) for name in ("printed.toml", "reconstructed.toml")}
_PRINTED, _ADDED = map(tomllib.loads, _TEXTS.values())

try:
    _ALL = cardfile.add(_PRINTED, _ADDED)
    _UNITS = tuple(cardfile.read_unit(name, data) for name, data in _ALL["unit"].items())
    _STANDARD = cardfile.card_set(_ALL, _ADDED, _UNITS, FACTIONS)
except CardFileError as error:
    raise cardfile.located(error, _TEXTS) from None

UNITS: tuple[Unit, ...] = _UNITS
"""Kinds of piece in a fixed order; a kind's number is its index here."""
UNIT_NAMES: tuple[str, ...] = tuple(u.name for u in UNITS)

STANDARD: CardSet = _STANDARD
"""The set that the game comes with: 6 neutral names and 32 of the companions."""
CARDS = STANDARD.cards
CARD_NAMES: tuple[str, ...] = STANDARD.names
COMPANIONS = STANDARD.companions
DECKS: dict[str, dict[str, int]] = {name: d["cards"] for name, d in _ALL["deck"].items()}


@cache
def _own(path: Path, changed: int) -> CardSet:
    return cardfile.own_set(path, _ALL, _ADDED, UNITS, FACTIONS)


def cards_from(path: str | Path) -> CardSet:
    """The set with the values of the owner's own card file, which win over printed and reconstructed ones.

    Raises:
        CardFileError: the file cannot be read or holds a mistake; the message names the line and the reason.
    """
    where = Path(path)
    try:
        changed = where.stat().st_mtime_ns
    except OSError:
        changed = 0
    return _own(where, changed)


def _terrain() -> tuple[int, ...]:
    out = [OPEN] * len(FIELDS)
    for kind, names in tomllib.loads(_text("map.toml")).items():
        for name in names:
            for f in (parse_field(name), mirror(parse_field(name))):
                out[f] = TERRAIN_NAMES.index(kind)
    return tuple(out)


TERRAIN: tuple[int, ...] = _terrain()
"""What lies on each field of the fixed map."""
