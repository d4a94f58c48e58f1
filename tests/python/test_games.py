"""Games, positions and games being played."""

import copy
import pickle
import random

import pytest

import uur


def test_a_game_is_opened_by_name_with_settings():
    game = uur.Game.load("boola", {"pits": 6})
    assert (game.name, game.settings, game.pits, game.players) == ("boola", {"pits": "6"}, 12, 2)
    assert game.with_settings({"pits": 12}) == uur.Game.load("boola")
    assert next(one for one in game.parameters if one.name == "pits").value == 6


def test_a_file_extends_files_beside_it(tmp_path):
    (tmp_path / "parent.uur").write_text(uur.Game.load("oware").text)
    child = tmp_path / "child.uur"
    child.write_text('language 1\nextends "parent"\ngame "Child" { source "none: a test" }\n')
    game = uur.Game.load(child)
    assert game.meaning == uur.Game.load("oware").meaning
    assert pickle.loads(pickle.dumps(game)) == game
    child.write_text('language 1\nextends "../other/parent"\ngame "Child" { source "none: a test" }\n')
    with pytest.raises(uur.RulesError):
        uur.Game.load(child)


def test_faults_are_exceptions_with_spans_and_fixes():
    text = uur.Game.load("boola").text.replace("relay", "rellay", 1)
    at = text.index("rellay")
    with pytest.raises(uur.RulesError) as caught:
        uur.Game.parse(text, name="mine.uur")
    problem = next(one for one in caught.value.problems if one.fix is not None)
    assert problem.is_error and problem.code.startswith("E")
    assert problem.labels[0].span.file == "mine.uur"
    assert problem.labels[0].span.line == text.count("\n", 0, at) + 1
    assert uur.Game.parse(problem.fix.apply(text)).meaning == uur.Game.load("boola").meaning
    assert pickle.loads(pickle.dumps(caught.value)).problems == caught.value.problems


def test_spans_count_characters():
    text = uur.Game.load("boola").text.replace("language 1", "# ũ 𝄞\nlanguage 1", 1).replace("relay", "rellay", 1)
    with pytest.raises(uur.RulesError) as caught:
        uur.Game.parse(text)
    span = caught.value.problems[0].labels[0].span
    assert "rellay" in text[span.start : span.end]


@pytest.mark.parametrize("name", ["bola", "", "no/such.uur", "nosuch.uur"])
def test_a_game_that_is_not_there_raises(name):
    with pytest.raises((uur.UurError, OSError)):
        uur.Game.load(name)


def test_settings_that_are_not_allowed_raise():
    for settings in [{"pits": 1000}, {"nosuch": 1}, {"pits": "many"}]:
        with pytest.raises(uur.RulesError):
            uur.Game.load("boola", settings)


def test_a_game_is_played_with_events_and_rule_lines():
    game = uur.Game.load("layli-goobalay")
    play = game.play()
    assert play.to_move == "south" and play.due == "move" and not play.is_over
    events = play.play(play.legal_moves[0])
    assert str(events[0]) == "lap 1: lift 4 seeds from A"
    lines = game.text.splitlines()
    for event in events:
        if event.rule is not None and event.rule.file == "layli-goobalay.uur":
            words = event.rule.text.split()
            assert lines[event.rule.line - 1].split()[: len(words)] == words
    assert play.events == events
    assert "lap 1: lift 4 seeds from A" in play.why()
    assert play.line == "A" and play.steps == ["A"]
    assert play.undo() == "A" and play.undo() is None
    assert play.position == game.start


def test_an_illegal_move_raises_and_changes_nothing():
    play = uur.Game.load("boola").play()
    before = play.position
    with pytest.raises(uur.MoveError, match="may not be lifted"):
        play.play("B")
    with pytest.raises(uur.NotationError) as caught:
        play.play("Z")
    assert caught.value.at == 0 and caught.value.help
    assert play.position == before and play.steps == []
    assert "may not be lifted" in play.why_not("B")
    assert play.why_not("K") is None


def test_positions_are_texts():
    game = uur.Game.load("oware")
    position = game.position("south 1 2 3 4 5 6; north 0 0 0 0 0 1; captured 20 6; north to move")
    assert position.seeds == [1, 2, 3, 4, 5, 6, 0, 0, 0, 0, 0, 1]
    assert position.stores == (20, 6) and position.to_move == "north"
    assert game.position(position.text) == position
    assert game.play(position).legal_moves == position.legal_moves
    with pytest.raises(uur.NotationError):
        game.position("south 1 2; north 3")
    with pytest.raises(uur.UurError, match="another game"):
        uur.Game.load("kalah").play(position)


def finished(game: uur.Game) -> uur.Play:
    play = game.play()
    for step in game.games(1)["record"][0].split():
        play.play(step)
    return play


@pytest.mark.parametrize("name", ["oware", "boola", "kalah", "hufesay", "toguz-kumalak", "bao-kiswahili-east-africa"])
def test_pickles_and_copies_are_equal(name):
    game = uur.Game.load(name)
    play = finished(game)
    again = pickle.loads(pickle.dumps(play))
    assert (again.line, again.position, again.is_over) == (play.line, play.position, play.is_over)
    assert pickle.loads(pickle.dumps(play.position)) == play.position
    other = copy.deepcopy(play)
    other.undo()
    assert len(other.steps) == len(play.steps) - 1
    report = game.simulate(20)
    assert pickle.loads(pickle.dumps(report)) == report


def test_a_position_that_a_repetition_ended_is_pickled_as_it_is():
    game = uur.Game.load("awari")
    start = game.position("south 0 0 0 0 0 1; north 0 0 1 0 0 1; captured 25 20; south to move")
    left = 0
    for number in range(200):
        chance, play = random.Random(number), game.play(start)
        while not play.is_over:
            play.play(chance.choice(play.legal_moves))
        again = pickle.loads(pickle.dumps(play.position))
        assert (again, again.text) == (play.position, play.position.text)
        left += sum(play.position.seeds) > 0
    assert left > 0


def test_pictures_are_svg():
    play = uur.Game.load("oware").play()
    play.play("C")
    for drawn in [play._repr_svg_(), play.position.svg(compact=True), play.game._repr_svg_()]:
        assert drawn.startswith("<svg") and drawn.rstrip().endswith("</svg>")
    frames = play.frames()
    assert len(frames) == 2 and frames[1][0].startswith("South C")


def test_rules_are_explained():
    assert "sow" in uur.Game.load("oware").explain().lower()
