"""Where each statement of a rulebook lives: in the code, in a test and on a page of the book.

Reads source texts only and runs no engine, so that a broken engine cannot hide a gap. ``coverage_markdown()`` is the
book's page about it: ``python tools/trace.py --page FILE`` writes it, ``python tools/trace.py`` prints the gaps.
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

from hexlib.rules import Rulebook, Statement

__all__ = ["MARK", "Trace", "collect", "coverage_markdown"]

ROOT = Path(__file__).resolve().parent.parent
MARK = "rule"
"""``@pytest.mark.rule("kdh.x")`` says which statements a test proves, three at most."""
_ROLE = re.compile(r"\{rule\}`(?:[^`<]*<)?([^`<>]+)>?`")
_EXAMPLE = re.compile(r"^\s*(?:`{3,}|:{3,})\{example\}[ \t]+(\S+)", re.MULTILINE)


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


def collect(package: str = "knee_deep", root: Path = ROOT) -> Trace:
    """Every citation that the sources of the game hold."""
    slug = package.replace("_", "-") + ("-in-hexes" if package == "knee_deep" else "")
    trace = Trace(Rulebook.load(package), slug)
    prefix = next(iter(trace.rulebook.statements)).partition(".")[0]
    _code(trace, root / "hexlib" / package, prefix)
    _tests(trace, root / "tests", prefix)
    _book(trace, root / "book" / slug)
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
        for path in _EXAMPLE.findall(text):
            file = (page.parent / path).resolve()
            if not file.is_file():
                trace.mistakes.append(f"{page.name}: there is no {path}")
            for rule in shows.get(file, ()):
                trace.cite(trace.pages, rule, page.name)


def coverage_markdown(package: str = "knee_deep", root: Path = ROOT, book: str = "..") -> str:
    """The page of the book that shows, for every finished statement, its code, its tests and its place.

    ``book`` is the way from the page to the book's folder. MyST Markdown with the roles of ``hexpage``.
    """
    trace = collect(package, root)
    finished = trace.finished()
    whole = sum(not trace.gaps(s.id) for s in finished)
    out = [
        "# Where each rule lives",
        "",
        f"The rulebook makes {len(trace.rulebook.statements)} statements, and {len(finished)} of them stand in "
        f"finished chapters. Of those, {whole} are kept by the code or its data, proved by a test or an example, and "
        "told on the page of their chapter.",
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
            pages = ", ".join(f"[{p.removesuffix('.md')}]({book}/{trace.slug}/{p})" for p in trace.pages.get(s.id, ()))
            out.append(
                f"| {{rule}}`{s.id}` | {_places(trace.code.get(s.id, ()))} | "
                f"{_places(trace.tests.get(s.id, ()))} | {pages or 'none yet'} |"
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
    return ", ".join(f"`{p}`" for p in short[:3]) + more if short else "none yet"


def main() -> int:
    """Print the gaps, or write the page; 1 if there are gaps or mistakes."""
    parser = argparse.ArgumentParser(description="Where each statement of the rulebook lives.")
    parser.add_argument("--page", type=Path, metavar="FILE", help="write the book's page there")
    options = parser.parse_args()
    if options.page:
        options.page.parent.mkdir(parents=True, exist_ok=True)
        options.page.write_text(coverage_markdown(), "utf-8", newline="\n")
        return 0
    trace = collect()
    lines = [*trace.mistakes, *trace.missing()]
    print("\n".join(lines) if lines else f"{len(trace.finished())} statements: all have code, a test and a place")
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
