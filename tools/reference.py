"""Write the book's generated pages: where each rule lives, and what happens when rules are broken on purpose.

`python tools/reference.py FOLDER` writes two pages a game there; the build does it before Sphinx starts.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from tools.books import BOOKS
from tools.mutation import mutation_markdown
from tools.trace import coverage_markdown


def main(folder: Path) -> None:
    """Write the pages that differ from what is there."""
    folder.mkdir(parents=True, exist_ok=True)
    for book in BOOKS:
        for kind, text in (("coverage", coverage_markdown(book)), ("mutation", mutation_markdown(book))):
            page = folder / f"{kind}-{book.slug}.md"
            if not page.exists() or page.read_text(encoding="utf-8") != text:
                page.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
