"""What a map and the pieces on it are worth to a player who plans: distances, sites, reach.

All of it follows from public facts. A :class:`Ground` belongs to one map and remembers what it has worked out, within
bounds: between two actions most pieces stay where they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from hexlib.grid import bits, mask
from hexlib.knee_deep.board import DISTANCE, FIELDS, HQ_MASK, NEIGHBOUR_MASK, NEIGHBOURS, ZONE_MASK
from hexlib.knee_deep.components import UNITS
from hexlib.knee_deep.state import EXTRACTOR, N_UNITS, STRUCTURES, VEHICLES, Land

__all__ = ["ENERGY_WORTH", "FAR", "MATERIAL_WORTH", "SIEGE", "ZONES", "Ground", "ground", "worth"]

FAR = 60
"""Steps to a field that cannot be reached."""
ZONES = len(ZONE_MASK)
MATERIAL_WORTH, ENERGY_WORTH = 4.0, 3.5
"""What one more Material or Energy every turn is worth, in points of combat power."""

SIEGE: tuple[tuple[int, ...], tuple[int, ...]] = tuple(  # type: ignore[assignment]
    tuple(z for z in range(ZONES) if ZONE_MASK[z] & HQ_MASK[1 - seat]) for seat in (0, 1)
)
"""For each seat the zones in which it can attack the enemy HQ."""
ZONES_AT: tuple[tuple[int, ...], ...] = tuple(
    tuple(z for z in range(ZONES) if ZONE_MASK[z] >> f & 1) for f in range(len(FIELDS))
)
"""The zones that each field belongs to."""
_LIMIT = 20_000
_MOVERS = tuple(sorted(((k, UNITS[k].power) for k in VEHICLES if UNITS[k].move), key=lambda u: (-u[1], u[0])))
_ARMED = tuple((k, u.power) for k, u in enumerate(UNITS) if u.power)
FORWARD = 1.3
"""What a point of combat power gains by standing where it can attack the enemy HQ."""
FRONT = 9.0
"""What a deploying structure gains there."""
PROMISE = 0.4
"""What the hope of income is worth beside income."""
_DECAY = tuple(0.88**n for n in range(FAR + 1))
_NEARER = tuple(0.9**n for n in range(FAR + 1))
_HQ_DOORS: tuple[tuple[int, ...], ...] = tuple(
    tuple(sorted({z for f in bits(HQ_MASK[s]) for n in NEIGHBOURS[f] for z in ZONES_AT[n]})) for s in (0, 1)
)
"""For each seat the zones that vehicles from the HQ enter."""


def worth(kind: int) -> float:
    """What a piece is worth apart from where it stands."""
    unit = UNITS[kind]
    value = (unit.power + unit.health) / 2
    if unit.builds:
        value += 0.4
    if unit.deploys:
        value += 1.0
    return value


@cache
def price(kind: int) -> float:
    """What it is worth to destroy a piece: what it costs to have it again, and what it would have done."""
    unit = UNITS[kind]
    return worth(kind) + (6.0 if kind == EXTRACTOR else 2.0 if unit.deploys else 0.3 * unit.power)


@cache
def within(zone: int, steps: int) -> int:
    """The fields outside a zone that are at most that many steps from it."""
    inside = near = ZONE_MASK[zone]
    for _ in range(steps):
        for f in bits(near):
            near |= NEIGHBOUR_MASK[f]
    return near & ~inside


def arrivals(zone: int, masks: Sequence[int], energy: int, moves: Sequence[int]) -> int:
    """Combat power that vehicles, by kind, can bring into a zone with one movement action each; ``moves`` are the
    fields that each kind goes for one Energy."""
    out = 0
    for kind, power in _MOVERS:
        if energy <= 0:
            break
        if masks[kind]:
            count = min((masks[kind] & within(zone, moves[kind])).bit_count(), energy)
            out += count * power
            energy -= count
    return out


def entrances(zone: int, seat: int, factories: int) -> bool:
    """Whether vehicles that the seat deploys come into the zone."""
    return zone in _HQ_DOORS[seat] or bool(factories & (ZONE_MASK[zone] | within(zone, 1)))


def _walk(open_fields: int, goal: int) -> tuple[int, ...]:
    """Steps from each field to the goal over open fields."""
    steps = [FAR] * len(FIELDS)
    frontier = list(bits(goal & open_fields))
    for f in frontier:
        steps[f] = 0
    for f in frontier:
        for n in NEIGHBOURS[f]:
            if steps[n] == FAR and open_fields >> n & 1:
                steps[n] = steps[f] + 1
                frontier.append(n)
    return tuple(steps)


class Ground:
    """One map, as a planner sees it."""

    def __init__(self, land: Land) -> None:
        self.land = land
        siege = [sum({1 << f for z in SIEGE[s] for f in bits(ZONE_MASK[z])}) for s in (0, 1)]
        self.road = tuple(_walk(land.open, fields) for fields in siege)
        """For each seat the steps from each field to the nearest one from which the enemy HQ can be attacked."""
        self.home = self.road[1], self.road[0]
        """The same to the own HQ."""
        fields = range(len(FIELDS))
        self.to_front = tuple(tuple(self.road[s][f] * 8 + self.home[s][f] * 0.01 for f in fields) for s in (0, 1))
        self.to_home = tuple(tuple(self.home[s][f] * 8 + self.road[s][f] * 0.01 for f in fields) for s in (0, 1))
        """For each seat and field a number that is small near the enemy HQ, and near the own."""
        self.income_at = tuple(self._income_of(NEIGHBOUR_MASK[f]) for f in range(len(FIELDS)))
        """What the resource fields beside each field are worth every turn."""
        self.sites = tuple(
            sorted(
                (f for f in bits(land.open) if self.income_at[f] > 0),
                key=lambda f: (-self.income_at[f] * _DECAY[min(FAR, self.home[s][f] + 3)], f),
            )[:24]
            for s in (0, 1)
        )
        """For each seat the best places for an extractor: rich and near home first."""
        self._site_mask = tuple(mask(fields) for fields in self.sites)
        self._standing: dict[tuple[int, int], float] = {}
        self._paid: dict[int, tuple[int, int]] = {}
        self._prospect: dict[tuple[int, ...], float] = {}
        self._targets: dict[tuple[int, ...], tuple[tuple[int, float, bool], ...]] = {}
        self._powers: dict[tuple[int, int], list[int]] = {}
        self._prey: dict[tuple[int, int], tuple[float, ...]] = {}
        self._site: dict[tuple[int, int], tuple[float, ...]] = {}

    def _income_of(self, around: int) -> float:
        m, e = (around & self.land.material).bit_count(), (around & self.land.energy).bit_count()
        return m * MATERIAL_WORTH + e * ENERGY_WORTH

    def standing(self, code: int, fields: int) -> float:
        """What pieces of one kind and seat (``code``) are worth where they stand."""
        found = self._standing.get((code, fields))
        if found is None:
            _room(self._standing)
            found = self._standing[code, fields] = self._stand(code, fields)
        return found

    def _stand(self, code: int, fields: int) -> float:
        seat, kind = divmod(code, N_UNITS)
        unit = UNITS[kind]
        road = self.road[seat]
        out = worth(kind) * fields.bit_count()
        if unit.is_vehicle:
            for f in bits(fields):
                out += unit.power * FORWARD * _DECAY[road[f] // unit.move] if unit.move else 0.0
                out -= 0.02 * (road[f] % unit.move) if unit.move else 0.0
        elif unit.deploys:
            out += max((FRONT * _DECAY[min(FAR, road[f])] for f in bits(fields)), default=0.0)
        return out

    def more_income(self, extractors: int, field: int) -> float:
        """What one more extractor on that field would add."""
        return self.income(extractors | 1 << field) - self.income(extractors)

    def prospect(self, seat: int, builders: int, extractors: int, blocked: int, needed: int) -> float:
        """What the next extractors promise, by how far as many builders as are needed are from the best sites."""
        blocked &= self._site_mask[seat]
        key = (seat, builders, extractors, blocked, needed)
        found = self._prospect.get(key)
        if found is None:
            _room(self._prospect)
            found = self._prospect[key] = self._promise(*key)
        return found

    def _promise(self, seat: int, builders: int, extractors: int, blocked: int, needed: int) -> float:
        where = list(bits(builders))
        best = second = 0.0
        for f in self.sites[seat]:
            if (blocked | extractors) >> f & 1:
                continue
            more = self.more_income(extractors, f)
            if more <= 0:
                continue
            row = DISTANCE[f]
            away = sorted(max(row[b], 1) - 1 for b in where)[:needed]
            away += [self.home[seat][f] + 8] * (needed - len(away))
            value = more * PROMISE * _NEARER[min(FAR, sum(away))]
            if value > best:
                best, second = value, best
            elif value > second:
                second = value
        return best + second * 0.3

    def targets(self, seat: int, structures: tuple[int, ...]) -> tuple[tuple[int, float, bool], ...]:
        """The zones in which the seat can attack something that cannot drive away: the zone, the worth of the dearest
        enemy structure there (``structures`` are the enemy's, by kind), and whether the HQ is there."""
        key = (seat, *structures)
        found = self._targets.get(key)
        if found is None:
            _room(self._targets)
            dear = dict.fromkeys(SIEGE[seat], 0.0)
            for kind, fields in zip(STRUCTURES, structures, strict=True):
                for f in bits(fields):
                    for z in ZONES_AT[f]:
                        dear[z] = max(dear.get(z, 0.0), price(kind))
            found = self._targets[key] = tuple((z, value, z in SIEGE[seat]) for z, value in sorted(dear.items()))
        return found

    def powers(self, masks: Sequence[int]) -> list[int]:
        """Combat power of one seat's pieces, given by kind, in each zone."""
        rows = []
        for kind, power in _ARMED:
            fields = masks[kind]
            if fields:
                row = self._powers.get((kind, fields))
                if row is None:
                    _room(self._powers)
                    row = self._powers[kind, fields] = _spread(power, fields)
                rows.append(row)
        return list(map(sum, zip(*rows, strict=True))) if rows else [0] * ZONES

    def paid(self, extractors: int) -> tuple[int, int]:
        """Material and Energy that the extractors bring every turn."""
        found = self._paid.get(extractors)
        if found is None:
            _room(self._paid)
            around = 0
            for f in bits(extractors):
                around |= NEIGHBOUR_MASK[f]
            found = (around & self.land.material).bit_count(), (around & self.land.energy).bit_count()
            self._paid[extractors] = found
        return found

    def income(self, extractors: int) -> float:
        """The same in points; a field beside two extractors pays once."""
        material, energy = self.paid(extractors)
        return material * MATERIAL_WORTH + energy * ENERGY_WORTH

    def to_prey(self, seat: int, structures: int) -> tuple[float, ...]:
        """For each field a number that is small near those fields, and of equals nearer the enemy HQ."""
        found = self._prey.get((seat, structures))
        if found is None:
            _room(self._prey)
            rows = [DISTANCE[f] for f in bits(structures)]
            near = map(min, zip(*rows, strict=True))
            found = tuple(n * 100.0 + r for n, r in zip(near, self.road[seat], strict=True))
            self._prey[seat, structures] = found
        return found

    def to_site(self, seat: int, site: int) -> tuple[float, ...]:
        """The same for a place to build on: beside it is best, on it is in the way."""
        found = self._site.get((seat, site))
        if found is None:
            row, road = DISTANCE[site], self.road[seat]
            found = self._site[seat, site] = tuple((d or 1.5) * 100.0 + r for d, r in zip(row, road, strict=True))
        return found


def _spread(power: int, fields: int) -> list[int]:
    out = [0] * ZONES
    for f in bits(fields):
        for z in ZONES_AT[f]:
            out[z] += power
    return out


def _room(memo: dict[Any, Any]) -> None:
    if len(memo) > _LIMIT:
        memo.clear()


_GROUNDS: dict[tuple[int, ...], Ground] = {}


def ground(land: Land) -> Ground:
    """The one ``Ground`` of a map."""
    found = _GROUNDS.get(land.terrain)
    if found is None:
        if len(_GROUNDS) > 32:
            _GROUNDS.clear()
        found = _GROUNDS[land.terrain] = Ground(land)
    return found
