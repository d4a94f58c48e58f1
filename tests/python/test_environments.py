"""Environments of other tools, by the tests of these tools."""

import importlib
import random
import types

import pytest

import uur


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", ["kalah", "boola", "bao-kiswahili-east-africa", "toguz-kumalak"])
def test_pettingzoo_accepts_the_environment(name, capsys):
    pytest.importorskip("pettingzoo")
    from pettingzoo.test import api_test, seed_test

    from uur.pettingzoo import env

    api_test(env(name, most_moves=60), num_cycles=200)
    seed_test(lambda: env(name, most_moves=60), num_cycles=20)
    assert "Passed" in capsys.readouterr().out


@pytest.mark.filterwarnings("ignore")
def test_pettingzoo_measures_the_environment(monkeypatch, capsys):
    pytest.importorskip("pettingzoo")
    from uur.pettingzoo import env

    # It plays for five seconds by the clock, which is made to run faster.
    module = importlib.import_module("pettingzoo.test.performance_benchmark")
    ticks = (tick / 100 for tick in range(10**9))
    monkeypatch.setattr(module, "time", types.SimpleNamespace(time=lambda: next(ticks)))
    module.performance_benchmark(env("kalah"))
    assert "turns per second" in capsys.readouterr().out


def test_a_round_of_pettingzoo_is_a_round():
    pytest.importorskip("pettingzoo")
    from uur.pettingzoo import env

    played = env("kalah")
    played.reset(seed=1)
    chance, total = random.Random(5), {"south": 0.0, "north": 0.0}
    for agent in played.agent_iter():
        seen, reward, over, late, _ = played.last()
        total[agent] += reward
        legal = [action for action, one in enumerate(seen["action_mask"]) if one]
        played.step(None if over or late else chance.choice(legal))
    play = uur.Game.load("kalah").play()
    for move in played.round.moves:
        play.play(move)
    assert play.is_over
    wins = {"south": (1.0, -1.0), "north": (-1.0, 1.0), None: (0.0, 0.0)}
    assert (total["south"], total["north"]) == wins[play.winner]
    with pytest.raises(uur.UurError, match="one player"):
        env("tchuka-ruma")


@pytest.mark.filterwarnings("ignore")
def test_gymnasium_accepts_the_environment():
    pytest.importorskip("gymnasium")
    from uur.gymnasium import UurEnv

    played = UurEnv("tchuka-ruma")
    for seed in range(5):
        seen, info = played.reset(seed=seed)
        chance, over = random.Random(seed), False
        while not over:
            assert seen in played.observation_space
            legal = [action for action, one in enumerate(info["action_mask"]) if one]
            seen, reward, ended, late, info = played.step(chance.choice(legal))
            over = ended or late
        assert reward == {"south": 1.0, "north": -1.0, None: 0.0}[played.round.position.winner]
        with pytest.raises(uur.MoveError):
            played.step(0)
    with pytest.raises(uur.UurError, match="two players"):
        UurEnv("kalah")


@pytest.mark.parametrize("name", ["kalah", "boola", "bao-kiswahili-east-africa"])
def test_open_spiel_accepts_the_game(name):
    pyspiel = pytest.importorskip("pyspiel")
    from uur import openspiel

    game = openspiel.load(name, most_moves=40)
    pyspiel.random_sim_test(game, num_sims=2, serialize=False, verbose=False)


def test_the_search_of_open_spiel_plays_boola():
    pytest.importorskip("pyspiel")
    np = pytest.importorskip("numpy")
    from open_spiel.python.algorithms import mcts

    from uur import openspiel

    game = openspiel.load("boola", {"pits": 3})
    chance = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 2, 60, mcts.RandomRolloutEvaluator(1, chance), random_state=chance)
    won = 0
    for seat in [0, 1] * 4:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.current_player() == seat:
                state.apply_action(bot.step(state))
            else:
                state.apply_action(int(chance.choice(state.legal_actions())))
        won += state.returns()[seat] > 0
    assert won >= 5
