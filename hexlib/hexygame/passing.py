"""Passing automatically where a player only waits, without telling anybody what that player holds.

A window of priority comes many times a turn. A player chooses, once, at which windows to stop:

- ``"every"``: at each of them; for learning.
- ``"public"``: only where the public facts say that there is something to do: an activity of the opponent on the stack,
  a Winning Dice step of the opponent that would score, or an own attack that another creature could join. Whether the
  player is stopped depends on the number of cards in the hand at most, never on the cards, so a pause tells nothing.
- ``"own"``: where the public facts say so, and the seat's own cards and energy leave anything to do but pass. A pause
  then does tell something to somebody who watches the clock; it is meant for a program, or a seat that nobody watches.

A pass that is made here is a pass like any other: the same action, the same event.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from hexlib.game import Event
from hexlib.hexygame.actions import Burn, Discard, Join, Pass
from hexlib.hexygame.components import BUILDING
from hexlib.hexygame.items import ATTACK, CARD_DRAW, MAIN, OPEN, OVER, SCORE, Item
from hexlib.hexygame.vocabulary import Cost

if TYPE_CHECKING:
    from hexlib.hexygame.state import HexyState
    from hexlib.hexygame.views import HexyView

__all__ = ["STOPS", "passes_by_itself", "run_on"]

STOPS = ("every", "public", "own")
_PASS = Pass()


def passes_by_itself(view: HexyView, stops: str = "public") -> bool:
    """Whether the seat that is asked passes without being stopped.

    With ``"every"`` and ``"public"`` any seat's view gives the same answer; ``"own"`` needs that of the seat itself.

    Raises:
        ValueError: ``stops`` is none of ``STOPS``.
    """
    if stops not in STOPS:
        raise ValueError(f"there is no {stops!r}; there are {', '.join(STOPS)}")
    state = view.public
    if stops == "every" or state.stage != OPEN or state.pending or state.wait is not None or state.phase == OVER:
        return False
    seat = state.asked
    if state.phase == MAIN and seat == state.active and not state.stack and not state.after_combat:
        return False  # the active player's own Main Phase is a decision, not a wait
    if _may_join(state, seat):
        return False
    if not any(_of_the_other(state, item, seat) for item in state.stack):
        return True
    if not state.hand[seat]:
        return not _can_do(view)  # without a hand, everybody knows what the seat can do
    return stops == "own" and not _can_do(view)


def _of_the_other(state: HexyState, item: Item, seat: int) -> bool:
    """Whether there is something of the opponent's to answer: an activity, the counterstrike on one's own attack, or a
    Winning Dice step that would score."""
    if item.type == ATTACK and item.counter >= 0:
        return True
    if item.type == SCORE:
        occupant = state.at.get(state.map.centre)
        return item.seat != seat and occupant is not None and occupant.owner == item.seat
    return item.seat != seat and item.type != CARD_DRAW


def _may_join(state: HexyState, seat: int) -> bool:
    """Whether a creature on the map could join the seat's attack; any card of the hand would pay for it."""
    place = state.attack_on_stack()
    if place < 0 or state.stack[place].seat != seat:
        return False
    rich = state.clone()
    rich.pool[seat] = _most(state, seat)
    rich.hand[seat] = ()
    return any(isinstance(action, Join) for action in rich.legal_actions())


def _most(state: HexyState, seat: int) -> Cost:
    """More energy than the seat could gather, of every colour; all public."""
    cards = state.game.cards.cards
    made = sum(p.points * cards[p.kind].per_point for p in state.at.values() if p.owner == seat and p.type == BUILDING)
    most = len(state.hand[seat]) + made
    a, b, c, d = state.pool[seat]
    return a + most, b + most, c + most, d + most


def _can_do(view: HexyView) -> bool:
    """Whether the seat could do anything but pass, with all the energy that it could gather first."""
    state = view.public.clone()
    seat = state.asked
    if view.seat != seat and state.hand[seat]:
        raise ValueError("only the seat's own view knows what it can do")
    state.pool[seat] = _most(state, seat)
    return any(not isinstance(action, (Pass, Discard, Burn)) for action in state.legal_actions())


def run_on(state: HexyState, stops: Mapping[int, str]) -> list[Event]:
    """Pass for the seats as their ``stops`` say, until somebody has to decide; what happened.

    A seat that ``stops`` does not name is stopped at every window.
    """
    log: list[Event] = []
    while state.phase != OVER:
        seat = state.asked
        if not passes_by_itself(state.view(seat), stops.get(seat, "every")):
            break
        log += state.apply_action(_PASS)
    return log
