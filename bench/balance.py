"""Is the game fair? Equal greedy opponents with companions by chance: wins by faction, by seat, by companion."""

from __future__ import annotations

import os
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import combinations
from statistics import median
from time import perf_counter

from hexlib import Rng
from hexlib.knee_deep.components import COMPANIONS, FACTIONS
from hexlib.knee_deep.game import KneeDeep
from hexlib.opponents import opponent

MOST = 55.0
"""No faction and no seat may win more of a hundred games."""
PAIRS = [tuple(combinations([c.name for c in COMPANIONS.values() if c.faction == f], 2)) for f in FACTIONS]


@dataclass(frozen=True)
class Result:
    """One game."""

    companions: tuple[tuple[str, ...], tuple[str, ...]]
    board: str
    starting: int
    winner: int
    end: str
    rounds: int
    actions: int


def play(seed: int) -> Result:
    """One whole game between two greedy opponents: casual decks, both boards in turn, companions by chance."""
    rng = Rng(seed ^ 0xBA1A)
    pairs = (rng.choice(PAIRS[0]), rng.choice(PAIRS[1]))
    board = ("fixed", "modular")[seed % 2]
    game = KneeDeep(companions=pairs, board=board)
    state = game.new_initial_state(seed)
    players = [opponent("greedy", game, seed=seed + s) for s in (0, 1)]
    actions = 0
    while not state.is_terminal():
        seat = state.current_player()
        state.push(players[seat].choose(state.view(seat)).action)
        actions += 1
    end = "hq" if any(state.hq_hits) else "limit" if state.winner == 2 and state.round >= 60 else "scrapyard"
    return Result(pairs, board, state.starting, state.winner, end, state.round, actions)


def _row(name: str, won: int, of: int, bound: bool = False) -> str:
    share = 100 * won / max(1, of)
    mark = f"  (at most {MOST:.0f}: {'holds' if share <= MOST else 'DOES NOT HOLD'})" if bound else ""
    return f"  {name:24} {won:5} of {of:5}  {share:5.1f} %{mark}"


def run(games: int) -> None:
    """Print the tables."""
    begin = perf_counter()
    with ProcessPoolExecutor(min(2, os.cpu_count() or 1)) as pool:
        results: list[Result] = []
        for result in pool.map(play, range(games), chunksize=4):
            results.append(result)
            if len(results) % 100 == 0 and len(results) < games:
                won = [sum(r.winner == s for r in results) for s in (0, 1)]
                print(f"  {len(results)} games so far: {won[0]} to {won[1]}", flush=True)
    print(f"Balance, Knee Deep in Hexes: {games} games of equal greedy opponents, {perf_counter() - begin:,.0f} s")
    for seat, faction in enumerate(FACTIONS):
        print(_row(faction, sum(r.winner == seat for r in results), games, True))
    print(_row("the starting player", sum(r.winner == r.starting for r in results), games, True))
    print(_row("the second player", sum(r.winner == 1 - r.starting for r in results), games, True))
    print(_row("nobody", sum(r.winner == 2 for r in results), games))
    print("By companion, of the games in which it was chosen")
    for name in COMPANIONS:
        with_it = [(r, s) for r in results for s in (0, 1) if name in r.companions[s]]
        print(_row(name, sum(r.winner == s for r, s in with_it), len(with_it)))
    for board in ("fixed", "modular"):
        mine = [r for r in results if r.board == board]
        print(_row(f"{board} board, {FACTIONS[0]}", sum(r.winner == 0 for r in mine), len(mine)))
    ends = Counter(r.end for r in results)
    print("How they end: " + ", ".join(f"{name} {n} ({100 * n / games:.0f} %)" for name, n in ends.most_common()))
    rounds, actions = sorted(r.rounds for r in results), [r.actions for r in results]
    tenth = len(rounds) // 10
    print(
        f"Rounds: {median(rounds):.0f} in the middle, {rounds[tenth]} to {rounds[-tenth - 1]} in eight of ten games;"
        f" {sum(actions) / games:.0f} decisions a game"
    )
