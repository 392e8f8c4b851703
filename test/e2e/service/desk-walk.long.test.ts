import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Preview } from '../../../src/model/preview.ts';
import { addHook } from '../../../src/service/events/hooks.ts';
import { addUser, makeLink } from '../../../src/service/keys/users.ts';
import { sample } from '../../service/sample.ts';
import type { Running } from '../../service/start.ts';
import { sharedBrowser } from '../../support/chromium.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { startWebhook } from '../scripts/webhook-process.ts';
import { startSite } from './desk-site.ts';

const hour = 3600_000;
const frames: Record<keyof Preview, string> = {
  page: 'Its page',
  list: 'Its entry in the list',
  feed: 'Its item in feeds',
};

type All = Awaited<ReturnType<typeof startAll>>;

/** The site of a service, with its receiver. The service's clock is three hours late. */
async function startAll() {
  const lifetimes = new AsyncDisposableStack();
  const clock = manualClock(new Date(Date.now() - 3 * hour).toISOString());
  const site = lifetimes.use(await startSite({ ...sample(), releases: [] }, [], clock));
  const { service, run, folder, env } = site;
  // The first run of announcements only takes note of the releases.
  await run('sync', 'build', 'announce');
  const url = 'http://127.0.0.1:1/webhooks/release';
  const hook = await addHook(service.db, { url, events: ['release.published'] }, clock.now());
  const secrets = { WEBHOOK_SECRET: hook.secret, WEBHOOK_PORT: '0' };
  const receiver = lifetimes.use(await startWebhook({ folder, env: { ...env, ...secrets } }));
  await service.db
    .updateTable('hook')
    .set({ url: `${receiver.url}/webhooks/release` })
    .execute();
  return { ...site, clock, [Symbol.asyncDispose]: () => lifetimes.disposeAsync() };
}

test('strangers with and without JavaScript sign in, make a key, write, preview and schedule a release, which gets live and into both channels', async () => {
  await using all = await startAll();
  const { service, clock, chats } = all;
  await using tabs = new AsyncDisposableStack();
  const scheduled: { page: Page; title: string }[] = [];
  for (const [name, title, javaScriptEnabled] of [
    ['Ada', 'Dark mode', true],
    ['Bob', 'Light mode', false],
  ] as const) {
    const context = await (await sharedBrowser()).newContext({ javaScriptEnabled });
    tabs.defer(() => context.close());
    const page = await context.newPage();
    await signInWithKey(page, service, { name, now: clock.now() });
    await scheduleRelease(page, title);
    scheduled.push({ page, title });
  }
  expect(chats.messages).toEqual([]);

  clock.advance(Date.now() - clock.now().getTime());
  await Promise.all(scheduled.map(({ page, title }) => expectLive(page, title, all)));
  expect(chats.messages).toHaveLength(4);
  expect(chats.refused).toEqual([]);
}, 240_000);

const press = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).first().click();

/** Signs in a new user, who then makes a key that the API accepts. */
async function signInWithKey(page: Page, service: Running, { name, now }: SignedIn): Promise<void> {
  const user = await addUser(service.db, { name, role: 'publisher' }, now);
  await page.goto(`${service.url}/desk/sign-in/${await makeLink(service.db, user, now)}`);
  await press(page, 'Sign in');
  await page.getByRole('link', { name: 'Keys' }).click();
  await page.getByLabel('Name').fill(`CI of ${name}`);
  await press(page, 'Create a key');
  const key = await page.getByText(/^wm_[0-9a-f]{64}$/).textContent();
  const headers = { authorization: `Bearer ${key}` };
  expect((await service.call('/v1/releases', { headers })).status).toBe(200);
}

interface SignedIn {
  name: string;
  now: Date;
}

/** Writes a release, previews it, and schedules it for a time that the service reaches later. */
async function scheduleRelease(page: Page, title: string): Promise<void> {
  await page.getByRole('link', { name: 'Releases' }).click();
  await page.getByRole('link', { name: 'Write a release' }).click();
  await page.getByLabel('Title', { exact: true }).fill(title);
  await page.getByLabel('Summary').fill('Easier on the eyes.');
  await page.getByLabel('Text', { exact: true }).fill('It follows the *system*.');
  await page.getByLabel('New changes: Fixed').fill('- One\n- Two\n- Three');
  const picture = page.getByLabel('Upload a picture or video for the top');
  await picture.setInputFiles('scripts/sample/files/mira-okafor.png');
  await press(page, 'Save and preview');
  for (const name of Object.values(frames))
    await page.frameLocator(`iframe[title="${name}"]`).getByText(title).first().waitFor();
  await page.frameLocator('iframe >> nth=0').getByText('Three').waitFor();

  await page.getByRole('link', { name: 'Back to the form' }).click();
  for (const name of ['slack ANNOUNCE_SLACK', 'discord ANNOUNCE_DISCORD'])
    await page.getByLabel(name).check();
  const at = new Date(Date.now() - hour).toISOString().slice(0, 16);
  await page.getByLabel('Or at a time').fill(at);
  await page.getByLabel('In the time zone').selectOption('UTC');
  await press(page, 'Save and schedule');
  await page.getByText(`Scheduled, ${at.replace('T', ' ')} UTC`).waitFor();
}

/** Waits until the desk shows that a release is announced, and looks at what readers see. */
async function expectLive(page: Page, title: string, { chats, url }: All): Promise<void> {
  await expect
    .poll(
      async () => {
        await page.reload();
        const rows = await page.getByRole('row').allInnerTexts();
        return rows.filter((row) => /\bdone\b/.test(row)).length;
      },
      { timeout: 60_000, interval: 500 },
    )
    .toBe(6);
  const messages = chats.messages.filter((message) => message.body.includes(title));
  expect(messages.map(({ side }) => side).sort()).toEqual(['discord', 'slack']);
  await page.goto(`${url}/releases/${title.toLowerCase().replace(' ', '-')}/`);
  await page.getByText('It follows the system.').waitFor();
  for (const text of ['One', 'Two', 'Three'])
    expect(await page.getByText(text, { exact: true }).count()).toBe(1);
  expect(await page.locator('article img').count()).toBeGreaterThan(0);
}
