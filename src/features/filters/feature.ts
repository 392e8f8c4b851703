import { paths } from '../../site/base/urls.ts';
import type { Feature } from '../feature.ts';
import { filterData } from './filter-data.ts';

// Other files that use this feature: `src/pages/_places/ChangelogFilters.astro` (`Filters`), and
// `src/pages/_places/filter-groups.ts`, which computes the links.

/** Links to archives. Scripts combine these links into filters of the changelog. */
export const filters: Feature = {
  name: 'filters',
  isOn: () => true,
  documents: ({ site, releases }) => [
    {
      path: paths.filters(),
      // The file also contains projects and labels that have no releases.
      fields: { releases, aside: [[...site.projects], [...site.labels]] },
      write: () => JSON.stringify(filterData(releases, site)),
    },
  ],
};
