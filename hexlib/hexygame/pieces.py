"""Board cards, energy and cards in motion: the small changes of which everything else is made.

Functions take ``log``: a list that receives the events, or None for the fast door.
"""

from __future__ import annotations

from bisect import insort
from typing import TYPE_CHECKING, Any

from hexlib.game import Event
from hexlib.hexygame.board import FIELDS
from hexlib.hexygame.components import BUILDING, Card, CardSet
from hexlib.hexygame.items import OVER, TRIGGER, Item, Piece
from hexlib.hexygame.vocabulary import COLOURS, HASTE, Cost, listed

if TYPE_CHECKING:
    from hexlib.hexygame.state import HexyState

__all__ = [
    "Log",
    "change",
    "destroy",
    "draw_card",
    "energy_text",
    "enter",
    "finish",
    "gain_energy",
    "gain_points",
    "lose_points",
    "make_piece",
    "mill",
    "move_piece",
    "note",
    "paid",
    "piece_text",
    "remove",
    "sphere",
    "to_hand",
    "trigger",
    "with_die",
]

Log = list[Event] | None


def note(log: Log, kind: str, text: str, *rules: str, seen_by: int | None = None, **data: Any) -> None:
    """Add an event to the log; ``seen_by`` is the one seat that may know it, None for everybody."""
    if log is not None:
        log.append(Event(kind, text, rules, tuple(data.items()), None if seen_by is None else frozenset({seen_by})))


def piece_text(state: HexyState, field: int) -> str:
    """ "Blue's Wolf on d5"."""
    piece = state.at[field]
    return f"{state.game.seats[piece.owner]}'s {state.game.cards.cards[piece.kind].title} on {FIELDS[field]}"


# -- pieces ------------------------------------------------------------------------------------------------------------


def make_piece(
    cards: CardSet,
    uid: int,
    kind: int,
    owner: int,
    points: int,
    die: int = 0,
    under: tuple[tuple[int, int], ...] = (),
    until_end: tuple[int, int, int] = (0, 0, 0),
) -> Piece:
    """A board card with its numbers worked out: printed, changed by its enchantments and until the end of the turn."""
    card = cards.cards[kind]
    attack, defense, actions, distance = card.attack, card.defense, card.actions, card.distance
    keys, lost = card.keys, 0
    for enchantment, _ in under:
        aura = cards.cards[enchantment].aura
        if aura:
            attack += aura.attack
            defense += aura.defense
            actions += aura.actions
            distance += aura.distance
            keys |= aura.keys
            lost |= aura.lost
    return Piece(
        uid,
        kind,
        card.type,
        owner,
        points,
        die,
        max(0, attack + until_end[0]),
        max(0, defense + until_end[1]),
        min(6, max(0, actions)),
        (keys & ~lost) | until_end[2],
        max(1, distance),
        under,
        until_end,
    )


_new = tuple.__new__


def with_points(piece: Piece, points: int) -> Piece:
    """The same card with other points."""
    return _new(Piece, (*piece[:4], points, *piece[5:]))


def with_die(piece: Piece, die: int) -> Piece:
    """The same card with another Action Die; 0 takes it off."""
    return _new(Piece, (*piece[:5], die, *piece[6:]))


def change(
    state: HexyState,
    field: int,
    under: tuple[tuple[int, int], ...] | None = None,
    until_end: tuple[int, int, int] | None = None,
) -> None:
    """Give the card on the field other enchantments or changes until the end of the turn."""
    old = state.at[field]
    state.at[field] = make_piece(
        state.game.cards,
        old.uid,
        old.kind,
        old.owner,
        old.points,
        old.die,
        old.under if under is None else under,
        old.until_end if until_end is None else until_end,
    )


def sphere(state: HexyState, seat: int) -> int:
    """The seat's Sphere of Influence: the hexes beside its buildings, or else its Flag (Cards)."""
    out = 0
    beside = state.map.beside
    rules = state.game.rules
    found = False
    for field, piece in state.at.items():
        if piece.owner == seat and piece.type == BUILDING:
            out = out & beside[field] if found and rules.sphere_of_all else out | beside[field]
            found = True
    flag = state.map.flags[seat]
    if found:
        return out | 1 << flag if rules.flag_added else out
    if not rules.flag_sphere:
        return 0
    if rules.flag_neighbours and flag in state.at:
        return beside[flag]
    return 1 << flag


# -- triggers ----------------------------------------------------------------------------------------------------------


def trigger(state: HexyState, when: str, field: int, piece: Piece) -> None:
    """Let the abilities of one card trigger; they wait to be put on the stack."""
    cards = state.game.cards.cards
    for kind, owner in ((piece.kind, piece.owner), *piece.under):
        for index, ability in enumerate(cards[kind].triggers):
            if ability.when == when:
                add_trigger(state, kind, owner, index, field, piece.uid)


