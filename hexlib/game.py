"""The vocabulary that every game of Hexbook shares.

A :class:`Game` is what does not change (name, seats, rulings, components); a :class:`State` is one moment of one
play of it. An :class:`Action` is what a player means to do, an :class:`Event` is what happened, a :class:`Verdict`
says why an action is or is not allowed. The terms are those of OpenSpiel.
"""

from __future__ import annotations

import abc
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar

if TYPE_CHECKING:
    from hexlib.draw.scene import Scene
    from hexlib.opponents.base import Adviser
    from hexlib.rules import Rulebook
    from hexlib.sequel import Blank, Follow, Sequel

__all__ = [
    "CHANCE",
    "PUBLIC",
    "SIMULTANEOUS",
    "TABLE",
    "TERMINAL",
    "Action",
    "Break",
    "Chip",
    "Event",
    "Game",
    "IllegalAction",
    "Line",
    "NotationError",
    "Option",
    "Panel",
    "Pick",
    "PositionError",
    "Reason",
    "Rng",
    "Side",
    "State",
    "Verdict",
    "View",
    "checked_options",
]

CHANCE = -1
"""``current_player()`` when the dice or a shuffle decide next."""
SIMULTANEOUS = -2
"""``current_player()`` when several seats commit at once."""
TERMINAL = -4
"""``current_player()`` when the game is over."""

TABLE = -9
"""As a seat of ``State.view``: an open table with both hands shown, as a lesson has it; face-down cards stay hidden."""

PUBLIC: frozenset[int] | None = None
"""``Event.seen_by`` of something that everybody at the table sees."""


class NotationError(ValueError):
    """A text that is not an action of the game. The message quotes the text and says what would be right."""


class PositionError(ValueError):
    """A position that cannot be: ``key`` is the path of the value at fault, for example ``"pieces.Bukseon.tank"``."""

    def __init__(self, key: str, message: str) -> None:
        super().__init__(f"{key}: {message}" if key else message)
        self.key = key


class Action:
    """What a player means to do: frozen, hashable, valid to build in any state.

    ``str(action)`` is its notation and ``game.parse_action(text)`` reads it back.
    """

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Reason:
    """One reason why an action is not allowed."""

    rule: str
    """Id of the statement that forbids it, for example ``"kdh.move.no_mountain"``."""
    text: str
    """One sentence with the numbers in it: "a tank costs 2 Material, you have 1"."""
    fields: tuple[str, ...] = ()
    """Names of the fields that the reason is about."""
    hint: str = ""
    """The nearest legal way, where there is one: "2 Energy would do; or start from B2.0"."""

    def __str__(self) -> str:
        return f"{self.text} [{self.rule}]" + (f" {self.hint}" if self.hint else "")


@dataclass(frozen=True, slots=True)
class Verdict:
    """The answer to "may I?": true when there is no reason against it."""

    action: Action
    reasons: tuple[Reason, ...] = ()

    def __bool__(self) -> bool:
        return not self.reasons

    @property
    def rules(self) -> tuple[str, ...]:
        """The ids of the rules that forbid the action, each once, in the order of the reasons."""
        return tuple(dict.fromkeys(r.rule for r in self.reasons))

    def __str__(self) -> str:
        if not self.reasons:
            return f"{self.action}: legal"
        return f"{self.action}: not allowed. " + " ".join(map(str, self.reasons))


