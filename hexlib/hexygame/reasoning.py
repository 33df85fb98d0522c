"""Why an opponent does what it does: one sentence from facts that everybody at the table may know.

A sentence has no subject ("attacks the Owl on e5 to destroy it"), so that it can follow a name. It never tells which
card is held: a card is named when it is cast or discarded, for then all see it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexlib.game import Action
from hexlib.hexygame.actions import (
    Attack,
    Burn,
    Cast,
    Choose,
    Counter,
    Discard,
    Join,
    Keep,
    Move,
    Mulligan,
    Order,
    Pass,
    Use,
)
from hexlib.hexygame.board import FIELDS
from hexlib.hexygame.combat import attack_sum, defense_sum, loss
from hexlib.hexygame.components import ARTIFACT, BUILDING
from hexlib.hexygame.items import MAIN
from hexlib.hexygame.words import item_text

if TYPE_CHECKING:
    from hexlib.hexygame.state import HexyState

__all__ = ["why"]


def why(state: HexyState, seat: int, action: Action, meant: Action | None = None) -> str:
    """What the action is for, in the state before it; ``meant`` is what the energy is taken for."""
    match action:
        case Keep():
            return f"keeps {_count(len(state.hand[seat]), 'card')}"
        case Mulligan():
            return "wants another hand, even one card smaller"
        case Pass():
            return _passes(state, seat)
        case Burn(field, points):
            return f"takes {_count(points, 'point')} off the {_title(state, field)} on {FIELDS[field]} {_for(meant)}"
        case Discard(card):
            return f"discards {state.game.cards[card].title} for energy {_for(meant)}"
        case Cast():
            return _cast(state, seat, action)
        case Use(source):
            return f"uses the {_title(state, source)} on {FIELDS[source]}"
        case Move():
            return _move(state, seat, action)
        case Attack(source, target, others):
            return _attack(state, [source, *others], target)
        case Join(source):
            return f"lets the {_title(state, source)} on {FIELDS[source]} join, so that their attacks add up"
        case Counter():
            return _counter(state, action)
        case Order(field):
            return f"puts the ability of the {_title(state, field)} on the stack next"
        case Choose(field):
            return f"takes {FIELDS[field]}"
    return f"plays {action}"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" + ("" if number == 1 else "s")


def _title(state: HexyState, field: int) -> str:
    piece = state.at.get(field)
    return state.game.cards.cards[piece.kind].title if piece is not None else "card"


def _for(meant: Action | None) -> str:
    """What energy is taken for, as far as it tells nothing of the hand."""
    if isinstance(meant, Move):
        return f"to move from {FIELDS[meant.source]}"
    if isinstance(meant, Attack):
        return f"to attack {FIELDS[meant.target]}"
    if isinstance(meant, Join):
        return "to join the attack"
    if isinstance(meant, Counter):
        return "to strike back"
    if isinstance(meant, Use):
        return f"to use an ability on {FIELDS[meant.source]}"
    return "to pay for what comes next"


def _passes(state: HexyState, seat: int) -> str:
    if state.stack:
        top = state.stack[-1]
        return f"lets {item_text(state, top)} resolve"
    if state.phase == MAIN and seat == state.active and not state.after_combat:
        return "sees nothing better to do this turn"
    return "has nothing to answer"


def _cast(state: HexyState, seat: int, action: Cast) -> str:
    card, board = state.game.cards[action.card], state.map
    if card.type == BUILDING:
        own = sum(p.owner == seat and p.type == BUILDING for p in state.at.values())
        what = "its first building" if not own else f"building number {own + 1}"
        return f"casts {card.title} on {FIELDS[action.target]}: {what}, 1 energy more every turn"
    if card.type <= ARTIFACT:
        where = "on the Center Point" if action.target == board.centre else f"on {FIELDS[action.target]}"
        steps = board.distance[action.target][board.flags[1 - seat]]
        return f"casts {card.title} {where}, {_count(steps, 'step')} from the enemy Flag"
    if action.place:
        aim = f" against {item_text(state, state.stack[action.place - 1])}"
    elif action.target in state.at:
        piece = state.at[action.target]
        whose = "the own" if piece.owner == seat else "the enemy"
        aim = f" on {whose} {_title(state, action.target)} on {FIELDS[action.target]}"
    else:
        aim = ""
    return f"casts {card.title}{aim}"


def _move(state: HexyState, seat: int, action: Move) -> str:
    board, title = state.map, _title(state, action.source)
    goal, to = board.flags[1 - seat], FIELDS[action.target]
    if action.target == goal:
        return f"moves the {title} into the enemy Flag and wins"
    if action.target == board.centre:
        return f"moves the {title} onto the Center Point, for the Winning Dice"
    near, was = board.distance[action.target][goal], board.distance[action.source][goal]
    if near < was:
        return f"moves the {title} to {to}, {_count(near, 'step')} from the enemy Flag"
    return f"moves the {title} to {to}, where it stands better"


def _attack(state: HexyState, team: list[int], target: int) -> str:
    prey = state.at[target]
    taken = loss(state, attack_sum(state, team), prey.defense)
    name = f"the {_title(state, target)} on {FIELDS[target]} with the {_title(state, team[0])}"
    if taken >= prey.points:
        return f"attacks {name} to destroy it"
    return f"attacks {name}, for {_count(taken, 'point')} of {prey.points}"


def _counter(state: HexyState, action: Counter) -> str:
    item = state.stack[state.attack_on_stack()]
    team = [f for f in map(state.find, item.team) if f >= 0]
    taken = loss(state, state.at[action.source].attack, defense_sum(state, team, action.target))
    paid = "a point" if action.by_point else "1 energy"
    return f"strikes back for {paid} and takes {_count(taken, 'point')} from the {_title(state, action.target)}"
