"""What a reader does with a page, for tests: open it, step, play on the board, look."""

from __future__ import annotations

import re
from typing import Any

from hexwidgets.messages import spoken
from playwright.sync_api import Browser, Locator, Page, expect

from hexlib.draw.scene import BESIDE
from hexlib.game import TABLE, Pick, State
from hexlib.record import Record

WAR = "/book/knee-deep-in-hexes/war-example.html"
START_MS = 60_000
"""How long the engine may take to start on a busy machine; the benchmark says how long it takes on a quiet one."""


class Reader:
    """A browser window. ``close`` fails if the page complained or asked another host for something."""

    def __init__(self, browser: Browser, url: str, *, saves_data: bool = False, **options: Any) -> None:
        options.setdefault("viewport", {"width": 1280, "height": 900})
        self.url = url
        self.context = browser.new_context(**options)
        self.context.set_default_timeout(15_000)
        if saves_data:
            self.context.add_init_script("Object.defineProperty(navigator, 'connection', {value: {saveData: true}})")
        self.page: Page = self.context.new_page()
        self.touch = bool(options.get("has_touch"))
        self.complaints: list[str] = []
        self.requests: list[str] = []
        self.allowed: tuple[str, ...] = ()
        """Parts of complaints that the test itself provokes."""
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda error: self.complaints.append(f"error: {error}"))
        self.context.on("request", lambda request: self.requests.append(request.url))

    def _console(self, message: Any) -> None:
        if message.type == "error":
            self.complaints.append(f"console: {message.text} ({message.location.get('url', '')})")

    def close(self) -> None:
        self.context.close()
        left = [c for c in self.complaints if not any(part in c for part in self.allowed)]
        assert not left, left
        away = [u for u in self.requests if not u.startswith((self.url, "data:", "blob:"))]
        assert not away, away

    # -- the page ---------------------------------------------------------------------------------------------------

    def open(self, path: str = WAR, name: str = "step-by-step", address: str = "") -> Example:
        self.page.goto(self.url + path + (f"#{name}?{address}" if address else ""))
        return Example(self, name)

    def example(self, name: str) -> Example:
        return Example(self, name)


class Example:
    """One figure of a page."""

    def __init__(self, reader: Reader, name: str) -> None:
        self.reader = reader
        self.page = reader.page
        self.box: Locator = self.page.locator(f"figure#{name}")

    def part(self, name: str) -> Locator:
        return self.box.locator(f".hxp-{name}")

    def button(self, name: str) -> Locator:
        return self.part("player").get_by_role("button", name=name, exact=True)

    def step(self) -> int:
        return int(self.part("slider").input_value())

    def totals(self) -> list[str]:
        return self.part("total").all_inner_texts()

    def at(self, step: int, of: int | None = None) -> None:
        expect(self.part("slider")).to_have_value(str(step))
        if of is not None:
            expect(self.part("count")).to_have_text(f"{step} / {of}")

    # -- live ---------------------------------------------------------------------------------------------------------

    def play(self) -> Live:
        self.button("Play from here").click()
        return self.live()

    def live(self) -> Live:
        self.page.wait_for_selector(f"figure#{self.box.get_attribute('id')}[data-state=live]", timeout=START_MS)
        expect(self.box.locator("canvas").first).to_be_visible()
        return Live(self)


class Live:
    """The live board in a figure."""

    def __init__(self, example: Example) -> None:
        self.example = example
        self.page = example.page
        self.box = example.part("live-board")

    @property
    def text(self) -> str:
        return self.box.inner_text()

    def says(self, text: str) -> None:
        expect(self.box).to_contain_text(text)

    def canvas(self) -> Locator:
        return self.box.locator("canvas").last

    def press(self, name: str) -> None:
        two = "( \N{MULTIPLICATION SIGN}[0-9]+)?"  # several cards of a name stand as one
        there = re.compile(f"^{re.escape(name)}{two}$")
        self.box.get_by_role("button", name=there).locator("visible=true").first.click()

    def point(self, state: State, field: str, kind: str = "field") -> None:
        """Click or tap a field, where the picture has it."""
        scene = state.game.scene(state.view(TABLE), **self.options())
        spot = next(s for s in scene.spots if s.id == field and s.kind == kind)
        canvas = self.canvas()
        canvas.scroll_into_view_if_needed()
        box = canvas.bounding_box()
        assert box is not None
        x, y = spot.x / scene.width * box["width"], spot.y / scene.height * box["height"]
        position = {"x": x, "y": y}
        if self.example.reader.touch:
            canvas.tap(position=position)  # type: ignore[arg-type]
        else:
            canvas.click(position=position)  # type: ignore[arg-type]

    def options(self) -> dict[str, Any]:
        """How the page has the picture made."""
        data = self.page.evaluate(
            "id => document.getElementById(id).hexpage.data.close", self.example.box.get_attribute("id")
        )
        out: dict[str, Any] = {"width": "narrow" if self.example.reader.touch else BESIDE}
        if data:
            out["close"] = data
        return out

    def pick(self, state: State, pick: Pick) -> None:
        if pick.kind in ("field", "point"):
            self.point(state, pick.id, pick.kind)
        else:
            self.press(spoken(pick))

    def act(self, state: State, action: str, count: int) -> None:
        """Do an action by its stages and wait until it is done; ``state`` is played along."""
        act = state.game.parse_action(action)
        view = state.view(TABLE)
        for pick in state.game.picks(act, view):
            self.pick(state, pick)
        self.says(f"Your play, action {count}")
        state.apply_action(act)


def follow(live: Live, record: Record, branch: str | None, start: int) -> State:
    """Play a line of the record from its step ``start`` (from 1, already on the board) to its end."""
    steps = record.line(branch)
    state = record.start()
    count = 0
    for number, step in enumerate(steps, 1):
        if not step.action:
            continue
        if number <= start:
            state.apply_action(state.game.parse_action(step.action))
        else:
            count += 1
            live.act(state, step.action, count)
    return state
