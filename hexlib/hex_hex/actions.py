"""What a player can mean to do, and its notation.

Each action names its seat, because in HEX HEX a card may come from anywhere: ``Bob: rot > Dee``. A Hex has a number and
is named only where the player has several before them: ``Dee: thine #2``. Cards against a player have ``!``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import overload

from hexlib.game import Action, NotationError
from hexlib.spelling import meant

__all__ = [
    "NAMES",
    "Borrow",
    "Cast",
    "Choose",
    "Dealer",
    "Keep",
    "Last",
    "Order",
    "Pass",
    "Penalty",
    "Play",
    "React",
    "Revenge",
    "Show",
    "Stackings",
    "Together",
    "Yield",
    "parse",
]

NAMES = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay")
"""The seats clockwise: Bob sits to Ann's left."""


def called(seat: int) -> str:
    """The name of a seat, also of one that is at no table."""
    return NAMES[seat] if 0 <= seat < len(NAMES) else f"seat {seat}"


@dataclass(frozen=True, slots=True)
class Cast(Action):
    """Cast the first Hex of the round at a player."""

    seat: int
    target: int

    def __str__(self) -> str:
        return f"{called(self.seat)}: cast > {called(self.target)}"


@dataclass(frozen=True, slots=True)
class Play(Action):
    """Play a card of one's own: as the answer to a Hex, when dealt, when Hexed, or out of turn.

    ``hexes`` are the numbers of the Hexes it is about, empty where there is no doubt; ``target`` is the player it
    names, -1 for none; ``other`` is the card that Twixt goes with.
    """

    seat: int
    card: str
    hexes: tuple[int, ...] = ()
    target: int = -1
    other: str = ""

    def __str__(self) -> str:
        other = f" {self.other}" if self.other else ""
        hexes = "".join(f" #{n}" for n in self.hexes)
        target = f" > {called(self.target)}" if self.target >= 0 else ""
        return f"{called(self.seat)}: {self.card}{other}{hexes}{target}"


@dataclass(frozen=True, slots=True)
class React(Action):
    """Play a card against a player: cancel a card of theirs, or scorch, command or charm them as the Intended."""

    seat: int
    card: str
    on: int
    word: str = ""
    """``"left"`` or ``"right"`` for Scorch."""
    hexes: tuple[int, ...] = ()

    def __str__(self) -> str:
        word = f" {self.word}" if self.word else ""
        return f"{called(self.seat)}: {self.card} ! {called(self.on)}{word}" + "".join(f" #{n}" for n in self.hexes)


@dataclass(frozen=True, slots=True)
class Choose(Action):
    """By Command: choose where another player's card sends the Hex."""

    seat: int
    target: int

    def __str__(self) -> str:
        return f"{called(self.seat)}: choose > {called(self.target)}"


@dataclass(frozen=True, slots=True)
class Order(Action):
    """By Foretell: the hand in the order in which it will be played."""

    seat: int
    card: str
    cards: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{called(self.seat)}: {self.card} {','.join(self.cards)}".rstrip()


class Stackings(Sequence[Action]):
    """What Foretell may do. There may be hundreds of orders, so each becomes an action only when it is asked for."""

    __slots__ = ("card", "orders", "seat")

    def __init__(self, seat: int, card: str, orders: Sequence[tuple[str, ...]]) -> None:
        self.seat, self.card, self.orders = seat, card, orders

    def __len__(self) -> int:
        return len(self.orders)

    @overload
    def __getitem__(self, index: int) -> Action: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Action]: ...
    def __getitem__(self, index: int | slice) -> Action | Sequence[Action]:
        if isinstance(index, slice):
            return Stackings(self.seat, self.card, self.orders[index])
        return Order(self.seat, self.card, self.orders[index])


@dataclass(frozen=True, slots=True)
class Dealer(Action):
    """The player with the least Voice selects who deals the last round."""

    seat: int
    target: int

    def __str__(self) -> str:
        return f"{called(self.seat)}: dealer > {called(self.target)}"


@dataclass(frozen=True, slots=True)
class Last(Action):
    """This player was the last in the race of HEX HEX."""

    seat: int

    def __str__(self) -> str:
        return f"{called(self.seat)}: last"


