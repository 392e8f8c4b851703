import { readFile } from 'node:fs/promises';
import subsetFont from 'subset-font';
import { expect, test } from 'vitest';
import { makeFaces } from '../../scripts/subset-faces.ts';

test('the font files are what the script creates from the packages', async () => {
  const faces = await makeFaces();
  expect(faces.size).toBe(5);
  for (const [file, made] of faces) {
    const kept = await readFile(new URL(`../../${file}`, import.meta.url));
    expect(kept.equals(made), file).toBe(true);
  }
});

test('no font contains the font name that its licence reserves', async () => {
  for (const face of (await makeFaces()).values()) {
    const names = (await subsetFont(face, 'a', { targetFormat: 'truetype' })).toString('latin1');
    expect(names.replaceAll('\0', '')).not.toMatch(/Source ?Sans/);
  }
});
