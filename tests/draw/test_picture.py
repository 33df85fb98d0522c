"""The battlefield's picture: what is where, what can be pointed at, what changes and what does not."""

from __future__ import annotations

import math
import random
from dataclasses import replace

import pytest

from hexlib.draw.scene import Circle, Icon, Layer, Path, Scene, Text
from hexlib.game import Event, NotationError
from hexlib.knee_deep import actions
from hexlib.knee_deep.board import FIELDS, NEIGHBOURS, POINTS, SECTORS, parse_field, parse_point
from hexlib.knee_deep.frame import TURN, frame
from hexlib.knee_deep.picture import formation_scene, scene, unit_scene
from hexlib.knee_deep.textboard import LEGEND, text_board

from .boards import FULL, WAR, Board, pieces

NAMES = ["board", "zone", "pieces", "marks", "hover"]


def _layer(picture: Scene, name: str) -> Layer:
    layer = picture.layer(name)
    assert layer is not None
    return layer


def _icons(picture: Scene, layer: str) -> list[str]:
    return [s.name for s in _layer(picture, layer).shapes if isinstance(s, Icon)]


def _texts(picture: Scene, layer: str) -> list[str]:
    return [s.text for s in _layer(picture, layer).shapes if isinstance(s, Text)]


@pytest.mark.parametrize("width", [1200, 820, 390])
def test_every_field_and_marker_place_can_be_pointed_at(width: int) -> None:
    picture = scene(WAR, width=width)
    fields = {s.id: s for s in picture.spots if s.kind == "field"}
    points = {s.id: s for s in picture.spots if s.kind == "point"}
    assert list(fields) == list(FIELDS)
    assert list(points) == list(POINTS)
    assert len(fields) == 217
    assert len(points) == 42
    for name, spot in fields.items():
        assert picture.spot_at(spot.x, spot.y) == spot
        assert 0 < spot.x < picture.width
        assert 0 < spot.y < picture.height
        x, y = spot.x + spot.r * 0.6, spot.y - spot.r * 0.3
        hit = picture.spot_at(x, y)
        assert hit is not None
        assert hit.id == name
    for spot in points.values():
        assert picture.spot_at(spot.x + 1, spot.y - 1, "point") == spot


def test_pointing_undoes_the_turn() -> None:
    picture = scene(WAR, width=1200)
    spots = {s.id: s for s in picture.spots}
    # rows of sectors are level, and the fields of a row of the grid are not
    assert spots["D1.0"].y == pytest.approx(spots["D5.0"].y, abs=0.05)
    slope = math.degrees(math.atan2(spots["D3.1"].y - spots["D3.0"].y, spots["D3.1"].x - spots["D3.0"].x))
    assert slope == pytest.approx(-19.1, abs=0.01)
    assert math.hypot(*TURN) == pytest.approx(1)
    # a point anywhere on the board is the field whose hexagon holds it
    rng = random.Random(1)
    layout = frame(1200).layout
    for _ in range(300):
        f = rng.randrange(217)
        spot = spots[FIELDS[f]]
        angle, reach = rng.uniform(0, math.tau), rng.uniform(0, layout.inradius * 0.98)
        hit = picture.spot_at(spot.x + reach * math.cos(angle), spot.y + reach * math.sin(angle))
        assert hit is spot
    assert picture.spot_at(2, 2) is None
    a, b = parse_field("D3.0"), NEIGHBOURS[parse_field("D3.0")][0]
    gap = math.hypot(spots[FIELDS[a]].x - spots[FIELDS[b]].x, spots[FIELDS[a]].y - spots[FIELDS[b]].y)
    assert gap == pytest.approx(2 * layout.inradius, abs=0.05)


