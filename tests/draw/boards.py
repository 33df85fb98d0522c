"""Positions for the drawing tests, without the rules engine: a picture needs no more than this."""

from __future__ import annotations

from dataclasses import dataclass

from hexlib.draw.scene import Scene
from hexlib.knee_deep.board import parse_field, parse_point
from hexlib.knee_deep.components import CARDS, COMPANIONS, TERRAIN, UNIT_NAMES
from hexlib.knee_deep.picture import (
    card_scene,
    companion_scene,
    formation_scene,
    formations_scene,
    hq_scene,
    key_scene,
    scene,
    sector_scene,
    trackers_scene,
    unit_scene,
)


@dataclass(frozen=True)
class _Names:
    seats: tuple[str, str] = ("Bukseon", "Gondwana")


@dataclass(frozen=True)
class Board:
    """The least that a view of the board must have."""

    pieces: tuple[tuple[int, int, int], ...] = ()
    marker: tuple[int, int] | None = None
    terrain: tuple[int, ...] = TERRAIN
    hq_health: tuple[int, int] = (4, 4)
    seat: int | None = None
    game: _Names = _Names()


def pieces(*sides: dict[str, str]) -> tuple[tuple[int, int, int], ...]:
    return tuple(
        sorted(
            (parse_field(f), UNIT_NAMES.index(unit), seat)
            for seat, side in enumerate(sides)
            for unit, fields in side.items()
            for f in fields.split()
        )
    )


WAR = Board(
    pieces(
        {"acv": "D2.5", "palooza": "D2.2"},
        {"extractor": "C2.4 C1.5", "tank": "C2.6 C2.0", "turret": "C2.2"},
    ),
    (parse_point("C1-C2-D2"), 0),
)
"""The example of a war, before the reveal."""

FULL = Board(
    pieces(
        {
            "acv": "D2.5 F2.1 E3.6 E4.1 F1.1 G1.2",
            "palooza": "D2.2 E2.6 G4.0",
            "tank": "F4.1 D3.1 D1.0 E1.5 F3.0",
            "extractor": "E4.5 F3.1 G3.1",
            "factory": "E3.0",
            "turret": "E2.1",
        },
        {
            "extractor": "C2.4 C1.5 B2.1",
            "tank": "C2.6 C2.0 B4.6 C3.6 D5.0",
            "turret": "C2.2 A1.0 C4.3",
            "acv": "A2.0 A4.0 B3.1 D4.0",
            "palooza": "B5.1",
            "factory": "B3.5",
        },
    ),
    (parse_point("C1-C2-D2"), 0),
)
"""A board late in a game, 36 pieces."""


def pictures() -> dict[str, Scene]:
    """One picture of every kind, at both widths."""
    out: dict[str, Scene] = {}
    for width in (1200, 820, 390):
        out[f"empty-{width}"] = scene(Board(), width=width)
        out[f"full-{width}"] = scene(FULL, width=width, last="move E1.1-D2.5")
        out[f"war-{width}"] = scene(
            WAR,
            width=width,
            close="C1-C2-D2",
            formation=["D2.5", "D2.2"],
            formation_label="Sling +3",
            lost=[(parse_field("D2.5"), 0, 0)],
        )
        out[f"arrival-{width}"] = scene(WAR, width=width, close="C1-C2-D2 E1.1 E2.6", last="move E1.1-D2.5")
        out[f"carried-{width}"] = scene(WAR, width=width, close="C1-C2-D2 A4", last="play carry-all A4.5-C2.0")
        out[f"gone-{width}"] = scene(
            WAR,
            width=width,
            close="C1-C2-D2",
            lost=[(parse_field("D2.0"), 0, 0), (217, 0, 0)],
            last="build turret C2.2",
        )
        out[f"choice-{width}"] = scene(
            FULL,
            width=width,
            close="E2 E3 D3",
            selected="E2.6",
            targets={"D3.3": 1, "D3.4": 2, "E2.1": 1, "C1-C2-D2": 1},
            route=["E2.6", "D3.3"],
            refused=["E2.5"],
            hover="E3.0",
        )
        out[f"points-{width}"] = scene(
            Board(FULL.pieces), width=width, zone="D2-D3-E2", targets=["D3-D4-E3", "D2-D3-E2"], hover="D3-D4-E3"
        )
    out |= {f"card-{name}": card_scene(name) for name in CARDS}
    out |= {f"companion-{name}": companion_scene(name) for name in COMPANIONS}
    out |= {f"unit-{name}": unit_scene(name) for name in UNIT_NAMES}
    out |= {f"formation-{name}": formation_scene(name) for name in ("sling", "barrier", "skirmish")}
    out |= {"formations": formations_scene(), "hq-0": hq_scene(0), "hq-1": hq_scene(1)}
    return out | {"sector": sector_scene(), "trackers": trackers_scene(), "key": key_scene()}
