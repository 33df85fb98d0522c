"""How strong the opponents are: each against the next weaker one, both seats in turn, on two processors."""

from __future__ import annotations

import os
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from time import process_time

import hexlib
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
    """"hq", "scrapyard" or "limit"."""
    seconds: float
    """Processor time that the better one took for a decision, on average."""


def play(seed: int, better: str, weaker: str, iterations: int | None = None) -> Result:
    """One whole game; the better one sits at seat 0 in even games and at seat 1 in odd ones."""
    game = hexlib.game("knee-deep-in-hexes")
    state = game.new_initial_state(seed=seed)
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
    end = "hq" if 0 in facts["hq"] else "limit" if facts["winner"] == "draw" else "scrapyard"
    outcome = "won" if result > 0 else "lost" if result < 0 else "drawn"
    return Result(outcome, mine, facts["round"], end, spent / decisions)


def match(better: str, weaker: str, games: int, iterations: int | None = None) -> list[Result]:
    """That many games from the seeds 0, 1, 2 ..."""
    one = partial(play, better=better, weaker=weaker, iterations=iterations)
    with ProcessPoolExecutor(min(2, os.cpu_count() or 1)) as pool:
        return list(pool.map(one, range(games)))


def run(games: int, iterations: int | None = None) -> None:
    """Print the table."""
    print(f"Opponents, Knee Deep in Hexes: {games} games a pair from seeds 0 on, seats in turn")
    print(
        "  better  weaker     won  lost drawn   as seat 0   as seat 1   ends: hq scrapyard limit   rounds  ms/decision"
    )
    for better, weaker, wanted in PAIRS:
        results = match(better, weaker, games, iterations if better == "search" else None)
        score = Counter(r.outcome for r in results)
        seats = [[r.outcome == "won" for r in results if r.seat == seat] for seat in (0, 1)]
        by_seat = [f"{sum(won):4} of {len(won):3}" for won in seats]
        ends = Counter(r.end for r in results)
        rounds = sum(r.rounds for r in results) / len(results)
        pace = 1000 * sum(r.seconds for r in results) / len(results)
        share = 100 * score["won"] / len(results)
        print(
            f"  {better:7} {weaker:7} {score['won']:6} {score['lost']:5} {score['drawn']:5}  {by_seat[0]}  {by_seat[1]}"
            f"   {ends['hq']:8} {ends['scrapyard']:9} {ends['limit']:5}   {rounds:6.1f}  {pace:8.1f}"
            f"   {share:.0f} % (at least {wanted})",
            flush=True,
        )
