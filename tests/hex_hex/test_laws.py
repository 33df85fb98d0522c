"""Laws of one's own: what a form says before they are laid down."""

from __future__ import annotations

import pytest

from hexlib import Rng, dumps
from hexlib.hex_hex.actions import NAMES
from hexlib.hex_hex.laws import SAMPLES, LawError, law_problems, own_law
from hexlib.record import Record, Step
from hexlib.record_share import shared

from .helpers import LEFT, RIGHT, choose, do, game, rules_against, table, voices, whole


@pytest.mark.parametrize(
    "penalty",
    [
        "The round ends.",
        "end the round at once",
        "the hand is over",
        "we skip the rest of this round",
        "the game stops",
        "all Hexes are dismissed",
        "dismiss every Hex",
        "a new round begins",
        "deal again",
        "break off the round",
    ],
)
@pytest.mark.rule("hexhex.law.no_round_ending_penalty")
def test_a_penalty_that_ends_a_round_is_refused_at_its_field(penalty: str) -> None:
    problems = law_problems("hum", "Nobody may hum.", penalty=penalty)
    assert list(problems) == ["penalty"]
    assert "let it cost Voice or cards" in problems["penalty"]
    with pytest.raises(LawError, match="no_round_ending_penalty"):
        own_law("hum", "Nobody may hum.", penalty=penalty)


@pytest.mark.parametrize(
    ("text", "penalty"),
    [
        ("Say thanks at the end of the round.", "sing"),
        ("When the round is over, shake hands.", "sing a verse"),
        ("Stand up before you pass the Hex.", "skip the next drink"),
        ("Nobody may hum.", "hold your hand over your mouth until somebody is Hexed"),
        ("Nobody may hum.", "hop once round the table"),
    ],
)
@pytest.mark.rule("hexhex.law.penalty")
def test_other_laws_may_speak_of_rounds_and_hands(text: str, penalty: str) -> None:
    assert law_problems("hum", text, penalty=penalty) == {}
    assert own_law("hum", text, penalty=penalty).text == f"{text} Penalty: {penalty}"


def test_a_form_is_told_everything_that_is_wrong_at_once() -> None:
    assert list(law_problems("No Humming!", " ", voice=12, cards=-1)) == ["name", "text", "voice", "cards"]
    assert list(law_problems("elbow", "Point.", voice=1)) == ["name"]
    assert list(law_problems("hum", "Nobody may hum.")) == ["penalty"]


@pytest.mark.rule("hexhex.law.cumulative", "hexhex.law.sample_cancel")
def test_laws_add_up_from_game_to_game_and_one_may_cancel_the_last() -> None:
    made = game(players=3)
    over = made.position({"phase": "end", "round": 4, "Ann": {"voice": 9}})
    assert over.is_terminal()
    second = made.next_game(over, "elbow", seed=1)
    assert [law.name for law in second.laws] == ["elbow"]
    over.laws = (SAMPLES["elbow"], SAMPLES["pronoun"])
    for cancel in ("cancel", SAMPLES["cancel"]):
        assert [law.name for law in made.next_game(over, cancel, seed=1).laws] == ["elbow"]
    assert [law.name for law in made.next_game(over, "cancel", "swap", seed=1).laws] == ["elbow", "swap"]


@pytest.mark.rule("hexhex.law.suggested_penalties", "hexhex.phrase.discard")
def test_a_penalty_takes_as_many_cards_as_the_law_says() -> None:
    made = game(laws=({"name": "hum", "text": "Nobody may hum.", "cards": 2},))
    state = table("#1 Ann > Bob", made=made, Ann=[], Bob=[LEFT, LEFT, RIGHT], Cid=[RIGHT])
    assert rules_against(state, f"Bob: penalty hum {LEFT}") == ("phrase.discard",)
    assert rules_against(state, f"Bob: penalty hum {RIGHT},{RIGHT}") == ("phrase.discard",)
    assert rules_against(state, f"Ann: penalty hum {LEFT}") == ("phrase.discard",)  # she holds none
    do(state, f"Bob: penalty hum {LEFT},{RIGHT}", f"Cid: penalty hum {RIGHT}", "Ann: penalty hum")
    assert [state.hand[1], state.down[1]] == [(LEFT,), (LEFT, RIGHT)]
    assert [state.hand[2], state.down[2]] == [(), (RIGHT,)]


@pytest.mark.rule("hexhex.phrase.discard")
def test_what_a_penalty_discards_lies_face_down() -> None:
    """Only Bob knows which card it was: no event that others see names it, nor does a record that is passed on."""
    made = game(laws=("pronoun",))
    state = table("#1 Ann > Bob", made=made, Ann=[LEFT], Bob=[LEFT, "rot"], Cid=[LEFT])
    record = Record(made, "A slip", (Step(), Step("Bob: penalty pronoun rot")), position=state.position())
    for event in do(state, "Bob: penalty pronoun rot"):
        assert event.visible_to(1)
        assert not event.visible_to(2) or "Rot" not in event.text
    assert "penalty pronoun rot" in dumps(shared(record, 1))
    assert "penalty pronoun rot" not in dumps(shared(record, 2))


