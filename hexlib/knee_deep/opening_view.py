"""What one seat may know of the set-up, and the words for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from hexlib.game import TABLE, Chip, Rng, Side, View
from hexlib.knee_deep import decks, modular
from hexlib.knee_deep.opening_actions import FACTIONS

if TYPE_CHECKING:
    from hexlib.knee_deep.opening import KneeDeepSetup
    from hexlib.knee_deep.opening_state import Pool, SetupState

__all__ = ["HIDDEN", "SetupView"]

HIDDEN = "?"
"""Stands for a card that the viewer may not see."""
_DOES = {
    "board": "lays the board",
    "faction": "chooses a faction",
    "companions": "chooses two companions",
    "draft": "drafts",
    "deck": "makes the deck",
}


@dataclass(frozen=True, slots=True)
class SetupView(View):
    """Public facts, the viewer's own cards, and ``"?"`` for each card that is hidden from the viewer."""

    game: KneeDeepSetup
    seat: int | None
    stage: str
    variant: str
    modular: bool
    first: int
    asked: int
    factions: tuple[str, ...]
    companions: tuple[tuple[str, ...], ...]
    terrain: tuple[int, ...]
    cards_left: int
    open_card: str
    laid: tuple[tuple[str, str], ...]
    spare: int
    pile_left: int
    drawn: tuple[str, ...]
    pools: tuple[Pool, ...]
    decks: tuple[tuple[str, ...], ...]
    """Per seat the deck; the basic deck and a casual deck are public, what is added is hidden."""
    foreign: tuple[int, ...]
    authority: tuple[int, ...]
    """Per seat foreign cards added and authority spent, as far as the viewer knows: -1 where hidden."""
    ready: tuple[bool, ...]
    changes: int
    """How often the seat that decides has changed its deck; 0 for all others."""
    hq_health: tuple[int, int]
    """By faction, as pictures have it; 0 before its companions are chosen."""
    pieces: tuple[tuple[int, int, int], ...] = ()
    marker: tuple[int, int] | None = None

    @classmethod
    def of(cls, state: SetupState, seat: int | None) -> SetupView:
        """The view of a seat, of a bystander (None) or of an open table (``TABLE``)."""
        closed = state.on("kdh.simple.pools_facedown")
        secret = state.variant != "casual" and state.stage in ("draft", "deck", "ready")

        def sees(owner: int) -> bool:
            return seat in (owner, TABLE)

        def pool(owner: int) -> Pool:
            kept, given, dealt = state.pools[owner]
            if sees(owner) or not closed:
                return kept, given, dealt
            return hide(kept), given if seat == 1 - owner else hide(given), hide(dealt)

        def deck(owner: int) -> tuple[str, ...]:
            if sees(owner) or state.variant == "casual":
                return state.decks[owner]
            base = [c for c, n in state.box.base(state.companions[owner]).items() for _ in range(n)]
            return (*base, *(HIDDEN,) * (len(state.decks[owner]) - len(base)))

        health = [0, 0]
        for owner in (0, 1):
            if state.companions[owner] and state.factions[owner]:
                health[FACTIONS.index(state.factions[owner])] = state.game.hq_health(state.companions[owner])
        return cls(
            game=state.game,
            seat=seat,
            stage=state.stage,
            variant=state.variant,
            modular=state.modular,
            first=state.first,
            asked=state.asked,
            factions=tuple(state.factions),
            companions=tuple(state.companions),
            terrain=state.terrain,
            cards_left=len(state.cards),
            open_card=state.open_card,
            laid=state.laid,
            spare=state.spare,
            pile_left=len(state.pile),
            drawn=state.drawn if sees(state.asked) else hide(state.drawn),
            pools=(pool(0), pool(1)),
            decks=(deck(0), deck(1)),
            foreign=tuple(state.foreign(s) if sees(s) or not secret else -1 for s in (0, 1)),
            authority=tuple(state.authority(s) if sees(s) or not secret else -1 for s in (0, 1)),
            ready=tuple(state.ready),
            changes=state.added if sees(state.asked) else 0,
            hq_health=(health[0], health[1]),
        )

    # -- words -----------------------------------------------------------------------------------------------------

    @property
    def player(self) -> int | None:
        """The seat that decides, or None when all is set up."""
        return None if self.stage == "ready" else self.asked

    def facts(self) -> Mapping[str, Any]:
        """Numbers and names, in a fixed order."""
        names = self.game.seats
        return {
            "stage": self.stage,
            "variant": self.variant,
            "player": names[self.asked] if self.stage != "ready" else "none",
            "factions": [f or "none" for f in self.factions],
            "companions": [list(c) for c in self.companions],
            "terrain_cards": self.cards_left,
            "open_card": self.open_card or "none",
            "sectors": [s for s, _ in self.laid],
            "tokens": self.spare,
            "pile": self.pile_left,
            "drawn": list(self.drawn),
            "pool": [sum(map(len, p)) for p in self.pools],
            "deck": [len(d) for d in self.decks],
            "foreign": list(self.foreign),
            "authority": list(self.authority),
        }

    def headline(self) -> str:
        """Whose decision it is, and about what."""
        if self.stage == "ready":
            return "All is set up: the game can begin."
        who = f"{self.game.seats[self.asked]} {_DOES[self.stage]}"
        if self.stage == "board":
            whole = len(modular.way(self.game.rulings, self.game.broken))
            return f"{who}: {len(self.laid)} of {whole} sectors."
        if self.stage == "draft":
            return f"{who}: {self.pile_left} cards in the pile."
        if self.stage == "deck":
            return f"{who}: {len(self.decks[self.asked])} of {decks.DECK_SIZE} cards."
        return f"{who}."

    def lines(self) -> tuple[str, ...]:
        """A line for each seat and for the board, for a text board."""
        out = []
        for side in self.sides():
            rows = ", ".join(f"{label} {value}" for label, value in side.rows)
            out.append(f"{side.name}: {rows}" if rows else f"{side.name}: nothing chosen yet")
        if self.modular:
            out += [f"{sector} {modular.TERRAIN_CARDS[card].title}" for sector, card in self.laid]
        if self.drawn:
            out.append("drawn: " + ", ".join(map(self.title, self.drawn)))
        return tuple(out)

    def title(self, card: str) -> str:
        """The title of a card, or "a hidden card"."""
        return "a hidden card" if card == HIDDEN else self.game.box.cards[card].title

    def sides(self) -> tuple[Side, ...]:
        """Both halves of the strip."""
        return tuple(self._side(seat) for seat in (0, 1))

    def _side(self, seat: int) -> Side:
        chips = []
        known = self.game.box.companions
        for name in self.companions[seat]:
            companion = known[name]
            label = f"{companion.title}: {companion.material} Material, {companion.energy} Energy"
            chips.append(Chip(companion.type, label, f"+{companion.hq}"))
        rows = [("Faction", self.factions[seat])] if self.factions[seat] else []
        if self.companions[seat]:
            mine = [known[name] for name in self.companions[seat]]
            rows.append(("Income", f"{sum(c.material for c in mine)}/{sum(c.energy for c in mine)}"))
            rows.append(("HQ health", str(self.game.hq_health(self.companions[seat]))))
            rows.append(("Deck", str(len(self.decks[seat]))))
        size = sum(map(len, self.pools[seat]))
        if size:
            rows.append(("Pool", str(size)))
        if self.stage == "deck" and self.foreign[seat] >= 0:
            if self.variant == "simple":
                pool = Counter(card for part in self.pools[seat] for card in part)
                most = self.game.terms.most_foreign(pool, self.companions[seat]) if pool else decks.MOST_FOREIGN
                rows.append(("Foreign", f"{self.foreign[seat]} of {most}"))
            else:
                rows.append(("Authority left", str(decks.AUTHORITY - self.authority[seat])))
        role = "to act" if self.player == seat else ""
        total = f"{len(self.decks[seat])}" if self.stage in ("deck", "ready") and self.companions[seat] else ""
        return Side(self._colour(seat), self.game.seats[seat], role, total, tuple(chips), tuple(rows))

    def _colour(self, seat: int) -> int:
        """The seat that the player's faction has in the game to come, so that both are painted alike."""
        for player, faction in enumerate(self.factions):
            if faction:
                return FACTIONS.index(faction) ^ player ^ seat
        return seat

    # -- sampling --------------------------------------------------------------------------------------------------

    def determinize(self, rng: Rng) -> SetupState:
        """A full state that looks the same from this seat: hidden cards are drawn from those that lie unseen."""
        from hexlib.knee_deep.opening_position import blank

        state = blank(self.game)
        state.stage, state.variant, state.modular = self.stage, self.variant, self.modular
        state.first, state.asked = self.first, self.asked
        state.factions, state.companions = list(self.factions), list(self.companions)
        state.terrain, state.laid, state.spare, state.open_card = self.terrain, self.laid, self.spare, self.open_card
        seen = {card for _, card in self.laid} | {self.open_card}
        state.cards = tuple(rng.shuffled(c for c in modular.TERRAIN_CARDS if c not in seen))[: self.cards_left]
        state.ready = list(self.ready)
        state.added = self.changes
        state.rng = rng.next64()
        unseen = self._unseen(rng)

        def fill(cards: tuple[str, ...]) -> tuple[str, ...]:
            return tuple(unseen.pop() if card == HIDDEN else card for card in cards)

        if self.variant == "simple" and all(self.companions):
            state.drawn = fill(self.drawn)
            for seat in (0, 1):
                kept, given, dealt = self.pools[seat]
                state.pools[seat] = (fill(kept), fill(given), fill(dealt))
            state.pile = tuple(unseen[: self.pile_left])
        for seat in (0, 1):
            known = tuple(card for card in self.decks[seat] if card != HIDDEN)
            more = len(self.decks[seat]) - len(known)
            state.decks[seat] = known
            if more:
                self._guess(state, seat, more, rng)
        return state

    def _unseen(self, rng: Rng) -> list[str]:
        """The cards of the box that the viewer cannot place, shuffled."""
        if self.variant != "simple" or not all(self.companions):
            return []
        left = Counter(self.game.box.remaining(*self.companions))
        left.subtract(card for pool in self.pools for part in pool for card in part if card != HIDDEN)
        left.subtract(card for card in self.drawn if card != HIDDEN)
        return rng.shuffled(card for card, n in left.items() for _ in range(max(n, 0)))

    def _guess(self, state: SetupState, seat: int, number: int, rng: Rng) -> None:
        """Give the seat that many added cards that could be there: legal ones as long as its pool has them."""
        from hexlib.knee_deep import draft

        pool, mine = state.pool(seat), state.companions[seat]
        terms = state.terms
        order = rng.shuffled(card for card, n in pool.items() for _ in range(n))
        order.sort(key=lambda card: terms.foreign(card, mine))
        picked: list[str] = []
        for card in order:
            if len(picked) == number:
                break
            counts = Counter((*state.decks[seat], *picked, card))
            reasons = decks.explain(counts, mine, self.variant, pool=pool, terms=terms)
            if all(r.rule.endswith((".exactly_25", ".fill_to_25")) for r in reasons):
                picked.append(card)
        picked += order[: number - len(picked)]
        state.decks[seat] = draft.sort_deck(state, (*state.decks[seat], *picked))


def hide(cards: tuple[str, ...]) -> tuple[str, ...]:
    """As many hidden cards."""
    return (HIDDEN,) * len(cards)
