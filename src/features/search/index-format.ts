// Format of the index's files.
//
// The index consists of segments. `current` has the roadmap and the releases that arrived last.
// Earlier releases are in closed segments of 1,024 releases each, which later releases do not
// change. Pages are numbered within each segment.
//
// A segment has a line for each word, with the pages that contain the word and the word's positions
// in these pages (`postings.ts`, `positions.ts`). Lines of adjacent words are in one shard
// (`/search/<segment>/<n>.txt`). A segment also has the pages of each filter (`filters.json`) and
// candidates for misspelt words (`near.txt`). Texts of results are in files of a few pages each
// (`/search/<year>/texts-<n>.json`). Later texts of a long page are in further files
// (`/search/<year>/rest-<page>-<n>.json`), which are loaded for a match in them.
//
// The first line of a shard is the stamp (a digest) of its segment. A different stamp shows that a
// shard belongs to another build, whose shards and page numbers differ.

/** Content of `/search/<segment>.json`. */
export interface SegmentIndex {
  stamp: string;
  /**
   * For each shard except the first, a prefix of its first word that sorts after all words of the
   * previous shards.
   */
  borders: string[];
  /**
   * Pages grouped by year, and the roadmap. A year may be split over segments, so `first` is
   * the number of the group's first page within the whole year.
   */
  groups: { name: string; first: number; pages: number }[];
}

/** Content of `/search/<segment>/filters.json`. */
export interface FiltersFile {
  stamp: string;
  /**
   * The pages of each project, label and type, as postings by kind and slug, such as `project:web`.
   * Postings of a type include the positions of the type's changes.
   */
  pages: Record<string, string>;
  /** The day of each page in days since 1970, for lists without a word; 0 for milestones. */
  days: number[];
}
