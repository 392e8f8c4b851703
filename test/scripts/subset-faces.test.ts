import { readFile } from 'node:fs/promises';
import subsetFont from 'subset-font';
import { expect, test } from 'vitest';
import { facesOfCards, facesOfPages } from '../../scripts/subset-faces.ts';

test('the font files of pages are what the script creates from the packages', async () => {
  const faces = await facesOfPages();
  expect([...faces.keys()]).toEqual(['newsreader.woff2', 'waymark-sans.woff2']);
  for (const [name, made] of faces) {
    const kept = await readFile(new URL(`../../src/site/base/${name}`, import.meta.url));
    expect(kept.equals(made), name).toBe(true);
  }
});

test('the font files of cards are what the script creates from the package', async () => {
  const faces = await facesOfCards();
  expect(faces.size).toBe(3);
  for (const [name, made] of faces) {
    const kept = await readFile(new URL(`../../src/features/cards/faces/${name}`, import.meta.url));
    expect(kept.equals(made), name).toBe(true);
  }
});

test('no font contains the font name that its licence reserves', async () => {
  const faces = [...(await facesOfPages()).values(), ...(await facesOfCards()).values()];
  for (const face of faces) {
    const names = (await subsetFont(face, 'a', { targetFormat: 'truetype' })).toString('latin1');
    expect(names.replaceAll('\0', '')).not.toMatch(/Source ?Sans/);
  }
});
