import { resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../schema.ts';

/**
 * "WMmv" in the header of a file (https://www.sqlite.org/fileformat.html#application_id): what it
 * held was copied to another database, which goes on in its place. 0 is what other files have.
 */
const movedId = 0x574d6d76;
const Row = z.object({ application_id: z.int() });

export async function isMoved(db: Db): Promise<boolean> {
  const { rows } = await sql`PRAGMA application_id`.execute(db);
  return Row.parse(rows[0]).application_id === movedId;
}

/** Of a file that nobody has open, which is not written to. */
export function isMovedFile(file: string): boolean {
  using connection = new DatabaseSync(resolve(file), { readOnly: true });
  return Row.parse(connection.prepare('PRAGMA application_id').get()).application_id === movedId;
}

/** Marks a file as moved, or takes the mark from it. */
export async function setMoved(db: Db, isMovedNow: boolean): Promise<void> {
  await sql.raw(`PRAGMA application_id = ${isMovedNow ? movedId : 0}`).execute(db);
}
