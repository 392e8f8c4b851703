import type { CollectionReport } from '../../../src/sync/report/report.ts';

/** Of a collection in which nothing happened. */
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
