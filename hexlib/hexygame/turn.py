"""The course of a turn: its phases, windows of priority, and what happens when both players pass.

``run`` goes on until somebody has to decide. The loop, with the rule that says each step:

1.  The turn begins in the Energy Phase, the very first one in the Main Phase (hexy.start.first_turn_main).
2.  The phase begins with its own step: points on buildings (hexy.energy_phase.add_point), dice off and on
    (hexy.actions_phase.set_dice), dice off (hexy.cleanup.remove_all_dice).
3.  Abilities that trigger wait until each has its place. The active player's go on the stack first, so the other's
    resolve first; each player orders the own ones (rulings H39, H92). Those of the Actions Phase go under the stack as
    a group (hexy.actions_phase.triggers_under), all others on top.
4.  Draw and End Phase put their item under the stack (hexy.draw_phase.draw_under_stack, hexy.end_phase.under_stack).
5.  In the Energy, Actions and Cleanup Phase nobody acts, and the stack is carried on: go to 9.
6.  Priority: the active player first (hexy.stack.priority_active_first). Whatever is declared goes on top and begins
    this step anew; taking energy does not (ruling H88).
7.  A pass hands priority on (hexy.stack.priority_pass). After two passes in a row on a stack that is not empty its top
    resolves (hexy.stack.lifo); abilities that triggered are placed as in 3, and 6 begins anew. After an attack that is
    a window of its own (hexy.attack.after_combat_priority).
8.  After two passes in a row on the empty stack that window closes, back to Main (hexy.attack.return_main), or else
    the phase ends (hexy.main.opponent_must_pass).
9.  Both pools are emptied (hexy.energy.empties_each_phase) and the next phase begins at 2 (hexy.phases.order); after
    the End Phase what lasted until the end of the turn is over, and it is the other player's turn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexlib.hexygame.board import FIELDS
from hexlib.hexygame.components import BUILDING, CREATURE
from hexlib.hexygame.items import (
    ACTIONS,
    ANSWERED,
    ATTACK,
    BEGIN,
    BOTTOM,
    CARD_DRAW,
    CLEANUP,
    DRAW,
    END,
    ENERGY,
    IN_TURN,
    MAIN,
    MULLIGAN,
    OPEN,
    OVER,
    PHASES,
    PLACED,
    REGENERATES,
    SCORE,
    TOP,
    TRIGGER,
    Item,
)
from hexlib.hexygame.pieces import Log, add_trigger, change, finish, gain_points, note, with_die
from hexlib.hexygame.stack import choices, put_waiting, resolve
from hexlib.hexygame.vocabulary import FREE, REGENERATION

if TYPE_CHECKING:
    from hexlib.hexygame.state import HexyState

__all__ = ["begin_game", "begin_turn", "end_window", "passed", "run"]

PHASE_TITLES = {
    ENERGY: "Energy Phase",
    ACTIONS: "Actions Phase",
    DRAW: "Draw Phase",
    MAIN: "Main Phase",
    CLEANUP: "Cleanup Phase",
    END: "End Phase",
}
QUIET = (ENERGY, ACTIONS, CLEANUP)
"""The phases in which nobody casts or activates anything."""
_NO_PLAY = {
    ENERGY: "hexy.energy_phase.no_play",
    ACTIONS: "hexy.actions_phase.no_play",
    CLEANUP: "hexy.cleanup.no_play",
}


def begin_game(state: HexyState, log: Log) -> None:
    """The hands are settled: the beginning player's first turn, which starts in the Main Phase."""
    begin_turn(state, log)
    run(state, log)


def begin_turn(state: HexyState, log: Log) -> None:
    """A turn of the active player begins."""
    rules = state.game.rules
    state.stage = BEGIN
    state.asked = state.active
    state.phase = rules.order[0]
    if log is not None:
        name = state.game.seats[state.active]
        note(log, "turn", f"Turn {state.turn}: {name}'s.", "hexy.general.turns", "hexy.general.active_player")
    first = state.turn == 1 or (state.turn == 2 and rules.both_start_in_main)
    if first and rules.first_turn_short:
        state.phase = MAIN
        note(log, "first-turn", "The first turn begins in the Main Phase.", "hexy.start.first_turn_main")


