"""Corners that whole games rarely reach: odd requests, two readings at once, the way from the set-up into the game."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from hexlib import Action, IllegalAction, NotationError, PositionError, Rng
from hexlib.knee_deep.actions import (
    Damage,
    Deploy,
    Discard,
    Move,
    Play,
    Recycle,
    War,
    Zone,
)
from hexlib.knee_deep.board import parse_field
from hexlib.knee_deep.deckbuilder import DeckBuilder
from hexlib.knee_deep.decks import BOX, explain
from hexlib.knee_deep.opening import KneeDeepSetup

from .helpers import GONDWANA, PLAIN, act, event, game, kinds, legal, on, put, why

ZONE = "D2-D3-E2"
ANN = {"faction": "Bukseon", "companions": ["bukseon-general", "bukseon-commander"]}
BOB = {"faction": "Gondwana", "companions": ["gondwana-general", "gondwana-trickster"]}


# -- requests that no notation can make --------------------------------------------------------------------------------

ODD: tuple[Action, ...] = (
    Recycle(None),  # type: ignore[arg-type]
    Discard(None),  # type: ignore[arg-type]
    Play("no-such-card"),
    Play("carry-all", (999, 2)),
    Play("false-flag", (), 77),
    Move(999, 2),
    Move("D3.0", 3),  # type: ignore[arg-type]
    Move(True, 2),
    Deploy(-1, 2),
    War(5),  # type: ignore[arg-type]
    Zone(99),
    Zone(-1, ""),
    Zone(-1, "A1-B1-Z9"),
    Zone(-1, "B1-A1-A3"),
    Zone(-1, "A1-B1-B2"),
    Zone(0, "A1-A2-B2"),
    Damage((3, 2)),
    Damage((3, 3)),
    Damage(("hq",)),  # type: ignore[arg-type]
)


@pytest.mark.parametrize("action", ODD, ids=repr)
@pytest.mark.parametrize("phase", ["actions", "place"])
def test_an_action_that_names_nothing_is_refused_and_changes_nothing(phase: str, action: Action) -> None:
    state = PLAIN.position(put({"tank": "D3.0"}, {"acv": "D3.1"}, b={"material": 9, "hand": ["sling"]}, phase=phase))
    before = state.key()
    with pytest.raises(IllegalAction, match="is not an action of Knee Deep in Hexes"):
        state.apply_action(action)
    assert state.key() == before


def test_damage_is_one_set_of_targets() -> None:
    state = PLAIN.position(
        put({"tank": "D3.0 D3.1"}, {"acv": "D2.0 D2.1"}, marker=ZONE, marker_owner="Gondwana", phase="damage")
    )
    a, b = parse_field("D2.0"), parse_field("D2.1")
    assert state.explain(Damage((a, b)))
    assert not state.explain(Damage((b, a)))
    assert not state.explain(Damage((a, a)))


# -- readings together -------------------------------------------------------------------------------------------------


@pytest.mark.rule("kdh.hq.full_damage_at_once", "kdh.damage.leftover_lost")
def test_as_many_points_as_possible_where_damage_to_an_hq_adds_up() -> None:
    """Surplus 5, an HQ of 4, an ACV and a tank: each set that spends five points counts, and no other (K66, K68)."""
    made = game(hq_damage="accumulates", unused_points="as-many-as-possible")
    state = made.position(
        put(
            {"palooza": "A3.2 A3.1", "tank": "A3.4"},
            {"acv": "A2.1", "tank": "A2.2"},
            active="Gondwana",
            marker="A2-A3-B3",
        )
    )
    act(state, "end; war none; war none")
    assert state.surplus == 8 - 3
    some = {str(a) for a in state.legal_actions()}
    assert some == {"damage A2.1 hq", "damage A2.2 hq", "damage A2.1 A2.2 hq"}
    act(state, "damage A2.1 hq")
    assert state.game.measure(state, "winner") == "Bukseon"


@pytest.mark.rule("kdh.card.skirmish.formation")
def test_three_fields_on_one_straight_line_are_no_triangle_of_any_size() -> None:
    """D2.5, D2.1 and D3.0 lie on a straight line that runs along the fields' corners (K73)."""
    made = game(skirmish_triangle="any")
    for third, allowed in (("D2.5", False), ("D2.4", True)):
        state = made.position(
            put(
                {"acv": f"D3.0 D2.1 {third}"},
                {"tank": "E2.0"},
                b={"hand": ["skirmish"]},
                active="Gondwana",
                marker=ZONE,
            )
        )
        act(state, "end")
        assert legal(state, "war skirmish") is allowed


