import type { AsPlainObject, Options } from 'minisearch';
import type { DateView } from '../base/dates.ts';
import type { TagView } from '../base/tag-view.ts';
import type { SearchDocument } from './documents.ts';
import { words } from './words.ts';

/** What stands in the index of a year, `/search/<year>.json`. */
export interface YearIndex {
  /** Newest first. */
  releases: IndexedRelease[];
  /** The types of the year's changes, by slug. */
  types: Record<string, TagView>;
  /** MiniSearch's own form; its documents are the year's places. */
  index: AsPlainObject;
}

/** What results show of a release and filters ask of it; project and labels by slug. */
export interface IndexedRelease {
  href: string;
  title: string;
  version: string | null;
  date: DateView;
  project: { slug: string; name: string } | null;
  labels: string[];
}

/** What the index keeps of a document. */
export interface StoredPlace extends Omit<SearchDocument, 'title'> {
  /** Where its release stands among the year's. */
  release: number;
  /** A section's heading. */
  heading?: string;
}

export const indexedFields = ['title', 'text'] as const;

/** What the index that is written and the one that is searched are made with. */
export const indexOptions = {
  fields: [...indexedFields],
  tokenize: words,
  processTerm: (word) => word,
  searchOptions: { boost: { title: 3 } },
} satisfies Options;
