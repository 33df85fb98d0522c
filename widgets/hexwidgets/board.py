"""A board on ipycanvas: paints scenes layer by layer, sends only what changed, and reports what is pointed at."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Any

from ipycanvas import Canvas, MultiCanvas
from ipywidgets import Layout
from traitlets import Unicode

from hexlib.draw.scene import Circle, Layer, Scene, Shape, Spot
from hexlib.draw.shapes import chip, chip_width
from hexlib.draw.theme import THEMES
from hexwidgets.outlines import Box, bounds
from hexwidgets.pen import Pen, held

__all__ = ["Board", "nearest", "toward"]

DISPLAY = 760
"""CSS px of a board at most; its buffer has twice as many, for sharp screens."""
MOST_BOXES = 16
"""Changed shapes of a layer that are repainted one by one; with more the whole layer is."""
MOST_AREA = 0.45
"""Share of the picture up to which a layer is repainted in parts."""
_ARROWS = {"ArrowRight": (1.0, 0.0), "ArrowLeft": (-1.0, 0.0), "ArrowDown": (0.0, 1.0), "ArrowUp": (0.0, -1.0)}

Pointed = Callable[[Spot], None]


class Board(MultiCanvas):  # type: ignore[misc]
    """Shows a :class:`~hexlib.draw.scene.Scene`; mouse, touch and arrow keys point at its spots.

    Args:
        scene: what to show first; later scenes come by :meth:`show`.
        theme: "light" or "dark".
        display: greatest width in CSS px; the board shrinks with its surroundings and keeps its shape.
    """

    description = Unicode("", help="empty; without it the page cannot show the tooltip").tag(sync=True)

    def __init__(self, scene: Scene, *, theme: str = "light", display: float | None = None, **keys: Any) -> None:
        _check(theme)
        self._scene = scene
        self._theme = theme
        self._display = float(display or min(DISPLAY, scene.width))
        self._drawn: dict[int, tuple[Shape, ...]] = {}
        self._over: tuple[Shape, ...] = ()
        self._pens: list[Pen] = []
        self.ready = False
        """Whether a page has said that it is there; before that nothing is painted."""
        self.kinds: tuple[str, ...] = ("field",)
        """The kinds of spot that can be pointed at, the first with priority."""
        self.cursor: Spot | None = None
        """The spot that the arrow keys have reached."""
        self.hovered: Spot | None = None
        self.on_pick: Pointed = _nothing
        """Called with the spot that is clicked, tapped, or confirmed with Enter or Space."""
        self.on_hover: Callable[[Spot | None], None] = _nothing
        """Called when the pointer or the arrow keys come to another spot."""
        self.on_escape: Callable[[], None] = _nothing
        self.on_leave: Callable[[bool], None] = _nothing
        """Called on Tab, with whether Shift is held: something else must take the focus."""
        self.guard: Callable[[Callable[[], None]], None] = _run
        """Runs every callback; a player puts its own here to show exceptions."""
        layers = len(_below(scene)) + 1
        width, height = self._buffer(scene)
        keys.setdefault("layout", Layout(width="auto", max_width=f"min(100%, {self._display:g}px)", height="auto"))
        # as MultiCanvas does it, but the canvases, which are never shown by themselves, share one layout
        plain = Layout()
        canvases = [Canvas(layout=plain) for _ in range(layers)]
        super(MultiCanvas, self).__init__(_canvases=canvases, width=width, height=height, **keys)
        self.on_msg(canvases[-1]._handle_frontend_event)
        self._pens = [Pen(canvas, width / scene.width, theme) for canvas in self._canvases]
        self.add_class("hx-board")
        self.tooltip = _label(scene)
        self.on_client_ready(self._client_ready)
        self.on_mouse_down(lambda x, y: self.guard(lambda: self._pointer(x, y, True)))
        self.on_mouse_move(lambda x, y: self.guard(lambda: self._pointer(x, y, False)))
        self.on_mouse_out(lambda x, y: self.guard(lambda: self._hover(None)))
        self.on_touch_start(lambda touches: self.guard(lambda: self._touched(touches)))
        self.on_key_down(lambda *event: self.guard(lambda: self._key(*event)))

    def __repr__(self) -> str:
        return f"Board({self._scene.title!r}, {self._scene.width:g} x {self._scene.height:g})"

    def _buffer(self, scene: Scene) -> tuple[int, int]:
        width = round(2 * self._display)
        return width, round(width * scene.height / scene.width)

    # ---- what is shown

    @property
    def scene(self) -> Scene:
        """What is shown now."""
        return self._scene

    @property
    def theme(self) -> str:
        """ "light" or "dark"."""
        return self._theme

    @theme.setter
    def theme(self, theme: str) -> None:
        _check(theme)
        if theme != self._theme:
            self._theme = theme
            for pen in self._pens:
                pen.theme = theme
            self._repaint()

    def show(self, scene: Scene) -> None:
        """Show another scene; only the layers that differ are painted, and of those only the places that changed."""
        old, self._scene = self._scene, scene
        if (old.width, old.height) != (scene.width, scene.height):
            self.width, self.height = self._buffer(scene)
            for pen in self._pens:
                pen.scale = self.width / scene.width
            self._forget()
        for name in ("cursor", "hovered"):
            spot = getattr(self, name)
            if spot is not None:
                setattr(self, name, next((s for s in scene.spots if (s.kind, s.id) == (spot.kind, spot.id)), None))
        self.tooltip = _label(scene)
        self._paint()

    def _client_ready(self) -> None:
        """A page has just made its copy of the canvases: they are empty, whatever was sent before."""
        self.ready = True
        self._canvas_manager._current_canvas = None
        self.guard(self._repaint)

    def _repaint(self) -> None:
        self._forget()
        self._paint()

    def _forget(self) -> None:
        self._drawn = {}
        for pen in self._pens:
            pen.forget()

    def _paint(self) -> None:
        if not self.ready:
            return
        try:
            with held(self):
                for i, shapes in enumerate(self._layers()):
                    if self._drawn.get(i) != shapes:
                        self._layer(i, shapes)
                        self._drawn[i] = shapes
        except BaseException:
            self._forget()  # nothing of the frame was sent; what the pens believe is wrong
            raise

    def _layers(self) -> list[tuple[Shape, ...]]:
        """The shapes of each canvas: one a layer of the scene, and on the last what the pointer is on."""
        room = len(self._pens) - 1
        layers = [layer.shapes for layer in _below(self._scene)]
        if len(layers) > room:
            layers[room - 1 :] = [tuple(shape for layer in layers[room - 1 :] for shape in layer)]
        layers += [()] * (room - len(layers))
        hover = self._scene.layer("hover")
        return [*layers, (*hover.shapes, *self._over) if hover else self._over]

    def _layer(self, i: int, shapes: tuple[Shape, ...]) -> None:
        pen, symbols = self._pens[i], self._scene.symbols
        old = self._drawn.get(i)
        boxes = None if old is None else self._changed(old, shapes)
        if boxes is None:
            if old is not None or shapes:
                pen.clear(self._scene.width, self._scene.height)
            pen.draw(shapes, symbols)
            return
        if not boxes:
            return
        s = pen.scale
        with pen.window(boxes):
            pen.draw((p for p in shapes if any(_meet(_scaled(bounds(p, symbols), s), b) for b in boxes)), symbols)

    def _changed(self, old: tuple[Shape, ...], new: tuple[Shape, ...]) -> list[Box] | None:
        """Boxes in whole buffer px round what differs; ``None`` if the whole layer is better repainted."""
        before, after = set(old), set(new)
        if [s for s in old if s in after] != [s for s in new if s in before]:
            return None  # the order differs
        s = self._pens[0].scale
        boxes: list[Box] = []
        for shape in before ^ after:
            left, top, right, bottom = _scaled(bounds(shape, self._scene.symbols), s)
            boxes.append((math.floor(left) - 1, math.floor(top) - 1, math.ceil(right) + 1, math.ceil(bottom) + 1))
        if len(boxes) > 4 * MOST_BOXES:
            return None
        boxes = _merged(boxes)
        area = sum((b[2] - b[0]) * (b[3] - b[1]) for b in boxes)
        return boxes if len(boxes) <= MOST_BOXES and area <= MOST_AREA * self.width * self.height else None

    # ---- pointing

    def spots(self) -> tuple[Spot, ...]:
        """The spots that can be pointed at now."""
        return tuple(s for s in self._scene.spots if s.kind in self.kinds)

    def spot_at(self, x: float, y: float) -> Spot | None:
        """The spot at a place in buffer px, of the kind with priority."""
        s = self._pens[0].scale
        return next((spot for kind in self.kinds if (spot := self._scene.spot_at(x / s, y / s, kind))), None)

    def _pointer(self, x: float, y: float, down: bool) -> None:
        if not down and self.hovered is not None and self.kinds[0] == self.hovered.kind:
            s = self._pens[0].scale  # the cheap answer for most of the many events
            if math.hypot(x / s - self.hovered.x, y / s - self.hovered.y) < self.hovered.r * 0.6:
                return
        spot = self.spot_at(x, y)
        if down and spot is not None:
            self.cursor = spot
            self.on_pick(spot)
        if not down:
            self._hover(spot)

    def _touched(self, touches: list[tuple[float, float]]) -> None:
        """One finger picks; with two the reader means to zoom."""
        if len(touches) == 1:
            self._pointer(*touches[0], True)

    def _hover(self, spot: Spot | None) -> None:
        if spot != self.hovered:
            self.hovered = spot
            self._mark(spot)
            self.on_hover(spot)

    def _mark(self, spot: Spot | None) -> None:
        """Outline a spot on the topmost canvas and name it; nothing for ``None``."""
        self._over = _pointed(spot, self._scene) if spot is not None else ()
        self._paint()

    def _key(self, key: str, shift: bool = False, ctrl: bool = False, meta: bool = False) -> None:
        if key == "Tab":
            self._hover(None)
            self.on_leave(shift)
        elif key == "Escape":
            self.on_escape()
        elif key in ("Enter", " ") and self.cursor is not None and not (ctrl or meta):
            self.on_pick(self.cursor)
        elif key in _ARROWS:
            self.step(*_ARROWS[key])
        elif key in ("Home", "Enter", " "):
            self.point(toward(self.spots(), self._scene.width / 2, self._scene.height / 2))

    def step(self, dx: float, dy: float) -> None:
        """Move the keyboard's cursor to the next spot in a direction."""
        if self.cursor is None or self.cursor.kind not in self.kinds:
            self.point(toward(self.spots(), self._scene.width / 2, self._scene.height / 2))
        else:
            self.point(nearest(self.spots(), self.cursor, dx, dy))

    def point(self, spot: Spot | None) -> None:
        """Put the keyboard's cursor on a spot, outline it and report it."""
        if spot is not None:
            self.cursor = spot
            self._hover(spot)


