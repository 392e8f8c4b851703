import { expect, test } from 'vitest';
import { cardView } from '../../src/features/cards/card-view.ts';
import { filterData } from '../../src/features/filters/filter-data.ts';
import { releasePage } from '../../src/features/search/search-page.ts';
import { upgradeRelease } from '../../src/features/upgrade/upgrade-changes.ts';
import { dayIn } from '../../src/lib/time/days.ts';
import { ApiMilestone, ApiRelease } from '../../src/model/api/rows.ts';
import { archives } from '../../src/site/releases/archives.ts';
import { monthGroups } from '../../src/site/releases/months.ts';
import { rowMaker } from '../../src/site/releases/release-row.ts';
import { releaseView } from '../../src/site/releases/release-view.ts';
import { publicationOf } from '../../src/site/releases/structured-data.ts';
import { milestoneMoments } from '../../src/site/roadmap/milestone-dates.ts';
import { row as listing } from '../features/cards/rows.ts';
import { milestoneEntry, releaseEntry } from '../support/entries.ts';
import { filesIn } from '../support/files-in.ts';
import { milestoneRow, releaseRow } from '../support/rows.ts';
import { startSync } from '../sync/run-sync.ts';
import { writtenOf } from './feeds/sources.ts';
import { listed } from './listed.ts';
import { siteWith } from './site.ts';
import { days, zones } from './zones-and-days.ts';

// Sites whose entries have moments only. The functions that know days must change nothing there.

const dayField = /(?:released|started|ended|created|updated)_on/;
const text = (time: string, dateStyle: 'long' | 'medium', timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle, timeZone }).format(new Date(time));

test('content and documents have no field of a day', async () => {
  await using it = await startSync({
    releases: [releaseRow('a'), releaseRow('b', { released_at: '2026-01-31T23:30:00.000Z' })],
    milestones: [milestoneRow('m', { started_at: '2026-01-31T23:30:00.000Z' })],
  });
  const report = await it.run();
  expect(report.warnings).toEqual([]);
  expect(JSON.stringify(await filesIn(it.folder))).not.toMatch(dayField);
  const { releases, milestones } = await it.content();
  const written = await writtenOf({
    releases: [...releases.values()],
    milestones: [...milestones.values()],
    site: siteWith({ timeZone: 'Asia/Tokyo', show: { digests: true } }),
  });
  expect(written.size).toBeGreaterThan(5);
  // The description of the JSON files names all fields that they may have.
  const data = [...written].filter(([path]) => !/schema|openapi/.test(path));
  expect(data.filter(([, body]) => dayField.test(body)).map(([path]) => path)).toEqual([]);
  for (const [schema, row] of [
    [ApiRelease, releaseRow('a')],
    [ApiMilestone, milestoneRow('m')],
  ] as const)
    expect(JSON.stringify(schema.parse(row))).not.toMatch(dayField);
});

test.each(zones)('every place shows the day of the moment in %s', (timeZone) => {
  const site = siteWith({ timeZone, show: { digests: true } });
  for (const day of days)
    for (const time of ['00:00:00.000Z', '12:00:00.000Z', '23:59:59.999Z']) {
      const dated = { released_at: `${day}T${time}` };
      const updated_at = new Date(Date.parse(dated.released_at) + 2 * 86_400_000).toISOString();
      const entry = releaseEntry('a', { ...dated, updated_at });
      const row = listed('a', dated);
      const local = dayIn(Date.parse(dated.released_at), timeZone);
      const long = text(dated.released_at, 'long', timeZone);
      const view = releaseView(entry, site);
      expect(view.date).toEqual({ iso: dated.released_at, text: long });
      expect(view.edited).toEqual({ iso: updated_at, text: text(updated_at, 'long', timeZone) });
      expect(rowMaker(site, true)(row).date.text).toBe(text(dated.released_at, 'medium', timeZone));
      expect(archives([row], site).find(({ kind }) => kind === 'year')?.name).toBe(
        local.slice(0, 4),
      );
      expect(monthGroups([row], (one) => one, 'month', site)[0]?.id).toBe(local.slice(0, 7));
      expect(filterData([row], site).releases[0]?.[2]).toBe(local);
      expect(upgradeRelease(entry, site).day).toBe(local);
      expect(releasePage(entry, site).date?.text).toBe(long);
      expect(cardView(listing('a', dated), site)?.date?.text).toBe(long);
      expect(publicationOf(entry)).toEqual({ published: dated.released_at, modified: updated_at });
      const milestone = milestoneEntry('m', {
        ...{ created_at: dated.released_at, started_at: null, ended_at: null, updated_at },
      });
      expect(milestoneMoments(milestone, site).map(({ date }) => date.text)).toEqual([
        ...[long, text(updated_at, 'long', timeZone)],
      ]);
    }
});
