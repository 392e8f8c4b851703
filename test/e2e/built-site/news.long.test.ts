import { gzipSync } from 'node:zlib';
import { Hono } from 'hono';
import type { Browser, Page, Route } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { listen } from '../../../src/lib/http/listen.ts';
import { createSiteServer } from '../../../src/publish/serve/site-server.ts';
import { sharedBrowser } from '../../support/chromium.ts';
import { loadAxe, violationsOn } from './axe.ts';
import { builtSite } from './build.ts';

// Tests the element `<waymark-news>` on a page of another origin with a strict Content Security
// Policy.

let [browser, folder, page]: [Browser, string, Page] = [] as never;
/** Policy violations and errors on the page. */
const violations: string[] = [];

beforeAll(async () => {
  [browser, folder] = await Promise.all([sharedBrowser(), builtSite('english', {})]);
  // All tests use one page, because opening one takes longer than a test.
  const context = await browser.newContext();
  context.setDefaultTimeout(10_000);
  page = await context.newPage();
  // The next host may get the port of an earlier one.
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  page.on('console', (message) => {
    if (/Content Security Policy|violates/i.test(message.text())) violations.push(message.text());
  });
  page.on('pageerror', (error) => violations.push(String(error)));
  await page.exposeFunction('tellViolation', (text: string) => violations.push(text));
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      Object(globalThis).tellViolation(`${violatedDirective} ${blockedURI}`),
    );
  });
  return () => context.close();
});

const words = { title: 'What’s new', unread: { one: '# unread', other: '# unread' } };
const release = (day: number, over = {}) => ({
  title: `Day ${day} <b>&amp;`,
  url: `https://example.com/releases/day-${day}/`,
  version: `1.${day}.0`,
  project: 'Web',
  labels: ['speed'],
  types: ['new'],
  released_at: `2026-01-0${day}T00:00:00.000Z`,
  ...over,
});
const news = (releases: unknown[]) => ({
  url: 'https://example.com/',
  language: 'en',
  direction: 'ltr',
  older: false,
  releases,
  words: { ...words, isNew: 'New', nothing: 'Nothing yet', all: 'All releases' },
});

interface Host extends AsyncDisposable {
  page: Page;
  /** Sets the response of the changelog to all further requests for news. */
  answer: (response: () => Response | Promise<Response>) => void;
  /** Paths that were requested from the changelog. */
  asked: string[];
  violations: string[];
  /** @param more additional directives of the page's Content Security Policy */
  open(element?: string, more?: string): Promise<void>;
}

/**
 * Serves a built changelog with replaceable news, and a page of another origin that embeds the
 * element as documented.
 */
async function startHost(): Promise<Host> {
  const lifetimes = new AsyncDisposableStack();
  const site = createSiteServer({ folder, basePath: '/' });
  let respond: () => Response | Promise<Response> = () =>
    shared(Response.json(news([release(2), release(1)])));
  const asked: string[] = [];
  const changelog = new Hono()
    .get('/news.json', () => respond())
    .get('/projects/web/news.json', () => shared(Response.json(news([release(3)]))))
    .get('*', ({ req }) => site.fetch(req.raw));
  const api = lifetimes.use(
    await listen({
      port: 0,
      fetch: (request) => {
        asked.push(new URL(request.url).pathname);
        return changelog.fetch(request);
      },
    }),
  );
  const origin = new URL(api.url).origin;
  let [element, more] = ['', ''];
  const host = lifetimes.use(
    await listen({
      port: 0,
      fetch: () =>
        new Response(
          `<!doctype html><html lang="en"><title>App</title><main><h1>App</h1>${element}</main><script type="module" src="${origin}/widget/v1.js"></script>`,
          {
            headers: {
              'content-type': 'text/html',
              'content-security-policy': `default-src 'none'; script-src ${origin}; connect-src ${origin}${more}`,
            },
          },
        ),
    }),
  );
  lifetimes.defer(async () => {
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.evaluate(() => localStorage.clear()).catch(() => {});
    await page.goto('about:blank');
    violations.length = 0;
  });
  const link = `<a href="${origin}/">News</a>`;
  return {
    page,
    asked,
    violations,
    answer: (response) => {
      respond = async () => shared(await response());
    },
    open: async (wanted = '<waymark-news>LINK</waymark-news>', stricter = '') => {
      more = stricter;
      element = wanted.replaceAll('LINK', link);
      await page.goto(host.url, { waitUntil: 'networkidle' });
    },
    [Symbol.asyncDispose]: () => lifetimes.disposeAsync(),
  };
}

/** Allows other origins to read the answer, as for every JSON file of a changelog. */
function shared(answer: Response): Response {
  answer.headers.set('access-control-allow-origin', '*');
  return answer;
}

/** Serves the site with Waymark's own server. */
function serveSite() {
  return listen({ fetch: createSiteServer({ folder, basePath: '/' }).fetch, port: 0 });
}

