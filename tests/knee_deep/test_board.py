"""The battlefield: counts from the rulebook, the arrangement from rulings K01 to K03."""

from __future__ import annotations

from itertools import combinations

import pytest

from hexlib import NotationError
from hexlib.knee_deep.board import (
    DISTANCE,
    FIELDS,
    HEXES,
    HQ_FIELDS,
    HQ_MASK,
    HQ_SECTORS,
    LINES,
    NEIGHBOUR_MASK,
    NEIGHBOURS,
    POINT_SECTORS,
    POINTS,
    SECTOR_MASK,
    SECTOR_OF,
    SECTORS,
    ZONE_MASK,
    field_name,
    mirror,
    parse_field,
    parse_point,
)

from .helpers import PLAIN


@pytest.mark.rule("kdh.board.sectors", "kdh.board.fields_per_sector")
def test_217_fields_in_31_sectors_of_seven() -> None:
    assert len(SECTORS) == 31
    assert len(FIELDS) == len(set(FIELDS)) == len(set(HEXES)) == 217
    for sector in SECTORS:
        assert [f for f in FIELDS if f.startswith(sector)] == [f"{sector}.{k}" for k in range(7)]
    assert all(m.bit_count() == 7 for m in SECTOR_MASK)
    assert sum(SECTOR_MASK) == (1 << 217) - 1


def test_rows_and_names() -> None:
    rows = {row: [s for s in SECTORS if s[0] == row] for row in "ABCDEFG"}
    assert [len(rows[row]) for row in "ABCDEFG"] == [4, 5, 4, 5, 4, 5, 4]
    assert rows["A"] == ["A1", "A2", "A3", "A4"]
    assert rows["D"] == ["D1", "D2", "D3", "D4", "D5"]
    assert HEXES[parse_field("D3.0")] == (0, 0)


def test_field_0_is_the_centre_and_the_rest_run_clockwise_from_east() -> None:
    # x grows to the east and y to the south in these coordinates: east, south-east, south-west, west, ...
    steps = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]
    for sector in SECTORS:
        q, r = HEXES[parse_field(f"{sector}.0")]
        for k, (dq, dr) in enumerate(steps, 1):
            assert HEXES[parse_field(f"{sector}.{k}")] == (q + dq, r + dr)
            assert parse_field(f"{sector}.{k}") in NEIGHBOURS[parse_field(f"{sector}.0")]


def test_the_board_is_point_symmetric() -> None:
    """K01: the sector opposite counts from the other end, and field k lies opposite ((k + 2) mod 6) + 1."""
    for field, name in enumerate(FIELDS):
        row, place, k = name[0], int(name[1]), int(name[3])
        width = 4 if row in "ACEG" else 5
        other = f"{'GFEDCBA'['ABCDEFG'.index(row)]}{width + 1 - place}.{0 if k == 0 else (k + 2) % 6 + 1}"
        assert field_name(mirror(field)) == other
        assert mirror(mirror(field)) == field
    assert field_name(mirror(parse_field("A1.0"))) == "G4.0"
    assert field_name(mirror(parse_field("D3.1"))) == "D3.4"
    for field in range(217):
        assert sorted(map(mirror, NEIGHBOURS[field])) == sorted(NEIGHBOURS[mirror(field)])


def test_neighbours_by_hand() -> None:
    def around(name: str) -> set[str]:
        return {FIELDS[n] for n in NEIGHBOURS[parse_field(name)]}

    assert around("D3.0") == {f"D3.{k}" for k in range(1, 7)}
    assert around("D3.1") == {"D3.0", "D3.2", "D3.6", "D4.4", "D4.5", "C3.3"}
    assert around("A1.4") == {"A1.0", "A1.3", "A1.5", "B1.6"}  # on the rim
    for a, ns in enumerate(NEIGHBOURS):
        assert 2 <= len(ns) <= 6
        assert NEIGHBOUR_MASK[a] == sum(1 << n for n in ns)
        assert all(a in NEIGHBOURS[n] and DISTANCE[a][n] == 1 for n in ns)
    assert sum(len(ns) for ns in NEIGHBOURS) == sum(row.count(1) for row in DISTANCE)


def test_distance_by_hand() -> None:
    def far(a: str, b: str) -> int:
        return DISTANCE[parse_field(a)][parse_field(b)]

    assert far("D3.0", "D3.0") == 0
    assert far("D2.0", "D3.0") == 3  # the centres of two neighbouring sectors
    assert far("E1.1", "D2.5") == 3  # the ACV of the example
    assert far("B2.6", "C2.6") == 3  # the tank of the example
    assert far("D2.5", "D2.2") == 2  # the Sling


