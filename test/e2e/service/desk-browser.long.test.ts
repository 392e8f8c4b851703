import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { readLook } from '../../../scripts/service/desk.ts';
import { listen } from '../../../src/lib/http/listen.ts';
import { routes } from '../../../src/service/desk/desk.ts';
import type { Look } from '../../../src/service/desk/route.ts';
import { addUser, makeLink } from '../../../src/service/keys/users.ts';
import { signedIn, startDesk } from '../../service/desk/visitor.ts';
import type { Running } from '../../service/start.ts';
import { sharedBrowser } from '../../support/chromium.ts';
import { loadAxe, violationsOn } from '../built-site/axe.ts';

let look: Look;
beforeAll(async () => {
  look = await readLook();
});

/** A page of a browser in which a publisher is signed in. Its errors fail the test. */
async function signedInPage(service: Running, options: { javaScriptEnabled?: boolean } = {}) {
  const context = await (await sharedBrowser()).newContext(options);
  const visitor = await signedIn(service, 'publisher', 'Ada');
  const [name = '', value = ''] = visitor.cookie().split('=');
  await context.addCookies([{ name, value, url: service.url }]);
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(String(error)));
  const close = async () => {
    await context.close();
    expect(errors).toEqual([]);
  };
  return { page, [Symbol.asyncDispose]: close };
}

const pages = [
  ...routes.flatMap(({ method, path }) => (method === 'GET' && !/[:*]/.test(path) ? path : [])),
  ...['draft', 'timed', 'oldest'].map((id) => `/releases/${id}`),
];

// The other rules of axe check the document, which is the same in both themes.
const looks = ['color-contrast', 'link-in-text-block'];

test('on any page, axe finds nothing in either theme, and a window of 390, 768 or 1440 px is wide enough', async () => {
  await using service = await startDesk({ desk: { look } });
  await using visit = await signedInPage(service);
  const { page } = visit;
  const now = service.clock.now();
  const other = await addUser(service.db, { name: 'Bob', role: 'writer' }, now);
  const link = `/sign-in/${await makeLink(service.db, other, now)}`;
  for (const path of [...pages, link]) {
    await page.goto(`${service.url}/desk${path}`);
    await loadAxe(page);
    for (const [colorScheme, options] of [
      ['light', {}],
      ['dark', { runOnly: looks }],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      const found = await violationsOn(page, options);
      expect(found.map(({ id, nodes }) => [path, colorScheme, id, nodes[0]?.html])).toEqual([]);
    }
    for (const width of [390, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await overflowOf(page), `${path}, ${width} px`).toBe(0);
    }
  }
});

function overflowOf(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - innerWidth));
}

