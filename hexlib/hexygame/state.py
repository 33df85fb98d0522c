"""One moment of HexyGame: what lies where, what is on the stack, and who has priority."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from hexlib.game import TABLE, TERMINAL, Action, Event, State, Verdict
from hexlib.hexygame.board import Map
from hexlib.hexygame.items import ABILITY, ATTACK, OVER, PHASES, SPELL, TRIGGER, Item, Piece
from hexlib.hexygame.vocabulary import Cost

if TYPE_CHECKING:
    from hexlib.hexygame.game import HexyGame

__all__ = ["PHASES", "HexyState", "Item", "Piece"]


class HexyState(State):
    """A mutable state. Attributes hold numbers; names come in at the edges (``parse_action``, views, records)."""

    __slots__ = (
        "active",
        "after_combat",
        "asked",
        "at",
        "game",
        "grave",
        "hand",
        "kept",
        "library",
        "map",
        "next_id",
        "passes",
        "pending",
        "phase",
        "placed",
        "pool",
        "rng",
        "stack",
        "stage",
        "starting",
        "turn",
        "wait",
        "where",
        "winner",
        "winning",
    )

    game: HexyGame
    map: Map
    phase: int
    stage: int
    turn: int
    """From 1; each player's turn counts."""
    starting: int
    active: int
    """Whose turn it is."""
    asked: int
    """Who decides now."""
    passes: int
    """How many players have passed in a row."""
    after_combat: bool
    """Whether this is the window of priority after a combat."""
    at: dict[int, Piece]
    """The board card on each taken field."""
    hand: list[tuple[int, ...]]
    """Card numbers, ascending."""
    library: list[tuple[int, ...]]
    """Top card first."""
    grave: list[tuple[int, ...]]
    """Newest card last."""
    pool: list[Cost]
    """Energy: colourless, red, green, violet."""
    winning: list[int]
    stack: tuple[Item, ...]
    """Bottom first."""
    pending: tuple[Item, ...]
    """Triggers that wait to be put on the stack."""
    placed: tuple[Item, ...]
    """Those of the same moment that have their place already, lowest first."""
    where: int
    """Where the group goes: ``TOP``, ``BOTTOM`` or ``IN_TURN``."""
    wait: tuple[str, Item] | None
    """A hex that has to be chosen before play goes on, under a ruling."""
    kept: int
    """Set of the seats that have kept their opening hand."""
    next_id: int
    rng: int
    winner: int
    """-1 nobody yet, 0 or 1 a seat, 2 a draw."""

    def clone(self) -> HexyState:
        """An independent copy."""
        new: HexyState = HexyState.__new__(HexyState)
        new.game = self.game
        new.map = self.map
        new.phase = self.phase
        new.stage = self.stage
        new.turn = self.turn
        new.starting = self.starting
        new.active = self.active
        new.asked = self.asked
        new.passes = self.passes
        new.after_combat = self.after_combat
        new.at = self.at.copy()
        new.hand = self.hand[:]
        new.library = self.library[:]
        new.grave = self.grave[:]
        new.pool = self.pool[:]
        new.winning = self.winning[:]
        new.stack = self.stack
        new.pending = self.pending
        new.placed = self.placed
        new.where = self.where
        new.wait = self.wait
        new.kept = self.kept
        new.next_id = self.next_id
        new.rng = self.rng
        new.winner = self.winner
        return new

    def key(self) -> tuple[Any, ...]:
        """Everything that makes two states of one game the same; running numbers are replaced by what they mean."""
        field = {piece.uid: f for f, piece in self.at.items()}
        place = {item.sid: n for n, item in enumerate(self.stack)}
        answers = self.game.rules.join_before_answer

        def plain(item: Item) -> tuple[Any, ...]:
            names = place if self.aims_at_stack(item) else field
            return (
                *item[1:5],
                field.get(item.source, -1),
                item.place if item.type in (TRIGGER, ABILITY) and item.source not in field else -1,
                names.get(item.target, -1),
                item.field,
                tuple(field[u] for u in item.team if u in field),
                field.get(item.counter, -1),
                item.flags if answers else 0,
            )

        return (
            self.map.name,
            *(self.phase, self.stage, self.turn, self.starting, self.active, self.asked, self.passes),
            self.after_combat,
            tuple((f, self.at[f][1:]) for f in sorted(self.at)),
            *(tuple(each) for each in (self.hand, self.library, self.grave, self.pool, self.winning)),
            *(tuple(map(plain, items)) for items in (self.stack, self.pending, self.placed)),
            self.where if self.pending else 0,
            (self.wait[0], plain(self.wait[1])) if self.wait else None,
            self.kept,
            self.rng,
            self.winner,
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, HexyState) and self.game == other.game and self.key() == other.key()

    __hash__ = None  # type: ignore[assignment]

    # -- who and what ----------------------------------------------------------------------------------------------

    def current_player(self) -> int:
        """The seat that has priority or another decision, or ``TERMINAL``."""
        return TERMINAL if self.phase == OVER else self.asked

    def returns(self) -> list[float]:
        """1 for the winner and -1 for the loser; zeros for a draw and before the end."""
        if self.winner not in (0, 1):
            return [0.0, 0.0]
        return [1.0, -1.0] if self.winner == 0 else [-1.0, 1.0]

    def find(self, uid: int) -> int:
        """The field of a board card, or -1 when it is no longer on the battlefield."""
        for field, piece in self.at.items():
            if piece.uid == uid:
                return field
        return -1

    def aims_at_stack(self, item: Item) -> bool:
        """Whether the item's target is another item of the stack."""
        if item.type not in (SPELL, ABILITY):
            return False
        card = self.game.cards.cards[item.kind]
        target = card.target if item.type == SPELL else card.abilities[item.nth].target
        return target.what in ("spell", "activity")

    def attack_on_stack(self) -> int:
        """Place of the attack in the stack, or -1."""
        for n, item in enumerate(self.stack):
            if item.type == ATTACK:
                return n
        return -1

    # -- doors -----------------------------------------------------------------------------------------------------

    def legal_actions(self, player: int | None = None) -> Sequence[Action]:
        """Every legal action, each with the payment of the house; empty for a player who is not asked.

        What any colour may pay can also be paid otherwise: ``explain`` allows ``move d4-d5 with red`` wherever
        ``move d4-d5`` is legal and there is red energy. Such spellings are not listed.
        """
        if self.phase == OVER or (player is not None and player != self.asked):
            return ()
        return legal_actions(self)

    def explain(self, action: Action) -> Verdict:
        """Why the action is or is not allowed now."""
        return Verdict(action, tuple(reasons(self, action)))

    def push(self, action: Action) -> None:
        """Do a legal action fast, without events."""
        do(self, action, None)

    def _apply(self, action: Action) -> list[Event]:
        log: list[Event] = []
        do(self, action, log)
        return log

    def view(self, seat: int | None) -> HexyView:
        """What a seat may know; None for a bystander, ``TABLE`` for an open table."""
        return HexyView.of(self, seat)

    def position(self) -> dict[str, Any]:
        """The state as a record writes it; see ``setup.py``."""
        return dump_position(self)

    def __str__(self) -> str:
        from hexlib.hexygame.textboard import text_board

        return text_board(self.view(TABLE))

    def __repr__(self) -> str:
        return f"<HexyState turn {self.turn}, {PHASES[self.phase]}, {self.game.seats[self.active]}'s turn>"


# The doors lead into modules that need the classes above; they are bound here so that a call costs no import.
from hexlib.hexygame.deeds import do  # noqa: E402
from hexlib.hexygame.generate import legal_actions  # noqa: E402
from hexlib.hexygame.legality import reasons  # noqa: E402
from hexlib.hexygame.setup import dump_position  # noqa: E402
from hexlib.hexygame.views import HexyView  # noqa: E402
