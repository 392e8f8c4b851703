import { join } from 'node:path';
import type { z } from 'zod';
import { digest } from '../../lib/digest.ts';
import { forEachYielding } from '../../lib/time/for-each-yielding.ts';
import { MilestoneEntry, ReleaseEntry } from '../../model/content/content.ts';
import { assetNames } from '../assets.ts';
import { fileNamesIn, readNow } from '../content-file.ts';
import type { EntryFolder } from '../layout.ts';
import { type ContentTables, type OnDamaged, parseOrTell, readTables } from './read-tables.ts';

/** All of a content folder as it stands; of its files, assets go by name alone. */
export interface Content extends ContentTables {
  assets: Set<string>;
  /** By id. */
  releases: Map<string, ReleaseEntry>;
  milestones: Map<string, MilestoneEntry>;
}

/**
 * Reads a content folder whole; one that is not there counts as empty.
 * @param onDamaged takes a file that is not what sync writes: it then counts as missing
 * @throws WaymarkError that names such a file, where nobody takes it
 */
export async function readContent(contentDir: string, onDamaged?: OnDamaged): Promise<Content> {
  const tables = await readTables(contentDir, onDamaged);
  const { files } = tables;
  const entries = async <T extends { id: string }>(folder: EntryFolder, schema: z.ZodType<T>) => {
    const found = new Map<string, T>();
    const names = await fileNamesIn(join(contentDir, folder));
    await forEachYielding(names, (name) => {
      if (!name.endsWith('.json')) return;
      const path = `${folder}/${name}`;
      const text = readNow(join(contentDir, path));
      if (text === undefined) return;
      files.set(path, digest(text));
      const entry = parseOrTell(contentDir, path, text, schema, onDamaged);
      if (entry) found.set(entry.id, entry);
    });
    return found;
  };
  return {
    ...tables,
    assets: new Set(await assetNames(contentDir)),
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
    redirects: { releases: {}, milestones: {} },
    roadmapLog: [],
    releases: new Map(),
    milestones: new Map(),
  };
}
