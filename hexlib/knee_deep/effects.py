"""What Action cards do: where their texts let them be played, and what happens then.

A card asks for nothing, for a field, for two fields one after the other, or for a corner of three sectors. ``targets``
gives the choices as rows: the fields chosen before the last one, and the set of what the last may be. ``explain``,
both generators and ``resolve`` share it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from hexlib.game import Rng
from hexlib.grid import bits, mask
from hexlib.knee_deep import sites
from hexlib.knee_deep.actions import Discard, Play, Recycle, War
from hexlib.knee_deep.board import DISTANCE, FIELDS, HQ_MASK, NEIGHBOUR_MASK, POINT_SECTORS, POINTS
from hexlib.knee_deep.components import TERRAIN_NAMES, UNIT_NAMES, UNITS, Card, CardSet, Condition, Effect
from hexlib.knee_deep.kit import refit
from hexlib.knee_deep.pieces import Log, from_supply, lose_card, note, put, remove, shift, take_card, wreck
from hexlib.knee_deep.state import ALL_FIELDS, DEPLOYERS, EXTRACTOR, N_UNITS, land, marker_name

if TYPE_CHECKING:
    from hexlib.knee_deep.state import KneeDeepState

__all__ = ["NEIGHBOUR_POINTS", "Plan", "Plans", "Plays", "Row", "allows", "needs", "resolve", "supply_short", "targets"]

Row = tuple[tuple[int, ...], int]
"""Fields chosen already, and the set of those (or of corners) that the last choice may be."""

NEIGHBOUR_POINTS: tuple[int, ...] = tuple(
    mask(i for i, other in enumerate(POINT_SECTORS) if len(set(trio) & set(other)) == 2) for trio in POINT_SECTORS
)
"""For each place of a marker the places next to it: those that share two of the three sectors."""
_ONE: list[Row] = [((), 1)]
"""The one row of a card that asks for nothing."""


@lru_cache(maxsize=2048)
def _within(field: int, steps: int) -> int:
    """The fields at most that far from a field, itself left out."""
    row = DISTANCE[field]
    return mask(f for f in range(len(FIELDS)) if 0 < row[f] <= steps)


# -- conditions --------------------------------------------------------------------------------------------------------


def needs(state: KneeDeepState, seat: int, card: Card) -> str:
    """What the seat lacks for the card's condition, in words; empty if nothing (Play Action Cards)."""
    condition, effect = card.condition, card.effect
    for unit, number in (*condition.vehicles, *condition.structures):
        kind = UNIT_NAMES.index(unit)
        have = state.by[seat * N_UNITS + kind].bit_count()
        if have < number:
            what = UNITS[kind].a_noun if number == 1 else f"{number} {UNITS[kind].noun}s"
            return f"{what} on the map; {state.game.seats[seat]} has {have or 'none'}"
    lost = sum(state.scrap[seat * N_UNITS : (seat + 1) * N_UNITS])
    if lost < condition.lost:
        return f"{condition.lost} lost pieces; {state.game.seats[seat]} has lost {lost}"
    if effect.salvage and not state.scrap[seat * N_UNITS + UNIT_NAMES.index(effect.salvage)]:
        unit = UNITS[UNIT_NAMES.index(effect.salvage)].a_noun
        return f"{unit} in the scrapyard; none of {state.game.seats[seat]}'s lies there"
    return ""


def supply_short(state: KneeDeepState, seat: int, card: Card) -> bool:
    """Whether the card places a piece of which the supply holds none."""
    return bool(card.effect.place) and not state.supply[seat * N_UNITS + UNIT_NAMES.index(card.effect.place)]


# -- targets -----------------------------------------------------------------------------------------------------------


def _near(state: KneeDeepState, seat: int, effect: Effect) -> int:
    """The fields that are near enough to what the card's text names, and far enough from the enemy."""
    where = effect.where
    if where == "anywhere":
        out = ALL_FIELDS
    else:
        if where in ("", "vehicle"):
            origin = sites.card_vehicles(state, seat)
        elif where == "hq":
            origin = HQ_MASK[seat]
        else:
            origin = state.own[seat]
            if where == "structure":
                origin &= ~state.vehicles(seat)
        out = sites.around(origin, effect.within) if effect.within else sites.SPREAD[origin]
    if effect.clear:
        out &= ~sites.around(state.own[1 - seat] | HQ_MASK[1 - seat], effect.clear - 1)
    return out