def run(state: HexyState, log: Log) -> None:
    """Go on until a player has to decide."""
    while state.phase not in (MULLIGAN, OVER):
        if state.wait is not None:
            return
        if (state.pending or state.placed) and not put_waiting(state, log):
            return
        stage = state.stage
        if stage == OPEN:
            if not state.game.rules.basic or not _basic(state, log):
                return
        elif stage == BEGIN:
            state.stage = PLACED
            _OPENING[state.phase](state, log)
        else:
            _place_step(state, log)


# -- opening steps -----------------------------------------------------------------------------------------------------


def _collect(state: HexyState, moment: str, where: int) -> None:
    """Let the abilities of a phase trigger, in the order of the fields."""
    watch = state.game.rules.watch[moment]
    for field in sorted(state.at):
        piece = state.at[field]
        if piece.kind in watch:
            _triggers(state, moment, piece.kind, piece.owner, field, piece.uid)
        for kind, owner in piece.under:
            if kind in watch:
                _triggers(state, moment, kind, owner, field, piece.uid)
    if state.pending:
        state.where = where


def _triggers(state: HexyState, moment: str, kind: int, owner: int, field: int, uid: int) -> None:
    for index, ability in enumerate(state.game.cards.cards[kind].triggers):
        if ability.when == moment:
            add_trigger(state, kind, owner, index, field, uid)


def _energy(state: HexyState, log: Log) -> None:
    seat, rules = state.active, state.game.rules
    name = state.game.seats[seat]
    if not state.library[seat] and rules.skip_energy_phase:
        text = f"{name}'s library is empty: no Energy Phase."
        note(log, "phase.skipped", text, "hexy.energy_phase.skip_empty_library")
        _leave(state, log)
        return
    note(log, "phase", f"{name}'s Energy Phase.", "hexy.phases.order", "hexy.energy_phase.no_play", phase="energy")
    if rules.energy_points:
        for field in sorted(f for f, p in state.at.items() if p.owner == seat and p.type == BUILDING):
            gain_points(state, field, 1, log, "hexy.energy_phase.add_point")
    _collect(state, "energy", IN_TURN if rules.fifo_triggers else TOP)
    if not rules.energy_triggers:
        state.pending = ()
    elif state.pending:
        cited = ("hexy.energy_phase.triggers_stack", "hexy.energy_phase.stack_carried")
        note(log, "triggers", "Abilities trigger.", *cited)


def _actions(state: HexyState, log: Log) -> None:
    seat, rules = state.active, state.game.rules
    name = state.game.seats[seat]
    note(log, "phase", f"{name}'s Actions Phase.", "hexy.phases.order", "hexy.actions_phase.no_play", phase="actions")
    dice = []
    at = state.at
    for field in sorted(f for f, p in at.items() if p.owner == seat):
        piece = at[field]
        die = 0 if rules.remove_dice else piece.die
        if piece.actions and rules.set_dice:
            die = piece.actions
            dice.append(f"{FIELDS[field]} {die}")
        if die != piece.die:
            at[field] = with_die(piece, die)
    if log is not None:
        text = f"Dice are taken off {name}'s cards and set anew: {', '.join(dice) or 'none'}."
        note(log, "dice", text, "hexy.actions_phase.remove_dice", "hexy.actions_phase.set_dice")
    _collect(state, "actions", IN_TURN if rules.fifo_triggers else BOTTOM if rules.actions_under else TOP)
    if state.pending:
        cited = ("hexy.actions_phase.triggers_under", "hexy.actions_phase.stack_carried")
        note(log, "triggers", "Abilities trigger.", *cited)


def _draw(state: HexyState, log: Log) -> None:
    seat, rules = state.active, state.game.rules
    note(log, "phase", f"{state.game.seats[seat]}'s Draw Phase.", "hexy.phases.order", phase="draw")
    _collect(state, "draw", rules.step_triggers)
    _regeneration(state, log)


