import { join } from 'node:path';
import { z } from 'zod';
import { digest } from '../../lib/digest.ts';
import { forEachYielding } from '../../lib/time/for-each-yielding.ts';
import {
  LabelEntry,
  MilestoneEntry,
  ProjectEntry,
  Redirects,
  ReleaseEntry,
  WorkspaceEntry,
} from '../../model/content/content.ts';
import { SyncState } from '../../model/content/sync-state.ts';
import { assetNames } from '../assets.ts';
import { fileNamesIn, parseFile, readIfThere, readNow } from '../content-file.ts';
import { type EntryFolder, tableFiles } from '../layout.ts';

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
 * @param onDamaged takes a file that is not what sync writes: it then counts as missing
 * @throws WaymarkError that names such a file, where nobody takes it
 */
export async function readContent(
  contentDir: string,
  onDamaged?: (path: string, error: unknown) => void,
): Promise<Content> {
  const files = new Map<string, string>();
  const parse = <T>(path: string, text: string, schema: z.ZodType<T>): T | undefined => {
    files.set(path, digest(text));
    try {
      return parseFile(contentDir, path, text, schema);
    } catch (error) {
      if (!onDamaged) throw error;
      onDamaged(path, error);
      return undefined;
    }
  };
  const table = async <T>(path: string, schema: z.ZodType<T>): Promise<T | undefined> => {
    const text = await readIfThere(join(contentDir, path));
    return text === undefined ? undefined : parse(path, text, schema);
  };
  const entries = async <T extends { id: string }>(folder: EntryFolder, schema: z.ZodType<T>) => {
    const found = new Map<string, T>();
    const names = await fileNamesIn(join(contentDir, folder));
    await forEachYielding(names, (name) => {
      if (!name.endsWith('.json')) return;
      const path = `${folder}/${name}`;
      const text = readNow(join(contentDir, path));
      const entry = text === undefined ? undefined : parse(path, text, schema);
      if (entry) found.set(entry.id, entry);
    });
    return found;
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
