"""The loader of pieces and cards, and that no reconstruction touches what is printed."""

from __future__ import annotations

import tomllib
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

import hexlib
from hexlib.knee_deep import cardfile
from hexlib.knee_deep.board import FIELDS, HQ_SECTORS, SECTORS, mirror
from hexlib.knee_deep.components import (
    CARDS,
    COMPANIONS,
    DECKS,
    ENERGY,
    MATERIAL,
    MOUNTAIN,
    OPEN,
    TERRAIN,
    UNITS,
    CardFileError,
)
from hexlib.knee_deep.game import KneeDeep
from hexlib.rules import Rulebook


def data(name: str) -> dict[str, Any]:
    return tomllib.loads((resources.files("hexlib.knee_deep") / "cards" / name).read_text("utf-8"))


def test_every_printed_value_names_its_source() -> None:
    statements = Rulebook.load("knee_deep").statements
    printed = data("printed.toml")
    assert set(printed) == {"unit", "card"}
    for table in printed.values():
        for name, entry in table.items():
            assert entry["rules"], f"{name} has no source"
            assert all(rule in statements for rule in entry["rules"]), name


def test_every_reconstructed_card_value_names_its_ruling() -> None:
    rulings = {r.id for r in Rulebook.load("knee_deep").rulings.values()}
    for name, entry in data("reconstructed.toml")["card"].items():
        assert entry["ruling"] in rulings, name
    assert CARDS["barrier"].reconstructed == ("effect",)
    assert set(CARDS["tank-column"].reconstructed) == {"title", "effect"}
    assert set(CARDS["improvised-extractor"].reconstructed) == {"cost", "effect", "text"}
    assert CARDS["sling"].reconstructed == CARDS["war-bots"].reconstructed == CARDS["carry-all"].reconstructed == ()
    assert set(CARDS["flank"].reconstructed) == {"title", "type", "cost", "effect", "text"}


# -- the files that the game comes with --------------------------------------------------------------------------------


def test_a_reconstruction_may_not_change_a_printed_value() -> None:
    printed, added = data("printed.toml"), data("reconstructed.toml")
    both = cardfile.add(printed, added)
    assert both["card"]["barrier"]["effect"] == {"power": 4}
    assert both["card"]["sling"] == printed["card"]["sling"]
    for path, value in (
        (("unit", "tank", "health"), 3),
        (("unit", "tank", "cost"), {"energy": 1}),
        (("unit", "turret", "cost"), {"energy": 2}),
        (("card", "sling", "effect"), {"power": 4}),
        (("card", "carry-all", "cost"), {"material": 0}),
        (("card", "sling", "title"), "Sling"),
    ):
        a, b, c = path
        with pytest.raises(CardFileError) as caught:
            cardfile.add(printed, {a: {b: {c: value}}})
        assert str(caught.value) == (
            f"{a}.{b}.{c}: is printed as {printed[a][b][c]!r}; a reconstruction may not change it"
        )


