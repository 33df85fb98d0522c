"""Rulebooks as data: what is loaded, and what is refused."""

from __future__ import annotations

import pytest

from hexlib.rules import KINDS, Rulebook, RulesError, parse

CHAPTER = '[[chapter]]\nslug = "play"\ntitle = "Play"\nsections = ["Play", "Rest > Sleep"]\n'
ONE = '[[statement]]\nid = "toy.one"\nsection = "Play > A"\nkind = "ruling"\ntext = "One."\n'
TWO = '[[statement]]\nid = "toy.two"\nsection = "Rest > Sleep"\nkind = "ruling"\ntext = "Two."\n'
SWITCH = (
    '[[ruling]]\nid = "T01"\nname = "turn"\nkind = "switch"\nsection = "Play"\nquestion = "Which?"\n'
    'rules = ["toy.one"]\ndefault = "b"\n[ruling.readings]\na = "A."\nb = "B."\n'
)
NUMBER = SWITCH.partition("default")[0].replace("switch", "parameter") + "default = 3\n"


def test_knee_deep_has_all_its_statements() -> None:
    book = Rulebook.load("knee_deep")
    assert len(book.statements) == 325
    assert book.sections[0] == "Components"
    assert book.sections[-1] == "Player Help > Stats Table"
    assert sum(len(book.in_chapter(c.slug)) for c in book.chapters) == 325
    assert {s.kind for s in book.statements.values()} == set(KINDS)
    assert book.chapter_of("kdh.war.when").title == "Phase 3 - War Zone Markers"
    assert [s.id for s in book.in_section("Phase 5 - Exhaust")] == [
        "kdh.exhaust.empty_pool",
        "kdh.exhaust.discard_to_six",
    ]
    with pytest.raises(KeyError):
        book.chapter_of("kdh.nothing")


def test_knee_deep_has_its_rulings() -> None:
    rulings = Rulebook.load("knee_deep").rulings
    assert rulings["turret_cost"].id == "K45"
    assert rulings["turret_cost"].kind == "switch"
    assert rulings["turret_cost"].readings[0][0] == rulings["turret_cost"].default == "energy"
    assert {r.kind for r in rulings.values()} == {"switch", "parameter", "note"}


def test_a_small_rulebook() -> None:
    book = parse("toy", CHAPTER + ONE + TWO, SWITCH)
    assert book.sections == ("Play > A", "Rest > Sleep")
    assert [s.id for s in book.in_section("Play")] == ["toy.one"]
    assert book.rulings["turn"].readings == (("b", "B."), ("a", "A."))
    assert book.rulings["turn"].title == "Turn"


@pytest.mark.parametrize(
    ("rules", "rulings", "says"),
    [
        ("x = ", "", "rules.toml: Invalid value"),
        (CHAPTER + ONE + TWO + "[[x]]\n", "", "unknown table 'x'"),
        (CHAPTER + ONE + ONE, "", "toy.one stands twice"),
        (CHAPTER + ONE.replace("toy.one", "Toy one"), "", "is not an id"),
        (CHAPTER + ONE.replace("ruling", "hint"), "", "kind 'hint' is none of"),
        (CHAPTER + ONE.replace('text = "One."', ""), "", "toy.one: text is missing"),
        (CHAPTER + ONE + 'note = "x"\n', "", "unknown key 'note'"),
        (CHAPTER + ONE.replace("Play > A", "Elsewhere"), "", "no chapter lists 'Elsewhere'"),
        (CHAPTER + TWO + ONE, "", "order of the chapters"),
        (CHAPTER + ONE + ONE.replace("one", "b").replace("> A", "> B") + ONE.replace("one", "c"), "", "is interrupted"),
        (CHAPTER + CHAPTER + ONE + TWO, "", "two chapters list the same section"),
        (CHAPTER + ONE, "", "no statement stands in 'Rest > Sleep'"),
        (CHAPTER + ONE + TWO, SWITCH + SWITCH, "T01 turn stands twice"),
        (CHAPTER + ONE + TWO, SWITCH.replace('"switch"', '"toggle"'), "kind 'toggle' is none of"),
        (CHAPTER + ONE + TWO, SWITCH.replace('default = "b"', 'default = "c"'), "its default is one of them"),
        (CHAPTER + ONE + TWO, SWITCH.replace('"switch"', '"parameter"'), "a whole number as its default"),
        (CHAPTER + ONE + TWO, NUMBER, "a parameter has bounds"),
        (CHAPTER + ONE + TWO, NUMBER + "bounds = [4, 9]\n", "its default lies between them"),
        (CHAPTER + ONE + TWO, SWITCH.replace("toy.one", "toy.six"), "there is no statement 'toy.six'"),
        (CHAPTER + ONE + TWO, SWITCH.replace('question = "Which?"', ""), "T01: question is missing"),
    ],
)
def test_mistakes_are_named(rules: str, rulings: str, says: str) -> None:
    with pytest.raises(RulesError) as caught:
        parse("toy", rules, rulings)
    assert says in str(caught.value)
