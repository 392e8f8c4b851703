import type { ReleaseVisibility } from '../../model/release-visibility.ts';
import type { SyncReport } from '../../sync/report/report.ts';
import type { ApiSettings } from './connect.ts';
import type { OnProgress } from './progress.ts';
import type { SentError } from './sent-error.ts';
import type { SourcesSettings } from './sources-settings.ts';
import type { AssetSettings } from './sync-once.ts';

/** What the process of a run's sync is told, once. */
export interface SyncRequest extends AssetSettings {
  api: ApiSettings;
  sources?: SourcesSettings | undefined;
  /** Absolute. */
  contentDir: string;
  /** Ids of the releases to look for after the sync. */
  awaited: readonly string[];
}

/** What that process tells; the last is `lookedUp` or `failed`. */
export type SyncMessage =
  | { kind: 'progress'; told: Parameters<OnProgress> }
  | { kind: 'waiting'; who: string }
  | { kind: 'synced'; report: SyncReport }
  | { kind: 'lookedUp'; visibilities: ReadonlyMap<string, ReleaseVisibility> }
  | { kind: 'failed'; error: SentError };
