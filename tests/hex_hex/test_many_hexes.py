"""Situations with several Hexes and cards that meet: what happens is worked out by hand from the rulebook."""

from __future__ import annotations

import pytest

from hexlib import Rng
from hexlib.hex_hex.actions import NAMES
from hexlib.hex_hex.state import HexHexState

from .helpers import ACROSS, LEFT, RIGHT, do, game, rules_against, table, voices


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


def hexes(state: HexHexState) -> list[str]:
    """Every Hex as "#1 Ann > Bob rot"."""
    return [" ".join((f"#{h.num} {NAMES[h.sender]} > {NAMES[h.holder]}", *h.tokens)) for h in state.hexes]


@pytest.mark.rule("hexhex.multi.same_target", "hexhex.multi.separate_cards")
def test_two_hexes_on_one_player_go_two_ways() -> None:
    state = table("#1 Ann > Bob rend", "#2 Dee > Bob", Ann=[LEFT], Bob=[LEFT, RIGHT], Cid=[LEFT], Dee=[LEFT])
    do(state, "Bob: turn-aside-right #1", "Bob: turn-aside-left #2")
    assert hexes(state) == ["#1 Bob > Ann rend", "#2 Bob > Cid"]
    assert voices(state) == "5 5 5 5"


@pytest.mark.rule("hexhex.card.thine.duplicates", "hexhex.rot.repeats", "hexhex.multi.duplicate_carries_effects")
def test_thine_on_a_rotten_hex_stings_its_sender_once_for_each() -> None:
    """Ann gets two Hexes with a Rot each: two Voice at once. The third, plain one came from Cid and costs nothing."""
    state = table(
        "#1 Ann > Bob rot double-and-thrice",
        "#2 Bob > Cid",
        Ann=[LEFT, LEFT, LEFT],
        Bob=["thine", LEFT],
        Cid=[ACROSS],
        Dee=[LEFT],
    )
    do(state, "{Bob: thine, Cid: deflect-across > Ann}")
    assert hexes(state) == [
        "#1 Bob > Ann rot double-and-thrice",
        "#2 Cid > Ann",
        "#3 Bob > Ann rot double-and-thrice",
    ]
    assert voices(state) == "3 5 5 5"


@pytest.mark.rule("hexhex.absorb.replay", "hexhex.multi.simultaneous")
def test_one_answer_absorbed_waits_for_another_and_then_all_move() -> None:
    state = table(
        "#1 Ann > Bob", "#2 Ann > Cid", Ann=[LEFT], Bob=["rot", RIGHT], Cid=[LEFT], Dee=["absorb"], made=game(players=5)
    )
    do(state, "{Bob: rot > Eve, Cid: turn-aside-left}", "Dee: absorb ! Bob")
    assert state.hand[3] == ("rot",)
    assert hexes(state) == ["#1 Ann > Bob", "#2 Ann > Cid"]
    assert state.deciding() == [1]
    do(state, "Bob: turn-aside-right")
    assert hexes(state) == ["#1 Bob > Ann", "#2 Cid > Dee"]


@pytest.mark.rule("hexhex.absorb.cancel_and_take")
def test_an_absorb_can_itself_be_absorbed() -> None:
    state = table("#1 Ann > Bob", Ann=[LEFT], Bob=["rot", RIGHT], Cid=["absorb"], Dee=["absorb", LEFT])
    do(state, "Bob: rot > Dee", "Cid: absorb ! Bob", "Dee: absorb ! Cid")
    assert state.deciding() == [3]  # who has an Absorb again, and could use it on Rot
    do(state, "Dee: pass")
    # Cid's Absorb is cancelled and Dee's now: Rot stands, and stings Dee
    assert hexes(state) == ["#1 Bob > Dee rot"]
    assert state.hand[3] == (LEFT, "absorb")
    assert state.hand[2] == ()
    assert voices(state) == "5 5 5 4"