def test_a_mistake_is_found_in_the_file_that_holds_it() -> None:
    texts = {
        "printed.toml": "[card.a]\ncopies = 2\n\n[card.b]\n",
        "reconstructed.toml": "# ours\n\n[card.a]\nowner = 1\n",
    }
    for key, says in (
        (("card", "a", "owner"), "reconstructed.toml, line 4: card.a.owner: no"),
        (("card", "a", "copies"), "printed.toml, line 2: card.a.copies: no"),
        (("card", "a", "copies", "deeper"), "printed.toml, line 2: card.a.copies.deeper: no"),
        (("card", "b", "title"), "printed.toml, line 4: card.b.title: no"),
        (("card", "a"), "reconstructed.toml, line 3: card.a: no"),
        (("deck", "x"), "printed.toml: deck.x: no"),
    ):
        assert str(cardfile.located(CardFileError(key, "no"), texts)) == says


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"colour": "red"}, "card.sling: unknown key 'colour'; there are authority, condition, copies"),
        ({"powr": 3}, "card.sling: unknown key 'powr'; there are"),
        ({"type": "spell"}, "card.sling.type: 'spell' is not one of war, action"),
        ({"copies": "2"}, "card.sling.copies: expected a whole number, got '2'"),
        ({"copies": -1}, "card.sling.copies: expected a whole number from 0 to 99, got -1"),
        ({"copies": 100}, "card.sling.copies: expected a whole number from 0 to 99, got 100"),
        ({"copies": 0}, "card.sling.copies: expected 1 to 18 copies, got 0"),
        ({"copies": True}, "card.sling.copies: expected a whole number, got True"),
        ({"copies": 1.5}, "card.sling.copies: expected a whole number, got 1.5"),
        ({"text": None}, "card.sling.text: expected a text, got None"),
        ({"text": ""}, "card.sling.text: expected a text of 1 to 500 characters, got 0"),
        ({"text": "x" * 501}, "card.sling.text: expected a text of 1 to 500 characters, got 501"),
        ({"text": "+{pow} power"}, "card.sling.text: a brace names no number of the effect: '+{pow} power'"),
        ({"rules": [1]}, "card.sling.rules: expected a list of texts, got 1 in it"),
        ({"cost": {"energy": 1}}, "card.sling.cost: unknown key 'energy'; there are material"),
        ({"cost": {"material": 1}}, "card.sling.cost: a War card has no cost (ruling K52)"),
        ({"cost": 1}, "card.sling.cost: expected a table, got 1"),
        ({"authority": 1}, "card.sling: a neutral card has no authority cost and is nobody's signature card"),
        (
            {"owner": "bukseon-tech", "authority": 4},
            "sling.authority: a card costs 1 to 3 authority points, got 4",
        ),
        ({"effect": {}}, "card.sling: effect is missing"),
        ({"effect": {"fly": 1}}, "card.sling.effect: unknown key 'fly'; there are around, cancel, damage"),
        ({"effect": {"powr": 1}}, "; did you mean 'power'?"),
        ({"effect": {"power": "3"}}, "card.sling.effect.power: expected a whole number, got '3'"),
        ({"effect": {"place": "turret"}}, "card.sling.effect.place: only an Action card can do that"),
        ({"effect": {"around": True}}, "card.sling.effect.around: it says where per counts, and there is no per"),
        ({"effect": {"per": {"hq": 1}}}, "card.sling.effect.per: unknown key 'hq'; there are acv, extractor"),
        ({"condition": {"formation": "circle"}}, "formation: 'circle' is not one of sling, barrier, skirmish"),
        ({"condition": {"vehicles": {"turret": 3}}}, "vehicles: unknown key 'turret'; there are acv, palooza, tank"),
        ({"condition": {"structures": {"tank": 3}}}, "structures: unknown key 'tank'; there are extractor"),
        ({"condition": {"role": "winner"}}, "condition.role: 'winner' is not one of attacker, defender"),
        ({"condition": {"sectors": 4}}, "condition.sectors: a war zone has three sectors, got 4"),
        ({"condition": {"beside": "open"}}, "condition.beside: 'open' is not one of mountain, material, energy"),
    ],
)
def test_a_war_card_with_a_mistake_is_named(change: dict[str, Any], says: str) -> None:
    good = data("printed.toml")["card"]["sling"]
    assert cardfile.read_card("sling", good, {}, UNITS).power == 3
    with pytest.raises(CardFileError) as caught:
        cardfile.read_card("sling", {**good, **change}, {}, UNITS)
    assert says in str(caught.value)
    assert str(caught.value).startswith("card.sling")


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"effect": {"power": 2}}, "card.carry-all.effect.power: only a War card can do that"),
        ({"effect": {"place": "hq"}}, "effect.place: 'hq' is not one of acv, tank, palooza, extractor"),
        ({"effect": {"relocate": "turret"}}, "effect.relocate: 'turret' is not one of vehicle, enemy vehicle, acv"),
        ({"effect": {"place": "acv", "swap": True}}, "effect.swap: a card asks for one target; it has place already"),
        ({"effect": {"strike": 2, "where": "moon"}}, "effect.where: 'moon' is not one of vehicle, structure, piece"),
        ({"effect": {"turn": {"from": "mountain"}}}, "effect.turn: to is missing"),
        ({"effect": {"turn": {"from": "sea", "to": "mountain"}}}, "effect.turn.from: 'sea' is not one of mountain"),
        ({"effect": {"lay": "open"}}, "effect.lay: 'open' is not one of mountain, material, energy"),
        ({"effect": {"gain": {"gold": 1}}}, "effect.gain: unknown key 'gold'; there are energy, material"),
        ({"effect": {"draw": 1, "each": "acv"}}, "effect.each: it says how often gain counts, and there is no gain"),
        ({"effect": {"swap": False}}, "card.carry-all.effect: it does nothing"),
        ({"effect": {"boost": {}}}, "effect.boost: it changes nothing"),
        (
            {"effect": {"draw": 1, "where": "hq"}},
            "effect.where: it belongs to place, strike, lay or turn, and",
        ),
        ({"effect": {"relocate": "tank", "clear": 2}}, "effect.clear: it belongs to place, strike, lay or turn"),
        ({"effect": {"draw": 1, "within": 2}}, "effect.within: it belongs to place, strike, lay, turn or relocate"),
        ({"effect": {"gain": {"material": 1}, "most": 2}}, "effect.most: it belongs to each, and there is none"),
        ({"effect": {"place": "acv", "where": "anywhere", "within": 2}}, "effect.within: the target may be anywhere"),
        ({"effect": {"turn": {"from": "energy", "to": "energy"}}}, "effect.turn: it turns energy into the same again"),
        ({"effect": {"boost": {"hand_limit": 1}}}, "effect.boost: unknown key 'hand_limit'; there are build_with"),
        ({"effect": {"boost": {"move": {"turret": 1}, "cost": {"hq": 1}}}}, "boost.cost: unknown key 'hq'"),
        ({"effect": {"boost": {"builders": 0}}}, "effect.boost.builders: a structure needs at least one builder"),
        ({"effect": {"boost": {"cross": {"acv": ["sea"]}}}}, "boost.cross.acv: 'sea' is not one of mountain"),
        (
            {"effect": {"boost": {"deploy_beside": ["hq"]}}},
            "deploy_beside: 'hq' is not one of vehicle, structure",
        ),
        ({"condition": {"role": "attacker"}}, "card.carry-all.condition.role: only a War card can ask for that"),
        ({"condition": {"formation": "sling"}}, "condition.formation: only a War card can ask for that"),
    ],
)
def test_an_action_card_with_a_mistake_is_named(change: dict[str, Any], says: str) -> None:
    good = {**data("printed.toml")["card"]["carry-all"], "owner": "gondwana-general"}
    assert cardfile.read_card("carry-all", good, {}, UNITS).relocate == "vehicle"
    with pytest.raises(CardFileError) as caught:
        cardfile.read_card("carry-all", {**good, **change}, {}, UNITS)
    assert says in str(caught.value)


