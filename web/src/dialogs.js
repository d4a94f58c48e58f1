// Dialogs: games to choose from, sharing, exports, keys, and questions with one answer.
import { encodeLink, withoutTests } from "./codec.js";
import { button, byId, element } from "./dom.js";

/** Links up to this length go through every messenger. */
const SHORT = 1900;

/**
 * Shows a dialog.
 * @param {string} title
 * @param {(Node | string | null | false)[]} content
 * @returns {() => void} Closes it.
 */
export function show(title, content) {
  const dialog = /** @type {HTMLDialogElement} */ (byId("dialog"));
  const close = () => dialog.close();
  dialog.replaceChildren(element("h2", { id: "dialog-title" }, [title]), .../** @type {Node[]} */ (content.filter(Boolean)), element("div", { class: "row" }, [button("Close", close)]));
  if (!dialog.open) dialog.showModal();
  return close;
}

/**
 * Asks for a text.
 * @param {string} question
 * @param {string} value
 * @returns {Promise<string | null>}
 */
export function askText(question, value) {
  return new Promise((resolve) => {
    const input = /** @type {HTMLInputElement} */ (element("input", { value, "aria-label": question }));
    let answer = /** @type {string | null} */ (null);
    const form = element("form", { class: "row", submit: (event) => { event.preventDefault(); answer = input.value; close(); } }, [input, element("button", { type: "submit" }, ["Take it"])]);
    const close = show(question, [form]);
    byId("dialog").addEventListener("close", () => resolve(answer), { once: true });
    input.select();
  });
}

/**
 * Gives a file to the browser.
 * @param {string} name
 * @param {string} type
 * @param {string | Blob} content
 */
export function save(name, type, content) {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = element("a", { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}

/** @param {import("./codec.js").SharedGame} shared */
export async function shareDialog(shared) {
  const area = /** @type {HTMLTextAreaElement} */ (element("textarea", { rows: 4, readonly: true, "aria-label": "The link" }));
  const tests = /** @type {HTMLInputElement} */ (element("input", { type: "checkbox" }));
  const length = element("p", { role: "status" });
  const make = async () => {
    const text = tests.checked ? shared.text : withoutTests(shared.text);
    const link = location.href.replace(/#.*/, "") + (await encodeLink({ ...shared, text: shared.text && text }));
    area.value = link;
    length.textContent = link.length < SHORT ? `${link.length} characters: it goes anywhere.` : `${link.length} characters: some messengers cut it off; rather send the file.`;
  };
  tests.addEventListener("change", () => void make());
  const copy = button("Copy", async () => {
    area.select();
    try {
      await navigator.clipboard.writeText(area.value);
      copy.textContent = "Copied";
    } catch {
      copy.textContent = "Press Ctrl-C to copy";
    }
  });
  show("Share", [
    element("p", {}, ["The link holds the rules, the values of the parameters, and the moves. Nothing is stored elsewhere."]),
    area,
    length,
    shared.text !== "" && element("label", { class: "row" }, [tests, "with the tests of the file"]),
    element("div", { class: "row" }, [copy]),
  ]);
  await make();
}

/** @param {any} game */
const rowsOf = (game) => game.facts.find((/** @type {[string, number]} */ [name]) => name === "rows")?.[1] ?? 0;

/**
 * What is true of a game's rules, beside its size.
 * @param {any} game
 * @returns {string[]}
 */
const features = (game) => game.facts.filter((/** @type {[string, number]} */ [name]) => !["rows", "pits", "seeds"].includes(name)).map((/** @type {[string, number]} */ [name]) => name);

/**
 * The games to begin with.
 * @param {any[]} games
 * @param {(name: string) => Promise<string>} picture Gives the picture of a game.
 * @param {(name: string) => void} choose
 */
export function galleryDialog(games, picture, choose) {
  const search = /** @type {HTMLInputElement} */ (element("input", { type: "search", placeholder: "name, people, country, feature", "aria-label": "Search the games" }));
  const rows = /** @type {HTMLSelectElement} */ (element("select", { "aria-label": "Rows" }, [element("option", { value: "" }, ["any board"])]));
  for (const number of [...new Set(games.map(rowsOf))].sort((a, b) => a - b)) rows.append(element("option", { value: number }, [number === 1 ? "one row" : `${number} rows`]));
  const list = element("ul", { class: "gallery" });
  const count = element("p", { role: "status" });
  const cards = games.map((game) => {
    const art = element("div", { "aria-hidden": "true" });
    const card = element("li", {}, [
      element("button", { type: "button", "data-game": game.name, click: () => { close(); choose(game.name); } }, [
        art,
        element("strong", {}, [game.title]),
        element("small", {}, [game.region.join("; ")]),
        element("span", { class: "chips" }, features(game).slice(0, 4).map((feature) => element("span", {}, [feature]))),
      ]),
    ]);
    const text = [game.name, game.title, ...game.names, ...game.region, ...features(game)].join(" ").toLowerCase();
    return { game, card, art, text };
  });
  // Pictures are drawn when they are seen.
  const seen = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      const found = cards.find(({ card }) => card === target);
      if (!isIntersecting || !found) continue;
      seen.unobserve(target);
      void picture(found.game.name).then((svg) => (found.art.innerHTML = svg), () => {});
    }
  }, { root: byId("dialog"), rootMargin: "300px" });
  const filter = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const shown = cards.filter(({ game, text }) => words.every((word) => text.includes(word)) && (rows.value === "" || String(rowsOf(game)) === rows.value));
    list.replaceChildren(...shown.map(({ card }) => card));
    count.textContent = shown.length === 1 ? "one game" : `${shown.length} games`;
  };
  search.addEventListener("input", filter);
  rows.addEventListener("change", filter);
  const close = show("Games", [element("div", { class: "row" }, [search, rows, count]), list]);
  for (const { card } of cards) seen.observe(card);
  filter();
  search.focus();
}

/** What the keys do. */
const KEYS = [
  ["arrows, Home, End", "to another pit"],
  ["a letter", "to that pit of the player to move; again: of the other"],
  ["Enter, Space", "play the pit"],
  ["!", "why may this pit not be played"],
  ["Esc", "leave a question, or finish the sowing"],
  [", .", "the event before, the event after"],
  ["PageUp, PageDown", "the move before, the move after"],
  ["Ctrl-Z, Ctrl-Shift-Z", "take back, and play again (in the rules: of the text)"],
  ["+ - 0", "sow faster, slower, at once"],
  ["/", "type a move"],
  ["F6, Shift-F6", "the next part of the page, the one before"],
  ["Ctrl-Enter", "a new game with the rules as they stand"],
  ["F8, Shift-F8", "in the rules: the next problem, the one before"],
  ["Alt-Enter", "in the rules: fix the problem"],
  ["F2, F12", "in the rules: rename, go to the definition"],
  ["Shift-Alt-F", "in the rules: lay out"],
];

export function helpDialog() {
  const rows = KEYS.map(([keys, what]) => element("tr", {}, [element("td", {}, keys.split(", ").flatMap((key, at) => [at ? ", " : "", element("kbd", {}, [key])])), element("td", {}, [what])]));
  show("Keys", [
    element("p", {}, ["The rules are at the left, the game is at the right. Press a pit to play it. Each event of a move names the rule line that caused it: press its button to see the line, or its sentence to see the board at that moment."]),
    element("table", {}, rows),
  ]);
}