def toward(spots: Iterable[Spot], x: float, y: float) -> Spot | None:
    """The spot nearest to a place."""
    return min(spots, key=lambda s: (s.x - x) ** 2 + (s.y - y) ** 2, default=None)


def nearest(spots: Iterable[Spot], start: Spot, dx: float, dy: float) -> Spot | None:
    """The next spot in the direction (dx, dy): near, and not far off the line; ``None`` at the rim."""
    best, found = math.inf, None
    for spot in spots:
        ahead = (spot.x - start.x) * dx + (spot.y - start.y) * dy
        aside = abs((spot.x - start.x) * dy - (spot.y - start.y) * dx)
        if ahead > 1 and aside <= ahead * 1.75:
            cost = ahead + 1.6 * aside
            if cost < best - 1e-6:
                best, found = cost, spot
    return found


def _pointed(spot: Spot, scene: Scene) -> tuple[Shape, ...]:
    r = round(spot.r * 0.8, 1)
    size = 12.0 if scene.width < 600 else max(12.0, round(scene.width / 60, 1))
    half, above = chip_width(spot.id, size) / 2 + 2, spot.r + size
    x = min(max(spot.x, half), scene.width - half)
    y = spot.y - above if spot.y - above > size else spot.y + above
    return (
        Circle(spot.x, spot.y, r, stroke="hl.case", width=round(size * 0.42, 1)),
        Circle(spot.x, spot.y, r, stroke="text", width=round(size * 0.21, 1)),
        *chip(x, y, spot.id, size),
    )


