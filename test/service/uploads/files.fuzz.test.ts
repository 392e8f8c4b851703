// @module-tag soak

import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { restoreBackup } from '../../../src/service/backup/restore.ts';
import { writeBackup } from '../../../src/service/backup/write-backup.ts';
import { CreateRelease, UpdateRelease } from '../../../src/service/contract/requests.ts';
import { copyDatabase } from '../../../src/service/copy/copy-database.ts';
import { importDataSet } from '../../../src/service/data-set/import.ts';
import { readDataSet } from '../../../src/service/data-set/read.ts';
import { writeDataSet } from '../../../src/service/data-set/write.ts';
import type { Db } from '../../../src/service/database/schema.ts';
import { inTransaction } from '../../../src/service/database/transaction.ts';
import { openDatabase } from '../../../src/service/open-database.ts';
import {
  createResource,
  removeResource,
  updateResource,
} from '../../../src/service/resources/kinds/manage.ts';
import { milestoneKind } from '../../../src/service/resources/kinds/milestones.ts';
import { contributorKind } from '../../../src/service/resources/kinds/parts.ts';
import {
  createRelease,
  deleteRelease,
  updateRelease,
} from '../../../src/service/resources/releases/write-release.ts';
import { removeFile } from '../../../src/service/resources/uploads/manage-files.ts';
import { removeUnusedUploads, saveUpload } from '../../../src/service/resources/uploads/uploads.ts';
import { hastyClock } from '../../client/start-client.ts';
import { fuzzRuns } from '../../support/fuzz-runs.ts';
import { type ManualClock, manualClock } from '../../support/manual-clock.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { exportDataSet } from '../data-set/held-export.ts';
import { emptyStore, migratedStore, type Store } from '../store.ts';
import { filesOf } from '../upload.ts';

const hour = 60 * 60_000;
const origin = 'https://api.example.com';

interface Model {
  /** Since when nothing uses each stored file; undefined while something uses it. */
  stored: Map<string, number | undefined>;
  /** The names that each resource refers to, some of which may not be stored. */
  users: Map<string, { names: string[]; place: Place }>;
}

type Place = 'body' | 'hero' | 'attachments' | 'changes';

interface World {
  db: Db;
  clock: ManualClock;
  model: Model;
}

/** An operation, which is applied to the database and to the model. */
type Step = (world: World) => Promise<void>;

const user = fc.constantFrom('r-0', 'r-1', 'r-2', 'm-0', 'm-1', 'c-0');
const name = fc.constantFrom('a.txt', 'b.txt', 'c.txt', 'd.txt', 'e.txt');
const using = fc.record({
  user,
  names: fc.uniqueArray(name, { maxLength: 3 }),
  place: fc.constantFrom<Place>('body', 'hero', 'attachments', 'changes'),
});
type Using = { user: string; names: string[]; place: Place };

const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: name.map(
      (name): Step =>
        (world) =>
          upload(world, name),
    ),
  },
  {
    weight: 9,
    arbitrary: using.map(
      (using): Step =>
        (world) =>
          use(world, using),
    ),
  },
  {
    weight: 3,
    arbitrary: using.map(
      (using): Step =>
        (world) =>
          useAndBreakOff(world, using),
    ),
  },
  {
    weight: 2,
    arbitrary: user.map(
      (user): Step =>
        (world) =>
          replaceUser(world, user),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(name, fc.boolean()).map(
      ([name, withAll]): Step =>
        (world) =>
          removeNow(world, name, withAll),
    ),
  },
  {
    weight: 5,
    arbitrary: fc.integer({ min: 1, max: 30 }).map(
      (n): Step =>
        (world) =>
          pass(world, n),
    ),
  },
);

