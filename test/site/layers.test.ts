import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

test('every sheet of pages comes in through the layer that gives way to the maintainer’s', () => {
  const sheets = globSync('src/{site,features}/**/*.css').map((file) => readFileSync(file, 'utf8'));
  const imports = sheets.flatMap((text) => text.match(/@import [^;]*;/g) ?? []);
  expect(imports.length).toBeGreaterThan(15);
  expect(imports.filter((line) => !line.endsWith(' layer(waymark);'))).toEqual([]);
});

test('pages take in no sheet beside the layer', () => {
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

test('nothing is important: that would turn the order of layers around', () => {
  for (const file of globSync('src/**/*.css'))
    expect(readFileSync(file, 'utf8'), file).not.toContain('!important');
});
