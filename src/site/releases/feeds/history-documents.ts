import type { ReleaseSummary } from '../../../model/content/content.ts';
import { paths } from '../../base/urls.ts';
import type { ArchivePages } from '../../feeds/archive-pages.ts';
import type { Document, ReleaseSources } from '../../feeds/document.ts';
import { changelogJson } from './machine-readable.ts';

/** All releases for programs, archive page by archive page. */
export function historyDocuments(
  { newest, archivePages }: ArchivePages<ReleaseSummary>,
  { site, readRelease }: ReleaseSources,
): Document[] {
  return [{ ...newest, name: undefined }, ...archivePages].map(({ name, releases, older }) => ({
    path: paths.changelogJson(name),
    fields: { releases, milestones: [], aside: [older] },
    write: async () => {
      const entries = await Promise.all(releases.map(({ slug }) => readRelease(slug)));
      return changelogJson(entries, older, site);
    },
  }));
}
