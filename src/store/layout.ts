import { join } from 'node:path';
import { type EntryKind, entryKinds } from '../model/content/entry-kinds.ts';

/** Mirrored pictures and files. */
export const assetFolder = 'assets';

/** All folders below the content folder. */
export const contentFolders: readonly string[] = [...entryKinds, assetFolder];

/** The single files, and the state that sync keeps with them. */
export const tableFiles = {
  workspace: 'workspace.json',
  projects: 'projects.json',
  labels: 'labels.json',
  redirects: 'redirects.json',
  roadmapLog: 'roadmap-log.json',
  releaseLog: 'release-log.json',
  state: '.sync.json',
} as const;

/** Files that a sync cannot recreate. A damaged one is set aside. */
export const logs = ['roadmapLog', 'releaseLog'] as const;
export type LogName = (typeof logs)[number];

/** Path of an entry, relative to the content folder. */
export function entryPath(folder: EntryKind, slug: string): string {
  return `${folder}/${slug}.json`;
}

/** Files and list of moves of an unfinished write. */
export const stagingFolder = (contentDir: string) => join(contentDir, '.staging');
export const journalFile = (contentDir: string) => join(contentDir, '.journal.json');
