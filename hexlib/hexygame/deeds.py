"""What each action does to the state. ``do`` is both doors: with a log it tells what happened, without it is fast."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from hexlib.game import Action, Rng
from hexlib.hexygame import turn
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
    Payment,
    Use,
)
from hexlib.hexygame.board import FIELDS
from hexlib.hexygame.components import ARTIFACT
from hexlib.hexygame.items import ABILITY, ATTACK, DRAW, END, MOVE, OVER, SPELL, Item
from hexlib.hexygame.pieces import (
    Log,
    from_hand,
    gain_energy,
    lose_points,
    note,
    paid,
    piece_text,
    trigger,
    with_die,
)
from hexlib.hexygame.stack import choices, declare, order_next, resolve, settle
from hexlib.hexygame.vocabulary import EASE, FLYING, FREE, Cost

if TYPE_CHECKING:
    from hexlib.hexygame.state import HexyState

__all__ = ["abilities_of", "do", "move_cost"]

ONE: Cost = (1, 0, 0, 0)


# -- opening hands -----------------------------------------------------------------------------------------------------


def _keep(state: HexyState, action: Keep, log: Log) -> None:
    seat = state.asked
    state.kept |= 1 << seat
    hand = len(state.hand[seat])
    note(log, "keep", f"{state.game.seats[seat]} keeps {hand} cards.", "hexy.start.mulligan", player=seat, hand=hand)
    if state.kept == 3:
        turn.begin_game(state, log)
    else:
        state.asked = 1 - seat


def _mulligan(state: HexyState, action: Mulligan, log: Log) -> None:
    seat = state.asked
    old = state.hand[seat]
    rng = Rng(state.rng)
    mixed = tuple(rng.shuffled((*state.library[seat], *old)))
    state.rng = rng.state
    n = len(old) - 1
    state.hand[seat] = tuple(sorted(mixed[:n]))
    state.library[seat] = mixed[n:]
    text = f"{state.game.seats[seat]} shuffles the hand in and draws {n}."
    note(log, "mulligan", text, "hexy.start.mulligan", "hexy.start.mulligan_repeat", player=seat, hand=n)
    if state.game.rules.mulligans_in_turn and not state.kept >> (1 - seat) & 1:
        state.asked = 1 - seat


# -- costs -------------------------------------------------------------------------------------------------------------


def _spend(state: HexyState, seat: int, cost: Cost, pay: Payment) -> None:
    """Take the cost out of the pool."""
    left = paid(state.pool[seat], cost, pay)
    if left is not None:
        state.pool[seat] = left
    else:  # only where the rule that the pool is filled first is broken
        state.pool[seat] = FREE


def move_cost(state: HexyState, field: int) -> Cost:
    """One energy of any colour, or none with ease of movement (Move, Ease of movement)."""
    rules = state.game.rules
    if not rules.move_energy or (state.at[field].keys & EASE and rules.ease):
        return FREE
    return ONE


def _use_action(state: HexyState, field: int) -> None:
    piece = state.at[field]
    if piece.die:
        state.at[field] = with_die(piece, piece.die - 1)


# -- immediate things --------------------------------------------------------------------------------------------------


def _burn(state: HexyState, action: Burn, log: Log) -> None:
    lose_points(state, action.field, action.points, log, "hexy.energy.from_building_points", energy=True)


def _discard(state: HexyState, action: Discard, log: Log) -> None:
    seat = state.asked
    kind = state.game.cards.number[action.card]
    from_hand(state, seat, kind)
    state.grave[seat] += (kind,)
    if log is not None:
        title = state.game.cards.cards[kind].title
        text = f"{state.game.seats[seat]} discards {title}."
        note(log, "discard", text, "hexy.discard.for_energy", player=seat, card=action.card)
    if state.game.rules.discard_pays:
        gain_energy(state, seat, 0, 1, log, "hexy.discard.for_energy")


# -- declarations ------------------------------------------------------------------------------------------------------


def _declared(state: HexyState, item: Item, log: Log) -> None:
    """Put it on the stack; under the basic rules or a broken one it happens at once."""
    declare(state, item, log)
    rules = state.game.rules
    if item.type in rules.at_once:
        resolve(state, log)


def _cast(state: HexyState, action: Cast, log: Log) -> None:
    seat = state.asked
    rules = state.game.rules
    kind = state.game.cards.number[action.card]
    card = state.game.cards.cards[kind]
    if rules.spells_cost:
        _spend(state, seat, card.cost, action.pay)
    from_hand(state, seat, kind)
    if log is not None:
        text = f"{state.game.seats[seat]} casts {card.title}"
        if action.place:
            text += f" on item {action.place} of the stack"
        elif action.target >= 0:
            text += f" on {FIELDS[action.target]}"
        cited = ["hexy.energy.pool_pays"]
        if state.phase == DRAW:
            cited.append("hexy.draw_phase.wizardry_allowed")
        elif state.phase == END:
            cited.append("hexy.end_phase.wizardry_allowed")
        if seat != state.active:
            cited.append("hexy.stack.wizardry_speed")
        note(log, "cast", f"{text}.", *cited, player=seat, card=card.name)
    state.next_id += 1
    target, field = -1, -1
    if action.place:
        target = state.stack[action.place - 1].sid
    elif card.type <= ARTIFACT or card.target.what == "hex":
        field = action.target
    elif action.target >= 0:
        target, field = state.at[action.target].uid, action.to
    _declared(state, Item(state.next_id, SPELL, seat, kind, 0, -1, -1, target, field), log)


def abilities_of(state: HexyState, field: int) -> Sequence[tuple[int, int]]:
    """The activated abilities of the card on the field: number of the card that gives it, and which one there."""
    piece = state.at[field]
    of = state.game.cards.abilities
    if not piece.under:
        return of[piece.kind]
    return [*of[piece.kind], *(pair for kind, _ in piece.under for pair in of[kind])]


def _use(state: HexyState, action: Use, log: Log) -> None:
    seat = state.asked
    piece = state.at[action.source]
    kind, index = abilities_of(state, action.source)[action.ability - 1]
    ability = state.game.cards.cards[kind].abilities[index]
    _spend(state, seat, ability.cost, action.pay)
    target, field = -1, -1
    if action.place:
        target = state.stack[action.place - 1].sid
    elif ability.target.what == "hex":
        field = action.target
    elif action.target >= 0:
        target, field = state.at[action.target].uid, action.to
    if log is not None:
        text = f"{piece_text(state, action.source)} uses its ability."
        note(log, "use", text, "hexy.stack.reaction", player=seat, field=FIELDS[action.source], ability=action.ability)
    if ability.actions:
        state.at[action.source] = with_die(piece, max(0, piece.die - ability.actions))
    if ability.points:
        lose_points(state, action.source, ability.points, log, "hexy.building.common_ability_cost")
    state.next_id += 1
    _declared(state, Item(state.next_id, ABILITY, seat, kind, index, piece.uid, action.source, target, field), log)


def _move(state: HexyState, action: Move, log: Log) -> None:
    seat, rules = state.asked, state.game.rules
    _spend(state, seat, move_cost(state, action.source), action.pay)
    if rules.move_action and rules.one_action_each and (rules.ease_action or not state.at[action.source].keys & EASE):
        _use_action(state, action.source)
    piece = state.at[action.source]
    if log is not None:
        cited = ["hexy.move.cost_energy", "hexy.move.cost_action", "hexy.action.one_each"]
        if piece.keys & EASE:
            cited = ["hexy.ease.no_energy", "hexy.ease.still_action"]
        text = f"{piece_text(state, action.source)} is to move to {FIELDS[action.target]}."
        note(log, "declare.move", text, *cited, player=seat, field=FIELDS[action.source])
    state.next_id += 1
    item = Item(state.next_id, MOVE, seat, source=piece.uid, place=action.source, field=action.target)
    _declared(state, item, log)


def _attack(state: HexyState, action: Attack, log: Log) -> None:
    seat, rules = state.asked, state.game.rules
    team = (action.source, *action.others)
    if rules.attack_costs:
        _spend(state, seat, (1 + (len(action.others) if rules.join_costs else 0), 0, 0, 0), action.pay)
        for field in team if rules.join_costs else team[:1]:
            if rules.one_action_each:
                _use_action(state, field)
    target = state.at[action.target]
    if log is not None:
        text = f"{piece_text(state, action.source)} attacks {piece_text(state, action.target)}."
        cited = ["hexy.attack.cost", "hexy.action.one_each"]
        if state.at[action.source].keys & EASE:
            cited.append("hexy.ease.attack_still_pays")
        if state.at[action.source].keys & FLYING:
            cited.append("hexy.flying.no_attack_restriction")
        if action.others:
            cited += ["hexy.ambush.join", "hexy.ambush.cost_each"]
        note(log, "declare.attack", text, *cited, player=seat, field=FIELDS[action.source])
    state.next_id += 1
    uids = tuple(state.at[f].uid for f in team)
    item = Item(state.next_id, ATTACK, seat, target=target.uid, field=action.target, team=uids)
    for field in team:
        trigger(state, "attacks", field, state.at[field])
    _declared(state, item, log)


def _join(state: HexyState, action: Join, log: Log) -> None:
    seat, rules = state.asked, state.game.rules
    if rules.join_costs:
        _spend(state, seat, ONE, action.pay)
        if rules.one_action_each:
            _use_action(state, action.source)
    piece = state.at[action.source]
    place = state.attack_on_stack()
    stack = list(state.stack)
    stack[place] = stack[place]._replace(team=(*stack[place].team, piece.uid))
    state.stack = tuple(stack)
    if log is not None:
        text = f"{piece_text(state, action.source)} joins the attack."
        note(log, "join", text, "hexy.ambush.join", "hexy.ambush.cost_each", player=seat, field=FIELDS[action.source])
    trigger(state, "attacks", action.source, piece)


def _counter(state: HexyState, action: Counter, log: Log) -> None:
    seat, rules = state.asked, state.game.rules
    place = state.attack_on_stack()
    stack = list(state.stack)
    item = stack[place]
    struck = state.at[action.target]
    piece = state.at[action.source]
    if log is not None:
        how = "a point" if action.by_point else "1 energy"
        text = f"{piece_text(state, action.source)} will strike back at {piece_text(state, action.target)}, for {how}."
        cited = ["hexy.counter.optional", "hexy.counter.cost_choice", "hexy.counter.die_six"]
        cited += ["hexy.attack.counter_window_after_pass", "hexy.attack.priority_sequence"]
        if len(item.team) > 1:
            cited.append("hexy.ambush.counter_single")
        note(log, "declare.counter", text, *cited, player=seat, field=FIELDS[action.source])
    stack[place] = item._replace(counter=struck.uid)
    state.stack = tuple(stack)
    if rules.counter_die and not (rules.point_without_die and action.by_point):
        state.at[action.source] = with_die(piece, 6)
    if rules.counter_costs:
        if action.by_point:
            lose_points(state, action.source, 1, log, "hexy.counter.cost_choice")
        else:
            _spend(state, seat, ONE, action.pay)
    state.passes = 0
    state.asked = state.active
    if rules.attackers_choose and len(item.team) > 1 and state.winner < 0:
        state.wait = ("victim", stack[place])
    elif rules.counter_closes:
        resolve(state, log)


# -- the rest ----------------------------------------------------------------------------------------------------------


def _order(state: HexyState, action: Order, log: Log) -> None:
    waiting = [item for item in choices(state) if item.place == action.field]
    order_next(state, waiting[action.number - 1], log)


def _choose(state: HexyState, action: Choose, log: Log) -> None:
    assert state.wait is not None
    what = state.wait[0]
    if what == "hex":
        settle(state, action.field, log)
        return
    state.wait = None
    place = state.attack_on_stack()
    if place >= 0:
        stack = list(state.stack)
        stack[place] = stack[place]._replace(counter=state.at[action.field].uid)
        state.stack = tuple(stack)
        if log is not None:
            note(log, "choose", f"The counterstrike will hit {piece_text(state, action.field)}.")


def _pass(state: HexyState, action: Pass, log: Log) -> None:
    turn.passed(state, log)


_DO: dict[type[Action], Any] = {
    Keep: _keep,
    Mulligan: _mulligan,
    Cast: _cast,
    Use: _use,
    Move: _move,
    Attack: _attack,
    Join: _join,
    Counter: _counter,
    Burn: _burn,
    Discard: _discard,
    Order: _order,
    Choose: _choose,
    Pass: _pass,
}


def do(state: HexyState, action: Action, log: Log) -> None:
    """Do a legal action, then everything that follows from it until somebody has to decide."""
    _DO[type(action)](state, action, log)
    if state.phase != OVER:
        turn.run(state, log)
