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

/**
 * Parses a document from outside, after checking how deeply it is nested.
 * @throws TooDeepError
 * @throws SyntaxError
 */
export function parseForeignJson(text: string): unknown {
  if (isTooDeep(text)) throw new TooDeepError();
  return JSON.parse(text);
}

const [quote, backslash] = [0x22, 0x5c];
const levels = new Map([...'[{'].map((bracket) => [bracket.charCodeAt(0), 1]));
for (const bracket of ']}') levels.set(bracket.charCodeAt(0), -1);

/** Checks the nesting in a single pass. The text need not be valid JSON. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at);
    else if (code >= 0x5b) depth += levels.get(code) ?? 0;
    if (depth > maxDepth) return true;
  }
  return false;
}

/** Index of the quote that ends the string starting at `start`, or the end of the text. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text.charCodeAt(at) !== quote)
    at += text.charCodeAt(at) === backslash ? 2 : 1;
  return at;
}
