"""Hexes and sets of fields."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from hexlib.grid import DIRECTIONS, bits, distance, mask, neighbours, ring

HEX = st.tuples(st.integers(-40, 40), st.integers(-40, 40))
few = settings(max_examples=60, deadline=None)


def test_directions_run_clockwise_from_east() -> None:
    assert DIRECTIONS == ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
    for k in range(6):
        assert tuple(-x for x in DIRECTIONS[k]) == DIRECTIONS[(k + 3) % 6]
        assert distance(DIRECTIONS[k], DIRECTIONS[(k + 1) % 6]) == 1


def test_distance_by_hand() -> None:
    assert distance((0, 0), (0, 0)) == 0
    assert distance((0, 0), (3, 0)) == 3
    assert distance((0, 0), (2, -1)) == 2
    assert distance((0, 0), (2, 1)) == 3
    assert distance((-2, -2), (-2, 0)) == 2


@few
@given(HEX, HEX, HEX)
def test_distance_is_a_distance(a: tuple[int, int], b: tuple[int, int], c: tuple[int, int]) -> None:
    assert distance(a, b) == distance(b, a) >= 0
    assert (distance(a, b) == 0) == (a == b)
    assert distance(a, c) <= distance(a, b) + distance(b, c)
    assert all(distance(a, n) == 1 for n in neighbours(a))


@few
@given(HEX, st.integers(0, 6))
def test_rings(centre: tuple[int, int], radius: int) -> None:
    fields = ring(centre, radius)
    assert len(fields) == len(set(fields)) == (6 * radius or 1)
    assert all(distance(centre, f) == radius for f in fields)
    assert fields[0] == (centre[0] + radius, centre[1])
    if radius:
        assert all(distance(a, b) == 1 for a, b in zip(fields, [*fields[1:], fields[0]], strict=True))


def test_a_ring_of_one_is_the_neighbours_clockwise() -> None:
    assert ring((0, 0), 1) == neighbours((0, 0)) == list(DIRECTIONS)


@few
@given(st.sets(st.integers(0, 300)))
def test_sets_as_integers(fields: set[int]) -> None:
    assert list(bits(mask(fields))) == sorted(fields)
    assert mask(fields).bit_count() == len(fields)


def test_the_empty_set() -> None:
    assert mask(()) == 0
    assert list(bits(0)) == []
