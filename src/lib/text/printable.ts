// Text of others may drive a terminal, and may hold what nobody but its owner should read: whatever
// is printed comes by here.

/**
 * Controls of both sets (C0, C1) but for tab and newline, line separators, and what turns the
 * direction of text.
 */
const control = /(?![\t\n])[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/**
 * What stands before an `@` where an address has its host (WHATWG URL, 4.4 "authority state"). It is
 * bounded, as what begins like an address any number of times would be read that often.
 */
const userInfo =
  /(\b[a-z][a-z\d+.-]*:[/\\]{2,}|(?<![\w:/\\])[/\\]{2,}|\bhttps?:(?!\s))[^/\\?#"\n]{0,500}@/gi;

/** Values of parameters that are called as secrets are. */
const secretParameter =
  /([?&;][^=&#\s]{0,50}(?:token|secret|passw|pwd|signature|\bsig\b|key|auth|credential)[^=&#\s]{0,50}=)[^&#\s"]*/gi;

/** Text without control characters, and without the credentials of the addresses in it. */
export function printable(text: string): string {
  return withoutCredentials(text).replace(control, '');
}

/** A JSON value as text that means the same and holds no control character as such. */
export function printableJson(value: unknown): string {
  const text = JSON.stringify(
    value,
    (_key, one) => (typeof one === 'string' ? withoutCredentials(one) : one),
    2,
  );
  return text.replace(control, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Text in which addresses name no user and no password, and show no value that is called a secret. */
export function withoutCredentials(text: string): string {
  return text.replace(userInfo, '$1').replace(secretParameter, '$1…');
}
