"""Environments of other tools, by the tests of these tools."""

import importlib
import pickle
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
    # At the end each agent sees its own store first.
    stores = played.round.position.stores
    south, north = (played.observe(agent)["observation"].tolist() for agent in ["south", "north"])
    assert south[12:14] == list(stores) and north[12:14] == list(reversed(stores)) and stores[0] != stores[1]
    assert south[:6] == north[6:12] and south[6:12] == north[:6]
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


@pytest.mark.parametrize(
    ("name", "settings"),
    [("kalah", {}), ("kalah", {"seeds": 3, "pits": 4}), ("boola", {"pits": 6}), ("bao-kiswahili-east-africa", {})],
)
def test_open_spiel_accepts_the_game(name, settings):
    pyspiel = pytest.importorskip("pyspiel")
    from uur import openspiel

    game = openspiel.load(name, settings, most_moves=40)
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)
    for same in [pyspiel.load_game(str(game)), pickle.loads(pickle.dumps(game))]:
        assert same.uur == uur.Game.load(name, settings)
        assert same.most_moves == 40
    state = game.new_initial_state()
    state.apply_action(state.legal_actions()[-1])
    assert str(pickle.loads(pickle.dumps(state))) == str(state)


def test_open_spiel_shows_each_player_its_own_side():
    pytest.importorskip("pyspiel")
    from uur import openspiel

    state = openspiel.load("kalah").new_initial_state()
    for pit in [2, 0]:
        state.apply_action(pit)
    south, north = state.observation_tensor(0), state.observation_tensor(1)
    assert south[:6] == north[6:12] and south[6:12] == north[:6] and south != north
    assert (south[12], south[13]) == (north[13], north[12])


def test_open_spiel_names_settings_and_files(tmp_path):
    pyspiel = pytest.importorskip("pyspiel")
    from uur import openspiel

    game = pyspiel.load_game("uur(game=kalah,settings=pits:4|seeds:3,most_moves=7)")
    assert game.uur == uur.Game.load("kalah", {"pits": 4, "seeds": 3})
    folder = tmp_path / "a, b=(1) 50% ũ"
    folder.mkdir()
    (folder / "own.uur").write_text(uur.Game.load("oware").text, encoding="utf-8")
    game = openspiel.load(folder / "own.uur")
    assert pyspiel.load_game(str(game)).uur.meaning == uur.Game.load("oware").meaning
    with pytest.raises(uur.UurError, match="pits:6"):
        openspiel.UurGame({"game": "boola", "settings": "pits"})


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
