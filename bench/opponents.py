"""How strong the opponents are: each against the next weaker one, both seats in turn, on two processors.

Knee Deep in Hexes is set up by chance, with companions, fixed or modular board and casual, drafted or bought decks;
each of its set-ups is played twice, with the seats exchanged.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from time import process_time
from typing import Any

import hexlib
from bench.proof import set_up
from hexlib import State
from hexlib.opponents import opponent

PAIRS = (("greedy", "random", 90), ("search", "greedy", 70))
"""Better, weaker, and what the better one is to win of a hundred."""


@dataclass(frozen=True)
class Result:
    """One game, as the better one sees it."""

    outcome: str
    """"won", "lost" or "drawn"."""
    seat: int
    rounds: int
    end: str
    """"hq", "scrapyard" or "limit"; in HexyGame "flag", "dice" or "limit"."""
    seconds: float
    """Processor time that the better one took for a decision, on average."""


def _end(facts: Mapping[str, Any]) -> str:
    if facts["winner"] == "draw":
        return "limit"
    if "winning" in facts:
        return "dice" if 12 in facts["winning"] else "flag"
    return "hq" if 0 in facts["hq"] else "scrapyard"


def play(
    seed: int, better: str, weaker: str, iterations: int | None = None, name: str = "knee-deep-in-hexes"
) -> Result:
    """One whole game; the better one sits at seat 0 in even games and at seat 1 in odd ones."""
    by_chance = name == "knee-deep-in-hexes"
    state: State = set_up(seed // 2) if by_chance else hexlib.game(name).new_initial_state(seed=seed)
    game = state.game
    mine = seed % 2
    players = [opponent(weaker, game, seed=seed), opponent(weaker, game, seed=seed)]
    players[mine] = opponent(better, game, seed=seed)
    decisions, spent = 0, 0.0
    while not state.is_terminal():
        seat = state.current_player()
        begin = process_time()
        action = players[seat].choose(state.view(seat), iterations if seat == mine else None).action
        if seat == mine:
            decisions, spent = decisions + 1, spent + process_time() - begin
        state.push(action)
    facts = state.view(None).facts()
    result = state.returns()[mine]
    outcome = "won" if result > 0 else "lost" if result < 0 else "drawn"
    rounds = facts["round"] if "round" in facts else facts["turn"]
    return Result(outcome, mine, rounds, _end(facts), spent / decisions)


def match(
    better: str, weaker: str, games: int, iterations: int | None = None, name: str = "knee-deep-in-hexes"
) -> list[Result]:
    """That many games from the seeds 0, 1, 2 ..."""
    one = partial(play, better=better, weaker=weaker, iterations=iterations, name=name)
    with ProcessPoolExecutor(min(2, os.cpu_count() or 1)) as pool:
        return list(pool.map(one, range(games)))


def run(games: int, iterations: int | None = None, name: str = "knee-deep-in-hexes") -> None:
    """Print the table."""
    kinds = ("flag", "dice", "limit") if name == "hexygame" else ("hq", "scrapyard", "limit")
    print(f"Opponents, {hexlib.game(name).title}: {games} games a pair from seeds 0 on, seats in turn")
    heads = f"ends: {kinds[0]:>4} {kinds[1]:>9} {kinds[2]}   rounds  ms/decision"
    print(f"  better  weaker     won  lost drawn   as seat 0   as seat 1   {heads}")
    for better, weaker, wanted in PAIRS:
        results = match(better, weaker, games, iterations if better == "search" else None, name)
        score = Counter(r.outcome for r in results)
        seats = [[r.outcome == "won" for r in results if r.seat == seat] for seat in (0, 1)]
        by_seat = [f"{sum(won):4} of {len(won):3}" for won in seats]
        ends = Counter(r.end for r in results)
        rounds = sum(r.rounds for r in results) / len(results)
        pace = 1000 * sum(r.seconds for r in results) / len(results)
        share = 100 * score["won"] / len(results)
        print(
            f"  {better:7} {weaker:7} {score['won']:6} {score['lost']:5} {score['drawn']:5}  {by_seat[0]}  {by_seat[1]}"
            f"   {ends[kinds[0]]:8} {ends[kinds[1]]:9} {ends[kinds[2]]:5}   {rounds:6.1f}  {pace:8.1f}"
            f"   {share:.0f} % (at least {wanted})",
            flush=True,
        )
