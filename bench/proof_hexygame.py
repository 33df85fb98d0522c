"""Random whole games of HexyGame; after every action, all that the rules promise is counted anew.

The facts are worked out here from the printed numbers and the map's coordinates, not asked of the engine's helpers.
What is dear to look at (other doors, other eyes, positions written and read) is looked at in a sample.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from time import perf_counter

from hexlib.game import TABLE, Action, Rng
from hexlib.hexygame.actions import Burn, Discard, Pass
from hexlib.hexygame.advice import HexyAdviser
from hexlib.hexygame.game import HexyGame
from hexlib.hexygame.generate import general_actions
from hexlib.hexygame.items import CLEANUP, DRAW, END, MAIN, MULLIGAN, OVER, SPELL
from hexlib.hexygame.state import HexyState

__all__ = ["Outcome", "Wrong", "check", "play", "run"]

MAPS = ("standard", "small", "large")
MOST_POINTS, GOAL = 6, 12
SAMPLE = 211
"""Every so many actions the dear things are looked at."""


class Wrong(AssertionError):
    """Something that may never be; the text says what, and how to come there again."""


@dataclass
class Outcome:
    """What one game was, for the table."""

    seed: int
    map: str
    end: str = ""
    winner: int = 2
    turns: int = 0
    actions: int = 0
    deepest: int = 0
    looks: Counter[str] = field(default_factory=Counter)


def _cards(state: HexyState) -> Counter[tuple[int, int]]:
    """Every card with its owner, wherever it is: library, hand, graveyard, map, beneath a card, stack."""
    out: Counter[tuple[int, int]] = Counter()
    for seat in (0, 1):
        for kind in (*state.library[seat], *state.hand[seat], *state.grave[seat]):
            out[kind, seat] += 1
    for piece in state.at.values():
        out[piece.kind, piece.owner] += 1
        for kind, owner in piece.under:
            out[kind, owner] += 1
    items = [*state.stack, *([state.wait[1]] if state.wait else [])]
    for item in items:
        if item.type == SPELL:
            out[item.kind, item.seat] += 1
    return out


def check(state: HexyState, decks: Counter[tuple[int, int]], before: HexyState | None = None) -> None:
    """What must hold in every position, and from one to the next.

    Raises:
        Wrong: something does not hold.
    """
    cards = state.game.cards.cards
    if _cards(state) != decks:
        raise Wrong("a card is in two places or in none")
    uids = [p.uid for p in state.at.values()]
    if len(set(uids)) != len(uids):
        raise Wrong("two board cards are told apart by nothing")
    for f, piece in state.at.items():
        limit = cards[piece.kind].limit
        if not 1 <= piece.points <= limit or (limit == MOST_POINTS and piece.points > 6):
            raise Wrong(f"{piece.points} points on field {f}")
        if not 0 <= piece.die <= 6:
            raise Wrong(f"a die shows {piece.die}")
        if f not in state.map.axial:
            raise Wrong("a card off the map")
        if state.phase != OVER and f == state.map.flags[1 - piece.owner]:
            raise Wrong("a card stands on the enemy Flag and the game goes on")
        if state.phase in (CLEANUP, END) and piece.die:
            raise Wrong("a die is left after the Cleanup Phase")
    for seat in (0, 1):
        if any(n < 0 for n in state.pool[seat]):
            raise Wrong("less than no energy")
        if state.phase != OVER and not -99 < state.winning[seat] < GOAL:
            raise Wrong(f"{state.winning[seat]} on the Winning Dice and the game goes on")
    if state.phase not in (MULLIGAN, MAIN, DRAW, END, OVER) and state.wait is None and not state.pending:
        raise Wrong("somebody is asked in a phase in which nobody acts")
    if (state.winner >= 0) != (state.phase == OVER):
        raise Wrong("a winner, and the game goes on")
    if before is not None and (before.turn, before.phase) != (state.turn, state.phase):
        if any(map(any, state.pool)) and state.phase not in (OVER, MULLIGAN):
            raise Wrong("energy is left from one phase to the next")
        # Energy, Actions and Cleanup carry the stack on; Draw, Main and End leave none
        if before.phase in (MAIN,) and state.turn == before.turn and state.phase == MAIN and state.stack:
            raise Wrong("the Main Phase began anew with a stack")
        if before.phase in (DRAW, MAIN, END) and len(before.stack) > 1 and state.phase != OVER:
            raise Wrong("a phase ended with a stack")


def _sample(state: HexyState, before: HexyState, action: Action, looks: Counter[str]) -> None:
    """Other doors, other eyes, positions written and read."""
    game = state.game
    if before.phase != MULLIGAN and set(before.legal_actions()) != set(general_actions(before)):
        raise Wrong("the fast list and the explained one differ")
    looks["legal lists"] += 1
    slow = before.clone()
    slow.apply_action(action)
    if slow != state:
        raise Wrong("the two doors differ")
    looks["doors"] += 1
    read = game.position(state.position())
    read.rng = state.rng  # a position holds no seed
    if read != state and state.phase != MULLIGAN:
        raise Wrong("a position that is written is not what is read")
    looks["positions"] += 1
    for seat in (0, 1, None):
        view = state.view(seat)
        if view.determinize(Rng(1)).view(seat) != view:
            raise Wrong("a guess does not look like the view")
        if any(card != "?" for other in (0, 1) if other != seat for card in view.hand(other)):
            raise Wrong("a hidden hand is seen")
        view.panels()
        looks["views"] += 1
    if len(state.view(TABLE).panels()) < 1:
        raise Wrong("no stack to be seen")


def _by_chance(state: HexyState, actions: Sequence[Action], adviser: HexyAdviser, rng: Rng) -> Action:
    """Any action; or one that leads somewhere, with the energy that it needs.

    By mere chance every hand and building would be turned into energy at once, and hardly anything would be cast.
    """
    way = rng.below(24)
    if not way:
        return rng.choice(actions)
    able = [a for a in actions if not isinstance(a, (Burn, Discard))] or list(actions)
    if way > (12 if state.stack else 3):
        meant = list(adviser.candidates(state, state.asked))
        able = meant if len(meant) > 1 or not state.stack else able
    if len(able) > 1 and rng.below(4):
        able = [a for a in able if not isinstance(a, Pass)]
    return rng.choice(able)


def play(seed: int) -> Outcome:
    """One whole game by chance, watched after every action.

    Raises:
        Wrong: what must hold did not; the text names the seed and the action.
    """
    rng = Rng(seed ^ 0x4E5)
    game = HexyGame(map=MAPS[seed % 3])
    state = game.new_initial_state(seed)
    out = Outcome(seed, game.map)
    adviser = HexyAdviser(game)
    decks = _cards(state)
    before = state.clone()
    action: Action | None = None
    try:
        check(state, decks)
        while not state.is_terminal():
            actions = state.legal_actions()
            if not actions:
                raise Wrong("nothing may be done, not even pass")
            action = _by_chance(state, actions, adviser, rng)
            before = state.clone()
            state.push(action)
            out.actions += 1
            out.deepest = max(out.deepest, len(state.stack))
            check(state, decks, before)
            if out.actions % SAMPLE == 0:
                _sample(state, before, action, out.looks)
    except Wrong as wrong:
        raise Wrong(f"seed {seed}, action {out.actions} ({action}): {wrong}\n{before}") from None
    out.winner, out.turns = state.winner, state.turn
    out.end = "limit" if state.winner == 2 else "dice" if max(state.winning) >= GOAL else "flag"
    return out


def run(games: int) -> None:
    """Play them and print the table."""
    begin = perf_counter()
    with ProcessPoolExecutor(min(2, os.cpu_count() or 1)) as pool:
        results = list(pool.map(play, range(games), chunksize=10))
    total = sum(r.actions for r in results)
    print(f"Proof, HexyGame: {games} random games, {total:,} actions, {perf_counter() - begin:,.0f} s: all holds")
    ends = Counter(r.end for r in results)
    print("How they end: " + ", ".join(f"{name} {n}" for name, n in ends.most_common()))
    winners = Counter(r.winner for r in results)
    print(f"Won by Blue {winners[0]}, by Orange {winners[1]}, by nobody {winners[2]}")
    deepest = max(r.deepest for r in results)
    print(f"{sum(r.turns for r in results) / games:.0f} turns a game; the deepest stack had {deepest} items")
    looks: Counter[str] = sum((r.looks for r in results), Counter())
    print("Looked at in samples: " + ", ".join(f"{name} {n:,}" for name, n in looks.items()))
