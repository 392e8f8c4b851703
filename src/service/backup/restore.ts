/**
 * Restores a backup into a database that no process uses. Revocations and erasures that were made
 * after the backup stay in effect. The backup file is not changed.
 */

import type { Waiting } from '../../lib/files/lock.ts';
import { SettingsError } from '../../model/errors.ts';
import { copyRows } from '../copy/copy-rows.ts';
import { schemaTables, type Table } from '../copy/tables.ts';
import type { DatabaseLocation } from '../database/location.ts';
import { type Columns, filledTable, untyped } from '../database/queries.ts';
import type { Db, Schema } from '../database/schema.ts';
import { snapshot } from '../database/snapshot.ts';
import { setMoved } from '../database/sqlite/moved.ts';
import { openExclusively, openSqlite } from '../database/sqlite/open.ts';
import { verifySqlite } from '../database/sqlite/verify.ts';
import { inTransaction } from '../database/transaction.ts';
import { assertFolderOf, isPartOf } from './place.ts';
import { readRevocations, revokeAgain } from './revoke-again.ts';
import { withStagedFile } from './staged.ts';

interface RestoreOptions extends Waiting {
  /** Whether the restore may replace existing content. */
  replace: boolean;
}

export type Restored = Awaited<ReturnType<typeof restoreBackup>>;

type File = Extract<DatabaseLocation, { engine: 'sqlite' }>;

/**
 * Restores a backup, which may have an older schema. The database file keeps its owner and
 * permissions, and its old content stays until the new content is complete.
 * @returns as `kept`, the revocations and erasures that were made after the backup and stay in
 * effect (undefined if the database was empty); as `lost`, the numbers of resources that were
 * created or changed after the backup, whose changes the restore loses
 * @throws SettingsError if the backup is invalid, if the database is in use, or if the database has
 * content that may not be replaced
 */
export async function restoreBackup(
  backup: string,
  into: File,
  { replace, ...waiting }: RestoreOptions,
) {
  if (isPartOf(into.file, backup))
    throw new SettingsError(
      `Nothing was restored. ${backup} is the database itself. Name a file that "backup" wrote.`,
    );
  assertFolderOf(into.file, 'Nothing was restored');
  await verifySqlite(backup, {
    is: `Nothing was restored. ${backup} cannot be used`,
    next: 'Name a complete file that "backup" wrote.',
  });
  return await withStagedFile(into.file, waiting, async (staged) => {
    await snapshot(backup, staged);
    await using from = await openSqlite({ file: staged, again: true });
    await using to = await openExclusively(into, 'Nothing was restored');
    const tables = await schemaTables();
    const isFilled = (await filledTable(to.db, tables)) !== undefined;
    if (isFilled && !replace)
      throw new SettingsError(
        `${into.file} is not empty, and was not changed. --replace replaces its content with the backup; later revocations and erasures stay in effect.`,
      );
    const kept = isFilled ? await revokeAgain(from.db, await readRevocations(to.db)) : undefined;
    const lost = isFilled ? await countLost(from.db, to.db) : [];
    return { rows: await replaceRows(from.db, to.db, tables), kept, lost };
  });
}

function replaceRows(from: Db, to: Db, tables: readonly Table[]): Promise<number> {
  return inTransaction(to, async (to) => {
    for (const { name } of tables.toReversed()) await untyped(to).deleteFrom(name).execute();
    // The restored database is in use again, so a mark that the file was moved no longer applies.
    await setMoved(to, false);
    const rows = await copyRows(from, to, tables);
    // Sessions and links that ended after the backup must not work again.
    for (const table of ['desk_session', 'desk_link'] as const)
      await to.deleteFrom(table).execute();
    return rows;
  });
}

/** Number of resources of one kind whose latest state the restore loses. */
interface Lost {
  what: 'key' | 'hook' | 'incoming webhook' | 'subscriber' | 'release' | 'milestone';
  count: number;
}

/** Columns that identify a row and its last change. */
const kinds: Record<Lost['what'], { table: keyof Schema; columns: string[] }> = {
  key: { table: 'api_key', columns: ['id'] },
  hook: { table: 'hook', columns: ['id'] },
  'incoming webhook': { table: 'incoming_webhook', columns: ['id'] },
  subscriber: { table: 'subscriber', columns: ['id', 'updated_at'] },
  release: { table: 'release', columns: ['id', 'updated_at'] },
  milestone: { table: 'milestone', columns: ['id', 'updated_at'] },
};

/**
 * Counts the rows created or changed after a backup, by kind. Kinds without such rows are omitted.
 */
async function countLost(backup: Db, now: Db): Promise<Lost[]> {
  const lost: Lost[] = [];
  for (const what of Object.keys(kinds) as Lost['what'][]) {
    const kept = new Set(await rowsOf(backup, what));
    const count = (await rowsOf(now, what)).filter((row) => !kept.has(row)).length;
    if (count > 0) lost.push({ what, count });
  }
  return lost;
}

async function rowsOf(db: Db, what: Lost['what']): Promise<string[]> {
  const { table, columns } = kinds[what];
  const rows: Columns[] = await untyped(db).selectFrom(table).select(columns).execute();
  return rows.map((row) => JSON.stringify(columns.map((column) => row[column])));
}
