import type {
  MilestoneSummary,
  ReleaseListing,
  ReleaseSummary,
} from '../../model/content/content.ts';
import { firstSeen } from '../../model/content/release-log.ts';
import type { CacheKeys } from '../../site/base/cache-key.ts';
import { yearOf } from '../../site/base/dates.ts';
import type { Document } from '../../site/feeds/document.ts';
import { newestFirst } from '../../site/releases/timeline.ts';
import type { Sources } from '../../site/roadmap/feeds/sources.ts';
import type { Core } from '../feature.ts';
import { countRests, restOfTexts, resultText } from './result-text.ts';
import { milestonePage, releasePage, type SearchPage } from './search-page.ts';
import {
  closedSegments,
  closedSize,
  pagesOfTexts,
  roadmapGroup,
  type Segment,
  searchPaths,
} from './search-paths.ts';
import { type SegmentFiles, segmentFiles } from './write/segment-files.ts';

// Plans the files of the search index (`index-format.ts`) as documents. The number of shards is
// derived from the number of pages, because words are not known yet when documents are planned.

export interface SearchSources
  extends Pick<Sources, 'site' | 'releases' | 'milestones' | 'readRelease' | 'readMilestone'>,
    Pick<Core, 'releaseLog'> {
  releases: readonly SizedRelease[];
  keys: CacheKeys;
}

/** Without a size, the later texts of a long release are not shown in results. */
type SizedRelease = ReleaseSummary & Partial<Pick<ReleaseListing, 'textBytes'>>;

/**
 * A new release changes all files of the current segment, one file of texts, and the next
 * `filesPerRelease` files of a segment that is about to close. These are at most 40 files.
 */
const maxShards = { current: 33, closed: Number.POSITIVE_INFINITY };
const filesPerRelease = 3;
/**
 * Number of pages per shard. The words of a shard take a few kilobytes, enough to be worth a request.
 * Shards of closed segments are smaller, because a query reads one of each closed segment.
 */
const pagesOfShard = { current: 10, closed: 3 };
/**
 * Maximum words in a segment's list of candidates, which is loaded for a misspelt word. A word takes
 * about three bytes. `alone` applies to an index without closed segments.
 */
const maxNearWords = { each: 4_000, alone: 12_000 };

/** @param size number of releases in a closed segment, smaller in tests */
export function searchFiles(sources: SearchSources, size = closedSize): Document[] {
  const releases = byArrival(sources);
  const years = yearGroups(releases, sources);
  const roadmap = roadmapGroups(sources);
  const part = (from: number, to?: number) =>
    yearGroups(releases.slice(from, to), sources).map((group) => {
      const [entry] = group.entries;
      const year = years.find(({ name }) => name === group.name);
      return { ...group, first: entry ? (year?.entries.indexOf(entry) ?? 0) : 0 };
    });
  const closed = closedSegments(releases.length, size);
  const maxNear = closed > 0 ? maxNearWords.each : maxNearWords.alone;
  const closedDocuments = Array.from({ length: Math.floor(releases.length / size) }, (_, n) => {
    const end = (n + 1) * size;
    const groups = part(n * size, end);
    const all = segmentDocuments(`closed-${n}`, groups, maxNearWords.each, sources);
    return n < closed ? all : all.slice(0, (releases.length - end) * filesPerRelease);
  });
  return [
    ...segmentDocuments('current', [...part(closed * size), ...roadmap], maxNear, sources),
    ...closedDocuments.flat(),
    ...[...years, ...roadmap].flatMap((group) => textDocuments(group, sources)),
  ];
}

/** The releases of a year, or the milestones. Pages are numbered in the order of `entries`. */
interface Group {
  name: string;
  /** Number of the first entry within the whole year. A year may be split over segments. */
  first: number;
  entries: (SizedRelease | MilestoneSummary)[];
  keyOf(entry: { id: string }): string;
  read(entry: { slug: string }): Promise<SearchPage>;
}

