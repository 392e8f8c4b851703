// All printed text goes through these functions, because foreign text may contain credentials or
// control characters that affect a terminal.

/**
 * Matches line separators, direction marks, and control characters (C0 and C1) other than tab and
 * newline.
 */
const control = /(?![\t\n])[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/**
 * Matches user info before the `@` in an address (WHATWG URL, 4.4 "authority state"). The length is
 * limited to avoid quadratic matching.
 */
const userInfo =
  /(\b[a-z][a-z\d+.-]*:[/\\]{2,}|(?<![\w:/\\])[/\\]{2,}|\bhttps?:(?!\s))[^/\\?#"\n]{0,500}@/gi;

/** Matches the values of URL parameters whose names suggest a secret. */
const secretParameter =
  /([?&;][^=&#\s]{0,50}(?:token|secret|passw|pwd|signature|\bsig\b|key|auth|credential)[^=&#\s]{0,50}=)[^&#\s"]*/gi;

/** Matches sequences that colour text on a terminal (ECMA-48, 8.3.117 "SGR"). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the sequences begin with one
const colour = /(?:\x1b\[|\x9b)[\d;:]*m/g;

/**
 * Removes colours and control characters from a text, and credentials from addresses in it.
 */
export function printable(text: string): string {
  return withoutCredentials(text.replace(colour, '')).replace(control, '');
}

/** Formats a JSON value with control characters escaped and credentials removed. */
export function printableJson(value: unknown): string {
  const text = JSON.stringify(
    value,
    (_key, one) => (typeof one === 'string' ? withoutCredentials(one) : one),
    2,
  );
  return text.replace(control, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Removes user info from addresses, and the values of parameters whose names suggest a secret. */
export function withoutCredentials(text: string): string {
  return text.replace(userInfo, '$1').replace(secretParameter, '$1…');
}
