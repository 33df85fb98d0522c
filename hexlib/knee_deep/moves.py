"""Where a vehicle can go, and what stands in its way (Phase 2 > 2 Move a Vehicle)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from hexlib.game import Reason
from hexlib.grid import bits
from hexlib.knee_deep.board import DISTANCE, FIELDS, HQ_MASK, NEIGHBOUR_MASK, NEIGHBOURS
from hexlib.knee_deep.components import ENERGY, MATERIAL, MOUNTAIN, UNITS
from hexlib.knee_deep.state import ALL_FIELDS, BOTH_HQ

if TYPE_CHECKING:
    from hexlib.knee_deep.state import KneeDeepState

__all__ = ["cost", "ends", "obstacles", "path", "reach", "steps_allowed", "why_not_there"]

FAR = len(FIELDS)


def _blocked_hq(state: KneeDeepState, seat: int) -> int:
    """HQ fields that stop the seat's vehicles."""
    return HQ_MASK[1 - seat] if state.game.rules.reading["own_hq"] == "open" else BOTH_HQ


def obstacles(state: KneeDeepState, seat: int, kind: int = -1) -> dict[str, int]:
    """Rule -> the fields that it keeps the seat's vehicles from crossing, broken rules left out.

    A kind of vehicle that a card or an ability lets cross some terrain is not kept from that.
    """
    land, rules = state.land, state.game.rules
    free = state.kit[seat].cross[kind] if kind >= 0 else 0
    out = {
        "kdh.move.no_mountain": 0 if free >> MOUNTAIN & 1 else land.mountain,
        "kdh.move.no_resource": (0 if free >> MATERIAL & 1 else land.material)
        | (0 if free >> ENERGY & 1 else land.energy),
        "kdh.move.no_enemy_units": state.own[1 - seat],
        "kdh.move.no_hq": _blocked_hq(state, seat),
    }
    if not rules.on("kdh.move.pass_through_friendly"):
        out["kdh.move.end_on_empty"] = state.own[seat]
    return {rule: fields for rule, fields in out.items() if rules.on(rule)}


def _kind(state: KneeDeepState, field: int) -> int:
    piece = state.piece(field)
    return piece[0] if piece else -1


def crossable(state: KneeDeepState, seat: int, kind: int = -1) -> int:
    """The fields that the seat's vehicles of that kind may cross; without a kind, those that all may cross."""
    out = ALL_FIELDS
    for fields in obstacles(state, seat, kind).values():
        out &= ~fields
    return out


def ends(state: KneeDeepState, seat: int) -> int:
    """The fields on which a move of the seat may end."""
    rules = state.game.rules
    out = crossable(state, seat) & ~BOTH_HQ
    if rules.on("kdh.move.one_unit_per_field"):
        if rules.on("kdh.move.end_on_empty"):
            out &= ~state.own[seat]
        out &= ~state.own[1 - seat]
    return out


def steps_allowed(state: KneeDeepState, seat: int, field: int) -> int:
    """How many fields the vehicle there may go in one action."""
    piece = state.piece(field)
    move = state.kit[seat].move[piece[0]] if piece else 0
    rules = state.game.rules
    if move and not rules.on("kdh.move.up_to_movement"):
        return FAR
    if rules.pooled:
        paying = rules.on("kdh.move.one_energy_each")
        return move * (max(state.energy[seat], 1) if paying else FAR)
    return move


def reach(state: KneeDeepState, seat: int, field: int, steps: int | None = None) -> int:
    """The fields on which one action can end that takes the vehicle from ``field`` (its own field left out)."""
    if steps is None:
        steps = steps_allowed(state, seat, field)
    goal = ends(state, seat)
    if state.game.rules.reading["movement"] == "straight":
        row = DISTANCE[field]
        return sum(1 << f for f in bits(goal) if 0 < row[f] <= steps)
    through = crossable(state, seat, _kind(state, field))
    seen = frontier = 1 << field
    for _ in range(steps):
        around = 0
        for f in bits(frontier):
            around |= NEIGHBOUR_MASK[f]
        frontier = around & through & ~seen
        if not frontier:
            break
        seen |= frontier
    return seen & goal & ~(1 << field)


