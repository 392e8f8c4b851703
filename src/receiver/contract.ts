import type { ReleaseVisibility } from '../model/release-visibility.ts';

/**
 * What a run looks at: the awaited releases alone, which is sooner done, or everything, which alone
 * finds what nobody told of.
 */
export type Scope = 'awaited' | 'everything';

/** What a run is asked for. */
export interface RebuildRequest {
  /** Ids of the releases that events told of and that no run has seen public yet. */
  awaited: readonly string[];
  scope: Scope;
  /**
   * Aborted when something came that cannot wait: a look at everything that nobody waits for, and
   * that has changed nothing yet, is then broken off.
   */
  yields?: AbortSignal | undefined;
  /** The `generation` of the last run that succeeded, also before a restart. */
  before: string | undefined;
}

/** What came of a run that did not fail. */
export interface RebuildOutcome {
  /** `paused`: publishing waits for the maintainer; `held`: nothing may go live from here. */
  kind: 'live' | 'paused' | 'held';
  /** What it looked at in the end: where the awaited are not to be had alone, everything. */
  scope: Scope;
  /** Why nothing went live. */
  why?: string;
  /** Names what the outside has now. */
  generation: string | undefined;
  /** What is known of the awaited releases, by id; one that is not named is looked for again. */
  visibilities: ReadonlyMap<string, ReleaseVisibility>;
  /** How long each part took, in milliseconds. */
  parts: Record<string, number>;
}

/** Brings the site up to date; throws where that failed, and the old site stays. */
export type Rebuild = (request: RebuildRequest) => Promise<RebuildOutcome>;
