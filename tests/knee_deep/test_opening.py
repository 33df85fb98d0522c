"""The set-up as a game: stages, reasons, the draft, decks, what is hidden, and the way into the game itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

import hexlib
from hexlib import TABLE, TERMINAL, Action, IllegalAction, NotationError, PositionError, Rng
from hexlib.draw.scene import BESIDE, Icon, Text
from hexlib.draw.text import misfits
from hexlib.knee_deep import modular
from hexlib.knee_deep.breaks import SETUP_BREAKS
from hexlib.knee_deep.components import CARDS, COMPANIONS
from hexlib.knee_deep.decks import BOX, Terms, explain, likely
from hexlib.knee_deep.opening import KneeDeepSetup
from hexlib.knee_deep.opening_actions import Add, Choose, Faction, Ready, Redraft, Remove, Take
from hexlib.knee_deep.opening_rules import sayable
from hexlib.knee_deep.opening_state import SetupState

SEATS = (0, 1, None, TABLE)
ANN = {"faction": "Bukseon", "companions": ["bukseon-general", "bukseon-commander"]}
BOB = {"faction": "Gondwana", "companions": ["gondwana-general", "gondwana-commander"]}
MINE = ("bukseon-general", "bukseon-commander")


def at(stage: str, variant: str = "casual", ann: dict[str, Any] | None = None, **more: Any) -> SetupState:
    game = KneeDeepSetup(variant=variant)
    return game.position({"stage": stage, "Ann": {**ANN, **(ann or {})}, "Bob": BOB, **more})


def act(state: SetupState, *texts: str) -> list[str]:
    """Kinds of the events."""
    return [e.kind for text in texts for e in state.apply_action(state.game.parse_action(text))]


def why(state: SetupState, text: str) -> tuple[str, ...]:
    return state.explain(state.game.parse_action(text)).rules


def play(seed: int, variant: str, board: str = "fixed") -> Iterator[tuple[SetupState, Action]]:
    """A whole set-up by chance; deck changes that take cards out again are rare."""
    state = KneeDeepSetup(variant=variant, board=board).new_initial_state(seed)
    rng = Rng(seed)
    while not state.is_terminal():
        actions = list(state.legal_actions())
        ready = [a for a in actions if isinstance(a, Ready)]
        some = [a for a in actions if not isinstance(a, (Remove, Ready))]
        action = ready[0] if ready else rng.choice(some if some and rng.below(12) else actions)
        yield state, action
        state.apply_action(action)
    yield state, Ready()


WAYS = [("casual", "modular"), ("simple", "fixed"), ("advanced", "fixed"), ("simple", "modular")]


@pytest.mark.rule("kdh.modular.place_board", "kdh.simple.pool_shuffle")
def test_stages_and_their_events_in_order() -> None:
    state = KneeDeepSetup(variant="simple", board="modular").new_initial_state(1)
    assert state.stage == "board"
    assert len(state.cards) == 14
    log: list[hexlib.Event] = []
    from hexlib.knee_deep import draft

    draft.begin_board(state, log)
    assert [e.kind for e in log] == ["board.place", "board.shuffle"]
    assert "kdh.modular.place_board" in log[0].rules
    while state.stage == "board":
        act(state, str(state.legal_actions()[0]))
    first = state.game.seats[state.first]
    assert state.game.seats[state.asked] == first
    act(state, "faction gondwana", "faction bukseon")
    assert state.factions[state.first] == "Gondwana"
    act(state, "companions gondwana-tech gondwana-general")
    events = act(state, "companions bukseon-general bukseon-commander")
    assert events == ["companions", "deck.base", "hq", "draft.shuffle", "draft.draw", "draft.cards"]
    left = BOX.remaining(*state.companions)
    assert Counter((*state.pile, *state.drawn)) == Counter(left)
    assert sum(left.values()) == 50
    assert sum(n for c, n in left.items() if CARDS[c].owner == "neutral") == 18


@pytest.mark.parametrize(("variant", "board"), WAYS)
@pytest.mark.parametrize("seed", range(3))
def test_whole_set_ups(seed: int, variant: str, board: str) -> None:
    """Every legal action is explained as legal and the others are not; positions come back; the game can begin."""
    for number, (state, _) in enumerate(play(seed, variant, board)):
        game = state.game
        if number % 7 == 0:
            legal = state.legal_actions()
            assert set(legal) == {a for a in sayable(state) if state.explain(a)}
            assert all(game.parse_action(str(a)) == a for a in legal)
            assert game.position(state.position()) == state
            assert state.clone() == state
            for width in ("wide", BESIDE, "narrow"):
                assert misfits(game.scene(state.view(TABLE), width=width)) == []
            view = state.view(state.current_player())
            for a in legal:
                assert game.intend(game.picks(a, view), view) == a
        assert len(state.cards) + len(state.laid) + bool(state.open_card) <= 14
        assert state.spare == modular.TOKENS - sum(map(bool, state.terrain)) if state.modular else state.spare == 56
    assert state.current_player() == TERMINAL
    assert state.legal_actions() == ()
    assert state.returns() == [0.0, 0.0]
    begun = state.begin(seed)
    for seat, faction in enumerate(begun.game.seats):
        who = state.factions.index(faction)
        assert begun.companions[seat] == state.companions[who]
        assert Counter((*begun.hand[seat], *begun.draw[seat])) == Counter(state.decks[who])
        assert not explain(state.deck(who), state.companions[who], variant, pool=state.pool(who))
    assert begun.land.terrain == state.terrain
    assert begun.game.seats[begun.starting] == state.factions[state.first]
    assert begun.game.deck == variant


@pytest.mark.parametrize("width", ["wide", BESIDE, "narrow"])
def test_the_open_terrain_card_is_drawn_under_the_board(width: float | str) -> None:
    """Quarry: a mountain in the middle and Material on field 3. With no card open the pile lies there."""
    state = at("board", laid={"G1": "spring"}, open_card="quarry", cards=["ridge", "delta"])
    board = state.game.scene(state.view(0), width=width)
    strip = board.layer("pieces")
    assert strip is not None
    texts = [s.text for s in strip.shapes if isinstance(s, Text)]
    assert "Quarry" in texts
    assert texts[-1] == "A reconstruction. 2 terrain cards in the pile."
    signs = [s for s in strip.shapes if isinstance(s, Icon)]
    assert [s.name for s in signs] == ["mountain", "material"]
    lowest = max(spot.y + spot.r for spot in board.spots)
    assert all(lowest < s.y + s.r < board.height for s in signs)
    assert "The open terrain card is Quarry: a mountain on field 0 and Material on field 3." in board.desc
    act(state, "lay G3")
    laid = state.game.scene(state.view(0), width=width)
    assert laid.height == board.height  # the board stays where it is
    pile = laid.layer("pieces")
    assert pile is not None
    assert [s.name for s in pile.shapes if isinstance(s, Icon)] == ["card_back"]
    assert "No terrain card is open; 2 terrain cards in the pile." in laid.desc


def test_a_set_up_that_is_not_complete_cannot_begin() -> None:
    with pytest.raises(ValueError, match="it is at stage deck"):
        at("deck", "advanced").begin(1)


def test_the_fast_door_does_the_same() -> None:
    for state, action in play(4, "simple", "modular"):
        if state.is_terminal():
            break
        a, b = state.clone(), state.clone()
        a.apply_action(action)
        b.push(action)
        assert a == b


# -- hidden is hidden --------------------------------------------------------------------------------------------------


@pytest.mark.rule("kdh.simple.pools_facedown")
@pytest.mark.parametrize("seed", range(3))
def test_what_is_hidden_changes_nothing_that_is_told(seed: int) -> None:
    """Another order of the piles, other hidden cards in the enemy's pool and deck: the same view, facts and picture."""
    rng = Rng(seed)
    for number, (state, _) in enumerate(play(seed, "simple", "modular")):
        for seat in SEATS:
            view = state.view(seat)
            other = view.determinize(rng)
            again = other.view(seat)
            assert again == view
            assert dict(again.facts()) == dict(view.facts())
            assert again.sides() == view.sides()
            if number % 9 == 0:
                assert state.game.scene(again) == state.game.scene(view)
    assert state.stage == "ready"