test('exactly the files that something uses, and fresh ones, are there', async () => {
  const history = fc.noBias(fc.array(steps, { maxLength: 60, size: 'max' }));
  await fc.assert(
    fc.asyncProperty(history, async (all) => {
      await using store = await migratedStore();
      await using database = await openDatabase(store.location);
      const model: Model = { stored: new Map(), users: new Map() };
      const world: World = { db: database.db, clock: manualClock(), model };
      for (const id of ['r-0', 'r-1', 'r-2', 'm-0', 'm-1', 'c-0']) await createUser(world, id);
      for (const step of all) {
        await step(world);
        await expectFiles(world);
      }
      await expectExport(world);
      await (store.location.engine === 'sqlite' ? expectBackup(store, world) : expectCopy(world));
    }),
    // Short runs always use the same seed; soak runs use a random one.
    { numRuns: fuzzRuns(4), ...(!process.env.SOAK_RUNS && { seed: 42 }) },
  );
}, 3_600_000);

async function expectFiles({ db, clock, model: { stored, users } }: World): Promise<void> {
  const used = new Set([...users.values()].flatMap(({ names }) => names));
  for (const [name, since] of stored)
    stored.set(name, used.has(name) ? undefined : (since ?? clock.now().getTime()));
  expect(await filesOf({ db })).toEqual([...stored.keys()].toSorted());
}

async function upload({ db, clock, model }: World, name: string): Promise<void> {
  if (model.stored.has(name)) return;
  const file = { name, type: 'text/plain', bytes: new Uint8Array([1]) };
  await saveUpload(db, file, { clock, maxBytes: 100 });
  model.stored.set(name, undefined);
}

async function use(world: World, using: Using): Promise<void> {
  world.model.users.set(using.user, await write(world, using));
}

/** What a killed service does: everything but the end of the transaction. */
async function useAndBreakOff(world: World, using: Using): Promise<void> {
  const killed = inTransaction(world.db, async (db) => {
    await write({ ...world, db }, using);
    throw new Error('killed');
  });
  await expect(killed).rejects.toThrow('killed');
}

/** Makes a resource refer to files, and to no others. Returns what it then refers to. */
function write(world: World, using: Using): Promise<Omit<Using, 'user'>> {
  if (using.user.startsWith('c')) return writeContributor(world, using);
  return (using.user.startsWith('m') ? writeMilestone : writeRelease)(world, using);
}

async function writeContributor({ db, clock }: World, { user, names: [first] }: Using) {
  const given = { avatar_url: first === undefined ? null : `${origin}/files/${first}` };
  await updateResource(db, contributorKind, { id: user, given, clock });
  return { names: first === undefined ? [] : [first], place: 'hero' as const };
}

const textOf = (names: string[]) => names.map((one) => `<img src="/files/${one}">`).join(' or ');

async function writeMilestone({ db, clock, model }: World, { user, names, place }: Using) {
  const isStored = names.every((one) => model.stored.has(one));
  const isAttached = place === 'attachments' && isStored;
  const attachments = isAttached ? names.map((one) => `/files/${one}`) : [];
  const given = { body: isAttached ? '' : textOf(names), attachments };
  const edited = await updateResource(db, milestoneKind, { id: user, given, clock });
  expect(edited.kind).toBe('done');
  return { names, place: isAttached ? place : ('body' as const) };
}

async function writeRelease({ db, clock }: World, { user, names, place }: Using) {
  const used = place === 'hero' ? names.slice(0, 1) : names;
  const given: Record<Place, object> = {
    body: { body: textOf(used) },
    hero: { hero: used.length > 0 ? { type: 'image', url: `${origin}/files/${used}` } : null },
    attachments: {
      attachments: used.map((one) => ({
        ...{ id: one, type: 'FILE' },
        content: { title: one, url: `/files/${one}`, size: 1, type: 'text/plain' },
      })),
    },
    changes: { changes: [{ changeId: 'new', content: `See ${textOf(used)}` }] },
  };
  const nothing = { body: '', hero: null, attachments: [], changes: [] };
  const input = UpdateRelease.parse({ ...nothing, ...given[place] });
  await updateRelease(db, { id: user, input }, { clock, origin });
  return { names: used, place };
}

