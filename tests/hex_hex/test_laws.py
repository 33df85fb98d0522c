"""Laws of one's own: what a form says before they are laid down."""

from __future__ import annotations

import pytest

from hexlib.hex_hex.laws import LawError, law_problems, own_law


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
