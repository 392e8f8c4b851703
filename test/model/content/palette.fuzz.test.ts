// @module-tag soak

import { readFile } from 'node:fs/promises';
import { contrastWCAG21 } from 'colorjs.io/dist/color-fn.min.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findIllegible } from '../../../src/config/theme.ts';
import { adjustPair, createPair } from '../../../src/model/content/colour-pair.ts';
import { createPalette, surfacesOf } from '../../../src/model/content/palette.ts';
import { fuzzRuns } from '../../support/fuzz-runs.ts';

/** The colours of highlighted code, in both themes. */
const code = [
  ...(await readFile('src/site/base/code.css', 'utf8')).matchAll(/light-dark\((.*?\)), (.*?\))\)/g),
].map(([, light = '', dark = '']) => ({ light, dark }));

const hexOf = (number: number) => `#${number.toString(16).padStart(6, '0')}`;
const hex = fc.integer({ min: 0, max: 0xffffff }).map(hexOf);
const channels = (min: number, max: number) => {
  const channel = fc.integer({ min, max });
  return fc.tuple(channel, channel, channel).map(([r, g, b]) => hexOf((r << 16) + (g << 8) + b));
};

test('text, secondary text, code, accent and labels are legible in every accepted palette', () => {
  const accepted = { light: 0, dark: 0 };
  fc.assert(
    fc.property(channels(190, 255), channels(0, 70), hex, (light, dark, colour) => {
      const palette = createPalette({ paper: { light, dark } });
      const refused = new Set(findIllegible(palette).map(({ theme }) => theme));
      const surfaces = surfacesOf(palette);
      for (const theme of ['light', 'dark'] as const) {
        if (refused.has(theme)) continue;
        accepted[theme] += 1;
        const label = adjustPair(createPair(colour), surfaces);
        const shown = [createPair(colour, surfaces), label, palette.ink, palette.inkSoft, ...code];
        for (const one of shown)
          for (const paper of surfaces[theme])
            expect(contrastWCAG21(one[theme], paper)).toBeGreaterThanOrEqual(4.5);
        expect(contrastWCAG21(palette.ink[theme], palette.paper[theme])).toBeGreaterThanOrEqual(7);
      }
    }),
    { numRuns: fuzzRuns(200) },
  );
  expect(code).toHaveLength(8);
  expect(Math.min(accepted.light, accepted.dark)).toBeGreaterThan(20);
});
