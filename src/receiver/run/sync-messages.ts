import type { OnProgress } from '../../lib/progress.ts';
import type { ReleaseVisibility } from '../../model/release-visibility.ts';
import type { SentError } from '../../model/sent-error.ts';
import type { AssetSettings, SyncOnceOptions } from '../../sync/run/sync-once.ts';
import type { SyncReport } from '../../sync/write/report/report.ts';

/** The message that starts a sync. The child process that syncs gets no other message. */
export interface SyncRequest
  extends AssetSettings,
    Pick<SyncOnceOptions, 'api' | 'sources' | 'contentDir'> {
  /** Ids of the releases to look up after the sync. */
  awaited: readonly string[];
}

/** Messages from the child process that syncs. The last message is `lookedUp` or `failed`. */
export type SyncMessage =
  | { kind: 'progress'; args: Parameters<OnProgress> }
  | { kind: 'waiting'; who: string }
  | { kind: 'synced'; report: SyncReport }
  | { kind: 'lookedUp'; visibilities: ReadonlyMap<string, ReleaseVisibility> }
  | { kind: 'failed'; error: SentError };
