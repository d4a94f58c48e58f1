// The editor component, which the page loads as a script of its own.
/** @type {typeof import("./vendor.js")} */
export default /** @type {any} */ (globalThis).uurCodeMirror;