test('the script has at most six kilobytes and can be used by other sites', async () => {
  await using site = await serveSite();
  const answer = await fetch(new URL('/widget/v1.js', site.url));
  expect(answer.headers.get('content-type')).toMatch(/^text\/javascript/);
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  expect(answer.headers.get('cache-control')).toBe('public, max-age=3600');
  const script = await answer.text();
  expect(gzipSync(script).length).toBeLessThanOrEqual(6 * 1024);
  expect(script).not.toMatch(/document\.cookie|innerHTML|<iframe|^import /m);
});

test('under a strict policy there are no violations, and a single request for data', async () => {
  await using host = await startHost();
  await host.open();
  const button = host.page.getByRole('button', { name: 'News' });
  await button.click();
  await host.page.getByRole('dialog', { name: 'News' }).waitFor();
  expect(host.asked).toEqual(['/widget/v1.js', '/news.json']);
  expect(host.violations).toEqual([]);
});

test('with trusted types there are no violations, and the test would notice one', async () => {
  await using host = await startHost();
  const all = 'since="2025-01-01" project="web" label="speed" type="new" max="3" locale="de"';
  const strict =
    "; require-trusted-types-for 'script'; trusted-types 'none'; sandbox allow-scripts allow-same-origin";
  await host.open(`<waymark-news ${all}>LINK</waymark-news>`, strict);
  await host.page.getByRole('button', { name: 'News' }).click();
  const list = host.page.getByRole('dialog', { name: 'News' });
  expect(await list.locator('time').textContent()).toBe('03.01.2026');
  expect(host.asked).toEqual(['/widget/v1.js', '/projects/web/news.json']);
  expect(host.violations).toEqual([]);
  await host.page.evaluate(() => document.body.append(new Image(1, 1)));
  await host.page.evaluate(() => {
    for (const image of document.images) image.src = '/a.png';
  });
  await expect.poll(() => host.violations.join()).toContain('img-src');
});

test('counts releases since the list was last open; none on the first visit', async () => {
  await using host = await startHost();
  await host.open();
  const button = host.page.locator('waymark-news').getByRole('button');
  expect(await button.textContent()).toBe('News');
  host.answer(() => Response.json(news([release(4), release(3), release(2), release(1)])));
  await host.open();
  expect(await button.textContent()).toBe('News 22 unread');
  await button.click();
  const list = host.page.getByRole('dialog');
  expect(await list.getByText('New', { exact: true }).count()).toBe(2);
  await expect.poll(() => button.textContent()).toBe('News');
  await host.open();
  expect(await button.textContent()).toBe('News');
});

test.each([
  ['since="2026-01-01T12:00:00Z"', 'News 11 unread'],
  ['since="2025-01-01" max="1"', 'News 22 unread'],
  ['since="2025-01-01" label="other"', 'News'],
  ['since="2025-01-01" type="new"', 'News 22 unread'],
  ['since="2025-01-01" project="web"', 'News 11 unread'],
  ['since="2025-01-01" max="-7" locale="!!"', 'News 22 unread'],
  ['since="2025-01-01" max="many" label="" type=" "', 'News 22 unread'],
  ['since="soon"', 'News'],
  ['since="2999-01-01"', 'News'],
  ['since="2025-01-01" label="<b>" type="__proto__"', 'News'],
])('with %s the button says “%s”', async (attributes, says) => {
  await using host = await startHost();
  await host.open(`<waymark-news ${attributes}>LINK</waymark-news>`);
  expect(await host.page.locator('waymark-news').getByRole('button').textContent()).toBe(says);
});

test.each([
  ['since="2025-01-01"', 'News 2+2 unread'],
  ['since="2025-01-01" type="fixed"', 'News 1+1 unread'],
  ['since="2026-01-01T12:00:00Z" type="fixed"', 'News'],
  ['since="2026-01-01T12:00:00Z" type="new"', 'News 11 unread'],
])('with %s and more releases than the file lists, it says “%s”', async (attributes, says) => {
  await using host = await startHost();
  const some = [release(2), release(1, { types: ['fixed'] })];
  host.answer(() => Response.json({ ...news(some), older: true }));
  await host.open(`<waymark-news ${attributes}>LINK</waymark-news>`);
  expect(await host.page.locator('waymark-news').getByRole('button').textContent()).toBe(says);
});

test('ignores an invalid time and counts what is new since the first visit', async () => {
  await using host = await startHost();
  await host.open('<waymark-news since="soon">LINK</waymark-news>');
  host.answer(() => Response.json(news([release(3), release(2), release(1)])));
  await host.open('<waymark-news since="soon">LINK</waymark-news>');
  const button = host.page.locator('waymark-news').getByRole('button');
  expect(await button.textContent()).toBe('News 11 unread');
});

test('keeps the keyboard focus when news arrive and when the list is closed', async () => {
  await using host = await startHost();
  const { page } = host;
  const arrived = Promise.withResolvers<Response>();
  host.answer(() => arrived.promise);
  const opening = host.open();
  await page.getByRole('link', { name: 'News' }).focus();
  arrived.resolve(Response.json(news([release(2), release(1)])));
  await opening;
  const button = page.locator('waymark-news').getByRole('button');
  const hasFocus = () => button.evaluate((one) => one.matches(':focus'));
  expect(await hasFocus()).toBe(true);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  const names = ['Day 2 <b>&amp;', 'Day 1 <b>&amp;', 'All releases'];
  for (const name of names) {
    await page.keyboard.press('Tab');
    const link = page.getByRole('link', { name });
    expect(await link.evaluate((one) => one.matches(':focus'))).toBe(true);
  }
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  expect(await hasFocus()).toBe(true);
});

