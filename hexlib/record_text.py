"""Reading and writing the text of a record. The text may come from a stranger: everything is bounded and checked.

Nothing is built before all of it is checked, and every failure is a ``RecordError`` with the key and, where it can be
found, the line.
"""

from __future__ import annotations

import math
import re
import tomllib
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NoReturn

from hexlib.game import Game, IllegalAction, NotationError, PositionError, State
from hexlib.record import FORMAT, Ask, Branch, Expect, GameMaker, Illegal, Record, RecordError, Step
from hexlib.record_lines import Key, line_of, show
from hexlib.spelling import nearest

__all__ = ["MAX_BRANCHES", "MAX_BYTES", "MAX_DEPTH", "MAX_MOVES", "MAX_STEPS", "MAX_STRING", "nearest", "read"]

MAX_BYTES = 256 * 1024
MAX_STEPS = 400
"""Of one line, and of all branches together."""
MAX_MOVES = 4000
"""Of a whole game, before the first step."""
MAX_BRANCHES = 12
MAX_DEPTH = 8
MAX_STRING = 2000
MAX_VALUES = 20_000
MAX_NAME = 120
MAX_PERSON = 40
"""Length of a key, a title, a section or a name."""
MAX_LIST = 400
MAX_INT = 2**64 - 1

_DEEP_KEY = re.compile(r"""(?:(?:(?<![A-Za-z0-9_-])[A-Za-z0-9_-]+|"[^"\n]*"|'[^'\n]*')[ \t]*\.[ \t]*){16}""")
_SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_BIDI = frozenset("\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_TOP = (
    "format", "game", "title", "section", "shows", "seat", "intro", "outcome",
    "moves", "table", "options", "rulings", "setup", "position", "step", "branch",
)  # fmt: skip
_STEP = ("action", "say", "rules", "decisive", "ask", "expect")
_ASK = ("question", "choices", "answer", "why")
_BRANCH = ("name", "title", "outcome", "after", "step")
_EXPECT = ("events", "not_events", "legal", "illegal", "legal_count")


def _quote(value: object) -> str:
    """A value in a message, cut short and without control characters."""
    try:
        text = repr(value)
    except ValueError:  # an integer with more digits than Python wants to print
        text = "a number that is far too large"
    return text if len(text) <= 60 else text[:57] + "..."


def _kind(value: object) -> str:
    names = {bool: "true or false", int: "a whole number", float: "a number", str: "a text", list: "a list"}
    return "a table" if isinstance(value, dict) else names.get(type(value), "a date or time")


