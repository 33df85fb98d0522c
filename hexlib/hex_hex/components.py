"""The cards as data: what each does, from a small vocabulary of effects, read from ``cards/`` and checked on load.

A card has a ``moment`` in which it may be played:

- ``intended`` (the usual one): as the answer to a Hex before its player;
- ``arrival``: on another player who has just become the Intended;
- ``reaction``: when a card has just been turned up;
- ``any``: also out of turn, in either of those windows;
- ``hexed``: only when Hexed;
- ``dealt``: at once when it comes into the hand from the deck.

Its ``effect`` is made of:

- ``pass``: where the Hex goes (:data:`PASSES`); ``copy`` duplicates it, ``keeps_sender`` leaves the sender as it was;
- ``mark``: what stays on the Hex: ``loss``, ``gain`` (added when it goes off), ``thrice`` (what Double & Thrice
  costs and gives), ``sting`` (lost at each arrival), ``compel``; an empty mark is only a token;
- ``before``: what happens before the Hex moves (:data:`BEFORES`);
- ``cancel``: ``"take"`` or ``"discard"``; ``dismiss``; ``detonate``; ``challenge``; ``command``; ``charm``; ``twixt``;
  ``scorch`` and ``race`` with a number of Voice; ``not_first``; ``immune``;
- ``spares``: ``"gain"`` (one Voice for each card named by ``counts``) or ``"neighbours"``; ``pox``;
- ``draw`` (cards), ``name``, ``discard_hand``, ``order``, ``conjure``, ``standing`` (:data:`STANDINGS`), ``enduring``.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from hexlib.record_lines import line_of
from hexlib.spelling import nearest

__all__ = [
    "BEFORES",
    "COMPELS",
    "GROUPS",
    "MOMENTS",
    "PASSES",
    "SETS",
    "STANDINGS",
    "Card",
    "CardSet",
    "DeckError",
    "card_set",
    "own_deck",
]

GROUPS = ("basic", "enhanced", "counter", "hexed", "dealt", "special")
MOMENTS = ("intended", "arrival", "reaction", "any", "hexed", "dealt")
PASSES = ("left", "right", "across", "any", "most", "sender", "both", "onward", "holder")
BEFORES = ("knock", "draw", "rotate", "dispel", "steal")
COMPELS = ("left", "right", "most")
STANDINGS = ("shackle", "borrow", "bind")
SETS = ("next", "original", "both")


class DeckError(ValueError):
    """A mistake in a deck of one's own. The message has the line, if there is one, the key, and what would be right."""

    def __init__(self, message: str, key: str = "", line: int = 0, source: str = "") -> None:
        where = ", ".join(part for part in (source, f"line {line}" if line else "", key) if part)
        super().__init__(f"{where}: {message}" if where else message)
        self.message, self.key, self.line = message, key, line


@dataclass(frozen=True, slots=True)
class Card:
    """One kind of card; the attributes are those of the vocabulary above, unset where the card has no such effect."""

    name: str
    title: str
    group: str
    moment: str
    text: str
    rules: tuple[str, ...]
    ways: str = ""
    """``pass`` of the vocabulary."""
    copy: bool = False
    keeps_sender: bool = False
    token: bool = False
    """Whether it has a dot: its token stays on the Hex."""
    loss: int = 0
    gain: int = 0
    thrice: bool = False
    sting: int = 0
    compel: str = ""
    before: str = ""
    cancel: str = ""
    dismiss: bool = False
    detonate: bool = False
    challenge: bool = False
    scorch: int = 0
    command: bool = False
    charm: bool = False
    twixt: bool = False
    race: int = 0
    not_first: bool = False
    immune: bool = False
    spares: str = ""
    counts: str = ""
    pox: bool = False
    draw: int = 0
    names: bool = False
    """``name`` of the vocabulary: its player names a player."""
    discard_hand: bool = False
    order: bool = False
    conjure: bool = False
    standing: str = ""
    enduring: bool = False
    words: tuple[str, ...] = ()
    """Which of the words left and right stand on the card."""
    reconstructed: tuple[str, ...] = ()
    """Names of the values that the rulebook does not print."""
    answers: bool = False
    """Whether the Intended can answer a Hex with it alone."""


