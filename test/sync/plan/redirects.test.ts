import { expect, test } from 'vitest';
import { planRedirects } from '../../../src/sync/plan/plan-content.ts';
import { releaseRow } from '../../support/rows.ts';
import { startSync } from '../run-sync.ts';

const at = (...entries: [id: string, slug: string][]) =>
  new Map(entries.map(([id, slug]) => [id, { slug }]));

test('redirects an old address to the new one', () => {
  expect(planRedirects({}, at(['a', 'old']), at(['a', 'new']))).toEqual({ old: 'new' });
});

test('redirects straight to the current address, however often an entry moved', () => {
  const prior = { first: 'second' };
  const redirects = planRedirects(prior, at(['a', 'second']), at(['a', 'third']));
  expect(redirects).toEqual({ first: 'third', second: 'third' });
});

test('never redirects the current address of an entry', () => {
  const before = at(['a', 'one'], ['b', 'two']);
  expect(planRedirects({}, before, at(['a', 'two'], ['b', 'three']))).toEqual({ one: 'two' });
});

test('drops the old addresses of a withdrawn entry', () => {
  expect(planRedirects({ old: 'new' }, at(['a', 'new']), at())).toEqual({});
});

test('keeps a redirect to an existing entry if the previous entry is unknown', () => {
  expect(planRedirects({ old: 'new' }, at(), at(['a', 'new']))).toEqual({ old: 'new' });
  expect(planRedirects({ old: 'new' }, at(['b', 'new']), at(['a', 'new']))).toEqual({});
});

test('keeps all redirects if nothing moved', () => {
  const entries = at(['a', 'new'], ['b', 'other']);
  expect(planRedirects({ old: 'new' }, entries, entries)).toEqual({ old: 'new' });
});

test('a sync keeps redirects from earlier addresses', async () => {
  await using it = await startSync({ releases: [releaseRow('a', { slug: 'old' })] });
  await it.run();
  it.script.releases = [releaseRow('a', { slug: 'new' })];
  await it.run();
  expect((await it.content()).redirects).toEqual({ releases: { old: 'new' }, milestones: {} });
  expect((await it.run()).files).toEqual({ written: 0, removed: 0 });
});

test('a sync remembers the old slugs of a project until another project takes the slug', async () => {
  const withSlug = (slug: string, id = 'p-web') =>
    releaseRow(`of-${id}`, { project: { id, name: slug, slug } });
  await using it = await startSync({ releases: [withSlug('web')] });
  await it.run();
  expect((await it.content()).redirects.projects).toBeUndefined();
  it.script.releases = [withSlug('site')];
  await it.run();
  it.script.releases = [withSlug('app')];
  await it.run();
  expect((await it.content()).redirects.projects).toEqual({ web: 'app', site: 'app' });
  expect((await it.run()).files).toEqual({ written: 0, removed: 0 });
  it.script.releases = [withSlug('app'), withSlug('web', 'p-other')];
  await it.run();
  expect((await it.content()).redirects.projects).toEqual({ site: 'app' });
});
