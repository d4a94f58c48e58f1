// What happened: the log, the list of moves with its branches, and the board as a table.
import { button, element } from "./dom.js";

/** The moves of the log that are shown at once. */
const SHOWN = 200;

/**
 * @param {import("./play.js").Play} play
 * @param {number} [most] The last moves that are shown.
 */
export function logView(play, most = SHOWN) {
  const { state } = play;
  const said = (/** @type {number} */ step) => {
    const text = play.table?.remarkOn(step);
    return text ? [element("p", { class: "remark" }, [element("bdi", {}, [text])])] : [];
  };
  if (!state.log.length) return [...said(0), element("p", {}, ["Press a pit. Every line of the log says which rule did it."])];
  const first = Math.max(0, Math.min(state.log.length - most, (play.selection?.step ?? Infinity) - 1));
  const items = state.log
    .slice(first)
    .map((/** @type {any} */ entry, /** @type {number} */ at) => {
      const step = first + at + 1;
      const isOpen = play.selection?.step === step;
      const summary = element("summary", {}, [`${step}. ${entry.text}`]);
      const details = element("details", { class: "log-move", open: isOpen }, [summary]);
      const fill = async () => {
        if (details.querySelector("ol")) return;
        const told = await play.told(step);
        if (details.querySelector("ol")) return;
        details.append(element("ol", {}, told.events.map((/** @type {any} */ event, /** @type {number} */ number) => eventItem(play, step, number, event))));
      };
      details.addEventListener("toggle", () => void fill());
      if (isOpen) void fill();
      return element("div", {}, [details, ...said(step)]);
    })
    .reverse();
  items.push(...said(0));
  if (first > 0) {
    const earlier = button(`Show earlier moves, of which there are ${first}`, () => earlier.closest(".view")?.replaceChildren(...logView(play, 2 * (state.log.length - first))));
    items.push(earlier);
  }
  return items;
}

/**
 * @param {import("./play.js").Play} play
 * @param {number} step
 * @param {number} number
 * @param {any} event
 */
function eventItem(play, step, number, event) {
  const isShown = play.selection?.step === step && play.selection.event === number;
  const item = element("li", {}, [
    element("div", { class: "log-event", "data-event": `${step}.${number}`, "aria-current": isShown ? "true" : undefined }, [
      button(event.text, () => void play.select({ step, event: number })),
      play.lineButton(event.rule),
    ]),
  ]);
  if (event.failed.length) {
    const lines = event.failed.map((/** @type {any} */ failed) => element("li", {}, ["not ", play.lineButton(failed.rule), ` ${failed.reason}`]));
    item.append(element("details", {}, [element("summary", {}, [`${event.failed.length === 1 ? "a line" : `${event.failed.length} lines`} before it did not fit`]), element("ul", {}, lines)]));
  }
  return item;
}

/** @param {import("./play.js").Play} play */
export function movesView(play) {
  const whole = play.line.whole;
  if (!whole.length) return [element("p", {}, ["No move has been played."])];
  const items = whole.map((step, at) => {
    const item = element("li", {}, [
      button(`${at + 1}. ${step}`, () => void play.goTo(at + 1), { "aria-current": at + 1 === play.line.length ? "step" : undefined }),
    ]);
    const others = play.line.branches(at).filter((branch) => !branch.isShown);
    if (others.length) {
      item.append(element("span", { class: "branch" }, [" or ", ...others.map((branch) => button(branch.step, () => void play.follow(branch.index), { class: "line-button", title: "Follow this branch" }))]));
    }
    return item;
  });
  return [button("Start", () => void play.goTo(0)), element("ol", { class: "move-list" }, items)];
}

/** @param {import("./play.js").Play} play */
export function tableView(play) {
  const { position, board } = play.state;
  const svg = new DOMParser().parseFromString(board.svg, "image/svg+xml");
  const rows = new Map();
  for (const pit of position.pits) {
    const place = /translate\((-?[\d.]+)[ ,]+(-?[\d.]+)\)/.exec(svg.querySelector(`[data-pit="${pit.pit}"]`)?.getAttribute("transform") ?? "");
    if (!place) continue;
    const y = Number(place[2]);
    rows.set(y, [...(rows.get(y) ?? []), { x: Number(place[1]), pit }]);
  }
  const cells = (/** @type {any[]} */ row) => row.sort((a, b) => a.x - b.x).map(({ pit }) => element("td", { title: pit.label }, [`${pit.name}: ${pit.closed ? "closed" : pit.seeds}`, ...(pit.mark ? [element("br"), `${pit.mark.kind} of ${pit.mark.owner}`] : [])]));
  const table = element("table", {}, [
    element("caption", {}, [play.state.said]),
    ...[...rows.entries()].sort((a, b) => a[0] - b[0]).map(([, row]) => element("tr", {}, [element("th", { scope: "row" }, [row[0].pit.row ?? ""]), ...cells(row)])),
  ]);
  const stores = position.stores.map((/** @type {any} */ store) => element("p", {}, [store.label]));
  const line = element("input", { readonly: true, class: "wide", value: position.text, "aria-label": "The position as a line of text" });
  return [table, ...stores, element("p", {}, [line])];
}