# -- war positions -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("kdh.warcard.one_each", "kdh.warcard.attacker_first")
def test_whose_card_is_next_follows_from_the_cards_that_lie_there() -> None:
    def war(**more: Any) -> Any:
        return PLAIN.position(
            put({"tank": "D3.0"}, {"tank": "E2.0"}, active="Gondwana", marker=ZONE, phase="war-cards", **more)
        )

    assert war().seat_asked == 0
    assert war(laid={"Bukseon": ["sling"]}).seat_asked == 1
    for more in (
        {"laid": {"Bukseon": ["sling"]}, "asked": "Bukseon"},
        {"laid": {"Gondwana": ["sling"]}},
        {"laid": {"Bukseon": ["sling"], "Gondwana": ["sling"]}},
    ):
        with pytest.raises(PositionError, match=r"asked: .* has laid a War card"):
            war(**more)


@pytest.mark.rule("kdh.cards.text_over_rules")
def test_a_rescued_piece_is_told_so() -> None:
    state = PLAIN.position(
        put({"palooza": "D3.0 D3.1"}, {"tank": "E2.0"}, g={"hand": ["evacuation"]}, active="Gondwana", marker=ZONE)
    )
    act(state, "end; war none; war evacuation")
    told = event(act(state, "damage E2.0"), "damage")
    assert str(told) == "Gondwana's tank on E2.0 is hit for 2 and goes back to the supply."
    assert told.rules[0] == "kdh.cards.text_over_rules"
    assert on(state, "E2.0") == "empty"
    assert state.game.measure(state, "scrapyard") == [0, 0]


# -- from the set-up into the game -------------------------------------------------------------------------------------


def _ready(made: KneeDeepSetup, **more: Any) -> Any:
    state = made.position(
        {"stage": "deck", "Ann": {**ANN, **more.pop("ann", {})}, "Bob": {**BOB, **more.pop("bob", {})}, **more}
    )
    rng = Rng(7)
    while not state.is_terminal():
        actions = [a for a in state.legal_actions() if not str(a).startswith("remove")]
        state.apply_action(next((a for a in actions if str(a) == "ready"), rng.choice(actions)))
    return state


@pytest.mark.rule("kdh.modular.leftover_tokens_by_card")
def test_the_fixed_map_leaves_all_tokens_spare_however_a_game_begins() -> None:
    """K07, K11: the fixed map is printed on the board."""
    made = KneeDeepSetup()
    state = made.position({"stage": "ready", "Ann": ANN, "Bob": BOB})
    begun = state.begin(1)
    assert (begun.tokens, PLAIN.new_initial_state(1).tokens) == (56, 56)
    act(begun, "keep; keep")
    if begun.active != GONDWANA:
        act(begun, "end; end")
    begun.hand[GONDWANA] = ("rockslide",)
    act(begun, "deploy acv A3.1; play rockslide A3.2")
    assert (begun.tokens, on(begun, "A3.2")) == (55, "mountain")


@pytest.mark.rule("kdh.simple.max_four_foreign")
def test_a_deck_of_a_relaxed_pool_is_played() -> None:
    """K19: four neutral cards in the pool, so five foreign ones fill the deck, and the game begins with it."""
    kept = ["sling", "sling", "sling", "barrier", "overcharge", "overcharge", "decoy", "decoy", "ambush", "ambush"]
    nine = ["barrier", "barrier", "skirmish", "skirmish", "skirmish", "sling", "improvised-turret"]
    nine += ["improvised-extractor", "improvised-factory"]
    made = KneeDeepSetup(variant="simple", rulings={"pool_too_foreign": "relaxed"})
    state = _ready(made, variant="simple", ann={"kept": kept}, bob={"kept": nine})
    assert state.foreign(0) == 5
    begun = state.begin(1)
    assert sum(begun.decks.cards[0].count(name) for name in ("overcharge", "decoy", "ambush")) == 5


