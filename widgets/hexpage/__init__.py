"""Pages that can be played: a Sphinx extension and a page runtime for records of Hexbook.

Add ``"hexpage"`` to ``extensions`` in any Sphinx book and write::

    ```{example} examples/war.toml
    ```

The page then shows the record's pictures, narration and outcomes before any script runs, steps through it with a small
script, and plays it live, on the Python engine in the reader's browser, without a server.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sphinx.application import Sphinx

__version__ = "0.2.0"


def setup(app: Sphinx) -> dict[str, Any]:
    """Entry point of Sphinx. Imported late: the page's own Python loads this package without Sphinx."""
    from hexpage.extension import setup as connect

    return connect(app)
