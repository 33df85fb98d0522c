"""The start of a game, and positions as records write them; the reader of stack items is in ``notation.py``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from hexlib.game import PositionError, Rng
from hexlib.hexygame import turn
from hexlib.hexygame.board import FIELDS, MAPS, Map
from hexlib.hexygame.components import ENCHANTMENT, PRINTED
from hexlib.hexygame.items import (
    ACTIONS,
    ANSWERED,
    ATTACK,
    CLEANUP,
    ENERGY,
    MAIN,
    MOVE,
    MULLIGAN,
    OPEN,
    OVER,
    PHASES,
    SPELL,
)
from hexlib.hexygame.notation import read_item
from hexlib.hexygame.pieces import make_piece
from hexlib.hexygame.state import HexyState
from hexlib.hexygame.vocabulary import COLOURS, FREE, KEYWORDS, Cost
from hexlib.hexygame.words import item_notation

if TYPE_CHECKING:
    from hexlib.hexygame.game import HexyGame

__all__ = ["blank", "dump_position", "initial_state", "read_position"]

HAND: int = PRINTED["deck"]["hand"]
START: int = PRINTED["deck"]["winning_start"]
MOST_CARDS = 120
MOST_ENERGY = 99
STAGES = ("begin", "placed", "open")
PLACES = ("top", "under", "in-turn")
_KEYS = {
    "turn",
    "active",
    "starting",
    "phase",
    "stage",
    "player",
    "passes",
    "after_combat",
    "map",
    "stack",
    "waiting",
    "placed",
    "place",
    "choose",
    "answered",
    "kept",
    "winner",
    "pieces",
}
_SEAT_KEYS = {"hand", "library", "graveyard", "energy", "winning"}
_PIECE_KEYS = {"card", "points", "die", "under", "until_end", "gains"}


def blank(game: HexyGame, board: Map) -> HexyState:
    """An empty battlefield in the Main Phase of seat 0's first turn."""
    state: HexyState = HexyState.__new__(HexyState)
    state.game, state.map = game, board
    state.phase, state.stage = MAIN, OPEN
    state.turn = 1
    state.starting = state.active = state.asked = 0
    state.passes = 0
    state.after_combat = False
    state.at = {}
    state.hand, state.library, state.grave = [(), ()], [(), ()], [(), ()]
    state.pool = [FREE, FREE]
    state.winning = [START, START]
    state.stack = state.pending = state.placed = ()
    state.where = 0
    state.wait = None
    state.kept = 3
    state.next_id = state.rng = 0
    state.winner = -1
    return state


def initial_state(game: HexyGame, seed: int) -> HexyState:
    """Shuffled decks, eight cards each, a beginning player at random; then the mulligans (Game rules)."""
    rng = Rng(seed)
    state = blank(game, game.board)
    state.starting = state.active = state.asked = rng.below(2)
    for seat in (0, 1):
        deck = [game.cards.number[name] for name, n in game.deck_of(seat).items() for _ in range(n)]
        pile = tuple(rng.shuffled(deck))
        state.hand[seat] = tuple(sorted(pile[:HAND]))
        state.library[seat] = pile[HAND:]
    state.rng = rng.state
    state.phase = MULLIGAN
    state.kept = 0
    return state


# -- reading a position ------------------------------------------------------------------------------------------------