def test_spots_say_what_lies_there() -> None:
    said = {s.id: s.label for s in scene(WAR).spots}
    assert said["D2.5"] == "D2.5, Bukseon ACV"
    assert said["C2.6"] == "C2.6, Gondwana Tank"
    assert said["C2.5"] == "C2.5, material field"
    assert said["C1.6"] == "C1.6, energy field"
    assert said["B1.2"] == "B1.2, mountain"
    assert said["D3.0"] == "D3.0, empty"
    assert said["G2.3"] == "G2.3, Bukseon HQ"
    assert said["A3.0"] == "A3.0, Gondwana HQ"
    assert said["C1-C2-D2"] == "C1-C2-D2, war zone marker of Bukseon"
    assert said["B1-B2-C1"] == "B1-B2-C1, place for a marker"


def test_a_close_up_offers_only_what_it_shows() -> None:
    picture = scene(WAR, width=390, close="C1-C2-D2")
    assert 21 <= sum(s.kind == "field" for s in picture.spots) < 80
    assert {"C1.0", "C2.6", "D2.2", "C1-C2-D2"} <= {s.id for s in picture.spots}
    assert "G4.0" not in {s.id for s in picture.spots}
    biggest = max(s.r for s in scene(WAR, width=390).spots)
    assert min(s.r for s in picture.spots if s.kind == "field") > 1.8 * biggest


def test_layers_have_fixed_names_and_the_board_never_changes() -> None:
    a = scene(WAR, width=820)
    b = scene(replace(FULL, hq_health=(1, 2)), width=820, selected="D2.5", targets=["D2.0"], hover="D2.0")
    assert [layer.name for layer in a.layers] == [layer.name for layer in b.layers] == NAMES
    assert a.layer("board") is b.layer("board")
    assert a.symbols == b.symbols
    assert a.layer("board") != scene(WAR, width=390).layer("board")
    open_land = Board(terrain=(0,) * 217)
    assert len(_layer(scene(open_land, width=820), "board").shapes) < len(_layer(a, "board").shapes)


def test_choosing_changes_few_shapes() -> None:
    before = scene(FULL, width=820)
    after = scene(FULL, width=820, selected="E2.6", targets=["D3.3", "E2.0"], hover="D3.3")
    assert before.layer("pieces") == after.layer("pieces")
    assert len(_layer(after, "hover").shapes) < 6
    assert sum(len(layer.shapes) for layer in after.layers) < 200
    assert len(_layer(after, "board").shapes) < 30


def test_pieces_stand_by_height_with_the_marker_on_top() -> None:
    icons = [s for s in _layer(scene(WAR), "pieces").shapes if isinstance(s, Icon) and s.base]
    assert [i.name for i in icons][-1] == "war_marker"
    ys = [i.y for i in icons[:-1]]
    assert ys == sorted(ys)
    assert [(i.name, i.seat) for i in icons[:-1]].count(("tank", 1)) == 2
    assert len(icons) == 8


def test_marker_arms_lie_on_edges_of_fields() -> None:
    for point, name in enumerate(POINTS):
        picture = scene(replace(WAR, marker=(point, 1)), width=820)
        arms = next(s for s in _layer(picture, "pieces").shapes if isinstance(s, Icon) and s.name == "war_arms")
        spot = next(s for s in picture.spots if s.id == name)
        assert (arms.x, arms.y) == pytest.approx((spot.x, spot.y), abs=0.06)
        for arm in range(3):
            angle = math.radians(arms.turn - 90 + 120 * arm)
            x, y = arms.x + math.cos(angle) * arms.r / 2, arms.y + math.sin(angle) * arms.r / 2
            near = sorted(math.hypot(s.x - x, s.y - y) for s in picture.spots if s.kind == "field")
            assert near[0] == pytest.approx(near[1], abs=0.3), name


def test_the_zone_is_tinted_outlined_and_named() -> None:
    picture = scene(WAR, width=1200)
    paths = [s for s in _layer(picture, "zone").shapes if isinstance(s, Path)]
    assert [p.opacity for p in paths if p.fill == "hl.war" and p.opacity < 1] == [0.1]
    assert [p.width for p in paths if p.stroke == "hl.war"] != []
    assert sorted(_texts(picture, "zone")) == ["C1", "C2", "D2"]
    assert _texts(scene(WAR, width=1200, labels=False), "zone") == []
    assert _layer(scene(Board(), width=1200), "zone").shapes == ()
    preview = scene(Board(), width=1200, zone="D2-D3-E2")
    assert sorted(_texts(preview, "zone")) == ["D2", "D3", "E2"]
    assert "war_marker" not in _icons(preview, "pieces")