@pytest.mark.rule("hexhex.scorch.hexed", "hexhex.scorch.gain_two", "hexhex.multi.hexed_stays")
def test_scorch_makes_one_of_two_hexes_go_off() -> None:
    """Bob shows no card with "right" on it: Hex #2 goes off for two Voice, its sender gains one, Scorch two more."""
    state = table("#1 Ann > Bob", "#2 Dee > Bob rend", Ann=[LEFT], Bob=[LEFT, ACROSS], Cid=["scorch", LEFT], Dee=[LEFT])
    do(state, "Cid: scorch ! Bob right #2")
    assert voices(state) == "5 3 7 6"
    assert hexes(state) == ["#1 Ann > Bob"]
    do(state, "Bob: turn-aside-left")
    assert hexes(state) == ["#1 Bob > Cid"]


@pytest.mark.rule("hexhex.when_hexed.one_per_hexing", "hexhex.pox.effect")
def test_a_last_chance_for_each_hex_that_goes_off() -> None:
    """Two Hexes go off on Bob. For one he plays Divide & Conquer: Ann and Cid lose it. For the other Right Is Might:
    one Turn Aside Right was played. Both senders gain one all the same."""
    state = table(
        "#1 Ann > Bob rend",
        "#2 Dee > Bob",
        Ann={"hand": [], "played": [RIGHT]},
        Bob=["divide-and-conquer", "right-is-might"],
        Cid=[],
        Dee=[],
        tally=[1],
    )
    assert state.phase == "hexed"
    first = state.agenda[-1][1].num
    assert first == 1
    do(state, "Bob: divide-and-conquer", "Bob: right-is-might")
    # Hex 1 (two Voice) on Ann and Cid, one for Ann as its sender; Hex 2: Bob gains one, Dee gains one
    assert [state.voice[s] for s in range(4)] == [5 - 2 + 1, 5 + 1, 5 - 2, 5 + 1]


@pytest.mark.rule("hexhex.hexhex.dismisses_all", "hexhex.hexhex.no_gain")
def test_hex_hex_among_simultaneous_cards_ends_everything() -> None:
    state = table("#1 Ann > Bob rend", "#2 Ann > Cid", Ann=[LEFT], Bob=["hex-hex-next", LEFT], Cid=["rot"], Dee=[LEFT])
    do(state, "{Bob: hex-hex-next, Cid: rot > Ann}")
    assert state.phase == "race"
    assert state.hexes == []
    assert voices(state) == "5 5 5 5"
    do(state, "Dee: last")
    assert voices(state) == "5 5 5 2"


@pytest.mark.rule("hexhex.phrase.dismissed", "hexhex.phrase.dismissed_ends_round")
def test_one_of_two_hexes_dismissed_leaves_the_other() -> None:
    made = game(rulings={"cards": "original"})
    state = table("#1 Ann > Bob", "#2 Ann > Bob", made=made, Ann=[LEFT], Bob=["hex-sign", LEFT], Cid=[LEFT], Dee=[])
    do(state, "Bob: hex-sign #1", "Bob: turn-aside-left #2")
    assert hexes(state) == ["#2 Bob > Cid"]
    assert voices(state) == "5 5 5 5"


@pytest.mark.rule("hexhex.card.detonate.out_of_turn", "hexhex.hexed.premature")
def test_a_detonated_hex_leaves_the_others_in_the_air() -> None:
    """Dee has played a card before. #2 goes off on Ann with Dee as its sender; #1 is still Bob's to answer."""
    made = game(rulings={"cards": "original"})
    state = table(
        "#1 Ann > Bob",
        "#2 Bob > Cid",
        made=made,
        Ann=[LEFT],
        Bob=[LEFT],
        Cid=[LEFT],
        Dee={"hand": ["detonate"], "firsts": 1},
    )
    do(state, "Dee: detonate #2 > Ann")
    assert voices(state) == "4 5 5 6"
    assert hexes(state) == ["#1 Ann > Bob"]


@pytest.mark.rule("hexhex.challenge.success", "hexhex.double_thrice.duplicate")
def test_a_challenge_copied_to_both_sides_has_come_back() -> None:
    """Ann challenges Bob, her left neighbour; Double & Thrice sends one Hex back to her: Ann pays one, Bob gains it."""
    state = table("#1 Dee > Ann", Ann=["challenge", LEFT], Bob=["double-and-thrice"], Cid=[LEFT], Dee=[LEFT])
    do(state, "Ann: challenge > Bob", "Bob: double-and-thrice")
    assert hexes(state) == ["#1 Bob > Cid double-and-thrice", "#2 Bob > Ann double-and-thrice"]
    assert voices(state) == "4 6 5 5"