class IllegalAction(ValueError):
    """An action that the rules do not allow now. The state is as it was."""

    def __init__(self, verdict: Verdict, position: str = "") -> None:
        super().__init__(str(verdict) + (f"\n{position}" if position else ""))
        self.verdict = verdict
        self.position = position


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, and the rules that made it happen."""

    kind: str
    """A dotted word: ``"move"``, ``"war.result"``."""
    text: str
    """One sentence for a reader."""
    rules: tuple[str, ...] = ()
    """Ids of the statements that made it happen, the most telling first."""
    data: tuple[tuple[str, Any], ...] = ()
    """Named values, for programs: ``event["surplus"]``."""
    seen_by: frozenset[int] | None = PUBLIC
    """The seats that may know it; ``None`` means everybody."""

    def __getitem__(self, name: str) -> Any:
        for key, value in self.data:
            if key == name:
                return value
        raise KeyError(name)

    def visible_to(self, seat: int | None) -> bool:
        """Whether the seat may know this; ``None`` asks for a bystander."""
        return self.seen_by is None or (seat is not None and seat in self.seen_by)

    def __str__(self) -> str:
        return self.text


_T = TypeVar("_T")
_MASK = (1 << 64) - 1


def _mix(value: int) -> int:
    value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9 & _MASK
    value = (value ^ (value >> 27)) * 0x94D049BB133111EB & _MASK
    return value ^ (value >> 31)


class Rng:
    """The project's 64-bit counter generator (SplitMix64): same seed, same numbers, on every Python.

    Test vectors: seed 0 gives 0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F.
    """

    __slots__ = ("state",)

    def __init__(self, seed: int = 0) -> None:
        self.state = seed & _MASK

    def next64(self) -> int:
        """The next number, 0 to 2**64 - 1."""
        self.state = (self.state + 0x9E3779B97F4A7C15) & _MASK
        return _mix(self.state)

    def below(self, n: int) -> int:
        """A number from 0 to ``n - 1``, each equally likely (by rejection, so without bias)."""
        if n < 1:
            raise ValueError(f"below() needs a positive number, got {n}")
        limit = (1 << 64) - (1 << 64) % n
        while True:
            value = self.next64()
            if value < limit:
                return value % n

    def shuffled(self, items: Iterable[_T]) -> list[_T]:
        """A new list with the items in random order (Fisher and Yates)."""
        out = list(items)
        for i in range(len(out) - 1, 0, -1):
            j = self.below(i + 1)
            out[i], out[j] = out[j], out[i]
        return out

    def choice(self, items: Sequence[_T]) -> _T:
        """One of the items."""
        return items[self.below(len(items))]


@dataclass(frozen=True, slots=True)
class Pick:
    """One stage of putting an action together on a screen: a field, a card, a piece of the supply, a button."""

    kind: str
    """``"field"``, ``"point"`` (a corner or edge of fields), ``"card"``, ``"supply"`` or ``"button"``."""
    id: str
    label: str = field(default="", compare=False)
    """What a list of choices calls it: "Tank on B2.6"."""
    number: int = field(default=1, compare=False)
    """How many of it lie there, for a tray: two of the same card are one pick."""


@dataclass(frozen=True, slots=True)
class Chip:
    """One contribution to a side's total: an icon or a card, and a number."""

    icon: str
    label: str
    value: str


@dataclass(frozen=True, slots=True)
class Side:
    """One seat's half of the score strip, as far as the viewer may know it."""

    seat: int
    name: str
    role: str
    """"attacks", "defends", "to act", or empty."""
    total: str
    """The big number, for example combat power; empty where there is none."""
    chips: tuple[Chip, ...] = ()
    rows: tuple[tuple[str, str], ...] = ()
    """Label and value, for example ("Material", "3")."""


@dataclass(frozen=True, slots=True)
class Line:
    """One entry of a :class:`Panel`."""

    label: str
    """Short and bold: "#2", "Ann", "Now"."""
    text: str
    icon: str = ""
    """Name of an icon, or empty."""
    seat: int = -1
    """Whose it is, for the colour; -1 for nobody's."""
    notes: tuple[str, ...] = ()
    """Smaller words below: what it aims at, which effects it carries, what happens next."""
    rules: tuple[str, ...] = ()
    """Ids of the statements behind it."""
    pick: Pick | None = None
    """What pointing at the line means while an action is being put together."""


@dataclass(frozen=True, slots=True)
class Panel:
    """What stands beside the board as a list that a viewer may know: a stack, what is in the air, a log of a round."""

    kind: str
    """``"stack"`` (the first line is the top and is drawn so) or ``"list"``."""
    title: str
    lines: tuple[Line, ...] = ()
    foot: str = ""
    """One sentence under it: who has priority, what happens if everybody passes."""


@dataclass(frozen=True, slots=True)
class Option:
    """Something that is agreed before a play begins and is no ruling: decks, companions, the board, how many play."""

    name: str
    title: str
    """What a form calls it: "Bukseon's companions"."""
    choices: tuple[tuple[str, str], ...]
    """Each choice's name and what a form calls it."""
    default: str
    shared: str = ""
    """What to propose where several people play at one device with hidden hands; empty for the default."""
    note: str = ""
    """One sentence about it."""


class View(abc.ABC):
    """All that one seat may know of a state; ``seat`` is ``None`` for a bystander.

    Nothing else reaches an opponent program, a widget, a reason or a record made for that seat.
    """

    __slots__ = ()

    seat: int | None

    @abc.abstractmethod
    def facts(self) -> Mapping[str, Any]:
        """Named facts (numbers, names, lists of them), in a fixed order: what a score strip or a record shows."""

    @abc.abstractmethod
    def sides(self) -> tuple[Side, ...]:
        """The score strip, one entry a seat."""

    @abc.abstractmethod
    def headline(self) -> str:
        """One line over the strip: who leads, whose turn and phase, or the result."""

    def panels(self) -> tuple[Panel, ...]:
        """Lists to show beside the board; none by default."""
        return ()

    @abc.abstractmethod
    def determinize(self, rng: Rng) -> State:
        """A full state, drawn at random among those that look the same from this seat."""


