import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createSubscriberList } from '../../../src/service/resources/subscribers/subscriber-lists.ts';
import { openFile } from '../../service/open-file.ts';
import { runCommand, startCommand } from '../../support/command.ts';
import { ran, workplace } from './service-command.ts';

test('imports a data set, serves it with all settings, and stops on SIGTERM', async () => {
  await using place = await workplace();
  const args = ['--port', '0', '--import', place.set, ...place.use];
  const METRICS_TOKEN = 'c09a5e4826b1f7d3c09a5e4826b7f1d3';
  const env = { API_KEY: 'k', SERVICE_URL: 'https://api.example.com', METRICS_TOKEN };
  await using service = startCommand('service', { args, env, cwd: '.' });
  const [url] = await service.printed(/http:\/\/127\.0\.0\.1:\d+/);
  const answer = await fetch(`${url}/v1/releases`, { headers: { authorization: 'Bearer k' } });
  const releases = (await answer.json()) as { hero: { url: string } | null }[];
  expect(releases).toHaveLength(6);
  expect(releases[0]?.hero?.url).toBe('https://api.example.com/files/hero.png');
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  const metrics = await (await fetch(`${url}/metrics`, { headers })).text();
  expect(metrics).toContain('_total{route="/v1/releases",method="GET",status="200"} 1');
  service.process.kill('SIGTERM');
  expect(await service.finished).toMatchObject({ code: 0, stderr: '' });
});

test('--export writes the data set and exits', async () => {
  await using place = await workplace();
  const target = join(place.set, '..', 'out.json');
  const { code } = await ran(['--import', place.set, '--export', target, ...place.use]);
  expect(code).toBe(0);
  expect(JSON.parse(await readFile(target, 'utf8')).releases).toHaveLength(6);
});

test('says what to do about a missing data set, and creates no database', async () => {
  await using place = await workplace();
  const { code, stderr } = await ran(['--import', 'none.json', ...place.use]);
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: expect.stringContaining('none.json cannot be read'),
  });
  expect(existsSync(place.database)).toBe(false);
});

test.each([
  ['--export', 'out.json'],
  ['keys', 'list'],
  ['hooks', 'deliveries'],
  ['labels', 'remove', 'x'],
])('says that there is no database for %s %s, and creates none', async (...command) => {
  await using place = await workplace();
  const { code, stderr } = await ran([...command, ...place.use]);
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: expect.stringMatching(/There is no database .*Name a database with --database/),
  });
  expect(existsSync(place.database)).toBe(false);
});

test('reports all settings that are wrong', async () => {
  await using place = await workplace();
  const wrong = { TRUSTED_PROXIES: '10.0.0.0/99', RATE_LIMIT: 'many' };
  const { code, stderr } = await ran(['--port', '0', ...place.use], wrong);
  expect(code).toBe(2);
  expect(stderr).toMatch(/RATE_LIMIT is not usable/);
  expect(stderr).toMatch(/TRUSTED_PROXIES is not usable/);
});

test('creates a key, lists it without its secret, and revokes it', async () => {
  await using place = await workplace();
  const created = await ran(['keys', 'create', 'CI', ...place.use]);
  const [, id = ''] = /Created (key_\w+)/.exec(created.stdout) ?? [];
  expect(created.stdout).toMatch(/wm_[0-9a-f]{64}/);
  const listed = await ran(['keys', 'list', ...place.use]);
  expect(listed.stdout).toMatch(new RegExp(`^${id}\tCI\tcreated \\S+\n$`));
  expect((await ran(['keys', 'revoke', id, ...place.use])).stdout).toBe(`Revoked ${id}.\n`);
  expect(await ran(['keys', 'revoke', id, ...place.use])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('"keys list" shows all keys'),
  });
});

test('creates a key that expires, and requires a future time with a time zone', async () => {
  await using place = await workplace();
  const keys = (...args: string[]) => ran(['keys', ...args, ...place.use]);
  const created = await keys('create', 'CI', '--expires', '2999-01-01T01:00+01:00', '--json');
  const { key, ...shown } = JSON.parse(created.stdout);
  expect(key).toMatch(/^wm_[0-9a-f]{64}$/);
  expect(shown).toMatchObject({ name: 'CI', expires_at: '2999-01-01T00:00:00.000Z' });
  expect((await keys('list')).stdout).toContain('\texpires 2999-01-01T00:00:00.000Z\n');
  expect(JSON.parse((await keys('list', '--json')).stdout)).toEqual(shown);
  const revoked = JSON.parse((await keys('revoke', shown.id, '--json')).stdout);
  expect(revoked).toEqual({ ...shown, revoked_at: expect.any(String) });
  for (const [time, told] of [
    ['2999-01-01 09:00', /^--expires "2999-01-01 09:00" is not usable: expected .* zone/],
    ['2020-01-01T09:00:00Z', /expected a time in the future/],
  ] as const) {
    const { code, stderr } = await keys('create', 'CI', '--expires', time);
    expect(code).toBe(2);
    expect(stderr).toMatch(told);
    expect(stderr).toMatch(/Write it like: --expires \d{4}-03-01T09:00:00\+01:00\n/);
  }
  expect((await keys('list', '--json')).stdout.split('\n')).toHaveLength(2);
});

