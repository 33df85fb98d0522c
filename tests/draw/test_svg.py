"""The SVG painter: the same bytes every time, ids that never clash, nothing but the look's paint, and safe text."""

from __future__ import annotations

import base64
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from dataclasses import replace

import pytest

from hexlib.draw.scene import Circle, Icon, Layer, Path, Scene, Text, Use
from hexlib.draw.svg import data_uri, img, svg, svg_parts
from hexlib.draw.text import misfits
from hexlib.draw.theme import ROLES, colour

from .boards import FULL, WAR, pictures

from hexlib.knee_deep.picture import scene  # isort: skip

PICTURES = pictures()
SVG = "{http://www.w3.org/2000/svg}"


def _ids(text: str) -> list[str]:
    return re.findall(r'\bid="([^"]*)"', text)


def _hrefs(text: str) -> set[str]:
    return set(re.findall(r'href="#([^"]*)"', text))


@pytest.mark.parametrize("name", PICTURES)
def test_every_picture_is_sound(name: str) -> None:
    picture = PICTURES[name]
    text = svg(picture)
    root = ET.fromstring(text)
    assert root.tag == f"{SVG}svg"
    assert root.get("role") == "img"
    labels = (root.get("aria-labelledby") or "").split()
    assert [root[0].get("id"), root[1].get("id")] == labels
    assert root[0].text == picture.title
    assert root[1].text == picture.desc
    assert picture.title
    assert len(picture.desc) > 15
    assert len(text.encode()) < 60_000
    assert len(set(_ids(text))) == len(_ids(text))
    assert _hrefs(text) <= set(_ids(text))
    assert set(_ids(text)) == _hrefs(text) | set(labels), "a definition that nothing uses"
    assert text == svg(picture)
    assert misfits(picture) == []
    assert not re.search(r"\d\.\d{4}|\de-\d|NaN|=\"inf|(?<![\w-])-0(?![.\d])", re.sub("<(title|desc).*?</", "", text))
    for d in re.findall(r' d="([^"]*)"', text):
        assert re.fullmatch(r"[MLCQAZ0-9 .\-]+", d)
    assert not re.search("gradient|pattern|filter|clip|mask|script|style", text.replace("font-", ""), re.I)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("name", ["full-1200", "war-390", "card-sling"])
def test_a_fixed_theme_uses_only_its_colours(name: str, theme: str) -> None:
    text = svg(PICTURES[name], theme=theme, standalone=True)
    assert "var(" not in text
    known = {colour(role, theme) for role in ROLES}
    assert set(re.findall(r"#[0-9a-f]{6}\b", text)) <= known
    assert f'fill="{colour("page", theme)}"' in text


def test_without_a_theme_everything_follows_the_page() -> None:
    text = svg(PICTURES["war-1200"])
    for paint in re.findall(r'(?:fill|stroke)="([^"]*)"', text):
        assert paint == "none" or re.fullmatch(r"var\(--hx-[a-z0-9-]+,#[0-9a-f]{6}\)", paint)


def test_bytes_do_not_depend_on_the_hash_seed() -> None:
    code = (
        "import hashlib; from tests.draw.boards import pictures; from hexlib.draw.svg import svg;"
        "print(hashlib.sha256(''.join(svg(p) for p in pictures().values()).encode()).hexdigest())"
    )
    seen = set()
    for seed in ("1", "2"):
        env = {**os.environ, "PYTHONHASHSEED": seed}
        seen.add(subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, check=True).stdout)
    assert len(seen) == 1


def test_pictures_of_one_page_share_no_id() -> None:
    ids = [i for picture in PICTURES.values() for i in _ids(svg(picture))]
    assert len(set(ids)) == len(ids)
    one = PICTURES["war-1200"]
    assert not set(_ids(svg(one))) & set(_ids(svg(one, scope="again")))
    assert not set(_ids(svg(one))) & set(_ids(svg(one, theme="dark")))


