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
    with pytest.raises(uur.UurError, match="one player"):
        UurEnv("tchuka-ruma", side="north")


@pytest.mark.parametrize("side", ["south", "north"])
def test_gymnasium_makes_games_against_an_opponent(side):
    gymnasium = pytest.importorskip("gymnasium")
    pytest.importorskip("resvg_py")
    ends = []
    for _ in range(2):
        played = gymnasium.make("uur.gymnasium:uur/Game-v0", game="oware", side=side, render_mode="rgb_array")
        seen, info = played.reset(seed=7)
        chance, over, seats = random.Random(7), False, set()
        while not over:
            seats.add(played.unwrapped.round.player)
            legal = [action for action, one in enumerate(info["action_mask"]) if one]
            seen, reward, ended, late, info = played.step(chance.choice(legal))
            over = ended or late
        assert seats == {["south", "north"].index(side)}
        position = played.unwrapped.round.position
        assert reward == {side: 1.0, None: 0.0}.get(position.winner, -1.0)
        assert list(seen[12:14]) == list(position.stores if side == "south" else reversed(position.stores))
        ends.append(position.text)
    assert ends[0] == ends[1], "a seed determines the opponent"
    image = played.render()
    assert image.shape[1:] == (640, 3) and image.dtype == "uint8" and len(set(image.reshape(-1, 3)[:, 0])) > 20
    played = gymnasium.make("uur/Game-v0", game="kalah", opponent=lambda round: max(round.legal_actions))
    played.reset()
    played.step(0)
    assert "f" in played.unwrapped.round.moves
    wrong = gymnasium.make("uur/Game-v0", game="kalah", opponent=lambda round: 9)
    wrong.reset()
    with pytest.raises(uur.MoveError):
        wrong.step(0)


def test_gymnasium_makes_many_games_at_once():
    gymnasium = pytest.importorskip("gymnasium")
    count = 5
    many = gymnasium.make_vec(
        "uur.gymnasium:uur/Game-v0", num_envs=count, vectorization_mode="vector_entry_point", game="kalah"
    )
    seen, infos = many.reset(seed=1)
    single = [uur.Round(uur.Game.load("kalah")) for _ in range(count)]
    chance, ends = random.Random(1), 0
    for _ in range(200):
        assert seen in many.observation_space and infos["player"].tolist() == [one.player for one in single]
        actions = [chance.choice(one.legal_actions) for one in single]
        seen, rewards, ended, late, infos = many.step(actions)
        assert not late.any()
        for at, (one, action) in enumerate(zip(single, actions)):
            actor = one.player
            one.act(action)
            assert rewards[at] == one.returns[actor] and ended[at] == one.is_over
            if ended[at]:
                ends += 1
                assert infos["_final_obs"][at] and (infos["final_obs"][at] == one.observation()).all()
                single[at] = uur.Round(one.game)
            assert (seen[at] == single[at].observation()).all()
            assert (infos["action_mask"][at] == single[at].mask()).all()
    assert ends > 10
    with pytest.raises(uur.MoveError):
        many.step([6] * count)


def test_pettingzoo_makes_the_environment():
    pettingzoo = pytest.importorskip("pettingzoo")
    pytest.importorskip("resvg_py")
    import uur.pettingzoo  # noqa: F401

    played = pettingzoo.make("aec", "uur/Game-v0", game="bao-kiswahili-east-africa", render_mode="rgb_array")
    played.reset()
    assert played.render().shape[1:] == (640, 3)


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
