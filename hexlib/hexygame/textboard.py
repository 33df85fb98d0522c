"""The battlefield and the stack in plain characters, for terminals, tests and error messages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexlib.hexygame.board import FIELDS

if TYPE_CHECKING:
    from hexlib.hexygame.views import HexyView

__all__ = ["text_board"]

_TYPES = "BCA"


def text_board(view: HexyView) -> str:
    """The map column by column, then cards, stack and pools.

    ``b:C3`` is Blue's creature with three points, ``o:B5`` Orange's building with five; ``#`` marks the Flags and ``*``
    the Center Point where they are free.
    """
    state = view.public
    board = state.map
    rows: dict[int, dict[int, str]] = {}
    for field, (q, r) in board.axial.items():
        piece = state.at.get(field)
        if piece is not None:
            cell = f"{view.game.seats[piece.owner][0].lower()}:{_TYPES[piece.type]}{piece.points}"
        elif field in board.flags:
            cell = "#" + view.game.seats[board.flags.index(field)][0].lower()
        else:
            cell = "*" if field == board.centre else "."
        rows.setdefault(2 * r + q, {})[q + board.radius] = cell
    width = 6
    lines = [view.headline(), ""]
    for row in sorted(rows):
        line = [" "] * (width * (2 * board.radius + 1))
        for column, cell in rows[row].items():
            line[width * column : width * column + len(cell)] = cell
        lines.append("".join(line).rstrip())
    lines.append("".join(f"{chr(97 + c):<{width}}" for c in range(2 * board.radius + 1)).rstrip())
    lines.append("")
    for field, piece in view.pieces:
        card = view.game.cards.cards[piece.kind]
        die = f", die {piece.die}" if piece.die else ""
        under = "".join(f", {view.game.cards.names[kind]}" for kind, _ in piece.under)
        numbers = f"{piece.attack}/{piece.defense}/{piece.actions}"
        who = view.game.seats[piece.owner]
        lines.append(f"{FIELDS[field]}: {who} {card.name} {numbers}, {piece.points} points{die}{under}")
    for n, text in reversed(list(enumerate(view.stack_texts, 1))):
        lines.append(f"stack {n}: {text}")
    for text in view.waiting_texts:
        lines.append(f"waiting: {text}")
    for side in view.sides():
        lines.append(f"{side.name}: " + ", ".join(f"{label} {value}" for label, value in side.rows))
    return "\n".join(lines)
