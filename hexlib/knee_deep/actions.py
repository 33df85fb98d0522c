"""What a player can mean to do, and its notation."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass

from hexlib.game import Action, NotationError
from hexlib.knee_deep.board import FIELDS, POINTS, parse_field, parse_point
from hexlib.knee_deep.components import CARD_NAMES, UNIT_NAMES
from hexlib.spelling import meant

__all__ = [
    "HQ",
    "Build",
    "Damage",
    "Deploy",
    "Discard",
    "Draw",
    "End",
    "Housekeeping",
    "Keep",
    "Move",
    "Mulligan",
    "Play",
    "Recycle",
    "War",
    "Zone",
    "parse",
]

HQ = 217
"""In a :class:`Damage`, the enemy HQ: one more than the last field."""


def _name_of(names: Sequence[str], number: int) -> str:
    """The name, or the number where it has none: an action can be made of any numbers, and told why it is none."""
    return names[number] if type(number) is int and 0 <= number < len(names) else f"({number!r})"


@dataclass(frozen=True, slots=True)
class Keep(Action):
    """Keep the opening hand."""

    def __str__(self) -> str:
        return "keep"


@dataclass(frozen=True, slots=True)
class Mulligan(Action):
    """Give the opening hand back and draw a new one."""

    def __str__(self) -> str:
        return "mulligan"


@dataclass(frozen=True, slots=True)
class Deploy(Action):
    """Bring a vehicle from the supply to a field."""

    unit: int
    field: int

    def __str__(self) -> str:
        return f"deploy {_name_of(UNIT_NAMES, self.unit)} {_name_of(FIELDS, self.field)}"


@dataclass(frozen=True, slots=True)
class Move(Action):
    """One movement action of the vehicle on ``source``."""

    source: int
    target: int

    def __str__(self) -> str:
        return f"move {_name_of(FIELDS, self.source)}-{_name_of(FIELDS, self.target)}"


@dataclass(frozen=True, slots=True)
class Build(Action):
    """Build a structure from the supply on a field."""

    unit: int
    field: int

    def __str__(self) -> str:
        return f"build {_name_of(UNIT_NAMES, self.unit)} {_name_of(FIELDS, self.field)}"


@dataclass(frozen=True, slots=True)
class Play(Action):
    """Play an Action card; ``fields`` are what its text asks for, in the order of the text, ``point`` is a corner of
    three sectors if it asks for one."""

    card: str
    fields: tuple[int, ...] = ()
    point: int = -1

    def __str__(self) -> str:
        target = (
            "-".join(_name_of(FIELDS, f) for f in self.fields) if self.point == -1 else _name_of(POINTS, self.point)
        )
        return f"play {self.card}" + (f" {target}" if target else "")


@dataclass(frozen=True, slots=True)
class Draw(Action):
    """Pay to draw a card."""

    def __str__(self) -> str:
        return "draw"


@dataclass(frozen=True, slots=True)
class Recycle(Action):
    """Pay to discard a card and draw another."""

    card: str

    def __str__(self) -> str:
        return f"recycle {self.card}"


@dataclass(frozen=True, slots=True)
class Discard(Action):
    """Discard a card that the hand limit leaves no room for."""

    card: str

    def __str__(self) -> str:
        return f"discard {self.card}"


@dataclass(frozen=True, slots=True)
class Zone(Action):
    """Place the war zone marker on a corner of three sectors; ``point`` is -1 for three sectors with no such corner."""

    point: int
    sectors: str = ""

    def __str__(self) -> str:
        return f"zone {self.sectors if self.point == -1 else _name_of(POINTS, self.point)}"


@dataclass(frozen=True, slots=True)
class War(Action):
    """Lay a War card face down, or none."""

    card: str | None

    def __str__(self) -> str:
        return f"war {self.card or 'none'}"


@dataclass(frozen=True, slots=True)
class Damage(Action):
    """Destroy those pieces of the loser: field numbers in ascending order, ``HQ`` last."""

    targets: tuple[int, ...] = ()

    def __str__(self) -> str:
        return "damage " + (" ".join("hq" if t == HQ else _name_of(FIELDS, t) for t in self.targets) or "none")


@dataclass(frozen=True, slots=True)
class End(Action):
    """Close the actions; in phase 4, place no marker."""

    def __str__(self) -> str:
        return "end"


@dataclass(frozen=True, slots=True)
class Housekeeping(Action):
    """Do by hand a step that the game does by itself unless it is told to leave it to the player."""

    step: str

    def __str__(self) -> str:
        return f"do {self.step}"


STEPS = ("income", "power-up-draw", "reveal", "count", "return-marker", "exhaust")
"""The steps that :class:`Housekeeping` can name."""


_Reader = Callable[[list[str], Collection[str]], Action]


def _only(words: list[str], count: int, form: str) -> None:
    if len(words) != count:
        raise NotationError(f"write {form}")


def _name(text: str, names: Iterable[str], what: str) -> str:
    if text in names:
        return text
    raise NotationError(f"{text!r} is not {what}; there are {', '.join(names)}")


def _card(text: str, cards: Collection[str]) -> str:
    if text in cards:
        return text
    listed = ", ".join(cards) if len(cards) <= 12 else f"{len(cards)} of them, as sling"
    raise NotationError(f"{text!r} is not a card; there are {listed}" + meant(text, cards))


def _placed(make: Callable[[int, int], Action], form: str) -> _Reader:
    def read(words: list[str], cards: Collection[str]) -> Action:
        _only(words, 2, form)
        return make(UNIT_NAMES.index(_name(words[0], UNIT_NAMES, "a vehicle or structure")), parse_field(words[1]))

    return read


def _bare(make: Callable[[], Action], form: str) -> _Reader:
    def read(words: list[str], cards: Collection[str]) -> Action:
        _only(words, 0, f"{form} alone")
        return make()

    return read


def _move(words: list[str], cards: Collection[str]) -> Action:
    _only(words, 1, "a move as move B2.6-B2.0")
    source, dash, target = words[0].partition("-")
    if not dash:
        raise NotationError("write a move as move B2.6-B2.0")
    return Move(parse_field(source), parse_field(target))


def _play(words: list[str], cards: Collection[str]) -> Action:
    if not 1 <= len(words) <= 2:
        raise NotationError("write a card as play carry-all A4.5-C2.0")
    card = _card(words[0], cards)
    if len(words) == 2 and "." not in words[1] and words[1].count("-") == 2:
        try:
            return Play(card, (), parse_point(words[1]))
        except KeyError:
            raise NotationError(f"{words[1]}: those three sectors do not meet in one corner") from None
    fields = tuple(parse_field(f) for f in words[1].split("-")) if len(words) == 2 else ()
    return Play(card, fields)


def _recycle(words: list[str], cards: Collection[str]) -> Action:
    _only(words, 1, "recycle and one card, as recycle barrier")
    return Recycle(_card(words[0], cards))


def _discard(words: list[str], cards: Collection[str]) -> Action:
    _only(words, 1, "discard and one card, as discard sling")
    return Discard(_card(words[0], cards))


def _zone(words: list[str], cards: Collection[str]) -> Action:
    _only(words, 1, "zone and three sectors, as zone C1-C2-D2")
    try:
        return Zone(parse_point(words[0]))
    except KeyError:
        return Zone(-1, "-".join(sorted(words[0].split("-"))))


def _war(words: list[str], cards: Collection[str]) -> Action:
    _only(words, 1, "war and a card or none, as war sling")
    return War(None if words[0] == "none" else _card(words[0], cards))


def _damage(words: list[str], cards: Collection[str]) -> Action:
    if words == ["none"]:
        return Damage()
    if not words:
        raise NotationError("write what is destroyed, as damage D2.5 E1.2 hq, or damage none")
    targets = sorted({HQ if w == "hq" else parse_field(w) for w in words})
    if len(targets) != len(words):
        raise NotationError("a field stands twice")
    return Damage(tuple(targets))


def _housekeeping(words: list[str], cards: Collection[str]) -> Action:
    _only(words, 1, f"do and one of {', '.join(STEPS)}")
    return Housekeeping(_name(words[0], STEPS, "a step"))


_READERS: dict[str, _Reader] = {
    "keep": _bare(Keep, "keep"),
    "mulligan": _bare(Mulligan, "mulligan"),
    "deploy": _placed(Deploy, "a deployment as deploy tank A3.2"),
    "move": _move,
    "build": _placed(Build, "a building as build turret C2.2"),
    "play": _play,
    "draw": _bare(Draw, "draw"),
    "recycle": _recycle,
    "discard": _discard,
    "zone": _zone,
    "war": _war,
    "damage": _damage,
    "end": _bare(End, "end"),
    "do": _housekeeping,
}


def parse(text: str, cards: Collection[str] = CARD_NAMES) -> Action:
    """The action that the text means; ``cards`` are the names of the cards that there are.

    Raises:
        NotationError: it is not the notation of an action; the message quotes the text and says what would be right.
    """
    words = re.split(r"\s+", text.strip()) if len(text) <= 400 else ["?"]
    reader = _READERS.get(words[0])
    if reader is None:
        raise NotationError(f"{text[:80]!r} is not an action; it begins with one of {', '.join(_READERS)}")
    try:
        return reader(words[1:], cards)
    except NotationError as error:
        raise NotationError(f"{text!r}: {error}") from None
