"""What opponents are told about Knee Deep in Hexes: which actions are worth a look, and why one was chosen.

The reasons are public: they never tell which card is held or lies face down.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from hexlib.game import Action, State, View
from hexlib.knee_deep import reasoning, war
from hexlib.knee_deep.actions import HQ, Build, Damage, Deploy, Draw, End, Move, Play, Zone
from hexlib.knee_deep.board import FIELDS, HQ_MASK, ZONE_MASK
from hexlib.knee_deep.components import UNITS
from hexlib.knee_deep.evaluate import WIN, evaluate
from hexlib.knee_deep.ground import ground
from hexlib.knee_deep.sites import beside
from hexlib.knee_deep.state import ACTIONS, ALL_FIELDS, EXTRACTOR, N_UNITS, PLACE, STRUCTURES, KneeDeepState
from hexlib.knee_deep.views import KneeDeepView
from hexlib.opponents.base import Adviser

__all__ = ["KneeDeepAdviser"]

_END = End()
Table = tuple[float, ...]
Goal = tuple[Table, int, int]
"""A number for each field, smallest first; the fields that come in question; how many to keep."""
NEXT = 2
"""How many actions ahead the worth of a card is looked for that makes other actions better."""
POOL_USE = 0.9, 0.35
"""What one more Material or Energy in the pool is worth in the turn at hand, in points of combat power."""
MOST_DAMAGE = 32
MOST_OF_A_CARD = 90
MOST_TARGETS = 18


class KneeDeepAdviser(Adviser):
    """Evaluation, candidates and reasons of Knee Deep in Hexes."""

    win = WIN

    def evaluate(self, state: State, seat: int) -> float:
        """See ``evaluate.py``."""
        return evaluate(state, seat) if isinstance(state, KneeDeepState) else super().evaluate(state, seat)

    def candidates(self, state: State, seat: int) -> Sequence[Action]:
        """Of the many fields that a vehicle or card could go to, those that are best for something."""
        return _candidates(state, seat) if isinstance(state, KneeDeepState) else super().candidates(state, seat)

    def worth(self, state: State, seat: int, action: Action) -> float:
        """The evaluation right afterwards; and for a card that only makes other actions better, by how much it does."""
        if not isinstance(state, KneeDeepState) or not isinstance(action, Play) or action.fields or action.point >= 0:
            return super().worth(state, seat, action)
        after = state.clone()
        after.push(action)
        value = evaluate(after, seat)
        if after.phase != ACTIONS:
            return value
        effect = state.game.cards[action.card].effect
        if effect.boost is not None:
            value += _next_gains(after, seat) - _next_gains(state, seat)
        more = after.material[seat] - state.material[seat], after.energy[seat] - state.energy[seat]
        return value + sum(max(0, n) * use for n, use in zip(more, POOL_USE, strict=True))

    def turn(self, state: State) -> object:
        """Round and whose turn it is."""
        return (state.round, state.active) if isinstance(state, KneeDeepState) else super().turn(state)

    def samples(self, view: View) -> int:
        """Only when a card lies face down do several guesses matter."""
        laid = isinstance(view, KneeDeepView) and view.phase == "war-cards" and view.laid != ((), ())
        return 5 if laid else 1

    def why(self, state: State, seat: int, action: Action) -> str:
        """See ``reasoning.py``."""
        return (
            reasoning.why(state, seat, action) if isinstance(state, KneeDeepState) else super().why(state, seat, action)
        )


def _candidates(state: KneeDeepState, seat: int) -> Sequence[Action]:
    legal = state.legal_actions(seat)
    if state.phase == PLACE:
        return _zones(state, seat, legal)
    return legal[-1:] if len(legal) == 1 else _Sieve(state, seat).sift(legal)


def _next_gains(state: KneeDeepState, seat: int) -> float:
    """What the best next actions of the turn would gain, a few of them one after the other."""
    state = state.clone()
    first = value = evaluate(state, seat)
    for _ in range(NEXT):
        best: tuple[float, KneeDeepState] | None = None
        for action in _candidates(state, seat):
            if isinstance(action, (Deploy, Build, Move, Draw)):
                after = state.clone()
                after.push(action)
                gained = evaluate(after, seat)
                if best is None or gained > best[0]:
                    best = gained, after
        if best is None or best[0] <= value:
            break
        value, state = best
    return value - first


def _zones(state: KneeDeepState, seat: int, legal: Sequence[Action]) -> list[Action]:
    """Zones in which there would be a war if the enemy did nothing."""
    mine, theirs = state.own[seat], state.own[1 - seat] | HQ_MASK[1 - seat]
    out: list[Action] = [_END] if _END in legal else []
    for action in legal:
        if isinstance(action, Zone):
            zone = ZONE_MASK[action.point] if action.point >= 0 else 0
            if not (zone & mine and zone & theirs):
                continue
            out.append(action)
        elif action != _END:
            out.append(action)
    return out or list(legal)


class _Sieve:
    """Keeps of each piece's and card's fields the ones that come first by some purpose."""

    def __init__(self, state: KneeDeepState, seat: int) -> None:
        self.state = state
        on = ground(state.land)
        first, enemy = seat * N_UNITS, (1 - seat) * N_UNITS
        self.front, self.home = on.to_front[seat], on.to_home[seat]
        structures = 0
        for kind in STRUCTURES:
            structures |= state.by[enemy + kind]
        self.prey = on.to_prey(seat, structures) if structures else None
        extractors, builders = state.by[first + EXTRACTOR], state.builders(seat)
        taken = (state.own[0] | state.own[1]) & ~builders
        riches = [0.0] * len(FIELDS)
        for f in on.sites[seat]:
            if not taken >> f & 1:
                riches[f] = -on.more_income(extractors, f)
        self.riches = tuple(riches)
        """For each field what an extractor there would add, less than 0 so that the best comes first."""
        self.sites: list[Table] = []
        if state.supply[first + EXTRACTOR]:
            home = on.home[seat]
            rich = sorted((f for f in on.sites[seat] if riches[f]), key=lambda f: (riches[f] + 0.5 * home[f], f))
            self.sites = [on.to_site(seat, f) for f in rich[:3]]
        self.zone = war.war_zone(state) if state.marker[war.attacker(state)] >= 0 else 0
        self.beside_builders = beside(builders)

    def sift(self, legal: Sequence[Action]) -> list[Action]:
        """The actions worth a look, in the order of the legal list."""
        groups: dict[tuple[object, ...], list[Action]] = {}
        for action in legal:
            groups.setdefault(_group(action), []).append(action)
        out: list[Action] = []
        # to stop comes first: of equals the first is chosen, and nothing is done in vain
        if (End, _END) in groups:
            out += groups.pop((End, _END))
        of_card: dict[object, list[Action]] = {}
        for group, actions in groups.items():
            kept = self._best(actions)
            if group[0] is Play:
                of_card.setdefault(group[1], []).extend(kept)
            else:
                out += kept
        for kept in of_card.values():
            out += kept[:: -(-len(kept) // MOST_OF_A_CARD)]
        return out

    def _best(self, actions: list[Action]) -> list[Action]:
        first = actions[0]
        if isinstance(first, Damage):
            return self._damage(cast("list[Damage]", actions))
        if len(actions) <= 4:
            return actions
        if isinstance(first, Move):
            builds = UNITS[(self.state.at[first.source] - 1) % N_UNITS].builds
            return _pick(actions, [a.target for a in cast("list[Move]", actions)], self._goals(builds, first.source))
        if isinstance(first, Deploy):
            fields = [a.field for a in cast("list[Deploy]", actions)]
            return _pick(actions, fields, self._goals(UNITS[first.unit].builds, None))
        if isinstance(first, Build):
            return self._structures(actions, [a.field for a in cast("list[Build]", actions)], first.unit)
        if isinstance(first, Play) and _hits(self.state, first):
            return actions[:MOST_TARGETS]
        if isinstance(first, Play) and first.fields:
            return self._card(actions, [a.fields for a in cast("list[Play]", actions)])
        return actions

    def _card(self, actions: list[Action], targets: list[tuple[int, ...]]) -> list[Action]:
        """Fields for whatever a card does: moves the piece on the first one, or sets something down."""
        fields = [chosen[-1] for chosen in targets]
        source = targets[0][0] if len(targets[0]) > 1 else None
        goals = self._goals(False, source)
        if source is None and self.sites:
            goals.append((self.riches, ALL_FIELDS, 2))
        return _pick(actions, fields, goals)

    def _goals(self, builds: bool, source: int | None) -> list[Goal]:
        """Purposes of going to a field."""
        goals: list[Goal] = [(self.front, ALL_FIELDS, 2), (self.home, ALL_FIELDS, 1)]
        if self.prey:
            goals.append((self.prey, ALL_FIELDS, 1))
        if builds:
            goals += [(table, ALL_FIELDS, 1) for table in self.sites]
            goals.append((self.front, self.beside_builders, 1))
        if self.zone:
            outside = source is None or not self.zone >> source & 1
            goals.append((self.front, self.zone if outside else ~self.zone, 2))
        return goals

    def _structures(self, actions: list[Action], fields: list[int], kind: int) -> list[Action]:
        if kind == EXTRACTOR:
            return _pick(actions, fields, [(self.riches, ALL_FIELDS, 3)])
        goals: list[Goal] = [(self.front, ALL_FIELDS, 2), (self.home, ALL_FIELDS, 1)]
        if self.zone:
            goals.append((self.front, self.zone, 2))
        return _pick(actions, fields, goals)

    def _damage(self, actions: list[Damage]) -> list[Action]:
        """Sets to which nothing can be added, the dearest first."""
        if len(actions) <= MOST_DAMAGE:
            return list(actions)
        state = self.state
        health = state.game.rules.health

        def value(action: Damage) -> int:
            return sum(100 if t == HQ else health[(state.at[t] - 1) % N_UNITS] for t in action.targets)

        return list(sorted(actions, key=lambda a: (-value(a), a.targets))[:MOST_DAMAGE])


def _hits(state: KneeDeepState, play: Play) -> bool:
    """Whether the card does something to what is there, and not to a place: then every target may be the best."""
    effect = state.game.cards[play.card].effect
    return bool(effect.strike or effect.turn[0] or effect.marker or effect.relocate.startswith("enemy"))


def _group(action: Action) -> tuple[object, ...]:
    if isinstance(action, Move):
        return Move, action.source
    if isinstance(action, (Deploy, Build)):
        return type(action), action.unit
    if isinstance(action, Play):
        return Play, action.card, action.fields[:-1]
    if isinstance(action, Damage):
        return (Damage,)
    return type(action), action


def _pick(actions: list[Action], fields: list[int], goals: list[Goal]) -> list[Action]:
    kept: set[int] = set()
    for table, among, count in goals:
        there = fields if among == ALL_FIELDS else [f for f in fields if among >> f & 1]
        if count == 1 and there:
            kept.add(min(there, key=table.__getitem__))
        elif there:
            kept.update(sorted(there, key=table.__getitem__)[:count])
    return [action for action, f in zip(actions, fields, strict=True) if f in kept]
