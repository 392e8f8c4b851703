import { systemClock } from '../src/lib/time/clock.ts';
import { exportWithTime } from '../src/service/data-set/export.ts';
import type { ReadDataSet } from '../src/service/data-set/read.ts';
import { writeDataSet } from '../src/service/data-set/write.ts';
import type { Db } from '../src/service/database/schema.ts';
import { openDatabase } from '../src/service/open-database.ts';
import { addBackupCommands } from './service/backup.ts';
import { addCopyCommand } from './service/copy.ts';
import { addFileCommands } from './service/files.ts';
import { addHookCommands } from './service/hooks.ts';
import {
  addImportCommand,
  importInto,
  readFirstImport,
  warnOfUnfinished,
} from './service/import.ts';
import { addKeyCommands } from './service/keys.ts';
import { addKindCommands } from './service/kinds/all.ts';
import {
  assertExists,
  type DatabaseOptions,
  findDatabase,
  type NamedDatabase,
} from './service/named-database.ts';
import { addReleaseCommands } from './service/releases/commands.ts';
import { refuseStartOptions, startWithoutCommand } from './service/start-options.ts';
import { addUserCommands } from './service/users.ts';
import { addWorkspaceCommand } from './service/workspace.ts';
import { toPort } from './terminal/numbers.ts';
import { commandNamed, run } from './terminal/run.ts';

interface Options extends DatabaseOptions {
  port: number;
  host: string;
  site?: string;
  import?: string;
  export?: string;
}

const program = commandNamed('service')
  .description(
    'Serves the release API from a database file, or from the PostgreSQL database in DATABASE_URL.',
  )
  .option('--port <port>', 'port to listen on (0: any free one)', toPort, 4010)
  .option('--host <address>', 'address to listen on', '127.0.0.1')
  .option(
    '--database <file>',
    'database file; created if it does not exist (default: "waymark.db")',
  )
  .option('--again', 'use a database file although its data was copied to another database')
  .option('--site <folder>', "the site's folder, which the desk shows")
  .option('--import <data-set>', 'import an export into an empty database, then serve')
  .option('--export <data-set>', 'write everything to a data set, then stop');

refuseStartOptions(program);
addImportCommand(program);
addBackupCommands(program);
addCopyCommand(program);
addWorkspaceCommand(program);
addKeyCommands(program);
addUserCommands(program);
addHookCommands(program);
addReleaseCommands(program);
addFileCommands(program);
addKindCommands(program);

async function start(options: Options): Promise<void> {
  // Checked before the database is opened, so that a wrong path does not create an empty database.
  const named = findDatabase(options);
  const dataSet = await readFirstImport(options.import, named);
  if (options.export !== undefined) return writeExport(options, named, dataSet);
  // Loaded on demand, as the other commands need no HTTP server and start faster without loading
  // it.
  const { serve } = await import('./service/serve.ts');
  await serve({ ...options, named, fill: (db) => fill(db, options, dataSet) });
}

async function writeExport(
  options: Options,
  named: NamedDatabase,
  dataSet: ReadDataSet | undefined,
): Promise<void> {
  const { export: target = '' } = options;
  const { location, name } = named;
  if (!dataSet) assertExists(named);
  await using database = await openDatabase(location);
  const { db } = database;
  await fill(db, options, dataSet);
  await warnOfUnfinished(db);
  await exportWithTime(db, systemClock, (dataSet) => writeDataSet(target, dataSet));
  console.log(`Exported ${name} to ${target}.`);
}

async function fill(
  db: Db,
  { import: path = '' }: Options,
  dataSet: ReadDataSet | undefined,
): Promise<void> {
  if (dataSet) await importInto(db, path, { dataSet, replace: false });
}

await run(async () => {
  startWithoutCommand(program, process.argv.slice(2), start);
  await program.parseAsync();
});
