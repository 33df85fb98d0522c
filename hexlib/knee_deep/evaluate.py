"""How good a state is for a seat: pieces, income, ground gained, the war at hand, threats, the scrapyard, cards.

The unit is one point of combat power on the board. Everything comes from the data (costs, power, health), nothing
from a name; and from public facts and the seat's own cards, so that a guess of the enemy's hand cannot mislead it.
"""

from __future__ import annotations

from hexlib.knee_deep import turn, war
from hexlib.knee_deep.board import HQ_MASK
from hexlib.knee_deep.components import UNITS
from hexlib.knee_deep.ground import ZONES, Ground, arrivals, entrances, ground, price
from hexlib.knee_deep.state import (
    ACTIONS,
    DAMAGE,
    DEPLOYERS,
    EXTRACTOR,
    N_UNITS,
    OVER,
    STRUCTURES,
    VEHICLES,
    WAR_CARDS,
    KneeDeepState,
)

__all__ = ["WIN", "damage_worth", "evaluate", "margin", "pending"]

WIN = 1000.0
HQ_FALLS = 120.0
"""An HQ that falls if nothing unforeseen happens."""
CARD = 1.0
"""A card in the hand."""
UNKNOWN_CARD = 1.4
"""Combat power to expect of an enemy who holds cards."""
SAVED = 0.5
"""Of what a piece is worth, what is lost when it only goes back to the supply."""
FACE_DOWN = 2.5
"""Combat power to expect of a card that lies face down."""
_KINDS = range(N_UNITS)
_PRICE = tuple(price(k) for k in _KINDS)
_ORDER = tuple(sorted((k for k in _KINDS if UNITS[k].health), key=lambda k: (-_PRICE[k] / UNITS[k].health, k)))
_BY_PRICE = tuple(
    sorted(((k, UNITS[k].power, UNITS[k].material) for k in VEHICLES), key=lambda u: (-u[1] / max(u[2], 1), -u[1]))
)
_CRITICAL = tuple(1.5 * (n / 12) ** 2 for n in range(13))


