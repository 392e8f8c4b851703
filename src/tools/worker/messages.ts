import type { PublishedHere, ResidentSite } from '../../receiver/run/resident.ts';
import type { SentError } from '../../receiver/run/sent-error.ts';
import type { ReleasesRequest } from '../../receiver/run/sync-once.ts';
import type { SyncedReleases } from '../../sync/by-id/sync-releases.ts';

/** What a resident is told; the first, once, is `start`. */
export type ResidentQuestion =
  | { kind: 'start'; site: ResidentSite }
  | { kind: 'sync'; request: ReleasesRequest }
  | { kind: 'publish' }
  /** Once all that was asked for is done. */
  | { kind: 'end' };

/**
 * What it tells: for each question one answer, and before it who is in the way, what is done, and
 * which releases no card can show.
 */
export type ResidentMessage =
  | { kind: 'waiting'; who: string }
  | { kind: 'lap'; part: string }
  | { kind: 'notes'; notes: readonly string[] }
  | ResidentAnswer;

export type ResidentAnswer =
  | { kind: 'synced'; synced: SyncedReleases }
  | { kind: 'published'; published: PublishedHere }
  | { kind: 'failed'; error: SentError }
  /** The code, the settings or the workspace are others than when it was started. */
  | { kind: 'outdated' };
