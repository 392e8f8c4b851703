// @module-tag soak

import { Readable } from 'node:stream';
import FeedParser from 'feedparser';
import { expect, test } from 'vitest';
import type { EntryChange, ReleaseEntry } from '../../../src/model/content/content.ts';
import type { ReleaseLog } from '../../../src/model/content/release-log.ts';
import { allDocuments } from '../../../src/pages/_all-documents.ts';
import { nextReleaseLog } from '../../../src/sync/plan/release-log.ts';
import { writtenOf } from '../../site/feeds/sources.ts';
import { siteWith } from '../../site/site.ts';
import { releaseEntry } from '../../support/entries.ts';
import { fuzzRuns } from '../../support/fuzz-runs.ts';
import { randomFrom } from '../../support/random-from.ts';

// A reader that polls after each build and shows each guid once, while releases come in bursts, are
// edited, corrected and withdrawn.

const site = siteWith({ feedItems: 3 });
site.workspace.change_types.push({ id: 't-s', slug: 'security', title: 'Security', color: null });
const feeds = ['rss.xml', 'all/rss.xml', 'types/security/rss.xml', 'corrections/rss.xml'];

test('shows each release once, and each correction that needs action once', async () => {
  const total = { releases: 0, corrections: 0 };
  for (let seed = 1; seed <= fuzzRuns(4); seed += 1) {
    const { releases, corrections, shown } = await readHistory(randomFrom(seed));
    total.releases += releases.length;
    total.corrections += corrections.length;
    const of = (feed: string) => shown.get(feed)?.map(nameOf).toSorted();
    const withSecurity = releases.filter((id) => corrections.some((one) => one.startsWith(id)));
    expect(of('rss.xml'), `seed ${seed}`).toEqual([...releases, ...corrections].toSorted());
    expect(of('all/rss.xml')).toEqual(of('rss.xml'));
    expect(of('corrections/rss.xml')).toEqual(corrections.toSorted());
    for (const one of corrections) expect(of('types/security/rss.xml')).toContain(one);
    expect(withSecurity.length).toBeGreaterThan(0);
  }
  expect(total.releases).toBeGreaterThan(60);
  expect(total.corrections).toBeGreaterThan(20);
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
      sources: { before: sourcesOf(before), after: sourcesOf(entries) },
      knowsAll: true,
      prepared: 'p',
      changeTypes: site.workspace.change_types,
      needsAction: (type) => type?.slug === 'security',
      now: new Date(now),
    });
    await poll(entries, log, shown);
  }
  return { releases, corrections, shown };
}

function newRelease(id: string, released_at: string): ReleaseEntry {
  const changes: EntryChange[] = [{ type: 'new', html: `<p>New in ${id}</p>` }];
  return releaseEntry(id, { released_at, changes });
}

const sourcesOf = (entries: readonly ReleaseEntry[]) =>
  Object.fromEntries(
    entries.map((one) => [one.id, { slug: one.slug, source: JSON.stringify(one) }]),
  );

/** Adds the guids that the reader had not seen. */
async function poll(
  releases: ReleaseEntry[],
  releaseLog: ReleaseLog,
  shown: ReadonlyMap<string, string[]>,
): Promise<void> {
  const written = await writtenOf({ releases, releaseLog, site }, (core) =>
    allDocuments(core).filter(({ path }) => feeds.includes(path)),
  );
  for (const [feed, text] of written) {
    const parser = Readable.from([text]).pipe(new FeedParser({}));
    const guids: string[] = [];
    for await (const { guid } of parser) guids.push(guid);
    expect(new Set(guids).size).toBe(guids.length);
    const known = shown.get(feed);
    known?.push(...guids.filter((guid) => !known.includes(guid)));
  }
}

/** The release's id, and of a correction also its time. */
function nameOf(guid: string): string {
  const [id, , at] = decodeURIComponent(guid.slice(guid.indexOf('releases/') + 9)).split('/');
  return at === undefined ? `${id}` : `${id} ${at}`;
}
