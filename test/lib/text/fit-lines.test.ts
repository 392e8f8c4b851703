import { expect, test } from 'vitest';
import { fitLines } from '../../../src/lib/text/fit-lines.ts';

const rest = (count: number) => `… and ${count} more`;

test('does not change lines that fit', () => {
  expect(fitLines(['a', '- b'], { bytes: 6, rest })).toBe('a\n- b\n');
});

test('ends after a complete line, and counts the omitted items', () => {
  const lines = ['title', '', ...Array.from({ length: 40 }, (_, n) => `- item ${n}`)];
  const text = fitLines(lines, { bytes: 100, rest });
  expect(text).toMatch(/^title\n\n(?:- item \d+\n)+\n… and \d+ more\n$/);
  const shown = text.match(/^- /gm)?.length ?? 0;
  expect(text).toContain(`and ${40 - shown} more`);
});

test.each(['a', 'é', '日', '👩‍👩‍👧'])('never exceeds the limit, with lines of %s', (character) => {
  const lines = Array.from({ length: 50 }, (_, n) => `- ${character.repeat(n)}`);
  for (let bytes = 100; bytes < 2_000; bytes += 37)
    expect(Buffer.byteLength(fitLines(lines, { bytes, rest }))).toBeLessThanOrEqual(bytes);
});
