"""Building a deck step by step: what there is, what is in, what it costs, and what is still wrong.

Plain Python without a screen. Every input leaves a complete builder and a message; none raises.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from hexlib.game import Reason
from hexlib.knee_deep import deckfile
from hexlib.knee_deep.deckfile import DeckError, DeckList
from hexlib.knee_deep.decks import AUTHORITY, DECK_SIZE, VARIANTS, Deck, Terms, explain

__all__ = ["DeckBuilder", "Row"]

MOST_STEPS = 500
"""How many steps can be undone."""


@dataclass(frozen=True, slots=True)
class Row:
    """One card of the catalogue, as the builder lists it."""

    name: str
    title: str
    kind: str
    """"War" or "Action"."""
    owner: str
    """The title of its companion, or "Neutral"."""
    text: str
    material: int
    price: int
    """Authority points for one more copy."""
    foreign: bool
    signature: bool
    in_deck: int
    in_base: int
    """Copies that belong to the basic deck and stay."""
    available: int
    """Copies that the pool holds besides the basic deck."""
    add: tuple[Reason, ...]
    """Why no further copy can be added; empty if one can."""
    reconstructed: bool = True

    @property
    def can_remove(self) -> bool:
        """Whether a copy can be taken out."""
        return self.in_deck > self.in_base


class DeckBuilder:
    """A deck in the making.

    Args:
        companions: the two companions whose cards make the basic deck.
        variant: ``"casual"``, ``"simple"`` or ``"advanced"``.
        pool: for Simple Deck Building, the cards that the draft gave; by default what one box leaves.
        terms: the set of cards, the rulings in force and the rules broken on purpose.
        name: the deck's name.

    Raises:
        ValueError: no such variant, or companions that are not two of one faction.
    """

    def __init__(
        self,
        companions: Sequence[str] = ("bukseon-general", "bukseon-commander"),
        variant: str = "advanced",
        *,
        pool: Deck | None = None,
        terms: Terms | None = None,
        name: str = "",
    ) -> None:
        self.terms = terms or Terms()
        start = DeckList(tuple(companions), {}, variant, name, dict(pool or {}))
        wrong = [r for r in start.explain(self.terms) if r.rule == "kdh.setup.two_companions"]
        if wrong:
            raise ValueError(" ".join(map(str, wrong)))
        self._deck = self._fresh(start)
        self._past: list[DeckList] = []
        self._future: list[DeckList] = []
        self._watchers: tuple[Callable[[], None], ...] = ()
        self.message = ""

    def _fresh(self, deck: DeckList) -> DeckList:
        """The basic deck of those companions; in a casual game, the whole deck."""
        box = self.terms.box
        cards = box.casual(deck.companions) if deck.variant == "casual" else box.base(deck.companions)
        return replace(deck, cards=self._sorted(cards))

    def _sorted(self, cards: Mapping[str, int]) -> dict[str, int]:
        return {name: cards[name] for name in self.terms.box.cards if cards.get(name)}

    # -- what there is to see --------------------------------------------------------------------------------------

    @property
    def deck(self) -> DeckList:
        """The deck as it is now."""
        return self._deck

    @property
    def size(self) -> int:
        """Cards in the deck."""
        return sum(self._deck.cards.values())

    @property
    def base(self) -> dict[str, int]:
        """The basic deck."""
        return self.terms.box.base(self._deck.companions)

    @property
    def added(self) -> dict[str, int]:
        """The cards beside the basic deck."""
        base = self.base
        return {n: k - base.get(n, 0) for n, k in self._deck.cards.items() if k > base.get(n, 0)}

    @property
    def pool(self) -> dict[str, int]:
        """Cards that may be added: those of the draft, or of two boxes."""
        deck, box = self._deck, self.terms.box
        if deck.variant == "simple":
            return dict(deck.pool) or box.remaining(deck.companions)
        if deck.variant == "casual":
            return box.neutral_set()
        return {name: 2 * n for name, n in box.strategy_cards().items()}

    @property
    def foreign(self) -> int:
        """Foreign cards in the deck."""
        mine = self._deck.companions
        return sum(n for card, n in self.added.items() if self.terms.foreign(card, mine))

    @property
    def authority_left(self) -> int:
        """Authority points that are left; below 0 if too many are spent."""
        return AUTHORITY - self.terms.spent(self.added, self._deck.companions)

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """Everything that is still wrong with the deck."""
        return self._deck.explain(self.terms)

    @property
    def legal(self) -> bool:
        """Whether the deck may be played."""
        return not self.reasons

    def why_not(self, card: str) -> tuple[Reason, ...]:
        """Why no further copy of the card can be added; that the deck is not full yet does not count."""
        deck = self._deck
        more = {**deck.cards, card: deck.cards.get(card, 0) + 1}
        pool = self.pool if deck.variant == "simple" else None
        found = explain(more, deck.companions, deck.variant, pool=pool, terms=self.terms)
        old = set(self.reasons)  # what was wrong before is no reason against this card
        small = sum(more.values()) <= DECK_SIZE
        out = []
        for reason in found:
            if small and reason.rule.endswith((".exactly_25", ".fill_to_25", ".deck_size", ".start_with_16")):
                continue
            late = deck.variant == "casual" and more[card] <= self.pool.get(card, 0)
            if reason not in old and not late:
                out.append(reason)
        return tuple(out)

    def rows(self, words: str = "", owner: str = "") -> tuple[Row, ...]:
        """The cards of the catalogue whose title or text holds the words, of one owner if that is named."""
        box, mine, pool, base = self.terms.box, self._deck.companions, self.pool, self.base
        out = []
        for name, card in box.cards.items():
            if owner and card.owner != owner:
                continue
            if words and words.casefold() not in f"{card.title} {card.text}".casefold():
                continue
            holder = box.companions.get(card.owner)
            out.append(
                Row(
                    name=name,
                    title=card.title,
                    kind="War" if card.is_war else "Action",
                    owner=holder.title if holder else "Neutral",
                    text=card.text,
                    material=card.material,
                    price=self.terms.price(name, mine),
                    foreign=self.terms.foreign(name, mine),
                    signature=card.signature,
                    in_deck=self._deck.cards.get(name, 0),
                    in_base=base.get(name, 0),
                    available=pool.get(name, 0),
                    add=self.why_not(name),
                    reconstructed=bool(card.reconstructed),
                )
            )
        return tuple(out)

    def summary(self) -> str:
        """One line: size, what is in it, and what is left to spend."""
        added, cards = self.added, self.terms.box.cards
        neutral = sum(n for c, n in added.items() if cards[c].owner == "neutral")
        war = sum(n for c, n in self._deck.cards.items() if cards[c].is_war)
        text = f"{self.size} of {DECK_SIZE} cards, {war} of them War cards; {neutral} neutral, {self.foreign} foreign"
        if self._deck.variant == "advanced":
            text += f"; {self.authority_left} of {AUTHORITY} authority points left"
        return text + "."

    # -- inputs ----------------------------------------------------------------------------------------------------

    def on_change(self, watcher: Callable[[], None]) -> Callable[[], None]:
        """Call ``watcher`` after every input; the result takes it away again."""
        self._watchers = (*self._watchers, watcher)

        def remove() -> None:
            self._watchers = tuple(w for w in self._watchers if w is not watcher)

        return remove

    def _set(self, deck: DeckList, message: str) -> None:
        if deck != self._deck:
            self._past = [*self._past, self._deck][-MOST_STEPS:]
            self._future = []
            self._deck = deck
        self._say(message)

    def _say(self, message: str) -> None:
        self.message = message
        for watcher in self._watchers:
            watcher()

    def add(self, card: str) -> None:
        """One copy more, if that is allowed; else the message says why not."""
        found = self.terms.box.cards.get(card)
        if found is None:
            self._say(f"No card is named {card[:60]!r}.")
            return
        reasons = self.why_not(card)
        if reasons:
            self._say(" ".join(f"{r.text} {r.hint}".strip() for r in reasons))
            return
        cards = {**self._deck.cards, card: self._deck.cards.get(card, 0) + 1}
        self._set(replace(self._deck, cards=self._sorted(cards)), f"{found.title} is in the deck.")

    def remove(self, card: str) -> None:
        """One copy less; cards of the basic deck stay."""
        found = self.terms.box.cards.get(card)
        have = self._deck.cards.get(card, 0)
        if found is None or not have:
            self._say(f"The deck holds no {found.title if found else card[:60]}.")
        elif have <= self.base.get(card, 0) and self.terms.on("kdh.deckbuilding.start_with_16"):
            self._say(f"{found.title} belongs to the basic deck, which stays whole.")
        else:
            cards = {**self._deck.cards, card: have - 1}
            self._set(replace(self._deck, cards=self._sorted(cards)), f"{found.title} is out of the deck.")

    def choose(self, companions: Sequence[str]) -> None:
        """Other companions: another basic deck. What was added and is still allowed stays."""
        fresh = replace(self._deck, companions=tuple(companions), cards={})
        wrong = [r for r in fresh.explain(self.terms) if r.rule == "kdh.setup.two_companions"]
        if wrong:
            self._say(" ".join(f"{r.text} {r.hint}".strip() for r in wrong))
            return
        self._restart(fresh, self.added, "New companions, new basic deck.")

    def change_variant(self, variant: str) -> None:
        """Build under the terms of another variant. What was added and is still allowed stays."""
        if variant not in VARIANTS:
            self._say(f"There is no variant {variant[:40]!r}; there are {', '.join(VARIANTS)}.")
            return
        self._restart(replace(self._deck, variant=variant, pool={}), self.added, f"Now {variant}.")

    def _restart(self, deck: DeckList, added: Deck, message: str) -> None:
        old = self._deck
        self._deck = self._fresh(deck)
        for card, n in added.items():
            for _ in range(n if deck.variant != "casual" else 0):
                if not self.why_not(card):
                    cards = {**self._deck.cards, card: self._deck.cards.get(card, 0) + 1}
                    self._deck = replace(self._deck, cards=self._sorted(cards))
        new, self._deck = self._deck, old
        lost = sum(added.values()) - (sum(new.cards.values()) - sum(self._fresh(deck).cards.values()))
        if lost > 0 and deck.variant != "casual":
            message += f" {lost} of the cards added before had to go."
        self._set(new, message)

    def fill(self) -> None:
        """Fill up to 25 with neutral cards, as far as they are to be had."""
        before = self.size
        deck = self._deck
        for card in self.terms.box.neutral_set():
            for _ in range(self.pool.get(card, 0)):
                if sum(self._deck.cards.values()) < DECK_SIZE and not self.why_not(card):
                    cards = {**self._deck.cards, card: self._deck.cards.get(card, 0) + 1}
                    self._deck = replace(self._deck, cards=self._sorted(cards))
        new, self._deck = self._deck, deck
        self._set(new, f"{sum(new.cards.values()) - before} neutral cards added.")

    def clear(self) -> None:
        """Back to the basic deck."""
        self._set(self._fresh(self._deck), "Only the basic deck is left.")

    def undo(self) -> None:
        """Take the last change back."""
        if not self._past:
            self._say("There is nothing to undo.")
            return
        self._future = [*self._future, self._deck]
        self._deck = self._past[-1]
        self._past = self._past[:-1]
        self._say("Undone.")

    def redo(self) -> None:
        """Do it again."""
        if not self._future:
            self._say("There is nothing to do again.")
            return
        self._past = [*self._past, self._deck]
        self._deck = self._future[-1]
        self._future = self._future[:-1]
        self._say("Done again.")

    def rename(self, name: str) -> None:
        """Give the deck a name."""
        clean = "".join(c for c in name if c.isprintable())[: deckfile.MOST_NAME]
        self._set(replace(self._deck, name=clean), "")

    def text(self) -> str:
        """The deck as TOML, legal or not."""
        return deckfile.dumps(self._deck)

    def load(self, text: str) -> None:
        """Take over a deck from its text; a text that is no deck changes nothing, and the message says why."""
        try:
            deck = deckfile.loads(text, self.terms)
            wrong = [r for r in deck.explain(self.terms) if r.rule == "kdh.setup.two_companions"]
            if wrong:
                raise DeckError(" ".join(r.text for r in wrong), "companions")
        except DeckError as error:
            self._say(f"This deck cannot be read. {error}")
            return
        self._set(deck, f"Loaded{f' {deck.name}' if deck.name else ''}: {sum(deck.cards.values())} cards.")
