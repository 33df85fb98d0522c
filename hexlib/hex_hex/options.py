"""The rulings in force, the rules that are broken on purpose, and what follows from them and from the cards."""

from __future__ import annotations

from collections.abc import Mapping

from hexlib.game import Action
from hexlib.hex_hex import frames
from hexlib.hex_hex.actions import Play, play
from hexlib.hex_hex.components import Card, CardSet
from hexlib.switches import Rulings

__all__ = [
    "ANY",
    "ARRIVAL",
    "CACHE_LIMIT",
    "DEALT",
    "DEFAULTS",
    "HEXED",
    "RACE",
    "REACTION",
    "RULINGS",
    "Facts",
    "Rules",
]

# Flags of a hand: is there a card of that moment in it?
REACTION, ARRIVAL, ANY, RACE, HEXED, DEALT = 1, 2, 4, 8, 16, 32
USE = {
    frames.ARRIVE: ARRIVAL | ANY | RACE,
    frames.REACT: REACTION | RACE,
    frames.CARD: REACTION | RACE,
    frames.HEXCARD: REACTION,
}
"""Which cards a window is for."""
CACHE_LIMIT = 60_000
"""How many hands the tables here keep before they begin anew."""


RULINGS = Rulings(__package__)
DEFAULTS = RULINGS.defaults
_HARMLESS = ("players", "cards", "race", "hand_size", "new_dealer", "doubled_hexhex")
"""Rulings that leave the fast road of a single Hex as it is."""


Plays = list[dict[str, tuple[Play, ...]]]
"""Ready answers by seat and card."""


class Facts:
    """What the tokens on a Hex amount to."""

    __slots__ = ("compel", "gain", "loss", "sting")

    def __init__(self, loss: int, gain: int, sting: int, compel: str) -> None:
        self.loss, self.gain, self.sting, self.compel = loss, gain, sting, compel


