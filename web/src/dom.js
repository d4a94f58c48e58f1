// Small helpers for elements.

/**
 * Makes an element. Texts become text, never markup.
 * @param {string} name
 * @param {Record<string, string | number | boolean | undefined | ((event: any) => void)>} [attributes] Functions become listeners.
 * @param {(Node | string | null | undefined | false)[]} [children]
 * @returns {HTMLElement}
 */
export function element(name, attributes = {}, children = []) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(key, value);
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false && value !== undefined) made.setAttribute(key, String(value));
  }
  made.append(.../** @type {(Node | string)[]} */ (children.filter((child) => child !== null && child !== undefined && child !== false)));
  return made;
}

/**
 * A button.
 * @param {string} text
 * @param {(event: MouseEvent) => void} click
 * @param {Record<string, string | boolean | undefined>} [attributes]
 */
export function button(text, click, attributes = {}) {
  return /** @type {HTMLButtonElement} */ (element("button", { type: "button", click, ...attributes }, [text]));
}

/**
 * The element of the page with an id.
 * @param {string} id
 * @returns {any}
 */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no element ${id}`);
  return found;
}

/** @type {Map<string, Promise<void>>} */
const scripts = new Map();

/**
 * Loads a script beside the page, once: from a disk nothing else can be loaded.
 * @param {string} name
 * @returns {Promise<void>}
 */
export function loadScript(name) {
  const known = scripts.get(name);
  if (known) return known;
  const loading = /** @type {Promise<void>} */ (new Promise((resolve, reject) => {
    const load = () => {
      const script = document.createElement("script");
      script.src = name;
      script.addEventListener("load", () => {
        removeEventListener("pageshow", again);
        resolve();
      });
      script.addEventListener("error", () => {
        removeEventListener("pageshow", again);
        scripts.delete(name);
        script.remove();
        reject(new Error(`${name} cannot be loaded`));
      });
      document.head.append(script);
    };
    // A browser that keeps a page which is left may not tell of a script that is loaded meanwhile.
    const again = (/** @type {PageTransitionEvent} */ { persisted }) => persisted && load();
    addEventListener("pageshow", again);
    load();
  }));
  scripts.set(name, loading);
  return loading;
}
