// @module-tag soak

import { Readable } from 'node:stream';
import FeedParser from 'feedparser';
import { expect, test } from 'vitest';
import type { EntryChange, ReleaseEntry } from '../../../src/model/content/content.ts';
import type { ReleaseLog } from '../../../src/model/content/release-log.ts';
import { allDocuments } from '../../../src/pages/_all-documents.ts';
import { weekOf } from '../../../src/site/base/dates.ts';
import { nextReleaseLog } from '../../../src/sync/plan/release-log.ts';
import { writtenOf } from '../../site/feeds/sources.ts';
import { siteWith } from '../../site/site.ts';
import { releaseEntry } from '../../support/entries.ts';
import { fuzzRuns } from '../../support/fuzz-runs.ts';
import { randomFrom } from '../../support/random-from.ts';

// Simulates a feed reader that polls after each build and shows each guid once, while releases are
// published in bursts, edited, corrected and withdrawn.

const site = siteWith({ feedItems: 3, show: { digests: true } });
site.workspace.change_types.push({ id: 't-s', slug: 'security', title: 'Security', color: null });
const digest = 'subscribe/digest/rss.xml';
const action = 'upgrade/web/rss.xml';
const feeds = [
  ...['rss.xml', 'all/rss.xml', 'projects/web/rss.xml', 'types/security/rss.xml'],
  ...['corrections/rss.xml', action, digest, 'projects/web/digest/rss.xml'],
];

test('shows each release once, and each correction that needs action once', async () => {
  const total = { releases: 0, corrections: 0, weeks: 0 };
  for (let seed = 1; seed <= fuzzRuns(1, 40); seed += 1) {
    const { releases, corrections, shown, entries, now } = await readHistory(randomFrom(seed));
    total.releases += releases.length;
    total.corrections += corrections.length;
    const of = (feed: string) => shown.get(feed)?.map(nameOf).toSorted();
    expect(of('rss.xml'), `seed ${seed}`).toEqual([...releases, ...corrections].toSorted());
    for (const feed of ['all/rss.xml', 'projects/web/rss.xml'])
      expect(of(feed), feed).toEqual(of('rss.xml'));
    for (const feed of ['corrections/rss.xml', 'types/security/rss.xml'])
      expect(of(feed), feed).toEqual(corrections.toSorted());
    const corrected = new Set(corrections.map((one) => one.split(' ')[0]));
    for (const id of of(action) ?? []) expect(corrected).toContain(id.split(' ')[0]);
    expect(new Set(of(action)).size).toBe(shown.get(action)?.length);
    const inDigests = shown.get(digest)?.flatMap((item) => [...linksIn(item)]) ?? [];
    expect(new Set(inDigests).size).toBe(inDigests.length);
    const week = weekOf({ at: now.toISOString() }, site);
    const past = entries.filter((one) => weekOf(one, site) < week);
    expect(inDigests).toEqual(expect.arrayContaining(past.map(({ id }) => id)));
    expect(shown.get('projects/web/digest/rss.xml')).toHaveLength(shown.get(digest)?.length ?? 0);
    total.weeks += shown.get(digest)?.length ?? 0;
  }
  expect(total.releases).toBeGreaterThan(30);
  expect(total.corrections).toBeGreaterThan(5);
  expect(total.weeks).toBeGreaterThan(3);
}, 120_000);

async function readHistory(random: () => number) {
  const below = (count: number) => Math.floor(random() * count);
  const shown = new Map<string, string[]>(feeds.map((feed) => [feed, []]));
  const [releases, corrections]: [string[], string[]] = [[], []];
  let entries: ReleaseEntry[] = [];
  let log: ReleaseLog | undefined = { prepared: 'p', first_seen: {}, corrections: [] };
  let now = Date.parse('2026-01-01T00:00:00.000Z');
  for (let turn = 0; turn < 30; turn += 1) {
    const before = entries;
    now += 3_600_000 * (1 + below(48));
    const at = new Date(now).toISOString();
    const kind = below(4);
    const chosen = before[below(before.length)];
    if (kind === 0 || !chosen) {
      const ids = Array.from({ length: 1 + below(6) }, (_, n) => `r-${releases.length + n}`);
      releases.push(...ids);
      entries = [...entries, ...ids.map((id) => newRelease(id, at))];
    } else if (kind === 1) {
      entries = before.filter((one) => one !== chosen || random() < 0.8);
    } else {
      const added = { type: 'security', html: `<p>Closed hole ${turn}</p>` };
      const changes = kind === 2 ? [...chosen.changes, added] : chosen.changes;
      const edited = { ...chosen, title: `Edited ${turn}`, updated_at: at, changes };
      if (kind === 2) corrections.push(`${chosen.id} ${at}`);
      entries = before.map((one) => (one === chosen ? edited : one));
    }
    log = nextReleaseLog({
      log,
      before: new Map(before.map((one) => [one.id, one])),
      after: entries,
      kept: [],
      sources: { before: sourcesOf(before), after: sourcesOf(entries) },
      knowsAll: true,
      knownProjects: [],
      prepared: 'p',
      changeTypes: site.workspace.change_types,
      needsAction: (type) => type?.slug === 'security',
      now: new Date(now),
    });
    await poll(entries, log, new Date(now), shown);
  }
  return { releases, corrections, shown, entries, now: new Date(now) };
}

function newRelease(id: string, released_at: string): ReleaseEntry {
  const changes: EntryChange[] = [{ type: 'new', html: `<p>New in ${id}</p>` }];
  return releaseEntry(id, { released_at, changes, project: 'p-web' });
}

const sourcesOf = (entries: readonly ReleaseEntry[]) =>
  new Map(entries.map((one) => [one.id, { slug: one.slug, source: JSON.stringify(one) }]));

/** Adds new guids to what the reader has shown, and the text of new digests. */
async function poll(
  releases: ReleaseEntry[],
  releaseLog: ReleaseLog,
  now: Date,
  shown: ReadonlyMap<string, string[]>,
): Promise<void> {
  const written = await writtenOf({ releases, releaseLog, now, site }, (core) =>
    allDocuments(core).filter(({ path }) => feeds.includes(path)),
  );
  for (const [feed, text] of written) {
    const parser = Readable.from([text]).pipe(new FeedParser({}));
    const items: { guid: string; description: string | null }[] = [];
    for await (const item of parser) items.push(item);
    expect(new Set(items.map(({ guid }) => guid)).size).toBe(items.length);
    const known = shown.get(feed) ?? [];
    const fresh = items.filter(({ guid }) => !known.some((one) => one.split(' ')[0] === guid));
    const isDigest = feed.includes('digest/');
    known.push(...fresh.map((one) => `${one.guid}${isDigest ? ` ${one.description}` : ''}`));
  }
}

/** The release's id. For a correction, also its time. */
function nameOf(guid: string): string {
  const [id, , at] = decodeURIComponent(guid.slice(guid.indexOf('releases/') + 9)).split('/');
  return at === undefined ? `${id}` : `${id} ${at}`;
}

/** The ids of the releases that a digest links to. */
function linksIn(text: string): Set<string> {
  return new Set(text.match(/r-\d+(?=\/)/g));
}