def damage_worth(state: KneeDeepState, loser: int, zone: int, surplus: float, held: bool = False) -> float:
    """What the winner of a war gains with that surplus; with ``held`` only from what cannot drive away."""
    if surplus < 1:
        return 0.0
    if zone & HQ_MASK[loser] and surplus >= state.hq_health(loser) > 0:
        return HQ_FALLS
    health, first = state.game.rules.health, loser * N_UNITS
    gain, left = 0.0, int(surplus)
    for kind in _ORDER:
        if left < health[kind] or (held and UNITS[kind].is_vehicle):
            continue
        fields = state.by[first + kind] & zone
        if fields:
            count = min(fields.bit_count(), left // health[kind])
            gain += count * _PRICE[kind]
            left -= count * health[kind]
    return gain


def _best_card(state: KneeDeepState, seat: int) -> float:
    """By how much the best War card that the seat could lay now would better its lead; none are laid yet."""
    best = 0.0
    hand = {name for name in state.hand[seat] if state.game.cards[name].is_war}
    if not hand:
        return best
    bare = _lead(state, seat)
    laid = state.laid[seat]
    for name in hand:
        if war.card_condition_holds(state, seat, name):
            state.laid[seat] = (name,)
            gain: float = _lead(state, seat) - bare
            if state.game.cards[name].effect.cancel:
                gain += FACE_DOWN if state.laid[1 - seat] else UNKNOWN_CARD if state.hand[1 - seat] else 0.0
            best = max(best, gain)
    state.laid[seat] = laid
    return best


def _lead(state: KneeDeepState, seat: int) -> int:
    """Lead in the zone with all that the seat knows, but not what the enemy has laid face down."""
    power = war.power_with_cards(state, (seat,))
    return power[seat] - power[1 - seat]


def margin(state: KneeDeepState, seat: int) -> float:
    """By how much the seat leads in the war at hand, with the cards that it knows and those that it must expect."""
    enemy = 1 - seat
    lead: float = _lead(state, seat)
    if state.open_cards:
        return lead
    attacks = war.attacker(state) == seat
    in_war = state.phase == WAR_CARDS
    if not state.laid[seat] and (not in_war or state.seat_asked == seat):
        lead += _best_card(state, seat)
    if any(state.game.cards[name].effect.cancel for name in state.laid[seat]):
        return lead
    if state.laid[enemy]:
        lead -= FACE_DOWN
    elif state.hand[enemy] and (not in_war or state.seat_asked == enemy or attacks):
        lead -= UNKNOWN_CARD
    return lead


def _fought(state: KneeDeepState, seat: int, zone: int, lead: float) -> float:
    """What a war is worth to the seat that leads by that much, give or take a little."""
    out = 0.0
    more = less = 0
    lost = 1.0
    if state.laid[seat]:  # what its own card changes when the points are assigned
        for name in state.laid[seat]:
            effect = state.game.cards[name].effect
            more, less = more + effect.damage, less + effect.shield
            lost = SAVED if effect.rescue else lost
            out += CARD * (effect.draw + min(effect.discard, len(state.hand[1 - seat])))
    for shift, weight in ((-1.0, 0.25), (0.0, 0.5), (1.0, 0.25)):
        x = lead + shift
        if x > 0:
            out += weight * damage_worth(state, 1 - seat, zone, x + more)
        elif x < 0:
            out -= weight * lost * damage_worth(state, seat, zone, -x - less)
    return out


def pending(state: KneeDeepState, seat: int, on: Ground) -> float:
    """What the war at hand, or the one that the marker on the board announces, is worth to the seat."""
    owner = war.attacker(state)
    if state.phase == DAMAGE:
        winner = state.seat_asked
        gain = damage_worth(state, 1 - winner, war.war_zone(state), state.surplus)
        return gain if winner == seat else -gain
    if state.marker[owner] >= 0:
        if not war.at_war(state)[0]:
            return 0.0
        zone = war.war_zone(state)
        lead = margin(state, seat)
        if state.phase != ACTIONS or owner != seat:
            return _fought(state, seat, zone, lead)
        return _answered(state, seat, zone, lead, on)
    return 0.0


def _answered(state: KneeDeepState, seat: int, zone: int, lead: float, on: Ground) -> float:
    """The seat has announced a war and the enemy may still act: it brings what it can, or leaves what cannot move."""
    enemy, point = 1 - seat, state.marker[seat]
    more = _help(state, enemy, point, state.material[enemy], state.energy[enemy]) if point < ZONES else 0
    haste = _haste(state)
    fights = _fought(state, seat, zone, lead - more * (1 - 0.6 * haste))
    flees = damage_worth(state, enemy, zone, lead, held=True)
    return (min(flees, fights) if fights > 0 else fights * 0.8 * (1 - haste)) + 1.5 * haste


def _haste(state: KneeDeepState) -> float:
    """From 0 to 1 as the house limit of rounds comes nearer: a draw wins nothing, so both grow bold."""
    return min(1.0, max(0.0, state.round / state.game.rules.round_limit - 0.2) / 0.4)


def _help(state: KneeDeepState, seat: int, zone: int, material: int, energy: int) -> int:
    """Combat power that the seat can bring into a zone in one turn, about: deployed and driven."""
    first = seat * N_UNITS
    out = arrivals(zone, state.by[first : first + N_UNITS], energy, state.kit[seat].move)
    factories = 0
    for kind in DEPLOYERS:
        factories |= state.by[first + kind]
    if material and entrances(zone, seat, factories):
        for kind, power, cost in _BY_PRICE:
            count = min(state.supply[first + kind], material // cost if cost else 0)
            out += count * power
            material -= count * cost
    return out


def per_turn(state: KneeDeepState, seat: int) -> tuple[int, int]:
    """Material and Energy that the seat's next turn brings."""
    material, energy, more_material, more_energy, _ = turn.income(state, seat)
    return material + more_material, energy + more_energy


def threats(state: KneeDeepState, seat: int, on: Ground, power: tuple[list[int], list[int]]) -> float:
    """What the seat could attack with its next marker: the enemy's HQ and structures, whatever comes to help them."""
    enemy = 1 - seat
    by = state.by
    mine, theirs = power[seat], power[enemy]
    structures = tuple([by[enemy * N_UNITS + kind] for kind in STRUCTURES])
    best = 0.0
    fear = 0.8 - 0.5 * _haste(state)
    help_in: dict[int, int] | None = None
    income = (0, 0)
    health = state.hq_health(enemy)
    for point, dear, hq in on.targets(seat, structures):
        if not mine[point]:
            continue
        lead = float(mine[point] - theirs[point])
        if _threat(lead, dear, health if hq else 0) <= best:
            continue  # help can only make it less
        if help_in is None:
            income = per_turn(state, enemy)
            help_in = _remembered(state, enemy, income)
        more = help_in.get(point)
        if more is None:
            more = help_in[point] = _help(state, enemy, point, *income)
        best = max(best, _threat(lead - fear * more, dear, health if hq else 0))
    return best


_HELP: dict[tuple[object, ...], dict[int, int]] = {}


def _remembered(state: KneeDeepState, seat: int, income: tuple[int, int]) -> dict[int, int]:
    """What the seat can bring into each zone with that income, as far as it has been worked out: while one player acts,
    the other's pieces mostly stay where they are."""
    span = slice(seat * N_UNITS, (seat + 1) * N_UNITS)
    key = seat, income, *state.by[span], *state.supply[span], state.kit[seat].move
    found = _HELP.get(key)
    if found is None:
        if len(_HELP) > 4000:
            _HELP.clear()
        found = _HELP[key] = {}
    return found


def _threat(lead: float, dear: float, health: int) -> float:
    """What it promises to attack with that lead a structure of that worth and an HQ of that health (0: none there)."""
    out = 0.0
    if dear and lead > -3:
        out = dear * 0.5 * min(1.0, (lead + 3) / 5)
    if health:
        over = lead - health
        out = max(out, 40.0 + min(over, 6) if over >= 0 else 14.0 * max(0.0, (over + 10) / 10) ** 2)
    return out


def _holdings(state: KneeDeepState, seat: int, on: Ground) -> float:
    """Pieces where they stand, income, and what the builders promise."""
    first = seat * N_UNITS
    by = state.by
    out = 0.0
    for kind in _KINDS:
        fields = by[first + kind]
        if fields:
            out += on.standing(first + kind, fields)
    out += on.income(by[first + EXTRACTOR])
    builders = state.builders(seat)
    needed = state.kit[seat].builders_needed
    if state.supply[first + EXTRACTOR]:
        blocked = state.own[1 - seat] | state.own[seat] & ~builders
        out += on.prospect(seat, builders, by[first + EXTRACTOR], blocked, needed)
    count = builders.bit_count()
    out += (0.0, 1.0, 2.0, 2.4, 2.4)[min(count, 3) + (needed < 2 and count > 0)]
    return out


def _scrapyard(state: KneeDeepState, seat: int) -> float:
    """The race to a full scrapyard: whoever has lost less health wins it."""
    health = state.game.rules.health
    total = sum(state.scrap)
    if not total:
        return 0.0
    lost = [sum(state.scrap[s * N_UNITS + k] * health[k] for k in _KINDS) for s in (0, 1)]
    share = min(12, total * 12 // state.game.rules.scrapyard_places)
    return (lost[1 - seat] - lost[seat]) * (0.3 + _CRITICAL[share])


def evaluate(state: KneeDeepState, seat: int) -> float:
    """How good the state is for the seat, in points of combat power; a won game is ``WIN``."""
    if state.phase == OVER:
        return WIN * state.returns()[seat]
    on = ground(state.land)
    enemy = 1 - seat
    out = _holdings(state, seat, on) - _holdings(state, enemy, on)
    out += CARD * (len(state.hand[seat]) - len(state.hand[enemy]))
    out += _scrapyard(state, seat)
    out += pending(state, seat, on)
    power = on.powers(state.by[:N_UNITS]), on.powers(state.by[N_UNITS:])
    if state.marker[seat] < 0:
        out += (1 - _haste(state)) * threats(state, seat, on, power)
    out -= 0.7 * threats(state, enemy, on, power)
    return out
