import type { SyncReport } from '../../src/sync/write/report/report.ts';

/**
 * Requests another run if the last run had no time for all downloads. To prevent endless runs, each
 * run must leave fewer downloads than the run before it.
 */
export function createFollowUp(ask: () => void): (report: Pick<SyncReport, 'deferred'>) => void {
  let before = Number.POSITIVE_INFINITY;
  return ({ deferred }) => {
    if (deferred > 0 && deferred < before) ask();
    before = deferred > 0 ? deferred : Number.POSITIVE_INFINITY;
  };
}

/** Reports only notes that the previous run did not have. */
export function reportNewNotes(
  tell: (notes: readonly string[]) => void,
): (notes: readonly string[]) => void {
  let before = new Set<string>();
  return (notes) => {
    const fresh = notes.filter((note) => !before.has(note));
    before = new Set(notes);
    if (fresh.length > 0) tell(fresh);
  };
}
