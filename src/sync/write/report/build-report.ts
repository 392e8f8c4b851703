import { oneLine } from '../../../lib/text/text.ts';
import { byKind, type EntryKind, entryKinds } from '../../../model/content/entry-kinds.ts';
import { entryPath } from '../../../store/layout.ts';
import type { Quarantined } from '../../read/parse/parse-rows.ts';
import type { CollectionReport, EntryLine, SyncReport } from './report.ts';
import { collectWarnings, type ReportInput } from './warnings.ts';

export function buildReport(input: ReportInput): SyncReport {
  const { workspace, crawled, merged, changes, dryRun } = input;
  return {
    workspace: { id: workspace.id, name: oneLine(workspace.name) },
    dryRun,
    ...byKind<Record<EntryKind, CollectionReport>>((kind) => collectionReport(kind, input)),
    files: {
      written: changes.filter(({ kind }) => kind === 'write').length,
      removed: changes.filter(({ kind }) => kind === 'remove').length,
    },
    quarantined: [
      ...crawled.projects.quarantined,
      ...entryKinds.flatMap((kind) => leftOut(kind, input)),
    ],
    warnings: collectWarnings(input),
    deferred: input.deferred,
    ...(input.sources.length > 0 && { sources: input.sources }),
    correctionsBegin: !input.current.releaseLog && merged.releases.entries.length > 0,
    storyBegins: input.storyBegins && merged.milestones.entries.length > 0,
  };
}

/** Invalid rows, except those whose existing entry stays unchanged. */
function leftOut(name: EntryKind, { crawled, merged }: ReportInput): Quarantined[] {
  const staying = new Set<string | null>(merged[name].entries.map(({ id }) => id));
  return crawled[name].quarantined.filter(({ id }) => !staying.has(id));
}

function collectionReport(
  name: EntryKind,
  { crawled, merged, changes, current }: ReportInput,
): CollectionReport {
  const before = current[name] as ReadonlyMap<string, EntryLine>;
  const after: (EntryLine & { id: string })[] = merged[name].entries;
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
    withheld: merged[name].withheld,
    refused: crawled[name].refused,
    unsettled: !crawled[name].settled,
    full: crawled[name].full,
  };
}
