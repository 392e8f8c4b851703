import { paths } from '../../site/base/urls.ts';
import type { Feature } from '../feature.ts';
import { searchFiles } from './search-files.ts';

// Other files that use this feature: `src/pages/_places/NotFound.astro` (`SearchBox`).

/** The search page and its index. */
export const search: Feature = {
  name: 'search',
  isOn: ({ show }) => show.search,
  routes: ['search/[...index].astro'],
  links: ({ strings }) => [
    { place: 'header', key: 'search', path: paths.search(), text: strings.search },
  ],
  documents: (core) => searchFiles(core),
};