class Reader:
    """Takes values out of a mapping, checking as it goes; ``path`` is where the mapping stands."""

    def __init__(self, data: Any, path: str, keys: set[str]) -> None:
        if not isinstance(data, Mapping):
            raise PositionError(path, f"expected a table, got {kind_of(data)}")
        self.data, self.path = data, path
        for key in data:
            if key not in keys:
                raise PositionError(self.at(str(key)[:40]), f"unknown key; there are {', '.join(sorted(keys)[:30])}")

    def at(self, key: str) -> str:
        return f"{self.path}.{key}" if self.path else key

    def number(self, key: str, default: int, low: int, high: int) -> int:
        value = self.data.get(key, default)
        if not isinstance(value, int) or isinstance(value, bool):
            raise PositionError(self.at(key), f"expected a whole number, got {kind_of(value)}")
        if not low <= value <= high:
            raise PositionError(self.at(key), f"{value} is out of range; it goes from {low} to {high}")
        return value

    def word(self, key: str, default: str, words: tuple[str, ...]) -> str:
        value = self.data.get(key, default)
        if not isinstance(value, str) or value not in words:
            shown = repr(value)[:60] if isinstance(value, str) else kind_of(value)
            raise PositionError(self.at(key), f"{shown} is not one of {', '.join(words[:30])}")
        return value

    def flag(self, key: str) -> bool:
        value = self.data.get(key, False)
        if not isinstance(value, bool):
            raise PositionError(self.at(key), f"expected true or false, got {kind_of(value)}")
        return value

    def texts(self, key: str, most: int) -> list[str]:
        value = self.data.get(key, [])
        if not isinstance(value, list) or not all(isinstance(v, str) for v in value):
            raise PositionError(self.at(key), f"expected a list of texts, got {kind_of(value)}")
        if len(value) > most:
            raise PositionError(self.at(key), f"{len(value)} entries; at most {most} are possible")
        return value

    def names(self, key: str, words: Mapping[str, int], most: int) -> list[int]:
        out = []
        for i, word in enumerate(self.texts(key, most)):
            if word not in words:
                raise PositionError(f"{self.at(key)}[{i}]", f"there is no card {word[:60]!r}")
            out.append(words[word])
        return out


def kind_of(value: Any) -> str:
    """What a value is, for a message."""
    names = {bool: "true or false", int: "a number", float: "a decimal number", str: "a text", list: "a list"}
    return "a table" if isinstance(value, Mapping) else names.get(type(value), type(value).__name__)


def read_position(game: HexyGame, data: Mapping[str, Any]) -> HexyState:
    """The state that a record's ``[position]`` describes. A phase that is to begin begins; it goes on until a decision.

    Raises:
        PositionError: unknown key, wrong type or impossible position.
    """
    names = game.seats
    top = Reader(data, "", _KEYS | set(names))
    state = blank(game, MAPS[top.word("map", game.board.name, tuple(MAPS))] if "map" in data else game.board)
    state.turn = top.number("turn", 3, 1, game.rules.turn_limit)
    state.active = names.index(top.word("active", names[0], names))
    state.starting = names.index(top.word("starting", names[0], names))
    state.phase = PHASES.index(top.word("phase", "main", PHASES))
    opens = state.phase in (MAIN, OVER, MULLIGAN)
    state.stage = STAGES.index(top.word("stage", "open" if opens else "begin", STAGES))
    for seat, name in enumerate(names):
        _read_seat(state, seat, Reader(data.get(name, {}), name, _SEAT_KEYS))
    _read_pieces(state, top)
    _read_course(state, top)
    if state.phase not in (MULLIGAN, OVER):
        turn.run(state, None)
    return state


def _read_seat(state: HexyState, seat: int, part: Reader) -> None:
    number = state.game.cards.number
    state.hand[seat] = tuple(sorted(part.names("hand", number, MOST_CARDS)))
    state.library[seat] = tuple(part.names("library", number, MOST_CARDS))
    state.grave[seat] = tuple(part.names("graveyard", number, MOST_CARDS))
    energy = Reader(part.data.get("energy", {}), part.at("energy"), set(COLOURS))
    pool = [energy.number(colour, 0, 0, MOST_ENERGY) for colour in COLOURS]
    state.pool[seat] = (pool[0], pool[1], pool[2], pool[3])
    any_dice = state.phase == OVER or state.game.broken or state.game.rules.reading["win_check"] == "on-resolution"
    most = 99 if any_dice else 11
    state.winning[seat] = part.number("winning", START, 0, most)


def _read_pieces(state: HexyState, top: Reader) -> None:
    names = state.game.seats
    given = Reader(top.data.get("pieces", {}), "pieces", set(names))
    found: dict[int, tuple[int, Any, str]] = {}
    on_map = {FIELDS[f] for f in state.map.fields}
    for seat, name in enumerate(names):
        part = Reader(given.data.get(name, {}), f"pieces.{name}", on_map)
        for text, entry in part.data.items():
            field = FIELDS.index(text)
            if field in found:
                raise PositionError(part.at(text), f"{text} is already taken by a card of {names[found[field][0]]}")
            found[field] = (seat, entry, part.at(text))
    for field in sorted(found):
        _read_piece(state, field, *found[field])


