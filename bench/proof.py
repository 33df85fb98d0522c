"""Random whole games of Knee Deep in Hexes; after every action, all that the rules promise is counted anew.

A game begins on the empty table: players by chance choose companions, draft or buy decks and lay the board, fixed or
modular. The facts are worked out here from names, coordinates and printed numbers, and not asked of the engine's own
helpers. What is dear to look at (other doors, other eyes, positions written and read) is looked at in a sample.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from itertools import combinations
from time import perf_counter
from typing import Any

from hexlib import TABLE, Action, Rng
from hexlib.knee_deep.actions import HQ, Damage, Deploy, End, Move, Play, War, Zone
from hexlib.knee_deep.board import FIELDS, HEXES, HQ_FIELDS, HQ_MASK, NEIGHBOURS, POINT_SECTORS
from hexlib.knee_deep.components import CARDS, COMPANIONS, ENERGY, MATERIAL, OPEN, UNIT_NAMES, UNITS
from hexlib.knee_deep.generate import general_actions
from hexlib.knee_deep.opening import KneeDeepSetup
from hexlib.knee_deep.opening_actions import Ready
from hexlib.knee_deep.state import N_UNITS, KneeDeepState

__all__ = ["Outcome", "Watch", "Wrong", "brute_power", "play", "run", "set_up"]

VARIANTS = ("casual", "simple", "advanced")
BOARDS = ("fixed", "modular")
POWER = {"acv": 1, "tank": 2, "palooza": 3, "extractor": 0, "factory": 0, "turret": 2}
HEALTH = {"acv": 1, "tank": 2, "palooza": 3, "extractor": 2, "factory": 2, "turret": 2}
SUPPLY = {"acv": 6, "tank": 5, "palooza": 3, "extractor": 4, "factory": 2, "turret": 3}
"""The Stats Table and the supply of one colour, as printed."""
SCRAPYARD, ROUNDS = 12, 60
"""Reconstructed numbers: places in the scrapyard (K80), the house limit (K85)."""
ACTING, WAR_PHASES, OVER = "actions", ("war-cards", "damage", "over"), "over"
_PHASES = ("mulligan", "power-up", "actions", "war-cards", "damage", "place", "exhaust", "over")
_PLACES = [frozenset(zone) for zone in POINT_SECTORS]


class Wrong(AssertionError):
    """Something that may never be; the text says what, and how to come there again."""


@dataclass
class Outcome:
    """What one game was, for the table."""

    seed: int
    variant: str
    board: str
    companions: tuple[tuple[str, ...], tuple[str, ...]]
    starting: int
    end: str = ""
    winner: int = 2
    rounds: int = 0
    actions: int = 0
    looks: Counter[str] = field(default_factory=Counter)
    played: Counter[str] = field(default_factory=Counter)


def set_up(seed: int) -> KneeDeepState:
    """A table set up by chance: the same seed gives the same table."""
    rng = Rng(seed ^ 0x5E7)
    game = KneeDeepSetup(variant=VARIANTS[seed % 3], board=BOARDS[seed // 3 % 2])
    state = game.new_initial_state(seed)
    while not state.is_terminal():
        actions = state.legal_actions()
        ready = [a for a in actions if isinstance(a, Ready)]
        state.push(ready[0] if ready else rng.choice(actions))
    return state.begin(seed)


def brute_power(state: KneeDeepState, seat: int, marker: int) -> int:
    """Printed combat points of the seat's pieces in the three sectors round the marker."""
    total = 0
    for f, code in enumerate(state.at):
        if code and (code - 1) // N_UNITS == seat and f // 7 in _PLACES[marker]:
            total += POWER[UNIT_NAMES[(code - 1) % N_UNITS]]
    return total


