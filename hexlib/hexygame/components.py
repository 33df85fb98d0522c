"""Cards and decks, read from the data files in ``cards/`` and checked on load.

``printed.toml`` holds what the rulebook prints, ``reconstructed.toml`` our cards and decks; an owner's own file may
replace cards and add to them (:func:`load_cards`).
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

from hexlib.hexygame.vocabulary import (
    COLOURS,
    ENERGY,
    NO_TARGET,
    SELF,
    TARGET,
    Ability,
    Aura,
    CardError,
    Cost,
    Effect,
    Target,
    Trigger,
    ability_text,
    aura_text,
    effects_text,
    flag,
    keys_text,
    number,
    read_ability,
    read_aura,
    read_cost,
    read_effects,
    read_keys,
    read_target,
    read_trigger,
    table,
    title,
    trigger_text,
    word,
)
from hexlib.record_lines import line_of
from hexlib.spelling import nearest

__all__ = [
    "ARTIFACT",
    "BUILDING",
    "COMMON",
    "CREATURE",
    "ENCHANTMENT",
    "MOST_POINTS",
    "PRINTED",
    "SORCERY",
    "STANDARD",
    "TYPES",
    "WIZARDRY",
    "Card",
    "CardError",
    "CardSet",
    "load_cards",
]

TYPES = ("building", "creature", "artifact", "enchantment", "wizardry", "sorcery")
BUILDING, CREATURE, ARTIFACT, ENCHANTMENT, WIZARDRY, SORCERY = range(6)
_A = ("a building", "a creature", "an artifact", "an enchantment", "a wizardry", "a sorcery")
RARITIES = ("common", "uncommon", "rare", "basic")
_NAME = re.compile(r"[a-z0-9-]{1,40}")


def _file(name: str) -> dict[str, Any]:
    return tomllib.loads((resources.files(__package__) / "cards" / name).read_text("utf-8"))


PRINTED: Mapping[str, Any] = _file("printed.toml")
"""The numbers and names that the rulebook prints."""
MOST_POINTS: int = PRINTED["deck"]["most_points"]
LEAST_CARDS: int = PRINTED["deck"]["least"]
_COPY_RULES = {
    "rare": "hexy.deck.max_rare",
    "uncommon": "hexy.deck.max_uncommon",
    "common": "hexy.deck.max_common",
}
COPIES: dict[str, int] = {name: PRINTED["copies"][name] for name in ("rare", "uncommon", "common")}
_COMMON = {k: v for k, v in PRINTED["common"].items() if k != "rules"}
COMMON: Ability = read_ability(_COMMON, "common")
"""The ability of every building: remove two points, add one to an adjacent building (Cards)."""


@dataclass(frozen=True, slots=True)
class Card:
    """A card of a set. Board cards have the four numbers; the rest have zeros there."""

    name: str
    title: str
    type: int
    """Place in ``TYPES``."""
    rarity: str
    """``common``, ``uncommon``, ``rare``, or ``basic`` (any number of copies)."""
    cost: Cost
    attack: int = 0
    defense: int = 0
    actions: int = 0
    points: int = 0
    keys: int = 0
    """Set of keywords."""
    distance: int = 1
    """Attack distance."""
    yields: int = 0
    """Building: the colour of its energy, a place in ``COLOURS``."""
    per_point: int = 1
    """Building: energy for each point taken off it."""
    limit: int = MOST_POINTS
    """Most points that it can carry."""
    to_hand: bool = False
    """Whether it goes to its owner's hand when it is destroyed."""
    slow: bool = False
    """Wizardry: only at sorcery speed."""
    target: Target = NO_TARGET
    play: tuple[Effect, ...] = ()
    """What a wizardry or sorcery does."""
    triggers: tuple[Trigger, ...] = ()
    abilities: tuple[Ability, ...] = ()
    """Activated abilities; of a building the common one first."""
    aura: Aura | None = None
    """What an enchantment changes of its host."""
    text: str = ""
    source: str = "reconstruction"
    """``"reconstruction"`` or ``"owner"``: no card is printed in the rulebook."""

    @property
    def is_board(self) -> bool:
        """Whether it is a building, creature or artifact."""
        return self.type <= ARTIFACT

    @property
    def colour(self) -> int:
        """The colour of its cost, else of its energy; a place in ``COLOURS``."""
        return next((c for c in (1, 2, 3) if self.cost[c]), self.yields)

    @property
    def initial(self) -> int:
        """Points that it enters with (Cards; ruling H23)."""
        return min(self.points, self.limit)


