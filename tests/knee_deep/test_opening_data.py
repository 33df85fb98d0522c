"""Pins of what the rulebook prints about the box, the board, decks and companions, which no code needs to cite."""

from __future__ import annotations

from collections import Counter

import pytest

import hexlib
from hexlib.draw.scene import Icon, Text
from hexlib.draw.text import misfits
from hexlib.knee_deep import modular, setup_diagrams
from hexlib.knee_deep.board import FIELDS, HQ_MASK, HQ_SECTORS, SECTORS, mirror
from hexlib.knee_deep.components import CARDS, COMPANIONS, OPEN, UNITS
from hexlib.knee_deep.decks import AUTHORITY, BASE_SIZE, BOX, DECK_SIZE, MOST_FOREIGN, VARIANTS
from hexlib.knee_deep.diagrams import card_scene, companion_scene

from .helpers import PLAIN, act, facts, put

FACTIONS = ("Bukseon", "Gondwana")
TYPES = ("general", "commander", "tech", "trickster")


def of(faction: str) -> list[str]:
    return [name for name, c in COMPANIONS.items() if c.faction == faction]


# -- the box -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("kdh.components.board", "kdh.board.parts")
def test_one_board_with_battlefield_scrapyard_and_trackers() -> None:
    """A state has one battlefield, one scrapyard for both, and a Material and an Energy tracker for each seat."""
    state = PLAIN.new_initial_state(1)
    assert len(state.at) == len(FIELDS) == 217
    assert len(state.scrap) == 2 * len(UNITS)
    assert state.game.rules.scrapyard_places == 12
    words = [s.text for layer in setup_diagrams.parts_scene().layers for s in layer.shapes if isinstance(s, Text)]
    assert words.count("Scrapyard") == 1
    assert {"Bukseon's trackers", "Gondwana's trackers"} <= set(words)


@pytest.mark.rule("kdh.components.resource_trackers", "kdh.components.warzone_markers", "kdh.supply.marker")
def test_two_trackers_and_a_marker_for_each_player() -> None:
    state = PLAIN.new_initial_state(1)
    assert len(state.material) + len(state.energy) == 4
    assert state.marker == [-1, -1]  # one place for each player's marker, and none is on the board
    state = PLAIN.position(put(phase="place"))
    act(state, "zone C2-D2-D3")
    assert facts(state)["marker"] == "C2-D2-D3 Bukseon"


@pytest.mark.rule("kdh.components.companions_gondwana", "kdh.components.companions_bukseon")
def test_four_companions_a_faction() -> None:
    assert [len(of(faction)) for faction in FACTIONS] == [4, 4]


@pytest.mark.rule("kdh.components.faction_cards_gondwana", "kdh.components.faction_cards_bukseon")
def test_32_cards_a_faction() -> None:
    for faction in FACTIONS:
        assert sum(c.copies for c in CARDS.values() if c.owner in of(faction)) == 32


@pytest.mark.rule("kdh.components.neutral_cards")
def test_18_neutral_cards_are_two_casual_sets() -> None:
    whole = BOX.strategy_cards()
    neutral = {name: n for name, n in whole.items() if CARDS[name].owner == "neutral"}
    assert sum(neutral.values()) == 18
    assert neutral == {name: 2 * n for name, n in BOX.neutral_set().items()}
    assert sum(whole.values()) == 82


@pytest.mark.rule("kdh.components.terrain_fields", "kdh.components.terrain_cards")
def test_14_terrain_cards_and_56_tokens() -> None:
    assert len(modular.TERRAIN_CARDS) == 14
    assert modular.TOKENS == 56
    for rulings in ({}, {"terrain_path": "all"}):  # no board needs more tokens than there are
        most = sorted((len(c.fields) for c in modular.TERRAIN_CARDS.values()), reverse=True)
        assert 2 * sum(most[: len(modular.way(rulings))]) <= modular.TOKENS
    # a token has two sides: a board may need more of a kind than the fixed map does (K08)
    kinds = Counter(kind for c in modular.TERRAIN_CARDS.values() for _, kind in c.fields)
    assert set(kinds) == {1, 2, 3}


# -- the modular board -------------------------------------------------------------------------------------------------