def test_a_deck_that_is_not_allowed_does_not_begin() -> None:
    state = KneeDeepSetup(variant="advanced").position(
        {"stage": "ready", "variant": "advanced", "Ann": ANN, "Bob": BOB}
    )
    with pytest.raises(ValueError, match=r"Ann.s deck is not allowed\. A deck has exactly 25 cards; this one has 16\."):
        state.begin(1)


def test_changing_the_deck_for_ever_ends_and_leaves_a_way_on() -> None:
    state = KneeDeepSetup(variant="advanced").position({"stage": "deck", "variant": "advanced", "Ann": ANN, "Bob": BOB})
    for _ in range(60):
        act_setup(state, "add sling", "remove sling")
    act_setup(state, "add sling")
    assert not state.explain(state.game.parse_action("remove sling"))
    own = state.view(0).determinize(Rng(1))  # an opponent program plans with what its seat knows
    assert own.legal_actions() == state.legal_actions()
    assert state.view(1).changes == 0
    for name in ("sling", "barrier", "barrier", "skirmish", "skirmish", "improvised-turret", "improvised-turret"):
        act_setup(state, f"add {name}")
    act_setup(state, "add improvised-factory", "ready", "add sling", "remove sling")


def act_setup(state: Any, *texts: str) -> None:
    for text in texts:
        state.apply_action(state.game.parse_action(text))


@pytest.mark.parametrize(
    ("deck", "says"),
    [
        ({"sling": "2"}, "A deck cannot hold '2' copies of sling."),
        ({"sling": 1.5}, "A deck cannot hold 1.5 copies of sling."),
        ({"sling": True}, "A deck cannot hold True copies of sling."),
        ({None: 1}, "In this set no card is named 'None'."),
        ([1, 2], "In this set no card is named '1'."),
    ],
)
def test_a_deck_of_odd_things_is_judged_in_words(deck: Any, says: str) -> None:
    assert str(explain(deck, ("bukseon-general", "bukseon-commander"), "advanced")[0]).startswith(says)


def test_a_deck_may_be_a_plain_list() -> None:
    decks = [[name for name, n in BOX.casual(pair).items() for _ in range(n)] for pair in PLAIN.companions]
    assert PLAIN.new_initial_state(1, decks=decks) == PLAIN.new_initial_state(
        1, decks=[BOX.casual(pair) for pair in PLAIN.companions]
    )


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"terrain": [0]}, "a board has 217 fields, this terrain 1"),
        ({"terrain": [9] * 217}, "terrain of A1.0 is a number from 0 to 3, not 9"),
        ({"terrain": [1] * 217}, "an HQ stands on A3.0, so it cannot be terrain"),
        ({"starting": 5}, "the starting seat is 0 .Bukseon. or 1 .Gondwana., not 5"),
    ],
)
def test_a_start_that_is_none_is_refused(options: Any, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        PLAIN.new_initial_state(1, **options)


# -- sentences ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "action", "says"),
    [
        (
            put(None, {"acv": "D3.0"}, active="Gondwana", g={"hand": ["tractor-beam"], "material": 2}),
            "play tractor-beam D3.0-D3.1",
            "Tractor Beam needs an enemy vehicle on the map; there is none.",
        ),
        (
            put({"acv": "D2.0"}, {"acv": "D3.0"}, active="Gondwana", g={"hand": ["tractor-beam"], "material": 2}),
            "play tractor-beam D3.0-D3.1",
            "Tractor Beam carries one of Bukseon's vehicles; on D3.0 stands Gondwana's ACV.",
        ),
        (
            put({"acv": "D2.0"}, marker=ZONE, b={"hand": ["false-flag"], "material": 3}),
            f"play false-flag {ZONE}",
            f"The marker is on {ZONE} already; False Flag moves it to a neighbouring corner.",
        ),
        (
            put({"acv": "D2.0"}, b={"hand": ["switcheroo"], "material": 2}),
            "play switcheroo D2.0-D3.0",
            "Switcheroo needs two own vehicles on the map; Bukseon has 1.",
        ),
        (
            put({"tank": "D3.1"}, b={"material": 1, "companions": ["bukseon-tech", "bukseon-general"]}),
            "build factory D3.0",
            "Beside D3.0 one of Bukseon's vehicles that can build is needed; none stands there.",
        ),
    ],
)
def test_a_reason_says_one_true_thing(data: dict[str, Any], action: str, says: str) -> None:
    state = PLAIN.position(data)
    assert [r.text for r in state.explain(state.game.parse_action(action)).reasons] == [says]


