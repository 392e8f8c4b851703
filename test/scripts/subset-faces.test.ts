import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { facesOfCards, titleFace } from '../../scripts/subset-faces.ts';

test('the title face is what its script makes of the package', async () => {
  const [kept, made] = await Promise.all([
    readFile(new URL('../../src/site/base/newsreader.woff2', import.meta.url)),
    titleFace(),
  ]);
  expect(kept.equals(made)).toBe(true);
});

test('the faces of cards are what their script makes of the package', async () => {
  const faces = await facesOfCards();
  expect(faces.size).toBe(3);
  for (const [name, made] of faces) {
    const kept = await readFile(new URL(`../../src/features/cards/faces/${name}`, import.meta.url));
    expect(kept.equals(made), name).toBe(true);
  }
});