def _place(state: KneeDeepState, seat: int, effect: Effect) -> list[Row]:
    kind = UNIT_NAMES.index(effect.place)
    if not state.supply[seat * N_UNITS + kind]:
        return []
    near = _near(state, seat, effect)
    rules = state.game.rules
    if rules.plain:
        return [((), near & state.empty())]
    if not effect.where and rules.reading["improvised_vehicles"] == "exactly-one":
        vehicles = sites.card_vehicles(state, seat)
        near = mask(f for f in bits(near) if (NEIGHBOUR_MASK[f] & vehicles).bit_count() == 1)
    if UNITS[kind].is_vehicle:
        return [((), near & state.empty())]
    if not rules.on("kdh.cards.text_over_rules"):
        near &= sites.builder_sites(state, seat)
    near &= sites.free_sites(state)
    return [((), near & sites.extractor_sites(state) if kind == EXTRACTOR else near)]


def _relocate(state: KneeDeepState, seat: int, effect: Effect) -> list[Row]:
    word = effect.relocate
    if word == "vehicle":
        movable = sites.card_vehicles(state, seat)
    elif word == "enemy vehicle":
        movable = state.vehicles(1 - seat)
    else:
        movable = state.by[seat * N_UNITS + UNIT_NAMES.index(word)]
    empty, steps = state.empty(), effect.within
    if steps:
        return [((f,), _within(f, steps) & empty) for f in bits(movable)]
    return [((f,), empty) for f in bits(movable)]


def _swap(state: KneeDeepState, seat: int, effect: Effect) -> list[Row]:
    vehicles = sites.card_vehicles(state, seat)
    return [((f,), vehicles & ~(1 << f)) for f in bits(vehicles)]


def _strike(state: KneeDeepState, seat: int, effect: Effect) -> list[Row]:
    weak = 0
    for kind, health in enumerate(state.kit[1 - seat].health):
        if health <= effect.strike:
            weak |= state.by[(1 - seat) * N_UNITS + kind]
    return [((), weak & _near(state, seat, effect))]


def _lay(state: KneeDeepState, seat: int, effect: Effect) -> list[Row]:
    return [((), _near(state, seat, effect) & state.empty())] if state.tokens else []


def _turn(state: KneeDeepState, seat: int, effect: Effect) -> list[Row]:
    terrain = getattr(state.land, effect.turn[0])
    return [((), _near(state, seat, effect) & terrain)]


def _marker(state: KneeDeepState, seat: int, effect: Effect) -> list[Row]:
    marker = state.marker[1 - seat]
    return [((), NEIGHBOUR_POINTS[marker])] if 0 <= marker < len(POINTS) else []


_Targets = Callable[["KneeDeepState", int, Effect], list[Row]]


def _targets_of(effect: Effect) -> _Targets | None:
    for value, found in (
        (effect.place, _place),
        (effect.relocate, _relocate),
        (effect.swap, _swap),
        (effect.strike, _strike),
        (effect.lay, _lay),
        (effect.turn[0], _turn),
        (effect.marker, _marker),
    ):
        if value:
            return found
    return None


class Plays(dict[int, Play]):
    """Last field or corner -> the action, made when it is first asked for."""

    __slots__ = ("_chosen", "_plan")

    def __init__(self, plan: Plan, chosen: tuple[int, ...]) -> None:
        super().__init__()
        self._plan, self._chosen = plan, chosen

    def __missing__(self, last: int) -> Play:
        plan = self._plan
        if plan.find is None:
            play = plan.play
        else:
            play = Play(plan.name, (), last) if plan.find is _marker else Play(plan.name, (*self._chosen, last))
        self[last] = play
        return play


