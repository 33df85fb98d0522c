"""Draws one scene with both painters in a real browser, and counts the pixels that differ.

The canvas side is ipycanvas' own JavaScript, fed with the very messages that a :class:`~hexwidgets.board.Board` sends;
only ``@jupyter-widgets/base`` is replaced, by the few classes that it needs.
"""

from __future__ import annotations

import base64
import os
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from hexwidgets.board import Board
from hexwidgets.pen import _OUTLINES
from ipywidgets import Widget
from playwright.sync_api import Page, Playwright, sync_playwright

from hexlib.draw.scene import Scene, Text
from hexlib.draw.svg import svg
from hexlib.draw.text import box
from tests.browser.conftest import chromium

SHIM = """
class Model {
  constructor(attributes, options) {
    this.attributes = { ...(this.defaults?.() ?? {}), ...attributes };
    this.handlers = {}; this.views = {}; this.widget_manager = options.widget_manager; this.sent = [];
    this.initialize(attributes, options);
  }
  initialize() {}
  defaults() { return {}; }
  get(name) { return this.attributes[name]; }
  set(name, value) { this.attributes[name] = value; this.trigger('change:' + name); }
  on(names, call, self) { for (const n of names.split(' ')) (this.handlers[n] ??= []).push(call.bind(self ?? this)); }
  on_some_change(names, call, self) { for (const n of names) this.on('change:' + n, call, self); }
  trigger(name, ...args) { for (const call of this.handlers[name] ?? []) call(...args); }
  send(content) { this.sent.push(content); }
  save_changes() {}
}
class View {
  constructor(model) { this.model = model; this.el = document.createElement(this.tagName ?? 'div'); this.render(); }
  render() {}
}
Model.serializers = {};
const manager = { models: {}, get_model(id) { return Promise.resolve(this.models[id]); } };
const base = { WidgetModel: Model, DOMWidgetModel: Model, DOMWidgetView: View,
  unpack_models: (value, m) => Promise.resolve(typeof value === 'string' && value.startsWith('IPY_MODEL_')
    ? m.get_model(value.slice(10)) : value) };
let ipycanvas;
const define = (names, make) => { ipycanvas = make(base); };
const unpack = (v) => Array.isArray(v) ? v.map(unpack)
  : typeof v === 'string' && v.startsWith('IPY_MODEL_') ? manager.models[v.slice(10)] : v;
function build(models, fresh) {
  for (const [id, state] of models) {
    if (!fresh && id in manager.models) continue;
    const attributes = Object.fromEntries(Object.entries(state).map(([k, v]) => [k, unpack(v)]));
    manager.models[id] = new ipycanvas[state._model_name](attributes, { widget_manager: manager });
  }
}
async function play(id, texts) {
  for (const text of texts) {
    const bytes = new TextEncoder().encode(text);
    manager.models[id].trigger('msg:custom', { shape: [bytes.length], dtype: 'uint8' }, [new DataView(bytes.buffer)]);
  }
  await manager.models[id].currentProcessing;
}
function show(id) {
  const view = new ipycanvas.MultiCanvasView(manager.models[id]);
  manager.models[id].views = { view: Promise.resolve(view) };
  document.body.replaceChildren(view.el);
}
function pixels(id) {
  const c = manager.models[id].canvas;
  return c.getContext('2d').getImageData(0, 0, c.width, c.height);
}
async function picture(text, width, height) {
  const image = new Image();
  image.src = 'data:image/svg+xml;charset=utf-8,' + encodeURIComponent(text);
  await image.decode();
  const c = document.createElement('canvas');
  c.width = width; c.height = height;
  c.getContext('2d').drawImage(image, 0, 0, width, height);
  return c.getContext('2d').getImageData(0, 0, width, height);
}
async function differ(id, text, masks, least) {
  const a = pixels(id), b = await picture(text, a.width, a.height);
  const hidden = new Uint8Array(a.width * a.height);
  for (const [l, t, r, d] of masks)
    for (let y = Math.max(0, Math.floor(t)); y < Math.min(a.height, Math.ceil(d)); y++)
      hidden.fill(1, y * a.width + Math.max(0, Math.floor(l)), y * a.width + Math.min(a.width, Math.ceil(r)));
  const over = (p, i, k) => Math.round(p[i + k] * p[i + 3] / 255 + 255 - p[i + 3]);   // on white
  let count = 0, seen = 0;
  const map = new ImageData(a.width, a.height);
  for (let i = 0, n = 0; i < a.data.length; i += 4, n++) {
    map.data[i + 3] = 255;
    if (hidden[n]) continue;
    seen++;
    let most = 0;
    for (let k = 0; k < 3; k++) most = Math.max(most, Math.abs(over(a.data, i, k) - over(b.data, i, k)));
    if (most > least) { count++; map.data[i] = 255; } else map.data[i + 1] = most * 4;
  }
  window.lastMap = map;
  return [count, seen];
}
function mapAsUrl() {
  const c = document.createElement('canvas');
  c.width = lastMap.width; c.height = lastMap.height;
  c.getContext('2d').putImageData(lastMap, 0, 0);
  return c.toDataURL();
}
"""

