import type { CollectionReport } from '../../../../src/sync/write/report/report.ts';

/** The report of a collection without changes. */
export const calm: CollectionReport = {
  total: 0,
  added: [],
  changed: [],
  moved: [],
  removed: [],
  withheld: [],
  refused: 0,
  unsettled: false,
  full: [],
};
