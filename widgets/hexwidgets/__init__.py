"""Boards to play on, for JupyterLab and for pages: the controller, the painter and the player.

The controller is plain Python; the widgets are imported when they are first asked for, so that it can be used and
tested without ipywidgets and ipycanvas.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hexwidgets.controller import Controller
from hexwidgets.messages import Message

if TYPE_CHECKING:
    from hexwidgets.board import Board
    from hexwidgets.deckbuilder import DeckTable, build_deck
    from hexwidgets.match import Match
    from hexwidgets.offers import Offer, offer
    from hexwidgets.plans import Plan, plan
    from hexwidgets.player import Player, play
    from hexwidgets.tabletop import Table, table

__all__ = [
    "Board",
    "Controller",
    "DeckTable",
    "Match",
    "Message",
    "Offer",
    "Plan",
    "Player",
    "Table",
    "build_deck",
    "offer",
    "plan",
    "play",
    "table",
]

_LAZY = {
    "Board": "board",
    "DeckTable": "deckbuilder",
    "Match": "match",
    "Offer": "offers",
    "Plan": "plans",
    "Player": "player",
    "Table": "tabletop",
    "build_deck": "deckbuilder",
    "offer": "offers",
    "plan": "plans",
    "play": "player",
    "table": "tabletop",
}


def __getattr__(name: str) -> Any:
    if name in _LAZY:
        from importlib import import_module

        return getattr(import_module(f"hexwidgets.{_LAZY[name]}"), name)
    raise AttributeError(f"module 'hexwidgets' has no attribute {name!r}")
