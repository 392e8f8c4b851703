import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { z } from 'zod';
import { digest } from '../lib/digest.ts';
import {
  LabelEntry,
  MilestoneEntry,
  ProjectEntry,
  Redirects,
  ReleaseEntry,
  WorkspaceEntry,
} from '../model/content.ts';
import { WaymarkError } from '../model/errors.ts';
import { SyncState } from '../model/sync-state.ts';
import { assetFolder, type EntryFolder, entryPath, tableFiles } from './layout.ts';

/** More at once would not be read sooner. */
const filesAtOnce = 16;

/** All of a content folder as it stands. */
export interface Content {
  /** Digests of the texts of the files that sync owns, by path; assets by name alone. */
  files: Map<string, string>;
  assets: Set<string>;
  state: SyncState | undefined;
  workspace: WorkspaceEntry | undefined;
  projects: ProjectEntry[];
  labels: LabelEntry[];
  redirects: Redirects;
  /** By id. */
  releases: Map<string, ReleaseEntry>;
  milestones: Map<string, MilestoneEntry>;
}

/**
 * Reads a content folder whole; one that is not there counts as empty.
 * @throws WaymarkError that names the file when one of them is not what sync writes
 */
export async function readContent(contentDir: string): Promise<Content> {
  const files = new Map<string, string>();
  const table = async <T>(path: string, schema: z.ZodType<T>): Promise<T | undefined> => {
    const text = await readIfThere(join(contentDir, path));
    if (text === undefined) return undefined;
    files.set(path, digest(text));
    return parseFile(contentDir, path, text, schema);
  };
  const entries = async <T extends { id: string }>(folder: EntryFolder, schema: z.ZodType<T>) => {
    const names = await namesIn(join(contentDir, folder));
    const paths = names.filter((name) => name.endsWith('.json')).map((name) => `${folder}/${name}`);
    const parsed = await pLimit(filesAtOnce).map(paths, (path) => table(path, schema));
    return new Map(parsed.flatMap((entry) => (entry ? [[entry.id, entry]] : [])));
  };
  return {
    files,
    assets: new Set(await assetNames(contentDir)),
    state: await table(tableFiles.state, SyncState),
    workspace: await table(tableFiles.workspace, WorkspaceEntry),
    projects: (await table(tableFiles.projects, z.array(ProjectEntry))) ?? [],
    labels: (await table(tableFiles.labels, z.array(LabelEntry))) ?? [],
    redirects: (await table(tableFiles.redirects, Redirects)) ?? noRedirects(),
    releases: await entries('releases', ReleaseEntry),
    milestones: await entries('milestones', MilestoneEntry),
  };
}

/** The content of a folder that is not there. */
export function emptyContent(): Content {
  return {
    files: new Map(),
    assets: new Set(),
    state: undefined,
    workspace: undefined,
    projects: [],
    labels: [],
    redirects: noRedirects(),
    releases: new Map(),
    milestones: new Map(),
  };
}

function noRedirects(): Redirects {
  return { releases: {}, milestones: {} };
}

/** Where old addresses lead. */
export async function readRedirects(contentDir: string): Promise<Redirects> {
  const text = await readIfThere(join(contentDir, tableFiles.redirects));
  if (text === undefined) return noRedirects();
  return parseFile(contentDir, tableFiles.redirects, text, Redirects);
}

/** One release with its body, as a page shows it. */
export async function readRelease(contentDir: string, slug: string): Promise<ReleaseEntry> {
  return readEntry(contentDir, entryPath('releases', slug), ReleaseEntry);
}

/** One milestone with its body. */
export async function readMilestone(contentDir: string, slug: string): Promise<MilestoneEntry> {
  return readEntry(contentDir, entryPath('milestones', slug), MilestoneEntry);
}

/**
 * The workspace that the content belongs to.
 * @throws WaymarkError when the folder holds no content yet
 */
export async function readWorkspace(contentDir: string): Promise<WorkspaceEntry> {
  const text = await readIfThere(join(contentDir, tableFiles.workspace));
  if (text !== undefined) return parseFile(contentDir, tableFiles.workspace, text, WorkspaceEntry);
  throw new WaymarkError(
    `There is no content in ${contentDir}.\nRun npm run sync first, or set CONTENT_DIR to the folder that it wrote.`,
  );
}

/** Names of the mirrored files. */
export function assetNames(contentDir: string): Promise<string[]> {
  return namesIn(join(contentDir, assetFolder));
}

/** The bytes of a mirrored file. */
export function readAsset(contentDir: string, name: string): Promise<Buffer> {
  return readFile(join(contentDir, assetFolder, name));
}

async function readEntry<T>(contentDir: string, path: string, schema: z.ZodType<T>): Promise<T> {
  return parseFile(contentDir, path, await readFile(join(contentDir, path), 'utf8'), schema);
}

async function namesIn(folder: string): Promise<string[]> {
  return (await ifThere(readdir(folder))) ?? [];
}

async function readIfThere(file: string): Promise<string | undefined> {
  return ifThere(readFile(file, 'utf8'));
}

async function ifThere<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function parseFile<T>(contentDir: string, path: string, text: string, schema: z.ZodType<T>): T {
  try {
    return schema.parse(JSON.parse(text));
  } catch (cause) {
    throw new WaymarkError(
      `${join(contentDir, path)} is not what sync writes: ${first(cause)}.\nRestore it from version control, or delete the folder and run npm run sync again.`,
      { cause },
    );
  }
}

function first(cause: unknown): string {
  if (!(cause instanceof z.ZodError)) return 'it is not valid JSON';
  const [issue] = cause.issues;
  return `${issue?.path.join('.') || 'the whole'}: ${issue?.message}`;
}
