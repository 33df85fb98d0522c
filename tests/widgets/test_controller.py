"""The controller with the toy game: it knows only the vocabulary of ``hexlib.game``."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hexwidgets.controller import Controller

from hexlib.game import TABLE, Pick
from hexlib.record import Ask, Branch, Expect, Record, Step
from tests.widgets.toy import Row

ASK = Ask("Where does Ann go?", ("to b", "to c"), "to b", "It is next door.")


def record() -> Record:
    return Record(
        game=Row(),
        title="One stone",
        position={"pieces": ["a", "e"], "stones": "c"},
        outcome="Ann hits the stone.",
        steps=(
            Step(say="Look."),
            Step("move a-b", "Ann moves.", ("toy.move.neighbour",), ask=ASK, expect=Expect({"board": {"b": "Ann"}})),
            Step("pass", "Bob waits."),
            Step("hit c", "Ann hits.", expect=Expect({"stones": 0, "winner": "Ann", "board": {"c": "empty"}})),
        ),
        branches=(Branch("slow", "Bob drops one", "Nobody wins yet.", 2, (Step("drop d", "Bob drops a stone."),)),),
    )


@pytest.fixture
def example() -> Controller:
    return Controller(record(), strict=True)


@pytest.fixture
def free() -> Controller:
    return Controller(game=Row(), strict=True)


def test_importing_the_controller_needs_no_jupyter() -> None:
    code = "import sys, hexwidgets; sys.exit(any(m.split('.')[0] in ('ipywidgets', 'ipycanvas') for m in sys.modules))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


# ---- the example


def test_steps_forward_and_back(example: Controller) -> None:
    assert (example.mode, example.at, len(example.frames)) == ("example", 0, 4)
    example.go(2)
    assert example.frame is not None
    assert example.frame.say == "Bob waits."
    example.back()
    example.back()
    example.back()
    assert example.at == 0
    example.go(99)
    assert example.at_end
    example.next()
    assert example.message.text == "This is the end of the line."


def test_a_question_comes_before_its_result(example: Controller) -> None:
    example.next()
    assert example.at == 0
    assert example.ask is not None
    assert example.ask.choices == ("to b", "to c")
    example.answer("to c")
    assert example.at == 1
    assert example.message.text == "You said: to c. It is: to b. It is next door."
    example.back()
    example.next()
    assert example.at == 1  # it is not asked twice


def test_a_question_can_be_passed_over(example: Controller) -> None:
    example.next()
    example.next()
    assert (example.at, example.ask) == (1, None)
    example.go(0)
    example.next()
    example.back()
    assert (example.at, example.asking) == (0, False)


def test_an_answer_that_is_none_changes_nothing() -> None:
    c = Controller(record())
    c.next()
    c.answer("to nowhere")
    assert c.ask is not None
    assert "not one of the answers" in c.message.text
    assert c.answers == {}


def test_branches(example: Controller) -> None:
    assert example.branches == ((None, "The main line"), ("slow", "Bob drops one"))
    example.go(3)
    example.choose_branch("slow")
    assert example.at == 1  # where both lines still agree
    example.next()
    assert example.frame is not None
    assert example.frame.action == "drop d"
    Controller(record()).choose_branch("none")


def test_a_branch_that_begins_at_the_end_is_offered() -> None:
    whole = record()
    c = Controller(
        Record(whole.game, whole.title, whole.steps[:2], branches=whole.branches, position=whole.position), strict=True
    )
    assert c.ways_on() == ()
    c.go(1)
    assert c.ways_on() == (("slow", "Bob drops one"),)
    c.go_on("slow")
    assert (c.branch, c.at) == ("slow", 2)


def test_clicking_in_the_example_explains_itself(example: Controller) -> None:
    example.click("a")
    assert "Play from here" in example.message.text
    assert example.at == 0


@pytest.mark.parametrize(
    ("keys", "words"),
    [({"branch": "x"}, "no branch"), ({"seat": "Zoe"}, "no seat"), ({"broken": ["toy.x"]}, "cannot be broken")],
)
def test_a_wrong_start_is_refused(keys: dict[str, object], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Controller(record(), **keys)  # type: ignore[arg-type]


def test_nothing_to_play_is_refused() -> None:
    with pytest.raises(ValueError, match="nothing to play"):
        Controller()


# ---- staged input


def test_a_piece_then_its_target(free: Controller) -> None:
    assert [p.id for p in free.choices()] == ["a", "stone", "ace", "pass", "hit"]
    assert free.targets() == {}
    free.click("a")
    assert [p.id for p in free.chosen()] == ["a"]
    assert free.targets() == {"b": 1}
    free.click("b")
    assert free.message.text == "Ann: move a-b."
    assert free.to_act == 1
    assert free.log() == (("move a-b", ("Ann: move a-b.",)),)


def test_clicking_the_chosen_piece_again_takes_it_back(free: Controller) -> None:
    free.click("a")
    free.click("a")
    assert free.chosen() == ()
    free.click("a")
    free.cancel()
    assert free.chosen() == ()


def test_an_illegal_target_says_why_and_changes_nothing(free: Controller) -> None:
    before = free.describe()
    free.click("a")
    free.click("c")
    assert free.message.kind == "refused"
    assert free.message.rules == ("toy.move.neighbour", "toy.move.empty")
    assert free.message.fields == ("c",)
    assert "Go by the next field." in str(free.message)
    assert free.rules()[:2] == ("toy.move.neighbour", "toy.move.empty")
    assert [p.id for p in free.chosen()] == ["a"]  # the piece stays selected for another try
    assert free.turns == ()
    free.undo()
    assert free.describe() == before


def test_a_place_that_means_nothing_lists_the_choices(free: Controller) -> None:
    free.click("p", "point")
    assert free.message.kind == "info"
    assert "piece on a" in free.message.text


def test_any_order_of_a_set_is_the_same(free: Controller) -> None:
    free.type_text("drop d")
    free.type_text("pass")
    free.choose(Pick("button", "hit"))
    free.click("d")
    free.click("c")  # the list has c before d
    assert [p.id for p in free.chosen()] == ["hit", "c", "d"]
    free.click("c")
    assert [p.id for p in free.chosen()] == ["hit", "d"]
    free.click("c")
    free.choose(Pick("button", "done"))
    assert str(free.turns[-1].action) == "hit c d"
    assert free.to_act is None
    assert not free.may_act
    assert free.choices() == ()


def test_too_much_in_a_set_is_refused(free: Controller) -> None:
    for text in ("drop d", "drop b", "hit"):
        free.type_text(text)
    free.click("b")
    free.click("c")
    free.click("d")
    assert free.message.rules == ("toy.hit.two",)
    assert [p.id for p in free.chosen()] == ["hit", "b", "c"]


def test_a_move_is_not_a_set(free: Controller) -> None:
    free.click("b")
    assert free.chosen() == ()


def test_what_is_typed(free: Controller) -> None:
    free.type_text("  a ")
    assert [p.id for p in free.chosen()] == ["a"]
    free.type_text("to b")
    assert len(free.turns) == 1
    free.type_text("ACE")
    assert str(free.turns[-1].action) == "lay ace"
    free.type_text("move b-d")
    assert free.message.kind == "refused"
    free.type_text("fly away")
    assert "is not an action" in free.message.text
    free.type_text("x" * 500)
    assert "at most 200" in free.message.text
    free.type_text("")
    assert len(free.turns) == 2


def test_the_trays_hold_what_cannot_be_used_too(free: Controller) -> None:
    assert free.tray("card") == ((Pick("card", "ace"), True),)
    free.type_text("drop d")
    free.type_text("pass")
    assert free.tray("supply") == ((Pick("supply", "stone"), False),)
    free.choose(Pick("supply", "stone"))
    assert "nothing to do" in free.message.text


# ---- the play


def test_undo_redo_and_undo_all(free: Controller) -> None:
    start = free.describe()
    for text in ("move a-b", "pass", "drop d"):
        free.type_text(text)
    end = free.describe()
    free.undo()
    free.undo()
    assert free.can_redo
    free.redo()
    free.type_text("drop d")  # the same as before: what could be done again stays
    assert free.describe() == end
    free.undo()
    free.type_text("move b-a")
    assert not free.can_redo
    free.undo_all()
    assert free.describe().splitlines()[1:4] == start.splitlines()[1:4]
    free.undo()
    assert "nothing to take back" in free.message.text


def test_undo_takes_a_begun_action_back_first(free: Controller) -> None:
    free.type_text("pass")
    free.click("e")
    free.undo()
    assert len(free.turns) == 1
    free.undo()
    assert len(free.turns) == 0


def test_an_error_inside_leaves_everything_as_it_was() -> None:
    c = Controller(game=Row())
    c.type_text("pass")
    before = (c.describe().splitlines()[:-1], c.turns)
    c.type_text("boom")
    assert c.message.text == "That did not work: the engine fell over"
    assert (c.describe().splitlines()[:-1], c.turns) == before
    c.type_text("move e-d")
    assert len(c.turns) == 2


def test_with_strict_an_error_is_raised_too(free: Controller) -> None:
    with pytest.raises(RuntimeError):
        free.type_text("boom")
    assert free.turns == ()


def test_play_on_and_back(example: Controller) -> None:
    example.go(1)
    example.play_on()
    assert (example.mode, example.to_act, example.left) == ("play", 1, (None, 1))
    example.type_text("move e-d")
    example.back_to_example()
    assert (example.mode, example.at) == ("example", 1)
    example.play_on()
    assert len(example.turns) == 1  # the same place: the play goes on
    example.back_to_example()
    example.go(0)
    example.play_on()
    assert example.turns == ()


def test_the_example_itself_never_changes(example: Controller) -> None:
    before = [str(f) for f in example.frames]
    example.play_on()
    example.type_text("move a-b")
    example.back_to_example()
    assert [str(f) for f in example.frames] == before


def test_observers_hear_each_change_once(free: Controller) -> None:
    heard: list[str] = []
    remove = free.on_change(lambda: heard.append(free.message.text))
    free.type_text("a")
    free.click("b")
    assert heard == ["", "Ann: move a-b."]
    remove()
    free.undo()
    assert len(heard) == 2


# ---- eyes


def test_a_seat_sees_its_own_card_only(free: Controller) -> None:
    free.look("Ann")
    free.type_text("lay ace")
    assert free.sides()[0].total == "3"
    assert free.log() == (("lay ace", ("Ann lays a card.", "It is the ace of Ann.")),)
    free.look("Bob")
    assert free.sides()[0].total == "0"
    assert free.log() == (("a hidden action", ("Ann lays a card.",)),)
    assert "ace" not in free.describe()
    free.look(TABLE)
    assert free.sides()[0].total == "0"
    assert free.log()[0][0] == "a hidden action"


def test_only_the_eyes_of_the_one_who_decides_may_act(free: Controller) -> None:
    free.look("Bob")
    assert free.choices() == ()
    assert free.tray("card") == ()
    free.click("a")
    assert free.message.text.startswith("Ann decides now.")
    free.type_text("move a-b")
    assert free.turns == ()
    free.look(0)
    free.type_text("move a-b")
    assert len(free.turns) == 1


# ---- broken rules


def test_a_broken_rule_shows_what_becomes_of_the_example(example: Controller) -> None:
    example.break_rules(["toy.hit.two"])
    assert [b.text for b in example.report] == ["", ""]
    assert example.notice() == "This is not the real game. A hit destroys anything."
    example.toggle_rule("toy.hit.two")
    assert (example.broken, example.report, example.notice()) == ((), (), "")


def test_the_play_goes_on_in_the_broken_game(free: Controller) -> None:
    free.type_text("drop d")
    free.toggle_rule("toy.move.neighbour")
    free.type_text("move e-a")
    assert free.message.kind == "refused"  # taken, but no longer too far
    assert free.message.rules == ("toy.move.empty",)
    free.type_text("move e-b")
    assert len(free.turns) == 2
    free.toggle_rule("toy.move.neighbour")
    assert free.message.text == "All rules hold again."
    free.undo()
    free.redo()
    assert free.message.kind == "refused"  # under the real rules again
    assert len(free.turns) == 1


def test_a_rule_that_cannot_be_broken(example: Controller) -> None:
    c = Controller(record())
    c.toggle_rule("toy.drop.supply")
    assert "cannot be broken" in c.message.text
    assert c.broken == ()
    assert example.breakable("toy.drop.supply") == ()


# ---- outcome and sharing


def test_the_documented_outcome_beside_the_readers(example: Controller) -> None:
    assert example.outcome() is None
    example.go(2)
    example.play_on()
    outcome = example.outcome()
    assert outcome is not None
    assert not outcome.finished
    example.type_text("hit")
    example.click("c")
    example.type_text("done")
    outcome = example.outcome()
    assert outcome is not None
    assert (outcome.finished, outcome.same, outcome.documented) == (True, True, "Ann hits the stone.")
    assert [(r.name, r.documented, r.yours) for r in outcome.rows][-1] == ("board c", "empty", "empty")


def test_another_outcome_differs(example: Controller) -> None:
    example.go(2)
    example.play_on()
    for text in ("drop d", "pass", "hit", "d", "done"):
        example.type_text(text)
    outcome = example.outcome()
    assert outcome is not None
    assert outcome.finished
    assert not outcome.same
    assert [r.name for r in outcome.rows if not r.same] == ["stones", "winner", "board c"]


def test_sharing_what_was_played(example: Controller) -> None:
    example.go(2)
    example.play_on()
    example.type_text("drop d")
    text = example.share()
    assert [line for line in text.splitlines() if line.startswith("action")] == [
        'action = "move a-b"',
        'action = "pass"',
        'action = "drop d"',
    ]


def test_the_description_is_the_same_for_the_same_situation() -> None:
    a, b = Controller(record()), Controller(record())
    for c in (a, b):
        c.go(1)
        c.play_on()
    assert a.describe() == b.describe()
    assert "seen by Everybody (open table)" in a.describe()
