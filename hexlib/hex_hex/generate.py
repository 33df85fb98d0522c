"""The lists of legal actions.

Two generators: a general one that tries everything a player could mean and asks ``explain``'s own reasons (any rulings,
any broken rule, any laws), and a fast one for the plain game, from tables of ready actions. A property test holds them
together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, permutations
from typing import TYPE_CHECKING

from hexlib.game import Action
from hexlib.hex_hex.actions import (
    Borrow,
    Cast,
    Choose,
    Dealer,
    Keep,
    Last,
    Order,
    Pass,
    Play,
    React,
    Revenge,
    Show,
    Stackings,
    Yield,
    play,
    show,
)
from hexlib.hex_hex.flight import (
    borrowable,
    borrows,
    card_counts,
    choices,
    command_choices,
    commanded,
    fullest,
    onward,
    open_hexes,
    pool,
)
from hexlib.hex_hex.frames import (
    ANSWER,
    BORROW,
    BY_COMMAND,
    CARD,
    CAST,
    CHOOSE,
    DEALT,
    HEXCARD,
    HEXED,
    KEEP,
    LEAST,
    OPPOSITE,
    OVER,
    RACE,
    REVENGE,
    SHOW,
    STACK,
    TURNED_UP,
    WINDOWS,
    Hex,
)  # fmt: skip
from hexlib.hex_hex.options import CACHE_LIMIT

if TYPE_CHECKING:
    from hexlib.hex_hex.components import Card
    from hexlib.hex_hex.state import HexHexState

__all__ = ["PASSES", "answers", "cards_that_answer", "committing", "general_actions", "general_window", "legal_actions"]

PASSES = tuple(Pass(s) for s in range(6))
_SEATS = range(6)
_CASTS = [[Cast(s, t) for t in _SEATS] for s in _SEATS]
_DEALERS = [[Dealer(s, t) for t in _SEATS] for s in _SEATS]
_BORROWS = [[Borrow(s, t) for t in _SEATS] for s in _SEATS]
_CHOICES = [[Choose(s, t) for t in _SEATS] for s in _SEATS]
_KEEPS = [(Keep(s, True), Keep(s, False)) for s in _SEATS]
_LASTS = [Last(s) for s in _SEATS]
_MOST_ORDERS = 720


def legal_actions(state: HexHexState, seat: int) -> Sequence[Action]:
    """Every legal action of a seat, in a fixed order; see :meth:`HexHexState.legal_actions`."""
    rules = state.game.rules
    kind = state.agenda[-1][0]
    if kind == OVER:
        return ()
    if not rules.plain or state.laws:
        return general_actions(state, seat)
    if kind == ANSWER:
        return committing(state).get(seat, ())
    if kind in WINDOWS:
        if seat != state.asked and seat not in open_to(state):
            return ()
        return [*window_actions(state, seat), PASSES[seat]]
    if seat != state.asked:
        return ()
    return _PLAIN[kind](state, seat)


# -- other decisions of the plain game ---------------------------------------------------------------------------------


def _others(state: HexHexState, seat: int) -> list[int]:
    return state.game.rules.clock[seat][1:]


def _casts(state: HexHexState, seat: int) -> list[Action]:
    row = _CASTS[seat]
    return [row[t] for t in _others(state, seat)]


def _dealers(state: HexHexState, seat: int) -> list[Action]:
    row = _DEALERS[seat]
    return [row[t] for t in (*_others(state, seat), seat)]


def _dealt(state: HexHexState, seat: int) -> Sequence[Action]:
    rules = state.game.rules
    hand = state.hand[seat]
    out: list[Action] = []
    mine = [name for name in dict.fromkeys(hand) if name in rules.dealt]
    for name in mine:
        card = rules.cards[name]
        if card.order:
            rest = list(hand)
            rest.remove(name)
            if all(c not in rules.dealt or rules.cards[c].order for c in rest):
                return Stackings(seat, name, _stacks(state, rest))
        elif card.names or card.conjure:
            out += [play(seat, name, (), t) for t in range(rules.n) if t != seat]
        else:
            out.append(play(seat, name))
    return out


def _stacks(state: HexHexState, rest: list[str]) -> list[tuple[str, ...]]:
    """Every order in which a hand may be stacked; of very large hands, only some that differ at the top."""
    cards = state.game.rules.cards
    if any(cards[c].moment == "dealt" and not cards[c].order for c in rest):
        return []
    rest = _sound(state, rest)
    free, fixed = rest[:6], rest[6:]
    if fixed:
        return [o for o in ((*p, *fixed) for p in dict.fromkeys(permutations(free))) if not _unplayable(state, o)]
    late = [c for c in rest if cards[c].moment == "hexed"]
    first = [c for c in rest if cards[c].moment != "hexed"]
    tops = list(dict.fromkeys(permutations(first)))
    if not all(cards[c].not_first for c in first):
        tops = [top for top in tops if not cards[top[0]].not_first]
    if not late:
        return tops
    bottoms = list(dict.fromkeys(permutations(late)))
    return [top + bottom for top in tops for bottom in bottoms]


def _sound(state: HexHexState, rest: list[str]) -> list[str]:
    """One order that is allowed: cards for the Hexed last, those that may not be the first behind the others."""
    cards = state.game.rules.cards
    return sorted(
        (c for c in rest if not cards[c].order), key=lambda c: (cards[c].moment == "hexed", cards[c].not_first)
    )


def _unplayable(state: HexHexState, order: tuple[str, ...]) -> bool:
    cards = [state.game.rules.cards[c] for c in order]
    late = [c.moment == "hexed" for c in cards]
    free = [c for c in cards if c.moment != "hexed"]
    bad_top = bool(free) and free[0].not_first and any(not c.not_first for c in free)
    return late != sorted(late) or bad_top


def _when_hexed(state: HexHexState, seat: int) -> list[Action]:
    out: list[Action] = [play(seat, name) for name in when_hexed(state, seat)]
    if may_pass_over(state, state.agenda[-1]):
        out.append(PASSES[seat])
    return out


def _borrows(state: HexHexState, seat: int) -> list[Action]:
    row = _BORROWS[seat]
    return [row[t] for t in _others(state, seat) if borrowable(state, t)]


def _commands(state: HexHexState, seat: int) -> list[Action]:
    entry = next(e for e in state.ready if e.target == BY_COMMAND and state.command[e.seat] == seat)
    row = _CHOICES[seat]
    return [row[t] for t in command_choices(state, entry)]


def _shows(state: HexHexState, seat: int) -> list[Action]:
    return [show(seat, c) for c in scorched_cards(state, seat, state.agenda[-1][2])]


_PLAIN: dict[int, Callable[[HexHexState, int], Sequence[Action]]] = {
    CAST: _casts,
    LEAST: _dealers,
    DEALT: _dealt,
    HEXED: _when_hexed,
    BORROW: _borrows,
    CHOOSE: _commands,
    SHOW: _shows,
    KEEP: lambda state, seat: _KEEPS[seat],
    RACE: lambda state, seat: _LASTS[: state.game.rules.n],
}


# -- answers to a Hex --------------------------------------------------------------------------------------------------


def committing(state: HexHexState) -> dict[int, Sequence[Action]]:
    """Who has a Hex to answer and a card that can, clockwise from the caster, with what they may do."""
    found = state.cached
    if found is None:
        found = {}
        holders = [h.holder for h in state.hexes]
        for seat in holders if len(holders) == 1 else state.game.rules.clock[state.caster]:
            if seat in holders:
                mine = answers(state, seat)
                if mine:
                    found[seat] = mine
        state.cached = found
    return found


def answers(state: HexHexState, seat: int) -> list[Action]:
    """Every legal answer of a player to the Hexes before them. The list may be a shared one: do not change it."""
    rules = state.game.rules
    hexes = state.hexes
    if not rules.plain or state.laws:
        return _by_reasons(state, seat)
    done = (*(num for e in state.ready for num in e.hexes), *state.lost) if state.ready or state.lost else ()
    limit = state.step_from
    mine, held, maddened = [], 0, False
    for h in hexes:
        num, holder, _, _, tokens, _ = h
        if holder == seat:
            held += 1
            if num < limit and num not in done:
                mine.append(h)
            if tokens and rules.facts[tokens].compel:
                maddened = True
    if not mine:
        return []
    hand = state.hand[seat]
    if state.standing[seat] or state.foretold >> seat & 1:
        hand = pool(state, seat)
    if maddened or state.charmed[seat] or state.command[seat] >= 0:
        return _careful(state, seat, hand, mine, held, maddened)
    static, moving = rules.lists[seat].get(hand) or _listed(state, seat, hand)
    if held == 1:
        if not moving:
            return static
        out = static[:]
    else:
        out = []
        names = dict.fromkeys(hand)
        for h in mine:
            plays = rules.plays_on(h.num)[seat]
            for name in names:
                if name not in moving:
                    out += plays[name]
    _moving(state, seat, moving, mine, held, out)
    return out


def _listed(state: HexHexState, seat: int, hand: tuple[str, ...]) -> tuple[list[Action], tuple[str, ...]]:
    """The answers of a hand that depend on nothing else, and the cards that do; kept, within a bound."""
    rules = state.game.rules
    lists = rules.lists[seat]
    if len(lists) > CACHE_LIMIT:
        lists.clear()
    static: list[Action] = []
    moving = []
    plays = rules.plays[seat]
    for name in dict.fromkeys(hand):
        if name in rules.moving:
            moving.append(name)
        else:
            static += plays[name]
    found = lists[hand] = (static, tuple(moving))
    return found


def _moving(
    state: HexHexState, seat: int, names: tuple[str, ...], mine: list[Hex], held: int, out: list[Action]
) -> None:
    """Add the answers that depend on the moment, where no Hex is Maddened and neither Charm nor Command binds."""
    rules = state.game.rules
    for name in names:
        card = rules.cards[name]
        if card.race:
            out.append(play(seat, name))
        elif card.twixt:
            if len(mine) > 1:
                out += _twixt(state, seat, card, mine)
        elif not card.not_first or state.firsts[seat]:
            for h in mine:
                if card.ways == "most" or card.ways == "holder":
                    nums = () if held == 1 else (h.num,)
                    out += [play(seat, name, nums, t) for t in _targets(state, seat, card)]
                else:
                    out += rules.plays_on(0 if held == 1 else h.num)[seat][name]


def _targets(state: HexHexState, seat: int, card: Card) -> list[int]:
    """To whom a Hex goes that goes to the fullest hand, or to somebody who holds a card."""
    if card.ways == "most":
        return fullest(state, seat)
    return [s for s, count in enumerate(card_counts(state)) if count and s != seat]


def _careful(
    state: HexHexState, seat: int, hand: tuple[str, ...], mine: list[Hex], held: int, maddened: bool
) -> list[Action]:
    """Answers under Compel, Charm or Command."""
    rules = state.game.rules
    cards, n = rules.cards, rules.n
    everybody = rules.everybody & ~(1 << seat)
    left, right = 1 << (seat + 1) % n, 1 << (seat - 1) % n
    # For each Hex the set of those to whom it may go: as compelled, or to all but charmers.
    allowed = []
    for h in mine:
        compel = rules.facts[h.tokens].compel if h.tokens else ""
        if compel == "most":
            free = 0
            for s in fullest(state, seat):
                free |= 1 << s
        elif compel:
            free = left if compel == "left" else right
        else:
            free = everybody & ~state.charmed[seat]
        allowed.append((h, compel, free, rules.plays_on(0 if held == 1 else h.num)[seat]))
    commander = state.command[seat]
    out: list[Action] = []
    for name in dict.fromkeys(hand):
        card = cards[name]
        if card.not_first and not state.firsts[seat] and not card.race:
            continue
        kind = card.ways
        if kind:
            for h, compel, free, plays in allowed:
                if card.compel or (card.keeps_sender and not compel):
                    free = everybody
                if kind == "across" or kind == "any" or kind == "most" or kind == "holder":
                    nums = () if held == 1 else (h.num,)
                    if commander >= 0 and commanded(state, seat, card, h):
                        out.append(play(seat, name, nums))
                    elif kind == "across" or kind == "any":
                        out += [a for a in plays[name] if free >> a.target & 1]
                    else:
                        out += [play(seat, name, nums, t) for t in _targets(state, seat, card) if free >> t & 1]
                    continue
                if kind == "left":
                    goes = left
                elif kind == "right":
                    goes = right
                elif kind == "both":
                    goes = left | right
                elif kind == "sender":
                    goes = 1 << h.sender
                else:
                    goes = 1 << onward(state, seat, h)
                if goes & free == goes:
                    out += plays[name]
        elif card.twixt:
            if len(mine) > 1:
                out += _twixt(state, seat, card, mine)
        elif card.race:
            if not maddened:
                out.append(play(seat, name))
        elif card.before == "rotate":
            for *_, plays in allowed:
                out += plays[name]
        elif card.dismiss:
            for _, compel, _, plays in allowed:
                if not compel:
                    out += plays[name]
        elif card.detonate and not maddened:
            for *_, plays in allowed:
                out += plays[name]
    return out


def _aims(state: HexHexState, seat: int, card: Card, h: Hex, compel: str) -> list[int]:
    """The targets that an answer may name; -1 for a card that leaves no choice."""
    found = choices(state, seat, card, h)
    if found is None:
        n = state.game.rules.n
        left, right = (seat + 1) % n, (seat - 1) % n
        goes = {"left": (left,), "right": (right,), "both": (left, right), "sender": (h.sender,)}.get(card.ways)
        if goes is None:
            goes = (onward(state, seat, h),)
        return [-1] if all(_free(state, seat, card, h, compel, t) for t in goes) else []
    return [t for t in found if _free(state, seat, card, h, compel, t)]


def _free(state: HexHexState, seat: int, card: Card, h: Hex, compel: str, target: int) -> bool:
    """The same as no reason from ``flight.not_there``, without its words."""
    n = state.game.rules.n
    if target == seat:
        return False
    if card.compel:
        return True
    if compel:
        if compel == "most":
            return target in fullest(state, seat)
        return target == (seat + (1 if compel == "left" else -1)) % n
    return card.keeps_sender or not state.charmed[seat] >> target & 1


def _twixt(state: HexHexState, seat: int, card: Card, mine: list[Hex]) -> Iterator[Play]:
    rules = state.game.rules
    cards = pool(state, seat)
    for name in dict.fromkeys(cards):
        other = rules.cards[name]
        if not other.ways or other.twixt:
            continue
        for a, b in combinations(mine, 2):
            aims: dict[int, None] = {}
            for h in (a, b):
                compel = rules.facts[h.tokens].compel if h.tokens else ""
                aims.update(dict.fromkeys(_aims(state, seat, other, h, compel)))
            for t in sorted(aims):
                yield play(seat, card.name, (a.num, b.num), t, name)


def _by_reasons(state: HexHexState, seat: int) -> list[Action]:
    """Answers in a game with other rulings, broken rules or laws."""
    if not open_hexes(state, seat):
        return []
    found = cards_that_answer(state, seat)
    if not found:  # whoever could only let the Hex go off is not asked
        return found
    return [*found, *(a for a in _yields(state, seat) if not any(reasons(state, a)))]


def cards_that_answer(state: HexHexState, seat: int) -> list[Action]:
    """The answers that are cards, in any game."""
    if state.game.rules.plain and not state.laws:
        return answers(state, seat)
    found = (a for a in _answer_candidates(state, seat) if isinstance(a, Play))
    return [a for a in found if not any(reasons(state, a))]


def _yields(state: HexHexState, seat: int) -> list[Action]:
    """Letting one of the Hexes go off."""
    mine = open_hexes(state, seat)
    if len(mine) == 1 and sum(h.holder == seat for h in state.hexes) == 1:
        return [Yield(seat)]
    return [Yield(seat, (h.num,)) for h in mine]


# -- any game ----------------------------------------------------------------------------------------------------------


def general_actions(state: HexHexState, seat: int) -> list[Action]:
    """The same list from the rules as ``explain`` states them."""
    return [a for a in _candidates(state, seat) if not any(reasons(state, a))]


def general_window(state: HexHexState, seat: int) -> list[Action]:
    """What a seat may do in the window at hand, besides letting it go by, as ``explain`` says."""
    found = [*_window_candidates(state, seat), *_answer_candidates(state, seat)]
    return [a for a in dict.fromkeys(found) if not any(reasons(state, a))]


def _candidates(state: HexHexState, seat: int) -> Iterator[Action]:
    kind = state.agenda[-1][0]
    n = state.game.rules.n
    seats = [(seat + k) % n for k in range(1, n)] + [seat]
    if kind == CAST:
        yield from (Cast(seat, t) for t in seats)
    elif kind == LEAST:
        yield from (Dealer(seat, t) for t in seats)
    elif kind == DEALT:
        yield from _dealt_candidates(state, seat)
    elif kind == RACE:
        if seat == state.asked:  # the race is nobody's decision: all of its outcomes, once
            yield from (Last(s) for s in range(n))
    elif kind == KEEP:
        yield from (Keep(seat, True), Keep(seat, False))
    elif kind == BORROW:
        yield from (Borrow(seat, t) for t in seats)
    elif kind in (CHOOSE, OPPOSITE):
        yield from (Choose(seat, t) for t in seats)
    elif kind == STACK:
        if seat == state.asked:
            yield from _orders(state, seat, state.agenda[-1][2], list(state.hand[seat]))
    elif kind == SHOW:
        yield from (Show(seat, c) for c in dict.fromkeys(state.hand[seat]))
    elif kind == HEXED:
        yield from (Play(seat, c) for c in dict.fromkeys(state.hand[seat]))
        yield Pass(seat)
    elif kind == REVENGE:
        yield from (Revenge(seat, t) for t in seats)
        yield Pass(seat)
    elif kind == ANSWER:
        yield from _answer_candidates(state, seat)
    elif kind in WINDOWS and seat in open_to(state):
        yield from dict.fromkeys([*_window_candidates(state, seat), *_answer_candidates(state, seat)])
        yield Pass(seat)


def _dealt_candidates(state: HexHexState, seat: int) -> Iterator[Action]:
    rules = state.game.rules
    hand = state.hand[seat]
    for name in dict.fromkeys(hand):
        card = rules.cards[name]
        if card.order:
            rest = list(hand)
            rest.remove(name)
            yield from _orders(state, seat, name, rest)
        elif card.names or card.conjure:
            yield from (Play(seat, name, (), t) for t in range(rules.n))
        yield Play(seat, name)


def _orders(state: HexHexState, seat: int, name: str, rest: list[str]) -> Iterator[Order]:
    """Every order of a hand, sound or not; of very large hands, only some that differ at the top."""
    rules = state.game.rules
    if any(rules.cards[c].moment == "dealt" and not rules.cards[c].order for c in rest):
        return
    rest = _sound(state, rest)
    free, fixed = rest[:6], tuple(rest[6:])
    for order in dict.fromkeys(permutations(free)):
        yield Order(seat, name, (*order, *fixed))


def _answer_candidates(state: HexHexState, seat: int) -> Iterator[Action]:
    rules = state.game.rules
    mine = open_hexes(state, seat) if state.agenda[-1][0] == ANSWER else []
    held = sum(h.holder == seat for h in state.hexes)
    hand = state.hand[seat]
    if mine and borrows(state, seat):
        hand = tuple(c for c, _ in state.borrowed[seat])
    for name in dict.fromkeys(hand):
        card = rules.cards[name]
        if card.twixt:
            for other in dict.fromkeys(hand):
                for a, b in combinations(mine, 2):
                    for t in (-1, *range(rules.n)):
                        yield Play(seat, name, (a.num, b.num), t, other)
            continue
        if card.race:
            yield Play(seat, name)
            continue
        if card.detonate and not mine:
            for h in state.hexes:
                nums = () if len(state.hexes) == 1 else (h.num,)
                yield from (Play(seat, name, nums, t) for t in range(rules.n))
            continue
        for h in mine:
            nums = () if held == 1 else (h.num,)
            for t in (-1, *range(rules.n)):
                yield Play(seat, name, nums, t)
    if mine:
        yield from _yields(state, seat)


def _window_candidates(state: HexHexState, seat: int) -> Iterator[Action]:
    rules = state.game.rules
    frame = state.agenda[-1]
    for name in dict.fromkeys(state.hand[seat]):
        card = rules.cards[name]
        if card.moment == "arrival":
            for on in range(rules.n):
                nums = [h.num for h in state.hexes if h.holder == on]
                for word in ("left", "right") if card.scorch else ("",):
                    if card.scorch and len(nums) > 1:
                        yield from (React(seat, name, on, word, (num,)) for num in nums)
                    else:
                        yield React(seat, name, on, word)
        elif card.cancel:
            if frame[0] in (CARD, HEXCARD):
                yield React(seat, name, frame[1])
                continue
            entries = [e for e in state.ready if e.stage == TURNED_UP]
            for e in entries:
                alone = sum(x.seat == e.seat for x in entries) == 1
                yield React(seat, name, e.seat, "", () if alone else e.hexes[:1])


from hexlib.hex_hex.deeds import scorched_cards  # noqa: E402
from hexlib.hex_hex.hexed import may_pass_over, when_hexed  # noqa: E402
from hexlib.hex_hex.legality import reasons  # noqa: E402
from hexlib.hex_hex.windows import open_to, window_actions  # noqa: E402
