import type { WorkspaceRow } from '../model/rows.ts';
import type { FileChange } from '../store/apply.ts';
import type { EntryFolder } from '../store/layout.ts';
import type { Content } from '../store/read-content.ts';
import type { Crawled } from './crawl.ts';
import type { CollectionReport, SyncReport } from './report.ts';
import type { SettledContent } from './settle.ts';

export interface ReportInput {
  workspace: WorkspaceRow;
  crawled: Crawled;
  settled: SettledContent;
  changes: FileChange[];
  before: Content;
  /** What could not be shown as it came, and what the mirror left out. */
  notes: string[];
  dryRun: boolean;
}

/** What a sync did, read off its plan. */
export function buildReport(input: ReportInput): SyncReport {
  const { workspace, crawled, changes, notes, dryRun } = input;
  return {
    workspace: { id: workspace.id, name: workspace.name },
    dryRun,
    releases: collectionReport('releases', input),
    milestones: collectionReport('milestones', input),
    files: {
      written: changes.filter(({ kind }) => kind === 'write').length,
      removed: changes.filter(({ kind }) => kind === 'remove').length,
    },
    quarantined: [
      ...crawled.badProjects,
      ...crawled.releases.quarantined,
      ...crawled.milestones.quarantined,
    ],
    warnings: [...warnings('releases', crawled), ...warnings('milestones', crawled), ...notes],
  };
}

function collectionReport(
  name: EntryFolder,
  { crawled, settled, changes, before }: ReportInput,
): CollectionReport {
  const slugs = (kind: FileChange['kind'], known: boolean) =>
    changes
      .filter((change) => change.kind === kind && change.path.startsWith(`${name}/`))
      .filter(({ path }) => before.files.has(path) === known)
      .map(({ path }) => path.slice(name.length + 1, -'.json'.length));
  const { state } = crawled[name];
  return {
    total: settled[name].entries.length,
    added: slugs('write', false),
    changed: slugs('write', true),
    removed: slugs('remove', true),
    withheld: settled[name].withheld,
    incomplete: state === 'complete' ? null : state,
  };
}

function warnings(name: EntryFolder, crawled: Crawled): string[] {
  const { kept, unfiltered } = crawled[name];
  const lines = kept.map(({ id, why }) => `kept ${name} ${id} as it was: ${why}`);
  if (unfiltered > 0)
    lines.push(
      `the API did not filter ${name} as asked: ${unfiltered} rows that are not public came along (and were left out)`,
    );
  return lines;
}