@pytest.mark.rule("kdh.modular.order", "kdh.modular.not_on_hq")
def test_the_way_begins_at_the_bottom_left_and_passes_the_hqs() -> None:
    assert modular.PATH[0] == "G1"
    assert len(set(modular.PATH)) == 14
    assert not set(modular.PATH) & set(HQ_SECTORS)
    both = {*modular.PATH, *map(modular.opposite, modular.PATH)}
    assert both == set(SECTORS) - set(HQ_SECTORS) - {"D3"}  # 14 pairs, the HQs and the middle
    assert modular.way() == modular.PATH[:12]
    assert not {s[0] for s in modular.way()} & set("D")
    for a, b in zip(modular.PATH, modular.PATH[1:], strict=False):  # a walk from neighbour to neighbour
        assert abs(ord(a[0]) - ord(b[0])) <= 1


@pytest.mark.rule("kdh.modular.mirrored_sector", "kdh.modular.orientation")
def test_a_board_is_the_same_from_both_sides() -> None:
    for seed in range(20):
        terrain = modular.random_terrain(hexlib.Rng(seed))
        assert all(terrain[f] == terrain[mirror(f)] for f in range(len(FIELDS)))
        assert not any(terrain[f] != OPEN and (HQ_MASK[0] | HQ_MASK[1]) >> f & 1 for f in range(len(FIELDS)))
        assert 0 < modular.spare_tokens(terrain) < 56


@pytest.mark.rule("kdh.modular.leftover_tokens", "kdh.modular.leftover_tokens_by_card")
def test_spare_tokens_come_into_the_game() -> None:
    state = PLAIN.new_initial_state(3, board="modular")
    used = sum(kind != OPEN for kind in state.land.terrain)
    assert state.tokens == 56 - used == modular.spare_tokens(state.land.terrain)
    assert any(card.effect.lay for card in CARDS.values())


# -- factions and companions -------------------------------------------------------------------------------------------


@pytest.mark.rule("kdh.setup.faction_colours")
def test_blue_bukseon_and_orange_gondwana() -> None:
    from hexlib.draw.theme import colour

    assert PLAIN.seats == FACTIONS
    blue, orange = (colour(f"seat.{seat}.fill", "light") for seat in (0, 1))
    assert int(blue[5:7], 16) > int(blue[1:3], 16)  # more blue than red
    assert int(orange[1:3], 16) > int(orange[5:7], 16)


@pytest.mark.rule("kdh.setup.character_types", "kdh.setup.one_card_per_companion")
def test_one_companion_of_each_type() -> None:
    for faction in FACTIONS:
        assert [COMPANIONS[name].type for name in of(faction)] == list(TYPES)
    assert len({c.title for c in COMPANIONS.values()}) == 8


@pytest.mark.rule("kdh.setup.companion_card_anatomy", "kdh.companions.symbol_matching")
@pytest.mark.parametrize("name", COMPANIONS)
def test_what_a_companion_card_shows(name: str) -> None:
    """Type, type symbol, starting resources, HQ health and special ability; the symbol tells which cards are whose."""
    c = COMPANIONS[name]
    scene = companion_scene(name)
    shapes = [s for layer in scene.layers for s in layer.shapes]
    icons = {s.name for s in shapes if isinstance(s, Icon)}
    assert {c.type, "material", "energy", "health"} <= icons
    words = " ".join(s.text for s in shapes if isinstance(s, Text))
    assert c.type.title() in words
    assert c.ability.title in words
    assert {card.owner for card in CARDS.values() if card.owner in COMPANIONS} == set(COMPANIONS)


@pytest.mark.rule("kdh.companions.eight_cards", "kdh.companions.pairs", "kdh.companions.unique_cards")
@pytest.mark.parametrize("name", COMPANIONS)
def test_eight_cards_in_pairs(name: str) -> None:
    mine = [card for card in CARDS.values() if card.owner == name]
    assert sum(card.copies for card in mine) == 8
    assert [card.copies for card in mine] == [2, 2, 2, 2]
    assert sum(card.is_war for card in mine) == 2
    assert not {card.name for card in mine} & {c.name for c in CARDS.values() if c.owner != name}


