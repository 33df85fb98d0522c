"""The live board in the page: by mouse, by keyboard, by touch; refused, undone, broken, failed."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

import hexlib
from hexlib.game import TABLE

from .conftest import ROOT
from .reader import Reader, follow

RECORD = hexlib.load(ROOT / "book/knee-deep-in-hexes/examples/war/step-by-step.toml")
LAST = len(RECORD.steps)


def ended(live, branch: str) -> None:
    """The reader's ending stands beside the documented one and is the same."""
    live.says(RECORD.branch(branch).outcome)


def test_the_whole_war_by_mouse(reader: Reader) -> None:
    """From the first step: every piece moved and every card played on the board itself."""
    live = reader.open().play()
    state = follow(live, RECORD, "sling-and-war-bots", start=1)
    ended(live, "sling-and-war-bots")
    assert RECORD.game.measure(state, "scrapyard") == [1, 0]


@pytest.mark.parametrize("branch", ["no-war-cards", "sling"])
def test_the_other_endings_by_mouse(reader: Reader, branch: str) -> None:
    live = reader.open(address=f"step={LAST}").play()
    follow(live, RECORD, branch, start=LAST)
    ended(live, branch)


def test_an_ending_by_keyboard_alone(reader: Reader) -> None:
    example = reader.open(address=f"step={LAST}")
    keys = reader.page.keyboard
    example.button("Back").focus()  # Next is off at the last step
    for _ in range(60):
        if reader.page.evaluate("document.activeElement.classList.contains('hxp-play')"):
            break
        keys.press("Tab")
    keys.press("Enter")
    live = example.live()
    for count, step in enumerate(RECORD.branch("no-war-cards").steps, 1):
        for _ in range(80):
            if reader.page.evaluate("document.activeElement.matches('.hxp-live-board input[type=text]')"):
                break
            keys.press("Tab")
        else:
            pytest.fail("Tab does not reach the box for typing")
        keys.press("Control+a")
        keys.type(step.action)
        keys.press("Enter")
        live.says(f"Your play, action {count}")
    ended(live, "no-war-cards")


def test_the_board_by_keys_and_no_trap(reader: Reader) -> None:
    live = reader.open().play()
    canvas = live.canvas()
    canvas.focus()
    keys = reader.page.keyboard
    for _ in range(3):
        keys.press("ArrowRight")
    expect(canvas).to_be_focused()
    assert canvas.get_attribute("role")
    assert canvas.get_attribute("aria-label")
    keys.press("Tab")
    expect(canvas).not_to_be_focused()
    assert reader.page.evaluate("document.activeElement !== document.body")
    canvas.focus()
    keys.press("Shift+Tab")
    expect(canvas).not_to_be_focused()


def test_an_illegal_try_says_why(reader: Reader) -> None:
    live = reader.open().play()
    state = RECORD.start()
    before = live.box.locator(".hx-strip").inner_text()
    live.point(state, "E2.6")
    live.point(state, "D2.0")
    verdict = state.explain(state.game.parse_action("move E2.6-D2.0"))
    assert not verdict
    live.says(verdict.reasons[0].text)
    live.says(verdict.reasons[0].rule)
    assert live.box.locator(".hx-strip").inner_text() == before


def test_a_press_on_a_board_half_out_of_sight_does_not_move_the_page(reader: Reader) -> None:
    live = reader.open().play()
    box = live.canvas().bounding_box()
    assert box is not None
    reader.page.evaluate("y => scrollBy(0, y)", box["y"] + box["height"] / 2 - 900)
    reader.page.evaluate("document.activeElement.blur()")
    was = reader.page.evaluate("scrollY")
    scene = RECORD.start().game.scene(RECORD.start().view(TABLE), **live.options())
    spot = next(s for s in scene.spots if s.id == "B2.6")
    now = live.canvas().bounding_box()
    assert now is not None
    x, y = spot.x / scene.width * now["width"] + now["x"], spot.y / scene.height * now["height"] + now["y"]
    reader.page.mouse.click(x, y)
    live.says("B2.6")
    assert reader.page.evaluate("scrollY") == was


