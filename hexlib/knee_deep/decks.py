"""Decks: what belongs in them in each of the three ways to make one, and why a deck is not allowed.

A deck is a mapping from a card's name to how many copies it holds, the 16 cards of the basic deck counted. Everything
here is plain data; the draft and the purchase as decisions of a play are in ``draft.py``, the builder that a reader
uses in ``deckbuilder.py``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from hexlib.game import Reason, Rng
from hexlib.knee_deep.components import CARDS, COMPANIONS, DECKS, Card, Companion
from hexlib.spelling import meant, nearest

__all__ = [
    "AUTHORITY",
    "BASE_SIZE",
    "BOX",
    "DECK_SIZE",
    "MOST_FOREIGN",
    "VARIANTS",
    "Box",
    "Deck",
    "Terms",
    "amount",
    "explain",
    "likely",
    "listed",
    "spelled",
]

Deck = Mapping[str, int]
"""Card name to number of copies."""

VARIANTS = ("casual", "simple", "advanced")
"""The ways to make a deck: the casual set-up, and the two variants (Deck Building; ruling K16)."""
DECK_SIZE = 25
BASE_SIZE = 16
MOST_FOREIGN = 4
"""Foreign cards in a deck of Simple Deck Building."""
AUTHORITY = 8
"""Authority points of each player (Authority Points)."""
MOST_OF_A_NAME = 2
"""Cards of one name in a deck of Advanced Deck Building."""
NEUTRAL_SETS = 2
"""A box holds the nine neutral cards of the casual deck this often, once for each player (Components)."""


@dataclass(frozen=True)
class Box:
    """The cards and companions of one set."""

    cards: Mapping[str, Card]
    companions: Mapping[str, Companion]

    def base(self, companions: Iterable[str]) -> dict[str, int]:
        """The basic deck: all strategy cards of the two companions (Casual Deck Setup)."""
        mine = set(companions)
        return {name: card.copies for name, card in self.cards.items() if card.owner in mine}

    def neutral_set(self) -> dict[str, int]:
        """The nine neutral cards that each player of a casual game gets."""
        return {name: card.copies for name, card in self.cards.items() if card.owner == "neutral"}

    def casual(self, companions: Iterable[str]) -> dict[str, int]:
        """The deck of a casual game: the basic deck and the nine neutral cards."""
        return {**self.base(companions), **self.neutral_set()}

    def strategy_cards(self) -> dict[str, int]:
        """All strategy cards of one box: 18 neutral ones and eight a companion."""
        return {n: c.copies * (NEUTRAL_SETS if c.owner == "neutral" else 1) for n, c in self.cards.items()}

    def remaining(self, *pairs: Iterable[str]) -> dict[str, int]:
        """What is left of a box when the basic decks of those companions are made (Simple Deck Building)."""
        taken = {owner for pair in pairs for owner in pair}
        return {n: number for n, number in self.strategy_cards().items() if self.cards[n].owner not in taken}

    def foreign(self, card: str, companions: Sequence[str], reading: str = "companion") -> bool:
        """Whether the card belongs to a companion that was not chosen; neutral cards never do (ruling K15)."""
        owner = self.cards[card].owner
        if owner == "neutral" or owner in companions:
            return False
        if reading == "faction":
            factions = {self.companions[name].faction for name in companions}
            return owner not in self.companions or self.companions[owner].faction not in factions
        return True


BOX = Box(CARDS, COMPANIONS)
"""The set that the game comes with."""


@dataclass(frozen=True)
class Terms:
    """Under which terms a deck is judged: the set, the rulings, and the rules broken on purpose."""

    box: Box = BOX
    rulings: Mapping[str, str | int] = field(default_factory=dict)
    broken: frozenset[str] = frozenset()

    def on(self, rule: str) -> bool:
        """Whether the rule is in force."""
        return rule not in self.broken

    def foreign(self, card: str, companions: Sequence[str]) -> bool:
        """Whether the card is foreign to a deck of those companions."""
        return self.box.foreign(card, companions, str(self.rulings.get("foreign_cards", "companion")))

    def price(self, card: str, companions: Sequence[str]) -> int:
        """Authority points for one copy of the card added to a deck of those companions (ruling K17)."""
        found = self.box.cards[card]
        if found.owner == "neutral":
            return 0 if self.on("kdh.advanced.neutral_free") else 1
        if self.rulings.get("authority_pays_for", "foreign") == "all" or self.foreign(card, companions):
            return found.authority
        return 0

    def spent(self, added: Deck, companions: Sequence[str]) -> int:
        """Authority points for all cards added to the basic deck; every copy is paid for (Authority Points)."""
        each = self.on("kdh.authority.individual_purchase")
        return sum(self.price(name, companions) * (n if each else min(n, 1)) for name, n in added.items())

    def most_foreign(self, pool: Deck, companions: Sequence[str]) -> int:
        """How many foreign cards a deck of that pool may hold; more than four only by one reading of ruling K19."""
        if self.rulings.get("pool_too_foreign", "stands") == "relaxed":
            others = sum(n for name, n in pool.items() if not self.foreign(name, companions))
            return max(MOST_FOREIGN, DECK_SIZE - BASE_SIZE - others)
        return MOST_FOREIGN


def spelled(card: str, cards: Iterable[str] = CARDS) -> str:
    """The end of a message about a name that no card has."""
    return f"no card is named {card[:60]!r}{meant(card, cards) or '.'}"


def amount(count: int, noun: str) -> str:
    """ "1 card", "3 cards"."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def listed(deck: Deck, cards: Mapping[str, Card] = CARDS) -> str:
    """ "2 Sling and 1 War Bots"."""
    parts = [f"{n} {cards[name].title}" for name, n in deck.items() if n]
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