class Plan:
    """A card made ready for play: its actions, and how its targets are found. One for each card of a game."""

    __slots__ = (
        "_rows",
        "card",
        "conditional",
        "discard",
        "find",
        "is_war",
        "lay",
        "material",
        "name",
        "play",
        "recycle",
    )

    def __init__(self, card: Card) -> None:
        self.card, self.name, self.is_war, self.material = card, card.name, card.is_war, card.material
        self.recycle, self.discard, self.lay, self.play = (
            Recycle(card.name),
            Discard(card.name),
            War(card.name),
            Play(card.name),
        )
        self.find = None if card.is_war else _targets_of(card.effect)
        self.conditional = card.condition != Condition() or bool(card.effect.salvage)
        self._rows: dict[tuple[int, ...], Plays] = {}

    @property
    def fields(self) -> int:
        """How many fields the card asks for; 0 also for a corner."""
        return 0 if self.find in (None, _marker) else 2 if self.find in (_relocate, _swap) else 1

    def row(self, chosen: tuple[int, ...]) -> Plays:
        """The actions that go on from those fields, by their last field or corner."""
        found = self._rows.get(chosen)
        if found is None:
            found = self._rows[chosen] = Plays(self, chosen)
        return found


class Plans(dict[str, Plan]):
    """Card -> its plan, made when it is first asked for."""

    def __init__(self, cards: CardSet) -> None:
        super().__init__()
        self.cards = cards

    def __missing__(self, name: str) -> Plan:
        plan = self[name] = Plan(self.cards[name])
        return plan


def targets(state: KneeDeepState, seat: int, plan: Plan) -> list[Row]:
    """Every choice that the card's text allows now; no row if its condition does not hold."""
    if plan.conditional and needs(state, seat, plan.card):
        return []
    return _ONE if plan.find is None else plan.find(state, seat, plan.card.effect)


def allows(state: KneeDeepState, seat: int, plan: Plan, action: Play) -> bool:
    """Whether the action is among the choices."""
    for chosen, last in targets(state, seat, plan):
        if plan.find is None:
            return not action.fields and action.point < 0
        if plan.find is _marker:
            return not action.fields and action.point >= 0 and bool(last >> action.point & 1)
        fields = action.fields
        if action.point < 0 and fields[:-1] == chosen and len(fields) == len(chosen) + 1 and last >> fields[-1] & 1:
            return True
    return False


# -- what happens ------------------------------------------------------------------------------------------------------


def resolve(state: KneeDeepState, seat: int, action: Play, card: Card, told: Sequence[str], log: Log) -> list[int]:
    """Do what the card says; returns the codes of destroyed pieces."""
    effect = card.effect
    destroyed: list[int] = []
    if action.fields or action.point >= 0:
        destroyed = _on_target(state, seat, action, card, told, log)
    _on_player(state, seat, effect, card, told, log)
    return destroyed


