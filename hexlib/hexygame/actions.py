"""What a player can mean to do, and its notation."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass

from hexlib.game import Action, NotationError
from hexlib.hexygame.board import FIELDS, NO_FIELD, parse_field
from hexlib.hexygame.vocabulary import COLOURS
from hexlib.spelling import meant

__all__ = [
    "Attack",
    "Burn",
    "Cast",
    "Choose",
    "Counter",
    "Discard",
    "Join",
    "Keep",
    "Move",
    "Mulligan",
    "Order",
    "Pass",
    "Payment",
    "Use",
    "parse",
]

Payment = tuple[int, ...]
"""The energies, as places in ``COLOURS``, that pay what any colour may pay; empty leaves the choice to the rule of the
house: colourless first, then the colour of which there is most (ruling H95)."""


def _with(pay: Payment) -> str:
    return " with " + " ".join(COLOURS[c] for c in pay) if pay else ""


def _aim(target: int, to: int, place: int) -> str:
    """The part of the notation behind a source: ``d4``, ``d4>d5`` or ``#1``."""
    if place:
        return f"#{place}"
    return FIELDS[target] + (f">{FIELDS[to]}" if to != NO_FIELD else "")


@dataclass(frozen=True, slots=True)
class Keep(Action):
    """Keep the opening hand."""

    def __str__(self) -> str:
        return "keep"


@dataclass(frozen=True, slots=True)
class Mulligan(Action):
    """Shuffle the opening hand into the library and draw one card fewer."""

    def __str__(self) -> str:
        return "mulligan"


@dataclass(frozen=True, slots=True)
class Cast(Action):
    """Cast a card of the hand, on a hex or a board card (``target``) or on an item of the stack (``place``)."""

    card: str
    target: int = NO_FIELD
    to: int = NO_FIELD
    """The hex that the target is put on, for a card that asks for one."""
    place: int = 0
    """Place in the stack, counted from the bottom, from 1; 0 for none."""
    pay: Payment = ()

    def __str__(self) -> str:
        aimed = self.place or self.target != NO_FIELD
        return f"cast {self.card}{'@' + _aim(self.target, self.to, self.place) if aimed else ''}{_with(self.pay)}"


@dataclass(frozen=True, slots=True)
class Use(Action):
    """Activate an ability of the board card on ``source``; its abilities are numbered from 1."""

    source: int
    ability: int = 1
    target: int = NO_FIELD
    to: int = NO_FIELD
    place: int = 0
    pay: Payment = ()

    def __str__(self) -> str:
        number = f":{self.ability}" if self.ability != 1 else ""
        aim = ""
        if self.place:
            aim = f"@#{self.place}"
        elif self.target != NO_FIELD:
            aim = ">" + _aim(self.target, self.to, 0)
        return f"use {FIELDS[self.source]}{number}{aim}{_with(self.pay)}"


@dataclass(frozen=True, slots=True)
class Move(Action):
    """Declare a move of the board card on ``source``."""

    source: int
    target: int
    pay: Payment = ()

    def __str__(self) -> str:
        return f"move {FIELDS[self.source]}-{FIELDS[self.target]}{_with(self.pay)}"


@dataclass(frozen=True, slots=True)
class Attack(Action):
    """Declare an attack. With several attackers, an ambush declared at once (only under a ruling)."""

    source: int
    target: int
    others: tuple[int, ...] = ()
    pay: Payment = ()

    def __str__(self) -> str:
        team = "+".join(FIELDS[f] for f in (self.source, *self.others))
        return f"attack {team}>{FIELDS[self.target]}{_with(self.pay)}"


@dataclass(frozen=True, slots=True)
class Join(Action):
    """Let the creature on ``source`` join the attack on the stack (Ambush)."""

    source: int
    pay: Payment = ()

    def __str__(self) -> str:
        return f"join {FIELDS[self.source]}{_with(self.pay)}"


