import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { startCommand } from '../../support/command.ts';
import { ran, workplace } from './service-command.ts';

test('adds, lists, edits and removes labels, with text and JSON output', async () => {
  await using place = await workplace();
  const label = (...args: string[]) => ran(['labels', ...args, ...place.use]);
  const fields = ['--name', 'Speed', '--slug', 'speed', '--color', '#16a34a', '--id', 'l-1'];
  expect(await label('add', ...fields)).toMatchObject({
    code: 0,
    stdout: 'l-1\tSpeed\tspeed\t#16a34a\n',
  });
  const edited = await label('edit', 'l-1', '--name', 'Fast\u001b[2J', '--json');
  const thing = { id: 'l-1', name: 'Fast\u001b[2J', slug: 'speed', color: '#16a34a' };
  expect(JSON.parse(edited.stdout)).toEqual(thing);
  expect(JSON.parse((await label('list', '--json')).stdout)).toEqual(thing);
  expect((await label()).stdout).toBe('l-1\tFast [2J\tspeed\t#16a34a\n');
  expect((await label('remove', 'l-1')).stdout).toBe('Removed l-1.\n');
  expect(await label('list')).toMatchObject({ code: 0, stdout: '' });
});

test('says what is wrong with each option and what to write, and changes nothing', async () => {
  await using place = await workplace();
  const wrong = ['--slug', 'Dark Mode', '--status', 'planned', '--started', 'soon'];
  expect(await ran(['milestones', 'add', ...wrong, ...place.use])).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(
      /^--title is missing. Write it like: --title "Dark mode"\n--slug "Dark Mode" is not usable: expected lower-case.*\n--started "soon" is not usable: .* --started 2026-03-01T09:00:00Z\nNothing was changed\.\n$/,
    ),
  });
  expect(await ran(['milestones', 'edit', 'm-none', '--public', ...place.use])).toMatchObject({
    code: 2,
    stderr: 'There is no milestone m-none. "milestones list" shows all with their ids.\n',
  });
  expect((await ran(['milestones', 'list', ...place.use])).stdout).toBe('');
});

test('refuses to remove a project in use until told what becomes of its entries', async () => {
  await using place = await workplace();
  const project = (...args: string[]) => ran(['projects', ...args, ...place.use]);
  await ran(['import', place.set, ...place.use]);
  expect(await project('remove', 'p-web')).toMatchObject({
    code: 2,
    stderr:
      'The project p-web is in use: 3 releases (Title of timed, Title of draft, Title of oldest), 1 milestone (Title of third). Nothing was removed. --move-to ID reassigns these items, and --with-all leaves releases and milestones without a project.\n',
  });
  expect((await project('remove', 'p-web', '--move-to', 'p-api')).stdout).toMatch(
    /^Removed p-web\. It was in use: 3 releases/,
  );
  expect((await project('list')).stdout).toBe('p-api\tAPI\tapi\n');
});

