"""The directive ``ruling``: a place where the rulebook leaves a choice, its readings, and each of them playable.

    ```{ruling} turret_cost
    ```

The record of a reading stands in ``examples/readings`` beside the page: ``turret-cost-energy.toml``.
"""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any, ClassVar, cast

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx import addnodes
from sphinx.domains.std import StandardDomain
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from hexpage import rulebooks
from hexpage.directives import example, rule_node
from hexpage.pages import pages

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.writers.html5 import HTML5Translator

    from hexlib.game import Game
    from hexlib.rules import Ruling as Entry

__all__ = ["Ruling", "box", "setup"]

log = logging.getLogger(__name__)
KINDS = {
    "switch": "Switch: each reading can be played",
    "parameter": "Parameter: a number to set",
    "note": "Note: one reading",
}


class box(nodes.General, nodes.Element):
    """A part of a page with a class of its own; without HTML, what is in it."""


def _open(self: HTML5Translator, node: nodes.Element) -> None:
    self.body.append(self.starttag(node, "div"))


def _close(self: HTML5Translator, node: nodes.Element) -> None:
    self.body.append("</div>\n")


def _unwrap(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    if app.builder.format != "html":
        for node in list(doctree.findall(box)):
            node.replace_self(node.children)


class Ruling(SphinxDirective):
    """A ruling by its name, with a playable example for each reading of a switch."""

    required_arguments = 1
    option_spec: ClassVar[dict[str, Any]] = {
        "game": directives.unchanged_required,
        "examples": directives.unchanged_required,
        "close": directives.unchanged_required,
    }

    def run(self) -> list[nodes.Node]:
        """Tell the ruling; an unknown one, or a reading without its record, is a warning at this line."""
        name = self.arguments[0].strip()
        game_name = self.options.get("game") or rulebooks.game_of_page(self.env.docname)
        found = rulebooks.ruling(name, game_name)
        if found is None:
            whose = f"{game_name} has no" if game_name else "no game has a"
            log.warning("ruling: %s ruling %r", whose, name, location=self.get_location(), type="hexpage")
            return []
        game, entry = found
        label = rulebooks.ruling_label(name, game)
        std = cast(StandardDomain, self.env.get_domain("std"))
        std.note_hyperlink_target(label, self.env.docname, label, f"{entry.id}: {entry.title}")
        out = box(classes=["hxp-ruling", f"hxp-ruling-{entry.kind}"], ids=[label])
        out += self._head(game, entry)
        out += nodes.paragraph("", entry.question, classes=["hxp-ruling-question"])
        out += self._readings(entry)
        if entry.rules:
            pages(self.env).cite(self.env.docname, *entry.rules)
            about = nodes.paragraph("", "Rules it is about: ", classes=["hxp-ruling-rules"])
            for rule in entry.rules:
                about += [rule_node(rule=rule), nodes.Text(" ")]
            out += about
        self.set_source_info(out)
        return [out]

    def _head(self, game: Game, entry: Entry) -> nodes.paragraph:
        """Number, kind, and the section with a link to its chapter where the book has one beside this page."""
        head = nodes.paragraph("", "", classes=["hxp-ruling-head"])
        head += nodes.strong("", entry.id)
        head += nodes.Text(f" · {KINDS[entry.kind]} · ")
        chapter = rulebooks.chapter_of_section(game.rulebook, entry.section)
        page = str(PurePosixPath(self.env.docname).parent / chapter.slug) if chapter else ""
        section = nodes.inline("", entry.section.rpartition(" > ")[2])
        if page in self.env.found_docs:
            head += addnodes.pending_xref(
                "", section, refdomain="std", reftype="doc", reftarget=f"/{page}", refexplicit=True, refwarn=True
            )
        else:
            head += section
        return head

    def _readings(self, entry: Entry) -> list[nodes.Node]:
        if entry.kind == "parameter":
            words = nodes.paragraph("", "In this book: ", nodes.strong("", str(entry.default)), nodes.Text(". "))
            words += [nodes.Text("Set it with "), nodes.literal("", f"{entry.name} = {entry.default}"), nodes.Text(".")]
            return [box("", words, classes=["hxp-reading"])]
        out: list[nodes.Node] = []
        for reading, text in entry.readings:
            mine = box(classes=["hxp-reading", *(["hxp-default"] if reading == entry.default else [])])
            words = nodes.paragraph("", text, classes=["hxp-reading-text"])
            mine += words
            if entry.kind == "switch":
                words += [nodes.Text(" "), nodes.literal("", f'{entry.name} = "{reading}"')]
                if reading == entry.default:
                    words += [nodes.Text(" "), nodes.inline("", "this book’s reading", classes=["hxp-default-mark"])]
                mine += self._example(entry, reading)
            out.append(mine)
        return out

    def _example(self, entry: Entry, reading: str) -> nodes.Node:
        folder = self.options.get("examples", rulebooks.READINGS)
        where = rulebooks.record_of_reading(entry.name, reading, folder)
        return example(self, where, close=self.options.get("close", ""), all_eyes=False, rulings={entry.name: reading})


def setup(app: Sphinx) -> None:
    """Connect the directive."""
    app.add_node(box, html=(_open, _close))
    app.add_directive("ruling", Ruling)
    app.connect("doctree-resolved", _unwrap)