def test_names_of_sectors_do_not_move_with_the_pieces() -> None:
    close = "C1-C2-D2"
    assert scene(WAR, width=390, close=close).layer("zone") == scene(
        replace(WAR, pieces=WAR.pieces[:3]), width=390, close=close
    ).layer("zone")


def test_what_is_not_the_subject_lies_under_the_veil() -> None:
    picture = scene(FULL, width=820, close="C1-C2-D2 E1.1")
    shapes = _layer(picture, "zone").shapes
    veil = next(i for i, s in enumerate(shapes) if isinstance(s, Path) and s.fill == "page")
    assert all(isinstance(s, Icon) for s in shapes[:veil])
    assert veil > 2
    assert len([s for s in _icons(picture, "pieces") if not s.startswith("war")]) == 7
    unveiled = scene(FULL, width=820, close="C1 C2 D2")
    assert not [s for s in _layer(unveiled, "zone").shapes if isinstance(s, Path) and s.fill == "page"]


def test_numbers_show_combat_power_in_the_zone() -> None:
    assert sorted(_texts(scene(WAR), "marks")) == ["0", "0", "1", "2", "2", "2", "3"]
    assert _texts(scene(WAR, badges=False), "marks") == []
    assert _texts(scene(WAR, width=390), "marks") == [], "too small to be read on a whole board"
    assert len(_texts(scene(WAR, width=390, close="C1-C2-D2"), "marks")) == 7


def test_targets_are_dots_numbers_or_rings() -> None:
    marks = _layer(scene(Board(), targets={"D3.0": 1, "D3.1": 2, "D2-D3-E2": 1}), "marks").shapes
    assert [s.name for s in marks if isinstance(s, Icon)] == ["mark_reachable", "mark_reachable"]
    assert [s.text for s in marks if isinstance(s, Text)] == ["2"]
    on_piece = _layer(scene(WAR, targets=["C2.6"], badges=False), "marks").shapes
    assert [type(s) for s in on_piece] == [Path, Path]
    routed = _layer(scene(Board(), targets=["D3.0", "D3.1"], route=["D3.4", "D3.0", "D3.1"]), "marks").shapes
    assert not [s for s in routed if isinstance(s, Icon)], "the dot gives way to the route"


def test_refused_fields_are_crossed_out() -> None:
    picture = scene(WAR, refused=["D2.1"], targets=["D2.1"], badges=False)
    assert _icons(picture, "marks") == ["mark_illegal"]


def test_the_last_move_follows_the_way_it_could_go() -> None:
    # D2.5 from E1.1: straight on lies an energy field
    picture = scene(WAR, last="move E1.1-D2.5")
    assert "An arrow shows the move from E1.1 to D2.5." in picture.desc
    lines = [s.d.count("L") for s in _layer(picture, "zone").shapes if isinstance(s, Path) and s.stroke == "hl.last"]
    assert max(lines) >= 2, "the way bends round it"
    assert any(isinstance(s, Path) and s.dash for s in _layer(picture, "zone").shapes), "a ghost at its start"
    assert "arrow" not in scene(WAR, last="move E1.1-D2.5", selected="D2.2").desc
    assert scene(WAR, last="end").layers == scene(WAR).layers
    assert scene(WAR, last=actions.parse("build turret C2.2")).layer("zone") != scene(WAR).layer("zone")
    assert scene(WAR, last=("E1.1", "D2.5")).layer("zone") != scene(WAR).layer("zone")


def test_an_arrow_never_covers_a_number() -> None:
    def number(last: str | None) -> tuple[float, float]:
        picture = scene(WAR, width=820, last=last)
        return next((s.x, s.y) for s in _layer(picture, "marks").shapes if isinstance(s, Text) and s.text == "1")

    assert number("move E1.1-D2.5")[0] < number(None)[0], "the arrow comes in at the lower right"


