"""The start of a game, and positions as records have them; ``writing.py`` writes them.

A position names seats by name and cards by name. With ``hexes`` a step begins (windows first); otherwise ``phase`` says
what is next: ``"cast"`` (the default), ``"dealt"`` (dealt cards are to be played), ``"deal"`` or ``"least"``. What lies
in the middle of a step is written out exactly under ``agenda``, ``ready`` and ``asked``; people need not write these.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from hexlib.game import PositionError, Rng
from hexlib.hex_hex import turn
from hexlib.hex_hex.actions import NAMES
from hexlib.hex_hex.flight import way
from hexlib.hex_hex.frames import (
    ARRIVE,
    BY_COMMAND,
    CARD,
    CAST,
    DEAL,
    DEALT,
    END,
    HEXCARD,
    HEXED,
    KEEP,
    LEAST,
    NEXT,
    OFF,
    OPPOSITE,
    PHASES,
    RACE,
    REACT,
    REVENGE,
    SHOW,
    STACK,
    STEP,
    WINDOWS,
    Entry,
    Frame,
    Hex,
)  # fmt: skip
from hexlib.hex_hex.laws import LawError, read_laws
from hexlib.hex_hex.pieces import shuffled
from hexlib.hex_hex.writing import STAGES, WAYS
from hexlib.spelling import meant

if TYPE_CHECKING:
    from hexlib.hex_hex.game import HexHex
    from hexlib.hex_hex.state import HexHexState

__all__ = ["blank", "initial_state", "read_position"]

MOST_CARDS = 400
_KEYS = (
    "round", "first_dealer", "dealer", "caster", "passer", "phase", "hexes", "next_hex", "step_from", "deck", "discard",
    "buried", "seed", "laws", "agenda", "ready", "asked", "lost", "tally", "winner",
)  # fmt: skip
_SEAT_KEYS = (
    "voice", "start_voice", "hand", "played", "spent", "down", "standing", "charmed_by", "commanded_by", "firsts",
    "foretold", "borrowed", "lent", "pox", "rights", "by_law",
)  # fmt: skip
_PHASE = {"cast": CAST, "dealt": DEALT, "deal": DEAL, "least": LEAST}


def blank(game: HexHex) -> HexHexState:
    """A state with nothing on the table and nothing to do."""
    from hexlib.hex_hex.state import HexHexState

    n = game.rules.n
    state: HexHexState = HexHexState.__new__(HexHexState)
    state.game = game
    state.agenda = [(END,)]
    state.asked = 0
    state.round = 1
    state.first_dealer = state.dealer = 0
    state.caster = state.passer = 1
    start = 0 if "hexhex.setup.voice_start_five=zero" in game.rules.broken else 5
    state.voice = [start] * n
    state.start_voice = (start,) * n
    state.hand, state.played, state.spent, state.down = [()] * n, [()] * n, [()] * n, [()] * n
    state.standing, state.borrowed, state.lent, state.granted = [()] * n, [()] * n, [()] * n, ((),) * n
    state.deck, state.discard, state.buried = [], [], []
    state.hexes, state.ready, state.lost = [], [], ()
    state.next_hex = state.step_from = 1
    state.charmed, state.command, state.firsts = [0] * n, [-1] * n, [0] * n
    state.foretold = 0
    state.pox, state.rights, state.tally = [0] * n, [0] * n, [0] * len(game.rules.counted)
    state.laws = game.laws
    state.rng = 0
    state.winner = -1
    state.cached = None
    return state


def initial_state(game: HexHex, seed: int, dealer: int | None = None) -> HexHexState:
    """The deck is shuffled, a dealer is drawn, and the first hands are dealt (Setting Up)."""
    rng = Rng(seed)
    state = blank(game)
    state.deck = shuffled(rng, game.rules.deck)
    first = rng.below(game.rules.n)  # drawn in any case, so that the same seed means the same cards
    state.first_dealer = state.dealer = first if dealer is None else dealer
    state.caster = (state.dealer + 1) % game.rules.n
    state.rng = rng.state
    turn.begin_round(state, None)
    turn.run(state, None)
    return state


# -- reading -----------------------------------------------------------------------------------------------------------


class _Reader:
    def __init__(self, game: HexHex, data: Mapping[str, Any]) -> None:
        self.game, self.data, self.n = game, data, game.rules.n

    def fail(self, key: str, message: str) -> PositionError:
        return PositionError(key, message)

    def number(self, table: Mapping[str, Any], key: str, default: int, low: int, high: int, path: str = "") -> int:
        value = table.get(key, default)
        if type(value) is not int or not low <= value <= high:
            raise self.fail(path + key, f"must be a whole number from {low} to {high}, not {value!r}")
        return value

    def seat(self, value: Any, key: str, nobody: bool = False) -> int:
        if nobody and value in ("-", "", None):
            return -1
        if value not in NAMES[: self.n]:
            raise self.fail(key, f"there is no player {value!r}; there are {', '.join(NAMES[: self.n])}")
        return NAMES.index(value)

    def strings(self, table: Mapping[str, Any], key: str, path: str = "") -> list[str]:
        value = table.get(key, [])
        if not isinstance(value, (list, tuple)) or len(value) > MOST_CARDS:
            raise self.fail(path + key, f"must be a list of at most {MOST_CARDS} texts")
        for entry in value:
            if not isinstance(entry, str):
                raise self.fail(path + key, f"must be a list of texts, but holds {entry!r}")
        return list(value)

    def card(self, value: str, key: str) -> str:
        if value not in self.game.rules.cards:
            raise self.fail(key, f"there is no card {value!r}{meant(value, self.game.rules.cards)}")
        return value

    def cards(self, table: Mapping[str, Any], key: str, path: str = "") -> tuple[str, ...]:
        return tuple(self.card(c, path + key) for c in self.strings(table, key, path))

    def hex(self, text: str, key: str) -> Hex:
        words = text.split()
        form = f'{text!r} is not a Hex; write "#1 Ann > Bob rot"'
        if len(words) < 4 or words[2] != ">" or not re.fullmatch(r"#\d{1,3}", words[0]):
            raise self.fail(key, form)
        num, sender, holder = int(words[0][1:]), self.seat(words[1], key), self.seat(words[3], key)
        tokens, challenger = [], -1
        direction = way(self, sender, holder)  # type: ignore[arg-type]
        for word in words[4:]:
            if word == "challenged":
                challenger = sender
            elif word.startswith("challenged-by-"):
                challenger = self.seat(word.removeprefix("challenged-by-"), key)
            elif word in WAYS.values():
                direction = next(k for k, v in WAYS.items() if v == word)
            else:
                card = self.game.rules.cards[self.card(word, key)]
                if not card.token:
                    raise self.fail(key, f"{card.title} has no dot, so no token of it lies on a Hex")
                tokens.append(word)
        return Hex(num, holder, sender, direction, tuple(tokens), challenger)


def read_position(game: HexHex, data: Mapping[str, Any]) -> HexHexState:
    """The state that a record's ``[position]`` describes.

    Raises:
        PositionError: unknown key, wrong type or impossible position, with the key's path.
    """
    if not isinstance(data, Mapping):
        raise PositionError("", "a position is a table")
    reader = _Reader(game, data)
    n = reader.n
    seats = NAMES[:n]
    for key in data:
        if key not in _KEYS and key not in seats:
            raise PositionError(str(key), f"unknown key{meant(key, [*_KEYS, *seats])}")
    state = blank(game)
    state.round = reader.number(data, "round", 1, 1, 999)
    _read_hexes(reader, state)
    # Unless it is said otherwise, the oldest Hex is the one that was cast, from the dealer's left.
    first = min(state.hexes).sender if state.hexes else 1
    usual = seats[first - 1] if "caster" not in data else seats[(reader.seat(data["caster"], "caster") - 1) % n]
    state.dealer = reader.seat(data.get("dealer", usual), "dealer")
    state.first_dealer = reader.seat(
        data.get("first_dealer", seats[(state.dealer - state.round + 1) % n]), "first_dealer"
    )
    state.caster = reader.seat(data.get("caster", seats[(state.dealer + 1) % n]), "caster")
    state.passer = reader.seat(data.get("passer", seats[state.caster]), "passer")
    state.rng = reader.number(data, "seed", 0, 0, 2**64 - 1)
    for s in range(n):
        _read_seat(reader, state, s)
    _read_piles(reader, state)
    if "laws" in data:
        try:
            state.laws = read_laws(data["laws"] if isinstance(data["laws"], (list, tuple)) else [data["laws"]])
        except LawError as error:
            raise PositionError("laws", str(error)) from None
    if "agenda" in data:
        _read_agenda(reader, state)
        _sound(state)
    else:
        _begin(reader, state)
    return state


def _read_seat(reader: _Reader, state: HexHexState, s: int) -> None:
    name = NAMES[s]
    table = reader.data.get(name, {})
    path = f"{name}."
    if not isinstance(table, Mapping):
        raise reader.fail(name, "must be a table")
    for key in table:
        if key not in _SEAT_KEYS:
            raise reader.fail(path + str(key), f"unknown key; a player has {', '.join(_SEAT_KEYS)}")
    state.voice[s] = reader.number(table, "voice", state.voice[s], -999, 999, path)
    start = list(state.start_voice)
    start[s] = reader.number(table, "start_voice", state.voice[s], -999, 999, path)
    state.start_voice = tuple(start)
    foretold = table.get("foretold", False)
    if type(foretold) is not bool:
        raise reader.fail(path + "foretold", "must be true or false")
    hand = reader.cards(table, "hand", path)
    if foretold:
        state.foretold |= 1 << s
        state.hand[s] = hand
    else:
        state.hand[s] = tuple(sorted(hand, key=state.game.rules.order))
    state.played[s] = reader.cards(table, "played", path)
    state.spent[s] = reader.cards(table, "spent", path)
    state.down[s] = reader.cards(table, "down", path)
    standing = []
    for text in reader.strings(table, "standing", path):
        card, _, who = text.partition(" > ")
        reader.card(card, path + "standing")
        if not state.game.rules.cards[card].standing:
            raise reader.fail(path + "standing", f"{card!r} is no Standing Effect")
        standing.append((card, reader.seat(who, path + "standing", nobody=True)))
        if state.game.rules.cards[card].names and not who:
            raise reader.fail(path + "standing", f'{card!r} names a player; write "{card} > Bob"')
        if who == name:
            raise reader.fail(path + "standing", f"{card!r} names another player")
    state.standing[s] = tuple(standing)
    granted = reader.cards(table, "by_law", path)
    if Counter(granted) - Counter(c for c, _ in standing):
        raise reader.fail(path + "by_law", "names Standing Effects of this player's standing")
    state.granted = (*state.granted[:s], granted, *state.granted[s + 1 :])
    for who in reader.strings(table, "charmed_by", path):
        state.charmed[s] |= 1 << reader.seat(who, path + "charmed_by")
    state.command[s] = reader.seat(table.get("commanded_by", "-"), path + "commanded_by", nobody=True)
    if state.charmed[s] >> s & 1 or state.command[s] == s:
        raise reader.fail(path + "charmed_by" if state.charmed[s] >> s & 1 else path + "commanded_by", "names another")
    state.firsts[s] = reader.number(table, "firsts", len(state.played[s]), 0, 99, path)
    borrowed = []
    for text in reader.strings(table, "borrowed", path):
        card, _, who = text.partition(" < ")
        borrowed.append((reader.card(card, path + "borrowed"), reader.seat(who, path + "borrowed")))
    state.borrowed[s] = tuple(borrowed)
    state.lent[s] = reader.cards(table, "lent", path)
    if len(state.lent[s]) > MOST_CARDS:
        raise reader.fail(path + "lent", "these are too many cards")
    state.pox[s] = reader.number(table, "pox", 0, 0, 99, path)
    state.rights[s] = reader.number(table, "rights", 0, 0, 99, path)


def _read_hexes(reader: _Reader, state: HexHexState) -> None:
    hexes = [reader.hex(text, "hexes") for text in reader.strings(reader.data, "hexes")]
    if len({h.num for h in hexes}) < len(hexes):
        raise reader.fail("hexes", "two Hexes have the same number")
    if any(h.num == 0 for h in hexes):
        raise reader.fail("hexes", "Hexes are counted from #1")
    if len(hexes) > 200:
        raise reader.fail("hexes", "there are at most 200 Hexes")
    rules = state.game.rules
    if any(h.holder == h.sender for h in hexes) and rules.on("hexhex.hexed.no_self_target") and not rules.comes_home:
        raise reader.fail("hexes", "nobody is both sender and Intended of a Hex")
    state.hexes = sorted(hexes)
    lowest = max((h.num for h in hexes), default=0) + 1
    state.next_hex = reader.number(reader.data, "next_hex", lowest, lowest, 1000)
    state.step_from = reader.number(reader.data, "step_from", state.next_hex, 1, state.next_hex)


def _read_piles(reader: _Reader, state: HexHexState) -> None:
    """The deck, top first. Without one it holds every card that is nowhere else, shuffled."""
    data, rules = reader.data, state.game.rules
    state.discard = list(reader.cards(data, "discard"))
    state.buried = list(reader.cards(data, "buried"))
    tally = data.get("tally")
    counted = rules.counted
    if tally is None:
        state.tally = [sum(p.count(name) for p in state.played) for name in counted]
    else:
        if not isinstance(tally, (list, tuple)) or len(tally) != len(counted):
            raise reader.fail("tally", f"must be a list of {len(counted)} numbers")
        for value in tally:
            if type(value) is not int or not 0 <= value <= 999:
                raise reader.fail("tally", "must be a list of numbers from 0 to 999")
        state.tally = list(tally)
    if "deck" in data:
        state.deck = list(reader.cards(data, "deck"))[::-1]
        return
    rest = Counter(dict(rules.set.copies)) + Counter(c for cards in state.granted for c in cards)
    for cards in (state.discard, state.buried, *state.hand, *state.played, *state.spent, *state.down):
        rest -= Counter(cards)
    for pairs in (*state.standing, *state.borrowed):
        rest -= Counter(c for c, _ in pairs)
    rng = Rng(state.rng)
    state.deck = shuffled(rng, sorted(rest.elements(), key=rules.order))
    state.rng = rng.state


def _begin(reader: _Reader, state: HexHexState) -> None:
    phase = reader.data.get("phase", "step" if state.hexes else "cast")
    if phase == "step":
        if not state.hexes:
            raise reader.fail("phase", "a step needs a Hex; give hexes")
        state.agenda = [(END,), (STEP,)]
    elif isinstance(phase, str) and phase in _PHASE:
        n = reader.n
        state.agenda = [(END,), (STEP,), (CAST,), (DEALT,), (DEAL,)]
        if phase == "dealt":
            state.agenda = state.agenda[:4]
        elif phase == "cast":
            state.agenda = state.agenda[:3]
        elif phase == "least":
            least = min(state.voice)
            lowest = [s for s in range(n) if state.voice[s] == least]
            if len(lowest) > 1:
                raise reader.fail("phase", "several have the least Voice; give the position of the round before")
            state.caster = lowest[0]
            state.agenda.append((LEAST, lowest[0]))
    elif phase == "end":
        state.agenda = [(END,)]
    else:
        raise reader.fail("phase", f"{phase!r} is not a phase; there are step, cast, dealt, deal, least and end")
    for key in ("ready", "lost", "asked", "winner"):
        if reader.data.get(key) not in (None, [], "-"):
            raise reader.fail(key, "is written together with agenda")
    turn.run(state, None)


def _read_agenda(reader: _Reader, state: HexHexState) -> None:
    frames = [_read_frame(reader, text) for text in reader.strings(reader.data, "agenda")]
    if not frames or len(frames) > 60:
        raise reader.fail("agenda", "has 1 to 60 entries")
    state.agenda = frames
    state.ready = [_read_entry(reader, text) for text in reader.strings(reader.data, "ready")]
    lost = reader.data.get("lost", [])
    if not isinstance(lost, (list, tuple)) or any(type(x) is not int for x in lost):
        raise reader.fail("lost", "must be a list of numbers")
    state.lost = tuple(lost)
    state.asked = reader.seat(reader.data.get("asked", NAMES[0]), "asked")
    state.winner = reader.seat(reader.data.get("winner", "-"), "winner", nobody=True)


def _mask(reader: _Reader, text: str) -> int:
    out = 0
    for name in text.split(",") if text != "-" else ():
        out |= 1 << reader.seat(name, "agenda")
    return out


def _read_frame(reader: _Reader, text: str) -> Frame:
    words = text.split()
    if not words or words[0] not in PHASES:
        raise reader.fail("agenda", f"{text[:60]!r} is no entry of an agenda")
    kind = PHASES.index(words[0])
    rest = words[1:]

    def seat(i: int) -> int:
        return reader.seat(rest[i], "agenda", nobody=True)

    def hexed(i: int) -> Hex:
        return reader.hex(rest[i].replace("/", " "), "agenda")

    def number(i: int) -> int:
        if not re.fullmatch(r"-?\d{1,4}", rest[i]):
            raise reader.fail("agenda", f"{rest[i]!r} is not a number")
        return int(rest[i])

    lengths = {
        ARRIVE: 1,
        REACT: 1,
        CARD: 6,
        HEXCARD: 7,
        OFF: 4,
        HEXED: 4,
        SHOW: 5,
        RACE: 2,
        KEEP: 1,
        LEAST: 1,
        REVENGE: 2,
        OPPOSITE: 3,
        STACK: 2,
    }
    if len(rest) != lengths.get(kind, 0):
        raise reader.fail("agenda", f"{text[:60]!r} has {len(rest)} parts, not {lengths.get(kind, 0)}")
    if kind in (ARRIVE, REACT):
        return kind, _mask(reader, rest[0])
    if kind == CARD:
        word = "" if rest[3] == "-" else rest[3]
        return kind, seat(0), reader.card(rest[1], "agenda"), seat(2), word, number(4), _mask(reader, rest[5])
    if kind == HEXCARD:
        card = reader.card(rest[1], "agenda")
        return kind, seat(0), card, hexed(2), seat(3), seat(4), number(5), _mask(reader, rest[6])
    if kind in (OFF, HEXED):
        return kind, hexed(0), seat(1), seat(2), number(3)
    if kind == SHOW:
        return kind, seat(0), rest[1], seat(2), number(3), number(4)
    if kind in (RACE, STACK):
        return kind, seat(0), reader.card(rest[1], "agenda")
    if kind == OPPOSITE:
        return kind, seat(0), reader.card(rest[1], "agenda"), seat(2)
    if kind in (KEEP, LEAST):
        return kind, seat(0)
    if kind == REVENGE:
        return kind, seat(0), number(1)
    return (kind,)


def _read_entry(reader: _Reader, text: str) -> Entry:
    words = text.split()
    if len(words) != 8 or words[0] not in STAGES:
        raise reader.fail("ready", f"{text[:60]!r} is no card that lies ready")
    stage, who, card, other, hexes, target, owner, chooser = words
    nums = [] if hexes == "-" else hexes.split(",")
    if not all(re.fullmatch(r"#\d{1,3}", x) for x in nums):
        raise reader.fail("ready", f"{hexes!r} are no Hexes")
    return Entry(
        reader.seat(who, "ready"),
        reader.card(card, "ready"),
        tuple(int(x[1:]) for x in nums),
        BY_COMMAND if target == "by-command" else reader.seat(target, "ready", nobody=True),
        "" if other == "-" else reader.card(other, "ready"),
        STAGES.index(stage),
        reader.seat(owner, "ready", nobody=True),
        reader.seat(chooser, "ready", nobody=True),
    )


_RESTS = ("over", "keep", "cast", "dealt", "least", "arrive", "borrow", "answer", "choose", "react", "card", "hexed",
          "hexcard", "show", "race", "revenge", "opposite", "stack")  # fmt: skip


def _sound(state: HexHexState) -> None:
    """An agenda that could have come about: what play can rest at, with what it needs."""
    if state.phase not in _RESTS:
        raise PositionError("agenda", f"play does not rest at {state.phase!r}")
    if state.phase != "over" and not any(f[0] in (END, NEXT) for f in state.agenda):
        raise PositionError("agenda", "holds no end of the round")
    nums = {h.num for h in state.hexes}
    for e in state.ready:
        if not e.hexes and not state.game.rules.cards[e.card].race and e.stage < 2:
            raise PositionError("ready", f"{e.card} answers no Hex")
        if any(x not in nums for x in e.hexes):
            raise PositionError("ready", f"{e.card} answers a Hex that is not there")
    if any(abs(x) not in nums for x in state.lost):
        raise PositionError("lost", "names a Hex that is not there")
    if state.phase == "answer" and not state.committing():
        raise PositionError("agenda", "nobody can answer a Hex")
    if state.phase == "answer" and state.asked not in state.committing():
        raise PositionError("asked", f"{NAMES[state.asked]} has no Hex to answer")
    if state.phase == "choose" and not any(
        e.target == BY_COMMAND and state.command[e.seat] == state.asked for e in state.ready
    ):
        raise PositionError("agenda", "there is nothing to choose")
    frame = state.agenda[-1]
    if frame[0] in WINDOWS:
        if not frame[-1] >> state.asked & 1 or not state.hand[state.asked]:
            raise PositionError("asked", f"{NAMES[state.asked]} is not asked in this window")
    elif frame[0] in (SHOW, KEEP, LEAST, REVENGE, CAST, HEXED, OPPOSITE, STACK):
        who = frame[1].holder if frame[0] == HEXED else state.caster if frame[0] == CAST else frame[1]
        if who != state.asked:
            raise PositionError("asked", f"it is for {NAMES[who]} to decide")
    if state.phase == "over" and state.winner < 0:
        raise PositionError("winner", "the game is over, so somebody has won")