def _sum(deck: Mapping[str, int]) -> int:
    return sum(deck.values())


def explain(
    deck: Deck | Iterable[str],
    companions: Sequence[str],
    variant: str = "casual",
    *,
    pool: Deck | None = None,
    terms: Terms | None = None,
) -> tuple[Reason, ...]:
    """Every reason why the deck is not allowed; none if it is.

    Args:
        deck: the whole deck, names with numbers of copies or a plain list of names.
        companions: the two companions whose cards make the basic deck.
        variant: ``"casual"``, ``"simple"`` or ``"advanced"``.
        pool: for Simple Deck Building, the cards that the draft gave this player; without it, what one box leaves.
        terms: the set of cards, the rulings in force and the rules broken on purpose.

    Raises:
        ValueError: there is no such variant.
    """
    if variant not in VARIANTS:
        raise ValueError(f"there is no variant {variant!r}; there are {', '.join(VARIANTS)}")
    terms = terms or Terms()
    cards = terms.box.cards
    counts = dict(deck) if isinstance(deck, Mapping) else dict(Counter(deck))
    reasons = list(_companions(companions, terms))
    unknown = [name for name in counts if name not in cards]
    for name in unknown:
        reasons.append(Reason("kdh.advanced.entire_pool", f"In this set {spelled(str(name), cards)}"))
    for name, n in counts.items():
        if type(n) is not int or not 0 <= n <= 99:
            text = f"A deck cannot hold {n!r:.20} copies of {str(name)[:60]}."
            reasons.append(Reason("kdh.deckbuilding.fill_to_25", text))
    if reasons:
        return tuple(reasons)
    counts = Counter({name: n for name, n in counts.items() if n})
    base = terms.box.base(companions)
    missing = {name: n - counts[name] for name, n in base.items() if counts[name] < n}
    if missing and terms.on("kdh.deckbuilding.start_with_16"):
        rule = "kdh.casual.base_deck" if variant == "casual" else "kdh.deckbuilding.start_with_16"
        text = f"The basic deck has all {_sum(base)} cards of the two companions; {amount(_sum(missing), 'card')} "
        text += f"{'is' if _sum(missing) == 1 else 'are'} missing."
        reasons.append(Reason(rule, text, hint=f"Put back {listed(missing, cards)}."))
    added = {name: n - base.get(name, 0) for name, n in counts.items() if n > base.get(name, 0)}
    reasons += _size(_sum(counts), variant, terms)
    if variant == "casual":
        reasons += _casual(added, terms)
    elif variant == "simple":
        given = terms.box.remaining(companions) if pool is None else pool
        reasons += _simple(added, companions, given, terms)
    else:
        reasons += _advanced(counts, added, companions, terms)
    return tuple(reasons)


def _companions(companions: Sequence[str], terms: Terms) -> list[Reason]:
    """Two different companions of one faction (Choose a Faction and Two Companions)."""
    rule = "kdh.setup.two_companions"
    known = terms.box.companions
    for name in companions:
        if name not in known:
            near = nearest(name, known)
            hint = f"{near[0].upper()}{near[1:]}{'' if near.endswith('?') else '.'}"
            return [Reason(rule, f"No companion is named {str(name)[:60]!r}.", hint=hint)]
    if not terms.on(rule):
        return []
    if len(companions) != 2 or len(set(companions)) != 2:
        text = f"Two different companions are needed, you named {len(set(companions))}."
        return [Reason(rule, text, hint="Choose two of the four of your faction.")]
    factions = [known[name].faction for name in companions]
    if len(set(factions)) != 1:
        text = (
            f"{known[companions[0]].title} belongs to {factions[0]} and {known[companions[1]].title} to {factions[1]}."
        )
        return [Reason(rule, text, hint="Both companions come from one faction.")]
    return []


_SIZE = {
    "casual": "kdh.casual.deck_size",
    "simple": "kdh.simple.exactly_25",
    "advanced": "kdh.advanced.exactly_25",
}


def _size(size: int, variant: str, terms: Terms) -> list[Reason]:
    if size == DECK_SIZE:
        return []
    out: list[Reason] = []
    rule = _SIZE[variant]
    more = size - DECK_SIZE
    if terms.on(rule):
        hint = f"Take out {amount(more, 'card')}." if more > 0 else f"Add {amount(-more, 'card')}."
        out.append(Reason(rule, f"A deck has exactly {DECK_SIZE} cards; this one has {size}.", hint=hint))
    if more < 0 and variant != "casual" and terms.on("kdh.deckbuilding.fill_to_25"):
        text = f"Cards are added until there are {DECK_SIZE}; {amount(-more, 'card')} {'is' if more == -1 else 'are'} "
        out.append(Reason("kdh.deckbuilding.fill_to_25", f"{text}still to come."))
    return out


