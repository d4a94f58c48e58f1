"""Plays a series in parts, by processes of this machine or, with the word `ray`, by a cluster."""

import sys
from concurrent.futures import ProcessPoolExecutor

import uur
from uur import distributed

if __name__ == "__main__":
    game = uur.Game.load("kalah")

    def tell(done: int, of: int) -> None:
        print(f"{done} of {of} games")

    if "ray" in sys.argv:
        report = distributed.simulate(game, 100_000, progress=tell)
    else:
        with ProcessPoolExecutor(2) as executor:
            report = distributed.simulate(game, 20_000, part_games=5_000, executor=executor, progress=tell)
    print(report)
