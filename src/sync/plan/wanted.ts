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
import { entryPath, tableFiles } from '../../store/layout.ts';
import type { WantedFile } from './plan.ts';

export type EntryLists = { [K in EntryKind]: EntryTypes[K][] };

/** The entries of all kinds. */
export function allEntries(lists: EntryLists): EntryTypes[EntryKind][] {
  return entryKinds.flatMap((kind): EntryTypes[EntryKind][] => lists[kind]);
}

/** All that is to stand in the content folder. */
export interface Wanted extends EntryLists {
  workspace: WorkspaceEntry;
  projects: ProjectEntry[];
  labels: LabelEntry[];
  redirects: Redirects;
  roadmapLog: RoadmapMove[];
  releaseLog: ReleaseLog;
  /** Without what is known once all is. */
  state: Omit<SyncState, 'files' | 'assets'>;
}

/**
 * The files that hold them; the state comes last, and tells what the others come to.
 * @param assets sizes of the mirrored files that are to stand there, in bytes, by name
 */
export function wantedFiles(wanted: Wanted, assets: SyncState['assets']): WantedFile[] {
  const { workspace, projects, labels, redirects, roadmapLog, releaseLog, state } = wanted;
  const files = [
    ...entryKinds.flatMap((kind) =>
      wanted[kind].map((entry) => fileOf(entryPath(kind, entry.slug), entry)),
    ),
    fileOf(tableFiles.workspace, workspace),
    fileOf(tableFiles.projects, projects),
    fileOf(tableFiles.labels, labels),
    ...(hasAny(redirects) ? [fileOf(tableFiles.redirects, redirects)] : []),
    ...(roadmapLog.length > 0 ? [fileOf(tableFiles.roadmapLog, roadmapLog)] : []),
    fileOf(tableFiles.releaseLog, releaseLog),
  ];
  const digests = files.map((file) => [file.path, digestInState(file)] as const);
  const whole: SyncState = { ...state, files: Object.fromEntries(digests), assets };
  return [...files, fileOf(tableFiles.state, whole)];
}

/** As much of a file's digest as it takes to tell that somebody changed it. */
export function digestInState({ digest }: Pick<WantedFile, 'digest'>): string {
  return digest.slice(0, 20);
}

/** The file that holds a value. @param path relative to the content folder */
export function fileOf(path: string, value: unknown): WantedFile {
  const text = () => toJsonText(value);
  return { path, text, digest: digest(text()) };
}

/** Whether any old address leads somewhere: without one there is no file. */
export function hasAny(redirects: Redirects): boolean {
  return Object.values(redirects).some((ofKind) => Object.keys(ofKind).length > 0);
}

/** Names of the mirrored files that entries refer to. */
export function usedAssets(entries: readonly EntryTypes[EntryKind][]): Set<string> {
  return new Set(entries.flatMap((entry) => [...assetsOf(entry), ...assetsInTexts(entry)]));
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
