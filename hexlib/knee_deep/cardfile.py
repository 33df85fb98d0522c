"""Reads the files of pieces, cards and companions, and checks every value: key, type, word, sense.

Three files make a set. ``printed.toml`` holds what the rulebook prints, ``reconstructed.toml`` what a game needs
besides (it may add, never change), and the owner's own file wins over both.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

from hexlib.knee_deep.cardcheck import CardFileError, check_effect, check_set, located
from hexlib.knee_deep.vocabulary import (
    FORMATIONS,
    NEUTRAL,
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
from hexlib.spelling import meant

__all__ = ["CardFileError", "add", "card_set", "located", "own_set", "read_card", "read_unit"]

_MOST = 99
"""No number of a card file may be larger."""


Path_ = tuple[str, ...]

_KINDS = {str: "a text", int: "a whole number", bool: "true or false", dict: "a table", list: "a list"}
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
_CARD: dict[str, type] = {"title": str, "type": str, "owner": str, "copies": int, "text": str}
_CARD_MORE: dict[str, type] = {
    "cost": dict,
    "condition": dict,
    "effect": dict,
    "authority": int,
    "signature": bool,
    "rules": list,
    "ruling": str,
}
_FACE = ("title", "type", "cost", "condition", "effect", "text")
"""What a reader sees on a card's face. Owner, authority and signature of a companion's card are all reconstructed."""
_COMPANION: dict[str, type] = {
    "title": str,
    "faction": str,
    "type": str,
    "income": dict,
    "hq": int,
    "ability": dict,
}
_COMPANION_MORE: dict[str, type] = {"rules": list, "ruling": str}
_CONDITION: dict[str, type] = {
    "formation": str,
    "vehicles": dict,
    "structures": dict,
    "role": str,
    "outnumbered": bool,
    "sectors": int,
    "beside": str,
    "lost": int,
}
_WAR_ONLY = ("formation", "role", "outnumbered", "sectors", "beside")
_WAR_EFFECT: dict[str, type] = {
    "power": int,
    "per": dict,
    "around": bool,
    "most": int,
    "weaken": int,
    "weaken_per": dict,
    "cancel": bool,
    "shield": int,
    "damage": int,
    "rescue": bool,
    "draw": int,
    "discard": int,
}
_ACTION_EFFECT: dict[str, type] = {
    "place": str,
    "relocate": str,
    "swap": bool,
    "strike": int,
    "lay": str,
    "turn": dict,
    "marker": bool,
    "where": str,
    "within": int,
    "clear": int,
    "salvage": str,
    "gain": dict,
    "each": str,
    "most": int,
    "boost": dict,
    "draw": int,
    "discard": int,
}
_TARGETED = ("place", "relocate", "swap", "strike", "lay", "turn", "marker")
"""Effects that ask for a field or a corner; a card has at most one of them."""
_WHERE = ("vehicle", "structure", "piece", "hq", "anywhere")
_MODIFIER: dict[str, type] = {
    "cost": dict,
    "move": dict,
    "power": dict,
    "health": dict,
    "hand_limit": int,
    "draw": int,
    "builders": int,
    "build_with": list,
    "deploy_beside": list,
    "cross": dict,
    "deploy_draw": dict,
    "war": list,
}
_BOOST = ("cost", "move", "builders", "build_with", "deploy_beside", "cross", "deploy_draw")
"""What an Action card may change until the end of the turn; the rest happens outside phase 2."""


# -- checks ------------------------------------------------------------------------------------------------------------


def _check(
    path: Path_, data: Any, needed: Mapping[str, type], more: Mapping[str, type] | None = None, low: int = 0
) -> None:
    """Every key is known, every needed one is there, every value is of its type and within bounds.

    Raises:
        CardFileError: with the path of the entry and what would be right.
    """
    if type(data) is not dict:
        raise CardFileError(path, f"expected a table, got {data!r:.60}")
    known = {**needed, **(more or {})}
    for key, value in data.items():
        if key not in known:
            text = f"unknown key {key!r:.60}; there are {', '.join(sorted(known))}{meant(key, known)}"
            raise CardFileError(path, text, at=(*path, key, *_first(value)))
        wrong_number = type(value) is int and not low <= value <= _MOST
        if type(value) is not known[key] or wrong_number:
            bounds = f" from {low} to {_MOST}" if wrong_number else ""
            raise CardFileError((*path, key), f"expected {_KINDS[known[key]]}{bounds}, got {value!r:.60}")
        if type(value) is str and not 0 < len(value) <= 500:
            raise CardFileError((*path, key), f"expected a text of 1 to 500 characters, got {len(value)}")
        if type(value) is str and not value.replace("\n", "").isprintable():
            raise CardFileError((*path, key), "this text holds a control character; only line breaks are allowed")
    for key in needed:
        if key not in data:
            raise CardFileError(path, f"{key} is missing")


def _first(data: Any) -> Path_:
    """The first table in a table, and so on: of ``[crad.sling]`` the header names the last of them."""
    if type(data) is not dict or not data:
        return ()
    key = next(iter(data))
    return (key, *_first(data[key])) if type(data[key]) is dict else ()


def _word(path: Path_, value: Any, words: Sequence[str]) -> str:
    if value not in words:
        raise CardFileError(path, f"{value!r:.60} is not one of {', '.join(words)}")
    return str(value)


def _numbers(path: Path_, data: Mapping[str, Any], words: Sequence[str], low: int = 0) -> tuple[tuple[str, int], ...]:
    _check(path, data, {}, dict.fromkeys(words, int), low)
    return tuple(data.items())


def _list(path: Path_, data: Sequence[Any], words: Sequence[str]) -> tuple[str, ...]:
    return tuple(_word(path, value, words) for value in data)


def _texts(path: Path_, data: Sequence[Any]) -> tuple[str, ...]:
    for value in data:
        if type(value) is not str:
            raise CardFileError(path, f"expected a list of texts, got {value!r:.60} in it")
    return tuple(data)


def _units(units: Sequence[Unit], vehicle: bool | None = None) -> tuple[str, ...]:
    return tuple(u.name for u in units if vehicle is None or u.is_vehicle is vehicle)


# -- one entry ---------------------------------------------------------------------------------------------------------


def read_unit(name: str, data: Mapping[str, Any]) -> Unit:
    """A kind of vehicle or structure.

    Raises:
        CardFileError: what is wrong, and where.
    """
    path = ("unit", name)
    _check(path, data, _UNIT)
    cost = data["cost"]
    _check((*path, "cost"), cost, {}, {"material": int, "energy": int})
    return Unit(
        name=name,
        title=data["title"],
        noun=data["noun"],
        is_vehicle=_word((*path, "class"), data["class"], ("vehicle", "structure")) == "vehicle",
        material=cost.get("material", 0),
        energy=cost.get("energy", 0),
        move=data["move"],
        power=data["power"],
        health=data["health"],
        supply=data["supply"],
        builds=data["builds"],
        deploys=data["deploys"],
        rules=_texts((*path, "rules"), data["rules"]),
    )


def _condition(path: Path_, data: Mapping[str, Any], is_war: bool, units: Sequence[Unit]) -> Condition:
    _check(path, data, {}, _CONDITION)
    for key in data:
        if key in _WAR_ONLY and not is_war:
            raise CardFileError((*path, key), "only a War card can ask for that")
    for key, words in (
        ("formation", FORMATIONS),
        ("role", ("attacker", "defender")),
        ("beside", TERRAIN_NAMES[1:]),
    ):
        if key in data:
            _word((*path, key), data[key], words)
    if data.get("sectors", 0) > 3:
        raise CardFileError((*path, "sectors"), f"a war zone has three sectors, got {data['sectors']}")
    plain = {key: value for key, value in data.items() if key not in ("vehicles", "structures")}
    return Condition(
        vehicles=_numbers((*path, "vehicles"), data.get("vehicles", {}), _units(units, True)),
        structures=_numbers((*path, "structures"), data.get("structures", {}), _units(units, False)),
        **plain,
    )


def _war_effect(path: Path_, data: Mapping[str, Any], units: Sequence[Unit]) -> Effect:
    for key in data:
        if key in _ACTION_EFFECT and key not in _WAR_EFFECT:
            raise CardFileError((*path, key), "only an Action card can do that")
    _check(path, data, {}, _WAR_EFFECT)
    if "around" in data and "per" not in data:
        raise CardFileError((*path, "around"), "it says where per counts, and there is no per")
    plain = {key: value for key, value in data.items() if key not in ("per", "weaken_per")}
    effect = Effect(
        per=_numbers((*path, "per"), data.get("per", {}), _units(units)),
        weaken_per=_numbers((*path, "weaken_per"), data.get("weaken_per", {}), _units(units)),
        **plain,
    )
    check_effect(path, data, effect, True)
    return effect


def _action_effect(path: Path_, data: Mapping[str, Any], units: Sequence[Unit]) -> Effect:
    for key in data:
        if key in _WAR_EFFECT and key not in _ACTION_EFFECT:
            raise CardFileError((*path, key), "only a War card can do that")
    _check(path, data, {}, _ACTION_EFFECT)
    both = [key for key in _TARGETED if key in data]
    if len(both) > 1:
        raise CardFileError((*path, both[1]), f"a card asks for one target; it has {both[0]} already")
    movable = ("vehicle", "enemy vehicle", *_units(units, True))
    for key, words in (
        ("place", _units(units)),
        ("relocate", movable),
        ("lay", TERRAIN_NAMES[1:]),
        ("where", _WHERE),
        ("salvage", _units(units)),
        ("each", _units(units)),
    ):
        if key in data:
            _word((*path, key), data[key], words)
    turn = data.get("turn", {})
    _check((*path, "turn"), turn, {"from": str, "to": str} if turn else {})
    gain = data.get("gain", {})
    _check((*path, "gain"), gain, {}, {"material": int, "energy": int})
    if "each" in data and not gain:
        raise CardFileError((*path, "each"), "it says how often gain counts, and there is no gain")
    plain = {key: value for key, value in data.items() if key not in ("turn", "gain", "boost")}
    effect = Effect(
        turn=tuple(_word((*path, "turn", key), turn[key], TERRAIN_NAMES[1:]) for key in turn and ("from", "to"))
        or ("", ""),  # type: ignore[arg-type]
        gain=(gain.get("material", 0), gain.get("energy", 0)),
        boost=_modifier((*path, "boost"), data["boost"], units, _BOOST) if "boost" in data else None,
        **plain,
    )
    check_effect(path, data, effect, False)
    return effect


def _modifier(path: Path_, data: Mapping[str, Any], units: Sequence[Unit], allowed: Iterable[str]) -> Modifier:
    _check(path, data, {}, {key: _MODIFIER[key] for key in allowed}, low=-_MOST)
    numbers = {key: data.get(key, {}) for key in ("cost", "move", "power", "health")}
    vehicles, crossable = _units(units, True), TERRAIN_NAMES[1:]
    cross = data.get("cross", {})
    _check((*path, "cross"), cross, {}, dict.fromkeys(vehicles, list))
    sources = ("vehicle", "structure", *_units(units))
    if data.get("builders", 1) < 1:
        raise CardFileError((*path, "builders"), "a structure needs at least one builder")
    wars = []
    for i, entry in enumerate(data.get("war", [])):
        here = (*path, "war", str(i + 1))
        _check(here, entry, {"effect": dict}, {"condition": dict})
        wars.append(
            (
                _condition((*here, "condition"), entry.get("condition", {}), True, units),
                _war_effect((*here, "effect"), entry["effect"], units),
            )
        )
    return Modifier(
        **{key: _numbers((*path, key), value, _units(units), -_MOST) for key, value in numbers.items()},
        hand_limit=data.get("hand_limit", 0),
        draw=data.get("draw", 0),
        builders=data.get("builders", 0),
        build_with=_list((*path, "build_with"), data.get("build_with", []), vehicles),
        deploy_beside=_list((*path, "deploy_beside"), data.get("deploy_beside", []), sources),
        cross=tuple((kind, _list((*path, "cross", kind), value, crossable)) for kind, value in cross.items()),
        deploy_draw=_numbers((*path, "deploy_draw"), data.get("deploy_draw", {}), vehicles),
        war=tuple(wars),
    )


def _filled(path: Path_, text: str, effect: Mapping[str, Any]) -> str:
    """The text with the numbers of the effect in its braces."""
    for key, value in effect.items():
        if type(value) is int:
            text = text.replace("{" + key + "}", str(value))
    if "{" in text or "}" in text:
        raise CardFileError(path, f"a brace names no number of the effect: {text!r:.80}")
    return text


def read_card(name: str, data: Mapping[str, Any], added: Mapping[str, Any], units: Sequence[Unit]) -> Card:
    """A card; ``added`` are its values that the rulebook does not print.

    Raises:
        CardFileError: what is wrong, and where.
    """
    path = ("card", name)
    _check(path, data, _CARD, _CARD_MORE)
    cost, condition, effect = (data.get(key, {}) for key in ("cost", "condition", "effect"))
    is_war = _word((*path, "type"), data["type"], ("war", "action")) == "war"
    _check((*path, "cost"), cost, {}, {"material": int})
    if is_war and cost.get("material"):
        raise CardFileError((*path, "cost"), "a War card has no cost (ruling K52)")
    if not 1 <= data["copies"] <= 18:
        raise CardFileError((*path, "copies"), f"expected 1 to 18 copies, got {data['copies']}")
    if not effect:
        raise CardFileError(path, "effect is missing")
    neutral = data["owner"] == NEUTRAL
    authority = data.get("authority", 0 if neutral else 1)
    if neutral and (authority or data.get("signature")):
        raise CardFileError(path, "a neutral card has no authority cost and is nobody's signature card")
    if not neutral and not 1 <= authority <= 3:
        raise CardFileError((*path, "authority"), f"a card costs 1 to 3 authority points, got {authority}")
    return Card(
        name=name,
        title=data["title"],
        is_war=is_war,
        owner=data["owner"],
        copies=data["copies"],
        material=cost.get("material", 0),
        text=_filled((*path, "text"), data["text"], effect),
        rules=_texts((*path, "rules"), data.get("rules", ())),
        condition=_condition((*path, "condition"), condition, is_war, units),
        effect=(_war_effect if is_war else _action_effect)((*path, "effect"), effect, units),
        authority=authority,
        signature=data.get("signature", False),
        reconstructed=tuple(k for k in added if k in _FACE),
    )


def read_companion(name: str, data: Mapping[str, Any], units: Sequence[Unit], factions: Sequence[str]) -> Companion:
    """A companion and its ability.

    Raises:
        CardFileError: what is wrong, and where.
    """
    path = ("companion", name)
    _check(path, data, _COMPANION, _COMPANION_MORE)
    income, ability = data["income"], data["ability"]
    _check((*path, "income"), income, {"material": int, "energy": int})
    here = (*path, "ability")
    _check(here, ability, {"title": str, "text": str}, {key: _MODIFIER[key] for key in _MODIFIER}, low=-_MOST)
    changes = {key: value for key, value in ability.items() if key in _MODIFIER}
    if not changes:
        raise CardFileError(here, f"it changes nothing; there are {', '.join(sorted(_MODIFIER))}")
    if data["hq"] > 6:
        raise CardFileError((*path, "hq"), f"an HQ has at most 6 health, got {data['hq']}")
    return Companion(
        name=name,
        title=data["title"],
        faction=_word((*path, "faction"), data["faction"], factions),
        type=_word((*path, "type"), data["type"], TYPES),
        material=income["material"],
        energy=income["energy"],
        hq=data["hq"],
        ability=Ability(ability["title"], ability["text"], _modifier(here, changes, units, _MODIFIER)),
    )


# -- a set -------------------------------------------------------------------------------------------------------------


def add(printed: Mapping[str, Any], added: Mapping[str, Any], path: Path_ = ()) -> dict[str, Any]:
    """Printed values plus reconstructed ones.

    Raises:
        CardFileError: the reconstruction changes a printed value.
    """
    out = dict(printed)
    for key, value in added.items():
        if key in out and isinstance(out[key], dict) and isinstance(value, dict) and len(path) < 2:
            out[key] = add(out[key], value, (*path, key))
        elif key in out:
            raise CardFileError((*path, key), f"is printed as {out[key]!r}; a reconstruction may not change it")
        else:
            out[key] = value
    return out


def card_set(
    data: Mapping[str, Any],
    added: Mapping[str, Any],
    units: Sequence[Unit],
    factions: Sequence[str],
    source: str = "",
    own: Mapping[str, Any] = MappingProxyType({}),
) -> CardSet:
    """The cards and companions of ``data``, checked one by one and together.

    ``own`` are the values of the owner's file ``source``: where several entries are wrong together, that one is named.

    Raises:
        CardFileError: what is wrong, and where.
    """
    companions = {name: read_companion(name, entry, units, factions) for name, entry in data["companion"].items()}
    cards = {
        name: read_card(name, entry, added.get("card", {}).get(name, {}), units) for name, entry in data["card"].items()
    }
    owners = (NEUTRAL, *companions)
    for name, card in cards.items():
        _word(("card", name, "owner"), card.owner, owners)
    found = CardSet(cards, companions, source)
    check_set(found, factions, own)
    return found


def own_set(
    path: str | Path, base: Mapping[str, Any], added: Mapping[str, Any], units: Sequence[Unit], factions: Sequence[str]
) -> CardSet:
    """The set with the values of the owner's own file put over it.

    The file may hold ``remove = [names of cards]``, ``[card.NAME]`` and ``[companion.NAME]`` tables; each key that it
    gives replaces that value. What the reconstruction left in is still marked as reconstructed.

    Raises:
        CardFileError: with the file's name, the line and the reason.
    """
    source = Path(path).name
    try:
        text = Path(path).read_bytes().decode("utf-8")
        if len(text) > 200_000:
            raise CardFileError((), f"a card file has at most 200 kB, this one {len(text) // 1000}")
        own = tomllib.loads(text)
    except (OSError, UnicodeDecodeError) as error:
        raise CardFileError((), f"cannot be read: {error}", source) from None
    except tomllib.TOMLDecodeError as error:
        raise CardFileError((), f"is not TOML: {error}", source) from None
    except CardFileError as error:
        raise CardFileError((), error.reason, source) from None
    try:
        return _over(own, base, added, units, factions, source)
    except CardFileError as error:
        raise located(error, {source: text}) from None


def _changed(old: Mapping[str, Any], entry: Mapping[str, Any]) -> str:
    """The key of a card's entry after which the old text would be wrong; numbers in its braces may change."""

    def said(effect: Any) -> Any:
        if type(effect) is not dict:
            return effect
        return {key: type(value) if f"{{{key}}}" in old["text"] else value for key, value in effect.items()}

    for key in ("type", "condition", "effect"):
        if key in entry and said(entry[key]) != said(old.get(key)):
            return key
    return ""


