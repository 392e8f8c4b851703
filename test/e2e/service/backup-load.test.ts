// @module-tag soak

import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { restoreBackup } from '../../../src/service/backup/restore.ts';
import { writeBackup } from '../../../src/service/backup/write-backup.ts';
import { apiKey } from '../../service/start.ts';
import { startCommand } from '../../support/command.ts';
import { eventually } from '../../support/eventually.ts';
import { randomFrom } from '../../support/random-from.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { type Counted, type Counts, countIn, write } from './counting-client.ts';

// A few seconds in every test run; `npm run test:soak` runs for minutes.
const seconds = Number(process.env.SOAK_SECONDS ?? 3);
const seeds = Array.from({ length: Number(process.env.SOAK_RUNS ?? 1) }, (_, n) => n + 1);

test.each(seeds)(
  `a backup every second for ${seconds} s holds all writes acknowledged before it (seed %i)`,
  async (seed) => {
    await using folder = await tempFolder();
    const file = join(folder.path, 'x.db');
    const args = ['--port', '0', '--database', file];
    await using service = startCommand('service', { args, env: { API_KEY: apiKey }, cwd: '.' });
    const [url] = await service.printed(/http:\/\/127\.0\.0\.1:\d+/);
    const counts: Counts = new Map();
    const random = randomFrom(seed);
    const stop = new AbortController();
    const writers = Array.from({ length: 4 }, () =>
      write({ url, counts, random, signal: stop.signal }),
    );
    const working = Promise.all(writers);
    try {
      for (let round = 0; round < seconds; round += 1) {
        const before = totalOf(counts);
        const written = eventually(() => totalOf(counts) - before).toBeGreaterThan(5);
        await Promise.race([Promise.all([delay(1000), written]), working]);
        await backUpAndLook(folder.path, file, counts);
      }
    } finally {
      stop.abort();
    }
    await working;
    console.log(`${totalOf(counts)} acknowledged writes over ${seconds} backups`);
  },
  1_800_000,
);

/**
 * Replaces the backup, restores it to another file and compares that with the acknowledged writes.
 */
async function backUpAndLook(folder: string, file: string, counts: Counts): Promise<void> {
  const [backup, restored] = [join(folder, 'backup.db'), join(folder, 'restored.db')];
  const before = new Map([...counts].map(([id, count]) => [id, { ...count }]));
  await writeBackup(file, backup);
  const { rows } = await restoreBackup(
    backup,
    { engine: 'sqlite', file: restored },
    { replace: false },
  );
  expect(rows).toBeGreaterThan(0);
  const found = read(restored);
  const lost = [...before].filter(([id, known]) => !isIn(known, counts.get(id), found.get(id)));
  expect(lost.map(([id, known]) => ({ id, known, found: found.get(id) }))).toEqual([]);
  for (const end of ['', '-wal', '-shm']) await rm(restored + end, { force: true });
}

/**
 * Whether a release has the state that was acknowledged before the backup, or one that was
 * requested since.
 */
function isIn(known: Counted, now: Counted | undefined, found: number | undefined): boolean {
  if (found === undefined) return known.isGone || now?.isToGo === true;
  return !known.isGone && found >= known.acknowledged && found <= (now?.asked ?? 0);
}

function read(file: string): Map<string, number> {
  using database = new DatabaseSync(file);
  expect(database.prepare('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
  const rows = database.prepare('SELECT id, title FROM release').all();
  return new Map(rows.map(({ id, title }) => [String(id), countIn(title)]));
}

function totalOf(counts: Counts): number {
  return [...counts.values()].reduce((sum, { acknowledged }) => sum + acknowledged, 0);
}
