"""A Sphinx book that is not ours: one record, one directive."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hexpage.serve import BookServer
from playwright.sync_api import Browser, expect

import hexlib

from .conftest import ROOT
from .reader import Reader

EXAMPLES = ROOT / "book" / "knee-deep-in-hexes" / "examples"
RST = """Our club
========

.. example:: war.toml
"""
MD = """# Our club

```{example} war.toml
```

As it says {rule}`kdh.move.no_mountain`.
"""


def built(folder: Path, page: str, text: str, conf: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "conf.py").write_text(conf)
    (folder / page).write_text(text)
    (folder / "war.toml").write_bytes((EXAMPLES / "war" / "step-by-step.toml").read_bytes())
    out = folder / "_out"
    done = subprocess.run(
        [sys.executable, "-m", "sphinx", "-W", "-q", "-b", "html", str(folder), str(out)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return out


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BookServer]:
    conf = 'project = "Club"\nextensions = ["hexpage"]\nhtml_theme = "alabaster"\n'
    with BookServer(built(tmp_path_factory.mktemp("club"), "index.rst", RST, conf)) as running:
        running.start()
        yield running
        running.shutdown()


def test_steps_and_plays_in_a_plain_book(browser: Browser, club: BookServer) -> None:
    reader = Reader(browser, club.url)
    example = reader.open("/index.html", "war")
    example.button("Next").click()
    example.at(2)
    example.part("slider").fill("1")
    live = example.play()
    record = hexlib.load(EXAMPLES / "war" / "step-by-step.toml")
    live.act(record.start(), "move E1.1-D2.5", 1)
    reader.close()


def test_dark_without_a_theme_switch(browser: Browser, club: BookServer) -> None:
    reader = Reader(browser, club.url, saves_data=True, color_scheme="dark")
    example = reader.open("/index.html", "war")
    ground = example.part("player").evaluate("e => getComputedStyle(e).backgroundColor")
    light = Reader(browser, club.url, saves_data=True, color_scheme="light")
    assert ground != light.open("/index.html", "war").part("player").evaluate(
        "e => getComputedStyle(e).backgroundColor"
    )
    light.close()
    reader.close()


def test_markdown_in_a_folder_of_its_own(browser: Browser, tmp_path: Path) -> None:
    conf = 'project = "Club"\nextensions = ["myst_parser", "hexpage"]\nhtml_theme = "sphinx_book_theme"\n'
    folder = tmp_path / "book"
    (folder / "deep").mkdir(parents=True)
    (folder / "deep" / "war.toml").write_bytes((EXAMPLES / "war" / "carry-all.toml").read_bytes())
    (folder / "deep" / "page.md").write_text(MD)
    out = built(folder, "index.md", "# Home\n\n```{toctree}\ndeep/page\n```\n", conf)
    with BookServer(out) as running:
        running.start()
        reader = Reader(browser, running.url)
        reader.allowed = ("Got invalid theme mode",)  # the theme says so of every book without html_context
        example = reader.open("/deep/page.html", "war")
        example.play()
        reader.page.locator("p > a.hxp-rule").click()
        expect(reader.page.get_by_role("dialog")).to_contain_text("mountain")
        reader.close()
        running.shutdown()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("format = 1\n", "game"),
        ("not a record", "record"),
        ('format = 1\ngame = "<script>alert(1)</script>"\n', "game"),
    ],
)
def test_a_bad_record_is_a_warning_with_its_place(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "conf.py").write_text('extensions = ["hexpage"]\n')
    (tmp_path / "index.rst").write_text(RST)
    (tmp_path / "war.toml").write_text(text)
    out = tmp_path / "_out"
    done = subprocess.run(
        [sys.executable, "-m", "sphinx", "-q", "-b", "html", str(tmp_path), str(out)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "index.rst:4: WARNING: example:" in done.stderr
    assert said in done.stderr
    assert "Traceback" not in done.stderr
    page = (out / "index.html").read_text()
    assert "This example cannot be shown" in page
    assert "<script>alert" not in page


def test_a_page_that_loads_from_elsewhere_fails_the_build(tmp_path: Path) -> None:
    (tmp_path / "conf.py").write_text('extensions = ["hexpage"]\n')
    (tmp_path / "index.rst").write_text(
        'Home\n====\n\n.. raw:: html\n\n   <img src="https://example.org/a.png" alt="">\n'
    )
    done = subprocess.run(
        [sys.executable, "-m", "sphinx", "-q", "-b", "html", str(tmp_path), str(tmp_path / "_out")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode != 0
    assert "https://example.org/a.png" in done.stderr
