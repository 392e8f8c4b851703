import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { ReleaseEntry } from '../../../src/model/content/content.ts';
import { allDocuments, documentKey } from '../../../src/pages/_all-documents.ts';
import { createCacheKeys } from '../../../src/site/base/cache-key.ts';
import type { SiteContext } from '../../../src/site/base/context.ts';
import { archivePagesOf } from '../../../src/site/feeds/archive-pages.ts';
import { newestFirst } from '../../../src/site/releases/timeline.ts';
import { milestoneEntry, releaseEntry } from '../../support/entries.ts';
import { siteContext } from '../site.ts';
import { documentsOf, type Given } from './sources.ts';

const day = (n: number) => new Date(Date.UTC(2026, 0, n)).toISOString();
const releases: ReleaseEntry[] = Array.from({ length: 200 }, (_, n) =>
  releaseEntry(`r-${n}`, {
    released_at: day(n),
    is_pre_release: n % 10 === 0,
    ...(n === 7 && { body: '<a href="https://example.com/notes/roadmap/n/">n</a>' }),
    project: n % 2 ? 'p-web' : null,
    labels: n % 3 ? [] : [n % 10 ? 'l-speed' : 'l-early'],
    changes: [{ type: n % 4 ? 'new' : null, html: 'x' }],
  }),
);
const milestones = [milestoneEntry('m'), milestoneEntry('n', { created_at: day(3) })];

/**
 * The path, cache key and text of every document. A build does not write a document again if its
 * key is known.
 */
async function keyed(given: Given & { site: SiteContext }) {
  const { site } = given;
  const digested = <T extends object>(entries: readonly T[] = []) =>
    entries.map((one) => ({ ...one, digest: JSON.stringify(one) }));
  const keys = createCacheKeys(site, {
    releases: digested(given.releases),
    milestones: digested(given.milestones),
  });
  const documents = [...documentsOf(given, allDocuments).values()];
  return Promise.all(
    documents.map(async (document) => ({
      path: document.path,
      key: documentKey(document, keys),
      text: await document.write(),
    })),
  );
}

const site = siteContext();
site.config.feedItems = 5;
site.labels = new Map(['l-speed', 'l-early'].map((id) => [id, label(id, id)]));
const renamed = {
  ...site,
  labels: new Map([...site.labels.keys()].map((id) => [id, label(id, 'x')])),
};
const { archivePages: chapters } = archivePagesOf(newestFirst(releases));

const leading = (one: ReleaseEntry) => ({
  ...one,
  body: '<p>Here is <a href="https://example.com/notes/roadmap/m/">it</a>.</p>',
});

const edited = (one: ReleaseEntry) => ({ ...one, body: '<p>New</p>', updated_at: day(300) });

/**
 * A release right after the first one of an archive page, with so small a hash that it starts the
 * page instead.
 */
function newFirst(number: number): ReleaseEntry {
  const released_at = chapters[number]?.releases[0]?.released_at ?? '';
  const ids = Array.from({ length: 100_000 }, (_, n) => `first-${n}`);
  const id = ids.find((one) => createHash('sha256').update(one).digest('hex').startsWith('000'));
  return releaseEntry(id ?? '', { released_at: released_at.replace('00.000Z', '01.000Z') });
}

test.each<[string, Given]>([
  ['an old release was edited', { releases: releases.with(30, edited(releases[30] as never)) }],
  ['an old release was withdrawn', { releases: releases.toSpliced(40, 1) }],
  [
    'the first of a chapter was withdrawn',
    { releases: releases.filter(({ id }) => id !== chapters[1]?.releases[0]?.id) },
  ],
  [
    'one more is released',
    { releases: [...releases, releaseEntry('new', { released_at: day(300) })] },
  ],
  [
    'a milestone moved',
    { milestones: [milestoneEntry('m', { ended_at: day(9) }), milestones[1] as never] },
  ],
  [
    'something moved on the roadmap',
    {
      roadmapLog: [{ milestone: 'm', at: day(9), from: null, to: { status: 'Doing', stage: '' } }],
    },
  ],
  [
    'a release leads to a milestone',
    { releases: releases.with(30, leading(releases[30] as never)) },
  ],
  [
    'what leads to a milestone is called otherwise',
    { releases: releases.with(7, { ...leading(releases[7] as never), title: 'Other' }) },
  ],
  ['a chapter begins with another', { releases: [...releases, newFirst(1)] }],
  ['the newest chapter begins with another', { releases: [...releases, newFirst(0)] }],
  ['a label was renamed', { site: renamed }],
])('writes every document again whose text changes once %s, and few others', async (_, over) => {
  const before = new Map(
    (await keyed({ releases, milestones, site })).map((one) => [one.path, one]),
  );
  const after = await keyed({ releases, milestones, site, ...over });
  const known = after.filter(({ path, key }) => key && before.get(path)?.key === key);
  for (const { path, text } of known) expect(text, path).toBe(before.get(path)?.text);
  const inVain = after.filter(({ path, text }) => before.get(path)?.text === text);
  expect(known.length).toBeGreaterThan(0);
  // A milestone is in the current segment of the search index, whose files are written together.
  const maxInVain = inVain.some(({ path }) => path.startsWith('search/')) ? 30 : 9;
  expect(inVain.length - known.length).toBeLessThanOrEqual(maxInVain);
});

function label(id: string, name: string) {
  return { id, slug: id, name, color: null };
}
