"""Reading items of the stack as records write them; ``words.item_notation`` writes them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hexlib.game import NotationError, PositionError
from hexlib.hexygame.board import NO_FIELD, parse_field
from hexlib.hexygame.components import ARTIFACT
from hexlib.hexygame.items import ABILITY, ATTACK, CARD_DRAW, MOVE, REGENERATES, SCORE, SPELL, TRIGGER, Item
from hexlib.hexygame.vocabulary import Target

if TYPE_CHECKING:
    from hexlib.hexygame.state import HexyState

__all__ = ["read_item"]

_F = r"[a-k]\d{1,2}"
_AIM = rf"(?P<place>#\d{{1,2}})|(?P<target>{_F}|-)(?:>(?P<to>{_F}))?"
_SOURCE = rf"(?P<source>{_F})(?::(?P<number>\d{{1,2}}|regeneration))?(?:=(?P<name>[a-z0-9-]+)(?P<gone>!)?)?"
_CAST = re.compile(rf"cast (?P<card>[a-z0-9-]+)(?:@(?:{_AIM}))?")
_USE = re.compile(rf"use {_SOURCE}(?:[@>](?:{_AIM}))?")
_TRIGGER = re.compile(rf"trigger {_SOURCE}")
_MOVE = re.compile(rf"move (?P<source>{_F}|-)-(?P<target>{_F})")
_ATTACK = re.compile(
    rf"attack (?P<team>(?:{_F}|-)(?:\+(?:{_F}|-))*)>(?P<target>{_F})(?:/(?P<now>{_F}|-))?"
    rf"(?: counter (?P<counter>{_F}|-))?"
)
FORMS = (
    "Blue cast gust@d4>d5, Blue use d4>e4, Blue trigger d4, Blue move d4-d5, "
    "Blue attack d5+c5>e6 counter d5, Blue draw or Blue winning"
)


def read_item(state: HexyState, text: str, path: str) -> Item:
    """The item that the text means, with a new number.

    Raises:
        PositionError: it is no item of the stack in this position.
    """
    names = state.game.seats
    who, _, rest = text.partition(" ")
    if who not in names:
        raise PositionError(path, f"{text[:60]!r} is not an item of the stack; write {FORMS}")
    state.next_id += 1
    reader = _Item(state, path, text, Item(state.next_id, SPELL, names.index(who)))
    try:
        return reader.read(rest)
    except NotationError as error:
        raise PositionError(path, str(error)[:200]) from None


class _Item:
    """Reads one item; knows where it stands, for messages."""

    def __init__(self, state: HexyState, path: str, text: str, item: Item) -> None:
        self.state, self.path, self.text, self.item = state, path, text, item

    def fail(self, message: str) -> PositionError:
        return PositionError(self.path, f"{self.text[:60]!r}: {message}")

    def field(self, text: str) -> int:
        field = parse_field(text)
        if not self.state.map.mask >> field & 1:
            raise self.fail(f"there is no {text} on this map")
        return field

    def uid(self, text: str) -> int:
        """The number of the card on that field; a new one, that no card has, for ``-``."""
        if text == "-":
            self.state.next_id += 1
            return self.state.next_id
        piece = self.state.at.get(self.field(text))
        if piece is None:
            raise self.fail(f"no card stands on {text}")
        return piece.uid

    def read(self, rest: str) -> Item:
        if rest in ("draw", "winning"):
            return self.item._replace(type=CARD_DRAW if rest == "draw" else SCORE)
        for pattern, make in (
            (_CAST, self._cast),
            (_USE, self._use),
            (_TRIGGER, self._trigger),
            (_MOVE, self._move),
            (_ATTACK, self._attack),
        ):
            found = pattern.fullmatch(rest)
            if found:
                return make(found.groupdict())
        raise self.fail(f"is not an item of the stack; write {FORMS}")

    def _aimed(self, item: Item, target: Target, parts: dict[str, str | None], board: bool) -> Item:
        place, aim, to = parts["place"], parts["target"], parts["to"]
        if target.what in ("spell", "activity"):
            if not place and aim != "-":
                raise self.fail("its target is an item of the stack, as #1, or - for one that is gone")
            if not place:
                return item._replace(target=self.uid("-"))
            number = int(place[1:])
            if not 1 <= number <= len(self.state.stack):
                raise self.fail(f"{place} is not below it on the stack")
            return item._replace(target=self.state.stack[number - 1].sid)
        if place:
            raise self.fail("its target is not on the stack")
        if board or target.what == "hex":
            if aim is None or aim == "-" or to is not None:
                raise self.fail("it needs one hex")
            return item._replace(field=self.field(aim))
        if not target.what:
            if aim is not None:
                raise self.fail("it has no target")
            return item
        if aim is None or (to is None) == bool(target.push):
            raise self.fail("it needs a target" + (" and a hex" if target.push else ""))
        return item._replace(target=self.uid(aim), field=self.field(to) if to else NO_FIELD)

    def _number(self, name: str) -> int:
        kind = self.state.game.cards.number.get(name)
        if kind is None:
            raise self.fail(f"there is no card {name!r}")
        return kind

    def _cast(self, parts: dict[str, str | None]) -> Item:
        kind = self._number(parts["card"] or "")
        card = self.state.game.cards.cards[kind]
        item = self.item._replace(kind=kind)
        if card.aura is not None and parts["target"] is None and not parts["place"] and self.state.game.broken:
            return item
        return self._aimed(item, card.target, parts, card.type <= ARTIFACT)

    def _source(self, kind_of: int, parts: dict[str, str | None]) -> Item:
        """The part that ability and trigger share: whose it is, and which."""
        place = self.field(parts["source"] or "")
        piece = self.state.at.get(place)
        if parts["gone"]:
            kind, uid = self._number(parts["name"] or ""), self.uid("-")
        else:
            if piece is None:
                raise self.fail(f"no card stands on {parts['source']}; write the name and ! for one that is gone")
            kind, uid = self._number(parts["name"]) if parts["name"] else piece.kind, piece.uid
            if kind != piece.kind and kind not in [k for k, _ in piece.under]:
                raise self.fail(f"{parts['name']} is not there")
        number = parts["number"]
        nth = REGENERATES if number == "regeneration" else int(number or 1) - 1
        card = self.state.game.cards.cards[kind]
        there = len(card.abilities if kind_of == ABILITY else card.triggers)
        if nth >= there or (nth < 0 and (kind_of == ABILITY or number == "0")):
            raise self.fail(f"{card.title} has {there} of them")
        return self.item._replace(type=kind_of, kind=kind, nth=nth, source=uid, place=place)

    def _use(self, parts: dict[str, str | None]) -> Item:
        item = self._source(ABILITY, parts)
        target = self.state.game.cards.cards[item.kind].abilities[item.nth].target
        return self._aimed(item, target, parts, False)

    def _trigger(self, parts: dict[str, str | None]) -> Item:
        return self._source(TRIGGER, parts)

    def _move(self, parts: dict[str, str | None]) -> Item:
        source = parts["source"] or "-"
        place = self.field(source) if source != "-" else NO_FIELD
        return self.item._replace(
            type=MOVE, source=self.uid(source), place=place, field=self.field(parts["target"] or "")
        )

    def _attack(self, parts: dict[str, str | None]) -> Item:
        team = [self.uid(name) for name in (parts["team"] or "").split("+")]
        if len(set(team)) != len(team):
            raise self.fail("an attacker stands twice")
        target = parts["target"] or ""
        out = self.item._replace(
            type=ATTACK, team=tuple(team), target=self.uid(parts["now"] or target), field=self.field(target)
        )
        counter = parts["counter"]
        if counter:
            struck = self.uid(counter)
            if counter != "-" and struck not in team:
                raise self.fail(f"{counter} is no attacker")
            out = out._replace(counter=struck)
        return out