def test_a_stepper_has_the_board_once() -> None:
    steps = [
        scene(WAR, width=820, close="C1-C2-D2"),
        scene(WAR, width=820, close="C1-C2-D2"),
        scene(replace(WAR, pieces=WAR.pieces[:-1], marker=None), width=820, close="C1-C2-D2"),
    ]
    shared, parts = svg_parts(steps)
    assert len(parts) == 3
    assert 'width="0"' in shared
    page = shared + "".join(parts)
    ids = _ids(page)
    assert len(set(ids)) == len(ids)
    assert _hrefs(page) <= set(ids)
    for step, part in zip(steps, parts, strict=True):
        ET.fromstring(part)
        assert len(part) < 0.5 * len(svg(step))
        assert "board-tint" not in part
    assert page == shared + "".join(svg_parts(steps)[1])
    other, others = svg_parts(steps, scope="b")
    assert not set(_ids(page)) & set(_ids(other + "".join(others)))
    assert svg_parts([]) == ("", ())
    with pytest.raises(ValueError, match="one size"):
        svg_parts([*steps, scene(WAR, width=390)])


def test_steps_with_symbols_of_one_name_but_other_shapes_keep_their_own() -> None:
    def step(r: float) -> Scene:
        layer = Layer("marks", (Use("dot", ((10, 10),)),))
        return Scene(20, 20, "Dot", f"A dot of {r}.", (layer,), symbols={"dot": (Circle(0, 0, r, "text"),)})

    shared, parts = svg_parts([step(2), step(5)])
    assert 'r="2"' in shared
    assert 'r="5"' in shared
    assert len({re.findall(r'href="(#\w+-s\d)"', part)[0] for part in parts}) == 2


def test_text_is_escaped_everywhere() -> None:
    nasty = '<script>alert("1")</script>&\'\x00\x01~\ud800'
    picture = Scene(300, 40, nasty, nasty, (Layer("marks", (Text(150, 20, nasty, 12),)),))
    for text in (svg(picture), *svg_parts([picture])[1], img(picture)):
        assert "<script" not in text
        assert '"1"' not in text
        assert "\x00" not in text
    root = ET.fromstring(svg(picture))
    assert root[0].text == '<script>alert("1")</script>&\'~'
    assert root[0].text == root[-1][0].text


def test_each_shape_is_written() -> None:
    shapes = (
        Path("M0 0L10 0", stroke="text", width=2, dash=(3, 1.5), opacity=0.5, cap="round"),
        Circle(5.04, 5.06, 2, "text", opacity=0.25),
        Icon("tank", 10, 10, 6, 1, turn=-19.1, base=True, opacity=0.5),
        Text(10, 30, "Tank", 12, strong=True, anchor="end"),
    )
    text = svg(Scene(60, 40, "All", "All shapes.", (Layer("marks", shapes),)), theme="light")
    assert '<path d="M0 0L10 0" fill="none" stroke="#222832" stroke-width="2" stroke-linejoin="round"' in text
    assert 'stroke-dasharray="3 1.5" stroke-linecap="round" opacity="0.5"/>' in text
    assert '<circle cx="5" cy="5.1" r="2" fill="#222832" opacity="0.25"/>' in text
    assert 'transform="translate(10 10)rotate(-19.1)scale(6)" opacity="0.5"/>' in text
    assert 'font-size="12" text-anchor="end" font-weight="700" fill="#222832">Tank</text>' in text


def test_an_image_holds_its_picture_and_its_words() -> None:
    picture = PICTURES["war-390"]
    data = data_uri(picture, theme="dark")
    head, _, body = data.partition(",")
    assert head == "data:image/svg+xml;base64"
    assert base64.b64decode(body).decode() == svg(picture, theme="dark", standalone=True)
    element = ET.fromstring(img(picture).replace('">', '"/>'))
    assert element.get("alt") == f"{picture.title}. {picture.desc}"
    assert element.get("width") == "390"


def test_mistakes_are_named() -> None:
    picture = PICTURES["war-390"]
    with pytest.raises(ValueError, match="'sepia' is not a theme"):
        svg(picture, theme="sepia")
    wrong = replace(picture, layers=(Layer("marks", (Circle(0, 0, 1, "no.such.role"),)),))
    with pytest.raises(KeyError, match=r"no\.such\.role"):
        svg(wrong)


def test_misfits_are_found() -> None:
    texts = (Text(5, 20, "outside", 12), Text(100, 20, "one", 12), Text(104, 22, "two", 12), Text(100, 60, "tiny", 9))
    found = misfits(Scene(200, 80, "t", "d", (Layer("marks", texts),)))
    assert [line.split(" ", 1)[1] for line in found] == [
        "leaves the picture",
        "and 'two' overlap",
        "is 9 px high, less than 10",
    ]


def test_the_whole_board_stays_small() -> None:
    assert len(svg(scene(FULL, width="wide")).encode()) < 50_000
