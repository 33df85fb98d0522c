"""The war: whether there is one, combat power, formations, and who may be destroyed."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from hexlib.grid import bits
from hexlib.knee_deep.actions import HQ
from hexlib.knee_deep.board import DISTANCE, HEXES, HQ_MASK, LINES, NEIGHBOUR_MASK, SECTOR_MASK
from hexlib.knee_deep.components import UNIT_NAMES, Condition, Effect
from hexlib.knee_deep.options import DEFAULTS
from hexlib.knee_deep.sites import SPREAD
from hexlib.knee_deep.state import ALL_FIELDS, BOTH_HQ, N_UNITS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from hexlib.knee_deep.components import Card
    from hexlib.knee_deep.state import KneeDeepState

__all__ = [
    "ability_bonus",
    "ability_bonuses",
    "at_war",
    "attacker",
    "cancelled",
    "card_bonus",
    "card_condition_holds",
    "damage_sets",
    "formation",
    "formation_with_structures",
    "points",
    "power",
    "power_with_cards",
    "rescued",
    "sling_over_hq",
    "target_cost",
    "unmet",
    "war_zone",
    "working",
]

FORMATION_CARDS = ("sling", "barrier", "skirmish")


def attacker(state: KneeDeepState) -> int:
    """The owner of the marker that is being resolved (K65)."""
    return state.active if not state.game.rules.on("kdh.war.when") else 1 - state.active


def war_zone(state: KneeDeepState) -> int:
    """The fields that fight in the war at hand; all of them if the war is wrongly not kept to its zone."""
    marker = state.marker[attacker(state)]
    if marker < 0:
        return 0
    return state.zone_fields(marker) if state.game.rules.on("kdh.war.only_in_zones") else ALL_FIELDS


def at_war(state: KneeDeepState) -> tuple[bool, str]:
    """Whether the marker to be resolved makes a war, and the statement that says so (Phase 3)."""
    rules = state.game.rules
    owner = attacker(state)
    zone = state.zone_fields(state.marker[owner])
    pieces = [bool(state.own[s] & zone) for s in (0, 1)]
    hq = [bool(HQ_MASK[s] & zone) and state.hq_health(s) > 0 for s in (0, 1)]
    if rules.reading["hq_presence"] == "defender-only":
        hq[owner] = False
    if pieces[0] and pieces[1] and rules.on("kdh.war.condition_units"):
        return True, "kdh.war.condition_units"
    if any(pieces[s] and hq[1 - s] for s in (0, 1)) and rules.on("kdh.war.condition_hq"):
        return True, "kdh.war.condition_hq"
    return not rules.on("kdh.war.no_war"), "kdh.war.no_war"


def _face_up(state: KneeDeepState) -> bool:
    """Whether laid cards count for everybody before the reveal (K90)."""
    rules = state.game.rules
    return rules.reading["face_down_power"] == "public" or not rules.on("kdh.warcard.face_down")


def power(state: KneeDeepState) -> list[int]:
    """Combat power of both seats in the zone that matters now, counting the cards that everybody can see."""
    return power_with_cards(state, (0, 1) if _face_up(state) else ())


def power_with_cards(state: KneeDeepState, seats: Iterable[int] = (0, 1)) -> list[int]:
    """The same with the face-down cards of those seats."""
    found = state.zone()
    if found is None:
        return [0, 0]
    zone = found[1] if state.game.rules.on("kdh.war.only_in_zones") else ALL_FIELDS
    out = [state.piece_power(s, zone) + ability_bonus(state, s) + state.bonus[s] for s in (0, 1)]
    if not state.open_cards and state.laid != [(), ()]:
        known = tuple(seats)
        for s in known:
            own, less = card_bonus(state, s, known)
            out[s] += own
            out[1 - s] -= less
    return [max(0, total) for total in out]


def ability_bonuses(state: KneeDeepState, seat: int) -> list[tuple[str, int]]:
    """Title and combat power of each ability of the seat's companions that counts in the zone that matters now."""
    found = state.zone()
    if found is None or "kdh.power.bonuses=none" in state.game.rules.broken:
        return []
    out = []
    for ability in state.kit[seat].abilities:
        worth = 0
        for condition, effect in ability.modifier.war:
            if condition_holds(state, seat, condition, found[1]):
                worth += _own_power(state, seat, effect, found[1])
        if worth:
            out.append((ability.title, worth))
    return out


