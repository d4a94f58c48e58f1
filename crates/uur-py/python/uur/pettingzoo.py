"""Rounds of any game as an environment of PettingZoo: `pip install uur[env]`.

Importing this module registers it as `uur/Game-v0` of `pettingzoo.make`.

>>> env = env("kalah")
>>> env.reset(seed=1)
>>> env.step(env.action_space(env.agent_selection).sample(env.last()[0]["action_mask"]))
"""

from __future__ import annotations

from os import PathLike
from typing import Any

import gymnasium
import numpy as np
from pettingzoo import AECEnv, register

from ._render import rendered
from ._uur import Game, Round, UurError

_AGENTS = ["south", "north"]


def env(game: Game | str | PathLike[str], *, most_moves: int = 10_000, render_mode: str | None = None) -> UurEnv:
    """Returns an environment for a game, the name of a shipped game, or the path of a rule file."""
    return UurEnv(game, most_moves=most_moves, render_mode=render_mode)


class UurEnv(AECEnv):  # type: ignore[misc]
    """A round between the agents `south` and `north`.

    An observation is a dictionary: `observation` is uint8 of shape (B,), as `Round.observation` has it, and
    `action_mask` is int8 of shape (A,) with 1 for each legal action; it is 0 for the agent who is not to move. After an
    action that does not complete a move, the same agent acts again. The agents get 1 for a win, -1 for a loss, and 0
    for a draw. After `most_moves` moves both are truncated. Rounds have no chance, so a seed changes nothing but the
    action spaces.
    """

    metadata = {"name": "uur_v0", "render_modes": ["ansi", "human", "rgb_array"], "is_parallelizable": False, "render_fps": 1}

    def __init__(
        self, game: Game | str | PathLike[str], *, most_moves: int = 10_000, render_mode: str | None = None
    ) -> None:
        super().__init__()
        self.game = game if isinstance(game, Game) else Game.load(game)
        if self.game.players != 2:
            raise UurError(f"{self.game.name} has one player; `uur.gymnasium` has environments for such games")
        self.most_moves = most_moves
        self.render_mode = render_mode
        self.possible_agents = list(_AGENTS)
        self.round = Round(self.game)
        seen, actions = len(self.round.observation_names), self.round.action_count
        self.observation_spaces = {
            agent: gymnasium.spaces.Dict(
                {
                    "observation": gymnasium.spaces.Box(0, 255, (seen,), np.uint8),
                    "action_mask": gymnasium.spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in _AGENTS
        }
        self.action_spaces = {agent: gymnasium.spaces.Discrete(actions) for agent in _AGENTS}

    def observation_space(self, agent: str) -> gymnasium.Space[Any]:
        """The space of an agent's observations, always the same object."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.Space[Any]:
        """The space of an agent's actions, always the same object."""
        return self.action_spaces[agent]

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees: the board from its own side, and the legal actions if it is to move."""
        player, mask = _AGENTS.index(agent), self.round.mask()
        if player != self.round.player:
            mask[:] = 0
        return {"observation": self.round.observation(player), "action_mask": mask}

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a round."""
        if seed is not None:
            for number, agent in enumerate(_AGENTS):
                self.action_spaces[agent].seed(seed + number)
        self.round = Round(self.game)
        self.agents = list(_AGENTS)
        self.rewards = dict.fromkeys(_AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(_AGENTS, 0.0)
        self.terminations = dict.fromkeys(_AGENTS, False)
        self.truncations = dict.fromkeys(_AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in _AGENTS}
        self._moves = 0
        self.agent_selection = _AGENTS[self.round.player]

    def step(self, action: int | None) -> None:
        """Takes an action of the selected agent."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        self._moves += self.round.act(int(action))
        self._cumulative_rewards[agent] = 0.0
        over = self.round.position.is_over
        late = not over and (self.round.is_over or self._moves >= self.most_moves)
        self.rewards = dict(zip(_AGENTS, map(float, self.round.returns)))
        self.terminations = dict.fromkeys(_AGENTS, over)
        self.truncations = dict.fromkeys(_AGENTS, late)
        self.agent_selection = _AGENTS[self.round.player]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        """Returns the board as text, or as an image in the mode `rgb_array`, or prints it in the mode `human`."""
        if self.render_mode is None:
            gymnasium.logger.warn("no render mode was given")
            return None
        if self.render_mode == "human":
            print(self.round)
            return None
        return rendered(self.round, self.render_mode)

    def close(self) -> None:
        """Does nothing: there is nothing to close."""


register("aec", "uur/Game-v0", "uur.pettingzoo:UurEnv")
