"""What one seat may know of a state, and the words for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from hexlib.game import TABLE, Chip, Rng, Side, View
from hexlib.knee_deep import pieces, turn, war
from hexlib.knee_deep.board import FIELDS
from hexlib.knee_deep.components import UNIT_NAMES, UNITS
from hexlib.knee_deep.decks import VARIANTS, Box, Terms, likely
from hexlib.knee_deep.kit import Kit, refit
from hexlib.knee_deep.state import N_UNITS, PHASES, Decks, land, marker_name

if TYPE_CHECKING:
    from hexlib.knee_deep.game import KneeDeep
    from hexlib.knee_deep.state import KneeDeepState

__all__ = ["KneeDeepView"]

HIDDEN = "?"
"""Stands for a card that the viewer may not see."""

PHASE_WORDS = {
    "mulligan": "chooses the opening hand",
    "power-up": "powers up",
    "actions": "acts",
    "war-cards": "may lay a War card",
    "damage": "assigns damage",
    "place": "may place the marker",
    "exhaust": "ends the turn",
}


@dataclass(frozen=True, slots=True)
class KneeDeepView(View):
    """Public facts, the viewer's own cards, and ``"?"`` for each card that is hidden from the viewer."""

    game: KneeDeep
    seat: int | None
    round: int
    starting: int
    active: int
    asked: int
    """Who decides now."""
    phase: str
    pieces: tuple[tuple[int, int, int], ...]
    """Field, kind and owner of each piece, by field."""
    terrain: tuple[int, ...]
    markers: tuple[int, int]
    """Per seat the place of its marker, or -1."""
    material: tuple[int, int]
    energy: tuple[int, int]
    hands: tuple[tuple[str, ...], tuple[str, ...]]
    draw_piles: tuple[int, int]
    discards: tuple[tuple[str, ...], tuple[str, ...]]
    laid: tuple[tuple[str, ...], tuple[str, ...]]
    open_cards: bool
    bonus: tuple[int, int]
    card_worth: tuple[tuple[int, int], tuple[int, int]]
    """Per seat the combat power that its laid cards give it and take from the enemy, as far as the viewer sees them."""
    abilities: tuple[tuple[tuple[str, int], ...], tuple[tuple[str, int], ...]]
    """Per seat title and combat power of the abilities that count in the zone."""
    surplus: int
    scrap: tuple[int, ...]
    supply: tuple[int, ...]
    companions: tuple[tuple[str, ...], tuple[str, ...]]
    decks: tuple[tuple[str, ...], tuple[str, ...]]
    """Per seat the cards that it began with, ``"?"`` for those that the viewer does not know; empty if nothing says."""
    public_decks: bool
    boosts: tuple[str, ...]
    """Action cards whose effect lasts until the end of the turn."""
    tokens: int
    """Spare terrain tokens."""
    hq_health: tuple[int, int]
    hq_hits: tuple[int, int]
    carried: tuple[int, int]
    marks: tuple[int, int, int, int, int, int]
    """Fields of vehicles deployed, moved and used as builders and factories built this turn; fields that have paid."""
    resolved: bool
    todo: tuple[str, ...]
    winner: int
    power: tuple[int, int] = field(default=(0, 0))
    """Combat power in the zone as far as the viewer knows it."""
    income: tuple[tuple[int, int], tuple[int, int]] = ((0, 0), (0, 0))

    @classmethod
    def of(cls, state: KneeDeepState, seat: int | None) -> KneeDeepView:
        """The view of a seat, of a bystander (None) or of an open table (``TABLE``)."""

        def cards(owner: int, held: tuple[str, ...]) -> tuple[str, ...]:
            return held if seat in (owner, TABLE) else (HIDDEN,) * len(held)

        public = state.game.rules.reading["face_down_power"] == "public" or not state.game.rules.on(
            "kdh.warcard.face_down"
        )

        def face_down(owner: int) -> tuple[str, ...]:
            seen = state.open_cards or public or seat == owner
            return state.laid[owner] if seen else (HIDDEN,) * len(state.laid[owner])

        def deck(owner: int) -> tuple[str, ...]:
            whole = state.decks.cards[owner]
            if state.decks.public or seat in (owner, TABLE):
                return whole
            basic: list[str] = []  # the basic deck follows from the companions; the nine other cards are hidden
            for name in whole:
                card = state.game.cards[name]
                if card.owner in state.companions[owner] and basic.count(name) < card.copies:
                    basic.append(name)
            return (*basic, *(HIDDEN,) * (len(whole) - len(basic)))

        seen = [s for s in (0, 1) if state.open_cards or public or s == seat]
        worth = [war.card_bonus(state, s, seen) if s in seen else (0, 0) for s in (0, 1)]
        power = war.power_with_cards(state, seen)
        gains = [turn.income(state, s) for s in (0, 1)]
        return cls(
            game=state.game,
            seat=seat,
            round=state.round,
            starting=state.starting,
            active=state.active,
            asked=state.seat_asked,
            phase=PHASES[state.phase],
            pieces=tuple((f, (c - 1) % N_UNITS, (c - 1) // N_UNITS) for f, c in enumerate(state.at) if c),
            terrain=state.land.terrain,
            markers=(state.marker[0], state.marker[1]),
            material=(state.material[0], state.material[1]),
            energy=(state.energy[0], state.energy[1]),
            hands=(cards(0, state.hand[0]), cards(1, state.hand[1])),
            draw_piles=(len(state.draw[0]), len(state.draw[1])),
            discards=(state.discard[0], state.discard[1]),
            laid=(face_down(0), face_down(1)),
            open_cards=state.open_cards,
            bonus=(state.bonus[0], state.bonus[1]),
            card_worth=(worth[0], worth[1]),
            abilities=(tuple(war.ability_bonuses(state, 0)), tuple(war.ability_bonuses(state, 1))),
            surplus=state.surplus,
            scrap=tuple(state.scrap),
            supply=tuple(state.supply),
            companions=state.companions,
            decks=(deck(0), deck(1)),
            public_decks=state.decks.public,
            boosts=state.boosts,
            tokens=state.tokens,
            hq_health=(state.hq_health(0), state.hq_health(1)),
            hq_hits=(state.hq_hits[0], state.hq_hits[1]),
            carried=(state.carried[0], state.carried[1]),
            marks=(state.fresh, state.moved, state.spent, state.newly_built, state.paid[0], state.paid[1]),
            resolved=state.resolved,
            todo=state.todo,
            winner=state.winner,
            power=(power[0], power[1]),
            income=tuple((g[0] + g[2], g[1] + g[3]) for g in gains),  # type: ignore[arg-type]
        )

    # -- words -----------------------------------------------------------------------------------------------------

    @property
    def marker(self) -> tuple[int, int] | None:
        """Place and owner of the marker that matters now, if one is on the board."""
        for seat in (1 - self.active, self.active):
            if self.markers[seat] >= 0:
                return self.markers[seat], seat
        return None

    @property
    def marker_name(self) -> str:
        """ "C1-C2-D2", or empty."""
        return marker_name(self.marker[0]) if self.marker else ""

    @property
    def kits(self) -> tuple[Kit, Kit]:
        """Per seat what its pieces cost and can do now, with companions' abilities and the turn's boosts."""
        boosts = [self.boosts if seat == self.active else () for seat in (0, 1)]
        return self.game.kit(self.companions[0], boosts[0]), self.game.kit(self.companions[1], boosts[1])

    @property
    def lost(self) -> tuple[int, int]:
        """How many pieces of each seat lie in the scrapyard."""
        return sum(self.scrap[:N_UNITS]), sum(self.scrap[N_UNITS:])

    @property
    def player(self) -> int | None:
        """The seat that decides, or None when the game is over."""
        return None if self.phase == "over" else self.asked

    def facts(self) -> Mapping[str, Any]:
        """Numbers and names, in a fixed order."""
        names = self.game.seats
        return {
            "round": self.round,
            "phase": self.phase,
            "active": names[self.active],
            "player": names[self.asked] if self.phase != "over" else "none",
            "marker": f"{self.marker_name} {names[self.marker[1]]}" if self.marker else "none",
            "power": list(self.power),
            "surplus": self.surplus,
            "material": list(self.material),
            "energy": list(self.energy),
            "hand": [len(h) for h in self.hands],
            "cards": [list(h) for h in self.hands],
            "draw_pile": list(self.draw_piles),
            "discard": [len(d) for d in self.discards],
            "scrapyard": list(self.lost),
            "hq": list(self.hq_health),
            "winner": (*names, "draw")[self.winner] if self.winner >= 0 else "none",
        }

    def headline(self) -> str:
        """Round, turn, whose decision, and who leads."""
        names = self.game.seats
        if self.phase == "over":
            return "The game is over: a draw." if self.winner == 2 else f"The game is over: {names[self.winner]} wins."
        who = f"Round {self.round}, {names[self.active]}'s turn: "
        what = f"{names[self.asked]} {PHASE_WORDS[self.phase]}"
        if self.phase == "damage":
            what += f", {self.surplus} {'point' if self.surplus == 1 else 'points'}"
        elif self.marker and sum(self.power):
            what += f"; {self.lead()}"
        return who + what + "."

    def lead(self) -> str:
        """ "Bukseon leads 7-6 in the zone", as far as the viewer knows."""
        names = self.game.seats
        a, b = self.power
        if a == b:
            return f"{a}-{b} in the zone"
        return f"{names[0] if a > b else names[1]} leads {a}-{b} in the zone"

    def sides(self) -> tuple[Side, ...]:
        """Both halves of the score strip."""
        return tuple(self._side(seat) for seat in (0, 1))

    def _side(self, seat: int) -> Side:
        game = self.game
        chips: list[Chip] = []
        total = ""
        role = "to act" if self.player == seat else ""
        if self.marker:
            place, owner = self.marker
            role = "attacks" if seat == owner else "defends"
            zone = game.zone_fields(place)
            kit = self.kits[seat]
            for f, kind, who in self.pieces:
                if who == seat and zone >> f & 1:
                    chips.append(Chip(UNIT_NAMES[kind], f"{UNITS[kind].title} on {FIELDS[f]}", str(kit.power[kind])))
            chips += [Chip(self._type_of(seat, title), title, f"+{worth}") for title, worth in self.abilities[seat]]
            for name in self.laid[seat]:
                if name == HIDDEN:
                    chips.append(Chip("war_card", "a face-down War card", HIDDEN))
                else:
                    own = self.card_worth[seat][0]
                    if self.open_cards:
                        own = self.bonus[seat] + self.card_worth[1 - seat][1]
                    chips.append(Chip("war_card", game.cards[name].title, f"+{own}"))
            for name in self.laid[1 - seat]:
                less = self.card_worth[1 - seat][1]
                if name != HIDDEN and less:
                    chips.append(Chip("war_card", f"{game.seats[1 - seat]}'s {game.cards[name].title}", f"-{less}"))
            total = str(self.power[seat])
        rows = [
            ("Material", str(self.material[seat])),
            ("Energy", str(self.energy[seat])),
            ("Hand", str(len(self.hands[seat]))),
            ("Draw pile", str(self.draw_piles[seat])),
            ("HQ health", str(self.hq_health[seat])),
            ("Lost", str(self.lost[seat])),
        ]
        return Side(seat, game.seats[seat], role, total, tuple(chips), tuple(rows))

    def _type_of(self, seat: int, ability: str) -> str:
        """The character type, which is the name of its icon, of the companion with that ability."""
        companions = [self.game.cards.companions[name] for name in self.companions[seat]]
        return next((c.type for c in companions if c.ability.title == ability), "general")

    # -- sampling --------------------------------------------------------------------------------------------------

    def determinize(self, rng: Rng) -> KneeDeepState:
        """A full state that looks the same from this seat: hidden cards are drawn from what the decks still hold."""
        from hexlib.knee_deep.setup import blank

        state = blank(self.game)
        state.land = land(self.terrain)
        state.round, state.starting, state.active, state.seat_asked = self.round, self.starting, self.active, self.asked
        state.phase = PHASES.index(self.phase)
        for f, kind, owner in self.pieces:
            pieces.put(state, kind, owner, f)
        state.supply, state.scrap = list(self.supply), list(self.scrap)
        state.companions = self.companions
        state.boosts, state.tokens = self.boosts, self.tokens
        refit(state)
        state.material, state.energy = list(self.material), list(self.energy)
        state.discard = list(self.discards)
        state.marker = list(self.markers)
        state.open_cards, state.bonus, state.surplus = self.open_cards, list(self.bonus), self.surplus
        state.hq_hits, state.carried = list(self.hq_hits), list(self.carried)
        state.fresh, state.moved, state.spent, state.newly_built = self.marks[:4]
        state.paid = list(self.marks[4:])
        state.resolved, state.todo, state.winner = self.resolved, self.todo, self.winner
        state.rng = rng.next64()
        decks = [self._deal(state, seat, rng) for seat in (0, 1)]
        state.decks = Decks((decks[0], decks[1]), self.public_decks)
        return state

    def _deck(self, seat: int, seen: list[str], rng: Rng) -> list[str]:
        """A deck that the seat may have begun with, as far as the viewer knows."""
        known = self.decks[seat]
        if known and HIDDEN not in known:
            return list(known)
        variant = self.game.deck if self.public_decks or self.game.deck in VARIANTS[1:] else "simple"
        cards = self.game.cards
        box = Box(cards.cards, cards.companions)
        return likely(variant, self.companions[seat], seen, rng, Terms(box, self.game.rulings))

    def _deal(self, state: KneeDeepState, seat: int, rng: Rng) -> tuple[str, ...]:
        """Give the seat hidden cards: a face-down card that could be laid, a hand and a pile of the right size.

        Returns the deck that they come from, or nothing where the view knows of no deck.
        """
        names, cards = self.game.cards.names, self.game.cards
        seen = [c for c in (*self.discards[seat], *self.laid[seat], *self.hands[seat]) if c != HIDDEN]
        deck = self._deck(seat, seen, rng)
        pool = deck[:]
        for name in seen:
            if name in pool:
                pool.remove(name)
        pool = rng.shuffled(pool)

        def take(allowed: list[str]) -> str:
            for i, name in enumerate(pool):
                if name in allowed:
                    del pool[i]
                    return name
            return rng.choice(allowed)

        laid = []
        for name in self.laid[seat]:
            if name == HIDDEN:
                fits = [c for c in names if cards[c].is_war and war.card_condition_holds(state, seat, c)]
                name = take(fits or [c for c in names if cards[c].is_war])
            laid.append(name)
        state.laid[seat] = tuple(laid)
        hand = [take(list(names)) if name == HIDDEN else name for name in self.hands[seat]]
        state.hand[seat] = pieces.sort_hand(state, hand)
        state.draw[seat] = tuple(take(list(names)) for _ in range(self.draw_piles[seat]))
        return pieces.sort_hand(state, deck) if self.decks[seat] else ()
