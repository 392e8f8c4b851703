/** What releases can be filtered by, in the order of the page; also the names in the query. */
export const filterKinds = ['project', 'label', 'type', 'year', 'pre-release'] as const;
export type FilterKind = (typeof filterKinds)[number];

/** The one value of the filter for pre-releases. */
export const onlyPreReleases = 'only';
