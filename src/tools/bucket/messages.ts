import type { MirrorRequest } from '../../receiver/run/mirror-request.ts';
import type { SentError } from '../../receiver/run/sent-error.ts';
import type { MirrorOutcome } from './mirror/mirror-site.ts';
import type { Preview } from './mirror/preview.ts';

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