def test_the_three_tanks_are_counted_in_words() -> None:
    made = game(three_tanks="exactly")
    state = made.position(
        put(
            {"tank": "D3.0"},
            {"tank": "E2.0 E2.1 E2.2 E2.3"},
            g={"hand": ["tank-column"]},
            active="Gondwana",
            marker=ZONE,
        )
    )
    assert kinds(act(state, "end; war none"))[-1] == "war.pass"
    reason = state.explain(state.game.parse_action("war tank-column")).reasons[0]
    assert reason.text == "Tank Column needs exactly 3 tanks of Gondwana in the zone; there are 4."
    assert why(state, "war tank-column") == ("kdh.warcard.conditions",)


# -- what a position keeps ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rulings", "before", "after"),
    [
        ({"new_vehicle": "next-turn"}, "deploy acv G2.4", "move G2.4-G1.1"),
        ({"new_factory": "next-turn"}, "build factory D3.0", "deploy acv D3.3"),
        ({"builders_after": "spent"}, "build factory D3.0", "move D3.1-D3.6"),
    ],
)
def test_a_position_keeps_what_was_done_this_turn(rulings: dict[str, Any], before: str, after: str) -> None:
    """K35, K36, K49: what is not allowed before a game is put away is not allowed when it is taken up again."""
    made = game(**rulings)
    state = made.position(put({"acv": "D3.1 D3.2"}, b={"material": 5, "energy": 5}))
    act(state, before)
    again = made.position(state.position())
    assert again.key() == state.key()
    assert not legal(state, after)
    assert not legal(again, after)
    act(again, "end; end")  # Bukseon's next turn
    act(again, "end; end")
    again.material[0] = again.energy[0] = 5
    assert legal(again, after)


def test_a_move_taken_up_again_is_still_the_second() -> None:
    state = PLAIN.position(put({"acv": "D3.0"}, b={"energy": 2}))
    act(state, "move D3.0-D3.1")
    again = PLAIN.position(state.position())
    assert "kdh.move.repeat_pays_again" in event(act(again, "move D3.1-D3.2"), "move").rules


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (put({"acv": "D3.0"}, moved=["D3.1"]), "moved.0.: no piece of Bukseon, whose turn it is, stands on D3.1"),
        (put(None, {"acv": "D3.0"}, deployed=["D3.0"]), "deployed.0.: no piece of Bukseon"),
        (put({"acv": "D3.0"}, deployed=["D3.0"], phase="power-up"), "deployed: has no place in phase power-up"),
        (put({"acv": "D3.0"}, builders=["D3.0"]), "builders: who has built is not used up .ruling K49."),
    ],
)
def test_marks_of_the_turn_are_checked(data: dict[str, Any], says: str) -> None:
    with pytest.raises(PositionError, match=says):
        PLAIN.position(data)


@pytest.mark.rule("kdh.modular.order")
def test_a_half_laid_board_is_read_in_the_order_of_the_arrows() -> None:
    made = KneeDeepSetup(board="modular")
    laid = {"F5": "basin", "G3": "ridge", "G1": "spire", "G4": "spring"}
    state = made.position({"stage": "board", "laid": laid, "cards": ["delta"]})
    assert state.laid == (("G1", "spire"), ("G3", "ridge"), ("G4", "spring"), ("F5", "basin"))
    for sector in ("G2", "A4", "D3"):
        with pytest.raises(PositionError, match=f"laid.{sector}: no card is laid there"):
            made.position({"stage": "board", "laid": {sector: "basin"}, "cards": ["delta"]})


