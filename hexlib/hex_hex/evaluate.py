"""How good a state of HEX HEX NEXT is for a player: Voice now, and what the Hexes in the air are likely to cost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexlib.hex_hex.frames import ANSWER, OFF, RACE, Hex

if TYPE_CHECKING:
    from hexlib.hex_hex.state import HexHexState

__all__ = ["WIN", "danger", "evaluate", "expected"]

WIN = 1000.0
_HIT = (1.0, 0.46, 0.3, 0.22, 0.17, 0.14, 0.12)
"""How likely a Hex ends on a player before the round is over, by the cards in hand: none is certain."""
_KEEP = (0.0, 0.34, 0.56, 0.7, 0.8, 0.88, 0.94)
"""What cards that answer a Hex are worth in Voice while Hexes fly, by their number."""
_RIVALS, _LEADER = 0.55, 0.45
"""How much the others' Voice counts against the own: their mean, and the best of them."""


def danger(cards: int) -> float:
    """The chance that a Hex goes off on somebody who holds so many cards."""
    return _HIT[min(max(cards, 0), len(_HIT) - 1)]


def evaluate(state: HexHexState, seat: int) -> float:
    """The seat's Voice against that of the others, with what is still in the air; ``WIN`` for a game won."""
    if state.winner >= 0:
        return WIN if state.winner == seat else -WIN
    voice = expected(state, seat)
    others = [v for s, v in enumerate(voice) if s != seat]
    value = voice[seat] - _RIVALS * sum(others) / len(others) - _LEADER * max(others)
    return 10 * (value + _in_hand(state, seat))


def expected(state: HexHexState, seat: int) -> list[float]:
    """What each player's Voice is likely to be when the Hexes now in play are through."""
    rules = state.game.rules
    voice = [float(v) for v in state.voice]
    factor = 2 if state.round > state.game.rounds else 1
    free = _answers(state, seat)
    answered = {num for e in state.ready for num in e.hexes}
    for h in state.hexes:
        facts = rules.facts[h.tokens]
        if h.holder != seat:
            chance = danger(len(state.hand[h.holder]))
        elif h.num in answered:
            chance = 0.1
        elif free > 0:
            free -= 1
            chance = 0.12 if not facts.compel else 0.4
        else:
            chance = 1.0
        _pay(voice, h, facts.loss * factor * chance, facts.gain * factor * chance)
        if facts.sting:  # it will sting others on its way
            for s in range(rules.n):
                voice[s] -= facts.sting * factor * 0.3
    for frame in state.agenda:
        if frame[0] == OFF:
            h = frame[1]
            facts = rules.facts[h.tokens]
            _pay(voice, h._replace(sender=frame[2]), facts.loss * factor, facts.gain * factor)
        elif frame[0] == RACE:
            loss = rules.cards[frame[2]].race
            for s in range(rules.n):
                voice[s] -= loss / rules.n
    for s, pairs in enumerate(state.standing):
        for card, named in pairs:
            if rules.cards[card].standing == "shackle" and named >= 0:
                voice[named] -= 0.25 if named != s else 0.0
            elif rules.cards[card].standing == "bind":
                voice[s] += 0.3
    return voice


def _pay(voice: list[float], h: Hex, loss: float, gain: float) -> None:
    voice[h.holder] -= loss
    voice[h.sender] += gain


def _answers(state: HexHexState, seat: int) -> int:
    """With how many cards a player could answer a Hex."""
    cards = state.game.rules.cards
    return sum(cards[c].answers for c in state.hand[seat])


def _in_hand(state: HexHexState, seat: int) -> float:
    """What the hand is still worth in this round; nothing once no Hex is left, for then it is discarded."""
    if not state.hexes:
        return 0.0
    cards = state.game.rules.cards
    value = _KEEP[min(_answers(state, seat), len(_KEEP) - 1)]
    for name in state.hand[seat]:
        card = cards[name]
        if card.ways == "any" or card.loss or card.thrice:
            value += 0.06
        elif card.cancel or card.race:
            value += 0.16
        elif card.spares:
            value += 0.1
        elif card.scorch or card.detonate:
            value += 0.08
    if state.agenda[-1][0] == ANSWER and any(h.holder == seat for h in state.hexes):
        value -= 0.04
    return value
