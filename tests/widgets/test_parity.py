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
def desk() -> Iterator[parity.Desk]:
    desk = parity.Desk()
    yield desk
    desk.close()


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
def test_canvas_and_svg_differ_in_few_pixels(desk: parity.Desk, theme: str, width: float) -> None:
    """First a scene by itself, then the board going from one to the next, which repaints only what changed."""
    first, *more = scenes(width)
    board = Board(first, theme=theme)

    def compare(page: Page) -> list[float]:
        parity.load(page, board, parity.drawn(board))
        shares = [parity.differing(page, board, first, theme)]
        for scene in more:
            with parity.recorded(board) as texts:
                board.show(scene)
            parity.load(page, board, texts, fresh=False)
            shares.append(parity.differing(page, board, scene, theme))
        return shares

    shares = desk.call(compare)
    board.close()
    assert max(shares) < MOST, [f"{s:.3%}" for s in shares]


def test_the_comparison_notices_a_difference(desk: parity.Desk) -> None:
    one, other = scenes(390.0)[0], scenes(390.0)[-1]
    board = Board(one)

    def compare(page: Page) -> tuple[float, float]:
        parity.load(page, board, parity.drawn(board))
        return parity.differing(page, board, other, "light"), parity.differing(page, board, one, "dark")

    moved, dark = desk.call(compare)
    board.close()
    assert moved > MOST
    assert dark > 0.5
