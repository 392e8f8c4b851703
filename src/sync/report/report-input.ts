import type { MissingAsset } from '../../model/content/sync-cache.ts';
import type { Content } from '../../store/read/read-content.ts';
import type { FileChange } from '../../store/write/stage.ts';
import type { SyncedWorkspace } from '../parse/parse-workspace.ts';
import type { MergedContent } from '../plan/merge.ts';
import type { LostLogs } from '../plan/trusted.ts';
import type { Wanted } from '../plan/wanted.ts';
import type { Crawled } from '../read/crawl.ts';
import type { SourceReport } from '../sources/crawl-parts.ts';

export interface ReportInput {
  workspace: SyncedWorkspace;
  api: string;
  /** Empty where the API alone is synced from. */
  sources: readonly SourceReport[];
  crawled: Crawled;
  merged: MergedContent;
  wanted: Pick<Wanted, 'workspace' | 'labels' | 'state'>;
  changes: FileChange[];
  /** What the content folder held, as far as it is this workspace's. */
  current: Content;
  /** Another workspace's content that gives way to this one's. */
  replaced: Content | undefined;
  /** Whether nothing was known of the roadmap before. */
  storyBegins: boolean;
  /** What became of the roadmap's log since the last sync. */
  lostLogs: LostLogs;
  /** In words: what of the workspace could not be used. */
  notes: string[];
  /** What entries lack, by their paths. */
  missing: ReadonlyMap<string, MissingAsset[]>;
  /** Pictures and files that had no turn in the seconds that there are for them. */
  putOff: number;
  assetSeconds: number;
  /** Why nothing was remembered for the next sync, where that is so. */
  forgotten: string | undefined;
  dryRun: boolean;
}
