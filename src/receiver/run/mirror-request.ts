import type { BucketTarget } from '../../config/bucket-target.ts';
import type { MirrorOutcome } from '../../tools/bucket/mirror/mirror-site.ts';

/** What a bucket is to show, and how. */
export interface MirrorRequest {
  bucket: BucketTarget;
  /** The link to the live generation, absolute. */
  outDir: string;
  siteUrl: string;
  basePath: string;
  /** Lets removals through that look like an accident. */
  allowMassDelete?: boolean;
  /** Publishes where another site was, or where somebody else's files stand in the way. */
  overwrite?: boolean;
  /** A file for the addresses of what changes. */
  changedUrls?: string | undefined;
}

export interface RunBucketOptions {
  /** In which the store's credentials are; what is secret of Waymark's is left out of it. */
  env: Record<string, string | undefined>;
  /** Ends it, whatever it does; the next one goes on from there. */
  signal?: AbortSignal | undefined;
  onProgress?: (done: number, total: number) => void;
  onWait?: ((who: string) => void) | undefined;
}

/** Has a bucket show what is live here. @throws WaymarkError with what went wrong */
export type RunMirror = (
  request: MirrorRequest,
  options: RunBucketOptions,
) => Promise<MirrorOutcome>;
