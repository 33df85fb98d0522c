"""The book's examples notice every rule that is broken on purpose, save those that survivors.toml explains."""

from __future__ import annotations

import tomllib
from importlib import resources
from pathlib import Path

import pytest

from hexlib.hexygame.breaks import BREAKS
from hexlib.record import Record, load
from tests.hexygame.helpers import GAME, position

EXAMPLES = sorted((Path(__file__).resolve().parents[2] / "book" / "hexygame" / "examples").rglob("*.toml"))
SURVIVORS = {
    s["rule"]: s["reason"]
    for s in tomllib.loads((resources.files("hexlib.hexygame") / "survivors.toml").read_text("utf-8"))["survivor"]
}


@pytest.fixture(scope="module")
def records() -> list[Record]:
    return [load(path) for path in EXAMPLES]


@pytest.mark.parametrize("broken", BREAKS, ids=str)
def test_a_broken_rule_is_noticed(broken: object, records: list[Record]) -> None:
    rule = broken.rule  # type: ignore[attr-defined]
    family = rule.rpartition(".")[0]
    order = sorted(records, key=lambda r: (rule not in r.shows, not any(s.startswith(family) for s in r.shows)))
    noticed = any(not r.check(r.game.without(str(broken)), first=True) for r in order)
    assert noticed != (str(broken) in SURVIVORS)


def test_breaks_are_statements_and_say_what_happens() -> None:
    assert len({str(b) for b in BREAKS}) == len(BREAKS)
    for broken in BREAKS:
        assert broken.rule in GAME.rulebook.statements
        assert broken.text.endswith(".")
        assert str(broken) in GAME.without(str(broken)).broken
    assert set(SURVIVORS) <= {str(b) for b in BREAKS}
    assert all(reason.strip() for reason in SURVIVORS.values())


def test_what_the_rulebook_forbids_orders_or_computes_can_be_broken() -> None:
    """Every such statement has a break."""
    kinds = ("prohibition", "obligation", "computation", "ending")
    breakable = {b.rule for b in BREAKS}
    assert [s.id for s in GAME.rulebook.statements.values() if s.kind in kinds and s.id not in breakable] == []


def test_one_may_break_several_rules_at_once() -> None:
    broken = GAME.without("hexy.move.one_hex", "hexy.move.cost_energy")
    state = position(broken, blue={"d4": {"card": "wolf", "die": 1}, "e2": "forge"}, orange={"e8": "spire"})
    assert state.explain(broken.parse_action("move d4-h4"))
    assert broken.without("hexy.move.stack").broken > broken.broken
