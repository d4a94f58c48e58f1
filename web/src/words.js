// Words for people.

/**
 * A text as it begins a sentence.
 * @param {string} text
 */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * A message as a sentence.
 * @param {string} text
 */
export function sentence(text) {
  return capital(text).replace(/[^.]$/, "$&.");
}
