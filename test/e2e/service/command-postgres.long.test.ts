import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startCommand } from '../../support/command.ts';
import { noise } from '../../support/postgres/noise.ts';
import { testRole } from '../../support/postgres/role.ts';
import { runIn, testDatabase } from '../../support/postgres/test-database.ts';
import { ran, workplace } from './service-command.ts';

test('four services can start on an empty PostgreSQL at once, and give the same answers', async () => {
  await using database = await testDatabase();
  await using stack = new AsyncDisposableStack();
  const env = { DATABASE_URL: database.url, API_KEY: 'k' };
  const services = Array.from({ length: 4 }, () =>
    stack.use(startCommand('service', { args: ['--port', '0'], env, cwd: '.' })),
  );
  const urls = await Promise.all(
    services.map(async ({ printed }) => (await printed(/http:\/\/127\.0\.0\.1:\d+/))[0]),
  );
  const headers = { authorization: 'Bearer k', 'content-type': 'application/json' };
  const body = JSON.stringify({ title: 'One', slug: 'one', status: 'DRAFT' });
  const created = await fetch(`${urls[0]}/v1/releases`, { method: 'POST', headers, body });
  expect(created.status).toBe(201);
  for (const url of urls)
    expect(await (await fetch(`${url}/v1/releases`, { headers })).json()).toMatchObject([
      { slug: 'one' },
    ]);
});

test('commands use the database of DATABASE_URL and never print its password', async () => {
  await using place = await workplace();
  await using database = await testDatabase();
  await using role = await testRole(database, 'hunter2@');
  await runIn(database.folder, `ALTER DATABASE ${database.name} OWNER TO ${role.name}`);
  const user = `${role.name}:hunter2%40@`;
  const env = { DATABASE_URL: database.url.replace('waymark@', user) };
  const target = join(place.path, 'out.json');
  const done = [
    await ran(['import', place.set], env),
    await ran(['keys', 'create', 'CI'], env),
    await ran(['--import', place.set, '--export', target], env),
    await ran(['keys', 'list'], { DATABASE_URL: env.DATABASE_URL.replace('%40', '') }),
  ];
  expect(done.map(({ code }) => code)).toEqual([0, 0, 0, 2]);
  expect(JSON.stringify(done)).not.toContain('hunter2');
  expect(done[2]?.stdout).toMatch(/^PostgreSQL is not empty/);
  expect(done[3]?.stderr).toMatch(/rejects the user or password/);
  expect(JSON.parse(await readFile(target, 'utf8')).releases).toHaveLength(6);
});

test('milestones, labels and subscribers are managed as in a SQLite file', async () => {
  await using place = await workplace();
  await using database = await testDatabase();
  const env = { DATABASE_URL: database.url };
  await ran(['import', place.set], env);
  const moved = ['milestones', 'edit', 'first', '--title', 'Moved', '--no-project', '--json'];
  expect(JSON.parse((await ran(moved, env)).stdout)).toMatchObject({
    title: 'Moved',
    project: null,
  });
  expect(await ran(['labels', 'remove', 'l-safety'], env)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('3 releases (Title of timed,'),
  });
  const erased = await ran(['subscribers', 'remove', 'TWO@example.com'], env);
  expect(erased).toEqual({ code: 0, stdout: 'Removed u-2.\n', stderr: '' });
  expect((await ran(['subscribers', 'list'], env)).stdout).toBe(
    'u-3\tthree@example.com\nu-1\tone@example.com\tNews\n',
  );
});

test('a value that is too long is reported in one line, also by commands', async () => {
  await using place = await workplace();
  await using database = await testDatabase();
  const env = { DATABASE_URL: database.url };
  const data = JSON.parse(await readFile(place.set, 'utf8'));
  const long = noise(9000);
  data.milestones[0].status = long;
  await writeFile(place.set, JSON.stringify(data));
  const done = [
    await ran(['import', place.set], env),
    await ran(['projects', 'add', '--id', long, '--name', 'P', '--slug', 'project'], env),
  ];
  expect(done.map(({ code }) => code)).toEqual([2, 2]);
  for (const { stderr } of done) {
    expect(stderr).toMatch(/at most 2600 bytes\. Shorten it\./);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).not.toContain(long.slice(0, 20));
  }
  expect(done[0]?.stderr).toContain(
    `${data.milestones[0].id} in the data set's milestones cannot be stored.`,
  );
});

test('refuses both --database and DATABASE_URL', async () => {
  await using place = await workplace();
  const { code, stderr } = await ran(['keys', 'list', ...place.use], {
    DATABASE_URL: 'postgres://waymark:hunter2@127.0.0.1/none',
  });
  expect(code).toBe(2);
  expect(stderr).toMatch(/Both --database and DATABASE_URL/);
  expect(stderr).not.toContain('hunter2');
});
