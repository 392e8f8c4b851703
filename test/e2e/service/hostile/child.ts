/**
 * Attacks a service until it is told to stop, and also writes to its database from this process.
 * Arguments: the service's port, the location of its database as JSON, a seed. Sends how often each
 * attack was made, and all unexpected answers.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseUnavailableError } from '../../../../src/lib/database/unavailable.ts';
import { systemClock } from '../../../../src/lib/time/clock.ts';
import { importDataSet } from '../../../../src/service/data-set/import.ts';
import type { DatabaseLocation } from '../../../../src/service/database/location.ts';
import { inTransaction } from '../../../../src/service/database/transaction.ts';
import { createWriteQueue } from '../../../../src/service/database/write-queue.ts';
import { openDatabase } from '../../../../src/service/open-database.ts';
import { exportDataSet } from '../../../service/data-set/held-export.ts';
import { release, sample } from '../../../service/sample.ts';
import { randomFrom } from '../../../support/random-from.ts';
import { attacks } from './attacks.ts';
import type { Report } from './report.ts';

const [port, stored = '', seed] = process.argv.slice(2);
const location: DatabaseLocation = JSON.parse(stored);
const random = randomFrom(Number(seed));
const report: Report = { made: {}, unexpected: [] };
const all = Object.entries(attacks);
/** Attacks not made yet; each is made at least once, even on a slow machine. */
const untried = [...all];
let isOver = false;

process.once('message', async () => {
  isOver = true;
  await Promise.all(running);
  process.send?.(report, () => process.exit());
});
const running = [...Array.from({ length: 8 }, attack), lock(), importAndExport()];

/** Makes one attack after another. */
async function attack(): Promise<void> {
  while (!isOver || untried.length > 0) {
    const [name, make] = untried.pop() ?? all[Math.floor(random() * all.length)] ?? [];
    if (!name || !make) continue;
    const answer = await make({ port: Number(port), random });
    report.made[name] = (report.made[name] ?? 0) + 1;
    const { status = 0, retryAfter } = answer ?? {};
    const isTold = status === 503 && retryAfter !== undefined;
    if (status >= 500 && !isTold) report.unexpected.push(`${name}: ${status}`);
    await delay(random() * 10);
  }
}

/** Repeatedly holds the write lock, sometimes longer than a write of the service waits for it. */
async function lock(): Promise<void> {
  await using database = await openBeside();
  const inTurn = createWriteQueue(systemClock, 10_000);
  while (!isOver) {
    await unlessUnavailable(() =>
      inTurn(() => inTransaction(database.db, () => delay(random() * 1000))),
    );
    await delay(500 + random() * 4000);
  }
}

async function importAndExport(): Promise<void> {
  await using database = await openBeside();
  const releases = Array.from({ length: 300 }, (_, n) => release(`imported-${n}`));
  const data = { ...sample(), releases };
  while (!isOver) {
    await unlessUnavailable(() =>
      importDataSet(database.db, data, [], { source: 'again', clock: systemClock }),
    );
    await exportDataSet(database.db);
    await delay(1000 + random() * 10_000);
  }
}

/**
 * SQLite must not wait itself: it would block this process, which may be the one that holds the
 * lock.
 */
function openBeside() {
  return openDatabase(location, location.engine === 'sqlite' ? { waitMs: 0 } : {});
}

/** Runs a task, which may fail because the database is busy; the caller will try again. */
async function unlessUnavailable(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof DatabaseUnavailableError)) throw error;
  }
}
