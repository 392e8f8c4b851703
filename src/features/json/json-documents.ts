import { paths } from '../../site/base/urls.ts';
import { archivePagesOf } from '../../site/feeds/archive-pages.ts';
import type { Document, ReleaseSources } from '../../site/feeds/document.ts';
import { schemaDocument } from '../../site/releases/feeds/machine-readable.ts';
import { newestFirst } from '../../site/releases/timeline.ts';
import { changelogJson, latestJson } from './changelog-json.ts';
import { Changelog, Latest } from './program-models.ts';

/** `/changelog.json` with its archive pages, `/latest.json`, and the schemas of both. */
export function jsonDocuments(sources: ReleaseSources): Document[] {
  const { site, releases } = sources;
  return [
    ...historyDocuments(sources),
    { path: paths.latestJson(), fields: undefined, write: () => latestJson(releases, site) },
    schemaDocument('changelog', Changelog, site),
    schemaDocument('latest', Latest, site),
  ];
}

/** All releases for programs, archive page by archive page. */
function historyDocuments({ site, readRelease, ...sources }: ReleaseSources): Document[] {
  const { newest, archivePages } = archivePagesOf(newestFirst(sources.releases));
  return [{ ...newest, name: undefined }, ...archivePages].map(({ name, releases, older }) => ({
    path: paths.changelogJson(name),
    fields: { releases, milestones: [], aside: [older] },
    write: async () => {
      const entries = await Promise.all(releases.map(({ slug }) => readRelease(slug)));
      return changelogJson(entries, older, site);
    },
  }));
}
