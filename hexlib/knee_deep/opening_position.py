"""The set-up as records write it: reading a ``[position]`` and writing one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from hexlib.game import PositionError
from hexlib.knee_deep import draft, modular
from hexlib.knee_deep.board import FIELDS, SECTORS
from hexlib.knee_deep.components import OPEN, TERRAIN
from hexlib.knee_deep.decks import VARIANTS
from hexlib.knee_deep.opening_actions import FACTIONS
from hexlib.knee_deep.opening_state import EMPTY, STAGES, SetupState
from hexlib.knee_deep.setup import _Reader

if TYPE_CHECKING:
    from hexlib.knee_deep.opening import KneeDeepSetup

__all__ = ["blank", "dump", "read"]

_KEYS = {"stage", "variant", "board", "first", "asked", "cards", "open_card", "laid", "pile", "drawn", "spare", "seed"}
_SEAT_KEYS = {"faction", "companions", "kept", "given", "dealt", "added", "taken_out", "ready"}
_MOST = 100


def blank(game: KneeDeepSetup) -> SetupState:
    """A set-up in which nothing is chosen yet."""
    state: SetupState = SetupState.__new__(SetupState)
    state.game = game
    state.stage = "faction"
    state.variant = game.variant
    state.modular = game.board == "modular"
    state.first = state.asked = 0
    state.factions = ["", ""]
    state.companions = [(), ()]
    state.terrain = (OPEN,) * len(FIELDS) if state.modular else TERRAIN
    state.cards, state.open_card, state.laid = (), "", ()
    state.spare = modular.TOKENS
    state.pile, state.drawn = (), ()
    state.pools = [EMPTY, EMPTY]
    state.decks = [(), ()]
    state.ready = [False, False]
    state.added = 0
    state.rng = 0
    return state


def read(game: KneeDeepSetup, data: Mapping[str, Any]) -> SetupState:
    """The state that a record's ``[position]`` describes. A stage whose own keys are missing begins anew.

    Raises:
        PositionError: unknown key, wrong type or impossible position.
    """
    names = game.seats
    top = _Reader(data, "", _KEYS | set(names))
    state = blank(game)
    state.stage = top.word("stage", "faction", STAGES)
    state.variant = top.word("variant", game.variant, VARIANTS)
    default = "modular" if "cards" in data or "laid" in data or state.stage == "board" else game.board
    state.modular = top.word("board", default, ("fixed", "modular")) == "modular"
    state.first = names.index(top.word("first", names[0], names))
    state.asked = names.index(top.word("asked", names[state.first], names))
    state.rng = top.number("seed", 0, 0, 2**64 - 1)
    if state.modular:
        _read_board(state, top)
    seats = [_Reader(data.get(name, {}), name, _SEAT_KEYS) for name in names]
    for seat, part in enumerate(seats):
        _read_seat(state, seat, part)
    _check_factions(state, seats)
    if state.stage == "draft":
        _read_draft(state, top)
    elif state.stage in ("deck", "ready") and state.variant == "casual":
        draft.begin_deck(state, None)
    elif "pile" in data or "drawn" in data:
        raise PositionError("pile" if "pile" in data else "drawn", "there is a pile to draw from in the draft only")
    return state


def _read_board(state: SetupState, top: _Reader) -> None:
    cards = tuple(modular.TERRAIN_CARDS)
    state.terrain = (OPEN,) * len(FIELDS)  # the game's own board may be the fixed one
    if state.stage == "board" and not {"cards", "laid", "open_card"} & set(top.data):
        asked = state.asked
        draft.begin_board(state, None)
        state.asked = asked
        return
    laid = _Reader(top.data.get("laid", {}), "laid", set(SECTORS))
    way = modular.way(state.game.rulings, state.game.broken)
    for sector in laid.data:
        if sector not in way and not state.game.broken:
            raise PositionError(f"laid.{sector}", f"no card is laid there; the arrows lead to {', '.join(way)}")
    terrain = [OPEN] * len(FIELDS)
    used: list[str] = []
    in_order = sorted(laid.data, key=lambda sector: way.index(sector) if sector in way else len(way))
    for sector in in_order:
        card = laid.word(sector, "", cards)
        if card in used:
            raise PositionError(f"laid.{sector}", f"{card} is laid twice; there is one of each card")
        used.append(card)
        for f, kind in modular.tokens(card, sector, state.game.rulings, state.game.broken):
            terrain[f] = kind
    state.terrain = tuple(terrain)
    state.laid = tuple((sector, laid.data[sector]) for sector in in_order)
    state.open_card = top.word("open_card", "", ("", *cards))
    state.cards = top.names("cards", cards, len(cards))
    for where, names in (("open_card", (state.open_card,)), ("cards", state.cards)):
        for card in names:
            if card and card in used:
                raise PositionError(where, f"{card} is there twice; there is one of each card")
            used.append(card)
    spare = modular.spare_tokens(terrain)
    state.spare = top.number("spare", spare, 0, modular.TOKENS)
    if state.spare != spare and not state.game.broken:
        raise PositionError("spare", f"{modular.TOKENS - spare} of {modular.TOKENS} tokens are on the board")


def _read_seat(state: SetupState, seat: int, part: _Reader) -> None:
    box = state.box
    state.factions[seat] = part.word("faction", "", ("", *FACTIONS))
    state.companions[seat] = part.names("companions", tuple(box.companions), 4)
    for i, name in enumerate(state.companions[seat]):
        if box.companions[name].faction != state.factions[seat] and not state.game.broken:
            faction = state.factions[seat] or "no faction yet"
            raise PositionError(f"{part.at('companions')}[{i}]", f"{name} does not belong to {faction}")
    if len(set(state.companions[seat])) not in (0, 2) and not state.game.broken:
        text = f"two different companions are needed, got {len(set(state.companions[seat]))}"
        raise PositionError(part.at("companions"), text)
    cards = tuple(box.cards)
    kept, given, dealt = (part.names(key, cards, _MOST) for key in ("kept", "given", "dealt"))
    state.pools[seat] = (kept, given, dealt)
    base = [card for card, n in box.base(state.companions[seat]).items() for _ in range(n)]
    for i, card in enumerate(part.names("taken_out", cards, _MOST)):
        if card not in base or not state.game.broken:
            raise PositionError(f"{part.at('taken_out')}[{i}]", "the basic deck stays whole")
        base.remove(card)
    state.decks[seat] = draft.sort_deck(state, (*base, *part.names("added", cards, _MOST)))
    state.ready[seat] = part.flag("ready") or state.stage == "ready"


def _check_factions(state: SetupState, seats: list[_Reader]) -> None:
    late = STAGES.index(state.stage)
    for seat, part in enumerate(seats):
        if not state.factions[seat] and late > STAGES.index("faction"):
            raise PositionError(part.at("faction"), f"at stage {state.stage} each player has a faction")
        if not state.companions[seat] and late > STAGES.index("companions"):
            raise PositionError(part.at("companions"), f"at stage {state.stage} each player has two companions")
    if state.factions[0] and state.factions[0] == state.factions[1] and not state.game.broken:
        raise PositionError(seats[1].at("faction"), "a box has each faction once")


def _read_draft(state: SetupState, top: _Reader) -> None:
    """The draft as it stands, or a new one; a pile that is given is a part of the box's remaining cards."""
    if state.variant != "simple":
        raise PositionError("stage", f"there is no draft in the {state.variant} way to make decks")
    if "pile" not in top.data and "drawn" not in top.data:
        asked = state.asked
        draft.begin_draft(state, None)
        if asked != state.asked:
            raise PositionError("asked", "the first player begins the draft")
        return
    cards = tuple(state.box.cards)
    state.pile, state.drawn = top.names("pile", cards, _MOST), top.names("drawn", cards, 3)
    if not state.drawn:
        if len(state.pile) < 2:
            raise PositionError("pile", "two cards are needed to go on with the draft")
        draft.draw_two(state, None)
    left = state.box.remaining(*state.companions)
    for card in (*state.pile, *state.drawn, *(c for pool in state.pools for part in pool for c in part)):
        left[card] = left.get(card, 0) - 1
        if left[card] < 0:
            text = f"there are more {card} than the box has beside the two basic decks"
            raise PositionError("pile" if card in state.pile else "drawn", text)


def dump(state: SetupState) -> dict[str, Any]:
    """The state as a ``[position]``; ``read`` gives it back, but for the seed."""
    names = state.game.seats
    out: dict[str, Any] = {
        "stage": state.stage,
        "variant": state.variant,
        "board": "modular" if state.modular else "fixed",
        "first": names[state.first],
        "asked": names[state.asked],
    }
    if state.modular:
        out |= {"cards": list(state.cards), "laid": dict(state.laid)}
        if state.open_card:
            out["open_card"] = state.open_card
    if state.stage == "draft":
        out |= {"pile": list(state.pile), "drawn": list(state.drawn)}
    for seat, name in enumerate(names):
        table: dict[str, Any] = {"faction": state.factions[seat]} if state.factions[seat] else {}
        if state.companions[seat]:
            table["companions"] = list(state.companions[seat])
        for key, cards in zip(("kept", "given", "dealt"), state.pools[seat], strict=True):
            if cards:
                table[key] = list(cards)
        if state.variant != "casual":
            added = [card for card, n in state.extra(seat).items() for _ in range(n)]
            if added:
                table["added"] = added
        if state.ready[seat]:
            table["ready"] = True
        out[name] = table
    return out
