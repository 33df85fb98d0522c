"""HexyGame as a :class:`hexlib.game.Game`."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from hexlib.game import Action, Break, Game, Option, Pick, State, View, checked_options
from hexlib.hexygame import interplay
from hexlib.hexygame.actions import Pass, parse
from hexlib.hexygame.board import FIELDS, MAPS, Map, load_maps
from hexlib.hexygame.breaks import BREAKS
from hexlib.hexygame.components import STANDARD, CardSet, load_cards
from hexlib.hexygame.options import RULINGS, Rules
from hexlib.hexygame.passing import passes_by_itself
from hexlib.hexygame.pieces import sphere
from hexlib.hexygame.setup import initial_state, read_position
from hexlib.hexygame.state import HexyState
from hexlib.hexygame.views import HexyView
from hexlib.hexygame.vocabulary import keys_text
from hexlib.spelling import meant, nearest
from hexlib.switches import broken_names

if TYPE_CHECKING:
    from hexlib.draw.scene import Scene
    from hexlib.opponents.base import Adviser
    from hexlib.rules import Rulebook

__all__ = ["HexyGame"]


@dataclass(frozen=True)
class HexyGame(Game):
    """Two seats, Blue (0, its Flag below) and Orange (1).

    Args:
        rulings: readings and numbers by name; see ``rulings.toml``. The rest take their defaults.
        broken: names of rules broken on purpose; better made with :meth:`without`.
        map: name of a map (``small``, ``standard``, ``large``), or a TOML text with one map of one's own.
        cards: a card set, or the path or text of a file whose cards go on top of the book's.
        decks: for each seat the name of a ready deck, or a deck as card names and numbers.

    Raises:
        ValueError: an unknown ruling, reading, map or deck, a mistake in the cards, or a deck that is not allowed.
        KeyError: an unknown rule to break.
    """

    name: ClassVar[str] = "hexygame"
    title: ClassVar[str] = "HexyGame"
    prefix: ClassVar[str] = "hexy"

    map: str = "standard"
    cards: CardSet = STANDARD
    decks: tuple[str | Mapping[str, int], str | Mapping[str, int]] = field(
        default=("wildfire", "high-winds"), compare=False
    )
    board: Map = field(init=False, compare=False, repr=False)
    rules: Rules = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        if isinstance(self.cards, (str, Path)):
            object.__setattr__(self, "cards", load_cards(self.cards))
        if not isinstance(self.cards, CardSet):
            raise ValueError(f"cards: expected a card set, or the path or text of a card file; got {self.cards!r}")
        rulings = RULINGS.checked(self.rulings)
        broken = broken_names(self.broken, BREAKS)
        object.__setattr__(self, "rulings", rulings)
        object.__setattr__(self, "broken", broken)
        object.__setattr__(self, "rules", Rules(rulings, broken, self.cards))
        object.__setattr__(self, "board", _map(self.map))
        if len(self.decks) != 2:
            raise ValueError(f"two decks are needed, one for each seat; got {len(self.decks)}")
        for seat, deck in zip(self.seats, self.decks, strict=True):
            self._check_deck(seat, deck)

    def _check_deck(self, seat: str, deck: str | Mapping[str, int]) -> None:
        if isinstance(deck, str):
            if deck not in self.cards.decks:
                raise ValueError(f"there is no deck {deck!r}; {nearest(deck, self.cards.decks)}")
            deck = self.cards.decks[deck]
        if not isinstance(deck, Mapping):
            raise ValueError(f"{seat}'s deck: expected the name of a deck, or card names and numbers; got {deck!r}")
        for name, copies in deck.items():
            if name not in self.cards.number:
                raise ValueError(f"{seat}'s deck: there is no card {name!r}{meant(name, self.cards.number)}")
            if not isinstance(copies, int) or isinstance(copies, bool) or copies < 1:
                raise ValueError(f"{seat}'s deck: {name}: expected a number of copies, got {copies!r}")
        faults = self.cards.deck_faults(deck, self.broken)
        if faults:
            raise ValueError(f"{seat}'s deck: " + "; ".join(f"{text} [{rule}]" for rule, text in faults))

    @property
    def seats(self) -> tuple[str, ...]:
        """Blue (seat 0) and Orange (seat 1)."""
        return ("Blue", "Orange")

    @property
    def rulebook(self) -> Rulebook:
        """The 145 statements and the rulings."""
        return _rulebook()

    def deck_of(self, seat: int) -> dict[str, int]:
        """The deck of a seat: card names and numbers."""
        deck = self.decks[seat]
        return dict(self.cards.decks[deck] if isinstance(deck, str) else deck)

    def breaks(self) -> Sequence[Break]:
        """Every rule that can be broken on purpose; see ``breaks.py``."""
        return BREAKS

    def without(self, *rules: str) -> HexyGame:
        """The same game with those rules broken; see :meth:`hexlib.game.Game.without`."""
        return replace(self, broken=self.broken | broken_names(rules, BREAKS))

    def new_initial_state(self, seed: int | None = None) -> HexyState:
        """Shuffled decks, eight cards each, and the choice of the opening hands (Game rules)."""
        return initial_state(self, secrets.randbits(64) if seed is None else seed)

    def parse_action(self, text: str) -> Action:
        """Read an action; see ``actions.py`` for the notation."""
        return parse(text, self.cards.number)

    def position(self, data: Mapping[str, Any]) -> HexyState:
        """The state that a record's ``[position]`` describes; see ``setup.py``."""
        return read_position(self, data)

    def scene(self, view: View, **options: Any) -> Scene:
        """The map as the viewer may see it; the options are those of ``hexlib.hexygame.picture.scene``."""
        assert isinstance(view, HexyView)
        scene: Scene = import_module("hexlib.hexygame.picture").scene(view, **options)
        return scene

    def picks(self, action: Action, view: View) -> tuple[Pick, ...]:
        """Card or piece first, then the target; see ``interplay.py``."""
        assert isinstance(view, HexyView)
        return interplay.picks(action, view)

    def intend(self, picks: Sequence[Pick], view: View) -> Action | None:
        """What the picks mean; see ``interplay.py``."""
        assert isinstance(view, HexyView)
        return interplay.intend(picks, view)

    def trays(self, view: View) -> tuple[Pick, ...]:
        """The hand of the seat that decides; see ``interplay.py``."""
        assert isinstance(view, HexyView)
        return interplay.trays(view)

    def about(self, pick: Pick, view: View) -> str:
        """A card in words; see ``interplay.py``."""
        assert isinstance(view, HexyView)
        return interplay.about(pick, view)

    def automatic(self, view: View) -> Action | None:
        """A pass where public facts say that there is nothing to answer; see ``passing.py``."""
        assert isinstance(view, HexyView)
        waits = view.seat is not None and view.seat == view.player and passes_by_itself(view)
        return Pass() if waits else None

    def options(self) -> tuple[Option, ...]:
        """The map, both decks, and the basic game without the stack's advanced rules."""
        maps = tuple((name, f"{name.capitalize()} map") for name in MAPS)
        decks = tuple((name, name.replace("-", " ").capitalize()) for name in self.cards.decks)
        mine = [deck if isinstance(deck, str) else decks[seat][0] for seat, deck in enumerate(self.decks)]
        return (
            Option("map", "Map", maps, self.map if self.map in MAPS else "standard"),
            Option("blue", "Blue's deck", decks, mine[0]),
            Option("orange", "Orange's deck", decks, mine[1]),
            Option(
                "stack_rules",
                "Rules",
                (("advanced", "With the stack"), ("basic", "The basic game, without the stack")),
                str(self.rulings["stack_rules"]),
            ),
        )

    def with_options(self, given: Mapping[str, str]) -> HexyGame:
        """The same game with those choices; see :meth:`hexlib.game.Game.with_options`."""
        chosen = checked_options(self, given)
        decks = (chosen.get("blue", self.decks[0]), chosen.get("orange", self.decks[1]))
        rulings = dict(self.rulings)
        if "stack_rules" in chosen:
            rulings["stack_rules"] = chosen["stack_rules"]
        return replace(self, rulings=rulings, map=chosen.get("map", self.map), decks=decks)

    def adviser(self) -> Adviser:
        """See ``advice.py``."""
        from hexlib.hexygame.advice import HexyAdviser

        return HexyAdviser(self)

    @property
    def measures(self) -> Mapping[str, Callable[[State], Any]]:
        """Phase, priority, stack, points, dice, pools, hands and so on, by name."""
        return _MEASURES  # type: ignore[return-value]


