"""Rounds of games as environments of Gymnasium: `pip install uur[env]`.

Importing this module registers them.

>>> import gymnasium, uur.gymnasium
>>> env = gymnasium.make("uur/Game-v0", game="oware")
>>> observation, info = env.reset(seed=1)
>>> step = env.step(env.action_space.sample(info["action_mask"]))
"""

from __future__ import annotations

from collections.abc import Callable
from os import PathLike
from typing import Any, Literal

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from ._render import rendered
from ._uur import Game, MoveError, Round, UurError
from .vector import VectorRounds

_SIDES = ("south", "north")


class UurEnv(gymnasium.Env[Any, Any]):
    """A round of a game, by the one player it has or against an opponent.

    An observation is uint8 of shape (B,), as `Round.observation` has it. `info["action_mask"]` is int8 of shape (A,)
    with 1 for each legal action; an illegal action raises `MoveError`. The reward is 1 for a win, -1 for a loss and 0
    otherwise. A round is truncated after `most_moves` moves, or where the rules give no move and no end.

    One plays as `side`, which is south in a game for one. `opponent` gets the round and returns one of its
    `legal_actions`; without it a random one is taken, which the seed of `reset` determines.
    """

    metadata = {"render_modes": ["ansi", "rgb_array"], "render_fps": 1}

    def __init__(
        self,
        game: Game | str | PathLike[str],
        *,
        side: Literal["south", "north"] = "south",
        opponent: Callable[[Round], int] | None = None,
        most_moves: int = 10_000,
        render_mode: str | None = None,
    ) -> None:
        self.game = game if isinstance(game, Game) else Game.load(game)
        self.player = _SIDES.index(side)
        if self.player >= self.game.players:
            raise UurError(f"{self.game.name} is for one player, who is south")
        self.opponent = opponent or self._random
        self.most_moves = most_moves
        self.render_mode = render_mode
        self.round = Round(self.game)
        self.observation_space = gymnasium.spaces.Box(0, 255, (len(self.round.observation_names),), np.uint8)
        self.action_space = gymnasium.spaces.Discrete(self.round.action_count)

    def _random(self, round: Round) -> int:
        return int(self.np_random.choice(round.legal_actions))

    def _has_ended(self) -> bool:
        return self.round.is_over or self._moves >= self.most_moves

    def _seen(self) -> tuple[Any, dict[str, Any]]:
        """What the player sees when the opponent has moved."""
        others = self.game.players == 2
        while others and self.round.player != self.player and not self._has_ended():
            self._moves += self.round.act(self.opponent(self.round))
        return self.round.observation(self.player), {"action_mask": self.round.mask()}

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begins a round."""
        super().reset(seed=seed)
        self.round = Round(self.game)
        self._moves = 0
        return self._seen()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Takes an action, and those of the opponent that follow."""
        if self._has_ended():
            raise MoveError("the round is over; `reset` begins the next one")
        self._moves += self.round.act(int(action))
        observation, info = self._seen()
        reward, over = float(self.round.returns[self.player]), self.round.position.is_over
        return observation, reward, over, self._has_ended() and not over, info

    def render(self) -> Any:
        """Returns the board as text, or as an image in the mode `rgb_array`."""
        return rendered(self.round, self.render_mode) if self.render_mode else None


class UurVectorEnv(gymnasium.vector.VectorEnv[Any, Any, Any]):
    """Many rounds of a game in step, in which the same learner plays for both players.

    What is told of each round is seen from the player to move in it, who is `infos["player"]`, 0 for South and 1 for
    North; `infos["action_mask"]` has the legal actions. A reward is that of the player who has just acted. A round that
    has ended begins anew in the same step; `infos["final_obs"]` then has what was seen at its end, in the rows that
    `infos["_final_obs"]` marks. Rounds have no chance, so a seed changes nothing but the action space.
    """

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(self, game: Game | str | PathLike[str], num_envs: int = 1, *, most_moves: int = 10_000) -> None:
        self.rounds = VectorRounds(game if isinstance(game, Game) else Game.load(game), num_envs, most_moves=most_moves)
        self.num_envs = num_envs
        seen, actions = self.rounds.observations.shape[1], self.rounds.masks.shape[1]
        self.single_observation_space = gymnasium.spaces.Box(0, 255, (seen,), np.uint8)
        self.single_action_space = gymnasium.spaces.Discrete(actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def _infos(self) -> dict[str, Any]:
        return {"action_mask": self.rounds.masks.copy(), "player": self.rounds.players.copy()}

    def reset(self, *, seed: Any = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begins all rounds anew."""
        if seed is not None:
            self.action_space.seed(seed)
        self.rounds.reset()
        return self.rounds.observations.copy(), self._infos()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Takes an action in each round. Raises `MoveError` if one is not legal; then nothing changes."""
        rounds = self.rounds
        rounds.step(actions)
        infos, ended = self._infos(), rounds.terminated | rounds.truncated
        if ended.any():
            infos |= {"final_obs": rounds.final_observations.copy(), "_final_obs": ended}
        told = (rounds.observations, rounds.rewards, rounds.terminated, rounds.truncated)
        observations, rewards, terminated, truncated = (array.copy() for array in told)
        return observations, rewards, terminated, truncated, infos


gymnasium.register(
    "uur/Game-v0",
    entry_point="uur.gymnasium:UurEnv",
    vector_entry_point="uur.gymnasium:UurVectorEnv",
)
