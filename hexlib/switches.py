"""What can be set otherwise in a game: its rulings, and the rules that are broken on purpose."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from importlib import resources
from typing import Any

from hexlib.game import Break
from hexlib.spelling import meant

__all__ = ["Rulings", "broken_names"]


class Rulings:
    """The switches and parameters of a package's ``rulings.toml``, without the texts that the book tells about them."""

    defaults: dict[str, str | int]
    """The reading or number of every switch and parameter, by name."""

    def __init__(self, package: str) -> None:
        text = (resources.files(package) / "rulings.toml").read_text("utf-8")
        found = {r["name"]: r for r in tomllib.loads(text)["ruling"] if r["kind"] != "note"}
        self.defaults = {name: r["default"] for name, r in found.items()}
        self._readings = {name: tuple(r["readings"]) for name, r in found.items() if r["kind"] == "switch"}
        self._bounds = {name: tuple(r["bounds"]) for name, r in found.items() if r["kind"] == "parameter"}

    def checked(self, given: Mapping[str, Any]) -> dict[str, str | int]:
        """The defaults with the given rulings put in.

        Raises:
            ValueError: unknown ruling or reading, with what there is.
        """
        out = dict(self.defaults)
        for name, value in given.items():
            if name not in out:
                raise ValueError(f"there is no ruling {name!r}{meant(name, out)}")
            if name in self._bounds:
                low, high = self._bounds[name]
                if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
                    raise ValueError(f"ruling {name} is a whole number from {low} to {high}, not {value!r}")
            elif value not in self._readings[name]:
                raise ValueError(f"ruling {name} has the readings {', '.join(self._readings[name])}, not {value!r}")
            out[name] = value
        return out


def broken_names(rules: Iterable[str], breaks: Sequence[Break]) -> frozenset[str]:
    """The full names of breaks: a bare id of a computation stands for its first variant.

    Raises:
        KeyError: a rule cannot be broken.
    """
    out = set()
    for rule in rules:
        found = next((str(b) for b in breaks if rule in (str(b), b.rule)), None)
        if found is None:
            near = meant(rule, [str(b) for b in breaks])
            raise KeyError(f"{rule!r} is not a rule that can be broken on purpose{near}")
        out.add(found)
    return frozenset(out)
