"""Knee Deep in Hexes as a :class:`hexlib.game.Game`."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from hexlib.game import Action, Break, Game, Option, Pick, Rng, State, View, checked_options
from hexlib.knee_deep import interplay, war
from hexlib.knee_deep.actions import parse
from hexlib.knee_deep.board import FIELDS, HQ_MASK
from hexlib.knee_deep.breaks import BREAKS
from hexlib.knee_deep.components import DECKS, OPEN, STANDARD, TERRAIN_NAMES, UNIT_NAMES, CardSet, cards_from
from hexlib.knee_deep.decks import VARIANTS, Box, Deck, Terms, explain
from hexlib.knee_deep.effects import Plans
from hexlib.knee_deep.kit import Kit
from hexlib.knee_deep.modular import random_terrain
from hexlib.knee_deep.options import RULINGS, Rules, checked_manual
from hexlib.knee_deep.setup import initial_state, read_position
from hexlib.knee_deep.state import BOTH_HQ, N_UNITS, KneeDeepState, marker_zone
from hexlib.knee_deep.turn import income
from hexlib.knee_deep.views import KneeDeepView
from hexlib.switches import broken_names

if TYPE_CHECKING:
    from hexlib.draw.scene import Scene
    from hexlib.opponents.base import Adviser
    from hexlib.rules import Rulebook
    from hexlib.sequel import Blank, Follow

__all__ = ["KneeDeep"]

_COMPANIONS = (("bukseon-general", "bukseon-commander"), ("gondwana-general", "gondwana-commander"))


_DECKS = (
    "Casual: the companions' 16 cards and nine neutral ones",
    "Simple: one's own deck, or the casual one, kept secret",
    "Advanced: one's own deck, or the casual one, kept secret",
)
"""How a form calls the ways to make a deck."""


@dataclass(frozen=True)
class KneeDeep(Game):
    """Two seats, Bukseon (0) and Gondwana (1).

    Args:
        rulings: readings and numbers by name; see ``rulings.toml``. The rest take their defaults.
        broken: names of rules broken on purpose; better made with :meth:`without`.
        manual: housekeeping steps left to the player (``"income"``, ``"power-up-draw"``, ``"reveal"``, ``"count"``,
            ``"return-marker"``, ``"exhaust"``); by default the game does them all.
        deck: how the decks of a whole game are made: ``"casual"``, ``"simple"`` or ``"advanced"``; or the name of a
            small deck of the data that both sides play.
        companions: the two companions of each seat in a whole game.
        board: ``"fixed"`` or ``"modular"``.
        cards: the set of cards; also the path of an owner's own card file, whose values win over those of the set that
            the game comes with.

    Raises:
        ValueError: an unknown ruling, reading, step, deck, companion or board, or a mistake in the card file
            (:class:`~hexlib.knee_deep.components.CardFileError` names the line and the reason).
        KeyError: an unknown rule to break.
    """

    name: ClassVar[str] = "knee-deep-in-hexes"
    title: ClassVar[str] = "Knee Deep in Hexes"
    prefix: ClassVar[str] = "kdh"
    before: ClassVar[tuple[str, ...]] = ("knee-deep-in-hexes-setup",)
    opening: ClassVar[str] = "Ready-made decks"

    manual: frozenset[str] = frozenset()
    deck: str = "casual"
    companions: tuple[tuple[str, ...], tuple[str, ...]] = _COMPANIONS
    board: str = "fixed"
    cards: CardSet = field(default=STANDARD, repr=False)
    rules: Rules = field(init=False, compare=False, repr=False)
    plans: Plans = field(init=False, compare=False, repr=False)
    card_order: Callable[[str], int] = field(init=False, compare=False, repr=False)
    _kits: dict[Any, Kit] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        if isinstance(self.cards, (str, Path)):
            object.__setattr__(self, "cards", cards_from(self.cards))
        self._check_companions()
        if self.deck not in (*VARIANTS, *DECKS):
            raise ValueError(f"there is no deck {self.deck!r}; there are {', '.join((*VARIANTS, *DECKS))}")
        for card in DECKS.get(self.deck, ()):
            if card not in self.cards:
                raise ValueError(f"the deck {self.deck!r} needs {card!r}, which this set of cards does not have")
        if self.board not in ("fixed", "modular"):
            raise ValueError(f"there is no board {self.board!r}; there are fixed, modular")
        rulings = RULINGS.checked(self.rulings)
        broken = broken_names(self.broken, BREAKS)
        manual = checked_manual(self.manual)
        for name, value in (("rulings", rulings), ("broken", broken), ("manual", manual)):
            object.__setattr__(self, name, value)
        object.__setattr__(self, "rules", Rules(rulings, broken, manual))
        object.__setattr__(self, "plans", Plans(self.cards))
        object.__setattr__(self, "card_order", self.cards.order.__getitem__)
        object.__setattr__(self, "_kits", {})

    def _check_companions(self) -> None:
        known = self.cards.companions
        pairs = tuple(tuple(pair) for pair in self.companions)
        if len(pairs) != 2:
            raise ValueError(f"two pairs of companions are needed, Bukseon's and Gondwana's, not {len(pairs)}")
        for faction, pair in zip(self.seats, pairs, strict=True):
            mine = [name for name, c in known.items() if c.faction == faction]
            wrong = [name for name in pair if name not in mine]
            if wrong:
                raise ValueError(f"{faction} has no companion {wrong[0]!r}; it has {', '.join(mine)}")
            if len(set(pair)) != 2:
                raise ValueError(f"{faction} needs two different companions, got {', '.join(pair) or 'none'}")
        object.__setattr__(self, "companions", pairs)

    def kit(self, companions: tuple[str, ...], boosts: tuple[str, ...] = ()) -> Kit:
        """What the pieces of a side with those companions can do while those cards are in force."""
        found = self._kits.get((companions, boosts))
        if found is None:
            abilities = [self.cards.companions[name].ability for name in companions]
            lasting = [self.cards[name].effect.boost for name in boosts]
            found = Kit(self.rules, abilities, [boost for boost in lasting if boost is not None])
            self._kits[companions, boosts] = found
        return found

    def with_cards(self, path: str | Path) -> KneeDeep:
        """The same game with the owner's own card file, whose values win.

        Raises:
            CardFileError: the file cannot be read or holds a mistake; the message names the line and the reason.
        """
        return replace(self, cards=cards_from(path))

    @property
    def seats(self) -> tuple[str, ...]:
        """Bukseon (seat 0, blue) and Gondwana (seat 1, orange)."""
        return ("Bukseon", "Gondwana")

    @property
    def rulebook(self) -> Rulebook:
        """The 325 statements and the rulings."""
        return _rulebook()

    def breaks(self) -> Sequence[Break]:
        """Every rule that can be broken on purpose; see ``breaks.py``."""
        return BREAKS

    def without(self, *rules: str) -> KneeDeep:
        """The same game with those rules broken; see :meth:`hexlib.game.Game.without`."""
        return replace(self, broken=self.broken | broken_names(rules, BREAKS))

    def new_initial_state(
        self,
        seed: int | None = None,
        *,
        companions: Sequence[Sequence[str]] | None = None,
        decks: str | Sequence[Deck | Iterable[str]] | None = None,
        board: str | None = None,
        terrain: Sequence[int] | None = None,
        starting: int | None = None,
    ) -> KneeDeepState:
        """Shuffled decks, three cards each, and the choice of the opening hands (Before the Game).

        Args:
            seed: of everything that chance decides; by default a fresh one.
            companions: two names for each seat; by default the game's.
            decks: how decks are made, as ``deck`` of the game; or both players' decks, card name to number of copies or
                a plain list of names, under the terms of Simple or Advanced Deck Building.
            board: ``"fixed"`` or ``"modular"``, shuffled from the seed; by default the game's.
            terrain: the terrain of a board that has been laid.
            starting: the seat that begins; by default chance says.

        Raises:
            ValueError: companions or decks that are not allowed, with every reason; a terrain or a starting seat that
                is none.
        """
        seed = secrets.randbits(64) if seed is None else seed
        game = self
        if companions is not None:
            pairs = tuple(tuple(pair) for pair in companions)
            game = replace(game, companions=pairs)  # type: ignore[arg-type]  # checked when the game is made
        if board is not None:
            game = replace(game, board=board)
        if isinstance(decks, str):
            game, decks = replace(game, deck=decks), None
        box = Box(game.cards.cards, game.cards.companions)
        lists = None
        if decks is not None:
            if len(decks) != 2:
                raise ValueError(f"two decks are needed, Bukseon's and Gondwana's, not {len(decks)}")
            lists = (_counted(decks[0]), _counted(decks[1]))
            casual = [box.casual(pair) for pair in game.companions]
            if game.deck not in VARIANTS[1:]:
                game = replace(game, deck="casual" if list(lists) == casual else "advanced")
            for name, deck, pair in zip(game.seats, lists, game.companions, strict=True):
                reasons = explain(deck, pair, game.deck, terms=Terms(box, game.rulings))
                if reasons:
                    raise ValueError(f"{name}'s deck is not allowed. " + " ".join(map(str, reasons)))
        if starting not in (None, 0, 1):
            raise ValueError(f"the starting seat is 0 (Bukseon) or 1 (Gondwana), not {starting!r}")
        if terrain is not None:
            terrain = _laid(terrain)
        if terrain is None and game.board == "modular":
            terrain = random_terrain(Rng(seed ^ 0x7E44A19), game.rulings)
        return initial_state(game, seed, lists, terrain, starting)

    def parse_action(self, text: str) -> Action:
        """Read an action; see ``actions.py`` for the notation."""
        return parse(text, self.cards.cards)

    def position(self, data: Mapping[str, Any]) -> KneeDeepState:
        """The state that a record's ``[position]`` describes; see ``setup.py``."""
        return read_position(self, data)

    def scene(self, view: View, **options: Any) -> Scene:
        """The board as the viewer may see it; the options are those of :func:`hexlib.knee_deep.picture.scene`."""
        from hexlib.knee_deep.picture import scene

        assert isinstance(view, KneeDeepView)
        return scene(view, **options)

    def picks(self, action: Action, view: View) -> tuple[Pick, ...]:
        """Piece or card first, then the target; see ``interplay.py``."""
        assert isinstance(view, KneeDeepView)
        return interplay.picks(action, view)

    def intend(self, picks: Sequence[Pick], view: View) -> Action | None:
        """What the picks mean; see ``interplay.py``."""
        assert isinstance(view, KneeDeepView)
        return interplay.intend(picks, view)

    def trays(self, view: View) -> tuple[Pick, ...]:
        """Hand and supply of the seat that decides."""
        assert isinstance(view, KneeDeepView)
        return interplay.trays(view)

    def about(self, pick: Pick, view: View) -> str:
        """A card in words; see ``interplay.py``."""
        assert isinstance(view, KneeDeepView)
        return interplay.about(pick, view)

    def options(self) -> tuple[Option, ...]:
        """Companions of both sides, how decks are made, and the board."""
        out = []
        for seat, (faction, mine) in enumerate(zip(self.seats, self.companions, strict=True)):
            there = [(name, c.title) for name, c in self.cards.companions.items() if c.faction == faction]
            pairs = tuple((f"{a}+{b}", f"{first} and {second}") for (a, first), (b, second) in combinations(there, 2))
            chosen = "+".join(sorted(mine, key=[name for name, _ in there].index))
            out.append(Option(("bukseon", "gondwana")[seat], f"{faction}'s companions", pairs, chosen))
        decks = tuple(zip(VARIANTS, _DECKS, strict=True))
        boards = (("fixed", "The fixed map"), ("modular", "Laid at random"))
        return (
            *out,
            Option("deck", "Decks", decks, self.deck if self.deck in VARIANTS else "casual"),
            Option("board", "Board", boards, self.board),
        )

    def with_options(self, given: Mapping[str, str]) -> KneeDeep:
        """The same game with those choices; see :meth:`hexlib.game.Game.with_options`."""
        chosen = checked_options(self, given)
        pairs = [
            tuple(chosen[name].split("+")) if name in chosen else self.companions[seat]
            for seat, name in enumerate(("bukseon", "gondwana"))
        ]
        return replace(
            self,
            companions=(pairs[0], pairs[1]),
            deck=chosen.get("deck", self.deck),
            board=chosen.get("board", self.board),
        )

    def brought(self) -> tuple[Blank, ...]:
        """A deck of one's own for each side, as the deck builder writes it."""
        from hexlib.knee_deep.sequel import blanks

        return blanks(self)

    def bring(self, texts: Mapping[str, str], seed: int) -> Follow:
        """A game with decks of one's own; see ``sequel.py``."""
        from hexlib.knee_deep.sequel import bring

        return bring(self, texts, seed)

    def again(self, start: State, seed: int) -> Follow:
        """The same decks and the same board, shuffled anew; see ``sequel.py``."""
        from hexlib.knee_deep.sequel import again

        assert isinstance(start, KneeDeepState)
        return again(self, start, seed) or super().again(start, seed)

    def adviser(self) -> Adviser:
        """What opponents ask about playing well; see ``advice.py``."""
        from hexlib.knee_deep.advice import KneeDeepAdviser

        return KneeDeepAdviser()

    @property
    def measures(self) -> Mapping[str, Callable[[State], Any]]:
        """Power, resources, hands, the board and so on, by name."""
        return _MEASURES  # type: ignore[return-value]

    # -- what the numbers of the game follow from ------------------------------------------------------------------

    def hq_health(self, companions: Sequence[str]) -> int:
        """Health of an HQ: the sum of its two companions' numbers (Assigning Damage to the HQ)."""
        values = [self.cards.companions[name].hq for name in companions]
        return max(values) if "kdh.hq.hp_sum=larger" in self.rules.broken else sum(values)

    def zone_fields(self, marker: int) -> int:
        """The fields of the war zone round a marker, as a set."""
        if self.rules.on("kdh.war.zone_is_three_sectors"):
            return marker_zone(marker)
        return KneeDeepState.marker_corner(marker)


