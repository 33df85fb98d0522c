"""Where each statement of a rulebook lives: in the code, in a test and on a page of the book.

Reads source texts only and runs no engine, so that a broken engine cannot hide a gap. ``python tools/trace.py`` prints
the gaps of every game, with ``--book`` of one; ``coverage_markdown()`` is the game's page about it.
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from hexpage.rulebooks import record_of_reading

from hexlib.rules import Rulebook, Statement
from tools.books import BOOKS, ROOT, Book, add_argument, find

__all__ = ["MARK", "Trace", "collect", "coverage_markdown"]

MARK = "rule"
"""``@pytest.mark.rule("kdh.x")`` says which statements a test proves, three at most."""
NONE = "none yet"
_ROLE = re.compile(r"\{rule\}`(?:[^`<]*<)?([^`<>]+)>?`")
_EXAMPLE = re.compile(r"^\s*(?:`{3,}|:{3,})\{example\}[ \t]+(\S+)", re.MULTILINE)
_RULING = re.compile(r"^\s*(?:`{3,}|:{3,})\{ruling\}[ \t]+(\S+)[ \t]*\n((?:\s*:.*\n)*)", re.MULTILINE)
_FOLDER = re.compile(r"^\s*:examples:[ \t]*(\S+)", re.MULTILINE)


@dataclass
class Trace:
    """Every citation of every statement of one game."""

    rulebook: Rulebook
    slug: str
    """The game's folder in the book."""
    code: dict[str, list[str]] = field(default_factory=dict)
    """Id to places: engine code, card and unit data, tests of the data, records of the worked examples."""
    tests: dict[str, list[str]] = field(default_factory=dict)
    """Id to tests and records."""
    pages: dict[str, list[str]] = field(default_factory=dict)
    """Id to pages of the book."""
    mistakes: list[str] = field(default_factory=list)
    """Ids that do not exist, marks with too many ids."""

    def cite(self, where: dict[str, list[str]], rule: str, place: str) -> None:
        """Note a citation; an id that is no statement is a mistake."""
        if rule not in self.rulebook.statements:
            self.mistakes.append(f"{place}: there is no statement {rule!r}")
        elif place not in where.setdefault(rule, []):
            where[rule].append(place)

    def in_own_chapter(self, rule: str) -> bool:
        """Whether the page of the statement's own chapter has a place for it."""
        return f"{self.rulebook.chapter_of(rule).slug}.md" in self.pages.get(rule, ())

    def gaps(self, rule: str) -> tuple[str, ...]:
        """What the statement still lacks: "code", "test", "place"."""
        return tuple(
            name
            for name, there in (
                ("code", rule in self.code),
                ("test", rule in self.tests),
                ("place", self.in_own_chapter(rule)),
            )
            if not there
        )

    def finished(self) -> tuple[Statement, ...]:
        """The statements of the chapters that are not still to come."""
        return tuple(s for s in self.rulebook.statements.values() if not self.rulebook.chapter_of(s.id).later)

    def missing(self) -> list[str]:
        """A line for each gap in a finished chapter."""
        return [
            f"{s.id} ({self.rulebook.chapter_of(s.id).slug}): no {', no '.join(self.gaps(s.id))}"
            for s in self.finished()
            if self.gaps(s.id)
        ]


def collect(book: Book | str = BOOKS[0], root: Path = ROOT) -> Trace:
    """Every citation that the sources of the game hold; the book may be told by its folder or its package."""
    book = find(book) if isinstance(book, str) else book
    trace = Trace(book.rulebook, book.slug)
    prefix = next(iter(trace.rulebook.statements)).partition(".")[0]
    _code(trace, root / "hexlib" / book.package, prefix)
    _tests(trace, root / "tests", prefix)
    _book(trace, book.folder(root))
    return trace


