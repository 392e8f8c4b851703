import { join } from 'node:path';
import { type EntryKind, entryKinds } from '../model/content/entry-kinds.ts';

/** Folder of mirrored pictures and files. */
export const assetFolder = 'assets';

export const contentFolders: readonly string[] = [...entryKinds, assetFolder];

/** The files that are not entries or assets, including the state that sync keeps. */
export const tableFiles = {
  workspace: 'workspace.json',
  projects: 'projects.json',
  labels: 'labels.json',
  redirects: 'redirects.json',
  roadmapLog: 'roadmap-log.json',
  releaseLog: 'release-log.json',
  state: '.sync.json',
} as const;

/** Files that a sync cannot recreate. If one is damaged, a sync keeps a copy of it. */
export const logs = ['roadmapLog', 'releaseLog'] as const;
export type LogName = (typeof logs)[number];

/** Path of an entry, relative to the content folder. */
export function entryPath(folder: EntryKind, slug: string): string {
  return `${folder}/${slug}.json`;
}

/** Folder in which a write prepares its new files. The journal lists where to move them. */
export const stagingFolder = (contentDir: string) => join(contentDir, '.staging');
/** Folder for downloads until the sync writes. The next sync removes that of a killed one. */
export const downloadsFolder = (contentDir: string) => join(contentDir, '.waymark-downloads');
export const journalFile = (contentDir: string) => join(contentDir, '.journal.json');
