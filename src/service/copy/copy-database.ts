/**
 * Takes a SQLite database that nobody else has open, and another that is empty; gives that one
 * every row, or none. Never reads the environment.
 */
import { SettingsError } from '../../model/errors.ts';
import type { Db } from '../database/schema.ts';
import { isMoved, setMoved } from '../database/sqlite/moved.ts';
import { inTransaction } from '../database/transaction.ts';
import { copyRows } from './copy-rows.ts';
import { filledTable } from './filled-table.ts';
import { type Table, tablesOf } from './tables.ts';
import { type UnkeepableText, unkeepableTexts } from './unkeepable-texts.ts';

export interface Copied {
  tables: number;
  rows: number;
}

/**
 * Copies every table into an empty database of the same schema, in one transaction, and marks the
 * file as moved: it is opened again on purpose alone. Where that fails, the mark is as it was.
 * @param from opened alone, so that nothing is written to it that the copy would lack
 * @throws SettingsError where a text cannot be kept, or the other database is not empty, or another
 */
export async function copyDatabase(from: Db, to: Db): Promise<Copied> {
  const tables = await tablesOf(from);
  await refuseTexts(from, tables);
  await refuseOtherSchema(to, tables);
  const wasMoved = await isMoved(from);
  try {
    return await inTransaction(to, async (to) => {
      await refuseFilled(to, tables);
      const rows = await copyRows(from, to, tables);
      // Before the end: who is stopped in between is told of it, and loses nothing.
      await setMoved(from, true);
      return { tables: tables.length, rows };
    });
  } catch (error) {
    if ((await isMoved(from)) !== wasMoved) await setMoved(from, wasMoved);
    throw error;
  }
}

const mostNamed = 20;

async function refuseTexts(from: Db, tables: readonly Table[]): Promise<void> {
  const named: string[] = [];
  let count = 0;
  for await (const text of unkeepableTexts(from, tables)) {
    count += 1;
    if (named.length < mostNamed) named.push(lineOf(text));
  }
  if (count === 0) return;
  const more = count > named.length ? [`  and ${count - named.length} more`] : [];
  const lines = [...named, ...more].join('\n');
  throw new SettingsError(
    `The other database has no room for these texts:\n${lines}\nChange them over the API, or import them without what is named, and copy again. Nothing was copied.`,
  );
}

function lineOf({ table, id, column, why }: UnkeepableText): string {
  return `  ${table} ${id}, ${column}: holds ${why}`;
}

/** What is there beside these tables is nobody's business here: engines keep tables of their own. */
async function refuseOtherSchema(to: Db, tables: readonly Table[]): Promise<void> {
  const found = new Map((await to.introspection.getTables()).map((table) => [table.name, table]));
  for (const { name, columns } of tables) {
    const there = found.get(name)?.columns.map((column) => column.name) ?? [];
    const differing = columns.filter((column) => !there.includes(column));
    if (differing.length > 0 || there.length !== columns.length)
      throw new SettingsError(
        `The table "${name}" is not the same in the other database, so nothing was copied: name one that is empty.`,
      );
  }
}

async function refuseFilled(to: Db, tables: readonly Table[]): Promise<void> {
  const filled = await filledTable(to, tables);
  if (filled === undefined) return;
  throw new SettingsError(
    `The other database is not empty: it has rows in "${filled}". Nothing was copied: name one that no service has written to yet.`,
  );
}
