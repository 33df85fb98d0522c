"""What the data say: cards, decks, maps, and the start of a game."""

from __future__ import annotations

from pathlib import Path

import pytest

import hexlib
from hexlib.hexygame.board import MAPS, load_maps, parse_field
from hexlib.hexygame.components import COPIES, PRINTED, STANDARD, TYPES, CardError, load_cards
from hexlib.hexygame.vocabulary import KEYWORDS, MOMENTS, VERBS
from tests.hexygame.helpers import GAME, get, legal, play, position

WOLF = '[card.wolf]\ntitle = "Wolf"\ntype = "creature"\nrarity = "common"\nnumbers = [2, 0, 1, 3]\n'
RAIN = '[card.rain]\ntitle = "Rain"\ntype = "wizardry"\nrarity = "common"\n'


@pytest.mark.rule("hexy.general.genre", "hexy.general.two_players", "hexy.components.list")
def test_a_card_game_for_two_on_a_map() -> None:
    assert GAME.seats == ("Blue", "Orange")
    state = GAME.new_initial_state(seed=1)
    assert len(state.library) == len(state.winning) == 2
    assert PRINTED["components"]["dice_sets"] == PRINTED["components"]["domino_sets"] == 2
    assert PRINTED["components"]["winning_dice"] == 2
    assert PRINTED["components"]["map"] == 1


@pytest.mark.rule("hexy.components.roles", "hexy.cards.four_numbers")
def test_what_the_pieces_show() -> None:
    assert PRINTED["numbers"]["order"] == ["attack", "defense", "actions", "points"]
    assert PRINTED["components"]["winning_sides"] == PRINTED["deck"]["winning_goal"] == 12
    state = position(blue={"d3": {"card": "stag", "points": 2, "die": 3}})
    assert get(state, "numbers")["d3"] == "1/1/3"  # attack, defense, actions
    assert get(state, "points")["d3"] == 2  # dominoes
    assert get(state, "dice")["d3"] == 3  # six-sided dice
    assert get(state, "winning") == [1, 1]  # twelve-sided dice
    wolf = STANDARD["wolf"]
    assert (wolf.attack, wolf.defense, wolf.actions, wolf.points) == (2, 0, 1, 3)


@pytest.mark.rule("hexy.start.shuffle")
def test_the_decks_are_shuffled_by_the_seed() -> None:
    hands = {str(GAME.new_initial_state(seed=n).view(0).hand(0)) for n in range(20)}
    assert len(hands) > 15
    a, b = GAME.new_initial_state(seed=3), GAME.new_initial_state(seed=3)
    assert a == b
    whole = sorted((*a.hand[0], *a.library[0]))
    deck = sorted(GAME.cards.number[c] for c, n in GAME.deck_of(0).items() for _ in range(n))
    assert whole == deck
    assert {GAME.new_initial_state(seed=n).starting for n in range(20)} == {0, 1}


# -- decks -------------------------------------------------------------------------------------------------------------


def made(deck: dict[str, int], *broken: str) -> object:
    return hexlib.game("hexygame", decks=(deck, "wildfire"), broken=frozenset(broken))


@pytest.mark.rule("hexy.deck.min_size", "hexy.deck.basic_unlimited")
def test_a_deck_has_48_cards_or_more_and_any_number_of_basic_ones() -> None:
    assert made({"forge": 24, "red-energy": 24})
    assert made({"forge": 90, "grove": 90})
    with pytest.raises(ValueError, match=r"Blue's deck: the deck has 47 cards; 48 are the least \[hexy.deck.min_size"):
        made({"forge": 24, "red-energy": 23})
    assert made({"forge": 10}, "hexy.deck.min_size")


@pytest.mark.rule("hexy.deck.max_rare", "hexy.deck.max_uncommon", "hexy.deck.max_common")
@pytest.mark.parametrize(
    ("card", "most", "rule"),
    [
        ("inferno", 3, "hexy.deck.max_rare"),
        ("charge", 4, "hexy.deck.max_uncommon"),
        ("spark", 5, "hexy.deck.max_common"),
    ],
)
def test_copies_by_rarity(card: str, most: int, rule: str) -> None:
    assert COPIES[STANDARD[card].rarity] == most
    assert made({"forge": 48, card: most})
    with pytest.raises(ValueError, match=rule.replace(".", r"\.")):
        made({"forge": 48, card: most + 1})
    assert made({"forge": 48, card: most + 1}, rule)


def test_two_ready_decks() -> None:
    assert len(STANDARD.decks) >= 2
    for deck in STANDARD.decks.values():
        assert sum(deck.values()) >= 48
        assert STANDARD.deck_faults(deck) == []


