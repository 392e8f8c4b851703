import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';

const named = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, name = '']) => basename(name));

test('every sheet of pages comes in through the layer that gives way to the maintainer’s', () => {
  const sheets = globSync('src/styles/*.css').map((file) => readFileSync(file, 'utf8'));
  const imports = sheets.flatMap((text) => text.match(/@import [^;]*;/g) ?? []);
  expect(imports.length).toBeGreaterThan(15);
  expect(imports.filter((line) => !line.endsWith(' layer(waymark);'))).toEqual([]);
});

test('pages take in no sheet beside the layer', () => {
  const sources = globSync('src/**/*.astro').map((file) => readFileSync(file, 'utf8'));
  const taken = new Set(sources.flatMap((text) => named(text, /styles\/(\S+\.css)[?']/g)));
  expect(taken.size).toBeGreaterThan(3);
  for (const name of taken) {
    const text = readFileSync(`src/styles/${name}`, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
    expect(text.replace(/@import [^;]*;/g, '').trim(), name).toBe('');
  }
});

test('nothing is important: that would turn the order of layers around', () => {
  for (const file of globSync('src/**/*.css'))
    expect(readFileSync(file, 'utf8'), file).not.toContain('!important');
});
