import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

test('every style sheet is imported into the layer that the maintainer’s styles override', () => {
  const sheets = globSync('src/{site,features}/**/*.css').map((file) => readFileSync(file, 'utf8'));
  const imports = sheets.flatMap((text) => text.match(/@import [^;]*;/g) ?? []);
  expect(imports.length).toBeGreaterThan(15);
  expect(imports.filter((line) => !line.endsWith(' layer(waymark);'))).toEqual([]);
});

test('pages import no styles outside the layer', () => {
  const taken = new Set(
    globSync('src/{site,features}/**/*.astro').flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/(?:from|import) '(\S+\.css)(?:\?url)?'/g)].map(
        ([, name = '']) => join(dirname(file), name),
      ),
    ),
  );
  expect(taken.size).toBeGreaterThan(3);
  for (const file of taken) {
    const text = readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
    expect(text.replace(/@import [^;]*;/g, '').trim(), file).toBe('');
  }
});

test('nothing is !important, because that would reverse the order of layers', () => {
  for (const file of globSync('src/**/*.css'))
    expect(readFileSync(file, 'utf8'), file).not.toContain('!important');
});
