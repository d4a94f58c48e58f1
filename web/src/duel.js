// Two sets of rules on the same moves: where they first differ, side by side.
import { element } from "./dom.js";

/** What of a pit is compared. */
const look = (/** @type {any} */ pit) => JSON.stringify([pit.pit, pit.seeds, pit.mark, pit.closed]);

/**
 * Plays the moves of the game by both rules, and shows the first difference.
 * @param {HTMLElement} results
 * @param {import("./engine.js").Engine} engine
 * @param {import("./play.js").Play} play
 * @param {any} kept The other rules.
 */
export async function duel(results, engine, play, kept) {
  if (!kept) {
    results.replaceChildren("Keep some rules first; then change them and compare.");
    return;
  }
  const { steps } = play.line;
  if (!steps.length) {
    results.replaceChildren("Play some moves first: they are played by both rules.");
    return;
  }
  const both = [kept, play.rules];
  const at = (/** @type {any} */ rules, /** @type {number} */ length) => engine.ask({ ask: "game", game: { rules, steps: steps.slice(0, length) }, view: { ...play.view, upright: false, compact: false, without_legend: true } });
  try {
    for (let length = 0; length <= steps.length; length += 1) {
      const states = await Promise.all(both.map((rules) => at(rules, length)));
      const [before, after] = states;
      const isRefused = Boolean(before.stopped) || Boolean(after.stopped);
      const pits = states.map(({ position }) => position.pits.map(look).join() + JSON.stringify([position.score, position.to_move]));
      if (!isRefused && pits[0] === pits[1]) continue;
      const where = length === 0 ? "The boards differ at the start" : `The first difference is in move ${length}, ${steps[length - 1]}`;
      const sides = states.map((state, number) => {
        const said = state.stopped ? `${state.stopped.text} may not be played: ${state.stopped.reason}.` : (state.log.at(-1)?.text ?? state.said);
        const board = element("div", { class: "duel-board" });
        // A picture by the engine, which escapes what authors wrote.
        board.innerHTML = state.board.svg;
        const others = states[1 - number].position.pits.map(look);
        state.position.pits.forEach((/** @type {any} */ pit) => {
          if (!others.includes(look(pit))) board.querySelector(`[data-pit="${pit.pit}"]`)?.classList.add("event");
        });
        return element("div", {}, [element("h4", {}, [number === 0 ? "Kept rules" : "Rules as they stand"]), board, element("p", {}, [said])]);
      });
      results.replaceChildren(element("p", {}, [`${where}.`]), element("div", { class: "duel" }, sides));
      return;
    }
    results.replaceChildren(`Both rules do the same in all ${steps.length === 1 ? "moves: there is one" : `${steps.length} moves`}.`);
  } catch (error) {
    results.replaceChildren(/** @type {Error} */ (error).message);
  }
}