@pytest.mark.rule("hexhex.faq.command_ignores_charm", "hexhex.faq.command_choice")
def test_charm_leaves_no_way_across_at_a_table_of_four() -> None:
    """Dee sits across from Bob and has charmed him: with nothing but Deflect Across he is Hexed at once."""
    state = table("#1 Ann > Bob", Ann=[LEFT], Bob={"hand": [ACROSS], "charmed_by": ["Dee"]}, Cid=[LEFT], Dee=[LEFT])
    assert voices(state) == "6 4 5 5"


@pytest.mark.rule("hexhex.faq.nightmare_played_cards")
def test_hands_move_but_readied_cards_do_not() -> None:
    """Bob's Nightmare moves hands to the left while Cid's card is on the table; Bob then answers from Ann's hand."""
    state = table(
        "#1 Dee > Bob",
        "#2 Dee > Cid",
        Ann=[ACROSS],
        Bob=["whirling-nightmare", "null"],
        Cid=[LEFT, "rend"],
        Dee=["duck"],
    )
    do(state, "{Bob: whirling-nightmare, Cid: turn-aside-left}")
    while state.phase == "react":
        do(state, f"{NAMES[state.asked]}: pass")
    assert [list(h) for h in state.hand] == [["duck"], [ACROSS], ["null"], ["rend"]]
    assert state.deciding() == [1]
    do(state, "Bob: deflect-across > Dee")
    while state.phase == "react":
        do(state, f"{NAMES[state.asked]}: pass")
    assert hexes(state) == ["#1 Bob > Dee", "#2 Cid > Dee"]


@pytest.mark.rule("hexhex.win.tie_doubled")
def test_in_a_tie_breaker_every_loss_and_gain_is_doubled() -> None:
    """Rot's sting: two. Rend: (1 + 1) times two lost, one times two gained."""
    state = table("#1 Ann > Bob rend", round=6, Ann=[LEFT], Bob=["rot"], Cid=[], Dee=[LEFT])
    do(state, "Bob: rot > Cid")
    assert voices(state) == "5 7 -1 5"


@pytest.mark.rule("hexhex.shackle.mirror", "hexhex.faq.shackle_only_hexed")
def test_shackle_mirrors_each_hex_but_no_sting() -> None:
    """Bob is shackled to Dee and Hexed twice, for one and for two. Rot cost him one on the way, which Dee does not
    share."""
    state = table(
        "#1 Ann > Bob",
        "#2 Cid > Ann rend",
        Ann=["rot"],
        Bob={"hand": [LEFT], "standing": ["shackle > Dee"]},
        Cid=[LEFT],
        Dee=[RIGHT],
    )
    do(state, "{Ann: rot > Bob, Bob: turn-aside-left}", "Cid: turn-aside-left")
    # the sting, one; then Hex 2 goes off on Bob, who has no card left: two, and the same for Dee
    assert voices(state) == "6 2 5 3"


@pytest.mark.rule("hexhex.phrase.across_choice")
def test_six_seats_have_three_players_across() -> None:
    made = game(players=6)
    state = table("#1 Fay > Ann", made=made, Ann=[ACROSS], Bob=[LEFT], Cid=[LEFT], Dee=[LEFT], Eve=[LEFT], Fay=[LEFT])
    assert [str(a) for a in state.legal_actions(0)] == [
        f"Ann: deflect-across > {name}" for name in ("Cid", "Dee", "Eve")
    ]


@pytest.mark.rule("hexhex.setup.reshuffle_only_when_empty")
def test_a_deal_takes_the_last_cards_before_it_reshuffles() -> None:
    """Three cards are left in the deck; the fourth card of the deal needs the discard pile."""
    made = game(players=3)
    pile = [LEFT, RIGHT, ACROSS, "rot", "duck", "rend"] * 3
    state = table(made=made, phase="deal", dealer="Ann", caster="Bob", deck=["thine", "null", "absorb"], discard=pile)
    dealt = [card for hand in state.hand for card in hand]
    assert {"thine", "null", "absorb"} <= set(dealt)
    assert len(dealt) == 15
    assert state.discard == []
    assert len(state.deck) == 18 - 12


