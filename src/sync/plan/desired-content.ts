import { digest } from '../../lib/digest.ts';
import { toJsonText } from '../../lib/json.ts';
import type {
  LabelEntry,
  ProjectEntry,
  Redirects,
  WorkspaceEntry,
} from '../../model/content/content.ts';
import {
  byKind,
  type EntryKind,
  type EntryTypes,
  entryKinds,
} from '../../model/content/entry-kinds.ts';
import type { ReleaseLog } from '../../model/content/release-log.ts';
import type { RoadmapMove } from '../../model/content/roadmap-log.ts';
import type { KnownByKind, SyncState } from '../../model/content/sync-state.ts';
import { entryPath, tableFiles } from '../../store/layout.ts';

export type EntryLists = { [K in EntryKind]: EntryTypes[K][] };

export function listEntries(lists: EntryLists): EntryTypes[EntryKind][] {
  return entryKinds.flatMap((kind): EntryTypes[EntryKind][] => lists[kind]);
}

/** What the content folder should contain after the sync. */
export interface DesiredContent extends EntryLists {
  workspace: WorkspaceEntry;
  projects: ProjectEntry[];
  labels: LabelEntry[];
  redirects: Redirects;
  roadmapLog: RoadmapMove[];
  releaseLog: ReleaseLog;
  /** The state file's content. Digests and sizes of files are added once all files are rendered. */
  state: Omit<SyncState, 'files' | 'assets' | EntryKind>;
  /** The records of all entries in the state, by id. */
  known: KnownByKind;
}

/** A file that the content folder should contain. */
export type DesiredFile = ReturnType<typeof renderEntry>;

/**
 * Renders all files of the entries that were read, and the tables. The state file is last, because
 * it contains the digests of the other files.
 * @param assets sizes of the mirrored files in bytes, by name
 * @param former digests of the files after the last sync; those of unread entries stay
 */
export function renderFiles(
  desired: DesiredContent,
  assets: ReadonlyMap<string, number>,
  former: SyncState['files'] = {},
): DesiredFile[] {
  const { workspace, projects, labels, redirects, roadmapLog, releaseLog, known } = desired;
  const entries = entryKinds.flatMap((kind) =>
    desired[kind].map((entry) => renderEntry(entryPath(kind, entry.slug), entry)),
  );
  const tables = [
    renderTable(tableFiles.workspace, workspace),
    renderTable(tableFiles.projects, projects),
    renderTable(tableFiles.labels, labels),
    ...(hasAny(redirects) ? [renderTable(tableFiles.redirects, redirects)] : []),
    ...(roadmapLog.length > 0 ? [renderTable(tableFiles.roadmapLog, roadmapLog)] : []),
    renderTable(tableFiles.releaseLog, releaseLog),
  ];
  const ofEntries = new Map(entries.map((file) => [file.path, digestInState(file)]));
  const paths = entryKinds.flatMap((kind) =>
    Array.from(known[kind].values(), ({ slug }) => slug)
      .sort()
      .map((slug) => entryPath(kind, slug)),
  );
  const digests = [
    ...paths.map((path) => [path, ofEntries.get(path) ?? former[path]]),
    ...tables.map((file) => [file.path, digestInState(file)]),
  ];
  const { workspace: id, api, ...others } = desired.state;
  const whole: SyncState = {
    ...{ workspace: id, api },
    ...byKind<Pick<SyncState, EntryKind>>((kind) => Object.fromEntries(known[kind])),
    ...others,
    files: Object.fromEntries(digests),
    assets: Object.fromEntries([...assets].toSorted(([a], [b]) => (a < b ? -1 : 1))),
  };
  return [...entries, ...tables, renderTable(tableFiles.state, whole)];
}

/** The digest that the state records: only the first part, which is enough to notice an edit. */
function digestInState({ digest }: Pick<DesiredFile, 'digest'>): string {
  return digest.slice(0, 20);
}

/**
 * Renders the JSON file of an entry. To save memory, its text is not kept: each call of `text`
 * renders it again.
 * @param path relative to the content folder
 */
function renderEntry(path: string, value: unknown) {
  const text = () => toJsonText(value);
  return { path, text, digest: digest(text()) };
}

/** Renders a JSON file beside the entries. Its text is kept, because it may be large. */
function renderTable(path: string, value: unknown): DesiredFile {
  const text = toJsonText(value);
  return { path, text: () => text, digest: digest(text) };
}

/** Whether there are any redirects. If there are none, `redirects.json` is not written. */
export function hasAny(redirects: Redirects): boolean {
  return Object.values(redirects).some((ofKind) => Object.keys(ofKind ?? {}).length > 0);
}
