"""axe-core finds nothing serious: as read, while stepping, and live, in light and dark."""

from __future__ import annotations

from typing import Any

import pytest
from hexpage.serve import BookServer
from playwright.sync_api import Browser, Page

from .conftest import ROOT
from .reader import Reader

AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"
RUN = """async (where) => {
  const found = await axe.run(where || document, { resultTypes: ['violations'] });
  return found.violations.filter((v) => v.impact === 'serious' || v.impact === 'critical')
    .flatMap((v) => v.nodes.slice(0, 4).map((n) => [v.id, n.html.slice(0, 160), n.failureSummary.slice(0, 300)]));
}"""


def serious(page: Page, where: str = "") -> list[Any]:
    """What axe-core finds that keeps people out."""
    if not page.evaluate("typeof axe !== 'undefined'"):
        page.add_script_tag(path=AXE)
    found: list[Any] = page.evaluate(RUN, where)
    return found


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_reading_and_stepping(browser: Browser, server: BookServer, scheme: str) -> None:
    reader = Reader(browser, server.url, saves_data=True, color_scheme=scheme)
    example = reader.open()
    assert serious(reader.page) == []
    example.part("slider").fill("7")
    example.part("rule-name").first.click()
    assert serious(reader.page, "#step-by-step") == []
    example.part("slider").fill("9")
    example.button("Next").click()
    assert serious(reader.page, "#step-by-step") == []
    reader.page.locator("p > a.hxp-rule").first.click()
    assert serious(reader.page, "dialog") == []
    reader.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_playing(browser: Browser, server: BookServer, scheme: str) -> None:
    reader = Reader(browser, server.url, color_scheme=scheme)
    reader.open().play()
    assert serious(reader.page, "#step-by-step") == []
    reader.close()