def test_a_unit_with_a_mistake_is_named() -> None:
    good = data("printed.toml")["unit"]["tank"]
    assert cardfile.read_unit("tank", good).health == 2
    for key in good:
        with pytest.raises(CardFileError, match=f"unit.tank: {key} is missing"):
            cardfile.read_unit("tank", {k: v for k, v in good.items() if k != key})
    for change, says in (
        ({"class": "ship"}, "unit.tank.class: 'ship' is not one of vehicle, structure"),
        ({"cost": {"gold": 1}}, "unit.tank.cost: unknown key 'gold'; there are energy, material"),
        ({"builds": 1}, "unit.tank.builds: expected true or false, got 1"),
        ({"move": -1}, "unit.tank.move: expected a whole number from 0 to 99, got -1"),
    ):
        with pytest.raises(CardFileError) as caught:
            cardfile.read_unit("tank", {**good, **change})
        assert str(caught.value) == says


# -- the owner's own file ----------------------------------------------------------------------------------------------


def own(folder: Path, text: str) -> KneeDeep:
    (folder / "my-cards.toml").write_text(text, "utf-8")
    made = hexlib.game("knee-deep-in-hexes", cards=folder / "my-cards.toml")
    assert isinstance(made, KneeDeep)
    return made


def test_the_owners_values_win(tmp_path: Path) -> None:
    """A printed number, a reconstructed one and a companion's income; everything else stays."""
    made = own(
        tmp_path,
        """
        [card.sling]
        effect = { power = 5 }
        text = "+{power} combat power for two vehicles with one field between them."
        [card.barrier]
        effect = { power = 6 }
        [card.flank]
        title = "Round the Side"
        [companion.bukseon-general]
        income = { material = 3, energy = 0 }
        """,
    )
    assert made.cards["sling"].power == 5
    assert made.cards["sling"].text.startswith("+5 combat power")
    assert made.cards["barrier"].power == 6
    assert "+6 combat power" in made.cards["barrier"].text  # the printed text has the number in braces
    assert made.cards["flank"].title == "Round the Side"
    assert made.cards["flank"].effect == CARDS["flank"].effect
    assert made.cards.source == "my-cards.toml"
    general = made.cards.companions["bukseon-general"]
    assert (general.material, general.energy, general.hq) == (3, 0, 2)
    # what the owner gives is no reconstruction any more, what stays is
    assert made.cards["barrier"].reconstructed == ()
    assert "title" not in made.cards["flank"].reconstructed
    assert "effect" in made.cards["flank"].reconstructed
    # the game that the file is for, and no other, plays with the values
    position = {
        "active": "Gondwana",
        "terrain": "none",
        "marker": "C2-D2-D3",
        "pieces": {"Bukseon": {"acv": ["D3.4", "D3.1"]}, "Gondwana": {"turret": ["C2.0"]}},
        "Bukseon": {"hand": ["sling"]},
    }
    for game, power in ((made, 7), (hexlib.game("knee-deep-in-hexes"), 5)):
        state = game.position(position)
        for text in ("end", "war sling", "war none"):
            state.apply_action(game.parse_action(text))
        assert game.measure(state, "power") == [power, 2]
    assert CARDS["sling"].power == 3


