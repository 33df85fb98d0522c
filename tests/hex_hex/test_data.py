"""What the cards and the game say of themselves: statements that no line of code enforces."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from hexlib.hex_hex.components import GROUPS, DeckError, card_set, own_deck
from hexlib.hex_hex.laws import SAMPLES, LawError, own_law, read_laws
from hexlib.rules import Rulebook

from .helpers import ACROSS, LEFT, RIGHT, do, game, play, table, voices

NEXT = card_set("next")
CARDS = card_set("both").cards
TOKENS = 14


@pytest.mark.rule("hexhex.components.cards", "hexhex.setup.shuffle_94")
def test_94_cards() -> None:
    assert NEXT.size == 94
    state = game().new_initial_state(1)
    assert len(state.deck) + sum(map(len, state.hand)) + len(state.standing[0]) >= 70


@pytest.mark.rule("hexhex.components.voice_cards", "hexhex.components.voice_tokens", "hexhex.setup.voice_card_each")
def test_six_voice_cards_one_a_player() -> None:
    """Six at most can play, and each has one Voice."""
    assert len(game(players=6).new_initial_state(1).voice) == 6
    with pytest.raises(ValueError, match="3 to 6"):
        game(players=7)


@pytest.mark.rule("hexhex.setup.remove_voice_cards", "hexhex.setup.punch_tokens")
def test_no_voice_card_and_no_token_is_in_the_deck() -> None:
    assert not [name for name in CARDS if "voice" in name or "token" in name]


@pytest.mark.rule("hexhex.components.hex_tokens", "hexhex.multi.token_limit", "hexhex.multi.enhanced_token_kinds")
def test_tokens_are_aids() -> None:
    """Fourteen tokens in the box, five kinds enhanced; more Hexes than that are possible all the same."""
    kinds = {name for name, card in NEXT.cards.items() if card.token and name in NEXT.copies}
    assert kinds == {"rend", "rot", "double-and-thrice", "maddening-fixation", "behest-hex"}
    many = [f"#{k} Ann > Bob rot rend" for k in range(1, TOKENS + 1)]
    state = table(*many, Bob=["rot"])
    do(state, "Bob: rot #1 > Dee")
    assert state.voice[1] == 5 - 2 * 13 + 1


@pytest.mark.rule("hexhex.deck.five_categories", "hexhex.deck.purpose")
def test_groups() -> None:
    found = {card.group for card in CARDS.values()}
    assert found == set(GROUPS)
    for group, some in {
        "basic": LEFT,
        "enhanced": "rot",
        "counter": "absorb",
        "hexed": "pox",
        "dealt": "bind",
        "special": "hex-hex-next",
    }.items():
        assert CARDS[some].group == group


@pytest.mark.rule("hexhex.basic.majority")
def test_most_cards_are_basic_deflections() -> None:
    basic = sum(k for name, k in NEXT.copies.items() if CARDS[name].group == "basic")
    assert basic > NEXT.size / 2
    assert NEXT.copies[LEFT] == NEXT.copies[RIGHT] > NEXT.copies[ACROSS]


@pytest.mark.rule("hexhex.enhanced.nature", "hexhex.basic.nature")
def test_enhanced_cards_do_something_besides() -> None:
    plain = {name for name, c in CARDS.items() if c.ways and not (c.token or c.before or c.copy or c.keeps_sender)}
    assert plain == {LEFT, RIGHT, ACROSS, "challenge"}
    assert {CARDS[name].group for name in plain} == {"basic", "counter"}


@pytest.mark.rule("hexhex.deck.samples_only", "hexhex.faq.more_online")
def test_what_is_not_printed_is_marked() -> None:
    """How many of each there are, and the texts of some, are reconstructions."""
    assert all("copies" in card.reconstructed for card in CARDS.values())
    assert "text" in CARDS["twixt"].reconstructed
    assert "text" not in CARDS["rot"].reconstructed
    assert not (set(CARDS["rot"].reconstructed) - {"copies"})


def test_every_card_that_the_text_names_is_there() -> None:
    named = [
        "turn-aside-left",
        "turn-aside-right",
        "deflect-across",
        "double-and-thrice",
        "rot",
        "rend",
        "knock-aside-right",
        "absorb",
        "challenge",
        "scorch",
        "thine",
        "behest-hex",
        "maddening-fixation",
        "hex-hex-next",
        "right-is-might",
        "divide-and-conquer",
        "pox",
        "shackle",
        "no-mans-hand",
        "bind",
        "dismiss",
        "detonate",
        "hex-sign",
        "maddening-compulsion-left",
        "maddening-compulsion-right",
        "hex-hex",
        "null",
        "counter-caster",
        "command",
        "charm",
        "duck",
        "twixt",
        "draw-fire",
        "whirling-nightmare",
        "foretell",
        "conjure",
    ]
    assert set(CARDS) == set(named)
    first_game = {
        "dismiss",
        "detonate",
        "hex-sign",
        "maddening-compulsion-left",
        "maddening-compulsion-right",
        "hex-hex",
    }
    assert not first_game & set(NEXT.copies)
    assert first_game <= set(card_set("original").copies)


def test_words_on_cards() -> None:
    """Scorch asks for the words left and right, so they stand exactly where the printed card has them."""
    both = {"double-and-thrice", "scorch", "divide-and-conquer"}
    assert {n for n, c in CARDS.items() if "left" in c.words} == {LEFT, "maddening-compulsion-left", *both}
    right = {RIGHT, "knock-aside-right", "right-is-might", "maddening-compulsion-right", *both}
    assert {n for n, c in CARDS.items() if "right" in c.words} == right


def test_statements_of_cards_exist() -> None:
    book = Rulebook.load("hex_hex")
    assert len(book.statements) == 239
    for card in CARDS.values():
        assert card.rules
        assert all(rule in book.statements for rule in card.rules)


@pytest.mark.rule("hexhex.hexhex.optional_removal", "hexhex.hexhex.both_versions")
def test_a_group_may_take_a_hexhex_card_out() -> None:
    both = card_set("both")
    assert both.copies["hex-hex"] == both.copies["hex-hex-next"] == 1
    tame = game(deck={"deck": {name: k for name, k in both.copies.items() if not CARDS[name].race}})
    assert tame.rules.set.size == 162
    for state, _ in play(1, tame):
        assert state.phase != "race"


OWN = """
[deck]
turn-aside-left = 20
turn-aside-right = 20
bind = 2
exorcise = 4
larceny = 4
[card.exorcise]
title = "Exorcise"
text = "Standing Effects of the player to whom the Hex goes are dispelled first."
effect = { pass = "any", before = "dispel" }
[card.larceny]
title = "Larceny"
text = "Steal the Standing Effects of the player to whom the Hex goes."
effect = { pass = "any", before = "steal" }
"""


@pytest.mark.rule("hexhex.phrase.standing_removed", "hexhex.dealt.enduring_until", "hexhex.phrase.enduring")
def test_a_deck_of_ones_own_may_dispel_and_steal() -> None:
    made = game(deck=OWN)
    hands = {"Bob": ["exorcise", "larceny"], "Dee": {"hand": [LEFT, LEFT], "standing": ["bind"]}}
    state = table("#1 Ann > Bob", made=made, **hands)
    do(state, "Bob: exorcise > Dee")
    assert state.standing == [(), (), (), ()]
    assert "bind" in state.discard
    state = table("#1 Ann > Bob", made=made, **hands)
    do(state, "Bob: larceny > Dee")
    assert state.standing[1] == (("bind", -1),)
    for state, _ in play(2, made):
        assert state.round < 60


@pytest.mark.rule("hexhex.phrase.dismissed_replacement")
def test_a_card_that_dismisses_may_do_something_else_instead() -> None:
    own = {
        "deck": {LEFT: 40, "banish": 3},
        "card": {
            "banish": {
                "title": "Banish",
                "text": "Draw a card. The Hex is dismissed.",
                "effect": {"dismiss": True, "before": "draw"},
            }
        },
    }
    state = table("#1 Ann > Bob", made=game(deck=own), Bob=["banish"], deck=[LEFT])
    events = do(state, "Bob: banish")
    assert [e.kind for e in events if e.kind in ("draw", "dismissed")] == ["draw", "dismissed"]
    assert voices(state) == "5 5 5 5"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[deck]\nrott = 40", "deck.rott: there is no such card; did you mean 'rot'?"),
        ("[deck]\nrot = 400", "deck.rot: must be from 0 to 99"),
        ("[deck]\nrot = 4", "a deck has 30 to 400 cards"),
        ("[deck]\nrot = true", "deck.rot: must be a whole number"),
        ("[decks]\nrot = 40", "unknown table"),
        ("[deck", "this is not TOML"),
        ('[deck]\nrot = 40\n[card.x]\ntitle = "X"\ntext = ""', "card.x: effect is missing"),
        ('[deck]\nrot = 40\n[card.x]\ntitle = "X"\ntext = ""\neffect = { pas = "left" }', "did you mean 'pass'?"),
        ('[deck]\nrot = 40\n[card.x]\ntitle = "X"\ntext = ""\neffect = { pass = "up" }', "'up' is not one of left"),
        ('[deck]\nrot = 40\n[card.x]\ntitle = "X"\ntext = ""\neffect = { cancel = "take" }', "moment = 'reaction'"),
        (
            '[deck]\nrot = 40\n[card.x]\ntitle = "X"\ntext = ""\n\neffect = { dismiss = true, before = "knock" }',
            "line 7, card.x.effect.before: 'knock' needs a pass",
        ),
        (
            '[deck]\nrot = 40\n[card.x]\ntitle = "X"\ntext = ""\neffect = { dismiss = true, pass = "left" }',
            "line 6, card.x.effect: a card does one of pass and dismiss",
        ),
        (
            '[deck]\nrot = 40\n[card.rot]\nrules = ["hexhex.rot.pas"]',
            "line 4, card.rot.rules: there is no statement 'hexhex.rot.pas'; did you mean 'hexhex.rot.pass'?",
        ),
        ("[deck]\nrot = 40\n[card.rot]\nrules = 3", "line 4, card.rot.rules: must be a list"),
        ("# mine\n\n[deck]\nduck = 40\nrott = 1", "line 5, deck.rott: there is no such card"),
        ('[deck]\nrot = 40\n[card.x]\ntitle = "X"\ntext = ""\neffect = { mark = { los = 1 } }', "did you mean 'loss'?"),
        ('[deck]\nrot = 40\n[card.Big]\ntitle = "X"\ntext = ""\neffect = {}', "small letters"),
        ('[deck]\nrot = 40\n[card.x]\ntitle = "X"\ntext = ""\neffect = {}\ncolor = "red"', "card.x.color: unknown key"),
        (
            '[deck]\nrot = 40\n[card.x]\ntitle = "X"\ntext = ""\nmoment = "hexed"\neffect = { spares = "gain" }',
            "card.x.effect.counts: is missing",
        ),
    ],
)
def test_mistakes_in_a_deck_are_named(text: str, says: str) -> None:
    with pytest.raises(DeckError) as caught:
        own_deck(text + "\n")
    assert says in str(caught.value)


def test_mistakes_in_a_deck_file_name_the_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text("[deck]\nrott = 40\n")
    with pytest.raises(DeckError, match=r"^mine\.toml, line 2, deck\.rott: there is no such card"):
        own_deck(file)
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(DeckError, match=r"^mine\.toml: this is not text in UTF-8"):
        own_deck(str(file))
    with pytest.raises(DeckError, match="not 5"):
        own_deck(5)  # type: ignore[arg-type]


# -- laws --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("hexhex.law.make_rule", "hexhex.law.no_round_ending_penalty", "hexhex.law.penalty")
def test_a_law_of_ones_own() -> None:
    law = own_law("whisper", "Speak in a whisper.", voice=2)
    assert law.penalty == "2 Voice"
    state = table("#1 Ann > Bob", Bob=[LEFT], Cid=[RIGHT], laws=[{"name": "whisper", "text": "Whisper.", "voice": 2}])
    do(state, "Cid: penalty whisper")
    assert voices(state) == "5 5 3 5"
    assert state.phase == "answer"
    assert state.game.position(state.position()) == state
    for wrong, says in (
        ({"penalty": "The round ends."}, "may not end a round"),
        ({"penalty": "Stop the hand at once"}, "may not end a round"),
        ({}, "a law has a penalty"),
        ({"voice": 99}, "from 0 to 9"),
    ):
        with pytest.raises(LawError, match=says):
            own_law("x", "Do not.", **wrong)  # type: ignore[arg-type]
    with pytest.raises(LawError, match="sample laws"):
        own_law("elbow", "Mine.", voice=1)


def test_the_seven_samples() -> None:
    assert list(SAMPLES) == ["elbow", "pronoun", "cancel", "swap", "silence", "opposite", "revenge"]
    assert [law.name for law in read_laws(["elbow", "swap", "cancel", "revenge"])] == ["elbow", "revenge"]
    for wrong in (["elbo"], [3], [{"name": "x", "text": "y", "color": 1}], [{"name": 3, "text": "y"}]):
        with pytest.raises(LawError):
            read_laws(wrong)


def test_laws_are_kept_in_whole_games() -> None:
    made = game(players=5, laws=("swap", "opposite", "revenge"), rulings={"cards": "both"})
    for state, action in play(3, made):
        assert state.explain(action)
    assert state.is_terminal()


@pytest.mark.rule("hexhex.series.next_dealer", "hexhex.series.first_caster_token", "hexhex.law.cumulative")
def test_a_series() -> None:
    """The next game begins one seat further to the left, with the winner's law added to those there are."""
    made = game()
    *_, (state, _) = play(5, made)
    assert state.is_terminal()
    second = made.next_game(state, "elbow", seed=1)
    assert second.dealer == second.first_dealer == (state.first_dealer + 1) % 4
    assert [law.name for law in second.laws] == ["elbow"]
    *_, (last, _) = play(6, second.game)
    third = second.game.next_game(last, "pronoun", seed=2)
    assert [law.name for law in third.laws] == ["elbow", "pronoun"]
    with pytest.raises(ValueError, match="not over yet"):
        made.next_game(third)