test('can be used with the keyboard, and axe finds nothing', async () => {
  await using host = await startHost();
  await host.open('<waymark-news since="2025-01-01">LINK</waymark-news>');
  const { page } = host;
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const list = page.getByRole('dialog', { name: 'News' });
  await list.waitFor();
  // Markup in a title is shown as text.
  const first = list.getByRole('link', { name: 'Day 2 <b>&amp;' });
  await page.keyboard.press('Tab');
  expect(await first.evaluate((link) => link.matches(':focus'))).toBe(true);
  await loadAxe(page);
  expect((await violationsOn(page)).map(({ id }) => id)).toEqual([]);
  await page.keyboard.press('Escape');
  await list.waitFor({ state: 'hidden' });
});

test.each<[what: string, answer: () => Response]>([
  ['an error', () => new Response('no', { status: 500 })],
  ['no JSON', () => new Response('<html>')],
  ['JSON of another kind', () => Response.json({ releases: 7 })],
  ['releases of another kind', () => Response.json(news([7]))],
  ['a language that is none', () => Response.json({ ...news([release(1)]), language: '!' })],
])('the plain link stays if the changelog answers with %s', async (_, answer) => {
  await using host = await startHost();
  host.answer(answer);
  await host.open();
  expect(await host.page.getByRole('link', { name: 'News' }).isVisible()).toBe(true);
  expect(await host.page.getByRole('button').count()).toBe(0);
  expect(host.violations.filter((text) => !/status of 500/.test(text))).toEqual([]);
});

test.each<[what: string, handle: (route: Route) => unknown]>([
  ['cannot be reached', (route) => route.abort('connectionrefused')],
  ['never answers', () => {}],
])('the plain link stays if the changelog %s', async (_, handle) => {
  await using host = await startHost();
  const asking = Promise.withResolvers<void>();
  await host.page.route('**/news.json', (route) => {
    asking.resolve();
    return handle(route);
  });
  const opening = host.open().catch(() => {});
  await asking.promise;
  const link = host.page.getByRole('link', { name: 'News' });
  await link.waitFor();
  expect(await host.page.getByRole('button').count()).toBe(0);
  expect(host.violations).toEqual([]);
  await host.page.unrouteAll({ behavior: 'ignoreErrors' });
  await opening;
});

test('three elements share one request; one for a project makes another', async () => {
  await using host = await startHost();
  const some = ['', '', '', 'project="web"'].map(
    (more) => `<waymark-news ${more}>LINK</waymark-news>`,
  );
  await host.open(some.join(''));
  await expect.poll(() => host.page.getByRole('button', { name: 'News' }).count()).toBe(4);
  expect(host.asked).toEqual(['/widget/v1.js', '/news.json', '/projects/web/news.json']);
});

test.each([
  ['', 'light', 'rgb(255, 255, 255)'],
  ['theme="dark"', 'light', 'rgb(18, 18, 18)'],
  ['theme="light"', 'dark', 'rgb(255, 255, 255)'],
] as const)('with %s the list has the colours of that theme', async (attribute, scheme, paper) => {
  await using host = await startHost();
  await host.open(
    `<meta name="color-scheme" content="${scheme}"><waymark-news ${attribute}>LINK</waymark-news>`,
  );
  await host.page.getByRole('button', { name: 'News' }).click();
  const list = host.page.getByRole('dialog');
  expect(await list.evaluate((one) => getComputedStyle(one).backgroundColor)).toBe(paper);
});

test('stops waiting for news when the element’s attributes change', async () => {
  await using host = await startHost();
  await host.page.route('**/news.json', () => {});
  await host.page.route('**/projects/web/news.json', (route) => route.continue());
  // Never resolves, because one request stays unanswered.
  host.open().catch(() => {});
  await host.page.locator('waymark-news').waitFor();
  await host.page.locator('waymark-news').evaluate((one) => one.setAttribute('project', 'web'));
  await host.page.getByRole('button', { name: 'News' }).waitFor();
  expect(host.violations).toEqual([]);
});

test('the changelog marks releases since the last visit; none on the first visit', async () => {
  await using site = await serveSite();
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(site.url);
  expect(await page.locator('.is-new').count()).toBe(0);
  const times = await page
    .locator('.date time')
    .evaluateAll((all) => all.map((time) => time.getAttribute('datetime') ?? '').sort());
  const seen = times.at(-3) ?? '';
  await page.evaluate((time) => localStorage.setItem('newest-seen', time), seen);
  const visit = await context.newPage();
  await visit.goto(site.url);
  expect(await visit.locator('.is-new').count()).toBe(times.filter((time) => time > seen).length);
  await visit.reload();
  expect(await visit.locator('.is-new').count()).toBe(times.filter((time) => time > seen).length);
  await context.close();
});
