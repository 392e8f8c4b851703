import { byKind } from '../../../model/content/entry-kinds.ts';
import type { Origin } from '../../../sources/source.ts';
import type { Content } from '../../../store/read/read-content.ts';
import {
  type Collected,
  type CollectedByKind,
  type Decisions,
  noDecisions,
  noProjects,
} from '../decisions.ts';
import type { Owners } from './owners.ts';
import { apiName, type Part } from './upstream.ts';

/** The result for a source that failed: all entries of the source stay. */
export function keepAll({ state }: Content): Decisions {
  const collected = byKind<CollectedByKind>((kind) => ({
    ...noDecisions(),
    sources: new Map(Object.entries(state?.[kind] ?? {}).map(([id, { source }]) => [id, source])),
  }));
  return { ...collected, projects: noProjects, labels: [] };
}

/**
 * Removes the entries of sources that are no longer in `sources.yaml`. Removals are counted for
 * each source, so that suspiciously many can be withheld.
 */
export function removeOrphans({ state }: Content, owners: Owners): Decisions {
  const collected = byKind<CollectedByKind>((kind) => {
    const orphans = Object.entries(state?.[kind] ?? {}).filter(
      ([id]) => owners[kind].get(id) === undefined,
    );
    const bySource = Map.groupBy(orphans, ([, { from = apiName }]) => from);
    const missing = [...bySource.values()].map((ofSource) => ({
      ids: ofSource.map(([id]) => id),
      of: ofSource.length,
    }));
    return { ...noDecisions(), missing };
  });
  return { ...collected, projects: noProjects, labels: [] };
}

interface Joined {
  part: Part | undefined;
  crawled: Decisions;
}

function joinOrigins(all: readonly Joined[]): Map<string, Origin> {
  return new Map(all.toReversed().flatMap(({ part }) => [...(part?.rows?.origins ?? [])]));
}

export function joinCrawls(all: readonly Joined[]): Decisions {
  const collected = byKind<CollectedByKind>((kind) => {
    const each = all.map(({ crawled }) => crawled[kind] as Collected<unknown>);
    // If several sources have the same entry, the entry of the first source is used.
    const firsts = new Map(
      each.toReversed().flatMap((one) => [...one.sources.keys()].map((id) => [id, one] as const)),
    );
    const from = all.flatMap(({ part, crawled }) =>
      part?.name === undefined
        ? []
        : [
            ...crawled[kind].sources.keys(),
            ...crawled[kind].kept.map(({ id }) => id),
            ...crawled[kind].missing.flatMap(({ ids }) => ids),
          ].map((id): [string, string] => [id, part.name ?? '']),
    );
    return {
      sources: new Map(each.toReversed().flatMap(({ sources }) => [...sources])),
      prepared: new Map(
        each.flatMap((one) => [...one.prepared].filter(([id]) => firsts.get(id) === one)),
      ),
      kept: each.flatMap(({ kept }) => kept),
      missing: each.flatMap(({ missing }) => missing),
      quarantined: each.flatMap(({ quarantined }) => quarantined),
      later: each.flatMap(({ later }) => later),
      settled: each.every(({ settled }) => settled),
      full: each.flatMap(({ full }) => full),
      refused: each.reduce((sum, { refused }) => sum + refused, 0),
      unfiltered: each.reduce((sum, { unfiltered }) => sum + unfiltered, 0),
      from: new Map(from.toReversed()),
      origins: joinOrigins(all),
    };
  });
  const crawls = all.map(({ crawled }) => crawled);
  return {
    ...collected,
    projects: {
      rows: crawls.flatMap(({ projects }) => projects.rows),
      quarantined: crawls.flatMap(({ projects }) => projects.quarantined),
      notes: crawls.flatMap(({ projects }) => projects.notes),
      state: crawls.some(({ projects }) => projects.state !== 'complete')
        ? 'unsettled'
        : 'complete',
    },
    labels: crawls.flatMap(({ labels }) => labels),
  };
}
