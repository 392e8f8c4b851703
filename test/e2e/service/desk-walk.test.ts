import { expect, test } from 'vitest';
import type { Preview } from '../../../src/model/preview.ts';
import { addUser, makeLink } from '../../../src/service/desk/users.ts';
import { addHook } from '../../../src/service/events/hooks.ts';
import { sample } from '../../service/sample.ts';
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

test.each([true, false])(
  'a stranger signs in, makes a key, writes, previews and schedules a release, which gets live and into both channels (JavaScript: %s)',
  async (javaScriptEnabled) => {
    await using all = await startAll();
    const { service, clock, chats, url } = all;
    const context = await (await sharedBrowser()).newContext({ javaScriptEnabled });
    await using _context = { [Symbol.asyncDispose]: () => context.close() };
    const page = await context.newPage();
    const press = (name: string) => page.getByRole('button', { name, exact: true }).first().click();

    const user = await addUser(service.db, { name: 'Ada', role: 'publisher' }, clock.now());
    await page.goto(`${service.url}/desk/sign-in/${await makeLink(service.db, user, clock.now())}`);
    await press('Sign in');
    await page.getByRole('link', { name: 'Keys' }).click();
    await page.getByLabel('Name').fill('CI');
    await press('Create a key');
    const key = await page.getByText(/^wm_[0-9a-f]{64}$/).textContent();
    const headers = { authorization: `Bearer ${key}` };
    expect((await service.call('/v1/releases', { headers })).status).toBe(200);

    await page.getByRole('link', { name: 'Releases' }).click();
    await page.getByRole('link', { name: 'Write a release' }).click();
    await page.getByLabel('Title', { exact: true }).fill('Dark mode');
    await page.getByLabel('Summary').fill('Easier on the eyes.');
    await page.getByLabel('Text', { exact: true }).fill('It follows the *system*.');
    await page.getByLabel('New changes: Fixed').fill('- One\n- Two\n- Three');
    const picture = page.getByLabel('Upload a picture or video for the top');
    await picture.setInputFiles('scripts/sample/files/mira-okafor.png');
    await press('Save and preview');
    for (const name of Object.values(frames))
      await page.frameLocator(`iframe[title="${name}"]`).getByText('Dark mode').first().waitFor();
    await page.frameLocator('iframe >> nth=0').getByText('Three').waitFor();

    await page.getByRole('link', { name: 'Back to the form' }).click();
    for (const name of ['slack ANNOUNCE_SLACK', 'discord ANNOUNCE_DISCORD'])
      await page.getByLabel(name).check();
    const at = new Date(Date.now() - hour).toISOString().slice(0, 16);
    await page.getByLabel('Or at a time').fill(at);
    await page.getByLabel('In the time zone').selectOption('UTC');
    await press('Save and schedule');
    await page.getByText(`Scheduled, ${at.replace('T', ' ')} UTC`).waitFor();
    expect(chats.messages).toEqual([]);

    clock.advance(Date.now() - clock.now().getTime());
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
    expect(chats.messages.map(({ side }) => side).sort()).toEqual(['discord', 'slack']);
    expect(chats.refused).toEqual([]);
    await page.goto(`${url}/releases/dark-mode/`);
    await page.getByText('It follows the system.').waitFor();
    for (const text of ['One', 'Two', 'Three'])
      expect(await page.getByText(text, { exact: true }).count()).toBe(1);
    expect(await page.locator('article img').count()).toBeGreaterThan(0);
  },
);
