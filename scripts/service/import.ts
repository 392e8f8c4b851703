import { resolve } from 'node:path';
import type { Command } from 'commander';
import { command } from '../../src/lib/processes/command.ts';
import { systemClock } from '../../src/lib/time/clock.ts';
import { exitCodes } from '../../src/model/errors.ts';
import { importDataSet, unfinishedImports } from '../../src/service/data-set/import.ts';
import { planImport } from '../../src/service/data-set/plan.ts';
import { exportTimeOf, planPrune } from '../../src/service/data-set/prune/plan-prune.ts';
import { prune } from '../../src/service/data-set/prune/prune.ts';
import { type ReadDataSet, readDataSet } from '../../src/service/data-set/read.ts';
import { isEmpty } from '../../src/service/data-set/workspace.ts';
import type { Db } from '../../src/service/database/schema.ts';
import { openDatabase } from '../../src/service/open-database.ts';
import { quietOption } from '../terminal/run.ts';
import { warnAbout } from './import-warnings.ts';
import {
  type DatabaseOptions,
  databaseArguments,
  findDatabase,
  type NamedDatabase,
} from './named-database.ts';
import {
  describeImported,
  describePlan,
  describePrune,
  describePruned,
  describeWithheld,
} from './plan-text.ts';

interface ImportOptions extends DatabaseOptions {
  dryRun: boolean;
  replace: boolean;
  prune: boolean;
  allowMassDelete: boolean;
  quiet: boolean;
}

/**
 * The `import` command imports a data set into a database, even while a service uses the database.
 */
export function addImportCommand(program: Command): void {
  program
    .command('import <data-set>')
    .description('add and update data from an export; newer data in the database is kept')
    .option('--dry-run', 'print the plan, without writing', false)
    .option('--replace', 'also overwrite newer data', false)
    .option(
      '--prune',
      'remove data that the export lacks; data newer than the export is kept',
      false,
    )
    .option('--allow-mass-delete', 'with --prune: remove entries even if many are missing', false)
    .option(...quietOption)
    .action(async (path: string, _options: unknown, command: Command) => {
      process.exitCode = await importFile(path, command.optsWithGlobals<ImportOptions>());
    });
}

async function importFile(path: string, options: ImportOptions): Promise<number> {
  const { dryRun, replace, quiet } = options;
  const { location, name, isExisting } = findDatabase(options);
  const now = systemClock.now();
  const dataSet = await readDataSet(path);
  if (options.prune) exportTimeOf(dataSet.data, now);
  // With `--dry-run`, a missing database must not be created.
  const isPlanAlone = dryRun && !isExisting;
  await using database = isPlanAlone ? undefined : await openDatabase(location);
  await warnAbout(dataSet, database?.db);
  const plan = await planImport(database?.db, dataSet.data, { files: dataSet.files, replace });
  if (dryRun || !quiet) console.log(describePlan(plan, { path, file: name, dryRun }));
  const pruning =
    options.prune && database && (await planPrune(database.db, dataSet.data, { ...options, now }));
  if (pruning && (dryRun || !quiet)) console.log(describePrune(pruning, { path, dryRun }));
  if (database && !dryRun) {
    await importInto(database.db, path, { dataSet, replace });
    if (pruning) console.log(describePruned(await prune(database.db, pruning, systemClock)));
  }
  const withheld = pruning ? describeWithheld(pruning) : '';
  if (withheld === '') return exitCodes.done;
  console.error(withheld);
  return exitCodes.withheld;
}

/**
 * Reads the data set of `--import` when the service starts. Returns undefined if the database
 * already has data, unless an earlier import of the same file was interrupted.
 */
export async function readFirstImport(
  path: string | undefined,
  named: NamedDatabase,
): Promise<ReadDataSet | undefined> {
  if (path === undefined || (named.isExisting && (await isFilled(named, path)))) return undefined;
  const dataSet = await readDataSet(path);
  await warnAbout(dataSet, undefined);
  return dataSet;
}

async function isFilled({ location, name }: NamedDatabase, path: string): Promise<boolean> {
  await using database = await openDatabase(location);
  const unfinished = await unfinishedImports(database.db);
  const isOpen = unfinished.some(({ source }) => source === resolve(path));
  if (isOpen || (await isEmpty(database.db))) return false;
  console.log(
    `${name} is not empty, so ${path} was not imported. To import it anyway, run: ${command('service import', path, ...databaseArguments(location))}`,
  );
  return true;
}

export async function importInto(
  db: Db,
  path: string,
  { dataSet, replace }: { dataSet: ReadDataSet; replace: boolean },
): Promise<void> {
  const { data, files } = dataSet;
  const written = await importDataSet(db, data, files, {
    source: resolve(path),
    clock: systemClock,
    replace,
  });
  console.log(describeImported(written));
}

/** Warns about interrupted imports, whose data may be incomplete. */
export async function warnOfUnfinished(db: Db): Promise<void> {
  for (const { source, begun_at } of await unfinishedImports(db))
    console.error(
      `The import of ${source} that began at ${begun_at} is not finished, so data may be missing. If the import is not running any more, run this command again: "${command('service import', source)}".`,
    );
}
