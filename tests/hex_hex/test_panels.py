"""The lists beside the table, hands ready to play, and automatic passing."""

from __future__ import annotations

from hexlib.game import TABLE, Pick, Rng
from hexlib.hex_hex.actions import Pass
from hexlib.hex_hex.views import HexHexView

from .helpers import ACROSS, LEFT, RIGHT, do, game, play, table


def notes(view: HexHexView, title: str) -> dict[str, tuple[str, ...]]:
    panel = next(p for p in view.panels() if p.title == title)
    return {line.label: line.notes for line in panel.lines}


def test_each_hex_is_listed_with_what_it_carries_and_will_do() -> None:
    state = table("#1 Ann > Bob", "#2 Dee > Cid rot maddening-fixation", Bob=[LEFT], Cid=[RIGHT])
    panel = state.view(TABLE).panels()[0]
    assert panel.kind == "list"
    assert panel.title == "Hexes"
    assert [(x.label, x.text, x.seat, x.pick) for x in panel.lines] == [
        ("#1", "Ann to Bob", 1, Pick("field", "#1")),
        ("#2", "Dee to Cid", 2, Pick("field", "#2")),
    ]
    assert panel.lines[0].notes == ("If it goes off, Bob loses 1 Voice and Ann gains 1.",)
    assert panel.lines[1].notes == (
        "Carries Rot, Maddening Fixation.",
        "If it goes off, Cid loses 1 Voice and Dee gains 1.",
        "Whoever it comes to next loses 1 Voice at once.",
        "It must go to the fullest hand, or it goes off.",
    )
    assert "hexhex.rot.repeats" in panel.lines[1].rules


def test_a_readied_card_stands_in_its_players_list_alone() -> None:
    state = table("#1 Ann > Bob", "#2 Ann > Cid", Bob=["rot", LEFT], Cid=["duck", ACROSS], Ann=[RIGHT])
    do(state, "Bob: rot > Dee")
    assert "Bob has chosen Rot on #1, to Dee." in notes(state.view(1), "Hexes")["#1"]
    for seat in (0, 2, None):
        assert not any("Rot" in n for n in notes(state.view(seat), "Hexes")["#1"])
        assert notes(state.view(seat), "Who answers") == {"Bob": (), "Cid": ()}


def test_who_may_react_is_told_by_public_facts_and_the_own_hand() -> None:
    made = game(players=5, asks_all=True)
    state = table("#1 Ann > Bob", made=made, Ann=[LEFT], Bob=["rot", LEFT], Cid=["absorb"], Dee=[], Eve=[RIGHT])
    do(state, "Ann: pass", "Bob: pass", "Cid: pass", "Eve: pass", "Bob: rot > Eve")
    assert state.phase == "react"
    seen = notes(state.view(2), "Who may react")
    # Bob plays; Dee has no card; the others stand in one line, with how many cards everybody sees that they hold
    assert seen == {"Bob": (), "Cid": ("You could use Absorb.",), "Ann, Bob and Eve": ()}
    others = next(p for p in state.view(2).panels() if p.title == "Who may react").lines[-1]
    assert others.text == "may react, with 1, 1 and 1 cards in hand"
    assert notes(state.view(4), "Who may react")["Eve"] == ("You hold nothing for this moment.",)


def test_laws_are_listed_with_their_penalties() -> None:
    state = table("#1 Ann > Bob", made=game(laws=("elbow", "swap")), Bob=[LEFT])
    laws = state.view(TABLE).panels()[-1]
    assert laws.title == "Laws in force"
    assert laws.lines[0].notes == ("People keep it. A violation costs 1 Voice.",)
    assert laws.lines[1].notes == ("The engine keeps it. Getting it wrong costs 2 Voice.",)


def test_the_round_is_told_with_gains_and_losses() -> None:
    state = table("#1 Ann > Bob rot", Bob=["rot"], Cid=[LEFT], Ann=[LEFT])
    do(state, "Bob: rot > Cid")
    panel = next(p for p in state.view(0).panels() if p.title == "Round 1 of 5")
    # two Rots on it: two Voice lost at the arrival
    assert {x.label: x.text for x in panel.lines}["Cid"] == "3 Voice, -2 in this round"
    assert "Bob" not in [x.label for x in panel.lines]  # neither deals nor casts, and has what it had


def test_the_tray_is_the_own_hand_and_at_an_open_table_that_of_the_seat_to_act() -> None:
    state = table("#1 Ann > Bob", Bob=[LEFT, LEFT, "rot"], Ann=[RIGHT])
    assert [p.id for p in state.game.trays(state.view(1))] == [LEFT, "rot"]
    assert [p.id for p in state.game.trays(state.view(TABLE))] == [LEFT, "rot"]
    assert [p.number for p in state.game.trays(state.view(1))] == [2, 1]
    rot = state.game.trays(state.view(1))[1]
    assert state.game.about(rot, state.view(1)).startswith("With a Hex before you. The Hex goes to any player.")
    assert [p.id for p in state.game.trays(state.view(0))] == [RIGHT]
    assert state.game.trays(state.view(None)) == ()


def test_windows_pass_by_themselves_for_those_who_hold_nothing_for_them() -> None:
    state = table("#1 Ann > Bob", made=game(asks_all=True), Ann=[LEFT], Bob=[LEFT], Cid=["scorch", LEFT])
    assert state.phase == "arrive"
    assert state.game.automatic(state.view(0)) == Pass(0)
    assert state.game.automatic(state.view(2)) is None
    assert state.game.automatic(state.view(TABLE)) is None
    assert state.game.automatic(state.view(None)) is None


def test_automatic_passing_agrees_with_the_rules_and_never_decides_anything() -> None:
    made = game(players=5, rulings={"cards": "both"}, asks_all=True)
    passed = asked = 0
    for state, _ in play(11, made):
        if state.phase not in ("arrive", "react", "card", "hexcard"):
            continue
        for seat in state.deciding():
            action = made.automatic(state.view(seat))
            choices = state.legal_actions(seat)
            assert (action is None) == (len(choices) > 1)
            if action is not None:
                assert state.explain(action)
                passed += 1
            else:
                asked += 1
    assert passed > 50
    assert asked > 5


def test_a_pass_tells_the_others_nothing() -> None:
    state = table("#1 Ann > Bob", made=game(asks_all=True), Ann=[LEFT], Bob=[LEFT], Cid=["scorch", LEFT], Dee=[LEFT])
    rng = Rng(1)
    for seat in list(state.deciding()):
        others = [s for s in range(4) if s != seat]
        before = [repr(state.view(s)) for s in others]
        if state.phase != "arrive" or seat not in state.deciding() or len(state.deciding()) == 1:
            break
        events = state.apply_action(Pass(seat))
        assert [repr(state.view(s)) for s in others] == before
        assert all(not e.visible_to(s) for e in events for s in others)
    assert rng.state == 1