@dataclass(frozen=True, slots=True)
class CardSet:
    """The cards of a game and how many of each the deck has."""

    cards: Mapping[str, Card]
    copies: Mapping[str, int]
    """Name to number, in the catalogue's order; only cards that are in the deck."""
    order: Mapping[str, int]

    @property
    def size(self) -> int:
        """How many cards the deck has."""
        return sum(self.copies.values())


_CARD_KEYS = ("title", "group", "moment", "text", "effect", "copies", "rules", "ruling")
_FLAGS = (
    "copy",
    "keeps_sender",
    "dismiss",
    "detonate",
    "challenge",
    "command",
    "charm",
    "twixt",
    "not_first",
    "immune",
    "pox",
    "name",
    "discard_hand",
    "order",
    "conjure",
    "enduring",
)
_WORDS: dict[str, tuple[str, ...]] = {
    "pass": PASSES,
    "before": BEFORES,
    "cancel": ("take", "discard"),
    "spares": ("gain", "neighbours"),
    "standing": STANDINGS,
}
_NUMBERS = {"scorch": 9, "race": 9, "draw": 5}
_MARKS = {"loss": 9, "gain": 9, "sting": 9}
_EFFECTS = (*_FLAGS, *_WORDS, *_NUMBERS, "mark", "counts")


def _fail(path: str, message: str) -> None:
    raise DeckError(message, path)


def _typed(path: str, value: Any, kind: type, what: str) -> Any:
    if type(value) is not kind:
        _fail(path, f"must be {what}, not {value!r}")
    return value


def _number(path: str, value: Any, most: int) -> int:
    number: int = _typed(path, value, int, "a whole number")
    if not 0 <= number <= most:
        _fail(path, f"must be from 0 to {most}, not {number}")
    return number


def _effect(path: str, data: Mapping[str, Any]) -> dict[str, Any]:
    out: dict[str, Any] = {}
    for key, value in data.items():
        where = f"{path}.{key}"
        if key in _FLAGS:
            out[{"name": "names"}.get(key, key)] = _typed(where, value, bool, "true or false")
        elif key in _WORDS:
            if value not in _WORDS[key]:
                _fail(where, f"{value!r} is not one of {', '.join(_WORDS[key])}")
            out[{"pass": "ways"}.get(key, key)] = value
        elif key in _NUMBERS:
            out[key] = _number(where, value, _NUMBERS[key])
        elif key == "counts":
            out[key] = _typed(where, value, str, "the name of a card")
        elif key == "mark":
            out["token"] = True
            for name, inner in _typed(where, value, dict, "a table").items():
                if name in _MARKS:
                    out[name] = _number(f"{where}.{name}", inner, _MARKS[name])
                elif name == "thrice":
                    out[name] = _typed(f"{where}.{name}", inner, bool, "true or false")
                elif name == "compel":
                    if inner not in COMPELS:
                        _fail(f"{where}.{name}", f"{inner!r} is not one of {', '.join(COMPELS)}")
                    out[name] = inner
                else:
                    _fail(f"{where}.{name}", f"unknown key; {nearest(name, (*_MARKS, 'thrice', 'compel'))}")
        else:
            _fail(where, f"unknown effect; {nearest(key, _EFFECTS)}")
    return out


def _card(name: str, data: Mapping[str, Any], added: tuple[str, ...] = ()) -> Card:
    path = f"card.{name}"
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name):
        _fail(path, "a card's name is small letters, digits and hyphens")
    for key in data:
        if key not in _CARD_KEYS:
            _fail(f"{path}.{key}", f"unknown key; {nearest(key, _CARD_KEYS)}")
    for key in ("title", "text", "effect"):
        if key not in data:
            _fail(path, f"{key} is missing")
    title = _typed(f"{path}.title", data["title"], str, "a text")
    text = _typed(f"{path}.text", data["text"], str, "a text")
    group, moment = data.get("group", "enhanced"), data.get("moment", "intended")
    if group not in GROUPS:
        _fail(f"{path}.group", f"{group!r} is not one of {', '.join(GROUPS)}")
    if moment not in MOMENTS:
        _fail(f"{path}.moment", f"{moment!r} is not one of {', '.join(MOMENTS)}")
    effect = _effect(f"{path}.effect", _typed(f"{path}.effect", data["effect"], dict, "a table"))
    said = set(re.findall(r"\b(left|right)\b", f"{title} {text}".lower()))
    card = Card(
        name=name,
        title=title,
        group=group,
        moment=moment,
        text=text,
        rules=_rules(f"{path}.rules", data.get("rules", ())),
        words=tuple(w for w in ("left", "right") if w in said),
        reconstructed=added,
        answers=any(effect.get(k) for k in ("ways", "dismiss", "detonate", "race")) or effect.get("before") == "rotate",
        **effect,
    )
    _makes_sense(path, card)
    return card


