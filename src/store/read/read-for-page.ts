import { join } from 'node:path';
import { z } from 'zod';
import { command } from '../../lib/processes/command.ts';
import {
  LabelEntry,
  ProjectEntry,
  Redirects,
  WorkspaceEntry,
} from '../../model/content/content.ts';
import {
  type EntryKind,
  type EntryTypes,
  entryDefinitions,
} from '../../model/content/entry-kinds.ts';
import { ReleaseLog } from '../../model/content/release-log.ts';
import { RoadmapLog, type RoadmapMove } from '../../model/content/roadmap-log.ts';
import { WaymarkError } from '../../model/errors.ts';
import { fileNamesIn, parseFile, readNow, readParsed } from '../content-file.ts';
import { entryPath, tableFiles } from '../layout.ts';
import { noRedirects } from './read-tables.ts';

/** The new slugs of entries whose address changed, by old slug. */
export async function readRedirects(contentDir: string): Promise<Redirects> {
  return (await readParsed(contentDir, tableFiles.redirects, Redirects)) ?? noRedirects();
}

/** The projects to which public entries refer. */
export async function readProjects(contentDir: string): Promise<ProjectEntry[]> {
  return (await readParsed(contentDir, tableFiles.projects, z.array(ProjectEntry))) ?? [];
}

/** The labels to which public entries refer. */
export async function readLabels(contentDir: string): Promise<LabelEntry[]> {
  return (await readParsed(contentDir, tableFiles.labels, z.array(LabelEntry))) ?? [];
}

/** The moves in the roadmap log, oldest first. */
export async function readRoadmapLog(contentDir: string): Promise<RoadmapMove[]> {
  return (await readParsed(contentDir, tableFiles.roadmapLog, RoadmapLog)) ?? [];
}

/** The log of corrections of releases; undefined if the content has none. */
export async function readReleaseLog(contentDir: string): Promise<ReleaseLog | undefined> {
  return readParsed(contentDir, tableFiles.releaseLog, ReleaseLog);
}

/**
 * Reads the workspace of the content.
 * @throws WaymarkError if there is no content yet
 */
export async function readWorkspaceEntry(contentDir: string): Promise<WorkspaceEntry> {
  const workspace = await readParsed(contentDir, tableFiles.workspace, WorkspaceEntry);
  if (workspace) return workspace;
  throw new WaymarkError(
    `There is no content in ${contentDir}.\nRun ${command('sync')} first, or set CONTENT_DIR to the folder that sync writes to.`,
  );
}

/** Slugs of all entries of a collection. */
export async function entrySlugs(contentDir: string, folder: EntryKind): Promise<string[]> {
  const names = await fileNamesIn(join(contentDir, folder));
  return names.filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -5));
}

/** A whole entry; undefined if it does not exist. @throws WaymarkError if its file is damaged */
export function readEntryFile<K extends EntryKind>(
  contentDir: string,
  kind: K,
  slug: string,
): EntryTypes[K] | undefined {
  const path = entryPath(kind, slug);
  const text = readNow(join(contentDir, path));
  return text === undefined
    ? undefined
    : parseFile(contentDir, path, text, entryDefinitions[kind].schema);
}
