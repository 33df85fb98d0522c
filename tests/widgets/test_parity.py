"""The printed picture and the live board are the same picture, in a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hexwidgets.board import Board
from hexwidgets.controller import Controller
from playwright.sync_api import Page

from hexlib.draw.scene import Scene
from hexlib.record import load
from tests.widgets import parity

RECORD = Path(__file__).resolve().parents[2] / "book/knee-deep-in-hexes/examples/war/step-by-step.toml"
MOST = 0.005
"""Share of differing pixels, labels aside (DESIGN.md, Drawing)."""


@pytest.fixture(scope="module")
def page() -> Iterator[Page]:
    with parity.browser_page() as page:
        yield page


def scenes(width: float) -> list[Scene]:
    """A quiet board, a selected piece with its targets, a refused try, the marker, a war, the end of it."""
    c = Controller(load(RECORD), strict=True)
    out = [c.scene(width=width)]
    c.play_on()
    c.click("E1.1")
    out.append(c.scene(width=width))
    c.click("E1.6")
    c.click("G2.0")
    out.append(c.scene(width=width))
    c.back_to_example()
    for step in (1, 4, 8, 10):
        c.go(step)
        out.append(c.scene(width=width))
    c.choose_branch("no-war-cards")
    c.go(13)
    out.append(c.scene(width=width))
    return out


@pytest.mark.parametrize(("theme", "width"), [("light", 760.0), ("dark", 760.0), ("light", 390.0)])
def test_canvas_and_svg_differ_in_few_pixels(page: Page, theme: str, width: float) -> None:
    """First each scene by itself, then the board going from one to the next, which repaints only what changed."""
    all_scenes = scenes(width)
    board = Board(all_scenes[0], theme=theme)
    texts = parity.drawn(board)
    parity.load(page, board, texts)
    shares = [parity.differing(page, board, all_scenes[0], theme)]
    for scene in all_scenes[1:]:
        with parity.recorded(board) as texts:
            board.show(scene)
        parity.load(page, board, texts, fresh=False)
        shares.append(parity.differing(page, board, scene, theme))
    board.close()
    assert max(shares) < MOST, [f"{s:.3%}" for s in shares]


def test_the_comparison_notices_a_difference(page: Page) -> None:
    one, other = scenes(390.0)[0], scenes(390.0)[-1]
    board = Board(one)
    parity.load(page, board, parity.drawn(board))
    assert parity.differing(page, board, other, "light") > MOST
    assert parity.differing(page, board, one, "dark") > 0.5
    board.close()