def _counted(deck: Deck | Iterable[str]) -> Deck:
    """The deck as card name to number of copies."""
    return dict(deck) if isinstance(deck, Mapping) else dict(Counter(deck))


def _laid(terrain: Sequence[int]) -> tuple[int, ...]:
    """The terrain of a board, once it is known to be one.

    Raises:
        ValueError: there are not 217 fields, a kind is unknown, or an HQ lies under terrain.
    """
    kinds = tuple(terrain)
    if len(kinds) != len(FIELDS):
        raise ValueError(f"a board has {len(FIELDS)} fields, this terrain {len(kinds)}")
    for name, number, kind in zip(FIELDS, range(len(FIELDS)), kinds, strict=True):
        if type(kind) is not int or not 0 <= kind < len(TERRAIN_NAMES):
            raise ValueError(f"terrain of {name} is a number from 0 to {len(TERRAIN_NAMES) - 1}, not {kind!r:.40}")
        if kind != OPEN and BOTH_HQ >> number & 1:
            raise ValueError(f"an HQ stands on {name}, so it cannot be terrain")
    return kinds


@cache
def _rulebook() -> Rulebook:
    from hexlib.rules import Rulebook

    return Rulebook.load("knee_deep")


def _board(state: KneeDeepState) -> dict[str, str]:
    """Field -> "Bukseon tank", "mountain", "Gondwana hq" or "empty"."""
    names = state.game.seats
    out = {}
    for f, code in enumerate(state.at):
        if code:
            out[FIELDS[f]] = f"{names[(code - 1) // N_UNITS]} {UNIT_NAMES[(code - 1) % N_UNITS]}"
        elif BOTH_HQ >> f & 1:
            out[FIELDS[f]] = f"{names[HQ_MASK[1] >> f & 1]} hq"
        else:
            out[FIELDS[f]] = "empty" if state.land.terrain[f] == OPEN else TERRAIN_NAMES[state.land.terrain[f]]
    return out