def _regeneration(state: HexyState, log: Log) -> None:
    """Regeneration triggers at the beginning of its controller's Draw Phase (ruling H81)."""
    rules = state.game.rules
    if not rules.regeneration:
        return
    cards = state.game.cards.cards
    for field in sorted(state.at):
        piece = state.at[field]
        if not piece.keys & REGENERATION or piece.type != CREATURE:
            continue
        if piece.owner != state.active and not rules.regenerate_each:
            continue
        if piece.points < cards[piece.kind].initial or not rules.regenerate_to_initial:
            state.next_id += 1
            item = Item(state.next_id, TRIGGER, piece.owner, piece.kind, REGENERATES, piece.uid, field)
            state.pending += (item,)
            state.where = rules.step_triggers
            note(log, "triggers", "A creature regenerates.", "hexy.regeneration.add", field=FIELDS[field])


def _main(state: HexyState, log: Log) -> None:
    name = state.game.seats[state.active]
    note(log, "phase", f"{name}'s Main Phase.", "hexy.phases.order", "hexy.main.options", phase="main")
    _collect(state, "main", TOP)


def _cleanup(state: HexyState, log: Log) -> None:
    name, rules = state.game.seats[state.active], state.game.rules
    note(log, "phase", f"{name}'s Cleanup Phase.", "hexy.phases.order", "hexy.cleanup.no_play", phase="cleanup")
    if rules.cleanup_dice:
        for field, piece in state.at.items():
            if piece.die:
                state.at[field] = with_die(piece, 0)
        cited = ("hexy.cleanup.remove_all_dice", "hexy.counter.once_per_turn")
        note(log, "dice", "All dice are taken off all cards.", *cited)
    _collect(state, "cleanup", TOP)
    if state.pending:
        note(log, "triggers", "Abilities trigger.", "hexy.cleanup.triggers_wait", "hexy.cleanup.resolve_in_end")


def _end(state: HexyState, log: Log) -> None:
    note(log, "phase", f"{state.game.seats[state.active]}'s End Phase.", "hexy.phases.order", phase="end")
    _collect(state, "end", state.game.rules.step_triggers)


_OPENING = {ENERGY: _energy, ACTIONS: _actions, DRAW: _draw, MAIN: _main, CLEANUP: _cleanup, END: _end}


# -- the phase's own step, and on --------------------------------------------------------------------------------------


def _place_step(state: HexyState, log: Log) -> None:
    """The triggers have their places: the phase's own item goes under the stack, and priority begins."""
    phase, rules, seat = state.phase, state.game.rules, state.active
    if phase in QUIET:
        if not (phase in rules.resolving and state.stack):
            if not (rules.quiet_windows or phase in rules.open_phases):
                _leave(state, log)
                return
        else:
            resolve(state, log)  # only under a broken rule: the stack should wait here
            return
    elif phase in (DRAW, END):
        _own_item(state, seat, log)
    state.stage = OPEN
    state.asked = seat if rules.active_first else 1 - seat
    state.passes = 0


def _own_item(state: HexyState, seat: int, log: Log) -> None:
    rules = state.game.rules
    if state.phase == DRAW:
        if not rules.draw_card:
            return
        if not state.library[seat] and rules.empty_library_safe:
            text = f"{state.game.seats[seat]}'s library is empty: no card is drawn."
            note(log, "draw.none", text, "hexy.draw_phase.empty_library", player=seat)
            return
        kind, under, cited = CARD_DRAW, rules.draw_under, ("hexy.draw_phase.draw_under_stack", "hexy.draw_phase.react")
        text = "The card draw goes under the stack."
    else:
        kind, under, cited = SCORE, rules.score_under, ("hexy.end_phase.under_stack", "hexy.end_phase.respond")
        text = "The Winning Dice step goes under the stack."
    state.next_id += 1
    item = Item(state.next_id, kind, seat)
    state.stack = (item, *state.stack) if under else (*state.stack, item)
    note(log, "stack", text, *cited, place=1)


