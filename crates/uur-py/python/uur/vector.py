"""Thousands of rounds a step in NumPy buffers, for programs that learn."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ._uur import Game, RoundBatch


class VectorRounds:
    """Many rounds of a game that are played in step. The arrays are written in place by every step, without copying.

    All numbers are seen from the player to move in each round. Rewards are those of the players who have just acted.
    A round that has ended begins anew at once: its row of `observations` is then that of the new round. Rounds begin
    at the start of the game; matches of several rounds and setups of seeds are left out.

    Shapes, where N is the number of rounds, A of actions and B of the bytes of an observation:

    - `observations` (N, B) uint8: seeds in the own pits from A on, in the other's, in the own store, in the other's,
      and out of the game; then marks, counters and the actions of a move that has begun, where the game has them.
      `Round.observation_names` names the bytes.
    - `masks` (N, A) int8: 1 for a legal action. `Round.action_names` names the actions.
    - `players` (N,) int8: the player to move, 0 for South and 1 for North.
    - `rewards` (N,) float32: 1 for a win, -1 for a loss, 0 for a draw or before the end.
    - `terminated` (N,) bool: the round has ended.
    - `truncated` (N,) bool: it was abandoned after `most_moves` moves, or in a position without a legal move in which
      no line of `end` applies, or in a sowing of which 67 million laps show no end.
    - `final_observations` (N, B) uint8: what was seen at the end of a round that has just ended. Other rows mean nothing.

    No step waits for a sowing of very many laps: what is left of it is sown in the next steps. The row of its round
    stays as it was until then, but that only the same action is legal.
    """

    def __init__(self, game: Game, count: int, *, seed: int = 1, most_moves: int = 10_000) -> None:
        """Begins `count` rounds. `seed` is that of `sample`."""
        self._batch = RoundBatch(game, count, seed=seed, most_moves=most_moves)
        rounds, actions, seen = self._batch.shape
        self.game = game
        self.count = rounds
        self.observations: npt.NDArray[np.uint8] = np.zeros((rounds, seen), np.uint8)
        self.final_observations: npt.NDArray[np.uint8] = np.zeros((rounds, seen), np.uint8)
        self.masks: npt.NDArray[np.int8] = np.zeros((rounds, actions), np.int8)
        self.players: npt.NDArray[np.int8] = np.zeros(rounds, np.int8)
        self.rewards: npt.NDArray[np.float32] = np.zeros(rounds, np.float32)
        self.terminated: npt.NDArray[np.bool_] = np.zeros(rounds, np.bool_)
        self.truncated: npt.NDArray[np.bool_] = np.zeros(rounds, np.bool_)
        self._actions: npt.NDArray[np.int64] = np.zeros(rounds, np.int64)
        self.reset()

    def reset(self) -> None:
        """Begins all rounds anew."""
        self._batch.reset(self.observations, self.masks, self.players)
        self.rewards.fill(0)
        self.terminated.fill(False)
        self.truncated.fill(False)

    def sample(self) -> npt.NDArray[np.int64]:
        """Returns a random legal action for each round, (N,) int64, in an array that the next call overwrites."""
        self._batch.sample(self._actions)
        return self._actions

    def step(self, actions: npt.ArrayLike) -> None:
        """Takes an action, (N,) whole numbers, in each round.

        Raises `MoveError` if one is not legal, and `TypeError` if they are no whole numbers; then nothing changes.
        """
        chosen = np.asarray(actions)
        if not np.issubdtype(chosen.dtype, np.integer):
            raise TypeError(f"actions are whole numbers, not {chosen.dtype}")
        self._batch.step(
            np.ascontiguousarray(chosen, np.int64),
            self.observations,
            self.masks,
            self.players,
            self.rewards,
            self.terminated,
            self.truncated,
            self.final_observations,
        )
