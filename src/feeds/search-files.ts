import type { ReleaseSummary } from '../model/content/content.ts';
import { yearOf } from '../site/base/dates.ts';
import { newestFirst } from '../site/changelog/timeline.ts';
import { releasesOfTexts, type Segment } from '../site/search/index-format.ts';
import { searchPaths } from '../site/search/search-paths.ts';
import { releaseTexts, searchFiltersOf } from '../site/search/write/release-texts.ts';
import { type SegmentFiles, segmentFiles } from '../site/search/write/segment-files.ts';
import type { Document, Sources } from './document.ts';
import { shared } from './shared.ts';

// The search's index as documents (`src/site/search/index-format.ts`). How many shards there are is
// told by the number of releases: a plan knows no words. All files of a segment that hold words come
// from one walk over its entries.

/** A year of releases, oldest first. */
interface Year {
  year: string;
  releases: ReleaseSummary[];
}

/** Of a year's files, a new release changes nearly all: with these, fewer than forty. */
const mostYearShards = 30;
const mostClosedShards = 1000;
/** How many releases make some ten kilobytes of a shard worth a request. */
const releasesOfShard = { year: 36, closed: 45 };

export function searchFiles(sources: Sources): Document[] {
  const { site, releases } = sources;
  if (!site.config.show.search) return [];
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
  { site, readRelease }: Sources,
): Document[] {
  if (years.length === 0) return [];
  const written = years.map((one) => ({
    year: one.year,
    shards: yearShards(one),
    entries: () => Promise.all(one.releases.map(({ slug }) => readRelease(slug))),
  }));
  const parts = [...ownParts(segment, years, closedShards), ...years.flatMap(yearParts)];
  const walk = shared(() => segmentFiles(written, closedShards, site), parts.length);
  return parts.map(({ path, releases, textIn }) => ({
    path,
    fields: { releases: [], texts: releases, milestones: [], aside: [] },
    write: async () => textIn(await walk()) ?? '',
  }));
}

/** A file of a segment, the releases that tell what stands in it, and where that is to be found. */
interface Part {
  path: string;
  releases: readonly ReleaseSummary[];
  textIn(files: SegmentFiles): string | undefined;
}

function ownParts(segment: Segment, years: readonly Year[], closedShards: number): Part[] {
  const releases = years.flatMap((one) => one.releases);
  return [
    { path: searchPaths.index(segment), releases, textIn: ({ index }) => index },
    ...Array.from({ length: closedShards }, (_, shard): Part => {
      return { path: searchPaths.closed(shard), releases, textIn: ({ closed }) => closed[shard] };
    }),
  ];
}

function yearParts(of: Year): Part[] {
  const { year, releases } = of;
  return [
    {
      path: searchPaths.places(year),
      releases,
      textIn: ({ years }) => years.get(year)?.places,
    },
    ...Array.from({ length: yearShards(of) }, (_, shard): Part => {
      const path = searchPaths.words(year, shard);
      return { path, releases, textIn: ({ years }) => years.get(year)?.shards[shard] };
    }),
  ];
}

/** What results show and filters ask. */
function shownDocuments({ year, releases }: Year, { site, readRelease }: Sources): Document[] {
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
