"""Setting up Knee Deep in Hexes as a :class:`hexlib.game.Game` of its own: from the empty table to the first hand.

Two people, Ann and Bob, lay the board, choose factions and companions and make their decks; then
:meth:`KneeDeepSetup.begin` gives the game itself, in which Bukseon is seat 0 and Gondwana seat 1, whoever plays them.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from hexlib.game import Action, Break, Game, Option, Pick, Rng, State, View, checked_options
from hexlib.knee_deep import draft, opening_picks
from hexlib.knee_deep.board import FIELDS, HQ_MASK
from hexlib.knee_deep.breaks import SETUP_BREAKS
from hexlib.knee_deep.components import OPEN, STANDARD, TERRAIN_NAMES, UNITS, CardSet, cards_from
from hexlib.knee_deep.decks import BOX, VARIANTS, Box, Terms, explain
from hexlib.knee_deep.opening_actions import FACTIONS, parse
from hexlib.knee_deep.opening_position import blank, read
from hexlib.knee_deep.opening_state import SetupState
from hexlib.knee_deep.opening_view import SetupView
from hexlib.knee_deep.options import RULINGS
from hexlib.switches import broken_names

if TYPE_CHECKING:
    from hexlib.draw.scene import Scene
    from hexlib.knee_deep.state import KneeDeepState
    from hexlib.opponents.base import Adviser
    from hexlib.rules import Rulebook
    from hexlib.sequel import Sequel

__all__ = ["KneeDeepSetup"]


@dataclass(frozen=True)
class KneeDeepSetup(Game):
    """The set-up, with two seats, Ann (0) and Bob (1).

    Args:
        rulings: readings and numbers by name; see ``rulings.toml``. The rest take their defaults.
        broken: names of rules broken on purpose; better made with :meth:`without`.
        variant: how decks are made: ``"casual"``, ``"simple"`` or ``"advanced"``.
        board: ``"fixed"`` or ``"modular"``.
        cards: the set of cards; also the path of an owner's own card file, as for the game itself.

    Raises:
        ValueError: an unknown ruling, reading, variant or board, or a mistake in the card file.
        KeyError: an unknown rule to break.
    """

    name: ClassVar[str] = "knee-deep-in-hexes-setup"
    title: ClassVar[str] = "Knee Deep in Hexes: Setup"
    prefix: ClassVar[str] = "kdh"
    leads_to: ClassVar[str] = "knee-deep-in-hexes"
    opening: ClassVar[str] = "Set up together: companions, board and decks"
    closed: ClassVar[bool] = True

    variant: str = "casual"
    board: str = "fixed"
    cards: CardSet = field(default=STANDARD, repr=False)
    terms: Terms = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        if isinstance(self.cards, (str, Path)):
            object.__setattr__(self, "cards", cards_from(self.cards))
        if self.variant not in VARIANTS:
            raise ValueError(f"there is no variant {self.variant!r}; there are {', '.join(VARIANTS)}")
        if self.board not in ("fixed", "modular"):
            raise ValueError(f"there is no board {self.board!r}; there are fixed, modular")
        rulings = RULINGS.checked(self.rulings)
        broken = broken_names(self.broken, SETUP_BREAKS)
        for name, value in (("rulings", rulings), ("broken", broken), ("terms", Terms(self.box, rulings, broken))):
            object.__setattr__(self, name, value)

    @property
    def seats(self) -> tuple[str, ...]:
        """Ann (seat 0) and Bob (seat 1): before the factions are chosen, players have no other name."""
        return ("Ann", "Bob")

    @property
    def box(self) -> Box:
        """The set of cards and companions."""
        return BOX if self.cards is STANDARD else Box(self.cards.cards, self.cards.companions)

    @property
    def rulebook(self) -> Rulebook:
        """The 325 statements and the rulings."""
        from hexlib.rules import Rulebook

        return Rulebook.load("knee_deep")

    def breaks(self) -> Sequence[Break]:
        """Every rule of the set-up that can be broken on purpose."""
        return SETUP_BREAKS

    def without(self, *rules: str) -> KneeDeepSetup:
        """The same set-up with those rules broken; see :meth:`hexlib.game.Game.without`."""
        return replace(self, broken=self.broken | broken_names(rules, SETUP_BREAKS))

    def new_initial_state(self, seed: int | None = None) -> SetupState:
        """The empty table; chance says who chooses first (Setup)."""
        rng = Rng(secrets.randbits(64) if seed is None else seed)
        state = blank(self)
        state.first = state.asked = rng.below(2)
        state.rng = rng.next64()
        if state.modular:
            draft.begin_board(state, None)
        else:
            draft.begin_factions(state, None)
        return state

    def parse_action(self, text: str) -> Action:
        """Read an action; see ``opening_actions.py`` for the notation."""
        return parse(text, self.cards)

    def position(self, data: Mapping[str, Any]) -> SetupState:
        """The state that a record's ``[position]`` describes; see ``opening_position.py``."""
        return read(self, data)

    def options(self) -> tuple[Option, ...]:
        """How the decks are made, and the board."""
        ways = (
            ("casual", "Casual: the same nine neutral cards"),
            ("simple", "Simple: draft two pools, then build"),
            ("advanced", "Advanced: build from two boxes"),
        )
        boards = (("fixed", "The fixed map"), ("modular", "Lay it, card by card"))
        return (Option("variant", "Decks", ways, self.variant), Option("board", "Board", boards, self.board))

    def with_options(self, given: Mapping[str, str]) -> KneeDeepSetup:
        """The same set-up with those choices; see :meth:`hexlib.game.Game.with_options`."""
        return replace(self, **checked_options(self, given))  # type: ignore[arg-type]  # both are texts

    def sequel(self, state: State) -> Sequel | None:
        """The game that has been set up; see ``sequel.py``."""
        from hexlib.knee_deep.sequel import sequel

        return sequel(self, state)

    def begin(self, state: SetupState, seed: int | None = None) -> KneeDeepState:
        """The game that has been set up; see :meth:`SetupState.begin`."""
        from hexlib.knee_deep.game import KneeDeep
        from hexlib.knee_deep.setup import initial_state

        if state.stage != "ready":
            raise ValueError(f"the set-up is not complete: it is at stage {state.stage}")
        for seat, name in enumerate(self.seats):
            pool = state.pool(seat) if any(state.pools[seat]) else None
            reasons = explain(state.deck(seat), state.companions[seat], state.variant, pool=pool, terms=self.terms)
            if reasons:
                raise ValueError(f"{name}'s deck is not allowed. " + " ".join(map(str, reasons)))
        seat_of = [state.factions.index(faction) for faction in FACTIONS]
        companions = (state.companions[seat_of[0]], state.companions[seat_of[1]])
        game = KneeDeep(
            rulings=self.rulings,
            deck=state.variant,
            companions=companions,
            board="modular" if state.modular else "fixed",
            cards=self.cards,
        )
        return initial_state(
            game,
            secrets.randbits(64) if seed is None else seed,
            (state.deck(seat_of[0]), state.deck(seat_of[1])),
            state.terrain,
            seat_of.index(state.first),
        )

    def scene(self, view: View, **options: Any) -> Scene:
        """The table as the viewer may see it: the board while it is laid, cards and companions after that."""
        from hexlib.knee_deep.opening_scene import scene

        assert isinstance(view, SetupView)
        return scene(view, **options)

    def picks(self, action: Action, view: View) -> tuple[Pick, ...]:
        """What a player clicks for the action; see ``opening_picks.py``."""
        assert isinstance(view, SetupView)
        return opening_picks.picks(action, view)

    def intend(self, picks: Sequence[Pick], view: View) -> Action | None:
        """What the picks mean; see ``opening_picks.py``."""
        assert isinstance(view, SetupView)
        return opening_picks.intend(picks, view)

    def trays(self, view: View) -> tuple[Pick, ...]:
        """The cards from which the seat that decides may choose."""
        assert isinstance(view, SetupView)
        return opening_picks.trays(view)

    def about(self, pick: Pick, view: View) -> str:
        """A card or a companion in words; see ``opening_picks.py``."""
        assert isinstance(view, SetupView)
        return opening_picks.about(pick, view)

    def adviser(self) -> Adviser:
        """What opponents ask about companions, drafting and decks; see ``opening_advice.py``."""
        from hexlib.knee_deep.opening_advice import SetupAdviser

        return SetupAdviser()

    @property
    def measures(self) -> Mapping[str, Callable[[State], Any]]:
        """Stage, choices, cards left, pools and decks, by name."""
        return _MEASURES  # type: ignore[return-value]

    def hq_health(self, companions: Sequence[str]) -> int:
        """Health of an HQ: the sum of its two companions' numbers (In Depth: The Companions)."""
        values = [self.box.companions[name].hq for name in companions]
        return max(values) if "kdh.companions.hq_hp=larger" in self.broken else sum(values)


