import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { SettingsError } from '../../src/model/errors.ts';
import { copyDatabase } from '../../src/service/copy/copy-database.ts';
import { openExclusively } from '../../src/service/database/sqlite/open.ts';
import { openDatabase } from '../../src/service/open-database.ts';
import { type DatabaseOptions, databaseUrl, findFile } from './named-database.ts';

/** `copy`: copies a database file to PostgreSQL, including keys, hooks and pending deliveries. */
export function addCopyCommand(program: Command): void {
  program
    .command('copy')
    .description(
      'copy a database file (--database) into the empty PostgreSQL database in DATABASE_URL; the service must be stopped',
    )
    .action(async (_options: unknown, command: Command) => {
      console.log(await copyToPostgres(command.optsWithGlobals()));
    });
}

async function copyToPostgres(options: DatabaseOptions): Promise<string> {
  const url = databaseUrl();
  if (url === undefined)
    throw new SettingsError(
      'DATABASE_URL is not set. Set it to the empty PostgreSQL database to copy into, such as postgres://host:5432/database.',
    );
  const from = findFile(options);
  if (!existsSync(from.file))
    throw new SettingsError(`There is no database ${from.file}. Name it with --database.`);
  await using file = await openExclusively(from, 'Nothing was copied');
  await using target = await openDatabase({ engine: 'postgres', url });
  const { tables, rows } = await copyDatabase(file.db, target.db);
  return `Copied ${from.file} to PostgreSQL: ${rows} rows of ${tables} tables. The file still has its data, but is now marked as moved. From now on, start the service with DATABASE_URL and without --database.`;
}
