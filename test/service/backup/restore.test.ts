import { chmod, copyFile, readdir, readFile, rm, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { digest } from '../../../src/lib/digest.ts';
import { type Restored, restoreBackup } from '../../../src/service/backup/restore.ts';
import { writeBackup } from '../../../src/service/backup/write-backup.ts';
import { importDataSet } from '../../../src/service/data-set/import.ts';
import { recordErasure } from '../../../src/service/database/erasures.ts';
import type { Db } from '../../../src/service/database/schema.ts';
import { setMoved } from '../../../src/service/database/sqlite/moved.ts';
import { addHook, removeHook, rotateSecret } from '../../../src/service/events/hooks.ts';
import { createKey, listKeys, revokeKey } from '../../../src/service/keys/keys.ts';
import { updateIncomingWebhook } from '../../../src/service/resources/incoming-webhooks.ts';
import { listProjects } from '../../../src/service/resources/parts.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { exportDataSet } from '../data-set/held-export.ts';
import { createEarlierFile } from '../database/earlier-file.ts';
import { openFile } from '../open-file.ts';
import { release, sample } from '../sample.ts';
import { fileOf, storeWith } from '../store.ts';

const now = new Date('2026-03-01T00:00:00.000Z');
const later = new Date('2026-03-02T00:00:00.000Z');

const sampled = storeWith((db) => importDataSet(db, sample(), []));

/** Imports the sample into a database, backs it up, and then runs `since` on the database. */
async function keptAndChanged(since: (db: Db) => Promise<unknown> = async () => {}) {
  const folder = await tempFolder();
  const [database, backup] = [join(folder.path, 'x.db'), join(folder.path, 'backup.db')];
  {
    await using store = await sampled();
    await copyFile(fileOf(store), database);
    await using open = await openFile(database);
    await writeBackup(database, backup);
    await since(open.db);
  }
  const restore = (options: { replace?: boolean; into?: string } = {}): Promise<Restored> => {
    const { replace = false, into = database } = options;
    return restoreBackup(backup, { engine: 'sqlite', file: into }, { replace });
  };
  return { ...folder, database, backup, restore };
}

async function within<T>(file: string, look: (db: Db) => Promise<T>): Promise<T> {
  await using open = await openFile(file);
  return await look(open.db);
}

test('restores everything into a new file, and cannot know what was revoked since the backup', async () => {
  await using place = await keptAndChanged();
  const into = join(place.path, 'new.db');
  expect(await place.restore({ into })).toEqual({
    rows: expect.any(Number),
    kept: undefined,
    lost: [],
  });
  const before = await within(place.database, exportDataSet);
  expect(await within(into, exportDataSet)).toEqual(before);
  expect(((await stat(into)).mode & 0o777).toString(8)).toBe('600');
});

test('leaves no files beside a backup that was opened as a database', async () => {
  await using place = await keptAndChanged();
  await within(place.backup, exportDataSet);
  const before = await readFile(place.backup);
  await place.restore({ replace: true });
  const names = (await readdir(place.path)).filter((name) => name.startsWith('backup.db'));
  expect(names).toEqual(['backup.db']);
  expect((await readFile(place.backup)).equals(before)).toBe(true);
});

test('refuses a database that is not empty, except with --replace', async () => {
  await using place = await keptAndChanged((db) =>
    db.deleteFrom('release').where('id', '=', 'draft').execute(),
  );
  const draft = (db: Db) =>
    db.selectFrom('release').select('id').where('id', '=', 'draft').execute();
  await expect(place.restore()).rejects.toThrow(/is not empty, and was not changed.*--replace/);
  expect(await within(place.database, draft)).toEqual([]);
  expect((await place.restore({ replace: true })).kept).toEqual([]);
  expect(await within(place.database, draft)).toEqual([{ id: 'draft' }]);
});

test('refuses while another process has the database open', async () => {
  await using place = await keptAndChanged();
  {
    await using _service = await openFile(place.database, { waitMs: 0 });
    await expect(place.restore({ replace: true })).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringMatching(
        /^Nothing was restored\. A service or command is using the database .*x\.db\. Stop that process first\.$/,
      ),
    });
  }
  await place.restore({ replace: true });
});