def _code(trace: Trace, folder: Path, prefix: str) -> None:
    cited = re.compile(rf"({prefix}(?:\.[a-z0-9_]+)+)(?:=[a-z0-9_]+)?")
    for file in sorted(folder.glob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found = cited.fullmatch(node.value)
                if found:
                    trace.cite(trace.code, found.group(1), file.name)
    for file in sorted((folder / "cards").glob("*.toml")):
        for rule in _cited(tomllib.loads(file.read_text("utf-8"))):
            trace.cite(trace.code, rule, f"cards/{file.name}")


def _cited(data: Any) -> Iterator[str]:
    """The ids in every ``rules`` list of a data file."""
    if isinstance(data, dict):
        for key, value in data.items():
            if key == "rules":
                yield from value
            else:
                yield from _cited(value)


def _tests(trace: Trace, folder: Path, prefix: str) -> None:
    for file in sorted(folder.rglob("test_*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if not isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                continue
            for rules in filter(None, map(_marked, node.decorator_list)):
                place = f"{file.relative_to(folder.parent)}::{node.name}"
                if len(rules) > 3:
                    trace.mistakes.append(f"{place}: a test names three statements at most, this names {len(rules)}")
                for rule in rules:
                    if rule.partition(".")[0] == prefix:
                        trace.cite(trace.tests, rule, place)
                        if "data" in file.stem:  # a test of the data pins what no code needs to cite
                            trace.cite(trace.code, rule, place)


def _marked(decorator: ast.expr) -> list[str]:
    """The ids of ``@pytest.mark.rule(...)``, or none."""
    if not isinstance(decorator, ast.Call) or not isinstance(decorator.func, ast.Attribute):
        return []
    if decorator.func.attr != MARK:
        return []
    return [a.value for a in decorator.args if isinstance(a, ast.Constant) and isinstance(a.value, str)]


def _book(trace: Trace, folder: Path) -> None:
    shows: dict[Path, list[str]] = {}
    for file in sorted((folder / "examples").rglob("*.toml")):
        name = file.relative_to(folder).as_posix()
        try:
            shows[file] = list(tomllib.loads(file.read_text("utf-8")).get("shows", []))
        except tomllib.TOMLDecodeError as error:
            trace.mistakes.append(f"{name}: {error}")
            continue
        for rule in shows[file]:
            trace.cite(trace.tests, rule, name)
            # A worked example of the rulebook is data itself: its record holds it.
            if rule in trace.rulebook.statements and trace.rulebook.statements[rule].kind == "example":
                trace.cite(trace.code, rule, name)
    for page in sorted(folder.glob("*.md")):
        text = page.read_text("utf-8")
        for rule in _ROLE.findall(text):
            trace.cite(trace.pages, rule.strip(), page.name)
        for path in (*_EXAMPLE.findall(text), *_readings(trace.rulebook, text)):
            file = (page.parent / path).resolve()
            if not file.is_file():
                trace.mistakes.append(f"{page.name}: there is no {path}")
            for rule in shows.get(file, ()):
                trace.cite(trace.pages, rule, page.name)


def _readings(rulebook: Rulebook, text: str) -> Iterator[str]:
    """The records that the page's rulings show: for each reading of a switch one."""
    for name, options in _RULING.findall(text):
        ruling = rulebook.rulings.get(name)
        if ruling is not None and ruling.kind == "switch":
            folder = _FOLDER.search(options)
            for reading, _ in ruling.readings:
                yield record_of_reading(name, reading, folder.group(1) if folder else "examples/readings")


def coverage_markdown(book: Book = BOOKS[0], root: Path = ROOT) -> str:
    """The page that shows, for every finished statement of a game, its code, its tests and its place.

    It stands beside the books' folders, in ``book/reference``. MyST Markdown with the roles of ``hexpage``.
    """
    trace = collect(book, root)
    finished, total = trace.finished(), len(trace.rulebook.statements)
    whole = sum(not trace.gaps(s.id) for s in finished)
    kept = "kept by the code or its data, proved by a test or an example, and told on the page of their chapter"
    out = [
        f"# {book.title}: where each rule lives",
        "",
        f"The rulebook makes {total} statements, and {len(finished)} of them stand in finished chapters. "
        f"Of those, {whole} are {kept}."
        if len(finished) < total
        else f"The rulebook makes {len(finished)} statements. {'All' if whole == len(finished) else whole} are {kept}.",
        "",
    ]
    for chapter in trace.rulebook.chapters:
        statements = trace.rulebook.in_chapter(chapter.slug)
        if chapter.later:
            continue
        out += [
            f"## {chapter.title}",
            "",
            "| Statement | Code and data | Tests and examples | Page |",
            "|---|---|---|---|",
        ]
        for s in statements:
            pages = ", ".join(f"[{p.removesuffix('.md')}](../{trace.slug}/{p})" for p in trace.pages.get(s.id, ()))
            out.append(
                f"| {{rule}}`{s.id}` | {_places(trace.code.get(s.id, ()))} | "
                f"{_places(trace.tests.get(s.id, ()))} | {pages or NONE} |"
            )
        out.append("")
    later = [(c.title, len(trace.rulebook.in_chapter(c.slug))) for c in trace.rulebook.chapters if c.later]
    if later:
        out += ["## Still to come", "", *(f"- {title}: {number} statements" for title, number in later), ""]
    return "\n".join(out)


def _places(places: list[str] | tuple[str, ...]) -> str:
    """The first few places, as code."""
    short = [p.rpartition("/")[2].partition("::")[2] or p.rpartition("/")[2] for p in places]
    more = f" and {len(short) - 3} more" if len(short) > 3 else ""
    return ", ".join(f"`{p}`" for p in short[:3]) + more if short else NONE


def main() -> int:
    """Print the gaps; 1 if there are gaps or mistakes."""
    parser = argparse.ArgumentParser(description="Where each statement of the rulebooks lives.")
    add_argument(parser)
    wrong = False
    for book in parser.parse_args().book or BOOKS:
        trace = collect(book)
        lines = [*trace.mistakes, *trace.missing()]
        number = len(trace.finished())
        print(f"{book.title}: " + ("" if lines else f"{number} statements have code, a test and a place"))
        print("".join(f"  {line}\n" for line in lines), end="")
        wrong = wrong or bool(lines)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
