import { byKind, type EntryKind } from '../../../model/content/entry-kinds.ts';
import type { Content } from '../../../store/read/read-content.ts';
import {
  addNames,
  type Collected,
  type CollectedByKind,
  type Decisions,
  noDecisions,
} from '../decisions.ts';
import type { Owners } from './owners.ts';
import type { Part } from './upstream.ts';

/** The result for a source that failed: all entries of the source stay. */
export function keepAll(current: Content): Decisions {
  return decideKnown(current, () => 'fresh');
}

/** Removes the entries of sources that are no longer in `sources.yaml`. */
export function removeOrphans(current: Content, owners: Owners): Decisions {
  return decideKnown(current, (kind, id) => owners[kind].get(id) === undefined && 'missing');
}

/** Decides about entries without reading. @param decide false for an entry without a decision */
function decideKnown(
  { state }: Content,
  decide: (kind: EntryKind, id: string) => 'fresh' | 'missing' | false,
): Decisions {
  return addNames(
    byKind<CollectedByKind>((kind) => {
      const decisions = Object.entries(state?.[kind] ?? {}).flatMap(([id, { source, from }]) => {
        const decided = decide(kind, id);
        return decided ? [[id, { kind: decided, id, source, from }] as const] : [];
      });
      return { ...noDecisions(), decisions: new Map(decisions) };
    }),
  );
}

export interface Crawled {
  part: Part;
  crawled: Decisions;
  /** Why the part could not be read, so that all its entries stay. */
  failure?: string | undefined;
}

/**
 * Joins the results of all parts (sources). If several have the same entry, the entry of the first
 * is used.
 * @param orphans decisions about entries without a source
 */
export function joinCrawls(all: readonly Crawled[], orphans: Decisions): Decisions {
  const crawls = [...all.map(({ crawled }) => crawled), orphans];
  const collected = byKind<CollectedByKind>((kind) => {
    const each = crawls.map((crawled) => crawled[kind]);
    const owned = all.map(({ part, crawled }) => ownBy<unknown>(part, crawled[kind]));
    return {
      decisions: new Map<string, unknown>([
        ...orphans[kind].decisions,
        ...owned.toReversed().flat(),
      ]),
      quarantined: each.flatMap(({ quarantined }) => quarantined),
      later: each.flatMap(({ later }) => later),
      settled: each.every(({ settled }) => settled),
      full: each.flatMap(({ full }) => full),
      refused: each.reduce((sum, { refused }) => sum + refused, 0),
      unfiltered: each.reduce((sum, { unfiltered }) => sum + unfiltered, 0),
    };
  });
  return {
    ...collected,
    projects: {
      rows: crawls.flatMap(({ projects }) => projects.rows),
      quarantined: crawls.flatMap(({ projects }) => projects.quarantined),
      notes: crawls.flatMap(({ projects }) => projects.notes),
      state: crawls.every(({ projects }) => projects.state === 'complete')
        ? 'complete'
        : 'unsettled',
    },
    labels: crawls.flatMap(({ labels }) => labels),
  };
}

function ownBy<E>({ name, rows }: Part, { decisions }: Collected<E>) {
  return [...decisions].map(([id, decision]) => {
    return [id, { ...decision, from: name, origin: rows?.origins?.get(id) }] as const;
  });
}
