"""The shared vocabulary."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import hexlib
from hexlib import TABLE, Event, IllegalAction, PositionError, Reason, Rng, Verdict
from hexlib.knee_deep.actions import Draw


def test_the_generator_gives_its_published_numbers() -> None:
    """SplitMix64, the reference vectors for seed 0 and for 1234567."""
    rng = Rng(0)
    assert [rng.next64() for _ in range(3)] == [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]
    rng = Rng(1234567)
    assert [rng.next64() for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_seeds_are_64_bits() -> None:
    assert Rng(1 << 64).next64() == Rng(0).next64()
    assert Rng(-1).next64() == Rng((1 << 64) - 1).next64()


@settings(max_examples=50, deadline=None)
@given(st.integers(0, 2**64 - 1), st.integers(1, 10**6))
def test_below_stays_below(seed: int, n: int) -> None:
    rng = Rng(seed)
    assert all(0 <= rng.below(n) < n for _ in range(20))


def test_below_is_even() -> None:
    rng = Rng(5)
    counts = [0] * 6
    for _ in range(6000):
        counts[rng.below(6)] += 1
    assert all(850 < c < 1150 for c in counts)
    for n in (0, -3):
        with pytest.raises(ValueError, match="positive number"):
            rng.below(n)


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 2**64 - 1), st.lists(st.integers(), max_size=30))
def test_shuffling_keeps_the_items(seed: int, items: list[int]) -> None:
    before = list(items)
    mixed = Rng(seed).shuffled(items)
    assert sorted(mixed) == sorted(items)
    assert items == before
    assert mixed == Rng(seed).shuffled(items)


def test_every_order_comes_up() -> None:
    rng = Rng(3)
    assert len({tuple(rng.shuffled("abc")) for _ in range(200)}) == 6
    assert {rng.choice("abc") for _ in range(60)} == set("abc")


def test_events_know_who_may_see_them() -> None:
    public = Event("draw", "A card is drawn.", ("kdh.powerup.draw_one",), (("player", 1),))
    secret = Event("draw.card", "It is Sling.", seen_by=frozenset({1}))
    assert [public.visible_to(s) for s in (0, 1, None, TABLE)] == [True] * 4
    assert [secret.visible_to(s) for s in (0, 1, None)] == [False, True, False]
    assert public["player"] == 1
    assert str(public) == "A card is drawn."
    with pytest.raises(KeyError):
        public["card"]


def test_a_verdict_says_why() -> None:
    yes = Verdict(Draw())
    assert yes
    assert str(yes) == "draw: legal"
    assert yes.rules == ()
    no = Verdict(Draw(), (Reason("a.b", "Too dear.", (), "Wait."), Reason("a.c", "Too late."), Reason("a.b", "Still.")))
    assert not no
    assert no.rules == ("a.b", "a.c")
    assert str(no) == "draw: not allowed. Too dear. [a.b] Wait. Too late. [a.c] Still. [a.b]"
    error = IllegalAction(no, "the board")
    assert error.verdict is no
    assert str(error).endswith("Still. [a.b]\nthe board")
    assert str(IllegalAction(no)) == str(no)


def test_a_position_error_names_the_key() -> None:
    assert str(PositionError("pieces.Bukseon.tank", "too many")) == "pieces.Bukseon.tank: too many"
    assert PositionError("", "wrong").key == ""
    assert str(PositionError("", "wrong")) == "wrong"


def test_games_by_name() -> None:
    assert hexlib.games() == ("knee-deep-in-hexes", "knee-deep-in-hexes-setup", "hexygame", "hex-hex-next")
    game = hexlib.game("knee-deep-in-hexes")
    assert game.num_players == 2
    assert game == hexlib.game("knee-deep-in-hexes")
    assert hash(game) == hash(hexlib.game("knee-deep-in-hexes"))
    assert game != game.without("kdh.move.no_mountain")
    with pytest.raises(KeyError, match="there is no game 'chess'; there are knee-deep-in-hexes"):
        hexlib.game("chess")
    with pytest.raises(KeyError):
        game.measure(game.new_initial_state(1), "weather")


def test_seats_never_commit_at_once_here() -> None:
    state = hexlib.game("knee-deep-in-hexes").new_initial_state(1)
    with pytest.raises(NotImplementedError, match="no moment in which several seats commit"):
        state.apply_actions({0: Draw()})


def test_a_fresh_seed_each_time() -> None:
    game = hexlib.game("knee-deep-in-hexes")
    assert len({str(game.new_initial_state().position()) for _ in range(4)}) > 1


def test_a_set_up_and_its_game_name_each_other() -> None:
    set_ups = {before: name for name in hexlib.games() for before in hexlib.game(name).before}
    assert set_ups == {"knee-deep-in-hexes-setup": "knee-deep-in-hexes"}
    for before, name in set_ups.items():
        assert hexlib.game(before).leads_to == name


@pytest.mark.parametrize("name", hexlib.games())
def test_a_state_shows_itself(name: str) -> None:
    """In JupyterLab as a picture, in a terminal as a text."""
    state = hexlib.game(name).new_initial_state(seed=1)
    picture = ElementTree.fromstring(state._repr_svg_())
    assert picture.tag == "{http://www.w3.org/2000/svg}svg"
    title = picture.findtext("{http://www.w3.org/2000/svg}title")
    assert title
    assert len(list(picture.iter())) > 8
    assert len(str(state)) > 40
