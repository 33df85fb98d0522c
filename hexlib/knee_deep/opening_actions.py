"""What a player can mean to do before the game, and its notation."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from hexlib.game import Action, NotationError
from hexlib.knee_deep.board import SECTORS
from hexlib.knee_deep.components import STANDARD, CardSet
from hexlib.spelling import meant

__all__ = [
    "FACTIONS",
    "Add",
    "Choose",
    "Faction",
    "Finish",
    "Lay",
    "Ready",
    "Redraft",
    "Remove",
    "Reveal",
    "Take",
    "parse",
]

FACTIONS = ("Bukseon", "Gondwana")
"""Blue, then orange; the number is the seat that the faction has in the game."""


@dataclass(frozen=True, slots=True)
class Reveal(Action):
    """Turn the next terrain card up."""

    def __str__(self) -> str:
        return "reveal"


@dataclass(frozen=True, slots=True)
class Lay(Action):
    """Lay the tokens of the open terrain card in that sector, and in the one opposite."""

    sector: str

    def __str__(self) -> str:
        return f"lay {self.sector}"


@dataclass(frozen=True, slots=True)
class Finish(Action):
    """The board is laid: left cards into the box, left tokens aside."""

    def __str__(self) -> str:
        return "finish"


@dataclass(frozen=True, slots=True)
class Faction(Action):
    """Choose a faction."""

    name: str

    def __str__(self) -> str:
        return f"faction {self.name}"


@dataclass(frozen=True, slots=True)
class Choose(Action):
    """Choose companions, face up."""

    names: tuple[str, ...]

    def __str__(self) -> str:
        return f"companions {' '.join(self.names)}"


@dataclass(frozen=True, slots=True)
class Take(Action):
    """In the draft: keep this one of the two cards drawn; the other goes to the opponent's pool."""

    card: str

    def __str__(self) -> str:
        return f"take {self.card}"


@dataclass(frozen=True, slots=True)
class Add(Action):
    """Add one card to the deck."""

    card: str

    def __str__(self) -> str:
        return f"add {self.card}"


@dataclass(frozen=True, slots=True)
class Remove(Action):
    """Take one card out of the deck again."""

    card: str

    def __str__(self) -> str:
        return f"remove {self.card}"


@dataclass(frozen=True, slots=True)
class Ready(Action):
    """The deck is made."""

    def __str__(self) -> str:
        return "ready"


@dataclass(frozen=True, slots=True)
class Redraft(Action):
    """Draft anew, because a pool allows no legal deck."""

    def __str__(self) -> str:
        return "redraft"


def _one(words: list[str], names: tuple[str, ...], what: str) -> str:
    if len(words) != 1:
        raise NotationError(f"name one {what}")
    for name in names:
        if words[0].casefold() == name.casefold():
            return name
    listed = ", ".join(names) if len(names) <= 12 else f"{len(names)} of them, as {names[0]}"
    raise NotationError(f"{words[0][:60]!r} is not a {what}; there are {listed}{meant(words[0], names)}")


_Reader = Callable[[list[str], CardSet], Action]


def _card(make: Callable[[str], Action]) -> _Reader:
    return lambda words, cards: make(_one(words, cards.names, "card"))


def _bare(make: Callable[[], Action]) -> _Reader:
    def read(words: list[str], cards: CardSet) -> Action:
        if words:
            raise NotationError("this word stands alone")
        return make()

    return read


def _choose(words: list[str], cards: CardSet) -> Action:
    if not words:
        raise NotationError("name the companions, as companions bukseon-general bukseon-tech")
    names = tuple(cards.companions)
    return Choose(tuple(sorted((_one([w], names, "companion") for w in words), key=names.index)))


_READERS: dict[str, _Reader] = {
    "reveal": _bare(Reveal),
    "lay": lambda words, cards: Lay(_one(words, SECTORS, "sector")),
    "finish": _bare(Finish),
    "faction": lambda words, cards: Faction(_one(words, FACTIONS, "faction")),
    "companions": _choose,
    "take": _card(Take),
    "add": _card(Add),
    "remove": _card(Remove),
    "ready": _bare(Ready),
    "redraft": _bare(Redraft),
}


def parse(text: str, cards: CardSet = STANDARD) -> Action:
    """The action that the text means; ``cards`` is the set that is played with.

    Raises:
        NotationError: it is not the notation of an action; the message quotes the text and says what would be right.
    """
    words = text.split() if len(text) <= 400 else ["?"]
    reader = _READERS.get(words[0] if words else "")
    if reader is None:
        raise NotationError(f"{text[:80]!r} is not an action; it begins with one of {', '.join(_READERS)}")
    try:
        return reader(words[1:], cards)
    except NotationError as error:
        raise NotationError(f"{text[:80]!r}: {error}") from None