test('refuses an empty database name, and treats any other name as a file', async () => {
  await using place = await workplace();
  expect(await ran(['keys', 'create', 'CI', '--database', ''])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Choose another file with --database'),
  });
  const args = ['keys', 'create', 'CI', '--database', ':memory:'];
  expect((await runCommand('service', { args, cwd: place.path })).code).toBe(0);
  expect(existsSync(join(place.path, ':memory:'))).toBe(true);
});

test('refuses an empty DATABASE_URL unless a file is given with --database', async () => {
  await using place = await workplace();
  const env = { DATABASE_URL: '' };
  const within = ['timeout', '60'];
  const run = (...args: string[]) => runCommand('service', { args, env, cwd: place.path, within });
  const refused = {
    code: 2,
    stderr: expect.stringMatching(/DATABASE_URL is empty.*unset DATABASE_URL.*--database/),
  };
  const backup = join(place.path, 'b.db');
  expect(await run('keys', 'create', 'CI', ...place.use)).toMatchObject({ code: 0 });
  expect(await run('backup', backup, ...place.use)).toMatchObject({ code: 0 });
  expect(await run('--port', '0')).toMatchObject(refused);
  expect(await run('keys', 'create', 'CI')).toMatchObject(refused);
  expect(await run('restore', backup)).toMatchObject(refused);
  expect(existsSync(join(place.path, 'waymark.db'))).toBe(false);
});

test('refuses a key without a usable name', async () => {
  await using place = await workplace();
  for (const name of ['', ' ', '\u200b', 'a'.repeat(256)])
    expect(await ran(['keys', 'create', name, ...place.use])).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(/No key was created.*keys create "CI"/),
    });
  expect((await ran(['keys', 'create', 'CI', ...place.use])).code).toBe(0);
  expect((await ran(['keys', 'list', ...place.use])).stdout.trim().split('\n')).toHaveLength(1);
});

test('lists subscriber lists, even empty ones, without control characters', async () => {
  await using place = await workplace();
  {
    await using database = await openFile(place.database);
    const now = new Date();
    await createSubscriberList(database.db, { id: 'l-1', name: 'Empty\u001b[2J\tone', now });
  }
  const { stdout } = await ran(['subscriber-lists', ...place.use]);
  expect(stdout).toBe('l-1\tEmpty [2J one\t0 subscribers\n');
});

test('commands print their usage with --help', async () => {
  // One command of each kind.
  const commands = ['', 'import', 'keys', 'keys create', 'hooks add', 'releases add', 'backup'];
  const reported = await Promise.all(
    commands.map((command) => ran([...command.split(' '), '--help'].filter(Boolean))),
  );
  for (const { code, stdout } of reported) {
    expect(code).toBe(0);
    expect(stdout).toContain('Usage: npm run service --');
  }
});

test.each([
  [['labels', 'lst', '--json'], 'There is no command "labels lst". Commands of labels: list, add'],
  [['labels', '--json', 'lst'], 'There is no command "labels lst". Commands of labels: list, add'],
  [['labels', '--json', 'list'], 'Write "labels list" first, then options such as --json.'],
  [['labels', '--jsn', 'list'], "error: unknown option '--jsn'"],
  [['milestones', '--status', 'Next'], "error: unknown option '--status'"],
])('says what to write instead of %j', async (args, told) => {
  await using place = await workplace();
  const { code, stdout, stderr } = await ran([...args, ...place.use]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr.slice(0, told.length)).toBe(told);
  expect(existsSync(place.database)).toBe(false);
});

test('refuses options of the start together with a command, where they do nothing', async () => {
  await using place = await workplace();
  const target = join(place.path, 'out.json');
  const labels = ['labels', 'add', '--name', 'A', '--slug', 'a', '--color', '#000000'];
  for (const given of [
    ['--export', target],
    ['--import', place.set],
    ['--port', '0'],
  ])
    expect(await ran([...labels, ...given, ...place.use])).toEqual({
      code: 2,
      stdout: '',
      stderr: `${given[0]} cannot be used with "labels add", only without a command. Nothing was done.\n`,
    });
  expect(existsSync(target)).toBe(false);
  expect(existsSync(place.database)).toBe(false);
});

test('suggests the nearest command for an unknown one, and starts nothing', async () => {
  await using place = await workplace();
  const told = async (word: string) => {
    const { code, stderr } = await ran([...place.use, ...word.split(' '), '--host', '127.0.0.1']);
    return `${code} ${stderr}`;
  };
  expect(await told('keyz')).toBe(
    '2 error: unknown command \'keyz\'\n(Did you mean keys?)\n"npm run service -- --help" lists the options.\n',
  );
  expect(await told('labels lst')).toBe(
    '2 There is no command "labels lst". Commands of labels: list, add, edit, remove.\n',
  );
  expect(await told('export')).toBe(
    '2 export is not a command, but an option: npm run service -- --export <data-set>\n',
  );
  expect(existsSync(place.database)).toBe(false);
});