def _casual(added: Deck, terms: Terms) -> list[Reason]:
    """The nine neutral cards are the same for everybody."""
    wanted = terms.box.neutral_set()
    cards = terms.box.cards
    out = []
    for name in dict.fromkeys((*wanted, *added)):
        have, want = added.get(name, 0), wanted.get(name, 0)
        if have == want:
            continue
        rule = "kdh.casual.identical_neutrals" if want else "kdh.casual.nine_neutral"
        named = next((r for r in cards[name].rules if r.startswith("kdh.casual.")), rule) if want else rule
        text = f"A casual deck has {want or 'no'} {cards[name].title} beside the basic deck; this one has {have}."
        hint = f"Take out {have - want}." if have > want else f"Add {want - have}."
        out.append(Reason(named, text, hint=hint))
    return out


def _simple(added: Deck, companions: Sequence[str], pool: Deck, terms: Terms) -> list[Reason]:
    out = []
    cards = terms.box.cards
    for name, n in added.items():
        if n > pool.get(name, 0) and terms.on("kdh.simple.deck_composition"):
            text = f"Your pool holds {pool.get(name, 0) or 'no'} {cards[name].title}; the deck takes {n} from it."
            out.append(Reason("kdh.simple.deck_composition", text, hint="Only cards of the own pool are added."))
    foreign = {name: n for name, n in added.items() if terms.foreign(name, companions)}
    most = terms.most_foreign(pool, companions)
    if _sum(foreign) > most and terms.on("kdh.simple.max_four_foreign"):
        text = f"A deck may hold {most} foreign cards; this one holds {_sum(foreign)}: {listed(foreign, cards)}."
        more = _sum(foreign) - most
        out.append(Reason("kdh.simple.max_four_foreign", text, hint=f"Take out {more} of them."))
    return out


def _advanced(counts: Deck, added: Deck, companions: Sequence[str], terms: Terms) -> list[Reason]:
    out = []
    cards = terms.box.cards
    for name, n in counts.items():
        if n > MOST_OF_A_NAME and terms.on("kdh.advanced.max_two_same_name"):
            text = f"A deck holds at most {MOST_OF_A_NAME} cards of a name; this one holds {n} {cards[name].title}."
            out.append(Reason("kdh.advanced.max_two_same_name", text, hint=f"Take out {n - MOST_OF_A_NAME}."))
    for name in added:
        if cards[name].signature and cards[name].owner not in companions:
            whose = terms.box.companions[cards[name].owner].title if cards[name].owner in terms.box.companions else "?"
            text = f"{cards[name].title} is a signature card of {whose}, who is not one of your companions."
            if terms.on("kdh.advanced.signature_needs_companion"):
                out.append(Reason("kdh.advanced.signature_needs_companion", text))
            if terms.on("kdh.advanced.signature_not_buyable"):
                text = f"{cards[name].title} is a signature card: no authority buys it."
                out.append(Reason("kdh.advanced.signature_not_buyable", text))
    paid = terms.spent(added, companions)
    if paid > AUTHORITY and terms.on("kdh.advanced.eight_points_on_foreign"):
        bill = {n: k for n, k in added.items() if terms.price(n, companions)}
        prices = ", ".join(f"{k} {cards[n].title} at {terms.price(n, companions)}" for n, k in bill.items())
        text = f"{AUTHORITY} authority points are there to spend, this deck needs {paid}: {prices}."
        hint = f"Give up cards worth {paid - AUTHORITY}."
        out.append(Reason("kdh.advanced.eight_points_on_foreign", text, hint=hint))
    return out


def likely(
    variant: str, companions: Sequence[str], seen: Iterable[str], rng: Rng, terms: Terms | None = None
) -> list[str]:
    """A whole deck that a player of those companions may have, given the cards of it that were seen.

    Exact in a casual game, where decks are no secret; drawn at random among the usual decks of a variant.
    """
    terms = terms or Terms()
    box = terms.box
    if variant not in VARIANTS[1:]:
        whole = DECKS[variant] if variant in DECKS else box.casual(companions)
        return [card for card, n in whole.items() for _ in range(n)]
    deck = Counter(box.base(companions))
    extra = Counter(seen) - deck
    deck.update(extra)
    neutral = rng.shuffled(c for c, n in box.neutral_set().items() for _ in range(n * NEUTRAL_SETS))
    others = rng.shuffled(c for c in box.cards if terms.foreign(c, companions) and not box.cards[c].signature)
    foreign = sum(n for c, n in extra.items() if terms.foreign(c, companions))
    for card in (*others[: max(0, rng.below(MOST_FOREIGN + 1) - foreign)], *neutral):
        if sum(deck.values()) >= DECK_SIZE:
            break
        if deck[card] < MOST_OF_A_NAME or variant == "simple":
            deck[card] += 1
    return list(deck.elements())
