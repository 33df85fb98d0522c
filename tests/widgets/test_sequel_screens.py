"""What follows a game, on the screen: forms, buttons and what goes on by itself."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import hexwidgets
import pytest
from hexwidgets.keeping import fitting, kept_text, restored
from hexwidgets.match import Match
from hexwidgets.parts import Kit
from hexwidgets.plans import Plan, plan
from hexwidgets.sequels import again, proposed, sequel_of
from hexwidgets.setupform import SetupForm
from hexwidgets.tabletop import Table

from hexlib.knee_deep.deckbuilder import DeckBuilder
from hexlib.knee_deep.state import KneeDeepState

from .conftest import Loop
from .test_sequels import HEXHEX, HEXY, KDH, SETUP, laws, series, set_up, winner
from .test_table import everything, shown


def test_the_form_begins_with_a_set_up() -> None:
    started: list[Plan] = []
    form = SetupForm(Kit(), plan(KDH, ["person", "greedy"]), lambda call: call(), started.append)
    assert [shown(form.options[name]) for name in ("bukseon", "gondwana", "deck", "board")] == [True] * 4
    form.way.value = SETUP
    assert [seat.description for seat in form.seats[:2]] == ["Ann", "Bob"]
    assert not shown(form._options[KDH]["deck"])
    form.options["variant"].value = "advanced"
    form.options["board"].value = "modular"
    form.start_button.click()
    assert started[0].game.name == SETUP
    assert started[0].options == {"variant": "advanced", "board": "modular"}
    assert started[0].seats == ("person", "greedy")


def test_decks_from_the_deck_builder_come_to_the_table() -> None:
    builder = DeckBuilder(("bukseon-tech", "bukseon-trickster"), "advanced")
    builder.fill()
    started: list[Plan] = []
    form = SetupForm(Kit(), plan(KDH, ["person", "greedy"]), lambda call: call(), started.append)
    assert not shown(form.texts["bukseon"])
    form.texts["bukseon"].value = "left there"
    assert form.plan().position is None  # not on show, not brought
    form.bring_button.click()
    assert shown(form.texts["bukseon"])
    with pytest.raises(ValueError, match=r"Bukseon's own deck: .*not TOML"):
        form.plan()
    form.texts["bukseon"].value = builder.text()
    form.start_button.click()
    game = Match(started[0], strict=True)
    start = game._live()
    assert isinstance(start, KneeDeepState)
    assert Counter([*start.hand[0], *start.draw[0]]) == Counter(builder.deck.cards)
    assert started[0].options["bukseon"] == "bukseon-tech+bukseon-trickster"
    assert started[0].options["deck"] == "advanced"
    assert len([*start.hand[1], *start.draw[1]]) == 25
    assert restored(fitting(kept_text(game), KDH))._live() == start
    assert Match(again(game, 3))._live().decks == start.decks  # type: ignore[attr-defined]
    form.texts["gondwana"].value = builder.text()
    with pytest.raises(ValueError, match="Gondwana's own deck: this is a deck of Bukseon"):
        form.plan()
    form.texts["gondwana"].value = ""
    form.texts["bukseon"].value = builder.text().replace("advanced", "casual")
    with pytest.raises(ValueError, match="it may not be played"):
        form.plan()
    form.way.value = SETUP
    assert not shown(form.bring_button)


@pytest.mark.parametrize("game", [HEXY, HEXHEX])
def test_a_game_with_one_way_to_begin_does_not_ask(game: str) -> None:
    form = SetupForm(Kit(), plan(game), lambda call: call(), lambda made: None)
    assert not shown(form.way)


@pytest.mark.parametrize(
    ("game", "name", "low", "high", "usual"),
    [(KDH, "scrapyard_places", 1, 46, 12), (HEXY, "turn_limit", 1, 1000, 80), (HEXHEX, "hand_size", 1, 9, 5)],
)
def test_a_ruling_that_is_a_number_has_bounds_and_says_so(
    game: str, name: str, low: int, high: int, usual: int
) -> None:
    form = SetupForm(Kit(), plan(game), lambda call: call(), lambda made: None)
    form.ruling.value = name
    assert shown(form.number)
    assert not shown(form.reading)
    assert form.number.value == str(usual)
    assert f"From {low} to {high}; the book has {usual}." in form.about.value
    form.number.value = str(high)
    assert form.plan().rulings == {name: high}
    for wrong in (str(high + 1), "-1", "many", "٣"):
        form.number.value = wrong
        assert f"a whole number from {low} to {high}" in form.about.value
        with pytest.raises(ValueError, match=f"a whole number from {low} to {high}"):
            form.plan()
    form.ruling.value = ""
    assert not shown(form.number)
    assert f"from {low} to {high}" in form.about.value
    form.ruling.value = name
    assert form.number.value == "٣"
    form.number.value = ""
    assert form.plan().rulings == {}


def test_from_the_form_through_the_set_up_into_the_game(loop: Loop) -> None:
    table = hexwidgets.table(KDH, later=loop.later, strict=True)
    table.form.way.value = SETUP
    table.form.options["variant"].value = "casual"
    table.form.seed.value = "8"
    table.form.start_button.click()
    loop.run()
    set_up(table.match)
    assert table.match.over
    assert shown(table.sequel.box)
    assert table.sequel.begin_button.description == "Begin the game"
    assert "plays Bukseon" in table.sequel.note.value
    assert not shown(table.sequel.again_button)
    seed = table.kept.partition("seed = ")[2].partition("\n")[0]
    table.sequel.begin_button.click()
    assert table.match.game.name == KDH
    assert not shown(table.sequel.box)
    assert f"seed = {seed}\n" in table.kept
    assert table.kept == kept_text(table.match)  # before anybody has done anything
    loop.run()
    assert "(Ann) decides now" in table.status.value
    table.close()


def test_a_demonstration_goes_from_the_set_up_into_the_game(loop: Loop) -> None:
    table = hexwidgets.table(KDH, later=loop.later, strict=True)
    table.form.way.value = SETUP
    for choice in table.form.seats:
        choice.value = "random"
    table.form.start_button.click()
    for _ in range(2000):
        if table.match.over:
            break
        loop.run(1)
    assert table.match.game.name == SETUP
    table.match.step(-1)
    loop.run()
    assert table.match.game.name == SETUP  # somebody looks back
    table.match.review(len(table.match.turns))
    table.match.pause(True)
    loop.run()
    assert table.match.game.name == SETUP  # somebody asks a question
    table.match.pause(False)
    loop.run(1)
    assert table.match.game.name == KDH
    assert not table.match.over
    loop.run(40)
    assert table.match.turns
    table.close()


def test_the_law_on_the_screen(loop: Loop) -> None:
    m = series(["person"] * 3)
    table = Table(m.plan, m, later=loop.later, strict=True)
    form = table.sequel
    assert shown(form.box)
    assert "lay down a law" in form.note.value
    law = form._widget(sequel_of(m).options[0])  # type: ignore[union-attr]
    name = form._made["text", "name"]
    assert not shown(name)
    law.value = "swap"
    assert "Left on a card means right" in form.told.value
    law.value = "own"
    assert shown(name)
    form.begin_button.click()
    assert "a law has a name" in form.faults.value
    assert table.match is m
    name.value = "<b>Hush</b>"
    form._made["text", "text"].value = "Say nothing."
    form._made["text", "penalty"].value = "the round ends at once"
    assert "may not end a round" in form.faults.value
    form._made["text", "penalty"].value = ""
    assert form.faults.value == ""
    assert "Say nothing." in form.told.value
    table.match.review(3)
    assert not shown(form.box)  # while somebody looks back
    table.match.review(len(m.turns))
    assert form._made["text", "text"].value in ("Say nothing.", "")
    law.value = "elbow"
    form.begin_button.click()
    assert table.match is not m
    assert laws(table.match) == ["elbow"]
    assert "Point at the Intended" in everything(table)
    table.close()


def test_an_opponents_law_on_the_screen(loop: Loop) -> None:
    m = series(["person" if s != winner(series(["person"] * 3)) else "greedy" for s in range(3)])
    table = Table(m.plan, m, later=loop.later, strict=True)
    assert "(sensible) lays down" in table.sequel.told.value
    assert not table.sequel.fields.children
    table.sequel.begin_button.click()
    assert laws(table.match) == [proposed(m, sequel_of(m))["law"]]  # type: ignore[index]
    table.close()


def test_play_again_on_the_screen(loop: Loop) -> None:
    m = Match(
        plan(HEXY, ["random", "random"], options={"map": "small"}, rulings={"turn_limit": 1}, seed=5), strict=True
    )
    m.run()
    assert m.over
    table = Table(m.plan, m, later=loop.later, strict=True)
    assert shown(table.sequel.again_button)
    assert not shown(table.sequel.begin_button)
    table.sequel.again_button.click()
    assert table.match is not m
    assert table.match.plan.seed != m.plan.seed
    assert replace(table.match.plan, seed=0) == replace(m.plan, seed=0)
    table.close()
