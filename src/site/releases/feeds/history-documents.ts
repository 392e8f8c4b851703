import { changelogMarkdown } from '../../../features/markdown/llms-txt.ts';
import type { ReleaseSummary } from '../../../model/content/content.ts';
import { paths } from '../../base/urls.ts';
import type { ArchivePages } from '../../feeds/archive-pages.ts';
import type { Document, Sources } from '../../feeds/document.ts';
import { changelogJson } from './machine-readable.ts';

/** All releases for programs and language models, archive page by archive page. */
export function historyDocuments(
  { newest, archivePages }: ArchivePages<ReleaseSummary>,
  { site, readRelease }: Sources,
): Document[] {
  return [{ ...newest, name: undefined }, ...archivePages].flatMap(({ name, releases, older }) => {
    const read = () => Promise.all(releases.map(({ slug }) => readRelease(slug)));
    const fields = { releases, milestones: [], aside: [older] };
    return [
      {
        path: paths.changelogJson(name),
        fields,
        write: async () => changelogJson(await read(), older, site),
      },
      {
        path: paths.changelogMarkdown(name),
        fields,
        write: async () => changelogMarkdown(await read(), older, site),
      },
    ];
  });
}
