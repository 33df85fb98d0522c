"""What is agreed before a game at a table: options, rulings, who plays each seat, open or hidden hands, the seed."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import hexlib
from hexlib.game import Game
from hexlib.opponents import OPPONENTS

__all__ = ["KINDS", "PERSON", "Plan", "plan"]

PERSON: Final = "person"
KINDS: Final = ((PERSON, "A person"), ("random", "Random"), ("greedy", "Sensible"), ("search", "Searching"))
"""Who can play a seat, with what a form calls it."""
THINK: Final = 1.0
"""Seconds that an opponent thinks about an action at most, after its first idea."""


@dataclass(frozen=True)
class Plan:
    """A game that can begin.

    Args:
        game: with its options and rulings.
        seats: who plays each seat: ``"person"`` or the name of an opponent.
        seed: of everything that chance decides.
        options: those of the game's options that were chosen, for the record.
        rulings: those that differ from the book's, for the record.
        open: whether everybody sees all hands; there is no curtain then.
        every_window: whether people are stopped also where the game would go on by itself.
        think: seconds that an opponent thinks.
        position: a start other than the game's own.
        names: what the people are called, where it is not the seat's name: Ann may play Bukseon.

    Raises:
        ValueError: a seat too many or too few, or somebody unknown in a seat.
    """

    game: Game
    seats: tuple[str, ...]
    seed: int
    options: Mapping[str, str] = field(default_factory=dict)
    rulings: Mapping[str, str | int] = field(default_factory=dict)
    open: bool = False
    every_window: bool = False
    think: float = THINK
    position: Mapping[str, Any] | None = None
    names: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        names = [name for name, _ in KINDS]
        for kind in self.seats:
            if kind not in (PERSON, *OPPONENTS):
                raise ValueError(f"{kind!r} plays no seat; there are {', '.join(names)}")
        if len(self.seats) != self.game.num_players:
            raise ValueError(
                f"{self.game.title} is set for {self.game.num_players} players ({', '.join(self.game.seats)}), "
                f"but {len(self.seats)} seats are named"
            )
        if self.names and len(self.names) != len(self.seats):
            raise ValueError(f"{len(self.names)} names for {len(self.seats)} seats")

    @property
    def home(self) -> str:
        """Name of the game at whose table it is played: its own, or the one that it leads to, as a set-up does."""
        return self.game.leads_to or self.game.name

    @property
    def people(self) -> tuple[int, ...]:
        """The seats that people play."""
        return tuple(seat for seat, kind in enumerate(self.seats) if kind == PERSON)

    @property
    def curtained(self) -> bool:
        """Whether the device passes from hand to hand, so that nobody sees another's cards."""
        return len(self.people) > 1 and not self.open

    def named(self, seat: int) -> str:
        """The seat, and who sits there where that has another name: "Bukseon (Ann)", "Ann"."""
        name = self.game.seats[seat]
        own = self.names[seat] if self.names else name
        return name if own == name or self.seats[seat] != PERSON else f"{name} ({own})"

    def who(self, seat: int) -> str:
        """The same with the kind of an opponent: "Gondwana (searching)", "Ann"."""
        kind = self.seats[seat]
        name = self.game.seats[seat]
        return self.named(seat) if kind == PERSON else f"{name} ({dict(KINDS).get(kind, kind).lower()})"


def plan(
    game: str | Game,
    seats: Sequence[str] | None = None,
    *,
    options: Mapping[str, str] | None = None,
    rulings: Mapping[str, str | int] | None = None,
    seed: int | None = None,
    open: bool = False,
    every_window: bool = False,
    think: float = THINK,
) -> Plan:
    """A plan for a game by name.

    ``seats`` says how many play where that is open; where fewer are named, the last one goes for the rest. By default a
    person plays the first seat against sensible opponents.

    Raises:
        KeyError: there is no such game.
        ValueError: an option, ruling or seat is wrong; the message says what would be right.
    """
    made = hexlib.game(game, rulings=dict(rulings or {})) if isinstance(game, str) else game
    chosen = dict(options or {})
    named = list(seats) if seats else [PERSON, "greedy"]
    known = {option.name: option for option in made.options()}
    if "players" in known and "players" not in chosen and str(len(named)) in dict(known["players"].choices):
        chosen["players"] = str(len(named))
    made = made.with_options(chosen)
    named += [named[-1]] * (made.num_players - len(named))
    if named.count(PERSON) > 1 and not open:
        wanted = {o.name: o.shared for o in made.options() if o.shared and o.name not in chosen}
        chosen |= wanted
        made = made.with_options(wanted)
    return Plan(
        made,
        tuple(named),
        secrets.randbits(53) if seed is None else seed,
        chosen,
        dict(rulings or {}),
        open,
        every_window,
        think,
    )
