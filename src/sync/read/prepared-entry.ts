import type { LabelRef, ProjectRef } from '../../model/api/rows.ts';
import type { ChangeTypeEntry } from '../../model/content/content.ts';
import type { EntryKind, EntryTypes } from '../../model/content/entry-kinds.ts';
import type { MissingAsset } from '../../model/content/sync-cache.ts';
import type { GoodRow } from './parse/parse-rows.ts';
import type { RowTypes } from './resources.ts';

// Reading hands over each new or changed row at once, so that its entry is prepared while other
// rows are read, and the row is not kept.

/** The entry made from a row, with the parts of the row that later steps need. */
export interface PreparedEntry<E> {
  /**
   * The entry, with the slug that the row has in the API. If two entries have the same slug, one
   * gets another slug later.
   */
  entry: E;
  project: ProjectRef | null;
  labels: LabelRef[];
  /** Types of changes that the workspace does not list, with the title and colour from this row. */
  types: ChangeTypeEntry[];
  /** Messages for the report about parts that were dropped or changed. */
  notes: string[];
  /** Assets of the entry that have no copy. */
  missing: MissingAsset[];
}

/**
 * @param unchanged whether the row is unchanged, so that existing copies of pictures may be used
 */
export type Prepare<Row, E> = (good: GoodRow<Row>, unchanged: boolean) => Promise<PreparedEntry<E>>;

export type PrepareRows = { [K in EntryKind]: Prepare<RowTypes[K], EntryTypes[K]> };
