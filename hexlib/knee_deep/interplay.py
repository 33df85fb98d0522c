"""How a player puts an action together on a screen: piece or card first, then the target."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from hexlib.game import Action, Pick
from hexlib.knee_deep.actions import (
    HQ,
    Build,
    Damage,
    Deploy,
    Discard,
    Draw,
    End,
    Housekeeping,
    Keep,
    Move,
    Mulligan,
    Play,
    Recycle,
    War,
    Zone,
)
from hexlib.knee_deep.board import FIELDS, HQ_FIELDS, NEIGHBOURS, POINTS
from hexlib.knee_deep.components import UNIT_NAMES, UNITS

if TYPE_CHECKING:
    from hexlib.knee_deep.components import Card
    from hexlib.knee_deep.views import KneeDeepView

__all__ = ["about", "card_words", "intend", "picks", "trays"]

_DONE = Pick("button", "done", "Done: destroy these")


def _field(field: int, label: str = "") -> Pick:
    return Pick("field", FIELDS[field], label or FIELDS[field])


def _piece(view: KneeDeepView, field: int) -> Pick:
    for f, kind, owner in view.pieces:
        if f == field:
            return _field(f, f"{view.game.seats[owner]}'s {UNITS[kind].noun} on {FIELDS[f]}")
    return _field(field)


def _card(view: KneeDeepView, name: str) -> Pick:
    return Pick("card", name, view.game.cards[name].title)


def _unit(view: KneeDeepView, kind: int, verb: str) -> Pick:
    kit = view.kits[view.active]
    price = f"{kit.energy[kind]} Energy" if kit.energy[kind] else f"{kit.material[kind]} Material"
    return Pick("supply", UNIT_NAMES[kind], f"{verb} {UNITS[kind].noun} ({price})")


def picks(action: Action, view: KneeDeepView) -> tuple[Pick, ...]:
    """The stages of an action; see :meth:`hexlib.game.Game.picks`."""
    match action:
        case Move(source, target):
            return _piece(view, source), _field(target)
        case Deploy(unit, field):
            return _unit(view, unit, "Deploy"), _field(field)
        case Build(unit, field):
            return _unit(view, unit, "Build"), _field(field)
        case Play(card, fields, point):
            if point >= 0:
                return _card(view, card), Pick("point", POINTS[point], f"Marker to {POINTS[point]}")
            if not fields and view.game.plans[card].find is None:
                return _card(view, card), Pick("button", "play", f"Play {view.game.cards[card].title}")
            return _card(view, card), *(_piece(view, f) for f in fields)
        case Draw():
            return (Pick("button", "draw", "Draw a card (1 Material)"),)
        case Recycle(card):
            return Pick("button", "recycle", "Recycle a card (1 Energy)"), _card(view, card)
        case Discard(card):
            return (_card(view, card),)
        case Zone(point, sectors):
            name = POINTS[point] if point >= 0 else sectors
            return (Pick("point", name, f"Marker on {name}"),)
        case War(card):
            return (Pick("button", "no-card", "No War card"),) if card is None else (_card(view, card),)
        case Damage(targets):
            loser = 1 - view.asked
            chosen = [
                _field(HQ_FIELDS[loser][0], f"{view.game.seats[loser]}'s HQ") if t == HQ else _piece(view, t)
                for t in targets
            ]
            return (*chosen, _DONE if targets else Pick("button", "done", "Destroy nothing"))
        case End():
            label = "End the actions" if view.phase == "actions" else "Place no marker"
            return (Pick("button", "end", label),)
        case Keep():
            return (Pick("button", "keep", "Keep this hand"),)
        case Mulligan():
            return (Pick("button", "mulligan", "Give it back and draw anew"),)
        case Housekeeping(step):
            return (Pick("button", f"do {step}", f"Do: {step.replace('-', ' ')}"),)
    raise TypeError(f"not an action of Knee Deep in Hexes: {action!r}")


def trays(view: KneeDeepView) -> tuple[Pick, ...]:
    """The cards of the hand and the kinds of piece of the supply of the seat that decides, usable now or not."""
    if view.phase == "over":
        return ()
    copies = Counter(name for name in view.hands[view.asked] if name in view.game.cards)
    hand = tuple(replace(_card(view, name), number=n) for name, n in copies.items())
    if view.phase != "actions":
        return hand
    return (*hand, *(_unit(view, kind, "Deploy" if unit.is_vehicle else "Build") for kind, unit in enumerate(UNITS)))


def card_words(card: Card) -> str:
    """What a card costs and does: "War card. Two of your vehicles stand in line ..."."""
    kind = "War card" if card.is_war else "Action card"
    made = "In part a reconstruction." if card.reconstructed else ""
    price = f", costs {card.material} Material" if card.material else ""
    return " ".join(filter(None, (f"{kind}{price}.", card.text, made)))


def about(pick: Pick, view: KneeDeepView) -> str:
    """A card or a kind of piece in words: what it costs and does for the seat that decides."""
    if pick.kind == "card" and pick.id in view.game.cards:
        return card_words(view.game.cards[pick.id])
    if pick.kind != "supply" or pick.id not in UNIT_NAMES:
        return ""
    number, kit = UNIT_NAMES.index(pick.id), view.kits[view.active]
    unit, parts = UNITS[number], [f"Combat power {kit.power[number]}"]
    if unit.is_vehicle:
        far = kit.move[number]
        parts.append(f"one Energy moves it up to {far} field{'' if far == 1 else 's'}")
    if number in kit.builders:
        parts.append("it can build")
    if number in kit.sources:
        parts.append("vehicles can be deployed beside it")
    return ", ".join(parts) + "."


def intend(chosen: Sequence[Pick], view: KneeDeepView) -> Action | None:
    """The action that the picks mean, legal or not; see :meth:`hexlib.game.Game.intend`."""
    if not chosen:
        return None
    first, rest = chosen[0], chosen[1:]
    fields = [FIELDS.index(p.id) for p in chosen if p.kind == "field" and p.id in FIELDS]
    if first.kind == "point":
        return Zone(POINTS.index(first.id)) if first.id in POINTS else None
    if view.phase == "damage":
        done = any(p.kind == "button" for p in chosen)
        return _damage(fields, view) if fields or done else None
    if first.kind == "field":
        if view.phase in ("war-cards", "mulligan", "over"):
            return None
        if len(fields) > 1:
            return Move(fields[0], fields[1])
        own = any(f == fields[0] and owner == view.active and UNITS[kind].is_vehicle for f, kind, owner in view.pieces)
        return None if own and view.phase == "actions" else Move(fields[0], fields[0])
    if first.kind == "supply":
        return _from_supply(UNIT_NAMES.index(first.id), fields, view)
    if first.kind == "card":
        if view.phase == "war-cards":
            return War(first.id)
        if view.phase in ("power-up", "exhaust"):
            return Discard(first.id)
        corner = [POINTS.index(p.id) for p in rest if p.kind == "point" and p.id in POINTS]
        return Play(first.id, (), corner[0]) if corner else Play(first.id, tuple(fields))
    return _button(first.id, rest)


def _damage(fields: list[int], view: KneeDeepView) -> Damage:
    hq = HQ_FIELDS[1 - view.asked]
    return Damage(tuple(sorted({HQ if f in hq else f for f in fields})))


def _from_supply(kind: int, fields: list[int], view: KneeDeepView) -> Action:
    """A deployment or building; without a field yet, on one that shows best why it cannot be."""
    make = Deploy if UNITS[kind].is_vehicle else Build
    if fields:
        return make(kind, fields[0])
    taken = {f for f, _, _ in view.pieces} | {f for pair in HQ_FIELDS for f in pair}
    near: list[int] = []
    if UNITS[kind].is_vehicle:
        near = [n for f in HQ_FIELDS[view.active] for n in NEIGHBOURS[f]]
    else:
        builders = view.kits[view.active].builders
        near = [n for f, k, owner in view.pieces if owner == view.active and k in builders for n in NEIGHBOURS[f]]
        near.sort(key=lambda f: -near.count(f))
    free = [f for f in near if f not in taken and not view.terrain[f]]
    return make(kind, (free or near or [HQ_FIELDS[view.active][0]])[0])


def _button(name: str, rest: Sequence[Pick]) -> Action | None:
    plain: dict[str, Action] = {
        "draw": Draw(),
        "end": End(),
        "keep": Keep(),
        "mulligan": Mulligan(),
        "no-card": War(None),
        "done": Damage(),
    }
    if name.startswith("do "):
        return Housekeeping(name[3:])
    if name == "recycle":
        return Recycle(rest[0].id) if rest else None
    return plain.get(name)
