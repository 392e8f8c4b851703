import { expect, test } from 'vitest';
import { firstSeen } from '../../src/model/content/release-log.ts';
import { releaseItem } from '../../src/site/releases/feeds/release-item.ts';
import { releaseView } from '../../src/site/releases/release-view.ts';
import { newestFirst } from '../../src/site/releases/timeline.ts';
import { milestoneMoments } from '../../src/site/roadmap/milestone-dates.ts';
import type { SourceRows } from '../../src/sources/source.ts';
import type { SourceSet } from '../../src/sync/read/sources/upstream.ts';
import { siteContext, siteWith } from '../site/site.ts';
import { openFrom } from '../sources/open-from.ts';
import { type SourceFolder, sourceFolder } from '../sources/source-folder.ts';
import { filesIn } from '../support/files-in.ts';
import { startSync } from './run-sync.ts';

const files = {
  'CHANGELOG.md': `## 1.1.1 - 2026-02-28
- Third
## 1.1.0 - 2026-02-28
- Second
## 1.0.0 - 2026-01-01
- First
## 0.9.0 - 2025-12-31
- Old
`,
  'releases/a.md': '---\nreleased_at: 2026-02-28\nupdated_at: 2026-03-01\n---\n\nOne\n',
  'releases/b.md': '---\nreleased_at: 2026-02-27T23:30:00Z\n---\n\nTwo\n',
  'roadmap/m.md':
    '---\ncreated_at: 2025-12-30\nstarted_at: 2025-12-31\nended_at: 2026-02-20\nupdated_at: 2026-03-01\n---\n\nThree\n',
  'past.json': JSON.stringify({
    releases: [
      {
        ...{ id: 'past', title: 'Past', status: 'RELEASED', is_public: true, slug: 'past' },
        released_at: '2026-02-28T12:00:00.000Z',
        released_on: '2026-02-28',
      },
    ],
  }),
};

function open(folder: SourceFolder, timeZone: string): Promise<SourceSet> {
  return openFrom(
    folder.path,
    `workspace: { id: w-1, name: Sample }
timeZone: ${timeZone}
sources:
  - changelog: CHANGELOG.md
  - markdown: releases
    roadmap: roadmap
  - dataset: past.json
`,
  );
}

/** The sources as an older version read them: with noon UTC in place of each day. */
async function openAsBefore(folder: SourceFolder): Promise<SourceSet> {
  const set = await open(folder, 'UTC');
  const withoutDays = ({ releases, milestones, ...rest }: SourceRows): SourceRows => {
    const strip = (rows: SourceRows['releases']) =>
      rows.map((row) => {
        const fields = Object.entries(row).filter(([name]) => !name.endsWith('_on'));
        return Object.fromEntries(fields) as (typeof rows)[number];
      });
    return { ...rest, releases: strip(releases), milestones: strip(milestones) };
  };
  const sources = set.sources.map((source) =>
    source === 'api' ? source : { ...source, read: async () => withoutDays(await source.read()) },
  );
  return { ...set, sources };
}

const later = { now: new Date('2026-03-02T09:00:00.000Z') };

test.each(['UTC', 'Pacific/Auckland', 'Pacific/Kiritimati', 'Etc/GMT+12', 'America/New_York'])(
  'existing entries get their days, and nothing comes up as new in %s',
  async (timeZone) => {
    await using folder = await sourceFolder(files);
    await using it = await startSync();
    const seenOf = async () => {
      const { releases, milestones, releaseLog, redirects } = await it.content();
      const site = siteContext();
      const sorted = newestFirst(
        [...releases.values()].map((one) => ({ ...one, changes: one.changes })),
      );
      return {
        order: sorted.map(({ id, slug, released_at }) => [id, slug, released_at]),
        feed: sorted.map((entry) => {
          const { id, published, edited } = releaseItem(entry, site);
          return [id, published, edited];
        }),
        seen: sorted.map(({ id }) => firstSeen(releaseLog, id)),
        corrections: releaseLog?.corrections,
        redirects,
        milestones: [...milestones.values()].map((one) => [
          ...[one.id, one.started_at, one.ended_at, one.created_at, one.updated_at],
        ]),
      };
    };
    await it.run({ sources: await openAsBefore(folder) });
    const before = await seenOf();
    await it.run({ ...later, sources: await open(folder, timeZone) });
    expect(await seenOf()).toEqual(before);
    const { releases, milestones } = await it.content();
    expect([...releases.values()].map((one) => one.released_on).toSorted()).toEqual([
      ...['2025-12-31', '2026-01-01', '2026-02-28', '2026-02-28', '2026-02-28', '2026-02-28'],
      undefined,
    ]);
    expect([...milestones.values()]).toMatchObject([
      { started_on: '2025-12-31', ended_on: '2026-02-20' },
    ]);
    const site = siteWith({ timeZone });
    const edited = [...releases.values()].flatMap((one) => releaseView(one, site).edited ?? []);
    expect(edited.map(({ text }) => text)).toEqual(['1 March 2026']);
    const shown = [...milestones.values()].flatMap((one) => milestoneMoments(one, site));
    expect(shown.map(({ date }) => date.text)).toEqual([
      ...['30 December 2025', '31 December 2025', '20 February 2026', '1 March 2026'],
    ]);

    const written = await filesIn(it.folder);
    const full = await it.run({ ...later, full: true, sources: await open(folder, timeZone) });
    expect(full.releases.changed).toEqual([]);
    expect(await filesIn(it.folder)).toEqual(written);
  },
);

test('a release of today appears at once, and keeps its moment', async () => {
  await using folder = await sourceFolder(files);
  await using it = await startSync();
  const zone = 'Europe/Berlin';
  const at = (time: string) => ({ now: new Date(`2026-03-02T${time}Z`) });
  await it.run({ ...at('06:00:00'), sources: await open(folder, zone) });
  const changelog = `## 1.2.0 - 2026-03-02\n- Fourth\n${files['CHANGELOG.md']}`;
  await folder.put({ 'CHANGELOG.md': `## 2.0.0 - 2026-03-03\n- Fifth\n${changelog}` });
  const report = await it.run({ ...at('07:00:00'), sources: await open(folder, zone) });
  expect(report.releases.added).toEqual(['sample-1-2-0']);
  expect(report.sources?.[0]?.notes).toEqual([
    '2.0.0 is dated 2026-03-03: it appears with the first sync from the start of that day in Europe/Berlin (timeZone in sources.yaml)',
  ]);
  const dateOf = async () => {
    const all = [...(await it.content()).releases.values()];
    const release = all.find(({ version }) => version === '1.2.0');
    return [release?.released_at, release?.released_on, release?.updated_at];
  };
  const first = ['2026-03-02T07:00:00.000Z', '2026-03-02', '2026-03-02T07:00:00.000Z'];
  expect(await dateOf()).toEqual(first);
  const next = await it.run({ ...at('20:00:00'), full: true, sources: await open(folder, zone) });
  expect([next.releases.added, next.releases.changed]).toEqual([[], []]);
  expect(await dateOf()).toEqual(first);
  // The third of March begins in Berlin at 23:00 UTC.
  const added = await it.run({ ...at('23:00:00'), sources: await open(folder, zone) });
  expect(added.releases.added).toEqual(['sample-2-0-0']);
});
