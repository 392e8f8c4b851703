import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkJsonFeed, checkXml } from '../../site/feeds/validators.ts';
import { runCommand } from '../../support/command.ts';
import { type FakeGitHub, startGitHub } from '../../support/fake-github.ts';
import { filesIn, stampsIn } from '../../support/files-in.ts';
import { gitHubRelease } from '../../support/forge-rows.ts';
import { withoutCards } from '../whole-path/written-site.ts';
import { builtFiles, differing, linkDependencies, raiseVersions, unpackInto } from './packed.ts';
import { type Project, startProject } from './project.ts';

// Starts with an empty folder and the package, builds a site of a GitHub repository's releases, and
// updates the package.

const token = 'ghs_secret';
const lifetimes = new AsyncDisposableStack();
let project: Project;
let github: FakeGitHub;
let env: Record<string, string>;

beforeAll(async () => {
  project = lifetimes.use(await startProject());
  github = lifetimes.use(await startGitHub({ token }));
  github.repository('acme/board', {
    releases: Array.from({ length: 12 }, (_, n) => gitHubRelease(n + 1, { author: null })),
  });
  env = {
    GITHUB_API_URL: github.url,
    GITHUB_TOKEN: token,
    SITE_URL: 'https://acme.example',
  };
}, 600_000);
afterAll(() => lifetimes.disposeAsync());

test('init --github, sync and build give a changelog with feeds', async () => {
  expect(await project.waymark(['init', '--github', 'acme/board'])).toMatchObject({ code: 0 });
  const synced = await project.waymark(['sync', '--no-assets'], env);
  expect(synced).toMatchObject({ code: 0, stdout: expect.stringContaining('12 releases') });
  expect(synced.stdout).toContain('2 requests');
  // Drawing cards would take longer than everything else.
  const SITE_CONFIG = join(project.path, 'without-cards.ts');
  await writeFile(SITE_CONFIG, `export default ${JSON.stringify(withoutCards)};\n`);
  Object.assign(env, { SITE_CONFIG });
  expect(await project.waymark(['build'], env)).toMatchObject({ code: 0 });
  const page = (path: string) => readFile(join(project.path, 'dist', path), 'utf8');
  expect(await page('index.html')).toContain('Release 12');
  checkXml(await page('rss.xml'), 'rss');
  checkXml(await page('atom.xml'), 'atom');
  checkJsonFeed(await page('feed.json'));
}, 600_000);

test('a second sync only asks what changed, and writes nothing', async () => {
  const content = join(project.path, 'content');
  const before = await stampsIn(content);
  github.asked.length = 0;
  const synced = await project.waymark(['sync', '--no-assets'], env);
  expect(synced).toMatchObject({ code: 0, stdout: expect.stringContaining(': nothing changed.') });
  expect(github.asked.map(({ status }) => status)).toEqual([304, 304]);
  expect(await stampsIn(content)).toEqual(before);
});

test('no written file contains the token', async () => {
  for (const folder of ['.cache', 'content', 'dist'])
    for (const [path, text] of Object.entries(await filesIn(join(project.path, folder))))
      expect(text.includes(token), path).toBe(false);
});

test('creates only the expected files in a project, and none in the package', async () => {
  const begun = ['.env', '.github', '.gitignore', 'package.json', 'site.config.ts', 'sources.yaml'];
  const made = ['.cache', '.content.lock', 'content', 'dist', 'node_modules'];
  expect((await readdir(project.path)).sort()).toEqual(
    [...begun, ...made, 'without-cards.ts'].sort(),
  );
  const place = await readdir(join(project.path, 'node_modules/waymark/compiled'));
  expect(place.filter((name) => name.startsWith('.'))).toEqual([]);
});

test('the site is the same as one that the checkout builds', async () => {
  const { SITE_URL = '', SITE_CONFIG = '' } = env;
  const [CONTENT_DIR, OUT_DIR] = [join(project.path, 'content'), join(project.around, 'dist')];
  const own = { SITE_URL, SITE_CONFIG, CONTENT_DIR, OUT_DIR };
  expect(await runCommand('build', { cwd: project.around, env: own })).toMatchObject({ code: 0 });
  const files = await builtFiles(join(project.path, 'dist'));
  expect(Object.keys(files).length).toBeGreaterThan(60);
  expect(differing(files, await builtFiles(OUT_DIR))).toEqual([]);
});

test('a project builds the same after an update, and an older Waymark refuses newer content', async () => {
  const [dist, content] = [join(project.path, 'dist'), join(project.path, 'content')];
  const before = await builtFiles(dist);
  await update();
  await raiseVersions(join(project.path, 'node_modules/waymark'));
  expect((await project.waymark(['--version'])).stdout).toBe('99.0.0\n');
  expect(await project.waymark(['build'], env)).toMatchObject({ code: 0 });
  expect(differing(await builtFiles(dist), before)).toEqual([]);

  expect(await project.waymark(['sync', '--no-assets'], env)).toMatchObject({ code: 0 });
  const written = await filesIn(content);
  expect(JSON.parse(written['workspace.json'] ?? '')).toMatchObject({ content_version: 2 });
  await update();
  for (const args of [['sync', '--no-assets'], ['build']])
    expect(await project.waymark(args, env)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^\S+content has content of version 2, but this Waymark reads at most version 1\. [^.]+\.\n/,
      ),
    });
  expect(await filesIn(content)).toEqual(written);
  expect(differing(await builtFiles(dist), before)).toEqual([]);
}, 600_000);

/** Unpacks the package again. */
async function update(): Promise<void> {
  await unpackInto(project.path);
  await linkDependencies(project.path, 'zod');
}