class Rules:
    """What the engine asks while it works: plain attributes, computed once a game.

    ``plain`` means: no ruling that changes how a Hex travels, nothing broken; then the fast road may serve.
    ``comes_home``: cards of one's own may bring a Hex back to its sender; among the printed ones only Duck keeps the
    sender, and it goes on to somebody else.
    ``useful`` are the cards for each kind of window; sets are quicker here than what is known of a whole hand.
    ``clock[s]`` are the seats clockwise, beginning with it; ``places[s][t]`` is how many seats further than ``s`` the
    seat ``t`` is, ``ways[s][t]`` which way a pass goes there.
    """

    __slots__ = (
        "_plays_on",
        "asks_all",
        "borrowers",
        "broken",
        "cards",
        "clock",
        "comes_home",
        "counted",
        "dealt",
        "deck",
        "everybody",
        "facts",
        "flags",
        "hand_size",
        "hexed",
        "lists",
        "moving",
        "n",
        "order",
        "places",
        "plain",
        "plays",
        "races",
        "reading",
        "set",
        "useful",
        "ways",
    )

    def __init__(self, rulings: Mapping[str, str | int], broken: frozenset[str], deck: CardSet, asks_all: bool) -> None:
        self.broken = broken
        self.reading = dict(rulings)
        self.set = deck
        self.cards: Mapping[str, Card] = deck.cards
        self.order = deck.order.__getitem__
        self.deck = tuple(name for name, count in deck.copies.items() for _ in range(count))
        self.asks_all = asks_all
        self.n = int(rulings["players"])
        self.everybody = (1 << self.n) - 1
        seats, turns = range(self.n), {1: 1, self.n - 1: -1}
        self.clock = [[(first + k) % self.n for k in seats] for first in seats]
        self.places = [[(s - first) % self.n for s in seats] for first in seats]
        self.ways = [[turns.get((t - s) % self.n, 0) for t in seats] for s in seats]
        self.hand_size = int(rulings["hand_size"])
        self.comes_home = any(c.keeps_sender and c.ways != "onward" for c in self.cards.values())
        usual = all(self.reading[k] == v for k, v in DEFAULTS.items() if k not in _HARMLESS)
        self.plain = usual and not broken and not self.comes_home
        self.borrowers = frozenset(c.name for c in self.cards.values() if c.standing == "borrow")
        self.counted = tuple(dict.fromkeys(c.counts for c in self.cards.values() if c.counts))
        self.flags = _Flags(self.cards)
        of = self.flags.of.items()
        self.useful = {kind: frozenset(name for name, flag in of if flag & use) for kind, use in USE.items()}
        self.hexed = frozenset(name for name, flag in of if flag & HEXED)
        self.dealt = frozenset(name for name, flag in of if flag & DEALT)
        self.races = frozenset(name for name, flag in of if flag & RACE)
        self.facts = _FactsOf(self)
        self.lists: list[dict[tuple[str, ...], tuple[list[Action], tuple[str, ...]]]] = [{} for _ in range(self.n)]
        self.moving = frozenset(
            c.name for c in self.cards.values() if c.not_first or c.race or c.twixt or c.ways in ("most", "holder")
        )
        self._plays_on: dict[int, Plays] = {}
        self.plays = self.plays_on(0)

    def on(self, rule: str) -> bool:
        """Whether the prohibition, obligation or automatic step is in force."""
        return rule not in self.broken

    def across(self, seat: int) -> tuple[int, ...]:
        """Who sits across the table from a seat, clockwise (Other Key Card Phrases Defined)."""
        n = self.n
        if "hexhex.phrase.across=anybody" in self.broken:
            return tuple((seat + k) % n for k in range(1, n))
        if n == 3:
            steps = [1, 2] if self.on("hexhex.phrase.across_three") else [1]
        elif self.reading["across"] == "opposite":
            steps = sorted({n // 2, (n + 1) // 2})
        else:
            steps = list(range(2, n - 1))
        return tuple((seat + k) % n for k in steps)

    def plays_on(self, num: int) -> Plays:
        """For each seat and card the ready answers to the Hex of that number, 0 for the only one before the seat.

        Where the targets hang on the moment (``most``, ``holder``, Twixt) there are none.
        """
        found = self._plays_on.get(num)
        if found is None:
            seats = range(self.n)
            found = [
                {name: self._answers(s, card, (num,) if num else ()) for name, card in self.cards.items()}
                for s in seats
            ]
            self._plays_on[num] = found
        return found

    def _answers(self, seat: int, card: Card, hexes: tuple[int, ...]) -> tuple[Play, ...]:
        n = self.n
        if card.ways == "across":
            targets = self.across(seat)
        elif card.ways == "any" or card.detonate:
            targets = tuple((seat + k) % n for k in range(1, n))
        elif card.ways in ("most", "holder") or card.twixt or not card.answers:
            return ()
        else:
            return (play(seat, card.name, hexes),)
        return tuple(play(seat, card.name, hexes, t) for t in targets)


class _Flags(dict[tuple[str, ...], int]):
    """Hand -> the flags of its cards; filled as it is asked, within a bound."""

    def __init__(self, cards: Mapping[str, Card]) -> None:
        super().__init__()
        moments = {"reaction": REACTION, "arrival": ARRIVAL, "any": ANY, "hexed": HEXED, "dealt": DEALT, "intended": 0}
        self.of = {name: RACE if c.race and c.moment == "any" else moments[c.moment] for name, c in cards.items()}

    def __missing__(self, hand: tuple[str, ...]) -> int:
        if len(self) > CACHE_LIMIT:
            self.clear()
        flags = 0
        for name in hand:
            flags |= self.of[name]
        self[hand] = flags
        return flags


class _FactsOf(dict[tuple[str, ...], Facts]):
    """Tokens -> what they amount to (Getting Hexed; Enhanced Deflections)."""

    def __init__(self, rules: Rules) -> None:
        super().__init__()
        self.rules = rules

    def __missing__(self, tokens: tuple[str, ...]) -> Facts:
        if len(self) > CACHE_LIMIT:
            self.clear()
        rules, broken = self.rules, self.rules.broken
        counted = tokens
        if "hexhex.play.effects_cumulative=once" in broken:
            counted = tuple(dict.fromkeys(tokens))
        cards = [rules.cards[name] for name in counted]
        thrice = sum(c.thrice for c in cards)
        loss = 0 if "hexhex.hexed.loss_one=nothing" in broken else 1
        gain = 0 if "hexhex.hexed.gain_one=nothing" in broken else 1
        if thrice:
            reading = rules.reading["double_twice"]
            two = 0 if "hexhex.double_thrice.loss=one" in broken else 2
            one = 0 if "hexhex.double_thrice.gain=one" in broken or rules.reading["double_gain"] == "rule" else 1
            if reading == "times":
                loss, gain = loss * (1 + two) ** thrice, gain * (1 + one) ** thrice
            else:
                times = 1 if reading == "once" else thrice
                loss, gain = loss + two * times, gain + one * times
        more = sum(c.loss for c in cards)
        if rules.on("hexhex.card.rend.effect"):
            loss += more
        gain += sum(c.gain for c in cards)
        if "hexhex.hexed.extra_loss_no_extra_gain=gains_too" in broken:
            gain += more
        compel = ""
        for c in cards:
            if c.compel and (not compel or rules.on("hexhex.fixation.compel_over_compel")):
                compel = c.compel
        facts = self[tokens] = Facts(loss, gain, sum(c.sting for c in cards), compel)
        return facts
