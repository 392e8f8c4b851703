import type { ReleaseVisibility } from '../model/release-visibility.ts';

/**
 * What a run syncs: only the awaited releases, which is faster, or everything. Only a sync of
 * everything also finds changes that no event announced.
 */
export type Scope = 'awaited' | 'everything';

/** The input of a run. */
export interface RebuildRequest {
  /** Ids of the releases that pending events name. No earlier run has found them public. */
  awaited: readonly string[];
  scope: Scope;
  /**
   * Aborted when an event arrives. The run then stops, if it has not changed anything yet. Only set
   * for a full sync that no event requested.
   */
  yields?: AbortSignal | undefined;
  /** The generation that was live after the last successful run, which may precede a restart. */
  before: string | undefined;
}

/** The result of a successful run. */
export interface RebuildOutcome {
  /**
   * `paused`: publishing is paused until the maintainer resumes it. `held`: this content must not
   * be published.
   */
  kind: 'live' | 'paused' | 'held';
  /** The scope that was synced: `everything` if the awaited releases could not be synced alone. */
  scope: Scope;
  /** The reason, if nothing went live. */
  why?: string;
  /** Name of the published generation, if one was published. */
  generation: string | undefined;
  /** Visibility of the awaited releases, by id. Releases without one are looked up again. */
  visibilities: ReadonlyMap<string, ReleaseVisibility>;
  /** Duration of each part of the run, in milliseconds. */
  parts: Record<string, number>;
}

/** Updates the site. Throws on failure; the old site then stays. */
export type Rebuild = (request: RebuildRequest) => Promise<RebuildOutcome>;
