"""`python -m bench [engine|page|notebooks|opponents|proof|balance ...]`: what is asked for, or the first three."""

from __future__ import annotations

import argparse
import sys

from bench import engine


def main() -> None:
    """Run the benchmarks that are asked for."""
    parser = argparse.ArgumentParser(prog="bench", description=__doc__)
    parser.add_argument("what", nargs="*", choices=["engine", "page", "notebooks", "opponents", "proof", "balance", []])
    parser.add_argument("--seconds", type=float, default=2.0, help="processor time for one run of a contestant")
    parser.add_argument("--peers", default=sys.executable, help="interpreter that has the peers")
    parser.add_argument(
        "--games",
        type=int,
        help="how many games; 100 of each pair of opponents, 10000 of the proof, 2000 of the balance",
    )
    parser.add_argument(
        "--game",
        default="knee-deep-in-hexes",
        choices=["knee-deep-in-hexes", "hexygame", "hex-hex-next"],
        help="which game the opponents, the proof and the balance are about; the last two not HEX HEX NEXT",
    )
    parser.add_argument("--players", type=int, default=4, choices=[3, 4, 5, 6], help="seats at a table of opponents")
    parser.add_argument("--iterations", type=int, help="plans of the search for a decision; by default its own number")
    options = parser.parse_args()
    wanted = options.what or ["engine", "page", "notebooks"]
    if "engine" in wanted:
        engine.run(options.peers, options.seconds)
    if "page" in wanted:
        from bench import page

        page.run()
    if "notebooks" in wanted:
        from bench import notebooks

        notebooks.run()
    if "opponents" in wanted:
        from bench import opponents, table

        if options.game == "hex-hex-next":
            table.run(options.games or 100, options.players, options.iterations)
        else:
            opponents.run(options.games or 100, options.iterations, options.game)
    hexy = options.game == "hexygame"
    if options.game == "hex-hex-next" and {"proof", "balance"} & set(wanted):
        parser.error("HEX HEX NEXT has no proof and no balance here; its tests play whole games with every invariant")
    if "proof" in wanted:
        from bench import proof, proof_hexygame

        (proof_hexygame if hexy else proof).run(options.games or 10_000)
    if "balance" in wanted:
        from bench import balance, balance_hexygame

        (balance_hexygame if hexy else balance).run(options.games or 2_000)


if __name__ == "__main__":
    main()
