"""What one seat may know of a state, and the words for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from hexlib.game import TABLE, Chip, Panel, Rng, Side, View
from hexlib.hexygame.board import FIELDS
from hexlib.hexygame.items import MULLIGAN, OVER, PHASES, Item, Piece
from hexlib.hexygame.state import HexyState
from hexlib.hexygame.vocabulary import COLOURS
from hexlib.hexygame.words import item_notation

if TYPE_CHECKING:
    from hexlib.hexygame.game import HexyGame

__all__ = ["HIDDEN", "HexyView"]

HIDDEN = "?"
"""Stands for a card that the viewer may not see."""
_UNKNOWN = -1

PHASE_WORDS = {
    "mulligan": "the opening hands",
    "energy": "Energy Phase",
    "actions": "Actions Phase",
    "draw": "Draw Phase",
    "main": "Main Phase",
    "cleanup": "Cleanup Phase",
    "end": "End Phase",
}


@dataclass(frozen=True, slots=True, eq=False)
class HexyView(View):
    """Public facts and the viewer's own cards; every other card is unknown.

    ``public`` is a state from which all that the viewer may not know has been taken (cards are -1, the order of the
    libraries and the seed are gone); nothing else is kept.
    """

    game: HexyGame
    seat: int | None
    public: HexyState

    @classmethod
    def of(cls, state: HexyState, seat: int | None) -> HexyView:
        """The view of a seat, of a bystander (None) or of an open table (``TABLE``)."""
        public = state.clone()
        public.rng = 0
        public.next_id = 0
        for owner in (0, 1):
            public.library[owner] = (_UNKNOWN,) * len(state.library[owner])
            if seat not in (owner, TABLE):
                public.hand[owner] = (_UNKNOWN,) * len(state.hand[owner])
        return cls(state.game, seat, public)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, HexyView)
            and self.seat == other.seat
            and self.game == other.game
            and self.public.key() == other.public.key()
        )

    __hash__ = None  # type: ignore[assignment]

    # -- what there is ---------------------------------------------------------------------------------------------

    @property
    def pieces(self) -> tuple[tuple[int, Piece], ...]:
        """Field and board card, by field."""
        return tuple(sorted(self.public.at.items()))

    @property
    def stack(self) -> tuple[Item, ...]:
        """The items of the stack, bottom first."""
        return self.public.stack

    @property
    def stack_texts(self) -> tuple[str, ...]:
        """The same as records write them."""
        return tuple(item_notation(self.public, item) for item in self.public.stack)

    @property
    def waiting_texts(self) -> tuple[str, ...]:
        """Triggers that wait to be put on the stack."""
        return tuple(item_notation(self.public, item) for item in (*self.public.placed, *self.public.pending))

    @property
    def phase(self) -> str:
        """One of ``PHASES``."""
        return PHASES[self.public.phase]

    @property
    def player(self) -> int | None:
        """The seat that decides, or None when the game is over."""
        return None if self.public.phase == OVER else self.public.asked

    def hand(self, seat: int) -> tuple[str, ...]:
        """The cards of a hand, ``"?"`` for each that is hidden."""
        names = self.game.cards.names
        return tuple(names[kind] if kind >= 0 else HIDDEN for kind in self.public.hand[seat])

    def graveyard(self, seat: int) -> tuple[str, ...]:
        """The cards of a graveyard, the newest last."""
        return tuple(self.game.cards.names[kind] for kind in self.public.grave[seat])

    def facts(self) -> Mapping[str, Any]:
        """Numbers and names, in a fixed order."""
        state, names = self.public, self.game.seats
        return {
            "turn": state.turn,
            "phase": self.phase,
            "active": names[state.active],
            "player": names[state.asked] if state.phase != OVER else "none",
            "passes": state.passes,
            "after_combat": state.after_combat,
            "stack": list(self.stack_texts),
            "waiting": list(self.waiting_texts),
            "board": board_facts(state),
            "pools": [pool_text(pool) for pool in state.pool],
            "energy": [sum(pool) for pool in state.pool],
            "hand": [len(hand) for hand in state.hand],
            "cards": [list(self.hand(seat)) for seat in (0, 1)],
            "library": [len(library) for library in state.library],
            "graveyard": [len(grave) for grave in state.grave],
            "graves": [list(self.graveyard(seat)) for seat in (0, 1)],
            "winning": list(state.winning),
            "winner": (*names, "draw")[state.winner] if state.winner >= 0 else "none",
        }

    def headline(self) -> str:
        """Turn, phase, who has priority, and how much lies on the stack."""
        state, names = self.public, self.game.seats
        if state.phase == OVER:
            return f"The game is over: {'a draw' if state.winner == 2 else names[state.winner] + ' wins'}."
        if state.phase == MULLIGAN:
            return f"{names[state.asked]} looks at the opening hand."
        who = f"Turn {state.turn}, {names[state.active]}'s {PHASE_WORDS[self.phase]}: "
        if state.wait is not None:
            return f"{who}{names[state.asked]} chooses a hex."
        if state.pending:
            return f"{who}{names[state.asked]} puts waiting abilities in order."
        if state.after_combat:
            who = who.replace(": ", ", after combat: ")
        n = len(state.stack)
        on = "empty stack" if not n else f"{n} on the stack"
        return f"{who}{names[state.asked]} has priority, {on}."

    def panels(self) -> tuple[Panel, ...]:
        """The stack, what waits, what each may do now; see ``panels.py``."""
        from hexlib.hexygame.panels import panels

        return panels(self)

    def sides(self) -> tuple[Side, ...]:
        """Both halves of the score strip; the big number is the Winning Dice."""
        return tuple(self._side(seat) for seat in (0, 1))

    def _side(self, seat: int) -> Side:
        state = self.public
        role = "to act" if self.player == seat else ""
        place = state.attack_on_stack()
        if place >= 0:
            role = "attacks" if state.stack[place].seat == seat else "defends"
        chips = tuple(
            Chip(f"energy_{'any' if colour == COLOURS[0] else colour}", f"{colour} energy", str(n))
            for n, colour in zip(state.pool[seat], COLOURS, strict=True)
            if n
        )
        rows = (
            *(() if chips else (("Energy pool", "empty"),)),
            ("Hand", str(len(state.hand[seat]))),
            ("Library", str(len(state.library[seat]))),
            ("Graveyard", str(len(state.grave[seat]))),
            ("Winning Dice", str(state.winning[seat])),
        )
        return Side(seat, self.game.seats[seat], role, str(state.winning[seat]), chips, rows)

    # -- sampling --------------------------------------------------------------------------------------------------

    def determinize(self, rng: Rng) -> HexyState:
        """A full state that looks the same from this seat: hidden cards are drawn from what the decks still hold."""
        state = self.public.clone()
        state.next_id = 1 + max(
            [p.uid for p in state.at.values()]
            + [i.sid for i in (*state.stack, *state.pending, *state.placed)]
            + ([state.wait[1].sid] if state.wait else []),
            default=0,
        )
        state.rng = rng.next64()
        for seat in (0, 1):
            unknown = state.hand[seat].count(_UNKNOWN)
            cards = rng.shuffled(self._unseen(seat))
            need = unknown + len(state.library[seat])
            while len(cards) < need:
                cards.append(rng.below(len(self.game.cards)))
            if unknown:
                state.hand[seat] = tuple(sorted(cards[:unknown]))
            state.library[seat] = tuple(cards[unknown:need])
        return state

    def _unseen(self, seat: int) -> list[int]:
        """The cards of the seat's deck that the viewer sees nowhere."""
        state = self.public
        number = self.game.cards.number
        left = Counter({number[name]: n for name, n in self.game.deck_of(seat).items()})
        seen = [p.kind for p in state.at.values() if p.owner == seat]
        seen += [kind for p in state.at.values() for kind, owner in p.under if owner == seat]
        seen += [i.kind for i in state.stack if i.type == 0 and i.seat == seat]
        seen += [*state.grave[seat], *(kind for kind in state.hand[seat] if kind >= 0)]
        left.subtract(seen)
        return sorted(kind for kind, n in left.items() for _ in range(max(0, n)))


def pool_text(pool: tuple[int, int, int, int]) -> str:
    """ "2 red, 1 colourless"; "none" for an empty pool."""
    return ", ".join(f"{n} {colour}" for n, colour in zip(pool, COLOURS, strict=True) if n) or "none"


def board_facts(state: HexyState) -> dict[str, str]:
    """Field -> "Blue wolf 3", with "die 2" where there is one and the enchantments beneath, as "with wings"."""
    names = state.game.cards.names
    out = {}
    for field, piece in sorted(state.at.items()):
        text = f"{state.game.seats[piece.owner]} {names[piece.kind]} {piece.points}"
        if piece.die:
            text += f" die {piece.die}"
        if piece.under:
            text += " with " + ", ".join(names[kind] for kind, _ in piece.under)
        out[FIELDS[field]] = text
    return out
