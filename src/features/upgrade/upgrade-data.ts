import type { UpgradeChanges, UpgradeVersions } from './upgrade-models.ts';

// Types of the documents about upgrades, without the schemas, which would enlarge browser bundles.

/** Content of `/upgrade/<list>.json`. */
export type UpgradeIndex = Pick<UpgradeVersions, 'order' | 'documents' | 'releases'>;

/** A release of a list, with the document that contains the release's changes. */
export type IndexedStep = UpgradeIndex['releases'][number];

/** One of the documents with changes. */
export type UpgradeDocument = Pick<UpgradeChanges, 'releases'>;

/** A change with its text as Markdown, which the checklist copies. */
export type CopyableChange = UpgradeDocument['releases'][number]['changes'][number];
