"""Series, sweeps, tournaments, proofs and searches."""

import csv
import json
import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

import uur

PROGRAM = os.environ.get("UUR", "target/debug/uur")


def program(*arguments: str) -> dict:
    """Asks the program of the project, which is written in Rust alone."""
    answer = subprocess.run([PROGRAM, *arguments, "--format", "json"], capture_output=True, text=True, check=True)
    return json.loads(answer.stdout)


def without_origin(report: dict) -> dict:
    """A report without what made it."""
    return {name: value for name, value in report.items() if name not in ("format", "version", "uur", "command", "rules")}


needs_program = pytest.mark.skipif(not os.path.exists(PROGRAM), reason=f"{PROGRAM} is not built")


@needs_program
def test_counts_and_random_games_are_those_of_rust():
    def differs(name: str) -> str | None:
        game = uur.Game.load(name)
        counted = [game.perft(depth) for depth in (1, 2)]
        if counted != program("perft", name, "2")["perft"]:
            return f"{name}: perft {counted}"
        played = json.loads(game.simulate(3, seed=7, most_moves=50, threads=1).json())
        asked = program("simulate", name, "--games", "3", "--seed", "7", "--most-moves", "50", "--threads", "1")
        assert played["command"] is None and asked["command"].startswith(f"uur simulate {name} ")
        return None if played == {**asked, "command": None} else f"{name}: random games (is {PROGRAM} up to date?)"

    with ThreadPoolExecutor(2) as threads:
        assert [found for found in threads.map(differs, uur.shipped()) if found] == []


@needs_program
def test_a_tournament_is_that_of_rust():
    players = ["random", "greedy", "easy"]
    asked = program("tournament", "layli-goobalay", *players, "--games", "10")
    found = uur.tournament(uur.Game.load("layli-goobalay"), players, 10)
    fields = ["player", "elo", "error", "games", "won", "drawn", "lost", "unfinished", "score"]
    assert [[getattr(standing, field) for field in fields] for standing in found.standings] == [
        [standing[field] for field in fields] for standing in asked["players"]
    ]


@needs_program
def test_a_sweep_is_that_of_rust():
    asked = program("sweep", "layli-goobalay", "--param", "pits=3..4", "--param", "seeds=2,3", "--games", "50")
    found = uur.sweep(uur.Game.load("layli-goobalay"), {"pits": [3, 4], "seeds": [2, 3]}, 50)
    assert [row.values for row in found.rows] == [row["values"] for row in asked["rows"]]
    reports = [without_origin(json.loads(row.report.json())) for row in found.rows]
    assert reports == [row["report"] for row in asked["rows"]]


@needs_program
def test_a_table_in_csv_is_that_of_python():
    asked = subprocess.run([PROGRAM, "simulate", "kalah", "--games", "5", "--format", "csv"], capture_output=True, text=True, check=True)
    lines = asked.stdout.splitlines()
    comments = [line for line in lines if line.startswith("# ")]
    assert f"# uur: {uur.__version__}" in comments and "# command: uur simulate kalah --games 5 --format csv" in comments
    rows = list(csv.DictReader(line for line in lines if not line.startswith("#")))
    table = uur.Game.load("kalah").games(5)
    assert [row["record"] for row in rows] == list(table["record"])
    assert [int(row["south"]) for row in rows] == list(table["south"])


def test_shards_join_to_the_whole_series():
    game = uur.Game.load("boola")
    whole = game.simulate(500, seed=3)
    parts = [game.simulate(500, seed=3, part=part, threads=1) for part in [(300, 500), (0, 120), (120, 300)]]
    joined = parts[0] + parts[1] + parts[2]
    assert joined == whole and joined.json() == whole.json()
    assert (parts[0] + parts[1]).missing == [(120, 300)]
    with pytest.raises(uur.UurError, match="in common"):
        _ = parts[0] + parts[0]
    with pytest.raises(uur.UurError, match="seed"):
        _ = parts[0] + game.simulate(500, seed=4, part=(0, 10))
    assert uur.Report.from_json(whole.json()) == whole
    with pytest.raises(uur.UurError):
        uur.Report.from_json(whole.json().replace('"games":500', '"games":501'))


def test_each_game_of_a_series_is_a_row():
    game = uur.Game.load("kalah")
    table = game.games(30, seed=5)
    report = game.simulate(30, seed=5)
    assert len(table) == 30 and table["number"] == list(range(30))
    assert sum(table["moves"]) == report.moves
    assert tuple(table["winner"].count(side) for side in ["south", "north", None]) == report.results[:3]


def test_a_sweep_has_a_row_for_a_refused_combination():
    sweep = uur.sweep(uur.Game.load("boola"), ["pits=6,7"], 20)
    rows = {row.values["pits"]: row for row in sweep.rows}
    table = sweep.table()
    assert rows["6"].report.games == 20 and rows["6"].refused is None
    assert rows["7"].report is None and rows["7"].refused
    assert table["games"] == [20, None] and table["refused"][0] is None


def test_tables_go_to_other_tools_without_pandas():
    pyarrow = pytest.importorskip("pyarrow")
    table = uur.Table({"n": [1, None, 3], "x": [0.5, 1, None], "ok": [True, False, None], "text": ["a", None, "ü"]})
    assert pyarrow.table(table).to_pydict() == table.to_dict()
    assert [str(field.type) for field in pyarrow.table(table).schema] == ["int64", "double", "bool", "string"]


