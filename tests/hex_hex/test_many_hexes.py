"""Situations with several Hexes and cards that meet: what happens is worked out by hand from the rulebook."""

from __future__ import annotations

import pytest

from .helpers import LEFT, do, table, voices


@pytest.mark.rule("hexhex.faq.command_choice")
def test_a_commander_left_without_a_choice_is_not_asked() -> None:
    """While cards are readied Bob counts as if he needed one for his own Hex, and is level with Cid. But he has none
    that could answer: he keeps all four and alone holds most. The commander may not name himself: nobody chooses."""
    state = table(
        "#1 Cid > Ann",
        "#2 Cid > Bob",
        Ann={"hand": ["maddening-fixation"], "commanded_by": "Bob"},
        Bob=["charm", "charm", "command", "command"],
        Cid=[LEFT, LEFT, LEFT],
        Dee=[LEFT],
    )
    do(state, "Bob: pass", "Ann: maddening-fixation")
    # the second Hex goes off on Bob, for Cid; then the first does, which Ann sent him
    assert voices(state) == "6 3 6 5"


@pytest.mark.rule("hexhex.fixation.unplayed_cards")
def test_a_card_that_lies_turned_up_is_not_counted_a_second_time() -> None:
    """Dee cancels Ann's first answer, so Ann answers anew while Bob's card lies on the table already. Bob holds three
    more, Cid two: Bob alone has most."""
    state = table(
        "#1 Cid > Ann maddening-fixation",
        "#2 Cid > Bob",
        Ann=["maddening-fixation", "maddening-fixation"],
        Bob=[LEFT, LEFT, LEFT, LEFT],
        Cid=[LEFT, LEFT],
        Dee=["null"],
    )
    do(state, "{Ann: maddening-fixation > Bob, Bob: turn-aside-left}", "Dee: null ! Ann")
    assert state.phase == "answer"
    assert [str(a) for a in state.legal_actions(0)] == ["Ann: maddening-fixation > Bob"]
