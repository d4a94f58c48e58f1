"""Series, sweeps, tournaments, proofs and designs on many machines.

The work is cut into parts, each of which is a task of Ray (`pip install uur[ray]`) or of any
`concurrent.futures.Executor`, such as one of Dask. Results are byte for byte those of one process, because each game
depends only on its number and the seed. At most `in_flight` tasks are handed over at a time; a task whose worker dies
is repeated up to `retries` times; `progress` is called with what is done and all, and `partial` with the result so far.

A `ProcessPoolExecutor` takes no more tasks once one of its workers has died. With a function that makes the executor,
such as `lambda: ProcessPoolExecutor(8)`, another is made then, and ended with the work.

>>> from concurrent.futures import ProcessPoolExecutor
>>> import uur, uur.distributed
>>> game = uur.Game.load("boola")
>>> with ProcessPoolExecutor(2) as executor:
...     report = uur.distributed.simulate(game, 1_000, executor=executor)
>>> report == game.simulate(1_000)
True
"""

from __future__ import annotations

import concurrent.futures
import inspect
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ._data import Shelf, Solution
from ._design import Progress, Propose, _bred
from ._sweep import Parameters, Sweep, SweepRow, Tournament, _combinations, _pairings, _tournament
from ._uur import Designer, Game, Position, Report, RulesError, UurError, _assayed

#: An executor, or a function that makes one.
_Pool = concurrent.futures.Executor | Callable[[], concurrent.futures.Executor]


def _play(game: Game, games: int, part: tuple[int, int], series: dict[str, Any]) -> str:
    return game.simulate(games, part=part, **{"threads": 1, **series}).json()


def _solve(game: Game, position: Position | None, limits: dict[str, Any]) -> Solution:
    return game.solve(position, **limits)


