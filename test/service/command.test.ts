import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { openDatabase } from '../../src/service/database/open.ts';
import { createSubscriberList } from '../../src/service/resources/subscriber-lists.ts';
import { runCommand, startCommand } from '../scripts/command.ts';
import { sample } from './sample.ts';
import { tempFolder } from './temp-folder.ts';

const ran = (args: string[], env: Record<string, string> = {}) =>
  runCommand('service', { args, env, cwd: '.' });

// Each command is a process of its own, several in one test.
vi.setConfig({ testTimeout: 60_000 });

async function workplace() {
  const folder = await tempFolder();
  const set = join(folder.path, 'set.json');
  await writeFile(set, JSON.stringify(sample()));
  const database = join(folder.path, 'x.db');
  return { ...folder, set, database, use: ['--database', database] };
}

test('imports a data set, serves it with the key and the address of the environment and stops when asked', async () => {
  await using place = await workplace();
  const args = ['--port', '0', '--import', place.set, ...place.use];
  const env = { API_KEY: 'k', SERVICE_URL: 'https://api.example.com' };
  await using service = startCommand('service', { args, env, cwd: '.' });
  const [url] = await service.printed(/http:\/\/127\.0\.0\.1:\d+/);
  const answer = await fetch(`${url}/v1/releases`, { headers: { authorization: 'Bearer k' } });
  const releases = (await answer.json()) as { hero: { url: string } | null }[];
  expect(releases).toHaveLength(6);
  expect(releases[0]?.hero?.url).toBe('https://api.example.com/files/hero.png');
  service.process.kill('SIGTERM');
  expect(await service.finished).toMatchObject({ code: 0, stderr: '' });
});

test('exports what it holds, and stops', async () => {
  await using place = await workplace();
  const target = join(place.set, '..', 'out.json');
  const { code } = await ran(['--import', place.set, '--export', target, ...place.use]);
  expect(code).toBe(0);
  expect(JSON.parse(await readFile(target, 'utf8')).releases).toHaveLength(6);
});

test('says what to do about a data set that is missing, and leaves no database behind', async () => {
  await using place = await workplace();
  const { code, stderr } = await ran(['--import', 'none.json', ...place.use]);
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: expect.stringContaining('none.json cannot be read'),
  });
  expect(existsSync(place.database)).toBe(false);
});

test('names every setting that is wrong', async () => {
  await using place = await workplace();
  const wrong = { TRUSTED_PROXIES: '10.0.0.0/99', RATE_LIMIT: 'many' };
  const { code, stderr } = await ran(['--port', '0', ...place.use], wrong);
  expect(code).toBe(2);
  expect(stderr).toMatch(/RATE_LIMIT is not usable/);
  expect(stderr).toMatch(/TRUSTED_PROXIES is not usable/);
});

test('creates a key, lists it without itself, and revokes it', async () => {
  await using place = await workplace();
  const created = await ran(['keys', 'create', 'CI', ...place.use]);
  const [, id = ''] = /Created (key_\w+)/.exec(created.stdout) ?? [];
  expect(created.stdout).toMatch(/wm_[0-9a-f]{64}/);
  const listed = await ran(['keys', 'list', ...place.use]);
  expect(listed.stdout).toMatch(new RegExp(`^${id}\tCI\tcreated \\S+\n$`));
  expect((await ran(['keys', 'revoke', id, ...place.use])).stdout).toBe(`Revoked ${id}.\n`);
  expect(await ran(['keys', 'revoke', id, ...place.use])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('"keys list" shows them'),
  });
});

test('adds a hook and prints its secret, lists it without, and removes it', async () => {
  await using place = await workplace();
  const url = 'https://example.com/hook';
  const added = await ran(['hooks', 'add', url, '--event', 'release.published', ...place.use]);
  const [, id = ''] = /Added (hook_[\w-]+)/.exec(added.stdout) ?? [];
  expect(added.stdout).toMatch(/whsec_[A-Za-z0-9+/]{43}=/);
  const listed = await ran(['hooks', 'list', ...place.use]);
  expect(listed.stdout).toBe(`${id}\trelease.published\t${url}\t0 waiting\n`);
  expect((await ran(['hooks', 'remove', id, ...place.use])).stdout).toBe(`Removed ${id}.\n`);
  expect((await ran(['hooks', 'remove', id, ...place.use])).code).toBe(2);
});

test('refuses an address that no event can be sent to', async () => {
  await using place = await workplace();
  expect(await ran(['hooks', 'add', 'nowhere', ...place.use])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Name one like https://example.com/hook.'),
  });
});

