import { paths } from '../../site/base/urls.ts';
import type { Document, ReleaseSources } from '../../site/feeds/document.ts';
import { historyDocuments } from '../../site/releases/feeds/history-documents.ts';
import { schemaDocument } from '../../site/releases/feeds/machine-readable.ts';
import type { Feature } from '../feature.ts';
import { changelogJson, latestJson } from './changelog-json.ts';
import { Changelog, Latest } from './program-models.ts';

// To remove this feature, also delete two lines in `src/features/markdown/llms-txt.ts`.

/** The changelog and the newest releases as JSON. */
export const json: Feature = {
  name: 'json',
  isOn: () => true,
  documents: jsonDocuments,
  programDocuments: ({ strings: { feeds } }) => [
    { path: paths.latestJson(), text: feeds.latestText },
    { path: paths.changelogJson(), text: feeds.historyText },
    { path: paths.jsonSchema('changelog'), text: feeds.schemaText },
  ],
};

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
