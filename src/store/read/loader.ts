import type { Loader } from 'astro/loaders';
import type { z } from 'zod';
import type { EntryKind } from '../../model/content/entry-kinds.ts';
import { entryPath } from '../layout.ts';
import { asListed } from './listed-rows.ts';
import { type Content, readContent } from './read-content.ts';

type Row = { id: string };

/**
 * An Astro loader that keeps only the fields of `schema`: storing all bodies would double the time
 * of a build. Pages read bodies by slug.
 */
export function contentLoader<T extends Row>(
  name: string,
  content: () => Promise<Content>,
  pick: (content: Content) => Iterable<unknown>,
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

/** Entries with digests of their files, to detect changes. */
export function listedRows(kind: EntryKind) {
  return (content: Content) =>
    [...content[kind].values()].map((entry) =>
      asListed(entry, content.files.get(entryPath(kind, entry.slug)) ?? ''),
    );
}

/**
 * Shares one read of the content folder among concurrent loads, without caching it: bodies would
 * stay in memory for the whole build.
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
