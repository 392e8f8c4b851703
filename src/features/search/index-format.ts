// Format of the index's files.
//
// The index has two segments. `current` has the roadmap and the releases that arrived last;
// `closed` has all earlier releases. Each segment numbers its own pages.
//
// A segment has a line for each word, with the pages that contain the word and the word's positions
// there (`postings.ts`, `positions.ts`). Lines of adjacent words are in one shard
// (`/search/<segment>/<n>.txt`). A segment also has the pages of each filter (`filters.json`) and
// candidates for misspelt words (`near.txt`). Texts of results are in files of a few pages each
// (`/search/<year>/texts-<n>.json`).
//
// The first line of a shard is the stamp of its segment, because a shard of another build has other
// borders and page numbers.

/** How a sorted list of words is divided into shards. */
export interface Shards {
  stamp: string;
  /**
   * For each shard but the first, a prefix of its first word. The prefix sorts after all words of
   * the previous shards.
   */
  borders: string[];
}

/** `/search/<segment>.json`. */
export interface SegmentIndex extends Shards {
  /**
   * Years, and the roadmap. `first` is the number of the group's first page, counted among all
   * pages of that year.
   */
  groups: { name: string; first: number; pages: number }[];
}

/**
 * `/search/<segment>/filters.json`: the pages of each project, label and type, as postings by kind
 * and slug, such as `project:web`. Postings of a type include the positions of the type's changes.
 */
export interface FiltersFile {
  stamp: string;
  pages: Record<string, string>;
}