@pytest.mark.rule("kdh.companions.hq_hp")
def test_hq_health_is_a_sum_of_six_at_most() -> None:
    for faction in FACTIONS:
        mine = of(faction)
        sums = {(a, b): COMPANIONS[a].hq + COMPANIONS[b].hq for a in mine for b in mine if a < b}
        assert all(0 < health <= 6 for health in sums.values())
        assert all(PLAIN.hq_health(pair) == health for pair, health in sums.items())
    assert [PLAIN.hq_health(pair) for pair in PLAIN.companions] == [4, 4]  # the printed example


def does(card_type: str) -> set[str]:
    """Names of the effects and of the abilities of all companions of a type, as the data have them."""
    out = set()
    for name, c in COMPANIONS.items():
        if c.type == card_type:
            modifier = c.ability.modifier
            out |= {key for key in modifier.__slots__ if getattr(modifier, key)}
            for card in CARDS.values():
                if card.owner == name:
                    out |= {key for key in card.effect.__slots__ if getattr(card.effect, key)}
    return out


@pytest.mark.rule("kdh.types.general", "kdh.companions.type_orientation")
def test_generals_strike_from_far_and_supply() -> None:
    texts = " ".join(c.text for c in CARDS.values() if c.owner in COMPANIONS and COMPANIONS[c.owner].type == "general")
    assert "anywhere" in texts or "any empty field" in texts
    assert "Gain" in texts or "supply" in texts


@pytest.mark.rule("kdh.types.commander")
def test_commanders_fight_where_their_troops_are() -> None:
    mine = [c for c in CARDS.values() if c.owner in COMPANIONS and COMPANIONS[c.owner].type == "commander"]
    assert any(c.is_war and c.condition != type(c.condition)() for c in mine)  # tactics: what stands in the zone
    assert any(not c.is_war for c in mine)


@pytest.mark.rule("kdh.types.tech")
def test_techs_improve_their_troops() -> None:
    """The ability of a Tech changes what pieces can do or cost."""
    for c in COMPANIONS.values():
        if c.type == "tech":
            m = c.ability.modifier
            assert m.builders or any(n for _, n in m.move) or any(n for _, n in m.cost)


@pytest.mark.rule("kdh.types.trickster")
def test_tricksters_do_what_nobody_else_does() -> None:
    others = {"general": does("general"), "commander": does("commander"), "tech": does("tech")}
    assert does("trickster") - set().union(*others.values())


# -- decks -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("kdh.casual.deck_size", "kdh.casual.base_deck", "kdh.casual.identical_neutrals")
def test_the_casual_deck() -> None:
    nine = BOX.neutral_set()
    for faction in FACTIONS:
        mine = of(faction)
        for a in mine:
            for b in mine:
                if a < b:
                    deck = BOX.casual((a, b))
                    assert sum(deck.values()) == DECK_SIZE == 25
                    assert sum(BOX.base((a, b)).values()) == BASE_SIZE == 16
                    assert Counter(deck) - Counter(BOX.base((a, b))) == Counter(nine)
                    assert sum(n for c, n in deck.items() if CARDS[c].is_war) == 14


@pytest.mark.rule("kdh.casual.improvised_factory_count", "kdh.casual.draw_pile_term", "kdh.casual.discard_pile")
def test_the_deck_becomes_the_draw_pile() -> None:
    state = PLAIN.new_initial_state(2)
    for seat in (0, 1):
        cards = Counter((*state.hand[seat], *state.draw[seat]))
        assert cards == Counter(BOX.casual(state.companions[seat]))
        assert cards["improvised-factory"] == 1
        assert state.discard[seat] == ()


@pytest.mark.rule("kdh.deckbuilding.two_variants", "kdh.advanced.two_copies_required", "kdh.simple.one_copy")
def test_two_variants_with_one_box_and_with_two() -> None:
    assert VARIANTS == ("casual", "simple", "advanced")
    game = hexlib.game("knee-deep-in-hexes-setup")
    pairs = {
        "Ann": {"faction": "Bukseon", "companions": of("Bukseon")[:2]},
        "Bob": {"faction": "Gondwana", "companions": of("Gondwana")[:2]},
    }
    simple = game.position({"stage": "draft", "variant": "simple", **pairs})
    assert game.measure(simple, "pile") + len(game.measure(simple, "drawn")) == 50  # one box, less two basic decks
    advanced = game.position({"stage": "deck", "variant": "advanced", **pairs})
    assert advanced.pool(0)["sling"] == 8  # type: ignore[attr-defined]
    assert advanced.pool(0)["war-bots"] == 4  # type: ignore[attr-defined]


