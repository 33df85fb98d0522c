"""Why a card may not be played: Action cards with their targets, War cards with their conditions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from hexlib.game import Reason
from hexlib.grid import bits
from hexlib.knee_deep import effects, war
from hexlib.knee_deep.actions import Play, War
from hexlib.knee_deep.board import FIELDS, POINTS
from hexlib.knee_deep.components import UNIT_NAMES, UNITS, Card
from hexlib.knee_deep.refusals import capital, held, occupied, short, site_reasons, some
from hexlib.knee_deep.sites import beside, card_vehicles, free_sites, play_cost
from hexlib.knee_deep.state import N_UNITS, marker_name

if TYPE_CHECKING:
    from hexlib.knee_deep.options import Rules
    from hexlib.knee_deep.state import KneeDeepState

__all__ = ["play", "war_card"]


# -- Action cards ------------------------------------------------------------------------------------------------------


def play(state: KneeDeepState, action: Play) -> Iterator[Reason]:
    """Why an Action card may not be played so (Play Action Cards)."""
    rules, seat = state.game.rules, state.seat_asked
    card = state.game.cards[action.card]
    missing = list(held(state, seat, action.card))
    yield from missing
    if card.is_war:
        if rules.on("kdh.cards.war_only_in_battle"):
            yield Reason("kdh.cards.war_only_in_battle", f"{card.title} is a War card; it can be played only in a war.")
        elif action.fields or action.point >= 0:
            yield Reason("kdh.cards.resolve_text", f"{card.title} is played on no field.")
        return
    material, energy = play_cost(state, card)
    yield from short(state, "kdh.cards.pay_material", card.title, material, energy)
    if missing:
        return
    yield from _target_reasons(state, seat, card, action)


def _target_reasons(state: KneeDeepState, seat: int, card: Card, action: Play) -> Iterator[Reason]:
    """Why the card's text does not allow that choice."""
    rules = state.game.rules
    me = state.game.seats[seat]
    plan = state.game.plans[card.name]
    rows = [(chosen, last) for chosen, last in effects.targets(state, seat, plan) if last]
    if effects.allows(state, seat, plan, action):
        return
    asked = bool(action.fields) or action.point >= 0
    if not rows:
        if rules.on("kdh.cards.conditions_must_hold") or asked:
            lacks = effects.needs(state, seat, card)
            text = f"{card.title} needs {lacks or f'{_no_target(card, rules)}; {_found(state, seat, card)}'}."
            if effects.supply_short(state, seat, card):
                text = f"{card.title} takes {_a(card.place)} from the supply, and {me}'s is empty."
            elif card.effect.marker:
                text = f"{card.title} moves {state.game.seats[1 - seat]}'s marker, and none is on the board."
            elif card.effect.lay and not state.tokens:
                text = f"{card.title} lays a spare terrain token, and none is left."
            yield Reason("kdh.cards.conditions_must_hold", text)
        return
    form = _form(card, plan)
    wrong = action.point >= 0 if plan.fields else bool(action.fields)
    if wrong or len(action.fields) != plan.fields or (card.effect.marker and action.point < 0):
        chosen, last = rows[0]
        example = plan.row(chosen)[(last & -last).bit_length() - 1]
        text = f"{card.title} needs to know {form}." if form else f"{card.title} is played on no field."
        yield Reason("kdh.cards.resolve_text", text, (), f"For example: {example}.")
        return
    rule = card.rules[1] if len(card.rules) > 1 else "kdh.cards.resolve_text"
    effect = card.effect
    if effect.marker:
        near = [POINTS[p] for p in bits(rows[0][1])]
        here = marker_name(state.marker[1 - seat])
        text = f"{POINTS[action.point]} is not next to {here}, where the marker is: they share no two sectors."
        if action.point == state.marker[1 - seat]:
            text = f"The marker is on {here} already; {card.title} moves it to a neighbouring corner."
        yield Reason(rule, text, (), f"Possible: {', '.join(near)}.")
    elif effect.relocate or effect.swap:
        yield from _two_fields(state, seat, card, rule, action.fields, dict(rows))
    elif effect.place:
        yield from _placing(state, seat, card, rule, action.fields[0], rows[0][1])
    else:
        yield from _one_field(state, seat, card, rule, action.fields[0], rows[0][1])


