import { expect, test } from 'vitest';
import { planRedirects } from '../../../src/sync/plan/redirects.ts';
import { releaseRow } from '../../support/rows.ts';
import { startSync } from '../run-sync.ts';

const at = (...entries: [string, string][]) => entries.map(([id, slug]) => ({ id, slug }));

test('leads from an old address to the new one', () => {
  expect(planRedirects({}, at(['a', 'old']), at(['a', 'new']))).toEqual({ old: 'new' });
});

test('leads straight to where an entry is now, however often it moved', () => {
  const prior = { first: 'second' };
  const redirects = planRedirects(prior, at(['a', 'second']), at(['a', 'third']));
  expect(redirects).toEqual({ first: 'third', second: 'third' });
});

test('lets a live entry have its own address', () => {
  const before = at(['a', 'one'], ['b', 'two']);
  expect(planRedirects({}, before, at(['a', 'two'], ['b', 'three']))).toEqual({ one: 'two' });
});

test('forgets the old addresses of what was withdrawn', () => {
  expect(planRedirects({ old: 'new' }, at(['a', 'new']), at())).toEqual({});
});

test('keeps the old address of what stands where it led, though nobody knows what stood there', () => {
  expect(planRedirects({ old: 'new' }, at(), at(['a', 'new']))).toEqual({ old: 'new' });
  expect(planRedirects({ old: 'new' }, at(['b', 'new']), at(['a', 'new']))).toEqual({});
});

test('is the same again when nothing moved', () => {
  const entries = at(['a', 'new'], ['b', 'other']);
  expect(planRedirects({ old: 'new' }, entries, entries)).toEqual({ old: 'new' });
});

test('a sync keeps the addresses that entries once had', async () => {
  await using it = await startSync({ releases: [releaseRow('a', { slug: 'old' })] });
  await it.run();
  it.script.releases = [releaseRow('a', { slug: 'new' })];
  await it.run();
  expect((await it.content()).redirects).toEqual({ releases: { old: 'new' }, milestones: {} });
  expect((await it.run()).files).toEqual({ written: 0, removed: 0 });
});
