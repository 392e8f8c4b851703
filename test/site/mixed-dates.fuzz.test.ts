// @module-tag soak

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { digestsOf } from '../../src/features/digests/digests.ts';
import { filterData } from '../../src/features/filters/filter-data.ts';
import { orderVersions } from '../../src/features/upgrade/order-versions.ts';
import { newsDocuments } from '../../src/features/widget/news-documents.ts';
import { noonOf } from '../../src/lib/time/days.ts';
import { archives } from '../../src/site/releases/archives.ts';
import { channelDocuments } from '../../src/site/releases/feeds/channel-documents.ts';
import { listPages } from '../../src/site/releases/release-list.ts';
import { timeline } from '../../src/site/releases/timeline.ts';
import { releaseEntry } from '../support/entries.ts';
import { fuzzRuns } from '../support/fuzz-runs.ts';
import { coreOf } from './feeds/sources.ts';
import { siteWith } from './site.ts';
import { days, zones } from './zones-and-days.ts';

const dates = fc.record({
  day: fc.constantFrom(...days.filter((day) => day.startsWith('2026-03'))),
  minute: fc.option(fc.integer({ min: 0, max: 24 * 60 - 1 })),
});

test('entries with days and entries with moments have the same order everywhere', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...zones),
      fc.array(dates, { minLength: 1, maxLength: 12 }),
      async (timeZone, all) => {
        const releases = all.map(({ day, minute }, index) =>
          releaseEntry(`r-${index}`, {
            project: 'p-web',
            ...(minute === null
              ? { released_at: noonOf(day, timeZone).toISOString(), released_on: day }
              : { released_at: new Date(Date.parse(day) + minute * 60_000).toISOString() }),
          }),
        );
        const site = siteWith({ timeZone, feedItems: 100, show: { digests: true } });
        const core = coreOf({ releases, site, now: new Date('2027-01-01') });
        const ids = (some: readonly { id: string }[]) => some.map(({ id }) => id);
        const slugs = ({ releases }: { releases: { url: string }[] }) =>
          releases.map(({ url }) => url.split('/').at(-2));
        const expected = ids(
          releases.toSorted(
            (a, b) =>
              Date.parse(b.released_at) - Date.parse(a.released_at) || (a.id < b.id ? -1 : 1),
          ),
        );
        expect(ids(timeline(core.releases, 100).flatMap(({ items }) => items))).toEqual(expected);
        expect(ids(listPages(core.releases).flatMap(({ items }) => items))).toEqual(expected);
        expect(ids(orderVersions(core.releases).releases)).toEqual(expected);
        expect(filterData(core.releases, site).releases.map(([slug]) => slug)).toEqual(expected);
        for (const archive of archives(core.releases, site)) {
          const own = new Set(ids(archive.releases));
          expect(ids(archive.releases)).toEqual(expected.filter((id) => own.has(id)));
        }
        for (const { releases: some } of digestsOf(core).flatMap(({ weeks }) => weeks)) {
          const own = new Set(ids(some));
          expect(ids(some)).toEqual(expected.filter((id) => own.has(id)));
        }
        for (const { path, write } of newsDocuments(core))
          expect([path, slugs(JSON.parse(await write()))]).toEqual([path, expected]);
        const feeds = channelDocuments(core).filter(({ path }) => path.endsWith('feed.json'));
        expect(feeds.length).toBeGreaterThan(2);
        for (const { path, write } of feeds) {
          const { items } = JSON.parse(await write()) as { items: { url: string }[] };
          if (items.length > 0)
            expect([path, slugs({ releases: items })]).toEqual([path, expected]);
        }
      },
    ),
    { numRuns: fuzzRuns(60), seed: 54 },
  );
});
