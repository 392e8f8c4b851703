import { z } from 'zod';
import { shorten } from '../../lib/text/text.ts';
import { type Clock, systemClock } from '../../lib/time/clock.ts';
import { SettingsError } from '../../model/errors.ts';
import { inBatches } from '../database/queries.ts';
import type { Db } from '../database/schema.ts';
import { refreshStatistics } from '../database/statistics.ts';
import { TooLongError } from '../database/too-long.ts';
import { inTransaction } from '../database/transaction.ts';
import { createWriteQueue } from '../database/write-queue.ts';
import { type Changed, emitChanged } from '../events/emit.ts';
import type { LazyFile } from './lazy-file.ts';
import { publicChangeOf } from './public-change.ts';
import type { DataSet } from './schema.ts';
import type { DataSetCollection, Step } from './step.ts';
import { stepsOf } from './steps.ts';
import { refuseOther } from './workspace.ts';

interface ImportOptions {
  /** Path of the imported file, which identifies the import. */
  source: string;
  clock: Clock;
  /** Whether the data set overwrites newer data. */
  replace?: boolean;
}

/**
 * Adds and updates everything in a data set, in batches of one transaction each. Rows that the data
 * set lacks, or that are newer in the database, stay unchanged. A killed import can be repeated
 * without harm; until then, `unfinishedImports` lists it.
 * @returns the number of written rows by collection
 * @throws SettingsError before the first write, if the database has another workspace or a value is
 * invalid
 * @throws SettingsError after earlier batches are written, if a text is too long for the database
 * @throws DatabaseUnavailableError if another process writes for long
 */
export async function importDataSet(
  db: Db,
  data: DataSet,
  files: LazyFile[],
  options: ImportOptions = { source: 'a data set', clock: systemClock },
): Promise<Map<DataSetCollection, number>> {
  const { source, clock, replace = false } = options;
  const steps = inBatches(stepsOf(data, files), ({ bytes }) => bytes, maxBatch);
  // All batches are prepared before the first write, so that invalid data is found before anything
  // is changed.
  const batches: Step[][] = [];
  for await (const batch of steps) batches.push(batch);
  const inTurn = createWriteQueue(clock, lockTimeoutMs);
  const write = <T>(work: (db: Db) => Promise<T>) => inTurn(() => inTransaction(db, work));
  const written = new Map<DataSetCollection, number>();
  await write(async (db) => {
    await refuseOther(db, data.workspace);
    await beginImport(db, source, clock.now());
  });
  for (const batch of batches) {
    const isLast = batch === batches.at(-1);
    const taken = await write(async (db) => {
      const done = await takeAll(db, batch, { replace, now: clock.now() });
      if (isLast) await db.deleteFrom('unfinished_import').where('source', '=', source).execute();
      return done;
    });
    for (const { collection } of taken) written.set(collection, (written.get(collection) ?? 0) + 1);
    if (!isLast) await clock.sleep(pauseMs);
  }
  await refreshStatistics(db, batches.flat().length);
  return written;
}

/**
 * Writes each step that is still needed, because the database may have changed since the import was
 * planned.
 */
async function takeAll(
  db: Db,
  batch: readonly Step[],
  { replace, now }: { replace: boolean; now: Date },
): Promise<Step[]> {
  const taken: Step[] = [];
  let shown: Changed | undefined;
  for (const step of batch) {
    const decision = await step.decide(db, replace);
    if (decision !== 'new' && decision !== 'changed') continue;
    // One event per batch is enough, because receivers of the event compare all content.
    shown ??= await publicChangeOf(db, step);
    await step.write(db, { replace, now }).catch(nameIn(step));
    shown ??= await publicChangeOf(db, step);
    taken.push(step);
  }
  if (shown) await emitChanged(db, shown, now);
  return taken;
}

/**
 * Adds the row's id to the error for a text that is too long. Such a text is only detected when it
 * is written.
 */
function nameIn({ collection, id }: Step) {
  return (error: unknown): never => {
    if (!(error instanceof TooLongError)) throw error;
    throw new SettingsError(
      `${shorten(id, 60)} in the data set's ${collection} cannot be stored. ${error.message} Then import the data set again; rows before this one may be imported already.`,
      { cause: error },
    );
  };
}

const lockTimeoutMs = 5000;
/** Limits of a batch, chosen so that each batch holds the lock only for some milliseconds. */
const maxBatch = { items: 100, bytes: 1024 * 1024 };
/**
 * A pause after each batch, so that other processes can write. SQLite has no queue, so waiting
 * processes poll for the lock.
 */
const pauseMs = 10;

const Unfinished = z.object({ source: z.string(), begun_at: z.string() });
type Unfinished = z.infer<typeof Unfinished>;

/**
 * Imports that were begun but not finished, oldest first. The list may include a running import.
 */
export async function unfinishedImports(db: Db): Promise<Unfinished[]> {
  const rows = await db
    .selectFrom('unfinished_import')
    .select(['source', 'begun_at'])
    .orderBy('begun_at')
    .orderBy('source')
    .execute();
  return rows.map((row) => Unfinished.parse(row));
}

/** Records the start of an import, within the transaction of its first write. */
async function beginImport(db: Db, source: string, now: Date): Promise<void> {
  const begun_at = now.toISOString();
  await db
    .insertInto('unfinished_import')
    .values({ source, begun_at })
    .onConflict((conflict) => conflict.column('source').doUpdateSet({ begun_at }))
    .execute();
}
