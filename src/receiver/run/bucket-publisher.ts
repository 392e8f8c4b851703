import type { BucketTarget } from '../../config/bucket-target.ts';
import type { Waiting } from '../../lib/files/lock.ts';
import { SettingsError } from '../../model/errors.ts';

export interface MirrorRequest {
  bucket: BucketTarget;
  /** The link to the live generation, absolute. */
  outDir: string;
  siteUrl: string;
  basePath: string;
  /** Allows removals that look like an accident. */
  allowMassDelete?: boolean;
  /** Replaces another site, or foreign files of the same names. */
  overwrite?: boolean;
  /** A file for the addresses of changed pages. */
  changedUrls?: string | undefined;
}

export interface RunBucketOptions {
  /** Has the store's credentials; Waymark's own secrets are removed. */
  env: Record<string, string | undefined>;
  /** Stops it at any point; the next run continues from there. */
  signal?: AbortSignal | undefined;
  onProgress?: (done: number, total: number) => void;
  onWait?: ((who: string) => void) | undefined;
}

/** A built site that was not published. */
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
      /** Keys that were kept, because suspiciously many releases and milestones would be removed. */
      withheld: string[];
      /** Keys of foreign objects, left unchanged. */
      foreign: string[];
    }
  /** After a rollback on any machine, until publishing is resumed. */
  | { kind: 'paused'; why: string };

/** The changes that publishing would make. */
export interface Preview {
  /** Keys. */
  uploads: string[];
  deletions: string[];
  withheld: string[];
  foreign: string[];
  unchanged: number;
  /** Why publishing is paused, if it is. */
  paused: string | undefined;
}

/** Publishes into a bucket. Each method throws a WaymarkError on failure. */
export interface BucketPublisher {
  /** Makes a bucket equal to the live generation. */
  mirror(request: MirrorRequest, options: RunBucketOptions): Promise<MirrorOutcome>;
  /** Changes nothing. */
  preview(request: PreviewRequest, options: RunBucketOptions): Promise<Preview>;
  /** Resumes publishing after a rollback; returns whether it was paused. */
  resume(bucket: BucketTarget, waiting: Waiting): Promise<boolean>;
}

/** @throws SettingsError if this installation cannot publish into a bucket */
export function expectPublisher(publisher: BucketPublisher | undefined): BucketPublisher {
  if (publisher) return publisher;
  throw new SettingsError(
    'PUBLISH_BUCKET is set, and this installation has no tool for buckets. Unset it, or put src/tools/bucket and its line in scripts/tools.ts back.',
  );
}
