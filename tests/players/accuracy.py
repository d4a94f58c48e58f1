#!/usr/bin/env python3
"""Measures how often players of `uur engine` choose a best move, by exact values of `uur solve`.

    tests/players/accuracy.py awari --boards 9..14 --count 200 --database awari.endgames --truth awari.json
    tests/players/accuracy.py kalah --games 13..26 --count 100 --database kalah.endgames --truth kalah.json
    tests/players/accuracy.py layli-goobalay --games 10..20 --count 30 --seconds 12 --truth layli.json

Positions are random boards with so many seeds (`--boards`), or the first of a game of `2turns-20%` against itself with
so many seeds or less (`--games`). Those in which all moves have the same value, and those that `uur solve` does not
prove in `--seconds`, are left out. The database is for the proofs alone: the players get none. Values are kept in the
file `--truth`, from which later runs read them.
"""

import argparse
import json
import os
import random
import re
import subprocess
import sys
import time


class Engine:
    """`uur engine` with a game open."""

    def __init__(self, uur, game):
        self.process = subprocess.Popen(
            [uur, "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self.ask(f'game "{game}"', "game")

    def ask(self, command, last):
        """Writes a command and returns the last line of its answer, which begins with `last`, without this word."""
        self.process.stdin.write(command + "\n")
        while True:
            line = self.process.stdout.readline()
            if not line or line.startswith("error"):
                sys.exit(f"{command}: {line or 'the engine has ended'}")
            if line.split()[0] == last:
                return line.strip().partition(" ")[2]

    def position(self):
        """The position as text, and whether the game goes on."""
        text = self.ask("show", "position")
        return text, self.process.stdout.readline().split()[1] in ("south", "north")


def seeds(position):
    """The seeds on the board, by the position's text."""
    rows = re.findall(r"(?:south|north) ([\d ]+)", position)
    return sum(int(pit) for row in rows for pit in row.split())


def random_board(options, chance):
    """A random board: each way to lay so many seeds is as likely. The others are captured, half by each player."""
    number = chance.randint(*options.boards)
    pits = 2 * options.pits
    bars = sorted(chance.sample(range(number + pits - 1), pits - 1))
    laid = [right - left - 1 for left, right in zip([-1] + bars, bars + [number + pits - 1])]
    rest = options.total - number
    rows = [" ".join(map(str, laid[: options.pits])), " ".join(map(str, laid[options.pits :]))]
    return f"south {rows[0]}; north {rows[1]}; captured {rest - rest // 2} {rest // 2}; south to move"


def game_position(options, engine, chance):
    """The first position of a game with so many seeds or less; `None` if there is none with enough."""
    engine.ask("position start\nuur", "uurok")
    played = []
    most = chance.randint(*options.games)
    while True:
        position, goes_on = engine.position()
        if not goes_on:
            return None
        if seeds(position) <= most:
            return position if seeds(position) >= options.games[0] else None
        legal = engine.ask("moves", "moves").split()
        played.append(chance.choice(legal) if len(played) < 3 else engine.ask("go level 2turns-20%", "bestmove"))
        engine.ask(f"position start moves {' '.join(played)}\nuur", "uurok")


def truth_of(options, position):
    """The value of each move; `None` if they are alike or not proved."""
    command = [options.uur, "solve", options.game, "--margin", "--moves", "--from", position, "--format", "json"]
    command += ["--database", options.database] if options.database else []
    try:
        found = subprocess.run(command, capture_output=True, text=True, timeout=options.seconds)
    except subprocess.TimeoutExpired:
        return None
    if found.returncode != 0:
        return None
    moves = json.loads(found.stdout).get("moves") or []
    if any(m["value"]["at_least"] != m["value"]["at_most"] for m in moves):
        return None
    sign = 1 if "south to move" in position else -1
    values = {m["move"]: sign * m["value"]["at_least"] for m in moves}
    return values if len(set(values.values())) > 1 else None


def positions(options):
    """Positions with the values of their moves, read from the file or made."""
    if options.truth and os.path.exists(options.truth):
        with open(options.truth, encoding="utf-8") as file:
            return json.load(file)
    chance, engine, found = random.Random(options.seed), Engine(options.uur, options.game), {}
    while len(found) < options.count:
        position = random_board(options, chance) if options.boards else game_position(options, engine, chance)
        values = position and position not in found and truth_of(options, position)
        if values:
            found[position] = values
            print(f"\r{len(found)} positions", end="", file=sys.stderr, flush=True)
    if options.truth:
        with open(options.truth, "w", encoding="utf-8") as file:
            json.dump(found, file, indent=0)
    return found


def measure(options, known, player):
    """Prints how a player chooses in all positions."""
    engine = Engine(options.uur, options.game)
    best = same = lost = 0
    began = time.monotonic()
    for position, values in known.items():
        # The moves before a position are none of the player's business here.
        engine.ask(f"newgame\nposition {position}\nuur", "uurok")
        chosen = values[engine.ask(f"go {player}", "bestmove")]
        most = max(values.values())
        lost += most - chosen
        best += chosen == most
        same += (chosen > 0) - (chosen < 0) == (most > 0) - (most < 0)
        if options.verbose and chosen != most:
            print(f"  {position}: {chosen} of {values}")
    spent = (time.monotonic() - began) * 1000 / len(known)
    number = len(known)
    print(f"| {player} | {best} of {number} | {same} | {lost / number:.2f} | {spent:.0f} |", flush=True)


def bounds(text):
    """Two numbers, written `9..14`."""
    low, _, high = text.partition("..")
    return int(low), int(high or low)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("players", nargs="*", default=["level hard", "level master"], help="as after `go`")
    parser.add_argument("--uur", default="target/release/uur")
    parser.add_argument("--boards", type=bounds)
    parser.add_argument("--games", type=bounds)
    parser.add_argument("--count", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--database")
    parser.add_argument("--truth")
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    engine = Engine(options.uur, options.game)
    start, _ = engine.position()
    options.total = seeds(start)
    options.pits = len(re.search(r"south ([\d ]+)", start)[1].split())
    known = positions(options)
    print("\n| player | best move | same result | mean loss, seeds | ms a move |\n|---|---:|---:|---:|---:|")
    for player in options.players:
        measure(options, known, player)


if __name__ == "__main__":
    main()
