import type { Walk } from '../../client/walk.ts';
import type { LabelRef, ProjectRef } from '../../model/api/rows.ts';
import { type EntryKind, type EntryTypes, entryKinds } from '../../model/content/entry-kinds.ts';
import type { KnownEntries, Origin, Repositories } from '../../model/content/sync-state.ts';
import type { Quarantined } from './parse/parse-rows.ts';
import type { PreparedEntry } from './prepared-entry.ts';

export type Decision<E> = EntryDecision<E> | { kind: 'bad'; bad: Quarantined };

export type EntryDecision<E> =
  /** The record is public. If there is no `prepared`, the current entry is still valid. */
  { kind: 'fresh'; id: string; source: string; prepared?: PreparedEntry<E> } | Unprepared;

type Unprepared = { id: string; prepared?: undefined } & (
  | { kind: 'private' /** When the record is public. */; later?: string | undefined }
  | { kind: 'kept'; why: string; isTooLarge: boolean }
  | { kind: 'missing' }
);

/** The result of reading: what happens to each entry, with the entries that were prepared. */
export interface Decisions extends CollectedByKind {
  /** Projects from the list of projects, and from releases and milestones. */
  projects: Projects;
  /** Labels from releases and milestones, because the API has no list of labels. */
  labels: LabelRef[];
  /** The GitHub repositories that this sync and earlier ones read. */
  repositories?: Repositories;
  /** One report per source in `sources.yaml`; undefined if there is no such file. */
  reports?: SourceReport[];
}

export type CollectedByKind = { [K in EntryKind]: Collected<EntryTypes[K]> };

export interface SourceReport {
  name: string;
  /** Number of public entries from this source. */
  entries: number;
  notes: string[];
  /** Number of notes about texts that readers miss. */
  leftOut: number;
  /** Number of entries that were left out, because another source has their ids. */
  repeated: number;
  /** The reason if the source failed. Its entries then stay unchanged. */
  failure?: string;
}

export interface Projects {
  rows: ProjectRef[];
  quarantined: Quarantined[];
  /** Messages for the report about parts of the list that could not be used. */
  notes: string[];
  state: Walk<unknown>['state'];
}

/** A decision, with the name of the entry's source if there are several sources. */
export type Owned<D> = D & {
  from?: string | undefined;
  /** What the source calls the entry. */
  origin?: Origin | undefined;
};

/** Decisions about the entries of one kind. */
export interface Collected<E> {
  /**
   * What happens to public records and to existing entries, by id. An existing entry without a
   * decision is removed.
   */
  decisions: ReadonlyMap<string, Owned<EntryDecision<E>>>;
  quarantined: Quarantined[];
  /** False if the list kept changing while it was read. */
  settled: boolean;
  /**
   * Descriptions, for the report, of lists with more rows than the API shows. Some rows may be
   * missing.
   */
  full: string[];
  /** Says when rows are public that are not public yet. */
  later: string[];
  /** Number of listed rows that are not public. */
  refused: number;
  /** Number of rows that do not match the filters, although the API was asked to apply them. */
  unfiltered: number;
}

/**
 * Sorts decisions by what happens to the entries. An entry whose row is invalid stays, unless the
 * row says that it is private.
 * @param known entries in the content folder, by id
 * @param leftOut rows that were left out before a decision
 */
export function collectDecisions<E>(
  decisions: readonly Decision<E>[],
  known: KnownEntries,
  leftOut: readonly Quarantined[] = [],
): Pick<Collected<E>, 'decisions' | 'quarantined' | 'later'> {
  const decided = decisions.filter((one) => one.kind !== 'bad');
  const quarantined = [
    ...leftOut,
    ...decisions.flatMap((one) => (one.kind === 'bad' ? one.bad : [])),
  ];
  const invalid = quarantined.flatMap(({ id, isPrivate, why }): EntryDecision<E>[] => {
    if (id === null) return [];
    return [isPrivate ? { kind: 'private', id } : { kind: 'kept', id, why, isTooLarge: false }];
  });
  const ofEntries = [...decided, ...invalid].filter(
    ({ kind, id }) => kind === 'fresh' || known.has(id),
  );
  return {
    decisions: new Map(ofEntries.map((one) => [one.id, one])),
    quarantined,
    later: [
      ...new Set(decided.flatMap((one) => (one.kind === 'private' ? (one.later ?? []) : []))),
    ],
  };
}

const decided = { quarantined: [], later: [], settled: true, full: [], refused: 0, unfiltered: 0 };

/** Decisions that were made without reading. By default, there are none. */
export function decideUnread<E>(decisions: Collected<E>['decisions'] = new Map()): Collected<E> {
  return { ...decided, decisions };
}

/** Ids of the entries that are on the site now, because they are public or could not be read. */
export function listStaying<E>({ decisions }: Collected<E>): string[] {
  return [...decisions.values()].flatMap(({ kind, id }) =>
    kind === 'fresh' || kind === 'kept' ? id : [],
  );
}

export function listPrepared<E>({ decisions }: Collected<E>): PreparedEntry<E>[] {
  return [...decisions.values()].flatMap(({ prepared }) => prepared ?? []);
}

const noProjects: Projects = { rows: [], quarantined: [], notes: [], state: 'complete' };

/** Adds the names of projects and labels in the prepared rows. */
export function addNames(collected: CollectedByKind, projects = noProjects): Decisions {
  const prepared = entryKinds.flatMap((kind) => listPrepared<unknown>(collected[kind]));
  const named = prepared.flatMap(({ project }) => project ?? []);
  return {
    ...collected,
    projects: { ...projects, rows: [...projects.rows, ...named] },
    labels: prepared.flatMap(({ labels }) => labels),
  };
}
