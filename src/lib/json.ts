/** JSON as it stands in files: two spaces, keys in the order they were set, a newline at the end. */
export function toJsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** Levels of objects and arrays in a document; more than any API or data set has. */
const maxDepth = 100;

/** A document has more levels than whatever walks through it by recursion could bear. */
export class TooDeepError extends Error {
  override readonly name = 'TooDeepError';
  constructor() {
    super(`it is nested more than ${maxDepth} levels deep`);
  }
}

/**
 * Parses a document that others wrote, once its depth is known to be bounded.
 * @throws TooDeepError @throws SyntaxError
 */
export function parseForeignJson(text: string): unknown {
  if (isTooDeep(text)) throw new TooDeepError();
  return JSON.parse(text);
}

const [quote, backslash] = [0x22, 0x5c];
const levels = new Map([...'[{'].map((bracket) => [bracket.charCodeAt(0), 1]));
for (const bracket of ']}') levels.set(bracket.charCodeAt(0), -1);

/** Looks at each character once, whether or not the text is JSON. */
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

/** Where the string ends that begins at a quote; the end of the text where it does not. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text.charCodeAt(at) !== quote)
    at += text.charCodeAt(at) === backslash ? 2 : 1;
  return at;
}
