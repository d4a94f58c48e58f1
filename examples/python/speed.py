"""Measures how many moves a second are played in step, on one thread: `python speed.py [GAME] [ROUNDS] [MOVES]`."""

import sys
import time

import uur
from uur.vector import VectorRounds

name = sys.argv[1] if len(sys.argv) > 1 else "kalah"
count = int(sys.argv[2]) if len(sys.argv) > 2 else 4_096
moves = int(sys.argv[3]) if len(sys.argv) > 3 else 400_000
rounds = VectorRounds(uur.Game.load(name), count)
began = time.process_time()
for _ in range(steps := max(1, moves // count)):
    rounds.step(rounds.sample())
taken = time.process_time() - began
print(f"{name}: {steps * count / taken / 1e6:.2f} million moves in a second of processor time, with observations and masks")
