/**
 * Copies all rows of a SQLite database that no other process uses into an empty database, in one
 * transaction.
 */
import { DatabaseUnavailableError } from '../../lib/database/unavailable.ts';
import { SettingsError, WaymarkError } from '../../model/errors.ts';
import { filledTable } from '../database/queries.ts';
import type { Db } from '../database/schema.ts';
import { lackingIn } from '../database/sqlite/lacking.ts';
import { isMoved, setMoved } from '../database/sqlite/moved.ts';
import { refreshStatistics } from '../database/statistics.ts';
import { inTransaction } from '../database/transaction.ts';
import { copyRows } from './copy-rows.ts';
import { schemaTables, type Table } from './tables.ts';
import { unkeepableTexts } from './unkeepable-texts.ts';

/**
 * Copies Waymark's tables into an empty database of the same schema, in one transaction, and marks
 * the SQLite file as moved. If the copy fails, the file is only marked if it was marked before. If
 * the outcome is unknown, the file stays marked.
 * @param from must be opened exclusively, because rows written during the copy would be lost
 */
export async function copyDatabase(from: Db, to: Db) {
  const tables = await schemaTables();
  await refuseLacking(from);
  await refuseTexts(from, tables);
  await refuseOtherSchema(to, tables);
  const wasMoved = await isMoved(from);
  let copied: Record<'tables' | 'rows', number> | undefined;
  try {
    await inTransaction(to, async (to) => {
      await refuseFilled(to, tables);
      const rows = await copyRows(from, to, tables);
      // The SQLite file is marked as moved before the commit. A marked file accepts no writes, so
      // nothing is lost if this process is killed right after the commit.
      await setMoved(from, true);
      copied = { tables: tables.length, rows };
    });
  } catch (error) {
    if (copied && (await isKept(to, tables, error))) return copied;
    if ((await isMoved(from)) !== wasMoved) await setMoved(from, wasMoved);
    throw error;
  }
  if (!copied) throw new Error('a transaction ended without a result');
  await refreshStatistics(to, copied.rows);
  return copied;
}

/**
 * Whether the copy exists although its commit reported an error. The check is a writing
 * transaction, so it waits until the transaction of the copy has ended.
 * @throws WaymarkError if the database still does not answer
 */
async function isKept(to: Db, tables: readonly Table[], error: unknown): Promise<boolean> {
  if (!(error instanceof DatabaseUnavailableError)) return false;
  try {
    return (await inTransaction(to, (to) => filledTable(to, tables))) !== undefined;
  } catch (cause) {
    throw new WaymarkError(
      `PostgreSQL did not confirm the copy (${error.message}). Either everything was copied, or nothing. The file is complete, but is now marked as moved, so that nothing is written to it. Once PostgreSQL answers, run "copy --again". If nothing was copied, "copy --again" makes the copy. If everything was copied, "copy --again" reports that the other database is not empty, and the service can start with DATABASE_URL.`,
      { cause },
    );
  }
}

const maxNamed = 20;

async function refuseTexts(from: Db, tables: readonly Table[]): Promise<void> {
  const named: string[] = [];
  let count = 0;
  for await (const { table, id, column, why } of unkeepableTexts(from, tables)) {
    count += 1;
    if (named.length < maxNamed) named.push(`  ${table} ${id}, ${column}: holds ${why}`);
  }
  if (count === 0) return;
  const more = count > named.length ? [`  and ${count - named.length} more`] : [];
  const lines = [...named, ...more].join('\n');
  throw new SettingsError(
    `The other database cannot store these texts:\n${lines}\nNothing was copied. Change these texts through the API, or import them without these characters, and copy again.`,
  );
}

async function refuseLacking(from: Db): Promise<void> {
  const lacking = await lackingIn(from);
  if (lacking.length === 0) return;
  throw new SettingsError(
    `The database is damaged: it lacks ${lacking.join(', ')}. Nothing was copied. Restore a backup with "restore".`,
  );
}

/** Throws if a table has other columns than in SQLite. Tables of the engine itself are ignored. */
async function refuseOtherSchema(to: Db, tables: readonly Table[]): Promise<void> {
  const found = new Map((await to.introspection.getTables()).map((table) => [table.name, table]));
  for (const { name, columns } of tables) {
    const there = found.get(name)?.columns.map((column) => column.name) ?? [];
    const differing = columns.filter((column) => !there.includes(column));
    if (differing.length > 0 || there.length !== columns.length)
      throw new SettingsError(
        `The table "${name}" differs in the other database, so nothing was copied. Use an empty database.`,
      );
  }
}

async function refuseFilled(to: Db, tables: readonly Table[]): Promise<void> {
  const filled = await filledTable(to, tables);
  if (filled === undefined) return;
  throw new SettingsError(
    `The other database is not empty: it has rows in "${filled}". Nothing was copied. Use a database that no service has written to.`,
  );
}
