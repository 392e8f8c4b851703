import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { importDataSet } from '../../../src/service/data-set/import.ts';
import { emit } from '../../../src/service/events/emit.ts';
import { addHook } from '../../../src/service/events/hooks.ts';
import { createKey, revokeKey } from '../../../src/service/keys/keys.ts';
import { openFile } from '../../service/open-file.ts';
import { release, sample } from '../../service/sample.ts';
import { startService } from '../../service/start.ts';
import { runCommand, startCommand } from '../../support/command.ts';
import { testDatabase } from '../../support/postgres/test-database.ts';
import { startReceiver } from '../../support/receiver.ts';
import { ran, workplace } from './service-command.ts';

// Each test runs several commands.
vi.setConfig({ testTimeout: 90_000 });

test('backs up a running service, and restores only after it is stopped', async () => {
  await using place = await workplace();
  const backup = join(place.path, 'backup.db');
  const restore = (...args: string[]) => ran(['restore', backup, ...args]);
  let key = '';
  {
    await using database = await openFile(place.database);
    await importDataSet(database.db, sample(), []);
    key = (await createKey(database.db, { name: 'CI' }, new Date())).id;
  }
  {
    await using service = startCommand('service', {
      args: ['--port', '0', ...place.use],
      cwd: '.',
    });
    await service.printed(/http:\/\/127\.0\.0\.1:\d+/);
    expect((await ran(['backup', backup, ...place.use])).stdout).toMatch(
      /^Backed up .*x\.db to .*backup\.db: \d+ KiB, verified/,
    );
    expect(await restore('--replace', ...place.use)).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(
        /Nothing was restored.*using the database .*Stop that process first/,
      ),
    });
  }
  expect((await stat(backup)).mode & 0o777).toBe(0o600);
  {
    await using database = await openFile(place.database);
    await revokeKey(database.db, key, new Date());
    await createKey(database.db, { name: 'since' }, new Date());
  }
  expect(await restore(...place.use)).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/is not empty.*--replace/),
  });
  expect((await restore('--replace', ...place.use)).stdout).toMatch(
    new RegExp(
      `^Restored .*: \\d+ rows\\.\nThis data is lost, .* since the backup: 1 key\\.\nThese items were not restored, because .*:\n {2}key\t${key}\trevoked\n$`,
    ),
  );
  expect((await restore('--database', join(place.path, 'new.db'))).stdout).toMatch(
    /no database to compare the backup with\. Keys and hooks .*check "keys list" and "hooks list"/,
  );
});

test('refuses to restore from a named pipe without waiting for a writer', async () => {
  await using place = await workplace();
  const pipe = join(place.path, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const restored = await runCommand('service', {
    args: ['restore', pipe, ...place.use],
    cwd: place.path,
    within: ['timeout', '--signal=KILL', '60'],
  });
  expect(restored).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/Nothing was restored.*not a regular file/),
  });
  expect(existsSync(place.database)).toBe(false);
});

test('refers to pg_dump and pg_restore for PostgreSQL', async () => {
  await using place = await workplace();
  const env = { DATABASE_URL: 'postgres://waymark:hunter2@127.0.0.1/none' };
  for (const [command = '', instead] of [
    ['backup', 'pg_dump'],
    ['restore', 'pg_restore'],
  ]) {
    const { code, stderr } = await ran([command, join(place.path, 'b.db')], env);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(`${instead}`) });
    expect(stderr).not.toContain('hunter2');
  }
  const { code, stderr } = await ran(['copy', ...place.use]);
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('DATABASE_URL') });
});

const paths = ['/v1/releases', '/v1/milestones', '/v1/subscribers', '/v1/incoming-webhooks'];

test('copies to PostgreSQL with the same answers, keys and pending deliveries', async () => {
  await using place = await workplace();
  await using postgres = await testDatabase();
  await using receiver = await startReceiver(200);
  const env = { DATABASE_URL: postgres.url };
  const location = { engine: 'sqlite', file: place.database } as const;
  const answers: unknown[] = [];
  {
    await using service = await startService({ store: { location } });
    for (const path of paths) answers.push((await service.get(path)).body);
  }
  let key = '';
  {
    await using database = await openFile(place.database);
    const { db } = database;
    const [now, event] = [new Date(), 'release.published'] as const;
    ({ key } = await createKey(db, { name: 'CI' }, now));
    await addHook(db, { url: receiver.url, events: [event] }, now);
    await emit(db, event, release('oldest'), now);
    expect(await ran(['copy', ...place.use], env)).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(
        /Nothing was copied.*using the database .*Stop that process first/,
      ),
    });
  }
  expect((await ran(['copy', ...place.use], env)).stdout).toMatch(
    /^Copied .*x\.db to PostgreSQL: \d+ rows of \d+ tables\..*moved/,
  );
  expect(await ran(['keys', 'list', ...place.use])).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/was copied to another database.*--again/),
  });
  {
    await using service = startCommand('service', { args: ['--port', '0'], env, cwd: '.' });
    const [url] = await service.printed(/http:\/\/127\.0\.0\.1:\d+/);
    expect(JSON.parse((await receiver.until(1)).body).data.id).toBe('oldest');
    const headers = { authorization: `Bearer ${key}` };
    for (const [n, path] of paths.entries())
      expect(JSON.stringify(await (await fetch(url + path, { headers })).json())).toBe(
        JSON.stringify(answers[n]).replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, url),
      );
  }
  expect(await ran(['copy', '--again', ...place.use], env)).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/not empty/),
  });
  expect((await ran(['keys', 'list', ...place.use])).stderr).toMatch(
    /was copied to another database/,
  );
  expect((await ran(['--again', 'keys', 'list', ...place.use])).stdout).toContain('\tCI\t');
});
