import { resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../schema.ts';

/**
 * The ASCII text "WMmv", which marks a moved file in the field `application_id` of its header
 * (https://www.sqlite.org/fileformat.html#application_id). A file is moved if its content was
 * copied to another database, which is used instead. In other files, the field is 0.
 */
const movedId = 0x574d6d76;
const Row = z.object({ application_id: z.int() });

export async function isMoved(db: Db): Promise<boolean> {
  const { rows } = await sql`PRAGMA application_id`.execute(db);
  return Row.parse(rows[0]).application_id === movedId;
}

/**
 * Whether a file is marked as moved. Does not write to the file. No process may have the file open
 * during the call.
 */
export function isMovedFile(file: string): boolean {
  using connection = new DatabaseSync(resolve(file), { readOnly: true });
  return Row.parse(connection.prepare('PRAGMA application_id').get()).application_id === movedId;
}

/** Sets or removes the mark of a moved file. */
export async function setMoved(db: Db, isMovedNow: boolean): Promise<void> {
  await sql.raw(`PRAGMA application_id = ${isMovedNow ? movedId : 0}`).execute(db);
}
