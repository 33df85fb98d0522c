"""The map as a picture, the panels beside it, the small pictures, and passing that leaks nothing."""

from __future__ import annotations

import pytest

from hexlib.draw.scene import Icon, Path, Scene, Text
from hexlib.draw.svg import svg
from hexlib.draw.text import misfits
from hexlib.game import TABLE, NotationError, Rng
from hexlib.hexygame import diagrams
from hexlib.hexygame.board import FIELDS, MAPS
from hexlib.hexygame.game import HexyGame
from hexlib.hexygame.picture import scene
from hexlib.hexygame.state import HexyState
from tests.hexygame.helpers import GAME, play, position, random_position


def duel() -> HexyState:
    return position(
        blue={"d4": {"card": "wolf", "die": 1}, "e5": {"card": "bear", "die": 1}, "e2": "forge"},
        orange={"d5": "duellist", "e8": "spire"},
        b={"hand": ["spark", "brute"], "energy": {"red": 3, "green": 3}},
        o={"hand": ["gust", "negate"], "energy": {"violet": 3}},
    )


def shapes(picture: Scene, layer: str, kind: type) -> list[object]:
    found = picture.layer(layer)
    assert found is not None
    return [s for s in found.shapes if isinstance(s, kind)]


def texts(picture: Scene, layer: str) -> list[str]:
    return [s.text for s in shapes(picture, layer, Text)]  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", ["small", "standard", "large"])
@pytest.mark.parametrize("width", ["wide", "narrow"])
def test_every_field_is_a_place_to_point_at(name: str, width: str) -> None:
    state = HexyGame(map=name).position({"turn": 3, "pieces": {"Blue": {"d2": "forge"}}})
    picture = scene(state.view(TABLE), width=width)
    assert [s.id for s in picture.spots] == [FIELDS[f] for f in MAPS[name].fields]
    assert {s.kind for s in picture.spots} == {"field"}
    said = {s.id: s.label for s in picture.spots}
    assert said["d2"] == "d2, Blue's Forge, building, attack 0, defense 2, 3 points"
    assert said["d3"] == "d3, empty, in the Sphere of Influence of Blue"
    assert "Flag" in said[FIELDS[MAPS[name].flags[1]]]
    for spot in picture.spots:
        found = picture.spot_at(spot.x, spot.y)
        assert found is not None
        assert found.id == spot.id
    assert svg(picture) == svg(scene(state.view(TABLE), width=width))


def test_a_card_shows_its_owner_and_its_numbers() -> None:
    state = position(
        blue={"d4": {"card": "wolf", "points": 2, "die": 1}}, orange={"d6": {"card": "fire-drake", "points": 4}}
    )
    picture = scene(state.view(TABLE))
    owners = {i.name: i.seat for i in shapes(picture, "pieces", Icon) if i.base}  # type: ignore[attr-defined]
    assert set(owners) == {"creature"}
    bases = [i.seat for i in shapes(picture, "pieces", Icon) if i.base]  # type: ignore[attr-defined]
    assert sorted(bases) == [0, 1]
    icons = [i.name for i in shapes(picture, "pieces", Icon)]  # type: ignore[attr-defined]
    assert icons.count("die_1") == 1
    assert "flying" in icons
    # wolf: 2/0 with two points; fire drake: 3/1 with four
    assert texts(picture, "pieces") == ["3", "1", "4", "Fire Drake", "2", "0", "2", "Wolf"]
    assert texts(scene(state.view(TABLE), width="narrow"), "pieces") == ["3", "1", "4", "2", "0", "2"]


def test_who_has_no_action_left_shows_it() -> None:
    state = position(blue={"d4": {"card": "wolf", "die": 0}, "e2": "forge"}, orange={"d6": "bear"})
    picture = scene(state.view(TABLE))
    empty = [p for p in shapes(picture, "pieces", Path) if p.dash]  # type: ignore[attr-defined]
    assert len(empty) == 1  # the wolf's; a forge has no actions, and it is not Orange's turn
    assert "d4, Blue's Wolf, creature, attack 2, defense 0, 3 points, no die" in [s.label for s in picture.spots]


def test_the_stack_is_on_the_map_too() -> None:
    state = play(duel(), "cast brute@f2", "pass", "cast gust@d4>c4", "pass")
    picture = scene(state.view(TABLE))
    assert [t for t in texts(picture, "marks") if t.startswith("#")] == ["#1", "#2"]
    chips = {s.text: s for s in shapes(picture, "marks", Text) if s.text.startswith("#")}  # type: ignore[attr-defined]
    spots = {s.id: s for s in picture.spots}
    assert abs(chips["#1"].x - spots["f2"].x) < 1  # type: ignore[attr-defined]
    assert abs(chips["#2"].x - spots["d4"].x) < 1  # type: ignore[attr-defined]
    assert not [t for t in texts(scene(state.view(TABLE), stack=False), "marks") if t.startswith("#")]


