import { readFile } from 'node:fs/promises';
import { OKLCH, serialize, sRGB, to, toGamutCSS } from 'colorjs.io/dist/color-fn.min.js';
import { expect, test } from 'vitest';
import { findIllegible } from '../../../src/config/theme.ts';
import { createPair } from '../../../src/model/content/colour-pair.ts';
import { createPalette, ownPalette, surfacesOf } from '../../../src/model/content/palette.ts';

const tokens = await readFile('src/site/base/tokens.css', 'utf8');

test.each(Object.entries(ownPalette))(
  'the default %s equals the one in the style sheet',
  (name, { light, dark }) => {
    const property = name.replace(/[A-Z]/, (letter) => `-${letter.toLowerCase()}`);
    const [, ...both] =
      new RegExp(`--${property}: light-dark\\((.*?\\)), (.*?\\))\\);`).exec(tokens) ?? [];
    expect(both.map(hexOf)).toEqual([light, dark]);
  },
);

test('without settings, the palette is exactly the default', () => {
  expect(createPalette({})).toEqual(ownPalette);
  for (const hex of ['#b4472b', '#16a34a', '#ffe14d'])
    expect(createPair(hex, surfacesOf(createPalette({})))).toEqual(createPair(hex));
});

test('a theme without settings keeps the default', () => {
  const palette = createPalette({ paper: { dark: '#0c2618' } });
  expect(palette.paper).toEqual({ light: ownPalette.paper.light, dark: '#0c2618' });
  expect(palette.line.light).toBe(ownPalette.line.light);
  expect(palette.line.dark).not.toBe(ownPalette.line.dark);
});

test('reports colours with too little contrast, and suggests others', () => {
  const ink = findIllegible(createPalette({ ink: { light: '#888888' } }));
  expect(ink).toMatchObject([{ of: 'ink', theme: 'light' }]);
  expect(ink[0]?.why).toMatch(/contrast of 3\.\d\d, but text needs 7; try #[0-9a-f]{6}$/);
  const offered = /; try (#\w+)/.exec(ink[0]?.why ?? '')?.[1];
  expect(findIllegible(createPalette({ ink: { light: offered } }))).toEqual([]);
  expect(
    findIllegible(createPalette({ paper: { light: '#0c2618', dark: '#ffffff' } })),
  ).toMatchObject([
    { of: 'paper', theme: 'light' },
    { of: 'paper', theme: 'dark' },
  ]);
});

function hexOf(colour: string): string {
  const shown = toGamutCSS(to(colour, OKLCH), { space: sRGB });
  return serialize(shown, { format: 'hex', collapse: false });
}
