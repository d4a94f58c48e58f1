#!/usr/bin/env python3
"""Finds handicaps for the levels of a game, each about 200 Elo above the one before, by `uur tournament`."""

import argparse
import json
import math
import subprocess

#: Handicaps from weak to strong.
CANDIDATES = (
    [f"1turn-{p}%" for p in range(95, 0, -5)]
    + ["1turn"]
    + [f"2turns-{p}%" for p in range(30, 0, -5)]
    + ["2turns"]
    + [f"3turns-{p}%" for p in (20, 15, 10, 7, 4, 2)]
    + ["3turns"]
    + [f"4turns-{p}%" for p in (10, 7, 4, 2)]
    + ["4turns"]
    + [f"5turns-{p}%" for p in (6, 4, 2)]
    + ["5turns", "6turns-3%", "6turns", "7turns", "8turns", "9turns", "10turns", "11turns", "12turns"]
)


def ahead(options, stronger, weaker):
    """By how much a player is ahead of another, in Elo."""
    command = [options.uur, "tournament", options.game, stronger, weaker, "--games", str(options.games),
               "--balanced", str(options.balanced), "--seed", str(options.seed), "--threads", str(options.threads), "--format", "json"]
    report = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    meeting = report["meetings"][0]
    drawn = meeting["drawn"] + meeting["unfinished"]
    points = meeting["won"][meeting["players"].index(stronger)] + drawn / 2
    share = (points + 0.5) / (options.games + 1)
    return 400 * math.log10(share / (1 - share))


def next_level(options, weaker, first):
    """The handicap about 200 Elo above another, among the candidates from a number on, and the candidate's number."""
    low, high, best = first, len(CANDIDATES) - 1, None
    known = {}
    while low <= high and len(known) < options.tries:
        middle = (low + high) // 2
        found = ahead(options, CANDIDATES[middle], weaker)
        known[middle] = found
        print(f"   {CANDIDATES[middle]} {found:+.0f}", flush=True)
        if best is None or abs(found - options.step) < abs(known[best] - options.step):
            best = middle
        if abs(found - options.step) < 25:
            break
        low, high = (middle + 1, high) if found < options.step else (low, middle - 1)
    if best is None:
        raise SystemExit("there are no stronger candidates")
    return best, known[best]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--uur", default="target/release/uur")
    parser.add_argument("--step", type=float, default=200)
    parser.add_argument("--easy", default="1turn-50%")
    parser.add_argument("--games", type=int, default=120)
    parser.add_argument("--tries", type=int, default=6)
    parser.add_argument("--balanced", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    levels, place = [options.easy], CANDIDATES.index(options.easy)
    while len(levels) < 5:
        place, found = next_level(options, levels[-1], place + 1)
        levels.append(CANDIDATES[place])
        print(f"{options.game}: {levels[-1]} {found:+.0f}", flush=True)
    print(options.game, *levels)


if __name__ == "__main__":
    main()
