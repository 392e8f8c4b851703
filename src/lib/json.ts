/** JSON text for files: two spaces of indentation, keys in insertion order, a trailing newline. */
export function toJsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** Maximum depth of nesting. No known API or data set is nested more deeply. */
const maxDepth = 100;

/** The error for a document that is nested too deeply for recursive code. */
export class TooDeepError extends Error {
  override readonly name = 'TooDeepError';
  constructor() {
    super(`it is nested more than ${maxDepth} levels deep`);
  }
}

/** The error for a document whose objects have more keys than its reader accepts. */
export class TooManyKeysError extends Error {
  override readonly name = 'TooManyKeysError';
}

/**
 * Parses a document from outside, after checking how deeply it is nested and how many keys it has.
 * @throws TooDeepError
 * @throws TooManyKeysError
 * @throws SyntaxError
 */
export function parseForeignJson(text: string, maxKeys = Number.POSITIVE_INFINITY): unknown {
  const { depth, keys } = measure(text, maxKeys);
  if (depth > maxDepth) throw new TooDeepError();
  if (keys > maxKeys) throw new TooManyKeysError(`it has more than ${maxKeys} keys`);
  return JSON.parse(text);
}

const [quote, backslash, colon] = [0x22, 0x5c, 0x3a];
const levels = new Map([...'[{'].map((bracket) => [bracket.charCodeAt(0), 1]));
for (const bracket of ']}') levels.set(bracket.charCodeAt(0), -1);

/**
 * The greatest depth and the number of keys, in a single pass that ends early at a limit. The text
 * need not be valid JSON.
 */
function measure(text: string, maxKeys: number): { depth: number; keys: number } {
  let [depth, keys] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at);
    else if (code === colon) keys += 1;
    else if (code >= 0x5b) depth += levels.get(code) ?? 0;
    if (depth > maxDepth || keys > maxKeys) break;
  }
  return { depth, keys };
}

/** Index of the quote that ends the string starting at `start`, or the end of the text. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text.charCodeAt(at) !== quote)
    at += text.charCodeAt(at) === backslash ? 2 : 1;
  return at;
}
