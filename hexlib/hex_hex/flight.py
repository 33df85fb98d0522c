"""Where a card sends a Hex, and whether it may go there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from hexlib.game import Reason
from hexlib.hex_hex.actions import NAMES
from hexlib.hex_hex.pieces import number, turned

if TYPE_CHECKING:
    from hexlib.hex_hex.components import Card
    from hexlib.hex_hex.state import HexHexState

from hexlib.hex_hex.frames import COMMITTED, Entry, Hex

__all__ = [
    "answered",
    "anybody_borrows",
    "borrowable",
    "card_counts",
    "choices",
    "clockwise",
    "command_choices",
    "commanded",
    "destinations",
    "fullest",
    "maddened",
    "not_there",
    "onward",
    "open_hexes",
    "pool",
    "way",
]


def clockwise(state: HexHexState, first: int) -> Iterator[int]:
    """All seats, beginning with that one, each to the left of the one before."""
    n = state.game.rules.n
    for k in range(n):
        yield (first + k) % n


def way(state: HexHexState, source: int, target: int) -> int:
    """The direction of a pass: 1 to the left neighbour, -1 to the right one, 0 across the table."""
    n = state.game.rules.n
    step = (target - source) % n
    return 1 if step == 1 else -1 if step == n - 1 else 0


# -- whose Hexes -------------------------------------------------------------------------------------------------------


def answered(state: HexHexState) -> set[int]:
    """The Hexes for which a card lies ready."""
    return {num for entry in state.ready for num in entry.hexes}


def open_hexes(state: HexHexState, seat: int) -> list[Hex]:
    """The Hexes before a player that still need an answer in this step."""
    done = answered(state).union(map(abs, state.lost)) if state.ready or state.lost else ()
    limit = state.step_from
    return [h for h in state.hexes if h.holder == seat and h.num < limit and h.num not in done]


def pool(state: HexHexState, seat: int) -> tuple[str, ...]:
    """The cards with which a player may answer: the hand, its top card by Foretell, borrowed ones by No Man's Hand."""
    rules = state.game.rules
    if state.standing[seat] and borrows(state, seat):
        return tuple(card for card, _ in state.borrowed[seat])
    if state.foretold >> seat & 1 and rules.on("hexhex.faq.foretell_no_dig"):
        return state.hand[seat][:1]
    return state.hand[seat]


def borrows(state: HexHexState, seat: int) -> bool:
    """Whether a player is under No Man's Hand."""
    rules = state.game.rules
    for card, _ in state.standing[seat]:
        if card in rules.borrowers:
            return rules.on("hexhex.no_mans_hand.borrow")
    return False


def anybody_borrows(state: HexHexState) -> bool:
    """Whether No Man's Hand lies before anybody."""
    borrowers = state.game.rules.borrowers
    for pairs in state.standing:
        for card, _ in pairs:
            if card in borrowers:
                return True
    return False


def maddened(state: HexHexState, seat: int) -> bool:
    """Whether a Hex with a Compel is before the player."""
    facts = state.game.rules.facts
    return any(h.tokens and h.holder == seat and facts[h.tokens].compel for h in state.hexes)


# -- where to ----------------------------------------------------------------------------------------------------------


def card_counts(state: HexHexState, readied: bool = True) -> list[int]:
    """How many cards each player holds.

    While cards are being readied (``readied``) everybody with Hexes is counted without the cards that they need for
    them (X45, X99), so that it makes no difference who is faster, and nobody learns who has readied one.
    """
    counts = [len(hand) for hand in state.hand]
    if readied and len(state.hexes) > 1:
        done: set[int] = set()
        for e in state.ready:
            if e.stage != COMMITTED:  # turned up before, when another card was cancelled
                done.update(e.hexes)
            elif e.owner < 0:
                counts[e.seat] += 2 if e.other else 1
        for h in state.hexes:
            if counts[h.holder] and h.num < state.step_from and h.num not in done:
                counts[h.holder] -= 1
    return counts


