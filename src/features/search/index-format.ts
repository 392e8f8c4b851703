// What stands in the files of the search's index, for who writes and who reads them.
//
// There are two segments: the releases that came last with the roadmap, and all before. A segment
// numbers its pages in the order in which they came, so that a new one is the last whatever its date. Each has every word with its pages
// and where it stands in them (`postings.ts`, `positions.ts`), a line for each word, in shards cut by
// the beginnings of words (`/search/<segment>/<n>.txt`); what filters ask (`filters.json`); and words
// that others may be meant for (`near.txt`). What results show is in files of a few pages each
// (`/search/<year>/texts-<n>.json`). The first line of a shard is the stamp of all that was written
// with it: one of another day would have other borders and numbers.

/** How a list of words is cut. */
export interface Shards {
  stamp: string;
  /** How the first words of all shards but the first begin: as much as tells them from those before. */
  borders: string[];
}

/** `/search/<segment>.json`. */
export interface SegmentIndex extends Shards {
  /** Years, and the roadmap. `first`: the number of its first page among all of that year. */
  groups: { name: string; first: number; pages: number }[];
}

/**
 * `/search/<segment>/filters.json`: the pages of each project and label, by kind and slug such as
 * `project:web`; of a type also between which positions its changes stand.
 */
export interface FiltersFile {
  stamp: string;
  pages: Record<string, string>;
}