def test_an_owner_may_replace_a_card_by_another(tmp_path: Path) -> None:
    made = own(
        tmp_path,
        """
        remove = ["forced-march"]
        [card.long-march]
        title = "Long March"
        type = "action"
        owner = "bukseon-commander"
        cost = { material = 2 }
        effect = { boost = { move = { acv = 2 } } }
        text = "Until the end of this turn your ACVs move two fields further."
        """,
    )
    assert "forced-march" not in made.cards
    assert made.cards["long-march"].copies == 2
    assert made.cards["long-march"].reconstructed == ()
    state = made.new_initial_state(3)
    assert state.decks.cards[0].count("long-march") == 2
    with pytest.raises(hexlib.NotationError):
        made.parse_action("play forced-march")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[card.sling]\ncolour = 1\n", "my-cards.toml, line 2: card.sling: unknown key 'colour'"),
        ("# mine\n\n[card.sling]\ncopies = 0\n", "my-cards.toml, line 4: card.sling.copies: expected 1 to 18 copies"),
        (
            "[card.flank]\nauthority = 9\n",
            "my-cards.toml, line 2: card.flank.authority: a card costs 1 to 3 authority points, got 9",
        ),
        (
            "[card.flank]\neffect = { swap = true }\n",
            "my-cards.toml, line 2: card.flank.effect: it changes the card, so the text has to be given too",
        ),
        (
            "[card.barrier]\neffect = { power = 4, cancel = true }\n",
            "line 2: card.barrier.effect: it changes the card, so the text has to be given too",
        ),
        (
            "[card.barrier]\ncondition = { formation = 'sling' }\n",
            "line 2: card.barrier.condition: it changes the card, so the text has to be given too",
        ),
        ("[card.barrier]\neffect = 4\n", "line 2: card.barrier.effect: it changes the card, so the text"),
        (
            "[card.new]\ntitle = 'New'\n",
            "my-cards.toml, line 1: card.new: type is missing",
        ),
        ("[card.'New One']\n", "my-cards.toml, line 1: card.New One: a card's name is small letters, numbers and"),
        ("[companion.bukseon-cook]\nhq = 2\n", "line 1: companion.bukseon-cook: there is no such companion; there are"),
        ("[companion.bukseon-tech]\nhq = 7\n", "line 2: companion.bukseon-tech.hq: an HQ has at most 6 health, got 7"),
        (
            "[companion.bukseon-tech]\nhq = 5\n",
            "line 2: companion.bukseon-tech.hq: bukseon-tech and bukseon-general would give an HQ of more than 6",
        ),
        (
            "[companion.bukseon-tech]\nhq = -1\n",
            "line 2: companion.bukseon-tech.hq: expected a whole number from 0 to 99, got -1",
        ),
        (
            "[companion.bukseon-tech.income]\nmaterial = 1\n",
            "line 1: companion.bukseon-tech.income: energy is missing",
        ),
        (
            "[companion.bukseon-tech]\ntype = 'general'\n",
            "line 2: companion.bukseon-tech.type: Bukseon needs one companion of each type: general, commander",
        ),
        (
            "[companion.bukseon-tech.ability]\ntitle = 'Idle'\ntext = 'Nothing.'\n",
            "line 1: companion.bukseon-tech.ability: it changes nothing; there are build_with, builders",
        ),
        ("remove = ['sling', 'ace']\n", "my-cards.toml, line 1: remove: 'ace' is not one of sling, barrier"),
        ("remove = ['flank']\n", "line 1: card.forced-march.owner: bukseon-commander needs two names of Action cards"),
        (
            "[card.flank]\nowner = 'bukseon-tech'\n",
            "line 2: card.forced-march.owner: bukseon-commander needs two names of Action cards; it has forced-march",
        ),
        (
            "[companion.bukseon-tech]\nfaction = 'Gondwana'\n",
            "line 2: companion.bukseon-tech.faction: Bukseon needs one companion of each type",
        ),
        (
            "[companion.bukseon-tech]\nhq = 0\n[companion.bukseon-general]\nhq = 0\n",
            "hq: bukseon-general and bukseon-tech would give an HQ of no health",
        ),
        (
            "remove = ['sling']\n",
            "line 1: card.improvised-factory.copies: a casual deck has 9 neutral cards",
        ),
        ("[card.sling]\ncopies = 4\n", "line 2: card.improvised-factory.copies: a casual deck has 9 neutral cards"),
        ('[card.sling]\ntitle = "a\\u0007b"\n', "line 2: card.sling.title: this text holds a control character"),
        ("[unit.tank]\nhealth = 5\n", "my-cards.toml, line 1: unknown key 'unit'; there are card, companion, remove"),
        ("card = 1\n", "my-cards.toml, line 1: card: expected a table, got 1"),
        ("[card]\nsling = 3\n", "my-cards.toml, line 2: card.sling: expected a table, got 3"),
        ("[card.sling\n", "my-cards.toml: is not TOML: "),
        ("x" * 200_001, "my-cards.toml: a card file has at most 200 kB, this one 200"),
    ],
)
def test_a_mistake_in_the_owners_file_is_named_with_its_line(tmp_path: Path, text: str, says: str) -> None:
    with pytest.raises(CardFileError) as caught:
        own(tmp_path, text)
    assert says in str(caught.value)
    assert str(caught.value).startswith("my-cards.toml")
    assert len(str(caught.value)) < 600


