import type { stringsOf } from './strings-of.ts';

/** All strings of the interface in one language. */
export type Strings = ReturnType<typeof stringsOf>;

/** Strings of the search page. Browsers get them as JSON, so they contain no functions. */
export type SearchStrings = Strings['searchPage'];

/** Strings of the pages about upgrades. Browsers get them as JSON, so they contain no functions. */
export type UpgradeStrings = Strings['upgrade'];
