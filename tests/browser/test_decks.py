"""The deck builder in the page, the list of all cards, and the sheet that prints on one page."""

from __future__ import annotations

import re

from hexpage.serve import BookServer
from playwright.sync_api import Browser, expect

from hexlib.knee_deep.components import CARDS, COMPANIONS

from .reader import START_MS, Reader

DECKS = "/book/knee-deep-in-hexes/deck-building.html"
HELP = "/book/knee-deep-in-hexes/player-help.html"
CARD_TABLE = "/book/knee-deep-in-hexes/the-companions.html"


def opened(reader: Reader):
    """The deck builder, open."""
    reader.page.goto(reader.url + DECKS)
    figure = reader.page.locator("figure#deck-builder")
    figure.get_by_role("button", name="Build a deck", exact=True).click()
    reader.page.wait_for_selector("figure#deck-builder[data-state=live]", timeout=START_MS)
    return figure, figure.locator(".hx-decks")


def test_before_any_script_the_casual_decks_stand_there(browser: Browser, server: BookServer) -> None:
    """On paper, and where scripts are off: every companion's cards and the nine neutral ones."""
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(server.url + DECKS)
    lists = page.locator("figure#deck-builder .hxp-deck-lists section")
    expect(lists).to_have_count(9)
    expect(lists.first).to_contain_text("Marshal Baek")
    expect(lists.first).to_contain_text("2 Orbital Barrage")
    expect(lists.last).to_contain_text("1 Improvised Factory")
    expect(page.get_by_role("button", name="Build a deck")).to_have_count(0)
    context.close()


def test_a_deck_is_built_in_the_page(reader: Reader) -> None:
    """16 cards of the General and the Tech; a Decoy costs 3 authority; the rest is filled with neutral cards."""
    figure, builder = opened(reader)
    expect(builder).to_contain_text("16")
    expect(builder).to_contain_text("Not yet a legal deck")
    builder.get_by_role("button", name="Add one Decoy", exact=True).or_(
        builder.locator("button[title='Add one Decoy']")
    ).first.click()
    expect(builder.locator(".hx-headline")).to_contain_text("17")
    expect(builder.locator(".hx-headline")).to_contain_text("1 foreign; 5 of 8 authority points left")
    builder.get_by_role("button", name="Fill with neutral cards").click()
    expect(builder).to_contain_text("The deck is complete and legal: 25 cards.")
    builder.get_by_role("button", name="Save as text").click()
    expect(builder.locator("textarea")).to_have_value(re.compile("decoy"))
    # closed and opened again, the deck is still there; the lists stand there in between
    figure.get_by_role("button", name="Close the deck builder").click()
    expect(figure.locator(".hxp-deck-lists")).to_be_visible()
    figure.get_by_role("button", name="Go on with the deck").click()
    expect(builder).to_contain_text("The deck is complete and legal: 25 cards.")


def test_the_deck_builder_on_a_phone(phone: Reader) -> None:
    """Nothing is wider than the screen, and a card can be added with a finger."""
    _, builder = opened(phone)
    wide, room = phone.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert wide <= room
    builder.locator("button[title='Add one Sling']").first.tap()
    expect(builder.locator(".hx-headline")).to_contain_text("17")


def test_every_card_stands_in_the_list(reader: Reader) -> None:
    reader.page.goto(reader.url + CARD_TABLE)
    rows = reader.page.locator(".hxp-cards tbody tr:not(.hxp-cards-owner)")
    expect(rows).to_have_count(len(CARDS))
    copies = [int(n) for n in rows.locator("td:nth-child(2)").all_inner_texts()]
    assert sum(copies) == 82
    for companion in COMPANIONS.values():
        expect(reader.page.locator(".hxp-cards-owner", has_text=companion.title)).to_have_count(1)
    sling = rows.filter(has=reader.page.locator("th", has_text="Sling")).first
    expect(sling.locator("td").last).to_have_text("name, text, effect")
    expect(rows.filter(has_text="Decoy").first.locator("td").last).to_have_text("Reconstruction")


def test_the_player_help_is_one_page_of_a4(reader: Reader) -> None:
    reader.page.goto(reader.url + HELP)
    expect(reader.page.get_by_role("button", name="Print this sheet")).to_be_visible()
    sheet = reader.page.pdf(prefer_css_page_size=True)
    pages = re.findall(rb"/Type\s*/Page\b(?!s)", sheet)
    assert len(pages) == 1
    boxes = {tuple(map(float, m.split())) for m in re.findall(rb"/MediaBox\s*\[([^\]]+)\]", sheet)}
    assert all(abs(w - 595) < 2 and abs(h - 842) < 2 for _, _, w, h in boxes)
    printed = reader.page
    printed.emulate_media(media="print")
    for words in ("Turn Overview", "Stats Table", "Palooza"):
        expect(printed.get_by_text(words).first).to_be_visible()
    expect(printed.locator(".kd-off-sheet")).to_be_hidden()
