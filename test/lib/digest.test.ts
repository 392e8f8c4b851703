import { expect, test } from 'vitest';
import { digest, digestOf } from '../../src/lib/digest.ts';

test('is SHA-256 in hex, cut to the given length', () => {
  expect(digest('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  expect(digest(new TextEncoder().encode('abc'), 8)).toBe('ba7816bf');
});

test('does not depend on the order of keys at any depth', () => {
  const one = { a: 1, b: [{ c: 2, d: { e: 3, f: null } }] };
  const other = { b: [{ d: { f: null, e: 3 }, c: 2 }], a: 1 };
  expect(digestOf(one)).toBe(digestOf(other));
});

test.each([
  [{ a: 1 }, { a: 2 }],
  [{ a: 1 }, { b: 1 }],
  [{ a: [1, 2] }, { a: [2, 1] }],
  [{ a: null }, {}],
  [{ a: '1' }, { a: 1 }],
  [[], {}],
])('differs for %j and %j', (one, other) => {
  expect(digestOf(one)).not.toBe(digestOf(other));
});