def _read_piece(state: HexyState, field: int, seat: int, entry: Any, path: str) -> None:
    game = state.game
    part = Reader({"card": entry} if isinstance(entry, str) else entry, path, _PIECE_KEYS)
    name = part.word("card", "", game.cards.names)
    kind = game.cards.number[name]
    card = game.cards.cards[kind]
    if not card.is_board:
        raise PositionError(part.at("card"), f"{name} is no board card")
    over = state.phase == OVER or game.broken or game.rules.reading["flag_entry"] != "any"
    if field == state.map.flags[1 - seat] and not over:
        raise PositionError(path, f"{FIELDS[field]} is {game.seats[1 - seat]}'s Flag: the game would be over")
    least = 0 if game.broken else 1
    points = part.number("points", card.initial, least, 99 if game.broken else card.limit)
    gains = part.texts("gains", len(KEYWORDS))
    keys = 0
    for i, keyword in enumerate(gains):
        if keyword not in KEYWORDS:
            raise PositionError(f"{part.at('gains')}[{i}]", f"{keyword[:60]!r} is not one of {', '.join(KEYWORDS)}")
        keys |= KEYWORDS[keyword]
    boost = part.data.get("until_end", [0, 0])
    if not isinstance(boost, list) or len(boost) != 2 or not all(type(v) is int and -99 <= v <= 99 for v in boost):
        raise PositionError(part.at("until_end"), "expected two numbers, attack and defense")
    state.next_id += 1
    given = enumerate(part.texts("under", 12))
    under = tuple(_enchantment(state, seat, text, f"{part.at('under')}[{i}]") for i, text in given)
    die = part.number("die", 0, 0, 6)
    until_end = (boost[0], boost[1], keys)
    state.at[field] = make_piece(game.cards, state.next_id, kind, seat, points, die, under, until_end)


def _enchantment(state: HexyState, seat: int, text: str, path: str) -> tuple[int, int]:
    """``"wings"``, or ``"Orange shackles"`` for one of the other player."""
    names = state.game.seats
    owner, _, name = text.rpartition(" ")
    kind = state.game.cards.number.get(name)
    if kind is None or state.game.cards.cards[kind].type != ENCHANTMENT:
        raise PositionError(path, f"{name[:60]!r} is no enchantment")
    if owner and owner not in names:
        raise PositionError(path, f"there is no seat {owner[:60]!r}; there are {', '.join(names)}")
    return kind, names.index(owner) if owner else seat


