"""Writes the books' notebooks: one for each folder of examples, with outputs stored.

The text of an outcome is made from the record's own expectations, never from the engine: what stands there is what a
person wrote down from the rulebook, and nbval fails where the engine says something else. Pictures and the player's
text come from the code. No widget state is stored.

``python tools/make_notebooks.py`` writes them all, ``… --book hexygame`` those of one game, ``… war end`` only those of
these folders.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from hexlib.lesson import expected_text
from hexlib.record import Record, RecordError, load
from tools.books import BOOKS, Book, add_argument, report

__all__ = ["chapters", "notebook", "text"]

VIEW = "application/vnd.jupyter.widget-view+json"
_METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
IMPORTS = "import hexlib\nimport hexwidgets\nfrom hexlib.lesson import outcome_text"


def chapters(book: Book = BOOKS[0]) -> tuple[str, ...]:
    """The folders of examples that hold records."""
    return tuple(sorted({path.parent.name for path in book.examples()}))


def _title(chapter: str, book: Book) -> str:
    """The heading of the page that shows the most examples of the folder; "Rulings" for the readings of rulings."""
    if chapter == "readings":
        return "Rulings"
    texts = [page.read_text("utf-8") for page in sorted(book.folder().glob("*.md"))]
    text = max(texts, key=lambda text: text.count(f"{{example}} examples/{chapter}/"), default="")
    heading = re.search(r"^# (.+)$", text, re.MULTILINE)
    if heading and f"{{example}} examples/{chapter}/" in text:
        return heading.group(1)
    words = chapter.replace("-", " ")
    return next((c.title for c in book.rulebook.chapters if c.slug == chapter), words[:1].upper() + words[1:])


def _lines(source: str) -> list[str]:
    return source.splitlines(keepends=True)


def _markdown(name: str, source: str) -> dict[str, Any]:
    return {"cell_type": "markdown", "id": name, "metadata": {}, "source": _lines(source)}


def _code(name: str, source: str, *outputs: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "cell_type": "code",
        "execution_count": None,
        "id": name,
        "metadata": {},
        "outputs": list(outputs),
        "source": _lines(source),
    }


def _printed(text: str) -> dict[str, Any]:
    return {"name": "stdout", "output_type": "stream", "text": _lines(text + "\n")}


def _player(record: Record) -> dict[str, Any]:
    """What the player's cell shows without its widget: a picture and the same in words."""
    import hexwidgets

    player = hexwidgets.offer(record)
    data = {key: value for key, value in player._repr_mimebundle_().items() if key != VIEW}
    player.close()
    return {
        "data": {key: _lines(value) for key, value in sorted(data.items())},
        "execution_count": None,
        "metadata": {},
        "output_type": "execute_result",
    }


def notebook(chapter: str, book: Book = BOOKS[0], *, players: bool = True) -> dict[str, Any]:
    """The notebook of a folder of examples; without ``players`` those cells have no outputs (quick)."""
    cells = [
        _markdown(
            "title",
            f"# {_title(chapter, book)}: the examples\n\n"
            "Each example says what the rulebook expects beside what the engine says, and can be played.",
        ),
        _code("imports", IMPORTS),
    ]
    for file in sorted((book.folder() / "examples" / chapter).glob("*.toml")):
        record = load(file)
        name = file.stem[:56]
        intro = f"\n\n{record.intro}" if record.intro else ""
        where = f"../examples/{chapter}/{file.name}"
        source = f'record = hexlib.load("{where}")\nprint(outcome_text(record))'
        cells += [
            _markdown(f"{name}-title", f"## {record.title}{intro}"),
            _code(f"{name}-check", source, _printed(expected_text(record))),
            _code(f"{name}-play", "hexwidgets.offer(record)", *([_player(record)] if players else [])),
        ]
    # nbval takes a cell with outputs and no number for one that was never run.
    for number, cell in enumerate((c for c in cells if c["cell_type"] == "code"), 1):
        for part in (cell, *(o for o in cell["outputs"] if o["output_type"] == "execute_result")):
            part["execution_count"] = number
    return {"cells": cells, "metadata": _METADATA, "nbformat": 4, "nbformat_minor": 5}


def text(notebook: Mapping[str, Any]) -> str:
    """The notebook as the text of its file."""
    return json.dumps(notebook, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the notebooks and take away those whose examples are gone."""
    parser = argparse.ArgumentParser(description="Write the books' notebooks from their examples.")
    parser.add_argument("chapter", nargs="*", help="folders of examples; by default all")
    add_argument(parser)
    options = parser.parse_args(arguments)
    books: Sequence[Book] = options.book or BOOKS
    there = {name for book in books for name in chapters(book)}
    for chapter in options.chapter:
        if chapter not in there:
            report(f"there is no folder of examples {chapter!r}; there are {', '.join(sorted(there))}")
            return 2
    for book in books:
        folder = book.folder() / "notebooks"
        folder.mkdir(exist_ok=True)
        for chapter in chapters(book):
            if options.chapter and chapter not in options.chapter:
                continue
            try:
                content = text(notebook(chapter, book))
            except RecordError as error:
                report(str(error))
                return 1
            (folder / f"{chapter}.ipynb").write_text(content, "utf-8", newline="\n")
            print(f"{book}/{chapter}.ipynb: {len(content) // 1024} kB")
        for file in folder.glob("*.ipynb"):
            if file.stem not in chapters(book):
                file.unlink()
                print(f"{book}/{file.name} is gone: it has no examples")
    return 0


if __name__ == "__main__":
    sys.exit(main())