class _Reader:
    """Checks values while it reads them; knows the text, so that errors have a line."""

    def __init__(self, text: str, source: str) -> None:
        self.text = text
        self.source = source

    def fail(self, key: Key, message: str) -> NoReturn:
        raise RecordError(message, key=show(key), line=line_of(self.text, key) if key else 0, source=self.source)

    def whole(self, data: Mapping[str, Any]) -> None:
        """Bounds on depth, number and size of everything, before any meaning is looked at."""
        count = 0
        stack: list[tuple[Key, Any, int]] = [((), data, 0)]
        while stack:
            key, value, depth = stack.pop()
            count += 1
            if count > MAX_VALUES:
                self.fail((), f"a record has at most {MAX_VALUES} values")
            if depth > MAX_DEPTH:
                self.fail(key, f"this is nested deeper than {MAX_DEPTH} tables")
            if isinstance(value, dict):
                for name, inner in value.items():
                    self.name(key, name)
                    stack.append(((*key, name), inner, depth + 1))
            elif isinstance(value, list):
                most = MAX_MOVES if key == ("moves",) else MAX_LIST
                if len(value) > most:
                    self.fail(key, f"a list has at most {most} entries, this has {len(value)}")
                # A list of tables does not count as a level of its own: [[step]] is one.
                for i, inner in enumerate(value):
                    stack.append(((*key, i), inner, depth if isinstance(inner, dict) else depth + 1))
            else:
                self.scalar(key, value)

    def name(self, key: Key, name: str) -> None:
        if not name or len(name) > MAX_NAME or not _clean(name, False):
            self.fail(key, f"{_quote(name)} cannot be a key: a key has 1 to {MAX_NAME} printable characters")

    def scalar(self, key: Key, value: object) -> None:
        if isinstance(value, str):
            if len(value) > MAX_STRING:
                self.fail(key, f"a text has at most {MAX_STRING} characters, this has {len(value)}")
            if not _clean(value, True):
                self.fail(key, "this text holds a control character; only line breaks are allowed")
        elif isinstance(value, bool):
            return
        elif isinstance(value, int):
            if abs(value) > MAX_INT:
                self.fail(key, "this number is too large")
        elif isinstance(value, float):
            if not math.isfinite(value):
                self.fail(key, f"{_quote(value)} is not a number that can be compared")
        else:
            self.fail(key, "a record holds no dates or times")

    def known(self, key: Key, table: Mapping[str, Any], names: Sequence[str], more: Iterable[str] = ()) -> None:
        for name in table:
            if name not in names and name not in more:
                self.fail((*key, name), f"unknown key {name!r}; {nearest(name, [*names, *more])}")

    def typed(self, key: Key, value: Any, kind: type, what: str) -> Any:
        if type(value) is not kind:
            self.fail(key, f"must be {what}, not {_kind(value)}")
        return value

    def table(self, key: Key, value: Any) -> dict[str, Any]:
        table: dict[str, Any] = self.typed(key, value, dict, "a table")
        return table

    def prose(self, table: Mapping[str, Any], key: Key, name: str, need: bool = False) -> str:
        """A text that may run over several lines."""
        if name not in table:
            if need:
                self.fail(key, f"{name} is missing")
            return ""
        text: str = self.typed((*key, name), table[name], str, "a text")
        if need and not text.strip():
            self.fail((*key, name), "must not be empty")
        return text

    def label(self, table: Mapping[str, Any], key: Key, name: str, need: bool = False, most: int = MAX_NAME) -> str:
        """A short text of one line."""
        text = self.prose(table, key, name, need)
        if "\n" in text or len(text) > most:
            self.fail((*key, name), f"must be one line of at most {most} characters")
        return text

    def labels(self, table: Mapping[str, Any], key: Key, name: str) -> tuple[str, ...]:
        value = self.typed((*key, name), table.get(name, []), list, "a list of texts")
        for i, entry in enumerate(value):
            self.typed((*key, name, i), entry, str, "a text")
            if not entry or "\n" in entry:
                self.fail((*key, name, i), "must be one line, and not empty")
        return tuple(value)

    def count(self, table: Mapping[str, Any], key: Key, name: str, most: int) -> int | None:
        if name not in table:
            return None
        value: int = self.typed((*key, name), table[name], int, "a whole number")
        if not 0 <= value <= most:
            self.fail((*key, name), f"must be from 0 to {most}, not {_quote(value)}")
        return value

    def rules(self, key: Key, ids: Sequence[str], game: Game) -> tuple[str, ...]:
        for i, rule in enumerate(ids):
            if rule not in game.rulebook.statements:
                self.fail((*key, i), f"there is no statement {rule!r}; {nearest(rule, game.rulebook.statements)}")
        return tuple(ids)

    def action(self, key: Key, text: str, game: Game) -> str:
        try:
            game.parse_action(text)
        except NotationError as error:
            self.fail(key, str(error))
        return text


def _clean(text: str, lines: bool) -> bool:
    """Whether the text is free of control characters and of marks that turn its direction round."""
    if text.isascii() and text.isprintable():
        return True
    return not any(c in _BIDI or (unicodedata.category(c) in ("Cc", "Cs") and not (lines and c == "\n")) for c in text)


def read(text: str, source: str, games: GameMaker) -> Record:
    """The record that the text holds; see :func:`hexlib.record.loads`."""
    reader = _Reader(text, source)
    data = _parse(reader)
    reader.whole(data)
    return _record(reader, data, games)