@pytest.mark.rule("hexhex.card.foretell.effect", "hexhex.faq.foretell_dealt")
def test_a_second_foretell_stacks_the_hand_anew() -> None:
    """In a deck of one's own somebody may be dealt two. Neither is stacked; the last one played holds."""
    state = table(phase="dealt", dealer="Ann", Bob=["foretell", "foretell", LEFT, RIGHT])
    assert [str(a) for a in state.legal_actions()] == [
        f"Bob: foretell {LEFT},{RIGHT}",
        f"Bob: foretell {RIGHT},{LEFT}",
    ]
    do(state, f"Bob: foretell {LEFT},{RIGHT}", f"Bob: foretell {RIGHT},{LEFT}")
    assert state.hand[1] == (RIGHT, LEFT)
    assert state.played[1] == ("foretell", "foretell")
    assert state.phase == "cast"


@pytest.mark.rule("hexhex.multi.until_all_done", "hexhex.phrase.out_of_turn")
def test_with_the_last_hex_gone_the_round_is_over_also_for_hex_hex() -> None:
    """The only Hex has gone off by Scorch, or by Detonate. Dee's HEX HEX NEXT comes too late."""
    state = table("#1 Ann > Bob", Ann=[LEFT], Bob=[ACROSS], Cid=["scorch"], Dee=["hex-hex-next"])
    do(state, "Cid: scorch ! Bob left", "Dee: pass")
    assert (state.round, voices(state)) == (2, "6 4 7 5")
    made = game(rulings={"cards": "both"})
    cid = {"hand": ["detonate"], "firsts": 1}
    state = table("#1 Ann > Bob", made=made, Ann=[LEFT], Bob=[LEFT], Cid=cid, Dee=["hex-hex-next"])
    do(state, "Cid: detonate > Ann", "Dee: pass")
    assert (state.round, voices(state)) == (2, "4 5 6 5")


@pytest.mark.rule("hexhex.multi.pre_pass_first", "hexhex.card.whirling_nightmare.effect")
def test_two_nightmares_move_the_hands_twice_before_anybody_answers() -> None:
    """Ann's card goes to Bob and on to Cid, Cid's to Dee and on to Ann: both Intended are left without one."""
    state = table(
        "#1 Ann > Bob",
        "#2 Cid > Dee",
        caster="Ann",
        Ann=[LEFT],
        Bob=["whirling-nightmare"],
        Cid=[RIGHT],
        Dee=["whirling-nightmare"],
    )
    do(state, "{Bob: whirling-nightmare, Dee: whirling-nightmare}")
    assert (state.round, voices(state)) == (2, "6 4 6 4")


@pytest.mark.rule("hexhex.multi.pre_pass_first", "hexhex.faq.draw_fire_immediate")
def test_a_card_dealt_between_two_effects_leaves_the_order_alone() -> None:
    """Clockwise from the caster: Bob's card moves the hands, Cid draws a Shackle and plays it, Dee knocks. Only then
    does Bob answer, with Ann's Duck or with the Rend that Dee has knocked on to him."""
    state = table(
        "#1 Ann > Bob",
        "#2 Ann > Cid",
        "#3 Ann > Dee",
        caster="Ann",
        Ann=["duck"],
        Bob=["whirling-nightmare"],
        Cid=["draw-fire", "rot"],
        Dee=["knock-aside-right"],
        deck=["shackle", "rend", *[LEFT] * 20],
    )
    events = do(state, "{Bob: whirling-nightmare, Cid: draw-fire > Ann, Dee: knock-aside-right}")
    assert state.phase == "dealt"
    events += do(state, "Cid: shackle > Ann")
    assert [e.kind for e in events if e.kind in ("rotate", "dealt", "knock")] == ["rotate", "dealt", "knock"]
    # Cid got Bob's hand, which was empty; the Shackle brought Rend, and that was knocked on to Bob
    assert [list(h) for h in state.hand] == [[], ["rend", "duck"], [], ["rot"]]
    assert state.deciding() == [1]