def ability_bonus(state: KneeDeepState, seat: int) -> int:
    """Combat power that the seat's companions add in the zone that matters now."""
    if not state.kit[seat].abilities:
        return 0
    return sum(worth for _, worth in ability_bonuses(state, seat))


def card_bonus(state: KneeDeepState, seat: int, known: Iterable[int] = (0, 1)) -> tuple[int, int]:
    """What the cards that the seat has laid give it now, and what they take from the enemy.

    ``known`` are the seats whose cards count for cancelling each other.
    """
    own = less = 0
    for card in working(state, seat, known):
        a, b = card_worth(state, seat, card)
        own, less = own + a, less + b
    return own, less


def card_worth(state: KneeDeepState, seat: int, card: Card) -> tuple[int, int]:
    """Combat power that a working card gives the seat in the war at hand, and what it takes from the enemy."""
    rules = state.game.rules
    if "kdh.power.bonuses=none" in rules.broken:
        return 0, 0
    zone = war_zone(state)
    own = _own_power(state, seat, card.effect, zone)
    bonus = rules.reading["formation_bonus"]
    if card.name in ("barrier", "skirmish") and bonus != DEFAULTS["formation_bonus"]:
        own += int(bonus) - card.effect.power
    less = card.effect.weaken + _count(state, 1 - seat, card.effect.weaken_per, zone)
    return own, less


def _own_power(state: KneeDeepState, seat: int, effect: Effect, zone: int) -> int:
    if not effect.per:
        return effect.power
    fields = _round(state, zone) if effect.around else zone
    each = _count(state, seat, effect.per, fields)
    return effect.power + (min(each, effect.most) if effect.most else each)


def _count(state: KneeDeepState, seat: int, per: Iterable[tuple[str, int]], fields: int) -> int:
    return sum(n * (state.by[seat * N_UNITS + UNIT_NAMES.index(u)] & fields).bit_count() for u, n in per)


def _round(state: KneeDeepState, zone: int) -> int:
    """The fields of the sectors that touch the zone from outside."""
    out = 0
    for sector in SECTOR_MASK:
        if sector & SPREAD[zone] and not sector & zone:
            out |= sector
    return out


def cancelled(state: KneeDeepState, seat: int, known: Iterable[int] = (0, 1)) -> bool:
    """Whether the enemy's War card takes the effect of the seat's own; the card that is resolved first comes first."""
    other = 1 - seat
    if other not in known or not any(state.game.cards[name].effect.cancel for name in state.laid[other]):
        return False
    first = 1 - attacker(state) if state.game.rules.on("kdh.reveal.defender_resolves_first") else attacker(state)
    return other == first or seat not in known or not cancelled(state, other, known)


def working(state: KneeDeepState, seat: int, known: Iterable[int] = (0, 1)) -> list[Card]:
    """The cards that the seat has laid and whose effect holds: condition met (K54), not cancelled by the enemy."""
    if not state.laid[seat] or cancelled(state, seat, known):
        return []
    reading = state.game.rules.reading
    held_when_laid = reading["formation_check"] == "when-laid" and reading["bluff"] == "no"
    return [
        state.game.cards[name] for name in state.laid[seat] if held_when_laid or card_condition_holds(state, seat, name)
    ]


def points(state: KneeDeepState, winner: int, difference: int) -> int:
    """What the winner may assign: the difference of the totals, changed by the working cards of both (Step 4)."""
    more = sum(card.effect.damage for card in working(state, winner))
    less = sum(card.effect.shield for card in working(state, 1 - winner))
    return max(0, difference + more - less)


def rescued(state: KneeDeepState, seat: int) -> bool:
    """Whether pieces that the seat loses in the war at hand go back to its supply."""
    return any(card.effect.rescue for card in working(state, seat))


# -- conditions --------------------------------------------------------------------------------------------------------


