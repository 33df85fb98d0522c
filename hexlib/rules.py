"""A rulebook as data: its statements in our own words, its chapters, and the rulings where the text leaves a choice.

Each game's package holds ``rules.toml`` (``[[chapter]]`` and ``[[statement]]``) and ``rulings.toml`` (``[[ruling]]``).
Both are checked on load; a mistake there is a :class:`RulesError` that names the entry.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from types import MappingProxyType
from typing import Any

__all__ = ["KINDS", "Chapter", "Rulebook", "RulesError", "Ruling", "Statement"]

KINDS = (
    "setup",
    "definition",
    "permission",
    "prohibition",
    "obligation",
    "computation",
    "ending",
    "example",
    "ruling",
)
"""What a statement can be."""

RULING_KINDS = ("switch", "parameter", "note")
_ID = re.compile(r"[a-z]+(\.[a-z0-9_]+)+")
_REQUIRED_RULING = ("id", "name", "kind", "section", "question")


class RulesError(ValueError):
    """A mistake in ``rules.toml`` or ``rulings.toml``; the message names the entry."""


@dataclass(frozen=True, slots=True)
class Statement:
    """One rule of the rulebook in our own words."""

    id: str
    section: str
    """Headings from the outermost inwards, joined by " > "."""
    text: str
    kind: str
    """One of :data:`KINDS`."""
    ambiguity: str = ""
    """Where the rulebook is unclear here, the natural reading first; empty where it is clear."""

    def under(self, heading: str) -> bool:
        """Whether the statement stands in that section or in one inside it."""
        return self.section == heading or self.section.startswith(heading + " > ")


@dataclass(frozen=True, slots=True)
class Ruling:
    """A place where the rulebook leaves a choice, and the reading that is in force unless a player says otherwise."""

    id: str
    """Short and stable, for example ``"K45"``."""
    name: str
    """The key in ``Game.rulings``, for example ``"turret_cost"``."""
    kind: str
    """``"switch"`` (named readings), ``"parameter"`` (a number) or ``"note"`` (one reading, explained)."""
    title: str
    section: str
    question: str
    readings: tuple[tuple[str, str], ...]
    """Key and sentence of every reading, the default first; a parameter has none."""
    default: str | int
    rules: tuple[str, ...] = ()
    """The statements that it is about."""
    bounds: tuple[int, int] = (0, 0)
    """The least and the greatest value of a parameter."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter of the book, and the rulebook's sections that it covers.

    With a section goes all that is inside it, save what another chapter lists.
    """

    slug: str
    title: str
    sections: tuple[str, ...]
    later: bool = False
    """Whether the chapter is still to come."""


@dataclass(frozen=True)
class Rulebook:
    """The statements, chapters and rulings of one game."""

    package: str
    statements: Mapping[str, Statement]
    """By id, in the rulebook's order."""
    chapters: tuple[Chapter, ...]
    rulings: Mapping[str, Ruling]
    """By name, in the file's order."""

    @classmethod
    def load(cls, package: str) -> Rulebook:
        """The rulebook of the game in ``hexlib.<package>``, for example ``Rulebook.load("knee_deep")``.

        Raises:
            RulesError: an entry is wrong.
            FileNotFoundError: the package has no ``rules.toml``.
        """
        return _load(package)

    @property
    def sections(self) -> tuple[str, ...]:
        """Every section that holds a statement, once, in the rulebook's order."""
        return tuple(dict.fromkeys(s.section for s in self.statements.values()))

    def in_section(self, section: str) -> tuple[Statement, ...]:
        """The statements of the section and of those inside it."""
        return tuple(s for s in self.statements.values() if s.under(section))

    def chapter_of(self, rule: str) -> Chapter:
        """The chapter where the statement stands.

        Raises:
            KeyError: no such statement.
        """
        return _home(self.statements[rule], self.chapters)[1]

    def in_chapter(self, slug: str) -> tuple[Statement, ...]:
        """The statements of a chapter."""
        return tuple(s for s in self.statements.values() if self.chapter_of(s.id).slug == slug)


@lru_cache(maxsize=8)
def _load(package: str) -> Rulebook:
    files = resources.files("hexlib") / package
    rulings = files / "rulings.toml"
    return parse(
        package,
        (files / "rules.toml").read_text("utf-8"),
        rulings.read_text("utf-8") if rulings.is_file() else "",
    )


def parse(package: str, rules: str, rulings: str = "") -> Rulebook:
    """A rulebook from the text of its two files.

    Raises:
        RulesError: an entry is wrong.
    """
    data = _toml(rules, "rules.toml", {"chapter", "statement"})
    chapters = tuple(_chapter(entry) for entry in data.get("chapter", ()))
    statements: dict[str, Statement] = {}
    for entry in data.get("statement", ()):
        statement = _statement(entry)
        if statement.id in statements:
            raise RulesError(f"rules.toml: {statement.id} stands twice")
        if not _home(statement, chapters)[0]:
            raise RulesError(f"rules.toml: {statement.id}: no chapter lists {statement.section!r}")
        statements[statement.id] = statement
    _in_order(statements, chapters)
    ruled: dict[str, Ruling] = {}
    for entry in _toml(rulings, "rulings.toml", {"ruling"}).get("ruling", ()):
        ruling = _ruling(entry, statements)
        if ruling.name in ruled or any(r.id == ruling.id for r in ruled.values()):
            raise RulesError(f"rulings.toml: {ruling.id} {ruling.name} stands twice")
        ruled[ruling.name] = ruling
    return Rulebook(package, MappingProxyType(statements), chapters, MappingProxyType(ruled))