def path(through: int, source: int, target: int) -> list[int] | None:
    """A shortest way over the fields ``through``, both ends included; the target itself need not be among them."""
    if source == target:
        return [source]
    came = {source: source}
    queue = [source]
    for f in queue:
        for n in NEIGHBOURS[f]:
            if n == target:
                out = [n, f]
                while out[-1] != source:
                    out.append(came[out[-1]])
                return out[::-1]
            if n not in came and through >> n & 1:
                came[n] = f
                queue.append(n)
    return None


def route(state: KneeDeepState, seat: int, source: int, target: int) -> list[int]:
    """The fields that a legal move goes over, both ends included."""
    return path(crossable(state, seat, _kind(state, source)), source, target) or [source, target]


def cost(state: KneeDeepState, seat: int, source: int, target: int) -> int:
    """Energy that the move takes."""
    rules = state.game.rules
    if not rules.on("kdh.move.one_energy_each"):
        return 0
    if not rules.on("kdh.move.repeat_pays_again") and state.moved >> source & 1:
        return 0
    if rules.pooled and rules.on("kdh.move.up_to_movement"):
        piece = state.piece(source)
        move = state.kit[seat].move[piece[0]] if piece else 1
        if rules.reading["movement"] == "straight":
            steps = DISTANCE[source][target]
        else:
            steps = len(route(state, seat, source, target)) - 1
        return max(1, -(-steps // max(move, 1)))
    return 1


def _stops(state: KneeDeepState, seat: int, source: int, target: int) -> list[int] | None:
    """The shortest chain of single actions from source to target: the fields where each ends, the target last."""
    chain = {source: source}
    queue = [source]
    piece = state.piece(source)
    steps = state.kit[seat].move[piece[0]] if piece else 0
    goal = ends(state, seat) & ~(1 << source)
    through = crossable(state, seat, _kind(state, source))
    while queue:
        f = queue.pop(0)
        seen = frontier = 1 << f
        for _ in range(steps):
            around = 0
            for x in bits(frontier):
                around |= NEIGHBOUR_MASK[x]
            frontier = around & through & ~seen
            seen |= frontier
        for n in bits(seen & goal):
            if n not in chain:
                chain[n] = f
                queue.append(n)
                if n == target:
                    out = [n]
                    while chain[out[-1]] != source:
                        out.append(chain[out[-1]])
                    return out[::-1]
    return None


def why_not_there(state: KneeDeepState, seat: int, source: int, target: int) -> Iterator[Reason]:
    """Why the vehicle on ``source`` cannot end a move on ``target``; nothing if it can."""
    if reach(state, seat, source) >> target & 1:
        return
    name = FIELDS[target]
    if source == target:
        yield Reason("kdh.move.end_on_empty", f"A move ends on another field than it began on: {name}.", (name,))
        return
    in_the_way = list(_why_no_end(state, seat, target))
    if in_the_way:
        yield from in_the_way
        return
    yield from _why_out_of_reach(state, seat, source, target)


def _why_no_end(state: KneeDeepState, seat: int, target: int) -> Iterator[Reason]:
    name, land, rules = FIELDS[target], state.land, state.game.rules
    spot = 1 << target
    if spot & land.mountain and rules.on("kdh.move.no_mountain"):
        yield Reason("kdh.move.no_mountain", f"{name} is a mountain, and no vehicle enters one.", (name,))
    elif spot & (land.material | land.energy) and rules.on("kdh.move.no_resource"):
        kind = "a Material" if spot & land.material else "an Energy"
        yield Reason("kdh.move.no_resource", f"{name} is {kind} field, and no vehicle enters one.", (name,))
    elif spot & BOTH_HQ:
        rule = "kdh.move.no_hq" if rules.on("kdh.move.no_hq") else "kdh.move.end_on_empty"
        yield Reason(rule, f"{name} is part of an HQ, and no vehicle enters one.", (name,))
    elif spot & ~ends(state, seat):
        piece = state.piece(target)
        if piece:
            number, owner = piece
            what = f"{state.game.seats[owner]}'s {UNITS[number].noun}"
            rule = "kdh.move.end_on_empty"
            if owner != seat:
                rule = (
                    "kdh.move.no_enemy_units" if rules.on("kdh.move.no_enemy_units") else "kdh.move.one_unit_per_field"
                )
            yield Reason(rule, f"{name} is taken by {what}; a move ends on an empty field.", (name,))


def _why_out_of_reach(state: KneeDeepState, seat: int, source: int, target: int) -> Iterator[Reason]:
    piece = state.piece(source)
    if piece is None:
        return
    unit = UNITS[piece[0]]
    move = state.kit[seat].move[piece[0]]
    rules = state.game.rules
    steps = steps_allowed(state, seat, source)
    in_force = obstacles(state, seat, piece[0])
    free = path(crossable(state, seat, piece[0]), source, target)
    stops = _stops(state, seat, source, target)
    hint = ""
    if stops and len(stops) > 1 and not rules.pooled:
        via = " and ".join(FIELDS[f] for f in stops[:-1])
        hint = f"{len(stops)} Energy would do, with a stop on {via}; or start from {FIELDS[stops[-2]]}."
    far = DISTANCE[source][target] > steps
    if far:
        length = len(free) - 1 if free else DISTANCE[source][target]
        text = f"{_capital(unit.a_noun)} moves up to {move} for one Energy; {FIELDS[target]} is {length} fields away."
        yield Reason("kdh.move.up_to_movement", text, (FIELDS[source], FIELDS[target]), hint)
        pooled = move * max(2, state.energy[seat])
        if not rules.pooled and free and len(free) - 1 <= pooled:
            text = "Two Energy do not make one long movement: each movement action ends before the next begins."
            yield Reason(
                "kdh.move.no_stacking", text, (FIELDS[target],), "" if hint else _blocked_stop(state, seat, free)
            )
        return
    # Near enough, but something stands between: name what would have to go for the way to be short enough.
    blocking = [rule for rule in in_force if _opens(in_force, {rule}, source, target, steps)] or list(in_force)
    for rule in blocking:
        rest = ALL_FIELDS
        for other, closed in in_force.items():
            if other not in blocking:
                rest &= ~closed
        line = path(rest, source, target) or []
        stones = [FIELDS[f] for f in line[1:-1] if in_force[rule] >> f & 1]
        if stones:
            yield Reason(
                rule, f"{_in_the_way(rule, stones)} between {FIELDS[source]} and {FIELDS[target]}.", tuple(stones), hint
            )
            hint = ""
    if free and len(free) - 1 > steps:
        text = (
            f"{_capital(unit.a_noun)} moves up to {move} for one Energy; the free way to {FIELDS[target]} is "
            f"{len(free) - 1} fields long."
        )
        yield Reason("kdh.move.up_to_movement", text, (FIELDS[target],), hint)


def _opens(in_force: dict[str, int], without: set[str], source: int, target: int, steps: int) -> bool:
    through = ALL_FIELDS
    for rule, fields in in_force.items():
        if rule not in without:
            through &= ~fields
    line = path(through, source, target)
    return line is not None and len(line) - 1 <= steps


def _in_the_way(rule: str, fields: list[str]) -> str:
    what = {
        "kdh.move.no_mountain": ("A mountain", "Mountains"),
        "kdh.move.no_resource": ("A resource field", "Resource fields"),
        "kdh.move.no_enemy_units": ("An enemy piece", "Enemy pieces"),
        "kdh.move.no_hq": ("An HQ", "An HQ"),
        "kdh.move.end_on_empty": ("A friendly piece", "Friendly pieces"),
    }[rule][len(fields) > 1]
    return f"{what} ({', '.join(fields)}) {'stand' if len(fields) > 1 and 'HQ' not in what else 'stands'}"


def _blocked_stop(state: KneeDeepState, seat: int, line: list[int]) -> str:
    piece = state.piece(line[0])
    stop = line[min(state.kit[seat].move[piece[0]], len(line) - 1)] if piece else line[0]
    return f"{FIELDS[stop]} is taken, so no movement can end there." if state.own[seat] >> stop & 1 else ""


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]