def _fact(name: str) -> Callable[[SetupState], Any]:
    from hexlib.game import TABLE

    return lambda state: state.view(TABLE).facts()[name]


def _board(state: SetupState) -> dict[str, str]:
    """Field -> "mountain", "material", "energy", "hq" or "empty"."""
    hq = HQ_MASK[0] | HQ_MASK[1]
    return {
        name: "hq" if hq >> f & 1 else "empty" if kind == OPEN else TERRAIN_NAMES[kind]
        for f, (name, kind) in enumerate(zip(FIELDS, state.terrain, strict=True))
    }


def _income(state: SetupState) -> list[str]:
    known = state.box.companions
    return [f"{sum(known[c].material for c in mine)}/{sum(known[c].energy for c in mine)}" for mine in state.companions]


def _pool(state: SetupState, seat: int) -> list[str]:
    return sorted(card for part in state.pools[seat] for card in part)


_MEASURES: dict[str, Callable[[SetupState], Any]] = {
    **{
        name: _fact(name)
        for name in (
            "stage",
            "variant",
            "player",
            "factions",
            "companions",
            "terrain_cards",
            "open_card",
            "sectors",
            "tokens",
            "pile",
            "drawn",
            "pool",
            "deck",
            "foreign",
            "authority",
        )
    },
    "board": _board,
    "income": _income,
    "hq": lambda state: [state.game.hq_health(c) if c else 0 for c in state.companions],
    "cards_of_ann": lambda state: state.deck(0),
    "cards_of_bob": lambda state: state.deck(1),
    "pool_of_ann": lambda state: _pool(state, 0),
    "pool_of_bob": lambda state: _pool(state, 1),
    "seen_by_ann": lambda state: [list(map(list, pool)) for pool in state.view(0).pools],
    "seen_by_bob": lambda state: [list(map(list, pool)) for pool in state.view(1).pools],
    "supply": lambda state: {unit.name: unit.supply for unit in UNITS},
    "war_cards": lambda state: [
        sum(n for card, n in state.deck(seat).items() if state.box.cards[card].is_war) for seat in (0, 1)
    ],
}
