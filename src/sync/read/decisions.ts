import type { Walk } from '../../client/walk.ts';
import type { LabelRef, ProjectRef } from '../../model/api/rows.ts';
import { type EntryKind, type EntryTypes, entryKinds } from '../../model/content/entry-kinds.ts';
import type { Known, Repositories } from '../../model/content/sync-state.ts';
import type { Origin } from '../../sources/source.ts';
import type { Decision } from './decide-entry.ts';
import type { Quarantined } from './parse/parse-rows.ts';
import type { PreparedEntry } from './prepared-entry.ts';

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

/** Decisions about the entries of one kind. An existing entry that they do not mention is removed. */
export interface Collected<E> {
  /** Digest of each public entry's inputs, by id. */
  sources: Map<string, string>;
  /** New and changed entries, by id. Other entries in `sources` stay unchanged. */
  prepared: Map<string, PreparedEntry<E>>;
  /** Existing entries whose records could not be read. They stay unchanged. */
  kept: { id: string; why: string }[];
  /**
   * Ids of existing entries for which the API answers 404. `of` is the number of all existing
   * entries.
   */
  missing: { ids: string[]; of: number }[];
  quarantined: Quarantined[];
  /** False if the list kept changing while it was read. */
  settled: boolean;
  /**
   * Descriptions, for the report, of lists with more rows than the API shows. Some rows may be
   * missing.
   */
  full: string[];
  /** The days from which rows are public that are not public yet. */
  later: string[];
  /** Number of listed rows that are not public. */
  refused: number;
  /** Number of rows that do not match the filters, although the API was asked to apply them. */
  unfiltered: number;
  /** Name of each entry's source, if there are several sources. */
  from?: ReadonlyMap<string, string>;
  /** What the sources of entries call them, by id. */
  origins?: ReadonlyMap<string, Origin>;
}

type KnownById = Readonly<Record<string, Known>>;

/**
 * Sorts decisions by what happens to the entries.
 * @param known entries in the content folder, by id
 * @param leftOut rows that were left out before a decision
 */
export function collectDecisions<E>(
  decisions: readonly Decision<E>[],
  known: KnownById,
  leftOut: readonly Quarantined[] = [],
) {
  const fresh = decisions.filter((decision) => decision.kind === 'fresh');
  const quarantined = [
    ...leftOut,
    ...decisions.flatMap((one) => (one.kind === 'bad' ? one.bad : [])),
  ];
  const missing = decisions.flatMap((one) =>
    one.kind === 'missing' && Object.hasOwn(known, one.id) ? [one.id] : [],
  );
  return {
    sources: new Map(fresh.map(({ id, source }) => [id, source])),
    prepared: new Map(fresh.flatMap(({ id, prepared }) => (prepared ? [[id, prepared]] : []))),
    kept: [
      ...decisions.flatMap((one) => (one.kind === 'kept' ? [{ id: one.id, why: one.why }] : [])),
      ...quarantined.flatMap(({ id, isPrivate, why }) =>
        id !== null && Object.hasOwn(known, id) && !isPrivate ? [{ id, why }] : [],
      ),
    ],
    missing: [{ ids: missing, of: Object.keys(known).length }],
    quarantined,
    later: decisions.flatMap((one) => (one.kind === 'private' ? (one.later ?? []) : [])),
  };
}

/** No decision about any entry. */
export function noDecisions<E>(): Collected<E> {
  const lists = { settled: true, full: [], refused: 0, unfiltered: 0 };
  return { ...collectDecisions<E>([], {}), missing: [], ...lists };
}

export const noProjects: Projects = { rows: [], quarantined: [], notes: [], state: 'complete' };

/** Adds the names of projects and labels in the prepared rows. */
export function addNames(collected: CollectedByKind, projects = noProjects): Decisions {
  const prepared = entryKinds.flatMap((kind) => [...collected[kind].prepared.values()]);
  const named = prepared.flatMap(({ project }) => project ?? []);
  return {
    ...collected,
    projects: { ...projects, rows: [...projects.rows, ...named] },
    labels: prepared.flatMap(({ labels }) => labels),
  };
}