def _a(unit: str) -> str:
    return UNITS[UNIT_NAMES.index(unit)].a_noun


def _form(card: Card, plan: effects.Plan) -> str:
    """What the player has to say besides the card's name."""
    effect = card.effect
    if effect.marker:
        return "the corner to move the marker to"
    if effect.swap:
        return "the fields of two vehicles"
    if effect.relocate:
        return "the vehicle's field and the field to go to"
    if effect.place:
        return "the field to place it on"
    return "the field" if plan.fields else ""


def _beside(card: Card) -> str:
    effect = card.effect
    what = {"structure": "an own structure", "piece": "an own piece", "hq": "the own HQ"}.get(
        effect.where, "an own vehicle"
    )
    return f"beside {what}" if not effect.within else f"at most {effect.within} fields from {what}"


def _no_target(card: Card, rules: Rules) -> str:
    """What the card needs and does not find."""
    effect = card.effect
    if effect.swap:
        return "two own vehicles on the map"
    if effect.relocate:
        return "an enemy vehicle on the map" if effect.relocate.startswith("enemy") else "an own vehicle on the map"
    if effect.strike:
        return f"an enemy piece with at most {effect.strike} health {_beside(card)}"
    if effect.turn[0]:
        return f"a {effect.turn[0]} {_beside(card)}"
    if effect.where == "anywhere":
        return f"an empty field at least {effect.clear} fields from the enemy" if effect.clear else "an empty field"
    near = " and a resource field" if effect.place == "extractor" and rules.extractor_beside else ""
    return f"an empty field {_beside(card)}{near}"


def _found(state: KneeDeepState, seat: int, card: Card) -> str:
    """How much there is of what the card needs."""
    effect = card.effect
    if effect.strike or effect.turn[0] or effect.relocate.startswith("enemy"):
        return "there is none"
    return f"{state.game.seats[seat]} has {'1' if effect.swap and state.vehicles(seat) else 'none'}"


def _two_fields(
    state: KneeDeepState, seat: int, card: Card, rule: str, fields: tuple[int, ...], rows: dict[tuple[int, ...], int]
) -> Iterator[Reason]:
    """Why the card does not move a piece from the first field to the second."""
    me, other = state.game.seats[seat], state.game.seats[1 - seat]
    effect = card.effect
    source, target = fields
    name = FIELDS[target]
    movable = bool(effect.relocate) and _may_move(state, seat, card) >> source & 1
    if (source,) not in rows and not (effect.within and movable):
        whose = f"{other}'s" if effect.relocate.startswith("enemy") else f"{me}'s"
        verb = "swaps two" if effect.swap else "carries one"
        text = f"{card.title} {verb} of {whose} vehicles; on {FIELDS[source]} stands {occupied(state, source)}."
        yield Reason(rule, text, (FIELDS[source],))
        piece = state.piece(source)
        if piece is not None and piece[1] != seat and not effect.relocate.startswith("enemy"):
            yield Reason("kdh.cards.own_by_default", "A card means the vehicles of the player who plays it.")
    if effect.swap:
        if not card_vehicles(state, seat) >> target & 1:
            text = f"{card.title} swaps two of {me}'s vehicles; on {name} stands {occupied(state, target)}."
            yield Reason(rule, text, (name,))
        elif source == target:
            yield Reason(rule, f"{card.title} needs two different vehicles.", (name,))
        return
    if not state.empty() >> target & 1:
        yield Reason(rule, f"{name} is not empty; {card.title} puts the vehicle on an empty field.", (name,))
    elif effect.within and movable and not rows.get((source,), 0) >> target & 1:
        near = rows.get((source,), 0)
        hint = f"Possible: {some(near)}." if near else ""
        text = f"{name} is more than {effect.within} fields away from {FIELDS[source]}."
        yield Reason(rule, text, (FIELDS[source], name), hint)


