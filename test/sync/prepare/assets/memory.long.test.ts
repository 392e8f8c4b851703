import { expect, test } from 'vitest';
import { digest } from '../../../../src/lib/digest.ts';
import { memoryOf } from '../../start-mirror.ts';

const missing = (n: number) => ({ key: digest(`${n}`, 20), asked: { times: 1, last: 0 } });
const many = (count: number) => Array.from({ length: count }, (_, n) => missing(n));

test('remembers a limited number of missing pictures', () => {
  const lacking = new Map([
    ['releases/hostile', many(100_000)],
    ...Array.from({ length: 100 }, (_, n) => [`releases/${n}`, many(300)] as const),
  ]);
  const next = memoryOf().next(lacking, new Map());
  const entries = Object.values(next.missing);
  expect(entries.flat().length).toBeLessThanOrEqual(20_000);
  expect(entries.length).toBeGreaterThan(60);
});

test('remembers a limited number of copies, the ones from this sync first', () => {
  const copy = (file: string) => ({ file, bytes: 1 });
  const known = Array.from({ length: 60_000 }, (_, n) => [`k${n}`, copy('old.png')] as const);
  const { copies } = memoryOf({ copies: Object.fromEntries(known) }).next(
    new Map(),
    new Map([['k59999', copy('new.png')]]),
  );
  expect(Object.keys(copies).length).toBe(50_000);
  expect(copies.k59999).toEqual(copy('new.png'));
});