@pytest.mark.rule("kdh.authority.eight_each", "kdh.authority.card_cost_range", "kdh.simple.max_four_foreign")
def test_numbers_of_deck_building() -> None:
    assert (AUTHORITY, MOST_FOREIGN) == (8, 4)
    assert {c.authority for c in CARDS.values() if c.owner != "neutral"} == {1, 2, 3}
    assert {c.authority for c in CARDS.values() if c.owner == "neutral"} == {0}
    for name in COMPANIONS:
        assert sum(c.signature for c in CARDS.values() if c.owner == name) <= 1


@pytest.mark.rule("kdh.authority.cost_location")
@pytest.mark.parametrize("name", [c.name for c in CARDS.values() if c.authority])
def test_authority_stands_below_the_text_and_the_price_at_the_upper_left(name: str) -> None:
    scene = card_scene(name)
    shapes = [s for layer in scene.layers for s in layer.shapes]
    signs = {s.name: s for s in shapes if isinstance(s, Icon)}
    assert "authority" in signs
    lowest = max(s.y for s in shapes if isinstance(s, Text) and s.size > 11 and s.text in CARDS[name].text)
    assert signs["authority"].y > lowest
    if CARDS[name].material:
        assert signs["material"].y < scene.height / 3
        assert signs["material"].x < scene.width / 2


@pytest.mark.rule("kdh.cards.text_over_rules")
def test_cards_that_say_something_against_the_rules() -> None:
    """There are such cards, and such abilities: building with one builder, crossing mountains, more cards in hand."""
    modifiers = [c.ability.modifier for c in COMPANIONS.values()]
    assert any(m.builders for m in modifiers)
    assert any(m.cross for m in modifiers)
    assert any(m.hand_limit for m in modifiers)
    assert any(c.effect.place for c in CARDS.values())


@pytest.mark.parametrize(
    "scene",
    [
        setup_diagrams.parts_scene(),
        setup_diagrams.arrows_scene(),
        setup_diagrams.terrains_scene(),
        setup_diagrams.supply_scene(),
        *map(setup_diagrams.terrain_scene, modular.TERRAIN_CARDS),
        *(setup_diagrams.deck_scene(*of(f)[i : i + 2]) for f in FACTIONS for i in (0, 2)),
    ],
    ids=lambda scene: scene.title,
)
def test_pictures_of_the_set_up_fit(scene: object) -> None:
    assert misfits(scene) == []  # type: ignore[arg-type]


# -- the start ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("kdh.start.random_player", "kdh.start.draw_three")
def test_a_starting_player_by_chance_and_three_cards() -> None:
    starts = [PLAIN.new_initial_state(seed) for seed in range(40)]
    assert {s.starting for s in starts} == {0, 1}
    assert 10 <= sum(s.starting for s in starts) <= 30
    assert all([len(h) for h in s.hand] == [3, 3] for s in starts)
    assert all(s.current_player() == s.starting for s in starts)


@pytest.mark.rule("kdh.start.rounds", "kdh.start.next_turn")
def test_each_player_has_one_turn_a_round() -> None:
    state = PLAIN.new_initial_state(1)
    act(state, "keep; keep")
    seen = []
    for _ in range(6):
        seen.append((state.round, state.active))
        act(state, "end; end")
    first = state.starting
    assert seen == [(n, s) for n in (1, 2, 3) for s in (first, 1 - first)]


@pytest.mark.rule("kdh.start.first_round_only_starter", "kdh.start.mulligan_once", "kdh.start.mulligan_timing")
def test_one_mulligan_each_and_one_handicap() -> None:
    state = PLAIN.new_initial_state(1)
    act(state, "mulligan")
    assert state.current_player() == 1 - state.starting
    act(state, "mulligan")
    assert facts(state)["phase"] == "actions"
    assert state.material[state.starting] == 2
    assert [len(h) for h in state.hand] == [3, 3]
    assert not state.explain(PLAIN.parse_action("mulligan"))
    act(state, "end; end")
    assert state.material[1 - state.starting] == 3


