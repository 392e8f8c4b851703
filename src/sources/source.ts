import type { EntryKind } from '../model/content/entry-kinds.ts';
import { WaymarkError } from '../model/errors.ts';

/** A place that releases are read from. */
export interface Source {
  /** Unique name from `sources.yaml`, such as `github acme/board`. */
  name: string;
  /** @throws WaymarkError where the source failed; all of its entries stay then */
  read(): Promise<SourceRows>;
}

/** The rows of a source in the API's form (docs/api.md, "Resources"). */
export interface SourceRows extends Record<EntryKind, SourceRow[]> {
  /** Entries whose file cannot be read, and which therefore stay unchanged. */
  unreadable: UnreadableEntry[];
  /** Ids of releases without a date; one that was dated before keeps that date. */
  undated: ReadonlySet<string>;
  /** Messages for the report, such as the number of requests. */
  notes: string[];
}

export function emptyRows(): SourceRows {
  return { releases: [], milestones: [], unreadable: [], undated: new Set(), notes: [] };
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
  /** The remedy; by default, to correct the file. */
  next?: string;
}

/** A source failed; the message has the reason and the remedy. */
export class SourceError extends WaymarkError {
  override readonly name = 'SourceError';
}