def _map(name: str) -> Map:
    if not isinstance(name, str):
        raise ValueError(f"map: expected the name of a map, or a text with one; got {name!r}")
    if name in MAPS:
        return MAPS[name]
    if "\n" not in name:
        raise ValueError(f"there is no map {name!r}; there are {', '.join(MAPS)}")
    found = load_maps(name)
    if len(found) != 1:
        raise ValueError(f"expected the text of one map, got {len(found)}")
    return next(iter(found.values()))


@cache
def _rulebook() -> Rulebook:
    from hexlib.rules import Rulebook

    return Rulebook.load("hexygame")


def _fact(name: str) -> Callable[[HexyState], Any]:
    def measure(state: HexyState) -> Any:
        from hexlib.game import TABLE

        return state.view(TABLE).facts()[name]

    return measure


def _numbers(state: HexyState) -> dict[str, str]:
    """Field -> attack, defense and actions as they are now, "3/1/1"."""
    return {FIELDS[f]: f"{p.attack}/{p.defense}/{p.actions}" for f, p in sorted(state.at.items())}


def _spheres(state: HexyState) -> list[str]:
    """For each seat the fields of its Sphere of Influence, "d4 e3 f4"."""
    return [
        " ".join(FIELDS[f] for f in state.map.fields if allowed >> f & 1)
        for allowed in (sphere(state, 0), sphere(state, 1))
    ]


_MEASURES: dict[str, Callable[[HexyState], Any]] = {
    **{
        name: _fact(name)
        for name in (
            "turn",
            "phase",
            "active",
            "player",
            "passes",
            "after_combat",
            "stack",
            "waiting",
            "board",
            "pools",
            "energy",
            "hand",
            "cards",
            "library",
            "graveyard",
            "graves",
            "winning",
            "winner",
        )
    },
    "priority": _fact("player"),
    "stack_size": lambda state: len(state.stack),
    "libraries": lambda state: [[state.game.cards.names[k] for k in pile] for pile in state.library],
    "points": lambda state: {FIELDS[f]: p.points for f, p in sorted(state.at.items())},
    "dice": lambda state: {FIELDS[f]: p.die for f, p in sorted(state.at.items()) if p.die},
    "numbers": _numbers,
    "keywords": lambda state: {FIELDS[f]: keys_text(p.keys) or "none" for f, p in sorted(state.at.items())},
    "under": lambda state: {
        FIELDS[f]: [state.game.cards.names[k] for k, _ in p.under] for f, p in sorted(state.at.items()) if p.under
    },
    "spheres": _spheres,
}
