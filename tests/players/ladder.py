#!/usr/bin/env python3
"""Finds handicaps for the levels of games, each about 200 Elo above the one before, and measures them.

A tournament between some players gives the ratings of their depths. A player with random moves lies between its depth
and the random player; how far is fitted to the results, and so is what each player has of its own. The levels are chosen
by these ratings, played against each other with openings of their own, and chosen anew. At last they are measured with
openings that had no part in the choice; if a step is off by more than 60 Elo, they are chosen and measured once more. A
row of `docs/levels.csv` is printed for each game.

The easiest level plays half of its moves at random. It plays more of them so where that lets a greedy player win nine
games of ten, and where there is no room above it for the others.
"""

import argparse
import json
import math
import subprocess
import sys
from dataclasses import dataclass, field

#: How far each level is to be above the one before, and by how much it may miss, in Elo.
STEP, TOLERANCE = 200, 60
#: What is aimed at: the ratings of a tournament lie a little closer together than the players.
AIM = 212
#: By how much a player is above another who gets one point of ten, in Elo.
NINE_OF_TEN = 382
#: The margin with which a greedy player is to get nine points of ten against the easiest level.
MARGIN = 20
#: The greatest percentage of random moves.
MOST_RANDOM = 99
#: The standard deviation of what a player has of its own, in Elo.
OWN = 60
#: How sharply the first random moves cost more than further ones, in per cent: what is tried for a game.
BENDS = [2, 5, 12, 30, 80, 300]
#: An Elo point as a natural logarithm of odds.
ELO = math.log(10) / 400
FIRST = ["random", "greedy", "1turn-50%", "1turn-15%", "1turn", "2turns-20%", "2turns", "3turns-8%", "3turns", "4turns",
         "5turns"]


def parsed(player):
    """The turns and the per cent of random moves of a player."""
    turns, _, percent = player.partition("-")
    return int(turns.rstrip("turns")), int(percent.rstrip("%") or 0)


def named(turns, percent):
    """The player who searches some turns, with some per cent of random moves."""
    return ("1turn" if turns == 1 else f"{turns}turns") + (f"-{percent}%" if percent else "")


def searches(player):
    """Whether a player searches, and is not `random` or `greedy`."""
    return player not in ("random", "greedy")


def kept(percent, bend):
    """The part of its rating above the random player that a player keeps with random moves."""
    return 1 - math.log(1 + percent / bend) / math.log(1 + 100 / bend)


@dataclass
class Ratings:
    """Ratings above the random player, as far as results tell."""

    bend: float
    depths: dict = field(default_factory=dict)
    own: dict = field(default_factory=dict)
    greedy: float = 200.0
    likelihood: float = -math.inf

    def played(self, player):
        """The rating of a player who has played."""
        if not searches(player):
            return self.greedy if player == "greedy" else 0.0
        turns, percent = parsed(player)
        return self.depths[turns] * kept(percent, self.bend) + self.own[player]

    def of(self, turns, percent):
        """The rating of any player up to the greatest depth; if it has not played, by those near it."""
        if turns not in self.depths:
            below = max(depth for depth in self.depths if depth < turns)
            above = min(depth for depth in self.depths if depth > turns)
            part = (turns - below) / (above - below)
            return self.of(below, percent) * (1 - part) + self.of(above, percent) * part
        if named(turns, percent) in self.own:
            return self.played(named(turns, percent))
        share = kept(percent, self.bend)
        of_depth = [(abs(kept(parsed(p)[1], self.bend) - share), own) for p, own in self.own.items()
                    if parsed(p)[0] == turns]
        near = [(1 / (0.02 + distance), own) for distance, own in of_depth if distance < 0.25]
        own = sum(w * own for w, own in near) / sum(w for w, _ in near) if near else 0.0
        return self.depths[turns] * share + own

    def fit(self, results):
        """Climbs to the likeliest ratings, value by value."""
        players = sorted({player for pair in results for player in pair if searches(player)})
        self.depths = {turns: 200.0 + 100 * turns for turns in sorted({parsed(p)[0] for p in players})}
        self.own = dict.fromkeys(players, 0.0)
        share = {player: kept(parsed(player)[1], self.bend) for player in players}
        rating = {player: self.played(player) for player in [*players, "greedy", "random"]}
        of_player = {player: [(pair, result) for pair, result in results.items() if player in pair] for player in rating}

        def change(moved, prior, deviation, value):
            """Takes the step of Newton's method for a value that moves players by their weights."""
            slope, curve = (prior - value) / deviation**2, 1 / deviation**2
            pairs = {pair: result for player in moved for pair, result in of_player[player]}
            for (first, second), (points, games) in pairs.items():
                moves = moved.get(first, 0.0) - moved.get(second, 0.0)
                won = 1 / (1 + math.exp(-ELO * (rating[first] - rating[second])))
                slope += ELO * moves * (points - games * won)
                curve += (ELO * moves) ** 2 * max(games * won * (1 - won), 0.02)
            step = max(-150.0, min(150.0, slope / curve))
            for player, weight in moved.items():
                rating[player] += weight * step
            return step

        for _ in range(40):
            most = 0.0
            for turns in self.depths:
                moved = {player: share[player] for player in players if parsed(player)[0] == turns}
                near = [of for depth, of in self.depths.items() if 0 < abs(depth - turns) <= 2] or [300.0]
                step = change(moved, sum(near) / len(near), 400, self.depths[turns])
                self.depths[turns] += step
                most = max(most, abs(step))
            self.greedy += change({"greedy": 1.0}, 0, 600, self.greedy)
            for player in players:
                step = change({player: 1.0}, 0, OWN, self.own[player])
                self.own[player] += step
                most = max(most, abs(step))
            if most < 0.5:
                break
        self.likelihood = -sum(own * own for own in self.own.values()) / (2 * OWN**2)
        for (first, second), (points, games) in results.items():
            gap = ELO * (rating[first] - rating[second])
            self.likelihood -= points * math.log1p(math.exp(-gap)) + (games - points) * math.log1p(math.exp(gap))
        return self


