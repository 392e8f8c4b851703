import type { UpgradeStep } from './between.ts';
import type { OrderedBy } from './order-versions.ts';
import type { UpgradeChange, UpgradeRelease } from './upgrade-view.ts';

// What programs and browsers read of upgrades.

/** A release of a list, and where its changes are told. */
export interface IndexedStep extends UpgradeStep {
  title: string;
  /** Such as "2026-09-09". */
  day: string;
  /** A place in the list of documents. */
  document: number;
}

/** `/upgrade/<list>.json` */
export interface UpgradeIndex {
  order: OrderedBy;
  /** Addresses on the site's origin. */
  documents: string[];
  /** Newest first. */
  releases: IndexedStep[];
}

/** A change that can be copied. */
export interface ToldChange extends UpgradeChange {
  /** With whole addresses. */
  markdown: string;
}

/** One of the documents with changes. */
export interface UpgradeDocument {
  releases: UpgradeRelease<ToldChange>[];
}
