"""Mancala games from rule files: play, explain, count, simulate, search and prove.

>>> import uur
>>> play = uur.Game.load("boola").play()
>>> play.legal_moves
['K', 'K-1', 'L']
>>> events = play.play("K")
>>> print(events[0], "by line", events[0].rule.line)
lap 1: lift 3 seeds from K by line 25

`Game` has the rules, `Play` a game being played, `Position` a board, `Report` the statistics of many games, and
`Table` results in columns that pandas, polars and pyarrow read without copying. `design` breeds new games.
`uur.vector` has environments for learning, `uur.pettingzoo`, `uur.gymnasium` and `uur.openspiel` those of other
tools, and `uur.distributed` does the work of many machines.
"""

from ._data import (
    Best,
    Design,
    Event,
    Fix,
    Label,
    Measure,
    MoveValue,
    Parameter,
    Problem,
    RuleLine,
    ScoredLine,
    Shelf,
    Solution,
    Span,
)
from ._design import design
from ._notebook import Replay
from ._sweep import Standing, Sweep, SweepRow, Tournament, sweep, tournament
from ._uur import (
    Designer,
    Endgames,
    Game,
    MoveError,
    NotationError,
    Play,
    Position,
    Report,
    Round,
    RulesError,
    Table,
    UurError,
    __version__,
    shipped,
)

__all__ = [
    "Best",
    "Design",
    "Designer",
    "Endgames",
    "Event",
    "Fix",
    "Game",
    "Label",
    "Measure",
    "MoveError",
    "MoveValue",
    "NotationError",
    "Parameter",
    "Play",
    "Position",
    "Problem",
    "Replay",
    "Report",
    "Round",
    "RuleLine",
    "RulesError",
    "ScoredLine",
    "Shelf",
    "Solution",
    "Span",
    "Standing",
    "Sweep",
    "SweepRow",
    "Table",
    "Tournament",
    "UurError",
    "__version__",
    "design",
    "shipped",
    "sweep",
    "tournament",
]
