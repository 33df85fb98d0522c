"""What opponents are told about setting up Knee Deep in Hexes: which companions and cards are good, and why one was
chosen. The reasons never name a card: pools and decks are secret."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hexlib.game import Action, State
from hexlib.knee_deep.components import Card, Companion
from hexlib.knee_deep.opening_actions import Add, Choose, Faction, Finish, Lay, Ready, Redraft, Remove, Reveal, Take
from hexlib.knee_deep.opening_state import SetupState
from hexlib.opponents.base import Adviser

__all__ = ["SetupAdviser", "card_value", "companion_value"]

_AWAY = 0.5
"""What a card in the enemy's pool counts against one in the own: of a pool not every card comes into the deck."""
_SPARE = 0.1
"""What a card of the own pool is worth that finds no place in the deck."""


def card_value(card: Card) -> float:
    """How good a card is in any deck: its authority tells, and a condition makes it less sure."""
    value = float(card.authority or 1.6)
    condition = card.condition
    asks = len(condition.vehicles) + len(condition.structures) + bool(condition.formation) + bool(condition.sectors)
    value -= 0.3 * (asks + bool(condition.role) + bool(condition.outnumbered) + bool(condition.beside))
    return value - 0.2 * card.material


def companion_value(companion: Companion) -> float:
    """How good a companion is: income every turn, and health of the HQ."""
    return 2.0 * companion.material + 1.5 * companion.energy + 1.0 * companion.hq


class SetupAdviser(Adviser):
    """Evaluation, candidates and reasons of the set-up."""

    def evaluate(self, state: State, seat: int) -> float:
        """Companions, the deck so far, and what the pools promise, as far as the seat knows them."""
        assert isinstance(state, SetupState)
        box = state.box
        value = sum(companion_value(box.companions[name]) for name in state.companions[seat])
        value += sum(n * card_value(box.cards[name]) for name, n in state.deck(seat).items())
        if state.variant == "simple":
            value += self._promise(state, seat)
        return value

    @staticmethod
    def _promise(state: SetupState, seat: int) -> float:
        """The best cards of the own pool that the deck could still take, less what was given to the enemy."""
        cards, mine = state.box.cards, state.companions[seat]
        kept, given, _ = state.pools[seat]
        pool = sorted((card_value(cards[c]), c) for c in (*kept, *given))
        room, foreign, value = 9, 4, 0.0
        for worth, name in reversed(pool):
            is_foreign = state.terms.foreign(name, mine)
            if room and (foreign or not is_foreign):
                room, foreign = room - 1, foreign - is_foreign
                value += worth
            else:
                value += _SPARE * worth
        away = state.pools[1 - seat][1]
        return value - _AWAY * sum(card_value(cards[c]) for c in away)

    def candidates(self, state: State, seat: int) -> Sequence[Action]:
        """A deck is filled card by card and then finished; nothing is taken out again."""
        assert isinstance(state, SetupState)
        legal = state.legal_actions(seat)
        for kind in (Ready, Redraft, Add):
            found = [action for action in legal if isinstance(action, kind)]
            if found:
                return found
        return [action for action in legal if not isinstance(action, Remove)] or legal

    def turn(self, state: State) -> object:
        """The stage and whose decision it is."""
        assert isinstance(state, SetupState)
        return state.stage, state.asked, len(state.pile)

    def why(self, state: State, seat: int, action: Action) -> str:
        """What the action is for, in words that tell nothing of pools and decks."""
        if isinstance(action, Choose) and isinstance(state, SetupState):
            known = [state.box.companions[name] for name in action.names]
            income = f"{sum(c.material for c in known)} Material and {sum(c.energy for c in known)} Energy a turn"
            titles = " and ".join(c.title for c in known)
            return f"chooses {titles}: {income}, an HQ of {sum(c.hq for c in known)} health"
        if isinstance(action, Lay):
            return f"lays the open card in {action.sector}, where the arrows lead"
        if isinstance(action, Faction):
            return f"chooses {action.name}"
        return _WHY[type(action)]


_WHY: Mapping[type[Action], str] = {
    Reveal: "turns up the next terrain card",
    Finish: "puts the left cards away: the board is laid",
    Take: "keeps the card that is worth more and gives the other away",
    Add: "adds the best card that the rules still allow",
    Remove: "takes a card out again",
    Ready: "is ready: the deck has its 25 cards",
    Redraft: "drafts again, because the pool makes no legal deck",
}
