#!/usr/bin/env python3
"""Plays one game between two strong players, and solves its positions from the end backward, until two in a row stay open.

So it shows of a board that is too large to be solved from which move on the result of a good game is proved.
"""

import argparse
import json
import subprocess


def position(options, moves):
    """The position after some moves, as one line of text."""
    commands = f"game {options.game} {' '.join(options.set)}\nposition start moves {' '.join(moves)}\nshow\n"
    if not moves:
        commands = commands.replace(" moves ", "")
    with subprocess.Popen([options.uur, "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as engine:
        engine.stdin.write(commands)
        engine.stdin.flush()
        lines = iter(engine.stdout.readline, "")
        answer = next(line for line in lines if line.startswith(("position ", "error ")))
        engine.kill()
    if answer.startswith("error"):
        raise SystemExit(answer)
    return answer.removeprefix("position ").strip()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--uur", default="target/release/uur")
    parser.add_argument("--player", default="500000", help="who plays the game (default: %(default)s)")
    parser.add_argument("--time", default="60", help="seconds for each position (default: %(default)s)")
    parser.add_argument("--memory", default="2", help="gibibytes (default: %(default)s)")
    options = parser.parse_args()
    settings = [word for setting in options.set for word in ("--set", setting)]
    players = ["--south", options.player, "--north", options.player, "--games", "1", "--threads", "1"]
    told = subprocess.run([options.uur, "simulate", options.game, *settings, *players], check=True, capture_output=True, text=True)
    moves = told.stdout[told.stdout.index("longest: game"):].splitlines()[1].split()
    print(options.game, *options.set, *moves, flush=True)
    still_open = 0
    for made in range(len(moves) - 1, -1, -1):
        at = position(options, moves[:made])
        limits = ["--time", options.time, "--memory", options.memory, "--threads", "1", "--format", "json"]
        told = subprocess.run([options.uur, "solve", options.game, *settings, "--from", at, *limits], capture_output=True, text=True)
        found = json.loads(told.stdout)
        value = found["value"]["at_least"] if found["solved"] else "open"
        print(f"after {made} moves: {value}, {found['nodes']} positions, {found['seconds']:.1f} s", flush=True)
        still_open = 0 if found["solved"] else still_open + 1
        if still_open == 2:
            break


if __name__ == "__main__":
    main()