def fullest(state: HexHexState, seat: int, readied: bool = True) -> list[int]:
    """The players, other than that one, who hold most cards (Maddening Fixation)."""
    rules = state.game.rules
    counts = card_counts(state, readied)
    if rules.broken and not rules.on("hexhex.fixation.unplayed_cards"):
        counts = [a + len(b) for a, b in zip(counts, state.played, strict=True)]
    counts[seat] = -1
    most = max(counts)
    if most == 0 and rules.reading["fixation_empty"] == "nobody":
        return []
    return [s for s, c in enumerate(counts) if c == most]


def onward(state: HexHexState, seat: int, h: Hex) -> int:
    """To whom a ducked Hex goes: the next player in its direction who is not its sender (X86)."""
    n = state.game.rules.n
    step = h.way or 1
    if state.game.rules.reading["duck_way"] == "left":
        step = 1
    target = (seat + step) % n
    while target in (seat, h.sender):
        target = (target + step) % n
    return target


def choices(state: HexHexState, seat: int, card: Card, h: Hex | None, readied: bool = True) -> tuple[int, ...] | None:
    """The players among whom the player of the card may choose; None where the card leaves no choice."""
    rules = state.game.rules
    kind = card.ways
    if kind == "across":
        found = rules.across(seat)
        return found if rules.on("hexhex.phrase.across_choice") else found[:1]
    if kind == "any" or card.detonate:
        if not rules.on("hexhex.hexed.no_self_target"):
            return tuple(range(rules.n))
        return tuple(s for s in range(rules.n) if s != seat)
    if kind == "most":
        if not rules.on("hexhex.fixation.pass_most"):
            return tuple(s for s in range(rules.n) if s != seat)
        most = fullest(state, seat, readied)
        return tuple(most) if rules.on("hexhex.fixation.tie_choice") else tuple(most[:1])
    if kind == "holder":
        counts = card_counts(state, readied)
        others = (s for s in range(rules.n) if s != seat)
        return tuple(s for s in others if counts[s] or not rules.on("hexhex.challenge.target"))
    return None


def destinations(state: HexHexState, seat: int, card: Card, h: Hex, target: int) -> tuple[int, ...]:
    """The players to whom the Hex and its copies go."""
    rules = state.game.rules
    n = rules.n
    turn = turned(state)
    left, right = (seat + turn) % n, (seat - turn) % n
    kind = card.ways
    if kind == "left":
        out: tuple[int, ...] = (left if rules.on("hexhex.basic.turn_aside_left") or card.group != "basic" else right,)
    elif kind == "right":
        off = {"basic": "hexhex.basic.turn_aside_right", "enhanced": "hexhex.knock_aside.right"}.get(card.group, "")
        out = (right if rules.on(off) else left,)
    elif kind == "both":
        out = (left, right) if rules.on("hexhex.double_thrice.duplicate") else (left,)
    elif kind == "sender":
        out = (h.sender,)
    elif kind == "onward":
        out = (onward(state, seat, h),)
    else:
        out = (target,)
    if card.copy and rules.on("hexhex.card.thine.duplicates"):
        out = (out[0], out[0])
    return out


def commanded(state: HexHexState, seat: int, card: Card, h: Hex | None, readied: bool = True) -> tuple[int, ...]:
    """Among whom the player of Command may choose for this card; empty if Command changes nothing (X96)."""
    chooser = state.command[seat]
    if chooser < 0 or h is None or card.detonate or not state.game.rules.on("hexhex.faq.command_choice"):
        return ()
    found = choices(state, seat, card, h, readied)
    if found is None:
        return ()
    # Charm binds its victim, and Command's player is the one who targets (FAQs).
    free = [t for t in found if not any(not_there(state, seat, card, h, (t,), readied, charm=False))]
    if not state.game.rules.on("hexhex.faq.command_not_compulsion"):
        free = list(found)
    if len(free) < 2:
        return ()
    aims = state.charmed[chooser] if state.game.rules.on("hexhex.faq.command_ignores_charm") else state.charmed[seat]
    return tuple(t for t in free if t != chooser and not aims >> t & 1)


