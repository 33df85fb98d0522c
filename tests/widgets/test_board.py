"""The painter: few and small messages, only what changed, nothing left behind by an exception."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path as File
from typing import Any

import pytest
from hexwidgets.board import Board, nearest, toward
from hexwidgets.controller import Controller
from hexwidgets.outlines import arc_curves, bounds, commands, path_box, shifted
from hexwidgets.pen import held

from hexlib.draw.scene import Circle, Icon, Layer, Path, Scene, Spot, Text, Use
from hexlib.record import load
from tests.widgets.parity import drawn, recorded, size

RECORD = File(__file__).resolve().parents[2] / "book/knee-deep-in-hexes/examples/war/step-by-step.toml"


def little(*pieces: Any, marks: tuple[Any, ...] = ()) -> Scene:
    spots = tuple(Spot(f"{c}{r}", 50.0 + 100 * c, 50.0 + 100 * r, 50) for c in range(4) for r in range(3))
    ground = Layer("board", (Path("M0 0L400 0L400 300L0 300Z", "board.ground"),))
    return Scene(400, 300, "Little", "twelve fields", (ground, Layer("pieces", pieces), Layer("marks", marks)), spots)


TANK = Icon("tank", 50, 50, 30, 0, base=True)
ACV = Icon("acv", 350, 250, 30, 1, base=True)


@pytest.fixture
def board() -> Iterator[Board]:
    board = Board(little(TANK, ACV))
    yield board
    board.close()


def words(texts: list[str]) -> list[Any]:
    """The commands of some messages, in one list."""
    return [c for t in texts for c in json.loads(t)]


def test_nothing_is_sent_before_a_page_is_there(board: Board) -> None:
    with recorded(board) as texts:
        board.show(little(TANK))
    assert texts == []
    assert not board.ready


def test_a_new_page_gets_the_whole_picture_in_one_message(board: Board) -> None:
    first = drawn(board)
    assert len(first) == 1
    again = drawn(board)  # a reload: the canvases are empty again
    assert words(again) == words(first)


def test_an_equal_scene_sends_nothing(board: Board) -> None:
    drawn(board)
    with recorded(board) as texts:
        board.show(little(TANK, ACV))
    assert texts == []


def test_only_the_changed_place_of_the_changed_layer_is_painted(board: Board) -> None:
    drawn(board)
    dot = Circle(9, 9, 4, "hl.war")
    board.show(little(TANK, ACV, marks=(dot,)))
    with recorded(board) as texts:
        board.show(little(replace(TANK, x=150.0), ACV, marks=(dot,)))
    assert len(texts) == 1
    canvases = [c[1][0] for c in words(texts) if str(c[1][0] if c[1] else "").startswith("IPY_MODEL_")]
    switched = [i for i, layer in enumerate(board._canvases) if f"IPY_MODEL_{layer.model_id}" in canvases]
    assert switched == [1]  # neither ground nor marks
    assert size(texts) < 1500


def test_many_changes_repaint_the_layer(board: Board) -> None:
    drawn(board)
    dots = tuple(Circle(10.0 * i, 20.0 * (i % 9), 4, "hl.war") for i in range(70))
    with recorded(board) as texts:
        board.show(little(TANK, ACV, marks=dots))
    assert len(texts) == 1
    with recorded(board) as texts:
        board.show(little(TANK, ACV))
    assert size(texts) < 300


def test_the_numbers_of_the_design() -> None:
    c = Controller(load(RECORD), strict=True)
    board = Board(c.scene(width=760))
    assert size(drawn(board)) < 20_000
    while not c.at_end:
        c.go(c.at + 1)
        with recorded(board) as texts:
            board.show(c.scene(width=760))
        assert len(texts) <= 1
        assert size(texts) < 4_500, f"step {c.at}"
    board.close()


def test_a_theme_is_other_colours(board: Board) -> None:
    light = drawn(board)
    with recorded(board) as dark:
        board.theme = "dark"
    assert [c[0] for c in words(dark)] == [c[0] for c in words(light)]
    assert words(dark) != words(light)
    with pytest.raises(ValueError, match="sepia"):
        board.theme = "sepia"


def test_an_exception_while_painting_leaves_nothing_behind(board: Board) -> None:
    drawn(board)
    manager = board._canvas_manager
    with recorded(board) as texts, pytest.raises(KeyError):
        board.show(little(TANK, ACV, Circle(9, 9, 9, "no.such.role")))
    assert texts == []
    assert not manager._caching
    assert manager._commands_cache == []
    with recorded(board) as texts:
        board.show(little(TANK))
    assert len(texts) == 1
    assert len(words(texts)) > 10  # what the pens believed was wrong: all is painted anew


def fail_while_held(board: Board) -> None:
    with held(board):
        board[0].fill_rect(0, 0, 2, 2)
        raise RuntimeError


def test_the_hold_guard_gives_the_outer_one_its_due(board: Board) -> None:
    manager = board._canvas_manager
    with recorded(board) as texts:
        with held(board):
            with held(board):
                board[0].fill_rect(0, 0, 1, 1)
            assert texts == []
            with pytest.raises(RuntimeError):
                fail_while_held(board)
        assert not manager._caching
    assert len(texts) == 1
    assert "2, 2]" not in texts[0]


def test_another_size_paints_all_anew(board: Board) -> None:
    drawn(board)
    wide = Scene(800, 300, "Wide", "", little().layers)
    with recorded(board) as texts:
        board.show(wide)
    assert len(texts) == 1
    assert board.width / board.height == pytest.approx(800 / 300, rel=0.01)


def test_more_layers_than_canvases_are_put_together(board: Board) -> None:
    drawn(board)
    scene = little(TANK)
    more = replace(scene, layers=(*scene.layers, Layer("extra", (Circle(9, 9, 9, "hl.war"),))))
    with recorded(board) as texts:
        board.show(more)
    assert len(texts) == 1


# ---- pointing


def scaled(board: Board, x: float, y: float) -> tuple[float, float]:
    s = board.width / board.scene.width
    return x * s, y * s


def test_click_tap_and_hover(board: Board) -> None:
    drawn(board)
    picked: list[str] = []
    hovered: list[str | None] = []
    board.on_pick = lambda spot: picked.append(spot.id)
    board.on_hover = lambda spot: hovered.append(spot.id if spot else None)
    send = board._canvases[-1]._handle_frontend_event
    x, y = scaled(board, 160, 40)
    send(None, {"event": "mouse_down", "x": x, "y": y}, [])
    send(None, {"event": "touch_start", "touches": [{"x": x, "y": y}]}, [])
    send(None, {"event": "touch_start", "touches": [{"x": x, "y": y}, {"x": 0, "y": 0}]}, [])
    assert picked == ["10", "10"]
    with recorded(board) as texts:
        for step in range(50):
            send(None, {"event": "mouse_move", "x": x + step / 10, "y": y}, [])
    assert hovered == ["10"]
    assert len(texts) == 1  # one field: one message, however many events
    assert size(texts) < 900
    send(None, {"event": "mouse_out", "x": 0, "y": 0}, [])
    assert hovered == ["10", None]


def test_the_arrow_keys_walk(board: Board) -> None:
    drawn(board)
    seen: list[str] = []
    picked: list[str] = []
    left: list[bool] = []
    escaped: list[int] = []
    board.on_hover = lambda spot: seen.append(spot.id if spot else "")
    board.on_pick = lambda spot: picked.append(spot.id)
    board.on_leave = left.append
    board.on_escape = lambda: escaped.append(1)

    def key(name: str, shift: bool = False, ctrl: bool = False) -> None:
        event = {"event": "key_down", "key": name, "shift_key": shift, "ctrl_key": ctrl, "meta_key": False}
        board._canvases[-1]._handle_frontend_event(None, event, [])

    for name in ("ArrowRight", "ArrowRight", "ArrowUp", "ArrowUp", "ArrowLeft", "Enter", " ", "Escape", "Tab", "x"):
        key(name)
    assert seen == ["11", "21", "20", "10", ""]
    assert picked == ["10", "10"]
    assert (left, escaped) == ([False], [1])
    key("Tab", shift=True)
    key("Enter", ctrl=True)
    assert (left, picked) == ([False, True], ["10", "10"])


def test_every_field_of_the_battlefield_can_be_reached_by_arrows() -> None:
    spots = [s for s in Controller(load(RECORD)).scene().spots if s.kind == "field"]
    start = toward(spots, 0, 0)
    assert start is not None
    reached, todo = {start.id}, [start]
    while todo:
        here = todo.pop()
        for dx, dy in ((1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)):
            found = nearest(spots, here, dx, dy)
            if found is not None and found.id not in reached:
                reached.add(found.id)
                todo.append(found)
    assert len(reached) == 217


def test_only_the_kinds_in_question_are_pointed_at(board: Board) -> None:
    scene = replace(little(), spots=(Spot("f", 50, 50, 50), Spot("p", 60, 50, 10, "point")))
    board.show(scene)
    x, y = scaled(board, 58, 50)
    assert board.spot_at(x, y) == scene.spots[0]
    board.kinds = ("point", "field")
    assert board.spot_at(x, y) == scene.spots[1]
    assert board.spot_at(*scaled(board, 20, 50)) == scene.spots[0]


# ---- outlines


@pytest.mark.parametrize("d", ["M0 0H5", "m0 0L1 1", "M0 0L1", "M0 0A1 1 0 0 1 2", "M1 2Z3", "M0 0L1 1<"])
def test_a_wrong_path_is_refused(d: str) -> None:
    with pytest.raises(ValueError, match=r"M0|m0|M1|path"):
        commands(d)


def test_a_path_is_read_and_moved() -> None:
    d = "M0 0L10 0 10 10Q5 15 0 10C1 1 2 2 3 3A5 5 0 0 1 -5 0Z"
    assert [name for name, _ in commands(d)] == list("MLLQCAZ")
    assert commands(shifted(d, ((1.0, 2.0),)))[5] == ("A", (5.0, 5.0, 0.0, 0.0, 1.0, -4.0, 2.0))
    assert path_box("M0 0L10 5L-1 7Z") == (-1.0, 0.0, 10.0, 7.0)


def test_arcs_become_curves_on_the_circle() -> None:
    x, y = -1.0, 0.0
    for numbers in ((1.0, 1.0, 0.0, 1.0, 1.0, 0.0, 1.0), (1.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0)):
        for curve in arc_curves(x, y, numbers):
            px, py = x, y
            for i in range(1, 9):
                t, u = i / 8, 1 - i / 8
                bx = u**3 * px + 3 * u * u * t * curve[0] + 3 * u * t * t * curve[2] + t**3 * curve[4]
                by = u**3 * py + 3 * u * u * t * curve[1] + 3 * u * t * t * curve[3] + t**3 * curve[5]
                assert math.hypot(bx, by) == pytest.approx(1.0, abs=2e-3)
            x, y = curve[4], curve[5]
        assert (x, y) == pytest.approx(numbers[5:])


def test_boxes_hold_their_shapes() -> None:
    assert bounds(Circle(10, 10, 5, stroke="text", width=2)) == (4.0, 4.0, 16.0, 16.0)
    left, top, right, bottom = bounds(Icon("tank", 100, 100, 20, 0, base=True))
    assert left < 82
    assert right > 118
    assert top < 84
    assert bottom > 117
    box = bounds(Use("s", ((0.0, 0.0), (50.0, 0.0))), {"s": (Circle(0, 0, 10, "text"),)})
    assert box == (-10.0, -10.0, 60.0, 10.0)
    assert bounds(Text(0, 0, "wide", 10))[2] > 10
