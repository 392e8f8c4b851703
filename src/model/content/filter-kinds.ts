/** Filters of releases, in the order of the page; also the names in the query. */
export const filterKinds = ['project', 'label', 'type', 'year', 'pre-release'] as const;
export type FilterKind = (typeof filterKinds)[number];

/** The only value of the filter for pre-releases. */
export const onlyPreReleases = 'only';
