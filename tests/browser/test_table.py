"""A whole game in the page: started by one click, kept, passed from hand to hand, by mouse, keys and touch."""

from __future__ import annotations

import re
import time
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from .conftest import BookServer
from .reader import START_MS, Reader

PLAY = "/book/knee-deep-in-hexes/play.html"
TURN_MS = 30_000
GAME_S = 240
"""How long a whole game may take on a busy machine: some twenty turns, with opponents' moves shown one by one."""

MOMENT = """() => {
  const box = document.querySelector('figure#game');
  const log = box.querySelector('.hx-log summary');
  const choices = Array.from(box.querySelectorAll('.hx-entry select option'), o => o.label);
  return [log ? log.textContent : '', ...choices].join('\\n');
}"""

TOGETHER = "Set up together: companions, board and decks"
OVER = """format = 1
game = "hex-hex-next"
title = "A game that is over"
[table]
seats = ["person", "person", "person"]
open = true
[options]
players = "3"
[position]
round = 4
caster = "Ann"
hexes = ["#1 Bob > Ann"]
Ann = { voice = 1 }
Bob = { voice = 5 }
Cid = { voice = 3 }
[[step]]
say = "The last Hex is on its way."
"""
"""The last round of a game for three: Ann has no card against the Hex, so it ends at once."""


