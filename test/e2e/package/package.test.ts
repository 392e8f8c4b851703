import { execFile } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Finished, runCommand } from '../../support/command.ts';
import { filesIn } from '../../support/files-in.ts';
import { sampleFile } from '../whole-path/data-sets.ts';
import {
  builtFiles,
  differing,
  linkDependencies,
  raiseVersions,
  tarball,
  unpackInto,
} from './packed.ts';
import { type Project, startProject } from './project.ts';

let own: Project;
let project: string;
let begun: Finished;
const waymark: Project['waymark'] = (args, env) => own.waymark(args, env);
const serving: Project['serving'] = (args, env) => own.serving(args, env);
beforeAll(async () => {
  own = await startProject();
  project = own.path;
  begun = await waymark(['init']);
}, 300_000);
afterAll(() => own[Symbol.asyncDispose]());

test('the tarball holds what runs, and nothing of tests, benchmarks and samples', async () => {
  const file = await tarball();
  expect((await stat(file)).size).toBeLessThan(2_000_000);
  const { stdout } = await promisify(execFile)('tar', ['-tzf', file]);
  const paths = stdout.trim().split('\n');
  expect(paths).toEqual(
    expect.arrayContaining([
      'package/bin/waymark.cjs',
      'package/compiled/scripts/build.js',
      'package/compiled/src/pages/404.astro',
      'package/LICENSE',
    ]),
  );
  const strange = /(?:^|\/)(?:test|bench|sample|demo)|\.test\.|scripts\/.*\.ts$|\.tgz$|\.env$/;
  expect(paths.filter((path) => strange.test(path))).toEqual([]);
});

