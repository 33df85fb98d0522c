"""What a page costs: click to a playable board, cold and warm, a move's repaint, and bytes over the wire.

Needs the built book and a Chromium. The server is on this machine, so the times are those of the reader's machine and
not of the network; the bytes say what the network adds.
"""

from __future__ import annotations

import os
import shutil
import statistics
import tempfile
from pathlib import Path

from hexpage.serve import BookServer

BOOK = Path(__file__).parents[1] / "_build" / "html"
PAGE = "/book/knee-deep-in-hexes/war-example.html#step-by-step?step=1"
ASKED = "Object.defineProperty(navigator, 'connection', {value: {saveData: true}})"
"""Keeps the page from starting the engine before the click."""
CLICK = """() => new Promise((done, fail) => {
  const figure = document.getElementById('step-by-step'), start = performance.now();
  setTimeout(() => fail(new Error('no board after 60 s')), 60000);
  new MutationObserver(() => {
    if (figure.dataset.state !== 'live') return;
    requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now() - start)));
  }).observe(figure, { attributes: true });
  figure.querySelector('.hxp-play').click();
})"""
PRESS = """([x, y]) => new Promise((done) => {
  const board = [...document.querySelectorAll('.hxp-live-board canvas')].at(-1), start = performance.now();
  const proto = CanvasRenderingContext2D.prototype, draw = proto.drawImage;
  const end = (time) => { proto.drawImage = draw; done(time); };
  setTimeout(() => end(null), 3000);
  proto.drawImage = function drawImage(...all) {
    draw.apply(this, all);
    end(performance.now() - start);
  };
  const box = board.getBoundingClientRect();
  const at = { bubbles: true, clientX: box.x + x * box.width, clientY: box.y + y * box.height };
  board.dispatchEvent(new MouseEvent('mousedown', at));
})"""


def run(rounds: int = 3) -> None:
    """Measure and print."""
    from playwright.sync_api import sync_playwright

    import hexlib
    from hexlib.game import TABLE

    if not (BOOK / "index.html").is_file():
        raise SystemExit("the book is not built: make html")
    program = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    record = hexlib.load(BOOK.parents[1] / "book/knee-deep-in-hexes/examples/war/step-by-step.toml")
    state = record.start()
    flags = ["--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1"]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        flags.append("--no-sandbox")
    print("page: click to a playable board (server on this machine)")
    with BookServer(BOOK) as server, sync_playwright() as playwright:
        server.start()
        cold, warm, ready, repaint = [], [], [], []
        sent = after = 0
        for _ in range(rounds):
            with tempfile.TemporaryDirectory() as profile:
                context = playwright.chromium.launch_persistent_context(profile, executable_path=program, args=flags)
                context.add_init_script(ASKED)
                for times in (cold, warm):
                    page = context.new_page()
                    server.sent.clear()
                    page.goto(server.url + PAGE, wait_until="networkidle")
                    before = sum(s.size for s in server.sent)
                    times.append(page.evaluate(CLICK))
                    if times is cold:
                        sent, after = before, sum(s.size for s in server.sent) - before
                    page.close()
                page = context.new_page()
                page.goto(server.url + PAGE, wait_until="networkidle")
                page.evaluate("hexpage.rehearse(document.getElementById('step-by-step'))")
                page.wait_for_timeout(3000)
                ready.append(page.evaluate(CLICK))
                page.wait_for_timeout(400)
                close = page.evaluate("document.getElementById('step-by-step').hexpage.data.close")
                scene = record.game.scene(state.view(TABLE), width=760, **({"close": close} if close else {}))
                spots = {s.id: (s.x / scene.width, s.y / scene.height) for s in scene.spots if s.kind == "field"}
                for _ in range(3):
                    for field in ("E1.1", "D2.5"):
                        repaint.append(page.evaluate(PRESS, list(spots[field])))
                        page.wait_for_timeout(150)
                    page.get_by_role("button", name="Undo", exact=True).click()
                    page.wait_for_timeout(150)
                context.close()
        server.shutdown()
    for name, times, aim in (("cold", cold, 1500), ("warm", warm, 700), ("started while reading", ready, 300)):
        print(f"  {name:24} {statistics.median(times):6.0f} ms   (best {min(times):.0f}, aim {aim})")
    seen = [t for t in repaint if t is not None]
    if seen:
        print(f"  {'a move, press to repaint':24} {statistics.median(seen):6.0f} ms   (worst {max(seen):.0f}, aim 50)")
    print(f"  {'bytes':24} page {sent / 1e6:.2f} MB, after the click {after / 1e6:.1f} MB")
