import { describe, expect, test } from 'vitest';
import { cardView } from '../../src/features/cards/card-view.ts';
import { digestsOf } from '../../src/features/digests/digests.ts';
import { filterData } from '../../src/features/filters/filter-data.ts';
import { llms } from '../../src/features/markdown/llms-txt.ts';
import { releasePage } from '../../src/features/search/search-page.ts';
import { upgradeRelease } from '../../src/features/upgrade/upgrade-changes.ts';
import { dateText } from '../../src/features/widget/news-list.ts';
import { dayIn, noonOf } from '../../src/lib/time/days.ts';
import { archives } from '../../src/site/releases/archives.ts';
import { releaseItem } from '../../src/site/releases/feeds/release-item.ts';
import { monthGroups } from '../../src/site/releases/months.ts';
import { movedYears } from '../../src/site/releases/moved-years.ts';
import { rowMaker } from '../../src/site/releases/release-row.ts';
import { releaseView } from '../../src/site/releases/release-view.ts';
import { publicationOf } from '../../src/site/releases/structured-data.ts';
import { namedRelease } from '../../src/site/roadmap/shipped-in.ts';
import { row as listing } from '../features/cards/rows.ts';
import { releaseEntry } from '../support/entries.ts';
import { coreOf } from './feeds/sources.ts';
import { listed } from './listed.ts';
import { siteWith } from './site.ts';
import { days, zones } from './zones-and-days.ts';

test('tries 20 zones and 40 days', () => {
  expect([new Set(zones).size, new Set(days).size]).toEqual([20, 40]);
});

describe.each(zones)('in %s', (timeZone) => {
  const site = siteWith({ timeZone, show: { digests: true } });
  // New entries have their moment at noon in the zone. Entries that are older than the written days
  // have it at noon UTC, which is another day in some zones.
  const momentsOf = (day: string) => [noonOf(day, timeZone).toISOString(), `${day}T12:00:00.000Z`];

  test('every place shows the written day', () => {
    for (const day of days)
      for (const released_at of momentsOf(day)) {
        const dated = { released_at, released_on: day };
        const entry = releaseEntry('a', dated);
        const row = listed('a', dated);
        const at = Date.parse(day);
        const text = (style: 'long' | 'medium') =>
          new Intl.DateTimeFormat('en-GB', { dateStyle: style, timeZone: 'UTC' }).format(at);
        expect(releaseView(entry, site).date.text).toBe(text('long'));
        expect(rowMaker(site, true)(row).date.text).toBe(text('medium'));
        const year = archives([row], site).find(({ kind }) => kind === 'year');
        expect([year?.path, year?.name]).toEqual([`${day.slice(0, 4)}/`, day.slice(0, 4)]);
        expect(monthGroups([row], (one) => one, 'month', site)[0]?.id).toBe(day.slice(0, 7));
        expect(filterData([row], site).releases[0]?.[2]).toBe(day);
        expect(releasePage(entry, site).date?.text).toBe(text('long'));
        expect(upgradeRelease(entry, site).day).toBe(day);
        expect(cardView(listing('a', dated), site)?.date?.text).toBe(text('long'));
        expect(dateText(dated, { locale: 'en-GB', language: 'en' })).toBe(text('medium'));
        expect(llms([row], [], site)).toContain(text('long'));
        expect(namedRelease(row, site).detail).toBe(text('long'));
        expect(publicationOf(entry)).toEqual({ published: day, modified: day });
        const updated = { updated_at: '2026-12-31T12:00:00.000Z', updated_on: '2026-12-31' };
        expect(publicationOf({ ...entry, ...updated }).modified).toBe('2026-12-31');
        const now = new Date(at + 20 * 24 * 60 * 60 * 1000);
        const [all] = digestsOf(coreOf({ releases: [entry], site, now }));
        expect(all?.weeks.map(({ week }) => week)).toEqual([mondayOf(day)]);
        expect(releaseItem(entry, site).published).toBe(released_at);
      }
  });

  test('a new entry’s date in feeds is on the written day', () => {
    for (const day of days) expect(dayIn(noonOf(day, timeZone), timeZone)).toBe(day);
  });

  test('years without releases redirect to the year of the written day', () => {
    for (const day of days)
      for (const released_at of momentsOf(day)) {
        const [before, after] = [dayIn(Date.parse(released_at), timeZone), day].map(
          (one) => `${one.slice(0, 4)}/`,
        );
        expect(movedYears([listed('a', { released_at, released_on: day })], site)).toEqual(
          before === after ? [] : [{ from: before, to: after }],
        );
        expect(movedYears([listed('a', { released_at })], site)).toEqual([]);
      }
  });
});

function mondayOf(day: string): string {
  const date = new Date(day);
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
  return date.toISOString().slice(0, 10);
}