def test_names_that_are_no_field() -> None:
    view = duel().view(TABLE)
    assert "mark_illegal" in [i.name for i in shapes(scene(view, refused=["e4", "spark"]), "marks", Icon)]  # type: ignore[attr-defined]
    with pytest.raises(NotationError):
        scene(view, selected="z9")
    with pytest.raises(ValueError, match="not a width"):
        scene(view, width="huge")


def test_words_in_pictures_can_be_read() -> None:
    for seed in range(12):
        rng = Rng(seed)
        state = random_position(GAME, rng)
        for _ in range(8):
            if state.is_terminal():
                break
            for width in ("wide", "narrow"):
                assert misfits(scene(state.view(TABLE), width=width)) == []
            state.push(rng.choice(state.legal_actions()))


@pytest.mark.parametrize("name", GAME.cards.names)
def test_every_card_fits_its_picture(name: str) -> None:
    card = GAME.cards[name]
    picture = diagrams.card_scene(name)
    assert misfits(picture) == []
    words = texts(picture, "picture")
    assert card.title in words
    assert "Reconstruction" in words
    assert max(s.y for s in shapes(picture, "picture", Text)) <= picture.height - 12  # type: ignore[attr-defined]
    if card.is_board:
        assert f"Points {card.points}" in words
    bottom = [t.y for t in shapes(picture, "picture", Text) if t.text in card.text]  # type: ignore[attr-defined]
    assert all(y < 415 for y in bottom)  # the line above the foot lies at 413


@pytest.mark.parametrize(
    "picture",
    [
        "piece troll 2 1", "keyword flying", "keywords", "energy", "dice", "key", "map small", "map large", "sphere",
        "sphere flag", "attack plain", "attack counter", "attack ambush", "attack ambush-counter", "phases",
        "phases end", "stack", "stack Blue:move:Wolf Orange:winning", "priority",
    ],
)  # fmt: skip
def test_small_pictures(picture: str) -> None:
    kind, *words = picture.split()
    made = getattr(diagrams, f"{kind}_scene")(*words)
    assert misfits(made) == []
    assert made.title
    assert len(made.desc) > 20
    assert svg(made).startswith("<svg")


def test_small_pictures_refuse_other_words() -> None:
    for kind, word in (("card", "dragon"), ("keyword", "deathtouch"), ("attack", "sneaky"), ("map", "round")):
        with pytest.raises(KeyError):
            getattr(diagrams, f"{kind}_scene")(word)
    for kind, word in (("stack", "Green:wizardry:Gust"), ("phases", "upkeep"), ("sphere", "all"), ("piece", "gust")):
        with pytest.raises(ValueError, match=f"(?i){word}"):
            getattr(diagrams, f"{kind}_scene")(word)


# -- panels ------------------------------------------------------------------------------------------------------------


def test_the_stack_panel_says_it_all() -> None:
    """Brute below, Gust on the wolf above it: the top is the first line."""
    state = play(duel(), "cast brute@f2", "pass", "cast gust@d4>c4")
    stack, may = state.view(TABLE).panels()
    assert stack.kind == "stack"
    assert [(line.label, line.seat, line.icon) for line in stack.lines] == [
        ("#2", 1, "wizardry"),
        ("#1", 0, "creature"),
    ]
    assert stack.lines[0].text == "Orange casts Gust (wizardry)"
    assert stack.lines[0].notes[0] == "Aimed at Blue's Wolf on d4, to be put on c4."
    assert stack.lines[0].notes[-1] == "Resolves next."
    assert stack.lines[1].notes == ("It will enter on f2.",)
    assert stack.foot.startswith("Blue has priority. If Blue passes, Orange has priority; if both pass, #2 resolves")
    assert may.lines[0].label == "Blue"
    assert "Cast: Spark." in may.lines[0].notes
    # what stands in the pools says the score strip; a Spire of three points and Negate in the hand could give more
    assert may.lines[1].notes == ("Energy to be had: 3 violet from Spire on e8, 1 colourless from 1 card of the hand.",)
    assert may.foot == "Energy that is left in a pool is lost at the end of the phase."


def test_the_panel_knows_what_has_become_of_a_target() -> None:
    """A counterstrike with combat priority, and a hex that fills up before its spell resolves."""
    state = play(duel(), "attack d4>d5", "pass", "counter d5>d4 pay energy")
    line = state.view(TABLE).panels()[0].lines[0]
    assert line.text == "Blue attacks Orange's Duellist on d5 with Wolf on d4"
    # wolf 2 against 0; duellist 3 against 0, with combat priority
    assert line.notes == (
        "Attack 2 less defense 0: 2 points are lost.",
        "Counterstrike on Blue's Wolf on d4: attack 3 less defense 0: 3 points are lost.",
        "The counterstrike comes first.",
        "Resolves next.",
    )
    filled = position(
        blue={"e2": "forge"}, orange={"e8": "spire", "f3": {"card": "sprite", "die": 1}}, b={"energy": {"red": 3}},
        stack=["Blue cast brute@f2", "Orange move f3-f2"],
    )  # fmt: skip
    play(filled, "pass", "pass")
    assert filled.view(0).panels()[0].lines[0].notes[0] == "f2 is taken by now: it cannot enter there."