def brute_formations(state: KneeDeepState, seat: int, marker: int) -> set[str]:
    """The formations that the seat's vehicles make in the zone, from their coordinates (Neutral War Cards)."""
    spots = [
        HEXES[f]
        for f, code in enumerate(state.at)
        if code
        and (code - 1) // N_UNITS == seat
        and f // 7 in _PLACES[marker]
        and UNIT_NAMES[(code - 1) % N_UNITS] in ("acv", "tank", "palooza")
    ]
    found = set()
    for (aq, ar), (bq, br) in combinations(spots, 2):
        if (abs(aq - bq), abs(ar - br), abs(aq + ar - bq - br)) in ((2, 0, 2), (0, 2, 2), (2, 2, 0)):
            found.add("sling")
    for trio in combinations(sorted(spots), 3):
        steps = [(q - trio[0][0], r - trio[0][1]) for q, r in trio[1:]]
        if steps in ([(0, 1), (0, 2)], [(1, 0), (2, 0)], [(1, -1), (2, -2)]):
            found.add("barrier")
        if steps in ([(0, 1), (1, 0)], [(1, -1), (1, 0)]):
            found.add("skirmish")
    return found


class Watch:
    """Follows one game and raises :class:`Wrong` at the first thing that is not as it must be."""

    def __init__(self, state: KneeDeepState, seed: int = 0) -> None:
        self.seed = seed
        self.decks = [Counter(state.decks.cards[s]) for s in (0, 1)]
        self.log: list[str] = []
        self.tokens = state.tokens + sum(kind != OPEN for kind in state.land.terrain)
        self.piles = [len(state.draw[s]) for s in (0, 1)]
        self.gone = [len(state.discard[s]) for s in (0, 1)]
        self.health = [sum(COMPANIONS[c].hq for c in state.companions[s]) for s in (0, 1)]
        self.companions = state.companions
        self.turn = (state.round, state.active)
        self.phase = _PHASES[state.phase]
        self.looks: Counter[str] = Counter()
        self.rng = Rng(seed ^ 0xFACE)

    def must(self, holds: bool, what: str) -> None:
        if not holds:
            raise Wrong(f"{what} (seed {self.seed}, after {len(self.log)} actions: … {'; '.join(self.log[-6:])})")

    # -- after every action ----------------------------------------------------------------------------------------

    def whole(self, state: KneeDeepState, action: Action | None = None) -> None:
        """Everything that is cheap enough to look at after each action."""
        if action is not None:
            self.log.append(str(action))
        phase = _PHASES[state.phase]
        self._pieces(state)
        for seat in (0, 1):
            self._cards(state, seat, phase)
        self._table(state, phase)
        if (state.round, state.active) != self.turn:
            self._turn(state, phase)
        if phase == OVER:
            self._end(state)
        self.phase = phase

    def _pieces(self, state: KneeDeepState) -> None:
        at = bytearray(len(FIELDS))
        terrain, own = state.land.terrain, [0, 0]
        for code, fields in enumerate(state.by):
            name = UNIT_NAMES[code % N_UNITS]
            own[code // N_UNITS] |= fields
            left = fields
            while left:
                low = left & -left
                f = low.bit_length() - 1
                self.must(not at[f], f"two pieces on {FIELDS[f]}")
                self.must(terrain[f] == OPEN, f"a {name} stands on terrain, {FIELDS[f]}")
                at[f] = code + 1
                left ^= low
            supply, lost = state.supply[code], state.scrap[code]
            self.must(supply >= 0 and lost >= 0, f"{name}: supply {supply}, lost {lost}")
            self.must(fields.bit_count() + supply + lost == SUPPLY[name], f"a {name} is lost or made")
        self.must(at == state.at, "fields and pieces differ")
        self.must(own == state.own, "a side's fields differ from its pieces'")
        for f in (*HQ_FIELDS[0], *HQ_FIELDS[1]):
            self.must(not at[f], f"a piece stands in an HQ, {FIELDS[f]}")

    def _cards(self, state: KneeDeepState, seat: int, phase: str) -> None:
        hand, pile, gone, laid = state.hand[seat], state.draw[seat], state.discard[seat], state.laid[seat]
        self.must(Counter((*hand, *pile, *gone, *laid)) == self.decks[seat], "a card is lost, made or in two places")
        self.must(len(laid) <= 1, "two War cards of one player")
        self.must(not laid or (phase in WAR_PHASES and CARDS[laid[0]].is_war), f"{laid} lies on the table in {phase}")
        self.must(len(pile) <= self.piles[seat], "a draw pile has grown")
        self.must(len(gone) >= self.gone[seat], "a discard pile has shrunk")
        self.piles[seat], self.gone[seat] = len(pile), len(gone)
        self.must(state.material[seat] >= 0 and state.energy[seat] >= 0, "less than no resources")
        if seat != state.active:
            self.must(state.material[seat] == state.energy[seat] == 0, "a pool was not emptied")
            self.must(len(hand) <= 8, "a hand over every limit")

    def _table(self, state: KneeDeepState, phase: str) -> None:
        on_board = [s for s in (0, 1) if state.marker[s] >= 0]
        self.must(len(on_board) <= 1, "two markers on the board")
        self.must(all(state.marker[s] < len(POINT_SECTORS) for s in on_board), "a marker that is on no corner")
        if phase in ("power-up", ACTING):
            self.must(state.active not in on_board, "an own marker on the board before phase 4")
        if phase == "place":
            self.must(not on_board, "a marker on the board in phase 4")
        if phase in ("war-cards", "damage"):
            self.must(on_board == [1 - state.active], "a war without the enemy's marker")
        self.must((phase == "damage") == (state.surplus > 0) or phase == OVER, f"surplus {state.surplus} in {phase}")
        self.must(state.companions == self.companions, "companions have changed")
        self.must(all(state.hq_hits[s] in (0, self.health[s]) for s in (0, 1)), "an HQ took damage and stands")
        self.must(phase == OVER or not any(state.hq_hits), "an HQ has fallen and the game goes on")
        self.must(phase == OVER or sum(state.scrap) < SCRAPYARD, "the scrapyard is full and the game goes on")
        laid = sum(kind != OPEN for kind in state.land.terrain)
        self.must(state.tokens >= 0 and state.tokens + laid == self.tokens, "a terrain token is lost or made")
        self.must(1 <= state.round <= ROUNDS, f"round {state.round}")
        self.must(all(CARDS[name].effect.boost for name in state.boosts), f"no boost: {state.boosts}")
        kits = [state.game.kit(state.companions[s], state.boosts if s == state.active else ()) for s in (0, 1)]
        self.must(all(state.kit[s] is kits[s] for s in (0, 1)), "a kit that does not fit companions and boosts")

    def _turn(self, state: KneeDeepState, phase: str) -> None:
        """The turn has passed on: to the other player, who has powered up."""
        (old_round, old_active), self.turn = self.turn, (state.round, state.active)
        if self.phase != "mulligan":
            self.must(state.active == 1 - old_active, "a player has two turns")
            self.must(state.round == old_round + (state.active == state.starting), "the rounds are miscounted")
        self._income(state, phase)

    def _income(self, state: KneeDeepState, phase: str) -> None:
        """What companions and extractors bring, counted anew (Phase 1 > 1)."""
        seat = state.active
        paying: set[int] = set()
        for f, code in enumerate(state.at):
            if code - 1 == seat * N_UNITS + UNIT_NAMES.index("extractor"):
                paying.update(n for n in NEIGHBOURS[f] if state.land.terrain[n] in (MATERIAL, ENERGY))
        known = [COMPANIONS[c] for c in state.companions[seat]]
        material = sum(c.material for c in known) + sum(state.land.terrain[f] == MATERIAL for f in paying)
        energy = sum(c.energy for c in known) + sum(state.land.terrain[f] == ENERGY for f in paying)
        if state.round == 1 and seat == state.starting:
            material = max(0, material - 1)
        got = (state.material[seat], state.energy[seat])
        self.must(got == (material, energy), f"income is {got} and not {(material, energy)}")
        limit = 8 if "gondwana-trickster" in state.companions[seat] else 6
        self.must(phase != ACTING or len(state.hand[seat]) <= limit, "a hand over its limit after Power Up")
        self.must(not state.boosts, "a boost has outlived its turn")
        self.looks["income"] += 1

    def _end(self, state: KneeDeepState) -> None:
        """Who has won, from the printed conditions (End of Game)."""
        fallen = [s for s in (0, 1) if state.hq_hits[s]]
        lost = [[state.scrap[s * N_UNITS + k] for k in range(N_UNITS)] for s in (0, 1)]
        health = [sum(n * HEALTH[UNIT_NAMES[k]] for k, n in enumerate(lost[s])) for s in (0, 1)]
        count = [sum(lost[s]) for s in (0, 1)]
        if fallen:
            wanted, self.end = 1 - fallen[0], "hq"
            self.must(len(fallen) == 1, "both HQs have fallen")
        elif sum(count) >= SCRAPYARD:
            self.end = "scrapyard"
            if health[0] != health[1]:
                wanted = 0 if health[0] < health[1] else 1
            else:  # who has destroyed fewer
                wanted = 2 if count[0] == count[1] else 0 if count[1] < count[0] else 1
        else:
            wanted, self.end = 2, "limit"
            self.must(state.round == ROUNDS, "the game is over for no reason")
        self.must(state.winner == wanted, f"winner {state.winner}, not {wanted}")
        self.must(list(state.legal_actions()) == [], "actions after the end")
        self.must(state.returns() == [[1.0, -1.0], [-1.0, 1.0], [0.0, 0.0]][wanted], "returns")

    # -- in a sample -----------------------------------------------------------------------------------------------

    def doors(self, state: KneeDeepState, action: Action) -> None:
        """The checked door does what the fast one does, and tells of it; the action reads back; a copy stays."""
        checked, fast = state.clone(), state.clone()
        before = state.key()
        events = checked.apply_action(action)
        fast.push(action)
        self.must(checked.key() == fast.key(), f"the doors differ at {action}")
        self.must(state.key() == before, "a copy is not independent")
        self.must(state.game.parse_action(str(action)) == action, f"{action} does not read back")
        statements = state.game.rulebook.statements
        self.must(bool(events) and all(e.text for e in events), f"{action} tells nothing")
        cited = (e.rules or e.seen_by or e.kind == "over" for e in events)  # the house limit is no rule of the book
        self.must(all(cited), f"{action} cites no rule")
        self.must(all(r in statements for e in events for r in e.rules), f"{action} cites an unknown rule")
        self.looks["doors"] += 1

    def position(self, state: KneeDeepState) -> None:
        """Written as a position and read again, it is the same but for the seed and the marks of the turn."""
        again = state.game.position(state.position())
        for name in ("rng", "fresh", "moved", "spent", "newly_built", "paid"):
            setattr(again, name, getattr(state, name))
        self.must(again.key() == state.key(), "a position does not read back")
        self.looks["positions"] += 1

    def hidden(self, state: KneeDeepState) -> None:
        """What a seat cannot see can be anything: it is told the same, may do the same, and can imagine the same."""
        rng = self.rng
        for seat in (0, 1, None):
            other = state.clone()
            other.rng = rng.next64()
            for owner in (0, 1):
                if owner == seat:
                    other.draw[owner] = tuple(rng.shuffled(state.draw[owner]))
                    continue
                pool = rng.shuffled((*state.hand[owner], *state.draw[owner]))
                if state.laid[owner] and not state.open_cards:
                    war = [c for c in pool if CARDS[c].is_war]
                    if war:
                        pool[pool.index(war[0])] = state.laid[owner][0]
                        other.laid[owner] = (war[0],)
                held = len(state.hand[owner])
                other.hand[owner] = tuple(sorted(pool[:held], key=state.game.card_order))
                other.draw[owner] = tuple(pool[held:])
            view = state.view(seat)
            self.must(view == other.view(seat), f"what is hidden shows to seat {seat}")
            self.must(view.headline() == other.view(seat).headline(), "a headline tells what is hidden")
            if seat is not None and seat == state.current_player():
                self.must(list(state.legal_actions()) == list(other.legal_actions()), "actions tell what is hidden")
                guess = view.determinize(rng)
                self.must(guess.view(seat) == view, "a guess looks different")
                self.must(list(guess.legal_actions()) == list(state.legal_actions()), "a guess allows other actions")
        self.looks["eyes"] += 1

    def zone(self, state: KneeDeepState) -> None:
        """Combat power and formations in the zone on the board, counted from names and coordinates."""
        owner = next((s for s in (0, 1) if state.marker[s] >= 0), None)
        if owner is None or state.phase == _PHASES.index(OVER):
            return
        marker = state.marker[owner]
        from hexlib.knee_deep import war

        zone = war.war_zone(state) if owner != state.active else 0
        for seat in (0, 1):
            known = sum(worth for _, worth in war.ability_bonuses(state, seat))
            total = max(0, brute_power(state, seat, marker) + known + state.bonus[seat])
            self.must(state.game.measure(state, "power")[seat] == total, f"combat power of seat {seat}")
            if zone:
                formed = {kind for kind in ("sling", "barrier", "skirmish") if war.formation(state, seat, kind, zone)}
                self.must(formed == brute_formations(state, seat, marker), f"formations of seat {seat}: {formed}")
        self.looks["zones"] += 1

    def lists(self, state: KneeDeepState, action: Action) -> None:
        """Both generators say the same, and ``explain`` too for a few of the list."""
        found = list(state.legal_actions())
        self.must(found == general_actions(state), "the two generators differ")
        self.must(len(set(found)) == len(found), "an action is listed twice")
        self.must(action in found, "the chosen action is not in the list")
        for some in (action, *(self.rng.choice(found) for _ in range(4))):
            self.must(bool(state.explain(some)), f"{some} is listed and refused")
        self.looks["lists"] += 1

    def eyes(self, state: KneeDeepState) -> None:
        """Every view can be told: headline, strip, text board."""
        for seat in (0, 1, None, TABLE):
            view: Any = state.view(seat)
            self.must(bool(view.headline()) and len(view.sides()) == 2 and bool(view.facts()), "a view tells nothing")
        self.must(bool(str(state)), "no text board")
        self.looks["words"] += 1

    end = ""


def choose(rng: Rng, state: KneeDeepState, wild: bool) -> Action:
    """By chance: any legal action, or as likely of any kind, with an eye for a fight, so that games come to an end."""
    actions = state.legal_actions()
    if wild or len(actions) == 1:
        return actions[rng.below(len(actions))]
    some: Sequence[Action] = [actions[rng.below(len(actions))] for _ in range(12)]
    if isinstance(some[0], Zone) or isinstance(actions[0], Zone):
        fights = [
            a
            for a in actions
            if isinstance(a, Zone) and all(state.own[s] & state.zone_fields(a.point) for s in (0, 1)) and rng.below(6)
        ]
        siege = [a for a in fights if HQ_MASK[1 - state.active] & state.zone_fields(a.point)]
        return rng.choice(siege if siege and rng.below(3) else fights or actions)
    if isinstance(some[0], Damage):
        return max((a for a in some if isinstance(a, Damage)), key=lambda a: (HQ in a.targets, len(a.targets)))
    if isinstance(some[0], War):
        return rng.choice(actions)
    kinds: dict[type[Action], list[Action]] = {}
    for action in (*some, *actions[-3:]):
        kinds.setdefault(type(action), []).append(action)
    if rng.below(8):
        kinds.pop(End, None)
    picked = rng.choice(kinds[rng.choice(list(kinds))] if kinds else actions)
    if isinstance(picked, (Move, Deploy)):  # towards the enemy
        enemy = HEXES[HQ_FIELDS[1 - state.active][0]]
        rivals = [a for a in some if type(a) is type(picked)] or [picked]

        def away(a: Any) -> int:
            q, r = HEXES[a.target if isinstance(a, Move) else a.field]
            return max(abs(q - enemy[0]), abs(r - enemy[1]), abs(q + r - enemy[0] - enemy[1]))

        return min(rivals, key=away) if rng.below(3) else picked
    return picked


def play(seed: int, dense: int = 1) -> Outcome:
    """One game from the empty table to its end, watched; ``dense`` times as many looks at what is dear.

    Raises:
        Wrong: something is not as it must be.
    """
    state = set_up(seed)
    rng = Rng(seed)
    watch = Watch(state, seed)
    watch.whole(state)
    wild = seed % 4 == 3
    game = state.game
    board = "modular" if game.board == "modular" else "fixed"
    out = Outcome(seed, game.deck, board, state.companions, state.starting, looks=watch.looks)
    try:
        while not state.is_terminal():
            action = choose(rng, state, wild)
            number = out.actions * dense
            fight = not isinstance(action, (Move, Deploy))
            if number % 40 < dense or (fight and rng.below(10) < dense):
                watch.doors(state, action)
            if number % 150 < dense:
                watch.position(state)
            if number % 120 < dense:
                watch.hidden(state)
            if state.phase in (3, 4) or number % 25 < dense:
                watch.zone(state)
            if number % 300 < dense:
                watch.lists(state, action)
                watch.eyes(state)
            if isinstance(action, (Play, War)) and action.card:
                out.played[action.card] += 1
            state.push(action)
            out.actions += 1
            watch.whole(state, action)
    except Wrong:
        raise
    except Exception as error:
        raise Wrong(f"{type(error).__name__}: {error} (seed {seed}, after {'; '.join(watch.log[-6:])})") from error
    watch.position(state)
    out.end, out.winner, out.rounds = watch.end, state.winner, state.round
    return out


def run(games: int) -> None:
    """Play that many games on two processors and print what they were."""
    begin = perf_counter()
    total: Counter[str] = Counter()
    looks: Counter[str] = Counter()
    played: Counter[str] = Counter()
    faults: list[str] = []
    with ProcessPoolExecutor(min(2, os.cpu_count() or 1)) as pool:
        for result in pool.map(partial(_safe, dense=1), range(games), chunksize=20):
            if isinstance(result, str):
                faults.append(result)
                print(f"  WRONG: {result}", flush=True)
                continue
            total.update(games=1, actions=result.actions, rounds=result.rounds)
            total.update([result.end, result.variant, result.board, *(c for pair in result.companions for c in pair)])
            looks += result.looks
            played += result.played
            if total["games"] % 500 == 0 and total["games"] < games:
                print(
                    f"  {total['games']:,} games, {total['actions']:,} actions so far, {len(faults)} faults", flush=True
                )
    whole = max(1, total["games"])
    print(f"Random whole games of Knee Deep in Hexes: {games} from seeds 0 on, {perf_counter() - begin:,.0f} s")
    print(f"  {total['actions']:,} actions, every invariant after each; {total['rounds'] / whole:.1f} rounds a game")
    print("  ends    " + ", ".join(f"{name} {total[name]}" for name in ("hq", "scrapyard", "limit")))
    print("  decks   " + ", ".join(f"{name} {total[name]}" for name in VARIANTS))
    print("  boards  " + ", ".join(f"{name} {total[name]}" for name in BOARDS))
    print("  companions " + ", ".join(f"{name} {total[name]}" for name in COMPANIONS))
    print("  looked at in a sample: " + ", ".join(f"{name} {n:,}" for name, n in sorted(looks.items())))
    unplayed = [name for name in CARDS if not played[name]]
    print(f"  cards played: {sum(played.values()):,}; never: {', '.join(unplayed) or 'none'}")
    print(f"  {len(faults)} faults" if faults else "  every invariant held")
    if faults:
        raise SystemExit(1)


def _safe(seed: int, dense: int) -> Outcome | str:
    try:
        return play(seed, dense)
    except Wrong as error:
        return str(error)


assert {u.name for u in UNITS} == set(SUPPLY), "the printed tables above name every kind"
