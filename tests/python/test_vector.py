"""Rounds played by actions, one at a time and in step."""

import pickle
import random
import subprocess
import sys

import pytest

np = pytest.importorskip("numpy")

import uur  # noqa: E402
from uur.vector import VectorRounds  # noqa: E402


def play_at_random(game: uur.Game, seed: int, most: int = 150) -> uur.Round:
    chance, done = random.Random(seed), uur.Round(game)
    while not done.is_over and len(done.actions) < most:
        done.act(chance.choice(done.legal_actions))
    return done


def test_every_shipped_game_is_played_by_actions():
    for name in uur.shipped():
        game = uur.Game.load(name)
        done = play_at_random(game, 1, 25)
        assert max(done.actions) < done.action_count == len(done.action_names), name
        assert done.observation().shape == (len(done.observation_names),), name
        position = game.start
        play = game.play(position)
        for move in done.moves:
            if play.due == "lot" or play.position.is_over:
                break
            play.play(move)
        assert play.round > 1 or play.position.seeds == done.position.seeds or play.due == "lot", name


@pytest.mark.parametrize("name", ["boola", "bao-kiswahili-east-africa", "lahemay-waladat", "toguz-kumalak"])
def test_actions_decide_between_all_legal_moves(name):
    game = uur.Game.load(name)
    for seed in range(3):
        done = play_at_random(game, seed, 12)
        reached = set()

        def follow(now: uur.Round) -> None:
            for action in now.legal_actions:
                then = now.copy()
                if then.act(action):
                    reached.add(then.moves[-1])
                else:
                    follow(then)

        if not done.is_over:
            begun = uur.Round(game, done.position)
            follow(begun)
            assert reached == set(begun.position.legal_moves)


def test_only_the_mover_sees_a_move_that_has_begun():
    now = uur.Round(uur.Game.load("boola"))
    now.act(now.legal_actions[0])
    begun = [name.startswith("begun") for name in now.observation_names]
    assert now.observation(now.player).tolist() == now.observation().tolist()
    assert now.observation()[begun].any() and not now.observation(1 - now.player)[begun].any()
    for player in [-1, 2, 10**30]:
        with pytest.raises(ValueError):
            now.observation(player)


def test_without_numpy_arrays_raise_import_errors():
    text = """
import sys
sys.modules["numpy"] = None
import uur, uur._uur
game = uur.Game.load("kalah")
now = uur.Round(game)
assert now.act(now.legal_actions[0]) and game.simulate(10).games == 10
for arrays in [now.mask, now.observation, lambda: uur._uur.RoundBatch(game, 2)]:
    try:
        arrays()
    except ImportError as error:
        assert "numpy" in str(error)
    else:
        raise AssertionError
"""
    subprocess.run([sys.executable, "-c", text], check=True)


def test_an_illegal_action_raises_and_changes_nothing():
    now = uur.Round(uur.Game.load("kalah"))
    for action in [6, -1, 10**12]:
        with pytest.raises(uur.MoveError):
            now.act(action)
    assert now.actions == [] and now.legal_actions == [0, 1, 2, 3, 4, 5]
    rounds = VectorRounds(uur.Game.load("kalah"), 3)
    before = rounds.observations.copy()
    with pytest.raises(uur.MoveError, match="round 2"):
        rounds.step([0, 1, 9])
    with pytest.raises(TypeError):
        rounds.step([0.9, 0.2, 0.5])
    assert (rounds.observations == before).all()
    with pytest.raises(ValueError):
        rounds.step([0, 1])
    with pytest.raises(ValueError):
        VectorRounds(uur.Game.load("kalah"), 0)


def test_a_round_is_pickled_and_copied():
    done = play_at_random(uur.Game.load("bao-kiswahili-east-africa"), 4, 9)
    again = pickle.loads(pickle.dumps(done))
    assert (again.moves, again.legal_actions) == (done.moves, done.legal_actions)
    assert (again.observation() == done.observation()).all()
    before, other = done.actions, done.copy()
    other.act(other.legal_actions[0])
    assert done.actions == before and len(other.actions) == len(before) + 1