@dataclass(frozen=True, slots=True)
class Counter(Action):
    """Declare the counterstrike of the attacked card on one attacker, paid by energy or by a point of the card."""

    source: int
    target: int
    by_point: bool = False
    pay: Payment = ()

    def __str__(self) -> str:
        how = "point" if self.by_point else "energy"
        return f"counter {FIELDS[self.source]}>{FIELDS[self.target]} pay {how}{_with(self.pay)}"


@dataclass(frozen=True, slots=True)
class Burn(Action):
    """Take points off an own building for energy."""

    field: int
    points: int = 1

    def __str__(self) -> str:
        return f"burn {FIELDS[self.field]} {self.points}"


@dataclass(frozen=True, slots=True)
class Discard(Action):
    """Discard a card for one colourless energy."""

    card: str

    def __str__(self) -> str:
        return f"discard {self.card}"


@dataclass(frozen=True, slots=True)
class Order(Action):
    """Put this triggered ability on the stack next: the ``number``-th waiting one of the card on ``field``."""

    field: int
    number: int = 1

    def __str__(self) -> str:
        return f"order {FIELDS[self.field]} {self.number}"


@dataclass(frozen=True, slots=True)
class Choose(Action):
    """Name a hex, where a ruling asks for one on resolution."""

    field: int

    def __str__(self) -> str:
        return f"choose {FIELDS[self.field]}"


@dataclass(frozen=True, slots=True)
class Pass(Action):
    """Do nothing with the priority."""

    def __str__(self) -> str:
        return "pass"


# -- reading -----------------------------------------------------------------------------------------------------------

_CAST = re.compile(r"([^@\s]+)(?:@(?:#(\d{1,3})|([a-k]\d+)(?:>([a-k]\d+))?))?")
_USE = re.compile(r"([a-k]\d+)(?::(\d{1,2}))?(?:@#(\d{1,3})|>([a-k]\d+)(?:>([a-k]\d+))?)?")


def _field(text: str | None) -> int:
    return parse_field(text) if text else NO_FIELD


def _payment(words: list[str]) -> Payment:
    """The energies after ``with``, sorted."""
    out = []
    for name in words:
        if name not in COLOURS:
            raise NotationError(f"{name[:40]!r} is no colour; there are {', '.join(COLOURS)}")
        out.append(COLOURS.index(name))
    if not out or len(out) > 24:
        raise NotationError("name the energies that pay after 'with', as with red red")
    return tuple(sorted(out))


def _card(text: str, names: Collection[str] | None) -> str:
    if names is None or text in names:
        return text
    raise NotationError(f"{text[:40]!r} is not a card{meant(text, names)}")


def _one(words: list[str], form: str) -> str:
    if len(words) != 1:
        raise NotationError(f"write {form}")
    return words[0]


def _number(text: str, form: str) -> int:
    if not text.isascii() or not text.isdigit() or not 1 <= int(text[:4]) <= 99:
        raise NotationError(f"write {form}")
    return int(text)


Names = Collection[str] | None


def _cast(words: list[str], pay: Payment, names: Names) -> Action:
    form = "a spell as cast quarry@d4, cast gust@d4>d5 or cast negate@#1"
    found = _CAST.fullmatch(_one(words, form))
    if not found:
        raise NotationError(f"write {form}")
    name, place, target, to = found.groups()
    if place == "0":
        raise NotationError("places in the stack are counted from 1, the bottom")
    return Cast(_card(name, names), _field(target), _field(to), int(place or 0), pay)


def _use(words: list[str], pay: Payment, names: Names) -> Action:
    form = "an ability as use d4>e4, use d4:2>e4 or use d4:2"
    found = _USE.fullmatch(_one(words, form))
    if not found:
        raise NotationError(f"write {form}")
    source, number, place, target, to = found.groups()
    if place == "0" or number == "0":
        raise NotationError("abilities and places in the stack are counted from 1")
    return Use(_field(source), int(number or 1), _field(target), _field(to), int(place or 0), pay)


