// What the page gives away as files: rules, records, pictures, documents, a page to play on, an animation.
import { toBase64 } from "./codec.js";
import { save, show } from "./dialogs.js";
import { button, element, loadScript } from "./dom.js";
import { PARTS } from "./engine.js";
import { SPEEDS, frames } from "./sowing.js";

/** How long a document may take, in milliseconds. */
const DOCUMENT = 30000;

/**
 * Draws a picture of the engine.
 * @param {string} svg
 * @param {number} scale Pixels for a unit of the picture.
 */
async function painted(svg, scale) {
  const box = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg);
  const [width, height] = box ? [Math.round(scale * Number(box[1])), Math.round(scale * Number(box[2]))] : [1600, 800];
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg.replace("<svg", `<svg width="${width}" height="${height}"`))}`;
  await image.decode();
  return { image, width, height };
}

/** The engine as a page in one file has it: a host has the file, and a folder or the program that serves the page a script. */
async function packedEngine() {
  if (location.protocol !== "file:" && !document.querySelector("meta[name=uur-serve]")) {
    const texts = PARTS.map(async (name) => toBase64(new Uint8Array(await (await fetch(name)).arrayBuffer())));
    return (await Promise.all(texts)).join(" ");
  }
  await loadScript("engine.js");
  return /** @type {any} */ (globalThis).uurEngine;
}

/**
 * The page on which a game is played on, in one file.
 * @param {import("./engine.js").Engine} engine
 * @param {any} game
 * @returns {Promise<string>}
 */
export async function playablePage(engine, game) {
  const { html } = await engine.ask({ ask: "playable", game }, DOCUMENT);
  await loadScript("parts.js");
  const parts = /** @type {any} */ (globalThis).uurParts;
  const packed = await packedEngine();
  const all = /** @type {Record<string, string>} */ ({ pane: parts.pane.replace("{{board}}", ""), style: parts.style, script: parts.script, engine: packed, notices: parts.notices });
  return html.replace(/<!--(pane|style|script|engine|notices)-->/g, (/** @type {string} */ _, /** @type {string} */ name) => all[name]);
}

/**
 * A move as a film: what the board showed, picture by picture, recorded by the browser.
 * @param {any} page
 * @param {HTMLElement} shown Where the film is seen while it is recorded: a browser paints only what can be seen.
 * @returns {Promise<Blob>}
 */
async function film(page, shown) {
  const { play, engine } = page;
  if (!globalThis.MediaRecorder) throw new Error("this browser cannot record: export the page with this game instead");
  const step = play.line.length;
  const told = await play.told(step);
  const speed = SPEEDS[play.speed] ? play.speed : "normal";
  const { frames: all, pause } = frames(told, speed);
  const { svg } = await engine.ask({ ask: "board", game: { ...play.soFar, steps: play.line.steps.slice(0, -1) }, view: { ...play.view, without_legend: true }, theme: "light" }, DOCUMENT);
  // The page's policy has no inline styles: that of the picture stands aside until the picture is a picture.
  const style = /<style[^]*?<\/style>/.exec(svg)?.[0] ?? "";
  const board = new DOMParser().parseFromString(svg.replace(style, ""), "image/svg+xml").documentElement;
  board.querySelectorAll(":scope > .trail").forEach((part) => part.remove());
  const written = () => new XMLSerializer().serializeToString(board).replace(/<svg[^>]*>/, (tag) => tag + style);
  const first = await painted(written(), 1);
  const scale = Math.min(1, 1280 / first.width);
  const [width, height] = [2 * Math.round((first.width * scale) / 2), 2 * Math.round((first.height * scale) / 2)];
  const canvas = /** @type {HTMLCanvasElement} */ (element("canvas", { width, height }));
  shown.replaceChildren(canvas);
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const draw = async () => {
    const { image } = await painted(written(), scale);
    context.fillStyle = "#fffdf9";
    context.fillRect(0, 0, width, height);
    context.drawImage(image, 0, 0, width, height);
  };
  await draw();
  const wait = (/** @type {number} */ time) => new Promise((resolve) => setTimeout(resolve, time));
  const before = all.flatMap(({ changes }) => changes.map(([pit]) => board.querySelector(`[data-pit="${pit}"]`)));
  const bare = new Map(before.map((group) => [group, group?.innerHTML ?? ""]));
  const recorded = async () => {
    bare.forEach((html, group) => group && (group.innerHTML = html));
    await draw();
    const mimeType = ["video/webm;codecs=vp9", "video/webm"].find((type) => MediaRecorder.isTypeSupported(type));
    const recorder = new MediaRecorder(canvas.captureStream(30), { mimeType, videoBitsPerSecond: 2e6 });
    /** @type {Blob[]} */
    const parts = [];
    recorder.ondataavailable = ({ data }) => parts.push(data);
    const ended = new Promise((resolve) => (recorder.onstop = resolve));
    recorder.start(500);
    await wait(600);
    for (const frame of all) {
      for (const [pit, , drawing] of frame.changes) {
        const group = board.querySelector(`[data-pit="${pit}"]`);
        // The drawings are the engine's, which escapes what authors wrote.
        if (group) group.innerHTML = told.drawings[drawing];
      }
      const due = performance.now() + Math.max(pause, 33);
      await draw();
      await wait(Math.max(0, due - performance.now()));
    }
    await wait(900);
    recorder.stop();
    await Promise.race([ended, wait(5000)]);
    return new Blob(parts, { type: recorder.mimeType.split(";")[0] });
  };
  // A browser that has much to do may get to no picture at all.
  for (let attempt = 0; attempt < 3; attempt++) {
    const made = await recorded();
    if (made.size) return made;
  }
  throw new Error("the browser has recorded nothing: the window has to be seen meanwhile");
}

/** @param {any} page */
export function exportDialog(page) {
  const { play, engine } = page;
  const { game, rules, view } = play;
  const name = rules.name;
  const picture = async (theme = "auto") => (await engine.ask({ ask: "board", game: play.soFar, view, theme })).svg;
  const png = async () => {
    const { image, width, height } = await painted(await picture("light"), 2);
    const canvas = /** @type {HTMLCanvasElement} */ (element("canvas", { width, height }));
    canvas.getContext("2d")?.drawImage(image, 0, 0, width, height);
    const blob = /** @type {Blob | null} */ (await new Promise((resolve) => canvas.toBlob(resolve)));
    if (!blob) throw new Error("the browser makes no picture of this board");
    save(`${name}.png`, "image/png", blob);
  };
  const html = async (/** @type {object} */ request, /** @type {string} */ kind) => save(`${name}-${kind}.html`, "text/html", (await engine.ask(request, DOCUMENT)).html);
  const said = element("p", { role: "status" });
  const shown = element("div", { class: "film" });
  const offer = (/** @type {string} */ label, /** @type {() => unknown} */ make, isThere = true) =>
    button(label, async () => {
      said.textContent = "";
      try {
        await make();
      } catch (error) {
        said.textContent = /** @type {Error} */ (error).message;
      }
    }, { disabled: !isThere });
  const hasBoard = Boolean(game);
  const record = async () => engine.ask({ ask: "record", game: play.soFar, table: play.table?.facts });
  // A notation of other programs holds few games.
  const others = element("div", { class: "row" });
  const elsewhere = (/** @type {{format: string, text: string, left_out: string[]}} */ { format, text, left_out }) =>
    offer(`Record (${format})`, () => {
      save(`${name}-${format}.txt`, "text/plain", text);
      if (left_out.length) said.textContent = `The notation has no room for all: it is without ${left_out.join(", ")}.`;
    });
  if (hasBoard && play.line.length) void record().then((/** @type {any} */ answer) => others.replaceChildren(...answer.elsewhere.map(elsewhere)), () => {});
  show("Export", [
    element("p", {}, [hasBoard ? `${game.title} as a file:` : "The rules have errors, and no board yet: only their text can be saved."]),
    element("div", { class: "row" }, [
      offer("Rules (.uur)", () => save(`${name}.uur`, "text/plain", page.rules.text)),
      offer("Record of the game", async () => save(`${name}-record.txt`, "text/plain", (await record()).text), hasBoard),
      offer("Board (.svg)", async () => save(`${name}.svg`, "image/svg+xml", await picture()), hasBoard),
      offer("Board (.png)", png, hasBoard),
      offer("The last move as a film", async () => {
        const made = await film(page, shown);
        save(`${name}.${made.type.includes("mp4") ? "mp4" : "webm"}`, made.type, made);
      }, hasBoard && play.line.length > 0),
    ]),
    others,
    element("div", { class: "row" }, [
      offer("Rule sheet to print (.html)", () => html({ ask: "sheet", rules }, "sheet"), hasBoard),
      offer("Page that replays this game (.html)", () => html({ ask: "replay", game: play.soFar }, "page"), hasBoard),
      offer("Page to play this game on (.html)", async () => save(`${name}-play.html`, "text/html", await playablePage(engine, play.soFar)), hasBoard),
    ]),
    said,
    shown,
  ]);
}
