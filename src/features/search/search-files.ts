import type { MilestoneSummary, ReleaseSummary } from '../../model/content/content.ts';
import { firstSeen } from '../../model/content/release-log.ts';
import type { CacheKeys } from '../../site/base/cache-key.ts';
import { yearOf } from '../../site/base/dates.ts';
import type { Document } from '../../site/feeds/document.ts';
import { newestFirst } from '../../site/releases/timeline.ts';
import type { Sources } from '../../site/roadmap/feeds/sources.ts';
import type { Cache, Core } from '../feature.ts';
import { resultText } from './result-text.ts';
import { milestonePage, releasePage, type SearchPage } from './search-page.ts';
import {
  closedReleases,
  pagesOfTexts,
  roadmapGroup,
  type Segment,
  searchPaths,
} from './search-paths.ts';
import { cachedWords } from './write/cached-words.ts';
import { groupWords } from './write/group-words.ts';
import { type SegmentFiles, segmentFiles } from './write/segment-files.ts';

// Plans the files of the search index (`index-format.ts`) as documents. The number of shards is
// derived from the number of pages, because words are not known yet when documents are planned.

export interface SearchSources
  extends Pick<Sources, 'site' | 'releases' | 'milestones' | 'readRelease' | 'readMilestone'>,
    Pick<Core, 'releaseLog'> {
  keys: CacheKeys;
  /** Keeps the words of the closed segment between builds. */
  wordCache?: Cache | undefined;
}

/**
 * A new release changes all files of the current segment. With at most 34 shards, the segment has
 * fewer than 40 files.
 */
const maxShards = { current: 34, closed: 1000 };
/**
 * Number of pages per shard. The words of this many pages take a few kilobytes, enough to be worth
 * a request.
 */
const pagesOfShard = 10;
/**
 * Maximum words in the list of candidates that is loaded for a misspelt word. A word takes about
 * three bytes, so the lists of both segments together have less than 90 kB. `alone` applies to an
 * index without a closed segment.
 */
const maxNearWords = { current: 8_000, closed: 20_000, alone: 28_000 };

/** @param step number of releases that move to the closed segment at once; smaller in tests */
export function searchFiles(sources: SearchSources, step?: number): Document[] {
  const releases = byArrival(sources);
  const old = new Set<unknown>(releases.slice(0, closedReleases(releases.length, step)));
  const years = yearGroups(releases, sources);
  const roadmap = roadmapGroups(sources);
  const part = (isOld: boolean) =>
    years.flatMap((year) => {
      const entries = year.entries.filter((one) => old.has(one) === isOld);
      const first = isOld ? 0 : year.entries.length - entries.length;
      return entries.length > 0 ? [{ ...year, first, entries }] : [];
    });
  return [
    ...segmentDocuments('current', [...part(false), ...roadmap], sources),
    ...segmentDocuments('closed', part(true), sources),
    ...[...years, ...roadmap].flatMap((group) => textDocuments(group, sources)),
  ];
}

/** The releases of a year, or the milestones. Pages are numbered in the order of `entries`. */
interface Group {
  name: string;
  /** Number of the first entry within the whole year. A year may be split over two segments. */
  first: number;
  entries: (ReleaseSummary | MilestoneSummary)[];
  keyOf(entry: { id: string }): string;
  read(entry: { slug: string }): Promise<SearchPage>;
}

/**
 * Sorts releases by the time they were first seen or released, whichever is later, so that a new
 * release is always last, even if its date is old.
 */
function byArrival({ releases, releaseLog }: SearchSources): ReleaseSummary[] {
  const arrivalOf = ({ id, released_at }: ReleaseSummary) => {
    const seen = firstSeen(releaseLog, id) ?? '';
    return seen > released_at ? seen : released_at;
  };
  const arrivals = newestFirst(releases).map((one) => [one, arrivalOf(one)] as const);
  const sorted = arrivals.reverse().sort(([, a], [, b]) => (a < b ? -1 : Number(a > b)));
  return sorted.map(([one]) => one);
}

function yearGroups(releases: ReleaseSummary[], sources: SearchSources): Group[] {
  const { site, keys, readRelease } = sources;
  const read: Group['read'] = async ({ slug }) => releasePage(await readRelease(slug), site);
  const years = Map.groupBy(releases, ({ released_at }) => yearOf(released_at, site));
  const more = { first: 0, keyOf: keys.release, read };
  return Array.from(years, ([name, entries]) => ({ name, entries, ...more }));
}

/**
 * The group of all milestones; no group if there are none. Sorted by slug, so that a change of
 * status does not change the page numbers.
 */
function roadmapGroups({ site, milestones, keys, readMilestone }: SearchSources): Group[] {
  if (!site.config.show.roadmap || milestones.length === 0) return [];
  return [
    {
      name: roadmapGroup,
      first: 0,
      entries: milestones.toSorted((a, b) => (a.slug < b.slug ? -1 : 1)),
      keyOf: keys.milestone,
      read: async ({ slug }) => milestonePage(await readMilestone(slug), site),
    },
  ];
}

function segmentDocuments(
  segment: Segment,
  groups: readonly Group[],
  { keys, wordCache, releases }: SearchSources,
): Document[] {
  if (groups.length === 0) return [];
  const pages = groups.reduce((sum, { entries }) => sum + entries.length, 0);
  const shards = Math.min(maxShards[segment], Math.ceil(pages / pagesOfShard));
  const maxNear = maxNearWords[pages < releases.length ? segment : 'alone'];
  const written = groups.map(({ entries, keyOf, read }) => ({
    key: keys.page(entries.map(keyOf)),
    words: async () => groupWords(await Promise.all(entries.map(read))),
  }));
  const listed = groups.map(({ name, first, entries }) => ({ name, first, pages: entries.length }));
  const key = keys.shown([listed, maxNear, written.map((one) => one.key)]);
  const write = async () => {
    const words = await cachedWords(written, segment === 'closed' ? wordCache : undefined);
    return segmentFiles(listed, words, shards, maxNear);
  };
  let files: Promise<SegmentFiles> | undefined;
  const document = (path: string, textOf: (files: SegmentFiles) => string): Document => ({
    path,
    fields: { releases: [], milestones: [], aside: [key] },
    group: `search ${segment}`,
    write: async () => {
      files ??= write();
      return textOf(await files);
    },
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

/** Documents with the texts of results. A change of labels does not affect them. */
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
