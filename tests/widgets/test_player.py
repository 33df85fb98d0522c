"""The player: every control reaches the controller, nothing is swallowed, everything from outside is escaped."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import hexwidgets
import pytest
from hexwidgets import markup
from hexwidgets.controller import Controller
from hexwidgets.messages import Message
from hexwidgets.player import Player
from ipywidgets import Button
from ipywidgets.widgets import widget as registry

from hexlib.game import TABLE, Pick, Reason
from hexlib.record import RecordError, load
from tests.widgets.parity import recorded
from tests.widgets.test_controller import record
from tests.widgets.toy import Row

RECORD = Path(__file__).resolve().parents[2] / "book/knee-deep-in-hexes/examples/war/step-by-step.toml"


@pytest.fixture
def player() -> Iterator[Player]:
    player = hexwidgets.play(RECORD, strict=True)
    yield player
    player.close()


@pytest.fixture
def toy() -> Iterator[Player]:
    player = Player(Controller(record(), strict=True))
    yield player
    player.close()


def shown(widget: Any) -> bool:
    return "hx-gone" not in widget._dom_classes


def names(buttons: Any) -> list[str]:
    return [b.description for b in buttons.box.children]


def press(buttons: Any, text: str) -> None:
    next(b for b in buttons.box.children if b.description == text).click()


def test_stepping_by_buttons(toy: Player) -> None:
    assert toy.back_button.disabled
    toy.next_button.click()
    assert "Where does Ann go?" in toy.question.value
    assert names(toy.answers) == ["to b", "to c"]
    assert toy.next_button.description == "Show me"
    press(toy.answers, "to c")
    assert "It is: to b." in toy.messages.value
    assert "move a-b" in toy.narration.value
    toy.next_button.click()
    toy.next_button.click()
    assert toy.next_button.disabled
    toy.back_button.click()
    assert toy.controller.at == 2


def test_lines_and_eyes_by_lists(toy: Player) -> None:
    toy.branches.index = 1
    assert toy.controller.branch == "slow"
    toy.eyes.index = 2
    assert toy.controller.seat == 1
    toy.eyes.index = 0
    assert toy.controller.seat == TABLE


def test_ways_on_are_buttons() -> None:
    player = hexwidgets.play(RECORD, step=10, strict=True)
    assert names(player.answers) == ["No War cards", "Sling alone", "Sling and War Bots"]
    press(player.answers, "Sling alone")
    assert player.controller.branch == "sling"
    player.close()


def test_playing_by_the_list_of_choices_alone(player: Player) -> None:
    assert not shown(player.entry)
    player.play_button.click()
    assert shown(player.entry)
    assert not shown(player.next_button)
    labels = [label for label, _ in player.choices.options]
    assert len(set(labels)) == len(labels)
    player.choices.index = next(i for i, label in enumerate(labels) if "E1.1" in label)
    player.choose_button.click()
    assert shown(player.cancel_button)
    assert "E1.1" in player.under.value
    player.choices.index = [label for label, _ in player.choices.options].index("D2.5")
    player.choose_button.click()
    assert "move E1.1-D2.5" in player.history.value
    player.undo_button.click()
    assert player.undo_button.disabled
    player.redo_button.click()
    player.reset_button.click()
    assert player.controller.turns == ()
    player.play_button.click()
    assert player.controller.mode == "example"


def test_playing_by_pointer_card_and_text(player: Player) -> None:
    player.play_button.click()
    x, y = next((s.x, s.y) for s in player.board.scene.spots if s.id == "E2.6")
    k = player.board.width / player.board.scene.width
    send = player.board._canvases[-1]._handle_frontend_event
    send(None, {"event": "mouse_down", "x": x * k, "y": y * k}, [])
    assert "Palooza" in player.under.value
    send(None, {"event": "key_down", "key": "Escape", "shift_key": False, "ctrl_key": False, "meta_key": False}, [])
    assert player.controller.chosen() == ()
    card = next(b for b in player.hand.box.children if b.description.lower() == "skirmish")
    assert "hx-idle" in card._dom_classes
    card.click()
    assert 'role="alert"' in player.messages.value
    assert "kdh.cards.war_only_in_battle" in player.messages.value
    player.typed.value = "move E2.6-D2.0"
    player.type_button.click()
    assert player.typed.value == "move E2.6-D2.0"  # refused: it stays, to be mended
    player.typed.value = "move E2.6-D2.2"
    player.typed._handle_string_msg(None, {"event": "submit"}, [])
    assert player.typed.value == ""
    assert len(player.controller.turns) == 1


def test_the_marker_is_placed_by_a_corner(player: Player) -> None:
    player.controller.go(3)
    player.play_button.click()
    assert player.board.kinds == ("point", "field")
    player.board.on_pick(next(s for s in player.board.scene.spots if s.id == "C1-C2-D2"))
    assert player.board.kinds == ("field",)


def test_a_rule_is_broken_and_mended_by_its_button(player: Player) -> None:
    player.controller.go(1)
    row = next(i for i, name in enumerate(player._rules) if name == "kdh.move.one_energy_each")
    _, text, button = player.rule_rows[row]
    assert "<details" in text.value
    assert button.description == "Break this rule"
    button.click()
    assert "This is not the real game." in player.notice.value
    assert "step 2" in player.notice.value
    assert "notices nothing" not in player.notice.value
    row = player._rules.index("kdh.move.one_energy_each")
    assert player.rule_rows[row][2].description == "Mend this rule"
    player.mend_button.click()
    assert player.notice.value == ""


def test_the_outcome_is_shown_at_the_end(player: Player) -> None:
    player.controller.choose_branch("sling")
    player.controller.go(11)
    player.play_button.click()
    assert player.outcome.value == ""
    for text in ("war none", "damage none"):
        player.controller.type_text(text)
    assert "Outcome: as documented" in player.outcome.value
    assert "Bukseon wins 7-6" in player.outcome.value


def test_tab_gives_the_focus_on(player: Player) -> None:
    focused: list[str] = []
    for widget in registry._instances.values():
        if isinstance(widget, Button):
            widget.focus = lambda b=widget: focused.append(b.description)  # type: ignore[method-assign]
    player.board.on_leave(False)
    assert focused == ["Next"]
    player.play_button.click()
    player.board.on_leave(False)
    assert focused[-1] == "Back to the example"  # there is nothing to undo yet
    player.board.on_leave(True)
    assert len(focused) == 3


def test_an_exception_in_a_callback_is_shown() -> None:
    player = Player(Controller(record()))
    player.guard(lambda: [][1])
    assert "Something went wrong here: list index out of range" in player.messages.value
    player.strict = True
    with pytest.raises(IndexError):
        player.guard(lambda: [][1])
    player.close()


def test_the_theme_follows_the_page(player: Player) -> None:
    player.set_trait("theme", "dark")  # as a message of the page does
    assert player.board.theme == "dark"
    assert "hx-dark" in player._dom_classes
    assert "hx-light" not in player._dom_classes
    player.theme = "puce"
    assert player.theme == "light"
    player.theme_button.click()
    assert player.theme == "dark"


def test_a_close_up_and_the_whole_board() -> None:
    player = hexwidgets.play(RECORD, step=4, close="C1-C2-D2", strict=True)
    near = player.board.scene
    player.zoom_button.click()
    assert player.board.scene != near
    assert player.zoom_button.description == "Close-up"
    player.close()


def test_the_play_as_a_record(player: Player) -> None:
    player.share_button.click()
    assert shown(player.record_text)
    assert player.record_text.value.startswith("format = 1")
    player.share_button.click()
    assert not shown(player.record_text)


# ---- without widgets


def test_text_and_picture_for_those_without_widgets(player: Player) -> None:
    bundle = player._repr_mimebundle_()
    assert bundle["text/plain"] == str(player) == player.controller.describe()
    assert bundle["text/html"].startswith("<img")
    assert "application/vnd.jupyter.widget-view+json" in bundle
    other = hexwidgets.play(RECORD)
    assert other._repr_mimebundle_()["text/html"] == bundle["text/html"]
    assert repr(other) == repr(player)
    other.close()


def test_what_can_be_played() -> None:
    for source in (str(RECORD), RECORD, RECORD.read_text("utf-8"), load(RECORD), Row(), Row().new_initial_state()):
        hexwidgets.play(source).close()
    with pytest.raises(RecordError):
        hexwidgets.play("format = 1\ngame = 'chess'\n")
    with pytest.raises(ValueError, match="no branch"):
        hexwidgets.play(RECORD, branch="peace")


# ---- safety and thrift


def test_everything_from_outside_is_escaped(toy: Player) -> None:
    evil = "<img src=x onerror=alert(1)>"
    reasons = (Reason(f"toy.{evil}", evil, hint=evil),)
    for html in (markup.message(Message("refused", evil, reasons)), markup.rule(toy.controller, evil, "")):
        assert "<img" not in html
    toy.controller.play_on()
    toy.typed.value = evil
    toy.controller.type_text(evil)
    assert "<img" not in toy.messages.value
    assert "&lt;img" in toy.messages.value
    assert "&lt;only&gt;" in markup.rule(toy.controller, "toy.move.neighbour", "")


@pytest.mark.parametrize(
    ("link", "kept"),
    [
        ("#rule:{id}", True),
        ("../rules.html#{id}", True),
        ("https://example.org/{id}", True),
        ("javascript:alert(1)//{id}", False),
        (" JavaScript:alert(1)//{id}", False),
        ("data:text/html,{id}", False),
        ("//elsewhere.example/{id}", False),
    ],
)
def test_only_harmless_links(link: str, kept: bool) -> None:
    c = Controller(record())
    assert ("<a href" in markup.rule(c, "toy.move.empty", link)) == kept


def test_widgets_are_used_again_and_all_are_closed() -> None:
    before = set(registry._instances)
    player = hexwidgets.play(RECORD, strict=True)
    c = player.controller
    for step in range(11):
        c.go(step)
    c.play_on()
    for text in ("war none", "war none"):
        c.type_text(text)
    most = len(registry._instances)
    for _ in range(3):
        c.undo_all()
        c.back_to_example()
        for step in range(11):
            c.go(step)
        c.play_on()
        for text in ("war none", "war none"):
            c.type_text(text)
    assert len(registry._instances) == most
    player.close()
    left = [w for key, w in registry._instances.items() if key not in before]
    assert {type(w).__name__ for w in left} <= {"_Outline", "Layout"}
    assert len([w for w in left if type(w).__name__ == "Layout"]) <= 2


def test_a_move_is_few_small_messages(player: Player) -> None:
    player.board._client_ready()
    player.controller.play_on()
    player.controller.click("E1.1")
    with recorded(player.board) as texts:
        player.controller.click("D2.5")
    assert len(texts) == 1
    assert len(texts[0]) < 2500
    assert len(json.loads(texts[0])) < 90


def test_pressing_what_is_no_longer_there(player: Player) -> None:
    player.play_button.click()
    stale = player.hand.box.children[0]
    player.controller.type_text("end")
    stale.click()  # its card has another meaning now, or none: never an exception
    player.strict = player.controller.strict = False
    player.parts.press(Pick("card", "no-such-card"))
    assert "no-such-card" in player.messages.value
    assert len(player.controller.turns) == 1
