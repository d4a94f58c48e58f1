#!/usr/bin/env python3
"""Solves random late boards of a game with 48 seeds: both rows hold seeds, both stores the same, and South is to move."""

import argparse
import collections
import json
import random
import subprocess


def board(seeds, chance):
    """Seeds in twelve pits, with some in both rows; all such boards are equally likely."""
    while True:
        bars = sorted(chance.sample(range(seeds + 11), 11))
        pits = [after - before - 1 for before, after in zip([-1, *bars], [*bars, seeds + 11])]
        if any(pits[:6]) and any(pits[6:]):
            return pits


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", default="oware")
    parser.add_argument("--uur", default="target/release/uur")
    parser.add_argument("--boards", type=int, default=200)
    parser.add_argument("--time", default="2", help="seconds for each board (default: %(default)s)")
    options = parser.parse_args()
    chance = random.Random(1)
    for seeds in (4, 6, 8, 10, 12):
        values, nodes = collections.Counter(), []
        while len(nodes) < options.boards:
            pits, stored = board(seeds, chance), (48 - seeds) // 2
            south, north = (" ".join(map(str, row)) for row in (pits[:6], pits[6:]))
            at = f"south {south}; north {north}; captured {stored} {stored}; south to move"
            limits = ["--time", options.time, "--memory", "0.05", "--threads", "1", "--format", "json"]
            told = subprocess.run([options.uur, "solve", options.game, "--from", at, *limits], capture_output=True, text=True)
            if told.returncode in (0, 4):
                found = json.loads(told.stdout)
                values[found["value"]["at_least"], found["value"]["at_most"]] += 1
                nodes.append(found["nodes"])
        print(f"{seeds} seeds: {dict(values)}, half took up to {sorted(nodes)[len(nodes) // 2]} positions", flush=True)


if __name__ == "__main__":
    main()
