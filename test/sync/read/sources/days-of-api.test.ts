import { expect, test } from 'vitest';
import { firstSeen } from '../../../../src/model/content/release-log.ts';
import type { SourceSet } from '../../../../src/sync/read/sources/upstream.ts';
import { releaseRow, workspace } from '../../../support/rows.ts';
import { type Synced, startSync } from '../../run-sync.ts';

const day = '2026-03-01';
const noon = { released_at: `${day}T12:00:00.000Z`, released_on: day };
const at = (time: string) => ({ now: new Date(`${day}T${time}Z`) });
const inBerlin: SourceSet = {
  workspace,
  timeZone: 'Europe/Berlin',
  sources: ['api'],
  download: async () => ({ kind: 'unusable', why: 'not asked in this test' }),
};

async function datesOf(it: Synced): Promise<(string | undefined)[][]> {
  const { releases, releaseLog } = await it.content();
  return [...releases.values()]
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ id, released_at, released_on }) => [
      ...[id, released_at, released_on],
      firstSeen(releaseLog, id),
    ]);
}

test.each([undefined, inBerlin])(
  'a release of the API is never later than the sync that first shows it',
  async (sources) => {
    const old = releaseRow('old', { ...noon, updated_at: noon.released_at });
    await using it = await startSync({ releases: [old] });
    await it.run({ ...at('07:00:00'), sources });
    expect(await datesOf(it)).toEqual([
      ['old', `${day}T07:00:00.000Z`, day, `${day}T07:00:00.000Z`],
    ]);

    const new1 = { ...noon, released_at: `${day}T12:00:00.001Z` };
    it.script.releases = [old, releaseRow('b', noon), releaseRow('c', new1)];
    await it.run({ ...at('08:00:00'), sources });
    const dates = [
      ['b', `${day}T07:59:59.999Z`, day, `${day}T08:00:00.000Z`],
      ['c', `${day}T08:00:00.000Z`, day, `${day}T08:00:00.000Z`],
      ['old', `${day}T07:00:00.000Z`, day, `${day}T07:00:00.000Z`],
    ];
    expect(await datesOf(it)).toEqual(dates);
    for (const full of [false, true]) {
      const { releases } = await it.run({ ...at('20:00:00'), full, sources });
      expect([releases.added, releases.changed]).toEqual([[], []]);
    }
    expect(await datesOf(it)).toEqual(dates);
  },
);

test('entries of the API keep the moment that an earlier version gave them', async () => {
  await using it = await startSync({
    releases: [releaseRow('a', { released_at: noon.released_at })],
  });
  await it.run(at('13:00:00'));
  it.script.releases = [releaseRow('a', { released_at: `${day}T11:00:00.000Z`, released_on: day })];
  await it.run(at('14:00:00'));
  expect(await datesOf(it)).toEqual([['a', noon.released_at, day, noon.released_at]]);
});

test('the report names the day and the zone of a release of the API that is public later', async () => {
  const next = { released_at: '2026-03-02T12:00:00.000Z', released_on: '2026-03-02' };
  const row = releaseRow('a', { ...next, version: '2.0.0' });
  await using it = await startSync({ releases: [row] });
  const lineIn = (zone: string) =>
    `A release of the API is dated 2026-03-02: it appears with the first sync from the start of that day in ${zone} (timeZone in sources.yaml)`;
  const own = await it.run(at('23:30:00'));
  expect([own.releases.total, own.warnings]).toEqual([0, [lineIn('UTC')]]);
  const listed = await it.run({ ...at('22:30:00'), sources: inBerlin });
  expect(listed.sources).toMatchObject([
    { name: 'api', entries: 0, notes: [lineIn('Europe/Berlin')] },
  ]);
  expect(listed.warnings.join()).not.toContain('is dated');
  const shown = await it.run({ ...at('23:30:00'), sources: inBerlin });
  expect(shown.releases.added).toEqual(['a']);
});
