"""The pictures of HEX HEX NEXT: what must be seen in them, what must not, and that they can be read."""

from __future__ import annotations

import pytest

from hexlib.draw.scene import Icon, Scene, Text
from hexlib.draw.svg import svg
from hexlib.draw.text import misfits
from hexlib.game import TABLE
from hexlib.hex_hex import diagrams
from hexlib.hex_hex.components import card_set

from .helpers import ACROSS, LEFT, RIGHT, do, game, table


def words(picture: Scene) -> list[str]:
    return [s.text for layer in picture.layers for s in layer.shapes if isinstance(s, Text)]


def icons(picture: Scene, layer: str) -> list[str]:
    found = picture.layer(layer)
    assert found is not None
    return [s.name for s in found.shapes if isinstance(s, Icon)]


def test_every_hex_is_drawn_with_its_number_its_effects_and_who_would_pay() -> None:
    state = table("#1 Ann > Bob", "#2 Dee > Cid rot double-and-thrice", Bob=[LEFT], Cid=[RIGHT])
    picture = state.game.scene(state.view(TABLE))
    said = words(picture)
    assert "Bob -1, Ann +1" in said
    assert "#2 Rot, Double & Thrice" in said
    assert "Cid -3, Dee +2" in said
    assert icons(picture, "hexes").count("hex") == 2
    assert [i for i in icons(picture, "hexes") if i.startswith("effect")] == ["effect_rot", "effect_double_thrice"]
    assert {s.id for s in picture.spots} == {"Ann", "Bob", "Cid", "Dee", "#1", "#2"}
    assert "Hex #2 goes from Dee to Cid, with Rot, Double & Thrice." in picture.desc


def test_two_hexes_on_one_way_lie_apart() -> None:
    state = table("#1 Ann > Bob rot", "#2 Ann > Bob rot", "#3 Ann > Bob", Bob=[LEFT])
    for width in ("wide", "narrow"):
        spots = {s.id: s for s in state.game.scene(state.view(TABLE), width=width).spots}
        for a, b in (("#1", "#2"), ("#2", "#3"), ("#1", "#3")):
            far = (spots[a].x - spots[b].x) ** 2 + (spots[a].y - spots[b].y) ** 2
            assert far > (30 if width == "wide" else 20) ** 2


def test_what_a_hex_costs_is_doubled_in_a_tie_breaker() -> None:
    state = table("#1 Ann > Bob", round=6, Bob=[LEFT])
    assert "Bob -2, Ann +2" in words(state.game.scene(state.view(TABLE)))


def test_the_viewer_sits_at_the_bottom_and_the_next_one_to_the_left() -> None:
    state = table("#1 Ann > Bob", made=game(players=5), Bob=[LEFT])
    spots = {s.id: s for s in state.game.scene(state.view(2)).spots}
    assert spots["Cid"].y == max(s.y for s in spots.values())
    assert spots["Dee"].x < spots["Cid"].x < spots["Bob"].x


def test_a_hex_that_goes_off_shows_whom_it_hit_and_what_it_cost() -> None:
    state = table("#1 Ann > Bob rend", "#2 Dee > Cid", Bob=[], Cid=[LEFT], Dee=[LEFT], Ann=["null"])
    events = do(state, "Cid: turn-aside-left")
    events += do(state, "Ann: pass") if not any(e.kind == "hexed" for e in events) else []
    picture = state.game.scene(state.view(TABLE), events=events)
    said = words(picture)
    assert "#1 went off" in said
    assert "Hexed" in said
    assert {"-2", "+1"} <= set(said)
    assert "Bob loses 2 Voice" in picture.desc


def test_after_a_duck_the_arrow_still_comes_from_the_sender() -> None:
    state = table("#1 Ann > Bob", Bob=["duck", LEFT], Ann=[LEFT], Cid=[LEFT])
    events = do(state, "Bob: duck")
    plain, told = state.game.scene(state.view(TABLE)), state.game.scene(state.view(TABLE), events=events)
    assert "Hex #1, still sent by Ann, goes from Bob to Cid." in told.desc
    assert plain.layer("hexes") != told.layer("hexes")  # a thin line shows the way by Bob
    assert "Hex #1 goes from Ann to Cid." in state.game.scene(state.view(TABLE)).desc
    assert "Cid -1, Ann +1" in words(state.game.scene(state.view(TABLE)))


def test_the_race_and_the_winner_are_told() -> None:
    state = table("#1 Ann > Bob", Bob=["hex-hex-next", LEFT], Ann=[LEFT], round=5)
    do(state, "Bob: hex-hex-next")
    assert "Who is the last?" in words(state.game.scene(state.view(TABLE)))
    state = table("#1 Ann > Bob", Bob=[], Ann=[LEFT], round=5)
    picture = state.game.scene(state.view(TABLE))
    assert picture.title == "The game is over, Ann wins"
    assert "Wins" in words(picture)


def test_no_picture_or_list_shows_what_a_seat_may_not_know() -> None:
    one = table("#1 Ann > Bob", "#2 Ann > Cid", Bob=[LEFT, "rot"], Cid=["duck", ACROSS], Ann=[RIGHT])
    two = table("#1 Ann > Bob", "#2 Ann > Cid", Bob=["null", ACROSS], Cid=["thine", LEFT], Ann=[RIGHT])
    for seat in (0, None):
        a, b = one.view(seat), two.view(seat)
        assert svg(one.game.scene(a)) == svg(two.game.scene(b))
        assert a.panels() == b.panels()
        assert one.game.trays(a) == two.game.trays(b)
    assert svg(one.game.scene(one.view(1))) != svg(two.game.scene(two.view(1)))


