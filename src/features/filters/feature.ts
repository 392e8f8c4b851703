import type { Feature } from '../feature.ts';

// Other files that use this feature: `src/pages/_places/ChangelogFilters.astro` (`Filters`), and
// `src/pages/_places/filter-groups.ts`, which computes the links.

/** Links to archives. Scripts combine these links into filters of the changelog. */
export const filters: Feature = {
  name: 'filters',
  isOn: () => true,
  routes: ['[filters].json.ts'],
};
