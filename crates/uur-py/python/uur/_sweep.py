"""Sweeps and tournaments: many series, one after the other."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from . import _uur
from ._notebook import sweep_html
from ._uur import Game, Report, RulesError, Table, UurError

#: Values of parameters: texts such as `pits=4..8`, or a mapping from names to values.
Parameters = Iterable[str] | Mapping[str, Iterable[int | str]]


def _axes(parameters: Parameters) -> list[tuple[str, list[str]]]:
    if isinstance(parameters, str):
        parameters = [parameters]
    if isinstance(parameters, Mapping):
        axes = [(name, [str(value) for value in values]) for name, values in parameters.items()]
    else:
        axes = [_uur._axis(text) for text in parameters]
    if not axes or not all(values for _, values in axes):
        raise UurError("a sweep has at least one parameter, and each at least one value")
    return axes


def _combinations(parameters: Parameters) -> list[dict[str, str]]:
    axes = _axes(parameters)
    names = [name for name, _ in axes]
    return [dict(zip(names, values)) for values in itertools.product(*(values for _, values in axes))]


@dataclass(frozen=True)
class SweepRow:
    """A combination of parameter values, and its series."""

    #: The values by parameter.
    values: dict[str, str]
    #: The report of the series; `None` if the rules refuse the combination.
    report: Report | None
    #: Why the rules refuse the combination.
    refused: str | None


@dataclass(frozen=True)
class Sweep:
    """The rows of a sweep, the last parameter varying fastest."""

    rows: tuple[SweepRow, ...]

    def _repr_html_(self) -> str:
        return sweep_html(self)

    def table(self) -> Table:
        """Returns the sweep as a table: a column for each parameter, then counts, and South's share of the decided
        games with its 95 % interval."""
        columns: dict[str, list[Any]] = {name: [row.values[name] for row in self.rows] for name in self.rows[0].values}

        def column(name: str, of: Callable[[Report], Any]) -> None:
            columns[name] = [None if row.report is None else of(row.report) for row in self.rows]

        columns["refused"] = [row.refused for row in self.rows]
        column("games", lambda report: report.games)
        column("moves", lambda report: report.moves)

        def columns_of(names: list[str], of: Callable[[Report], tuple[float, ...]]) -> None:
            for place, name in enumerate(names):
                column(name, lambda report: of(report)[place])

        columns_of(["south", "north", "draws", "unfinished"], lambda report: report.results)
        columns_of(["south_share", "south_low", "south_high"], lambda report: report.rate("south of decided"))
        column("mean_moves", lambda report: report.moves / max(report.games, 1))
        return Table(columns)


def _row(game: Game, values: dict[str, str], play: Callable[[Game], Report]) -> SweepRow:
    try:
        varied = game.with_settings(values)
    except RulesError as error:
        reasons = [problem.message for problem in error.problems if problem.is_error]
        return SweepRow(values, None, reasons[0])
    return SweepRow(values, play(varied), None)


def sweep(
    game: Game,
    parameters: Parameters,
    games: int = 10_000,
    *,
    progress: Callable[[int, int], object] | None = None,
    **series: Any,
) -> Sweep:
    """Plays a series for each combination of parameter values.

    `parameters` are texts such as `pits=4..8`, or a mapping such as `{"pits": range(4, 9)}`. `series` are arguments of
    `Game.simulate`. `progress` is called with the number of combinations done and of all.
    """
    combinations = _combinations(parameters)
    rows = []
    for values in combinations:
        rows.append(_row(game, values, lambda varied: varied.simulate(games, **series)))
        if progress is not None:
            progress(len(rows), len(combinations))
    return Sweep(tuple(rows))


@dataclass(frozen=True)
class Standing:
    """The result of a player in a tournament."""

    player: str
    #: The Elo rating relative to the average of the players, rounded to a tenth.
    elo: float
    #: Half of its 95 % interval.
    error: float
    games: int
    won: int
    drawn: int
    lost: int
    #: Games that were abandoned. They count as drawn.
    unfinished: int
    #: Points: a win is 1, a draw a half.
    score: float


@dataclass(frozen=True)
class Tournament:
    """The result of a round robin."""

    #: The players, the strongest first.
    standings: tuple[Standing, ...]
    #: The series of each two players.
    meetings: dict[tuple[str, str], Report]

    def table(self) -> Table:
        """Returns the standings as a table with the fields of `Standing` as columns."""
        names = ["player", "elo", "error", "games", "won", "drawn", "lost", "unfinished", "score"]
        return Table({name: [getattr(standing, name) for standing in self.standings] for name in names})


def _pairings(players: Sequence[str]) -> list[tuple[str, str]]:
    if len(players) < 2 or len(set(players)) < len(players):
        raise UurError("a tournament has at least two players, each named once")
    return list(itertools.combinations(players, 2))


def _tournament(players: Sequence[str], meetings: dict[tuple[str, str], Report]) -> Tournament:
    size = len(players)
    scores = [[0.0] * size for _ in players]
    tallies: list[dict[str, Any]] = [{"games": 0, "won": 0, "drawn": 0, "lost": 0, "unfinished": 0, "score": 0.0} for _ in players]
    for pair, report in meetings.items():
        assert report.by_player is not None
        _, _, drawn, unfinished = report.results
        for seat, name in enumerate(pair):
            won, lost = report.by_player[seat], report.by_player[1 - seat]
            points = won + (drawn + unfinished) / 2
            place = players.index(name)
            scores[place][players.index(pair[1 - seat])] = points
            counts = {"games": report.games, "won": won, "drawn": drawn, "lost": lost}
            for field, count in {**counts, "unfinished": unfinished, "score": points}.items():
                tallies[place][field] += count

    def tenths(points: float) -> float:
        return round(10 * points) / 10 + 0.0

    standings = [
        Standing(player=name, elo=tenths(elo), error=tenths(error), **tally)
        for name, (elo, error), tally in zip(players, _uur._elo(scores), tallies)
    ]
    return Tournament(tuple(sorted(standings, key=lambda standing: -standing.elo)), meetings)


def tournament(
    game: Game,
    players: Sequence[str],
    games: int = 100,
    *,
    opening: int = 4,
    most_moves: int = 1_000,
    progress: Callable[[int, int], object] | None = None,
    **series: Any,
) -> Tournament:
    """Lets each two players play `games` games, rounded up to an even number: the same openings in both seats.

    Each game begins with `opening` random moves. `series` are arguments of `Game.simulate`. `progress` is called with
    the number of pairs done and of all.
    """
    players = list(players)
    pairings = _pairings(players)
    meetings = {}
    for pair in pairings:
        meetings[pair] = game.simulate(
            2 * -(-games // 2),
            south=pair[0],
            north=pair[1],
            pairs=True,
            opening=opening,
            most_moves=most_moves,
            **series,
        )
        if progress is not None:
            progress(len(meetings), len(pairings))
    return _tournament(players, meetings)
