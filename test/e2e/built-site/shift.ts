import { Hono } from 'hono';
import type { Browser, Page } from 'playwright-core';
import { listen } from '../../../src/lib/http/listen.ts';
import { createSiteServer } from '../../../src/publish/serve/site-server.ts';

/** Layout shift scores; from 0.1 on, readers find shifts annoying. */
interface Shift {
  /**
   * Shifts from the first paint of a partial page with fallback fonts until the scripts have run.
   */
  asItArrives: number;
  /** Shifts from then on until the font has loaded. */
  asFacesArrive: number;
}

/** Number of parts in which a page is sent; each part is painted before the next one is sent. */
const parts = 4;

/**
 * Opens a page as over a slow connection: first in parts, then its scripts, then its fonts.
 * @param now time that the page sees as the present, in milliseconds since 1970
 */
export async function shiftOf(
  browser: Browser,
  folder: string,
  path: string,
  { width, now = Date.now() }: { width: number; now?: number },
): Promise<Shift> {
  await using slow = await serveInParts(folder);
  const page = await browser.newPage({ viewport: { width, height: 900 } });
  try {
    await page.addInitScript((ahead) => {
      const own = Date.now;
      Date.now = () => own() + ahead;
    }, now - Date.now());
    const answer = await page.goto(slow.url + path, { waitUntil: 'commit' });
    if (!answer?.ok()) throw new Error(`${path} answered ${answer?.status()}`);
    for (let part = 1; part < parts; part += 1) {
      await painted(page);
      await slow.sendPart();
    }
    await page.waitForLoadState('domcontentloaded');
    const asItArrives = await page.evaluate(shiftSoFar);
    slow.sendFaces();
    await page.waitForFunction(() =>
      [...document.fonts].some(
        ({ family, status }) => /^"?Newsreader"?$/.test(family) && status === 'loaded',
      ),
    );
    return { asItArrives, asFacesArrive: (await page.evaluate(shiftSoFar)) - asItArrives };
  } finally {
    await page.close();
  }
}

async function painted(page: Page): Promise<void> {
  await page.waitForFunction(
    () => performance.getEntriesByName('first-contentful-paint').length > 0,
  );
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
}

/** Serves a site whose pages are sent part by part and whose fonts are held back. */
async function serveInParts(folder: string) {
  const site = createSiteServer({ folder });
  const faces = Promise.withResolvers<void>();
  let sendPart = async () => {};
  const app = new Hono();
  app.get('*', async ({ req }) => {
    const response = await site.request(req.path);
    if (req.path.endsWith('.woff2')) await faces.promise;
    const { headers } = response;
    if (!headers.get('content-type')?.startsWith('text/html')) return response;
    const pieces = cut(await response.text());
    const { readable, writable } = new TransformStream<Uint8Array>();
    const writer = writable.getWriter();
    sendPart = async () => {
      await writer.write(pieces.shift());
      if (pieces.length === 0) await writer.close();
    };
    void sendPart();
    headers.delete('content-length');
    return new Response(readable, { headers });
  });
  const server = await listen({ fetch: app.fetch, port: 0 });
  return {
    url: `${server.url}/`,
    sendPart: () => sendPart(),
    sendFaces: () => faces.resolve(),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

/** Cuts a page into parts. The first part has visible content, so that it is painted. */
function cut(html: string): Uint8Array[] {
  const start = html.indexOf('<main');
  const size = Math.ceil((html.length - start) / parts);
  const ends = Array.from({ length: parts }, (_, n) => start + (n + 1) * size);
  return ends.map((end, n) => Buffer.from(html.slice(n === 0 ? 0 : ends[n - 1], end)));
}

/** Runs in the page: the layout shift so far, after two frames, when all shifts are recorded. */
async function shiftSoFar(): Promise<number> {
  const frame = () => new Promise(requestAnimationFrame);
  await frame();
  await frame();
  let sum = 0;
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) sum += (entry as unknown as { value: number }).value;
  });
  observer.observe({ type: 'layout-shift', buffered: true });
  await new Promise((resolve) => setTimeout(resolve));
  return sum;
}
