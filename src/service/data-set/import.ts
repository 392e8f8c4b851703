import { type Clock, systemClock } from '../../lib/clock.ts';
import type { Database } from '../../lib/database/database.ts';
import { createWriteQueue } from '../../lib/database/write-queue.ts';
import type { DataSet } from '../../model/data-set.ts';
import { SettingsError } from '../../model/errors.ts';
import { upsert } from '../database/upsert.ts';
import type { StoredFile } from '../resources/files.ts';
import { findWorkspace } from '../resources/workspace.ts';
import { type Step, stepsOf } from './steps.ts';
import { beginImport, finishImport } from './unfinished.ts';

interface ImportOptions {
  /** Names the import to people, and tells it from others: the path of its file. */
  source: string;
  clock: Clock;
}

/**
 * Adds and updates everything that a data set holds, a batch at a time; what it does not name
 * stays. Each batch is written whole or not at all, and between two of them others may write. Doing
 * it twice changes nothing more: an import that was killed is finished by doing it again, and
 * `unfinishedImports` knows of it until then.
 * @throws SettingsError when the database holds another workspace; nothing is written then, nor
 * where something in the data set cannot be kept.
 * @throws DatabaseUnavailableError when another process is writing for long
 */
export async function importDataSet(
  database: Database,
  data: DataSet,
  files: StoredFile[],
  { source, clock }: ImportOptions = { source: 'a data set', clock: systemClock },
): Promise<void> {
  const batches = [...inBatches(stepsOf(data, files))];
  const inTurn = createWriteQueue(clock, patienceMs);
  const write = (work: () => void) => inTurn(() => database.transaction(work));
  await write(() => {
    importWorkspace(database, data.workspace);
    beginImport(database, source, clock.now());
  });
  for (const batch of batches) {
    const isLast = batch === batches.at(-1);
    await write(() => {
      for (const step of batch) step.write(database);
      if (isLast) finishImport(database, source);
    });
    if (!isLast) await clock.sleep(pauseMs);
  }
}

const patienceMs = 5000;
const mostSteps = 100;
const mostBytes = 1024 * 1024;
/** SQLite has no queue: who waits for the lock looks now and then, and has to find it free. */
const pauseMs = 10;

/** Batches so small that each holds the lock for some milliseconds; at least one, maybe empty. */
function* inBatches(steps: Iterable<Step>): Generator<Step[]> {
  let batch: Step[] = [];
  let bytes = 0;
  for (const step of steps) {
    bytes += step.bytes;
    if (batch.length > 0 && (batch.length === mostSteps || bytes > mostBytes)) {
      yield batch;
      batch = [];
      bytes = step.bytes;
    }
    batch.push(step);
  }
  yield batch;
}

function importWorkspace(database: Database, workspace: DataSet['workspace']): void {
  const present = findWorkspace(database);
  if (present && present.id !== workspace.id)
    throw new SettingsError(
      `The database holds the workspace "${present.name}" (${present.id}), the data set "${workspace.name}" (${workspace.id}). A database keeps one workspace: choose another file with --database.`,
    );
  upsert(database, 'workspace', {
    ...workspace,
    release_change_types: JSON.stringify(workspace.release_change_types),
    roadmap_status_types: JSON.stringify(workspace.roadmap_status_types),
  });
}
