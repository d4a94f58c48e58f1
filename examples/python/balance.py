"""Compares how even a game is on boards of different sizes."""

import uur

sweep = uur.sweep(uur.Game.load("layli-goobalay"), {"pits": range(3, 7), "seeds": [2, 3, 4]}, 1_000)
table = sweep.table()
rows = zip(table["pits"], table["seeds"], table["south_share"], table["south_low"], table["south_high"])
for pits, seeds, share, low, high in rows:
    print(f"{pits} pits, {seeds} seeds: South wins {share:.3f} ({low:.3f} to {high:.3f}) of the decided games")
