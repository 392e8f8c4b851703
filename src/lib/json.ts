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

/** The error for a document with more values than its reader accepts. */
export class TooManyValuesError extends Error {
  override readonly name = 'TooManyValuesError';
}

/**
 * Parses a document from outside, after checking how deeply it is nested and how many values it has.
 * @throws TooDeepError
 * @throws TooManyValuesError
 * @throws SyntaxError
 */
export function parseForeignJson(text: string, maxValues = Number.POSITIVE_INFINITY): unknown {
  const { depth, values } = measure(text, maxValues);
  if (depth > maxDepth) throw new TooDeepError();
  if (values > maxValues) throw new TooManyValuesError(`it has more than ${maxValues} values`);
  return JSON.parse(text);
}

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const levels = new Map([...'[{'].map((bracket) => [bracket.charCodeAt(0), 1]));
for (const bracket of ']}') levels.set(bracket.charCodeAt(0), -1);

/**
 * The greatest depth and the number of values that commas separate, in a single pass that ends
 * early at a limit. The text need not be valid JSON.
 */
function measure(text: string, maxValues: number): { depth: number; values: number } {
  let [depth, values] = [0, 1];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at);
    else if (code === comma) values += 1;
    else if (code >= 0x5b) depth += levels.get(code) ?? 0;
    if (depth > maxDepth || values > maxValues) break;
  }
  return { depth, values };
}

/** Index of the quote that ends the string starting at `start`, or the end of the text. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text.charCodeAt(at) !== quote)
    at += text.charCodeAt(at) === backslash ? 2 : 1;
  return at;
}
