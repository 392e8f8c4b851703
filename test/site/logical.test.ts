import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** What names a side of the page, and so is wrong where text runs the other way. */
const physical = [
  /^(?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right|top|bottom)\b/,
  /^(?:left|right|top|bottom|width|height|(?:min|max)-(?:width|height))$/,
  /^border-(?:top|bottom)-(?:left|right)-radius$/,
];
const sided = /^(?:float|clear|text-align|text-align-last|caption-side)$/;
const shorthand = /^(?:margin|padding|inset|border-width|border-style|border-color)$/;

/** A corner that is turned downwards is the same on both sides. */
const corner = /border-width: 0 (\S+) \1 0;\n\s*(?:rotate|transform): ?(?:[^;]*rotate\()?45deg/;

const sheets = globSync('src/**/*.css').map((file) => ({ file, text: readFileSync(file, 'utf8') }));

test('no style names left and right where it means start and end', () => {
  expect(sheets.length).toBeGreaterThan(15);
  const found = sheets.flatMap(({ file, text }) =>
    declarationsIn(text.replace(new RegExp(corner, 'g'), ''))
      .filter(({ name, value }) => isPhysical(name, value))
      .map(({ name, value }) => `${file}: ${name}: ${value}`),
  );
  expect(found).toEqual([]);
});

test('letters are not spaced, raised or made to lean where writing cannot bear it', () => {
  const all = sheets.flatMap(({ text }) => declarationsIn(text));
  const spaced = all.filter(({ name }) => name === 'letter-spacing');
  expect(spaced.length).toBeGreaterThan(3);
  expect(spaced.filter(({ value }) => value !== '0' && !value.includes('var(--tracking)'))).toEqual(
    [],
  );
  expect(all.filter(({ name }) => name === 'text-transform')).toEqual([]);
  expect(all.filter(({ value }) => /small-caps/.test(value))).toEqual([]);
});

test('arrows point the other way where text runs the other way', () => {
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

/** Declarations of all rules; not the conditions of media. */
function declarationsIn(sheet: string): { name: string; value: string }[] {
  const bare = sheet.replace(/\/\*[\s\S]*?\*\//g, '').replace(/@media[^{]*/g, '');
  return [...bare.matchAll(/(?<=[{;]\s*)([a-z-]+):\s*([^;{}]+);/g)].map(
    ([, name = '', value = '']) => ({ name, value }),
  );
}
