"""When things may be done: wizardry speed and sorcery speed (Cards, Phases, Stack)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from hexlib.game import Reason
from hexlib.hexygame.items import DRAW, END, MAIN, OPEN
from hexlib.hexygame.turn import QUIET, no_play_rule, phase_name

if TYPE_CHECKING:
    from hexlib.hexygame.state import HexyState

__all__ = ["may_act", "quick", "slow"]

_OWN_RULE = {
    "spell": "hexy.timing.non_wizardry",
    "wizardry": "hexy.stack.reaction",
    "ability": "hexy.stack.reaction",
    "move": "hexy.move.when",
    "attack": "hexy.attack.active_only",
    "common": "hexy.building.common_ability",
}
_LAW = {
    "spell": "{} is no wizardry: it is cast in one's own Main Phase, on an empty stack.",
    "wizardry": "{} says that it waits for one's own Main Phase and an empty stack.",
    "move": "A move is declared in one's own Main Phase.",
    "attack": "Only the active player attacks, in the Main Phase.",
    "ability": "{} says that it waits for one's own Main Phase and an empty stack.",
    "common": "The ability of all buildings waits for one's own Main Phase and an empty stack (ruling H33).",
}
_SORCERY_SPEED = "That is of sorcery speed: in one's own turn, in the Main Phase, on an empty stack."


def may_act(state: HexyState) -> bool:
    """Whether the player who is asked has priority in a phase in which one may act."""
    if state.stage != OPEN or state.pending or state.wait is not None:
        return False
    return state.phase not in QUIET or state.phase in state.game.rules.open_phases


def quick(state: HexyState, what: str) -> Iterator[Reason]:
    """Why a thing of wizardry speed may not be done now."""
    if not may_act(state):
        text = f"{what}: nobody may act in the {phase_name(state)}."
        yield Reason(no_play_rule(state) or "hexy.stack.wizardry_speed", text)
        return
    if state.game.rules.basic and what not in ("Discarding", "Taking energy"):
        yield from _basic(state, what)


def _basic(state: HexyState, what: str) -> Iterator[Reason]:
    """Without the stack rules everything is done in one's own Main Phase; only a counterstrike answers (H86)."""
    if state.asked != state.active or state.phase != MAIN or state.stack:
        text = f"{what}: in the basic game this is done in the own Main Phase, and answers nothing (ruling H86)."
        yield Reason("hexy.general.italics", text)


def slow(state: HexyState, what: str, kind: str) -> Iterator[Reason]:
    """Why a thing of sorcery speed may not be done now: own Main Phase, empty stack, not in the middle of a combat.

    A wizardry or an ability is of this speed only where it says so itself; then that is the reason.
    """
    rules = state.game.rules
    if not may_act(state):
        text = f"{what}: nobody may act in the {phase_name(state)}."
        yield Reason(no_play_rule(state) or "hexy.stack.sorcery_speed", text)
        return
    free = {"spell": rules.spells_any_time, "move": rules.move_any_time}
    if rules.anything_any_time or free.get(kind):
        return
    own = _OWN_RULE[kind]
    says_so = kind in ("wizardry", "ability", "common")
    told: list[Reason] = []
    if state.asked != state.active and not (kind == "attack" and rules.attack_any_time):
        told.append(Reason(own, f"{what} needs one's own turn; it is {state.game.seats[state.active]}'s."))
    if state.phase not in rules.sorcery_phases:
        text = f"{what} needs the Main Phase; this is the {phase_name(state)}."
        name = {DRAW: "draw_phase", END: "end_phase"}.get(state.phase)
        allowed = "wizardry_allowed" if says_so else "no_sorcery_speed"
        told.append(Reason(f"hexy.{name}.{allowed}" if name else own, text))
    if state.stack and rules.empty_stack_only:
        n = len(state.stack)
        if says_so and not told:
            told.append(Reason(own, _LAW[kind].format(what)))
        text = f"{what} needs an empty stack; {n} {'item lies' if n == 1 else 'items lie'} on it."
        told.append(Reason("hexy.main.nonempty_stack", text, (), "Both pass until it is empty."))
    elif state.after_combat:
        text = f"{what} has to wait: after a combat both first have priority, at wizardry speed."
        yield from told
        yield Reason("hexy.attack.after_combat_priority", text, (), "Both pass first.")
        return
    if told and (kind == "spell" or state.phase != MAIN) and own not in [reason.rule for reason in told]:
        told.append(Reason(own, _LAW[kind].format(what)))
    if told:
        told.append(Reason("hexy.stack.sorcery_speed", _SORCERY_SPEED))
    yield from told
