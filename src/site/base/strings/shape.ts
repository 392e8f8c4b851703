import type { stringsOf } from './strings-of.ts';

/** Every string of the interface, in one language. */
export type Strings = ReturnType<typeof stringsOf>;

/** Those of the search page, which browsers are told too: so no functions are among them. */
export type SearchStrings = Strings['searchPage'];

/** Those of the pages about upgrades, likewise. */
export type UpgradeStrings = Strings['upgrade'];