def _rules(path: str, value: Any) -> tuple[str, ...]:
    """Ids of statements, for the reader who asks where the card comes from."""
    if not isinstance(value, (list, tuple)) or not all(isinstance(rule, str) for rule in value):
        _fail(path, f"must be a list of ids of statements, not {value!r}")
    return tuple(value)


def _known(path: str, rules: tuple[str, ...]) -> None:
    if rules:
        from hexlib.rules import Rulebook

        there = Rulebook.load("hex_hex").statements
        for rule in rules:
            if rule not in there:
                _fail(path, f"there is no statement {rule!r}; {nearest(rule, there)}")


_ONLY_AT: dict[str, tuple[str, ...]] = {
    "arrival": ("scorch", "command", "charm"),
    "reaction": ("cancel",),
    "hexed": ("spares", "pox"),
    "dealt": ("draw", "names", "discard_hand", "order", "conjure", "standing"),
}
"""Effects that work at one moment only."""
_ONE_OF = ("ways", "dismiss", "detonate", "race", "twixt", "scorch", "command", "charm", "cancel", "spares", "pox")
"""What a card is played for: one thing."""


def _makes_sense(path: str, card: Card) -> None:
    """An effect must belong to the moment in which the card is played."""
    shown = {"ways": "pass", "names": "name"}
    for moment, effects in _ONLY_AT.items():
        for effect in effects:
            if getattr(card, effect) and card.moment != moment:
                _fail(f"{path}.effect.{shown.get(effect, effect)}", f"works only with moment = {moment!r}")
    several = [shown.get(k, k) for k in _ONE_OF if getattr(card, k)]
    if len(several) > 1:
        _fail(f"{path}.effect", f"a card does one of {' and '.join(several)}, not both")
    if card.moment in ("hexed", "dealt") and several and several[0] not in ("spares", "pox"):
        _fail(f"{path}.effect.{several[0]}", f"does nothing at the moment {card.moment!r}")
    for effect in ("copy", "keeps_sender", "challenge"):
        if getattr(card, effect) and not card.ways:
            _fail(f"{path}.effect.{effect}", "needs a pass")
    if card.before in ("knock", "dispel", "steal") and not card.ways:
        _fail(f"{path}.effect.before", f"{card.before!r} needs a pass: it is done to the player who gets the Hex")
    needs = {
        "reaction": bool(card.cancel),
        "arrival": bool(card.scorch or card.command or card.charm),
        "any": bool(card.detonate or card.race),
        "intended": card.answers or card.twixt,
        "hexed": bool(card.spares or card.pox),
        "dealt": bool(card.draw or card.names or card.discard_hand or card.order or card.conjure or card.standing),
    }
    if not needs[card.moment]:
        fits = [moment for moment, there in needs.items() if there]
        _fail(
            f"{path}.moment",
            f"a card with this effect is not played at the moment {card.moment!r}; "
            + (f"{' or '.join(fits)} would do" if fits else "it has no effect at any moment"),
        )
    if card.spares == "gain" and not card.counts:
        _fail(f"{path}.effect.counts", 'is missing: the card that spares = "gain" counts')
    if card.standing == "shackle" and not card.names:
        _fail(f"{path}.effect.name", "is missing: a shackle names a player")
    if card.copy and card.ways not in ("sender", "left", "right", "any", "across"):
        _fail(f"{path}.effect.copy", "needs a pass to one player")


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads((resources.files(__package__) / "cards" / name).read_text("utf-8"))


def _merge(printed: Mapping[str, Any], added: Mapping[str, Any], path: str) -> dict[str, Any]:
    """Printed values plus reconstructed ones.

    Raises:
        DeckError: the reconstruction changes a printed value.
    """
    out = dict(printed)
    for key, value in added.items():
        if key in out and isinstance(out[key], dict) and isinstance(value, dict):
            out[key] = _merge(out[key], value, f"{path}.{key}")
        elif key in out:
            _fail(f"reconstructed.toml: {path}.{key}", f"is printed as {out[key]!r} and may not be changed")
        else:
            out[key] = value
    return out


