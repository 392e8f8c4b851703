import type { SearchQuery, StoredPlace } from '../find.ts';
import {
  type FiltersFile,
  type IndexedRelease,
  type IndexedYear,
  type PlacesFile,
  releasesOfTexts,
} from '../index-format.ts';
import { readRising } from '../postings.ts';
import { searchPaths } from '../search-paths.ts';
import type { AssembledPlace } from './assembled-index.ts';
import type { IndexFiles } from './index-files.ts';
import { readPlaces } from './place-table.ts';
import { type WordLines, wordLines } from './word-lines.ts';

/** What there is to be read of a year. */
export interface YearReader {
  year: IndexedYear;
  lines: WordLines;
  places(): Promise<AssembledPlace[]>;
  /** @param release its number in the year */
  textOf(release: number): Promise<IndexedRelease>;
  /** Tells which places a query's filters let through. */
  admits(query: SearchQuery): Promise<(place: Partial<StoredPlace>) => boolean>;
}

export function yearReader(year: IndexedYear, files: IndexFiles): YearReader {
  const name = year.year;
  let places: AssembledPlace[] | undefined;
  return {
    year,
    lines: wordLines(year, (shard) => files.shard(searchPaths.words(name, shard), year.stamp)),
    places: async () => {
      const file = await files.json<PlacesFile>(searchPaths.places(name));
      if (file.stamp !== year.stamp) throw new Error(`The places of ${name} are of another time.`);
      places ??= readPlaces(file);
      return places;
    },
    textOf: async (release) => {
      const part = Math.floor(release / releasesOfTexts);
      const texts = await files.json<IndexedRelease[]>(searchPaths.texts(name, part));
      const text = texts[release % releasesOfTexts];
      if (!text) throw new Error(`The texts of ${name} are of another time.`);
      return text;
    },
    admits: async ({ project, label, type }) => {
      const releases = await admitted(name, { project, label }, files);
      return ({ release, type: own }) =>
        release !== undefined &&
        (!type || own === type) &&
        releases.every((some) => some.has(release));
    },
  };
}

/** For each filter that is set: the releases that it lets through. */
async function admitted(
  year: string,
  filters: Record<keyof FiltersFile, string | undefined>,
  files: IndexFiles,
): Promise<Set<number>[]> {
  if (!filters.project && !filters.label) return [];
  const file = await files.json<FiltersFile>(searchPaths.filters(year));
  return (['project', 'label'] as const).flatMap((kind) => {
    const slug = filters[kind];
    const all = new Map(Object.entries(file[kind]));
    return slug ? [new Set(readRising(all.get(slug) ?? ''))] : [];
  });
}
