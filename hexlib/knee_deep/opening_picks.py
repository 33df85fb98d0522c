"""How a player puts an action of the set-up together on a screen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from hexlib.game import Action, Pick
from hexlib.knee_deep.interplay import card_words
from hexlib.knee_deep.opening_actions import (
    FACTIONS,
    Add,
    Choose,
    Faction,
    Finish,
    Lay,
    Ready,
    Redraft,
    Remove,
    Reveal,
    Take,
)
from hexlib.knee_deep.opening_view import HIDDEN

if TYPE_CHECKING:
    from hexlib.knee_deep.opening_view import SetupView

__all__ = ["about", "intend", "picks", "trays"]


def _card(view: SetupView, name: str) -> Pick:
    companions = view.game.box.companions
    return Pick("card", name, companions[name].title if name in companions else view.title(name))


def picks(action: Action, view: SetupView) -> tuple[Pick, ...]:
    """The stages of an action; see :meth:`hexlib.game.Game.picks`."""
    match action:
        case Reveal():
            return (Pick("button", "reveal", "Turn a terrain card up"),)
        case Lay(sector):
            return (Pick("field", f"{sector}.0", f"Lay the tokens in {sector}"),)
        case Finish():
            return (Pick("button", "finish", "The board is laid"),)
        case Faction(name):
            return (Pick("button", f"faction {name}", name),)
        case Choose(names):
            return tuple(_card(view, name) for name in names)
        case Take(card):
            return (_card(view, card),)
        case Add(card):
            return Pick("button", "add", "Add a card"), _card(view, card)
        case Remove(card):
            return Pick("button", "remove", "Take a card out"), _card(view, card)
        case Ready():
            return (Pick("button", "ready", "The deck is made"),)
        case Redraft():
            return (Pick("button", "redraft", "Draft again"),)
    raise TypeError(f"not an action of the set-up: {action!r}")


def trays(view: SetupView) -> tuple[Pick, ...]:
    """The cards before the seat that decides: its faction's companions, the two cards drawn, its pool."""
    if view.stage == "companions":
        faction = view.factions[view.asked]
        return tuple(_card(view, name) for name, c in view.game.box.companions.items() if c.faction == faction)
    cards = view.drawn
    if view.stage == "deck":
        pool = [card for part in view.pools[view.asked] for card in part]
        cards = tuple(pool) if view.variant == "simple" else tuple(view.game.box.cards)
    return tuple(_card(view, name) for name in dict.fromkeys(cards) if name != HIDDEN)


def about(pick: Pick, view: SetupView) -> str:
    """A companion's income and ability, or what a card costs and does."""
    box = view.game.box
    if pick.kind != "card":
        return ""
    if pick.id in box.companions:
        who = box.companions[pick.id]
        gives = f"{who.material} Material and {who.energy} Energy each turn, {who.hq} to the HQ's health."
        return f"{gives} {who.ability.title}: {who.ability.text}"
    return card_words(box.cards[pick.id]) if pick.id in box.cards else ""


def intend(chosen: Sequence[Pick], view: SetupView) -> Action | None:
    """The action that the picks mean, legal or not; see :meth:`hexlib.game.Game.intend`."""
    if not chosen:
        return None
    first, rest = chosen[0], chosen[1:]
    if first.kind == "field":
        return Lay(first.id.partition(".")[0]) if view.stage == "board" else None
    if first.kind == "card":
        names = tuple(p.id for p in chosen if p.kind == "card")
        if view.stage == "companions":
            order = tuple(view.game.box.companions)
            return Choose(tuple(sorted(names, key=order.index))) if len(names) > 1 else None
        if view.stage == "deck":
            return Add(first.id)
        return Take(first.id) if view.stage == "draft" else None
    plain: dict[str, Action] = {"reveal": Reveal(), "finish": Finish(), "ready": Ready(), "redraft": Redraft()}
    plain |= {f"faction {name}": Faction(name) for name in FACTIONS}
    if first.id in ("add", "remove"):
        return (Add if first.id == "add" else Remove)(rest[0].id) if rest else None
    return plain.get(first.id)