@pytest.mark.rule("kdh.goal.end_on_hq", "kdh.goal.win_by_hq", "kdh.goal.scrapyard_needs_both_hqs")
def test_the_hq_comes_before_the_scrapyard() -> None:
    data = put({"palooza": "A3.1 A3.2"}, {"acv": "A4.2"}, phase="war-cards", marker="A3-A4-B4", active="Gondwana")
    data |= {"Bukseon": {"scrapyard": {"tank": 5, "palooza": 1}}, "Gondwana": {"scrapyard": {"acv": 5}}}
    state = PLAIN.position(data)
    act(state, "war none; war none; damage A4.2 hq")
    assert facts(state)["winner"] == "Bukseon"
    assert facts(state)["scrapyard"] == [6, 6]


@pytest.mark.rule("kdh.goal.end_on_scrapyard", "kdh.goal.win_by_scrapyard", "kdh.goal.tie_fewer_kills")
@pytest.mark.parametrize(
    ("blue", "orange", "winner"),
    [
        ({"acv": 5}, {"acv": 6}, "Bukseon"),  # 5 against 8 health
        ({"acv": 2, "tank": 3}, {"acv": 6}, "Gondwana"),  # 8 each, and Gondwana destroyed fewer
        ({"palooza": 2, "acv": 3}, {"acv": 5, "turret": 1}, "draw"),  # 9 each, 5 and 7: see below
    ],
)
def test_the_scrapyard_decides(blue: dict[str, int], orange: dict[str, int], winner: str) -> None:
    if winner == "draw":
        blue, orange = {"acv": 3, "tank": 3}, {"acv": 3, "tank": 2}  # 9 health and six pieces each in the end
    data = put({"palooza": "D3.0", "acv": "D3.1"}, {"tank": "D2.0"}, phase="war-cards", marker="C2-D2-D3")
    data |= {"active": "Gondwana", "Bukseon": {"scrapyard": blue}, "Gondwana": {"scrapyard": orange}}
    state = PLAIN.position(data)
    act(state, "war none; war none; damage D2.0")
    assert facts(state)["winner"] == winner


# -- the board ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("kdh.board.sectors", "kdh.board.fields_per_sector")
def test_31_sectors_of_seven_fields() -> None:
    assert len(SECTORS) == 31
    assert Counter(name.partition(".")[0] for name in FIELDS) == dict.fromkeys(SECTORS, 7)


@pytest.mark.rule("kdh.hq.deploy_from")
def test_vehicles_enter_beside_the_own_hq() -> None:
    state = PLAIN.position(put(b={"material": 1}))
    fields = {str(a).split()[2] for a in state.legal_actions() if str(a).startswith("deploy acv")}
    assert fields == {"G2.1", "G2.4", "G2.5", "G2.6", "G3.4"}


@pytest.mark.rule("kdh.material.extract_by_adjacent_extractor", "kdh.energy.extract_by_adjacent_extractor")
@pytest.mark.parametrize(("kind", "income"), [("material", "4/2"), ("energy", "3/3"), ("mountain", "3/2")])
def test_an_extractor_beside_a_resource_earns(kind: str, income: str) -> None:
    state = PLAIN.position(put({"extractor": "D3.0"}, terrain_fields={"D3.1": kind}))
    assert PLAIN.measure(state, "income") == [income, "3/2"]
    away = PLAIN.position(put({"extractor": "D3.4"}, terrain_fields={"D3.1": kind}))
    assert PLAIN.measure(away, "income") == ["3/2", "3/2"]


@pytest.mark.rule("kdh.material.uses", "kdh.energy.uses")
def test_what_each_resource_is_good_for() -> None:
    """Only Material on hand: deploy, build, play, draw. Only Energy: move, recycle, and the turret (K45)."""

    def kinds(**pool: int) -> set[str]:
        hand = {"hand": ["improvised-turret"], "draw": ["sling"], **pool}
        state = PLAIN.position(put({"acv": "D3.0 D3.2"}, b=hand))
        return {" ".join(str(a).split()[: 2 if str(a).startswith("build") else 1]) for a in state.legal_actions()}

    assert kinds(material=9) == {"deploy", "build extractor", "build factory", "play", "draw", "end"}
    assert kinds(energy=9) == {"move", "recycle", "build turret", "end"}
    assert kinds() == {"end"}