def test_the_set_exercises_the_whole_vocabulary() -> None:
    cards = STANDARD.cards
    assert len(cards) >= 60
    assert {c.type for c in cards} == set(range(len(TYPES)))
    assert {c.colour for c in cards} == {0, 1, 2, 3}
    auras = [c.aura for c in cards if c.aura]
    for name, bit in KEYWORDS.items():
        assert any(c.keys & bit for c in cards) or any(a.keys & bit for a in auras), name
    moments = {t.when for c in cards for t in c.triggers}
    assert set(MOMENTS) - moments <= {"moves"}
    effects = [e for c in cards for e in c.play]
    effects += [e for c in cards for t in c.triggers for e in t.do]
    effects += [e for c in cards for a in c.abilities for e in a.do]
    assert {VERBS[e.verb] for e in effects} >= set(VERBS) - {"grant"}
    assert any(a.attack or a.defense for a in auras)
    assert any(c.distance > 1 for c in cards)
    assert all(c.text or c.type < 3 for c in cards)
    assert all(c.source == "reconstruction" for c in cards)


# -- an owner's own cards ----------------------------------------------------------------------------------------------


def test_an_owner_s_file_wins_and_adds(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    text = WOLF.replace("[2, 0, 1, 3]", "[6, 0, 1, 3]") + WOLF.replace("wolf", "ghost").replace("Wolf", "Ghost")
    file.write_text(text + '[deck.mine]\ntitle = "Mine"\n[deck.mine.cards]\nghost = 5\nforge = 44\n', "utf-8")
    own = hexlib.game("hexygame", cards=str(file), decks=("mine", "wildfire"))
    assert own.cards["wolf"].attack == 6  # type: ignore[attr-defined]
    assert own.cards["wolf"].source == "owner"  # type: ignore[attr-defined]
    assert own.cards["ghost"].title == "Ghost"  # type: ignore[attr-defined]
    assert own.cards["bear"].source == "reconstruction"  # type: ignore[attr-defined]
    state = own.position({"Blue": {"hand": ["ghost"], "energy": {"red": 1}}, "pieces": {"Blue": {"e2": "forge"}}})
    state.apply_action(own.parse_action("cast ghost@e3"))
    assert len(load_cards(WOLF, alone=True)) == 1
    assert own != GAME


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[card.wolf", "this is not TOML"),
        ("[cards.wolf]\n", "unknown key 'cards'; did you mean 'card'?"),
        (WOLF.replace("creature", "creeture"), "card.wolf.type: 'creeture' is not known; did you mean 'creature'?"),
        (WOLF.replace("numbers = [2, 0, 1, 3]\n", ""), "card.wolf: numbers is missing; a creature needs it"),
        (WOLF.replace("[2, 0, 1, 3]", "[2, 0, 1]"), "expected four numbers, attack, defense, actions, points"),
        (WOLF.replace("[2, 0, 1, 3]", "[2, 0, 1, 0]"), "enters with at least one point"),
        (WOLF.replace("[2, 0, 1, 3]", "[2, 0, 9, 3]"), "card.wolf.numbers[3]: expected a whole number from 0 to 6"),
        (WOLF + 'keywords = ["fly"]\n', "card.wolf.keywords[1]: 'fly' is not known; did you mean 'flying'?"),
        (WOLF + "colour = 1\n", "card.wolf: unknown key 'colour'"),
        (WOLF + "cost = { blue = 1 }\n", "card.wolf.cost: unknown key 'blue'"),
        (WOLF + 'yields = "red"\n', "only a building has yields; this is a creature"),
        (WOLF + "trigger = [{ when = 'dawn', do = [{ draw = 1 }] }]\n", "card.wolf.trigger[1].when: 'dawn' is not"),
        (WOLF + "trigger = [{ when = 'end', do = [{ negate = true }] }]\n", "a trigger has no target"),
        (WOLF + "ability = [{ do = [{ draw = 1, mill = 1 }] }]\n", "an effect has exactly one verb"),
        (WOLF + "ability = [{ do = [{ damage = 1, to = 'target' }] }]\n", "damage needs a target"),
        (WOLF.replace("common", "mythic"), "card.wolf.rarity: 'mythic' is not known"),
        (WOLF.replace("card.wolf", 'card."Big Wolf"'), "small letters, digits and hyphens"),
        (WOLF + "[deck.x]\ncards = { wulf = 1 }\n", "deck.x.cards: there is no card 'wulf'; did you mean 'wolf'?"),
        (WOLF.replace('rarity = "common"\n', ""), "cards, line 1: card.wolf.rarity: it is missing; there are common"),
        (WOLF.replace("[2, 0, 1, 3]", "[2, 0, 1, 13]"), "cards, line 5: card.wolf.numbers[4]: expected a whole number"),
        (WOLF.replace('"Wolf"', "5"), "cards, line 2: card.wolf.title: expected a text of 1 to 60 letters, got '5'"),
        (WOLF.replace('rarity = "common"', "basic = true"), "line 4: card.wolf.basic: only a building, or a wizardry"),
        (WOLF + "basic = true\n", "card.wolf.rarity: a basic card has no rarity"),
        (WOLF + 'basic = "no"\n', "cards, line 6: card.wolf.basic: expected true or false, got 'no'"),
        (WOLF + "ability = [{ main = 1, do = [{ draw = 1 }] }]\n", "card.wolf.ability[1].main: expected true or false"),
        (WOLF + "ability = [{ do = [{ push = 1 }] }]\n", "card.wolf.ability[1].target: push needs a target"),
        (WOLF + "trigger = [{ when = 'end', centre = 1, do = [{ draw = 1 }] }]\n", "trigger[1].centre: expected true"),
        (RAIN + "play = [{ push = 1, to = 'own cards' }]\n", "line 5: card.rain.play[1].to: only an effect on board"),
        (RAIN + "play = [{ damage = 1, to = 'self' }]\n", "card.rain.play[1].to: a spell stands on no hex"),
        (RAIN + "play = [{ heal = 1, to = 'own cards', beside = true }]\n", "play[1].beside: a spell stands on no hex"),
        (RAIN + "play = [{ draw = 1, who = 'controller' }]\n", "card.rain.play[1].who: only mill has 'who'"),
        (
            RAIN + "target = { what = 'card', within = 1 }\nplay = [{ heal = 1 }]\n",
            "card.rain.target.within: a spell",
        ),
    ],
)
def test_mistakes_in_cards_are_named(text: str, says: str) -> None:
    """With the line where the value, or the nearest table round it, stands."""
    with pytest.raises(CardError) as caught:
        load_cards(text + "\n")
    assert says in str(caught.value)


