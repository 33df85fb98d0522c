"""Pieces, cards, companions and the map, read from the data files in ``cards/`` and checked on load."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
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
    "FORMATIONS",
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
FORMATIONS = ("sling", "barrier", "skirmish")
"""What the condition of a War card may ask for; ``war.py`` judges them."""


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
    """A strategy card. Of the conditions and effects at most one each is set; ``_CONDITION`` and ``_EFFECT``
    below are the whole vocabulary."""

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


_UNIT: dict[str, type] = {
    "title": str,
    "noun": str,
    "class": str,
    "cost": dict,
    "move": int,
    "power": int,
    "health": int,
    "supply": int,
    "builds": bool,
    "deploys": bool,
    "rules": list,
}
_CARD: dict[str, type] = {"title": str, "type": str, "owner": str, "copies": int, "text": str, "rules": list}
_CARD_MORE: dict[str, type] = {"cost": dict, "condition": dict, "effect": dict, "ruling": str}
_CONDITION: dict[str, type] = {"formation": str, "vehicles": dict}
_EFFECT: dict[str, type] = {"power": int, "place": str, "relocate": str}
_KINDS = {str: "a text", int: "a whole number", bool: "true or false", dict: "a table", list: "a list"}


def _check(
    path: str, data: Mapping[str, Any], needed: Mapping[str, type], more: Mapping[str, type] | None = None
) -> None:
    """Every key is known, every needed one is there, every value is of its type.

    Raises:
        ValueError: with the path of the entry and what would be right.
    """
    known = {**needed, **(more or {})}
    for key, value in data.items():
        if key not in known:
            raise ValueError(f"{path}: unknown key {key!r}; there are {', '.join(sorted(known))}")
        if type(value) is not known[key] or (isinstance(value, int) and value < 0):
            raise ValueError(f"{path}.{key}: expected {_KINDS[known[key]]}, got {value!r}")
    for key in needed:
        if key not in data:
            raise ValueError(f"{path}: {key} is missing")


def _word(path: str, value: str, words: Sequence[str]) -> str:
    if value not in words:
        raise ValueError(f"{path}: {value!r} is not one of {', '.join(words)}")
    return value


def _unit(name: str, data: Mapping[str, Any]) -> Unit:
    _check(f"unit.{name}", data, _UNIT)
    cost = data["cost"]
    _check(f"unit.{name}.cost", cost, {}, {"material": int, "energy": int})
    return Unit(
        name=name,
        title=data["title"],
        noun=data["noun"],
        is_vehicle=_word(f"unit.{name}.class", data["class"], ("vehicle", "structure")) == "vehicle",
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


def _card(name: str, data: Mapping[str, Any], added: Mapping[str, Any]) -> Card:
    path = f"card.{name}"
    _check(path, data, _CARD, _CARD_MORE)
    cost, condition, effect = (data.get(key, {}) for key in ("cost", "condition", "effect"))
    _check(f"{path}.cost", cost, {}, {"material": int})
    _check(f"{path}.condition", condition, {}, _CONDITION)
    _check(f"{path}.effect", effect, {}, _EFFECT)
    vehicles = condition.get("vehicles", {})
    _check(f"{path}.condition.vehicles", vehicles, {}, {u.name: int for u in UNITS if u.is_vehicle})
    for value, words, where in (
        (condition.get("formation"), FORMATIONS, "condition.formation"),
        (effect.get("place"), tuple(u.name for u in UNITS if not u.is_vehicle), "effect.place"),
        (effect.get("relocate"), ("vehicle",), "effect.relocate"),
    ):
        if value is not None:
            _word(f"{path}.{where}", value, words)
    return Card(
        name=name,
        title=data["title"],
        is_war=_word(f"{path}.type", data["type"], ("war", "action")) == "war",
        owner=data["owner"],
        copies=data["copies"],
        material=cost.get("material", 0),
        text=data["text"].replace("{power}", str(effect.get("power", 0))),
        rules=tuple(data["rules"]),
        formation=condition.get("formation", ""),
        vehicles=tuple(vehicles.items()),
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
