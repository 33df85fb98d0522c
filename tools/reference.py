"""Write the book's generated pages: where each rule lives, and what happens when rules are broken on purpose.

`python tools/reference.py FOLDER` writes coverage.md and mutation.md there; the build does it before Sphinx starts.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from tools.mutation import mutation_markdown
from tools.trace import coverage_markdown


def main(folder: Path) -> None:
    """Write the pages that differ from what is there."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in (("coverage.md", coverage_markdown()), ("mutation.md", mutation_markdown())):
        page = folder / name
        if not page.exists() or page.read_text(encoding="utf-8") != text:
            page.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
