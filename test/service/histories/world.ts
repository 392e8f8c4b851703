import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import { restoreBackup } from '../../../src/service/backup/restore.ts';
import { writeBackup } from '../../../src/service/backup/write-backup.ts';
import { importDataSet } from '../../../src/service/data-set/import.ts';
import { type DataSetFiles, readDataSet } from '../../../src/service/data-set/read.ts';
import { DataSet } from '../../../src/service/data-set/schema.ts';
import { writeDataSet } from '../../../src/service/data-set/write.ts';
import { openDatabase } from '../../../src/service/open-database.ts';
import { removeUnusedUploads } from '../../../src/service/resources/uploads/uploads.ts';
import { hastyClock } from '../../client/start-client.ts';
import { eventually } from '../../support/eventually.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { exportDataSet } from '../data-set/held-export.ts';
import { storeWith } from '../store.ts';
import { filesOf } from '../upload.ts';
import { answersOf, exportOf, forgetUnused, referredNames } from './expected.ts';
import type { World } from './operations/draw.ts';
import { goLive } from './operations/releases.ts';

/**
 * Advances the clock, publishes in the model what was scheduled until then, and removes files that
 * were unused for long, as the service would do within the hour.
 */
export async function pass(world: World, ms: number): Promise<void> {
  const { model, service } = world;
  service.clock.advance(ms);
  while (await removeUnusedUploads(service.db, service.clock.now()));
  forgetUnused(model, new Set(await filesOf(service)), service.clock.now());
  for (;;) {
    const now = service.clock.now().toISOString();
    const due = [...model.releases.values()].filter(
      ({ status, scheduled_at = '' }) => status === 'SCHEDULED' && scheduled_at <= now,
    );
    if (due.length === 0) return;
    for (const release of due) goLive(world, release, await publicationOf(world, release.id));
  }
}

/** Waits until a release is published, and returns the time. */
async function publicationOf({ service }: World, id: string): Promise<string> {
  const earliest = service.clock.now().toISOString();
  const read = async () => (await service.get(`/v1/releases/${id}`)).body;
  let looks = 0;
  await eventually(async () => {
    // The scheduler may have checked just before the release was due; it checks again after a
    // second.
    if (++looks % 20 === 0) service.clock.advance(1000);
    return (await read()).status;
  }).toBe('RELEASED');
  const { released_at } = await read();
  expect([earliest, service.clock.now().toISOString()]).toContain(released_at);
  return released_at;
}

/** Checks that the API answers what the model predicts. */
export async function expectToHold({ model, service }: World): Promise<void> {
  const expected = Object.entries(answersOf(model, service.url));
  const answers = await Promise.all(
    expected.map(async ([path]) => [path, (await service.get(path)).body] as const),
  );
  expect(Object.fromEntries(answers)).toEqual(Object.fromEntries(expected));
}

const fresh = storeWith(async () => {});

/**
 * Checks that an export matches the model, and that a service that imports it exports the same.
 * @param last the previous export; an equal one is not imported again
 */
export async function expectCopy(
  { model, service }: World,
  last?: DataSetFiles,
): Promise<DataSetFiles> {
  const exported = await exportDataSet(service.db);
  const { data, files } = exported;
  forgetUnused(model, new Set(files.map(({ name }) => name)), service.clock.now());
  expect(data).toEqual(exportOf(model));
  expect(files.map(({ name }) => name)).toEqual([...model.files].sort());
  if (isDeepStrictEqual(exported, last)) return exported;
  await using store = await fresh();
  await using copy = await openDatabase(store.location);
  const read = DataSet.parse(JSON.parse(JSON.stringify(data)));
  const options = { source: 'an export', clock: hastyClock() };
  await importDataSet(copy.db, read, files, options);
  expect(await exportDataSet(copy.db)).toEqual(exported);
  return exported;
}

/** Checks that an export survives writing and reading, except for files that nothing refers to. */
export async function expectExport({ model, service }: World): Promise<void> {
  await using folder = await tempFolder();
  const file = join(folder.path, 'export.json');
  const exported = await exportDataSet(service.db);
  await writeDataSet(file, exported);
  await using store = await fresh();
  await using copy = await openDatabase(store.location);
  const { data, files } = await readDataSet(file);
  await importDataSet(copy.db, data, files, { source: file, clock: hastyClock() });
  const referred = referredNames(model);
  const expected = exported.files.filter(({ name }) => referred.includes(name));
  expect(await exportDataSet(copy.db)).toEqual({ data: exported.data, files: expected });
}

/** Checks that a restored backup has the same data. */
export async function expectBackup({ service }: World): Promise<void> {
  const { location } = service;
  if (location.engine !== 'sqlite') return;
  await using folder = await tempFolder();
  const [backup, file] = [join(folder.path, 'backup.db'), join(folder.path, 'restored.db')];
  await writeBackup(location.file, backup);
  await restoreBackup(backup, { engine: 'sqlite', file }, { replace: false });
  await using restored = await openDatabase({ engine: 'sqlite', file });
  expect(await exportDataSet(restored.db)).toEqual(await exportDataSet(service.db));
}
