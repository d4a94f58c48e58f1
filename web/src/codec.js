// Links that hold a game, and what the browser keeps: parts of text, compressed, behind a version.

/** The version of links. */
const VERSION = "1";
/** The most characters of a link that are read. */
const MOST_LINK = 65536;
/** The most bytes of a link's content: a short link may inflate to anything. */
const MOST_BYTES = 1 << 20;

/** Why a link cannot be read. */
export class LinkError extends Error {}

/** @param {Uint8Array} bytes */
export function toBase64(bytes) {
  let binary = "";
  for (let i = 0; i < bytes.length; i += 8192) binary += String.fromCharCode(...bytes.subarray(i, i + 8192));
  return btoa(binary);
}

/** @param {string} text */
export function fromBase64(text) {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i += 1) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

/**
 * Inflates bytes, up to a limit.
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {number} most
 */
export async function inflated(bytes, most) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const reader = stream.getReader();
  const parts = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > most) {
      await reader.cancel();
      throw new LinkError("its content is too large");
    }
    parts.push(value);
  }
  const all = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/**
 * @typedef {object} SharedGame
 * @property {string} name The name of a shipped game, or "".
 * @property {string} text The rules, if they are not those of the shipped game.
 * @property {Record<string, string>} settings The values of the parameters that are not the default.
 * @property {string[]} steps
 * @property {string} selected The number of the event that is shown, or "".
 * @property {string} [turn] The name of a game that is played by links, or "".
 */

/**
 * Writes a game as the part of an address after `#`.
 * @param {SharedGame} game
 */
export async function encodeLink({ name, text, settings, steps, selected, turn = "" }) {
  const parts = [name, text, new URLSearchParams(settings).toString(), steps.join(" "), selected, turn];
  const stream = new Blob([parts.join("\0")]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  return `#${VERSION}.${toBase64(bytes).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "")}`;
}

/**
 * Reads the part of an address after `#`.
 * @param {string} hash
 * @returns {Promise<SharedGame | null>} Nothing, if the address holds no game.
 */
export async function decodeLink(hash) {
  if (hash.length < 2) return null;
  // The address of a shipped game, such as `#game=oware`, which people write.
  const named = /^#game=([a-z0-9-]+)$/i.exec(hash);
  if (named) return { name: named[1].toLowerCase(), text: "", settings: {}, steps: [], selected: "", turn: "" };
  if (hash.length > MOST_LINK) throw new LinkError("it is too long");
  const found = /^#(\d+)\.([\w-]*)$/.exec(hash);
  if (!found) throw new LinkError("it has signs that no link has; perhaps a program changed it on the way");
  if (found[1] !== VERSION) throw new LinkError(`it has version ${found[1]}, and this page reads version ${VERSION}`);
  let content;
  try {
    content = new TextDecoder("utf-8", { fatal: true }).decode(await inflated(fromBase64(found[2].replace(/-/g, "+").replace(/_/g, "/")), MOST_BYTES));
  } catch (error) {
    throw error instanceof LinkError ? error : new LinkError("its end is missing, or it was changed; perhaps a program did that on the way");
  }
  const parts = content.split("\0");
  if (parts.length !== 6) throw new LinkError("it was changed on the way");
  const [name, text, settings, steps, selected, turn] = parts;
  return { name, text, settings: Object.fromEntries(new URLSearchParams(settings)), steps: steps.split(" ").filter(Boolean), selected, turn };
}

/**
 * Rules without their tests, which a link does not need.
 * @param {string} text
 */
export function withoutTests(text) {
  const kept = [];
  let depth = 0;
  let inTest = false;
  for (const line of text.split("\n")) {
    if (!inTest && /^(test|example)s?\b.*\{\s*$/.test(line)) {
      inTest = true;
      depth = 0;
    }
    if (inTest) {
      const bare = line.replace(/"[^"]*"/g, "").replace(/#.*/, "");
      depth += (bare.match(/\{/g) ?? []).length - (bare.match(/\}/g) ?? []).length;
      if (depth <= 0) inTest = false;
    } else {
      kept.push(line);
    }
  }
  return `${kept.join("\n").trimEnd()}\n`;
}
