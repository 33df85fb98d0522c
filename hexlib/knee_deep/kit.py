"""What one seat's pieces can do: the numbers of the rulebook with its companions' abilities and the turn's boosts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from hexlib.knee_deep.components import TERRAIN_NAMES, UNIT_NAMES, UNITS, Ability, Modifier
from hexlib.knee_deep.options import HAND_LIMIT

if TYPE_CHECKING:
    from hexlib.knee_deep.options import Rules
    from hexlib.knee_deep.state import KneeDeepState

__all__ = ["Kit", "refit"]

BUILDERS = 2
"""Vehicles with the build ability that a structure needs beside it (Phase 2 > 3)."""


class Kit:
    """Numbers of one seat by kind of piece; made once for each pair of companions and set of boosts, never changed."""

    __slots__ = (
        "abilities",
        "buildable",
        "builders",
        "builders_needed",
        "cross",
        "deploy_draw",
        "deployable",
        "draw",
        "energy",
        "free",
        "hand_limit",
        "health",
        "material",
        "move",
        "movers",
        "power",
        "sources",
    )

    def __init__(self, rules: Rules, abilities: Sequence[Ability], boosts: Sequence[Modifier]) -> None:
        if not rules.on("kdh.companions.ability_always_on"):
            abilities = ()
        modifiers = [a.modifier for a in abilities] + list(boosts)
        wins = rules.on("kdh.cards.text_over_rules")  # if not, exceptions from the rules of phase 2 do not hold

        def total(name: str) -> list[int]:
            out = [0] * len(UNITS)
            for m in modifiers:
                for unit, number in getattr(m, name):
                    out[UNIT_NAMES.index(unit)] += number
            return out

        def kinds(name: str, base: Sequence[int]) -> tuple[int, ...]:
            out = set(base)
            for word in [word for m in modifiers if wins for word in getattr(m, name)]:
                out |= {k for k, u in enumerate(UNITS) if word in (u.name, "vehicle" if u.is_vehicle else "structure")}
            return tuple(sorted(out))

        cheaper = total("cost")
        self.material = tuple(max(0, m + c) if m else 0 for m, c in zip(rules.unit_material, cheaper, strict=True))
        """What a piece costs to deploy or build."""
        self.energy = tuple(max(0, e + c) if e else 0 for e, c in zip(rules.unit_energy, cheaper, strict=True))
        self.move = tuple(max(0, u.move + n) if u.move else 0 for u, n in zip(UNITS, total("move"), strict=True))
        """Fields for one Energy."""
        self.power = tuple(max(0, p + n) for p, n in zip(rules.power, total("power"), strict=True))
        self.health = tuple(max(1, h + n) for h, n in zip(rules.health, total("health"), strict=True))
        self.hand_limit = max(0, HAND_LIMIT + sum(m.hand_limit for m in modifiers))
        self.draw = max(0, 1 + sum(m.draw for m in modifiers))
        """Cards drawn in Power Up."""
        self.builders_needed = min([m.builders for m in modifiers if m.builders and wins] or [BUILDERS])
        self.builders = kinds("build_with", [k for k, u in enumerate(UNITS) if u.builds])
        """Kinds that build."""
        self.sources = kinds("deploy_beside", [k for k, u in enumerate(UNITS) if u.deploys])
        """Kinds beside which vehicles may be deployed, besides the HQ."""
        cross = [0] * len(UNITS)
        for m in modifiers if wins else ():
            for unit, terrains in m.cross:
                for terrain in terrains:
                    cross[UNIT_NAMES.index(unit)] |= 1 << TERRAIN_NAMES.index(terrain)
        self.cross = tuple(cross)
        """For each kind the terrain that it may cross, as a set of bits."""
        self.deploy_draw = tuple(total("deploy_draw"))
        """For each kind the cards drawn when one is deployed for its price."""
        self.abilities = tuple(a for a in abilities if a.modifier.war)
        """Abilities that may count in a war."""
        self.movers = tuple((k, self.move[k], cross[k]) for k, u in enumerate(UNITS) if u.is_vehicle)
        self.deployable = tuple((k, self.material[k]) for k, u in enumerate(UNITS) if u.is_vehicle)
        self.free = 0 in [price for _, price in self.deployable] or any(
            not (self.material[k] or self.energy[k]) for k, u in enumerate(UNITS) if not u.is_vehicle
        )
        """Whether there is a piece that costs nothing."""
        self.buildable = tuple((k, self.material[k], self.energy[k]) for k, u in enumerate(UNITS) if not u.is_vehicle)


def refit(state: KneeDeepState) -> None:
    """Give both seats the kit of their companions, the active one with the boosts of the turn."""
    game, pairs = state.game, state.companions
    boosts = state.boosts
    state.kit = (
        game.kit(pairs[0], boosts if state.active == 0 else ()),
        game.kit(pairs[1], boosts if state.active == 1 else ()),
    )