test('keeps revoked keys and removed, disabled or rotated hooks as they are, and lists them', async () => {
  const ids: string[] = [];
  await using folder = await tempFolder();
  const [file, backup] = [join(folder.path, 'x.db'), join(folder.path, 'b.db')];
  {
    await using database = await openFile(file);
    const { db } = database;
    for (const name of ['kept', 'revoked']) ids.push((await createKey(db, { name }, now)).id);
    const hook = { url: 'https://example.com/', events: ['release.published' as const] };
    for (const _ of ['kept', 'removed', 'disabled', 'rotated'])
      ids.push((await addHook(db, hook, now)).id);
    await writeBackup(file, backup);
    const [, revoked = '', , removed = '', disabled = '', rotated = ''] = ids;
    await revokeKey(db, revoked, later);
    await removeHook(db, removed, later);
    const disabling = db.updateTable('hook').set({ disabled_at: later.toISOString() });
    await disabling.where('id', '=', disabled).execute();
    await rotateSecret(db, rotated, later);
  }
  const secrets = (db: Db) =>
    db.selectFrom('hook').select(['id', 'secret', 'disabled_at']).orderBy('id').execute();
  const before = await within(file, secrets);
  const { kept } = await restoreBackup(backup, { engine: 'sqlite', file }, { replace: true });
  const [, revoked, , removed, disabled, rotated] = ids;
  expect(new Set(kept)).toEqual(
    new Set([
      { what: 'key', id: revoked, how: 'revoked' },
      { what: 'hook', id: removed, how: 'removed' },
      { what: 'hook', id: disabled, how: 'disabled' },
      { what: 'hook', id: rotated, how: 'given another secret' },
    ]),
  );
  expect(await within(file, secrets)).toEqual(before);
  const keys = await within(file, listKeys);
  expect(new Map(keys.map(({ name, revoked_at }) => [name, revoked_at]))).toEqual(
    new Map([
      ['kept', null],
      ['revoked', later.toISOString()],
    ]),
  );
});

test('keeps incoming webhooks disabled or removed, and subscribers erased, and lists them', async () => {
  let erased = '';
  await using place = await keptAndChanged(async (db) => {
    const { id } = await db.selectFrom('subscriber').select('id').executeTakeFirstOrThrow();
    erased = id;
    await db.deleteFrom('subscriber').where('id', '=', id).execute();
    await recordErasure(db, 'subscriber', id, later);
    await updateIncomingWebhook(db, 'i-r', { isEnabled: false, now: later });
    await db.deleteFrom('incoming_webhook').where('id', '<>', 'i-r').execute();
    for (const { id } of sample().incoming_webhooks)
      if (id !== 'i-r') await recordErasure(db, 'incoming_webhook', id, later);
  });
  const { kept } = await place.restore({ replace: true });
  expect(kept).toContainEqual({ what: 'subscriber', id: erased, how: 'erased' });
  expect(kept).toContainEqual({ what: 'incoming webhook', id: 'i-r', how: 'disabled' });
  await within(place.database, async (db) => {
    const subscribers = await db.selectFrom('subscriber').select('id').execute();
    expect(subscribers.map(({ id }) => id)).not.toContain(erased);
    expect(subscribers.length).toBe(sample().subscribers.length - 1);
    const webhooks = db.selectFrom('incoming_webhook').select(['id', 'is_enabled']);
    expect(await webhooks.execute()).toEqual([{ id: 'i-r', is_enabled: 0 }]);
    // The record of the erasure stays, so that the next restore applies it too.
    const traces = await db.selectFrom('erasure').select('sha256').execute();
    expect(traces.map(({ sha256 }) => sha256)).toContain(digest(erased));
  });
  expect((await place.restore({ replace: true })).kept).toEqual(kept);
});

test('counts, by kind, what was created or changed since the backup and is lost', async () => {
  const [first] = sample().milestones;
  await using place = await keptAndChanged(async (db) => {
    await importDataSet(db, { ...sample(), releases: [release('one'), release('two')] }, []);
    const changed = { title: 'Other', updated_at: later.toISOString() };
    const changing = db.updateTable('milestone').set(changed);
    await changing.where('id', '=', first?.id ?? '').execute();
    const { id } = await createKey(db, { name: 'revoked at once' }, now);
    await revokeKey(db, id, later);
    await createKey(db, { name: 'in use' }, later);
    // A row that was deleted since the backup is restored, and does not count as lost.
    await db.deleteFrom('release').where('id', '=', 'draft').execute();
  });
  expect((await place.restore({ replace: true })).lost).toEqual([
    { what: 'key', count: 2 },
    { what: 'release', count: 2 },
    { what: 'milestone', count: 1 },
  ]);
  expect((await place.restore({ replace: true })).lost).toEqual([]);
});

