"""A fourth kind of vehicle is data only: one more table in ``printed.toml``, one icon, and no line of code."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import hexlib

WALKER = """
[unit.walker]
title = "Walker"
noun = "walker"
class = "vehicle"
cost = { material = 2 }
move = 4
power = 5
health = 2
supply = 2
builds = true
deploys = false
rules = []
"""

SCRIPT = """
import hexlib
from hexlib import Rng, TABLE
from hexlib.knee_deep.components import UNIT_NAMES, UNITS
from hexlib.knee_deep.generate import general_actions
from hexlib.knee_deep.state import N_UNITS

assert UNIT_NAMES == ("acv", "tank", "palooza", "extractor", "factory", "turret", "walker"), UNIT_NAMES
game = hexlib.game("knee-deep-in-hexes")

def position(**more):
    data = {"terrain": "none", "active": "Bukseon", "starting": "Bukseon", "round": 4}
    return game.position({**data, **more})

def act(state, text):
    events = []
    for part in text.split(";"):
        action = game.parse_action(part)
        assert action in state.legal_actions(), part
        events += state.apply_action(action)
    return events

# deploy: its cost, its supply
state = position(Bukseon={"material": 5, "energy": 2})
act(state, "deploy walker G2.1; deploy walker G2.4")
assert state.material[0] == 1 and state.supply[6] == 0
said = [r.text for r in state.explain(game.parse_action("deploy walker G2.5")).reasons]
assert said[0] == "A walker costs 2 Material; Bukseon has 1.", said
assert "All 2 of Bukseon's walker" in said[1], said

# move: four fields for one Energy, not five
state = position(Bukseon={"energy": 1}, pieces={"Bukseon": {"walker": ["D3.0"]}})
assert game.parse_action("move D3.0-C4.3") in state.legal_actions()
refused = state.explain(game.parse_action("move D3.0-C4.2"))
assert "A walker moves up to 4 for one Energy; C4.2 is 5 fields away." in str(refused), refused
act(state, "move D3.0-C4.3")

# build, with another kind that builds
state = position(Bukseon={"material": 1}, pieces={"Bukseon": {"walker": ["D3.1"], "acv": ["D3.4"]}})
act(state, "build factory D3.0")

# fight: power 5, a Sling with a tank, two health
state = position(
    active="Gondwana", marker="C2-D2-D3",
    pieces={"Bukseon": {"walker": ["D3.4"], "tank": ["D3.1"]}, "Gondwana": {"walker": ["D2.0"], "turret": ["D2.1"]}},
    Bukseon={"hand": ["sling"]},
)
assert game.measure(state, "power") == [7, 7]
act(state, "end;war sling;war none")
assert state.surplus == 3
act(state, "damage D2.0")
assert state.scrap[N_UNITS + 6] == 1
assert game.measure(state, "board")["D2.0"] == "empty"

# Carry All and Improvised Turret mean it too
state = position(
    Bukseon={"material": 3, "hand": ["carry-all", "improvised-turret"]}, pieces={"Bukseon": {"walker": ["D3.0"]}}
)
act(state, "play carry-all D3.0-A1.0;play improvised-turret A1.1")

# pictures and words
assert "alker" in str(state.view(TABLE).sides()) or state.view(TABLE).marker is None
assert game.scene(state.view(TABLE)).spots
assert str(state)

# whole games: both generators agree, both doors agree, pieces are kept together
deployed = 0
for seed in range(3):
    state = game.new_initial_state(seed)
    rng = Rng(seed)
    for number in range(250):
        if state.is_terminal():
            break
        actions = state.legal_actions()
        assert list(actions) == general_actions(state)
        wanted = [a for a in actions if "walker" in str(a)]
        action = rng.choice(wanted) if wanted and rng.below(2) else rng.choice(actions)
        deployed += "walker" in str(action)
        other = state.clone()
        other.apply_action(action)
        state.push(action)
        assert other == state
        again = game.position(state.position())
        assert again.position() == state.position()
        for code, fields in enumerate(state.by):
            assert fields.bit_count() + state.supply[code] + state.scrap[code] == UNITS[code % N_UNITS].supply
assert deployed > 3
print("walkers", deployed)
"""


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the engine with one more vehicle in its data."""
    there = tmp_path_factory.mktemp("walker")
    source = Path(hexlib.__file__).parent
    shutil.copytree(source, there / "hexlib", ignore=shutil.ignore_patterns("__pycache__"))
    printed = there / "hexlib" / "knee_deep" / "cards" / "printed.toml"
    printed.write_text(printed.read_text("utf-8") + WALKER, "utf-8")
    icons = there / "hexlib" / "draw" / "icons.toml"
    text = icons.read_text("utf-8")
    start = text.index("[tank]")
    table = text[start : text.index("\n[", start)]
    icons.write_text(f"{text}\n\n{table.replace('[tank]', '[walker]')}\n", "utf-8")
    return there


def run(folder: Path, script: str) -> subprocess.CompletedProcess[str]:
    code = f"import sys; sys.path.insert(0, {str(folder)!r})\n{script}"
    return subprocess.run(
        [sys.executable, "-I", "-c", code], capture_output=True, text=True, timeout=300, check=False, cwd=folder
    )


def test_the_walker_is_deployed_driven_and_fights(copied: Path) -> None:
    done = run(copied, SCRIPT)
    assert done.returncode == 0, done.stderr[-3000:]
    assert done.stdout.startswith("walkers")


def test_the_copy_is_what_is_tested(copied: Path) -> None:
    done = run(copied, "import hexlib; print(hexlib.__file__)")
    assert done.stdout.strip() == str(copied / "hexlib" / "__init__.py")


def test_a_vehicle_with_a_mistake_is_refused(copied: Path, tmp_path: Path) -> None:
    """What is missing in the table is named."""
    shutil.copytree(copied / "hexlib", tmp_path / "hexlib")
    printed = tmp_path / "hexlib" / "knee_deep" / "cards" / "printed.toml"
    printed.write_text(printed.read_text("utf-8").replace("supply = 2\nbuilds = true", "builds = true", 1), "utf-8")
    done = run(tmp_path, "import hexlib; hexlib.game('knee-deep-in-hexes')")
    assert done.returncode == 1
    last = done.stderr.rstrip().splitlines()[-1]
    line = 1 + printed.read_text("utf-8").splitlines().index("[unit.walker]")
    assert (
        last == f"hexlib.knee_deep.cardcheck.CardFileError: printed.toml, line {line}: unit.walker: supply is missing"
    )


def test_any_module_of_the_engine_may_come_first(copied: Path) -> None:
    """The modules need one another; none of them needs to be asked for in an order."""
    names = sorted(p.stem for p in (copied / "hexlib" / "knee_deep").glob("*.py") if p.stem != "__init__")
    loop = f"""
for name in {names!r}:
    for loaded in [m for m in sys.modules if m.startswith("hexlib")]:
        del sys.modules[loaded]
    __import__("hexlib.knee_deep." + name)
print("ok")
"""
    done = run(copied, loop)
    assert done.stdout == "ok\n", done.stderr[-2000:]
