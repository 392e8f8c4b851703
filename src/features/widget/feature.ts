import { paths } from '../../site/base/urls.ts';
import { schemaDocument } from '../../site/releases/feeds/machine-readable.ts';
import type { Feature } from '../feature.ts';
import { newsDocuments } from './news-documents.ts';
import { NewsDocument } from './news-models.ts';

// Other files that use this feature: `src/pages/_places/Subscribe.astro` (`NewsGuide`).

/**
 * Shows the newest releases on pages of other sites, with a script and the documents that it loads.
 */
export const widget: Feature = {
  name: 'widget',
  isOn: ({ show }) => show.widget,
  routes: ['widget/[version].js.ts'],
  documents: (core) => [...newsDocuments(core), schemaDocument('news', NewsDocument, core.site)],
  // Other sites load the script, so CORS must allow it. Its URL stays the same when the script is
  // fixed, so caches may keep it for one hour at most.
  headers: () => [
    {
      path: paths.newsScript(),
      headers: { 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'public, max-age=3600' },
    },
  ],
};
