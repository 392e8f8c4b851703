import type { FileChange } from '../store/apply.ts';
import { type EntryFolder, entryPath } from '../store/layout.ts';
import type { Content } from '../store/read-content.ts';
import type { Crawled } from './crawl.ts';
import type { Workspace } from './parse-workspace.ts';
import type { CollectionReport, EntryLine, SyncReport } from './report.ts';
import type { SettledContent } from './settle.ts';

export interface ReportInput {
  workspace: Workspace;
  api: string;
  crawled: Crawled;
  settled: SettledContent;
  changes: FileChange[];
  /** What the content folder held, as far as it is this workspace's. */
  current: Content;
  /** What could not be shown of the workspace, and what the mirror left out. */
  notes: string[];
  dryRun: boolean;
}

/** What a sync did, read off its plan. */
export function buildReport(input: ReportInput): SyncReport {
  const { workspace, crawled, changes, dryRun } = input;
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
      ...crawled.projects.quarantined,
      ...crawled.releases.quarantined,
      ...crawled.milestones.quarantined,
    ],
    warnings: warnings(input),
  };
}

function collectionReport(
  name: EntryFolder,
  { crawled, settled, changes, current }: ReportInput,
): CollectionReport {
  const before = current[name] as ReadonlyMap<string, EntryLine>;
  const after: (EntryLine & { id: string })[] = settled[name].entries;
  const written = new Set(changes.map((change) => (change.kind === 'write' ? change.path : '')));
  const wrote = after.filter(({ slug }) => written.has(entryPath(name, slug)));
  const line = ({ slug, title }: EntryLine): EntryLine => ({ slug, title });
  const staying = new Set(after.map(({ id }) => id));
  return {
    total: after.length,
    added: wrote.filter(({ id }) => !before.has(id)).map(line),
    changed: wrote.filter(({ id, slug }) => before.get(id)?.slug === slug).map(line),
    moved: after.flatMap(({ id, slug, title }) => {
      const from = before.get(id)?.slug ?? slug;
      return from === slug ? [] : [{ from, slug, title }];
    }),
    removed: [...before].flatMap(([id, entry]) => (staying.has(id) ? [] : [line(entry)])),
    withheld: settled[name].withheld,
    unsettled: !crawled[name].settled,
    full: crawled[name].full,
  };
}

function warnings(input: ReportInput): string[] {
  const { api, crawled, settled, current, notes } = input;
  const lines: string[] = [];
  const before = current.state?.api;
  if (before !== undefined && before !== api)
    lines.push(`The API has moved from ${before} to ${api}: every record was read again.`);
  if (crawled.projects.state !== 'complete')
    lines.push('The list of projects could not be read to its end: some names may be missing.');
  for (const name of ['releases', 'milestones'] as const) {
    const { kept, unfiltered } = crawled[name];
    const titles = new Map<string, string>();
    for (const { id, title } of settled[name].entries) titles.set(id, `${nouns[name]} “${title}”`);
    const entry = (id: string) => titles.get(id) ?? `${nouns[name]} ${id}`;
    lines.push(...kept.map(({ id, why }) => `${entry(id)} was kept as it was: ${why}`));
    for (const [id, { notes = [] }] of Object.entries(settled[name].known))
      lines.push(...notes.map((note) => `${entry(id)}: ${note}.`));
    if (unfiltered > 0)
      lines.push(
        `The API did not filter ${name} as asked: ${unfiltered} rows that are not public came along, and were left out.`,
      );
  }
  return [...lines, ...crawled.projects.notes, ...notes];
}

const nouns = { releases: 'Release', milestones: 'Milestone' } as const;
