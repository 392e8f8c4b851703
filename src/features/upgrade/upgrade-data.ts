import type { UpgradeChanges, UpgradeVersions } from './upgrade-models.ts';

// What programs and browsers read of upgrades, as types alone: browsers get no schemas.

/** `/upgrade/<list>.json` */
export type UpgradeIndex = Pick<UpgradeVersions, 'order' | 'documents' | 'releases'>;

/** A release of a list, and where its changes are told. */
export type IndexedStep = UpgradeIndex['releases'][number];

/** One of the documents with changes. */
export type UpgradeDocument = Pick<UpgradeChanges, 'releases'>;

/** A change that can be copied. */
export type ToldChange = UpgradeDocument['releases'][number]['changes'][number];