test('restores a subscriber who was erased but is in the database again', async () => {
  const [one] = sample().subscribers;
  await using place = await keptAndChanged(async (db) => {
    await recordErasure(db, 'subscriber', one?.id ?? '', later);
  });
  expect((await place.restore({ replace: true })).kept).toEqual([]);
});

test('does not resend what was delivered since the backup', async () => {
  const delivery = { event_id: 'msg_1', hook_id: 'hook_1' };
  await using folder = await tempFolder();
  const [file, backup] = [join(folder.path, 'x.db'), join(folder.path, 'b.db')];
  const states = (db: Db) =>
    db
      .selectFrom('delivery')
      .select(['event_id', 'due_at', 'outcome'])
      .orderBy('event_id')
      .execute();
  {
    await using database = await openFile(file);
    const { db } = database;
    await importDataSet(db, sample(), []);
    const at = now.toISOString();
    await sql`insert into hook (id, url, secret, created_at)
      values ('hook_1', 'https://example.com/', 's', ${at})`.execute(db);
    for (const id of ['msg_1', 'msg_2']) {
      const event = { id, name: 'release.published', release_id: 'draft', payload: '{}' } as const;
      await db
        .insertInto('event')
        .values({ ...event, created_at: at })
        .execute();
      const open = { ...delivery, event_id: id, due_at: at };
      await db.insertInto('delivery').values(open).execute();
    }
    await writeBackup(file, backup);
    await db
      .updateTable('delivery')
      .set({ due_at: null, outcome: 'delivered', attempts: 1, attempted_at: at })
      .where('event_id', '=', 'msg_1')
      .execute();
  }
  await restoreBackup(backup, { engine: 'sqlite', file }, { replace: true });
  expect(await within(file, states)).toEqual([
    { event_id: 'msg_1', due_at: null, outcome: 'delivered' },
    { event_id: 'msg_2', due_at: now.toISOString(), outcome: null },
  ]);
});

test('restores into a database that was copied to another database only with --again', async () => {
  await using place = await keptAndChanged((db) => setMoved(db, true));
  const restore = (options: { again: boolean; replace: boolean }) => {
    const { again, replace } = options;
    const into = { engine: 'sqlite', file: place.database, again } as const;
    return restoreBackup(place.backup, into, { replace });
  };
  const moved = /was copied to another database/;
  await expect(restore({ again: false, replace: true })).rejects.toThrow(moved);
  await expect(restore({ again: true, replace: false })).rejects.toThrow(/is not empty/);
  await expect(openFile(place.database)).rejects.toThrow(moved);
  await restore({ again: true, replace: true });
  await (await openFile(place.database))[Symbol.asyncDispose]();
});

test('migrates a backup of an older schema, and leaves the backup file unchanged', async () => {
  await using folder = await tempFolder();
  const [file, backup] = [join(folder.path, 'x.db'), join(folder.path, 'old.db')];
  await createEarlierFile(backup, 3, "INSERT INTO project VALUES ('p', 'P', 'p')");
  const before = await readFile(backup);
  await restoreBackup(backup, { engine: 'sqlite', file }, { replace: false });
  expect(await within(file, (db) => listProjects(db, {}))).toMatchObject([{ id: 'p' }]);
  expect(await readFile(backup)).toEqual(before);
});

test('refuses a backup of a newer schema, a foreign file and a missing one, and changes nothing', async () => {
  await using place = await keptAndChanged();
  const before = await readFile(place.database);
  {
    using newer = new DatabaseSync(place.backup);
    newer.exec("INSERT INTO kysely_migration VALUES ('9999-to-come', '2030-01-01')");
  }
  await expect(place.restore({ replace: true })).rejects.toThrow(
    /backup\.db cannot be used: it was written by a newer Waymark.*"9999-to-come".*Update Waymark to open it\.$/,
  );
  await rm(place.backup);
  {
    using other = new DatabaseSync(place.backup);
    other.exec('CREATE TABLE bookmark (url TEXT)');
  }
  await expect(place.restore({ replace: true })).rejects.toThrow(/not a database of the service/);
  await rm(place.backup);
  await expect(place.restore({ replace: true })).rejects.toThrow(/the file does not exist/);
  expect(await readFile(place.database)).toEqual(before);
});

