import type { SearchQuery } from '../../../src/features/search/query.ts';
import { type SearchIndex, searchIndex } from '../../../src/features/search/read/search-index.ts';
import { searchFiles } from '../../../src/features/search/search-files.ts';
import { type Segment, segmentsOf } from '../../../src/features/search/search-paths.ts';
import type { ReadText } from '../../../src/features/search/site-files.ts';
import type { MilestoneEntry, ReleaseEntry } from '../../../src/model/content/content.ts';
import { documentKey } from '../../../src/pages/_all-documents.ts';
import { createCacheKeys } from '../../../src/site/base/cache-key.ts';
import { siteContext } from '../../site/site.ts';

/** The files of a search index and their cache keys, both by path. */
export interface WrittenSearch {
  files: Map<string, string>;
  keys: Map<string, string | undefined>;
  segments: Segment[];
}

/** The previous build, and the slugs of the releases that it read. */
export interface PreviousBuild {
  written: WrittenSearch;
  read: Set<string>;
}

export function noBuild(): PreviousBuild {
  return { written: { files: new Map(), keys: new Map(), segments: [] }, read: new Set() };
}

interface WriteOptions {
  milestones?: readonly MilestoneEntry[];
  site?: ReturnType<typeof siteContext>;
  /** The previous build. Files whose keys are unchanged are taken from it. */
  previous?: PreviousBuild;
  /** When releases were first seen, by id. Only for releases that came after the first sync. */
  seen?: Record<string, string>;
  /** The number of releases in a closed segment of the index. */
  step?: number;
}

export async function writtenSearch(
  releases: readonly ReleaseEntry[],
  { milestones = [], site = siteContext(), previous, seen = {}, step }: WriteOptions = {},
): Promise<WrittenSearch> {
  previous?.read.clear();
  const digested = <T>(all: readonly T[]) =>
    all.map((one) => ({ ...one, digest: JSON.stringify(one) }));
  const keys = createCacheKeys(site, {
    releases: digested(releases),
    milestones: digested(milestones),
  });
  const sources = {
    site,
    releases: releases.map((one) => ({ ...one, textBytes: Buffer.byteLength(one.body) })),
    milestones,
    keys,
    readRelease: bySlug(releases, previous),
    readMilestone: bySlug(milestones, undefined),
    releaseLog: { prepared: '', first_seen: seen, corrections: [] },
  };
  const written: WrittenSearch = {
    files: new Map(),
    keys: new Map(),
    segments: segmentsOf(releases.length, step),
  };
  for (const one of searchFiles(sources, step)) {
    const key = documentKey(one, keys);
    const before =
      previous?.written.keys.get(one.path) === key && previous?.written.files.get(one.path);
    written.keys.set(one.path, key);
    written.files.set(one.path, before || (await one.write()));
  }
  if (previous) previous.written = written;
  return written;
}

function bySlug<T extends { slug: string }>(
  all: readonly T[],
  previous: PreviousBuild | undefined,
) {
  const entries = new Map(all.map((one) => [one.slug, one]));
  return async (slug: string) => {
    previous?.read.add(slug);
    return entries.get(slug) as T;
  };
}

/** Opens a written index. Adds the paths of the files it reads to `asked`. */
export function searchOf({ files, segments }: WrittenSearch, asked: string[] = []): SearchIndex {
  const read: ReadText = async (path) => {
    asked.push(path);
    const text = files.get(path);
    if (text === undefined) throw new Error(`There is no ${path}.`);
    return text;
  };
  return searchIndex(read, segments);
}

/** The texts of all results, best first. */
export async function allFound(search: SearchIndex, asked: SearchQuery, near = false, count = 1e9) {
  const { hits, missing } = await search.find(asked, near);
  if (missing > 0) throw new Error('A part is missing.');
  return Promise.all(hits.slice(0, count).map((hit) => hit.text()));
}
