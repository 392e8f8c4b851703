import { execFile } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Finished } from '../../support/command.ts';
import { filesIn } from '../../support/files-in.ts';
import { startServer } from '../../support/scripted-server.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { packed, tarball } from './packed.ts';
import { type Project, startProject } from './project.ts';

let own: Project;
let project: string;
let begun: Finished;
const waymark: Project['waymark'] = (args, env) => own.waymark(args, env);
beforeAll(async () => {
  own = await startProject();
  project = own.path;
  begun = await waymark(['init']);
}, 600_000);
afterAll(() => own[Symbol.asyncDispose]());

test('publint and attw report no problems', async () => {
  const file = await tarball();
  const ran = (name: string, ...args: string[]) =>
    promisify(execFile)(resolve('test/tools/node_modules/.bin', name), args, { cwd: own.around });
  expect((await ran('publint', file, '--strict')).stdout).toContain('All good!');
  await ran('attw', '--profile', 'esm-only', file);
}, 600_000);

test('the version of the tarball names the commit, so that no cache has other files for it', async () => {
  const { commit, tags, tarball } = await packed();
  const { version } = JSON.parse(await readFile('package.json', 'utf8'));
  const isTagged = tags === `v${version}`;
  const expected = isTagged ? version : `${version}-dev.${commit.slice(0, 10)}`;
  const inside = JSON.parse(
    await readFile(join(project, 'node_modules/waymark/package.json'), 'utf8'),
  );
  expect(commit).toMatch(/^[\da-f]{40}$/);
  expect(inside.version).toMatch(new RegExp(`^${expected.replaceAll('.', '\\.')}`));
  expect(tarball).toContain(`/waymark-${inside.version}.tgz`);
});

test('npm would publish the tarball, under another name too', async () => {
  await using registry = await startServer(() => Response.json({}, { status: 404 }));
  const file = await tarball();
  await using temp = await tempFolder();
  await promisify(execFile)('tar', ['-xzf', file, '-C', temp.path]);
  const folder = join(temp.path, 'package');
  const npm = (...args: string[]) =>
    promisify(execFile)('npm', [...args, '--ignore-scripts', '--registry', registry.url], {
      cwd: folder,
      env: { ...process.env, HOME: temp.path },
    });
  await npm('pkg', 'set', 'name=@acme/waymark', 'version=1.0.0');
  const { stdout } = await npm('publish', '--dry-run', '--access', 'public');
  expect(stdout).toContain('+ @acme/waymark@');
});

test('the licences name each version whose code the package contains', async () => {
  const file = join(project, 'node_modules/waymark/compiled/bundled/LICENSES.txt');
  const licences = await readFile(file, 'utf8');
  // cli-progress has an older version of this package than others.
  const bars = createRequire(resolve('node_modules/cli-progress/package.json'));
  const width = createRequire(bars.resolve('string-width'));
  const { name, version } = width('emoji-regex/package.json');
  expect(licences).toContain(`\n${name} ${version}, by `);
});

test('the package has the types of `astro:content` for a project’s own pages', async () => {
  const page = [
    "import { getLiveCollection, getLiveEntry } from 'astro:content';",
    "const { entries } = await getLiveCollection('releases', { year: 2026 });",
    "const { entry } = await getLiveEntry('milestones', 'soon');",
    'export const right: (string | undefined)[] = [entries?.[0]?.data.title, entry?.data.body];',
    'export const wrong: (number | undefined)[] = [entries?.[0]?.data.title];',
    "export const unknown = getLiveCollection('posts');",
  ];
  const files = { 'types/page.mts': page, 'types/site.mts': ["import 'waymark';"] };
  await mkdir(join(project, 'types'));
  for (const [path, lines] of Object.entries(files))
    await writeFile(join(project, path), lines.join('\n'));
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext'];
  const args = [...options, '--target', 'es2023', ...Object.keys(files)];
  const { stdout } = await promisify(execFile)(resolve('node_modules/.bin/tsc'), args, {
    cwd: project,
  }).catch((error) => error);
  const places = [...stdout.matchAll(/^types\/(\S+?)\(\d+,/gm)].map(([place]) => place);
  expect(places, stdout).toEqual(['types/page.mts(5,', 'types/page.mts(6,']);
});

test('the tarball contains what is needed at run time, and no tests, benchmarks or samples', async () => {
  const file = await tarball();
  // Two thirds of it are bundled packages, without which a project installs 100 MB less.
  expect((await stat(file)).size).toBeLessThan(4_700_000);
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

test('the tarball contains the docs without pictures, and their links work', async () => {
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

test('init writes the files of a project and prints the next two commands', async () => {
  expect(begun).toMatchObject({ code: 0, stderr: '' });
  expect(begun.stdout).toMatch(/\n\n {2}npm install\n {2}npx --no waymark\n$/);
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

test('init overwrites nothing', async () => {
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
  expect(stdout).toContain('Unchanged: .env\n');
  expect(await filesIn(folder)).toEqual({
    ...theirs,
    '.gitignore': expect.stringMatching(/^\/dist\n\.env\nnode_modules\/\n/),
  });
});

test('commands of the package name themselves and each other as the user calls them', async () => {
  const empty = await waymark(['build'], { CONTENT_DIR: 'nothing' });
  expect(empty.code).toBe(1);
  expect(empty.stderr).toContain('Run waymark sync first');
  expect((await waymark(['publish', 'list'])).stdout).toContain(
    'Publish with waymark build --publish',
  );
  expect((await waymark(['publish', 'rollback', '--help'])).stdout).toMatch(
    /^Usage: waymark publish rollback \[options\]/,
  );
  const dev = await waymark(['dev', '--port', '0'], { CONTENT_DIR: 'nothing' });
  expect(dev).toMatchObject({ code: 1, stderr: expect.stringContaining('Run waymark sync first') });
  const byNpx = { npm_command: 'exec', npm_config_user_agent: 'npm/11.0.0 node/v24' };
  expect((await waymark(['sync', '--help'], byNpx)).stdout).toMatch(
    /^Usage: npx --no waymark sync /,
  );
  const byPnpm = { npm_config_user_agent: 'pnpm/12.0.0 npm/? node/? linux x64' };
  expect((await waymark(['sync', '--help'], byPnpm)).stdout).toMatch(/^Usage: pnpm exec waymark /);
  const inScript = { ...byNpx, npm_command: 'run-script' };
  expect((await waymark(['sync', '--help'], inScript)).stdout).toMatch(/^Usage: waymark sync /);
  expect((await waymark(['sync'])).stderr).toContain('"npx --no waymark init --changelog FILE"');
});
