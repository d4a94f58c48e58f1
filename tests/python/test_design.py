"""New games: the same shelf by threads, by tasks and by the program, proposals, and what is refused."""

import json
import os
import subprocess

import pytest

import uur
import uur.distributed as distributed
from test_distributed import Watched

WARI = uur.Game.load("wari")
SMALL = {"borrow": [], "random": 40, "level_games": 16}


def test_the_shelf_is_that_of_one_thread_of_tasks_and_of_the_program():
    told = []
    shelf = uur.design([WARI], most_games=500, threads=1, progress=lambda done, of: told.append((done, of)), **SMALL)
    assert shelf.designs and shelf.fallen is not None and told[-1] == (500, 500)
    assert uur.design([WARI], most_games=500, threads=3, **SMALL) == shelf
    with Watched(dying=2) as executor:
        assert distributed.design([WARI], most_games=500, executor=executor, in_flight=3, **SMALL) == shelf
    asked = ["design", "wari", "--borrow", "none", "--random", "40", "--level-games", "16", "--games", "500"]
    ran = subprocess.run([os.environ["UUR"], *asked, "--format", "json"], capture_output=True, check=True)
    assert [row["rules"] for row in json.loads(ran.stdout)["shelf"]] == [one.rules for one in shelf.designs]
    best = shelf.designs[0]
    assert uur.Game.parse(best.rules).name and best.story[0] == "Wari" and best.measures["length"].games > 0


@pytest.mark.skipif(os.environ.get("UUR_TEST_RAY") != "1", reason="UUR_TEST_RAY=1 tests with Ray")
def test_a_shelf_of_ray_is_that_of_one_process():
    ray = pytest.importorskip("ray")
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    try:
        assert distributed.design([WARI], most_games=300, **SMALL) == uur.design([WARI], most_games=300, **SMALL)
    finally:
        ray.shutdown()


def test_proposals_pass_the_same_trials():
    designer = uur.Designer([WARI], keep=["board"], **SMALL)
    assert designer.round() == 1 and designer.games > 0
    text = WARI.text
    for rules, reason in [
        (text.replace("board", "bord"), "board"),
        (text, "these rules are known"),
        (text.replace("seeds seeds each", "seeds 5 each"), "they change a section that has to stay"),
    ]:
        with pytest.raises(uur.UurError, match=reason):
            designer.propose(rules)
    designer.propose(text.replace("seeds = 4", "seeds = 5"), "a friend")
    before = designer.candidates
    assert designer.round() == designer.candidates - before
    with pytest.raises(uur.UurError, match="these rules are known"):
        designer.propose(text.replace("seeds = 4", "seeds = 5"))
    calls = []
    uur.design([WARI], most_games=1, propose=calls.append, **SMALL)
    assert len(calls) == 1 and isinstance(calls[0], uur.Designer)


def test_what_cannot_be_designed_raises():
    for wrong, message in [
        ({"want": ["lenght 20..60"]}, "did you mean `length`"),
        ({"want": ["length 1..2", "length > 5"]}, "nothing has both"),
        ({"keep": ["bord"]}, "the sections are"),
        ({"map": ["length"]}, "a map has two measures"),
        ({"random": 1}, "at least 10 games"),
    ]:
        with pytest.raises(uur.UurError, match=message):
            uur.Designer([WARI], **wrong)
    with pytest.raises(uur.UurError, match="no game to begin with"):
        uur.design([])
    with pytest.raises(uur.UurError, match="at least 1 game"):
        uur.design([WARI], most_games=0)