def _parse(reader: _Reader) -> dict[str, Any]:
    text = reader.text
    size = len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))
    if size > MAX_BYTES:
        reader.fail((), f"a record has at most {MAX_BYTES // 1024} kB, this has {size // 1024 + 1}")
    deep = _DEEP_KEY.search(text)
    if deep:
        line = text.count("\n", 0, deep.start()) + 1
        raise RecordError("a key with so many dots is nested too deep", line=line, source=reader.source)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r" \(at line (\d+), column \d+\)$| \(at end of document\)$", str(error))
        message = str(error)[: found.start()] if found else str(error)
        line = int(found.group(1)) if found and found.group(1) else text.count("\n") + 1
        message = f"this is not TOML: {message[:1].lower()}{message[1:]}"
        raise RecordError(message[:300], line=line, source=reader.source) from None
    except RecursionError:
        reader.fail((), f"this is nested deeper than {MAX_DEPTH} tables")
    except ValueError:  # a number with thousands of digits, a date that is none
        reader.fail((), "this is not TOML: it holds a number or a date that cannot be read")


def _record(reader: _Reader, data: dict[str, Any], games: GameMaker) -> Record:
    reader.known((), data, _TOP)
    if "format" not in data:
        reader.fail((), f"format is missing; a record begins with format = {FORMAT}")
    if reader.typed(("format",), data["format"], int, "a whole number") != FORMAT:
        reader.fail(("format",), f"this is format {_quote(data['format'])}; only format {FORMAT} can be read")
    rulings = _rulings(reader, data)
    game = _game(reader, reader.label(data, (), "game", need=True), rulings, games)
    options = _options(reader, data, game)
    try:
        game = game.with_options(options)
    except ValueError as error:
        reader.fail(("options",), str(error))
    seat = reader.label(data, (), "seat")
    if seat and seat not in game.seats:
        reader.fail(("seat",), f"there is no seat {seat!r}; {nearest(seat, game.seats)}")
    shows = reader.rules(("shows",), reader.labels(data, (), "shows"), game)
    if len(shows) > 3 or len(set(shows)) != len(shows):
        reader.fail(("shows",), "a record shows at most three statements, each once")
    section = reader.label(data, (), "section", most=200)
    if section and section not in game.rulebook.sections:
        reader.fail(("section",), f"there is no section {section!r}; {nearest(section, game.rulebook.sections)}")
    steps = _steps(reader, data, (), game)
    if not steps:
        reader.fail((), "a record has at least one [[step]]")
    branches = _branches(reader, data, game, len(steps))
    if len(steps) + sum(len(b.steps) for b in branches) > MAX_STEPS:
        reader.fail((), f"a record has at most {MAX_STEPS} steps")
    position, seed = _start(reader, data, game)
    moves = reader.labels(data, (), "moves")
    if moves:
        _play(reader, game.new_initial_state(seed=seed) if position is None else game.position(position), moves)
    return Record(
        game=game,
        title=reader.label(data, (), "title", need=True),
        steps=steps,
        section=section,
        shows=shows,
        seat=seat,
        intro=reader.prose(data, (), "intro"),
        outcome=reader.prose(data, (), "outcome"),
        branches=branches,
        position=position,
        seed=seed,
        rulings=rulings,
        options=options,
        moves=moves,
        table=_table(reader, data, game),
        source=reader.source,
    )


def _options(reader: _Reader, data: dict[str, Any], game: Game) -> dict[str, str]:
    options = reader.table(("options",), data.get("options", {}))
    for name, value in options.items():
        reader.typed(("options", name), value, str, "the name of a choice")
        try:
            game.with_options({name: value})
        except ValueError as error:
            reader.fail(("options", name), str(error))
    return options


def _play(reader: _Reader, state: State, moves: Sequence[str]) -> None:
    """See that the moves can be played one after the other."""
    for i, move in enumerate(moves):
        if len(move) > 400:
            reader.fail(("moves", i), "an action has at most 400 characters")
        try:
            state.apply_action(state.game.parse_action(move))
        except NotationError as error:
            reader.fail(("moves", i), str(error))
        except IllegalAction as error:
            reader.fail(("moves", i), str(error.verdict))


