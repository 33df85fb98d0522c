"""Windows: the moments in which cards may be played out of turn, and who may use them.

There are four: as Hexes arrive (``ARRIVE``), when cards have been turned up (``REACT``), and while a single card lies
on the table (``CARD``; ``HEXCARD`` for one that is played when Hexed). A window is open to everybody who has not let it
go by. Who holds nothing to use it with is passed over, which leaves no trace in any event or view; with
``asks_all`` everybody with a card in hand is asked, so that not even a pause tells anything.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from hexlib.game import Action
from hexlib.hex_hex.actions import play, react
from hexlib.hex_hex.frames import ARRIVE, REACT, TURNED_UP, Frame

if TYPE_CHECKING:
    from hexlib.hex_hex.state import HexHexState

__all__ = ["exclude", "first_open", "open_to", "useful", "waiting", "window_actions", "window_mask"]


def window_mask(state: HexHexState, kind: int) -> int:
    """The seats for which a new window is open.

    In the plain game those whose hand has a card of the right moment: it saves asking the others, and no view shows it.
    """
    rules = state.game.rules
    if not rules.plain or rules.asks_all or state.laws:
        return rules.everybody
    useless = rules.useful[kind].isdisjoint
    mask, bit = 0, 1
    for hand in state.hand:
        if not useless(hand):
            mask |= bit
        bit <<= 1
    return mask


def waiting(frame: Frame) -> int:
    """The set of seats that have not passed."""
    mask: int = frame[-1]
    return mask


def exclude(state: HexHexState, seat: int) -> None:
    """The seat lets the window go by."""
    frame = state.agenda[-1]
    state.agenda[-1] = (*frame[:-1], frame[-1] & ~(1 << seat))


def useful(state: HexHexState, seat: int) -> tuple[str, ...]:
    """The cards that a player may play out of turn: the hand, or its top card by Foretell."""
    hand = state.hand[seat]
    return hand[:1] if state.foretold >> seat & 1 else hand


def open_to(state: HexHexState) -> list[int]:
    """The seats that may use the window on top of the agenda, in the order in which they are asked."""
    return list(_open(state, False))


def first_open(state: HexHexState) -> tuple[int, list[Action]] | None:
    """The first seat that may use the window on top of the agenda, with what it may do; None if there is none."""
    rules = state.game.rules
    if not rules.plain or rules.asks_all or state.laws:
        for seat, actions in _open(state, True).items():
            return seat, actions
        return None
    frame = state.agenda[-1]
    mask = frame[-1]
    if frame[0] == ARRIVE and not state.hexes:  # none is left: the round is over
        return None
    for seat in rules.clock[_start(state, frame) % rules.n]:
        if mask >> seat & 1:
            actions = window_actions(state, seat)
            if actions:
                return seat, actions
    return None


def _start(state: HexHexState, frame: Frame) -> int:
    """Who is asked first: the one after the Intended, or after the player of the card."""
    if frame[0] == ARRIVE:
        return state.hexes[0].holder + 1 if state.hexes else 0
    if frame[0] == REACT:
        return state.ready[0].seat + 1 if state.ready else 0
    return int(frame[1]) + 1


def _open(state: HexHexState, first: bool) -> dict[int, list[Action]]:
    frame = state.agenda[-1]
    mask = frame[-1]
    if not mask or (frame[0] == ARRIVE and not state.hexes):
        return {}
    rules = state.game.rules
    hands = state.hand
    start = _start(state, frame)
    out: dict[int, list[Action]] = {}
    n, asks_all, plain = rules.n, rules.asks_all, rules.plain
    useless = rules.useful[frame[0]].isdisjoint
    for k in range(n):
        seat = (start + k) % n
        if not mask >> seat & 1 or not hands[seat]:
            continue
        if asks_all or not plain or not useless(hands[seat]):
            actions = window_actions(state, seat)
            if actions or asks_all:
                out[seat] = actions
                if first:
                    break
    return out


def window_actions(state: HexHexState, seat: int) -> list[Action]:
    """What a seat may do in the window on top of the agenda, besides letting it go by."""
    rules = state.game.rules
    if not rules.plain or state.laws:
        from hexlib.hex_hex.generate import general_window

        return general_window(state, seat)
    frame = state.agenda[-1]
    kind = frame[0]
    hand = state.hand[seat]
    if state.foretold >> seat & 1:
        hand = hand[:1]
    fitting, races = rules.useful[kind], rules.races
    names = dict.fromkeys([name for name in hand if name in fitting])
    if not names:
        return []
    for h in state.hexes:
        if h.tokens and h.holder == seat and rules.facts[h.tokens].compel:
            return []
    if kind == ARRIVE:
        return _on_arrival(state, seat, names)
    out: list[Action] = []
    cancels = [name for name in names if name not in races]
    if kind != REACT:
        if cancels and frame[1] != seat and not rules.cards[frame[2]].immune:
            out = [react(seat, name, frame[1], "", ()) for name in cancels]
    elif cancels:
        turned_up = [e for e in state.ready if e.stage == TURNED_UP and e.seat != seat]
        for entry in turned_up:
            if rules.cards[entry.other or entry.card].immune:
                continue
            # The Hex is named only where the player turned up several cards.
            alone = len(turned_up) == 1 or sum(e.seat == entry.seat for e in turned_up) == 1
            hexes = () if alone else entry.hexes[:1]
            out += [react(seat, name, entry.seat, "", hexes) for name in cancels]
    if len(cancels) < len(names):
        out += [play(seat, name) for name in names if name in races]
    return out


def _on_arrival(state: HexHexState, seat: int, names: Iterable[str]) -> list[Action]:
    rules = state.game.rules
    if len(state.hexes) == 1 and state.hexes[0].holder == seat:
        return []  # there is nobody to play on, and the Intended answers in a moment
    out: list[Action] = []
    holds = False
    held: dict[int, list[int]] = {}
    for h in state.hexes:
        if h.holder == seat:
            holds = True
        elif h.num < state.step_from:
            held.setdefault(h.holder, []).append(h.num)
    for name in names:
        card = rules.cards[name]
        if card.moment == "arrival":
            for on, nums in held.items():
                if card.scorch:
                    for num in nums:
                        hexes = (num,) if len(nums) > 1 else ()
                        out += [react(seat, name, on, "left", hexes), react(seat, name, on, "right", hexes)]
                elif card.command:
                    if state.command[on] < 0:
                        out.append(react(seat, name, on, "", ()))
                elif not state.charmed[on] >> seat & 1:
                    out.append(react(seat, name, on, "", ()))
        elif card.moment != "any":
            continue
        elif card.race:
            if not holds:
                out.append(play(seat, name))
        elif card.detonate and not holds and (state.firsts[seat] or not card.not_first):
            for h in state.hexes:
                if h.num < state.step_from:
                    hexes = (h.num,) if len(state.hexes) > 1 else ()
                    out += [play(seat, name, hexes, t) for t in range(rules.n) if t != seat]
    return out