class Ladder:
    """The search for the levels of a game."""

    def __init__(self, options, game):
        self.options, self.game = options, game
        #: The points of the first against the second, and their games.
        self.results = {}

    def play(self, players, games, seed):
        """Plays a tournament, whose results count from now on, and returns its report."""
        command = [self.options.uur, "tournament", self.game, *players, "--games", str(games), "--seed", str(seed),
                   "--balanced", str(self.options.balanced), "--threads", str(self.options.threads), "--format", "json"]
        report = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
        for meeting in report["meetings"]:
            pair = tuple(meeting["players"])
            drawn = meeting["drawn"] + meeting["unfinished"]
            points, count = self.results.get(pair, (0, 0))
            self.results[pair] = (points + meeting["won"][0] + drawn / 2, count + meeting["games"])
        self.ratings = max((Ratings(bend).fit(self.results) for bend in BENDS), key=lambda ratings: ratings.likelihood)
        return report

    def room(self):
        """By how much the deepest player is above the easiest level."""
        return max(self.ratings.depths.values()) - self.easy()

    def easy(self):
        """The rating that the easiest level is to have where there is room."""
        easy = self.ratings.of(1, 50)
        if not self.loses_to_greedy():
            return easy
        return min(easy, max(self.ratings.of(1, MOST_RANDOM), self.ratings.greedy - NINE_OF_TEN - MARGIN))

    def loses_to_greedy(self):
        """Whether a greedy player gets nine points of ten against a random one."""
        return self.ratings.greedy >= NINE_OF_TEN

    def choose(self):
        """The levels whose ratings are nearest to even steps, with as few turns and random moves as can be."""
        ratings, step, easy = self.ratings, AIM, self.easy()
        depths = range(1, max(ratings.depths) + 1)
        if self.room() < 4 * AIM:
            # Where there is no more room, easy becomes easier, and then the steps smaller.
            top = max(ratings.of(turns, 0) for turns in depths)
            easy = min(easy, max(ratings.of(1, MOST_RANDOM), top - 4 * AIM))
            step = (top - easy) / 4
        levels = []
        for number in range(5):
            def miss(player, number=number):
                # One that has played is known better.
                return abs(ratings.of(*player) - easy - number * step) + (0 if named(*player) in ratings.own else 15)
            # Who looks far ahead and then moves at random is no pleasant opponent.
            players = [(turns, percent) for turns in depths for percent in range(MOST_RANDOM // turns + 1)]
            least = min(map(miss, players))
            levels.append(named(*min(player for player in players if miss(player) <= least + 5)))
        self.step = step
        return levels

    def measured(self, levels, games, seed):
        """The steps between levels in a tournament, and its report."""
        report = self.play(levels, games, seed)
        ratings = {player["player"]: player["elo"] for player in report["players"]}
        steps = [round(ratings[upper] - ratings[lower]) for lower, upper in zip(levels, levels[1:])]
        print(self.game, *levels, *steps, file=sys.stderr, flush=True)
        return steps, report

    def find(self):
        """A row of the table, or none if players of five different strengths cannot be told apart."""
        few, some, many = self.options.games
        self.play(FIRST, few, 100)
        deepest = 5
        while deepest < self.options.deepest and self.room() < 4 * AIM + TOLERANCE:
            before, deeper = self.ratings.depths[deepest], min(deepest + 2, self.options.deepest)
            self.play([named(deeper, 0), named(deepest, 0)], 2 * few, 100 + deeper)
            if self.ratings.depths[deeper] - before < 15:
                break
            deepest = deeper
        for attempt in range(self.options.tries):
            levels = self.choose()
            if len(set(levels)) < 5:
                return None
            self.measured(levels, some, 200 + attempt)
        for seed in (10, 12):
            levels = self.choose()
            if len(set(levels)) < 5:
                return None
            steps, report = self.measured(levels, many, seed)
            against = self.play([levels[0], "greedy"], many, seed + 1)["meetings"][0]
            beaten = 100 * (against["won"][1] + (against["drawn"] + against["unfinished"]) / 2) / against["games"]
            even = all(abs(step - min(self.step, STEP)) <= TOLERANCE for step in steps)
            if even and (beaten >= 90 or not self.loses_to_greedy()):
                break
        error = max(player["error"] for player in report["players"])
        return [self.game, report["meaning"], *levels, *steps, round(error), round(beaten)]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="+", metavar="GAME")
    parser.add_argument("--uur", default="target/release/uur")
    parser.add_argument("--games", type=int, nargs=3, default=[16, 50, 100], help="of a pair: to begin, to choose, at last")
    parser.add_argument("--tries", type=int, default=3)
    parser.add_argument("--balanced", type=int, default=20_000)
    parser.add_argument("--deepest", type=int, default=12)
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    for name in options.names:
        row = Ladder(options, name).find()
        print(",".join(map(str, row)) if row else f"# {name} has no five levels", flush=True)


if __name__ == "__main__":
    main()
