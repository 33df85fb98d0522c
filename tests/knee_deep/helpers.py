"""Short words for the tests of Knee Deep in Hexes."""

from __future__ import annotations

from typing import Any

import hexlib
from hexlib import Action, Event, Rng
from hexlib.knee_deep.actions import (
    HQ,
    STEPS,
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
from hexlib.knee_deep.board import FIELDS, POINTS, SECTORS, parse_field
from hexlib.knee_deep.components import CARD_NAMES, CARDS, COMPANIONS, UNITS
from hexlib.knee_deep.game import KneeDeep
from hexlib.knee_deep.state import N_UNITS, KneeDeepState

BUKSEON, GONDWANA = 0, 1


def game(*broken: str, manual: tuple[str, ...] = (), **rulings: Any) -> KneeDeep:
    """A game with rules broken on purpose, steps by hand and rulings."""
    made = hexlib.game("knee-deep-in-hexes", rulings=rulings, manual=frozenset(manual))
    assert isinstance(made, KneeDeep)
    return made.without(*broken)


PLAIN = game()


def put(
    bukseon: dict[str, str] | None = None,
    gondwana: dict[str, str] | None = None,
    *,
    b: dict[str, Any] | None = None,
    g: dict[str, Any] | None = None,
    **more: Any,
) -> dict[str, Any]:
    """A ``[position]`` on a bare map: unit -> fields in one text, ``b`` and ``g`` are the tables of the seats."""
    pieces = {}
    for name, units in (("Bukseon", bukseon), ("Gondwana", gondwana)):
        if units:
            pieces[name] = {unit: fields.split() for unit, fields in units.items()}
    data: dict[str, Any] = {"terrain": "none", "active": "Bukseon", "starting": "Bukseon", "round": 4}
    if pieces:
        data["pieces"] = pieces
    if b:
        data["Bukseon"] = b
    if g:
        data["Gondwana"] = g
    return {**data, **more}


def act(state: KneeDeepState, text: str) -> list[Event]:
    """Play actions, separated by ";" or new lines, through the checked door; returns the events of all."""
    events: list[Event] = []
    for part in text.replace("\n", ";").split(";"):
        if part.strip():
            events += state.apply_action(state.game.parse_action(part))
    return events


def legal(state: KneeDeepState, text: str) -> bool:
    """Whether the action is legal; ``legal_actions`` must say the same as ``explain``."""
    action = state.game.parse_action(text)
    said = bool(state.explain(action))
    assert said == (action in state.legal_actions()), f"{text}: explain says {said}, legal_actions does not"
    return said


def why(state: KneeDeepState, text: str) -> tuple[str, ...]:
    """The rules that forbid the action."""
    return state.explain(state.game.parse_action(text)).rules


def kinds(events: list[Event]) -> list[str]:
    """The kinds of the events, in order."""
    return [e.kind for e in events]


def event(events: list[Event], kind: str) -> Event:
    """The one event of that kind."""
    found = [e for e in events if e.kind == kind]
    assert len(found) == 1, f"{len(found)} events {kind} in {kinds(events)}"
    return found[0]


def facts(state: KneeDeepState) -> Any:
    """What a bystander can tell."""
    return state.view(None).facts()


def on(state: KneeDeepState, field: str) -> str:
    """ "Bukseon tank", "Gondwana hq", "mountain" or "empty"."""
    return str(state.game.measure(state, "board")[field])


def every_field_action(state: KneeDeepState) -> list[Action]:
    """Every deployment, building and move that could be said, and the other actions of phase 2."""
    out: list[Action] = []
    for field in range(len(FIELDS)):
        out += [Deploy(kind, field) for kind in range(N_UNITS)]
        out += [Build(kind, field) for kind in range(N_UNITS)]
    for source in range(len(FIELDS)):
        if state.at[source]:
            out += [Move(source, target) for target in range(len(FIELDS))]
    return out


def random_action(rng: Rng, state: KneeDeepState) -> Action:
    """Any action that can be said, rarely a legal one; near the pieces more often than far from them."""
    places = [f for f in range(len(FIELDS)) if state.at[f]] or [0]

    def field() -> int:
        return rng.choice(places) if rng.below(2) else rng.below(len(FIELDS))

    card = rng.choice(CARD_NAMES)
    kind = rng.below(N_UNITS)
    bad = "-".join(sorted({rng.choice(SECTORS) for _ in range(9)})[:3])
    picked = rng.below(16)
    match picked:
        case 0:
            return Deploy(kind, field())
        case 1:
            return Build(kind, field())
        case 2 | 3:
            return Move(field(), field())
        case 4:
            number = rng.below(4)
            return Play(card, tuple(field() for _ in range(number)))
        case 5:
            return Play(card, (field(), field()) if CARDS[card].relocate else (field(),))
        case 6:
            return Recycle(card)
        case 7:
            return Discard(card)
        case 8:
            return Zone(rng.below(len(POINTS)))
        case 9:
            try:
                return hexlib.game("knee-deep-in-hexes").parse_action(f"zone {bad}")
            except hexlib.NotationError:
                return Draw()
        case 10:
            return War(card)
        case 11:
            return Damage(
                tuple(sorted({field() for _ in range(rng.below(4))} | ({HQ} if rng.below(3) == 0 else set())))
            )
        case 12:
            return Housekeeping(rng.choice(STEPS))
        case 13:
            return rng.choice((Keep(), Mulligan(), War(None)))
        case 14:
            return Draw()
    return End()


def lively(rng: Rng, state: KneeDeepState) -> Action:
    """A legal action as a fighting player might choose: brings pieces up, declares wars, lays cards, hits."""
    actions = state.legal_actions()
    by_type: dict[type[Action], list[Action]] = {}
    for action in actions:
        by_type.setdefault(type(action), []).append(action)
    if Damage in by_type:
        return max(by_type[Damage], key=lambda a: (len(a.targets), rng.below(100)))  # type: ignore[attr-defined]
    if War in by_type:
        return rng.choice(by_type[War])
    if Zone in by_type and rng.below(8):
        zones = [
            a
            for a in by_type[Zone]
            if isinstance(a, Zone) and a.point >= 0 and all(state.own[s] & state.zone_fields(a.point) for s in (0, 1))
        ]
        if zones:
            return rng.choice(zones)
    if End in by_type and len(by_type) > 1 and rng.below(10) == 0:
        return by_type[End][0]
    seat = state.active
    home = parse_field("D3.0")
    moves = [a for a in by_type.get(Move, ()) if isinstance(a, Move)]
    if moves and rng.below(2):
        from hexlib.knee_deep.board import DISTANCE

        some = [rng.choice(moves) for _ in range(6)]
        return min(some, key=lambda m: DISTANCE[m.target][home])
    kind = rng.choice([t for t in by_type if t is not End] or [End])
    return rng.choice(by_type[kind]) if seat >= 0 else by_type[End][0]


def check_whole(state: KneeDeepState) -> None:
    """What holds in every state of a game with nothing broken."""
    for seat in (0, 1):
        union = 0
        for kind, unit in enumerate(UNITS):
            code = seat * N_UNITS + kind
            fields = state.by[code]
            assert not union & fields, "two pieces on one field"
            union |= fields
            there = sum(1 for c in state.at if c == code + 1)
            assert fields.bit_count() == there
            assert all(state.at[f] == code + 1 for f in range(len(FIELDS)) if fields >> f & 1)
            assert there + state.supply[code] + state.scrap[code] == unit.supply, f"{unit.name} pieces are lost or made"
            assert min(state.supply[code], state.scrap[code]) >= 0
        assert union == state.own[seat]
        cards = sorted((*state.hand[seat], *state.draw[seat], *state.discard[seat], *state.laid[seat]))
        assert len(cards) == 25, "cards are lost or made"
        assert cards == sorted(state.decks.cards[seat]), "cards are not those of the deck"
        assert state.material[seat] >= 0
        assert state.energy[seat] >= 0
        assert list(state.hand[seat]) == sorted(state.hand[seat], key=CARD_NAMES.index)
        assert len(state.laid[seat]) <= 1
        assert state.hq_hits[seat] in (0, sum(COMPANIONS[c].hq for c in state.companions[seat]))
        assert state.carried[seat] == 0
    assert not state.own[0] & state.own[1]
    assert not (state.own[0] | state.own[1]) & ~state.land.open, "a piece stands on terrain or on an HQ"
    assert sum(m >= 0 for m in state.marker) <= 1, "two markers on the board"
    assert state.surplus >= 0
    assert sum(state.scrap) < 12 or state.is_terminal()
