"""The table as a widget: the form, the curtain on the screen, keeping, examples, panels and races."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import hexwidgets
import pytest
from hexwidgets.keeping import kept_text
from hexwidgets.match import Match
from hexwidgets.parts import Kit
from hexwidgets.plans import plan
from hexwidgets.race import Race
from hexwidgets.setupform import SetupForm
from hexwidgets.tabletop import Table

from hexlib.draw.panels import panel
from hexlib.game import Line, Panel, Pick

from .conftest import Loop

KDH = "knee-deep-in-hexes"


@pytest.fixture
def table(loop: Loop) -> Iterator[Table]:
    made = hexwidgets.table(KDH, ["person", "random"], seed=3, later=loop.later, strict=True)
    yield made
    made.close()


@pytest.fixture
def two(loop: Loop) -> Iterator[Table]:
    made = hexwidgets.table(KDH, ["person", "person"], seed=3, later=loop.later, strict=True)
    yield made
    made.close()


def shown(widget: Any) -> bool:
    return "hx-gone" not in widget._dom_classes


def everything(widget: Any) -> str:
    """All text in the widgets under this one, the board's layers included."""
    parts = []
    for name in ("value", "description", "tooltip", "options", "placeholder"):
        if name in widget.traits():
            parts.append(str(getattr(widget, name)))
    if shown(widget):
        parts += [everything(child) for child in getattr(widget, "children", ())]
        return " ".join(parts)
    return ""


def test_the_form_comes_first_and_starts_a_game(loop: Loop) -> None:
    table = hexwidgets.table(KDH, later=loop.later, strict=True)
    assert shown(table.form_box)
    assert not shown(table.game_box)
    assert table.kept == ""
    table.form.seats[1].value = "random"
    table.form.options["board"].value = "modular"
    table.form.seed.value = "12"
    table.form.start_button.click()
    loop.run()
    assert not shown(table.form_box)
    assert table.match.plan.seats == ("person", "random")
    assert table.match.plan.seed == 12
    assert table.match.game.board == "modular"
    assert table.match.to_act == 0
    table.close()


def test_a_bad_seed_is_answered_in_the_form(loop: Loop) -> None:
    table = hexwidgets.table(KDH, later=loop.later)
    table.form.seed.value = "lucky"
    table.form.start_button.click()
    assert "not a whole number" in table.form.about.value
    assert not table.playing
    table.close()


@pytest.mark.parametrize("game", ["hexygame", "hex-hex-next", KDH])
def test_the_form_knows_every_games_options_and_rulings(game: str) -> None:
    started: list[Any] = []
    form = SetupForm(Kit(), plan(game), lambda call: call(), started.append)
    for option in form.game.options():
        form.options[option.name].value = option.choices[-1][0]
    switch = next(value for _, value in form.ruling.options if value)
    form.ruling.value = switch
    other = next(value for _, value in form.reading.options if value != form.reading.value)
    form.reading.value = other
    assert "Other than the book" in form.about.value
    form.start_button.click()
    made = started[0]
    assert made.rulings == {switch: other}
    assert made.game.rulings[switch] == other
    assert [made.game.options()[i].default for i in range(len(form.options))] == [
        option.choices[-1][0] for option in form.game.options()
    ]


def test_seats_follow_the_number_of_players_and_windows_ask_all_where_hands_are_hidden() -> None:
    form = SetupForm(Kit(), plan("hex-hex-next"), lambda call: call(), lambda made: None)
    assert form.options["asks_all"].value == "no"
    form.options["players"].value = "6"
    assert [shown(seat) for seat in form.seats] == [True] * 6
    assert form.seats[5].description == "Fay"
    form.seats[1].value = "person"
    assert form.options["asks_all"].value == "yes"
    form.hands.value = True
    assert form.options["asks_all"].value == "no"
    form.options["players"].value = "3"
    assert [shown(seat) for seat in form.seats] == [True] * 3 + [False] * 3


def test_a_game_goes_on_by_the_loop_and_is_kept(table: Table, loop: Loop) -> None:
    loop.run()
    assert table.match.to_act == 0
    table.entry.choose_button.click()
    loop.run()
    assert table.match.to_act == 0
    assert table.kept == kept_text(table.match)
    again = hexwidgets.table(KDH, text=table.kept, later=loop.later, strict=True)
    assert str(again.match._live()) == str(table.match._live())
    again.close()


def test_the_curtain_shows_no_card_anywhere_on_the_screen(two: Table, loop: Loop) -> None:
    loop.run()
    first = two.match.curtain
    assert first is not None
    name = two.match.game.seats[first]
    assert two.show_me.description == f"I am {name}, show me"
    titles = [two.match.game.cards[card].title for card in two.match._live().hand[first]]
    assert not any(title in everything(two) for title in titles)
    assert not shown(two.entry.box)
    assert two.eyes._dom_classes
    two.show_me.click()
    assert shown(two.entry.box)
    two.entry.choose_button.click()  # keep
    loop.run()
    assert two.match.curtain == 1 - first
    assert not any(title in everything(two) for title in titles)
    two.show_me.click()
    two.hide_button.click()
    assert shown(two.curtain_box)