class State(abc.ABC):
    """One moment of a game: mutable, slotted, cheap to :meth:`clone`."""

    __slots__ = ()

    game: Game

    @abc.abstractmethod
    def current_player(self) -> int:
        """The seat to act (0, 1, ...), or ``CHANCE``, ``SIMULTANEOUS`` or ``TERMINAL``."""

    @abc.abstractmethod
    def legal_actions(self, player: int | None = None) -> Sequence[Action]:
        """Every legal action of the player (by default of the one to act), in a fixed order."""

    @abc.abstractmethod
    def explain(self, action: Action) -> Verdict:
        """Why the action is or is not allowed now; never changes the state."""

    @abc.abstractmethod
    def push(self, action: Action) -> None:
        """The fast door: do a legal action, with no check and no events. Made for search."""

    @abc.abstractmethod
    def _apply(self, action: Action) -> list[Event]:
        """Do a legal action and tell what happened."""

    def apply_action(self, action: Action) -> list[Event]:
        """The checked door: do the action and tell what happened.

        Raises:
            IllegalAction: the rules do not allow it; the state is unchanged.
        """
        verdict = self.explain(action)
        if not verdict:
            raise IllegalAction(verdict, str(self))
        return self._apply(action)

    def apply_actions(self, actions: Mapping[int, Action]) -> list[Event]:
        """Several seats commit at once; only where ``current_player()`` is ``SIMULTANEOUS``."""
        raise NotImplementedError(f"{self.game.title} has no moment in which several seats commit at once")

    def push_actions(self, actions: Mapping[int, Action]) -> None:
        """The fast door where several seats commit at once: legal actions, with no check and no events."""
        self.apply_actions(actions)

    @abc.abstractmethod
    def clone(self) -> Self:
        """An independent copy."""

    @abc.abstractmethod
    def returns(self) -> list[float]:
        """For each seat 1 (won), -1 (lost) or 0 (drawn, or not over yet)."""

    @abc.abstractmethod
    def view(self, seat: int | None) -> View:
        """What the seat may know; ``None`` for a bystander."""

    @abc.abstractmethod
    def position(self) -> dict[str, Any]:
        """The state as the ``[position]`` of a record: ``game.position(state.position())`` equals the state."""

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.current_player() == TERMINAL

    def _repr_svg_(self) -> str:
        from hexlib.draw.svg import svg

        return svg(self.game.scene(self.view(TABLE)), standalone=True)


@dataclass(frozen=True, slots=True)
class Break:
    """A rule that can be broken on purpose, and what happens then."""

    rule: str
    """Id of the statement."""
    variant: str
    """``"off"``, or the name of a wrong computation, for example ``"full_total"``."""
    text: str
    """What the broken game does, in one sentence: "A vehicle may cross mountains."."""

    def __str__(self) -> str:
        return self.rule if self.variant == "off" else f"{self.rule}={self.variant}"


