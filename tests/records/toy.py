"""A tiny game that shares nothing with the real ones: it proves that records and lessons know only ``hexlib.game``.

Two seats in turn take 1 to 3 stones from a heap; whoever takes the last one wins. Each seat has a secret number, which
nobody uses, so that something is hidden.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from hexlib.draw.scene import Scene
from hexlib.game import (
    TERMINAL,
    Action,
    Break,
    Event,
    Game,
    NotationError,
    Pick,
    PositionError,
    Reason,
    Rng,
    Side,
    State,
    Verdict,
    View,
)
from hexlib.rules import Rulebook, parse

RULES = """
[[chapter]]
slug = "play"
title = "Play"
sections = ["Play"]

[[statement]]
id = "toy.take.at_most_three"
section = "Play > Taking"
kind = "prohibition"
text = "One takes three stones at most."

[[statement]]
id = "toy.take.one_each"
section = "Play > Taking"
kind = "computation"
text = "Each stone taken is one stone less."

[[statement]]
id = "toy.end"
section = "Play > End"
kind = "ending"
text = "Whoever takes the last stone wins."
"""

RULINGS = """
[[ruling]]
id = "T01"
name = "most"
kind = "parameter"
section = "Play > Taking"
rules = ["toy.take.at_most_three"]
question = "How many stones at most?"
default = 3
bounds = [0, 99]
"""

BOOK = parse("toy", RULES, RULINGS)


@dataclass(frozen=True, slots=True)
class Take(Action):
    """Take so many stones."""

    count: int

    def __str__(self) -> str:
        return f"take {self.count}"


class ToyView(View):
    """What a seat knows: the heap, and its own secret."""

    __slots__ = ("seat", "state")

    def __init__(self, state: ToyState, seat: int | None) -> None:
        self.state = state.clone()
        self.seat = seat

    def facts(self) -> Mapping[str, Any]:
        return {"heap": self.state.heap}

    def sides(self) -> tuple[Side, ...]:
        return tuple(Side(i, name, "", str(self.state.heap)) for i, name in enumerate(self.state.game.seats))

    def headline(self) -> str:
        return f"{self.state.heap} left"

    def determinize(self, rng: Rng) -> State:
        state = self.state.clone()
        state.secrets = tuple(s if i == self.seat else rng.below(100) for i, s in enumerate(state.secrets))
        return state


class ToyState(State):
    """A heap of stones."""

    __slots__ = ("game", "heap", "secrets", "turn", "winner")
    game: Toy

    def __init__(self, game: Toy, heap: int, secrets: tuple[int, ...] = (0, 0), turn: int = 0) -> None:
        self.game, self.heap, self.secrets, self.turn, self.winner = game, heap, secrets, turn, ""

    def current_player(self) -> int:
        return TERMINAL if self.winner else self.turn

    def legal_actions(self, player: int | None = None) -> Sequence[Action]:
        return [a for a in (Take(n) for n in range(1, 10)) if self.explain(a)]

    def explain(self, action: Action) -> Verdict:
        assert isinstance(action, Take)
        most = int(self.game.rulings["most"])
        reasons = []
        if action.count > most and "toy.take.at_most_three" not in self.game.broken:
            reasons.append(Reason("toy.take.at_most_three", f"at most {most}, not {action.count}."))
        if action.count > self.heap:
            reasons.append(Reason("toy.end", f"only {self.heap} stones are left."))
        return Verdict(action, tuple(reasons))

    def push(self, action: Action) -> None:
        self._apply(action)

    def _apply(self, action: Action) -> list[Event]:
        assert isinstance(action, Take)
        name = self.game.seats[self.turn]
        self.heap -= 2 if "toy.take.one_each=double" in self.game.broken else action.count
        events = [
            Event("take", f"{name} takes {action.count}.", ("toy.take.one_each",), (("count", action.count),)),
            Event("whisper", f"{name} thinks of {self.secrets[self.turn]}.", (), (), frozenset({self.turn})),
        ]
        if self.heap <= 0:
            self.winner = name
            events.append(Event("won", f"{name} wins.", ("toy.end",)))
        self.turn = 1 - self.turn
        return events

    def clone(self) -> ToyState:
        new = ToyState(self.game, self.heap, self.secrets, self.turn)
        new.winner = self.winner
        return new

    def returns(self) -> list[float]:
        return [0.0, 0.0]

    def view(self, seat: int | None) -> ToyView:
        return ToyView(self, seat)

    def position(self) -> dict[str, Any]:
        return {
            "heap": self.heap,
            "turn": self.game.seats[self.turn],
            "secrets": dict(zip(self.game.seats, self.secrets, strict=False)),
        }

    def __str__(self) -> str:
        return f"heap {self.heap}"


@dataclass(frozen=True)
class Toy(Game):
    """The rules of the heap."""

    name: ClassVar[str] = "toy"
    title: ClassVar[str] = "Toy"
    prefix: ClassVar[str] = "toy"
    rulings: Mapping[str, str | int] = field(default_factory=lambda: {"most": 3}, compare=False)
    broken: frozenset[str] = frozenset()

    @property
    def seats(self) -> tuple[str, ...]:
        return ("Ann", "Bob")

    @property
    def rulebook(self) -> Rulebook:
        return BOOK

    def breaks(self) -> Sequence[Break]:
        return [
            Break("toy.take.at_most_three", "off", "Take as many as you like."),
            Break("toy.take.one_each", "double", "Always two."),
        ]

    def without(self, *rules: str) -> Toy:
        return Toy(self.rulings, self.broken | set(rules))

    def new_initial_state(self, seed: int | None = None) -> ToyState:
        return ToyState(self, 5 + Rng(seed or 0).below(5))

    def parse_action(self, text: str) -> Take:
        word, _, count = text.partition(" ")
        if word != "take" or not count.isdecimal() or len(count) > 3:
            raise NotationError(f"{text[:40]!r} is not an action: write take 2")
        return Take(int(count))

    def position(self, data: Mapping[str, Any]) -> ToyState:
        for key in data:
            if key not in ("heap", "turn", "secrets"):
                raise PositionError(key, "unknown key")
        heap = data.get("heap")
        if type(heap) is not int or not 0 < heap < 100:
            raise PositionError("heap", "must be 1 to 99")
        secrets = data.get("secrets", {})
        if not isinstance(secrets, dict) or any(k not in self.seats or type(v) is not int for k, v in secrets.items()):
            raise PositionError("secrets.Ann", "must be a number")
        turn = data.get("turn", "Ann")
        if turn not in self.seats:
            raise PositionError("turn", f"there is no seat {turn!r}")
        return ToyState(self, heap, tuple(secrets.get(name, 0) for name in self.seats), self.seats.index(turn))

    def scene(self, view: View, **options: Any) -> Scene:
        return Scene(10, 10, "heap", "a heap", ())

    def picks(self, action: Action, view: View) -> tuple[Pick, ...]:
        return (Pick("button", str(action)),)

    def intend(self, picks: Sequence[Pick], view: View) -> Action | None:
        return self.parse_action(picks[0].id) if picks else None

    @property
    def measures(self) -> Mapping[str, Callable[[Any], Any]]:
        return {
            "heap": lambda s: s.heap,
            "winner": lambda s: s.winner or "none",
            "pair": lambda s: (s.heap, s.turn),
            "seats": lambda s: dict.fromkeys(s.game.seats, s.heap),
        }


def toys(name: str, rulings: Mapping[str, str | int]) -> Game:
    """Makes the game, as ``hexlib.game`` makes the real ones."""
    if name != "toy":
        raise KeyError(f"there is no game {name!r}; there is toy")
    for key, value in rulings.items():
        if key != "most" or not isinstance(value, int):
            raise ValueError(f"there is no ruling {key!r}; there is most")
    return Toy({"most": 3, **rulings})


TEXT = """\
format = 1
game = "toy"
title = "Seven stones"
section = "Play > Taking"
shows = ["toy.take.at_most_three", "toy.take.one_each"]
intro = "Ann begins."
outcome = "Ann takes the last stone."

[position]
heap = 7
secrets = { Ann = 41, Bob = 77 }

[[step]]
say = "Seven stones lie there."
[step.expect]
heap = 7
illegal = [{ action = "take 4", rule = "toy.take.at_most_three" }]
legal_count = 3

[[step]]
action = "take 3"
decisive = true
[step.ask]
question = "How many are left?"
choices = ["3", "4"]
answer = "4"
[step.expect]
heap = 4
pair = [4, 1]
seats = { Ann = 4 }
events = ["take"]
not_events = ["won"]

[[step]]
action = "take 1"

[[step]]
action = "take 3"
[step.expect]
winner = "Ann"
events = ["take", "won"]

[[branch]]
name = "bob-greedy"
title = "Bob takes three"
outcome = "Ann wins too."
after = 2
[[branch.step]]
action = "take 3"
[[branch.step]]
action = "take 1"
[branch.step.expect]
winner = "Ann"
"""
