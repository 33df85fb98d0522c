"""The page without a script, and stepping with one."""

from __future__ import annotations

import re

import pytest
from hexpage.serve import BookServer
from playwright.sync_api import Browser, expect

import hexlib

from .conftest import ROOT
from .reader import WAR, Reader

RECORD = hexlib.load(ROOT / "book/knee-deep-in-hexes/examples/war/step-by-step.toml")


def test_without_a_script_the_page_tells_everything(browser: Browser, server: BookServer) -> None:
    reader = Reader(browser, server.url, java_script_enabled=False)
    example = reader.open()
    told = example.part("static")
    expect(told).to_be_visible()
    for step in (*RECORD.steps, *(s for b in RECORD.branches for s in b.steps)):
        expect(told).to_contain_text(step.say)
    for branch in RECORD.branches:
        expect(told).to_contain_text(branch.outcome)
    decisive = sum(s.decisive for s in (*RECORD.steps, *(s for b in RECORD.branches for s in b.steps)))
    assert told.locator("svg.hx-picture").count() == decisive
    box = told.locator("svg.hx-picture").first.bounding_box()
    assert box is not None
    assert box["width"] > 300
    assert example.part("player").count() == 0
    reader.close()


def test_paper_has_the_long_form(saver: Reader) -> None:
    example = saver.open()
    expect(example.part("player")).to_be_visible()
    expect(example.part("static")).to_be_hidden()
    saver.page.emulate_media(media="print")
    expect(example.part("player")).to_be_hidden()
    expect(example.part("static")).to_be_visible()


def test_next_and_back(saver: Reader) -> None:
    example = saver.open()
    example.at(1, len(RECORD.steps))
    expect(example.button("Back")).to_be_disabled()
    example.button("Next").click()
    example.at(2)
    expect(example.part("say")).to_contain_text(RECORD.steps[1].say)
    example.button("Back").click()
    example.at(1)
    first = example.part("stage").inner_html()
    example.button("Next").click()
    assert example.part("stage").inner_html() != first


def test_the_score_follows_the_steps(saver: Reader) -> None:
    example = saver.open()
    totals = {5: ["4", "0"], 8: ["4", "2"], 9: ["4", "4"], 10: ["4", "6"]}
    for step, expected in totals.items():
        example.part("slider").fill(str(step))
        expect(example.part("total")).to_have_text(expected)


def test_arrow_keys_step(saver: Reader) -> None:
    example = saver.open()
    example.button("Next").focus()
    saver.page.keyboard.press("ArrowRight")
    example.at(2)
    saver.page.keyboard.press("ArrowLeft")
    example.at(1)
    example.part("slider").focus()
    saver.page.keyboard.press("End")
    example.at(len(RECORD.steps))


def test_a_question_comes_before_its_answer(saver: Reader) -> None:
    at = next(i for i, s in enumerate(RECORD.steps) if s.ask)
    ask = RECORD.steps[at].ask
    assert ask is not None
    wrong = next(c for c in ask.choices if c != ask.answer)
    example = saver.open(address=f"step={at}")
    example.button("Next").click()
    expect(example.part("question")).to_contain_text(ask.question)
    example.at(at)
    assert RECORD.steps[at].say not in example.part("say").inner_text()
    example.part("choices").get_by_role("button", name=wrong, exact=True).click()
    example.at(at + 1)
    expect(example.part("guess")).to_contain_text(ask.answer)
    expect(example.part("guess")).to_contain_text(ask.why)
    example.button("Back").click()
    example.button("Next").click()
    example.part("choices").get_by_role("button", name=ask.answer, exact=True).click()
    expect(example.part("guess")).to_contain_text("Right")


@pytest.mark.parametrize("branch", RECORD.branches, ids=lambda b: b.name)
def test_every_branch_ends_with_its_documented_outcome(saver: Reader, branch: hexlib.record.Branch) -> None:
    example = saver.open(address=f"step={len(RECORD.steps)}")
    example.part("fork").get_by_role("button", name=branch.title, exact=True).click()
    whole = len(RECORD.line(branch.name))
    while example.step() < whole:
        just_show = example.part("choices").get_by_role("button", name="Just show me")
        (just_show if just_show.count() else example.button("Next")).click()
    expect(example.part("say")).to_contain_text(branch.outcome)
    expect(example.button("Next")).to_be_disabled()


def test_a_face_down_card_is_known_to_its_player_alone(saver: Reader) -> None:
    example = saver.open(address="branch=sling&step=12")
    expect(example.part("total")).to_have_text(["4", "6"])
    example.button("Bukseon").click()
    expect(example.part("total")).to_have_text(["7", "6"])
    example.button("Gondwana").click()
    expect(example.part("total")).to_have_text(["4", "6"])
    assert "Sling" not in example.part("say").inner_text()
    assert "Sling" not in example.part("strip").inner_text()


def test_a_reload_comes_back_to_the_same_place(saver: Reader) -> None:
    example = saver.open()
    example.button("Sling alone").click()
    example.button("Bukseon").click()
    example.part("slider").fill("13")
    said = example.part("say").inner_text()
    saver.page.reload()
    example.at(13)
    assert example.part("say").inner_text() == said
    expect(example.button("Sling alone")).to_have_attribute("aria-pressed", "true")
    expect(example.button("Bukseon")).to_have_attribute("aria-pressed", "true")


def test_a_cited_rule_opens(saver: Reader) -> None:
    example = saver.open(address="step=7")
    name = example.part("rule-name").first
    name.click()
    expect(name).to_have_attribute("aria-expanded", "true")
    expect(example.part("rule-text").first).to_be_visible()
    rule = RECORD.game.rulebook.statements[RECORD.steps[6].rules[0]]
    expect(example.part("rule-text").first).to_have_text(rule.text)


def test_a_citation_in_the_text_opens_a_dialog_and_gives_the_focus_back(saver: Reader) -> None:
    saver.open()
    citation = saver.page.locator("p > a.hxp-rule").first
    citation.focus()
    saver.page.keyboard.press("Enter")
    dialog = saver.page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    rule = citation.get_attribute("data-rule")
    assert rule is not None
    expect(dialog).to_contain_text(RECORD.game.rulebook.statements[rule].text)
    saver.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(citation).to_be_focused()


def test_every_page_is_quiet(saver: Reader) -> None:
    saver.page.goto(saver.url + "/book/index.html")
    links = saver.page.locator(".bd-sidebar a.reference.internal").evaluate_all("all => all.map(a => a.href)")
    assert len(links) > 10
    for link in links:
        saver.page.goto(re.sub("#.*", "", link))
        assert saver.page.locator(".hxp-plain").count() == 0


def test_the_engine_waits_where_the_reader_saves_data(saver: Reader) -> None:
    saver.open()
    saver.page.wait_for_timeout(1500)
    assert not any("/hexpage/" in url for url in saver.requests)


def test_it_fits_a_phone(phone: Reader) -> None:
    example = phone.open(WAR)
    wide = phone.page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 390
    for button in example.part("grid").locator("button").locator("visible=true").all():
        box = button.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 43.5, button.inner_text()
    example.button("Next").tap()
    example.at(2)
