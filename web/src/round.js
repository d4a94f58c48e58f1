// The rounds of a match: how the last one ended, what it brought, how the next one begins, and seeds to be laid out.
import { button, element } from "./dom.js";
import { capital } from "./words.js";

/**
 * What is to be seen of the round; nothing in a game that has no rounds and nothing to be laid out.
 * @param {import("./play.js").Play} play
 * @returns {HTMLElement[]}
 */
export function roundView(play) {
  const { state, game } = play;
  const parts = [];
  const hasRounds = game?.rounds ?? (state.round > 1 || state.due.kind === "round" || state.result?.match_over);
  if (hasRounds) parts.push(...(state.result ? ended(play) : began(play)));
  if (state.setup) parts.push(setup(play));
  return parts;
}

/** @param {import("./play.js").Play} play */
function ended(play) {
  const { state } = play;
  const { result, position } = state;
  const over = result.match_over;
  return [
    element("h3", {}, [over ? `The match is over: ${over.winner ? `${capital(over.winner)} wins` : "a draw"}` : `Round ${state.round} is over`, " ", play.lineButton(over?.rule ?? result.rule)]),
    element("p", {}, [`${capital(result.text)}. ${wonBy(result.rounds_won)}${pointsOf(position)}`]),
    ...(result.then.length ? [element("ul", {}, result.then.map((/** @type {string} */ text) => element("li", {}, [text])))] : []),
  ];
}

/** @param {import("./play.js").Play} play */
function began(play) {
  const { begun, position } = play.state;
  const points = pointsOf(position);
  return [
    ...(points ? [element("p", {}, [points])] : []),
    ...(begun.length ? [element("details", {}, [element("summary", {}, ["How the round began"]), element("ul", {}, begun.map((/** @type {string} */ text) => element("li", {}, [text])))])] : []),
  ];
}

/** @param {Record<string, number> | null} won How many rounds. */
const wonBy = (won) => (won ? `Rounds won: South ${won.south}, North ${won.north}. ` : "");

/** @param {any} position */
const pointsOf = ({ points }) => (points.south + points.north > 0 ? `Points in the match: South ${points.south}, North ${points.north}.` : "");

/** @param {import("./play.js").Play} play */
function setup(play) {
  const { by, what, example, rule } = play.state.setup;
  const seeds = { row: "the seeds of a row", pit: "the seeds of a pit", board: "the seeds of the board" }[/** @type {string} */ (what)];
  if (!by) {
    return element("p", {}, [`Chance may lay out ${seeds}. `, button("Let it", () => void play.draw()), " ", play.lineButton(rule)]);
  }
  const input = /** @type {HTMLInputElement} */ (element("input", { value: example, class: "wide", "aria-label": "The seeds from the first pit on" }));
  return element("form", { submit: (event) => { event.preventDefault(); void play.play(input.value.trim()); } }, [
    element("label", {}, [`${capital(by)} may lay out ${seeds}: `, input]),
    element("button", { type: "submit" }, ["Lay out"]),
    " ",
    play.lineButton(rule),
  ]);
}
