import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkJsonFeed, checkXml } from '../../site/feeds/validators.ts';
import { type FakeGitHub, startGitHub } from '../../support/fake-github.ts';
import { filesIn, stampsIn } from '../../support/files-in.ts';
import { gitHubRelease } from '../../support/github-rows.ts';
import { withoutCards } from '../whole-path/written-site.ts';
import { type Project, startProject } from './project.ts';

// Starts with an empty folder and the package, and builds a site of a GitHub repository's releases.

const token = 'ghs_secret';
const lifetimes = new AsyncDisposableStack();
let project: Project;
let github: FakeGitHub;
let env: Record<string, string>;

beforeAll(async () => {
  project = lifetimes.use(await startProject());
  github = lifetimes.use(await startGitHub({ token }));
  github.tokens.add('ghs_other');
  github.repository('acme/board', {
    releases: Array.from({ length: 120 }, (_, n) => gitHubRelease(n + 1, { author: null })),
  });
  env = {
    GITHUB_API_URL: github.url,
    GITHUB_TOKEN: token,
    SITE_URL: 'https://acme.example',
  };
}, 300_000);
afterAll(() => lifetimes.disposeAsync());

test('init --github, sync and build give a changelog with feeds', async () => {
  expect(await project.waymark(['init', '--github', 'acme/board'])).toMatchObject({ code: 0 });
  const synced = await project.waymark(['sync', '--no-assets'], env);
  expect(synced).toMatchObject({ code: 0, stdout: expect.stringContaining('120 releases') });
  expect(synced.stdout).toContain('3 requests');
  // Drawing 120 cards would take longer than everything else.
  const SITE_CONFIG = join(project.path, 'without-cards.ts');
  await writeFile(SITE_CONFIG, `export default ${JSON.stringify(withoutCards)};\n`);
  expect(await project.waymark(['build'], { ...env, SITE_CONFIG })).toMatchObject({ code: 0 });
  const page = (path: string) => readFile(join(project.path, 'dist', path), 'utf8');
  expect(await page('index.html')).toContain('Release 120');
  checkXml(await page('rss.xml'), 'rss');
  checkXml(await page('atom.xml'), 'atom');
  checkJsonFeed(await page('feed.json'));
}, 300_000);

test.each([
  ['the same token, only asks what changed,', token, true],
  ['another token', 'ghs_other', false],
])('a second sync with %s and writes nothing', async (_with, own, isConditional) => {
  const content = join(project.path, 'content');
  const before = await stampsIn(content);
  github.asked.length = 0;
  const synced = await project.waymark(['sync', '--no-assets'], { ...env, GITHUB_TOKEN: own });
  expect(synced).toMatchObject({ code: 0, stdout: expect.stringContaining('Nothing changed') });
  expect(github.asked.every(({ status }) => (status === 304) === isConditional)).toBe(true);
  expect(github.asked.length).toBe(3);
  expect(await stampsIn(content)).toEqual(before);
});

test('no written file contains the token', async () => {
  for (const folder of ['.cache', 'content', 'dist'])
    for (const [path, text] of Object.entries(await filesIn(join(project.path, folder))))
      expect(text.includes(token), path).toBe(false);
});
