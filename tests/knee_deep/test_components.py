"""The loader of pieces and cards, and that no reconstruction touches what is printed."""

from __future__ import annotations

import tomllib
from importlib import resources
from typing import Any

import pytest

from hexlib.knee_deep import components
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
)
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


def test_a_reconstruction_may_not_change_a_printed_value() -> None:
    printed, added = data("printed.toml"), data("reconstructed.toml")
    both = components._merge(printed, added, "cards")
    assert both["card"]["barrier"]["effect"] == {"power": 4}
    for path, value in (
        (("unit", "tank", "health"), 3),
        (("unit", "tank", "cost"), {"energy": 1}),
        (("unit", "turret", "cost"), {"energy": 2}),
        (("card", "sling", "effect"), {"power": 4}),
        (("card", "carry-all", "cost"), {"material": 0}),
        (("card", "sling", "title"), "Sling"),
    ):
        a, b, c = path
        with pytest.raises(ValueError, match=rf"reconstructed.toml: cards.{a}.{b}.{c}.* may not be changed"):
            components._merge(printed, {a: {b: {c: value}}}, "cards")


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"colour": "red"}, "card.sling: unknown key 'colour'; there are condition, copies"),
        ({"type": "spell"}, "card.sling.type: 'spell' is not one of war, action"),
        ({"copies": "2"}, "card.sling.copies: expected a whole number, got '2'"),
        ({"copies": -1}, "card.sling.copies: expected a whole number, got -1"),
        ({"copies": True}, "card.sling.copies: expected a whole number, got True"),
        ({"text": None}, "card.sling.text: expected a text, got None"),
        ({"cost": {"energy": 1}}, "card.sling.cost: unknown key 'energy'; there are material"),
        ({"effect": {"fly": 1}}, "card.sling.effect: unknown key 'fly'; there are place, power, relocate"),
        ({"effect": {"place": "tank"}}, "card.sling.effect.place: 'tank' is not one of extractor, factory, turret"),
        ({"effect": {"relocate": "hq"}}, "card.sling.effect.relocate: 'hq' is not one of vehicle"),
        ({"condition": {"formation": "circle"}}, "formation: 'circle' is not one of sling, barrier, skirmish"),
        ({"condition": {"vehicles": {"turret": 3}}}, "vehicles: unknown key 'turret'; there are acv, palooza, tank"),
    ],
)
def test_a_card_with_a_mistake_is_named(change: dict[str, Any], says: str) -> None:
    good = data("printed.toml")["card"]["sling"]
    assert components._card("sling", good, {}).power == 3
    with pytest.raises(ValueError, match="card") as caught:
        components._card("sling", {**good, **change}, {})
    assert says in str(caught.value)


def test_a_unit_with_a_mistake_is_named() -> None:
    good = data("printed.toml")["unit"]["tank"]
    assert components._unit("tank", good).health == 2
    for key in good:
        with pytest.raises(ValueError, match=f"unit.tank: {key} is missing"):
            components._unit("tank", {k: v for k, v in good.items() if k != key})
    with pytest.raises(ValueError, match=r"unit\.tank\.class: 'ship' is not one of vehicle, structure"):
        components._unit("tank", {**good, "class": "ship"})
    with pytest.raises(ValueError, match=r"unit\.tank\.cost: unknown key 'gold'; there are energy, material"):
        components._unit("tank", {**good, "cost": {"gold": 1}})
    with pytest.raises(ValueError, match=r"unit\.tank\.builds: expected true or false, got 1"):
        components._unit("tank", {**good, "builds": 1})


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


def test_each_side_has_two_companions_and_four_hq_health() -> None:
    for faction in ("Bukseon", "Gondwana"):
        mine = [c for c in COMPANIONS.values() if c.faction == faction]
        assert len(mine) == 2
        assert sum(c.hq for c in mine) == 4
        assert (sum(c.material for c in mine), sum(c.energy for c in mine)) == (3, 2)
        assert {c.type for c in mine} == {"general", "commander"}


def test_the_deck_holds_each_card_in_its_printed_number() -> None:
    assert DECKS["printed"] == {name: card.copies for name, card in CARDS.items()}
    assert sum(DECKS["printed"].values()) == 15


def test_units_have_whole_numbers_and_one_kind_of_cost() -> None:
    for unit in UNITS:
        assert (unit.material > 0) != (unit.energy > 0)
        assert unit.supply > 0
        assert unit.health > 0
        assert (unit.move > 0) == unit.is_vehicle
