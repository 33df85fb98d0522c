"""The deck builder as a widget: paints a :class:`hexlib.knee_deep.deckbuilder.DeckBuilder` and forwards input."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

import ipywidgets as w

from hexlib.draw.theme import THEMES
from hexlib.knee_deep.deckbuilder import DeckBuilder, Row
from hexlib.knee_deep.decks import DECK_SIZE, VARIANTS
from hexwidgets import style
from hexwidgets.parts import Kit, put

__all__ = ["DeckTable", "build_deck"]

_LOOK = """<style>
.hx-decks .hx-card{flex:1 1 14em;min-width:0}
.hx-decks .hx-cardrow{border-bottom:1px solid var(--hx-panel-slot);padding:2px 0;flex-wrap:nowrap!important}
.hx-decks .hx-cardrow .jupyter-button{flex:none;min-width:44px}
.hx-decks .hx-cards{max-height:26em;overflow:auto}
.hx-decks .hx-card p{margin:0}
.hx-decks .hx-card small{color:var(--hx-text-muted)}
.hx-decks textarea{width:100%;min-height:10em;font-family:monospace}
</style>"""


class DeckTable(w.VBox):  # type: ignore[misc]
    """Shows a deck builder: its cards, the deck so far, what is still wrong, and the deck as a text to keep."""

    def __init__(self, builder: DeckBuilder, *, theme: str = "light") -> None:
        self.builder = builder
        self._kit = kit = Kit()
        self._quiet = False
        box = builder.terms.box
        self.variants = kit.dropdown("Variant", [(v.capitalize(), v) for v in VARIANTS])
        options = [(f"{c.title} ({c.faction}, {c.type})", name) for name, c in box.companions.items()]
        self.first, self.second = kit.dropdown("Companion", options), kit.dropdown("and", options)
        owners = [("All cards", ""), ("Neutral", "neutral"), *options]
        self.owner = kit.dropdown("Show", owners)
        self.words = kit.text("Search", "a word of a title or text")
        self.summary, self.faults, self.message = kit.html(), kit.html(), kit.html()
        self.file = kit.area("Deck")
        buttons = (
            ("Fill with neutral cards", "Add neutral cards until there are 25", builder.fill),
            ("Only the basic deck", "Take out everything that was added", builder.clear),
            ("Undo", "Take the last change back", builder.undo),
            ("Redo", "Do it again", builder.redo),
            ("Save as text", "Show the deck as a text to copy", self._save),
            ("Load from text", "Take over the deck from the text below", self._load),
        )
        self.buttons = [kit.button(text, tip, press) for text, tip, press in buttons]
        self._rows = [self._row(name) for name in box.cards]
        for dropdown in (self.variants, self.first, self.second, self.owner):
            dropdown.observe(self._chosen, "value")
        self.words.observe(lambda _: self.refresh(), "value")
        put(self.file, shown=True)
        theme = theme if theme in THEMES else THEMES[0]
        super().__init__(
            [
                kit.html(style.sheet() + _LOOK),
                kit.row(self.variants, self.first, self.second),
                self.summary,
                self.faults,
                kit.row(*self.buttons[:4]),
                self.message,
                kit.row(self.owner, self.words),
                kit.column("hx-cards", *(row for row, *_ in self._rows)),
                kit.row(*self.buttons[4:]),
                self.file,
            ],
            layout=kit.layout,
            _dom_classes=("hx-player", "hx-decks", f"hx-{theme}"),
        )
        self.refresh()
        self._unwatch = builder.on_change(self.refresh)

    def _row(self, name: str) -> tuple[Any, Any, Any, Any]:
        kit, title = self._kit, self.builder.terms.box.cards[name].title
        words = kit.html("", "hx-card")
        less = kit.button("-", f"Take one {title} out", lambda: self.builder.remove(name))
        more = kit.button("+", f"Add one {title}", lambda: self.builder.add(name))
        return kit.row(words, less, more, classes=("hx-cardrow",)), words, less, more

    # -- input -----------------------------------------------------------------------------------------------------

    def _chosen(self, change: Any) -> None:
        if self._quiet:
            return
        if change["owner"] is self.variants:
            self.builder.change_variant(change["new"])
        elif change["owner"] is self.owner:
            self.refresh()
        else:
            pair = [self.first.value, self.second.value]
            box = self.builder.terms.box.companions
            mine = box[change["new"]].faction
            other = 1 if change["owner"] is self.first else 0
            if box[pair[other]].faction != mine or pair[0] == pair[1]:
                free = [name for name, c in box.items() if c.faction == mine and name != change["new"]]
                pair[other] = free[0]  # the other faction's companion cannot stay
            self.builder.choose(tuple(pair))

    def _save(self) -> None:
        put(self.file, value=self.builder.text())
        put(self.message, value="<p>The text below is the deck. Copy it and keep it.</p>")

    def _load(self) -> None:
        self.builder.load(self.file.value)

    # -- painting --------------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Paint the builder as it is."""
        builder = self.builder
        deck = builder.deck
        self._quiet = True
        try:
            put(self.variants, value=deck.variant)
            put(self.first, value=deck.companions[0])
            put(self.second, value=deck.companions[1])
        finally:
            self._quiet = False
        put(self.summary, value=f"<p class='hx-headline'>{escape(builder.summary())}</p>")
        put(self.faults, value=_faults(builder))
        put(self.message, value=f"<p role='status'>{escape(builder.message)}</p>" if builder.message else "")
        shown = {row.name: row for row in builder.rows(self.words.value, self.owner.value)}
        for name, (box, words, less, more) in zip(builder.terms.box.cards, self._rows, strict=True):
            row = shown.get(name)
            put(box, shown=row is not None)
            if row is not None:
                put(words, value=_card(row, deck.variant))
                put(less, disabled=not row.can_remove)
                put(more, disabled=bool(row.add))

    def close(self) -> None:
        """Close every widget that was made."""
        self._unwatch()
        self._kit.close()
        super().close()


def _faults(builder: DeckBuilder) -> str:
    reasons = builder.reasons
    if not reasons:
        return f"<p>The deck is complete and legal: {DECK_SIZE} cards.</p>"
    items = "".join(f"<li>{escape(f'{r.text} {r.hint}'.strip())} <small>{escape(r.rule)}</small></li>" for r in reasons)
    return f"<p>Not yet a legal deck:</p><ul>{items}</ul>"


def _card(row: Row, variant: str) -> str:
    notes = [f"{row.kind} card", row.owner]
    if row.material:
        notes.append(f"{row.material} Material to play")
    if row.price and variant == "advanced":
        notes.append(f"{row.price} authority")
    if row.foreign:
        notes.append("foreign")
    if row.signature:
        notes.append("signature")
    if row.reconstructed:
        notes.append("Reconstruction")
    why = f"<br>{escape(row.add[0].text)}" if row.add and row.in_deck < 2 else ""
    return (
        f"<p><b>{row.in_deck or '-'}</b> <b>{escape(row.title)}</b> <small>{escape(', '.join(notes))}</small><br>"
        f"<small>{escape(row.text)}{why}</small></p>"
    )


def build_deck(
    companions: Sequence[str] = ("bukseon-general", "bukseon-commander"),
    variant: str = "advanced",
    *,
    text: str = "",
    theme: str = "light",
) -> DeckTable:
    """A deck builder for those companions, or for the deck that the text holds.

    Raises:
        ValueError: companions that are not two of one faction, or a variant that does not exist.
    """
    builder = DeckBuilder(companions, variant)
    if text:
        builder.load(text)
    return DeckTable(builder, theme=theme)
