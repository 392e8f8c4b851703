import { expect, test } from 'vitest';
import { parseForeignJson, TooDeepError } from '../../src/lib/json.ts';

const arrays = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const objects = (depth: number) => '{"a":'.repeat(depth) + 0 + '}'.repeat(depth);

test('accepts 100 levels of nesting, and not one more', () => {
  for (const nested of [arrays, objects]) {
    expect(parseForeignJson(nested(100))).toEqual(JSON.parse(nested(100)));
    expect(() => parseForeignJson(nested(101))).toThrow(TooDeepError);
    expect(() => parseForeignJson(`[0,${nested(100)}]`)).toThrow(
      'it is nested more than 100 levels deep',
    );
  }
});

test('counts only open levels, and ignores brackets in strings', () => {
  const wide = `[${Array.from({ length: 1000 }, () => arrays(50)).join()}]`;
  expect(parseForeignJson(wide)).toHaveLength(1000);
  for (const text of ['['.repeat(1000), `\\${'{'.repeat(1000)}`, `"${'['.repeat(1000)}"`, '\\"['])
    expect(parseForeignJson(JSON.stringify([text]))).toEqual([text]);
  expect(() => parseForeignJson(`["\\\\",${arrays(100)}]`)).toThrow(TooDeepError);
});

test('leaves invalid JSON to the parser, unless it is nested too deep', () => {
  for (const text of ['', '[', '"', '"\\', ']'.repeat(1000)])
    expect(() => parseForeignJson(text)).toThrow(SyntaxError);
  expect(() => parseForeignJson('['.repeat(1_000_000))).toThrow(TooDeepError);
});
