"""Are the two ready decks of HexyGame a match? Equal greedy opponents: wins by deck, by seat, by who begins."""

from __future__ import annotations

import os
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from statistics import median
from time import perf_counter

from hexlib.hexygame.game import HexyGame
from hexlib.opponents import opponent

DECKS = ("wildfire", "high-winds")
MOST = 60.0
"""No deck and no seat may win more of a hundred games."""


@dataclass(frozen=True)
class Result:
    """One game."""

    decks: tuple[str, str]
    starting: int
    winner: int
    """0 or 1 a seat, 2 nobody."""
    end: str
    turns: int
    actions: int


def play(seed: int) -> Result:
    """One whole game between two greedy opponents; the decks change seats from game to game."""
    decks = (DECKS[seed % 2], DECKS[1 - seed % 2])
    game = HexyGame(decks=decks)
    state = game.new_initial_state(seed // 2)
    players = [opponent("greedy", game, seed=seed + s) for s in (0, 1)]
    actions = 0
    while not state.is_terminal():
        seat = state.asked
        state.push(players[seat].choose(state.view(seat)).action)
        actions += 1
    end = "limit" if state.winner == 2 else "dice" if max(state.winning) >= 12 else "flag"
    return Result(decks, state.starting, state.winner, end, state.turn, actions)


def _row(name: str, won: int, of: int) -> str:
    share = 100 * won / max(1, of)
    return f"  {name:24} {won:5} of {of:5}  {share:5.1f} %  (at most {MOST:.0f}: {'holds' if share <= MOST else 'NO'})"


def run(games: int) -> None:
    """Print the tables."""
    begin = perf_counter()
    with ProcessPoolExecutor(min(2, os.cpu_count() or 1)) as pool:
        results = list(pool.map(play, range(games), chunksize=2))
    decided = [r for r in results if r.winner != 2]
    print(f"Balance, HexyGame: {games} games of equal greedy opponents, {perf_counter() - begin:,.0f} s")
    for deck in DECKS:
        print(_row(deck, sum(r.decks[r.winner] == deck for r in decided), len(decided)))
    for seat, name in enumerate(("Blue", "Orange")):
        print(_row(name, sum(r.winner == seat for r in decided), len(decided)))
    print(_row("the beginning player", sum(r.winner == r.starting for r in decided), len(decided)))
    print(_row("the second player", sum(r.winner != r.starting for r in decided), len(decided)))
    ends = Counter(r.end for r in results)
    print("How they end: " + ", ".join(f"{name} {n} ({100 * n / games:.0f} %)" for name, n in ends.most_common()))
    turns = sorted(r.turns for r in results)
    tenth = len(turns) // 10
    print(
        f"Turns: {median(turns):.0f} in the middle, {turns[tenth]} to {turns[-tenth - 1]} in eight of ten games;"
        f" {sum(r.actions for r in results) / games:.0f} decisions a game"
    )
