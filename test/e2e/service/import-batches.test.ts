import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Database } from '../../../src/lib/database/database.ts';
import { systemClock } from '../../../src/lib/time/clock.ts';
import { exportDataSet } from '../../../src/service/data-set/export.ts';
import { importDataSet } from '../../../src/service/data-set/import.ts';
import { unfinishedImports } from '../../../src/service/data-set/unfinished.ts';
import { openServiceDatabase } from '../../../src/service/database/open.ts';
import { release, sample } from '../../service/sample.ts';
import { runCommand, startCommand } from '../../support/command.ts';
import { eventually } from '../../support/eventually.ts';
import { tempFolder } from '../../support/temp-folder.ts';

function large(releases: number) {
  const rows = Array.from({ length: releases }, (_, n) => release(`r-${n}`));
  return { ...sample(), releases: rows };
}

function releasesIn(database: Database): number {
  const row = database.get(z.object({ n: z.int() }), 'SELECT count(*) AS n FROM release');
  return row?.n ?? 0;
}

async function emptyDatabase() {
  const folder = await tempFolder();
  const file = join(folder.path, 'x.db');
  return {
    file,
    database: openServiceDatabase(file),
    [Symbol.asyncDispose]: folder[Symbol.asyncDispose],
  };
}

test('lets others write while an import is under way', async () => {
  await using place = await emptyDatabase();
  using database = place.database;
  using elsewhere = openServiceDatabase(place.file);
  const importing = importDataSet(database, large(400), []);
  await eventually(() => releasesIn(elsewhere)).toBeGreaterThan(0);
  elsewhere.run("INSERT INTO project (id, name, slug) VALUES ('p', 'P', 'p')");
  expect(releasesIn(elsewhere)).toBeLessThan(400);
  await importing;
  expect(releasesIn(elsewhere)).toBe(400);
});

test('gives a large file a batch of its own, and many small ones few', async () => {
  await using place = await emptyDatabase();
  using database = place.database;
  let batches = 0;
  const counting: Database = {
    ...database,
    transaction: (work) => {
      batches += 1;
      return database.transaction(work);
    },
  };
  const file = (size: number, n: number) => ({
    name: `${n}`,
    type: 'image/png',
    bytes: new Uint8Array(size),
  });
  const files = [3_000_000, 3_000_000, ...new Array<number>(90).fill(1)].map(file);
  await importDataSet(counting, { ...sample() }, files);
  // The workspace, what is small and before them, each of the two, and the rest.
  expect(batches).toBe(5);
});

test('an import that is killed left whole batches, is told of at the next start and finished by running it again', async () => {
  await using place = await emptyDatabase();
  using database = place.database;
  const [total, set] = [500, join(place.file, '..', 'set.json')];
  await writeFile(set, JSON.stringify(large(total)));
  const child = fork(new URL('./import-child.ts', import.meta.url), [place.file, set, '250']);
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
  expect(releasesIn(database)).toBeGreaterThan(0);
  expect(releasesIn(database)).toBeLessThan(250);
  // Each batch is whole: nothing stands there without what it is linked to.
  const labels = exportDataSet(database).data.releases.map((row) => row.labels.length);
  expect(new Set(labels)).toEqual(new Set([2]));

  const target = join(place.file, '..', 'out.json');
  const use = ['--database', place.file];
  const half = await runCommand('service', { args: [...use, '--export', target], cwd: '.' });
  expect(half.stderr).toContain(`The import of ${set} that began at `);
  expect(half.stderr).toContain('finish it by running it again');

  const args = [...use, '--port', '0', '--import', set];
  await using again = startCommand('service', { args, cwd: '.' });
  await again.printed(/Imported \d+ releases/);
  expect(releasesIn(database)).toBe(total);
  expect(unfinishedImports(database)).toEqual([]);
});

test('another import that comes to its end says nothing of one that was killed', async () => {
  await using place = await emptyDatabase();
  using database = place.database;
  const killed = new Error('as a kill would');
  let transactions = 0;
  const failing: Database = {
    ...database,
    transaction: (work) => {
      transactions += 1;
      if (transactions > 2) throw killed;
      return database.transaction(work);
    },
  };
  const from = (source: string) => ({ source, clock: systemClock });
  const importing = importDataSet(failing, large(400), [], from('one.json'));
  await expect(importing).rejects.toBe(killed);
  await importDataSet(database, sample(), [], from('two.json'));
  expect(unfinishedImports(database).map(({ source }) => source)).toEqual(['one.json']);
});
