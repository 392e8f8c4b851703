import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sharedBrowser } from '../../support/chromium.ts';
import { startForgejo } from '../../support/fake-forgejo.ts';
import { startGitHub } from '../../support/fake-github.ts';
import { forgejoRelease, gitHubRelease } from '../../support/forge-rows.ts';
import { forgejoDelivery, forgejoPayloads } from '../../support/forgejo-webhooks.ts';
import {
  gitHubDelivery,
  payloads,
  type Sent,
  webhookSecret,
} from '../../support/github-webhooks.ts';
import { withoutCards } from '../whole-path/written-site.ts';
import { startProject } from './project.ts';

const token = 'ghs_secret';
const statusToken = 'b7f1d3c09a5e4826b1f7d3c09a5e4826';

const forges = [
  {
    name: 'github',
    start: startGitHub,
    make: gitHubRelease,
    deliver: gitHubDelivery,
    release: (action: string, over: object, _url: string) => payloads.release(action, { ...over }),
    other: ['ping', payloads.ping()] as const,
  },
  {
    name: 'forgejo',
    start: startForgejo,
    make: forgejoRelease,
    deliver: forgejoDelivery,
    release: (action: string, over: object, instance: string) =>
      forgejoPayloads.release(action, { ...over }, { instance }),
    other: ['push', forgejoPayloads.push({ modified: ['README.md'] })] as const,
  },
];

test.each(forges)(
  'a release on $name reaches a reader’s browser through its webhook',
  async ({ name, start, make, deliver: send, release: payload, other }) => {
    await using project = await startProject();
    await using fake = await start({ token });
    const release = (id: number, over = {}) => make(id, { author: null, ...over });
    const { releases } = fake.repository('acme/board', {
      // More than a page of each forge's list.
      releases: Array.from({ length: 110 }, (_, n) => release(n + 1)),
    });
    const source = name === 'github' ? 'acme/board' : `${fake.url}/acme/board`;
    await writeFile(
      join(project.path, 'sources.yaml'),
      `workspace: { id: acme, name: Acme }\nsources:\n  - ${name}: ${source}\n`,
    );
    const config = `export default ${JSON.stringify(withoutCards)};\n`;
    await writeFile(join(project.path, 'site.config.ts'), config);
    const env = {
      ...{ GITHUB_API_URL: fake.url, GITHUB_TOKEN: token, FORGEJO_TOKEN: token },
      SITE_URL: 'https://acme.example',
      [`WEBHOOK_${name.toUpperCase()}_SECRET`]: webhookSecret,
      ...{ WEBHOOK_TOKEN: statusToken, WEBHOOK_PORT: '0' },
      ASSETS: 'off',
    };
    await using receiver = await project.serving(['webhook'], env);
    const status = async () => {
      const headers = { authorization: `Bearer ${statusToken}` };
      return (await fetch(`${receiver.url}/status`, { headers })).json();
    };
    const deliver = async (event: string, body: object, over: Sent = {}) =>
      (await fetch(`${receiver.url}/webhooks/${name}`, send(event, body, over))).status;
    const patiently = { interval: 50, timeout: 120_000 };
    await expect.poll(status, patiently).toMatchObject({ lastSuccess: { kind: 'live' } });
    await using site = await project.serving(['serve', '--port', '0']);
    const browser = await sharedBrowser();
    await using reader = await browser.newContext();
    const page = await reader.newPage();
    await page.goto(site.url);

    const [event, body] = other;
    expect(await deliver(event, body, { isForm: true })).toBe(200);
    releases.push(release(111, { draft: true }));
    for (const action of ['created', 'edited', 'deleted'])
      expect(await deliver('release', payload(action, { id: 111, draft: true }, fake.url))).toBe(
        200,
      );
    const before = fake.asked.length;
    expect(await status()).toMatchObject({ running: false, queue: { count: 0 } });

    for (const id of [111, 112]) {
      if (id === 111) Object.assign(releases.at(-1) ?? {}, { draft: false });
      else releases.push(release(id));
      expect(
        await deliver('release', payload('published', { id }, fake.url), { isForm: true }),
      ).toBe(202);
      await expect.poll(status, patiently).toMatchObject({ running: false, queue: { count: 0 } });
      await page.reload();
      expect(await page.getByRole('heading', { name: `Release ${id}` }).count()).toBe(1);
    }
    // Each event makes one run: the repository and all pages.
    expect(fake.asked.length - before).toBeLessThanOrEqual(2 * (name === 'github' ? 3 : 4));
    for (const secret of [token, webhookSecret, statusToken])
      expect(receiver.printed()).not.toContain(secret);
  },
  600_000,
);
