import { oneLine } from '../../../lib/text/text.ts';
import { byKind, type EntryKind, entryKinds } from '../../../model/content/entry-kinds.ts';
import { entryPath } from '../../../store/layout.ts';
import type { Quarantined } from '../../read/parse/parse-rows.ts';
import type { CollectionReport, EntryLine, SyncReport } from './report.ts';
import { collectWarnings, type ReportInput } from './warnings.ts';

export function buildReport(input: ReportInput): SyncReport {
  const { session, decisions, entries, changes } = input;
  const { workspace, dryRun, mirror, current, owner } = session;
  return {
    workspace: { id: workspace.id, name: oneLine(workspace.name) },
    dryRun,
    ...byKind<Record<EntryKind, CollectionReport>>((kind) => reportCollection(kind, input)),
    files: {
      written: changes.filter(({ kind }) => kind === 'write').length,
      removed: changes.filter(({ kind }) => kind === 'remove').length,
    },
    quarantined: [
      ...decisions.projects.quarantined,
      ...entryKinds.flatMap((kind) => listLeftOut(kind, input)),
    ],
    warnings: collectWarnings(input),
    deferred: mirror.deferred(),
    ...(decisions.reports && { sources: decisions.reports }),
    correctionsBegin: !current.releaseLog && entries.releases.entries.length > 0,
    storyBegins: owner === 'fresh' && entries.milestones.entries.length > 0,
  };
}

/** Invalid rows, except those whose existing entry stays unchanged. */
function listLeftOut(name: EntryKind, { decisions, entries }: ReportInput): Quarantined[] {
  const staying = new Set<string | null>(entries[name].entries.map(({ id }) => id));
  return decisions[name].quarantined.filter(({ id }) => !staying.has(id));
}

function reportCollection(
  name: EntryKind,
  { session, decisions, entries, changes }: ReportInput,
): CollectionReport {
  const before = session.current[name] as ReadonlyMap<string, EntryLine>;
  const after: (EntryLine & { id: string })[] = entries[name].entries;
  const written = new Set(changes.map((change) => (change.kind === 'write' ? change.path : '')));
  const wrote = after.filter(({ slug }) => written.has(entryPath(name, slug)));
  const line = ({ slug, title }: EntryLine): EntryLine => ({ slug, title });
  const staying = new Set(after.map(({ id }) => id));
  return {
    total: entries[name].known.size,
    added: wrote.filter(({ id }) => !before.has(id)).map(line),
    changed: wrote.filter(({ id, slug }) => before.get(id)?.slug === slug).map(line),
    moved: after.flatMap(({ id, slug, title }) => {
      const from = before.get(id)?.slug ?? slug;
      return from === slug ? [] : [{ from, slug, title }];
    }),
    removed: [...before].flatMap(([id, entry]) => (staying.has(id) ? [] : [line(entry)])),
    withheld: entries[name].withheld,
    refused: decisions[name].refused,
    unsettled: !decisions[name].settled,
    full: decisions[name].full,
  };
}