T = TypeVar("T")
LEAST = 40
"""Difference of a colour channel, of 255, from which on a pixel counts as different."""


def drawn(board: Board) -> list[str]:
    """The messages that paint a board which nobody has seen yet."""
    with recorded(board) as texts:
        board._client_ready()
    return texts


@contextmanager
def recorded(board: Board) -> Iterator[list[str]]:
    """The drawing messages that leave while the block runs, as JSON texts."""
    manager = board._canvas_manager
    texts: list[str] = []

    def send(content: Any, buffers: Any = None) -> None:
        texts.append(bytes(buffers[0]).decode())

    manager.send = send
    try:
        yield texts
    finally:
        del manager.send


def models(board: Board) -> list[tuple[str, dict[str, Any]]]:
    """Every widget model that the board needs, those that others refer to first."""
    widgets: list[Widget] = [board._canvas_manager, *_OUTLINES.values(), *board._canvases, board]
    out = []
    for widget in widgets:
        state = {k: v for k, v in widget.get_state().items() if k not in ("layout", "style")}
        out.append((widget.model_id, state))
    return out


class Desk:
    """A page of Chromium in which ipycanvas' JavaScript is loaded, in a thread of its own: Playwright allows one
    instance a thread, and the tests of the book's pages keep theirs for the whole run."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1)
        self._playwright: Playwright | None = None
        self.page: Page | None = None

    def call(self, work: Callable[[Page], T]) -> T:
        """Do something with the page and wait for it."""
        return self._thread.submit(lambda: work(self._open())).result()

    def _open(self) -> Page:
        if self.page is None:
            self._playwright = sync_playwright().start()
            flags = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
            browser = self._playwright.chromium.launch(executable_path=chromium(self._playwright), args=flags)
            self.page = browser.new_page()
            self.page.set_content("<body data-base-url='/'></body>")
            source = Path(sys.prefix) / "share/jupyter/nbextensions/ipycanvas/index.js"
            self.page.add_script_tag(content=SHIM + source.read_text("utf-8"))
        return self.page

    def close(self) -> None:
        """Close the browser."""
        if self._playwright is not None:
            self._thread.submit(self._playwright.stop).result()
        self._thread.shutdown()


def load(page: Page, board: Board, texts: list[str], *, fresh: bool = True) -> None:
    """Build the board's models in the page (only what is new there, unless ``fresh``) and play the messages."""
    page.evaluate("([all, fresh]) => build(all, fresh)", [models(board), fresh])
    page.evaluate("([id, texts]) => play(id, texts)", [board._canvas_manager.model_id, texts])
    page.evaluate("([id]) => show(id)", [board.model_id])


def differing(page: Page, board: Board, scene: Scene, theme: str) -> float:
    """The share of pixels, labels aside, in which the canvas and the SVG of a scene differ."""
    scale = board.width / scene.width
    masks = [
        [v * scale + d for v, d in zip(box(t), (-4, -6, 4, 6), strict=True)]
        for layer in scene.layers
        for t in layer.shapes
        if isinstance(t, Text)
    ]
    text = svg(scene, theme=theme)
    count, seen = page.evaluate(
        "([id, text, masks, least]) => differ(id, text, masks, least)", [board.model_id, text, masks, LEAST]
    )
    return float(count) / float(seen)


def save(page: Page, folder: Path, name: str, board: Board) -> None:
    """Write what the canvas shows and the map of differences as PNG, for a person to look at."""
    canvas = page.evaluate("([id]) => manager.models[id].canvas.toDataURL()", [board.model_id])
    for kind, url in (("canvas", canvas), ("map", page.evaluate("() => mapAsUrl()"))):
        (folder / f"{name}-{kind}.png").write_bytes(base64.b64decode(url.partition(",")[2]))


def size(texts: list[str]) -> int:
    """Bytes of some messages."""
    return sum(len(t.encode()) for t in texts)


__all__ = ["Desk", "differing", "drawn", "load", "models", "recorded", "save", "size"]