def test_a_card_that_was_readied_unseen_is_shown_to_its_player_alone() -> None:
    state = table("#1 Ann > Bob", "#2 Ann > Cid", Bob=[LEFT, "rot"], Cid=["duck", ACROSS], Ann=[RIGHT])
    before = {seat: svg(state.game.scene(state.view(seat))) for seat in (0, 2, None)}
    events = do(state, "Bob: rot > Dee")
    for seat, drawn in before.items():
        seen = tuple(e for e in events if e.visible_to(seat))
        assert svg(state.game.scene(state.view(seat), events=seen)) == drawn
    assert "Chosen: Rot" in words(state.game.scene(state.view(1)))


def test_standing_effects_charm_and_laws_are_written_beside_those_they_bind() -> None:
    made = game(laws=("elbow",))
    bob = {"hand": [LEFT], "standing": ["shackle > Dee"], "charmed_by": ["Ann"]}
    state = table("#1 Ann > Bob", made=made, Bob=bob)
    said = words(state.game.scene(state.view(TABLE)))
    assert "Shackle: Dee" in said
    assert "Charm: not Ann" in said
    assert "elbow" in said


def test_chosen_places_possible_places_and_refusals_are_ringed() -> None:
    state = table("#1 Ann > Bob", "#2 Ann > Bob", Bob=[LEFT, "rot"])
    view = state.view(TABLE)
    plain = state.game.scene(view)
    for options in ({"selected": "#1"}, {"targets": {"Cid": 1, "#2": 1}}, {"refused": ["Ann", "#1"]}, {"hover": "Dee"}):
        assert state.game.scene(view, **options) != plain
    assert icons(state.game.scene(view, refused=["Ann", "#1"]), "marks").count("mark_illegal") == 2
    assert state.game.scene(view, selected=["#9", "nobody"]).layers == plain.layers


@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize("width", ["wide", "narrow", 700, 1200])
def test_pictures_of_one_game_have_one_size_and_can_be_read(players: int, width: str | int) -> None:
    made = game(players=players)
    hexes = ["#1 Ann > Bob rend", "#2 Bob > Cid rot double-and-thrice", "#3 Cid > Ann maddening-fixation"]
    hand = [LEFT, RIGHT, ACROSS, "maddening-fixation", "knock-aside-right", "absorb"]
    state = table(*hexes, made=made, **{name: hand[: 6 - i] for i, name in enumerate(made.seats)})
    pictures = [made.scene(state.view(s), width=width) for s in (TABLE, None, *range(players))]
    assert len({(p.width, p.height) for p in pictures}) == 1
    for picture in pictures:
        assert misfits(picture) == []
        assert len(svg(picture)) < 60_000


def test_a_width_that_is_none_is_refused() -> None:
    state = table("#1 Ann > Bob", Bob=[LEFT])
    with pytest.raises(ValueError, match="wide or narrow"):
        state.game.scene(state.view(TABLE), width="huge")


# -- the book's small pictures -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", card_set("both").cards)
def test_every_card_can_be_drawn_and_says_what_is_ours(name: str) -> None:
    card = card_set("both").cards[name]
    picture = diagrams.card_scene(name)
    assert misfits(picture) == []
    assert card.text in picture.desc
    ours = set(card.reconstructed) - {"copies"}
    assert ("Reconstruction" in words(picture)) == bool(ours)


def test_printed_cards_carry_no_badge_and_invented_words_do() -> None:
    assert "Reconstruction" not in words(diagrams.card_scene("rot"))
    assert "Reconstruction" in words(diagrams.card_scene("command"))


@pytest.mark.parametrize("kind", ["left", "right", "across"])
@pytest.mark.parametrize("players", ["3", "4", "5", "6"])
def test_deflections_name_who_gets_the_hex(kind: str, players: str) -> None:
    picture = diagrams.deflection_scene(kind, players)
    assert misfits(picture) == []
    last = ["Bob", "Cid", "Dee", "Eve", "Fay"][int(players) - 2]
    expected = {"left": "goes to Bob.", "right": f"goes to {last}."}.get(kind)
    if expected:
        assert expected in picture.desc
    elif players == "4":
        assert "goes to Cid." in picture.desc
    elif players == "3":
        assert "to Bob or Cid, as Ann chooses" in picture.desc


def test_the_other_small_pictures() -> None:
    drawn = [diagrams.sequence_scene(k) for k in ("round", "step", "hexed")]
    drawn += [diagrams.table_scene(n) for n in "3456"] + [diagrams.round_scene(n) for n in "3456"]
    drawn += [diagrams.kinds_scene(), diagrams.seats_scene(), diagrams.tokens_scene(), diagrams.track_scene("0")]
    drawn += [diagrams.hex_scene(), diagrams.hex_scene("rot", "rend", "double-and-thrice", "double-and-thrice")]
    drawn.append(diagrams.cards_scene("rot", "absorb", "pox", "bind"))
    for picture in drawn:
        assert misfits(picture) == []
        assert picture.title
        assert picture.desc
    # twice doubled and thriced, and rent: 1 + 2 + 2 + 1 lost, 1 + 1 + 1 gained
    assert {"Hexed: -6 Voice", "Sender: +3 Voice"} <= set(words(drawn[-2]))


def test_small_pictures_say_what_would_be_right() -> None:
    with pytest.raises(KeyError, match="there are turn-aside-left"):
        diagrams.card_scene("fireball")
    with pytest.raises(ValueError, match="from 3 to 6"):
        diagrams.table_scene("7")
    with pytest.raises(ValueError, match="no dot"):
        diagrams.hex_scene("duck")
    with pytest.raises(ValueError, match="left, right or across"):
        diagrams.deflection_scene("up")
    with pytest.raises(KeyError, match="round, step, hexed"):
        diagrams.sequence_scene("war")
