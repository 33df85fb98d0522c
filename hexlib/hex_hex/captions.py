"""The words of a picture of the table: its title, what it shows, what its places are called, what just happened."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from hexlib.draw.hexes import Point
from hexlib.draw.scene import Spot
from hexlib.game import Event
from hexlib.hex_hex.actions import NAMES
from hexlib.hex_hex.frames import COMMITTED, Hex
from hexlib.hex_hex.pieces import number
from hexlib.hex_hex.words import answer_text, effects, joined, statuses, titles, tokens_text

if TYPE_CHECKING:
    from hexlib.hex_hex.views import HexHexView

__all__ = ["Happened", "desc_of", "happened", "spots", "title_of"]


@dataclass
class Happened:
    """What has just happened, as a picture shows it."""

    said: dict[int, tuple[str, ...]] = field(default_factory=dict)
    """Titles of cards that each player has just played."""
    voice: dict[int, int] = field(default_factory=dict)
    """By how much each player's Voice has changed."""
    hexed: list[int] = field(default_factory=list)
    """Who was Hexed, once for each Hex."""
    gone: list[Hex] = field(default_factory=list)
    """The Hexes that went off."""
    aside: list[tuple[int, int]] = field(default_factory=list)
    """From whom to whom Hexes went that were not sent by the one who let them go by, as with Duck."""
    texts: list[str] = field(default_factory=list)
    """The sentences about Hexes that went off or were dismissed, and about Voice."""


_PLAYED = ("play", "react", "dealt", "hexed.card", "hexhex", "foretell")


def happened(view: HexHexView, events: Iterable[Event]) -> Happened:
    """What the events, and the cards that lie turned up, say."""
    out = Happened()
    cards = view.game.rules.cards
    said: dict[int, list[str]] = {}

    def say(seat: int, title: str) -> None:
        if title not in said.setdefault(seat, []):
            said[seat].append(title)

    for frame in view.agenda:
        if len(frame) > 3 and frame[2] in cards and isinstance(frame[1], int):
            say(frame[1], cards[frame[2]].title)
    for e in view.ready:
        if e.stage != COMMITTED:
            say(e.seat, cards[e.card].title)
    for event in events:
        data = dict(event.data)
        if event.kind in _PLAYED and "player" in data:
            title = cards[data["card"]].title if data.get("card") in cards else "Foretell"
            say(data["player"], title)
        elif event.kind == "cast":
            say(data["player"], "HEX HEX!")
        elif event.kind == "voice":
            out.voice[data["player"]] = out.voice.get(data["player"], 0) + data["delta"]
            out.texts.append(event.text)
        elif event.kind == "hexed":
            out.hexed.append(data["player"])
            out.gone.append(Hex(data["hex"], data["player"], data["sender"], 0, tuple(data.get("tokens", ()))))
            out.texts.append(event.text)
        elif event.kind == "pass" and data["source"] != data["sender"]:
            out.aside.append((data["source"], data["target"]))
            out.texts.append(event.text)
        elif event.kind in ("dismissed", "missed"):
            out.texts.append(event.text)
    if view.winner >= 0:
        say(view.winner, "Wins")
    out.said = {seat: tuple(words) for seat, words in said.items()}
    return out


def title_of(view: HexHexView) -> str:
    """The round, and how many Hexes are in the air."""
    count = len(view.hexes)
    if view.winner >= 0:
        return f"The game is over, {NAMES[view.winner]} wins"
    hexes = "no Hex in play" if not count else "one Hex in play" if count == 1 else f"{count} Hexes in play"
    what = "A tie-breaker" if view.round > view.game.rounds else f"Round {view.round} of {view.game.rounds}"
    return f"{what}, {hexes}"


def hex_text(view: HexHexView, h: Hex) -> str:
    """One Hex in a sentence: "#2 goes from Ann to Bob, with Rot. ..."."""
    carried = tokens_text(view, h)
    way = (
        f"is before {NAMES[h.holder]}" if h.sender == h.holder else f"goes from {NAMES[h.sender]} to {NAMES[h.holder]}"
    )
    return f"Hex #{h.num} {way}" + (f", with {carried}" if carried else "") + ". " + " ".join(effects(view, h))


def desc_of(view: HexHexView, told: Happened) -> str:
    """Everything in the picture: the seats with Voice and cards, the Hexes, what has just happened."""
    seats = view.game.seats
    out = [f"{seats[view.dealer]} deals, {seats[view.caster]} casts."]
    first = view.seat if view.seat is not None and view.seat >= 0 else 0
    order = [(first + i) % len(seats) for i in range(len(seats))]
    out.append(f"Clockwise from the bottom sit {joined([seats[s] for s in order])}.")
    for s in order:
        hand = view.hands[s]
        cards = number(len(hand), "card")
        if hand and all(c in view.game.rules.cards for c in hand):
            cards = joined(titles(hand, view))
        more = "".join(f"; {words}" for _, words in statuses(view, s))
        out.append(f"{seats[s]}: {number(view.voice[s])}, {cards if hand else 'no cards'}{more}.")
    out += [hex_text(view, h) for h in view.hexes]
    out += [
        f"{seats[e.seat]} {'has chosen' if e.stage == COMMITTED else 'plays'} {answer_text(view, e)}."
        for e in view.ready
    ]
    out += told.texts
    out.append(f"{number(view.deck, 'card')} in the deck.")
    if view.laws:
        out.append(f"Laws in force: {joined([law.name for law in view.laws])}.")
    return " ".join(out)


def spots(
    view: HexHexView, seats: Mapping[str, Point], hexes: Mapping[int, Point], wide: float, token: float
) -> tuple[Spot, ...]:
    """Every player and every Hex in the picture, with words for a screen reader."""
    out = []
    for name, (x, y) in seats.items():
        s = NAMES.index(name)
        held = [f"Hex #{h.num}" for h in view.hexes if h.holder == s]
        before = f", {joined(held)} before them" if held else ""
        words = f"{name}, {number(view.voice[s])}, {number(len(view.hands[s]), 'card')}{before}"
        out.append(Spot(name, round(x, 1), round(y, 1), round(wide, 1), "field", words))
    for h in view.hexes:
        if h.num in hexes:
            x, y = hexes[h.num]
            carried = tokens_text(view, h)
            words = f"Hex #{h.num} from {NAMES[h.sender]} to {NAMES[h.holder]}" + (f", {carried}" if carried else "")
            out.append(Spot(f"#{h.num}", round(x, 1), round(y, 1), round(token, 1), "field", words))
    return tuple(out)