def test_texts_to_go_on_with_and_to_pass_on(two: Table, loop: Loop) -> None:
    two.show_me.click()
    two.entry.choose_button.click()
    two.keep_button.click()
    assert shown(two.texts)
    _press(two, "To pass on")
    assert "seed" not in two.text.value
    assert "download=" in two.download.value
    _press(two, "To go on later")
    assert "seed" in two.text.value
    kept = two.text.value
    two.text.value = kept.replace('"keep"', '"fly"')
    two.strict = False
    _press(two, "Load this text")
    assert "fly" in two.text_note.value
    assert "line" in two.text_note.value
    two.text.value = kept
    _press(two, "Load this text")
    assert not shown(two.texts)
    assert len(two.match.turns) == 1


def _press(table: Table, text: str) -> None:
    next(b for b in table.text_buttons.children if b.description == text).click()


def test_an_example_of_the_game_and_back(table: Table, loop: Loop) -> None:
    loop.run()
    table.entry.choose_button.click()
    loop.run()
    board = str(table.match._live())
    table.example_button.click()
    assert table.example is not None
    assert not shown(table.game_box)
    assert table.example.controller.frames
    table.back_button.click()
    assert table.example is None
    assert shown(table.game_box)
    assert str(table.match._live()) == board


def test_looking_back_by_buttons(table: Table, loop: Loop) -> None:
    loop.run()
    table.entry.choose_button.click()
    loop.run()
    first, back, forward, now = table.steps
    assert now.disabled
    back.click()
    assert table.match.reviewing is not None
    assert "Looking back" in table.status.value
    first.click()
    assert first.disabled
    forward.click()
    now.click()
    assert table.match.reviewing is None


def test_a_new_game_leaves_the_old_one_at_hand(table: Table, loop: Loop) -> None:
    loop.run()
    table.entry.choose_button.click()
    loop.run()
    turns = len(table.match.turns)
    table.new_button.click()
    assert shown(table.form_box)
    assert not loop.jobs
    table.resume_button.click()
    assert len(table.match.turns) == turns


def test_a_file_keeps_the_game(tmp_path: Path, loop: Loop) -> None:
    file = tmp_path / "evening.toml"
    table = hexwidgets.table(KDH, ["person", "random"], seed=3, file=file, later=loop.later, strict=True)
    loop.run()
    table.entry.choose_button.click()
    loop.run()
    table.close()
    again = hexwidgets.table(KDH, file=file, later=loop.later, strict=True)
    assert again.playing
    assert str(again.match._live()) == str(table.match._live())
    again.close()


def test_closing_stops_the_thinking(loop: Loop) -> None:
    table = hexwidgets.table(KDH, ["random", "random"], later=loop.later)
    assert loop.jobs
    table.close()
    assert not loop.jobs


