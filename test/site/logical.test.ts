import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Properties that name a side of the page, and so are wrong in right-to-left text. */
const physical = [
  /^(?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right|top|bottom)\b/,
  /^(?:left|right|top|bottom|width|height|(?:min|max)-(?:width|height))$/,
  /^border-(?:top|bottom)-(?:left|right)-radius$/,
];
const sided = /^(?:float|clear|text-align|text-align-last|caption-side)$/;
const shorthand = /^(?:margin|padding|inset|border-width|border-style|border-color)$/;

/** A corner that is rotated to point down is symmetric, so it may name sides. */
const corner = /border-width: 0 (\S+) \1 0;\n\s*(?:rotate|transform): ?(?:[^;]*rotate\()?45deg/;

const sheets = globSync('src/**/*.css').map((file) => ({ file, text: readFileSync(file, 'utf8') }));

test('no style uses left or right where it means start or end', () => {
  expect(sheets.length).toBeGreaterThan(15);
  const found = sheets.flatMap(({ file, text }) =>
    declarationsIn(text.replace(new RegExp(corner, 'g'), ''))
      .filter(({ name, value }) => isPhysical(name, value))
      .map(({ name, value }) => `${file}: ${name}: ${value}`),
  );
  expect(found).toEqual([]);
});

test('letter-spacing depends on the script, and text-transform and small-caps are not used', () => {
  const all = sheets.flatMap(({ text }) => declarationsIn(text));
  const spaced = all.filter(({ name }) => name === 'letter-spacing');
  expect(spaced.length).toBeGreaterThan(3);
  expect(spaced.filter(({ value }) => value !== '0' && !value.includes('var(--tracking)'))).toEqual(
    [],
  );
  expect(all.filter(({ name }) => name === 'text-transform')).toEqual([]);
  expect(all.filter(({ value }) => /small-caps/.test(value))).toEqual([]);
});

test('arrows are mirrored in right-to-left text', () => {
  for (const { file, text } of sheets) {
    const arrows = text.match(/content: "[^"]*[→›»]/g) ?? [];
    const turned = text.match(/:dir\(rtl\)[^{]*\{\s*content: "[^"]*[←‹«]/g) ?? [];
    expect(turned.length, file).toBe(arrows.length);
  }
});

function isPhysical(name: string, value: string): boolean {
  if (sided.test(name)) return /\b(?:left|right)\b/.test(value);
  if (!shorthand.test(name)) return physical.some((pattern) => pattern.test(name));
  const sides = value.match(/(?:[^\s()]|\((?:[^()]|\([^()]*\))*\))+/g) ?? [];
  return sides.length === 4 && sides[1] !== sides[3];
}

/** The declarations of all rules, without the conditions of media queries. */
function declarationsIn(sheet: string): { name: string; value: string }[] {
  const bare = sheet.replace(/\/\*[\s\S]*?\*\//g, '').replace(/@media[^{]*/g, '');
  return [...bare.matchAll(/(?<=[{;]\s*)([a-z-]+):\s*([^;{}]+);/g)].map(
    ([, name = '', value = '']) => ({ name, value }),
  );
}
