import type { Cache } from '../../../src/features/feature.ts';
import type { Segment } from '../../../src/features/search/index-format.ts';
import type { ReadText } from '../../../src/features/search/read/index-files.ts';
import {
  type AskedSearch,
  type SearchIndex,
  searchIndex,
} from '../../../src/features/search/read/search-index.ts';
import { searchFiles } from '../../../src/features/search/search-files.ts';
import type { ReleaseEntry } from '../../../src/model/content/content.ts';
import { documentKey } from '../../../src/pages/_all-documents.ts';
import { createCacheKeys } from '../../../src/site/base/cache-key.ts';
import { siteContext } from '../../site/site.ts';

/** The files of a search's index, by their paths, and what the plan has as their keys. */
export interface WrittenSearch {
  files: Map<string, string>;
  keys: Map<string, string | undefined>;
}

/** What builds keep of the index from one to the next; and which entries the last one read. */
export interface KeptSearch {
  written: WrittenSearch;
  words: string | undefined;
  read: Set<string>;
}

export function nothingKept(): KeptSearch {
  return { written: { files: new Map(), keys: new Map() }, words: undefined, read: new Set() };
}

/** @param kept of the build before: files with its keys are left as they are */
export async function writtenSearch(
  releases: readonly ReleaseEntry[],
  site = siteContext(),
  kept?: KeptSearch,
): Promise<WrittenSearch> {
  const bySlug = new Map(releases.map((one) => [one.slug, one]));
  kept?.read.clear();
  const digested = releases.map((one) => ({ ...one, digest: JSON.stringify(one) }));
  const keys = createCacheKeys(site, { releases: digested, milestones: [] });
  const documents = searchFiles({
    site,
    releases,
    readRelease: async (slug) => {
      kept?.read.add(slug);
      return bySlug.get(slug) as ReleaseEntry;
    },
    kept: kept && { keyOf: (of) => keys.page(keys.texts(of)), text: textOf(kept) },
  });
  const written: WrittenSearch = { files: new Map(), keys: new Map() };
  for (const one of documents) {
    const key = documentKey(one, keys);
    const before = kept?.written.keys.get(one.path) === key && kept?.written.files.get(one.path);
    written.keys.set(one.path, key);
    written.files.set(one.path, before || (await one.write()));
  }
  if (kept) kept.written = written;
  return written;
}

function textOf(kept: KeptSearch): Cache {
  return {
    read: async () => kept.words,
    write: async (text) => {
      kept.words = text;
    },
  };
}

/** Reads what was written; says what it reads. */
export function searchOf({ files }: WrittenSearch, asked: string[] = []): SearchIndex {
  const read: ReadText = async (path) => {
    asked.push(path);
    const text = files.get(path);
    if (text === undefined) throw new Error(`There is no ${path}.`);
    return text;
  };
  return searchIndex(read, segmentsOf(files));
}

function segmentsOf(files: ReadonlyMap<string, string>): Segment[] {
  const all = ['current', 'closed'] as const;
  return all.filter((segment) => files.has(`search/${segment}.json`));
}

/** Everything that is found, by year, the newest first: titles, and the places of each release. */
export async function allFound(search: SearchIndex, asked: AskedSearch, near = false, most = 1e9) {
  const all: FoundOfYear[] = [];
  for await (const part of search.find(asked, near)) {
    if (!part) throw new Error('A part is missing.');
    for (const year of part) {
      const found = await year.first(most);
      const releases = found.map(async (one) => ({
        title: (await year.textOf(one)).title,
        places: one.hits.map(({ place }) => place),
        words: [...one.found].sort(),
      }));
      all.push({ year: year.year, count: year.count, releases: await Promise.all(releases) });
    }
  }
  return all;
}

export interface FoundOfYear {
  year: string;
  count: number;
  releases: { title: string; places: number[]; words: string[] }[];
}
