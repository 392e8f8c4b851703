import { resolve } from 'node:path';
import type { Command } from 'commander';
import { command } from '../../src/lib/processes/command.ts';
import { systemClock } from '../../src/lib/time/clock.ts';
import { exitCodes } from '../../src/model/errors.ts';
import { importDataSet, unfinishedImports } from '../../src/service/data-set/import.ts';
import { planImport } from '../../src/service/data-set/plan.ts';
import {
  exportTimeOf,
  type PrunePlan,
  planPrune,
} from '../../src/service/data-set/prune/plan-prune.ts';
import { prune } from '../../src/service/data-set/prune/prune.ts';
import { type ReadDataSet, readDataSet } from '../../src/service/data-set/read.ts';
import { isEmpty } from '../../src/service/data-set/workspace.ts';
import type { Db } from '../../src/service/database/schema.ts';
import { openDatabase } from '../../src/service/open-database.ts';
import { warnOf } from './import-warnings.ts';
import {
  type DatabaseOptions,
  type NamedDatabase,
  namedDatabase,
  sameDatabase,
} from './named-database.ts';
import { doneText, planText } from './plan-text.ts';
import { prunedText, pruneText, withheldText } from './prune-text.ts';

interface ImportOptions extends DatabaseOptions {
  dryRun: boolean;
  replace: boolean;
  prune: boolean;
  allowMassDelete: boolean;
}

/** `import`: brings what a data set holds into a database, also one that is being served. */
export function addImportCommand(program: Command): void {
  program
    .command('import <data-set>')
    .description('import an export; newer data here stays')
    .option('--dry-run', 'print the plan without writing anything', false)
    .option('--replace', 'also overwrite newer data', false)
    .option('--prune', 'remove data that the export lacks, unless it is newer', false)
    .option('--allow-mass-delete', 'with --prune: allow many removals at once', false)
    .action(async (path: string, _options: unknown, command: Command) => {
      process.exitCode = await importFile(path, command.optsWithGlobals<ImportOptions>());
    });
}

async function importFile(path: string, options: ImportOptions): Promise<number> {
  const { dryRun, replace } = options;
  const { location, name, isThere } = namedDatabase(options);
  const now = systemClock.now();
  const dataSet = await readDataSet(path);
  if (options.prune) exportTimeOf(dataSet.data, now);
  // A plan alone leaves no empty database behind.
  const isPlanAlone = dryRun && !isThere;
  await using database = isPlanAlone ? undefined : await openDatabase(location);
  await warnOf(dataSet, database?.db);
  const plan = await planImport(database?.db, dataSet.data, { files: dataSet.files, replace });
  console.log(planText(plan, { path, file: name, dryRun }));
  const pruning =
    options.prune && database && (await planPrune(database.db, dataSet.data, { ...options, now }));
  if (pruning) console.log(pruneText(pruning, { path, dryRun }));
  if (database && !dryRun) {
    await importInto(database.db, path, { dataSet, replace });
    if (pruning) console.log(prunedText(await prune(database.db, pruning, systemClock)));
  }
  return pruning ? tellWithheld(pruning) : exitCodes.done;
}

function tellWithheld(plan: PrunePlan): number {
  const text = withheldText(plan);
  if (text === '') return exitCodes.done;
  console.error(text);
  return exitCodes.withheld;
}

/**
 * What `--import` beside a start fills the database with: nothing where it holds something already,
 * but for what an import of the same file that was killed left open.
 */
export async function readFirstImport(
  path: string | undefined,
  named: NamedDatabase,
): Promise<ReadDataSet | undefined> {
  if (path === undefined || (named.isThere && (await isFilled(named, path)))) return undefined;
  const dataSet = await readDataSet(path);
  await warnOf(dataSet, undefined);
  return dataSet;
}

async function isFilled({ location, name }: NamedDatabase, path: string): Promise<boolean> {
  await using database = await openDatabase(location);
  const unfinished = await unfinishedImports(database.db);
  const isOpen = unfinished.some(({ source }) => source === resolve(path));
  if (isOpen || (await isEmpty(database.db))) return false;
  console.log(
    `${name} holds something already, so ${path} is not imported: "${command('service import', path, ...sameDatabase(location))}" does that, and says first what it changes.`,
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
  console.log(doneText(written));
}

/** Says which imports were killed: what they brought is there in part. */
export async function tellUnfinished(db: Db): Promise<void> {
  for (const { source, begun_at } of await unfinishedImports(db))
    console.error(
      `The import of ${source} that began at ${begun_at} is not finished, and some of what it holds may be missing. Unless it is still running, finish it by running it again: "${command('service import', source)}".`,
    );
}
