"""How strong the opponents of HEX HEX NEXT are: one of the better kind at a table of the weaker one, seats in turn."""

from __future__ import annotations

import os
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from math import sqrt
from time import process_time

import hexlib
from hexlib.game import CHANCE, SIMULTANEOUS, Rng
from hexlib.opponents import opponent

PAIRS = (("random", "random"), ("greedy", "random"), ("search", "random"), ("search", "greedy"))
"""Who sits alone, and who the others are. The first pair shows what luck alone gives."""


@dataclass(frozen=True)
class Result:
    """One game, as the one who sits alone sees it."""

    won: bool
    voice: int
    others: float
    """Mean Voice of the others."""
    seconds: float
    """Processor time for a decision, on average."""


def play(seed: int, better: str, weaker: str, players: int, iterations: int | None = None) -> Result:
    """One whole game; the seat of the better one is the seed's remainder."""
    game = hexlib.game("hex-hex-next", players=players)
    state = game.new_initial_state(seed=seed)
    mine, rng = seed % players, Rng(seed)
    table = [opponent(better if s == mine else weaker, game, seed=seed * players + s) for s in range(players)]
    decisions, spent = 0, 0.0
    while not state.is_terminal():
        player = state.current_player()
        if player == CHANCE:
            state.push(rng.choice(state.legal_actions()))
            continue
        seats = [s for s in range(players) if state.legal_actions(s)] if player == SIMULTANEOUS else [player]
        chosen = {}
        for seat in seats:
            begin = process_time()
            chosen[seat] = table[seat].choose(state.view(seat), iterations if seat == mine else None).action
            if seat == mine:
                decisions, spent = decisions + 1, spent + process_time() - begin
        if len(chosen) > 1:
            state.push_actions(chosen)
        else:
            state.push(chosen[seats[0]])
    voice: dict[str, int] = state.view(None).facts()["voice"]
    own = list(voice.values())[mine]
    others = (sum(voice.values()) - own) / (players - 1)
    return Result(state.returns()[mine] > 0, own, others, spent / max(1, decisions))


def run(games: int, players: int, iterations: int | None = None) -> None:
    """Print the table."""
    print(
        f"Opponents, HEX HEX NEXT: {games} games from seeds 0 on, {players} seats, one of the first kind among others"
    )
    print("  alone    others     won   (by luck)   Voice   others'   difference   ms/decision")
    for better, weaker in PAIRS:
        one = partial(
            play,
            better=better,
            weaker=weaker,
            players=players,
            iterations=iterations if better == "search" else None,
        )
        with ProcessPoolExecutor(min(2, os.cpu_count() or 1)) as pool:
            results = list(pool.map(one, range(games)))
        gaps = [r.voice - r.others for r in results]
        mean = sum(gaps) / games
        error = sqrt(sum((g - mean) ** 2 for g in gaps) / max(1, games - 1) / games)
        won = 100 * sum(r.won for r in results) / games
        voice, others = sum(r.voice for r in results) / games, sum(r.others for r in results) / games
        pace = 1000 * sum(r.seconds for r in results) / games
        print(
            f"  {better:8} {weaker:8} {won:4.0f} %   {100 / players:6.0f} %   {voice:6.2f}   {others:6.2f}"
            f"    {mean:+5.2f} +-{error:.2f}   {pace:8.1f}",
            flush=True,
        )
