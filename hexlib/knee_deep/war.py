"""The war: whether there is one, combat power, formations, and who may be destroyed."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from hexlib.grid import bits
from hexlib.knee_deep.actions import HQ
from hexlib.knee_deep.board import DISTANCE, HEXES, HQ_MASK, LINES, NEIGHBOUR_MASK
from hexlib.knee_deep.components import CARDS, UNIT_NAMES
from hexlib.knee_deep.state import ALL_FIELDS, BOTH_HQ, N_UNITS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from hexlib.knee_deep.state import KneeDeepState

__all__ = [
    "at_war",
    "attacker",
    "card_bonus",
    "card_condition_holds",
    "damage_sets",
    "formation",
    "formation_with_structures",
    "power",
    "power_with_cards",
    "target_cost",
    "war_zone",
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


def power(state: KneeDeepState) -> list[int]:
    """Combat power of both seats in the zone that matters now, counting the cards that everybody can see."""
    found = state.zone()
    if found is None:
        return [0, 0]
    zone = found[1] if state.game.rules.on("kdh.war.only_in_zones") else ALL_FIELDS
    out = [state.piece_power(s, zone) + state.bonus[s] for s in (0, 1)]
    if not state.open_cards and state.laid != [(), ()]:
        public = state.game.rules.reading["face_down_power"] == "public" or not state.game.rules.on(
            "kdh.warcard.face_down"
        )
        if public:
            out = [out[s] + card_bonus(state, s) for s in (0, 1)]
    return out


def power_with_cards(state: KneeDeepState, seats: Iterable[int] = (0, 1)) -> list[int]:
    """The same with the face-down cards of those seats."""
    found = state.zone()
    if found is None:
        return [0, 0]
    zone = found[1] if state.game.rules.on("kdh.war.only_in_zones") else ALL_FIELDS
    out = [state.piece_power(s, zone) + state.bonus[s] for s in (0, 1)]
    if not state.open_cards:
        for s in seats:
            out[s] += card_bonus(state, s)
    return out


def card_bonus(state: KneeDeepState, seat: int) -> int:
    """What the cards that the seat has laid are worth now."""
    return sum(card_worth(state, seat, name) for name in state.laid[seat])


def card_worth(state: KneeDeepState, seat: int, name: str) -> int:
    """Combat power that a card gives the seat in the war at hand."""
    rules = state.game.rules
    if "kdh.power.bonuses=none" in rules.broken:
        return 0
    card = CARDS[name]
    bonus = int(rules.reading["formation_bonus"]) if name in ("barrier", "skirmish") else card.power
    held_when_laid = rules.reading["formation_check"] == "when-laid" and rules.reading["bluff"] == "no"
    return bonus if held_when_laid or card_condition_holds(state, seat, name) else 0


def card_condition_holds(state: KneeDeepState, seat: int, name: str) -> bool:
    """Whether all conditions of a War card hold for the seat in the war at hand (Step 1)."""
    card = CARDS[name]
    zone = war_zone(state)
    rules = state.game.rules
    if card.formation:
        if not rules.on("kdh.formation.bonus_condition") or not rules.on(f"kdh.card.{card.formation}.formation"):
            return True
        if not formation(state, seat, card.formation, zone):
            return False
    for kind, number in card.vehicles:
        have = (state.by[seat * N_UNITS + UNIT_NAMES.index(kind)] & zone).bit_count()
        if have < number or (have > number and rules.reading["three_tanks"] == "exactly"):
            return False
    return True


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
        if touching or (any_size and not _in_line(*trio)):
            yield trio


def _in_line(a: int, b: int, c: int) -> bool:
    """Whether three fields lie on one of the board's three kinds of line."""
    (q1, r1), (q2, r2), (q3, r3) = HEXES[a], HEXES[b], HEXES[c]
    return q1 == q2 == q3 or r1 == r2 == r3 or q1 + r1 == q2 + r2 == q3 + r3


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
    return rules.health[piece[0]] if piece else 0


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
        most = max(spent for _, spent in out)
        out = [(chosen, spent) for chosen, spent in out if spent == most]
    return sorted(chosen for chosen, _ in out)