# -- maps --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("hexy.map.two_flags", "hexy.map.center_point")
@pytest.mark.parametrize("name", MAPS)
def test_flags_are_equally_far_from_the_centre(name: str) -> None:
    board = MAPS[name]
    assert len(board.flags) == PRINTED["map"]["flags"] == 2
    assert PRINTED["map"]["centres"] == 1
    first, second = board.flags
    assert board.distance[board.centre][first] == board.distance[board.centre][second] == board.radius
    assert first != second
    assert len(board.fields) == 3 * board.radius * (board.radius + 1) + 1
    for f in board.fields:
        for n in board.neighbours[f]:
            assert f in board.neighbours[n]
            assert board.distance[f][n] == 1


def test_there_is_more_than_one_size() -> None:
    assert sorted(len(m.fields) for m in MAPS.values()) == [37, 61, 91]
    small = hexlib.game("hexygame", map="small")
    state = small.new_initial_state(seed=1)
    play(state, "keep", "keep", "discard forge" if "discard forge" in legal(state) else "pass")  # type: ignore[arg-type]
    assert state.map is MAPS["small"]  # type: ignore[attr-defined]


def test_a_map_of_one_s_own() -> None:
    text = '[map.ring]\ntitle = "Ring"\nradius = 2\nflags = ["c1", "c5"]\ncentre = "c3"\nwithout = ["b2"]\n'
    board = load_maps(text)["ring"]
    assert len(board.fields) == 18
    assert parse_field("b2") not in board.neighbours[parse_field("b1")]
    own = hexlib.game("hexygame", map=text)
    assert own.new_initial_state(seed=1).map.name == "ring"  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (("radius = 4", "radius = 9"), "expected a whole number from 1 to 5"),
        (('["e1", "e9"]', '["e1", "e8"]'), "the flags are 4 and 3 steps from the centre"),
        (('"e5"\n', '"e5"\nwithout = ["d1", "e2", "f1"]\n'), "there is no way from e1 to the centre"),
        (('"e5"\n', '"e5"\nwithout = ["e4"]\n'), "the flags are 5 and 4 steps from the centre"),
        (('["e1", "e9"]', '["e1"]'), "expected the names of two fields"),
        (('["e1", "e9"]', '["e1", "e10"]'), "'e10' is not a field of a hexagon with radius 4"),
        (('centre = "e5"', 'centre = "e1"'), "must all be different"),
        (("radius", "size"), "unknown key 'size'"),
    ],
)
def test_mistakes_in_maps_are_named(change: tuple[str, str], says: str) -> None:
    text = '[map.x]\nradius = 4\nflags = ["e1", "e9"]\ncentre = "e5"\n'.replace(*change)
    with pytest.raises(ValueError, match=says.replace("[", r"\[")):
        load_maps(text)


def test_options_are_checked() -> None:
    for options, says in (
        ({"map": "huge"}, "there is no map 'huge'"),
        ({"decks": ("wildfire", "tame")}, "there is no deck 'tame'"),
        ({"rulings": {"stack_rule": "basic"}}, "did you mean 'stack_rules'?"),
        ({"rulings": {"stack_rules": "hard"}}, "has the readings advanced, basic"),
        ({"rulings": {"turn_limit": 0}}, "a whole number from 1 to 1000"),
        ({"rulings": {"stack_rules": ["basic"]}}, "has the readings advanced, basic"),
        ({"decks": (["wolf"], "wildfire")}, "Blue's deck: expected the name of a deck, or card names and numbers"),
        ({"decks": ("wildfire", {"wulf": 48})}, "Orange's deck: there is no card 'wulf'; did you mean 'wolf'?"),
        ({"map": 4}, "map: expected the name of a map"),
        ({"cards": 4}, "cards: expected a card set"),
    ):
        with pytest.raises(ValueError, match=says.replace("?", r"\?")):
            hexlib.game("hexygame", **options)
    with pytest.raises(KeyError, match="not a rule that can be broken"):
        GAME.without("hexy.map.center_point")
