"""The rulings in force, the rules that are broken on purpose, and the numbers that follow from them."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any

from hexlib.game import Break
from hexlib.knee_deep.actions import STEPS
from hexlib.knee_deep.breaks import BREAKS, in_force
from hexlib.knee_deep.components import UNITS
from hexlib.spelling import meant

__all__ = ["DEFAULTS", "HAND_LIMIT", "Rules", "break_named", "checked_manual", "checked_rulings"]

HAND_LIMIT = 6
"""Cards that a hand may hold where the limit applies (Phase 1 > 2, Phase 5)."""


@cache
def _rulings() -> dict[str, dict[str, Any]]:
    text = (resources.files(__package__) / "rulings.toml").read_text("utf-8")
    return {r["name"]: r for r in tomllib.loads(text)["ruling"] if r["kind"] != "note"}


DEFAULTS: dict[str, str | int] = {name: r["default"] for name, r in _rulings().items()}
"""The reading or number of every switch and parameter, by name."""

_NUMBERS: dict[str, list[int]] = {name: r["bounds"] for name, r in _rulings().items() if r["kind"] == "parameter"}
"""The least and the greatest value of every parameter."""


def checked_rulings(given: Mapping[str, Any]) -> dict[str, str | int]:
    """The defaults with the given rulings put in.

    Raises:
        ValueError: unknown ruling or reading, with what there is.
    """
    out = dict(DEFAULTS)
    for name, value in given.items():
        if name not in DEFAULTS:
            raise ValueError(f"there is no ruling {name!r}{meant(name, DEFAULTS)}")
        if name in _NUMBERS:
            low, high = _NUMBERS[name]
            if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
                raise ValueError(f"ruling {name} is a whole number from {low} to {high}, not {value!r}")
        elif not isinstance(value, str) or value not in _rulings()[name]["readings"]:
            raise ValueError(f"ruling {name} has the readings {', '.join(_rulings()[name]['readings'])}, not {value!r}")
        out[name] = value
    return out


def break_named(name: str, breaks: Sequence[Break] = BREAKS) -> str:
    """The full name of a break: a bare id of a computation stands for its first variant.

    Raises:
        KeyError: the rule cannot be broken.
    """
    for b in breaks:
        if name in (str(b), b.rule):
            return str(b)
    near = meant(name, [str(b) for b in breaks])
    raise KeyError(f"{name!r} is not a rule that can be broken on purpose{near}")


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
