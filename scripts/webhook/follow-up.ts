import type { SyncReport } from '../../src/sync/report/report.ts';

/**
 * Asks for another run where pictures had no turn in the one that was, as long as each leaves fewer
 * of them.
 */
export function createFollowUp(ask: () => void): (report: Pick<SyncReport, 'putOff'>) => void {
  let before = Number.POSITIVE_INFINITY;
  return ({ putOff }) => {
    if (putOff > 0 && putOff < before) ask();
    before = putOff > 0 ? putOff : Number.POSITIVE_INFINITY;
  };
}
