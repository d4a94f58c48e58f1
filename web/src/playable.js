// A page with one game, to be played against the computer or a friend: no editor, no requests, one file.
import { Computer } from "./computer.js";
import { Controls } from "./controls.js";
import { button, byId } from "./dom.js";
import { WorkerEngine, engineOf } from "./engine.js";
import { Line } from "./line.js";
import { logView } from "./log.js";
import { Play } from "./play.js";

async function start() {
  const parts = await engineOf(byId("engine").textContent ?? "");
  const { name, text, settings, steps, computer: side, level } = JSON.parse(byId("game-data").textContent ?? "");
  const showLog = () => byId("view-log").replaceChildren(...logView(play));
  const play = new Play({
    engine: new WorkerEngine(parts, null),
    onChange: () => {
      controls.refresh();
      play.showDue();
      showLog();
      // A page that is loaded again goes on with its game.
      history.replaceState(null, "", `#${new URLSearchParams({ moves: play.line.steps.join(" ") })}`);
      void computer.move();
    },
    onSelect: showLog,
    onLine: () => {},
  });
  play.rules = { name, text, settings };
  const before = (new URLSearchParams(location.hash.slice(1)).get("moves") ?? "").split(" ").filter(Boolean);
  play.line = new Line(before.length ? before : steps);
  play.isInEditor = false;
  const computer = new Computer(new WorkerEngine(parts, null), play, (said, buttons = []) => play.say([said, " ", ...buttons]));
  const controls = new Controls({ play, computer, hasLinks: false, onChoice: () => {} });
  if (side) controls.setPlayers({ [side]: level });
  if (!(await play.refresh()) || play.state.stopped) {
    play.line = new Line(steps);
    await play.refresh();
  }
  /** @type {any} */ (globalThis).uurPage = { play, computer };
  document.body.dataset.ready = "true";
}

start().catch((error) => {
  byId("status").replaceChildren(`The game cannot start: ${error.message}. A browser of 2023 or later is needed.`, button("Try again", () => location.reload()));
});
