import type { MilestoneSummary, ReleaseSummary } from '../../model/content/content.ts';
import type { CacheKeys } from '../../site/base/cache-key.ts';
import { yearOf } from '../../site/base/dates.ts';
import type { Document } from '../../site/feeds/document.ts';
import { newestFirst } from '../../site/releases/timeline.ts';
import type { Sources } from '../../site/roadmap/feeds/sources.ts';
import type { Cache } from '../feature.ts';
import { milestonePage, releasePage, resultText, type SearchPage } from './search-page.ts';
import { pagesOfTexts, roadmapGroup, type Segment, searchPaths } from './search-paths.ts';
import { shared } from './shared.ts';
import { groupWords } from './write/group-words.ts';
import { keptWords } from './write/kept-groups.ts';
import { type SegmentFiles, segmentFiles } from './write/segment-files.ts';

// The search's index as documents (`index-format.ts`). Documents are planned without their words, so
// the number of shards depends on the number of pages.

/** What the index is made from. */
export interface SearchSources
  extends Pick<Sources, 'site' | 'releases' | 'milestones' | 'readRelease' | 'readMilestone'> {
  keys: CacheKeys;
  /** Where the words of closed years are kept for the next build; undefined: nowhere. */
  kept?: Cache | undefined;
}

/** A new release changes all files of the current segment: with these, fewer than forty. */
const maxShards = { current: 34, closed: 1000 };
/** How many pages make some kilobytes of a shard worth a request. */
const pagesOfShard = 10;
/** Three bytes each, of a reader's who mistypes: both lists together take less than 90 kB. */
const maxNearWords = { current: 8_000, closed: 20_000 };

export function searchFiles(sources: SearchSources): Document[] {
  const years = yearGroups(sources);
  const closed = years.slice(0, -1);
  const current = [...years.slice(-1), ...roadmapGroups(sources)];
  return [
    ...segmentDocuments('current', current, sources.keys, undefined),
    ...segmentDocuments('closed', closed, sources.keys, sources.kept),
    ...[...closed, ...current].flatMap((group) => textDocuments(group, sources)),
  ];
}

/** Releases of a year, or milestones, in the order of their numbers. */
interface Group {
  name: string;
  entries: readonly (ReleaseSummary | MilestoneSummary)[];
  keyOf(entry: { id: string }): string;
  read(entry: { slug: string }): Promise<SearchPage>;
}

function yearGroups({ site, releases, keys, readRelease }: SearchSources): Group[] {
  const byYear = Map.groupBy(newestFirst(releases).reverse(), (one) =>
    yearOf(one.released_at, site),
  );
  return Array.from(byYear, ([name, entries]) => ({
    name,
    entries,
    keyOf: keys.release,
    read: async ({ slug }) => releasePage(await readRelease(slug), site),
  }));
}

/** One group, where there are milestones. By slug: whatever its status, one keeps its number. */
function roadmapGroups({ site, milestones, keys, readMilestone }: SearchSources): Group[] {
  if (!site.config.show.roadmap || milestones.length === 0) return [];
  return [
    {
      name: roadmapGroup,
      entries: milestones.toSorted((a, b) => (a.slug < b.slug ? -1 : 1)),
      keyOf: keys.milestone,
      read: async ({ slug }) => milestonePage(await readMilestone(slug), site),
    },
  ];
}

function segmentDocuments(
  segment: Segment,
  groups: readonly Group[],
  keys: CacheKeys,
  kept: Cache | undefined,
): Document[] {
  if (groups.length === 0) return [];
  const pages = groups.reduce((sum, { entries }) => sum + entries.length, 0);
  const shards = Math.min(maxShards[segment], Math.ceil(pages / pagesOfShard));
  const written = groups.map(({ name, entries, keyOf, read }) => ({
    name,
    key: keys.page(entries.map(keyOf)),
    words: async () => groupWords(name, await Promise.all(entries.map(read))),
  }));
  const key = keys.shown(written.map((one) => one.key));
  // Its index, filters and near words, and its shards.
  const files = shared(async () => {
    const words = await keptWords(written, kept);
    return segmentFiles(words, shards, maxNearWords[segment]);
  }, 3 + shards);
  const document = (path: string, textOf: (files: SegmentFiles) => string): Document => ({
    path,
    fields: { releases: [], milestones: [], aside: [key] },
    group: `search ${segment}`,
    write: async () => textOf(await files()),
  });
  return [
    document(searchPaths.index(segment), ({ index }) => index),
    document(searchPaths.filters(segment), ({ filters }) => filters),
    document(searchPaths.near(segment), ({ near }) => near),
    ...Array.from({ length: shards }, (_, n) =>
      document(searchPaths.words(segment, n), (files) => files.shards[n] ?? ''),
    ),
  ];
}

/** What results show: of labels nothing. */
function textDocuments(group: Group, { site, keys }: SearchSources): Document[] {
  const { name, entries, keyOf, read } = group;
  return Array.from({ length: Math.ceil(entries.length / pagesOfTexts) }, (_, part) => {
    const shown = entries.slice(part * pagesOfTexts, (part + 1) * pagesOfTexts);
    return {
      path: searchPaths.texts(name, part),
      fields: {
        releases: [],
        milestones: [],
        aside:
          name === roadmapGroup
            ? shown.map(keyOf)
            : [keys.texts(shown), shown.map(({ project }) => site.projects.get(project ?? ''))],
      },
      write: async () => JSON.stringify((await Promise.all(shown.map(read))).map(resultText)),
    };
  });
}
