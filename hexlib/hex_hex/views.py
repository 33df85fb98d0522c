"""What one seat may know of a state, and the words for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from hexlib.game import TABLE, Chip, Panel, Rng, Side, View
from hexlib.hex_hex.actions import NAMES
from hexlib.hex_hex.frames import (
    ANSWER,
    COMMITTED,
    DEALT,
    HEXED,
    OVER,
    PHASES,
    RACE,
    WINDOWS,
    Entry,
    Frame,
    Hex,
)  # fmt: skip
from hexlib.hex_hex.laws import Law

if TYPE_CHECKING:
    from hexlib.hex_hex.game import HexHex
    from hexlib.hex_hex.state import HexHexState

__all__ = ["HIDDEN", "HexHexView"]

HIDDEN = "?"
"""Stands for a card that the viewer may not see."""

_WORDS = {
    "cast": "{} casts the first Hex",
    "dealt": "{} plays a card that was dealt",
    "least": "{} selects the dealer",
    "borrow": "{} borrows a card",
    "answer": "{} must answer",
    "choose": "{} chooses the target by Command",
    "hexed": "{} is Hexed and plays a card for it",
    "show": "{} must show a card",
    "keep": "{} keeps or discards the hand",
    "revenge": "{} may take revenge",
    "opposite": "{} chooses who of those opposite is affected as well",
    "stack": "{} stacks the hand by the law",
}
_WINDOWS = {
    "arrive": "a card may be played out of turn",
    "react": "what was turned up may be cancelled",
    "card": "the last card may be cancelled",
    "hexcard": "the last card may be cancelled",
}


@dataclass(frozen=True, slots=True)
class HexHexView(View):
    """Public facts, the viewer's own cards, and ``"?"`` for each card that is hidden from the viewer."""

    game: HexHex
    seat: int | None
    round: int
    first_dealer: int
    dealer: int
    caster: int
    passer: int
    phase: str
    asked: int
    """Who decides, where everybody may know it, or where it is the viewer; otherwise -1."""
    voice: tuple[int, ...]
    start_voice: tuple[int, ...]
    hands: tuple[tuple[str, ...], ...]
    """A card that was readied unseen counts as still in the hand, except in its player's own view."""
    played: tuple[tuple[str, ...], ...]
    spent: tuple[tuple[str, ...], ...]
    down: tuple[tuple[str, ...], ...]
    standing: tuple[tuple[tuple[str, int], ...], ...]
    granted: tuple[tuple[str, ...], ...]
    deck: int
    discard: tuple[str, ...]
    """What everybody has seen go there, in the catalogue's order."""
    buried: int
    """How many cards of the discard pile went there unseen."""
    hexes: tuple[Hex, ...]
    next_hex: int
    step_from: int
    ready: tuple[Entry, ...]
    """Cards that were turned up, and those that the viewer has readied."""
    lost: tuple[int, ...]
    charmed: tuple[int, ...]
    command: tuple[int, ...]
    firsts: tuple[int, ...]
    foretold: int
    borrowed: tuple[tuple[tuple[str, int], ...], ...]
    lent: tuple[tuple[str, ...], ...]
    """How many is known to all, which to their player."""
    pox: tuple[int, ...]
    rights: tuple[int, ...]
    tally: tuple[int, ...]
    laws: tuple[Law, ...]
    agenda: tuple[Frame, ...]
    """Without the passes of others."""
    winner: int

    @classmethod
    def of(cls, state: HexHexState, seat: int | None) -> HexHexView:
        """The view of a seat, of a bystander (None) or of an open table (``TABLE``)."""
        n = state.game.rules.n
        unseen = [e for e in state.ready if e.stage == COMMITTED]
        own = [e for e in unseen if seat in (e.seat, TABLE)]

        def hand(s: int) -> tuple[str, ...]:
            if seat in (s, TABLE):
                return state.hand[s]
            more = sum((1 + bool(e.other)) for e in unseen if e.seat == s and e.owner < 0)
            return (HIDDEN,) * (len(state.hand[s]) + more)

        def hidden(s: int, cards: tuple[str, ...]) -> tuple[str, ...]:
            return cards if seat in (s, TABLE) else (HIDDEN,) * len(cards)

        def lent(s: int) -> tuple[tuple[str, int], ...]:
            more = [(e.card, e.owner) for e in unseen if e.seat == s and e.owner >= 0 and seat not in (s, TABLE)]
            return tuple((c if seat in (s, w, TABLE) else HIDDEN, w) for c, w in (*state.borrowed[s], *more))

        kind = state.agenda[-1][0]
        holder = {h.num: h.holder for h in state.hexes}
        asked = state.asked
        public = kind not in WINDOWS and not (kind == ANSWER and len(_answering(state)) > 1)
        if not public and seat != TABLE and not (seat is not None and seat in state.deciding()):
            asked = -1
        elif not public and seat is not None and seat != TABLE:
            asked = seat
        return cls(
            game=state.game,
            seat=seat,
            round=state.round,
            first_dealer=state.first_dealer,
            dealer=state.dealer,
            caster=state.caster,
            passer=state.passer,
            phase=PHASES[kind],
            asked=asked,
            voice=tuple(state.voice),
            start_voice=state.start_voice,
            hands=tuple(hand(s) for s in range(n)),
            played=tuple(state.played),
            spent=tuple(state.spent),
            down=tuple(hidden(s, state.down[s]) for s in range(n)),
            standing=tuple(state.standing),
            granted=state.granted,
            deck=len(state.deck),
            discard=tuple(sorted(state.discard, key=state.game.rules.order)),
            buried=len(state.buried),
            hexes=tuple(state.hexes),
            next_hex=state.next_hex,
            step_from=state.step_from,
            ready=tuple(e for e in state.ready if e.stage != COMMITTED or e in own),
            lost=tuple(x for x in state.lost if x > 0 or seat in (TABLE, holder[-x])),
            charmed=tuple(state.charmed),
            command=tuple(state.command),
            firsts=tuple(state.firsts),
            foretold=state.foretold,
            borrowed=tuple(lent(s) for s in range(n)),
            lent=tuple(hidden(s, state.lent[s]) for s in range(n)),
            pox=tuple(state.pox),
            rights=tuple(state.rights),
            tally=tuple(state.tally),
            laws=state.laws,
            agenda=tuple(_public(f, seat, state.game.rules.everybody) for f in state.agenda),
            winner=state.winner,
        )

    # -- words -----------------------------------------------------------------------------------------------------

    @property
    def holders(self) -> tuple[int, ...]:
        """The Intended, clockwise from the caster."""
        n = self.game.rules.n
        held = {h.holder for h in self.hexes}
        return tuple(s for s in ((self.caster + k) % n for k in range(n)) if s in held)

    @property
    def answering(self) -> tuple[int, ...]:
        """The Intended who have yet to answer, as everybody may know it; the others' cards are turned up already."""
        found = _answering(self)
        return tuple(s for s in self.holders if s in found)

    @property
    def player(self) -> str:
        """Who decides, as everybody may know it: a name, "several", "anybody" (a window), "table" or "none"."""
        if self.phase == "over":
            return "none"
        if self.phase == "race":
            return "table"
        if self.phase in _WINDOWS:
            return "anybody"
        if self.phase == "answer" and len(self.answering) > 1:
            return "several"
        return NAMES[self.asked]

    def facts(self) -> Mapping[str, Any]:
        """Numbers and names, in a fixed order."""
        names = NAMES[: self.game.rules.n]

        def each(values: tuple[Any, ...]) -> dict[str, Any]:
            return dict(zip(names, values, strict=True))

        return {
            "round": self.round,
            "rounds": self.game.rounds,
            "phase": self.phase,
            "player": self.player,
            "dealer": names[self.dealer],
            "caster": names[self.caster],
            "voice": each(self.voice),
            "intended": [names[s] for s in self.holders],
            "hexes": [" ".join((f"#{h.num}", names[h.holder], *h.tokens)) for h in self.hexes],
            "senders": {f"#{h.num}": names[h.sender] for h in self.hexes},
            "hand": each(tuple(len(h) for h in self.hands)),
            "cards": each(tuple(list(h) for h in self.hands)),
            "played": each(tuple(list(p) for p in self.played)),
            "cancelled": each(tuple(list(p) for p in self.spent)),
            "standing": each(tuple([c if w < 0 else f"{c} > {names[w]}" for c, w in pairs] for pairs in self.standing)),
            "deck": self.deck,
            "discard": len(self.discard) + self.buried,
            "laws": [law.name for law in self.laws],
            "winner": names[self.winner] if self.winner >= 0 else "none",
        }

    def headline(self) -> str:
        """Round, Hexes and whose decision, or the result."""
        if self.phase == "over":
            return f"The game is over: {NAMES[self.winner]} wins with {self.voice[self.winner]} Voice."
        what = f"Round {self.round} of {self.game.rounds}"
        if self.round > self.game.rounds:
            what = "Tie-breaker"
        elif self.round == self.game.rounds:
            what = "The last round"
        if self.phase == "race":
            return f"{what}: HEX HEX! Who is the last?"
        if self.phase in _WINDOWS:
            return f"{what}: {_WINDOWS[self.phase]}."
        if self.player == "several":
            names = [NAMES[s] for s in self.answering]
            return f"{what}: {', '.join(names[:-1])} and {names[-1]} answer at the same time."
        return f"{what}: {_WORDS.get(self.phase, '{} is next').format(NAMES[self.asked])}."

    def sides(self) -> tuple[Side, ...]:
        """One entry a seat: Voice, the Hexes before the player, cards."""
        out = []
        for s in range(self.game.rules.n):
            chips = []
            for h in self.hexes:
                if h.holder == s:
                    facts = self.game.rules.facts[h.tokens]
                    titles = ", ".join(self.game.rules.cards[t].title for t in h.tokens)
                    label = f"Hex #{h.num} from {NAMES[h.sender]}" + (f": {titles}" if titles else "")
                    chips.append(Chip("hex", label, f"-{facts.loss}"))
            role = "Intended" if chips else "to act" if self.player == NAMES[s] else ""
            rows = [("Voice", str(self.voice[s])), ("Hand", str(len(self.hands[s])))]
            rows.append(("Played", str(len(self.played[s]))))
            for card, who in self.standing[s]:
                title = self.game.rules.cards[card].title
                rows.append((title, NAMES[who] if who >= 0 else "in play"))
            out.append(Side(s, NAMES[s], role, str(self.voice[s]), tuple(chips), tuple(rows)))
        return tuple(out)

    def panels(self) -> tuple[Panel, ...]:
        """The Hexes, who may act now, the round and the laws; see ``panels.py``."""
        from hexlib.hex_hex.panels import panels

        return panels(self)

    def text(self) -> str:
        """The table as text."""
        rules = self.game.rules
        lines = [self.headline()]
        for s in range(rules.n):
            marks = [w for w, there in (("dealer", s == self.dealer), ("caster", s == self.caster)) if there]
            cards = ", ".join(rules.cards[c].title if c != HIDDEN else HIDDEN for c in self.hands[s]) or "no cards"
            line = f"{NAMES[s]:4} {self.voice[s]:3}  {cards}"
            if marks:
                line += f"  ({', '.join(marks)})"
            lines.append(line)
            for card, who in self.standing[s]:
                lines.append(f"          {rules.cards[card].title}" + (f" on {NAMES[who]}" if who >= 0 else ""))
        for h in self.hexes:
            tokens = "".join(f" +{rules.cards[t].title}" for t in h.tokens)
            lines.append(f"Hex #{h.num}: {NAMES[h.sender]} > {NAMES[h.holder]}{tokens}")
        for e in self.ready:
            where = ", ".join(f"#{x}" for x in e.hexes)
            aim = f" > {NAMES[e.target]}" if e.target >= 0 else ""
            lines.append(f"  {NAMES[e.seat]}: {e.card} {e.other}".rstrip() + f" on {where}{aim}")
        return "\n".join(lines)

    # -- sampling --------------------------------------------------------------------------------------------------

    def determinize(self, rng: Rng) -> HexHexState:
        """A full state that looks the same from this seat: hidden cards are drawn from those that are nowhere in view.

        Among the samples one is taken in which somebody can really act now, if one is found soon.
        """
        state = self._sample(rng)
        for _ in range(40):
            if self._alive(state):
                break
            state = self._sample(rng)
        return state

    def _alive(self, state: HexHexState) -> bool:
        """Whether the sample could rest here; if so, ``asked`` is set."""
        kind = PHASES.index(self.phase)
        if kind in WINDOWS or kind == ANSWER:
            seats = state.deciding()
            if self.asked >= 0 and self.asked not in seats:
                return False
            if self.asked < 0 and self.seat in seats:
                return False
            if not seats:
                return False
            state.asked = self.asked if self.asked >= 0 else seats[0]
            return True
        if kind == DEALT:
            return any(state.game.rules.cards[c].moment == "dealt" for c in state.hand[state.asked])
        if kind == HEXED:
            return any(state.game.rules.cards[c].moment == "hexed" for c in state.hand[state.asked])
        return bool(kind in (OVER, RACE) or state.legal_actions(state.asked))

    def _sample(self, rng: Rng) -> HexHexState:
        from hexlib.hex_hex.setup import blank

        rules = self.game.rules
        state = blank(self.game)
        state.round, state.first_dealer = self.round, self.first_dealer
        state.dealer, state.caster, state.passer = self.dealer, self.caster, self.passer
        state.voice, state.start_voice = list(self.voice), self.start_voice
        state.played, state.spent, state.standing = list(self.played), list(self.spent), list(self.standing)
        state.granted = self.granted
        state.hexes, state.next_hex, state.step_from = list(self.hexes), self.next_hex, self.step_from
        state.ready, state.lost = list(self.ready), self.lost
        state.charmed, state.command, state.firsts = list(self.charmed), list(self.command), list(self.firsts)
        state.foretold, state.winner, state.laws = self.foretold, self.winner, self.laws
        state.pox, state.rights, state.tally = list(self.pox), list(self.rights), list(self.tally)
        state.agenda = list(self.agenda)
        state.asked = max(self.asked, 0)
        state.discard = list(self.discard)
        state.rng = rng.next64()
        unseen = rng.shuffled(self._unseen())

        def deal(cards: tuple[str, ...], order: bool) -> tuple[str, ...]:
            out = [
                unseen.pop() if c == HIDDEN and unseen else rng.choice(list(rules.cards)) if c == HIDDEN else c
                for c in cards
            ]
            return tuple(sorted(out, key=rules.order)) if order else tuple(out)

        for s in range(rules.n):
            state.hand[s] = deal(self.hands[s], not self.foretold >> s & 1)
            state.down[s] = deal(self.down[s], False)
            state.borrowed[s] = tuple((deal((c,), False)[0], w) for c, w in self.borrowed[s])
        for s in range(rules.n):
            known = [c for c in self.lent[s] if c != HIDDEN]
            state.lent[s] = tuple(known) + state.hand[s][: len(self.lent[s]) - len(known)]
        state.buried = list(deal((HIDDEN,) * self.buried, False))
        state.deck = list(deal((HIDDEN,) * self.deck, False))
        return state

    def _unseen(self) -> list[str]:
        rest = Counter(dict(self.game.rules.set.copies)) + Counter(c for cards in self.granted for c in cards)
        for cards in (self.discard, *self.hands, *self.played, *self.spent, *self.down):
            rest -= Counter(c for c in cards if c != HIDDEN)
        for pairs in (*self.standing, *self.borrowed):
            rest -= Counter(c for c, _ in pairs if c != HIDDEN)
        for e in self.ready:
            if e.owner < 0:
                rest -= Counter([e.card, *([e.other] if e.other else [])])
        rest -= Counter(f[2] for f in self.agenda if PHASES[f[0]] in ("card", "hexcard"))
        return sorted(rest.elements(), key=self.game.rules.order)


def _answering(table: HexHexState | HexHexView) -> set[int]:
    """Who has a Hex of this step for which no card was turned up and that is not lost."""
    turned = {num for e in table.ready if e.stage != COMMITTED for num in e.hexes}.union(table.lost)
    return {h.holder for h in table.hexes if h.num < table.step_from and h.num not in turned}


def _public(frame: Frame, seat: int | None, everybody: int) -> Frame:
    """A window without the passes that the viewer may not know of."""
    if frame[0] not in WINDOWS or seat == TABLE:
        return frame
    mask = everybody
    if seat is not None:
        mask &= ~(1 << seat) | frame[-1]
    if len(frame) > 2:
        mask &= ~(1 << frame[1])
    return (*frame[:-1], mask)
