/**
 * Filters of releases, in their order on the page. Each is also the filter's parameter name in the
 * query string.
 */
export const filterKinds = ['project', 'label', 'type', 'year', 'pre-release'] as const;
export type FilterKind = (typeof filterKinds)[number];

/** The only value of the filter `pre-release`. With this value, only pre-releases are shown. */
export const onlyPreReleases = 'only';
