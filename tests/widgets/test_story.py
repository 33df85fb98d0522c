"""A record as the data of a page: equal parts are stored once, and nothing is lost by it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hexpage.story import tell

from hexlib.record import load

EXAMPLES = Path(__file__).resolve().parents[2] / "book" / "hex-hex-next" / "examples"


@pytest.mark.parametrize("width", ["wide", "narrow"])
def test_pictures_are_put_together_from_parts(width: str) -> None:
    path = EXAMPLES / "basic-deflections" / "left.toml"
    story = tell(load(path), path.read_text("utf-8"), scope="page#figure")
    data = json.loads(json.dumps(story.data))
    parts, pictures = data[width]["parts"], data[width]["pictures"]
    assert len(set(parts)) == len(parts)
    assert len(pictures) > 3
    whole = ["".join(parts[place] for place in picture) for picture in pictures]
    for picture in whole:
        assert picture.startswith("<svg ")
        assert picture.rstrip().endswith("</svg>")
        assert picture.count("<g ") == picture.count("</g>")
    assert len(set(whole)) == len(whole)
    assert sum(map(len, parts)) < sum(map(len, whole)) / 1.8
    assert {frame["picture"] for frame in data["frames"]} <= set(range(len(pictures)))
