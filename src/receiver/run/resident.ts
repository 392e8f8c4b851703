import type { Log } from '../../lib/log.ts';
import type { BuildOptions } from '../../render/build-site.ts';
import type { SyncedReleases } from '../../sync/by-id/sync-releases.ts';
import type { ReleasesRequest } from './sync-once.ts';

/** What publishing here came to. */
export interface PublishedHere {
  kind: 'live' | 'paused';
  /** Why nothing went live. */
  why?: string;
  generation: string | undefined;
}

interface Asking {
  /** Ends what is asked for, and the resident with it. */
  signal: AbortSignal;
  /** Told who is in the way, while it waits. */
  onWait?: ((who: string) => void) | undefined;
}

interface AskingToPublish extends Asking {
  /** Told what features report; not where nothing had to be planned. */
  onNotes?: ((notes: readonly string[]) => void) | undefined;
}

/**
 * A process that has at hand what an event needs. Whoever asks goes on without one: it is never
 * there when it is in doubt.
 */
export interface Resident extends AsyncDisposable {
  /** Has one make itself ready, where there is none; nobody waits for it. */
  start(): void;
  /**
   * Brings releases by their ids; undefined where there is nobody to do it.
   * @throws ApiError, WaymarkError; the content folder is then as it was
   */
  syncReleases(request: ReleasesRequest, asking: Asking): Promise<SyncedReleases | undefined>;
  /**
   * Builds and publishes; undefined where there is nobody to do it.
   * @throws WaymarkError with what went wrong; the old site stays
   */
  publish(
    asking: AskingToPublish,
    onLap: (part: string) => void,
  ): Promise<PublishedHere | undefined>;
}

/** Where a resident builds from, and to. */
export type ResidentSite = Pick<
  BuildOptions,
  'contentDir' | 'siteUrl' | 'basePath' | 'siteConfig' | 'outDir'
>;

/**
 * A resident, of which there is none until it is started.
 * @param options.log told when one is gone that nobody had end
 */
export type CreateResident = (options: { site: ResidentSite; log: Log }) => Resident;