test.each([
  ['DROP TABLE subscription', 'the table "subscription"'],
  ['ALTER TABLE hook DROP COLUMN previous_secret', 'the column "hook.previous_secret"'],
  ['DROP TABLE kysely_migration', 'the table "kysely_migration"'],
])(
  'refuses a backup after %s, names what is missing, and leaves no files',
  async (damage, lacked) => {
    await using place = await keptAndChanged();
    {
      using backup = new DatabaseSync(place.backup);
      backup.exec(damage);
    }
    const before = await within(place.database, exportDataSet);
    const names = await readdir(place.path);
    for (const into of [join(place.path, 'new.db'), place.database])
      await expect(place.restore({ into, replace: true })).rejects.toMatchObject({
        exitCode: 2,
        message: expect.stringMatching(
          `^Nothing was restored\\. .*: it lacks ${lacked}\\. Name a complete file`,
        ),
      });
    expect(await readdir(place.path)).toEqual(names);
    expect(await within(place.database, exportDataSet)).toEqual(before);
  },
);

test('refuses a backup of an older schema that lacks a table of that schema', async () => {
  await using folder = await tempFolder();
  const [file, backup] = [join(folder.path, 'x.db'), join(folder.path, 'old.db')];
  await createEarlierFile(backup, 3, 'DROP TABLE release_label');
  const restored = restoreBackup(backup, { engine: 'sqlite', file }, { replace: false });
  await expect(restored).rejects.toThrow('it lacks the table "release_label"');
  expect(await readdir(folder.path)).toEqual(['old.db']);
});

test('ignores tables of other programs, in the backup and in the database', async () => {
  await using place = await keptAndChanged(async (db) => {
    await sql`create table _litestream_seq (id integer primary key, seq integer)`.execute(db);
    await sql`insert into _litestream_seq values (1, 7)`.execute(db);
  });
  await rm(place.backup);
  await writeBackup(place.database, place.backup);
  const [before, into] = [await within(place.database, exportDataSet), join(place.path, 'new.db')];
  const { rows } = await place.restore({ into });
  expect(await within(into, exportDataSet)).toEqual(before);
  expect((await place.restore({ replace: true })).rows).toBe(rows);
  const seqs = (db: Db) => sql`select seq from _litestream_seq`.execute(db);
  expect((await within(place.database, seqs)).rows).toEqual([{ seq: 7 }]);
});

test('refuses the database itself as its backup, also through a symbolic link', async () => {
  await using place = await keptAndChanged();
  const before = await readFile(place.database);
  const linked = join(place.path, 'linked.db');
  await symlink(place.database, linked);
  const into = { engine: 'sqlite', file: place.database } as const;
  for (const backup of [place.database, linked])
    await expect(restoreBackup(backup, into, { replace: true })).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringMatching(/Nothing was restored\. .*is the database itself/),
    });
  expect(await readFile(place.database)).toEqual(before);
});

test('does not create a missing folder, and says so', async () => {
  await using place = await keptAndChanged();
  await expect(
    place.restore({ into: join(place.path, 'no', 'x', 'new.db') }),
  ).rejects.toMatchObject({
    exitCode: 2,
    message: expect.stringMatching(
      /^Nothing was restored: the folder .*no\/x does not exist\. Create it/,
    ),
  });
  expect(await readdir(place.path)).not.toContain('no');
});

test('writes into the existing file, and keeps its permissions', async () => {
  await using place = await keptAndChanged();
  await chmod(place.database, 0o640);
  const { ino } = await stat(place.database);
  await place.restore({ replace: true });
  const { ino: after, mode } = await stat(place.database);
  expect([after, (mode & 0o777).toString(8)]).toEqual([ino, '640']);
});

test('leaves the database unchanged if the backup cannot be written completely', async () => {
  await using place = await keptAndChanged((db) =>
    importDataSet(db, { ...sample(), releases: [release('since')] }, []),
  );
  const before = await within(place.database, exportDataSet);
  {
    // Makes an insert fail, as on a full disk.
    using damaged = new DatabaseSync(place.database);
    damaged.exec(
      `CREATE TRIGGER full BEFORE INSERT ON file BEGIN SELECT raise(ABORT, 'full'); END`,
    );
    using backup = new DatabaseSync(place.backup);
    backup.exec("INSERT INTO file VALUES ('n', 't', x'00')");
  }
  await expect(place.restore({ replace: true })).rejects.toThrow('full');
  expect(await within(place.database, exportDataSet)).toEqual(before);
});
