import { expect, test } from 'vitest';
import { createPair } from '../../../src/model/content/colour-pair.ts';
import {
  buildLabelTable,
  buildProjectTable,
  readColour,
} from '../../../src/sync/prepare/tables.ts';

test.each([
  ['#16a34a', { light: '#007b22', dark: '#16a34a' }],
  ['#16A34A', { light: '#007b22', dark: '#16a34a' }],
  ['#18c', createPair('#1188cc')],
  ['16a34a', null],
  ['red', null],
  ['#16a34a80', null],
  ['#16a34a;}body{', null],
  ['url(#a)', null],
  ['', null],
  [null, null],
  [undefined, null],
])('reads the colour %j as %j', (hex, pair) => {
  expect(readColour(hex)).toEqual(pair);
});

const used = new Set(['l-1']);
const whole = { id: 'l-1', slug: 'speed', name: 'Speed', color: '#7c3aed' };
const kept = { ...whole, color: createPair('#7c3aed') };

test('takes the most complete form of a label from any row', () => {
  const rows = [{ id: 'l-1', name: 'Speed' }, whole, { id: 'l-1', name: 'Speed', color: '#000' }];
  expect(buildLabelTable(used, rows, [])).toEqual([kept]);
});

test('completes a reduced label from earlier content', () => {
  expect(buildLabelTable(used, [{ id: 'l-1', name: 'Speed' }], [kept])).toEqual([kept]);
});

test('takes the new name of a renamed label', () => {
  const renamed = { ...whole, name: 'Velocity' };
  expect(buildLabelTable(used, [renamed], [kept])).toEqual([{ ...kept, name: 'Velocity' }]);
});

test('leaves out labels and projects that no entry uses', () => {
  const secret = { id: 'x', slug: 'secret', name: 'Secret', color: '#000000' };
  expect(buildLabelTable(used, [whole, secret], [])).toEqual([kept]);
  expect(buildProjectTable(new Set(), [secret], [secret])).toEqual([]);
});

test('makes a slug if none is given', () => {
  const [label] = buildLabelTable(used, [{ id: 'l-1', name: 'Très vite' }], []);
  expect(label).toEqual({ id: 'l-1', slug: 'tres-vite', name: 'Très vite', color: null });
});

test('gives two labels with the same slug different slugs', () => {
  const rows = [whole, { ...whole, id: 'l-2' }];
  const slugs = buildLabelTable(new Set(['l-1', 'l-2']), rows, []).map(({ slug }) => slug);
  expect(new Set(slugs).size).toBe(2);
});

test('sorts labels and projects by name', () => {
  const rows = ['Zoo', 'apple', 'Éclair', 'Bee'].map((name) => ({ id: name, name }));
  const ids = new Set(rows.map(({ id }) => id));
  const names = ['apple', 'Bee', 'Éclair', 'Zoo'];
  expect(buildLabelTable(ids, rows, []).map(({ name }) => name)).toEqual(names);
  expect(buildProjectTable(ids, rows, []).map(({ name }) => name)).toEqual(names);
});

test('removes forbidden characters and line breaks from names', () => {
  const [label] = buildLabelTable(used, [{ id: 'l-1', name: ' A\u0000\nB\uffff ' }], []);
  expect(label?.name).toBe('A B');
});

test('writes signs in slugs of new labels as words, and keeps those of known labels', () => {
  const rows = ['C', 'C#', 'C++', 'F#'].map((name) => ({ id: name, name, color: '#000' }));
  const all = new Set(rows.map(({ id }) => id));
  const slugsOf = (known: { id: string; slug: string; name: string }[]) =>
    buildLabelTable(all, rows, known)
      .map(({ slug }) => slug)
      .toSorted();
  expect(slugsOf([])).toEqual(['c', 'c-plus-plus', 'c-sharp', 'f-sharp']);
  expect(slugsOf([{ id: 'F#', slug: 'f', name: 'F#' }])).toEqual([
    ...['c', 'c-plus-plus', 'c-sharp'],
    'f',
  ]);
});
