"""The list of legal actions.

Two generators: a general one that puts candidates to ``explain`` (any rulings, any broken rule), and a fast one for the
plain game, from tables of ready actions. A property test holds them together.

The order is fixed: spells, abilities, moves, attacks, joining, counterstrikes, points for energy, discards, passing;
inside a kind by card and then by field.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING

from hexlib.game import Action
from hexlib.hexygame.actions import (
    Attack,
    Burn,
    Cast,
    Choose,
    Counter,
    Discard,
    Join,
    Keep,
    Move,
    Mulligan,
    Order,
    Pass,
    Use,
)
from hexlib.hexygame.board import FIELDS, NO_FIELD
from hexlib.hexygame.clash import joiner
from hexlib.hexygame.components import ARTIFACT, BUILDING, CREATURE, WIZARDRY, CardSet
from hexlib.hexygame.deeds import abilities_of
from hexlib.hexygame.hints import reaches_flyers
from hexlib.hexygame.items import AIMED_AT, ATTACK, MAIN, MULLIGAN, OPEN, Item, Piece
from hexlib.hexygame.pieces import paid, sphere
from hexlib.hexygame.stack import choices, spots
from hexlib.hexygame.timing import may_act
from hexlib.hexygame.vocabulary import EASE, FLYING, Cost, Target

if TYPE_CHECKING:
    from hexlib.hexygame.state import HexyState

__all__ = ["aims", "general_actions", "legal_actions"]

_PASS = Pass()
_KEEP = Keep()
_MULLIGAN = Mulligan()
_ALL = range(len(FIELDS))
_BURN = tuple(tuple(Burn(f, n) for n in range(1, 13)) for f in _ALL)
_MOVE = tuple(tuple(Move(a, b) for b in _ALL) for a in _ALL)
_ATTACK = tuple(tuple(Attack(a, b) for b in _ALL) for a in _ALL)
_JOIN = tuple(Join(f) for f in _ALL)
_KINDS = ("building", "creature", "artifact")
_use = cache(Use)
_cast = cache(Cast)
_counter = cache(Counter)
_ONE: Cost = (1, 0, 0, 0)


@cache
def _rows(name: str) -> tuple[Cast, ...]:
    """The card cast on each field."""
    return tuple(Cast(name, f) for f in _ALL)


@cache
def _discard(name: str) -> Discard:
    return Discard(name)


class _Affordable(dict[tuple[int, Cost], bytes]):
    """(number of the set, pool) -> for each card whether the pool pays for it; filled as asked, within a bound."""

    sets: list[CardSet]

    def __init__(self) -> None:
        self.sets = []

    def of(self, cards: CardSet, pool: Cost) -> bytes:
        """One byte a card."""
        key = (id(cards), pool)
        found = self.get(key)
        if found is None:
            if len(self) > 20_000:
                self.clear()
                self.sets.clear()
            if not any(known is cards for known in self.sets):
                self.sets.append(cards)  # kept alive, so that the number is not given to another set
            pays = {cost: paid(pool, cost) is not None for cost in cards.costs}
            found = self[key] = bytes(pays[card.cost] for card in cards.cards)
        return found


_AFFORD = _Affordable()


def legal_actions(state: HexyState) -> Sequence[Action]:
    """Every legal action of the seat to act, in a fixed order."""
    priority = state.stage == OPEN and not state.pending and state.wait is None and state.phase != MULLIGAN
    return _fast(state) if priority and state.game.rules.plain else general_actions(state)


# -- the plain game, fast ----------------------------------------------------------------------------------------------


def _fast(state: HexyState) -> list[Action]:
    seat = state.asked
    at, pool = state.at, state.pool[seat]
    cards = state.game.cards
    table = cards.cards
    stack = state.stack
    main = seat == state.active and state.phase == MAIN and not stack and not state.after_combat
    fields = sorted(at)
    out: list[Action] = []
    hand = state.hand[seat]
    if hand:
        affordable = _AFFORD.of(cards, pool)
        site: list[int] | None = None
        last = -1
        for kind in hand:
            if kind == last:
                continue
            last = kind
            if not affordable[kind]:
                continue
            card = table[kind]
            if card.type <= ARTIFACT:
                if main:
                    if site is None:
                        site = _site(state, seat)
                    row = _rows(card.name)
                    out += [row[f] for f in site]
            elif main or (card.type == WIZARDRY and not card.slow):
                target = card.target
                if target.what:
                    if target.what == "hex":
                        if site is None:
                            site = _site(state, seat)
                        row = _rows(card.name)
                        out += [row[f] for f in site]
                    else:
                        out += [_cast(card.name, *aim) for aim in aims(state, target, NO_FIELD, fields)]
                else:
                    out.append(_cast(card.name))
    energy = pool[0] or pool[1] or pool[2] or pool[3]
    burns: list[Action] = []
    runners: list[tuple[int, Piece]] = []
    for f in fields:
        piece = at[f]
        if piece.owner != seat:
            continue
        card = table[piece.kind]
        if card.abilities or piece.under:
            _uses(state, f, piece, pool, main, fields, out)
        if piece.type == BUILDING and card.per_point:
            burns += _BURN[f][: piece.points]
        if main and piece.die and (energy or piece.keys & EASE):
            runners.append((f, piece))
    if runners:
        _run(state, seat, runners, bool(energy), fields, out)
    if stack:
        item = stack[0]
        if item.type != ATTACK:
            item = next((i for i in stack if i.type == ATTACK), item)
        if item.type == ATTACK:
            if seat != item.seat:
                _counters(state, item, bool(energy), out)
            elif energy:
                _joins(state, item, fields, out)
    out += burns
    if hand:
        last = -1
        for kind in hand:
            if kind != last:
                out.append(_discard(table[kind].name))
                last = kind
    out.append(_PASS)
    return out


def _site(state: HexyState, seat: int) -> list[int]:
    allowed = sphere(state, seat)
    at = state.at
    out = []
    while allowed:
        low = allowed & -allowed
        allowed ^= low
        f = low.bit_length() - 1
        if f not in at:
            out.append(f)
    return out


def _run(
    state: HexyState,
    seat: int,
    runners: list[tuple[int, Piece]],
    energy: bool,
    fields: list[int],
    out: list[Action],
) -> None:
    """Moves, then attacks."""
    at = state.at
    neighbours = state.map.neighbours
    for f, _ in runners:
        row = _MOVE[f]
        out += [row[n] for n in neighbours[f] if n not in at]
    if not energy:
        return
    distance = state.map.distance
    for f, piece in runners:
        far = distance[f]
        reach = piece.distance
        row_a = _ATTACK[f]
        for t in fields:
            other = at[t]
            if other.owner != seat and far[t] <= reach and (not other.keys & FLYING or reaches_flyers(piece)):
                out.append(row_a[t])


def aims(state: HexyState, target: Target, source: int, fields: Sequence[int]) -> Iterator[tuple[int, int, int]]:
    """Target field, second hex and place in the stack of everything that may be aimed at."""
    seat = state.asked
    if target.what in ("spell", "activity"):
        for place, item in enumerate(state.stack, 1):
            if item.type not in AIMED_AT[target.what]:
                continue
            if target.whose == "any" or (item.seat == seat) == (target.whose == "own"):
                yield NO_FIELD, NO_FIELD, place
        return
    at = state.at
    for f in fields:
        piece = at[f]
        if target.what != "card" and _KINDS[piece.type] != target.what:
            continue
        if target.whose != "any" and (piece.owner == seat) != (target.whose == "own"):
            continue
        if source != NO_FIELD and target.within and not 0 < state.map.distance[source][f] <= target.within:
            continue
        if not target.push:
            yield f, NO_FIELD, 0
        elif target.push == 1:
            for n in state.map.neighbours[f]:
                if n not in at:
                    yield f, n, 0
        else:
            for n, d in state.map.distance[f].items():
                if 0 < d <= target.push and n not in at:
                    yield f, n, 0


def _uses(
    state: HexyState,
    f: int,
    piece: Piece,
    pool: Cost,
    main: bool,
    fields: list[int],
    out: list[Action],
) -> None:
    table = state.game.cards.cards
    there = abilities_of(state, f)
    for number, (kind, index) in enumerate(there, 1):
        ability = table[kind].abilities[index]
        if ability.points > piece.points or ability.actions > piece.die or (ability.main and not main):
            continue
        if paid(pool, ability.cost) is None:
            continue
        target = ability.target
        if not target.what:
            out.append(_use(f, number))
        elif target.what == "hex":
            out += [_use(f, number, s) for s in _site(state, state.asked)]
        else:
            out += [_use(f, number, *aim) for aim in aims(state, target, f, fields)]


def _joins(state: HexyState, item: Item, fields: list[int], out: list[Action]) -> None:
    at = state.at
    other = at.get(item.field)
    if other is None or other.uid != item.target:
        return
    leader = state.find(item.team[0])
    if leader >= 0 and at[leader].type != CREATURE:
        return
    far = state.map.distance[item.field]
    for f in fields:
        piece = at[f]
        if piece.owner != item.seat or not piece.die or piece.type != CREATURE or piece.uid in item.team:
            continue
        if far[f] <= piece.distance and (not other.keys & FLYING or reaches_flyers(piece)):
            out.append(_JOIN[f])


def _counters(state: HexyState, item: Item, energy: bool, out: list[Action]) -> None:
    piece = state.at.get(item.field)
    if piece is None or piece.uid != item.target or item.counter >= 0 or piece.die or not piece.attack:
        return
    far = state.map.distance[item.field]
    for f in sorted(filter(lambda f: f >= 0, map(state.find, item.team))):
        if far[f] <= piece.distance:
            if energy:
                out.append(_counter(item.field, f, False))
            out.append(_counter(item.field, f, True))


# -- any game ----------------------------------------------------------------------------------------------------------


def general_actions(state: HexyState) -> list[Action]:
    """The same list from the rules as ``explain`` states them, in the same order."""
    return [action for action in _candidates(state) if state.explain(action)]


def _candidates(state: HexyState) -> Iterator[Action]:
    if state.phase == MULLIGAN:
        yield _KEEP
        yield _MULLIGAN
    elif state.wait is not None:
        what, item = state.wait
        fields = sorted(map(state.find, item.team)) if what == "victim" else spots(state, item)
        yield from (Choose(f) for f in fields if f >= 0)
    elif state.pending:
        seen: dict[int, int] = {}
        for item in choices(state):
            seen[item.place] = seen.get(item.place, 0) + 1
            yield Order(item.place, seen[item.place])
    else:
        yield from _plays(state)


def _plays(state: HexyState) -> Iterator[Action]:
    seat = state.asked
    names = dict.fromkeys(state.game.cards.names[kind] for kind in state.hand[seat])
    fields = sorted(state.at)
    mine = [f for f in fields if state.at[f].owner == seat]
    if may_act(state):
        for name in names:
            yield from _casts(state, name, fields)
        for f in mine:
            for number, (kind, index) in enumerate(abilities_of(state, f), 1):
                target = state.game.cards.cards[kind].abilities[index].target
                yield from (_use(f, number, *aim) for aim in _any_aims(state, target, f, fields))
        for f in mine:
            everywhere = state.map.neighbours[f] if state.game.rules.one_hex else state.map.fields
            yield from (_MOVE[f][t] for t in everywhere)
        for f in mine:
            for t in fields:
                yield _ATTACK[f][t]
                if state.game.rules.join_at_declaration and state.explain(_ATTACK[f][t]):
                    # those that may join at all, so that there are not too many groups to look at
                    others = [o for o in mine if o != f and not any(joiner(state, o, state.at[f], t))]
                    for n in range(1, len(others) + 1):
                        yield from (Attack(f, t, team) for team in combinations(others, n))
        yield from (_JOIN[f] for f in mine)
        for f in mine:
            for t in fields:
                yield _counter(f, t, False)
                yield _counter(f, t, True)
        for f in mine:
            yield from _BURN[f][: state.at[f].points]
    yield from map(_discard, names)
    yield _PASS


def _casts(state: HexyState, name: str, fields: Sequence[int]) -> Iterator[Action]:
    card = state.game.cards[name]
    if card.type <= ARTIFACT:
        yield from (_rows(name)[f] for f in state.map.fields)
        return
    if not state.game.rules.enchantment_needs_host and card.aura is not None:
        yield _cast(name)
    yield from (_cast(name, *aim) for aim in _any_aims(state, card.target, NO_FIELD, fields))


def _any_aims(state: HexyState, target: Target, source: int, fields: Sequence[int]) -> Iterator[tuple[int, int, int]]:
    if not target.what:
        yield NO_FIELD, NO_FIELD, 0
    elif target.what == "hex":
        yield from ((f, NO_FIELD, 0) for f in state.map.fields)
    elif target.what in ("spell", "activity"):
        yield from ((NO_FIELD, NO_FIELD, place) for place in range(1, len(state.stack) + 1))
    elif target.push:
        yield from ((f, n, 0) for f in fields for n in state.map.fields)
    else:
        yield from ((f, NO_FIELD, 0) for f in fields)
