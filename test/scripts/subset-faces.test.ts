import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { titleFace } from '../../scripts/subset-faces.ts';

test('the title face is what its script makes of the package', async () => {
  const [kept, made] = await Promise.all([
    readFile(new URL('../../src/styles/newsreader.woff2', import.meta.url)),
    titleFace(),
  ]);
  expect(kept.equals(made)).toBe(true);
});
