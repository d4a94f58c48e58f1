"""Rounds of any game for OpenSpiel, whose search and learning then run on it: `pip install uur[openspiel]`.

>>> game = load("boola")
>>> state = game.new_initial_state()
>>> state.apply_action(state.legal_actions()[0])

OpenSpiel's own names work as well, once this module is imported: `uur(game=kalah,settings=pits:4|seeds:3)`. In the path
of a rule file `%2C` is a comma, as in addresses of pages.
"""

from __future__ import annotations

from os import PathLike
from typing import Any
from urllib.parse import quote, unquote

import numpy as np
import pyspiel

from ._uur import Game, Round, UurError

_NAME = "uur"
_TYPE = pyspiel.GameType(
    short_name=_NAME,
    long_name="A mancala game from a rule file",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"game": "kalah", "settings": "", "most_moves": 1_000},
)


def load(game: str | PathLike[str], settings: dict[str, Any] | None = None, *, most_moves: int = 1_000) -> Any:
    """Returns a game of OpenSpiel for the name of a shipped game or the path of a rule file.

    A round that has not ended after `most_moves` moves is drawn.
    """
    texts = "|".join(f"{_escape(name)}:{_escape(value)}" for name, value in (settings or {}).items())
    return pyspiel.load_game(_NAME, {"game": _escape(game), "settings": texts, "most_moves": most_moves})


def _escape(value: Any) -> str:
    """Returns a text without the signs that divide the names of OpenSpiel's games."""
    return quote(str(value), errors="surrogateescape")


def _unescape(text: str) -> str:
    return unquote(text, errors="surrogateescape")


def _settings(texts: str) -> dict[str, str]:
    settings = {}
    for text in filter(None, texts.split("|")):
        name, colon, value = text.partition(":")
        if not colon:
            raise UurError(f"`{text}` is no setting, which are written like `pits:6|seeds:4`")
        settings[_unescape(name)] = _unescape(value)
    return settings


class UurGame(pyspiel.Game):  # type: ignore[misc]
    """A game between South, player 0, and North, player 1."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        params = params or {}
        self.uur = Game.load(_unescape(params.get("game", "kalah")), _settings(params.get("settings", "")))
        self.most_moves = params.get("most_moves", 1_000)
        first = Round(self.uur)
        self.observed = len(first.observation_names)
        info = pyspiel.GameInfo(
            num_distinct_actions=first.action_count,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            # A move has at most its pit, seeds, way and seven decisions.
            max_game_length=10 * self.most_moves,
        )
        super().__init__(_TYPE, info, params)

    def __reduce__(self) -> tuple[Any, ...]:
        # OpenSpiel's own way would leave out what is not in C++.
        return pyspiel.load_game, (str(self),)

    def new_initial_state(self, state: Any = None) -> UurState:
        """Returns the state at the start."""
        return UurState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> _Observer:
        """Returns an observer of states."""
        return _Observer(self.observed)


class UurState(pyspiel.State):  # type: ignore[misc]
    """A state of a round."""

    def __init__(self, game: UurGame) -> None:
        super().__init__(game)
        self._most_moves = game.most_moves
        self.round = Round(game.uur)

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (pyspiel.serialize_game_and_state(self.get_game(), self),)

    def _ended(self) -> bool:
        return self.round.is_over or len(self.round.moves) >= self._most_moves

    def current_player(self) -> int:
        """The player to move, or the mark of the end."""
        return int(pyspiel.PlayerId.TERMINAL) if self._ended() else self.round.player

    def _legal_actions(self, player: int) -> list[int]:
        return self.round.legal_actions if player == self.round.player else []

    def _apply_action(self, action: int) -> None:
        self.round.act(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.round.action_names[action] if player == self.round.player else str(action)

    def is_terminal(self) -> bool:
        """Whether the round is over."""
        return self._ended()

    def returns(self) -> list[float]:
        """1 for the winner and -1 for the loser; 0 before the end, and for a draw."""
        return [float(value) for value in self.round.returns]

    def __str__(self) -> str:
        return f"{self.round.position.text} {self.round.actions}"


def _restored(text: str) -> Any:
    return pyspiel.deserialize_game_and_state(text)[1]


class _Observer:
    """Sees the whole position from the side of a player."""

    def __init__(self, observed: int) -> None:
        self.tensor = np.zeros(observed, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: UurState, player: int) -> None:
        self.tensor[:] = state.round.observation(player)

    def string_from(self, state: UurState, player: int) -> str:
        return str(state)


pyspiel.register_game(_TYPE, UurGame)
