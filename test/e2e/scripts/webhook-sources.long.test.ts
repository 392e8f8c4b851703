import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sharedBrowser } from '../../support/chromium.ts';
import { startCommand } from '../../support/command.ts';
import { startForgejo } from '../../support/fake-forgejo.ts';
import { startGitHub } from '../../support/fake-github.ts';
import { forgejoRelease, gitHubRelease } from '../../support/forge-rows.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { withoutCards } from '../whole-path/written-site.ts';
import { expectNoSecret, secrets, startWebhook } from './webhook-process.ts';

const { WEBHOOK_SECRET, WEBHOOK_TOKEN } = secrets;
const token = 'ghs_5ecret';

test('a receiver without an API publishes edits of every other kind of source', async () => {
  await using github = await startGitHub({ token });
  const { releases } = github.repository('acme/board', {
    releases: [gitHubRelease(1, { author: null })],
  });
  await using forgejo = await startForgejo({ token });
  const forge = forgejo.repository('acme/forge', {
    private: true,
    releases: [forgejoRelease(1, { author: null })],
  });
  await using folder = await tempFolder();
  const file = (name: string) => join(folder.path, name);
  const dated = (version: string) => `## ${version} - 2026-01-01\n\n- One\n\n`;
  const release = (version: string) => `---\nversion: "${version}"\nreleased_at: 2026-01-01\n---\n`;
  const dataSet = (...ids: string[]) => {
    const row = { title: 'A release', status: 'RELEASED', is_public: true };
    const rows = ids.map((id) => ({ ...row, id, slug: id, released_at: '2026-01-01T00:00:00Z' }));
    return JSON.stringify({ releases: rows });
  };
  await mkdir(file('releases'));
  await writeFile(
    file('own.yaml'),
    `workspace: { id: acme, name: Acme }
sources:
  - github: acme/board
  - forgejo: ${forgejo.url}/acme/forge
    token: FORGEJO_TOKEN_OTHER
    private: true
  - changelog: CHANGELOG.md
    project: Log
  - markdown: releases
    project: Notes
  - dataset: past.json
    project: Past
`,
  );
  await writeFile(file('CHANGELOG.md'), dated('1.0.0'));
  await writeFile(file('releases/1.md'), release('1.0.0'));
  await writeFile(file('past.json'), dataSet('past-one'));
  await writeFile(file('site.config.ts'), `export default ${JSON.stringify(withoutCards)};\n`);
  const env = {
    ...{ WEBHOOK_SECRET, WEBHOOK_TOKEN, WEBHOOK_PORT: '0' },
    ...{ SITE_URL: 'https://acme.example', SOURCES: 'own.yaml', ASSETS: 'off' },
    ...{ GITHUB_API_URL: github.url, GITHUB_TOKEN: token, FORGEJO_TOKEN_OTHER: token },
  };
  await using it = await startWebhook({ folder: folder.path, env });
  await it.until({ running: false, lastSuccess: { kind: 'live' } });
  const isLive = async (slug: string) =>
    (await readFile(file(`dist/releases/${slug}/index.html`), 'utf8').catch(() => '')) !== '';

  await using served = startCommand('serve', { cwd: folder.path, args: ['--port', '0'] });
  const [, site = ''] = await served.printed(/(http:\/\/127\.0\.0\.1:\d+\/)/);
  const browser = await sharedBrowser();
  await using reader = await browser.newContext();
  const page = await reader.newPage();
  const edits: [slug: string, edit: () => unknown][] = [
    ['log-1-1-0', () => writeFile(file('CHANGELOG.md'), dated('1.1.0') + dated('1.0.0'))],
    ['notes-1-1-0', () => writeFile(file('releases/2.md'), release('1.1.0'))],
    ['past-two', () => writeFile(file('past.json'), dataSet('past-one', 'past-two'))],
    ['forge-1-2-0', () => forge.releases.push(forgejoRelease(2, { author: null }))],
    ['board-1-2-0', () => releases.push(gitHubRelease(2, { tag_name: 'v1.2.0', author: null }))],
  ];
  for (const [slug, edit] of edits) {
    expect(await isLive(slug)).toBe(false);
    await edit();
  }
  expect(await it.deliver('msg-edits', 'unknown')).toBe(202);
  await it.until({ running: false, queue: { count: 0 }, lastEvent: { id: 'msg-edits' } });
  for (const [slug] of edits) {
    expect(await isLive(slug), slug).toBe(true);
    await page.goto(`${site}releases/${slug}/`);
    expect(await page.locator('h1').textContent()).not.toBe('');
  }
  await page.goto(site);
  for (const [slug] of edits)
    expect(await page.locator(`a[href="/releases/${slug}/"]`).count()).toBeGreaterThan(0);
  it.process.kill('SIGTERM');
  const { code, stdout, stderr } = await it.finished;
  expect(code).toBe(0);
  expectNoSecret(stdout + stderr, { WEBHOOK_SECRET, WEBHOOK_TOKEN, token });
}, 200_000);
