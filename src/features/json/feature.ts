import { paths } from '../../site/base/urls.ts';
import type { Feature } from '../feature.ts';
import { jsonDocuments } from './json-documents.ts';

// Also: two lines about it in `src/features/markdown/llms-txt.ts`.

/** The changelog and its newest releases in JSON, for programs. */
export const json: Feature = {
  name: 'json',
  isOn: () => true,
  routes: [],
  documents: jsonDocuments,
  programDocuments: ({ strings: { feeds } }) => [
    { path: paths.latestJson(), text: feeds.latestText },
    { path: paths.changelogJson(), text: feeds.historyText },
    { path: paths.jsonSchema('changelog'), text: feeds.schemaText },
  ],
};
