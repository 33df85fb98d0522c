"""The pages of all three games: stacks and lists beside the board, six seats, rulings under each reading."""

from __future__ import annotations

import pytest
from hexpage.serve import BookServer
from playwright.sync_api import Browser, expect

from .reader import Reader
from .test_access import serious

STACK = "/book/hexygame/index.html"
RULINGS = "/book/knee-deep-in-hexes/rulings-the-turn.html"
HEXES = "/book/hex-hex-next/several-hexes.html"


def test_the_stack_grows_and_shrinks_with_the_steps(saver: Reader) -> None:
    """Spark, Mend in answer, Negate in answer to that: worked out by hand in the record."""
    example = saver.open(STACK, "first-look")
    lines = example.box.locator(".hxp-player .hx-panel-stack .hx-line")
    for step, places in ((3, ["#2", "#1"]), (4, ["#3", "#2", "#1"]), (6, ["#1"]), (8, [])):
        example.part("slider").fill(str(step))
        example.at(step)
        expect(lines).to_have_count(len(places))
        for number, place in enumerate(places):
            expect(lines.nth(number).locator("b").first).to_have_text(place)


def test_without_a_script_the_stack_stands_on_the_page(browser: Browser, server: BookServer) -> None:
    reader = Reader(browser, server.url, java_script_enabled=False)
    example = reader.open(STACK, "first-look")
    third = example.part("static").locator("ol.hxp-steps > li").nth(2)
    expect(third.locator(".hx-panel-stack .hx-line")).to_have_count(2)
    expect(third.locator(".hx-panel-stack .hx-line").first).to_contain_text("#2")
    reader.close()


def test_a_ruling_has_each_reading_as_a_board(saver: Reader) -> None:
    saver.page.goto(f"{saver.url}{RULINGS}#ruling-turret-cost")
    ruling = saver.page.locator("#ruling-turret-cost")
    expect(ruling.locator("figure.hxp-example")).to_have_count(2)
    expect(ruling.locator(".hxp-default-mark")).to_have_count(1)
    for reading in ("energy", "material"):
        example = saver.example(f"turret-cost-{reading}")
        last = example.part("slider").get_attribute("max")
        if last != "1":
            example.part("slider").fill(str(last))
        expect(example.part("player").get_by_text("Documented outcome")).to_be_visible()
        expect(example.button("Play from here")).to_be_visible()


@pytest.mark.parametrize("path", [STACK, RULINGS, HEXES])
def test_a_phone_needs_no_sideways_scrolling(phone: Reader, path: str) -> None:
    phone.page.goto(phone.url + path)
    expect(phone.page.locator(".hxp-player").first).to_be_visible()
    wide = phone.page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 390
    for box in phone.page.locator(".hxp-player").all()[:4]:
        assert box.evaluate("e => e.scrollWidth - e.clientWidth") <= 1


def test_stacks_and_rulings_keep_nobody_out(saver: Reader) -> None:
    example = saver.open(STACK, "first-look")
    example.part("slider").fill("4")
    assert serious(saver.page, "#first-look") == []
    saver.page.goto(saver.url + RULINGS)
    assert serious(saver.page, "#ruling-turret-cost") == []


@pytest.mark.parametrize(("path", "figure"), [(STACK, "first-look"), (HEXES, "")])
def test_the_other_games_play_live(reader: Reader, path: str, figure: str) -> None:
    if figure:
        example = reader.open(path, figure)
    else:
        reader.page.goto(reader.url + path)
        example = reader.example(str(reader.page.locator("figure[data-hexpage]").first.get_attribute("id")))
    live = example.play()
    expect(live.box.locator(".hx-panel").first).to_be_visible()
    expect(reader.page.get_by_role("button", name="Back to the example")).to_have_count(1)
