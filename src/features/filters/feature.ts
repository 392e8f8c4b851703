import type { Feature } from '../feature.ts';

// Also: `Filters` in `src/pages/_places/ChangelogFilters.astro`, and the source of its links in
// `src/pages/_places/filter-groups.ts`.

/** Links to archives, which scripts combine into filters of the changelog. */
export const filters: Feature = {
  name: 'filters',
  isOn: () => true,
  routes: ['[filters].json.ts'],
};