def test_who_knows_which_card_of_a_pool() -> None:
    ann = {"kept": ["sling"], "given": ["barrier"], "dealt": ["skirmish"]}
    state = at("deck", "simple", ann)
    hidden = ("?",)
    assert state.view(0).pools[0] == (("sling",), ("barrier",), ("skirmish",))
    assert state.view(1).pools[0] == (hidden, ("barrier",), hidden)  # Bob gave that one
    assert state.view(None).pools[0] == (hidden, hidden, hidden)
    act(state, "add sling")
    assert state.view(0).decks[0].count("sling") == 1
    assert "sling" not in state.view(1).decks[0]
    assert len(state.view(1).decks[0]) == 17


def test_events_of_the_draft_are_seen_by_those_who_see_the_cards() -> None:
    pile = ["sling", "force-field", "barrier", "ambush", "skirmish", "terraform", "sling", "barrier"]
    state = at("draft", "simple", pile=pile)
    events = state.apply_action(Take("sling"))
    told = {seat: " ".join(e.text for e in events if e.visible_to(seat)) for seat in (0, 1, None)}
    assert "Sling" in told[0]
    assert "Sling" not in told[1]
    assert "Force Field" in told[1]
    assert "Force Field" not in told[None]
    assert "Barrier" in told[1]  # what Bob has drawn now
    assert "Barrier" not in told[0]