@dataclass(frozen=True, slots=True)
class Pass(Action):
    """Let a window go by; ``seat`` is -1 for whoever is asked."""

    seat: int = -1

    def __str__(self) -> str:
        return "pass" if self.seat < 0 else f"{called(self.seat)}: pass"


@dataclass(frozen=True, slots=True)
class Show(Action):
    """Show a card to escape Scorch."""

    seat: int
    card: str

    def __str__(self) -> str:
        return f"{called(self.seat)}: show {self.card}"


@dataclass(frozen=True, slots=True)
class Borrow(Action):
    """By No Man's Hand: take a random card of that player."""

    seat: int
    target: int

    def __str__(self) -> str:
        return f"{called(self.seat)}: borrow > {called(self.target)}"


@dataclass(frozen=True, slots=True)
class Keep(Action):
    """By Bind: keep the whole unused hand at the end of the round, or none of it."""

    seat: int
    keep: bool

    def __str__(self) -> str:
        return f"{called(self.seat)}: {'keep' if self.keep else 'discard'}"


@dataclass(frozen=True, slots=True)
class Yield(Action):
    """Let a Hex go off though a card could get rid of it: against the rules, unless a ruling allows it."""

    seat: int
    hexes: tuple[int, ...] = ()

    def __str__(self) -> str:
        return f"{called(self.seat)}: yield" + "".join(f" #{n}" for n in self.hexes)


@dataclass(frozen=True, slots=True)
class Revenge(Action):
    """By a law: a Hexed player makes another lose the same."""

    seat: int
    target: int

    def __str__(self) -> str:
        return f"{called(self.seat)}: revenge > {called(self.target)}"


@dataclass(frozen=True, slots=True)
class Penalty(Action):
    """The table calls the penalty of a law on a player; ``cards`` are what they discard where cards are the penalty."""

    seat: int
    law: str
    cards: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{called(self.seat)}: penalty {self.law} {','.join(self.cards)}".rstrip()


@dataclass(frozen=True, slots=True)
class Together(Action):
    """What several players commit to unseen, at the same time."""

    actions: tuple[Action, ...]

    def __str__(self) -> str:
        return "{" + ", ".join(map(str, self.actions)) + "}"


play = lru_cache(100_000)(Play)
"""The same as :class:`Play`; equal ones are one object, which the generators make use of."""
react = lru_cache(20_000)(React)
show = lru_cache(1_000)(Show)


# -- reading -----------------------------------------------------------------------------------------------------------

_SEATED = re.compile(r"([A-Za-z]+)\s*:\s*(.*)", re.DOTALL)
_FORM = "an action begins with a player, as `Bob: turn-aside-left`, or is `pass`"


