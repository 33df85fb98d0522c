"""The race of HEX HEX NEXT in a real browser: three at one device, by keys and by touch; the last to react loses."""

from __future__ import annotations

import re
from typing import Any

from hexwidgets.race import Race, track_scene
from playwright.sync_api import Locator, Page, expect

from .reader import START_MS, Reader

PLAY = "/book/hex-hex-next/play.html"
NAMES = ("Ann", "Bob", "Cid")
TEXT = """format = 1
game = "hex-hex-next"
title = "Three people, and Bob plays HEX HEX NEXT"

[options]
players = "3"

[table]
seats = ["person", "person", "person"]
open = true

[position]
hexes = ["#1 Ann > Bob"]

[position.Bob]
hand = ["hex-hex-next"]

[[step]]
action = "Bob: hex-hex-next"
"""
SIGNAL_MS = 15_000


def at_the_race(reader: Reader) -> Locator:
    """A table where the card has just been played; the race begins."""
    page = reader.page
    page.goto(reader.url + PLAY)
    box = page.locator("figure#game")
    press = box.locator(".hxp-form")
    press.tap() if reader.touch else press.click()
    page.wait_for_selector("figure#game[data-state=live]", timeout=START_MS)
    box.get_by_role("button", name="Load a game", exact=True).click()
    box.get_by_label("Text", exact=True).fill(TEXT)
    box.get_by_role("button", name="Load this text", exact=True).click()
    expect(box).to_contain_text("A race of hands.")
    expect(box.locator(".hx-status").first).to_have_text("A race: who is the last?")
    for name in NAMES:
        expect(box.get_by_role("button", name=f"{name} was the last", exact=True)).to_be_visible()
    start = box.get_by_role("button", name="Race on this device", exact=True)
    start.tap() if reader.touch else start.click()
    expect(box.locator(".hx-race canvas").last).to_be_visible()
    return box


def signalled(box: Locator) -> None:
    expect(box.locator(".hx-racebox")).to_contain_text("NOW!", timeout=SIGNAL_MS)


def lost(box: Locator, loser: str) -> None:
    """Three Voice gone, the others' Voice as it was, and the game goes on."""
    expect(box.locator(".hx-racebox")).to_be_hidden()
    for name in NAMES:
        side = box.locator(f".hx-side[aria-label={name}] .hx-total")
        expect(side).to_have_text("2" if name == loser else "5")
    expect(box.locator(".hx-headline").last).to_contain_text("Round 2 of 4")


def tap(page: Page, box: Locator, seat: int) -> None:
    """Put a finger into a player's zone."""
    scene = track_scene(Race((0, 1, 2)), NAMES)
    spot = scene.spots[seat]
    canvas = box.locator(".hx-race canvas").last
    canvas.scroll_into_view_if_needed()
    there: Any = canvas.bounding_box()
    x, y = spot.x / scene.width * there["width"], spot.y / scene.height * there["height"]
    page.touchscreen.tap(there["x"] + x, there["y"] + y)


def test_by_keys_the_one_who_does_not_press_in_time_is_the_last(reader: Reader) -> None:
    box = at_the_race(reader)
    signalled(box)
    reader.page.keyboard.press("3")
    reader.page.keyboard.press("3")  # once is enough: a second press is nobody else's
    reader.page.keyboard.press("1")
    lost(box, "Bob")


def test_a_false_start_is_forgiven_once_and_the_second_loses(reader: Reader) -> None:
    box = at_the_race(reader)
    reader.page.keyboard.press("2")
    expect(box.locator(".hx-racebox")).to_contain_text("Bob was too early")
    expect(box.locator(".hx-racebox")).to_contain_text("Hands ready", timeout=SIGNAL_MS)
    reader.page.keyboard.press("2")
    lost(box, "Bob")


def test_by_touch_everybody_has_a_zone(phone: Reader) -> None:
    box = at_the_race(phone)
    wide: Any = phone.page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0
    zones: Any = box.locator(".hx-race canvas").last.bounding_box()
    assert zones["height"] / 2 >= 60  # room for a thumb each
    signalled(box)
    tap(phone.page, box, 1)
    tap(phone.page, box, 0)
    lost(box, "Cid")


def test_the_table_may_say_who_was_the_last(reader: Reader) -> None:
    box = at_the_race(reader)
    expect(box.get_by_role("button", name=re.compile("was the last$"))).to_have_count(0)
    reader.page.reload()  # nothing was decided: the table still waits
    box.locator(".hxp-go-on").first.click()
    reader.page.wait_for_selector("figure#game[data-state=live]", timeout=START_MS)
    box.get_by_role("button", name="Ann was the last", exact=True).click()
    lost(box, "Ann")
