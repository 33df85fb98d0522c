"""Decks in a page: the directive ``deck-builder`` and the list of all cards, ``card-list``, of Knee Deep in Hexes.

Before any script the page shows what a reader needs on paper: each companion's cards and the nine neutral ones, which
make the casual decks. With script, ``static/hexpage-deck.js`` opens the deck builder in the same place.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from hexlib.knee_deep.components import CARDS, COMPANIONS, Card
from hexlib.knee_deep.deckbuilder import DeckBuilder
from hexlib.knee_deep.decks import VARIANTS
from hexpage.directives import example_node, raw_html
from hexpage.figure import data_script
from hexpage.pages import pages

if TYPE_CHECKING:
    from sphinx.application import Sphinx

__all__ = ["CardList", "Decks", "setup"]

log = logging.getLogger(__name__)
INTRO = (
    "A casual deck is the sixteen cards of two companions of one faction and the nine neutral cards. In the other two "
    "variants the nine places are yours to fill."
)


def _groups() -> list[tuple[str, str, list[Card]]]:
    """Every owner of cards: a title, a note, the cards; the neutral ones come last."""
    out = []
    for name, c in COMPANIONS.items():
        mine = [card for card in CARDS.values() if card.owner == name]
        out.append((c.title, f"{c.type.title()} of {c.faction}", mine))
    out.append(
        ("Neutral", "nine for each player, the same for both", [c for c in CARDS.values() if c.owner == "neutral"])
    )
    return out


class Decks(SphinxDirective):
    """A deck builder. The arguments are two companions, ``:variant:`` is casual, simple or advanced."""

    optional_arguments = 2
    option_spec: ClassVar[dict[str, Any]] = {
        "variant": directives.unchanged_required,
        "id": directives.unchanged_required,
    }

    def run(self) -> list[nodes.Node]:
        """The figure; companions or a variant that cannot be are a warning at this line."""
        companions = tuple(self.arguments) or ("bukseon-general", "bukseon-commander")
        variant = self.options.get("variant", "advanced")
        try:
            if variant not in VARIANTS:
                raise ValueError(f"{variant!r} is no variant; there are {', '.join(VARIANTS)}")
            DeckBuilder(companions, variant)
        except (ValueError, KeyError) as error:
            message = str(error.args[0] if error.args else error)
            log.warning("deck-builder: %s", message, location=self.get_location(), type="hexpage", subtype="deck")
            return [nodes.warning("", nodes.paragraph("", f"This deck builder cannot be opened. {message}"))]
        name = self.options.get("id") or "deck-builder"
        pages(self.env).cite(self.env.docname)
        data = data_script({"name": name, "deck": {"companions": companions, "variant": variant}}, "hxp-data")
        lists = "".join(
            f"<section><p><strong>{escape(title)}</strong> <small>{escape(note)}</small></p><ul>"
            + "".join(f"<li>{c.copies} {escape(c.title)}</li>" for c in cards)
            + "</ul></section>\n"
            for title, note, cards in _groups()
        )
        html = (
            f'<figure class="hxp-example hxp-deck" id="{escape(name)}" data-hexpage-deck>\n'
            '<figcaption class="hxp-caption"><p class="hxp-kicker">At the table</p>'
            '<p class="hxp-title">The deck builder</p></figcaption>\n'
            f'<div class="hxp-static"><p>{escape(INTRO)}</p>\n<div class="hxp-deck-lists">{lists}</div></div>\n'
            f"{data}</figure>\n"
        )
        node = example_node(html=html)
        node += nodes.paragraph("", INTRO)
        for title, note, cards in _groups():
            node += nodes.paragraph("", f"{title} ({note}): {', '.join(f'{c.copies} {c.title}' for c in cards)}.")
        self.set_source_info(node)
        return [node]


_VALUES = {"title": "name", "cost": "cost", "text": "text", "effect": "effect"}
"""What of a card the last column names, by the data's own words for it."""


class CardList(SphinxDirective):
    """All names of cards in one table, by companion: kind, copies, price, authority, text, what is printed."""

    def run(self) -> list[nodes.Node]:
        """A table in HTML; builders without HTML get a list."""
        rows = []
        for title, note, cards in _groups():
            owner = f'<th colspan="6" scope="rowgroup">{escape(title)} <small>{escape(note)}</small></th>'
            rows.append(f'<tbody><tr class="hxp-cards-owner">{owner}</tr>')
            rows += [_row(card) for card in cards]
            rows.append("</tbody>")
        head = "".join(
            f'<th scope="col">{h}</th>' for h in ("Card", "In the box", "Cost", "Authority", "Text", "Printed")
        )
        table = f'<div class="hxp-cards"><table><thead><tr>{head}</tr></thead>{"".join(rows)}</table></div>\n'
        plain = nodes.bullet_list()
        for card in CARDS.values():
            plain += nodes.list_item("", nodes.paragraph("", f"{card.title}: {card.text}"))
        only = nodes.container("", plain)
        return [raw_html(table)] if self.env.app.builder.format == "html" else [only]


def _printed(card: Card) -> str:
    """What the rulebook itself tells of the card, in words; empty if nothing. Owner and authority it never tells."""
    if "title" in card.reconstructed and "text" in card.reconstructed:
        return ""
    known = [word for key, word in _VALUES.items() if key not in card.reconstructed]
    return ", ".join(word for word in known if word != "cost" or card.material)


def _row(card: Card) -> str:
    kind = "War" if card.is_war else "Action"
    sign = ' <span class="hxp-cards-sign">signature</span>' if card.signature else ""
    return (
        f'<tr><th scope="row">{escape(card.title)} <span class="hxp-cards-kind hxp-cards-{kind.lower()}">{kind}</span>'
        f"{sign}</th>"
        f"<td>{2 * card.copies if card.owner == 'neutral' else card.copies}</td>"
        f"<td>{f'{card.material} Material' if card.material else 'free'}</td>"
        f"<td>{card.authority or ''}</td><td>{escape(card.text)}</td>"
        f"<td>{_printed(card) or '<em>Reconstruction</em>'}</td></tr>\n"
    )


def setup(app: Sphinx) -> None:
    """Connect the directives."""
    app.add_directive("deck-builder", Decks)
    app.add_directive("card-list", CardList)
    app.add_css_file("hexpage-deck.css", priority=320)