def test_an_error_of_the_engine_is_shown_and_not_swallowed(
    table: Table, loop: Loop, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.strict = False
    table.match.strict = False
    loop.run()

    def broken(*_: Any, **__: Any) -> Any:
        raise RuntimeError("<b>no picture</b>")

    monkeypatch.setattr(type(table.match.game), "scene", broken)
    table.refresh()
    assert "&lt;b&gt;no picture" in table.messages.value


def test_a_stack_is_drawn_as_a_stack_and_everything_is_escaped() -> None:
    top = Line("#2", "Gust <at> d4", seat=1, notes=("aims at d5",), rules=("hexy.stack.lifo",))
    html = panel(Panel("stack", "Stack", (top, Line("#1", "Quarry", seat=0)), "Blue has priority."), str)
    assert html.index("#2") < html.index("#1")
    assert "hx-stack" in html
    assert "&lt;at&gt;" in html
    assert "Blue has priority." in html
    assert "--hx-depth:0" in html
    assert "--hx-depth:1" in html
    assert "empty" in panel(Panel("stack", "Stack"), str)
    assert "hx-stack" not in panel(Panel("list", "Round", (top,)), str)


def test_a_line_of_a_panel_can_be_picked(table: Table, loop: Loop, monkeypatch: pytest.MonkeyPatch) -> None:
    loop.run()
    pick = table.match.choices()[0]
    lines = (Line("Now", "this", pick=pick), Line("Not", "that", pick=Pick("button", "nothing")))
    monkeypatch.setattr(type(table.match.view), "panels", lambda self: (Panel("list", "Here", lines),))
    table.refresh()
    buttons = table.panels._made[0][1].box.children
    assert [b.description for b in buttons] == ["Now this"]
    turns = len(table.match.turns)
    buttons[0].click()
    assert len(table.match.turns) == turns + 1


# ---- the race ---------------------------------------------------------------------------------


def test_the_last_one_left_loses() -> None:
    race = Race((0, 2, 3))
    race.signal()
    race.press(3)
    race.press(3)
    assert race.loser is None
    race.press(0)
    assert race.phase == "over"
    assert race.loser == 2


def test_one_false_start_is_forgiven_and_the_second_loses() -> None:
    race = Race((0, 1))
    race.press(1)
    assert race.phase == "false"
    race.press(0)
    race.again()
    race.signal()
    assert race.phase == "go"
    race = Race((0, 1))
    race.press(1)
    race.again()
    race.press(1)
    assert race.loser == 1


def test_a_race_on_the_screen(table: Table, loop: Loop) -> None:
    loop.run()
    lost: list[int] = []
    race = table.race
    race.on_lost = lost.append
    race.show([(0, Any), (1, Any)], ("Ann", "Bob"), ("person", "person"), 7)  # type: ignore[list-item]
    assert shown(race.box)
    assert [b.description for b in race.declare.box.children] == ["Ann was the last", "Bob was the last"]
    race.start_button.click()
    assert race.track is not None
    assert [spot.id for spot in race.track.scene.spots] == ["Ann", "Bob"]
    loop.jobs.pop(0)()  # the signal
    assert "NOW" in race.words.value
    race.track._key("2")
    assert lost == [0]
    race.show([], ("Ann", "Bob"), ("person", "person"), 8)
    assert not shown(race.box)


def test_a_match_of_one_person_does_not_race() -> None:
    m = Match(plan("hex-hex-next", ["person", "random", "random"], seed=1))
    assert m.racers() == ()


# -- the keyboard's focus, and words beside the cards ------------------------------------------------------------------


def focused(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The widgets that are given the focus from now on."""
    from ipywidgets import DOMWidget

    given: list[Any] = []
    monkeypatch.setattr(DOMWidget, "focus", lambda self: given.append(self))
    return given


def test_the_entry_stays_while_an_opponent_decides(table: Table, loop: Loop, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is off or gone drops the focus to the top of the page, so nothing is; pressing it is answered."""
    loop.run()
    table.entry.choose_button.click()  # keep
    loop.run()
    given = focused(monkeypatch)
    hand = [b.description for b in table.entry.hand.box.children]
    assert hand
    table.match.type_text("end")
    table.match.type_text("end")  # no marker
    assert table.match.to_act == 1
    assert shown(table.entry.box)
    assert "hx-waits" in table.entry.box._dom_classes
    assert not table.entry.choose_button.disabled
    assert [b.description for b in table.entry.hand.box.children] == hand
    turns = len(table.match.turns)
    table.entry.choose_button.click()
    assert len(table.match.turns) == turns
    assert "Gondwana (random) decides now" in table.messages.value
    loop.run()
    assert table.match.to_act == 0
    assert "hx-waits" not in table.entry.box._dom_classes
    assert given == []  # the button was there all the time


def test_a_button_that_vanishes_hands_the_focus_on(two: Table, loop: Loop, monkeypatch: pytest.MonkeyPatch) -> None:
    loop.run()
    given = focused(monkeypatch)
    two.show_me.click()
    assert given == [two.entry.choose_button]  # the curtain rises, and its button with it
    two.entry.choose_button.click()
    loop.run()
    assert given[1:] == [two.show_me]  # it falls again
    two.show_me.click()
    given.clear()
    two.steps[0].click()  # First: there is nothing before the start
    assert two.steps[0].disabled
    assert given == [two.steps[2]]  # Forward


def test_a_reader_who_has_gone_elsewhere_keeps_the_focus(
    two: Table, loop: Loop, monkeypatch: pytest.MonkeyPatch
) -> None:
    loop.run()
    two.show_me.click()
    given = focused(monkeypatch)
    two.match.type_text("keep")  # typed on, not pressed
    loop.run()
    assert given == []


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("hexygame", "Wizardry, costs nothing. Add 1 red energy to your pool. A reconstruction."),
        ("hex-hex-next", "With a Hex before you."),
        (KDH, "War card."),
    ],
)
def test_the_cards_of_the_hand_tell_what_they_do(game: str, words: str, loop: Loop) -> None:
    table = hexwidgets.table(game, ["person", "random"], seed=5, later=loop.later, strict=True)
    loop.run()
    entry = table.entry
    assert shown(entry.about_button)
    assert not shown(entry.about)
    entry.about_button.click()
    assert shown(entry.about)
    assert words in entry.about.value
    assert entry.about.value.count("<dt>") == len(entry.hand.box.children) + len(entry.supply.box.children)
    entry.about_button.click()
    assert not shown(entry.about)
    table.close()


def test_two_of_the_same_card_are_one_button_that_says_so(loop: Loop) -> None:
    table = hexwidgets.table("hexygame", ["person", "random"], seed=5, later=loop.later, strict=True)
    loop.run()
    hand = table.match.view.hand(0)  # type: ignore[attr-defined]
    number = {name: hand.count(name) for name in hand}
    assert max(number.values()) > 1
    cards = table.match.game.cards  # type: ignore[attr-defined]
    assert [b.description for b in table.entry.hand.box.children] == [
        cards[name].title + (f" \N{MULTIPLICATION SIGN}{n}" if n > 1 else "") for name, n in number.items()
    ]
    table.close()
