"""How strong the opponents are: each against the next weaker one, both seats in turn."""

from __future__ import annotations

import hexlib
from hexlib.opponents import opponent


def match(better: str, weaker: str, games: int, first_seed: int = 0) -> tuple[int, int, int]:
    """Games won by the better, won by the weaker, drawn."""
    game = hexlib.game("knee-deep-in-hexes")
    won = lost = 0
    for seed in range(first_seed, first_seed + games):
        state = game.new_initial_state(seed=seed)
        mine = seed % 2
        names = (better, weaker) if mine == 0 else (weaker, better)
        players = [opponent(name, game, seed=seed) for name in names]
        while not state.is_terminal():
            seat = state.current_player()
            state.push(players[seat].choose(state.view(seat)).action)
        result = state.returns()[mine]
        won += result > 0
        lost += result < 0
    return won, lost, games - won - lost


def run(games: int) -> None:
    """Print the table."""
    print(f"Opponents, Knee Deep in Hexes, {games} games a pair, seats in turn (won, lost, drawn)")
    for better, weaker in (("greedy", "random"), ("search", "greedy")):
        won, lost, drawn = match(better, weaker, games)
        print(f"  {better:7} against {weaker:7} {won:4} {lost:4} {drawn:4}", flush=True)
