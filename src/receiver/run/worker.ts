import type { Log } from '../../lib/log.ts';
import type { BuildOptions } from '../../render/build-site.ts';
import type { SyncedReleases } from '../../sync/by-id/sync-releases.ts';
import type { ReleasesRequest } from './sync-once.ts';

export interface PublishedHere {
  kind: 'live' | 'paused';
  /** Why nothing went live. */
  why?: string;
  generation: string | undefined;
}

interface WorkerOptions {
  /** Aborts the request and ends the worker. */
  signal: AbortSignal;
  /** Called while another process holds the lock. */
  onWait?: ((who: string) => void) | undefined;
}

interface PublishOptions extends WorkerOptions {
  /** Takes notes of features, if anything was planned. */
  onNotes?: ((notes: readonly string[]) => void) | undefined;
}

/**
 * A process that keeps everything in memory that an event needs. Requests return undefined if it is
 * not running; callers then do without it.
 */
export interface Worker extends AsyncDisposable {
  /** Starts it in the background, unless it is running. */
  start(): void;
  /**
   * Syncs releases by their ids.
   * @throws ApiError, WaymarkError; the content folder is then unchanged
   */
  syncReleases(
    request: ReleasesRequest,
    options: WorkerOptions,
  ): Promise<SyncedReleases | undefined>;
  /**
   * Builds and publishes.
   * @throws WaymarkError; the old site stays
   */
  publish(
    options: PublishOptions,
    onLap: (part: string) => void,
  ): Promise<PublishedHere | undefined>;
}

export type WorkerSite = Pick<
  BuildOptions,
  'contentDir' | 'siteUrl' | 'basePath' | 'siteConfig' | 'outDir'
>;

/**
 * Creates a worker, not yet started.
 * @param options.log reports a worker that ended unexpectedly
 */
export type CreateWorker = (options: { site: WorkerSite; log: Log }) => Worker;