def _below(scene: Scene) -> list[Layer]:
    """The layers under the pointer's own."""
    return [layer for layer in scene.layers if layer.name != "hover"]


def _label(scene: Scene) -> str:
    return f"{scene.title}. Arrow keys move over the board, Enter picks, Escape takes back, Tab leaves."


def _check(theme: str) -> None:
    if theme not in THEMES:
        raise ValueError(f"{theme!r} is not a theme; there are {', '.join(THEMES)}")


def _nothing(*_: Any) -> None:
    return None


def _run(call: Callable[[], None]) -> None:
    call()


def _scaled(box: Box, s: float) -> Box:
    return box[0] * s, box[1] * s, box[2] * s, box[3] * s


def _meet(a: Box, b: Box) -> bool:
    return a[0] <= b[2] and b[0] <= a[2] and a[1] <= b[3] and b[1] <= a[3]


def _merged(boxes: list[Box]) -> list[Box]:
    """Boxes that meet, joined until none do."""
    out: list[Box] = []
    for box in boxes:
        touching = [b for b in out if _meet(b, box)]
        while touching:
            out = [b for b in out if b not in touching]
            for b in touching:
                box = (min(box[0], b[0]), min(box[1], b[1]), max(box[2], b[2]), max(box[3], b[3]))
            touching = [b for b in out if _meet(b, box)]
        out.append(box)
    return out
