import { paths } from '../../site/base/urls.ts';
import type { Feature } from '../feature.ts';
import { jsonDocuments } from './json-documents.ts';

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