def _on_target(state: KneeDeepState, seat: int, action: Play, card: Card, told: Sequence[str], log: Log) -> list[int]:
    effect, fields = card.effect, action.fields
    names = state.game.seats
    if effect.place:
        kind = UNIT_NAMES.index(effect.place)
        from_supply(state, kind, seat, fields[0])
        if kind in DEPLOYERS:
            state.newly_built |= 1 << fields[0]
        if UNITS[kind].is_vehicle:
            state.fresh |= 1 << fields[0]
        text = f"{_capital(UNITS[kind].a_noun)} is placed on {FIELDS[fields[0]]}."
        note(log, "place", text, *told, field=FIELDS[fields[0]])
    elif effect.relocate:
        code = shift(state, *fields)
        whose = "" if code // N_UNITS == seat else f"{names[1 - seat]}'s "
        what = f"{whose or 'The '}{UNITS[code % N_UNITS].noun}"
        text = f"{what} is carried from {FIELDS[fields[0]]} to {FIELDS[fields[1]]}."
        note(log, "relocate", text, *told, source=FIELDS[fields[0]], target=FIELDS[fields[1]])
    elif effect.swap:
        _exchange(state, *fields)
        text = f"The vehicles on {FIELDS[fields[0]]} and {FIELDS[fields[1]]} change places."
        note(log, "swap", text, *told, source=FIELDS[fields[0]], target=FIELDS[fields[1]])
    elif effect.strike:
        code = remove(state, fields[0])
        wreck(state, code)
        kind = code % N_UNITS
        text = f"{names[code // N_UNITS]}'s {UNITS[kind].noun} on {FIELDS[fields[0]]} is destroyed."
        cited = (*told, "kdh.scrapyard.destination")
        note(log, "strike", text, *cited, field=FIELDS[fields[0]], unit=UNIT_NAMES[kind], player=code // N_UNITS)
        return [code]
    elif effect.lay or effect.turn[0]:
        to = effect.lay or effect.turn[1]
        terrain = list(state.land.terrain)
        terrain[fields[0]] = TERRAIN_NAMES.index(to)
        state.land = land(tuple(terrain))
        state.tokens -= bool(effect.lay)
        text = f"{FIELDS[fields[0]]} is now {TERRAIN_WORDS[to]}."
        note(log, "terrain", text, *told, "kdh.modular.leftover_tokens", field=FIELDS[fields[0]], terrain=to)
    elif effect.marker:
        state.marker[1 - seat] = action.point
        text = f"{names[1 - seat]}'s marker is now on {marker_name(action.point)}."
        note(log, "marker.move", text, *told, player=1 - seat, zone=marker_name(action.point))
    return []


TERRAIN_WORDS = {"mountain": "a mountain", "material": "a Material field", "energy": "an Energy field"}


def _exchange(state: KneeDeepState, a: int, b: int) -> None:
    """Two pieces change places, each with what has been done with it this turn."""
    one, two = remove(state, a), remove(state, b)
    put(state, one % N_UNITS, one // N_UNITS, b)
    put(state, two % N_UNITS, two // N_UNITS, a)
    for name in ("fresh", "moved", "spent"):
        marks = getattr(state, name)
        if (marks >> a ^ marks >> b) & 1:
            setattr(state, name, marks ^ (1 << a | 1 << b))


def _on_player(state: KneeDeepState, seat: int, effect: Effect, card: Card, told: Sequence[str], log: Log) -> None:
    """Resources, boosts, pieces out of the scrapyard, cards."""
    name = state.game.seats[seat]
    if effect.gain != (0, 0):
        times = 1
        if effect.each:
            times = state.by[seat * N_UNITS + UNIT_NAMES.index(effect.each)].bit_count()
            times = min(times, effect.most or times)
        material, energy = (times * n for n in effect.gain)
        state.material[seat] += material
        state.energy[seat] += energy
        got = " and ".join(f"{n} {what}" for n, what in ((material, "Material"), (energy, "Energy")) if n)
        note(log, "gain", f"{name} gains {got or 'nothing'}.", *told, player=seat, material=material, energy=energy)
    if effect.boost is not None:
        state.boosts = (*state.boosts, card.name)
        refit(state)
        note(log, "boost", f"Until the end of the turn: {card.text}", *told, "kdh.cards.text_over_rules", player=seat)
    if effect.salvage:
        code = seat * N_UNITS + UNIT_NAMES.index(effect.salvage)
        state.scrap[code] -= 1
        state.supply[code] += 1
        text = f"{_capital(UNITS[code % N_UNITS].a_noun)} goes from the scrapyard back to {name}'s supply."
        note(log, "salvage", text, *told, player=seat, unit=effect.salvage)
    cards_move(state, seat, effect, told, log)


def cards_move(state: KneeDeepState, seat: int, effect: Effect, told: Sequence[str], log: Log) -> None:
    """The player draws, the enemy discards at random, as the card says."""
    for _ in range(effect.draw):
        take_card(state, seat, log, *told)
    other = 1 - seat
    for _ in range(effect.discard):
        hand = state.hand[other]
        if not hand:
            note(log, "discard.none", f"{state.game.seats[other]} has no card to discard.", *told, player=other)
            return
        rng = Rng(state.rng)
        lost = rng.choice(hand)
        state.rng = rng.state
        lose_card(state, other, lost)
        title = state.game.cards[lost].title
        text = f"{state.game.seats[other]} discards {title}, drawn at random."
        note(log, "discard.random", text, *told, player=other, card=lost)


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]
