"""The fast door for the plain game: the same steps as ``step.py`` and ``turn.py``, without events and special cases.

What is not plain (other rulings, broken rules, laws, a log that wants events, rare cards) goes the ordinary way; both
ways must lead to equal states, and a property test says so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexlib.hex_hex.actions import Play
from hexlib.hex_hex.flight import anybody_borrows
from hexlib.hex_hex.frames import (
    ANSWER,
    ARRIVE,
    BORROW,
    BY_COMMAND,
    COMMITTED,
    MOVE,
    OFF,
    PREMATURE,
    REACT,
    REVEAL,
    SAFE,
    TURNED_UP,
    Entry,
    Frame,
    Hex,
)  # fmt: skip
from hexlib.hex_hex.generate import answers
from hexlib.hex_hex.options import ANY, ARRIVAL, REACTION
from hexlib.hex_hex.options import RACE as RACE_FLAG
from hexlib.hex_hex.pieces import score, still_lent
from hexlib.hex_hex.step import check_way
from hexlib.hex_hex.windows import window_mask

if TYPE_CHECKING:
    from hexlib.hex_hex.state import HexHexState

__all__ = ["begin_step", "commit", "move", "quick", "reveal"]

_MOVE, _REVEAL, _ANSWER, _BORROW = (MOVE,), (REVEAL,), (ANSWER,), (BORROW,)
_CANCELS = REACTION | RACE_FLAG
new = tuple.__new__
"""Makes a Hex or an Entry without the detour of its own constructor."""


def begin_step(state: HexHexState) -> None:
    """All Hexes lie before their holders: put a step on the agenda."""
    state.ready, state.lost = [], ()
    state.step_from = state.next_hex
    agenda = state.agenda
    agenda += (_MOVE, _REVEAL, _ANSWER)
    if anybody_borrows(state):
        agenda.append(_BORROW)
    mask = window_mask(state, ARRIVE)
    if mask:
        agenda.append((ARRIVE, mask))


def reveal(state: HexHexState) -> bool:
    """Turn up what was readied; False if something rare is among it, and nothing was done."""
    ready = state.ready
    cards = state.game.rules.cards
    for e in ready:
        if e.stage == COMMITTED and (cards[e.card].race or e.target == BY_COMMAND):
            return False
    state.agenda.pop()
    if len(state.hexes) == 1:
        h = state.hexes[0]
        if not ready and h.num < state.step_from and not state.lost:
            state.lost = (h.num,)
    else:
        done = {num for e in ready for num in e.hexes}
        done.update(state.lost)
        lost = [h.num for h in state.hexes if h.num < state.step_from and h.num not in done]
        if lost:
            state.lost = (*state.lost, *lost)
    fresh = [e for e in ready if e.stage == COMMITTED]
    if not fresh:
        return True
    several = len(state.hexes) > 1
    if len(fresh) > 1:
        caster, n = state.caster, state.game.rules.n
        fresh.sort(key=lambda e: ((e.seat - caster) % n, e.hexes))
    mask = window_mask(state, REACT)
    stage = TURNED_UP if mask else SAFE
    state.ready = ready = [e for e in ready if e.stage != COMMITTED] if len(ready) > len(fresh) else []
    for e in fresh:
        state.firsts[e.seat] += 1
        if state.lent[e.seat]:
            still_lent(state, e.seat)
        turned = new(Entry, (e.seat, e.card, e.hexes, e.target, e.other, stage, e.owner, -1))
        if several or e.other:
            turned = check_way(state, turned, None)
        ready.append(turned)
    if mask:
        state.agenda.append((REACT, mask))
    return True


def move(state: HexHexState) -> bool:
    """Move every Hex; False if a card among them does something before the pass, or a Compel has to be looked at."""
    rules = state.game.rules
    cards, facts = rules.cards, rules.facts
    by_hex: dict[int, Entry] = {}
    for e in state.ready:
        card = cards[e.card]
        if card.before or card.twixt or e.owner >= 0:
            return False
        for num in e.hexes:
            by_hex[num] = e
    for h in state.hexes:
        if h.num < state.step_from and h.num not in by_hex and h.num not in state.lost:
            return False
        if h.challenger >= 0 and h.num in by_hex:
            return False
    if any(state.borrowed):
        return False
    n = rules.n
    hexes: list[Hex] = []
    offs: list[Frame] = []
    stings: list[Hex] = []
    played = state.played
    for e in state.ready:
        played[e.seat] += (e.card,)
        if e.card in rules.counted:
            state.tally[rules.counted.index(e.card)] += 1
    for h in state.hexes:
        if h.num >= state.step_from:
            hexes.append(h)
            continue
        found = by_hex.get(h.num)
        if found is None:
            hexes.append(h)
            offs.append((OFF, h, h.sender, -1, 0))
            continue
        card = cards[found.card]
        seat = found.seat
        if card.dismiss:
            continue
        if card.detonate:
            gone = Hex(h.num, found.target, seat, h.way, h.tokens)
            hexes.append(gone)
            offs.append((OFF, gone, seat, -1, PREMATURE))
            continue
        if not card.ways:
            hexes.append(h)
            offs.append((OFF, h, h.sender, -1, 0))
            continue
        kind = card.ways
        tokens = (*h.tokens, found.card) if card.token else h.tokens
        sender = found.chooser if found.chooser >= 0 else h.sender if card.keeps_sender else seat
        challenger = seat if card.challenge else -1
        if kind == "left":
            target = (seat + 1) % n
        elif kind == "right":
            target = (seat - 1) % n
        elif kind == "both":
            target = (seat + 1) % n
            other = (seat - 1) % n
            hexes.append(new(Hex, (state.next_hex, other, sender, -1, tokens, challenger)))
            state.next_hex += 1
            if tokens and facts[tokens].sting:
                stings.append(hexes[-1])
        elif kind == "sender":
            target = h.sender
        elif kind == "onward":
            step = h.way or 1
            target = (seat + step) % n
            while target == seat or target == h.sender:
                target = (target + step) % n
        else:
            target = found.target
        step = (target - seat) % n
        way = 1 if step == 1 else -1 if step == n - 1 else 0
        moved = new(Hex, (h.num, target, sender, way, tokens, challenger))
        hexes.append(moved)
        if tokens and facts[tokens].sting:
            stings.append(moved)
        if card.copy:
            hexes.append(moved._replace(num=state.next_hex))
            state.next_hex += 1
            if tokens and facts[tokens].sting:
                stings.append(hexes[-1])
        state.passer = seat
    if len(hexes) > 1:
        hexes.sort()
    state.hexes = hexes
    state.ready, state.lost = [], ()
    state.command = [-1] * n
    state.agenda.pop()
    for moved in stings:
        score(state, moved.holder, -facts[moved.tokens].sting, None, "")
    if offs:
        if len(offs) > 1:
            caster = state.caster
            offs.sort(key=lambda f: (-((f[1].holder - caster) % n), -f[1].num))
        state.agenda += offs
    return True


def quick(state: HexHexState, action: Play) -> bool:
    """The shortest way: one Hex, an ordinary pass, and nobody who could react. False if it is not that simple."""
    rules = state.game.rules
    hexes = state.hexes
    if len(hexes) != 1 or state.ready or state.laws or not rules.plain or state.lost:
        return False
    card = rules.cards[action.card]
    h = hexes[0]
    seat = action.seat
    if card.before or card.challenge or not card.ways or card.ways == "both" or card.copy or action.hexes:
        return False
    if h.challenger >= 0 or state.command[seat] >= 0 or state.standing[seat] or state.lent[seat] or rules.asks_all:
        return False
    flags = rules.flags
    others = 0
    for s, hand in enumerate(state.hand):
        found = flags[hand]
        if s != seat:
            if found & _CANCELS:
                return False
            others |= found
        elif found & RACE_FLAG:
            return False
    hand = state.hand[seat]
    target = action.target
    n = rules.n
    kind = card.ways
    if target < 0:
        if kind == "left":
            target = (seat + 1) % n
        elif kind == "right":
            target = (seat - 1) % n
        elif kind == "onward":
            step = h.way or 1
            target = (seat + step) % n
            while target == seat or target == h.sender:
                target = (target + step) % n
        else:
            return False
    i = hand.index(action.card)
    mine = state.hand[seat] = hand[:i] + hand[i + 1 :]
    state.played[seat] += (action.card,)
    state.firsts[seat] += 1
    if action.card in rules.counted:
        state.tally[rules.counted.index(action.card)] += 1
    step = (target - seat) % n
    tokens = (*h.tokens, action.card) if card.token else h.tokens
    sender = h.sender if card.keeps_sender else seat
    way = 1 if step == 1 else -1 if step == n - 1 else 0
    hexes[0] = new(Hex, (h.num, target, sender, way, tokens, -1))
    state.passer = seat
    if tokens and rules.facts[tokens].sting:
        score(state, target, -rules.facts[tokens].sting, None, "")
    # The next step: is the arrival window open to anybody, must cards be borrowed, can the Hex be answered?
    state.cached = None
    if (others | flags[mine]) & (ARRIVAL | ANY | RACE_FLAG) or state.standing[target]:
        state.agenda[-3:] = []
        return True
    listed = answers(state, target)
    if listed:
        state.asked = target
        state.cached = {target: listed}
    else:
        state.agenda.pop()
    return True


def commit(state: HexHexState, action: Play) -> bool:
    """Ready a card where several Hexes are in play or somebody may react; False if it is not an ordinary one."""
    rules = state.game.rules
    seat = action.seat
    if not rules.plain or state.laws or action.other or state.borrowed[seat] or state.command[seat] >= 0:
        return False
    known = state.cached
    if known is None or seat not in known or rules.cards[action.card].race:
        return False
    hexes = action.hexes
    several = bool(hexes)
    if not several:
        for h in state.hexes:
            if h.holder == seat:
                hexes = (h.num,)
                break
    hand = state.hand[seat]
    i = hand.index(action.card)
    state.hand[seat] = hand[:i] + hand[i + 1 :]
    if len(state.hexes) == 1 and not state.ready and not several and not state.lost:
        _turn_up(state, seat, action, hexes)
        return True
    state.ready.append(new(Entry, (seat, action.card, hexes, action.target, "", COMMITTED, -1, -1)))
    if len(known) > 1 or several:
        rest = {}
        for s, found in known.items():
            if s == seat:
                if not several:
                    continue
                found = answers(state, seat)
            if found:
                rest[s] = found
        if rest:
            state.cached = rest
            state.asked = next(iter(rest))
            return True
    state.cached = None
    state.agenda.pop()
    return True


def _turn_up(state: HexHexState, seat: int, action: Play, hexes: tuple[int, ...]) -> None:
    """Ready the answer to the only Hex and turn it up in one go."""
    state.cached = None
    agenda = state.agenda
    del agenda[-2:]
    state.firsts[seat] += 1
    if state.lent[seat]:
        still_lent(state, seat)
    mask = window_mask(state, REACT)
    state.ready = [new(Entry, (seat, action.card, hexes, action.target, "", TURNED_UP if mask else SAFE, -1, -1))]
    if mask:
        agenda.append((REACT, mask))