def _may_move(state: KneeDeepState, seat: int, card: Card) -> int:
    word = card.effect.relocate
    if word.startswith("enemy"):
        return state.vehicles(1 - seat)
    return card_vehicles(state, seat) if word == "vehicle" else state.by[seat * N_UNITS + UNIT_NAMES.index(word)]


def _placing(state: KneeDeepState, seat: int, card: Card, rule: str, field: int, sites: int) -> Iterator[Reason]:
    """Why the card does not place its piece there."""
    me, effect = state.game.seats[seat], card.effect
    kind = UNIT_NAMES.index(effect.place)
    hint = f"Possible: {some(sites)}."
    found = list(site_reasons(state, field, kind, hint))
    yield from found
    spot = (FIELDS[field],)
    if effect.where in ("", "vehicle") and not effect.within:
        if not beside(card_vehicles(state, seat)) >> field & 1:
            yield Reason(rule, f"No vehicle of {me} stands beside {FIELDS[field]}.", spot, hint)
            if beside(state.vehicles(1 - seat)) >> field & 1:
                yield Reason("kdh.cards.own_by_default", "A card means the vehicles of the player who plays it.")
        elif not sites >> field & 1 and free_sites(state) >> field & 1:
            if not state.game.rules.on("kdh.cards.text_over_rules"):
                yield Reason("kdh.build.two_builders", f"Two builders are needed beside {FIELDS[field]}.", spot, hint)
            else:
                text = f"More than one vehicle stands beside {FIELDS[field]} (ruling K91)."
                yield Reason(rule, text, spot, hint)
    elif not found:
        yield from _too_far(card, rule, field, hint)


def _too_far(card: Card, rule: str, field: int, hint: str) -> Iterator[Reason]:
    effect, name = card.effect, FIELDS[field]
    text = f"{name} is not {_beside(card)}, as {card.title} asks for."
    if effect.where == "anywhere" and effect.clear:
        text = f"{name} is less than {effect.clear} fields away from a piece or the HQ of the enemy."
    yield Reason(rule, text, (name,), hint)


def _one_field(state: KneeDeepState, seat: int, card: Card, rule: str, field: int, sites: int) -> Iterator[Reason]:
    """Why the field is not one that the card may change or strike."""
    effect, name = card.effect, FIELDS[field]
    hint = f"Possible: {some(sites)}."
    if effect.strike:
        piece = state.piece(field)
        if piece is None or piece[1] == seat:
            yield Reason(
                rule, f"{card.title} hits an enemy piece; on {name} stands {occupied(state, field)}.", (name,), hint
            )
            return
        health = state.kit[1 - seat].health[piece[0]]
        if health > effect.strike:
            text = (
                f"{capital(UNITS[piece[0]].a_noun)} has {health} health; {card.title} destroys {effect.strike} at most."
            )
            yield Reason(rule, text, (name,), hint)
            return
    elif effect.lay:
        if not state.empty() >> field & 1:
            text = f"{name} is not empty; a terrain token is laid on an empty field."
            yield Reason("kdh.board.empty_field", text, (name,), hint)
            return
    elif not getattr(state.land, effect.turn[0]) >> field & 1:
        yield Reason(rule, f"{name} is no {effect.turn[0]}.", (name,), hint)
        return
    yield from _too_far(card, rule, field, hint)


# -- War cards ---------------------------------------------------------------------------------------------------------