def card_condition_holds(state: KneeDeepState, seat: int, name: str) -> bool:
    """Whether all conditions of a War card hold for the seat in the war at hand (Step 1)."""
    card = state.game.cards[name]
    rules = state.game.rules
    zone = war_zone(state)
    if card.formation and (
        not rules.on("kdh.formation.bonus_condition") or not rules.on(f"kdh.card.{card.formation}.formation")
    ):
        return True
    if "kdh.warcard.three_tanks_example" in card.rules and rules.reading["three_tanks"] == "exactly":
        for kind, number in card.vehicles:
            if (state.by[seat * N_UNITS + UNIT_NAMES.index(kind)] & zone).bit_count() > number:
                return False
    return condition_holds(state, seat, card.condition, zone)


def condition_holds(state: KneeDeepState, seat: int, condition: Condition, zone: int) -> bool:
    """Whether the condition of a War card or an ability holds for the seat in the zone."""
    return next(unmet(state, seat, condition, zone), "") == ""


def unmet(state: KneeDeepState, seat: int, condition: Condition, zone: int) -> Iterator[str]:
    """The names of the conditions that do not hold, as the vocabulary calls them."""
    first = seat * N_UNITS
    if condition.formation and not formation(state, seat, condition.formation, zone):
        yield "formation"
    for name, wanted in (("vehicles", condition.vehicles), ("structures", condition.structures)):
        if any((state.by[first + UNIT_NAMES.index(kind)] & zone).bit_count() < number for kind, number in wanted):
            yield name
    if condition.role:
        found = state.zone()
        if found is None or (found[0] == seat) != (condition.role == "attacker"):
            yield "role"
    if condition.outnumbered and (state.own[seat] & zone).bit_count() >= (state.own[1 - seat] & zone).bit_count():
        yield "outnumbered"
    if condition.sectors:
        vehicles = state.vehicles(seat) & zone
        if sum(bool(sector & vehicles) for sector in SECTOR_MASK) < condition.sectors:
            yield "sectors"
    if condition.beside:
        terrain = getattr(state.land, condition.beside)
        if not SPREAD[state.vehicles(seat) & zone] & terrain:
            yield "beside"
    if condition.lost and sum(state.scrap[first : first + N_UNITS]) < condition.lost:
        yield "lost"


def formation(state: KneeDeepState, seat: int, kind: str, zone: int) -> tuple[int, ...]:
    """The fields of the seat's vehicles that make the formation in the zone, or () (Neutral War Cards)."""
    rules = state.game.rules
    members = state.vehicles(seat) & zone
    if not rules.on("kdh.warcard.structures_not_formation"):
        members = state.own[seat] & zone
    return _first(state, kind, members, zone)


def formation_with_structures(state: KneeDeepState, seat: int, kind: str, zone: int) -> tuple[int, ...]:
    """The same if structures counted: to say that they do not."""
    return _first(state, kind, state.own[seat] & zone, zone)


def sling_over_hq(state: KneeDeepState, seat: int, condition: Condition, zone: int) -> bool:
    """Whether two vehicles would make a Sling, were there no HQ between them: to say what breaks it."""
    if condition.formation != "sling":
        return False
    members = list(bits(state.vehicles(seat) & zone))
    pairs = ((a, line[1], line[0]) for a in members for line in LINES[a] if len(line) > 1)
    return any(b in members and BOTH_HQ >> middle & 1 for a, b, middle in pairs)


def _first(state: KneeDeepState, kind: str, members: int, zone: int) -> tuple[int, ...]:
    if members.bit_count() < (2 if kind == "sling" else 3):
        return ()
    for found in _SHAPES[kind](state, members, zone):
        return found
    return ()


def _slings(state: KneeDeepState, members: int, zone: int) -> Iterator[tuple[int, ...]]:
    rules = state.game.rules
    between_ok = ALL_FIELDS
    if rules.reading["sling_over_hq"] == "breaks":
        between_ok &= ~BOTH_HQ
    if not rules.on("kdh.card.sling.gap_content"):
        between_ok &= state.empty()
    any_distance = rules.reading["sling_line"] == "distance"
    for a, b in combinations(bits(members), 2):
        if DISTANCE[a][b] != 2:
            continue
        middle = NEIGHBOUR_MASK[a] & NEIGHBOUR_MASK[b]
        straight = any(len(line) > 1 and line[1] == b for line in LINES[a])
        if (straight or any_distance) and middle & between_ok:
            yield (a, b)