class Table:
    """The table of a page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.box = page.locator("figure#game")

    @classmethod
    def at(cls, reader: Reader) -> Table:
        reader.page.goto(reader.url + PLAY)
        return cls(reader.page)

    def start(self) -> Table:
        self.box.locator(".hxp-start-game").click()
        return self.live()

    def live(self) -> Table:
        self.page.wait_for_selector("figure#game[data-state=live]", timeout=START_MS)
        expect(self.box.locator(".hx-status").first).to_be_visible()
        return self

    def form(self, seats: tuple[str, str], **choices: str) -> Table:
        """Through the form: who plays, and what."""
        self.box.locator(".hxp-form").click()
        self.page.wait_for_selector("figure#game[data-state=live]", timeout=START_MS)
        for name, kind in zip(("Bukseon", "Gondwana"), seats, strict=True):
            self.box.get_by_label(name, exact=True).select_option(label=kind)
        for label, choice in choices.items():
            self.box.get_by_label(label, exact=True).select_option(label=choice)
        self.press("Start the game")
        return self

    def press(self, name: str) -> None:
        self.box.get_by_role("button", name=name, exact=True).locator("visible=true").first.click()

    def status(self) -> str:
        return self.box.locator(".hx-status").first.inner_text()

    def says(self, words: str | re.Pattern[str]) -> None:
        expect(self.box.locator(".hx-status").first).to_contain_text(words, timeout=TURN_MS)

    def act(self, text: str) -> None:
        line = self.box.get_by_placeholder("an action, a field, a card")
        line.fill(text)
        line.press("Enter")

    def headline(self) -> Locator:
        return self.box.locator(".hx-headline").last

    def keep_hand(self) -> None:
        """Keep the opening hand, and wait until the first decision of a turn has come.

        The status says "Bukseon decides now" before and after, so the headline is waited for.
        """
        self.says("Bukseon decides now.")
        self.act("keep")
        self.acts()

    def acts(self) -> None:
        expect(self.headline()).to_contain_text("Bukseon acts", timeout=TURN_MS)
        self.says("Bukseon decides now.")

    def moment(self) -> str:
        """The choices and the length of the log: what changes when an action or a pick has been carried out."""
        found: str = self.page.evaluate(MOMENT)
        return found

    def moved_on(self, before: str) -> None:
        self.page.wait_for_function(f"before => ({MOMENT})() !== before", arg=before, timeout=TURN_MS)

    def kept(self) -> list[str]:
        found: list[str] = self.page.evaluate(
            "Object.keys(localStorage).filter(k => k.startsWith('hexbook:')).sort()"
            ".map(k => JSON.parse(localStorage[k]).text)"
        )
        return found


def test_before_any_script_there_is_a_picture_and_how_to_play(browser: Browser, server: BookServer) -> None:
    reader = Reader(browser, server.url, java_script_enabled=False)
    reader.page.goto(server.url + PLAY)
    figure = reader.page.locator("figure#game")
    expect(figure.locator(".hxp-start svg.hx-picture")).to_be_visible()
    expect(figure).to_contain_text("Bukseon (a person), Gondwana (sensible)")
    reader.close()


def test_a_whole_short_game_in_the_page(reader: Reader) -> None:
    """One click starts it. Blue only ever ends its turn, so orange destroys the HQ soon, or the turns run out."""
    table = Table.at(reader).start()
    table.says("Bukseon decides now.")
    end = time.monotonic() + GAME_S
    while time.monotonic() < end:
        status = table.status()
        if "The game is over" in status:
            break
        if "Bukseon decides" not in status:
            reader.page.wait_for_timeout(100)
            continue
        moment = table.moment()
        table.act(_quiet(moment.partition("\n")[2]))
        table.moved_on(moment)
    table.says("The game is over: Gondwana wins.")
    expect(table.headline()).to_contain_text("Gondwana wins")


def _quiet(choices: str) -> str:
    for words, action in (
        ("Keep this hand", "keep"),
        ("No War card", "war none"),
        ("No marker", "end"),
        ("No damage", "damage none"),
        ("End the actions", "end"),
    ):
        if words in choices:
            return action
    return choices.splitlines()[0] if choices else "end"


def test_reload_keeps_the_game(reader: Reader) -> None:
    table = Table.at(reader).start()
    table.keep_hand()
    reader.page.wait_for_function("Object.keys(localStorage).some(k => k.startsWith('hexbook:'))")
    headline = table.headline().inner_text()
    before = table.kept()
    assert len(before) == 1
    assert '"keep"' in before[0]
    reader.page.reload()
    again = Table(reader.page)
    again.box.locator(".hxp-go-on").first.click()
    again.live()
    again.says("Bukseon decides now.")
    expect(again.headline()).to_have_text(headline, timeout=TURN_MS)
    assert again.kept()[0].splitlines()[:6] == before[0].splitlines()[:6]


def test_a_second_tab_gets_a_copy_and_a_hint(reader: Reader) -> None:
    table = Table.at(reader).start()
    table.keep_hand()
    reader.page.wait_for_function("Object.keys(localStorage).some(k => k.startsWith('hexbook:'))")
    page = reader.context.new_page()
    page.goto(reader.url + PLAY)
    second = Table(page)
    second.box.locator(".hxp-go-on").first.click()
    second.live()
    expect(second.box).to_contain_text("open in another tab")
    second.says("Bukseon decides now.")
    second.act("end")
    page.wait_for_function(
        "() => { const kept = Object.keys(localStorage).filter(k => k.startsWith('hexbook:'))"
        ".map(k => JSON.parse(localStorage[k]).text.length);"
        " return kept.length === 2 && kept[0] !== kept[1]; }"
    )
    first, other = table.kept()
    assert first.count("\n") < other.count("\n")
    page.close()


def test_the_hand_over_curtain(reader: Reader) -> None:
    table = Table.at(reader).form(("A person", "A person"))
    show = table.box.get_by_role("button", name=re.compile("^I am .*, show me$"))
    expect(show).to_be_visible(timeout=TURN_MS)
    expect(table.box.locator(".hx-curtain")).to_contain_text("looks away")
    expect(table.box.get_by_label("Choices", exact=True)).to_be_hidden()
    expect(table.box.locator(".hx-card:visible")).to_have_count(0)
    first = show.inner_text()
    show.click()
    expect(table.box.get_by_label("Choices", exact=True)).to_be_visible()
    table.act("keep")
    expect(show).to_be_visible()
    expect(show).not_to_have_text(first)
    expect(table.box.get_by_label("Choices", exact=True)).to_be_hidden()


def test_save_and_load(reader: Reader) -> None:
    table = Table.at(reader).start()
    table.keep_hand()
    headline = table.headline().inner_text()
    table.press("Keep, share, load")
    table.press("To go on later")
    text = table.box.get_by_label("Text", exact=True)
    expect(text).to_have_value(re.compile("^format = 1"))
    record = text.input_value()
    expect(table.box.locator("a.hx-download")).to_have_attribute("download", "knee-deep-in-hexes.toml")
    text.fill(record.replace('"keep"', '"fly"', 1))
    table.press("Load this text")
    expect(table.box).to_contain_text("'fly' is not an action")
    table.press("New game")
    table.press("Load a game")
    expect(text).to_be_visible()
    expect(text).to_have_value("")
    text.fill(record)
    table.press("Load this text")
    table.says("Bukseon decides now.")
    expect(table.headline()).to_have_text(headline)


def test_by_keyboard_alone(reader: Reader) -> None:
    table = Table.at(reader)
    keys = reader.page.keyboard
    table.box.locator(".hxp-start-game").focus()
    keys.press("Enter")
    table.live().says("Bukseon decides now.")
    _tab_to(reader.page, ".hx-entry select")
    _tab_to(reader.page, ".hx-entry .hx-first")
    keys.press("Enter")
    table.acts()
    _tab_to(reader.page, "input[type=text]")
    keys.type("end")
    keys.press("Enter")
    expect(table.box.locator(".hx-news")).to_contain_text("Bukseon has finished acting", timeout=TURN_MS)


def test_the_focus_stays_at_the_table_while_others_decide(reader: Reader) -> None:
    """A button that goes off or away would drop it to the top of the page, before all its contents."""
    table = Table.at(reader).start()
    keys = reader.page.keyboard
    table.says("Bukseon decides now.")
    choose = table.box.locator(".hx-entry .hx-first")
    choose.focus()
    keys.press("Enter")  # keeps the hand; Gondwana thinks, and plays its turn if it begins
    expect(table.box.locator(".hx-news")).to_contain_text("Bukseon keeps the hand", timeout=TURN_MS)
    table.says("Bukseon decides now.")
    expect(choose).to_be_focused()
    end = table.box.get_by_role("button", name="End the actions", exact=True)
    end.focus()
    keys.press("Enter")  # the button is gone now, or another one
    expect(table.box.locator(".hx-news")).to_contain_text("Bukseon has finished acting", timeout=TURN_MS)
    expect(choose).to_be_focused()
    table.box.get_by_role("button", name="First", exact=True).focus()
    keys.press("Enter")  # before the start there is nothing: the button goes off
    table.says("Looking back")
    expect(table.box.get_by_role("button", name="Forward", exact=True)).to_be_focused()


def _tab_to(page: Page, selector: str) -> None:
    for _ in range(300):  # the focus may begin at the top of the page, before all its contents
        if page.evaluate("s => document.activeElement.matches('.hxp-live-board ' + s)", selector):
            return
        page.keyboard.press("Tab")
    pytest.fail(f"Tab does not reach {selector}")


def test_on_a_phone_by_touch(phone: Reader) -> None:
    table = Table.at(phone)
    table.box.locator(".hxp-start-game").tap()
    table.live().says("Bukseon decides now.")
    table.box.get_by_role("button", name="Choose", exact=True).tap()
    table.acts()
    wide: Any = phone.page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0


def test_stepping_back_and_an_example_of_the_game(reader: Reader) -> None:
    table = Table.at(reader).start()
    table.keep_hand()
    table.press("Back")
    table.says("Looking back")
    table.press("To the present")
    table.says("Bukseon decides now.")
    table.press("Open as an example")
    expect(table.box.get_by_role("button", name="Play from here", exact=True)).to_be_visible()
    table.press("Close the example")
    table.says("Bukseon decides now.")


def test_two_people_set_up_and_go_on_into_the_game(reader: Reader) -> None:
    """Factions and companions lie open, so no curtain falls; then the game calls each side by its faction and name."""
    table = Table.at(reader)
    table.box.locator(".hxp-form").click()
    table.page.wait_for_selector("figure#game[data-state=live]", timeout=START_MS)
    table.box.get_by_label("How to begin", exact=True).select_option(label=TOGETHER)
    table.box.get_by_label("Bob", exact=True).select_option(label="A person")
    variant = table.box.locator("select:visible").filter(has_text="Simple: draft")
    variant.select_option(label="Casual: the same nine neutral cards")
    table.press("Start the game")
    for words in ("faction", "faction", "two companions", "two companions"):
        expect(table.headline()).to_contain_text(f"chooses {'a ' if words == 'faction' else ''}{words}")
        expect(table.box.locator(".hx-curtain")).to_be_hidden()
        headline = table.headline().inner_text()
        table.press("Choose")
        if words != "faction":
            expect(table.box.locator(".hx-on")).to_have_count(1)
            table.press("Choose")
        expect(table.headline()).not_to_have_text(headline)
    table.says("All is set up")
    table.press("Begin the game")
    show = table.box.get_by_role("button", name=re.compile(r"^I am (Bukseon|Gondwana) \((Ann|Bob)\), show me$"))
    expect(show).to_be_visible(timeout=TURN_MS)
    name = show.inner_text()
    reader.page.wait_for_function(
        "() => Object.keys(localStorage).filter(k => k.startsWith('hexbook:'))"
        ".some(k => JSON.parse(localStorage[k]).text.includes('names = ['))"
    )
    assert len(table.kept()) == 1  # the set-up and its game are one play
    reader.page.reload()
    again = Table(reader.page)
    again.box.locator(".hxp-go-on").first.click()
    again.live()
    expect(again.box.get_by_role("button", name=name, exact=True)).to_be_visible(timeout=TURN_MS)


def test_the_winners_law_and_the_next_game(reader: Reader) -> None:
    """A game that is over is loaded; a law that ends the round is refused, a sample law is laid down and called."""
    reader.page.goto(reader.url + "/book/hex-hex-next/play.html")
    table = Table(reader.page)
    table.box.locator(".hxp-form").click()
    table.page.wait_for_selector("figure#game[data-state=live]", timeout=START_MS)
    table.press("Load a game")
    text = table.box.get_by_label("Text", exact=True)
    expect(text).to_have_value("")
    text.fill(OVER)
    table.press("Load this text")
    table.says("The game is over: Bob wins")
    law = table.box.get_by_label("Bob's law", exact=True)
    law.select_option(label="One of their own")
    table.box.get_by_label("Its name", exact=True).fill("Hush")
    table.box.get_by_label("What players must do", exact=True).fill("Say nothing.")
    table.box.get_by_label("And in words", exact=True).fill("the round is over")
    table.press("The next game")
    expect(table.box.locator(".hx-sequel")).to_contain_text("may not end a round early")
    law.select_option(label="Elbow")
    expect(table.box.locator(".hx-sequel")).to_contain_text("Point at the Intended with an elbow")
    table.press("The next game")
    expect(table.headline()).to_contain_text("Round 1")
    expect(table.box.locator(".hx-panels")).to_contain_text("Laws in force")
    table.box.get_by_label("A law is broken", exact=True).select_option(label="Cid: penalty elbow")
    table.press("Call the penalty")
    expect(table.box.locator(".hx-news")).to_contain_text("Cid has broken the law 'elbow'")


def test_play_again(reader: Reader) -> None:
    reader.page.goto(reader.url + "/book/hexygame/play.html")
    table = Table(reader.page)
    table.box.locator(".hxp-form").click()
    table.page.wait_for_selector("figure#game[data-state=live]", timeout=START_MS)
    table.box.get_by_label("Ruling", exact=True).select_option(label="Turn limit (a number)")
    number = table.box.get_by_label("Number", exact=True)
    number.fill("0")
    expect(table.box.locator(".hx-error:visible").first).to_contain_text("a whole number from 1 to 1000")
    number.fill("1")
    expect(table.box.locator(".hx-setup").first).to_contain_text("Other than the book: Turn limit: 1")
    for seat in ("Blue", "Orange"):
        table.box.get_by_label(seat, exact=True).select_option(label="Random")
    table.press("Start the game")
    again = table.box.get_by_role("button", name="Play again", exact=True)
    expect(again).to_be_visible(timeout=GAME_S * 1000)
    found = re.search(r"^seed = \d+$", table.kept()[0], re.MULTILINE)
    assert found is not None
    again.click()
    # the next game may be over before anybody looks; what tells it from this one is its seed
    reader.page.wait_for_function(
        "seed => Object.keys(localStorage).filter(k => k.startsWith('hexbook:'))"
        ".map(k => JSON.parse(localStorage[k]).text)"
        ".some(text => /^seed = /m.test(text) && !text.split('\\n').includes(seed))",
        arg=found.group(),
        timeout=TURN_MS,
    )
