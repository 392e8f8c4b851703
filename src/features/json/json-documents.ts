import { paths } from '../../site/base/urls.ts';
import type { Document, ReleaseSources } from '../../site/feeds/document.ts';
import { historyDocuments } from '../../site/releases/feeds/history-documents.ts';
import { schemaDocument } from '../../site/releases/feeds/machine-readable.ts';
import { changelogJson, latestJson } from './changelog-json.ts';
import { Changelog, Latest } from './program-models.ts';

/** `/changelog.json` and its archives, `/latest.json`, and their schemas. */
export function jsonDocuments(sources: ReleaseSources): Document[] {
  const { site, releases } = sources;
  return [
    ...historyDocuments(sources, paths.changelogJson, (entries, older) =>
      changelogJson(entries, older, site),
    ),
    { path: paths.latestJson(), write: () => latestJson(releases, site) },
    schemaDocument('changelog', Changelog, site),
    schemaDocument('latest', Latest, site),
  ];
}