_CARD_KEYS = (
    "title",
    "type",
    "rarity",
    "basic",
    "cost",
    "numbers",
    "keywords",
    "distance",
    "yields",
    "per_point",
    "limit",
    "destroyed",
    "timing",
    "target",
    "play",
    "trigger",
    "ability",
    "enchant",
    "note",
)


def _card(name: str, data: Any, source: str) -> Card:
    path = f"card.{name}"
    if not _NAME.fullmatch(name):
        raise CardError(f"{path[:60]}: a card's name is written in small letters, digits and hyphens, 40 at most")
    given = table(data, path, _CARD_KEYS)
    for key in ("title", "type"):
        if key not in given:
            raise CardError(f"{path}: {key} is missing")
    kind = TYPES.index(word(given["type"], f"{path}.type", TYPES))
    board, virtual = kind <= ARTIFACT, kind in (WIZARDRY, SORCERY)
    basic = flag(given, "basic", path)
    if basic and "rarity" in given:
        raise CardError(f"{path}.rarity: a basic card has no rarity, for any number of copies is allowed")
    rarity = "basic" if basic else word(given.get("rarity"), f"{path}.rarity", RARITIES[:3])
    for key, fits, only in (
        ("numbers", board, "a building, creature or artifact"),
        ("play", virtual, "a wizardry or sorcery"),
        ("enchant", kind == ENCHANTMENT, "an enchantment"),
        ("yields", kind == BUILDING, "a building"),
        ("per_point", kind == BUILDING, "a building"),
        ("limit", board, "a board card"),
        ("destroyed", board, "a board card"),
        ("distance", board, "a board card"),
        ("keywords", board, "a board card"),
        ("timing", kind == WIZARDRY, "a wizardry"),
    ):
        if key in given and not fits:
            raise CardError(f"{path}.{key}: only {only} has {key}; this is {_A[kind]}")
    for key, needed in (("numbers", board), ("play", virtual), ("enchant", kind == ENCHANTMENT)):
        if needed and key not in given:
            raise CardError(f"{path}: {key} is missing; {_A[kind]} needs it")
    numbers = given.get("numbers", [0, 0, 0, 0])
    if not isinstance(numbers, list) or len(numbers) != 4:
        raise CardError(f"{path}.numbers: expected four numbers, attack, defense, actions, points; got {numbers!r}")
    tops = (12, 12, 6, 12)
    a, d, n, p = (number(v, f"{path}.numbers[{i + 1}]", 0, tops[i]) for i, v in enumerate(numbers))
    if board and p < 1:
        raise CardError(f"{path}.numbers[4]: a board card enters with at least one point (ruling H24)")
    play = read_effects(given["play"], f"{path}.play", TARGET) if virtual else ()
    for i, effect in enumerate(play):
        if effect.to == SELF or effect.beside:
            what = "to" if effect.to == SELF else "beside"
            raise CardError(f"{path}.play[{i + 1}].{what}: a spell stands on no hex; only abilities have it")
    if basic and kind != BUILDING and not (kind == WIZARDRY and all(effect.verb == ENERGY for effect in play)):
        raise CardError(f"{path}.basic: only a building, or a wizardry that does nothing but give energy, is basic")
    target = read_target(given.get("target"), f"{path}.target", play, False)
    if kind == ENCHANTMENT:
        if target.what and target.what not in ("card", "creature", "building", "artifact"):
            raise CardError(f"{path}.target.what: an enchantment enchants a board card, not {target.what!r}")
        target = target if target.what else Target("card")
    elif board and target.what:
        raise CardError(f"{path}.target: a board card is cast on a free hex; it has no other target")
    triggers = _list(given, "trigger", path)
    abilities = tuple(read_ability(x, f"{path}.ability[{i + 1}]") for i, x in enumerate(_list(given, "ability", path)))
    card = Card(
        name=name,
        title=title(given, path),
        type=kind,
        rarity=rarity,
        cost=read_cost(given.get("cost", {}), f"{path}.cost"),
        attack=a,
        defense=d,
        actions=n,
        points=p,
        keys=read_keys(given.get("keywords", []), f"{path}.keywords"),
        distance=number(given.get("distance", 1), f"{path}.distance", 1, 5),
        yields=_colour(given.get("yields", "colourless"), f"{path}.yields"),
        per_point=number(given.get("per_point", 1), f"{path}.per_point", 0, 6),
        limit=number(given.get("limit", MOST_POINTS), f"{path}.limit", 1, 12),
        to_hand=word(given.get("destroyed", "graveyard"), f"{path}.destroyed", ("graveyard", "hand")) == "hand",
        slow=word(given.get("timing", "any"), f"{path}.timing", ("any", "main")) == "main",
        target=target,
        play=play,
        triggers=tuple(read_trigger(x, f"{path}.trigger[{i + 1}]") for i, x in enumerate(triggers)),
        abilities=(COMMON, *abilities) if kind == BUILDING else abilities,
        aura=read_aura(given["enchant"], f"{path}.enchant") if kind == ENCHANTMENT else None,
        source=source,
    )
    object.__setattr__(card, "text", card_text(card))
    return card


