import { Hono } from 'hono';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

import { listen } from '../../src/lib/http/listen.ts';
import { createSiteServer } from '../../src/publish/serve/site-server.ts';

/** A page of a built site, open in a reader's browser. */
export interface Reader extends AsyncDisposable {
  page: Page;
  /** The address of the site's first page. */
  url: string;
  /** Console errors, failed requests and requests to other origins so far. */
  troubles: string[];
}

/** Serves a built site on a free port below `basePath`, and opens an empty browser page for it. */
export async function openReader(
  browser: Browser,
  folder: string,
  options: BrowserContextOptions = {},
  basePath = '/',
): Promise<Reader> {
  const lifetimes = new AsyncDisposableStack();
  const app = new Hono();
  app.route('/', createSiteServer({ folder, basePath }));
  const server = lifetimes.use(await listen({ fetch: app.fetch, port: 0 }));
  // The animation between two pages takes more processor time than the pages.
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  lifetimes.defer(() => context.close());
  const page = await context.newPage();
  const troubles: string[] = [];
  page.on('console', (message) => {
    // Only some builds of Chromium ask for the icon of a page that has none.
    if (message.location().url.endsWith('/favicon.ico')) return;
    if (message.type() !== 'log') troubles.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => troubles.push(`error: ${error.message}`));
  page.on('requestfailed', (request) => {
    // A navigation aborts what the page before it still loads, such as fonts.
    if (request.failure()?.errorText === 'net::ERR_ABORTED') return;
    troubles.push(`failed: ${request.url()}`);
  });
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== server.url) troubles.push(`left: ${request.url()}`);
  });
  return {
    page,
    url: `${server.url}${basePath}`,
    troubles,
    [Symbol.asyncDispose]: () => lifetimes.disposeAsync(),
  };
}
