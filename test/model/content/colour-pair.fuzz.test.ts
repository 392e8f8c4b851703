// @module-tag soak

import { readFile } from 'node:fs/promises';
import { contrastWCAG21, OKLCH, to } from 'colorjs.io/dist/color-fn.min.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createPair } from '../../../src/model/content/colour-pair.ts';
import { fuzzRuns } from '../../support/fuzz-runs.ts';

const tokens = await readFile('src/site/base/tokens.css', 'utf8');
const hex = fc
  .integer({ min: 0, max: 0xffffff })
  .map((number) => `#${number.toString(16).padStart(6, '0')}`);

/** The light and dark colour of a token in the style sheet. */
function token(name: string): { light: string; dark: string } {
  const [, light = '', dark = ''] =
    new RegExp(`--${name}: light-dark\\((.*?\\)), (.*?\\))\\);`).exec(tokens) ?? [];
  return { light, dark };
}

const papers = [token('paper'), token('paper-deep')];
const themes = ['light', 'dark'] as const;

test.each(themes)(
  'every colour is legible as text on both backgrounds of the %s theme',
  (theme) => {
    fc.assert(
      fc.property(hex, (colour) => {
        const shown = createPair(colour)[theme];
        expect(shown).toMatch(/^#[0-9a-f]{6}$/);
        for (const paper of papers)
          expect(contrastWCAG21(shown, paper[theme])).toBeGreaterThanOrEqual(4.5);
      }),
      { numRuns: fuzzRuns(100, 4000) },
    );
  },
);

test.each(themes)('a colour that is legible in the %s theme is not changed', (theme) => {
  fc.assert(
    fc.property(hex, (colour) => {
      const shown = createPair(colour)[theme];
      expect(createPair(shown)[theme]).toBe(shown);
    }),
  );
});

test.each(themes)('a colour keeps its hue in the %s theme', (theme) => {
  fc.assert(
    fc.property(hex, (colour) => {
      const [before, after] = [colour, createPair(colour)[theme]].map((one) => to(one, OKLCH));
      const [chroma, hue] = [after?.coords[1] ?? 0, after?.coords[2] ?? 0];
      if (chroma < 0.04) return;
      const apart = Math.abs(hue - (before?.coords[2] ?? 0)) % 360;
      expect(Math.min(apart, 360 - apart)).toBeLessThan(10);
    }),
    { numRuns: fuzzRuns(60, 2400) },
  );
});

test('grey stays neutral', () => {
  expect(createPair('#808080')).toEqual({ light: '#6a6a6a', dark: '#878787' });
});

test('black is kept in the light theme, and white in the dark theme', () => {
  expect(createPair('#000000').light).toBe('#000000');
  expect(createPair('#ffffff').dark).toBe('#ffffff');
});
