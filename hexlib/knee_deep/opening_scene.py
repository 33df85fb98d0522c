"""The set-up as a picture: the board while it is laid, and the table with companions, pools and decks after that."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from hexlib.draw.icons import ICONS
from hexlib.draw.scene import Icon, Layer, Path, Scene, Shape, Text, names_in, pixels
from hexlib.draw.shapes import rectangle, token
from hexlib.draw.text import width as text_width
from hexlib.draw.text import wrap
from hexlib.draw.theme import RADIUS
from hexlib.knee_deep import modular
from hexlib.knee_deep.decks import AUTHORITY, BASE_SIZE, DECK_SIZE, amount
from hexlib.knee_deep.frame import NARROW, WIDE, frame
from hexlib.knee_deep.opening_actions import FACTIONS
from hexlib.knee_deep.opening_view import HIDDEN
from hexlib.knee_deep.setup_diagrams import terrain_shapes

if TYPE_CHECKING:
    from hexlib.knee_deep.opening_view import SetupView

__all__ = ["scene"]

_TALL = {(True, False): 0.32, (False, False): 0.42, (True, True): 0.6, (False, True): 1.15}
"""A table's height by its width, the same in every step: whether the decks are casual, whether it is for a phone."""


def scene(view: SetupView, *, width: float | str = "wide", **options: Any) -> Scene:
    """The board at stage "board", else the table; the options are those of :func:`hexlib.knee_deep.picture.scene`."""
    if view.stage == "board":
        from hexlib.knee_deep import picture

        known = {
            k: v for k, v in options.items() if k in ("close", "selected", "targets", "refused", "hover", "labels")
        }
        known["title"] = options.get("title") or _board_title(view)
        if view.laid and not options.get("selected") and not options.get("refused"):
            sector = view.laid[-1][0]
            known["selected"] = [f"{s}.0" for s in (sector, modular.opposite(sector))] if options.get("events") else ()
        drawn = picture.scene(view, width=width, **known)
        # nobody has companions yet, so no HQ has a number to show: the layer of the pieces is free for the terrain card
        card, high, words = _card(view, drawn.width, drawn.height)
        layers = tuple(Layer(x.name, card) if x.name == "pieces" else x for x in drawn.layers)
        return replace(drawn, layers=layers, height=round(drawn.height + high, 1), desc=f"{drawn.desc} {words}")
    px, about = pixels(width, WIDE, NARROW), names_in(options.get("close"))
    height = px * _TALL[view.variant == "casual", px < 600]
    if view.modular:  # as high as the board before it, with the strip for the card
        height = frame(px, about).height + 7.6 * _side(px)
    return _Table(view, float(px), round(height, 1)).scene()


def _board_title(view: SetupView) -> str:
    if view.open_card:
        return f"The modular board; {modular.TERRAIN_CARDS[view.open_card].title} lies open"
    return f"The modular board, {amount(len(view.laid), 'sector')} laid"


def _side(width: float) -> float:
    """The side of a field on the terrain card under a board of that width."""
    return max(11.0, min(22.0, width / 42))


def _card(view: SetupView, width: float, top: float) -> tuple[tuple[Shape, ...], float, str]:
    """The open terrain card in a strip under the board, or the pile; the strip's height, and what it says in words."""
    s = _side(width)
    size = round(max(11.0, min(20.0, width / 58)), 1)
    wide, high = 6.4 * s, 6.4 * s
    x, y = 0.6 * s + wide / 2, top + 0.6 * s + high / 2
    pile = f"{amount(view.cards_left, 'terrain card')} in the pile"
    out: list[Shape] = [Path(rectangle(0, top, width, high + 1.2 * s, RADIUS["panel"]), "panel")]
    out.append(Path(rectangle(0.6 * s, top + 0.6 * s, wide, high, RADIUS["chip"]), "card.paper", "card.edge", 1.0))
    lines: list[tuple[str, bool, str]]
    if view.open_card:
        card = modular.TERRAIN_CARDS[view.open_card]
        out += terrain_shapes(card.name, x, y, s)
        text = f"{card.text[0].upper()}{card.text[1:]}, in the sector and in the one opposite."
        lines = [("The open terrain card", False, "text.muted"), (card.title, True, "text")]
        lines += [(line, False, "text") for line in wrap(text, size, width - wide - 2.4 * s)]
        lines.append((f"A reconstruction. {pile}.", False, "text.muted"))
        words = f"The open terrain card is {card.title}: {card.text}. {pile}."
    else:
        out.append(Icon("card_back", round(x, 1), round(y, 1), round(high * 0.42, 1)))
        lines = [("No terrain card is open", True, "text"), (f"{pile}.", False, "text.muted")]
        words = f"No terrain card is open; {pile}."
    step = min(size * 1.35, (high + 0.9 * s) / len(lines))
    at = y - step * (len(lines) - 1) / 2 + size * 0.36
    for i, (line, strong, fill) in enumerate(lines):
        out.append(Text(round(wide + 1.6 * s, 1), round(at + i * step, 1), line, size, fill, strong, "start"))
    return tuple(out), high + 1.2 * s, words


