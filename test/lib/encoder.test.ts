import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createEncoder } from '../../src/lib/encoder.ts';

const text = Buffer.from('words, words, words. '.repeat(500));

test('compresses a text once for all who ask', async () => {
  const encode = createEncoder();
  const [one, two] = await Promise.all([encode('a', 'br', text), encode('a', 'br', text)]);
  expect(two).toBe(one);
  expect(await encode('a', 'br', text)).toBe(one);
  expect(brotliDecompressSync(one)).toEqual(text);
});

test('keeps the encodings of a text apart, and the texts', async () => {
  const encode = createEncoder();
  const other = Buffer.from('other words. '.repeat(500));
  expect(gunzipSync(await encode('a', 'gzip', text))).toEqual(text);
  expect(brotliDecompressSync(await encode('a', 'br', text))).toEqual(text);
  expect(brotliDecompressSync(await encode('b', 'br', other))).toEqual(other);
});

test('compresses a large feed in a moment, and gives it back whole', async () => {
  const large = Buffer.from(Array.from({ length: 200_000 }, (_, n) => n % 977).join(' '));
  expect(brotliDecompressSync(await createEncoder()('c', 'br', large))).toEqual(large);
});