# -- draft and decks ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("kdh.simple.draw_two", "kdh.simple.one_for_each", "kdh.simple.until_exhausted")
def test_a_draft_of_fifty() -> None:
    turns: list[int] = []
    for state, action in play(5, "simple"):
        if isinstance(action, Take):
            assert len(state.drawn) == 2
            turns.append(state.asked)
    first = state.first
    assert turns == [first, 1 - first] * 12
    kept, given, dealt = zip(*state.pools, strict=True)
    assert [len(k) for k in kept] == [len(g) for g in given] == [12, 12]
    assert [len(d) for d in dealt] == [1, 1]
    drafted = Counter(c for pool in state.pools for part in pool for c in part)
    assert drafted == Counter(BOX.remaining(*state.companions))


@pytest.mark.parametrize(
    ("deck", "variant", "rules"),
    [
        (BOX.casual(MINE), "casual", ()),
        ({**BOX.casual(MINE), "sling": 1}, "casual", ("kdh.casual.deck_size", "kdh.casual.sling_count")),
        ({**BOX.casual(MINE), "pincer": 1}, "casual", ("kdh.casual.base_deck", "kdh.casual.deck_size")),
        ({**BOX.casual(MINE), "sling": 1, "decoy": 1}, "casual", ("kdh.casual.sling_count", "kdh.casual.nine_neutral")),
        (BOX.base(MINE), "simple", ("kdh.simple.exactly_25", "kdh.deckbuilding.fill_to_25")),
        ({**BOX.casual(MINE), "sling": 3}, "simple", ("kdh.simple.exactly_25",)),
        ({**BOX.casual(MINE), "sling": 5}, "simple", ("kdh.simple.exactly_25", "kdh.simple.deck_composition")),
        ({**BOX.base(MINE), "decoy": 2, "ambush": 2, "sling": 4, "force-field": 1}, "simple",
         ("kdh.simple.max_four_foreign",)),
        ({**BOX.base(MINE), "decoy": 2, "ambush": 2, "sling": 4, "barrier": 1}, "simple", ()),
        ({**BOX.casual(MINE), "sling": 3, "barrier": 1}, "advanced", ("kdh.advanced.max_two_same_name",)),
        ({**BOX.casual(MINE), "decoy": 1}, "advanced", ("kdh.advanced.exactly_25",)),
        ({**BOX.base(MINE), "decoy": 2, "carry-all": 1, "sling": 2, "barrier": 2, "skirmish": 2}, "advanced", ()),
        ({**BOX.base(MINE), "decoy": 2, "ambush": 2, "sling": 2, "barrier": 2, "skirmish": 1}, "advanced",
         ("kdh.advanced.eight_points_on_foreign",)),
        ({**BOX.base(MINE), "false-flag": 1, "sling": 2, "barrier": 2, "skirmish": 2, "improvised-turret": 2},
         "advanced", ("kdh.advanced.signature_needs_companion", "kdh.advanced.signature_not_buyable")),
        ({"slin": 25}, "advanced", ("kdh.advanced.entire_pool",)),
        ({"sling": -1}, "advanced", ("kdh.deckbuilding.fill_to_25",)),
    ],
)  # fmt: skip
def test_a_deck_is_judged(deck: dict[str, int], variant: str, rules: tuple[str, ...]) -> None:
    reasons = explain(deck, MINE, variant)
    assert tuple(r.rule for r in reasons) == rules
    assert all(r.text.endswith((".", "?")) for r in reasons)


def test_reasons_have_numbers_and_hints() -> None:
    deck = {**BOX.base(MINE), "decoy": 2, "ambush": 2, "sling": 2, "barrier": 2, "skirmish": 1}
    (reason,) = explain(deck, MINE, "advanced")
    assert reason.text == "8 authority points are there to spend, this deck needs 10: 2 Decoy at 3, 2 Ambush at 2."
    assert reason.hint == "Give up cards worth 2."
    (reason,) = explain({**deck, "slin": 1}, MINE, "advanced")
    assert "did you mean 'sling'?" in reason.text
    assert explain(["sling"] * 25, MINE, "advanced")[0].rule == "kdh.deckbuilding.start_with_16"
    with pytest.raises(ValueError, match="there is no variant 'wild'; there are casual, simple, advanced"):
        explain({}, MINE, "wild")


