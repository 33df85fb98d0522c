"""A record's picture with a button that opens the player in its place.

A player is more than a hundred widgets. A notebook with a board for each of its examples opens them when a reader asks
for one, as the book's page does: it runs in the time of its imports.
"""

from __future__ import annotations

from typing import Any

import ipywidgets as w

from hexlib.draw.svg import img
from hexlib.record import Record
from hexwidgets.controller import Controller
from hexwidgets.player import Player

__all__ = ["Offer", "offer"]


class Offer(w.VBox):  # type: ignore[misc]
    """The start of a record as a picture; the button makes it a :class:`~hexwidgets.player.Player`."""

    def __init__(self, record: Record) -> None:
        super().__init__()
        self.controller = Controller(record)
        self.player: Player | None = None
        self._image = img(self.controller.scene())
        self.button = w.Button(description="Play", tooltip=f"Open the live board: {record.title}")
        self.button.on_click(lambda _: self.start())
        self.picture = w.HTML(self._image)
        self.children: tuple[Any, ...] = (self.button, self.picture)

    def start(self) -> Player:
        """Put the player in the place of the picture."""
        if self.player is None:
            self.player = Player(self.controller)
            self.children = (self.player,)
            self.picture.close()
            self.button.close()
        return self.player

    def __repr__(self) -> str:
        return self.controller.describe()

    def _repr_mimebundle_(self, **keys: Any) -> dict[str, Any]:
        """The widget, and for those who cannot show one its text and its picture."""
        bundle: dict[str, Any] = super()._repr_mimebundle_(**keys) or {}
        bundle["text/plain"] = repr(self)
        bundle["text/html"] = self._image
        return bundle


def offer(record: Record) -> Offer:
    """The picture of a record, which a click turns into a player."""
    return Offer(record)