test.each([true, false])(
  'a key is made and revoked by keyboard alone (JavaScript: %s)',
  async (javaScriptEnabled) => {
    await using service = await startDesk({ desk: { look } });
    await using visit = await signedInPage(service, { javaScriptEnabled });
    const { page } = visit;
    await page.goto(`${service.url}/desk/keys`);
    await page.getByLabel('Name').focus();
    await page.keyboard.type('CI');
    await page.keyboard.press('Enter');
    await page.getByText(/^wm_[0-9a-f]{64}$/).waitFor();
    await page.goto(`${service.url}/desk/keys`);
    await page.getByText('Revoke CI', { exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('cell', { name: 'revoked' }).waitFor();
  },
);

test('the first page is under 60 kB compressed, with its style sheet, script and fonts', async () => {
  await using service = await startDesk({ desk: { look } });
  await using visit = await signedInPage(service);
  const sizes: number[] = [];
  const context = visit.page.context();
  const fresh = await context.newPage();
  const client = await context.newCDPSession(fresh);
  await client.send('Network.enable');
  await client.send('Network.setCacheDisabled', { cacheDisabled: true });
  client.on('Network.loadingFinished', ({ encodedDataLength }) => sizes.push(encodedDataLength));
  await fresh.goto(`${service.url}/desk/`, { waitUntil: 'networkidle' });
  const total = sizes.reduce((sum, size) => sum + size, 0);
  expect(sizes.length).toBeGreaterThan(3);
  expect(total).toBeLessThan(60_000);
});

test('what is typed survives a closed tab and a killed service, until it is saved', async () => {
  await using service = await startDesk({ desk: { look } });
  await using visit = await signedInPage(service);
  const context = visit.page.context();
  const open = async (path = '/desk/') => {
    const page = await context.newPage();
    await page.goto(service.url + path);
    return page;
  };
  const first = await open('/desk/new');
  await first.getByLabel('Title', { exact: true }).fill('Typed');
  await first.getByLabel('Safety').check();
  await first.getByLabel('New changes: Fixed').fill('- one\n- two');
  await first.getByRole('button', { name: 'Add', exact: true }).click();
  await first.getByLabel('Text of change 2').fill('two, changed');
  await first.getByLabel('Attachments', { exact: true }).fill('https://example.com/plan Plan');
  await first.close();
  const list = await open();
  await list.getByText('“Typed” was typed earlier in this browser').waitFor();
  await list.getByRole('button', { name: 'Show it' }).click();
  await list.getByText('This was typed earlier. It is not saved yet.').waitFor();
  expect(await list.getByLabel('Title', { exact: true }).inputValue()).toBe('Typed');
  await list.close();
  const second = await open();
  await second.getByText('“Typed” was typed earlier in this browser').waitFor();
  await second.getByRole('button', { name: 'Show it' }).click();
  await second.getByLabel('Text of change 2').waitFor();
  expect(await second.getByLabel('Title', { exact: true }).inputValue()).toBe('Typed');
  expect(await second.getByLabel('Safety').isChecked()).toBe(true);
  const texts = () =>
    second
      .locator('[name=change_text]')
      .evaluateAll((all) => all.map((one) => (one as HTMLTextAreaElement).value));
  expect(await texts()).toEqual(['one', 'two, changed']);
  await second.getByRole('button', { name: 'Save' }).first().click();
  await second.getByText('Saved.').waitFor();
  expect(await texts()).toEqual(['one', 'two, changed']);
  const third = await open();
  expect(await third.getByText('was typed earlier').count()).toBe(0);
});

test('new releases of two tabs are kept apart, and both come back after the tabs are closed', async () => {
  await using service = await startDesk({ desk: { look } });
  await using visit = await signedInPage(service);
  const context = visit.page.context();
  const open = async (path = '/desk/') => {
    const page = await context.newPage();
    await page.goto(service.url + path);
    return { page, title: page.getByLabel('Title', { exact: true }) };
  };
  const [first, second] = [await open('/desk/new'), await open('/desk/new')];
  await first.title.fill('First');
  await second.title.fill('Second');
  for (const { page } of [first, second]) await page.close();
  for (const text of ['First', 'Second']) {
    const { page, title } = await open();
    const offer = page.locator('form.notice', { hasText: `“${text}” was typed earlier` });
    await offer.getByRole('button', { name: 'Show it' }).click();
    await expect.poll(() => title.inputValue()).toBe(text);
    await page.getByRole('button', { name: 'Save' }).first().click();
    await page.getByText('Saved.').waitFor();
  }
  const { page } = await open();
  expect(await page.getByText('was typed earlier').count()).toBe(0);
});

test('what was typed can be discarded, and typed text of another release is not offered', async () => {
  await using service = await startDesk({ desk: { look } });
  await using visit = await signedInPage(service);
  const { page } = visit;
  const offer = page.getByText('was typed earlier');
  await page.goto(`${service.url}/desk/releases/draft`);
  await page.getByLabel('Title', { exact: true }).fill('Typed');
  for (const path of ['/desk/new', '/desk/releases/timed']) {
    await page.goto(`${service.url}${path}`);
    expect(await offer.count()).toBe(0);
  }
  await page.goto(`${service.url}/desk/releases/draft`);
  await page.getByRole('button', { name: 'Discard it' }).click();
  await page.reload();
  expect(await offer.count()).toBe(0);
});

test.each([true, false])(
  'a release is written, scheduled and published by keyboard alone (JavaScript: %s)',
  async (javaScriptEnabled) => {
    await using service = await startDesk({ desk: { look } });
    await using visit = await signedInPage(service, { javaScriptEnabled });
    const { page } = visit;
    const press = async (name: string, exact = true) => {
      // While a page loads, it may move the focus.
      await page.waitForLoadState();
      await page.getByRole('button', { name, exact }).first().press('Enter');
    };
    await page.goto(`${service.url}/desk/new`);
    await page.getByLabel('Title', { exact: true }).focus();
    await page.keyboard.type('By keyboard');
    await page.getByLabel('Text', { exact: true }).focus();
    await page.keyboard.type('Some *text*.');
    await page.getByLabel('New changes: Fixed').focus();
    await page.keyboard.type('one\ntwo\nthree');
    await press('Add');
    await page.getByLabel('Text of change 3').waitFor();
    await press('Up change 3');
    await page.locator('[name=change_text] >> nth=1').and(page.getByText('three')).waitFor();
    await press('Save and publish now');
    await page.getByText(/^Published, 2026/).waitFor();
    const rows = service.db.selectFrom('release').select(['status', 'body', 'changes', 'channels']);
    const row = await rows.where('title', '=', 'By keyboard').executeTakeFirst();
    expect(row).toMatchObject({
      status: 'RELEASED',
      channels: '["news"]',
      body: '<p>Some <em>text</em>.</p>',
    });
    expect(row?.changes).toMatch(/one.*three.*two/);
  },
);

test('a preview cannot reach the desk, and runs no scripts', async () => {
  const requests: string[] = [];
  const fetch = (request: Request) => {
    requests.push(request.url);
    return new Response('');
  };
  await using elsewhere = await listen({ port: 0, fetch });
  const page = `<h1>Previewed</h1><script>parent.document.title = 'reached'; alert(1)</script><img src="${elsewhere.url}/x.png">`;
  const render = async () => ({ page, list: page, feed: page });
  const site = {
    renderMarkdown: (html: string) => ({ html }),
    channels: async () => ({ channels: [] }),
    isFormerSlug: async (slug: string) => slug === 'was-used',
    steps: async () => [],
    preview: render,
    isPreviewOfSite: true,
  };
  await using service = await startDesk({ desk: { look, site } });
  await using visit = await signedInPage(service);
  const tab = await visit.page.context().newPage();
  tab.on('dialog', () => requests.push('dialog'));
  await tab.goto(`${service.url}/desk/releases/draft/preview`, { waitUntil: 'load' });
  await tab.frameLocator('iframe >> nth=0').getByRole('heading', { name: 'Previewed' }).waitFor();
  expect(await tab.title()).toMatch(/^Preview of/);
  expect(requests).toEqual([]);
  await tab.goto(`${service.url}/desk/releases/draft/preview/page`);
  expect(await tab.evaluate(() => globalThis.origin)).toBe('null');
});
