import { join } from 'node:path';
import { z } from 'zod';
import { digest } from '../../lib/digest.ts';
import {
  LabelEntry,
  ProjectEntry,
  Redirects,
  WorkspaceEntry,
} from '../../model/content/content.ts';
import { byKind } from '../../model/content/entry-kinds.ts';
import { ReleaseLog } from '../../model/content/release-log.ts';
import { RoadmapLog } from '../../model/content/roadmap-log.ts';
import { SyncState } from '../../model/content/sync-state.ts';
import { NewerContentError, parseFile, readIfThere, readParsed } from '../content-file.ts';
import { tableFiles } from '../layout.ts';

/** The files of a content folder that are not entries or assets. */
const schemas = {
  workspace: WorkspaceEntry,
  projects: z.array(ProjectEntry),
  labels: z.array(LabelEntry),
  redirects: Redirects,
  roadmapLog: RoadmapLog,
  releaseLog: ReleaseLog,
  state: SyncState,
};

type Tables = { [K in keyof typeof schemas]: z.output<(typeof schemas)[K]> };

const schemaOf = <K extends keyof Tables>(name: K): z.ZodType<Tables[K]> => schemas[name] as never;

/** Reads one of these files; undefined if it is missing. @throws WaymarkError if it is damaged */
export function readTable<K extends keyof Tables>(
  contentDir: string,
  name: K,
): Promise<Tables[K] | undefined> {
  return readParsed(contentDir, tableFiles[name], schemaOf(name));
}

export type ContentTables = Awaited<ReturnType<typeof readTables>>;

/**
 * Reads the files of a content folder that are not entries or assets. A missing folder counts as
 * empty.
 * @param onDamaged called for each damaged file, which then counts as missing
 * @throws WaymarkError that names a damaged file, if there is no `onDamaged`
 */
export async function readTables(contentDir: string, onDamaged?: OnDamaged) {
  const files = new Map<string, string>();
  const table = async <K extends keyof Tables>(name: K): Promise<Tables[K] | undefined> => {
    const path = tableFiles[name];
    const text = await readIfThere(join(contentDir, path));
    if (text === undefined) return undefined;
    files.set(path, digest(text));
    return parseOrTell(contentDir, path, text, schemaOf(name), onDamaged);
  };
  return {
    /** Digests of the texts of these files, by path. */
    files,
    state: await table('state'),
    workspace: await table('workspace'),
    projects: (await table('projects')) ?? [],
    labels: (await table('labels')) ?? [],
    redirects: (await table('redirects')) ?? noRedirects(),
    /** The moves of milestones, oldest first. */
    roadmapLog: (await table('roadmapLog')) ?? [],
    /** The log of corrections of releases; undefined if the content has none yet. */
    releaseLog: await table('releaseLog'),
  };
}

export function noRedirects(): Redirects {
  return byKind<Redirects>(() => ({}));
}

/** Called for each file that is damaged or was not written by sync. */
export type OnDamaged = (path: string, error: unknown) => void;

/**
 * Parses a content file. If it is damaged, calls `onDamaged` and returns undefined.
 * @throws WaymarkError if the file is damaged and there is no `onDamaged`
 * @throws NewerContentError
 */
export function parseOrTell<T>(
  contentDir: string,
  path: string,
  text: string,
  schema: z.ZodType<T>,
  onDamaged: OnDamaged | undefined,
): T | undefined {
  try {
    return parseFile(contentDir, path, text, schema);
  } catch (error) {
    if (!onDamaged || error instanceof NewerContentError) throw error;
    onDamaged(path, error);
    return undefined;
  }
}
