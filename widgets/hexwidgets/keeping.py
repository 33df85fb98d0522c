"""A game at a table as a text: to keep and come back, to pass on, to open at any move as an example.

What is kept to go on later holds the seed and every action, hidden ones too. What is passed on holds only what the eyes
that pass it on may know (:meth:`hexlib.record.Record.shared`).
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import hexlib
from hexlib.game import TABLE
from hexlib.record import Record, RecordError, Step, dumps, loads
from hexwidgets.match import Match
from hexwidgets.plans import PERSON, Plan
from hexwidgets.sitting import BYSTANDER

__all__ = ["FRAMES", "as_example", "fitting", "kept", "kept_text", "restored", "shared_text"]

FRAMES = 24
"""Actions of a game that an example shows: some before and some after the one at which it opens."""
SHARED = 10
"""Actions that a text to pass on tells where hands are hidden; each must be proved to give nothing away."""


def kept(match: Match) -> Record:
    """The whole game, to go on later; holds what is hidden."""
    plan = match.plan
    table: dict[str, Any] = {"seats": list(plan.seats), "open": plan.open, "every_window": plan.every_window}
    if plan.names:
        table["names"] = list(plan.names)
    if plan.position is not None:
        table["seed"] = plan.seed
    return Record(
        game=plan.game,
        title=f"A game of {plan.game.title}",
        steps=(Step(say=match._live().view(None).headline()),),
        position=plan.position,
        seed=None if plan.position is not None else plan.seed,
        rulings=plan.rulings,
        options=plan.options,
        moves=tuple(str(turn.action) for turn in match.turns),
        table=table,
    )


def kept_text(match: Match) -> str:
    """The text of :func:`kept`."""
    return dumps(kept(match))


def fitting(text: str, name: str) -> Record:
    """The record that the text holds, of that game or of one that leads to it, as its set-up does.

    Raises:
        RecordError: it is not a record, or one of another game; the message says where and what would be right.
    """
    if not text.strip():
        raise RecordError("there is nothing to load: paste the text of a record here")
    record = loads(text.strip() + "\n", source="the text")
    if record.game.name not in (name, *hexlib.game(name).before):
        raise RecordError(f"this is a record of {record.game.title}, which is another table's game", key="game")
    return record


def restored(record: Record, *, seats: tuple[str, ...] = (), strict: bool = False) -> Match:
    """The game that a record holds, where it ends: its moves and the actions of its main line are played.

    ``seats`` are those who play where the record does not say.

    Raises:
        RecordError: an action of a step is not allowed.
    """
    table = record.table
    named = tuple(table.get("seats", ())) or seats
    game = record.game
    if len(named) != game.num_players:
        named = (PERSON, *["greedy"] * (game.num_players - 1))
    plan = Plan(
        game,
        named,
        record.seed or int(table.get("seed", 0)),
        record.options,
        record.rulings,
        bool(table.get("open", False)),
        bool(table.get("every_window", False)),
        position=record.position,
        names=tuple(table.get("names", ())),
    )
    moves = [*record.moves, *(step.action for step in record.steps if step.action)]
    try:
        match = Match(plan, moves, strict=strict)
    except ValueError as error:
        raise RecordError(str(error).partition("\n")[0], key="step", source=record.source) from None
    match.turns = tuple(
        replace(turn, by=named[turn.player]) if turn.player >= 0 else replace(turn, by="together")
        for turn in match.turns
    )
    return match


def as_example(match: Match, at: int | None = None, last: int = FRAMES) -> tuple[Record, int]:
    """The game round a move as an example, and the frame that shows the board after ``at`` turns.

    Where something is hidden from the eyes it is drawn at random, except what the shown actions give away.
    """
    at = match.at_turn if at is None else at
    if match.revealed or match.seat == TABLE:
        return _open_example(match, at, last)
    seat = None if match.seat == BYSTANDER else match.seat
    while True:
        record, first = _window(match, at, last)
        start = match.turns[first].before if first < len(match.turns) else match._live()
        record = replace(record, position=start.position(), seat=match.game.seats[seat] if seat is not None else "")
        if last == 0 or _comes_out(record, match, first):
            found = record.shared(seat)
            if last == 0 or len(found.steps) == len(record.steps):  # else a hidden action cut it short
                return found, max(0, min(at - first, len(found.steps) - 1))
        last //= 2


def _comes_out(record: Record, match: Match, first: int) -> bool:
    """Whether the shown actions lead from the position to where they led in the game: a position does not say what
    chance will do later."""
    moments = list(record.replay())
    end = first + len(record.steps) - 1
    state = match.turns[end].before if end < len(match.turns) else match._live()
    last = moments[-1]
    return not last.problems and last.state.view(TABLE).facts() == state.view(TABLE).facts()


def _open_example(match: Match, at: int, last: int) -> tuple[Record, int]:
    record, first = _window(match, at, last)
    moves = tuple(str(t.action) for t in match.turns[:first])
    plan = match.plan
    seed = plan.seed if plan.position is None else None
    return replace(record, moves=moves, position=plan.position, seed=seed), at - first


def _window(match: Match, at: int, last: int) -> tuple[Record, int]:
    """So many actions round a move as steps, without a start, and how many came before them."""
    first = max(0, min(at - last // 2, len(match.turns) - last))
    turns = match.turns[first : first + last]
    plan = match.plan
    steps = [Step(say="The game up to here." if first else "The start.")]
    for number, turn in enumerate(turns, first + 1):
        who = plan.who(turn.player) if turn.player >= 0 else ""
        why = f"{who} {turn.why}." if turn.why and who else ""
        steps.append(Step(action=str(turn.action), say=_line(why), decisive=number == at))
    record = Record(
        game=plan.game,
        title=f"{plan.game.title}, from a game at the table",
        steps=tuple(steps),
        rulings=plan.rulings,
        options=plan.options,
    )
    return record, first


def shared_text(match: Match) -> str:
    """The game to pass on, with nothing in it that the eyes may not know."""
    if match.revealed or match.seat == TABLE:
        return dumps(replace(kept(match), table={}))
    return dumps(as_example(match, len(match.turns), SHARED)[0])


def _line(text: str) -> str:
    return re.sub(r"\s+", " ", text)[:300]
