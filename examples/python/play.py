"""Plays a game move by move, and shows the rule line behind every event."""

import uur

game = uur.Game.load("boola")
play = game.play()
for _ in range(3):
    best = game.best_move(play, level="medium")
    print(play)
    print(best.lines[0].text)
    for event in play.play(best.move):
        print(f"  {event}  [{event.rule}]" if event.rule else f"  {event}")
