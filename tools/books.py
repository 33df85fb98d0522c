"""The games of the book: where each keeps its engine, its pages and its examples."""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass
from pathlib import Path

import hexlib
from hexlib.rules import Rulebook

__all__ = ["BOOKS", "ROOT", "Book", "add_argument", "find", "report"]

ROOT = Path(__file__).resolve().parent.parent


@dataclass(frozen=True, slots=True)
class Book:
    """One rulebook: a package of the engine and a folder of the book."""

    package: str
    """The game's room in ``hexlib``."""
    slug: str
    """The game's name and its folder in the book."""
    title: str
    games: tuple[str, ...]
    """What its examples are records of: the game, and its set-up where that is a game of its own."""

    def folder(self, root: Path = ROOT) -> Path:
        """Where its pages stand."""
        return root / "book" / self.slug

    def examples(self, root: Path = ROOT) -> tuple[Path, ...]:
        """Its records, in the order of their paths."""
        return tuple(sorted((self.folder(root) / "examples").rglob("*.toml")))

    @property
    def survivors(self) -> Path:
        """The list of breaks that no example notices, each with a reason; a game without such breaks has no list."""
        return ROOT / "hexlib" / self.package / "survivors.toml"

    @property
    def begun(self) -> bool:
        """Whether any of its chapters is finished."""
        return not all(chapter.later for chapter in self.rulebook.chapters)

    @property
    def rulebook(self) -> Rulebook:
        """Its statements, chapters and rulings."""
        return Rulebook.load(self.package)

    def __str__(self) -> str:
        return self.slug


BOOKS = (
    Book(
        "knee_deep",
        "knee-deep-in-hexes",
        "Knee Deep in Hexes",
        ("knee-deep-in-hexes", "knee-deep-in-hexes-setup"),
    ),
    Book("hexygame", "hexygame", "HexyGame", ("hexygame",)),
    Book("hex_hex", "hex-hex-next", "HEX HEX NEXT", ("hex-hex-next",)),
)
"""In the order of the book."""


def find(name: str) -> Book:
    """The book with that folder or that package.

    Raises:
        KeyError: there is none; the message names those that there are.
    """
    for book in BOOKS:
        if name in (book.slug, book.package):
            return book
    raise KeyError(f"there is no book {name!r}; there are {', '.join(map(str, BOOKS))}")


def _named(name: str) -> Book:
    try:
        return find(name)
    except KeyError as error:
        raise argparse.ArgumentTypeError(error.args[0]) from None


def add_argument(parser: argparse.ArgumentParser) -> None:
    """Give a tool the option ``--book``, which may stand several times; ``options.book`` is a list of books."""
    parser.add_argument(
        "--book", type=_named, action="append", metavar="BOOK", help="only this game's book; by default all of them"
    )


def report(text: str) -> None:
    """Tell on the error stream what went wrong."""
    print(text, file=sys.stderr)


assert {name for book in BOOKS for name in book.games} == set(hexlib.games()), "a game of hexlib is in no book"
