"""The table as a picture: who sits where, which Hex goes where and with what, who is hit.

:func:`scene` draws what one seat may know; small pictures (cards, deflections ...) are in ``diagrams.py``. The words
for a screen reader are in ``captions.py``, where things lie in ``table.py``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from hexlib.draw.hexes import Layout, Point, area_path, line_path
from hexlib.draw.icons import parts
from hexlib.draw.scene import Circle, Icon, Layer, Path, Scene, Shape, Text
from hexlib.draw.shapes import arrow, badge, chip, chip_width, rectangle, stroke
from hexlib.draw.text import width as text_width
from hexlib.draw.text import wrap
from hexlib.draw.theme import RADIUS
from hexlib.game import TABLE, Action, Event
from hexlib.hex_hex.actions import NAMES
from hexlib.hex_hex.captions import Happened, desc_of, happened, spots, title_of
from hexlib.hex_hex.frames import COMMITTED, Hex
from hexlib.hex_hex.pieces import number
from hexlib.hex_hex.table import NARROW, WIDE, Box, Flight, Table, board_layer, place_flights, table
from hexlib.hex_hex.words import aims, card_icon, effect_icon, stakes_text, statuses, tokens_text

if TYPE_CHECKING:
    from hexlib.hex_hex.views import HexHexView

__all__ = ["NARROW", "WIDE", "fan", "hex_token", "scene", "seat_sign"]


def scene(
    view: HexHexView,
    *,
    width: float | str = "wide",
    selected: str | Iterable[str] | None = None,
    targets: Iterable[str] | Mapping[str, int] = (),
    refused: Iterable[str] = (),
    last: Action | str | None = None,
    events: Iterable[Event] = (),
    hover: str | None = None,
    title: str = "",
) -> Scene:
    """The table from the viewer's seat; layers "board", "seats", "hexes", "marks" and "hover", from bottom to top.

    Args:
        view: what may be seen. A bystander and an open table look on from Ann's seat.
        width: px, or "wide" (960) or "narrow" (390); a narrow picture is composed anew, not scaled.
        selected: players and Hexes that are chosen, by name: "Bob", "#1".
        targets: players and Hexes that may be chosen.
        refused: players and Hexes that an illegal try was about.
        last: the last action. Not drawn: what everybody may know of it is in ``events``, and who readied a card is
            nobody's business.
        events: what has just happened, as far as the viewer may know it: cards played, Hexes that went off, Voice.
        hover: the player or Hex under the pointer.
        title: instead of the picture's own title.

    Raises:
        ValueError: the width is not one.
    """
    t = table(width, view.game.num_players)
    told = happened(view, events)
    chosen = () if selected is None else (selected,) if isinstance(selected, str) else tuple(selected)
    drawing = _Drawing(view, t, told, _rings(tuple(targets), chosen, tuple(refused)))
    seats = drawing.seats()
    hexes = drawing.hexes()
    layers = (
        board_layer(t),
        Layer("seats", tuple(seats)),
        Layer("hexes", tuple(hexes)),
        Layer("marks", tuple(drawing.marks())),
        Layer("hover", tuple(drawing.hover(hover)) if hover is not None else ()),
    )
    where = {NAMES[s]: drawing.at(s) for s in range(t.n)}
    return Scene(
        round(t.width, 1),
        t.height,
        title or title_of(view),
        desc_of(view, told),
        layers,
        spots(view, where, drawing.tokens, t.box[0] * 0.52, t.token * 1.25),
    )


def _rings(targets: tuple[str, ...], selected: tuple[str, ...], refused: tuple[str, ...]) -> dict[str, tuple[str, str]]:
    """The ring of each player and Hex that has one: paint and edge. What was refused comes before what is selected."""
    out = dict.fromkeys(targets, ("hl.reachable", "hl.case"))
    out |= dict.fromkeys(selected, ("hl.selected", "hl.selected.edge"))
    return out | dict.fromkeys(refused, ("hl.illegal", "hl.case"))


def _r(value: float) -> float:
    return round(value, 1)


def seat_sign(seat: int, x: float, y: float, r: float, letter: str) -> list[Shape]:
    """A player's sign: the base in their colour and form, with the first letter of the name."""
    drop = {2: 0.46, 3: 0.2, 4: 0.12}.get(seat, 0.24)
    size = _r(max(10.0, r * 0.86))
    return [
        Icon(f"base_{seat}", _r(x), _r(y), _r(r), seat),
        Text(_r(x), _r(y + r * drop + size * 0.1), letter, size, f"seat.{seat}.glyph", True),
    ]


