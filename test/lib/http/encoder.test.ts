import { expect, test } from 'vitest';
import { createEncoder } from '../../../src/lib/http/encoder.ts';

test.each(['br', 'gzip'] as const)(
  'holds no larger buffer than the encoded bytes (%s)',
  async (encoding) => {
    const encode = createEncoder();
    const bytes = await encode('name', encoding, new TextEncoder().encode('text '.repeat(200)));
    expect(bytes.buffer.byteLength).toBe(bytes.byteLength);
  },
);

test('limits the number of cached texts, however small they are', async () => {
  const encode = createEncoder({ maxSize: 3000 });
  const text = new TextEncoder().encode('text');
  const first = await encode('0', 'br', text);
  expect(await encode('0', 'br', text)).toBe(first);
  for (let n = 1; n <= 20; n += 1) await encode(`${n}`, 'br', text);
  expect(await encode('0', 'br', text)).not.toBe(first);
});
