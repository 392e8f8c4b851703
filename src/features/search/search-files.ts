import type { ReleaseSummary } from '../../model/content/content.ts';
import { yearOf } from '../../site/base/dates.ts';
import type { Document } from '../../site/feeds/document.ts';
import { newestFirst } from '../../site/releases/timeline.ts';
import type { Sources } from '../../site/roadmap/feeds/sources.ts';
import type { Cache } from '../feature.ts';
import { releasesOfTexts, type Segment } from './index-format.ts';
import { searchPaths } from './search-paths.ts';
import { shared } from './shared.ts';
import { releaseTexts, searchFiltersOf } from './write/release-texts.ts';
import { closedFiles, currentFiles, type WrittenYear } from './write/segment-files.ts';
import { yearIndex } from './write/year-index.ts';

// The search's index as documents (`src/features/search/index-format.ts`). How many shards there are is
// told by the number of releases: a plan knows no words. All files of a year that hold words come
// from one walk over its entries; those of all closed years together, from what is kept of them.

/** A year of releases, oldest first. */
interface Year {
  year: string;
  releases: ReleaseSummary[];
}

/** Of a year's files, a new release changes nearly all: with these, fewer than forty. */
const mostYearShards = 30;
const mostClosedShards = 1000;
/** How many releases make some kilobytes of a shard worth a request; a full year's are larger. */
const releasesOfShard = { year: 18, closed: 30 };

/** What the index is made from. */
export interface SearchSources extends Pick<Sources, 'site' | 'releases' | 'readRelease'> {
  /** Where the words of closed years are kept for the next build; undefined: nowhere. */
  kept?: { keyOf(releases: readonly ReleaseSummary[]): string; text: Cache } | undefined;
}

export function searchFiles(sources: SearchSources): Document[] {
  const { site, releases } = sources;
  const oldestFirst = newestFirst(releases).reverse();
  const byYear = Map.groupBy(oldestFirst, (one) => yearOf(one.released_at, site));
  const years = Array.from(byYear, ([year, all]): Year => ({ year, releases: all }));
  const closed = years.slice(0, -1);
  return [
    ...segmentDocuments('current', years.slice(-1), 0, sources),
    ...segmentDocuments('closed', closed, shardsOf(closed.flatMap((one) => one.releases)), sources),
    ...years.flatMap((year) => shownDocuments(year, sources)),
  ];
}

function shardsOf({ length }: readonly unknown[]): number {
  return Math.min(mostClosedShards, Math.ceil(length / releasesOfShard.closed));
}

function yearShards({ releases: { length } }: Year): number {
  return Math.min(mostYearShards, Math.ceil(length / releasesOfShard.year));
}

/** What holds words: the segment's own files, and those of each of its years. */
function segmentDocuments(
  segment: Segment,
  years: readonly Year[],
  closedShards: number,
  sources: SearchSources,
): Document[] {
  const written = years.map((one) => writtenYear(one, sources));
  const parts = [
    ...ownParts(segment, written, closedShards, sources),
    ...written.flatMap(yearParts),
  ];
  return parts.map(({ path, releases, text }) => ({
    path,
    fields: { releases: [], texts: releases, milestones: [], aside: [] },
    group: `search ${segment}`,
    write: async () => (await text()) ?? '',
  }));
}

/** A year that is written from one reading of its entries, by the first that asks for any of it. */
function writtenYear(one: Year, { site, readRelease, kept }: SearchSources): Year & WrittenYear {
  const { year, releases } = one;
  const shards = yearShards(one);
  const read = () => Promise.all(releases.map(({ slug }) => readRelease(slug)));
  // Its places, its shards, and once its segment.
  const uses = shards + 2;
  const index = shared(async () => yearIndex(year, await read(), shards, site), uses);
  return { ...one, key: kept?.keyOf(releases), index };
}

/** A file of a segment, the releases that tell what stands in it, and that. */
interface Part {
  path: string;
  releases: readonly ReleaseSummary[];
  text(): Promise<string | undefined>;
}

function ownParts(
  segment: Segment,
  years: readonly (Year & WrittenYear)[],
  closedShards: number,
  { site, kept }: SearchSources,
): Part[] {
  const [newest] = years;
  if (!newest) return [];
  const releases = years.flatMap((one) => one.releases);
  const write = () =>
    segment === 'current'
      ? currentFiles(newest, site)
      : closedFiles(years, closedShards, site, kept?.text);
  const files = shared(write, closedShards + 1);
  return [
    { path: searchPaths.index(segment), releases, text: async () => (await files()).index },
    ...Array.from({ length: closedShards }, (_, shard): Part => {
      const text = async () => (await files()).closed[shard];
      return { path: searchPaths.closed(shard), releases, text };
    }),
  ];
}

function yearParts({ year, releases, index }: Year & WrittenYear): Part[] {
  return [
    { path: searchPaths.places(year), releases, text: async () => (await index()).places },
    ...Array.from({ length: yearShards({ year, releases }) }, (_, shard): Part => {
      const path = searchPaths.words(year, shard);
      return { path, releases, text: async () => (await index()).shards[shard] };
    }),
  ];
}

/** What results show and filters ask. */
function shownDocuments(
  { year, releases }: Year,
  { site, readRelease }: SearchSources,
): Document[] {
  const texts = Array.from({ length: Math.ceil(releases.length / releasesOfTexts) }, (_, part) => {
    const shown = releases.slice(part * releasesOfTexts, (part + 1) * releasesOfTexts);
    return {
      path: searchPaths.texts(year, part),
      fields: {
        releases: [],
        texts: shown,
        milestones: [],
        aside: shown.map(({ project }) => site.projects.get(project ?? '')),
      },
      write: async () =>
        releaseTexts(await Promise.all(shown.map(({ slug }) => readRelease(slug))), site),
    };
  });
  const filters = {
    path: searchPaths.filters(year),
    fields: { releases, milestones: [], aside: [] },
    write: () => searchFiltersOf(releases, site),
  };
  return [...texts, filters];
}
