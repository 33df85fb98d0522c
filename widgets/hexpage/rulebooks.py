"""Finding games, rulebooks and statements by the names that a page uses."""

from __future__ import annotations

from functools import lru_cache
from html import escape
from typing import TYPE_CHECKING, Any

import hexlib

if TYPE_CHECKING:
    from hexlib.game import Game
    from hexlib.rules import Chapter, Rulebook, Ruling, Statement

__all__ = [
    "READINGS",
    "anchor",
    "books",
    "chapter_of_section",
    "game_of_page",
    "in_section",
    "record_of_reading",
    "rule_link",
    "ruling",
    "ruling_label",
    "short",
    "statement",
    "title",
]

READINGS = "examples/readings"
"""Where the records of the rulings' readings stand, from the page of rulings."""


@lru_cache(maxsize=1)
def books() -> dict[str, Game]:
    """The game that comes first of those with the same prefix of their statements' ids, by that prefix."""
    out: dict[str, Game] = {}
    for game in map(hexlib.game, hexlib.games()):
        out.setdefault(game.prefix, game)
    return out


@lru_cache(maxsize=1)
def _broken() -> dict[str, str]:
    """What the game, or its set-up, does when a rule is broken; by the rule's id."""
    out: dict[str, str] = {}
    for game in map(hexlib.game, hexlib.games()):
        for b in game.breaks():
            out.setdefault(b.rule, b.text)
    return out


def statement(rule: str) -> Statement | None:
    """The statement of that id, or None."""
    game = books().get(rule.partition(".")[0])
    return game.rulebook.statements.get(rule) if game else None


def in_section(section: str, name: str = "") -> tuple[Rulebook, tuple[Statement, ...]] | None:
    """The rulebook that has the section, and the section's statements; ``name`` is the game, if it must be told."""
    for game in books().values():
        if not name or game.name == name:
            found = game.rulebook.in_section(section)
            if found:
                return game.rulebook, found
    return None


def game_of_page(page: str) -> str:
    """The name of the game whose folder the page stands in, or nothing: ``book/hexygame/cards`` is of HexyGame."""
    folders = page.split("/")[:-1]
    return next((game.name for game in books().values() if game.name in folders), "")


def ruling(name: str, game: str = "") -> tuple[Game, Ruling] | None:
    """The game that has a ruling of that name, and the ruling; ``game`` is the game's name, if it must be told."""
    for found in books().values():
        if (not game or found.name == game) and name in found.rulebook.rulings:
            return found, found.rulebook.rulings[name]
    return None


def ruling_label(name: str, game: Game) -> str:
    """What a ``ref`` leads to: ``ruling-turret-cost``; with the game's name where two games have one of that name."""
    several = sum(name in other.rulebook.rulings for other in books().values()) > 1
    return "-".join(["ruling", *([game.name] if several else []), name.replace("_", "-")])


def chapter_of_section(rulebook: Rulebook, section: str) -> Chapter | None:
    """The chapter that covers the section: the one with the innermost heading around it."""
    around = [
        (len(heading), chapter)
        for chapter in rulebook.chapters
        for heading in chapter.sections
        if section == heading or section.startswith(heading + " > ")
    ]
    return max(around, key=lambda pair: pair[0], default=(0, None))[1]


def record_of_reading(ruling: str, reading: str, folder: str = READINGS) -> str:
    """The path, from the page of rulings, of the record in which a reading of a switch is played."""
    return f"{folder}/{ruling}-{reading}.toml".replace("_", "-")


def anchor(rule: str) -> str:
    """The HTML id of a statement on the page that lists it."""
    return "rule-" + rule.replace(".", "-").replace("_", "-")


def short(rule: str) -> str:
    """A label for a button: ``kdh.move.no_mountain`` is "No mountain"."""
    words = rule.rpartition(".")[2].replace("_", " ")
    return words[:1].upper() + words[1:]


def rule_link(rule: str) -> str:
    """A citation: a link to the statement. ``figure.with_links`` fills in its address; a script opens it in place."""
    text = f'<span aria-hidden="true">§</span><span class="hxp-sr">Rule: {escape(short(rule))}</span>'
    return f'<a class="hxp-rule" href="hexpage:{escape(rule)}" data-rule="{escape(rule)}">{text}</a>'


@lru_cache(maxsize=4096)
def title(rule: str) -> dict[str, Any]:
    """What a page must know of a statement: section, text, kind, and what the game does when it is broken."""
    found = statement(rule)
    if found is None:
        return {}
    out: dict[str, Any] = {"name": short(rule), "section": found.section, "text": found.text}
    if found.ambiguity:
        out["note"] = found.ambiguity
    broken = _broken().get(rule)
    if broken is not None:
        out["break"] = broken
    return out