test('refuses a database without a name, and takes any name for that of a file', async () => {
  await using place = await workplace();
  expect(await ran(['keys', 'create', 'CI', '--database', ''])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Choose another file with --database'),
  });
  const args = ['keys', 'create', 'CI', '--database', ':memory:'];
  expect((await runCommand('service', { args, cwd: place.path })).code).toBe(0);
  expect(existsSync(join(place.path, ':memory:'))).toBe(true);
});

describe('of what failed', () => {
  /** A hook that failed for one event, and one that answered 410. */
  async function failures() {
    const place = await workplace();
    using database = openDatabase(place.database);
    const hooks = ['h-down', 'h-gone'];
    for (const id of hooks)
      database.run(
        `INSERT INTO hook (id, url, event, secret, created_at, disabled_at)
         VALUES (:id, 'https://example.com/', 'release.published', 'whsec_x', '1', :disabled_at)`,
        { id, disabled_at: id === 'h-gone' ? '2026-01-03' : null },
      );
    database.exec(`
      INSERT INTO event (id, name, release_id, payload, created_at)
        VALUES ('msg_1', 'release.published', 'rel_1', '{}', '${new Date().toISOString()}');
      INSERT INTO delivery (event_id, hook_id, attempts, attempted_at, due_at, outcome) VALUES
        ('msg_1', 'h-down', 10, '2026-01-02', NULL, 'failed: HTTP 503'),
        ('msg_1', 'h-gone', 1, '2026-01-03', NULL, 'gone');`);
    return place;
  }

  test('each start tells, and the lists do, with the reason', async () => {
    await using place = await failures();
    await using service = startCommand('service', {
      args: ['--port', '0', ...place.use],
      cwd: '.',
    });
    const [told] = await service.logged(/.*failed for good.*/);
    expect(told).toMatch(/^2 deliveries .*"hooks deliveries --failed" shows them/);
    expect((await ran(['hooks', 'list', ...place.use])).stdout).toContain(
      '\t0 waiting\t1 failed\n',
    );
    expect((await ran(['hooks', 'deliveries', '--failed', ...place.use])).stdout).toBe(
      [
        'msg_1\trelease.published\trel_1\th-down\tfailed: HTTP 503, given up after 10 attempts, the last 2026-01-02\n',
        'msg_1\trelease.published\trel_1\th-gone\tnot delivered: the hook answered 410, which disabled it\n',
      ].join(''),
    );
  });

  test('is sent again when asked for, to a disabled hook once that is enabled', async () => {
    await using place = await failures();
    const again = (id: string) => ran(['hooks', 'redeliver', id, ...place.use]);
    expect((await again('h-down')).stdout).toMatch(/^1 to be delivered again/);
    expect((await again('h-gone')).stderr).toMatch(/"hooks enable" a disabled one first/);
    expect((await ran(['hooks', 'enable', 'h-gone', ...place.use])).code).toBe(0);
    expect((await ran(['hooks', 'enable', 'h-gone', ...place.use])).code).toBe(2);
    expect((await again('h-gone')).stdout).toMatch(/^1 to be delivered again/);
    const { stdout } = await ran(['hooks', 'deliveries', '--limit', '1', ...place.use]);
    expect(stdout).toMatch(/^msg_1\t.*\twaits for its first attempt\n$/);
  });

  test('a new secret is shown once', async () => {
    await using place = await failures();
    const { stdout } = await ran(['hooks', 'rotate', 'h-down', ...place.use]);
    expect(stdout).toMatch(/\nwhsec_[A-Za-z0-9+/]{43}=\n$/);
    expect((await ran(['hooks', 'rotate', 'none', ...place.use])).stderr).toContain('"hooks list"');
  });
});

test('lists the subscriber lists, those without subscribers too, and none of their control characters', async () => {
  await using place = await workplace();
  {
    using database = openDatabase(place.database);
    const now = new Date();
    createSubscriberList(database, { id: 'l-1', name: 'Empty\u001b[2J\tone', now });
  }
  const { stdout } = await ran(['subscriber-lists', ...place.use]);
  expect(stdout).toBe('l-1\tEmpty [2J one\t0 subscribers\n');
});

test('every command explains itself with --help', async () => {
  const commands = ['', 'keys', 'keys create', 'keys list', 'keys revoke'];
  const hooks = ['add', 'list', 'deliveries', 'redeliver', 'rotate', 'enable', 'remove'];
  const others = ['hooks', ...hooks.map((name) => `hooks ${name}`), 'subscriber-lists'];
  const told = await Promise.all(
    [...commands, ...others].map((command) =>
      ran([...command.split(' '), '--help'].filter(Boolean)),
    ),
  );
  for (const { code, stdout } of told) {
    expect(code).toBe(0);
    expect(stdout).toContain('Usage: service');
  }
});