def test_a_step_does_not_wait_for_a_sowing_without_end():
    game = uur.Game.load("layli-goobalay")
    rounds = VectorRounds(game, 1_024, seed=1)
    made: list[list[int]] = [[] for _ in range(rounds.count)]
    waited: dict[int, int] = {}
    while not waited:
        actions = rounds.sample().tolist()
        before = [array.copy() for array in (rounds.observations, rounds.players)]
        rounds.step(actions)
        ended = rounds.terminated | rounds.truncated
        stays = (rounds.observations == before[0]).all(1) & (rounds.players == before[1]) & ~ended
        for at, action in enumerate(actions):
            made[at] = [] if ended[at] else made[at] + [action]
        waited = {int(at): actions[at] for at in np.flatnonzero(stays)}
        assert sum(map(len, made)) < 100_000
    (at, action), *_ = waited.items()
    steps = 0
    while not rounds.terminated[at]:
        assert np.flatnonzero(rounds.masks[at]).tolist() == [action] and rounds.rewards[at] == 0
        seen, actions, steps = rounds.observations[at].copy(), rounds.sample(), steps + 1
        assert actions[at] == action
        with pytest.raises(uur.MoveError):
            rounds.step([(action + 1) % 6 if number == at else other for number, other in enumerate(actions)])
        rounds.step(actions)
        assert rounds.terminated[at] or (rounds.observations[at] == seen).all()
    # Played at once, the sowing has no end either.
    one = uur.Round(game)
    for number in made[at]:
        one.act(number)
    assert steps > 1 and one.is_over and one.returns == (0, 0) and rounds.rewards[at] == 0


def compare_with_rounds(game: uur.Game, count: int, steps: int) -> int:
    """Plays rounds in step and one by one, and returns how many have ended."""
    rounds, single = VectorRounds(game, count, seed=3), [uur.Round(game) for _ in range(count)]
    ended, sows, movers = 0, [False] * count, [0] * count
    for _ in range(steps):
        actions = rounds.sample().tolist()
        for at, one in enumerate(single):
            if not sows[at]:
                movers[at] = one.player
                one.act(actions[at])
        before = rounds.observations.copy()
        rounds.step(actions)
        for at, one in enumerate(single):
            over = bool(rounds.terminated[at] | rounds.truncated[at])
            waits = not over and (one.is_over or (rounds.observations[at] != one.observation()).any())
            if waits:
                assert (rounds.observations[at] == before[at]).all()
                assert np.flatnonzero(rounds.masks[at]).tolist() == [actions[at]]
            sows[at] = waits
            if waits:
                continue
            assert over == one.is_over
            if over:
                assert rounds.rewards[at] == one.returns[movers[at]]
                single[at] = one = uur.Round(game)
                ended += 1
            assert rounds.players[at] == one.player
            assert (rounds.observations[at] == one.observation()).all()
            assert (rounds.masks[at] == one.mask()).all()
    return ended


def test_rounds_in_step_are_rounds():
    for name in uur.shipped():
        compare_with_rounds(uur.Game.load(name), 3, 40)


@pytest.mark.parametrize("name", ["kalah", "boola", "um-el-bagara", "chisolo", "tsoro-additional-capture"])
def test_rounds_in_step_end_like_rounds(name):
    assert compare_with_rounds(uur.Game.load(name), 10, 400) > 0


def test_a_round_that_is_too_long_is_truncated():
    rounds = VectorRounds(uur.Game.load("kalah"), 2, most_moves=3)
    for _ in range(2):
        rounds.step(rounds.sample())
        assert not rounds.truncated.any()
    rounds.step(rounds.sample())
    assert rounds.truncated.all() and not rounds.terminated.any()
    assert (rounds.observations[0][:12] == 4).all()
