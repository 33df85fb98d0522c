"""A built page asks no other host for anything: drop what extensions add, and fail the build on what is left."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx.errors import ExtensionError

if TYPE_CHECKING:
    from sphinx.application import Sphinx

__all__ = ["check", "external_loads", "strip"]

_EXTERNAL = re.compile(r"(https?:)?//")
_TAG = re.compile(r"<(script|link|img|iframe|source|object|embed|audio|video)\b([^>]*)>", re.IGNORECASE)
_ADDRESS = re.compile(r"""\b(?:src|href|data|poster)=["']((?:https?:)?//[^"']+)""", re.IGNORECASE)
_CSS = re.compile(r"""@import\s+(?:url\()?["']?((?:https?:)?//[^"')\s]+)|url\(\s*["']?((?:https?:)?//[^"')\s]+)""")
_NAMES_ONLY = re.compile(
    r"""\brel=["'](canonical|next|prev|search|index|author|license|alternate)["']""", re.IGNORECASE
)
"""Links that a browser does not follow by itself."""


def external_loads(text: str) -> list[str]:
    """The addresses on other hosts that a browser would load by itself when it shows this page."""
    found = []
    for tag, attributes in _TAG.findall(text):
        if tag.lower() == "link" and _NAMES_ONLY.search(attributes):
            continue
        found += _ADDRESS.findall(attributes)
    return found


def strip(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: Any) -> None:
    """Take scripts and styles of other hosts out of a page (thebe, MathJax from a CDN)."""
    for key in ("css_files", "script_files"):
        kept = []
        for item in context.get(key, ()):
            name = str(getattr(item, "filename", item) or "")
            body = str((getattr(item, "attributes", None) or {}).get("body", ""))
            if not _EXTERNAL.match(name) and "THEBE_JS_URL" not in body and "sphinx-thebe" not in name:
                kept.append(item)
        if key in context:
            context[key] = kept


def check(app: Sphinx, error: Exception | None) -> None:
    """After the build: no page and no style sheet loads from another host.

    Raises:
        ExtensionError: some do; the message lists them.
    """
    if error is not None or app.builder.format != "html" or not app.config.hexpage_offline:
        return
    out = Path(app.outdir)
    bad = []
    for path in sorted(out.rglob("*.html")):
        text = path.read_text(encoding="utf-8", errors="replace")
        bad += [f"{path.relative_to(out)}: {address}" for address in external_loads(text)]
    for path in sorted(out.rglob("*.css")):
        text = path.read_text(encoding="utf-8", errors="replace")
        bad += [f"{path.relative_to(out)}: {a or b}" for a, b in _CSS.findall(text)]
    if bad:
        raise ExtensionError(
            "these pages load from other hosts (hexpage_offline = False allows it):\n  " + "\n  ".join(bad)
        )
