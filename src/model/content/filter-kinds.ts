/** Filters of releases, in the order on the page. They are also the names in the query string. */
export const filterKinds = ['project', 'label', 'type', 'year', 'pre-release'] as const;
export type FilterKind = (typeof filterKinds)[number];

/** The only value of the filter for pre-releases. */
export const onlyPreReleases = 'only';
