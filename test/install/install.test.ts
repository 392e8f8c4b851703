import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { version } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listen } from '../../src/lib/http/listen.ts';
import { systemClock } from '../../src/lib/time/clock.ts';
import { createService } from '../../src/service/service.ts';
import { builtFiles, differing, tarball } from '../e2e/package/packed.ts';
import { runCommand } from '../support/command.ts';
import { tempFolder } from '../support/temp-folder.ts';

// Installs from the npm registry with a Node that is too old for Waymark: the machine's own, or a
// downloaded one. Only `npm run check:install` runs this, because it needs the registry.

const execute = promisify(execFile);
const older = '20';

let temp: Awaited<ReturnType<typeof tempFolder>>;
let project: string;
let path: string;
beforeAll(async () => {
  temp = await tempFolder();
  project = join(temp.path, 'project');
  await mkdir(project);
  // Other versions of Vite write other scripts than the checkout's.
  const overrides = { vite: version };
  await writeFile(join(project, 'package.json'), JSON.stringify({ overrides }));
  path = await pathOfOlderNode();
  await inProject('npm', 'install', '--no-audit', '--no-fund', await tarball());
}, 900_000);
afterAll(() => temp[Symbol.asyncDispose]());

/** PATH without this checkout's `node_modules`, and with an older Node first. */
async function pathOfOlderNode(): Promise<string> {
  const others = (process.env.PATH ?? '')
    .split(':')
    .filter((folder) => !folder.includes('node_modules'))
    .join(':');
  const env = { PATH: others, HOME: process.env.HOME };
  const { stdout } = await execute('node', ['--version'], { env });
  if (Number.parseInt(stdout.slice(1), 10) < 24) return others;
  const tools = join(temp.path, 'tools');
  await mkdir(tools);
  await execute('npm', ['install', '--no-audit', '--no-fund', `node@${older}`], {
    cwd: tools,
    env: { ...env, npm_config_ignore_scripts: 'false', npm_config_allow_scripts: 'node' },
  });
  return `${join(tools, 'node_modules/.bin')}:${others}`;
}

/** Runs a program in the project, with no environment but PATH and HOME. */
async function inProject(program: string, ...args: string[]): Promise<string> {
  const { stdout } = await execute(program, args, {
    cwd: project,
    env: { PATH: path, HOME: process.env.HOME },
    maxBuffer: 32 * 1024 * 1024,
  });
  return stdout;
}

async function waymark(...args: string[]): Promise<string> {
  return inProject('npx', '--no', 'waymark', ...args);
}

async function sync(): Promise<void> {
  await using service = await createService({
    database: { engine: 'sqlite', file: join(project, 'waymark.db') },
    clock: systemClock,
    apiKey: 'k',
  });
  await using api = await listen({ fetch: service.fetch, port: 0 });
  const env = [`API_BASE_URL=${api.url}`, 'API_KEY=k'];
  await inProject('env', ...env, 'npx', '--no', 'waymark', 'sync');
}

test('init adds the Node version that Waymark needs as a dependency', async () => {
  expect(await waymark('init')).toMatch(/\n {2}npm install\n {2}npx --no waymark\n$/);
  const manifest = JSON.parse(await readFile(join(project, 'package.json'), 'utf8'));
  expect(manifest).toMatchObject({ type: 'module', allowScripts: { node: true } });
  expect(Object.keys(manifest.dependencies).sort()).toEqual(['node', 'waymark']);
  await inProject('npm', 'install', '--no-audit', '--no-fund');
  expect(await waymark('--version')).toMatch(/^\d+\.\d+\.\d+\n$/);
}, 900_000);

test('a project installs few packages, of which none is deprecated', async () => {
  const lock = JSON.parse(await readFile(join(project, 'node_modules/.package-lock.json'), 'utf8'));
  const packages = Object.entries<{ deprecated?: string }>(lock.packages).filter(
    ([path]) => !/^node_modules\/node(?:-bin-\S+)?$/.test(path),
  );
  expect(packages.filter(([, { deprecated }]) => deprecated)).toEqual([]);
  expect(packages.length).toBeLessThanOrEqual(20);
  const paths = packages.map(([path]) => path).filter((path) => existsSync(join(project, path)));
  const kilobytes = (await inProject('du', '-sck', ...paths)).match(/(\d+)\ttotal/)?.[1];
  expect(Number(kilobytes) * 1024).toBeLessThan(70e6);
});

test('a data set is imported, synced and built with the same result as in the checkout', async () => {
  await waymark('service', 'import', resolve('scripts/sample/workspace.json'));
  await sync();
  expect(await waymark('build')).toMatch(/^Built \d+ files/m);
  const places = { CONTENT_DIR: join(project, 'content'), OUT_DIR: join(temp.path, 'dist') };
  expect(await runCommand('build', { cwd: temp.path, env: places })).toMatchObject({ code: 0 });
  const files = await builtFiles(join(project, 'dist'));
  expect(Object.keys(files).length).toBeGreaterThan(200);
  expect(differing(files, await builtFiles(places.OUT_DIR))).toEqual([]);
}, 300_000);