@pytest.mark.rule("hexhex.phrase.discard_random", "hexhex.knock_aside.card_shift")
def test_a_random_card_is_drawn_blindly() -> None:
    """Whatever is taken at random is each card equally often."""
    gone = set()
    for seed in range(40):
        state = table("#1 Bob > Ann", Ann=["knock-aside-right"], Dee=[LEFT, "rot", "duck"], Cid=[LEFT], seed=seed)
        do(state, "Ann: knock-aside-right")
        gone |= set(state.hand[2]) - {LEFT} or {LEFT}
    assert gone == {LEFT, "rot", "duck"}


@pytest.mark.rule("hexhex.start.read_time", "hexhex.start.all_ready")
def test_there_is_time_to_read() -> None:
    """Nothing happens after the deal until somebody acts."""
    for seed in range(6):
        state = game().new_initial_state(seed)
        assert state.phase in ("cast", "dealt")
        assert not state.hexes
        assert state.voice == [5, 5, 5, 5]


@pytest.mark.rule("hexhex.setup.voice_meaning", "hexhex.phrase.only_when_hexed_one", "hexhex.faq.duck_voice")
def test_small_things() -> None:
    assert game().new_initial_state(1).view(None).facts()["voice"] == {"Ann": 5, "Bob": 5, "Cid": 5, "Dee": 5}
    state = table("#1 Ann > Bob", Bob=["pox", "pox"])
    do(state, "Bob: pox")
    assert state.round == 2
    state = table("#1 Ann > Bob", Bob=["duck"])
    do(state, "Bob: duck")
    assert voices(state) == "6 5 4 5"


