import type {
  MirrorOutcome,
  MirrorRequest,
  Preview,
  PreviewRequest,
} from '../../receiver/run/bucket-publisher.ts';
import type { SentError } from '../../receiver/run/sent-error.ts';

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
