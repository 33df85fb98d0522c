"""A small game that shares nothing with the real ones: it proves that the controller and the widgets know only the
vocabulary of ``hexlib.game``.

Five fields a to e in a row and one point p. Each side has a piece; it moves to an empty neighbour, drops a stone from
its supply, lays its secret card, or hits any set of stones worth at most 2. The one who hits the last stone wins.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, ClassVar

from hexlib.draw.scene import Circle, Layer, Path, Scene, Spot, Text, Use
from hexlib.game import (
    TABLE,
    TERMINAL,
    Action,
    Break,
    Event,
    Game,
    NotationError,
    Pick,
    Reason,
    Rng,
    Side,
    State,
    Verdict,
    View,
)
from hexlib.rules import Rulebook, parse

FIELDS = "abcde"
BOOK = parse(
    "toy",
    """
[[chapter]]
slug = "play"
title = "Play"
sections = ["Play"]
"""
    + "".join(
        f'[[statement]]\nid = "toy.{name}"\nsection = "Play"\nkind = "prohibition"\ntext = "{text}"\n'
        for name, text in {
            "move.neighbour": "A piece moves to a neighbour <only>.",
            "move.empty": "A field holds one thing.",
            "hit.two": "One hit destroys stones worth at most 2.",
            "drop.supply": "Stones come from the supply.",
        }.items()
    ),
    "",
)


@dataclass(frozen=True, slots=True)
class Do(Action):
    words: tuple[str, ...]

    def __str__(self) -> str:
        return " ".join(self.words)


class RowView(View):
    __slots__ = ("cards", "on", "seat", "state")

    def __init__(self, state: RowState, seat: int | None) -> None:
        self.seat = seat
        self.state = state.clone()
        self.cards = [c if seat in (TABLE, i) else None for i, c in enumerate(state.cards)]

    def facts(self) -> Mapping[str, Any]:
        return {"stones": len(self.state.stones)}

    def sides(self) -> tuple[Side, ...]:
        laid = self.state.laid
        return tuple(
            Side(i, name, "to act" if i == self.state.turn else "", str(3 * (laid[i] and self.seat == i)))
            for i, name in enumerate(self.state.game.seats)
        )

    def headline(self) -> str:
        return f"{len(self.state.stones)} stones"

    def determinize(self, rng: Rng) -> State:
        return self.state.clone()


class RowState(State):
    __slots__ = ("cards", "game", "laid", "pieces", "stones", "supply", "turn", "won")
    game: Row

    def __init__(self, game: Row) -> None:
        self.game = game
        self.pieces = ["a", "e"]
        self.stones = {"c": 1}
        self.supply = [1, 1]
        self.cards = ["ace", "ace"]
        self.laid = [False, False]
        self.turn = 0
        self.won: str | None = None

    def current_player(self) -> int:
        return TERMINAL if self.won else self.turn

    def _candidates(self) -> list[Do]:
        out = [Do(("move", f"{self.pieces[self.turn]}-{f}")) for f in FIELDS]
        out += [Do(("drop", f)) for f in FIELDS]
        out += [Do(("lay", "ace")), Do(("pass",))]
        stones = sorted(self.stones)
        out += [Do(("hit", *s)) for n in range(1, len(stones) + 1) for s in combinations(stones, n)]
        return out

    def legal_actions(self, player: int | None = None) -> Sequence[Action]:
        return [] if self.won else [a for a in self._candidates() if self.explain(a)]

    def explain(self, action: Action) -> Verdict:
        assert isinstance(action, Do)
        kind, *rest = action.words
        reasons = []
        off = self.game.broken
        if kind == "move":
            source, _, target = rest[0].partition("-")
            if abs(ord(source) - ord(target)) != 1 and "toy.move.neighbour" not in off:
                far = f"{target} is {abs(ord(source) - ord(target))} fields from {source}."
                reasons.append(Reason("toy.move.neighbour", far, (target,), "Go by the next field."))
            if target in self.stones or target in self.pieces:
                reasons.append(Reason("toy.move.empty", f"{target} is taken.", (target,)))
        if kind == "drop":
            if not self.supply[self.turn]:
                reasons.append(Reason("toy.drop.supply", "No stone is left in your supply."))
            if rest[0] in self.stones or rest[0] in self.pieces:
                reasons.append(Reason("toy.move.empty", f"{rest[0]} is taken.", (rest[0],)))
        if kind == "hit" and sum(self.stones.get(f, 9) for f in rest) > 2 and "toy.hit.two" not in off:
            reasons.append(Reason("toy.hit.two", "That is worth more than 2.", tuple(rest)))
        if kind == "lay" and self.laid[self.turn]:
            reasons.append(Reason("toy.drop.supply", "Your card is laid already."))
        return Verdict(action, tuple(reasons))

    def push(self, action: Action) -> None:
        self._apply(action)

    def _apply(self, action: Action) -> list[Event]:
        assert isinstance(action, Do)
        kind, *rest = action.words
        name = self.game.seats[self.turn]
        events = [Event(kind, f"{name}: {action}.", ("toy.move.neighbour",) if kind == "move" else ())]
        if kind == "move":
            self.pieces[self.turn] = rest[0][-1]
        elif kind == "drop":
            self.stones[rest[0]] = 1
            self.supply[self.turn] -= 1
        elif kind == "lay":
            self.laid[self.turn] = True
            events = [
                Event("lay", f"{name} lays a card.", ()),
                Event("lay.card", f"It is the ace of {name}.", (), (), frozenset({self.turn})),
            ]
        elif kind == "hit":
            for f in rest:
                del self.stones[f]
            if not self.stones:
                self.won = name
        elif kind == "boom":
            self.pieces = ["broken", "half-applied"]
            raise RuntimeError("the engine fell over")
        self.turn = 1 - self.turn
        return events

    def clone(self) -> RowState:
        new = RowState(self.game)
        for slot in ("cards", "laid", "pieces", "supply"):
            setattr(new, slot, list(getattr(self, slot)))
        new.stones, new.turn, new.won = dict(self.stones), self.turn, self.won
        return new

    def returns(self) -> list[float]:
        return [0.0, 0.0]

    def view(self, seat: int | None) -> RowView:
        return RowView(self, seat)

    def position(self) -> dict[str, Any]:
        return {"pieces": list(self.pieces), "stones": "".join(sorted(self.stones)), "turn": self.turn}

    def __str__(self) -> str:
        return f"{self.pieces} {sorted(self.stones)}"


@dataclass(frozen=True)
class Row(Game):
    name: ClassVar[str] = "row"
    title: ClassVar[str] = "Row <of> five"
    prefix: ClassVar[str] = "toy"
    rulings: Mapping[str, str | int] = field(default_factory=dict, compare=False)
    broken: frozenset[str] = frozenset()

    @property
    def seats(self) -> tuple[str, ...]:
        return ("Ann", "Bob")

    @property
    def rulebook(self) -> Rulebook:
        return BOOK

    def breaks(self) -> Sequence[Break]:
        return [
            Break("toy.move.neighbour", "off", "A piece moves anywhere."),
            Break("toy.hit.two", "off", "A hit destroys anything."),
        ]

    def without(self, *rules: str) -> Row:
        for rule in rules:
            if rule not in {b.rule for b in self.breaks()}:
                raise KeyError(f"{rule!r} is not a rule that can be broken")
        return Row(self.rulings, self.broken | set(rules))

    def new_initial_state(self, seed: int | None = None) -> RowState:
        return RowState(self)

    def parse_action(self, text: str) -> Do:
        words = tuple(text.split())
        if not words or words[0] not in ("move", "drop", "lay", "pass", "hit", "boom"):
            raise NotationError(f"{text!r} is not an action; write move a-b")
        return Do(words)

    def position(self, data: Mapping[str, Any]) -> RowState:
        state = RowState(self)
        state.pieces = list(data.get("pieces", state.pieces))
        state.stones = dict.fromkeys(data.get("stones", "c"), 1)
        return state

    def scene(self, view: View, **options: Any) -> Scene:
        assert isinstance(view, RowView)
        places = {f: (40.0 + 80 * i, 50.0) for i, f in enumerate(FIELDS)}
        square = (Path("M-35 -35L35 -35L35 35L-35 35Z", "board.tint.a", "field.edge", 1.0),)
        pieces: list[Any] = [
            Circle(*places[f], 25, f"seat.{i}.fill", f"seat.{i}.edge", 2.0)
            for i, f in enumerate(view.state.pieces)
            if f in places
        ]
        pieces += [Text(*places[f], "stone", 12) for f in sorted(view.state.stones)]
        marks = [Circle(*places[f], 6, "hl.reachable") for f in options.get("targets", ()) if f in places]
        spots = tuple(Spot(f, x, y, 40, "field", f"field {f}") for f, (x, y) in places.items())
        return Scene(
            400,
            100,
            "Row",
            "five fields",
            (
                Layer("board", (Use("square", tuple(places.values())),)),
                Layer("zone", ()),
                Layer("pieces", tuple(pieces)),
                Layer("marks", tuple(marks)),
                Layer("hover", ()),
            ),
            (*spots, Spot("p", 80, 50, 10, "point", "point p")),
            {"square": square},
        )

    def picks(self, action: Action, view: View) -> tuple[Pick, ...]:
        assert isinstance(action, Do)
        kind, *rest = action.words
        if kind == "move":
            source, _, target = rest[0].partition("-")
            return (Pick("field", source, f"piece on {source}"), Pick("field", target, f"to {target}"))
        if kind == "drop":
            return (Pick("supply", "stone", "Stone"), Pick("field", rest[0]))
        if kind == "lay":
            return (Pick("card", rest[0], "Ace"),)
        if kind == "hit":
            return (
                Pick("button", "hit", "Hit stones"),
                *(Pick("field", f) for f in rest),
                Pick("button", "done", "Done"),
            )
        return (Pick("button", kind),)

    def intend(self, picks: Sequence[Pick], view: View) -> Action | None:
        kinds = [p.kind for p in picks]
        ids = [p.id for p in picks]
        if kinds == ["field", "field"]:
            return Do(("move", f"{ids[0]}-{ids[1]}"))
        if kinds == ["supply", "field"]:
            return Do(("drop", ids[1]))
        if kinds == ["card"]:
            return Do(("lay", ids[0]))
        if ids[:1] == ["hit"] and ids[-1] == "done":
            return Do(("hit", *sorted(ids[1:-1])))
        return Do((ids[0],)) if ids == ["pass"] else None

    def trays(self, view: View) -> Sequence[Pick]:
        assert isinstance(view, RowView)
        seats = range(2) if view.seat == TABLE else [view.seat]
        cards = [Pick("card", "ace", "Ace") for i in seats if i is not None and view.cards[i]]
        return [*cards, Pick("supply", "stone", "Stone")]

    @property
    def measures(self) -> Mapping[str, Callable[[Any], Any]]:
        return {
            "stones": lambda s: len(s.stones),
            "winner": lambda s: s.won or "none",
            "board": lambda s: {**dict.fromkeys(s.stones, "stone"), **dict(zip(s.pieces, s.game.seats, strict=True))},
        }