def add_trigger(state: HexyState, kind: int, seat: int, index: int, field: int, uid: int) -> None:
    """Let one ability trigger if it is the right player's turn and the card stands where it must."""
    ability = state.game.cards.cards[kind].triggers[index]
    if ability.whose != "each" and (ability.whose == "own") != (state.active == seat):
        return
    if ability.centre and field != state.map.centre:
        return
    state.next_id += 1
    state.pending += (Item(state.next_id, TRIGGER, seat, kind, index, uid, field),)


# -- coming and going --------------------------------------------------------------------------------------------------


def enter(state: HexyState, kind: int, owner: int, field: int, log: Log, *rules: str) -> None:
    """A board card enters the battlefield with its points, and with its die if it has Haste (Cards, Haste)."""
    cards, ruled = state.game.cards, state.game.rules
    card = cards.cards[kind]
    points = card.initial if ruled.initial_points else 1
    state.next_id += 1
    piece = make_piece(cards, state.next_id, kind, owner, points)
    cited = list(rules)
    if piece.keys & HASTE and ruled.haste and piece.actions:
        piece = with_die(piece, piece.actions)
        cited.append("hexy.haste.dice_on_entry")
    state.at[field] = piece
    if log is not None:
        die = f" and its die on {piece.die}" if piece.die else ""
        text = f"{piece_text(state, field)} enters with {_points(points)}{die}."
        note(log, "enter", text, *cited, "hexy.points.initial", card=card.name, field=FIELDS[field], points=points)
    trigger(state, "enters", field, piece)
    arrived(state, field, False, log)


def move_piece(state: HexyState, source: int, target: int, walks: bool, log: Log) -> None:
    """A board card goes from one hex to another, by a move or by an effect."""
    piece = state.at.pop(source)
    state.at[target] = piece
    if walks:
        trigger(state, "moves", target, piece)
    arrived(state, target, walks, log)


def arrived(state: HexyState, field: int, walked: bool, log: Log) -> None:
    """The game ends when a board card gets onto the opponent's Flag (Map; rulings H03, H108)."""
    seat = state.at[field].owner
    if field != state.map.flags[1 - seat] or not state.game.rules.flag_loss:
        return
    if state.game.rules.flag_by_moving and not walked:
        return
    text = f"{piece_text(state, field)} is on {state.game.seats[1 - seat]}'s Flag."
    finish(state, seat, log, text, "hexy.map.flag_loss")


def finish(state: HexyState, winner: int, log: Log, text: str, *rules: str) -> None:
    """The game is over; the first end counts."""
    if state.winner >= 0:
        return
    state.winner = winner
    state.phase = OVER
    state.wait = None
    result = "A draw." if winner == 2 else f"{state.game.seats[winner]} wins."
    note(log, "over", f"{text} {result}", *rules, winner=winner)


def _points(n: int) -> str:
    return f"{n} point{'' if n == 1 else 's'}"


def gain_points(state: HexyState, field: int, n: int, log: Log, *rules: str) -> int:
    """Add points, up to the most that the card can carry; how many were added."""
    piece = state.at[field]
    ruled = state.game.rules
    room = state.game.cards.cards[piece.kind].limit - piece.points if ruled.max_points else n
    added = max(0, min(n, room))
    if added:
        state.at[field] = with_points(piece, piece.points + added)
    if log is not None:
        cited = rules if added == n else (*rules, "hexy.points.max_six")
        text = f"{piece_text(state, field)} gets {_points(added)}: it has {state.at[field].points}."
        note(log, "points.gain", text, *cited, field=FIELDS[field], points=added)
    return added


def lose_points(state: HexyState, field: int, n: int, log: Log, *rules: str, energy: bool = False) -> None:
    """Take points off a card; without its last it is destroyed. ``energy`` when its owner takes them for energy."""
    piece = state.at[field]
    ruled = state.game.rules
    lost = min(n, piece.points)
    if ruled.negative_heals and n < 0:
        gain_points(state, field, -n, log, *rules)
        return
    if lost <= 0:
        return
    left = piece.points - lost
    state.at[field] = with_points(piece, left)
    if log is not None:
        text = f"{piece_text(state, field)} loses {_points(lost)}: {left} left."
        note(log, "points.lose", text, *rules, field=FIELDS[field], points=lost)
    if piece.type == BUILDING and (energy or ruled.every_point_pays):
        card = state.game.cards.cards[piece.kind]
        gain_energy(state, piece.owner, card.yields, lost * card.per_point, log, "hexy.energy.from_building_points")
    if left <= 0 and ruled.zero_destroys:
        destroy(state, field, log, "hexy.energy.last_point_destroys" if energy else "hexy.points.last_removed_destroys")


def destroy(state: HexyState, field: int, log: Log, *rules: str) -> None:
    """The card is destroyed and goes to the graveyard, or where it says, with its enchantments."""
    piece = state.at[field]
    card = state.game.cards.cards[piece.kind]
    if log is not None:
        cited = [*rules]
        if "hexy.points.last_removed_destroys" not in cited:
            cited.append("hexy.points.last_removed_destroys")
        if card.to_hand:
            cited.append("hexy.points.destroy_exception")
        note(log, "destroy", f"{piece_text(state, field)} is destroyed.", *cited, card=card.name, field=FIELDS[field])
    trigger(state, "destroyed", field, piece)
    del state.at[field]
    if card.to_hand:
        to_hand(state, piece.owner, piece.kind)
    else:
        state.grave[piece.owner] += (piece.kind,)
    _drop_enchantments(state, piece, log)


