"""The war of Knee Deep in Hexes, played through the controller to each documented outcome by clicks alone."""

from __future__ import annotations

from pathlib import Path

import pytest
from hexwidgets.controller import Controller

from hexlib.game import TABLE, Pick, Rng
from hexlib.knee_deep.game import KneeDeep
from hexlib.record import Record, load, loads

RECORD = Path(__file__).resolve().parents[2] / "book/knee-deep-in-hexes/examples/war/step-by-step.toml"
NO_CARD = Pick("button", "no-card")
DONE = Pick("button", "done")
END = Pick("button", "end")
SLING = Pick("card", "sling")
BOTS = Pick("card", "war-bots")

CARRY_ALL = Pick("card", "carry-all")
TURRET = Pick("card", "improvised-turret")
GONDWANA = ["B2.6", "B3.4", "B3.4", "C2.6", CARRY_ALL, "A4.5", "C2.0", TURRET, "C2.2", END]
ENDINGS = {
    "no-war-cards": [NO_CARD, NO_CARD, "D2.5", DONE, END],
    "sling": [SLING, NO_CARD, DONE, END],
    "sling-and-war-bots": [SLING, BOTS, "D2.5", DONE, END],
}


@pytest.fixture(scope="module")
def record() -> Record:
    return load(RECORD)


def press(c: Controller, picks: list[str | Pick]) -> None:
    """Click fields, press cards and buttons; none of it may be refused."""
    for pick in picks:
        c.click(pick) if isinstance(pick, str) else c.choose(pick)
        assert c.message.kind in ("info", "done"), f"{pick}: {c.message}"


@pytest.mark.parametrize("branch", ENDINGS)
def test_by_clicks_to_the_documented_outcome(record: Record, branch: str) -> None:
    c = Controller(record, strict=True)
    c.play_on()
    press(c, ["E1.1", "D2.5", "E2.6", "D2.2", END])
    c.click("C1-C2-D2", "point")
    press(c, [*GONDWANA, *ENDINGS[branch]])
    outcome = c.outcome()
    assert outcome is not None
    assert outcome.finished
    assert outcome.branch == branch
    assert outcome.documented == record.branch(branch).outcome
    assert [f"{r.name}: {r.documented} / {r.yours}" for r in outcome.rows if not r.same] == []
    while c.can_undo:
        c.undo()
    assert c.turns == ()
    assert c.headline() == c.frames[0].headline


@pytest.mark.parametrize(("seat", "power"), [("Bukseon", ["7", "6"]), ("Gondwana", ["4", "6"]), (TABLE, ["4", "6"])])
def test_only_the_owner_of_the_card_knows_of_seven_six(record: Record, seat: str | int, power: list[str]) -> None:
    c = Controller(record, branch="sling", step=11, seat=seat, strict=True)
    assert c.frame is not None
    assert c.frame.action == "war sling"
    assert [side.total for side in c.sides()] == power
    assert c.action() == ("war sling" if seat == "Bukseon" else "a hidden action")
    told = c.describe() + str(c.sides()) + str(c.events())
    assert ("Sling" in told) == (seat == "Bukseon")


def test_the_card_stays_hidden_while_the_reader_plays(record: Record) -> None:
    c = Controller(record, step=10, seat="Bukseon", strict=True)
    c.play_on()
    press(c, [SLING])
    assert [side.total for side in c.sides()] == ["7", "6"]
    assert not c.may_act
    assert c.choices() == ()
    c.look("Gondwana")
    assert [side.total for side in c.sides()] == ["4", "6"]
    assert "sling" not in (c.describe() + str(c.log()) + str(c.events()) + c.scene().desc).casefold()
    assert [p.id for p in c.choices()] == ["war-bots", "no-card"]


def test_an_illegal_try_says_why(record: Record) -> None:
    c = Controller(record, strict=True)
    c.play_on()
    c.click("E2.6")
    c.click("D2.0")
    assert c.message.kind == "refused"
    assert "kdh.move.up_to_movement" in c.message.rules
    assert "D2.0" in c.message.fields
    assert c.statement("kdh.move.up_to_movement")
    assert any(s.id == "D2.0" for s in c.scene().spots)
    c.choose(Pick("card", "sling"))
    assert "kdh.cards.war_only_in_battle" in c.message.rules
    assert c.turns == ()


def test_what_may_be_hit_and_what_not(record: Record) -> None:
    c = Controller(record, branch="no-war-cards", step=12, strict=True)
    c.play_on()
    assert c.targets() == {"D2.5": 1}
    c.click("D2.2")
    assert c.message.rules == ("kdh.damage.all_or_nothing",)
    c.click("D2.5")
    assert [p.id for p in c.chosen()] == ["D2.5"]
    c.choose(DONE)
    assert str(c.turns[-1].action) == "damage D2.5"


def test_the_marker_is_placed_on_a_corner(record: Record) -> None:
    c = Controller(record, step=3, strict=True)
    c.play_on()
    assert len(c.targets()) == 42
    c.type_text("c1-c2-d2")
    assert str(c.turns[-1].action) == "zone C1-C2-D2"


def test_a_broken_rule_names_the_step(record: Record) -> None:
    c = Controller(record, strict=True)
    c.toggle_rule("kdh.move.no_mountain")
    assert c.notice().startswith("This is not the real game.")
    c.break_rules(["kdh.move.one_energy_each"])
    first = c.report[0]
    assert first.step > 0
    assert "expected" in first.text
    assert "got" in first.text


def test_what_is_shared_can_be_read_again(record: Record) -> None:
    c = Controller(record, step=2, seat="Gondwana", strict=True)
    c.play_on()
    c.look("Bukseon")
    press(c, [END])
    c.look("Gondwana")
    again = loads(c.share())
    assert [step.action for step in again.steps] == ["move E1.1-D2.5", "move E2.6-D2.2", "end"]
    assert list(again.replay())[-1].problems == ()


@pytest.mark.parametrize("ended", [False, True])
def test_every_choice_of_a_long_random_play_is_taken(ended: bool) -> None:
    """The picks of the game lead where its list of legal actions says, whatever happens."""
    rng = Rng(7 + ended)
    c = Controller(state=KneeDeep().new_initial_state(seed=3), strict=True)
    for _ in range(150):
        choices = c.choices()
        if not choices:
            break
        ends = [p for p in choices if p.id == "end"]
        before = len(c.turns), c.chosen()
        c.choose(ends[0] if ended and ends and rng.below(3) == 0 else rng.choice(choices))
        assert c.message.kind in ("info", "done"), str(c.message)
        assert (len(c.turns), c.chosen()) != before
    assert len(c.turns) > 20
    start = c.turns[0].before
    c.undo_all()
    assert c._state() is start
