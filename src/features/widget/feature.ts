import { paths } from '../../site/base/urls.ts';
import { schemaDocument } from '../../site/releases/feeds/machine-readable.ts';
import type { Feature } from '../feature.ts';
import { newsDocuments } from './news-documents.ts';
import { NewsDocument } from './news-models.ts';

// Also in: `src/pages/_places/Subscribe.astro`, as `NewsGuide`.

/** The newest releases for pages of other sites: a script and its documents. */
export const widget: Feature = {
  name: 'widget',
  isOn: ({ show }) => show.widget,
  routes: ['widget/[version].js.ts'],
  documents: (core) => [...newsDocuments(core), schemaDocument('news', NewsDocument, core.site)],
  // Other sites load it, and fixes keep the URL.
  headers: () => [
    {
      path: paths.newsScript(),
      headers: { 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'public, max-age=3600' },
    },
  ],
};
