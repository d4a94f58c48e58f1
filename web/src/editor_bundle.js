// What the script of the editor gives the page.
import { strToU8, zipSync } from "fflate";

export { Editor } from "./editor.js";

/**
 * Packs texts as a file of files.
 * @param {Record<string, string>} files
 */
export const zip = (files) => zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));