class _Executor:
    """Tasks of an executor of the standard library's kind."""

    def __init__(self, executor: _Pool) -> None:
        self._make = None if isinstance(executor, concurrent.futures.Executor) else executor
        self._executor = executor if isinstance(executor, concurrent.futures.Executor) else executor()

    def submit(self, work: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
        try:
            return self._executor.submit(work, *arguments)
        except concurrent.futures.BrokenExecutor:
            if self._make is None:
                raise
            self.close()
            self._executor = self._make()
            return self._executor.submit(work, *arguments)

    def close(self) -> None:
        if self._make is not None:
            self._executor.shutdown(cancel_futures=True)

    def wait(self, tasks: list[Any]) -> Iterable[Any]:
        return concurrent.futures.wait(tasks, return_when=concurrent.futures.FIRST_COMPLETED).done

    def result(self, task: Any) -> Any:
        return task.result()

    def cancel(self, task: Any) -> None:
        task.cancel()

    def died(self, error: Exception) -> bool:
        # What the work itself raises would be raised again.
        return not isinstance(error, (ValueError, TypeError, OverflowError))


class _Ray:
    """Tasks of Ray. A cluster on this machine is begun if there is none."""

    def __init__(self) -> None:
        import ray

        self._ray = ray
        if not ray.is_initialized():
            ray.init()
        self._remote: dict[Callable[..., Any], Any] = {}
        #: The first argument of the last tasks, which many have in common.
        self._shared: tuple[Any, Any] = (None, None)

    def submit(self, work: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
        if work not in self._remote:
            # A task that dies is repeated by `_results`, which counts.
            # Ray takes functions of Python alone.
            call = work if inspect.isfunction(work) else lambda *arguments: work(*arguments)
            self._remote[work] = self._ray.remote(max_retries=0)(call)
        if self._shared[0] is not arguments[0]:
            self._shared = (arguments[0], self._ray.put(arguments[0]))
        return self._remote[work].remote(self._shared[1], *arguments[1:])

    def wait(self, tasks: list[Any]) -> Iterable[Any]:
        done: list[Any] = self._ray.wait(tasks, num_returns=1)[0]
        return done

    def result(self, task: Any) -> Any:
        return self._ray.get(task)

    def cancel(self, task: Any) -> None:
        self._ray.cancel(task, force=True)

    def close(self) -> None:
        # The cluster may be in use by others.
        pass

    def died(self, error: Exception) -> bool:
        errors = self._ray.exceptions
        return isinstance(error, errors.RayError) and not isinstance(error, errors.RayTaskError)


def _pool(executor: _Pool | None) -> _Executor | _Ray:
    return _Ray() if executor is None else _Executor(executor)


@dataclass
class _Task:
    key: Any
    arguments: tuple[Any, ...]
    deaths: int = 0


def _results(
    work: Callable[..., Any],
    tasks: Iterable[_Task],
    executor: _Pool | _Executor | _Ray | None,
    in_flight: int,
    retries: int,
) -> Iterator[tuple[Any, Any]]:
    """Does the tasks and passes on the key and the result of each, in any order. A pool that is given stays open."""
    if in_flight < 1 or retries < 0:
        raise UurError("at least 1 task is in flight, and retries are not negative")
    is_given = isinstance(executor, (_Executor, _Ray))
    pool = executor if isinstance(executor, (_Executor, _Ray)) else _pool(executor)
    waiting = iter(tasks)
    running: dict[Any, _Task] = {}
    try:
        while True:
            while len(running) < in_flight and (task := next(waiting, None)) is not None:
                running[pool.submit(work, task.arguments)] = task
            if not running:
                return
            for done in pool.wait(list(running)):
                task = running.pop(done)
                try:
                    result = pool.result(done)
                except Exception as error:
                    task.deaths += 1
                    if not pool.died(error) or task.deaths > retries:
                        raise
                    running[pool.submit(work, task.arguments)] = task
                    continue
                yield task.key, result
    finally:
        for left in running:
            pool.cancel(left)
        if not is_given:
            pool.close()


def _parts(games: int, part_games: int) -> list[tuple[int, int]]:
    if part_games < 1 or games < 0:
        raise UurError("a part has at least 1 game, and a series no fewer than 0")
    return [(begin, min(begin + part_games, games)) for begin in range(0, games, part_games)] or [(0, 0)]


def _series(
    series: Sequence[tuple[Any, Game, dict[str, Any]]],
    games: int,
    part_games: int,
    executor: _Pool | None,
    in_flight: int,
    retries: int,
    progress: Progress | None,
    partial: Callable[[dict[Any, Report]], object] | None,
) -> dict[Any, Report]:
    """Plays several series, each with a key, and joins their parts."""
    tasks = [
        _Task((key, part), (game, games, part, options))
        for key, game, options in series
        for part in _parts(games, part_games)
    ]
    reports: dict[Any, Report] = {}
    done = 0
    for (key, part), text in _results(_play, tasks, executor, in_flight, retries):
        report = Report.from_json(text)
        reports[key] = reports[key] + report if key in reports else report
        done += part[1] - part[0]
        if partial is not None:
            partial(dict(reports))
        if progress is not None:
            progress(done, games * len(series))
    return reports


def simulate(
    game: Game,
    games: int = 10_000,
    *,
    part_games: int = 10_000,
    executor: _Pool | None = None,
    in_flight: int = 64,
    retries: int = 3,
    progress: Progress | None = None,
    partial: Callable[[Report], object] | None = None,
    **series: Any,
) -> Report:
    """Plays a series in parts of `part_games` games. The report is that of `Game.simulate`, whose arguments `series` are.

    Each task uses one thread unless `threads` says otherwise.
    """

    def tell(reports: dict[Any, Report]) -> None:
        if partial is not None:
            partial(reports[None])

    one = [(None, game, series)]
    return _series(one, games, part_games, executor, in_flight, retries, progress, tell)[None]


def sweep(
    game: Game,
    parameters: Parameters,
    games: int = 10_000,
    *,
    part_games: int = 10_000,
    executor: _Pool | None = None,
    in_flight: int = 64,
    retries: int = 3,
    progress: Progress | None = None,
    partial: Callable[[Sweep], object] | None = None,
    **series: Any,
) -> Sweep:
    """Plays a series for each combination of parameter values, as `uur.sweep`."""
    combinations = _combinations(parameters)
    refused: dict[int, str] = {}
    varied = []
    for number, values in enumerate(combinations):
        try:
            varied.append((number, game.with_settings(values), series))
        except RulesError as error:
            refused[number] = next(problem.message for problem in error.problems if problem.is_error)

    def rows(reports: dict[Any, Report]) -> Sweep:
        told = [number for number in range(len(combinations)) if number in reports or number in refused]
        return Sweep(
            tuple(SweepRow(combinations[number], reports.get(number), refused.get(number)) for number in told)
        )

    def tell(reports: dict[Any, Report]) -> None:
        if partial is not None:
            partial(rows(reports))

    return rows(_series(varied, games, part_games, executor, in_flight, retries, progress, tell))


def tournament(
    game: Game,
    players: Sequence[str],
    games: int = 100,
    *,
    opening: int = 4,
    most_moves: int = 1_000,
    part_games: int = 10,
    executor: _Pool | None = None,
    in_flight: int = 64,
    retries: int = 3,
    progress: Progress | None = None,
    partial: Callable[[dict[tuple[str, str], Report]], object] | None = None,
    **series: Any,
) -> Tournament:
    """Lets each two players play, as `uur.tournament`. `partial` gets the series of each pair so far."""
    players = list(players)
    options = {"pairs": True, "opening": opening, "most_moves": most_moves, **series}
    pairings = _pairings(players)
    each = [(pair, game, {"south": pair[0], "north": pair[1], **options}) for pair in pairings]
    # Both games of an opening belong to one part.
    part_games += part_games % 2
    reports = _series(each, 2 * -(-games // 2), part_games, executor, in_flight, retries, progress, partial)
    return _tournament(players, {pair: reports[pair] for pair in pairings})


def solve_many(
    positions: Sequence[tuple[Game, Position | None]],
    *,
    executor: _Pool | None = None,
    in_flight: int = 64,
    retries: int = 3,
    progress: Progress | None = None,
    partial: Callable[[list[Solution | None]], object] | None = None,
    **limits: Any,
) -> list[Solution]:
    """Proves the values of positions, each with its game; `None` is the start. `limits` are arguments of `Game.solve`.

    Apart from the time, solutions are those of one process, unless a limit of time ends a proof.
    """
    tasks = [_Task(number, (game, position, limits)) for number, (game, position) in enumerate(positions)]
    solutions: list[Solution | None] = [None] * len(tasks)
    done = 0
    for number, solution in _results(_solve, tasks, executor, in_flight, retries):
        solutions[number] = solution
        done += 1
        if partial is not None:
            partial(list(solutions))
        if progress is not None:
            progress(done, len(tasks))
    return [solution for solution in solutions if solution is not None]


def design(
    games: Sequence[Game],
    *,
    most_games: int = 200_000,
    propose: Propose | None = None,
    executor: _Pool | None = None,
    in_flight: int = 64,
    retries: int = 3,
    progress: Progress | None = None,
    **wishes: Any,
) -> Shelf:
    """Breeds new games, as `uur.design`; each task tries one candidate with one thread. The shelf is that of one process."""
    pool = _pool(executor)

    def tried(due: tuple[str, list[str]]) -> list[str | None]:
        assay, rules = due
        found: list[str | None] = [None] * len(rules)
        tasks = [_Task(number, (assay, text)) for number, text in enumerate(rules)]
        for number, result in _results(_assayed, tasks, pool, in_flight, retries):
            found[number] = result
        return found

    try:
        return _bred(
            Designer(games, **wishes),
            most_games,
            propose,
            progress,
            lambda designer: designer._take(tried(designer._due(0))),
            lambda designer: designer._take_second(tried(designer._second())),
        )
    finally:
        pool.close()
