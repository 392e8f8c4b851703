import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkJsonFeed, checkXml } from '../../site/feeds/validators.ts';
import { sharedBrowser } from '../../support/chromium.ts';
import { runCommand } from '../../support/command.ts';
import { type FakeGitHub, startGitHub } from '../../support/fake-github.ts';
import { stampsIn } from '../../support/files-in.ts';
import { gitHubRelease } from '../../support/forge-rows.ts';
import { openReader } from '../../support/reader.ts';
import { runHosted } from '../../support/run-hosted.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { shareTab } from './share-tab.ts';
import { withoutCards } from './written-site.ts';

// Syncs one site from three sources – GitHub, a changelog file and a folder of Markdown – and reads
// it in a browser.

const token = 'ghs_secret';
const files = {
  'sources.yaml': `workspace: { id: acme, name: Acme }
sources:
  - github: acme/board
    tags: "v*"
  - changelog: cli/CHANGELOG.md
    project: CLI
  - markdown: notes
    roadmap: plans
    project: Docs
`,
  'cli/CHANGELOG.md': `# Changelog

## [0.2.0] - 2026-02-02

### Fixed

- The zebra starts without a terminal.

## [0.1.0] - 2026-01-02

### Added

- A command line.
`,
  'notes/pages.md': `---
title: New pages
version: "3.0"
released_at: 2026-02-03
labels: [Writing]
---

Pages about the walrus.

## Fixed

- A link to the walrus.
`,
  'plans/dark.md': `---
title: Dark mode
status: Planned
stage: PLANNED
---

For the night.
`,
  'site.config.ts': `export default ${JSON.stringify(withoutCards)};\n`,
};

const lifetimes = new AsyncDisposableStack();
let [cwd, site] = ['', ''];
let env: Record<string, string>;
let github: FakeGitHub;
let browser: Browser;

beforeAll(async () => {
  cwd = lifetimes.use(await tempFolder()).path;
  github = lifetimes.use(await startGitHub({ token }));
  github.repository('acme/board', {
    releases: ['v1.0.0', 'v1.1.0', 'v2.0.0', 'nightly'].map((tag_name, n) =>
      gitHubRelease(53_500 + n, {
        ...{ tag_name, name: `Board ${tag_name}`, author: null },
        body: `A yak in ${tag_name}.\n\n### Fixed\n\n- Crash ${n}\n\n### Security\n\n- Change ${n}\n`,
      }),
    ),
  });
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(cwd, path)), { recursive: true });
    await writeFile(join(cwd, path), text);
  }
  env = {
    ...{ GITHUB_API_URL: github.url, GITHUB_TOKEN: token },
    ...{ SITE_URL: 'https://example.com', SITE_CONFIG: join(cwd, 'site.config.ts') },
  };
  const synced = await runHosted('sync', { cwd, env });
  expect(synced.stdout).toContain('6 releases and 1 milestone are public');
  expect(synced.code).toBe(0);
  expect(await runCommand('build', { cwd, env })).toMatchObject({ code: 0, stderr: '' });
  site = join(cwd, 'dist');
  browser = await sharedBrowser();
});
afterAll(() => lifetimes.disposeAsync());

const open = shareTab(() => openReader(browser, site));

test('a second sync makes conditional requests to GitHub, and writes nothing', async () => {
  const before = await stampsIn(join(cwd, 'content'));
  github.asked.length = 0;
  const { code, stdout } = await runHosted('sync', { cwd, env });
  expect([code, stdout]).toEqual([0, expect.stringContaining(': nothing changed.')]);
  expect(github.asked.map(({ status }) => status)).toEqual([304, 304]);
  expect(await stampsIn(join(cwd, 'content'))).toEqual(before);
});

test('the changelog shows releases of all sources, and its filters combine them', async () => {
  const reader = await open('');
  const { page } = reader;
  const titles = () => page.locator('article:visible h2 a').allTextContents();
  expect(await titles()).toEqual([
    ...['board 2.0.0', 'board 1.1.0', 'board 1.0.0', 'New pages', 'CLI 0.2.0', 'CLI 0.1.0'],
  ]);
  await page.getByText('Filter', { exact: true }).click();
  for (const [name, found] of [
    ['CLI 2', ['CLI 0.2.0', 'CLI 0.1.0']],
    ['Docs 1', ['Docs New pages', 'CLI 0.2.0', 'CLI 0.1.0']],
    ['Fixed 2', ['Docs New pages', 'CLI 0.2.0']],
  ] as const) {
    await page.getByRole('link', { name, exact: true }).click();
    await expect
      .poll(() => page.locator('.matches .listed p > bdi').allTextContents())
      .toEqual(found);
  }
  await page.goto(`${reader.url}types/fixed/`);
  expect(await page.locator('.listed:visible').count()).toBe(5);
  expect(reader.troubles).toEqual([]);
});

test('search finds words of each source', async () => {
  const reader = await open('search/');
  const { page } = reader;
  for (const [word, title] of [
    ['yak', 'Board 1.1.0'],
    ['zebra', '0.2.0'],
    ['walrus', 'New pages'],
  ] as const) {
    await page.getByRole('searchbox').fill(word);
    await page.getByRole('link', { name: title }).first().waitFor();
  }
  expect(reader.troubles).toEqual([]);
});

test('the upgrade planner works in the projects of two sources', async () => {
  const reader = await open('upgrade/?project=board&from=1.0.0&to=2.0.0');
  const { page } = reader;
  const plan = () => page.locator('[data-plan]').textContent();
  await expect.poll(plan).toContain('Change 2');
  expect(await plan()).not.toContain('Change 0');
  await page.goto(`${reader.url}upgrade/?project=cli&from=0.1.0`);
  await expect.poll(plan).toContain('The zebra starts');
  expect(await page.locator('[name=project] option').allTextContents()).toEqual([
    ...['Choose', 'board', 'CLI', 'Docs'],
  ]);
  expect(reader.troubles).toEqual([]);
});

test('feeds contain releases of all sources, and the roadmap the milestones of the folder', async () => {
  const reader = await open('roadmap/');
  await reader.page.getByRole('link', { name: 'Dark mode' }).first().waitFor();
  const read = async (path: string) => (await fetch(reader.url + path)).text();
  const [rss, atom, json] = [
    await read('rss.xml'),
    await read('atom.xml'),
    await read('feed.json'),
  ];
  checkXml(rss, 'rss');
  checkXml(atom, 'atom');
  checkJsonFeed(json);
  for (const feed of [rss, atom, json])
    for (const word of ['yak', 'zebra', 'walrus']) expect(feed).toContain(word);
  expect(await read('projects/cli/rss.xml')).not.toContain('yak');
  expect(await read('roadmap/rss.xml')).toContain('Dark mode');
});
