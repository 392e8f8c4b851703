import type { EntryKind } from '../model/content/entry-kinds.ts';
import { WaymarkError } from '../model/errors.ts';

/** A place that releases are read from. */
export interface Source {
  /** As `sources.yaml` names it, such as `github acme/board`; unique in that file. */
  name: string;
  /** @throws WaymarkError where nothing can be said about its entries: all of them stay then */
  read(): Promise<SourceRows>;
}

/** What a source holds, each row in the form that the API has for one (docs/api.md, "Resources"). */
export interface SourceRows extends Record<EntryKind, SourceRow[]> {
  /** Entries whose file cannot be read: what is known of them stays. */
  unreadable: UnreadableEntry[];
  /** Ids of releases without a date; one that had a date before keeps it. */
  undated: ReadonlySet<string>;
  /** For a person to read, such as how many requests were made. */
  notes: string[];
}

export interface SourceRow {
  id: string;
  project: Named | null;
  labels: Named[];
  [field: string]: unknown;
}

export interface Named {
  id: string;
  name: string;
  slug?: string | null | undefined;
}

export interface UnreadableEntry {
  kind: EntryKind;
  id: string;
  file: string;
  why: string;
  /** What to do about it, where that is not to correct the file. */
  next?: string;
}

/** A source failed: the message says why and what to do. */
export class SourceError extends WaymarkError {
  override readonly name = 'SourceError';
}
