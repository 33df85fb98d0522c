"""Pages made by Sphinx, read as files: what stands there before any script."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from tools.books import find

ROOT = Path(__file__).parents[1]
KDH, HEXY, HEX = (find(name) for name in ("knee_deep", "hexygame", "hex_hex"))
CONF = 'project = "Club"\nextensions = ["myst_parser", "hexpage"]\nhexpage_live = False\nhtml_theme = "basic"\n'


def build(folder: Path, pages: dict[str, str], *, strict: bool = True) -> tuple[Path, str]:
    """The built pages, and what Sphinx complained of."""
    for name, text in {"conf.py": CONF, "index.md": "# Club\n", **pages}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    for book in (KDH, HEXY, HEX):
        source = book.folder() / "examples"
        if (folder / book.slug).is_dir():
            (folder / book.slug / "examples").symlink_to(source)
    done = subprocess.run(
        [sys.executable, "-m", "sphinx", *(["-W", "--keep-going"] if strict else []), "-q", "-b", "html", ".", "_out"],
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
    )
    assert done.returncode == 0 or not strict, done.stderr
    return folder / "_out", done.stderr


def data(html: str, number: int = 0) -> dict[str, Any]:
    """What a figure hands to the script."""
    found: dict[str, Any] = json.loads(re.findall(r'class="hxp-data">(.*?)</script>', html, re.DOTALL)[number])
    return found


def page(*directives: str) -> str:
    """A page with these directives, each told by its head and its options."""
    blocks = ["---\norphan: true\n---", "# A page", *(f"```{text}\n```" for text in directives)]
    return "\n\n".join(blocks) + "\n"


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Path:
    example = "{example} examples/stack/answers-to-answers.toml\n:steps: all"
    pages = {
        f"{KDH.slug}/rulings.md": page("{ruling} turret_cost", "{ruling} sector_layout"),
        f"{HEXY.slug}/stack.md": page(example, "{ruling} hand_size", "{rules-of} 5) Stack"),
        f"{HEX.slug}/round.md": page("{ruling} hand_size", "{picture} card rot\n:width: 12rem"),
        "index.md": "# Club\n\n{ref}`ruling-turret-cost` and {ref}`there <ruling-hexygame-hand-size>`\n",
    }
    return build(tmp_path_factory.mktemp("club"), pages)[0]


def test_a_ruling_with_each_reading_playable(club: Path) -> None:
    html = (club / KDH.slug / "rulings.html").read_text("utf-8")
    ruling = KDH.rulebook.rulings["turret_cost"]
    assert 'id="ruling-turret-cost"' in html
    assert ruling.id in html
    text = unescape(re.sub(r"<[^>]+>", "", html))
    assert ruling.question in text
    for reading, words in ruling.readings:
        assert words in text
        assert f'turret_cost = "{reading}"' in text
    records = [data(html, n)["record"] for n in range(2)]
    assert ['turret_cost = "energy"' in r for r in records] == [True, False]
    assert ['turret_cost = "material"' in r for r in records] == [False, True]
    assert html.count("hxp-default-mark") == 1
    assert html.index("hxp-default-mark") < html.index('class="hxp-data"')
    assert html.count("<figure") == 2  # a note has one reading and no example


def test_rulings_can_be_linked_to(club: Path) -> None:
    html = (club / "index.html").read_text("utf-8")
    assert f'href="{KDH.slug}/rulings.html#ruling-turret-cost"' in html
    assert f'href="{HEXY.slug}/stack.html#ruling-hexygame-hand-size"' in html
    assert "K45: Turret cost" in html


def test_a_page_speaks_of_the_game_of_its_folder(club: Path) -> None:
    hexy = (club / HEXY.slug / "stack.html").read_text("utf-8")
    assert HEXY.rulebook.rulings["hand_size"].question in unescape(hexy)
    assert 'id="rule-hexy-stack-' in hexy
    other = (club / HEX.slug / "round.html").read_text("utf-8")
    assert HEX.rulebook.rulings["hand_size"].question in unescape(other)
    assert "max-width:12rem" in other


def test_a_stack_is_told_before_any_script(club: Path) -> None:
    html = (club / HEXY.slug / "stack.html").read_text("utf-8")
    static = html[html.index('class="hxp-static"') : html.index('class="hxp-data"')]
    stacks = re.findall(r'<section class="hx-panel hx-panel-stack".*?</section>', static, re.DOTALL)
    assert stacks
    deep = max(stacks, key=lambda text: text.count('class="hx-line"'))
    places = re.findall(r"<b>(#\d)</b>", deep)
    assert len(places) >= 2
    assert places == sorted(places, reverse=True)  # the top first
    assert 'class="hx-panel hx-panel-list"' in static


def test_each_frame_has_its_lists_and_its_picture(club: Path) -> None:
    found = data((club / HEXY.slug / "stack.html").read_text("utf-8"))

    def whole(kind: str, number: int) -> str:
        return "".join(found[kind]["parts"][place] for place in found[kind]["pictures"][number])

    stacks = [whole("panels", frame["stack"]) for frame in found["frames"]]
    assert len(set(stacks)) > 3
    assert all(stack.startswith('<section class="hx-panel hx-panel-stack"') for stack in stacks)
    for frame in found["frames"]:
        for shape in ("wide", "narrow"):
            picture = whole(shape, frame["picture"])
            assert picture.startswith("<svg")
            assert picture.rstrip().endswith("</svg>")
    assert len(found["wide"]["parts"]) < sum(map(len, found["wide"]["pictures"])) / 2


def test_what_is_wrong_is_a_warning_at_its_line(tmp_path: Path) -> None:
    text = page(
        "{ruling} turret_price",
        "{ruling} turret_cost\n:examples: elsewhere",
        "{rules-of} 5) Stack",
        "{picture} card sling\n:width: wide",
    )
    complaints = build(tmp_path, {f"{KDH.slug}/wrong.md": text}, strict=False)[1]
    assert "wrong.md:7: WARNING: ruling: knee-deep-in-hexes has no ruling 'turret_price'" in complaints
    assert "there is no record knee-deep-in-hexes/elsewhere/turret-cost-energy.toml" in complaints
    assert "rules-of: the rulebook of knee-deep-in-hexes has no section '5) Stack'" in complaints
    assert "'wide' is not a width, such as 24rem, 300px or 60%" in complaints


def test_no_box_of_the_book_is_read_as_plain_text() -> None:
    """A fence of backticks whose first line holds a backtick is no fence: the words would stand there with their marks.
    Such a box has a fence of tildes."""
    pages = sorted((ROOT / "book").rglob("*.md"))
    assert len(pages) > 90
    wrong = [
        f"{page.relative_to(ROOT)}:{number}"
        for page in pages
        for number, line in enumerate(page.read_text("utf-8").splitlines(), 1)
        if re.match(r" *`{3,}[^`]+`", line)
    ]
    assert wrong == []