def _leave(state: HexyState, log: Log) -> None:
    """The phase ends: the pools are emptied, and the next phase or turn begins."""
    rules = state.game.rules
    if rules.pools_empty:
        for seat in (0, 1):
            if state.pool[seat] != FREE:
                if log is not None:
                    text = f"{state.game.seats[seat]}'s energy pool is emptied."
                    note(log, "pool.empty", text, "hexy.energy.empties_each_phase", player=seat)
                state.pool[seat] = FREE
    if state.phase == CLEANUP and not rules.cleanup_carried:
        state.stack = ()
    state.after_combat = False
    state.passes = 0
    place = rules.order.index(state.phase)
    if place + 1 < len(rules.order):
        state.phase = rules.order[place + 1]
        state.stage = BEGIN
        return
    _next_turn(state, log)


def _next_turn(state: HexyState, log: Log) -> None:
    for field, piece in list(state.at.items()):
        if piece.until_end != (0, 0, 0):
            change(state, field, until_end=(0, 0, 0))
    limit = state.game.rules.turn_limit
    if state.turn >= limit:
        finish(state, 2, log, f"{limit} turns are over: the house limit.")
        return
    state.turn += 1
    state.active = 1 - state.active
    begin_turn(state, log)


# -- priority ----------------------------------------------------------------------------------------------------------


def passed(state: HexyState, log: Log) -> None:
    """The player with priority passes (Stack); after two passes in a row something happens."""
    rules = state.game.rules
    seat = state.asked
    if log is not None:
        note(log, "pass", f"{state.game.seats[seat]} passes.", "hexy.stack.priority_pass", player=seat)
    state.passes += 1
    if seat == state.active and state.stack:
        _mark_answered(state)
    if state.passes < 2 and not _alone(state):
        state.asked = 1 - seat
        return
    state.passes = 0
    state.asked = state.active if rules.active_first else 1 - state.active
    if state.stack and state.phase not in QUIET:
        resolve(state, log)
    else:
        end_window(state, log)


def _mark_answered(state: HexyState) -> None:
    """From now on the defender has had a chance to answer the attack."""
    place = state.attack_on_stack()
    if place >= 0 and not state.stack[place].flags:
        stack = list(state.stack)
        stack[place] = stack[place]._replace(flags=ANSWERED)
        state.stack = tuple(stack)


def _alone(state: HexyState) -> bool:
    """Whether one pass is enough: under a ruling or a broken rule."""
    rules = state.game.rules
    if not rules.pass_goes_on:
        return True
    leaving = state.phase == MAIN and not state.stack and not state.after_combat and state.asked == state.active
    return leaving and rules.leaves_alone


def end_window(state: HexyState, log: Log) -> None:
    """Both have passed on the empty stack: on to the next phase, or back to Main after a combat (ruling H87)."""
    if state.after_combat:
        state.after_combat = False
        if state.game.rules.back_to_main:
            name = state.game.seats[state.active]
            note(log, "after-combat.end", f"{name} is back in the Main Phase.", "hexy.attack.return_main")
            return
    if log is not None and state.phase == MAIN:
        note(log, "main.end", "Both have passed: the Main Phase ends.", "hexy.main.opponent_must_pass")
    _leave(state, log)


def _basic(state: HexyState, log: Log) -> bool:
    """The game without the stack rules (H86): whether something happened by itself."""
    stack = state.stack
    if stack and stack[-1].type != ATTACK:
        resolve(state, log)
        return True
    if state.phase != MAIN:
        end_window(state, log)
        return True
    return False


def waiting(state: HexyState) -> list[Item]:
    """The triggers among which the player who is asked has to choose, or none."""
    return choices(state) if state.pending and state.wait is None else []


def phase_name(state: HexyState) -> str:
    """ "Main Phase"."""
    return PHASE_TITLES.get(state.phase, PHASES[state.phase])


def no_play_rule(state: HexyState) -> str:
    """The rule that keeps everybody from acting in this phase, or empty."""
    return _NO_PLAY.get(state.phase, "")
