import type { BucketTarget } from '../config/bucket-target.ts';
import type { Waiting } from '../lib/files/lock.ts';

export interface MirrorRequest {
  bucket: BucketTarget;
  /** Absolute path of the link to the live generation. */
  outDir: string;
  siteUrl: string;
  basePath: string;
  /** Allows removing many pages at once, which otherwise counts as an accident. */
  allowMassDelete?: boolean;
  /** Allows overwriting another site, and objects of other programs that have the same keys. */
  overwrite?: boolean;
  /** A file to write the addresses of changed pages to. */
  changedUrls?: string | undefined;
}

export interface RunBucketOptions {
  /**
   * Environment variables with the credentials of the bucket's store. The process that publishes
   * gets no other secrets.
   */
  env: Record<string, string | undefined>;
  /** Stops publishing at any point. The next run continues from there. */
  signal?: AbortSignal | undefined;
  onProgress?: (done: number, total: number) => void;
  onWait?: ((who: string) => void) | undefined;
}

/** A request to preview the upload of a built site that is not published. */
export interface PreviewRequest extends MirrorRequest {
  /** The folder of the built site, absolute. */
  built: string;
  /** Addresses of the built site's releases and milestones. */
  entries: readonly string[];
}

export type MirrorOutcome =
  | {
      kind: 'mirrored';
      uploaded: number;
      unchanged: number;
      deleted: number;
      /**
       * Keys of objects that were not removed, because removing so many releases and milestones
       * looks like an accident.
       */
      withheld: string[];
      /** Keys of objects that Waymark did not upload. They are left unchanged. */
      foreign: string[];
    }
  /** Publishing is paused by a rollback, which may have run on another machine. */
  | { kind: 'paused'; why: string };

/** The changes that publishing would make, as keys of objects. */
export interface Preview {
  uploads: string[];
  deletions: string[];
  withheld: string[];
  foreign: string[];
  unchanged: number;
  /** The reason, if publishing is paused. */
  paused: string | undefined;
}

/** Publishes into a bucket. Each method throws a WaymarkError on failure. */
export interface BucketPublisher {
  /** Makes the bucket equal to the live generation. */
  mirror(request: MirrorRequest, options: RunBucketOptions): Promise<MirrorOutcome>;
  /** Returns the changes that `mirror` would make, without making them. */
  preview(request: PreviewRequest, options: RunBucketOptions): Promise<Preview>;
  /** Resumes publishing after a rollback; returns whether it was paused. */
  resume(bucket: BucketTarget, waiting: Waiting): Promise<boolean>;
}
