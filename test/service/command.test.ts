import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { sample } from './sample.ts';
import { tempFolder } from './temp-folder.ts';

function command(args: string[], env: Record<string, string> = {}): ChildProcess {
  return spawn(process.execPath, ['scripts/service.ts', ...args], {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function finished(child: ChildProcess) {
  if (!child.stdout || !child.stderr) throw new Error('no pipes');
  const [out, err, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return { out, err, code };
}

const ran = (args: string[], env?: Record<string, string>) => finished(command(args, env));

async function workplace() {
  const folder = await tempFolder();
  const set = join(folder.path, 'set.json');
  await writeFile(set, JSON.stringify(sample()));
  const database = join(folder.path, 'x.db');
  return { ...folder, set, database, use: ['--database', database] };
}

test('imports a data set, serves it with the key of the environment and stops when asked', async () => {
  await using place = await workplace();
  const child = command(['--port', '0', '--import', place.set, ...place.use], { API_KEY: 'k' });
  const stopped = finished(child);
  const url = await new Promise<string>((resolve) => {
    child.stdout?.on('data', (chunk) => {
      const [found] = /http:\/\/127\.0\.0\.1:\d+/.exec(String(chunk)) ?? [];
      if (found) resolve(found);
    });
  });
  const answer = await fetch(`${url}/v1/releases`, { headers: { authorization: 'Bearer k' } });
  expect(await answer.json()).toHaveLength(6);
  child.kill('SIGTERM');
  expect(await stopped).toMatchObject({ code: 0, err: '' });
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
  const { code, err } = await ran(['--import', 'none.json', ...place.use]);
  expect({ code, err }).toEqual({
    code: 2,
    err: expect.stringContaining('none.json cannot be read'),
  });
  expect(existsSync(place.database)).toBe(false);
});

test('names every setting that is wrong', async () => {
  await using place = await workplace();
  const wrong = { TRUSTED_PROXIES: '10.0.0.0/99', RATE_LIMIT: 'many' };
  const { code, err } = await ran(['--port', '0', ...place.use], wrong);
  expect(code).toBe(2);
  expect(err).toMatch(/RATE_LIMIT is not usable/);
  expect(err).toMatch(/TRUSTED_PROXIES is not usable/);
});

test('creates a key, lists it without itself, and revokes it', async () => {
  await using place = await workplace();
  const created = await ran(['keys', 'create', 'CI', ...place.use]);
  const [, id = ''] = /Created (key_\w+)/.exec(created.out) ?? [];
  expect(created.out).toMatch(/wm_[0-9a-f]{64}/);
  const listed = await ran(['keys', 'list', ...place.use]);
  expect(listed.out).toMatch(new RegExp(`^${id}\tCI\tcreated \\S+\n$`));
  expect((await ran(['keys', 'revoke', id, ...place.use])).out).toBe(`Revoked ${id}.\n`);
  expect(await ran(['keys', 'revoke', id, ...place.use])).toMatchObject({
    code: 2,
    err: expect.stringContaining('"keys list" shows them'),
  });
});

test('adds a hook and prints its secret, lists it without, and removes it', async () => {
  await using place = await workplace();
  const url = 'https://example.com/hook';
  const added = await ran(['hooks', 'add', url, '--event', 'release.published', ...place.use]);
  const [, id = ''] = /Added (hook_[\w-]+)/.exec(added.out) ?? [];
  expect(added.out).toMatch(/whsec_[A-Za-z0-9+/]{43}=/);
  const listed = await ran(['hooks', 'list', ...place.use]);
  expect(listed.out).toBe(`${id}\trelease.published\t${url}\t0 waiting\n`);
  expect((await ran(['hooks', 'remove', id, ...place.use])).out).toBe(`Removed ${id}.\n`);
  expect((await ran(['hooks', 'remove', id, ...place.use])).code).toBe(2);
});

test.each([
  [[]],
  [['keys']],
  [['keys', 'create']],
  [['keys', 'list']],
  [['keys', 'revoke']],
  [['hooks']],
  [['hooks', 'add']],
  [['hooks', 'list']],
  [['hooks', 'remove']],
])('%j explains itself with --help', async (args) => {
  expect(await ran([...args, '--help'])).toMatchObject({
    code: 0,
    out: expect.stringContaining('Usage: service'),
  });
});
