"""Why an action is not allowed: the one road to legality.

``reasons(state, action)`` yields every reason against the action, most telling first, and nothing for a legal one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from hexlib.game import Action, Reason
from hexlib.hexygame import clash
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
from hexlib.hexygame.board import FIELDS, NO_FIELD
from hexlib.hexygame.components import ARTIFACT, BUILDING, COMMON, ENCHANTMENT, WIZARDRY, Card
from hexlib.hexygame.deeds import abilities_of, move_cost
from hexlib.hexygame.hints import count, free_fields, gather, names, targets
from hexlib.hexygame.items import AIMED_AT, MULLIGAN, OPEN, OVER
from hexlib.hexygame.pieces import energy_text, paid, piece_text, sphere
from hexlib.hexygame.stack import choices, spots
from hexlib.hexygame.timing import quick, slow
from hexlib.hexygame.turn import phase_name
from hexlib.hexygame.vocabulary import Cost, Target, cost_text, target_text

if TYPE_CHECKING:
    from hexlib.hexygame.state import HexyState

__all__ = ["reasons"]


def short(
    state: HexyState,
    rule: str,
    what: str,
    cost: Cost,
    pay: tuple[int, ...],
    card: int = -1,
    spare: int = NO_FIELD,
) -> Iterator[Reason]:
    """The seat to act cannot pay, or not like that; ``card`` and ``spare`` are what it cannot turn into energy."""
    seat = state.asked
    pool = state.pool[seat]
    if paid(pool, cost, pay) is not None:
        return
    has = f"{state.game.seats[seat]} has {energy_text(pool)}"
    if pay and paid(pool, cost) is not None:
        text = f"Those energies do not pay for it: {what} costs {cost_text(cost)}; {has}."
        yield Reason("hexy.energy.pool_pays", text)
        return
    hint = gather(state, cost, card, spare)
    yield Reason(rule, f"{what} costs {cost_text(cost)}; {has}.", (), hint)
    if hint and rule == "hexy.energy.fill_first":
        text = (
            "Only energy in the pool pays; points on buildings and cards of the hand have to be turned into it first."
        )
        yield Reason("hexy.energy.pool_pays", text)


def _off_map(state: HexyState, field: int, rule: str) -> Iterator[Reason]:
    if not state.map.mask >> field & 1:
        yield Reason(rule, f"There is no {FIELDS[field]} on this map.", ())


# -- opening hands and choices -----------------------------------------------------------------------------------------


def _keep(state: HexyState, action: Keep) -> Iterator[Reason]:
    if state.phase != MULLIGAN:
        yield Reason("hexy.start.mulligan", "The opening hands are settled.")


def _mulligan(state: HexyState, action: Mulligan) -> Iterator[Reason]:
    if state.phase != MULLIGAN:
        yield Reason("hexy.start.mulligan", "The opening hands are settled.")
    elif not state.hand[state.asked]:
        yield Reason("hexy.start.mulligan_repeat", "An empty hand cannot be one card smaller.", (), "Keep it.")


def _order(state: HexyState, action: Order) -> Iterator[Reason]:
    here = [item for item in choices(state) if item.place == action.field]
    if action.number > len(here):
        name = FIELDS[action.field]
        text = f"{len(here) or 'No'} waiting abilities stand on {name}; there is no number {action.number}."
        there = dict.fromkeys(item.place for item in choices(state))
        hint = f"Possible: {', '.join(f'order {FIELDS[f]} 1' for f in there)}."
        yield Reason("hexy.energy_phase.triggers_stack", text, (name,), hint)


def _choose(state: HexyState, action: Choose) -> Iterator[Reason]:
    assert state.wait is not None
    what, item = state.wait
    name = FIELDS[action.field]
    if what == "victim":
        if action.field not in [state.find(uid) for uid in item.team]:
            yield Reason("hexy.ambush.counter_single", f"No attacker stands on {name}.", (name,))
        else:
            yield from clash.strikes_back_at(state, item.field, action.field)
    elif action.field not in spots(state, item):
        hint = f"Possible: {names(spots(state, item))}."
        yield Reason("hexy.sphere.only_empty", f"{name} is not one of the hexes that may be chosen.", (name,), hint)


# -- energy ------------------------------------------------------------------------------------------------------------


def _burn(state: HexyState, action: Burn) -> Iterator[Reason]:
    rule = "hexy.energy.from_building_points"
    yield from quick(state, "Taking energy")
    name = FIELDS[action.field]
    piece = state.at.get(action.field)
    if piece is None or piece.owner != state.asked or piece.type != BUILDING:
        text = f"No building of {state.game.seats[state.asked]} stands on {name}."
        yield Reason(rule, text, (name,))
        return
    if not state.game.cards.cards[piece.kind].per_point:
        yield Reason(rule, f"{piece_text(state, action.field)} gives no energy.", (name,))
    if action.points > piece.points:
        text = f"{piece_text(state, action.field)} has {piece.points} points, not {action.points}."
        yield Reason(rule, text, (name,), f"At most burn {name} {piece.points}.")
    elif action.points == piece.points and state.game.rules.keep_last_point:
        text = f"{piece_text(state, action.field)} must keep its last point."
        yield Reason("hexy.energy.last_point_destroys", text, (name,))


def _discard(state: HexyState, action: Discard) -> Iterator[Reason]:
    if not (state.stage == OPEN and state.game.rules.quiet_windows):
        yield from quick(state, "Discarding")
    yield from _in_hand(state, action.card)


def _in_hand(state: HexyState, name: str) -> Iterator[Reason]:
    kind = state.game.cards.number.get(name)
    if kind is None or kind not in state.hand[state.asked]:
        title = name if kind is None else state.game.cards.cards[kind].title
        yield Reason("hexy.cards.card_vs_spell", f"{title} is not in {state.game.seats[state.asked]}'s hand.")


# -- spells and abilities ----------------------------------------------------------------------------------------------


def _cast(state: HexyState, action: Cast) -> Iterator[Reason]:
    rules = state.game.rules
    missing = list(_in_hand(state, action.card))
    if missing:
        yield from missing
        return
    card = state.game.cards[action.card]
    if card.type == WIZARDRY and not card.slow:
        yield from quick(state, card.title)
    else:
        yield from slow(state, card.title, "wizardry" if card.type == WIZARDRY else "spell")
    if rules.spells_cost and rules.fill_first:
        kind = state.game.cards.number[action.card]
        yield from short(state, "hexy.energy.fill_first", card.title, card.cost, action.pay, kind, action.target)
    if card.type <= ARTIFACT:
        yield from board_site(state, action, card)
    elif card.type == ENCHANTMENT:
        aimed = action.target != NO_FIELD or action.place
        if not aimed and not rules.enchantment_needs_host:
            return
        yield from aim(state, card.target, action, NO_FIELD, "hexy.cards.enchantment_targets_board")
        piece = state.at.get(action.target)
        if rules.enchant_own and piece is not None and piece.owner != state.asked:
            text = f"{piece_text(state, action.target)} is not one's own card (ruling H26)."
            yield Reason("hexy.cards.enchantment_targets_board", text, (FIELDS[action.target],))
    else:
        yield from aim(state, card.target, action, NO_FIELD, "hexy.stack.declare")


def board_site(state: HexyState, action: Cast, card: Card) -> Iterator[Reason]:
    """Why the board spell may not be cast there."""
    rules, seat = state.game.rules, state.asked
    free = "hexy.cards.board_targets_free_hex"
    if action.target == NO_FIELD or action.to != NO_FIELD or action.place:
        yield Reason(free, f"{card.title} is cast on one free hex, as cast {card.name}@d4.")
        return
    name = FIELDS[action.target]
    off = list(_off_map(state, action.target, free))
    if off:
        yield from off
        return
    allowed = sphere(state, seat)
    listed = free_fields(state, allowed)
    hint = f"Free in the Sphere: {listed}." if listed else "No hex of the Sphere is free."
    if action.target in state.at and rules.only_free_hex:
        text = f"{name} is taken by {piece_text(state, action.target)}."
        yield Reason("hexy.sphere.only_empty", text, (name,), hint)
        yield Reason(free, f"{card.title} needs a free hex.", (name,))
    if rules.in_sphere_only and not allowed >> action.target & 1:
        text = f"{name} is not in {state.game.seats[seat]}'s Sphere of Influence."
        yield Reason("hexy.sphere.only_in_own_sphere", text, (name,), hint)
    if rules.enemy_flag_closed and action.target == state.map.flags[1 - seat]:
        yield Reason("hexy.map.flag_loss", f"{name} is the enemy Flag (ruling H22).", (name,))
    yield from own_flag(state, action.target)


def own_flag(state: HexyState, field: int) -> Iterator[Reason]:
    """Under a ruling the own Flag is closed as soon as a building stands (H04)."""
    seat = state.asked
    if not state.game.rules.own_flag_closes or field != state.map.flags[seat]:
        return
    if any(p.owner == seat and p.type == BUILDING for p in state.at.values()):
        name = FIELDS[field]
        yield Reason("hexy.sphere.flag_if_no_building", f"{name} is the own Flag (ruling H04).", (name,))


def aim(state: HexyState, target: Target, action: Cast | Use, source: int, rule: str) -> Iterator[Reason]:
    """Why this cannot be the target."""
    seat = state.asked
    field = action.target
    if not target.what:
        if field != NO_FIELD or action.place:
            yield Reason(rule, "It has no target.")
    elif target.what in ("spell", "activity"):
        yield from _aim_at_stack(state, target, action, rule)
    elif field == NO_FIELD or action.place:
        yield Reason(rule, f"It needs a target: {target_text(target)}.", (), targets(state, target, source))
    elif not state.map.mask >> field & 1:
        yield from _off_map(state, field, rule)
    elif target.what == "hex":
        name = FIELDS[field]
        if action.to != NO_FIELD:
            yield Reason(rule, "It takes one hex only.", (name,))
        if field in state.at:
            yield Reason("hexy.sphere.only_empty", f"{name} is taken by {piece_text(state, field)}.", (name,))
        elif not sphere(state, seat) >> field & 1:
            text = f"{name} is not in {state.game.seats[seat]}'s Sphere of Influence."
            yield Reason("hexy.sphere.only_in_own_sphere", text, (name,))
    else:
        yield from _aim_at_card(state, target, action, source, rule)


def _aim_at_stack(state: HexyState, target: Target, action: Cast | Use, rule: str) -> Iterator[Reason]:
    if not 1 <= action.place <= len(state.stack):
        text = f"It needs a target on the stack, which has {len(state.stack)} items, as @#1."
        yield Reason(rule, text, (), targets(state, target, NO_FIELD))
        return
    item = state.stack[action.place - 1]
    if item.type not in AIMED_AT[target.what]:
        text = f"Item {action.place} of the stack is no {target.what}."
        yield Reason(rule, text, (), targets(state, target, NO_FIELD))
    elif target.whose != "any" and (item.seat == state.asked) != (target.whose == "own"):
        yield Reason(rule, f"Item {action.place} of the stack is {state.game.seats[item.seat]}'s.")


def _aim_at_card(state: HexyState, target: Target, action: Cast | Use, source: int, rule: str) -> Iterator[Reason]:
    field = action.target
    name = FIELDS[field]
    piece = state.at.get(field)
    hint = targets(state, target, source)
    if piece is None:
        yield Reason(rule, f"No board card stands on {name}.", (name,), hint)
        return
    kinds = ("building", "creature", "artifact")
    if target.what != "card" and kinds[piece.type] != target.what:
        yield Reason(rule, f"{piece_text(state, field)} is no {target.what}.", (name,), hint)
    if target.whose != "any" and (piece.owner == state.asked) != (target.whose == "own"):
        side = "the own side's" if target.whose == "own" else "an enemy's"
        yield Reason(rule, f"{piece_text(state, field)} is not {side}.", (name,), hint)
    if source != NO_FIELD and target.within and not 0 < state.map.distance[source][field] <= target.within:
        far = state.map.distance[source][field]
        most = "1 is" if target.within == 1 else f"{target.within} are"
        text = f"{name} is {far} hexes from {FIELDS[source]}; at most {most} allowed."
        if far == 0:
            text = "A card cannot be its own target here."
        yield Reason(rule, text, (FIELDS[source], name), hint)
    if not target.push:
        if action.to != NO_FIELD:
            yield Reason(rule, "It takes one target only.")
        return
    to = action.to
    if to == NO_FIELD or not state.map.mask >> to & 1:
        near = FIELDS[state.map.neighbours[field][0]]
        yield Reason(rule, f"It needs a free hex to put the card on, as {name}>{near}.")
    elif to in state.at:
        yield Reason(rule, f"{FIELDS[to]} is taken by {piece_text(state, to)}.", (FIELDS[to],))
    elif state.map.distance[field][to] > target.push:
        yield Reason(rule, f"{FIELDS[to]} is too far from {name}.", (name, FIELDS[to]), hint)


def _use(state: HexyState, action: Use) -> Iterator[Reason]:
    rules, seat = state.game.rules, state.asked
    name = FIELDS[action.source]
    piece = state.at.get(action.source)
    if piece is None or piece.owner != seat:
        yield Reason("hexy.stack.reaction", f"No card of {state.game.seats[seat]} stands on {name}.", (name,))
        return
    there = abilities_of(state, action.source)
    if action.ability > len(there):
        has = count(len(there), "ability") if there else "no ability"
        text = f"{piece_text(state, action.source)} has {has} to activate."
        yield Reason("hexy.stack.reaction", text, (name,))
        return
    kind, index = there[action.ability - 1]
    ability = state.game.cards.cards[kind].abilities[index]
    common = ability is COMMON
    if ability.main or (common and rules.common_own_main):
        yield from slow(state, "This ability", "common" if common else "ability")
    else:
        yield from quick(state, "The ability")
    rule = "hexy.building.common_ability_cost" if common else "hexy.stack.reaction"
    if ability.points > piece.points and (rules.common_limits or not common):
        text = (
            f"{count(ability.points, 'point')} must be removed; {piece_text(state, action.source)} has {piece.points}."
        )
        yield Reason(rule, text, (name,))
    if ability.actions > piece.die:
        uses = count(ability.actions, "action")
        text = f"It uses {uses}; the die of {piece_text(state, action.source)} is on {piece.die}."
        yield Reason("hexy.action.none_without_die", text, (name,))
    if rules.fill_first:
        yield from short(state, "hexy.energy.fill_first", "The ability", ability.cost, action.pay, -1, action.source)
    target = ability.target
    if common and not rules.common_limits:
        target = target._replace(within=0)
    yield from aim(state, target, action, action.source, rule)
    other = state.at.get(action.target) if action.target != NO_FIELD else None
    if common and other is not None:
        if rules.common_own_main and other.owner != seat:
            text = f"{piece_text(state, action.target)} is not one's own building (ruling H33)."
            yield Reason("hexy.building.common_ability", text, (FIELDS[action.target],))
        limit = state.game.cards.cards[other.kind].limit
        if rules.full_illegal and other.points >= limit:
            text = f"{piece_text(state, action.target)} has {other.points} points already (ruling H97)."
            yield Reason("hexy.points.max_six", text, (FIELDS[action.target],))


# -- moves and attacks -------------------------------------------------------------------------------------------------


def _move(state: HexyState, action: Move) -> Iterator[Reason]:
    rules = state.game.rules
    yield from slow(state, "A move", "move")
    stopped = list(clash.actor(state, action.source, "hexy.move.any_board_card"))
    if stopped:
        yield from stopped
        return
    cost = move_cost(state, action.source)
    yield from short(state, "hexy.move.cost_energy", "A move", cost, action.pay, -1, action.source)
    source, name = FIELDS[action.source], FIELDS[action.target]
    off = list(_off_map(state, action.target, "hexy.move.one_hex"))
    if off:
        yield from off
        return
    near = state.map.beside[action.source]
    listed = free_fields(state, near)
    hint = f"Free beside {source}: {listed}." if listed else f"No hex beside {source} is free."
    if rules.one_hex and not near >> action.target & 1:
        text = f"{name} is not adjacent to {source}; a move goes one hex."
        yield Reason("hexy.move.one_hex", text, (source, name), hint)
    if action.target in state.at:
        text = f"{name} is taken by {piece_text(state, action.target)}."
        yield Reason("hexy.move.one_hex", text, (name,), hint)
    yield from own_flag(state, action.target)


def _attack(state: HexyState, action: Attack) -> Iterator[Reason]:
    yield from slow(state, "An attack", "attack")
    stopped = list(clash.actor(state, action.source, "hexy.attack.any_board_card"))
    if stopped:
        yield from stopped
        return
    team = len(action.others) if state.game.rules.join_costs else 0
    if state.game.rules.attack_costs:
        yield from short(state, "hexy.attack.cost", "The attack", (1 + team, 0, 0, 0), action.pay, -1, action.source)
    yield from clash.target(state, action.source, action.target)
    if action.others:
        yield from clash.together(state, action)


def _join(state: HexyState, action: Join) -> Iterator[Reason]:
    yield from clash.join(state, action)
    if state.game.rules.join_costs:
        yield from short(state, "hexy.ambush.cost_each", "Joining", (1, 0, 0, 0), action.pay, -1, action.source)


def _counter(state: HexyState, action: Counter) -> Iterator[Reason]:
    yield from clash.counter(state, action)
    if not action.by_point and state.game.rules.counter_costs:
        cost = (1, 0, 0, 0)
        yield from short(state, "hexy.counter.cost_choice", "The counterstrike", cost, action.pay, -1, action.source)


def _pass(state: HexyState, action: Pass) -> Iterator[Reason]:
    return iter(())


_REASONS: dict[type[Action], Callable[[Any, Any], Iterator[Reason]]] = {
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


def reasons(state: HexyState, action: Action) -> Iterator[Reason]:
    """Every reason against the action in this state."""
    reader = _REASONS.get(type(action))
    if reader is None:
        yield Reason("hexy.main.options", f"{str(action)[:60]!r} is not an action of HexyGame.")
        return
    kind = type(action)
    seat = state.game.seats[state.asked]
    if state.phase == OVER:
        yield Reason("hexy.general.turns", "The game is over.")
    elif state.phase == MULLIGAN:
        if kind not in (Keep, Mulligan):
            yield Reason("hexy.start.draw_eight", f"{seat} first keeps the hand or takes a mulligan.")
        else:
            yield from reader(state, action)
    elif state.wait is not None:
        if kind is not Choose:
            yield Reason("hexy.stack.resolve_term", f"{seat} has to choose a hex first.")
        else:
            yield from reader(state, action)
    elif kind is Choose:
        yield Reason("hexy.stack.resolve_term", "There is no hex to choose.")
    elif state.pending:
        if kind is not Order:
            yield from _ordering(state, seat)
        else:
            yield from reader(state, action)
    elif kind is Order:
        yield Reason("hexy.energy_phase.triggers_stack", "No abilities wait to be put on the stack.")
    else:
        yield from reader(state, action)


def _ordering(state: HexyState, seat: str) -> Iterator[Reason]:
    """Triggers wait; in a phase in which nobody may act, that is the reason, elsewhere the order comes first."""
    from hexlib.hexygame.turn import no_play_rule

    rule = no_play_rule(state)
    if rule and state.game.rules.on(rule):
        yield Reason(rule, f"Nobody may act in the {phase_name(state)}; {seat} only puts waiting abilities in order.")
    else:
        yield Reason("hexy.stack.declare", f"{seat} first puts the waiting abilities on the stack.")
