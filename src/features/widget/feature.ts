import { paths } from '../../site/base/urls.ts';
import { schemaDocument } from '../../site/releases/feeds/machine-readable.ts';
import type { Feature } from '../feature.ts';
import { newsDocuments } from './news-documents.ts';
import { NewsDocument } from './news-models.ts';

// Other files that use this feature: `src/pages/_places/Subscribe.astro` (`NewsGuide`).

/**
 * A script that shows the newest releases on pages of other sites, and the documents that the
 * script loads.
 */
export const widget: Feature = {
  name: 'widget',
  isOn: ({ show }) => show.widget,
  routes: ['widget/[version].js.ts'],
  documents: (core) => [...newsDocuments(core), schemaDocument('news', NewsDocument, core.site)],
  // Other sites load the script, so CORS must allow it. The script's URL stays the same when the
  // script changes, so caches may keep the script for one hour at most.
  headers: () => [
    {
      path: paths.newsScript(),
      headers: { 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'public, max-age=3600' },
    },
  ],
};
