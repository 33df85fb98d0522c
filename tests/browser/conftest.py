"""A built book, a server and a Chromium for the tests in this folder."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from hexpage.serve import BookServer
from playwright.sync_api import Browser, Playwright, expect, sync_playwright

from .reader import Reader

ROOT = Path(__file__).parents[2]
BOOK = ROOT / "_build" / "html"
expect.set_options(timeout=15_000)  # as everything else here waits: a busy machine needs more than the usual 5 s
OTHER_HOSTS_OFF = "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1"


def chromium(playwright: Playwright) -> str:
    """The browser to test with: $CHROMIUM, Debian's, or Playwright's own."""
    for name in (os.environ.get("CHROMIUM", ""), "chromium", "chromium-browser", "google-chrome"):
        found = shutil.which(name) if name else None
        if found:
            return found
    own = playwright.chromium.executable_path
    if Path(own).is_file():
        return own
    pytest.exit(
        "No Chromium here: install Debian's chromium, or run: .venv/bin/playwright install chromium", returncode=1
    )


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as running:
        yield running


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    flags = [OTHER_HOSTS_OFF, *(["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else [])]
    browser = playwright.chromium.launch(executable_path=chromium(playwright), args=flags)
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def server() -> Iterator[BookServer]:
    if not (BOOK / "index.html").is_file():
        pytest.fail("the book is not built: make html", pytrace=False)
    with BookServer(BOOK) as running:
        running.start()
        yield running
        running.shutdown()


@pytest.fixture
def reader(browser: Browser, server: BookServer) -> Iterator[Reader]:
    """Opens pages like a desktop reader; at the end nothing may have gone wrong unseen."""
    reader = Reader(browser, server.url)
    yield reader
    reader.close()


@pytest.fixture
def saver(browser: Browser, server: BookServer) -> Iterator[Reader]:
    """A reader who saves data: the engine starts only when asked."""
    reader = Reader(browser, server.url, saves_data=True)
    yield reader
    reader.close()


@pytest.fixture
def phone(browser: Browser, server: BookServer) -> Iterator[Reader]:
    """The same on a phone: 390 px, touch, a dense screen."""
    reader = Reader(
        browser,
        server.url,
        viewport={"width": 390, "height": 844},
        device_scale_factor=2,
        has_touch=True,
        is_mobile=True,
    )
    yield reader
    reader.close()
