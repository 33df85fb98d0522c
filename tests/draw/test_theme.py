"""The look: roles exist, and everything that must be read against something else can be."""

from __future__ import annotations

import itertools
import re

import pytest

from hexlib.draw import theme
from hexlib.draw.icons import ICONS, parts
from hexlib.draw.text import width, wrap

TINTS = ("board.tint.a", "board.tint.b", "board.tint.c")


def _luminance(colour: str) -> float:
    out = []
    for i in (1, 3, 5):
        v = int(colour[i : i + 2], 16) / 255
        out.append(v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4)
    return 0.2126 * out[0] + 0.7152 * out[1] + 0.0722 * out[2]


def contrast(a: str, b: str) -> float:
    low, high = sorted((_luminance(a), _luminance(b)))
    return (high + 0.05) / (low + 0.05)


WORDS = [
    *(("text", ground) for ground in ("page", "panel", "panel.slot", "board.ground", *TINTS)),
    *(("text.muted", ground) for ground in ("page", "panel", "panel.slot", "board.ground")),
    ("panel", "text"),
    ("badge.text", "badge.fill"),
    ("card.text", "card.paper"),
    ("card.text", "card.art"),
    ("hl.case", "hl.war"),
    ("hl.case", "hl.reachable"),
    *(("card.band.text", band) for band in ("card.war", "card.action", "card.companion")),
    *((f"seat.{i}.text", ground) for i in range(6) for ground in ("page", "panel")),
    *((f"seat.{i}.glyph", f"seat.{i}.fill") for i in range(6)),
]
SIGNS = [
    *((line, tint) for line in ("field.edge", "sector.edge") for tint in TINTS),
    *((f"hl.{mark}", tint) for mark in ("reachable", "illegal", "war", "last") for tint in TINTS),
    *((f"hl.{mark}", "hl.case") for mark in ("reachable", "illegal", "war", "last")),
    ("hl.selected", "hl.selected.edge"),
    ("board.rim", "page"),
    ("board.rim", "board.ground"),
    ("terrain.mountain.rock", "terrain.mountain"),
    ("terrain.material.ore", "terrain.material"),
    ("terrain.energy.bolt", "terrain.energy"),
    *((f"energy.{c}.glyph", f"energy.{c}") for c in ("any", "red", "green", "violet")),
    ("neutral.edge", "board.tint.a"),
    ("neutral.edge", "card.art"),
]


@pytest.mark.parametrize("name", theme.THEMES)
def test_words_and_signs_stand_out_from_their_ground(name: str) -> None:
    for least, pairs in ((4.5, WORDS), (3.0, SIGNS)):
        for ink, ground in pairs:
            got = contrast(theme.colour(ink, name), theme.colour(ground, name))
            assert got >= least, f"{ink} on {ground} in the {name} theme: {got:.2f}, needs {least}"


@pytest.mark.parametrize("name", theme.THEMES)
def test_a_piece_stands_out_from_every_tint_by_its_face_or_its_outline(name: str) -> None:
    for seat, tint in itertools.product((0, 1), TINTS):
        ground = theme.colour(tint, name)
        assert max(contrast(theme.colour(f"seat.{seat}.{part}", name), ground) for part in ("fill", "edge")) >= 3


@pytest.mark.parametrize("name", theme.THEMES)
def test_the_two_sides_differ_in_grey_as_well(name: str) -> None:
    assert contrast(theme.colour("seat.0.fill", name), theme.colour("seat.1.fill", name)) >= 2.5
    assert contrast(theme.colour("seat.0.glyph", name), theme.colour("seat.1.glyph", name)) >= 10
    assert ICONS["base_0"]["detail"]["d"] != ICONS["base_1"]["detail"]["d"]


def test_themes_have_the_same_roles_and_only_plain_colours() -> None:
    assert set(theme.TOKENS["light"]) == set(theme.TOKENS["dark"]) == set(theme.ROLES)
    for name in theme.THEMES:
        for role in theme.ROLES:
            assert re.fullmatch("#[0-9a-f]{6}", theme.colour(role, name)), role


def test_icons_name_roles_that_exist_and_stay_in_their_box() -> None:
    for name, icon in ICONS.items():
        for seat, base in ((None, False), (None, True), (0, False), (1, True), (5, True)):
            for part in parts(name, seat, base):
                assert part.fill in theme.ROLES, (name, part.fill)
                assert part.stroke in ("none", *theme.ROLES)
        for shape in (v for v in icon.values() if isinstance(v, dict)):
            assert re.fullmatch(r"[MLCQAZ0-9 .\-]+", shape["d"]), f"{name} has another path command"
            for numbers in re.findall(r"[MLCQ]([^MLCQAZ]*)", shape["d"]):
                assert all(abs(float(n)) <= 1.35 for n in re.findall(r"-?\d*\.?\d+", numbers)), name


def test_css_has_every_role_in_both_themes_and_print_wins() -> None:
    css = theme.css()
    light, dark = theme.colour("hl.war", "light"), theme.colour("hl.war", "dark")
    for role in theme.ROLES:
        assert css.count(theme.variable(role) + ":") == 4, role
    assert f"--hx-hl-war:{light}" in css
    assert f"--hx-hl-war:{dark}" in css
    # the more telling of two selectors wins: print must beat html[data-theme=dark]
    assert css.index("@media print{:root:root") > css.index("html[data-theme=dark]")
    assert css.count("--hx-step:0ms") == 2


def test_paint_follows_the_page_or_is_fixed() -> None:
    assert theme.paint("board.tint.a") == "var(--hx-board-tint-a,#f9f3e6)"
    assert theme.paint("board.tint.a", "dark") == theme.colour("board.tint.a", "dark")
    assert theme.paint("none") == "none"
    with pytest.raises(KeyError):
        theme.paint("board.tint.z")


def test_text_is_measured_by_the_widest_face() -> None:
    assert width("Hi 5", 10) == pytest.approx((752 + 278 + 318 + 636) / 100)
    assert width("Tank", 10, strong=True) > width("Tank", 10)
    assert width("\u2192", 10) == 10
    lines = wrap("Place a turret on an empty field beside one of your vehicles.", 14, 150)
    assert len(lines) > 2
    assert all(width(line, 14) <= 150 for line in lines)
    assert " ".join(lines).endswith("your vehicles.")
    assert wrap("", 14, 150) == []
