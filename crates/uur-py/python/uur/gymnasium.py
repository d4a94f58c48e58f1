"""Rounds of games with one player as environments of Gymnasium: `pip install uur[env]`."""

from __future__ import annotations

from os import PathLike
from typing import Any

import gymnasium
import numpy as np

from ._uur import Game, MoveError, Round, UurError


class UurEnv(gymnasium.Env[Any, Any]):
    """A round of a game with one player.

    An observation is uint8 of shape (B,), as `Round.observation` has it. `info["action_mask"]` is int8 of shape (A,)
    with 1 for each legal action; an illegal action raises `MoveError`. The reward is 1 for a win, -1 for a loss and 0
    otherwise. A round is truncated after `most_moves` moves, or where the rules give no move and no end.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(
        self, game: Game | str | PathLike[str], *, most_moves: int = 10_000, render_mode: str | None = None
    ) -> None:
        self.game = game if isinstance(game, Game) else Game.load(game)
        if self.game.players != 1:
            raise UurError(f"{self.game.name} has two players; `uur.pettingzoo` has environments for such games")
        self.most_moves = most_moves
        self.render_mode = render_mode
        self.round = Round(self.game)
        self.observation_space = gymnasium.spaces.Box(0, 255, (len(self.round.observation_names),), np.uint8)
        self.action_space = gymnasium.spaces.Discrete(self.round.action_count)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.round.mask()}

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begins a round."""
        super().reset(seed=seed)
        self.round = Round(self.game)
        self._moves = 0
        return self.round.observation(), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Takes an action."""
        if self.round.is_over or self._moves >= self.most_moves:
            raise MoveError("the round is over; `reset` begins the next one")
        self._moves += self.round.act(int(action))
        over = self.round.position.is_over
        late = not over and (self.round.is_over or self._moves >= self.most_moves)
        return self.round.observation(), float(self.round.returns[0]), over, late, self._info()

    def render(self) -> Any:
        """Returns the board as text."""
        return str(self.round) if self.render_mode == "ansi" else None
