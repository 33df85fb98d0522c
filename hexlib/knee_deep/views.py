"""What one seat may know of a state, and the words for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from hexlib.game import TABLE, Chip, Rng, Side, View
from hexlib.knee_deep import pieces, turn, war
from hexlib.knee_deep.board import FIELDS
from hexlib.knee_deep.components import CARD_NAMES, CARDS, DECKS, UNIT_NAMES, UNITS
from hexlib.knee_deep.state import N_UNITS, PHASES, land, marker_name

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
    card_worth: tuple[int, int]
    """Combat power of the laid cards that the viewer can see; 0 once they are resolved."""
    surplus: int
    scrap: tuple[int, ...]
    supply: tuple[int, ...]
    companions: tuple[tuple[str, ...], tuple[str, ...]]
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

        worth = [0, 0]
        if not state.open_cards:
            worth = [war.card_bonus(state, s) if (public or s == seat) else 0 for s in (0, 1)]
        power = war.power_with_cards(state, [s for s in (0, 1) if public or s == seat])
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
            surplus=state.surplus,
            scrap=tuple(state.scrap),
            supply=tuple(state.supply),
            companions=state.companions,
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
            for f, kind, who in self.pieces:
                if who == seat and zone >> f & 1:
                    chips.append(
                        Chip(UNIT_NAMES[kind], f"{UNITS[kind].title} on {FIELDS[f]}", str(game.rules.power[kind]))
                    )
            for name in self.laid[seat]:
                if name == HIDDEN:
                    chips.append(Chip("war_card", "a face-down War card", HIDDEN))
                else:
                    worth = self.bonus[seat] if self.open_cards else self.card_worth[seat]
                    chips.append(Chip("war_card", CARDS[name].title, f"+{worth}"))
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
        state.material, state.energy = list(self.material), list(self.energy)
        state.discard = list(self.discards)
        state.marker = list(self.markers)
        state.open_cards, state.bonus, state.surplus = self.open_cards, list(self.bonus), self.surplus
        state.hq_hits, state.carried = list(self.hq_hits), list(self.carried)
        state.fresh, state.moved, state.spent, state.newly_built = self.marks[:4]
        state.paid = list(self.marks[4:])
        state.resolved, state.todo, state.winner = self.resolved, self.todo, self.winner
        state.rng = rng.next64()
        for seat in (0, 1):
            self._deal(state, seat, rng)
        return state

    def _deal(self, state: KneeDeepState, seat: int, rng: Rng) -> None:
        """Give the seat hidden cards: a face-down card that could be laid, a hand and a pile of the right size."""
        pool = [name for name, n in DECKS[self.game.deck].items() for _ in range(n)]
        for name in (*self.discards[seat], *self.laid[seat], *self.hands[seat]):
            if name in pool:
                pool.remove(name)
        pool = rng.shuffled(pool)

        def take(allowed: list[str]) -> str:
            for name in pool:
                if name in allowed:
                    pool.remove(name)
                    return name
            return rng.choice(allowed)

        laid = []
        for name in self.laid[seat]:
            if name == HIDDEN:
                fits = [c for c in CARD_NAMES if CARDS[c].is_war and war.card_condition_holds(state, seat, c)]
                name = take(fits or [c for c in CARD_NAMES if CARDS[c].is_war])
            laid.append(name)
        state.laid[seat] = tuple(laid)
        hand = [take(list(CARD_NAMES)) if name == HIDDEN else name for name in self.hands[seat]]
        state.hand[seat] = tuple(sorted(hand, key=CARD_NAMES.index))
        state.draw[seat] = tuple(take(list(CARD_NAMES)) for _ in range(self.draw_piles[seat]))
