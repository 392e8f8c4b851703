// Everything printed passes through here: foreign text may control a terminal or hold credentials.

/** Control characters (C0, C1) except tab and newline, line separators, and direction marks. */
const control = /(?![\t\n])[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/**
 * User info before an `@` in an address (WHATWG URL, 4.4 "authority state"). Bounded, to avoid
 * quadratic matching.
 */
const userInfo =
  /(\b[a-z][a-z\d+.-]*:[/\\]{2,}|(?<![\w:/\\])[/\\]{2,}|\bhttps?:(?!\s))[^/\\?#"\n]{0,500}@/gi;

/** Values of parameters with names of secrets. */
const secretParameter =
  /([?&;][^=&#\s]{0,50}(?:token|secret|passw|pwd|signature|\bsig\b|key|auth|credential)[^=&#\s]{0,50}=)[^&#\s"]*/gi;

/** Removes control characters, and credentials in addresses. */
export function printable(text: string): string {
  return withoutCredentials(text).replace(control, '');
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

/** Removes user info from addresses, and values of parameters named like secrets. */
export function withoutCredentials(text: string): string {
  return text.replace(userInfo, '$1').replace(secretParameter, '$1…');
}