@pytest.mark.rule("hexhex.law.no_round_ending_penalty", "hexhex.scorch.hexed")
def test_a_penalty_that_takes_the_card_that_was_needed_leaves_nobody_stuck() -> None:
    """Bob would have to show his Turn Aside Left, or play his Pox; the penalty takes it, and play goes on without."""
    made = game(laws=("pronoun",))
    state = table("#1 Ann > Bob", made=made, Ann=[], Bob=[LEFT], Cid=["scorch"], Dee=[])
    do(state, "Cid: scorch ! Bob left", f"Bob: penalty pronoun {LEFT}")
    assert voices(state) == "6 4 7 5"
    state = table("#1 Ann > Bob", made=made, Ann=[], Bob=["pox"], Cid={"standing": ["bind"]}, Dee=[])
    assert state.phase == "hexed"
    do(state, "Bob: penalty pronoun pox")
    assert voices(state) == "6 4 5 5"


@pytest.mark.rule("hexhex.law.sample_revenge", "hexhex.hexhex.last_player")
def test_revenge_for_hex_hex() -> None:
    """The last in the race is Hexed too."""
    state = table("#1 Ann > Bob", made=game(laws=("revenge",)), Ann=[LEFT], Bob=["hex-hex-next"])
    do(state, "Bob: hex-hex-next", "Cid: last", "Cid: revenge > Ann")
    assert voices(state) == "2 5 2 5"


@pytest.mark.rule("hexhex.law.sample_dealt_opposite")
def test_opposite_is_a_choice_where_an_odd_number_plays() -> None:
    """Of five, Dee and Eve sit opposite Bob, who picks Eve: she draws a card too, and is shackled to Ann like him."""
    made = game(players=5, laws=("opposite",))
    state = table(made=made, phase="dealt", dealer="Ann", Bob=["shackle"], deck=[LEFT, RIGHT, *["duck"] * 30])
    do(state, "Bob: shackle > Ann")
    assert state.phase == "opposite"
    assert [str(a) for a in state.legal_actions(1)] == ["Bob: choose > Dee", "Bob: choose > Eve"]
    assert rules_against(state, "Bob: choose > Cid") == ("law.sample_dealt_opposite",)
    assert made.position(state.position()) == state
    do(state, "Bob: choose > Eve")
    assert [state.hand[1], state.hand[3], state.hand[4]] == [(LEFT,), (), (RIGHT,)]
    do(state, "Bob: cast > Eve", f"Eve: {RIGHT}")
    # Dee has no card and is Hexed; with the round both Shackles end, and there is one card of them
    assert state.standing == [()] * 5
    assert state.discard.count("shackle") == 1
    assert voices(state) == "5 5 5 4 6"


@pytest.mark.rule("hexhex.law.sample_dealt_opposite", "hexhex.phrase.standing_discarded")
def test_the_opposite_players_effect_brings_no_second_card() -> None:
    """One Bind lies on the table and works for two; dispelled or not, there is one card of it."""
    made = game(laws=("opposite",))
    state = table(made=made, phase="dealt", dealer="Ann", Bob=["bind", LEFT], Dee=[RIGHT])
    cards = whole(state)
    do(state, "Bob: bind")
    assert [state.standing[1], state.standing[3]] == [(("bind", -1),)] * 2
    assert whole(state) == cards
    assert made.position(state.position()) == state
    do(state, "Bob: cast > Ann")
    assert state.phase == "keep"  # Ann had no card
    do(state, "Bob: keep", "Dee: keep")
    assert whole(state) == cards
    assert state.standing[3] == (("bind", -1),)


@pytest.mark.rule("hexhex.law.sample_dealt_opposite", "hexhex.card.foretell.effect")
def test_by_the_law_the_player_opposite_stacks_too() -> None:
    """Dee has a card that was dealt; it is played first, and then her hand is stacked with what it brought."""
    made = game(laws=("opposite",))
    state = table(
        made=made,
        phase="dealt",
        dealer="Ann",
        Bob=["foretell", LEFT],
        Dee=["shackle", "pox", RIGHT],
        deck=["duck"] + [LEFT] * 30,
    )
    do(state, f"Bob: foretell {LEFT}", "Dee: shackle > Ann")
    assert state.phase == "stack"
    assert state.view(None).player == "Dee"
    assert rules_against(state, f"Dee: foretell pox,{RIGHT},duck") == ("faq.foretell_when_hexed_bottom",)
    assert made.position(state.position()) == state
    do(state, f"Dee: foretell {RIGHT},duck,pox")
    assert state.hand[3] == (RIGHT, "duck", "pox")
    assert state.phase == "cast"


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_whole_games_under_all_laws_keep_every_card(players: int) -> None:
    """Penalties are called at random. A deck full of cards that are played when dealt shows what the laws do."""
    names = ("shackle", "bind", "foretell", "conjure", "no-mans-hand", LEFT, RIGHT, "scorch", "pox", "null", "thine")
    deck = {"deck": dict.fromkeys(names, 6) | {LEFT: 15, RIGHT: 15}}
    laws = ("elbow", "pronoun", "swap", "opposite", "revenge")
    made = game(players=players, deck=deck, laws=laws)
    state = made.new_initial_state(players)
    cards = whole(state)
    rng = Rng(players)
    for number in range(2500):
        if state.is_terminal():
            break
        assert whole(state) == cards
        assert state.deciding() == [] or state.legal_actions(state.deciding()[0]) or state.phase == "race"
        if number % 7 == 0:
            assert made.position(state.position()) == state
            seat = rng.below(players)
            sample = state.view(seat).determinize(rng)
            assert sample.view(seat) == state.view(seat)
            discard = f" {rng.choice(state.hand[seat])}" if state.hand[seat] else ""
            do(state, f"{NAMES[seat]}: penalty pronoun{discard}")
            continue
        action = choose(rng, state)
        checked = state.clone()
        checked.apply_action(action)
        state.push(action)
        assert state == checked
    else:
        raise AssertionError("the game does not end")