def fan(x: float, y: float, r: float, count: int, room: float, seat: int | None) -> list[Shape]:
    """Cards seen from behind, side by side from ``x`` on within ``room`` px; ``r`` is half their height."""
    step = min(r * 1.56, (room - r * 1.4) / max(1, count - 1))
    edge = "neutral.edge" if seat is None else f"seat.{seat}.edge"
    out: list[Shape] = []
    for i in range(count):
        left = x + i * step
        out.append(Path(rectangle(left, y - r, r * 1.4, r * 2, r * 0.2), edge))
        out.append(Icon("card_back", _r(left + r * 0.7), _r(y), _r(r * 0.95), seat))
    return out


def hex_token(
    x: float, y: float, r: float, tokens: Iterable[str] = (), label: str = "", faint: bool = False
) -> list[Shape]:
    """A Hex: the red token with a lip, its effects at the lower right in the order in which they came, its number."""
    opacity = 0.55 if faint else 1.0
    out: list[Shape] = []
    for dy in (0.1, -0.02):
        d = area_path([Layout(r * 1.07, x, y + r * dy).hexagon((0, 0))])
        out.append(Path(d, "hex.edge", opacity=opacity))
    out.append(Icon("hex", _r(x), _r(y), _r(r), opacity=opacity))
    er = r * 0.5
    for i, name in enumerate(tokens):
        ex, ey = _r(x + r * 0.92 + i * er * 1.7), _r(y + r * 0.66)
        out.append(Circle(ex, _r(ey + er * 0.14), _r(er), "effect.edge", opacity=opacity))
        out.append(Icon(name, ex, ey, _r(er), opacity=opacity))
        out.append(Circle(ex, ey, _r(er * 0.95), stroke="effect.edge", width=1.2, opacity=opacity))
    if label:
        out += badge(x - r * 0.82, y - r * 0.68, max(8.0, r * 0.42), label)
    return out