def test_lines_run_straight_to_the_rim() -> None:
    line = LINES[parse_field("D3.0")][0]
    assert [FIELDS[f] for f in line] == ["D3.1", "D4.5", "D4.6", "C4.3", "C4.2"]
    for f, six in enumerate(LINES):
        assert len(six) == 6
        for direction in six:
            assert len(direction) <= 5
            assert [DISTANCE[f][g] for g in direction] == list(range(1, len(direction) + 1))


@pytest.mark.rule("kdh.war.marker_on_three_sector_point", "kdh.war.zone_is_three_sectors")
def test_42_places_for_a_marker() -> None:
    assert len(POINTS) == len(set(POINTS)) == len(set(POINT_SECTORS)) == 42
    for name, trio, zone in zip(POINTS, POINT_SECTORS, ZONE_MASK, strict=True):
        assert len(set(trio)) == 3
        assert name == "-".join(SECTORS[s] for s in trio)
        assert zone == SECTOR_MASK[trio[0]] | SECTOR_MASK[trio[1]] | SECTOR_MASK[trio[2]]
        assert zone.bit_count() == 21
        # three fields of the three sectors touch one another: the corner itself
        corners = [
            (a, b, c)
            for a in range(7 * trio[0], 7 * trio[0] + 7)
            for b in NEIGHBOURS[a]
            for c in NEIGHBOURS[a]
            if SECTOR_OF[b] == trio[1] and SECTOR_OF[c] == trio[2] and c in NEIGHBOURS[b]
        ]
        assert len(corners) == 1

    def touch(one: int, other: int) -> bool:
        return any(NEIGHBOUR_MASK[f] & SECTOR_MASK[other] for f in range(7 * one, 7 * one + 7))

    meeting = {trio for trio in combinations(range(31), 3) if all(touch(a, b) for a, b in combinations(trio, 2))}
    assert meeting == set(POINT_SECTORS)


def test_a_place_in_any_order_and_what_is_none() -> None:
    assert POINTS[parse_point("C1-C2-D2")] == POINTS[parse_point("D2-C1-C2")] == "C1-C2-D2"
    with pytest.raises(KeyError):
        parse_point("A1-D3-G4")
    with pytest.raises(KeyError):
        parse_point("A1-A2-A3")
    for text in ("", "C1", "C1-C2", "C1-C1-C2", "C1-C2-D2-D3", "C1-C2-Z9", "c1-c2-d2"):
        with pytest.raises(NotationError, match="name three different sectors, as in C1-C2-D2"):
            parse_point(text)


def test_hqs_have_three_fields_opposite_each_other() -> None:
    """K02, K03: the sector's centre and its two outward fields; Bukseon below, Gondwana above."""
    assert HQ_SECTORS == ("G2", "A3")
    assert {FIELDS[f] for f in HQ_FIELDS[0]} == {"G2.0", "G2.2", "G2.3"}
    assert {FIELDS[f] for f in HQ_FIELDS[1]} == {"A3.0", "A3.5", "A3.6"}
    assert sorted(map(mirror, HQ_FIELDS[0])) == sorted(HQ_FIELDS[1])
    for mask, fields in zip(HQ_MASK, HQ_FIELDS, strict=True):
        assert mask == sum(1 << f for f in fields)
        inward = [f for f in fields if len(NEIGHBOURS[f]) == 6]
        assert len(inward) == 1  # only the centre does not lie on the rim


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("D3.7", "'D3.7' is not a field: after the sector comes .0 (its centre) to .6, as in D3.0"),
        ("D3", "'D3' is not a field: after the sector comes .0"),
        ("H1.0", "'H1.0' is not a field: there is no sector 'H1'; they run from A1 to G4"),
        ("A5.0", "there is no sector 'A5'"),
        ("d3.0", "sectors are written large, as in D3.0"),
        ("", "write a sector and a number from 0 to 6, as in D3.0"),
        ("D3.0 ", "'D3.0 ' is not a field"),
    ],
)
def test_what_is_not_a_field(text: str, says: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_field(text)
    assert says in str(caught.value)


def test_fields_are_numbers_and_names() -> None:
    for number, name in enumerate(FIELDS):
        assert parse_field(name) == number
        assert field_name(number) == name
    assert PLAIN.seats == ("Bukseon", "Gondwana")