def test_who_puts_triggers_in_order_may_do_nothing_else() -> None:
    """Two Lookouts of Orange's beside Blue's Bear and two Mulches of Blue's, at the beginning of Blue's Cleanup."""
    state = position(
        blue={"d2": "mulch", "f2": "mulch", "e2": "grove", "d4": "bear"},
        orange={"d5": "lookout", "e5": "lookout", "e8": "spire"},
        o={"hand": ["gust"], "energy": {"violet": 3}},
    )
    play(state, "pass", "pass")
    for who, other, action in (("Blue", "Orange", "order d2 1"), ("Orange", "Blue", "order d5 1")):
        _, waiting, may = state.view(TABLE).panels()
        assert waiting.title == "Waiting to go on the stack"
        assert [line.label for line in may.lines] == [who, other]
        assert may.lines[0].text == (
            "puts the waiting abilities in order; in the Cleanup Phase nobody does anything else."
        )
        assert may.lines[0].rules == ("hexy.cleanup.no_play",)
        assert may.lines[1].text == f"waits until {who} has put them in order."
        # nobody may pass, cast or take energy here
        assert may.lines[0].notes == may.lines[1].notes == ()
        play(state, action)
    assert "order" not in str(state.view(TABLE).panels()[-1])


def test_joining_is_offered_to_those_who_have_somebody_to_join_with() -> None:
    """The Bear on e5 touches d5. With its die it could join the Wolf; without one nobody could."""
    for die, words in (
        (1, "may join the attack, cast wizardries, use abilities, take energy, or pass."),
        (0, "may cast wizardries, use abilities, take energy, or pass."),
    ):
        state = position(
            blue={"d4": {"card": "wolf", "die": 1}, "e5": {"card": "bear", "die": die}, "e2": "forge"},
            orange={"d5": "duellist", "e8": "spire"},
            b={"energy": {"red": 3, "green": 3}},
        )
        play(state, "attack d4>d5")
        assert state.view(None).panels()[1].lines[0].text == words


def test_striking_back_is_offered_where_the_card_reaches_an_attacker() -> None:
    """A Duellist of distance one strikes back at the Wolf beside it, not at an Archer two hexes away."""
    for card, field, first in (("wolf", "d4", "strike back"), ("archer", "d3", "cast wizardries")):
        state = position(
            blue={field: {"card": card, "die": 1}, "e2": "forge"},
            orange={"d5": "duellist", "e8": "spire"},
            b={"energy": {"red": 3, "green": 3}},
        )
        play(state, f"attack {field}>d5", "pass")
        assert state.view(None).panels()[1].lines[0].text.startswith(f"may {first}")


def test_what_will_happen_if_both_pass_does_happen() -> None:
    """The foot's promise about the stack, against what two passes do."""
    checked = 0
    for seed in range(40):
        rng = Rng(seed)
        state = random_position(GAME, rng)
        for _ in range(20):
            if state.is_terminal():
                break
            foot = state.view(None).panels()[0].foot
            if state.stack and f"#{len(state.stack)} resolves" in foot and not state.pending:
                after, events = state.clone(), []
                for _ in range(2 - state.passes):
                    events += after.apply_action(GAME.parse_action("pass"))
                assert [e.kind for e in events].count("resolve") >= 1
                checked += 1
            state.push(rng.choice(state.legal_actions()))
    assert checked > 100


def test_panels_and_passing_do_not_depend_on_what_cannot_be_seen() -> None:
    for seed in range(30):
        rng = Rng(seed)
        state = random_position(GAME, rng)
        for _ in range(10):
            if state.is_terminal():
                break
            twin = state.clone()
            for seat in (0, 1):
                cards = [rng.below(len(GAME.cards)) for _ in state.hand[seat]]
                twin.hand[seat] = tuple(sorted(cards))
            assert state.view(None).panels() == twin.view(None).panels()
            assert svg(scene(state.view(None))) == svg(scene(twin.view(None)))
            asked = state.current_player()
            # neither a pass by itself nor a pause tells anything of the hand
            assert GAME.automatic(state.view(asked)) == GAME.automatic(twin.view(asked))
            assert GAME.automatic(state.view(1 - asked)) is None
            state.push(rng.choice(state.legal_actions()))


def test_a_score_that_can_be_answered_is_not_passed_over() -> None:
    on = position(blue={"e5": "wolf", "e2": "forge"}, orange={"e8": "spire"}, o={"hand": ["gust"]}, phase="end")
    play(on, "pass")
    assert on.current_player() == 1
    assert GAME.automatic(on.view(1)) is None  # Orange may still push the wolf off the Center Point
    off = position(blue={"e6": "wolf", "e2": "forge"}, orange={"e8": "spire"}, o={"hand": ["gust"]}, phase="end")
    play(off, "pass")
    assert str(GAME.automatic(off.view(1))) == "pass"
