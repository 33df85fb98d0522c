"""Pieces, cards, companions and the map, read from the data files in ``cards/`` and checked on load."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from typing import Any

from hexlib.knee_deep.board import FIELDS, mirror, parse_field

__all__ = [
    "CARDS",
    "CARD_NAMES",
    "COMPANIONS",
    "DECKS",
    "ENERGY",
    "MATERIAL",
    "MOUNTAIN",
    "OPEN",
    "TERRAIN",
    "TERRAIN_NAMES",
    "UNITS",
    "UNIT_NAMES",
    "Card",
    "Companion",
    "Unit",
]

OPEN, MOUNTAIN, MATERIAL, ENERGY = range(4)
TERRAIN_NAMES = ("open", "mountain", "material", "energy")


@dataclass(frozen=True, slots=True)
class Unit:
    """A kind of vehicle or structure. Costs are in Material and Energy, ``move`` in fields per Energy."""

    name: str
    title: str
    noun: str
    """The name inside a sentence: "tank", "ACV"."""
    is_vehicle: bool
    material: int
    energy: int
    move: int
    power: int
    health: int
    supply: int
    builds: bool
    deploys: bool
    rules: tuple[str, ...]

    @property
    def a_noun(self) -> str:
        """With its article: "a tank", "an ACV"."""
        return f"{'an' if self.noun[0] in 'aeioAEIO' else 'a'} {self.noun}"


@dataclass(frozen=True, slots=True)
class Card:
    """A strategy card. Of the conditions and effects at most one each is set; they are explained in ``cards.py``."""

    name: str
    title: str
    is_war: bool
    owner: str
    """``"neutral"`` or ``"faction"``."""
    copies: int
    material: int
    text: str
    rules: tuple[str, ...]
    formation: str = ""
    """War card: the formation that the player's vehicles must stand in."""
    vehicles: tuple[tuple[str, int], ...] = ()
    """War card: vehicles that the player must have in the zone, kind and number."""
    power: int = 0
    """War card: the bonus."""
    place: str = ""
    """Action card: the structure that it places beside an own vehicle."""
    relocate: str = ""
    """Action card: ``"vehicle"`` if it moves one to any empty field."""
    reconstructed: tuple[str, ...] = ()
    """Names of the values that the rulebook does not print."""


@dataclass(frozen=True, slots=True)
class Companion:
    """A companion card: income each turn, and what it adds to the HQ's health."""

    name: str
    title: str
    faction: str
    type: str
    material: int
    energy: int
    hq: int


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads((resources.files(__package__) / "cards" / name).read_text("utf-8"))


def _merge(printed: Mapping[str, Any], added: Mapping[str, Any], path: str) -> dict[str, Any]:
    """Printed values plus reconstructed ones.

    Raises:
        ValueError: the reconstruction changes a printed value.
    """
    out = dict(printed)
    for key, value in added.items():
        if key in out and isinstance(out[key], dict) and isinstance(value, dict) and path.count(".") < 2:
            out[key] = _merge(out[key], value, f"{path}.{key}")
        elif key in out:
            raise ValueError(f"reconstructed.toml: {path}.{key} is printed as {out[key]!r} and may not be changed")
        else:
            out[key] = value
    return out


def _unit(name: str, data: Mapping[str, Any]) -> Unit:
    cost = data["cost"]
    return Unit(
        name=name,
        title=data["title"],
        noun=data["noun"],
        is_vehicle=data["class"] == "vehicle",
        material=cost.get("material", 0),
        energy=cost.get("energy", 0),
        move=data["move"],
        power=data["power"],
        health=data["health"],
        supply=data["supply"],
        builds=data["builds"],
        deploys=data["deploys"],
        rules=tuple(data["rules"]),
    )


_CARD_KEYS = {"title", "type", "owner", "copies", "cost", "condition", "effect", "text", "rules", "ruling"}


def _card(name: str, data: Mapping[str, Any], added: Mapping[str, Any]) -> Card:
    unknown = set(data) - _CARD_KEYS
    if unknown:
        raise ValueError(f"card.{name}: unknown key {sorted(unknown)[0]!r}; a card has {', '.join(sorted(_CARD_KEYS))}")
    if data["type"] not in ("war", "action"):
        raise ValueError(f"card.{name}.type: {data['type']!r} is not a type; write war or action")
    condition, effect = data.get("condition", {}), data.get("effect", {})
    return Card(
        name=name,
        title=data["title"],
        is_war=data["type"] == "war",
        owner=data["owner"],
        copies=data["copies"],
        material=data.get("cost", {}).get("material", 0),
        text=data["text"].replace("{power}", str(effect.get("power", 0))),
        rules=tuple(data["rules"]),
        formation=condition.get("formation", ""),
        vehicles=tuple(condition.get("vehicles", {}).items()),
        power=effect.get("power", 0),
        place=effect.get("place", ""),
        relocate=effect.get("relocate", ""),
        reconstructed=tuple(k for k in added if k != "ruling"),
    )


_PRINTED = _read("printed.toml")
_ADDED = _read("reconstructed.toml")
_ALL = _merge(_PRINTED, _ADDED, "cards")

UNITS: tuple[Unit, ...] = tuple(_unit(name, data) for name, data in _ALL["unit"].items())
"""Kinds of piece in a fixed order; a kind's number is its index here."""
UNIT_NAMES: tuple[str, ...] = tuple(u.name for u in UNITS)
CARDS: dict[str, Card] = {name: _card(name, data, _ADDED["card"].get(name, {})) for name, data in _ALL["card"].items()}
CARD_NAMES: tuple[str, ...] = tuple(CARDS)
COMPANIONS: dict[str, Companion] = {
    name: Companion(name, c["title"], c["faction"], c["type"], c["income"]["material"], c["income"]["energy"], c["hq"])
    for name, c in _ALL["companion"].items()
}
DECKS: dict[str, dict[str, int]] = {name: d["cards"] for name, d in _ALL["deck"].items()}


def _terrain() -> tuple[int, ...]:
    out = [OPEN] * len(FIELDS)
    for kind, names in _read("map.toml").items():
        for name in names:
            for f in (parse_field(name), mirror(parse_field(name))):
                out[f] = TERRAIN_NAMES.index(kind)
    return tuple(out)


TERRAIN: tuple[int, ...] = _terrain()
"""What lies on each field of the fixed map."""
