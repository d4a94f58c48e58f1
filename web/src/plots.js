// Plots as SVG: bars with their numbers, shares that grow, and a map of a sweep.
import { element } from "./dom.js";

const SVG = "http://www.w3.org/2000/svg";

/**
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 * @param {(Node | string)[]} [children]
 * @returns {SVGElement}
 */
export function shape(name, attributes, children = []) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.append(...children);
  return made;
}

/**
 * @param {number} width
 * @param {number} height
 * @param {string} title
 * @param {SVGElement[]} children
 */
function picture(width, height, title, children) {
  const svg = shape("svg", { class: "plot", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": title }, [shape("title", {}, [title]), ...children]);
  return /** @type {HTMLElement} */ (/** @type {unknown} */ (svg));
}

/** @param {number} value */
export const percent = (value) => `${(100 * value).toFixed(1)} %`;

/**
 * Bars of shares, each with its interval and its text. All plots have the same scale, from 0 to 100 %.
 * @param {string} title
 * @param {{name: string, share: number, low: number, high: number, text: string}[]} bars
 */
export function bars(title, bars) {
  const [left, width] = [80, 230];
  const x = (/** @type {number} */ share) => left + width * share;
  const rows = bars.flatMap(({ name, share, low, high, text }, at) => {
    const y = 24 * at;
    return [
      shape("text", { x: 0, y: y + 16 }, [name]),
      shape("rect", { class: "groove", x: left, y: y + 5, width, height: 14 }),
      shape("rect", { class: "bar", x: left, y: y + 5, width: Math.max(1, width * share), height: 14 }),
      shape("path", { class: "interval", d: `M${x(low)} ${y + 8}v8m0-4H${x(high)}m0-4v8` }),
      shape("text", { x: left + width + 8, y: y + 16 }, [text]),
    ];
  });
  return picture(500, 24 * bars.length + 4, `${title}: ${bars.map(({ name, text }) => `${name} ${text}`).join(", ")}`, rows);
}

/**
 * How often each number came: a histogram.
 * @param {string} title
 * @param {[number, number][]} counts Numbers with their counts.
 * @param {string} unit
 */
export function histogram(title, counts, unit) {
  const [width, height, columns] = [480, 110, 48];
  if (!counts.length) return element("p", {}, [`${title}: nothing yet`]);
  const low = Math.min(...counts.map(([number]) => number));
  const high = Math.max(...counts.map(([number]) => number));
  const step = Math.max(1, Math.ceil((high - low + 1) / columns));
  const sums = Array(Math.floor((high - low) / step) + 1).fill(0);
  for (const [number, count] of counts) sums[Math.floor((number - low) / step)] += count;
  const most = Math.max(...sums);
  const wide = width / sums.length;
  const parts = sums.map((sum, at) =>
    shape("rect", { class: "bar", x: (at * wide).toFixed(1), y: (height - 20 - (80 * sum) / most).toFixed(1), width: Math.max(1, wide - 1).toFixed(1), height: ((80 * sum) / most).toFixed(1) }),
  );
  parts.push(shape("line", { class: "axis", x1: 0, x2: width, y1: height - 20, y2: height - 20 }));
  parts.push(shape("text", { x: 0, y: height - 6 }, [String(low)]));
  parts.push(shape("text", { x: width, y: height - 6, "text-anchor": "end" }, [`${high} ${unit}`]));
  return picture(width, height, `${title}, from ${low} to ${high} ${unit}`, parts);
}

/**
 * A share as it changed, with its bounds.
 * @param {string} title
 * @param {{at: number, low: number, value: number, high: number}[]} points
 */
export function course(title, points) {
  const [width, height] = [480, 120];
  const last = points[points.length - 1];
  if (!last) return element("p", {}, [`${title}: nothing yet`]);
  const x = (/** @type {number} */ at) => (width * at) / last.at;
  const y = (/** @type {number} */ share) => 6 + (height - 26) * (1 - share);
  const line = (/** @type {(point: any) => number} */ of) => points.map((point, at) => `${at ? "L" : "M"}${x(point.at).toFixed(1)} ${y(of(point)).toFixed(1)}`).join("");
  const back = [...points].reverse().map((point) => `L${x(point.at).toFixed(1)} ${y(point.low).toFixed(1)}`).join("");
  return picture(width, height, `${title}: ${percent(last.value)} after ${last.at} games, between ${percent(last.low)} and ${percent(last.high)}`, [
    shape("path", { class: "bar", "fill-opacity": ".2", d: `${line((point) => point.high)}${back}Z` }),
    shape("path", { fill: "none", stroke: "currentColor", "stroke-width": 2, d: line((point) => point.value) }),
    shape("line", { class: "axis", x1: 0, x2: width, y1: y(0.5), y2: y(0.5), "stroke-dasharray": "4 4" }),
    shape("text", { x: 0, y: y(0.5) - 4 }, ["50 %"]),
    shape("text", { x: width, y: height - 4, "text-anchor": "end" }, [`${last.at} games`]),
  ]);
}

/**
 * Chances after the moves of a game, as a line.
 * @param {string} title
 * @param {{value: number, text: string}[]} points
 */
export function outcomes(title, points) {
  const [width, height] = [480, 120];
  if (!points.length) return element("p", {}, [`${title}: nothing yet`]);
  const x = (/** @type {number} */ at) => (width * (at + 1)) / points.length;
  const y = (/** @type {number} */ share) => 4 + (height - 8) * (1 - share);
  const line = points.map(({ value }, at) => `${at ? "L" : "M"}${x(at).toFixed(1)} ${y(value).toFixed(1)}`).join("");
  return picture(width, height, `${title}: ${points.map(({ text }) => text).join("; ")}`, [
    shape("line", { class: "axis", x1: 0, x2: width, y1: y(0.5), y2: y(0.5), "stroke-dasharray": "4 4" }),
    shape("text", { x: 0, y: y(0.5) - 4 }, ["50 %"]),
    shape("path", { fill: "none", stroke: "currentColor", "stroke-width": 2, d: line }),
  ]);
}

/**
 * Numbers for the values of one or two parameters, as a table whose cells are shaded.
 * @param {string} title
 * @param {{down: string, across?: string}} axes
 * @param {string[]} columns
 * @param {{name: string, cells: {text: string, value: number | null, title?: string, node?: Node}[]}[]} rows
 * @param {number} [middle] The number without colour: those above and below it differ. Without it, the least has none.
 */
export function heatMap(title, { down, across }, columns, rows, middle) {
  const values = rows.flatMap(({ cells }) => cells.flatMap(({ value }) => (value === null ? [] : [value])));
  const low = middle ?? Math.min(...values);
  const widest = Math.max(...values.map((value) => Math.abs(value - low)), 1e-9);
  const cell = (/** @type {{text: string, value: number | null, title?: string, node?: Node}} */ { text, value, title, node }) => {
    const made = element("td", { title }, [node ?? text]);
    if (value !== null) {
      const colour = value >= low ? "var(--accent)" : "var(--doubt)";
      made.style.background = `color-mix(in srgb, ${colour} ${Math.round((60 * Math.abs(value - low)) / widest)}%, transparent)`;
    }
    return made;
  };
  const head = element("tr", {}, [element("th", { scope: "col" }, [across ? `${down} ↓ ${across} →` : down]), ...columns.map((name) => element("th", { scope: "col" }, [name]))]);
  const table = element("table", { class: "map" }, [
    element("caption", {}, [title]),
    head,
    ...rows.map((row) => element("tr", {}, [element("th", { scope: "row" }, [row.name]), ...row.cells.map(cell)])),
  ]);
  return element("div", { class: "wide", tabindex: 0, role: "region", "aria-label": title }, [table]);
}
