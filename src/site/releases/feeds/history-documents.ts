import type { ReleaseEntry } from '../../../model/content/content.ts';
import { archivePagesOf } from '../../feeds/archive-pages.ts';
import type { Document, ReleaseSources } from '../../feeds/document.ts';
import { newestFirst } from '../timeline.ts';

/**
 * Documents that together contain all releases. Each document links to the next older document.
 * @param pathOf returns the path of the document with the given name; without a name, the path of
 * the newest document
 * @param write `older` is the name of the next older document
 */
export function historyDocuments(
  { releases, readRelease }: Pick<ReleaseSources, 'releases' | 'readRelease'>,
  pathOf: (name?: string) => string,
  write: (entries: ReleaseEntry[], older: string | undefined) => string,
): Document[] {
  const { newest, archivePages } = archivePagesOf(newestFirst(releases));
  return [{ ...newest, name: undefined }, ...archivePages].map(({ name, releases, older }) => ({
    path: pathOf(name),
    fields: { releases, aside: [older] },
    // The name of a feed's archive with mostly the same releases.
    ...(name && { group: name }),
    write: async () =>
      write(await Promise.all(releases.map(({ slug }) => readRelease(slug))), older),
  }));
}
