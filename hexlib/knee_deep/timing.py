"""Whether an action belongs to this moment of the turn at all, whatever it is about."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from hexlib.game import Action, Reason
from hexlib.knee_deep import war
from hexlib.knee_deep.actions import (
    HQ,
    Build,
    Damage,
    Deploy,
    Discard,
    Draw,
    End,
    Housekeeping,
    Keep,
    Move,
    Mulligan,
    Play,
    Recycle,
    War,
    Zone,
)
from hexlib.knee_deep.board import FIELDS, POINTS, SECTORS
from hexlib.knee_deep.state import (
    ACTIONS,
    DAMAGE,
    EXHAUST,
    MULLIGAN,
    N_UNITS,
    OVER,
    PHASES,
    PLACE,
    POWER_UP,
    WAR_CARDS,
)

if TYPE_CHECKING:
    from hexlib.knee_deep.state import KneeDeepState

__all__ = ["cause_of_end", "malformed", "wrong_time"]

_TITLES = {
    "mulligan": "the choice of the opening hand",
    "power-up": "phase 1, Power Up",
    "actions": "phase 2, Actions",
    "war-cards": "a war, step 1",
    "damage": "a war, step 5",
    "place": "phase 4, placing the marker",
    "exhaust": "phase 5, Exhaust",
}

_PHASES: dict[type[Action], tuple[int, ...]] = {
    Keep: (MULLIGAN,),
    Mulligan: (MULLIGAN,),
    Deploy: (ACTIONS,),
    Move: (ACTIONS,),
    Build: (ACTIONS,),
    Play: (ACTIONS,),
    Draw: (ACTIONS,),
    Recycle: (ACTIONS,),
    Discard: (POWER_UP, EXHAUST),
    Zone: (PLACE,),
    War: (WAR_CARDS,),
    Damage: (DAMAGE,),
    End: (ACTIONS, PLACE),
    Housekeeping: tuple(range(OVER)),
}
"""When each kind of action may be taken."""


_WHEN = {
    Keep: ("kdh.start.mulligan_timing", "An opening hand is kept or given back before the game"),
    Mulligan: ("kdh.start.mulligan_timing", "An opening hand is given back before the game"),
    Discard: ("kdh.exhaust.discard_to_six", "Cards are discarded where the hand limit asks for it"),
    Zone: ("kdh.war.declare_end_of_turn", "A marker is placed in phase 4, at the end of the own turn"),
    War: ("kdh.cards.war_only_in_battle", "War cards are played in a war"),
    Damage: ("kdh.war.five_steps", "Damage is assigned in the last step of a war"),
}


def wrong_time(state: KneeDeepState, action: Action) -> Iterator[Reason]:
    """Why the action does not belong to this phase; nothing if it does."""
    rules = state.game.rules
    phases = _PHASES[type(action)]
    if state.phase in phases and (not state.todo or isinstance(action, Housekeeping)):
        return
    acting = state.phase == ACTIONS or (state.phase == PLACE and not rules.on("kdh.start.phase_order"))
    if isinstance(action, Mulligan) and acting and not state.todo and not rules.on("kdh.start.mulligan_timing"):
        return
    now = _TITLES[PHASES[state.phase]]
    if state.todo:
        yield Reason(
            "kdh.start.all_phases", f"First the player has to do: {state.todo[0]}.", (), f"Write: do {state.todo[0]}."
        )
    elif state.phase in (POWER_UP, EXHAUST):
        rule = "kdh.powerup.discard_excess_now" if state.phase == POWER_UP else "kdh.exhaust.discard_to_six"
        limit = state.kit[state.active].hand_limit
        over = len(state.hand[state.active]) - limit
        cards = "1 card" if over == 1 else f"{over} cards"
        text = f"First {cards} must go: the hand holds {over + limit}, the limit is {limit}."
        yield Reason(rule, text)
    elif isinstance(action, War) and state.phase in (ACTIONS, PLACE):
        yield from _no_war_now(state, action)
    elif isinstance(action, Damage) and state.phase == ACTIONS:
        yield Reason("kdh.war.delayed", f"Nothing can be hit at once: damage comes from a war, and now it is {now}.")
    elif isinstance(action, Play) and not state.game.cards[action.card].is_war:
        in_war = state.phase in (WAR_CARDS, DAMAGE)
        rule = "kdh.cards.no_action_in_war" if in_war else "kdh.cards.action_only_own_action_phase"
        if rules.on(rule):
            yield Reason(rule, f"Action cards are played in phase 2 of the own turn; now it is {now}.")
    elif isinstance(action, Play):
        if rules.on("kdh.cards.war_only_in_battle"):
            yield Reason("kdh.cards.war_only_in_battle", f"War cards are laid in step 1 of a war; now it is {now}.")
    elif isinstance(action, Zone) and state.phase == ACTIONS and not rules.on("kdh.war.declare_end_of_turn"):
        return
    elif type(action) in _WHEN:
        rule, text = _WHEN[type(action)]
        if isinstance(action, Zone) and state.phase in (WAR_CARDS, DAMAGE):
            owner = state.game.seats[war.attacker(state)]
            rule, text = "kdh.war.enemy_first", f"First {owner}'s marker has to be resolved"
        yield Reason(rule, f"{text}; now it is {now}.")
    elif state.phase == PLACE and not rules.on("kdh.start.phase_order") and not isinstance(action, End):
        return
    else:
        rule = "kdh.war.five_steps" if state.phase in (WAR_CARDS, DAMAGE) else "kdh.start.phase_order"
        yield Reason(rule, f"That belongs to phase 2, Actions; now it is {now}.")


def _no_war_now(state: KneeDeepState, action: War) -> Iterator[Reason]:
    """War cards outside a war: say when the war is, or why there is none."""
    owner = war.attacker(state)
    if action.card:
        yield Reason(
            "kdh.cards.war_only_in_battle", f"{state.game.cards[action.card].title} can be played only in a war."
        )
    if state.phase == ACTIONS and state.marker[owner] >= 0:
        one, other = state.game.seats[owner], state.game.seats[1 - owner]
        text = f"The war in {one}'s zone is fought when {other} has finished acting."
        yield Reason("kdh.war.when", text)
    elif state.phase == PLACE and state.resolved:
        yield Reason("kdh.war.no_war", "There is no war now: the marker has been resolved.")
    elif not action.card:
        yield Reason("kdh.war.only_in_zones", "There is no war now: no marker waits to be resolved.")


def malformed(state: KneeDeepState, action: Action) -> bool:
    """Whether the action names a card, a piece or a field that does not exist; its notation cannot."""
    card = getattr(action, "card", None)
    named = isinstance(action, (Play, Recycle, Discard)) or card is not None
    if named and not (isinstance(card, str) and card in state.game.cards):
        return True
    if isinstance(action, Zone) and not _meant(action):
        return True
    fields = [getattr(action, name, 0) for name in ("field", "source", "target")]
    fields += getattr(action, "fields", ())
    targets = list(getattr(action, "targets", ()))
    return not (
        _within([getattr(action, "unit", 0)], 0, N_UNITS)
        and _within(fields, 0, len(FIELDS))
        and _within(targets, 0, HQ + 1)
        and targets == sorted(set(targets))
        and _within([getattr(action, "point", 0)], -1, len(POINTS))
    )


def _within(numbers: Iterable[object], low: int, high: int) -> bool:
    """Whether all are whole numbers from ``low`` to ``high - 1``."""
    return all(type(n) is int and low <= n < high for n in numbers)


def _meant(action: Zone) -> bool:
    """Whether the action names a corner, or three different sectors without one, in the order of the notation."""
    if action.point != -1:
        return not action.sectors
    names = action.sectors.split("-")
    known = len(names) == 3 and names == sorted(set(names)) and set(names) <= set(SECTORS)
    return known and action.sectors not in POINTS


def cause_of_end(state: KneeDeepState) -> str:
    """The statement that ended the game."""
    if not all(state.hq_health(seat) for seat in (0, 1)):
        return "kdh.end.hq"
    if sum(state.scrap) >= state.game.rules.scrapyard_places:
        return "kdh.end.scrapyard"
    return "kdh.start.rounds" if state.winner == 2 else "kdh.cards.no_reshuffle"
