"""The rulings in force, the rules that are broken on purpose, and the numbers that follow from them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from hexlib.knee_deep.actions import STEPS
from hexlib.knee_deep.breaks import in_force
from hexlib.knee_deep.components import UNITS
from hexlib.switches import Rulings

__all__ = ["DEFAULTS", "HAND_LIMIT", "RULINGS", "Rules", "checked_manual"]

HAND_LIMIT = 6
"""Cards that a hand may hold where the limit applies (Phase 1 > 2, Phase 5)."""


RULINGS = Rulings(__package__)
DEFAULTS = RULINGS.defaults


def checked_manual(steps: Iterable[str]) -> frozenset[str]:
    """The housekeeping steps that are left to the player.

    Raises:
        ValueError: unknown step.
    """
    out = frozenset(steps)
    for step in sorted(out):
        if step not in STEPS:
            raise ValueError(f"there is no step {step!r} to do by hand; there are {', '.join(STEPS)}")
    return out


class Rules:
    """What the engine asks while it works: plain attributes, computed once a game.

    ``plain`` means: default rulings, nothing broken, nothing by hand; then the fast generator may serve.
    """

    __slots__ = (
        "broken",
        "empty_literal",
        "extractor_beside",
        "health",
        "manual",
        "plain",
        "pooled",
        "power",
        "reading",
        "round_limit",
        "scrapyard_places",
        "unit_energy",
        "unit_material",
    )

    def __init__(self, rulings: Mapping[str, str | int], broken: frozenset[str], manual: frozenset[str]) -> None:
        self.broken = broken = in_force(broken)
        self.manual = manual
        self.reading = dict(rulings)
        self.plain = not broken and not manual and self.reading == DEFAULTS
        self.round_limit = int(rulings["round_limit"])
        self.scrapyard_places = int(rulings["scrapyard_places"])
        self.empty_literal = rulings["empty_field"] == "literal"
        self.extractor_beside = rulings["extractor_site"] == "beside-resource"
        self.pooled = rulings["stacking"] == "pooled" or bool(
            broken & {"kdh.move.no_stacking", "kdh.move.no_multiple_in_single_action", "kdh.move.finish_before_next"}
        )
        swap = rulings["turret_cost"] == "material"
        self.unit_material = tuple(u.material + (u.energy if swap else 0) for u in UNITS)
        self.unit_energy = tuple(0 if swap else u.energy for u in UNITS)
        more = 1 if "kdh.deploy.health_equals_cost=one_more" in broken else 0
        self.health = tuple(u.health + (more if u.is_vehicle else 0) for u in UNITS)
        self.power = tuple(u.power for u in UNITS)

    def on(self, rule: str) -> bool:
        """Whether the prohibition, obligation or automatic step is in force."""
        return rule not in self.broken