@dataclass(frozen=True)
class Game(abc.ABC):
    """What does not change during a play. Made by :func:`hexlib.game`; frozen and hashable."""

    name: ClassVar[str]
    """The slug, for example ``"knee-deep-in-hexes"``."""
    title: ClassVar[str]
    prefix: ClassVar[str]
    """First part of its statements' ids, for example ``"kdh"``."""
    before: ClassVar[tuple[str, ...]] = ()
    """Names of games that end where this one begins, for example its set-up: other ways to begin."""
    leads_to: ClassVar[str] = ""
    """Name of the game that begins where this one ends, for a set-up: the other way round than ``before``."""
    opening: ClassVar[str] = ""
    """What a form calls beginning with this game: "Ready-made decks"."""
    closed: ClassVar[bool] = False
    """Whether what is hidden stays hidden at its end, as after a set-up."""

    rulings: Mapping[str, str | int] = field(default_factory=dict, compare=False)
    """Every ruling of the game by name, with the reading or the number in force."""
    broken: frozenset[str] = frozenset()
    """``str`` of each :class:`Break` in force; empty in a real game."""

    @property
    @abc.abstractmethod
    def seats(self) -> tuple[str, ...]:
        """The names of the seats, seat 0 first."""

    @property
    def num_players(self) -> int:
        """How many seats there are."""
        return len(self.seats)

    @property
    @abc.abstractmethod
    def rulebook(self) -> Rulebook:
        """The statements and rulings of the game."""

    @abc.abstractmethod
    def breaks(self) -> Sequence[Break]:
        """Every rule that can be broken on purpose."""

    @abc.abstractmethod
    def without(self, *rules: str) -> Self:
        """The same game with those rules broken on purpose.

        Each is a statement's id (``"kdh.move.no_mountain"``) or, for a computation with several wrong variants,
        ``"id=variant"``; the bare id takes the first variant.

        Raises:
            KeyError: the rule is unknown or is not one that can be broken.
        """

    @abc.abstractmethod
    def new_initial_state(self, seed: int | None = None) -> State:
        """The start of a play. Without a seed, a fresh one is taken from the system."""

    @abc.abstractmethod
    def parse_action(self, text: str) -> Action:
        """The action that the text means.

        Raises:
            NotationError: it is not the notation of an action.
        """

    @abc.abstractmethod
    def position(self, data: Mapping[str, Any]) -> State:
        """The state that a record's ``[position]`` describes.

        Raises:
            PositionError: unknown key, wrong type or impossible position, with the key's path.
        """

    @abc.abstractmethod
    def scene(self, view: View, **options: Any) -> Scene:
        """The picture of what a seat may know."""

    @abc.abstractmethod
    def picks(self, action: Action, view: View) -> tuple[Pick, ...]:
        """The stages in which a player puts the action together on a screen.

        The picks of all legal actions form a tree: after the picks made so far, the next ones are the choices. An
        action whose picks are the beginning of another's ends with a button ("done").
        """

    @abc.abstractmethod
    def intend(self, picks: Sequence[Pick], view: View) -> Action | None:
        """The action that the picks mean, legal or not, so that ``explain`` can say why not; None if none is meant."""

    def trays(self, view: View) -> tuple[Pick, ...]:
        """What lies ready beside the board for the seat that decides: hand, supply. Also what cannot be used now."""
        return ()

    def about(self, pick: Pick, view: View) -> str:
        """What a card or a piece of a tray costs and does, in a sentence or two; empty for nothing to say."""
        return ""

    def automatic(self, view: View) -> Action | None:
        """What the view's seat does without being asked, for example a pass where it can do nothing else; None: ask.

        Rests on public facts and the seat's own hand alone, and leaves no public trace of having been automatic.
        """
        return None

    def options(self) -> tuple[Option, ...]:
        """What can be agreed before a play besides the rulings; see :meth:`with_options`."""
        return ()

    def with_options(self, given: Mapping[str, str]) -> Self:
        """The same game with those choices; what is not given stays as it is.

        Raises:
            ValueError: no such option or choice, with those there are.
        """
        checked_options(self, given)
        return self

    def brought(self) -> tuple[Blank, ...]:
        """Texts that players may bring to a play besides its options, such as decks of their own; see :meth:`bring`."""
        return ()

    def bring(self, texts: Mapping[str, str], seed: int) -> Follow:
        """The play with what the players brought; texts that are empty or missing stand for the usual.

        Raises:
            SequelError: a text is not what it should be, or not allowed, with the reason.
        """
        raise NotImplementedError(f"{self.title} takes no texts")

    def together(self, actions: Mapping[int, Action]) -> Action:
        """One action that stands for those of several seats who commit at once, so that a record can hold it."""
        raise NotImplementedError(f"{self.title} has no moment in which several seats commit at once")

    def race(self, view: View) -> tuple[tuple[int, Action], ...]:
        """Where hands must be quick: each seat in the race and the action that says it was the last; else empty."""
        return ()

    def calls(self, view: View) -> tuple[Action, ...]:
        """What people at the table may call at any time, whoever decides, beside the legal actions: the penalty for a
        law that only people can see broken."""
        return ()

    def sequel(self, state: State) -> Sequel | None:
        """What comes after a play that is over, where the rules know of something: the game that has been set up, or
        the next one of a series. ``None``: nothing but the same again."""
        return None

    def again(self, start: State, seed: int) -> Follow:
        """The same once more, after a play that began from the position ``start`` and not from a seed."""
        from hexlib.sequel import Follow

        return Follow(self, seed, tuple(range(self.num_players)), position=dict(start.position()))

    def adviser(self) -> Adviser:
        """What opponents ask about playing well; without one of the game's own they know only who has won."""
        from hexlib.opponents.base import Adviser

        return Adviser()

    def measure(self, state: State, name: str) -> Any:
        """A named number or fact of the full state, for a record's expectations; see ``measures``.

        Raises:
            KeyError: no such measure.
        """
        return self.measures[name](state)

    @property
    @abc.abstractmethod
    def measures(self) -> Mapping[str, Callable[[State], Any]]:
        """What a record may expect, by name: ``"power"``, ``"material"``, ``"winner"`` and so on."""


def checked_options(game: Game, given: Mapping[str, str]) -> dict[str, str]:
    """The choices, once they are known to be some of ``game.options()``.

    Raises:
        ValueError: no such option or choice, with those there are.
    """
    known = {option.name: option for option in game.options()}
    for name, value in given.items():
        if name not in known:
            there = ", ".join(known) or "none"
            raise ValueError(f"{game.title} has no option {name!r}; there are {there}")
        choices = [choice for choice, _ in known[name].choices]
        if value not in choices:
            raise ValueError(f"option {name} is one of {', '.join(choices)}, not {value!r}")
    return dict(given)
