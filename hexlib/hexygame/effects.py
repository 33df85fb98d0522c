"""What the words of the vocabulary do when a spell or ability resolves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from hexlib.hexygame import vocabulary as words
from hexlib.hexygame.board import FIELDS
from hexlib.hexygame.components import BUILDING, CREATURE
from hexlib.hexygame.items import SPELL, Item
from hexlib.hexygame.pieces import (
    Log,
    change,
    destroy,
    draw_card,
    energy_text,
    enter,
    finish,
    gain_points,
    lose_points,
    mill,
    move_piece,
    note,
    piece_text,
    remove,
    sphere,
    to_hand,
    with_die,
)

if TYPE_CHECKING:
    from hexlib.hexygame.state import HexyState

__all__ = ["do_effects", "score"]


def do_effects(state: HexyState, item: Item, do: Sequence[words.Effect], log: Log) -> None:
    """Do the effects of a resolving item one after the other; those whose object is gone do nothing (H94)."""
    for effect in do:
        if state.winner >= 0:
            return
        _ON_TABLE[effect.verb](state, item, effect, log)


def subjects(state: HexyState, item: Item, effect: words.Effect) -> list[int]:
    """The fields of the cards that the effect is about, ascending."""
    if effect.to <= words.SELF:
        field = state.find(item.target if effect.to == words.TARGET else item.source)
        return [field] if field >= 0 else []
    side, what = words.SUBJECTS[effect.to].split()
    out = []
    near = -1
    if effect.beside:
        here = state.find(item.source)
        near = state.map.beside[here if here >= 0 else item.place]
    for field in sorted(state.at):
        piece = state.at[field]
        if side != "all" and (piece.owner == item.seat) != (side == "own"):
            continue
        if (what == "creatures" and piece.type != CREATURE) or (what == "buildings" and piece.type != BUILDING):
            continue
        if near < 0 or near >> field & 1:
            out.append(field)
    return out


def _damage(state: HexyState, item: Item, effect: words.Effect, log: Log) -> None:
    for field in subjects(state, item, effect):
        lose_points(state, field, effect.n, log)


def _heal(state: HexyState, item: Item, effect: words.Effect, log: Log) -> None:
    for field in subjects(state, item, effect):
        gain_points(state, field, effect.n, log)


def _destroy(state: HexyState, item: Item, effect: words.Effect, log: Log) -> None:
    for field in subjects(state, item, effect):
        destroy(state, field, log)


def _bounce(state: HexyState, item: Item, effect: words.Effect, log: Log) -> None:
    for field in subjects(state, item, effect):
        if log is not None:
            note(log, "bounce", f"{piece_text(state, field)} goes back to its owner's hand.", field=FIELDS[field])
        piece = remove(state, field, log)
        to_hand(state, piece.owner, piece.kind)


def _push(state: HexyState, item: Item, effect: words.Effect, log: Log) -> None:
    for source in subjects(state, item, effect):
        if item.field in state.at or state.map.distance[source][item.field] > effect.n:
            note(log, "fizzle", f"{FIELDS[item.field]} is not free, or too far: nothing is moved.")
            continue
        if log is not None:
            text = f"{piece_text(state, source)} is put on {FIELDS[item.field]}."
            note(log, "push", text, source=FIELDS[source], target=FIELDS[item.field])
        move_piece(state, source, item.field, False, log)


def _boost(state: HexyState, item: Item, effect: words.Effect, log: Log) -> None:
    for field in subjects(state, item, effect):
        attack, defense, keys = state.at[field].until_end
        change(state, field, until_end=(attack + effect.attack, defense + effect.defense, keys | effect.keys))
        if log is not None:
            piece = state.at[field]
            also = f", {words.keys_text(effect.keys)}" if effect.keys else ""
            text = f"{piece_text(state, field)} has attack {piece.attack} and defense {piece.defense}{also}"
            note(log, "boost", f"{text} until the end of the turn.", field=FIELDS[field])


def _ready(state: HexyState, item: Item, effect: words.Effect, log: Log) -> None:
    for field in subjects(state, item, effect):
        piece = state.at[field]
        state.at[field] = with_die(piece, min(6, piece.die + effect.n))
        if log is not None:
            note(log, "die", f"{piece_text(state, field)} has its die on {state.at[field].die}.", field=FIELDS[field])


def _exhaust(state: HexyState, item: Item, effect: words.Effect, log: Log) -> None:
    for field in subjects(state, item, effect):
        state.at[field] = with_die(state.at[field], 0)
        if log is not None:
            note(log, "die", f"{piece_text(state, field)} has no action die any more.", field=FIELDS[field])


def _draw(state: HexyState, item: Item, effect: words.Effect, log: Log) -> None:
    for _ in range(effect.n):
        draw_card(state, item.seat, log)


def _mill(state: HexyState, item: Item, effect: words.Effect, log: Log) -> None:
    mill(state, 1 - item.seat if effect.n > 0 else item.seat, abs(effect.n), log)


def _energy(state: HexyState, item: Item, effect: words.Effect, log: Log) -> None:
    pool = state.pool[item.seat]
    a, b, c, d = effect.energy
    state.pool[item.seat] = (pool[0] + a, pool[1] + b, pool[2] + c, pool[3] + d)
    if log is not None:
        text = f"{state.game.seats[item.seat]} has {energy_text(state.pool[item.seat])}."
        note(log, "energy", text, player=item.seat, gained=sum(effect.energy))


def _negate(state: HexyState, item: Item, effect: words.Effect, log: Log) -> None:
    for place, other in enumerate(state.stack):
        if other.sid == item.target:
            if log is not None:
                from hexlib.hexygame.words import item_text

                note(log, "negate", f"{item_text(state, other)} is taken off the stack.", place=place + 1)
            state.stack = state.stack[:place] + state.stack[place + 1 :]
            if other.type == SPELL:
                state.grave[other.seat] += (other.kind,)
            return


def score(state: HexyState, seat: int, n: int, log: Log, *rules: str) -> None:
    """Change a Winning Dice; at twelve it may win at once, under a ruling (H07)."""
    state.winning[seat] = max(0, state.winning[seat] + n)
    if log is not None:
        text = f"{state.game.seats[seat]}'s Winning Dice is on {state.winning[seat]}."
        note(log, "winning", text, *rules, player=seat, winning=state.winning[seat])
    if state.game.rules.win_any_time:
        won(state, seat, log)


def won(state: HexyState, seat: int, log: Log) -> None:
    """Twelve on the Winning Dice wins (Map, End Phase)."""
    if state.winning[seat] >= 12 and state.game.rules.twelve_wins:
        text = f"{state.game.seats[seat]}'s Winning Dice is on {state.winning[seat]}."
        finish(state, seat, log, text, "hexy.end_phase.win", "hexy.map.win_twelve")


def _score(state: HexyState, item: Item, effect: words.Effect, log: Log) -> None:
    score(state, item.seat, effect.n, log)


def _recall(state: HexyState, item: Item, effect: words.Effect, log: Log) -> None:
    seat = item.seat
    if item.field in state.at or not sphere(state, seat) >> item.field & 1:
        note(log, "fizzle", f"{FIELDS[item.field]} is not free in the Sphere any more: nothing returns.")
        return
    cards = state.game.cards.cards
    grave = state.grave[seat]
    for n in range(len(grave) - 1, -1, -1):
        if cards[grave[n]].type == CREATURE:
            state.grave[seat] = grave[:n] + grave[n + 1 :]
            enter(state, grave[n], seat, item.field, log, "hexy.points.initial_any_entry")
            return
    note(log, "fizzle", f"There is no creature in {state.game.seats[seat]}'s graveyard.")


_ON_TABLE = (
    _damage,
    _heal,
    _destroy,
    _bounce,
    _push,
    _boost,
    _boost,
    _ready,
    _exhaust,
    _draw,
    _mill,
    _energy,
    _negate,
    _score,
    _recall,
)
"""One function for each of ``VERBS``, in that order."""
