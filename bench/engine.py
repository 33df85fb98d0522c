"""The engine against its peers: random play and copies, in turns, medians of five.

Random play of Knee Deep in Hexes is to be at least as fast as python-chess's lean loop, and aims at twice that. It
was 1.8 to 2.1 times on a quiet machine, about 1.75 times on a busy one. A profile of whole games says where the
time goes: 47 % into the legal list of the action phase (34 % in its own lines, 7 % in the targets of cards, 5 % in
the reach of vehicles where it was not known), 31 % into doing the action (14 % of it the housekeeping between
turns), 5 % into drawing the action, 4 to 6 % into asking for the end. How far a vehicle gets is kept for each field
and the ground near it, and is known 97 times of 100; nothing in the state grows by it. What stands in the way of
more: the list is made anew before each decision, of which a random player makes one, and every step of it is on
sets of 217 fields. Keeping the rows of an unmoved board in the state would save much of that, and cost every copy,
which search pays for.

HEX HEX NEXT is to be at least as fast as python_block_dominoes. It was 0.8 to 1.1 times: runs differ more than the
two do. The profile is flat: nothing takes more than a sixth. 16 % goes into the answers to a Hex, 17 % into the
windows in which others may react, 5 % into finding out that nobody can, 14 % into moving Hexes, a fifth into rounds
(shuffling, dealing, cards played when dealt), a tenth into the loop itself. Its peer deals once and then asks for a
list of one action on average; here a list has three, four hands are looked at before and after every card, and
every fourth decision comes while several Hexes are in play.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from statistics import median

ROOT = Path(__file__).parent.parent
ROUNDS = 5


def _run(python: str, *words: str) -> dict[str, float]:
    done = subprocess.run([python, "-m", "bench.worker", *words], cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"bench.worker {' '.join(words)} failed:\n{done.stderr[-2000:]}")
    return dict(json.loads(done.stdout.splitlines()[-1]))


def run(python: str, seconds: float) -> None:
    """Print the table; ``python`` is an interpreter that has the peers."""
    names = ("knee-deep", "knee-deep listed", "python-chess", "catanatron")
    results: dict[str, list[dict[str, float]]] = {name: [] for name in names}
    for _ in range(ROUNDS):
        for name in names:
            results[name].append(_run(python, name, str(seconds)))
    rate = {name: median(r["plies"] for r in runs) for name, runs in results.items()}
    print("Random play, plies a second of processor time (median of five runs in turns)")
    notes = {
        "knee-deep": "drawn by index from the lazy legal list",
        "knee-deep listed": "every legal list written out first",
        "python-chess": "lean end test, at most 300 plies",
        "catanatron": "four random players",
    }
    for name in names:
        length = median(r["list"] for r in results[name])
        mean = f"legal list {length:5.1f} on average" if length else ""
        print(f"  {name:18} {rate[name]:9,.0f}   {rate[name] / rate['python-chess']:5.2f} x python-chess   {mean}")
        print(f"  {'':18} {notes[name]}, {median(r['game'] for r in results[name]):,.0f} plies a game")
    _against(python, seconds, "hex-hex-next", "block dominoes")
    _against(python, seconds, "hexygame", "dgisim")
    copies = [_run(python, "copies", str(seconds / 4)) for _ in range(ROUNDS)]
    print("A copy of the state, microseconds of processor time")
    base = median(c["python-chess copy(stack=False)"] for c in copies)
    for name in copies[0]:
        value = median(c[name] for c in copies)
        print(f"  {name:32} {value:8.2f}   {value / base:6.2f} x python-chess")


def _against(python: str, seconds: float, game: str, peer: str) -> None:
    """A game against its peer: HEX HEX NEXT against OpenSpiel's game of hidden hands that is written in Python,
    HexyGame against a card game in pure Python."""
    names = (game, peer)
    results: dict[str, list[dict[str, float]]] = {name: [] for name in names}
    for _ in range(ROUNDS):
        for name in names:
            results[name].append(_run(python, name, str(seconds)))
    base = median(r["plies"] for r in results[peer])
    for name in names:
        rate, length = (median(r[key] for r in results[name]) for key in ("plies", "list"))
        mean = f"legal list {length:5.1f} on average" if length else ""
        print(f"  {name:18} {rate:9,.0f}   {rate / base:5.2f} x {peer}   {mean}")
        print(f"  {'':18} {median(r['game'] for r in results[name]):,.0f} plies a game")
