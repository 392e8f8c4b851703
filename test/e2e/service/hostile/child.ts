/**
 * Attacks a service until it is told to stop, beside other processes that write to its database.
 * Arguments: the service's port, its database, a seed. Sends how often each attack was made, and
 * every answer that no attack may have.
 */
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { systemClock } from '../../../../src/lib/time/clock.ts';
import { exportDataSet } from '../../../../src/service/data-set/export.ts';
import { importDataSet } from '../../../../src/service/data-set/import.ts';
import { openFile } from '../../../service/open-file.ts';
import { release, sample } from '../../../service/sample.ts';
import { randomFrom } from '../../../support/random-from.ts';
import { attacks } from './attacks.ts';
import type { Report } from './report.ts';

const [port, file = '', seed] = process.argv.slice(2);
const random = randomFrom(Number(seed));
const report: Report = { made: {}, unexpected: [] };
const all = Object.entries(attacks);
/** Each is made at least once, however slow the machine is. */
const untried = [...all];
let isOver = false;

process.once('message', async () => {
  isOver = true;
  await Promise.all(running);
  process.send?.(report, () => process.exit());
});
const running = [...Array.from({ length: 8 }, attack), lock(), importAndExport()];

/** Attacks, one way after the other. */
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

/** Holds the write lock now and then, up to longer than a write waits for it. */
async function lock(): Promise<void> {
  using database = new DatabaseSync(file, { timeout: 5000 });
  while (!isOver) {
    database.exec('BEGIN IMMEDIATE');
    await delay(random() * 400);
    database.exec('COMMIT');
    await delay(500 + random() * 4000);
  }
}

async function importAndExport(): Promise<void> {
  // Waiting inside SQLite, this process would wait for its own lock.
  await using database = await openFile(file, { waitMs: 0 });
  const releases = Array.from({ length: 300 }, (_, n) => release(`imported-${n}`));
  while (!isOver) {
    await importDataSet(database.db, { ...sample(), releases }, [], {
      source: 'again',
      clock: systemClock,
    });
    await exportDataSet(database.db);
    await delay(1000 + random() * 10_000);
  }
}
