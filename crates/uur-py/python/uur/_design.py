"""New games from others, by wishes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ._data import Shelf
from ._uur import Designer, Game, UurError

#: What is called before each round: with the designer, to which it may `propose` rules.
Propose = Callable[[Designer], object]

#: What is called with what is done and all.
Progress = Callable[[int, int], object]


def _bred(
    designer: Designer,
    most_games: int,
    propose: Propose | None,
    progress: Progress | None,
    round_of: Callable[[Designer], int],
    confirm: Callable[[Designer], int],
) -> Shelf:
    if most_games < 1:
        raise UurError("candidates play at least 1 game")
    while not designer.is_over(most_games):
        if propose is not None:
            propose(designer)
        round_of(designer)
        if progress is not None:
            progress(min(designer.games, most_games), most_games)
    confirm(designer)
    return designer.shelf()


def design(
    games: Sequence[Game],
    *,
    most_games: int = 200_000,
    threads: int = 0,
    propose: Propose | None = None,
    progress: Progress | None = None,
    **wishes: Any,
) -> Shelf:
    """Breeds new games from these until candidates have played `most_games` games, and returns the best of each kind.

    `wishes` are arguments of `Designer`. The shelf depends on them alone, not on `threads`; it is that of `uur design`.
    Before each round `propose` is called with the designer, so that another program can `Designer.propose` rules. To keep
    what was found when the work is interrupted, use a `Designer`.

    >>> kalah = uur.Game.load("kalah")
    >>> shelf = uur.design([kalah], only_params=True, random=40, level_games=16, most_games=600)
    >>> shelf.map
    ('length', 'choices')
    """
    return _bred(
        Designer(games, **wishes),
        most_games,
        propose,
        progress,
        lambda designer: designer.round(threads=threads),
        lambda designer: designer.confirm(threads=threads),
    )