def not_there(
    state: HexHexState,
    seat: int,
    card: Card,
    h: Hex,
    targets: tuple[int, ...],
    readied: bool = True,
    charm: bool = True,
) -> Iterator[Reason]:
    """Why the card may not send this Hex to these players."""
    rules = state.game.rules
    who = NAMES[seat]
    if seat in targets and rules.on("hexhex.hexed.no_self_target"):
        yield Reason("hexhex.hexed.no_self_target", f"{who} may not send the Hex to themselves.", (), "Name another.")
    compel = rules.facts[h.tokens].compel if h.tokens else ""
    if compel and (not card.compel or not rules.on("hexhex.fixation.compel_over_compel")):
        yield from _compelled(state, seat, compel, h, targets, readied)
        return
    if charm and not card.keeps_sender and not card.compel and rules.on("hexhex.faq.command_ignores_charm"):
        for t in dict.fromkeys(targets):
            if state.charmed[seat] >> t & 1:
                text = f"{NAMES[t]}'s Charm keeps {who} from targeting {NAMES[t]} in this round."
                yield Reason("hexhex.faq.command_ignores_charm", text, (), "Send it to somebody else, or Duck.")


def _compelled(
    state: HexHexState, seat: int, compel: str, h: Hex, targets: tuple[int, ...], readied: bool
) -> Iterator[Reason]:
    rules = state.game.rules
    if not rules.on("hexhex.fixation.compel_all") or not rules.on("hexhex.fixation.other_direction_goes_off"):
        return
    n, turn = rules.n, turned(state)
    if compel == "most":
        right_ones = fullest(state, seat, readied)
        if not rules.on("hexhex.fixation.tie_choice"):
            right_ones = right_ones[:1]
        names = " or ".join(NAMES[s] for s in right_ones) or "nobody"
        counts = card_counts(state, readied)
        most = max((counts[s] for s in right_ones), default=0)
        must = f"to the fullest hand, which is {names}'s with {number(most, 'card')}"
    else:
        right_ones = [(seat + (turn if compel == "left" else -turn)) % n]
        must = f"{compel}, to {NAMES[right_ones[0]]}"
    wrong = [t for t in dict.fromkeys(targets) if t not in right_ones]
    if wrong:
        text = f"Hex #{h.num} is Maddened and must go {must}; this card sends it to {NAMES[wrong[0]]}."
        rule = "hexhex.fixation.compel_all" if compel == "most" else "hexhex.fixation.other_direction_goes_off"
        yield Reason(rule, text, (), "Any card that does it will do, or another Compel.")


def borrowable(state: HexHexState, owner: int) -> tuple[str, ...]:
    """The cards of a hand that have not been borrowed in this round (X62)."""
    out = list(state.hand[owner])
    for card in state.lent[owner]:
        if card in out:
            out.remove(card)
    return tuple(out)


def command_choices(state: HexHexState, entry: Entry) -> tuple[int, ...]:
    """Among whom the player of Command may choose for this entry."""
    rules = state.game.rules
    card = rules.cards[entry.card]
    h = state.hex(entry.hexes[0])
    if h is None:
        return ()
    chooser = state.command[entry.seat]
    found = choices(state, entry.seat, card, h, readied=False) or ()
    aims = state.charmed[chooser] if rules.on("hexhex.faq.command_ignores_charm") else state.charmed[entry.seat]
    out = []
    for t in found:
        if t == chooser or aims >> t & 1:
            continue
        free = not any(not_there(state, entry.seat, card, h, (t,), readied=False, charm=False))
        if free or not rules.on("hexhex.faq.command_not_compulsion"):
            out.append(t)
    return tuple(out)
