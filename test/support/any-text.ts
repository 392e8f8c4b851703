import fc from 'fast-check';

const halves = { first: 0xd800, count: 0x800 };

/** Any Unicode character, except for the lone halves of surrogate pairs. */
const character = fc.nat(0x10ffff - halves.count).map(
  (n) => String.fromCodePoint(n < halves.first ? n : n + halves.count),
  (value) => {
    const code = String(value).codePointAt(0) ?? 0;
    if (String.fromCodePoint(code) !== value) throw new Error('not one character');
    return code < halves.first ? code : code - halves.count;
  },
);

/**
 * Texts of any characters. fast-check's own unit `binary` does the same, but keeps a table of all
 * million characters for shrinking: seconds and 100 MB for each worker.
 */
export function anyText(lengths: fc.StringConstraints = {}): fc.Arbitrary<string> {
  return fc.string({ ...lengths, unit: character });
}

const path = fc.array(anyText().map(encodeURIComponent)).map((parts) => parts.join('/'));

/**
 * Web addresses with any characters in their paths; `webUrl` keeps the same table of a million
 * characters.
 */
export function anyUrl(): fc.Arbitrary<string> {
  return fc
    .tuple(fc.constantFrom('http', 'https'), fc.domain(), path)
    .map(([scheme, domain, path]) => `${scheme}://${domain}/${path}`);
}