@pytest.mark.rule("hexhex.multi.hexed_each", "hexhex.card.whirling_nightmare.effect")
def test_a_hex_without_a_card_stays_lost_and_everybody_knows_it() -> None:
    """Ann has one card for two Hexes. When it is turned up the second Hex is lost, whatever her next hand brings."""
    state = table("#1 Dee > Ann", "#2 Bob > Ann", Ann=["whirling-nightmare"], Bob=[LEFT], Cid=[LEFT], Dee=[RIGHT, LEFT])
    do(state, "Ann: whirling-nightmare #1")
    assert state.phase == "answer"
    assert [str(a) for a in state.legal_actions(0)] == [f"Ann: {LEFT} #1", f"Ann: {RIGHT} #1"]
    for seat in (0, 1, None):
        assert state.view(seat).lost == (2,)
        assert state.view(seat).player == "Ann"
    assert set(state.view(0).determinize(Rng(1)).legal_actions(0)) == set(state.legal_actions(0))
    assert state.game.position(state.position()) == state


@pytest.mark.rule("hexhex.multi.ready_cards", "hexhex.play.respond_face_up")
def test_a_hex_let_go_unseen_is_known_to_its_player_alone() -> None:
    state = table("#1 Ann > Bob", "#2 Ann > Cid", made=game(rulings={"answer": "may"}), Bob=[LEFT], Cid=[LEFT], Ann=[])
    do(state, "Bob: yield")
    assert [state.view(seat).lost for seat in (0, 1, 2, None)] == [(), (-1,), (), ()]
    assert state.view(2).player == "several"
    assert state.game.position(state.position()) == state
    do(state, f"Cid: {LEFT}")
    # Bob's Hex goes off; Cid's goes to Dee, who has no card
    assert voices(state) == "6 4 6 4"


@pytest.mark.rule("hexhex.multi.many", "hexhex.multi.token_limit")
def test_more_hexes_than_any_box_has_tokens_for() -> None:
    """A deck of Double & Thrice makes dozens. They can be named, written down and read again."""
    state = table(*(f"#{k} Ann > Bob" for k in range(60, 120)), Bob=[LEFT], Cid=[LEFT])
    assert state.game.position(state.position()) == state
    do(state, f"Bob: {LEFT} #101")
    assert hexes(state) == ["#101 Bob > Cid"]
    assert voices(state) == f"{5 + 59} {5 - 59} 5 5"


OWN = {
    "stone": {
        "title": "Stone",
        "text": "To the left.",
        "moment": "intended",
        "effect": {"pass": "left", "immune": True},
    },
    "veil": {
        "title": "Veil",
        "text": "To the right.",
        "moment": "intended",
        "effect": {"pass": "right", "keeps_sender": True},
    },
}
"""Cards that somebody might think of; no printed answer is immune, and only Duck keeps the sender."""


@pytest.mark.rule("hexhex.absorb.cancel_and_take", "hexhex.hexhex.uncancellable")
def test_of_two_cards_of_a_player_the_hex_is_named_even_if_one_cannot_be_cancelled() -> None:
    made = game(deck={"card": OWN, "deck": {"stone": 9, LEFT: 20, RIGHT: 20, "absorb": 9}})
    state = table("#1 Dee > Ann", "#2 Dee > Ann", Ann=["stone", RIGHT, LEFT], Cid=["absorb"], made=made)
    do(state, "Ann: turn-aside-right #1", "Ann: stone #2")
    assert [str(a) for a in state.legal_actions(2)] == ["Cid: absorb ! Ann #1", "Cid: pass"]
    assert rules_against(state, "Cid: absorb ! Ann") == ("absorb.cancel_and_take",)
    assert rules_against(state, "Cid: absorb ! Ann #2") == ("hexhex.uncancellable",)
    do(state, "Cid: absorb ! Ann #1")
    assert state.hand[2] == (RIGHT,)


@pytest.mark.rule("hexhex.hexed.no_self_target", "hexhex.card.thine.duplicates")
def test_a_hex_that_came_home_is_not_sent_back_to_oneself() -> None:
    """Veil leaves Ann the sender and gives her the Hex. Thine would send it to its sender, and that is she."""
    made = game(deck={"card": OWN, "deck": {"veil": 9, LEFT: 20, RIGHT: 20, "thine": 9}})
    state = table("#1 Ann > Bob", Ann=["thine", LEFT], Bob=["veil"], made=made)
    do(state, "Bob: veil")
    assert hexes(state) == ["#1 Ann > Ann"]
    assert [str(a) for a in state.legal_actions(0)] == ["Ann: turn-aside-left"]
    assert rules_against(state, "Ann: thine") == ("hexed.no_self_target",)
    assert made.position(state.position()) == state
