import { join } from 'node:path';
import { expect, test } from 'vitest';
import { copyDatabase } from '../../../src/service/copy/copy-database.ts';
import { importDataSet } from '../../../src/service/data-set/import.ts';
import { isMoved } from '../../../src/service/database/sqlite/moved.ts';
import { listReleases } from '../../../src/service/resources/releases/releases.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { openProxied } from '../database/postgres/open-proxied.ts';
import { openFile } from '../open-file.ts';
import { sample } from '../sample.ts';

async function fileAndPostgres() {
  const lifetimes = new AsyncDisposableStack();
  const { path } = lifetimes.use(await tempFolder());
  const { db: from } = lifetimes.use(await openFile(join(path, 'x.db'), { isExclusive: true }));
  const { db: to, proxy } = lifetimes.use(await openProxied());
  await importDataSet(from, sample(), []);
  const held = async () => (await listReleases(to, {})).length;
  return { from, to, proxy, held, [Symbol.asyncDispose]: () => lifetimes.disposeAsync() };
}

test('a copy succeeds if PostgreSQL committed it but the answer was lost', async () => {
  await using it = await fileAndPostgres();
  it.proxy.loseCommit('answer', it.proxy.cut);
  expect(await copyDatabase(it.from, it.to)).toMatchObject({ rows: expect.any(Number) });
  expect(await it.held()).toBe(6);
  expect(await isMoved(it.from)).toBe(true);
});

test('a copy fails if the commit never reached PostgreSQL, and the file stays in use', async () => {
  await using it = await fileAndPostgres();
  it.proxy.loseCommit('commit', it.proxy.cut);
  await expect(copyDatabase(it.from, it.to)).rejects.toThrow(/PostgreSQL/);
  expect(await it.held()).toBe(0);
  expect(await isMoved(it.from)).toBe(false);
  await copyDatabase(it.from, it.to);
  expect(await it.held()).toBe(6);
});

test.each(['answer', 'commit'] as const)(
  'explains what to do and marks the file if the outcome of a commit is unknown (lost: %s)',
  async (what) => {
    await using it = await fileAndPostgres();
    it.proxy.loseCommit(what, () => void it.proxy.refuse());
    await expect(copyDatabase(it.from, it.to)).rejects.toMatchObject({
      exitCode: 1,
      message: expect.stringMatching(/Either everything was copied, or nothing.*"copy --again"/),
    });
    expect(await isMoved(it.from)).toBe(true);
    await it.proxy.resume();
    const again = copyDatabase(it.from, it.to);
    if (what === 'answer') await expect(again).rejects.toThrow(/not empty/);
    else await again;
    expect(await it.held()).toBe(6);
    expect(await isMoved(it.from)).toBe(true);
  },
);