def _pair(text: str, between: str, form: str) -> tuple[str, str]:
    left, dash, right = text.partition(between)
    if not dash:
        raise NotationError(f"write {form}")
    return left, right


def _move(words: list[str], pay: Payment, names: Names) -> Action:
    form = "a move as move d4-d5"
    source, target = _pair(_one(words, form), "-", form)
    return Move(parse_field(source), parse_field(target), pay)


def _attack(words: list[str], pay: Payment, names: Names) -> Action:
    form = "an attack as attack d5>e6"
    team, target = _pair(_one(words, form), ">", form)
    first, *others = (parse_field(f) for f in team.split("+"))
    if len(set(others)) != len(others) or first in others or len(others) > 60:
        raise NotationError("an attacker stands twice")
    return Attack(first, parse_field(target), tuple(sorted(others)), pay)


def _join(words: list[str], pay: Payment, names: Names) -> Action:
    return Join(parse_field(_one(words, "join and one field, as join c5")), pay)


def _counter(words: list[str], pay: Payment, names: Names) -> Action:
    form = "a counterstrike as counter e6>d5 pay point or counter e6>d5 pay energy"
    if len(words) != 3 or words[1] != "pay" or words[2] not in ("point", "energy"):
        raise NotationError(f"write {form}")
    source, target = _pair(words[0], ">", form)
    by_point = words[2] == "point"
    if by_point and pay:
        raise NotationError("a counterstrike paid by a point takes no energy")
    return Counter(parse_field(source), parse_field(target), by_point, pay)


def _burn(words: list[str], pay: Payment, names: Names) -> Action:
    form = "burn, a field and a number of points, as burn d4 2"
    if len(words) != 2:
        raise NotationError(f"write {form}")
    return Burn(parse_field(words[0]), _number(words[1], form))


def _order(words: list[str], pay: Payment, names: Names) -> Action:
    form = "order, a field and a number, as order d4 1"
    if len(words) != 2:
        raise NotationError(f"write {form}")
    return Order(parse_field(words[0]), _number(words[1], form))


def _discard(words: list[str], pay: Payment, names: Names) -> Action:
    return Discard(_card(_one(words, "discard and one card, as discard scout"), names))


def _choose(words: list[str], pay: Payment, names: Names) -> Action:
    return Choose(parse_field(_one(words, "choose and one field, as choose d5")))


def _bare(make: Callable[[], Action], form: str) -> Callable[[list[str], Payment, Names], Action]:
    def read(words: list[str], pay: Payment, names: Names) -> Action:
        if words:
            raise NotationError(f"write {form} alone")
        return make()

    return read


_READERS: dict[str, Callable[[list[str], Payment, Names], Action]] = {
    "keep": _bare(Keep, "keep"),
    "mulligan": _bare(Mulligan, "mulligan"),
    "cast": _cast,
    "use": _use,
    "move": _move,
    "attack": _attack,
    "join": _join,
    "counter": _counter,
    "burn": _burn,
    "discard": _discard,
    "order": _order,
    "choose": _choose,
    "pass": _bare(Pass, "pass"),
}
_PAID = ("cast", "use", "move", "attack", "join", "counter")


def parse(text: str, names: Names = None) -> Action:
    """The action that the text means; ``names`` are the cards there are (any name will do without it).

    Raises:
        NotationError: it is not the notation of an action; the message quotes the text and says what would be right.
    """
    words = re.split(r"\s+", text.strip()) if len(text) <= 400 else ["?"]
    reader = _READERS.get(words[0])
    if reader is None:
        raise NotationError(f"{text[:80]!r} is not an action; it begins with one of {', '.join(_READERS)}")
    try:
        pay: Payment = ()
        if "with" in words[1:] and words[0] in _PAID:
            at = words.index("with", 1)
            words, pay = words[:at], _payment(words[at + 1 :])
        return reader(words[1:], pay, names)
    except NotationError as error:
        raise NotationError(f"{text!r}: {error}") from None
