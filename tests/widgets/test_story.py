"""A record as the data of a page: equal parts are stored once, and nothing is lost by it."""

from __future__ import annotations

import json
from pathlib import Path

from hexpage.story import tell

from hexlib.record import load

EXAMPLES = Path(__file__).resolve().parents[2] / "book" / "hex-hex-next" / "examples"


def test_pictures_are_put_together_from_elements() -> None:
    path = EXAMPLES / "basic-deflections" / "left.toml"
    story = tell(load(path), path.read_text("utf-8"), scope="page#figure")
    data = json.loads(json.dumps(story.data))
    elements = data["elements"]
    assert len(set(elements)) == len(elements)
    shared, *narrow = data["narrow"]
    assert "<symbol" in shared or "<defs>" in shared
    assert len(data["pictures"]) == len(narrow) > 3
    whole = ["".join(elements[place] for place in picture) for picture in (*data["pictures"], *narrow)]
    for picture in whole:
        assert picture.startswith("<svg ")
        assert picture.rstrip().endswith("</svg>")
        assert picture.count("<g ") == picture.count("</g>")
    assert len(set(whole)) == len(whole)
    assert sum(map(len, elements)) < sum(map(len, whole)) / 2
    frames = {frame["picture"] for frame in data["frames"]}
    assert frames <= set(range(len(data["pictures"])))
