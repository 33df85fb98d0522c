"""The book's pages against the data: every card, ruling and example has its place, and the tables are right."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

import hexlib
from hexlib.hexygame.components import STANDARD
from hexlib.record import load
from hexlib.rules import Rulebook

BOOK = Path(__file__).resolve().parents[2] / "book" / "hexygame"
RULES = Rulebook.load("hexygame")
PAGES = {page.stem: page.read_text("utf-8") for page in BOOK.glob("*.md")}
READINGS = BOOK / "examples" / "readings"


def test_the_gallery_has_every_card_once() -> None:
    shown = re.findall(r"^```\{picture\} card (\S+)$", PAGES["gallery"], re.MULTILINE)
    assert Counter(shown) == Counter(card.name for card in STANDARD.cards)
    assert "Reconstruction" in PAGES["gallery"]


def test_the_gallery_lists_the_decks_as_they_are() -> None:
    rows = re.findall(r"^\| (\d+) \| \*\*(.+?)\*\* \| .+ \| (\S*) \|$", PAGES["gallery"], re.MULTILINE)
    numbers = {c.title: "/".join(map(str, (c.attack, c.defense, c.actions, c.points))) for c in STANDARD.cards}
    expected = [(str(n), STANDARD[name].title) for deck in STANDARD.decks.values() for name, n in deck.items()]
    assert [(n, title) for n, title, _ in rows] == expected
    for _, title, told in rows:
        assert not told or told == numbers[title]


def test_the_card_of_one_s_own_can_be_read() -> None:
    (text,) = re.findall(r"^```toml\n(.+?)^```$", PAGES["gallery"], re.MULTILINE | re.DOTALL)
    own = hexlib.game("hexygame", cards=text)
    assert own.cards["snow-hare"].title == "Snow Hare"  # type: ignore[attr-defined]


def test_every_ruling_is_told_once() -> None:
    told = Counter(re.findall(r"^```\{ruling\} (\S+)$", "\n".join(PAGES.values()), re.MULTILINE))
    assert told == Counter(list(RULES.rulings))


@pytest.mark.parametrize("ruling", [r for r in RULES.rulings.values() if r.kind == "switch"], ids=lambda r: r.name)
def test_a_switch_has_one_position_played_under_each_reading(ruling: object) -> None:
    name: str = ruling.name  # type: ignore[attr-defined]
    stem = name.replace("_", "-")
    records = {key: load(READINGS / f"{stem}-{key}.toml") for key, _ in ruling.readings}  # type: ignore[attr-defined]
    starts = [record.position for record in records.values()]
    assert all(start == starts[0] for start in starts)
    assert {key: dict(record.rulings) for key, record in records.items()} == {key: {name: key} for key in records}
    assert len({record.outcome for record in records.values()}) == len(records)
    for key, record in records.items():
        others = [k for k in records if k != key]
        for other in others:  # the documented outcome belongs to this reading alone
            assert not record.check(hexlib.game("hexygame", rulings={name: other}), first=True), (key, other)


def test_there_is_no_other_reading() -> None:
    switches = [r for r in RULES.rulings.values() if r.kind == "switch"]
    names = {f"{r.name.replace('_', '-')}-{key}" for r in switches for key, _ in r.readings}
    assert {file.stem for file in READINGS.glob("*.toml")} == names


def test_every_example_stands_in_its_chapter() -> None:
    for file in sorted((BOOK / "examples").rglob("*.toml")):
        folder = file.parent.name
        if folder != "readings":
            path = file.relative_to(BOOK).as_posix()
            chapter = PAGES[folder] + (PAGES["stack-positions"] if folder == "stack" else "")
            assert f"```{{example}} {path}\n" in chapter, f"{path} is not on {folder}.md"


def test_the_loop_numbers_its_lines_and_names_their_rules() -> None:
    text, _, table = PAGES["the-loop"].partition("## The ids")
    lines = re.findall(r"^(\d+)\. (.+(?:\n(?:   .*)?)*)", text, re.MULTILINE)
    assert [int(n) for n, _ in lines] == [*range(1, 9), *range(10, 15), *range(20, 26)]
    told = {n: list(dict.fromkeys(re.findall(r"\{rule\}`([^`]+)`", words))) for n, words in lines}
    assert [int(n) for n, rules in told.items() if not rules] == [3, 7, 25]  # a ruling's, and two that lead on
    listed = {
        n: re.findall(r"`([^`]+)`", cell) for n, cell in re.findall(r"^\| (\d+) \| (.+) \|$", table, re.MULTILINE)
    }
    assert listed == told
