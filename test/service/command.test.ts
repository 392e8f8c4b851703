import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
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

test('imports a data set, serves it with the key of the environment and stops when asked', async () => {
  await using folder = await tempFolder();
  const set = join(folder.path, 'set.json');
  await writeFile(set, JSON.stringify(sample()));
  const options = ['--port', '0', '--database', join(folder.path, 'x.db'), '--import', set];
  const child = command(options, { API_KEY: 'k' });
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

test('says what to do about a data set that is missing, and leaves no database behind', async () => {
  await using folder = await tempFolder();
  const database = join(folder.path, 'x.db');
  const { code, err } = await finished(command(['--database', database, '--import', 'none.json']));
  expect({ code, err }).toEqual({
    code: 2,
    err: expect.stringContaining('none.json cannot be read'),
  });
  expect(existsSync(database)).toBe(false);
});

test('adds a hook and prints its secret', async () => {
  await using folder = await tempFolder();
  const args = ['hooks', 'add', 'https://example.com/hook', '--event', 'release.published'];
  const { code, out } = await finished(command([...args, '--database', join(folder.path, 'x.db')]));
  expect(code).toBe(0);
  expect(out).toMatch(/whsec_[A-Za-z0-9+/]{43}=/);
});
