import type { Loader } from 'astro/loaders';
import type { z } from 'zod';
import type { MilestoneEntry, ReleaseEntry } from '../../model/content/content.ts';
import { type EntryFolder, entryPath } from '../layout.ts';
import { type Content, readContent } from './read-content.ts';

type Row = { id: string };

/**
 * An Astro loader over the content folder that keeps what `schema` knows and drops the rest:
 * a store full of bodies would cost half the build. Pages read bodies by slug.
 */
export function contentLoader<T extends Row>(
  name: string,
  content: () => Promise<Content>,
  pick: (content: Content) => Iterable<T>,
  schema: z.ZodType<T>,
): Loader {
  return {
    name: `waymark-${name}`,
    load: async ({ store }) => {
      const rows = [...pick(await content())].map((row) => schema.parse(row));
      const wanted = new Set(rows.map(({ id }) => id));
      for (const id of store.keys()) if (!wanted.has(id)) store.delete(id);
      for (const row of rows) store.set({ id: row.id, data: row });
    },
  };
}

/** Releases with digests of their files: what tells one that changed from one that did not. */
export function releaseRows({ releases, files }: Content): (ReleaseEntry & Digested)[] {
  return digested('releases', releases.values(), files);
}

export function milestoneRows({ milestones, files }: Content): (MilestoneEntry & Digested)[] {
  return digested('milestones', milestones.values(), files);
}

interface Digested {
  digest: string;
}

function digested<T extends { slug: string }>(
  folder: EntryFolder,
  entries: Iterable<T>,
  files: Content['files'],
): (T & Digested)[] {
  return Array.from(entries, (entry) => ({
    ...entry,
    digest: (files.get(entryPath(folder, entry.slug)) ?? '').slice(0, 32),
  }));
}

/**
 * Reads the content folder once for all the collections that ask at the same time, and keeps
 * nothing of it: bodies would lie about in memory for the whole build.
 */
export function contentOnce(contentDir: string): () => Promise<Content> {
  let reading: Promise<Content> | undefined;
  return () => {
    reading ??= readContent(contentDir).finally(() => {
      reading = undefined;
    });
    return reading;
  };
}
