"""Perft: how many ways the next one, two or three actions can go, against counts that the engine had no part in.

Small positions are counted by hand, the steps in the text of the test. Crowded ones are counted by the model below: the
rules of phase 2 read from the rulebook once more, with coordinates of its own and no thought of speed.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Any

import pytest

from hexlib.knee_deep.state import KneeDeepState

from .helpers import PLAIN, act, put

# -- the model ---------------------------------------------------------------------------------------------------------

Hex = tuple[int, int]
AROUND: tuple[Hex, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""Clockwise from east, as the fields 1 to 6 of a sector lie round its middle (K01)."""


def _fields() -> dict[str, Hex]:
    """Rows of 4-5-4-5-4-5-4 sectors; (2, 1) leads to the next sector of a row, (-1, 3) to the row below."""
    out = {}
    for row, width in enumerate((4, 5, 4, 5, 4, 5, 4)):
        down = row - 3
        for i in range(width):
            along = (2 * i - (width - 1) - down) // 2
            q, r = 2 * along - down, along + 3 * down
            for k, (dq, dr) in enumerate(((0, 0), *AROUND)):
                out[f"{'ABCDEFG'[row]}{i + 1}.{k}"] = (q + dq, r + dr)
    return out


FIELDS = _fields()
BOARD = frozenset(FIELDS.values())
HQ = {
    "Bukseon": frozenset(FIELDS[f] for f in ("G2.0", "G2.2", "G2.3")),
    "Gondwana": frozenset(FIELDS[f] for f in ("A3.0", "A3.5", "A3.6")),
}
COST = {"acv": (1, 0), "tank": (2, 0), "palooza": (3, 0), "extractor": (1, 0), "factory": (1, 0), "turret": (0, 1)}
MOVE = {"acv": 3, "tank": 2, "palooza": 1}
SUPPLY = {"acv": 6, "tank": 5, "palooza": 3, "extractor": 4, "factory": 2, "turret": 3}
CORNERS = 42
OTHER = {"Bukseon": "Gondwana", "Gondwana": "Bukseon"}


def near(spots: Any) -> set[Hex]:
    """The fields beside any of those."""
    return {(q + dq, r + dr) for q, r in spots for dq, dr in AROUND} & BOARD


@dataclass(frozen=True)
class Small:
    """A turn's phase 2 and what follows, as far as three actions lead."""

    who: str
    pieces: dict[Hex, tuple[str, str]]
    rough: frozenset[Hex] = frozenset()
    material: int = 0
    energy: int = 0
    hands: dict[str, tuple[str, ...]] = field(default_factory=dict)
    piles: dict[str, tuple[str, ...]] = field(default_factory=dict)
    placing: bool = False

    def mine(self, *kinds: str) -> list[Hex]:
        return [f for f, (owner, kind) in self.pieces.items() if owner == self.who and kind in kinds]

    def empty(self) -> set[Hex]:
        return set(BOARD) - set(self.pieces) - self.rough - HQ["Bukseon"] - HQ["Gondwana"]

    def left(self, kind: str) -> bool:
        return SUPPLY[kind] > len(self.mine(kind))

    def reach(self, start: Hex, steps: int) -> set[Hex]:
        """Over empty fields and own pieces, and an end on an empty field (Phase 2 > 2)."""
        free, own = self.empty(), {f for f, (owner, _) in self.pieces.items() if owner == self.who}
        there = {start}
        for _ in range(steps):
            there |= near(there) & (free | own)
        return there & free

    def pay(self, material: int, energy: int = 0) -> Small | None:
        if material > self.material or energy > self.energy:
            return None
        return replace(self, material=self.material - material, energy=self.energy - energy)

    def drop(self, card: str) -> Small:
        hand = list(self.hands[self.who])
        hand.remove(card)
        return replace(self, hands={**self.hands, self.who: tuple(hand)})

    def draw(self) -> Small:
        pile = self.piles.get(self.who, ())
        hands = {**self.hands, self.who: (*self.hands.get(self.who, ()), *pile[:1])}
        return replace(self, hands=hands, piles={**self.piles, self.who: pile[1:]})

    def put(self, spot: Hex, kind: str) -> Small:
        return replace(self, pieces={**self.pieces, spot: (self.who, kind)})

    def shift(self, start: Hex, end: Hex) -> Small:
        pieces = dict(self.pieces)
        pieces[end] = pieces.pop(start)
        return replace(self, pieces=pieces)

    def turn(self) -> Small:
        """The other player's turn has begun: 3 Material and 2 Energy from the companions, a card (Phase 1)."""
        return replace(self, who=OTHER[self.who], material=3, energy=2, placing=False).draw()

    def children(self) -> list[Small]:
        """What every action leads to."""
        if self.placing:
            return [self.turn()] * (CORNERS + 1)
        out: list[Small] = []
        vehicles = self.mine("acv", "tank", "palooza")
        if moved := self.pay(0, 1):
            out += [moved.shift(f, t) for f in vehicles for t in self.reach(f, MOVE[self.pieces[f][1]])]
        gates = near([*HQ[self.who], *self.mine("factory")]) & self.empty()
        acvs = self.mine("acv")
        sites = {f for f in self.empty() if len(near([f]) & set(acvs)) >= 2}
        for kind, price in COST.items():
            if (paid := self.pay(*price)) and self.left(kind):
                out += [paid.put(f, kind) for f in (gates if kind in MOVE else sites)]
        hand, pile = self.hands.get(self.who, ()), self.piles.get(self.who, ())
        for card in set(hand):
            if (paid := self.pay(0, 1)) and pile:
                out.append(paid.drop(card).draw())
            kind = card.removeprefix("improvised-")
            if kind in COST and (paid := self.pay(1)) and self.left(kind):
                out += [paid.drop(card).put(f, kind) for f in near(vehicles) & self.empty()]
            if card == "carry-all" and (paid := self.pay(2)):
                out += [paid.drop(card).shift(f, t) for f in vehicles for t in self.empty()]
        if pile and (paid := self.pay(1)):
            out.append(paid.draw())
        return [*out, replace(self, placing=True)]

    def perft(self, depth: int) -> int:
        return len(self.children()) if depth == 1 else sum(child.perft(depth - 1) for child in self.children())


