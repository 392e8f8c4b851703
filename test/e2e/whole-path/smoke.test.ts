import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkXml } from '../../site/feeds/validators.ts';
import { launchBrowser } from '../../support/chromium.ts';
import { runCommand } from '../../support/command.ts';
import { type Live, startLive } from './live.ts';

// The only end-to-end test that `npm test` runs: the whole path once.

let live: Live;
beforeAll(async () => {
  live = await startLive(1);
});
afterAll(() => live?.[Symbol.asyncDispose]());

test('a changelog is synced, built, read, searched and subscribed to, and shows a new release', async () => {
  const { folder: cwd, env, site } = live;
  expect(await runCommand('sync', { cwd, env })).toMatchObject({ code: 0 });
  const built = await runCommand('build', { cwd, env, args: ['--publish'] });
  expect(built).toMatchObject({ code: 0 });
  const browser = await launchBrowser();
  await using _browser = { [Symbol.asyncDispose]: () => browser.close() };
  const page = await browser.newPage();
  const troubles: string[] = [];
  page.on('console', (message) => troubles.push(message.text()));
  page.on('pageerror', (error) => troubles.push(error.message));
  const titles = async () => {
    await page.goto(site);
    return page.locator('article h2 a').allTextContents();
  };

  expect(await titles()).toEqual(['Title of r-0']);
  await page.getByRole('link', { name: 'Title of r-0' }).click();
  await page.getByRole('heading', { level: 1, name: 'Title of r-0' }).waitFor();
  await page.getByText('Body of r-0').waitFor();

  await page.goto(`${site}search/`);
  await page.getByRole('searchbox').fill('body');
  await page.getByRole('link', { name: 'Title of r-0' }).waitFor();

  await page.goto(`${site}subscribe/`);
  const feed = await page
    .getByRole('link', { name: 'RSS', exact: true })
    .first()
    .getAttribute('href');
  const { pathname } = new URL(feed ?? '', site);
  const rss = await (await fetch(new URL(pathname, site))).text();
  checkXml(rss, 'rss');
  expect(rss).toContain('Title of r-0');

  await using receiver = await live.startReceiver();
  await receiver.until({ running: false, lastSuccess: {} });
  await live.publish('r-1');
  await expect.poll(titles, { timeout: 200_000 }).toEqual(['Title of r-1', 'Title of r-0']);
  await receiver.until({ queue: { count: 0 }, lastEvent: { type: 'release.published' } });
  expect(troubles).toEqual([]);
}, 300_000);
