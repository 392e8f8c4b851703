import { expect, test } from 'vitest';
import { slugPattern } from '../../../src/model/api/primitives.ts';
import { createPair } from '../../../src/model/content/colour-pair.ts';
import { createChangeTypes } from '../../../src/sync/prepare/change-types.ts';
import { workspace } from '../../support/rows.ts';

const typesOf = (...titles: string[]) =>
  createChangeTypes({
    ...workspace,
    release_change_types: titles.map((title, index) => ({
      id: `t-${index}`,
      title,
      color: '#16a34a',
    })),
  });
const titled = (title: string, color = '#ff0000') => ({ title, color, content: '' });

test('resolves both forms of a change to the same type', () => {
  const types = typesOf('New');
  expect(types.resolve({ id: 'c', change_id: 't-0', content: '' })).toBe('new');
  expect(types.resolve(titled('New'))).toBe('new');
});

test.each(['new', 'NEW', ' New ', 'New\n'])('finds a workspace type by the title %j', (title) => {
  const types = typesOf('New');
  expect(types.resolve(titled(title))).toBe('new');
  expect(types.table(new Set(['new']), [])).toEqual([
    { id: 't-0', slug: 'new', title: 'New', color: createPair('#16a34a') },
  ]);
});

test('treats a title that the workspace does not have as a type of its own', () => {
  const types = typesOf('New');
  expect(types.resolve(titled('Security', '#F00'))).toBe('security');
  expect(types.table(new Set(['security']), types.unlisted([titled('Security', '#F00')]))).toEqual([
    { slug: 'security', title: 'Security', color: createPair('#ff0000') },
  ]);
});

test('falls back to the title if the id of the type is unknown', () => {
  expect(typesOf('New').resolve({ change_id: 'gone', ...titled('New') })).toBe('new');
});

test.each([{ content: '' }, { change_id: 'gone', content: '' }, titled(''), titled(' \u200b')])(
  'gives no type to %j',
  (change) => {
    expect(typesOf('New').resolve(change)).toBeNull();
  },
);

test("lists the workspace's types in its own order, then others by slug", () => {
  const types = typesOf('Zebra', 'Apple');
  const unlisted = types.unlisted(['Yak', 'Apple', 'Bee'].map((title) => titled(title)));
  const used = new Set(['apple', 'bee', 'yak', 'zebra']);
  expect(types.table(used, unlisted).map(({ slug }) => slug)).toEqual([
    'zebra',
    'apple',
    'bee',
    'yak',
  ]);
});

test('leaves out types that no public entry uses', () => {
  const types = typesOf('New', 'Secret');
  const unlisted = types.unlisted([titled('Draft only')]);
  expect(types.table(new Set(['new']), unlisted).map(({ title }) => title)).toEqual(['New']);
});

test('keeps a type that is used by entries that were not read again', () => {
  const known = [{ slug: 'security', title: 'Security', color: null }];
  expect(typesOf('New').table(new Set(['security']), known)).toEqual(known);
});

test('keeps two workspace types with the same title apart', () => {
  const types = typesOf('New', 'New');
  const slugs = ['t-0', 't-1'].map((change_id) => types.resolve({ change_id, content: '' }));
  expect(new Set(slugs).size).toBe(2);
});

test('keeps titles apart that differ only in punctuation', () => {
  const types = typesOf();
  const slugs = ['C', 'C++', 'C#'].map((title) => types.resolve({ title, content: '' }));
  expect(new Set(slugs).size).toBe(3);
  expect(slugs[0]).toBe('c');
});

test.each(['Con', 'NUL', 'com1', 'lpt9'])(
  'gives the type %j a slug that is a safe file name',
  (title) => {
    const slugs = [typesOf(title).resolve(titled(title)), typesOf('New').resolve(titled(title))];
    for (const slug of slugs) {
      expect(slug).toMatch(slugPattern);
      expect(slug).toMatch(new RegExp(`^${title.toLowerCase()}-[0-9a-f]{8}`));
    }
  },
);