def test_a_position_is_solved():
    game = uur.Game.load("layli-goobalay", {"pits": 4})
    solution = game.solve(moves=True)
    assert solution.solved and solution.value == 1
    assert {one.move: one.at_least for one in solution.moves}["C"] == 1
    play = game.play()
    for step in solution.line.split():
        play.play(step)
    assert play.winner == "south"
    assert game.solve(moves=True).nodes == solution.nodes and game.solve(threads=3).value == 1
    short = uur.Game.load("kalah").solve(seconds=0.05)
    assert not short.solved and short.value is None and (short.at_least, short.at_most) == (-1, 1)


def test_a_search_finds_a_move():
    game = uur.Game.load("layli-goobalay", {"pits": 4})
    best = game.best_move(level="medium", all=True)
    assert best.move == "C" and len(best.lines) == 4
    play = game.play()
    play.play("C")
    assert game.best_move(play, level="easy").move in play.legal_moves


def test_endgames_decide_positions(tmp_path):
    game = uur.Game.load("awari")
    endgames = game.endgames(5, threads=1)
    assert endgames.seeds == 5
    assert sum(boards for _, boards in endgames.histogram(2)) == 78
    position = game.position("south 0 1 0 0 0 1; north 1 0 0 1 0 1; captured 22 21; south to move")
    with_endgames = game.solve(position, margin=True, endgames=endgames)
    assert with_endgames.solved and with_endgames.value == game.solve(position, margin=True).value
    assert with_endgames.nodes < game.solve(position, margin=True).nodes
    endgames.save(tmp_path / "awari.endgames")
    again = uur.Endgames.load(game, tmp_path / "awari.endgames")
    assert all(again.histogram(seeds) == endgames.histogram(seeds) for seeds in range(6))
    with pytest.raises(uur.UurError, match="the most are 48"):
        game.endgames(200)
    with pytest.raises(uur.UurError):
        endgames.histogram(6)
    with pytest.raises(uur.UurError):
        uur.Endgames.load(uur.Game.load("oware"), tmp_path / "awari.endgames")
    with pytest.raises(uur.UurError):
        uur.Game.load("kalah").solve(endgames=endgames)
    with pytest.raises(uur.UurError):
        uur.Game.load("layli-goobalay").endgames(3)


def test_games_are_compared():
    found = uur.Game.load("layli-goobalay").diff(uur.Game.load("layli-goobalay"), games=10)
    assert found["same_meaning"] and found["all"]
    found = uur.Game.load("layli-goobalay").diff(uur.Game.load("layli-goobalay-berbera"), games=10, positions=100)
    assert not found["same_meaning"] and found["rules"]


def test_progress_is_reported_and_what_it_raises_ends_the_work():
    game = uur.Game.load("kalah")
    told: list[tuple[int, int]] = []
    game.simulate(2000, progress=lambda done, of: told.append((done, of)))
    assert told[-1] == (2000, 2000) and told == sorted(told)

    def refuse(done: int, of: int) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        game.simulate(10**12, progress=refuse)


def test_other_threads_run_during_long_work():
    ran = threading.Event()
    timer = threading.Timer(0.1, ran.set)
    timer.start()

    def look(done: int, of: int) -> None:
        if ran.is_set():
            raise StopIteration

    with pytest.raises(StopIteration):
        uur.Game.load("kalah").simulate(10**12, progress=look)


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_ctrl_c_ends_long_work():
    # A shell that starts a job in the background lets it ignore Ctrl-C.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    for work in [
        lambda game: game.simulate(10**12),
        lambda game: game.perft(40),
        lambda game: game.solve(),
        lambda game: game.best_move(level="1000s"),
    ]:
        threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()
        with pytest.raises(KeyboardInterrupt):
            work(uur.Game.load("kalah"))
            time.sleep(600)
    signal.signal(signal.SIGINT, before)


@pytest.mark.parametrize(
    "ask",
    [
        lambda game: game.simulate(10, south="nobody"),
        lambda game: game.simulate(10, south="5s"),
        lambda game: game.simulate(10, part=(5, 11)),
        lambda game: game.simulate(10, part=(6, 5)),
        lambda game: game.simulate(10, most_moves=0),
        lambda game: game.simulate(-1),
        lambda game: game.simulate(2**64),
        lambda game: game.simulate(10, part=(-1, 5)),
        lambda game: game.simulate(10, opening=-1),
        lambda game: game.games(-1),
        lambda game: game.diff(game, positions=-1),
        lambda game: game.endgames(-1),
        lambda game: game.explain(width=-1),
        lambda game: game.solve(threads=-1),
        lambda game: game.best_move(seed=-1),
        lambda game: game.perft(61),
        lambda game: game.perft(-1),
        lambda game: game.solve(memory=0),
        lambda game: game.solve(memory=float("nan")),
        lambda game: game.solve(seconds=0),
        lambda game: game.best_move(level="clever"),
        lambda game: game.best_move(game.position("south 0 0 0 0 0 0; north 0 0 0 0 0 0; captured 24 24")),
        lambda game: uur.sweep(game, []),
        lambda game: uur.sweep(game, ["pits"]),
        lambda game: uur.sweep(game, {"pits": []}),
        lambda game: uur.tournament(game, ["random"]),
        lambda game: uur.tournament(game, ["random", "random"]),
        lambda game: uur.Table({"a": [1], "b": [1, 2]}),
        lambda game: uur.Report.from_json("{}"),
    ],
)
def test_bad_questions_raise_with_a_message(ask):
    with pytest.raises(ValueError) as caught:
        ask(uur.Game.load("oware"))
    assert str(caught.value)
