"""Situations at the table that are more than one rule: windows, several Hexes, and what the rulings say of them."""

from __future__ import annotations

import pytest

from hexlib import SIMULTANEOUS, IllegalAction, NotationError, PositionError
from hexlib.hex_hex.actions import NAMES, Play, parse
from hexlib.hex_hex.generate import general_actions

from .helpers import ACROSS, LEFT, RIGHT, do, game, rules_against, table, voices

BOTH = game(rulings={"cards": "both"})


# -- notation ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "Ann: cast > Bob",
        "Bob: turn-aside-left",
        "Cid: absorb ! Bob",
        "Cid: null ! Bob #2",
        "Eve: scorch ! Bob left",
        "Eve: scorch ! Bob right #3",
        "Dee: thine #2",
        "Bob: twixt duck #1 #2",
        "Bob: twixt rot #1 #2 > Dee",
        "Cid: choose > Ann",
        "Ann: foretell duck,rot,absorb",
        "Ann: foretell",
        "Dee: dealer > Ann",
        "Bob: last",
        "pass",
        "Bob: pass",
        "Bob: show rot",
        "Bob: borrow > Ann",
        "Bob: keep",
        "Bob: discard",
        "Bob: yield #2",
        "Bob: revenge > Dee",
        "Bob: penalty pronoun rot",
        "{Bob: rot > Dee, Eve: duck}",
        "{Bob: duck #1, Cid: yield}",
    ],
)
def test_notation_round_trips(text: str) -> None:
    made = game(players=6, rulings={"cards": "both"})
    assert str(made.parse_action(text)) == text


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "begins with a player"),
        ("rot > Dee", "begins with a player"),
        ("Zoe: rot > Dee", "there is no player 'Zoe'"),
        ("Bob: rott > Dee", "did you mean 'rot'"),
        ("Bob: rot > ", "write a card as"),
        ("Bob: cast Dee", "write cast > and a player"),
        ("Bob: thine #x", "write a card as"),
        ("Bob: thine #1 #1", "a Hex stands twice"),
        ("Bob: last one", "write last alone"),
        ("Bob:", "does nothing here"),
        ("Eve: scorch ! Zoe left", "no player 'Zoe'"),
        ("{}", "begins with a player"),
        ("x" * 500, "too long"),
    ],
)
def test_mistakes_in_notation_are_named(text: str, says: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse(text, NAMES, BOTH.rules.cards)
    assert says in str(caught.value)


def test_what_goes_without_saying_may_be_said() -> None:
    """The number of the only Hex, and the only possible target, may be there or not."""
    for text in ("Bob: deflect-across", "Bob: deflect-across > Dee", "Bob: deflect-across #1 > Dee"):
        state = table("#1 Ann > Bob", Bob=[ACROSS], Dee=[LEFT])
        do(state, text)
        assert [h.holder for h in state.hexes] == [3]


# -- committing together -----------------------------------------------------------------------------------------------


@pytest.mark.rule("hexhex.multi.ready_cards", "hexhex.multi.simultaneous")
def test_each_commits_unseen() -> None:
    state = table("#1 Ann > Bob", "#2 Ann > Cid", Bob=[LEFT, RIGHT], Cid=[LEFT], Dee=[LEFT, LEFT])
    assert state.current_player() == SIMULTANEOUS
    before = state.view(2)
    state.apply_action(BOTH.parse_action("Bob: turn-aside-left"))
    assert state.view(2) == before, "Cid learns nothing of Bob's card, not even that there is one"
    assert state.current_player() == 2
    with pytest.raises(IllegalAction):
        do(state, "Bob: turn-aside-right")
    do(state, "Cid: turn-aside-left")
    assert [h.holder for h in state.hexes] == [2, 3]


def test_apply_actions_wants_each_seat_its_own() -> None:
    state = table("#1 Ann > Bob", "#2 Ann > Cid", Bob=[LEFT], Cid=[LEFT])
    with pytest.raises(ValueError, match="not an action of Cid"):
        state.apply_actions({2: Play(1, LEFT)})
    with pytest.raises(IllegalAction):
        state.apply_actions({1: Play(1, "rot", (), 3)})
    one = table("#1 Ann > Bob", Bob=[LEFT])
    assert "multi.simultaneous" in rules_against(one, "{Bob: turn-aside-left}")


@pytest.mark.rule("hexhex.multi.separate_cards", "hexhex.multi.hexed_each")
def test_two_hexes_and_three_cards() -> None:
    """Each Hex is answered while a card that is left can; the order is the player's (X88)."""
    state = table("#1 Ann > Bob", "#2 Cid > Bob maddening-fixation", Bob=[LEFT, RIGHT], Ann=["rot", "rot"], Dee=["rot"])
    # #2 must go to Ann, who holds most: only Turn Aside Right does it.
    legal = [str(a) for a in state.legal_actions()]
    assert legal == ["Bob: turn-aside-left #1", "Bob: turn-aside-right #1", "Bob: turn-aside-right #2"]
    wise, rash = state.clone(), state.clone()
    do(wise, "Bob: turn-aside-right #2", "Bob: turn-aside-left #1")
    assert [h.holder for h in wise.hexes] == [2, 0]
    do(wise, "Ann: rot > Dee")  # #2 must go to the fullest hand, and Cid, without a card, is hit by #1
    assert wise.voice[2] == 4
    do(rash, "Bob: turn-aside-right #1")
    assert rash.voice[1] == 4, "the Maddened one goes off"


@pytest.mark.rule("hexhex.fixation.unplayed_cards", "hexhex.fixation.compel_all")
def test_the_fullest_hand_when_several_play() -> None:
    """Everybody with a Hex counts without the card they need for it (X99)."""
    state = table(
        "#1 Ann > Bob maddening-fixation", "#2 Ann > Cid", Bob=["rot"], Cid=[LEFT, LEFT, LEFT], Dee=[RIGHT, RIGHT]
    )
    # Cid will hold two, as Dee does: Bob may choose.
    assert {str(a) for a in state.legal_actions(1)} == {"Bob: rot > Cid", "Bob: rot > Dee"}
    do(state, "{Bob: rot > Dee, Cid: turn-aside-left}")
    assert state.voice[3] == 4
    assert [h.holder for h in state.hexes] == [3, 3]


@pytest.mark.rule("hexhex.double_thrice.duplicate", "hexhex.fixation.compel_all")
def test_double_and_thrice_on_a_maddened_hex() -> None:
    """Every copy must go as compelled (X90), so one to each side is no answer."""
    state = table("#1 Ann > Bob maddening-compulsion-left", made=BOTH, Bob=["double-and-thrice", LEFT], Cid=[LEFT])
    assert [str(a) for a in state.legal_actions()] == ["Bob: turn-aside-left"]
    assert "fixation.other_direction_goes_off" in rules_against(state, "Bob: double-and-thrice")


def test_a_hex_never_goes_to_its_own_sender_by_duck() -> None:
    for players in (3, 4, 6):
        for sender in range(players):
            for holder in range(players):
                if sender != holder:
                    made = game(players=players)
                    hands = {NAMES[s]: ["duck"] if s == holder else [LEFT] for s in range(players)}
                    state = table(f"#1 {NAMES[sender]} > {NAMES[holder]}", made=made, **hands)
                    do(state, f"{NAMES[holder]}: duck")
                    assert state.hexes[0].holder not in (sender, holder)
                    assert state.hexes[0].sender == sender


# -- who is the sender -------------------------------------------------------------------------------------------------


@pytest.mark.rule("hexhex.hexed.gain_one", "hexhex.faq.duck_sender", "hexhex.faq.command_choice")
def test_the_sender_after_duck_absorb_thine_and_command() -> None:
    state = table("#1 Ann > Bob", Bob=["duck"], Cid=[LEFT], Dee=[LEFT])
    do(state, "Bob: duck")
    assert state.hexes[0].sender == 0
    state = table("#1 Ann > Bob", Bob=[LEFT, RIGHT], Cid=["absorb"], Ann=[LEFT])
    do(state, "Bob: turn-aside-left", "Cid: absorb ! Bob")
    assert (state.hexes[0].holder, state.hexes[0].sender) == (1, 0)
    state = table("#1 Ann > Bob", Bob=["thine"], Ann=[LEFT, LEFT])
    do(state, "Bob: thine")
    assert [(h.holder, h.sender) for h in state.hexes] == [(0, 1), (0, 1)]
    state = table("#1 Ann > Bob", Bob=["rot"], Cid=["command", LEFT], Dee=[LEFT])
    do(state, "Cid: command ! Bob", "Bob: rot", "Cid: choose > Dee")
    assert (state.hexes[0].holder, state.hexes[0].sender) == (3, 2)


def test_command_ends_with_the_answer() -> None:
    state = table("#1 Ann > Bob", Bob=["rot", "rend"], Cid=["command"], Dee=[ACROSS])
    do(state, "Cid: command ! Bob", "Bob: rot", "Cid: choose > Dee", "Dee: deflect-across")
    assert "Bob: rend > Ann" in map(str, state.legal_actions())


# -- windows -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("hexhex.faq.cancel_as_played", "hexhex.absorb.cancel_and_take")
def test_cancelling_cards_cancel_each_other() -> None:
    state = table("#1 Ann > Bob", Bob=[LEFT], Cid=["absorb"], Dee=["null"], Ann=["counter-caster"])
    do(state, "Bob: turn-aside-left", "Cid: absorb ! Bob", "Dee: null ! Cid", "Ann: pass", "Ann: pass")
    # The Null works: Cid's Absorb is gone, Bob's card stands, and Cid has nothing.
    assert voices(state) == "5 6 4 5"


def test_a_scorch_can_be_cancelled() -> None:
    state = table("#1 Ann > Bob", Bob=[ACROSS], Cid=["scorch"], Dee=["null", LEFT])
    do(state, "Cid: scorch ! Bob left", "Dee: null ! Cid")
    assert state.legal_actions()
    assert voices(state) == "5 5 5 5"
    assert state.spent[2] == ("scorch",)


def test_a_card_for_the_hexed_can_be_cancelled() -> None:
    """Then another must be played if there is one (X100)."""
    state = table("#1 Ann > Bob", Bob=["divide-and-conquer", "pox"], Dee={"hand": ["null"], "standing": ["bind"]})
    do(state, "Bob: divide-and-conquer", "Dee: null ! Bob")
    assert [str(a) for a in state.legal_actions()] == ["Bob: pox"]
    do(state, "Bob: pox")
    assert state.voice[1] == 3


def test_nobody_cancels_their_own_card_or_a_late_one() -> None:
    state = table("#1 Ann > Bob", Bob=[LEFT, RIGHT, "null"], Cid=["absorb", "null"], Ann=[LEFT])
    assert "faq.cancel_as_played" in rules_against(state, "Bob: null ! Bob")
    do(state, "Bob: turn-aside-left")
    assert "faq.cancel_as_played" in rules_against(state, "Bob: null ! Bob")
    do(state, "Cid: absorb ! Bob", "Bob: pass", "Bob: turn-aside-right", "Cid: pass")
    assert "faq.cancel_as_played" in rules_against(state, "Cid: null ! Bob")


def test_a_cancelled_card_is_no_first_card() -> None:
    state = table("#1 Ann > Bob", made=BOTH, Bob=[LEFT, "dismiss", RIGHT], Cid=["null"], Ann=[LEFT])
    do(state, "Bob: turn-aside-left", "Cid: null ! Bob")
    assert state.firsts[1] == 0
    assert "start.first_card_condition" in rules_against(state, "Bob: dismiss")


def test_the_first_to_react_is_served() -> None:
    """Anybody to whom a window is open may act, whoever is asked first; each may let it go by."""
    state = table("#1 Ann > Bob", Bob=[LEFT, RIGHT], Cid=["absorb"], Dee=["null"], Ann=[LEFT])
    do(state, "Bob: turn-aside-left")
    assert [NAMES[s] for s in state.deciding()] == ["Cid", "Dee"]
    early, late = state.clone(), state.clone()
    do(early, "Dee: null ! Bob", "Cid: pass")
    assert early.spent[1] == (LEFT,)
    do(late, "Dee: pass")
    assert "phrase.out_of_turn" in rules_against(late, "Dee: null ! Bob")
    do(late, "Cid: pass")
    assert late.phase != "react"


@pytest.mark.rule("hexhex.hexhex.dismisses_all", "hexhex.hexhex.out_of_turn")
def test_hexhex_while_cards_are_turned_up() -> None:
    """It ends the round, and the cards that were turned up do not count (X101)."""
    state = table("#1 Ann > Bob", "#2 Ann > Cid", Bob=[RIGHT], Cid=[LEFT], Dee=["hex-hex-next"])
    do(state, "Dee: pass", "{Bob: turn-aside-right, Cid: turn-aside-left}", "Dee: hex-hex-next")
    assert state.phase == "race"
    assert state.spent[1] == (RIGHT,)
    assert state.tally == [0]
    do(state, "Bob: last")
    assert voices(state) == "5 2 5 5"


@pytest.mark.rule("hexhex.challenge.fail", "hexhex.challenge.success")
def test_special_cases_of_challenge() -> None:
    """X98: scorched or detonated first costs the two as well; a copy that comes back counts."""
    state = table("#1 Bob > Dee challenged", Dee=[ACROSS], Cid=["scorch"])
    do(state, "Cid: scorch ! Dee left")
    assert voices(state) == "5 6 7 2"
    detonator = {"hand": ["detonate"], "played": [LEFT]}
    state = table("#1 Bob > Dee challenged", made=BOTH, Dee=[ACROSS], Cid=detonator)
    do(state, "Cid: detonate > Dee")
    assert voices(state) == "5 5 6 2"
    state = table("#1 Ann > Bob challenged", Bob=["double-and-thrice"], Ann=[LEFT], Cid=[LEFT])
    do(state, "Bob: double-and-thrice")
    assert voices(state) == "4 6 5 5"
    state = table("#1 Ann > Bob challenged", Bob=["hex-hex-next"])
    do(state, "Bob: hex-hex-next", "Cid: last")
    assert voices(state) == "5 5 2 5"


def test_detonate_out_of_turn_on_somebody_else() -> None:
    """The Hex leaves Bob and goes off on Ann, with Cid as its sender."""
    state = table("#1 Ann > Bob", made=BOTH, Bob=[LEFT], Cid={"hand": ["detonate"], "played": [LEFT]})
    do(state, "Cid: detonate > Ann")
    assert voices(state) == "4 5 6 5"


# -- No Man's Hand, Foretell, Bind -------------------------------------------------------------------------------------


@pytest.mark.rule("hexhex.no_mans_hand.borrow", "hexhex.no_mans_hand.return")
def test_a_card_is_borrowed_once_a_round() -> None:
    state = table("#1 Ann > Bob", Bob={"standing": ["no-mans-hand"]}, Dee=[LEFT], Cid=[RIGHT])
    do(state, "Bob: borrow > Dee", "Bob: turn-aside-left", "Cid: turn-aside-right")
    # Dee's card was borrowed already, and Cid has none left: Bob is Hexed.
    assert voices(state) == "5 4 6 5"


def test_an_absorbed_loan_stays_with_the_absorber() -> None:
    state = table("#1 Ann > Bob", Bob={"standing": ["no-mans-hand"]}, Dee=[LEFT], Cid=["absorb", "rot"], Ann=["rend"])
    do(state, "Bob: borrow > Dee", "Bob: turn-aside-left", "Cid: absorb ! Bob")
    assert state.hand[2] == (LEFT, "rot")
    assert state.hand[3] == ()
    assert state.phase == "borrow"


def test_cards_that_come_to_a_foretold_hand_go_to_the_bottom() -> None:
    state = table(
        "#1 Bob > Ann", Ann=["knock-aside-right"], Dee=["rot", "rot"], Cid={"hand": [RIGHT, LEFT], "foretold": True}
    )
    do(state, "Ann: knock-aside-right")
    assert state.hand[2] == (RIGHT, LEFT, "rot")


def test_a_foretold_hand_keeps_its_order_out_of_turn_as_well() -> None:
    state = table("#1 Ann > Bob", Bob=[LEFT], Cid={"hand": [LEFT, "absorb"], "foretold": True})
    do(state, "Bob: turn-aside-left")
    assert state.phase != "react", "Absorb is not on top"


def test_a_large_foretold_hand_has_a_sound_order() -> None:
    hand = ["foretell", "rot", "rend", "pox", "right-is-might", "hex-hex-next", LEFT, "duck", "null"]
    state = table(phase="dealt", dealer="Ann", Bob=hand)
    orders = state.legal_actions()
    assert len(orders) == 720
    assert set(orders) == set(general_actions(state, 1))
    assert all(str(a).endswith("right-is-might,pox") for a in orders)


@pytest.mark.rule("hexhex.bind.keep", "hexhex.bind.refill")
def test_a_kept_hand_over_five_stays() -> None:
    six = [LEFT, LEFT, "rot", "rend", "duck", "null"]
    state = table("#1 Ann > Bob", Dee={"hand": six, "standing": ["bind"]}, deck=[LEFT] * 30)
    do(state, "Dee: keep")
    assert len(state.hand[3]) == 6
    assert len(state.hand[0]) == 5


def test_the_first_player_with_dealt_cards_orders_them() -> None:
    """X104: in the holder's order, Foretell last; No Man's Hand may discard one that is not yet played."""
    state = table(phase="dealt", dealer="Ann", Bob=["no-mans-hand", "shackle", "foretell"], deck=["rot"])
    names = {str(a).split()[1] for a in state.legal_actions()}
    assert names == {"no-mans-hand", "shackle"}
    do(state, "Bob: no-mans-hand")
    assert state.phase == "cast"
    assert sorted(state.down[1]) == ["foretell", "shackle"]


# -- positions ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "key"),
    [
        ({"rund": 1}, "rund"),
        ({"round": 0}, "round"),
        ({"round": True}, "round"),
        ({"dealer": "Zoe"}, "dealer"),
        ({"hexes": ["Ann > Bob"]}, "hexes"),
        ({"hexes": ["#1 Ann > Ann"]}, "hexes"),
        ({"hexes": ["#1 Ann > Bob duck"]}, "hexes"),
        ({"hexes": ["#1 Ann > Bob", "#1 Ann > Cid"]}, "hexes"),
        ({"hexes": "#1 Ann > Bob"}, "hexes"),
        ({"phase": "lunch"}, "phase"),
        ({"phase": "step"}, "phase"),
        ({"Bob": {"hand": ["rott"]}}, "Bob.hand"),
        ({"Bob": {"hands": []}}, "Bob.hands"),
        ({"Bob": {"voice": "five"}}, "Bob.voice"),
        ({"Bob": {"standing": ["rot"]}}, "Bob.standing"),
        ({"Bob": {"standing": ["shackle"]}}, "Bob.standing"),
        ({"Bob": {"borrowed": ["rot"]}}, "Bob.borrowed"),
        ({"Bob": 5}, "Bob"),
        ({"deck": ["x"]}, "deck"),
        ({"laws": ["elbo"]}, "laws"),
        ({"agenda": ["lunch"]}, "agenda"),
        ({"agenda": ["step"]}, "agenda"),
        ({"agenda": ["end", "step", "answer"]}, "agenda"),
        ({"agenda": ["end", "arrive Zoe"]}, "agenda"),
        ({"agenda": ["end", "card Ann rot"]}, "agenda"),
        ({"agenda": ["over"]}, "winner"),
        ({"ready": ["unseen Bob rot - #1 Ann - -"]}, "ready"),
        ({"tally": [1, 2]}, "tally"),
    ],
)
def test_impossible_positions_are_named(data: dict[str, object], key: str) -> None:
    with pytest.raises(PositionError) as caught:
        BOTH.position(data)
    assert caught.value.key == key
    assert str(caught.value).startswith(key)
