"""The directive ``table``: a game's table where it names a game, docutils' own everywhere else."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

CONF = 'project = "Club"\nextensions = ["hexpage"]\nhtml_theme = "alabaster"\nhexpage_live = False\n'
PAGE = """Club
====

.. table:: knee-deep-in-hexes
   :opponents: search
   :board: modular
   :id: evening

.. table:: hex-hex-next
   :seats: 5
   :opponents: random, greedy

.. table:: Truth

   =====  =====
   A      B
   =====  =====
   False  True
   =====  =====
"""


def built(folder: Path, text: str) -> tuple[str, str]:
    """The page and what Sphinx complained about."""
    (folder / "conf.py").write_text(CONF)
    (folder / "index.rst").write_text(text)
    done = subprocess.run(
        [sys.executable, "-m", "sphinx", "-q", "-b", "html", str(folder), str(folder / "out")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return (folder / "out" / "index.html").read_text("utf-8"), done.stderr


def data(html: str, name: str) -> dict[str, Any]:
    figure = re.search(rf'<figure[^>]*id="{name}".*?</figure>', html, re.DOTALL)
    assert figure is not None
    script = re.search(r'class="hxp-data">(.*?)</script>', figure[0], re.DOTALL)
    assert script is not None
    found: dict[str, Any] = json.loads(script[1])
    return found


def test_games_and_plain_tables_live_beside_each_other(tmp_path: Path) -> None:
    html, warnings = built(tmp_path, PAGE)
    assert warnings == ""
    asked = data(html, "evening")["table"]
    assert asked["seats"] == ["person", "search"]
    assert asked["options"] == {"board": "modular"}
    five = data(html, "table-hex-hex-next")["table"]
    assert five["seats"] == ["person", "random", "greedy", "greedy", "greedy"]
    assert five["options"] == {"players": "5"}
    assert html.count('class="hxp-start"') == 2
    assert "Bukseon (a person), Gondwana (searching)" in html
    assert re.search(r"<table[^>]*>.*Truth.*False", html, re.DOTALL)


def test_a_wrong_option_is_a_warning_at_its_line(tmp_path: Path) -> None:
    html, warnings = built(tmp_path, "Club\n====\n\n.. table:: hex-hex-next\n   :players: 9\n")
    assert "index.rst:4" in warnings
    assert "3, 4, 5, 6" in warnings
    assert "This table cannot be set" in html


def test_an_unknown_player_is_named(tmp_path: Path) -> None:
    _, warnings = built(tmp_path, "Club\n====\n\n.. table:: hexygame\n   :seats: person, martian\n")
    assert "'martian' plays no seat; there are person, random, greedy, search" in warnings