def test_an_owners_file_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(CardFileError, match=r"no-such\.toml: cannot be read"):
        hexlib.game("knee-deep-in-hexes", cards=tmp_path / "no-such.toml")
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(CardFileError, match=r"binary\.toml: cannot be read"):
        hexlib.game("knee-deep-in-hexes", cards=str(tmp_path / "binary.toml"))


def test_a_changed_file_is_read_again(tmp_path: Path) -> None:
    import os

    line = "[card.barrier]\neffect = {{ power = {} }}\n"
    assert own(tmp_path, line.format(5)).cards["barrier"].power == 5
    (tmp_path / "my-cards.toml").write_text(line.format(7), "utf-8")
    os.utime(tmp_path / "my-cards.toml", ns=(1, 1))
    made = hexlib.game("knee-deep-in-hexes").with_cards(tmp_path / "my-cards.toml")  # type: ignore[attr-defined]
    assert made.cards["barrier"].power == 7


# -- the set -----------------------------------------------------------------------------------------------------------


def test_card_texts_show_their_numbers() -> None:
    for card in CARDS.values():
        assert "{" not in card.text
        if card.power:
            assert f"+{card.power}" in card.text


def test_the_fixed_map_is_fair_and_uses_all_56_tokens() -> None:
    """K08: point-symmetric, two tokens a sector, none in the HQ sectors and in the middle one."""
    assert sum(t != OPEN for t in TERRAIN) == 56
    for field, kind in enumerate(TERRAIN):
        assert TERRAIN[mirror(field)] == kind
    for sector in SECTORS:
        tokens = sum(TERRAIN[f] != OPEN for f in range(217) if FIELDS[f].startswith(sector))
        assert tokens == (0 if sector in (*HQ_SECTORS, "D3") else 2), sector
    assert {TERRAIN[f] for f in range(217)} == {OPEN, MOUNTAIN, MATERIAL, ENERGY}
    assert TERRAIN[FIELDS.index("C2.5")] == MATERIAL
    assert TERRAIN[FIELDS.index("C1.6")] == ENERGY