class _Reader:
    """Reads the part behind the player's name."""

    def __init__(self, seat: int, rest: str, seats: Sequence[str], cards: Mapping[str, object]) -> None:
        self.seat, self.rest, self.seats, self.cards = seat, rest, seats, cards
        self.words = rest.replace(">", " > ").replace("!", " ! ").split()

    def player(self, name: str) -> int:
        if name not in self.seats:
            raise NotationError(f"there is no player {name!r}; there are {', '.join(self.seats)}")
        return self.seats.index(name)

    def card(self, name: str) -> str:
        if name not in self.cards:
            raise NotationError(f"there is no card {name!r}{meant(name, self.cards)}")
        return name

    def target(self, form: str) -> int:
        if len(self.words) != 3 or self.words[1] != ">":
            raise NotationError(f"write {form}")
        return self.player(self.words[2])

    def bare(self, form: str) -> None:
        if len(self.words) != 1:
            raise NotationError(f"write {form} alone")

    def hexes(self, words: list[str], form: str) -> tuple[int, ...]:
        out = []
        for word in words:
            if not re.fullmatch(r"#[1-9]\d{0,2}", word):
                raise NotationError(f"write {form}")
            out.append(int(word[1:]))
        if len(set(out)) != len(out):
            raise NotationError("a Hex stands twice")
        return tuple(sorted(out))

    def play(self) -> Action:
        form = "a card as rot > Dee, thine #2, twixt duck #1 #2 or absorb ! Bob"
        words, target, on = list(self.words), -1, -1
        card = self.card(words.pop(0))
        other = ""
        if "!" in words:
            if words[0] != "!" or len(words) < 2:
                raise NotationError(f"write {form}")
            on = self.player(words[1])
            words = words[2:]
            word = words.pop(0) if words and words[0] in ("left", "right") else ""
            return React(self.seat, card, on, word, self.hexes(words, form))
        if ">" in words:
            place = words.index(">")
            if len(words) < place + 2:
                raise NotationError(f"write {form}")
            target = self.player(words[place + 1])
            words = words[:place] + words[place + 2 :]
        if words and not words[0].startswith("#"):
            other = self.card(words.pop(0))
        return Play(self.seat, card, self.hexes(words, form), target, other)

    def names(self, words: list[str]) -> tuple[str, ...]:
        return tuple(self.card(n) for n in re.split(r"\s*,\s*", " ".join(words)) if n)

    def order(self) -> Action:
        return Order(self.seat, self.card(self.words[0]), self.names(self.words[1:]))

    def read(self, orders: Sequence[str]) -> Action:
        if not self.words:
            raise NotationError(f"{NAMES[self.seat]} does nothing here; {_FORM}")
        word, seat = self.words[0], self.seat
        aimed: dict[str, Callable[[int, int], Action]] = {
            "cast": Cast,
            "choose": Choose,
            "dealer": Dealer,
            "borrow": Borrow,
            "revenge": Revenge,
        }
        plain: dict[str, Callable[[], Action]] = {
            "last": lambda: Last(seat),
            "pass": lambda: Pass(seat),
            "keep": lambda: Keep(seat, True),
            "discard": lambda: Keep(seat, False),
        }
        if word in aimed:
            return aimed[word](seat, self.target(f"{word} > and a player"))
        if word in plain:
            self.bare(word)
            return plain[word]()
        if word == "show":
            if len(self.words) != 2:
                raise NotationError("write show and one card")
            return Show(seat, self.card(self.words[1]))
        if word == "yield":
            return Yield(seat, self.hexes(self.words[1:], "yield or yield #2"))
        if word == "penalty":
            if len(self.words) < 2:
                raise NotationError("write penalty, the law and, where cards are discarded, the cards with commas")
            return Penalty(seat, self.words[1], self.names(self.words[2:]))
        if word in orders:
            return self.order()
        return self.play()


def parse(
    text: str, seats: Sequence[str], cards: Mapping[str, object], orders: Sequence[str] = ("foretell",)
) -> Action:
    """The action that the text means; ``orders`` are the cards that stack a hand.

    Raises:
        NotationError: it is not the notation of an action; the message quotes the text and says what would be right.
    """
    if not isinstance(text, str):
        raise NotationError(f"{text!r} is no text; {_FORM}")
    short = text.strip()
    if len(short) > 400:
        raise NotationError(f"{text[:80]!r} is too long for an action")
    if short.startswith("{") and short.endswith("}"):
        parts = re.split(r",\s*(?=[A-Z][A-Za-z]*\s*:)", short[1:-1].strip())
        together = tuple(parse(part, seats, cards, orders) for part in parts)
        if any(isinstance(a, Together) for a in together) or not together:
            raise NotationError(f"{text!r}: braces hold the actions of several players, one each")
        # One order for all ways of writing the same.
        return Together(tuple(sorted(together, key=lambda a: (getattr(a, "seat", -1), str(a)))))
    if short == "pass":
        return Pass()
    found = _SEATED.fullmatch(short)
    if found is None:
        raise NotationError(f"{text[:80]!r} is not an action; {_FORM}")
    if found.group(1) not in seats:
        raise NotationError(f"{text!r}: there is no player {found.group(1)!r}; there are {', '.join(seats)}")
    try:
        return _Reader(seats.index(found.group(1)), found.group(2), seats, cards).read(orders)
    except NotationError as error:
        raise NotationError(f"{text!r}: {error}") from None