def _table(reader: _Reader, data: dict[str, Any], game: Game) -> dict[str, Any]:
    from hexlib.opponents import OPPONENTS

    key: Key = ("table",)
    table = reader.table(key, data.get("table", {}))
    reader.known(key, table, ("seats", "names", "open", "every_window", "seed"))
    kinds = ("person", *OPPONENTS)
    for i, kind in enumerate(seats := reader.labels(table, key, "seats")):
        if kind not in kinds:
            reader.fail((*key, "seats", i), f"{_quote(kind)} plays no seat; there are {', '.join(kinds)}")
    if seats and len(seats) != game.num_players:
        reader.fail((*key, "seats"), f"the game has {game.num_players} seats, this names {len(seats)}")
    out: dict[str, Any] = {"seats": list(seats)} if seats else {}
    names = reader.labels(table, key, "names")
    if names and len(names) != game.num_players:
        reader.fail((*key, "names"), f"the game has {game.num_players} seats, this has {len(names)} names")
    for i, name in enumerate(names):
        if len(name) > MAX_PERSON:
            reader.fail((*key, "names", i), f"a name has at most {MAX_PERSON} characters")
    if names:
        out["names"] = list(names)
    for name in ("open", "every_window"):
        if name in table:
            out[name] = reader.typed((*key, name), table[name], bool, "true or false")
    if "seed" in table:
        out["seed"] = reader.count(table, key, "seed", MAX_INT)
    return out


def _rulings(reader: _Reader, data: dict[str, Any]) -> dict[str, str | int]:
    rulings = reader.table(("rulings",), data.get("rulings", {}))
    for name, value in rulings.items():
        if type(value) not in (str, int):
            reader.fail(("rulings", name), f"must be the name of a reading or a whole number, not {_kind(value)}")
    return rulings


def _game(reader: _Reader, name: str, rulings: Mapping[str, str | int], games: GameMaker) -> Game:
    try:
        games(name, {})
    except (KeyError, ValueError) as error:
        reader.fail(("game",), _said(error))
    for ruling, value in rulings.items():  # one by one, so that the error has a key
        try:
            games(name, {ruling: value})
        except (KeyError, ValueError, TypeError) as error:
            reader.fail(("rulings", ruling), _said(error))
    try:
        return games(name, rulings)
    except (KeyError, ValueError, TypeError) as error:
        reader.fail(("rulings",), _said(error))


def _said(error: Exception) -> str:
    return str(error.args[0]) if isinstance(error, KeyError) and error.args else str(error)


def _start(reader: _Reader, data: dict[str, Any], game: Game) -> tuple[dict[str, Any] | None, int | None]:
    if ("position" in data) == ("setup" in data):
        reader.fail((), "a record has either a [position] or a [setup] with a seed")
    if "setup" in data:
        setup = reader.table(("setup",), data["setup"])
        reader.known(("setup",), setup, ("seed",))
        seed = reader.count(setup, ("setup",), "seed", MAX_INT)
        if seed is None:
            reader.fail(("setup",), "seed is missing")
        return None, seed
    position = reader.table(("position",), data["position"])
    try:
        game.position(position)
    except PositionError as error:
        message = str(error).removeprefix(f"{error.key}: ")
        reader.fail(("position", *_path(error.key)), message)
    except NotationError as error:
        reader.fail(("position",), str(error))
    return position, None


def _path(dotted: str) -> Key:
    """The parts of a key's path as a game writes it; field names with a dot stand in quotes."""
    parts: list[str | int] = []
    for quoted, name, place in re.findall(r'"([^"]*)"|([^."\[\]]+)|\[(\d+)\]', dotted):
        parts.append(int(place) - 1 if place else quoted or name)
    return tuple(parts)


def _steps(reader: _Reader, table: Mapping[str, Any], key: Key, game: Game) -> tuple[Step, ...]:
    where = (*key, "step")
    entries = reader.typed(where, table.get("step", []), list, "a list of steps, each under [[step]]")
    return tuple(_step(reader, entry, (*where, i), game) for i, entry in enumerate(entries))