test('prints the address of an incoming webhook once', async () => {
  await using place = await workplace();
  const env = { SERVICE_URL: 'https://api.example.com' };
  const added = await ran(
    ['incoming-webhooks', 'add', '--name', 'CI', '--type', 'RELEASE', '--json', ...place.use],
    env,
  );
  const { id, url } = JSON.parse(added.stdout);
  expect(url).toMatch(/^https:\/\/api\.example\.com\/incoming\/[\w-]{32}$/);
  const [listed, rotated] = [
    await ran(['incoming-webhooks', 'list', '--json', ...place.use], env),
    await ran(['incoming-webhooks', 'edit', id, '--rotate', ...place.use], env),
  ];
  expect(added.stderr + rotated.stderr).toBe('');
  const guessed = await ran(['incoming-webhooks', 'edit', id, '--rotate', '--json', ...place.use]);
  expect(JSON.parse(guessed.stdout).url).toMatch(/^http:\/\/127\.0\.0\.1:4010\/incoming\//);
  expect(guessed.stderr).toMatch(
    /^SERVICE_URL is not set, so the origin of the address is a guess/,
  );
  expect(listed.stdout).not.toContain(url.split('/').at(-1));
  expect(rotated.stdout).toMatch(/https:\/\/api\.example\.com\/incoming\/[\w-]{32}\n$/);
  expect(rotated.stdout).not.toContain(url);
});

test.each([
  ['erases an address', ['remove', 'Two@Example.com'], 'Removed u-2.\n'],
  [
    'takes an address away for another',
    ['edit', 'u-2', '--email', 'new@example.com'],
    'u-2\tnew@example.com\tAlerts, News\n',
  ],
])('%s from all files of a running service and from its output', async (_what, args, stdout) => {
  await using place = await workplace();
  await using service = startCommand('service', {
    args: ['--port', '0', '--import', place.set, ...place.use],
    cwd: '.',
    env: { API_KEY: 'key-of-the-tests' },
  });
  const [, api = ''] = await service.printed(/answers at (\S+)\/v1/);
  const subscribers = async () => {
    const headers = { authorization: 'Bearer key-of-the-tests' };
    return (await fetch(`${api}/v1/subscribers`, { headers })).text();
  };
  expect(await subscribers()).toContain('two@example.com');
  const kept = async () => {
    const names = (await readdir(place.path)).filter((name) => name.startsWith('x.db'));
    expect(names).toContain('x.db-wal');
    const files = names.map((name) => readFile(join(place.path, name), 'latin1'));
    return (await Promise.all(files)).join('\n').toLowerCase();
  };
  expect(await kept()).toContain('two@example.com');
  const done = await ran(['subscribers', ...args, ...place.use]);
  expect(done).toEqual({ code: 0, stdout, stderr: '' });
  expect(await kept()).not.toContain('two@example.com');
  expect(await subscribers()).not.toContain('two@example.com');
  expect(await kept()).toContain('one@example.com');
  service.process.kill('SIGTERM');
  const said = await service.finished;
  expect(said.stdout + said.stderr).not.toContain('two@example.com');
});

test.each([
  {
    did: 'erase',
    args: ['remove', 'u-2'],
    told: 'Run this again',
    again: 'u-2',
  },
  {
    did: 'take away',
    args: ['edit', 'u-2', '--email', 'new@example.com'],
    told: 'run "subscribers remove" with it',
    again: 'two@example.com',
  },
])('what one run could not $did during a read, the next one with $again erases', async (one) => {
  await using place = await workplace();
  await ran(['import', place.set, ...place.use]);
  const remove = (named: string) => ran(['subscribers', 'remove', named, ...place.use]);
  const kept = async () => {
    const names = (await readdir(place.path)).filter((file) => file.startsWith('x.db'));
    const files = names.map((file) => readFile(join(place.path, file), 'latin1'));
    return (await Promise.all(files)).join('\n');
  };
  using reader = new DatabaseSync(place.database);
  reader.exec('BEGIN; SELECT * FROM subscriber');
  expect(await ran(['subscribers', ...one.args, ...place.use])).toMatchObject({
    code: 0,
    stderr: expect.stringContaining(one.told),
  });
  expect(await kept()).toContain('two@example.com');
  reader.exec('COMMIT');
  expect(await remove(one.again)).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(
      new RegExp(
        `^The database files no longer contain this subscriber\\.\nThere is no subscriber ${one.again}`,
      ),
    ),
  });
  expect(await kept()).not.toContain('two@example.com');
  const { stderr } = await remove('u-none');
  expect(stderr).toMatch(/^There is no subscriber u-none/);
});

test('lists files, and removes one in use only with --with-all', async () => {
  await using place = await workplace();
  const files = (...args: string[]) => ran(['files', ...args, ...place.use]);
  await ran(['import', place.set, ...place.use]);
  expect((await files()).stdout).toContain(
    'hero.png\timage/png\t8 bytes\trelease timed (Title of timed)\n',
  );
  expect(await files('remove', '/files/hero.png')).toMatchObject({
    code: 2,
    stderr:
      'The file hero.png is in use: release timed (Title of timed). Nothing was removed. --with-all removes it all the same: attachments, heroes and avatars go too, while texts keep its address.\n',
  });
  expect((await files('remove', 'hero.png', '--with-all')).stdout).toBe(
    'Removed hero.png. It was in use: release timed (Title of timed).\n',
  );
  expect(await files('remove', 'hero.png')).toMatchObject({
    code: 2,
    stderr: 'There is no file hero.png. "files list" shows all files.\n',
  });
});
