"""Work in parts, by executors and by a cluster of Ray on this machine."""

import dataclasses
import multiprocessing
import os
import signal
import sys
import threading
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path

import pytest

import uur
import uur.distributed as distributed

GAME = uur.Game.load("boola", {"pits": 6})


class Watched(ThreadPoolExecutor):
    """Counts the tasks that have been handed over and not ended, and lets some of them die."""

    def __init__(self, dying: int = 0) -> None:
        super().__init__(2)
        self.dying, self.open, self.most, self.lock = dying, 0, 0, threading.Lock()

    def submit(self, work, /, *arguments, **options) -> Future:
        with self.lock:
            self.open += 1
            self.most = max(self.most, self.open)

        def watched():
            with self.lock:
                dies = self.dying > 0
                self.dying -= dies
            try:
                if dies:
                    raise ConnectionError("the worker has died")
                return work(*arguments, **options)
            finally:
                with self.lock:
                    self.open -= 1

        return super().submit(watched)


def test_parts_are_the_whole_series_whatever_dies():
    whole = GAME.simulate(1000, seed=5)
    told, partial = [], []
    with Watched(dying=3) as executor:
        report = distributed.simulate(
            GAME,
            1000,
            seed=5,
            part_games=70,
            executor=executor,
            in_flight=4,
            progress=lambda done, of: told.append((done, of)),
            partial=partial.append,
        )
    assert report.json() == whole.json()
    assert executor.most <= 4 and executor.dying == 0
    assert told[-1] == (1000, 1000) and len(told) == 15 and told == sorted(told)
    assert [one.games for one in partial] == [done for done, _ in told]


def test_a_pool_that_breaks_is_made_anew():
    pools: list[ProcessPoolExecutor] = []

    def pool() -> ProcessPoolExecutor:
        pools.append(ProcessPoolExecutor(2, multiprocessing.get_context("spawn")))
        return pools[-1]

    def kill(done: int, of: int) -> None:
        if len(pools) == 1:
            for process in multiprocessing.active_children():
                process.kill()
                process.join()

    report = distributed.simulate(GAME, 100, part_games=10, executor=pool, in_flight=3, progress=kill)
    assert report.json() == GAME.simulate(100).json()
    assert len(pools) > 1
    with pytest.raises(RuntimeError, match="shutdown"):
        pools[-1].submit(print)
    pools.clear()
    with pool() as executor, pytest.raises(BrokenExecutor):
        distributed.simulate(GAME, 100, part_games=10, executor=executor, in_flight=3, progress=kill)


def test_work_that_always_dies_raises():
    with Watched(dying=100) as executor, pytest.raises(ConnectionError):
        distributed.simulate(GAME, 10, executor=executor, retries=2)
    assert executor.dying == 97
    with Watched() as executor, pytest.raises(uur.UurError, match="players are"):
        distributed.simulate(GAME, 10, executor=executor, south="nobody")
    with Watched() as executor, pytest.raises(uur.UurError):
        distributed.simulate(GAME, 10, executor=executor, part_games=0)


def test_sweeps_tournaments_and_proofs_are_those_of_one_process():
    game = uur.Game.load("layli-goobalay")
    with Watched(dying=2) as executor:
        parameters = {"pits": [3, 4], "seeds": [2, 3]}
        assert distributed.sweep(game, parameters, 60, part_games=25, executor=executor) == uur.sweep(game, parameters, 60)
        refused = distributed.sweep(uur.Game.load("boola"), ["pits=6,7"], 20, executor=executor)
        assert refused == uur.sweep(uur.Game.load("boola"), ["pits=6,7"], 20)
        players = ["random", "greedy", "easy"]
        found = distributed.tournament(game, players, 9, part_games=3, executor=executor)
        assert found == uur.tournament(game, players, 9)
        small = uur.Game.load("layli-goobalay", {"pits": 3})
        solved = distributed.solve_many([(small, None), (GAME, None), (small, small.start)], executor=executor)
    timeless = [dataclasses.replace(one, seconds=0.0) for one in solved]
    assert timeless == [dataclasses.replace(one.solve(), seconds=0.0) for one in [small, GAME, small]]


def workers() -> list[int]:
    """The processes of Ray that play a part."""
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                if (folder / "cmdline").read_bytes().startswith(b"ray::_play"):
                    found.append(int(folder.name))
            except OSError:
                pass
    return found


@pytest.mark.skipif(os.environ.get("UUR_TEST_RAY") != "1", reason="UUR_TEST_RAY=1 tests with Ray")
@pytest.mark.skipif(sys.platform != "linux", reason="processes are found in /proc")
def test_ray_repeats_the_work_of_a_worker_that_is_killed():
    ray = pytest.importorskip("ray")
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, object_store_memory=100 << 20)
    try:
        killed: list[int] = []

        def kill(done: int, of: int) -> None:
            for process in workers():
                if not killed and done < of:
                    os.kill(process, signal.SIGKILL)
                    killed.append(process)

        report = distributed.simulate(GAME, 400_000, part_games=20_000, progress=kill, in_flight=4)
        assert killed
        assert report.json() == GAME.simulate(400_000).json()
        game = uur.Game.load("layli-goobalay")
        assert distributed.sweep(game, ["pits=3..4"], 100) == uur.sweep(game, ["pits=3..4"], 100)
        assert distributed.tournament(game, ["random", "greedy"], 20) == uur.tournament(game, ["random", "greedy"], 20)
        small = uur.Game.load("layli-goobalay", {"pits": 3})
        assert [one.value for one in distributed.solve_many([(small, None)] * 3)] == [small.solve().value] * 3
        with pytest.raises(uur.UurError, match="players are"):
            distributed.simulate(GAME, 10, south="nobody")
    finally:
        ray.shutdown()
