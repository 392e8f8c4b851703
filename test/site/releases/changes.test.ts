import { expect, test } from 'vitest';
import type { EntryChange } from '../../../src/model/content/content.ts';
import { groupedChanges } from '../../../src/site/releases/changes.ts';
import { siteContext } from '../site.ts';

const types = siteContext().workspace.change_types;
const grouped = (changes: EntryChange[]) => groupedChanges({ changes }, types);
const placed = (changes: EntryChange[]) => grouped(changes).flatMap((group) => group.changes);
/** The anchors of changes, by their HTML. */
const anchors = (...changes: EntryChange[]) =>
  Object.fromEntries(placed(changes).map(({ html, anchor }) => [html, anchor]));

const named = (id: string, html: string, type = 'new') => ({ id, type, html });
const unnamed = (html: string, type: string | null = 'new') => ({ type, html });

test('numbers changes in the order of the page', () => {
  const groups = grouped([
    unnamed('a', 'gone'),
    unnamed('b', 'fixed'),
    unnamed('c', 'new'),
    unnamed('d', null),
    unnamed('e', 'fixed'),
  ]);
  const reported = groups.map(({ type, changes }) => [
    type,
    ...changes.map(({ html, position }) => `${position} ${html}`),
  ]);
  expect(reported).toEqual([
    ['new', '1 c'],
    ['fixed', '2 b', '3 e'],
    [null, '4 a', '5 d'],
  ]);
});

test('types of files keep the order of the release, after types of the API', () => {
  const type = (slug: string, id?: string) => ({
    slug,
    title: slug,
    color: null,
    ...(id && { id }),
  });
  const all = [type('fixed', '1'), type('added'), type('breaking')];
  const changes = ['breaking', 'added', 'fixed', 'breaking'].map((slug) => unnamed(slug, slug));
  expect(groupedChanges({ changes }, all).map(({ type }) => type)).toEqual([
    ...['fixed', 'breaking', 'added'],
  ]);
});

test('has no empty groups', () => {
  expect(grouped([])).toEqual([]);
  expect(grouped([unnamed('b', 'fixed')])).toHaveLength(1);
});

test('a change keeps its anchor when others are added, removed or moved', () => {
  const [one, two] = [named('1', 'one'), unnamed('<b>two</b>')];
  const before = anchors(one, two);
  expect(anchors(unnamed('new', 'fixed'), two, named('3', 'three'), one)).toMatchObject(before);
  expect(anchors(two)).toEqual({ '<b>two</b>': before['<b>two</b>'] });
});

test('a change with an id keeps its anchor when it is edited or gets another type', () => {
  expect(anchors(named('1', 'edited', 'fixed')).edited).toBe(anchors(named('1', 'one')).one);
});

test('a change without an id keeps its anchor when only its markup is edited', () => {
  expect(anchors(unnamed('<em>one</em>  two'))['<em>one</em>  two']).toBe(
    anchors(unnamed('one two'))['one two'],
  );
});

test('changes that differ only in type, text or id have different anchors', () => {
  const all = [
    ...[unnamed('x'), unnamed('x', 'fixed'), unnamed('x', null), unnamed('y')],
    ...[named('x', 'x'), named('y', 'x'), named('new', 'x')],
  ];
  expect(new Set(all.map((one) => anchors(one)[one.html])).size).toBe(all.length);
});

test('equal changes have different anchors', () => {
  const twins = [named('1', 'a'), named('1', 'b'), unnamed('x'), unnamed('x'), unnamed('x')];
  const found = placed(twins).map(({ anchor }) => anchor);
  expect(new Set(found).size).toBe(5);
  for (const anchor of found) expect(anchor).toMatch(/^change-[0-9a-f]{8}(?:-[23])?$/);
});
