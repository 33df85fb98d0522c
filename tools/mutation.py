"""The mutation check: break every rule on purpose and see whether the book's examples notice.

For each ``Break`` of a game its examples are replayed with the broken game until one differs. A break that none
notices is a survivor; ``survivors.toml`` in the game's package lists those, each with a reason, and must be exact.
``python tools/mutation.py`` prints the survivors and the sum of every game, with ``--table`` also who notices each
break, with ``--book`` of one game, and with ids of rules for these alone.
"""

from __future__ import annotations

import argparse
import sys
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import hexlib
from hexlib.game import Break
from hexlib.record import Record, load
from hexlib.record_check import Difference
from tools.books import BOOKS, ROOT, Book, add_argument, report

__all__ = ["Mutation", "breaks", "examples", "expected_survivors", "mutate", "mutation_markdown", "table"]


@dataclass(frozen=True, slots=True)
class Mutation:
    """A broken rule, and the first example that noticed it."""

    broken: Break
    noticed_by: Record | None = None
    difference: Difference | None = None

    @property
    def survived(self) -> bool:
        """Whether no example noticed."""
        return self.noticed_by is None


def examples(book: Book = BOOKS[0], root: Path = ROOT) -> tuple[Record, ...]:
    """The book's examples of the game, in the order of their paths."""
    return tuple(map(load, book.examples(root)))


def breaks(book: Book = BOOKS[0]) -> tuple[Break, ...]:
    """Every break of the game and of its set-up, each once; where both have it, the game's own words."""
    found: dict[str, Break] = {}
    for game in map(hexlib.game, book.games):
        for b in game.breaks():
            found.setdefault(str(b), b)
    return tuple(found.values())


def mutate(records: Sequence[Record], breaks: Iterable[Break]) -> tuple[Mutation, ...]:
    """What becomes of each break.

    The examples that show the rule are tried first, then those whose replay cites it, then its neighbours', then the
    rest: nearly every break is noticed by the first one tried. An example that differs even from the unbroken game
    can notice nothing and is left out.
    """
    sound = [(record, _cited(record)) for record in records if record.check(first=True)]
    has = {record.game: frozenset(map(str, record.game.breaks())) for record, _ in sound}
    return tuple(_one([(r, cited) for r, cited in sound if str(b) in has[r.game]], b) for b in breaks)


def _cited(record: Record) -> frozenset[str]:
    """The rules that a replay of the record names: by what happens, and by what it says is not allowed."""
    out: set[str] = set()
    for name in record.lines:
        for moment in record.replay(name):
            out.update(rule for event in moment.events for rule in event.rules)
            out.update(rule for illegal in moment.step.expect.illegal for rule in illegal.rules)
            out.update(moment.step.rules)
    return frozenset(out)


def _one(records: Sequence[tuple[Record, frozenset[str]]], broken: Break) -> Mutation:
    family = broken.rule.rpartition(".")[0] + "."

    def distance(entry: tuple[Record, frozenset[str]]) -> int:
        record, cited = entry
        if broken.rule in record.shows:
            return 0
        if broken.rule in cited:
            return 1
        return 2 if any(rule.startswith(family) for rule in record.shows) else 3

    for record, _ in sorted(records, key=distance):
        found = record.check(record.game.without(str(broken)), first=True)
        if not found:
            return Mutation(broken, record, found.differences[0])
    return Mutation(broken)


def expected_survivors(book: Book = BOOKS[0]) -> dict[str, str]:
    """``str`` of each break that is allowed to survive, and why."""
    path = book.survivors
    entries = tomllib.loads(path.read_text("utf-8")).get("survivor", []) if path.is_file() else []
    out: dict[str, str] = {}
    for entry in entries:
        if set(entry) != {"rule", "reason"} or not entry["reason"].strip() or entry["rule"] in out:
            raise ValueError(f"{path.name}: an entry has a rule, once, and a reason: {entry}")
        out[entry["rule"]] = entry["reason"]
    return out


def table(mutations: Sequence[Mutation], survivors: dict[str, str], *, whole: bool = True) -> str:
    """One line a break (a survivor, unless ``whole``), and the sum."""
    lines = []
    for m in mutations:
        if m.noticed_by is not None:
            if not whole:
                continue
            where = "/".join(Path(m.noticed_by.source).parts[-2:])
            lines.append(f"{m.broken!s:55} noticed by {where}: {m.difference}"[:200])
        else:
            reason = survivors.get(str(m.broken), "NOT LISTED in survivors.toml")
            lines.append(f"{m.broken!s:55} survives: {reason}")
    left = sum(m.survived for m in mutations)
    lines.append(f"{len(mutations) - left} of {len(mutations)} breaks noticed by the book's examples; {left} survivors")
    return "\n".join(lines)


def mutation_markdown(book: Book = BOOKS[0], root: Path = ROOT) -> str:
    """The page of the book about the check: every broken rule, what the game does then, and who notices.

    It stands in ``book/reference``. MyST Markdown with the roles of ``hexpage``; takes as long as the check.
    """
    mutations = mutate(examples(book, root), breaks(book))
    survivors = expected_survivors(book)
    left = sum(m.survived for m in mutations)
    out = [
        f"# {book.title}: rules broken on purpose",
        "",
        "An example proves something only if it fails when its rule is broken. So every obligation, prohibition and "
        "computation that the engine keeps is broken, one after the other, and all examples are replayed. "
        + (
            f"{len(mutations) - left} of {len(mutations)} breaks are noticed; beside the others stands why not."
            if left
            else f"All {len(mutations)} breaks are noticed."
        ),
        "",
        "| Rule | The broken game | Noticed by |",
        "|---|---|---|",
    ]
    for m in mutations:
        why = f"No example. {survivors.get(str(m.broken), '')}".strip()
        by = m.noticed_by.title if m.noticed_by is not None else why
        out.append(f"| {{rule}}`{m.broken.rule}` | {_cell(m.broken.text)} | {_cell(by)} |")
    return "\n".join([*out, ""])


def _cell(text: str) -> str:
    """The text as the cell of a table."""
    return text.replace("|", "\\|")


def main() -> int:
    """Print the table; 1 if the survivors are not those of ``survivors.toml``."""
    parser = argparse.ArgumentParser(description="Break every rule on purpose and see which examples notice.")
    parser.add_argument("rule", nargs="*", help="only these rules")
    parser.add_argument("--table", action="store_true", help="name the example that notices each break")
    add_argument(parser)
    options = parser.parse_args()
    wanted = set(options.rule)
    known = {b.rule for book in BOOKS for b in breaks(book)}
    for rule in sorted(wanted - known):
        report(f"{rule} is no rule that can be broken")
    wrong = bool(wanted - known)
    for book in options.book or BOOKS:
        chosen = [b for b in breaks(book) if not wanted or b.rule in wanted]
        if not chosen:
            continue
        mutations = mutate(examples(book), chosen)
        survivors = expected_survivors(book)
        print(f"{book.title}\n{table(mutations, survivors, whole=options.table or bool(wanted))}")
        left = {str(m.broken) for m in mutations if m.survived}
        stale = set() if wanted else set(survivors) - left
        for rule in sorted(stale):
            print(f"survivors.toml lists {rule}, which is noticed now (or is no break): take it out")
        wrong = wrong or bool(stale or left - set(survivors))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
