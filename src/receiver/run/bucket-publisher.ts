import type { BucketTarget } from '../../config/bucket-target.ts';
import type { Waiting } from '../../lib/files/lock.ts';
import { SettingsError } from '../../model/errors.ts';

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

/** A site that was built, for which a preview tells what publishing would do. */
export interface PreviewRequest extends MirrorRequest {
  /** The folder, absolute. */
  built: string;
  /** Addresses of its releases and milestones. */
  entries: readonly string[];
}

export type MirrorOutcome =
  | {
      kind: 'mirrored';
      uploaded: number;
      unchanged: number;
      deleted: number;
      /** Keys that were not removed, as those of suspiciously many releases and milestones would be. */
      withheld: string[];
      /** Keys of what somebody else put there, which was left alone. */
      foreign: string[];
    }
  /** After a rollback, here or elsewhere, until it is resumed. */
  | { kind: 'paused'; why: string };

/** What publishing would do. */
export interface Preview {
  /** Keys. */
  uploads: string[];
  deletions: string[];
  withheld: string[];
  foreign: string[];
  unchanged: number;
  /** Why nothing would be done at present, in words. */
  paused: string | undefined;
}

/** Publishes into a bucket. Each method throws a WaymarkError with what went wrong. */
export interface BucketPublisher {
  /** Has a bucket show what is live here. */
  mirror(request: MirrorRequest, options: RunBucketOptions): Promise<MirrorOutcome>;
  /** Changes nothing. */
  preview(request: PreviewRequest, options: RunBucketOptions): Promise<Preview>;
  /** Lets publishing go on after a rollback; whether it was paused there. */
  resume(bucket: BucketTarget, waiting: Waiting): Promise<boolean>;
}

/** @throws SettingsError where this installation cannot publish into a bucket */
export function expectPublisher(publisher: BucketPublisher | undefined): BucketPublisher {
  if (publisher) return publisher;
  throw new SettingsError(
    'PUBLISH_BUCKET is set, and this installation has no tool for buckets. Unset it, or put src/tools/bucket and its line in scripts/tools.ts back.',
  );
}
