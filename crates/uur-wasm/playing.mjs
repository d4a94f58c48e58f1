// What is asked while games are played, by whoever only plays.
import { start } from "./engine.mjs";

/** The most moves of a game that is played to its end. */
const MOST = 250;
const LEVELS = ["easy", "casual", "fair", "medium", "hard", "master"];

/**
 * Plays some of each shipped game by chance, and asks what a page asks meanwhile: boards in all their forms, moves in
 * moments, why a pit cannot be played, and what the computer would play.
 * @param {(question: object) => any} ask
 * @param {number} seed Another one plays other games.
 * @param {number} plies How many moves, lots and rounds of each game.
 * @param {boolean} [toEnd] Whether each goes on to its end, or to its second round.
 * @returns {string[]} What could not be answered.
 */
export function playAll(ask, seed, plies, toEnd = false) {
  const refused = [];
  const { total } = ask({ ask: "list", most: 0 });
  for (const { name } of ask({ ask: "list", most: total }).games) {
    let state = BigInt(seed);
    /** A number below `most`, by the linear congruential generator of D. E. Knuth's MMIX. */
    const below = (most) => {
      state = BigInt.asUintN(64, state * 6364136223846793005n + 1442695040888963407n);
      return Number(state >> 33n) % most;
    };
    const one = (question) => {
      const answer = ask(question);
      if (answer.error) refused.push(`${name}: ${answer.error.message}`);
      return answer;
    };
    const { text, rounds } = one({ ask: "open", rules: { name } }).game;
    const rules = { name, text, settings: {} };
    one({ ask: "open", rules });
    const steps = [];
    for (let ply = 0; ply <= plies; ply += 1) {
      const view = { flip: !below(4), upright: !below(2), compact: !below(3), without_legend: !below(3) };
      const game = { rules, steps, begin: true };
      if (ply) one({ ask: "events", game: { rules, steps }, step: ply, view });
      const { due, moves, setup, position } = one({ ask: "game", game, view, ...(ply > 5 && { log_from: ply - 2 }) });
      if (position.pits.length) one({ ask: "whynot", game, pit: position.pits[below(position.pits.length)].pit });
      let step = setup?.example;
      if (due.kind === "lot" || (setup && !setup.by)) step = one({ ask: "draw", game, seed: below(1000) }).step;
      if (due.kind === "move" && moves.length) {
        const level = LEVELS[below(LEVELS.length)];
        const { move } = one({ ask: "best", game, level, seed: below(1000), slice: 200, ...(level === "master" && { all: !below(2) }) });
        step = below(2) ? move : moves[below(moves.length)].move;
      }
      if (!step) break;
      steps.push(step);
    }
    // On to the next round, or to the end of the game, by any moves.
    for (let ply = steps.length; toEnd && ply < MOST; ply += 1) {
      const game = { rules, steps, begin: true };
      const { due, moves, setup, result, round } = one({ ask: "game", game, log_from: steps.length });
      if (result || round > 1) {
        one({ ask: "game", game: { rules, steps } });
        if (!rounds || round > 1) break;
      }
      if (due.kind === "over") break;
      const step = moves.length ? moves[below(moves.length)].move : setup?.by ? setup.example : one({ ask: "draw", game, seed: below(1000) }).step;
      steps.push(step);
    }
    one({ ask: "board", game: { rules, steps }, theme: "light" });
  }
  return refused;
}

/**
 * Which functions are called while games are played, of a module in which `wasm-split` has each of them counted.
 * @param {Buffer} counting
 * @returns {Uint8Array} As `wasm-split` reads it.
 */
export function callsOfPlaying(counting) {
  const { ask, doors } = start([counting]);
  const refused = [1, 2, 3].flatMap((seed) => playAll(ask, seed, 8, seed === 1));
  if (refused.length) throw new Error(refused.join("\n"));
  // The module is of no further use, so that the counts may lie where its stack was.
  const [from, most] = [1 << 20, 1 << 20];
  const length = doors.__write_profile(from, most);
  return new Uint8Array(doors.memory.buffer.slice(from, from + length));
}