@pytest.mark.rule("kdh.setup.two_companions")
@pytest.mark.parametrize(
    ("companions", "says"),
    [
        (("bukseon-general",), "Two different companions are needed, you named 1."),
        (("bukseon-general", "bukseon-general"), "you named 1"),
        (("bukseon-general", "gondwana-tech"), "belongs to Bukseon and Doctor Quispe to Gondwana"),
        (("bukseon-general", "bukseon-tek"), "No companion is named 'bukseon-tek'."),
    ],
)
def test_companions_are_judged(companions: tuple[str, ...], says: str) -> None:
    (reason,) = explain({}, companions)
    assert reason.rule == "kdh.setup.two_companions"
    assert says in reason.text


@pytest.mark.rule("kdh.advanced.neutral_free", "kdh.advanced.foreign_definition", "kdh.simple.foreign_definition")
def test_what_is_foreign_and_what_it_costs() -> None:
    terms = Terms()
    for name, card in CARDS.items():
        mine = card.owner in MINE
        assert terms.foreign(name, MINE) == (card.owner != "neutral" and not mine)
        assert terms.price(name, MINE) == (card.authority if terms.foreign(name, MINE) else 0)
    assert terms.spent({"decoy": 2, "sling": 2}, MINE) == 6


def test_a_likely_deck_is_a_legal_one_that_holds_what_was_seen() -> None:
    for seed in range(30):
        for variant in ("casual", "simple", "advanced"):
            seen = ["sling", "decoy"] if variant != "casual" else ["sling"]
            deck = likely(variant, MINE, seen, Rng(seed))
            assert len(deck) == 25
            assert not Counter(seen) - Counter(deck)
            assert variant == "advanced" or not explain(deck, MINE, variant)


# -- refusals ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "'' is not an action; it begins with one of reveal, lay"),
        ("lay", "name one sector"),
        ("lay Z9", "'Z9' is not a sector"),
        ("take ace", "'ace' is not a card"),
        ("companions", "name the companions"),
        ("companions bob", "'bob' is not a companion"),
        ("ready now", "this word stands alone"),
        ("faction Red", "there are Bukseon, Gondwana"),
        ("x" * 500, "is not an action"),
    ],
)
def test_wrong_notation_is_quoted(text: str, says: str) -> None:
    with pytest.raises(NotationError) as caught:
        KneeDeepSetup().parse_action(text)
    assert says in str(caught.value)


@pytest.mark.parametrize(
    ("state", "text", "rule"),
    [
        (at("deck", "advanced"), "faction Bukseon", "kdh.setup.choose_faction"),
        (at("deck", "advanced"), "companions bukseon-tech bukseon-general", "kdh.companions.fixed"),
        (at("faction"), "companions bukseon-tech bukseon-general", "kdh.companions.fixed"),
        (at("ready"), "add sling", "kdh.deckbuilding.two_variants"),
        (at("ready"), "reveal", "kdh.modular.place_board"),
        (at("deck", "advanced"), "take sling", "kdh.simple.draw_two"),
        (at("deck", "advanced"), "remove sling", "kdh.deckbuilding.fill_to_25"),
        (at("deck", "simple", {"kept": ["sling"] * 4 + ["barrier"] * 5}), "redraft", "kdh.simple.until_exhausted"),
    ],
)
def test_what_is_not_allowed_leaves_the_state_as_it_was(state: SetupState, text: str, rule: str) -> None:
    before = state.clone()
    action = state.game.parse_action(text)
    assert rule in state.explain(action).rules
    with pytest.raises(IllegalAction):
        state.apply_action(action)
    assert state == before


@pytest.mark.parametrize(
    ("data", "key"),
    [
        ({"stage": "lunch"}, "stage"),
        ({"stage": "deck"}, "Ann.faction"),
        ({"stage": "deck", "Ann": {"faction": "Bukseon"}, "Bob": {"faction": "Gondwana"}}, "Ann.companions"),
        ({"Ann": {"faction": "Red"}}, "Ann.faction"),
        ({"Ann": {"faction": "Bukseon", "companions": ["gondwana-tech", "bukseon-tech"]}}, "Ann.companions[0]"),
        ({"Ann": {"faction": "Bukseon", "companions": ["bukseon-tech"]}}, "Ann.companions"),
        ({"Ann": {"faction": "Bukseon"}, "Bob": {"faction": "Bukseon"}}, "Bob.faction"),
        ({"stage": "board", "cards": ["ridge", "ridge"]}, "cards"),
        ({"stage": "board", "laid": {"G1": "ridge", "G3": "ridge"}}, "laid.G3"),
        ({"stage": "board", "laid": {"G1": "ridge"}, "spare": 50}, "spare"),
        ({"stage": "draft", "Ann": ANN, "Bob": BOB}, "stage"),
        ({"stage": "draft", "variant": "simple", "pile": ["sling"], "Ann": ANN, "Bob": BOB}, "pile"),
        ({"stage": "draft", "variant": "simple", "pile": ["sling"] * 5, "Ann": ANN, "Bob": BOB}, "pile"),
        ({"pile": ["sling"]}, "pile"),
        ({"weather": 1}, "weather"),
        ({"Ann": {"taken_out": ["sling"]}}, "Ann.taken_out[0]"),
    ],
)
def test_an_impossible_set_up_is_refused(data: dict[str, Any], key: str) -> None:
    with pytest.raises(PositionError) as caught:
        KneeDeepSetup().position(data)
    assert caught.value.key == key


