import { byKind } from '../../../model/content/entry-kinds.ts';
import type { KnownByKind } from '../../../model/content/sync-state.ts';
import {
  addNames,
  type Collected,
  type CollectedByKind,
  type Decisions,
  decideUnread,
} from '../decisions.ts';
import type { Part } from './upstream.ts';

/**
 * The same decision about all of these entries, without reading them. The entries of a source that
 * failed stay, and those of sources that are no longer in `sources.yaml` are removed.
 */
export function decideAll(known: KnownByKind, decision: 'fresh' | 'missing'): Decisions {
  return addNames(
    byKind<CollectedByKind>((kind) => {
      const decisions = Array.from(known[kind], ([id, { source, from }]) => {
        return [id, { kind: decision, id, source, from }] as const;
      });
      return decideUnread(new Map(decisions));
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
