"""The small pictures of the book in both shapes: words fit and can be read, and they say what is in them."""

from __future__ import annotations

import pytest

from hexlib.draw.scene import Scene, Text
from hexlib.draw.text import misfits
from hexlib.knee_deep import diagrams
from hexlib.knee_deep.components import CARDS, COMPANIONS

PAGE, PHONE = 980, 390
"""The widest picture of a page, and of a phone."""
BOTH = ("arrows", "box", "parts", "supply", "terrains")


def texts(picture: Scene) -> list[Text]:
    return [s for layer in picture.layers for s in layer.shapes if isinstance(s, Text)]


@pytest.mark.parametrize("kind", BOTH)
def test_a_picture_has_a_shape_for_a_phone(kind: str) -> None:
    draw = getattr(diagrams, f"{kind}_scene")
    wide, narrow = draw(), draw("narrow")
    assert narrow.width == PHONE
    assert PHONE < wide.width <= 1060
    assert narrow.desc == wide.desc
    for picture in (wide, narrow):
        assert misfits(picture) == []
        assert min(t.size for t in texts(picture)) >= 10
    with pytest.raises(ValueError, match="'tiny' is not a size; write wide or narrow"):
        draw("tiny")


def test_everything_in_the_box_is_there() -> None:
    """The numbers are those of the rulebook's list of components."""
    said = diagrams.box_scene().desc
    for words in (
        "1 game board, 4 resource trackers, 2 war zone markers",
        "12 ACVs, 10 Tanks, 6 Paloozas, 8 Extractors, 4 Factories, 6 Turrets",
        "4 companions, 32 faction cards, 4 companions, 32 faction cards, 18 neutral cards",
        "14 terrain cards, 56 terrain tokens",
    ):
        assert words in said


@pytest.mark.parametrize("size", ["wide", "narrow"])
def test_a_casual_deck_is_pictured(size: str) -> None:
    picture = diagrams.deck_scene("bukseon-general", "bukseon-tech", size)
    assert misfits(picture) == []
    for words in ("2 Orbital Barrage", "2 Overcharge", "2 Sling", "1 Improvised Factory"):
        assert words in {t.text for t in texts(picture)}


@pytest.mark.parametrize("width", ["250", 320])
def test_cards_and_companions_fit_at_both_sizes(width: str | int) -> None:
    for name in CARDS:
        assert misfits(diagrams.card_scene(name, width)) == [], name
    for name in COMPANIONS:
        assert misfits(diagrams.companion_scene(name, width)) == [], name


def test_what_is_invented_says_so() -> None:
    """Whose a card is and its authority is printed of none; Sling is printed whole."""
    for name, card in CARDS.items():
        badge = "Reconstruction" in {t.text for t in texts(diagrams.card_scene(name))}
        assert badge == (card.owner != "neutral" or bool(card.reconstructed)), name
    assert "Reconstruction" not in {t.text for t in texts(diagrams.card_scene("sling"))}
    assert "Reconstruction" in {t.text for t in texts(diagrams.card_scene("war-bots"))}
