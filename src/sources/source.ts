import type { EntryKind } from '../model/content/entry-kinds.ts';
import type { Origin, Repositories } from '../model/content/sync-state.ts';
import { WaymarkError } from '../model/errors.ts';

/** A place from which releases are read. */
export interface Source {
  /** Unique name from `sources.yaml`, such as `github acme/board`. */
  name: string;
  /**
   * Reads all rows.
   * @throws WaymarkError if the source cannot be read; its entries on the site then stay unchanged
   */
  read(): Promise<SourceRows>;
  /**
   * Makes one request to find out whether the source can be reached and accepts its token. Returns a
   * sentence that says so. Sources on this machine have no such check.
   * @throws WaymarkError
   */
  check?(): Promise<string>;
}

/** The rows of a source in the API's form (docs/api.md, "Resources"). */
export interface SourceRows extends Record<EntryKind, SourceRow[]> {
  /** Entries whose file cannot be read. They stay unchanged on the site. */
  unreadable: UnreadableEntry[];
  /** Ids of releases without a date. A release that had a date before keeps it. */
  undated: ReadonlySet<string>;
  /** Ids of releases with the moment of a tag. Earlier versions stored noon UTC of the tag's day. */
  tagged?: ReadonlySet<string>;
  /** Other ids for entries whose id comes from their path, by id. */
  spareIds?: ReadonlyMap<string, string>;
  /** Number of entries that were left out, because another source has their ids. */
  repeated?: number;
  /** Messages for the report, such as the number of requests. */
  notes: string[];
  /** Number of notes about texts that readers miss. */
  leftOut: number;
  /** Origins of the entries, by id. They are recorded for later syncs. */
  origins?: ReadonlyMap<string, Origin>;
  /** Names of the repositories that were read, by id. They are recorded for later syncs. */
  repositories?: Repositories;
  /**
   * Returns the rows of a source that was synced before. If entries are missing from these rows, the
   * source is asked for each of them alone.
   * @throws WaymarkError
   */
  continueFrom?: (former: FormerSync) => Promise<SourceRows>;
}

/** What earlier syncs recorded about a source. */
export interface FormerSync {
  /** The source's releases, by id. */
  releases: ReadonlyMap<string, Origin>;
  /** The source's milestones, by id. */
  milestones: ReadonlyMap<string, Origin>;
  repositories: Repositories;
}

export function emptyRows(): SourceRows {
  return {
    releases: [],
    milestones: [],
    unreadable: [],
    undated: new Set(),
    notes: [],
    leftOut: 0,
  };
}

/** Changes the rows of a source, also those of later syncs. */
export function mapRows(rows: SourceRows, change: (rows: SourceRows) => SourceRows): SourceRows {
  const { continueFrom } = rows;
  if (!continueFrom) return change(rows);
  const continued = async (former: FormerSync) => change(await continueFrom(former));
  return { ...change(rows), continueFrom: continued };
}

export interface SourceRow {
  id: string;
  project: NamedRef | null;
  labels: NamedRef[];
  [field: string]: unknown;
}

export interface NamedRef {
  id: string;
  name: string;
  slug?: string | null | undefined;
}

export interface UnreadableEntry {
  kind: EntryKind;
  id: string;
  file: string;
  why: string;
  /** The version of the release to which the file belongs, if it is only a part of an entry. */
  version?: string | undefined;
  /** What the user should do; by default, correct the file. */
  next?: string;
}

/** Thrown if a source could not be read. The message says why, and what to do. */
export class SourceError extends WaymarkError {
  override readonly name = 'SourceError';
}