@pytest.mark.rule("kdh.end.winner_hq", "kdh.end.winner_scrapyard", "kdh.end.tie")
@pytest.mark.parametrize(
    ("lost", "winner", "says"),
    [
        ({"Gondwana": {"hq_hits": 4}}, "Gondwana", "winner: Gondwana's HQ is destroyed, so it is Bukseon"),
        ({"Gondwana": {"hq_hits": 4}, "Bukseon": {"hq_hits": 4}}, "draw", "the game ends with the first HQ"),
        # 6 and 5 + 1 pieces; 6 health against 7
        (
            {"Bukseon": {"scrapyard": {"acv": 6}}, "Gondwana": {"scrapyard": {"acv": 5, "tank": 1}}},
            "Gondwana",
            "winner: the scrapyard is full, so it is Bukseon",
        ),
        # 8 health each; Bukseon has destroyed 5 pieces, Gondwana 7
        (
            {"Bukseon": {"scrapyard": {"acv": 6, "tank": 1}}, "Gondwana": {"scrapyard": {"acv": 2, "tank": 3}}},
            "draw",
            "winner: the scrapyard is full, so it is Bukseon",
        ),
    ],
)
def test_the_end_of_a_position_is_the_one_that_the_board_shows(lost: dict[str, Any], winner: str, says: str) -> None:
    with pytest.raises(PositionError, match=says):
        PLAIN.position({"phase": "over", "winner": winner, **lost})
    right = says.rpartition(" ")[2]
    if right in PLAIN.seats:
        assert PLAIN.position({"phase": "over", "winner": right, **lost}).is_terminal()


@pytest.mark.parametrize(
    ("data", "says"),
    [
        ({"rond": 3}, "rond: unknown key; .* did you mean 'round'.$"),
        (put(tokens=56, terrain_fields={"D3.0": "mountain"}), "tokens: 56 is out of range; it goes from 0 to 55"),
    ],
)
def test_a_position_that_cannot_be_says_why(data: dict[str, Any], says: str) -> None:
    with pytest.raises(PositionError, match=says):
        PLAIN.position(data)


def test_a_card_file_that_takes_away_a_card_of_a_small_deck(tmp_path: Any) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(
        'remove = ["war-bots"]\n[card.new-bots]\ntitle = "New Bots"\ntype = "war"\nowner = "gondwana-commander"\n'
        'authority = 2\neffect = { power = 3 }\ntext = "+3 combat power."\n',
        "utf-8",
    )
    mine = PLAIN.with_cards(path)
    assert mine.new_initial_state(1).decks.cards[1].count("new-bots") == 2
    with pytest.raises(ValueError, match="the deck 'printed' needs 'war-bots'"):
        replace(mine, deck="printed")


@pytest.mark.parametrize(
    ("rulings", "data", "first", "action", "says"),
    [
        (
            {"builders": "touching"},
            put({"acv": "D3.1 D3.4"}, b={"material": 1}),
            "",
            "build factory D3.0",
            "Beside D3.0 two of Bukseon's vehicles that can build and touch are needed; 2 stand there, apart.",
        ),
        (
            {"builders": "one-and-any"},
            put({"acv": "D3.1"}, b={"material": 1}),
            "",
            "build factory D3.0",
            "Beside D3.0 one of Bukseon's vehicles that can build and one more are needed; one stands there that can "
            "build.",
        ),
        (
            {"new_factory": "next-turn"},
            put({"tank": "D3.1"}, b={"material": 2, "hand": ["improvised-factory"]}),
            "play improvised-factory D3.0",
            "deploy acv D3.2",
            "The factory on D3.0 was built this turn and does not deploy yet (ruling K35).",
        ),
        (
            {"extractor_site": "beside-resource"},
            put({"tank": "D3.1"}, b={"material": 1, "hand": ["improvised-extractor"]}),
            "",
            "play improvised-extractor D3.0",
            "Improvised Extractor needs an empty field beside an own vehicle and a resource field; Bukseon has none.",
        ),
        (
            {"sling_over_hq": "breaks"},
            put({"tank": "G2.1 G2.4"}, {"tank": "G1.0"}, b={"hand": ["sling"]}, active="Gondwana", marker="F2-G1-G2"),
            "end",
            "war sling",
            "A part of an HQ lies between the two (ruling K94).",
        ),
    ],
)
def test_a_reason_knows_the_reading(rulings: Any, data: Any, first: str, action: str, says: str) -> None:
    state = game(**rulings).position(data)
    act(state, first)
    assert says in [r.text for r in state.explain(state.game.parse_action(action)).reasons]