def _step(reader: _Reader, entry: Any, key: Key, game: Game) -> Step:
    table = reader.table(key, entry)
    reader.known(key, table, _STEP)
    action = reader.label(table, key, "action", most=400)
    if action:
        reader.action((*key, "action"), action, game)
    elif "action" in table:
        reader.fail((*key, "action"), "is empty; leave it out for a step that only looks")
    return Step(
        action=action,
        say=reader.prose(table, key, "say"),
        rules=reader.rules((*key, "rules"), reader.labels(table, key, "rules"), game),
        decisive=reader.typed((*key, "decisive"), table.get("decisive", False), bool, "true or false"),
        ask=_ask(reader, table["ask"], (*key, "ask")) if "ask" in table else None,
        expect=_expect(reader, table.get("expect", {}), (*key, "expect"), game),
    )


def _ask(reader: _Reader, entry: Any, key: Key) -> Ask:
    table = reader.table(key, entry)
    reader.known(key, table, _ASK)
    choices = reader.labels(table, key, "choices")
    answer = reader.label(table, key, "answer", need=True)
    if not 2 <= len(choices) <= 8 or len(set(choices)) != len(choices):
        reader.fail((*key, "choices"), "there must be 2 to 8 choices, all different")
    if answer not in choices:
        reader.fail((*key, "answer"), f"{answer!r} is not one of the choices")
    return Ask(reader.prose(table, key, "question", need=True), choices, answer, reader.prose(table, key, "why"))


def _expect(reader: _Reader, entry: Any, key: Key, game: Game) -> Expect:
    table = reader.table(key, entry)
    reader.known(key, table, _EXPECT, game.measures)
    return Expect(
        measures={name: value for name, value in table.items() if name not in _EXPECT},
        events=reader.labels(table, key, "events"),
        not_events=reader.labels(table, key, "not_events"),
        legal=tuple(
            reader.action((*key, "legal", i), text, game) for i, text in enumerate(reader.labels(table, key, "legal"))
        ),
        illegal=_illegal(reader, table.get("illegal", []), (*key, "illegal"), game),
        legal_count=reader.count(table, key, "legal_count", 1_000_000),
    )


def _illegal(reader: _Reader, entries: Any, key: Key, game: Game) -> tuple[Illegal, ...]:
    out = []
    for i, entry in enumerate(reader.typed(key, entries, list, "a list of { action, rule }")):
        where = (*key, i)
        table = reader.table(where, entry)
        reader.known(where, table, ("action", "rule"))
        action = reader.action((*where, "action"), reader.label(table, where, "action", True, 400), game)
        rule = table.get("rule", [])
        ids = reader.labels({"rule": [rule] if isinstance(rule, str) else rule}, where, "rule")
        if not ids:
            reader.fail(where, "rule is missing: the statement that forbids the action")
        out.append(Illegal(action, reader.rules((*where, "rule"), ids, game)))
    return tuple(out)


def _branches(reader: _Reader, data: dict[str, Any], game: Game, main: int) -> tuple[Branch, ...]:
    entries = reader.typed(("branch",), data.get("branch", []), list, "a list of branches, each under [[branch]]")
    if len(entries) > MAX_BRANCHES:
        reader.fail(("branch",), f"a record has at most {MAX_BRANCHES} branches, this has {len(entries)}")
    out: list[Branch] = []
    for i, entry in enumerate(entries):
        key: Key = ("branch", i)
        table = reader.table(key, entry)
        reader.known(key, table, _BRANCH)
        name = reader.label(table, key, "name", need=True)
        if not _SLUG.fullmatch(name):
            reader.fail((*key, "name"), f"{name!r} is not a name; write small letters, digits and hyphens")
        if any(b.name == name for b in out):
            reader.fail((*key, "name"), f"there are two branches {name!r}")
        after = reader.count(table, key, "after", main)
        steps = _steps(reader, table, key, game)
        if not steps:
            reader.fail(key, "a branch has at least one [[branch.step]]")
        title = reader.label(table, key, "title", need=True)
        out.append(Branch(name, title, reader.prose(table, key, "outcome"), main if after is None else after, steps))
    return tuple(out)
