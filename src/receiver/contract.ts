import type { ReleaseVisibility } from '../model/release-visibility.ts';

/**
 * The scope of a run: it syncs only the awaited releases, which is faster, or everything. Only a
 * sync of everything finds changes that no event announced.
 */
export type Scope = 'awaited' | 'everything';

export interface RebuildRequest {
  /**
   * Ids of the releases that pending events refer to. Earlier runs did not find these releases
   * public.
   */
  awaited: readonly string[];
  scope: Scope;
  /**
   * Aborted when an event arrives. The run then stops, unless it has already changed something.
   * Only set for a full sync that no event requested.
   */
  yields?: AbortSignal | undefined;
  /**
   * The generation that was live after the last successful run. It is remembered across restarts of
   * the receiver.
   */
  before: string | undefined;
}

/** The result of a successful run. */
export interface RebuildOutcome {
  /**
   * `paused`: publishing is paused until the maintainer resumes it. `held`: this content must not
   * be published.
   */
  kind: 'live' | 'paused' | 'held';
  /**
   * The scope that was synced. It may be `everything` although `awaited` was requested, if a full
   * sync was needed.
   */
  scope: Scope;
  /** The reason, if nothing went live. */
  why?: string;
  /** Name of the published generation, if one was published. */
  generation: string | undefined;
  /**
   * Visibility of the awaited releases, by id. If an awaited release is missing here, a later run
   * looks it up again.
   */
  visibilities: ReadonlyMap<string, ReleaseVisibility>;
  /** Duration of each part of the run, in milliseconds. */
  parts: Record<string, number>;
}

/** Updates the site. Throws on failure; the old site then stays. */
export type Rebuild = (request: RebuildRequest) => Promise<RebuildOutcome>;
