/** Semantic tokens, as far as they say more than the TextMate grammar does. */

/** The types of tokens that the TextMate grammar recognises more finely. */
const KNOWN = new Set(['namespace', 'keyword', 'number', 'string', 'comment', 'operator']);

/**
 * Leaves the tokens of names. Each token is five numbers: the lines and columns from the token before it, its
 * length, type and modifiers.
 */
export function namesOnly(data: Uint32Array, types: string[]): Uint32Array {
  const left: number[] = [];
  let [lines, columns] = [0, 0];
  for (let at = 0; at + 5 <= data.length; at += 5) {
    const [line, column, ...rest] = data.subarray(at, at + 5);
    columns = line > 0 ? column : columns + column;
    lines += line;
    if (!KNOWN.has(types[rest[1]])) {
      left.push(lines, columns, ...rest);
      [lines, columns] = [0, 0];
    }
  }
  return Uint32Array.from(left);
}