def test_undo_to_the_start(reader: Reader) -> None:
    live = reader.open().play()
    before = live.box.locator(".hx-strip").inner_text()
    state = RECORD.start()
    for count, action in enumerate(["move E1.1-D2.5", "move E2.6-D2.2", "end"], 1):
        live.act(state, action, count)
    assert live.box.locator(".hx-strip").inner_text() != before
    undo = live.box.get_by_role("button", name="Undo", exact=True)
    for _ in range(3):
        undo.click()
        reader.page.wait_for_timeout(150)
    expect(undo).to_be_disabled()
    expect(live.box.locator(".hx-strip")).to_have_text(before, use_inner_text=True)
    live.box.get_by_role("button", name="Redo", exact=True).click()
    live.says("Your play, action 1")


def test_back_to_the_steps(reader: Reader) -> None:
    example = reader.open(address="step=5")
    live = example.play()
    live.act(_at(5), "end", 1)
    reader.page.get_by_role("button", name="Back to the example").click()
    example.at(5)
    expect(example.button("Play from here")).to_be_focused()
    example.play()


def test_a_broken_rule_and_what_becomes_of_the_example(reader: Reader) -> None:
    example = reader.open(address="branch=no-war-cards&step=14")
    row = example.box.locator(".hxp-cited[data-rule='kdh.damage.leftover_lost']")
    if row.count() == 0:
        row = example.box.locator(".hxp-cited", has=reader.page.get_by_role("switch")).first
    row.get_by_role("switch").click()
    live = example.live()
    live.says("What becomes of the example")
    reader.page.get_by_role("button", name="Back to the example").click()
    expect(example.part("switch").first).to_have_attribute("aria-checked", "false")


def test_two_boards_share_one_engine(reader: Reader) -> None:
    reader.open().play()
    other = reader.example("carry-all")
    other.box.scroll_into_view_if_needed()
    other.play()
    assert len(reader.page.workers) == 1


def test_on_a_phone_by_touch(phone: Reader) -> None:
    example = phone.open(address="step=1")
    example.button("Play from here").tap()
    live = example.live()
    live.act(RECORD.start(), "move E1.1-D2.5", 1)
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= 390
    box = live.canvas().bounding_box()
    assert box is not None
    was = phone.page.evaluate("scrollY")
    touch = phone.context.new_cdp_session(phone.page)
    x, y = box["x"] + 150, max(400, min(box["y"] + 200, 800))
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for i in range(1, 16):
        touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": x, "y": y - 20 * i}]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    phone.page.wait_for_timeout(500)
    assert phone.page.evaluate("scrollY") > was + 100


def test_the_board_follows_the_theme(reader: Reader) -> None:
    example = reader.open()
    live = example.play()
    expect(live.box.locator(".hx-player")).to_have_class(re.compile("hx-light"))
    reader.page.evaluate("document.documentElement.dataset.theme = 'dark'")
    expect(live.box.locator(".hx-player")).to_have_class(re.compile("hx-dark"))


def test_without_the_snapshot_it_starts_plainly(saver: Reader) -> None:
    saver.allowed = ("snapshot.bin.gz", "ERR_FAILED")
    saver.context.route("**/snapshot.bin.gz", lambda route: route.abort())
    live = saver.open().play()
    live.act(RECORD.start(), "move E1.1-D2.5", 1)


def test_a_failed_start_is_a_line_with_a_second_try(saver: Reader) -> None:
    saver.allowed = ("pyodide", "ERR_FAILED")
    saver.context.route("**/pyodide.mjs", lambda route: route.abort())
    example = saver.open()
    example.button("Play from here").click()
    fault = example.part("fault")
    expect(fault).to_contain_text("could not start", timeout=30_000)
    saver.context.unroute("**/pyodide.mjs")
    fault.get_by_role("button", name="Try again").click()
    example.live()


def _at(step: int) -> hexlib.State:
    """The state after so many steps of the main line."""
    state = RECORD.start()
    for done in RECORD.steps[:step]:
        if done.action:
            state.apply_action(state.game.parse_action(done.action))
    assert state.view(TABLE) is not None
    return state