@cache
def _catalogue() -> tuple[dict[str, Card], dict[str, dict[str, int]]]:
    """The cards of both sets, and for each its copies in each set."""
    printed, added = _read("printed.toml")["card"], _read("reconstructed.toml")["card"]
    whole = _merge(printed, added, "card")
    cards = {
        name: _card(name, data, tuple(k for k in added.get(name, {}) if k != "ruling")) for name, data in whole.items()
    }
    return cards, {name: dict(data["copies"]) for name, data in whole.items()}


def _set(cards: Mapping[str, Card], copies: Mapping[str, int]) -> CardSet:
    return CardSet(cards, {n: k for n, k in copies.items() if k}, {name: i for i, name in enumerate(cards)})


@cache
def card_set(name: str) -> CardSet:
    """One of :data:`SETS`: the cards of HEX HEX NEXT, those of the first game, or both shuffled together."""
    cards, copies = _catalogue()
    sets = ("next", "original") if name == "both" else (name,)
    return _set(cards, {n: sum(c.get(s, 0) for s in sets) for n, c in copies.items()})


def own_deck(source: str | Path | Mapping[str, Any]) -> CardSet:
    """A deck of one's own: TOML text, a file, or the same as a table.

    ``[deck]`` says how many of each card there are; ``[card.NAME]`` makes a new card, or gives a known one another
    title, text, group, moment or effect. Cards that are neither named nor printed cannot be in it.

    Raises:
        DeckError: something in it is wrong; the message has the line, the key's path and what would be right.
        OSError: the file cannot be read.
    """
    text, name = _text(source)
    try:
        return _deck(_table(source, text))
    except DeckError as error:
        line = line_of(text, tuple(error.key.split("."))) if error.key else 0
        raise DeckError(error.message, error.key, line, name) from None


def _deck(data: Mapping[str, Any]) -> CardSet:
    for key in data:
        if key not in ("deck", "card"):
            _fail(key, f"unknown table; {nearest(key, ('deck', 'card'))}")
    known, _ = _catalogue()
    printed = _merge(_read("printed.toml")["card"], _read("reconstructed.toml")["card"], "card")
    cards = dict(known)
    for name, table in _typed("card", data.get("card", {}), dict, "a table").items():
        table = _typed(f"card.{name}", table, dict, "a table")
        base = {k: v for k, v in printed.get(name, {}).items() if k != "copies"}
        _known(f"card.{name}.rules", _rules(f"card.{name}.rules", table.get("rules", ())))
        cards[name] = _card(name, {**base, **table})
    copies: dict[str, int] = {}
    for name, number in _typed("deck", data.get("deck", {}), dict, "a table").items():
        if name not in cards:
            _fail(f"deck.{name}", f"there is no such card; {nearest(name, cards)}")
        copies[name] = _number(f"deck.{name}", number, 99)
    for name, card in cards.items():
        if card.counts and card.counts not in cards:
            _fail(f"card.{name}.effect.counts", f"there is no card {card.counts!r}; {nearest(card.counts, cards)}")
    total = sum(copies.values())
    if not 30 <= total <= 400:
        _fail("deck", f"a deck has 30 to 400 cards, this has {total}")
    return _set(cards, {name: copies.get(name, 0) for name in cards})


def _text(source: str | Path | Mapping[str, Any]) -> tuple[str, str]:
    """The text of a deck and the name of its file; both empty for a table, the name for a text."""
    if isinstance(source, Mapping):
        return "", ""
    if not isinstance(source, (str, Path)):
        raise DeckError(f"a deck is TOML text, a file or a table, not {source!r}")
    if isinstance(source, str) and "\n" in source:
        return source, ""
    try:
        return Path(source).read_text("utf-8"), Path(source).name
    except UnicodeDecodeError:
        raise DeckError("this is not text in UTF-8", source=Path(source).name) from None


def _table(source: str | Path | Mapping[str, Any], text: str) -> Mapping[str, Any]:
    if isinstance(source, Mapping):
        return source
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise DeckError(f"this is not TOML: {error}") from None
