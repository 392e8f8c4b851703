import { Hono } from 'hono';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { listen } from '../../../src/lib/http/listen.ts';

/** What happened when a page was opened. */
export interface Outcome {
  /** Messages of scripts that ran. */
  ran: string[];
  /** Requested addresses, other than the page itself and its pictures. */
  asked: string[];
  /** Whether events were triggered on all elements. */
  isProvoked: boolean;
}

export interface HostilePages extends AsyncDisposable {
  /**
   * Opens a page with this HTML and no Content Security Policy, and triggers events on all
   * elements.
   */
  open(html: string): Promise<Outcome>;
}

const ranMark = 'a script of the body ran';

/** Serves pages on a free port and opens them one after another in the same tab. */
export async function openHostilePages(browser: Browser): Promise<HostilePages> {
  const lifetimes = new AsyncDisposableStack();
  let shown = '';
  let opened = 0;
  const app = new Hono();
  app.get('/assets/*', (c) => c.body(null, 404));
  app.get('*', (c) => c.html(pageAround(shown)));
  const server = lifetimes.use(await listen({ fetch: app.fetch, port: 0 }));
  const context = await browser.newContext();
  lifetimes.defer(() => context.close());
  await isolate(context, server.url);
  const page = await context.newPage();
  let outcome: Outcome = { ran: [], asked: [], isProvoked: false };
  watch(page, {
    ran: (what) => outcome.ran.push(what),
    asked: (url) => {
      if (url !== `${server.url}/${opened}` && !url.startsWith(`${server.url}/assets/`))
        outcome.asked.push(url);
    },
  });

  const open = async (html: string): Promise<Outcome> => {
    shown = html;
    opened += 1;
    outcome = { ran: [], asked: [], isProvoked: false };
    await page.goto(`${server.url}/${opened}`, { timeout: 5_000 }).catch(() => undefined);
    outcome.isProvoked = await page.evaluate(provoke).then(
      () => true,
      () => false,
    );
    return outcome;
  };
  return { open, [Symbol.asyncDispose]: () => lifetimes.disposeAsync() };
}

/** Blocks requests to other origins, and makes dialogs log a message instead of waiting. */
async function isolate(context: BrowserContext, origin: string): Promise<void> {
  await context.addInitScript(
    `for (const name of ['alert', 'msgbox']) window[name] = () => console.log('${ranMark}')`,
  );
  await context.route(
    (url) => url.origin !== origin,
    (route) => route.abort(),
  );
}

type Told = Record<'ran' | 'asked', (what: string) => void>;

function watch(page: Page, reported: Told): void {
  page.on('dialog', (dialog) => {
    reported.ran(dialog.message());
    void dialog.dismiss();
  });
  page.on('console', (message) => {
    if (message.text() === ranMark) reported.ran(ranMark);
  });
  page.on('pageerror', (error) => reported.ran(error.message));
  page.on('request', (request) => reported.asked(request.url()));
}

function pageAround(html: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>x</title></head>
<body><main><article><div class="prose">${html}</div><ul><li>${html}</li></ul></article></main></body></html>`;
}

/**
 * Runs in the page: triggers on every element what a reader might do, and lets the browser parse
 * the HTML a second time.
 */
async function provoke(): Promise<void> {
  const box = document.querySelector('.prose');
  if (box) box.outerHTML = String(box.outerHTML);
  for (const element of document.querySelectorAll<HTMLElement>('body, body *')) {
    for (const name of ['mouseover', 'animationstart', 'scrollend', 'beforematch', 'close'])
      element.dispatchEvent(new Event(name, { bubbles: false }));
    element.focus?.();
    // Ordinary links are not clicked, because they are meant to load another page.
    const link = element.closest<HTMLAnchorElement>('a[href]');
    if (!link || !/^(?:https?|mailto):$/.test(link.protocol)) element.click?.();
  }
  const pending = [...document.images].filter((one) => !one.complete && one.loading !== 'lazy');
  const settled = pending.map((image) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    image.addEventListener('load', () => resolve());
    image.addEventListener('error', () => resolve());
    return promise;
  });
  await Promise.all(settled);
}
