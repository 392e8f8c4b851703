import { sql } from 'kysely';
import { engineOf } from './engine.ts';
import type { Db } from './schema.ts';

/** Number of new rows from which on old statistics mislead the planner. */
const minRows = 1000;

/**
 * Refreshes PostgreSQL's statistics after many rows were written at once. It would do so itself only
 * a minute later, and until then, filters by label would read and sort all links of a label.
 */
export async function refreshStatistics(db: Db, written: number): Promise<void> {
  if (engineOf(db) !== 'postgres' || written < minRows) return;
  await sql`analyze release, release_label, milestone, milestone_label, subscription`.execute(db);
}
