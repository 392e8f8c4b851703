import { digest } from '../../lib/digest.ts';
import { toJsonText } from '../../lib/json.ts';
import {
  assetScheme,
  type LabelEntry,
  type ProjectEntry,
  type Redirects,
  type WorkspaceEntry,
} from '../../model/content/content.ts';
import { type EntryKind, type EntryTypes, entryKinds } from '../../model/content/entry-kinds.ts';
import type { ReleaseLog } from '../../model/content/release-log.ts';
import type { RoadmapMove } from '../../model/content/roadmap-log.ts';
import type { SyncState } from '../../model/content/sync-state.ts';
import { variantNames } from '../../model/content/variants.ts';
import { entryPath, tableFiles } from '../../store/layout.ts';

export type EntryLists = { [K in EntryKind]: EntryTypes[K][] };

export function allEntries(lists: EntryLists): EntryTypes[EntryKind][] {
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
  state: Omit<SyncState, 'files' | 'assets'>;
}

/** A file that the content folder should contain. */
export type DesiredFile = ReturnType<typeof renderFile>;

/**
 * Renders all files. The state file is last, because it contains the digests of the other files.
 * @param assets sizes of the mirrored files in bytes, by name
 */
export function renderFiles(desired: DesiredContent, assets: SyncState['assets']): DesiredFile[] {
  const { workspace, projects, labels, redirects, roadmapLog, releaseLog, state } = desired;
  const files = [
    ...entryKinds.flatMap((kind) =>
      desired[kind].map((entry) => renderFile(entryPath(kind, entry.slug), entry)),
    ),
    renderFile(tableFiles.workspace, workspace),
    renderFile(tableFiles.projects, projects),
    renderFile(tableFiles.labels, labels),
    ...(hasAny(redirects) ? [renderFile(tableFiles.redirects, redirects)] : []),
    ...(roadmapLog.length > 0 ? [renderFile(tableFiles.roadmapLog, roadmapLog)] : []),
    renderFile(tableFiles.releaseLog, releaseLog),
  ];
  const digests = files.map((file) => [file.path, digestInState(file)] as const);
  const whole: SyncState = { ...state, files: Object.fromEntries(digests), assets };
  return [...files, renderFile(tableFiles.state, whole)];
}

/** The digest that the state records: only the first part, which is enough to notice an edit. */
export function digestInState({ digest }: Pick<DesiredFile, 'digest'>): string {
  return digest.slice(0, 20);
}

/**
 * Renders a JSON file. To save memory, its text is not kept: each call of `text` renders it again.
 * @param path relative to the content folder
 */
export function renderFile(path: string, value: unknown) {
  const text = () => toJsonText(value);
  return { path, text, digest: digest(text()) };
}

/** Whether there are any redirects. If there are none, `redirects.json` is not written. */
export function hasAny(redirects: Redirects): boolean {
  return Object.values(redirects).some((ofKind) => Object.keys(ofKind ?? {}).length > 0);
}

/** Names of the mirrored files that entries refer to. */
export function usedAssets(entries: readonly EntryTypes[EntryKind][]): Set<string> {
  return new Set(
    entries.flatMap((entry) => [
      ...assetsOf(entry),
      ...assetsInTexts(entry),
      ...variantNames(entry.pictures ?? {}),
    ]),
  );
}

function assetsOf(entry: EntryTypes[EntryKind]): string[] {
  const hero = 'hero' in entry ? entry.hero : null;
  const contributors = 'contributors' in entry ? entry.contributors : [];
  const assets = [
    ...(hero && 'asset' in hero ? [hero.asset] : []),
    ...contributors.flatMap(({ avatar }) => avatar ?? []),
    ...entry.attachments.flatMap((one) => (one.type === 'FILE' ? one.asset : [])),
  ];
  return assets.map(({ file }) => file);
}

function assetsInTexts(entry: EntryTypes[EntryKind]): string[] {
  const changes = 'changes' in entry ? entry.changes.map(({ html }) => html) : [];
  return [entry.body, ...changes].flatMap((text) =>
    [...text.matchAll(inBody)].flatMap(([, file]) => file ?? []),
  );
}

const inBody = new RegExp(`<(?:img src|a href)="${assetScheme}([^"]+)"`, 'g');
