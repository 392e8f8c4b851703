import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sharedBrowser } from '../../support/chromium.ts';
import { startGitHub } from '../../support/fake-github.ts';
import { gitHubRelease } from '../../support/forge-rows.ts';
import { gitHubDelivery, payloads, webhookSecret } from '../../support/github-webhooks.ts';
import { withoutCards } from '../whole-path/written-site.ts';
import { startProject } from './project.ts';

const token = 'ghs_secret';
const statusToken = 'b7f1d3c09a5e4826b1f7d3c09a5e4826';

test('a release on GitHub is live in a reader’s browser within five seconds', async () => {
  await using project = await startProject();
  await using github = await startGitHub({ token });
  const release = (id: number, over = {}) => gitHubRelease(id, { author: null, ...over });
  const { releases } = github.repository('acme/board', {
    releases: Array.from({ length: 300 }, (_, n) => release(n + 1)),
  });
  await writeFile(
    join(project.path, 'sources.yaml'),
    'workspace: { id: acme, name: Acme }\nsources:\n  - github: acme/board\n',
  );
  const config = `export default ${JSON.stringify(withoutCards)};\n`;
  await writeFile(join(project.path, 'site.config.ts'), config);
  const env = {
    ...{ GITHUB_API_URL: github.url, GITHUB_TOKEN: token, SITE_URL: 'https://acme.example' },
    ...{ WEBHOOK_GITHUB_SECRET: webhookSecret, WEBHOOK_TOKEN: statusToken, WEBHOOK_PORT: '0' },
    ASSETS: 'off',
  };
  await using receiver = await project.serving(['webhook'], env);
  const status = async () => {
    const headers = { authorization: `Bearer ${statusToken}` };
    return (await fetch(`${receiver.url}/status`, { headers })).json();
  };
  const deliver = async (...sent: Parameters<typeof gitHubDelivery>) =>
    (await fetch(`${receiver.url}/webhooks/github`, gitHubDelivery(...sent))).status;
  const patiently = { interval: 50, timeout: 120_000 };
  await expect.poll(status, patiently).toMatchObject({ lastSuccess: { kind: 'live' } });
  await using site = await project.serving(['serve', '--port', '0']);
  const browser = await sharedBrowser();
  await using reader = await browser.newContext();
  const page = await reader.newPage();
  await page.goto(site.url);

  expect(await deliver('ping', payloads.ping(), { isForm: true })).toBe(200);
  releases.push(release(301, { draft: true }));
  for (const action of ['created', 'edited', 'deleted'])
    expect(await deliver('release', payloads.release(action, { id: 301, draft: true }))).toBe(200);
  const before = github.asked.length;
  expect(await status()).toMatchObject({ running: false, queue: { count: 0 } });

  for (const id of [301, 302]) {
    if (id === 301) Object.assign(releases.at(-1) ?? {}, { draft: false });
    else releases.push(release(id));
    const since = performance.now();
    expect(await deliver('release', payloads.release('published', { id }), { isForm: true })).toBe(
      202,
    );
    const isThere = async () => {
      await page.reload();
      return page.getByRole('heading', { name: `Release ${id}` }).count();
    };
    await expect.poll(isThere, { ...patiently, interval: 100 }).toBe(1);
    expect(performance.now() - since).toBeLessThan(5_000);
    await expect.poll(status, patiently).toMatchObject({ running: false, queue: { count: 0 } });
  }
  // Each event makes one run: the repository and four pages.
  expect(github.asked.length - before).toBeLessThanOrEqual(2 * 5);
  for (const secret of [token, webhookSecret, statusToken])
    expect(receiver.printed()).not.toContain(secret);
}, 300_000);