def test_each_side_has_four_companions_and_the_taught_pair_the_printed_example() -> None:
    """K12: one of each type. General and Commander have an HQ of 2 + 2 (Assigning Damage to the HQ)."""
    for faction in ("Bukseon", "Gondwana"):
        mine = {c.type: c for c in COMPANIONS.values() if c.faction == faction}
        assert list(mine) == ["general", "commander", "tech", "trickster"]
        pair = [mine["general"], mine["commander"]]
        assert [c.hq for c in pair] == [2, 2]
        assert (sum(c.material for c in pair), sum(c.energy for c in pair)) == (3, 2)
        two = sorted(c.hq for c in mine.values())[-2:]
        assert sum(two) <= 6


def test_the_printed_deck_holds_each_printed_name_in_its_printed_number() -> None:
    printed = set(data("printed.toml")["card"])
    assert DECKS["printed"] == {name: card.copies for name, card in CARDS.items() if name in printed}
    assert sum(DECKS["printed"].values()) == 15


def test_the_whole_set_has_82_cards() -> None:
    """32 a faction in pairs, and the nine neutral cards twice, one set for each player."""
    assert len(CARDS) == 38
    for faction in ("bukseon", "gondwana"):
        assert sum(c.copies for c in CARDS.values() if c.owner.startswith(faction)) == 32
    assert 2 * sum(c.copies for c in CARDS.values() if c.owner == "neutral") == 18


def test_units_have_whole_numbers_and_one_kind_of_cost() -> None:
    for unit in UNITS:
        assert (unit.material > 0) != (unit.energy > 0)
        assert unit.supply > 0
        assert unit.health > 0
        assert (unit.move > 0) == unit.is_vehicle