class _Drawing:
    """The layers of one picture above the table top."""

    def __init__(self, view: HexHexView, t: Table, told: Happened, rings: Mapping[str, tuple[str, str]]) -> None:
        self.view, self.t, self.told, self.rings = view, t, told, rings
        self.k = t.scale
        self.first = view.seat if view.seat is not None and view.seat >= 0 else 0
        self.tokens: dict[int, Point] = {}
        """Where each Hex lies, by its number."""

    def at(self, seat: int) -> Point:
        """The middle of a player's place."""
        return self.t.places[self.place(seat)]

    def place(self, seat: int) -> int:
        """Which place of the picture a player has."""
        return (seat - self.first) % self.t.n

    def box(self, seat: int) -> Box:
        """The outline of a player's place."""
        return self.t.seat_box(self.place(seat))

    # -- seats ---------------------------------------------------------------------------------------------------------

    def seats(self) -> list[Shape]:
        """Every player's place, then what lies in the corners of the picture."""
        out: list[Shape] = []
        for seat in range(self.t.n):
            out += self._seat(seat)
        return out + self._corners()

    def _seat(self, seat: int) -> list[Shape]:
        t, k, view = self.t, self.k, self.view
        x0, y0, x1, y1 = self.box(seat)
        w, h = x1 - x0, y1 - y0
        out: list[Shape] = []
        intended = any(x.holder == seat for x in view.hexes)
        if NAMES[seat] in self.rings:
            out += self._frame(seat, *self.rings[NAMES[seat]])
        elif intended:
            out += self._frame(seat, "hex.token", "hl.case")
        out.append(Path(rectangle(x0, y0, w, h, RADIUS["panel"] * k), "panel", "panel.edge", 1.0))
        sign, name, voice = (17, 18, 23) if t.wide else (12, 13, 16)
        top = y0 + (31 if t.wide else 27) * k
        out += seat_sign(seat, x0 + (sign + (9 if t.wide else 6)) * k, top, sign * k, NAMES[seat][0])
        size = _r(max(11.0, name * k))
        label = NAMES[seat] if seat != view.seat or not t.wide else f"{NAMES[seat]} (you)"
        left = x0 + (2 * sign + (17 if t.wide else 12)) * k
        out.append(Text(_r(left), _r(top + size * 0.36), label, size, f"seat.{seat}.text", True, "start"))
        vx, vy, vr = x1 - (voice + 7) * k, top, voice * k
        if intended:
            r, end = (11 if t.wide else 7) * k, left + text_width(label, size, True)
            out.append(Icon("intended", _r(min(end + 1.5 * r, (end + vx - vr) / 2)), _r(top), _r(r)))
        value = str(view.voice[seat])
        size = _r(max(10.0, vr * (0.8 if len(value) < 3 else 0.66)))
        out.append(Icon("voice", _r(vx), _r(vy), _r(vr), seat))
        out.append(Text(_r(vx), _r(vy + size * 0.36), value, size, f"seat.{seat}.glyph", True))
        footer = self._footer(seat, x0, self._floor(seat), w)
        y = top + (sign + 12) * k
        floor = self._floor(seat) - ((24 if t.wide else 20) * k if footer else 4 * k)
        out += self._hand(seat, x0 + 10 * k, y, w - 20 * k, int((floor - y) // (t.text * 1.32)))
        return out + footer

    def _floor(self, seat: int) -> float:
        """How far down a seat has room: to its lower edge, or to what lies on that."""
        y1 = self.box(seat)[3]
        return y1 - self._status_size() * 0.8 if statuses(self.view, seat) else y1

    def _status_size(self) -> float:
        return max(10.0, (11.5 if self.t.wide else 10.0) * self.k)

    def _hand(self, seat: int, x: float, y: float, room: float, fits: int) -> list[Shape]:
        """A hand that may be seen, a card a line, at most ``fits`` lines; otherwise the backs of its cards."""
        t, k, view = self.t, self.k, self.view
        hand = view.hands[seat]
        cards = view.game.rules.cards
        out: list[Shape] = []
        if not hand:
            return [Text(_r(x + 2 * k), _r(y + t.text), "No cards", t.text, "text.muted", False, "start")]
        if any(c not in cards for c in hand):
            r = (25 if t.wide else 17) * k
            out += fan(x, y + r * 0.9, r, len(hand), room - 34 * k, seat)
            size = _r(t.text * 1.3)
            out.append(Text(_r(x + room), _r(y + r * 0.9 + size * 0.36), str(len(hand)), size, "text", True, "end"))
            return out
        seen: dict[str, int] = {}
        for c in hand:
            seen[c] = seen.get(c, 0) + 1
        line = t.text * 1.32
        rows = list(seen.items())
        most = max(1, min(5, fits))
        for i, (name, copies) in enumerate(rows[: most if len(rows) <= most else most - 1]):
            card = cards[name]
            iy, r = y + line * (i + 0.5), t.text * 0.52
            out.append(Icon(card_icon(card), _r(x + r), _r(iy), _r(r)))
            more = f" x{copies}" if copies > 1 else ""
            words = _fitted(card.title, t.text, room - 2.6 * r - text_width(more, t.text)) + more
            out.append(Text(_r(x + r * 2.8), _r(iy + t.text * 0.36), words, t.text, "text", False, "start"))
        if len(rows) > most:
            hidden = sum(c for _, c in rows[most - 1 :])
            iy = y + line * (most - 0.5)
            r = t.text * 0.52
            out.append(
                Text(_r(x + r * 2.8), _r(iy + t.text * 0.36), f"{hidden} more", t.text, "text.muted", False, "start")
            )
        return out

    def _footer(self, seat: int, x0: float, y1: float, w: float) -> list[Shape]:
        """What was played in this round, and who deals and who casts."""
        t, k, view = self.t, self.k, self.view
        y = y1 - (17 if t.wide else 13) * k
        size = max(10.0, (11.5 if t.wide else 10.0) * k)
        out: list[Shape] = []
        played = (*view.played[seat], *view.spent[seat])
        right = x0 + w - 10 * k
        r = (9.5 if t.wide else 7.5) * k
        for there, icon in ((seat == view.caster, "caster"), (seat == view.dealer, "dealer")):
            if there:
                out.append(Icon(icon, _r(right - r), _r(y), _r(r)))
                right -= 2 * r + 4 * k
        if played:
            label = "Played"
            out.append(Text(_r(x0 + 10 * k), _r(y + size * 0.36), label, size, "text.muted", False, "start"))
            x = x0 + 10 * k + text_width(label, size) + 6 * k
            room = right - x - 4 * k
            r = (7.5 if t.wide else 5.5) * k
            fits = int(room // (r * 2.6))
            shown = played if len(played) <= fits else played[len(played) - max(0, fits) :]
            cards = view.game.rules.cards
            for i, name in enumerate(shown):
                cx = _r(x + r * (1.2 + 2.6 * i))
                out.append(Icon(card_icon(cards[name]), cx, _r(y), _r(r)))
                if i + len(played) - len(shown) >= len(view.played[seat]):
                    out.append(Icon("mark_illegal", cx, _r(y), _r(r)))
        elif view.down[seat]:
            words = f"{len(view.down[seat])} discarded"
            out.append(Text(_r(x0 + 10 * k), _r(y + size * 0.36), words, size, "text.muted", False, "start"))
        return out

    def _tags(self, seat: int) -> list[Shape]:
        """On the upper edge: what the player has just played, whether a Hex went off, how Voice changed."""
        t, k = self.t, self.k
        x0, y0, x1, _ = self.box(seat)
        out: list[Shape] = []
        size = max(10.0, (12.0 if t.wide else 10.0) * k)
        right = x1 - 2 * k
        delta = self.told.voice.get(seat, 0)
        if delta:
            words = f"{delta:+d}"
            w = chip_width(words, size * 1.15)
            out += chip(right - w / 2, y0, words, _r(size * 1.15), "hl.war" if delta < 0 else "hl.reachable", "hl.case")
            right -= w + 4 * k
        left = x0 + 4 * k
        hits = self.told.hexed.count(seat)
        if hits:
            words = "Hexed" + (f" x{hits}" if hits > 1 else "")
            w = chip_width(words, size)
            out += chip(left + w / 2, y0, words, size, "hex.token", "hex.glyph")
            left += w + 4 * k
        said = self.told.said.get(seat, ())
        if said:
            words = ", ".join(said)
            room = right - left - size * 1.1
            words = _fitted(words, size, room, True)
            if room > size * 2:
                out += chip(left + chip_width(words, size) / 2, y0, words, size)
        return out

    def _statuses(self, seat: int) -> list[Shape]:
        """On the lower edge: Standing Effects, Charm, Command, a card chosen unseen."""
        k = self.k
        x0, _, x1, y1 = self.box(seat)
        found = statuses(self.view, seat)
        out: list[Shape] = []
        size = self._status_size()
        left, y = x0 + 4 * k, y1
        for icon, words in found:
            r = size * 0.62
            wide = x1 - x0 - 8 * k
            words = _fitted(words, size, wide - r * 3.4)
            w = text_width(words, size) + r * 3.4
            if left + w > x1 and left > x0 + 4 * k:
                left, y = x0 + 4 * k, y + size * 1.75
            high = size * 1.6
            out.append(
                Path(rectangle(left, y - high / 2, w, high, RADIUS["chip"]), "card.paper", f"seat.{seat}.edge", 1.0)
            )
            out.append(Icon(icon, _r(left + r * 1.5), _r(y), _r(r)))
            out.append(Text(_r(left + r * 2.7), _r(y + size * 0.36), words, size, "card.text", False, "start"))
            left += w + 4 * k
        return out

    def _frame(self, seat: int, role: str, edge: str, dash: bool = False) -> list[Shape]:
        """A ring round a player's place."""
        t, k = self.t, self.k
        x0, y0, x1, y1 = t.seat_box(self.place(seat), (4 if t.wide else 3) * k)
        d = rectangle(x0, y0, x1 - x0, y1 - y0, (RADIUS["panel"] + 3) * k)
        w = stroke("ring", k if t.wide else k * 0.8, 2.2)
        return [
            Path(d, stroke=edge, width=_r(w + 2 * stroke("casing", k, 1.2))),
            Path(d, stroke=role, width=w, dash=(8.0 * k, 5.0 * k) if dash else ()),
        ]

    def _corners(self) -> list[Shape]:
        """Round, dealer and caster; laws; the two piles."""
        t, k, view = self.t, self.k, self.view
        out: list[Shape] = []
        pad, size = 12 * k, max(10.0, (14 if t.wide else 12.5) * k)
        what = f"Round {view.round} of {view.game.rounds}"
        if view.round > view.game.rounds:
            what = "Tie-breaker"
        small = max(10.0, (12 if t.wide else 10.5) * k)
        y = pad + size
        out.append(Text(_r(pad), _r(y), what, size, "text", True, "start"))
        r = small * 0.68
        roles = (("dealer", view.dealer, "deals"), ("caster", view.caster, "casts"))
        if t.wide:
            for icon, seat, verb in roles:
                y += small * 1.75
                out.append(Icon(icon, _r(pad + r), _r(y - small * 0.36), _r(r)))
                words = f"{NAMES[seat]} {verb}"
                out.append(Text(_r(pad + r * 2.8), _r(y), words, small, "text", False, "start"))
            if view.round >= view.game.rounds:
                again = "Voice counts double" if view.round > view.game.rounds else "The last round"
                y += small * 1.75
                out.append(Text(_r(pad), _r(y), again, small, "text", True, "start"))
        else:
            x = pad + text_width(what, size, True) + 14 * k
            for icon, seat, _ in roles:
                out.append(Icon(icon, _r(x + r), _r(y - small * 0.36), _r(r)))
                out.append(Text(_r(x + r * 2.6), _r(y), NAMES[seat], small, "text", False, "start"))
                x += r * 2.6 + text_width(NAMES[seat], small) + 10 * k
        if view.laws:
            words = number(len(view.laws), "law")
            if t.wide:
                right = t.width - pad
                out.append(Text(_r(right), _r(pad + size), "Laws", size, "text", True, "end"))
                for i, law in enumerate(view.laws[:4]):
                    named = law.name if i < 3 or len(view.laws) == 4 else f"and {len(view.laws) - 3} more"
                    ly = pad + size + small * 1.4 * (i + 1)
                    out.append(Text(_r(right), _r(ly), _fitted(named, small, 120 * k), small, "text", False, "end"))
            else:
                out.append(Text(_r(t.width - pad), _r(pad + size), words, small, "text", False, "end"))
        return out + self._piles()

    def _piles(self) -> list[Shape]:
        t, k, view = self.t, self.k, self.view
        r = (30 if t.wide else 20) * k
        size = max(10.0, (12 if t.wide else 10.5) * k)
        y = t.height - r - size * 2.0
        gone = len(view.discard) + view.buried
        xs = (12 * k + r, 12 * k + r * 3.4 if t.wide else t.width - 12 * k - r)
        out: list[Shape] = []
        for x, label, count, layers in ((xs[0], "Deck", view.deck, 3), (xs[1], "Discard", gone, 1)):
            for i in range(layers if count else 1):
                box = rectangle(x - r * 0.7, y - r - 3 * k * i, r * 1.4, r * 2, 5 * k)
                if count:
                    out.append(Path(box, "neutral.fill", "neutral.edge", 1.4))
                else:
                    out.append(Path(box, "none", "neutral.edge", 1.4, dash=(4.0 * k, 3.0 * k)))
            if count and layers > 1:
                for part in parts("card_back")[1:]:
                    out.append(Path(_moved(part.d, x, y - 6 * k, r * 0.86), "neutral.glyph"))
            elif count:
                out.append(Text(_r(x), _r(y + size * 0.4), str(count), _r(size * 1.2), "neutral.glyph", True))
            words = f"{label} {count}" if layers > 1 else label
            out.append(Text(_r(max(x, text_width(words, size) / 2 + 4)), _r(y + r + size * 1.25), words, size))
        return out

    # -- Hexes ---------------------------------------------------------------------------------------------------------

    def hexes(self) -> list[Shape]:
        """Every Hex on its way, where cards that lie ready will send it, and those that have just gone off."""
        t, k, view = self.t, self.k, self.view
        flown = [x for x in view.hexes if x.sender != x.holder]
        gone = [x for x in self.told.gone if x.sender != x.holder and all(x.num != y.num for y in view.hexes)]
        texts = [self._words(x) for x in flown] + [self._epitaph(x) for x in gone]
        flights = []
        for x, lines in zip([*flown, *gone], texts, strict=True):
            wide = max((text_width(s, t.text, True) for s in lines), default=0.0) + t.text * 1.1
            tail = max(0.0, t.token * (0.45 + 0.85 * (len(x.tokens) - 1))) if x.tokens else 0.0
            high = t.text * (0.5 + 1.25 * len(lines))
            size = (_r(wide), _r(high)) if lines else (0.0, 0.0)
            flights.append(Flight(self.place(x.sender), self.place(x.holder), size, _r(tail), x in gone))
        plans = [*self._plans(), *self.told.aside]
        flights += [Flight(self.place(a), self.place(b), (0.0, 0.0), bare=True) for a, b in plans]
        taken = [(0.0, 0.0, 130 * k, 90 * k)] if t.wide else [(0.0, 0.0, t.width, 26 * k)]
        for seat in range(t.n):  # what stands on the edges of seats
            x0, y0, x1, y1 = self.box(seat)
            rows = len(statuses(view, seat))
            if rows:
                taken.append((x0, y1 - t.text, x1, y1 + t.text * (1.75 * rows - 0.75)))
            if self.told.said.get(seat) or self.told.voice.get(seat):
                taken.append((x0, y0 - t.text, x1, y0 + t.text))
        places = place_flights(t, flights, taken)
        out: list[Shape] = []
        thin = k if t.wide else k * 0.8
        for x, place in zip([*flown, *gone], places, strict=False):
            if x in gone:
                out += _dashes(place.points, "hl.last", thin)
            else:
                out += arrow(place.points, "hex.token", k * (1.15 if t.wide else 0.85))
        for (seat, _), place in zip(plans, places[len(flown) + len(gone) :], strict=True):
            out += _dashes(place.points, f"seat.{seat}.edge", thin)
        for x, lines, place in zip([*flown, *gone], texts, places, strict=False):
            icons = [effect_icon(view.game.rules.cards[c]) for c in x.tokens]
            if x not in gone:
                self.tokens[x.num] = place.token
                out += self._halo(x.num)
            out += hex_token(*place.token, t.token, icons, str(x.num), x in gone)
            if lines:
                out += _plate(*place.words, lines, t.text, x in gone)
        if view.phase == "race":
            big, room = (t.text * 1.3, 300 * k) if t.wide else (t.text * 1.1, 112 * k)
            told = wrap("The whole deck is Hexed!", big, room, True)
            out += _plate(*t.middle, [*told, "Who is the last?"], _r(big))
        for x in view.hexes:
            if x.sender == x.holder:  # nobody sent it: it was conjured before its own player
                px, py = self.at(x.holder)
                cx, cy = t.middle
                at = (_r(px + (cx - px) * 0.42), _r(py + (cy - py) * 0.42))
                self.tokens[x.num] = at
                out += self._halo(x.num)
                icons = [effect_icon(view.game.rules.cards[c]) for c in x.tokens]
                out += hex_token(*at, t.token, icons, str(x.num))
        return out

    def _words(self, x: Hex) -> list[str]:
        """What is written beside a Hex: its number, its effects, who would lose and gain what."""
        t = self.t
        room = (216 if t.wide else 112) * self.k
        if not t.wide:
            return wrap(stakes_text(self.view, x), t.text, room, True)
        what = tokens_text(self.view, x) or "Hex"
        compel = self.view.game.rules.facts[x.tokens].compel
        lines = wrap(f"#{x.num} {what}", t.text, room, True)
        if compel == "most":
            lines.append("to the fullest hand")
        elif compel and compel not in what.casefold():
            lines.append(f"must go {compel}")
        if x.challenger >= 0:
            lines.append(f"Challenge by {NAMES[x.challenger]}")
        return [*lines, stakes_text(self.view, x)]

    def _epitaph(self, x: Hex) -> list[str]:
        """What is written beside a Hex that has gone off."""
        return [f"#{x.num} went off"]

    def _plans(self) -> list[tuple[int, int]]:
        """From whom to whom the cards that lie ready will send their Hexes, as far as the viewer may know it."""
        ready = [e for e in self.view.ready if e.stage != COMMITTED or self.view.seat in (e.seat, TABLE)]
        return [(e.seat, to) for e in ready for _, to in aims(self.view, e) if to != e.seat]

    def _halo(self, num: int, paint: tuple[str, str] | None = None) -> list[Shape]:
        """A ring round a Hex, if it has one."""
        paint = paint or self.rings.get(f"#{num}")
        if paint is None or num not in self.tokens:
            return []
        r = _r(self.t.token * 1.24)
        w = stroke("ring", self.k, 2.2)
        return [
            Circle(*self.tokens[num], r, stroke=paint[1], width=_r(w + 2 * stroke("casing", self.k, 1.2))),
            Circle(*self.tokens[num], r, stroke=paint[0], width=w),
        ]

    # -- marks ---------------------------------------------------------------------------------------------------------

    def marks(self) -> list[Shape]:
        """What stands on the edges of seats, and a cross at what was refused."""
        out: list[Shape] = []
        for seat in range(self.t.n):
            out += [*self._tags(seat), *self._statuses(seat)]
        r = _r((13 if self.t.wide else 10) * self.k)
        for name, (role, _) in self.rings.items():
            if role == "hl.illegal" and name in NAMES[: self.t.n]:
                _, y0, x1, _ = self.box(NAMES.index(name))
                out.append(Icon("mark_illegal", _r(x1 - r * 1.2), _r(y0), r))
            elif role == "hl.illegal" and name[1:].isdigit() and int(name[1:]) in self.tokens:
                out.append(Icon("mark_illegal", *self.tokens[int(name[1:])], r))
        return out

    def hover(self, name: str) -> list[Shape]:
        """A ring round what the pointer is on."""
        if name in NAMES[: self.t.n]:
            return self._frame(NAMES.index(name), "text", "hl.case")
        return self._halo(int(name[1:]), ("text", "hl.case")) if name[1:].isdigit() else []


# -- shapes ------------------------------------------------------------------------------------------------------------


def _moved(d: str, x: float, y: float, r: float) -> str:
    """A path of straight lines in a unit box, moved and scaled."""
    out, numbers = "", list[float]()
    for word in d.replace("M", " M ").replace("L", " L ").replace("Z", " Z ").split():
        if word.isalpha():
            out += word
        else:
            numbers.append(float(word))
            if len(numbers) == 2:
                out += f"{_r(x + numbers[0] * r):g} {_r(y + numbers[1] * r):g}"
                numbers = []
    return out


def _fitted(text: str, size: float, room: float, strong: bool = False) -> str:
    """The text, shortened if there is no room for it: first words to initials, then the end."""
    if text_width(text, size, strong) <= room:
        return text
    words = text.split()
    for i in range(len(words) - 1):
        words[i] = words[i][0] + "."
        if text_width(" ".join(words), size, strong) <= room:
            return " ".join(words)
    short = text
    while short and text_width(short + "...", size, strong) > room:
        short = short[:-1]
    return short.rstrip(" ,") + "..."


def _plate(x: float, y: float, lines: list[str], size: float, quiet: bool = False) -> list[Shape]:
    """Words on a plate round (x, y)."""
    w = max(text_width(s, size, True) for s in lines) + size * 1.1
    h = size * (0.5 + 1.25 * len(lines))
    fill, ink = ("panel.slot", "text") if quiet else ("badge.fill", "badge.text")
    out: list[Shape] = [Path(rectangle(x - w / 2, y - h / 2, w, h, RADIUS["chip"]), fill, "hl.case", 1.0)]
    for i, line in enumerate(lines):
        by = y - h / 2 + size * (1.12 + 1.25 * i)
        out.append(Text(_r(x), _r(by), line, size, ink, True))
    return out


def _dashes(points: Iterable[Point], role: str, k: float) -> list[Shape]:
    """A thin dashed line with a head: where something will go, or has gone."""
    way = list(points)
    d, w = line_path(way), _r(2.6 * k)
    (x, y), (u, v) = way[-1], way[-3] if len(way) > 2 else way[0]
    long = ((x - u) ** 2 + (y - v) ** 2) ** 0.5 or 1.0
    ux, uy = (x - u) / long, (y - v) / long
    a, b = 11 * k, 5.5 * k
    head = area_path([[(x, y), (x - ux * a - uy * b, y - uy * a + ux * b), (x - ux * a + uy * b, y - uy * a - ux * b)]])
    return [
        Path(d, stroke="hl.case", width=_r(w + 2.6 * k)),
        Path(d, stroke=role, width=w, dash=(_r(7 * k), _r(5 * k))),
        Path(head, role, "hl.case", 1.0),
    ]
