"""HexyGame's pages: the stack beside the board, questions about it, cards, rulings; with a script and without."""

from __future__ import annotations

import re

import pytest
from hexpage.serve import BookServer
from playwright.sync_api import Browser, expect

import hexlib

from .conftest import ROOT
from .reader import Example, Reader

HOME = "/book/hexygame/"
EXAMPLES = ROOT / "book/hexygame/examples"
SIX = hexlib.load(EXAMPLES / "stack/six-deep.toml")
FIVE = hexlib.load(EXAMPLES / "stack/five-triggers.toml")
TOP = {9: "#5 Orange casts Mend", 10: "#6 Blue casts Negate", 12: "#4 Blue casts Spark", 18: "#1 Blue attacks"}
"""Step of the example: the line that lies on top of the stack after it."""


def lines(example: Example) -> list[str]:
    """The stack as the page shows it, the top first."""
    found = example.part("player").get_by_text(re.compile(r"^#\d+ (Blue|Orange) "))
    return [" ".join(text.split()) for text in found.all_inner_texts()]


def test_the_stack_grows_and_shrinks_with_the_steps(saver: Reader) -> None:
    example = saver.open(HOME + "stack-positions.html", "six-deep", "step=8")
    for step, top in TOP.items():
        example.part("slider").fill(str(step))
        expect(example.part("player")).to_contain_text(top)
        shown = lines(example)
        assert shown[0].startswith(top)
        assert [int(text.split()[0][1:]) for text in shown] == [*range(len(shown), 0, -1)]
    example.part("slider").fill("9")
    expect(example.part("player")).to_contain_text(TOP[9])
    assert TOP[10] not in example.part("player").inner_text()


def test_the_page_asks_what_the_stack_will_leave(saver: Reader) -> None:
    at = next(i for i, step in enumerate(SIX.steps) if step.ask)
    ask = SIX.steps[at].ask
    assert ask is not None
    example = saver.open(HOME + "stack-positions.html", "six-deep", f"step={at}")
    example.button("Next").click()
    expect(example.part("question")).to_contain_text(ask.question)
    for choice in ask.choices:
        expect(example.part("choices")).to_contain_text(choice)


def test_five_triggers_on_a_phone(phone: Reader) -> None:
    example = phone.open(HOME + "stack-positions.html", "five-triggers", "step=1")
    example.part("slider").fill(str(len(FIVE.steps)))
    example.at(len(FIVE.steps), len(FIVE.steps))
    expect(example.part("say")).to_contain_text(FIVE.steps[-1].say)
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= 390


def test_without_a_script_the_stack_is_told(browser: Browser, server: BookServer) -> None:
    reader = Reader(browser, server.url, java_script_enabled=False)
    example = reader.open(HOME + "stack-positions.html", "six-deep")
    told = example.part("static")
    expect(told).to_be_visible()
    for step in (*SIX.steps, *SIX.branches[0].steps):
        expect(told).to_contain_text(step.say)
    expect(told).to_contain_text(SIX.branches[0].outcome)
    reader.close()


@pytest.mark.parametrize("page", ["rulings-cards", "rulings-phases", "rulings-attacks", "rulings-abilities"])
def test_both_readings_of_a_switch_stand_together(page: str, saver: Reader) -> None:
    saver.page.goto(f"{saver.url}{HOME}{page}.html", wait_until="domcontentloaded")
    files = {file.stem: file for file in (EXAMPLES / "readings").glob("*.toml")}
    shown = saver.page.locator("figure[id]").evaluate_all("all => all.map(each => each.id)")
    here = [name for name in shown if name in files]
    assert len(here) >= 12
    by_ruling: dict[str, set[str]] = {}
    for name in here:
        ((ruling, reading),) = hexlib.load(files[name]).rulings.items()
        by_ruling.setdefault(ruling, set()).add(str(reading))
    assert all(len(readings) == 2 for readings in by_ruling.values())


def test_the_gallery_fits_a_phone(phone: Reader) -> None:
    phone.page.goto(f"{phone.url}{HOME}gallery.html")
    cards = phone.page.locator(".hx-gallery figure")
    assert cards.count() == 77
    first = cards.first.bounding_box()
    assert first is not None
    assert 240 <= first["width"] <= 390
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= 390
