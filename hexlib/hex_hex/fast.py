"""The fast door for the plain game: the same steps as ``step.py`` and ``turn.py``, without events and special cases.

What is not plain (other rulings, broken rules, laws, a log that wants events, rare cards) goes the ordinary way; both
ways must lead to equal states, and a property test says so. Each function here does what it can and otherwise returns
False, or hands over to the ordinary one of the same name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from hexlib.game import Action
from hexlib.hex_hex import deeds, step
from hexlib.hex_hex.actions import Cast, Pass, Play
from hexlib.hex_hex.flight import anybody_borrows, fullest, onward
from hexlib.hex_hex.frames import (
    ANSWER,
    ARRIVE,
    BORROW,
    BY_COMMAND,
    CARD,
    COMMITTED,
    DONE,
    MOVE,
    OFF,
    PREMATURE,
    REACT,
    REVEAL,
    SAFE,
    STEP,
    TURNED_UP,
    WINDOWS,
    Entry,
    Frame,
    Hex,
)  # fmt: skip
from hexlib.hex_hex.generate import PASSES, answers
from hexlib.hex_hex.pieces import Log, score, still_lent
from hexlib.hex_hex.windows import first_open, window_mask

if TYPE_CHECKING:
    from hexlib.hex_hex.components import Card
    from hexlib.hex_hex.state import HexHexState

__all__ = ["OFTEN", "ask", "begin_step", "do_together", "move", "reveal", "window"]

_STEP, _MOVE, _REVEAL, _ANSWER, _BORROW = (STEP,), (MOVE,), (REVEAL,), (ANSWER,), (BORROW,)
_AIMED = ("across", "any", "most", "holder")
"""Ways that leave a choice, which Command may take away."""
_AT_ONCE = ("knock", "dispel", "steal")
"""What happens before the pass and leaves nothing to decide."""
new = tuple.__new__
"""Makes a Hex or an Entry without the detour of its own constructor."""


# -- answering ---------------------------------------------------------------------------------------------------------


def _answer(state: HexHexState, action: Play) -> bool:
    """An answer to a Hex with a card of the own hand."""
    known = state.cached
    if known is None or state.agenda[-1][0] != ANSWER or not _ordinary(state, action):
        return False
    seat = action.seat
    if seat not in known:
        return False
    if len(state.hexes) == 1 and not state.ready and not state.lost:
        state.cached = None
        if not _answer_alone(state, action):
            turn.run(state, None)
        return True
    _ready(state, action)
    if len(known) > 1 or action.hexes:
        _ask_others(state, known, {seat: action})
    else:
        _all_ready(state)
    return True


def _ordinary(state: HexHexState, action: Play) -> bool:
    """Whether the answer is a card of the own hand, and one that has no rules of its own for being readied."""
    card = state.game.rules.cards[action.card]
    if card.race or action.other or state.borrowed[action.seat]:
        return False
    return state.command[action.seat] < 0 or card.ways not in _AIMED


def do_together(state: HexHexState, actions: Mapping[int, Action]) -> bool:
    """Several ready their cards at once; False if one of them is not ordinary: then nothing was done."""
    known = state.cached
    if known is None or state.agenda[-1][0] != ANSWER:
        return False
    plays: dict[int, Play] = {}
    again = len(actions) < len(known)
    for seat in state.game.rules.clock[state.caster]:
        if seat in actions:
            action = actions[seat]
            if type(action) is not Play or seat not in known or not _ordinary(state, action):
                return False
            plays[seat] = action
            again = again or bool(action.hexes)
    # As if they had done it one after the other.
    state.asked = max(plays)
    for seat in sorted(plays) if again else plays:
        _ready(state, plays[seat])
    if again:
        _ask_others(state, known, plays)
    else:
        _all_ready(state)
    return True


def _ready(state: HexHexState, action: Play) -> None:
    """Put a card before its player, face down."""
    seat, name, nums = action.seat, action.card, action.hexes
    hand = state.hand[seat]
    i = hand.index(name)
    state.hand[seat] = hand[:i] + hand[i + 1 :]
    if not nums:
        for h in state.hexes:
            if h.holder == seat:
                nums = (h.num,)
                break
    state.ready.append(new(Entry, (seat, name, nums, action.target, "", COMMITTED, -1, -1)))


def _ask_others(state: HexHexState, known: Mapping[int, Sequence[Action]], plays: Mapping[int, Play]) -> None:
    """Ask those who have not readied a card, and those who have Hexes left.

    The lists of the others still hold: what is counted is the same before and after (X99).
    """
    rest: dict[int, Sequence[Action]] = {}
    for seat, found in known.items():
        if seat in plays:
            if not plays[seat].hexes:
                continue
            found = answers(state, seat)
        if found:
            rest[seat] = found
    if rest:
        state.cached = rest
        state.asked = next(iter(rest))
    else:
        _all_ready(state)


def _all_ready(state: HexHexState) -> None:
    state.cached = None
    state.agenda.pop()
    if not reveal(state, _REVEAL, None):
        turn.run(state, None)


def _answer_alone(state: HexHexState, action: Play) -> bool:
    """The answer to the only Hex is turned up at once; where nobody can react to it, the Hex moves at once, too.

    True when somebody is asked by now.
    """
    rules = state.game.rules
    seat, name = action.seat, action.card
    hand = state.hand[seat]
    i = hand.index(name)
    state.hand[seat] = hand = hand[:i] + hand[i + 1 :]
    state.firsts[seat] += 1
    if state.lent[seat]:
        still_lent(state, seat)
    card = rules.cards[name]
    agenda = state.agenda
    h = state.hexes[0]
    mask = window_mask(state, REACT)
    if mask == 1 << seat and rules.races.isdisjoint(hand):
        mask = 0  # nobody cancels a card of their own
    if not mask and card.ways and not card.before:
        del agenda[-3:]
        state.played[seat] += (name,)
        if name in rules.counted:
            state.tally[rules.counted.index(name)] += 1
        state.hexes = []
        _send(state, h, card, seat, action.target, -1)
        state.command = [-1] * rules.n
        return begin_step(state, _STEP, None)
    del agenda[-2:]
    stage = TURNED_UP if mask else SAFE
    state.ready = [new(Entry, (seat, name, (h.num,), action.target, "", stage, -1, -1))]
    if mask:
        agenda.append((REACT, mask))
        return window(state, agenda[-1], None)
    return move(state, _MOVE, None)


def _cast(state: HexHexState, action: Cast) -> bool:
    """The first Hex of a round."""
    seat, target, num = action.seat, action.target, state.next_hex
    state.agenda.pop()
    state.hexes.append(new(Hex, (num, target, seat, state.game.rules.ways[seat][target], (), -1)))
    state.next_hex = num + 1
    state.cached = None
    if not begin_step(state, _STEP, None):
        turn.run(state, None)
    return True


def _let_go(state: HexHexState, action: Pass) -> bool:
    """A window goes by."""
    frame = state.agenda[-1]
    if frame[0] not in WINDOWS:
        return False
    seat = state.asked if action.seat < 0 else action.seat
    frame = state.agenda[-1] = (*frame[:-1], frame[-1] & ~(1 << seat))
    state.cached = None
    if not window(state, frame, None):
        turn.run(state, None)
    return True


OFTEN: dict[type[Action], Callable[[HexHexState, Any], bool]] = {Play: _answer, Cast: _cast, Pass: _let_go}
"""The actions that come often. Each is done, with all that follows; or it is False and nothing was done."""


# -- one step ----------------------------------------------------------------------------------------------------------


def begin_step(state: HexHexState, frame: Frame, log: Log) -> bool:
    """All Hexes lie before their holders: put a step on the agenda."""
    agenda = state.agenda
    if not state.hexes:
        agenda.pop()
        return False
    state.ready, state.lost = [], ()
    state.step_from = state.next_hex
    agenda += (_MOVE, _REVEAL, _ANSWER)
    borrows = any(state.standing) and anybody_borrows(state)
    if borrows:
        agenda.append(_BORROW)
    mask = window_mask(state, ARRIVE)
    if mask:
        agenda.append((ARRIVE, mask))
        return False
    return False if borrows else ask(state, _ANSWER, None)


def window(state: HexHexState, frame: Frame, log: Log) -> bool:
    """A window: ask the next who may use it, or close it."""
    found = first_open(state) if frame[-1] else None
    if found:
        seat, actions = found
        actions.append(PASSES[seat])
        state.asked = seat
        state.cached = {seat: actions}
        return True
    kind = frame[0]
    if kind == REACT:
        step.close_reactions(state)
        return move(state, _MOVE, None)
    if kind == ARRIVE:
        state.agenda.pop()
    elif kind == CARD:
        deeds.resolve_card(state, frame, None)
    else:
        deeds.resolve_hexed_card(state, frame, None)
    return False


def ask(state: HexHexState, frame: Frame, log: Log) -> bool:
    """The Intended answer, if anybody can."""
    hexes = state.hexes
    if len(hexes) == 1:
        seat = hexes[0].holder
        only = answers(state, seat)
        if only:
            state.asked = seat
            state.cached = {seat: only}
            return True
    return turn.ask(state, frame, log)


def reveal(state: HexHexState, frame: Frame, log: Log) -> bool:
    """Turn up what was readied."""
    ready, hexes = state.ready, state.hexes
    rules = state.game.rules
    cards = rules.cards
    fresh = []
    done: list[int] = []
    for e in ready:
        done += e.hexes
        if e.stage == COMMITTED:
            if e.target == BY_COMMAND or cards[e.card].race:
                return step.reveal(state, log)
            fresh.append(e)
    state.agenda.pop()
    if len(done) < len(hexes):
        limit, known = state.step_from, state.lost
        lost = [h.num for h in hexes if h.num not in done and h.num < limit and h.num not in known]
        if lost:
            state.lost = (*known, *lost)
    if not fresh:
        return move(state, _MOVE, log)
    compelled: dict[int, Hex] = {}
    if len(hexes) > 1:
        if len(fresh) > 1:
            place = rules.places[state.caster]
            fresh.sort(key=lambda e: place[e.seat] << 10 | e.hexes[0])
        facts = rules.facts
        for h in hexes:
            if h.tokens and facts[h.tokens].compel:
                compelled[h.num] = h
    mask = window_mask(state, REACT)
    stage = TURNED_UP if mask else SAFE
    turned = [e for e in ready if e.stage != COMMITTED] if len(ready) > len(fresh) else []
    state.ready = turned
    firsts, lent = state.firsts, state.lent
    for seat, name, nums, target, other, _, owner, _ in fresh:
        firsts[seat] += 1
        if lent[seat]:
            still_lent(state, seat)
        e = new(Entry, (seat, name, nums, target, other, stage, owner, -1))
        if other or (
            compelled and nums[0] in compelled and _strays(state, cards[name], seat, compelled[nums[0]], target)
        ):
            e = step.check_way(state, e, None)
        turned.append(e)
    if mask:
        state.agenda.append((REACT, mask))
        return False
    return move(state, _MOVE, log)


def _strays(state: HexHexState, card: Card, seat: int, h: Hex, target: int) -> bool:
    """Whether a card sends a Maddened Hex elsewhere than it must go: other hands may be the fullest by now."""
    if not card.ways or card.compel:
        return False
    if card.ways == "both":
        return True
    compel = state.game.rules.facts[h.tokens].compel
    target = _goal(state, card, seat, h, target)
    if compel == "most":
        return target not in fullest(state, seat, readied=False)
    return target != (seat + (1 if compel == "left" else -1)) % state.game.rules.n


def move(state: HexHexState, frame: Frame, log: Log) -> bool:
    """All effects before the pass, and then the pass itself."""
    rules = state.game.rules
    cards = rules.cards
    ready, limit = state.ready, state.step_from
    by_hex: dict[int, Entry] = {}
    early = []
    for e in ready:
        before = cards[e.other or e.card].before
        if e.stage == DONE:
            return step.move(state, log)
        if before:
            if before not in _AT_ONCE:
                return step.move(state, log)
            early.append(e)
        for num in e.hexes:
            by_hex[num] = e
    for h in state.hexes:
        if h.num not in by_hex and h.num < limit and h.num not in state.lost:
            # A card was cancelled, or hands rotated: these Hexes are answered anew.
            state.agenda += (_REVEAL, _ANSWER)
            if any(state.standing) and anybody_borrows(state):
                state.agenda.append(_BORROW)
            return False
    if early:
        place = rules.places[state.caster]
        early.sort(key=lambda e: place[e.seat])
        for e in early:
            step.before(state, e, None)
    played, counted = state.played, rules.counted
    for e in ready:
        if e.owner >= 0:
            step.put_down(state, e, None)
            continue
        seat, name, _, _, other, *_ = e
        played[seat] += (name, other) if other else (name,)
        if (other or name) in counted:
            state.tally[counted.index(other or name)] += 1
    hexes, state.hexes = state.hexes, []
    offs: list[Frame] = []
    for h in hexes:
        found = by_hex.get(h.num)
        if found is None:
            state.hexes.append(h)
            if h.num < limit:
                offs.append((OFF, h, h.sender, -1, 0))
            continue
        seat, name, _, target, other, _, _, chooser = found
        card = cards[other or name]
        if card.ways:
            _send(state, h, card, seat, target, chooser)
        elif card.dismiss or card.detonate:
            if h.challenger >= 0:
                step.challenged(state, h, (), None)
            if card.detonate:
                gone = new(Hex, (h.num, target, seat, h.way, h.tokens, -1))
                state.hexes.append(gone)
                offs.append((OFF, gone, seat, -1, PREMATURE))
        else:
            state.hexes.append(h)
            offs.append((OFF, h, h.sender, -1, 0))
    if len(state.hexes) > 1:
        state.hexes.sort()
    state.ready, state.lost = [], ()
    state.command = [-1] * rules.n
    if any(state.borrowed):
        step.return_borrowed(state, None)
    state.agenda.pop()
    if offs:
        if len(offs) > 1:
            place = rules.places[state.caster]
            offs.sort(key=lambda f: (-place[f[1].holder], -f[1].num))
        state.agenda += offs
        return False
    return begin_step(state, _STEP, log)


def _goal(state: HexHexState, card: Card, seat: int, h: Hex, target: int) -> int:
    """To whom the card sends the Hex; of two, the one to the left."""
    kind = card.ways
    if kind == "left" or kind == "both":
        return seat + 1 if seat + 1 < state.game.rules.n else 0
    if kind == "right":
        return seat - 1 if seat else state.game.rules.n - 1
    if kind == "sender":
        return h.sender
    if kind == "onward":
        return onward(state, seat, h)
    return target


def _send(state: HexHexState, h: Hex, card: Card, seat: int, target: int, chooser: int) -> None:
    """A Hex goes on its way, and its copy; what stings does so as it arrives."""
    rules = state.game.rules
    target = _goal(state, card, seat, h, target)
    if h.challenger >= 0:
        right = (seat - 1) % rules.n
        step.challenged(state, h, (target, right) if card.ways == "both" else (target,), None)
    tokens = (*h.tokens, card.name) if card.token else h.tokens
    sender = chooser if chooser >= 0 else h.sender if card.keeps_sender else seat
    challenger = seat if card.challenge else -1
    sting = rules.facts[tokens].sting if tokens else 0
    hexes, ways = state.hexes, rules.ways[seat]
    hexes.append(new(Hex, (h.num, target, sender, ways[target], tokens, challenger)))
    if sting:
        score(state, target, -sting, None, "")
    if card.copy or card.ways == "both":
        if card.ways == "both":
            target = (seat - 1) % rules.n
        num = state.next_hex
        state.next_hex = num + 1
        hexes.append(new(Hex, (num, target, sender, ways[target], tokens, challenger)))
        if sting:
            score(state, target, -sting, None, "")
    state.passer = seat


from hexlib.hex_hex import turn  # noqa: E402