def remove(state: HexyState, field: int, log: Log) -> Piece:
    """Take a card off the battlefield without destroying it; its enchantments go to the graveyards."""
    piece = state.at.pop(field)
    _drop_enchantments(state, piece, log)
    return piece


def _drop_enchantments(state: HexyState, piece: Piece, log: Log) -> None:
    for kind, owner in piece.under:
        title = state.game.cards.cards[kind].title
        if state.game.rules.enchantments_die:
            state.grave[owner] += (kind,)
            note(log, "destroy", f"{title} is destroyed with it.", "hexy.cards.enchantment_dies_with_host")
        else:
            to_hand(state, owner, kind)


# -- cards -------------------------------------------------------------------------------------------------------------


def to_hand(state: HexyState, seat: int, kind: int) -> None:
    """Put a card into a hand, which is kept in the order of the set."""
    hand = list(state.hand[seat])
    insort(hand, kind)
    state.hand[seat] = tuple(hand)


def from_hand(state: HexyState, seat: int, kind: int) -> None:
    """Take a card out of a hand."""
    hand = list(state.hand[seat])
    hand.remove(kind)
    state.hand[seat] = tuple(hand)


def draw_card(state: HexyState, seat: int, log: Log, *rules: str) -> bool:
    """Draw the top card; False, and no harm done, if the library is empty (Draw Phase)."""
    library = state.library[seat]
    name = state.game.seats[seat]
    if not library:
        note(log, "draw.none", f"{name}'s library is empty: no card.", "hexy.draw_phase.empty_library", player=seat)
        return False
    state.library[seat] = library[1:]
    to_hand(state, seat, library[0])
    if log is not None:
        card: Card = state.game.cards.cards[library[0]]
        note(log, "draw", f"{name} draws a card.", *rules, player=seat)
        note(log, "draw.card", f"{name} draws {card.title}.", seen_by=seat, player=seat, card=card.name)
    return True


def mill(state: HexyState, seat: int, n: int, log: Log) -> None:
    """Put cards from the top of a library into the graveyard (Mill)."""
    for _ in range(n):
        library = state.library[seat]
        if not library:
            return
        state.library[seat] = library[1:]
        state.grave[seat] += (library[0],)
        if log is not None:
            card = state.game.cards.cards[library[0]]
            text = f"{card.title} goes from {state.game.seats[seat]}'s library to the graveyard."
            note(log, "mill", text, "hexy.mill.definition", player=seat, card=card.name)


# -- energy ------------------------------------------------------------------------------------------------------------


def energy_text(pool: Cost) -> str:
    """ "1 colourless, 2 red and 1 green energy"."""
    parts = [f"{n} {name}" for n, name in zip(pool, COLOURS, strict=True) if n]
    return listed(parts) + " energy" if parts else "no energy"


def gain_energy(state: HexyState, seat: int, colour: int, n: int, log: Log, *rules: str) -> None:
    """Put energy of one colour into a pool."""
    pool = list(state.pool[seat])
    pool[colour] += n
    state.pool[seat] = (pool[0], pool[1], pool[2], pool[3])
    if log is not None:
        text = f"{state.game.seats[seat]} has {energy_text(state.pool[seat])}."
        note(log, "energy", text, *rules, player=seat, gained=n)


class _Payments(dict[tuple[Cost, Cost], Cost | None]):
    """(pool, cost) -> what is left, or None if it cannot be paid; filled as it is asked, within a bound."""

    def __missing__(self, key: tuple[Cost, Cost]) -> Cost | None:
        if len(self) > 50_000:
            self.clear()
        out = self[key] = _left(*key)
        return out


def _left(pool: Cost, cost: Cost) -> Cost | None:
    left = [pool[0], pool[1] - cost[1], pool[2] - cost[2], pool[3] - cost[3]]
    if min(left) < 0 or sum(left) < cost[0]:
        return None
    for _ in range(cost[0]):
        # Colourless first, then the colour of which there is most (ruling H95).
        best = 0 if left[0] else max((1, 2, 3), key=lambda c: left[c])
        left[best] -= 1
    return left[0], left[1], left[2], left[3]


_LEFT = _Payments()


def paid(pool: Cost, cost: Cost, pay: tuple[int, ...] = ()) -> Cost | None:
    """What is left of the pool after paying, or None if the cost cannot be paid, or not with those energies."""
    if not pay:
        return _LEFT[pool, cost]
    if len(pay) != cost[0]:
        return None
    left = [pool[0], pool[1] - cost[1], pool[2] - cost[2], pool[3] - cost[3]]
    for colour in pay:
        left[colour] -= 1
    return None if min(left) < 0 else (left[0], left[1], left[2], left[3])
