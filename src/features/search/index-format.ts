import type { Options } from 'minisearch';
import type { DateView } from '../../site/base/dates.ts';
import type { TagView } from '../../site/base/tag-view.ts';
import type { SearchDocument } from './documents.ts';
import { words } from './words.ts';

// What stands in the files of the search's index, for who writes and who reads them.
//
// Of each year: every word with the places where it stands, in shards cut by the beginnings of words
// (`/search/<year>/<n>.txt`), how long those places are (`places.json`), what filters ask
// (`filters.json`), and what results show, a few releases a file (`texts-<n>.json`). Of all years
// but the newest together: every word with the releases in which it stands (`/search/closed/<n>.txt`).
// Releases and places of a year are numbered from the oldest: a new one comes last.
//
// A line of a shard is a word, a tab, and numbers (`postings.ts`), sorted by words. A year's has the
// postings of titles, a tab, and those of texts. The closed years' has releases, and where that is
// not none and one for each release, a tab and in how many titles and texts of each year, oldest
// first, the word stands. The first line is the stamp of all that was written with it: one of another
// day would have other borders and numbers.

/** What is written of the newest year, and of all years before it together. */
export type Segment = 'current' | 'closed';

/** `/search/<segment>.json`. */
export interface SegmentIndex {
  /** Newest first. */
  years: IndexedYear[];
  /** Of the shards with releases; the current segment has none. */
  closed: Shards;
  /** The workspace's types of changes, by slug. */
  types: Record<string, TagView>;
}

/** How a list of words is cut. */
export interface Shards {
  stamp: string;
  /** The first words of all shards but the first. */
  borders: string[];
}

export interface IndexedYear extends Shards {
  year: string;
  /** How many there are. */
  releases: number;
  places: number;
  /** How many words a title and a text have, each word once, on average. */
  averages: readonly [title: number, text: number];
}

/** `/search/<year>/places.json`. */
export interface PlacesFile {
  stamp: string;
  /** Slugs of changes' types. */
  types: string[];
  /**
   * Numbers: of each release how many sections it has and how many groups of changes; of each group
   * one more than its type's place in `types`, or 0, and how many changes; then of each place the words
   * of its title, where it is no change, and those of its text.
   */
  places: string;
}

/** `/search/<year>/filters.json`: the releases of each project and label, by slug. */
export type FiltersFile = Record<'project' | 'label', Record<string, string>>;

/** What results show of a release, and of its places in the order of its page. */
export interface IndexedRelease {
  href: string;
  title: string;
  version: string | null;
  date: DateView;
  project: string | null;
  places: IndexedPlace[];
}

/** A section's title is its heading; a release's own stands above. */
export type IndexedPlace = Omit<SearchDocument, 'title'> & { heading?: string };

/** How many releases a file with what results show has: those that are found are far apart. */
export const releasesOfTexts = 2;

/** What is indexed of a place. */
const indexedFields = ['title', 'text'] as const;

/** What MiniSearch is given an index with. */
export const indexOptions = {
  fields: [...indexedFields],
  tokenize: words,
  processTerm: (word) => word,
  searchOptions: { boost: { title: 3 } },
} satisfies Options;
