import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sharedBrowser } from '../../support/chromium.ts';
import { runCommand } from '../../support/command.ts';
import { type FakeGitHub, startGitHub } from '../../support/fake-github.ts';
import { gitHubIssue, gitHubMilestone, gitHubRelease } from '../../support/forge-rows.ts';
import { openReader } from '../../support/reader.ts';
import { runHosted } from '../../support/run-hosted.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { withoutCards } from './written-site.ts';

// Syncs and builds a site whose roadmap is on GitHub, with a text above generated notes.

const token = 'ghs_secret';
const pull = 'https://github.example/acme/board/pull';
const generated = `## What's Changed\n* feat: palette by @ada in ${pull}/1\n* fix: crash by @bob in ${pull}/2\n* feat: b by @bob in ${pull}/4\n* feat: \`a\` closes #9 by @bob in ${pull}/5\n* A way to walk the walrus by @ada in ${pull}/3\n`;
const highlight =
  '---\nversion: "1.0.0"\ntitle: The fast one\nsummary: It is fast.\n---\n\nThe zebra runs.\n';
const lifetimes = new AsyncDisposableStack();
let cwd = '';
let github: FakeGitHub;

beforeAll(async () => {
  cwd = lifetimes.use(await tempFolder()).path;
  github = lifetimes.use(await startGitHub({ token }));
  github.repository('acme/board', {
    releases: [gitHubRelease(1, { author: null, tag_name: 'v1.0.0', body: generated })],
    milestones: [
      gitHubMilestone(1, { title: 'v1.0.0', state: 'closed', closed_at: '2026-02-01T00:00:00Z' }),
      gitHubMilestone(2, {
        ...{ title: 'Faster search', description: 'An index for [search](https://a.example).' },
        ...{ open_issues: 5, closed_issues: 7, due_on: '2027-05-31T07:00:00Z' },
      }),
      gitHubMilestone(3, { title: 'Dark mode', due_on: '2027-07-01T07:00:00Z' }),
    ],
  });
  await writeFile(
    join(cwd, 'sources.yaml'),
    'workspace: { id: acme, name: Acme }\nsources:\n  - github: acme/board\n    roadmap: milestones\n  - markdown: highlights\n    over: acme/board\n',
  );
  await mkdir(join(cwd, 'highlights'));
  await writeFile(join(cwd, 'highlights/1.0.0.md'), highlight);
  await writeFile(join(cwd, 'site.config.ts'), `export default ${JSON.stringify(withoutCards)};\n`);
  const env = { GITHUB_API_URL: github.url, GITHUB_TOKEN: token, SITE_URL: 'https://example.com' };
  const synced = await runHosted('sync', { cwd, env, args: ['--no-assets'] });
  expect(synced).toMatchObject({ code: 0, stdout: expect.stringContaining('3 milestones') });
  expect(await runCommand('build', { cwd, env, args: ['--publish'] })).toMatchObject({ code: 0 });
}, 200_000);
afterAll(() => lifetimes.disposeAsync());

const page = (path: string) => readFile(join(cwd, 'dist', path), 'utf8');

test('cards and pages show progress and target', async () => {
  const views = ['view/list/', 'view/timeline/', 'faster-search/', ''];
  for (const path of views.map((view) => `roadmap/${view}index.html`)) {
    const html = await page(path);
    expect(html, path).toContain('7 of 12 done');
    expect(html, path).toContain('Target: May 2027');
  }
  expect(await page('roadmap/faster-search.md')).toContain(
    'In progress · 7 of 12 done · Target: May 2027',
  );
});

test('a bar draws the progress, and names it no second time', async () => {
  const html = await page('roadmap/faster-search/index.html');
  expect(html).toContain('<progress value="7" max="12" aria-hidden="true">');
  expect(await page('roadmap/dark-mode/index.html')).not.toContain('<progress');
});

test('the timeline shows a milestone in the month of its target', async () => {
  const html = await page('roadmap/view/timeline/index.html');
  expect(html.match(/<line /g)).toHaveLength(2);
  expect(html).not.toContain('class="timeline-rest"');
});

test('in the list, the plan is in the column of dates', async () => {
  await using reader = await openReader(await sharedBrowser(), join(cwd, 'dist'));
  const { page, url } = reader;
  const leftOf = (text: string) =>
    page.getByText(text).evaluate((one) => one.getBoundingClientRect().left);
  await page.goto(`${url}roadmap/view/list/`);
  expect(await leftOf('7 of 12 done')).toBeLessThan(await leftOf('Faster search'));
});

test('changes with links and code have the same distances as others', async () => {
  await using reader = await openReader(await sharedBrowser(), join(cwd, 'dist'));
  const { page, url } = reader;
  await page.goto(`${url}releases/board-1-0-0/`);
  await page.locator('.all-changes > summary').click();
  const gaps = await page
    .locator('#type-added + div li + li')
    .evaluateAll((items) => items.map((item) => getComputedStyle(item).marginBlockStart));
  expect(gaps).toHaveLength(2);
  expect(new Set(gaps).size).toBe(1);
});

