"""One moment of the set-up: who has chosen what, and whose decision is next.

The stages come in the rulebook's order: the board (if it is modular), the factions, the companions, the draft (in
Simple Deck Building), the decks, and the supply, with which the set-up is complete.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from hexlib.game import TABLE, TERMINAL, Action, Event, State, Verdict
from hexlib.knee_deep.decks import DECK_SIZE, Box, Terms

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hexlib.knee_deep.opening import KneeDeepSetup
    from hexlib.knee_deep.opening_view import SetupView
    from hexlib.knee_deep.state import KneeDeepState

__all__ = ["STAGES", "Pool", "SetupState"]

STAGES = ("board", "faction", "companions", "draft", "deck", "ready")
Pool = tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]
"""A player's pool: cards kept by the player, given by the opponent, and dealt unseen at the end."""
EMPTY: Pool = ((), (), ())


class SetupState(State):
    """A mutable state; seats are the two people, Ann (0) and Bob (1), whatever their factions."""

    __slots__ = (
        "added",
        "asked",
        "cards",
        "companions",
        "decks",
        "drawn",
        "factions",
        "first",
        "game",
        "laid",
        "modular",
        "open_card",
        "pile",
        "pools",
        "ready",
        "rng",
        "spare",
        "stage",
        "terrain",
        "variant",
    )

    game: KneeDeepSetup
    stage: str
    variant: str
    """How the decks are made: ``"casual"``, ``"simple"`` or ``"advanced"``."""
    modular: bool
    first: int
    """Who chooses and drafts first, and begins the game."""
    asked: int
    factions: list[str]
    """Per seat, or empty."""
    companions: list[tuple[str, ...]]
    terrain: tuple[int, ...]
    cards: tuple[str, ...]
    """The face-down pile of terrain cards, top first."""
    open_card: str
    laid: tuple[tuple[str, str], ...]
    """Sector and terrain card, in the order of laying."""
    spare: int
    """Terrain tokens not on the board."""
    pile: tuple[str, ...]
    """The deckbuilding draw pile, top first."""
    drawn: tuple[str, ...]
    """The cards between which the drafter chooses."""
    pools: list[Pool]
    decks: list[tuple[str, ...]]
    """Per seat the whole deck so far, in the order of the set."""
    ready: list[bool]
    added: int
    """How often the deck in the making was changed; a play cannot go on for ever."""
    rng: int

    def clone(self) -> SetupState:
        """An independent copy."""
        new: SetupState = SetupState.__new__(SetupState)
        for name in self.__slots__:
            value = getattr(self, name)
            setattr(new, name, value[:] if isinstance(value, list) else value)
        return new

    def key(self) -> tuple[Any, ...]:
        """Everything that makes two states of one set-up the same."""
        values = (getattr(self, name) for name in self.__slots__ if name not in ("game", "added", "rng"))
        return tuple(tuple(v) if isinstance(v, list) else v for v in values)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SetupState) and self.game == other.game and self.key() == other.key()

    __hash__ = None  # type: ignore[assignment]

    # -- who and what ----------------------------------------------------------------------------------------------

    def current_player(self) -> int:
        """The seat to decide, or ``TERMINAL`` when everything is set up."""
        return TERMINAL if self.stage == "ready" else self.asked

    def returns(self) -> list[float]:
        """Nobody wins a set-up."""
        return [0.0, 0.0]

    @property
    def box(self) -> Box:
        """The set of cards."""
        return self.terms.box

    @property
    def terms(self) -> Terms:
        """Under which terms decks are judged."""
        return self.game.terms

    def on(self, rule: str) -> bool:
        """Whether the rule is in force."""
        return rule not in self.game.broken

    def pool(self, seat: int) -> dict[str, int]:
        """The cards that the player may add: own pool, or every card of two boxes."""
        if self.variant == "simple" and self.on("kdh.simple.deck_composition"):
            return dict(Counter(card for part in self.pools[seat] for card in part))
        return {name: 2 * n for name, n in self.box.strategy_cards().items()}

    def deck(self, seat: int) -> dict[str, int]:
        """The player's deck so far, the basic deck counted."""
        return dict(Counter(self.decks[seat]))

    def extra(self, seat: int) -> dict[str, int]:
        """The cards that the player has added to the basic deck."""
        base = self.box.base(self.companions[seat])
        return {n: k - base.get(n, 0) for n, k in self.deck(seat).items() if k > base.get(n, 0)}

    def foreign(self, seat: int) -> int:
        """How many foreign cards the player has added."""
        return sum(n for card, n in self.extra(seat).items() if self.terms.foreign(card, self.companions[seat]))

    def authority(self, seat: int) -> int:
        """Authority points that the player has spent."""
        return self.terms.spent(self.extra(seat), self.companions[seat])

    def impossible(self, seat: int) -> bool:
        """Whether the player's pool allows no legal deck (ruling K19)."""
        if self.variant != "simple":
            return False
        pool, mine = self.pool(seat), self.companions[seat]
        others = sum(n for card, n in pool.items() if not self.terms.foreign(card, mine))
        most = min(self.terms.most_foreign(pool, mine), sum(pool.values()) - others)
        return sum(self.box.base(mine).values()) + others + most < DECK_SIZE

    # -- doors -----------------------------------------------------------------------------------------------------

    def legal_actions(self, player: int | None = None) -> Sequence[Action]:
        """Every legal action; empty for a player who is not asked."""
        if self.stage == "ready" or (player is not None and player != self.asked):
            return ()
        return [action for action in opening_rules.sayable(self) if not opening_rules.reasons(self, action)]

    def explain(self, action: Action) -> Verdict:
        """Why the action is or is not allowed now."""
        return Verdict(action, tuple(opening_rules.reasons(self, action)))

    def push(self, action: Action) -> None:
        """Do a legal action without events."""
        draft.do(self, action, None)

    def _apply(self, action: Action) -> list[Event]:
        log: list[Event] = []
        draft.do(self, action, log)
        return log

    def begin(self, seed: int | None = None) -> KneeDeepState:
        """The game that has been set up: decks shuffled, three cards drawn, the mulligans to come (Before the Game).

        Raises:
            ValueError: the set-up is not complete.
        """
        return self.game.begin(self, seed)

    def view(self, seat: int | None) -> SetupView:
        """What a seat may know; None for a bystander, ``TABLE`` for an open table."""
        return opening_view.SetupView.of(self, seat)

    def position(self) -> dict[str, Any]:
        """The state as a record writes it."""
        return opening_position.dump(self)

    def __str__(self) -> str:
        view = self.view(TABLE)
        return "\n".join((view.headline(), *view.lines()))

    def __repr__(self) -> str:
        return f"<SetupState {self.stage}, {self.variant}, {self.game.seats[self.asked]} decides>"


# The doors lead into modules that need the class above; they are bound here so that a call costs no import.
from hexlib.knee_deep import draft, opening_position, opening_rules, opening_view  # noqa: E402