def _fact(name: str) -> Callable[[KneeDeepState], Any]:
    return lambda state: state.view(None).facts()[name]


def _incomes(state: KneeDeepState) -> list[str]:
    out = []
    for seat in (0, 1):
        m, e, more_m, more_e, _ = income(state, seat)
        out.append(f"{m + more_m}/{e + more_e}")
    return out


def _supply(state: KneeDeepState) -> dict[str, str]:
    """Unit -> "left to Bukseon/left to Gondwana"."""
    return {name: f"{state.supply[k]}/{state.supply[N_UNITS + k]}" for k, name in enumerate(UNIT_NAMES)}


_MEASURES: dict[str, Callable[[KneeDeepState], Any]] = {
    **{
        name: _fact(name)
        for name in (
            "round",
            "phase",
            "active",
            "player",
            "marker",
            "surplus",
            "material",
            "energy",
            "hand",
            "draw_pile",
            "discard",
            "scrapyard",
            "hq",
            "winner",
        )
    },
    "power": war.power,
    "power_with_cards": war.power_with_cards,
    "cards": lambda state: [list(h) for h in state.hand],
    "discards": lambda state: [list(d) for d in state.discard],
    "income": _incomes,
    "board": _board,
    "supply": _supply,
    "carried": lambda state: list(state.carried),
}
