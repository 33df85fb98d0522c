"""A deck as a TOML text, to keep, to send and to bring to a game. It may come from a stranger: bounded and checked."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NoReturn

from hexlib.game import Reason
from hexlib.knee_deep.decks import VARIANTS, Deck, Terms, explain
from hexlib.record_lines import line_of
from hexlib.spelling import nearest

__all__ = ["DeckError", "DeckList", "dumps", "loads"]

FORMAT = 1
MOST_BYTES = 32 * 1024
MOST_NAME = 80
MOST_COPIES = 99
_KEYS = ("format", "game", "name", "variant", "companions", "cards", "pool")
_GAME = "knee-deep-in-hexes"


class DeckError(ValueError):
    """A text that is not a deck: ``key`` is the path of the value at fault, ``line`` where it stands (0: not known)."""

    def __init__(self, message: str, key: str = "", line: int = 0) -> None:
        where = ", ".join(part for part in (f"line {line}" if line else "", key) if part)
        super().__init__(f"{where}: {message}" if where else message)
        self.message, self.key, self.line = message, key, line


@dataclass(frozen=True)
class DeckList:
    """A deck with its name, its companions and the variant under which it was made; legal or not."""

    companions: tuple[str, ...]
    cards: Deck
    """Card name to number of copies, the basic deck counted."""
    variant: str = "advanced"
    name: str = ""
    pool: Deck = field(default_factory=dict)
    """For Simple Deck Building, the cards that the draft gave; empty: what one box leaves."""

    def explain(self, terms: Terms | None = None) -> tuple[Reason, ...]:
        """Every reason why it may not be played; see :func:`hexlib.knee_deep.decks.explain`."""
        return explain(self.cards, self.companions, self.variant, pool=self.pool or None, terms=terms)


class _Reader:
    """Checks values of the text while it reads them, so that errors have a line."""

    def __init__(self, text: str, terms: Terms) -> None:
        self.text, self.box = text, terms.box

    def fail(self, key: tuple[str | int, ...], message: str) -> NoReturn:
        raise DeckError(message, ".".join(map(str, key)), line_of(self.text, key) if key else 0)

    def word(self, data: Mapping[str, Any], key: str, default: str | None, words: Iterable[str] | None = None) -> str:
        if key not in data and default is None:
            self.fail((), f"{key} is missing")
        value = data.get(key, default)
        if not isinstance(value, str) or len(value) > MOST_NAME or not value.isprintable():
            self.fail((key,), f"expected a text of one line, {MOST_NAME} characters at most")
        if words is not None and value not in words:
            self.fail((key,), f"{value!r} is unknown; {nearest(value, words)}")
        return value

    def counts(self, data: Mapping[str, Any], key: str) -> dict[str, int]:
        table = data.get(key, {})
        if not isinstance(table, dict):
            self.fail((key,), f"expected a table of cards and numbers, under [{key}]")
        for name, number in table.items():
            if name not in self.box.cards:
                self.fail((key, name), f"no card is named {name[:60]!r}; {nearest(name, self.box.cards)}")
            if type(number) is not int or not 0 <= number <= MOST_COPIES:
                self.fail((key, name), f"expected a whole number from 0 to {MOST_COPIES}")
        return {name: table[name] for name in self.box.cards if table.get(name)}

    def companions(self, data: Mapping[str, Any]) -> tuple[str, ...]:
        value = data.get("companions")
        if not isinstance(value, list) or len(value) != 2:
            self.fail(("companions",) if "companions" in data else (), "companions is a list of two names")
        for name in value:
            if not isinstance(name, str) or name not in self.box.companions:
                self.fail(
                    ("companions",), f"no companion is named {str(name)[:60]!r}; {nearest(str(name), self.known())}"
                )
        return tuple(value)

    def known(self) -> list[str]:
        return list(self.box.companions)


def loads(text: str, terms: Terms | None = None) -> DeckList:
    """The deck that the text holds; whether it is legal is another question, which :meth:`DeckList.explain` answers.

    Raises:
        DeckError: it is not a deck; the message names the line and the reason.
    """
    reader = _Reader(text, terms or Terms())
    if len(text.encode("utf-8", "surrogatepass")) > MOST_BYTES:
        raise DeckError(f"a deck has at most {MOST_BYTES // 1024} kB")
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise DeckError(f"this is not TOML: {str(error)[:200]}") from None
    for key in data:
        if key not in _KEYS:
            reader.fail((key,), f"unknown key {key[:60]!r}; {nearest(key, _KEYS)}")
    if type(data.get("format")) is not int or data["format"] != FORMAT:
        reader.fail(("format",) if "format" in data else (), f"a deck begins with format = {FORMAT}")
    reader.word(data, "game", None, (_GAME,))
    return DeckList(
        companions=reader.companions(data),
        cards=reader.counts(data, "cards"),
        variant=reader.word(data, "variant", "advanced", VARIANTS),
        name=reader.word(data, "name", ""),
        pool=reader.counts(data, "pool"),
    )


def dumps(deck: DeckList) -> str:
    """The text of the deck; ``loads`` gives it back."""
    name = "".join(c for c in deck.name if c.isprintable())[:MOST_NAME].replace("\\", "\\\\").replace('"', '\\"')
    lines = [
        f"format = {FORMAT}",
        f'game = "{_GAME}"',
        *([f'name = "{name}"'] if name else []),
        f'variant = "{deck.variant}"',
        "companions = [" + ", ".join(f'"{c}"' for c in deck.companions) + "]",
    ]
    for key, cards in (("cards", deck.cards), ("pool", deck.pool)):
        if cards:
            lines += ["", f"[{key}]", *(f"{card} = {n}" for card, n in cards.items() if n)]
    return "\n".join(lines) + "\n"