def test_lost_pieces_are_crossed_out() -> None:
    there = scene(WAR, lost=[(parse_field("D2.5"), 0, 0)], badges=False)
    gone = scene(Board(), lost=[(parse_field("D2.5"), 0, 0)])
    assert _icons(there, "marks") == ["mark_illegal"]
    assert _icons(gone, "marks") == ["acv", "mark_illegal"]
    assert _icons(scene(Board(), lost=[(217, 0, 1)]), "marks") == ["mark_illegal"]


def test_formations_are_joined_and_named() -> None:
    picture = scene(WAR, formation=["D2.5", "D2.2"], formation_label="Sling +3")
    dashes = [s for s in _layer(picture, "zone").shapes if isinstance(s, Path) and s.dash]
    assert [s.stroke for s in dashes] == ["seat.0.edge"]
    assert "Sling +3" in _texts(picture, "marks")
    trio = Board(pieces({"acv": "D3.0 D3.1 D3.2"}))
    joined = next(
        s for s in _layer(scene(trio, formation=["D3.0", "D3.1", "D3.2"]), "zone").shapes if isinstance(s, Path)
    )
    assert joined.d.count("L") == 3, "a triangle is closed"


def test_words_describe_the_picture() -> None:
    picture = scene(WAR, close="C1-C2-D2")
    assert picture.title == "The war zone C1-C2-D2"
    assert picture.desc == (
        "Bukseon: ACV on D2.5, Palooza on D2.2. "
        "Gondwana: Tank on C2.0 and C2.6, Extractor on C1.5 and C2.4, Turret on C2.2. "
        "Bukseon's war zone marker is on C1-C2-D2."
    )
    whole = scene(replace(WAR, hq_health=(4, 3)))
    assert "HQ in A3 with 3 health" in whole.desc
    assert scene(Board(), close="E2 E3").title == "Sectors E2 and E3"
    assert scene(WAR, title="Before the reveal").title == "Before the reveal"


def test_hover_names_the_field() -> None:
    assert _texts(scene(WAR, hover="A1.5"), "hover") == ["A1.5"]
    assert _texts(scene(WAR, hover="C1-C2-D2"), "hover") == ["C1-C2-D2"]
    assert any(isinstance(s, Circle) for s in _layer(scene(WAR, hover="C1-C2-D2"), "hover").shapes)


def test_bad_requests_are_refused_with_the_word() -> None:
    for close in ("Z9", "C1-C2-Z9", "C1.9"):
        with pytest.raises(NotationError, match=r"is not a field|name three|after the sector"):
            scene(WAR, close=close)
    with pytest.raises(ValueError, match="'big' is not a width"):
        scene(WAR, width="big")
    with pytest.raises(ValueError, match="240 px"):
        scene(WAR, width=100)
    with pytest.raises(KeyError):
        formation_scene("phalanx")
    with pytest.raises(KeyError):
        unit_scene("dragon")


def test_the_zone_can_be_anywhere() -> None:
    from hexlib.draw.text import misfits

    for name in POINTS:
        board = replace(FULL, marker=(parse_point(name), 1))
        for width in (820, 390):
            for close in (None, name):
                assert misfits(scene(board, width=width, close=close)) == [], (name, width, close)
            closed = scene(board, width=width, close=name)
            assert set(name.split("-")) <= set(_texts(closed, "zone"))


def test_a_close_up_of_any_sector_fits() -> None:
    from hexlib.draw.text import misfits

    for name in SECTORS:
        for width in (820, 390):
            picture = scene(FULL, width=width, close=name)
            assert misfits(picture) == [], name
            assert name in _texts(picture, "zone")


def test_text_board() -> None:
    text = text_board(WAR.pieces, WAR.terrain, WAR.marker)
    lines = text.split("\n")
    assert max(map(len, lines)) <= 100
    assert text.isascii()
    assert lines[8:11] == [
        "        C1*  G:x  e     C2*   m  G:T    C3    .   .     C4    .   .",
        "            .   .   .      G:x G:T  ^       .   ^   .       .   e   ^",
        "              ^   .           .  G:t          .   ^           .   .",
    ]
    assert text.count("B:H") == text.count("G:H") == 3
    assert "War zone marker: Bukseon on C1-C2-D2" in lines
    assert text.endswith(LEGEND)
    plain = text_board((), WAR.terrain, legend=False)
    assert "*" not in plain
    assert sum(plain.count(f" {c}") for c in ".^me") == 217 - 6


