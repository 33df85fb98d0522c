"""``python -m hexlib``: exit codes and messages, and never a traceback."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from hexlib.__main__ import main

BOOK = Path(__file__).resolve().parents[2] / "book" / "knee-deep-in-hexes"
WAR = BOOK / "examples" / "war" / "step-by-step.toml"


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    shutil.copy(WAR, tmp_path / "war.toml")
    return tmp_path / "war.toml"


def test_a_good_file(copy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(copy)]) == 0
    out = capsys.readouterr().out
    assert out.startswith("1 record, 4 lines, ")
    assert out.endswith(" steps: all hold\n")


def test_a_folder_and_a_difference(copy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = copy.with_name("worse.toml")
    text = copy.read_text("utf-8")
    assert text.count("power = [7, 8]") >= 1
    other.write_text(text.replace("power = [7, 8]", "power = [7, 7]"), "utf-8")
    (copy.parent / "_build").mkdir()
    (copy.parent / "_build" / "x.toml").write_text("nonsense", "utf-8")
    assert main(["check", str(copy.parent)]) == 1
    out = capsys.readouterr().out
    assert "worse.toml, branch sling-and-war-bots, step 13 `war war-bots`: power expected 7-7, got 7-8" in out
    assert "War zone marker" in out  # the board
    assert out.endswith("1 of 2 records differs\n")


def test_bad_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text("format = 1\ngmae = 'x'\n", "utf-8")
    assert main(["check", str(bad), str(tmp_path / "none.toml")]) == 1
    out = capsys.readouterr().out
    assert "bad.toml, line 2, gmae: unknown key 'gmae'; did you mean 'game'?" in out
    assert "none.toml: No such file or directory" in out
    assert "2 of 2 records differ" in out
    assert main(["check", str(tmp_path / "empty")]) == 1
    (tmp_path / "folder").mkdir()
    assert main(["check", str(tmp_path / "folder")]) == 2
    assert main(["show", str(bad)]) == 1


def test_show(copy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", str(copy), "--branch", "sling-and-war-bots", "--step", "13"]) == 0
    out = capsys.readouterr().out
    assert "Step 13: war war-bots" in out
    assert "Gondwana wins with a surplus of 1." in out
    assert "War zone marker: Bukseon on C1-C2-D2" in out
    assert main(["show", str(copy)]) == 0
    assert main(["show", str(copy), "--step", "99"]) == 2
    assert main(["show", str(copy), "--branch", "peace"]) == 2
    assert "its branches: no-war-cards" in capsys.readouterr().err


def test_a_wrong_call_is_no_traceback() -> None:
    run = subprocess.run([sys.executable, "-m", "hexlib", "chekc"], capture_output=True, text=True, check=False)
    assert run.returncode == 2
    assert "Traceback" not in run.stderr
