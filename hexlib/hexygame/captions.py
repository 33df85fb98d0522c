"""The words of a picture of the map: its title, what it shows, and what each field in it is called."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from hexlib.draw.scene import Spot
from hexlib.hexygame.board import FIELDS
from hexlib.hexygame.components import TYPES
from hexlib.hexygame.frame import Frame
from hexlib.hexygame.items import OVER
from hexlib.hexygame.pieces import sphere
from hexlib.hexygame.vocabulary import keys_text

if TYPE_CHECKING:
    from hexlib.hexygame.items import Piece
    from hexlib.hexygame.views import HexyView

__all__ = ["desc_of", "field_text", "piece_words", "spent", "spots", "title_of"]


def joined(parts: Sequence[str]) -> str:
    """ "a, b and c"."""
    return parts[0] if len(parts) == 1 else ", ".join(parts[:-1]) + " and " + parts[-1]


def piece_words(view: HexyView, piece: Piece) -> str:
    """A board card in words: "Wolf, creature, attack 2, defense 0, 3 points, die 1, flying, with Wings"."""
    cards = view.game.cards.cards
    card = cards[piece.kind]
    points = "1 point" if piece.points == 1 else f"{piece.points} points"
    parts = [card.title, TYPES[piece.type], f"attack {piece.attack}", f"defense {piece.defense}", points]
    if piece.die:
        parts.append(f"die {piece.die}")
    elif spent(view, piece):
        parts.append("no die")
    if piece.keys:
        parts.append(keys_text(piece.keys))
    if piece.distance > 1:
        parts.append(f"attack distance {piece.distance}")
    if piece.under:
        parts.append("with " + joined([cards[kind].title for kind, _ in piece.under]))
    return ", ".join(parts)


def spent(view: HexyView, piece: Piece) -> bool:
    """Whether the card could have a die in this phase and has none: used up, or it has only just entered."""
    own = piece.owner == view.public.active and view.phase in ("draw", "main")
    return own and bool(piece.actions) and not piece.die


def field_text(view: HexyView, field: int) -> str:
    """What a field is and what stands there, for a screen reader."""
    state = view.public
    board, names = state.map, view.game.seats
    parts = [FIELDS[field]]
    if field in board.flags:
        parts.append(f"{names[board.flags.index(field)]}'s Flag")
    elif field == board.centre:
        parts.append("the Center Point")
    piece = state.at.get(field)
    if piece is not None:
        parts.append(f"{names[piece.owner]}'s {piece_words(view, piece)}")
        return ", ".join(parts)
    parts.append("empty")
    inside = [names[seat] for seat in (0, 1) if sphere(state, seat) >> field & 1]
    if inside:
        parts.append(f"in the Sphere of Influence of {joined(inside)}")
    return ", ".join(parts)


def spots(window: Frame, view: HexyView) -> tuple[Spot, ...]:
    """Every field in the picture, with words for a screen reader."""
    reach = round(window.inradius * 1.08, 2)
    return tuple(Spot(FIELDS[f], *window.centres[f], reach, "field", field_text(view, f)) for f in window.visible)


def title_of(window: Frame, view: HexyView) -> str:
    """A picture's title: the map, or the fields that it closes up on."""
    if window.subject:
        return f"The map round {joined([FIELDS[f] for f in window.subject[:4]])}"
    return "The map" if view.public.phase == OVER else f"The map, turn {view.public.turn}"


def desc_of(
    view: HexyView,
    window: Frame,
    lines: Sequence[str],
    selected: Sequence[int],
    lost: Sequence[int],
    way: Sequence[int],
) -> str:
    """The board cards in the picture by owner, the Winning Dice, the stack, what has just happened."""
    state, names = view.public, view.game.seats
    seen = set(window.visible)
    out = []
    for seat, name in enumerate(names):
        have = [
            f"{piece_words(view, piece)} on {FIELDS[f]}"
            for f, piece in view.pieces
            if piece.owner == seat and f in seen
        ]
        out.append(f"{name}: {'; '.join(have) or 'no card here'}.")
    out.append("Winning Dice: " + ", ".join(f"{n} {v}" for n, v in zip(names, state.winning, strict=True)) + ".")
    if lines:
        out.append("On the stack, top first: " + "; ".join(lines) + ".")
    for f in lost:
        out.append(f"What stood on {FIELDS[f]} is gone.")
    for f in selected:
        out.append(f"{FIELDS[f]} is selected.")
    if len(way) > 1:
        out.append(f"An arrow shows the way from {FIELDS[way[0]]} to {FIELDS[way[-1]]}.")
    return " ".join(out)
