import { expect, test } from 'vitest';
import { createFreshness } from '../../../src/sync/read/freshness.ts';
import { reduced, releaseRow } from '../../support/rows.ts';
import { now, startSync } from '../run-sync.ts';

const hour = 60 * 60 * 1000;
const later = (hours: number) => new Date(now.getTime() + hours * hour);
const keys = Array.from({ length: 200 }, (_, n) => `releases/r-${n}`);
const dueAfter = (hours: number) => {
  const times = Object.fromEntries(keys.map((key) => [key, now.getTime()]));
  const freshness = createFreshness(times, later(hours), false);
  return keys.filter((key) => freshness.isDue(key)).length;
};

test('trusts a record for a day', () => {
  expect(dueAfter(24)).toBe(0);
});

test('spreads the next reading over the second day', () => {
  expect(dueAfter(36)).toBeGreaterThan(60);
  expect(dueAfter(36)).toBeLessThan(140);
});

test('reads every record again within two days', () => {
  expect(dueAfter(48.01)).toBe(200);
});

test('treats a record without a known time as read now', () => {
  const freshness = createFreshness({}, now, false);
  expect(freshness.isDue('releases/a')).toBe(false);
  expect(freshness.next()).toEqual({ 'releases/a': now.getTime() });
});

test('forgets records that were not asked about', () => {
  const freshness = createFreshness({ 'releases/gone': 1, 'releases/a': 2 }, now, false);
  freshness.isDue('releases/a');
  expect(freshness.next()).toEqual({ 'releases/a': 2 });
});

test('a sync reads the record of a reduced row again, but not before a day has passed', async () => {
  await using it = await startSync({ releases: [releaseRow('a')], listed: reduced });
  await it.run();
  it.script.releases = [releaseRow('a', { body: '<p>Edited unseen</p>' })];
  await it.run({ now: later(23) });
  expect((await it.content()).releases.get('a')?.body).toBe('<p>Body of a</p>');
  await it.run({ now: later(49) });
  expect((await it.content()).releases.get('a')?.body).toBe('<p>Edited unseen</p>');
  it.api.askedFor();
  await it.run({ now: later(50) });
  expect(it.api.askedFor()).not.toContain('/v1/releases/a');
});
