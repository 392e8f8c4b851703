import { expect, test } from 'vitest';
import { noteOfSkipped } from '../../../src/features/cards/feature.ts';

test('names the first three releases on one line', () => {
  expect(noteOfSkipped(['更新日志'])).toBe(
    '1 release has no card, because no font has all letters of the title: “更新日志”.',
  );
  expect(noteOfSkipped(['一', '二', '三', '四', '五'])).toMatch(
    /^5 releases .*: “一”, “二”, “三”, 2 more\.$/,
  );
});

test('removes control characters, and shortens long titles', () => {
  const line = noteOfSkipped([`\u001b[2J更\n${'新'.repeat(300)}`]);
  expect(line.length).toBeLessThan(150);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are what is looked for.
  expect(line).not.toMatch(/[\u0000-\u001f]/);
});
