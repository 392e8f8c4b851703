/**
 * Takes a backup and the place of a database that nobody has open; gives that what the backup
 * held, but for what was revoked since. Never writes to the backup.
 */

import type { Waiting } from '../../lib/files/lock.ts';
import { SettingsError } from '../../model/errors.ts';
import { copyRows } from '../copy/copy-rows.ts';
import { schemaTables, type Table } from '../copy/tables.ts';
import { filledTable } from '../database/filled-table.ts';
import type { DatabaseLocation } from '../database/location.ts';
import type { Db } from '../database/schema.ts';
import { snapshot } from '../database/snapshot.ts';
import { setMoved } from '../database/sqlite/moved.ts';
import { openAlone, openSqlite } from '../database/sqlite/open.ts';
import { verifySqlite } from '../database/sqlite/verify.ts';
import { inTransaction } from '../database/transaction.ts';
import { untyped } from '../database/untyped.ts';
import { countLost, type Lost } from './lost.ts';
import { assertFolderOf, isPartOf } from './place.ts';
import { readRevocations } from './revocations.ts';
import { type KeptRevoked, revokeAgain } from './revoke-again.ts';
import { withStagedFile } from './staged.ts';

interface RestoreOptions extends Waiting {
  /** Whether what the database holds may go. */
  replace: boolean;
}

export interface Restored {
  rows: number;
  /** What was revoked and erased since the backup; undefined where there was nothing to tell it by. */
  kept: KeptRevoked[] | undefined;
  /** What was made or changed since the backup, and is gone for it. */
  lost: Lost[];
}

type File = Extract<DatabaseLocation, { engine: 'sqlite' }>;

/**
 * Brings back what a backup holds, of an older schema too. A file stays the same file, with its
 * owner and rights; it holds what it did until all of the backup is there.
 * @throws SettingsError where the backup is none, the database is in use, or would be written over
 */
export async function restoreBackup(
  backup: string,
  into: File,
  { replace, ...waiting }: RestoreOptions,
): Promise<Restored> {
  if (isPartOf(into.file, backup))
    throw new SettingsError(
      `Nothing was restored. ${backup} is the database itself. Name a file that "backup" wrote.`,
    );
  assertFolderOf(into.file, 'Nothing was restored');
  await verifySqlite(backup, {
    is: `Nothing was restored. ${backup} cannot be used`,
    next: 'Name a whole file that "backup" wrote.',
  });
  return await withStagedFile(into.file, waiting, async (staged) => {
    snapshot(backup, staged);
    await using from = await openSqlite({ file: staged, again: true });
    await using to = await openAlone(into, 'Nothing was restored');
    const tables = await schemaTables();
    const isFilled = (await filledTable(to.db, tables)) !== undefined;
    if (isFilled && !replace)
      throw new SettingsError(
        `${into.file} holds something already, and is as it was. --replace puts the backup in its place; what was revoked and erased since stays so.`,
      );
    const kept = isFilled ? await revokeAgain(from.db, await readRevocations(to.db)) : undefined;
    const lost = isFilled ? await countLost(from.db, to.db) : [];
    return { rows: await replaceRows(from.db, to.db, tables), kept, lost };
  });
}

function replaceRows(from: Db, to: Db, tables: readonly Table[]): Promise<number> {
  return inTransaction(to, async (to) => {
    for (const { name } of tables.toReversed()) await untyped(to).deleteFrom(name).execute();
    // It was opened to be taken into use again, if it was moved.
    await setMoved(to, false);
    return copyRows(from, to, tables);
  });
}
