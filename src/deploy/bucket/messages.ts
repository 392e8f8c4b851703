import type { BucketTarget } from '../../config/bucket-target.ts';
import type { MirrorOutcome } from '../../publish/bucket/mirror-site.ts';
import type { Preview } from '../../publish/bucket/preview.ts';
import type { SentError } from '../sent-error.ts';

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

/** A site that was built, of which it is only told what publishing it would do. */
export interface PreviewRequest extends MirrorRequest {
  /** Absolute. */
  built: string;
  /** Addresses of its releases and milestones. */
  entries: readonly string[];
}

export type BucketRequest =
  | ({ kind: 'mirror' } & MirrorRequest)
  | ({ kind: 'preview' } & PreviewRequest);

/** What the process tells that speaks to the bucket. */
export type BucketMessage =
  | { kind: 'progress'; done: number; total: number }
  | { kind: 'waiting'; who: string }
  | { kind: 'mirrored'; outcome: MirrorOutcome }
  | { kind: 'previewed'; preview: Preview }
  | { kind: 'failed'; error: SentError };
