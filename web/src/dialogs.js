// Dialogs: games to choose from, sharing, a game to begin, keys, and questions with one answer.
import { encodeLink, withoutTests } from "./codec.js";
import { button, byId, element } from "./dom.js";

/** Links up to this length go through every messenger. */
const SHORT = 1900;

/**
 * Shows a dialog. It is left by its button, by Esc, and by a press beside it.
 * @param {string} title
 * @param {(Node | string | null | false)[]} content
 * @returns {() => void} Closes it.
 */
export function show(title, content) {
  const dialog = /** @type {HTMLDialogElement} */ (byId("dialog"));
  const close = () => dialog.close();
  const head = element("div", { class: "dialog-head" }, [element("h2", { id: "dialog-title" }, [title]), button("Close", close)]);
  dialog.replaceChildren(head, element("div", { class: "dialog-body" }, /** @type {Node[]} */ (content.filter(Boolean))));
  dialog.onclick = (event) => {
    if (event.target === dialog) close();
  };
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

/**
 * @typedef {object} Shared What can be shared.
 * @property {import("./codec.js").SharedGame} game The game as it stands.
 * @property {string} lastGood The last rules without errors, if those in the editor have some; else empty.
 * @property {string} address The address of the page for others; empty if nobody else can open this page.
 * @property {boolean} isServed Whether only tabs that `uur serve` has opened show the page.
 * @property {string} turn The name of the game, if it is played by links.
 * @property {() => Promise<void>} savePage Saves a page on which the game can be played.
 */

/** @param {Shared} shared */
export async function shareDialog({ game, lastGood, address, isServed, turn, savePage }) {
  const area = /** @type {HTMLTextAreaElement} */ (element("textarea", { rows: 4, readonly: true, "aria-label": "The link" }));
  const said = element("p", { role: "status" });
  const box = (/** @type {string} */ text, isChecked = false) => {
    const input = /** @type {HTMLInputElement} */ (element("input", { type: "checkbox", checked: isChecked, change: () => void make() }));
    return { input, label: element("label", { class: "row" }, [input, text]) };
  };
  const parts = [
    { name: "the rules alone", has: true },
    { name: `the game so far, ${game.steps.length === 1 ? "one move" : `${game.steps.length} moves`}`, has: game.steps.length > 0 },
    { name: "this moment of the game", has: game.selected !== "" },
  ].map((part, number, all) => {
    const isLast = !all.slice(number + 1).some(({ has }) => has);
    const input = /** @type {HTMLInputElement} */ (element("input", { type: "radio", name: "part", checked: part.has && isLast, change: () => void make() }));
    return { ...part, input, label: element("label", {}, [input, part.name]) };
  });
  const tests = box("with the tests of the file");
  const good = box("the last rules without errors, instead of those in the editor", true);
  const board = box("only the board, for a page of yours");
  const make = async () => {
    const [rules, , moment] = parts.map(({ input }) => input.checked);
    const text = game.text === "" ? "" : lastGood && good.input.checked ? lastGood : game.text;
    const link = await encodeLink({
      ...game,
      text: text && (tests.input.checked ? text : withoutTests(text)),
      steps: rules ? [] : game.steps,
      selected: moment ? game.selected : "",
      turn: rules || moment ? "" : turn,
    });
    const base = address || location.href.replace(/[?#].*/, "");
    const whole = base + (board.input.checked ? "?view=board" : "") + link;
    area.value = board.input.checked ? `<iframe src="${whole}" width="640" height="360" title="A mancala game"></iframe>` : whole;
    const length = `${whole.length} characters`;
    const opens = isServed ? "The link opens only in a tab that was opened from the address of uur serve" : "This page is on your machine only: nobody else can open this link";
    said.textContent = !address ? `${length}. ${opens}. Save a page instead, and send that.` : whole.length < SHORT ? `${length}: it goes anywhere.` : `${length}: some messengers cut it off; rather send the file.`;
    if (lastGood && !good.input.checked) said.append(" The rules in the editor have errors: whoever opens them sees no board.");
  };
  const copy = button("Copy", async () => {
    area.select();
    try {
      await navigator.clipboard.writeText(area.value);
      copy.textContent = "Copied";
    } catch {
      copy.textContent = "Press Ctrl-C to copy";
    }
  }, { class: "main" });
  const send = navigator.share ? button("Send …", () => void navigator.share({ url: area.value }).catch(() => {})) : null;
  const page = button("Save a page to play on (.html)", () => void savePage().catch((error) => (said.textContent = error.message)));
  show("Share", [
    turn ? element("p", {}, ["This game is played by links: the link is your move."]) : element("p", {}, ["The link holds all of it. Nothing is stored elsewhere."]),
    element("fieldset", { class: "row" }, [element("legend", {}, ["What the link shows"]), ...parts.filter(({ has }) => has).map(({ label }) => label)]),
    game.text !== "" && tests.label,
    lastGood !== "" && good.label,
    area,
    said,
    element("div", { class: "row" }, [copy, send, page, isServed ? null : board.label].filter((part) => part !== null)),
  ]);
  await make();
}

/**
 * The games that were written here.
 * @param {import("./storage.js").OwnGame[]} games
 * @param {boolean} isUnkept Whether some go away with the page.
 * @param {{open: (game: any) => void, remove: (game: any) => () => void, save: (game: any) => void, saveAll: () => void}} actions
 */
export function ownDialog(games, isUnkept, { open, remove, save, saveAll }) {
  const when = (/** @type {number} */ time) => new Date(time).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
  const item = (/** @type {any} */ game) => {
    const row = element("li", {}, []);
    const fill = () =>
      row.replaceChildren(
        button(game.title, () => { close(); open(game); }, { class: "own", "data-own": game.id }),
        element("small", {}, [`${game.name}.uur, ${when(game.when)}${game.steps.length ? `, ${game.steps.length === 1 ? "one move" : `${game.steps.length} moves`}` : ""}`]),
        button("Save as a file", () => save(game)),
        button("Throw away", () => {
          const back = remove(game);
          row.replaceChildren(`${game.title} is thrown away. `, button("Put it back", () => { back(); fill(); }));
        }),
      );
    fill();
    return row;
  };
  const close = show("My games", [
    element("p", {}, [isUnkept ? "This browser keeps nothing more: save what is here before you close the window." : games.length ? "What you write is kept in this browser at every pause, with or without errors." : "Nothing yet: what you change in the rules of a game is kept here, in this browser."]),
    games.length > 1 && element("div", { class: "row" }, [button("Save all as files (.zip)", saveAll)]),
    element("ul", { class: "own-games" }, games.map(item)),
  ]);
}

/** What a new game is made from: the questions with their answers. */
const TEMPLATE = /** @type {[string, string, [string, string][]][]} */ ([
  ["rows", "Rows", [["2", "2"], ["4", "4: two for each player"]]],
  ["laps", "After the last seed", [["one", "the move ends, as in Oware"], ["relay", "an occupied pit is sown on, as in Boola"], ["store", "the own store gives a bonus move, as in Kalah"]]],
  ["capture", "The last seed captures", [["opposite", "the seeds opposite an own empty pit; it stays there itself"], ["completed", "the 2 or 3 seeds that it makes in an opponent's pit, as in Oware"]]],
  ["end", "Who cannot move", [["seeds", "ends the game: most seeds win"], ["blocked", "loses"]]],
]);

/**
 * Asks what a new game is like.
 * @param {(template: any) => Promise<void>} begin Begins it, or fails with a reason.
 */
export function beginDialog(begin) {
  const said = element("p", { role: "alert" });
  const title = /** @type {HTMLInputElement} */ (element("input", { value: "My game", maxlength: 60, required: true, "aria-label": "Name of the game" }));
  const number = (/** @type {string} */ label, /** @type {number} */ value, /** @type {number} */ most) => /** @type {HTMLInputElement} */ (element("input", { type: "number", value, min: label === "Pits in a row" ? 3 : 1, max: most, "aria-label": label }));
  const pits = number("Pits in a row", 6, 16);
  const seeds = number("Seeds in a pit", 4, 20);
  const selects = TEMPLATE.map(([name, label, answers]) => /** @type {const} */ ([name, /** @type {HTMLSelectElement} */ (element("select", { "aria-label": label }, answers.map(([value, text]) => element("option", { value }, [text])))), label]));
  const field = (/** @type {string} */ text, /** @type {HTMLElement} */ input) => element("label", {}, [text, input]);
  const form = element("form", { class: "try-form", submit: async (event) => {
    event.preventDefault();
    const answers = Object.fromEntries(selects.map(([name, select]) => [name, select.value]));
    try {
      await begin({ ...answers, rows: Number(answers.rows), title: title.value.trim(), pits: Number(pits.value), seeds: Number(seeds.value) });
      close();
    } catch (error) {
      const { message, help } = /** @type {any} */ (error);
      said.textContent = `${message}${help ? `: ${help}` : ""}`;
    }
  } }, [
    field("Name", title), field("Pits in a row", pits), field("Seeds in a pit", seeds),
    ...selects.map(([, select, label]) => field(label, select)),
    element("button", { type: "submit", class: "main" }, ["Begin"]),
  ]);
  const close = show("A game of your own", [element("p", {}, ["This is only a start: a short rule file with two tests, which you change then."]), form, said]);
  title.select();
}

/** @param {any} game */
const rowsOf = (game) => game.facts.find((/** @type {[string, number]} */ [name]) => name === "rows")?.[1] ?? 0;

/**
 * What is true of a game's rules, beside its size.
 * @param {any} game
 * @returns {string[]}
 */
const features = (game) => game.facts.filter((/** @type {[string, number]} */ [name]) => !["rows", "pits", "seeds"].includes(name)).map((/** @type {[string, number]} */ [name]) => name);

/** The games that those who know none begin with. */
const FIRST = ["oware", "kalah", "bao-la-kiswahili", "boola", "layli-goobalay"];

/**
 * The games to choose from.
 * @param {any[]} games
 * @param {(name: string) => Promise<string>} picture Gives the picture of a game.
 * @param {(name: string) => void} choose
 */
export function galleryDialog(games, picture, choose) {
  const search = /** @type {HTMLInputElement} */ (element("input", { type: "search", placeholder: "name, people, feature", "aria-label": "Search the games" }));
  const rows = /** @type {HTMLSelectElement} */ (element("select", { "aria-label": "Rows" }, [element("option", { value: "" }, ["any board"])]));
  for (const number of [...new Set(games.map(rowsOf))].sort((a, b) => a - b)) rows.append(element("option", { value: number }, [number === 1 ? "one row" : `${number} rows`]));
  const region = /** @type {HTMLSelectElement} */ (element("select", { "aria-label": "Region" }, [element("option", { value: "" }, ["anywhere"])]));
  for (const place of [...new Set(games.flatMap(({ places }) => places))].sort()) region.append(element("option", { value: place }, [place]));
  const rank = (/** @type {any} */ game) => (FIRST.indexOf(game.name) + 1 || FIRST.length + 1);
  games = [...games].sort((a, b) => rank(a) - rank(b));
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
    const shown = cards.filter(({ game, text }) => words.every((word) => text.includes(word)) && (rows.value === "" || String(rowsOf(game)) === rows.value) && (region.value === "" || game.places.includes(region.value)));
    list.replaceChildren(...shown.map(({ card }) => card));
    count.textContent = shown.length === 1 ? "one game" : `${shown.length} games`;
  };
  search.addEventListener("input", filter);
  rows.addEventListener("change", filter);
  region.addEventListener("change", filter);
  const close = show("Games", [element("div", { class: "row" }, [search, rows, region, count]), element("p", {}, ["Those who do not know these games begin with Oware, Kalah or Bao: they come first."]), list]);
  for (const { card } of cards) seen.observe(card);
  filter();
  search.focus();
}

/** What the keys do. */
const KEYS = /** @type {[string[], string][]} */ ([
  [["arrows", "Home", "End"], "on the board: to another pit"],
  [["a letter"], "on the board: to that pit of the player to move; again: of the other"],
  [["Enter", "Space"], "on the board: play the pit"],
  [["!"], "on the board: why may this pit not be played"],
  [["Esc"], "leave a question, or finish the sowing"],
  [[",", "."], "the event before, the event after"],
  [["PageUp", "PageDown"], "the move before, the move after"],
  [["Ctrl-Z", "Ctrl-Shift-Z"], "take back, and play again (in the rules: of the text)"],
  [["+", "-", "0"], "sow faster, slower, at once"],
  [["/"], "type a move"],
  [["F6", "Shift-F6"], "the next part of the page, the one before"],
  [["Ctrl-Enter"], "begin again with the rules as they stand"],
  [["F8", "Shift-F8"], "in the rules: the next problem, the one before"],
  [["Alt-Enter"], "in the rules: fix the problem"],
  [["F2", "F12"], "in the rules: rename, go to the definition"],
  [["Shift-Alt-F"], "in the rules: lay out"],
]);

export function helpDialog() {
  const rows = KEYS.map(([keys, what]) => element("tr", {}, [element("td", {}, keys.flatMap((key, at) => [at ? ", " : "", element("kbd", {}, [key])])), element("td", {}, [what])]));
  show("Keys and help", [
    element("p", {}, ["The rules make the game. Press a pit to play it. Each event of a move names the rule line that caused it: press its button to see the line, or its sentence to see the board at that moment."]),
    element("table", {}, rows),
  ]);
}