def _list(given: Mapping[str, Any], key: str, path: str) -> list[Any]:
    value = given.get(key, [])
    if not isinstance(value, list):
        raise CardError(f"{path}.{key}: expected a list of tables, as [[{path}.{key}]], got {value!r}")
    return value


def _colour(value: Any, path: str) -> int:
    return COLOURS.index(word(value, path, COLOURS))


def card_text(card: Card) -> str:
    """The rules text of a card, made from its parts."""
    parts = [keys_text(card.keys).capitalize() + "."] if card.keys else []
    if card.distance > 1:
        parts.append(f"Attack distance {card.distance}.")
    if card.type == BUILDING:
        amount = {0: "no", 1: "one"}.get(card.per_point, str(card.per_point))
        parts.append(f"Each point taken off gives {amount} {COLOURS[card.yields]} energy.")
    if card.limit != MOST_POINTS:
        parts.append(f"It can carry {card.limit} points.")
    if card.to_hand:
        parts.append("When it is destroyed, it goes to its owner's hand.")
    if card.play:
        parts.append(effects_text(card.play, card.target))
    if card.slow:
        parts.append("Only in your Main Phase with an empty stack.")
    if card.aura:
        if card.target.whose != "any" or card.target.what != "card":
            what = "board card" if card.target.what == "card" else card.target.what
            whose = "" if card.target.whose == "any" else f" {card.target.whose}"
            parts.append(f"Enchant{whose} {what}.")
        parts.append(aura_text(card.aura))
    acts = [*map(trigger_text, card.triggers), *(ability_text(a) for a in card.abilities if a is not COMMON)]
    if card.type == ENCHANTMENT:  # what it has, it does for the card above it
        acts = [text.replace("this card", "the enchanted card") for text in acts]
    parts += acts
    return " ".join(filter(None, parts))


class CardSet:
    """Cards in a fixed order (a card's number is its place) and ready decks. Compared by content."""

    def __init__(self, cards: Mapping[str, Card], decks: Mapping[str, Mapping[str, int]]) -> None:
        self.cards: tuple[Card, ...] = tuple(cards.values())
        self.names: tuple[str, ...] = tuple(cards)
        self.number: dict[str, int] = {name: i for i, name in enumerate(self.names)}
        self.costs: frozenset[Cost] = frozenset(card.cost for card in self.cards)
        self.abilities: tuple[tuple[tuple[int, int], ...], ...] = tuple(
            tuple((kind, i) for i in range(len(card.abilities))) for kind, card in enumerate(self.cards)
        )
        """For each card its activated abilities: the card's number, and which one."""
        self.decks: dict[str, dict[str, int]] = {name: dict(deck) for name, deck in decks.items()}

    def __len__(self) -> int:
        return len(self.cards)

    def __getitem__(self, name: str) -> Card:
        return self.cards[self.number[name]]

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, CardSet) and self.cards == other.cards and self.decks == other.decks)

    def __hash__(self) -> int:
        return hash(self.names)

    def deck_faults(self, deck: Mapping[str, int], without: frozenset[str] = frozenset()) -> list[tuple[str, str]]:
        """Why the deck is not allowed: a rule id and a sentence each (Game rules); ``without`` leaves rules out."""
        out = []
        total = sum(deck.values())
        if total < LEAST_CARDS:
            out.append(("hexy.deck.min_size", f"the deck has {total} cards; {LEAST_CARDS} are the least"))
        for name, copies in deck.items():
            card = self[name]
            most = COPIES.get(card.rarity)
            if most is not None and copies > most:
                rule = _COPY_RULES[card.rarity]
                out.append((rule, f"{copies} copies of {card.title}; of a {card.rarity} card {most} are the most"))
        return [fault for fault in out if fault[0] not in without]