def test_wrong_options_are_named() -> None:
    with pytest.raises(ValueError, match="there is no variant 'wild'"):
        KneeDeepSetup(variant="wild")
    with pytest.raises(ValueError, match="there is no board 'flat'"):
        hexlib.game("knee-deep-in-hexes-setup", board="flat")
    with pytest.raises(KeyError, match="is not a rule that can be broken"):
        KneeDeepSetup().without("kdh.move.no_mountain")


# -- options of the game itself ----------------------------------------------------------------------------------------


def test_options_of_a_new_game() -> None:
    game = hexlib.game("knee-deep-in-hexes")
    pairs = (("bukseon-tech", "bukseon-trickster"), ("gondwana-tech", "gondwana-general"))
    state = game.new_initial_state(3, companions=pairs, board="modular")  # type: ignore[call-arg]
    assert state.companions == pairs  # type: ignore[attr-defined]
    again = game.new_initial_state(3, companions=pairs, board="modular")  # type: ignore[call-arg]
    assert again == state
    deck = {**BOX.base(pairs[0]), "sling": 2, "barrier": 2, "skirmish": 2, "improvised-turret": 2, "carry-all": 1}
    other = {**BOX.casual(pairs[1])}
    state = game.new_initial_state(3, companions=pairs, decks=(deck, other))  # type: ignore[call-arg]
    assert state.game.deck == "advanced"  # type: ignore[attr-defined]
    for wrong, says in (
        ({"companions": (pairs[0], ("gondwana-tech",))}, "Gondwana needs two different companions"),
        ({"companions": (pairs[1], pairs[0])}, "Bukseon has no companion"),
        ({"companions": pairs, "decks": (deck, deck)}, "Gondwana's deck is not allowed. The basic deck"),
        ({"decks": "wild"}, "there is no deck 'wild'"),
        ({"decks": (deck,)}, "two decks are needed"),
        ({"board": "flat"}, "there is no board 'flat'"),
    ):
        with pytest.raises(ValueError, match=says):
            game.new_initial_state(3, **wrong)


# -- rules broken on purpose -------------------------------------------------------------------------------------------


def test_every_break_says_what_it_does() -> None:
    statements = KneeDeepSetup().rulebook.statements
    assert len({str(b) for b in SETUP_BREAKS}) == len(SETUP_BREAKS)
    for b in SETUP_BREAKS:
        assert b.rule in statements
        assert b.text[0].isupper()
        assert b.text.endswith((".", ".)"))


@pytest.mark.parametrize("broken", [str(b) for b in SETUP_BREAKS])
@pytest.mark.parametrize("variant", ["simple", "advanced"])
def test_broken_set_ups_can_be_played(broken: str, variant: str) -> None:
    game = KneeDeepSetup(variant=variant, board="modular").without(broken)
    state = game.new_initial_state(2)
    rng = Rng(2)
    for _ in range(140):
        actions = list(state.legal_actions())
        if not actions:
            break
        assert all(isinstance(a, (Add, Choose, Faction, Ready, Redraft, Remove, Take, Action)) for a in actions)
        some = [a for a in actions if not isinstance(a, Remove)]
        state.apply_action(rng.choice(some or actions))
        state.view(0).facts()
        game.scene(state.view(TABLE))


def test_the_eight_companions_can_all_be_chosen() -> None:
    state = KneeDeepSetup().new_initial_state(1)
    act(state, "faction bukseon", "faction gondwana")
    seen = {name for a in state.legal_actions() if isinstance(a, Choose) for name in a.names}
    act(state, str(state.legal_actions()[0]))
    seen |= {name for a in state.legal_actions() if isinstance(a, Choose) for name in a.names}
    assert seen == set(COMPANIONS)