@pytest.mark.rule("hexhex.no_mans_hand.illegal_hexed", "hexhex.no_mans_hand.standing", "hexhex.fixation.any_means")
def test_no_mans_hand_under_a_compel() -> None:
    state = table("#1 Ann > Bob maddening-fixation", Bob={"standing": ["no-mans-hand"]}, Cid=[LEFT, LEFT, LEFT])
    do(state, "Bob: borrow > Cid")
    do(state, "Bob: turn-aside-left")  # to Cid, who holds most
    assert [h.holder for h in state.hexes] == [2] or voices(state) == "5 6 4 5"


@pytest.mark.rule("hexhex.play.card_over_rules", "hexhex.phrase.standing")
def test_a_card_goes_before_the_rules() -> None:
    """Twixt lets one card answer two Hexes, against the rule of one card each."""
    state = table("#1 Ann > Bob", "#2 Cid > Bob", Bob=["twixt", "rot"], Dee=[LEFT, LEFT])
    do(state, "Bob: twixt rot #1 #2 > Dee")
    assert [h.holder for h in state.hexes] == [3, 3]
    assert state.voice[3] == 3


@pytest.mark.rule("hexhex.setup.random_dealer", "hexhex.setup.shuffle_94")
def test_the_start_is_drawn_by_the_seed() -> None:
    dealers = {game().new_initial_state(seed).dealer for seed in range(40)}
    assert dealers == {0, 1, 2, 3}
    decks = {tuple(game().new_initial_state(seed).deck[:6]) for seed in range(20)}
    assert len(decks) == 20


@pytest.mark.rule("hexhex.setup.break_clumps")
def test_clumps_are_broken_up() -> None:
    """Neighbours in a shuffled deck are equal about as often as chance has it, not in runs."""
    equal = total = 0
    for seed in range(30):
        deck = game().new_initial_state(seed).deck
        equal += sum(a == b for a, b in pairwise(deck))
        total += len(deck) - 1
    assert 0.05 < equal / total < 0.14
