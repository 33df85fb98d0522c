"""Why an opponent did what it did: one sentence without its subject, from facts that everybody at the table may know.

It never tells what is in a hand. A card that was readied unseen is not named.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexlib.game import SIMULTANEOUS, Action
from hexlib.hex_hex.actions import (
    NAMES,
    Borrow,
    Cast,
    Choose,
    Dealer,
    Keep,
    Order,
    Pass,
    Play,
    React,
    Revenge,
    Show,
    Yield,
)
from hexlib.hex_hex.frames import ANSWER, DEALT, HEXED
from hexlib.hex_hex.pieces import number

if TYPE_CHECKING:
    from hexlib.hex_hex.state import HexHexState

__all__ = ["why"]


def why(state: HexHexState, seat: int, action: Action) -> str:
    """What the action is for."""
    match action:
        case Cast(_, target):
            return f"casts at {_target(state, target)}"
        case Pass():
            return "lets it go by"
        case Choose(_, target):
            return f"chooses {_target(state, target)}"
        case Dealer(_, target):
            return f"selects {NAMES[target]} to deal"
        case Borrow(_, target):
            return f"borrows from {NAMES[target]}, who holds {number(len(state.hand[target]), 'card')}"
        case Keep(_, keep):
            return "keeps the hand for the next round" if keep else "wants new cards"
        case Show(_, card):
            return f"shows {state.game.rules.cards[card].title} to escape the Scorch"
        case Revenge(_, target):
            return f"takes it out on {_target(state, target)}"
        case Order():
            return "stacks the hand, with the safest card on top"
        case Yield():
            return "has nothing better for this Hex"
        case React():
            return _react(state, action)
        case Play():
            return _play(state, seat, action)
    return f"plays {action}"


def _target(state: HexHexState, seat: int) -> str:
    """A player, with what makes them a good target."""
    name = NAMES[seat]
    cards, voice = len(state.hand[seat]), state.voice[seat]
    if not cards:
        return f"{name}, who has no card left"
    if voice == max(state.voice) and state.voice.count(voice) == 1:
        return f"{name}, who leads with {number(voice)}"
    if cards <= min(len(h) for h in state.hand):
        return f"{name}, who has only {number(cards, 'card')} left" if cards < 3 else f"{name}, with {cards} cards"
    return name


def _react(state: HexHexState, action: React) -> str:
    card = state.game.rules.cards[action.card]
    on = NAMES[action.on]
    if card.scorch:
        return f"hopes that {_target(state, action.on)} has no card with {action.word} on it"
    if card.command:
        return f"wants to choose where {on}'s card sends the Hex"
    if card.charm:
        return f"keeps {on} from sending a Hex this way"
    if card.cancel == "take":
        return f"cancels {on}'s card and takes it"
    return f"cancels {on}'s card, so that {on} has to find another"


def _play(state: HexHexState, seat: int, action: Play) -> str:
    kind = state.agenda[-1][0]
    rules = state.game.rules
    card = rules.cards[action.other or action.card]
    if kind == ANSWER and state.current_player() == SIMULTANEOUS:
        hexes = " and ".join(f"#{n}" for n in action.hexes) or f"#{state.holding(seat)[0].num}"
        return f"readies a card for Hex {hexes}"
    if kind == HEXED:
        return f"makes the best of being Hexed with {card.title}"
    if kind == DEALT:
        return f"names {_target(state, action.target)}" if action.target >= 0 else f"must play {card.title} when dealt"
    if card.race:
        count = len(state.hexes)
        return (
            "ends the round before the Hex can do harm" if count == 1 else f"ends the round with {count} Hexes in play"
        )
    if card.detonate:
        return f"makes the Hex go off on {_target(state, action.target)}"
    if card.dismiss:
        return "gets rid of the Hex altogether"
    if card.before == "rotate":
        return "moves all hands on to have another to answer with"
    if card.ways == "sender":
        return f"sends two Hexes back to {NAMES[state.holding(seat)[0].sender]}"
    if card.ways == "both":
        n = rules.n
        return f"copies the Hex to both neighbours, {NAMES[(seat + 1) % n]} and {NAMES[(seat - 1) % n]}"
    if card.ways == "onward":
        return "steps aside and stays out of it"
    target = action.target
    if target < 0 and card.ways in ("left", "right"):
        target = (seat + (1 if card.ways == "left" else -1)) % rules.n
    more = f", with {card.title} on it" if card.token else ""
    return f"sends the Hex to {_target(state, target)}{more}" if target >= 0 else f"answers with {card.title}"