def _decks(data: Any, cards: Mapping[str, Card]) -> dict[str, dict[str, int]]:
    out: dict[str, dict[str, int]] = {}
    for name, entry in table(data, "deck", data if isinstance(data, Mapping) else ()).items():
        given = table(entry, f"deck.{name}", ("title", "cards"))
        if "title" in given:
            title(given, f"deck.{name}")
        counts = given.get("cards")
        if not isinstance(counts, Mapping):
            raise CardError(f"deck.{name}.cards: expected a table of cards and numbers, got {counts!r}")
        for card, copies in counts.items():
            if card not in cards:
                raise CardError(f"deck.{name}.cards: there is no card {card!r}; {nearest(card, cards)}")
            number(copies, f"deck.{name}.cards.{card}", 1, 99)
        out[name] = dict(counts)
    return out


def _parse(text: str, where: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise CardError(f"{where}: this is not TOML: {error}") from None


def load_cards(source: str | Path, *, alone: bool = False) -> CardSet:
    """The book's cards with the owner's own on top: a card of the same name is replaced, others are added.

    Args:
        source: the path of a TOML file, or its text if it holds a line break.
        alone: leave out the book's cards and decks.

    Raises:
        CardError: a value is wrong; the message names the file, the line and the path of the value.
        OSError: the file cannot be read.
    """
    if isinstance(source, str) and "\n" in source:
        text, where = source, "cards"
    else:
        where = Path(source).name
        try:
            text = Path(source).read_text("utf-8")
        except UnicodeDecodeError:
            raise CardError(f"{where}: this is no text in UTF-8") from None
    try:
        return _read(_parse(text, where), where, None if alone else STANDARD)
    except CardError as error:
        raise _located(error, text, where) from None


def _located(error: CardError, text: str, where: str) -> CardError:
    """The same error with the file and the line where the value stands, or the nearest table round it."""
    path = str(error).partition(": ")[0]
    if path == where:
        return error
    parts = re.findall(r"\[(\d+)\]|([^.\[\]]+)", path)
    line = line_of(text, tuple(name or int(place) - 1 for place, name in parts))
    return CardError(f"{where}, line {line}: {error}" if line else f"{where}: {error}")


def _read(parsed: Any, where: str, base: CardSet | None) -> CardSet:
    """The set that a card file holds, on top of another."""
    data = table(parsed, where, ("card", "deck"))
    cards = {} if base is None else dict(zip(base.names, base.cards, strict=True))
    for name, entry in table(data.get("card", {}), "card", data.get("card", {})).items():
        cards[name] = _card(name, entry, "owner")
    if not cards:
        raise CardError(f"{where}: there is no [card.NAME]")
    decks = {} if base is None else dict(base.decks)
    decks.update(_decks(data.get("deck", {}), cards))
    return CardSet(cards, decks)


@cache
def _standard() -> CardSet:
    added = _file("reconstructed.toml")
    table(added, "reconstructed.toml", ("card", "deck"))
    for name, entry in added["card"].items():
        if isinstance(entry, dict) and entry.get("type") not in PRINTED["type"]:
            raise CardError(f"reconstructed.toml: card.{name}.type: {entry.get('type')!r} is not a printed type")
    cards = {name: _card(name, entry, "reconstruction") for name, entry in added["card"].items()}
    return CardSet(cards, _decks(added["deck"], cards))


STANDARD: CardSet = _standard()
"""The cards of the book, all of them a reconstruction, and two ready decks."""