def _toml(text: str, name: str, tables: set[str]) -> dict[str, Any]:
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise RulesError(f"{name}: {error}") from None
    for key in data.keys() - tables:
        raise RulesError(f"{name}: unknown table {key!r}; there are {', '.join(sorted(tables))}")
    return data


def _entry(entry: Any, file: str, required: tuple[str, ...], optional: tuple[str, ...] = ()) -> dict[str, Any]:
    name = entry.get("id", entry.get("slug", "an entry")) if isinstance(entry, dict) else "an entry"
    for key in required:
        if not isinstance(entry, dict) or not isinstance(entry.get(key), (str, list)) or not entry[key]:
            raise RulesError(f"{file}: {name}: {key} is missing or empty")
    for key in entry.keys() - set(required) - set(optional):
        raise RulesError(f"{file}: {name}: unknown key {key!r}")
    return dict(entry)


def _chapter(entry: Any) -> Chapter:
    data = _entry(entry, "rules.toml", ("slug", "title", "sections"), ("later",))
    return Chapter(data["slug"], data["title"], tuple(data["sections"]), data.get("later", False) is True)


def _statement(entry: Any) -> Statement:
    data = _entry(entry, "rules.toml", ("id", "section", "kind", "text"), ("ambiguity",))
    if not _ID.fullmatch(data["id"]):
        raise RulesError(f"rules.toml: {data['id']!r} is not an id; write words with dots between, as kdh.move.no_hq")
    if data["kind"] not in KINDS:
        raise RulesError(f"rules.toml: {data['id']}: kind {data['kind']!r} is none of {', '.join(KINDS)}")
    return Statement(data["id"], data["section"], data["text"], data["kind"], data.get("ambiguity", ""))


def _home(statement: Statement, chapters: tuple[Chapter, ...]) -> tuple[str, Chapter]:
    """The chapter of the statement, and its innermost heading there; an empty heading if no chapter lists it."""
    headings = [(heading, c) for c in chapters for heading in c.sections if statement.under(heading)]
    return max(headings, key=lambda pair: len(pair[0]), default=("", Chapter("", "", ())))


def _in_order(statements: Mapping[str, Statement], chapters: tuple[Chapter, ...]) -> None:
    """Sections must follow one another as the chapters do, and each must stand in one piece."""
    order = [section for chapter in chapters for section in chapter.sections]
    if len(set(order)) != len(order):
        raise RulesError("rules.toml: two chapters list the same section")
    seen: list[str] = []
    headings: list[str] = []
    for statement in statements.values():
        if not seen or seen[-1] != statement.section:
            if statement.section in seen:
                raise RulesError(f"rules.toml: {statement.id}: section {statement.section!r} is interrupted")
            seen.append(statement.section)
        heading = _home(statement, chapters)[0]
        if headings and order.index(heading) < order.index(headings[-1]):
            raise RulesError(f"rules.toml: {statement.id} does not follow the order of the chapters")
        headings.append(heading)
    for section in order:
        if section not in headings:
            raise RulesError(f"rules.toml: no statement stands in {section!r}, which a chapter lists")


def _ruling(entry: Any, statements: Mapping[str, Statement]) -> Ruling:
    data = _entry(entry, "rulings.toml", _REQUIRED_RULING, ("title", "rules", "default", "readings", "bounds"))
    where = f"rulings.toml: {data['id']}"
    if data["kind"] not in RULING_KINDS:
        raise RulesError(f"{where}: kind {data['kind']!r} is none of {', '.join(RULING_KINDS)}")
    default = data.get("default", "")
    readings: dict[str, str] = data.get("readings", {})
    if data["kind"] == "switch" and (len(readings) < 2 or default not in readings):
        raise RulesError(f"{where}: a switch has two or more readings, and its default is one of them")
    if data["kind"] == "parameter" and (type(default) is not int or readings):
        raise RulesError(f"{where}: a parameter has a whole number as its default, and no readings")
    bounds = data.get("bounds", [0, 0])
    if data["kind"] == "parameter" and (
        len(bounds) != 2 or not all(type(n) is int for n in bounds) or not bounds[0] <= default <= bounds[1]
    ):
        raise RulesError(f"{where}: a parameter has bounds, two whole numbers, and its default lies between them")
    if data["kind"] == "note" and default not in ("", *readings):
        raise RulesError(f"{where}: the default {default!r} is not one of its readings")
    for rule in data.get("rules", ()):
        if rule not in statements:
            raise RulesError(f"{where}: there is no statement {rule!r}")
    ordered = sorted(readings.items(), key=lambda item: item[0] != default)
    title = data.get("title") or data["name"].replace("_", " ").capitalize()
    return Ruling(
        data["id"],
        data["name"],
        data["kind"],
        title,
        data["section"],
        data["question"],
        tuple(ordered),
        default,
        tuple(data.get("rules", ())),
        (bounds[0], bounds[1]),
    )