/**
 * Sorts releases by the time they were first seen or released, whichever is later, so that a new
 * release is always last, even if its date is old.
 */
function byArrival({ releases, releaseLog }: SearchSources): SizedRelease[] {
  const arrivalOf = ({ id, released_at }: ReleaseSummary) => {
    const seen = firstSeen(releaseLog, id) ?? '';
    return seen > released_at ? seen : released_at;
  };
  const arrivals = newestFirst(releases).map((one) => [one, arrivalOf(one)] as const);
  const sorted = arrivals.reverse().sort(([, a], [, b]) => (a < b ? -1 : Number(a > b)));
  return sorted.map(([one]) => one);
}

function yearGroups(releases: SizedRelease[], sources: SearchSources): Group[] {
  const { site, keys, readRelease } = sources;
  const read: Group['read'] = async ({ slug }) => releasePage(await readRelease(slug), site);
  const years = Map.groupBy(releases, (release) => yearOf(release, site));
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

/**
 * Pages of the current segment by key, as they were last read. Each event writes this segment anew,
 * and reading its pages would take half of that time.
 */
let lastRead: ReadonlyMap<string, SearchPage> = new Map();

function segmentDocuments(
  segment: Segment,
  groups: readonly Group[],
  maxNear: number,
  { keys }: SearchSources,
): Document[] {
  if (groups.length === 0) return [];
  const listed = groups.map(({ name, first, entries }) => ({ name, first, pages: entries.length }));
  const pages = listed.reduce((sum, group) => sum + group.pages, 0);
  const kind = segment === 'current' ? 'current' : 'closed';
  const shards = Math.min(maxShards[kind], Math.ceil(pages / pagesOfShard[kind]));
  const key = keys.page(
    listed,
    maxNear,
    groups.map(({ entries, keyOf }) => entries.map(keyOf)),
  );
  const write = async () => {
    const found = groups.flatMap(({ entries, keyOf, read }) =>
      entries.map(async (entry) => {
        const ownKey = keys.page(keyOf(entry));
        return [ownKey, lastRead.get(ownKey) ?? (await read(entry))] as const;
      }),
    );
    const all = await Promise.all(found);
    if (segment === 'current') lastRead = new Map(all);
    return segmentFiles(
      listed,
      all.map(([, page]) => page),
      shards,
      maxNear,
    );
  };
  let files: Promise<SegmentFiles> | undefined;
  const document = (path: string, textOf: (files: SegmentFiles) => string): Document => ({
    path,
    fields: { aside: [key] },
    group: `search ${segment}`,
    // A text without words of some length has no near words, and a shard may have no words.
    mayBeEmpty: true,
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
  const fieldsOf = (shown: Group['entries']) => ({
    aside:
      name === roadmapGroup
        ? shown.map(keyOf)
        : [keys.texts(shown), shown.map(({ project }) => site.projects.get(project ?? ''))],
  });
  const parts = Array.from({ length: Math.ceil(entries.length / pagesOfTexts) }, (_, part) => {
    const shown = entries.slice(part * pagesOfTexts, (part + 1) * pagesOfTexts);
    const textOf = async (one: Group['entries'][number]) =>
      resultText(await read(one), restsOf(one));
    return {
      path: searchPaths.texts(name, part),
      fields: fieldsOf(shown),
      write: async () => JSON.stringify(await Promise.all(shown.map(textOf))),
    };
  });
  const rests = entries.flatMap((entry, page) => {
    const count = restsOf(entry);
    return Array.from({ length: count }, (_, file) => ({
      path: searchPaths.rest(name, page, file),
      fields: fieldsOf([entry]),
      write: async () => JSON.stringify(restOfTexts(await read(entry), count, file)),
    }));
  });
  return [...parts, ...rests];
}

function restsOf(entry: Group['entries'][number]): number {
  return 'textBytes' in entry ? countRests(entry.textBytes ?? 0) : 0;
}