def _barriers(state: KneeDeepState, members: int, zone: int) -> Iterator[tuple[int, ...]]:
    gaps = state.game.rules.reading["barrier_line"] == "gaps"
    for trio in combinations(bits(members), 3):
        if _in_line(*trio) and (gaps or max(DISTANCE[x][y] for x in trio for y in trio) == 2):
            yield trio


def _skirmishes(state: KneeDeepState, members: int, zone: int) -> Iterator[tuple[int, ...]]:
    any_size = state.game.rules.reading["skirmish_triangle"] == "any"
    for trio in combinations(bits(members), 3):
        touching = all(DISTANCE[x][y] == 1 for x, y in combinations(trio, 2))
        if touching or (any_size and not _flat(*trio)):
            yield trio


def _in_line(a: int, b: int, c: int) -> bool:
    """Whether three fields lie on one of the board's three kinds of line."""
    (q1, r1), (q2, r2), (q3, r3) = HEXES[a], HEXES[b], HEXES[c]
    return q1 == q2 == q3 or r1 == r2 == r3 or q1 + r1 == q2 + r2 == q3 + r3


def _flat(a: int, b: int, c: int) -> bool:
    """Whether the middles of three fields lie on one straight line, of the board's kinds or any other."""
    (q1, r1), (q2, r2), (q3, r3) = HEXES[a], HEXES[b], HEXES[c]
    return (q2 - q1) * (r3 - r1) == (q3 - q1) * (r2 - r1)


_SHAPES = {"sling": _slings, "barrier": _barriers, "skirmish": _skirmishes}


# -- damage ------------------------------------------------------------------------------------------------------------


def targets(state: KneeDeepState) -> list[int]:
    """What the winner may hit: the loser's pieces in the zone and the loser's HQ if it is there (Step 4 and 5)."""
    zone = war_zone(state)
    winner = state.seat_asked
    loser = 1 - winner
    fields = state.own[loser] & zone
    if not state.game.rules.on("kdh.result.winner_unharmed"):
        fields |= state.own[winner] & zone
    out = list(bits(fields))
    if HQ_MASK[loser] & zone and state.hq_health(loser) > 0:
        out.append(HQ)
    return out


def target_cost(state: KneeDeepState, target: int) -> int:
    """Points that it takes to destroy the target."""
    rules = state.game.rules
    if target == HQ:
        return 1 if hq_adds_up(state) else state.hq_health(1 - state.seat_asked)
    if not rules.on("kdh.damage.all_or_nothing"):
        return 1
    piece = state.piece(target)
    return state.kit[piece[1]].health[piece[0]] if piece else 0


def hq_adds_up(state: KneeDeepState) -> bool:
    """Whether damage to an HQ adds up over the wars (K68)."""
    rules = state.game.rules
    return rules.reading["hq_damage"] == "accumulates" or not rules.on("kdh.hq.full_damage_at_once")


def damage_sets(state: KneeDeepState) -> list[tuple[int, ...]]:
    """Every set of targets that the surplus pays for, the empty one first; targets ascending."""
    rules = state.game.rules
    choices = [(t, target_cost(state, t)) for t in targets(state)]
    out: list[tuple[tuple[int, ...], int]] = [((), 0)]
    for target, price in choices:
        out += [((*chosen, target), spent + price) for chosen, spent in out if spent + price <= state.surplus]
    if not rules.on("kdh.result.targets"):
        out = [(chosen, spent) for chosen, spent in out if len(chosen) <= 1]
    if rules.reading["unused_points"] == "as-many-as-possible":
        if hq_adds_up(state):  # the HQ takes all that the pieces leave, up to its health
            room = state.hq_health(1 - state.seat_asked)
            whole = [min(state.surplus, spent - 1 + room) if HQ in chosen else spent for chosen, spent in out]
            out = [(chosen, spent) for (chosen, _), spent in zip(out, whole, strict=True)]
        most = max(spent for _, spent in out)
        out = [(chosen, spent) for chosen, spent in out if spent == most]
    return sorted(chosen for chosen, _ in out)