def perft(state: KneeDeepState, depth: int) -> int:
    """The engine's count."""
    actions = state.legal_actions()
    if depth == 1 or state.is_terminal():
        return len(actions)
    total = 0
    for action in actions:
        after = state.clone()
        after.push(action)
        total += perft(after, depth - 1)
    return total


def both(data: dict[str, Any]) -> tuple[Small, KneeDeepState]:
    """The same position for the model and for the engine."""
    pieces = {
        FIELDS[name]: (owner, kind)
        for owner, kinds in data.get("pieces", {}).items()
        for kind, names in kinds.items()
        for name in names
    }
    me = data.get(data["active"], {})
    small = Small(
        data["active"],
        pieces,
        frozenset(FIELDS[f] for f in data.get("terrain_fields", {})),
        me.get("material", 0),
        me.get("energy", 0),
        {s: tuple(data.get(s, {}).get("hand", ())) for s in OTHER},
        {s: tuple(data.get(s, {}).get("draw", ())) for s in OTHER},
    )
    return small, PLAIN.position(data)


# -- by hand -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("kdh.move.up_to_movement", "kdh.place.optional")
def test_one_tank_with_one_energy() -> None:
    """6 + 12 fields are at most two away, and the end of the actions: 19. After a move there is only the end: 18; after
    the end 42 corners or none: 43; so 61."""
    state = PLAIN.position(put({"tank": "D3.0"}, b={"energy": 1}))
    assert (perft(state, 1), perft(state, 2)) == (19, 61)


def test_a_palooza_twice() -> None:
    """Two Energy: 6 ways and the end, 7. Then after each way 6 and the end: 42; after the end 43: 85. A third action:
    after two ways only the end, 36; after a way and the end 43 each, 258; after the end and a corner or none the enemy
    has 3 Material, 2 Energy, no piece and no card: five fields at its HQ on the rim for each of three kinds, and the
    end, 16; 43 times 16 are 688. In all 36 + 258 + 688 = 982."""
    gates = near(HQ["Gondwana"]) - HQ["Gondwana"]
    assert len(gates) == 5
    state = PLAIN.position(put({"palooza": "D3.0"}, b={"energy": 2}))
    assert [perft(state, depth) for depth in (1, 2, 3)] == [7, 85, 982]


def test_a_hole_in_a_ring() -> None:
    """Six enemy pieces round an ACV: it stays. With one of them gone it has that field; with the second step
    the three fields behind it; with the third the five behind those and two along the outside of the ring."""
    ring = ["D3.1", "D3.2", "D3.3", "D3.4", "D3.5", "D3.6"]
    closed = PLAIN.position(put({"acv": "D3.0"}, {"tank": " ".join(ring[:5]), "turret": ring[5]}, b={"energy": 1}))
    assert perft(closed, 1) == 1
    opened = PLAIN.position(put({"acv": "D3.0"}, {"tank": " ".join(ring[:5])}, b={"energy": 1}))
    assert perft(opened, 1) == 1 + 1 + 3 + (5 + 2)


