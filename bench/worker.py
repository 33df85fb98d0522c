"""One contestant for one slot of time: `python -m bench.worker NAME SECONDS` prints one JSON line.

Random play: a ply is one action other than pass (`end`, `war none`, `damage none`; a window let go by), drawn uniformly
from the full legal list. Times are processor times, so that a busy machine disturbs less.
"""

from __future__ import annotations

import gc
import json
import random
import sys
from collections.abc import Callable
from time import process_time
from typing import Any

R = random.Random(1)
Play = Callable[[], tuple[int, int, int]]
"""Plays one game: plies, decisions, and the sum of the lengths of the legal lists."""


def knee_deep(listed: bool = False) -> Play:
    """Whole games of Knee Deep in Hexes; with ``listed`` every legal list is written out before the draw."""
    import hexlib

    game = hexlib.game("knee-deep-in-hexes")
    seeds = iter(range(10**9))
    passes = {game.parse_action(text) for text in ("end", "war none", "damage none")}
    passing = tuple({type(a) for a in passes})

    def play() -> tuple[int, int, int]:
        state = game.new_initial_state(seed=next(seeds))
        plies = decisions = total = 0
        draw = R.random
        while not state.is_terminal():
            actions = state.legal_actions()
            if listed:
                actions = list(actions)
            count = len(actions)
            action = actions[int(draw() * count)]
            state.push(action)
            decisions += 1
            total += count
            if not isinstance(action, passing) or action not in passes:
                plies += 1
        return plies, decisions, total

    return play


def table_game(name: str) -> Play:
    """Whole games of HexyGame with the two ready decks, or of HEX HEX NEXT with four players; a pass is no ply.

    Where several choose at once, the action of each is a ply, drawn from a list of its own.
    """
    import hexlib
    from hexlib.game import SIMULTANEOUS, TERMINAL

    game = hexlib.game(name)
    seeds = iter(range(10**9))
    passing = type(game.parse_action("pass"))

    def play() -> tuple[int, int, int]:
        state = game.new_initial_state(seed=next(seeds))
        plies = decisions = total = 0
        draw = R.random
        while (player := state.current_player()) != TERMINAL:
            if player == SIMULTANEOUS:
                chosen = {}
                for seat in state.committing():
                    actions = state.legal_actions(seat)
                    chosen[seat] = actions[int(draw() * len(actions))]
                    total += len(actions)
                state.push_actions(chosen)
                plies += len(chosen)
                decisions += len(chosen)
                continue
            actions = state.legal_actions()
            action = actions[int(draw() * len(actions))]
            state.push(action)
            decisions += 1
            total += len(actions)
            if type(action) is not passing:
                plies += 1
        return plies, decisions, total

    return play


def dominoes() -> Play:
    """OpenSpiel's python_block_dominoes, driven from Python; the deal is drawn as OpenSpiel has it."""
    import pyspiel
    from open_spiel.python import games  # noqa: F401  (registers the games written in Python)

    game = pyspiel.load_game("python_block_dominoes")

    def play() -> tuple[int, int, int]:
        state = game.new_initial_state()
        plies = total = 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                x, action = R.random(), outcomes[-1][0]
                for outcome, chance in outcomes:
                    x -= chance
                    if x < 0:
                        action = outcome
                        break
            else:
                actions = state.legal_actions()
                action = R.choice(actions)
                total += len(actions)
            state.apply_action(action)
            plies += 1
        return plies, plies, total

    return play


def dgisim() -> Play:
    """dgisim, two RandomAgents, whole games; one ply is one action of a player (its own steps are not counted)."""
    from dgisim import GameState
    from dgisim.agents import RandomAgent

    def play() -> tuple[int, int, int]:
        state, agent = GameState.from_default(), RandomAgent()
        plies = 0
        while not state.game_end():
            player = state.waiting_for()
            if player is None:
                state = state.step()
            else:
                state = state.action_step(player, agent.choose_action([state], player))
                plies += 1
        return plies, plies, 0

    return play


def chess() -> Play:
    """python-chess, lean: stop at no moves, 75-move rule, bare material or 300 plies."""
    import chess as c

    def play() -> tuple[int, int, int]:
        board = c.Board()
        plies = total = 0
        while plies < 300:
            moves = list(board.generate_legal_moves())
            if not moves or board.halfmove_clock >= 150 or board.is_insufficient_material():
                break
            board.push(moves[int(R.random() * len(moves))])
            plies += 1
            total += len(moves)
        return plies, plies, total

    return play


def catanatron() -> Play:
    """Catanatron, four RandomPlayers, whole games; one ply is one action."""
    from catanatron import Color, Game, RandomPlayer

    colours = (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)
    seeds = iter(range(10**9))

    def play() -> tuple[int, int, int]:
        game = Game([RandomPlayer(colour) for colour in colours], seed=next(seeds))
        game.play()
        return len(game.state.actions), len(game.state.actions), 0

    return play


def copies() -> dict[str, Callable[[], object]]:
    """What a copy of a state costs, in the middle of a game."""
    import chess as c
    from catanatron import Color, Game, RandomPlayer

    import hexlib
    from hexlib.game import SIMULTANEOUS

    def midway(name: str, decisions: int) -> Any:
        state = hexlib.game(name).new_initial_state(seed=3)
        for _ in range(decisions):
            if state.current_player() == SIMULTANEOUS:
                state.push_actions({seat: R.choice(state.legal_actions(seat)) for seat in state.committing()})
            else:
                state.push(R.choice(state.legal_actions()))
        return state

    board = c.Board()
    for _ in range(60):
        board.push(R.choice(list(board.legal_moves)))
    catan = Game([RandomPlayer(x) for x in (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)], seed=3)
    for _ in range(200):
        catan.play_tick()
    return {
        "knee-deep clone()": midway("knee-deep-in-hexes", 300).clone,
        "hexygame clone()": midway("hexygame", 60).clone,
        "hex-hex-next clone()": midway("hex-hex-next", 40).clone,
        "python-chess copy(stack=False)": lambda: board.copy(stack=False),
        "Catanatron copy()": catan.copy,
    }


PLAYERS: dict[str, Callable[[], Play]] = {
    "knee-deep": knee_deep,
    "knee-deep listed": lambda: knee_deep(listed=True),
    "python-chess": chess,
    "catanatron": catanatron,
    "hex-hex-next": lambda: table_game("hex-hex-next"),
    "block dominoes": dominoes,
    "hexygame": lambda: table_game("hexygame"),
    "dgisim": dgisim,
}


def measure(name: str, seconds: float) -> dict[str, float]:
    """Play whole games for that long; plies per second and the mean length of the legal list."""
    play = PLAYERS[name]()
    play()
    gc.collect()
    plies = decisions = total = games = 0
    begin = process_time()
    while True:
        a, b, c = play()
        plies, decisions, total, games = plies + a, decisions + b, total + c, games + 1
        spent = process_time() - begin
        if spent >= seconds and games >= 3:
            break
    return {"plies": plies / spent, "decisions": decisions / spent, "list": total / decisions, "game": plies / games}


def measure_copies(seconds: float) -> dict[str, float]:
    """Microseconds a copy."""
    out = {}
    for name, copy in copies().items():
        count = 0
        begin = process_time()
        while process_time() - begin < seconds:
            for _ in range(50):
                copy()
            count += 50
        out[name] = (process_time() - begin) / count * 1e6
    return out


if __name__ == "__main__":
    what, slot = sys.argv[1], float(sys.argv[2])
    print(json.dumps(measure_copies(slot) if what == "copies" else measure(what, slot)))