def _read_course(state: HexyState, top: Reader) -> None:
    """Whose decision it is, and what lies on the stack."""
    names = state.game.seats
    rules = state.game.rules
    first = state.active if rules.active_first else 1 - state.active
    for i, text in enumerate(top.texts("stack", 60)):
        item = read_item(state, text, f"stack[{i}]")
        if item.type == ATTACK and state.attack_on_stack() >= 0:
            raise PositionError(f"stack[{i}]", "there is an attack on the stack already")
        if item.type == ATTACK and top.flag("answered"):
            item = item._replace(flags=ANSWERED)
        state.stack += (item,)
    state.passes = top.number("passes", 0, 0, 1)
    if "player" in top.data and "passes" not in top.data:
        state.passes = int(top.word("player", names[0], names) != names[first])
    state.asked = names.index(top.word("player", names[first if not state.passes else 1 - first], names))
    state.after_combat = top.flag("after_combat")
    state.where = PLACES.index(top.word("place", "top", PLACES))
    for key in ("waiting", "placed"):
        items = []
        for i, text in enumerate(top.texts(key, 60)):
            item = read_item(state, text, f"{key}[{i}]")
            if item.type != 2:
                raise PositionError(f"{key}[{i}]", "only triggers wait to be put on the stack")
            items.append(item)
        if key == "waiting":
            state.pending = tuple(items)
        else:
            state.placed = tuple(items)
    if "choose" in top.data:
        texts = top.texts("choose", 2)
        if len(texts) != 2 or texts[0] not in ("hex", "victim"):
            raise PositionError("choose", "expected two texts: hex or victim, and what waits for the choice")
        item = read_item(state, texts[1], "choose[1]")
        place = state.attack_on_stack()
        if texts[0] == "victim":
            if item.type != ATTACK or place < 0:
                raise PositionError("choose[1]", "a victim is chosen while an attack is on the stack")
            item = state.stack[place]
        elif item.type != MOVE and not (item.type == SPELL and state.game.cards.cards[item.kind].is_board):
            raise PositionError("choose[1]", "a hex is chosen for a move or a board spell")
        elif item.type == MOVE and state.find(item.source) < 0:
            raise PositionError("choose[1]", "the card that was to move is gone")
        state.wait = (texts[0], item)
    if state.phase == MULLIGAN:
        state.kept = top.number("kept", 0, 0, 2)
        if state.kept >> state.asked & 1:
            raise PositionError("player", f"{names[state.asked]} has kept the hand already")
    elif "kept" in top.data:
        raise PositionError("kept", "only while the opening hands are settled")
    if state.phase == OVER:
        state.winner = (*names, "draw").index(top.word("winner", "draw", (*names, "draw")))
    elif "winner" in top.data:
        raise PositionError("winner", "only a game that is over has a winner")
    quiet = state.phase in (ENERGY, ACTIONS, CLEANUP)
    if quiet and state.stage == OPEN and not (rules.quiet_windows or state.phase in rules.open_phases):
        raise PositionError("stage", "nobody has priority in this phase")


# -- writing one -------------------------------------------------------------------------------------------------------


def dump_position(state: HexyState) -> dict[str, Any]:
    """The state as a ``[position]``; ``read_position`` gives it back, but for the seed."""
    names = state.game.seats
    cards = state.game.cards.names
    out: dict[str, Any] = {
        "turn": state.turn,
        "active": names[state.active],
        "starting": names[state.starting],
        "phase": PHASES[state.phase],
        "stage": STAGES[state.stage],
        "player": names[state.asked],
        "passes": state.passes,
        "map": state.map.name,
    }
    if state.after_combat:
        out["after_combat"] = True
    if state.stack:
        out["stack"] = [item_notation(state, item) for item in state.stack]
        if any(item.flags for item in state.stack):
            out["answered"] = True
    if state.pending or state.placed:
        out["waiting"] = [item_notation(state, item) for item in state.pending]
        out["placed"] = [item_notation(state, item) for item in state.placed]
        out["place"] = PLACES[state.where]
    if state.wait:
        out["choose"] = [state.wait[0], item_notation(state, state.wait[1])]
    if state.phase == MULLIGAN:
        out["kept"] = state.kept
    if state.phase == OVER:
        out["winner"] = (*names, "draw")[state.winner]
    out["pieces"] = {name: {} for name in names}
    for field in sorted(state.at):
        piece = state.at[field]
        entry: dict[str, Any] = {"card": cards[piece.kind], "points": piece.points}
        if piece.die:
            entry["die"] = piece.die
        if piece.under:
            entry["under"] = [f"{names[owner]} {cards[kind]}" for kind, owner in piece.under]
        if piece.until_end[:2] != (0, 0):
            entry["until_end"] = list(piece.until_end[:2])
        if piece.until_end[2]:
            entry["gains"] = [name for name, bit in KEYWORDS.items() if piece.until_end[2] & bit]
        out["pieces"][names[piece.owner]][FIELDS[field]] = entry
    for seat, name in enumerate(names):
        out[name] = {
            "hand": [cards[k] for k in state.hand[seat]],
            "library": [cards[k] for k in state.library[seat]],
            "graveyard": [cards[k] for k in state.grave[seat]],
            "energy": _pool(state.pool[seat]),
            "winning": state.winning[seat],
        }
    return out


def _pool(pool: Cost) -> dict[str, int]:
    return {colour: n for colour, n in zip(COLOURS, pool, strict=True) if n}
