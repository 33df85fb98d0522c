"""The mutation check: break every rule on purpose and see whether the book's examples notice.

For each ``Break`` of the game every example is replayed with the broken game until one differs. A break that none
notices is a survivor; ``survivors.toml`` in the game's package lists those, each with a reason, and must be exact.
``python tools/mutation.py`` prints the survivors and the sum, with ``--table`` also who notices each break.
"""

from __future__ import annotations

import argparse
import sys
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import hexlib
from hexlib.game import Break, Game
from hexlib.record import Record, load
from hexlib.record_check import Difference

__all__ = ["Mutation", "examples", "expected_survivors", "mutate", "mutation_markdown", "table"]

ROOT = Path(__file__).resolve().parent.parent
SLUG = "knee-deep-in-hexes"
GAMES = (SLUG, "knee-deep-in-hexes-setup")
"""The game, and its set-up, which is a game of its own."""
SURVIVORS = ROOT / "hexlib" / "knee_deep" / "survivors.toml"


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


def examples(root: Path = ROOT) -> tuple[Record, ...]:
    """The book's examples of the game, in the order of their paths."""
    return tuple(load(p) for p in sorted((root / "book" / SLUG / "examples").rglob("*.toml")))


def finished(*games: Game) -> tuple[Break, ...]:
    """The breaks of rules that stand in finished chapters, each once; by default of the game and of its set-up."""
    chosen = games or tuple(map(hexlib.game, GAMES))
    found = {str(b): b for game in reversed(chosen) for b in game.breaks()}
    every = [found[str(b)] for game in chosen for b in game.breaks()]
    return tuple(b for b in dict.fromkeys(every) if not chosen[0].rulebook.chapter_of(b.rule).later)


def mutate(records: Sequence[Record], breaks: Iterable[Break]) -> tuple[Mutation, ...]:
    """What becomes of each break; the examples that show the rule are tried first.

    An example that differs even from the unbroken game can notice nothing and is left out.
    """
    sound = [record for record in records if record.check(first=True)]
    return tuple(_one(sound, b) for b in breaks)


def _names(game: Game) -> frozenset[str]:
    """``str`` of every break that the game has."""
    return frozenset(map(str, game.breaks()))


def _one(records: Sequence[Record], broken: Break) -> Mutation:
    family = broken.rule.rpartition(".")[0]
    records = [record for record in records if str(broken) in _names(record.game)]

    def distance(record: Record) -> int:
        if broken.rule in record.shows:
            return 0
        return 1 if any(rule.startswith(family) for rule in record.shows) else 2

    for record in sorted(records, key=distance):
        report = record.check(record.game.without(str(broken)), first=True)
        if not report:
            return Mutation(broken, record, report.differences[0])
    return Mutation(broken)


def expected_survivors(path: Path = SURVIVORS) -> dict[str, str]:
    """``str`` of each break that is allowed to survive, and why."""
    entries = tomllib.loads(path.read_text("utf-8")).get("survivor", [])
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


def mutation_markdown(root: Path = ROOT) -> str:
    """The page of the book about the check: every broken rule, what the game does then, and who notices.

    MyST Markdown with the roles of ``hexpage``; takes as long as the check.
    """
    mutations = mutate(examples(root), finished())
    survivors = expected_survivors()
    left = sum(m.survived for m in mutations)
    out = [
        "# Rules broken on purpose",
        "",
        "An example proves something only if it fails when its rule is broken. So every obligation, prohibition and "
        "computation of the finished chapters is broken, one after the other, and all examples are replayed. "
        f"{len(mutations) - left} of {len(mutations)} breaks are noticed.",
        "",
        "| Rule | The broken game | Noticed by |",
        "|---|---|---|",
    ]
    for m in mutations:
        by = survivors.get(str(m.broken), "nothing") if m.noticed_by is None else m.noticed_by.title
        out.append(f"| {{rule}}`{m.broken.rule}` | {m.broken.text} | {by} |")
    return "\n".join([*out, ""])


def main() -> int:
    """Print the table; 1 if the survivors are not those of ``survivors.toml``."""
    parser = argparse.ArgumentParser(description="Break every rule on purpose and see which examples notice.")
    parser.add_argument("rule", nargs="*", help="only these rules")
    parser.add_argument("--table", action="store_true", help="name the example that notices each break")
    options = parser.parse_args()
    breaks = [b for b in finished() if not options.rule or b.rule in options.rule]
    mutations = mutate(examples(), breaks)
    survivors = expected_survivors()
    print(table(mutations, survivors, whole=options.table or bool(options.rule)))
    left = {str(m.broken) for m in mutations if m.survived}
    stale = set() if options.rule else set(survivors) - left
    for rule in sorted(stale):
        print(f"survivors.toml lists {rule}, which is noticed now (or is no break): take it out")
    return 1 if stale or left - set(survivors) else 0


if __name__ == "__main__":
    sys.exit(main())