def test_events_show_what_was_destroyed_and_the_formations() -> None:
    events = (
        Event("war.card.attacker", "", data=(("player", 0), ("card", "sling"), ("power", 3))),
        Event("damage", "", data=(("field", "C2.0"), ("unit", "tank"), ("player", 1))),
        Event("damage.hq", "", data=(("player", 0),)),
    )
    picture = scene(replace(WAR, pieces=tuple(p for p in WAR.pieces if p[0] != parse_field("C2.0"))), events=events)
    assert "Sling +3" in _texts(picture, "marks")
    assert _icons(picture, "marks") == ["tank", "mark_illegal", "mark_illegal"]
    assert "Gondwana's Tank on C2.0 is crossed out." in picture.desc
    assert "A dashed line joins D2.5 and D2.2: Sling +3." in picture.desc
    unmet = Event("war.card.defender", "", data=(("player", 1), ("card", "skirmish"), ("power", 0)))
    assert scene(WAR, events=[unmet]).layers == scene(WAR).layers
    trio = replace(WAR, pieces=pieces({"acv": "D2.5 D2.0 D2.2", "tank": "D2.6"}))
    for card, fields in (("barrier", "D2.0, D2.2 and D2.5"), ("skirmish", "D2.0, D2.5 and D2.6")):
        shown = scene(trio, events=[Event("war.card.attacker", "", data=(("player", 0), ("card", card), ("power", 4)))])
        words = shown.desc.split("A dashed line joins ")[1]
        assert sorted(words.split(":")[0].replace(" and", ",").split(", ")) == sorted(
            fields.replace(" and", ",").split(", ")
        )
    over = scene(replace(WAR, marker=None), close="C1-C2-D2", events=[Event("marker.return", "")])
    assert {"C1", "C2", "D2"} <= set(_texts(over, "zone"))
    assert any(isinstance(s, Path) and s.stroke == "hl.war" for s in _layer(over, "zone").shapes)
    bent_way = Event("move", "", data=(("path", ("E1.1", "D2.3", "D2.0", "D2.5")),))
    assert scene(WAR, last="move E1.1-D2.5", events=[bent_way]).layer("zone") == scene(
        WAR, last=("E1.1", "D2.3", "D2.0", "D2.5")
    ).layer("zone")
    bare = scene(Board(), last="damage D2.5 hq")
    assert _icons(bare, "marks") == ["mark_illegal"]


def test_selections_and_refusals_may_be_several_and_anything_on_the_board() -> None:
    one = scene(WAR, selected="D2.5")
    assert scene(WAR, selected=["D2.5"]).layers == one.layers
    assert scene(WAR, selected=()).layers == scene(WAR).layers
    many = scene(WAR, selected=["D2.5", "C1-C2-D2", "G2.0", "G2.2"], refused=["D2.2", "B1-B2-C1", "D2.0"], badges=False)
    rings = [s for s in _layer(many, "zone").shapes if isinstance(s, (Path, Circle)) and s.stroke == "hl.selected"]
    assert len(rings) == 3, "the fields of an HQ have one ring"
    assert _icons(many, "marks") == ["mark_illegal"] * 3
    hq = scene(WAR, targets={"A3.0": 1, "A3.5": 1, "A3.6": 1}, badges=False)
    assert [type(s) for s in _layer(hq, "marks").shapes] == [Path, Path]


def test_the_game_draws_its_own_views() -> None:
    import hexlib

    state = hexlib.game("knee-deep-in-hexes").new_initial_state(seed=1)
    picture = state.game.scene(state.view(0), width=390)
    assert len(picture.spots) == 217 + 42
    assert picture.desc.startswith("Bukseon: ")
