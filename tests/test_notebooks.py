"""The notebooks: what is stored in them, and that nothing in them could hide a failure from nbval."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import nbformat
import pytest

from tools.books import BOOKS, ROOT, Book
from tools.make_notebooks import chapters, notebook

NOTEBOOKS = sorted(ROOT.glob("book/*/notebooks/*.ipynb"))
IDS = [f"{n.parent.parent.name}-{n.stem}" for n in NOTEBOOKS]
CHAPTERS = [(book, chapter) for book in BOOKS if book.begun for chapter in chapters(book)]


def read(path: Path) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return data


def code(path: Path) -> list[dict[str, Any]]:
    return [c for c in read(path)["cells"] if c["cell_type"] == "code"]


def test_every_folder_of_examples_has_a_notebook() -> None:
    assert {f"{book}-{chapter}" for book, chapter in CHAPTERS} == set(IDS)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=IDS)
def test_it_is_a_notebook_without_state(path: Path) -> None:
    data = read(path)
    nbformat.validate(data)
    assert data["metadata"]["kernelspec"]["name"] == "python3"
    assert "widgets" not in data["metadata"]
    assert "widget-view" not in path.read_text("utf-8")
    for cell in data["cells"]:
        assert cell["metadata"] == {}  # no tags (raises-exception passes silently), no timestamps


@pytest.mark.parametrize("path", NOTEBOOKS, ids=IDS)
def test_no_cell_hides_a_failure(path: Path) -> None:
    """nbval 0.11 passes a cell with an unknown magic, and skips what a comment tells it to skip."""
    for cell in code(path):
        for line in cell["source"]:
            assert not line.lstrip().startswith(("%", "!", "?"))
            assert "get_ipython" not in line
            assert "NBVAL" not in line
            assert not line.rstrip().endswith(("?", ";"))
        assert len(cell["source"]) <= 6
        assert cell["outputs"] or cell["id"] == "imports"
        assert all(o["output_type"] in ("stream", "execute_result") for o in cell["outputs"])


@pytest.mark.parametrize(("book", "chapter"), CHAPTERS, ids=[f"{b}-{c}" for b, c in CHAPTERS])
def test_it_is_up_to_date(book: Book, chapter: str) -> None:
    """Run ``python tools/make_notebooks.py`` when this fails."""
    made = notebook(chapter, book, players=False)["cells"]
    stored = read(book.folder() / "notebooks" / f"{chapter}.ipynb")["cells"]
    assert [(c["id"], c["source"]) for c in stored] == [(c["id"], c["source"]) for c in made]


def _word(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        parts = [_word(v) for v in value]
        return ("-" if parts and all(p.isdigit() for p in parts) else ", ").join(parts) or "none"
    return str(value)


def _expected(step: dict[str, Any]) -> list[str]:
    """The lines that a step's expectations make, straight from the TOML: no engine, none of our own code."""
    expect = dict(step.get("expect", {}))
    events, never = expect.pop("events", []), expect.pop("not_events", [])
    legal, illegal, count = expect.pop("legal", []), expect.pop("illegal", []), expect.pop("legal_count", None)
    pairs = []
    for name, value in expect.items():
        rows = [(f"{name} {k}", v) for k, v in value.items()] if isinstance(value, dict) else [(name, value)]
        pairs += [(what, _word(v)) for what, v in rows]
    pairs += [("events", ", ".join(events))] if events else []
    pairs += [(f"event {kind}", "none") for kind in never]
    pairs += [(action, "legal") for action in legal]
    for entry in illegal:
        rules = entry["rule"] if isinstance(entry["rule"], list) else [entry["rule"]]
        pairs.append((entry["action"], f"not allowed by {', '.join(rules)}"))
    pairs += [("legal actions", str(count))] if count is not None else []
    return [f"  {what}: expected {value} | got {value} | holds" for what, value in pairs]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=IDS)
def test_the_stored_outcome_is_what_the_record_says(path: Path) -> None:
    stored = {c["id"]: "".join(c["outputs"][0]["text"]) for c in code(path) if c["id"].endswith("-check")}
    files = sorted((path.parent.parent / "examples" / path.stem).glob("*.toml"))
    assert len(files) == len(stored)
    for file in files:
        record = tomllib.loads(file.read_text("utf-8"))
        lines: list[str] = []
        for step in [*record["step"], *(s for b in record.get("branch", []) for s in b["step"])]:
            lines += _expected(step)
        text = stored[f"{file.stem[:56]}-check"]
        assert [line for line in text.splitlines() if line.startswith("  ")] == lines
        assert text.endswith(f"\n{len(lines)} expectations: all hold\n")
        for said in [record, *record.get("branch", [])]:
            if said.get("outcome"):
                assert f"Documented outcome: {said['outcome']}\n" in text