def test_two_energy_is_enough_where_energy_is_pooled() -> None:
    """K40: a Palooza with friends on both ways; no stop is needed, so no longer way round is recommended."""
    state = game(stacking="pooled").position(put({"palooza": "D3.0", "acv": "D3.1 D3.2"}, b={"energy": 1}))
    reasons = state.explain(state.game.parse_action("move D3.0-D4.4")).reasons
    assert reasons[0].text == "That way costs 2 Energy; Bukseon has 1."
    assert not any(r.hint for r in reasons)


@pytest.mark.rule("kdh.card.improvised_turret.cost")
def test_a_card_charges_the_structure_and_says_so_but_not_a_vehicle() -> None:
    """K51 asks about structures: a turret's Energy is paid and told; Orbital Drop's tank costs what the card says."""
    made = game(card_build_cost="both")
    hand = ["improvised-turret", "orbital-drop"]
    state = made.position(put({"tank": "D3.1"}, b={"material": 4, "energy": 1, "hand": hand}))
    told = act(state, "play improvised-turret D3.0")
    assert str(told[0]) == "Bukseon plays Improvised Turret for 1 Material and 1 Energy."
    assert (state.material[0], state.energy[0]) == (3, 0)
    assert legal(state, "play orbital-drop D2.0")
    act(state, "play orbital-drop D2.0")
    assert state.material[0] == 0


def test_a_set_up_is_played_with_the_owners_cards(tmp_path: Any) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(
        'remove = ["flank"]\n[card.side-step]\ntitle = "Side Step"\ntype = "action"\nowner = "bukseon-commander"\n'
        'authority = 2\neffect = { relocate = "vehicle", within = 2 }\ntext = "A step aside."\n'
        "[companion.bukseon-general]\nhq = 3\n",
        "utf-8",
    )
    made = KneeDeepSetup(cards=path, variant="advanced")  # type: ignore[arg-type]
    state = made.position({"stage": "deck", "variant": "advanced", "Ann": ANN, "Bob": BOB})
    assert state.deck(0)["side-step"] == 2
    with pytest.raises(NotationError, match="'flank' is not a card"):
        made.parse_action("add flank")
    for name in ("sling", "barrier", "skirmish", "improvised-turret"):
        act_setup(state, f"add {name}", f"add {name}")
    act_setup(state, "add improvised-factory", "ready")
    for name in ("side-step", "sling", "barrier", "skirmish"):
        act_setup(state, f"add {name}", f"add {name}")
    assert state.authority(1) == 4
    act_setup(state, "add improvised-factory", "ready")
    begun = state.begin(1)
    assert begun.decks.cards[0].count("side-step") == 2
    assert begun.hq_health(0) == 5


@pytest.mark.rule("kdh.simple.deck_composition")
def test_filling_up_takes_every_neutral_card_of_the_pool() -> None:
    builder = DeckBuilder(variant="simple", pool={"sling": 4, "barrier": 4, "skirmish": 2, "decoy": 2})
    builder.fill()
    assert builder.legal
    assert builder.added == {"sling": 4, "barrier": 4, "skirmish": 1}
    advanced = DeckBuilder()
    advanced.fill()
    assert advanced.legal
    assert max(advanced.added.values()) == 2
