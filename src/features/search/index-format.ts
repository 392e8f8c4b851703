// Format of the index's files.
//
// There are two segments: the releases that arrived last with the roadmap, and all earlier releases.
// Each numbers its own pages. It has a line for each word, with the pages that contain it and its
// positions there (`postings.ts`, `positions.ts`), in shards of adjacent words
// (`/search/<segment>/<n>.txt`); the pages of each filter (`filters.json`); and candidates for
// misspelt words (`near.txt`). Texts of results are in files of a few pages each
// (`/search/<year>/texts-<n>.json`). The first line of a shard is the stamp of its segment: a shard
// of another build has other borders and numbers.

/** Cuts of a sorted list of words. */
export interface Shards {
  stamp: string;
  /** For each shard but the first, a prefix of its first word that sorts after the words before. */
  borders: string[];
}

/** `/search/<segment>.json`. */
export interface SegmentIndex extends Shards {
  /** Years, and the roadmap. `first`: the number of its first page among all of that year. */
  groups: { name: string; first: number; pages: number }[];
}

/**
 * `/search/<segment>/filters.json`: postings of the pages of each project, label and type by kind and
 * slug, such as `project:web`. Those of a type have the range of positions of its changes.
 */
export interface FiltersFile {
  stamp: string;
  pages: Record<string, string>;
}
