"""Whether `uur design` mends games that were damaged on purpose.

Run as `python3 tests/design/repair.py UUR [GAMES]`. Each of ten shipped games gets a line at the head of its `end`
that makes it a draw, or decides it, once anything is captured. Games of candidates are bounded by GAMES. A game is
mended if a candidate meets all bounds with a second seed too.
"""

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

DRAWN = "damage: own store holds 1 or more -> draw"
DECIDED = "damage: own store holds 1 or more -> player wins"
GAMES = {
    "oware": DRAWN,
    "kalah": DECIDED,
    "wari": DECIDED,
    "ouri": DRAWN,
    "songo": DECIDED,
    "sungka": DRAWN,
    "toguz-kumalak": DECIDED,
    "boola": DECIDED,
    "pallanguzhi": DRAWN,
    "layli-goobalay": DRAWN,
}


def damaged(uur: str, game: str, line: str) -> str:
    """The rules of a game in one file, with another line of `end`."""
    flat = subprocess.run([uur, "show", game, "--flat"], capture_output=True, text=True, check=True).stdout
    return flat.replace("\nend {\n", f"\nend {{\n  {line}\n", 1)


def main() -> None:
    """Damages and mends each game."""
    uur, games = sys.argv[1], (sys.argv[2:] or ["20000"])[0]
    mended = 0
    for game, line in GAMES.items():
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / f"{game}.uur"
            path.write_text(damaged(uur, game, line), encoding="utf-8")
            began = time.monotonic()
            ran = subprocess.run(
                [uur, "design", str(path), "--games", games, "--seed", "1", "--format", "json"],
                capture_output=True,
                text=True,
                check=False,
            )
            took = time.monotonic() - began
        if ran.returncode:
            print(f"{game:16} not mended in {took:.0f} s: {ran.stderr.splitlines()[0]}", flush=True)
            continue
        mended += 1
        shelf = json.loads(ran.stdout)["shelf"]
        best = shelf[0]
        undone = sum("damage:" not in row["rules"] for row in shelf)
        values = {measured["name"]: measured["value"] for measured in best["found"]["measures"]}
        told = ", ".join(f"{name} {values[name]:.2f}" for name in ("draws", "first player", "length", "skill"))
        print(f"{game:16} {took:4.0f} s: {len(shelf)} games, {undone} without the line; the best: {told}, "
              f"{best['like']} {best['likeness']:.2f}", flush=True)
    print(f"{mended} of {len(GAMES)} mended")


if __name__ == "__main__":
    main()
