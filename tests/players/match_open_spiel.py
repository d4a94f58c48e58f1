#!/usr/bin/env python3
"""Plays matches of `uur engine` against the Monte Carlo tree search of OpenSpiel, in Kalah and Oware.

    pip install open_spiel
    tests/players/match_open_spiel.py --uur target/release/uur --check 300
    tests/players/match_open_spiel.py --uur target/release/uur --game kalah --games 200 --ms 100

`--check` plays random games instead and compares the legal moves, the board, the stores and the result after every
move, to make sure that both programs play the same rules. The rule files are those of tests/peers.

Each opening of random moves is played twice, with colours exchanged. An opening is drawn again if it was played before,
or if a search of a million positions finds one player more than two seeds ahead (`--even`): four random moves often
decide a game of Kalah, and each player would win one of its two games. Both players get the same processor time for each move, and each searches in one thread. The
machine may be busy, so this is no time on the clock: the number of positions, and of simulations, is set before each
move from the speed of the moves before, and the processor time that was used is printed. OpenSpiel searches with its
C++ bot, random rollouts, and proved results (`solve`).
"""

import argparse
import math
import os
import random
import subprocess
import sys
import time

import pyspiel

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


class Engine:
    """`uur engine` with a game open."""

    def __init__(self, path, game, evaluation):
        self.process = subprocess.Popen(
            [path, "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        answer = self.ask(f'game "{ROOT}/tests/peers/open-spiel-{game}.uur"', "game")
        self.rules = answer[-1].split()[-1]
        if evaluation:
            self.process.stdin.write(f"evaluation {evaluation}\n")

    def ask(self, command, last):
        """Writes a command and returns the lines of its answer up to one that begins with `last`."""
        self.process.stdin.write(command + "\n")
        lines = []
        while not lines or lines[-1].split(" ")[0] != last:
            line = self.process.stdout.readline()
            if not line or line.startswith("error"):
                sys.exit(f"{command}: {line or 'the engine has ended'}")
            lines.append(line.rstrip("\n"))
        return lines

    def set(self, moves):
        self.process.stdin.write("position start moves " + " ".join(moves) + "\n")

    def moves(self):
        return self.ask("moves", "moves")[-1].split()[1:]

    def show(self):
        """The rows, the captured seeds and what comes next."""
        lines = self.ask("show", "next")
        position = next(line for line in lines if line.startswith("position "))
        rows, stores = {}, [0, 0]
        for part in position[len("position "):].split("; "):
            words = part.split()
            if words[0] in ("south", "north") and words[1] != "to":
                rows[words[0]] = [int(word) for word in words[1:]]
            elif words[0] == "captured":
                stores = [int(word) for word in words[1:]]
        return rows["south"], rows["north"], stores, lines[-1].split()[1:]

    def cpu(self):
        """The processor time of its search thread so far, in seconds."""
        with open(f"/proc/{self.process.pid}/schedstat", encoding="ascii") as file:
            return int(file.read().split()[0]) / 1e9


class Rules:
    """How OpenSpiel names moves and boards."""

    def __init__(self, name):
        self.name = name
        self.game = pyspiel.load_game({"kalah": "mancala", "oware": "oware"}[name])

    def move(self, state, action):
        """The move of `uur` for an action."""
        player = state.current_player()
        if self.name == "kalah":
            pit = action - 1 if player == 0 else action - 8
        else:
            pit = action
        return "ABCDEF"[pit] if player == 0 else "abcdef"[pit]

    def actions(self, state):
        return {self.move(state, action): action for action in state.legal_actions()}

    def board(self, state):
        """South's row, North's row and the stores."""
        if self.name == "oware":
            return read_oware(str(state))
        numbers = [round(number) for number in state.observation_tensor(0)]
        return numbers[1:7], numbers[8:14], [numbers[7], numbers[0]]


def read_oware(text):
    """The rows and stores of OpenSpiel's drawing of Oware."""
    rows, stores = [], []
    for line in text.splitlines():
        words = line.split()
        if line.startswith("Player") and "score" in line:
            stores.append(int(line.split("=")[1].split()[0]))
        elif len(words) >= 6 and all(word.isdigit() for word in words[:6]):
            rows.append([int(word) for word in words[:6]])
    north, south = rows
    north.reverse()
    return south, north, stores[::-1]


class Player:
    """A player that searches about as long as it may, by its speed so far."""

    def __init__(self, ms, rules):
        self.time, self.seconds, self.moves = ms / 1000, 0.0, 0
        _, searched, seconds = self.search(5000, [], rules.game.new_initial_state(), rules, 1)
        #: What it searches in a second: at the start, and by the moves so far.
        self.first = self.speed = searched / seconds

    def choose(self, moves, state, rules, seed):
        effort = max(1, round(self.speed * self.time))
        best, searched, seconds = self.search(effort, moves, state, rules, seed)
        self.seconds += seconds
        self.moves += 1
        # A search that ends early, since everything is proved, says little about the speed.
        change = min(max(searched / max(seconds, 1e-6) / self.speed, 0.5), 2)
        self.speed = min(self.speed * change**0.5, 4 * self.first)
        return best


class Uur(Player):
    name = "uur"

    def __init__(self, ms, rules, engine):
        self.engine = engine
        super().__init__(ms, rules)

    def search(self, effort, moves, _state, _rules, _seed):
        before = self.engine.cpu()
        self.engine.set(moves)
        *infos, best = self.engine.ask(f"go positions {effort}", "bestmove")
        words = infos[-1].split()
        searched = int(words[words.index("positions") + 1])
        return best.split()[1], searched, self.engine.cpu() - before


class OpenSpiel(Player):
    name = "OpenSpiel"

    def __init__(self, ms, rules, uct):
        self.uct = uct
        super().__init__(ms, rules)

    def search(self, effort, _moves, state, rules, seed):
        before = time.process_time()
        evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
        bot = pyspiel.MCTSBot(rules.game, evaluator, self.uct, effort, 1000, True, seed, False)
        best = rules.move(state, bot.step(state))
        return best, effort, time.process_time() - before


def check(engine, rules, games):
    """Plays random games in both programs and compares everything after every move."""
    moves = 0
    for number in range(games):
        chance = random.Random(number)
        state, line = rules.game.new_initial_state(), []
        while not state.is_terminal():
            engine.set(line)
            actions = rules.actions(state)
            assert sorted(actions) == sorted(engine.moves()), (line, actions)
            south, north, stores, following = engine.show()
            assert [south, north, stores] == list(rules.board(state)), (line, str(state))
            assert following == [["south", "north"][state.current_player()]], line
            move = chance.choice(sorted(actions))
            state.apply_action(actions[move])
            line.append(move)
        engine.set(line)
        following = engine.show()[3]
        winner = {1: "south", 0: "draw", -1: "north"}[int(state.returns()[0])]
        assert following == ["over", winner], (line, following, state.returns())
        moves += len(line)
    print(f"{rules.name}: {games} random games of {moves} moves are the same in both programs, rules {engine.rules}")


def opening(rules, engine, chance, options, played):
    """A line of random moves that no game began with and that leaves the game open."""
    while True:
        state, line = rules.game.new_initial_state(), []
        while len(line) < options.opening and not state.is_terminal():
            actions = rules.actions(state)
            line.append(chance.choice(sorted(actions)))
            state.apply_action(actions[line[-1]])
        if tuple(line) in played or state.is_terminal():
            continue
        played.add(tuple(line))
        engine.set(line)
        words = engine.ask("go positions 1000000", "bestmove")[-2].split()
        ahead = words[words.index("score") + 1 :]
        if ahead[0] == "seeds" and abs(float(ahead[1])) <= options.even:
            return line


def play(rules, line, seats, seed):
    """Plays a game from an opening and returns South's result: 1, 0 or -1."""
    state, line = rules.game.new_initial_state(), list(line)
    for move in line:
        state.apply_action(rules.actions(state)[move])
    while not state.is_terminal():
        seed += 1
        move = seats[state.current_player()].choose(line, state, rules, seed)
        state.apply_action(rules.actions(state)[move])
        line.append(move)
    return int(state.returns()[0]), line


def interval(won, games):
    """The 95 % interval of Wilson for a share of games."""
    share, z = won / games, 1.96
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return 100 * (middle - half), 100 * (middle + half)


def match(engine, rules, options):
    """Plays the games and prints the table as it grows."""
    uur, other = Uur(options.ms, rules, engine), OpenSpiel(options.ms, rules, options.uct)
    chance, played, results = random.Random(options.seed), set(), []
    for number in range(options.games):
        if number % 2 == 0:
            line = opening(rules, engine, chance, options, played)
        seats = [uur, other] if number % 2 == 0 else [other, uur]
        south, moves = play(rules, line, seats, 1_000_000 * (number + 1))
        results.append(south if number % 2 == 0 else -south)
        won, drawn, lost = (results.count(result) for result in (1, 0, -1))
        low, high = interval(won + drawn / 2, len(results))
        seconds = ", ".join(f"{p.name} {1000 * p.seconds / max(p.moves, 1):.0f} ms" for p in (uur, other))
        print(
            f"{rules.name} {len(results)}: won {won} drawn {drawn} lost {lost}, "
            f"{100 * (won + drawn / 2) / len(results):.1f} % ({low:.1f} to {high:.1f}), processor time a move: {seconds}, "
            f"load {os.getloadavg()[0]:.1f}",
            flush=True,
        )
        if options.log:
            with open(options.log, "a", encoding="utf-8") as file:
                file.write(f"{rules.name} {number} {'uur' if number % 2 == 0 else 'OpenSpiel'} {south} {' '.join(moves)}\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--uur", required=True, help="the program `uur`")
    parser.add_argument("--game", choices=["kalah", "oware"], action="append", help="both, if it is not given")
    parser.add_argument("--eval", help="an evaluation made by `uur train` for the rule file of tests/peers")
    parser.add_argument("--check", type=int, metavar="N", help="compare the rules in N random games, and play no match")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--ms", type=int, default=100, help="milliseconds of processor time for each move")
    parser.add_argument("--opening", type=int, default=4, help="random moves at the beginning")
    parser.add_argument("--even", type=float, default=2, help="the most seeds that a player may be ahead after them")
    parser.add_argument("--uct", type=float, default=2.0, help="the exploration constant of OpenSpiel's search")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--log", help="a file to which the games are appended")
    options = parser.parse_args()
    for name in options.game or ["kalah", "oware"]:
        engine, rules = Engine(options.uur, name, options.eval), Rules(name)
        if options.check:
            check(engine, rules, options.check)
        else:
            match(engine, rules, options)


if __name__ == "__main__":
    main()
