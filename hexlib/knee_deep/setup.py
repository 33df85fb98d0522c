"""The start of a game, and positions as records write them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from hexlib.game import NotationError, PositionError, Rng
from hexlib.grid import bits
from hexlib.knee_deep import battle, pieces, turn, war
from hexlib.knee_deep.actions import STEPS
from hexlib.knee_deep.board import FIELDS, parse_field, parse_point
from hexlib.knee_deep.components import (
    DECKS,
    NEUTRAL,
    OPEN,
    TERRAIN,
    TERRAIN_NAMES,
    UNIT_NAMES,
    UNITS,
)
from hexlib.knee_deep.kit import refit
from hexlib.knee_deep.state import (
    ACTIONS,
    BOTH_HQ,
    DAMAGE,
    EXHAUST,
    MULLIGAN,
    N_UNITS,
    OVER,
    PHASES,
    PLACE,
    POWER_UP,
    UNKNOWN_DECKS,
    WAR_CARDS,
    Decks,
    KneeDeepState,
    free_form_marker,
    land,
    marker_name,
)
from hexlib.spelling import meant

if TYPE_CHECKING:
    from hexlib.knee_deep.game import KneeDeep

__all__ = ["TOKENS", "dump_position", "initial_state", "read_position", "usual_deck"]

TOKENS = 56
"""Terrain tokens in the box. The fixed map is printed on the board, so there all of them are spare (K07, K11)."""
MOST_RESOURCES = 99
MOST_CARDS = 60
_KEYS = {
    "round",
    "active",
    "starting",
    "phase",
    "marker",
    "marker_owner",
    "terrain",
    "terrain_fields",
    "pieces",
    "asked",
    "laid",
    "open_cards",
    "bonus",
    "surplus",
    "winner",
    "resolved",
    "todo",
    "boosts",
    "tokens",
    "secret_decks",
    "deployed",
    "moved",
    "builders",
    "new_factories",
}
_SEAT_KEYS = {"material", "energy", "hand", "draw", "discard", "deck", "scrapyard", "companions", "hq_hits", "carried"}


_MARKS = (("deployed", "fresh"), ("moved", "moved"), ("builders", "spent"), ("new_factories", "newly_built"))
"""What has been done with pieces this turn: key of a position, and the attribute that holds the fields."""


def blank(game: KneeDeep) -> KneeDeepState:
    state: KneeDeepState = KneeDeepState.__new__(KneeDeepState)
    state.game = game
    state.land = land(TERRAIN)
    state.phase = ACTIONS
    state.round = 1
    state.starting = state.active = state.seat_asked = 0
    state.at = bytearray(len(FIELDS))
    state.by = [0] * (2 * N_UNITS)
    state.own = [0, 0]
    state.supply = [u.supply for u in UNITS] * 2
    state.scrap = [0] * (2 * N_UNITS)
    state.companions = game.companions
    state.decks = UNKNOWN_DECKS
    state.boosts = ()
    state.tokens = TOKENS
    refit(state)
    state.material, state.energy = [0, 0], [0, 0]
    state.hand, state.draw, state.discard = [(), ()], [(), ()], [(), ()]
    state.marker = [-1, -1]
    state.laid = [(), ()]
    state.open_cards = False
    state.bonus = [0, 0]
    state.surplus = 0
    state.resolved = False
    state.hq_hits, state.carried = [0, 0], [0, 0]
    state.fresh = state.moved = state.spent = state.newly_built = 0
    state.paid = [0, 0]
    state.todo = ()
    state.rng = 0
    state.winner = -1
    return state


def usual_deck(game: KneeDeep, companions: Sequence[str]) -> dict[str, int]:
    """The deck that a side plays if nobody builds one: the named one of the cards' files, or the casual deck, which
    is the 16 cards of the two companions and the nine neutral ones (Casual Deck Setup)."""
    if game.deck in DECKS:
        return DECKS[game.deck]
    cards = game.cards
    mine = [card for name in companions for card in cards.of(name)]
    return {card.name: card.copies for card in (*cards.of(NEUTRAL), *mine)}


def _listed(deck: Mapping[str, int]) -> tuple[str, ...]:
    return tuple(name for name, number in deck.items() for _ in range(number))


def initial_state(
    game: KneeDeep,
    seed: int,
    decks: tuple[Mapping[str, int], Mapping[str, int]] | None = None,
    terrain: Sequence[int] | None = None,
    starting: int | None = None,
) -> KneeDeepState:
    """Shuffled decks, three cards each, a starting player at random; then the mulligans (Before the Game).

    ``decks``, ``terrain`` and ``starting`` come from a set-up that players have decided; see ``opening.py``.
    """
    rng = Rng(seed)
    state = blank(game)
    state.starting = rng.below(2)
    if starting is not None:
        state.starting = starting
    state.active = state.seat_asked = state.starting
    if terrain is not None:
        state.land = land(tuple(terrain))
        if state.land.terrain != TERRAIN:  # the fixed map takes no tokens
            state.tokens = TOKENS - sum(kind != OPEN for kind in terrain)
    given = decks or (usual_deck(game, game.companions[0]), usual_deck(game, game.companions[1]))
    lists = (_listed(given[0]), _listed(given[1]))
    for seat in (0, 1):
        pile = tuple(rng.shuffled(lists[seat]))
        state.hand[seat] = pieces.sort_hand(state, pile[:3])
        state.draw[seat] = pile[3:]
    state.decks = Decks(
        (pieces.sort_hand(state, lists[0]), pieces.sort_hand(state, lists[1])), game.deck not in ("simple", "advanced")
    )
    state.rng = rng.state
    state.phase = MULLIGAN
    refit(state)
    return state


# -- reading a position ------------------------------------------------------------------------------------------------


class _Reader:
    """Takes values out of a mapping, checking as it goes; ``path`` is where the mapping stands."""

    def __init__(self, data: Any, path: str, keys: set[str]) -> None:
        if not isinstance(data, Mapping):
            raise PositionError(path, f"expected a table, got {_kind(data)}")
        self.data, self.path = data, path
        for key in data:
            if key not in keys:
                hint = meant(key, keys)
                raise PositionError(self.at(str(key)[:60]), f"unknown key; there are {_some(sorted(keys))}{hint}")

    def at(self, key: str) -> str:
        return f"{self.path}.{key}" if self.path else key

    def number(self, key: str, default: int, low: int, high: int) -> int:
        value = self.data.get(key, default)
        if not isinstance(value, int) or isinstance(value, bool):
            raise PositionError(self.at(key), f"expected a whole number, got {_kind(value)}")
        if not low <= value <= high:
            raise PositionError(self.at(key), f"{value} is out of range; it goes from {low} to {high}")
        return value

    def word(self, key: str, default: str, words: tuple[str, ...]) -> str:
        value = self.data.get(key, default)
        if value not in words:
            shown = repr(value)[:60] if isinstance(value, str) else _kind(value)
            raise PositionError(self.at(key), f"{shown} is not one of {', '.join(filter(None, words))}")
        return str(value)

    def flag(self, key: str) -> bool:
        value = self.data.get(key, False)
        if not isinstance(value, bool):
            raise PositionError(self.at(key), f"expected true or false, got {_kind(value)}")
        return value

    def names(self, key: str, words: tuple[str, ...], most: int, default: tuple[str, ...] = ()) -> tuple[str, ...]:
        value = self.data.get(key, list(default))
        if not isinstance(value, list):
            raise PositionError(self.at(key), f"expected a list, got {_kind(value)}")
        if len(value) > most:
            raise PositionError(self.at(key), f"{len(value)} entries; at most {most} are possible")
        for i, word in enumerate(value):
            if word not in words:
                hint = meant(word, words)
                raise PositionError(f"{self.at(key)}[{i}]", f"{str(word)[:60]!r} is not one of {_some(words)}{hint}")
        return tuple(value)


def _some(words: Sequence[str]) -> str:
    if words is FIELDS:
        return f"{words[0]} to {words[-1]}"
    return ", ".join(words) if len(words) <= 30 else f"{', '.join(words[:3])} and {len(words) - 3} more"


def _kind(value: Any) -> str:
    names = {
        bool: "true or false",
        int: "a number",
        float: "a decimal number",
        str: "a text",
        list: "a list",
        dict: "a table",
    }
    return names.get(type(value), type(value).__name__)


def read_position(game: KneeDeep, data: Mapping[str, Any]) -> KneeDeepState:
    """The state that a record's ``[position]`` describes; housekeeping that is due is done.

    Raises:
        PositionError: unknown key, wrong type or impossible position.
    """
    names = game.seats
    top = _Reader(data, "", _KEYS | set(names))
    state = blank(game)
    state.round = top.number("round", 2, 1, game.rules.round_limit)
    state.active = names.index(top.word("active", names[0], names))
    state.starting = names.index(top.word("starting", names[0], names))
    state.phase = PHASES.index(top.word("phase", "actions", PHASES))
    state.land = land(_terrain(top))
    for seat, name in enumerate(names):
        _read_seat(state, seat, _Reader(data.get(name, {}), name, _SEAT_KEYS))
    state.decks = Decks(state.decks.cards, not top.flag("secret_decks"))
    _read_boosts(state, top)
    _read_pieces(state, top)
    _read_marks(state, top)
    _read_marker(state, top)
    _read_course(state, top)
    return state


def _read_boosts(state: KneeDeepState, top: _Reader) -> None:
    cards = state.game.cards.cards
    lasting = tuple(name for name, card in cards.items() if card.effect.boost is not None)
    state.boosts = top.names("boosts", lasting, MOST_CARDS)
    if state.boosts and state.phase in (MULLIGAN, POWER_UP):
        raise PositionError("boosts", f"no card has been played this turn in phase {PHASES[state.phase]}")
    on_map = 0 if top.data.get("terrain", "fixed") == "fixed" else sum(t != OPEN for t in state.land.terrain)
    most = max(0, TOKENS - on_map)
    state.tokens = top.number("tokens", most, 0, most)
    refit(state)


def _terrain(top: _Reader) -> tuple[int, ...]:
    fixed = top.word("terrain", "fixed", ("fixed", "none")) == "fixed"
    out = list(TERRAIN) if fixed else [OPEN] * len(FIELDS)
    changes = top.data.get("terrain_fields", {})
    changes = _Reader(changes, "terrain_fields", set(FIELDS)).data
    for name, kind in changes.items():
        if kind not in TERRAIN_NAMES:
            raise PositionError(
                f"terrain_fields.{name}", f"{str(kind)[:60]!r} is not one of {', '.join(TERRAIN_NAMES)}"
            )
        field = parse_field(name)
        if BOTH_HQ >> field & 1 and kind != "open":
            raise PositionError(f"terrain_fields.{name}", "an HQ stands there, so it cannot be terrain")
        out[field] = TERRAIN_NAMES.index(kind)
    return tuple(out)


def _read_seat(state: KneeDeepState, seat: int, part: _Reader) -> None:
    state.material[seat] = part.number("material", 0, 0, MOST_RESOURCES)
    state.energy[seat] = part.number("energy", 0, 0, MOST_RESOURCES)
    names, known = state.game.cards.names, state.game.cards.companions
    state.hand[seat] = pieces.sort_hand(state, part.names("hand", names, MOST_CARDS))
    state.draw[seat] = part.names("draw", names, MOST_CARDS)
    state.discard[seat] = part.names("discard", names, MOST_CARDS)
    deck = pieces.sort_hand(state, part.names("deck", names, MOST_CARDS))
    state.decks = Decks((deck, state.decks.cards[1]) if seat == 0 else (state.decks.cards[0], deck))
    companions = part.names("companions", tuple(known), 2, state.companions[seat])
    if len(set(companions)) != 2:
        raise PositionError(part.at("companions"), f"two different companions are needed, got {len(set(companions))}")
    for name in companions:
        if known[name].faction != state.game.seats[seat]:
            raise PositionError(part.at("companions"), f"{name} does not belong to {state.game.seats[seat]}")
    pair = list(state.companions)
    pair[seat] = companions
    state.companions = (pair[0], pair[1])
    health = state.game.hq_health(companions)
    state.hq_hits[seat] = part.number("hq_hits", 0, 0, health)
    state.carried[seat] = part.number("carried", 0, 0, MOST_RESOURCES)
    lost = _Reader(part.data.get("scrapyard", {}), part.at("scrapyard"), set(UNIT_NAMES))
    for kind, unit in enumerate(UNITS):
        count = lost.number(unit.name, 0, 0, unit.supply)
        state.scrap[seat * N_UNITS + kind] = count
        state.supply[seat * N_UNITS + kind] -= count


def _read_pieces(state: KneeDeepState, top: _Reader) -> None:
    names = state.game.seats
    given = _Reader(top.data.get("pieces", {}), "pieces", set(names))
    for seat, name in enumerate(names):
        kinds = _Reader(given.data.get(name, {}), f"pieces.{name}", set(UNIT_NAMES))
        for kind, unit in enumerate(UNITS):
            code = seat * N_UNITS + kind
            for i, text in enumerate(kinds.names(unit.name, FIELDS, len(FIELDS))):
                where = f"{kinds.at(unit.name)}[{i}]"
                field = parse_field(text)
                there = state.piece(field)
                if there:
                    other = f"{names[there[1]]}'s {UNITS[there[0]].noun}"
                    raise PositionError(where, f"{text} is already taken by {other}; a field holds one piece")
                if BOTH_HQ >> field & 1 and not state.game.rules.empty_literal and not state.game.broken:
                    raise PositionError(where, f"{text} is part of an HQ; no piece can stand there")
                if state.land.terrain[field] != OPEN and not state.game.broken:
                    raise PositionError(
                        where, f"{text} is a {TERRAIN_NAMES[state.land.terrain[field]]} field; no piece can stand there"
                    )
                if not state.supply[code]:
                    raise PositionError(
                        where, f"more {unit.name} pieces than there are: {unit.supply} in all, the lost ones counted"
                    )
                state.supply[code] -= 1
                pieces.put(state, kind, seat, field)


def _read_marks(state: KneeDeepState, top: _Reader) -> None:
    whose = state.game.seats[state.active]
    for key, name in _MARKS:
        fields = 0
        for i, text in enumerate(top.names(key, FIELDS, len(FIELDS))):
            spot = 1 << parse_field(text)
            if not state.own[state.active] & spot:
                raise PositionError(f"{key}[{i}]", f"no piece of {whose}, whose turn it is, stands on {text}")
            fields |= spot
        setattr(state, name, fields)
    if state.spent and state.game.rules.reading["builders_after"] != "spent":
        raise PositionError("builders", "who has built is not used up (ruling K49)")


def _read_marker(state: KneeDeepState, top: _Reader) -> None:
    given = top.data.get("marker")
    names = state.game.seats
    if given is None:
        if "marker_owner" in top.data:
            raise PositionError("marker_owner", "there is no marker; name its place with marker")
        return
    if not isinstance(given, str):
        raise PositionError("marker", f"expected a text such as C1-C2-D2, got {_kind(given)}")
    owner = names.index(top.word("marker_owner", names[1 - state.active], names))
    try:
        state.marker[owner] = parse_point(given)
    except NotationError as error:
        raise PositionError("marker", str(error)[:200]) from None
    except KeyError:
        if state.game.rules.on("kdh.war.marker_on_three_sector_point"):
            raise PositionError("marker", f"{given!r}: those sectors do not meet in one corner") from None
        state.marker[owner] = free_form_marker("-".join(sorted(given.split("-"))))


_DUE: dict[int, tuple[str, ...]] = {
    POWER_UP: ("income", "power-up-draw"),
    WAR_CARDS: ("reveal", "count"),
    PLACE: ("return-marker",),
    EXHAUST: ("return-marker", "exhaust"),
}
"""Housekeeping that a phase may still have to do, in order."""


def _read_course(state: KneeDeepState, top: _Reader) -> None:
    """Who is asked, what is due, and that the parts fit together."""
    names = state.game.seats
    state.resolved = top.flag("resolved")
    state.seat_asked = state.active
    for key, phases in (
        ("winner", (OVER,)),
        ("laid", (WAR_CARDS, DAMAGE, OVER)),
        ("bonus", (WAR_CARDS, DAMAGE, OVER)),
        ("open_cards", (WAR_CARDS, DAMAGE, OVER)),
        ("surplus", (DAMAGE, OVER)),
        ("asked", (MULLIGAN, WAR_CARDS, DAMAGE, OVER)),
        *((key, (ACTIONS, WAR_CARDS, DAMAGE, PLACE, EXHAUST, OVER)) for key, _ in _MARKS),
    ):
        if key in top.data and state.phase not in phases:
            raise PositionError(key, f"has no place in phase {PHASES[state.phase]}")
    _read_cards_on_table(state, top)
    state.todo = top.names("todo", STEPS, len(STEPS))
    due = _DUE.get(state.phase, ())
    if state.todo and state.todo != due[len(due) - len(state.todo) :]:
        raise PositionError("todo", f"in phase {PHASES[state.phase]} there can be due: {', '.join(due) or 'nothing'}")
    if state.phase == OVER:
        state.winner = (*names, "draw").index(top.word("winner", "draw", (*names, "draw")))
        state.seat_asked = names.index(top.word("asked", names[state.active], names))
        state.surplus = top.number("surplus", 0, 0, MOST_RESOURCES)
    elif state.phase in (WAR_CARDS, DAMAGE):
        _read_war(state, top)
    elif state.phase == MULLIGAN:
        state.seat_asked = names.index(top.word("asked", names[state.starting], names))
    if not state.game.broken:
        _check_course(state)
    if "todo" not in top.data and state.phase == POWER_UP:
        turn.begin_turn(state, None)
    elif "todo" not in top.data and state.phase == EXHAUST:
        state.todo = ("exhaust",)
    turn.run(state, None)


def _read_cards_on_table(state: KneeDeepState, top: _Reader) -> None:
    names = set(state.game.seats)
    laid, bonus = (_Reader(top.data.get(key, {}), key, names) for key in ("laid", "bonus"))
    state.open_cards = top.flag("open_cards") or state.phase == DAMAGE
    for seat, name in enumerate(state.game.seats):
        state.laid[seat] = laid.names(name, state.game.cards.names, 3)
        state.bonus[seat] = bonus.number(name, 0, -MOST_RESOURCES, MOST_RESOURCES)
        for i, card in enumerate(state.laid[seat]):
            if not state.game.cards[card].is_war and not state.game.broken:
                raise PositionError(f"laid.{name}[{i}]", f"{card} is an Action card; only War cards are laid")
        if len(state.laid[seat]) > 1 and not state.game.broken:
            raise PositionError(f"laid.{name}", "each player lays one War card at most")


def _read_war(state: KneeDeepState, top: _Reader) -> None:
    names = state.game.seats
    owner = war.attacker(state)
    if state.marker[owner] < 0:
        raise PositionError("phase", f"a war needs {names[owner]}'s marker on the board; set marker")
    if not war.at_war(state)[0]:
        raise PositionError("phase", "there is no war in that zone: one side has nothing there")
    state.resolved = True
    if state.phase == WAR_CARDS:
        state.seat_asked = names.index(top.word("asked", names[1 - owner if state.laid[owner] else owner], names))
        if not state.game.broken and not state.todo and (state.laid[state.seat_asked] or state.laid[1 - owner]):
            name = names[state.seat_asked if state.laid[state.seat_asked] else 1 - owner]
            raise PositionError("asked", f"{name} has laid a War card; it is laid once, by the attacker first")
        return
    totals = war.power(state)
    leader = 0 if totals[0] > totals[1] else 1
    difference = abs(totals[0] - totals[1])
    points = war.points(state, leader, difference) if difference else 0
    state.seat_asked = names.index(top.word("asked", names[leader], names))
    state.surplus = top.number("surplus", points or 1, 1, MOST_RESOURCES)
    if state.game.broken:
        return
    if not difference:
        raise PositionError("phase", f"the totals are {totals[0]} to {totals[1]}: nobody assigns damage")
    if state.surplus != points:
        raise PositionError("surplus", f"the totals are {totals[0]} to {totals[1]}, so it is {points}")
    if state.seat_asked != leader:
        raise PositionError("asked", f"the totals are {totals[0]} to {totals[1]}: {names[leader]} assigns damage")


def _check_course(state: KneeDeepState) -> None:
    """What cannot be in a game that keeps all rules."""
    names, rules = state.game.seats, state.game.rules
    for seat, name in enumerate(names):
        hits = state.hq_hits[seat]
        if hits and state.hq_health(seat) and rules.reading["hq_damage"] != "accumulates":
            raise PositionError(f"{name}.hq_hits", "damage to an HQ does not add up (ruling K68)")
        if hits and not state.hq_health(seat) and state.phase != OVER:
            raise PositionError(f"{name}.hq_hits", "the HQ is destroyed, so the game is over")
        if state.carried[seat]:
            raise PositionError(f"{name}.carried", "unused points are not kept")
    if state.phase == OVER:
        _check_end(state)
    lost = sum(state.scrap)
    if lost >= rules.scrapyard_places and state.phase != OVER:
        text = f"{lost} pieces fill the scrapyard, which has {rules.scrapyard_places} places; so the game is over"
        raise PositionError("phase", text)
    if state.phase in (PLACE, EXHAUST) and state.marker[1 - state.active] >= 0 and "return-marker" not in state.todo:
        raise PositionError("marker", f"{names[1 - state.active]}'s marker has been resolved before this phase")


def _check_end(state: KneeDeepState) -> None:
    """That the winner is the one whom the board shows (End of Game)."""
    names, rules = state.game.seats, state.game.rules
    words = (*names, "draw")
    fallen = [seat for seat in (0, 1) if not state.hq_health(seat)]
    if len(fallen) == 2:
        raise PositionError(f"{names[1]}.hq_hits", "the game ends with the first HQ that is destroyed")
    full = sum(state.scrap) >= rules.scrapyard_places
    won = 1 - fallen[0] if fallen else battle.scrapyard_result(state, [])[0] if full else state.winner
    if full and not fallen and rules.reading["overfull"] == "first":
        return  # who was destroyed last is not kept
    if state.winner != won:
        cause = f"{names[1 - won]}'s HQ is destroyed" if fallen else "the scrapyard is full"
        raise PositionError("winner", f"{cause}, so it is {words[won]}")


# -- writing one -------------------------------------------------------------------------------------------------------


def dump_position(state: KneeDeepState) -> dict[str, Any]:
    """The state as a ``[position]``; ``read_position`` gives it back, but for the seed."""
    names = state.game.seats
    out: dict[str, Any] = {
        "round": state.round,
        "active": names[state.active],
        "starting": names[state.starting],
        "phase": PHASES[state.phase],
    }
    for seat in (0, 1):
        if state.marker[seat] >= 0:
            out["marker"] = marker_name(state.marker[seat])
            out["marker_owner"] = names[seat]
    if state.phase in (MULLIGAN, WAR_CARDS, DAMAGE, OVER):
        out["asked"] = names[state.seat_asked]
    if state.phase == DAMAGE or any(state.bonus):
        out["bonus"] = dict(zip(names, state.bonus, strict=True))
    if state.open_cards and state.phase != DAMAGE:
        out["open_cards"] = True
    if state.surplus:
        out["surplus"] = state.surplus
    if state.laid != [(), ()]:
        out["laid"] = {name: list(cards) for name, cards in zip(names, state.laid, strict=True)}
    if state.phase == OVER:
        out["winner"] = (*names, "draw")[state.winner]
    if state.resolved:
        out["resolved"] = True
    if state.boosts:
        out["boosts"] = list(state.boosts)
    if not state.decks.public:
        out["secret_decks"] = True
    if state.todo or state.phase in (POWER_UP, EXHAUST):
        out["todo"] = list(state.todo)
    fixed = sum(a != b for a, b in zip(state.land.terrain, TERRAIN, strict=True))
    bare = sum(t != OPEN for t in state.land.terrain)
    base = TERRAIN if fixed <= bare else (OPEN,) * len(FIELDS)
    out["terrain"] = "fixed" if base is TERRAIN else "none"
    changes = {FIELDS[f]: TERRAIN_NAMES[t] for f, t in enumerate(state.land.terrain) if t != base[f]}
    if changes:
        out["terrain_fields"] = changes
    if state.tokens != TOKENS - (0 if base is TERRAIN else bare):
        out["tokens"] = state.tokens
    pieces: dict[str, dict[str, list[str]]] = {}
    for seat, name in enumerate(names):
        kinds = {
            unit.name: [FIELDS[f] for f in range(len(FIELDS)) if state.by[seat * N_UNITS + kind] >> f & 1]
            for kind, unit in enumerate(UNITS)
            if state.by[seat * N_UNITS + kind]
        }
        if kinds:
            pieces[name] = kinds
    if pieces:
        out["pieces"] = pieces
    for key, mark in _MARKS:
        if fields := getattr(state, mark) & state.own[state.active]:
            out[key] = [FIELDS[f] for f in bits(fields)]
    for seat, name in enumerate(names):
        out[name] = _dump_seat(state, seat)
    return out


def _dump_seat(state: KneeDeepState, seat: int) -> dict[str, Any]:
    out: dict[str, Any] = {"material": state.material[seat], "energy": state.energy[seat]}
    for key, cards in (
        ("hand", state.hand[seat]),
        ("draw", state.draw[seat]),
        ("discard", state.discard[seat]),
        ("deck", state.decks.cards[seat]),
    ):
        if cards:
            out[key] = list(cards)
    lost = {u.name: state.scrap[seat * N_UNITS + k] for k, u in enumerate(UNITS) if state.scrap[seat * N_UNITS + k]}
    if lost:
        out["scrapyard"] = lost
    out["companions"] = list(state.companions[seat])
    for key, value in (("hq_hits", state.hq_hits[seat]), ("carried", state.carried[seat])):
        if value:
            out[key] = value
    return out
