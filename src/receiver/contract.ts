import type { ReleaseVisibility } from '../model/release-visibility.ts';

/**
 * What a run syncs: the awaited releases alone, which is faster, or everything, which also finds
 * changes without an event.
 */
export type Scope = 'awaited' | 'everything';

/** The input of a run. */
export interface RebuildRequest {
  /** Ids of releases named by events that no run has seen public yet. */
  awaited: readonly string[];
  scope: Scope;
  /**
   * Aborted when an event arrives. A full sync without events that has not changed anything yet
   * then stops.
   */
  yields?: AbortSignal | undefined;
  /** The `generation` of the last successful run, also before a restart. */
  before: string | undefined;
}

/** The result of a successful run. */
export interface RebuildOutcome {
  /** `paused`: publishing waits for the maintainer; `held`: this content must not be published. */
  kind: 'live' | 'paused' | 'held';
  /** The scope that was synced: everything if the awaited releases could not be synced alone. */
  scope: Scope;
  /** Why nothing went live. */
  why?: string;
  /** Name of the published generation. */
  generation: string | undefined;
  /** Visibility of the awaited releases by id; missing ones are looked up again. */
  visibilities: ReadonlyMap<string, ReleaseVisibility>;
  /** Duration of each part in milliseconds. */
  parts: Record<string, number>;
}

/** Updates the site; throws on failure, and the old site stays. */
export type Rebuild = (request: RebuildRequest) => Promise<RebuildOutcome>;