def _over(
    own: Mapping[str, Any],
    base: Mapping[str, Any],
    added: Mapping[str, Any],
    units: Sequence[Unit],
    factions: Sequence[str],
    source: str,
) -> CardSet:
    _check((), dict(own), {}, {"remove": list, "card": dict, "companion": dict})
    gone = _list(("remove",), own.get("remove", []), tuple(base["card"]))
    merged: dict[str, Any] = {"companion": dict(base["companion"]), "card": {}}
    merged["card"] = {name: entry for name, entry in base["card"].items() if name not in gone}
    for kind in ("companion", "card"):
        for name, entry in own.get(kind, {}).items():
            if type(entry) is not dict:
                raise CardFileError((kind, name), f"expected a table, got {entry!r:.60}")
            old = merged[kind].get(name, {})
            if kind == "companion" and not old:
                raise CardFileError((kind, name), f"there is no such companion; there are {', '.join(merged[kind])}")
            if not old and not (0 < len(name) <= 40 and name.replace("-", "").isalnum() and name == name.lower()):
                raise CardFileError((kind, name), "a card's name is small letters, numbers and hyphens, as war-bots")
            fresh = {"copies": 2} if kind == "card" and not old else {}
            if kind == "card" and old and "text" not in entry and (changed := _changed(old, entry)):
                raise CardFileError((kind, name, changed), "it changes the card, so the text has to be given too")
            merged[kind][name] = {**fresh, **old, **entry}
    if "none" in merged["card"]:
        raise CardFileError(("card", "none"), "that word means no card")
    left = {
        name: {k: v for k, v in entry.items() if k not in own.get("card", {}).get(name, {})}
        for name, entry in added.get("card", {}).items()
    }
    return card_set(merged, {"card": left}, units, factions, source, own)
