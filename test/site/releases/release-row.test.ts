import { expect, test } from 'vitest';
import { rowMaker, typesInRows } from '../../../src/site/releases/release-row.ts';
import { listed } from '../listed.ts';
import { siteContext, siteWith } from '../site.ts';

const { projects, workspace } = siteContext();
const several = new Map([...projects, ['p-api', { id: 'p-api', slug: 'api', name: 'API' }]]);
const site = siteContext({ projects: several });
const release = listed('a', { title: 'v1.2.0', version: '1.2.0', project: 'p-web' });

test('a row has the project’s name if the list has several projects', () => {
  expect(rowMaker(site, true)(release)).toMatchObject({
    project: 'Web',
    projectHref: '/notes/projects/web/',
    title: '1.2.0',
    version: undefined,
  });
  expect(rowMaker(site, false)(release).title).toBe('1.2.0');
  expect(rowMaker(siteContext(), true)(release).title).toBe('v1.2.0');
  expect(rowMaker(site, true)({ ...release, project: 'gone' }).title).toBe('v1.2.0');
});

test('a row has a short date in the language and time zone of the site', () => {
  const late = { ...release, released_at: '2026-12-31T23:30:00.000Z' };
  const german = siteWith({ locale: 'de', timeZone: 'Europe/Berlin' });
  expect(rowMaker(site, true)(late).date.text).toBe('31 Dec 2026');
  expect(rowMaker(german, true)(late).date.text).toBe('01.01.2027');
});

const type = (slug: string) => ({ id: slug, slug, title: slug, color: null });
const typed = siteContext({
  workspace: { ...workspace, change_types: ['new', 'fixed', 'docs', 'ci', 'breaking'].map(type) },
});

test('a row shows up to three types, those that need action first, and counts the others', () => {
  const types = ['ci', 'docs', 'breaking', 'new', 'gone', 'ci'];
  const namesOf = (isPreRelease: boolean) =>
    rowMaker(
      typed,
      true,
    )(listed('a', { types, is_pre_release: isPreRelease })).types.map(({ name }) => name);
  const labels = rowMaker(typed, true)(listed('a', { types })).types.map(({ label }) => label);
  expect(labels).toEqual([undefined, undefined, undefined, '1 more type']);
  expect(namesOf(false)).toEqual(['breaking', 'new', 'docs', '+1']);
  expect(namesOf(true)).toEqual(['breaking', 'new', '+2']);
  expect(typesInRows(typed).map(({ slug }) => slug)).toEqual([
    ...['breaking', 'new', 'fixed', 'docs', 'ci'],
  ]);
});