test('a milestone with the name of a release is no card, and its address leads to the release', async () => {
  expect(await page('roadmap/index.html')).not.toContain('v1.0.0');
  expect(await page('roadmap/v1-0-0/index.html')).toContain('url=/releases/board-1-0-0/');
  expect(await page('_redirects')).toContain('/roadmap/v1-0-0/ /releases/board-1-0-0/ 301');
});

test('no feed has a target as its time', async () => {
  for (const path of ['roadmap/rss.xml', 'roadmap/atom.xml', 'roadmap/feed.json'])
    expect(await page(path), path).not.toContain('2027-0');
});

test('a text above generated notes opens its release, and all changes are folded below it', async () => {
  const html = await page('releases/board-1-0-0/index.html');
  expect(html).toMatch(/<h1[^>]*>The fast one<\/h1>/);
  const [open = '', folded = ''] = html.split('<details class="fold all-changes">');
  expect(open).toContain('It is fast.');
  expect(open).toContain('The zebra runs.');
  expect(folded).toMatch(/^\s*<summary>All changes<\/summary>/);
  for (const change of ['palette', 'crash', 'walk the walrus']) {
    expect(open.split('<h1')[1]).not.toContain(change);
    expect(folded).toContain(change);
  }
});

test('feeds and Markdown have the text and all changes', async () => {
  for (const path of ['rss.xml', 'atom.xml', 'feed.json', 'releases/board-1-0-0.md']) {
    const text = await page(path);
    const order = ['The zebra runs.', 'All changes', 'palette', 'crash'].map((part) =>
      text.indexOf(part),
    );
    expect(order, path).toEqual(order.toSorted((a, b) => a - b));
    expect(order[0], path).toBeGreaterThan(-1);
  }
});

test('lists show the text alone, and lead to all changes', async () => {
  const html = await page('index.html');
  expect(html).toContain('The zebra runs.');
  expect(html).not.toContain('walk the walrus');
  expect(html).toMatch(/class="read-on"><a[^>]*>All changes: <bdi>The fast one</);
});

test('an issue of the roadmap and the releases that name it are linked both ways', async () => {
  await using folder = await tempFolder();
  await using fake = await startGitHub({ token });
  const page = 'https://github.example/acme/board';
  const html_url = `${page}/releases/tag/v1`;
  const release = (id: number, body: string) => gitHubRelease(id, { author: null, html_url, body });
  fake.repository('acme/board', {
    releases: [
      release(1, 'Closes #1.'),
      release(2, `See [the plan](${page}/issues/1), !2 and 3.`),
      release(3, `* a change by @ada in ${page}/pull/1\n\nMilestone 4, issue 1, ${page}/issues/11`),
      release(4, '## Added\n\n- Dark mode (closes #2)\n'),
    ],
    issues: [gitHubIssue(1, { title: 'Dark mode' }), gitHubIssue(2, { title: 'Search' })],
    milestones: [gitHubMilestone(4)],
  });
  await writeFile(
    join(folder.path, 'sources.yaml'),
    'workspace: { id: acme, name: Acme }\nsources:\n  - github: acme/board\n    roadmap: { issues: roadmap }\n',
  );
  await writeFile(
    join(folder.path, 'site.config.ts'),
    `export default ${JSON.stringify(withoutCards)};\n`,
  );
  const env = { GITHUB_API_URL: fake.url, GITHUB_TOKEN: token, SITE_URL: 'https://example.com' };
  const own = { cwd: folder.path, env };
  expect(await runHosted('sync', { ...own, args: ['--no-assets'] })).toMatchObject({ code: 0 });
  expect(await runCommand('build', { ...own, args: ['--publish'] })).toMatchObject({ code: 0 });
  const linksIn = async (path: string, to: string) => {
    const html = await readFile(join(folder.path, 'dist', path, 'index.html'), 'utf8');
    const main = html.slice(html.indexOf('<main'));
    return [...new Set(main.match(new RegExp(`(?<=href=")/${to}/[^"/]+/(?=")`, 'g')))].sort();
  };
  const releaseLinks = (slug: string) => linksIn(`roadmap/${slug}`, 'releases');
  expect(await releaseLinks('dark-mode')).toEqual([
    ...['/releases/board-1-1-0/', '/releases/board-1-2-0/'],
  ]);
  expect(await releaseLinks('search')).toEqual(['/releases/board-1-4-0/']);
  const roadmapLinks = async (slug: string) =>
    (await linksIn(`releases/${slug}`, 'roadmap')).filter((path) => !path.includes('feed'));
  expect(await roadmapLinks('board-1-1-0')).toEqual(['/roadmap/dark-mode/']);
  expect(await roadmapLinks('board-1-2-0')).toEqual(['/roadmap/dark-mode/']);
  expect(await roadmapLinks('board-1-3-0')).toEqual([]);
  expect(await roadmapLinks('board-1-4-0')).toEqual(['/roadmap/search/']);
  const made = fake.repositories.get('acme/board');
  if (made) made.private = true;
  const refused = await runHosted('sync', own);
  expect(refused).toMatchObject({ code: 3 });
  expect(refused.stderr).toMatch(/write "private: true".*remove the repository from sources\.yaml/);
}, 200_000);
