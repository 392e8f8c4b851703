import { expect, test } from 'vitest';
import { whyNot } from './read-folder.ts';

test.each([
  [
    'with 20,000 fields',
    Array.from({ length: 20_000 }, (_, n) => `field${n}: x\n`).join(''),
    'there are more than 100 fields',
  ],
  ['nested 20,000 times', `labels: ${'['.repeat(20_000)}\n`, 'the values are nested too deeply'],
])('front matter %s is refused with the reason', async (_what, fields, why) => {
  expect(await whyNot(`---\n${fields}---\n`)).toEqual([`releases/a.md, line 2: ${why}`]);
});
