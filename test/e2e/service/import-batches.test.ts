import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Clock, systemClock } from '../../../src/lib/time/clock.ts';
import { importDataSet, unfinishedImports } from '../../../src/service/data-set/import.ts';
import type { Db } from '../../../src/service/database/schema.ts';
import { countOf } from '../../service/count.ts';
import { exportDataSet } from '../../service/data-set/held-export.ts';
import { openFile } from '../../service/open-file.ts';
import { release, sample } from '../../service/sample.ts';
import { startCommand } from '../../support/command.ts';
import { eventually } from '../../support/eventually.ts';
import { runHosted } from '../../support/run-hosted.ts';
import { tempFolder } from '../../support/temp-folder.ts';

function large(releases: number) {
  const rows = Array.from({ length: releases }, (_, n) => release(`r-${n}`));
  return { ...sample(), releases: rows };
}

const releasesIn = (db: Db) => countOf(db, 'release');

async function emptyDatabase() {
  const lifetimes = new AsyncDisposableStack();
  const file = join(lifetimes.use(await tempFolder()).path, 'x.db');
  const { db } = lifetimes.use(await openFile(file));
  return { file, db, [Symbol.asyncDispose]: () => lifetimes.disposeAsync() };
}

test('others can write while an import is running', async () => {
  await using place = await emptyDatabase();
  await using elsewhere = await openFile(place.file);
  const importing = importDataSet(place.db, large(400), []);
  await eventually(() => releasesIn(elsewhere.db)).toBeGreaterThan(0);
  await elsewhere.db.insertInto('project').values({ id: 'p', name: 'P', slug: 'p' }).execute();
  expect(await releasesIn(elsewhere.db)).toBeLessThan(400);
  await importing;
  expect(await releasesIn(elsewhere.db)).toBe(400);
});

/** A clock that does not wait, and reports each pause of an import between two batches. */
const pausing = (onPause: () => void): Clock => ({
  ...systemClock,
  sleep: async () => onPause(),
});

test('a large file has its own batch, and many small ones share a few', async () => {
  await using place = await emptyDatabase();
  let pauses = 0;
  const clock = pausing(() => {
    pauses += 1;
  });
  const file = (size: number, n: number) => ({
    name: `${n}`,
    type: 'image/png',
    bytes: new Uint8Array(size),
  });
  const files = [3_000_000, 3_000_000, ...new Array<number>(90).fill(1)].map(file);
  await importDataSet(place.db, { ...sample() }, files, { source: 'a data set', clock });
  // The pauses are before, between and after the two large files.
  expect(pauses).toBe(3);
});

test('a killed import leaves whole batches, is reported at the next start, and can be run again', async () => {
  await using place = await emptyDatabase();
  const [total, set] = [500, join(place.file, '..', 'set.json')];
  await writeFile(set, JSON.stringify(large(total)));
  const child = fork(new URL('./import-child.ts', import.meta.url), [place.file, set, '250']);
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
  expect(await releasesIn(place.db)).toBeGreaterThan(0);
  expect(await releasesIn(place.db)).toBeLessThan(250);
  // Batches are complete: every release has its two labels.
  const labels = (await exportDataSet(place.db)).data.releases.map((row) => row.labels.length);
  expect(new Set(labels)).toEqual(new Set([2]));

  const target = join(place.file, '..', 'out.json');
  const use = ['--database', place.file];
  const half = await runHosted('service', { args: [...use, '--export', target], cwd: '.' });
  expect(half.stderr).toContain(`The import of ${set} that began at `);
  expect(half.stderr).toContain('run this command again: ');

  const args = [...use, '--port', '0', '--import', set];
  await using again = startCommand('service', { args, cwd: '.' });
  await again.printed(/Imported \d+ releases/);
  expect(await releasesIn(place.db)).toBe(total);
  expect(await unfinishedImports(place.db)).toEqual([]);
});

test('finishing another import does not hide one that was killed', async () => {
  await using place = await emptyDatabase();
  const killed = new Error('as a kill would');
  const dying = pausing(() => {
    throw killed;
  });
  const from = (source: string, clock: Clock) => ({ source, clock });
  const importing = importDataSet(place.db, large(400), [], from('one.json', dying));
  await expect(importing).rejects.toBe(killed);
  await importDataSet(place.db, sample(), [], from('two.json', systemClock));
  expect((await unfinishedImports(place.db)).map(({ source }) => source)).toEqual(['one.json']);
});
