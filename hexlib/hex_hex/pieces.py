"""Moving cards and Voice about, and writing down what happened."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from hexlib.game import Event, Rng
from hexlib.hex_hex.actions import NAMES
from hexlib.hex_hex.frames import CARD, HEXCARD

if TYPE_CHECKING:
    from hexlib.hex_hex.state import HexHexState

__all__ = [
    "Log",
    "add_cards",
    "draw",
    "lose_card",
    "named",
    "note",
    "number",
    "score",
    "shuffled",
    "still_lent",
    "turned",
]

Log = list[Event] | None


def note(log: Log, kind: str, text: str, *rules: str, seen_by: Iterable[int] | None = None, **data: Any) -> None:
    """Add an event to the log; ``seen_by`` are the seats that may know it, None for everybody."""
    if log is not None:
        log.append(Event(kind, text, rules, tuple(data.items()), None if seen_by is None else frozenset(seen_by)))


def number(count: int, noun: str = "Voice") -> str:
    """ "2 cards", "1 card"; Voice has no plural."""
    return f"{count} {noun}" if noun == "Voice" or count == 1 else f"{count} {noun}s"


def named(cards: Sequence[str], state: HexHexState) -> str:
    """Titles in a sentence: "Rot and Duck"."""
    titles = [state.game.rules.cards[c].title for c in cards]
    return titles[0] if len(titles) == 1 else ", ".join(titles[:-1]) + " and " + titles[-1] if titles else "nothing"


def turned(state: HexHexState) -> int:
    """1, or -1 while a law has left and right swapped on the cards."""
    return -1 if state.laws and sum(law.patch == "swap" for law in state.laws) % 2 else 1


# -- chance ------------------------------------------------------------------------------------------------------------


@cache
def _blocks(size: int) -> tuple[tuple[int, tuple[tuple[int, int], ...]], ...]:
    """How many places one 64-bit number can decide without bias: limit, then each place and its modulus."""
    out: list[tuple[int, tuple[tuple[int, int], ...]]] = []
    block: list[tuple[int, int]] = []
    product = 1
    for i in range(size - 1, 0, -1):
        if product * (i + 1) >= 1 << 63:
            out.append(((1 << 64) - (1 << 64) % product, tuple(block)))
            block, product = [], 1
        block.append((i, i + 1))
        product *= i + 1
    if block:
        out.append(((1 << 64) - (1 << 64) % product, tuple(block)))
    return tuple(out)


def shuffled(rng: Rng, items: Iterable[str]) -> list[str]:
    """A new list in random order: Fisher and Yates with several places from one number, each order equally likely."""
    out = list(items)
    for limit, places in _blocks(len(out)):
        value = rng.next64()
        while value >= limit:
            value = rng.next64()
        for i, modulus in places:
            value, j = divmod(value, modulus)
            out[i], out[j] = out[j], out[i]
    return out


def below(state: HexHexState, n: int) -> int:
    """A random number from 0 to n - 1 from the state's own generator."""
    rng = Rng(state.rng)
    value = rng.below(n)
    state.rng = rng.state
    return value


# -- cards -------------------------------------------------------------------------------------------------------------


def add_cards(state: HexHexState, seat: int, cards: Iterable[str]) -> None:
    """Put cards into a hand: in its order, or at the bottom of a stacked one (X103)."""
    hand = (*state.hand[seat], *cards)
    state.hand[seat] = hand if state.foretold >> seat & 1 else tuple(sorted(hand, key=state.game.rules.order))


def lose_card(state: HexHexState, seat: int, card: str, unseen: bool = False) -> None:
    """Take a card out of a hand; ``unseen`` if nobody may notice which one it was yet."""
    hand = state.hand[seat]
    i = hand.index(card)
    state.hand[seat] = hand[:i] + hand[i + 1 :]
    if state.lent[seat] and not unseen:
        still_lent(state, seat)


def still_lent(state: HexHexState, seat: int) -> None:
    """Forget that cards were borrowed once they are in the hand no more."""
    rest, lent = list(state.hand[seat]), []
    for card in state.lent[seat]:
        if card in rest:
            rest.remove(card)
            lent.append(card)
    state.lent[seat] = tuple(lent)


def refill_deck(state: HexHexState, log: Log) -> None:
    """Shuffle the discard pile into the deck (Setting Up)."""
    rng = Rng(state.rng)
    # In the catalogue's order first, so that the outcome does not hang on who discarded what when.
    pile = sorted((*state.discard, *state.buried, *state.deck), key=state.game.rules.order)
    state.deck = shuffled(rng, pile)
    state.rng = rng.state
    state.discard, state.buried = [], []
    rule = "hexhex.setup.reshuffle_only_when_empty"
    note(log, "reshuffle", "The deck has run out; the discard pile is shuffled into it.", rule, cards=len(pile))


def take(state: HexHexState, count: int, log: Log) -> list[str]:
    """The next cards of the deck; fewer if there are no more cards at all."""
    out: list[str] = []
    rules = state.game.rules
    for _ in range(count):
        if not rules.plain and not rules.on("hexhex.setup.reshuffle_only_when_empty") and state.discard:
            refill_deck(state, log)
        if not state.deck:
            if not state.discard and not state.buried:
                break
            refill_deck(state, log)
        out.append(state.deck.pop())
    return out


def draw(state: HexHexState, seat: int, count: int, log: Log, *rules: str) -> None:
    """Draw cards into a hand; what they are is for that player alone."""
    cards = take(state, count, log)
    add_cards(state, seat, cards)
    if log is not None and cards:
        name = NAMES[seat]
        note(log, "draw", f"{name} draws {number(len(cards), 'card')}.", *rules, player=seat, cards=len(cards))
        note(log, "draw.card", f"{name} draws {named(cards, state)}.", seen_by=(seat,), player=seat, cards=tuple(cards))


def in_agenda(state: HexHexState) -> list[str]:
    """Cards that lie on the table in a window, in no hand and no pile."""
    out = []
    for frame in state.agenda:
        if frame[0] in (CARD, HEXCARD):
            out.append(frame[2])
    return out


# -- Voice -------------------------------------------------------------------------------------------------------------


def score(state: HexHexState, seat: int, delta: int, log: Log, why: str, *rules: str, fixed: bool = False) -> int:
    """Move a Voice token, twice as far in a tie-breaker unless the amount is fixed; returns by how much."""
    if delta == 0:
        return 0
    # There is no tie-breaker before each has dealt; the first test is the quick one.
    doubled = not fixed and state.round > state.game.rules.n and state.doubled
    if doubled:
        delta *= 2
    if state.game.rules.broken and "hexhex.hexed.record" in state.game.rules.broken:
        return delta
    state.voice[seat] += delta
    if log is not None:
        verb = "gains" if delta > 0 else "loses"
        cited = (*rules, "hexhex.win.tie_doubled") if doubled else rules
        text = f"{NAMES[seat]} {verb} {abs(delta)} Voice{why}: {state.voice[seat]}."
        note(log, "voice", text, *cited, player=seat, delta=delta, voice=state.voice[seat])
    return delta