test('the documentation is in the tarball, without pictures, and its links lead to files of it', async () => {
  const place = join(project, 'node_modules/waymark');
  const here = globSync('docs/**/*', { withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(?:png|jpe?g|webp|svg)$/.test(entry.name))
    .map((entry) => join(relative('.', entry.parentPath), entry.name));
  expect(here).toContain('docs/service.md');
  const packed = (await readdir(join(place, 'docs'), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => relative(place, join(entry.parentPath, entry.name)));
  expect(packed.sort()).toEqual(here.sort());
  const pages = globSync('{*,docs/*}.md', { cwd: place });
  const lost = pages.flatMap((page) => {
    const links = readFileSync(join(place, page), 'utf8').matchAll(
      /(?<!!\[[^\]]*)\]\((?!\w+:)([^)#]+)/g,
    );
    return [...links]
      .filter(([, path = '']) => !existsSync(join(place, dirname(page), path)))
      .map(([, path]) => `${page}: ${path}`);
  });
  expect(lost).toEqual([]);
});

test('init writes what a project wants, and says the three next commands', async () => {
  expect(begun).toMatchObject({ code: 0, stderr: '' });
  expect(begun.stdout).toMatch(
    /\n\n {2}npm install\n {2}npx waymark sync\n {2}npx waymark build\n$/,
  );
  const manifest = JSON.parse(await readFile(join(project, 'package.json'), 'utf8'));
  expect(manifest).toMatchObject({ private: true, type: 'module' });
  expect(manifest.dependencies).toEqual({ waymark: expect.stringMatching(/^\^\d/) });
  expect((await stat(join(project, '.env'))).mode & 0o777).toBe(0o600);
  const ignored = (await readFile(join(project, '.gitignore'), 'utf8')).split('\n');
  expect(ignored).toEqual(expect.arrayContaining(['.env', '.cache/', 'dist']));
  const workflow = await readFile(join(project, '.github/workflows/changelog.yml'), 'utf8');
  expect(workflow).toContain('uses: ./node_modules/waymark\n');
  expect(workflow).not.toMatch(/uses: \.\/$/m);
});

test('init writes over nothing', async () => {
  const folder = join(project, '../theirs');
  const theirs = {
    'package.json': '{\n\t"type": "commonjs",\n\t"dependencies": { "waymark": "1.0.0" }\n}\n',
    'site.config.mts': 'export default {};\n',
    '.env': 'API_KEY=theirs\n',
    '.gitignore': '/dist\n.env',
    '.github/workflows/changelog.yml': 'on: push\n',
  };
  await mkdir(join(folder, '.github/workflows'), { recursive: true });
  for (const [name, text] of Object.entries(theirs)) await writeFile(join(folder, name), text);
  const bin = join(project, 'node_modules/waymark/bin/waymark.cjs');
  const { stdout } = await promisify(execFile)(process.execPath, [bin, 'init'], { cwd: folder });
  expect(stdout).toContain('Left as it is: .env\n');
  expect(await filesIn(folder)).toEqual({
    ...theirs,
    '.gitignore': expect.stringMatching(/^\/dist\n\.env\nnode_modules\/\n/),
  });
});

test('commands of the package name themselves, and each other, as they are called', async () => {
  const empty = await waymark(['build'], { CONTENT_DIR: 'nothing' });
  expect(empty.code).toBe(1);
  expect(empty.stderr).toContain('Run waymark sync first');
  expect((await waymark(['publish', 'list'])).stdout).toContain('waymark build --publish makes');
  expect((await waymark(['publish', 'rollback', '--help'])).stdout).toMatch(
    /^Usage: waymark publish rollback \[options\]/,
  );
  const dev = await waymark(['dev', '--port', '0'], { CONTENT_DIR: 'nothing' });
  expect(dev).toMatchObject({ code: 1, stderr: expect.stringContaining('Run waymark sync first') });
  const byNpx = { npm_command: 'exec', npm_config_user_agent: 'npm/11.0.0 node/v24' };
  expect((await waymark(['sync', '--help'], byNpx)).stdout).toMatch(/^Usage: npx waymark sync /);
  expect((await waymark(['sync'])).stderr).toContain('(see node_modules/waymark/.env.example)');
});

test('a data set is imported, served, synced and built as by the checkout', async () => {
  const imported = await waymark(['service', 'import', resolve(sampleFile)]);
  expect(imported).toMatchObject({ code: 0, stderr: '' });
  const API_KEY = 'key-of-the-test';
  const folders = { CONTENT_DIR: join(own.around, 'content'), OUT_DIR: join(own.around, 'dist') };
  {
    await using api = await serving(['service', '--port', '0'], { API_KEY });
    const env = { API_BASE_URL: api.url, API_KEY };
    expect(await waymark(['sync'], env)).toMatchObject({ code: 0 });
    const cwd = own.around;
    expect(await runCommand('sync', { cwd, env: { ...env, ...folders } })).toMatchObject({
      code: 0,
    });
    expect(await filesIn(join(project, 'content'))).toEqual(await filesIn(folders.CONTENT_DIR));
  }
  expect(await waymark(['build'])).toMatchObject({ code: 0, stderr: '' });
  const here = await runCommand('build', { cwd: own.around, env: folders });
  expect(here).toMatchObject({ code: 0, stderr: '' });
  const files = await builtFiles(join(project, 'dist'));
  expect(Object.keys(files).length).toBeGreaterThan(200);
  expect(differing(files, await builtFiles(folders.OUT_DIR))).toEqual([]);
}, 300_000);

test('what a project gets besides lies in its cache', async () => {
  const there = await readdir(project);
  const begun = ['.env', '.github', '.gitignore', 'package.json', 'site.config.ts', 'waymark.db'];
  const made = ['.cache', '.content.lock', 'content', 'dist', 'node_modules'];
  expect(there.filter((name) => !begun.includes(name) && !made.includes(name))).toEqual([]);
  const place = await readdir(join(project, 'node_modules/waymark/compiled'));
  expect(place.filter((name) => name.startsWith('.'))).toEqual([]);
});

test('a project builds unchanged after an update, whose content the older one refuses', async () => {
  const before = await builtFiles(join(project, 'dist'));
  const place = join(project, 'node_modules/waymark');
  await raiseVersions(place);
  expect((await waymark(['--version'])).stdout).toBe('99.0.0\n');
  expect(await waymark(['build'])).toMatchObject({ code: 0, stderr: '' });
  expect(differing(await builtFiles(join(project, 'dist')), before)).toEqual([]);

  await using api = await serving(['service', '--port', '0'], { API_KEY: 'k' });
  const env = { API_BASE_URL: api.url, API_KEY: 'k' };
  expect(await waymark(['sync'], env)).toMatchObject({ code: 0 });
  const written = await filesIn(join(project, 'content'));
  expect(JSON.parse(written['workspace.json'] ?? '')).toMatchObject({ content_version: 2 });

  await unpackInto(project);
  await linkDependencies(project, 'zod');
  for (const command of ['sync', 'build'])
    expect(await waymark([command], env)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^\S+content holds content of version 2, and this Waymark reads version 1 at most: [^.]+\.\n$/,
      ),
    });
  expect(await filesIn(join(project, 'content'))).toEqual(written);
  expect(differing(await builtFiles(join(project, 'dist')), before)).toEqual([]);
}, 300_000);