class _Table:
    """The table seen from above: one half for each player."""

    def __init__(self, view: SetupView, width: float, height: float) -> None:
        self.view, self.w, self.h = view, width, height
        # a wide picture stands at about half its width beside its words, and no text may be under 10 px then
        self.size = round(max(11.0, min(20.0, width / 60)), 1)
        self.out: list[Shape] = []
        self.words: list[str] = []

    def scene(self) -> Scene:
        ground = Layer("ground", (Path(rectangle(0, 0, self.w, self.h, RADIUS["panel"]), "panel"),))
        self._top()
        for seat in (0, 1):
            self._half(seat)
        title = f"The table: {self.view.headline()}"
        return Scene(self.w, self.h, title, " ".join(self.words), (ground, Layer("picture", tuple(self.out))))

    def _text(
        self, x: float, y: float, text: str, strong: bool = False, fill: str = "text", grow: float = 1.0
    ) -> float:
        """A text from the left; the x after it."""
        size = round(self.size * grow, 1)
        self.out.append(Text(round(x, 1), round(y, 1), text, size, fill, strong, "start"))
        return x + text_width(text, size, strong)

    def _top(self) -> None:
        """The cards drawn; the headline stands beside every picture, and in its title."""
        view, s = self.view, self.size
        if not view.drawn:
            return
        titles = ["a hidden card" if c == HIDDEN else view.title(c) for c in view.drawn]
        x = 1.2 * s
        for card, title in zip(view.drawn, titles, strict=True):
            x = self._chip(x, 1.2 * s, title, self._ink(card), dashed=card == HIDDEN) + 0.6 * s
        name = view.game.seats[view.asked]
        self.words.append(f"{name} has drawn {' and '.join(titles)}.")

    def _ink(self, card: str) -> str:
        if card == HIDDEN:
            return "panel.edge"
        return "card.war" if self.view.game.box.cards[card].is_war else "card.action"

    def _chip(self, x: float, y: float, text: str, ink: str, *, dashed: bool = False, full: bool = True) -> float:
        """A card as a chip from (x, y) down; the x after it. Not ``full``: only its outline."""
        s = self.size
        w = text_width(text, s, True) + 1.2 * s
        box = rectangle(x, y, w, 1.75 * s, RADIUS["chip"])
        if dashed or not full:
            self.out.append(Path(box, "panel.slot", ink, 1.0, (4, 3) if dashed else ()))
        else:
            self.out.append(Path(box, ink))
        paint = "text" if dashed or not full else "card.band.text"
        self.out.append(Text(round(x + 0.6 * s, 1), round(y + 1.23 * s, 1), text, s, paint, True, "start"))
        return x + w

    # -- one player ------------------------------------------------------------------------------------------------

    def _half(self, seat: int) -> None:
        view, s = self.view, self.size
        left = 1.2 * s + seat * (self.w - 1.2 * s) / 2
        room = (self.w - 1.2 * s) / 2 - 1.2 * s
        y = (3.8 if view.stage == "draft" else 1.2) * s
        name, faction = view.game.seats[seat], view.factions[seat]
        colour = f"seat.{FACTIONS.index(faction)}" if faction else ""
        self.out.append(
            Path(rectangle(left, y, room, 2.4 * s, RADIUS["chip"]), f"{colour}.fill" if faction else "panel.slot")
        )
        label = f"{name}: {faction}" if faction else name
        self._text(left + 0.8 * s, y + 1.65 * s, label, True, f"{colour}.glyph" if faction else "text", 1.1)
        self.words.append(f"{name} plays {faction}." if faction else f"{name} has no faction yet.")
        y += 3.2 * s
        if view.companions[seat]:
            y = self._companions(seat, left, y, room)
            y = self._deck(seat, left, y, room)
            self._cards(seat, left, y, room)

    def _companions(self, seat: int, left: float, y: float, room: float) -> float:
        view, s = self.view, self.size
        cards = [view.game.box.companions[name] for name in view.companions[seat]]
        widest = max(text_width(c.title, s, True) for c in cards) + 4.6 * s
        wide = 2 * widest + 0.8 * s <= room
        step = (room + 0.8 * s) / 2 if wide else 0.0
        titles = []
        for i, c in enumerate(cards):
            x, top = left + step * i, y if wide else y + 4.4 * s * i
            w = step - 0.8 * s if wide else room
            self.out.append(Path(rectangle(x, top, w, 3.9 * s, RADIUS["chip"]), "card.paper", "card.edge", 1.0))
            self.out.append(Path(rectangle(x, top, 3.4 * s, 3.9 * s, RADIUS["chip"]), "card.companion"))
            kind = c.type if c.type in ICONS else "general"
            self.out.append(Icon(kind, round(x + 1.7 * s, 1), round(top + 1.95 * s, 1), round(1.2 * s, 1)))
            self._text(x + 4 * s, top + 1.6 * s, c.title, True, "card.text")
            at = x + 4 * s
            for icon, value in (("material", c.material), ("energy", c.energy), ("health", c.hq)):
                cx, cy = round(at + 0.6 * s, 1), round(top + 2.85 * s, 1)
                if icon != "health":  # the glyphs are made for the colours of their tokens
                    self.out.append(token(cx, cy, round(0.85 * s, 1), icon))
                self.out.append(Icon(icon, cx, cy, round((0.62 if icon == "health" else 0.52) * s, 1)))
                at = self._text(at + 1.65 * s, top + 3.2 * s, str(value), False, "card.text") + 0.7 * s
            titles.append(f"{c.title} ({c.type.title()}: {c.material} Material, {c.energy} Energy, {c.hq} health)")
        self.words.append(f"Companions: {' and '.join(titles)}.")
        return y + (4.9 * s if wide else 4.4 * s * len(view.companions[seat]) + 0.5 * s)

    def _deck(self, seat: int, left: float, y: float, room: float) -> float:
        """25 places, filled as far as the deck goes."""
        view, s = self.view, self.size
        deck = view.decks[seat]
        added = Counter(deck) - Counter(_base(view, seat))
        kinds = ["card.companion"] * (len(deck) - sum(added.values()))
        for card, n in added.items():
            alien = card != HIDDEN and view.game.terms.foreign(card, view.companions[seat])
            kinds += ["panel.edge" if card == HIDDEN else "hl.war" if alien else "text.muted"] * n
        kinds = (kinds + ["panel.slot"] * DECK_SIZE)[:DECK_SIZE]
        step = room / DECK_SIZE
        for fill in dict.fromkeys(kinds):
            places = [i for i, kind in enumerate(kinds) if kind == fill]
            boxes = "".join(rectangle(round(left + step * i, 1), y, round(step - 2, 1), 1.7 * s) for i in places)
            self.out.append(Path(boxes, fill))
        words = f"Deck: {len(deck)} of {DECK_SIZE}"
        if view.stage == "deck" and view.foreign[seat] >= 0 and len(deck) >= BASE_SIZE:
            if view.variant == "simple":
                words += f", {view.foreign[seat]} foreign"
            elif view.variant == "advanced":
                words += f", {AUTHORITY - view.authority[seat]} authority left"
        self._text(left, y + 3.1 * s, words)
        self.words.append(f"{words}.")
        return y + 4.1 * s

    def _cards(self, seat: int, left: float, y: float, room: float) -> None:
        """The pool with what has been added of it; without a pool, what has been added and then the base deck."""
        view = self.view
        base = Counter(_base(view, seat))
        added = Counter(view.decks[seat]) - base
        pool = Counter(card for part in view.pools[seat] for card in part)
        if view.variant == "casual" or not (pool or view.decks[seat]):
            return
        rows: list[tuple[str, str, bool]] = []
        for card, n in sorted((pool or added).items(), key=lambda item: self._order(item[0])):
            used = added.get(card, 0)
            title = f"{n} hidden" if card == HIDDEN else view.title(card)
            if card == HIDDEN:
                rows.append((title, card, False))
                continue
            if used:
                rows.append((f"{used} {title}", card, True))
            if pool and n > used:
                rows.append((f"{n - used} {title}", card, False))
        what = ", ".join(text + (" in the deck" if full and pool else "") for text, _, full in rows)
        if rows:
            self.words.append(f"{'Pool' if pool else 'Added'}: {what}.")
        if not pool:
            kept = [(f"{n} {view.title(card)}", card, False) for card, n in base.items()]
            self.words.append(f"Base deck: {', '.join(text for text, _, _ in kept)}.")
            rows += kept
        self._rows(rows, left, y, room, bool(added) or not pool)

    def _order(self, card: str) -> int:
        names = tuple(self.view.game.box.cards)
        return len(names) if card == HIDDEN else names.index(card)

    def _rows(self, rows: Sequence[tuple[str, str, bool]], left: float, y: float, room: float, mark: bool) -> None:
        """Chips in rows; where the picture ends before they do, the last place says how many there are besides."""
        s = self.size
        x, end = left, left + room
        for i, (text, card, full) in enumerate(rows):
            w = text_width(text, s, True) + 1.2 * s
            more = f"and {len(rows) - i} more"
            last = y + 3.9 * s > self.h  # there is no room for another row
            rest = text_width(more, s) + 0.5 * s if last and i < len(rows) - 1 else 0.0
            if x > left and x + w + rest > end:
                if last:
                    self._text(x, y + 1.23 * s, more, fill="text.muted")
                    return
                x, y = left, y + 2.15 * s
            x = self._chip(x, y, text, self._ink(card), dashed=card == HIDDEN, full=full or not mark) + 0.5 * s


def _base(view: SetupView, seat: int) -> tuple[str, ...]:
    base = view.game.box.base(view.companions[seat])
    return tuple(card for card, n in base.items() for _ in range(n))