async function createUser({ db, clock, model }: World, id: string): Promise<void> {
  model.users.set(id, { names: [], place: 'body' });
  const given = { title: 'Title', slug: id, status: 'planned', name: 'Name' };
  if (id.startsWith('r')) {
    const input = CreateRelease.parse({ ...given, status: 'DRAFT' });
    await createRelease(db, { id, input }, { clock, origin });
  } else if (id.startsWith('m')) await createResource(db, milestoneKind, { id, given, clock });
  else await createResource(db, contributorKind, { id, given, clock });
}

/** Removes a resource, and creates it again without files. */
async function replaceUser(world: World, id: string): Promise<void> {
  const { db, clock, model } = world;
  const now = clock.now();
  if (id.startsWith('r')) await deleteRelease(db, id, now);
  else if (id.startsWith('m')) await removeResource(db, milestoneKind, { id, removal: {}, now });
  else await removeResource(db, contributorKind, { id, removal: {}, now });
  const others = [...model.users].filter(([other]) => other !== id);
  for (const name of model.users.get(id)?.names ?? [])
    if (others.every(([, { names }]) => !names.includes(name))) model.stored.delete(name);
  await createUser(world, id);
}

async function removeNow({ db, clock, model }: World, name: string, withAll: boolean) {
  const removed = await removeFile(db, name, { withAll, now: clock.now() });
  if (!model.stored.has(name)) return expect(removed.kind).toBe('missing');
  const uses = [...model.users].filter(([, { names }]) => names.includes(name));
  if (uses.length > 0 && !withAll) return expect(removed.kind).toBe('used');
  expect(removed.kind).toBe('done');
  model.stored.delete(name);
  for (const [, one] of uses)
    if (['hero', 'attachments'].includes(one.place))
      one.names = one.names.filter((other) => other !== name);
}

async function pass({ db, clock, model }: World, hours: number): Promise<void> {
  clock.advance(hours * hour);
  const now = clock.now();
  while (await removeUnusedUploads(db, now));
  for (const [name, since = now.getTime()] of model.stored)
    if (since < now.getTime() - 24 * hour) model.stored.delete(name);
}

function usedFiles({ stored }: Model): string[] {
  return [...stored].flatMap(([name, since]) => (since === undefined ? name : [])).toSorted();
}

/** Checks that a copy has the files, and a few days later only those that something uses. */
async function expectCopied(db: Db, model: Model, files: Iterable<string>): Promise<void> {
  expect(await filesOf({ db })).toEqual([...files].toSorted());
  // The first time, marks from the computer's clock become older.
  for (const days of [0, 2, 4])
    await removeUnusedUploads(db, new Date(Date.now() + days * 24 * hour));
  expect(await filesOf({ db })).toEqual(usedFiles(model));
}

async function expectExport({ db, model }: World): Promise<void> {
  await using folder = await tempFolder();
  const file = join(folder.path, 'export.json');
  await writeDataSet(file, await exportDataSet(db));
  const read = await readDataSet(file);
  await using store = await migratedStore();
  await using copy = await openDatabase(store.location);
  const options = { source: file, clock: hastyClock() };
  await importDataSet(copy.db, read.data, read.files, options);
  await expectCopied(copy.db, model, usedFiles(model));
}

async function expectBackup({ location }: Store, { model }: World): Promise<void> {
  if (location.engine !== 'sqlite') throw new Error('a backup is of a file');
  await using folder = await tempFolder();
  const [backup, file] = [join(folder.path, 'backup.db'), join(folder.path, 'restored.db')];
  await writeBackup(location.file, backup);
  await restoreBackup(backup, { engine: 'sqlite', file }, { replace: false });
  await using restored = await openDatabase({ engine: 'sqlite', file });
  await expectCopied(restored.db, model, model.stored.keys());
}

/** Copies the same data from a SQLite file to PostgreSQL. */
async function expectCopy({ db, model }: World): Promise<void> {
  await using file = await emptyStore('sqlite');
  await using target = await emptyStore('postgres');
  await using from = await openDatabase(file.location);
  const { data, files } = await exportDataSet(db);
  await importDataSet(from.db, data, files, { source: 'an export', clock: hastyClock() });
  await using to = await openDatabase(target.location);
  await copyDatabase(from.db, to.db);
  await expectCopied(to.db, model, model.stored.keys());
}
