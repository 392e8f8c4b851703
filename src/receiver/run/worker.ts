import type { Waiting } from '../../lib/files/lock.ts';
import type { Log } from '../../lib/log.ts';
import { WaymarkError } from '../../model/errors.ts';
import type { PublishOutcome } from '../../publish/publish.ts';
import type { BuildOptions } from '../../render/build-site.ts';
import type { ByIdRequest } from '../../sync/run/sync-once.ts';
import type { SyncedById } from '../../sync/sync.ts';
import type { RebuildOutcome } from '../contract.ts';

export interface PublishedHere extends Pick<RebuildOutcome, 'why' | 'generation'> {
  kind: 'live' | 'paused';
}

/** @throws WaymarkError if the site was refused */
export function toPublishedHere(outcome: PublishOutcome): PublishedHere {
  if (outcome.kind === 'refused') throw new WaymarkError(outcome.why);
  if (outcome.kind === 'paused') return { ...outcome, generation: undefined };
  return { kind: 'live', generation: outcome.generation };
}

/** `signal` aborts the request and ends the worker. */
type WorkerOptions = Waiting & { signal: AbortSignal };

interface PublishOptions extends WorkerOptions {
  /** Called with the notes that features reported during the build, if there are any. */
  onNotes?: ((notes: readonly string[]) => void) | undefined;
}

/**
 * A long-lived process that publishes a release quickly, because it keeps data in memory. If the
 * worker is not running, its methods return undefined, and callers do the work themselves.
 */
export interface Worker extends AsyncDisposable {
  /** Starts the worker in the background, unless it is already running. */
  start(): void;
  /**
   * Syncs the releases with these ids.
   * @throws ApiError, WaymarkError; the content folder is then unchanged
   */
  syncById(request: ByIdRequest, options: WorkerOptions): Promise<SyncedById | undefined>;
  /**
   * Builds and publishes the site.
   * @throws WaymarkError; the old site then stays
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
 * Creates a worker without starting it.
 * @param options.log receives an entry if the worker ends unexpectedly
 */
export type CreateWorker = (options: { site: WorkerSite; log: Log }) => Worker;
