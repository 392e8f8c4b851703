import { expect, test } from 'vitest';
import { startCommand } from '../../support/command.ts';
import { runHosted } from '../../support/run-hosted.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { ran, workplace } from './service-command.ts';

test('adds a user with a link, changes the role, and removes the user', async () => {
  await using place = await workplace();
  const users = (...args: string[]) => ran(['users', ...args, ...place.use]);
  const added = await users('add', 'Ada', '--role', 'writer');
  expect(added.stdout).toMatch(/^http:\/\/127\.0\.0\.1:4010\/desk\/sign-in\/[\w-]{43}$/m);
  expect((await users('list')).stdout).toBe('Ada\twriter\tsessions: 0\n');
  expect((await users('link', 'Ada')).stdout).toMatch(/\/desk\/sign-in\/[\w-]{43}$/m);
  const edited = await users('edit', 'Ada', '--role', 'publisher');
  expect(edited.stdout).toBe('Ada is a publisher from now on. Sessions ended: 0.\n');
  expect(JSON.parse((await users('list', '--json')).stdout)).toMatchObject({ role: 'publisher' });
  expect((await users('remove', 'Ada')).stdout).toBe('Removed Ada. Sessions ended: 0.\n');
  expect((await users('list')).stdout).toBe('');
});

test('says where a link leads, unless SERVICE_URL is set', async () => {
  await using place = await workplace();
  const users = ['users', 'add', 'Ada', '--role', 'writer', ...place.use];
  expect((await ran(users)).stdout).toMatch(
    /\/sign-in\/.*\nIf the service .* set SERVICE_URL to it/,
  );
  const again = ['users', 'link', 'Ada', ...place.use];
  const { stdout } = await ran(again, { SERVICE_URL: 'https://api.example.com' });
  expect(stdout).toMatch(/\nhttps:\/\/api\.example\.com\/desk\/sign-in\/[\w-]{43}\n$/);
});

test('a database that a command creates because none is named is reported', async () => {
  await using folder = await tempFolder();
  const add = (name: string) =>
    runHosted('service', { cwd: folder.path, args: ['users', 'add', name, '--role', 'writer'] });
  expect((await add('Ada')).stderr).toMatch(
    /^This created the database waymark\.db\. .*--database/,
  );
  expect((await add('Bob')).stderr).toBe('');
});

test.each([
  ['a name that is taken', ['add', 'Ada', '--role', 'writer'], /No user was added.*users list/],
  ['no role', ['add', 'Bob'], /--role/],
  ['another role', ['add', 'Bob', '--role', 'owner'], /writer, publisher/],
  ['an unknown user', ['remove', 'Bob'], /No user has the name Bob\. "users list" shows/],
  ['an unknown user', ['link', 'Bob'], /No user has the name Bob\. "users list" shows/],
  ['an empty name', ['add', ' ', '--role', 'writer'], /No user was added/],
])('refuses %s', async (_what, args, why) => {
  await using place = await workplace();
  await ran(['users', 'add', 'Ada', '--role', 'writer', ...place.use]);
  const { code, stderr } = await ran(['users', ...args, ...place.use]);
  expect(code).toBe(2);
  expect(stderr).toMatch(why);
});

test.each<[string, Record<string, string>, number]>([
  ['on for this machine alone', {}, 401],
  ['off, if it is set so', { DESK: 'off' }, 404],
  [
    'off by default, if the service has an address',
    { SERVICE_URL: 'https://api.example.com' },
    404,
  ],
  ['on with HTTPS, if it is set so', { SERVICE_URL: 'https://api.example.com', DESK: 'on' }, 401],
])('the desk is %s', async (_what, env, status) => {
  await using place = await workplace();
  const args = ['--port', '0', ...place.use];
  await using service = startCommand('service', { args, env, cwd: '.' });
  const [, url] = await service.printed(/^The API answers at (\S+)\/v1/m);
  expect((await fetch(`${url}/desk/you`)).status).toBe(status);
  if (status !== 401) return;
  const look = await fetch(`${url}/desk/look.css`);
  expect(await look.text()).toContain('--paper:');
  expect((await fetch(`${url}/desk/newsreader.woff2`)).headers.get('content-type')).toBe(
    'font/woff2',
  );
});