def war_card(state: KneeDeepState, action: War) -> Iterator[Reason]:
    """Why the War card may not be laid (Step 1)."""
    rules, seat = state.game.rules, state.seat_asked
    if action.card is None:
        return
    card = state.game.cards[action.card]
    yield from held(state, seat, action.card)
    if not card.is_war:
        if rules.on("kdh.cards.no_action_in_war"):
            yield Reason(
                "kdh.cards.no_action_in_war", f"{card.title} is an Action card; in a war only War cards are played."
            )
        return
    owner = war.attacker(state)
    if seat != owner and rules.reading["defender_card"] == "answer" and not state.laid[owner]:
        yield Reason("kdh.warcard.defender_response", "The attacker has laid no card to answer (ruling K55).")
    if rules.reading["war_card_cost"] == "material":
        yield from short(state, "kdh.cards.anatomy", card.title, 1, 0)
    bluff = rules.reading["bluff"] == "yes" or not rules.on("kdh.warcard.conditions")
    if not bluff and not war.card_condition_holds(state, seat, action.card):
        yield from _condition_reasons(state, seat, card)


def _condition_reasons(state: KneeDeepState, seat: int, card: Card) -> Iterator[Reason]:
    """Which conditions of the War card do not hold, with the numbers."""
    zone = war.war_zone(state)
    me, condition = state.game.seats[seat], card.condition
    mine = state.vehicles(seat) & zone
    fields = tuple(FIELDS[f] for f in bits(mine))
    rule = "kdh.warcard.conditions"
    missing = list(war.unmet(state, seat, condition, zone))
    for kind, number in (*condition.vehicles, *condition.structures):
        have = (state.by[seat * N_UNITS + UNIT_NAMES.index(kind)] & zone).bit_count()
        exactly = "kdh.warcard.three_tanks_example" in card.rules and not missing
        if have < number or exactly:
            needed = f"{'exactly ' if exactly else ''}{number} {kind}{'s' if number > 1 else ''}"
            there = "is 1" if have == 1 else f"are {have}"
            text = f"{card.title} needs {needed} of {me} in the zone; there {there}."
            yield Reason(rule, text, fields)
    if "role" in missing:
        role = "attacks" if condition.role == "attacker" else "defends"
        yield Reason(rule, f"{card.title} is for the player who {role}; {me} does not.")
    if "outnumbered" in missing:
        counts = [(state.own[s] & zone).bit_count() for s in (seat, 1 - seat)]
        text = f"{card.title} needs an enemy with more pieces in the zone; {me} has {counts[0]}, the enemy {counts[1]}."
        yield Reason(rule, text, fields)
    if "sectors" in missing:
        text = f"{card.title} needs vehicles of {me} in {condition.sectors} sectors of the zone."
        yield Reason(rule, text, fields)
    if "beside" in missing:
        text = f"{card.title} needs a vehicle of {me} in the zone beside a {condition.beside} field; none stands so."
        yield Reason(rule, text, fields)
    if "lost" in missing:
        yield Reason(rule, f"{card.title} needs {condition.lost} lost pieces of {me} in the scrapyard.")
    if "formation" in missing:
        need = {
            "sling": "two vehicles in line with exactly one field between them",
            "barrier": "three vehicles side by side in a line",
            "skirmish": "three vehicles in a triangle",
        }[condition.formation]
        count_text = "1 vehicle" if mine.bit_count() == 1 else f"{mine.bit_count()} vehicles"
        text = f"{card.title} needs {need}; {me} has {count_text} in the zone, and none stand so."
        yield Reason(rule, text, fields)
        if state.game.rules.reading["sling_over_hq"] == "breaks" and war.sling_over_hq(state, seat, condition, zone):
            yield Reason("kdh.card.sling.gap_content", "A part of an HQ lies between the two (ruling K94).", fields)
        if war.formation_with_structures(state, seat, condition.formation, zone):
            yield Reason("kdh.warcard.structures_not_formation", "Structures do not count as members of a formation.")
