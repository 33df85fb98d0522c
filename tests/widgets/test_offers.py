"""The picture with a button that opens the player in its place."""

from __future__ import annotations

from pathlib import Path

import hexwidgets
from ipywidgets.widgets import widget as registry

import hexlib

RECORD = Path(__file__).resolve().parents[2] / "book/knee-deep-in-hexes/examples/war/step-by-step.toml"


def test_an_offer_is_small_until_it_is_started() -> None:
    before = len(registry._instances)
    offered = hexwidgets.offer(hexlib.load(RECORD))
    assert len(registry._instances) - before < 12
    bundle = offered._repr_mimebundle_()
    assert bundle["text/plain"] == offered.controller.describe()
    assert bundle["text/html"].startswith("<img ")
    offered.button.click()
    assert offered.player is not None
    assert offered.children == (offered.player,)
    assert offered.start() is offered.player
    offered.player.controller.next()
    assert offered.controller.at == 1
