import type { UpgradeChanges, UpgradeVersions } from './upgrade-models.ts';

// The documents about upgrades as types only, to keep the schemas out of browser bundles.

/** `/upgrade/<list>.json` */
export type UpgradeIndex = Pick<UpgradeVersions, 'order' | 'documents' | 'releases'>;

/** A release of a list, and the document that has its changes. */
export type IndexedStep = UpgradeIndex['releases'][number];

/** One of the documents with changes. */
export type UpgradeDocument = Pick<UpgradeChanges, 'releases'>;

/** A change with the Markdown that the checklist copies. */
export type CopyableChange = UpgradeDocument['releases'][number]['changes'][number];