@pytest.mark.rule("kdh.damage.all_or_nothing", "kdh.result.targets")
def test_what_five_points_can_destroy() -> None:
    """Health 1, 2, 2 and 3. Sets that cost at most 5: none; four alone; the pairs 1+2, 1+2, 1+3, 2+2, 2+3, 2+3; the
    triple 1+2+2 costs 5, the others 6 and more. 1 + 4 + 6 + 1 = 12."""
    data = put(
        {"palooza": "D3.0 D3.1 D3.2", "tank": "D3.3 D3.4"},  # 9 + 4 = 13
        {"acv": "D2.0", "tank": "D2.1", "extractor": "D2.2", "palooza": "C2.0"},  # 1 + 2 + 0 + 3 = 6
        active="Gondwana",
        marker="C2-D2-D3",
    )
    data["pieces"]["Gondwana"]["turret"] = ["C2.1"]  # two more, and two more health
    state = PLAIN.position(data)
    act(state, "end; war none; war none")
    assert state.surplus == 5
    sets = [
        chosen
        for n in range(6)
        for chosen in combinations((("acv", 1), ("tank", 2), ("extractor", 2), ("palooza", 3), ("turret", 2)), n)
        if sum(health for _, health in chosen) <= 5
    ]
    # with the turret: none; five alone; 1+2 three times, 1+3, 2+2 three times, 2+3 three times; 1+2+2 three times
    assert len(sets) == 1 + 5 + 10 + 3
    assert perft(state, 1) == 19


@pytest.mark.rule("kdh.warcard.one_each", "kdh.warcard.attacker_first")
def test_two_hands_of_war_cards() -> None:
    """The attacker may lay War Bots or nothing (two tanks are no Barrier, no Skirmish): 2. The defender has two names
    of cards without a condition, one of them twice, or lays nothing: 3. So 6; the sixth way is a tie and goes on to
    phase 4, the others to the damage."""
    state = PLAIN.position(
        put(
            {"tank": "D3.0 D3.1"},
            {"palooza": "D2.0", "acv": "D2.1"},
            b={"hand": ["war-bots", "barrier", "skirmish"]},
            g={"hand": ["war-bots", "star-lance", "star-lance"]},
            active="Gondwana",
            marker="C2-D2-D3",
        )
    )
    act(state, "end")
    assert (perft(state, 1), perft(state, 2)) == (2, 6)


# -- by the model ------------------------------------------------------------------------------------------------------

HANDS = {"hand": ["improvised-turret", "carry-all", "sling", "sling"], "draw": ["barrier", "skirmish", "war-bots"]}
POSITIONS: dict[str, tuple[dict[str, Any], int]] = {
    "the first turn": (put(b={"material": 3, "energy": 2}), 3),
    "two builders": (put({"acv": "D3.0 D3.2"}, b={"material": 1, "energy": 1}), 2),
    "through friends": (
        put({"tank": "D3.0", "turret": "D3.1 D3.2", "extractor": "D3.3"}, {"acv": "D3.4"}, b={"energy": 2}),
        3,
    ),
    "mountains and a pass": (
        put(
            {"acv": "D3.0", "palooza": "D3.6"},
            {"turret": "D4.4"},
            b={"energy": 2},
            terrain_fields=dict.fromkeys(["D3.1", "D3.2", "D3.3", "D2.1", "C2.1", "C3.3"], "mountain"),
        ),
        2,
    ),
    "round the HQ": (
        put(
            {"acv": "G2.1 F2.1", "tank": "G2.4"},
            {"acv": "G1.1", "tank": "F2.2"},
            b={"material": 2, "energy": 1},
            terrain_fields={"G2.5": "material", "G1.2": "energy"},
        ),
        2,
    ),
    "factories": (
        put({"factory": "D3.0 A1.0", "acv": "D3.1"}, {"factory": "C2.0"}, b={"material": 4, "energy": 1}),
        2,
    ),
    "cards": (put({"tank": "D3.0", "acv": "B1.0"}, {"acv": "D3.3"}, b={"material": 1, "energy": 1, **HANDS}), 2),
    "a long way": (
        put({"tank": "D3.0", "acv": "B1.0"}, b={"material": 2, "hand": ["carry-all"], "draw": ["sling"]}),
        2,
    ),
    "an empty supply": (
        put(
            {"palooza": "D3.0 D3.1 D3.2", "factory": "E1.0 E2.0", "acv": "D2.0 D2.2"},
            b={"material": 3, "energy": 1, "hand": ["improvised-factory"], "draw": ["sling"]},
        ),
        2,
    ),
    "the other side": (
        put(
            {"turret": "B3.0"},
            {"acv": "A3.1 A3.3", "palooza": "B3.1"},
            g={
                "material": 3,
                "energy": 2,
                "hand": ["improvised-extractor"],
                "draw": ["sling", "sling"],
                "companions": ["gondwana-commander", "gondwana-trickster"],  # whose abilities change nothing in phase 2
            },
            active="Gondwana",
        ),
        2,
    ),
}


@pytest.mark.parametrize("name", POSITIONS)
def test_the_engine_counts_as_the_model(name: str) -> None:
    data, deepest = POSITIONS[name]
    small, state = both(data)
    for depth in range(1, deepest + 1):
        assert perft(state, depth) == small.perft(depth), f"{depth} actions"


def test_the_model_has_the_printed_numbers_of_fields() -> None:
    assert len(FIELDS) == len(BOARD) == 217
    beside = Counter(len(near([f])) for f in BOARD)
    assert beside[6] > beside[3] + beside[4]
    assert all((-q, -r) in BOARD for q, r in BOARD)
