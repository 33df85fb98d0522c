"""What a map and the pieces on it are worth to a player who plans: distances, sites, reach.

All of it follows from public facts. A :class:`Ground` belongs to one map and remembers what it has worked out, within
bounds: between two actions most pieces stay where they are.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from hexlib.grid import bits, mask
from hexlib.knee_deep.board import DISTANCE, FIELDS, HQ_MASK, NEIGHBOUR_MASK, NEIGHBOURS, ZONE_MASK
from hexlib.knee_deep.components import UNITS
from hexlib.knee_deep.state import DEPLOYERS, N_UNITS, VEHICLES, Land

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
def zones_within(field: int, steps: int) -> tuple[int, ...]:
    """The zones that begin at most that many steps from the field, those of the field left out."""
    near = sum(1 << f for f, d in enumerate(DISTANCE[field]) if d <= steps)
    return tuple(z for z in range(ZONES) if ZONE_MASK[z] & near and not ZONE_MASK[z] >> field & 1)


def _walk(open_fields: int, goal: int) -> tuple[int, ...]:
    """Steps from each field to the goal over open fields."""
    steps = [FAR] * len(FIELDS)
    frontier = [f for f in bits(goal & open_fields)]
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
        self._income: dict[int, float] = {}
        self._prospect: dict[tuple[int, ...], float] = {}
        self._powers: dict[tuple[int, ...], tuple[int, ...]] = {}
        self._reach: dict[tuple[int, ...], tuple[float, ...]] = {}
        self._near: dict[int, tuple[int, ...]] = {}

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

    def income(self, extractors: int) -> float:
        """What the extractors bring every turn; a field beside two of them pays once."""
        found = self._income.get(extractors)
        if found is None:
            _room(self._income)
            around = 0
            for f in bits(extractors):
                around |= NEIGHBOUR_MASK[f]
            found = self._income[extractors] = self._income_of(around)
        return found

    def more_income(self, extractors: int, field: int) -> float:
        """What one more extractor on that field would add."""
        return self.income(extractors | 1 << field) - self.income(extractors)

    def prospect(self, seat: int, builders: int, extractors: int, blocked: int) -> float:
        """What the next extractors promise, by how far two builders are from the best sites."""
        blocked &= self._site_mask[seat]
        key = (seat, builders, extractors, blocked)
        found = self._prospect.get(key)
        if found is None:
            _room(self._prospect)
            found = self._prospect[key] = self._promise(seat, builders, extractors, blocked)
        return found

    def _promise(self, seat: int, builders: int, extractors: int, blocked: int) -> float:
        where = list(bits(builders))
        best = second = 0.0
        for f in self.sites[seat]:
            if (blocked | extractors) >> f & 1:
                continue
            more = self.more_income(extractors, f)
            if more <= 0:
                continue
            row = DISTANCE[f]
            away = sorted(max(row[b], 1) - 1 for b in where)[:2]
            away += [self.home[seat][f] + 8] * (2 - len(away))
            value = more * PROMISE * _NEARER[min(FAR, away[0] + away[1])]
            if value > best:
                best, second = value, best
            elif value > second:
                second = value
        return best + second * 0.3

    def powers(self, masks: tuple[int, ...]) -> tuple[int, ...]:
        """Combat power in each zone of the pieces of one seat; ``masks`` are its fields by kind."""
        found = self._powers.get(masks)
        if found is None:
            _room(self._powers)
            out = [0] * ZONES
            for kind, power in _ARMED:
                for f in bits(masks[kind]):
                    for z in ZONES_AT[f]:
                        out[z] += power
            found = self._powers[masks] = tuple(out)
        return found

    def reach(self, seat: int, masks: tuple[int, ...], entering: int, energy: int) -> tuple[float, ...]:
        """Combat power that the seat can add to each zone within one turn, about; ``entering`` by deployment."""
        key = (seat, *masks, entering, energy)
        found = self._reach.get(key)
        if found is None:
            _room(self._reach)
            found = self._reach[key] = self._arrive(seat, masks, entering, energy)
        return found

    def _arrive(self, seat: int, masks: tuple[int, ...], entering: int, energy: int) -> tuple[float, ...]:
        come: list[list[int]] = [[] for _ in range(ZONES)]
        for kind in VEHICLES:
            unit = UNITS[kind]
            for f in bits(masks[kind]):
                for z in zones_within(f, unit.move):
                    come[z].append(unit.power)
        out = [float(sum(sorted(powers)[-energy:])) if energy and powers else 0.0 for powers in come]
        doors = set(_HQ_DOORS[seat])
        for kind in DEPLOYERS:
            for f in bits(masks[kind]):
                doors.update(z for n in NEIGHBOURS[f] for z in ZONES_AT[n])
        for z in doors:
            out[z] += entering
        return tuple(out)

    def near(self, fields: int) -> tuple[int, ...]:
        """Distance of each field to the nearest of those fields, ``FAR`` if there are none."""
        found = self._near.get(fields)
        if found is None:
            _room(self._near)
            rows = [DISTANCE[f] for f in bits(fields)]
            found = tuple(map(min, zip(*rows, strict=True))) if rows else (FAR,) * len(FIELDS)
            self._near[fields] = found
        return found


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
